//! Events: points of streams.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::error::ErrorCode;
use crate::gpu;
use crate::process::lock;
use crate::queue::{Point, Tail};

/// An event.
#[derive(Clone)]
pub struct EventData {
    pub has_time: bool,
    pub recorded: Recorded,
}

/// What was last recorded.
#[derive(Clone)]
pub enum Recorded {
    Nothing,
    /// A point of a stream, and the time at which it was complete.
    Point(Point, Arc<Stamp>),
    /// Nodes of a graph that is being captured.
    Captured(Tail),
}

/// The time at which an event has happened.
#[derive(Default)]
pub struct Stamp(Mutex<Option<Time>>);

#[derive(Clone)]
enum Time {
    /// By the clock of the host.
    Host(Instant),
    /// By the clock of the GPU.
    Gpu(Arc<gpu::GpuEvent>),
}

impl Stamp {
    /// The event happens now.
    pub fn note(&self) {
        *lock(&self.0) = Some(Time::Host(Instant::now()));
    }

    /// The event happens when the driver's does.
    pub fn record(&self, event: Arc<gpu::GpuEvent>) {
        *lock(&self.0) = Some(Time::Gpu(event));
    }

    /// Milliseconds from another time to this one.
    ///
    /// # Errors
    /// One has not happened, or they are of different clocks.
    pub fn since(&self, start: &Stamp) -> Result<f32, ErrorCode> {
        let time = |stamp: &Stamp| lock(&stamp.0).clone().ok_or(ErrorCode::NOT_READY);
        match (time(start)?, time(self)?) {
            (Time::Host(start), Time::Host(end)) => {
                let forward = end.saturating_duration_since(start).as_secs_f64();
                let back = start.saturating_duration_since(end).as_secs_f64();
                Ok(((forward - back) * 1e3) as f32)
            }
            (Time::Gpu(start), Time::Gpu(end)) => end.since(&start),
            (Time::Host(_), Time::Gpu(_)) | (Time::Gpu(_), Time::Host(_)) => {
                Err(ErrorCode::INVALID_HANDLE)
            }
        }
    }
}
