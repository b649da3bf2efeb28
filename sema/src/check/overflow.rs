//! `__builtin_add_overflow` and its siblings: integer arithmetic that says whether the result fits.
//!
//! In: two integers and a pointer to a third. Out: the operation on words of 64 bits, or of 128 where one of the integers
//! has as many, with a second word above them as if the integers had no bounds: the low one is stored, and the two
//! together say whether that changed the value.

use lang::ast;
use lang::base::Span;

use super::expr::Checker;
use super::init::Form;
use super::operand::{Check, Operand, Reported};
use crate::codes;
use crate::constexpr::value::Value;
use crate::ty::{Ty, TyKind};
use crate::typed::{BinaryOp, ConvertKind, ExprId, ExprKind, LocalId, LogicalOp};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Add,
    Sub,
    Mul,
}

/// An integer without bounds: its low and its high word.
#[derive(Clone, Copy)]
struct Wide {
    low: LocalId,
    high: LocalId,
}

/// The values that are computed in front of the result, in order.
struct Steps<'s, 'c, 'a> {
    checker: &'s mut Checker<'c, 'a>,
    list: Vec<(LocalId, ExprId)>,
    /// The type of both words, and its bits.
    word: Ty,
    bits: u32,
    span: Span,
}

impl<'a> Checker<'_, 'a> {
    /// A call of `name`, which is `__builtin_`, for operands of one type its letters, the operation, and `_overflow`.
    pub(super) fn with_overflow(
        &mut self,
        name: &str,
        operation: Operation,
        args: &'a [ast::ExprId],
        span: Span,
    ) -> Check<ExprId> {
        let operands = self.operands(args)?;
        let [Operand::Expr(a), Operand::Expr(b), Operand::Expr(place)] = *operands.as_slice()
        else {
            return self.refuse_overflow(name, span);
        };
        let letters = name.trim_start_matches("__builtin_").trim_end_matches("_overflow");
        let fixed = match letters {
            "sadd" | "ssub" | "smul" => Some(Ty::INT),
            "saddl" | "ssubl" | "smull" => Some(Ty::LONG),
            "saddll" | "ssubll" | "smulll" => Some(Ty::LLONG),
            "uadd" | "usub" | "umul" => Some(Ty::UINT),
            "uaddl" | "usubl" | "umull" => Some(Ty::ULONG),
            "uaddll" | "usubll" | "umulll" => Some(Ty::ULLONG),
            _ => None,
        };
        let place = self.load(place);
        let result = self.types.pointee(self.typed.exprs[place].ty);
        let Some(result) =
            result.filter(|&ty| self.is_integer(ty) && fixed.is_none_or(|f| f == ty))
        else {
            return self.refuse_overflow(name, span);
        };
        let mut values = [a, b];
        for value in &mut values {
            *value = match fixed {
                Some(ty) => self.initialize(ty, Operand::Expr(*value), Form::Copy, span)?,
                None => self.load(*value),
            };
            let ty = self.types.strip_cv(self.typed.exprs[*value].ty);
            let promoted = self.promoted(ty);
            if self.is_integer(promoted) {
                *value = self.apply_standard(*value, promoted);
            } else {
                return self.refuse_overflow(name, span);
            }
        }
        let pointer = self.typed.exprs[place].ty;
        let types = [result, self.typed.exprs[values[0]].ty, self.typed.exprs[values[1]].ty];
        let (word, bits) = match types.iter().any(|&ty| self.has_128_bits(ty)) {
            true => (Ty::UINT128, 128),
            false => (Ty::SIZE, 64),
        };
        let mut steps = Steps { checker: self, list: Vec::new(), word, bits, span };
        let a = steps.wide(values[0]);
        let b = steps.wide(values[1]);
        let place = steps.step(place, pointer);
        let wide = match operation {
            Operation::Add => steps.sum(a, b),
            Operation::Sub => steps.difference(a, b),
            Operation::Mul => steps.product(a, b),
        };
        let low = steps.read_word(wide.low);
        let stored = steps.cast(low, result);
        let stored = steps.step(stored, result);
        let value = steps.read(stored, result);
        let kept = steps.wide(value);
        let low_differs = steps.compare(BinaryOp::Ne, wide.low, kept.low);
        let high_differs = steps.compare(BinaryOp::Ne, wide.high, kept.high);
        let kind = ExprKind::Logical { op: LogicalOp::Or, lhs: low_differs, rhs: high_differs };
        let lost = steps.checker.typed.prvalue(kind, Ty::BOOL, span);
        let place = steps.read(place, pointer);
        let target = steps.checker.typed.lvalue(ExprKind::Deref(place), result, span);
        let value = steps.read(stored, result);
        let kind = ExprKind::Assign { target, value };
        let first = steps.checker.typed.lvalue(kind, result, span);
        let kind = ExprKind::Comma { first, second: lost };
        let mut body = steps.checker.typed.prvalue(kind, Ty::BOOL, span);
        for (local, init) in std::mem::take(&mut steps.list).into_iter().rev() {
            body = self.typed.prvalue(ExprKind::Let { local, init, body }, Ty::BOOL, span);
        }
        Ok(body)
    }

    fn refuse_overflow(&mut self, name: &str, span: Span) -> Check<ExprId> {
        let message =
            format!("`{name}` takes two integers and a pointer to one that is not `const`");
        self.error(codes::INVALID_OPERAND, span, message);
        Err(Reported)
    }

    fn is_integer(&self, ty: Ty) -> bool {
        matches!(self.types.kind(ty), TyKind::Int(_))
    }

    fn has_128_bits(&self, ty: Ty) -> bool {
        matches!(self.types.kind(self.types.strip_cv(ty)), TyKind::Int(kind) if kind.bits() == 128)
    }
}

