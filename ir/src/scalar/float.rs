//! Float arithmetic, rounded once, in every format and mode.
//!
//! Rounding to nearest, the case of nearly all programs, uses the host's f32 and f64 operations,
//! which IEEE 754 fixes to the bit. A narrow format is computed in a wider one and rounded again;
//! that is exact where the wide precision `P` and the narrow precision `p` satisfy `P >= 2p + 2`
//! and the wide format has no subnormals in the range of the result (Figueroa 1995): f16 (p = 11)
//! through f32 (P = 24), and bf16 (p = 8) through f32, except its quotients, which go through
//! f64 because they may be f32 subnormals. A fused multiply-add goes through f64, rounded to odd
//! (Boldo and Melquiond 2008), where the product is exact.
//!
//! In the directed modes, sums, products and quotients of f16 and bf16 are computed in f64,
//! rounded to odd, and then cut to the format.
//!
//! All other modes and formats take the general way: decode, compute exactly (with a sticky
//! remainder), round.

use std::cmp::Ordering;

use super::format::{Decoded, Exact, FloatFormat, RoundingMode, decode, round};

/// How an operation rounds and whether it flushes subnormals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatMode {
    pub rounding: RoundingMode,
    /// `round_subnormals_to_zero`: subnormal operands and results become zeros of their sign.
    /// The language offers it for f32 only.
    pub flush_to_zero: bool,
}

impl FloatMode {
    /// To nearest, subnormals kept: the default of every operation.
    pub const NEAREST: FloatMode =
        FloatMode { rounding: RoundingMode::NearestEven, flush_to_zero: false };
}

/// What min and max do with one NaN operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NanMode {
    /// The other operand wins: IEEE 754 minimumNumber and maximumNumber.
    Suppress,
    /// NaN wins: IEEE 754 minimum and maximum.
    Propagate,
}

/// A subnormal becomes a zero of its sign.
#[inline(always)]
pub fn flush(format: FloatFormat, bits: u64) -> u64 {
    if format.is_subnormal(bits) { bits & format.sign_bit() } else { bits }
}

#[inline(always)]
fn flush_if(mode: FloatMode, format: FloatFormat, bits: u64) -> u64 {
    if mode.flush_to_zero { flush(format, bits) } else { bits }
}

#[inline(always)]
fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The bits of `x`; every NaN gives the canonical one.
#[inline(always)]
pub fn bits_of_f32(x: f32) -> u64 {
    if x.is_nan() { FloatFormat::F32.canonical_nan() } else { u64::from(x.to_bits()) }
}

/// The bits of `x`; every NaN gives the canonical one.
#[inline(always)]
pub fn bits_of_f64(x: f64) -> u64 {
    if x.is_nan() { FloatFormat::F64.canonical_nan() } else { x.to_bits() }
}

/// f16 to f32, exact.
#[inline(always)]
pub fn widen_f16(bits: u64) -> f32 {
    let magnitude = (bits as u32 & 0x7fff) << 13;
    let sign = (bits as u32 & 0x8000) << 16;
    // Rebias by 127 - 15 with a multiplication, which normalizes subnormals too.
    let scaled = (f32::from_bits(magnitude) * f32::from_bits((127 + 112) << 23)).to_bits();
    let special = if magnitude >= 0x0f80_0000 { 0x7f80_0000 } else { 0 };
    f32::from_bits(scaled | special | sign)
}

/// f32 to f16, to nearest even.
#[inline(always)]
pub fn narrow_f16(x: f32) -> u64 {
    let bits = x.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    // Rebias by 15 - 127 and add just under half a unit, or half for an odd quotient.
    let odd = (magnitude >> 13) & 1;
    let normal = magnitude.wrapping_add(0xc800_0fff).wrapping_add(odd) >> 13;
    // The unit of 0.5 in f32 is the unit of f16 subnormals: the addition rounds.
    let subnormal = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0x3f00_0000);
    let finite = if magnitude < 0x3880_0000 { subnormal } else { normal };
    let result = if magnitude >= 0x4780_0000 { 0x7c00 } else { finite };
    let sign = (bits >> 16) & 0x8000;
    u64::from(if magnitude > 0x7f80_0000 { 0x7e00 } else { result | sign })
}

/// bf16 to f32, exact.
#[inline(always)]
pub fn widen_bf16(bits: u64) -> f32 {
    f32::from_bits((bits as u32) << 16)
}

