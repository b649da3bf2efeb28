//! Streams.

use std::cell::Cell;
use std::ffi::c_void;

use super::{api, put};
use crate::action::{Action, Callback, HostFunction};
use crate::device::ready;
use crate::error::ErrorCode;
use crate::event::Recorded;
use crate::handle::new_handle;
use crate::queue::{self, StreamId, Submitted};

/// `cudaStream_t`.
pub type Stream = *mut c_void;

/// `cudaStreamPerThread`.
pub const PER_THREAD: usize = 2;

thread_local! {
    /// The default stream of this thread, once it has used that.
    static OF_THREAD: Cell<Option<usize>> = const { Cell::new(None) };
    /// Whether the null stream is that of the thread, in the call that this thread makes.
    static IS_NULL_PER_THREAD: Cell<bool> = const { Cell::new(false) };
}

api! {
    /// Makes a stream.
    fn cudaStreamCreate(stream: *mut Stream) {
        create(stream, 0, 0)
    }

    /// Makes a stream; one of `cudaStreamNonBlocking` has no order with the legacy default stream.
    fn cudaStreamCreateWithFlags(stream: *mut Stream, flags: u32) {
        create(stream, flags, 0)
    }

    /// Makes a stream; the priority makes no difference.
    fn cudaStreamCreateWithPriority(stream: *mut Stream, flags: u32, priority: i32) {
        create(stream, flags, priority)
    }

    /// Ends a stream, which completes what it has been told.
    fn cudaStreamDestroy(stream: Stream) {
        ready()?;
        match stream as usize {
            0..=PER_THREAD => Err(ErrorCode::INVALID_HANDLE),
            handle => queue::destroy_stream(StreamId(handle)),
        }
    }

    /// Waits until the stream has done what it was told.
    fn cudaStreamSynchronize(stream: Stream) {
        queue::wait_stream(id(stream)?)
    }

    /// `cudaErrorNotReady` until the stream has done what it was told.
    fn cudaStreamQuery(stream: Stream) {
        ready()?;
        if queue::is_idle(id(stream)?)? { ready() } else { Err(ErrorCode::NOT_READY) }
    }

    /// Later operations of the stream run after the event.
    fn cudaStreamWaitEvent(stream: Stream, event: *mut c_void, _flags: u32) {
        let stream = id(stream)?;
        match super::events::recorded(event)? {
            Recorded::Nothing => Ok(()),
            Recorded::Captured(tail) => queue::capture::wait(stream, &tail),
            Recorded::Point(point, _) => {
                queue::capture::refuse_outside(stream)?;
                queue::submit_after(stream, &[point], Action::Marker).map(drop)
            }
        }
    }

    /// A thread of the library calls the function when the stream reaches it.
    fn cudaStreamAddCallback(stream: Stream, callback: Option<unsafe extern "C" fn(Stream, i32, *mut c_void)>, data: *mut c_void, _flags: u32) {
        let function = callback.ok_or(ErrorCode::INVALID_VALUE)?;
        queue::submit(id(stream)?, Action::Callback(Callback { function, stream, data })).map(drop)
    }

    /// A thread of the library calls the function when the stream reaches it; the stream continues when it returns. It may not
    /// call the API.
    fn cudaLaunchHostFunc(stream: Stream, function: Option<unsafe extern "C" fn(*mut c_void)>, data: *mut c_void) {
        let function = function.ok_or(ErrorCode::INVALID_VALUE)?;
        ready()?;
        queue::submit(id(stream)?, Action::HostFunction(HostFunction { function, data })).map(drop)
    }

    /// What the stream was made with.
    fn cudaStreamGetPriority(stream: Stream, priority: *mut i32) {
        put(priority, queue::stream_options(id(stream)?)?.1)
    }

    /// What the stream was made with.
    fn cudaStreamGetFlags(stream: Stream, flags: *mut u32) {
        put(flags, queue::stream_options(id(stream)?)?.0)
    }

    /// Zero.
    fn cudaStreamGetDevice(stream: Stream, device: *mut i32) {
        id(stream)?;
        put(device, 0)
    }

    /// Nothing: managed memory is where it is needed.
    fn cudaStreamAttachMemAsync(stream: Stream, _pointer: *mut c_void, _bytes: usize, _flags: u32) {
        queue::submit(id(stream)?, Action::Marker).map(drop)
    }
}

unsafe fn create(stream: *mut Stream, flags: u32, priority: i32) -> Result<(), ErrorCode> {
    if flags > 1 || stream.is_null() {
        return Err(ErrorCode::INVALID_VALUE);
    }
    ready()?;
    let handle = new_handle();
    queue::create_stream(StreamId(handle), flags, priority);
    // SAFETY: the program's pointer.
    unsafe { put(stream, handle as Stream) }
}

/// The stream that a handle stands for.
///
/// # Errors
/// None.
pub fn id(stream: Stream) -> Result<StreamId, ErrorCode> {
    let id = match stream as usize {
        0 if IS_NULL_PER_THREAD.get() => of_thread(),
        0 | 1 => StreamId::LEGACY,
        PER_THREAD => of_thread(),
        handle => StreamId(handle),
    };
    queue::stream_options(id).map(|_| id)
}

/// The default stream of this thread.
fn of_thread() -> StreamId {
    let known = OF_THREAD.get().map(StreamId);
    known.filter(|id| queue::stream_options(*id).is_ok()).unwrap_or_else(|| {
        let handle = new_handle();
        OF_THREAD.set(Some(handle));
        queue::create_stream(StreamId(handle), 0, 0);
        StreamId(handle)
    })
}

/// The default stream of calls that have no parameter for a stream.
pub fn default_stream() -> Result<StreamId, ErrorCode> {
    id(std::ptr::null_mut())
}

/// Makes a call in which the null stream is that of the thread.
pub fn with_stream_of_thread<T>(call: impl FnOnce() -> T) -> T {
    let before = IS_NULL_PER_THREAD.replace(true);
    let made = call();
    IS_NULL_PER_THREAD.set(before);
    made
}

/// Tells a stream to do something, and waits for it if the call is a synchronous one.
///
/// # Errors
/// The stream cannot do it, or the device is lost.
pub(super) fn tell(stream: StreamId, action: Action, is_awaited: bool) -> Result<(), ErrorCode> {
    let submitted: Submitted = queue::submit(stream, action)?;
    if is_awaited { queue::finish(stream, submitted) } else { Ok(()) }
}
