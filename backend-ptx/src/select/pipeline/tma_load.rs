//! The producer's copies by TMA.
//!
//! In: asynchronous loads and the tensor maps of their tensors. Out: the code of the thread that copies: it waits
//! until a buffer is empty, says how many bytes fill it, and copies the boxes of the loads' tiles. The barrier of the
//! full buffer is told of as many bytes as are copied.

use ir::Value;

use crate::ptx::builder::Guarded;
use crate::ptx::inst::{Label, Op, Operand};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Part, Ty, Uniform};
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::select::pipeline::ring_state::PipelineState;
use crate::select::pipeline::tma_box::{TmaBox, boxes};
use crate::select::{Cx, Select};

impl<'a> Cx<'a> {
    /// The producer warp, if TMA can copy (otherwise other threads copy, or none): the maps by
    /// one warp, then
    /// one thread.
    pub fn enter_producer(
        &mut self,
        pipeline: &'a Pipeline,
        possible: Val,
        others: Option<Label>,
    ) -> Select<()> {
        match (others, self.b.guard(possible, true)) {
            (Some(others), _) => self.b.branch_if(possible, true, Uniform::Yes, others),
            (None, Guarded::If(guard)) => self.b.emit_if(Some(guard), Op::Ret {}, &[], &[]),
            (None, Guarded::Always) => self.b.emit(Op::Ret {}, &[], &[]),
            (None, Guarded::Never) => {}
        }
        self.leave_one_warp(pipeline);
        self.enter_tile_of_cta(pipeline, Partition::Producer);
        self.begin_pipelines(pipeline, Partition::Producer);
        for &inst in &pipeline.views {
            self.inst(inst)?;
        }
        self.maps = self.build_maps(pipeline, false)?;
        match pipeline.gather().is_some() {
            true => self.enter_gathering_warp(),
            false => self.leave_one_lane(),
        }
        Ok(())
    }

    /// Ends all warps of the producer but the first one of each tile block.
    pub(in crate::select) fn leave_one_warp(&mut self, pipeline: &Pipeline) {
        if pipeline.producer_warps() > pipeline.tiles_per_cta() {
            let others = Val::u32((pipeline.consumer_warps() + pipeline.tiles_per_cta()) * 32);
            let idle = self.test(Cmp::Ge, self.tid, others);
            self.b.emit_if(idle, Op::Ret {}, &[], &[]);
        }
    }

    /// Ends all lanes of a warp but the first one.
    pub(in crate::select) fn leave_one_lane(&mut self) {
        let lane = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(31)]);
        let idle = self.test(Cmp::Ne, lane, Val::ZERO);
        self.b.emit_if(idle, Op::Ret {}, &[], &[]);
    }

    /// Waits until the next buffer of a ring is empty.
    pub(in crate::select) fn producer_acquire(&mut self, pipeline: &Pipeline, ring: usize) {
        let (_, empty) = pipeline.ring_barriers(ring);
        let PipelineState { stage, phase, .. } = self.pipeline_states[ring];
        let opposite = self.b.def(Op::Xor { ty: Ty::B32 }, &[phase.into(), Val::u32(1)]);
        self.wait_for_phase(stage.into(), empty, opposite);
    }

    /// Copies the tile of a load to the current stage, by TMA.
    pub(in crate::select) fn produce_by_tma(
        &mut self,
        pipeline: &Pipeline,
        number: usize,
        view: Value,
        index: &[Value],
    ) -> Select<()> {
        let async_load = &pipeline.async_loads[number];
        let mut coordinates = self.tile_coordinates(async_load, view, index)?;
        let source = self.box_source(async_load, coordinates.len())?;
        let (buffer, signal) = self.current_stage_buffer(pipeline, number);
        let staged = async_load.staged;
        let boxes = boxes(async_load);
        let copy = |cx: &mut Self, from: &[Val], to: Val, one: TmaBox, shared: bool| {
            cx.copy_box(async_load, source, from, (to, &signal), one, shared);
        };
        let shared = self.multicast_load(number);
        let (together, done) = (self.b.label(), self.b.label());
        let by_other = self.is_copied_by_other(number);
        if let Some(by_other) = by_other {
            self.b.branch_if(by_other, false, Uniform::No, done);
        }
        if let Some((shared, _)) = shared {
            self.b.branch_if(shared, false, Uniform::No, together);
        }
        for &one in &boxes {
            copy(self, &coordinates, buffer, one, false);
        }
        if let Some((_, half)) = shared {
            self.b.branch_nonuniform(done);
            self.b.place(together);
            let (dim, elems) = async_load.second_half();
            let mad = Op::Mad { part: Part::Lo, ty: Ty::U32 };
            coordinates[dim] = self.b.def(mad, &[half, Val::u32(elems), coordinates[dim]]);
            let buffer = self.b.def(mad, &[half, Val::u32(staged.bytes() / 2), buffer]);
            for &one in &boxes[..boxes.len() / 2] {
                copy(self, &coordinates, buffer, one, true);
            }
        }
        if shared.is_some() || by_other.is_some() {
            self.b.place(done);
        }
        Ok(())
    }

    /// Waits until the next buffer of a ring is empty, and says how many bytes fill it: those of these
    /// asynchronous loads, as far as it is this thread that copies them.
    pub(in crate::select) fn acquire_and_expect_tx(
        &mut self,
        pipeline: &Pipeline,
        ring: usize,
        bytes: u32,
        async_loads: &[usize],
    ) {
        self.producer_acquire(pipeline, ring);
        let announced = self.by_one_lane(|cx| {
            cx.expect_tx(pipeline, ring, bytes, async_loads);
            Ok(())
        });
        if let Err(why) = announced {
            self.report(why);
        }
    }

    /// Says how many bytes fill the current stage, as far as it is this thread that copies them.
    pub(in crate::select) fn expect_tx(
        &mut self,
        pipeline: &Pipeline,
        ring: usize,
        bytes: u32,
        async_loads: &[usize],
    ) {
        let (full, _) = pipeline.ring_barriers(ring);
        let address = self.stage_address(self.current_stage(ring), 8, full);
        let at = self.b.mem(address, 0);
        let bytes = self.own_bytes(bytes, async_loads, &at);
        self.b.emit(Op::MbarrierExpect {}, &[], &[Operand::Sink, at, bytes.into()]);
    }
}
