//! Atomic reductions of views in bulk.
//!
//! In: a tile in registers, the view, and that the schedule has the reduction in bulk. Out: code in which each warp writes
//! the part of the tile that its lanes hold to shared memory, in rows, and its lanes have one row each combined with memory:
//!
//! ```text
//! for each part of the warp's rows that its shared memory has room for
//!     wait until the part before the last has been read; meet        two parts are in shared memory
//!     store; fence; meet                                             what the async proxy reads
//!     cp.reduce.async.bulk of a row, by each lane; commit
//! wait until all are read, or complete; meet
//! ```
//!
//! The layout of the tile says which bits of an element's index lanes and registers decide. The lowest of them along the
//! contiguous dimension are a *segment*, the others number segments; those that go through shared memory one after the
//! other are *parts*, which registers decide.
//!
//! A row is cut where the tensor ends, so that what it has of bytes is a multiple of 16 where the test at hand holds:
//! 16 bytes divide the base, the strides, and the extent along the rows.
//!
//! The reductions are accesses of the async proxy. Accesses to the same memory that may come before them in program order
//! go through a fence of all memory; where such may come behind them, the lanes wait until they are complete, which is also
//! a fence (PTX ISA, "Async proxy").

use ir::{Inst, InstData, MemoryOrdering, RmwMode, Scalar, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::cost::occupancy::ROOMY_SCRATCH;
use crate::linear::layout::{Axis, LANE_BITS, LinearLayout, coordinates, dim_shifts, shape_bits};
use crate::ptx::builder::{Exact, Guarded};
use crate::ptx::inst::{Guard, Op};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ty};
use crate::schedule::reduction::BulkReduction;
use crate::select::memory::atomic::AtomicUpdate;
use crate::select::memory::element;
use crate::select::memory::order::{MAX_PENDING, may_follow};
use crate::select::memory::scratch::Scratch;
use crate::select::memory::tile_access::TileAccess;
use crate::select::thread::replicas;
use crate::select::{Cx, Select};
use crate::target::{ALL_BANKS, BULK_ALIGN, LANES, MAX_VECTOR_BYTES};

/// Parts of a warp's rows, at most.
const MAX_PARTS: usize = 6;
/// Parts that are in shared memory at a time.
const BUFFERS: u32 = 2;

/// A reduction in bulk that is about to be selected.
pub(in crate::select) struct StagedReduction {
    /// Whether memory is aligned for it: known, or a test that comes out alike in all threads.
    pub applies: Val,
    rows: WarpRows,
    /// The shared memory of all warps, and bytes of each.
    base: Val,
    slice: u32,
    /// Whether accesses before it may be to the same memory, and accesses behind it.
    is_behind_accesses: bool,
    is_waited_for: bool,
}

/// The part of a tile that a warp holds, as rows in shared memory.
#[derive(Clone)]
struct WarpRows {
    /// The dimension of the tile along which rows are, and the lowest bit of the flat index along it.
    dim: usize,
    shift: u32,
    elem_bytes: u32,
    /// Bits of the index in a segment.
    segment_bits: u32,
    /// Bits of the flat index that number the segments of a part.
    numbers: SmallVec<[u32; 8]>,
    /// Bits of the flat index that number parts.
    parts: SmallVec<[u32; 8]>,
    /// Bytes that the lanes of a store write in a row.
    run: u32,
}

