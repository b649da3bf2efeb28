//! Laws and independent computations: every small case, random and edge cases of the large ones.
//! `rustc_apfloat`, a port of LLVM's soft floats, is the second opinion on arithmetic.

use rustc_apfloat::{Float, FloatConvert, Round, ieee};

use super::convert::{self, float_to_float, float_to_int, in_int_range, int_to_float};
use super::float::{self, FloatMode, NanMode};
use super::format::{Decoded, FloatFormat, RoundingMode, decode, round};
use super::int::{self, IntWidth, QuotientRounding};
use super::math::{self, Binary, Unary};
use crate::attrs::Signedness;

const MODES: [(RoundingMode, Round); 5] = [
    (RoundingMode::NearestEven, Round::NearestTiesToEven),
    (RoundingMode::Zero, Round::TowardZero),
    (RoundingMode::NegativeInf, Round::TowardNegative),
    (RoundingMode::PositiveInf, Round::TowardPositive),
    (RoundingMode::NearestAway, Round::NearestTiesToAway),
];

const SIGNEDNESS: [Signedness; 2] = [Signedness::Unsigned, Signedness::Signed];

/// splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Bits of a format, with many short significands, extreme exponents and special values.
    fn float(&mut self, format: FloatFormat) -> u64 {
        let mask = u64::MAX >> (64 - format.storage_bits());
        let bits = self.next();
        let special = [
            0,
            format.one(),
            format.max_finite(),
            format.infinity().unwrap_or(0),
            format.canonical_nan(),
            1,
            1 << format.fraction_bits(),
            (1 << format.fraction_bits()) - 1,
        ];
        let sign = format.sign_bit() * (bits & 1);
        match bits >> 60 {
            0 => special[(bits >> 8 & 7) as usize] | sign,
            // Close to one: operands that meet in their last places.
            1..=4 => format.one().wrapping_add(bits >> 8 & 0x3f).wrapping_sub(0x20) & mask | sign,
            5..=8 => bits & mask & !((1 << (format.fraction_bits() / 2)) - 1),
            _ => bits & mask,
        }
    }
}

#[test]
fn small_integers_agree_with_mathematics() {
    for width in [IntWidth::W1, IntWidth::W4, IntWidth::W8] {
        let modulus = 1i128 << width.bits();
        let wrap = |x: i128| x.rem_euclid(modulus) as u64;
        for s in SIGNEDNESS {
            let fits = |x: i128| int::value(width, s, wrap(x)) == x;
            for a in 0..=width.mask() {
                let x = int::value(width, s, a);
                assert_eq!(wrap(x), a);
                assert_eq!(int::neg(width, a), wrap(-x));
                for b in 0..=width.mask() {
                    let y = int::value(width, s, b);
                    assert_eq!(int::add(width, a, b), wrap(x + y));
                    assert_eq!(int::sub(width, a, b), wrap(x - y));
                    assert_eq!(int::mul(width, a, b), wrap(x * y));
                    assert_eq!(int::add_overflows(width, s, a, b), !fits(x + y));
                    assert_eq!(int::sub_overflows(width, s, a, b), !fits(x - y));
                    assert_eq!(int::mul_overflows(width, s, a, b), !fits(x * y));
                    assert_eq!(int::compare(width, s, a, b), x.cmp(&y));
                    assert_eq!(int::min(width, s, a, b), wrap(x.min(y)));
                    assert_eq!(int::max(width, s, a, b), wrap(x.max(y)));
                    assert_eq!(int::mul_high(width, a, b), (a * b) >> width.bits());
                    if y != 0 {
                        let floor = x.div_euclid(y) - i128::from(y < 0 && x.rem_euclid(y) != 0);
                        let ceil = floor + i128::from(x % y != 0);
                        let div = |rounding| int::div(width, s, rounding, a, b);
                        assert_eq!(div(QuotientRounding::Zero), wrap(x / y));
                        assert_eq!(div(QuotientRounding::NegativeInf), wrap(floor));
                        assert_eq!(div(QuotientRounding::PositiveInf), wrap(ceil));
                        assert_eq!(int::rem(width, s, a, b), wrap(x % y));
                        if s == Signedness::Signed {
                            assert_eq!(int::div_overflows(width, a, b), !fits(x / y));
                        }
                    }
                    let amount = b.min(100);
                    assert_eq!(int::shl(width, a, b), wrap(x << amount));
                    assert_eq!(int::shr(width, s, a, b), wrap(x >> amount));
                }
            }
        }
    }
}