/// f32 to bf16, to nearest even.
#[inline(always)]
pub fn narrow_bf16(x: f32) -> u64 {
    let bits = x.to_bits();
    let odd = (bits >> 16) & 1;
    let rounded = bits.wrapping_add(0x7fff + odd) >> 16;
    u64::from(if x.is_nan() { 0x7fc0 } else { rounded })
}

/// f64 to f32, rounded to odd: whatever is inexact ends in a one bit, so a second rounding to at
/// most 22 bits cannot tell the difference from rounding once.
#[inline(always)]
pub fn narrow_odd(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) == x || x.is_nan() {
        return nearest;
    }
    let above = f64::from(nearest).abs() > x.abs();
    f32::from_bits((nearest.to_bits() - u32::from(above)) | 1)
}

/// The value of `bits` as an f64: exact for every format (a NaN becomes some NaN).
#[inline(always)]
pub fn to_f64(format: FloatFormat, bits: u64) -> f64 {
    match format {
        FloatFormat::F16 => f64::from(widen_f16(bits)),
        FloatFormat::Bf16 => f64::from(widen_bf16(bits)),
        FloatFormat::F32 => f64::from(f32_of(bits)),
        FloatFormat::F64 => f64::from_bits(bits),
        FloatFormat::Tf32
        | FloatFormat::E4M3
        | FloatFormat::E5M2
        | FloatFormat::E8M0
        | FloatFormat::E2M1
        | FloatFormat::UE5M3 => match decode(format, bits) {
            Decoded::Nan => f64::NAN,
            Decoded::Infinity { negative: false } => f64::INFINITY,
            Decoded::Infinity { negative: true } => f64::NEG_INFINITY,
            Decoded::Finite(x) => {
                f64::from_bits(round(FloatFormat::F64, RoundingMode::NearestEven, x))
            }
        },
    }
}

/// `x` rounded once to `format`, to nearest even.
#[inline(always)]
pub fn from_f64(format: FloatFormat, x: f64) -> u64 {
    match format {
        FloatFormat::F16 => narrow_f16(narrow_odd(x)),
        FloatFormat::Bf16 => narrow_bf16(narrow_odd(x)),
        FloatFormat::F32 => bits_of_f32(x as f32),
        FloatFormat::F64 => bits_of_f64(x),
        FloatFormat::Tf32
        | FloatFormat::E4M3
        | FloatFormat::E5M2
        | FloatFormat::E8M0
        | FloatFormat::E2M1
        | FloatFormat::UE5M3 => {
            recode(FloatFormat::F64, format, RoundingMode::NearestEven, x.to_bits())
        }
    }
}

/// The value of `bits`, rounded to another format: the general conversion.
pub(super) fn recode(from: FloatFormat, to: FloatFormat, mode: RoundingMode, bits: u64) -> u64 {
    match decode(from, bits) {
        Decoded::Nan => to.canonical_nan(),
        Decoded::Infinity { .. } if to == FloatFormat::E8M0 => to.max_finite(),
        Decoded::Infinity { negative } => {
            let sign = if negative { to.sign_bit() } else { 0 };
            sign | to.infinity().unwrap_or(to.canonical_nan())
        }
        Decoded::Finite(x) => round(to, mode, x),
    }
}

/// Rounding to nearest through host floats, where the header's argument covers the format.
#[inline(always)]
fn nearest<const N: usize>(
    format: FloatFormat,
    args: [u64; N],
    in_f32: impl Fn([f32; N]) -> f32,
    in_f64: impl Fn([f64; N]) -> f64,
) -> Option<u64> {
    match format {
        FloatFormat::F16 => Some(narrow_f16(in_f32(args.map(widen_f16)))),
        FloatFormat::Bf16 => {
            Some(narrow_bf16(narrow_odd(in_f64(args.map(|x| f64::from(widen_bf16(x)))))))
        }
        FloatFormat::F32 => Some(bits_of_f32(in_f32(args.map(f32_of)))),
        FloatFormat::F64 => Some(bits_of_f64(in_f64(args.map(f64::from_bits)))),
        FloatFormat::Tf32
        | FloatFormat::E4M3
        | FloatFormat::E5M2
        | FloatFormat::E8M0
        | FloatFormat::E2M1
        | FloatFormat::UE5M3 => None,
    }
}