impl Steps<'_, '_, '_> {
    /// A value that is used more than once.
    fn step(&mut self, init: ExprId, ty: Ty) -> LocalId {
        let local = self.checker.typed.local(None, ty, self.span);
        self.list.push((local, init));
        local
    }

    fn read(&mut self, local: LocalId, ty: Ty) -> ExprId {
        let object = self.checker.typed.lvalue(ExprKind::Local(local), ty, self.span);
        self.checker.typed.prvalue(ExprKind::Load(object), ty, self.span)
    }

    fn read_word(&mut self, local: LocalId) -> ExprId {
        self.read(local, self.word)
    }

    fn number(&mut self, value: u64) -> ExprId {
        self.checker.constant(Value::Int(value.into()), self.word, self.span)
    }

    fn cast(&mut self, value: ExprId, to: Ty) -> ExprId {
        if self.checker.typed.exprs[value].ty == to {
            return value;
        }
        self.checker.convert(ConvertKind::IntToInt, value, to, self.span)
    }

    fn apply(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> LocalId {
        let value =
            self.checker.typed.prvalue(ExprKind::Binary { op, lhs, rhs }, self.word, self.span);
        self.step(value, self.word)
    }

    fn binary(&mut self, op: BinaryOp, lhs: LocalId, rhs: LocalId) -> LocalId {
        let (lhs, rhs) = (self.read_word(lhs), self.read_word(rhs));
        self.apply(op, lhs, rhs)
    }

    fn compare(&mut self, op: BinaryOp, lhs: LocalId, rhs: LocalId) -> ExprId {
        let (lhs, rhs) = (self.read_word(lhs), self.read_word(rhs));
        self.checker.typed.prvalue(ExprKind::Binary { op, lhs, rhs }, Ty::BOOL, self.span)
    }

    /// 1 if the first is less than the second, or else 0.
    fn is_less(&mut self, lhs: LocalId, rhs: LocalId) -> LocalId {
        let less = self.compare(BinaryOp::Lt, lhs, rhs);
        let less = self.cast(less, self.word);
        self.step(less, self.word)
    }

    /// The two words of an integer.
    fn wide(&mut self, value: ExprId) -> Wide {
        let ty = self.checker.typed.exprs[value].ty;
        let ty = self.checker.types.strip_cv(ty);
        let is_signed =
            matches!(self.checker.types.kind(ty), TyKind::Int(kind) if kind.is_signed());
        let low = self.cast(value, self.word);
        let low = self.step(low, self.word);
        let high = match is_signed {
            // Minus 1 below 0: the low word has the sign on top.
            true => {
                let (word, by) = (self.read_word(low), self.number(u64::from(self.bits - 1)));
                let sign = self.apply(BinaryOp::Shr, word, by);
                let (zero, sign) = (self.number(0), self.read_word(sign));
                self.apply(BinaryOp::Sub, zero, sign)
            }
            false => {
                let zero = self.number(0);
                self.step(zero, self.word)
            }
        };
        Wide { low, high }
    }

    fn sum(&mut self, a: Wide, b: Wide) -> Wide {
        let low = self.binary(BinaryOp::Add, a.low, b.low);
        let carry = self.is_less(low, a.low);
        let high = self.binary(BinaryOp::Add, a.high, b.high);
        Wide { low, high: self.binary(BinaryOp::Add, high, carry) }
    }

    fn difference(&mut self, a: Wide, b: Wide) -> Wide {
        let low = self.binary(BinaryOp::Sub, a.low, b.low);
        let borrow = self.is_less(a.low, b.low);
        let high = self.binary(BinaryOp::Sub, a.high, b.high);
        Wide { low, high: self.binary(BinaryOp::Sub, high, borrow) }
    }

    /// The product of the low words by halves, less what a high word of ones stands for.
    fn product(&mut self, a: Wide, b: Wide) -> Wide {
        let low = self.binary(BinaryOp::Mul, a.low, b.low);
        let (a_top, a_half) = self.halves(a.low);
        let (b_top, b_half) = self.halves(b.low);
        let halves = self.binary(BinaryOp::Mul, a_half, b_half);
        let (carry, _) = self.halves(halves);
        let first = self.binary(BinaryOp::Mul, a_top, b_half);
        let first = self.binary(BinaryOp::Add, first, carry);
        let (first_top, first_half) = self.halves(first);
        let second = self.binary(BinaryOp::Mul, a_half, b_top);
        let second = self.binary(BinaryOp::Add, second, first_half);
        let (second_top, _) = self.halves(second);
        let high = self.binary(BinaryOp::Mul, a_top, b_top);
        let high = self.binary(BinaryOp::Add, high, first_top);
        let high = self.binary(BinaryOp::Add, high, second_top);
        let of_a = self.binary(BinaryOp::And, a.high, b.low);
        let of_b = self.binary(BinaryOp::And, b.high, a.low);
        let high = self.binary(BinaryOp::Sub, high, of_a);
        Wide { low, high: self.binary(BinaryOp::Sub, high, of_b) }
    }

    /// The upper and the lower half of a word.
    fn halves(&mut self, word: LocalId) -> (LocalId, LocalId) {
        let (value, by) = (self.read_word(word), self.number(u64::from(self.bits / 2)));
        let top = self.apply(BinaryOp::Shr, value, by);
        let (value, mask) = (self.read_word(word), self.number(u64::MAX >> (64 - self.bits / 2)));
        (top, self.apply(BinaryOp::And, value, mask))
    }
}
