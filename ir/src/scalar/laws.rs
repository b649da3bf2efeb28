//! Laws of the small formats, without gaps: every value of 16 bits, every pair of 8 bits, every
//! rounding mode. `rustc_apfloat` is the second opinion where it has the format.
//!
//! Pairs of 16-bit values are too many: each value meets [`partners`], the ends of the ranges and
//! the values next to them among them.

use rustc_apfloat::{Float, FloatConvert, Round, ieee};

use super::convert::{float_to_float, float_to_int, in_int_range, int_to_float};
use super::float::{self, FloatMode, NanMode};
use super::format::{FloatFormat, RoundingMode};
use super::int::{self, IntWidth};
use crate::attrs::Signedness;

const MODES: [(RoundingMode, Round); 4] = [
    (RoundingMode::NearestEven, Round::NearestTiesToEven),
    (RoundingMode::Zero, Round::TowardZero),
    (RoundingMode::NegativeInf, Round::TowardNegative),
    (RoundingMode::PositiveInf, Round::TowardPositive),
];

const BYTES: [FloatFormat; 2] = [FloatFormat::E4M3, FloatFormat::E5M2];
const HALVES: [FloatFormat; 2] = [FloatFormat::F16, FloatFormat::Bf16];
const WIDE: [FloatFormat; 2] = [FloatFormat::F32, FloatFormat::F64];

fn ours(rounding: RoundingMode) -> FloatMode {
    FloatMode { rounding, flush_to_zero: false }
}

/// The mode that rounds the negative of a value to the negative of the result.
fn mirrored(mode: RoundingMode) -> RoundingMode {
    match mode {
        RoundingMode::NegativeInf => RoundingMode::PositiveInf,
        RoundingMode::PositiveInf => RoundingMode::NegativeInf,
        RoundingMode::NearestEven | RoundingMode::NearestAway | RoundingMode::Zero => mode,
    }
}

fn all(format: FloatFormat) -> std::ops::Range<u64> {
    0..1 << format.storage_bits()
}

/// Values that each value of the format meets.
fn partners(format: FloatFormat) -> Vec<u64> {
    if format.storage_bits() == 8 {
        return all(format).collect();
    }
    let (one, max) = (format.one(), format.max_finite());
    let least_normal = 1 << format.fraction_bits();
    let both = [1, least_normal - 1, least_normal, one - 1, one, one + 1, max];
    let sign = format.sign_bit();
    let third = one - least_normal * 2 + least_normal / 3;
    let mut list: Vec<u64> = both.into_iter().flat_map(|bits| [bits, bits | sign]).collect();
    list.extend([0, sign, third, format.canonical_nan()]);
    list.extend(format.infinity());
    list
}

/// NaNs are one value: their payloads are not promised.
fn same(format: FloatFormat, a: u64, b: u64) -> bool {
    a == b || format.is_nan(a) && format.is_nan(b)
}

/// The next value upwards of a number that is not the greatest.
fn up(format: FloatFormat, bits: u64) -> u64 {
    match bits & format.sign_bit() != 0 {
        true if bits == format.sign_bit() => 1,
        true => bits - 1,
        false => bits + 1,
    }
}

#[test]
fn addition_and_multiplication_commute() {
    for format in BYTES.into_iter().chain(HALVES) {
        let partners = partners(format);
        for (mode, _) in MODES {
            for a in all(format) {
                for &b in &partners {
                    let (sum, swapped) = (
                        float::add(format, ours(mode), a, b),
                        float::add(format, ours(mode), b, a),
                    );
                    assert!(same(format, sum, swapped), "{format:?} {mode:?} {a:x} + {b:x}");
                    let (product, swapped) = (
                        float::mul(format, ours(mode), a, b),
                        float::mul(format, ours(mode), b, a),
                    );
                    assert!(same(format, product, swapped), "{format:?} {mode:?} {a:x} * {b:x}");
                }
            }
        }
    }
}

