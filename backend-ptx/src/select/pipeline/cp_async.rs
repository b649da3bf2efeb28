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
//! In: the asynchronous loads of a stage and the indices of their tiles. Out: where the tiles are in their tensors, and the
//! parts of them that this warp copies (`copy_lines`), between the waiting and the arrival.
//!
//! Shared memory that threads write is read by `wgmma` through another proxy, hence the fence (PTX ISA, "Async
//! proxy").

use ir::Value;

use crate::ptx::builder::Exact;
use crate::ptx::inst::{Label, Op, Operand};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Part, Ty, Uniform};
use crate::schedule::pipeline::{AsyncLoad, Partition, Pipeline};
use crate::select::memory::element;
use crate::select::pipeline::copy_lines::{GROUP, LONG, Lines, WORD};
use crate::select::pipeline::ops::StageEnd;
use crate::select::{Cx, Select};
use crate::target::LANES;

/// One warp of those that copy. Its registers are few: what can be computed again is not kept.
pub struct CpAsyncProducer {
    /// How many warps copy for a tile block.
    pub warps: u32,
    /// Whether TMA applies and one thread is the producer, if that is known only then.
    pub tma: Option<Val>,
}

/// A load whose tile is copied, and where from.
pub struct StageLoad<'a> {
    pub number: usize,
    pub view: Value,
    pub index: &'a [Value],
}

/// A tile in its tensor and in its buffer.
#[derive(Clone, Copy)]
pub struct TileCopy {
    /// The address of its first element.
    pub origin: Val,
    /// Rows, and bytes of each, that are inside of the tensor.
    pub rows: Val,
    pub bytes: Val,
    /// The low bits of what must be divided by what a lane copies.
    pub low: Val,
    pub buffer: Val,
    pub chunks: Val,
}

impl<'a> Cx<'a> {
    /// The warps that copy, in the tile block that each belongs to. Where TMA applies, if it is known only then, they are
    /// the producer: the maps by one warp, then one thread.
    pub fn enter_cp_async_producer(
        &mut self,
        pipeline: &'a Pipeline,
        warps: u32,
        tma: Option<Val>,
    ) -> Select<()> {
        if pipeline.two_tile.is_some() {
            // There are full warpgroups before them.
            let (and, shr) = (Op::And { ty: Ty::B32 }, Op::Shr { ty: Ty::U32 });
            let warp = self.b.def(shr, &[self.tid, Val::u32(LANES.ilog2())]);
            let warp = self.b.def(and, &[warp, Val::u32(pipeline.producer_warps() - 1)]);
            let by_threads = self.b.def(shr, &[warp, Val::u32(warps.ilog2())]);
            self.tile_in_cta = Some(match tma {
                Some(tma) => self.pick(tma, warp, by_threads),
                None => by_threads,
            });
        }
        self.begin_pipelines(pipeline, Partition::Producer);
        for &inst in &pipeline.views {
            self.inst(inst)?;
        }
        if let Some(tma) = tma {
            let first = self.variable(Class::B64, Val::ZERO);
            let by_threads = self.b.label();
            self.b.branch_if(tma, true, Uniform::Yes, by_threads);
            self.leave_one_warp(pipeline);
            let maps = self.build_maps(pipeline, true)?;
            self.leave_one_lane();
            self.b.assign(first, maps.first().copied().unwrap_or(Val::ZERO));
            self.b.place(by_threads);
            self.maps = vec![first.into()];
        }
        self.cp_async_producer = Some(CpAsyncProducer { warps, tma });
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
        Ok(self.b.def(element::cvt(Ty::U32, Ty::U64), &[low]))
    }

