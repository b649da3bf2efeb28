//! Streams of the driver, and how operations are given to them.
//!
//! Each stream of the program has a stream of the driver, its *lane*; the branches of graphs share a few. To issue an operation is
//!
//! ```text
//! for each fence in another lane: cuStreamWaitEvent(lane, fence)
//! enqueue(lane, operation)
//! cuEventRecord(lane, event of the operation)
//! ```
//!
//! One thread issues, in an order in which each operation stands behind those before it, so that an operation need not wait for
//! a fence of its own lane. A thread for each lane waits for the events and tells the queue which operations are complete.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, Weak};
use std::time::Instant;

use cudarc::driver::sys;

use super::{Gpu, check};
use crate::action::Action;
use crate::device;
use crate::error::ErrorCode;
use crate::process::lock;
use crate::queue::flow::{Fences, Lane};
use crate::queue::{self, OpId, Operation, StreamId};
use crate::{thread, trace};

/// An event of the driver.
pub struct GpuEvent {
    gpu: Weak<Gpu>,
    event: sys::CUevent,
}

// SAFETY: the driver takes its handles from any thread.
unsafe impl Send for GpuEvent {}
// SAFETY: as above; the driver locks.
unsafe impl Sync for GpuEvent {}

/// The lanes that there are.
#[derive(Default)]
pub struct Lanes(Mutex<BTreeMap<Lane, Open>>);

struct Open {
    stream: GpuStream,
    issued: Sender<Issued>,
}

/// A stream of the driver.
#[derive(Clone, Copy)]
pub struct GpuStream(pub(super) sys::CUstream);

// SAFETY: the driver takes its handles from any thread.
unsafe impl Send for GpuStream {}

/// An operation that the driver has, with the bytes of the host that it reads.
pub struct Issued {
    operation: Operation,
    event: Arc<GpuEvent>,
    at: Option<Instant>,
}

impl Gpu {
    /// Gives an operation to the driver, behind what the fences stand for.
    ///
    /// # Errors
    /// The driver refuses it.
    pub fn issue(
        self: &Arc<Gpu>,
        operation: Operation,
        fences: &Fences,
    ) -> Result<Issued, ErrorCode> {
        let at = trace::now();
        match self.enqueue(&operation, fences) {
            Ok(event) => Ok(Issued { operation, event, at }),
            Err(code) => Err(code),
        }
    }

    fn enqueue(
        self: &Arc<Gpu>,
        operation: &Operation,
        fences: &Fences,
    ) -> Result<Arc<GpuEvent>, ErrorCode> {
        self.enter()?;
        let lane = operation.lane;
        let stream = self.stream_of(lane)?;
        for (_, fence) in fences.iter().filter(|(other, _)| **other != lane) {
            // SAFETY: the stream and the event live.
            check(unsafe { sys::cuStreamWaitEvent(stream.0, fence.event.event, 0) })?;
        }
        operation.action.enqueue(self, stream)?;
        let event = Arc::new(self.event(matches!(operation.action, Action::Record(_)))?);
        // SAFETY: as above.
        check(unsafe { sys::cuEventRecord(event.event, stream.0) })?;
        if let Action::Record(stamp) = &operation.action {
            stamp.record(event.clone());
        }
        Ok(event)
    }

    /// The stream of a lane, which is made when it is first used.
    fn stream_of(self: &Arc<Gpu>, lane: Lane) -> Result<GpuStream, ErrorCode> {
        if let Some(open) = lock(&self.lanes.0).get(&lane) {
            return Ok(open.stream);
        }
        let priority = match lane {
            Lane::Stream(of) => queue::priority(of),
            Lane::Branch(_) => 0,
        };
        let flags = sys::CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
        let mut stream = std::ptr::null_mut();
        // SAFETY: an out-pointer to a local.
        check(unsafe { sys::cuStreamCreateWithPriority(&mut stream, flags, priority) })?;
        let stream = GpuStream(stream);
        let (issued, watched) = channel();
        let gpu = self.clone();
        let started = thread::start("tilec lane", move || watch(&gpu, &watched));
        started.map_err(|_| ErrorCode::INITIALIZATION)?;
        lock(&self.lanes.0).insert(lane, Open { stream, issued });
        Ok(stream)
    }

