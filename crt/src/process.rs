//! The state of the process, of which there is one however many copies of this library there are.
//!
//! An executable and each library that `tilec build -shared` makes have a copy of this library. The pointer to the state is
//! a symbol of the kind that the dynamic linker keeps one of, so that pointers, streams and kernels of one are known in
//! all of them.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::action::Runner;
use crate::api::pools::Attributes;
use crate::device::{Device, Map};
use crate::environment;
use crate::event::EventData;
use crate::gpu::Selection;
use crate::graph::Graphs;
use crate::queue::Queue;
use crate::registry::Registry;
use crate::sanitize::Sanitizer;
use crate::trace::Trace;

/// All that the library knows between two calls.
pub struct Process {
    version: &'static str,
    /// Handles are multiples of 16, so that none is that of a default stream.
    pub next_handle: AtomicUsize,
    pub gpu: Mutex<Selection>,
    pub device: Mutex<Device>,
    pub map: Mutex<Map>,
    pub queue: Mutex<Queue>,
    /// An operation has been completed.
    pub completed: Condvar,
    /// An operation is ready for a thread.
    pub arrived: [Condvar; Runner::COUNT],
    pub events: Mutex<BTreeMap<usize, EventData>>,
    pub graphs: Mutex<Graphs>,
    pub pools: Mutex<BTreeMap<usize, Attributes>>,
    pub registry: Mutex<Registry>,
    pub sanitizer: Mutex<Sanitizer>,
    pub trace: Mutex<Trace>,
    /// Names of kernels that were asked for; they stay.
    pub names: Mutex<Vec<CString>>,
    /// What kernels have printed and the program has not waited for.
    pub printed: Mutex<String>,
}

/// What copies of the library have to agree on to share their state.
const VERSION: &str = env!("CARGO_PKG_VERSION");

#[cfg(target_os = "linux")]
mod slot {
    use super::AtomicPtr;

    std::arch::global_asm!(
        ".pushsection .data.tilec_process,\"aw\"",
        ".balign 8",
        ".globl __tilec_process",
        ".type __tilec_process, %gnu_unique_object",
        ".size __tilec_process, 8",
        "__tilec_process:",
        ".zero 8",
        ".popsection",
    );

    unsafe extern "C" {
        static __tilec_process: AtomicPtr<u8>;
    }

    pub fn slot() -> &'static AtomicPtr<u8> {
        // SAFETY: the symbol is defined above, with the size of a pointer.
        unsafe { &__tilec_process }
    }
}

#[cfg(not(target_os = "linux"))]
mod slot {
    use super::AtomicPtr;

    pub fn slot() -> &'static AtomicPtr<u8> {
        static SLOT: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
        &SLOT
    }
}

/// The state.
pub fn process() -> &'static Process {
    let slot = slot::slot();
    let found = slot.load(Ordering::Acquire);
    let found = if found.is_null() { publish(slot) } else { found };
    // SAFETY: what the slot has is never freed.
    let process = unsafe { &*found.cast::<Process>() };
    if process.version != VERSION {
        let found = process.version;
        eprintln!("tilec: a library has run-time library {found}, another one {VERSION}");
        std::process::abort();
    }
    process
}

/// Makes the state, unless another thread is first.
fn publish(slot: &AtomicPtr<u8>) -> *mut u8 {
    let made = Box::into_raw(Box::new(Process {
        version: VERSION,
        next_handle: AtomicUsize::new(16),
        gpu: Mutex::default(),
        device: Mutex::new(Device::new()),
        map: Mutex::new(Map::new(0)),
        queue: Mutex::default(),
        completed: Condvar::new(),
        arrived: Default::default(),
        events: Mutex::default(),
        graphs: Mutex::default(),
        pools: Mutex::default(),
        registry: Mutex::default(),
        sanitizer: Mutex::default(),
        trace: Mutex::default(),
        names: Mutex::default(),
        printed: Mutex::default(),
    }));
    let published = made.cast::<u8>();
    match slot.compare_exchange(
        std::ptr::null_mut(),
        published,
        Ordering::AcqRel,
        Ordering::Acquire,
    ) {
        Ok(_) => {
            environment::check();
            published
        }
        Err(first) => {
            // SAFETY: it was made above, and nothing else has it.
            drop(unsafe { Box::from_raw(made) });
            first
        }
    }
}

/// A lock whose holder has panicked guards a state that is whole: no update is in several steps.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
