//! The GPU of the process, through the driver that is found when the program runs.
//!
//! Kernels and copies go to streams of the driver ([`lanes`]). Copies with memory of the host that the driver has to stage, and
//! frees, are calls that wait.
//!
//! Errors of the driver have the numbers that the runtime API gives the same errors.

pub mod lanes;
mod threads;

use std::ffi::{CString, c_void};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use cudarc::driver::sys;

use crate::action::{Blocks, KernelLaunch};
use crate::copy::Element;
use crate::device::{self, Kind};
use crate::error::ErrorCode;
use crate::process::{lock, process};
use crate::queue::StreamId;
use crate::sanitize;
use crate::thread;
use lanes::Lanes;
pub use lanes::{GpuEvent, GpuStream};

/// The variable of the environment that chooses the device: `cpu` or `cuda`. Without it, a GPU is used if there is one.
const CHOICE: &str = "TILEC_DEVICE";

/// The device of the process, as far as it has been chosen.
#[derive(Default)]
pub enum Selection {
    #[default]
    Open,
    Cpu,
    Gpu(Arc<Gpu>),
}

/// A GPU with its primary context.
pub struct Gpu {
    device: sys::CUdevice,
    context: sys::CUcontext,
    /// The stream of calls that wait.
    stream: GpuStream,
    lanes: Lanes,
    /// A reset destroys the context.
    is_closed: AtomicBool,
}

/// A program on the GPU. It stays until the device is reset.
#[derive(Clone, Copy)]
pub struct Module(sys::CUmodule);

/// A kernel of a module.
#[derive(Clone, Copy)]
pub struct GpuFunction(sys::CUfunction);

// SAFETY: the driver takes its handles from any thread, and each call below makes the context that of its thread.
unsafe impl Send for Gpu {}
// SAFETY: as above; the driver locks.
unsafe impl Sync for Gpu {}
// SAFETY: as above.
unsafe impl Send for Module {}
// SAFETY: as above.
unsafe impl Send for GpuFunction {}

/// The GPU, if that is the device of the process.
pub fn gpu() -> Option<Arc<Gpu>> {
    let mut missing = None;
    let mut selection = lock(&process().gpu);
    if matches!(*selection, Selection::Open) {
        (*selection, missing) = select();
    }
    let found = match &*selection {
        Selection::Gpu(gpu) => Some(gpu.clone()),
        Selection::Open | Selection::Cpu => None,
    };
    // A reset takes these locks in the other order.
    drop(selection);
    if let Some(code) = missing {
        device::map().lose(code);
    }
    found
}

/// Chooses the device, with the error if it is not the one that the environment names. The sanitizer needs the interpreter.
fn select() -> (Selection, Option<ErrorCode>) {
    let choice = std::env::var(CHOICE).unwrap_or_default();
    if choice == "cpu" || sanitize::is_on() {
        return (Selection::Cpu, None);
    }
    match Gpu::open() {
        Ok(gpu) => (Selection::Gpu(Arc::new(gpu)), None),
        Err(code) => (Selection::Cpu, (choice == "cuda").then_some(code)),
    }
}

/// Closes the stream of the driver that a stream of the program had.
pub fn forget(stream: StreamId) {
    if let Selection::Gpu(gpu) = &*lock(&process().gpu) {
        gpu.close(stream);
    }
}

/// Destroys what is on the GPU. The next call opens it again.
pub fn reset(selection: &Mutex<Selection>) {
    let mut selection = lock(selection);
    if let Selection::Gpu(gpu) = &*selection {
        gpu.is_closed.store(true, Ordering::Release);
        gpu.close_all();
        // SAFETY: the device was opened. A failure shows in the next call.
        let _ = unsafe { sys::cuDevicePrimaryCtxReset_v2(gpu.device) };
    }
    *selection = Selection::Open;
}

fn check(status: sys::CUresult) -> Result<(), ErrorCode> {
    match status as i32 {
        0 => Ok(()),
        code => Err(ErrorCode(code)),
    }
}

impl Gpu {
    /// The first GPU.
    ///
    /// # Errors
    /// The driver or the GPU is missing, or the GPU cannot be used.
    fn open() -> Result<Gpu, ErrorCode> {
        // SAFETY: this looks for the library and nothing else.
        if !unsafe { sys::is_culib_present() } {
            return Err(ErrorCode::NO_DEVICE);
        }
        thread::without_signals(Gpu::open_first)
    }

