//! The cost of the operations of a kernel: instructions, bytes, special functions, barriers.

use std::collections::BTreeMap;

use ir::{Block, Elem, Function, Inst, InstData, Scalar, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::role::{Role, role};
use crate::cost::model::{
    ComputeModel, MmaModel, MmaRate, ModelEngine, ModelRegion, OpKind, OperandPlace,
};
use crate::launch::access::shared_by;
use crate::launch::evaluate::{AccessTrace, Numbers, Trace};
use crate::launch::{Compiled, are_mappable, op};
use crate::layout::assign::extracted;
use crate::linear::convert::{Conversion, plan};
use crate::linear::interned::LayoutId;
use crate::linear::layout::{Axis, LinearLayout, dim_mask};
use crate::mma::assign::MmaEngine;
use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::schedule::pipeline::Pipeline;
use crate::target::{ALL_BANKS, LANES, MAX_VECTOR_BYTES};

/// Counts the operations of one tile block.
pub struct Counter<'a> {
    pub(super) compiled: &'a Compiled<'a>,
    pub(super) function: &'a Function,
    pub(super) warps: f64,
    /// The first trace that has each access.
    pub(super) accesses: FxHashMap<Inst, &'a AccessTrace>,
    /// The part of its elements that is inside the tensor, over all traces.
    pub(super) inside: FxHashMap<Inst, f64>,
    /// For each asynchronous load, by how many tile blocks of a CTA or cluster it is copied once.
    pub(super) shared_by: Vec<f64>,
    pub(super) is_mappable: bool,
    /// Loads that nothing has waited for.
    pub(super) open: FxHashSet<Value>,
    /// The first tiles of loads so far.
    pub(super) loaded: FxHashSet<(u64, Numbers)>,
}

