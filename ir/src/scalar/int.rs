//! Integers of 1, 4, 8, 16, 32 and 64 bits in two's complement.
//!
//! A value is its bits, zero-extended to `u64`; arguments and results are always *normalized*,
//! that is below `2^bits`. Signedness belongs to the operation, not to the value. Arithmetic is
//! modulo `2^bits` (for one bit: modulo 2). The predicates at the end tell when the exact result
//! does not fit or does not exist, which the language calls undefined (annex 3.1 of the
//! reference).
//!
//! Everything is inlined: called with a constant width in a loop over `u32` words, `add` compiles
//! to the 32-bit vector addition.

use std::cmp::Ordering;

use crate::attrs::Signedness::{self, Signed, Unsigned};

/// Width of an integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntWidth {
    /// A truth value; stored in a byte, 0 or 1.
    W1,
    /// Only in packed form.
    W4,
    W8,
    W16,
    W32,
    W64,
}

/// Which way an inexact integer quotient is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuotientRounding {
    /// Towards zero, as `/` in C++.
    Zero,
    /// Up: ceildiv.
    PositiveInf,
    /// Down: floordiv.
    NegativeInf,
}

impl IntWidth {
    /// Every width, narrowest first.
    pub const ALL: [IntWidth; 6] =
        [IntWidth::W1, IntWidth::W4, IntWidth::W8, IntWidth::W16, IntWidth::W32, IntWidth::W64];

    /// Number of value bits.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        match self {
            IntWidth::W1 => 1,
            IntWidth::W4 => 4,
            IntWidth::W8 => 8,
            IntWidth::W16 => 16,
            IntWidth::W32 => 32,
            IntWidth::W64 => 64,
        }
    }

    /// Bytes of the word that stores one.
    #[inline(always)]
    pub const fn storage_bytes(self) -> usize {
        self.bits().div_ceil(8) as usize
    }

    /// All bits set: the unsigned maximum, and -1.
    #[inline(always)]
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// Bits of the smallest value.
    #[inline(always)]
    pub const fn min(self, signedness: Signedness) -> u64 {
        match signedness {
            Unsigned => 0,
            Signed => 1 << (self.bits() - 1),
        }
    }

    /// Bits of the greatest value.
    #[inline(always)]
    pub const fn max(self, signedness: Signedness) -> u64 {
        match signedness {
            Unsigned => self.mask(),
            Signed => self.mask() >> 1,
        }
    }
}

/// The low bits of `x`: what a value modulo `2^bits` is stored as.
#[inline(always)]
pub const fn truncate(width: IntWidth, x: u64) -> u64 {
    x & width.mask()
}

/// The value of `x` read as signed.
#[inline(always)]
pub const fn sign_extend(width: IntWidth, x: u64) -> i64 {
    let unused = 64 - width.bits();
    ((x << unused) as i64) >> unused
}

/// The mathematical value of `x`.
#[inline(always)]
pub const fn value(width: IntWidth, signedness: Signedness, x: u64) -> i128 {
    match signedness {
        Unsigned => x as i128,
        Signed => sign_extend(width, x) as i128,
    }
}

/// `x` of width `from` as a value of width `to`: sign- or zero-extended, or cut.
#[inline(always)]
pub const fn resize(from: IntWidth, to: IntWidth, signedness: Signedness, x: u64) -> u64 {
    match signedness {
        Unsigned => truncate(to, x),
        Signed => truncate(to, sign_extend(from, x) as u64),
    }
}

/// `a + b`.
#[inline(always)]
pub const fn add(width: IntWidth, a: u64, b: u64) -> u64 {
    truncate(width, a.wrapping_add(b))
}

/// `a - b`.
#[inline(always)]
pub const fn sub(width: IntWidth, a: u64, b: u64) -> u64 {
    truncate(width, a.wrapping_sub(b))
}

/// `a * b`, the low half.
#[inline(always)]
pub const fn mul(width: IntWidth, a: u64, b: u64) -> u64 {
    truncate(width, a.wrapping_mul(b))
}

/// The high half of the unsigned product, also for operands that the program calls signed
/// (2.2, `mulhi`).
#[inline(always)]
pub const fn mul_high(width: IntWidth, a: u64, b: u64) -> u64 {
    ((a as u128 * b as u128) >> width.bits()) as u64
}

/// `-a`; the minimum is its own negation.
#[inline(always)]
pub const fn neg(width: IntWidth, a: u64) -> u64 {
    truncate(width, a.wrapping_neg())
}

/// `|a|` of a signed operand, as an unsigned number: right even for the minimum.
#[inline(always)]
pub const fn abs(width: IntWidth, a: u64) -> u64 {
    if sign_extend(width, a) < 0 { neg(width, a) } else { a }
}

