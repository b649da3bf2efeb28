//! `2^10` and `10^3`, which are exclusive ors and not powers.
//!
//! Only literals in decimal digits count, as for GCC and Clang: a hexadecimal one says that bits are meant.

use lang::ast::{self, BinaryOp};
use lang::base::{Applicability, Diagnostic, Span};

use crate::Cx;
use crate::codes;

/// The largest exponent whose power an `int` has.
const LARGEST_OF_INT: u32 = 30;

impl Cx<'_> {
    /// Warns of an exclusive or of 2 or 10 and a number.
    pub(crate) fn warn_of_power(
        &mut self,
        op: BinaryOp,
        lhs: ast::ExprId,
        rhs: ast::ExprId,
        span: Span,
    ) {
        if op != BinaryOp::BitXor || self.is_tentative() || !self.is_users_text(span) {
            return;
        }
        let (base, exponent) = (self.decimal(lhs), self.decimal(rhs));
        let (Some(base @ (2 | 10)), Some(exponent)) = (base, exponent) else { return };
        let Some(power) = u64::from(base).checked_pow(exponent) else { return };
        let text = self.one_line(span);
        // The names of macros say what the numbers are.
        let written = self.unit.sources.text(self.unit.sources.resolve(span));
        if !written.starts_with(|c: char| c.is_ascii_digit()) {
            return;
        }
        // `2 xor 10` says what it is.
        if power > i64::MAX.unsigned_abs() || text.contains("xor") {
            return;
        }
        let written = match (base, exponent) {
            (10, _) => power.to_string(),
            (_, ..=LARGEST_OF_INT) => format!("1 << {exponent}"),
            _ => format!("1LL << {exponent}"),
        };
        let message =
            format!("`^` is exclusive or: `{base}^{exponent}` is {}, not {power}", base ^ exponent);
        let diagnostic = Diagnostic::new(codes::XOR_AS_POWER, span, message);
        let title = format!("write `{written}`, which is {base} to the power of {exponent}");
        let is_of_macro = self.unit.sources.backtrace(span.lo).next().is_some();
        let diagnostic = match is_of_macro {
            true => diagnostic.help(title),
            false => diagnostic.fix(title, Applicability::Maybe, span, written),
        };
        if self.check.warned.insert((codes::XOR_AS_POWER, span)) {
            self.report(diagnostic);
        }
    }

    /// The value of a literal in decimal digits.
    fn decimal(&self, expr: ast::ExprId) -> Option<u32> {
        let text = self.unit.sources.text(self.ast[expr].span);
        let is_octal = text.len() > 1 && text.starts_with('0');
        let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit()) && !is_octal;
        is_decimal.then(|| text.parse().ok())?
    }
}