    fn open_first() -> Result<Gpu, ErrorCode> {
        let (mut device, mut context, mut stream) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        let flags = sys::CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
        // SAFETY: out-pointers to locals; each call has what the one before gave.
        unsafe {
            check(sys::cuInit(0))?;
            check(sys::cuDeviceGet(&mut device, 0))?;
            check(sys::cuDevicePrimaryCtxRetain(&mut context, device))?;
            check(sys::cuCtxSetCurrent(context))?;
            check(sys::cuStreamCreate(&mut stream, flags))?;
        }
        let (stream, lanes, is_closed) =
            (GpuStream(stream), Lanes::default(), AtomicBool::new(false));
        Ok(Gpu { device, context, stream, lanes, is_closed })
    }

    /// Makes the context that of the thread.
    fn enter(&self) -> Result<(), ErrorCode> {
        // SAFETY: the context lives until a reset, after which nothing has this value.
        check(unsafe { sys::cuCtxSetCurrent(self.context) })
    }

    fn is_open(&self) -> bool {
        !self.is_closed.load(Ordering::Acquire)
    }

    /// The stream of calls that wait.
    pub fn stream(&self) -> GpuStream {
        self.stream
    }

    /// Waits for what has been enqueued in a stream.
    ///
    /// # Errors
    /// What it ended with.
    pub fn wait(&self, stream: GpuStream) -> Result<(), ErrorCode> {
        self.enter()?;
        // SAFETY: the stream is that of the context.
        check(unsafe { sys::cuStreamSynchronize(stream.0) })
    }

    /// New memory. Host and kernels use that of the kinds that both reach at the same addresses.
    ///
    /// # Errors
    /// There is not so much.
    pub fn allocate(&self, kind: Kind, bytes: usize) -> Result<u64, ErrorCode> {
        self.enter()?;
        let mut address = 0;
        let global = sys::CUmemAttach_flags::CU_MEM_ATTACH_GLOBAL as u32;
        let mapped = sys::CU_MEMHOSTALLOC_PORTABLE | sys::CU_MEMHOSTALLOC_DEVICEMAP;
        let mut host = std::ptr::null_mut();
        // SAFETY: out-pointers to locals.
        check(unsafe {
            match kind {
                Kind::Device | Kind::Variable | Kind::ManagedVariable | Kind::Registered => {
                    sys::cuMemAlloc_v2(&mut address, bytes)
                }
                Kind::Managed => sys::cuMemAllocManaged(&mut address, bytes, global),
                Kind::Pinned => sys::cuMemHostAlloc(&mut host, bytes, mapped),
            }
        })?;
        Ok(if kind == Kind::Pinned { host as u64 } else { address })
    }

    /// Has kernels reach variables of the host at the same addresses.
    ///
    /// # Errors
    /// The GPU has no access to memory of the host, or another address for it.
    pub fn register(&self, variables: &[Range<u64>]) -> Result<(), ErrorCode> {
        let flags = sys::CU_MEMHOSTREGISTER_PORTABLE | sys::CU_MEMHOSTREGISTER_DEVICEMAP;
        for variable in variables {
            // The driver compares bytes, not pages: variables of two objects may share a page.
            // SAFETY: the variable stays.
            match unsafe { self.register_host(variable, flags) } {
                // Another thread was first.
                Ok(()) | Err(ErrorCode::ALREADY_REGISTERED) => {}
                Err(code) => return Err(code),
            }
        }
        Ok(())
    }

    /// Has kernels reach memory of the host at the same addresses.
    ///
    /// # Errors
    /// The driver fails, or the GPU has another address for the memory.
    ///
    /// # Safety
    /// The memory stays until it is unregistered.
    pub unsafe fn register_host(&self, memory: &Range<u64>, flags: u32) -> Result<(), ErrorCode> {
        self.enter()?;
        let (host, mut address) = (memory.start as *mut c_void, 0);
        // SAFETY: the caller's promise; an out-pointer to a local.
        unsafe {
            let bytes = (memory.end - memory.start) as usize;
            check(sys::cuMemHostRegister_v2(host, bytes, flags))?;
            check(sys::cuMemHostGetDevicePointer_v2(&mut address, host, 0))?;
        }
        if address == memory.start { Ok(()) } else { Err(ErrorCode::NOT_SUPPORTED) }
    }