#[test]
fn shifts_by_the_width_and_more() {
    for width in IntWidth::ALL {
        let all = width.mask();
        for amount in [u64::from(width.bits()), 64, u64::MAX] {
            assert_eq!(int::shl(width, all, amount), 0);
            assert_eq!(int::shr(width, Signedness::Unsigned, all, amount), 0);
            assert_eq!(int::shr(width, Signedness::Signed, all, amount), all);
        }
    }
}

#[test]
fn wide_integers_agree_with_mathematics() {
    let mut random = Random(1);
    for width in [IntWidth::W16, IntWidth::W32, IntWidth::W64] {
        for _ in 0..20_000 {
            let shift = random.next() % u64::from(width.bits());
            let a = int::truncate(width, random.next() >> shift);
            let b = int::truncate(width, random.next() >> (shift / 2));
            for s in SIGNEDNESS {
                let (x, y) = (int::value(width, s, a), int::value(width, s, b));
                let low = |x: i128| int::truncate(width, x as u64);
                assert_eq!(int::add(width, a, b), low(x + y));
                assert_eq!(int::mul(width, a, b), low(x.wrapping_mul(y)));
                assert_eq!(int::max(width, s, a, b), low(x.max(y)));
                if b != 0 {
                    assert_eq!(
                        int::div(width, s, QuotientRounding::Zero, a, b),
                        low(x / y),
                        "{a:x} {b:x}"
                    );
                    assert_eq!(int::rem(width, s, a, b), low(x % y));
                }
            }
        }
    }
    assert!(int::mul_overflows(IntWidth::W64, Signedness::Unsigned, u64::MAX, u64::MAX));
    assert!(!int::mul_overflows(IntWidth::W64, Signedness::Signed, u64::MAX, u64::MAX));
    assert_eq!(int::mul_high(IntWidth::W32, 0xffff_ffff, 0xffff_ffff), 0xffff_fffe);
    assert_eq!(int::abs(IntWidth::W8, 0x80), 0x80);
}

/// The value of `bits` by the definition of the encodings, not by [`decode`].
fn value_by_definition(format: FloatFormat, bits: u64) -> f64 {
    let (exponent_bits, fraction_bits, bias) = match format {
        FloatFormat::F16 => (5, 10, 15),
        FloatFormat::Bf16 => (8, 7, 127),
        FloatFormat::E4M3 => (4, 3, 7),
        FloatFormat::E5M2 => (5, 2, 15),
        FloatFormat::E2M1 => (2, 1, 1),
        FloatFormat::UE5M3 => (5, 3, 15),
        FloatFormat::E8M0 => {
            return if bits == 255 { f64::NAN } else { 2f64.powi(bits as i32 - 127) };
        }
        FloatFormat::Tf32 | FloatFormat::F32 | FloatFormat::F64 => unreachable!("small only"),
    };
    let fraction = (bits & ((1 << fraction_bits) - 1)) as f64 / 2f64.powi(fraction_bits);
    let field = (bits >> fraction_bits & ((1 << exponent_bits) - 1)) as i32;
    let unsigned = format == FloatFormat::UE5M3;
    let sign =
        if !unsigned && bits >> (exponent_bits + fraction_bits) & 1 == 1 { -1.0 } else { 1.0 };
    let top = (1 << exponent_bits) - 1;
    let ieee = !matches!(format, FloatFormat::E4M3 | FloatFormat::E2M1 | FloatFormat::UE5M3);
    if ieee && field == top {
        return if fraction == 0.0 { sign * f64::INFINITY } else { f64::NAN };
    }
    if format == FloatFormat::E4M3 && bits & 0x7f == 0x7f || unsigned && bits == 0xff {
        return f64::NAN;
    }
    match field {
        0 => sign * fraction * 2f64.powi(1 - bias),
        _ => sign * (1.0 + fraction) * 2f64.powi(field - bias),
    }
}

