//! The device: there is one, with number 0. Of several GPUs it is the first.

use std::ffi::c_char;

use super::{api, put};
use crate::device::{self, ready};
use crate::error::ErrorCode;
use crate::gpu::{Gpu, gpu};
use crate::launch::MAX_GRID;
use crate::{queue, sanitize};

/// The release of CUDA whose API this is.
const RELEASE: i32 = 13030;

/// The compute capability that the device says it has: that of the default target.
const CAPABILITY: (i32, i32) = (9, 0);

const NAME: &[u8] = b"tilec CPU device";
const SHARED_PER_BLOCK: i32 = 48 << 10;
const SHARED_OPT_IN: i32 = 227 << 10;
const SHARED_PER_PROCESSOR: i32 = 228 << 10;
const REGISTERS: i32 = 65536;

/// `cudaDeviceProp`, in the order of `cuda_tile/detail/runtime_types.h`.
#[repr(C)]
pub struct DeviceProperties {
    name: [u8; 256],
    uuid: [u8; 16],
    total_global_mem: usize,
    shared_mem_per_block: usize,
    mem_pitch: usize,
    total_const_mem: usize,
    texture_alignment: usize,
    shared_mem_per_multiprocessor: usize,
    shared_mem_per_block_optin: usize,
    reserved_shared_mem_per_block: usize,
    regs_per_block: i32,
    warp_size: i32,
    max_threads_per_block: i32,
    max_threads_dim: [i32; 3],
    max_grid_size: [i32; 3],
    major: i32,
    minor: i32,
    multi_processor_count: i32,
    integrated: i32,
    can_map_host_memory: i32,
    concurrent_kernels: i32,
    ecc_enabled: i32,
    pci: [i32; 3],
    tcc_driver: i32,
    async_engine_count: i32,
    unified_addressing: i32,
    memory_bus_width: i32,
    l2_cache_size: i32,
    persisting_l2_cache_max_size: i32,
    max_threads_per_multi_processor: i32,
    stream_priorities_supported: i32,
    global_l1_cache_supported: i32,
    local_l1_cache_supported: i32,
    regs_per_multiprocessor: i32,
    managed_memory: i32,
    is_multi_gpu_board: i32,
    multi_gpu_board_group_id: i32,
    host_native_atomic_supported: i32,
    pageable_memory_access: i32,
    concurrent_managed_access: i32,
    compute_preemption_supported: i32,
    cooperative_launch: i32,
    max_blocks_per_multi_processor: i32,
    access_policy_max_window_size: i32,
    memory_pools_supported: i32,
    cluster_launch: i32,
    unified_function_pointers: i32,
}

