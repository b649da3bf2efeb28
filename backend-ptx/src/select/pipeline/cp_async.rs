//! Tiles that TMA cannot bring, copied by threads into the same rings: which warp fills which stage.
//!
//! A tensor map wants addresses and distances between rows that 16 bytes divide, and extents below 2^31. Where
//! a tensor has others, the producer's warps run the producer's code too, each of them all of it, and each fills
//! some of the buffers: as many are being filled as there are warps, which hides the latency that each
//! waits for. Consumers, rings and barriers are the same.
//!
//! ```text
//! each warp   for each buffer of the ring that is this warp's, when it is next:
//!                 wait until it is empty; copy; wait for the copies; fence; arrive
//! ```
//!
//! A buffer always is the same warp's: another one could ask for a phase of its barrier that is two ahead of the
//! one that runs, and takes parities for each other's.
//!
//! In: an asynchronous load and the index of its tile. Out: where the tile is in its tensor, and its parts that this
//! warp copies (`copy_methods`), between the waiting and the arrival.
//!
//! Shared memory that threads write is read by `wgmma` through another proxy, hence the fence (PTX ISA, "Async
//! proxy").

use ir::Value;

use crate::ptx::builder::Exact;
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ty, Uniform};
use crate::schedule::pipeline::{AsyncLoad, Partition, Pipeline};
use crate::select::memory::element;
use crate::select::pipeline::copy_lines::{LONG, Lines, WORD};
use crate::select::pipeline::ops::StageEnd;
use crate::select::{Cx, Select};
use crate::target::LANES;

/// One warp of those that copy.
pub struct CpAsyncProducer {
    /// Its number among those of its tile block.
    pub number: Val,
    /// How many they are.
    warps: u32,
    pub lane: Val,
    /// Of each tensor map the low bits of addresses and of distances between rows.
    low: Vec<Val>,
}

/// A tile in its tensor.
pub struct TensorTile {
    /// The address of its first element.
    pub origin: Val,
    /// Bytes from a row to the next.
    pub stride: Val,
    /// Rows, and bytes of each, that are inside of the tensor.
    pub rows: Val,
    pub bytes: Val,
    /// Whether all of it is.
    pub inside: Val,
    /// The low bits of what must be divided by what a lane copies.
    pub low: Val,
}

/// The part of a tile that is copied here.
#[derive(Clone, Copy)]
pub struct TilePart {
    pub buffer: Val,
    /// The first group, and how many there are: these, or twice as many.
    pub first: Val,
    pub groups: Val,
    pub least: u32,
}

impl<'a> Cx<'a> {
    /// The warps that copy, in the tile block that each belongs to.
    pub fn enter_cp_async_producer(&mut self, pipeline: &'a Pipeline, warps: u32) -> Select<()> {
        let threads = Val::u32(pipeline.consumer_warps() * LANES);
        let number = self.b.def(Op::Sub { ty: Ty::U32 }, &[self.tid, threads]);
        let (and, shr) = (Op::And { ty: Ty::B32 }, Op::Shr { ty: Ty::U32 });
        let warp = self.b.def(shr, &[number, Val::u32(LANES.ilog2())]);
        if pipeline.two_tile.is_some() {
            self.tile_in_cta = Some(self.b.def(shr, &[warp, Val::u32(warps.ilog2())]));
        }
        let number = self.b.def(and, &[warp, Val::u32(warps - 1)]);
        let lane = self.b.def(and, &[self.tid, Val::u32(LANES - 1)]);
        self.begin_pipelines(pipeline, Partition::Producer);
        for &inst in &pipeline.views {
            self.inst(inst)?;
        }
        let maps = 0..pipeline.maps.len();
        let low = maps.map(|map| self.low_bits_of(pipeline, map)).collect::<Select<_>>()?;
        self.cp_async_producer = Some(CpAsyncProducer { number, warps, lane, low });
        Ok(())
    }

