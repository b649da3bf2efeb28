//! Events: points in time at which everything before is done.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Arc, MutexGuard};

use super::stream::{Stream, id};
use super::{api, put};
use crate::action::Action;
use crate::device::ready;
use crate::error::ErrorCode;
use crate::event::{EventData, Recorded, Stamp};
use crate::handle::new_handle;
use crate::process::{lock, process};
use crate::queue;

/// `cudaEvent_t`.
type Event = *mut c_void;

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
        events().insert(handle, EventData { has_time, recorded: Recorded::Nothing });
        put(event, handle as Event)
    }

    /// Ends an event. Streams that wait for it still do.
    fn cudaEventDestroy(event: Event) {
        ready()?;
        events().remove(&(event as usize)).map(drop).ok_or(ErrorCode::INVALID_HANDLE)
    }

    /// The event happens when the stream has done what it was told until now.
    fn cudaEventRecord(event: Event, stream: Stream) {
        record(event, stream)
    }

    /// As `cudaEventRecord`.
    fn cudaEventRecordWithFlags(event: Event, stream: Stream, _flags: u32) {
        record(event, stream)
    }

    /// `cudaErrorNotReady` until the event has happened.
    fn cudaEventQuery(event: Event) {
        match recorded(event)? {
            Recorded::Nothing => ready(),
            Recorded::Captured(_) => Err(ErrorCode::CAPTURED_EVENT),
            Recorded::Point(point, _) => {
                ready()?;
                if queue::is_complete(&point) { ready() } else { Err(ErrorCode::NOT_READY) }
            }
        }
    }

    /// Waits until the event has happened.
    fn cudaEventSynchronize(event: Event) {
        match recorded(event)? {
            Recorded::Nothing => ready(),
            Recorded::Captured(_) => Err(ErrorCode::CAPTURED_EVENT),
            Recorded::Point(point, _) => queue::wait(&point),
        }
    }

    /// The time between two events: that of the GPU, or on the CPU device what the interpreter takes.
    fn cudaEventElapsedTime(milliseconds: *mut f32, start: Event, end: Event) {
        ready()?;
        let time = |event: Event| {
            let data = events().get(&(event as usize)).cloned().filter(|data| data.has_time);
            match data.ok_or(ErrorCode::INVALID_HANDLE)?.recorded {
                Recorded::Point(point, _) if !queue::is_complete(&point) => Err(ErrorCode::NOT_READY),
                Recorded::Point(_, stamp) => Ok(stamp),
                Recorded::Nothing | Recorded::Captured(_) => Err(ErrorCode::INVALID_HANDLE),
            }
        };
        let (start, end) = (time(start)?, time(end)?);
        put(milliseconds, end.since(&start)?)
    }
}

fn events() -> MutexGuard<'static, BTreeMap<usize, EventData>> {
    lock(&process().events)
}

fn record(event: Event, stream: Stream) -> Result<(), ErrorCode> {
    let stream = id(stream)?;
    ready()?;
    recorded(event)?;
    let recorded = match queue::captured_at(stream)? {
        Some(tail) => Recorded::Captured(tail),
        None => {
            let stamp = Arc::<Stamp>::default();
            let point = queue::record(stream, Action::Record(stamp.clone()))?;
            Recorded::Point(point, stamp)
        }
    };
    let mut events = events();
    let data = events.get_mut(&(event as usize)).ok_or(ErrorCode::INVALID_HANDLE)?;
    data.recorded = recorded;
    Ok(())
}

/// The last recording of an event.
///
/// # Errors
/// The event does not exist.
pub(super) fn recorded(event: Event) -> Result<Recorded, ErrorCode> {
    let data = events().get(&(event as usize)).map(|data| data.recorded.clone());
    data.ok_or(ErrorCode::INVALID_HANDLE)
}
