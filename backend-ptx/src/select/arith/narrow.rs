//! Formats of four and eight bits where the target does not convert them: fp8 before sm_89, f4,
//! roundings that no instruction has, and the powers of two that scale products.
//!
//! Everything is arithmetic on the bits of an f32, which holds every number of these formats
//! exactly:
//!
//! | format  | bits      | bias | below that all are subnormal |
//! |---------|-----------|------|------------------------------|
//! | e4m3    | s eeee mmm | 7   | 2^-6, in steps of 2^-9       |
//! | e5m2    | s eeeee mm | 15  | 2^-14, in steps of 2^-16     |
//! | e2m1    | s ee m     | 1   | 1, in steps of 1/2           |
//! | e8m0    | eeeeeeee   | 127 | no zero, no sign             |
//! | ue5m3   | eeeee mmm  | 15  | 2^-14, in steps of 2^-17     |
//!
//! *Invariant:* results are those of `ir::scalar`, bit for bit but for the payload of a NaN.

use ir::{Rounding, Scalar};

use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, NanMode, Round, Saturate, Ty};
use crate::select::Cx;
use crate::select::arith::elementwise::round;
use crate::select::memory::element::cvt;
use crate::target::Feature;

/// What is special about a format with a fraction.
struct Format {
    bits: u32,
    /// Without one, negative numbers become NaN.
    has_sign: bool,
    fraction_bits: u32,
    bias: u32,
    max: f32,
    min_normal: f32,
    /// A number whose unit in the last place is the step of the subnormal numbers.
    aligner: f32,
    /// What a NaN becomes.
    nan: u32,
}

const E4M3: Format = Format {
    bits: 8,
    has_sign: true,
    fraction_bits: 3,
    bias: 7,
    max: 448.0,
    min_normal: 1.0 / 64.0,
    aligner: 16384.0,
    nan: 0x7F,
};

const E5M2: Format = Format {
    bits: 8,
    has_sign: true,
    fraction_bits: 2,
    bias: 15,
    max: 57344.0,
    min_normal: 1.0 / 16384.0,
    aligner: 128.0,
    nan: 0x7F,
};

const E2M1: Format = Format {
    bits: 4,
    has_sign: true,
    fraction_bits: 1,
    bias: 1,
    max: 6.0,
    min_normal: 1.0,
    aligner: 4_194_304.0,
    nan: 0x7,
};

const UE5M3: Format = Format {
    bits: 8,
    has_sign: false,
    fraction_bits: 3,
    bias: 15,
    max: 114_688.0,
    min_normal: 1.0 / 16384.0,
    aligner: 64.0,
    nan: 0xFF,
};

fn format(scalar: Scalar) -> Format {
    match scalar {
        Scalar::F8E4M3FN => E4M3,
        Scalar::F4E2M1FN => E2M1,
        Scalar::F8E5M3FNU => UE5M3,
        _ => E5M2,
    }
}

const NAN: u32 = 0x7FFF_FFFF;

fn setp(cmp: Cmp, ty: Ty) -> Op {
    Op::Setp { cmp, ftz: Ftz::Keep, ty }
}

