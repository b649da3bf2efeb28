//! The cost of the loads, stores and copies of a kernel: instructions, bytes, sectors.

use std::cmp::Reverse;

use ir::{Function, Inst, InstData, Module, TypeKind, Value};

use crate::analysis::role::{Role, role};
use crate::cost::model::{AccessModel, ComputeModel, CopyModel, OpKind};
use crate::launch::count::Counter;
use crate::launch::evaluate::Trace;
use crate::launch::{Compiled, is_clustered, sector_share};
use crate::layout::assign::view_runs;
use crate::linear::layout::{Axis, LANE_BITS, LinearLayout};
use crate::schedule::build::operand_reuse::OperandReuse;
use crate::schedule::pipeline::AsyncLoad;
use crate::schedule::reduction::BulkReduction;
use crate::target::{L2_LINE, LANES, MAX_VECTOR_BYTES, SECTOR_BYTES};

/// Bytes that all threads together access at an instruction; none if it is not an access.
pub fn accessed_bytes(module: &Module, function: &Function, inst: Inst) -> Option<f64> {
    let value = match function.data(inst) {
        InstData::LoadViewTko { .. } | InstData::LoadPtrTko { .. } => function.results(inst)[0],
        InstData::StoreViewTko { tile, .. } => *tile,
        InstData::StorePtrTko { value, .. } | InstData::AtomicRedViewTko { value, .. } => *value,
        InstData::AtomicRmwTko { arg, .. } => *arg,
        InstData::AtomicCasTko { val, .. } => *val,
        _ => return None,
    };
    let tile = module.types.as_tile(function.value_type(value))?;
    Some(tile.num_elems() as f64 * f64::from(tile.elem.bits().max(8)) / 8.0)
}

