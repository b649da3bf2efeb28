//! The GPUs: one row per architecture, one per chip, and what all of them have in common.
//!
//! Every constant of a chip that a pass or the cost model uses is here: a new GPU is a row. A [`Target`] is what
//! code is generated for, a [`Chip`] what it runs on; constants are facts of the programming model (PTX ISA, CUDA
//! C++ Programming Guide, "Compute Capabilities") that no chip of the table differs in. A decision that uses these
//! facts is not here but in `cost`.

use crate::ptx::types::Ty;

/// What some targets have and others lack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Feature {
    /// `cp.async`, `ldmatrix`, `mma.sync` of f16, bf16, tf32, f64 and int8.
    Ampere,
    /// Conversions between f32 or f16 and fp8.
    Fp8Convert,
    /// `mma.sync` of fp8.
    Fp8Mma,
    /// Arithmetic on bf16 other than `fma`, atomics on bf16.
    Bf16Arithmetic,
    /// Thread-block clusters, `stmatrix`, `griddepcontrol` and bulk reductions.
    Cluster,
    /// `wgmma`, bulk tensor copies, `setmaxnreg`: the `a` of sm_90a.
    Wgmma,
    /// `tcgen05` and bulk tensor copies: the `f` of sm_100f, which the `a` of sm_100a includes.
    Tcgen05,
    /// Bulk tensor copies of rows by their numbers (`tile::gather4`): the `f` of sm_100f, as `tcgen05`.
    TmaGather,
    /// `tcgen05.mma` of 8-bit integers, which the family targets and sm_103a lack.
    Tcgen05Int8,
    /// Conversions between f32 and powers of two (`ue8m0x2`): the `a` and `f` from sm_100 on.
    ScaleConvert,
    /// `mma.sync` with a scale for each block along K: the `a` and `f` of sm_120 and sm_121.
    ScaledMma,
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// `sm_90a`
    pub name: &'static str,
    /// 90
    pub compute: u32,
    /// Oldest PTX version that has the target and what selection uses on it.
    pub ptx: (u32, u32),
    /// Name of the target that machine code for `name` is compiled for: the same chips, with the
    /// features that portable PTX lacks. A family target (`f`) stands where NVIDIA's machine code for
    /// `name` also loads on a later chip of the family; an `a` target loads on its own chip only.
    pub machine: &'static str,
    /// Shared memory that a kernel may declare, in bytes. The assembler grants all that a CTA can have
    /// to `a` targets only; elsewhere more would be dynamic, a size that each launch has to name.
    pub max_shared: u32,
    pub chip: Chip,
    features: &'static [Feature],
}

/// The hardware that a target's code runs on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chip {
    /// Streaming multiprocessors of the largest part.
    pub sms: u32,
    /// Shared memory of one SM, in bytes.
    pub sm_shared: u32,
    /// Threads that one SM holds.
    pub sm_threads: u32,
    /// CTAs that one SM holds.
    pub sm_ctas: u32,
    /// Bytes of a clock that an SM gets from the L2 cache.
    pub l2_bytes: u32,
    /// Multiply-adds of an SM's tensor cores in a clock, times bytes of an element.
    pub mma_bytes: u32,
    pub timing: Timing,
}

