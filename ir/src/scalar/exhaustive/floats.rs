//! Floats of 16 bits, by what rounding is: the result is the format's value next to the exact one.
//!
//! The exact result is an f64 and the sign of what that leaves out: sums are split into two f64
//! (Knuth's two-sum), products of 11-bit significands are exact, quotients are compared with a
//! bound by multiplying it with the divisor. Which exact results a value stands for in a mode is
//! a table of two bounds for each value: no code that rounds takes part.

use std::cmp::Ordering;

use super::{all, pairs};
use crate::scalar::float::{self, FloatMode, NanMode};
use crate::scalar::format::{FloatFormat, RoundingMode};

trait Format: Sync {
    const FORMAT: FloatFormat;
    const NAME: &'static str;
    const FRACTION_BITS: u32;
    const EXPONENT_BITS: u32;
}

struct F16;
struct Bf16;

impl Format for F16 {
    const FORMAT: FloatFormat = FloatFormat::F16;
    const NAME: &'static str = "f16";
    const FRACTION_BITS: u32 = 10;
    const EXPONENT_BITS: u32 = 5;
}

impl Format for Bf16 {
    const FORMAT: FloatFormat = FloatFormat::Bf16;
    const NAME: &'static str = "bf16";
    const FRACTION_BITS: u32 = 7;
    const EXPONENT_BITS: u32 = 8;
}

const SIGN: u64 = 0x8000;

/// The value of 16 bits as IEEE 754, 3.4 has it.
fn value<F: Format>(bits: u64) -> f64 {
    let fraction = bits & ((1 << F::FRACTION_BITS) - 1);
    let exponent = (bits & !SIGN) >> F::FRACTION_BITS;
    let bias = (1 << (F::EXPONENT_BITS - 1)) - 1;
    let magnitude = if exponent == (1 << F::EXPONENT_BITS) - 1 {
        if fraction == 0 { f64::INFINITY } else { f64::NAN }
    } else {
        let hidden = u64::from(exponent != 0) << F::FRACTION_BITS;
        let unit = exponent.max(1) as i32 - bias - F::FRACTION_BITS as i32;
        (hidden + fraction) as f64 * 2f64.powi(unit)
    };
    if bits & SIGN != 0 { -magnitude } else { magnitude }
}

/// The exact results that a value stands for.
#[derive(Clone, Copy)]
struct Bounds {
    low: f64,
    high: f64,
    low_too: bool,
    high_too: bool,
}

/// The values of a format and their bounds in a mode, by bits.
struct Table {
    values: Vec<f64>,
    bounds: Vec<Bounds>,
}

impl Table {
    fn new<F: Format>(mode: RoundingMode) -> Table {
        let values: Vec<f64> = all().map(value::<F>).collect();
        let bounds = all().map(|bits| bounds::<F>(mode, bits, &values)).collect();
        Table { values, bounds }
    }
}

fn bounds<F: Format>(mode: RoundingMode, bits: u64, values: &[f64]) -> Bounds {
    let magnitude = bits & !SIGN;
    let here = values[magnitude as usize];
    if here.is_nan() {
        return Bounds { low: here, high: here, low_too: false, high_too: false };
    }
    // What is above the greatest finite value if the exponents went on.
    let beyond = {
        let bias = (1 << (F::EXPONENT_BITS - 1)) - 1;
        2f64.powi(bias + 1)
    };
    let reach = |x: f64| if x.is_infinite() { beyond } else { x };
    let below = if magnitude == 0 { -values[1] } else { values[magnitude as usize - 1] };
    let above = if here.is_infinite() { here } else { values[magnitude as usize + 1] };
    let is_even = magnitude & 1 == 0;
    // Of the magnitude; towards zero and away from it for the directed modes.
    let towards_zero = Bounds { low: here, high: above, low_too: true, high_too: false };
    let away = Bounds { low: below, high: here, low_too: false, high_too: true };
    let is_negative = bits & SIGN != 0;
    let of_magnitude = match (mode, is_negative) {
        (RoundingMode::NearestEven, _) => Bounds {
            low: (below + reach(here)) / 2.0,
            high: if here.is_infinite() { here } else { (here + reach(above)) / 2.0 },
            low_too: is_even,
            high_too: is_even,
        },
        (RoundingMode::NearestAway, _) => Bounds {
            low: (below + reach(here)) / 2.0,
            high: if here.is_infinite() { here } else { (here + reach(above)) / 2.0 },
            low_too: true,
            high_too: false,
        },
        (RoundingMode::Zero, _)
        | (RoundingMode::NegativeInf, false)
        | (RoundingMode::PositiveInf, true) => towards_zero,
        (RoundingMode::NegativeInf, true) | (RoundingMode::PositiveInf, false) => away,
    };
    // A result keeps its sign down to zero, so a zero is rounded to from its own side alone.
    let mut found = of_magnitude;
    if magnitude == 0 {
        found.low = 0.0;
        found.low_too = true;
    }
    match is_negative {
        false => found,
        true => Bounds {
            low: -found.high,
            high: -found.low,
            low_too: found.high_too,
            high_too: found.low_too,
        },
    }
}

