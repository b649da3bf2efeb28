//! Loops.
//!
//! A C++ loop becomes `loop` with its condition as a `break`. It must carry what its body writes,
//! which is known only after the body was lowered: the body is lowered, its writes are collected,
//! and if it wrote a leaf that it did not carry it is thrown away and lowered again with that leaf.
//! The values that an inner loop carries are remembered, so nesting costs one round a level.

use ir::{Scalar, Value};
use lang::base::Span;

use super::control::{BreakTarget, Flow};
use super::storage::{Leaf, LeafRef, Origin, OriginKind, SlotId};
use super::{Low, Lowerer};
use crate::typed::{ExprId, Hints, Loop, StmtId};

/// An IR loop under construction.
pub(super) struct LoopContext {
    carried: Vec<LeafRef>,
    /// The types of the carried values.
    types: Vec<ir::Type>,
    /// Slots that are older than the loop; only these outlive a round.
    slots: usize,
    /// The objects that were alive before the round.
    living: usize,
    written: Vec<LeafRef>,
    step: Option<ExprId>,
    /// A `do` loop asks at the end of each round, `continue` included.
    test_at_end: Option<ExprId>,
}

/// Which loop it is, and what `break` and `continue` in it mean.
#[derive(Clone, Copy)]
pub(super) struct LoopHead {
    pub key: Origin,
    pub target: Option<BreakTarget>,
}

impl LoopContext {
    pub(super) fn note_write(&mut self, at: LeafRef) {
        if (at.slot.0 as usize) < self.slots && !self.written.contains(&at) {
            self.written.push(at);
        }
    }
}

impl Lowerer<'_, '_> {
    pub(super) fn lower_loop(&mut self, stmt: StmtId, node: &Loop, span: Span) -> Low<Flow> {
        let key = self.origin(OriginKind::Loop, stmt.as_u32());
        let head = LoopHead { key, target: Some(BreakTarget::Loop) };
        let test = if node.test_at_end { node.condition } else { None };
        self.run_loop(head, node.step, test, span, &mut |this| this.loop_body(stmt, node, span))?;
        // A `return` inside the loop has set its flag; the statements around look at it.
        Ok(Flow::Falls)
    }

    /// A loop whose rounds are what `body` lowers.
    pub(super) fn run_loop(
        &mut self,
        head: LoopHead,
        step: Option<ExprId>,
        test_at_end: Option<ExprId>,
        span: Span,
        body: &mut dyn FnMut(&mut Self) -> Low<()>,
    ) -> Low<()> {
        let key = head.key;
        let mut carried = self.carried_before(key);
        loop {
            let start = self.checkpoint();
            match self.loop_round(head, step, test_at_end, &carried, span, body)? {
                Round::Done => break,
                Round::Also(more) => {
                    self.roll_back(start);
                    carried.extend(more);
                    carried.sort_unstable();
                    carried.dedup();
                }
            }
        }
        let objects = carried.iter().map(|at| (self.slots[at.slot.0 as usize].origin, *at));
        self.carried.insert(key, objects.collect());
        Ok(())
    }

    /// What an earlier round of the loops around found the loop to carry. A branch that was left
    /// out there, because its condition was known, may have given the slots other numbers.
    fn carried_before(&self, key: Origin) -> Vec<LeafRef> {
        let Some(objects) = self.carried.get(&key) else { return Vec::new() };
        let mut carried: Vec<LeafRef> = objects
            .iter()
            .filter_map(|&(origin, at)| {
                let before = at.slot.0 as usize;
                let slot = match self.slots.get(before).is_some_and(|slot| slot.origin == origin) {
                    true => before,
                    false => self.slots.iter().rposition(|slot| slot.origin == origin)?,
                };
                let has_leaf = (at.index as usize) < self.slots[slot].leaves.len();
                has_leaf.then_some(LeafRef { slot: SlotId(slot as u32), index: at.index })
            })
            .collect();
        carried.sort_unstable();
        carried.dedup();
        carried
    }

