//! Events: points in time at which everything before is done.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::stream::{self, Stream, new_handle};
use super::{api, put};
use crate::device::ready;
use crate::error::ErrorCode;

/// `cudaEvent_t`.
type Event = *mut c_void;

#[derive(Clone, Copy)]
struct EventData {
    has_time: bool,
    recorded: Option<Instant>,
}

static EVENTS: Mutex<BTreeMap<usize, EventData>> = Mutex::new(BTreeMap::new());

/// `cudaEventDisableTiming`.
const DISABLE_TIMING: u32 = 2;

api! {
    /// Makes an event.
    fn cudaEventCreateWithFlags(event: *mut Event, flags: u32) {
        if flags > 7 || event.is_null() {
            return Err(ErrorCode::INVALID_VALUE);
        }
        ready()?;
        let handle = new_handle();
        let has_time = flags & DISABLE_TIMING == 0;
        events().insert(handle, EventData { has_time, recorded: None });
        put(event, handle as Event)
    }

    /// Ends an event.
    fn cudaEventDestroy(event: Event) {
        ready()?;
        events().remove(&(event as usize)).map(drop).ok_or(ErrorCode::INVALID_HANDLE)
    }

    /// Takes the time: everything before is done.
    fn cudaEventRecord(event: Event, stream: Stream) {
        record(event, stream)
    }

    /// As `cudaEventRecord`.
    fn cudaEventRecordWithFlags(event: Event, stream: Stream, _flags: u32) {
        record(event, stream)
    }

    /// Everything is done.
    fn cudaEventQuery(event: Event) {
        check(event)?;
        ready()
    }

    /// Returns at once, with the error of a kernel that failed.
    fn cudaEventSynchronize(event: Event) {
        check(event)?;
        ready()
    }

    /// The time between two events by the clock of the host: what the interpreter takes, not what a GPU would.
    fn cudaEventElapsedTime(milliseconds: *mut f32, start: Event, end: Event) {
        ready()?;
        let time = |event: Event| {
            let data = events().get(&(event as usize)).copied();
            let data = data.filter(|data| data.has_time);
            data.and_then(|data| data.recorded).ok_or(ErrorCode::INVALID_HANDLE)
        };
        let (start, end) = (time(start)?, time(end)?);
        let forward = end.saturating_duration_since(start).as_secs_f64();
        let back = start.saturating_duration_since(end).as_secs_f64();
        put(milliseconds, ((forward - back) * 1e3) as f32)
    }
}

fn events() -> MutexGuard<'static, BTreeMap<usize, EventData>> {
    EVENTS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn record(event: Event, stream: Stream) -> Result<(), ErrorCode> {
    stream::check(stream)?;
    ready()?;
    let mut events = events();
    let data = events.get_mut(&(event as usize)).ok_or(ErrorCode::INVALID_HANDLE)?;
    data.recorded = Some(Instant::now());
    Ok(())
}

/// Whether a handle is that of an event.
///
/// # Errors
/// It is not.
pub(super) fn check(event: Event) -> Result<(), ErrorCode> {
    match events().contains_key(&(event as usize)) {
        true => Ok(()),
        false => Err(ErrorCode::INVALID_HANDLE),
    }
}
