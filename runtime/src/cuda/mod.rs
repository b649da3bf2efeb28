//! CUDA devices through the driver API, found at run time.
//!
//! The one place with `unsafe` code: every block is a call into the driver with pointers that
//! live across the call. A tile block is one CTA whose size the kernel itself fixes with
//! `.reqntid`, so launches always pass a block of 1.
#![expect(unsafe_code, reason = "the driver API is a C interface")]

use std::ffi::{CStr, CString, c_void};
use std::sync::Arc;
use std::time::Duration;

use cudarc::driver::result::DriverError;
use cudarc::driver::{CudaContext, result, sys};

use crate::Error;
use crate::launch::{Value, kernel_names};

/// A GPU with its primary context.
#[derive(Clone, Debug)]
pub struct Gpu {
    context: Arc<CudaContext>,
}

/// Memory of a GPU.
#[derive(Debug)]
pub struct Allocation {
    context: Arc<CudaContext>,
    address: sys::CUdeviceptr,
}

/// PTX that the driver has compiled.
#[derive(Debug)]
pub struct Module {
    image: Arc<Image>,
    /// Symbols and, where the PTX records them, source names of the kernels.
    kernels: Vec<(String, String)>,
}

#[derive(Debug)]
struct Image {
    context: Arc<CudaContext>,
    module: sys::CUmodule,
}

#[derive(Debug)]
pub struct Kernel {
    image: Arc<Image>,
    function: sys::CUfunction,
    name: String,
}

// SAFETY: module and function handles may be used from any thread that has the context current,
// and every use below makes it current first.
unsafe impl Send for Image {}
// SAFETY: as above; the driver locks.
unsafe impl Sync for Image {}
// SAFETY: as above.
unsafe impl Send for Kernel {}
// SAFETY: as above.
unsafe impl Sync for Kernel {}

/// The driver of this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DriverInfo {
    /// The CUDA release that it is of: 12080 is 12.8.
    pub version: u32,
    pub gpus: Vec<GpuInfo>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GpuInfo {
    pub name: String,
    /// The compute capability, (9, 0).
    pub compute: (u32, u32),
    /// Bytes.
    pub memory: usize,
}

/// The driver and its GPUs; nothing where one or the other is missing.
pub fn driver_info() -> Option<DriverInfo> {
    // SAFETY: looks for the library, nothing more.
    if !unsafe { sys::is_culib_present() } {
        return None;
    }
    result::init().ok()?;
    let mut version = 0;
    // SAFETY: an out-pointer to a local.
    let status = unsafe { sys::cuDriverGetVersion(&mut version) };
    if status != sys::CUresult::CUDA_SUCCESS {
        return None;
    }
    let gpus: Vec<GpuInfo> = (0..result::device::get_count().ok()?)
        .filter_map(|ordinal| gpu_info(result::device::get(ordinal).ok()?))
        .collect();
    let version = u32::try_from(version).ok()?;
    (!gpus.is_empty()).then_some(DriverInfo { version, gpus })
}

fn gpu_info(device: sys::CUdevice) -> Option<GpuInfo> {
    use sys::CUdevice_attribute::{
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR as MAJOR,
        CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR as MINOR,
    };
    let attribute = |which| {
        // SAFETY: the driver gave this device.
        let value = unsafe { result::device::get_attribute(device, which) };
        u32::try_from(value.ok()?).ok()
    };
    Some(GpuInfo {
        name: result::device::get_name(device).ok()?,
        compute: (attribute(MAJOR)?, attribute(MINOR)?),
        // SAFETY: as above.
        memory: unsafe { result::device::total_mem(device) }.ok()?,
    })
}

/// Room for the driver's assembler to explain a refusal.
const LOG_BYTES: usize = 8192;

fn driver(call: &'static str) -> impl FnOnce(DriverError) -> Error {
    move |error| Error::Driver {
        call,
        code: error.0 as i32,
        name: error.error_name().map_or_else(|_| "unknown".into(), |n| n.to_string_lossy().into()),
    }
}

impl Gpu {
    pub fn open(ordinal: usize) -> Result<Gpu, Error> {
        // SAFETY: looks for the library, nothing more.
        if !unsafe { sys::is_culib_present() } {
            return Err(Error::NoCudaDevice);
        }
        let context = CudaContext::new(ordinal).map_err(|_| Error::NoCudaDevice)?;
        Ok(Gpu { context })
    }

    fn enter(&self) -> Result<(), Error> {
        self.context.bind_to_thread().map_err(driver("cuCtxSetCurrent"))
    }

