//! Jumps of any form: into statements, between them, many labels that jump to each other.
//!
//! In: a function whose [`JumpPlan`](super::plan::JumpPlan) says what is jumped to. A leaf holds
//! the number of the label that control is on its way to, 0 if it is on none. While it is not 0
//! statements are passed, but for those that hold the label; these are entered without asking for
//! their conditions. The label clears it. A list of statements that is jumped back in is one loop,
//! however many labels it has (Böhm and Jacopini, "Flow diagrams, Turing machines and languages
//! with only two formation rules", 1966; moving a jump in and out of statements by a flag is
//! Erosa and Hendren's, "Taming control flow", 1994). So every statement is lowered once:
//!
//! ```text
//! A: a; if (p) goto B; b;         to = 0
//! B: c; if (q) goto A; d;         loop {
//!                                     if (to == 1) to = 0
//!                                     if (to == 0) { a; if (p) to = 2 }
//!                                     if (to == 0) { b }
//!                                     if (to == 2) to = 0
//!                                     if (to == 0) { c; if (q) to = 1 }
//!                                     if (to == 0) { d }
//!                                     if (to != 0) continue; break
//!                                 }
//! ```

use std::rc::Rc;

use ir::{Scalar, Value};
use lang::base::Span;

use super::control::{BreakTarget, Flow};
use super::emit::Arithmetic;
use super::jump::Pending;
use super::plan::{JumpPlan, Labels};
use super::storage::{Leaf, LeafRef, Origin, OriginKind, Place, SlotPlace};
use super::{Low, Lowerer};
use crate::ty::Ty;
use crate::typed::{BinaryOp, ExprId, ExprKind, LabelId, LocalId, StmtId, StmtKind, SwitchCase};

/// The jumps of a function that is being lowered.
pub(super) struct Jumps {
    pub plan: Rc<JumpPlan>,
    /// The number of the label that control is on its way to.
    target: LeafRef,
    /// The lists of statements around, innermost last.
    regions: Vec<Region>,
}

#[derive(Clone, Copy)]
struct Region {
    labels: Labels,
    /// The number of IR loops around its statements.
    depth: usize,
    /// Whether a jump inside leads out.
    is_left: bool,
}

/// A local whose object was made ahead of its declaration.
#[derive(Clone)]
pub(super) struct Ahead {
    /// Of a reference: the pointer that stands for it.
    place: Place,
    ty: Ty,
    /// Says whether the object is alive, if its end runs code.
    made: Option<LeafRef>,
}

const NUMBER: Arithmetic = Arithmetic { scalar: Scalar::I32, signed: true };

impl Lowerer<'_, '_> {
    /// Makes ready for the jumps of a function body.
    pub(super) fn plan_jumps(&mut self, body: StmtId) {
        let typed = &self.cx.typed;
        let plan =
            self.plans.entry(body).or_insert_with(|| JumpPlan::new(typed, body).map(Rc::new));
        let Some(plan) = plan.clone() else { return };
        let none = self.int_constant(Scalar::I32, 0);
        let i32_ty = self.types.scalar(Scalar::I32);
        let origin = self.origin(OriginKind::Jump, body.as_u32());
        let slot = self.new_slot(origin, vec![Leaf::Value(none)], vec![i32_ty]);
        let target = LeafRef { slot, index: 0 };
        self.frame().jumps = Some(Jumps { plan, target, regions: Vec::new() });
    }

    pub(super) fn jump_plan(&mut self) -> Option<Rc<JumpPlan>> {
        self.frame().jumps.as_ref().map(|jumps| jumps.plan.clone())
    }

    fn target(&self) -> Option<LeafRef> {
        Some(self.frames.last()?.jumps.as_ref()?.target)
    }

    /// The number of the label that control may be on its way to; `None` if it is on none.
    fn on_the_way(&self) -> Option<Value> {
        match self.leaf(self.target()?) {
            Leaf::Value(number) if self.constant_int(*number, true) != Some(0) => Some(*number),
            _ => None,
        }
    }

