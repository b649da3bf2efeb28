//! Mathematical functions of f32 (f16 and bf16 are computed in f32).

use ir::{InstData, Rounding, Scalar};

use super::elementwise::ftz;
use super::{Cx, Select, Unsupported};
use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Round, Saturate, Ty};

impl Cx<'_> {
    /// A function of f32 or f64 that is more than one instruction.
    pub fn math(&mut self, data: &InstData, scalar: Scalar, x: &[Val]) -> Select<Val> {
        let unsupported = || Unsupported::op(format!("{} of {scalar}", data.opcode().mnemonic()));
        if scalar == Scalar::F64 {
            return Err(unsupported());
        }
        Ok(match data {
            InstData::Exp { rounding: Rounding::Approx, .. } => {
                let scaled = self.mul(x[0], Val::f32(std::f32::consts::LOG2_E));
                self.b.def(Op::Ex2 { ftz: Ftz::Keep }, &[scaled])
            }
            InstData::Exp { .. } => self.exp(x[0]),
            InstData::Exp2 { flush_to_zero, .. } => {
                self.b.def(Op::Ex2 { ftz: ftz(*flush_to_zero) }, x)
            }
            InstData::Rsqrt { flush_to_zero, .. } => {
                self.b.def(Op::Rsqrt { ftz: ftz(*flush_to_zero), ty: Ty::F32 }, x)
            }
            InstData::Tanh { rounding: Rounding::Approx, .. } => self.b.def(Op::TanhApprox {}, x),
            _ => return Err(unsupported()),
        })
    }

    fn mul(&mut self, a: Val, b: Val) -> Val {
        self.b.def(Op::MulF { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F32 }, &[a, b])
    }

    fn sub(&mut self, a: Val, b: Val) -> Val {
        self.b.def(Op::SubF { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F32 }, &[a, b])
    }

    fn fma(&mut self, a: Val, b: Val, c: Val) -> Val {
        self.b.def(Op::Fma { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F32 }, &[a, b, c])
    }

    /// `e^x = 2^n * 2^f` with `n = floor(x log2 e)`.
    ///
    /// One saturating multiply-add maps `x` to `(x log2 e + 126) / 252` in `[0, 1]`, a second one
    /// brings the integer part, limited to the exponents of normal numbers, into the low bits.
    /// What the limit cut off stays in `f`, so that overflow, underflow, infinities and NaN come
    /// out of `ex2` and the last product by themselves.
    fn exp(&mut self, x: Val) -> Val {
        const LIMIT: f32 = 252.0;
        /// 1.5 * 2^23: a sum with it has the integer in its low bits.
        const MAGIC: f32 = 12_582_912.0;
        /// log2 e minus its f32.
        const LOG2_E_LOW: f32 = 1.925_963_033_5e-8;
        let log2_e = std::f32::consts::LOG2_E;
        let saturating = Op::FmaSat {};
        let fraction = self.b.def(saturating, &[x, Val::f32(log2_e / LIMIT), Val::f32(0.5)]);
        let down = Op::Fma { round: Round::Down, ftz: Ftz::Keep, ty: Ty::F32 };
        let shifted = self.b.def(down, &[fraction, Val::f32(LIMIT), Val::f32(MAGIC + 1.0)]);
        let n = self.sub(shifted, Val::f32(MAGIC + 127.0));
        let minus_n = self.b.def(Op::NegF { ftz: Ftz::Keep, ty: Ty::F32 }, &[n]);
        let f = self.fma(x, Val::f32(log2_e), minus_n);
        let f = self.fma(x, Val::f32(LOG2_E_LOW), f);
        let power = self.b.def(Op::Ex2 { ftz: Ftz::Flush }, &[f]);
        let scale = self.b.def(Op::Shl { ty: Ty::B32 }, &[shifted, Val::u32(23)]);
        self.mul(power, scale)
    }

    #[allow(dead_code)]
    fn compare(&mut self, cmp: Cmp, a: Val, b: Val) -> Val {
        let _ = Saturate::No;
        self.b.def(Op::Setp { cmp, ftz: Ftz::Keep, ty: Ty::F32 }, &[a, b])
    }
}
