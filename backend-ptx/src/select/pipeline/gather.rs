//! Rows that a tile of numbers names, which lanes have in registers: by TMA, or by lanes with `cp.async`.
//!
//! Where a pipeline gathers rows, its producer is a whole warp. All lanes follow the control flow and wait for empty stages;
//! the first lane alone announces bytes, replaces maps and copies boxes. Of a tile whose rows are gathered, lane `l` copies
//! rows `4 l + 128 i`, and the three behind each, to the places of these rows in the stage:
//!
//! ```text
//! first lane   expect_tx
//! warp         barrier
//! each lane    for each 128 rows, for each chunk of columns: copy of four rows
//! ```
//!
//! A number outside of the tensor, negative or too large, gives zeros (PTX ISA, "tile::gather4"). Numbers of 64 bits beyond
//! the largest extent of a tensor map become that extent, which is outside, too.
//!
//! Where TMA gathers none, the producer is a warpgroup. Each of its warps has some of the stages, as in `cp_async`:
//!
//! ```text
//! first lane   expect_tx; copies of the other tiles of the stage by TMA
//! all lanes    where the rows begin that have the numbers of this lane
//!              for a few rows at a time: these addresses from the lanes that have them; 16 bytes of a row each, for each chunk
//!              wait for these copies; fence; arrive
//! ```
//!
//! In: the layouts of row numbers ([`rows`](crate::layout::assign::rows)). Out: the copies.

use ir::{Elem, Scalar, Value};

use crate::layout::assign::rows::layout_of_rows;
use crate::linear::layout::LANE_BITS;
use crate::ptx::builder::{Exact, Guarded};
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Part, ShflMode, Ty, Uniform};
use crate::schedule::pipeline::{Partition, Pipeline, RowGather};
use crate::select::memory::element;
use crate::select::memory::exchange::ALL_LANES;
use crate::select::pipeline::cp_async::{CpAsyncProducer, StageLoad};
use crate::select::pipeline::ops::StageEnd;
use crate::select::{Cx, Select};
use crate::target::{GATHER_ROWS, LANES, MAX_VECTOR_BYTES};

/// The type of addresses that lanes exchange.
const ADDRESS: Elem = Elem::Scalar(Scalar::I64);
/// The largest extent of a tensor map, which is outside of each tensor.
const OUTSIDE: u64 = i32::MAX as u64;

/// The warp that gathers rows.
#[derive(Clone, Copy)]
pub struct GatheringWarp {
    lane: Val,
    is_first: Val,
}

impl<'a> Cx<'a> {
    /// Goes on with all lanes of the producer's warp.
    pub(in crate::select) fn enter_gathering_warp(&mut self) {
        let lane = self.lane();
        let is_first = self.compare(Cmp::Eq, Ty::U32, lane, Val::ZERO);
        self.gathering = Some(GatheringWarp { lane, is_first });
    }

    /// The warps that gather, where maps are possible; they end otherwise.
    pub(in crate::select) fn enter_gathering_warps(
        &mut self,
        pipeline: &'a Pipeline,
        possible: Val,
    ) -> Select<()> {
        match self.b.guard(possible, true) {
            Guarded::If(guard) => self.b.emit_if(Some(guard), Op::Ret {}, &[], &[]),
            Guarded::Always => self.b.emit(Op::Ret {}, &[], &[]),
            Guarded::Never => {}
        }
        self.begin_pipelines(pipeline, Partition::Producer);
        for &inst in &pipeline.views {
            self.inst(inst)?;
        }
        self.cp_async_producer =
            Some(CpAsyncProducer { warps: pipeline.producer_warps(), tma: None });
        self.maps = self.build_maps_for_warps(pipeline)?;
        self.enter_gathering_warp();
        Ok(())
    }

