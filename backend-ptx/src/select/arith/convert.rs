//! Conversions between number formats.

use ir::{Rounding, Scalar, Signedness};

use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Round, Saturate, Ty};
use crate::select::arith::elementwise::{float_type, round};
use crate::select::arith::integer::int_types;
use crate::select::memory::element::cvt;
use crate::select::{Cx, Select, Unsupported};
use crate::target::Feature;

fn rounded(round: Round, to: Ty, from: Ty) -> Op {
    Op::Cvt { round, ftz: Ftz::Keep, sat: Saturate::No, to, from }
}

fn is_fp8(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F8E4M3FN | Scalar::F8E5M2)
}

/// The paired PTX type of an fp8 format.
fn fp8_pair(scalar: Scalar) -> Ty {
    if scalar == Scalar::F8E4M3FN { Ty::E4m3x2 } else { Ty::E5m2x2 }
}

impl Cx<'_> {
    /// A 16-bit float as f32, exactly.
    pub fn to_f32(&mut self, val: Val, from: Scalar) -> Val {
        match from {
            Scalar::F16 => self.b.def(rounded(Round::None, Ty::F32, Ty::F16), &[val]),
            // bf16 is the upper half of an f32.
            Scalar::BF16 => self.b.pack16(Val::ZERO, val),
            _ => val,
        }
    }

    /// An f32 rounded to a 16-bit float.
    pub fn from_f32(&mut self, val: Val, to: Scalar, rounding: Rounding) -> Val {
        let round = round(rounding);
        match (to, round) {
            (Scalar::F16, _) => self.b.def(rounded(round, Ty::F16, Ty::F32), &[val]),
            (Scalar::BF16, Round::Nearest | Round::Zero) => {
                self.b.def(rounded(round, Ty::Bf16, Ty::F32), &[val])
            }
            (Scalar::BF16, _) => self.bf16_directed(val, round),
            _ => val,
        }
    }

    /// bf16 rounded up or down, which PTX lacks: one unit away from zero where the truncated value
    /// is not exact and the direction leads there.
    fn bf16_directed(&mut self, val: Val, round: Round) -> Val {
        let truncated = self.b.def(rounded(Round::Zero, Ty::Bf16, Ty::F32), &[val]);
        let back = self.to_f32(truncated, Scalar::BF16);
        let inexact =
            self.b.def(Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty: Ty::F32 }, &[back, val]);
        let side = if round == Round::Up { Cmp::Gt } else { Cmp::Lt };
        let away =
            self.b.def(Op::Setp { cmp: side, ftz: Ftz::Keep, ty: Ty::F32 }, &[val, Val::ZERO]);
        let step = self.b.def(Op::And { ty: Ty::Pred }, &[inexact, away]);
        let next = self.b.def(Op::Add { ty: Ty::U16 }, &[truncated, Val::Imm(1)]);
        self.b.def(Op::Selp { ty: Ty::B16 }, &[next, truncated, step])
    }

    /// `ftof` on all registers of a tile: pairs where the hardware converts pairs.
    pub fn convert_floats(
        &mut self,
        x: &[Val],
        from: Scalar,
        to: Scalar,
        rounding: Rounding,
    ) -> Select<Vec<Val>> {
        if from == to {
            return Ok(x.to_vec());
        }
        // `cvt` has no other rounding where nothing is rounded.
        let is_exact = matches!((from.float_format(), to.float_format()),
            (Some(from), Some(to)) if to.holds_all_of(from));
        let rounding = if is_exact { Rounding::NearestEven } else { rounding };
        let mut out = Vec::with_capacity(x.len());
        for pair in x.chunks(2) {
            match *pair {
                [a, b] => {
                    let (a, b) = self.convert_pair(a, b, from, to, rounding)?;
                    out.extend([a, b]);
                }
                [a] => out.push(self.convert_float(a, from, to, rounding)?),
                _ => {}
            }
        }
        Ok(out)
    }

    fn convert_pair(
        &mut self,
        a: Val,
        b: Val,
        from: Scalar,
        to: Scalar,
        rounding: Rounding,
    ) -> Select<(Val, Val)> {
        let near = Round::Nearest;
        Ok(match (from, to) {
            (Scalar::F32, Scalar::F16 | Scalar::BF16) if rounding == Rounding::NearestEven => {
                let ty = if to == Scalar::F16 { Ty::F16x2 } else { Ty::Bf16x2 };
                let word =
                    self.b.def(Op::CvtPair { round: near, sat: Saturate::No, to: ty }, &[b, a]);
                self.b.unpack16(word)
            }
            (Scalar::BF16, Scalar::F32) => {
                let word = self.b.pack16(a, b);
                let low = self.b.def(Op::Shl { ty: Ty::B32 }, &[word, Val::u32(16)]);
                let high = self.b.def(Op::And { ty: Ty::B32 }, &[word, Val::u32(0xFFFF_0000)]);
                (low, high)
            }
            (Scalar::F8E4M3FN | Scalar::F8E5M2, _) if !self.target.has(Feature::Fp8Convert) => {
                let wide = [a, b].map(|val| self.narrow_to_f32_by_hand(val, from));
                if to == Scalar::F32 {
                    return Ok(wide.into());
                }
                let a = self.convert_float(wide[0], Scalar::F32, to, rounding)?;
                (a, self.convert_float(wide[1], Scalar::F32, to, rounding)?)
            }
            (Scalar::F8E4M3FN | Scalar::F8E5M2, _) => {
                let (a, b) = self.fp8_to_f16(a, b, from);
                if to == Scalar::F16 {
                    return Ok((a, b));
                }
                let a = self.convert_float(a, Scalar::F16, to, rounding)?;
                (a, self.convert_float(b, Scalar::F16, to, rounding)?)
            }
            (_, Scalar::F8E4M3FN | Scalar::F8E5M2) => {
                let (a, b) = (self.narrow_to_f32(a, from)?, self.narrow_to_f32(b, from)?);
                let native = self.target.has(Feature::Fp8Convert);
                if native && round(rounding) == near {
                    self.f32_to_fp8(a, b, to)
                } else {
                    [a, b].map(|val| self.f32_to_narrow_by_hand(val, to, rounding)).into()
                }
            }
            _ => (
                self.convert_float(a, from, to, rounding)?,
                self.convert_float(b, from, to, rounding)?,
            ),
        })
    }

    /// Two fp8 numbers, each in the low byte of a word, as f16.
    fn fp8_to_f16(&mut self, a: Val, b: Val, from: Scalar) -> (Val, Val) {
        let word = self.b.def(Op::Prmt {}, &[a, b, Val::u32(0x0040)]);
        let both = self.b.def(cvt(Ty::U16, Ty::U32), &[word]);
        let op = Op::CvtPairs {
            round: Round::Nearest,
            sat: Saturate::No,
            to: Ty::F16x2,
            from: fp8_pair(from),
        };
        let word = self.b.def(op, &[both]);
        self.b.unpack16(word)
    }

    fn f32_to_fp8(&mut self, a: Val, b: Val, to: Scalar) -> (Val, Val) {
        let op = Op::CvtPair { round: Round::Nearest, sat: Saturate::Finite, to: fp8_pair(to) };
        let both = self.b.def(op, &[b, a]);
        let word = self.b.def(cvt(Ty::U32, Ty::U16), &[both]);
        let high = self.b.def(Op::Shr { ty: Ty::U32 }, &[word, Val::u32(8)]);
        (word, high)
    }

    /// Any format that converts to fp8, as an f32 that rounds to the same fp8 number.
    fn narrow_to_f32(&mut self, val: Val, from: Scalar) -> Select<Val> {
        Ok(match from {
            Scalar::F64 => self.f64_to_odd_f32(val),
            Scalar::TF32 => self.b.def(Op::And { ty: Ty::B32 }, &[val, Val::u32(0xFFFF_E000)]),
            Scalar::F8E8M0FNU => self.e8m0_to_f32(val),
            Scalar::F4E2M1FN | Scalar::F8E5M3FNU => self.narrow_to_f32_by_hand(val, from),
            Scalar::F8E4M3FN | Scalar::F8E5M2 => {
                self.convert_float(val, from, Scalar::F32, Rounding::NearestEven)?
            }
            _ => self.to_f32(val, from),
        })
    }

    /// An f64 as f32, rounded to odd: truncated, with the last bit set if anything was lost. A
    /// further rounding to at most 22 bits then gives what rounding the f64 would.
    fn f64_to_odd_f32(&mut self, val: Val) -> Val {
        let truncated = self.b.def(rounded(Round::Zero, Ty::F32, Ty::F64), &[val]);
        let back = self.b.def(rounded(Round::None, Ty::F64, Ty::F32), &[truncated]);
        let inexact =
            self.b.def(Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty: Ty::F64 }, &[back, val]);
        let odd = self.b.def(Op::Or { ty: Ty::B32 }, &[truncated, Val::u32(1)]);
        self.b.def(Op::Selp { ty: Ty::B32 }, &[odd, truncated, inexact])
    }

    fn convert_float(
        &mut self,
        val: Val,
        from: Scalar,
        to: Scalar,
        rounding: Rounding,
    ) -> Select<Val> {
        if is_fp8(from) || is_fp8(to) {
            let pair = self.convert_pair(val, Val::ZERO, from, to, rounding)?;
            return Ok(pair.0);
        }
        if matches!(from, Scalar::F8E8M0FNU | Scalar::F4E2M1FN | Scalar::F8E5M3FNU) {
            let wide = self.narrow_to_f32(val, from)?;
            if to == Scalar::F32 {
                return Ok(wide);
            }
            return self.convert_float(wide, Scalar::F32, to, rounding);
        }
        if to == Scalar::F8E8M0FNU {
            let wide = self.narrow_to_f32(val, from)?;
            return Ok(self.f32_to_e8m0(wide, rounding));
        }
        if matches!(to, Scalar::F4E2M1FN | Scalar::F8E5M3FNU) {
            let wide = self.narrow_to_f32(val, from)?;
            return Ok(self.f32_to_narrow_by_hand(wide, to, rounding));
        }
        let round = round(rounding);
        Ok(match (from, to) {
            (Scalar::F16 | Scalar::BF16, Scalar::F32 | Scalar::TF32) => self.to_f32(val, from),
            (Scalar::F16 | Scalar::BF16, Scalar::F64) => {
                let wide = self.to_f32(val, from);
                self.b.def(rounded(Round::None, Ty::F64, Ty::F32), &[wide])
            }
            (Scalar::F16 | Scalar::BF16, _) => {
                let wide = self.to_f32(val, from);
                self.from_f32(wide, to, rounding)
            }
            (Scalar::TF32, _) => {
                let f32 = self.b.def(Op::And { ty: Ty::B32 }, &[val, Val::u32(0xFFFF_E000)]);
                match to {
                    Scalar::F32 => f32,
                    _ => self.convert_float(f32, Scalar::F32, to, rounding)?,
                }
            }
            (Scalar::F32, Scalar::F16 | Scalar::BF16) => self.from_f32(val, to, rounding),
            (Scalar::F32, Scalar::F64) => {
                self.b.def(rounded(Round::None, Ty::F64, Ty::F32), &[val])
            }
            (Scalar::F32, Scalar::TF32) => self.f32_to_tf32(val, rounding),
            (Scalar::F64, Scalar::F32) => self.b.def(rounded(round, Ty::F32, Ty::F64), &[val]),
            (Scalar::F64, Scalar::F16) => self.b.def(rounded(round, Ty::F16, Ty::F64), &[val]),
            (Scalar::F64, Scalar::BF16) => {
                let odd = self.f64_to_odd_f32(val);
                self.from_f32(odd, to, rounding)
            }
            (Scalar::F64, Scalar::TF32) => {
                let odd = self.f64_to_odd_f32(val);
                self.f32_to_tf32(odd, rounding)
            }
            _ => return Err(Unsupported::op(format!("ftof from {from} to {to}"))),
        })
    }

    /// An f32 rounded to the 11 significant bits of tf32.
    fn f32_to_tf32(&mut self, val: Val, rounding: Rounding) -> Val {
        // A carry goes into the exponent, as it should; infinity stays infinity.
        let extra = self.rounding_term(val, val, 13, rounding);
        let sum = self.b.def(Op::Add { ty: Ty::U32 }, &[val, extra]);
        let is_nan =
            self.b.def(Op::Setp { cmp: Cmp::Nan, ftz: Ftz::Keep, ty: Ty::F32 }, &[val, val]);
        let kept = self.b.def(Op::Selp { ty: Ty::B32 }, &[Val::u32(0x7FFF_E000), sum, is_nan]);
        self.b.def(Op::And { ty: Ty::B32 }, &[kept, Val::u32(0xFFFF_E000)])
    }

    /// Truncation to an integer: out of range saturates, NaN is 0. Unsigned integers of one bit are
    /// truth values: whether the float is not zero, which a NaN is not.
    pub fn float_to_int(
        &mut self,
        val: Val,
        from: Scalar,
        to: Scalar,
        signedness: Signedness,
    ) -> Select<Val> {
        let (val, ty) = match from {
            Scalar::F64 => (val, Ty::F64),
            Scalar::F32 => (val, Ty::F32),
            _ => (self.convert_float(val, from, Scalar::F32, Rounding::NearestEven)?, Ty::F32),
        };
        let signed = signedness == Signedness::Signed;
        if to == Scalar::I1 {
            // Signed ones are -1..=0, where true is -1.
            let (cmp, bound) = if signed { (Cmp::Le, -1.0) } else { (Cmp::Neu, 0.0) };
            let bound = if ty == Ty::F64 { Val::f64(bound) } else { Val::f32(bound as f32) };
            return Ok(self.b.def(Op::Setp { cmp, ftz: Ftz::Keep, ty }, &[val, bound]));
        }
        let wide = match (to, signed) {
            (Scalar::I64, true) => Ty::S64,
            (Scalar::I64, false) => Ty::U64,
            (_, true) => Ty::S32,
            (_, false) => Ty::U32,
        };
        let mut int = self.b.def(rounded(Round::ZeroInt, wide, ty), &[val]);
        if ty == Ty::F64 || to == Scalar::I64 {
            // Only conversions from f32 to 32 bits make NaN zero by themselves.
            let is_nan = self.b.def(Op::Setp { cmp: Cmp::Nan, ftz: Ftz::Keep, ty }, &[val, val]);
            int = self.b.def(Op::Selp { ty: wide.untyped() }, &[Val::ZERO, int, is_nan]);
        }
        if to.bits() < 32 {
            let bits = to.bits();
            if signed {
                let (low, high) = (-(1i32 << (bits - 1)), (1i32 << (bits - 1)) - 1);
                int = self.b.def(Op::Max { ty: wide }, &[int, Val::s32(low)]);
                int = self.b.def(Op::Min { ty: wide }, &[int, Val::s32(high)]);
            } else {
                int = self.b.def(Op::Min { ty: wide }, &[int, Val::u32((1 << bits) - 1)]);
            }
            if to == Scalar::I16 {
                int = self.b.def(cvt(Ty::U16, Ty::U32), &[int]);
            }
        }
        Ok(int)
    }

    pub fn int_to_float(
        &mut self,
        val: Val,
        from: Scalar,
        to: Scalar,
        signedness: Signedness,
        rounding: Rounding,
    ) -> Select<Val> {
        // Narrow integers, and 1-bit ones, as 32-bit ones of the same value.
        let (val, from, exact) = match from {
            Scalar::I64 | Scalar::I32 => (val, from, None),
            _ => {
                let val = self.extend_to(val, from, Scalar::I32, signedness);
                (val, Scalar::I32, self.small_int_to_f32(val))
            }
        };
        let ty = int_types(from).of(signedness);
        let round = round(rounding);
        match (exact, to) {
            (Some(exact), Scalar::F32) => return Ok(exact),
            (Some(exact), Scalar::BF16) => return Ok(self.from_f32(exact, to, rounding)),
            _ => {}
        }
        match to {
            Scalar::F32 | Scalar::F64 | Scalar::F16 => {
                Ok(self.b.def(rounded(round, float_type(to), ty), &[val]))
            }
            Scalar::BF16
            | Scalar::TF32
            | Scalar::F8E4M3FN
            | Scalar::F8E5M2
            | Scalar::F8E8M0FNU
            | Scalar::F4E2M1FN
            | Scalar::F8E5M3FNU => {
                let odd = self.int_to_odd_f32(val, ty);
                match to {
                    Scalar::BF16 => Ok(self.from_f32(odd, to, rounding)),
                    _ => self.convert_float(odd, Scalar::F32, to, rounding),
                }
            }
            _ => Err(Unsupported::op(format!("itof from {from} to {to}"))),
        }
    }

    /// An integer of at most 22 bits and a sign as f32, without the special function unit, which converts 16 a clock:
    ///
    /// ```text
    /// float(i) = bits(0x4B40_0000 + i) - 1.5 * 2^23        the unit in the last place of 1.5 * 2^23 is 1
    /// ```
    fn small_int_to_f32(&mut self, val: Val) -> Option<Val> {
        const BIAS: u32 = 0x4B40_0000;
        if val.imm().is_some() {
            return None;
        }
        let biased = self.b.def(Op::Add { ty: Ty::U32 }, &[val, Val::u32(BIAS)]);
        let op = Op::SubF { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F32 };
        Some(self.b.def(op, &[biased, Val::f32(f32::from_bits(BIAS))]))
    }

    /// An integer as f32 rounded to odd; see [`f64_to_odd_f32`](Self::f64_to_odd_f32).
    fn int_to_odd_f32(&mut self, val: Val, ty: Ty) -> Val {
        let truncated = self.b.def(rounded(Round::Zero, Ty::F32, ty), &[val]);
        let back = self.b.def(rounded(Round::ZeroInt, ty, Ty::F32), &[truncated]);
        let inexact = self.b.def(Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty }, &[back, val]);
        let odd = self.b.def(Op::Or { ty: Ty::B32 }, &[truncated, Val::u32(1)]);
        self.b.def(Op::Selp { ty: Ty::B32 }, &[odd, truncated, inexact])
    }
}