const SMALL: [FloatFormat; 7] = [
    FloatFormat::F16,
    FloatFormat::Bf16,
    FloatFormat::E4M3,
    FloatFormat::E5M2,
    FloatFormat::E8M0,
    FloatFormat::E2M1,
    FloatFormat::UE5M3,
];

#[test]
fn every_small_float_has_its_value_and_returns() {
    for format in SMALL {
        for bits in 0..1u64 << format.storage_bits() {
            let value = value_by_definition(format, bits);
            let widened = float::to_f64(format, bits);
            assert_eq!(format.is_nan(bits), value.is_nan(), "{format:?} {bits:x}");
            if value.is_nan() {
                assert!(widened.is_nan());
                assert_eq!(float::from_f64(format, widened), format.canonical_nan());
                continue;
            }
            assert_eq!(widened.to_bits(), value.to_bits(), "{format:?} {bits:x}");
            assert_eq!(format.is_zero(bits), value == 0.0);
            assert_eq!(format.is_infinite(bits), value.is_infinite());
            for (mode, _) in MODES {
                let back = float_to_float(FloatFormat::F64, format, mode, value.to_bits());
                assert_eq!(back, bits, "{format:?} {mode:?}");
                let through = float_to_float(format, FloatFormat::F32, mode, bits);
                assert_eq!(float_to_float(FloatFormat::F32, format, mode, through), bits);
            }
        }
    }
}

#[test]
fn rounding_takes_the_right_neighbour() {
    // Between neighbours of a format lie, in f64: the middle, and one f64 step on each side.
    for format in SMALL {
        let up_to = format.max_finite();
        for low in 0..up_to {
            let high = low + 1;
            let (x, y) = (value_by_definition(format, low), value_by_definition(format, high));
            let middle = (x + y) / 2.0;
            let even = if low & 1 == 0 { low } else { high };
            // A format without fraction has no even neighbour below; its tie goes up by carry.
            let even = if format == FloatFormat::E8M0 { high } else { even };
            let below = f64::from_bits(middle.to_bits() - 1);
            let above = f64::from_bits(middle.to_bits() + 1);
            for (value, nearest) in [(below, low), (middle, even), (above, high)] {
                let cast =
                    |mode, v: f64| float_to_float(FloatFormat::F64, format, mode, v.to_bits());
                assert_eq!(cast(RoundingMode::NearestEven, value), nearest, "{format:?} {value}");
                assert_eq!(cast(RoundingMode::Zero, value), low);
                assert_eq!(cast(RoundingMode::NegativeInf, value), low);
                assert_eq!(cast(RoundingMode::PositiveInf, value), high);
                let sign = format.sign_bit();
                if sign != 0 {
                    assert_eq!(cast(RoundingMode::NearestEven, -value), nearest | sign);
                    assert_eq!(cast(RoundingMode::NegativeInf, -value), high | sign);
                    assert_eq!(cast(RoundingMode::PositiveInf, -value), low | sign);
                }
            }
        }
    }
}

#[test]
fn overflow_goes_where_the_format_says() {
    let big = 1e300f64.to_bits();
    let cast = |to, mode| float_to_float(FloatFormat::F64, to, mode, big);
    assert_eq!(cast(FloatFormat::F16, RoundingMode::NearestEven), 0x7c00);
    assert_eq!(cast(FloatFormat::F16, RoundingMode::Zero), 0x7bff);
    assert_eq!(cast(FloatFormat::F16, RoundingMode::NegativeInf), 0x7bff);
    assert_eq!(cast(FloatFormat::E5M2, RoundingMode::NearestEven), 0x7c);
    assert_eq!(cast(FloatFormat::E4M3, RoundingMode::NearestEven), 0x7f);
    assert_eq!(cast(FloatFormat::E4M3, RoundingMode::Zero), 0x7e);
    assert_eq!(cast(FloatFormat::E2M1, RoundingMode::NearestEven), 7);
    let e4m3 = |x: f64| float::from_f64(FloatFormat::E4M3, x);
    assert_eq!([e4m3(448.0), e4m3(463.9), e4m3(464.0), e4m3(-465.0)], [0x7e, 0x7e, 0x7e, 0xff]);
    assert_eq!(float::from_f64(FloatFormat::F32, 1e40), 0x7f80_0000);
    assert_eq!(
        float_to_float(FloatFormat::F32, FloatFormat::Tf32, RoundingMode::NearestEven, 0x3f80_1000),
        0x3f80_0000
    );
}

