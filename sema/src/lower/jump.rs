//! Sequences of statements, the ways to leave one early, and `goto`.
//!
//! IR regions have one exit, C++ statements have several. `break` and `continue` end a region. A
//! `return` sets a flag leaf of its function; what follows is guarded by the flag where it is not
//! known, and a loop between the `return` and its function is left with `break`. Since the flag is
//! a leaf, a branch turns it into the branch's condition, and a straight-line `return` costs
//! nothing. The `break` of a `switch` works the same way.
//!
//! So does `goto`: every label of a sequence has a flag, and what stands before the label is
//! guarded by it. A label that is jumped to from behind begins a loop over the rest of the
//! sequence, which goes round again if the flag is set at its end. Functions whose jumps are not
//! so simple are the business of [`dispatch`](super::dispatch).
//!
//! ```text
//! a; if (c) goto L; b; L: d;             a; set = c; if (!set) { b }; d
//! L: a; if (c) goto L; b;                loop { a; if (c) set else b; if (set) continue; break }
//! ```

use ir::{Scalar, Value};
use lang::base::Span;

use super::control::{BreakTarget, Exit, Flow};
use super::loops::LoopHead;
use super::storage::{Leaf, LeafRef, OriginKind};
use super::{Low, Lowerer};
use crate::typed::{ExprKind, LabelId, StmtId, StmtKind};

/// What may be under way where a statement is about to run.
#[derive(Default)]
pub(super) struct Pending {
    pub exits: Vec<Exit>,
    /// Whether a jump is.
    pub jumping: Option<Value>,
}

impl Pending {
    pub fn is_empty(&self) -> bool {
        self.exits.is_empty() && self.jumping.is_none()
    }
}

impl Lowerer<'_, '_> {
    /// Sets the flag; a loop in between is left at once.
    pub(super) fn take_exit(&mut self, exit: Exit) -> Low<Flow> {
        let set = self.int_constant(Scalar::I1, 1);
        self.set_leaf(exit.flag, Leaf::Value(set));
        if self.loops.len() > exit.loop_depth {
            self.leave_loop()?;
            return Ok(Flow::Ended);
        }
        Ok(Flow::Exits)
    }

    /// A flag that is clear, with the loops of here around its target.
    pub(super) fn new_exit(&mut self, kind: OriginKind, node: u32) -> Exit {
        let clear = self.int_constant(Scalar::I1, 0);
        let i1 = self.types.scalar(Scalar::I1);
        let origin = self.origin(kind, node);
        let slot = self.new_slot(origin, vec![Leaf::Value(clear)], vec![i1]);
        Exit { flag: LeafRef { slot, index: 0 }, loop_depth: self.loops.len() }
    }

    pub(super) fn break_statement(&mut self) -> Low<Flow> {
        match self.frame().breaks.last().copied() {
            Some(BreakTarget::Switch(exit)) => self.take_exit(exit),
            Some(BreakTarget::Through { leave, .. }) => self.take_exit(leave),
            Some(BreakTarget::Loop) | None => {
                self.leave_loop()?;
                Ok(Flow::Ended)
            }
        }
    }

    pub(super) fn continue_statement(&mut self) -> Low<Flow> {
        let target = self.frame().breaks.iter().rev().find_map(|target| match target {
            BreakTarget::Switch(_) => None,
            BreakTarget::Loop => Some(None),
            BreakTarget::Through { again, .. } => Some(Some(*again)),
        });
        match target.flatten() {
            Some(again) => self.take_exit(again),
            None => {
                self.continue_loop()?;
                Ok(Flow::Ended)
            }
        }
    }

    pub(super) fn goto_statement(&mut self, label: LabelId, span: Span) -> Low<Flow> {
        if self.frame().jumps.is_some() {
            return self.jump(label, span);
        }
        match self.label_exit(label) {
            Some(exit) => self.take_exit(exit),
            None => self.bug(span, "a `goto` to a label that is not around it"),
        }
    }

    fn label_exit(&mut self, label: LabelId) -> Option<Exit> {
        let labels = self.frame().labels.iter().rev();
        labels.clone().find(|(known, _)| *known == label).map(|(_, exit)| *exit)
    }

    // ---- sequences ----

    /// Statements in order; what follows an uncertain exit is guarded by its flag.
    pub(super) fn sequence(&mut self, stmts: &[StmtId]) -> Low<Flow> {
        if stmts.is_empty() {
            return Ok(Flow::Falls);
        }
        if let Some(plan) = self.jump_plan() {
            return self.jump_list(&plan, stmts);
        }
        let labels: Vec<LabelId> = stmts.iter().filter_map(|&stmt| self.used_label(stmt)).collect();
        if labels.is_empty() {
            return self.statements(stmts);
        }
        self.hoist(stmts)?;
        let outer = self.frame().labels.len();
        for label in labels {
            let exit = self.new_exit(OriginKind::Label, label.as_u32());
            self.frame().labels.push((label, exit));
        }
        let flow = self.statements(stmts);
        self.frame().labels.truncate(outer);
        flow
    }

