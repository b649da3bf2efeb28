//! The operations that streams have been told, and the order in which they run.
//!
//! | in | out |
//! |---|---|
//! | [`submit`]: an operation for a stream | its number; it runs when all that it comes after is complete |
//! | [`wait`], [`wait_stream`], [`drain`] | return when operations are complete |
//!
//! The order of streams is CUDA's. An operation comes after the one before it in its stream. One of the legacy default stream
//! comes after all that blocking streams have, and those of blocking streams come after it; streams that were made with
//! `cudaStreamNonBlocking` have no part in that. Events add edges of their own.
//!
//! Operations form a directed acyclic graph ([`flow`]), whose edges lead from lower numbers to higher ones. One thread runs
//! kernels and copies, another one the host functions, which may wait for the program. Among operations that are ready each
//! thread takes the one with the lowest number: a program without host functions sees the same order each time on the CPU
//! device. On a GPU the first thread gives operations to streams of the driver, which run beside each other ([`gpu::lanes`]),
//! and two more threads make the calls of the driver that wait.

pub mod capture;
pub mod flow;
mod settle;
mod worker;

use std::collections::BTreeMap;
use std::sync::MutexGuard;

pub use capture::{Capture, CaptureMode, Tail};
use flow::{Flow, Lane};
pub use worker::is_host_worker;

use crate::action::{Action, Runner};
use crate::device;
use crate::error::ErrorCode;
use crate::gpu::{self, gpu};
use crate::graph::{Graphs, Step, Work};
use crate::order::Clock;
use crate::process::{lock, process};
use crate::sanitize;
use crate::{handle, launch};

/// The number of an operation.
pub type OpId = u64;

/// A stream: the handle that the program has, or what stands for a default stream.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StreamId(pub usize);

impl StreamId {
    /// `cudaStreamLegacy`.
    pub const LEGACY: StreamId = StreamId(1);
}

/// A program that tells streams more than this waits for the first of it.
const MOST_PENDING: usize = 10_000;

/// The branches of graphs that a GPU runs beside each other.
const BRANCHES: usize = 8;

/// `cudaStreamNonBlocking`.
const NON_BLOCKING: u32 = 1;

#[derive(Default)]
pub struct Queue {
    next: OpId,
    flow: Flow,
    streams: BTreeMap<StreamId, StreamState>,
    captures: BTreeMap<usize, Capture>,
    has_workers: bool,
    /// Whether the operations run on a GPU.
    is_on_gpu: bool,
    /// What the program knows to be complete.
    known: Clock,
    /// All operations.
    submitted: Clock,
}

/// An operation with what is said of it.
pub struct Operation {
    pub id: OpId,
    pub stream: StreamId,
    /// Where a GPU runs it.
    pub lane: Lane,
    pub action: Action,
    /// What is complete before it begins.
    pub clock: Clock,
    /// Where the program asked for it.
    pub site: sanitize::Site,
}

#[derive(Default)]
struct StreamState {
    flags: u32,
    priority: i32,
    last: Option<OpId>,
    /// What is complete when the last one is.
    clock: Clock,
    capture: Option<Tail>,
    /// It goes when its last operation is complete.
    is_destroyed: bool,
}

/// What became of an operation that a stream was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Submitted {
    Op(OpId),
    /// The stream is being captured: the operation is a node of a graph.
    Captured,
}

/// An operation after which another one comes, with what is complete then.
#[derive(Clone, Default, Debug)]
pub struct Point {
    pub op: OpId,
    pub clock: Clock,
}

fn queue() -> MutexGuard<'static, Queue> {
    lock(&process().queue)
}

/// The queue, to add operations of the program to.
///
/// # Errors
/// The thread may not add any.
fn queue_for_program() -> Result<MutexGuard<'static, Queue>, ErrorCode> {
    worker::refuse_host_worker()?;
    // The device is chosen before the lock is taken, and only a reset changes it, when nothing is pending.
    let is_on_gpu = gpu().is_some();
    let mut queue = queue();
    queue.is_on_gpu = is_on_gpu;
    Ok(queue)
}

