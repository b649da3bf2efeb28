//! Shifts of what a cast left of a wider value: the bits that are meant are gone before the shift.
//!
//! In: a shift by a constant that its operand has too few bits for. Out: the same with the shift before the cast.

use lang::base::{Applicability, Diagnostic, Pos, Span};

use crate::Cx;
use crate::constexpr::value::Value;
use crate::ty::{Ty, TyKind};
use crate::typed::{ExprId, ExprKind};

/// A right shift of the value of a cast, and the shift that is meant.
pub(crate) struct ShiftOfCast {
    title: String,
    text: String,
}

impl ShiftOfCast {
    /// Proposes the shift that is meant for the one at `span`.
    pub fn add_to(self, diagnostic: Diagnostic, span: Span) -> Diagnostic {
        diagnostic.fix(self.title, Applicability::Maybe, span, self.text)
    }
}

impl Cx<'_> {
    pub(crate) fn int_width(&self, ty: Ty) -> Option<u32> {
        match self.types.kind(self.types.strip_cvref(ty)) {
            TyKind::Int(kind) => Some(kind.bits()),
            _ => None,
        }
    }

    /// `cast(x) >> n`, which begins at `start`, as `cast(x >> n)`, where `x` has the bits that `n` needs.
    pub(crate) fn shift_before(
        &self,
        start: Pos,
        (whole, whole_width): (ExprId, u32),
        width: u32,
        amount: ExprId,
    ) -> Option<ShiftOfCast> {
        let [inner, by] = [whole, amount].map(|expr| self.typed.exprs[expr].span);
        let text = |lo, hi| self.unit.sources.text(Span { lo, hi });
        let count = match self.constant_below(amount) {
            Some(Value::Int(count)) => u32::try_from(count).ok()?,
            _ => return None,
        };
        let before = text(start, inner.lo);
        let is_shift = text(inner.hi, by.lo).trim().strip_prefix(')').map(str::trim) == Some(">>");
        let operand = self.one_line(inner);
        // `(unsigned)x >> 32` has no parentheses around the operand.
        if width > count
            || count >= whole_width
            || !is_shift
            || operand.is_empty()
            || !before.ends_with('(')
        {
            return None;
        }
        let is_name = operand.chars().all(|c| c.is_alphanumeric() || c == '_');
        let shifted = if is_name { operand.clone() } else { format!("({operand})") };
        let text = format!("{before}{shifted} >> {})", self.one_line(by));
        let title = format!(
            "shift before the cast, which leaves {width} of the {whole_width} bits of `{operand}`: `{text}`"
        );
        Some(ShiftOfCast { title, text })
    }

    /// The value of a literal below the conversions around it.
    fn constant_below(&self, expr: ExprId) -> Option<Value> {
        let mut expr = self.without_conversions(expr);
        while let ExprKind::Call { arguments, .. } | ExprKind::Construct { arguments, .. } =
            &self.typed.exprs[expr].kind
        {
            let [only] = **arguments else { return None };
            expr = self.without_conversions(only);
        }
        match &self.typed.exprs[expr].kind {
            ExprKind::Const(value) => Some(value.clone()),
            _ => None,
        }
    }
}