/// An exact result times a positive `scale`: `sum + tail`, where the tail is less than what
/// separates `sum` from its neighbours, and a bound times `scale` is exact.
struct Exact {
    sum: f64,
    tail: f64,
    scale: f64,
}

/// Whether `got` is what a finite exact result rounds to; of an exact zero the sign is looked at
/// elsewhere. Without branches, which would be mispredicted.
#[inline(always)]
fn is_rounded(bounds: &[Bounds], got: u64, exact: &Exact) -> bool {
    let Bounds { low, high, low_too, high_too } = bounds[got as usize & 0xffff];
    let Exact { sum, tail, scale } = *exact;
    // Infinities bound what is finite; a NaN bounds nothing.
    let (low, high) = (low * scale, high * scale);
    let above = (sum > low) | ((sum == low) & ((tail > 0.0) | ((tail == 0.0) & low_too)));
    let below = (sum < high) | ((sum == high) & ((tail < 0.0) | ((tail == 0.0) & high_too)));
    above & below
}

/// What a result must be that is not a rounded number: the NaN, or an infinity of the exact result.
#[inline(always)]
fn is_special(format: FloatFormat, exact: f64, got: u64) -> bool {
    if exact.is_nan() {
        return got == format.canonical_nan();
    }
    let sign = if exact < 0.0 { SIGN } else { 0 };
    format.infinity().is_some_and(|infinity| got == infinity | sign)
}

#[inline(always)]
fn mode(rounding: RoundingMode) -> FloatMode {
    FloatMode { rounding, flush_to_zero: false }
}

fn sums<F: Format>(rounding: RoundingMode) {
    let table = Table::new::<F>(rounding);
    pairs(&format!("{} + and - {rounding:?}", F::NAME), |a| {
        let x = table.values[a as usize];
        for b in all() {
            let y = table.values[b as usize];
            let got = float::add(F::FORMAT, mode(rounding), a, b);
            let sum = x + y;
            let is_right = if !sum.is_finite() {
                is_special(F::FORMAT, sum, got)
            } else if sum == 0.0 {
                // IEEE 754, 6.3.
                let is_negative = match rounding {
                    RoundingMode::NegativeInf => (a | b) & SIGN != 0,
                    _ => a & b & SIGN != 0,
                };
                got == if is_negative { SIGN } else { 0 }
            } else {
                let of_y = sum - x;
                let tail = (x - (sum - of_y)) + (y - of_y);
                is_rounded(&table.bounds, got, &Exact { sum, tail, scale: 1.0 })
            };
            let difference = float::sub(F::FORMAT, mode(rounding), a, b ^ SIGN);
            assert!(is_right, "{a:x} + {b:x} {rounding:?}: {got:x}");
            assert!(difference == got, "{a:x} - {:x} {rounding:?}: {difference:x}", b ^ SIGN);
        }
    });
}

fn products<F: Format>(rounding: RoundingMode) {
    let table = Table::new::<F>(rounding);
    pairs(&format!("{} * {rounding:?}", F::NAME), |a| {
        let x = table.values[a as usize];
        for b in all() {
            let product = x * table.values[b as usize];
            let got = float::mul(F::FORMAT, mode(rounding), a, b);
            let is_right = if !product.is_finite() {
                is_special(F::FORMAT, product, got)
            } else if product == 0.0 {
                got == (a ^ b) & SIGN
            } else {
                is_rounded(&table.bounds, got, &Exact { sum: product, tail: 0.0, scale: 1.0 })
            };
            assert!(is_right, "{a:x} * {b:x} {rounding:?}: {got:x}");
        }
    });
}

fn quotients<F: Format>(rounding: RoundingMode) {
    let table = Table::new::<F>(rounding);
    pairs(&format!("{} / {rounding:?}", F::NAME), |a| {
        let x = table.values[a as usize];
        for b in all() {
            let y = table.values[b as usize];
            let got = float::div(F::FORMAT, mode(rounding), a, b);
            let quotient = x / y;
            let is_right = if !quotient.is_finite() {
                is_special(F::FORMAT, quotient, got)
            } else if quotient == 0.0 {
                got == (a ^ b) & SIGN
            } else {
                // A bound has one bit more than the format: its product is exact.
                let exact = Exact { sum: x * y.signum(), tail: 0.0, scale: y.abs() };
                is_rounded(&table.bounds, got, &exact)
            };
            assert!(is_right, "{a:x} / {b:x} {rounding:?}: {got:x}");
        }
    });
}

