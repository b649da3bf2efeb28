//! Streams that are being captured: what they are told becomes the nodes of a graph.
//!
//! A capture begins in one stream, its origin. Another stream takes part from the time at which it waits for an event that
//! was recorded in the capture, and must be waited for by the origin before the capture ends.

use std::collections::BTreeSet;

use super::{Queue, StreamId, queue};
use crate::action::Action;
use crate::error::ErrorCode;
use crate::graph::{Graph, Work};
use crate::thread;

/// `cudaStreamCaptureMode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureMode {
    Global,
    ThreadLocal,
    Relaxed,
}

/// `cudaStreamCaptureStatus`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum CaptureStatus {
    None = 0,
    Active = 1,
    Invalidated = 2,
}

/// A capture that has begun.
pub struct Capture {
    origin: StreamId,
    mode: CaptureMode,
    thread: usize,
    graph: Graph,
    is_invalid: bool,
}

/// The place of a stream in a capture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tail {
    pub capture: usize,
    /// The nodes that the next one comes after.
    pub nodes: BTreeSet<usize>,
}

/// Begins a capture.
///
/// # Errors
/// There is no such stream, it is captured already, or it is the legacy default stream.
pub fn begin(stream: StreamId, mode: CaptureMode, capture: usize) -> Result<(), ErrorCode> {
    if stream == StreamId::LEGACY {
        return Err(ErrorCode::CAPTURE_UNSUPPORTED);
    }
    let mut queue = queue();
    let state = queue.state(stream)?;
    if state.capture.is_some() {
        return Err(ErrorCode::CAPTURE_UNSUPPORTED);
    }
    state.capture = Some(Tail { capture, nodes: BTreeSet::new() });
    let thread = thread::id();
    let begun =
        Capture { origin: stream, mode, thread, graph: Graph::default(), is_invalid: false };
    queue.captures.insert(capture, begun);
    Ok(())
}

/// Ends a capture; gives its graph.
///
/// # Errors
/// The capture has not begun in this stream, or by this thread; it is invalid; or a stream of it was not waited for.
pub fn end(stream: StreamId) -> Result<Graph, ErrorCode> {
    let mut queue = queue();
    let tail = queue.state(stream)?.capture.clone().ok_or(ErrorCode::ILLEGAL_STATE)?;
    let Tail { capture: id, nodes } = tail;
    let capture = queue.captures.get(&id).ok_or(ErrorCode::ILLEGAL_STATE)?;
    if capture.mode != CaptureMode::Relaxed && capture.thread != thread::id() {
        return Err(ErrorCode::CAPTURE_WRONG_THREAD);
    }
    if capture.origin != stream {
        queue.invalidate(id);
        return Err(ErrorCode::CAPTURE_UNMATCHED);
    }
    let Some(capture) = queue.captures.remove(&id) else { return Err(ErrorCode::ILLEGAL_STATE) };
    let reached = capture.graph.before(&nodes);
    let mut has_all = true;
    for state in queue.streams.values_mut() {
        if let Some(tail) = state.capture.take_if(|tail| tail.capture == id) {
            has_all &= tail.nodes.is_subset(&reached);
        }
    }
    match (capture.is_invalid, has_all) {
        (true, _) => Err(ErrorCode::CAPTURE_INVALIDATED),
        (_, false) => Err(ErrorCode::CAPTURE_UNJOINED),
        (false, true) => Ok(capture.graph),
    }
}

/// Adds a launch of a graph to the capture of a stream.
///
/// # Errors
/// The stream is not captured, or its capture is invalid.
pub fn child(stream: StreamId, graph: Graph) -> Result<(), ErrorCode> {
    queue().capture_work(stream, Work::Child(graph))
}

/// Whether a stream is being captured.
///
/// # Errors
/// There is no such stream, or it is the legacy one while a blocking stream is captured.
pub fn status(stream: StreamId) -> Result<CaptureStatus, ErrorCode> {
    let mut queue = queue();
    if stream == StreamId::LEGACY {
        queue.refuse_implicit(stream)?;
    }
    let Some(tail) = queue.state(stream)?.capture.clone() else { return Ok(CaptureStatus::None) };
    Ok(match queue.captures.get(&tail.capture).is_some_and(|capture| capture.is_invalid) {
        true => CaptureStatus::Invalidated,
        false => CaptureStatus::Active,
    })
}