/// Makes a stream.
pub fn create_stream(stream: StreamId, flags: u32, priority: i32) {
    let state = StreamState { flags, priority, ..StreamState::default() };
    queue().streams.insert(stream, state);
}

/// Ends a stream, which completes what it has been told.
///
/// # Errors
/// There is no such stream.
pub fn destroy_stream(stream: StreamId) -> Result<(), ErrorCode> {
    let mut queue = queue();
    queue.state(stream)?.is_destroyed = true;
    queue.forget_destroyed();
    Ok(())
}

/// Flags and priority of a stream.
///
/// # Errors
/// There is no such stream.
pub fn stream_options(stream: StreamId) -> Result<(u32, i32), ErrorCode> {
    let mut queue = queue();
    let state = queue.state(stream)?;
    Ok((state.flags, state.priority))
}

/// The priority of a stream, which may be destroyed already.
pub fn priority(stream: StreamId) -> i32 {
    queue().streams.get(&stream).map_or(0, |state| state.priority)
}

/// Tells a stream to do something.
///
/// # Errors
/// There is no such stream, the thread may not do this, or a capture does not allow it.
pub fn submit(stream: StreamId, action: Action) -> Result<Submitted, ErrorCode> {
    submit_after(stream, &[], action)
}

/// The same, after other operations too.
///
/// # Errors
/// As [`submit`].
pub fn submit_after(
    stream: StreamId,
    after: &[Point],
    action: Action,
) -> Result<Submitted, ErrorCode> {
    let site = sanitize::Site::here();
    let mut queue = queue_for_program()?;
    if queue.state(stream)?.capture.is_some() {
        queue.capture_work(stream, Work::Action(action))?;
        return Ok(Submitted::Captured);
    }
    queue.refuse_implicit(stream)?;
    queue.start_workers()?;
    while queue.flow.len() > MOST_PENDING {
        queue = wait_for_completion(queue);
    }
    // Another thread may have destroyed it.
    queue.state(stream)?;
    let point = queue.push(stream, after, action, site)?;
    announce(queue);
    settle::settle(point.op);
    Ok(Submitted::Op(point.op))
}

/// Tells a stream to do the nodes of a graph; each comes after others, which stand before it.
///
/// # Errors
/// As [`submit`].
pub fn submit_nodes(stream: StreamId, after: &[Point], nodes: &[Step]) -> Result<Point, ErrorCode> {
    let site = sanitize::Site::here();
    let mut queue = queue_for_program()?;
    queue.refuse_captured(stream)?;
    queue.refuse_implicit(stream)?;
    queue.start_workers()?;
    let start = queue.push(stream, after, Action::Marker, site.clone())?;
    let chains = crate::graph::chains(nodes);
    let mut points: Vec<Point> = Vec::with_capacity(nodes.len());
    for ((action, before), chain) in nodes.iter().zip(chains) {
        let mut after: Vec<Point> = before.iter().map(|&node| points[node].clone()).collect();
        after.push(start.clone());
        let branch = (chain, Lane::Branch(chain.0 / handle::STEP % BRANCHES));
        points.push(queue.push_beside(branch, &after, action.clone(), site.clone()));
    }
    let end = queue.push(stream, &points, Action::Marker, site)?;
    announce(queue);
    settle::settle(end.op);
    Ok(end)
}

/// Records a point of a stream: everything that it has been told until now is before it.
///
/// # Errors
/// As [`submit`]; the stream is being captured.
pub fn record(stream: StreamId, action: Action) -> Result<Point, ErrorCode> {
    let mut queue = queue_for_program()?;
    queue.refuse_captured(stream)?;
    queue.refuse_implicit(stream)?;
    queue.start_workers()?;
    let point = queue.push(stream, &[], action, sanitize::Site::default())?;
    announce(queue);
    Ok(point)
}

