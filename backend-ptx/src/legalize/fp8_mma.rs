//! MMAs of 8-bit floats on tensor cores that have none, as MMAs of f16.
//!
//! ```text
//! mmaf a, b, c   =>   mmaf (ftof a : f16), (ftof b : f16), c     of f8E4M3FN and f8E5M2
//! ```
//!
//! f16 has all numbers of both formats, and tensor cores add up exact MMAs in the format of
//! `c` either way. Without it these MMAs are multiply-adds of one element after the other,
//! whose operands all threads must reach in shared memory.

use ir::builder::Builder;
use ir::{Function, Inst, InstData, Module, Rounding, Scalar, Value};

use crate::target::{Feature, Target};

/// The module with such MMAs widened; `None` if there are none.
pub fn widen(module: &Module, target: &Target) -> Option<Module> {
    if !target.has(Feature::Ampere) || target.has(Feature::Fp8Mma) {
        return None;
    }
    let mut widened: Option<Module> = None;
    for (entry, function) in module.entries.iter() {
        for inst in function.insts_in_order() {
            if operands(module, function, inst).is_none() {
                continue;
            }
            let into = widened.get_or_insert_with(|| module.clone());
            widen_operands(into, entry, inst);
        }
    }
    widened
}

/// The operands of an MMA of 8-bit floats.
fn operands(module: &Module, function: &Function, inst: Inst) -> Option<[Value; 2]> {
    let &InstData::MmaF { lhs, rhs, .. } = function.data(inst) else { return None };
    let is_narrow = |value: &Value| {
        let scalar = module.types.elem_scalar(function.value_type(*value));
        matches!(scalar, Some(Scalar::F8E4M3FN | Scalar::F8E5M2))
    };
    [lhs, rhs].iter().all(is_narrow).then_some([lhs, rhs])
}

fn widen_operands(module: &mut Module, entry: ir::Entry, inst: Inst) {
    let Some(narrow) = operands(module, &module.entries[entry], inst) else { return };
    let Module { entries, types, .. } = module;
    let function = &mut entries[entry];
    let [Some(left), Some(right)] = narrow.map(|value| {
        let wide = types.with_elem(function.value_type(value), Scalar::F16)?;
        Some(Builder::before(function, types, inst).ftof(value, Rounding::NearestEven, wide))
    }) else {
        return;
    };
    if let InstData::MmaF { lhs, rhs, .. } = function.data_mut(inst) {
        (*lhs, *rhs) = (left, right);
    }
}
