//! The loads that operands of MMAs come from.

use cranelift_entity::EntitySet;
use ir::{Function, Inst, InstData, Value};

use super::is_mma;

/// The loads of views and of pointers that A and B operands come from, through what a pipeline can leave out.
pub fn operand_loads(function: &Function) -> Vec<Inst> {
    let mut found = Vec::new();
    let mut seen: EntitySet<Value> = EntitySet::new();
    for inst in function.insts_in_order() {
        if !is_mma(function.data(inst)) {
            continue;
        }
        for mut value in function.data(inst).operands().into_iter().take(2) {
            while seen.insert(value)
                && let Some(def) = function.def_inst(value)
            {
                value = match function.data(def) {
                    InstData::Permute { source, .. }
                    | InstData::Reshape { source }
                    | InstData::Unpack { source } => *source,
                    InstData::FToF { from, .. } => *from,
                    InstData::LoadViewTko { .. } | InstData::LoadPtrTko { .. } => {
                        found.push(def);
                        break;
                    }
                    _ => break,
                };
            }
        }
    }
    found
}
