//! Branches: two arms lowered from one state, and what they changed merged.
//!
//! After an arm its writes are taken back ([`Lowerer::undo_to`]); a leaf that either arm changed
//! becomes a result of the `if`:
//!
//! ```text
//! x' = if c { ... yield x1 } else { ... yield x2 }      x1: x after the first arm, x2: the second
//! ```

use ir::{Scalar, Value};
use lang::base::Span;

use super::control::Flow;
use super::storage::{Leaf, LeafRef};
use super::{Low, Lowerer};
use crate::codes;

impl Lowerer<'_, '_> {
    /// `if condition { arm(true) } else { arm(false) }`, merging the two states.
    pub(super) fn branch(
        &mut self,
        condition: Value,
        span: Span,
        arm: &mut dyn FnMut(&mut Self, bool) -> Low<Flow>,
    ) -> Low<Flow> {
        if let Some(known) = self.constant_int(condition, false) {
            return arm(self, known != 0);
        }
        let outer = self.block;
        let parts = self.ins().open_if(condition, &[]);
        let slots = self.slots.len();
        let blocks = [parts.then_block, parts.else_block];
        let mut flows = [Flow::Falls; 2];
        let mut states: [Vec<(LeafRef, Leaf)>; 2] = Default::default();
        for index in 0..2 {
            self.block = blocks[index];
            let mark = self.journal.len();
            flows[index] = self.scope(|this| arm(this, index == 0))?;
            // An arm may have gone on in a block of its own making; that is where it ends.
            states[index] = self.undo_to(mark);
            states[index].retain(|(at, _)| (at.slot.0 as usize) < slots);
        }
        let [then_state, else_state] = states;
        self.block = outer;
        match flows {
            [Flow::Ended, Flow::Ended] => {
                // Nothing follows, but the block needs a terminator of its own.
                self.end_unreachable()?;
                Ok(Flow::Ended)
            }
            [Flow::Ended, flow] => {
                self.merge(&parts, condition, [None, Some(else_state)], span)?;
                Ok(flow)
            }
            [flow, Flow::Ended] => {
                self.merge(&parts, condition, [Some(then_state), None], span)?;
                Ok(flow)
            }
            [a, b] => {
                self.merge(&parts, condition, [Some(then_state), Some(else_state)], span)?;
                let both_exit = a == Flow::Exits && b == Flow::Exits;
                Ok(if both_exit { Flow::Exits } else { Flow::Falls })
            }
        }
    }

    /// Ends the arms that fall through with `yield`, and makes what differs results of the `if`.
    fn merge(
        &mut self,
        parts: &ir::builder::IfParts,
        condition: Value,
        states: [Option<Vec<(LeafRef, Leaf)>>; 2],
        span: Span,
    ) -> Low<()> {
        let outer = self.block;
        let blocks = [parts.then_block, parts.else_block];
        let mut changed: Vec<LeafRef> = Vec::new();
        for (at, _) in states.iter().flatten().flatten() {
            if !changed.contains(at) {
                changed.push(*at);
            }
        }
        let value_in = |state: &Option<Vec<(LeafRef, Leaf)>>, at: LeafRef| {
            let state = state.as_ref()?;
            state.iter().find(|(other, _)| *other == at).map(|(_, leaf)| leaf.clone())
        };
        let mut yields: [Vec<Value>; 2] = Default::default();
        let mut merged = Vec::new();
        for at in changed {
            let old = self.leaf(at).clone();
            // The arm that has ended contributes nothing, so the other decides alone.
            let leaves = [0, 1].map(|i| {
                states[i].as_ref().map(|_| value_in(&states[i], at).unwrap_or_else(|| old.clone()))
            });
            match leaves {
                [Some(a), Some(b)] if a == b => merged.push((at, a)),
                // Another member of the union has the bytes then.
                [Some(Leaf::Undef), Some(_)] | [Some(_), Some(Leaf::Undef)]
                    if self.is_shared(at) =>
                {
                    return self.demote(at.slot);
                }
                // An address that only one arm gives is the one to have.
                [
                    Some(Leaf::Undef),
                    Some(
                        known @ (Leaf::Address(_)
                        | Leaf::Function(_)
                        | Leaf::Member(_)
                        | Leaf::Table(_)),
                    ),
                ]
                | [
                    Some(
                        known @ (Leaf::Address(_)
                        | Leaf::Function(_)
                        | Leaf::Member(_)
                        | Leaf::Table(_)),
                    ),
                    Some(Leaf::Undef),
                ] => {
                    merged.push((at, known));
                }
                [Some(a), Some(b)] => match self.flag_from_condition(condition, &a, &b) {
                    Some(leaf) => merged.push((at, leaf)),
                    None => {
                        let ty = self.common_type(&a, &b);
                        let Some(ty) = ty.or_else(|| self.numbered_type(at, &a, &b)) else {
                            self.pin(&a)?;
                            self.pin(&b)?;
                            continue;
                        };
                        for (index, leaf) in [a, b].iter().enumerate() {
                            self.block = blocks[index];
                            let value = self.leaf_value(leaf, ty, span)?;
                            let value = self.value_as(at, value, ty)?;
                            yields[index].push(value);
                        }
                        self.block = outer;
                        let result = self.function.append_result(parts.inst, ty);
                        merged.push((at, Leaf::Value(result)));
                    }
                },
                [Some(leaf), None] | [None, Some(leaf)] => match leaf {
                    Leaf::Value(value) if self.is_visible(value, outer) => {
                        merged.push((at, Leaf::Value(value)));
                    }
                    Leaf::Value(value) => {
                        let falling = usize::from(states[0].is_none());
                        yields[falling].push(value);
                        let ty = self.function.value_type(value);
                        let result = self.function.append_result(parts.inst, ty);
                        merged.push((at, Leaf::Value(result)));
                    }
                    other => merged.push((at, other)),
                },
                [None, None] => {}
            }
        }
        for index in 0..2 {
            if states[index].is_some() {
                self.block = blocks[index];
                let values = std::mem::take(&mut yields[index]);
                self.ins().yield_(values);
            }
        }
        self.block = outer;
        for (at, leaf) in merged {
            self.set_leaf(at, leaf);
        }
        Ok(())
    }

