//! Loops that count from one constant to another, and array elements that their last or first value does not have.
//!
//! An element is warned of where the loop certainly reaches it with that value: no branch is around it in the loop, no jump
//! leaves the loop, and nothing but the step of the loop changes the variable.

use lang::base::Diagnostic;

use super::super::push;
use super::Walk;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::ClassRole;
use crate::typed::{BinaryOp, ExprId, ExprKind, IncDecOp, LocalId, Loop, StmtId, StmtKind};

/// A loop that runs for known values of a variable.
#[derive(Clone, Copy)]
pub(super) struct Counted {
    local: LocalId,
    first: i128,
    last: i128,
    /// How many branches and loops are around its body.
    depth: usize,
    body: StmtId,
}

/// The first value, the bound, and the step of a range.
#[derive(Clone, Copy)]
pub(super) struct ConstantRange {
    first: i128,
    end: i128,
    step: i128,
}

impl Walk<'_, '_> {
    /// Notes what a declaration says about the loop behind it.
    pub(super) fn note_range(&mut self, stmt: StmtId) {
        match self.cx.typed.stmts[stmt].kind {
            StmtKind::Local { local, init } => {
                let ty = self.cx.types.strip_cvref(self.cx.typed.locals[local].ty);
                let class = self.cx.types.class_of(ty);
                let is_range = class
                    .is_some_and(|class| self.cx.entities[class].role == ClassRole::CountedRange);
                if is_range {
                    self.range = self.constant_range(init);
                }
            }
            StmtKind::Loop(_) => {}
            _ => self.range = None,
        }
    }

    /// The numbers in `irange(0, 8)`.
    fn constant_range(&mut self, init: ExprId) -> Option<ConstantRange> {
        let arguments = match &self.cx.typed.exprs[init].kind {
            ExprKind::Materialize(value) => return self.constant_range(*value),
            ExprKind::Call { arguments, .. } | ExprKind::Construct { arguments, .. } => {
                arguments.clone()
            }
            _ => return None,
        };
        let mut numbers = Vec::new();
        for &argument in &arguments {
            numbers.push(self.constant_int(argument)?);
        }
        match numbers[..] {
            [first, end] => Some(ConstantRange { first, end, step: 1 }),
            [first, end, step] => Some(ConstantRange { first, end, step }),
            _ => None,
        }
    }

