//! The tile blocks of a grid, in parallel or in order, with results that do not depend on which.
//!
//! Blocks share nothing but memory. Their output is put together in the order of the grid (x
//! fastest), and of several traps the one of the first block counts.
//!
//! Kernels whose blocks wait for each other in a loop get a thread for each block, up to
//! [`RESIDENT_BLOCKS`]; as on a device, blocks start in order, and one that waits for a block that
//! is not resident yet waits forever (or until the limit of steps). They need
//! [`Order::Parallel`]. All blocks of [`Order::Together`] are resident.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::prepare::Program;
use super::run::{Run, Shared};
use super::trap::{Trap, TrapKind};
use super::{Order, Report};

/// The most blocks that run at once in a kernel whose blocks may wait for each other.
pub const RESIDENT_BLOCKS: usize = 128;

/// Runs all tile blocks.
pub(super) fn run_grid(program: &Program<'_>, shared: &Shared<'_>) -> Result<Report, Box<Trap>> {
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
    let mut run = Run::new(program, shared);
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
    let next_block = AtomicUsize::new(0);
    // No block after one that trapped needs to run; those before it may trap first.
    let first_trap = AtomicUsize::new(blocks);
    let all_left: Mutex<Vec<Left>> = Mutex::default();
    let resident = match shared.options.order {
        Order::Together => Some(blocks),
        Order::Parallel | Order::Sequential => program.waits.then(|| blocks.min(RESIDENT_BLOCKS)),
    };
    // A block that waits for one that trapped would wait forever.
    let has_trapped = || resident.is_some() && first_trap.load(Ordering::Relaxed) < blocks;
    let is_interrupted = || (shared.is_interrupted)() || has_trapped();
    let shared = &Shared { is_interrupted: &is_interrupted, ..*shared };
    let work = || {
        let mut run = Run::new(program, shared);
        let mut left: Vec<Left> = Vec::new();
        loop {
            let block = next_block.fetch_add(1, Ordering::Relaxed);
            if block >= blocks || block > first_trap.load(Ordering::Relaxed) {
                break;
            }
            let result = run.run_tile_block(coordinates(shared.grid, block));
            let output = std::mem::take(&mut run.output);
            match result {
                Ok(()) if output.is_empty() => {}
                Ok(()) => left.push((block, Ok(output))),
                // Another one is the reason.
                Err(trap) if trap.kind == TrapKind::Interrupted && has_trapped() => {}
                Err(trap) => {
                    first_trap.fetch_min(block, Ordering::Relaxed);
                    left.push((block, Err(trap)));
                }
            }
        }
        match all_left.lock() {
            Ok(mut all) => all.extend(left),
            Err(poisoned) => poisoned.into_inner().extend(left),
        }
    };
    if let Some(resident) = resident {
        std::thread::scope(|scope| {
            for _ in 0..resident {
                scope.spawn(work);
            }
        });
    } else {
        rayon::scope(|scope| {
            for _ in 0..blocks.min(rayon::current_num_threads()) {
                scope.spawn(|_| work());
            }
        });
    }
    let mut left = all_left.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
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
