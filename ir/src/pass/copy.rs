//! Copies of instructions with everything in their regions.

use rustc_hash::FxHashMap;

use crate::entities::{Block, Inst, Value};
use crate::module::Function;

/// What stands for each value in a copy; the values not in it stand for themselves.
pub(super) type Substitution = FxHashMap<Value, Value>;

/// Copies instructions to the end of a block, and enters their results in the substitution.
pub(super) fn copy_to(function: &mut Function, insts: &[Inst], to: Block, map: &mut Substitution) {
    for &inst in insts {
        let copy = copy_of(function, inst, map);
        function.push_inst(to, copy);
    }
}

/// A copy of an instruction that is in no block yet; its results are in the substitution.
pub(super) fn copy_of(function: &mut Function, inst: Inst, map: &mut Substitution) -> Inst {
    let mut data = function.data(inst).clone();
    data.for_each_operand_mut(|value| *value = map.get(value).copied().unwrap_or(*value));
    data.for_each_block_mut(|block| *block = copy_block(function, *block, map));
    let results = function.results(inst).to_vec();
    let types: Vec<_> = results.iter().map(|&result| function.value_type(result)).collect();
    let copy = function.make_inst(data, &types, function.span(inst));
    map.extend(results.into_iter().zip(function.results(copy).iter().copied()));
    copy
}

fn copy_block(function: &mut Function, block: Block, map: &mut Substitution) -> Block {
    let copy = function.make_block();
    for param in function.block_params(block).to_vec() {
        let fresh = function.append_block_param(copy, function.value_type(param));
        map.insert(param, fresh);
    }
    let insts = function.insts(block).to_vec();
    copy_to(function, &insts, copy, map);
    copy
}