#[test]
fn negation_mirrors_rounding() {
    for format in BYTES.into_iter().chain(HALVES) {
        let partners = partners(format);
        let neg = |bits| float::neg(format, bits);
        for (mode, _) in MODES {
            let (here, there) = (ours(mode), ours(mirrored(mode)));
            for a in all(format) {
                assert_eq!(neg(neg(a)), a);
                assert_eq!(float::abs(format, neg(a)), float::abs(format, a));
                for &b in &partners {
                    let product = float::mul(format, here, a, b);
                    let mirror = neg(float::mul(format, there, neg(a), b));
                    assert!(same(format, product, mirror), "{format:?} {mode:?} {a:x} * {b:x}");
                    let difference = float::sub(format, here, a, b);
                    let sum = float::add(format, here, a, neg(b));
                    assert!(same(format, difference, sum), "{format:?} {mode:?} {a:x} - {b:x}");
                }
            }
        }
    }
}

#[test]
fn units_change_nothing() {
    for format in BYTES.into_iter().chain(HALVES) {
        let (one, minus_zero) = (format.one(), format.sign_bit());
        for (mode, _) in MODES {
            let mode = ours(mode);
            for a in all(format) {
                assert!(same(format, float::mul(format, mode, a, one), a));
                assert!(same(format, float::div(format, mode, a, one), a));
                // -0 is the unit of addition, for +0 makes -0 into +0; but not when rounding down.
                if mode.rounding != RoundingMode::NegativeInf || a != 0 {
                    assert!(same(format, float::add(format, mode, a, minus_zero), a), "{a:x}");
                }
                let fused = float::fma(format, mode, a, one, minus_zero);
                if mode.rounding != RoundingMode::NegativeInf || a != 0 {
                    assert!(same(format, fused, a), "{format:?} {mode:?} {a:x}");
                }
            }
        }
    }
}

/// Rounding is monotonic, so operations on ordered operands give ordered results.
#[test]
fn rounded_operations_are_monotonic() {
    for format in BYTES.into_iter().chain(HALVES) {
        let partners = partners(format);
        let least = float::neg(format, format.max_finite());
        for (mode, _) in MODES {
            let mode = ours(mode);
            for &b in partners.iter().filter(|&&b| !format.is_nan(b) && !format.is_infinite(b)) {
                let (mut sum, mut product) = (None, None);
                let mut a = least;
                loop {
                    let next = float::add(format, mode, a, b);
                    ordered(format, sum, next, false);
                    sum = Some(next);
                    let next = float::mul(format, mode, a, b);
                    ordered(format, product, next, b & format.sign_bit() != 0);
                    product = Some(next);
                    if a == format.max_finite() {
                        break;
                    }
                    a = up(format, a);
                }
            }
        }
    }
}

/// `next` does not come before `last`, or not after it when `falling`.
fn ordered(format: FloatFormat, last: Option<u64>, next: u64, falling: bool) {
    let Some(last) = last else { return };
    // Overflow of a format without infinities is a NaN.
    if format.is_nan(last) || format.is_nan(next) {
        return;
    }
    let (last, next) = (float::to_f64(format, last), float::to_f64(format, next));
    assert!(if falling { next <= last } else { last <= next }, "{format:?} {last} {next}");
}

/// Every pair of bytes, and every half with its partners.
fn pairs_agree<F: Float>(format: FloatFormat) {
    let partners = partners(format);
    for a in all(format) {
        let x = F::from_bits(a.into());
        for &b in &partners {
            let y = F::from_bits(b.into());
            for (mode, their) in MODES {
                let mode = ours(mode);
                let check = |got: u64, want: F, what: &str| {
                    let want = want.to_bits() as u64;
                    assert!(
                        same(format, got, want),
                        "{format:?} {a:x} {what} {b:x} {mode:?}: {got:x}, want {want:x}"
                    );
                };
                check(float::add(format, mode, a, b), x.add_r(y, their).value, "+");
                check(float::mul(format, mode, a, b), x.mul_r(y, their).value, "*");
                check(float::div(format, mode, a, b), x.div_r(y, their).value, "/");
            }
            assert_eq!(float::compare(format, a, b), x.partial_cmp(&y), "{format:?} {a:x} {b:x}");
        }
    }
}