    fn set_target(&mut self, number: u32) {
        let Some(target) = self.target() else { return };
        let value = self.int_constant(Scalar::I32, number.into());
        self.set_leaf(target, Leaf::Value(value));
    }

    fn compare(&mut self, op: BinaryOp, number: Value, with: u32) -> Low<Value> {
        let with = self.int_constant(Scalar::I32, with.into());
        let span = self.span;
        self.binary(op, NUMBER, number, with, span)
    }

    /// Whether a jump that is under way in the list around can only lead to these labels.
    fn only_leads_to(&mut self, labels: Labels) -> bool {
        let regions = self.frame().jumps.as_ref().map(|jumps| &jumps.regions);
        let region = regions.and_then(|regions| regions.last());
        region.is_some_and(|region| !region.is_left && region.labels == labels)
    }

    fn is_among(&mut self, number: Value, labels: Labels) -> Low<Value> {
        if labels.end == labels.first + 1 {
            return self.compare(BinaryOp::Eq, number, labels.first);
        }
        let from = self.compare(BinaryOp::Ge, number, labels.first)?;
        let to = self.compare(BinaryOp::Lt, number, labels.end)?;
        self.truth_op(BinaryOp::And, from, to)
    }

    // ---- jumps and labels ----

    /// `goto`: the loops inside of the list that has the label are left at once.
    pub(super) fn jump(&mut self, label: LabelId, span: Span) -> Low<Flow> {
        let region = self.frame().jumps.as_ref().and_then(|jumps| {
            let number = jumps.plan.number(label)?;
            let holds =
                |region: &&Region| (region.labels.first..region.labels.end).contains(&number);
            Some((number, jumps.regions.iter().rev().find(holds)?.depth))
        });
        let Some((number, depth)) = region else { return self.bug(span, "a jump without a plan") };
        self.set_target(number);
        if self.loops.len() > depth {
            self.leave_loop()?;
            return Ok(Flow::Ended);
        }
        Ok(Flow::Exits)
    }

    /// Control gets to a label: jumps to it end here.
    pub(super) fn reach(&mut self, label: LabelId) -> Low<()> {
        let Some(number) = self.jump_plan().and_then(|plan| plan.number(label)) else {
            return Ok(());
        };
        let Some(target) = self.on_the_way() else { return Ok(()) };
        if self.only_leads_to(Labels { first: number, end: number + 1 }) {
            self.set_target(0);
            return Ok(());
        }
        let arrives = self.compare(BinaryOp::Eq, target, number)?;
        let span = self.span;
        self.branch(arrives, span, &mut |this, first| {
            if first {
                this.set_target(0);
            }
            Ok(Flow::Falls)
        })?;
        Ok(())
    }

    /// Leaves the innermost loop if control is on its way to a label outside of it; `None` if that
    /// is certain. Else gives the value that says whether it is on its way to one inside.
    pub(super) fn leave_jumping_loop(&mut self) -> Low<Option<Option<Value>>> {
        let Some(number) = self.on_the_way() else { return Ok(Some(None)) };
        let here = self.loops.len();
        let regions = self.frames.last().and_then(|frame| frame.jumps.as_ref());
        let outermost = regions.and_then(|jumps| jumps.regions.first().copied());
        let inside = regions
            .and_then(|jumps| jumps.regions.iter().find(|region| region.depth >= here).copied());
        let stays = inside.is_some_and(|region| !region.is_left);
        if !stays && outermost.is_none_or(|outermost| outermost.depth < here) {
            let left = match inside {
                Some(region) => {
                    let stays = self.is_among(number, region.labels)?;
                    let none = self.compare(BinaryOp::Eq, number, 0)?;
                    let stays = self.truth_op(BinaryOp::Or, stays, none)?;
                    self.not(stays)
                }
                None => self.compare(BinaryOp::Ne, number, 0)?,
            };
            if self.leave_if(left)? == Flow::Ended {
                return Ok(None);
            }
        }
        let Some(number) = self.on_the_way() else { return Ok(Some(None)) };
        let jumping = self.compare(BinaryOp::Ne, number, 0)?;
        Ok(Some(Some(jumping)))
    }