/// What the cost model knows of a chip's speed. Latencies and rates are in clocks of an SM.
///
/// Those of the H200 are calibrated with the half of the recorded figures that `tests/tests/cost_model.rs` does not
/// hold out. Rows of other chips take clock, memory and caches from data sheets, and the rest from the H200.
/// The R200 has no data sheet: its row has the announced SMs and memory, which no run has confirmed, and the rest of the B300.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// The clock of kernels that the power limit does not slow down, in MHz.
    pub clock_mhz: f64,
    /// The clock that the power limit leaves tensor cores that never wait, by type of their operands, in MHz: bf16, f16,
    /// 8-bit float, 8-bit integer, tf32.
    pub tensor_mhz: [f64; 5],
    /// Bandwidth of DRAM that kernels get of reads and of writes, in GB/s.
    pub dram_read: f64,
    pub dram_write: f64,
    /// Bytes of the L2 cache that hold what is read again.
    pub l2_held: f64,
    /// From a launch to the first CTA and from the last one to the end, in microseconds.
    pub launch_us: f64,
    /// Filling a pipeline at the start of a persistent kernel.
    pub fill: f64,
    /// From the end of a CTA to the first instruction of the next one in its place.
    pub cta_start: f64,
    /// From the last MMA of a tile block to the first of the next, besides what threads do.
    pub epilogue: f64,
    /// A load of threads from DRAM, and a store until the CTA may end.
    pub load: f64,
    pub store: f64,
    /// A copy of TMA from the L2 cache until its barrier completes; a load of threads from that cache counts as much.
    pub copy: f64,
    /// An iteration's waits for barriers of stages.
    pub stage_wait: f64,
    /// From an MMA's last step to its result in registers, and from fragments that threads fetch to the MMA.
    pub mma: f64,
    pub fetch: f64,
    pub barrier: f64,
    pub shuffle: f64,
    /// Clocks of a thread's instructions for each that its scheduler can issue.
    pub issue: f64,
    /// Instructions of warps that the schedulers of an SM issue in a clock, and lanes of its special function units.
    pub issued: f64,
    pub special: f64,
    /// Clocks of a row of a TMA box, and of a row of 128 bytes that threads copy or load from addresses that sectors do
    /// not divide.
    pub tma_row: f64,
    pub uneven_row: f64,
    /// Clocks of a warp's copy of words below 4 bytes, which go through registers.
    pub small_word: f64,
    /// Bytes that the L2 cache moves for each byte of such rows of a box.
    pub uneven: f64,
    /// The part of the tensor cores' rate that `mma.sync` reaches.
    pub mma_sync: f64,
}

/// Threads of a warp.
pub const LANES: u32 = 32;
/// Threads of a warpgroup.
pub const WARPGROUP: u32 = 128;
/// Warps of a CTA, at most.
pub const MAX_CTA_WARPS: u32 = 32;
/// More than any chip has SMs: `%smid` is smaller.
pub const SM_SLOTS: u32 = 256;
/// 32-bit registers of one thread.
pub const MAX_REGISTERS: u32 = 255;
/// 32-bit registers of one SM.
pub const SM_REGISTERS: u32 = 65536;
/// Registers of a thread are allocated in multiples of this.
pub const REGISTER_UNIT: u32 = 8;
/// Bits of a register: two accumulators of f16 share one.
pub const REGISTER_BITS: u32 = 32;
/// Shared memory of an SM that the system takes for each CTA.
pub const CTA_RESERVED: u32 = 1024;

/// Bytes of the widest access of a thread to memory.
pub const MAX_VECTOR_BYTES: u32 = 16;
/// Bytes that the banks of shared memory move at once, and of one bank.
pub const ALL_BANKS: u32 = 128;
pub const BANK_BYTES: u32 = 4;
/// Bytes of a sector: what an access to global memory moves at least.
pub const SECTOR_BYTES: u32 = 32;
/// Bytes of a line of the L2 cache.
pub const L2_LINE: u64 = 128;

/// Divisor of the addresses and sizes of bulk copies and bulk reductions.
pub const BULK_ALIGN: u32 = 16;
/// Bytes of a tensor map.
pub const MAP_BYTES: u32 = 128;
/// Divisor of the addresses and strides in a tensor map, and of the bytes of a box's rows.
pub const MAP_ALIGN: u32 = 16;
/// Bits of a stride in a tensor map, in bytes.
pub const MAP_STRIDE_BITS: u32 = 40;
/// Largest extent of a box.
pub const MAX_BOX: u32 = 256;
/// Largest rank of a tensor map.
pub const MAX_MAP_RANK: usize = 5;
/// Rows of a tensor of two dimensions that one copy brings by their numbers, through a map whose box is a part of a row (PTX
/// ISA, "tile::gather4").
pub const GATHER_ROWS: u32 = 4;
/// Bytes of the widest swizzle, and rows after which a swizzle repeats.
pub const MAX_SWIZZLE: u32 = 128;
pub const SWIZZLE_ROWS: u32 = 8;
/// Alignment of a swizzled tile in shared memory: one period of the widest swizzle.
pub const TILE_ALIGN: u32 = SWIZZLE_ROWS * MAX_SWIZZLE;

