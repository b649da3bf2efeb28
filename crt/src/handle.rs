//! Handles of streams, events and graphs.

use std::sync::atomic::Ordering;

use crate::process::process;

/// From a handle to the next one.
pub const STEP: usize = 16;

/// A handle that nothing has had, and no pointer is.
pub fn new_handle() -> usize {
    process().next_handle.fetch_add(STEP, Ordering::Relaxed)
}