impl Counter<'_> {
    pub(super) fn load(&mut self, inst: Inst) -> Vec<(OpKind, bool)> {
        let result = self.function.results(inst)[0];
        if let Some(pipeline) = self.compiled.pipeline
            && let Some(number) = pipeline.async_load(inst)
        {
            let load = &pipeline.async_loads[number];
            if pipeline.multistage.is_some() {
                return self.load_ahead(inst, (number, load));
            }
            let copy = (OpKind::Copy(self.copy(number, load)), true);
            if !load.by_threads {
                return vec![copy];
            }
            return vec![copy, (OpKind::Compute(self.reads(result)), false)];
        }
        self.plain_load(inst, result).into_iter().collect()
    }

    /// A load whose tile the warps that compute have copied ahead, and read from its stage: its latency is hidden.
    fn load_ahead(
        &mut self,
        inst: Inst,
        (number, load): (usize, &AsyncLoad),
    ) -> Vec<(OpKind, bool)> {
        let result = self.function.results(inst)[0];
        if !self.is_mappable {
            return self.plain_load(inst, result).into_iter().collect();
        }
        let CopyModel { bytes, sector_bytes, .. } = self.copy(number, load);
        let access = AccessModel {
            bytes,
            sector_bytes,
            instructions: bytes / f64::from(LANES * MAX_VECTOR_BYTES),
            lines: bytes / L2_LINE as f64,
            is_store: false,
            is_waited: false,
            is_cached: false,
        };
        let mut reads = self.reads(result);
        reads.shared_bytes += bytes;
        // One barrier for each stage.
        let is_first = self
            .compiled
            .pipeline
            .is_some_and(|pipeline| pipeline.stage_loads_of(number).first() == Some(&number));
        reads.barriers += f64::from(u8::from(is_first));
        vec![(OpKind::Access(access), false), (OpKind::Compute(reads), false)]
    }

    /// Reads of a stage by threads.
    fn reads(&self, result: Value) -> ComputeModel {
        let bytes = self.tile_bits(result).map_or(4, |(_, bits, _)| bits.div_ceil(8));
        let vector = self.computed_in(result).map_or(1, |layout| {
            let run = (0..layout.rank()).map(|dim| layout.num_contiguous(dim)).max().unwrap_or(1);
            run.min(MAX_VECTOR_BYTES / bytes)
        });
        let registers = self.registers(result);
        ComputeModel {
            instructions: registers / f64::from(vector),
            shared_bytes: registers * f64::from(LANES * bytes),
            ..ComputeModel::default()
        }
    }

    fn plain_load(&mut self, inst: Inst, result: Value) -> Option<(OpKind, bool)> {
        let layout = self.compiled.plan.def_layout(result).map(|id| self.layout(id))?;
        let is_ahead = self.is_carried_only(inst, result);
        let is_waited = self.open.is_empty() && !is_ahead;
        let mut access = self.access(inst, layout, false, is_waited)?;
        let first = self.accesses.get(&inst).and_then(|trace| trace.first.clone());
        access.is_cached = first.is_some_and(|first| !self.loaded.insert(first));
        if !is_ahead {
            self.open.insert(result);
        }
        Some((OpKind::Access(access), false))
    }

    /// Whether a loaded tile is used in the next iteration only.
    fn is_carried_only(&self, inst: Inst, result: Value) -> bool {
        let Some(block) = self.function.inst_block(inst) else { return false };
        let mut users =
            self.function.insts(block).iter().filter(|&&user| self.function.takes(user, result));
        let is_end = |&user: &Inst| matches!(self.function.data(user), InstData::Continue { .. });
        let (first, more) = (users.next(), users.next());
        first.is_some_and(is_end) && more.is_none()
    }

    /// A store, or an atomic access; one in bulk goes through shared memory.
    pub(super) fn store(&mut self, inst: Inst) -> Vec<(OpKind, bool)> {
        let Some((access, staged)) = self.stored(inst) else { return Vec::new() };
        let staged = staged.map(|staged| (OpKind::Compute(staged), false));
        staged.into_iter().chain([(OpKind::Access(access), false)]).collect()
    }

    fn stored(&self, inst: Inst) -> Option<(AccessModel, Option<ComputeModel>)> {
        let data = self.function.data(inst);
        let value = match data {
            InstData::StoreViewTko { tile, .. } => *tile,
            InstData::StorePtrTko { value, .. } | InstData::AtomicRedViewTko { value, .. } => {
                *value
            }
            InstData::AtomicRmwTko { arg, .. } => *arg,
            InstData::AtomicCasTko { val, .. } => *val,
            _ => return None,
        };
        let plan = self.compiled.plan;
        let wanted = plan.anchor(inst).or_else(|| plan.required_layouts(value).last().copied());
        let layout = wanted.map(|id| self.layout(id))?;
        let access = self.access(inst, layout, true, false)?;
        match self.compiled.reductions.get(&inst) {
            Some(reduction) => {
                let (access, staged) = in_bulk(access, *reduction);
                Some((access, Some(staged)))
            }
            None => Some((access, None)),
        }
    }

    fn access(
        &self,
        inst: Inst,
        layout: &LinearLayout,
        is_store: bool,
        is_waited: bool,
    ) -> Option<AccessModel> {
        let module = self.compiled.module;
        let bytes = accessed_bytes(module, self.function, inst)?;
        let elements = f64::from(
            1u32 << layout.shape().iter().map(|extent| extent.trailing_zeros()).sum::<u32>(),
        );
        let elem_bytes = (bytes / elements).max(1.0);
        let trace = self.accesses.get(&inst);
        let inside = self.inside.get(&inst).copied().unwrap_or(1.0);
        let pitch = trace.and_then(|trace| trace.pitch);
        let dim = self.contiguous_dim(inst, layout);
        let allowed =
            pitch.map_or(u64::from(MAX_VECTOR_BYTES), |pitch| 1 << pitch.trailing_zeros().min(4));
        let widest = (f64::from(MAX_VECTOR_BYTES).min(allowed as f64) / elem_bytes).max(1.0);
        let vector = dim.map_or(1.0, |dim| f64::from(layout.num_contiguous(dim)).min(widest));
        // Bytes in a row that the lanes of one instruction access.
        let run = dim.map_or(1.0, |dim| neighbours(layout, dim)) * elem_bytes;
        let sectors =
            (f64::from(SECTOR_BYTES) / run).clamp(1.0, f64::from(SECTOR_BYTES) / elem_bytes);
        let replicas = f64::from(1u32 << layout.replicated_bits(Axis::Lane).count_ones());
        let instructions = f64::from(layout.num_registers()) / vector * self.warps;
        // Threads with replicas of an element store it once.
        let instructions =
            if is_store && replicas >= f64::from(LANES) { 1.0 } else { instructions };
        let rows = if run > f64::from(SECTOR_BYTES) { sector_share(pitch) } else { 1.0 };
        // The L2 cache reads what it adds to, and writes it.
        let times = match role(self.function.data(inst)) {
            Role::Atomic | Role::AtomicView => 2.0,
            _ => 1.0,
        };
        let moved = bytes * inside;
        Some(AccessModel {
            bytes: moved,
            sector_bytes: moved * sectors * rows * times,
            instructions,
            lines: moved / run.clamp(f64::from(SECTOR_BYTES), L2_LINE as f64),
            is_store,
            is_waited,
            is_cached: false,
        })
    }

    /// The dimension of a tile along which neighbours are neighbours in memory.
    fn contiguous_dim(&self, inst: Inst, layout: &LinearLayout) -> Option<usize> {
        let data = self.function.data(inst);
        let view = match data {
            InstData::LoadViewTko { view, .. } | InstData::StoreViewTko { view, .. } => Some(*view),
            InstData::AtomicRedViewTko { view, .. } => Some(*view),
            _ => None,
        };
        let Some(view) = view else {
            // Of pointers it is the one along which the layout was made to run.
            return (0..layout.rank())
                .max_by_key(|&dim| (layout.num_contiguous(dim), Reverse(layout.rank() - dim)));
        };
        let ty = self.function.value_type(view);
        if matches!(self.compiled.module.types.kind(ty), TypeKind::Token) {
            return None;
        }
        let runs = view_runs(self.compiled.module, ty, layout.shape());
        (0..layout.rank())
            .max_by_key(|&dim| runs.get(dim).copied().unwrap_or(1))
            .filter(|&dim| runs.get(dim).copied().unwrap_or(1) > 1)
    }

    fn copy(&self, number: usize, load: &AsyncLoad) -> CopyModel {
        let trace = self.accesses.get(&load.inst);
        let inside = self.inside.get(&load.inst).copied().unwrap_or(1.0);
        let pitch = trace.and_then(|trace| trace.pitch);
        let bytes = f64::from(load.staged.bytes()) * inside;
        let rows = f64::from(load.staged.rows * load.staged.chunks) * inside;
        let word = match pitch {
            Some(pitch) if !self.is_mappable => 1 << pitch.trailing_zeros().min(3),
            _ => 0,
        };
        CopyModel {
            bytes,
            rows,
            sector_bytes: bytes * sector_share(pitch),
            word,
            shared_by: self.shared_by.get(number).copied().unwrap_or(1.0),
        }
    }
}