#[test]
fn pairs_of_e5m2_agree_with_apfloat() {
    pairs_agree::<ieee::Float8E5M2>(FloatFormat::E5M2);
}

#[test]
fn pairs_of_e4m3_are_exact_results_rounded() {
    // Sums, products and their like of 4-bit significands are exact in f64, quotients are not
    // ties of any format when they are rounded.
    let format = FloatFormat::E4M3;
    for (mode, _) in MODES {
        for a in all(format) {
            for b in all(format) {
                let (x, y) = (float::to_f64(format, a), float::to_f64(format, b));
                let round =
                    |exact: f64| float_to_float(FloatFormat::F64, format, mode, exact.to_bits());
                let is_zero = |exact: f64| exact == 0.0;
                let (sum, product) = (x + y, x * y);
                // The sign of a zero sum depends on the mode; f64 here rounds to nearest.
                if !is_zero(sum) {
                    assert!(same(format, float::add(format, ours(mode), a, b), round(sum)));
                }
                assert!(same(format, float::mul(format, ours(mode), a, b), round(product)));
                if !is_zero(y) {
                    let quotient = float::div(format, ours(mode), a, b);
                    assert!(same(format, quotient, round(x / y)), "{mode:?} {a:x} / {b:x}");
                }
            }
        }
    }
}

#[test]
fn halves_agree_with_apfloat() {
    pairs_agree::<ieee::Half>(FloatFormat::F16);
}

#[test]
fn brains_agree_with_apfloat() {
    pairs_agree::<ieee::BFloat>(FloatFormat::Bf16);
}

/// Every value of a format to a narrower one, in every mode.
fn conversions_agree<F: FloatConvert<T>, T: Float>(from: FloatFormat, to: FloatFormat) {
    for bits in all(from) {
        for (mode, their) in MODES {
            let want: T = F::from_bits(bits.into()).convert_r(their, &mut false).value;
            let got = float_to_float(from, to, mode, bits);
            let want = want.to_bits() as u64;
            assert!(same(to, got, want), "{from:?} {bits:x} {mode:?} {to:?}: {got:x} {want:x}");
        }
    }
}

#[test]
fn conversions_among_small_formats_agree_with_apfloat() {
    use ieee::{BFloat, Double, Float8E5M2, Half, Single};
    conversions_agree::<Half, BFloat>(FloatFormat::F16, FloatFormat::Bf16);
    conversions_agree::<BFloat, Half>(FloatFormat::Bf16, FloatFormat::F16);
    conversions_agree::<Half, Float8E5M2>(FloatFormat::F16, FloatFormat::E5M2);
    conversions_agree::<BFloat, Float8E5M2>(FloatFormat::Bf16, FloatFormat::E5M2);
    conversions_agree::<Half, Single>(FloatFormat::F16, FloatFormat::F32);
    conversions_agree::<BFloat, Single>(FloatFormat::Bf16, FloatFormat::F32);
    conversions_agree::<Half, Double>(FloatFormat::F16, FloatFormat::F64);
    conversions_agree::<Float8E5M2, Half>(FloatFormat::E5M2, FloatFormat::F16);
}

