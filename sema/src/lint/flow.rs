//! Warnings along the control flow of a body: variables without a value, statements that nothing
//! leads to, the end of a function that returns a value.
//!
//! One pass in the order of execution. A loop is walked once, as its first iteration: a variable that
//! has no value at its entry has none at the first read. So a warning is about a path that the
//! function takes whenever it comes there. A variable that one way through an `if` leaves without a value is reported
//! where every path behind leads to the read.
//!
//! Invariant: [`Unset::none`] holds only variables that no path so far has given a value.

mod counted;
mod expr;
mod fall_through;
mod widened;

use lang::base::{Diagnostic, Pos, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Finding, push};
use crate::Cx;
use crate::codes;
use crate::entity::{FunctionId, FunctionOrigin};
use crate::typed::{
    ExprId, ExprKind, FunctionBody, LabelId, LocalId, Loop, StmtId, StmtKind, SwitchCase,
};

/// The variables without a value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Unset {
    /// On every path.
    none: Vec<LocalId>,
    /// On those that leave a branch one way.
    some: Vec<Skipped>,
}

/// A variable that one way through a branch gives no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Skipped {
    local: LocalId,
    condition: ExprId,
    /// What the condition is on the way without a value.
    holds: bool,
    /// How many branches are around the place up to which each path passes.
    depth: usize,
}

impl Unset {
    fn contains(&self, local: LocalId) -> bool {
        self.none.contains(&local) || self.some.iter().any(|skipped| skipped.local == local)
    }

    fn retain(&mut self, keep: impl Fn(LocalId) -> bool) {
        self.none.retain(|&local| keep(local));
        self.some.retain(|skipped| keep(skipped.local));
    }
}

/// The facts at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Reached {
    /// Control may come here.
    Live(Unset),
    /// Control does not come here. `is_certain` unless that follows from template arguments.
    Dead { is_certain: bool },
}

impl Reached {
    fn join(self, other: Reached) -> Reached {
        match (self, other) {
            (Reached::Live(mut a), Reached::Live(b)) => {
                a.none.retain(|local| b.none.contains(local));
                a.some.retain(|skipped| b.some.contains(skipped));
                Reached::Live(a)
            }
            (Reached::Dead { is_certain: a }, Reached::Dead { is_certain: b }) => {
                Reached::Dead { is_certain: a && b }
            }
            (live @ Reached::Live(_), _) | (_, live) => live,
        }
    }

    fn has_skipped(&self) -> bool {
        matches!(self, Reached::Live(unset) if !unset.some.is_empty())
    }

    fn without_skipped(self) -> Reached {
        match self {
            Reached::Live(unset) => Reached::Live(Unset { some: Vec::new(), ..unset }),
            dead @ Reached::Dead { .. } => dead,
        }
    }

    /// Behind an `if` on `condition`: `self` if it holds, else `other`. Nothing that was `known` in front of it stays where
    /// a branch leaves or gives a value: the condition may be that of the branch before.
    fn join_branches(
        self,
        other: Reached,
        known: &[Skipped],
        condition: ExprId,
        depth: usize,
    ) -> Reached {
        let is_known = |local: LocalId| known.iter().any(|skipped| skipped.local == local);
        let (Reached::Live(then), Reached::Live(otherwise)) = (&self, &other) else {
            let mut state = self.join(other);
            if let Reached::Live(unset) = &mut state {
                unset.some.retain(|skipped| !is_known(skipped.local));
                unset.some.iter_mut().for_each(|skipped| skipped.depth = depth);
            }
            return state;
        };
        let mut some: Vec<Skipped> = Vec::new();
        for (unset, others, holds) in [(then, otherwise, true), (otherwise, then, false)] {
            let is_new = |local: &&LocalId| !others.none.contains(local);
            let skipped = unset.none.iter().filter(is_new).map(|&local| Skipped {
                local,
                condition,
                holds,
                depth,
            });
            // Each path leads here from the branch in which one was found.
            let before = unset.some.iter().map(|&known| Skipped { depth, ..known });
            for skipped in before.chain(skipped) {
                if !some.iter().any(|known| known.local == skipped.local) {
                    some.push(skipped);
                }
            }
        }
        some.retain(|skipped| {
            let local = skipped.local;
            !is_known(local) || then.contains(local) && otherwise.contains(local)
        });
        match self.join(other) {
            Reached::Live(unset) => Reached::Live(Unset { some, ..unset }),
            dead @ Reached::Dead { .. } => dead,
        }
    }

