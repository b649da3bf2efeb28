//! Quotients of f32, correctly rounded, several at once.
//!
//! `div.rn.f32` is a call in all but name: each one tests its operands, branches, and keeps
//! everything around it from being scheduled. Here a thread's quotients are computed in groups
//! without a branch, and one test for a group sends the rare operands to `div.rn`.
//!
//! With `r` the reciprocal of `b` correctly rounded, one correction by the exact remainder
//! gives the correctly rounded quotient (P. Markstein, "Computation of elementary functions on
//! the IBM RISC System/6000 processor", 1990, theorem 8.1):
//!
//! ```text
//! q = a * r        m = fma(b, q, -a)        a / b = fma(m, -r, q)
//! ```
//!
//! Where all quotients of a group have one divisor, as rows do that are divided by their sum, `r`
//! is computed once. Where each has its own, `r` comes from the approximation and one Newton step,
//! which may not be correctly rounded, and the correction is done twice.
//!
//! Nothing overflows and `m` is exact for `a` from 2^-80 to 2^60 and `b` from 2^-40 to 2^40, since
//! then `q` is normal and the last bit of `m` is at least 2^-128. Of `a = 0` it also holds, with
//! the sign, since `b` is positive: `m` is +0, and `-0 + q` is `q`.

use super::{Cx, F32};
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Round, Ty, Uniform};

/// Quotients that share a test.
const GROUP: usize = 8;

/// The bits of a power of two.
const fn power(exponent: i32) -> u32 {
    ((exponent + 127) as u32) << 23
}

impl Cx<'_> {
    /// `a[i] / b[i]` to nearest.
    pub fn quotients(&mut self, a: &[Val], b: &[Val]) -> Vec<Val> {
        let groups = a.chunks(GROUP).zip(b.chunks(GROUP));
        groups.flat_map(|(a, b)| self.quotient_group(a, b)).collect()
    }

    fn quotient_group(&mut self, a: &[Val], b: &[Val]) -> Vec<Val> {
        let shared = b.iter().all(|&divisor| divisor == b[0]);
        if a.len() == 1 {
            return vec![F32.div(self, a[0], b[0])];
        }
        let mut usual = Val::Imm(1);
        for &divisor in if shared { &b[..1] } else { b } {
            let holds = self.is_usual_divisor(divisor);
            usual = self.and_pred(usual, holds);
        }
        for &dividend in a {
            let holds = self.is_usual_dividend(dividend);
            usual = self.and_pred(usual, holds);
        }
        let reciprocal = shared.then(|| {
            let op = Op::Rcp { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F32 };
            let r = self.b.def(op, &b[..1]);
            (r, F32.neg(self, r))
        });

        let out: Vec<Reg> = a.iter().map(|_| self.b.fresh(Class::B32)).collect();
        let (rare, done) = (self.b.label(), self.b.label());
        self.b.branch_if(usual, true, Uniform::No, rare);
        self.b.enter_scope();
        for ((&a, &b), &out) in a.iter().zip(b).zip(&out) {
            let quotient = match reciprocal {
                Some((r, minus_r)) => {
                    let q = F32.mul(self, a, r);
                    self.corrected(a, b, q, minus_r)
                }
                None => self.quotient_of_its_own(a, b),
            };
            self.b.assign(out, quotient);
        }
        self.b.leave_scope();
        self.b.branch_nonuniform(done);
        self.b.place(rare);
        self.b.enter_scope();
        for ((&a, &b), &out) in a.iter().zip(b).zip(&out) {
            let quotient = F32.div(self, a, b);
            self.b.assign(out, quotient);
        }
        self.b.leave_scope();
        self.b.place(done);
        out.into_iter().map(Val::Reg).collect()
    }

    fn quotient_of_its_own(&mut self, a: Val, b: Val) -> Val {
        let op = Op::Rcp { round: Round::Approx, ftz: Ftz::Flush, ty: Ty::F32 };
        let guess = self.b.def(op, &[b]);
        let minus_b = F32.neg(self, b);
        let error = F32.fma(self, minus_b, guess, Val::f32(1.0));
        let r = F32.fma(self, guess, error, guess);
        let minus_r = F32.neg(self, r);
        let q = F32.mul(self, a, r);
        let q = self.corrected(a, b, q, minus_r);
        self.corrected(a, b, q, minus_r)
    }

    fn corrected(&mut self, a: Val, b: Val, q: Val, minus_r: Val) -> Val {
        let minus_a = F32.neg(self, a);
        let m = F32.fma(self, b, q, minus_a);
        F32.fma(self, m, minus_r, q)
    }

    /// Whether 2^-40 <= b <= 2^40.
    fn is_usual_divisor(&mut self, b: Val) -> Val {
        let least = self.b.def(setp(Cmp::Ge, Ty::F32), &[b, Val::u32(power(-40))]);
        let most = self.b.def(setp(Cmp::Le, Ty::F32), &[b, Val::u32(power(40))]);
        self.and_pred(least, most)
    }

    /// Whether a is a zero or 2^-80 <= |a| <= 2^60: without its sign and less by one, zero is
    /// the largest number.
    fn is_usual_dividend(&mut self, a: Val) -> Val {
        let magnitude = self.b.def(Op::Shl { ty: Ty::B32 }, &[a, Val::u32(1)]);
        let less = self.b.def(Op::Add { ty: Ty::U32 }, &[magnitude, Val::u32(u32::MAX)]);
        let least = (power(-80) << 1) - 1;
        let least = self.b.def(setp(Cmp::Ge, Ty::U32), &[less, Val::u32(least)]);
        let absolute = F32.abs(self, a);
        let most = self.b.def(setp(Cmp::Le, Ty::F32), &[absolute, Val::u32(power(60))]);
        self.and_pred(least, most)
    }
}

fn setp(cmp: Cmp, ty: Ty) -> Op {
    Op::Setp { cmp, ftz: Ftz::Keep, ty }
}
