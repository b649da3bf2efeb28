//! Pipelines: the stages of shared memory through which a producer feeds the MMAs of consumers.
//!
//! A load of a view whose tile goes to tensor cores and nowhere else is an *asynchronous load*: its tile never passes
//! through registers. A *producer* copies the tiles of all asynchronous loads, in program order, to the stages of
//! pipelines; the *consumers* wait for a stage to be full, multiply from it, and release it. The loads that the same MMA
//! reads share a pipeline, and fill a stage together. The other loads of a loop that its MMAs
//! depend on
//! (rows of sums, weights that are unpacked or scaled) go to the same stage; threads read it. A
//! tile that threads
//! read behind a loop of MMAs, as a bias or a residual, is an *epilogue load*: it goes through the pipeline of the loop.
//!
//! Producer and consumers run the same control flow, so that they agree on stages. The producer can follow only control
//! flow and indices that do not depend on tiles or on memory that the kernel writes ([`crate::analysis::slice`]).
//! A pipeline has at least two stages, and both sides take them in program order, so that they never wait for each other
//! in a circle.
//!
//! Rows that a tile of numbers names are copied through the map of a part of one row, four by each lane of the producer's
//! warp, which computes the numbers of its rows ([`RowNumbers`]). Where TMA does not gather, the warps of a producer
//! warpgroup copy these rows with `cp.async`, one stage each, and a lane of each copies the other tiles of the stage by TMA.
//!
//! If TMA cannot address an operand (its row pitch is not a multiple of 16 bytes), warps of the
//! producer's warpgroup copy it to the same
//! stages with `cp.async`. That is found out at run time, and is the same to consumers. A kernel whose producer is one
//! warp has code without asynchronous loads for such tensors.
//!
//! On targets without `wgmma` and `tcgen05` the warps that compute copy for themselves, as many fills of stages
//! ahead as there are stages but one, and multiply with `mma.sync` ([`multistage`](crate::schedule::build::multistage)).
//!
//! With `wgmma` accumulators are registers of the consumers, which all take part in an MMA. With `tcgen05` they are in
//! tensor memory ([`TensorMemory`]), and one thread of the consumers issues the MMAs: it alone waits for full stages, and
//! has the tensor core arrive at the barrier of the empty stage when it is done.
//!
//! A number that not every partition can compute, and from which control flow or places of operands follow, is *mailed*
//! ([`crate::analysis::mailed`]): fetched by the producer, as what an atomic operation found, or reported by the consumers. It goes
//! through a *mailbox* of [`MAILBOX_SLOTS`] words, with barriers for full and empty ones, so that the sender is as many numbers
//! ahead at most.
//!
//! [`PipelinePlan`] has the decisions; [`Pipeline`] has what follows from them too.

use std::fmt;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::{Block, Function, Inst, InstData, Scalar, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::analysis::alignment::AlignmentTerm;
pub use crate::analysis::mailed::{Mailed, Sender};
use crate::analysis::row_numbers::RowNumbers;
use crate::mma::assign::AsyncMmas;
use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::mma::smem_operand::Staged;
use crate::schedule::body::MailboxId;
use crate::schedule::build::operand_reuse::OperandReuse;
use crate::schedule::smem::{MAILBOX_BYTES, MAILBOX_SLOTS, SmemLayout};
use crate::schedule::tensor_memory::TensorMemory;
use crate::target::{GATHER_ROWS, LANES, TILE_ALIGN, WARPGROUP};

/// Tile blocks that are worked on together.
pub const PAIR: u32 = 2;

/// Which part of a kernel's code is being selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Partition {
    /// Everything, by all threads.
    Whole,
    /// What asynchronous loads need, by one thread.
    Producer,
    /// All but the copies of asynchronous loads.
    Consumer,
}

/// What goes through a ring that was made for others.
#[derive(Clone, Copy, Debug)]
pub struct EpilogueLoad {
    /// Chunks of the tile that fill a buffer.
    pub chunks: u32,
    /// The MMA in the layout of whose sums threads read it; a row they read as they want.
    pub like: Option<Inst>,
}

