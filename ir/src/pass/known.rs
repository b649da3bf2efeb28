//! Integers that the analysis knows to the bit.
//!
//! ```text
//! cmpi less_than, %i, %n  =>  true        where bounds say so: a mask that masks nothing
//! ```

use super::Options;
use crate::analysis::facts::FactMap;
use crate::attrs::DenseConstant;
use crate::module::Function;
use crate::ops::{Effect, InstData};
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    let facts = FactMap::of(function, types);
    let mut changed = false;
    for inst in function.insts_in_order() {
        let data = function.data(inst);
        let computes = matches!(data.effect(), Effect::Pure | Effect::Partial);
        // An assumption is worth more to later passes than the constant it leads to here.
        let keep = matches!(data, InstData::Constant { .. } | InstData::Assume { .. });
        let Some(result) = function.single_result(inst).filter(|_| computes && !keep) else {
            continue;
        };
        let elem = types.elem_scalar(function.value_type(result)).filter(|elem| elem.is_int());
        if let (Some(elem), Some(value)) = (elem, facts.get(result).bounds.value()) {
            let value = DenseConstant::splat(elem, value as u64);
            *function.data_mut(inst) = InstData::Constant { value };
            changed = true;
        }
    }
    changed
}