/// An atomic reduction in bulk: whole sectors of rows, which the L2 cache reads and writes, by an instruction for each row;
/// and what goes to shared memory and is read from there.
fn in_bulk(access: AccessModel, reduction: BulkReduction) -> (AccessModel, ComputeModel) {
    let bytes = access.bytes;
    let rows = bytes / f64::from(reduction.bytes);
    let staged = ComputeModel {
        instructions: bytes / f64::from(LANES * MAX_VECTOR_BYTES),
        shared_bytes: 2.0 * bytes,
        ..ComputeModel::default()
    };
    let sector_bytes = 2.0 * bytes;
    let lines = bytes / L2_LINE as f64;
    (AccessModel { sector_bytes, lines, instructions: rows / f64::from(LANES), ..access }, staged)
}

/// Elements in a row along a dimension that the registers and lanes of one instruction cover.
fn neighbours(layout: &LinearLayout, dim: usize) -> f64 {
    let shifts = crate::linear::layout::dim_shifts(layout.shape());
    let bits = layout.shape()[dim].trailing_zeros();
    let held = |bit: u32| {
        let basis = 1u32 << (shifts[dim] + bit);
        let in_lanes = layout.bases(Axis::Lane).contains(&basis);
        in_lanes
            || layout.bases(Axis::Register).iter().take(LANE_BITS as usize - 1).any(|&b| b == basis)
    };
    let run = (0..bits).take_while(|&bit| held(bit)).count();
    2f64.powi(run as i32)
}

/// Distances in numbers of tile blocks at which a cluster looks for the other one of a pair.
const REACH: usize = 32;

/// How many tile blocks of a CTA or cluster a copy is for, by asynchronous load. Two tiles of a CTA follow each other; a
/// cluster takes those at the distance at which most is alike.
pub(super) fn shared_by(compiled: &Compiled<'_>, traces: &[Trace]) -> Vec<f64> {
    let Some(pipeline) = compiled.pipeline else { return Vec::new() };
    let first = |trace: &Trace, inst: Inst| {
        trace.accesses.get(&inst).and_then(|access| access.first.clone())
    };
    let at_distance = |distance: usize, reuse: &OperandReuse| -> Vec<f64> {
        let alike = |(number, load): (usize, &AsyncLoad)| {
            if reuse.async_loads[number].is_none() || traces.len() <= distance {
                return 1.0;
            }
            let pairs = traces.iter().zip(&traces[distance..]).step_by(2);
            let (mut all, mut equal) = (0.0f64, 0.0);
            for (one, other) in pairs {
                all += 1.0;
                equal += f64::from(u8::from(first(one, load.inst) == first(other, load.inst)));
            }
            1.0 + equal / all.max(1.0)
        };
        pipeline.async_loads.iter().enumerate().map(alike).collect()
    };
    let saved = |shares: &Vec<f64>| -> f64 {
        let bytes = pipeline.async_loads.iter().map(|load| f64::from(load.staged.bytes()));
        bytes.zip(shares).map(|(bytes, share)| bytes * (1.0 - 1.0 / share)).sum()
    };
    match (&pipeline.two_tile, &pipeline.pairs) {
        (Some(reuse), _) => at_distance(1, reuse),
        (None, Some(reuse)) if is_clustered(pipeline, traces) => {
            let all = (1..=REACH).map(|distance| at_distance(distance, reuse));
            all.max_by(|a, b| saved(a).total_cmp(&saved(b))).unwrap_or_default()
        }
        (None, _) => vec![1.0; pipeline.async_loads.len()],
    }
}
