//! The tile blocks of a grid, in parallel or in order, with results that do not depend on which.
//!
//! Blocks share nothing but memory. Their output is put together in the order of the grid (x
//! fastest), and of several traps the one of the first block counts.
//!
//! Kernels whose blocks wait for each other in a loop get a thread for each block, up to
//! [`RESIDENT_BLOCKS`]; as on a device, blocks start in order, and one that waits for a block that
//! is not resident yet waits forever (or until the limit of steps). They need
//! [`Order::Parallel`]. All blocks of [`Order::Together`] are resident.
//!
//! # Threads
//!
//! The calling thread runs blocks, and helpers of the pool join it where that pays. With n blocks of work w, p threads, and the
//! work h that a thread does while a helper wakes up:
//!
//! ```text
//! alone     n w
//! joined    h + n w / p        less than n w if n w >= 2 h and p > 2
//! ```
//!
//! `prepare` estimates the work of an instruction, but how often loops run is known only afterwards. So helpers are called
//!
//! - after a block, if the remaining ones, by the mean of those that ran, have work r >= 2 h: one helper less than r / h;
//! - within a block, before the instruction with which its work is more than h: all helpers.
//!
//! A small grid wakes no thread, and a large one begins in parallel at most h later than if helpers were called at once. The
//! estimate is of instructions, not of time, so that a launch does the same each time.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rayon::Scope;

use super::float_environment::FloatEnvironment;
use super::prepare::Program;
use super::run::{Run, Shared};
use super::trap::{Trap, TrapKind};
use super::{Order, Report};

/// h, in the units of [`InstFacts::work`].
const HAND_OVER: u64 = 20_000;

/// Bytes of stack with which a thread runs blocks; one that has less gets [`OWN_STACK`].
const LEAST_STACK: usize = 1 << 20;
const OWN_STACK: usize = 16 << 20;

/// How often the calling thread asks whether the launch is interrupted while it waits for others.
const PATIENCE: Duration = Duration::from_millis(20);

/// The most blocks that run at once in a kernel whose blocks may wait for each other.
pub const RESIDENT_BLOCKS: usize = 128;

/// Runs all tile blocks.
pub(super) fn run_grid(program: &Program<'_>, shared: &Shared<'_>) -> Result<Report, Box<Trap>> {
    // The caller's thread may have little of a stack.
    stacker::maybe_grow(LEAST_STACK, OWN_STACK, || run_blocks(program, shared))
}

fn run_blocks(program: &Program<'_>, shared: &Shared<'_>) -> Result<Report, Box<Trap>> {
    let [x, y, z] = shared.grid.map(|blocks| blocks as usize);
    let blocks = x * y * z;
    match shared.options.order {
        Order::Parallel | Order::Together if blocks > 1 && !shared.options.sanitize => {
            run_parallel(program, shared, blocks)
        }
        Order::Parallel | Order::Together | Order::Sequential => {
            run_in_order(program, shared, blocks)
        }
    }
}

/// The coordinates of block number `block`.
pub(super) fn coordinates(grid: [u32; 3], block: usize) -> [u32; 3] {
    let [x, y, _] = grid.map(|blocks| blocks as usize);
    [block % x, block / x % y, block / (x * y)].map(|i| i as u32)
}

fn run_in_order(
    program: &Program<'_>,
    shared: &Shared<'_>,
    blocks: usize,
) -> Result<Report, Box<Trap>> {
    let _environment = FloatEnvironment::of_kernels();
    let mut run = Run::new(program, shared);
    run.keep_for(blocks, 1);
    for block in 0..blocks {
        run.run_tile_block(coordinates(shared.grid, block))?;
    }
    let touched = run.sanitizer.as_ref().map(|it| it.races.touched()).unwrap_or_default();
    let findings = run.take_findings();
    Ok(Report { output: run.output, findings, touched })
}

/// What a tile block left besides memory.
type Left = (usize, Result<String, Box<Trap>>);

fn run_parallel(
    program: &Program<'_>,
    shared: &Shared<'_>,
    blocks: usize,
) -> Result<Report, Box<Trap>> {
    let first_trap = AtomicUsize::new(blocks);
    let resident = match shared.options.order {
        Order::Together => Some(blocks),
        Order::Parallel | Order::Sequential => {
            program.prepared.waits.then(|| blocks.min(RESIDENT_BLOCKS))
        }
    };
    // A block that waits for one that trapped would wait forever.
    let has_trapped = || resident.is_some() && first_trap.load(Ordering::Relaxed) < blocks;
    let is_interrupted = || (shared.is_interrupted)() || has_trapped();
    let queue = Queue {
        program,
        shared: &Shared { is_interrupted: &is_interrupted, ..*shared },
        blocks,
        next_block: AtomicUsize::new(0),
        first_trap: &first_trap,
        has_trapped: &has_trapped,
        all_left: Mutex::default(),
        n_working: Mutex::default(),
        one_ended: Condvar::new(),
    };
    if let Some(resident) = resident {
        std::thread::scope(|scope| {
            let threads: Vec<Working<'_>> = (0..resident).map(|_| queue.begin()).collect();
            for working in threads {
                let queue = &queue;
                scope.spawn(move || {
                    queue.work(Run::new(program, queue.shared), |_, _| {});
                    drop(working);
                });
            }
            queue.wait();
        });
    } else {
        match shared.pool.and_then(|pool| pool()) {
            Some(pool) => {
                let n_threads = pool.current_num_threads();
                pool.in_place_scope(|scope| queue.lead(scope, n_threads));
            }
            None => {
                let n_threads = rayon::current_num_threads();
                rayon::in_place_scope(|scope| queue.lead(scope, n_threads));
            }
        }
    }
    let mut left = queue.all_left.into_inner().unwrap_or_else(PoisonError::into_inner);
    left.sort_unstable_by_key(|&(block, _)| block);
    let mut output = String::new();
    for (_, result) in left {
        match result {
            Ok(text) => output.push_str(&text),
            Err(trap) => return Err(Box::new(Trap { output: output + &trap.output, ..*trap })),
        }
    }
    Ok(Report { output, ..Report::default() })
}