    /// At the end of a round of a loop: a jump that has not met its label leads out.
    pub(super) fn leave_if_jumping(&mut self, around: StmtId) -> Low<Flow> {
        let Some(number) = self.on_the_way() else { return Ok(Flow::Falls) };
        if self.jump_plan().is_some_and(|plan| !plan.is_left(around)) {
            self.stop_jumping();
            return Ok(Flow::Falls);
        }
        let jumping = self.compare(BinaryOp::Ne, number, 0)?;
        let flow = self.leave_if(jumping)?;
        if flow != Flow::Ended {
            self.set_target(0);
        }
        Ok(flow)
    }

    fn leave_if(&mut self, condition: Value) -> Low<Flow> {
        let span = self.span;
        self.branch(condition, span, &mut |this, first| {
            if !first {
                return Ok(Flow::Falls);
            }
            this.leave_loop()?;
            Ok(Flow::Ended)
        })
    }

    /// No jump is under way where the guard has let control through.
    pub(super) fn stop_jumping(&mut self) {
        if self.on_the_way().is_some() {
            self.set_target(0);
        }
    }

    // ---- lists of statements ----

    /// A list that holds labels.
    pub(super) fn jump_list(&mut self, plan: &JumpPlan, stmts: &[StmtId]) -> Low<Flow> {
        let Some(labels) = plan.labels_of_list(stmts) else { return self.statements(stmts) };
        self.hoist(stmts)?;
        let is_left = plan.is_list_left(stmts);
        let region = Region { labels, depth: self.loops.len(), is_left };
        let flow = match plan.loop_start(stmts) {
            None => self.region(region, &mut |this| this.passed_list(plan, stmts))?,
            Some(start) => {
                let (before, rest) = stmts.split_at(start);
                match self.region(region, &mut |this| this.passed_list(plan, before))? {
                    Flow::Ended => return Ok(Flow::Ended),
                    Flow::Falls | Flow::Exits => self.jump_loop(plan, region, rest)?,
                }
                Flow::Falls
            }
        };
        if flow == Flow::Falls && !is_left {
            self.stop_jumping();
        }
        Ok(flow)
    }

    fn region(
        &mut self,
        region: Region,
        body: &mut dyn FnMut(&mut Self) -> Low<Flow>,
    ) -> Low<Flow> {
        if let Some(jumps) = &mut self.frame().jumps {
            jumps.regions.push(region);
        }
        let result = body(self);
        if let Some(jumps) = &mut self.frame().jumps {
            jumps.regions.pop();
        }
        result
    }

    /// The statements in order; those that a jump passes are guarded.
    fn passed_list(&mut self, plan: &JumpPlan, stmts: &[StmtId]) -> Low<Flow> {
        let mut index = 0;
        while let Some(&stmt) = stmts.get(index) {
            if let StmtKind::Label(label) = self.cx.typed.stmts[stmt].kind {
                self.reach(label)?;
                index += 1;
                continue;
            }
            let Some(pending) = self.leave_pending_loops()? else { return Ok(Flow::Ended) };
            let is_way_in =
                |&at: &usize| plan.is_entered(stmts[at]) || self.is_numbered(plan, stmts[at]);
            let next = (index + 1..stmts.len()).find(is_way_in);
            let end = next.unwrap_or(stmts.len());
            let (flow, behind) = if plan.is_entered(stmt) {
                (self.entered(plan, &pending, stmt)?, index + 1)
            } else if pending.is_empty() {
                (self.statement(stmt)?, index + 1)
            } else {
                (self.guarded(&pending, &stmts[index..end])?, end)
            };
            match (flow, next) {
                (Flow::Ended, _) => return Ok(Flow::Ended),
                (Flow::Falls, _) => index = behind,
                (Flow::Exits, Some(next)) => index = next,
                (Flow::Exits, None) => return Ok(Flow::Exits),
            }
        }
        match self.leave_pending_loops()? {
            Some(_) => Ok(Flow::Falls),
            None => Ok(Flow::Ended),
        }
    }