/// A load that the producer does.
#[derive(Clone, Debug)]
pub struct AsyncLoad {
    /// The load of a view.
    pub inst: Inst,
    pub epilogue_load: Option<EpilogueLoad>,
    pub ring: usize,
    /// Where the tile begins in the ring's buffer.
    pub offset: u32,
    /// Index into the pipeline's maps.
    pub map: usize,
    /// The tile's dimensions in the order of the map's.
    pub axes: SmallVec<[usize; 5]>,
    pub staged: Staged,
    /// Whether threads read it, and no instruction for MMAs.
    pub by_threads: bool,
    /// How the rows are copied that a tile of numbers names, if one does.
    pub gather: Option<RowGather>,
    /// Boxes that a chunk is copied in, along the map's dimension `outer`.
    pub boxes_per_chunk: u32,
    /// The map's dimension along which a chunk has rows.
    pub outer: usize,
}

impl AsyncLoad {
    /// Buffers that the tile fills, one after the other.
    pub fn fills(&self) -> u32 {
        self.epilogue_load.map_or(1, |epilogue_load| self.staged.chunks / epilogue_load.chunks)
    }

    /// Bytes of a buffer that its tile takes.
    pub fn bytes_in_buffer(&self) -> u32 {
        self.staged.bytes().next_multiple_of(TILE_ALIGN)
    }

    /// Whether two can copy half of the boxes each.
    pub fn can_be_halved(&self) -> bool {
        if self.epilogue_load.is_some() {
            return false;
        }
        let halves = self.staged.chunk_bytes().is_multiple_of(2 * TILE_ALIGN);
        self.staged.rows > 1 && (self.staged.chunks > 1 || halves)
    }

    /// Elements of the second half before its first one, and the map's dimension along which.
    pub fn second_half(&self) -> (usize, u32) {
        match self.staged.chunks {
            1 => (self.outer, self.staged.rows / 2),
            chunks => (0, chunks / 2 * self.staged.row_elems()),
        }
    }
}

/// How rows that a tile of numbers names are copied to a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowGather {
    /// By TMA: a copy brings [`GATHER_ROWS`] of them.
    Tma,
    /// By the lanes of a warp, with `cp.async`.
    Warps,
}

impl RowGather {
    /// Rows that a copy brings.
    pub fn rows(self) -> u32 {
        match self {
            RowGather::Tma => GATHER_ROWS,
            RowGather::Warps => 1,
        }
    }
}

/// The stages of a pipeline.
#[derive(Clone, Debug)]
pub struct StageRing {
    /// What it is filled with, one after the other in program order.
    pub stage_loads: SmallVec<[StageLoads; 2]>,
    pub stages: u32,
    /// Bytes of one buffer.
    pub bytes: u32,
}

/// The asynchronous loads that fill a stage together, in program order, all in one block.
pub type StageLoads = SmallVec<[usize; 2]>;

/// What a tensor map describes: a tensor and the box that is copied of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TensorMap {
    /// The tensor view.
    pub view: Value,
    pub elem: Scalar,
    /// Tensor dimensions in the order of the map: the contiguous one first.
    pub dims: SmallVec<[usize; 5]>,
    /// Extents of the box in that order.
    pub bounds: SmallVec<[u32; 5]>,
    /// The swizzle, as a tensor map has it.
    pub swizzle: u32,
    /// Whether base and strides are known to be divisible by 16 bytes.
    pub aligned: bool,
    /// Whether strides are known to be divisible by the 128 bytes of a line of the L2 cache.
    pub is_pitch_line_aligned: bool,
    /// Whether TMA rounds f32 to tf32.
    pub rounds: bool,
    pub source: MapSource,
}

/// Where the pointer, the extents and the strides of a tensor map come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapSource {
    /// They are the same for all tile blocks, and written where the kernel begins.
    Kernel,
    /// The producer computes them, and replaces them in the map where it makes the view.
    Replaced,
    /// Nothing known where the kernel begins tells whether a map can have them, or they change with each copy: warps copy
    /// with `cp.async`.
    Threads,
}

impl MapSource {
    /// The word behind a tensor map, if there is one.
    pub fn text(self) -> Option<&'static str> {
        match self {
            MapSource::Kernel => None,
            MapSource::Replaced => Some("replaced"),
            MapSource::Threads => Some("by_threads"),
        }
    }
}

