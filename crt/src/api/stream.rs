//! Streams. Whatever a stream is told is done before the call returns, so that a stream has its handle and nothing else.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{api, put};
use crate::device::ready;
use crate::error::ErrorCode;

/// `cudaStream_t`.
pub type Stream = *mut c_void;

/// The handles of streams and events, with what each was made with.
static STREAMS: Mutex<BTreeMap<usize, StreamData>> = Mutex::new(BTreeMap::new());

#[derive(Clone, Copy)]
struct StreamData {
    flags: u32,
    priority: i32,
}

/// `cudaStreamLegacy` and `cudaStreamPerThread`, and the null stream.
const BUILTIN: [usize; 3] = [0, 1, 2];

api! {
    /// Makes a stream.
    fn cudaStreamCreate(stream: *mut Stream) {
        create(stream, 0, 0)
    }

    /// Makes a stream; `cudaStreamNonBlocking` makes no difference.
    fn cudaStreamCreateWithFlags(stream: *mut Stream, flags: u32) {
        create(stream, flags, 0)
    }

    /// Makes a stream; the priority makes no difference.
    fn cudaStreamCreateWithPriority(stream: *mut Stream, flags: u32, priority: i32) {
        create(stream, flags, priority)
    }

    /// Ends a stream.
    fn cudaStreamDestroy(stream: Stream) {
        ready()?;
        match streams().remove(&(stream as usize)) {
            Some(_) => Ok(()),
            None => Err(ErrorCode::INVALID_HANDLE),
        }
    }

    /// Returns at once, with the error of a kernel that failed.
    fn cudaStreamSynchronize(stream: Stream) {
        check(stream)?;
        ready()
    }

    /// Everything is done.
    fn cudaStreamQuery(stream: Stream) {
        check(stream)?;
        ready()
    }

    /// Nothing: the event has happened.
    fn cudaStreamWaitEvent(stream: Stream, event: *mut c_void, _flags: u32) {
        check(stream)?;
        super::events::check(event)
    }

    /// Calls the function before it returns.
    fn cudaStreamAddCallback(stream: Stream, callback: Option<unsafe extern "C" fn(Stream, i32, *mut c_void)>, data: *mut c_void, _flags: u32) {
        check(stream)?;
        callback.ok_or(ErrorCode::INVALID_VALUE)?(stream, 0, data);
        Ok(())
    }

    /// Calls the function before it returns.
    fn cudaLaunchHostFunc(stream: Stream, function: Option<unsafe extern "C" fn(*mut c_void)>, data: *mut c_void) {
        check(stream)?;
        ready()?;
        function.ok_or(ErrorCode::INVALID_VALUE)?(data);
        Ok(())
    }

    /// What the stream was made with.
    fn cudaStreamGetPriority(stream: Stream, priority: *mut i32) {
        check(stream)?;
        put(priority, streams().get(&(stream as usize)).map_or(0, |data| data.priority))
    }

    /// What the stream was made with.
    fn cudaStreamGetFlags(stream: Stream, flags: *mut u32) {
        check(stream)?;
        put(flags, streams().get(&(stream as usize)).map_or(0, |data| data.flags))
    }
}

fn streams() -> MutexGuard<'static, BTreeMap<usize, StreamData>> {
    STREAMS.lock().unwrap_or_else(PoisonError::into_inner)
}

unsafe fn create(stream: *mut Stream, flags: u32, priority: i32) -> Result<(), ErrorCode> {
    if flags > 1 || stream.is_null() {
        return Err(ErrorCode::INVALID_VALUE);
    }
    ready()?;
    let handle = new_handle();
    streams().insert(handle, StreamData { flags, priority });
    // SAFETY: the program's pointer.
    unsafe { put(stream, handle as Stream) }
}

/// A handle that no stream or event has had, and no pointer is.
pub(super) fn new_handle() -> usize {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(16);
    NEXT.fetch_add(16, Ordering::Relaxed)
}

/// Whether a handle is that of a stream.
///
/// # Errors
/// It is not.
pub fn check(stream: Stream) -> Result<(), ErrorCode> {
    let handle = stream as usize;
    match BUILTIN.contains(&handle) || streams().contains_key(&handle) {
        true => Ok(()),
        false => Err(ErrorCode::INVALID_HANDLE),
    }
}
