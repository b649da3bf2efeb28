//! Arithmetic on constant scalars ([expr.const]): exact integers, floats through `ir::scalar`.

use std::cmp::Ordering;

use ir::scalar::format::{Exact, round};
use ir::scalar::{FloatFormat, FloatMode, RoundingMode, convert, float};

use crate::constexpr::value::Value;
use crate::ty::fundamental::FloatKind;
use crate::ty::{Ty, TyKind, Types};
use crate::typed::BinaryOp;

const TWO_POW_127: f64 = (1u128 << 127) as f64;

/// Why an operation has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArithError {
    /// The result does not fit the signed type ([expr.pre]/4).
    Overflow,
    DivisionByZero,
    /// A shift by a negative amount or by at least the width ([expr.shift]).
    BadShift,
    /// A float outside the range of the integer type ([conv.fpint]).
    OutOfRange,
    /// An operand is not a number, such as an address in integer arithmetic.
    NotANumber,
}

impl ArithError {
    pub fn describe(self) -> &'static str {
        match self {
            ArithError::Overflow => "overflows",
            ArithError::DivisionByZero => "divides by zero",
            ArithError::BadShift => "shifts by a negative amount or by the width or more",
            ArithError::OutOfRange => "converts a float to an integer that cannot represent it",
            ArithError::NotANumber => "has an operand that is not a number",
        }
    }
}

/// How a scalar type represents numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    Bool,
    Int { bits: u32, signed: bool },
    Float(FloatFormat),
}

/// The format of a floating-point type.
pub fn float_format(kind: FloatKind) -> FloatFormat {
    match kind {
        FloatKind::F16 => FloatFormat::F16,
        FloatKind::BF16 => FloatFormat::Bf16,
        FloatKind::TF32 => FloatFormat::Tf32,
        FloatKind::E4M3 => FloatFormat::E4M3,
        FloatKind::E5M2 => FloatFormat::E5M2,
        FloatKind::E8M0 => FloatFormat::E8M0,
        FloatKind::UE5M3 => FloatFormat::UE5M3,
        FloatKind::E2M1 => FloatFormat::E2M1,
        FloatKind::F32 => FloatFormat::F32,
        FloatKind::F64 | FloatKind::LongDouble => FloatFormat::F64,
    }
}

/// The number format of a (cv) arithmetic type.
pub fn number(types: &Types, ty: Ty) -> Option<Number> {
    match types.kind(ty) {
        TyKind::Qualified(inner, _) => number(types, *inner),
        TyKind::Bool => Some(Number::Bool),
        TyKind::Int(kind) => Some(Number::Int { bits: kind.bits(), signed: kind.is_signed() }),
        TyKind::Float(kind) => Some(Number::Float(float_format(*kind))),
        _ => None,
    }
}

/// Sign and magnitude of the integer that a value of a type stands for.
pub fn integer_parts(types: &Types, ty: Ty, value: i128) -> (bool, u128) {
    match number(types, ty) {
        Some(number) => number.parts(value),
        None => (value < 0, value.unsigned_abs()),
    }
}

/// The integer that a value of a type stands for, in decimal.
pub fn integer_text(types: &Types, ty: Ty, value: i128) -> String {
    let (is_negative, magnitude) = integer_parts(types, ty, value);
    format!("{}{magnitude}", if is_negative { "-" } else { "" })
}

impl Number {
    /// Reduces `value` modulo 2^bits into the range of the type ([conv.integral]/3).
    pub fn wrap(self, value: i128) -> i128 {
        match self {
            Number::Bool => (value != 0).into(),
            Number::Int { bits: 128.., .. } => value,
            Number::Int { bits, signed } => {
                let low = value & ((1 << bits) - 1);
                if signed && low >> (bits - 1) != 0 { low - (1 << bits) } else { low }
            }
            Number::Float(_) => value,
        }
    }

    fn width(self) -> u32 {
        match self {
            Number::Bool => 1,
            Number::Int { bits, .. } => bits,
            Number::Float(format) => format.storage_bits(),
        }
    }

    fn is_signed(self) -> bool {
        matches!(self, Number::Int { signed: true, .. })
    }

    /// An integer result: wrapped when unsigned, in range when signed.
    fn finish(self, (wrapped, overflows): (i128, bool)) -> Result<i128, ArithError> {
        let value = self.wrap(wrapped);
        let is_lost = self.is_signed() && (overflows || value != wrapped);
        if is_lost { Err(ArithError::Overflow) } else { Ok(value) }
    }

