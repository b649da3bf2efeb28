//! Software pipelines: tensor-core products fed from shared memory by a producer warp.
//!
//! In: a function, its facts and aliases, a target with bulk tensor copies and `wgmma` or
//! `tcgen05`. Out: a [`Pipeline`], or none where the kernel has no product that would gain.
//!
//! A load of a view whose tile goes to tensor cores and nowhere else is a *stream*: it never
//! passes through registers. A *producer* warp runs ahead of the *consumers* and copies the tiles
//! of all streams, in program order, to rings of buffers; consumers wait for a buffer to be full,
//! multiply from it, and hand it back. Streams that the same product takes share a *channel*: one
//! ring, one pair of barriers per buffer. What else a loop loads beside such tiles, and its
//! products depend on (rows of sums, weights that are unpacked or scaled), comes in their buffer
//! too: threads read it, but none waits for memory or for other threads. So do streams of the same size at several places, if a
//! buffer of one is handed back before the next is loaded.
//!
//! A tile or row that threads read behind a loop of products, as a bias or a residual, is a *guest* of the
//! loop's ring: it comes in buffers of its own behind the last ones of the loop (`select/pipeline/epilogue_load.rs`).
//!
//! ```text
//! producer   for each load of a channel, in program order:
//!                wait until buffer `slot` is empty; expect its bytes; copy the boxes; slot += 1
//! consumers  for each product: wait until its buffers are full; multiply
//!            after the last product in the block of the loads: hand the buffer back; slot += 1
//! ```
//!
//! The two run the same control flow, so slots agree. The producer can only follow control flow
//! and indices that do not depend on tiles or memory ([`scalars`]); a load that does is no stream.
//! Since a ring has at least two buffers and both sides take them in program order, neither waits
//! for the other in a circle.
//!
//! What no tensor map describes, as rows that 16 bytes do not divide, threads of the producer's warpgroup copy
//! into the same buffers ([`Pipeline::copiers`]), which is found out at run time and is all the same to consumers.
//! Kernels whose producer is one warp have code without streams beside theirs instead.
//!
//! With `wgmma` accumulators are registers of the consumers, who all take part in a product. With
//! `tcgen05` they are in tensor memory ([`TensorMemory`]) and one thread of the consumers issues
//! the products: it alone waits for full buffers, and hands them back by having the tensor core
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

use self::loads::Reads;
use crate::analysis::slice;
use crate::target::{Feature, Target};

pub use self::loads::TensorMap;
pub use self::operand_reuse::{Neighbours, PAIR};
pub use self::tensor_memory::{MAX_ROWS, STEP_COLUMNS, TensorMemory};
pub use crate::mma::smem_operand::{K_STEP_BYTES, Major, Staged, map_elem};

/// Which part of a kernel's code is being selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Everything, by all threads.
    Whole,
    /// What streams need, by one thread.
    Producer,
    /// All but the copies of streams.
    Consumer,
}

/// A product that runs on `wgmma` or `tcgen05`.
///
/// Of 8 and 32 bits `wgmma` reads from shared memory only what is contiguous along K, but takes any
/// left factor from registers. One that is contiguous along M is fetched by the threads, and if it
/// is the right one that is contiguous along N, the transposed product is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Product {
    /// Dimensions of the tiles: before rows and columns of one element each.
    pub rank: usize,
    /// Of one instruction's N and the whole M and K.
    pub m: u32,
    pub n: u32,
    pub k: u32,
    /// Instructions along K.
    pub steps: u32,
    /// Whether it is the transposed product that is computed, C^T = B^T A^T: what follows is of the
    /// instruction, whose left factor is the right one of the program.
    pub swapped: bool,
    pub a: Factor,
    pub b: Factor,
}

/// Where a factor of a product is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Factor {
    /// In registers, as the fragments of the instruction.
    Registers,
    /// In the buffer of a stream, with this axis contiguous.
    Stream(usize, Major),
    /// In the buffer of a stream in an order that the instruction does not read, with M contiguous:
    /// threads fetch the fragments. Of `wgmma` only, and only the left one.
    Fetched(usize),
}

impl Factor {
    /// The stream in whose buffer it is.
    pub fn stream(self) -> Option<usize> {
        match self {
            Factor::Registers => None,
            Factor::Stream(stream, _) | Factor::Fetched(stream) => Some(stream),
        }
    }
}

