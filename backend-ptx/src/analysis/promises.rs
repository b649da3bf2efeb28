//! Promises of a kernel about values: assumptions, and that they were given a value.
//!
//! A promise is the same value as its operand, so that an analysis may follow the operand, and a kernel without the promise
//! computes the same. In: values, or those whose slices change. Out: the operands, or the promises that may not hold then.

use ir::{Function, Inst, InstData, Value};
use rustc_hash::FxHashSet;

/// The value of which something may be promised.
pub fn without_promises(function: &Function, mut value: Value) -> Value {
    while let Some(&(InstData::Assume { value: of, .. } | InstData::Given { value: of, .. })) =
        function.def_data(value)
    {
        value = of;
    }
    value
}

pub fn is_promise(function: &Function, inst: Inst) -> bool {
    matches!(
        function.data(inst),
        InstData::Assume { .. } | InstData::Given { .. } | InstData::Require { .. }
    )
}

/// The promises of some values, in program order.
pub fn promises_of(function: &Function, values: &FxHashSet<Value>) -> Vec<Inst> {
    let is_of_values = |&inst: &Inst| {
        let operands = function.data(inst).operands();
        is_promise(function, inst) && operands.iter().any(|operand| values.contains(operand))
    };
    function.insts_in_order().into_iter().filter(is_of_values).collect()
}

/// Removes promises.
pub fn remove_promises(function: &mut Function, promises: &[Inst]) {
    for &promise in promises {
        if let InstData::Assume { value: of, .. } | InstData::Given { value: of, .. } =
            *function.data(promise)
        {
            let promised = function.results(promise)[0];
            function.replace_all_uses(promised, of);
        }
        function.remove_inst(promise);
    }
}