/// The nodes at which a captured stream is; none if it is not captured.
///
/// # Errors
/// There is no such stream.
pub fn captured_at(stream: StreamId) -> Result<Option<Tail>, ErrorCode> {
    Ok(queue().state(stream)?.capture.clone())
}

/// Whether an operation is complete. The program knows it then.
pub fn is_complete(point: &Point) -> bool {
    let mut queue = queue();
    let complete = !queue.flow.contains(point.op);
    if complete {
        queue.known.join(&point.clock);
    }
    complete
}

/// Operations that threads or the driver had are complete.
pub fn complete(operations: &[OpId]) {
    let mut queue = queue();
    operations.iter().for_each(|id| queue.flow.complete(*id));
    queue.forget_destroyed();
    announce(queue);
    process().completed.notify_all();
}

/// Wakes the threads that have something to do.
fn announce(queue: MutexGuard<'static, Queue>) {
    let busy: Vec<Runner> = queue.flow.busy().collect();
    // A thread that is woken takes the lock.
    drop(queue);
    busy.iter().for_each(|runner| process().arrived[*runner as usize].notify_one());
}

/// Does something with what the program knows to be complete.
pub fn with_known<T>(act: impl FnOnce(&mut Clock) -> T) -> T {
    act(&mut queue().known)
}

/// Waits until an operation is complete, and shows what kernels have printed.
///
/// # Errors
/// The device is lost, or the thread may not wait.
pub fn wait(point: &Point) -> Result<(), ErrorCode> {
    worker::refuse_host_worker()?;
    let mut queue = queue();
    while queue.flow.contains(point.op) {
        queue = wait_for_completion(queue);
    }
    queue.known.join(&point.clock);
    drop(queue);
    launch::show_printed();
    device::ready()
}

/// Waits until an operation that was submitted is complete.
///
/// # Errors
/// As [`wait`].
pub fn finish(stream: StreamId, submitted: Submitted) -> Result<(), ErrorCode> {
    match submitted {
        Submitted::Op(_) => wait_stream(stream),
        Submitted::Captured => Ok(()),
    }
}

/// Waits until all that a stream has been told is complete.
///
/// # Errors
/// As [`wait`]; the stream is being captured.
pub fn wait_stream(stream: StreamId) -> Result<(), ErrorCode> {
    let point = end_of(stream)?;
    wait(&point)
}

/// Whether all that a stream has been told is complete.
///
/// # Errors
/// There is no such stream, or it is being captured.
pub fn is_idle(stream: StreamId) -> Result<bool, ErrorCode> {
    let mut queue = queue();
    queue.state(stream)?;
    queue.refuse_captured(stream)?;
    queue.refuse_implicit(stream)?;
    let points = queue.before(stream);
    let is_idle = points.iter().all(|point| !queue.flow.contains(point.op));
    if is_idle {
        points.iter().for_each(|point| queue.known.join(&point.clock));
    }
    Ok(is_idle)
}

/// The end of what a stream has been told.
fn end_of(stream: StreamId) -> Result<Point, ErrorCode> {
    let mut queue = queue();
    queue.state(stream)?;
    queue.refuse_captured(stream)?;
    queue.refuse_implicit(stream)?;
    queue.push(stream, &[], Action::Marker, sanitize::Site::default())
}

/// Waits until everything is complete.
///
/// # Errors
/// The device is lost, the thread may not wait, or a stream is being captured.
pub fn wait_all() -> Result<(), ErrorCode> {
    worker::refuse_host_worker()?;
    queue().refuse_unsafe()?;
    drain();
    device::ready()
}

/// Waits until everything is complete, whatever is captured.
pub fn drain() {
    if is_host_worker() {
        return;
    }
    let mut queue = queue();
    let (last, submitted) = (queue.next, queue.submitted.clone());
    while queue.flow.has_below(last) {
        queue = wait_for_completion(queue);
    }
    queue.known.join(&submitted);
    if queue.flow.is_empty() {
        // Nothing races with what comes, so that clocks begin anew.
        (queue.known, queue.submitted) = Default::default();
        queue.streams.values_mut().for_each(|state| state.clock = Clock::default());
        sanitize::all_complete();
    }
    drop(queue);
    launch::show_printed();
}

