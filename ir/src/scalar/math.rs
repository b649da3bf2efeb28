//! Mathematical functions, from `libm` only, so that every host gives the same bits.
//!
//! An argument of any format is exact in f64. f16, bf16 and f32 functions are computed in f64
//! (errors below one unit there) and rounded once, so they are correctly rounded but for cases
//! within 2^-28 of a tie; f64 functions carry the error of `libm`, at most 2 units.

use super::float;
use super::format::{Decoded, Exact, FloatFormat, RoundingMode, decode, round};

/// A function of one argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    Ceil,
    Cos,
    Cosh,
    Exp,
    Exp2,
    Floor,
    Log,
    Log2,
    /// `1 / sqrt(x)`; of -0 -infinity.
    Rsqrt,
    Sin,
    Sinh,
    Tan,
    Tanh,
}

/// A function of two arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// `atan2(y, x)`: the angle of the point `(x, y)`.
    Atan2,
    /// `pow(x, y)`.
    Pow,
}

/// `function(x)`, to nearest even, with subnormals flushed if asked.
#[inline(always)]
pub fn unary(function: Unary, format: FloatFormat, flush_to_zero: bool, x: u64) -> u64 {
    let x = if flush_to_zero { float::flush(format, x) } else { x };
    let argument = float::to_f64(format, x);
    let result = match function {
        Unary::Ceil => libm::ceil(argument),
        Unary::Cos => libm::cos(argument),
        Unary::Cosh => libm::cosh(argument),
        Unary::Exp => libm::exp(argument),
        Unary::Exp2 => libm::exp2(argument),
        Unary::Floor => libm::floor(argument),
        Unary::Log => libm::log(argument),
        Unary::Log2 => libm::log2(argument),
        Unary::Rsqrt if format == FloatFormat::F64 => return rsqrt_f64(x),
        Unary::Rsqrt => 1.0 / argument.sqrt(),
        Unary::Sin => libm::sin(argument),
        Unary::Sinh => libm::sinh(argument),
        Unary::Tan => libm::tan(argument),
        Unary::Tanh => tanh(argument),
    };
    let result = float::from_f64(format, result);
    if flush_to_zero { float::flush(format, result) } else { result }
}

/// `function(a, b)`, to nearest even.
#[inline(always)]
pub fn binary(function: Binary, format: FloatFormat, a: u64, b: u64) -> u64 {
    let (a, b) = (float::to_f64(format, a), float::to_f64(format, b));
    let result = match function {
        Binary::Atan2 => libm::atan2(a, b),
        Binary::Pow => libm::pow(a, b),
    };
    float::from_f64(format, result)
}

/// `a` to the power of an integer, to nearest even; 1 to the power of 0, of NaN too.
#[inline(always)]
pub fn powi(format: FloatFormat, a: u64, exponent: i32) -> u64 {
    float::from_f64(format, libm::pow(float::to_f64(format, a), f64::from(exponent)))
}

/// The hyperbolic tangent, within 1.4 units where `libm` errs by up to two: near zero by its
/// series, up to ln(3)/2 as the quotient `t / (t + 2)` of `t = exp(2x) - 1`, corrected by what the
/// sum and the division rounded away.
fn tanh(x: f64) -> f64 {
    const HALF_LN_3: f64 = 0.549_306_144_334_054_9;
    const SMALL: f64 = 0.125;
    // Of x^3, x^5 and so on; what is missing is below 2^-60 of the result.
    const SERIES: [f64; 8] = [
        -1.0 / 3.0,
        2.0 / 15.0,
        -17.0 / 315.0,
        62.0 / 2835.0,
        -1382.0 / 155_925.0,
        21_844.0 / 6_081_075.0,
        -929_569.0 / 638_512_875.0,
        6_404_582.0 / 10_854_718_875.0,
    ];
    let magnitude = x.abs();
    if magnitude < SMALL {
        let square = x * x;
        let sum = SERIES.iter().rev().fold(0.0, |sum, term| sum * square + term);
        // Of -0 it is -0.
        (x + x * (square * sum)).copysign(x)
    } else if magnitude < HALF_LN_3 {
        let t = libm::expm1(2.0 * magnitude);
        let sum = t + 2.0;
        let lost = t - (sum - 2.0);
        let quotient = t / sum;
        let remainder = libm::fma(-quotient, sum, t) - quotient * lost;
        (quotient + remainder / sum).copysign(x)
    } else {
        libm::tanh(x)
    }
}

/// The reciprocal square root of an f64 with one rounding.
fn rsqrt_f64(x: u64) -> u64 {
    match decode(FloatFormat::F64, x) {
        Decoded::Finite(value) if !value.negative && value.significand != 0 => {
            // x = s * 4^e with 2^125 <= s < 2^127, so 1/sqrt(x) = 2^-e / sqrt(s), where sqrt(s)
            // has 63 or 64 bits: some 61 bits of 2^126 / floor(sqrt(s)) are right.
            let value = value.normalized();
            let odd = value.exponent & 1;
            let root = (value.significand >> odd).isqrt();
            let reciprocal = Exact {
                negative: false,
                significand: (1 << 126) / root,
                exponent: -(value.exponent + odd) / 2 - 126,
                inexact: true,
            };
            round(FloatFormat::F64, RoundingMode::NearestEven, reciprocal)
        }
        // NaN, infinities, zeros and negative numbers need no care.
        Decoded::Finite(_) | Decoded::Nan | Decoded::Infinity { .. } => {
            float::bits_of_f64(1.0 / f64::from_bits(x).sqrt())
        }
    }
}