    pub fn load(&self, ptx: &str) -> Result<Module, Error> {
        self.enter()?;
        let text = CString::new(ptx)
            .map_err(|_| Error::BadProgram { message: "PTX with a zero byte".into() })?;
        let mut log = vec![0u8; LOG_BYTES];
        let mut options = [
            sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
            sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        ];
        let mut values = [log.as_mut_ptr().cast::<c_void>(), LOG_BYTES as *mut c_void];
        let mut module = std::ptr::null_mut();
        // SAFETY: all pointers are to locals that outlive the call; the text ends in a zero.
        let status = unsafe {
            sys::cuModuleLoadDataEx(
                &mut module,
                text.as_ptr().cast(),
                options.len() as u32,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        if status != sys::CUresult::CUDA_SUCCESS {
            let text = CStr::from_bytes_until_nul(&log).map(CStr::to_string_lossy);
            let text = text.unwrap_or_default().trim().to_string();
            let DriverError(code) = DriverError(status);
            let log = if text.is_empty() { format!("error {}", code as i32) } else { text };
            return Err(Error::Load { log });
        }
        let image = Arc::new(Image { context: self.context.clone(), module });
        Ok(Module { image, kernels: kernel_names(ptx, ".entry ") })
    }

    /// Zeroed memory; at least one byte, so that every buffer has an address.
    pub fn allocate(&self, bytes: usize) -> Result<Allocation, Error> {
        self.enter()?;
        let bytes = bytes.max(1);
        // SAFETY: plain allocation and a fill of just that range.
        let address = unsafe { result::malloc_sync(bytes) }.map_err(driver("cuMemAlloc"))?;
        let allocation = Allocation { context: self.context.clone(), address };
        // SAFETY: as above.
        unsafe { result::memset_d8_sync(address, 0, bytes) }.map_err(driver("cuMemsetD8"))?;
        Ok(allocation)
    }

    pub fn write(&self, to: &Allocation, bytes: &[u8]) -> Result<(), Error> {
        self.enter()?;
        // SAFETY: the caller has compared the sizes.
        unsafe { result::memcpy_htod_sync(to.address, bytes) }.map_err(driver("cuMemcpyHtoD"))
    }

    pub fn read(&self, from: &Allocation, bytes: &mut [u8]) -> Result<(), Error> {
        self.synchronize()?;
        // SAFETY: the caller has compared the sizes.
        unsafe { result::memcpy_dtoh_sync(bytes, from.address) }.map_err(driver("cuMemcpyDtoH"))
    }

    pub fn copy(&self, from: &Allocation, to: &Allocation, bytes: usize) -> Result<(), Error> {
        self.enter()?;
        // SAFETY: the caller has compared the sizes.
        unsafe { result::memcpy_dtod_sync(to.address, from.address, bytes) }
            .map_err(driver("cuMemcpyDtoD"))
    }

    pub fn synchronize(&self) -> Result<(), Error> {
        self.context.synchronize().map_err(driver("cuCtxSynchronize"))
    }

    pub fn name(&self) -> Result<String, Error> {
        self.context.name().map_err(driver("cuDeviceGetName"))
    }

    pub fn time(&self, launches: impl FnOnce() -> Result<(), Error>) -> Result<Duration, Error> {
        self.enter()?;
        let (start, end) = (Event::new()?, Event::new()?);
        start.record()?;
        launches()?;
        end.record()?;
        self.synchronize()?;
        // SAFETY: both live, and were recorded in one stream.
        let elapsed = unsafe { result::event::elapsed(start.0, end.0) };
        let milliseconds = elapsed.map_err(driver("cuEventElapsedTime"))?;
        Ok(Duration::from_secs_f64(f64::from(milliseconds.max(0.0)) / 1e3))
    }
}

/// A time that the GPU notes between launches; its context is current while it lives.
struct Event(sys::CUevent);

impl Event {
    fn new() -> Result<Event, Error> {
        let flags = sys::CUevent_flags::CU_EVENT_DEFAULT;
        result::event::create(flags).map(Event).map_err(driver("cuEventCreate"))
    }

    fn record(&self) -> Result<(), Error> {
        // SAFETY: the event lives; launches go to the same stream.
        unsafe { result::event::record(self.0, std::ptr::null_mut()) }
            .map_err(driver("cuEventRecord"))
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: created once and destroyed once. A failure has no one to report to.
        let _ = unsafe { result::event::destroy(self.0) };
    }
}

impl Module {
    pub fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        let found = self.kernels.iter().find(|(symbol, source)| symbol == name || source == name);
        let Some((symbol, _)) = found else {
            let known = self.kernels.iter().map(|(_, source)| source.clone()).collect();
            return Err(Error::NoSuchKernel { name: name.to_string(), known });
        };
        self.image.context.bind_to_thread().map_err(driver("cuCtxSetCurrent"))?;
        let text = CString::new(symbol.as_str())
            .map_err(|_| Error::BadProgram { message: "symbol with a zero byte".into() })?;
        // SAFETY: the module is loaded and stays so while the image lives.
        let function = unsafe { result::module::get_function(self.image.module, text) }
            .map_err(driver("cuModuleGetFunction"))?;
        Ok(Kernel { image: self.image.clone(), function, name: name.to_string() })
    }
}

impl Module {
    pub fn write_global(&self, symbol: &str, bytes: &[u8]) -> Result<(), Error> {
        let address = self.global(symbol, bytes.len())?;
        // SAFETY: the variable has at least as many bytes.
        unsafe { result::memcpy_htod_sync(address, bytes) }.map_err(driver("cuMemcpyHtoD"))
    }