impl<'a> Counter<'a> {
    pub fn new(compiled: &'a Compiled<'a>, traces: &'a [Trace]) -> Counter<'a> {
        let mut accesses = FxHashMap::default();
        let mut sums: BTreeMap<Inst, (f64, f64)> = BTreeMap::new();
        for trace in traces {
            for (&inst, access) in &trace.accesses {
                accesses.entry(inst).or_insert(access);
                let sum = sums.entry(inst).or_default();
                *sum = (sum.0 + access.inside * access.count, sum.1 + access.count);
            }
        }
        let mean =
            |(&inst, &(inside, count)): (&Inst, &(f64, f64))| (inst, inside / count.max(1e-9));
        let inside = sums.iter().map(mean).collect();
        let warps = match compiled.pipeline {
            Some(pipeline) => pipeline.block_warps(),
            None => compiled.threads / LANES,
        };
        let is_mappable = compiled
            .pipeline
            .is_none_or(|pipeline| traces.iter().all(|trace| are_mappable(pipeline, trace)));
        let is_left_to_warps = |it: &Pipeline| it.multistage.is_none() && !it.has_tma();
        let is_mappable = is_mappable && !compiled.pipeline.is_some_and(is_left_to_warps);
        Counter {
            compiled,
            function: compiled.function,
            warps: f64::from(warps),
            accesses,
            inside,
            shared_by: shared_by(compiled, traces),
            is_mappable,
            open: FxHashSet::default(),
            loaded: FxHashSet::default(),
        }
    }

    /// Fills the regions.
    pub fn count(&mut self, regions: &mut [ModelRegion], of_block: &FxHashMap<Block, usize>) {
        for inst in self.function.insts_in_order() {
            let region = self.function.inst_block(inst).and_then(|block| of_block.get(&block));
            let Some(region) = region.and_then(|&region| regions.get_mut(region)) else { continue };
            for (kind, is_produced) in self.inst(inst) {
                region.ops.push(op(self.function, inst, kind, is_produced));
            }
        }
    }

    fn inst(&mut self, inst: Inst) -> Vec<(OpKind, bool)> {
        let data = self.function.data(inst);
        let mut found = Vec::new();
        match role(data) {
            Role::Mma => found.extend(self.mma(inst)),
            Role::LoadView | Role::LoadPtr => found.extend(self.load(inst)),
            Role::StoreView | Role::StorePtr | Role::Atomic | Role::AtomicView => {
                self.wait();
                found.extend(self.store(inst));
            }
            Role::Combine => {
                self.wait();
                found.push((OpKind::Compute(self.combine(inst)), false));
            }
            Role::Elementwise { .. } | Role::Repack => {
                found.push((OpKind::Compute(self.elementwise(inst)), false));
            }
            Role::Extract => found.push((OpKind::Compute(self.extraction(inst)), false)),
            Role::Anywhere | Role::Broadcast | Role::Reshape | Role::Permute => {}
            Role::Cat | Role::Control | Role::Observe | Role::Scalar => {}
        }
        for &result in self.function.results(inst) {
            let conversions = self.conversions(result);
            if conversions != ComputeModel::default() {
                if conversions.barriers > 0.0 {
                    self.wait();
                }
                found.push((OpKind::Compute(conversions), false));
            }
        }
        let is_empty = |kind: &OpKind| matches!(kind, OpKind::Compute(none) if *none == ComputeModel::default());
        found.retain(|(kind, _)| !is_empty(kind));
        found
    }

    /// Something needs what was loaded.
    fn wait(&mut self) {
        self.open.clear();
    }

    pub(super) fn layout(&self, id: LayoutId) -> &LinearLayout {
        &self.compiled.plan.layouts[id]
    }

    pub(super) fn tile_bits(&self, value: Value) -> Option<(u64, u32, Elem)> {
        let tile = self.compiled.module.types.as_tile(self.function.value_type(value))?;
        Some((tile.num_elems(), tile.elem.bits().max(8), tile.elem))
    }

    /// The layout that a value is computed in: its own, or the largest that is wanted of it.
    pub(super) fn computed_in(&self, value: Value) -> Option<&LinearLayout> {
        let plan = self.compiled.plan;
        let own = plan.def_layout(value);
        let wanted = || {
            let all = plan.required_layouts(value).iter().copied();
            all.max_by_key(|&id| self.layout(id).num_registers())
        };
        own.or_else(wanted).map(|id| self.layout(id))
    }

    /// Registers that an instruction computes, in instructions of warps.
    pub(super) fn registers(&self, value: Value) -> f64 {
        self.computed_in(value).map_or(0.0, |layout| f64::from(layout.num_registers())) * self.warps
    }

    fn elementwise(&self, inst: Inst) -> ComputeModel {
        let data = self.function.data(inst);
        let Some(&result) = self.function.results(inst).first() else {
            return ComputeModel::default();
        };
        let is_tile = self.tile_bits(result).is_some_and(|(count, _, _)| count > 1);
        let is_needed = !self.compiled.plan.required_layouts(result).is_empty();
        if !is_tile || !is_needed {
            return ComputeModel::default();
        }
        let operand = data.operands().first().copied().unwrap_or(result);
        let bits = |value: Value| self.tile_bits(value).map_or(32, |(_, bits, _)| bits);
        let is_direct = self.tile_bits(result).is_none_or(|(_, _, elem)| {
            matches!(elem, Elem::Scalar(Scalar::F16 | Scalar::F32 | Scalar::F64))
        });
        let (instructions, special) = match data {
            // A narrow one goes into the fraction of a float, without the special function unit.
            InstData::IToF { .. } if bits(operand) < 32 => (if is_direct { 2.0 } else { 2.5 }, 0.0),
            // One that has to be rounded to odd first is converted back, compared and corrected.
            InstData::IToF { .. } if !is_direct => (6.0, 2.0),
            _ => rate(data, bits(operand), bits(result)),
        };
        let registers = self.registers(result);
        ComputeModel {
            instructions: registers * instructions,
            special: registers * special,
            ..ComputeModel::default()
        }
    }

    /// A part of a tile: nothing where it is some of the registers, else the threads write what they hold of it to shared
    /// memory, element by element, and read their elements of the part.
    fn extraction(&self, inst: Inst) -> ComputeModel {
        let (Some(&source), Some(&result)) =
            (self.function.data(inst).operands().first(), self.function.results(inst).first())
        else {
            return ComputeModel::default();
        };
        let (Some(from), Some(to)) = (self.computed_in(source), self.computed_in(result)) else {
            return ComputeModel::default();
        };
        let in_registers = extracted(from, to.shape());
        if in_registers.is_some_and(|(part, _)| part == *to) {
            return ComputeModel::default();
        }
        let instructions = f64::from(from.num_registers() + to.num_registers()) * self.warps;
        ComputeModel {
            instructions,
            shared_bytes: instructions * f64::from(ALL_BANKS),
            barriers: 1.0,
            ..ComputeModel::default()
        }
    }

    /// A reduction or a scan.
    fn combine(&self, inst: Inst) -> ComputeModel {
        let (InstData::Reduce { operands, dim, body, .. }
        | InstData::Scan { operands, dim, body, .. }) = self.function.data(inst)
        else {
            return ComputeModel::default();
        };
        let is_scan = matches!(self.function.data(inst), InstData::Scan { .. });
        let Some(layout) = operands.first().and_then(|&operand| self.computed_in(operand)) else {
            return ComputeModel::default();
        };
        let steps = (self.function.insts(*body).len().max(2) - 1) as f64;
        let mask = dim_mask(layout.shape(), *dim as usize);
        let bits = |axis: Axis| {
            layout.bases(axis).iter().filter(|&&basis| basis & mask != 0).count() as i32
        };
        let registers = f64::from(layout.num_registers());
        let left = registers / 2f64.powi(bits(Axis::Register));
        let held = if is_scan { registers } else { left };
        let lanes = f64::from(bits(Axis::Lane));
        let count = operands.len() as f64;
        let passes = if is_scan { 2.0 } else { 1.0 };
        let mut found = ComputeModel {
            instructions: self.warps * count * steps * (passes * registers + 2.0 * left * lanes),
            shuffles: passes * lanes * left.min(4.0) * count,
            // A shuffle takes the same way as an access to all banks.
            shared_bytes: f64::from(ALL_BANKS) * self.warps * count * left * lanes,
            ..ComputeModel::default()
        };
        if bits(Axis::Warp) > 0 {
            // Each thread writes what its warp found, and reads what all warps found.
            let read = 2f64.powi(bits(Axis::Warp)) * held.min(left);
            found.shared_bytes +=
                f64::from(ALL_BANKS) * self.warps * count * (held.min(left) + read);
            found.barriers = passes;
            found.instructions += self.warps * count * (held.min(left) + read * (1.0 + steps));
        }
        found
    }

    /// What bringing a value to the other layouts that are wanted of it takes.
    fn conversions(&self, value: Value) -> ComputeModel {
        let plan_of = self.compiled.plan;
        let mut found = ComputeModel::default();
        let (Some(from), Some((count, bits, _))) =
            (plan_of.def_layout(value), self.tile_bits(value))
        else {
            return found;
        };
        let from_layout = self.layout(from);
        let bytes = bits.div_ceil(8);
        for &to in plan_of.required_layouts(value).iter().filter(|&&to| to != from) {
            let to_layout = self.layout(to);
            match plan(from_layout, to_layout, bytes, 1 << 16) {
                Some(Conversion::Rename(_)) => {}
                Some(Conversion::Shuffle { registers, .. }) => {
                    found.instructions += self.warps * registers.len() as f64 * 2.0;
                    found.shared_bytes +=
                        f64::from(ALL_BANKS) * self.warps * registers.len() as f64;
                    found.shuffles += 1.0;
                }
                Some(Conversion::Exchange(exchange)) => {
                    let vector = f64::from(1u32 << exchange.vector.len());
                    let read = if exchange.matrix.is_some() {
                        f64::from(MAX_VECTOR_BYTES / bytes)
                    } else {
                        vector
                    };
                    let moved =
                        |layout: &LinearLayout| f64::from(layout.num_registers()) * self.warps;
                    found.instructions += moved(from_layout) / vector + moved(to_layout) / read;
                    found.shared_bytes += count as f64 * f64::from(bytes)
                        + moved(to_layout) * f64::from(LANES) * f64::from(bytes);
                    if !exchange.within_warp {
                        let passes = 2f64.powi(exchange.passes.len() as i32);
                        found.barriers += passes;
                    }
                }
                None => {}
            }
        }
        found
    }

    fn mma(&mut self, inst: Inst) -> Vec<(OpKind, bool)> {
        self.wait();
        let data = self.function.data(inst);
        let operands = data.operands();
        let (&[lhs, _, acc], result) = (&operands[..3], self.function.results(inst)[0]) else {
            return Vec::new();
        };
        let types = &self.compiled.module.types;
        let dims = |value: Value| types.dims(self.function.value_type(value));
        let (&[ref batches @ .., m, n], &[.., k]) = (dims(acc), dims(lhs)) else {
            return Vec::new();
        };
        let Some(scalar) = types.elem_scalar(self.function.value_type(lhs)) else {
            return Vec::new();
        };
        let m = m * batches.iter().product::<u32>();
        let engine = self.compiled.plan.mmas.get(inst).map(|plan| plan.engine);
        let is_waited = self.is_waited(inst, result);
        let mut model = MmaModel {
            engine: ModelEngine::Fma,
            m,
            n,
            k,
            rate: rate_of(scalar),
            elem_bytes: scalar.bytes(),
            a: OperandPlace::Registers,
            b: OperandPlace::Registers,
            is_waited,
        };
        let mut found = Vec::new();
        match engine {
            Some(MmaEngine::Wgmma(mma) | MmaEngine::Tcgen05(mma)) => {
                model.engine = ModelEngine::Async;
                (model.m, model.n) = if mma.swapped { (n, m) } else { (m, n) };
                (model.a, model.b) = (place(mma.a), place(mma.b));
                if mma.has_stored() {
                    found.push((OpKind::Compute(self.store_operands(&mma)), false));
                }
                if model.a == OperandPlace::Fetched {
                    found.push((OpKind::Compute(self.fetch(&mma)), false));
                }
            }
            Some(MmaEngine::Sync(_) | MmaEngine::SyncScaled(_)) => model.engine = ModelEngine::Sync,
            Some(MmaEngine::Fma) | None => {}
        }
        found.push((OpKind::Mma(model), false));
        found
    }

    /// What threads do to read the A operand in another order: words, and permutations of their bytes.
    fn fetch(&self, mma: &AsyncMma) -> ComputeModel {
        let MmaOperand::SmemToRegisters(_, staged) = mma.a else { return ComputeModel::default() };
        let bytes = f64::from(mma.m * mma.k * staged.elem.bytes());
        let words = bytes / f64::from(4 * LANES);
        // Two permutations of bytes a word of 8 bits, none of 32; loads of as many elements as neighbours allow.
        let (loads, permutations) = match staged.elem.bytes() {
            1 => (1.0, 2.0),
            _ => (0.25, 0.0),
        };
        ComputeModel {
            instructions: words * (loads + permutations),
            shared_bytes: bytes,
            ..ComputeModel::default()
        }
    }

    /// The work of the threads that write operands to the operand buffer, and the barrier behind it.
    fn store_operands(&self, mma: &AsyncMma) -> ComputeModel {
        let bytes = mma.stored().map(|stored| f64::from(stored.staged.bytes())).sum::<f64>();
        ComputeModel {
            instructions: bytes / f64::from(MAX_VECTOR_BYTES * LANES),
            shared_bytes: bytes,
            barriers: 1.0,
            ..ComputeModel::default()
        }
    }

    /// Whether threads use an MMA's result in its block, other than as an accumulator.
    fn is_waited(&self, inst: Inst, result: Value) -> bool {
        let Some(block) = self.function.inst_block(inst) else { return true };
        self.function.insts(block).iter().any(|&user| {
            let data = self.function.data(user);
            let is_end = matches!(data, InstData::Continue { .. } | InstData::Yield { .. });
            let accumulates = role(data) == Role::Mma && data.operands().get(2) == Some(&result);
            self.function.takes(user, result) && !is_end && !accumulates
        })
    }
}

fn place(operand: MmaOperand) -> OperandPlace {
    match operand {
        MmaOperand::Registers => OperandPlace::Registers,
        MmaOperand::Smem(..) => OperandPlace::Smem,
        MmaOperand::RegistersToSmem(_) => OperandPlace::Stored,
        MmaOperand::SmemToRegisters(..) => OperandPlace::Fetched,
    }
}

fn rate_of(scalar: Scalar) -> MmaRate {
    match scalar {
        Scalar::BF16 => MmaRate::Bf16,
        Scalar::F16 => MmaRate::F16,
        Scalar::F8E4M3FN | Scalar::F8E5M2 => MmaRate::F8,
        Scalar::TF32 => MmaRate::Tf32,
        Scalar::F64 => MmaRate::F64,
        scalar if scalar.is_int() => MmaRate::I8,
        _ => MmaRate::F32,
    }
}

/// Instructions and special functions that an elementwise operation takes for one element, on elements of so many bits.
fn rate(data: &InstData, from: u32, to: u32) -> (f64, f64) {
    use InstData as I;
    let packed = if from <= 16 && to <= 16 { 0.5 } else { 1.0 };
    match data {
        I::DivF { rounding, .. } if *rounding == ir::Rounding::Approx => (2.0, 1.0),
        I::DivF { .. } => (9.0, 1.0),
        I::Exp { rounding: ir::Rounding::Approx, .. } => (2.0, 1.0),
        I::Exp { .. } => (8.0, 1.0),
        I::Exp2 { flush_to_zero, .. } => (if *flush_to_zero { 1.0 } else { 3.0 }, 1.0),
        I::Log { .. } | I::Log2 { .. } => (30.0, 2.0),
        I::Sqrt { .. } | I::Rsqrt { .. } => (4.0, 1.0),
        I::Tanh { rounding: ir::Rounding::Approx, .. } => (1.0, 1.0),
        I::Tanh { .. } => (18.0, 2.0),
        I::Sin { .. } | I::Cos { .. } => (12.0, 1.0),
        I::Sinh { .. } | I::Cosh { .. } | I::Tan { .. } | I::Pow { .. } | I::Atan2 { .. } => {
            (30.0, 2.0)
        }
        I::DivI { .. } | I::RemI { .. } | I::RemF { .. } => (20.0, 1.0),
        // The special function unit converts between integers and floats.
        I::IToF { .. } => (1.0, 1.0),
        I::FToI { .. } => (if to < 32 { 3.0 } else { 1.0 }, 1.0),
        // Two elements at once to 16 bits, a shift or a mask from them.
        I::FToF { .. } if to <= 16 => (0.5, 0.0),
        I::Assume { .. }
        | I::Given { .. }
        | I::Based { .. }
        | I::Subobject { .. }
        | I::Bitcast { .. } => (0.0, 0.0),
        I::PtrToInt { .. }
        | I::IntToPtr { .. }
        | I::PtrToPtr { .. }
        | I::Pack { .. }
        | I::Unpack { .. } => (0.0, 0.0),
        _ => (packed, 0.0),
    }
}
