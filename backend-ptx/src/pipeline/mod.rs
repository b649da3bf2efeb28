//! Software pipelines: tensor-core MMAs fed from shared memory by a producer warp.
//!
//! In: a function, its facts and aliases, a target with TMA loads and `wgmma` or
//! `tcgen05`. Out: a [`Pipeline`], or none where the kernel has no MMA that would gain.
//!
//! A load of a view whose tile goes to tensor cores and nowhere else is an *asynchronous load*: it never
//! passes through registers. A *producer* warp runs ahead of the *consumers* and copies the tiles
//! of all asynchronous loads, in program order, to rings of buffers; consumers wait for a buffer to be full,
//! multiply from it, and release it. asynchronous loads that the same MMA takes share a *ring*: one
//! ring, one pair of barriers per buffer. What else a loop loads beside such tiles, and its
//! MMAs depend on (rows of sums, weights that are unpacked or scaled), comes in their buffer
//! too: threads read it, but none waits for memory or for other threads. So do asynchronous loads of the same size at several places, if a
//! buffer of one is released before the next is loaded.
//!
//! A tile or row that threads read behind a loop of MMAs, as a bias or a residual, is an *epilogue load* of the
//! loop's ring: it comes in buffers of its own behind the last ones of the loop (`select/pipeline/epilogue_load.rs`).
//!
//! ```text
//! producer   for each load of a ring, in program order:
//!                wait until buffer `stage` is empty; expect its bytes; copy the boxes; stage += 1
//! consumers  for each MMA: wait until its buffers are full; multiply
//!            after the last MMA in the block of the loads: release the buffer; stage += 1
//! ```
//!
//! The two run the same control flow, so slots agree. The producer can only follow control flow
//! and indices that do not depend on tiles or memory ([`scalars`]); a load that does is not an asynchronous load.
//! Since a ring has at least two buffers and both sides take them in program order, neither waits
//! for the other in a circle.
//!
//! What no tensor map describes, as rows that 16 bytes do not divide, threads of the producer's warpgroup copy
//! into the same buffers ([`Pipeline::copiers`]), which is found out at run time and is all the same to consumers.
//! Kernels whose producer is one warp have code without asynchronous loads beside theirs instead.
//!
//! With `wgmma` accumulators are registers of the consumers, who all take part in an MMA. With
//! `tcgen05` they are in tensor memory ([`TensorMemory`]) and one thread of the consumers issues
//! the MMAs: it alone waits for full buffers, and releases them by having the tensor core
//! arrive at the barrier when it is done.

mod loads;
mod operand_reuse;
mod tensor_memory;

