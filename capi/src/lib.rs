//! `libtilec_c`: the C interface of the compiler, which `include/tilec.h` declares.
//!
//! In: strings of C. Out: those of [`tilec::MemoryProgram`] and [`tilec::Compilation`], as strings that stay with the program:
//! [`results`] has them, [`run`] the launches on the CPU device.
//!
//! *Invariant:* no call ends the process, and none prints. A pointer of the caller that may be null is tested.
#![expect(unsafe_code, reason = "the library is a C interface")]

#[cfg(feature = "mimalloc")]
mod allocator;
mod results;
mod run;
mod text;

use std::collections::BTreeMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use tilec::{Compilation, MemoryProgram};

use text::{string, text, texts};

/// `tilecResult`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Answer {
    Success = 0,
    Internal = 1,
    InvalidInput = 2,
    InvalidProgram = 3,
    InvalidOption = 4,
    Compilation = 5,
    NotCompiled = 6,
    NoSuchName = 7,
    Cancelled = 8,
    NotMade = 9,
    Run = 10,
}

/// What a `tilecProgram` points to.
pub struct Handle {
    program: MemoryProgram,
    made: Option<Made>,
    flow: Option<Flow>,
}

/// `tilecFlowCallback` with its payload. It is called by the thread that compiles.
#[derive(Clone, Copy)]
struct Flow {
    callback: extern "C" fn(*mut Handle, *mut c_void) -> c_int,
    payload: *mut c_void,
}

/// A compilation in strings of C.
struct Made {
    has_errors: bool,
    ptx: CString,
    /// Made when it is first asked for.
    tile_ir: OnceLock<CString>,
    log: CString,
    diagnostics: CString,
    compilation: Compilation,
    /// Symbols that were asked for.
    symbols: BTreeMap<String, CString>,
    /// What was made when it was asked for.
    cubin: Option<Vec<u8>>,
    bytecode: Option<Vec<u8>>,
    schedule: Option<Vec<u8>>,
    /// What the last call that failed says.
    failure: CString,
    run: Option<run::Outcome>,
}

impl Made {
    fn tile_ir(&self) -> &CString {
        self.tile_ir.get_or_init(|| string(self.compilation.tile_ir().unwrap_or_default()))
    }
}

/// The name of a source that has none.
const DEFAULT_NAME: &str = "default_program.cu";

/// What an answer means.
#[unsafe(no_mangle)]
pub extern "C" fn tilecGetErrorString(answer: c_int) -> *const c_char {
    let text = match answer {
        0 => c"no error",
        1 => c"internal error",
        2 => c"a pointer is null or a number negative",
        3 => c"not a program",
        4 => c"invalid option",
        5 => c"the program has errors",
        6 => c"the program is not compiled",
        7 => c"no such name expression",
        8 => c"the callback has cancelled the compilation",
        9 => c"what was asked for cannot be made of the program",
        10 => c"the kernel has stopped, or the sanitizer has found something",
        _ => c"unknown error",
    };
    text.as_ptr()
}

/// The version of the compiler.
#[unsafe(no_mangle)]
pub extern "C" fn tilecVersion() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Makes a program.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecCreateProgram(
    program: *mut *mut Handle,
    source: *const c_char,
    name: *const c_char,
    header_count: c_int,
    headers: *const *const c_char,
    header_names: *const *const c_char,
) -> Answer {
    if program.is_null() {
        return Answer::InvalidInput;
    }
    #[cfg(feature = "mimalloc")]
    allocator::set_up();
    // SAFETY: the caller's promise.
    let texts = unsafe {
        (text(source), text(name), texts(headers, header_count), texts(header_names, header_count))
    };
    let (Some(source), name, Some(headers), Some(names)) = texts else {
        return Answer::InvalidInput;
    };
    let mut made = MemoryProgram::new(name.as_deref().unwrap_or(DEFAULT_NAME), &source);
    for (name, text) in names.iter().zip(&headers) {
        made.header(name, text);
    }
    let handle = Box::new(Handle { program: made, made: None, flow: None });
    // SAFETY: it is not null.
    unsafe { program.write(Box::into_raw(handle)) };
    Answer::Success
}

/// Destroys a program.
///
/// # Safety
/// It is null, or points to a program or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecDestroyProgram(program: *mut *mut Handle) -> Answer {
    // SAFETY: the caller's promise.
    let Some(slot) = (unsafe { program.as_mut() }) else { return Answer::InvalidInput };
    if slot.is_null() {
        return Answer::InvalidProgram;
    }
    // SAFETY: the pointer is one of `tilecCreateProgram`, and is not used again.
    drop(unsafe { Box::from_raw(*slot) });
    *slot = std::ptr::null_mut();
    Answer::Success
}

/// Adds a name expression.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecAddNameExpression(
    program: *mut Handle,
    expression: *const c_char,
) -> Answer {
    // SAFETY: the caller's promise.
    let (handle, expression) = unsafe { (program.as_mut(), text(expression)) };
    let Some(handle) = handle else { return Answer::InvalidProgram };
    let Some(expression) = expression else { return Answer::InvalidInput };
    handle.program.kernel(&expression);
    Answer::Success
}

/// Has compilations of a program ask whether to go on; a null callback ends that.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecSetFlowCallback(
    program: *mut Handle,
    callback: Option<extern "C" fn(*mut Handle, *mut c_void) -> c_int>,
    payload: *mut c_void,
) -> Answer {
    // SAFETY: the caller's promise.
    let Some(handle) = (unsafe { program.as_mut() }) else { return Answer::InvalidProgram };
    handle.flow = callback.map(|callback| Flow { callback, payload });
    Answer::Success
}

/// Compiles a program.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecCompileProgram(
    program: *mut Handle,
    option_count: c_int,
    options: *const *const c_char,
) -> Answer {
    // SAFETY: the caller's promise.
    let (handle, options) = unsafe { (program.as_mut(), texts(options, option_count)) };
    let Some(handle) = handle else { return Answer::InvalidProgram };
    let Some(options) = options else { return Answer::InvalidInput };
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    handle.made = None;
    let (flow, source) = (handle.flow, &handle.program);
    let compiled = catch_unwind(AssertUnwindSafe(|| match flow {
        Some(Flow { callback, payload }) => {
            source.compile_while(&options, || callback(program, payload) == 0)
        }
        None => Some(source.compile(&options)),
    }));
    let Ok(compilation) = compiled else { return Answer::Internal };
    let Some(compilation) = compilation else { return Answer::Cancelled };
    let answer = match (compilation.has_bad_options, compilation.has_errors) {
        (true, _) => Answer::InvalidOption,
        (false, true) => Answer::Compilation,
        (false, false) => Answer::Success,
    };
    handle.made = Some(Made {
        has_errors: compilation.has_errors,
        ptx: string(compilation.ptx.as_deref().unwrap_or_default()),
        tile_ir: OnceLock::new(),
        log: string(&compilation.log),
        diagnostics: string(&compilation.diagnostics),
        compilation,
        symbols: BTreeMap::new(),
        cubin: None,
        bytecode: None,
        schedule: None,
        failure: CString::default(),
        run: None,
    });
    answer
}
