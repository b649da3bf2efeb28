//! A kernel launch, as far as its time depends on it: the input of the cost model.
//!
//! Plain data that does not depend on what fills it: counts of one tile block, by region of the program, and how
//! often each tile block of a sample runs each region. Nothing here is a time; the figures of the chip are in
//! [`crate::target`], the equations in [`crate::cost::demand`] and [`crate::cost::predict`].
//!
//! *Invariant:* regions are in program order, a parent before its children; each tile block of the sample has a count
//! for each region.

use lang::base::Span;

/// A launch of one kernel.
#[derive(Clone, Debug)]
pub struct KernelModel {
    pub name: String,
    pub cta: CtaShape,
    pub regions: Vec<ModelRegion>,
    /// Tile blocks of the grid.
    pub blocks: u64,
    /// Tile blocks in the order of their numbers: all, or a run of them.
    pub sample: Vec<TileBlock>,
    /// What could not be evaluated, and what was assumed instead.
    pub notes: Vec<String>,
}

/// What a CTA is, and how many there are.
#[derive(Clone, Debug)]
pub struct CtaShape {
    /// Warps that compute, of all tile blocks of a CTA, and warps that copy.
    pub consumer_warps: u32,
    pub producer_warps: u32,
    /// 32-bit registers of a thread.
    pub registers: u32,
    /// Words of a thread that no register is left for.
    pub spilled: u32,
    pub shared_bytes: u32,
    /// CTAs on an SM at a time.
    pub resident: u32,
    /// Tile blocks that a CTA computes at the same time.
    pub tiles: u32,
    /// CTAs of a cluster that share copies.
    pub cluster: u32,
    /// Whether a CTA computes tile blocks one after the other, its producer ahead of its consumers.
    pub is_persistent: bool,
    /// Stages of the ring that feeds the loop; 0 without a pipeline.
    pub stages: u32,
    /// Bytes of a stage.
    pub stage_bytes: u32,
    /// Whether accumulators are in tensor memory.
    pub in_tensor_memory: bool,
}

/// A stretch of the program without control flow, or the body of a loop or of a branch.
#[derive(Clone, Debug)]
pub struct ModelRegion {
    pub parent: Option<usize>,
    pub kind: RegionKind,
    pub ops: Vec<ModelOp>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionKind {
    Body,
    Loop,
    Branch,
}

/// An operation of a tile block.
#[derive(Clone, Debug)]
pub struct ModelOp {
    pub kind: OpKind,
    /// Whether the producer does it.
    pub is_produced: bool,
    pub span: Span,
}

/// What an operation needs, of all threads of a tile block together.
#[derive(Clone, Debug)]
pub enum OpKind {
    Mma(MmaModel),
    /// An asynchronous copy to a stage.
    Copy(CopyModel),
    /// A load to registers or a store from them.
    Access(AccessModel),
    Compute(ComputeModel),
}

/// A matrix multiply-add.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MmaModel {
    pub engine: ModelEngine,
    pub m: u32,
    pub n: u32,
    pub k: u32,
    pub rate: MmaRate,
    /// Bytes of an element of A and B.
    pub elem_bytes: u32,
    pub a: OperandPlace,
    pub b: OperandPlace,
    /// Whether threads use the result before the next MMA is issued.
    pub is_waited: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelEngine {
    /// `wgmma` or `tcgen05`.
    Async,
    /// `mma.sync`.
    Sync,
    /// Multiply-adds of threads.
    Fma,
}

/// Types of operands that a tensor core has a rate for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MmaRate {
    Bf16,
    F16,
    F8,
    I8,
    Tf32,
    F64,
    F32,
}

/// Where an operand of an MMA is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandPlace {
    Registers,
    Smem,
    /// In shared memory in an order that the instruction does not read: threads fetch it.
    Fetched,
    /// In shared memory to which threads write it.
    Stored,
}

/// An asynchronous copy from global to shared memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CopyModel {
    pub bytes: f64,
    /// Rows of boxes: of the swizzle's span each.
    pub rows: f64,
    /// Bytes that the L2 cache moves, at least `bytes`.
    pub sector_bytes: f64,
    /// Bytes of one `cp.async`; 0 for TMA.
    pub word: u32,
    /// Tile blocks that the copy is for.
    pub shared_by: f64,
}

/// A load or store of threads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AccessModel {
    pub bytes: f64,
    /// Bytes of the sectors that it touches.
    pub sector_bytes: f64,
    /// Instructions of warps.
    pub instructions: f64,
    /// Lines, or parts of lines, that instructions access one after the other.
    pub lines: f64,
    pub is_store: bool,
    /// Whether threads wait for the latency: the first load of a group whose results are used together.
    pub is_waited: bool,
    /// Whether the tile block has loaded it before.
    pub is_cached: bool,
}

/// What threads compute or exchange.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct ComputeModel {
    /// Instructions of warps.
    pub instructions: f64,
    /// Those of the special function unit.
    pub special: f64,
    /// Bytes that go through shared memory.
    pub shared_bytes: f64,
    /// Barriers of all threads that compute.
    pub barriers: f64,
    /// Dependent steps whose latency no other instruction of the thread hides: shuffles.
    pub shuffles: f64,
}

/// One tile block of the sample.
#[derive(Clone, Default, Debug)]
pub struct TileBlock {
    /// How often each region runs.
    pub runs: Vec<f64>,
    pub touched: Vec<Touch>,
}

/// A part of a tensor that a tile block reads or writes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Touch {
    /// Equal for the same part.
    pub panel: u64,
    pub bytes: f64,
    pub is_written: bool,
}

impl KernelModel {
    /// How often a region runs in a tile block, on average.
    pub fn mean_runs(&self, region: usize) -> f64 {
        let runs = |block: &TileBlock| block.runs.get(region).copied().unwrap_or(0.0);
        self.sample.iter().map(runs).sum::<f64>() / self.sample.len().max(1) as f64
    }
}
