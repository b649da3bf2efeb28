//! The results of a compilation: symbols, texts, and code that is made when it is asked for.

use std::ffi::{CString, c_char, c_int, c_void};

use tilec::Compilation;

use crate::text::{string, text};
use crate::{Answer, Handle, Made};

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
    unsafe { get(program, text, length, |made| (!made.has_errors).then(|| made.tile_ir())) }
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

/// What the last call that failed says of it.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetFailure(
    program: *const Handle,
    text: *mut *const c_char,
    length: *mut usize,
) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { get(program, text, length, |made| Some(&made.failure)) }
}

/// The machine code of a program.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetCUBIN(
    program: *mut Handle,
    code: *mut *const c_void,
    size: *mut usize,
) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { get_made(program, code, size, |made| &mut made.cubin, Compilation::cubin) }
}

/// The tile IR of a program as bytecode.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetBytecode(
    program: *mut Handle,
    code: *mut *const c_void,
    size: *mut usize,
) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { get_made(program, code, size, |made| &mut made.bytecode, Compilation::bytecode) }
}

/// The schedule of a program.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetSchedule(
    program: *mut Handle,
    text: *mut *const c_char,
    length: *mut usize,
) -> Answer {
    let make = |compilation: &Compilation| {
        compilation.schedule().map(|text| string(&text).into_bytes_with_nul())
    };
    let mut bytes = 0;
    // SAFETY: the caller's promise.
    unsafe {
        let answer = get_made(program, text.cast(), &raw mut bytes, |it| &mut it.schedule, make);
        if answer == Answer::Success
            && let Some(length) = length.as_mut()
        {
            *length = bytes - 1;
        }
        answer
    }
}

/// How many targets there are, and their names.
///
/// # Safety
/// Pointers are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetSupportedArchs(
    count: *mut c_int,
    names: *mut *const *const c_char,
) -> Answer {
    struct Names(Vec<*const c_char>);
    // SAFETY: the pointers are to strings that stay and that nothing changes.
    unsafe impl Send for Names {}
    // SAFETY: as above.
    unsafe impl Sync for Names {}
    static NAMES: std::sync::OnceLock<Names> = std::sync::OnceLock::new();
    let all = NAMES.get_or_init(|| {
        Names(tilec::targets().map(|name| string(name).into_raw().cast_const()).collect())
    });
    if count.is_null() && names.is_null() {
        return Answer::InvalidInput;
    }
    // SAFETY: the caller's promise.
    unsafe {
        if let Some(count) = count.as_mut() {
            *count = all.0.len() as c_int;
        }
        if let Some(names) = names.as_mut() {
            *names = all.0.as_ptr();
        }
    }
    Answer::Success
}

/// Gives bytes that are made when they are first asked for.
///
/// # Safety
/// Pointers are null or may be read and written.
unsafe fn get_made(
    program: *mut Handle,
    bytes: *mut *const c_void,
    size: *mut usize,
    slot: impl Fn(&mut Made) -> &mut Option<Vec<u8>>,
    make: impl Fn(&Compilation) -> Result<Vec<u8>, String>,
) -> Answer {
    // SAFETY: the caller's promise.
    let Some(handle) = (unsafe { program.as_mut() }) else { return Answer::InvalidProgram };
    let Some(made) = handle.made.as_mut().filter(|made| !made.has_errors) else {
        return Answer::NotCompiled;
    };
    if bytes.is_null() && size.is_null() {
        return Answer::InvalidInput;
    }
    if slot(made).is_none() {
        match make(&made.compilation) {
            Ok(found) => *slot(made) = Some(found),
            Err(why) => {
                made.failure = string(&why);
                return Answer::NotMade;
            }
        }
    }
    let found = slot(made).as_deref().unwrap_or_default();
    // SAFETY: what is not null may be written.
    unsafe {
        if let Some(bytes) = bytes.as_mut() {
            *bytes = found.as_ptr().cast();
        }
        if let Some(size) = size.as_mut() {
            *size = found.len();
        }
    }
    Answer::Success
}

/// Gives a text of a compilation.
///
/// # Safety
/// Pointers are null or may be read and written.
pub unsafe fn get(
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