    /// Sign and magnitude of the integer that a value of this type stands for. A value of 128 bits without a sign keeps its bits
    /// in an `i128`.
    fn parts(self, value: i128) -> (bool, u128) {
        match self.is_signed() {
            true => (value < 0, value.unsigned_abs()),
            false => (false, value as u128),
        }
    }

    fn order(self, a: i128, b: i128) -> Ordering {
        if self.is_signed() { a.cmp(&b) } else { (a as u128).cmp(&(b as u128)) }
    }

    /// Whether this integer type can represent what `value` is in the type `from`.
    pub fn holds(self, from: Number, value: i128) -> bool {
        let (negative, magnitude) = from.parts(value);
        let bits = self.width() - u32::from(self.is_signed());
        let greatest = u128::MAX.checked_shr(128 - bits).unwrap_or(0);
        match (self, negative) {
            (Number::Float(_), _) => false,
            (_, true) => self.is_signed() && magnitude <= greatest + 1,
            (_, false) => magnitude <= greatest,
        }
    }

    /// Whether this integer type can represent all values of another one.
    pub fn includes(self, other: Number) -> bool {
        let own = self.width() - u32::from(self.is_signed());
        let needed = other.width() - u32::from(other.is_signed());
        own >= needed && (self.is_signed() || !other.is_signed())
    }

    /// The integer that a value of this type stands for.
    pub fn exact(self, value: i128) -> Exact {
        let (negative, significand) = self.parts(value);
        Exact { negative, significand, exponent: 0, inexact: false }
    }
}

/// `lhs op rhs` for two values of the type `number`; a shift takes any integer as `rhs`.
pub fn binary(op: BinaryOp, number: Number, lhs: &Value, rhs: &Value) -> Result<Value, ArithError> {
    match (number, lhs, rhs) {
        (Number::Float(format), Value::Float(a), Value::Float(b)) => {
            float_binary(op, format, *a, *b)
        }
        (Number::Bool | Number::Int { .. }, Value::Int(a), Value::Int(b)) => {
            int_binary(op, number, *a, *b).map(Value::Int)
        }
        _ => Err(ArithError::NotANumber),
    }
}

fn int_binary(op: BinaryOp, number: Number, a: i128, b: i128) -> Result<i128, ArithError> {
    let nonzero = |b: i128| if b == 0 { Err(ArithError::DivisionByZero) } else { Ok(b) };
    let amount = || match u32::try_from(b) {
        Ok(amount) if amount < number.width() => Ok(amount),
        Ok(_) | Err(_) => Err(ArithError::BadShift),
    };
    Ok(match op {
        BinaryOp::Add => number.finish(a.overflowing_add(b))?,
        BinaryOp::Sub => number.finish(a.overflowing_sub(b))?,
        BinaryOp::Mul => number.finish(a.overflowing_mul(b))?,
        BinaryOp::Div if !number.is_signed() => (a as u128 / nonzero(b)? as u128) as i128,
        BinaryOp::Rem if !number.is_signed() => (a as u128 % nonzero(b)? as u128) as i128,
        BinaryOp::Div => number.finish(a.overflowing_div(nonzero(b)?))?,
        BinaryOp::Rem => {
            // min % -1 is undefined because min / -1 is ([expr.mul]/4).
            number.finish(a.overflowing_div(nonzero(b)?))?;
            a.wrapping_rem(b)
        }
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        // C++20 defines << on signed types modulo 2^N ([expr.shift]/2).
        BinaryOp::Shl => number.wrap(a.wrapping_shl(amount()?)),
        BinaryOp::Shr if !number.is_signed() => (a as u128 >> amount()?) as i128,
        BinaryOp::Shr => a >> amount()?,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            compare(op, Some(number.order(a, b))).into()
        }
    })
}

/// The truth of a comparison whose operands are ordered so; `None` is unordered.
pub fn compare(op: BinaryOp, ordering: Option<Ordering>) -> bool {
    match op {
        BinaryOp::Eq => ordering == Some(Ordering::Equal),
        BinaryOp::Ne => ordering != Some(Ordering::Equal),
        BinaryOp::Lt => ordering == Some(Ordering::Less),
        BinaryOp::Le => matches!(ordering, Some(Ordering::Less | Ordering::Equal)),
        BinaryOp::Gt => ordering == Some(Ordering::Greater),
        BinaryOp::Ge => matches!(ordering, Some(Ordering::Greater | Ordering::Equal)),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::Shr => false,
    }
}

