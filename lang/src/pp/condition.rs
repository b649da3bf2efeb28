//! `#if` conditions ([cpp.cond]): from a line of tokens to true or false.
//!
//! Macros are expanded first, with `defined` and `__has_include` as operators; [`super::precedence`]
//! parses and evaluates the rest at once. Arithmetic is that of `intmax_t` and `uintmax_t`. A value
//! carries the error that computing it met, so that an operand which is not evaluated (`0 && 1 / 0`)
//! takes its error with it.

use smallvec::SmallVec;

use crate::base::Diagnostic;
use crate::codes;
use crate::lex::literal::{self, IntType, Number};
use crate::lex::{Token, TokenKind};

use super::Preprocessor;
use super::precedence::{Unexpected, evaluate};

/// A value of type `intmax_t` or `uintmax_t`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub(super) bits: u64,
    is_unsigned: bool,
    /// The index of the operator that divided by zero.
    division_by_zero: Option<usize>,
}

/// A terminal of the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Terminal {
    Value(Value),
    Operator(TokenKind),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unary {
    Plus,
    Minus,
    Complement,
    Not,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Xor,
    Or,
    LogicalAnd,
    LogicalOr,
}

impl Value {
    pub(super) fn signed(value: i64) -> Value {
        Value { bits: value as u64, is_unsigned: false, division_by_zero: None }
    }

    fn truth(value: bool) -> Value {
        Value::signed(value.into())
    }

    fn is_true(self) -> bool {
        self.bits != 0
    }

    pub(super) fn unary(self, operator: Unary) -> Value {
        let bits = match operator {
            Unary::Plus => self.bits,
            Unary::Minus => self.bits.wrapping_neg(),
            Unary::Complement => !self.bits,
            Unary::Not => {
                let truth = Value::truth(!self.is_true());
                return Value { division_by_zero: self.division_by_zero, ..truth };
            }
        };
        Value { bits, ..self }
    }

    /// `self operator right`, where the operator is the token `at`.
    pub(super) fn binary(self, operator: Binary, at: usize, right: Value) -> Value {
        let left = self;
        let is_unsigned = left.is_unsigned || right.is_unsigned;
        let mut division_by_zero = left.division_by_zero.or(right.division_by_zero);
        let (a, b) = (left.bits, right.bits);
        let (x, y) = (a as i64, b as i64);
        let less = |a: u64, b: u64| if is_unsigned { a < b } else { (a as i64) < (b as i64) };
        let arithmetic = |bits| (bits, is_unsigned);
        let truth = |value: bool| (u64::from(value), false);
        let (bits, is_unsigned) = match operator {
            Binary::Multiply => arithmetic(a.wrapping_mul(b)),
            Binary::Divide | Binary::Remainder if b == 0 => {
                division_by_zero = division_by_zero.or(Some(at));
                arithmetic(0)
            }
            Binary::Divide if is_unsigned => arithmetic(a / b),
            Binary::Divide => arithmetic(x.wrapping_div(y) as u64),
            Binary::Remainder if is_unsigned => arithmetic(a % b),
            Binary::Remainder => arithmetic(x.wrapping_rem(y) as u64),
            Binary::Add => arithmetic(a.wrapping_add(b)),
            Binary::Subtract => arithmetic(a.wrapping_sub(b)),
            // The type of a shift is that of its left operand.
            Binary::ShiftLeft => (left.shift(right.shift_count()).bits, left.is_unsigned),
            Binary::ShiftRight => {
                (left.shift(right.shift_count().saturating_neg()).bits, left.is_unsigned)
            }
            Binary::Less => truth(less(a, b)),
            Binary::Greater => truth(less(b, a)),
            Binary::LessEqual => truth(!less(b, a)),
            Binary::GreaterEqual => truth(!less(a, b)),
            Binary::Equal => truth(a == b),
            Binary::NotEqual => truth(a != b),
            Binary::And => arithmetic(a & b),
            Binary::Xor => arithmetic(a ^ b),
            Binary::Or => arithmetic(a | b),
            Binary::LogicalAnd | Binary::LogicalOr => {
                let decides = left.is_true() == (operator == Binary::LogicalOr);
                if decides {
                    division_by_zero = left.division_by_zero;
                }
                truth(if decides { left.is_true() } else { right.is_true() })
            }
        };
        Value { bits, is_unsigned, division_by_zero }
    }

    /// `self ? chosen : other`.
    pub(super) fn choose(self, chosen: Value, other: Value) -> Value {
        let taken = if self.is_true() { chosen } else { other };
        let is_unsigned = chosen.is_unsigned || other.is_unsigned;
        let division_by_zero = self.division_by_zero.or(taken.division_by_zero);
        Value { bits: taken.bits, is_unsigned, division_by_zero }
    }

    /// `self, right`.
    pub(super) fn then(self, right: Value) -> Value {
        Value { division_by_zero: self.division_by_zero.or(right.division_by_zero), ..right }
    }

    /// A shift count; one to the other side is negative, as GCC has it.
    fn shift_count(self) -> i64 {
        let count = self.bits as i64;
        if self.is_unsigned && count < 0 { i64::MAX } else { count }
    }

    /// Shifts left by `count`, or right if that is negative.
    fn shift(self, count: i64) -> Value {
        let bits = if count >= 0 {
            u32::try_from(count).ok().and_then(|n| self.bits.checked_shl(n)).unwrap_or(0)
        } else {
            let n = count.unsigned_abs().min(63) as u32;
            if !self.is_unsigned {
                ((self.bits as i64) >> n) as u64
            } else if count <= -64 {
                0
            } else {
                self.bits >> n
            }
        };
        Value { bits, ..self }
    }
}

