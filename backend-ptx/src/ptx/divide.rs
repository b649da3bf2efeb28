//! Integer division by constants, without division.
//!
//! `ptxas` gives `div` and `rem` a reciprocal in floating point whatever the divisor is, 14 to 18 instructions of
//! 32 bits for sm_90a. By a constant d they are a shift where |d| is a power of two, else the high half of a product
//! (T. Granlund and P. L. Montgomery, "Division by invariant integers using multiplication", PLDI 1994). For w bits
//! and the least s for which there is such an m,
//!
//! ```text
//! unsigned   0 < m d - 2^(w+s) <= 2^s,      m < 2^w    n / d = (n m >> w) >> s
//!            for some d m has a bit more:  m - 2^w     n / d = (t + ((n - t) >> 1)) >> (s - 1),  t = n (m - 2^w) >> w
//! signed     0 < m |d| - 2^(w+s) <= 2^(s+1), m < 2^w   n / |d| = ((n m >> w) >> s) + (n < 0)
//! ```
//!
//! There is one with s < w for all d up to 2^(w-1); without sign larger ones go once or not at all. Quotients are
//! rounded toward zero; the remainder is what the quotient leaves.

use crate::ptx::builder::{Builder, Exact, untyped};
use crate::ptx::fold;
use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Part, Ty};

/// A factor of w bits, or w + 1 of which the highest is set and left out, and a shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Magic {
    factor: u64,
    shift: u32,
    /// Whether 2^w comes to the factor.
    wide: bool,
}

/// See the module header: the excess over `2^(w+s)` is at most `2^(s + slack)`; none for some divisors above
/// `2^(w-1)`.
fn magic(divisor: u64, bits: u32, slack: u32) -> Option<Magic> {
    let divisor = u128::from(divisor);
    let factor = |shift: u32| (1u128 << (bits + shift)) / divisor + 1;
    let fits = |shift: &u32| {
        factor(*shift) * divisor - (1u128 << (bits + shift)) <= 1u128 << (shift + slack)
    };
    // The excess is at most d, so it fits where 2^s is.
    let shift = (0..bits).find(fits)?;
    let factor = factor(shift);
    let low = factor as u64 & (u64::MAX >> (64 - bits));
    Some(Magic { factor: low, shift, wide: factor >> bits != 0 })
}

