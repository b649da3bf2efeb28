//! The operations of a schedule that belong to its pipelines.
//!
//! A wait is selected with the operation behind it where that reads the stage: it then stands where the address of the
//! stage is first needed, behind what does not depend on it.

use ir::{Inst, InstData, Value};

use crate::mma::async_mma::MmaOperand;
use crate::ptx::regs::Val;
use crate::schedule::body::{LoadId, Op, PipelineId};
use crate::schedule::pipeline::{AsyncLoad, Pipeline, RowGather};
use crate::select::memory::access::Access;
use crate::select::pipeline::cp_async::StageLoad;
use crate::select::{Cx, Select};

/// The view, the indices and the memory semantics of a load.
struct ViewLoad<'a> {
    view: Value,
    index: &'a [Value],
    access: Access,
}

impl<'a> Cx<'a> {
    /// Selects an operation that stands between those `before` and `behind` in its block.
    pub(in crate::select) fn pipeline_op(
        &mut self,
        op: &'a Op,
        before: &'a [Op],
        behind: &[Op],
    ) -> Select<()> {
        let Some(pipeline) = self.pipeline else { return Ok(()) };
        match op {
            Op::Compute(inst) => self.selected(*inst),
            Op::Fetch { mailbox } => return self.fetch_number(pipeline, *mailbox),
            Op::Report { mailbox } => return self.report_number(pipeline, *mailbox),
            Op::Receive { mailbox } => return self.receive_number(pipeline, *mailbox),
            Op::ReplaceMap { map } => {
                return self.by_one_lane(|cx| cx.replace_map(pipeline, *map, (before, behind)));
            }
            Op::Acquire { pipeline: id, bytes } => {
                self.acquire_stage(pipeline, (*id, *bytes), behind)
            }
            Op::Copy { load } => {
                if !matches!(before.last(), Some(Op::Acquire { .. })) {
                    self.mark(pipeline.async_loads[*load].inst);
                }
                return self.copy_to_stage(pipeline, *load, (before, behind));
            }
            // Selected with the last copy to the stage.
            Op::AwaitCopies | Op::Fence => {}
            Op::MmaWait => self.is_mma_wait_announced = true,
            Op::StoreOperand { inst } => {
                self.mark(*inst);
                return self.store_operands(*inst);
            }
            Op::Publish { .. } => self.publish_operands(),
            Op::Commit { pipeline: id } => self.advance(*id, pipeline.rings[*id].stages),
            Op::CopyEpilogue { load } => {
                let Some(source) = self.marked_load(pipeline, *load) else { return Ok(()) };
                return self.produce_epilogue_load(pipeline, *load, source.view, source.index);
            }
            Op::PrefetchEpilogue { loads } => return self.prefetch_epilogue_loads(loads),
            Op::Fill { pipeline: id, inst } => {
                self.mark(*inst);
                return self.fill_stages(pipeline, *id, *inst);
            }
            Op::CopyAhead { pipeline: id } => return self.copy_ahead(pipeline, *id, behind),
            // Selected with the end of the loop, in front of what becomes of its results.
            Op::Drain { .. } => {}
            Op::Wait { pipeline: id } if pipeline.multistage.is_some() => {
                self.wait_for_copies(pipeline, *id);
            }
            Op::Release { pipeline: id } if pipeline.multistage.is_some() => {
                self.next_stage(pipeline, *id);
            }
            Op::Wait { pipeline: id } => {
                self.pipeline_states[*id].must_wait = true;
                let is_wait = |op: &&Op| matches!(op, Op::Wait { .. } | Op::MmaWait);
                let reader = behind.iter().find(|op| !is_wait(op));
                if !reader.is_some_and(|op| reads_stage(pipeline, op, *id)) {
                    self.wait_until_full(pipeline, *id);
                }
            }
            Op::Read { load } => {
                self.mark(pipeline.async_loads[*load].inst);
                return self.read_stage(pipeline, *load);
            }
            Op::ReadEpilogue { load } => {
                let Some(source) = self.marked_load(pipeline, *load) else { return Ok(()) };
                let inst = pipeline.async_loads[*load].inst;
                let ViewLoad { view, index, access } = source;
                return self.consume_epilogue_load((inst, *load), view, index, access);
            }
            Op::Release { pipeline: id } => self.consumer_release_stage(*id),
        }
        Ok(())
    }

    fn acquire_stage(
        &mut self,
        pipeline: &Pipeline,
        (id, bytes): (PipelineId, u32),
        behind: &[Op],
    ) {
        let loads = stage_copies(behind, id);
        if let Some(&first) = loads.first() {
            self.mark(pipeline.async_loads[first].inst);
        }
        // Of the warps that copy with `cp.async` one has the stage: it waits where it copies.
        if self.cp_async_producer.is_none() {
            self.acquire_and_expect_tx(pipeline, id, bytes, &loads);
        }
    }