    fn is_numbered(&self, plan: &JumpPlan, stmt: StmtId) -> bool {
        match self.cx.typed.stmts[stmt].kind {
            StmtKind::Label(label) => plan.number(label).is_some(),
            _ => false,
        }
    }

    /// A statement that a jump may lead into.
    fn entered(&mut self, plan: &JumpPlan, pending: &Pending, stmt: StmtId) -> Low<Flow> {
        let (Some(number), Some(labels)) = (self.on_the_way(), plan.labels(stmt)) else {
            if pending.is_empty() {
                return self.statement(stmt);
            }
            return self.guarded(pending, &[stmt]);
        };
        let mut passed = self.int_constant(Scalar::I1, 0);
        if !self.only_leads_to(labels) {
            let leads_in = self.is_among(number, labels)?;
            let none = self.compare(BinaryOp::Eq, number, 0)?;
            let runs = self.truth_op(BinaryOp::Or, leads_in, none)?;
            passed = self.not(runs);
        }
        let left = self.any_set(&pending.exits)?;
        passed = self.or(passed, left)?;
        let span = self.span;
        self.branch(passed, span, &mut |this, first| {
            if first {
                return Ok(Flow::Exits);
            }
            for &exit in &pending.exits {
                this.set_flag(exit, 0);
            }
            let flow = this.statement(stmt)?;
            if flow == Flow::Falls && !plan.is_left(stmt) {
                this.stop_jumping();
            }
            Ok(flow)
        })
    }

    /// The rest of a list that is jumped back in.
    fn jump_loop(&mut self, plan: &JumpPlan, region: Region, rest: &[StmtId]) -> Low<()> {
        let span = self.span;
        let Some(&first) = rest.first() else { return Ok(()) };
        let mut temporaries = Vec::new();
        let objects = self.make_ahead(plan, rest, &mut temporaries)?;
        let result = self.repeat(OriginKind::Jump, first.as_u32(), span, &mut |this| {
            let region = Region { depth: this.loops.len(), ..region };
            let flow =
                this.region(region, &mut |this| this.scope(|this| this.passed_list(plan, rest)))?;
            if flow == Flow::Ended {
                return Ok(None);
            }
            let Some(number) = this.on_the_way() else {
                return Ok(Some(this.int_constant(Scalar::I1, 0)));
            };
            let again = this.is_among(number, region.labels)?;
            this.end_jumped_over(&objects, number, again)?;
            Ok(Some(again))
        });
        for temporary in &temporaries {
            self.prepared.remove(temporary);
        }
        result
    }

    // ---- conditions of entered statements ----

    /// The condition of a statement; a jump into it does not ask, `entering` decides.
    pub(super) fn condition_unless_jumping(
        &mut self,
        condition: ExprId,
        span: Span,
        entering: &mut dyn FnMut(&mut Self, Value) -> Low<Value>,
    ) -> Low<Value> {
        let Some(number) = self.on_the_way() else {
            return self.full_expression(&[], |this| this.scalar(condition));
        };
        let jumping = self.compare(BinaryOp::Ne, number, 0)?;
        let i1 = self.types.scalar(Scalar::I1);
        let origin = self.origin(OriginKind::Flag, condition.as_u32());
        let clear = self.int_constant(Scalar::I1, 0);
        let slot = self.new_slot(origin, vec![Leaf::Value(clear)], vec![i1]);
        let result = LeafRef { slot, index: 0 };
        self.branch(jumping, span, &mut |this, first| {
            let value = match first {
                true => entering(this, number)?,
                false => this.full_expression(&[], |this| this.scalar(condition))?,
            };
            this.set_leaf(result, Leaf::Value(value));
            Ok(Flow::Falls)
        })?;
        match *self.leaf(result) {
            Leaf::Value(value) => Ok(value),
            _ => Ok(clear),
        }
    }

