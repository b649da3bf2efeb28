//! Moves what a loop computes anew in each turn, but always alike, before the loop.
//!
//! Only ops that may be executed though the program would not have ([`Effect::Pure`]) move, out
//! of branches inside the loop too. Those that may not ([`Effect::Partial`]: divisions) move from
//! where every first turn gets to, if there is a first turn. Loops are done from the inside out, so
//! an instruction leaves as many loops as it can in one run. A negation that only fused operations
//! use stays: hardware negates operands for nothing, while a copy would take registers.

use cranelift_entity::EntitySet;

use super::Options;
use crate::entities::{Block, Inst, Value};
use crate::fold;
use crate::module::Function;
use crate::ops::{Effect, InstData};
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, _: &mut TypeStore, _: &Options) -> bool {
    let mut changed = false;
    let staying = negations_of_operands(function);
    hoist_in(function, function.entry_block, &staying, &mut changed);
    changed
}

/// The negations whose every use is an operand of `fma`.
fn negations_of_operands(function: &Function) -> EntitySet<Inst> {
    let insts = function.insts_in_order();
    let mut negations = EntitySet::new();
    for &inst in &insts {
        if let InstData::Fma { lhs, rhs, acc, .. } = *function.data(inst) {
            for def in [lhs, rhs, acc].into_iter().filter_map(|value| function.def_inst(value)) {
                if matches!(function.data(def), InstData::NegF { .. }) {
                    negations.insert(def);
                }
            }
        }
    }
    if negations.is_empty() {
        return negations;
    }
    for &inst in &insts {
        if !matches!(function.data(inst), InstData::Fma { .. }) {
            function.data(inst).for_each_operand(|value| {
                if let Some(def) = function.def_inst(value) {
                    negations.remove(def);
                }
            });
        }
    }
    negations
}

/// Empties the loops in `block` of what is invariant in them.
fn hoist_in(function: &mut Function, block: Block, staying: &EntitySet<Inst>, changed: &mut bool) {
    let mut out = Vec::new();
    for inst in function.take_insts(block) {
        for region in function.data(inst).blocks() {
            hoist_in(function, region, staying, changed);
        }
        if matches!(function.data(inst), InstData::For { .. } | InstData::Loop { .. }) {
            for body in function.data(inst).blocks() {
                let mut taken = Taken { staying, variant: EntitySet::new(), out: &mut out };
                let first = taken.out.len();
                let executed = has_a_turn(function, inst);
                take_invariants(function, body, executed, &mut taken);
                *changed |= out.len() != first;
            }
        }
        out.push(inst);
    }
    function.set_insts(block, out);
}

/// Whether a loop is known to run at all.
fn has_a_turn(function: &Function, inst: Inst) -> bool {
    let InstData::For { lower_bound, upper_bound, unsigned, .. } = *function.data(inst) else {
        return matches!(function.data(inst), InstData::Loop { .. });
    };
    let constant = |value: Value| fold::splat_int(function, value);
    match (constant(lower_bound), constant(upper_bound)) {
        (Some(lower), Some(upper)) if unsigned => (lower as u64) < upper as u64,
        (Some(lower), Some(upper)) => lower < upper,
        _ => false,
    }
}

/// What leaves a loop.
struct Taken<'a> {
    /// Instructions that stay where they are.
    staying: &'a EntitySet<Inst>,
    /// The values that depend on the turn.
    variant: EntitySet<Value>,
    /// The instructions to hoist, in order.
    out: &'a mut Vec<Inst>,
}

/// Moves the invariant instructions of `block` and of the branches in it. An instruction before
/// all branches is executed in each iteration,
/// so that it is `executed` if there is one.
fn take_invariants(
    function: &mut Function,
    block: Block,
    mut executed: bool,
    taken: &mut Taken<'_>,
) {
    let params = function.block_params(block).to_vec();
    params.into_iter().for_each(|param| {
        taken.variant.insert(param);
    });
    let mut kept = Vec::new();
    for inst in function.take_insts(block) {
        let data = function.data(inst);
        let effect = data.effect();
        let mut invariant = effect == Effect::Pure || executed && effect == Effect::Partial;
        invariant &= !taken.staying.contains(inst);
        data.for_each_operand(|operand| invariant &= !taken.variant.contains(operand));
        if invariant {
            taken.out.push(inst);
            continue;
        }
        // It may leave the loop, or end the kernel.
        executed &= data.blocks().is_empty() && effect != Effect::Io;
        // Everything an inner loop could give away is already before it.
        if let InstData::If { then_block, else_block, .. } = *data {
            take_invariants(function, then_block, false, taken);
            take_invariants(function, else_block, false, taken);
        } else {
            for region in function.data(inst).blocks() {
                mark_variant(function, region, &mut taken.variant);
            }
        }
        for &result in function.results(inst) {
            taken.variant.insert(result);
        }
        kept.push(inst);
    }
    function.set_insts(block, kept);
}

/// Everything defined in `block` depends on the turn.
fn mark_variant(function: &Function, block: Block, variant: &mut EntitySet<Value>) {
    for &param in function.block_params(block) {
        variant.insert(param);
    }
    for &inst in function.insts(block) {
        for &result in function.results(inst) {
            variant.insert(result);
        }
        for region in function.data(inst).blocks() {
            mark_variant(function, region, variant);
        }
    }
}
