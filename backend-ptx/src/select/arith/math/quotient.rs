//! Quotients of f32, correctly rounded, several at once.
//!
//! `div.rn.f32` is a call in all but name: each one tests its operands, branches, and keeps
//! everything around it from being scheduled. Here a thread's quotients are computed in groups
//! without a branch, and one test for a group sends the rare operands to `div.rn`.
//!
//! With `r` the correctly rounded reciprocal of `b`, one correction by the exact remainder gives the
//! correctly rounded quotient (P. Markstein, "Computation of elementary functions on the IBM RISC
//! System/6000 processor", 1990):
//!
//! ```text
//! q = a * r        m = fma(b, q, -a)        a / b = fma(m, -r, q)
//! ```
//!
//! Where all quotients of a group have one divisor, as rows do that are divided by their sum, `r` is
//! computed once. Where each has its own, as in x / (1 + exp(-x)), `r` comes from the approximation
//! and a Newton step:
//!
//! ```text
//! s = rcp.approx(b)        r = fma(s, fma(-b, s, 1), s)
//! ```
//!
//! The approximation is off by one unit in the last place at most, says the PTX manual. From any such
//! `s` the step misses the reciprocal of 32 of the 2^23 significands, and of these only 2 - 2^-23 and
//! 2 - 3 * 2^-23 have a dividend whose quotient that spoils (all were tried): 1 / (2 - 2^-23) would
//! be 1/2. Divisors with such a significand, [`LAST`], are rare ones.
//!
//! Nothing overflows and `m` is exact for 2^-64 <= |a| < 2^64 and 2^-32 <= |b| < 2^32, since
//! then `q` is normal and the last bit of `m` is at least 2^-112. These ranges are such that one
//! subtraction leaves their numbers, and no others, with zeros for the topmost bits: the test is
//! of the disjunction of all. A group of zeros, as masks leave behind, is another usual case.

use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Round, Ty, Uniform};
use crate::select::arith::math::{Cx, F32};

/// Quotients that share a test.
const GROUP: usize = 8;
/// From how many of a thread on groups pay: on an H200 softmax of f16 with 2,048 columns, 16 a thread,
/// gained 15 % in a grid of eight CTAs for each SM and 3 % with one for each row; 8 have not been tried.
const MANY: usize = 16;

/// The first significand, below bits that are all set, of divisors whose reciprocal a Newton step may
/// miss so that a quotient is wrong.
const LAST: u32 = 0xFFFF_FFFD;

/// The bits of a power of two, shifted as [`Cx::above`] does it.
const fn power(exponent: i32) -> u32 {
    ((exponent + 127) as u32) << 24
}

