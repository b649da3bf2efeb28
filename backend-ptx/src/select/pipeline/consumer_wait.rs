//! The consumers' side of a ring: waiting for full buffers, and releasing those whose MMAs are done.
//!
//! A buffer may be released when the MMAs that read it are done. MMAs are asynchronous;
//! the buffer of the last ones is *held* until the next have been started and the last waited for,
//! so that the tensor cores always have work. With `tcgen05` the tensor core releases it itself.
//!
//! In: the stage at hand. Out: the address of a tile that is there, and an arrival at the barrier of the empty buffer,
//! once for each phase.

use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Ty};
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::select::Cx;
use crate::select::pipeline::ring_state::{NOTHING_CONSUMED, PipelineState};

impl Cx<'_> {
    /// Waits until the current buffer of an asynchronous load is full; gives the address of its tile.
    pub fn consumer_wait(&mut self, number: usize) -> Val {
        let Some(pipeline) = self.pipeline else { return Val::ZERO };
        let async_load = &pipeline.async_loads[number];
        self.wait_until_full(pipeline, async_load.ring);
        self.tile_address(pipeline, number)
    }

    pub(in crate::select) fn wait_until_full(&mut self, pipeline: &Pipeline, ring: usize) {
        if !std::mem::take(&mut self.pipeline_states[ring].must_wait) {
            return;
        }
        let PipelineState { stage, phase, .. } = self.pipeline_states[ring];
        let (full, _) = pipeline.ring_barriers(ring);
        match pipeline.tensor_memory {
            // A warp that issues no MMAs could miss a phase.
            Some(_) => self.by_threads(1, |cx| cx.wait_for_phase(stage.into(), full, phase.into())),
            None => self.wait_for_phase(stage.into(), full, phase.into()),
        }
    }

    /// Goes on to the next stage of a pipeline. The current one is released when the MMAs that read it are done.
    pub(in crate::select) fn consumer_release_stage(&mut self, number: usize) {
        let Some(pipeline) = self.pipeline else { return };
        let stages = pipeline.rings[number].stages;
        self.wait_until_full(pipeline, number);
        let PipelineState { stage, consumed, .. } = self.pipeline_states[number];
        let Some(consumed) = consumed else {
            let (_, empty) = pipeline.ring_barriers(number);
            self.by_threads(1, |cx| {
                let address = cx.stage_address(stage.into(), 8, empty);
                let address = cx.b.mem(address, 0);
                cx.b.emit(Op::Tcgen05Commit {}, &[], &[address]);
            });
            return self.advance(number, stages);
        };
        self.b.assign(consumed, stage.into());
        if self.in_flight.is_empty() {
            self.release_consumed();
        }
        self.advance(number, stages);
    }

    /// Releases the buffers whose MMAs have been waited for.
    pub fn release_consumed(&mut self) {
        let Some(pipeline) = self.pipeline.filter(|_| self.partition == Partition::Consumer) else {
            return;
        };
        for number in 0..pipeline.rings.len() {
            let (_, empty) = pipeline.ring_barriers(number);
            let Some(consumed) = self.pipeline_states[number].consumed else { continue };
            let op = Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty: Ty::U32 };
            let some = self.b.def(op, &[consumed.into(), NOTHING_CONSUMED]);
            let address = self.stage_address(consumed.into(), 8, empty);
            self.consumer_release(some, address);
            self.b.assign(consumed, NOTHING_CONSUMED);
        }
    }
}
