//! f64 functions.

use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Round, Saturate, Ty};
use crate::select::arith::math::{Cx, F64, factorial_series};
use crate::select::memory::element::cvt;

/// ln 2 with 32 bits, so that its products with exponents are exact, and the rest.
const LN2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
/// log2 e minus its f64.
const LOG2_E_LOW: f64 = 2.035_527_374_093_103_3e-17;

impl Cx<'_> {
    /// `e^x * 2^scale` without intermediate overflow.
    pub fn exp_f64(&mut self, x: Val, scale: i32) -> Val {
        let x = self.limited(x, -760.0, 720.0);
        let turns = F64.mul(self, x, Val::f64(std::f64::consts::LOG2_E));
        let n = F64.rint(self, turns);
        let r = F64.fma(self, n, Val::f64(-LN2_HIGH), x);
        let r = F64.fma(self, n, Val::f64(-LN2_LOW), r);
        self.exp_of_rest(n, r, scale)
    }

    pub fn exp2_f64(&mut self, x: Val) -> Val {
        self.exp2_of_sum(x, Val::f64(0.0))
    }

    /// `2^(x + low)`, where `low` is less than a unit of `x`.
    fn exp2_of_sum(&mut self, x: Val, low: Val) -> Val {
        let x = self.limited(x, -1100.0, 1030.0);
        let n = F64.rint(self, x);
        let f = F64.sub(self, x, n);
        let f = F64.add(self, f, low);
        let r = F64.mul(self, f, Val::f64(std::f64::consts::LN_2));
        self.exp_of_rest(n, r, 0)
    }

    /// The number, but no further out than the limits; NaN stays.
    fn limited(&mut self, x: Val, low: f64, high: f64) -> Val {
        let below = F64.compare(self, Cmp::Lt, x, Val::f64(low));
        let x = F64.select(self, Val::f64(low), x, below);
        let above = F64.compare(self, Cmp::Gt, x, Val::f64(high));
        F64.select(self, Val::f64(high), x, above)
    }

    /// `2^(n + scale) * e^r` for `|r| <= ln 2 / 2`. The power of two is applied in halves, for it
    /// may itself be out of range.
    fn exp_of_rest(&mut self, n: Val, r: Val, scale: i32) -> Val {
        let mut series = [1.0; 14];
        for k in 1..series.len() {
            series[k] = series[k - 1] / k as f64;
        }
        // The constant term last, so that it is rounded once only.
        let tail = F64.polynomial(self, r, &series[1..]);
        let power = F64.fma(self, tail, r, Val::f64(1.0));
        let n = F64.to_int(self, n);
        let n = self.b.def(Op::Add { ty: Ty::S32 }, &[n, Val::s32(scale)]);
        let half = self.b.def(Op::Shr { ty: Ty::S32 }, &[n, Val::u32(1)]);
        let rest = self.b.def(Op::Sub { ty: Ty::S32 }, &[n, half]);
        let (a, b) = (self.power_of_two(half), self.power_of_two(rest));
        let scaled = F64.mul(self, power, a);
        F64.mul(self, scaled, b)
    }

    /// `2^n` for exponents of normal numbers.
    fn power_of_two(&mut self, n: Val) -> Val {
        let biased = self.b.def(Op::Add { ty: Ty::S32 }, &[n, Val::u32(1023)]);
        let high = self.b.def(Op::Shl { ty: Ty::B32 }, &[biased, Val::u32(20)]);
        self.b.pack32(Val::ZERO, high)
    }

    /// `x = 2^e (1 + f)` with `1 + f` between the square roots of one half and two: (e, f).
    fn split_f64(&mut self, x: Val) -> (Val, Val) {
        const ROOT: u64 = 0x3FE6_A09E_667F_3BCD;
        let subnormal = F64.compare(self, Cmp::Lt, x, Val::f64(f64::MIN_POSITIVE));
        let scaled = F64.mul(self, x, Val::f64(2f64.powi(54)));
        let normal = F64.select(self, scaled, x, subnormal);
        let offset = F64.select(self, Val::f64(-54.0), Val::f64(0.0), subnormal);
        let above_root = self.b.def(Op::Sub { ty: Ty::U64 }, &[normal, Val::Imm(ROOT)]);
        let exponent = self.b.def(Op::And { ty: Ty::B64 }, &[above_root, Val::Imm(0xFFF << 52)]);
        let mantissa = self.b.def(Op::Sub { ty: Ty::U64 }, &[normal, exponent]);
        let e = self.b.def(Op::Shr { ty: Ty::S64 }, &[exponent, Val::u32(52)]);
        let e = self.b.def(cvt(Ty::U32, Ty::U64), &[e]);
        let e = F64.of_int(self, e);
        let e = F64.add(self, e, offset);
        let f = F64.sub(self, mantissa, Val::f64(1.0));
        (e, f)
    }

    /// With `s = f / (2 + f)`: `log(1 + f) = 2 artanh s = f - s (f - R)`,
    /// `R = 2 s^2 / 3 + 2 s^4 / 5 + ...`; the result is `(s, R)`.
    fn artanh_tail(&mut self, f: Val) -> (Val, Val) {
        let sum = F64.add(self, f, Val::f64(2.0));
        let s = F64.div(self, f, sum);
        let z = F64.mul(self, s, s);
        let series: Vec<f64> = (1..=11).map(|k| 2.0 / (2.0 * f64::from(k) + 1.0)).collect();
        let p = F64.polynomial(self, z, &series);
        (s, F64.mul(self, p, z))
    }

    pub fn log_f64(&mut self, x: Val) -> Val {
        let (e, f) = self.split_f64(x);
        let (s, tail) = self.artanh_tail(f);
        let difference = F64.sub(self, f, tail);
        // e ln2_low - s (f - R), then f, then e ln2_high: small to large.
        let low = F64.mul(self, e, Val::f64(LN2_LOW));
        let minus_s = F64.neg(self, s);
        let low = F64.fma(self, minus_s, difference, low);
        let middle = F64.add(self, f, low);
        let result = F64.fma(self, e, Val::f64(LN2_HIGH), middle);
        self.log_cases(x, result)
    }

    pub fn log2_f64(&mut self, x: Val) -> Val {
        let (e, f) = self.split_f64(x);
        let (s, tail) = self.artanh_tail(f);
        let difference = F64.sub(self, f, tail);
        let correction = F64.mul(self, s, difference);
        let log2_e = Val::f64(std::f64::consts::LOG2_E);
        let high = F64.mul(self, f, log2_e);
        let minus_high = F64.neg(self, high);
        let lost = F64.fma(self, f, log2_e, minus_high);
        let lost = F64.fma(self, f, Val::f64(LOG2_E_LOW), lost);
        let minus = F64.neg(self, correction);
        let low = F64.fma(self, minus, log2_e, lost);
        let fraction = F64.add(self, high, low);
        let result = F64.add(self, fraction, e);
        self.log_cases(x, result)
    }

    /// Logarithms of zero, negative numbers, infinity and NaN.
    fn log_cases(&mut self, x: Val, result: Val) -> Val {
        let finite = F64.compare(self, Cmp::Lt, x, Val::f64(f64::INFINITY));
        // Infinity and NaN: x + x is x again.
        let same = F64.add(self, x, x);
        let result = F64.select(self, result, same, finite);
        let negative = F64.compare(self, Cmp::Lt, x, Val::f64(0.0));
        let result = F64.select(self, Val::f64(f64::NAN), result, negative);
        let zero = F64.compare(self, Cmp::Eq, x, Val::f64(0.0));
        F64.select(self, Val::f64(f64::NEG_INFINITY), result, zero)
    }

    /// `h - 1/(4h)` with `h = e^|x| / 2`, or the series where that would cancel.
    pub fn sinh_f64(&mut self, x: Val) -> Val {
        let magnitude = F64.abs(self, x);
        let half = self.exp_f64(magnitude, -1);
        let quarter = F64.div(self, Val::f64(0.25), half);
        let large = F64.sub(self, half, quarter);
        let large = F64.copy_sign(self, x, large);
        let small = self.sinh_series(x);
        let is_small = F64.compare(self, Cmp::Lt, magnitude, Val::f64(1.0));
        F64.select(self, small, large, is_small)
    }

    fn sinh_series(&mut self, x: Val) -> Val {
        let z = F64.mul(self, x, x);
        let series: [f64; 9] = factorial_series(3, false);
        let tail = F64.polynomial(self, z, &series);
        let tail = F64.mul(self, tail, z);
        F64.fma(self, tail, x, x)
    }

    pub fn cosh_f64(&mut self, x: Val) -> Val {
        let magnitude = F64.abs(self, x);
        let half = self.exp_f64(magnitude, -1);
        let quarter = F64.div(self, Val::f64(0.25), half);
        F64.add(self, half, quarter)
    }

    /// `1 - 2 / (e^(2|x|) + 1)`; for small arguments `x + x (sinh x / x - cosh x) / cosh x` by
    /// series, where all but the first term is small and so are its errors.
    pub fn tanh_f64(&mut self, x: Val) -> Val {
        let magnitude = F64.abs(self, x);
        let doubled = F64.add(self, magnitude, magnitude);
        let power = self.exp_f64(doubled, 0);
        let sum = F64.add(self, power, Val::f64(1.0));
        let quotient = F64.div(self, Val::f64(2.0), sum);
        let large = F64.sub(self, Val::f64(1.0), quotient);
        let z = F64.mul(self, x, x);
        let sinh: [f64; 10] = factorial_series(3, false);
        let cosh: [f64; 10] = factorial_series(2, false);
        let difference: Vec<f64> = sinh.iter().zip(cosh).map(|(a, b)| a - b).collect();
        let difference = F64.polynomial(self, z, &difference);
        let tail = F64.polynomial(self, z, &cosh);
        let cosh = F64.fma(self, tail, z, Val::f64(1.0));
        let quotient = F64.div(self, difference, cosh);
        let correction = F64.mul(self, quotient, z);
        let small = F64.fma(self, correction, x, x);
        let is_small = F64.compare(self, Cmp::Lt, magnitude, Val::f64(1.0));
        let result = F64.select(self, small, large, is_small);
        // The sum for -0 is +0.
        F64.copy_sign(self, x, result)
    }

    /// `2^(y log2 |x|)`; the logarithm has twice the bits if the result must have 53.
    pub fn pow_f64(&mut self, x: Val, y: Val, full: bool) -> Val {
        let magnitude = F64.abs(self, x);
        let product = if full {
            let (high, low) = self.log2_pair(magnitude);
            let exponent = F64.mul(self, y, high);
            let minus = F64.neg(self, exponent);
            let lost = F64.fma(self, y, high, minus);
            let lost = F64.fma(self, y, low, lost);
            // Infinite exponents have no correction.
            let size = F64.abs(self, exponent);
            let usual = F64.compare(self, Cmp::Lt, size, Val::f64(2000.0));
            let lost = F64.select(self, lost, Val::f64(0.0), usual);
            self.exp2_of_sum(exponent, lost)
        } else {
            let log = self.log2_f64(magnitude);
            let exponent = F64.mul(self, y, log);
            self.exp2_f64(exponent)
        };
        self.pow_cases(x, magnitude, y, product)
    }

    /// What the product of logarithm and exponent does not give: signs, and powers of 0 and of 1.
    fn pow_cases(&mut self, x: Val, magnitude: Val, y: Val, power: Val) -> Val {
        let whole = F64.rint(self, y);
        let is_whole = F64.compare(self, Cmp::Eq, whole, y);
        let half = F64.mul(self, y, Val::f64(0.5));
        let half_whole = F64.rint(self, half);
        let is_odd_or_fraction = F64.compare(self, Cmp::Ne, half_whole, half);
        let is_odd = self.and_pred(is_whole, is_odd_or_fraction);
        let sign =
            self.b.def(Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::S64 }, &[x, Val::ZERO]);
        let flips = self.and_pred(sign, is_odd);
        let negated = F64.neg(self, power);
        let mut result = F64.select(self, negated, power, flips);
        // A finite negative number to a fractional power.
        let below = F64.compare(self, Cmp::Lt, x, Val::f64(0.0));
        let finite = F64.compare(self, Cmp::Lt, magnitude, Val::f64(f64::INFINITY));
        let fractional = F64.compare(self, Cmp::Ne, whole, y);
        let undefined = self.and_pred(below, finite);
        let undefined = self.and_pred(undefined, fractional);
        result = F64.select(self, Val::f64(f64::NAN), result, undefined);
        // (-1)^(+-inf) is 1, but 1 also is what any power of +1 is, and any number to the 0.
        let one = F64.compare(self, Cmp::Eq, x, Val::f64(1.0));
        result = F64.select(self, Val::f64(1.0), result, one);
        let unit = F64.compare(self, Cmp::Eq, magnitude, Val::f64(1.0));
        let size = F64.abs(self, y);
        let infinite = F64.compare(self, Cmp::Eq, size, Val::f64(f64::INFINITY));
        let unit = self.and_pred(unit, infinite);
        result = F64.select(self, Val::f64(1.0), result, unit);
        let zeroth = F64.compare(self, Cmp::Eq, y, Val::f64(0.0));
        F64.select(self, Val::f64(1.0), result, zeroth)
    }

    /// `log2 x` as a sum of two floats, for the logarithm of a power.
    fn log2_pair(&mut self, x: Val) -> (Val, Val) {
        let (e, f) = self.split_f64(x);
        // s = f / (2 + f) and what the quotient lost.
        let sum = F64.add(self, f, Val::f64(2.0));
        let back = F64.sub(self, sum, Val::f64(2.0));
        let sum_low = F64.sub(self, f, back);
        let s = F64.div(self, f, sum);
        let minus_s = F64.neg(self, s);
        let rest = F64.fma(self, minus_s, sum, f);
        let rest = F64.fma(self, minus_s, sum_low, rest);
        let s_low = F64.div(self, rest, sum);
        // 2 artanh s = s (2 + z C), C = 2/3 + z (2/5 + ...): the product z C in two parts.
        let z = F64.mul(self, s, s);
        let minus_z = F64.neg(self, z);
        let z_low = F64.fma(self, s, s, minus_z);
        let twice = F64.add(self, s_low, s_low);
        let z_low = F64.fma(self, twice, s, z_low);
        let series: Vec<f64> = (2..=12).map(|k| 2.0 / (2.0 * f64::from(k) + 1.0)).collect();
        let tail = F64.polynomial(self, z, &series);
        let third = 2.0 / 3.0;
        // 2/3 - f64(2/3)
        let third_low = 3.700_743_415_417_188e-17;
        let product = F64.mul(self, tail, z);
        let c = F64.add(self, product, Val::f64(third));
        let difference = F64.sub(self, Val::f64(third), c);
        let c_low = F64.add(self, difference, product);
        let c_low = F64.add(self, c_low, Val::f64(third_low));
        let w = F64.mul(self, z, c);
        let minus_w = F64.neg(self, w);
        let w_low = F64.fma(self, z, c, minus_w);
        let w_low = F64.fma(self, z_low, c, w_low);
        let w_low = F64.fma(self, z, c_low, w_low);
        // l = s (2 + w)
        let factor = F64.add(self, w, Val::f64(2.0));
        let back = F64.sub(self, Val::f64(2.0), factor);
        let factor_low = F64.add(self, back, w);
        let factor_low = F64.add(self, factor_low, w_low);
        let l = F64.mul(self, s, factor);
        let minus_l = F64.neg(self, l);
        let l_low = F64.fma(self, s, factor, minus_l);
        let l_low = F64.fma(self, s, factor_low, l_low);
        let l_low = F64.fma(self, s_low, factor, l_low);
        // times log2 e
        let log2_e = Val::f64(std::f64::consts::LOG2_E);
        let h = F64.mul(self, l, log2_e);
        let minus_h = F64.neg(self, h);
        let h_low = F64.fma(self, l, log2_e, minus_h);
        let h_low = F64.fma(self, l, Val::f64(LOG2_E_LOW), h_low);
        let h_low = F64.fma(self, l_low, log2_e, h_low);
        // plus e, which is zero or larger
        let high = F64.add(self, e, h);
        let back = F64.sub(self, high, e);
        let low = F64.sub(self, h, back);
        let low = F64.add(self, low, h_low);
        let total = F64.add(self, high, low);
        let back = F64.sub(self, total, high);
        let low = F64.sub(self, low, back);
        let high = self.log_cases(x, total);
        (high, low)
    }

    /// The angle of the point `(x, y)`: `atan(min / max)` of the magnitudes, then the octant.
    pub fn atan2_f64(&mut self, y: Val, x: Val) -> Val {
        const TAN_PI_8: f64 = 0.414_213_562_373_095_03;
        let (ax, ay) = (F64.abs(self, x), F64.abs(self, y));
        let steep = F64.compare(self, Cmp::Gt, ay, ax);
        let mut max = F64.select(self, ay, ax, steep);
        let mut min = F64.select(self, ax, ay, steep);
        // So that the sum below does not overflow.
        let huge = F64.compare(self, Cmp::Gt, max, Val::f64(1e300));
        let scale = F64.select(self, Val::f64(0.25), Val::f64(1.0), huge);
        max = F64.mul(self, max, scale);
        min = F64.mul(self, min, scale);
        // Two infinities make the angle of 1 over 1, two zeros that of 0 over 1.
        let both = F64.compare(self, Cmp::Eq, min, Val::f64(f64::INFINITY));
        max = F64.select(self, Val::f64(1.0), max, both);
        min = F64.select(self, Val::f64(1.0), min, both);
        let none = F64.compare(self, Cmp::Eq, max, Val::f64(0.0));
        max = F64.select(self, Val::f64(1.0), max, none);
        // atan t = pi/4 + atan((t - 1) / (t + 1)) above tan(pi/8).
        let bound = F64.mul(self, max, Val::f64(TAN_PI_8));
        let upper = F64.compare(self, Cmp::Gt, min, bound);
        let difference = F64.sub(self, min, max);
        let sum = F64.add(self, min, max);
        let above = F64.select(self, difference, min, upper);
        let below = F64.select(self, sum, max, upper);
        let t = F64.div(self, above, below);
        let z = F64.mul(self, t, t);
        let series: Vec<f64> = (1..=21)
            .map(|k| if k % 2 == 1 { -1.0 } else { 1.0 } / (2.0 * f64::from(k) + 1.0))
            .collect();
        let tail = F64.polynomial(self, z, &series);
        let tail = F64.mul(self, tail, z);
        let small = F64.fma(self, tail, t, t);
        let eighth = F64.select(self, Val::f64(std::f64::consts::FRAC_PI_4), Val::f64(0.0), upper);
        let eighth_low =
            F64.select(self, Val::f64(3.061_616_997_868_383e-17), Val::f64(0.0), upper);
        let angle = F64.add(self, small, eighth_low);
        let angle = F64.add(self, angle, eighth);
        let from = |cx: &mut Self, whole: f64, low: f64, angle: Val| {
            let rest = F64.sub(cx, Val::f64(low), angle);
            F64.add(cx, rest, Val::f64(whole))
        };
        let complement = from(self, std::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, angle);
        let angle = F64.select(self, complement, angle, steep);
        let supplement = from(self, std::f64::consts::PI, 1.224_646_799_147_353_2e-16, angle);
        // By the sign bit: a negative zero points left too.
        let left =
            self.b.def(Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::S64 }, &[x, Val::ZERO]);
        let angle = F64.select(self, supplement, angle, left);
        let angle = F64.copy_sign(self, y, angle);
        let unordered = F64.compare(self, Cmp::Nan, x, y);
        F64.select(self, Val::f64(f64::NAN), angle, unordered)
    }

    /// The integer part of a quotient, toward zero, as a float.
    pub(super) fn truncated_f64(&mut self, x: Val) -> Val {
        let op = Op::Cvt {
            round: Round::ZeroInt,
            ftz: Ftz::Keep,
            sat: Saturate::No,
            to: Ty::F64,
            from: Ty::F64,
        };
        self.b.def(op, &[x])
    }
}
