//! Conversions between floats and integers and among floats: each rounds once.
//!
//! Rules (1.7.2): float to float and integer to float round as asked, overflow goes to a signed
//! infinity (to NaN for e4m3, which has none); float to integer truncates. Where the language
//! leaves the result open, an operation does what the hardware's `cvt` does:
//! a float outside the integer's range
//! saturates and a NaN gives 0; a number too large for fp8 becomes the largest finite one
//! ([`ftof`], [`itof`]). Between integers see [`int::resize`].

use super::float::{self, bits_of_f32, bits_of_f64};
use super::format::{Exact, FloatFormat, RoundingMode, round};
use super::int::{self, IntWidth};
use crate::attrs::Signedness;

/// What a conversion of a number that is not NaN gives, from what rounding gives: fp8 saturates. A format without a sign
/// has no number next to a negative one.
#[inline(always)]
pub fn saturated(to: FloatFormat, negative: bool, rounded: u64) -> u64 {
    let is_fp8 = match to {
        FloatFormat::E4M3 | FloatFormat::E5M2 => true,
        FloatFormat::UE5M3 => !negative,
        _ => false,
    };
    if is_fp8 && rounded & !to.sign_bit() > to.max_finite() {
        return rounded & to.sign_bit() | to.max_finite();
    }
    rounded
}

/// The operation `ftof`: [`float_to_float`], saturating to fp8.
#[inline(always)]
pub fn ftof(from: FloatFormat, to: FloatFormat, mode: RoundingMode, bits: u64) -> u64 {
    let rounded = float_to_float(from, to, mode, bits);
    if from.is_nan(bits) { rounded } else { saturated(to, from.is_negative(bits), rounded) }
}

/// The operation `itof`: [`int_to_float`], saturating to fp8.
#[inline(always)]
pub fn itof(
    width: IntWidth,
    signedness: Signedness,
    to: FloatFormat,
    mode: RoundingMode,
    x: u64,
) -> u64 {
    let negative = int::value(width, signedness, x) < 0;
    saturated(to, negative, int_to_float(width, signedness, to, mode, x))
}

/// Float to float.
#[inline(always)]
pub fn float_to_float(from: FloatFormat, to: FloatFormat, mode: RoundingMode, bits: u64) -> u64 {
    if mode == RoundingMode::NearestEven {
        match (from, to) {
            (FloatFormat::F32, FloatFormat::F16) => {
                return float::narrow_f16(f32::from_bits(bits as u32));
            }
            (FloatFormat::F32, FloatFormat::Bf16) => {
                return float::narrow_bf16(f32::from_bits(bits as u32));
            }
            (FloatFormat::F16, FloatFormat::F32) => return bits_of_f32(float::widen_f16(bits)),
            (FloatFormat::Bf16, FloatFormat::F32) => return bits_of_f32(float::widen_bf16(bits)),
            // Every format is exact in f64.
            _ => return float::from_f64(to, float::to_f64(from, bits)),
        }
    }
    float::recode(from, to, mode, bits)
}

/// Integer to float.
#[inline(always)]
pub fn int_to_float(
    width: IntWidth,
    signedness: Signedness,
    to: FloatFormat,
    mode: RoundingMode,
    x: u64,
) -> u64 {
    let nearest = mode == RoundingMode::NearestEven;
    match (signedness, to) {
        (Signedness::Signed, FloatFormat::F32) if nearest => {
            bits_of_f32(int::sign_extend(width, x) as f32)
        }
        (Signedness::Unsigned, FloatFormat::F32) if nearest => bits_of_f32(x as f32),
        (Signedness::Signed, FloatFormat::F64) if nearest => {
            bits_of_f64(int::sign_extend(width, x) as f64)
        }
        (Signedness::Unsigned, FloatFormat::F64) if nearest => bits_of_f64(x as f64),
        _ => {
            let value = int::value(width, signedness, x);
            let exact = Exact {
                negative: value < 0,
                significand: value.unsigned_abs(),
                exponent: 0,
                inexact: false,
            };
            round(to, mode, exact)
        }
    }
}

/// The ends of the range that truncates into an integer type: `low - 1 < x < high`.
#[inline(always)]
fn range(width: IntWidth, signedness: Signedness) -> (f64, f64) {
    // Powers of two and zero: exact. 2^64 is the greatest.
    match signedness {
        Signedness::Unsigned => (0.0, (1u128 << width.bits()) as f64),
        Signedness::Signed => {
            let half = (1u128 << (width.bits() - 1)) as f64;
            (-half, half)
        }
    }
}

/// Whether an integer type is that of truth values.
#[inline(always)]
pub fn is_truth(width: IntWidth, signedness: Signedness) -> bool {
    width == IntWidth::W1 && signedness == Signedness::Unsigned
}

/// Whether a float, truncated, is a value of the integer type; false for a NaN. Each float has a
/// truth value.
#[inline(always)]
pub fn in_int_range(from: FloatFormat, width: IntWidth, signedness: Signedness, bits: u64) -> bool {
    if is_truth(width, signedness) {
        return true;
    }
    let (low, high) = range(width, signedness);
    let x = float::to_f64(from, bits).trunc();
    low <= x && x < high
}

/// Float to integer: truncates, saturates, and a NaN gives 0. The unsigned type of one bit has the
/// truth values, so that a conversion to it is [`float_to_bool`].
#[inline(always)]
pub fn float_to_int(from: FloatFormat, width: IntWidth, signedness: Signedness, bits: u64) -> u64 {
    if is_truth(width, signedness) {
        return float_to_bool(from, bits);
    }
    // Rust's `as` has just these rules for 64 bits; narrower types clamp before.
    let x = float::to_f64(from, bits);
    match signedness {
        Signedness::Unsigned => (x as u64).min(width.max(signedness)),
        Signedness::Signed => {
            let low = int::sign_extend(width, width.min(signedness));
            let high = width.max(signedness) as i64;
            int::truncate(width, (x as i64).clamp(low, high) as u64)
        }
    }
}

/// Anything to bool: `x != 0`, and a NaN is true.
#[inline(always)]
pub fn float_to_bool(from: FloatFormat, bits: u64) -> u64 {
    u64::from(!from.is_zero(bits))
}
