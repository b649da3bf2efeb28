//! `libtilec_c`: the C interface of the compiler, which `include/tilec.h` declares.
//!
//! In: strings of C. Out: those of [`tilec::MemoryProgram`] and [`tilec::Compilation`], as strings that stay with the program.
//!
//! *Invariant:* no call ends the process, and none prints. A pointer of the caller that may be null is tested.
#![expect(unsafe_code, reason = "the library is a C interface")]

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use tilec::{Compilation, MemoryProgram};

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
}

/// What a `tilecProgram` points to.
pub struct Handle {
    program: MemoryProgram,
    made: Option<Made>,
}

/// A compilation in strings of C.
struct Made {
    has_errors: bool,
    ptx: CString,
    tile_ir: CString,
    log: CString,
    diagnostics: CString,
    compilation: Compilation,
    /// Symbols that were asked for.
    symbols: BTreeMap<String, CString>,
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
    let handle = Box::new(Handle { program: made, made: None });
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
    let compiled = catch_unwind(AssertUnwindSafe(|| handle.program.compile(&options)));
    let Ok(compilation) = compiled else { return Answer::Internal };
    let answer = match (compilation.has_bad_options, compilation.has_errors) {
        (true, _) => Answer::InvalidOption,
        (false, true) => Answer::Compilation,
        (false, false) => Answer::Success,
    };
    handle.made = Some(Made {
        has_errors: compilation.has_errors,
        ptx: string(compilation.ptx.as_deref().unwrap_or_default()),
        tile_ir: string(compilation.tile_ir.as_deref().unwrap_or_default()),
        log: string(&compilation.log),
        diagnostics: string(&compilation.diagnostics),
        compilation,
        symbols: BTreeMap::new(),
    });
    answer
}

/// The symbol of a name expression.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetLoweredName(
    program: *mut Handle,
    expression: *const c_char,
    symbol: *mut *const c_char,
) -> Answer {
    // SAFETY: the caller's promise.
    let (handle, expression) = unsafe { (program.as_mut(), text(expression)) };
    let Some(handle) = handle else { return Answer::InvalidProgram };
    let Some(expression) = expression.filter(|_| !symbol.is_null()) else {
        return Answer::InvalidInput;
    };
    let Some(made) = handle.made.as_mut().filter(|made| !made.has_errors) else {
        return Answer::NotCompiled;
    };
    let Some(found) = made.compilation.lowered_name(&expression).map(string) else {
        return Answer::NoSuchName;
    };
    let kept = made.symbols.entry(expression).or_insert(found);
    // SAFETY: it is not null.
    unsafe { symbol.write(kept.as_ptr()) };
    Answer::Success
}

/// The PTX of a program.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetPTX(
    program: *const Handle,
    text: *mut *const c_char,
    length: *mut usize,
) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { get(program, text, length, |made| (!made.has_errors).then_some(&made.ptx)) }
}

/// The tile IR of a program.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetTileIR(
    program: *const Handle,
    text: *mut *const c_char,
    length: *mut usize,
) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { get(program, text, length, |made| (!made.has_errors).then_some(&made.tile_ir)) }
}

/// The diagnostics of a program as text.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetLog(
    program: *const Handle,
    text: *mut *const c_char,
    length: *mut usize,
) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { get(program, text, length, |made| Some(&made.log)) }
}

/// The diagnostics of a program as JSON.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetDiagnostics(
    program: *const Handle,
    text: *mut *const c_char,
    length: *mut usize,
) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { get(program, text, length, |made| Some(&made.diagnostics)) }
}

/// Gives a text of a compilation.
///
/// # Safety
/// Pointers are null or may be read and written.
unsafe fn get(
    program: *const Handle,
    text: *mut *const c_char,
    length: *mut usize,
    of: impl Fn(&Made) -> Option<&CString>,
) -> Answer {
    // SAFETY: the caller's promise.
    let Some(handle) = (unsafe { program.as_ref() }) else { return Answer::InvalidProgram };
    let Some(found) = handle.made.as_ref().and_then(of) else { return Answer::NotCompiled };
    if text.is_null() && length.is_null() {
        return Answer::InvalidInput;
    }
    // SAFETY: what is not null may be written.
    unsafe {
        if let Some(text) = text.as_mut() {
            *text = found.as_ptr();
        }
        if let Some(length) = length.as_mut() {
            *length = found.as_bytes().len();
        }
    }
    Answer::Success
}

/// A string for C, up to its first zero byte.
fn string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// A string of C; none if it is null.
///
/// # Safety
/// It is null or ends with a zero byte.
unsafe fn text(text: *const c_char) -> Option<String> {
    // SAFETY: the caller's promise.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// Strings of C; none if there are less than no strings, or one is null.
///
/// # Safety
/// There are so many, or it is null.
unsafe fn texts(first: *const *const c_char, count: c_int) -> Option<Vec<String>> {
    let count = usize::try_from(count).ok()?;
    if count > 0 && first.is_null() {
        return None;
    }
    // SAFETY: the caller's promise.
    (0..count).map(|number| unsafe { text(*first.add(number)) }).collect()
}
