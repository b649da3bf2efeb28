//! The bodies of a kernel's partitions.
//!
//! In: a function and the pipeline that was planned for it. Out: a [`Body`] for each partition.
//!
//! The producer executes what its loads depend on:
//!
//! ```text
//! executes(inst)  =  inst is an asynchronous load
//!                  | inst is fetched, or its number is reported
//!                  | inst is pure, and all its results are in the producer's slice
//!                  | inst loads what is in the slice
//!                  | inst is a branch or loop that the slice decides, and has a result in the slice, a load in it, or a
//!                    terminator at any depth that leaves the block of inst
//!                  | inst is a terminator
//! ```
//!
//! A consumer executes all but the copies. Threads read a tile from a stage in front of the first instruction that uses
//! it, which costs registers for a shorter time; tiles behind a loop are read in the order in which they come.

use ir::{Block, Effect, Function, Inst, InstData};

use super::loads::StageUses;
use super::mma_waits;
use super::multistage::MULTISTAGE;
use crate::analysis::mailed::Sender;
use crate::analysis::slice::leaves;
use crate::mma::async_mma::MmaOperand;
use crate::schedule::body::{Body, LoadId, MapId, Op, PipelineId};
use crate::schedule::pipeline::Pipeline;

/// The bodies of the partitions that copy.
#[derive(Clone, Debug)]
pub struct Producers {
    pub tma: Body,
    /// Of the warps that copy what no tensor map describes; or what those that compute copy for themselves.
    pub cp_async: Body,
}

/// The threads that copy tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ProducerThreads {
    Tma,
    /// Warps of the producer that gather rows with `cp.async`, and whose first lanes copy the other tiles by TMA.
    GatheringWarps,
    /// Warps of the producer, with `cp.async`.
    Warps,
    /// The warps that compute, with `cp.async`.
    Consumers,
}

impl Producers {
    pub fn of(function: &Function, pipeline: &Pipeline) -> Producers {
        if pipeline.multistage.is_some() {
            return Producers {
                tma: Body::default(),
                cp_async: producer(function, pipeline, ProducerThreads::Consumers),
            };
        }
        let tma = match pipeline.has_tma() {
            true if pipeline.warps_gather() => {
                producer(function, pipeline, ProducerThreads::GatheringWarps)
            }
            true => producer(function, pipeline, ProducerThreads::Tma),
            false => Body::default(),
        };
        Producers { tma, cp_async: producer(function, pipeline, ProducerThreads::Warps) }
    }

    /// Whether both do the same, but for what threads do behind their copies.
    pub fn are_alike(&self) -> bool {
        let is_of_threads = |op: &&Op| matches!(op, Op::AwaitCopies | Op::Fence);
        let blocks = self.tma.blocks().chain(self.cp_async.blocks());
        blocks.into_iter().all(|block| {
            let copied = self.cp_async.ops(block).iter().filter(|op| !is_of_threads(op));
            self.tma.ops(block).iter().eq(copied)
        })
    }
}

/// The body of a kernel's one partition: every instruction, in the order of the function.
pub fn whole(function: &Function) -> Body {
    let mut body = Body::default();
    each_block(function, &mut |block| {
        body.set(block, function.insts(block).iter().copied().map(Op::Compute).collect());
    });
    body
}

