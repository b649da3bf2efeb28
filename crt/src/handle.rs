//! Handles of streams, events and graphs.

use std::sync::atomic::Ordering;

use crate::process::process;

/// A handle that nothing has had, and no pointer is.
pub fn new_handle() -> usize {
    process().next_handle.fetch_add(16, Ordering::Relaxed)
}