/// Without a sign, ue5m3 has no number for a negative one, and e8m0 takes the magnitude; numbers that are too large for
/// them saturate.
#[test]
fn formats_without_a_sign() {
    let f64_to =
        |to, x: f64| convert::ftof(FloatFormat::F64, to, RoundingMode::PositiveInf, x.to_bits());
    let of_int = |to, x: i64| {
        let mode = RoundingMode::NearestEven;
        convert::itof(IntWidth::W64, Signedness::Signed, to, mode, x as u64)
    };
    for x in [-1e-300, -1.0, -1e300, f64::NEG_INFINITY, f64::NAN] {
        assert_eq!(f64_to(FloatFormat::UE5M3, x), 0xff, "{x}");
    }
    assert_eq!([-1, i64::MIN].map(|x| of_int(FloatFormat::UE5M3, x)), [0xff; 2]);
    for (x, bits) in [
        (0.0, 0),
        (1e-300, 0),
        (1.0, 127),
        (1.5, 128),
        (2f64.powi(127), 254),
        (2f64.powi(127) * 1.5, 254),
        (1e300, 254),
        (f64::INFINITY, 254),
    ] {
        assert_eq!([x, -x].map(|x| f64_to(FloatFormat::E8M0, x)), [bits; 2], "{x}");
    }
    assert_eq!(f64_to(FloatFormat::E8M0, f64::NAN), 0xff);
    assert_eq!([-1, i64::MIN].map(|x| of_int(FloatFormat::E8M0, x)), [127, 190]);
    for x in [114_688.0, 114_689.0, 1e300, f64::INFINITY] {
        assert_eq!(f64_to(FloatFormat::UE5M3, x), 0xfe, "{x}");
    }
    assert_eq!(f64_to(FloatFormat::UE5M3, -0.0), 0);
}

/// A format holds another if each of its values is exact there.
#[test]
fn formats_hold_those_whose_values_are_exact() {
    for from in SMALL {
        let values = (0..1u64 << from.storage_bits()).map(|bits| value_by_definition(from, bits));
        let values: Vec<f64> = values.collect();
        for to in FloatFormat::ALL {
            let is_exact = values.iter().all(|value| {
                let bits = float::from_f64(to, *value);
                let same = float::to_f64(to, bits);
                same == *value && same.is_sign_negative() == value.is_sign_negative()
                    || to.is_nan(bits) && value.is_nan()
            });
            assert_eq!(to.holds_all_of(from), is_exact, "{to:?} {from:?}");
        }
    }
}

/// One operation in every mode against apfloat.
fn agrees_with_apfloat<F: Float>(format: FloatFormat, rounds: u32) {
    let mut random = Random(format.storage_bits().into());
    let same = |got: u64, want: F, what: &str, args: &[u64], mode: RoundingMode| {
        let want = want.to_bits() as u64;
        assert!(
            got == want || format.is_nan(want) && got == format.canonical_nan(),
            "{format:?} {what} {mode:?} {args:x?}: {got:x}, want {want:x}"
        );
    };
    for _ in 0..rounds {
        let args = [random.float(format), random.float(format), random.float(format)];
        let [a, b, c] = args;
        let [x, y, z] = args.map(|bits| F::from_bits(bits.into()));
        for (mode, their) in MODES {
            let ours = FloatMode { rounding: mode, flush_to_zero: false };
            let check = |got, want, what| same(got, want, what, &args, mode);
            check(float::add(format, ours, a, b), x.add_r(y, their).value, "add");
            check(float::sub(format, ours, a, b), x.sub_r(y, their).value, "sub");
            check(float::mul(format, ours, a, b), x.mul_r(y, their).value, "mul");
            check(float::div(format, ours, a, b), x.div_r(y, their).value, "div");
            check(float::fma(format, ours, a, b, c), x.mul_add_r(y, z, their).value, "fma");
            let n = int::sign_extend(IntWidth::W64, random.next() >> (a & 63));
            let converted = int_to_float(IntWidth::W64, Signedness::Signed, format, mode, n as u64);
            check(converted, F::from_i128_r(n.into(), their).value, "from int");
        }
        same(float::rem(format, a, b), x.c_fmod(y).value, "rem", &args, RoundingMode::Zero);
        assert_eq!(float::compare(format, a, b), x.partial_cmp(&y));
    }
}

