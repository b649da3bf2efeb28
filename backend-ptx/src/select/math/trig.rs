//! Sine, cosine and tangent.
//!
//! `x = q * pi/2 + r` with `|r| <= pi/4`; the last two bits of `q` say which of `+-sin r`,
//! `+-cos r` is wanted. For moderate `x`, `q` is exact in the float and pi/2 is subtracted in three
//! parts: the first difference is exact because its bits end where those of pi/2's first part do.
//!
//! Beyond that (Payne and Hanek): of the product of `x` and 2/pi only the bits around the binary
//! point matter. Whole multiples of 4 need not be computed, so 192 bits of 2/pi, picked from a
//! table by the exponent of `x`, are enough for every `x`.

use super::{Cx, F32, F64, Real, factorial_series};
use crate::ptx::Variable;
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cache, Cmp, Ftz, Part, Round, Saturate, Scope, Sem, Space, Ty, Vector};
use crate::select::element::cvt;

/// pi/2 in three parts, each the nearest to what the ones before it leave.
const HALF_PI_F32: [f64; 3] =
    [1.570_796_370_506_286_6, -4.371_138_828_673_793e-8, -1.715_124_510_005_882e-15];
const HALF_PI_F64: [f64; 3] =
    [std::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_169_8e-33];

/// Up to here `q` times the first part of pi/2 leaves an exact difference.
const MODERATE_F32: f64 = 65536.0;
const MODERATE_F64: f64 = 1_048_576.0;

/// 64 zeros, then the bits of 2/pi, most significant word first.
const TWO_OVER_PI: [u64; 22] = [
    0x0000_0000_0000_0000,
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0,
    0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4,
    0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F,
    0x6D36_7ECF_27CB_09B7,
    0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA,
    0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB,
    0xF0CF_BC20_9AF4_361D,
    0xA9E3_9161_5EE6_1B08,
];

