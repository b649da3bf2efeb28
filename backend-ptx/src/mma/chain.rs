//! Which MMAs are computed from the results of others.

use ir::{Function, Inst, InstData, Value};
use rustc_hash::FxHashSet;

/// The A operand of an MMA.
fn left(function: &Function, inst: Inst) -> Option<Value> {
    match function.data(inst) {
        InstData::MmaF { lhs, .. }
        | InstData::MmaI { lhs, .. }
        | InstData::MmaFScaled { lhs, .. } => Some(*lhs),
        _ => None,
    }
}

/// The MMAs that a value is computed from, without those before a loop.
pub fn mmas_behind(function: &Function, value: Value) -> FxHashSet<Inst> {
    let mut seen = FxHashSet::default();
    let mut open: Vec<Inst> = function.def_inst(value).into_iter().collect();
    while let Some(inst) = open.pop() {
        if seen.insert(inst) && left(function, inst).is_none() {
            let data = function.data(inst);
            open.extend(data.operands().iter().filter_map(|&operand| function.def_inst(operand)));
            // What a branch gives is computed in it.
            if let InstData::If { then_block, else_block, .. } = data {
                open.extend(function.insts(*then_block).iter().chain(function.insts(*else_block)));
            }
        }
    }
    seen.retain(|&inst| left(function, inst).is_some());
    seen
}

/// Whether an MMA's A operand is computed from another MMA, or the other way round;
/// loops may carry what is between them.
///
/// In attention both have whole rows in a warp then: the fragment of the first is, rounded, that
/// of the second's A operand, and what is reduced along rows stays in the warp.
pub fn is_chained(function: &Function, inst: Inst) -> bool {
    let mmas = function.insts_in_order().into_iter();
    let mut operands = mmas.filter_map(|inst| Some((inst, left(function, inst)?)));
    operands.any(|(other, lhs)| {
        let behind = mmas_behind(function, lhs);
        if other == inst { !behind.is_empty() } else { behind.contains(&inst) }
    })
}
