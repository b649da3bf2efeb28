//! Rows that TMA gathers: four by a copy, whose numbers a lane has in registers.
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
//! In: the layouts of row numbers ([`rows`](crate::layout::assign::rows)). Out: the copies.

use ir::{Elem, Scalar, Value};

use crate::layout::assign::rows::layout_of_rows;
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Part, Ty, Uniform};
use crate::schedule::pipeline::Pipeline;
use crate::select::memory::element;
use crate::select::memory::exchange::ALL_LANES;
use crate::select::{Cx, Select};
use crate::target::{GATHER_ROWS, LANES};

/// The largest extent of a tensor map, which is outside of each tensor.
const OUTSIDE: u64 = i32::MAX as u64;

/// The warp that gathers rows.
#[derive(Clone, Copy)]
pub struct GatheringWarp {
    lane: Val,
    is_first: Val,
}

impl Cx<'_> {
    /// Goes on with all lanes of the producer's warp.
    pub(in crate::select) fn enter_gathering_warp(&mut self) {
        let lane = self.lane();
        let is_first = self.compare(Cmp::Eq, Ty::U32, lane, Val::ZERO);
        self.gathering = Some(GatheringWarp { lane, is_first });
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
        let numbers = self.row_numbers(index[row_dim])?;
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

    /// The numbers of the rows that a lane copies, as coordinates.
    fn row_numbers(&mut self, numbers: Value) -> Select<Vec<Val>> {
        let layout = layout_of_rows(self.dims(numbers), self.plan.warp_bits);
        let id = self.plan.layouts.intern(layout);
        let tile = self.at(numbers, id)?;
        Ok(tile.iter().map(|&val| self.map_coordinate(val, numbers)).collect())
    }

    /// A place along a dimension, which has no sign, as a coordinate of a tensor map.
    fn map_coordinate(&mut self, place: Val, value: Value) -> Val {
        match self.elem(value) {
            Elem::Scalar(Scalar::I64) => {
                let place = self.b.def(Op::Min { ty: Ty::U64 }, &[place, Val::Imm(OUTSIDE)]);
                self.b.def(element::cvt(Ty::U32, Ty::U64), &[place])
            }
            _ => place,
        }
    }
}