#[inline(always)]
fn operate<const N: usize>(
    format: FloatFormat,
    mode: FloatMode,
    args: [u64; N],
    in_f32: impl Fn([f32; N]) -> f32,
    in_f64: impl Fn([f64; N]) -> f64,
    general: fn(FloatFormat, RoundingMode, [u64; N]) -> u64,
) -> u64 {
    let args = args.map(|x| flush_if(mode, format, x));
    let fast = match mode.rounding {
        RoundingMode::NearestEven => nearest(format, args, in_f32, in_f64),
        RoundingMode::Zero
        | RoundingMode::NegativeInf
        | RoundingMode::PositiveInf
        | RoundingMode::NearestAway => None,
    };
    let result = match fast {
        Some(result) => result,
        None => general(format, mode.rounding, args),
    };
    flush_if(mode, format, result)
}

/// `a + b`.
#[inline(always)]
pub fn add(format: FloatFormat, mode: FloatMode, a: u64, b: u64) -> u64 {
    operate(format, mode, [a, b], |[a, b]| a + b, |[a, b]| a + b, general_add)
}

/// `a - b`.
#[inline(always)]
pub fn sub(format: FloatFormat, mode: FloatMode, a: u64, b: u64) -> u64 {
    operate(
        format,
        mode,
        [a, b],
        |[a, b]| a - b,
        |[a, b]| a - b,
        |format, rounding, [a, b]| general_add(format, rounding, [a, neg(format, b)]),
    )
}

/// `a * b`.
#[inline(always)]
pub fn mul(format: FloatFormat, mode: FloatMode, a: u64, b: u64) -> u64 {
    operate(format, mode, [a, b], |[a, b]| a * b, |[a, b]| a * b, general_mul)
}

/// `a / b`.
#[inline(always)]
pub fn div(format: FloatFormat, mode: FloatMode, a: u64, b: u64) -> u64 {
    operate(format, mode, [a, b], |[a, b]| a / b, |[a, b]| a / b, general_div)
}

/// The square root; of a negative number NaN, of -0 itself.
#[inline(always)]
pub fn sqrt(format: FloatFormat, mode: FloatMode, a: u64) -> u64 {
    operate(format, mode, [a], |[a]| a.sqrt(), |[a]| a.sqrt(), general_sqrt)
}

/// `a * b + c` with one rounding.
#[inline(always)]
pub fn fma(format: FloatFormat, mode: FloatMode, a: u64, b: u64, c: u64) -> u64 {
    let [a, b, c] = [a, b, c].map(|x| flush_if(mode, format, x));
    let result = match (mode.rounding, format) {
        (RoundingMode::NearestEven, FloatFormat::F16) => {
            let [a, b, c] = [a, b, c].map(|x| f64::from(widen_f16(x)));
            narrow_f16(narrow_odd(add_odd(a * b, c)))
        }
        (RoundingMode::NearestEven, FloatFormat::Bf16) => {
            let [a, b, c] = [a, b, c].map(|x| f64::from(widen_bf16(x)));
            narrow_bf16(narrow_odd(add_odd(a * b, c)))
        }
        (RoundingMode::NearestEven, FloatFormat::F32) => {
            let [a, b, c] = [a, b, c].map(|x| f64::from(f32_of(x)));
            bits_of_f32(add_odd(a * b, c) as f32)
        }
        (RoundingMode::NearestEven, FloatFormat::F64) => {
            let [a, b, c] = [a, b, c].map(f64::from_bits);
            bits_of_f64(libm::fma(a, b, c))
        }
        (
            RoundingMode::NearestEven
            | RoundingMode::Zero
            | RoundingMode::NegativeInf
            | RoundingMode::PositiveInf
            | RoundingMode::NearestAway,
            _,
        ) => general_fma(format, mode.rounding, [a, b, c]),
    };
    flush_if(mode, format, result)
}

/// `a + b` in f64, rounded to odd. The error term is Knuth's two-sum, exact without overflow.
#[inline(always)]
fn add_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let b_part = sum - a;
    let error = (a - (sum - b_part)) + (b - b_part);
    let bits = sum.to_bits();
    if error == 0.0 || !sum.is_finite() || bits & 1 == 1 {
        return sum;
    }
    // One step towards the exact sum, which lies between `sum` and an odd neighbour.
    let grows = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if grows { bits + 1 } else { bits - 1 })
}

/// The remainder of the quotient rounded towards zero (C `fmod`): exact, with the sign of `a`;
/// `a` itself for a zero `a` or an infinite `b`; NaN for an infinite `a` or a zero `b`.
#[inline]
pub fn rem(format: FloatFormat, a: u64, b: u64) -> u64 {
    // Both values and the result are exact in f64, whatever the format.
    from_f64(format, libm::fmod(to_f64(format, a), to_f64(format, b)))
}

