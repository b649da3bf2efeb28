//! Statements and structured control flow.
//!
//! # Branches
//!
//! Both arms of a branch start from the same state. After an arm its writes are taken back
//! ([`Lowerer::undo_to`]); a leaf that either arm changed becomes a result of the `if`:
//!
//! ```text
//! x' = if c { ... yield x1 } else { ... yield x2 }      x1: x after the first arm, x2: the second
//! ```
//!
//! # Loops
//!
//! A C++ loop becomes `loop` with its condition as a `break`. It must carry what its body writes,
//! which is known only after the body was lowered: the body is lowered, its writes are collected,
//! and if it wrote a leaf that it did not carry it is thrown away and lowered again with that leaf.
//! What an inner loop carries is remembered, so nesting costs one round a level.
//!
//! # Leaving early
//!
//! IR regions have one exit, C++ statements have several. `break` and `continue` end a region. A
//! `return` sets a flag leaf of its function; what follows is guarded by the flag where it is not
//! known, and a loop between the `return` and its function is left with `break`. Since the flag is
//! a leaf, a branch turns it into the branch's condition, and a straight-line `return` costs
//! nothing. The `break` of a `switch` works the same way.

use ir::{Scalar, Value};
use lang::base::Span;
use rustc_hash::FxHashMap;

use super::storage::{Leaf, LeafRef, Leaves, Origin, OriginKind, Place, SlotId, SlotPlace};
use super::{Low, Lowerer};
use crate::codes;
use crate::ty::Ty;
use crate::typed::{ExprId, Hints, LocalId, Loop, StmtId, StmtKind, SwitchCase};

/// How a statement ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    /// Control may reach what follows.
    Falls,
    /// A flag is set for sure: nothing up to its target runs, but the region goes on.
    Exits,
    /// The region has its terminator.
    Ended,
}

/// An inlined call.
#[derive(Default)]
pub(super) struct Frame {
    pub this: Option<Place>,
    /// The object of each local; for a reference, the object that it is bound to.
    pub locals: FxHashMap<LocalId, Place>,
    /// Where the result goes, and its type.
    pub result: Option<(SlotPlace, Ty)>,
    pub exit: Option<Exit>,
    /// The exits of the `switch` statements around, innermost last.
    pub breaks: Vec<BreakTarget>,
    /// Numbers the switches, so that their flags have an origin.
    pub switches: u32,
    pub call: Span,
    /// A hash of the calls that led here.
    pub path: u64,
}

/// A flag that says that control is on its way out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exit {
    pub flag: LeafRef,
    /// The number of IR loops around the target.
    pub loop_depth: usize,
}

/// What `break` leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BreakTarget {
    Loop,
    Switch(Exit),
}

/// An IR loop under construction.
pub(super) struct LoopContext {
    carried: Vec<LeafRef>,
    /// Slots that are older than the loop; only these outlive a round.
    slots: usize,
    written: Vec<LeafRef>,
    step: Option<ExprId>,
    /// A `do` loop asks at the end of each round, `continue` included.
    test_at_end: Option<ExprId>,
}

impl LoopContext {
    pub(super) fn note_write(&mut self, at: LeafRef) {
        if (at.slot.0 as usize) < self.slots && !self.written.contains(&at) {
            self.written.push(at);
        }
    }
}

