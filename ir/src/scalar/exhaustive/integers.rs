//! Integers of 16 bits, by the arithmetic of `i64`.

use std::cmp::Ordering;

use super::{all, pairs};
use crate::attrs::Signedness::{self, Signed, Unsigned};
use crate::scalar::int::{self, IntWidth, QuotientRounding};

const W: IntWidth = IntWidth::W16;
const ROUNDINGS: [QuotientRounding; 3] =
    [QuotientRounding::Zero, QuotientRounding::PositiveInf, QuotientRounding::NegativeInf];

/// The number that 16 bits stand for.
#[inline(always)]
fn number(signedness: Signedness, bits: u64) -> i64 {
    match signedness {
        Signed => i64::from(bits as u16 as i16),
        Unsigned => i64::from(bits as u16),
    }
}

#[inline(always)]
fn bits(number: i64) -> u64 {
    u64::from(number as u16)
}

#[inline(always)]
fn fits(signedness: Signedness, number: i64) -> bool {
    match signedness {
        Signed => i16::try_from(number).is_ok(),
        Unsigned => u16::try_from(number).is_ok(),
    }
}

#[test]
fn integer_sums_and_products() {
    pairs("i16 + - * and the high half", |a| {
        for b in all() {
            for s in [Signed, Unsigned] {
                let (x, y) = (number(s, a), number(s, b));
                let same = int::add(W, a, b) == bits(x + y)
                    && int::sub(W, a, b) == bits(x - y)
                    && int::mul(W, a, b) == bits(x * y)
                    && int::add_overflows(W, s, a, b) != fits(s, x + y)
                    && int::sub_overflows(W, s, a, b) != fits(s, x - y)
                    && int::mul_overflows(W, s, a, b) != fits(s, x * y);
                assert!(same, "{a:x} {b:x} {s:?}");
            }
            let product = number(Unsigned, a) * number(Unsigned, b);
            assert_eq!(int::mul_high(W, a, b), bits(product >> 16), "{a:x} {b:x}");
        }
    });
}

#[test]
fn integer_quotients() {
    pairs("i16 / and %", |a| {
        for b in all() {
            for s in [Signed, Unsigned] {
                let (x, y) = (number(s, a), number(s, b));
                if y == 0 {
                    assert_eq!(int::rem(W, s, a, b), a);
                    assert!(ROUNDINGS.iter().all(|&mode| int::div(W, s, mode, a, b) == 0xffff));
                    continue;
                }
                let (quotient, rest) = (x / y, x % y);
                assert_eq!(int::rem(W, s, a, b), bits(rest), "{x} % {y}");
                let is_exact = rest == 0;
                let (down, up) = match (x < 0) == (y < 0) {
                    true => (quotient, quotient + i64::from(!is_exact)),
                    false => (quotient - i64::from(!is_exact), quotient),
                };
                let zero = int::div(W, s, QuotientRounding::Zero, a, b);
                assert_eq!(zero, bits(quotient), "{x} / {y}");
                let above = int::div(W, s, QuotientRounding::PositiveInf, a, b);
                assert_eq!(above, bits(up), "{x} / {y}");
                let below = int::div(W, s, QuotientRounding::NegativeInf, a, b);
                assert_eq!(below, bits(down), "{x} / {y}");
                if s == Signed {
                    assert_eq!(int::div_overflows(W, a, b), !fits(s, quotient), "{x} / {y}");
                }
            }
        }
    });
}

#[test]
fn integer_shifts() {
    pairs("i16 << and >>", |a| {
        for b in all() {
            let is_undefined = b >= 16;
            assert_eq!(int::shift_undefined(W, b), is_undefined);
            for s in [Signed, Unsigned] {
                let x = number(s, a);
                let amount = b.min(40);
                let shifted = x << amount;
                let left = if is_undefined { 0 } else { bits(shifted) };
                assert_eq!(int::shl(W, a, b), left, "{x} << {b}");
                assert_eq!(int::shr(W, s, a, b), bits(x >> amount), "{x} >> {b}");
                let lost = !is_undefined && !fits(s, shifted);
                assert_eq!(int::shl_overflows(W, s, a, b), lost, "{x} << {b}");
            }
        }
    });
}

#[test]
fn integer_orders() {
    pairs("i16 <, min and max", |a| {
        for b in all() {
            for s in [Signed, Unsigned] {
                let (x, y) = (number(s, a), number(s, b));
                let order = int::compare(W, s, a, b);
                assert_eq!(order, x.cmp(&y), "{x} {y}");
                let (least, most) = if order == Ordering::Greater { (b, a) } else { (a, b) };
                assert_eq!(int::min(W, s, a, b), least, "{x} {y}");
                assert_eq!(int::max(W, s, a, b), most, "{x} {y}");
            }
        }
    });
}