    pub fn read_global(&self, symbol: &str, bytes: &mut [u8]) -> Result<(), Error> {
        self.image.context.synchronize().map_err(driver("cuCtxSynchronize"))?;
        let address = self.global(symbol, bytes.len())?;
        // SAFETY: the variable has at least as many bytes.
        unsafe { result::memcpy_dtoh_sync(bytes, address) }.map_err(driver("cuMemcpyDtoH"))
    }

    /// The address of a variable that has at least `wanted` bytes.
    fn global(&self, symbol: &str, wanted: usize) -> Result<sys::CUdeviceptr, Error> {
        let missing = || Error::NoSuchGlobal { name: symbol.to_owned() };
        self.image.context.bind_to_thread().map_err(driver("cuCtxSetCurrent"))?;
        let text = CString::new(symbol).map_err(|_| missing())?;
        // SAFETY: the module is loaded and stays so while the image lives.
        let found = unsafe { result::module::get_global(self.image.module, text) };
        let (address, size) = found.map_err(|_| missing())?;
        match wanted <= size {
            true => Ok(address),
            false => Err(Error::Size { expected: size, found: wanted }),
        }
    }
}

impl Kernel {
    pub fn launch(&self, grid: [u32; 3], args: &[Value<'_>]) -> Result<(), Error> {
        self.image.context.bind_to_thread().map_err(driver("cuCtxSetCurrent"))?;
        self.check_parameters(args)?;
        let bits: Vec<u64> = args
            .iter()
            .map(|arg| match arg {
                Value::Scalar(scalar) => scalar.bits,
                Value::Bytes(_) => 0,
            })
            .collect();
        let mut pointers: Vec<*mut c_void> = args
            .iter()
            .zip(&bits)
            .map(|(arg, word)| match arg {
                Value::Scalar(_) => std::ptr::from_ref(word).cast_mut().cast(),
                Value::Bytes(bytes) => bytes.as_ptr().cast_mut().cast(),
            })
            .collect();
        // SAFETY: the driver copies each parameter's bytes out of `bits` or the caller's object,
        // which outlive the call, and writes to neither; numbers and sizes of the parameters have
        // been compared with the kernel's.
        unsafe {
            result::launch_kernel(
                self.function,
                (grid[0], grid[1], grid[2]),
                (1, 1, 1),
                0,
                std::ptr::null_mut(),
                &mut pointers,
            )
        }
        .map_err(driver("cuLaunchKernel"))
    }

    fn check_parameters(&self, args: &[Value<'_>]) -> Result<(), Error> {
        let error = |message| Error::Arguments { kernel: self.name.clone(), message };
        for index in 0.. {
            let (mut offset, mut size) = (0, 0);
            // SAFETY: out-pointers to locals; the index may be past the end, which is an error code.
            let status =
                unsafe { sys::cuFuncGetParamInfo(self.function, index, &mut offset, &mut size) };
            let present = status == sys::CUresult::CUDA_SUCCESS;
            let given = args.get(index).map(|arg| match arg {
                Value::Scalar(scalar) => usize::from(scalar.size),
                Value::Bytes(bytes) => bytes.len(),
            });
            match (present, given) {
                (true, Some(found)) if found == size => {}
                (true, Some(found)) => {
                    return Err(error(format!(
                        "argument {index} has {found} bytes, the parameter {size}"
                    )));
                }
                (true, None) => return Err(error(format!("argument {index} is missing"))),
                (false, Some(_)) => {
                    return Err(error(format!("{} arguments, {index} parameters", args.len())));
                }
                (false, None) => break,
            }
        }
        Ok(())
    }
}

impl Allocation {
    pub fn address(&self) -> u64 {
        self.address
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: the address came from the allocator and is freed once. A failure has no one to
        // report to; the context's next call reports it.
        let _ = self.context.bind_to_thread().map(|()| unsafe { result::free_sync(self.address) });
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        // SAFETY: as for memory.
        let _ =
            self.context.bind_to_thread().map(|()| unsafe { result::module::unload(self.module) });
    }
}