api! {
    /// One.
    fn cudaGetDeviceCount(count: *mut i32) {
        put(count, 1)
    }

    /// Zero.
    fn cudaGetDevice(number: *mut i32) {
        put(number, 0)
    }

    /// Accepts 0.
    fn cudaSetDevice(number: i32) {
        only(number)
    }

    /// Nothing: there are no such modes.
    fn cudaSetDeviceFlags(_flags: u32) {
        Ok(())
    }

    /// Zero.
    fn cudaGetDeviceFlags(flags: *mut u32) {
        put(flags, 0)
    }

    /// The name, the memory and the processors are those of the machine; the other numbers are those of a GPU of compute
    /// capability 9.0.
    fn cudaGetDeviceProperties(properties: *mut DeviceProperties, number: i32) {
        only(number)?;
        ready()?;
        let (_, memory) = device::capacity()?;
        put(properties, described(memory as usize))
    }

    /// As `cudaGetDeviceProperties` has them; an attribute that it does not have is `cudaErrorInvalidValue`.
    fn cudaDeviceGetAttribute(value: *mut i32, attribute: i32, number: i32) {
        only(number)?;
        put(value, self::attribute(attribute).ok_or(ErrorCode::INVALID_VALUE)?)
    }

    /// Waits until all streams have done what they were told.
    fn cudaDeviceSynchronize() {
        queue::wait_all()
    }

    /// Waits for everything, frees all memory, and ends all streams and events. Errors of kernels are over.
    fn cudaDeviceReset() {
        sanitize::reset();
        device::reset();
        queue::reset();
        Ok(())
    }

    /// Zero and zero.
    fn cudaDeviceGetStreamPriorityRange(least: *mut i32, greatest: *mut i32) {
        put(least, 0)?;
        put(greatest, 0)
    }

    /// Never: there is one device.
    fn cudaDeviceCanAccessPeer(can: *mut i32, number: i32, peer: i32) {
        only(number)?;
        only(peer)?;
        put(can, 0)
    }

    /// The device has no peer: `cudaErrorInvalidDevice`.
    fn cudaDeviceEnablePeerAccess(_peer: i32, _flags: u32) {
        Err(ErrorCode::INVALID_DEVICE)
    }

    /// The device has no peer: `cudaErrorInvalidDevice`.
    fn cudaDeviceDisablePeerAccess(_peer: i32) {
        Err(ErrorCode::INVALID_DEVICE)
    }

    /// Device 0.
    fn cudaChooseDevice(number: *mut i32, _properties: *const DeviceProperties) {
        put(number, 0)
    }

    /// Accepts device 0.
    fn cudaInitDevice(number: i32, _device_flags: u32, _flags: u32) {
        only(number)
    }

    /// Nothing.
    fn cudaDeviceSetCacheConfig(_config: i32) {
        Ok(())
    }

    /// 13.3.
    fn cudaDriverGetVersion(version: *mut i32) {
        put(version, gpu().map_or(RELEASE, |gpu| gpu.driver_version()))
    }

    /// 13.3.
    fn cudaRuntimeGetVersion(version: *mut i32) {
        put(version, RELEASE)
    }

    /// Writes `0000:00:00.0`.
    fn cudaDeviceGetPCIBusId(id: *mut c_char, length: i32, number: i32) {
        only(number)?;
        let text = gpu().map_or(*b"0000:00:00.0\0\0\0\0", |gpu| gpu.bus_id());
        let n_bytes = text.iter().take_while(|byte| **byte != 0).count() + 1;
        if id.is_null() || !usize::try_from(length).is_ok_and(|length| length >= n_bytes) {
            return Err(ErrorCode::INVALID_VALUE);
        }
        std::ptr::copy_nonoverlapping(text.as_ptr(), id.cast(), n_bytes);
        Ok(())
    }

    /// Nothing.
    fn cudaProfilerStart() {
        Ok(())
    }

    /// Nothing.
    fn cudaProfilerStop() {
        Ok(())
    }
}

fn only(number: i32) -> Result<(), ErrorCode> {
    if number == 0 { Ok(()) } else { Err(ErrorCode::INVALID_DEVICE) }
}

/// The processors of the machine.
fn processors() -> i32 {
    std::thread::available_parallelism().map_or(1, |n| n.get() as i32)
}

fn described(memory: usize) -> DeviceProperties {
    let cpu = described_cpu(memory);
    gpu().map_or(cpu, |gpu| described_gpu(&gpu, memory))
}

