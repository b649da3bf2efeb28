//! Launches and what can be asked about kernels.

use std::ffi::{CString, c_char, c_void};

use super::stream::Stream;
use super::{api, put};
use crate::action::Blocks;
use crate::error::ErrorCode;
use crate::gpu::{Gpu, gpu};
use crate::kernel::Kernel;
use crate::launch::{Configuration, Dim3, launch};
use crate::process::{lock, process};
use crate::registry;
use crate::sanitize::Site;

/// `cudaLaunchConfig_t`.
#[repr(C)]
pub struct LaunchConfig {
    grid: Dim3,
    block: Dim3,
    bytes: usize,
    stream: Stream,
    attributes: *const LaunchAttribute,
    n_attributes: u32,
}

/// `cudaLaunchAttribute`.
#[repr(C)]
struct LaunchAttribute {
    id: i32,
    /// The first word is that of `cooperative`.
    value: [u64; 8],
}

/// `cudaLaunchAttributeCooperative`.
const COOPERATIVE: i32 = 2;

impl LaunchConfig {
    /// How the attributes have the blocks run.
    ///
    /// # Errors
    /// There are attributes, and they are nowhere.
    ///
    /// # Safety
    /// There are as many attributes as the configuration says.
    unsafe fn blocks(&self) -> Result<Blocks, ErrorCode> {
        let attributes = match self.n_attributes {
            0 => &[][..],
            _ if self.attributes.is_null() => return Err(ErrorCode::INVALID_VALUE),
            // SAFETY: the caller's promise.
            n => unsafe { std::slice::from_raw_parts(self.attributes, n as usize) },
        };
        let asks = |attribute: &LaunchAttribute| {
            attribute.id == COOPERATIVE && attribute.value[0] as u32 != 0
        };
        let is_cooperative = attributes.iter().any(asks);
        Ok(if is_cooperative { Blocks::Cooperative } else { Blocks::Independent })
    }
}

/// `cudaFuncAttributes`.
#[derive(Default)]
#[repr(C)]
pub struct FunctionAttributes {
    shared_size_bytes: usize,
    const_size_bytes: usize,
    local_size_bytes: usize,
    max_threads_per_block: i32,
    num_regs: i32,
    ptx_version: i32,
    binary_version: i32,
    cache_mode_ca: i32,
    max_dynamic_shared_size_bytes: i32,
    preferred_shmem_carveout: i32,
    cluster_dim_must_be_set: i32,
    required_cluster_width: i32,
    required_cluster_height: i32,
    required_cluster_depth: i32,
    cluster_scheduling_policy_preference: i32,
    non_portable_cluster_size_allowed: i32,
}

api! {
    /// Runs the kernel when the stream reaches it. The block of a tile kernel is `1`: it has no threads to count. A SIMT kernel, which needs a GPU, is `cudaErrorNoKernelImageForDevice`.
    fn cudaLaunchKernel(kernel: *const c_void, grid: Dim3, block: Dim3, arguments: *const *const c_void, bytes: usize, stream: Stream) {
        let (site, blocks) = (Site::here(), Blocks::Independent);
        launch(kernel, &Configuration { grid, block, bytes, stream, site, blocks }, arguments)
    }

    /// As `cudaLaunchKernel`, or as `cudaLaunchCooperativeKernel` with the attribute `cudaLaunchAttributeCooperative`. Other attributes make no difference.
    fn cudaLaunchKernelExC(config: *const LaunchConfig, kernel: *const c_void, arguments: *const *const c_void) {
        let config = config.as_ref().ok_or(ErrorCode::INVALID_VALUE)?;
        let LaunchConfig { grid, block, bytes, stream, .. } = *config;
        let (site, blocks) = (Site::here(), config.blocks()?);
        launch(kernel, &Configuration { grid, block, bytes, stream, site, blocks }, arguments)
    }

    /// As `cudaLaunchKernel`, with all tile blocks running at a time, each on a thread of its own: they may wait for each other. More than 128 are `cudaErrorCooperativeLaunchTooLarge`.
    fn cudaLaunchCooperativeKernel(kernel: *const c_void, grid: Dim3, block: Dim3, arguments: *const *const c_void, bytes: usize, stream: Stream) {
        let (site, blocks) = (Site::here(), Blocks::Cooperative);
        launch(kernel, &Configuration { grid, block, bytes, stream, site, blocks }, arguments)
    }

    /// No registers and no shared memory; a block of one thread.
    fn cudaFuncGetAttributes(attributes: *mut FunctionAttributes, kernel: *const c_void) {
        let kernel = registry::kernel(kernel)?;
        kernel.parameters()?;
        put(attributes, match gpu() {
            Some(gpu) => attributes_on(&gpu, &kernel)?,
            None if kernel.is_simt() => return Err(ErrorCode::NO_IMAGE),
            None => FunctionAttributes { max_threads_per_block: 1, ptx_version: 90, binary_version: 90, ..Default::default() },
        })
    }

    /// Nothing, if there is such a kernel.
    fn cudaFuncSetAttribute(kernel: *const c_void, attribute: i32, value: i32) {
        let kernel = registry::kernel(kernel)?;
        match gpu() {
            Some(gpu) if kernel.is_simt() => gpu.set_attribute(kernel.on(&gpu)?, attribute, value),
            _ => Ok(()),
        }
    }

    /// Nothing, if there is such a kernel.
    fn cudaFuncSetCacheConfig(kernel: *const c_void, _config: i32) {
        registry::kernel(kernel).map(drop)
    }

    /// The symbol of the kernel.
    fn cudaFuncGetName(name: *mut *const c_char, kernel: *const c_void) {
        let kernel = registry::kernel(kernel)?;
        let text = CString::new(kernel.symbol()).map_err(|_| ErrorCode::INVALID_FUNCTION)?;
        let mut names = lock(&process().names);
        let known = match names.iter().position(|known| *known == text) {
            Some(known) => known,
            None => {
                names.push(text);
                names.len() - 1
            }
        };
        put(name, names[known].as_ptr())
    }

    /// One: blocks share the threads of the machine.
    fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks: *mut i32, kernel: *const c_void, threads: i32, bytes: usize) {
        let kernel = registry::kernel(kernel)?;
        put(blocks, match gpu() {
            Some(gpu) if kernel.is_simt() => gpu.occupancy_of_threads(kernel.on(&gpu)?, threads, bytes)?,
            Some(gpu) => gpu.occupancy(kernel.on(&gpu)?)?,
            None => 1,
        })
    }
}

/// The attributes of a kernel on a GPU. A launch of a tile kernel has a block of one thread there too.
fn attributes_on(gpu: &Gpu, kernel: &Kernel) -> Result<FunctionAttributes, ErrorCode> {
    use cudarc::driver::sys::CUfunction_attribute as A;
    let function = kernel.on(gpu)?;
    let value = |which| gpu.function_attribute(function, which);
    let simt = |which| if kernel.is_simt() { value(which) } else { 0 };
    Ok(FunctionAttributes {
        shared_size_bytes: value(A::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES) as usize,
        const_size_bytes: value(A::CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES) as usize,
        local_size_bytes: value(A::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES) as usize,
        max_threads_per_block: simt(A::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK).max(1),
        max_dynamic_shared_size_bytes: simt(A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES),
        num_regs: value(A::CU_FUNC_ATTRIBUTE_NUM_REGS),
        ptx_version: value(A::CU_FUNC_ATTRIBUTE_PTX_VERSION),
        binary_version: value(A::CU_FUNC_ATTRIBUTE_BINARY_VERSION),
        ..Default::default()
    })
}