/// The blocks of a loop or branch; the bodies of reductions are a part of the instruction.
pub fn regions(function: &Function, inst: Inst) -> Vec<Block> {
    let data = function.data(inst);
    match data {
        InstData::If { .. } | InstData::For { .. } | InstData::Loop { .. } => {
            data.blocks().into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Calls back for the entry block and all blocks in it.
fn each_block(function: &Function, visit: &mut impl FnMut(Block)) {
    let mut open = vec![function.entry_block];
    while let Some(block) = open.pop() {
        visit(block);
        let blocks = function.insts(block).iter().flat_map(|&inst| regions(function, inst));
        open.extend(blocks);
    }
}

/// The body of the partition that copies, by TMA or with `cp.async`, which no epilogue loads go through.
fn producer(function: &Function, pipeline: &Pipeline, kind: ProducerThreads) -> Body {
    let mut body = Body::default();
    let slice = ProducerBuilder { function, pipeline, kind };
    let mut open = vec![function.entry_block];
    while let Some(block) = open.pop() {
        let mut ops: Vec<Op> = slice.prefetch(block).into_iter().collect();
        // Maps of views that have been made; all of them are replaced in front of the first copy behind that.
        let mut made: Vec<MapId> = Vec::new();
        for &inst in function.insts(block).iter().filter(|&&inst| slice.executes(inst)) {
            if let Some((mailbox, sender)) = pipeline.mailbox(inst) {
                ops.push(match sender {
                    Sender::Producer => Op::Fetch { mailbox },
                    Sender::Consumers => Op::Receive { mailbox },
                });
                continue;
            }
            match pipeline.async_load(inst) {
                Some(load) => {
                    ops.extend(made.drain(..).map(|map| Op::ReplaceMap { map }));
                    slice.copy(load, &mut ops);
                }
                None => slice.compute(inst, &mut made, &mut ops),
            }
            open.extend(regions(function, inst));
        }
        body.set(block, ops);
    }
    body
}

struct ProducerBuilder<'a> {
    function: &'a Function,
    pipeline: &'a Pipeline,
    kind: ProducerThreads,
}

impl ProducerBuilder<'_> {
    /// See the module header.
    fn executes(&self, inst: Inst) -> bool {
        let ProducerBuilder { function, pipeline, .. } = *self;
        let data = function.data(inst);
        let results = function.results(inst);
        let in_slice = |value| pipeline.in_producer_slice(value);
        let needed = || {
            pipeline.async_loads_inside(function, inst)
                || pipeline.mailboxes.iter().any(|it| function.is_inside(it.inst, inst))
                || results.iter().any(|&result| in_slice(result))
                || leaves(function, inst)
        };
        match data {
            _ if pipeline.mailbox(inst).is_some() => true,
            InstData::If { condition, .. } => in_slice(*condition) && needed(),
            InstData::For { lower_bound, upper_bound, step, .. } => {
                [lower_bound, upper_bound, step].iter().all(|&&bound| in_slice(bound)) && needed()
            }
            InstData::Loop { .. } => needed(),
            InstData::LoadViewTko { .. } => {
                pipeline.async_load(inst).is_some() || in_slice(results[0])
            }
            InstData::LoadPtrTko { .. } => in_slice(results[0]),
            _ => match data.effect() {
                Effect::Terminator => true,
                Effect::Pure | Effect::Partial => {
                    !results.is_empty() && results.iter().all(|&result| in_slice(result))
                }
                Effect::Read | Effect::Write | Effect::ReadWrite => false,
                Effect::Alloc | Effect::Io | Effect::Structured => false,
            },
        }
    }

    /// An instruction, behind the maps that copies in it may go through.
    fn compute(&self, inst: Inst, made: &mut Vec<MapId>, ops: &mut Vec<Op>) {
        let ProducerBuilder { function, pipeline, kind } = *self;
        let is_end = function.data(inst).effect() == Effect::Terminator;
        if is_end || !regions(function, inst).is_empty() {
            ops.extend(made.drain(..).map(|map| Op::ReplaceMap { map }));
        }
        ops.push(Op::Compute(inst));
        if kind == ProducerThreads::Tma {
            made.extend(pipeline.replaced_maps(inst, function));
        }
    }

    /// What becomes of a load: a copy, with the stage that begins or ends with it.
    fn copy(&self, load: LoadId, ops: &mut Vec<Op>) {
        let async_load = &self.pipeline.async_loads[load];
        if async_load.epilogue_load.is_some() {
            ops.extend((self.kind == ProducerThreads::Tma).then_some(Op::CopyEpilogue { load }));
            return;
        }
        let pipeline = async_load.ring;
        let stage = &self.pipeline.stage_loads_of(load);
        if stage.first() == Some(&load) {
            ops.push(Op::Acquire { pipeline, bytes: self.pipeline.announced_bytes(stage) });
        }
        ops.push(Op::Copy { load });
        if stage.last() == Some(&load) {
            if matches!(self.kind, ProducerThreads::Warps | ProducerThreads::GatheringWarps) {
                ops.extend([Op::AwaitCopies, Op::Fence]);
            }
            ops.push(Op::Commit { pipeline });
        }
    }

    /// At the beginning of a loop's body, the epilogue loads behind the loop whose tiles are known in it.
    fn prefetch(&self, body: Block) -> Option<Op> {
        let ProducerBuilder { function, pipeline, kind } = *self;
        let owner = function.block_owner(body).filter(|_| kind == ProducerThreads::Tma)?;
        let InstData::For { .. } = function.data(owner) else { return None };
        let around = function.inst_block(owner)?;
        let all = function.insts(around).iter().copied();
        let behind: Vec<Inst> = all.skip_while(|&other| other != owner).collect();
        let known =
            |&value: &ir::Value| function.def_inst(value).is_none_or(|def| !behind.contains(&def));
        let is_known = |load: &Inst| match function.data(*load) {
            InstData::LoadViewTko { index, .. } => index.iter().all(known),
            _ => false,
        };
        let epilogue = |&load: &Inst| pipeline.epilogue_load(load).is_some() && is_known(&load);
        let loads = behind.iter().copied().filter(epilogue);
        let loads: Vec<LoadId> = loads.filter_map(|load| pipeline.async_load(load)).collect();
        (!loads.is_empty()).then_some(Op::PrefetchEpilogue { loads })
    }
}

/// The body of the partition that computes.
pub fn consumer(function: &Function, pipeline: &Pipeline, stage_uses: &StageUses) -> Body {
    let full = vec![false; pipeline.rings.len()];
    let mut consumer = Consumer { function, pipeline, stage_uses, full, body: Body::default() };
    consumer.block(function.entry_block);
    let mut body = consumer.body;
    if pipeline.multistage.is_none() {
        mma_waits::insert(function, pipeline, &mut body);
    }
    body
}

struct Consumer<'a> {
    function: &'a Function,
    pipeline: &'a Pipeline,
    stage_uses: &'a StageUses,
    /// Whether the current stage of each pipeline has been waited for.
    full: Vec<bool>,
    body: Body,
}