    /// Fills the current stage of a pipeline, by the warp that has the stage; TMA copies so many bytes of it.
    pub(in crate::select) fn produce_by_gathering_warp(
        &mut self,
        pipeline: &Pipeline,
        (ring, bytes): (usize, u32),
        loads: &[StageLoad<'_>],
        end: StageEnd,
    ) -> Select<()> {
        let done = self.b.label();
        self.acquire_own_stage(pipeline, ring, done);
        let is_gathered =
            |load: &&StageLoad<'_>| pipeline.async_loads[load.number].gather.is_some();
        let (gathered, others): (Vec<_>, Vec<_>) = loads.iter().partition(is_gathered);
        self.by_one_lane(|cx| {
            let numbers: Vec<usize> = others.iter().map(|load| load.number).collect();
            cx.expect_tx(pipeline, ring, bytes, &numbers);
            others.iter().try_for_each(|StageLoad { number, view, index }| {
                cx.produce_by_tma(pipeline, *number, *view, index)
            })
        })?;
        gathered.into_iter().try_for_each(|load| self.copy_rows(pipeline, load))?;
        self.signal_copies(pipeline, ring, end);
        self.b.place(done);
        Ok(())
    }

    /// Copies the rows of a load to the current stage, by the lanes of this warp. The bits of the number of 16 bytes in a chunk
    /// are those of the lane and then those of the turn, along rows first.
    fn copy_rows(&mut self, pipeline: &Pipeline, load: &StageLoad<'_>) -> Select<()> {
        let async_load = &pipeline.async_loads[load.number];
        let map = &pipeline.maps[async_load.map];
        let staged = async_load.staged;
        let [column_dim, row_dim] = [async_load.axes[0], async_load.axes[1]];
        let numbers = self.numbers_of_lane(load.index[row_dim], RowGather::Warps)?;
        let of_numbers = self.elem(load.index[row_dim]);
        let rows_in_turn = LANES * MAX_VECTOR_BYTES / staged.span;
        let along = LANE_BITS - rows_in_turn.ilog2();
        let lane = self.lane();
        let row_in_turn = self.b.def(Op::Shr { ty: Ty::U32 }, &[lane, Val::u32(along)]);
        let column = self.b.def(Op::And { ty: Ty::B32 }, &[lane, Val::u32((1 << along) - 1)]);
        let column = self.b.mul_int(Ty::U32, column, Val::u32(MAX_VECTOR_BYTES), Exact::BOTH);

        let tensor = self.view(map.view)?;
        let [columns, rows] = [tensor.dims[map.dims[0]], tensor.dims[map.dims[1]]];
        let elem = Val::u32(map.elem.bytes());
        let start = self.scalar(load.index[column_dim])?;
        let start = self.unsigned_64(start, load.index[column_dim]);
        let stride = self.b.mul_int(Ty::S64, rows.stride, elem, Exact::NEITHER);
        let extent = self.extent_of_numbers(of_numbers, rows.extent);
        let offset = self.b.mul_int(Ty::S64, start, elem, Exact::NEITHER);
        let own = self.b.widen(column, false);
        let offset = self.b.add_int(Ty::S64, offset, own, Exact::NEITHER);
        let inside = self.bytes_of_columns(pipeline, load, (columns.extent, start), column);

        let (row_places, inner_places) = staged.places_by_axis(staged.chunks);
        let below = (MAX_VECTOR_BYTES / map.elem.bytes()).ilog2() as usize;
        let lane_columns: Vec<u32> = inner_places[below..]
            .iter()
            .take(along as usize)
            .chain(&row_places)
            .copied()
            .take(LANE_BITS as usize)
            .collect();
        let place_mask = lane_columns.iter().fold(0, |mask, column| mask | column);
        let place = self.map_bits(lane, &lane_columns);
        let buffer = self.tile_address(pipeline, load.number);
        let active = match staged.rows < rows_in_turn {
            true => self.test(Cmp::Lt, row_in_turn, Val::u32(staged.rows)),
            false => None,
        };
        let mut starts = Val::ZERO;
        for first in (0..staged.rows).step_by(rows_in_turn as usize) {
            if first.is_multiple_of(LANES) {
                let number = numbers[(first / LANES) as usize];
                starts = self.row_address((number, of_numbers), tensor.base, (extent, stride));
            }
            let within = Val::u32(first % LANES);
            let from = self.b.def(Op::Add { ty: Ty::U32 }, &[row_in_turn, within]);
            let row = self.shuffle(starts, ADDRESS, ShflMode::Idx, from);
            let is_inside = self.compare(Cmp::Ne, Ty::U64, row, Val::ZERO);
            let from = self.b.add_int(Ty::S64, row, offset, Exact::NEITHER);
            let bits = row_places.iter().enumerate().filter(|(bit, _)| first >> bit & 1 == 1);
            let turn = bits.fold(0, |turn, (_, place)| turn ^ place);
            let crossed = Val::u32(turn & place_mask);
            let place = self.b.def(Op::Xor { ty: Ty::B32 }, &[place, crossed]);
            let to = self.b.add_int(Ty::U32, buffer, place, Exact::NEITHER);
            for (chunk, &bytes) in (0..).zip(&inside) {
                let apart = (turn & !place_mask) + chunk * staged.chunk_bytes();
                let to = self.b.mem(to, apart as i32);
                let from = self.b.mem(from, (chunk * staged.span) as i32);
                let bytes = self.pick(is_inside, bytes, Val::ZERO);
                let operands = [to, from, Val::u32(MAX_VECTOR_BYTES).into(), bytes.into()];
                self.b.emit_if(active, Op::CpAsync {}, &[], &operands);
            }
        }
        Ok(())
    }

    /// The number behind those of all rows, of the type of numbers.
    fn extent_of_numbers(&mut self, elem: Elem, extent: Val) -> Val {
        if elem == Elem::Scalar(Scalar::I64) {
            return extent;
        }
        // Numbers of 32 bits that are not negative are less than 2^31.
        let least = self.b.def(Op::Min { ty: Ty::U64 }, &[extent, Val::Imm(1 << 31)]);
        self.b.def(element::cvt(Ty::U32, Ty::U64), &[least])
    }

    /// Where the row begins that has a number, 0 for one outside of the tensor.
    fn row_address(
        &mut self,
        (number, elem): (Val, Elem),
        base: Val,
        (extent, stride): (Val, Val),
    ) -> Val {
        let is_long = elem == Elem::Scalar(Scalar::I64);
        let ty = if is_long { Ty::U64 } else { Ty::U32 };
        let is_inside = self.compare(Cmp::Lt, ty, number, extent);
        let number = if is_long { number } else { self.b.widen(number, false) };
        let offset = self.b.mul_int(Ty::S64, number, stride, Exact::NEITHER);
        let start = self.b.add_int(Ty::S64, base, offset, Exact::NEITHER);
        self.b.def(Op::Selp { ty: Ty::B64 }, &[start, Val::ZERO, is_inside])
    }

    /// Of the 16 bytes from a place in a row of each chunk on, how many are inside of the tensor, whose tile begins at a column.
    fn bytes_of_columns(
        &mut self,
        pipeline: &Pipeline,
        load: &StageLoad<'_>,
        (extent, start): (Val, Val),
        place: Val,
    ) -> Vec<Val> {
        let staged = pipeline.async_loads[load.number].staged;
        let inner = Val::u32(staged.row_elems() * staged.chunks);
        let left = self.b.def(Op::Sub { ty: Ty::S64 }, &[extent, start]);
        let left = self.b.def(Op::Min { ty: Ty::S64 }, &[left, inner]);
        let left = self.b.def(Op::Max { ty: Ty::S64 }, &[left, Val::ZERO]);
        let left = self.b.def(element::cvt(Ty::U32, Ty::U64), &[left]);
        let left = self.b.mul_int(Ty::U32, left, Val::u32(staged.elem.bytes()), Exact::BOTH);
        let left = self.b.def(Op::Sub { ty: Ty::S32 }, &[left, place]);
        let mut in_chunk = |chunk: u32| {
            let before = Val::u32(chunk * staged.span);
            let left = self.b.def(Op::Sub { ty: Ty::S32 }, &[left, before]);
            let left = self.b.def(Op::Min { ty: Ty::S32 }, &[left, Val::u32(MAX_VECTOR_BYTES)]);
            self.b.def(Op::Max { ty: Ty::S32 }, &[left, Val::ZERO])
        };
        (0..staged.chunks).map(&mut in_chunk).collect()
    }

    /// Has one thread do something: the first lane, where a whole warp is the producer. The other lanes wait for it.
    pub(in crate::select) fn by_one_lane(
        &mut self,
        what: impl FnOnce(&mut Self) -> Select<()>,
    ) -> Select<()> {
        let Some(warp) = self.gathering else { return what(self) };
        let done = self.b.label();
        self.b.branch_if(warp.is_first, true, Uniform::No, done);
        let result = what(self);
        self.b.place(done);
        self.b.emit(Op::BarWarpSync {}, &[], &[ALL_LANES.into()]);
        result
    }

    /// Copies the rows of a load to the current stage.
    pub(in crate::select) fn gather_rows(
        &mut self,
        pipeline: &Pipeline,
        number: usize,
        index: &[Value],
    ) -> Select<()> {
        let async_load = &pipeline.async_loads[number];
        let Some(GatheringWarp { lane, .. }) = self.gathering else { return Ok(()) };
        let [column_dim, row_dim] = [async_load.axes[0], async_load.axes[1]];
        let numbers = self.numbers_of_lane(index[row_dim], RowGather::Tma)?;
        let numbers: Vec<Val> =
            numbers.into_iter().map(|val| self.map_coordinate(val, index[row_dim])).collect();
        let column = self.scalar(index[column_dim])?;
        let column = self.map_coordinate(column, index[column_dim]);
        // Behind a negative one would be columns of the tensor.
        let column = self.b.def(Op::Min { ty: Ty::U32 }, &[column, Val::Imm(OUTSIDE)]);
        let (map, _) = self.box_source(async_load, async_load.axes.len())?;
        let (buffer, signal) = self.current_stage_buffer(pipeline, number);
        let staged = async_load.staged;
        let done = self.b.label();
        let copying_lanes = (staged.rows / GATHER_ROWS).min(LANES);
        if copying_lanes < LANES {
            let copies = self.compare(Cmp::Lt, Ty::U32, lane, Val::u32(copying_lanes));
            self.b.branch_if(copies, true, Uniform::No, done);
        }
        let mad = Op::Mad { part: Part::Lo, ty: Ty::U32 };
        let own = self.b.def(mad, &[lane, Val::u32(GATHER_ROWS * staged.span), buffer]);
        for (group, rows) in (0..).zip(numbers.chunks(GATHER_ROWS as usize)) {
            for chunk in 0..staged.chunks {
                let first = Val::u32(chunk * staged.row_elems());
                let column = self.b.def(Op::Add { ty: Ty::U32 }, &[column, first]);
                let coordinates = [column].into_iter().chain(rows.iter().copied()).collect();
                let from = Operand::Tensor { map, coordinates };
                let offset =
                    chunk * staged.chunk_bytes() + group * GATHER_ROWS * LANES * staged.span;
                let to = self.b.mem(own, offset as i32);
                self.b.emit(Op::BulkTensorGather {}, &[], &[to, from, signal.clone()]);
            }
        }
        if copying_lanes < LANES {
            self.b.place(done);
        }
        Ok(())
    }

    /// The numbers of rows that a lane has.
    fn numbers_of_lane(&mut self, numbers: Value, gather: RowGather) -> Select<Vec<Val>> {
        let layout = layout_of_rows(self.dims(numbers), gather, self.plan.warp_bits);
        let id = self.plan.layouts.intern(layout);
        Ok(self.at(numbers, id)?.to_vec())
    }

    /// A place along a dimension, which has no sign, as a coordinate of a tensor map.
    fn map_coordinate(&mut self, place: Val, value: Value) -> Val {
        let place = match self.elem(value) {
            Elem::Scalar(Scalar::I64) => {
                self.b.def(Op::Min { ty: Ty::U64 }, &[place, Val::Imm(OUTSIDE)])
            }
            _ => place,
        };
        self.low_32(place, value)
    }
}