impl Product {
    /// Blocks of 64 rows that each warpgroup computes.
    pub fn blocks_each(&self, warpgroups: u32) -> u32 {
        self.m / 64 / warpgroups
    }

    /// Steps along K that are issued together. Fetched fragments take part in turns, so that those of
    /// one part are fetched while the part before is computed from others. Two steps at a time are 1.05 of
    /// cuBLAS (e4m3, 8192^3, B by rows), one 1.01, four 0.99.
    pub fn steps_at_once(&self, warpgroups: u32) -> u32 {
        match self.a {
            Factor::Fetched(_) => {
                let room = MAX_FETCHED / (2 * 4 * self.blocks_each(warpgroups));
                (self.steps / 2).min(room).clamp(1, 2)
            }
            Factor::Registers | Factor::Stream(..) => self.steps,
        }
    }
}

/// What goes through a ring that was made for others.
#[derive(Clone, Copy, Debug)]
pub struct Guest {
    /// Chunks of the tile that fill a buffer.
    pub chunks: u32,
    /// The product in the layout of whose sums threads read it; a row they read as they want.
    pub like: Option<Inst>,
}

/// A load that the producer does.
#[derive(Clone, Debug)]
pub struct Stream {
    pub load: Inst,
    pub guest: Option<Guest>,
    pub channel: usize,
    /// Where the tile begins in the channel's buffer.
    pub offset: u32,
    /// Index into the pipeline's maps.
    pub map: usize,
    /// The tile's dimensions in the order of the map's.
    pub axes: SmallVec<[usize; 5]>,
    pub staged: Staged,
    /// Whether threads read it, and no instruction for products.
    pub by_threads: bool,
    /// Boxes that a chunk is copied in, along the map's dimension `outer`.
    pub parts: u32,
    /// The map's dimension along which a chunk has rows.
    pub outer: usize,
}

impl Stream {
    /// Buffers that the tile fills, one after the other.
    pub fn fills(&self) -> u32 {
        self.guest.map_or(1, |guest| self.staged.chunks / guest.chunks)
    }

    /// Bytes of a buffer that its tile takes.
    pub fn bytes_in_buffer(&self) -> u32 {
        self.staged.bytes().next_multiple_of(TILE_ALIGN)
    }

