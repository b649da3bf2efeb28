//! The ruler is straight.

use ir::scalar::FloatFormat;

use super::exact::{Answer, Exact};

#[test]
fn every_narrow_float_rounds_to_itself() {
    for format in [FloatFormat::F16, FloatFormat::Bf16, FloatFormat::E4M3, FloatFormat::E5M2] {
        for bits in 0..1u64 << format.storage_bits() {
            if format.is_nan(bits) {
                continue;
            }
            let exact = Exact::of_bits(format, bits);
            assert_eq!(exact.round(format), Answer::exactly(bits), "{format:?} {bits:x}");
            // Through f64, which holds them all.
            let wide = f64::from_bits(exact.round(FloatFormat::F64).nearest);
            assert_eq!(Exact::of_f64(wide).round(format).nearest, bits, "{format:?} {bits:x}");
        }
    }
}

#[test]
fn rounding_is_the_hardware_s() {
    let halves = [
        1.5 * 2f64.powi(-150),
        1.0 + 2f64.powi(-24),
        1.0 + 3.0 * 2f64.powi(-24),
        2f64.powi(-150),
        1e-45,
        3.4e38,
        4e38,
        0.1,
    ];
    for x in halves {
        let rounded = Exact::of_f64(x).round(FloatFormat::F32);
        assert_eq!(rounded.nearest, u64::from((x as f32).to_bits()), "{x:e}");
    }
}

#[test]
fn distances_count_units_and_steps() {
    let one = FloatFormat::F32.one();
    let quarter = Exact::of_f64(1.0 + 2f64.powi(-25)).round(FloatFormat::F32);
    assert_eq!(quarter.nearest, one);
    let distance = |result| quarter.distance(FloatFormat::F32, result).map(|d| (d.steps, d.ulps));
    assert_eq!(distance(one), Some((0, 0.25)));
    assert_eq!(distance(one + 1), Some((1, 0.75)));
    // Below a power of two the floats are half as far apart.
    assert_eq!(distance(one - 1), Some((1, 0.75)));
    assert_eq!(distance(FloatFormat::F32.canonical_nan()), None);
    let zero = Answer::exactly(0);
    assert_eq!(zero.distance(FloatFormat::F32, FloatFormat::F32.sign_bit()), None);
}