/// A stream waits for an event of a capture, and takes part in it from then on.
///
/// # Errors
/// The capture is over, or the stream is in another one.
pub fn wait(stream: StreamId, event: &Tail) -> Result<(), ErrorCode> {
    let mut queue = queue();
    if !queue.captures.contains_key(&event.capture) {
        return Err(ErrorCode::CAPTURED_EVENT);
    }
    let own = queue.state(stream)?.capture.clone();
    match own {
        Some(own) if own.capture != event.capture => {
            queue.invalidate(own.capture);
            queue.invalidate(event.capture);
            Err(ErrorCode::CAPTURE_MERGE)
        }
        Some(mut own) => {
            own.nodes.extend(&event.nodes);
            queue.state(stream)?.capture = Some(own);
            Ok(())
        }
        None => {
            queue.state(stream)?.capture = Some(event.clone());
            Ok(())
        }
    }
}

/// A captured stream was told to wait for something that is not of its capture.
///
/// # Errors
/// Always, if it is captured; its capture is invalid.
pub fn refuse_outside(stream: StreamId) -> Result<(), ErrorCode> {
    let mut queue = queue();
    match queue.state(stream)?.capture.clone() {
        Some(tail) => {
            queue.invalidate(tail.capture);
            Err(ErrorCode::CAPTURE_ISOLATION)
        }
        None => Ok(()),
    }
}

impl Queue {
    fn invalidate(&mut self, capture: usize) {
        if let Some(capture) = self.captures.get_mut(&capture) {
            capture.is_invalid = true;
        }
    }

    /// Adds what a captured stream is told to its graph.
    pub(super) fn capture_work(&mut self, stream: StreamId, work: Work) -> Result<(), ErrorCode> {
        let tail = self.state(stream)?.capture.clone().ok_or(ErrorCode::ILLEGAL_STATE)?;
        let capture = self.captures.get_mut(&tail.capture).ok_or(ErrorCode::ILLEGAL_STATE)?;
        if capture.is_invalid {
            return Err(ErrorCode::CAPTURE_INVALIDATED);
        }
        if let Work::Action(Action::Callback(_)) = work {
            capture.is_invalid = true;
            return Err(ErrorCode::CAPTURE_UNSUPPORTED);
        }
        let node = capture.graph.add(work, tail.nodes);
        self.state(stream)?.capture =
            Some(Tail { capture: tail.capture, nodes: BTreeSet::from([node]) });
        Ok(())
    }

    /// That a stream is not captured, which would have to be waited for, or asked whether it is complete.
    ///
    /// # Errors
    /// It is; its capture is invalid.
    pub(super) fn refuse_captured(&mut self, stream: StreamId) -> Result<(), ErrorCode> {
        match self.state(stream)?.capture.clone() {
            Some(tail) => {
                self.invalidate(tail.capture);
                Err(ErrorCode::CAPTURE_UNSUPPORTED)
            }
            None => Ok(()),
        }
    }

    /// That an operation of the legacy default stream does not come after a captured one.
    ///
    /// # Errors
    /// A blocking stream is captured; its capture is invalid.
    pub(super) fn refuse_implicit(&mut self, stream: StreamId) -> Result<(), ErrorCode> {
        if stream != StreamId::LEGACY {
            return Ok(());
        }
        let blocking = self.streams.values().filter(|state| state.flags & super::NON_BLOCKING == 0);
        match blocking.filter_map(|state| state.capture.as_ref()).map(|tail| tail.capture).next() {
            Some(capture) => {
                self.invalidate(capture);
                Err(ErrorCode::CAPTURE_IMPLICIT)
            }
            None => Ok(()),
        }
    }

    /// That no capture forbids a call that it could not replay.
    ///
    /// # Errors
    /// One does; it is invalid.
    pub(super) fn refuse_unsafe(&mut self) -> Result<(), ErrorCode> {
        let here = thread::id();
        let forbids = |capture: &Capture| match capture.mode {
            CaptureMode::Global => true,
            CaptureMode::ThreadLocal => capture.thread == here,
            CaptureMode::Relaxed => false,
        };
        let mut is_forbidden = false;
        for capture in self.captures.values_mut().filter(|capture| forbids(capture)) {
            capture.is_invalid = true;
            is_forbidden = true;
        }
        if is_forbidden { Err(ErrorCode::CAPTURE_UNSUPPORTED) } else { Ok(()) }
    }
}