impl Lowerer<'_, '_> {
    // ---- branches ----

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
            flows[index] = arm(self, index == 0)?;
            // An arm may have gone on in a block of its own making; that is where it ends.
            states[index] = self.undo_to(mark);
            states[index].retain(|(at, _)| (at.slot.0 as usize) < slots);
        }
        let [then_state, else_state] = states;
        self.block = outer;
        match flows {
            [Flow::Ended, Flow::Ended] => {
                // Nothing follows, but the block needs a terminator of its own.
                self.end_unreachable();
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
                // An address that only one arm gives is the one to have.
                [Some(Leaf::Undef), Some(known @ (Leaf::Address(_) | Leaf::Function(_)))]
                | [Some(known @ (Leaf::Address(_) | Leaf::Function(_))), Some(Leaf::Undef)] => {
                    merged.push((at, known));
                }
                [Some(a), Some(b)] => match self.flag_from_condition(condition, &a, &b) {
                    Some(leaf) => merged.push((at, leaf)),
                    None => {
                        let Some(ty) = self.common_type(&a, &b) else {
                            self.pin(&a)?;
                            self.pin(&b)?;
                            continue;
                        };
                        for (index, leaf) in [a, b].iter().enumerate() {
                            self.block = blocks[index];
                            let value = self.leaf_value(leaf, ty, span)?;
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

    /// The IR type that both leaves can have.
    fn common_type(&self, a: &Leaf, b: &Leaf) -> Option<ir::Type> {
        [a, b].into_iter().find_map(|leaf| match leaf {
            Leaf::Value(value) => Some(self.function.value_type(*value)),
            Leaf::Address(_) | Leaf::Function(_) | Leaf::Undef => None,
        })
    }

    /// A choice between addresses of objects: they need addresses that exist at run time.
    fn pin(&mut self, leaf: &Leaf) -> Low<()> {
        match leaf {
            Leaf::Address(place) => self.demote(place.slot),
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
    fn end_unreachable(&mut self) {
        match self.loops.last() {
            Some(_) => self.break_loop(),
            None => {
                self.ins().return_([]);
            }
        }
    }

    // ---- statements ----

    /// A local object, or what a reference is bound to.
    pub(super) fn bind_local(&mut self, local: LocalId, value: Leaves) -> Low<()> {
        let (ty, span) = (self.cx.typed.locals[local].ty, self.cx.typed.locals[local].span);
        let place = if self.cx.types.is_ref(ty) {
            let referent = self.cx.types.strip_ref(ty);
            match value.first() {
                Some(leaf) => self.pointed_at(&leaf.clone(), referent, span)?,
                None => return self.bug(span, "a reference without an initialiser"),
            }
        } else {
            let origin = self.origin(OriginKind::Local, local.as_u32());
            self.new_object(origin, ty, value, span)?
        };
        self.frame().locals.insert(local, place);
        Ok(())
    }

    pub(super) fn statement(&mut self, stmt: StmtId) -> Low<Flow> {
        let node = self.cx.typed.stmts[stmt].clone();
        if !node.span.is_none() {
            self.span = self.user_span(node.span);
        }
        match node.kind {
            StmtKind::Empty => Ok(Flow::Falls),
            StmtKind::Expr { expr, hints } => {
                let outer = std::mem::replace(&mut self.hints, hints);
                let result = self.discard(expr);
                self.hints = outer;
                result.map(|()| Flow::Falls)
            }
            StmtKind::Local { local, init } => {
                let value = self.operand(init)?;
                self.bind_local(local, value)?;
                Ok(Flow::Falls)
            }
            StmtKind::Block(stmts) => self.sequence(&stmts),
            StmtKind::If { condition, then, otherwise } => {
                let condition = self.scalar(condition)?;
                self.branch(condition, node.span, &mut |this, first| match (first, otherwise) {
                    (true, _) => this.statement(then),
                    (false, Some(otherwise)) => this.statement(otherwise),
                    (false, None) => Ok(Flow::Falls),
                })
            }
            StmtKind::Loop(node_loop) => self.lower_loop(stmt, &node_loop, node.span),
            StmtKind::Switch { value, cases, body } => self.switch(value, &cases, &body, node.span),
            StmtKind::Break => match self.frame().breaks.last().copied() {
                Some(BreakTarget::Switch(exit)) => self.take_exit(exit),
                Some(BreakTarget::Loop) | None => {
                    self.break_loop();
                    Ok(Flow::Ended)
                }
            },
            StmtKind::Continue => {
                self.continue_loop()?;
                Ok(Flow::Ended)
            }
            StmtKind::Return(value) => self.return_statement(value, node.span),
        }
    }

    fn return_statement(&mut self, value: Option<ExprId>, span: Span) -> Low<Flow> {
        if let Some(value) = value {
            let leaves = self.operand(value)?;
            if let Some((place, ty)) = self.frame().result {
                self.write_place(&Place::Slot(place), ty, leaves, span)?;
            }
        }
        match self.frame().exit {
            Some(exit) => self.take_exit(exit),
            None => self.bug(span, "`return` outside a function"),
        }
    }

    /// Sets the flag; a loop in between is left at once.
    fn take_exit(&mut self, exit: Exit) -> Low<Flow> {
        let set = self.int_constant(Scalar::I1, 1);
        self.set_leaf(exit.flag, Leaf::Value(set));
        if self.loops.len() > exit.loop_depth {
            self.break_loop();
            return Ok(Flow::Ended);
        }
        Ok(Flow::Exits)
    }

    /// Statements in order; what follows an uncertain exit is guarded by its flag.
    pub(super) fn sequence(&mut self, stmts: &[StmtId]) -> Low<Flow> {
        for (index, &stmt) in stmts.iter().enumerate() {
            match self.statement(stmt)? {
                Flow::Falls => {}
                flow @ (Flow::Exits | Flow::Ended) => return Ok(flow),
            }
            let Some(exit) = self.pending_exit() else { continue };
            let Leaf::Value(flag) = *self.leaf(exit.flag) else { continue };
            if self.loops.len() > exit.loop_depth {
                self.branch(flag, self.span, &mut |this, first| {
                    if !first {
                        return Ok(Flow::Falls);
                    }
                    this.break_loop();
                    Ok(Flow::Ended)
                })?;
                let clear = self.int_constant(Scalar::I1, 0);
                self.set_leaf(exit.flag, Leaf::Value(clear));
                continue;
            }
            let rest = &stmts[index + 1..];
            if rest.is_empty() {
                return Ok(Flow::Falls);
            }
            return self.branch(flag, self.span, &mut |this, first| {
                let known = this.int_constant(Scalar::I1, first.into());
                this.set_leaf(exit.flag, Leaf::Value(known));
                if first { Ok(Flow::Exits) } else { this.sequence(rest) }
            });
        }
        Ok(Flow::Falls)
    }

    /// The exit whose flag may be set here: not known to be clear.
    fn pending_exit(&self) -> Option<Exit> {
        let frame = self.frames.last()?;
        let switches = frame.breaks.iter().rev().filter_map(|target| match target {
            BreakTarget::Switch(exit) => Some(*exit),
            BreakTarget::Loop => None,
        });
        switches.chain(frame.exit).find(|exit| match self.leaf(exit.flag) {
            Leaf::Value(flag) => self.constant_int(*flag, false) != Some(0),
            Leaf::Address(_) | Leaf::Function(_) | Leaf::Undef => false,
        })
    }

    // ---- loops ----

    fn lower_loop(&mut self, stmt: StmtId, node: &Loop, span: Span) -> Low<Flow> {
        let key = self.origin(OriginKind::Loop, stmt.as_u32());
        let mut carried = self.carried.get(&key).cloned().unwrap_or_default();
        loop {
            let start = self.checkpoint();
            match self.loop_round(node, &carried, span)? {
                Round::Done => break,
                Round::Also(more) => {
                    self.roll_back(start);
                    carried.extend(more);
                    carried.sort_unstable();
                    carried.dedup();
                }
            }
        }
        self.carried.insert(key, carried);
        // A `return` inside the loop has set its flag; the statements around look at it.
        Ok(Flow::Falls)
    }

    /// Lowers the loop on the assumption that it writes no more than `carried`.
    fn loop_round(&mut self, node: &Loop, carried: &[LeafRef], span: Span) -> Low<Round> {
        let mut inits = Vec::new();
        for &at in carried {
            match self.leaf(at).clone() {
                Leaf::Value(value) => inits.push(value),
                leaf @ (Leaf::Address(_) | Leaf::Function(_)) => {
                    self.pin(&leaf)?;
                }
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
            slots: self.slots.len(),
            written: Vec::new(),
            step: node.step,
            test_at_end: if node.test_at_end { node.condition } else { None },
        });
        self.frame().breaks.push(BreakTarget::Loop);
        for (&at, &param) in carried.iter().zip(&parts.carried) {
            self.set_leaf(at, Leaf::Value(param));
        }
        if let Some(inner) = self.loops.last_mut() {
            inner.written.clear();
        }
        self.block = parts.body;
        let result = self.loop_body(node, span);
        self.frame().breaks.pop();
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

    fn loop_body(&mut self, node: &Loop, span: Span) -> Low<()> {
        if let (Some(condition), false) = (node.condition, node.test_at_end) {
            self.break_unless(condition, span)?;
        }
        let mut flow = self.sequence(&node.prologue)?;
        if flow == Flow::Falls {
            flow = self.sequence(&[node.body])?;
        }
        if flow != Flow::Ended {
            self.continue_loop()?;
        }
        Ok(())
    }

    fn break_unless(&mut self, condition: ExprId, span: Span) -> Low<()> {
        let condition = self.scalar(condition)?;
        let leave = self.not(condition);
        if self.constant_int(leave, false) == Some(0) {
            return Ok(());
        }
        // A condition that is false at once still needs a body that parses: the `if` stays.
        let outer = self.block;
        let parts = self.ins().open_if(leave, &[]);
        self.block = parts.then_block;
        self.break_loop();
        self.block = parts.else_block;
        self.ins().yield_([]);
        self.block = outer;
        let _ = span;
        Ok(())
    }

    fn carried_values(&mut self) -> Vec<Value> {
        let carried = self.loops.last().map(|inner| inner.carried.clone()).unwrap_or_default();
        let mut values = Vec::with_capacity(carried.len());
        for at in carried {
            let leaf = self.leaf(at).clone();
            // A leaf of another kind (an address) has been noted as written; the loop is lowered
            // again with it pinned, and this round's values do not matter.
            let value = match leaf {
                Leaf::Value(value) => value,
                Leaf::Address(_) | Leaf::Function(_) | Leaf::Undef => {
                    let ty = self.leaf_type(at, self.span);
                    match ty {
                        Ok(ty) => self.undefined(ty),
                        Err(_) => continue,
                    }
                }
            };
            values.push(value);
        }
        values
    }

    fn break_loop(&mut self) {
        let values = self.carried_values();
        self.ins().break_(values);
    }

    /// Goes to the next round: the step, the condition of a `do` loop, `continue`.
    fn continue_loop(&mut self) -> Low<()> {
        let Some(context) = self.loops.last() else {
            let span = self.span;
            return self.bug(span, "`continue` outside a loop");
        };
        let (step, test) = (context.step, context.test_at_end);
        if let Some(step) = step {
            self.discard(step)?;
        }
        if let Some(condition) = test {
            let span = self.span;
            self.break_unless(condition, span)?;
        }
        for at in self.loops.last().map(|inner| inner.carried.clone()).unwrap_or_default() {
            let leaf = self.leaf(at).clone();
            self.pin(&leaf)?;
        }
        let values = self.carried_values();
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

    // ---- switch ----

    /// Runs the statements from the chosen case on; each group between two labels is guarded by
    /// "entered here or fallen into".
    fn switch(
        &mut self,
        value: ExprId,
        cases: &[SwitchCase],
        body: &[StmtId],
        span: Span,
    ) -> Low<Flow> {
        let ty = self.cx.typed.exprs[value].ty;
        let value = self.scalar(value)?;
        let Some(arithmetic) = self.arithmetic(ty) else {
            return self.bug(span, "a switch on something that is no integer");
        };
        let number = self.frame().switches;
        self.frame().switches += 1;
        let origin = Origin { kind: OriginKind::Return, node: number + 1, path: self.frame().path };
        let clear = self.int_constant(Scalar::I1, 0);
        let i1 = self.types.scalar(Scalar::I1);
        let slot =
            self.new_slot(origin, vec![Leaf::Value(clear), Leaf::Value(clear)], vec![i1, i1]);
        let exit = Exit { flag: LeafRef { slot, index: 0 }, loop_depth: self.loops.len() };
        // Whether a label before has been taken.
        let entered = LeafRef { slot, index: 1 };
        let mut starts: Vec<u32> = cases.iter().map(|case| case.start).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut none_matches = self.int_constant(Scalar::I1, 1);
        let mut matches = Vec::new();
        for case in cases {
            let Some(label) = case.value else { continue };
            let label = self.int_constant(arithmetic.scalar, label);
            let equal = self.binary(crate::typed::BinaryOp::Eq, arithmetic, value, label, span)?;
            let differs = self.not(equal);
            none_matches = self.and(none_matches, differs)?;
            matches.push((case.start, equal));
        }
        if let Some(default) = cases.iter().find(|case| case.value.is_none()) {
            matches.push((default.start, none_matches));
        }
        self.frame().breaks.push(BreakTarget::Switch(exit));
        let result = self.switch_groups(&starts, &matches, body, exit, entered, span);
        self.frame().breaks.pop();
        result
    }

    fn switch_groups(
        &mut self,
        starts: &[u32],
        matches: &[(u32, Value)],
        body: &[StmtId],
        exit: Exit,
        entered: LeafRef,
        span: Span,
    ) -> Low<Flow> {
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).map_or(body.len(), |&next| next as usize);
            let group = &body[start as usize..end];
            let Leaf::Value(mut enter) = *self.leaf(entered) else { continue };
            for &(_, equal) in matches.iter().filter(|(at, _)| *at == start) {
                enter = self.or(enter, equal)?;
            }
            // Not after a `break`, nor after a `return`.
            let function_exit = self.frame().exit;
            for exit in [Some(exit), function_exit].into_iter().flatten() {
                let Leaf::Value(left) = *self.leaf(exit.flag) else { continue };
                let staying = self.not(left);
                enter = self.and(enter, staying)?;
            }
            let flow = self.branch(enter, span, &mut |this, first| {
                if !first {
                    return Ok(Flow::Falls);
                }
                let set = this.int_constant(Scalar::I1, 1);
                this.set_leaf(entered, Leaf::Value(set));
                this.sequence(group)
            })?;
            if flow == Flow::Ended {
                return Ok(Flow::Ended);
            }
        }
        Ok(Flow::Falls)
    }

    fn and(&mut self, a: Value, b: Value) -> Low<Value> {
        self.truth_op(crate::typed::BinaryOp::And, a, b)
    }

    fn or(&mut self, a: Value, b: Value) -> Low<Value> {
        self.truth_op(crate::typed::BinaryOp::Or, a, b)
    }

    fn truth_op(&mut self, op: crate::typed::BinaryOp, a: Value, b: Value) -> Low<Value> {
        let arithmetic = super::emit::Arithmetic { scalar: Scalar::I1, signed: false };
        let absorbing = i128::from(op == crate::typed::BinaryOp::Or);
        for (known, other) in [(a, b), (b, a)] {
            match self.constant_int(known, false) {
                Some(value) if value == absorbing => return Ok(known),
                Some(_) => return Ok(other),
                None => {}
            }
        }
        let span = self.span;
        self.binary(op, arithmetic, a, b, span)
    }

    // ---- starting again ----

    fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            block: self.block,
            insts: self.function.insts(self.block).len(),
            slots: self.slots.len(),
            journal: self.journal.len(),
            hints: self.hints.clone(),
        }
    }

    /// Forgets what was lowered since the checkpoint.
    fn roll_back(&mut self, to: Checkpoint) {
        self.undo_to(to.journal);
        self.slots.truncate(to.slots);
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
struct Checkpoint {
    block: ir::Block,
    insts: usize,
    slots: usize,
    journal: usize,
    hints: Hints,
}
