//! Constant folding: the value of an elementwise op on constant operands.
//!
//! The arithmetic is that of [`scalar`](crate::scalar), so a folded constant is what the
//! interpreter would compute. An undefined operation (a zero divisor, a shift by the width, a
//! broken
//! overflow promise, an infinity as integer) is left alone: the interpreter reports it, and a
//! back end may do with it what its machine does.

use std::cmp::Ordering;

use crate::attrs::{CmpOrdering, CmpPredicate, DenseConstant, Overflow, Signedness};
use crate::entities::{Type, Value};
use crate::module::Function;
use crate::ops::InstData;
use crate::scalar::{
    FloatFormat, FloatMode, IntWidth, NanMode, RoundingMode, convert, float, int, math,
};
use crate::types::{Scalar, TypeStore};

/// Larger constants are not computed element by element: they would only move work from the
/// machine into the size of the program.
const MAX_FOLDED_ELEMS: u64 = 1024;

/// The constant that `value` is.
pub fn constant(function: &Function, value: Value) -> Option<&DenseConstant> {
    match function.def_data(value)? {
        InstData::Constant { value } => Some(value),
        _ => None,
    }
}

/// The bits that all elements of `value` have, if it is a constant.
pub fn splat_bits(function: &Function, value: Value) -> Option<u64> {
    constant(function, value)?.as_splat()
}

/// The number that all elements of a constant integer are, read as signed.
pub fn splat_int(function: &Function, value: Value) -> Option<i64> {
    let constant = constant(function, value)?;
    let width = constant.elem().int_width()?;
    Some(int::sign_extend(width, constant.as_splat()?))
}

/// What an elementwise `data` with result type `ty` computes, if its operands are constants.
pub fn fold(
    data: &InstData,
    ty: Type,
    function: &Function,
    types: &TypeStore,
) -> Option<DenseConstant> {
    let to = types.elem_scalar(ty)?;
    let operands = data.operands();
    if operands.is_empty() {
        return None;
    }
    let constants: Option<Vec<&DenseConstant>> =
        operands.iter().map(|&operand| constant(function, operand)).collect();
    let constants = constants?;
    let from = constants[0].elem();
    // A select tests bits but its format is that of what it selects.
    // Bytecode has the 19 bits of a tf32 number and not the 13 below, which a bitcast may set.
    let is_storable = |bits: &u64| to != Scalar::TF32 || bits & 0x1FFF == 0;
    let element = |index: usize| {
        let mut bits = [0; 3];
        for (slot, constant) in bits.iter_mut().zip(&constants) {
            *slot = match constant.elem().int_width() {
                // An exponent.
                Some(width) if from.is_float() => {
                    int::sign_extend(width, constant.get(index)) as u64
                }
                _ => constant.get(index),
            };
        }
        fold_element(data, from, to, &bits[..constants.len().min(3)]).filter(is_storable)
    };
    if constants.iter().all(|constant| constant.as_splat().is_some()) {
        return Some(DenseConstant::splat(to, element(0)?));
    }
    let count = types.num_elems(ty);
    if count > MAX_FOLDED_ELEMS || constants.iter().any(|c| types_differ(c, count)) {
        return None;
    }
    let bits: Option<Vec<u64>> = (0..count as usize).map(element).collect();
    Some(DenseConstant::dense(to, bits?).canonical())
}

fn types_differ(constant: &DenseConstant, count: u64) -> bool {
    !constant.is_splat() && constant.len() as u64 != count
}

/// One element of the result of an elementwise op.
///
/// `from` is the element type of the first operand, `to` that of the result; an integer exponent of a
/// float is sign-extended. `None` where the op is not elementwise on numbers or the result is undefined.
pub fn fold_element(data: &InstData, from: Scalar, to: Scalar, args: &[u64]) -> Option<u64> {
    if from.is_float() {
        float_element(data, from, to, args)
    } else {
        int_element(data, from, to, args)
    }
}

