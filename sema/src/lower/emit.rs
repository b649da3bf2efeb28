//! Scalar arithmetic as instructions.
//!
//! Operations on constants of rank 0 are folded here, through the arithmetic of constant
//! evaluation, because lowering itself asks for constants: array indices, loop bounds, conditions.

use ir::scalar::FloatFormat;
use ir::{
    CmpOrdering, CmpPredicate, DenseConstant, Elem, HintKey, InstData, Overflow, Rounding, Scalar,
    Signedness, Type, Value,
};
use lang::base::Span;
use smallvec::SmallVec;

use super::layout::{float_scalar, stored_scalar};
use super::{Low, Lowerer};
use crate::codes;
use crate::constexpr::arith::{self, Number};
use crate::constexpr::value;
use crate::ty::{Ty, TyKind};
use crate::typed::{BinaryOp, HintKind, Hints, UnaryOp};

/// How a C++ arithmetic type is computed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arithmetic {
    pub scalar: Scalar,
    pub signed: bool,
}

impl Arithmetic {
    pub fn signedness(self) -> Signedness {
        if self.signed { Signedness::Signed } else { Signedness::Unsigned }
    }

    /// Signed arithmetic does not overflow ([expr.pre]/4); unsigned wraps.
    fn overflow(self) -> Overflow {
        if self.signed { Overflow::NoSignedWrap } else { Overflow::None }
    }
}

/// Source-level hints as the IR keeps them.
pub(super) fn ir_hints(hints: &Hints) -> ir::Hints {
    let mut result = ir::Hints::new();
    for hint in &hints.0 {
        let sm = (hint.arch != 0).then_some(hint.arch / 10);
        let key = match hint.kind {
            HintKind::NumCtaInCga => HintKey::NumCtaInCga,
            HintKind::NumWorkerWarpsPerCta => HintKey::NumWorkerWarpsPerCta,
            HintKind::Occupancy => HintKey::Occupancy,
            HintKind::Latency => HintKey::Latency,
            HintKind::AllowTma => HintKey::AllowTma,
        };
        result.set(sm, key, hint.value.into());
    }
    result
}

/// The IR predicate of a comparison operator.
pub(super) fn predicate(op: BinaryOp) -> Option<CmpPredicate> {
    match op {
        BinaryOp::Eq => Some(CmpPredicate::Equal),
        BinaryOp::Ne => Some(CmpPredicate::NotEqual),
        BinaryOp::Lt => Some(CmpPredicate::LessThan),
        BinaryOp::Le => Some(CmpPredicate::LessThanOrEqual),
        BinaryOp::Gt => Some(CmpPredicate::GreaterThan),
        BinaryOp::Ge => Some(CmpPredicate::GreaterThanOrEqual),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::Shr => None,
    }
}

impl Lowerer<'_, '_> {
    /// The arithmetic of a type; enumerations compute as their underlying type.
    pub(super) fn arithmetic(&mut self, ty: Ty) -> Option<Arithmetic> {
        let bare = self.cx.types.strip_cv(ty);
        let signed = match *self.cx.types.kind(bare) {
            TyKind::Int(kind) => kind.is_signed(),
            TyKind::Bool => false,
            TyKind::Float(kind) => {
                return Some(Arithmetic { scalar: float_scalar(kind), signed: true });
            }
            TyKind::Enum(id) => {
                let underlying = self.cx.underlying_type(id);
                return self.arithmetic(underlying);
            }
            _ => return None,
        };
        match self.elem_type(bare)? {
            Elem::Scalar(scalar) => Some(Arithmetic { scalar, signed }),
            Elem::Ptr(_) | Elem::MultimemPtr(..) => None,
        }
    }

    // ---- constants ----

    /// The bits of a rank-0 constant.
    pub(super) fn constant_bits(&self, value: Value) -> Option<u64> {
        match self.function.def_data(value)? {
            InstData::Constant { value: constant, .. }
                if self.types.dims(self.function.value_type(value)).is_empty() =>
            {
                constant.as_splat()
            }
            _ => None,
        }
    }

    /// The value of a rank-0 integer constant, read as the type says.
    pub(super) fn constant_int(&self, value: Value, signed: bool) -> Option<i128> {
        let bits = self.constant_bits(value)?;
        let scalar = self.types.elem_scalar(self.function.value_type(value))?;
        if !scalar.is_int() {
            return None;
        }
        let number = Number::Int { bits: scalar.bits().max(2), signed };
        Some(if scalar == Scalar::I1 { (bits & 1).into() } else { number.wrap(bits.into()) })
    }