    /// Lowers the loop on the assumption that it writes no more than `carried`.
    fn loop_round(
        &mut self,
        head: LoopHead,
        step: Option<ExprId>,
        test_at_end: Option<ExprId>,
        carried: &[LeafRef],
        span: Span,
        body: &mut dyn FnMut(&mut Self) -> Low<()>,
    ) -> Low<Round> {
        let mut inits = Vec::new();
        for &at in carried {
            match self.leaf(at).clone() {
                Leaf::Value(value) => inits.push(value),
                leaf @ (Leaf::Function(_) | Leaf::Member(_)) => {
                    let ty = self.leaf_type(at, span)?;
                    inits.push(self.leaf_value(&leaf, ty, span)?);
                }
                leaf @ (Leaf::Address(_) | Leaf::Table(_)) => self.pin(&leaf)?,
                Leaf::Undef if self.is_shared(at) => return self.demote(at.slot),
                Leaf::Undef => {
                    let ty = self.leaf_type(at, span)?;
                    inits.push(self.undefined(ty));
                }
            }
        }
        let types: Vec<ir::Type> =
            inits.iter().map(|&value| self.function.value_type(value)).collect();
        let parts = self.ins().open_loop(&inits, &types);
        let outer = self.block;
        let mark = self.journal.len();
        self.loops.push(LoopContext {
            carried: carried.to_vec(),
            types,
            slots: self.slots.len(),
            living: self.living.len(),
            written: Vec::new(),
            step,
            test_at_end,
        });
        let outer_breaks = self.frame().breaks.len();
        self.frame().breaks.extend(head.target);
        for (&at, &param) in carried.iter().zip(&parts.carried) {
            self.set_leaf(at, Leaf::Value(param));
        }
        if let Some(inner) = self.loops.last_mut() {
            inner.written.clear();
        }
        self.block = parts.body;
        let result = body(self);
        self.frame().breaks.truncate(outer_breaks);
        let Some(context) = self.loops.pop() else { return self.bug(span, "a loop without end") };
        self.undo_to(mark);
        self.block = outer;
        result?;
        let more: Vec<LeafRef> =
            context.written.iter().copied().filter(|at| !carried.contains(at)).collect();
        if !more.is_empty() {
            return Ok(Round::Also(more));
        }
        for (&at, &value) in carried.iter().zip(&parts.results) {
            self.set_leaf(at, Leaf::Value(value));
        }
        // Nothing else happened: leaves written inside are exactly the carried ones.
        Ok(Round::Done)
    }

    fn loop_body(&mut self, stmt: StmtId, node: &Loop, span: Span) -> Low<()> {
        if let (Some(condition), false) = (node.condition, node.test_at_end) {
            let is_entered = self.jump_plan().is_some_and(|plan| plan.is_entered(stmt));
            let condition = match is_entered {
                true => self.condition_unless_jumping(condition, span, &mut |this, _| {
                    Ok(this.int_constant(Scalar::I1, 1))
                })?,
                false => self.full_expression(&[], |this| this.scalar(condition))?,
            };
            self.break_unless(condition)?;
        }
        let flow = self.scope(|this| match this.sequence(&node.prologue)? {
            Flow::Falls => this.sequence(&[node.body]),
            flow @ (Flow::Exits | Flow::Ended) => Ok(flow),
        })?;
        if flow != Flow::Ended && self.leave_if_jumping(stmt)? != Flow::Ended {
            self.continue_loop()?;
        }
        Ok(())
    }

    fn break_unless(&mut self, condition: Value) -> Low<()> {
        let leave = self.not(condition);
        if self.constant_int(leave, false) == Some(0) {
            return Ok(());
        }
        // A condition that is false at once still needs a body that parses: the `if` stays.
        let outer = self.block;
        let parts = self.ins().open_if(leave, &[]);
        self.block = parts.then_block;
        self.break_loop()?;
        self.block = parts.else_block;
        self.ins().yield_([]);
        self.block = outer;
        Ok(())
    }

