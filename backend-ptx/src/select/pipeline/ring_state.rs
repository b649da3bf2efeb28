//! The state of a pipeline's rings: their barriers, the stage that each side is at, and the registers of partitions.
//!
//! Each side of a ring keeps the number of the next buffer (`stage`) and the phase parity of the phase
//! that it waits for, which flips each time around the ring. A fresh barrier lets a wait for
//! phase parity 1 pass, so consumers wait for full buffers from phase parity 0 and the producer for empty ones
//! from the opposite (PTX ISA, "mbarrier").
//!
//! In: the pipeline, with the places of its barriers and buffers in shared memory. Out: initialised barriers, before
//! the partitions part, and addresses in the stage at hand. Both sides advance once for each buffer.

use ir::{Inst, Value};
use smallvec::smallvec;

use crate::ptx::builder::Exact;
use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Part, RegisterChange, Ty, Uniform};
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::select::Cx;
use crate::target::LANES;

/// One side's state of a ring.
pub struct PipelineState {
    pub(in crate::select) stage: Reg,
    pub(in crate::select) phase: Reg,
    /// The buffer to be released next, or [`NOTHING_CONSUMED`].
    pub(in crate::select) consumed: Option<Reg>,
    /// Whether the operation at hand has to wait for the current stage before it reads it.
    pub(in crate::select) must_wait: bool,
}

/// No buffer is to be released.
pub(in crate::select) const NOTHING_CONSUMED: Val = Val::Imm(0xFFFF_FFFF);

impl<'a> Cx<'a> {
    /// Initialises the barriers, before the partitions part.
    pub fn init_barriers(&mut self, pipeline: &Pipeline, possible: Val) {
        let first = self.test(Cmp::Eq, self.tid, Val::ZERO);
        let mut copied = Val::u32(pipeline.tiles_per_cta());
        if pipeline.cp_async_warps().is_some() {
            // TMA's thread, or all lanes of a warp.
            let each = Val::u32(pipeline.tiles_per_cta() * LANES);
            copied = match possible.imm() {
                Some(0) => each,
                Some(_) => copied,
                None => self.b.def(Op::Selp { ty: Ty::B32 }, &[copied, each, possible]),
            };
        }
        if pipeline.warps_gather() {
            // The lane that announces bytes, and all lanes behind their copies.
            copied = Val::u32(1 + LANES);
        }
        let releases = Val::u32(pipeline.releases());
        let mut initialised = first;
        for (number, ring) in pipeline.rings.iter().enumerate() {
            let (full, empty) = pipeline.ring_barriers(number);
            if self.is_for_any_tensor {
                initialised = self.init_ring_by_threads((full, ring.stages), (copied, releases));
                continue;
            }
            for stage in 0..ring.stages {
                for (start, arrivals) in [(full, copied), (empty, releases)] {
                    let address = self.shared_at(start + stage * 8);
                    let operands = [address, arrivals.into()];
                    self.b.emit_if(first, Op::MbarrierInit {}, &[], &operands);
                }
            }
        }
        if let Some(memory) = &pipeline.tensor_memory {
            let address = self.shared_at(memory.done);
            self.b.emit_if(first, Op::MbarrierInit {}, &[], &[address, Val::u32(1).into()]);
        }
        self.init_mailboxes(pipeline, first);
        self.init_state_transfer(pipeline, first);
        self.b.emit_if(initialised, Op::MbarrierInitFence {}, &[], &[]);
        match pipeline.pairs {
            Some(_) => self.cluster_sync(),
            None => self.b.emit(Op::BarSync {}, &[], &[Val::ZERO.into()]),
        }
    }

    /// Initialises the barriers of a ring from an offset on, one by each thread: the first ones, which it gives.
    fn init_ring_by_threads(
        &mut self,
        (start, stages): (u32, u32),
        (full, empty): (Val, Val),
    ) -> Option<Guard> {
        let own = self.test(Cmp::Lt, self.tid, Val::u32(2 * stages));
        let is_full = self.compare(Cmp::Lt, Ty::U32, self.tid, Val::u32(stages));
        let arrivals = self.pick(is_full, full, empty);
        let address = self.stage_address(self.tid, 8, start);
        let address = self.b.mem(address, 0);
        self.b.emit_if(own, Op::MbarrierInit {}, &[], &[address, arrivals.into()]);
        own
    }

    /// Takes shared memory beyond the scratch array.
    pub fn reserve_shared(&mut self, bytes: u32) {
        self.scratch.bytes = self.scratch.bytes.max(bytes);
        self.scratch_address();
    }

    /// Shares the registers out anew, if the pipeline does.
    pub fn set_max_registers(&mut self, pipeline: &Pipeline, partition: Partition) {
        let Some((few, many)) = pipeline.registers else { return };
        let (change, count) = match partition {
            Partition::Producer => (RegisterChange::Less, few),
            Partition::Consumer | Partition::Whole => (RegisterChange::More, many),
        };
        let op = Op::SetMaxRegisters { change };
        self.b.emit(op, &[], &[Val::u32(count).into()]);
    }