impl Builder<'_> {
    /// The quotient of integers rounded toward zero.
    pub fn div_int(&mut self, ty: Ty, a: Val, b: Val) -> Val {
        self.quotient(ty, a, b).unwrap_or_else(|| self.def(Op::Div { ty }, &[a, b]))
    }

    /// The remainder of [`div_int`](Self::div_int), which has the sign of `a`.
    pub fn rem_int(&mut self, ty: Ty, a: Val, b: Val) -> Val {
        if let (Ty::U32 | Ty::U64, Some(divisor)) = (ty, b.imm())
            && divisor.is_power_of_two()
        {
            return self.def(Op::And { ty: untyped(ty.class()) }, &[a, Val::Imm(divisor - 1)]);
        }
        let Some(quotient) = self.quotient(ty, a, b) else {
            return self.def(Op::Rem { ty }, &[a, b]);
        };
        let multiple = self.mul_int(ty, quotient, b, Exact::NEITHER);
        self.def(Op::Sub { ty }, &[a, multiple])
    }

    /// The quotient of numbers of 32 or 64 bits by a constant other than zero.
    fn quotient(&mut self, ty: Ty, a: Val, b: Val) -> Option<Val> {
        let divisor = b.imm()? & fold::mask(ty);
        if divisor == 0 || a.imm().is_some() {
            return None;
        }
        let unsigned = match ty {
            Ty::U32 | Ty::U64 => return self.unsigned_quotient(ty, a, divisor),
            Ty::S32 => Ty::U32,
            Ty::S64 => Ty::U64,
            _ => return None,
        };
        let divisor = fold::signed(ty, divisor);
        let quotient = self.signed_quotient((ty, unsigned), a, divisor.unsigned_abs())?;
        Some(match divisor < 0 {
            true => self.def(Op::Neg { ty }, &[quotient]),
            false => quotient,
        })
    }

    fn unsigned_quotient(&mut self, ty: Ty, a: Val, divisor: u64) -> Option<Val> {
        let shr = Op::Shr { ty };
        if divisor.is_power_of_two() {
            return Some(self.def(shr, &[a, Val::u32(divisor.trailing_zeros())]));
        }
        if divisor >> (ty.bits() - 1) != 0 {
            let setp = Op::Setp { cmp: Cmp::Ge, ftz: Ftz::Keep, ty };
            let once = self.def(setp, &[a, Val::Imm(divisor)]);
            let select = Op::Selp { ty: untyped(ty.class()) };
            return Some(self.def(select, &[Val::Imm(1), Val::ZERO, once]));
        }
        let Magic { factor, shift, wide } = magic(divisor, ty.bits(), 0)?;
        let high = self.def(Op::Mul { part: Part::Hi, ty }, &[a, Val::Imm(factor)]);
        if !wide {
            return Some(self.def(shr, &[high, Val::u32(shift)]));
        }
        let rest = self.def(Op::Sub { ty }, &[a, high]);
        let half = self.def(shr, &[rest, Val::u32(1)]);
        let sum = self.def(Op::Add { ty }, &[high, half]);
        Some(self.def(shr, &[sum, Val::u32(shift - 1)]))
    }

    /// By a divisor without its sign.
    fn signed_quotient(&mut self, (ty, unsigned): (Ty, Ty), a: Val, divisor: u64) -> Option<Val> {
        let bits = ty.bits();
        let last = Val::u32(bits - 1);
        let (add, shr) = (Op::Add { ty }, Op::Shr { ty });
        if divisor.is_power_of_two() {
            let log = divisor.trailing_zeros();
            if log == 0 {
                return Some(a);
            }
            // Of a negative number, what rounds up.
            let sign = self.def(shr, &[a, last]);
            let up = self.def(Op::Shr { ty: unsigned }, &[sign, Val::u32(bits - log)]);
            let sum = self.def(add, &[a, up]);
            return Some(self.def(shr, &[sum, Val::u32(log)]));
        }
        let Magic { factor, shift, .. } = magic(divisor, bits, 1)?;
        let mut high = self.def(Op::Mul { part: Part::Hi, ty }, &[a, Val::Imm(factor)]);
        if factor >> (bits - 1) != 0 {
            // As a signed number the factor is 2^w less.
            high = self.def(add, &[high, a]);
        }
        let floor = self.def(shr, &[high, Val::u32(shift)]);
        let negative = self.def(Op::Shr { ty: unsigned }, &[a, last]);
        Some(self.def(add, &[floor, negative]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers at the ends of the range, around multiples of the divisor, and others.
    fn numbers(divisor: u64, bits: u32) -> Vec<u64> {
        let mask = u64::MAX >> (64 - bits);
        let mut found = vec![0, 1, 2, 3, mask, mask - 1, mask >> 1, (mask >> 1) + 1, mask >> 2];
        let mut random = divisor ^ 0x9E37_79B9_7F4A_7C15;
        for _ in 0..64 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            found.push(random & mask);
            let multiple = (random & mask) / divisor * divisor;
            found.extend([multiple, multiple.wrapping_sub(1) & mask, (multiple + 1) & mask]);
        }
        found
    }

    fn divisors(bits: u32) -> Vec<u64> {
        let mask = u64::MAX >> (64 - bits);
        let mut found: Vec<u64> = (1..2000).collect();
        for log in 1..bits {
            found.extend([(1 << log) - 1, 1 << log, ((1 << log) + 1) & mask]);
        }
        found.extend([mask / 3, 641, 6_700_417, 1_000_000_007]);
        // Of all lengths.
        let random = |index: u64| index.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17);
        found.extend((1..2000).map(|index| (random(index) & mask) >> (index % 30)));
        found.retain(|&divisor| divisor > 0);
        found
    }

    #[test]
    fn unsigned_quotients_are_exact() {
        for bits in [32, 64] {
            let limit = 1u64 << (bits - 1);
            let odd = |d: &u64| !d.is_power_of_two() && *d < limit;
            for divisor in divisors(bits).into_iter().filter(odd) {
                let Magic { factor, shift, wide } = magic(divisor, bits, 0).expect("there is one");
                for n in numbers(divisor, bits) {
                    let high = ((u128::from(n) * u128::from(factor)) >> bits) as u64;
                    let quotient = match wide {
                        false => high >> shift,
                        true => (high + ((n - high) >> 1)) >> (shift - 1),
                    };
                    assert_eq!(quotient, n / divisor, "{n} / {divisor}, {bits} bits");
                }
            }
        }
    }

    #[test]
    fn signed_quotients_are_exact() {
        for bits in [32, 64] {
            let limit = 1u64 << (bits - 1);
            let odd = |d: &u64| !d.is_power_of_two() && *d < limit;
            for divisor in divisors(bits).into_iter().filter(odd) {
                let Magic { factor, shift, wide } = magic(divisor, bits, 1).expect("there is one");
                assert!(!wide);
                for n in numbers(divisor, bits) {
                    let n = ((n << (64 - bits)) as i64) >> (64 - bits);
                    let high = (i128::from(n) * i128::from(factor)) >> bits;
                    let quotient = (high >> shift) as i64 + i64::from(n < 0);
                    assert_eq!(quotient, n / divisor as i64, "{n} / {divisor}, {bits} bits");
                }
            }
        }
    }
}
