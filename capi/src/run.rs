//! Launches on the CPU device.

use std::ffi::{CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use tilec::{CpuArgument, CpuLaunch};

use crate::text::{string, text};
use crate::{Answer, Handle, results};

/// `tilecArgument`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Argument {
    data: *mut c_void,
    size: usize,
    is_buffer: c_int,
}

/// The results of the last launch, as C strings.
pub struct Outcome {
    output: CString,
    log: CString,
    diagnostics: CString,
}

/// Runs a kernel on the CPU device.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecRun(
    program: *mut Handle,
    kernel: *const c_char,
    grid: *const [u32; 3],
    argument_count: c_int,
    arguments: *const Argument,
    sanitize: c_int,
) -> Answer {
    // SAFETY: the caller's promise.
    let (handle, kernel, grid) = unsafe { (program.as_mut(), text(kernel), grid.as_ref()) };
    let Some(handle) = handle else { return Answer::InvalidProgram };
    let (Some(kernel), Some(&grid), Ok(count)) = (kernel, grid, usize::try_from(argument_count))
    else {
        return Answer::InvalidInput;
    };
    // SAFETY: as above.
    let Some(mut arguments) = (unsafe { passed(arguments, count) }) else {
        return Answer::InvalidInput;
    };
    let Some(made) = handle.made.as_mut().filter(|made| !made.has_errors) else {
        return Answer::NotCompiled;
    };
    made.run = None;
    let launch = CpuLaunch { kernel: &kernel, grid, sanitize: sanitize != 0 };
    let compilation = &made.compilation;
    let run = catch_unwind(AssertUnwindSafe(|| compilation.run(&launch, &mut arguments)));
    match run {
        Err(_) => Answer::Internal,
        Ok(Err(why)) => {
            made.failure = string(&why);
            Answer::InvalidInput
        }
        Ok(Ok(run)) => {
            let answer = if run.is_clean() { Answer::Success } else { Answer::Run };
            made.run = Some(Outcome {
                output: string(&run.output),
                log: string(&run.log),
                diagnostics: string(&run.diagnostics),
            });
            answer
        }
    }
}

/// Arguments of the caller; none if a pointer is null that may not be.
///
/// # Safety
/// There are so many, or it is null; buffers do not overlap.
unsafe fn passed<'a>(first: *const Argument, count: usize) -> Option<Vec<CpuArgument<'a>>> {
    if count > 0 && first.is_null() {
        return None;
    }
    let mut passed = Vec::new();
    for number in 0..count {
        // SAFETY: the caller's promise.
        let Argument { data, size, is_buffer } = unsafe { *first.add(number) };
        if data.is_null() {
            return None;
        }
        let bytes = data.cast::<u8>();
        // SAFETY: as above.
        passed.push(unsafe {
            match is_buffer {
                0 => CpuArgument::Value(std::slice::from_raw_parts(bytes, size)),
                _ => CpuArgument::Buffer(std::slice::from_raw_parts_mut(bytes, size)),
            }
        });
    }
    Some(passed)
}

/// What the kernel of the last launch has printed.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetRunOutput(
    program: *const Handle,
    text: *mut *const c_char,
    length: *mut usize,
) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { results::get(program, text, length, |made| Some(&made.run.as_ref()?.output)) }
}

/// The error that stopped the kernel and the findings of the sanitizer, as text.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetRunLog(
    program: *const Handle,
    text: *mut *const c_char,
    length: *mut usize,
) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { results::get(program, text, length, |made| Some(&made.run.as_ref()?.log)) }
}

/// The same as JSON.
///
/// # Safety
/// Pointers are null or as the header has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilecGetRunDiagnostics(
    program: *const Handle,
    text: *mut *const c_char,
    length: *mut usize,
) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { results::get(program, text, length, |made| Some(&made.run.as_ref()?.diagnostics)) }
}