    /// A rank-0 constant.
    pub(super) fn int_constant(&mut self, scalar: Scalar, value: i128) -> Value {
        if scalar == Scalar::I1
            && let Some(truths) = self.truths
        {
            return truths[usize::from(value != 0)];
        }
        let ty = self.types.scalar(scalar);
        self.ins().const_bits(ty, value as u64 & scalar.mask())
    }

    /// The leaf of a constant scalar of type `ty`.
    pub(super) fn scalar_constant(&mut self, ty: Ty, bits: u64, span: Span) -> Low<Value> {
        let ir = self.value_type(ty, span)?;
        match self.types.elem(ir) {
            Some(Elem::Scalar(scalar)) => Ok(self.ins().const_bits(ir, bits & scalar.mask())),
            Some(Elem::Ptr(_) | Elem::MultimemPtr(..)) => {
                let address = self.int_constant(Scalar::I64, bits.into());
                Ok(self.ins().int_to_ptr(address, ir))
            }
            None => self.bug(span, "a constant of a type that is not a scalar"),
        }
    }

    pub(super) fn number(&self, arithmetic: Arithmetic) -> Number {
        match arithmetic.scalar {
            Scalar::I1 => Number::Bool,
            scalar if scalar.is_int() => {
                Number::Int { bits: scalar.bits(), signed: arithmetic.signed }
            }
            scalar => Number::Float(scalar.float_format().unwrap_or(FloatFormat::F32)),
        }
    }

    pub(super) fn constant_value(
        &self,
        value: Value,
        arithmetic: Arithmetic,
    ) -> Option<value::Value> {
        let bits = self.constant_bits(value)?;
        Some(match self.number(arithmetic) {
            Number::Float(_) => value::Value::Float(bits),
            number @ (Number::Bool | Number::Int { .. }) => {
                value::Value::Int(number.wrap(bits.into()))
            }
        })
    }

    pub(super) fn materialize(
        &mut self,
        arithmetic: Arithmetic,
        value: &value::Value,
    ) -> Option<Value> {
        let bits = match value {
            value::Value::Int(int) => *int as u64 & arithmetic.scalar.mask(),
            value::Value::Float(bits) => *bits,
            _ => return None,
        };
        let ty = self.types.scalar(stored_scalar(arithmetic.scalar));
        Some(self.ins().const_bits(ty, bits))
    }

    // ---- operations ----