    /// Binds the variables without an initialiser ahead: a jump may pass their declarations, and
    /// those that it does not pass name the same object.
    pub(super) fn hoist(&mut self, stmts: &[StmtId]) -> Low<()> {
        for &stmt in stmts {
            let StmtKind::Local { local, init } = self.cx.typed.stmts[stmt].kind else { continue };
            if let ExprKind::Uninitialized = self.cx.typed.exprs[init].kind {
                let value = self.rvalue(init)?;
                self.bind_local(local, value)?;
                self.frame().hoisted.insert(local);
            }
        }
        Ok(())
    }

    fn used_label(&self, stmt: StmtId) -> Option<LabelId> {
        match self.cx.typed.stmts[stmt].kind {
            StmtKind::Label(label) if self.cx.typed.labels[label].is_used => Some(label),
            _ => None,
        }
    }

    /// The statements of a sequence, or its rest, whose labels have their flags.
    pub(super) fn statements(&mut self, stmts: &[StmtId]) -> Low<Flow> {
        let mut index = 0;
        // The next label from `index` on, if it is known which that is.
        let mut known: Option<Option<usize>> = None;
        while let Some(&stmt) = stmts.get(index) {
            if let Some(label) = self.used_label(stmt) {
                let rest = &stmts[index + 1..];
                if rest.iter().any(|&stmt| self.cx.typed.jumps_to(stmt, label)) {
                    self.label_loop(label, rest)?;
                    return Ok(Flow::Falls);
                }
                if let Some(exit) = self.label_exit(label) {
                    self.set_flag(exit, 0);
                }
                index += 1;
                continue;
            }
            let Some(pending) = self.leave_pending_loops()? else { return Ok(Flow::Ended) };
            let find = || (index..stmts.len()).find(|&at| self.used_label(stmts[at]).is_some());
            let next = match known {
                Some(next) if next.is_none_or(|next| next >= index) => next,
                _ => find(),
            };
            known = Some(next);
            if pending.is_empty() {
                match self.statement(stmt)? {
                    Flow::Falls => index += 1,
                    Flow::Ended => return Ok(Flow::Ended),
                    Flow::Exits => match next {
                        Some(next) => index = next,
                        None => return Ok(Flow::Exits),
                    },
                }
                continue;
            }
            let segment = &stmts[index..next.unwrap_or(stmts.len())];
            let flow = self.guarded(&pending, segment)?;
            match (flow, next) {
                (Flow::Ended, _) => return Ok(Flow::Ended),
                (flow, None) => return Ok(flow),
                (Flow::Falls | Flow::Exits, Some(next)) => index = next,
            }
        }
        match self.leave_pending_loops()? {
            Some(_) => Ok(Flow::Falls),
            None => Ok(Flow::Ended),
        }
    }

    /// Statements that run if none of the flags is set.
    pub(super) fn guarded(&mut self, pending: &Pending, segment: &[StmtId]) -> Low<Flow> {
        let mut left = self.any_set(&pending.exits)?;
        if let Some(jumping) = pending.jumping {
            left = self.or(left, jumping)?;
        }
        let span = self.span;
        self.branch(left, span, &mut |this, first| {
            if first {
                if let ([only], None) = (&pending.exits[..], pending.jumping) {
                    this.set_flag(*only, 1);
                }
                return Ok(Flow::Exits);
            }
            for &exit in &pending.exits {
                this.set_flag(exit, 0);
            }
            this.stop_jumping();
            this.scope(|this| this.statements(segment))
        })
    }

    /// Whether any of the flags is set.
    pub(super) fn any_set(&mut self, exits: &[Exit]) -> Low<Value> {
        let mut any = self.int_constant(Scalar::I1, 0);
        for exit in exits {
            if let Leaf::Value(flag) = *self.leaf(exit.flag) {
                any = self.or(any, flag)?;
            }
        }
        Ok(any)
    }

    pub(super) fn set_flag(&mut self, exit: Exit, truth: i128) {
        let known = self.int_constant(Scalar::I1, truth);
        if *self.leaf(exit.flag) != Leaf::Value(known) {
            self.set_leaf(exit.flag, Leaf::Value(known));
        }
    }