/// The decisions about the pipelines of a kernel.
#[derive(Clone, Debug)]
pub struct PipelinePlan {
    pub async_loads: Vec<AsyncLoad>,
    pub rings: Vec<StageRing>,
    pub maps: Vec<TensorMap>,
    /// The MMAs that it feeds, and the consumers of a tile block: one or two warpgroups.
    pub mmas: AsyncMmas,
    /// Whether a CTA computes several tile blocks, one after the other.
    pub is_persistent: bool,
    /// CTAs that are on an SM at a time.
    pub per_sm: u32,
    pub sharing: TileSharing,
    /// Registers of a thread that copies and of one that computes, if they differ.
    pub registers: Option<(u32, u32)>,
    /// Whether the warps of the producer's warpgroup copy what no tensor map describes.
    pub cp_async: bool,
    /// The warps of a tile block, where these copy for themselves.
    pub multistage: Option<u32>,
    /// The mailed instructions in program order, each of which has a mailbox.
    pub mailboxes: Vec<Mailed>,
}

/// How neighbouring tile blocks share what both load.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileSharing {
    None,
    /// Two CTAs are a cluster, and each copies half of it to the shared memory of both.
    Multicast,
    /// A CTA computes two tile blocks at the same time, each by consumers and a producer of its own.
    TwoTiles,
}

/// The pipelines of a kernel: see the module header. By default there are none.
#[derive(Clone, Default, Debug)]
pub struct Pipeline {
    pub async_loads: Vec<AsyncLoad>,
    pub rings: Vec<StageRing>,
    pub maps: Vec<TensorMap>,
    pub mmas: AsyncMmas,
    pub(super) async_load_of: FxHashMap<Inst, usize>,
    pub(super) producer_slice: SecondaryMap<Value, bool>,
    /// The tiles that the producer computes for the rows that it gathers.
    pub row_numbers: RowNumbers,
    /// Loop-carried accumulators that MMAs update in place, with the first of those.
    pub(super) in_place: SecondaryMap<Value, PackedOption<Inst>>,
    /// Where MMAs accumulate, if not in registers.
    pub tensor_memory: Option<TensorMemory>,
    pub is_persistent: bool,
    pub per_sm: u32,
    /// What two tile blocks share, the one of this CTA and the one of the other CTA of a cluster.
    pub pairs: Option<OperandReuse>,
    /// What two tile blocks of this CTA share.
    pub two_tile: Option<OperandReuse>,
    pub registers: Option<(u32, u32)>,
    pub cp_async: bool,
    pub multistage: Option<u32>,
    pub mailboxes: Vec<Mailed>,
    /// Instructions that compute, in program order, the tensor views that are the same for all tile blocks, the terms of the
    /// others, and the tests.
    pub views: Vec<Inst>,
    /// Conditions where the kernel begins without which it has no pipeline.
    pub tests: Vec<Value>,
    /// Of each map that is replaced, what tells where the kernel begins that TMA can have it.
    pub map_terms: Vec<Vec<AlignmentTerm>>,
    pub smem: SmemLayout,
}

impl Pipeline {
    pub fn mma(&self, inst: Inst) -> Option<&AsyncMma> {
        self.mmas.mmas.get(&inst)
    }

    /// Whether an MMA takes an operand from registers of threads.
    pub fn has_operands_in_registers(&self) -> bool {
        let in_smem = |a| matches!(a, MmaOperand::Smem(..) | MmaOperand::RegistersToSmem(_));
        self.mmas.mmas.values().any(|mma| !in_smem(mma.a))
    }

    /// The asynchronous load that a load has become.
    pub fn async_load(&self, load: Inst) -> Option<usize> {
        self.async_load_of.get(&load).copied()
    }

    /// Whether a load has become an asynchronous load that threads read from a buffer of MMAs.
    pub fn is_read(&self, load: Inst) -> bool {
        let from_products =
            |async_load: &AsyncLoad| async_load.by_threads && async_load.epilogue_load.is_none();
        self.async_load(load).is_some_and(|async_load| from_products(&self.async_loads[async_load]))
    }

    /// A load that goes through a ring that was made for others.
    pub fn epilogue_load(&self, load: Inst) -> Option<EpilogueLoad> {
        self.async_load(load).and_then(|async_load| self.async_loads[async_load].epilogue_load)
    }

    /// Whether a map describes what epilogue loads are copied from and nothing else.
    pub fn is_for_epilogue_loads(&self, map: usize) -> bool {
        is_for_epilogue_loads(&self.async_loads, map)
    }

    /// Whether lanes copy all that a map describes, so that none is built.
    pub fn is_copied_by_lanes(&self, map: usize) -> bool {
        let mut of_map = self.async_loads.iter().filter(|load| load.map == map);
        of_map.all(|load| load.gather == Some(RowGather::Warps))
    }