/// Ends all streams and captures.
pub fn reset() {
    let mut queue = queue();
    queue.streams.clear();
    queue.captures.clear();
    drop(queue);
    lock(&process().events).clear();
    *lock(&process().graphs) = Graphs::default();
}

/// That no capture forbids a call which it could not replay.
///
/// # Errors
/// A capture of this thread, or of all threads, does; it is invalid from then on.
pub fn refuse_while_capturing() -> Result<(), ErrorCode> {
    queue().refuse_unsafe()
}

fn wait_for_completion(queue: MutexGuard<'static, Queue>) -> MutexGuard<'static, Queue> {
    process().completed.wait(queue).unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Queue {
    /// A stream; the default streams are made when they are first used.
    fn state(&mut self, stream: StreamId) -> Result<&mut StreamState, ErrorCode> {
        if stream == StreamId::LEGACY {
            self.streams.entry(stream).or_default();
        }
        let known = self.streams.get_mut(&stream).filter(|state| !state.is_destroyed);
        known.ok_or(ErrorCode::INVALID_HANDLE)
    }

    /// What an operation of a stream comes after, by the order of streams.
    fn before(&self, stream: StreamId) -> Vec<Point> {
        let is_blocking = |state: &StreamState| state.flags & NON_BLOCKING == 0;
        let is_legacy = stream == StreamId::LEGACY;
        let blocks = self.streams.get(&stream).is_some_and(is_blocking);
        let concerns = |(id, state): &(&StreamId, &StreamState)| {
            **id == stream || is_legacy && is_blocking(state) || blocks && **id == StreamId::LEGACY
        };
        let concerned = self.streams.iter().filter(concerns);
        let points = concerned.map(|(_, state)| Point {
            op: state.last.unwrap_or(OpId::MAX),
            clock: state.clock.clone(),
        });
        points.collect()
    }

    /// Adds an operation at the end of a stream.
    fn push(
        &mut self,
        stream: StreamId,
        after: &[Point],
        action: Action,
        site: sanitize::Site,
    ) -> Result<Point, ErrorCode> {
        let mut all = self.before(stream);
        all.extend_from_slice(after);
        let lane = Lane::Stream(stream);
        let point = self.push_beside((stream, lane), &all, action, site);
        let state = self.state(stream)?;
        (state.last, state.clock) = (Some(point.op), point.clock.clone());
        self.forget_destroyed();
        Ok(point)
    }

    /// Adds an operation that comes after some others, and after nothing else.
    fn push_beside(
        &mut self,
        (stream, lane): (StreamId, Lane),
        after: &[Point],
        action: Action,
        site: sanitize::Site,
    ) -> Point {
        let id = self.next;
        self.next += 1;
        let mut clock = Clock::default();
        if sanitize::is_on() {
            clock.join(&self.known);
            after.iter().for_each(|point| clock.join(&point.clock));
        }
        let after = after.iter().map(|point| point.op).collect();
        let mut ended = clock.clone();
        if sanitize::is_on() {
            ended.advance(stream, id);
            self.submitted.advance(stream, id);
        }
        let runner = action.runner(self.is_on_gpu);
        self.flow.insert(Operation { id, stream, lane, action, clock, site }, runner, after);
        Point { op: id, clock: ended }
    }

    fn forget_destroyed(&mut self) {
        let Queue { streams, flow, .. } = self;
        streams.retain(|&stream, state| {
            let stays = !state.is_destroyed || state.last.is_some_and(|last| flow.contains(last));
            if !stays {
                gpu::forget(stream);
            }
            stays
        });
    }

    /// Starts the threads, if they have not been.
    fn start_workers(&mut self) -> Result<(), ErrorCode> {
        if !self.has_workers {
            worker::start()?;
            self.has_workers = true;
        }
        Ok(())
    }
}
