//! The operations of a partition in a row, for given trip counts and branches.

use std::hash::{Hash, Hasher};

use ir::{Block, Function, Inst, InstData};
use rustc_hash::FxHasher;

use crate::analysis::slice::{leaves, leaves_from};
use crate::mma::async_mma::MmaOperand;
use crate::schedule::body::{Body, LoadId, MailboxId, MapId, Op, PipelineId};
use crate::schedule::build::regions;
use crate::schedule::pipeline::{MapSource, Pipeline};

/// The longest trace; a run ends there.
const MOST_STEPS: usize = 4000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProducerKind {
    Tma,
    /// Rows with `cp.async`, other tiles by TMA.
    GatheringWarps,
    CpAsync,
}

/// The trip counts of loops and the conditions of branches, the same in all partitions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices {
    pub trips: u32,
    pub seed: u64,
    /// Tile blocks, one after the other.
    pub tiles: u32,
}

/// A load of an iteration.
pub(super) type TileKey = u64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PartitionEvent {
    Acquire {
        ring: PipelineId,
        bytes: u32,
    },
    Copy {
        load: LoadId,
        key: TileKey,
        bytes: u32,
        /// The view of the tensor, where the map of the load is replaced.
        view: Option<TileKey>,
    },
    /// A tensor map describes the view of this iteration.
    ReplaceMap {
        map: MapId,
        view: TileKey,
    },
    /// The number of an iteration is put in a slot of a mailbox.
    Send {
        mailbox: MailboxId,
        key: TileKey,
    },
    /// The other partition takes it.
    Receive {
        mailbox: MailboxId,
        key: TileKey,
    },
    AwaitCopies,
    Fence,
    Commit {
        ring: PipelineId,
    },
    /// Threads meet, before a loop that they copy for and behind it.
    Meet,
    /// A tile of a later iteration is copied.
    CopyAhead {
        load: LoadId,
        key: TileKey,
    },
    /// The copies since the last such event are one group.
    Group,
    Wait {
        ring: PipelineId,
    },
    /// Threads read it.
    Read {
        load: LoadId,
        key: TileKey,
    },
    /// Tensor cores read these.
    Mma {
        inst: Inst,
        reads: Vec<(LoadId, TileKey)>,
        /// What it reads from the operand buffer.
        stored: Option<TileKey>,
    },
    /// Operands are written to the operand buffer.
    StoreOperand {
        key: TileKey,
    },
    /// All consumers meet behind a fence.
    Publish,
    MmaWait,
    Release {
        ring: PipelineId,
    },
}

/// An event, and the operation that it is of.
#[derive(Clone, Debug)]
pub(super) struct TraceStep {
    pub event: PartitionEvent,
    pub block: Block,
    pub at: usize,
}

/// How a block ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BlockExit {
    Block,
    Continue,
    Break,
    Return,
}

/// The trace of a body; with epilogue loads or without.
pub(super) fn of(
    function: &Function,
    pipeline: &Pipeline,
    body: &Body,
    choices: &Choices,
    with_epilogue: bool,
) -> Vec<TraceStep> {
    let mut tracer = PartitionTracer {
        function,
        pipeline,
        body,
        choices,
        with_epilogue,
        path: Vec::new(),
        steps: Vec::new(),
    };
    for tile in 0..choices.tiles {
        tracer.path.push((function.entry_block, tile));
        tracer.block(function.entry_block);
        tracer.path.pop();
        let end = body.ops(function.entry_block).len().saturating_sub(1);
        // What is left of a tile block's MMAs is waited for in front of the next one.
        tracer.push(PartitionEvent::MmaWait, function.entry_block, end);
    }
    tracer.steps
}

struct PartitionTracer<'a> {
    function: &'a Function,
    pipeline: &'a Pipeline,
    body: &'a Body,
    choices: &'a Choices,
    with_epilogue: bool,
    /// The blocks around, with the number of the iteration.
    path: Vec<(Block, u32)>,
    steps: Vec<TraceStep>,
}

