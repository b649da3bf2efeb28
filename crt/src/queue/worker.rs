//! The threads that run operations.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::Builder;

use super::{Operation, queue, wait_for_change};
use crate::action::Runner;
use crate::device;
use crate::error::ErrorCode;
use crate::process::process;
use crate::trace;

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

/// Starts both.
///
/// # Errors
/// The system has no thread for them.
pub(super) fn start() -> Result<(), ErrorCode> {
    for (runner, name) in [(Runner::Device, "tilec device"), (Runner::Host, "tilec host")] {
        let started = Builder::new().name(name.to_owned()).spawn(move || work(runner));
        started.map_err(|_| ErrorCode::INITIALIZATION)?;
    }
    Ok(())
}

fn work(runner: Runner) {
    IS_HOST_WORKER.set(runner == Runner::Host);
    loop {
        let mut queue = queue();
        let operation = loop {
            match queue.take(runner) {
                Some(operation) => break operation,
                None => queue = wait_for_change(queue),
            }
        };
        drop(queue);
        let id = operation.id;
        run(&operation);
        self::queue().complete(id);
        process().changed.notify_all();
    }
}

/// Runs an operation. An error loses the device.
fn run(operation: &Operation) {
    let started = trace::now();
    let made = catch_unwind(AssertUnwindSafe(|| operation.action.perform(operation)));
    if let Err(code) = made.unwrap_or(Err(ErrorCode::LAUNCH_FAILURE)) {
        device::map().lose(code);
    }
    trace::operation(operation, started);
}
