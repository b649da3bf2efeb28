//! Sine, cosine and tangent.
//!
//! `x = q * pi/2 + r` with `|r| <= pi/4`; the last two bits of `q` say which of `+-sin r`,
//! `+-cos r` is wanted. For moderate `x`, `q` is exact in the float and pi/2 is subtracted in three
//! parts: the first difference is exact because its bits end where those of pi/2's first part do.
//!
//! Beyond that (Payne and Hanek): of the product of `x` and 2/pi only the bits around the binary
//! point matter. Whole multiples of 4 need not be computed, so 192 bits of 2/pi, picked from a
//! table by the exponent of `x`, are enough for every `x`.

use crate::ptx::Variable;
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Part, Round, Saturate, Space, Ty, Vector};
use crate::select::arith::math::{Cx, F32, F64, Real, factorial_series};
use crate::select::memory::element::cvt;

/// pi/2 in three parts, the first two cut off: all are positive, so that no turns leave -0 as it is.
const HALF_PI_F32: [f64; 3] =
    [1.570_796_251_296_997, 7.549_789_415_861_596e-8, 5.390_302_953_474_238e-15];
const HALF_PI_F64: [f64; 3] =
    [std::f64::consts::FRAC_PI_2, 6.123_233_995_736_765e-17, 1.082_856_673_921_914e-32];

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

/// An angle less whole quarter turns.
struct Angle {
    /// The quarter turns; the last two bits count.
    quadrant: Val,
    /// What remains, in [-pi/4, pi/4].
    r: Val,
    /// What `r` leaves of it; f64 only.
    rest: Option<Val>,
}

/// A number as the sum of two, the second of the order of the first's rounding error.
#[derive(Clone, Copy)]
struct Pair {
    high: Val,
    low: Val,
}