#[test]
fn widening_and_back_is_nothing() {
    let tf32 = (0..1u64 << 19).map(|bits| bits << 13);
    let mut sources: Vec<(FloatFormat, Vec<u64>)> = vec![(FloatFormat::Tf32, tf32.collect())];
    for format in BYTES.into_iter().chain(HALVES) {
        sources.push((format, all(format).collect()));
    }
    for (format, values) in sources {
        for bits in values {
            for wide in WIDE {
                for (mode, _) in MODES {
                    let there = float_to_float(format, wide, mode, bits);
                    let back = float_to_float(wide, format, mode, there);
                    assert!(same(format, back, bits), "{format:?} {bits:x} {wide:?} {mode:?}");
                    assert_eq!(format.is_nan(bits), wide.is_nan(there));
                }
            }
        }
    }
    // The others that hold all values: e5m2 in f16, bytes in tf32.
    for (narrow, wide) in [
        (FloatFormat::E5M2, FloatFormat::F16),
        (FloatFormat::E4M3, FloatFormat::F16),
        (FloatFormat::E4M3, FloatFormat::Bf16),
        (FloatFormat::Bf16, FloatFormat::Tf32),
        (FloatFormat::F16, FloatFormat::Tf32),
    ] {
        for bits in all(narrow) {
            let there = float_to_float(narrow, wide, RoundingMode::NearestEven, bits);
            let back = float_to_float(wide, narrow, RoundingMode::NearestEven, there);
            assert!(same(narrow, back, bits), "{narrow:?} {bits:x} {wide:?}");
        }
    }
}

/// Between neighbours of tf32: the lower one, below and above the middle, and the middle.
#[test]
fn tf32_takes_the_right_neighbour() {
    let round = |mode, bits| float_to_float(FloatFormat::F32, FloatFormat::Tf32, mode, bits);
    for low in (0..FloatFormat::Tf32.max_finite()).step_by(1 << 13) {
        let (middle, high) = (low + (1 << 12), low + (1 << 13));
        let even = if low >> 13 & 1 == 0 { low } else { high };
        for (bits, nearest) in
            [(low + 1, low), (middle - 1, low), (middle, even), (middle + 1, high)]
        {
            assert_eq!(round(RoundingMode::NearestEven, bits), nearest, "{bits:x}");
            assert_eq!(round(RoundingMode::Zero, bits), low);
            assert_eq!(round(RoundingMode::NegativeInf, bits), low);
            assert_eq!(round(RoundingMode::PositiveInf, bits), high);
            let sign = 1 << 31;
            assert_eq!(round(RoundingMode::NearestEven, bits | sign), nearest | sign);
            assert_eq!(round(RoundingMode::NegativeInf, bits | sign), high | sign);
        }
    }
}

fn integers_agree<F: Float>(format: FloatFormat) {
    for width in [IntWidth::W1, IntWidth::W8, IntWidth::W16] {
        for signedness in [Signedness::Signed, Signedness::Unsigned] {
            for x in 0..=width.mask() {
                for (mode, their) in MODES {
                    let got = int_to_float(width, signedness, format, mode, x);
                    let value = int::value(width, signedness, x);
                    let want = F::from_i128_r(value, their).value.to_bits() as u64;
                    assert!(same(format, got, want), "{value} to {format:?} {mode:?}: {got:x}");
                }
            }
        }
    }
}

#[test]
fn integers_to_floats_agree_with_apfloat() {
    integers_agree::<ieee::Half>(FloatFormat::F16);
    integers_agree::<ieee::BFloat>(FloatFormat::Bf16);
    integers_agree::<ieee::Float8E5M2>(FloatFormat::E5M2);
    integers_agree::<ieee::Single>(FloatFormat::F32);
}