impl WarpRows {
    /// All rows in one part; none if a segment would be too short.
    fn whole(layout: &LinearLayout, dim: usize, elem_bytes: u32) -> Option<WarpRows> {
        let shift = dim_shifts(layout.shape())[dim];
        let axis = |bit: u32| layout.owner(bit).map(|(axis, _)| axis);
        let in_warp = |bit: &u32| matches!(axis(*bit), Some(Axis::Register | Axis::Lane));
        let along = shift..shift + layout.shape()[dim].trailing_zeros();
        let segment_bits = along.clone().take_while(in_warp).count() as u32;
        let segment = shift..shift + segment_bits;
        let numbers =
            (0..shape_bits(layout.shape())).filter(|bit| in_warp(bit) && !segment.contains(bit));
        let vector = layout.num_contiguous(dim).min(MAX_VECTOR_BYTES / elem_bytes);
        let in_run =
            |bit: &u32| bit - shift < vector.trailing_zeros() || axis(*bit) == Some(Axis::Lane);
        let run = elem_bytes << segment.clone().take_while(in_run).count();
        let rows = WarpRows {
            dim,
            shift,
            elem_bytes,
            segment_bits,
            numbers: numbers.collect(),
            parts: SmallVec::new(),
            run,
        };
        (rows.segment_bytes() >= BULK_ALIGN).then_some(rows)
    }

    /// The same rows in twice as many parts: fewer segments, or else shorter ones.
    fn halved(mut self, layout: &LinearLayout) -> Option<WarpRows> {
        let is_register =
            |bit: u32| layout.owner(bit).is_some_and(|(axis, _)| axis == Axis::Register);
        if self.parts.len() == MAX_PARTS {
            return None;
        }
        if let Some(at) = self.numbers.iter().rposition(|&bit| is_register(bit)) {
            self.parts.push(self.numbers.remove(at));
            return Some(self);
        }
        let last = self.shift + self.segment_bits - 1;
        let is_long = self.segment_bytes() > self.run.max(BULK_ALIGN);
        (is_long && is_register(last)).then(|| {
            self.segment_bits -= 1;
            self.parts.push(last);
            self
        })
    }

    fn segment_bytes(&self) -> u32 {
        self.elem_bytes << self.segment_bits
    }

    /// Bytes from one segment to the next: rows that the lanes of a store write do not begin at the same bank.
    fn pitch(&self) -> u32 {
        let padding = if self.run >= ALL_BANKS { 0 } else { self.run.max(BULK_ALIGN) };
        self.segment_bytes() + padding
    }

    fn num_segments(&self) -> u32 {
        1 << self.numbers.len()
    }

    fn part_bytes(&self) -> u32 {
        self.num_segments() * self.pitch()
    }

    /// Bytes of shared memory of a warp.
    fn bytes(&self) -> u32 {
        let buffers = if self.parts.is_empty() { 1 } else { BUFFERS };
        buffers * self.part_bytes()
    }

    /// The number in its part of the segment of an element.
    fn segment_of(&self, element: u32) -> u32 {
        picked(&self.numbers, element)
    }

    /// Bytes from the beginning of its segment to an element.
    fn place_in_segment(&self, element: u32) -> u32 {
        (element >> self.shift & ((1 << self.segment_bits) - 1)) * self.elem_bytes
    }

    /// The first element of a segment of a part, of the warp with the first part of the tile.
    fn first_element(&self, segment: u32, part: u32) -> u32 {
        let set = |bits: &[u32], number: u32| {
            let bits = bits.iter().enumerate().filter(|(i, _)| number >> i & 1 == 1);
            bits.fold(0, |element, (_, bit)| element | 1 << bit)
        };
        set(&self.numbers, segment) | set(&self.parts, part)
    }
}

/// The bits of a number that stand at these places.
fn picked(places: &[u32], number: u32) -> u32 {
    places.iter().enumerate().fold(0, |found, (i, bit)| found | (number >> bit & 1) << i)
}

