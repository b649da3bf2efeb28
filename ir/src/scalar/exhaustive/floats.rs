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

const MODES: [RoundingMode; 4] = [
    RoundingMode::NearestEven,
    RoundingMode::Zero,
    RoundingMode::NegativeInf,
    RoundingMode::PositiveInf,
];

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

/// Values and bounds of a format.
struct Table {
    values: Vec<f64>,
    /// By mode, then by bits.
    bounds: [Vec<Bounds>; 4],
}

impl Table {
    fn new<F: Format>() -> Table {
        let values: Vec<f64> = all().map(value::<F>).collect();
        let bounds = MODES.map(|mode| all().map(|bits| bounds::<F>(mode, bits, &values)).collect());
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

/// Whether `got` is what a finite exact result, of which `order` tells how it compares with a
/// number, rounds to. Of an exact zero the sign is looked at elsewhere.
#[inline(always)]
fn is_rounded(bounds: &[Bounds], got: u64, order: impl Fn(f64) -> Ordering) -> bool {
    let Bounds { low, high, low_too, high_too } = bounds[got as usize & 0xffff];
    let (from_low, from_high) = (order(low), order(high));
    // Infinities bound what is finite; a NaN bounds nothing.
    let above = from_low == Ordering::Greater || from_low == Ordering::Equal && low_too;
    let below = from_high == Ordering::Less || from_high == Ordering::Equal && high_too;
    above && below && !low.is_nan()
}

/// How `sum + tail` compares, where the tail is less than what separates `sum` from its
/// neighbours.
#[inline(always)]
fn order_of(sum: f64, tail: f64) -> impl Fn(f64) -> Ordering {
    move |bound| {
        let order = if sum == bound { tail.partial_cmp(&0.0) } else { sum.partial_cmp(&bound) };
        order.unwrap_or(Ordering::Equal)
    }
}

/// What a result must be that is no rounded number: the NaN, or an infinity of the exact result.
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

fn sums<F: Format>() {
    let table = Table::new::<F>();
    for (rounding, bounds) in MODES.into_iter().zip(&table.bounds) {
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
                    is_rounded(bounds, got, order_of(sum, tail))
                };
                let difference = float::sub(F::FORMAT, mode(rounding), a, b ^ SIGN);
                assert!(is_right, "{a:x} + {b:x} {rounding:?}: {got:x}");
                assert!(difference == got, "{a:x} - {:x} {rounding:?}: {difference:x}", b ^ SIGN);
            }
        });
    }
}

fn products<F: Format>() {
    let table = Table::new::<F>();
    for (rounding, bounds) in MODES.into_iter().zip(&table.bounds) {
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
                    is_rounded(bounds, got, order_of(product, 0.0))
                };
                assert!(is_right, "{a:x} * {b:x} {rounding:?}: {got:x}");
            }
        });
    }
}

fn quotients<F: Format>() {
    let table = Table::new::<F>();
    for (rounding, bounds) in MODES.into_iter().zip(&table.bounds) {
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
                    is_rounded(bounds, got, |bound| {
                        let order = x.partial_cmp(&(bound * y)).unwrap_or(Ordering::Equal);
                        if y < 0.0 { order.reverse() } else { order }
                    })
                };
                assert!(is_right, "{a:x} / {b:x} {rounding:?}: {got:x}");
            }
        });
    }
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
    let table = Table::new::<F>();
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
    let table = Table::new::<F>();
    let nan = F::FORMAT.canonical_nan();
    pairs(&format!("{} <, min and max", F::NAME), |a| {
        let x = table.values[a as usize];
        for b in all() {
            let y = table.values[b as usize];
            assert_eq!(float::compare(F::FORMAT, a, b), x.partial_cmp(&y), "{a:x} {b:x}");
            let [min, max] = [float::min, float::max].map(|of| {
                [NanMode::Suppress, NanMode::Propagate].map(|nan| of(F::FORMAT, nan, false, a, b))
            });
            // `total_cmp` has -0 below +0, as minimum and maximum do.
            let (least, most) = if x.total_cmp(&y).is_le() { (a, b) } else { (b, a) };
            let expected = match (x.is_nan(), y.is_nan()) {
                (false, false) => [[least; 2], [most; 2]],
                (true, false) => [[b, nan]; 2],
                (false, true) => [[a, nan]; 2],
                (true, true) => [[nan; 2]; 2],
            };
            assert_eq!([min, max], expected, "{a:x} {b:x}");
        }
    });
}

#[test]
fn exhaustive_sums_of_f16() {
    sums::<F16>();
}

#[test]
fn exhaustive_sums_of_bf16() {
    sums::<Bf16>();
}

#[test]
fn exhaustive_products_of_f16() {
    products::<F16>();
}

#[test]
fn exhaustive_products_of_bf16() {
    products::<Bf16>();
}

#[test]
fn exhaustive_quotients_of_f16() {
    quotients::<F16>();
}

#[test]
fn exhaustive_quotients_of_bf16() {
    quotients::<Bf16>();
}

#[test]
fn exhaustive_orders_of_f16() {
    orders::<F16>();
}

#[test]
fn exhaustive_orders_of_bf16() {
    orders::<Bf16>();
}

#[test]
fn exhaustive_remainders_of_f16() {
    remainders::<F16>();
}

#[test]
fn exhaustive_remainders_of_bf16() {
    remainders::<Bf16>();
}