/// Bytes of K that one `wgmma` or `tcgen05.mma` takes.
pub const K_STEP_BYTES: u32 = 32;
/// Rows of one `wgmma`.
pub const WGMMA_ROWS: u32 = 64;
/// Columns of one `wgmma` or `tcgen05.mma`, at most.
pub const MAX_COLUMNS: u32 = 256;
/// Rows of the larger of the two shapes of a `tcgen05.mma`.
pub const MAX_ROWS: u32 = 128;
/// Columns of tensor memory, the fewest of them that a kernel can take, and those that an A operand takes for each
/// instruction along K.
pub const TMEM_COLUMNS: u32 = 512;
pub const MIN_TMEM_COLUMNS: u32 = 32;
pub const STEP_COLUMNS: u32 = 8;
/// Scales of blocks in a cell of tensor memory, and columns that those of 128 rows take.
pub const SCALES_OF_CELL: u32 = 4;
pub const SCALE_COLUMNS: u32 = 4;

const AMPERE: &[Feature] = &[Feature::Ampere];
const ADA: &[Feature] = &[Feature::Ampere, Feature::Fp8Convert, Feature::Fp8Mma];
const HOPPER: &[Feature] = &[
    Feature::Ampere,
    Feature::Fp8Convert,
    Feature::Fp8Mma,
    Feature::Bf16Arithmetic,
    Feature::Cluster,
];
const HOPPER_A: &[Feature] = &[
    Feature::Ampere,
    Feature::Fp8Convert,
    Feature::Fp8Mma,
    Feature::Bf16Arithmetic,
    Feature::Cluster,
    Feature::Wgmma,
];
const BLACKWELL_A: &[Feature] = &[
    Feature::Ampere,
    Feature::Fp8Convert,
    Feature::Fp8Mma,
    Feature::Bf16Arithmetic,
    Feature::Cluster,
    Feature::ScaleConvert,
    Feature::Tcgen05,
    Feature::TmaGather,
    Feature::Tcgen05Int8,
];
/// Also the chips of later minor versions of the family: no feature that one of them lacks.
const BLACKWELL_F: &[Feature] = &[
    Feature::Ampere,
    Feature::Fp8Convert,
    Feature::Fp8Mma,
    Feature::Bf16Arithmetic,
    Feature::Cluster,
    Feature::ScaleConvert,
    Feature::Tcgen05,
    Feature::TmaGather,
];

/// Scales of blocks, and no instruction that reads shared memory.
const RTX_F: &[Feature] = &[
    Feature::Ampere,
    Feature::Fp8Convert,
    Feature::Fp8Mma,
    Feature::Bf16Arithmetic,
    Feature::Cluster,
    Feature::ScaleConvert,
    Feature::ScaledMma,
];

const H200_TIMING: Timing = Timing {
    clock_mhz: 1850.0,
    tensor_mhz: [1590.0, 1530.0, 1570.0, 1600.0, 1655.0],
    dram_read: 4370.0,
    dram_write: 4010.0,
    l2_held: 40e6,
    launch_us: 4.7,
    fill: 800.0,
    cta_start: 1640.0,
    epilogue: 425.0,
    load: 1240.0,
    store: 1200.0,
    copy: 650.0,
    stage_wait: 355.0,
    mma: 213.0,
    fetch: 336.0,
    barrier: 58.0,
    shuffle: 20.0,
    issue: 1.07,
    issued: 3.8,
    special: 16.0,
    tma_row: 2.35,
    uneven_row: 7.1,
    small_word: 4.2,
    uneven: 1.6,
    mma_sync: 0.87,
};