#[test]
fn arithmetic_agrees_with_apfloat() {
    agrees_with_apfloat::<ieee::Half>(FloatFormat::F16, 20_000);
    agrees_with_apfloat::<ieee::BFloat>(FloatFormat::Bf16, 20_000);
    agrees_with_apfloat::<ieee::Single>(FloatFormat::F32, 20_000);
    agrees_with_apfloat::<ieee::Double>(FloatFormat::F64, 20_000);
    agrees_with_apfloat::<ieee::Float8E5M2>(FloatFormat::E5M2, 5_000);
}

#[test]
fn narrowing_agrees_with_apfloat() {
    let mut random = Random(7);
    for _ in 0..50_000 {
        let wide = random.float(FloatFormat::F64);
        let single = random.float(FloatFormat::F32);
        for (mode, their) in MODES {
            let mut inexact = false;
            let check = |from: FloatFormat, to: FloatFormat, bits: u64, want: u128| {
                let got = float_to_float(from, to, mode, bits);
                let nan = to.is_nan(want as u64) && got == to.canonical_nan();
                assert!(got == want as u64 || nan, "{from:?} {to:?} {mode:?} {bits:x} {got:x}");
            };
            let double = ieee::Double::from_bits(wide.into());
            let half: ieee::Half = double.convert_r(their, &mut inexact).value;
            check(FloatFormat::F64, FloatFormat::F16, wide, half.to_bits());
            let brain: ieee::BFloat = double.convert_r(their, &mut inexact).value;
            check(FloatFormat::F64, FloatFormat::Bf16, wide, brain.to_bits());
            let float: ieee::Single = double.convert_r(their, &mut inexact).value;
            check(FloatFormat::F64, FloatFormat::F32, wide, float.to_bits());
            let from = ieee::Single::from_bits(single.into());
            let half: ieee::Half = from.convert_r(their, &mut inexact).value;
            check(FloatFormat::F32, FloatFormat::F16, single, half.to_bits());
            let brain: ieee::BFloat = from.convert_r(their, &mut inexact).value;
            check(FloatFormat::F32, FloatFormat::Bf16, single, brain.to_bits());
        }
    }
}

#[test]
fn square_roots_bracket_their_argument() {
    let mut random = Random(3);
    for format in [FloatFormat::F16, FloatFormat::Bf16, FloatFormat::F32, FloatFormat::F64] {
        let sqrt =
            |rounding, x| float::sqrt(format, FloatMode { rounding, flush_to_zero: false }, x);
        for _ in 0..20_000 {
            let x = random.float(format) & !format.sign_bit();
            if format.is_nan(x) || format.is_infinite(x) {
                continue;
            }
            let down = sqrt(RoundingMode::Zero, x);
            let up = sqrt(RoundingMode::PositiveInf, x);
            let nearest = sqrt(RoundingMode::NearestEven, x);
            assert_eq!(down, sqrt(RoundingMode::NegativeInf, x));
            assert!(up - down <= 1 && (nearest == down || nearest == up));
            // down^2 <= x <= up^2, both exact in apfloat's terms: squares rounded the other way.
            let square = |r, rounding| {
                float::mul(format, FloatMode { rounding, flush_to_zero: false }, r, r)
            };
            assert!(square(down, RoundingMode::NegativeInf) <= x);
            assert!(square(up, RoundingMode::PositiveInf) >= x);
        }
        assert_eq!(sqrt(RoundingMode::NearestEven, format.sign_bit()), format.sign_bit());
        let negative_one = float::neg(format, format.one());
        assert_eq!(sqrt(RoundingMode::Zero, negative_one), format.canonical_nan());
    }
    // The general root, in all 53 bits, against the host's.
    for _ in 0..20_000 {
        let x = random.next() >> 2;
        let want = f64::from_bits(x).sqrt();
        let Decoded::Finite(down) = decode(
            FloatFormat::F64,
            float::sqrt(
                FloatFormat::F64,
                FloatMode { rounding: RoundingMode::Zero, flush_to_zero: false },
                x,
            ),
        ) else {
            continue;
        };
        let down = round(FloatFormat::F64, RoundingMode::Zero, down);
        assert!(want.to_bits() - down <= 1);
    }
}