impl Cx<'_> {
    /// The number in the low bits of a word as f32.
    pub(in crate::select) fn narrow_to_f32_by_hand(&mut self, val: Val, from: Scalar) -> Val {
        if from == Scalar::F8E5M2 {
            // The upper half of an f16.
            let word = self.b.def(Op::Shl { ty: Ty::B32 }, &[val, Val::u32(8)]);
            let half = self.b.def(cvt(Ty::U16, Ty::U32), &[word]);
            return self.to_f32(half, Scalar::F16);
        }
        let Format { bits, has_sign, fraction_bits, bias, nan, .. } = format(from);
        let mask = (1 << (bits - u32::from(has_sign))) - 1;
        let magnitude = self.b.def(Op::And { ty: Ty::B32 }, &[val, Val::u32(mask)]);
        // Read as f32, it is too small by the difference of the biases; the product is exact.
        let shift = Val::u32(23 - fraction_bits);
        let small = self.b.def(Op::Shl { ty: Ty::B32 }, &[magnitude, shift]);
        let scale = Val::f32(2f32.powi(127 - bias as i32));
        let op = Op::MulF { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F32 };
        let mut number = self.b.def(op, &[small, scale]);
        if from != Scalar::F4E2M1FN {
            let is_nan = self.b.def(setp(Cmp::Eq, Ty::U32), &[magnitude, Val::u32(nan)]);
            number = self.b.def(Op::Selp { ty: Ty::B32 }, &[Val::u32(NAN), number, is_nan]);
        }
        if !has_sign {
            return number;
        }
        let high = self.b.def(Op::Shl { ty: Ty::B32 }, &[val, Val::u32(32 - bits)]);
        let sign = self.b.def(Op::And { ty: Ty::B32 }, &[high, Val::u32(0x8000_0000)]);
        self.b.def(Op::Or { ty: Ty::B32 }, &[number, sign])
    }

    /// An f32 rounded, in the low bits of a word; what is too large becomes the largest.
    pub(in crate::select) fn f32_to_narrow_by_hand(
        &mut self,
        val: Val,
        to: Scalar,
        rounding: Rounding,
    ) -> Val {
        let Format { bits, has_sign, fraction_bits, bias, max, min_normal, aligner, nan } =
            format(to);
        let dropped = 23 - fraction_bits;
        let is_nan = if has_sign {
            self.b.def(setp(Cmp::Nan, Ty::F32), &[val, val])
        } else {
            // Not at least zero.
            self.b.def(setp(Cmp::Ltu, Ty::F32), &[val, Val::ZERO])
        };
        let magnitude = self.b.def(Op::And { ty: Ty::B32 }, &[val, Val::u32(0x7FFF_FFFF)]);
        let op = Op::MinF { ftz: Ftz::Keep, nan: NanMode::Ignore, ty: Ty::F32 };
        let magnitude = self.b.def(op, &[magnitude, Val::f32(max)]);
        let extra = self.rounding_term(val, magnitude, dropped, rounding);
        let sum = self.b.def(Op::Add { ty: Ty::U32 }, &[magnitude, extra]);
        let field = self.b.def(Op::Shr { ty: Ty::U32 }, &[sum, Val::u32(dropped)]);
        let rebias = Val::u32((127 - bias) << fraction_bits);
        let normal = self.b.def(Op::Sub { ty: Ty::U32 }, &[field, rebias]);
        // Integers, which other roundings come from, are zero or normal.
        let op = Op::AddF { round: Round::Nearest, ftz: Ftz::Keep, ty: Ty::F32 };
        let aligned = self.b.def(op, &[magnitude, Val::f32(aligner)]);
        let base = Val::u32(aligner.to_bits());
        let subnormal = self.b.def(Op::Sub { ty: Ty::U32 }, &[aligned, base]);
        let is_normal = self.b.def(setp(Cmp::Ge, Ty::F32), &[magnitude, Val::f32(min_normal)]);
        let number = self.b.def(Op::Selp { ty: Ty::B32 }, &[normal, subnormal, is_normal]);
        let number = if has_sign {
            let high = self.b.def(Op::Shr { ty: Ty::U32 }, &[val, Val::u32(32 - bits)]);
            let sign = self.b.def(Op::And { ty: Ty::B32 }, &[high, Val::u32(1 << (bits - 1))]);
            self.b.def(Op::Or { ty: Ty::B32 }, &[number, sign])
        } else {
            number
        };
        self.b.def(Op::Selp { ty: Ty::B32 }, &[Val::u32(nan), number, is_nan])
    }

    /// What is added to the bits of a magnitude so that dropping its low bits rounds `val`.
    pub(in crate::select) fn rounding_term(
        &mut self,
        val: Val,
        magnitude: Val,
        dropped: u32,
        rounding: Rounding,
    ) -> Val {
        let all = Val::u32((1 << dropped) - 1);
        match round(rounding) {
            Round::Zero => Val::ZERO,
            // Half a unit.
            Round::NearestAway => Val::u32(1 << (dropped - 1)),
            Round::Up | Round::Down => {
                let cmp = if round(rounding) == Round::Up { Cmp::Gt } else { Cmp::Lt };
                let away = self.b.def(setp(cmp, Ty::F32), &[val, Val::ZERO]);
                self.b.def(Op::Selp { ty: Ty::B32 }, &[all, Val::ZERO, away])
            }
            _ => {
                // Half a unit, less one if the last bit that stays is even.
                let last = Op::Bfe { ty: Ty::U32 };
                let last = self.b.def(last, &[magnitude, Val::u32(dropped), Val::u32(1)]);
                let half = Val::u32((1 << (dropped - 1)) - 1);
                self.b.def(Op::Add { ty: Ty::U32 }, &[last, half])
            }
        }
    }

    /// A power of two in the low byte of a word as f32.
    pub(in crate::select) fn e8m0_to_f32(&mut self, val: Val) -> Val {
        let exponent = self.b.def(Op::And { ty: Ty::B32 }, &[val, Val::u32(0xFF)]);
        let number = self.b.def(Op::Shl { ty: Ty::B32 }, &[exponent, Val::u32(23)]);
        // 2^-127 is subnormal in f32.
        let is_least = self.b.def(setp(Cmp::Eq, Ty::U32), &[exponent, Val::ZERO]);
        let least = Val::u32(1 << 22);
        let number = self.b.def(Op::Selp { ty: Ty::B32 }, &[least, number, is_least]);
        let is_nan = self.b.def(setp(Cmp::Eq, Ty::U32), &[exponent, Val::u32(0xFF)]);
        self.b.def(Op::Selp { ty: Ty::B32 }, &[Val::u32(NAN), number, is_nan])
    }

    /// The magnitude of an f32 rounded to a power of two; zero becomes the least, a number that is too large the greatest.
    pub(in crate::select) fn f32_to_e8m0(&mut self, val: Val, rounding: Rounding) -> Val {
        let round_to = round(rounding);
        if self.target.has(Feature::ScaleConvert) && matches!(round_to, Round::Up | Round::Zero) {
            let pair = Op::CvtPair { round: round_to, sat: Saturate::Finite, to: Ty::Ue8m0x2 };
            let both = self.b.def(pair, &[Val::ZERO, val]);
            return self.b.def(cvt(Ty::U32, Ty::U16), &[both]);
        }
        let magnitude = self.b.def(Op::And { ty: Ty::B32 }, &[val, Val::u32(0x7FFF_FFFF)]);
        let exponent = self.b.def(Op::Shr { ty: Ty::U32 }, &[magnitude, Val::u32(23)]);
        let fraction = self.b.def(Op::And { ty: Ty::B32 }, &[val, Val::u32(0x7F_FFFF)]);
        let subnormal = self.b.def(setp(Cmp::Eq, Ty::U32), &[exponent, Val::ZERO]);
        let half = 1 << 22;
        let up = match round_to {
            Round::Up => {
                // From 2^-127 on, which is half of the first unit.
                let bound = [Val::u32(half), Val::ZERO, subnormal];
                let bound = self.b.def(Op::Selp { ty: Ty::B32 }, &bound);
                Some(self.b.def(setp(Cmp::Gt, Ty::U32), &[fraction, bound]))
            }
            Round::Zero | Round::Down => None,
            // In the middle the larger one is even: the only digit is a one.
            _ => {
                let bound = [Val::u32(half + (half >> 1)), Val::u32(half), subnormal];
                let bound = self.b.def(Op::Selp { ty: Ty::B32 }, &bound);
                Some(self.b.def(setp(Cmp::Ge, Ty::U32), &[fraction, bound]))
            }
        };
        let number = match up {
            Some(up) => {
                let next = self.b.def(Op::Add { ty: Ty::U32 }, &[exponent, Val::u32(1)]);
                self.b.def(Op::Selp { ty: Ty::B32 }, &[next, exponent, up])
            }
            None => exponent,
        };
        let number = self.b.def(Op::Min { ty: Ty::U32 }, &[number, Val::u32(0xFE)]);
        let is_nan = self.b.def(setp(Cmp::Gt, Ty::U32), &[magnitude, Val::u32(0x7F80_0000)]);
        self.b.def(Op::Selp { ty: Ty::B32 }, &[Val::u32(0xFF), number, is_nan])
    }
}