#[test]
fn small_floats_truncate_to_integers_of_all_widths() {
    for format in BYTES.into_iter().chain(HALVES) {
        for bits in all(format) {
            let exact = float::to_f64(format, bits).trunc();
            for width in IntWidth::ALL {
                for s in [Signedness::Signed, Signedness::Unsigned] {
                    if (width, s) == (IntWidth::W1, Signedness::Unsigned) {
                        continue;
                    }
                    let (low, high) =
                        (int::value(width, s, width.min(s)), int::value(width, s, width.max(s)));
                    let got = int::value(width, s, float_to_int(format, width, s, bits));
                    assert_eq!(got, (exact as i128).clamp(low, high), "{format:?} {bits:x}");
                    let fits = !exact.is_nan() && exact >= low as f64 && exact as i128 <= high;
                    assert_eq!(in_int_range(format, width, s, bits), fits, "{format:?} {bits:x}");
                    // What fits comes back: it has as many digits as the format or ends in zeros.
                    if fits {
                        let mode = RoundingMode::NearestEven;
                        let x = float_to_int(format, width, s, bits);
                        let back = float::to_f64(format, int_to_float(width, s, format, mode, x));
                        assert_eq!(back, exact, "{format:?} {bits:x} {width:?} {s:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn small_floats_have_truth_values() {
    for format in BYTES.into_iter().chain(HALVES) {
        for bits in all(format) {
            // A NaN differs from zero, as each fraction does; the zeros do not.
            let holds = u64::from(float::to_f64(format, bits) != 0.0);
            let (width, s) = (IntWidth::W1, Signedness::Unsigned);
            assert_eq!(float_to_int(format, width, s, bits), holds, "{format:?} {bits:x}");
            assert!(in_int_range(format, width, s, bits), "{format:?} {bits:x}");
        }
    }
}

#[test]
fn square_roots_are_the_nearest_in_their_direction() {
    for format in HALVES {
        for bits in all(format) {
            let x = float::to_f64(format, bits);
            for (mode, _) in MODES {
                let root = float::sqrt(format, ours(mode), bits);
                if x.is_nan() || x < 0.0 {
                    assert!(format.is_nan(root));
                    continue;
                }
                if x == 0.0 || x.is_infinite() {
                    assert_eq!(root, bits);
                    continue;
                }
                // Squares of 11-bit significands are exact in f64, those between neighbours too.
                let square = |bits| float::to_f64(format, bits).powi(2);
                let (here, above) = (square(root), square(root + 1));
                match mode {
                    RoundingMode::Zero | RoundingMode::NegativeInf => {
                        assert!(here <= x && x < above, "{format:?} {bits:x} {mode:?}");
                    }
                    RoundingMode::PositiveInf => {
                        assert!(square(root - 1) < x && x <= here, "{format:?} {bits:x} {mode:?}");
                    }
                    // A root is never in the middle of two values.
                    RoundingMode::NearestEven | RoundingMode::NearestAway => {
                        let middle = |a: u64, b: u64| {
                            ((float::to_f64(format, a) + float::to_f64(format, b)) / 2.0).powi(2)
                        };
                        assert!(middle(root - 1, root) <= x && x <= middle(root, root + 1));
                    }
                }
            }
        }
    }
}

#[test]
fn extremes_are_a_lattice() {
    for format in BYTES.into_iter().chain(HALVES) {
        let partners = partners(format);
        for nan in [NanMode::Suppress, NanMode::Propagate] {
            let (max, min) = (
                |a, b| float::max(format, nan, false, a, b),
                |a, b| float::min(format, nan, false, a, b),
            );
            for a in all(format) {
                assert!(same(format, max(a, a), a) && same(format, min(a, a), a));
                for &b in &partners {
                    assert!(same(format, max(a, b), max(b, a)), "{format:?} {a:x} {b:x}");
                    assert!(same(format, min(a, b), min(b, a)), "{format:?} {a:x} {b:x}");
                    if !format.is_nan(a) && !format.is_nan(b) {
                        assert!(same(format, max(a, min(a, b)), a), "{format:?} {a:x} {b:x}");
                        assert!(same(format, min(a, max(a, b)), a), "{format:?} {a:x} {b:x}");
                        // -max(a, b) = min(-a, -b)
                        let neg = |bits| float::neg(format, bits);
                        assert_eq!(neg(max(a, b)), min(neg(a), neg(b)), "{format:?} {a:x} {b:x}");
                    }
                }
            }
        }
    }
}