    /// The low bits of a tensor's address and of the distances between its rows.
    fn low_bits_of(&mut self, pipeline: &Pipeline, map: usize) -> Select<Val> {
        let map = &pipeline.maps[map];
        if map.aligned || map.elem.bytes() >= LONG {
            return Ok(Val::ZERO);
        }
        let view = self.view(map.view)?;
        let mut low = view.base;
        for &dim in &map.dims[1..] {
            let bytes = Val::u32(map.elem.bytes());
            let stride = self.b.mul_int(Ty::S64, view.dims[dim].stride, bytes, Exact::NEITHER);
            low = self.b.def(Op::Or { ty: Ty::B64 }, &[low, stride]);
        }
        let low = self.b.def(element::cvt(Ty::U32, Ty::U64), &[low]);
        Ok(self.b.def(Op::And { ty: Ty::B32 }, &[low, Val::u32(LONG - 1)]))
    }

    pub(in crate::select) fn lane(&self) -> Val {
        self.cp_async_producer
            .as_ref()
            .map_or(Val::ZERO, |cp_async_producer| cp_async_producer.lane)
    }

    /// Copies the tile of a load to the current stage, by the lanes of the warp that has the stage; with the first copy of
    /// a stage that warp acquires it, with the last one it signals that the stage is full.
    pub(in crate::select) fn produce_by_cp_async(
        &mut self,
        pipeline: &Pipeline,
        number: usize,
        (acquires, end): (bool, Option<StageEnd>),
        view: Value,
        index: &[Value],
    ) -> Select<()> {
        let Some(&CpAsyncProducer { number: own, warps, .. }) = self.cp_async_producer.as_ref()
        else {
            return Ok(());
        };
        let async_load = &pipeline.async_loads[number];
        let by_others = self.b.label();
        let stage = self.current_stage(async_load.ring);
        let of_warp = self.b.def(Op::And { ty: Ty::B32 }, &[stage, Val::u32(warps - 1)]);
        let is_others = self.compare(Cmp::Ne, Ty::U32, of_warp, own);
        self.b.branch_if(is_others, false, Uniform::Yes, by_others);
        if acquires {
            self.producer_acquire(pipeline, async_load.ring);
        }
        let (buffer, signal) = self.current_stage_buffer(pipeline, number);
        let groups = Lines::of(async_load.staged, WORD).groups();
        let (mut first, mut rest, mut least) = (Val::ZERO, Val::u32(groups), groups);
        let done = self.b.label();
        match self.shared_by_tiles(number) {
            // What two members have in common each copies half of.
            Some((shared, tile_in_cta)) if groups.is_multiple_of(2) => {
                rest = self.b.def(Op::Shr { ty: Ty::U32 }, &[rest, shared]);
                least = groups / 2;
                let second = self.b.def(Op::And { ty: Ty::B32 }, &[shared, tile_in_cta]);
                first = self.b.mul_int(Ty::U32, second, Val::u32(groups / 2), Exact::BOTH);
            }
            Some(_) => {
                if let Some(by_other) = self.is_copied_by_other(number) {
                    self.b.branch_if(by_other, false, Uniform::Yes, done);
                }
            }
            None => {}
        }
        let source = self.source(pipeline, async_load, view, index)?;
        let part = TilePart { buffer, first, groups: rest, least };
        self.copy_part(&pipeline.maps[async_load.map], async_load.staged, &source, part)?;
        self.b.place(done);
        if let Some(end) = end {
            self.signal_copies(signal, end);
        }
        self.b.place(by_others);
        Ok(())
    }

    /// Waits for the lane's copies, and says that they are there.
    fn signal_copies(&mut self, signal: Operand, end: StageEnd) {
        if end.awaits {
            self.await_copies();
        }
        if end.fences {
            self.b.emit(Op::FenceProxyAsync {}, &[], &[]);
        }
        match self.arrivals() {
            Some(count) => {
                let operands = [Operand::Sink, signal, count.into()];
                self.b.emit(Op::MbarrierArriveCount {}, &[], &operands);
            }
            None => self.b.emit(Op::MbarrierArrive {}, &[], &[Operand::Sink, signal]),
        }
    }