use std::fmt;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use ir::{Block, Function, Inst, Module, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use self::loads::SmemReads;
use crate::analysis::slice;
use crate::cost::occupancy::{self, MAX_STAGES, MIN_SHARED_STAGES, MIN_STAGES, PIPELINE_SCRATCH};
use crate::cost::registers::{self, MAX_ACCUMULATOR, MAX_EVEN_SHARE_ACCUMULATOR, ProducerWork};
use crate::mma::assign::AsyncMmas;
use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::mma::smem_operand::Staged;
use crate::target::{
    Feature, LANES, MAP_BYTES, MAX_ROWS, TILE_ALIGN, Target, WARPGROUP, WGMMA_ROWS,
};

pub use self::loads::TensorMap;
pub use self::operand_reuse::{OperandReuse, PAIR};
pub use self::tensor_memory::TensorMemory;

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
    fn can_be_halved(&self) -> bool {
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

/// A ring of buffers.
#[derive(Clone, Debug)]
pub struct StageRing {
    /// What it is filled with, one after the other in program order.
    pub stage_loads: SmallVec<[StageLoads; 2]>,
    pub stages: u32,
    /// Bytes of one buffer.
    pub bytes: u32,
    /// Where the ring begins in the kernel's shared memory.
    pub offset: u32,
}

/// asynchronous loads that fill a buffer together.
#[derive(Clone, Debug)]
pub struct StageLoads {
    /// In program order, all in one block.
    pub loads: SmallVec<[usize; 2]>,
    /// The instruction in the loads' block after which a buffer is not needed.
    pub last_use: Inst,
    /// Whether it must be waited for where it is loaded, since its MMAs are in inner blocks.
    pub wait_at_load: bool,
}

/// See the module header.
#[derive(Clone, Debug)]
pub struct Pipeline {
    pub async_loads: Vec<AsyncLoad>,
    pub rings: Vec<StageRing>,
    pub maps: Vec<TensorMap>,
    /// The MMAs that it feeds, and the consumers of a tile block: one or two warpgroups.
    pub mmas: AsyncMmas,
    async_load_of: FxHashMap<Inst, usize>,
    producer_slice: SecondaryMap<Value, bool>,
    /// Loop-carried accumulators that MMAs update in place, with the first of those.
    in_place: SecondaryMap<Value, PackedOption<Inst>>,
    /// Where MMAs accumulate, if not in registers.
    pub tensor_memory: Option<TensorMemory>,
    /// Whether a CTA computes several tile blocks, one after the other.
    pub is_persistent: bool,
    /// CTAs that are on an SM at a time.
    pub per_sm: u32,
    /// Where the number of a CTA's set of tensor maps is, if there are several on an SM.
    pub tensormap_slot: Option<u32>,
    /// Where two-tile tile blocks hand their ring over, if there are any ([`HANDOVER_BYTES`]).
    pub state_transfer: Option<u32>,
    /// What it shares with the other CTA of a cluster.
    pub pairs: Option<OperandReuse>,
    /// What two tile blocks share that it computes at the same time, each by consumers and a producer
    /// of its own.
    pub two_tile: Option<OperandReuse>,
    /// Whether threads that compute have no registers to spare for those that copy: they compute operands, or sums
    /// fill half of theirs and they fetch operands or elements have addresses of their own. Attention with
    /// heads of 64 columns is 2 to 4 % slower with 232 registers than with 240 (H200).
    consumers_register_bound: bool,
    /// Instructions that compute the tensor views of all maps, in program order.
    pub views: Vec<Inst>,
    /// Shared memory below the rings, for everything else.
    pub scratch_limit: u32,
    /// Where the barriers begin: a full and an empty one for each buffer, ring by ring.
    pub barriers: u32,
    /// Where tensor maps are put together.
    pub map_scratch: u32,
    pub shared_bytes: u32,
}

/// What members hand over: for consumers and for producers a word and two barriers.
pub const STATE_TRANSFER_BYTES: u32 = 2 * 24;
/// Least buffers of a ring where tile blocks are two-tile; fewer have not been timed.
const MIN_TWO_TILE_STAGES: u32 = PAIR * MIN_STAGES;

impl Pipeline {
    /// The pipeline of a kernel, if it has MMAs to feed and a target that can.
    pub fn of(
        module: &Module,
        function: &Function,
        facts: &FactMap,
        aliases: &AliasMap,
        target: &Target,
    ) -> Option<Pipeline> {
        if !target.has_pipelines() {
            return None;
        }
        let with = |reads| Pipeline::with_reads(module, function, (facts, aliases), target, reads);
        // Of those who wait for MMAs in tensor memory most do not know about full buffers.
        if target.has(Feature::Tcgen05) {
            return with(SmemReads::Nothing);
        }
        // What threads read may be what there is no room for.
        [SmemReads::Tiles, SmemReads::Rows, SmemReads::Nothing].into_iter().find_map(with)
    }

    /// [`Pipeline::of`], with these reads of buffers by threads.
    fn with_reads(
        module: &Module,
        function: &Function,
        (facts, aliases): (&FactMap, &AliasMap),
        target: &Target,
        reads: SmemReads,
    ) -> Option<Pipeline> {
        let producer_slice = slice::producer_slice(module, function, aliases);
        if slice::leaves_by_data(function, &producer_slice) {
            return None;
        }
        let known = loads::Known { facts, aliases, producer_slice: &producer_slice };
        let found = loads::find_async_loads(module, function, &known, target, reads)?;
        let wgmma = !target.has(Feature::Tcgen05);
        let is_persistent = !may_wait_for_others(function);
        let two_tile = if is_persistent && wgmma {
            let boxes_per_chunk = (found.async_loads.as_slice(), found.rings.as_slice());
            let room = (target.max_shared - PIPELINE_SCRATCH - TILE_ALIGN) / MIN_TWO_TILE_STAGES;
            let two_tile = operand_reuse::two_tile(
                (module, function),
                &producer_slice,
                boxes_per_chunk,
                &found.mmas,
                target.chip,
            );
            two_tile.filter(|&(_, buffer)| buffer <= room)
        } else {
            None
        };
        let most = if two_tile.is_some() { 1 } else { 2 };
        let warpgroups = found.mmas.values().map(|mma| mma.m / WGMMA_ROWS).min()?.min(most);
        // An accumulator, fragments of A, addresses: what one thread has room for.
        let registers = |mma: &AsyncMma| registers::accumulator(mma.m, mma.n, warpgroups);
        if found.mmas.values().any(|mma| registers(mma) > MAX_ACCUMULATOR) {
            return None;
        }
        let fills = found.mmas.values().any(|mma| registers(mma) == MAX_ACCUMULATOR);
        let allocates = |inst: Inst| matches!(function.data(inst), ir::InstData::Alloca { .. });
        if function.insts_in_order().into_iter().any(allocates) {
            return None;
        }
        let in_place = accumulators_in_place(function, &found.mmas);
        let mut tensor_memory = None;
        if target.has(Feature::Tcgen05) {
            tensor_memory = Some(TensorMemory::of(function, &found.mmas, &in_place)?);
        }
        let loads::Found { mut async_loads, mut rings, mut maps, mmas } = found;
        let is_pitch_misaligned = maps.iter().enumerate();
        let is_pitch_misaligned = is_pitch_misaligned.into_iter().any(|(map, of)| {
            !of.is_pitch_line_aligned && !is_for_epilogue_loads(&async_loads, map)
        });
        let pairs = if is_persistent && is_pitch_misaligned && wgmma && two_tile.is_none() {
            operand_reuse::pairs(function, &producer_slice, &async_loads, mmas.iter(), target.chip)
        } else {
            None
        };
        if pairs.is_some() {
            halve_boxes(&mut async_loads, &mut maps);
        }
        let two_tile = two_tile.map(|(neighbours, bytes)| {
            rings[0].bytes = bytes;
            neighbours
        });
        let tiles_per_cta = if two_tile.is_some() { PAIR } else { 1 };
        let views = slice::needed_for(function, maps.iter().map(|map| map.view));

        // Shared memory from the bottom: scratch, rings, barriers, tensor maps.
        let scratch_limit = PIPELINE_SCRATCH;
        let looped = |ring: &StageRing| {
            ring.stage_loads.iter().any(|group| {
                let block = function.inst_block(async_loads[group.loads[0]].inst);
                !slice::loops_around(function, block).is_empty()
            })
        };
        let plan = |(per_sm, stages): (u32, u32)| {
            let mut offset = scratch_limit;
            let mut buffers = 0;
            let mut planned: SmallVec<[(u32, u32); 4]> = SmallVec::new();
            for ring in &rings {
                let stages = if looped(ring) { stages } else { MIN_STAGES };
                planned.push((stages, offset));
                offset += stages * ring.bytes;
                buffers += stages;
            }
            let end_of_barriers = offset + buffers * 16;
            let more = tensor_memory.is_some() || per_sm > 1;
            let behind =
                if two_tile.is_some() { STATE_TRANSFER_BYTES } else { 16 * u32::from(more) };
            let memory_end = end_of_barriers + behind;
            let map_scratch = memory_end.next_multiple_of(MAP_BYTES);
            let used = map_scratch + tiles_per_cta * maps.len() as u32 * MAP_BYTES;
            (used <= occupancy::shared_of_cta(target, per_sm)).then_some((
                planned,
                end_of_barriers,
                map_scratch,
                used,
                per_sm,
            ))
        };
        let is_tile = |async_load: &AsyncLoad| {
            async_load.by_threads
                && async_load.epilogue_load.is_none()
                && async_load.staged.rows > 1
        };
        let least = MIN_STAGES + u32::from(async_loads.iter().any(is_tile));
        let most = if rings.iter().any(looped) { MAX_STAGES } else { MIN_STAGES };
        let least = if two_tile.is_some() { MIN_TWO_TILE_STAGES } else { least };
        // Warps that compute operands wait for one MMA before they begin the next; a second CTA computes
        // at that time.
        let waits = |mma: &AsyncMma| mma.a == MmaOperand::Registers && !mma.swapped;
        let epilogue_loads =
            async_loads.iter().any(|async_load| async_load.epilogue_load.is_some());
        let alone =
            two_tile.is_some() || pairs.is_some() || epilogue_loads || !is_persistent || !wgmma;
        let two = !alone && warpgroups == 1 && mmas.values().any(waits);
        let of_two = (MIN_SHARED_STAGES.max(least)..=most).rev().map(|stages| (PAIR, stages));
        let of_one = (least..=most).rev().map(|stages| (1, stages));
        let mut of_two = of_two.filter(|_| two);
        let planned = of_two.find_map(plan).or_else(|| of_one.into_iter().find_map(plan));
        let (planned, end_of_barriers, map_scratch, used, per_sm) = planned?;
        let mut barriers = scratch_limit;
        for (ring, (stages, offset)) in rings.iter_mut().zip(planned) {
            (ring.stages, ring.offset) = (stages, offset);
            barriers = offset + stages * ring.bytes;
        }
        if let Some(memory) = &mut tensor_memory {
            (memory.done, memory.address) = (end_of_barriers, end_of_barriers + 8);
        }
        // More than half of an SM's memory, so that one CTA at a time uses the SM's tensor maps.
        let alone = if per_sm == 1 { occupancy::alone(target) } else { 0 };
        let shared_bytes = used.max(alone);
        if shared_bytes > target.max_shared {
            return None;
        }
        let mut left = mmas.values().map(|mma| mma.a);
        let computes = left.clone().any(|operand| operand == MmaOperand::Registers);
        let fetches = left.any(|operand| matches!(operand, MmaOperand::SmemToRegisters(..)));
        let is_full = fills && (fetches || accesses_by_pointers(function));
        let consumers_register_bound = two_tile.is_none() && (computes || is_full);
        let async_load_of =
            async_loads.iter().enumerate().map(|(i, async_load)| (async_load.inst, i)).collect();
        Some(Pipeline {
            async_loads,
            rings,
            maps,
            mmas: AsyncMmas { mmas, warpgroups, in_tensor_memory: tensor_memory.is_some() },
            async_load_of,
            producer_slice,
            in_place,
            tensor_memory,
            is_persistent,
            per_sm,
            tensormap_slot: (per_sm > 1).then_some(end_of_barriers),
            state_transfer: two_tile.is_some().then_some(end_of_barriers),
            consumers_register_bound,
            pairs,
            two_tile,
            views,
            scratch_limit,
            barriers,
            map_scratch,
            shared_bytes,
        })
    }

    pub fn mma(&self, inst: Inst) -> Option<&AsyncMma> {
        self.mmas.mmas.get(&inst)
    }

    /// Whether an MMA takes an operand from registers of threads.
    pub fn has_operands_in_registers(&self) -> bool {
        self.mmas.mmas.values().any(|mma| !matches!(mma.a, MmaOperand::Smem(..)))
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

    /// Tile blocks that a CTA computes at the same time.
    pub fn tiles_per_cta(&self) -> u32 {
        if self.two_tile.is_some() { PAIR } else { 1 }
    }

    /// Whether a region has an asynchronous load in it, so that the producer must run it.
    pub fn async_loads_inside(&self, function: &Function, owner: Inst) -> bool {
        self.async_loads.iter().any(|async_load| function.is_inside(async_load.inst, owner))
    }

    /// Warps that copy. One for each tile block is enough, but registers are shared out to whole
    /// warpgroups.
    pub fn producer_warps(&self) -> u32 {
        if self.register_shares().is_some() { WARPGROUP / LANES } else { self.tiles_per_cta() }
    }

    /// Warps of a tile block that copy what TMA cannot, if there are enough that copy; otherwise
    /// such tensors are left to code without asynchronous loads.
    pub fn cp_async_warps(&self) -> Option<u32> {
        let several = self.tensor_memory.is_none() && self.register_shares().is_some();
        (several && !self.consumers_register_bound)
            .then(|| self.producer_warps() / self.tiles_per_cta())
    }

    /// Registers of a thread that copies and of one that computes, where an even share would be
    /// too few: 384 threads have 168 each. Threads that copy words have more to remember than TMA's.
    pub fn register_shares(&self) -> Option<(u32, u32)> {
        // Of tensor memory each thread reads every 256th cell when it has got a sum.
        let largest_accumulator =
            |memory: &TensorMemory| memory.columns * MAX_ROWS / (2 * WARPGROUP);
        let many = self
            .tensor_memory
            .as_ref()
            .is_none_or(|memory| largest_accumulator(memory) > MAX_EVEN_SHARE_ACCUMULATOR);
        let work = match &self.two_tile {
            _ if self.tensor_memory.is_some() || self.consumers_register_bound => {
                ProducerWork::TmaOnly
            }
            None => ProducerWork::CpAsync,
            Some(_) => ProducerWork::TwoTiles,
        };
        (self.mmas.warpgroups * self.tiles_per_cta() == 2 && many).then(|| work.shares())
    }

    /// Warps that compute.
    pub fn consumer_warps(&self) -> u32 {
        self.tiles_per_cta() * self.block_warps()
    }

    /// Warps that compute one tile block.
    pub fn block_warps(&self) -> u32 {
        self.mmas.warpgroups * WARPGROUP / LANES
    }

    /// The asynchronous loads that fill a buffer together with this one.
    pub fn stage_loads_of(&self, async_load: usize) -> &StageLoads {
        let stage_loads = &self.rings[self.async_loads[async_load].ring].stage_loads;
        stage_loads
            .iter()
            .find(|group| group.loads.contains(&async_load))
            .unwrap_or(&stage_loads[0])
    }

    /// Where the barriers of a ring begin: those for full buffers, then those for empty ones.
    pub fn ring_barriers(&self, ring: usize) -> (u32, u32) {
        let before: u32 = self.rings[..ring].iter().map(|c| c.stages).sum();
        let full = self.barriers + before * 16;
        (full, full + self.rings[ring].stages * 8)
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} consumer warpgroups, rings", self.mmas.warpgroups * self.tiles_per_cta())?;
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
            1 => write!(f, ", one load behind a loop through its ring")?,
            many => write!(f, ", {many} loads behind a loop through its ring")?,
        }
        if let Some(memory) = &self.tensor_memory {
            write!(f, ", {} columns of tensor memory", memory.columns)?;
        }
        write!(
            f,
            ", {}",
            if self.is_persistent { "walks over tile blocks" } else { "one tile block" }
        )?;
        if self.per_sm > 1 {
            write!(f, ", {} on an SM", self.per_sm)?;
        }
        if self.pairs.is_some() {
            write!(f, " in pairs that share copies of uneven rows")?;
        }
        if self.two_tile.is_some() {
            write!(f, ", two at a time with common copies")?;
        }
        Ok(())
    }
}

fn is_for_epilogue_loads(async_loads: &[AsyncLoad], map: usize) -> bool {
    async_loads
        .iter()
        .filter(|async_load| async_load.map == map)
        .all(|async_load| async_load.epilogue_load.is_some())
}

/// Lets asynchronous loads of one chunk have two boxes, one for each CTA of a pair.
fn halve_boxes(async_loads: &mut [AsyncLoad], maps: &mut [TensorMap]) {
    let halved =
        |async_load: &AsyncLoad| async_load.staged.chunks == 1 && async_load.can_be_halved();
    for (number, map) in maps.iter_mut().enumerate() {
        let of_map = |async_load: &&AsyncLoad| async_load.map == number && halved(async_load);
        let Some(outer) = async_loads.iter().find(of_map).map(|async_load| async_load.outer) else {
            continue;
        };
        map.bounds[outer] /= 2;
        async_loads
            .iter_mut()
            .filter(|async_load| async_load.map == number)
            .for_each(|s| s.boxes_per_chunk = 2);
    }
}

/// Whether elements of tiles are accessed by pointers of their own.
fn accesses_by_pointers(function: &Function) -> bool {
    let by_pointers = |inst: Inst| {
        use ir::InstData as I;
        let data = function.data(inst);
        matches!(data, I::LoadPtrTko { .. } | I::StorePtrTko { .. })
            || matches!(data, I::AtomicRmwTko { .. } | I::AtomicCasTko { .. })
    };
    function.insts_in_order().into_iter().any(by_pointers)
}

/// Whether a tile block may wait for what another one does, which then must run beside it.
fn may_wait_for_others(function: &Function) -> bool {
    let strong = |inst: Inst| function.data(inst).effect() == ir::Effect::ReadWrite;
    function.insts_in_order().into_iter().any(strong)
}

/// Parameters of loops whose one use is the accumulator of an MMA whose result, perhaps through
/// more such MMAs, is what the loop carries on; with that MMA.
fn accumulators_in_place(
    function: &Function,
    mmas: &FxHashMap<Inst, AsyncMma>,
) -> SecondaryMap<Value, PackedOption<Inst>> {
    let uses = function.count_uses();
    let mut found: SecondaryMap<Value, PackedOption<Inst>> = SecondaryMap::new();
    let mut mmas: Vec<Inst> = mmas.keys().copied().collect();
    mmas.sort_unstable();
    let accumulator = |inst: Inst| function.data(inst).operands().get(2).copied();
    for &inst in &mmas {
        let Some(param) = accumulator(inst) else { continue };
        let ir::ValueDef::Param(block, index) = function.def(param) else { continue };
        if uses[param] != 1 || function.inst_block(inst) != Some(block) || index == 0 {
            continue;
        }
        let mut result = function.results(inst)[0];
        while let Some(&next) = mmas.iter().find(|&&next| {
            accumulator(next) == Some(result) && function.inst_block(next) == Some(block)
        }) {
            if uses[result] != 1 {
                break;
            }
            result = function.results(next)[0];
        }
        if uses[result] == 1 && carries(function, block, index - 1, result) {
            found[param] = inst.into();
        }
    }
    found
}

/// Whether the only `continue` of a `for` hands on `value` as number `index`.
fn carries(function: &Function, body: Block, index: usize, value: Value) -> bool {
    let is_for = function
        .block_owner(body)
        .is_some_and(|owner| matches!(function.data(owner), ir::InstData::For { .. }));
    let last = function.terminator(body).map(|inst| function.data(inst));
    match last {
        Some(ir::InstData::Continue { operands }) => is_for && operands.get(index) == Some(&value),
        _ => false,
    }
}
