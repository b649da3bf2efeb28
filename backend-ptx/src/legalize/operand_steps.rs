//! The way of an operand from its load to its MMA.

use ir::types::TypeStore;
use ir::{Effect, Function, Inst, InstData, Value, fold};

/// The tile that an instruction permutes, reshapes or rounds, if it does nothing else, and the dimension of that tile which
/// is dimension `dim` of the result.
pub fn step_source(
    function: &Function,
    types: &TypeStore,
    step: Inst,
    dim: usize,
) -> Option<(Value, usize)> {
    let dims = |value: Value| types.dims(function.value_type(value));
    match *function.data(step) {
        InstData::Permute { source, ref permutation } => {
            Some((source, *permutation.get(dim)? as usize))
        }
        InstData::Reshape { source } => {
            let after = dims(function.single_result(step)?);
            let extents = |dims: &'_ [u32]| -> Vec<u32> {
                dims.iter().copied().filter(|&extent| extent > 1).collect()
            };
            if extents(after) != extents(dims(source)) || after[dim] == 1 {
                return None;
            }
            let before = after[..dim].iter().filter(|&&extent| extent > 1).count();
            let mut long = (0..dims(source).len()).filter(|&dim| dims(source)[dim] > 1);
            Some((source, long.nth(before)?))
        }
        InstData::FToF { from, .. } => Some((from, dim)),
        _ => None,
    }
}

/// Whether nothing between two instructions of a block writes.
pub fn is_only_read_between(function: &Function, first: Inst, last: Inst) -> bool {
    let only_reads = |inst: Inst| {
        let effect = function.data(inst).effect();
        matches!(effect, Effect::Pure | Effect::Partial | Effect::Read | Effect::Structured)
            || (effect == Effect::Terminator
                && function.inst_block(inst) != function.inst_block(first))
    };
    let insts = function.inst_block(first).map_or(&[][..], |block| function.insts(block));
    let behind = insts.iter().copied().skip_while(|&inst| inst != first);
    let mut between = behind.take_while(|&inst| inst != last);
    between.all(|inst| only_reads(inst) && function.insts_inside(inst).into_iter().all(only_reads))
}

/// An integer as another one and a constant, modulo 2^64.
pub fn index_sum(function: &Function, mut value: Value) -> (Option<Value>, i64) {
    let mut sum: i64 = 0;
    loop {
        if let Some(constant) = fold::splat_int(function, value) {
            return (None, sum.wrapping_add(constant));
        }
        let (next, constant) = match function.def_data(value) {
            Some(&InstData::AddI { lhs, rhs, .. }) => match fold::splat_int(function, lhs) {
                Some(constant) => (rhs, Some(constant)),
                None => (lhs, fold::splat_int(function, rhs)),
            },
            Some(&InstData::SubI { lhs, rhs, .. }) => {
                (lhs, fold::splat_int(function, rhs).and_then(i64::checked_neg))
            }
            _ => return (Some(value), sum),
        };
        let Some(constant) = constant else { return (Some(value), sum) };
        (value, sum) = (next, sum.wrapping_add(constant));
    }
}
