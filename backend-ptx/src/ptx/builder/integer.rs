//! Integer arithmetic on registers that differ by constants, and what is known of how values were made.

use crate::ptx::builder::{Builder, Fact, untyped};
use crate::ptx::fold;
use crate::ptx::inst::Op;
use crate::ptx::regs::{Reg, Val};
use crate::ptx::types::{Ftz, Part, Round, Saturate, Ty};

/// A register that is another one plus a constant.
///
/// It is kept for tiles whose elements differ from register to register by constants: register 0
/// of such a tile is `base` itself. So where an operation is known not to wrap for any element of
/// the tile, it does not wrap for `base`, and may be done once on `base` for all registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    pub base: Reg,
    pub add: i64,
    pub exact: Exact,
}

/// In which reading a sum is the mathematical one, without wrapping around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exact {
    pub signed: bool,
    pub unsigned: bool,
}

impl Exact {
    pub const BOTH: Exact = Exact { signed: true, unsigned: true };
    pub const NEITHER: Exact = Exact { signed: false, unsigned: false };

    pub fn and(self, other: Exact) -> Exact {
        Exact { signed: self.signed && other.signed, unsigned: self.unsigned && other.unsigned }
    }
}

impl Builder<'_> {
    /// How a value is made of another one and a constant, if it is.
    pub fn sum_of(&mut self, val: Val) -> Option<Sum> {
        let fact = *self.sums.get(&val.reg()?)?;
        self.holding(fact, [Some(fact.what.base), None])
    }

    /// `base + add`, remembered as such; see [`Sum`].
    pub fn sum(&mut self, ty: Ty, base: Val, add: i64, exact: Exact) -> Val {
        let sum = self.def(Op::Add { ty }, &[base, Val::Imm(add as u64 & fold::mask(ty))]);
        if let (Val::Reg(base), Val::Reg(reg)) = (base, sum)
            && add != 0
        {
            self.sums.insert(reg, self.fact(Sum { base, add, exact }));
        }
        sum
    }

    /// Records that a value, if it is a sum, is the mathematical one.
    pub fn set_exact(&mut self, val: Val, exact: Exact) {
        if let Some(Fact { what: sum, .. }) = val.reg().and_then(|reg| self.sums.get_mut(&reg)) {
            sum.exact = Exact {
                signed: sum.exact.signed || exact.signed,
                unsigned: sum.exact.unsigned || exact.unsigned,
            };
        }
    }

    /// `a + b`; constants that distinguish registers are added last.
    pub fn add_int(&mut self, ty: Ty, a: Val, b: Val, exact: Exact) -> Val {
        match (self.sum_of(a), self.sum_of(b)) {
            (None, None) => self.def(Op::Add { ty }, &[a, b]),
            (Some(sum), None) => {
                let base = self.def(Op::Add { ty }, &[sum.base.into(), b]);
                self.sum(ty, base, sum.add, sum.exact.and(exact))
            }
            (None, Some(sum)) => {
                let base = self.def(Op::Add { ty }, &[a, sum.base.into()]);
                self.sum(ty, base, sum.add, sum.exact.and(exact))
            }
            (Some(x), Some(y)) => {
                let base = self.def(Op::Add { ty }, &[x.base.into(), y.base.into()]);
                self.sum(ty, base, x.add.wrapping_add(y.add), x.exact.and(y.exact).and(exact))
            }
        }
    }

    /// `a - b`; see [`add_int`](Self::add_int).
    pub fn sub_int(&mut self, ty: Ty, a: Val, b: Val, exact: Exact) -> Val {
        match self.sum_of(a) {
            Some(sum) if self.sum_of(b).is_none() => {
                let base = self.def(Op::Sub { ty }, &[sum.base.into(), b]);
                self.sum(ty, base, sum.add, sum.exact.and(exact))
            }
            _ => self.def(Op::Sub { ty }, &[a, b]),
        }
    }

    /// The low half of `a * b`; a constant factor is multiplied into the constant of a sum.
    pub fn mul_int(&mut self, ty: Ty, a: Val, b: Val, exact: Exact) -> Val {
        let (a, b) = if a.imm().is_some() { (b, a) } else { (a, b) };
        if let (Some(sum), Some(factor)) = (self.sum_of(a), b.imm()) {
            let base = self.mul_int(ty, sum.base.into(), b, exact);
            let factor = fold::signed(ty, factor);
            let mut exact = sum.exact.and(exact);
            exact.unsigned &= factor >= 0;
            return self.sum(ty, base, sum.add.wrapping_mul(factor), exact);
        }
        match b.imm() {
            Some(factor) if factor.is_power_of_two() && factor > 1 => {
                let amount = Val::Imm(u64::from(factor.trailing_zeros()));
                self.def(Op::Shl { ty: untyped(ty.class()) }, &[a, amount])
            }
            _ => self.def(Op::Mul { part: Part::Lo, ty }, &[a, b]),
        }
    }

    /// How many bytes a 64-bit number of elements is. For one that was extended that is one instruction,
    /// and with the address that it is added to still one.
    pub fn scale(&mut self, index: Val, size: u32) -> Val {
        if let Some(sum) = self.sum_of(index) {
            let base = self.scale(sum.base.into(), size);
            return self.sum(Ty::S64, base, sum.add.wrapping_mul(i64::from(size)), sum.exact);
        }
        match self.narrow(index) {
            Some((source, signed)) if (2..1 << 31).contains(&size) => {
                let ty = if signed { Ty::S32 } else { Ty::U32 };
                self.def(Op::Mul { part: Part::Wide, ty }, &[source, Val::u32(size)])
            }
            _ => self.mul_int(Ty::S64, index, Val::u32(size), Exact::BOTH),
        }
    }

    /// The 32-bit integer that a 64-bit one was extended from, and whether with its sign.
    fn narrow(&mut self, wide: Val) -> Option<(Val, bool)> {
        let fact = *self.widened.get(&wide.reg()?)?;
        self.holding(fact, [fact.what.0.reg(), None])
    }

    /// Records that a float is the negative of another one.
    pub fn set_negative(&mut self, negative: Val, of: Val) {
        if let Some(reg) = negative.reg() {
            self.negated.insert(reg, self.fact(of));
        }
    }

    /// The float that another one is known to be the negative of.
    pub fn negative_of(&mut self, val: Val) -> Option<Val> {
        let fact = *self.negated.get(&val.reg()?)?;
        self.holding(fact, [fact.what.reg(), None])
    }

    /// A 32-bit integer as a 64-bit one.
    pub fn widen(&mut self, val: Val, signed: bool) -> Val {
        let (from, to) = if signed { (Ty::S32, Ty::S64) } else { (Ty::U32, Ty::U64) };
        if let Some(sum) = self.sum_of(val)
            && (if signed { sum.exact.signed } else { sum.exact.unsigned })
        {
            let base = self.widen(sum.base.into(), signed);
            return self.sum(to, base, sum.add, Exact::BOTH);
        }
        let op = Op::Cvt { round: Round::None, ftz: Ftz::Keep, sat: Saturate::No, to, from };
        let wide = self.def(op, &[val]);
        if let Some(reg) = wide.reg() {
            self.widened.insert(reg, self.fact((val, signed)));
        }
        wide
    }

    /// The value, no longer known to be a sum, for tiles whose first register need not be its base.
    pub fn forget_sum(&mut self, val: Val) -> Val {
        let (Some(class), Some(_)) = (self.class(val), self.sum_of(val)) else { return val };
        let copy = self.fresh(class);
        self.assign(copy, val);
        Val::Reg(copy)
    }
}