impl Preprocessor<'_> {
    /// Evaluates the condition behind `#if` or `#elif`. One with an error is false.
    pub(super) fn evaluate_condition(&mut self, word: Token, line: &[Token]) -> bool {
        let mut tokens = self.take_vec();
        let outer = std::mem::replace(&mut self.in_condition, true);
        let n_errors = self.result.diagnostics.len();
        self.expand_tokens(line, &mut tokens);
        self.in_condition = outer;
        // An operator that was malformed has been reported.
        let is_sound = self.result.diagnostics.len() == n_errors;
        let value = if is_sound { self.parse_condition(word, &tokens) } else { None };
        tokens.clear();
        self.spare.push(tokens);
        value.is_some_and(Value::is_true)
    }

    fn parse_condition(&mut self, word: Token, tokens: &[Token]) -> Option<Value> {
        if tokens.is_empty() {
            let text = self.interner.text(word.name);
            let message = format!("`#{text}` has no condition");
            let error = Diagnostic::new(codes::CONDITION_SYNTAX, word.span, message);
            self.report(error.label("expected an expression after this"));
            return None;
        }
        let mut terminals: SmallVec<[Terminal; 8]> = SmallVec::with_capacity(tokens.len());
        for &token in tokens {
            terminals.push(self.terminal(token)?);
        }
        let value = match evaluate(&terminals) {
            Ok(value) => value,
            Err(error) => {
                self.syntax_error(word, tokens, error);
                return None;
            }
        };
        if let Some(at) = value.division_by_zero {
            let span = tokens.get(at).map_or(word.span, |token| token.span);
            let message = "division by zero in a condition";
            self.report(Diagnostic::new(codes::CONDITION_DIVISION, span, message));
            return None;
        }
        Some(value)
    }

    fn terminal(&mut self, token: Token) -> Option<Terminal> {
        let spelling = self.interner.text(token.name);
        match token.kind {
            TokenKind::PpNumber => match literal::number(spelling) {
                Ok(Number::Int(int)) if int.ud_suffix.is_none() => {
                    // All integers are as wide as intmax_t here, so `u` alone makes it unsigned.
                    let is_unsigned = match int.ty {
                        IntType::Int | IntType::Long | IntType::LongLong => false,
                        IntType::UnsignedInt => spelling.contains(['u', 'U']),
                        IntType::UnsignedLong | IntType::UnsignedLongLong => true,
                    };
                    let bits = int.value;
                    Some(Terminal::Value(Value { bits, is_unsigned, division_by_zero: None }))
                }
                Ok(_) => self.not_integer(token),
                Err(error) => {
                    self.report(error.diagnostic(token.span));
                    None
                }
            },
            TokenKind::CharLit => match literal::character(spelling) {
                Ok(literal) => Some(Terminal::Value(Value::signed(literal.value))),
                Err(error) => {
                    self.report(error.diagnostic(token.span));
                    None
                }
            },
            TokenKind::KwTrue => Some(Terminal::Value(Value::signed(1))),
            // [cpp.cond] paragraph 11: what is left of the names is 0.
            kind if kind.is_word() => Some(Terminal::Value(Value::signed(0))),
            kind if kind.is_punctuator() => Some(Terminal::Operator(kind)),
            TokenKind::Unknown => {
                let problem = crate::lex::unknown_problem(spelling, token.span);
                self.report(problem);
                None
            }
            _ => self.not_integer(token),
        }
    }

    fn not_integer(&mut self, token: Token) -> Option<Terminal> {
        let text = self.interner.text(token.name);
        let message = format!("`{text}` is not allowed in a preprocessor condition");
        self.report(
            Diagnostic::new(codes::CONDITION_SYNTAX, token.span, message)
                .label("a preprocessor condition must consist of integers"),
        );
        None
    }

    fn syntax_error(&mut self, word: Token, tokens: &[Token], error: Unexpected) {
        let at = error.0.and_then(|at| tokens.get(at));
        let (span, label) = match at {
            Some(token) => (token.span, "not expected here"),
            None => (tokens.last().map_or(word.span, |last| last.span), "expected more after this"),
        };
        let mut report =
            Diagnostic::new(codes::CONDITION_SYNTAX, span, "malformed condition").label(label);
        // `#if FOO(1)`, where FOO is not a macro: the usual cause.
        let called = at.is_some_and(|token| token.kind == TokenKind::LParen);
        let before = at.and_then(|at| tokens.iter().take_while(|t| t.span != at.span).last());
        if let Some(name) = before.filter(|token| called && token.kind.is_word()) {
            let text = self.interner.text(name.name);
            report = report.secondary(name.span, format!("`{text}` is not defined as a macro"));
        }
        self.report(report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_never_overflow() {
        let one = Value::signed(1);
        let shift = |count: i64| one.binary(Binary::ShiftLeft, 0, Value::signed(count)).bits;
        assert_eq!((shift(63), shift(64), shift(i64::MAX)), (1 << 63, 0, 0));
        assert_eq!((shift(-1), shift(i64::MIN)), (0, 0));
        let minus = Value::signed(-8);
        assert_eq!(minus.binary(Binary::ShiftRight, 0, Value::signed(1)).bits as i64, -4);
        assert_eq!(minus.binary(Binary::ShiftRight, 0, Value::signed(i64::MAX)).bits as i64, -1);
        assert_eq!(minus.binary(Binary::ShiftRight, 0, Value::signed(i64::MIN)).bits, 0);
    }
}