    fn is_dead(&self) -> bool {
        matches!(self, Reached::Dead { .. })
    }
}

/// A loop or `switch` around.
struct Enclosing {
    /// The states at its `break` statements.
    breaks: Vec<Reached>,
    /// The states at its `continue` statements; `None` for a `switch`.
    continues: Option<Vec<Reached>>,
    /// The state in which a case of a `switch` begins.
    entry: Reached,
}

pub(super) struct Walk<'c, 'a> {
    pub(super) cx: &'c mut Cx<'a>,
    pub(super) found: Vec<Finding>,
    /// The conditions of the branches around.
    pub(super) conditions: Vec<ExprId>,
    state: Reached,
    around: Vec<Enclosing>,
    /// Variables that the loops around write: behind a condition an earlier iteration may have.
    written: Vec<LocalId>,
    /// Branches and loops around.
    depth: usize,
    /// The variable that the statement in front of a loop declares, and what is written as its value.
    pub(super) initial: Option<(LocalId, i128)>,
    /// The loops around that count between constants.
    counted: Vec<counted::Counted>,
    /// The range of constants that is declared in front of a loop.
    range: Option<counted::ConstantRange>,
    /// An `if` whose condition is constant may have left the function.
    pub(super) is_behind_constant: bool,
    /// Constants in conditions keep control from coming here; for what falls through alone.
    pub(super) is_cut_off: bool,
    /// Where the labels of the `switch` statements around are.
    pub(super) cases: FxHashMap<LabelId, Span>,
}

impl Cx<'_> {
    pub(super) fn find_in_flow(
        &mut self,
        function: FunctionId,
        body: &FunctionBody,
        span: Span,
        found: &mut Vec<Finding>,
    ) {
        let mut walk = Walk {
            cx: self,
            found: Vec::new(),
            conditions: Vec::new(),
            state: Reached::Live(Unset::default()),
            around: Vec::new(),
            written: Vec::new(),
            depth: 0,
            initial: None,
            counted: Vec::new(),
            range: None,
            is_behind_constant: false,
            is_cut_off: false,
            cases: FxHashMap::default(),
        };
        for initializer in &body.initializers {
            walk.expr(initializer.value);
        }
        walk.stmt(body.body);
        let Walk { found: in_flow, state, .. } = walk;
        found.extend(in_flow);
        if !state.is_dead() {
            self.find_missing_return(function, span, found);
        }
    }

    /// [stmt.return]/4: flowing off the end is undefined behaviour.
    fn find_missing_return(&mut self, function: FunctionId, span: Span, found: &mut Vec<Finding>) {
        let Some(ret) = self.returned_type(function) else { return };
        let entity = &self.entities[function];
        let declared = entity.span;
        let name = match entity.origin {
            FunctionOrigin::Lambda(_) => "the lambda".to_owned(),
            _ => format!("`{}`", self.show_name(entity.name)),
        };
        let end = Span { lo: Pos(span.hi.0.saturating_sub(1)), hi: span.hi };
        let message =
            format!("{name} can end without `return`, but must return `{}`", self.show(ret));
        let diagnostic = Diagnostic::new(codes::MISSING_RETURN, end, message)
            .label("the end is reached here")
            .secondary(declared, "declared here")
            .help("return a value on every path, or call `__builtin_unreachable()` where there is none");
        push(found, diagnostic);
    }
}

