//! The CUDA driver, found at run time: the functions of its API that launches need, and the contexts of its devices.
//!
//! Memory of frameworks belongs to the primary context of a GPU, so a launch on it is made there, whichever context is current.
//!
//! *Invariant:* a call that needs a context is made between [`Driver::enter`] and the drop of what that returns.
//!
//! *Invariant:* what is kept of a context is found by its [`Context`]: after `cudaDeviceReset` another one has its address.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr::{null, null_mut};
use std::sync::{Mutex, OnceLock, PoisonError};

use libloading::Library;

use crate::fork;

/// A context, a module, a function or a stream, which the driver alone looks into.
pub type Handle = *mut c_void;

/// `CUlaunchConfig`
#[repr(C)]
pub struct LaunchConfig {
    pub grid: [c_uint; 3],
    pub block: [c_uint; 3],
    pub shared: c_uint,
    pub stream: Handle,
    pub attributes: *const c_void,
    pub n_attributes: c_uint,
}

/// The functions by their fields, with their names and parameters. A driver may lack some.
macro_rules! functions {
    ($($field:ident: $name:literal ($($parameter:ty),*);)*) => {
        pub struct Driver {
            $($field: Option<unsafe extern "system" fn($($parameter),*) -> c_int>,)*
            /// The primary contexts by the numbers of their GPUs.
            primary: Mutex<HashMap<c_int, Context>>,
            /// Those that have kernels.
            used: Mutex<Vec<Context>>,
            /// Keeps the functions there.
            _library: Library,
        }

        impl Driver {
            /// # Safety
            /// The library is a CUDA driver, whose functions have these parameters.
            unsafe fn new(library: Library) -> Driver {
                $(
                    // SAFETY: as the caller says; the library stays as long as the function.
                    let $field = unsafe { library.get(concat!($name, "\0")) }.ok().map(|found| *found);
                )*
                Driver { $($field,)* primary: Mutex::default(), used: Mutex::default(), _library: library }
            }
        }
    };
}

functions! {
    init: "cuInit" (c_uint);
    error_text: "cuGetErrorString" (c_int, *mut *const c_char);
    device: "cuDeviceGet" (*mut c_int, c_int);
    attribute: "cuDeviceGetAttribute" (*mut c_int, c_int, c_int);
    retain: "cuDevicePrimaryCtxRetain" (*mut Handle, c_int);
    current: "cuCtxGetCurrent" (*mut Handle);
    set_current: "cuCtxSetCurrent" (Handle);
    context_id: "cuCtxGetId" (Handle, *mut u64);
    synchronize: "cuCtxSynchronize" ();
    stream_context: "cuStreamGetCtx" (Handle, *mut Handle);
    capture_mode: "cuThreadExchangeStreamCaptureMode" (*mut c_int);
    is_capturing: "cuStreamIsCapturing" (Handle, *mut c_int);
    load: "cuModuleLoadDataEx" (*mut Handle, *const c_void, c_uint, *mut c_int, *mut *mut c_void);
    make_event: "cuEventCreate" (*mut Handle, c_uint);
    record_event: "cuEventRecord" (Handle, Handle);
    wait_for_event: "cuStreamWaitEvent" (Handle, Handle, c_uint);
    destroy_event: "cuEventDestroy_v2" (Handle);
    function: "cuModuleGetFunction" (*mut Handle, Handle, *const c_char);
    launch: "cuLaunchKernelEx" (*const LaunchConfig, Handle, *mut *mut c_void, *mut *mut c_void);
}

/// Calls a function of the driver, or says that the call fails.
macro_rules! call {
    ($driver:expr, $field:ident, $name:literal, $($argument:expr),*) => {
        match $driver.$field {
            // SAFETY: pointers are to locals that outlive the call, handles are from the driver.
            Some(function) => $driver.checked($name, unsafe { function($($argument),*) }),
            None => Err(concat!("the driver has no ", $name).to_owned()),
        }
    };
}

/// A context: its address, and the number that no other context of the process has; 0 from drivers before CUDA 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    pub handle: usize,
    id: u64,
}

/// Whatever needs a context runs while this is there; then the one that was current before is so again.
pub struct Entered {
    driver: &'static Driver,
    pub context: Context,
    previous: Option<Handle>,
}

impl Drop for Entered {
    fn drop(&mut self) {
        if let Some(previous) = self.previous {
            // The driver has made it current before; a drop has nothing to return an error to.
            let _ = call!(self.driver, set_current, "cuCtxSetCurrent", previous);
        }
    }
}

const NAME: &str = if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so.1" };

