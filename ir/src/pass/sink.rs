//! Widening conversions go to where they are needed.
//!
//! ```text
//! y = widen x; A; use y   =>   A; y = widen x; use y        (A does not use y)
//! ```
//!
//! A value that is loaded as 16 bits and computed with as 32 takes half the registers until then.
//! A
//! conversion stays in its block, so it is never computed more often than before.

use rustc_hash::FxHashMap;

use super::Options;
use crate::entities::{Block, Inst, Value};
use crate::module::Function;
use crate::ops::InstData;
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    let mut changed = false;
    sink_in(function, types, function.entry_block, &mut changed);
    changed
}

fn sink_in(function: &mut Function, types: &TypeStore, block: Block, changed: &mut bool) {
    let before = function.take_insts(block);
    let mut order = Order { waiting: FxHashMap::default(), out: Vec::with_capacity(before.len()) };
    for &inst in &before {
        if widens(function, types, inst) {
            order.waiting.insert(function.results(inst)[0], inst);
            continue;
        }
        order.place(function, inst);
    }
    // What nothing uses keeps its place: it is for `dce` to remove.
    let out = match order.waiting.is_empty() {
        true => order.out,
        false => before.clone(),
    };
    *changed |= out != before;
    for &inst in &out {
        for region in function.data(inst).blocks() {
            sink_in(function, types, region, changed);
        }
    }
    function.set_insts(block, out);
}

struct Order {
    /// Conversions that nothing has used yet, by their results.
    waiting: FxHashMap<Value, Inst>,
    out: Vec<Inst>,
}

impl Order {
    /// Puts an instruction behind what it uses.
    fn place(&mut self, function: &Function, inst: Inst) {
        if !self.waiting.is_empty() {
            self.place_operands(function, inst);
        }
        self.out.push(inst);
    }

    fn place_operands(&mut self, function: &Function, inst: Inst) {
        function.data(inst).for_each_operand(|operand| {
            if let Some(conversion) = self.waiting.remove(&operand) {
                self.place(function, conversion);
            }
        });
        for region in function.data(inst).blocks() {
            for &inner in function.insts(region) {
                self.place_operands(function, inner);
            }
        }
    }
}

/// Whether an instruction makes a tile of wider elements from one, and does nothing else.
fn widens(function: &Function, types: &TypeStore, inst: Inst) -> bool {
    let (InstData::FToF { from, .. } | InstData::ExtI { from, .. } | InstData::IToF { from, .. }) =
        function.data(inst)
    else {
        return false;
    };
    let bits = |value| types.elem(function.value_type(value)).map_or(0, |elem| elem.bits());
    let to = function.results(inst)[0];
    !types.dims(function.value_type(to)).is_empty() && bits(*from) < bits(to)
}