    /// The condition of an `if` that a jump may lead into.
    pub(super) fn entered_condition(
        &mut self,
        condition: ExprId,
        then: StmtId,
        span: Span,
    ) -> Low<Value> {
        let labels = self.jump_plan().and_then(|plan| plan.labels(then));
        self.condition_unless_jumping(condition, span, &mut |this, number| match labels {
            Some(labels) => this.is_among(number, labels),
            None => Ok(this.int_constant(Scalar::I1, 0)),
        })
    }

    /// A `switch` as a jump to the label that its value chooses.
    pub(super) fn jump_switch(
        &mut self,
        plan: &JumpPlan,
        value: ExprId,
        cases: &[SwitchCase],
        body: &[StmtId],
        span: Span,
    ) -> Low<Flow> {
        let exit = self.switch_exit();
        let entering = match self.on_the_way() {
            Some(number) => self.compare(BinaryOp::Ne, number, 0)?,
            None => self.int_constant(Scalar::I1, 0),
        };
        self.branch(entering, span, &mut |this, first| {
            if first {
                return Ok(Flow::Falls);
            }
            this.choose_label(plan, value, cases, exit, span)?;
            Ok(Flow::Falls)
        })?;
        self.frame().breaks.push(BreakTarget::Switch(exit));
        let result = self.scope(|this| this.jump_list(plan, body));
        self.frame().breaks.pop();
        match result? {
            Flow::Ended => Ok(Flow::Ended),
            Flow::Falls | Flow::Exits => Ok(Flow::Falls),
        }
    }

    fn choose_label(
        &mut self,
        plan: &JumpPlan,
        value: ExprId,
        cases: &[SwitchCase],
        exit: super::control::Exit,
        span: Span,
    ) -> Low<()> {
        let ty = self.cx.typed.exprs[value].ty;
        let value = self.full_expression(&[], |this| this.scalar(value))?;
        let number = |case: &SwitchCase| plan.number(case.label).unwrap_or(0);
        let default = cases.iter().find(|case| case.values.is_none()).map_or(0, number);
        let mut chosen = self.int_constant(Scalar::I32, default.into());
        let mut matched = self.int_constant(Scalar::I1, i128::from(default != 0));
        for case in cases {
            let Some(values) = case.values else { continue };
            let matches = self.case_matches(value, ty, values, span)?;
            matched = self.or(matched, matches)?;
            let own = self.int_constant(Scalar::I32, number(case).into());
            chosen = match self.constant_int(matches, false) {
                Some(0) => chosen,
                Some(_) => own,
                None => self.ins().select(matches, own, chosen),
            };
        }
        if let Some(target) = self.target() {
            self.set_leaf(target, Leaf::Value(chosen));
        }
        let none = self.not(matched);
        self.set_leaf(exit.flag, Leaf::Value(none));
        Ok(())
    }

    // ---- objects of a list that is jumped back in ----

    /// Makes the objects that the list declares with an initialiser: a round may use what an
    /// earlier round has made.
    fn make_ahead(
        &mut self,
        plan: &JumpPlan,
        stmts: &[StmtId],
        temporaries: &mut Vec<Origin>,
    ) -> Low<Vec<(Ahead, u32)>> {
        let mut objects = Vec::new();
        let mut label = 0;
        for &stmt in stmts {
            label = plan.labels(stmt).map_or(label, |labels| labels.end - 1);
            let StmtKind::Local { local, init } = self.cx.typed.stmts[stmt].kind else { continue };
            if let ExprKind::Uninitialized = self.cx.typed.exprs[init].kind {
                continue;
            }
            for temporary in self.cx.typed.extended_temporaries(init) {
                if let ExprKind::Materialize(value) = self.cx.typed.exprs[temporary].kind {
                    let ty = self.info(value).0;
                    temporaries.push(self.prepare_temporary(temporary, ty, self.span)?);
                }
            }
            let ahead = self.ahead(local)?;
            if ahead.made.is_some() {
                objects.push((ahead.clone(), label));
            }
            self.frame().ahead.insert(local, ahead);
        }
        Ok(objects)
    }