/// Room for the driver's assembler to explain a refusal.
const LOG_BYTES: usize = 8192;

// CU_JIT_ERROR_LOG_BUFFER and its size, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_{MAJOR,MINOR}, CU_STREAM_CAPTURE_MODE_RELAXED
const LOG: c_int = 5;
const LOG_SIZE: c_int = 6;
const MAJOR: c_int = 75;
const MINOR: c_int = 76;
const RELAXED: c_int = 2;
/// `CU_EVENT_DISABLE_TIMING`
const NO_TIMING: c_uint = 2;

/// The driver of this machine, initialised; none where there is none, or no GPU for it.
pub fn driver() -> Option<&'static Driver> {
    static DRIVER: OnceLock<Option<Driver>> = OnceLock::new();
    if let Some(found) = DRIVER.get() {
        return found.as_ref();
    }
    // The caller does not hold the interpreter's lock, which a fork may be waiting for.
    let _gate = fork::no_fork();
    let found = DRIVER.get_or_init(|| {
        // SAFETY: a library of this name is the driver, which does nothing as it is loaded.
        let driver = unsafe { Driver::new(Library::new(NAME).ok()?) };
        call!(driver, init, "cuInit", 0).ok()?;
        Some(driver)
    });
    found.as_ref()
}

impl Driver {
    fn checked(&self, name: &str, status: c_int) -> Result<(), String> {
        if status == 0 {
            return Ok(());
        }
        let mut text = null();
        if let Some(error_text) = self.error_text {
            // SAFETY: an out-pointer to a local.
            unsafe { error_text(status, &mut text) };
        }
        let text = match text.is_null() {
            true => "unknown error".into(),
            // SAFETY: the driver's texts stay.
            false => unsafe { CStr::from_ptr(text) }.to_string_lossy(),
        };
        Err(format!("{name}: {text} ({status})"))
    }

    /// The compute capability of the first GPU.
    pub fn compute(&self) -> Option<(c_int, c_int)> {
        let mut device = 0;
        call!(self, device, "cuDeviceGet", &mut device, 0).ok()?;
        let attribute = |which| {
            let mut value = 0;
            call!(self, attribute, "cuDeviceGetAttribute", &mut value, which, device).ok()?;
            Some(value)
        };
        Some((attribute(MAJOR)?, attribute(MINOR)?))
    }

    fn current(&self) -> Result<Handle, String> {
        let mut context = null_mut();
        call!(self, current, "cuCtxGetCurrent", &mut context)?;
        Ok(context)
    }

    /// A context by its address.
    fn identified(&self, handle: Handle) -> Result<Context, String> {
        let mut id = 0;
        if self.context_id.is_some() {
            call!(self, context_id, "cuCtxGetId", handle, &mut id)?;
        }
        Ok(Context { handle: handle as usize, id })
    }

    fn is_there(&self, context: Context) -> bool {
        self.identified(context.handle as Handle).is_ok_and(|found| found == context)
    }