    /// Whether a map is built where the kernel begins.
    pub fn is_built(&self, map: usize) -> bool {
        self.maps[map].source != MapSource::Replaced && !self.is_copied_by_lanes(map)
    }

    /// Whether TMA copies where tensors allow it; else warps copy in any case.
    pub fn has_tma(&self) -> bool {
        self.multistage.is_none() && self.maps.iter().all(|map| map.source != MapSource::Threads)
    }

    /// How rows are gathered, if some are: all of them alike.
    pub fn gather(&self) -> Option<RowGather> {
        self.async_loads.iter().find_map(|async_load| async_load.gather)
    }

    /// Whether warps of the producer gather rows with `cp.async`.
    pub fn warps_gather(&self) -> bool {
        self.gather() == Some(RowGather::Warps)
    }

    /// Bytes that are announced of a stage with these loads: all but those that lanes copy beside TMA.
    pub fn announced_bytes(&self, stage: &[usize]) -> u32 {
        let loads = stage.iter().map(|&load| &self.async_loads[load]);
        loads
            .filter(|load| load.gather != Some(RowGather::Warps))
            .map(|load| load.staged.bytes())
            .sum()
    }

    /// The maps that the producer replaces where it makes a view.
    pub fn replaced_maps(&self, view: Inst, function: &Function) -> Vec<usize> {
        let is_made = |map: &TensorMap| {
            map.source == MapSource::Replaced && function.def_inst(map.view) == Some(view)
        };
        (0..self.maps.len()).filter(|&map| is_made(&self.maps[map])).collect()
    }

    /// The mailbox through which the number of an instruction goes, and the partition that executes it.
    pub fn mailbox(&self, inst: Inst) -> Option<(MailboxId, Sender)> {
        let number = self.mailboxes.iter().position(|it| it.inst == inst)?;
        Some((number, self.mailboxes[number].sender))
    }

    /// Where the barriers of a mailbox begin, those for full slots and then those for empty ones, and its slots.
    pub fn mailbox_places(&self, mailbox: MailboxId) -> (u32, u32, u32) {
        let full = self.smem.mailboxes + mailbox as u32 * MAILBOX_BYTES;
        (full, full + 8 * MAILBOX_SLOTS, full + 16 * MAILBOX_SLOTS)
    }

    /// Whether the producer can compute a scalar or view.
    pub fn in_producer_slice(&self, value: Value) -> bool {
        self.producer_slice[value]
    }

    /// Whether a loop carries a value in the registers that an MMA accumulates to.
    pub fn is_in_place(&self, param: Value) -> bool {
        self.in_place[param].is_some()
    }

    /// The MMA that takes a loop's value over in tensor memory.
    pub fn mma_in_place(&self, param: Value) -> Option<Inst> {
        self.tensor_memory.as_ref().and_then(|_| self.in_place[param].expand())
    }

    /// How often an empty barrier is arrived at for each buffer.
    pub fn releases(&self) -> u32 {
        let ctas = if self.pairs.is_some() { PAIR } else { 1 };
        if self.tensor_memory.is_some() {
            1
        } else {
            self.mmas.warpgroups * self.tiles_per_cta() * ctas
        }
    }

    /// Where the number of a CTA's set of tensor maps is, if there are several CTAs on an SM.
    pub fn tensormap_slot(&self) -> Option<u32> {
        (self.per_sm > 1).then_some(self.smem.state)
    }

    /// Where two tile blocks of a CTA hand the state of their pipeline over, if there are two.
    pub fn state_transfer(&self) -> Option<u32> {
        self.two_tile.is_some().then_some(self.smem.state)
    }

    /// How neighbouring tile blocks share what both load.
    pub fn sharing(&self) -> TileSharing {
        match (&self.pairs, &self.two_tile) {
            (Some(_), _) => TileSharing::Multicast,
            (None, Some(_)) => TileSharing::TwoTiles,
            (None, None) => TileSharing::None,
        }
    }

    /// Tile blocks that a CTA computes at the same time.
    pub fn tiles_per_cta(&self) -> u32 {
        if self.two_tile.is_some() { PAIR } else { 1 }
    }

    /// Whether a region has an asynchronous load in it, so that the producer must run it.
    pub fn async_loads_inside(&self, function: &Function, owner: Inst) -> bool {
        self.async_loads.iter().any(|async_load| function.is_inside(async_load.inst, owner))
    }