/// Clock in MHz, DRAM in GB/s and L2 cache in MB of a data sheet; of both, kernels get what the H200 gives of its own.
const fn timing(clock_mhz: f64, dram: f64, l2_mb: f64) -> Timing {
    Timing {
        clock_mhz,
        tensor_mhz: [clock_mhz; 5],
        dram_read: dram * (4370.0 / 4800.0),
        dram_write: dram * (4010.0 / 4800.0),
        l2_held: l2_mb * 0.8e6,
        ..H200_TIMING
    }
}

const A100: Chip = chip(108, 164, (2048, 32), 2048, timing(1410.0, 2039.0, 40.0));
const GA102: Chip = chip(84, 100, (1536, 16), 512, timing(1860.0, 1008.0, 6.0));
const ORIN: Chip = chip(16, 164, (1536, 16), 1024, timing(1300.0, 204.0, 4.0));
const GA10B: Chip = chip(48, 100, (1536, 16), 512, timing(1300.0, 204.0, 4.0));
const AD102: Chip = chip(142, 100, (1536, 24), 1024, timing(2505.0, 960.0, 96.0));
const H200: Chip = chip(132, 228, (2048, 32), 4096, H200_TIMING);
const B200: Chip = chip(148, 228, (2048, 32), 8192, timing(1850.0, 8000.0, 126.0));
const B300: Chip = chip(160, 228, (2048, 32), 8192, timing(1920.0, 8000.0, 126.0));
const R200: Chip = chip(224, 228, (2048, 32), 8192, timing(1920.0, 22000.0, 126.0));
const THOR: Chip = chip(20, 228, (1536, 24), 4096, timing(1575.0, 273.0, 32.0));
const GB202: Chip = chip(188, 100, (1536, 24), 1024, timing(2407.0, 1792.0, 128.0));
const GB10: Chip = chip(48, 100, (1536, 24), 1024, timing(2418.0, 273.0, 24.0));

const fn chip(
    sms: u32,
    sm_shared_kib: u32,
    (sm_threads, sm_ctas): (u32, u32),
    mma_bytes: u32,
    timing: Timing,
) -> Chip {
    Chip {
        sms,
        sm_shared: sm_shared_kib * 1024,
        sm_threads,
        sm_ctas,
        l2_bytes: 64,
        mma_bytes,
        timing,
    }
}

/// All targets, oldest first.
pub const TARGETS: &[Target] = &[
    row("sm_80", 80, (8, 0), "sm_80", 48, A100, AMPERE),
    row("sm_86", 86, (8, 0), "sm_86", 48, GA102, AMPERE),
    row("sm_87", 87, (8, 0), "sm_87", 48, ORIN, AMPERE),
    row("sm_88", 88, (9, 0), "sm_88", 48, GA10B, AMPERE),
    row("sm_89", 89, (8, 4), "sm_89", 48, AD102, ADA),
    row("sm_90", 90, (8, 4), "sm_90a", 48, H200, HOPPER),
    row("sm_90a", 90, (8, 4), "sm_90a", 227, H200, HOPPER_A),
    row("sm_100", 100, (8, 6), "sm_100f", 48, B200, HOPPER),
    row("sm_100f", 100, (8, 8), "sm_100f", 48, B200, BLACKWELL_F),
    row("sm_100a", 100, (8, 6), "sm_100a", 227, B200, BLACKWELL_A),
    row("sm_103", 103, (8, 8), "sm_103a", 48, B300, HOPPER),
    row("sm_103f", 103, (8, 8), "sm_103f", 48, B300, BLACKWELL_F),
    row("sm_103a", 103, (8, 8), "sm_103a", 227, B300, BLACKWELL_F),
    row("sm_107", 107, (9, 4), "sm_107a", 48, R200, HOPPER),
    row("sm_107f", 107, (9, 4), "sm_107f", 48, R200, BLACKWELL_F),
    row("sm_107a", 107, (9, 4), "sm_107a", 227, R200, BLACKWELL_F),
    row("sm_110", 110, (9, 0), "sm_110a", 48, THOR, HOPPER),
    row("sm_110f", 110, (9, 0), "sm_110f", 48, THOR, BLACKWELL_F),
    row("sm_110a", 110, (9, 0), "sm_110a", 227, THOR, BLACKWELL_A),
    row("sm_120", 120, (8, 7), "sm_120f", 48, GB202, HOPPER),
    row("sm_120f", 120, (8, 8), "sm_120f", 48, GB202, RTX_F),
    row("sm_120a", 120, (8, 7), "sm_120a", 99, GB202, RTX_F),
    row("sm_121", 121, (8, 8), "sm_121a", 48, GB10, HOPPER),
    row("sm_121f", 121, (8, 8), "sm_121f", 48, GB10, RTX_F),
    row("sm_121a", 121, (8, 8), "sm_121a", 99, GB10, RTX_F),
];

