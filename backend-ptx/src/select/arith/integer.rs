//! Integer arithmetic on elements.
//!
//! i8 is computed in 32 bits: its registers hold anything above bit 7, so operations that look at
//! high bits extend first. i1 is arithmetic modulo two, done on predicates.

use ir::{CmpPredicate, InstData, Overflow, Rounding, Scalar, Signedness};

use crate::ptx::builder::Exact;
use crate::ptx::fold;
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Ftz, Part, Ty};
use crate::select::memory::element::cvt;
use crate::select::{Cx, Select, Unsupported};

/// The PTX types that an integer is computed in: signed, unsigned, bits.
#[derive(Clone, Copy)]
pub struct IntTypes {
    pub signed: Ty,
    pub unsigned: Ty,
    pub bits: Ty,
}

/// The types for integers of more than one bit.
pub fn int_types(scalar: Scalar) -> IntTypes {
    match scalar {
        Scalar::I16 => IntTypes { signed: Ty::S16, unsigned: Ty::U16, bits: Ty::B16 },
        Scalar::I64 => IntTypes { signed: Ty::S64, unsigned: Ty::U64, bits: Ty::B64 },
        _ => IntTypes { signed: Ty::S32, unsigned: Ty::U32, bits: Ty::B32 },
    }
}

impl IntTypes {
    pub fn of(self, signedness: Signedness) -> Ty {
        match signedness {
            Signedness::Signed => self.signed,
            Signedness::Unsigned => self.unsigned,
        }
    }
}

pub fn exact(overflow: Overflow) -> Exact {
    Exact { signed: overflow.no_signed_wrap(), unsigned: overflow.no_unsigned_wrap() }
}

fn cmp(predicate: CmpPredicate) -> Cmp {
    match predicate {
        CmpPredicate::Equal => Cmp::Eq,
        CmpPredicate::NotEqual => Cmp::Ne,
        CmpPredicate::LessThan => Cmp::Lt,
        CmpPredicate::LessThanOrEqual => Cmp::Le,
        CmpPredicate::GreaterThan => Cmp::Gt,
        CmpPredicate::GreaterThanOrEqual => Cmp::Ge,
    }
}

/// The logarithm of a constant of 32 or 64 bits that is a power of two and positive.
fn power_of_two(val: Val, ty: Ty) -> Option<u32> {
    let bits = val.imm().filter(|_| ty.bits() >= 32)?;
    let positive = !fold::is_signed(ty) || fold::signed(ty, bits) > 0;
    (bits.is_power_of_two() && positive).then(|| bits.trailing_zeros())
}

