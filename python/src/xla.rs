//! The handlers of XLA's custom calls on the CPU and on CUDA, as the C interface of XLA's foreign functions (version 0.x) has them.
//!
//! In: buffers of XLA and the number of a [`Call`], which says what each parameter of the kernel gets. Out: what the kernel wrote, or
//! on CUDA a launch in XLA's stream. One handler a platform serves all kernels: it is registered once, and the attribute `call` tells
//! them apart.

use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{NonNull, null_mut};
use std::sync::{Arc, PoisonError, RwLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::driver::Handle;
use crate::gpu::{GpuKernel, Image};
use crate::launch::{CpuKernel, Stopped, run};
use crate::memory::{Range, host_memory};

/// What a parameter gets.
#[derive(Clone, Debug)]
enum Source {
    Operand(usize),
    Result(usize),
    Value(Vec<u8>),
}

/// The type of a buffer: the number of its element type in XLA, its dimensions, and its bytes.
type BufferType = (c_int, Vec<i64>, usize);

/// A launch whose arguments XLA passes.
struct Planned {
    on_cpu: tilec::CpuKernel,
    on_cuda: Arc<Image>,
    grid: [u32; 3],
    sources: Vec<Source>,
    /// The operands and the results.
    buffers: [Vec<BufferType>; 2],
}

/// By their numbers.
static CALLS: RwLock<Option<HashMap<i64, Arc<Planned>>>> = RwLock::new(None);

/// A custom call: it is known by its number as long as this is there.
#[pyclass(frozen, module = "tilec._native")]
pub struct Call {
    #[pyo3(get)]
    number: i64,
}

#[pymethods]
impl Call {
    /// Each source is the bytes of a value, the number of an operand, or of a result counted from -1 downwards. The number of the
    /// call says what it is in each process, for a compiled function may come from another one.
    #[new]
    fn new(
        number: i64,
        kernels: (Bound<'_, CpuKernel>, Bound<'_, GpuKernel>),
        grid: [u32; 3],
        sources: Vec<Bound<'_, PyAny>>,
        buffers: [Vec<BufferType>; 2],
    ) -> PyResult<Call> {
        let source = |given: Bound<'_, PyAny>| match given.extract::<isize>() {
            Ok(number) if number < 0 => Ok(Source::Result(number.unsigned_abs() - 1)),
            Ok(number) => Ok(Source::Operand(number.unsigned_abs())),
            Err(_) => given.extract().map(Source::Value),
        };
        let sources = sources.into_iter().map(source).collect::<PyResult<_>>()?;
        let (on_cpu, on_cuda) = (kernels.0.get().inner().clone(), kernels.1.get().image());
        let planned = Planned { on_cpu, on_cuda, grid, sources, buffers };
        let mut calls = CALLS.write().unwrap_or_else(PoisonError::into_inner);
        calls.get_or_insert_default().insert(number, Arc::new(planned));
        Ok(Call { number })
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let mut calls = CALLS.write().unwrap_or_else(PoisonError::into_inner);
        calls.as_mut().and_then(|calls| calls.remove(&self.number));
    }
}

/// The handler for `jax.ffi.register_ffi_target` on a platform, "cpu" or "CUDA".
#[pyfunction]
pub fn xla_handler<'py>(py: Python<'py>, platform: &str) -> PyResult<Bound<'py, PyCapsule>> {
    let handler: extern "C" fn(*mut CallFrame) -> *mut c_void = match platform {
        "cpu" => handle_on_cpu,
        "CUDA" => handle_on_cuda,
        _ => return Err(PyValueError::new_err(format!("{platform} has no handler"))),
    };
    let pointer = NonNull::new(handler as *mut c_void);
    let pointer = pointer.ok_or_else(|| pyo3::exceptions::PyRuntimeError::new_err("no handler"))?;
    // SAFETY: a function stays as long as the process.
    unsafe { PyCapsule::new_with_pointer(py, pointer, c"xla._CUSTOM_CALL_TARGET") }
}

/// `XLA_FFI_Extension_Base`
#[repr(C)]
struct Extension {
    struct_size: usize,
    kind: c_int,
    next: *mut Extension,
}

/// `XLA_FFI_Metadata_Extension`
#[repr(C)]
struct MetadataExtension {
    base: Extension,
    metadata: *mut Metadata,
}

/// `XLA_FFI_Api_Version`
#[repr(C)]
struct ApiVersion {
    struct_size: usize,
    extensions: *mut Extension,
    major: c_int,
    minor: c_int,
}

/// `XLA_FFI_Metadata`, as far as it was from the beginning
#[repr(C)]
struct Metadata {
    struct_size: usize,
    api_version: ApiVersion,
    traits: u32,
}

