//! Moves what a loop computes anew in each turn, but always alike, before the loop.
//!
//! Only ops that may be executed though the program would not have ([`Effect::Pure`]) move, out
//! of branches inside the loop too. Those that may not ([`Effect::Partial`]: divisions) move from
//! where every first turn gets to, if there is a first turn. Loops are done from the inside out, so
//! an instruction leaves as many loops as it can in one run.

use cranelift_entity::EntitySet;

use super::Options;
use crate::entities::{Block, Inst, Value};
use crate::fold;
use crate::module::Function;
use crate::ops::{Effect, InstData};
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, _: &mut TypeStore, _: &Options) -> bool {
    let mut changed = false;
    hoist_in(function, function.entry_block, &mut changed);
    changed
}

/// Empties the loops in `block` of what is invariant in them.
fn hoist_in(function: &mut Function, block: Block, changed: &mut bool) {
    let mut out = Vec::new();
    for inst in function.take_insts(block) {
        for region in function.data(inst).blocks() {
            hoist_in(function, region, changed);
        }
        if matches!(function.data(inst), InstData::For { .. } | InstData::Loop { .. }) {
            for body in function.data(inst).blocks() {
                let mut variant = EntitySet::new();
                let first = out.len();
                let executed = has_a_turn(function, inst);
                take_invariants(function, body, executed, &mut variant, &mut out);
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

/// Moves the invariant instructions of `block` and of the branches in it to `out`, in order.
/// `variant` gets the values that depend on the turn. What stands in front of all that branches is
/// executed in each turn, so that it is `executed` if there is one.
fn take_invariants(
    function: &mut Function,
    block: Block,
    mut executed: bool,
    variant: &mut EntitySet<Value>,
    out: &mut Vec<Inst>,
) {
    let params = function.block_params(block).to_vec();
    params.into_iter().for_each(|param| {
        variant.insert(param);
    });
    let mut kept = Vec::new();
    for inst in function.take_insts(block) {
        let data = function.data(inst);
        let effect = data.effect();
        let mut invariant = effect == Effect::Pure || executed && effect == Effect::Partial;
        data.for_each_operand(|operand| invariant &= !variant.contains(operand));
        if invariant {
            out.push(inst);
            continue;
        }
        // It may leave the loop, or end the kernel.
        executed &= data.blocks().is_empty() && effect != Effect::Io;
        // Everything an inner loop could give away is already before it.
        if let InstData::If { then_block, else_block, .. } = *data {
            take_invariants(function, then_block, false, variant, out);
            take_invariants(function, else_block, false, variant, out);
        } else {
            for region in function.data(inst).blocks() {
                mark_variant(function, region, variant);
            }
        }
        for &result in function.results(inst) {
            variant.insert(result);
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
