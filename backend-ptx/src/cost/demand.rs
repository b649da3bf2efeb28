//! The demand of one run of a region of a tile block for each resource of an SM, in clocks.
//!
//! ```text
//! tensor    m n k b / mma_bytes                     b bytes of an element; mma.sync at a part of that
//! shared    bytes / 128                              of operands that instructions read, conversions, reductions
//! issue     instructions / 4                         special: lanes / 16
//! l2        bytes / l2_bytes                         of copies; uneven rows more, shared copies once
//! tma       rows of boxes                            each takes the time of 128 bytes and a little
//! copied    rows and words of `cp.async`             by the warps of the producer
//! chain     what the threads of one tile block wait for, one after the other:
//!           an MMA whose result they use, their own instructions, barriers, shuffles, loads in loops
//! spills    words that no register is left for are stored and loaded again in each turn of a loop of MMAs: an
//!           instruction of 128 bytes a warp, and word, through the cache that is shared memory, too
//! ```
//!
//! MMAs in a row are issued together: threads go on when the first is done, and wait for those with operands in
//! registers at the end of the region.

use crate::cost::model::{
    AccessModel, ComputeModel, CopyModel, CtaShape, MmaModel, ModelEngine, ModelOp, ModelRegion,
    OpKind, OperandPlace, RegionKind,
};
use crate::target::{ALL_BANKS, Chip, K_STEP_BYTES, L2_LINE, LANES, WGMMA_ROWS};

/// Warps of a warpgroup.
const GROUP_WARPS: f64 = 4.0;
/// Rows, columns and bytes of K of one `mma.sync`.
const SYNC_TILE: f64 = 16.0 * 8.0 * K_STEP_BYTES as f64;
/// Stores and loads of a word that has no register in a turn of a loop: `ptxas` 13.3 writes 413 of them for 72 words of
/// `f16_accumulator_promoted` in `tests/variants`, 475 for those of `fp8_block_scales`.
const SPILL_MOVES: f64 = 6.0;
/// Multiply-adds of f32 that an SM does in a clock.
const FMA_RATE: f64 = 128.0;

/// Clocks of an SM for one tile block, where not said otherwise.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Demand {
    pub tensor: f64,
    pub shared: f64,
    pub issue: f64,
    pub special: f64,
    pub l2: f64,
    pub tma: f64,
    pub copied: f64,
    pub chain: f64,
    /// Clocks of the L2 cache for loads and stores of threads.
    pub accessed: f64,
    /// Clocks of rows that threads load from addresses that sectors do not divide.
    pub uneven: f64,
    /// Bytes that fill stages.
    pub filled: f64,
    /// Groups of loads that threads wait for, and stores.
    pub loads: f64,
    /// The same of what the tile block has loaded before.
    pub cached_loads: f64,
    pub stores: f64,
    /// Whether threads use results of asynchronous MMAs.
    pub is_waited: bool,
}

/// Goes through the operations of a region in order.
struct Walk<'a> {
    cta: &'a CtaShape,
    chip: &'a Chip,
    found: Demand,
    is_body: bool,
    /// Clocks since the threads began.
    now: f64,
    /// When the last MMA that was issued has its result.
    mma_done: f64,
    /// The same of the first of the MMAs that were issued last.
    first_done: Option<f64>,
    /// When the loads of a loop that nothing has waited for are there.
    loads_done: Option<f64>,
    /// What `mma.sync` takes.
    serial: f64,
    /// What MMAs take that wait for each other.
    least: f64,
}

/// What one run of a region takes.
pub fn of_region(region: &ModelRegion, cta: &CtaShape, chip: &Chip) -> Demand {
    let is_body = region.kind == RegionKind::Body;
    let found = Demand::default();
    let mut walk = Walk {
        cta,
        chip,
        found,
        is_body,
        now: 0.0,
        mma_done: 0.0,
        first_done: None,
        loads_done: None,
        serial: 0.0,
        least: 0.0,
    };
    for op in &region.ops {
        match &op.kind {
            OpKind::Mma(mma) => walk.mma(mma),
            OpKind::Copy(copy) => walk.copy(copy),
            OpKind::Access(access) => walk.access(access),
            OpKind::Compute(compute) => walk.compute(compute),
        }
    }
    match region.kind {
        RegionKind::Loop => walk.spill(region),
        // The code behind a branch uses the tiles that it loads, and does not know the loads.
        RegionKind::Branch => walk.wait_for_loads(),
        RegionKind::Body => {}
    }
    walk.found.chain = walk.now.max(walk.mma_done).max(walk.least) + walk.serial;
    walk.found
}

