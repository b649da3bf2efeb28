//! Floats and conversions.

use super::{apply, apply16, apply32, apply64};

fn f32s(text: &str, operands: &[f32]) -> f32 {
    let bits: Vec<u32> = operands.iter().map(|x| x.to_bits()).collect();
    f32::from_bits(apply32(text, &bits))
}

const TINY: f32 = f32::from_bits(1);
const NAN: u32 = 0x7FFF_FFFF;

#[test]
fn rounding() {
    let third = 1.0f32 / 3.0;
    assert_eq!(f32s("div.rn.f32 $d, $a, $b", &[1.0, 3.0]), third);
    assert_eq!(f32s("div.rz.f32 $d, $a, $b", &[1.0, 3.0]), third.next_down());
    assert_eq!(f32s("div.rp.f32 $d, $a, $b", &[-1.0, 3.0]), -third.next_down());
    assert_eq!(f32s("add.rm.f32 $d, $a, $b", &[1.0, TINY]), 1.0);
    assert_eq!(f32s("add.rp.f32 $d, $a, $b", &[1.0, TINY]), 1.0f32.next_up());
    assert_eq!(f32s("sub.f32 $d, $a, $b", &[1.0, 0.25]), 0.75);
    assert_eq!(f32s("sqrt.rn.f32 $d, $a", &[2.0]), 2f32.sqrt());
    assert_eq!(f32s("rcp.rn.f32 $d, $a", &[3.0]), third);
    // One rounding: a product that overflows the significand survives the sum.
    let a = 1.0 + f32::EPSILON;
    assert_eq!(f32s("fma.rn.f32 $d, $a, $a, $b", &[a, -1.0]), a.mul_add(a, -1.0));
    assert_eq!(
        apply64("fma.rn.f64 $d, $a, $b, $c", &[2f64, 3.0, 4.0].map(f64::to_bits)),
        10f64.to_bits()
    );
}

#[test]
fn subnormals_and_nan() {
    assert_eq!(f32s("add.f32 $d, $a, $b", &[TINY, TINY]).to_bits(), 2);
    assert_eq!(f32s("add.ftz.f32 $d, $a, $b", &[TINY, TINY]).to_bits(), 0);
    assert_eq!(f32s("mul.ftz.f32 $d, $a, $b", &[-TINY, 1.0]).to_bits(), 0x8000_0000);
    assert_eq!(apply32("add.f32 $d, $a, $b", &[0x7F80_0000, 0xFF80_0000]), NAN);
    assert_eq!(apply32("mul.f32 $d, $a, $b", &[0x7FC0_1234, 0]), NAN);
    assert_eq!(apply16("add.f16 $d, $a, $b", &[0x7C00, 0xFC00]), 0x7FFF);
    assert_eq!(f32s("add.sat.f32 $d, $a, $b", &[0.75, 0.75]), 1.0);
    assert_eq!(f32s("fma.rn.sat.f32 $d, $a, $a, $b", &[1.0, -3.0]), 0.0);
    assert_eq!(f32s("add.sat.f32 $d, $a, $b", &[f32::NAN, 0.75]), 0.0);
}

#[test]
fn extremes() {
    assert_eq!(f32s("max.f32 $d, $a, $b", &[f32::NAN, 1.0]), 1.0);
    assert_eq!(apply32("max.NaN.f32 $d, $a, $b", &[0x7FC0_0000, 0]), NAN);
    assert_eq!(apply32("min.f32 $d, $a, $b", &[0x8000_0000, 0]), 0x8000_0000);
    assert_eq!(apply32("max.f32 $d, $a, $b", &[0x8000_0000, 0]), 0);
    assert_eq!(f32s("neg.f32 $d, $a", &[1.5]), -1.5);
    assert_eq!(f32s("abs.f32 $d, $a", &[-1.5]), 1.5);
    assert_eq!(f32s("copysign.f32 $d, $a, $b", &[-2.0, 3.0]), -3.0);
}

#[test]
fn pairs() {
    let pair = |lo: u32, hi: u32| lo | hi << 16;
    // f16: 1 = 3C00, 2 = 4000, 3 = 4200; bf16: 1 = 3F80, 2 = 4000, 3 = 4040.
    assert_eq!(
        apply32("add.f16x2 $d, $a, $b", &[pair(0x3C00, 0x4000), pair(0x3C00, 0x3C00)]),
        pair(0x4000, 0x4200)
    );
    assert_eq!(
        apply32(
            "fma.rn.bf16x2 $d, $a, $b, $c",
            &[pair(0x3F80, 0x4000), pair(0x4000, 0x3F80), pair(0x3F80, 0x3F80)]
        ),
        pair(0x4040, 0x4040)
    );
    assert_eq!(apply32("max.bf16x2 $d, $a, $b", &[pair(0x3F80, 0xBF80), 0]), pair(0x3F80, 0));
}

#[test]
fn functions() {
    assert_eq!(f32s("ex2.approx.f32 $d, $a", &[3.0]), 8.0);
    assert_eq!(f32s("ex2.approx.ftz.f32 $d, $a", &[-130.0]), 0.0);
    assert_eq!(f32s("lg2.approx.f32 $d, $a", &[8.0]), 3.0);
    assert_eq!(f32s("rsqrt.approx.f32 $d, $a", &[4.0]), 0.5);
    assert_eq!(f32s("rsqrt.approx.f32 $d, $a", &[-0.0]), f32::NEG_INFINITY);
    assert_eq!(f32s("sqrt.approx.f32 $d, $a", &[9.0]), 3.0);
    assert_eq!(f32s("sin.approx.f32 $d, $a", &[0.0]), 0.0);
    assert_eq!(f32s("tanh.approx.f32 $d, $a", &[f32::INFINITY]), 1.0);
}