/// `XLA_FFI_Args` and `XLA_FFI_Rets`
#[repr(C)]
struct Values {
    struct_size: usize,
    extensions: *mut Extension,
    size: i64,
    types: *const c_int,
    values: *const *const XlaBuffer,
}

/// `XLA_FFI_Buffer`
#[repr(C)]
struct XlaBuffer {
    struct_size: usize,
    extensions: *mut Extension,
    dtype: c_int,
    data: *mut c_void,
    rank: i64,
    dimensions: *const i64,
}

/// `XLA_FFI_Attrs`
#[repr(C)]
struct Attributes {
    struct_size: usize,
    extensions: *mut Extension,
    size: i64,
    types: *const c_int,
    names: *const *const c_void,
    values: *const *const Scalar,
}

/// `XLA_FFI_Scalar`
#[repr(C)]
struct Scalar {
    dtype: c_int,
    value: *const i64,
}

/// `XLA_FFI_Error_Create_Args`
#[repr(C)]
struct ErrorArguments {
    struct_size: usize,
    extensions: *mut Extension,
    message: *const c_char,
    code: c_int,
}

/// `XLA_FFI_Stream_Get_Args`
#[repr(C)]
struct StreamArguments {
    struct_size: usize,
    extensions: *mut Extension,
    context: *mut c_void,
    stream: Handle,
}

/// `XLA_FFI_Api`, as far as the function for streams
#[repr(C)]
struct Api {
    struct_size: usize,
    extensions: *mut Extension,
    version: ApiVersion,
    internal: *const c_void,
    create_error: extern "C" fn(*mut ErrorArguments) -> *mut c_void,
    /// Of the message of an error, its end, and registrations.
    others: [*const c_void; 3],
    stream: extern "C" fn(*mut StreamArguments) -> *mut c_void,
}

/// `XLA_FFI_CallFrame`, as far as it is read
#[repr(C)]
struct CallFrame {
    struct_size: usize,
    extensions: *mut Extension,
    api: *const Api,
    context: *mut c_void,
    stage: c_int,
    operands: Values,
    results: Values,
    attributes: Attributes,
}

const METADATA: c_int = 1;
const SCALAR: c_int = 3;
const S64: c_int = 5;
const INVALID_ARGUMENT: c_int = 3;
const INTERNAL: c_int = 13;

const NO_SUCH_LAUNCH: &str = "this process has no such launch: trace the same function of tilec.jax.ffi_call on the same shapes \
                              before a function that another process has compiled is called";

/// The version of the interface that the structures above are from.
const VERSION: (c_int, c_int) = (0, 1);

/// How a platform launches.
type Launch = fn(&Planned, &CallFrame, &[&[u8]], &[Range]) -> Result<(), Failure>;

/// What XLA is told: a message, or an error of its own.
enum Failure {
    Message(String),
    Error(*mut c_void),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Message(message)
    }
}

extern "C" fn handle_on_cpu(frame: *mut CallFrame) -> *mut c_void {
    handle(frame, on_cpu)
}

extern "C" fn handle_on_cuda(frame: *mut CallFrame) -> *mut c_void {
    handle(frame, on_cuda)
}

/// `XLA_FFI_Handler`: null if all is well.
fn handle(frame: *mut CallFrame, launch: Launch) -> *mut c_void {
    // SAFETY: XLA passes a frame, which it keeps until this returns.
    let Some(frame) = (unsafe { frame.as_ref() }) else { return null_mut() };
    // SAFETY: as above; an extension of this kind has metadata to be filled in.
    unsafe {
        if let Some(extension) = frame.extensions.as_ref().filter(|it| it.kind == METADATA) {
            let extension = std::ptr::from_ref(extension).cast::<MetadataExtension>();
            if let Some(metadata) = (*extension).metadata.as_mut() {
                (metadata.api_version.major, metadata.api_version.minor) = VERSION;
                metadata.traits = 0;
            }
            return null_mut();
        }
    }
    let done = std::panic::catch_unwind(|| called(frame, launch));
    let (code, message) = match done {
        Ok(Ok(())) => return null_mut(),
        Ok(Err(Failure::Error(error))) => return error,
        Ok(Err(Failure::Message(message))) => (INVALID_ARGUMENT, message),
        Err(_) => (INTERNAL, "this is a bug in tilec; please report it".to_owned()),
    };
    let message = CString::new(message.replace('\0', " ")).unwrap_or_default();
    let mut arguments = ErrorArguments {
        struct_size: size_of::<ErrorArguments>(),
        extensions: null_mut(),
        message: message.as_ptr(),
        code,
    };
    // SAFETY: XLA's table is there as long as XLA; the message is copied.
    unsafe { frame.api.as_ref() }.map_or(null_mut(), |api| (api.create_error)(&mut arguments))
}

