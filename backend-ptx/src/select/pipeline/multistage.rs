//! Warps that copy for themselves: the copies of later iterations, and the waits for those of this one.
//!
//! In: a loop whose loads a multistage pipeline copies. Out: in front of it the copies to all stages but one; in it, behind
//! each wait, those of the fill that is as many ahead. Each fill is one group of `cp.async`, empty where its iteration does not
//! exist, so that a wait counts groups:
//!
//! ```text
//! wait         cp.async.wait_group S - 2; bar.sync
//! copy_ahead   if iteration i + d exists: its indices, then 16 bytes a thread and turn; cp.async.commit_group
//! ```
//!
//! The instructions of the loop's body that the indices of a later iteration follow from are selected again, with the
//! counter of that iteration, and what the iteration at hand knows is put back behind them.
//!
//! Outside of such loops the stages are scratch memory.

use ir::{Block, Elem, Inst, InstData, Scalar, Signedness, Value};

use crate::analysis::slice;
use crate::ptx::builder::Exact;
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ty, Uniform};
use crate::schedule::body::{Op as ScheduleOp, PipelineId};
use crate::schedule::pipeline::{Pipeline, StageLoads};
use crate::select::arith::integer::int_types;
use crate::select::pipeline::cp_async::StageLoad;
use crate::select::pipeline::ring_state::PipelineState;
use crate::select::{Cx, Select, Unsupported};
use crate::target::{CTA_RESERVED, MAP_ALIGN};

/// What the copies of a loop's later iterations follow from.
#[derive(Clone, Copy)]
struct LoopBounds {
    body: Block,
    /// The counter of the iteration at hand; the end and the step.
    counter: Val,
    upper: Value,
    step: Value,
    is_unsigned: bool,
    /// Whether that iteration is known to exist.
    is_entered: bool,
}

/// A fill of a stage: which one of those from the iteration at hand on, and where it goes.
#[derive(Clone, Copy)]
struct Fill {
    number: u32,
    stage: Val,
}

impl<'a> Cx<'a> {
    /// Begins with a multistage pipeline: whether 16 bytes divide the rows of all tensors, known at once or a test that comes
    /// out alike in all threads.
    pub fn enter_multistage(&mut self, pipeline: &'a Pipeline) -> Select<Val> {
        self.reserve_shared(pipeline.smem.declared);
        if pipeline.maps.iter().any(|map| !map.aligned) {
            for &inst in &pipeline.views {
                self.inst(inst)?;
            }
        }
        let mut low = Val::ZERO;
        for map in pipeline.maps.iter().filter(|map| !map.aligned) {
            let view = self.view(map.view)?;
            low = self.b.def(Op::Or { ty: Ty::B64 }, &[low, view.base]);
            for &dim in &map.dims[1..] {
                let bytes = Val::u32(map.elem.bytes());
                let stride = self.b.mul_int(Ty::S64, view.dims[dim].stride, bytes, Exact::NEITHER);
                low = self.b.def(Op::Or { ty: Ty::B64 }, &[low, stride]);
            }
        }
        let rest = Val::Imm(u64::from(MAP_ALIGN - 1));
        let rest = self.b.def(Op::And { ty: Ty::B64 }, &[low, rest]);
        Ok(self.compare(Cmp::Eq, Ty::U64, rest, Val::ZERO))
    }

    /// The states of the rings, at the first stage.
    pub fn begin_multistage(&mut self, pipeline: &'a Pipeline) {
        self.pipeline = Some(pipeline);
        let state = |cx: &mut Self| {
            let [stage, phase] = [(); 2].map(|()| cx.b.fresh(Class::B32));
            PipelineState { stage, phase, consumed: None, must_wait: false }
        };
        self.pipeline_states = pipeline.rings.iter().map(|_| state(self)).collect();
    }

    /// Copies to all stages but one, in front of a loop.
    pub(in crate::select) fn fill_stages(
        &mut self,
        pipeline: &Pipeline,
        ring: PipelineId,
        owner: Inst,
    ) -> Select<()> {
        let InstData::For { lower_bound, upper_bound, step, unsigned, body, .. } =
            self.function.data(owner)
        else {
            return Ok(());
        };
        // What is in scratch memory, and what others read there, is where the stages are.
        self.finish_conversions()?;
        self.barrier();
        self.scratch_limit = pipeline.smem.scratch;
        let stage = self.pipeline_states[ring].stage;
        self.b.assign(stage, Val::ZERO);
        let bounds = LoopBounds {
            body: *body,
            counter: self.scalar(*lower_bound)?,
            upper: *upper_bound,
            step: *step,
            is_unsigned: *unsigned,
            is_entered: false,
        };
        // The copies of a thread are computed before the first branch, and known in all fills.
        // Values that depend on the tensors too are not:
        // of 128 registers, as threads of sixteen warps have, there are none to keep it in.
        for &load in pipeline.groups_of(self.function, ring, *body).into_iter().flatten() {
            self.thread_pieces(pipeline, load);
        }
        for number in 0..pipeline.rings[ring].stages - 1 {
            self.copy_fill(pipeline, ring, bounds, Fill { number, stage: Val::u32(number) })?;
        }
        Ok(())
    }