    /// Warps that copy. One for each tile block is enough, but registers are shared out to whole warpgroups.
    pub fn producer_warps(&self) -> u32 {
        match self.multistage {
            Some(_) => 0,
            None if self.registers.is_some() || self.warps_gather() => WARPGROUP / LANES,
            None => self.tiles_per_cta(),
        }
    }

    /// Warps of a tile block that copy what TMA cannot, if they do; otherwise such tensors are left to code without
    /// asynchronous loads.
    pub fn cp_async_warps(&self) -> Option<u32> {
        self.cp_async.then(|| self.producer_warps() / self.tiles_per_cta())
    }

    /// Warps that compute.
    pub fn consumer_warps(&self) -> u32 {
        self.tiles_per_cta() * self.block_warps()
    }

    /// Warps that compute one tile block.
    pub fn block_warps(&self) -> u32 {
        self.multistage.unwrap_or(self.mmas.warpgroups * WARPGROUP / LANES)
    }

    /// Whether an instruction is a loop in whose iterations the warps that compute copy the tiles of later ones.
    pub fn copies_ahead(&self, function: &Function, inst: Inst) -> bool {
        let InstData::For { body, .. } = function.data(inst) else { return false };
        let is_in = |load: &AsyncLoad| function.inst_block(load.inst) == Some(*body);
        self.multistage.is_some() && self.async_loads.iter().any(is_in)
    }

    /// The stage groups of the loads of a block in a pipeline, in the order in which they are filled.
    pub fn groups_of(&self, function: &Function, ring: usize, block: Block) -> Vec<&StageLoads> {
        let in_block = |group: &&StageLoads| {
            group.first().is_some_and(|&load| {
                function.inst_block(self.async_loads[load].inst) == Some(block)
            })
        };
        self.rings[ring].stage_loads.iter().filter(in_block).collect()
    }

    /// The asynchronous loads that fill a buffer together with this one.
    pub fn stage_loads_of(&self, async_load: usize) -> &StageLoads {
        let stage_loads = &self.rings[self.async_loads[async_load].ring].stage_loads;
        stage_loads.iter().find(|group| group.contains(&async_load)).unwrap_or(&stage_loads[0])
    }

    /// Where the barriers of a ring begin: those for full buffers, then those for empty ones.
    pub fn ring_barriers(&self, ring: usize) -> (u32, u32) {
        let full = self.smem.barriers[ring];
        (full, full + self.rings[ring].stages * 8)
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.multistage {
            Some(warps) => write!(f, "{warps} warps that copy for themselves, stages")?,
            None => {
                let warpgroups = self.mmas.warpgroups * self.tiles_per_cta();
                write!(f, "{warpgroups} consumer warpgroups, stages")?;
            }
        }
        for (i, ring) in self.rings.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma} {} x {} bytes", ring.stages, ring.bytes)?;
        }
        match self
            .async_loads
            .iter()
            .filter(|async_load| async_load.epilogue_load.is_some())
            .count()
        {
            0 => {}
            1 => write!(f, ", one epilogue load")?,
            many => write!(f, ", {many} epilogue loads")?,
        }
        if let Some(memory) = &self.tensor_memory {
            write!(f, ", {} columns of tensor memory", memory.columns)?;
        }
        write!(
            f,
            ", {}",
            if self.is_persistent { "persistent" } else { "one tile block per CTA" }
        )?;
        if self.per_sm > 1 {
            write!(f, ", {} CTAs per SM", self.per_sm)?;
        }
        for (sender, what) in [
            (Sender::Producer, "fetched by the producer"),
            (Sender::Consumers, "reported to the producer"),
        ] {
            match self.mailboxes.iter().filter(|it| it.sender == sender).count() {
                0 => {}
                1 => write!(f, ", one number {what}")?,
                many => write!(f, ", {many} numbers {what}")?,
            }
        }
        if self.pairs.is_some() {
            write!(f, ", clusters of 2 with multicast loads")?;
        }
        if self.two_tile.is_some() {
            write!(f, ", two tile blocks per CTA with shared loads")?;
        }
        Ok(())
    }
}

/// Whether a map describes what epilogue loads are copied from and nothing else.
pub(super) fn is_for_epilogue_loads(async_loads: &[AsyncLoad], map: usize) -> bool {
    async_loads
        .iter()
        .filter(|async_load| async_load.map == map)
        .all(|async_load| async_load.epilogue_load.is_some())
}