    /// The number of this lane in a warp that copies.
    pub(in crate::select) fn lane(&mut self) -> Val {
        self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(LANES - 1)])
    }

    /// The number of this warp among those that copy for its tile block; a thread that alone copies has the first.
    pub(in crate::select) fn copying_warp(&mut self) -> Val {
        let Some(&CpAsyncProducer { warps, tma }) = self.cp_async_producer.as_ref() else {
            return Val::ZERO;
        };
        // There are full warpgroups before them.
        let warp = self.b.def(Op::Shr { ty: Ty::U32 }, &[self.tid, Val::u32(LANES.ilog2())]);
        let number = self.b.def(Op::And { ty: Ty::B32 }, &[warp, Val::u32(warps - 1)]);
        tma.map_or(number, |tma| self.pick(tma, Val::ZERO, number))
    }

    /// Acquires the current stage of a ring, by the warp that has it; the others go to the label.
    pub(in crate::select) fn acquire_own_stage(
        &mut self,
        pipeline: &Pipeline,
        ring: usize,
        others: Label,
    ) {
        let Some(&CpAsyncProducer { warps, tma }) = self.cp_async_producer.as_ref() else { return };
        let number = self.copying_warp();
        let stage = self.current_stage(ring);
        // One thread has all stages.
        let stages = Val::u32(warps - 1);
        let stages = tma.map_or(stages, |tma| self.pick(tma, Val::ZERO, stages));
        let of_warp = self.b.def(Op::And { ty: Ty::B32 }, &[stage, stages]);
        let is_others = self.compare(Cmp::Ne, Ty::U32, of_warp, number);
        self.b.branch_if(is_others, false, Uniform::Yes, others);
        self.producer_acquire(pipeline, ring);
    }

    /// Copies the tiles of loads to the current stage of their pipeline, which so many bytes fill, by the lanes of the warp
    /// that has the stage: acquires it first, and signals at the end that it is full. Where TMA applies, one thread does.
    pub(in crate::select) fn produce_by_cp_async(
        &mut self,
        pipeline: &Pipeline,
        (ring, bytes): (usize, u32),
        loads: &[StageLoad<'_>],
        end: StageEnd,
    ) -> Select<()> {
        let (by_threads, done) = (self.b.label(), self.b.label());
        self.acquire_own_stage(pipeline, ring, done);
        let tma = self.cp_async_producer.as_ref().and_then(|producer| producer.tma);
        if let Some(tma) = tma {
            self.b.branch_if(tma, true, Uniform::Yes, by_threads);
            let numbers: Vec<usize> = loads.iter().map(|load| load.number).collect();
            self.expect_tx(pipeline, ring, bytes, &numbers);
            for StageLoad { number, view, index } in loads {
                self.produce_by_tma(pipeline, *number, *view, index)?;
            }
            self.b.branch(done);
        }
        self.b.place(by_threads);
        self.copy_tiles(pipeline, loads)?;
        self.signal_copies(pipeline, ring, end);
        self.b.place(done);
        Ok(())
    }

    /// How many bytes of each chunk of a load's tile this thread's tile block copies, and the fewest that these may be.
    pub(in crate::select) fn part_of(&mut self, pipeline: &Pipeline, load: usize) -> (Val, u32) {
        let lines = Lines::of(pipeline.async_loads[load].staged);
        let all = lines.chunk_bytes.max(WORD * LANES);
        let Some((shared, _)) = self.shared_by_tiles(load) else { return (Val::u32(all), all) };
        if all.is_multiple_of(2 * GROUP) {
            // Each of two members copies half of the lines that both need.
            let part = self.b.def(Op::Shr { ty: Ty::U32 }, &[Val::u32(all), shared]);
            return (part, all / 2);
        }
        match self.is_copied_by_other(load) {
            Some(by_other) => (self.pick(by_other, Val::ZERO, Val::u32(all)), 0),
            None => (Val::u32(all), all),
        }
    }

    /// The tile of a load.
    pub(in crate::select) fn tile_copy(
        &mut self,
        pipeline: &Pipeline,
        load: &StageLoad<'_>,
    ) -> Select<TileCopy> {
        let async_load = &pipeline.async_loads[load.number];
        let lines = Lines::of(async_load.staged);
        let mut tile = self.source(pipeline, async_load, load.view, load.index)?;
        tile.buffer = self.tile_address(pipeline, load.number);
        tile.chunks = Val::u32(lines.chunks);
        Ok(tile)
    }

    /// Bytes of each chunk of a load's tile that this thread's tile block leaves to the first one of its CTA.
    pub(in crate::select) fn skipped_by_second(&mut self, load: usize, lines: Lines) -> Val {
        let Some((shared, tile_in_cta)) = self.shared_by_tiles(load) else { return Val::ZERO };
        if !lines.chunk_bytes.is_multiple_of(2 * GROUP) {
            return Val::ZERO;
        }
        let second = self.b.def(Op::And { ty: Ty::B32 }, &[shared, tile_in_cta]);
        self.b.mul_int(Ty::U32, second, Val::u32(lines.chunk_bytes / 2), Exact::BOTH)
    }

    /// Waits for the lane's copies to the current stage, and says that they are there.
    pub(in crate::select) fn signal_copies(
        &mut self,
        pipeline: &Pipeline,
        ring: usize,
        end: StageEnd,
    ) {
        let (full, _) = pipeline.ring_barriers(ring);
        // Rather than to keep the address all the while it is computed again.
        let [signal, base] = [self.b.fresh(Class::B32).into(), self.scratch_address()];
        let address = Op::Mad { part: Part::Lo, ty: Ty::U32 };
        let operands = [self.current_stage(ring), Val::u32(8), base].map(Operand::from);
        self.b.emit(address, &[Operand::Val(signal)], &operands);
        let signal = self.b.mem(signal, full as i32);
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

    /// Bytes from a row of a load's tile to the next.
    pub(in crate::select) fn row_stride(
        &mut self,
        pipeline: &Pipeline,
        load: &StageLoad<'_>,
    ) -> Select<Val> {
        let async_load = &pipeline.async_loads[load.number];
        let map = &pipeline.maps[async_load.map];
        if async_load.staged.rows == 1 {
            return Ok(Val::ZERO);
        }
        let dim = self.view(map.view)?.dims[map.dims[async_load.outer]];
        let elem = Val::u32(map.elem.bytes());
        Ok(self.b.mul_int(Ty::S64, dim.stride, elem, Exact::NEITHER))
    }

    /// Where an asynchronous load's tile is.
    pub(in crate::select) fn source(
        &mut self,
        pipeline: &Pipeline,
        async_load: &AsyncLoad,
        view: Value,
        index: &[Value],
    ) -> Select<TileCopy> {
        let map = &pipeline.maps[async_load.map];
        let elem = Val::u32(map.elem.bytes());
        let steps = self.view_steps(view);
        let view_type = self.function.value_type(view);
        let tensor = self.view(map.view)?;
        let staged = async_load.staged;
        let inner = staged.row_elems() * staged.chunks;
        // Tiles may begin at any element of a row.
        let begins = Val::u32(steps[async_load.axes[0]] * map.elem.bytes() % LONG);
        let low = self.low_bits_of(pipeline, async_load.map)?;
        let low = self.b.def(Op::Or { ty: Ty::B32 }, &[low, begins]);
        let mut source = TileCopy {
            low,
            origin: tensor.base,
            rows: Val::u32(1),
            bytes: Val::ZERO,
            buffer: Val::ZERO,
            chunks: Val::ZERO,
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
            let is_whole = steps[axis] == tile
                && dim.extent_divisor >= u64::from(tile)
                && self.starts_inside(view_type, dim);
            let mut left = Val::u32(tile);
            if !is_whole {
                let beyond = self.b.def(Op::Sub { ty: Ty::S64 }, &[dim.extent, start]);
                let beyond = self.b.def(Op::Min { ty: Ty::S64 }, &[beyond, Val::u32(tile)]);
                let beyond = self.b.def(Op::Max { ty: Ty::S64 }, &[beyond, Val::ZERO]);
                left = self.b.def(element::cvt(Ty::U32, Ty::U64), &[beyond]);
            }
            match is_outer {
                true => source.rows = left,
                false => source.bytes = self.b.mul_int(Ty::U32, left, elem, Exact::BOTH),
            }
        }
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
