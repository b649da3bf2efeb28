//! Where control flow carries values: from the terminator of a block to parameters and results.

use ir::{Block, Function, Inst, InstData, Value};

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