    pub(in crate::select) fn await_copies(&mut self) {
        self.b.emit(Op::CpAsyncCommit {}, &[], &[]);
        self.b.emit(Op::CpAsyncWait {}, &[], &[Val::ZERO.into()]);
    }

    /// Where an asynchronous load's tile is.
    fn source(
        &mut self,
        pipeline: &Pipeline,
        async_load: &AsyncLoad,
        view: Value,
        index: &[Value],
    ) -> Select<TensorTile> {
        let map = &pipeline.maps[async_load.map];
        let elem = Val::u32(map.elem.bytes());
        let steps = self.view_steps(view);
        let tensor = self.view(map.view)?;
        let staged = async_load.staged;
        let inner = staged.row_elems() * staged.chunks;
        // Tiles may begin at any element of a row.
        let begins = Val::u32(steps[async_load.axes[0]] * map.elem.bytes() % LONG);
        let low = self
            .cp_async_producer
            .as_ref()
            .map_or(Val::ZERO, |cp_async_producer| cp_async_producer.low[async_load.map]);
        let low = self.b.def(Op::Or { ty: Ty::B32 }, &[low, begins]);
        let mut source = TensorTile {
            low,
            origin: tensor.base,
            stride: Val::ZERO,
            rows: Val::u32(1),
            bytes: Val::ZERO,
            inside: Val::Imm(1),
        };
        // Whether the tile is inside along dimensions in which it has one element.
        let mut present = Val::Imm(1);
        for (number, (&dim, &axis)) in map.dims.iter().zip(&async_load.axes).enumerate() {
            let dim = tensor.dims[dim];
            let at = self.scalar(index[axis])?;
            let at = self.unsigned_64(at, index[axis]);
            let start = self.b.mul_int(Ty::S64, at, Val::u32(steps[axis]), Exact::NEITHER);
            let stride = self.b.mul_int(Ty::S64, dim.stride, elem, Exact::NEITHER);
            let offset = self.b.mul_int(Ty::S64, start, stride, Exact::NEITHER);
            source.origin = self.b.add_int(Ty::S64, source.origin, offset, Exact::NEITHER);
            let is_outer = number == async_load.outer && staged.rows > 1;
            if number != 0 && !is_outer {
                if !self.is_below(index[axis], dim.extent) {
                    let is_in = self.compare(Cmp::Lt, Ty::U64, start, dim.extent);
                    present = self.and_pred(present, is_in);
                }
                continue;
            }
            let tile = if is_outer { staged.rows } else { inner };
            let is_whole = steps[axis] == tile && dim.extent_divisor >= u64::from(tile);
            let mut left = Val::u32(tile);
            if !is_whole {
                let beyond = self.b.def(Op::Sub { ty: Ty::S64 }, &[dim.extent, start]);
                let beyond = self.b.def(Op::Min { ty: Ty::S64 }, &[beyond, Val::u32(tile)]);
                let beyond = self.b.def(Op::Max { ty: Ty::S64 }, &[beyond, Val::ZERO]);
                left = self.b.def(element::cvt(Ty::U32, Ty::U64), &[beyond]);
                let is_inside = self.compare(Cmp::Eq, Ty::U32, left, Val::u32(tile));
                source.inside = self.and_pred(source.inside, is_inside);
            }
            match is_outer {
                true => (source.rows, source.stride) = (left, stride),
                false => source.bytes = self.b.mul_int(Ty::U32, left, elem, Exact::BOTH),
            }
        }
        source.inside = self.and_pred(source.inside, present);
        if present.imm() != Some(1) {
            let operands = [source.bytes, Val::ZERO, present];
            source.bytes = self.b.def(Op::Selp { ty: Ty::B32 }, &operands);
        }
        Ok(source)
    }

    /// Whether an index is known to be less than an extent, and not negative.
    fn is_below(&self, index: Value, extent: Val) -> bool {
        let bounds = self.facts.get(index).bounds;
        let extent = extent.imm().and_then(|extent| i64::try_from(extent).ok());
        bounds.is_non_negative() && extent.is_some_and(|extent| bounds.upper < extent)
    }
}
