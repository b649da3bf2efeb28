//! Pipelines as code: setting up, the producer's copies, the consumers' waiting.
//!
//! Each side of a ring keeps the number of the next buffer (`stage`) and the phase parity of the phase
//! that it waits for, which flips each time around the ring. A fresh barrier lets a wait for
//! phase parity 1 pass, so consumers wait for full buffers from phase parity 0 and the producer for empty ones
//! from the opposite (PTX ISA, "mbarrier").
//!
//! A buffer may be released when the MMAs that read it are done. MMAs are asynchronous;
//! the buffer of the last ones is *held* until the next have been started and the last waited for,
//! so that the tensor cores always have work. With `tcgen05` the tensor core releases it itself.

use ir::{Inst, Value};
use smallvec::{SmallVec, smallvec};

use crate::linear::interned::LayoutId;
use crate::mma::smem_operand::map_elem;
use crate::ptx::Variable;
use crate::ptx::builder::{Exact, Guarded};
use crate::ptx::inst::{Guard, Label, Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{
    Cmp, Ftz, Part, RegisterChange, Space, TensorMapDim, TensorMapField, Ty, Uniform,
};
use crate::schedule::pipeline::{Partition, Pipeline, TensorMap};
use crate::select::memory::element;
use crate::select::memory::exchange::ALL_LANES;
use crate::select::memory::view::View;
use crate::select::pipeline::tma_box::{TmaBox, boxes};
use crate::select::{Cx, Select, Unsupported};
use crate::target::{L2_LINE, LANES, MAP_ALIGN, MAP_BYTES, SM_SLOTS};

/// One side's state of a ring.
pub struct PipelineState {
    pub(in crate::select) stage: Reg,
    pub(in crate::select) phase: Reg,
    /// The buffer to be released next, or [`NOTHING_HELD`].
    consumed: Option<Reg>,
    /// Whether the operation at hand has to wait for the current stage before it reads it.
    pub(in crate::select) must_wait: bool,
}

const NOTHING_CONSUMED: Val = Val::Imm(0xFFFF_FFFF);
/// Sets of tensor maps, one for each SM.
pub(in crate::select) const TENSORMAP_SLOTS: u64 = SM_SLOTS as u64;

impl<'a> Cx<'a> {
    /// Computes the tensor views of the pipeline's maps, and whether maps can describe them: known
    /// at once, or a test that comes out alike in all threads.
    pub fn tma_applies(&mut self, pipeline: &'a Pipeline) -> Select<Val> {
        for &inst in &pipeline.views {
            self.inst(inst)?;
        }
        let (wrong, rows) = self.misalignment(pipeline, false)?;
        if pipeline.pairs.is_some() {
            let rest = self.b.def(Op::And { ty: Ty::B64 }, &[rows, Val::Imm(L2_LINE - 1)]);
            let op = Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty: Ty::U64 };
            self.is_pitch_misaligned = self.b.def(op, &[rest, Val::ZERO]);
        }
        let (epilogue_misalignment, _) = self.misalignment(pipeline, true)?;
        let fit = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U64 };
        self.epilogue_tma_applies = self.b.def(fit, &[epilogue_misalignment, Val::ZERO]);
        let possible = self.b.def(fit, &[wrong, Val::ZERO]);
        if pipeline.cp_async_warps().is_some() {
            // What threads copy nobody shares, and for epilogue loads they have no time.
            self.is_pitch_misaligned = self.and_pred(self.is_pitch_misaligned, possible);
            self.epilogue_tma_applies = self.and_pred(self.epilogue_tma_applies, possible);
        }
        Ok(possible)
    }

    /// Bits that are set where a map cannot describe its tensor, of those for epilogue loads alone or of all others;
    /// and the bits of all distances between rows that had to be looked at.
    fn misalignment(&mut self, pipeline: &Pipeline, of_epilogue: bool) -> Select<(Val, Val)> {
        let mut low = Val::ZERO;
        let mut high = Val::ZERO;
        let mut rows = Val::ZERO;
        let mut all_aligned = true;
        let pairs = pipeline.pairs.is_some() && !of_epilogue;
        for (number, map) in pipeline.maps.iter().enumerate() {
            if pipeline.is_for_epilogue_loads(number) != of_epilogue {
                continue;
            }
            let view = self.view(map.view)?;
            let bytes = map.elem.bytes();
            for (i, &dim) in map.dims.iter().enumerate() {
                let dim = view.dims[dim];
                if !dim.is_short {
                    let beyond = self.b.def(Op::Shr { ty: Ty::U64 }, &[dim.extent, Val::u32(31)]);
                    high = self.b.def(Op::Or { ty: Ty::B64 }, &[high, beyond]);
                }
                if i > 0 && (!map.aligned || pairs) {
                    let stride =
                        self.b.mul_int(Ty::S64, dim.stride, Val::u32(bytes), Exact::NEITHER);
                    rows = self.b.def(Op::Or { ty: Ty::B64 }, &[rows, stride]);
                }
            }
            if !map.aligned {
                all_aligned = false;
                low = self.b.def(Op::Or { ty: Ty::B64 }, &[low, view.base]);
            }
        }
        if !all_aligned {
            low = self.b.def(Op::Or { ty: Ty::B64 }, &[low, rows]);
        }
        let mask = Val::Imm(u64::from(MAP_ALIGN - 1));
        let low = self.b.def(Op::And { ty: Ty::B64 }, &[low, mask]);
        Ok((self.b.def(Op::Or { ty: Ty::B64 }, &[low, high]), rows))
    }

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
        let releases = Val::u32(pipeline.releases());
        for (number, ring) in pipeline.rings.iter().enumerate() {
            let (full, empty) = pipeline.ring_barriers(number);
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
        self.init_state_transfer(pipeline, first);
        self.b.emit_if(first, Op::MbarrierInitFence {}, &[], &[]);
        match pipeline.pairs {
            Some(_) => self.cluster_sync(),
            None => self.b.emit(Op::BarSync {}, &[], &[Val::ZERO.into()]),
        }
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

    /// The producer, if TMA can copy, for else others do, or nobody: the maps by one warp, then
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
        if pipeline.producer_warps() > pipeline.tiles_per_cta() {
            let others = Val::u32((pipeline.consumer_warps() + pipeline.tiles_per_cta()) * 32);
            let idle = self.test(Cmp::Ge, self.tid, others);
            self.b.emit_if(idle, Op::Ret {}, &[], &[]);
        }
        self.enter_tile_of_cta(pipeline, Partition::Producer);
        self.begin_pipelines(pipeline, Partition::Producer);
        for &inst in &pipeline.views {
            self.inst(inst)?;
        }
        self.maps = self.build_maps(pipeline)?;
        let lane = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(31)]);
        let idle = self.test(Cmp::Ne, lane, Val::ZERO);
        self.b.emit_if(idle, Op::Ret {}, &[], &[]);
        Ok(())
    }

    /// Begins with the first stage of each pipeline.
    pub fn begin_pipelines(&mut self, pipeline: &'a Pipeline, partition: Partition) {
        self.pipeline_states = pipeline
            .rings
            .iter()
            .map(|_| {
                let fresh = |cx: &mut Self, val: Val| {
                    let reg = cx.b.fresh(Class::B32);
                    cx.b.assign(reg, val);
                    reg
                };
                let (stage, phase) = (fresh(self, Val::ZERO), fresh(self, Val::ZERO));
                let holds = partition == Partition::Consumer && pipeline.tensor_memory.is_none();
                let consumed = holds.then(|| fresh(self, NOTHING_CONSUMED));
                PipelineState { stage, phase, consumed, must_wait: false }
            })
            .collect();
        if partition == Partition::Consumer {
            self.enter_tensor_memory(pipeline);
        }
    }

    /// A guard for threads where a comparison holds.
    fn test(&mut self, cmp: Cmp, a: Val, b: Val) -> Option<Guard> {
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

    /// Waits until the next buffer of a ring is empty.
    pub(in crate::select) fn producer_acquire(&mut self, pipeline: &Pipeline, ring: usize) {
        let (_, empty) = pipeline.ring_barriers(ring);
        let PipelineState { stage, phase, .. } = self.pipeline_states[ring];
        let opposite = self.b.def(Op::Xor { ty: Ty::B32 }, &[phase.into(), Val::u32(1)]);
        self.wait_for_phase(stage.into(), empty, opposite);
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

    // ---- the producer ----

    /// Builds the tensor maps in this SM's part of global memory, by one warp, and leaves that to
    /// its first lane. Gives the generic address of each map.
    pub fn build_maps(&mut self, pipeline: &Pipeline) -> Select<Vec<Val>> {
        let lane = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(31)]);
        let word = self.b.def(Op::Shl { ty: Ty::B32 }, &[lane, Val::u32(2)]);
        let bytes = pipeline.maps.len() as u64 * u64::from(MAP_BYTES);
        // Each producer has its own.
        let own = self.tile_in_cta.map(|tile_in_cta| {
            self.b.mul_int(Ty::U32, tile_in_cta, Val::Imm(bytes), Exact::NEITHER)
        });
        let mut base = self.scratch_address();
        if let Some(own) = own {
            base = self.b.def(Op::Add { ty: Ty::U32 }, &[base, own]);
        }
        let word = self.b.def(Op::Add { ty: Ty::U32 }, &[base, word]);
        for map in 0..pipeline.maps.len() as u32 {
            let at = self.b.mem(word, (pipeline.smem.maps + map * MAP_BYTES) as i32);
            let zero = self.b.reg(Val::ZERO, Class::B32);
            self.store_shared(None, at, &[zero.into()], 4);
        }
        self.b.emit(Op::BarWarpSync {}, &[], &[ALL_LANES.into()]);
        let first = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 };
        let first = self.b.def(first, &[lane, Val::ZERO]);
        for (number, map) in pipeline.maps.iter().enumerate() {
            let view = self.view(map.view)?;
            let at = self.b.mem(base, (pipeline.smem.maps + number as u32 * MAP_BYTES) as i32);
            let described = match pipeline.is_for_epilogue_loads(number) {
                true => self.and_pred(first, self.epilogue_tma_applies),
                false => first,
            };
            let guard = described.reg().map(|pred| Guard { pred, negated: false });
            self.write_map(map, &view, at, guard)?;
        }
        self.b.emit(Op::BarWarpSync {}, &[], &[ALL_LANES.into()]);

        let of_sm = u64::from(pipeline.tiles_per_cta()) * bytes;
        let symbol = self.b.variable(Variable {
            name: format!("{}_maps", self.name),
            space: Space::Global,
            align: MAP_BYTES,
            bytes: TENSORMAP_SLOTS * u64::from(pipeline.per_sm) * of_sm,
            init: Vec::new(),
            visible: false,
        });
        let start = self.b.def_from(Op::MovAddress { ty: Ty::U64 }, Operand::Address(symbol));
        let set = self.tensormap_slot(pipeline);
        let op = Op::Mul { part: Part::Wide, ty: Ty::U32 };
        let offset = self.b.def(op, &[set, Val::Imm(of_sm)]);
        let mut start = self.b.def(Op::Add { ty: Ty::U64 }, &[start, offset]);
        if let Some(own) = own {
            let own = self.b.def(element::cvt(Ty::U64, Ty::U32), &[own]);
            start = self.b.def(Op::Add { ty: Ty::U64 }, &[start, own]);
        }
        let generic = self.b.def(Op::Cvta { space: Space::Global }, &[start]);
        let length = Operand::from(Val::u32(MAP_BYTES));
        let mut maps = Vec::new();
        for number in 0..pipeline.maps.len() as u32 {
            let offset = number * MAP_BYTES;
            let to = self.b.mem(start, offset as i32);
            let from = self.b.mem(base, (pipeline.smem.maps + offset) as i32);
            self.b.emit(Op::TensorMapPublish {}, &[], &[to, from, length.clone()]);
            let map = self.b.def(Op::Add { ty: Ty::U64 }, &[generic, Val::u32(offset)]);
            maps.push(map);
        }
        for &map in &maps {
            let at = self.b.mem(map, 0);
            self.b.emit(Op::TensorMapAcquire {}, &[], &[at, length.clone()]);
        }
        Ok(maps)
    }

    fn write_map(
        &mut self,
        map: &TensorMap,
        view: &View,
        at: Operand,
        first: Option<Guard>,
    ) -> Select<()> {
        let elem = if map.rounds { Some(ROUNDED_TO_TF32) } else { map_elem(map.elem) };
        let elem = elem.ok_or_else(|| Unsupported::op(format!("a tensor map of {}", map.elem)))?;
        let rank = map.dims.len() as u32;
        let fields = [
            (TensorMapField::Address, Ty::B64, view.base),
            (TensorMapField::Rank, Ty::B32, Val::u32(rank - 1)),
            (TensorMapField::Elem, Ty::B32, Val::u32(elem)),
            (TensorMapField::Interleave, Ty::B32, Val::ZERO),
            (TensorMapField::Swizzle, Ty::B32, Val::u32(map.swizzle)),
            (TensorMapField::Fill, Ty::B32, Val::ZERO),
        ];
        for (field, ty, val) in fields {
            let op = Op::TensorMapField { field, ty };
            self.b.emit_if(first, op, &[], &[at.clone(), val.into()]);
        }
        for (i, (&dim, &bound)) in map.dims.iter().zip(&map.bounds).enumerate() {
            let dim = view.dims[dim];
            let extent = self.b.def(element::cvt(Ty::U32, Ty::U64), &[dim.extent]);
            let mut fields: SmallVec<[(TensorMapDim, Ty, u32, Val); 4]> = smallvec![
                (TensorMapDim::Box, Ty::B32, i as u32, Val::u32(bound)),
                (TensorMapDim::Extent, Ty::B32, i as u32, extent),
                (TensorMapDim::Step, Ty::B32, i as u32, Val::u32(1)),
            ];
            if i > 0 {
                let bytes = Val::u32(map.elem.bytes());
                let stride = self.b.mul_int(Ty::S64, dim.stride, bytes, Exact::NEITHER);
                fields.push((TensorMapDim::Stride, Ty::B64, i as u32 - 1, stride));
            }
            for (field, ty, number, val) in fields {
                let op = Op::TensorMapDim { field, ty };
                let operands = [at.clone(), Val::u32(number).into(), val.into()];
                self.b.emit_if(first, op, &[], &operands);
            }
        }
        Ok(())
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
        let (full, _) = pipeline.ring_barriers(ring);
        let address = self.stage_address(self.current_stage(ring), 8, full);
        let at = self.b.mem(address, 0);
        let bytes = self.own_bytes(bytes, async_loads, &at);
        self.b.emit(Op::MbarrierExpect {}, &[], &[Operand::Sink, at, bytes.into()]);
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

    // ---- the consumers ----

    /// The asynchronous load that a load has become.
    pub(in crate::select) fn async_load(&self, inst: Inst) -> Option<(&'a Pipeline, usize)> {
        self.pipeline.and_then(|pipeline| Some((pipeline, pipeline.async_load(inst)?)))
    }

    /// Waits until the current buffer of an asynchronous load is full; gives the address of its tile.
    pub fn consumer_wait(&mut self, number: usize) -> Val {
        let Some(pipeline) = self.pipeline else { return Val::ZERO };
        let async_load = &pipeline.async_loads[number];
        self.wait_until_full(pipeline, async_load.ring);
        self.tile_address(pipeline, number)
    }

    /// Where an asynchronous load's tile is in the current buffer.
    fn tile_address(&mut self, pipeline: &Pipeline, number: usize) -> Val {
        let async_load = &pipeline.async_loads[number];
        let ring = &pipeline.rings[async_load.ring];
        let stage = self.pipeline_states[async_load.ring].stage.into();
        let in_buffer = if self.tile_in_cta.is_some() { 0 } else { async_load.offset };
        let buffer =
            self.stage_address(stage, ring.bytes, pipeline.smem.rings[async_load.ring] + in_buffer);
        self.tile_in_stage(buffer, number)
    }

    pub(in crate::select) fn wait_until_full(&mut self, pipeline: &Pipeline, ring: usize) {
        if !std::mem::take(&mut self.pipeline_states[ring].must_wait) {
            return;
        }
        let PipelineState { stage, phase, .. } = self.pipeline_states[ring];
        let (full, _) = pipeline.ring_barriers(ring);
        match pipeline.tensor_memory {
            // Who issues no MMAs could miss a phase.
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

    /// Waits for the MMA that computes a value, if it may be in flight: all but those of the
    /// latest group are known to be done.
    pub fn finish(&mut self, value: Value) -> Select<()> {
        self.fetch_resident(value)?;
        if !self.in_flight.contains(value) {
            return Ok(());
        }
        match self.latest {
            Some(latest) if latest != value => {
                self.in_flight.remove(value);
            }
            _ => self.drain()?,
        }
        Ok(())
    }

    /// Waits for all MMAs in flight, where the schedule says so.
    pub fn drain(&mut self) -> Select<()> {
        if self.tensor.is_none() && !self.in_flight.is_empty() {
            self.expect_announced();
        }
        self.drain_early()
    }

    /// Waits for all MMAs in flight, perhaps earlier than the schedule does: a conversion to another layout begins where
    /// the value is computed.
    pub fn drain_early(&mut self) -> Select<()> {
        self.fetch_all_resident()?;
        if self.in_flight.is_empty() {
            return Ok(());
        }
        self.in_flight.clear();
        self.latest = None;
        self.b.emit(Op::WgmmaWait {}, &[], &[Val::ZERO.into()]);
        self.release_consumed();
        Ok(())
    }

    /// Waits for MMAs in flight if there are any that read operands from registers: see
    /// `select::mma::wgmma`. Accumulators stay where they are.
    pub fn finish_register_operands(&mut self) {
        let reads = self.pipeline.is_some_and(Pipeline::has_operands_in_registers);
        if reads && self.tensor.is_none() && !self.in_flight.is_empty() {
            self.expect_announced();
            self.b.emit(Op::WgmmaWait {}, &[], &[Val::ZERO.into()]);
            self.release_consumed();
        }
    }

    /// A schedule that has no wait here and the code that has one are not the same.
    fn expect_announced(&mut self) {
        if cfg!(debug_assertions) && !self.is_mma_wait_announced {
            let message = "MMAs in flight are waited for where the schedule has no `mma_wait`";
            self.report(Unsupported::new(crate::codes::MALFORMED_PTX, message));
        }
    }

    /// Where loops carry accumulators in place, MMAs on them may be in flight at this point.
    pub fn expect_in_flight(&mut self, params: &[Value], values: &[Value]) {
        let Some(pipeline) = self.pipeline.filter(|_| self.partition == Partition::Consumer) else {
            return;
        };
        if pipeline.tensor_memory.is_some() {
            return;
        }
        for (&param, &value) in params.iter().zip(values) {
            if pipeline.is_in_place(param) {
                self.in_flight.insert(value);
                self.latest = None;
                self.is_mma_wait_announced = false;
            }
        }
    }

    /// Whether a value already is in the registers that it is handed on in.
    pub fn is_accumulated_in(&self, value: Value, layout: LayoutId, regs: &[Reg]) -> bool {
        self.in_flight.contains(value)
            && self.tiles.get(&(value, layout)).is_some_and(|tile| {
                tile.len() == regs.len()
                    && tile.iter().zip(regs).all(|(val, &reg)| *val == Val::Reg(reg))
            })
    }

    // ---- both ----

    /// Whether this partition computes a value.
    pub fn computes_value(&self, value: Value) -> bool {
        match (self.partition, self.pipeline) {
            (Partition::Producer, Some(pipeline)) => pipeline.in_producer_slice(value),
            _ => true,
        }
    }
}

/// The element type of a tensor map of f32 that are rounded to tf32.
const ROUNDED_TO_TF32: u32 = 11;
