//! Mathematical functions.
//!
//! PTX has approximations of f32 functions only. The rest is here: range
//! reduction, polynomials, and exceptional cases.
//!
//! * f32 exp, log, sin, cos, tanh are computed in f32, within 2 units in the last place.
//! * f32 tan, sinh, cosh, pow, atan2 and fmod are rare and go through f64.
//! * f32 quotients are computed in groups (`quotient`).
//! * f16 and bf16 functions are the f32 ones, rounded once more.
//! * f64 functions are within a few units, from series long enough for 53 bits.
//!
//! Every function gives the IEEE results for zeros, infinities and NaN. Where a rare case needs
//! more code (arguments of sin too large for a quick reduction), threads branch to it.

mod double;
mod quotient;
mod remainder;
mod single;
mod trig;

use ir::{InstData, Rounding, Scalar};

use crate::ptx::builder::untyped;
use crate::ptx::inst::Op;
use crate::ptx::regs::{Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Round, Saturate, Ty, Uniform};
use crate::select::arith::elementwise::ftz;
use crate::select::{Cx, Select, Unsupported};

/// f32 or f64 arithmetic, to nearest.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Real {
    ty: Ty,
}

const F32: Real = Real { ty: Ty::F32 };
const F64: Real = Real { ty: Ty::F64 };

impl Real {
    fn constant(self, value: f64) -> Val {
        if self.ty == Ty::F64 { Val::f64(value) } else { Val::f32(value as f32) }
    }

    fn add(self, cx: &mut Cx<'_>, a: Val, b: Val) -> Val {
        cx.b.def(Op::AddF { round: Round::Nearest, ftz: Ftz::Keep, ty: self.ty }, &[a, b])
    }

    fn sub(self, cx: &mut Cx<'_>, a: Val, b: Val) -> Val {
        cx.b.def(Op::SubF { round: Round::Nearest, ftz: Ftz::Keep, ty: self.ty }, &[a, b])
    }

    fn mul(self, cx: &mut Cx<'_>, a: Val, b: Val) -> Val {
        cx.b.def(Op::MulF { round: Round::Nearest, ftz: Ftz::Keep, ty: self.ty }, &[a, b])
    }

    fn fma(self, cx: &mut Cx<'_>, a: Val, b: Val, c: Val) -> Val {
        cx.b.def(Op::Fma { round: Round::Nearest, ftz: Ftz::Keep, ty: self.ty }, &[a, b, c])
    }

    fn div(self, cx: &mut Cx<'_>, a: Val, b: Val) -> Val {
        cx.b.def(Op::DivF { round: Round::Nearest, ftz: Ftz::Keep, ty: self.ty }, &[a, b])
    }

    fn neg(self, cx: &mut Cx<'_>, a: Val) -> Val {
        let sign = Val::Imm(1 << (self.ty.bits() - 1));
        cx.b.def(Op::Xor { ty: self.ty.untyped() }, &[a, sign])
    }

    fn abs(self, cx: &mut Cx<'_>, a: Val) -> Val {
        let magnitude = Val::Imm((1 << (self.ty.bits() - 1)) - 1);
        cx.b.def(Op::And { ty: self.ty.untyped() }, &[a, magnitude])
    }

    /// The magnitude of `a` with the sign of `sign`.
    fn copy_sign(self, cx: &mut Cx<'_>, sign: Val, a: Val) -> Val {
        cx.b.def(Op::CopySign { ty: self.ty }, &[sign, a])
    }

    fn compare(self, cx: &mut Cx<'_>, cmp: Cmp, a: Val, b: Val) -> Val {
        cx.b.def(Op::Setp { cmp, ftz: Ftz::Keep, ty: self.ty }, &[a, b])
    }

    fn select(self, cx: &mut Cx<'_>, yes: Val, no: Val, pred: Val) -> Val {
        cx.b.def(Op::Selp { ty: self.ty.untyped() }, &[yes, no, pred])
    }

    /// The nearest integer, as a float.
    fn rint(self, cx: &mut Cx<'_>, a: Val) -> Val {
        let op = Op::Cvt {
            round: Round::NearestInt,
            ftz: Ftz::Keep,
            sat: Saturate::No,
            to: self.ty,
            from: self.ty,
        };
        cx.b.def(op, &[a])
    }

    /// A float that is an integer, as a 32-bit one; out of range saturates.
    fn to_int(self, cx: &mut Cx<'_>, a: Val) -> Val {
        let op = Op::Cvt {
            round: Round::NearestInt,
            ftz: Ftz::Keep,
            sat: Saturate::No,
            to: Ty::S32,
            from: self.ty,
        };
        cx.b.def(op, &[a])
    }

    /// A 32-bit integer as a float.
    fn of_int(self, cx: &mut Cx<'_>, a: Val) -> Val {
        let (round, ftz, sat) = (Round::Nearest, Ftz::Keep, Saturate::No);
        cx.b.def(Op::Cvt { round, ftz, sat, to: self.ty, from: Ty::S32 }, &[a])
    }

    /// `c[0] + c[1] x + c[2] x^2 + ...` by Horner's rule.
    fn polynomial(self, cx: &mut Cx<'_>, x: Val, coefficients: &[f64]) -> Val {
        let mut terms = coefficients.iter().rev();
        let mut sum = self.constant(terms.next().copied().unwrap_or(0.0));
        for &coefficient in terms {
            sum = self.fma(cx, sum, x, self.constant(coefficient));
        }
        sum
    }
}