impl PartitionTracer<'_> {
    fn push(&mut self, event: PartitionEvent, block: Block, at: usize) {
        self.steps.push(TraceStep { event, block, at });
    }

    fn block(&mut self, block: Block) -> BlockExit {
        let body = self.body;
        for (at, op) in body.ops(block).iter().enumerate() {
            if self.steps.len() > MOST_STEPS {
                return BlockExit::Return;
            }
            let event = match *op {
                Op::Compute(inst) => match self.compute(inst, block, at) {
                    Some(end) => return end,
                    None => continue,
                },
                Op::Acquire { pipeline: ring, bytes } => PartitionEvent::Acquire { ring, bytes },
                Op::Copy { load } => {
                    let bytes = self.pipeline.async_loads[load].staged.bytes();
                    let view = self.view_of(load);
                    PartitionEvent::Copy { load, key: self.key(load, 0), bytes, view }
                }
                Op::ReplaceMap { map } => {
                    PartitionEvent::ReplaceMap { map, view: self.view_key(map) }
                }
                Op::Fetch { mailbox } | Op::Report { mailbox } => {
                    PartitionEvent::Send { mailbox, key: self.hash(&mailbox) }
                }
                Op::Receive { mailbox } => {
                    PartitionEvent::Receive { mailbox, key: self.hash(&mailbox) }
                }
                Op::Commit { pipeline: ring } => PartitionEvent::Commit { ring },
                Op::Wait { pipeline: ring } => PartitionEvent::Wait { ring },
                Op::Read { load } => PartitionEvent::Read { load, key: self.key(load, 0) },
                Op::Release { pipeline: ring } => PartitionEvent::Release { ring },
                Op::AwaitCopies => PartitionEvent::AwaitCopies,
                Op::Fence => PartitionEvent::Fence,
                Op::MmaWait => PartitionEvent::MmaWait,
                Op::StoreOperand { inst } => PartitionEvent::StoreOperand { key: self.hash(&inst) },
                Op::Publish { .. } => PartitionEvent::Publish,
                Op::CopyEpilogue { load } | Op::ReadEpilogue { load } => {
                    if self.with_epilogue {
                        self.epilogue(load, matches!(op, Op::CopyEpilogue { .. }), (block, at));
                    }
                    continue;
                }
                Op::PrefetchEpilogue { .. } => continue,
                Op::Fill { pipeline: ring, inst } => {
                    self.fill(ring, inst, (block, at));
                    continue;
                }
                Op::CopyAhead { pipeline: ring } => {
                    self.copy_ahead(ring, (block, at));
                    continue;
                }
                Op::Drain { .. } => PartitionEvent::Meet,
            };
            self.push(event, block, at);
        }
        BlockExit::Block
    }

    fn epilogue(&mut self, load: LoadId, copies: bool, (block, at): (Block, usize)) {
        let async_load = &self.pipeline.async_loads[load];
        let (ring, fills) = (async_load.ring, async_load.fills().max(1));
        let bytes = async_load.staged.bytes() / fills;
        for part in 0..fills {
            let key = self.key(load, part + 1);
            let events = match copies {
                true => [
                    PartitionEvent::Acquire { ring, bytes },
                    PartitionEvent::Copy { load, key, bytes, view: self.view_of(load) },
                    PartitionEvent::Commit { ring },
                ],
                false => [
                    PartitionEvent::Wait { ring },
                    PartitionEvent::Read { load, key },
                    PartitionEvent::Release { ring },
                ],
            };
            for event in events {
                self.push(event, block, at);
            }
        }
    }

    /// The copies to all stages but one in front of a loop.
    fn fill(&mut self, ring: PipelineId, inst: Inst, at: (Block, usize)) {
        let InstData::For { body, .. } = *self.function.data(inst) else { return };
        self.push(PartitionEvent::Meet, at.0, at.1);
        for fill in 0..self.pipeline.rings[ring].stages.saturating_sub(1) {
            self.path.push((body, 0));
            self.copy_fill(ring, fill, at);
            self.path.pop();
        }
    }

    /// The copies behind the wait for a stage.
    fn copy_ahead(&mut self, ring: PipelineId, at: (Block, usize)) {
        let waited = self.body.ops(at.0)[at.1..].iter().find_map(|op| match op {
            Op::Read { load } => Some(*load),
            _ => None,
        });
        let groups = self.pipeline.groups_of(self.function, ring, at.0);
        let group =
            groups.iter().position(|group| waited.is_some_and(|load| group.contains(&load)));
        let ahead = self.pipeline.rings[ring].stages.saturating_sub(1);
        self.copy_fill(ring, group.unwrap_or_default() as u32 + ahead, at);
    }

    /// The copies of a fill of an iteration's stages, counted from the first one of this iteration.
    fn copy_fill(&mut self, ring: PipelineId, fill: u32, at: (Block, usize)) {
        let Some((body, trip)) = self.path.pop() else { return };
        let groups = self.pipeline.groups_of(self.function, ring, body);
        let count = (groups.len() as u32).max(1);
        let trip_of_fill = trip + fill / count;
        self.path.push((body, trip_of_fill));
        let group = groups.get((fill % count) as usize).copied();
        for &load in group.into_iter().flatten().filter(|_| trip_of_fill < self.choices.trips) {
            let copied = PartitionEvent::CopyAhead { load, key: self.key(load, 0) };
            self.push(copied, at.0, at.1);
        }
        self.push(PartitionEvent::Group, at.0, at.1);
        self.path.pop();
        self.path.push((body, trip));
    }

    fn compute(&mut self, inst: Inst, block: Block, at: usize) -> Option<BlockExit> {
        let function = self.function;
        if let Some(mma) = self.pipeline.mma(inst) {
            let loads = [mma.a, mma.b].into_iter().filter_map(MmaOperand::async_load);
            let reads = loads.map(|load| (load, self.key(load, 0))).collect();
            let stored = mma.has_stored().then(|| self.hash(&inst));
            self.push(PartitionEvent::Mma { inst, reads, stored }, block, at);
            return None;
        }
        match function.data(inst) {
            InstData::Yield { .. } => Some(BlockExit::Block),
            InstData::Continue { .. } => Some(BlockExit::Continue),
            InstData::Break { .. } => Some(BlockExit::Break),
            InstData::Return { .. } => Some(BlockExit::Return),
            InstData::For { body, .. } => self.go_round(*body, self.choices.trips),
            InstData::Loop { body, .. } => self.go_round(*body, u32::MAX),
            InstData::If { .. } => {
                let blocks = regions(function, inst);
                let number = usize::from(self.takes_second(inst, &blocks));
                let taken = *blocks.get(number)?;
                self.path.push((taken, 0));
                let end = self.block(taken);
                self.path.pop();
                (end != BlockExit::Block).then_some(end)
            }
            _ => None,
        }
    }

    fn go_round(&mut self, body: Block, trips: u32) -> Option<BlockExit> {
        for trip in 0..trips {
            if self.steps.len() > MOST_STEPS || trip as usize > MOST_STEPS {
                return Some(BlockExit::Return);
            }
            self.path.push((body, trip));
            let end = self.block(body);
            self.path.pop();
            match end {
                BlockExit::Break => break,
                BlockExit::Return => return Some(BlockExit::Return),
                BlockExit::Block | BlockExit::Continue => {}
            }
        }
        None
    }

    /// Which block of a branch is executed: one that leaves a loop only when that has been executed often enough.
    fn takes_second(&self, inst: Inst, blocks: &[Block]) -> bool {
        let function = self.function;
        let trip = self.path.iter().rev().find(|(block, _)| {
            let owner = function.block_owner(*block);
            owner.is_none_or(|owner| !matches!(function.data(owner), InstData::If { .. }))
        });
        if leaves(function, inst) {
            let ends = |block: &Block| leaves_from(function, *block);
            let is_time = trip.is_some_and(|&(_, trip)| trip >= self.choices.trips);
            return blocks.first().is_some_and(ends) != is_time;
        }
        self.hash(&(inst, self.choices.seed)) & 1 == 1
    }

    /// The tile of a load in this iteration; a part of it, if it goes through several stages.
    fn key(&self, load: LoadId, part: u32) -> TileKey {
        let block = self.function.inst_block(self.pipeline.async_loads[load].inst);
        let depth = self.path.iter().position(|(other, _)| Some(*other) == block);
        let mut hasher = FxHasher::default();
        (load, part, &self.path[..depth.map_or(0, |depth| depth + 1)]).hash(&mut hasher);
        hasher.finish()
    }

    /// The view whose tensor map a load is copied through, if that is replaced.
    fn view_of(&self, load: LoadId) -> Option<TileKey> {
        let map = self.pipeline.async_loads[load].map;
        let is_replaced = self.pipeline.maps[map].source == MapSource::Replaced;
        is_replaced.then(|| self.view_key(map))
    }

    /// The view of a tensor map that was made last.
    fn view_key(&self, map: MapId) -> TileKey {
        let view = self.function.def_inst(self.pipeline.maps[map].view);
        let block = view.and_then(|view| self.function.inst_block(view));
        let depth = self.path.iter().position(|(other, _)| Some(*other) == block);
        let mut hasher = FxHasher::default();
        (map, &self.path[..depth.map_or(0, |depth| depth + 1)]).hash(&mut hasher);
        hasher.finish()
    }

    fn hash(&self, what: &impl Hash) -> u64 {
        let mut hasher = FxHasher::default();
        (what, &self.path).hash(&mut hasher);
        hasher.finish() >> 17
    }
}