impl Cx<'_> {
    /// Prepares a reduction that the schedule has in bulk. Returns `None` if threads reduce the tile by `red`, or if shared
    /// memory has too little room.
    pub(in crate::select) fn staged_reduction(
        &mut self,
        inst: Inst,
        view: Value,
        tile: &TileAccess,
        layout: &LinearLayout,
    ) -> Select<Option<StagedReduction>> {
        let Some(&BulkReduction { dim, .. }) = self.body.reductions.get(&inst) else {
            return Ok(None);
        };
        let Some(whole) = WarpRows::whole(layout, dim, element::bytes(tile.elem)) else {
            return Ok(None);
        };
        let halves = std::iter::successors(Some(whole), |rows| rows.clone().halved(layout));
        let choices: Vec<WarpRows> = halves.collect();
        let applies = self.is_aligned_for_bulk(view, tile, dim)?;
        if applies.imm() == Some(0) {
            return Ok(None);
        }
        let warps = 1 << layout.bases(Axis::Warp).len();
        let sizes: Vec<u32> = choices.iter().map(|rows| rows.bytes().next_power_of_two()).collect();
        let Some((slice, base)) = self.acquire_rows(warps, &sizes) else { return Ok(None) };
        let rows = choices.into_iter().find(|rows| rows.bytes() <= slice);
        let (is_behind_accesses, is_waited_for) = self.accesses_around(inst, view);
        Ok(rows.map(|rows| StagedReduction {
            applies,
            rows,
            base,
            slice,
            is_behind_accesses,
            is_waited_for,
        }))
    }

    /// Shared memory of which each warp has a slice of one of these sizes, and its address.
    fn acquire_rows(&mut self, warps: u32, sizes: &[u32]) -> Option<(u32, Val)> {
        let limit = match self.pipeline {
            Some(_) => self.scratch_limit,
            None => self.scratch_limit.min(ROOMY_SCRATCH),
        };
        let least = *sizes.iter().min()?;
        let sizes: Vec<u32> =
            sizes.iter().copied().filter(|&size| size * warps <= limit || size == least).collect();
        let again = sizes.iter().find_map(|&size| self.scratch.place_again(size * warps));
        if again.is_some() {
            self.warp_barrier();
        }
        let place = |scratch: &Scratch, limit: u32| {
            sizes.iter().find_map(|&size| scratch.place(size * warps, true, limit))
        };
        let all = self.scratch_limit;
        let mut region =
            again.or_else(|| place(&self.scratch, limit)).or_else(|| place(&self.scratch, all));
        if region.is_none() {
            self.finish_conversions().ok()?;
            self.barrier();
            region = place(&self.scratch, all);
        }
        let region = region?;
        self.scratch.take(region);
        self.scratch.read(region);
        Some((region.bytes / warps, self.region_address(region)))
    }

    /// Whether 16 bytes divide where rows begin and what they have of bytes.
    fn is_aligned_for_bulk(&mut self, view: Value, tile: &TileAccess, dim: usize) -> Select<Val> {
        let ty = self.function.value_type(view);
        let dim_map = self.module.types.view_traversal(ty).map(|(dim_map, _)| dim_map);
        let whole = self.view(view)?;
        let bytes = element::bytes(tile.elem);
        let is_known = |divisor: u64| {
            divisor.saturating_mul(u64::from(bytes)).is_multiple_of(u64::from(BULK_ALIGN))
        };
        let mut low = Val::ZERO;
        if whole.base_divisor < u64::from(BULK_ALIGN) {
            low = whole.base;
        }
        for (i, &tensor_dim) in dim_map.iter().flatten().enumerate() {
            let of_tensor = whole.dims[tensor_dim as usize];
            let (stride, left) = tile.dims[i];
            let number = match i == dim {
                true if left.is_none() || is_known(of_tensor.extent_divisor) => continue,
                true => {
                    let bytes = Val::u32(bytes);
                    self.b.mul_int(Ty::S64, of_tensor.extent, bytes, Exact::NEITHER)
                }
                false if is_known(of_tensor.stride_divisor) => continue,
                false => stride,
            };
            low = self.b.def(Op::Or { ty: Ty::B64 }, &[low, number]);
        }
        let mask = Val::u32(BULK_ALIGN - 1);
        let low = self.b.def(element::cvt(Ty::U32, Ty::U64), &[low]);
        let low = self.b.def(Op::And { ty: Ty::B32 }, &[low, mask]);
        Ok(self.compare(Cmp::Eq, Ty::U32, low, Val::ZERO))
    }

    /// Reduces the tile in bulk.
    pub(in crate::select) fn reduce_in_bulk(
        &mut self,
        reduction: &StagedReduction,
        tile: &TileAccess,
        layout: &LinearLayout,
        (update, values): (AtomicUpdate, &[Val]),
    ) {
        let StagedReduction { rows, base, slice, .. } = reduction;
        let lane = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(LANES - 1)]);
        let warp = self.b.def(Op::Shr { ty: Ty::U32 }, &[self.tid, Val::u32(LANE_BITS)]);
        let own = self.b.mul_int(Ty::U32, warp, Val::u32(*slice), Exact::BOTH);
        let own = self.b.def(Op::Add { ty: Ty::U32 }, &[*base, own]);
        let writes_to = self.place_of_lane(rows, layout, lane, own);
        let writer = self.threads_with(replicas(layout), 0);
        let memory: Vec<Val> = values.iter().map(|&val| self.to_memory(val, tile.elem)).collect();
        let issue = self.rows_of_lane(rows, (tile, layout), lane, own);
        let num_parts = 1 << rows.parts.len();
        for part in 0..num_parts {
            let buffer = part % BUFFERS * rows.part_bytes();
            if part >= BUFFERS {
                self.b.emit(Op::BulkWaitRead {}, &[], &[Val::u32(BUFFERS - 1).into()]);
                self.warp_barrier();
            }
            self.write_part(rows, layout, (part, writes_to, buffer), (writer, &memory));
            let fence = match reduction.is_behind_accesses {
                true => Op::FenceProxyAsyncAll {},
                false => Op::FenceProxyAsync {},
            };
            self.b.emit(fence, &[], &[]);
            self.warp_barrier();
            self.reduce_part(rows, (tile, layout), &issue, (part, buffer), update);
            self.b.emit(Op::BulkCommit {}, &[], &[]);
        }
        let wait = if reduction.is_waited_for { Op::BulkWait {} } else { Op::BulkWaitRead {} };
        self.b.emit(wait, &[], &[Val::ZERO.into()]);
        self.warp_barrier();
    }

    /// Where the elements of a lane's first register are in the shared memory of the warp.
    fn place_of_lane(
        &mut self,
        rows: &WarpRows,
        layout: &LinearLayout,
        lane: Val,
        own: Val,
    ) -> Val {
        let bases = layout.bases(Axis::Lane);
        let segments: Vec<u32> = bases.iter().map(|&basis| rows.segment_of(basis)).collect();
        let places: Vec<u32> = bases.iter().map(|&basis| rows.place_in_segment(basis)).collect();
        let segment = self.map_bits(lane, &segments);
        let offset = self.b.mul_int(Ty::U32, segment, Val::u32(rows.pitch()), Exact::BOTH);
        let place = self.map_bits(lane, &places);
        let place = self.b.def(Op::Add { ty: Ty::U32 }, &[offset, place]);
        self.b.def(Op::Add { ty: Ty::U32 }, &[own, place])
    }

    /// Writes what the warp has of a part to shared memory.
    fn write_part(
        &mut self,
        rows: &WarpRows,
        layout: &LinearLayout,
        (part, to, buffer): (u32, Val, u32),
        (writer, memory): (Option<Guard>, &[Val]),
    ) {
        let vector = layout.num_contiguous(rows.dim).min(MAX_VECTOR_BYTES / rows.elem_bytes);
        for first in (0..layout.num_registers()).step_by(vector as usize) {
            let element = layout.register_part(first);
            if picked(&rows.parts, element) != part {
                continue;
            }
            let place = rows.segment_of(element) * rows.pitch() + rows.place_in_segment(element);
            let at = self.b.mem(to, (buffer + place) as i32);
            let elements = &memory[first as usize..(first + vector) as usize];
            self.store_shared(writer, at, elements, rows.elem_bytes);
        }
    }

    /// Which rows a lane reduces: the first one of each turn.
    fn rows_of_lane(
        &mut self,
        rows: &WarpRows,
        (tile, layout): (&TileAccess, &LinearLayout),
        lane: Val,
        own: Val,
    ) -> LaneRows {
        let at_once = rows.num_segments().min(LANES);
        let first = |bit: u32| match 1 << bit < at_once {
            true => rows.first_element(1 << bit, 0),
            false => 0,
        };
        let bases = (0..LANE_BITS).map(first).chain(layout.bases(Axis::Warp).iter().copied());
        let bases: Vec<u32> = bases.collect();
        let mut address = tile.origin;
        let mut coords = Vec::new();
        for (dim, &(stride, _)) in tile.dims.iter().enumerate() {
            let columns: Vec<u32> =
                bases.iter().map(|&basis| coordinates(layout.shape(), basis)[dim]).collect();
            let at = self.map_thread(&columns);
            let wide = self.b.widen(at, false);
            let offset = self.b.mul_int(Ty::S64, wide, stride, Exact::NEITHER);
            address = self.b.add_int(Ty::S64, address, offset, Exact::NEITHER);
            coords.push(at);
        }
        let offset = self.b.mul_int(Ty::U32, lane, Val::u32(rows.pitch()), Exact::BOTH);
        let from = self.b.def(Op::Add { ty: Ty::U32 }, &[own, offset]);
        let one_of_replicas = layout.replicated_bits(Axis::Warp) << LANE_BITS;
        let mut reduces = Val::Imm(1);
        if let Some(guard) = self.threads_with(one_of_replicas, 0) {
            reduces = guard.pred.into();
        }
        if at_once < LANES {
            let has_row = self.compare(Cmp::Lt, Ty::U32, lane, Val::u32(at_once));
            reduces = self.and_pred(reduces, has_row);
        }
        LaneRows { at_once, coords, address, from, reduces }
    }

    /// Has the rows of a part combined with memory.
    fn reduce_part(
        &mut self,
        rows: &WarpRows,
        (tile, layout): (&TileAccess, &LinearLayout),
        lane: &LaneRows,
        (part, buffer): (u32, u32),
        (op, noftz, ty): AtomicUpdate,
    ) {
        for first in (0..rows.num_segments()).step_by(lane.at_once as usize) {
            let element = rows.first_element(first, part);
            let coords = coordinates(layout.shape(), element);
            let (mut address, mut constant) = (lane.address, 0i64);
            let (mut reduces, mut size) = (lane.reduces, Val::u32(rows.segment_bytes()));
            for (dim, (&more, &(stride, left))) in coords.iter().zip(&tile.dims).enumerate() {
                match stride.imm() {
                    Some(stride) => {
                        let offset = i64::from(more).wrapping_mul(stride as i64);
                        constant = constant.wrapping_add(offset);
                    }
                    None => {
                        let offset =
                            self.b.mul_int(Ty::S64, stride, Val::u32(more), Exact::NEITHER);
                        address = self.b.def(Op::Add { ty: Ty::S64 }, &[address, offset]);
                    }
                }
                let Some(left) = left else { continue };
                let at = self.b.def(Op::Add { ty: Ty::U32 }, &[lane.coords[dim], Val::u32(more)]);
                let below = self.compare(Cmp::Lt, Ty::U32, at, left);
                reduces = self.and_pred(reduces, below);
                if dim == rows.dim {
                    let room = self.b.def(Op::Sub { ty: Ty::U32 }, &[left, at]);
                    let most = Val::u32(1 << rows.segment_bits);
                    let room = self.b.def(Op::Min { ty: Ty::U32 }, &[room, most]);
                    let bytes = Val::u32(rows.elem_bytes);
                    size = self.b.mul_int(Ty::U32, room, bytes, Exact::BOTH);
                }
            }
            let address = self.b.sum(Ty::S64, address, constant, Exact::BOTH);
            let to = self.b.mem(address, 0);
            let from = self.b.mem(lane.from, (buffer + first * rows.pitch()) as i32);
            let guard = match reduces.imm() {
                Some(1) => Guarded::Always,
                _ => self.b.guard(reduces, false),
            };
            let op = Op::BulkReduce { op, noftz, ty };
            self.emit_guarded(guard, op, &[], &[to, from, size.into()]);
        }
    }

    /// Whether accesses of threads that may be to the same memory may come before a reduction in program order, and whether
    /// accesses that must see it, or publish it, may come behind.
    fn accesses_around(&self, reduction: Inst, view: Value) -> (bool, bool) {
        let function = self.function;
        let data = function.data(reduction);
        let is_token = |value: &Value| self.module.types.is_token(function.value_type(*value));
        let token_of = |inst: Inst| function.data(inst).operands().into_iter().find(is_token);
        let is_access = |inst: &Inst| {
            function.data(*inst).accessed().is_some()
                || matches!(function.data(*inst), InstData::GdcWaitTko { .. })
        };
        let accesses: Vec<Inst> =
            function.insts_in_order().into_iter().filter(is_access).take(MAX_PENDING + 1).collect();
        if accesses.len() > MAX_PENDING {
            return (true, true);
        }
        let meets = |inst: Inst| {
            let address = function.data(inst).accessed();
            address.is_none_or(|address| self.aliases.may_alias(address, view))
        };
        let ordering = |inst: Inst| function.data(inst).memory_ordering();
        let acquires = |inst: Inst| {
            matches!(ordering(inst), Some(MemoryOrdering::Acquire | MemoryOrdering::AcqRel))
        };
        let releases = |inst: Inst| {
            matches!(ordering(inst), Some(MemoryOrdering::Release | MemoryOrdering::AcqRel))
        };
        let is_earlier = |inst: &Inst| *inst != reduction && (meets(*inst) || acquires(*inst));
        let earlier: FxHashSet<Inst> = accesses.iter().copied().filter(is_earlier).collect();
        let follows = |inst: Inst, earlier: &FxHashSet<Inst>| {
            !earlier.is_empty() && may_follow(function, &self.loop_exits, token_of(inst), earlier)
        };
        let this: FxHashSet<Inst> = [reduction].into_iter().collect();
        let elem = |value: Value| self.module.types.elem_scalar(function.value_type(value));
        let sees = |inst: Inst| {
            let is_wait = matches!(function.data(inst), InstData::GdcWaitTko { .. });
            !is_wait
                && (releases(inst) || (meets(inst) && !commute(data, function.data(inst), elem)))
        };
        let is_seen = accesses.iter().any(|&inst| sees(inst) && follows(inst, &this));
        (follows(reduction, &earlier), is_seen)
    }
}

/// The rows that a lane has combined with memory: its first one, of as many as the lanes have at once.
struct LaneRows {
    at_once: u32,
    /// Where its first element is in the tile, and in memory.
    coords: Vec<Val>,
    address: Val,
    /// Where it is in shared memory, in the first buffer.
    from: Val,
    /// Whether the lane has such a row.
    reduces: Val,
}

/// Whether two atomic reductions give the same in either order: they combine elements of one type in one way. Sums of
/// floating-point numbers are rounded.
fn commute(one: &InstData, other: &InstData, elem: impl Fn(Value) -> Option<Scalar>) -> bool {
    match (one, other) {
        (
            InstData::AtomicRedViewTko { mode, value, .. },
            InstData::AtomicRedViewTko { mode: other, value: beside, .. },
        ) => mode == other && *mode != RmwMode::AddF && elem(*value) == elem(*beside),
        _ => false,
    }
}