/// A GPU, as its driver has it.
fn described_gpu(gpu: &Gpu, memory: usize) -> DeviceProperties {
    use cudarc::driver::sys::CUdevice_attribute as A;
    let value = |which| gpu.attribute(which);
    let size = |which| gpu.attribute(which) as usize;
    DeviceProperties {
        name: gpu.name(),
        uuid: gpu.uuid(),
        total_global_mem: memory,
        shared_mem_per_block: size(A::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
        mem_pitch: size(A::CU_DEVICE_ATTRIBUTE_MAX_PITCH),
        total_const_mem: size(A::CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY),
        texture_alignment: size(A::CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT),
        shared_mem_per_multiprocessor: size(
            A::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
        ),
        shared_mem_per_block_optin: size(A::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
        reserved_shared_mem_per_block: size(
            A::CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK,
        ),
        regs_per_block: value(A::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK),
        warp_size: value(A::CU_DEVICE_ATTRIBUTE_WARP_SIZE),
        max_threads_per_block: value(A::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
        max_threads_dim: [
            value(A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
            value(A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
            value(A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z),
        ],
        max_grid_size: [
            value(A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X),
            value(A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
            value(A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z),
        ],
        major: value(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
        minor: value(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
        multi_processor_count: value(A::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
        integrated: value(A::CU_DEVICE_ATTRIBUTE_INTEGRATED),
        can_map_host_memory: value(A::CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY),
        // One kernel or copy runs at a time.
        concurrent_kernels: 0,
        ecc_enabled: value(A::CU_DEVICE_ATTRIBUTE_ECC_ENABLED),
        pci: [
            value(A::CU_DEVICE_ATTRIBUTE_PCI_BUS_ID),
            value(A::CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID),
            value(A::CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID),
        ],
        memory_bus_width: value(A::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH),
        l2_cache_size: value(A::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE),
        max_threads_per_multi_processor: value(
            A::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR,
        ),
        regs_per_multiprocessor: value(A::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR),
        managed_memory: value(A::CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY),
        pageable_memory_access: value(A::CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS),
        concurrent_managed_access: value(A::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS),
        max_blocks_per_multi_processor: value(A::CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR),
        ..described_cpu(memory)
    }
}

fn described_cpu(memory: usize) -> DeviceProperties {
    let mut name = [0; 256];
    name[..NAME.len()].copy_from_slice(NAME);
    DeviceProperties {
        name,
        uuid: *b"tilec CPU device",
        total_global_mem: memory,
        shared_mem_per_block: SHARED_PER_BLOCK as usize,
        mem_pitch: i32::MAX as usize,
        total_const_mem: 64 << 10,
        texture_alignment: 512,
        shared_mem_per_multiprocessor: SHARED_PER_PROCESSOR as usize,
        shared_mem_per_block_optin: SHARED_OPT_IN as usize,
        reserved_shared_mem_per_block: 1024,
        regs_per_block: REGISTERS,
        warp_size: 32,
        max_threads_per_block: 1024,
        max_threads_dim: [1024, 1024, 64],
        max_grid_size: MAX_GRID.map(|most| most as i32),
        major: CAPABILITY.0,
        minor: CAPABILITY.1,
        multi_processor_count: processors(),
        integrated: 1,
        can_map_host_memory: 1,
        concurrent_kernels: 0,
        ecc_enabled: 0,
        pci: [0; 3],
        tcc_driver: 0,
        async_engine_count: 0,
        unified_addressing: 1,
        memory_bus_width: 64,
        l2_cache_size: 50 << 20,
        persisting_l2_cache_max_size: 0,
        max_threads_per_multi_processor: 2048,
        stream_priorities_supported: 0,
        global_l1_cache_supported: 1,
        local_l1_cache_supported: 1,
        regs_per_multiprocessor: REGISTERS,
        managed_memory: 1,
        is_multi_gpu_board: 0,
        multi_gpu_board_group_id: 0,
        host_native_atomic_supported: 1,
        pageable_memory_access: 0,
        concurrent_managed_access: 1,
        compute_preemption_supported: 0,
        cooperative_launch: 1,
        max_blocks_per_multi_processor: 32,
        access_policy_max_window_size: 0,
        memory_pools_supported: 1,
        cluster_launch: 1,
        unified_function_pointers: 0,
    }
}

/// By the numbers of `cudaDeviceAttr`.
fn attribute(attribute: i32) -> Option<i32> {
    let has = described(0);
    Some(match attribute {
        1 => has.max_threads_per_block,
        2..=4 => has.max_threads_dim[attribute as usize - 2],
        5..=7 => has.max_grid_size[attribute as usize - 5],
        8 => has.shared_mem_per_block as i32,
        9 => has.total_const_mem as i32,
        10 => has.warp_size,
        12 => has.regs_per_block,
        16 => has.multi_processor_count,
        18 => has.integrated,
        31 => has.concurrent_kernels,
        37 => has.memory_bus_width,
        38 => has.l2_cache_size,
        39 => has.max_threads_per_multi_processor,
        41 => has.unified_addressing,
        75 => has.major,
        76 => has.minor,
        81 => has.shared_mem_per_multiprocessor as i32,
        82 => has.regs_per_multiprocessor,
        83 => has.managed_memory,
        88 => has.pageable_memory_access,
        89 => has.concurrent_managed_access,
        95 => has.cooperative_launch,
        97 => has.shared_mem_per_block_optin as i32,
        106 => has.max_blocks_per_multi_processor,
        111 => has.reserved_shared_mem_per_block as i32,
        115 => has.memory_pools_supported,
        120 => has.cluster_launch,
        _ => return None,
    })
}
