//! f32 functions computed in f32.

use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Round, Ty};
use crate::select::arith::math::{Cx, F32};

/// `(log(1 + f) - f + f^2/2) / f^3` on [sqrt(1/2) - 1, sqrt(2) - 1]; relative error of the
/// logarithm 2^-30.
const LOG: [f64; 9] = [
    0.333333126043,
    -0.250000095983,
    0.200021186426,
    -0.166679959049,
    0.142195527325,
    -0.124055882416,
    0.11888158847,
    -0.116756545708,
    0.0674665152336,
];

/// `(tanh(x) / x - 1) / x^2` as a polynomial of `x^2` for |x| < 0.6; relative error 2^-28.
const TANH: [f64; 5] =
    [-0.333332992719, 0.133319582398, -0.0537866833518, 0.0208053839178, -0.00590586768998];

impl Cx<'_> {
    /// `e^x = 2^n * 2^f` with `n = floor(x log2 e)`.
    ///
    /// One saturating multiply-add maps `x` to `(x log2 e + 126) / 252` in `[0, 1]`, a second one
    /// brings the integer part, limited to the exponents of normal numbers, into the low bits.
    /// The part that the limit cut off stays in `f`, so that overflow, underflow, infinities and
    /// NaN come
    /// out of `ex2` and the last product by themselves.
    pub fn exp_f32(&mut self, x: Val) -> Val {
        const LIMIT: f32 = 252.0;
        /// 1.5 * 2^23: a sum with it has the integer in its low bits.
        const MAGIC: f32 = 12_582_912.0;
        /// log2 e minus its f32.
        const LOG2_E_LOW: f32 = 1.925_963e-8;
        let log2_e = std::f32::consts::LOG2_E;
        let fraction = self.b.def(Op::FmaSat {}, &[x, Val::f32(log2_e / LIMIT), Val::f32(0.5)]);
        let down = Op::Fma { round: Round::Down, ftz: Ftz::Keep, ty: Ty::F32 };
        let shifted = self.b.def(down, &[fraction, Val::f32(LIMIT), Val::f32(MAGIC + 1.0)]);
        let minus_n = F32.sub(self, Val::f32(MAGIC + 127.0), shifted);
        let f = F32.fma(self, x, Val::f32(log2_e), minus_n);
        let f = F32.fma(self, x, Val::f32(LOG2_E_LOW), f);
        let power = self.b.def(Op::Ex2 { ftz: Ftz::Flush }, &[f]);
        let scale = self.b.def(Op::Shl { ty: Ty::B32 }, &[shifted, Val::u32(23)]);
        F32.mul(self, power, scale)
    }

    /// Natural or binary logarithm: `x = 2^e * (1 + f)` with `1 + f` between the square roots of
    /// one half and two, so that nothing cancels.
    pub fn log_f32(&mut self, x: Val, binary: bool) -> Val {
        const LN2_HIGH: f32 = 0.693_145_75;
        const LN2_LOW: f32 = 1.428_606_8e-6;
        /// Bits of the square root of one half.
        const ROOT: u32 = 0x3F35_04F3;
        let subnormal = F32.compare(self, Cmp::Lt, x, Val::f32(f32::MIN_POSITIVE));
        let scaled = F32.mul(self, x, Val::f32(8_388_608.0));
        let normal = F32.select(self, scaled, x, subnormal);
        let offset = self.b.def(Op::Selp { ty: Ty::B32 }, &[Val::f32(-23.0), Val::ZERO, subnormal]);
        let above_root = self.b.def(Op::Sub { ty: Ty::U32 }, &[normal, Val::u32(ROOT)]);
        let exponent = self.b.def(Op::And { ty: Ty::B32 }, &[above_root, Val::u32(0xFF80_0000)]);
        let mantissa = self.b.def(Op::Sub { ty: Ty::U32 }, &[normal, exponent]);
        let e = F32.of_int(self, exponent);
        // The exponent is 23 bits up.
        let e = F32.fma(self, e, Val::f32(1.0 / 8_388_608.0), offset);
        let f = F32.sub(self, mantissa, Val::f32(1.0));
        let square = F32.mul(self, f, f);
        let p = F32.polynomial(self, f, &LOG);
        let p = F32.mul(self, p, f);
        // log(1 + f) = f + f^2 (p f - 1/2)
        let p = F32.sub(self, p, Val::f32(0.5));
        let result = if binary {
            let tail = F32.mul(self, square, p);
            let log2_e = Val::f32(std::f32::consts::LOG2_E);
            let low = F32.mul(self, tail, log2_e);
            let low = F32.fma(self, f, Val::f32(1.925_963e-8), low);
            let whole = F32.fma(self, f, log2_e, low);
            F32.add(self, whole, e)
        } else {
            let tail = F32.mul(self, e, Val::f32(LN2_LOW));
            let tail = F32.fma(self, square, p, tail);
            let high = F32.fma(self, e, Val::f32(LN2_HIGH), f);
            // What the sum above lost.
            let back = F32.fma(self, e, Val::f32(-LN2_HIGH), high);
            let lost = F32.sub(self, f, back);
            let tail = F32.add(self, tail, lost);
            F32.add(self, high, tail)
        };
        // Zero, negative numbers, infinity and NaN are right in the approximation.
        let special = self.b.def(Op::Lg2 { ftz: Ftz::Keep }, &[x]);
        let positive = F32.compare(self, Cmp::Gt, x, Val::f32(0.0));
        let finite = F32.compare(self, Cmp::Lt, x, Val::f32(f32::INFINITY));
        let usual = self.and_pred(positive, finite);
        F32.select(self, result, special, usual)
    }

    /// `x + x^3 p(x^2)` for small `x`, else `1 - 2 / (e^(2|x|) + 1)` with the sign of `x`.
    pub fn tanh_f32(&mut self, x: Val) -> Val {
        let magnitude = F32.abs(self, x);
        let doubled = F32.mul(self, magnitude, Val::f32(2.0 * std::f32::consts::LOG2_E));
        let power = self.b.def(Op::Ex2 { ftz: Ftz::Flush }, &[doubled]);
        let sum = F32.add(self, power, Val::f32(1.0));
        let reciprocal =
            self.b.def(Op::Rcp { round: Round::Approx, ftz: Ftz::Flush, ty: Ty::F32 }, &[sum]);
        let large = F32.fma(self, reciprocal, Val::f32(-2.0), Val::f32(1.0));
        let square = F32.mul(self, x, x);
        let p = F32.polynomial(self, square, &TANH);
        let p = F32.mul(self, p, square);
        let small = F32.fma(self, p, x, x);
        let is_small = F32.compare(self, Cmp::Lt, magnitude, Val::f32(0.6));
        let result = F32.select(self, small, large, is_small);
        // The small one too: of -0 the sum above is +0.
        F32.copy_sign(self, x, result)
    }
}
