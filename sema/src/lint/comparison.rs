//! Comparisons that are written as in another language: `a < b < c` compares the truth of `a < b` with `c`, and
//! `if (a = b)` assigns.

use lang::ast::{self, BinaryOp};
use lang::base::{Applicability, Diagnostic, Span};

use super::{Finding, push};
use crate::Cx;
use crate::codes;
use crate::ty::Ty;
use crate::typed::{ExprId, ExprKind};

impl Cx<'_> {
    /// Notes a comparison whose left operand is one, without parentheses around it.
    pub(crate) fn note_chained_comparison(
        &mut self,
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
        let ty = self.types.strip_cvref(self.typed.exprs[left_value].ty);
        let is_truth = ty == Ty::BOOL || self.tile_of(ty).is_some_and(|(elem, _)| elem == Ty::BOOL);
        if is_truth && !self.is_tentative() {
            self.check.lint.chained.insert(value, left);
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
                    format!("compare twice, `{} && {repeated} ...`", text(inner)),
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