impl Cx<'_> {
    /// `a[i] / b[i]` to nearest.
    pub fn quotients(&mut self, a: &[Val], b: &[Val]) -> Vec<Val> {
        if a.len() < MANY {
            return a.iter().zip(b).map(|(&a, &b)| F32.div(self, a, b)).collect();
        }
        let groups = a.chunks(GROUP).zip(b.chunks(GROUP));
        groups.flat_map(|(a, b)| self.quotient_group(a, b)).collect()
    }

    fn quotient_group(&mut self, a: &[Val], b: &[Val]) -> Vec<Val> {
        let out: Vec<Reg> = a.iter().map(|_| self.b.fresh(Class::B32)).collect();
        let (rare, zeros, done) = (self.b.label(), self.b.label(), self.b.label());
        let divisors = if b.iter().all(|&divisor| divisor == b[0]) { &b[..1] } else { b };

        let dividends = self.above(a, power(-64));
        let usual_dividends = self.b.def(setp(Cmp::Ge, Ty::S32), &[dividends, Val::ZERO]);
        let of_divisors = self.above(divisors, power(-32));
        let usual_divisors = self.b.def(setp(Cmp::Lt, Ty::U32), &[of_divisors, Val::u32(64 << 24)]);
        let mut usual = self.and_pred(usual_dividends, usual_divisors);
        let shared = (divisors.len() == 1).then(|| {
            let reciprocal = Op::Rcp { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F32 };
            self.b.def(reciprocal, &[b[0]])
        });
        if shared.is_none() {
            let last = self.last_significand(divisors);
            let exact = self.b.def(setp(Cmp::Lt, Ty::U32), &[last, Val::u32(LAST)]);
            usual = self.and_pred(usual, exact);
        }

        self.b.branch_if(usual, true, Uniform::No, rare);
        self.in_branch((a, b), &out, |cx, a, b| {
            let r = shared.unwrap_or_else(|| cx.reciprocal(b));
            let q = F32.mul(cx, a, r);
            let minus_a = F32.neg(cx, a);
            let m = F32.fma(cx, b, q, minus_a);
            let minus_r = F32.neg(cx, r);
            F32.fma(cx, m, minus_r, q)
        });
        self.b.branch_nonuniform(done);

        self.b.place(rare);
        let magnitudes = self.magnitudes(a);
        let all_zero = self.b.def(setp(Cmp::Eq, Ty::U32), &[magnitudes, Val::ZERO]);
        let all_zero = self.and_pred(all_zero, usual_divisors);
        self.b.branch_if(all_zero, false, Uniform::No, zeros);
        self.in_branch((a, b), &out, |cx, a, b| F32.div(cx, a, b));
        self.b.branch_nonuniform(done);

        self.b.place(zeros);
        // Zeros with the sign of the quotient.
        self.in_branch((a, b), &out, |cx, a, b| F32.mul(cx, a, b));
        self.b.place(done);
        out.into_iter().map(Val::Reg).collect()
    }

    /// One way to all results.
    fn in_branch(
        &mut self,
        (a, b): (&[Val], &[Val]),
        out: &[Reg],
        mut quotient: impl FnMut(&mut Self, Val, Val) -> Val,
    ) {
        for ((&a, &b), &out) in a.iter().zip(b).zip(out) {
            let quotient = quotient(self, a, b);
            self.b.assign(out, quotient);
        }
    }

    /// The reciprocal of a usual divisor, to nearest.
    fn reciprocal(&mut self, b: Val) -> Val {
        let approximate = Op::Rcp { round: Round::Approx, ftz: Ftz::Flush, ty: Ty::F32 };
        let s = self.b.def(approximate, &[b]);
        let minus_b = F32.neg(self, b);
        let error = F32.fma(self, minus_b, s, Val::f32(1.0));
        F32.fma(self, s, error, s)
    }

    /// The largest significand, below bits that are all set.
    fn last_significand(&mut self, numbers: &[Val]) -> Val {
        let mut last = Val::ZERO;
        for &number in numbers {
            let significand = self.b.def(Op::Or { ty: Ty::B32 }, &[number, Val::u32(0xFF80_0000)]);
            last = self.b.def(Op::Max { ty: Ty::U32 }, &[last, significand]);
        }
        last
    }

    /// The disjunction of numbers without their signs. Not from what [`Cx::above`] shifts: with no other
    /// use, the shift and the subtraction there are one instruction.
    fn magnitudes(&mut self, numbers: &[Val]) -> Val {
        let or = |cx: &mut Self, a, b| cx.b.def(Op::Or { ty: Ty::B32 }, &[a, b]);
        let all = numbers.iter().fold(Val::ZERO, |all, &number| or(self, all, number));
        self.b.def(Op::And { ty: Ty::B32 }, &[all, Val::u32(0x7FFF_FFFF)])
    }

    /// The disjunction of how far numbers without their signs are above the least one, in units
    /// of half a last place.
    fn above(&mut self, numbers: &[Val], least: u32) -> Val {
        let mut all = Val::ZERO;
        for &number in numbers {
            let magnitude = self.b.def(Op::Shl { ty: Ty::B32 }, &[number, Val::u32(1)]);
            let above = self.b.def(Op::Sub { ty: Ty::U32 }, &[magnitude, Val::u32(least)]);
            all = self.b.def(Op::Or { ty: Ty::B32 }, &[all, above]);
        }
        all
    }
}

fn setp(cmp: Cmp, ty: Ty) -> Op {
    Op::Setp { cmp, ftz: Ftz::Keep, ty }
}