    fn ahead(&mut self, local: LocalId) -> Low<Ahead> {
        let (ty, span) = (self.cx.typed.locals[local].ty, self.cx.typed.locals[local].span);
        let origin = self.origin(OriginKind::Local, local.as_u32());
        if self.cx.types.is_ref(ty) {
            let layout = self.layout(ty, span)?;
            let slot = self.object_slot(origin, Vec::new(), &layout);
            let place = Place::Slot(SlotPlace::whole(slot));
            return Ok(Ahead { place, ty, made: None });
        }
        let count = self.layout(ty, span)?.leaves.len();
        let place = self.bind_local(local, vec![Leaf::Undef; count].into())?;
        let made = match self.cx.needs_destruction(ty) {
            true => Some(self.live_if_made(&place, ty, origin, None)),
            false => None,
        };
        Ok(Ahead { place, ty, made })
    }

    /// The declaration of a local whose object was made ahead.
    pub(super) fn declare_ahead(&mut self, local: LocalId, init: ExprId, to: &Ahead) -> Low<()> {
        let (ty, span) = (to.ty, self.cx.typed.locals[local].span);
        let extended = self.cx.typed.extended_temporaries(init);
        self.full_expression(&extended, |this| {
            if this.cx.types.is_ref(ty) {
                let value = this.operand(init)?;
                let stored = this.stored_type(ty);
                return this.write_place(&to.place, stored, value, span);
            }
            if this.cx.types.class_of(this.cx.element_of(ty)).is_none() {
                let value = this.operand(init)?;
                return this.write_place(&to.place, ty, value, span);
            }
            this.initialize_place(&to.place, ty, init)
        })?;
        if let Some(made) = to.made {
            let set = self.int_constant(Scalar::I1, 1);
            self.set_leaf(made, Leaf::Value(set));
        }
        Ok(())
    }

    /// What a reference that was made ahead is bound to.
    pub(super) fn referent_ahead(&mut self, local: LocalId, span: Span) -> Low<Option<Place>> {
        let Some(ahead) = self.frame().ahead.get(&local).cloned() else { return Ok(None) };
        let stored = self.stored_type(ahead.ty);
        let leaves = self.read_place(&ahead.place, stored, span)?;
        let referent = self.cx.types.strip_ref(ahead.ty);
        match leaves.first() {
            Some(leaf) => self.pointed_at(&leaf.clone(), referent, span).map(Some),
            None => Ok(None),
        }
    }

    /// A jump back to in front of a declaration ends the object ([stmt.jump.general]/2).
    fn end_jumped_over(
        &mut self,
        objects: &[(Ahead, u32)],
        number: Value,
        again: Value,
    ) -> Low<()> {
        for (object, label) in objects.iter().rev() {
            let Some(made) = object.made else { continue };
            let Leaf::Value(alive) = *self.leaf(made) else { continue };
            let before = self.compare(BinaryOp::Le, number, *label)?;
            let before = self.truth_op(BinaryOp::And, before, again)?;
            let ends = self.truth_op(BinaryOp::And, alive, before)?;
            let span = self.span;
            self.branch(ends, span, &mut |this, first| {
                if first {
                    this.destroy(&object.place, object.ty)?;
                    let clear = this.int_constant(Scalar::I1, 0);
                    this.set_leaf(made, Leaf::Value(clear));
                }
                Ok(Flow::Falls)
            })?;
        }
        Ok(())
    }
}