const fn row(
    name: &'static str,
    compute: u32,
    ptx: (u32, u32),
    machine: &'static str,
    max_shared_kib: u32,
    chip: Chip,
    features: &'static [Feature],
) -> Target {
    Target { name, compute, ptx, machine, max_shared: max_shared_kib * 1024, chip, features }
}

impl Target {
    /// The target of a name such as `sm_90a`; `compute_90a` and `90a` are accepted too.
    pub fn named(name: &str) -> Option<Target> {
        let number = name.strip_prefix("sm_").or(name.strip_prefix("compute_")).unwrap_or(name);
        TARGETS.iter().find(|target| target.name.strip_prefix("sm_") == Some(number)).copied()
    }

    /// The target that machine code for this one is compiled for (see `machine`).
    pub fn for_machine_code(self) -> Target {
        Target::named(self.machine).unwrap_or(self)
    }

    /// Whether later GPUs than those of its family can run PTX of this target.
    pub fn is_portable(&self) -> bool {
        !self.name.ends_with(['a', 'f'])
    }

    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Whether a producer warp can feed tensor cores through shared memory.
    pub fn has_pipelines(&self) -> bool {
        self.has(Feature::Wgmma) || self.has(Feature::Tcgen05)
    }

    /// Whether the warps that compute copy the operands of `mma.sync` to shared memory themselves, stages ahead.
    pub fn has_multistage(&self) -> bool {
        self.has(Feature::Ampere) && !self.has_pipelines()
    }

    /// Whether add, sub, mul, min, max and comparison exist in a 16-bit float type.
    pub fn has_arithmetic(&self, ty: Ty) -> bool {
        match ty {
            Ty::Bf16 | Ty::Bf16x2 => self.has(Feature::Bf16Arithmetic),
            _ => true,
        }
    }

    /// The name under which optimisation hints for this target are written.
    pub fn hint_name(&self) -> &'static str {
        self.name.trim_end_matches(['a', 'f'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for target in TARGETS {
            assert_eq!(Target::named(target.name), Some(*target));
            assert_eq!(Target::named(&target.name[3..]), Some(*target));
        }
    }

    #[test]
    fn machine_code_is_for_the_same_chips_and_has_no_less() {
        for target in TARGETS {
            let machine = target.for_machine_code();
            assert_eq!(machine.name, target.machine);
            assert_eq!(machine.machine, machine.name);
            assert_eq!((machine.compute, machine.chip), (target.compute, target.chip));
            assert!(target.features.iter().all(|feature| machine.has(*feature)));
            assert_eq!(machine.is_portable(), target.compute < 90);
        }
    }

    #[test]
    fn other_spellings_name_targets() {
        assert_eq!(Target::named("sm_70"), None);
        assert_eq!(Target::named("compute_90a").map(|t| t.name), Some("sm_90a"));
    }
}
