//! Where control flow carries values: from the terminator of a block to parameters and results.

use ir::types::TypeStore;
use ir::{Block, Function, Inst, InstData, TypeKind, Value};
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

/// The tiles and views that are computed from one, or carried where one is. Tokens order effects, and have no elements.
pub fn computed_from(function: &Function, types: &TypeStore, value: Value) -> FxHashSet<Value> {
    let insts = function.insts_in_order();
    let mut found: FxHashSet<Value> = FxHashSet::from_iter([value]);
    loop {
        let before = found.len();
        for &inst in &insts {
            let computed = computed_by(function, inst, &found);
            found
                .extend(computed.into_iter().filter(|&value| has_elements(function, types, value)));
        }
        if found.len() == before {
            return found;
        }
    }
}

fn has_elements(function: &Function, types: &TypeStore, value: Value) -> bool {
    !matches!(types.kind(function.value_type(value)), TypeKind::Token)
}

/// The results that an instruction computes from values, or the values to which it carries them.
fn computed_by(function: &Function, inst: Inst, from: &FxHashSet<Value>) -> Vec<Value> {
    let data = function.data(inst);
    let results = function.results(inst);
    match data {
        InstData::For { body, init_values, .. } => {
            let params = &function.block_params(*body)[1..];
            let carried = init_values.iter().zip(params).zip(results);
            carried
                .filter(|((init, param), _)| from.contains(init) || from.contains(param))
                .flat_map(|((_, &param), &result)| [param, result])
                .collect()
        }
        InstData::Loop { body, init_values } => {
            let carried = init_values.iter().zip(function.block_params(*body));
            carried.filter(|(init, _)| from.contains(init)).map(|(_, &param)| param).collect()
        }
        InstData::Yield { operands }
        | InstData::Continue { operands }
        | InstData::Break { operands } => carried(function, inst, operands)
            .into_iter()
            .filter(|(_, source)| from.contains(source))
            .map(|(target, _)| target)
            .collect(),
        _ if data.operands().iter().any(|operand| from.contains(operand)) => results.to_vec(),
        _ => Vec::new(),
    }
}
