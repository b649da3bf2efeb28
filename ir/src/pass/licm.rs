//! Moves what a loop computes anew in each turn, but always alike, before the loop.
//!
//! Only ops that may be executed though the program would not have ([`Effect::Pure`]) move, out
//! of branches inside the loop too. Loops are done from the inside out, so an instruction leaves
//! as many loops as it can in one run.

use cranelift_entity::EntitySet;

use super::Options;
use crate::entities::{Block, Inst, Value};
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
                take_invariants(function, body, &mut variant, &mut out);
                *changed |= out.len() != first;
            }
        }
        out.push(inst);
    }
    function.set_insts(block, out);
}

/// Moves the invariant instructions of `block` and of the branches in it to `out`, in order.
/// `variant` gets the values that depend on the turn.
fn take_invariants(
    function: &mut Function,
    block: Block,
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
        let mut invariant = data.effect() == Effect::Pure;
        data.for_each_operand(|operand| invariant &= !variant.contains(operand));
        if invariant {
            out.push(inst);
            continue;
        }
        // Everything an inner loop could give away is already before it.
        if let InstData::If { then_block, else_block, .. } = *data {
            take_invariants(function, then_block, variant, out);
            take_invariants(function, else_block, variant, out);
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