#[test]
fn between_integers() {
    assert_eq!(apply32("cvt.u32.u8 $d, $a", &[0xFFFF_FF80]), 0x80);
    assert_eq!(apply32("cvt.s32.s8 $d, $a", &[0x80]), 0xFFFF_FF80);
    assert_eq!(apply32("cvt.sat.u8.s32 $d, $a", &[300]), 255);
    assert_eq!(apply32("cvt.sat.u8.s32 $d, $a", &[-5i32 as u32]), 0);
    assert_eq!(apply32("cvt.s8.s32 $d, $a", &[0x180]), 0xFFFF_FF80);
    let long = apply("cvt.s64.s32 $d, $a", ("%rd3", "b64", 64), &[(0x8000_0000, "%r#", "b32", 32)]);
    assert_eq!(long, 0xFFFF_FFFF_8000_0000);
}

#[test]
fn between_integers_and_floats() {
    let to_int = |text: &str, x: f32| apply32(text, &[x.to_bits()]);
    assert_eq!(to_int("cvt.rzi.s32.f32 $d, $a", -2.7), -2i32 as u32);
    assert_eq!(to_int("cvt.rni.s32.f32 $d, $a", 2.5), 2);
    assert_eq!(to_int("cvt.rmi.s32.f32 $d, $a", -2.5), -3i32 as u32);
    assert_eq!(to_int("cvt.rpi.s32.f32 $d, $a", 2.1), 3);
    assert_eq!(to_int("cvt.rzi.s32.f32 $d, $a", 1e20), i32::MAX as u32);
    assert_eq!(to_int("cvt.rzi.u32.f32 $d, $a", -1.0), 0);
    assert_eq!(to_int("cvt.rzi.s32.f32 $d, $a", f32::NAN), 0);
    let nan =
        apply("cvt.rzi.s64.f32 $d, $a", ("%rd3", "b64", 64), &[(0x7FC0_0000, "%r#", "b32", 32)]);
    assert_eq!(nan, 1 << 63);
    assert_eq!(apply32("cvt.rn.f32.s32 $d, $a", &[-3i32 as u32]), (-3f32).to_bits());
    assert_eq!(apply32("cvt.rz.f32.u32 $d, $a", &[u32::MAX]), 4_294_967_040f32.to_bits());
    assert_eq!(f32s("cvt.rni.f32.f32 $d, $a", &[2.5]), 2.0);
    assert_eq!(f32s("cvt.rmi.f32.f32 $d, $a", &[-0.5]), -1.0);
}

#[test]
fn between_floats() {
    let narrow = |text: &str, x: f32| {
        apply(text, ("%h1", "b16", 16), &[(u64::from(x.to_bits()), "%r#", "b32", 32)])
    };
    assert_eq!(narrow("cvt.rn.f16.f32 $d, $a", 1.0 / 3.0), 0x3555);
    assert_eq!(narrow("cvt.rz.bf16.f32 $d, $a", 1.999), 0x3FFF);
    assert_eq!(narrow("cvt.rn.bf16.f32 $d, $a", 1.999), 0x4000);
    assert_eq!(narrow("cvt.rn.bf16.f32 $d, $a", f32::NAN), 0x7FFF);
    assert_eq!(narrow("cvt.rn.f16.f32 $d, $a", 1e6), 0x7C00);
    assert_eq!(narrow("cvt.rn.satfinite.e4m3x2.f32 $d, $a, $a", 1e6), 0x7E7E);
    assert_eq!(narrow("cvt.rn.satfinite.e5m2x2.f32 $d, $a, $a", f32::NEG_INFINITY), 0xFBFB);
    assert_eq!(narrow("cvt.rn.satfinite.e4m3x2.f32 $d, $a, 0f3F800000", -1.0), 0xB838);
    // The first operand is the high half.
    assert_eq!(apply32("cvt.rn.f16x2.f32 $d, $a, $b", &[1f32, 2.0].map(f32::to_bits)), 0x3C00_4000);
    assert_eq!(
        apply32("cvt.rn.relu.bf16x2.f32 $d, $a, $b", &[-1f32, 2.0].map(f32::to_bits)),
        0x4000
    );
    let pair =
        apply("cvt.rn.f16x2.e4m3x2 $d, $a", ("%r1", "b32", 32), &[(0x38B8, "%h#", "b16", 16)]);
    assert_eq!(pair, 0x3C00_BC00);
    assert_eq!(apply32("cvt.rna.tf32.f32 $d, $a", &[0x3F80_1000]), 0x3F80_2000);
    assert_eq!(apply32("cvt.rn.tf32.f32 $d, $a", &[0x3F80_1000]), 0x3F80_0000);
    let wide = apply(
        "cvt.f64.f32 $d, $a",
        ("%rd3", "b64", 64),
        &[(u64::from(1.5f32.to_bits()), "%r#", "b32", 32)],
    );
    assert_eq!(wide, 1.5f64.to_bits());
}