    fn carried_values(&mut self) -> Low<Vec<Value>> {
        let Some(context) = self.loops.last() else { return Ok(Vec::new()) };
        let (carried, types) = (context.carried.clone(), context.types.clone());
        let mut values = Vec::with_capacity(carried.len());
        for (at, ty) in carried.into_iter().zip(types) {
            // A leaf of another kind (an address) has been noted as written; the loop is lowered
            // again with it pinned, and this round's values do not matter.
            values.push(match self.leaf(at).clone() {
                Leaf::Value(value) => self.value_as(at, value, ty)?,
                leaf @ (Leaf::Function(_) | Leaf::Member(_)) => {
                    let span = self.span;
                    self.leaf_value(&leaf, ty, span)?
                }
                Leaf::Undef if self.is_shared(at) => return self.demote(at.slot),
                Leaf::Address(_) | Leaf::Table(_) | Leaf::Undef => self.undefined(ty),
            });
        }
        Ok(values)
    }

    /// `break`: what the round has made ends.
    pub(super) fn leave_loop(&mut self) -> Low<()> {
        if let Some(mark) = self.loops.last().map(|inner| inner.living) {
            self.destroy_since(mark)?;
        }
        self.break_loop()
    }

    pub(super) fn break_loop(&mut self) -> Low<()> {
        let values = self.carried_values()?;
        self.ins().break_(values);
        Ok(())
    }

    /// Goes to the next round: the step, the condition of a `do` loop, `continue`.
    pub(super) fn continue_loop(&mut self) -> Low<()> {
        let Some(context) = self.loops.last() else {
            let span = self.span;
            return self.bug(span, "`continue` outside a loop");
        };
        let (step, test, mark) = (context.step, context.test_at_end, context.living);
        self.destroy_since(mark)?;
        if let Some(step) = step {
            self.full_expression(&[], |this| this.discard(step))?;
        }
        if let Some(condition) = test {
            let condition = self.full_expression(&[], |this| this.scalar(condition))?;
            self.break_unless(condition)?;
        }
        for at in self.loops.last().map(|inner| inner.carried.clone()).unwrap_or_default() {
            let leaf = self.leaf(at).clone();
            if !matches!(leaf, Leaf::Function(_) | Leaf::Member(_)) {
                self.pin(&leaf)?;
            }
        }
        let values = self.carried_values()?;
        self.ins().continue_(values);
        Ok(())
    }

    /// The IR type of a leaf that holds nothing yet.
    fn leaf_type(&mut self, at: LeafRef, span: Span) -> Low<ir::Type> {
        if at.slot == SlotId::TOKEN {
            return Ok(self.types.token());
        }
        match self.slots[at.slot.0 as usize].types.get(at.index as usize) {
            Some(ty) => Ok(*ty),
            None => self.bug(span, "a leaf without a type"),
        }
    }

    // ---- starting again ----

    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            block: self.block,
            insts: self.function.insts(self.block).len(),
            slots: self.slots.len(),
            living: self.living.len(),
            journal: self.journal.len(),
            hints: self.hints.clone(),
        }
    }

    /// Forgets what was lowered since the checkpoint.
    pub(super) fn roll_back(&mut self, to: Checkpoint) {
        self.undo_to(to.journal);
        self.slots.truncate(to.slots);
        self.living.truncate(to.living);
        self.block = to.block;
        let mut insts = self.function.take_insts(to.block);
        for &inst in &insts[to.insts..] {
            self.function.detach(inst);
        }
        insts.truncate(to.insts);
        self.function.set_insts(to.block, insts);
        self.hints = to.hints;
    }
}

/// How a loop's body turned out.
enum Round {
    Done,
    /// It wrote these leaves, which it did not carry.
    Also(Vec<LeafRef>),
}

/// A state of lowering to come back to.
pub(super) struct Checkpoint {
    block: ir::Block,
    insts: usize,
    slots: usize,
    living: usize,
    journal: usize,
    hints: Hints,
}