impl Consumer<'_> {
    fn block(&mut self, block: Block) {
        let function = self.function;
        let mut ops: Vec<Op> = Vec::new();
        // Loads from stages that have not been read yet.
        let mut unread: Vec<Inst> = Vec::new();
        let mut unread_epilogue: Vec<Inst> = Vec::new();
        for &inst in function.insts(block) {
            if self.pipeline.is_read(inst) {
                unread.push(inst);
                continue;
            }
            if self.pipeline.epilogue_load(inst).is_some() {
                unread_epilogue.push(inst);
                continue;
            }
            let takes = |load: &Inst| function.takes(inst, function.results(*load)[0]);
            let n_read = match !unread_epilogue.is_empty() && self.waits_for_epilogue_loads(inst) {
                true => unread_epilogue.len(),
                false => unread_epilogue.iter().rposition(takes).map_or(0, |last| last + 1),
            };
            for load in unread_epilogue.drain(..n_read) {
                ops.extend(self.pipeline.async_load(load).map(|load| Op::ReadEpilogue { load }));
            }
            for load in unread.extract_if(.., |load| takes(load)) {
                let Some(load) = self.pipeline.async_load(load) else { continue };
                self.wait(self.pipeline.async_loads[load].ring, &mut ops);
                ops.push(Op::Read { load });
            }
            self.compute(inst, &mut ops);
            self.release_after(inst, &mut ops);
        }
        self.body.set(block, ops);
    }

    fn compute(&mut self, inst: Inst, ops: &mut Vec<Op>) {
        if let Some(load) = self.pipeline.async_load(inst)
            && self.is_waited_for_at_load(load)
        {
            self.wait(self.pipeline.async_loads[load].ring, ops);
        }
        if let Some(mma) = self.pipeline.mma(inst) {
            if mma.has_stored() {
                ops.extend([Op::StoreOperand { inst }, Op::Publish { inst }]);
            }
            for load in [mma.a, mma.b].into_iter().filter_map(MmaOperand::async_load) {
                self.wait(self.pipeline.async_loads[load].ring, ops);
            }
        }
        let ahead = self.pipeline.copies_ahead(self.function, inst).then_some(MULTISTAGE);
        ops.extend(ahead.map(|pipeline| Op::Fill { pipeline, inst }));
        match self.pipeline.mailbox(inst) {
            Some((mailbox, Sender::Producer)) => ops.push(Op::Receive { mailbox }),
            Some((mailbox, Sender::Consumers)) => {
                ops.extend([Op::Compute(inst), Op::Report { mailbox }]);
            }
            None => ops.push(Op::Compute(inst)),
        }
        for block in regions(self.function, inst) {
            self.block(block);
        }
        ops.extend(ahead.map(|pipeline| Op::Drain { pipeline }));
    }

    /// Waits for the current stage of a pipeline, unless that has been done.
    fn wait(&mut self, pipeline: PipelineId, ops: &mut Vec<Op>) {
        if !std::mem::replace(&mut self.full[pipeline], true) {
            ops.push(Op::Wait { pipeline });
            let ahead = self.pipeline.multistage.map(|_| Op::CopyAhead { pipeline });
            ops.extend(ahead);
        }
    }

    /// Whether the stage of a load is waited for where it is loaded: at the last load that threads do not read, since the
    /// producer may fill other stages between the loads.
    fn is_waited_for_at_load(&self, load: LoadId) -> bool {
        let async_loads = &self.pipeline.async_loads;
        let ring = async_loads[load].ring;
        let groups = self.pipeline.rings[ring].stage_loads.iter().zip(&self.stage_uses[ring]);
        groups.into_iter().any(|(loads, stage)| {
            let last = loads.iter().rfind(|&&other| !async_loads[other].by_threads);
            stage.wait_at_load && last == Some(&load)
        })
    }

    /// Releases the stages that no instruction behind this one uses.
    fn release_after(&mut self, inst: Inst, ops: &mut Vec<Op>) {
        for (pipeline, uses) in self.stage_uses.iter().enumerate() {
            if uses.iter().any(|stage| stage.last_use == inst) {
                self.wait(pipeline, ops);
                ops.push(Op::Release { pipeline });
                self.full[pipeline] = false;
            }
        }
    }

    /// Whether epilogue loads in front of an instruction must have been read there: other loads go through their pipeline
    /// in it or, behind them, through another one, which the producer comes to later; it may write what they load, or
    /// end their block.
    fn waits_for_epilogue_loads(&self, inst: Inst) -> bool {
        let function = self.function;
        let writes =
            |inst: Inst| matches!(function.data(inst).effect(), Effect::Write | Effect::ReadWrite);
        let waits = |inst: Inst| writes(inst) || self.pipeline.mailbox(inst).is_some();
        let nested =
            || leaves(function, inst) || function.insts_inside(inst).into_iter().any(waits);
        writes(inst)
            || function.data(inst).effect() == Effect::Terminator
            || self.pipeline.mma(inst).is_some()
            || self.pipeline.mailbox(inst).is_some()
            || self.pipeline.async_loads_inside(function, inst)
            || nested()
    }
}
