//! Comparisons that are written as in another language: `a < b < c` compares the truth of `a < b` with `c`, and
//! `if (a = b)` assigns.

use lang::ast::{self, BinaryOp};
use lang::base::{Applicability, Diagnostic, Edit, Fix, Span};

use super::{Finding, push};
use crate::Cx;
use crate::check::operand::Operand;
use crate::codes;
use crate::entity::{DeclName, Entity};
use crate::scope::ScopeId;
use crate::ty::Ty;
use crate::typed::{ExprId, ExprKind};

impl Cx<'_> {
    /// Notes a comparison whose left operand is one, without parentheses around it.
    pub(crate) fn note_chained_comparison(
        &mut self,
        scope: ScopeId,
        op: BinaryOp,
        left: ast::ExprId,
        left_value: Option<ExprId>,
        value: ExprId,
    ) {
        let ast::ExprKind::Binary { op: inner, .. } = self.ast[left].kind else { return };
        let Some(left_value) = left_value.filter(|_| is_relational(op) && is_relational(inner))
        else {
            return;
        };
        if op == BinaryOp::Greater
            && inner == BinaryOp::Less
            && self.warn_of_hidden_template(scope, left)
        {
            return;
        }
        let ty = self.types.strip_cvref(self.typed.exprs[left_value].ty);
        let is_truth = ty == Ty::BOOL || self.tile_of(ty).is_some_and(|(elem, _)| elem == Ty::BOOL);
        if is_truth && !self.is_tentative() {
            self.check.lint.chained.insert(value, left);
        }
    }

    /// Warns of `sum<1>(x)` where a variable hides the function template `sum`: what stands there are comparisons. True if
    /// that is so. It is said at once, as errors follow from it.
    fn warn_of_hidden_template(&mut self, scope: ScopeId, left: ast::ExprId) -> bool {
        let ast::ExprKind::Binary { lhs, rhs, .. } = self.ast[left].kind else { return false };
        let ast::ExprKind::Name(name) = self.ast[lhs].kind else { return false };
        let written = &self.ast[name];
        let Some(name) = written.last.identifier().filter(|_| !written.is_qualified()) else {
            return false;
        };
        let Some(hidden) = self.named_by_tiles(name) else { return false };
        let found = self.lookup_unqualified(scope, DeclName::Identifier(name));
        let Some(&Entity::Local(local)) = found.single() else { return false };
        let (span, at) = (self.ast[lhs].span, self.typed.locals[local].span);
        if !self.is_users_text(span) || self.is_tentative() {
            return true;
        }
        let (name, argument) = (self.text(name), self.unit.sources.text(self.ast[rhs].span));
        let message = format!(
            "`{name}` is a variable here, not the function `{hidden}`: `{name}<{argument}>(...)` compares it with `{argument}`"
        );
        let diagnostic = Diagnostic::new(codes::CHAINED_COMPARISON, span, message)
            .secondary(at, format!("hides `{hidden}`"))
            .fix(
                format!("write `{hidden}`, or give the variable another name"),
                Applicability::Maybe,
                span,
                hidden,
            );
        if self.check.warned.insert((codes::CHAINED_COMPARISON, span)) {
            self.report(diagnostic);
        }
        true
    }

    /// Notes `a & b == c`, which is `a & (b == c)`. Where both operands are comparisons, or the other one is a truth value,
    /// nothing else can be meant.
    pub(crate) fn note_compared_bits(
        &mut self,
        op: BinaryOp,
        (left, right): (ast::ExprId, ast::ExprId),
        (left_ty, right_ty): (Option<Ty>, Option<Ty>),
        value: ExprId,
    ) {
        if !matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor) {
            return;
        }
        let is_comparison = |expr: ast::ExprId| {
            matches!(self.ast[expr].kind, ast::ExprKind::Binary { op, .. }
                if is_relational(op) || matches!(op, BinaryOp::Equal | BinaryOp::NotEqual))
        };
        let (comparison, other) = match (is_comparison(left), is_comparison(right)) {
            (true, false) => (left, right_ty),
            (false, true) => (right, left_ty),
            _ => return,
        };
        let Some(other) = other.map(|ty| self.types.strip_cvref(ty)) else { return };
        let element = self.tile_of(other).map_or(other, |(elem, _)| elem);
        if self.types.is_integral(element) && element != Ty::BOOL && !self.is_tentative() {
            self.check.lint.compared_bits.insert(value, comparison);
        }
    }

    pub(super) fn find_compared_bits(&self, exprs: &[ExprId], found: &mut Vec<Finding>) {
        for &expr in exprs {
            let Some(&comparison) = self.check.lint.compared_bits.get(&expr) else { continue };
            let ast::ExprKind::Binary { op: inner, lhs, rhs, .. } = self.ast[comparison].kind
            else {
                continue;
            };
            let (span, at) = (self.typed.exprs[expr].span, self.ast[comparison].span);
            // The text of a macro is not that of the operands.
            let is_of_macro = self.unit.sources.backtrace(at.lo).next().is_some()
                || self.unit.sources.backtrace(at.hi).next().is_some();
            if !self.is_users_text(span) || is_of_macro {
                continue;
            }
            let text = |span: Span| self.unit.sources.text(span);
            let message = format!(
                "`{}` is compared first, as `{}` binds more strongly than the operator beside it",
                text(at),
                inner.text()
            );
            let mut diagnostic = Diagnostic::new(codes::BITWISE_COMPARISON, at, message)
                .label("an operand of `&`, `|` or `^`");
            // The operand between the two operators is the one that was meant for the other.
            let is_right = at.lo > span.lo;
            let (first, last) = match is_right {
                true => (Span { lo: span.lo, hi: span.lo }, self.ast[lhs].span),
                false => (Span { lo: self.ast[rhs].span.lo, hi: self.ast[rhs].span.lo }, span),
            };
            let title = "write parentheses around what is meant to come first";
            diagnostic.fixes.push(Fix {
                title: title.to_owned(),
                edits: vec![
                    Edit { span: first, text: "(".to_owned() },
                    Edit { span: Span { lo: last.hi, hi: last.hi }, text: ")".to_owned() },
                ],
                applicability: Applicability::Maybe,
            });
            push(found, diagnostic);
        }
    }

    /// The expression below conversions and the reading of a variable.
    pub(crate) fn without_conversions(&self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Convert { operand, .. } | ExprKind::Load(operand) =
            self.typed.exprs[expr].kind
        {
            expr = operand;
        }
        expr
    }

    /// Notes `a[i, j]`: the comma operator, whose value is `j` ([depr.comma.subscript]).
    pub(crate) fn note_comma_in_subscript(&mut self, written: &[ast::ExprId], indices: &[Operand]) {
        let ([written], [index]) = (written, indices) else { return };
        let ast::ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs, .. } = self.ast[*written].kind
        else {
            return;
        };
        if let Some(index) = index.as_expr()
            && matches!(self.typed.exprs[index].kind, ExprKind::Comma { .. })
            && !self.is_tentative()
        {
            let operands = (self.ast[lhs].span, self.ast[rhs].span);
            self.check.lint.commas.insert(index, operands);
        }
    }

    pub(super) fn find_commas_in_subscripts(&self, exprs: &[ExprId], found: &mut Vec<Finding>) {
        for &expr in exprs {
            let Some(&(first, second)) = self.check.lint.commas.get(&expr) else { continue };
            let (left, right) = (self.one_line(first), self.one_line(second));
            let message = format!(
                "this subscript is a comma operator: the index is `{right}`, the value of `{left}` is not used"
            );
            let span = self.typed.exprs[expr].span;
            let diagnostic = Diagnostic::new(codes::COMMA_SUBSCRIPT, span, message)
                .label("an array has one index")
                .help(format!(
                    "compute the index, as in `[row * columns + column]`; `[({left}, {right})]` says that the comma is meant"
                ));
            push(found, diagnostic);
        }
    }

    pub(super) fn find_chained_comparisons(&self, exprs: &[ExprId], found: &mut Vec<Finding>) {
        for &expr in exprs {
            let Some(&left) = self.check.lint.chained.get(&expr) else { continue };
            let ast::ExprKind::Binary { rhs: middle, .. } = self.ast[left].kind else { continue };
            let (span, inner) = (self.typed.exprs[expr].span, self.ast[left].span);
            if !self.is_users_text(span) {
                continue;
            }
            let text = |span: Span| self.unit.sources.text(span);
            let last = text(Span { lo: inner.hi, hi: span.hi });
            let last = last.trim_start().trim_start_matches(['<', '>', '=']).trim_start();
            let message = format!(
                "comparisons do not chain: this compares the truth of `{}`, 0 or 1, with {}",
                text(inner),
                if last.is_empty() { "the last operand".to_owned() } else { format!("`{last}`") }
            );
            let middle = self.ast[middle].span;
            let repeated = text(middle);
            let mut diagnostic = Diagnostic::new(codes::CHAINED_COMPARISON, span, message)
                .label("a comparison of the result of a comparison");
            if repeated.is_empty() || self.unit.sources.backtrace(middle.lo).next().is_some() {
                diagnostic = diagnostic.help("join two comparisons, `a < b && b < c`");
            } else {
                diagnostic = diagnostic.fix(
                    format!(
                        "compare twice, `{} && {repeated} {}`",
                        text(inner),
                        self.one_line(Span { lo: inner.hi, hi: span.hi }).trim()
                    ),
                    Applicability::Maybe,
                    Span { lo: middle.hi, hi: middle.hi },
                    format!(" && {repeated}"),
                );
            }
            push(found, diagnostic);
        }
    }
}

impl Cx<'_> {
    /// Notes an assignment that is a condition. A second pair of parentheses says that it is meant.
    pub(crate) fn note_assigned_condition(
        &mut self,
        condition: ast::ExprId,
        value: Option<ExprId>,
    ) {
        if let ast::ExprKind::Assign { op: None, op_span, .. } = self.ast[condition].kind
            && let Some(value) = value
            && matches!(self.typed.exprs[value].kind, ExprKind::Assign { .. })
            && !self.is_tentative()
        {
            self.check.lint.assigned.insert(value, op_span);
        }
    }

    pub(super) fn find_assigned_conditions(&self, exprs: &[ExprId], found: &mut Vec<Finding>) {
        for &expr in exprs {
            let Some(&at) = self.check.lint.assigned.get(&expr) else { continue };
            if !self.is_users_text(at) {
                continue;
            }
            let message = "this condition is an assignment: `=` assigns, and `==` compares";
            let diagnostic =
                Diagnostic::new(codes::ASSIGNED_CONDITION, at, message).label("assigns").fix(
                    "write `==` to compare, or a second pair of parentheses around an assignment",
                    Applicability::Maybe,
                    at,
                    "==",
                );
            push(found, diagnostic);
        }
    }
}

fn is_relational(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual)
}