    /// Waits until the oldest group of copies is there, and all threads have come here.
    pub(in crate::select) fn wait_for_copies(&mut self, pipeline: &Pipeline, ring: PipelineId) {
        let left = Val::u32(pipeline.rings[ring].stages - 2);
        self.b.emit(Op::CpAsyncWait {}, &[], &[left.into()]);
        self.barrier();
    }

    /// Copies the tiles of the fill that is as many ahead as there are stages but one, behind the wait for a stage.
    pub(in crate::select) fn copy_ahead(
        &mut self,
        pipeline: &Pipeline,
        ring: PipelineId,
        behind: &[ScheduleOp],
    ) -> Select<()> {
        let read = behind.iter().find_map(|op| match op {
            ScheduleOp::Read { load } => Some(*load),
            _ => None,
        });
        let body = read.and_then(|load| self.function.inst_block(pipeline.async_loads[load].inst));
        let owner = body.and_then(|body| self.function.block_owner(body));
        let (Some(read), Some(body), Some(owner)) = (read, body, owner) else {
            return Err(Unsupported::op("a wait for a stage that is not read"));
        };
        let InstData::For { upper_bound, step, unsigned, .. } = self.function.data(owner) else {
            return Err(Unsupported::op("copies ahead in no loop"));
        };
        let groups = pipeline.groups_of(self.function, ring, body);
        let group = groups.iter().position(|group| group.contains(&read)).unwrap_or(0);
        let counter = self.scalar(self.function.block_params(body)[0])?;
        let bounds = LoopBounds {
            body,
            counter,
            upper: *upper_bound,
            step: *step,
            is_unsigned: *unsigned,
            is_entered: true,
        };
        let stages = pipeline.rings[ring].stages;
        let current = self.pipeline_states[ring].stage.into();
        let is_first = self.compare(Cmp::Eq, Ty::U32, current, Val::ZERO);
        let before = self.b.def(Op::Sub { ty: Ty::U32 }, &[current, Val::u32(1)]);
        let stage = self.pick(is_first, Val::u32(stages - 1), before);
        let fill = Fill { number: group as u32 + stages - 1, stage };
        self.copy_fill(pipeline, ring, bounds, fill)
    }

    /// Goes on to the next stage, which all threads do at the same place.
    pub(in crate::select) fn next_stage(&mut self, pipeline: &Pipeline, ring: PipelineId) {
        let stage: Reg = self.pipeline_states[ring].stage;
        let stages = Val::u32(pipeline.rings[ring].stages);
        let next = self.b.def(Op::Add { ty: Ty::U32 }, &[stage.into(), Val::u32(1)]);
        let wraps = self.compare(Cmp::Eq, Ty::U32, next, stages);
        let next = self.pick(wraps, Val::ZERO, next);
        self.b.assign(stage, next);
    }

    /// Behind a loop that threads copy for: all have read the stages, which are scratch memory again.
    pub(in crate::select) fn drain_stages(&mut self, owner: Inst) {
        if !self.pipeline.is_some_and(|pipeline| pipeline.copies_ahead(self.function, owner)) {
            return;
        }
        self.barrier();
        self.scratch_limit = self.target.max_shared - CTA_RESERVED;
    }

    /// Copies the tiles of a fill, if its iteration exists, as one group.
    fn copy_fill(
        &mut self,
        pipeline: &Pipeline,
        ring: PipelineId,
        bounds: LoopBounds,
        fill: Fill,
    ) -> Select<()> {
        let groups = pipeline.groups_of(self.function, ring, bounds.body);
        let count = groups.len() as u32;
        let loads: &StageLoads = groups[(fill.number % count) as usize];
        let beyond = self.b.label();
        let (counter, exists) = self.iteration_ahead(bounds, fill.number / count)?;
        if let Some(exists) = exists {
            self.b.branch_if(exists, true, Uniform::Yes, beyond);
        }
        self.with_counter(pipeline, bounds.body, counter, loads, |cx, load| {
            cx.copy_part(pipeline, load, fill.stage)
        })?;
        self.b.place(beyond);
        self.b.emit(Op::CpAsyncCommit {}, &[], &[]);
        Ok(())
    }