    /// Frees what [`Gpu::allocate`] gave.
    ///
    /// # Errors
    /// What the driver says.
    pub fn free(&self, kind: Kind, address: u64) -> Result<(), ErrorCode> {
        self.enter()?;
        // SAFETY: the map of the device has the buffer once, as one of this kind.
        check(unsafe {
            match kind {
                Kind::Pinned => sys::cuMemFreeHost(address as *mut c_void),
                Kind::Registered => sys::cuMemHostUnregister(address as *mut c_void),
                Kind::Device | Kind::Managed | Kind::Variable | Kind::ManagedVariable => {
                    sys::cuMemFree_v2(address)
                }
            }
        })
    }

    /// Enqueues copies of rows of as many bytes, each from the second to the first address; either may be the host's.
    ///
    /// # Errors
    /// What the driver says.
    ///
    /// # Safety
    /// The rows may be read and written until the copies are complete.
    pub unsafe fn copy(
        &self,
        rows: impl Iterator<Item = (u64, u64)>,
        bytes: usize,
        stream: GpuStream,
    ) -> Result<(), ErrorCode> {
        self.enter()?;
        for (to, from) in rows {
            // SAFETY: the caller's promise; addresses of host and device differ, so that the driver tells them apart.
            check(unsafe { sys::cuMemcpyAsync(to, from, bytes, stream.0) })?;
        }
        Ok(())
    }

    /// Enqueues fills of rows.
    ///
    /// # Errors
    /// What the driver says.
    pub fn fill(
        &self,
        rows: impl Iterator<Item = u64>,
        bytes: usize,
        element: Element,
        stream: GpuStream,
    ) -> Result<(), ErrorCode> {
        self.enter()?;
        let (value, n, stream) = (element.value(), bytes / element.bytes(), stream.0);
        for row in rows {
            // SAFETY: the row is in a buffer of the device.
            check(unsafe {
                match element.bytes() {
                    1 => sys::cuMemsetD8Async(row, value as u8, n, stream),
                    2 => sys::cuMemsetD16Async(row, value as u16, n, stream),
                    _ => sys::cuMemsetD32Async(row, value, n, stream),
                }
            })?;
        }
        Ok(())
    }

    /// Loads a fat binary, of whose programs the driver takes the one that fits the GPU best.
    ///
    /// # Errors
    /// None fits, or the driver does not compile it.
    pub fn load(&self, code: &[u8]) -> Result<Module, ErrorCode> {
        if code.is_empty() {
            return Err(ErrorCode::NO_IMAGE);
        }
        self.enter()?;
        let mut module = std::ptr::null_mut();
        // SAFETY: an out-pointer to a local; the file says how long it is.
        check(unsafe { sys::cuModuleLoadData(&mut module, code.as_ptr().cast()) })?;
        Ok(Module(module))
    }

    /// A kernel by its symbol.
    ///
    /// # Errors
    /// The module does not have it.
    pub fn function(&self, module: Module, symbol: &str) -> Result<GpuFunction, ErrorCode> {
        self.enter()?;
        let symbol = CString::new(symbol).map_err(|_| ErrorCode::INVALID_FUNCTION)?;
        let mut function = std::ptr::null_mut();
        // SAFETY: the module was loaded, and stays.
        check(unsafe { sys::cuModuleGetFunction(&mut function, module.0, symbol.as_ptr()) })
            .map_err(|_| ErrorCode::INVALID_FUNCTION)?;
        Ok(GpuFunction(function))
    }

    /// The address and the size of a variable.
    ///
    /// # Errors
    /// The module does not have it.
    pub fn variable(&self, module: Module, symbol: &str) -> Result<(u64, u64), ErrorCode> {
        self.enter()?;
        let symbol = CString::new(symbol).map_err(|_| ErrorCode::INVALID_SYMBOL)?;
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: out-pointers to locals, and as above.
        let status = unsafe {
            sys::cuModuleGetGlobal_v2(&mut address, &mut bytes, module.0, symbol.as_ptr())
        };
        check(status).map_err(|_| ErrorCode::INVALID_SYMBOL)?;
        Ok((address, bytes as u64))
    }