fn called(frame: &CallFrame, launch: Launch) -> Result<(), Failure> {
    let number = call_number(&frame.attributes);
    let number = number.ok_or_else(|| "the call has no attribute `call`".to_owned())?;
    let calls = CALLS.read().unwrap_or_else(PoisonError::into_inner);
    let planned = calls.as_ref().and_then(|calls| calls.get(&number)).cloned();
    drop(calls);
    let planned = planned.ok_or_else(|| NO_SUCH_LAUNCH.to_owned())?;
    let mut ranges = Vec::new();
    let mut addresses = [Vec::new(), Vec::new()];
    let passed = [(&frame.operands, true), (&frame.results, false)];
    for (index, (values, is_read_only)) in passed.into_iter().enumerate() {
        let given = buffers(values);
        let wanted = &planned.buffers[index];
        if given.len() != wanted.len() {
            return Err("the call has other buffers than were planned".to_owned().into());
        }
        for (number, (buffer, (dtype, dimensions, bytes))) in given.iter().zip(wanted).enumerate() {
            if buffer.dtype != *dtype || buffer.dimensions() != dimensions.as_slice() {
                let kind = ["operand", "result"][index];
                return Err(format!(
                    "{kind} {number} has type {} of XLA and dimensions {:?}, but the launch was planned for type {dtype} and \
                     dimensions {dimensions:?}",
                    buffer.dtype,
                    buffer.dimensions(),
                )
                .into());
            }
            let address = buffer.data as u64;
            ranges.push(Range { address, bytes: *bytes, is_read_only });
            addresses[index].push(address.to_le_bytes());
        }
    }
    let values: Option<Vec<&[u8]>> = planned
        .sources
        .iter()
        .map(|source| match source {
            Source::Operand(index) => addresses[0].get(*index).map(|it| &it[..]),
            Source::Result(index) => addresses[1].get(*index).map(|it| &it[..]),
            Source::Value(bytes) => Some(bytes.as_slice()),
        })
        .collect();
    let values = values.ok_or_else(|| "a parameter has no buffer".to_owned())?;
    launch(&planned, frame, &values, &ranges)
}

fn on_cpu(
    planned: &Planned,
    _: &CallFrame,
    values: &[&[u8]],
    ranges: &[Range],
) -> Result<(), Failure> {
    // SAFETY: XLA keeps its buffers until this returns, and they have the types whose bytes were planned.
    let memory = unsafe { host_memory(ranges, false) }?;
    match run(&planned.on_cpu, planned.grid, values, &memory) {
        Ok(run) if run.is_clean() => {
            print!("{}", run.output);
            Ok(())
        }
        Ok(run) => Err(run.log.into()),
        Err(Stopped::Refused(message)) => Err(message.into()),
        Err(Stopped::Panicked) => Err("this is a bug in tilec; please report it".to_owned().into()),
    }
}

fn on_cuda(
    planned: &Planned,
    frame: &CallFrame,
    values: &[&[u8]],
    _: &[Range],
) -> Result<(), Failure> {
    let mut arguments = StreamArguments {
        struct_size: size_of::<StreamArguments>(),
        extensions: null_mut(),
        context: frame.context,
        stream: null_mut(),
    };
    // SAFETY: XLA's table is there as long as XLA; it has had this function from the beginning.
    let api = unsafe { frame.api.as_ref() };
    let api = api.ok_or_else(|| "the call has no table of functions".to_owned())?;
    let error = (api.stream)(&mut arguments);
    if !error.is_null() {
        return Err(Failure::Error(error));
    }
    // SAFETY: the buffers have the types that were planned, so that each parameter gets a value of its size.
    Ok(unsafe { planned.on_cuda.launch_in(planned.grid, values, arguments.stream) }?)
}

impl XlaBuffer {
    fn dimensions(&self) -> &[i64] {
        match usize::try_from(self.rank) {
            // SAFETY: there are as many dimensions as the rank says, and they stay with the buffer.
            Ok(rank) if rank > 0 && !self.dimensions.is_null() => unsafe {
                std::slice::from_raw_parts(self.dimensions, rank)
            },
            _ => &[],
        }
    }
}

/// The buffers of a call.
fn buffers(values: &Values) -> Vec<&XlaBuffer> {
    let count = usize::try_from(values.size).unwrap_or_default();
    // SAFETY: XLA passes so many pointers to buffers, which it keeps until the call has ended.
    (0..count).map(|index| unsafe { &**values.values.add(index) }).collect()
}

/// The only attribute.
fn call_number(attributes: &Attributes) -> Option<i64> {
    if attributes.size != 1 {
        return None;
    }
    // SAFETY: there is one of each; a scalar of this type is 8 bytes.
    unsafe {
        let scalar = (*attributes.types == SCALAR).then(|| &**attributes.values)?;
        (scalar.dtype == S64).then(|| *scalar.value)
    }
}