    /// The counter of the iteration that is so many ahead, and whether there is such an iteration, if that is not known.
    fn iteration_ahead(&mut self, bounds: LoopBounds, ahead: u32) -> Select<(Val, Option<Val>)> {
        let LoopBounds { body, counter, upper, step, is_unsigned, is_entered } = bounds;
        if ahead == 0 && is_entered {
            return Ok((counter, None));
        }
        let param = self.function.block_params(body)[0];
        let (upper, step) = (self.scalar(upper)?, self.scalar(step)?);
        let Elem::Scalar(int) = self.elem(param) else {
            return Err(Unsupported::op("for over pointers"));
        };
        let signedness = if is_unsigned { Signedness::Unsigned } else { Signedness::Signed };
        // Distances of 32 bits, where the step is known, or else of 64.
        let known = step.imm().and_then(|step| step.checked_mul(u64::from(ahead)));
        let is_short = int == Scalar::I32 && known.is_some_and(|distance| distance < 1 << 31);
        let wide = if is_short { Scalar::I32 } else { Scalar::I64 };
        let [from, to, by] = [counter, upper, step].map(|val| match int == wide {
            true => val,
            false => self.extend_to(val, int, wide, signedness),
        });
        let (ty, unsigned) = (int_types(wide).of(signedness), int_types(wide).unsigned);
        let is_before = match is_entered {
            true => Val::Imm(1),
            false => self.compare(Cmp::Lt, ty, from, to),
        };
        if ahead == 0 {
            return Ok((counter, Some(is_before)));
        }
        let signed = int_types(wide).signed;
        let left = self.b.def(Op::Sub { ty: signed }, &[to, from]);
        let distance = self.b.mul_int(signed, by, Val::u32(ahead), Exact::NEITHER);
        let is_left = self.compare(Cmp::Gt, unsigned, left, distance);
        let exists = self.and_pred(is_before, is_left);
        let later = self.b.def(Op::Add { ty: signed }, &[from, distance]);
        let later = if wide == int { later } else { self.truncate(later, wide, int) };
        Ok((later, Some(exists)))
    }

    /// Selects what the indices of loads follow from with another loop counter, and then what each load uses them for.
    fn with_counter(
        &mut self,
        pipeline: &Pipeline,
        body: Block,
        counter: Val,
        loads: &StageLoads,
        use_indices: impl Fn(&mut Self, &StageLoad<'_>) -> Select<()>,
    ) -> Select<()> {
        let function = self.function;
        let mut wanted: Vec<Value> = Vec::new();
        for &load in loads {
            let async_load = &pipeline.async_loads[load];
            wanted.push(pipeline.maps[async_load.map].view);
            wanted.extend(function.data(async_load.inst).operands());
        }
        let is_view_or_scalar =
            |value: &Value| !self.module.types.is_token(function.value_type(*value));
        let wanted: Vec<Value> = wanted.into_iter().filter(is_view_or_scalar).collect();
        let insts = slice::in_iteration(function, body, wanted.into_iter()).ok_or_else(|| {
            Unsupported::op("an index that does not follow from the loop counter")
        })?;
        let param = function.block_params(body)[0];
        let mut changed: Vec<Value> = vec![param];
        changed.extend(insts.iter().flat_map(|&inst| function.results(inst)));
        let is_changed = |value: &Value| changed.contains(value);
        let tiles: Vec<_> = self
            .tiles
            .iter()
            .filter(|((value, _), _)| is_changed(value))
            .map(|(key, tile)| (*key, tile.clone()))
            .collect();
        let views: Vec<_> =
            changed.iter().map(|&value| (value, self.views[value].clone())).collect();
        self.tiles.retain(|(value, _), _| !changed.contains(value));
        let layouts: Vec<_> = self.plan.required_layouts(param).to_vec();
        for layout in layouts {
            self.set(param, layout, vec![counter]);
        }
        let with_load = |cx: &mut Self, number: usize| {
            let inst = pipeline.async_loads[number].inst;
            let InstData::LoadViewTko { view, index, .. } = function.data(inst) else {
                return Err(Unsupported::op("a copy of no view"));
            };
            use_indices(cx, &StageLoad { number, view: *view, index })
        };
        let result = insts
            .iter()
            .try_for_each(|&inst| self.inst(inst))
            .and_then(|()| loads.iter().try_for_each(|&number| with_load(self, number)));
        self.tiles.retain(|(value, _), _| !changed.contains(value));
        self.tiles.extend(tiles);
        for (value, view) in views {
            self.views[value] = view;
        }
        result
    }
}