/// An integer significand and the exponent of its unit, of a finite magnitude.
fn parts<F: Format>(bits: u64) -> (u64, u32) {
    let fraction = bits & ((1 << F::FRACTION_BITS) - 1);
    let exponent = ((bits & !SIGN) >> F::FRACTION_BITS) as u32;
    let hidden = u64::from(exponent != 0) << F::FRACTION_BITS;
    (hidden + fraction, exponent.max(1) - 1)
}

/// `2^exponent` modulo a significand, by exponent, then significand.
fn powers<F: Format>() -> Vec<Vec<u64>> {
    let moduli = 2 << F::FRACTION_BITS;
    let first: Vec<u64> = (0..moduli).map(|m: u64| u64::from(m > 1)).collect();
    std::iter::successors(Some(first), |last| {
        let double = |(m, power): (usize, &u64)| power * 2 % (m as u64).max(1);
        Some(last.iter().enumerate().map(double).collect())
    })
    .take(1 << F::EXPONENT_BITS)
    .collect()
}

fn remainders<F: Format>() {
    let table = Table::new::<F>(RoundingMode::NearestEven);
    let powers = powers::<F>();
    pairs(&format!("{} %", F::NAME), |a| {
        let x = table.values[a as usize];
        let (significand, unit) = parts::<F>(a);
        for b in all() {
            let y = table.values[b as usize];
            let got = float::rem(F::FORMAT, a, b);
            let is_right = if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
                got == F::FORMAT.canonical_nan()
            } else if x.abs() < y.abs() || x == 0.0 {
                got == a
            } else {
                // significand * 2^(unit - other) modulo the divisor's significand.
                let (modulus, other) = parts::<F>(b);
                let rest = if unit >= other {
                    significand % modulus * powers[(unit - other) as usize][modulus as usize]
                        % modulus
                } else {
                    significand % (modulus << (other - unit))
                };
                let exact = rest as f64 * value::<F>(1) * 2f64.powi(unit.min(other) as i32);
                let rest = table.values[got as usize & 0xffff];
                rest.abs() == exact && got & SIGN == a & SIGN
            };
            assert!(is_right, "{a:x} % {b:x}: {got:x}");
        }
    });
}

fn orders<F: Format>() {
    let table = Table::new::<F>(RoundingMode::NearestEven);
    let nan = F::FORMAT.canonical_nan();
    pairs(&format!("{} <, min and max", F::NAME), |a| {
        let x = table.values[a as usize];
        for b in all() {
            let y = table.values[b as usize];
            let order = float::compare(F::FORMAT, a, b);
            let is_right = ((order == Some(Ordering::Less)) == (x < y))
                & ((order == Some(Ordering::Equal)) == (x == y))
                & ((order == Some(Ordering::Greater)) == (x > y));
            assert!(is_right, "{a:x} {b:x}: {order:?}");
            let of =
                |nan| [float::min, float::max].map(|extreme| extreme(F::FORMAT, nan, false, a, b));
            let found = (of(NanMode::Suppress), of(NanMode::Propagate));
            let expected = if x.is_nan() || y.is_nan() {
                let number = if x.is_nan() { b } else { a };
                ([if x.is_nan() && y.is_nan() { nan } else { number }; 2], [nan; 2])
            } else {
                // -0 is below +0.
                let a_first = (x < y) | ((x == y) & (a & SIGN != 0));
                let (least, most) = if a_first { (a, b) } else { (b, a) };
                ([least, most], [least, most])
            };
            assert!(found == expected, "{a:x} {b:x}: {found:?}, not {expected:?}");
        }
    });
}

macro_rules! rounded {
    ($($name:ident: $mode:ident;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn sums_of_f16() {
                sums::<F16>(RoundingMode::$mode);
            }

            #[test]
            fn sums_of_bf16() {
                sums::<Bf16>(RoundingMode::$mode);
            }

            #[test]
            fn products_of_f16() {
                products::<F16>(RoundingMode::$mode);
            }

            #[test]
            fn products_of_bf16() {
                products::<Bf16>(RoundingMode::$mode);
            }

            #[test]
            fn quotients_of_f16() {
                quotients::<F16>(RoundingMode::$mode);
            }

            #[test]
            fn quotients_of_bf16() {
                quotients::<Bf16>(RoundingMode::$mode);
            }
        }
    )*};
}

rounded! {
    nearest: NearestEven;
    to_zero: Zero;
    down: NegativeInf;
    up: PositiveInf;
}

#[test]
fn orders_of_f16() {
    orders::<F16>();
}

#[test]
fn orders_of_bf16() {
    orders::<Bf16>();
}

#[test]
fn remainders_of_f16() {
    remainders::<F16>();
}

#[test]
fn remainders_of_bf16() {
    remainders::<Bf16>();
}