    fn event(self: &Arc<Gpu>, has_time: bool) -> Result<GpuEvent, ErrorCode> {
        let without_time = sys::CUevent_flags::CU_EVENT_DISABLE_TIMING as u32;
        let mut event = std::ptr::null_mut();
        // SAFETY: an out-pointer to a local.
        check(unsafe { sys::cuEventCreate(&mut event, if has_time { 0 } else { without_time }) })?;
        Ok(GpuEvent { gpu: Arc::downgrade(self), event })
    }

    /// Has the thread of the lane wait for an operation, which the queue knows to be issued.
    pub fn watch(&self, issued: Issued) {
        let id = issued.operation.id;
        // The lane is open as long as it has operations.
        let sent = match lock(&self.lanes.0).get(&issued.operation.lane) {
            Some(open) => open.issued.send(issued).is_ok(),
            None => false,
        };
        if !sent {
            queue::complete(&[id]);
        }
    }

    /// Closes the lane of a stream that the program has destroyed.
    pub(super) fn close(&self, stream: StreamId) {
        if let Some(open) = lock(&self.lanes.0).remove(&Lane::Stream(stream)) {
            let _ = self.enter();
            // SAFETY: the stream is in no table any more. The driver ends it when it is idle.
            let _ = unsafe { sys::cuStreamDestroy_v2(open.stream.0) };
        }
    }

    /// Forgets all lanes, whose streams end with the context. Their threads end.
    pub(super) fn close_all(&self) {
        lock(&self.lanes.0).clear();
    }
}

impl Issued {
    /// What the queue has to know.
    pub fn end(&self) -> (OpId, Lane, Arc<GpuEvent>) {
        (self.operation.id, self.operation.lane, self.event.clone())
    }
}

/// Waits for the operations of a lane, one after another. It tells the queue of all that are complete at once.
fn watch(gpu: &Gpu, issued: &Receiver<Issued>) {
    let mut ended: Option<Instant> = None;
    let mut next = issued.recv().ok();
    while let Some(first) = next.take() {
        if let Err(code) = first.event.wait(gpu) {
            device::map().lose(code);
        }
        let mut done = vec![first];
        while let Ok(more) = issued.try_recv() {
            if !more.event.has_happened() {
                next = Some(more);
                break;
            }
            done.push(more);
        }
        for issued in &done {
            // The operation did not begin before the one in front of it had ended.
            trace::operation(&issued.operation, issued.at.max(ended));
            ended = trace::now();
        }
        let ids: Vec<OpId> = done.iter().map(|issued| issued.operation.id).collect();
        drop(done);
        queue::complete(&ids);
        next = next.or_else(|| issued.recv().ok());
    }
}

impl GpuEvent {
    /// An event of no GPU.
    #[cfg(test)]
    pub fn none() -> GpuEvent {
        GpuEvent { gpu: Weak::new(), event: std::ptr::null_mut() }
    }

    fn wait(&self, gpu: &Gpu) -> Result<(), ErrorCode> {
        gpu.enter()?;
        // SAFETY: the event lives.
        check(unsafe { sys::cuEventSynchronize(self.event) })
    }

    /// Whether the event has happened without an error.
    fn has_happened(&self) -> bool {
        // SAFETY: the event lives.
        check(unsafe { sys::cuEventQuery(self.event) }).is_ok()
    }

    /// Milliseconds from another event to this one, both of which have happened and have times.
    ///
    /// # Errors
    /// What the driver says.
    pub fn since(&self, start: &GpuEvent) -> Result<f32, ErrorCode> {
        let gpu = self.gpu.upgrade().ok_or(ErrorCode::INVALID_HANDLE)?;
        gpu.enter()?;
        let mut milliseconds = 0.0;
        // SAFETY: an out-pointer to a local; the events live.
        check(unsafe { sys::cuEventElapsedTime(&mut milliseconds, start.event, self.event) })?;
        Ok(milliseconds)
    }
}

impl Drop for GpuEvent {
    fn drop(&mut self) {
        // A reset has destroyed the events of the context.
        if let Some(gpu) = self.gpu.upgrade().filter(|gpu| gpu.is_open()) {
            let _ = gpu.enter();
            // SAFETY: nothing else has the event.
            let _ = unsafe { sys::cuEventDestroy_v2(self.event) };
        }
    }
}