impl Cx<'_> {
    pub(super) fn sine(&mut self, real: Real, x: Val, cosine: bool) -> Val {
        let (quadrant, r) = self.reduce_angle(real, x);
        let shifted = match cosine {
            true => self.b.def(Op::Add { ty: Ty::S32 }, &[quadrant, Val::u32(1)]),
            false => quadrant,
        };
        let (sin, cos) = self.sine_and_cosine(real, r);
        let odd = self.bit(shifted, 1);
        let either = real.select(self, cos, sin, odd);
        let negative = self.bit(shifted, 2);
        let negated = real.neg(self, either);
        real.select(self, negated, either, negative)
    }

    pub fn tan_f64(&mut self, x: Val) -> Val {
        let (quadrant, r) = self.reduce_angle(F64, x);
        let (sin, cos) = self.sine_and_cosine(F64, r);
        let odd = self.bit(quadrant, 1);
        let above = F64.select(self, cos, sin, odd);
        let below = F64.select(self, sin, cos, odd);
        let quotient = F64.div(self, above, below);
        let negated = F64.neg(self, quotient);
        F64.select(self, negated, quotient, odd)
    }

    fn bit(&mut self, val: Val, bit: u32) -> Val {
        let masked = self.b.def(Op::And { ty: Ty::B32 }, &[val, Val::u32(bit)]);
        self.b.def(Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty: Ty::U32 }, &[masked, Val::ZERO])
    }

    /// Series on [-pi/4, pi/4].
    fn sine_and_cosine(&mut self, real: Real, r: Val) -> (Val, Val) {
        let z = real.mul(self, r, r);
        let (sin_tail, cos_tail) = if real == F32 {
            let sin: [f64; 4] = factorial_series(3, true);
            let cos: [f64; 4] = factorial_series(4, true);
            (self.negated_series(real, z, &sin), real.polynomial(self, z, &cos))
        } else {
            let sin: [f64; 8] = factorial_series(3, true);
            let cos: [f64; 8] = factorial_series(4, true);
            (self.negated_series(real, z, &sin), real.polynomial(self, z, &cos))
        };
        // sin r = r + r z s, where s = -1/3! + z/5! ...
        let cubic = real.mul(self, sin_tail, z);
        let sin = real.fma(self, cubic, r, r);
        // The product has the other sign, which would make -0 into +0.
        let sin = real.copy_sign(self, r, sin);
        // cos r = (1 - z/2) + z^2 c
        let near = real.fma(self, z, real.constant(-0.5), real.constant(1.0));
        let quartic = real.mul(self, cos_tail, z);
        let cos = real.fma(self, quartic, z, near);
        (sin, cos)
    }

    fn negated_series(&mut self, real: Real, z: Val, coefficients: &[f64]) -> Val {
        let negated: Vec<f64> = coefficients.iter().map(|c| -c).collect();
        real.polynomial(self, z, &negated)
    }

    /// The quadrant (its last two bits count) and the rest.
    fn reduce_angle(&mut self, real: Real, x: Val) -> (Val, Val) {
        let (parts, moderate) =
            if real == F32 { (HALF_PI_F32, MODERATE_F32) } else { (HALF_PI_F64, MODERATE_F64) };
        // A sum with 1.5 * 2^23, or 1.5 * 2^52, has the nearest integer in its low bits. Zero turns
        // come out as +0, which leaves `x` as it is, even -0.
        let magic = real.constant(if real == F32 { 12_582_912.0 } else { 6_755_399_441_055_744.0 });
        let shifted = real.fma(self, x, real.constant(std::f64::consts::FRAC_2_PI), magic);
        let q = real.sub(self, shifted, magic);
        let quadrant =
            if real == F32 { shifted } else { self.b.def(cvt(Ty::U32, Ty::U64), &[shifted]) };
        let mut r = x;
        for part in parts {
            r = real.fma(self, q, real.constant(-part), r);
        }
        let magnitude = real.abs(self, x);
        let large = real.compare(self, Cmp::Ge, magnitude, real.constant(moderate));
        let reduced = self.unless(large, &[quadrant, r], |cx| {
            let wide = if real == F32 { cx.f32_to_f64(x) } else { x };
            let (quadrant, r) = cx.reduce_large(wide);
            let r = if real == F32 { cx.f64_to_f32(r) } else { r };
            vec![quadrant, r]
        });
        (reduced[0], reduced[1])
    }

    /// Payne and Hanek for an f64 of at least 2^16.
    fn reduce_large(&mut self, x: Val) -> (Val, Val) {
        let bits = F64.abs(self, x);
        let field = self.b.def(Op::Shr { ty: Ty::U64 }, &[bits, Val::u32(52)]);
        let exponent = self.b.def(cvt(Ty::U32, Ty::U64), &[field]);
        let fraction = self.b.def(Op::And { ty: Ty::B64 }, &[bits, Val::Imm((1 << 52) - 1)]);
        let mantissa = self.b.def(Op::Or { ty: Ty::B64 }, &[fraction, Val::Imm(1 << 52)]);
        // The window starts where multiples of 4 end: 64 zeros + (e - 54), e the true exponent.
        let start = self.b.def(Op::Sub { ty: Ty::U32 }, &[exponent, Val::u32(1023 + 54 - 64)]);
        // Infinity and NaN have an exponent field past the table; their result is NaN anyway.
        let start = self.b.def(Op::Min { ty: Ty::U32 }, &[start, Val::u32(64 + 1023 - 54)]);
        let word = self.b.def(Op::Shr { ty: Ty::U32 }, &[start, Val::u32(6)]);
        let up = self.b.def(Op::And { ty: Ty::B32 }, &[start, Val::u32(63)]);
        let down = self.b.def(Op::Sub { ty: Ty::U32 }, &[Val::u32(64), up]);
        let symbol = self.b.named_constant(Variable {
            name: "tilec_two_over_pi".to_owned(),
            space: Space::Global,
            align: 8,
            bytes: 8 * TWO_OVER_PI.len() as u64,
            init: TWO_OVER_PI.iter().flat_map(|word| word.to_le_bytes()).collect(),
            visible: false,
        });
        let table = self.b.def_from(Op::MovAddress { ty: Ty::U64 }, Operand::Address(symbol));
        let offset = self.b.def(Op::Mul { part: Part::Wide, ty: Ty::U32 }, &[word, Val::u32(8)]);
        let address = self.b.def(Op::Add { ty: Ty::S64 }, &[table, offset]);
        let words: Vec<Val> = (0..4)
            .map(|i| {
                let op = Op::Ld {
                    sem: Sem::Weak,
                    scope: Scope::None,
                    space: Space::Global,
                    cache: Cache::Default,
                    vector: Vector::One,
                    ty: Ty::B64,
                };
                let place = self.b.mem(address, 8 * i);
                self.b.def_from(op, place)
            })
            .collect();
        let window: Vec<Val> = (0..3)
            .map(|i| {
                let high = self.b.def(Op::Shl { ty: Ty::B64 }, &[words[i], up]);
                let low = self.b.def(Op::Shr { ty: Ty::U64 }, &[words[i + 1], down]);
                self.b.def(Op::Or { ty: Ty::B64 }, &[high, low])
            })
            .collect();
        // The low 192 bits of mantissa * window.
        let low = |cx: &mut Self, a: Val| {
            cx.b.def(Op::Mul { part: Part::Lo, ty: Ty::U64 }, &[mantissa, a])
        };
        let high = |cx: &mut Self, a: Val| {
            cx.b.def(Op::Mul { part: Part::Hi, ty: Ty::U64 }, &[mantissa, a])
        };
        let p2 = low(self, window[2]);
        let carry_2 = high(self, window[2]);
        let middle = low(self, window[1]);
        let p1 = self.b.def(Op::Add { ty: Ty::U64 }, &[middle, carry_2]);
        let carried =
            self.b.def(Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::U64 }, &[p1, middle]);
        let carry = self.b.def(Op::Selp { ty: Ty::B64 }, &[Val::Imm(1), Val::ZERO, carried]);
        let top = low(self, window[0]);
        let carry_1 = high(self, window[1]);
        let p0 = self.b.def(Op::Add { ty: Ty::U64 }, &[top, carry_1]);
        let p0 = self.b.def(Op::Add { ty: Ty::U64 }, &[p0, carry]);
        // Two bits of quadrant, then the fraction of a quarter turn.
        let quadrant = self.b.def(Op::Shr { ty: Ty::U64 }, &[p0, Val::u32(62)]);
        let quadrant = self.b.def(cvt(Ty::U32, Ty::U64), &[quadrant]);
        let join = |cx: &mut Self, a: Val, b: Val| {
            let high = cx.b.def(Op::Shl { ty: Ty::B64 }, &[a, Val::u32(2)]);
            let low = cx.b.def(Op::Shr { ty: Ty::U64 }, &[b, Val::u32(62)]);
            cx.b.def(Op::Or { ty: Ty::B64 }, &[high, low])
        };
        let (f0, f1) = (join(self, p0, p1), join(self, p1, p2));
        // Read as a signed fraction, the upper half of the range is the next quadrant's lower.
        let rounds_up = self.b.def(Op::Shr { ty: Ty::U64 }, &[f0, Val::u32(63)]);
        let rounds_up = self.b.def(cvt(Ty::U32, Ty::U64), &[rounds_up]);
        let quadrant = self.b.def(Op::Add { ty: Ty::U32 }, &[quadrant, rounds_up]);
        let number = |from: Ty| Op::Cvt {
            round: Round::Nearest,
            ftz: Ftz::Keep,
            sat: Saturate::No,
            to: Ty::F64,
            from,
        };
        let whole = self.b.def(number(Ty::S64), &[f0]);
        let rest = self.b.def(number(Ty::U64), &[f1]);
        let scale = 2f64.powi(-64);
        let rest = F64.mul(self, rest, Val::f64(scale));
        let sum = F64.add(self, whole, rest);
        let r = F64.mul(self, sum, Val::f64(scale * std::f64::consts::FRAC_PI_2));
        // The sign of x turns the angle around; x - x is NaN for infinity and NaN, else zero.
        let sign =
            self.b.def(Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::F64 }, &[x, Val::f64(0.0)]);
        let minus_r = F64.neg(self, r);
        let r = F64.select(self, minus_r, r, sign);
        let minus_q = self.b.def(Op::Neg { ty: Ty::S32 }, &[quadrant]);
        let quadrant = self.b.def(Op::Selp { ty: Ty::B32 }, &[minus_q, quadrant, sign]);
        let zero = F64.sub(self, x, x);
        (quadrant, F64.add(self, r, zero))
    }
}