/// `-a`: the sign bit, of a NaN too.
#[inline(always)]
pub fn neg(format: FloatFormat, a: u64) -> u64 {
    a ^ format.sign_bit()
}

/// `|a|`: the sign bit, of a NaN too.
#[inline(always)]
pub fn abs(format: FloatFormat, a: u64) -> u64 {
    a & !format.sign_bit()
}

/// An integer with the order of the values, and -0 below +0. The bits must not be a NaN.
#[inline(always)]
fn order_key(format: FloatFormat, bits: u64) -> i64 {
    let unused = 64 - format.storage_bits();
    let signed = (bits << unused) as i64 >> unused;
    signed ^ ((signed >> 63) as u64 >> 1) as i64
}

#[inline(always)]
fn extreme(
    format: FloatFormat,
    nan: NanMode,
    flush_to_zero: bool,
    a: u64,
    b: u64,
    a_wins: impl Fn(i64, i64) -> bool,
) -> u64 {
    let (a, b) = if flush_to_zero { (flush(format, a), flush(format, b)) } else { (a, b) };
    let (a_nan, b_nan) = (format.is_nan(a), format.is_nan(b));
    let number = if a_wins(order_key(format, a), order_key(format, b)) { a } else { b };
    let number = if a_nan { b } else { number };
    let number = if b_nan { a } else { number };
    let lost = match nan {
        NanMode::Suppress => a_nan && b_nan,
        NanMode::Propagate => a_nan || b_nan,
    };
    if lost { format.canonical_nan() } else { number }
}

/// The smaller of two; -0 is below +0.
#[inline(always)]
pub fn min(format: FloatFormat, nan: NanMode, flush_to_zero: bool, a: u64, b: u64) -> u64 {
    extreme(format, nan, flush_to_zero, a, b, |a, b| a <= b)
}

/// The greater of two; -0 is below +0.
#[inline(always)]
pub fn max(format: FloatFormat, nan: NanMode, flush_to_zero: bool, a: u64, b: u64) -> u64 {
    extreme(format, nan, flush_to_zero, a, b, |a, b| a >= b)
}

/// The order of the values, -0 equal to +0; `None` (unordered) with a NaN.
#[inline(always)]
pub fn compare(format: FloatFormat, a: u64, b: u64) -> Option<Ordering> {
    match format {
        FloatFormat::F32 => f32_of(a).partial_cmp(&f32_of(b)),
        FloatFormat::F16
        | FloatFormat::Bf16
        | FloatFormat::Tf32
        | FloatFormat::F64
        | FloatFormat::E4M3
        | FloatFormat::E5M2
        | FloatFormat::E8M0
        | FloatFormat::E2M1
        | FloatFormat::UE5M3 => to_f64(format, a).partial_cmp(&to_f64(format, b)),
    }
}

/// The sign of an exact zero sum of two numbers (IEEE 754, 6.3).
fn zero_sum_sign(mode: RoundingMode, a_negative: bool, b_negative: bool) -> bool {
    match mode {
        RoundingMode::NegativeInf => a_negative || b_negative,
        RoundingMode::NearestEven
        | RoundingMode::NearestAway
        | RoundingMode::Zero
        | RoundingMode::PositiveInf => a_negative && b_negative,
    }
}

/// The sum of two normalized numbers with a sticky tail.
fn exact_sum(mode: RoundingMode, a: Exact, b: Exact) -> Exact {
    let (a, b) = (a.normalized(), b.normalized());
    let zero = Exact {
        negative: zero_sum_sign(mode, a.negative, b.negative),
        significand: 0,
        exponent: 0,
        inexact: false,
    };
    match (a.significand, b.significand) {
        (0, 0) => return zero,
        (0, _) => return b,
        (_, 0) => return a,
        _ => {}
    }
    let (big, small) =
        if (a.exponent, a.significand) >= (b.exponent, b.significand) { (a, b) } else { (b, a) };
    let distance = (big.exponent - small.exponent) as u32;
    let (aligned, inexact) = if distance >= 127 {
        (0, true)
    } else {
        (small.significand >> distance, small.significand & ((1 << distance) - 1) != 0)
    };
    let significand = if big.negative == small.negative {
        big.significand + aligned
    } else {
        // What is subtracted is `aligned` and a bit: one less, and the bit's complement stays.
        big.significand - aligned - u128::from(inexact)
    };
    if significand == 0 {
        return zero;
    }
    Exact { negative: big.negative, significand, exponent: big.exponent, inexact }
}

