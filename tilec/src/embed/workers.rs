//! The threads that compile: each has a large stack, and takes one compilation after another.
//!
//! A thread that is there has its stack and the allocator's memory at hand, where a new one has the system give and clear them.
//! As many threads are there as compilations ran at the same time, up to a limit; above it a thread ends with its work. Threads do not
//! live on in a process that was forked: it starts threads of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use super::{BUG, STACK_BYTES};

/// Work for a thread. It says itself what came of it.
type Task = Box<dyn FnOnce() + Send>;

/// Threads that wait for work, at most.
const MOST_IDLE: usize = 16;

/// Threads, of which those that wait are listed.
pub(super) struct Workers(Mutex<Idle>);

/// The threads of a process that wait.
struct Idle {
    process: u32,
    threads: Vec<Sender<Task>>,
}

impl Workers {
    pub(super) const fn new() -> Workers {
        Workers(Mutex::new(Idle { process: 0, threads: Vec::new() }))
    }

    /// Has a thread do something, and waits for it.
    ///
    /// # Errors
    /// The work panics, or the system has no thread for it.
    pub(super) fn run<T: Send + 'static>(
        &'static self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, String> {
        let (said, answer) = channel();
        let mut work: Task = Box::new(move || {
            let made = catch_unwind(AssertUnwindSafe(work));
            // The caller waits for the answer.
            let _ = said.send(made.map_err(|_| BUG.to_owned()));
        });
        let thread = loop {
            let thread = match self.take_idle() {
                Some(thread) => thread,
                None => self.start()?,
            };
            match thread.send(work) {
                Ok(()) => break thread,
                // The thread has ended.
                Err(unsent) => work = unsent.0,
            }
        };
        let made = answer.recv().unwrap_or_else(|_| Err(BUG.to_owned()));
        self.keep(thread);
        made
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_idle(&self) -> Option<Sender<Task>> {
        let mut idle = self.idle();
        let process = std::process::id();
        if idle.process != process {
            // The threads are those of the process that was forked. A channel of theirs may be locked: it is not closed.
            std::mem::forget(std::mem::take(&mut idle.threads));
            idle.process = process;
        }
        idle.threads.pop()
    }

    /// Lists a thread as one that waits, or has it end.
    fn keep(&self, thread: Sender<Task>) {
        let mut idle = self.idle();
        if idle.threads.len() < MOST_IDLE {
            idle.threads.push(thread);
        }
    }

    fn start(&self) -> Result<Sender<Task>, String> {
        let (thread, works) = channel::<Task>();
        let builder = Builder::new().name("tilec compile".to_owned()).stack_size(STACK_BYTES);
        let started = builder.spawn(move || works.into_iter().for_each(|work| work()));
        started.map(|_| thread).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn threads_take_one_work_after_another() {
        static WORKERS: Workers = Workers::new();
        let here = || WORKERS.run(|| thread::current().id()).expect("a thread");
        let first = here();
        assert_ne!(first, thread::current().id());
        assert_eq!(here(), first);
        let failed = WORKERS.run(|| assert_eq!(1, 2));
        assert_eq!(failed, Err(BUG.to_owned()));
        assert_eq!(here(), first);
        let inner = WORKERS.run(move || WORKERS.run(|| thread::current().id()));
        assert_ne!(inner.expect("a thread"), Ok(first), "it has work");
        assert_eq!(WORKERS.idle().threads.len(), 2);
    }
}
