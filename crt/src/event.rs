//! Events: points of streams.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

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
    Point(Point, Arc<OnceLock<Instant>>),
    /// Nodes of a graph that is being captured.
    Captured(Tail),
}