impl Walk<'_> {
    /// Warpgroups that share a tile block.
    fn warpgroups(&self) -> f64 {
        let warps = f64::from(self.cta.consumer_warps) / f64::from(self.cta.tiles.max(1));
        (warps / GROUP_WARPS).max(1.0)
    }

    /// Stores and loads of words without a register, in a loop of asynchronous MMAs.
    fn spill(&mut self, region: &ModelRegion) {
        let is_async =
            |op: &ModelOp| matches!(&op.kind, OpKind::Mma(mma) if mma.engine == ModelEngine::Async);
        if !region.ops.iter().any(is_async) {
            return;
        }
        let warps = f64::from(self.cta.consumer_warps) / f64::from(self.cta.tiles.max(1));
        let instructions = SPILL_MOVES * f64::from(self.cta.spilled) * warps;
        self.found.shared += instructions;
        self.found.issue += instructions / self.chip.timing.issued;
        self.now += instructions;
    }

    fn mma(&mut self, mma: &MmaModel) {
        let timing = &self.chip.timing;
        self.wait_for_loads();
        let products = f64::from(mma.m) * f64::from(mma.n) * f64::from(mma.k);
        let bytes = products * f64::from(mma.elem_bytes);
        let clocks = bytes / f64::from(self.chip.mma_bytes);
        match mma.engine {
            ModelEngine::Fma => {
                self.found.issue += products / FMA_RATE;
                self.serial += products / FMA_RATE;
            }
            ModelEngine::Sync => {
                let clocks = clocks / timing.mma_sync;
                self.found.tensor += clocks;
                self.found.issue += bytes / SYNC_TILE / timing.issued;
                self.serial += clocks + timing.mma / 2.0;
            }
            ModelEngine::Async => {
                self.found.tensor += clocks;
                let instructions = f64::from(mma.m) / f64::from(WGMMA_ROWS)
                    * (f64::from(mma.k * mma.elem_bytes) / f64::from(K_STEP_BYTES));
                let is_in_smem = matches!(mma.a, OperandPlace::Smem | OperandPlace::Stored);
                let rows = if is_in_smem { WGMMA_ROWS } else { 0 } + mma.n;
                self.found.shared +=
                    instructions * f64::from(rows * K_STEP_BYTES) / f64::from(ALL_BANKS);
                if mma.b == OperandPlace::Stored {
                    // All warpgroups issue it behind a barrier, and wait for it in front of the next one.
                    self.least += clocks + timing.mma + timing.barrier;
                }
                self.wait_for(mma, clocks / self.warpgroups());
            }
        }
    }

    /// The part of an asynchronous MMA in the chain of the threads.
    fn wait_for(&mut self, mma: &MmaModel, clocks: f64) {
        let timing = &self.chip.timing;
        self.found.is_waited |= mma.is_waited && !self.is_body;
        if mma.a == OperandPlace::Fetched {
            self.now = self.now.max(self.mma_done) + clocks + timing.fetch;
        } else if mma.is_waited || mma.a == OperandPlace::Registers {
            let start = self.now.max(self.mma_done - timing.mma);
            self.mma_done = start + clocks + timing.mma;
            self.first_done.get_or_insert(self.mma_done);
        }
    }

    fn copy(&mut self, copy: &CopyModel) {
        let timing = &self.chip.timing;
        let uneven = if copy.sector_bytes > copy.bytes * 1.01 { timing.uneven } else { 1.0 };
        self.found.l2 += copy.bytes * uneven / copy.shared_by / f64::from(self.chip.l2_bytes);
        self.found.filled += copy.bytes;
        if copy.word == 0 {
            self.found.tma += copy.rows * uneven / copy.shared_by * timing.tma_row;
            return;
        }
        // CTAs of a cluster share copies of TMA alone.
        let shared_by = if self.cta.tiles > 1 { copy.shared_by } else { 1.0 };
        let mut clocks = copy.rows * timing.uneven_row;
        if copy.word < 4 {
            clocks += copy.bytes / f64::from(copy.word * LANES) * timing.small_word;
        }
        self.found.copied += clocks / shared_by;
    }

    fn wait_for_loads(&mut self) {
        if let Some(done) = self.loads_done.take() {
            self.now = self.now.max(done);
        }
    }

    fn access(&mut self, access: &AccessModel) {
        let timing = &self.chip.timing;
        let is_in_loop = self.cta.stages > 0 && !self.is_body;
        if is_in_loop {
            self.found.shared += access.lines;
            self.now += access.lines;
        }
        self.found.accessed += access.sector_bytes / f64::from(self.chip.l2_bytes);
        self.found.issue += access.instructions / timing.issued;
        if access.is_store {
            self.found.stores += 1.0;
            return;
        }
        if access.sector_bytes > access.bytes * 1.01 {
            let clocks = access.bytes / L2_LINE as f64 * timing.uneven_row;
            self.now += clocks;
            self.found.uneven += clocks;
        }
        let waited = f64::from(u8::from(access.is_waited));
        if is_in_loop {
            // Other tile blocks load the same, or the loop has loaded lines of it: it comes from the L2 cache.
            let done = self.now + waited * timing.copy;
            self.loads_done = Some(self.loads_done.map_or(done, |before| before.max(done)));
        } else if access.is_cached {
            self.found.cached_loads += waited;
        } else {
            self.found.loads += waited;
        }
    }

    fn compute(&mut self, compute: &ComputeModel) {
        let timing = &self.chip.timing;
        let issue = compute.instructions / timing.issued;
        let special = compute.special * f64::from(LANES) / timing.special;
        self.found.issue += issue;
        self.found.special += special;
        self.found.shared += compute.shared_bytes / f64::from(ALL_BANKS);
        if let Some(done) = self.first_done.take() {
            self.now = self.now.max(done);
        }
        self.wait_for_loads();
        // The warpgroups of a pipeline are not at the same place: each has the schedulers to itself.
        let groups = if self.cta.stages > 0 { self.warpgroups() } else { 1.0 };
        self.now += compute.barriers * timing.barrier + compute.shuffles * timing.shuffle;
        self.now += (issue + special) * timing.issue / groups;
    }
}
