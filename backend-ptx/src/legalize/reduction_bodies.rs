//! The bodies of reductions and scans.
//!
//! A body is repeated for each pair of elements, one element to a register. It may use values
//! from outside, and it may compute what depends on them alone: that is moved in front of the reduction here, so
//! that only what depends on an element is repeated.
//!
//! *Invariant:* what is moved is computed once though the body may not have computed it at all; nothing
//! that a body may contain has an effect or traps on a GPU.

use cranelift_entity::EntitySet;
use ir::{Block, Effect, Function, Inst, InstData, Module, Value};

/// The module with bodies that compute nothing but what depends on elements; `None` if all are so.
pub fn hoist(module: &Module) -> Option<Module> {
    let mut hoisted: Option<Module> = None;
    for (entry, function) in module.entries.iter() {
        for inst in function.insts_in_order() {
            let Some(body) = body(function.data(inst)) else { continue };
            let mut found = Vec::new();
            find_invariants((module, function), body, &mut EntitySet::new(), &mut found);
            if found.is_empty() {
                continue;
            }
            let into = &mut hoisted.get_or_insert_with(|| module.clone()).entries[entry];
            for moved in found {
                into.remove_inst(moved);
                into.insert_before(inst, moved);
            }
        }
    }
    hoisted
}

/// The body of a reduction or a scan.
fn body(data: &InstData) -> Option<Block> {
    match data {
        InstData::Reduce { body, .. } | InstData::Scan { body, .. } => Some(*body),
        _ => None,
    }
}

/// Adds the instructions in `block` that depend on no element, in order; `variant` gets the values that do.
fn find_invariants(
    (module, function): (&Module, &Function),
    block: Block,
    variant: &mut EntitySet<Value>,
    found: &mut Vec<Inst>,
) {
    variant.extend(function.block_params(block).iter().copied());
    for &inst in function.insts(block) {
        let data = function.data(inst);
        for region in data.blocks() {
            find_invariants((module, function), region, variant, found);
        }
        // Single constants are part of the instructions that use them.
        let is_single = |value: &Value| module.types.num_elems(function.value_type(*value)) == 1;
        let is_constant = matches!(data, InstData::Constant { .. } | InstData::Poison {})
            && function.results(inst).iter().all(is_single);
        let moves = matches!(data.effect(), Effect::Pure | Effect::Partial)
            && !is_constant
            && !data.operands().iter().any(|&operand| variant.contains(operand));
        if moves {
            // A constant that it uses comes along.
            for operand in data.operands() {
                if let Some(constant) = function.def_inst(operand)
                    && is_in_body(function, constant, block)
                    && !found.contains(&constant)
                {
                    found.push(constant);
                }
            }
            found.push(inst);
        } else if !is_constant {
            variant.extend(function.results(inst).iter().copied());
        }
    }
}

/// Whether an instruction is in a block or around it, up to the body of the reduction.
fn is_in_body(function: &Function, inst: Inst, block: Block) -> bool {
    let Some(home) = function.inst_block(inst) else { return false };
    let mut at = Some(block);
    while let Some(inner) = at {
        if inner == home {
            return true;
        }
        let Some(owner) = function.block_owner(inner) else { return false };
        if body(function.data(owner)).is_some() {
            return false;
        }
        at = function.inst_block(owner);
    }
    false
}