impl Walk<'_, '_> {
    /// Whether nothing leads to the place.
    pub(super) fn is_dead(&self) -> bool {
        self.state.is_dead()
    }

    fn stmt(&mut self, id: StmtId) {
        let span = self.cx.typed.stmts[id].span;
        let initial = self.initial.take();
        self.check_reached(id, span);
        match self.cx.typed.stmts[id].kind.clone() {
            StmtKind::Empty => {}
            StmtKind::Expr { expr, .. } => self.expr(expr),
            StmtKind::Local { local, init } => self.local(local, init),
            StmtKind::Block(list) => self.list(&list),
            StmtKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.conditions.push(condition);
                self.depth += 1;
                let before = self.branch();
                let known = match &before {
                    Reached::Live(unset) => unset.some.clone(),
                    Reached::Dead { .. } => Vec::new(),
                };
                let is_cut_off = self.is_cut_off;
                self.stmt(then);
                let after = std::mem::replace(&mut self.state, before);
                let ends_then =
                    std::mem::replace(&mut self.is_cut_off, is_cut_off) || after.is_dead();
                if let Some(otherwise) = otherwise {
                    self.stmt(otherwise);
                }
                self.depth -= 1;
                let ends_otherwise = self.is_cut_off || self.is_dead();
                self.is_cut_off = match ends_then == ends_otherwise {
                    true => ends_then,
                    // Only a label reads it.
                    false if self.cases.is_empty() => false,
                    false => match self.cx.constant_of(condition).and_then(|value| value.truth()) {
                        Some(true) => ends_then,
                        Some(false) => ends_otherwise,
                        None => false,
                    },
                };
                let state = std::mem::replace(&mut self.state, Reached::Dead { is_certain: true });
                if after.is_dead() != state.is_dead() {
                    self.is_behind_constant |= self.is_decided(condition);
                }
                let behind = after.join_branches(state, &known, condition, self.depth);
                self.state = match behind.has_skipped() && self.is_chosen_by_constants() {
                    true => behind.without_skipped(),
                    false => behind,
                };
                self.conditions.pop();
            }
            StmtKind::Loop(node) => {
                if !node.test_at_end
                    && let Some(condition) = node.condition
                {
                    self.first_test(condition, initial);
                }
                self.depth += 1;
                let is_cut_off = self.is_cut_off;
                let n_counted = self.counted.len();
                let counted = self.counted(&node, initial);
                self.counted.extend(counted);
                self.loop_statement(&node);
                self.counted.truncate(n_counted);
                self.is_cut_off = is_cut_off;
                self.depth -= 1;
            }
            StmtKind::Switch { value, cases, body } => {
                let is_cut_off = self.is_cut_off;
                self.switch(value, &cases, &body);
                self.is_cut_off = is_cut_off;
            }
            StmtKind::Break => self.leave(false),
            StmtKind::Continue => self.leave(true),
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(value);
                }
                self.state = Reached::Dead { is_certain: true };
            }
            StmtKind::Label(label) => self.label(self.cx.typed.labels[label].name.is_some()),
            StmtKind::Goto(_) => self.state = Reached::Dead { is_certain: true },
        }
        if self.cx.check.lint.chosen.contains(&id)
            && let Reached::Dead { is_certain } = &mut self.state
        {
            *is_certain = false;
        }
    }

    fn list(&mut self, list: &[StmtId]) {
        for (index, &stmt) in list.iter().enumerate() {
            if let StmtKind::Label(label) = self.cx.typed.stmts[stmt].kind
                && let Some(&before) = index.checked_sub(1).and_then(|before| list.get(before))
            {
                self.fall_through(before, stmt, label);
            }
            let declared = match self.cx.typed.stmts[stmt].kind {
                StmtKind::Local { local, init } => {
                    self.written_int(init).map(|value| (local, value))
                }
                _ => None,
            };
            self.note_range(stmt);
            self.stmt(stmt);
            self.initial = declared;
        }
    }

    /// Reports the first statement behind a jump.
    fn check_reached(&mut self, id: StmtId, span: Span) {
        let Reached::Dead { is_certain: true } = self.state else { return };
        let is_wanted = match &self.cx.typed.stmts[id].kind {
            // A jump behind a jump is a matter of style, and an empty statement does nothing.
            StmtKind::Label(_)
            | StmtKind::Empty
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Goto(_)
            | StmtKind::Return(_) => false,
            StmtKind::Block(list) => !list.is_empty() && !self.has_label(id),
            StmtKind::Expr { expr, .. } => !self.stops(*expr),
            _ => !self.has_label(id),
        };
        if is_wanted {
            let message = "control does not reach this statement";
            let diagnostic = Diagnostic::new(codes::UNREACHABLE_CODE, span, message)
                .help("remove it, or the jump before it");
            push(&mut self.found, diagnostic);
            self.state = Reached::Dead { is_certain: false };
        }
    }

    /// Whether a jump may lead into a statement.
    fn has_label(&self, id: StmtId) -> bool {
        let kind = &self.cx.typed.stmts[id].kind;
        matches!(kind, StmtKind::Label(_))
            || kind.stmts().into_iter().any(|part| self.has_label(part))
    }

    /// Whether an expression says that control does not come here.
    fn stops(&self, expr: ExprId) -> bool {
        match &self.cx.typed.exprs[expr].kind {
            ExprKind::Unreachable | ExprKind::Trap => true,
            ExprKind::Convert { operand, .. } => self.stops(*operand),
            ExprKind::Call { callee, .. } => self.cx.is_noreturn(*callee),
            _ => false,
        }
    }

    fn join(&mut self, other: Reached) {
        let state = std::mem::replace(&mut self.state, Reached::Dead { is_certain: true });
        self.state = state.join(other);
    }

    /// A loop or `switch` may leave the function where a branch in front of it gave no value.
    fn forget_skipped(&mut self) {
        if let Reached::Live(unset) = &mut self.state {
            unset.some.clear();
        }
    }

    /// The state where control may take one of several ways. The way may depend on what an earlier
    /// iteration of a loop did.
    fn branch(&mut self) -> Reached {
        if let Reached::Live(unset) = &mut self.state {
            unset.retain(|local| !self.written.contains(&local));
        }
        self.state.clone()
    }

    fn loop_statement(&mut self, node: &Loop) {
        self.forget_skipped();
        let entry = self.branch();
        let n_written = self.written.len();
        self.note_written(node);
        self.conditions.extend(node.condition);
        self.loop_iteration(node, entry);
        if node.condition.is_some() {
            self.conditions.pop();
        }
        self.written.truncate(n_written);
    }

    /// Notes the variables that a loop may give a value: all but those that it only reads.
    fn note_written(&mut self, node: &Loop) {
        let typed = &self.cx.typed;
        let mut todo: Vec<StmtId> = node.prologue.to_vec();
        todo.push(node.body);
        let mut exprs: Vec<ExprId> = node.condition.into_iter().chain(node.step).collect();
        while let Some(stmt) = todo.pop() {
            let kind = &typed.stmts[stmt].kind;
            exprs.extend(kind.exprs());
            todo.extend(kind.stmts());
        }
        let parts: Vec<ExprId> =
            exprs.iter().flat_map(|&expr| typed.subexpressions(expr)).collect();
        // A reference that is initialised by a variable.
        let roots: FxHashSet<ExprId> = exprs.into_iter().collect();
        for expr in parts {
            let kind = &typed.exprs[expr].kind;
            if let ExprKind::Local(local) = *kind
                && roots.contains(&expr)
            {
                self.written.push(local);
            }
            if matches!(kind, ExprKind::Load(_)) {
                continue;
            }
            for operand in kind.operands() {
                if let ExprKind::Local(local) = typed.exprs[operand].kind {
                    self.written.push(local);
                }
            }
        }
    }

    fn loop_iteration(&mut self, node: &Loop, entry: Reached) {
        if !node.test_at_end
            && let Some(condition) = node.condition
        {
            self.expr(condition);
        }
        let skipped = self.state.clone();
        let is_endless = node.condition.is_none_or(|condition| self.is_true(condition));
        self.around.push(Enclosing { breaks: Vec::new(), continues: Some(Vec::new()), entry });
        self.list(&node.prologue);
        self.stmt(node.body);
        let around = self.around.pop();
        for state in around.iter().flat_map(|around| around.continues.iter().flatten()) {
            self.join(state.clone());
        }
        if let Some(step) = node.step {
            self.expr(step);
        }
        if node.test_at_end
            && let Some(condition) = node.condition
        {
            self.expr(condition);
        }
        match (is_endless, node.test_at_end) {
            (true, _) => self.state = Reached::Dead { is_certain: true },
            (false, true) => {}
            (false, false) => self.join(skipped),
        }
        for state in around.into_iter().flat_map(|around| around.breaks) {
            self.join(state);
        }
    }

    /// Whether a condition is the literal `true` or `1`.
    fn is_true(&self, condition: ExprId) -> bool {
        match &self.cx.typed.exprs[condition].kind {
            ExprKind::Const(value) => {
                let text = self.cx.unit.sources.text(self.cx.typed.exprs[condition].span);
                value.truth() == Some(true) && matches!(text, "true" | "1")
            }
            ExprKind::Convert { operand, .. } => self.is_true(*operand),
            _ => false,
        }
    }

    fn switch(&mut self, value: ExprId, cases: &[SwitchCase], body: &[StmtId]) {
        self.expr(value);
        self.forget_skipped();
        let entry = self.branch();
        let covers = cases.iter().any(|case| case.values.is_none()) || self.covers(value, cases);
        self.state = Reached::Dead { is_certain: false };
        self.around.push(Enclosing { breaks: Vec::new(), continues: None, entry: entry.clone() });
        self.conditions.push(value);
        self.depth += 1;
        self.cases.extend(cases.iter().map(|case| (case.label, case.span)));
        self.list(body);
        self.depth -= 1;
        self.conditions.pop();
        let around = self.around.pop();
        if !covers {
            self.join(entry);
        }
        for state in around.into_iter().flat_map(|around| around.breaks) {
            self.join(state);
        }
    }

    /// Whether the cases have all enumerators of an enumeration.
    fn covers(&self, value: ExprId, cases: &[SwitchCase]) -> bool {
        let mut expr = value;
        while let ExprKind::Convert { operand, .. } = self.cx.typed.exprs[expr].kind {
            expr = operand;
        }
        let Some(id) = self.cx.types.enum_of(self.cx.typed.exprs[expr].ty) else { return false };
        self.cx.entities[id].enumerators.iter().all(|enumerator| {
            let has = |value: i128| {
                let holds = |case: &SwitchCase| {
                    case.values.is_some_and(|(low, high)| low <= value && value <= high)
                };
                cases.iter().any(holds)
            };
            has(enumerator.value)
        })
    }

    fn label(&mut self, is_named: bool) {
        self.is_cut_off = false;
        if is_named {
            // A `goto` may come from anywhere in the function.
            self.state = Reached::Live(Unset::default());
            return;
        }
        let entry = self.around.iter().rev().find(|around| around.continues.is_none());
        let entry = entry.map_or(Reached::Live(Unset::default()), |around| around.entry.clone());
        self.join(entry);
    }

    fn leave(&mut self, is_continue: bool) {
        let state = std::mem::replace(&mut self.state, Reached::Dead { is_certain: true });
        let mut around = self.around.iter_mut().rev();
        if is_continue {
            if let Some(list) = around.find_map(|around| around.continues.as_mut()) {
                list.push(state);
            }
        } else if let Some(around) = around.next() {
            around.breaks.push(state);
        }
    }
}