    /// Begins with the first stage of each pipeline, and with the first slot of each mailbox behind them.
    pub fn begin_pipelines(&mut self, pipeline: &'a Pipeline, partition: Partition) {
        let rings = pipeline.rings.len();
        self.pipeline_states = (0..rings + pipeline.mailboxes.len())
            .map(|number| {
                let fresh = |cx: &mut Self, val: Val| {
                    let reg = cx.b.fresh(Class::B32);
                    cx.b.assign(reg, val);
                    reg
                };
                let (stage, phase) = (fresh(self, Val::ZERO), fresh(self, Val::ZERO));
                let holds = partition == Partition::Consumer
                    && pipeline.tensor_memory.is_none()
                    && number < rings;
                let consumed = holds.then(|| fresh(self, NOTHING_CONSUMED));
                PipelineState { stage, phase, consumed, must_wait: false }
            })
            .collect();
        if partition == Partition::Consumer {
            self.begin_operand_buffers(pipeline);
            self.enter_tensor_memory(pipeline);
        }
    }

    /// A guard for threads where a comparison holds.
    pub(in crate::select) fn test(&mut self, cmp: Cmp, a: Val, b: Val) -> Option<Guard> {
        let pred = self.b.def(Op::Setp { cmp, ftz: Ftz::Keep, ty: Ty::U32 }, &[a, b]);
        pred.reg().map(|pred| Guard { pred, negated: false })
    }

    /// A place in the kernel's shared memory.
    pub(in crate::select) fn shared_at(&mut self, offset: u32) -> Operand {
        let base = self.scratch_address();
        self.b.mem(base, offset as i32)
    }

    /// `start + stage * size` in the kernel's shared memory.
    pub(in crate::select) fn stage_address(&mut self, stage: Val, size: u32, start: u32) -> Val {
        let base = self.scratch_address();
        let op = Op::Mad { part: Part::Lo, ty: Ty::U32 };
        let address = self.b.def(op, &[stage, Val::u32(size), base]);
        self.b.sum(Ty::U32, address, i64::from(start), Exact::BOTH)
    }

    /// The next buffer of a ring.
    pub(in crate::select) fn current_stage(&self, ring: usize) -> Val {
        self.pipeline_states[ring].stage.into()
    }

    /// Waits until the phase of a phase parity of a stage's barrier has ended.
    pub(in crate::select) fn wait_for_phase(&mut self, stage: Val, barriers: u32, phase: Val) {
        let address = self.stage_address(stage, 8, barriers);
        let address = self.b.mem(address, 0);
        let again = self.b.loop_head();
        self.b.place(again);
        let done = self.b.def_all(Op::MbarrierTryWait {}, smallvec![address, phase.into()])[0];
        self.b.branch_if(done.into(), true, Uniform::No, again);
    }

    /// Goes on to the next buffer of a ring.
    pub(in crate::select) fn advance(&mut self, ring: usize, stages: u32) {
        let PipelineState { stage, phase, .. } = self.pipeline_states[ring];
        let next = self.b.fresh(Class::B32);
        self.b.emit(Op::Add { ty: Ty::U32 }, &[next.into()], &[stage.into(), Val::u32(1).into()]);
        let wraps = self.b.fresh(Class::Pred);
        let op = Op::Setp { cmp: Cmp::Ge, ftz: Ftz::Keep, ty: Ty::U32 };
        self.b.emit(op, &[wraps.into()], &[next.into(), Val::u32(stages).into()]);
        let op = Op::Selp { ty: Ty::B32 };
        self.b.emit(op, &[stage.into()], &[Val::ZERO.into(), next.into(), wraps.into()]);
        let flip = Some(Guard { pred: wraps, negated: false });
        let op = Op::Xor { ty: Ty::B32 };
        self.b.emit_if(flip, op, &[phase.into()], &[phase.into(), Val::u32(1).into()]);
    }

    /// Where an asynchronous load's tile is in the current buffer.
    pub(in crate::select) fn tile_address(&mut self, pipeline: &Pipeline, number: usize) -> Val {
        let async_load = &pipeline.async_loads[number];
        let ring = &pipeline.rings[async_load.ring];
        let stage = self.pipeline_states[async_load.ring].stage.into();
        let in_buffer = if self.tile_in_cta.is_some() { 0 } else { async_load.offset };
        let buffer =
            self.stage_address(stage, ring.bytes, pipeline.smem.rings[async_load.ring] + in_buffer);
        self.tile_in_stage(buffer, number)
    }

    /// Where an asynchronous load's tile goes, and the barrier that is told.
    pub(in crate::select) fn current_stage_buffer(
        &mut self,
        pipeline: &Pipeline,
        number: usize,
    ) -> (Val, Operand) {
        let ring = pipeline.async_loads[number].ring;
        let (full, _) = pipeline.ring_barriers(ring);
        let buffer = self.tile_address(pipeline, number);
        let stage = self.pipeline_states[ring].stage.into();
        let address = self.stage_address(stage, 8, full);
        (buffer, self.b.mem(address, 0))
    }

    /// The asynchronous load that a load has become.
    pub(in crate::select) fn async_load(&self, inst: Inst) -> Option<(&'a Pipeline, usize)> {
        self.pipeline.and_then(|pipeline| Some((pipeline, pipeline.async_load(inst)?)))
    }

    /// Whether this partition computes a value.
    pub fn computes_value(&self, value: Value) -> bool {
        match (self.partition, self.pipeline) {
            (Partition::Producer, Some(pipeline)) => pipeline.in_producer_slice(value),
            _ => true,
        }
    }
}