impl Cx<'_> {
    /// An i8 with its upper bits made what `signedness` says; other integers as they are.
    pub fn extend(&mut self, val: Val, scalar: Scalar, signedness: Signedness) -> Val {
        if scalar != Scalar::I8 {
            return val;
        }
        match signedness {
            Signedness::Unsigned => self.b.def(Op::And { ty: Ty::B32 }, &[val, Val::u32(0xFF)]),
            Signedness::Signed => self.b.def(cvt(Ty::S32, Ty::S8), &[val]),
        }
    }

    /// The two's complement. That of the least number of 16 bits is itself; the compiler of the driver
    /// forgets so of `neg`, and extends it to 32,768.
    fn negate(&mut self, ty: IntTypes, x: Val) -> Val {
        if ty.bits != Ty::B16 {
            return self.b.def(Op::Neg { ty: ty.signed }, &[x]);
        }
        let complement = self.b.def(Op::Not { ty: ty.bits }, &[x]);
        self.b.def(Op::Add { ty: ty.unsigned }, &[complement, Val::u32(1)])
    }

    /// One element of an integer operation on operands of type `scalar`.
    pub fn integer(&mut self, data: &InstData, scalar: Scalar, x: &[Val]) -> Select<Val> {
        if scalar == Scalar::I1 {
            return self.integer_i1(data, x);
        }
        let ty = int_types(scalar);
        let bits = u64::from(scalar.bits());
        let ext = |cx: &mut Self, i: usize, s: Signedness| cx.extend(x[i], scalar, s);
        Ok(match data {
            InstData::AddI { overflow, .. } => {
                self.b.add_int(ty.signed, x[0], x[1], exact(*overflow))
            }
            InstData::SubI { .. } if x[0] == Val::ZERO => self.negate(ty, x[1]),
            InstData::SubI { overflow, .. } => {
                self.b.sub_int(ty.signed, x[0], x[1], exact(*overflow))
            }
            InstData::MulI { overflow, .. } => {
                self.b.mul_int(ty.signed, x[0], x[1], exact(*overflow))
            }
            InstData::NegI { .. } => self.negate(ty, x[0]),
            // Of the least number, `abs` would be itself too; but `ptxas` takes the result for a number
            // without sign, and converts it to floats as if it had one, or the other way round.
            InstData::AbsI { .. } => {
                let x = ext(self, 0, Signedness::Signed);
                let negated = self.negate(ty, x);
                self.b.def(Op::Max { ty: ty.signed }, &[x, negated])
            }
            InstData::MaxI { signedness, .. } => {
                let (a, b) = (ext(self, 0, *signedness), ext(self, 1, *signedness));
                self.b.def(Op::Max { ty: ty.of(*signedness) }, &[a, b])
            }
            InstData::MinI { signedness, .. } => {
                let (a, b) = (ext(self, 0, *signedness), ext(self, 1, *signedness));
                self.b.def(Op::Min { ty: ty.of(*signedness) }, &[a, b])
            }
            InstData::CmpI { predicate, signedness, .. } => {
                let (a, b) = (ext(self, 0, *signedness), ext(self, 1, *signedness));
                let op = Op::Setp { cmp: cmp(*predicate), ftz: Ftz::Keep, ty: ty.of(*signedness) };
                self.b.def(op, &[a, b])
            }
            InstData::DivI { signedness, rounding, .. } => {
                let (a, b) = (ext(self, 0, *signedness), ext(self, 1, *signedness));
                self.divide(a, b, ty, *signedness, *rounding)
            }
            InstData::RemI { signedness, .. } => {
                let (a, b) = (ext(self, 0, *signedness), ext(self, 1, *signedness));
                self.b.rem_int(ty.of(*signedness), a, b)
            }
            InstData::MulhiI { .. } if scalar == Scalar::I8 => {
                let (a, b) =
                    (ext(self, 0, Signedness::Unsigned), ext(self, 1, Signedness::Unsigned));
                let product = self.b.mul_int(Ty::U32, a, b, Exact::BOTH);
                self.b.def(Op::Shr { ty: Ty::U32 }, &[product, Val::Imm(bits)])
            }
            InstData::MulhiI { .. } => self.b.def(Op::Mul { part: Part::Hi, ty: ty.unsigned }, x),
            InstData::ShlI { overflow, .. } => {
                if let Some(amount) = x[1].imm() {
                    let factor = Val::Imm(1 << (amount & (bits - 1)));
                    return Ok(self.b.mul_int(ty.signed, x[0], factor, exact(*overflow)));
                }
                let amount = self.shift_amount(x[1], scalar);
                self.b.def(Op::Shl { ty: ty.bits }, &[x[0], amount])
            }
            InstData::ShrI { signedness, .. } => {
                let value = ext(self, 0, *signedness);
                let amount = self.shift_amount(x[1], scalar);
                self.b.def(Op::Shr { ty: ty.of(*signedness) }, &[value, amount])
            }
            InstData::AndI { .. } => self.b.def(Op::And { ty: ty.bits }, x),
            InstData::OrI { .. } => self.b.def(Op::Or { ty: ty.bits }, x),
            InstData::XorI { .. } => self.b.def(Op::Xor { ty: ty.bits }, x),
            other => {
                return Err(Unsupported::op(format!("{} on integers", other.opcode().mnemonic())));
            }
        })
    }

    /// A shift amount as PTX wants it, in 32 bits.
    fn shift_amount(&mut self, amount: Val, scalar: Scalar) -> Val {
        match scalar {
            Scalar::I8 => self.extend(amount, scalar, Signedness::Unsigned),
            Scalar::I16 => self.b.def(cvt(Ty::U32, Ty::U16), &[amount]),
            Scalar::I64 => self.b.def(cvt(Ty::U32, Ty::U64), &[amount]),
            _ => amount,
        }
    }

    /// Quotients rounded toward zero, up or down. Up and down correct the truncated quotient by
    /// one if there is a remainder and the exact quotient lies on that side of it.
    fn divide(
        &mut self,
        a: Val,
        b: Val,
        ty: IntTypes,
        signedness: Signedness,
        rounding: Rounding,
    ) -> Val {
        let t = ty.of(signedness);
        let (up, down) = (rounding == Rounding::PositiveInf, rounding == Rounding::NegativeInf);
        if !(up || down) || (down && signedness == Signedness::Unsigned) {
            return self.b.div_int(t, a, b);
        }
        if let Some(log) = power_of_two(b, t) {
            return self.divide_by_power(a, log, ty.bits, t, up);
        }
        let quotient = self.b.div_int(t, a, b);
        let remainder = self.b.rem_int(t, a, b);
        let setp = |cmp: Cmp| Op::Setp { cmp, ftz: Ftz::Keep, ty: t };
        let mut inexact = self.b.def(setp(Cmp::Ne), &[remainder, Val::ZERO]);
        if signedness == Signedness::Signed {
            // Equal signs of operands, and so of remainder and divisor: the quotient is positive.
            let signs = self.b.def(Op::Xor { ty: ty.bits }, &[a, b]);
            let side = if up { Cmp::Ge } else { Cmp::Lt };
            let on_side = self.b.def(setp(side), &[signs, Val::ZERO]);
            inexact = self.b.def(Op::And { ty: Ty::Pred }, &[inexact, on_side]);
        }
        let step = if up { Op::Add { ty: t } } else { Op::Sub { ty: t } };
        let corrected = self.b.def(step, &[quotient, Val::Imm(1)]);
        self.b.def(Op::Selp { ty: ty.bits }, &[corrected, quotient, inexact])
    }

    /// The quotient by `2^log` rounded down, which is what a shift gives, or up.
    fn divide_by_power(&mut self, a: Val, log: u32, bits: Ty, ty: Ty, up: bool) -> Val {
        let floor = self.b.def(Op::Shr { ty }, &[a, Val::u32(log)]);
        if !up {
            return floor;
        }
        let rest = self.b.def(Op::And { ty: bits }, &[a, Val::Imm((1 << log) - 1)]);
        let setp = Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty };
        let inexact = self.b.def(setp, &[rest, Val::ZERO]);
        let more = self.b.def(Op::Add { ty }, &[floor, Val::Imm(1)]);
        self.b.def(Op::Selp { ty: bits }, &[more, floor, inexact])
    }

    fn integer_i1(&mut self, data: &InstData, x: &[Val]) -> Select<Val> {
        let ty = Ty::Pred;
        Ok(match data {
            InstData::AddI { .. } | InstData::SubI { .. } | InstData::XorI { .. } => {
                self.b.def(Op::Xor { ty }, x)
            }
            InstData::MulI { .. } | InstData::AndI { .. } => self.b.def(Op::And { ty }, x),
            InstData::OrI { .. } => self.b.def(Op::Or { ty }, x),
            // As a signed number, true is -1.
            InstData::MaxI { signedness: Signedness::Unsigned, .. }
            | InstData::MinI { signedness: Signedness::Signed, .. } => self.b.def(Op::Or { ty }, x),
            InstData::MinI { .. } | InstData::MaxI { .. } => self.b.def(Op::And { ty }, x),
            // One is its own negative, and the only divisor and no shift amount but zero is defined.
            InstData::NegI { .. } | InstData::AbsI { .. } | InstData::DivI { .. } => x[0],
            InstData::ShlI { .. } | InstData::ShrI { .. } => x[0],
            InstData::RemI { .. } | InstData::MulhiI { .. } => Val::ZERO,
            InstData::CmpI { predicate, signedness, .. } => {
                let (a, b) = match signedness {
                    Signedness::Unsigned => (x[0], x[1]),
                    Signedness::Signed => (x[1], x[0]),
                };
                self.compare_i1(*predicate, a, b)
            }
            other => return Err(Unsupported::op(format!("{} on i1", other.opcode().mnemonic()))),
        })
    }

    /// Comparison of truth values with false < true.
    fn compare_i1(&mut self, predicate: CmpPredicate, a: Val, b: Val) -> Val {
        let ty = Ty::Pred;
        let not = |cx: &mut Self, val: Val| match val.imm() {
            Some(bits) => Val::Imm(bits ^ 1),
            None => cx.b.def(Op::Not { ty }, &[val]),
        };
        match predicate {
            CmpPredicate::NotEqual => self.b.def(Op::Xor { ty }, &[a, b]),
            CmpPredicate::Equal => {
                let differ = self.b.def(Op::Xor { ty }, &[a, b]);
                not(self, differ)
            }
            CmpPredicate::LessThan => {
                let a = not(self, a);
                self.b.def(Op::And { ty }, &[a, b])
            }
            CmpPredicate::GreaterThan => self.compare_i1(CmpPredicate::LessThan, b, a),
            CmpPredicate::LessThanOrEqual => {
                let a = not(self, a);
                self.b.def(Op::Or { ty }, &[a, b])
            }
            CmpPredicate::GreaterThanOrEqual => {
                self.compare_i1(CmpPredicate::LessThanOrEqual, b, a)
            }
        }
    }

    /// Widening; see [`integer`](Self::integer) for i8.
    pub fn extend_to(&mut self, val: Val, from: Scalar, to: Scalar, signedness: Signedness) -> Val {
        let signed = signedness == Signedness::Signed;
        if from == Scalar::I1 {
            let ones = if signed { u64::MAX } else { 1 } & to.mask();
            let ty = if to == Scalar::I8 { Ty::B32 } else { int_types(to).bits };
            return self.b.def(Op::Selp { ty }, &[Val::Imm(ones), Val::ZERO, val]);
        }
        let narrow = match (from, signed) {
            (Scalar::I8, true) => Ty::S8,
            (Scalar::I8, false) => Ty::U8,
            _ => int_types(from).of(signedness),
        };
        match (from, to) {
            (Scalar::I32, Scalar::I64) => self.b.widen(val, signed),
            (Scalar::I8, _) => {
                let word = self.extend(val, from, signedness);
                match to {
                    Scalar::I64 => self.b.widen(word, signed),
                    Scalar::I16 => self.b.def(cvt(Ty::U16, Ty::U32), &[word]),
                    _ => word,
                }
            }
            _ => self.b.def(cvt(int_types(to).of(signedness), narrow), &[val]),
        }
    }

    /// Dropping high bits.
    pub fn truncate(&mut self, val: Val, from: Scalar, to: Scalar) -> Val {
        if to == Scalar::I1 {
            let ty = if from == Scalar::I8 { Ty::B32 } else { int_types(from).bits };
            let bit = self.b.def(Op::And { ty }, &[val, Val::Imm(1)]);
            let ty = if from == Scalar::I8 { Ty::U32 } else { int_types(from).unsigned };
            return self.int_to_bool(bit, ty);
        }
        let ty = |scalar: Scalar| match scalar {
            Scalar::I16 => Ty::U16,
            Scalar::I64 => Ty::U64,
            _ => Ty::U32,
        };
        if ty(from) == ty(to) {
            return val;
        }
        if let Some(bits) = val.imm() {
            return Val::Imm(bits & to.mask());
        }
        if self.b.class(val) == Some(Class::B64) && ty(to) == Ty::U32 {
            return self.b.def(cvt(Ty::U32, Ty::U64), &[val]);
        }
        self.b.def(cvt(ty(to), ty(from)), &[val])
    }
}