    /// A flag that one arm sets and the other clears is the condition itself.
    fn flag_from_condition(&mut self, condition: Value, a: &Leaf, b: &Leaf) -> Option<Leaf> {
        let (Leaf::Value(a), Leaf::Value(b)) = (a, b) else { return None };
        let i1 = self.types.scalar(Scalar::I1);
        if self.function.value_type(*a) != i1 || self.function.value_type(*b) != i1 {
            return None;
        }
        match (self.constant_int(*a, false)?, self.constant_int(*b, false)?) {
            (1, 0) => Some(Leaf::Value(condition)),
            (0, 1) => Some(Leaf::Value(self.not(condition))),
            // Equal constants under different ids.
            (same, _) => Some(Leaf::Value(self.int_constant(Scalar::I1, same))),
        }
    }

    /// The value of a leaf as one of type `ty`. Members of a union that share the leaf have the
    /// same bits; if they differ in size the union needs memory.
    pub(super) fn value_as(&mut self, at: LeafRef, value: Value, ty: ir::Type) -> Low<Value> {
        let from = self.function.value_type(value);
        if from == ty {
            return Ok(value);
        }
        if !self.same_size(from, ty) {
            return self.demote(at.slot);
        }
        self.reinterpret(value, ty)
    }

    /// Whether values of both types have the same bits in memory.
    pub(super) fn same_size(&self, a: ir::Type, b: ir::Type) -> bool {
        let bytes = |ty: ir::Type| {
            let elem = self.types.elem(ty)?;
            Some((elem.bits().div_ceil(8), self.types.dims(ty)))
        };
        bytes(a).is_some() && bytes(a) == bytes(b)
    }

    /// The IR type that both leaves can have.
    fn common_type(&self, a: &Leaf, b: &Leaf) -> Option<ir::Type> {
        [a, b].into_iter().find_map(|leaf| match leaf {
            Leaf::Value(value) => Some(self.function.value_type(*value)),
            Leaf::Address(_)
            | Leaf::Function(_)
            | Leaf::Member(_)
            | Leaf::Table(_)
            | Leaf::Undef => None,
        })
    }

    /// A choice between addresses of objects: they need addresses that exist at run time.
    pub(super) fn pin(&mut self, leaf: &Leaf) -> Low<()> {
        match leaf {
            Leaf::Address(place) => self.demote(place.slot),
            Leaf::Table(_) => {
                let span = self.span;
                let message = "the class of an object must be the same on all paths";
                self.error(codes::UNKNOWN_DYNAMIC_TYPE, span, message)
            }
            Leaf::Member(_) => {
                let span = self.span;
                let message = "a pointer to member must be known at compile time";
                self.error(codes::INDIRECT_CALL, span, message)
            }
            Leaf::Function(_) => {
                let span = self.span;
                let message = "a pointer to function must be known at compile time";
                self.error(codes::INDIRECT_CALL, span, message)
            }
            Leaf::Value(_) | Leaf::Undef => Ok(()),
        }
    }

    /// Whether `value` is defined outside of the regions opened in `block`.
    fn is_visible(&self, value: Value, block: ir::Block) -> bool {
        let home = match self.function.def(value) {
            ir::ValueDef::Param(home, _) => Some(home),
            ir::ValueDef::Result(inst, _) => self.function.inst_block(inst),
        };
        let mut at = Some(block);
        while let Some(block) = at {
            if home == Some(block) {
                return true;
            }
            let owner = self.function.block_owner(block);
            at = owner.and_then(|inst| self.function.inst_block(inst));
        }
        false
    }

    /// A terminator for a block whose end is never reached.
    fn end_unreachable(&mut self) -> Low<()> {
        if self.loops.is_empty() {
            self.ins().return_([]);
            return Ok(());
        }
        self.break_loop()
    }
}