/// `1/1!, 1/3!, ...` or `1/0!, 1/2!, ...` and the like: every second reciprocal factorial from
/// `first` on, with alternating signs if asked.
fn factorial_series<const N: usize>(first: u32, alternating: bool) -> [f64; N] {
    let mut out = [0.0; N];
    for (i, coefficient) in (0..).zip(&mut out) {
        let factorial: f64 = (1..=first + 2 * i).map(f64::from).product();
        let sign = if alternating && i % 2 == 1 { -1.0 } else { 1.0 };
        *coefficient = sign / factorial;
    }
    out
}

impl Cx<'_> {
    /// A function of f32 or f64 that is more than one instruction.
    pub fn math(&mut self, data: &InstData, scalar: Scalar, x: &[Val]) -> Select<Val> {
        let is_double = scalar == Scalar::F64;
        let real = if is_double { F64 } else { F32 };
        Ok(match data {
            InstData::Exp { rounding: Rounding::Approx, .. } if !is_double => {
                let scaled = F32.mul(self, x[0], Val::f32(std::f32::consts::LOG2_E));
                self.b.def(Op::Ex2 { ftz: Ftz::Keep }, &[scaled])
            }
            InstData::Exp2 { flush_to_zero, .. } if !is_double => {
                self.b.def(Op::Ex2 { ftz: ftz(*flush_to_zero) }, x)
            }
            InstData::Rsqrt { flush_to_zero, .. } if !is_double => {
                self.b.def(Op::Rsqrt { ftz: ftz(*flush_to_zero), ty: Ty::F32 }, x)
            }
            InstData::Rsqrt { .. } => {
                let op = Op::Sqrt { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F64 };
                let root = self.b.def(op, x);
                F64.div(self, Val::f64(1.0), root)
            }
            InstData::Tanh { rounding: Rounding::Approx, .. } if !is_double => {
                self.b.def(Op::TanhApprox {}, x)
            }
            InstData::Exp { .. } if is_double => self.exp_f64(x[0], 0),
            InstData::Exp { .. } => self.exp_f32(x[0]),
            InstData::Exp2 { .. } => self.exp2_f64(x[0]),
            InstData::Log { .. } if is_double => self.log_f64(x[0]),
            InstData::Log { .. } => self.log_f32(x[0], false),
            InstData::Log2 { .. } if is_double => self.log2_f64(x[0]),
            InstData::Log2 { .. } => self.log_f32(x[0], true),
            InstData::Tanh { .. } if is_double => self.tanh_f64(x[0]),
            InstData::Tanh { .. } => self.tanh_f32(x[0]),
            InstData::Sin { .. } => self.sine(real, x[0], false),
            InstData::Cos { .. } => self.sine(real, x[0], true),
            InstData::Tan { .. } => self.through_f64(is_double, x, |cx, x| cx.tan_f64(x[0])),
            InstData::Sinh { .. } => self.through_f64(is_double, x, |cx, x| cx.sinh_f64(x[0])),
            InstData::Cosh { .. } => self.through_f64(is_double, x, |cx, x| cx.cosh_f64(x[0])),
            InstData::Pow { .. } => {
                self.through_f64(is_double, x, |cx, x| cx.pow_f64(x[0], x[1], is_double))
            }
            InstData::Atan2 { .. } => {
                self.through_f64(is_double, x, |cx, x| cx.atan2_f64(x[0], x[1]))
            }
            InstData::RemF { .. } => {
                self.through_f64(is_double, x, |cx, x| cx.remainder_f64(x[0], x[1]))
            }
            _ => return Err(Unsupported::op(format!("{} of {scalar}", data.opcode().mnemonic()))),
        })
    }

    /// An f64 function of arguments that may be f32.
    fn through_f64(
        &mut self,
        is_double: bool,
        x: &[Val],
        f: impl FnOnce(&mut Self, &[Val]) -> Val,
    ) -> Val {
        if is_double {
            return f(self, x);
        }
        let wide: Vec<Val> = x.iter().map(|&val| self.f32_to_f64(val)).collect();
        let result = f(self, &wide);
        self.f64_to_f32(result)
    }

    fn f32_to_f64(&mut self, val: Val) -> Val {
        let op = Op::Cvt {
            round: Round::None,
            ftz: Ftz::Keep,
            sat: Saturate::No,
            to: Ty::F64,
            from: Ty::F32,
        };
        self.b.def(op, &[val])
    }

    fn f64_to_f32(&mut self, val: Val) -> Val {
        let op = Op::Cvt {
            round: Round::Nearest,
            ftz: Ftz::Keep,
            sat: Saturate::No,
            to: Ty::F32,
            from: Ty::F64,
        };
        self.b.def(op, &[val])
    }

    /// The values as they are, or, in threads where `rare` holds, what `otherwise` gives instead.
    fn unless(
        &mut self,
        rare: Val,
        values: &[Val],
        otherwise: impl FnOnce(&mut Self) -> Vec<Val>,
    ) -> Vec<Val> {
        if rare == Val::ZERO {
            return values.to_vec();
        }
        let regs: Vec<Reg> = values
            .iter()
            .map(|&val| {
                let class = self.b.class(val).unwrap_or(crate::ptx::regs::Class::B64);
                let reg = self.b.fresh(class);
                debug_assert_eq!(untyped(class).class(), class);
                self.b.assign(reg, val);
                reg
            })
            .collect();
        let done = self.b.label();
        self.b.branch_if(rare, true, Uniform::No, done);
        let others = otherwise(self);
        for (&reg, val) in regs.iter().zip(others) {
            self.b.assign(reg, val);
        }
        self.b.place(done);
        regs.into_iter().map(Val::Reg).collect()
    }
}
