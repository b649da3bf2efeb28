//! Products that are widened too late: `p + static_cast<long long>(row * width)` multiplies in 32 bits.
//!
//! A cast of the index of a pointer to 64 bits is there for an index that has more than 32; where the product below it was
//! computed in 32 bits, it comes too late. An index that has 32 bits needs no cast.

use lang::base::{Applicability, Diagnostic, Span};

use super::super::push;
use super::Walk;
use crate::codes;
use crate::typed::{BinaryOp, ConvertKind, ExprId, ExprKind};

impl Walk<'_, '_> {
    /// Warns of the products in an index of a pointer that a cast widens; `whole` is the sum of the two.
    pub(super) fn widened_products(&mut self, index: ExprId, whole: Span) {
        match self.cx.typed.exprs[index].kind {
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs } => {
                self.widened_products(lhs, whole);
                self.widened_products(rhs, whole);
            }
            ExprKind::Convert { kind: ConvertKind::IntToInt, operand }
                if !self.cx.check.lint.implicit.contains(&index) =>
            {
                self.widened_product(index, operand, whole);
            }
            _ => {}
        }
    }

    fn widened_product(&mut self, cast: ExprId, product: ExprId, whole: Span) {
        let ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } = self.cx.typed.exprs[product].kind
        else {
            return;
        };
        let width = |expr: ExprId| self.cx.int_width(self.cx.typed.exprs[expr].ty);
        if width(cast) != Some(64) || width(product) != Some(32) || self.is_dead() {
            return;
        }
        // An operand that is known says how far the product goes.
        if [lhs, rhs].into_iter().any(|factor| self.cx.constant_of(factor).is_some()) {
            return;
        }
        let [at, of_lhs, of_rhs] = [product, lhs, rhs].map(|expr| self.cx.typed.exprs[expr].span);
        let ty = self.cx.show(self.cx.typed.exprs[product].ty);
        let text = self.cx.one_line(at);
        let message = format!(
            "the product `{text}` is computed as `{ty}`, of 32 bits, and widened only then"
        );
        let diagnostic = Diagnostic::new(codes::WIDENED_PRODUCT, at, message)
            .label("may be more than 32 bits hold");
        let help = "widen an operand, which makes the product one of 64 bits";
        let sources = self.cx.unit.sources;
        let before = sources.text(Span { lo: whole.lo, hi: at.lo });
        let behind = Span { lo: at.hi, hi: at.hi.offset(1) };
        let start = before.rfind("static_cast<").filter(|&start| {
            let cast = before.get(start..).unwrap_or_default();
            cast.ends_with(">(") && cast.matches('(').count() == 1 && sources.text(behind) == ")"
        });
        let [factor, other] = [of_lhs, of_rhs].map(|span| sources.text(span));
        let diagnostic = match start {
            Some(start) if !factor.is_empty() && !other.is_empty() => {
                let cast = before.get(start..).unwrap_or_default();
                let lo = whole.lo.offset(u32::try_from(start).unwrap_or(u32::MAX));
                let fixed = format!("{cast}{factor}) * {other}");
                diagnostic.fix(help, Applicability::Maybe, Span { lo, hi: behind.hi }, fixed)
            }
            _ => diagnostic.help(help),
        };
        push(&mut self.found, diagnostic);
    }
}
