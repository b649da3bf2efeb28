//! Statements one by one; how they follow each other is in [`jump`](super::jump).

use lang::base::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bound::BoundLocals;
use super::dispatch::{Ahead, Jumps};
use super::storage::{Leaf, LeafRef, Leaves, OriginKind, Place};
use super::{Low, Lowerer};
use crate::entity::FunctionId;
use crate::ty::Ty;
use crate::typed::{ExprId, LabelId, LocalId, StmtId, StmtKind};

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
    /// What is called; `None` outside of all calls.
    pub function: Option<FunctionId>,
    pub this: Option<Place>,
    /// The object of each local; for a reference, the object that it is bound to.
    pub locals: BoundLocals,
    /// Where the result goes, and its type.
    pub result: Option<(Place, Ty)>,
    pub exit: Option<Exit>,
    /// The exits of the `switch` statements around, innermost last.
    pub breaks: Vec<BreakTarget>,
    /// The labels of the sequences around, innermost last.
    pub labels: Vec<(LabelId, Exit)>,
    /// The jumps of a function that needs a plan for them.
    pub jumps: Option<Jumps>,
    /// Variables with an initialiser whose objects were made before their declaration.
    pub ahead: FxHashMap<LocalId, Ahead>,
    /// Variables that were bound before their declaration.
    pub hoisted: FxHashSet<LocalId>,
    /// Numbers the switches, so that their flags have an origin.
    pub switches: u32,
    /// The innermost call that led here from the user's own code.
    pub user_call: Span,
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
    /// A loop around the one that a label began: `leave` is its `break`, `again` its `continue`.
    Through {
        leave: Exit,
        again: Exit,
    },
}

impl Lowerer<'_, '_> {
    /// A local object, or what a reference is bound to.
    pub(super) fn bind_local(&mut self, local: LocalId, value: Leaves) -> Low<Place> {
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
        self.frame().locals.insert(local, place.clone());
        Ok(place)
    }

    /// The hidden variable of an expression.
    pub(super) fn bind_hidden(&mut self, local: LocalId, init: ExprId) -> Low<()> {
        let value = self.rvalue(init)?;
        self.bind_local(local, value).map(drop)
    }

    /// A local variable, initialised where it stands.
    fn declare_local(&mut self, local: LocalId, init: ExprId) -> Low<()> {
        let (ty, span) = (self.cx.typed.locals[local].ty, self.cx.typed.locals[local].span);
        let extended = self.cx.typed.extended_temporaries(init);
        let mut restricted = None;
        let place = self.full_expression(&extended, |this| {
            let names_itself = this.cx.typed.locals[local].names_itself;
            let is_scalar = this.cx.types.class_of(this.cx.element_of(ty)).is_none();
            if this.cx.types.is_ref(ty) || is_scalar && !names_itself {
                let mut value = this.operand(init)?;
                if !this.is_restricted_local(local) {
                    return this.bind_local(local, value);
                }
                value = this.restricted(value);
                let pointer = value.first().and_then(Leaf::value);
                let place = this.bind_local(local, value)?;
                restricted = pointer.map(|pointer| (place.clone(), pointer));
                return Ok(place);
            }
            let count = this.layout(ty, span)?.leaves.len();
            let place = this.bind_local(local, vec![Leaf::Undef; count].into())?;
            this.initialize_place(&place, ty, init)?;
            Ok(place)
        })?;
        self.live(&place, ty, None);
        if let Some((place, pointer)) = restricted {
            self.live_restricted(&place, ty, pointer);
        }
        if !self.cx.types.is_ref(ty) {
            self.freeze(&place, ty, span)?;
        }
        Ok(())
    }

    pub(super) fn statement(&mut self, stmt: StmtId) -> Low<Flow> {
        let node = self.cx.typed.stmts[stmt].clone();
        if !node.span.is_none() {
            self.span = self.user_span(node.span);
        }
        self.check_size(node.span)?;
        match node.kind {
            StmtKind::Empty => Ok(Flow::Falls),
            StmtKind::Expr { expr, hints } => {
                // The library's own statements are part of the call that the hints are for.
                let is_library = self.is_in_system_file(node.span.lo);
                let hints =
                    if hints.0.is_empty() && is_library { self.hints.clone() } else { hints };
                let outer = std::mem::replace(&mut self.hints, hints);
                let result = self.full_expression(&[], |this| this.discard(expr));
                self.hints = outer;
                result.map(|()| Flow::Falls)
            }
            StmtKind::Local { local, .. } if self.frame().hoisted.contains(&local) => {
                Ok(Flow::Falls)
            }
            StmtKind::Local { local, init } => {
                match self.frame().ahead.get(&local).cloned() {
                    Some(ahead) => self.declare_ahead(local, init, &ahead)?,
                    None => self.declare_local(local, init)?,
                }
                Ok(Flow::Falls)
            }
            StmtKind::Block(stmts) => self.scope(|this| this.sequence(&stmts)),
            StmtKind::If { condition, then, otherwise } => {
                let condition = match self.jump_plan() {
                    Some(plan) if plan.is_entered(stmt) => {
                        self.entered_condition(condition, then, node.span)?
                    }
                    Some(_) | None => self.full_expression(&[], |this| this.scalar(condition))?,
                };
                self.branch(condition, node.span, &mut |this, first| match (first, otherwise) {
                    (true, _) => this.statement(then),
                    (false, Some(otherwise)) => this.statement(otherwise),
                    (false, None) => Ok(Flow::Falls),
                })
            }
            StmtKind::Loop(node_loop) => match self.unrolled(stmt, &node_loop, node.span)? {
                Some(flow) => Ok(flow),
                None => self.lower_loop(stmt, &node_loop, node.span),
            },
            StmtKind::Switch { value, cases, body } => match self.jump_plan() {
                Some(plan) => self.jump_switch(&plan, value, &cases, &body, node.span),
                None => self.switch(value, &cases, &body, node.span),
            },
            StmtKind::Break => self.break_statement(),
            StmtKind::Continue => self.continue_statement(),
            StmtKind::Goto(label) => self.goto_statement(label, node.span),
            // The sequence that it stands in knows it, unless it is all of a branch or a loop.
            StmtKind::Label(label) => {
                self.reach(label)?;
                Ok(Flow::Falls)
            }
            StmtKind::Return(value) => self.return_statement(value, node.span),
        }
    }

    /// The block of a statement expression; control gets to its end.
    pub(super) fn statement_expression<T>(
        &mut self,
        stmts: &[StmtId],
        value: impl FnOnce(&mut Self) -> Low<T>,
    ) -> Low<T> {
        let mut result = None;
        let mut value = Some(value);
        self.scope(|this| {
            let flow = this.sequence(stmts)?;
            if let Some(value) = value.take() {
                result = Some(this.full_expression(&[], value)?);
            }
            Ok(flow)
        })?;
        match result {
            Some(result) => Ok(result),
            None => self.bug(self.span, "a statement expression without an end"),
        }
    }

    fn return_statement(&mut self, value: Option<ExprId>, span: Span) -> Low<Flow> {
        if let Some(value) = value {
            let result = self.frame().result.clone();
            self.full_expression(&[], |this| match result {
                Some((place, ty)) => this.initialize_place(&place, ty, value),
                None => this.discard(value),
            })?;
        }
        match self.frame().exit {
            Some(exit) => self.take_exit(exit),
            None => self.bug(span, "`return` outside a function"),
        }
    }
}