impl Cx<'_> {
    pub(super) fn sine(&mut self, real: Real, x: Val, cosine: bool) -> Val {
        let angle = self.reduce_angle(real, x);
        let shifted = match cosine {
            true => self.b.def(Op::Add { ty: Ty::S32 }, &[angle.quadrant, Val::u32(1)]),
            false => angle.quadrant,
        };
        let (sin, cos) = self.sine_and_cosine(real, &angle);
        let odd = self.bit(shifted, 1);
        let either = real.select(self, cos.high, sin.high, odd);
        let negative = self.bit(shifted, 2);
        let negated = real.neg(self, either);
        real.select(self, negated, either, negative)
    }

    /// The quotient of sine and cosine, or of cosine and -sine, with their errors taken into it:
    /// those of both and of a division would be three units.
    pub fn tan_f64(&mut self, x: Val) -> Val {
        let angle = self.reduce_angle(F64, x);
        let (sin, cos) = self.sine_and_cosine(F64, &angle);
        let odd = self.bit(angle.quadrant, 1);
        let mut either = |a: Pair, b: Pair| Pair {
            high: F64.select(self, a.high, b.high, odd),
            low: F64.select(self, a.low, b.low, odd),
        };
        let (above, below) = (either(cos, sin), either(sin, cos));
        let inverse = F64.div(self, F64.constant(1.0), below.high);
        let rough = F64.mul(self, above.high, inverse);
        // above - rough * below
        let minus = F64.neg(self, rough);
        let error = F64.fma(self, minus, below.high, above.high);
        let error = F64.add(self, error, above.low);
        let error = F64.fma(self, minus, below.low, error);
        let quotient = F64.fma(self, error, inverse, rough);
        let quotient = F64.copy_sign(self, rough, quotient);
        let negated = F64.neg(self, quotient);
        F64.select(self, negated, quotient, odd)
    }

    fn bit(&mut self, val: Val, bit: u32) -> Val {
        let masked = self.b.def(Op::And { ty: Ty::B32 }, &[val, Val::u32(bit)]);
        self.b.def(Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty: Ty::U32 }, &[masked, Val::ZERO])
    }

    /// Series on [-pi/4, pi/4].
    fn sine_and_cosine(&mut self, real: Real, angle: &Angle) -> (Pair, Pair) {
        let r = angle.r;
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
        // cos r = (1 - z/2) + z^2 c
        let near = real.fma(self, z, real.constant(-0.5), real.constant(1.0));
        let quartic = real.mul(self, cos_tail, z);
        let Some(rest) = angle.rest else {
            let sin = real.fma(self, cubic, r, r);
            // The product has the other sign, which would make -0 into +0.
            let high = real.copy_sign(self, r, sin);
            let sin = Pair { high, low: real.constant(0.0) };
            let high = real.fma(self, quartic, z, near);
            return (sin, Pair { high, low: real.constant(0.0) });
        };
        // sin (r + rest) = sin r + rest (1 - z/2)
        let more = real.mul(self, rest, near);
        let small = real.fma(self, cubic, r, more);
        let sin = self.sum(real, r, small);
        let sin = Pair { high: real.copy_sign(self, r, sin.high), ..sin };
        // cos (r + rest) = cos r - rest r; 1 - near is exact, so what near leaves of 1 - z/2 is too.
        let lost = real.sub(self, real.constant(1.0), near);
        let lost = real.fma(self, z, real.constant(-0.5), lost);
        let minus_r = real.neg(self, r);
        let small = real.fma(self, rest, minus_r, lost);
        let small = real.fma(self, quartic, z, small);
        let cos = self.sum(real, near, small);
        (sin, cos)
    }

    /// A sum and its rounding error, of numbers the first of which is the larger.
    fn sum(&mut self, real: Real, large: Val, small: Val) -> Pair {
        let high = real.add(self, large, small);
        let taken = real.sub(self, high, large);
        Pair { high, low: real.sub(self, small, taken) }
    }

    /// The same, of any two.
    fn sum_of_any(&mut self, real: Real, a: Val, b: Val) -> Pair {
        let high = real.add(self, a, b);
        let of_b = real.sub(self, high, a);
        let of_a = real.sub(self, high, of_b);
        let (lost_a, lost_b) = (real.sub(self, a, of_a), real.sub(self, b, of_b));
        Pair { high, low: real.add(self, lost_a, lost_b) }
    }

    fn negated_series(&mut self, real: Real, z: Val, coefficients: &[f64]) -> Val {
        let negated: Vec<f64> = coefficients.iter().map(|c| -c).collect();
        real.polynomial(self, z, &negated)
    }

    fn reduce_angle(&mut self, real: Real, x: Val) -> Angle {
        let (parts, moderate) =
            if real == F32 { (HALF_PI_F32, MODERATE_F32) } else { (HALF_PI_F64, MODERATE_F64) };
        // A sum with 1.5 * 2^23, or 1.5 * 2^52, has the nearest integer in its low bits. Zero turns
        // come out as +0, which leaves `x` as it is, even -0.
        let magic = real.constant(if real == F32 { 12_582_912.0 } else { 6_755_399_441_055_744.0 });
        let shifted = real.fma(self, x, real.constant(std::f64::consts::FRAC_2_PI), magic);
        let q = real.sub(self, shifted, magic);
        let quadrant =
            if real == F32 { shifted } else { self.b.def(cvt(Ty::U32, Ty::U64), &[shifted]) };
        let [first, second, third] = parts.map(|part| real.constant(-part));
        let exact = real.fma(self, q, first, x);
        let magnitude = real.abs(self, x);
        let large = real.compare(self, Cmp::Ge, magnitude, real.constant(moderate));
        if real == F32 {
            let near = real.fma(self, q, second, exact);
            let r = real.fma(self, q, third, near);
            let reduced = self.unless(large, &[quadrant, r], |cx| {
                let wide = cx.f32_to_f64(x);
                let angle = cx.reduce_large(wide);
                vec![angle.quadrant, cx.f64_to_f32(angle.r)]
            });
            return Angle { quadrant: reduced[0], r: reduced[1], rest: None };
        }
        // The sum once more with what it rounded away: near a multiple of pi/2 its terms cancel,
        // and the error of their product is what matters.
        let product = real.mul(self, q, second);
        let minus = real.neg(self, product);
        let tail = real.fma(self, q, second, minus);
        let near = self.sum_of_any(real, exact, product);
        let lost = real.add(self, near.low, tail);
        let lost = real.fma(self, q, third, lost);
        let reduced = self.unless(large, &[quadrant, near.high, lost], |cx| {
            let angle = cx.reduce_large(x);
            vec![angle.quadrant, angle.r, angle.rest.unwrap_or(Val::f64(0.0))]
        });
        Angle { quadrant: reduced[0], r: reduced[1], rest: Some(reduced[2]) }
    }

    /// Payne and Hanek for an f64 of at least 2^16.
    fn reduce_large(&mut self, x: Val) -> Angle {
        let bits = F64.abs(self, x);
        let field = self.b.def(Op::Shr { ty: Ty::U64 }, &[bits, Val::u32(52)]);
        let exponent = self.b.def(cvt(Ty::U32, Ty::U64), &[field]);
        let fraction = self.b.def(Op::And { ty: Ty::B64 }, &[bits, Val::Imm((1 << 52) - 1)]);
        let mantissa = self.b.def(Op::Or { ty: Ty::B64 }, &[fraction, Val::Imm(1 << 52)]);
        let window = self.two_over_pi_window(exponent);
        let product = self.low_192_bits(mantissa, window);
        let (quadrant, fraction) = self.quadrant_and_fraction(product);
        let [r, minus_r, rest] = self.angle_of_fraction(fraction);
        // The sign of x turns the angle around; x - x is NaN for infinity and NaN, else zero.
        let sign =
            self.b.def(Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::F64 }, &[x, Val::f64(0.0)]);
        let r = F64.select(self, minus_r, r, sign);
        let minus_rest = F64.neg(self, rest);
        let rest = F64.select(self, minus_rest, rest, sign);
        let minus_q = self.b.def(Op::Neg { ty: Ty::S32 }, &[quadrant]);
        let quadrant = self.b.def(Op::Selp { ty: Ty::B32 }, &[minus_q, quadrant, sign]);
        let zero = F64.sub(self, x, x);
        Angle { quadrant, r: F64.add(self, r, zero), rest: Some(rest) }
    }

    /// The 192 bits of 2/pi that matter for a number with this exponent field.
    fn two_over_pi_window(&mut self, exponent: Val) -> [Val; 3] {
        // The window starts where multiples of 4 end: 64 zeros + (e - 54), e the true exponent.
        let start = self.b.def(Op::Sub { ty: Ty::U32 }, &[exponent, Val::u32(1023 + 54 - 64)]);
        // Infinity and NaN have an exponent field past the table; their result is NaN anyway.
        let start = self.b.def(Op::Min { ty: Ty::U32 }, &[start, Val::u32(64 + 1023 - 54)]);
        let word = self.b.def(Op::Shr { ty: Ty::U32 }, &[start, Val::u32(6)]);
        let up = self.b.def(Op::And { ty: Ty::B32 }, &[start, Val::u32(63)]);
        let down = self.b.def(Op::Sub { ty: Ty::U32 }, &[Val::u32(64), up]);
        let symbol = self.b.named_variable(Variable {
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
                let op = Op::load(Space::Global, Vector::One, Ty::B64);
                let place = self.b.mem(address, 8 * i);
                self.b.def_from(op, place)
            })
            .collect();
        [0, 1, 2].map(|i| {
            let high = self.b.def(Op::Shl { ty: Ty::B64 }, &[words[i], up]);
            let low = self.b.def(Op::Shr { ty: Ty::U64 }, &[words[i + 1], down]);
            self.b.def(Op::Or { ty: Ty::B64 }, &[high, low])
        })
    }

    /// The low 192 bits of mantissa * window.
    fn low_192_bits(&mut self, mantissa: Val, window: [Val; 3]) -> [Val; 3] {
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
        [p0, p1, p2]
    }

    /// Two bits of quadrant, and the signed fraction of a quarter turn in 128 bits.
    fn quadrant_and_fraction(&mut self, [p0, p1, p2]: [Val; 3]) -> (Val, [Val; 2]) {
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
        (quadrant, [f0, f1])
    }

    /// The angle of a fraction of a quarter turn, its negation, and what its float leaves of it.
    fn angle_of_fraction(&mut self, [f0, f1]: [Val; 2]) -> [Val; 3] {
        let number = |from: Ty| Op::Cvt {
            round: Round::Nearest,
            ftz: Ftz::Keep,
            sat: Saturate::No,
            to: Ty::F64,
            from,
        };
        // f0 and f1 / 2^64 as a pair: what a float leaves of f0 is a small integer.
        let whole = self.b.def(number(Ty::S64), &[f0]);
        let back = Op::Cvt {
            round: Round::NearestInt,
            ftz: Ftz::Keep,
            sat: Saturate::No,
            to: Ty::S64,
            from: Ty::F64,
        };
        let back = self.b.def(back, &[whole]);
        let left = self.b.def(Op::Sub { ty: Ty::S64 }, &[f0, back]);
        let left = self.b.def(number(Ty::S64), &[left]);
        let below = self.b.def(number(Ty::U64), &[f1]);
        let scale = 2f64.powi(-64);
        let small = F64.fma(self, below, Val::f64(scale), left);
        let turn = self.sum(F64, whole, small);
        // Times pi/2, which is a pair too.
        let [first, second, _] = HALF_PI_F64.map(|part| Val::f64(scale * part));
        let r = F64.mul(self, turn.high, first);
        let minus_r = F64.neg(self, r);
        let rest = F64.fma(self, turn.high, first, minus_r);
        let rest = F64.fma(self, turn.low, first, rest);
        let rest = F64.fma(self, turn.high, second, rest);
        [r, minus_r, rest]
    }
}