    /// `lhs op rhs` on equal arithmetic types. Constant operations that are undefined are not
    /// folded: they are the sanitizer's to report when they run.
    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        arithmetic: Arithmetic,
        lhs: Value,
        rhs: Value,
        span: Span,
    ) -> Low<Value> {
        let constants =
            (self.constant_value(lhs, arithmetic), self.constant_value(rhs, arithmetic));
        if let (Some(a), Some(b)) = constants
            && let Ok(folded) = arith::binary(op, self.number(arithmetic), &a, &b)
        {
            let result = if op.is_comparison() {
                Arithmetic { scalar: Scalar::I1, signed: false }
            } else {
                arithmetic
            };
            if let Some(value) = self.materialize(result, &folded) {
                return Ok(value);
            }
        }
        if arithmetic.scalar.is_float() {
            return self.float_binary(op, arithmetic, lhs, rhs, span);
        }
        let (overflow, signedness) = (arithmetic.overflow(), arithmetic.signedness());
        let mut b = self.ins();
        Ok(match op {
            BinaryOp::Add => b.addi(lhs, rhs, overflow),
            BinaryOp::Sub => b.subi(lhs, rhs, overflow),
            BinaryOp::Mul => b.muli(lhs, rhs, overflow),
            BinaryOp::Div => b.divi(lhs, rhs, signedness, Rounding::Zero),
            BinaryOp::Rem => b.remi(lhs, rhs, signedness),
            BinaryOp::And => b.andi(lhs, rhs),
            BinaryOp::Or => b.ori(lhs, rhs),
            BinaryOp::Xor => b.xori(lhs, rhs),
            // Defined modulo 2^N for signed types too ([expr.shift]/2).
            BinaryOp::Shl => b.shli(lhs, rhs, Overflow::None),
            BinaryOp::Shr => b.shri(lhs, rhs, signedness),
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => {
                let predicate = predicate(op).unwrap_or(CmpPredicate::Equal);
                b.cmpi(lhs, rhs, predicate, signedness)
            }
        })
    }

    fn float_binary(
        &mut self,
        op: BinaryOp,
        arithmetic: Arithmetic,
        lhs: Value,
        rhs: Value,
        span: Span,
    ) -> Low<Value> {
        let nearest = Rounding::NearestEven;
        if let Some(predicate) = predicate(op) {
            // `!=` is true for NaN, all others are false.
            let ordering = match op {
                BinaryOp::Ne => CmpOrdering::Unordered,
                _ => CmpOrdering::Ordered,
            };
            self.note_comparison(span, (lhs, rhs), ordering);
            return Ok(self.ins().cmpf(lhs, rhs, predicate, ordering));
        }
        let value = match op {
            BinaryOp::Add => self.ins().addf(lhs, rhs, nearest, false),
            BinaryOp::Sub => self.ins().subf(lhs, rhs, nearest, false),
            BinaryOp::Mul => self.ins().mulf(lhs, rhs, nearest, false),
            BinaryOp::Div => self.ins().divf(lhs, rhs, nearest, false),
            _ => {
                let what = format!("{op:?} on {}", arithmetic.scalar);
                return self.bug(span, &what);
            }
        };
        Ok(value)
    }

    pub(super) fn unary(&mut self, op: UnaryOp, arithmetic: Arithmetic, operand: Value) -> Value {
        if let Some(constant) = self.constant_value(operand, arithmetic) {
            let number = self.number(arithmetic);
            let folded = match op {
                UnaryOp::Plus => Ok(constant),
                UnaryOp::Neg => arith::negate(number, &constant),
                UnaryOp::BitNot => arith::complement(number, &constant),
                UnaryOp::Not => constant
                    .truth()
                    .map(|truth| value::Value::bool(!truth))
                    .ok_or(arith::ArithError::NotANumber),
            };
            if let Ok(folded) = folded
                && let Some(value) = self.materialize(arithmetic, &folded)
            {
                return value;
            }
        }
        let ty = self.function.value_type(operand);
        match op {
            UnaryOp::Plus => operand,
            UnaryOp::Neg if arithmetic.scalar.is_float() => self.ins().negf(operand),
            UnaryOp::Neg => self.ins().negi(operand, arithmetic.overflow()),
            UnaryOp::BitNot | UnaryOp::Not => {
                let ones = self.ins().const_bits(ty, arithmetic.scalar.mask());
                self.ins().xori(operand, ones)
            }
        }
    }

    /// The same bits under another type of equal size.
    pub(super) fn reinterpret(&mut self, value: Value, to: Type) -> Low<Value> {
        let from = self.function.value_type(value);
        if from == to {
            return Ok(value);
        }
        let (from_elem, to_elem) = (self.types.elem(from), self.types.elem(to));
        match (from_elem, to_elem) {
            (Some(Elem::Ptr(_)), Some(Elem::Ptr(_))) => Ok(self.ins().ptr_to_ptr(value, to)),
            (Some(Elem::Ptr(_)), Some(Elem::Scalar(_))) => {
                let int = self.ins().ptr_to_int(value);
                self.reinterpret(int, to)
            }
            (Some(Elem::Scalar(Scalar::I64)), Some(Elem::Ptr(_))) => {
                Ok(self.ins().int_to_ptr(value, to))
            }
            (Some(Elem::Scalar(a)), Some(Elem::Scalar(b))) if a.bytes() == b.bytes() => {
                // i1 takes a byte in memory, and only there.
                if a == Scalar::I1 {
                    let byte = self.types.with_elem(from, Scalar::I8).unwrap_or(from);
                    let wide = self.ins().exti(value, Signedness::Unsigned, byte);
                    return self.reinterpret(wide, to);
                }
                if b == Scalar::I1 {
                    let byte = self.types.with_elem(from, Scalar::I8).unwrap_or(from);
                    let byte = self.reinterpret(value, byte)?;
                    return Ok(self.is_nonzero(byte));
                }
                Ok(self.ins().bitcast(value, to))
            }
            _ => {
                let span = self.span;
                let message = "an object is read as a type of another size";
                self.error(codes::NO_TILE_REPRESENTATION, span, message)
            }
        }
    }

    /// A scalar in every element of a tile type.
    pub(super) fn splat(&mut self, value: Value, to: Type) -> Value {
        let dims: SmallVec<[u32; 4]> = self.types.dims(to).into();
        if dims.is_empty() {
            return value;
        }
        if let Some(bits) = self.constant_bits(value)
            && let Some(scalar) = self.types.elem_scalar(to)
        {
            return self.ins().constant(DenseConstant::splat(scalar, bits), to);
        }
        let ones: SmallVec<[u32; 4]> = dims.iter().map(|_| 1).collect();
        let ty = self.function.value_type(value);
        let unit = self.types.with_dims(ty, &ones).unwrap_or(ty);
        let reshaped = self.ins().reshape(value, unit);
        self.ins().broadcast(reshaped, to)
    }
}
