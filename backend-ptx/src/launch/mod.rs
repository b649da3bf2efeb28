//! The input of the cost model for a kernel and a launch.
//!
//! In: a legalized kernel with its pipeline and layouts, what the back end made of it, and a [`Launch`]. Out: a
//! [`KernelModel`]. Counts follow from layouts: an operation takes as many instructions of a thread as its layout has
//! registers, a conversion between layouts what its means costs, an access what its vectors allow. How often each block
//! of code runs, and which tiles it accesses, is evaluated ([`evaluate`]).
//!
//! Nothing in `cost` depends on this module: another builder may fill the same structures.

mod access;
mod count;
pub mod evaluate;
mod held;
pub(crate) mod views;

use std::hash::{Hash, Hasher};

use ir::{Block, Function, Inst, InstData, Module};
use rustc_hash::{FxHashMap, FxHasher};

use crate::analysis::slice;
use crate::cost::model::{
    CtaShape, KernelModel, ModelOp, ModelRegion, OpKind, RegionKind, TileBlock, Touch,
};
use crate::cost::{occupancy, registers};
use crate::launch::count::Counter;
use crate::launch::evaluate::{Evaluator, Launch, Trace};
use crate::layout::assign::Assignment;
use crate::schedule::pipeline::{PAIR, Pipeline, StageRing};
use crate::schedule::reduction::BulkReductions;
use crate::target::{L2_LINE, MAP_ALIGN, MAX_REGISTERS, SECTOR_BYTES, Target};

/// Tile blocks of a grid that are evaluated, at most.
const MAX_SAMPLE: u64 = 1 << 14;

/// A kernel as it is compiled.
pub struct Compiled<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    pub plan: &'a Assignment,
    pub pipeline: Option<&'a Pipeline>,
    pub reductions: &'a BulkReductions,
    pub target: &'a Target,
    /// Threads of a CTA, registers of a thread, bytes of shared memory, and CTAs of an SM that were asked for.
    pub threads: u32,
    pub registers: u32,
    pub shared_bytes: u32,
    pub min_ctas: Option<u32>,
}

/// The model of a launch.
pub fn build(compiled: &Compiled<'_>, launch: &Launch) -> KernelModel {
    let Compiled { module, function, .. } = *compiled;
    let blocks: u64 = launch.grid.iter().map(|&extent| u64::from(extent.max(1))).product();
    let sampled = blocks.min(MAX_SAMPLE);
    let first = (blocks - sampled) / 2;
    let mut evaluator = Evaluator::new(module, function, launch);
    let traces: Vec<Trace> = (first..first + sampled).map(|number| evaluator.run(number)).collect();
    let (mut regions, of_block) = regions(function);
    let mut counter = Counter::new(compiled, &traces);
    counter.count(&mut regions, &of_block);
    let sample = traces.iter().enumerate();
    let sample = sample.map(|(number, trace)| tile_block(compiled, (number, trace), &of_block));
    let mut notes = Vec::new();
    if traces.iter().any(|trace| trace.is_guessed) {
        notes.push(
            "control flow depends on values that are not known: branches count half, loops once"
                .into(),
        );
    }
    let unmapped = |pipeline: &Pipeline| !traces.iter().all(|trace| are_mappable(pipeline, trace));
    if compiled.pipeline.is_some_and(unmapped) {
        notes.push("rows that 16 bytes do not divide: no tensor map describes them".into());
    }
    KernelModel {
        name: function.name.clone(),
        cta: cta_shape(compiled, &traces, &counter),
        regions,
        blocks,
        sample: sample.collect(),
        notes,
    }
}

fn cta_shape(compiled: &Compiled<'_>, traces: &[Trace], counter: &Counter<'_>) -> CtaShape {
    let Compiled { pipeline, target, threads, registers, shared_bytes, min_ctas, .. } = *compiled;
    let warps = threads / crate::target::LANES;
    // Warps that copy for themselves have other CTAs beside them, as those that load.
    let Some(pipeline) = pipeline.filter(|pipeline| pipeline.multistage.is_none()) else {
        let resident = occupancy::resident(&target.chip, threads, registers, shared_bytes);
        return CtaShape {
            consumer_warps: warps,
            producer_warps: 0,
            registers,
            spilled: 0,
            shared_bytes,
            resident: resident.max(min_ctas.unwrap_or(1)),
            tiles: 1,
            cluster: 1,
            is_persistent: false,
            stages: 0,
            stage_bytes: 0,
            in_tensor_memory: false,
        };
    };
    // The ring of a loop, if there is one.
    let is_looped = |ring: &&StageRing| {
        let block = |load: usize| compiled.function.inst_block(pipeline.async_loads[load].inst);
        let mut loads = ring.stage_loads.iter().flatten();
        loads.any(|&load| !slice::loops_around(compiled.function, block(load)).is_empty())
    };
    let ring = pipeline.rings.iter().max_by_key(|ring| (is_looped(ring), ring.bytes));
    let room = match pipeline.registers {
        Some((_, consumer)) => consumer,
        None => registers::even_share(pipeline.per_sm.max(1), threads).min(MAX_REGISTERS),
    };
    CtaShape {
        consumer_warps: pipeline.consumer_warps(),
        producer_warps: pipeline.producer_warps(),
        registers: pipeline.registers.map_or(registers, |(_, consumer)| consumer),
        spilled: counter.spilled(room),
        shared_bytes: pipeline.smem.declared,
        resident: pipeline.per_sm,
        tiles: pipeline.tiles_per_cta(),
        cluster: if is_clustered(pipeline, traces) { PAIR } else { 1 },
        is_persistent: pipeline.is_persistent,
        stages: ring.map_or(0, |ring| ring.stages),
        stage_bytes: ring.map_or(0, |ring| ring.bytes),
        in_tensor_memory: pipeline.tensor_memory.is_some(),
    }
}