    /// Leaves the innermost loop where a flag of a target outside of it is set. Gives the other
    /// exits whose flags may be set here; `None` if control never gets here.
    pub(super) fn leave_pending_loops(&mut self) -> Low<Option<Pending>> {
        let Some(frame) = self.frames.last() else { return Ok(Some(Pending::default())) };
        let breaks = frame.breaks.iter().rev().flat_map(|target| match *target {
            BreakTarget::Switch(exit) => [Some(exit), None],
            BreakTarget::Through { leave, again } => [Some(leave), Some(again)],
            BreakTarget::Loop => [None, None],
        });
        let labels = frame.labels.iter().rev().map(|(_, exit)| Some(*exit));
        let all = breaks.chain(labels).chain([frame.exit]).flatten();
        let may_be_set = |exit: &Exit| match self.leaf(exit.flag) {
            Leaf::Value(flag) => self.constant_int(*flag, false) != Some(0),
            Leaf::Address(_)
            | Leaf::Function(_)
            | Leaf::Member(_)
            | Leaf::Table(_)
            | Leaf::Undef => false,
        };
        let exits: Vec<Exit> = all.filter(may_be_set).collect();
        let mut here = Pending::default();
        for exit in exits {
            if self.loops.len() <= exit.loop_depth {
                here.exits.push(exit);
                continue;
            }
            let Leaf::Value(flag) = *self.leaf(exit.flag) else { continue };
            let span = self.span;
            let flow = self.branch(flag, span, &mut |this, first| {
                if !first {
                    return Ok(Flow::Falls);
                }
                this.leave_loop()?;
                Ok(Flow::Ended)
            })?;
            if flow == Flow::Ended {
                return Ok(None);
            }
            self.set_flag(exit, 0);
        }
        let Some(jumping) = self.leave_jumping_loop()? else { return Ok(None) };
        here.jumping = jumping;
        Ok(Some(here))
    }

    // ---- jumps back ----

    /// The rest of a sequence behind a label that is jumped to from there.
    fn label_loop(&mut self, label: LabelId, rest: &[StmtId]) -> Low<()> {
        let span = self.span;
        let Some(exit) = self.label_exit(label) else {
            return self.bug(span, "a label without a flag");
        };
        let inner: Vec<LabelId> = rest.iter().filter_map(|&stmt| self.used_label(stmt)).collect();
        self.deepen_labels(label, &inner, 1);
        let result = self.repeat(OriginKind::Label, label.as_u32(), span, &mut |this| {
            this.set_flag(exit, 0);
            if this.scope(|this| this.statements(rest))? == Flow::Ended {
                return Ok(None);
            }
            match *this.leaf(exit.flag) {
                Leaf::Value(flag) => Ok(Some(flag)),
                _ => Ok(Some(this.int_constant(Scalar::I1, 0))),
            }
        });
        self.deepen_labels(label, &inner, -1);
        result
    }

    /// A loop that a jump back makes. `body` gives the value that says whether to go round again,
    /// or nothing if control does not get to its end. `break` and `continue` in it are those of the
    /// loop around: they set flags that are looked at behind.
    pub(super) fn repeat(
        &mut self,
        kind: OriginKind,
        node: u32,
        span: Span,
        body: &mut dyn FnMut(&mut Self) -> Low<Option<Value>>,
    ) -> Low<()> {
        let in_loop =
            self.frame().breaks.iter().any(|target| !matches!(target, BreakTarget::Switch(_)));
        let through = in_loop.then(|| {
            let leave = self.new_exit(OriginKind::Leave, node);
            let again = self.new_exit(OriginKind::Again, node);
            (leave, again)
        });
        let target = through.map(|(leave, again)| BreakTarget::Through { leave, again });
        let head = LoopHead { key: self.origin(kind, node), target };
        self.run_loop(head, None, None, span, &mut |this| {
            let Some(again) = body(this)? else { return Ok(()) };
            let flow = this.branch(again, span, &mut |this, first| {
                if !first {
                    return Ok(Flow::Falls);
                }
                this.continue_loop()?;
                Ok(Flow::Ended)
            })?;
            if flow != Flow::Ended {
                this.leave_loop()?;
            }
            Ok(())
        })?;
        let Some((leave, again)) = through else { return Ok(()) };
        self.forward(leave, &mut |this| this.break_statement())?;
        self.forward(again, &mut |this| this.continue_statement())
    }

    /// The labels from `first` on are inside one more loop, or no longer.
    fn deepen_labels(&mut self, first: LabelId, inner: &[LabelId], by: isize) {
        for (label, exit) in &mut self.frame().labels {
            if *label == first || inner.contains(label) {
                exit.loop_depth = exit.loop_depth.wrapping_add_signed(by);
            }
        }
    }

    /// Goes on with a jump whose flag may be set.
    fn forward(&mut self, exit: Exit, jump: &mut dyn FnMut(&mut Self) -> Low<Flow>) -> Low<()> {
        let Leaf::Value(flag) = *self.leaf(exit.flag) else { return Ok(()) };
        let span = self.span;
        self.branch(flag, span, &mut |this, first| {
            if first { jump(this) } else { Ok(Flow::Falls) }
        })?;
        self.set_flag(exit, 0);
        Ok(())
    }

    pub(super) fn or(&mut self, a: Value, b: Value) -> Low<Value> {
        self.truth_op(crate::typed::BinaryOp::Or, a, b)
    }
}