    /// Enqueues a tile kernel over a grid. The number of threads in a tile block is the kernel's own.
    ///
    /// # Errors
    /// What the driver says.
    pub fn launch(
        &self,
        function: GpuFunction,
        launch: &KernelLaunch,
        stream: GpuStream,
    ) -> Result<(), ErrorCode> {
        self.enter()?;
        let [x, y, z] = launch.grid;
        let bytes = launch.arguments.iter().map(|bytes| bytes.as_ptr().cast_mut().cast());
        let mut pointers: Vec<*mut c_void> = bytes.collect();
        let (function, stream, arguments) = (function.0, stream.0, pointers.as_mut_ptr());
        // SAFETY: there is an argument for each parameter, with as many bytes, which the driver copies.
        check(unsafe {
            match launch.blocks {
                Blocks::Independent => {
                    let extra = std::ptr::null_mut();
                    sys::cuLaunchKernel(function, x, y, z, 1, 1, 1, 0, stream, arguments, extra)
                }
                Blocks::Cooperative => {
                    sys::cuLaunchCooperativeKernel(function, x, y, z, 1, 1, 1, 0, stream, arguments)
                }
            }
        })
    }

    /// How many tile blocks of a kernel run at a time.
    ///
    /// # Errors
    /// What the driver says.
    pub fn resident(&self, function: GpuFunction) -> Result<u32, ErrorCode> {
        use sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT as PROCESSORS;
        let blocks = self.occupancy(function)?.max(0) as u32;
        Ok(blocks.saturating_mul(self.attribute(PROCESSORS).max(0) as u32))
    }

    /// An attribute of a kernel; 0 if the driver does not have it.
    pub fn function_attribute(
        &self,
        function: GpuFunction,
        which: sys::CUfunction_attribute,
    ) -> i32 {
        let mut value = 0;
        // SAFETY: an out-pointer to a local.
        let status = unsafe { sys::cuFuncGetAttribute(&mut value, which, function.0) };
        check(status).map_or(0, |()| value)
    }

    /// How many tile blocks of a kernel a multiprocessor holds at a time.
    ///
    /// # Errors
    /// What the driver says.
    pub fn occupancy(&self, function: GpuFunction) -> Result<i32, ErrorCode> {
        self.enter()?;
        use sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK as THREADS;
        let threads = self.function_attribute(function, THREADS);
        let mut blocks = 0;
        // SAFETY: an out-pointer to a local.
        check(unsafe {
            sys::cuOccupancyMaxActiveBlocksPerMultiprocessor(&mut blocks, function.0, threads, 0)
        })?;
        Ok(blocks)
    }

    /// An attribute of the GPU; 0 if the driver does not have it.
    pub fn attribute(&self, which: sys::CUdevice_attribute) -> i32 {
        let mut value = 0;
        // SAFETY: an out-pointer to a local.
        let status = unsafe { sys::cuDeviceGetAttribute(&mut value, which, self.device) };
        check(status).map_or(0, |()| value)
    }

    /// The name of the GPU, which ends with a zero byte.
    pub fn name(&self) -> [u8; 256] {
        let mut name = [0u8; 256];
        // SAFETY: there is room for as many bytes, the last of which stays 0.
        let _ = unsafe { sys::cuDeviceGetName(name.as_mut_ptr().cast(), 255, self.device) };
        name
    }

    pub fn uuid(&self) -> [u8; 16] {
        let mut uuid = sys::CUuuid { bytes: [0; 16] };
        // SAFETY: an out-pointer to a local.
        let _ = unsafe { sys::cuDeviceGetUuid_v2(&mut uuid, self.device) };
        uuid.bytes.map(|byte| byte as u8)
    }

    /// Bytes that can be had, and all.
    ///
    /// # Errors
    /// What the driver says.
    pub fn memory(&self) -> Result<(u64, u64), ErrorCode> {
        self.enter()?;
        let (mut available, mut total) = (0, 0);
        // SAFETY: out-pointers to locals.
        check(unsafe { sys::cuMemGetInfo_v2(&mut available, &mut total) })?;
        Ok((available as u64, total as u64))
    }

    /// The release of CUDA that the driver is of: 13030 is 13.3.
    pub fn driver_version(&self) -> i32 {
        let mut version = 0;
        // SAFETY: an out-pointer to a local.
        let status = unsafe { sys::cuDriverGetVersion(&mut version) };
        check(status).map_or(0, |()| version)
    }

    /// Where the GPU is on the bus, as text that ends with a zero byte.
    pub fn bus_id(&self) -> [u8; 16] {
        let mut id = [0u8; 16];
        // SAFETY: there is room for as many bytes.
        let _ = unsafe { sys::cuDeviceGetPCIBusId(id.as_mut_ptr().cast(), 16, self.device) };
        id
    }
}