#[test]
fn flushing_drops_subnormal_operands_and_results() {
    let mode = FloatMode { rounding: RoundingMode::NearestEven, flush_to_zero: true };
    let (tiny, least) = (0x0000_0001, 0x0080_0000);
    assert_eq!(float::add(FloatFormat::F32, mode, tiny, 0x8000_0000 | tiny), 0);
    assert_eq!(float::add(FloatFormat::F32, mode, 0x8000_0001, 0x8000_0001), 0x8000_0000);
    assert_eq!(float::mul(FloatFormat::F32, mode, least, 0xbf00_0000), 0x8000_0000);
    assert_eq!(float::mul(FloatFormat::F32, FloatMode::NEAREST, least, 0x3f00_0000), 0x0040_0000);
    assert_eq!(float::max(FloatFormat::F32, NanMode::Suppress, true, tiny, 0x8000_0000), 0);
}

#[test]
fn extremes_order_zeros_and_treat_nan_as_asked() {
    for format in [FloatFormat::F16, FloatFormat::Bf16, FloatFormat::F32, FloatFormat::F64] {
        let (zero, minus, nan, one) =
            (0, format.sign_bit(), format.canonical_nan() | 1, format.one());
        let max = |nan_mode, a, b| float::max(format, nan_mode, false, a, b);
        let min = |nan_mode, a, b| float::min(format, nan_mode, false, a, b);
        for (a, b) in [(zero, minus), (minus, zero)] {
            assert_eq!(max(NanMode::Suppress, a, b), zero);
            assert_eq!(min(NanMode::Suppress, a, b), minus);
        }
        for (a, b) in [(nan, one), (one, nan)] {
            assert_eq!(max(NanMode::Suppress, a, b), one);
            assert_eq!(min(NanMode::Propagate, a, b), format.canonical_nan());
        }
        assert_eq!(min(NanMode::Suppress, nan, nan), format.canonical_nan());
        let mut random = Random(5);
        for _ in 0..5_000 {
            let (a, b) = (random.float(format), random.float(format));
            if !format.is_nan(a) && !format.is_nan(b) {
                let (low, high) = (min(NanMode::Propagate, a, b), max(NanMode::Suppress, a, b));
                assert!((low, high) == (a, b) || (low, high) == (b, a));
                assert!(float::to_f64(format, low) <= float::to_f64(format, high));
            }
        }
    }
}

#[test]
fn floats_truncate_to_integers() {
    let mut random = Random(11);
    for format in [FloatFormat::F16, FloatFormat::E5M2, FloatFormat::F32, FloatFormat::F64] {
        for _ in 0..20_000 {
            let bits = random.float(format);
            for width in IntWidth::ALL {
                for s in SIGNEDNESS {
                    let got = float_to_int(format, width, s, bits);
                    let x = float::to_f64(format, bits);
                    let exact = x.trunc();
                    if (width, s) == (IntWidth::W1, Signedness::Unsigned) {
                        assert_eq!(got, u64::from(x != 0.0), "{x}");
                        assert!(in_int_range(format, width, s, bits), "{x}");
                        continue;
                    }
                    // i128 holds every f64 that is in range of 64 bits; Rust saturates the rest.
                    let (low, high) =
                        (int::value(width, s, width.min(s)), int::value(width, s, width.max(s)));
                    let want = (exact as i128).clamp(low, high);
                    assert_eq!(int::value(width, s, got), want, "{x} {width:?} {s:?}");
                    let inside = !x.is_nan() && exact >= low as f64 && exact as i128 <= high;
                    assert_eq!(in_int_range(format, width, s, bits), inside, "{x} {width:?} {s:?}");
                }
            }
        }
    }
}

