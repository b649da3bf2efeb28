//! Occupancy: how many CTAs are on an SM, and what each may have of it.
//!
//! ```text
//! in flight   B = bytes a clock of DRAM for an SM * latency        what has to be on its way (Little's law)
//! threads     T = 2 B / bytes of a thread                          half of the CTAs load while the others compute
//! CTAs        C = max(2, ceil(T / threads of a CTA))
//! shared      min(sm_shared / C - CTA_RESERVED, max_shared)        bytes of each
//! stages      as many of at most MAX_STAGES as that leaves room for, and at least MIN_STAGES:
//!             one being read, one whose MMAs may still be in flight
//! ```

use crate::target::{CTA_RESERVED, Chip, LANES, REGISTER_UNIT, SM_REGISTERS, Target};

/// Threads that are wanted on an SM, in whole CTAs: some load while others compute. With half of them loading, 128
/// bytes a thread ([`crate::cost::num_warps`]), 48 KiB are in flight. On an H200 softmax of rows of 8,192, with 128
/// threads a CTA, runs at 0.95 of a copy with 640 threads, at 0.99 with 768 and at 0.97 with 1,024, for which more is
/// spilled.
const RESIDENT_THREADS: u32 = 2 * BYTES_IN_FLIGHT / BYTES_OF_THREAD;
const BYTES_IN_FLIGHT: u32 = 48 << 10;
const BYTES_OF_THREAD: u32 = 128;

/// CTAs of an SM that loops over rows have to leave room for, where the source does not say how many. Grids of such
/// kernels are eight CTAs for each SM: with room for seven, the eighth is a second wave,
///
/// ```text
/// time(C resident) = ceil(8 / C) * time of a CTA among C
/// ```
///
/// On an H200 row softmax of f32 with 1,024 columns, 64 threads with 72 registers, runs with the next row loaded ahead
/// at 0.99 of the bandwidth of a copy, without at 0.95; with 2,048 columns, 128 threads, only seven have room, and it
/// runs at 0.84, without at 0.93.
pub const ROW_CTAS: u32 = 8;

/// Shared memory of a pipelined CTA that is left for conversions and reductions.
pub const PIPELINE_SCRATCH: u32 = 32 << 10;
/// Scratch memory that costs no occupancy worth a barrier.
pub const ROOMY_SCRATCH: u32 = 16 << 10;
/// Most stages of a pipeline; more do not hide more latency.
pub const MAX_STAGES: u32 = 8;
/// A ring has one buffer being read, one whose MMAs may still be in flight.
pub const MIN_STAGES: u32 = 2;
/// Most stages of warps that copy for themselves: more take shared memory that other CTAs use better.
pub const MAX_MULTISTAGE: u32 = 4;
/// Shared memory that is left for conversions and reductions in their loops, where there are any.
pub const LOOP_SCRATCH: u32 = 8 << 10;
/// The same where two CTAs are on an SM.
pub const MIN_SHARED_STAGES: u32 = 3;

/// Iterations of a loop of MMAs before its end at which the producer asks for an epilogue operand's lines: 11 us with
/// tiles of 128x256x64 of 16 bits, several times the latency of DRAM, and few enough that the L2 cache keeps them.
pub const EPILOGUE_PREFETCH_DISTANCE: u32 = 16;

/// CTAs of so many threads that are wanted on an SM.
pub fn wanted_ctas(threads: u32) -> u32 {
    RESIDENT_THREADS.div_ceil(threads).max(2)
}

/// CTAs of so many threads, registers of a thread and bytes of shared memory that reside on an SM; at least one.
pub fn resident(chip: &Chip, threads: u32, registers: u32, shared_bytes: u32) -> u32 {
    let registers =
        registers.next_multiple_of(REGISTER_UNIT).max(1) * threads.next_multiple_of(LANES);
    let of_registers = SM_REGISTERS / registers.max(1);
    let of_shared = chip.sm_shared / (shared_bytes + CTA_RESERVED);
    let of_threads = chip.sm_threads / threads.max(1);
    of_registers.min(of_shared).min(of_threads).min(chip.sm_ctas).max(1)
}

/// Shared memory of each of `ctas` CTAs on an SM.
pub fn shared_of_cta(target: &Target, ctas: u32) -> u32 {
    (target.chip.sm_shared / ctas - CTA_RESERVED).min(target.max_shared)
}

/// Shared memory that a CTA takes at least so that it is alone on its SM.
pub fn alone(target: &Target) -> u32 {
    target.chip.sm_shared / 2 + CTA_RESERVED
}
