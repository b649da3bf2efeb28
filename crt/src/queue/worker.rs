//! The threads that run operations.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, MutexGuard, PoisonError};

use super::flow::Fences;
use super::{Operation, Queue, complete, queue};
use crate::action::Runner;
use crate::device;
use crate::error::ErrorCode;
use crate::gpu::{Gpu, gpu};
use crate::process::process;
use crate::{thread, trace};

thread_local! {
    static IS_HOST_WORKER: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread runs host functions, which may not call the API.
pub fn is_host_worker() -> bool {
    IS_HOST_WORKER.get()
}

/// That this thread may tell streams to do something.
///
/// # Errors
/// It runs a host function.
pub(super) fn refuse_host_worker() -> Result<(), ErrorCode> {
    if is_host_worker() { Err(ErrorCode::NOT_PERMITTED) } else { Ok(()) }
}

/// Starts them.
///
/// # Errors
/// The system has no thread for them.
pub(super) fn start() -> Result<(), ErrorCode> {
    let runners = [
        (Runner::Device, "tilec device"),
        (Runner::Host, "tilec host"),
        (Runner::Staging, "tilec staging"),
        (Runner::Free, "tilec free"),
    ];
    for (runner, name) in runners {
        let started = thread::start(name, move || work(runner));
        started.map_err(|_| ErrorCode::INITIALIZATION)?;
    }
    Ok(())
}

fn work(runner: Runner) {
    IS_HOST_WORKER.set(runner == Runner::Host);
    loop {
        let mut queue = queue();
        let (operation, fences) = loop {
            match queue.flow.take(runner) {
                Some(taken) => break taken,
                None => queue = wait_for_operation(queue, runner),
            }
        };
        if runner == Runner::Host {
            // A host function may tell the program that it runs.
            queue.known.join(&operation.clock);
        }
        drop(queue);
        match gpu() {
            Some(gpu) if runner == Runner::Device => issue(&gpu, operation, &fences),
            _ => run(operation),
        }
    }
}

fn wait_for_operation(
    queue: MutexGuard<'static, Queue>,
    runner: Runner,
) -> MutexGuard<'static, Queue> {
    let arrived = &process().arrived[runner as usize];
    arrived.wait(queue).unwrap_or_else(PoisonError::into_inner)
}

/// Runs an operation. An error loses the device.
fn run(operation: Operation) {
    let started = trace::now();
    let made = catch_unwind(AssertUnwindSafe(|| operation.action.perform(&operation)));
    if let Err(code) = made.unwrap_or(Err(ErrorCode::LAUNCH_FAILURE)) {
        device::map().lose(code);
    }
    trace::operation(&operation, started);
    complete(&[operation.id]);
}

/// Gives an operation to the driver, unless the device is lost.
fn issue(gpu: &Arc<Gpu>, operation: Operation, fences: &Fences) {
    if device::lost().is_some() {
        return complete(&[operation.id]);
    }
    let id = operation.id;
    let made = catch_unwind(AssertUnwindSafe(|| gpu.issue(operation, fences)));
    let Ok(made) = made else {
        device::map().lose(ErrorCode::LAUNCH_FAILURE);
        return complete(&[id]);
    };
    match made {
        Ok(issued) => {
            let (id, lane, event) = issued.end();
            queue().flow.issue(id, lane, event);
            gpu.watch(issued);
        }
        Err(code) => {
            device::map().lose(code);
            complete(&[id]);
        }
    }
}