    /// The primary context of a device, which is kept.
    fn primary(&self, ordinal: c_int) -> Result<Context, String> {
        let mut primary = self.primary.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&context) = primary.get(&ordinal)
            && self.is_there(context)
        {
            return Ok(context);
        }
        let (mut device, mut context) = (0, null_mut());
        call!(self, device, "cuDeviceGet", &mut device, ordinal)?;
        call!(self, retain, "cuDevicePrimaryCtxRetain", &mut context, device)?;
        let context = self.identified(context)?;
        primary.insert(ordinal, context);
        Ok(context)
    }

    /// Has the primary context of a device current. Without a device that is the current context, whichever it is; where there is
    /// none, the primary one of the first device becomes it and stays it.
    pub fn enter(&'static self, ordinal: Option<c_int>) -> Result<Entered, String> {
        let current = self.current()?;
        let entered = |context, previous| Entered { driver: self, context, previous };
        let Some(ordinal) = ordinal else {
            if !current.is_null() {
                return Ok(entered(self.identified(current)?, None));
            }
            let context = self.primary(0)?;
            call!(self, set_current, "cuCtxSetCurrent", context.handle as Handle)?;
            return Ok(entered(context, None));
        };
        self.enter_context(self.primary(ordinal)?, current)
    }

    /// Has the context of a stream current.
    pub fn enter_stream(&'static self, stream: Handle) -> Result<Entered, String> {
        let mut context = null_mut();
        call!(self, stream_context, "cuStreamGetCtx", stream, &mut context)?;
        self.enter_context(self.identified(context)?, self.current()?)
    }

    fn enter_context(&'static self, context: Context, current: Handle) -> Result<Entered, String> {
        let handle = context.handle as Handle;
        if current == handle {
            return Ok(Entered { driver: self, context, previous: None });
        }
        call!(self, set_current, "cuCtxSetCurrent", handle)?;
        Ok(Entered { driver: self, context, previous: Some(current) })
    }

    /// Waits for all work of the current context, and of those that have kernels.
    pub fn synchronize(&'static self) -> Result<(), String> {
        let mut contexts = {
            let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            used.retain(|&context| self.is_there(context));
            used.clone()
        };
        let current = self.current()?;
        if !current.is_null() {
            contexts.retain(|context| context.handle as Handle != current);
            contexts.push(self.identified(current)?);
        }
        for context in contexts {
            let _entered = self.enter_context(context, current)?;
            call!(self, synchronize, "cuCtxSynchronize",)?;
        }
        Ok(())
    }

    /// Whether what a stream is given is captured in a graph. Drivers before CUDA 10 have no captures.
    pub fn is_capturing(&self, stream: u64) -> Result<bool, String> {
        let mut status: c_int = 0;
        if self.is_capturing.is_some() {
            call!(self, is_capturing, "cuStreamIsCapturing", stream as Handle, &mut status)?;
        }
        Ok(status != 0)
    }

    /// Has a stream wait for what another one has in its queue.
    pub fn order(&self, first: u64, then: u64) -> Result<(), String> {
        let mut event = null_mut();
        call!(self, make_event, "cuEventCreate", &mut event, NO_TIMING)?;
        let record = || call!(self, record_event, "cuEventRecord", event, first as Handle);
        let wait = || call!(self, wait_for_event, "cuStreamWaitEvent", then as Handle, event, 0);
        let done = record().and_then(|()| wait());
        // The driver keeps it as long as a stream waits for it.
        done.and(call!(self, destroy_event, "cuEventDestroy_v2", event))
    }

    /// A kernel of PTX, in the context that is current; its module stays as long as the context.
    pub fn kernel(&self, ptx: &CStr, symbol: &CStr, context: Context) -> Result<usize, String> {
        // A load is allowed while another library captures what a stream does.
        let mut mode = RELAXED;
        self.exchange_capture_mode(&mut mode)?;
        let found = self.loaded(ptx, symbol);
        self.exchange_capture_mode(&mut mode)?;
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.retain(|known| known.handle != context.handle);
        used.push(context);
        found
    }

    /// Drivers before CUDA 10.1 have no modes.
    fn exchange_capture_mode(&self, mode: &mut c_int) -> Result<(), String> {
        match self.capture_mode {
            Some(_) => call!(self, capture_mode, "cuThreadExchangeStreamCaptureMode", mode),
            None => Ok(()),
        }
    }

    fn loaded(&self, ptx: &CStr, symbol: &CStr) -> Result<usize, String> {
        let mut log = vec![0u8; LOG_BYTES];
        let mut options = [LOG, LOG_SIZE];
        let mut values = [log.as_mut_ptr().cast::<c_void>(), (LOG_BYTES - 1) as *mut c_void];
        let (mut module, mut function) = (null_mut(), null_mut());
        let image = ptx.as_ptr().cast();
        let n_options = options.len() as c_uint;
        let options = options.as_mut_ptr();
        let values = values.as_mut_ptr();
        let done =
            call!(self, load, "cuModuleLoadDataEx", &mut module, image, n_options, options, values);
        if let Err(message) = done {
            let told = CStr::from_bytes_until_nul(&log).unwrap_or_default().to_string_lossy();
            return Err(match told.is_empty() {
                true => message,
                false => format!("the driver refuses the PTX: {told}"),
            });
        }
        call!(self, function, "cuModuleGetFunction", &mut function, module, symbol.as_ptr())?;
        Ok(function as usize)
    }

    /// Queues a kernel. Its parameters are where the pointers lead.
    ///
    /// # Safety
    /// The kernel is of the current context and has as many parameters, of these sizes.
    pub unsafe fn launch(
        &self,
        function: usize,
        grid: [u32; 3],
        parameters: &mut [*mut c_void],
        stream: u64,
    ) -> Result<(), String> {
        let config = LaunchConfig {
            grid,
            // A kernel fixes the threads of its tile blocks, so that a launch passes one.
            block: [1; 3],
            shared: 0,
            stream: stream as Handle,
            attributes: null(),
            n_attributes: 0,
        };
        let function = function as Handle;
        let parameters = parameters.as_mut_ptr();
        call!(self, launch, "cuLaunchKernelEx", &config, function, parameters, null_mut())
    }
}