#[test]
fn integers_round_to_floats() {
    let to = |width, s, format, x| int_to_float(width, s, format, RoundingMode::NearestEven, x);
    assert_eq!(to(IntWidth::W32, Signedness::Unsigned, FloatFormat::F16, 65520), 0x7c00);
    assert_eq!(to(IntWidth::W32, Signedness::Signed, FloatFormat::F16, 0xffff_0000), 0xfc00);
    assert_eq!(to(IntWidth::W32, Signedness::Unsigned, FloatFormat::F16, 65519), 0x7bff);
    assert_eq!(to(IntWidth::W1, Signedness::Signed, FloatFormat::F32, 1), 0xbf80_0000);
    assert_eq!(to(IntWidth::W1, Signedness::Unsigned, FloatFormat::F32, 1), 0x3f80_0000);
    assert_eq!(to(IntWidth::W64, Signedness::Signed, FloatFormat::E4M3, 1000), 0x7f);
    assert_eq!(to(IntWidth::W64, Signedness::Signed, FloatFormat::Bf16, 257), 0x4380);
}

#[test]
fn functions_have_their_exact_values() {
    let f = |function, x: f32| {
        let bits = math::unary(function, FloatFormat::F32, false, x.to_bits().into());
        f32::from_bits(bits as u32)
    };
    assert_eq!(f(Unary::Exp, 0.0), 1.0);
    assert_eq!(f(Unary::Exp, 1.0), std::f32::consts::E);
    assert_eq!(f(Unary::Exp2, -3.0), 0.125);
    assert_eq!(f(Unary::Log2, 8.0), 3.0);
    assert_eq!(f(Unary::Log, 0.0), f32::NEG_INFINITY);
    assert!(f(Unary::Log, -1.0).is_nan());
    assert_eq!(f(Unary::Rsqrt, 4.0), 0.5);
    assert_eq!(f(Unary::Rsqrt, 0.0), f32::INFINITY);
    assert_eq!(f(Unary::Floor, -0.5), -1.0);
    assert_eq!(f(Unary::Ceil, -0.5).to_bits(), (-0.0f32).to_bits());
    assert_eq!(f(Unary::Tanh, f32::INFINITY), 1.0);
    let d = |function, x: f64| {
        f64::from_bits(math::unary(function, FloatFormat::F64, false, x.to_bits()))
    };
    assert_eq!(d(Unary::Rsqrt, 16.0), 0.25);
    assert_eq!(d(Unary::Rsqrt, 2.0), std::f64::consts::FRAC_1_SQRT_2);
    assert_eq!(d(Unary::Rsqrt, -0.0), f64::NEG_INFINITY);
    let mut random = Random(13);
    for _ in 0..10_000 {
        let x = f64::from_bits(random.next() >> 2);
        let (got, near) = (d(Unary::Rsqrt, x), 1.0 / x.sqrt());
        assert!(got.to_bits().abs_diff(near.to_bits()) <= 1, "{x:e}: {got:e} {near:e}");
    }
    let pow = |x: f64, y: f64| {
        let bits = math::binary(Binary::Pow, FloatFormat::F64, x.to_bits(), y.to_bits());
        f64::from_bits(bits)
    };
    assert_eq!(pow(2.0, 10.0), 1024.0);
    assert_eq!(pow(f64::NAN, 0.0), 1.0);
    assert!(pow(-8.0, 1.0 / 3.0).is_nan());
    let half = |function, x: f64| {
        let bits = float::from_f64(FloatFormat::F16, x);
        float::to_f64(FloatFormat::F16, math::unary(function, FloatFormat::F16, false, bits))
    };
    assert_eq!(half(Unary::Exp, 12.0), f64::INFINITY);
    assert_eq!(half(Unary::Sin, 0.0), 0.0);
}