/// The regions of a function, and that of each block of code.
fn regions(function: &Function) -> (Vec<ModelRegion>, FxHashMap<Block, usize>) {
    let root =
        ModelRegion { parent: None, kind: RegionKind::Body, ops: Vec::new(), span: function.span };
    let mut regions = vec![root];
    let mut of_block = FxHashMap::default();
    of_block.insert(function.entry_block, 0);
    for inst in function.insts_in_order() {
        let kind = match function.data(inst) {
            InstData::For { .. } | InstData::Loop { .. } => RegionKind::Loop,
            InstData::If { .. } => RegionKind::Branch,
            _ => continue,
        };
        let parent = function.inst_block(inst).and_then(|block| of_block.get(&block).copied());
        for block in function.data(inst).blocks() {
            of_block.insert(block, regions.len());
            regions.push(ModelRegion { parent, kind, ops: Vec::new(), span: function.span(inst) });
        }
    }
    (regions, of_block)
}

fn tile_block(
    compiled: &Compiled<'_>,
    (number, trace): (usize, &Trace),
    of_block: &FxHashMap<Block, usize>,
) -> TileBlock {
    let mut runs = vec![0.0; of_block.len()];
    for (block, count) in &trace.runs {
        if let Some(&region) = of_block.get(block) {
            runs[region] += count;
        }
    }
    let mut touched: Vec<Touch> = Vec::new();
    for (&inst, access) in &trace.accesses {
        let Some(tile_bytes) = access::accessed_bytes(compiled.module, compiled.function, inst)
        else {
            continue;
        };
        let varies = access.first != access.last;
        let tiles = if varies { access.count } else { access.count.min(1.0) };
        let mut hasher = FxHasher::default();
        access.first.hash(&mut hasher);
        // An access that is not known is one to memory that no other tile block accesses.
        if access.first.is_none() {
            (number, inst).hash(&mut hasher);
        }
        let panel = hasher.finish();
        let bytes = tile_bytes * tiles * access.inside;
        let is_written = compiled.function.data(inst).effect() != ir::Effect::Read;
        match touched
            .iter_mut()
            .find(|touch| touch.panel == panel && touch.is_written == is_written)
        {
            Some(touch) => touch.bytes = touch.bytes.max(bytes),
            None => touched.push(Touch { panel, bytes, is_written }),
        }
    }
    TileBlock { runs, touched }
}

/// Whether tensor maps can describe what the loads of a pipeline access.
fn are_mappable(pipeline: &Pipeline, trace: &Trace) -> bool {
    let pitch = |inst: Inst| trace.accesses.get(&inst).and_then(|access| access.pitch);
    let mut pitches = pipeline.async_loads.iter().filter_map(|load| pitch(load.inst));
    pitches.all(|pitch| pitch % u64::from(MAP_ALIGN) == 0)
}

/// Whether CTAs share copies in clusters: the kernel can, and the launch has rows that lines do not divide.
fn is_clustered(pipeline: &Pipeline, traces: &[Trace]) -> bool {
    let uneven = |inst: Inst| {
        let pitch = traces.first().and_then(|trace| trace.accesses.get(&inst)?.pitch);
        pitch.is_some_and(|pitch| pitch % L2_LINE != 0)
    };
    let mut loads = pipeline.async_loads.iter().filter(|load| load.epilogue_load.is_none());
    pipeline.pairs.is_some() && loads.any(|load| uneven(load.inst))
}

/// Bytes of sectors for each byte of rows with this pitch: rows that begin inside of a sector touch one more for each
/// line.
fn sector_share(pitch: Option<u64>) -> f64 {
    match pitch {
        Some(pitch) if pitch % L2_LINE == 0 => 1.0,
        Some(pitch) if pitch % u64::from(SECTOR_BYTES) == 0 => 1.0,
        Some(_) => 1.0 + f64::from(SECTOR_BYTES) / L2_LINE as f64,
        None => 1.0,
    }
}

/// An operation of a region.
fn op(function: &Function, inst: Inst, kind: OpKind, is_produced: bool) -> ModelOp {
    ModelOp { kind, is_produced, span: function.span(inst) }
}