/// `a / b` rounded as asked; all ones for `b == 0`, the minimum for minimum / -1.
#[inline(always)]
pub const fn div(
    width: IntWidth,
    signedness: Signedness,
    rounding: QuotientRounding,
    a: u64,
    b: u64,
) -> u64 {
    if b == 0 {
        return width.mask();
    }
    match signedness {
        Unsigned => {
            let up = matches!(rounding, QuotientRounding::PositiveInf) && !a.is_multiple_of(b);
            truncate(width, a / b + up as u64)
        }
        Signed => {
            let (a, b) = (sign_extend(width, a), sign_extend(width, b));
            let (quotient, rest) = (a.wrapping_div(b), a.wrapping_rem(b));
            let negative = (rest < 0) != (b < 0);
            let adjust = match rounding {
                QuotientRounding::Zero => 0,
                QuotientRounding::PositiveInf => (rest != 0 && !negative) as i64,
                QuotientRounding::NegativeInf => -((rest != 0 && negative) as i64),
            };
            truncate(width, quotient.wrapping_add(adjust) as u64)
        }
    }
}

/// The remainder of the division that truncates, with the sign of `a`; `a` for `b == 0`.
#[inline(always)]
pub const fn rem(width: IntWidth, signedness: Signedness, a: u64, b: u64) -> u64 {
    if b == 0 {
        return a;
    }
    match signedness {
        Unsigned => a % b,
        Signed => truncate(width, sign_extend(width, a).wrapping_rem(sign_extend(width, b)) as u64),
    }
}

/// `a << amount`; 0 when the unsigned amount is not below the width.
#[inline(always)]
pub const fn shl(width: IntWidth, a: u64, amount: u64) -> u64 {
    if amount >= width.bits() as u64 { 0 } else { truncate(width, a << amount) }
}

/// `a >> amount`, arithmetic if signed; only copies of the sign when the unsigned amount is not
/// below the width.
#[inline(always)]
pub const fn shr(width: IntWidth, signedness: Signedness, a: u64, amount: u64) -> u64 {
    match signedness {
        Unsigned if amount >= width.bits() as u64 => 0,
        Unsigned => a >> amount,
        Signed => {
            let amount = if amount > 63 { 63 } else { amount };
            truncate(width, (sign_extend(width, a) >> amount) as u64)
        }
    }
}

/// The order of the values.
#[inline(always)]
pub fn compare(width: IntWidth, signedness: Signedness, a: u64, b: u64) -> Ordering {
    match signedness {
        Unsigned => a.cmp(&b),
        Signed => sign_extend(width, a).cmp(&sign_extend(width, b)),
    }
}

/// The smaller of two.
#[inline(always)]
pub fn min(width: IntWidth, signedness: Signedness, a: u64, b: u64) -> u64 {
    if compare(width, signedness, b, a).is_lt() { b } else { a }
}

/// The greater of two.
#[inline(always)]
pub fn max(width: IntWidth, signedness: Signedness, a: u64, b: u64) -> u64 {
    if compare(width, signedness, b, a).is_gt() { b } else { a }
}

#[inline(always)]
const fn fits(width: IntWidth, signedness: Signedness, exact: i128) -> bool {
    exact >= value(width, signedness, width.min(signedness))
        && exact <= value(width, signedness, width.max(signedness))
}

/// Whether `a + b` is not representable.
#[inline(always)]
pub const fn add_overflows(width: IntWidth, signedness: Signedness, a: u64, b: u64) -> bool {
    !fits(width, signedness, value(width, signedness, a) + value(width, signedness, b))
}

/// Whether `a - b` is not representable.
#[inline(always)]
pub const fn sub_overflows(width: IntWidth, signedness: Signedness, a: u64, b: u64) -> bool {
    !fits(width, signedness, value(width, signedness, a) - value(width, signedness, b))
}

/// Whether `a * b` is not representable.
#[inline(always)]
pub const fn mul_overflows(width: IntWidth, signedness: Signedness, a: u64, b: u64) -> bool {
    match value(width, signedness, a).checked_mul(value(width, signedness, b)) {
        Some(product) => !fits(width, signedness, product),
        None => true,
    }
}

/// Whether `-a`, or `|a|` as a signed number, is not representable: `a` is the minimum.
#[inline(always)]
pub const fn neg_overflows(width: IntWidth, a: u64) -> bool {
    a == width.min(Signed)
}

/// Whether the signed quotient `a / b` is not representable: minimum / -1.
#[inline(always)]
pub const fn div_overflows(width: IntWidth, a: u64, b: u64) -> bool {
    a == width.min(Signed) && b == width.mask()
}

/// Whether `a << amount` loses bits that the signedness counts.
#[inline(always)]
pub const fn shl_overflows(width: IntWidth, signedness: Signedness, a: u64, amount: u64) -> bool {
    amount < width.bits() as u64 && !fits(width, signedness, value(width, signedness, a) << amount)
}

/// Whether a shift by `amount` is undefined: a negative amount is a large unsigned one.
#[inline(always)]
pub const fn shift_undefined(width: IntWidth, amount: u64) -> bool {
    amount >= width.bits() as u64
}
