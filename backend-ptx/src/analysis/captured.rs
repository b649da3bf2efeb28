//! The values from outside that the body of a reduction or a scan uses.

use cranelift_entity::EntitySet;
use ir::{Block, Function, Value};

/// The values from outside that the body of a reduction uses, each once.
pub fn captured(function: &Function, body: Block) -> Vec<Value> {
    let (mut own, mut found) = (EntitySet::new(), Vec::new());
    find_captured(function, body, &mut own, &mut found);
    found
}

fn find_captured(
    function: &Function,
    block: Block,
    own: &mut EntitySet<Value>,
    found: &mut Vec<Value>,
) {
    own.extend(function.block_params(block).iter().copied());
    for &inst in function.insts(block) {
        let data = function.data(inst);
        for operand in data.operands() {
            if !own.contains(operand) && !found.contains(&operand) {
                found.push(operand);
            }
        }
        for region in data.blocks() {
            find_captured(function, region, own, found);
        }
        own.extend(function.results(inst).iter().copied());
    }
}