    /// Whether two can copy half of the boxes each.
    fn can_be_halved(&self) -> bool {
        if self.guest.is_some() {
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
pub struct Channel {
    /// What it is filled with, one after the other in program order.
    pub places: SmallVec<[Place; 2]>,
    pub stages: u32,
    /// Bytes of one buffer.
    pub bytes: u32,
    /// Where the ring begins in the kernel's shared memory.
    pub offset: u32,
}

/// Streams that fill a buffer together.
#[derive(Clone, Debug)]
pub struct Place {
    /// In program order, all in one block.
    pub streams: SmallVec<[usize; 2]>,
    /// The instruction in the loads' block after which a buffer is not needed.
    pub last_use: Inst,
    /// Whether it must be waited for where it is loaded, since its products are in inner blocks.
    pub wait_at_load: bool,
}

/// See the module header.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// Consumers of a tile block: one or two warpgroups.
    pub warpgroups: u32,
    pub streams: Vec<Stream>,
    pub channels: Vec<Channel>,
    pub maps: Vec<TensorMap>,
    products: FxHashMap<Inst, Product>,
    stream_of: FxHashMap<Inst, usize>,
    producible: SecondaryMap<Value, bool>,
    /// Loop-carried accumulators that products update in place, with the first of those.
    in_place: SecondaryMap<Value, PackedOption<Inst>>,
    /// Where products accumulate, if not in registers.
    pub tensor_memory: Option<TensorMemory>,
    /// Whether a CTA computes several tile blocks, one after the other.
    pub walks: bool,
    /// CTAs that are on an SM at a time.
    pub per_sm: u32,
    /// Where the number of a CTA's set of tensor maps is, if there are several on an SM.
    pub claim: Option<u32>,
    /// Where joined tile blocks hand their ring over, if there are any ([`HANDOVER_BYTES`]).
    pub handover: Option<u32>,
    /// What it shares with the other CTA of a cluster.
    pub pairs: Option<Neighbours>,
    /// What two tile blocks share that it computes at the same time, each by consumers and a producer
    /// of its own.
    pub joined: Option<Neighbours>,
    /// Whether threads that compute have no registers to spare for those that copy: they compute factors, or sums
    /// fill half of theirs and they fetch factors or elements have addresses of their own. Attention with
    /// heads of 64 columns is 2 to 4 % slower with 232 registers than with 240 (H200).
    is_crowded: bool,
    /// Instructions that compute the tensor views of all maps, in program order.
    pub views: Vec<Inst>,
    /// Shared memory below the rings, for everything else.
    pub scratch_limit: u32,
    /// Where the barriers begin: a full and an empty one for each buffer, channel by channel.
    pub barriers: u32,
    /// Where tensor maps are put together.
    pub map_scratch: u32,
    pub shared_bytes: u32,
}

/// Threads of a warpgroup.
pub const WARPGROUP: u32 = 128;
/// Bytes of a tensor map.
pub const MAP_BYTES: u32 = 128;
/// What members hand over: for consumers and for producers a word and two barriers.
pub const HANDOVER_BYTES: u32 = 2 * 24;
/// Alignment of a tile in shared memory: one period of the widest swizzle.
pub const TILE_ALIGN: u32 = 1024;
/// Shared memory left for conversions and reductions.
const SCRATCH: u32 = 32 << 10;
/// Registers of one accumulator in a thread.
const MAX_ACCUMULATOR: u32 = 128;
/// Registers of fetched fragments in a thread, of two parts of a product.
const MAX_FETCHED: u32 = 64;
/// So many registers of sums from tensor memory leave enough of an even share.
const FEW_SUMS: u32 = 64;
const MAX_STAGES: u32 = 8;
/// A ring has one buffer being read, one whose products may still be in flight.
const MIN_STAGES: u32 = 2;
/// The same where two CTAs are on an SM.
const MIN_SHARED_STAGES: u32 = 3;
/// Shared memory of an SM that the system takes for each CTA.
const RESERVED: u32 = 1024;
/// Least buffers of a ring where tile blocks are joined; fewer have not been timed.
const MIN_JOINED_STAGES: u32 = PAIR * MIN_STAGES;

impl Pipeline {
    /// The pipeline of a kernel, if it has products to feed and a target that can.
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
        // Of those who wait for products in tensor memory most do not know about full buffers.
        if target.has(Feature::Tcgen05) {
            return with(Reads::Nothing);
        }
        // What threads read may be what there is no room for.
        [Reads::Tiles, Reads::Rows, Reads::Nothing].into_iter().find_map(with)
    }

    /// [`Pipeline::of`], with these reads of buffers by threads.
    fn with_reads(
        module: &Module,
        function: &Function,
        (facts, aliases): (&FactMap, &AliasMap),
        target: &Target,
        reads: Reads,
    ) -> Option<Pipeline> {
        let producible = slice::producible(module, function, aliases);
        if slice::leaves_by_data(function, &producible) {
            return None;
        }
        let known = loads::Known { facts, aliases, producible: &producible };
        let found = loads::find(module, function, &known, target, reads)?;
        let wgmma = !target.has(Feature::Tcgen05);
        let walks = !may_wait_for_others(function);
        let joined = if walks && wgmma {
            let parts = (found.streams.as_slice(), found.channels.as_slice());
            let room = (target.max_shared - SCRATCH - TILE_ALIGN) / MIN_JOINED_STAGES;
            let joined =
                operand_reuse::joined((module, function), &producible, parts, &found.products);
            joined.filter(|&(_, buffer)| buffer <= room)
        } else {
            None
        };
        let most = if joined.is_some() { 1 } else { 2 };
        let warpgroups = found.products.values().map(|product| product.m / 64).min()?.min(most);
        // An accumulator, fragments of A, addresses: what one thread has room for.
        let registers = |product: &Product| product.m * product.n / (warpgroups * WARPGROUP);
        if found.products.values().any(|product| registers(product) > MAX_ACCUMULATOR) {
            return None;
        }
        let fills = found.products.values().any(|product| registers(product) == MAX_ACCUMULATOR);
        let allocates = |inst: Inst| matches!(function.data(inst), ir::InstData::Alloca { .. });
        if function.insts_in_order().into_iter().any(allocates) {
            return None;
        }
        let in_place = accumulators_in_place(function, &found.products);
        let mut tensor_memory = None;
        if target.has(Feature::Tcgen05) {
            tensor_memory = Some(TensorMemory::of(function, &found.products, &in_place)?);
        }
        let loads::Found { mut streams, mut channels, mut maps, products } = found;
        let uneven = maps.iter().enumerate();
        let uneven = uneven.into_iter().any(|(map, of)| !of.even && !is_for_guests(&streams, map));
        let pairs = if walks && uneven && wgmma && joined.is_none() {
            operand_reuse::pairs(function, &producible, &streams, products.iter())
        } else {
            None
        };
        if pairs.is_some() {
            halve_boxes(&mut streams, &mut maps);
        }
        let joined = joined.map(|(neighbours, bytes)| {
            channels[0].bytes = bytes;
            neighbours
        });
        let members = if joined.is_some() { PAIR } else { 1 };
        let views = slice::needed_for(function, maps.iter().map(|map| map.view));

        // Shared memory from the bottom: scratch, rings, barriers, tensor maps.
        let scratch_limit = SCRATCH;
        let looped = |channel: &Channel| {
            channel.places.iter().any(|place| {
                let block = function.inst_block(streams[place.streams[0]].load);
                !slice::loops_around(function, block).is_empty()
            })
        };
        let plan = |(per_sm, stages): (u32, u32)| {
            let mut offset = scratch_limit;
            let mut buffers = 0;
            let mut rings: SmallVec<[(u32, u32); 4]> = SmallVec::new();
            for channel in &channels {
                let stages = if looped(channel) { stages } else { MIN_STAGES };
                rings.push((stages, offset));
                offset += stages * channel.bytes;
                buffers += stages;
            }
            let end_of_barriers = offset + buffers * 16;
            let more = tensor_memory.is_some() || per_sm > 1;
            let behind = if joined.is_some() { HANDOVER_BYTES } else { 16 * u32::from(more) };
            let memory_end = end_of_barriers + behind;
            let map_scratch = memory_end.next_multiple_of(MAP_BYTES);
            let used = map_scratch + members * maps.len() as u32 * MAP_BYTES;
            let room = (target.sm_shared / per_sm - RESERVED).min(target.max_shared);
            (used <= room).then_some((rings, end_of_barriers, map_scratch, used, per_sm))
        };
        let is_tile =
            |stream: &Stream| stream.by_threads && stream.guest.is_none() && stream.staged.rows > 1;
        let least = MIN_STAGES + u32::from(streams.iter().any(is_tile));
        let most = if channels.iter().any(looped) { MAX_STAGES } else { MIN_STAGES };
        let least = if joined.is_some() { MIN_JOINED_STAGES } else { least };
        // Warps that compute factors wait for one product before they begin the next; a second CTA computes
        // at that time.
        let waits = |product: &Product| product.a == Factor::Registers && !product.swapped;
        let guests = streams.iter().any(|stream| stream.guest.is_some());
        let alone = joined.is_some() || pairs.is_some() || guests || !walks || !wgmma;
        let two = !alone && warpgroups == 1 && products.values().any(waits);
        let of_two = (MIN_SHARED_STAGES.max(least)..=most).rev().map(|stages| (PAIR, stages));
        let of_one = (least..=most).rev().map(|stages| (1, stages));
        let mut of_two = of_two.filter(|_| two);
        let planned = of_two.find_map(plan).or_else(|| of_one.into_iter().find_map(plan));
        let (rings, end_of_barriers, map_scratch, used, per_sm) = planned?;
        let mut barriers = scratch_limit;
        for (channel, (stages, offset)) in channels.iter_mut().zip(rings) {
            (channel.stages, channel.offset) = (stages, offset);
            barriers = offset + stages * channel.bytes;
        }
        if let Some(memory) = &mut tensor_memory {
            (memory.done, memory.address) = (end_of_barriers, end_of_barriers + 8);
        }
        // More than half of an SM's memory, so that one CTA at a time uses the SM's tensor maps.
        let alone = if per_sm == 1 { target.sm_shared / 2 + TILE_ALIGN } else { 0 };
        let shared_bytes = used.max(alone);
        if shared_bytes > target.max_shared {
            return None;
        }
        let mut left = products.values().map(|product| product.a);
        let computes = left.clone().any(|factor| factor == Factor::Registers);
        let fetches = left.any(|factor| matches!(factor, Factor::Fetched(_)));
        let is_full = fills && (fetches || accesses_by_pointers(function));
        let is_crowded = joined.is_none() && (computes || is_full);
        let stream_of = streams.iter().enumerate().map(|(i, stream)| (stream.load, i)).collect();
        Some(Pipeline {
            warpgroups,
            streams,
            channels,
            maps,
            products,
            stream_of,
            producible,
            in_place,
            tensor_memory,
            walks,
            per_sm,
            claim: (per_sm > 1).then_some(end_of_barriers),
            handover: joined.is_some().then_some(end_of_barriers),
            is_crowded,
            pairs,
            joined,
            views,
            scratch_limit,
            barriers,
            map_scratch,
            shared_bytes,
        })
    }

    pub fn product(&self, inst: Inst) -> Option<&Product> {
        self.products.get(&inst)
    }

    /// Whether a product takes a factor from registers of threads.
    pub fn has_factors_in_registers(&self) -> bool {
        self.products.values().any(|product| !matches!(product.a, Factor::Stream(..)))
    }

    /// The stream that a load has become.
    pub fn stream(&self, load: Inst) -> Option<usize> {
        self.stream_of.get(&load).copied()
    }

    /// Whether a load has become a stream that threads read from a buffer of products.
    pub fn is_read(&self, load: Inst) -> bool {
        let from_products = |stream: &Stream| stream.by_threads && stream.guest.is_none();
        self.stream(load).is_some_and(|stream| from_products(&self.streams[stream]))
    }

    /// A load that goes through a ring that was made for others.
    pub fn guest(&self, load: Inst) -> Option<Guest> {
        self.stream(load).and_then(|stream| self.streams[stream].guest)
    }

    /// Whether a map describes what guests are copied from and nothing else.
    pub fn is_for_guests(&self, map: usize) -> bool {
        is_for_guests(&self.streams, map)
    }

    /// Whether the producer can compute a scalar or view.
    pub fn is_producible(&self, value: Value) -> bool {
        self.producible[value]
    }

    /// Whether a loop carries a value in the registers that a product accumulates to.
    pub fn is_in_place(&self, param: Value) -> bool {
        self.in_place[param].is_some()
    }

    /// The product that takes a loop's value over in tensor memory.
    pub fn product_in_place(&self, param: Value) -> Option<Inst> {
        self.tensor_memory.as_ref().and_then(|_| self.in_place[param].expand())
    }

    /// How often an empty barrier is arrived at for each buffer.
    pub fn releases(&self) -> u32 {
        let ctas = if self.pairs.is_some() { PAIR } else { 1 };
        if self.tensor_memory.is_some() { 1 } else { self.warpgroups * self.members() * ctas }
    }

    /// Tile blocks that a CTA computes at the same time.
    pub fn members(&self) -> u32 {
        if self.joined.is_some() { PAIR } else { 1 }
    }

    /// Whether a region has a stream in it, so that the producer must run it.
    pub fn streams_inside(&self, function: &Function, owner: Inst) -> bool {
        self.streams.iter().any(|stream| function.is_inside(stream.load, owner))
    }

    /// Warps that copy. One for each tile block is enough, but registers are shared out to whole
    /// warpgroups.
    pub fn producer_warps(&self) -> u32 {
        if self.register_shares().is_some() { WARPGROUP / 32 } else { self.members() }
    }

    /// Warps of a tile block that copy what the copy engine cannot, if there are enough that copy; otherwise
    /// such tensors are left to code without streams.
    pub fn copiers(&self) -> Option<u32> {
        let several = self.tensor_memory.is_none() && self.register_shares().is_some();
        (several && !self.is_crowded).then(|| self.producer_warps() / self.members())
    }

    /// Registers of a thread that copies and of one that computes, where an even share would be
    /// too few: 384 threads have 168 each. Threads that copy words have more to remember than the copy engine's.
    pub fn register_shares(&self) -> Option<(u32, u32)> {
        // Of tensor memory each thread reads every 256th cell when it has got a sum.
        let sums = |memory: &TensorMemory| memory.columns * MAX_ROWS / (2 * WARPGROUP);
        let many = self.tensor_memory.as_ref().is_none_or(|memory| sums(memory) > FEW_SUMS);
        let shares = match &self.joined {
            _ if self.tensor_memory.is_some() || self.is_crowded => (24, 240),
            None => (40, 232),
            Some(_) => (56, 224),
        };
        (self.warpgroups * self.members() == 2 && many).then_some(shares)
    }

    /// Warps that compute.
    pub fn consumer_warps(&self) -> u32 {
        self.members() * self.block_warps()
    }

    /// Warps that compute one tile block.
    pub fn block_warps(&self) -> u32 {
        self.warpgroups * WARPGROUP / 32
    }

    /// The streams that fill a buffer together with this one.
    pub fn place(&self, stream: usize) -> &Place {
        let places = &self.channels[self.streams[stream].channel].places;
        places.iter().find(|place| place.streams.contains(&stream)).unwrap_or(&places[0])
    }

    /// Where the barriers of a channel begin: those for full buffers, then those for empty ones.
    pub fn channel_barriers(&self, channel: usize) -> (u32, u32) {
        let before: u32 = self.channels[..channel].iter().map(|c| c.stages).sum();
        let full = self.barriers + before * 16;
        (full, full + self.channels[channel].stages * 8)
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} consumer warpgroups, rings", self.warpgroups * self.members())?;
        for (i, channel) in self.channels.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma} {} x {} bytes", channel.stages, channel.bytes)?;
        }
        match self.streams.iter().filter(|stream| stream.guest.is_some()).count() {
            0 => {}
            1 => write!(f, ", one load behind a loop through its ring")?,
            many => write!(f, ", {many} loads behind a loop through its ring")?,
        }
        if let Some(memory) = &self.tensor_memory {
            write!(f, ", {} columns of tensor memory", memory.columns)?;
        }
        write!(f, ", {}", if self.walks { "walks over tile blocks" } else { "one tile block" })?;
        if self.per_sm > 1 {
            write!(f, ", {} on an SM", self.per_sm)?;
        }
        if self.pairs.is_some() {
            write!(f, " in pairs that share copies of uneven rows")?;
        }
        if self.joined.is_some() {
            write!(f, ", two at a time with common copies")?;
        }
        Ok(())
    }
}