    fn constant_int(&mut self, expr: ExprId) -> Option<i128> {
        if !self.is_literal(expr) {
            return None;
        }
        match self.cx.constant_of(expr)? {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The loop that begins, if it counts between constants; the depth is that of its body.
    pub(super) fn counted(
        &mut self,
        node: &Loop,
        initial: Option<(LocalId, i128)>,
    ) -> Option<Counted> {
        let range = self.range.take();
        if let (Some(range), [first]) = (range, &*node.prologue)
            && let StmtKind::Local { local, .. } = self.cx.typed.stmts[*first].kind
        {
            return self.counted_from(local, range, node.body);
        }
        let (local, first) = initial?;
        let step = self.step_of(node.step?, local)?;
        let ExprKind::Binary { op, lhs, rhs } = self.cx.typed.exprs[node.condition?].kind else {
            return None;
        };
        if node.test_at_end || !self.is_read_of(lhs, local) {
            return None;
        }
        let bound = self.constant_int(rhs)?;
        let end = match op {
            BinaryOp::Lt if step > 0 => bound,
            BinaryOp::Le if step > 0 => bound + 1,
            BinaryOp::Gt if step < 0 => bound,
            BinaryOp::Ge if step < 0 => bound - 1,
            BinaryOp::Ne if (bound - first) % step == 0 => bound,
            _ => return None,
        };
        self.counted_from(local, ConstantRange { first, end, step }, node.body)
    }

    fn counted_from(&self, local: LocalId, range: ConstantRange, body: StmtId) -> Option<Counted> {
        let ConstantRange { first, end, step } = range;
        let towards = if step > 0 { end - first } else { first - end };
        if step == 0 || towards <= 0 {
            return None;
        }
        let n_rounds = (towards + step.abs() - 1) / step.abs();
        let last = first + (n_rounds - 1) * step;
        Some(Counted { local, first, last, depth: self.depth, body })
    }

    /// What the step of a loop adds to its variable.
    fn step_of(&mut self, step: ExprId, local: LocalId) -> Option<i128> {
        match self.cx.typed.exprs[step].kind {
            ExprKind::Convert { operand, .. } => self.step_of(operand, local),
            ExprKind::IncDec { op, target } if self.is_variable(target, local) => Some(match op {
                IncDecOp::PreInc | IncDecOp::PostInc => 1,
                IncDecOp::PreDec | IncDecOp::PostDec => -1,
            }),
            ExprKind::CompoundAssign { op, target, value, .. }
                if self.is_variable(target, local) =>
            {
                let by = self.constant_int(value).filter(|&by| by != 0)?;
                match op {
                    BinaryOp::Add => Some(by),
                    BinaryOp::Sub => Some(-by),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn is_variable(&self, expr: ExprId, local: LocalId) -> bool {
        matches!(self.cx.typed.exprs[expr].kind, ExprKind::Local(found) if found == local)
    }

    /// The value outside of `0..end` that an index has in some round of the loops around.
    pub(super) fn counted_index(&mut self, index: ExprId, end: i128) -> Option<(i128, Counted)> {
        if self.counted.is_empty() {
            return None;
        }
        let (local, offset) = self.variable_and_offset(index)?;
        let place = self.counted.iter().position(|counted| counted.local == local)?;
        let counted = *self.counted.get(place)?;
        let outside = [counted.first, counted.last]
            .into_iter()
            .map(|value| value + offset)
            .find(|value| !(0..end).contains(value))?;
        // Each loop around is one that counts, and no branch is between them.
        let inner = self.counted.get(place..).unwrap_or_default();
        let is_direct = inner.iter().enumerate().all(|(n, inner)| inner.depth == counted.depth + n)
            && self.depth + 1 == counted.depth + inner.len();
        (is_direct && self.runs_each_round(&counted)).then_some((outside, counted))
    }

    fn variable_and_offset(&mut self, index: ExprId) -> Option<(LocalId, i128)> {
        match self.cx.typed.exprs[index].kind {
            ExprKind::Convert { operand, .. } => self.variable_and_offset(operand),
            ExprKind::Load(place) => match self.cx.typed.exprs[place].kind {
                ExprKind::Local(local) => Some((local, 0)),
                _ => None,
            },
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => match self.constant_int(rhs) {
                Some(by) => self.variable_and_offset(lhs).map(|(local, at)| (local, at + by)),
                None => {
                    let by = self.constant_int(lhs)?;
                    self.variable_and_offset(rhs).map(|(local, at)| (local, at + by))
                }
            },
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                let by = self.constant_int(rhs)?;
                self.variable_and_offset(lhs).map(|(local, at)| (local, at - by))
            }
            _ => None,
        }
    }

    /// Whether no jump leaves a loop or a round of it, and nothing in its body changes its variable.
    fn runs_each_round(&self, counted: &Counted) -> bool {
        let typed = &self.cx.typed;
        let mut todo = vec![counted.body];
        while let Some(stmt) = todo.pop() {
            let kind = &typed.stmts[stmt].kind;
            if matches!(
                kind,
                StmtKind::Break
                    | StmtKind::Continue
                    | StmtKind::Return(_)
                    | StmtKind::Goto(_)
                    | StmtKind::Label(_)
            ) {
                return false;
            }
            let is_variable = |expr: ExprId| self.is_variable(expr, counted.local);
            for root in kind.exprs() {
                let changes = |expr: ExprId| {
                    let kind = &typed.exprs[expr].kind;
                    matches!(kind, ExprKind::Unreachable | ExprKind::Trap)
                        || !matches!(kind, ExprKind::Load(_))
                            && kind.operands().into_iter().any(is_variable)
                };
                if is_variable(root) || typed.subexpressions(root).into_iter().any(changes) {
                    return false;
                }
            }
            todo.extend(kind.stmts());
        }
        true
    }

    /// Warns of an array element that a loop reaches outside of the array.
    pub(in crate::lint) fn counted_element(
        &mut self,
        array: ExprId,
        index: ExprId,
        len: u64,
        end: i128,
    ) {
        if self.is_dead() || self.is_behind_constant {
            return;
        }
        let Some((value, counted)) = self.counted_index(index, end) else { return };
        if self.is_chosen_by_constants() {
            return;
        }
        let text = self.cx.one_line(self.cx.typed.exprs[array].span);
        let variable = &self.cx.typed.locals[counted.local];
        let (declared, name) = (variable.span, variable.name.map_or("", |name| self.cx.text(name)));
        let elements = super::super::counted(usize::try_from(len).unwrap_or(usize::MAX), "element");
        let message = format!("index {value} is outside: `{text}` has {elements}");
        let at = self.cx.typed.exprs[index].span;
        let (first, last) = (counted.first, counted.last);
        let mut diagnostic = Diagnostic::new(codes::UNDEFINED_OPERATION, at, message)
            .label(format!("{value} in a round of the loop"))
            .secondary(declared, format!("`{name}` runs from {first} to {last}"));
        if let Some(largest) = len.checked_sub(1) {
            diagnostic = diagnostic.help(format!("the indices of `{text}` are 0 to {largest}"));
        }
        push(&mut self.found, diagnostic);
    }
}