/// The blocks of a grid for the threads that run them.
struct Queue<'q> {
    program: &'q Program<'q>,
    shared: &'q Shared<'q>,
    blocks: usize,
    next_block: AtomicUsize,
    /// No block after one that trapped needs to run; those before it may trap first.
    first_trap: &'q AtomicUsize,
    has_trapped: &'q (dyn Fn() -> bool + Sync),
    all_left: Mutex<Vec<Left>>,
    /// Threads that run blocks or have been asked to, beside the calling one.
    n_working: Mutex<usize>,
    one_ended: Condvar,
}

/// A thread that runs blocks or has been asked to, beside the calling one.
struct Working<'q>(&'q Queue<'q>);

impl Drop for Working<'_> {
    fn drop(&mut self) {
        *self.0.n_working() -= 1;
        self.0.one_ended.notify_one();
    }
}

impl<'q> Queue<'q> {
    fn n_working(&self) -> MutexGuard<'_, usize> {
        self.n_working.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&'q self) -> Working<'q> {
        *self.n_working() += 1;
        Working(self)
    }

    /// Runs blocks until none is left, and says after each that ran how many have begun.
    fn work(&self, mut run: Run<'_>, mut after_block: impl FnMut(&mut Run<'_>, usize)) {
        let _environment = FloatEnvironment::of_kernels();
        let mut left: Vec<Left> = Vec::new();
        loop {
            let block = self.next_block.fetch_add(1, Ordering::Relaxed);
            if block >= self.blocks || block > self.first_trap.load(Ordering::Relaxed) {
                break;
            }
            let result = run.run_tile_block(coordinates(self.shared.grid, block));
            let output = std::mem::take(&mut run.output);
            match result {
                Ok(()) if output.is_empty() => {}
                Ok(()) => left.push((block, Ok(output))),
                // Another one is the reason.
                Err(trap) if trap.kind == TrapKind::Interrupted && (self.has_trapped)() => {}
                Err(trap) => {
                    self.first_trap.fetch_min(block, Ordering::Relaxed);
                    left.push((block, Err(trap)));
                }
            }
            after_block(&mut run, block + 1);
        }
        if !left.is_empty() {
            self.all_left.lock().unwrap_or_else(PoisonError::into_inner).extend(left);
        }
    }

    /// Runs blocks on the calling thread, with the helpers that it calls.
    fn lead<'s>(&'s self, scope: &Scope<'s>, n_threads: usize) {
        let is_alone = Cell::new(n_threads > 1);
        let call = |at_most: u64| {
            is_alone.set(false);
            let begun = self.next_block.load(Ordering::Relaxed);
            let useful = self.blocks.saturating_sub(begun).min(n_threads - 1);
            for _ in 0..at_most.min(useful as u64) {
                // The scope waits for helpers that have not begun yet, too.
                let working = self.begin();
                scope.spawn(move |_| {
                    let _working = working;
                    let mut run = Run::new(self.program, self.shared);
                    run.keep_for(self.blocks, n_threads);
                    self.work(run, |_, _| {});
                });
            }
        };
        let call_all = || call(u64::MAX);
        let mut run = Run::new(self.program, self.shared);
        // It may come to run all of them.
        run.keep_for(self.blocks, 1);
        if is_alone.get() {
            run.call_all = Some(&call_all);
            run.most_work = HAND_OVER;
        }
        self.work(run, |run, begun| {
            if run.call_all.is_some() {
                run.most_work = run.worked.saturating_add(HAND_OVER);
            }
            // No other thread has begun any.
            let rest = (self.blocks - begun) as u64;
            let rest = rest.saturating_mul(run.worked) / begun as u64;
            if is_alone.get() && rest >= 2 * HAND_OVER {
                call(rest / HAND_OVER - 1);
            }
        });
        self.wait();
    }

    /// Waits until no other thread works or is to begin; a pool that is busy begins late.
    fn wait(&self) {
        let mut n_working = self.n_working();
        while *n_working > 0 {
            let waited = self.one_ended.wait_timeout(n_working, PATIENCE);
            let (guard, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            n_working = guard;
            if timeout.timed_out() {
                drop(n_working);
                // The caller may be able to tell on this thread alone, and has the others stop then.
                (self.shared.is_interrupted)();
                n_working = self.n_working();
            }
        }
    }
}