fn float_element(data: &InstData, from: Scalar, to: Scalar, args: &[u64]) -> Option<u64> {
    let format = from.float_format()?;
    let a = *args.first()?;
    let b = args.get(1).copied().unwrap_or(0);
    let mode =
        |rounding, flush_to_zero| FloatMode { rounding: RoundingMode::of(rounding), flush_to_zero };
    let nan = |propagate| if propagate { NanMode::Propagate } else { NanMode::Suppress };
    Some(match data {
        InstData::AddF { rounding, flush_to_zero, .. } => {
            float::add(format, mode(*rounding, *flush_to_zero), a, b)
        }
        InstData::SubF { rounding, flush_to_zero, .. } => {
            float::sub(format, mode(*rounding, *flush_to_zero), a, b)
        }
        InstData::MulF { rounding, flush_to_zero, .. } => {
            float::mul(format, mode(*rounding, *flush_to_zero), a, b)
        }
        InstData::DivF { rounding, flush_to_zero, .. } => {
            float::div(format, mode(*rounding, *flush_to_zero), a, b)
        }
        InstData::Fma { rounding, flush_to_zero, .. } => {
            float::fma(format, mode(*rounding, *flush_to_zero), a, b, *args.get(2)?)
        }
        InstData::Sqrt { rounding, flush_to_zero, .. } => {
            float::sqrt(format, mode(*rounding, *flush_to_zero), a)
        }
        InstData::RemF { .. } => float::rem(format, a, b),
        InstData::NegF { .. } => float::neg(format, a),
        InstData::AbsF { .. } => float::abs(format, a),
        InstData::MaxF { propagate_nan, flush_to_zero, .. } => {
            float::max(format, nan(*propagate_nan), *flush_to_zero, a, b)
        }
        InstData::MinF { propagate_nan, flush_to_zero, .. } => {
            float::min(format, nan(*propagate_nan), *flush_to_zero, a, b)
        }
        InstData::CmpF { predicate, ordering, .. } => {
            let unordered = *ordering == CmpOrdering::Unordered;
            let holds = float::compare(format, a, b).map_or(unordered, |o| holds(*predicate, o));
            u64::from(holds)
        }
        InstData::FToF { rounding, .. } => {
            convert::ftof(format, to.float_format()?, RoundingMode::of(*rounding), a)
        }
        InstData::FToI { signedness, saturating, .. } => {
            let width = to.int_width()?;
            // Every float has a truth value, an infinity too.
            let is_truth = convert::is_truth(width, *signedness);
            let is_defined = is_truth || *saturating;
            if !is_defined && (format.is_nan(a) || format.is_infinite(a)) {
                return None;
            }
            convert::float_to_int(format, width, *signedness, a)
        }
        InstData::Bitcast { .. } => a,
        _ => return float_math(data, format, a, b),
    })
}

fn float_math(data: &InstData, format: FloatFormat, a: u64, b: u64) -> Option<u64> {
    use math::{Binary, Unary};
    let unary = |function| Some(math::unary(function, format, false, a));
    match data {
        InstData::Ceil { .. } => unary(Unary::Ceil),
        InstData::Cos { .. } => unary(Unary::Cos),
        InstData::Cosh { .. } => unary(Unary::Cosh),
        InstData::Exp { .. } => unary(Unary::Exp),
        InstData::Exp2 { flush_to_zero, .. } => {
            Some(math::unary(Unary::Exp2, format, *flush_to_zero, a))
        }
        InstData::Floor { .. } => unary(Unary::Floor),
        InstData::Log { .. } => unary(Unary::Log),
        InstData::Log2 { .. } => unary(Unary::Log2),
        InstData::Rsqrt { flush_to_zero, .. } => {
            Some(math::unary(Unary::Rsqrt, format, *flush_to_zero, a))
        }
        InstData::Sin { .. } => unary(Unary::Sin),
        InstData::Sinh { .. } => unary(Unary::Sinh),
        InstData::Tan { .. } => unary(Unary::Tan),
        InstData::Tanh { .. } => unary(Unary::Tanh),
        InstData::Atan2 { .. } => Some(math::binary(Binary::Atan2, format, a, b)),
        InstData::Pow { .. } => Some(math::binary(Binary::Pow, format, a, b)),
        InstData::FPowI { .. } => Some(math::powi(format, a, b as i32)),
        _ => None,
    }
}

