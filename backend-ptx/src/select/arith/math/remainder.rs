//! The remainder of a division, exactly: C's `fmod`.
//!
//! Long division in digits of 50 bits. The divisor is scaled up by 2^50 until it is just below the
//! dividend, then down again; at each step the quotient digit is an integer below 2^50, so the
//! product and the difference are exact in one multiply-add.

use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Uniform};
use crate::select::arith::math::{Cx, F64};

const DIGIT: f64 = 1_125_899_906_842_624.0;

impl Cx<'_> {
    /// `x - trunc(x / y) * y`, with the sign of `x`.
    pub fn remainder_f64(&mut self, x: Val, y: Val) -> Val {
        let (ax, ay) = (F64.abs(self, x), F64.abs(self, y));
        let (rest, divisor) = (self.b.fresh(Class::B64), self.b.fresh(Class::B64));
        self.b.assign(rest, ax);
        self.b.assign(divisor, ay);
        // Only 0 < y <= x < infinity needs a division.
        let (head_up, head_down) = (self.b.loop_head(), self.b.loop_head());
        let done = self.b.label();
        let smaller = F64.compare(self, Cmp::Ltu, ax, ay);
        self.b.branch_if(smaller, false, Uniform::No, done);
        let infinite = F64.compare(self, Cmp::Eq, ax, Val::f64(f64::INFINITY));
        self.b.branch_if(infinite, false, Uniform::No, done);
        let zero = F64.compare(self, Cmp::Eq, ay, Val::f64(0.0));
        self.b.branch_if(zero, false, Uniform::No, done);

        self.b.place(head_up);
        let next = F64.mul(self, divisor.into(), Val::f64(DIGIT));
        let below = F64.compare(self, Cmp::Gt, next, rest.into());
        self.b.branch_if(below, false, Uniform::No, head_down);
        self.b.assign(divisor, next);
        self.b.branch_nonuniform(head_up);

        self.b.place(head_down);
        let quotient = F64.div(self, rest.into(), divisor.into());
        let digit = self.truncated_f64(quotient);
        let minus = F64.neg(self, digit);
        let left = F64.fma(self, minus, divisor.into(), rest.into());
        // The digit is one too large if the quotient was rounded up to it.
        let negative = F64.compare(self, Cmp::Lt, left, Val::f64(0.0));
        let corrected = F64.add(self, left, divisor.into());
        let left = F64.select(self, corrected, left, negative);
        let last = F64.compare(self, Cmp::Eq, divisor.into(), ay);
        let next = F64.mul(self, divisor.into(), Val::f64(1.0 / DIGIT));
        self.b.assign(rest, left);
        self.b.assign(divisor, next);
        self.b.branch_if(last, true, Uniform::No, head_down);

        self.b.place(done);
        let signed = F64.copy_sign(self, x, rest.into());
        // NaN if x is infinite, y is zero, or either is NaN: then x * 0 / y is.
        let product = F64.mul(self, x, Val::f64(0.0));
        let invalid = F64.div(self, product, y);
        let invalid = F64.compare(self, Cmp::Nan, invalid, y);
        F64.select(self, Val::f64(f64::NAN), signed, invalid)
    }
}