fn is_for_guests(streams: &[Stream], map: usize) -> bool {
    streams.iter().filter(|stream| stream.map == map).all(|stream| stream.guest.is_some())
}

/// Lets streams of one chunk have two boxes, one for each CTA of a pair.
fn halve_boxes(streams: &mut [Stream], maps: &mut [TensorMap]) {
    let halved = |stream: &Stream| stream.staged.chunks == 1 && stream.can_be_halved();
    for (number, map) in maps.iter_mut().enumerate() {
        let of_map = |stream: &&Stream| stream.map == number && halved(stream);
        let Some(outer) = streams.iter().find(of_map).map(|stream| stream.outer) else {
            continue;
        };
        map.bounds[outer] /= 2;
        streams.iter_mut().filter(|stream| stream.map == number).for_each(|s| s.parts = 2);
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

/// Parameters of loops whose one use is the accumulator of a product whose result, perhaps through
/// more such products, is what the loop carries on; with that product.
fn accumulators_in_place(
    function: &Function,
    products: &FxHashMap<Inst, Product>,
) -> SecondaryMap<Value, PackedOption<Inst>> {
    let uses = function.count_uses();
    let mut found: SecondaryMap<Value, PackedOption<Inst>> = SecondaryMap::new();
    let mut products: Vec<Inst> = products.keys().copied().collect();
    products.sort_unstable();
    let accumulator = |inst: Inst| function.data(inst).operands().get(2).copied();
    for &inst in &products {
        let Some(param) = accumulator(inst) else { continue };
        let ir::ValueDef::Param(block, index) = function.def(param) else { continue };
        if uses[param] != 1 || function.inst_block(inst) != Some(block) || index == 0 {
            continue;
        }
        let mut result = function.results(inst)[0];
        while let Some(&next) = products.iter().find(|&&next| {
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