fn int_element(data: &InstData, from: Scalar, to: Scalar, args: &[u64]) -> Option<u64> {
    let width = from.int_width()?;
    let a = *args.first()?;
    let b = args.get(1).copied().unwrap_or(0);
    // A result only where no promise is broken.
    let checked = |bits: u64, overflow: Overflow, wraps: &dyn Fn(Signedness) -> bool| {
        let broken = overflow.no_signed_wrap() && wraps(Signedness::Signed)
            || overflow.no_unsigned_wrap() && wraps(Signedness::Unsigned);
        (!broken).then_some(bits)
    };
    match data {
        InstData::AddI { overflow, .. } => {
            checked(int::add(width, a, b), *overflow, &|s| int::add_overflows(width, s, a, b))
        }
        InstData::SubI { overflow, .. } => {
            checked(int::sub(width, a, b), *overflow, &|s| int::sub_overflows(width, s, a, b))
        }
        InstData::MulI { overflow, .. } => {
            checked(int::mul(width, a, b), *overflow, &|s| int::mul_overflows(width, s, a, b))
        }
        InstData::NegI { overflow, .. } => {
            checked(int::neg(width, a), *overflow, &|_| int::neg_overflows(width, a))
        }
        InstData::ShlI { overflow, .. } if !int::shift_undefined(width, b) => {
            checked(int::shl(width, a, b), *overflow, &|s| int::shl_overflows(width, s, a, b))
        }
        InstData::ShrI { signedness, .. } if !int::shift_undefined(width, b) => {
            Some(int::shr(width, *signedness, a, b))
        }
        InstData::MulhiI { .. } => Some(int::mul_high(width, a, b)),
        InstData::DivI { signedness, rounding, .. } => {
            let overflows = *signedness == Signedness::Signed && int::div_overflows(width, a, b);
            let rounding = int::QuotientRounding::of(*rounding);
            (b != 0 && !overflows).then(|| int::div(width, *signedness, rounding, a, b))
        }
        InstData::RemI { signedness, .. } => (b != 0).then(|| int::rem(width, *signedness, a, b)),
        InstData::AbsI { .. } => Some(int::abs(width, a)),
        InstData::MaxI { signedness, .. } => Some(int::max(width, *signedness, a, b)),
        InstData::MinI { signedness, .. } => Some(int::min(width, *signedness, a, b)),
        InstData::AndI { .. } => Some(a & b),
        InstData::OrI { .. } => Some(a | b),
        InstData::XorI { .. } => Some(a ^ b),
        InstData::CmpI { predicate, signedness, .. } => {
            Some(u64::from(holds(*predicate, int::compare(width, *signedness, a, b))))
        }
        InstData::ExtI { signedness, .. } => {
            Some(int::resize(width, to.int_width()?, *signedness, a))
        }
        InstData::TruncI { overflow, .. } => truncated(width, to.int_width()?, *overflow, a),
        InstData::IToF { signedness, rounding, .. } => {
            let rounding = RoundingMode::of(*rounding);
            Some(convert::itof(width, *signedness, to.float_format()?, rounding, a))
        }
        InstData::Bitcast { .. } => Some(a),
        InstData::Select { .. } => args.get(if a != 0 { 1 } else { 2 }).copied(),
        _ => None,
    }
}

/// `a` in fewer bits, unless that breaks the promise that none of its value is lost.
fn truncated(from: IntWidth, to: IntWidth, overflow: Overflow, a: u64) -> Option<u64> {
    let bits = int::truncate(to, a);
    let keeps = |signedness| int::resize(to, from, signedness, bits) == a;
    let broken = overflow.no_signed_wrap() && !keeps(Signedness::Signed)
        || overflow.no_unsigned_wrap() && !keeps(Signedness::Unsigned);
    (!broken).then_some(bits)
}

/// Whether `predicate` holds of two values in this order.
pub fn holds(predicate: CmpPredicate, ordering: Ordering) -> bool {
    match predicate {
        CmpPredicate::Equal => ordering.is_eq(),
        CmpPredicate::NotEqual => ordering.is_ne(),
        CmpPredicate::LessThan => ordering.is_lt(),
        CmpPredicate::LessThanOrEqual => ordering.is_le(),
        CmpPredicate::GreaterThan => ordering.is_gt(),
        CmpPredicate::GreaterThanOrEqual => ordering.is_ge(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attrs::Rounding;
    use cranelift_entity::EntityRef;

    fn v() -> Value {
        Value::new(0)
    }

    #[test]
    fn undefined_results_are_not_folded() {
        let div = InstData::DivI {
            lhs: v(),
            rhs: v(),
            signedness: Signedness::Signed,
            rounding: Rounding::Zero,
        };
        let i32 = Scalar::I32;
        assert_eq!(fold_element(&div, i32, i32, &[7, 0]), None);
        assert_eq!(fold_element(&div, i32, i32, &[1 << 31, 0xFFFF_FFFF]), None);
        assert_eq!(fold_element(&div, i32, i32, &[7, 2]), Some(3));
        let add = InstData::AddI { lhs: v(), rhs: v(), overflow: Overflow::NoSignedWrap };
        assert_eq!(fold_element(&add, i32, i32, &[0x7FFF_FFFF, 1]), None);
        assert_eq!(fold_element(&add, i32, i32, &[3, 4]), Some(7));
    }

    #[test]
    fn floats_round_as_asked() {
        let add = |rounding| InstData::AddF { lhs: v(), rhs: v(), rounding, flush_to_zero: false };
        let f32 = Scalar::F32;
        let (one, tiny) = (0x3F80_0000, 1);
        assert_eq!(fold_element(&add(Rounding::NearestEven), f32, f32, &[one, tiny]), Some(one));
        let up = fold_element(&add(Rounding::PositiveInf), f32, f32, &[one, tiny]);
        assert_eq!(up, Some(one + 1));
    }
}
