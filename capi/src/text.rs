//! Strings of C.

use std::ffi::{CStr, CString, c_char, c_int};

/// A string for C, up to its first zero byte.
pub fn string(text: &str) -> CString {
    let whole = CString::new(text);
    whole.or_else(|found| CString::new(&text[..found.nul_position()])).unwrap_or_default()
}

/// A string of C; none if it is null.
///
/// # Safety
/// It is null or ends with a zero byte.
pub unsafe fn text(text: *const c_char) -> Option<String> {
    // SAFETY: the caller's promise.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// Strings of C; none if there are less than no strings, or one is null.
///
/// # Safety
/// There are so many, or it is null.
pub unsafe fn texts(first: *const *const c_char, count: c_int) -> Option<Vec<String>> {
    let count = usize::try_from(count).ok()?;
    if count > 0 && first.is_null() {
        return None;
    }
    // SAFETY: the caller's promise.
    (0..count).map(|number| unsafe { text(*first.add(number)) }).collect()
}