    fn copy_to_stage(
        &mut self,
        pipeline: &Pipeline,
        load: LoadId,
        (before, behind): (&[Op], &[Op]),
    ) -> Select<()> {
        let Some(source) = self.view_load(&pipeline.async_loads[load]) else { return Ok(()) };
        if pipeline.async_loads[load].gather == Some(RowGather::Tma) {
            return self.gather_rows(pipeline, load, source.index);
        }
        if self.cp_async_producer.is_none() {
            let ViewLoad { view, index, .. } = source;
            return self.by_one_lane(|cx| cx.produce_by_tma(pipeline, load, view, index));
        }
        // All tiles of a stage are copied with the last one.
        let id = pipeline.async_loads[load].ring;
        let Some(end) = StageEnd::of(behind, id) else { return Ok(()) };
        let begin = before.iter().rposition(|op| matches!(op, Op::Acquire { .. })).unwrap_or(0);
        let copies = before[begin..].iter().filter_map(copied_load).chain([load]);
        let loads: Vec<StageLoad<'_>> = copies
            .filter_map(|number| {
                let ViewLoad { view, index, .. } = self.view_load(&pipeline.async_loads[number])?;
                Some(StageLoad { number, view, index })
            })
            .collect();
        let bytes = match before.get(begin) {
            Some(&Op::Acquire { bytes, .. }) => bytes,
            _ => 0,
        };
        match pipeline.warps_gather() {
            true => self.produce_by_gathering_warp(pipeline, (id, bytes), &loads, end),
            false => self.produce_by_cp_async(pipeline, (id, bytes), &loads, end),
        }
    }

    /// Reads a tile in all its layouts.
    fn read_stage(&mut self, pipeline: &Pipeline, load: LoadId) -> Select<()> {
        let base = self.consumer_wait(load);
        let async_load = &pipeline.async_loads[load];
        let result = self.function.results(async_load.inst)[0];
        self.materialize(result, |cx, layout| {
            let mut tile = vec![Val::ZERO; cx.num_registers(layout)];
            cx.read_staged(result, async_load, (base, 0), layout, &mut tile)?;
            Ok(tile)
        })
    }

    fn marked_load(&mut self, pipeline: &Pipeline, load: LoadId) -> Option<ViewLoad<'a>> {
        self.mark(pipeline.async_loads[load].inst);
        self.view_load(&pipeline.async_loads[load])
    }

    fn view_load(&self, async_load: &AsyncLoad) -> Option<ViewLoad<'a>> {
        view_load(self.function.data(async_load.inst))
    }
}

fn view_load(data: &InstData) -> Option<ViewLoad<'_>> {
    let InstData::LoadViewTko { view, index, ordering, scope, token, .. } = data else {
        return None;
    };
    let access = Access { ordering: *ordering, scope: *scope, token: *token };
    Some(ViewLoad { view: *view, index, access })
}

/// What threads that copy with `cp.async` do behind the last copy to a stage.
#[derive(Clone, Copy)]
pub(in crate::select) struct StageEnd {
    pub awaits: bool,
    pub fences: bool,
}

impl StageEnd {
    /// If the operations up to the commit of a pipeline's stage are these.
    fn of(behind: &[Op], id: PipelineId) -> Option<StageEnd> {
        let end = behind.iter().position(|op| !matches!(op, Op::AwaitCopies | Op::Fence))?;
        let ops = (behind[end] == Op::Commit { pipeline: id }).then_some(&behind[..end])?;
        let (awaits, fences) = (ops.contains(&Op::AwaitCopies), ops.contains(&Op::Fence));
        Some(StageEnd { awaits, fences })
    }
}

/// The loads whose tiles are copied to a stage between its acquisition and its commit.
fn stage_copies(behind: &[Op], id: PipelineId) -> Vec<LoadId> {
    let in_stage = behind.iter().take_while(|op| **op != Op::Commit { pipeline: id });
    in_stage.filter_map(copied_load).collect()
}

fn copied_load(op: &Op) -> Option<LoadId> {
    match op {
        Op::Copy { load } => Some(*load),
        _ => None,
    }
}

/// Whether an operation reads, or gives up, the current stage of a pipeline.
fn reads_stage(pipeline: &Pipeline, op: &Op, id: PipelineId) -> bool {
    let is_in = |load: LoadId| pipeline.async_loads[load].ring == id;
    match op {
        Op::Compute(inst) => mma_loads(pipeline, *inst).into_iter().flatten().any(is_in),
        Op::Read { load } => is_in(*load),
        Op::Release { pipeline } => *pipeline == id,
        _ => false,
    }
}

/// The loads whose tiles an instruction reads from stages: those of its operands if it is an MMA; or its own, where
/// MMAs in blocks behind it read the tile, and it is waited for.
fn mma_loads(pipeline: &Pipeline, inst: Inst) -> [Option<LoadId>; 2] {
    match pipeline.mma(inst) {
        Some(mma) => [mma.a, mma.b].map(MmaOperand::async_load),
        None => [pipeline.async_load(inst), None],
    }
}
