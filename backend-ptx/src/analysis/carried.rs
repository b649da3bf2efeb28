//! Where control flow carries values: from the terminator of a block to parameters and results.

use ir::{Block, Function, Inst, InstData, Value};
use rustc_hash::FxHashSet;

/// Where the operands of a `yield`, `continue` or `break` go: pairs of target and operand.
pub fn carried(function: &Function, terminator: Inst, operands: &[Value]) -> Vec<(Value, Value)> {
    let is_break = matches!(function.data(terminator), InstData::Break { .. });
    let is_yield = matches!(function.data(terminator), InstData::Yield { .. });
    let mut block: Option<Block> = function.inst_block(terminator);
    while let Some(owner) = block.and_then(|block| function.block_owner(block)) {
        let targets: &[Value] = match function.data(owner) {
            InstData::For { body, .. } if !is_yield => &function.block_params(*body)[1..],
            InstData::Loop { .. } if is_break => function.results(owner),
            InstData::Loop { body, .. } if !is_yield => function.block_params(*body),
            InstData::If { .. } if is_yield => function.results(owner),
            InstData::Reduce { .. } | InstData::Scan { .. } => &[],
            _ => {
                block = function.inst_block(owner);
                continue;
            }
        };
        return targets.iter().copied().zip(operands.iter().copied()).collect();
    }
    Vec::new()
}

/// The values that are computed from one, or carried where one is.
pub fn computed_from(function: &Function, value: Value) -> FxHashSet<Value> {
    let insts = function.insts_in_order();
    let mut found: FxHashSet<Value> = FxHashSet::from_iter([value]);
    loop {
        let before = found.len();
        for &inst in &insts {
            computed_by(function, inst, &mut found);
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Adds what an instruction computes of values, or where it carries them.
fn computed_by(function: &Function, inst: Inst, found: &mut FxHashSet<Value>) {
    let data = function.data(inst);
    let results = function.results(inst);
    match data {
        InstData::For { body, init_values, .. } => {
            let params = &function.block_params(*body)[1..];
            for ((init, param), result) in init_values.iter().zip(params).zip(results) {
                if found.contains(init) || found.contains(param) {
                    found.extend([*param, *result]);
                }
            }
        }
        InstData::Loop { body, init_values } => {
            for (init, param) in init_values.iter().zip(function.block_params(*body)) {
                if found.contains(init) {
                    found.insert(*param);
                }
            }
        }
        InstData::Yield { operands }
        | InstData::Continue { operands }
        | InstData::Break { operands } => {
            for (target, source) in carried(function, inst, operands) {
                if found.contains(&source) {
                    found.insert(target);
                }
            }
        }
        _ if data.operands().iter().any(|operand| found.contains(operand)) => found.extend(results),
        _ => {}
    }
}