fn infinity(format: FloatFormat, negative: bool) -> u64 {
    let magnitude = format.infinity().unwrap_or(format.canonical_nan());
    if negative { magnitude | format.sign_bit() } else { magnitude }
}

/// The operands in f64, if the format is narrow and the mode directed.
fn narrow_operands(format: FloatFormat, mode: RoundingMode, args: [u64; 2]) -> Option<[f64; 2]> {
    match (mode, format) {
        (RoundingMode::NearestEven | RoundingMode::NearestAway, _) => None,
        (_, FloatFormat::F16) => Some(args.map(|x| f64::from(widen_f16(x)))),
        (_, FloatFormat::Bf16) => Some(args.map(|x| f64::from(widen_bf16(x)))),
        (_, _) => None,
    }
}

/// An exact result, or one rounded to odd, as f16 or bf16 in a directed mode. `x` is not a subnormal.
fn narrow_directed(format: FloatFormat, mode: RoundingMode, x: f64) -> u64 {
    // Code for each format, whose properties are constants there.
    match format {
        FloatFormat::F16 => cut(FloatFormat::F16, mode, x),
        _ => cut(FloatFormat::Bf16, mode, x),
    }
}

#[inline(always)]
fn cut(format: FloatFormat, mode: RoundingMode, x: f64) -> u64 {
    let sign = if x.is_sign_negative() { format.sign_bit() } else { 0 };
    if x.is_nan() {
        return format.canonical_nan();
    }
    if x == 0.0 || x.is_infinite() {
        return if x == 0.0 { sign } else { infinity(format, sign != 0) };
    }
    let fraction_bits = format.fraction_bits() as i32;
    let least = 1 - format.bias();
    let exponent = (x.to_bits() << 1 >> 53) as i32 - 1023;
    let significand = x.to_bits() << 12 >> 12 | 1 << 52;
    let dropped = 52 - fraction_bits + (least - exponent).max(0);
    // A significand has 53 bits: further ones to drop are zeros.
    let dropped = dropped.min(63);
    let (kept, rest) = (significand >> dropped, significand & ((1 << dropped) - 1));
    // The hidden bit adds one to the exponent field.
    let magnitude = (((exponent.max(least) - least) as u64) << fraction_bits) + kept;
    let is_inexact = (rest != 0) | (magnitude > format.max_finite());
    let magnitude = magnitude.min(format.max_finite());
    let away = match mode {
        RoundingMode::NearestEven | RoundingMode::NearestAway | RoundingMode::Zero => false,
        RoundingMode::NegativeInf => sign != 0,
        RoundingMode::PositiveInf => sign == 0,
    };
    sign | (magnitude + u64::from(away & is_inexact))
}

/// `a / b` in f64, rounded to odd, of operands with no more than 12 bits.
fn div_odd(a: f64, b: f64) -> f64 {
    let quotient = a / b;
    if quotient == 0.0 || !quotient.is_finite() {
        return quotient;
    }
    // 41 bits, so that the product with the divisor is exact.
    let cut = quotient.to_bits() & !0xfff;
    let product = (f64::from_bits(cut) * b).abs();
    f64::from_bits(match product.partial_cmp(&a.abs()) {
        Some(Ordering::Less) => cut | 1,
        Some(Ordering::Greater) => cut - 1,
        Some(Ordering::Equal) | None => cut,
    })
}

fn general_add(format: FloatFormat, mode: RoundingMode, [a, b]: [u64; 2]) -> u64 {
    if let Some([a, b]) = narrow_operands(format, mode, [a, b]) {
        let sum = add_odd(a, b);
        if sum == 0.0 {
            let negative = zero_sum_sign(mode, a.is_sign_negative(), b.is_sign_negative());
            return if negative { format.sign_bit() } else { 0 };
        }
        return narrow_directed(format, mode, sum);
    }
    match (decode(format, a), decode(format, b)) {
        (Decoded::Finite(a), Decoded::Finite(b)) => round(format, mode, exact_sum(mode, a, b)),
        (a, b) => sum_with_infinity(format, a, b),
    }
}

