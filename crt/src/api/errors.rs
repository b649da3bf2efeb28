//! Errors of the API.

use std::ffi::c_char;

use super::Function;
use crate::device;
use crate::error::{ERRORS, ErrorCode, last, take_last};

/// The functions of this section. None of them fails.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "cudaGetLastError",
        text: " The last error of this thread, which is none afterwards; that of a kernel which failed stays.",
    },
    Function { name: "cudaPeekAtLastError", text: " The last error of this thread." },
    Function { name: "cudaGetErrorName", text: " The name, such as `cudaErrorInvalidValue`." },
    Function { name: "cudaGetErrorString", text: " The text, such as `invalid argument`." },
];

/// The last error of this thread, which is none afterwards; that of a kernel which failed stays.
#[unsafe(no_mangle)]
pub extern "C" fn cudaGetLastError() -> i32 {
    let taken = take_last();
    device::lost().unwrap_or(taken).0
}

/// The last error of this thread.
#[unsafe(no_mangle)]
pub extern "C" fn cudaPeekAtLastError() -> i32 {
    device::lost().unwrap_or(last()).0
}

/// The name of an error.
#[unsafe(no_mangle)]
pub extern "C" fn cudaGetErrorName(error: i32) -> *const c_char {
    row(error).map_or(UNKNOWN, |(_, name, _)| name).as_ptr().cast()
}

/// What an error says.
#[unsafe(no_mangle)]
pub extern "C" fn cudaGetErrorString(error: i32) -> *const c_char {
    row(error).map_or(UNKNOWN, |(_, _, text)| text).as_ptr().cast()
}

const UNKNOWN: &str = "unrecognized error code\0";

fn row(error: i32) -> Option<(ErrorCode, &'static str, &'static str)> {
    ERRORS.iter().copied().find(|(code, ..)| code.0 == error)
}