fn float_binary(op: BinaryOp, format: FloatFormat, a: u64, b: u64) -> Result<Value, ArithError> {
    let mode = FloatMode::NEAREST;
    Ok(Value::Float(match op {
        BinaryOp::Add => float::add(format, mode, a, b),
        BinaryOp::Sub => float::sub(format, mode, a, b),
        BinaryOp::Mul => float::mul(format, mode, a, b),
        BinaryOp::Div if format.is_zero(b) => return Err(ArithError::DivisionByZero),
        BinaryOp::Div => float::div(format, mode, a, b),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            return Ok(Value::bool(compare(op, float::compare(format, a, b))));
        }
        BinaryOp::Rem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::Shr => return Err(ArithError::NotANumber),
    }))
}

/// Unary minus.
pub fn negate(number: Number, value: &Value) -> Result<Value, ArithError> {
    match (number, value) {
        (Number::Float(format), Value::Float(bits)) => Ok(Value::Float(float::neg(format, *bits))),
        (Number::Bool | Number::Int { .. }, Value::Int(int)) => {
            number.finish(int.overflowing_neg()).map(Value::Int)
        }
        _ => Err(ArithError::NotANumber),
    }
}

/// `~`
pub fn complement(number: Number, value: &Value) -> Result<Value, ArithError> {
    match value {
        Value::Int(int) => Ok(Value::Int(number.wrap(!int))),
        _ => Err(ArithError::NotANumber),
    }
}

/// The rounding of a conversion that names none: to nearest even, and up to the scales of eight exponent bits.
fn default_rounding(to: FloatFormat) -> RoundingMode {
    if to == FloatFormat::E8M0 { RoundingMode::PositiveInf } else { RoundingMode::NearestEven }
}

/// A numeric conversion ([conv.integral], [conv.double], [conv.fpint], [conv.bool]).
pub fn convert(from: Number, to: Number, value: &Value) -> Result<Value, ArithError> {
    match (from, to, value) {
        (Number::Float(format), Number::Bool, Value::Float(bits)) => {
            Ok(Value::bool(!format.is_zero(*bits)))
        }
        (Number::Float(from), Number::Float(to), Value::Float(bits)) => {
            Ok(Value::Float(convert::ftof(from, to, default_rounding(to), *bits)))
        }
        (Number::Float(format), Number::Int { .. }, Value::Float(bits)) => {
            // Every bound of 128 bits is a double; NaN fails both comparisons.
            let exact = float::to_f64(format, *bits).trunc();
            let (least, greatest) = match to.is_signed() {
                true => (-TWO_POW_127, TWO_POW_127),
                false => (0.0, 2.0 * TWO_POW_127),
            };
            if !(least <= exact && exact < greatest) {
                return Err(ArithError::OutOfRange);
            }
            let int = if to.is_signed() { exact as i128 } else { exact as u128 as i128 };
            if to.wrap(int) == int { Ok(Value::Int(int)) } else { Err(ArithError::OutOfRange) }
        }
        (Number::Bool | Number::Int { .. }, Number::Float(format), Value::Int(int)) => {
            let exact = from.exact(*int);
            let rounded = int_to_float(format, exact);
            Ok(Value::Float(convert::saturated(format, exact.negative, rounded)))
        }
        (Number::Bool | Number::Int { .. }, Number::Bool | Number::Int { .. }, Value::Int(int)) => {
            Ok(Value::Int(to.wrap(*int)))
        }
        _ => Err(ArithError::NotANumber),
    }
}

/// An integer rounded once to a float format; to the scales of eight exponent bits by way of double.
fn int_to_float(format: FloatFormat, exact: Exact) -> u64 {
    if format == FloatFormat::E8M0 {
        let double = int_to_float(FloatFormat::F64, exact);
        return convert::ftof(FloatFormat::F64, format, default_rounding(format), double);
    }
    match exact.significand {
        0 => 0,
        _ => round(format, RoundingMode::NearestEven, exact.normalized()),
    }
}

/// The bits of a decimal or hexadecimal literal's value in a format.
pub fn float_from_f64(format: FloatFormat, value: f64) -> u64 {
    float::from_f64(format, value)
}
