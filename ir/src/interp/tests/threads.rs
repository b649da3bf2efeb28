//! Which threads run the tile blocks of a grid.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::*;
use crate::interp::{Caller, launch_for, prepare};

/// A kernel whose blocks count to `bid * factor + least`.
fn counting(factor: i32, least: i32) -> Module {
    kernel(
        |_| Vec::new(),
        |b, _| {
            let (zero, one) = (b.const_i32(0), b.const_i32(1));
            let (factor, least) = (b.const_i32(factor), b.const_i32(least));
            let (x, _, _) = b.get_tile_block_id();
            let bound = b.muli(x, factor, Overflow::None);
            let bound = b.addi(bound, least, Overflow::None);
            let body = b.open_for(zero, bound, one, false, &[zero]);
            b.switch_to(body.body);
            let sum = b.addi(body.carried[0], one, Overflow::None);
            b.continue_([sum]);
            let entry = b.function.entry_block;
            b.switch_to(entry);
        },
    )
}

fn pool() -> Arc<ThreadPool> {
    Arc::new(ThreadPoolBuilder::new().num_threads(4).build().unwrap())
}

/// Launches on the threads of a pool, which ask `is_interrupted` with their names.
fn launch_on_pool(
    module: &Module,
    blocks: u32,
    is_interrupted: impl Fn(ThreadId) -> bool + Sync,
) -> Result<Report, Box<Trap>> {
    launch_on(&pool(), module, blocks, is_interrupted)
}

fn launch_on(
    pool: &Arc<ThreadPool>,
    module: &Module,
    blocks: u32,
    is_interrupted: impl Fn(ThreadId) -> bool + Sync,
) -> Result<Report, Box<Trap>> {
    let get_pool = || Some(Arc::clone(pool));
    let is_interrupted = || is_interrupted(thread::current().id());
    let function = &module.entries[module.entry_named("k").unwrap()];
    let prepared = prepare(module, function).unwrap();
    let caller = Caller {
        is_interrupted: &is_interrupted,
        pool: Some(&get_pool),
        prepared: Some(&prepared),
    };
    let options = Options::new();
    let what =
        Launch { entry: "k", grid: [blocks, 1, 1], args: &[], globals: None, options: &options };
    launch_for(module, &what, &mut Memory::new(), &caller)
}

/// The threads that run blocks; the calling one waits for another one before its block or part of a block of number `patience`.
fn threads_of(module: &Module, blocks: u32, patience: usize) -> usize {
    let caller = thread::current().id();
    let (threads, n_asked) = (Mutex::new(HashSet::new()), AtomicUsize::new(0));
    launch_on_pool(module, blocks, |thread| {
        threads.lock().unwrap().insert(thread);
        if thread == caller && n_asked.fetch_add(1, Ordering::Relaxed) == patience {
            for _ in 0..5000 {
                if threads.lock().unwrap().len() > 1 {
                    break;
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
        false
    })
    .unwrap();
    threads.into_inner().unwrap().len()
}

#[test]
fn a_small_grid_runs_on_the_calling_thread() {
    for iterations in [1, 5, 12] {
        assert_eq!(threads_of(&counting(0, iterations), 16, usize::MAX), 1);
    }
    // The estimate is of executed instructions, so that a longer loop is another kernel.
    assert!(threads_of(&counting(0, 500), 16, 3) > 1);
}

#[test]
fn helpers_join_for_many_blocks_and_for_long_ones() {
    assert!(threads_of(&counting(0, 5), 5000, 100) > 1);
    // Within the first block, which asks after each 1024 instructions.
    assert!(threads_of(&counting(0, 20_000), 2, 5) > 1);
}

#[test]
fn one_large_instruction_calls_helpers_before_it_runs() {
    let module = kernel(
        |_| Vec::new(),
        |b, _| {
            let tile = b.types.tile(&[1 << 16], Scalar::I32);
            let _ = b.iota(tile);
        },
    );
    assert!(threads_of(&module, 3, 1) > 1);
}

#[test]
fn the_calling_thread_is_asked_while_it_waits() {
    // The first block ends soon; the other one would take hours.
    let module = counting(1 << 30, 20_000);
    let caller = thread::current().id();
    let (n_asked, is_interrupted) = (AtomicUsize::new(0), AtomicBool::new(false));
    let stopped = launch_on_pool(&module, 2, |thread| {
        if thread == caller && n_asked.fetch_add(1, Ordering::Relaxed) > 50 {
            is_interrupted.store(true, Ordering::Relaxed);
        }
        is_interrupted.load(Ordering::Relaxed)
    });
    assert_eq!(stopped.unwrap_err().kind, TrapKind::Interrupted);
}

#[test]
fn the_calling_thread_is_asked_while_the_pool_is_busy() {
    let pool = pool();
    let is_free = Arc::new(AtomicBool::new(false));
    for _ in 0..pool.current_num_threads() {
        let is_free = Arc::clone(&is_free);
        pool.spawn(move || {
            // Unless the launch asks, for 20 s.
            for _ in 0..20_000 {
                if is_free.load(Ordering::Relaxed) {
                    return;
                }
                thread::sleep(Duration::from_millis(1));
            }
        });
    }
    // The calling thread has run all blocks long before that.
    let is_late = Arc::new(AtomicBool::new(false));
    let timer = Arc::clone(&is_late);
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(1));
        timer.store(true, Ordering::Relaxed);
    });
    launch_on(&pool, &counting(0, 2000), 64, |_| {
        is_free.fetch_or(is_late.load(Ordering::Relaxed), Ordering::Relaxed);
        false
    })
    .unwrap();
    assert!(is_free.load(Ordering::Relaxed), "the launch waited and did not ask");
}