/// A sum of which at least one operand is not finite.
fn sum_with_infinity(format: FloatFormat, a: Decoded, b: Decoded) -> u64 {
    match (a, b) {
        (Decoded::Infinity { negative: a }, Decoded::Infinity { negative: b }) if a != b => {
            format.canonical_nan()
        }
        (Decoded::Nan, _) | (_, Decoded::Nan) | (Decoded::Finite(_), Decoded::Finite(_)) => {
            format.canonical_nan()
        }
        (Decoded::Infinity { negative }, _) | (_, Decoded::Infinity { negative }) => {
            infinity(format, negative)
        }
    }
}

/// A product: exact if finite.
fn exact_product(a: Decoded, b: Decoded) -> Decoded {
    match (a, b) {
        (Decoded::Nan, _) | (_, Decoded::Nan) => Decoded::Nan,
        (Decoded::Finite(a), Decoded::Finite(b)) => Decoded::Finite(Exact {
            negative: a.negative != b.negative,
            significand: a.significand * b.significand,
            exponent: a.exponent + b.exponent,
            inexact: false,
        }),
        (Decoded::Infinity { negative }, Decoded::Finite(x))
        | (Decoded::Finite(x), Decoded::Infinity { negative }) => {
            if x.significand == 0 {
                Decoded::Nan
            } else {
                Decoded::Infinity { negative: negative != x.negative }
            }
        }
        (Decoded::Infinity { negative: a }, Decoded::Infinity { negative: b }) => {
            Decoded::Infinity { negative: a != b }
        }
    }
}

fn general_mul(format: FloatFormat, mode: RoundingMode, [a, b]: [u64; 2]) -> u64 {
    if let Some([a, b]) = narrow_operands(format, mode, [a, b]) {
        return narrow_directed(format, mode, a * b);
    }
    match exact_product(decode(format, a), decode(format, b)) {
        Decoded::Nan => format.canonical_nan(),
        Decoded::Infinity { negative } => infinity(format, negative),
        Decoded::Finite(product) => round(format, mode, product),
    }
}

fn general_fma(format: FloatFormat, mode: RoundingMode, [a, b, c]: [u64; 3]) -> u64 {
    let product = exact_product(decode(format, a), decode(format, b));
    match (product, decode(format, c)) {
        (Decoded::Finite(product), Decoded::Finite(c)) => {
            round(format, mode, exact_sum(mode, product, c))
        }
        (product, c) => sum_with_infinity(format, product, c),
    }
}

fn general_div(format: FloatFormat, mode: RoundingMode, [a, b]: [u64; 2]) -> u64 {
    if let Some([a, b]) = narrow_operands(format, mode, [a, b]) {
        return narrow_directed(format, mode, div_odd(a, b));
    }
    match (decode(format, a), decode(format, b)) {
        (Decoded::Nan, _)
        | (_, Decoded::Nan)
        | (Decoded::Infinity { .. }, Decoded::Infinity { .. }) => format.canonical_nan(),
        (Decoded::Infinity { negative }, Decoded::Finite(b)) => {
            infinity(format, negative != b.negative)
        }
        (Decoded::Finite(a), Decoded::Infinity { negative }) => {
            let sign = a.negative != negative;
            if sign { format.sign_bit() } else { 0 }
        }
        (Decoded::Finite(a), Decoded::Finite(b)) => {
            let negative = a.negative != b.negative;
            if b.significand == 0 {
                return match a.significand {
                    0 => format.canonical_nan(),
                    _ => infinity(format, negative),
                };
            }
            // At least 126 - 53 bits of quotient, and whether anything is left.
            let a = a.normalized();
            let quotient = Exact {
                negative,
                significand: a.significand / b.significand,
                exponent: a.exponent - b.exponent,
                inexact: a.significand % b.significand != 0,
            };
            round(format, mode, quotient)
        }
    }
}

fn general_sqrt(format: FloatFormat, mode: RoundingMode, [a]: [u64; 1]) -> u64 {
    match decode(format, a) {
        Decoded::Nan | Decoded::Infinity { negative: true } => format.canonical_nan(),
        Decoded::Infinity { negative: false } => infinity(format, false),
        Decoded::Finite(x) if x.significand == 0 => a,
        Decoded::Finite(x) if x.negative => format.canonical_nan(),
        Decoded::Finite(x) => {
            let x = x.normalized();
            // An even exponent: bit 126 or 125 leads, so the root has 63 or 64 bits.
            let shift = x.exponent & 1;
            let significand = x.significand << shift;
            let root = significand.isqrt();
            let exact = Exact {
                negative: false,
                significand: root,
                exponent: (x.exponent - shift) / 2,
                inexact: root * root != significand,
            };
            round(format, mode, exact)
        }
    }
}
