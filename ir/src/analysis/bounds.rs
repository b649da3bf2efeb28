//! Intervals of signed integers.

use crate::attrs::{CmpPredicate, Overflow, Rounding, Signedness};
use crate::types::Scalar;

/// Inclusive bounds on the elements of an integer tile, read as signed; i1 is read as 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    pub lower: i64,
    pub upper: i64,
}

impl Bounds {
    /// Anything that 64 bits can hold.
    pub const ALL: Bounds = Bounds { lower: i64::MIN, upper: i64::MAX };

    pub fn new(lower: i64, upper: i64) -> Bounds {
        Bounds { lower, upper }
    }

    pub fn exactly(value: i64) -> Bounds {
        Bounds { lower: value, upper: value }
    }

    /// What the element type can hold.
    pub fn of(elem: Scalar) -> Bounds {
        match elem.bits() {
            1 => Bounds::new(0, 1),
            64.. => Bounds::ALL,
            bits => Bounds::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        }
    }

    /// The one value, if there is only one.
    pub fn value(self) -> Option<i64> {
        (self.lower == self.upper).then_some(self.lower)
    }

    pub fn contains(self, other: Bounds) -> bool {
        self.lower <= other.lower && other.upper <= self.upper
    }

    pub fn is_non_negative(self) -> bool {
        self.lower >= 0
    }

    /// Bounds on values that obey one of the two.
    pub fn union(self, other: Bounds) -> Bounds {
        Bounds::new(self.lower.min(other.lower), self.upper.max(other.upper))
    }

    /// Bounds on values that obey both. Contradicting promises keep `self`: the code is dead.
    pub fn intersection(self, other: Bounds) -> Bounds {
        let both = Bounds::new(self.lower.max(other.lower), self.upper.min(other.upper));
        if both.lower <= both.upper { both } else { self }
    }

    /// What a loop makes of a start that grows to `next`: each bound that moved goes all the way,
    /// so that the iteration ends.
    pub fn widened(self, next: Bounds, elem: Scalar) -> Bounds {
        let all = Bounds::of(elem);
        Bounds::new(
            if next.lower < self.lower { all.lower } else { self.lower },
            if next.upper > self.upper { all.upper } else { self.upper },
        )
    }

    /// The exact result of arithmetic, brought into the element type. With a promise of no signed
    /// overflow what does not fit cannot happen; without one it wraps to anything.
    fn fit(lower: i128, upper: i128, elem: Scalar, no_wrap: bool) -> Bounds {
        let all = Bounds::of(elem);
        let (min, max) = (i128::from(all.lower), i128::from(all.upper));
        if lower >= min && upper <= max {
            return Bounds::new(lower as i64, upper as i64);
        }
        if no_wrap && lower <= max && upper >= min {
            return Bounds::new(lower.max(min) as i64, upper.min(max) as i64);
        }
        all
    }

    pub fn add(self, other: Bounds, elem: Scalar, overflow: Overflow) -> Bounds {
        let lower = i128::from(self.lower) + i128::from(other.lower);
        let upper = i128::from(self.upper) + i128::from(other.upper);
        Bounds::fit(lower, upper, elem, overflow.no_signed_wrap())
    }

    pub fn sub(self, other: Bounds, elem: Scalar, overflow: Overflow) -> Bounds {
        let lower = i128::from(self.lower) - i128::from(other.upper);
        let upper = i128::from(self.upper) - i128::from(other.lower);
        Bounds::fit(lower, upper, elem, overflow.no_signed_wrap())
    }

    pub fn mul(self, other: Bounds, elem: Scalar, overflow: Overflow) -> Bounds {
        let corners = [
            i128::from(self.lower) * i128::from(other.lower),
            i128::from(self.lower) * i128::from(other.upper),
            i128::from(self.upper) * i128::from(other.lower),
            i128::from(self.upper) * i128::from(other.upper),
        ];
        let lower = corners.into_iter().min().unwrap_or(0);
        let upper = corners.into_iter().max().unwrap_or(0);
        Bounds::fit(lower, upper, elem, overflow.no_signed_wrap())
    }

    /// Quotient by a positive divisor.
    pub fn div(
        self,
        other: Bounds,
        elem: Scalar,
        signedness: Signedness,
        rounding: Rounding,
    ) -> Bounds {
        if other.lower <= 0 || (signedness == Signedness::Unsigned && self.lower < 0) {
            return Bounds::of(elem);
        }
        let rounded = |a: i64, b: i64| {
            let down = a.div_euclid(b);
            let up = down + i64::from(a.rem_euclid(b) != 0);
            match rounding {
                Rounding::NegativeInf => down,
                Rounding::PositiveInf => up,
                _ if a < 0 => up,
                _ => down,
            }
        };
        // Monotone in the dividend; in the divisor upwards or downwards, by the dividend's sign.
        let lower = rounded(self.lower, other.lower).min(rounded(self.lower, other.upper));
        let upper = rounded(self.upper, other.lower).max(rounded(self.upper, other.upper));
        Bounds::new(lower, upper)
    }

    /// Remainder, with the sign of the dividend and no further from zero than that.
    pub fn rem(self, other: Bounds, elem: Scalar, signedness: Signedness) -> Bounds {
        if other.lower <= 0 {
            return match signedness == Signedness::Signed || self.is_non_negative() {
                true => Bounds::new(self.lower.min(0), self.upper.max(0)),
                false => Bounds::of(elem),
            };
        }
        let largest = other.upper - 1;
        if signedness == Signedness::Unsigned && self.lower < 0 {
            return Bounds::new(0, largest);
        }
        Bounds::new(self.lower.max(-largest).min(0), self.upper.min(largest).max(0))
    }

    /// Bitwise and: at most each operand that is not negative.
    pub fn and(self, other: Bounds, elem: Scalar) -> Bounds {
        match (self.is_non_negative(), other.is_non_negative()) {
            (true, true) => Bounds::new(0, self.upper.min(other.upper)),
            (true, false) => Bounds::new(0, self.upper),
            (false, true) => Bounds::new(0, other.upper),
            (false, false) => Bounds::of(elem),
        }
    }

    /// Bitwise or and exclusive or of what is not negative: no new high bit.
    pub fn or(self, other: Bounds, elem: Scalar) -> Bounds {
        if !self.is_non_negative() || !other.is_non_negative() {
            return Bounds::of(elem);
        }
        let upper = self.upper.max(other.upper) as u64;
        let bits = 64 - upper.leading_zeros();
        Bounds::new(0, if bits >= 63 { i64::MAX } else { (1 << bits) - 1 })
    }

    /// What `a p b` must be, if the bounds of both decide it.
    pub fn compare(
        self,
        other: Bounds,
        predicate: CmpPredicate,
        signedness: Signedness,
    ) -> Option<bool> {
        let same_order = self.is_non_negative() && other.is_non_negative();
        if signedness == Signedness::Unsigned && !same_order {
            return None;
        }
        let less = self.upper < other.lower;
        let not_greater = self.upper <= other.lower;
        let greater = self.lower > other.upper;
        let not_less = self.lower >= other.upper;
        let decide = |yes: bool, no: bool| match (yes, no) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        let equal = self.value().is_some() && self == other;
        match predicate {
            CmpPredicate::Equal => decide(equal, less || greater),
            CmpPredicate::NotEqual => decide(less || greater, equal),
            CmpPredicate::LessThan => decide(less, not_less),
            CmpPredicate::LessThanOrEqual => decide(not_greater, greater),
            CmpPredicate::GreaterThan => decide(greater, not_greater),
            CmpPredicate::GreaterThanOrEqual => decide(not_less, less),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_arithmetic_knows_nothing_unless_promised() {
        let big = Bounds::new(0, i64::from(i32::MAX));
        let one = Bounds::exactly(1);
        assert_eq!(big.add(one, Scalar::I32, Overflow::None), Bounds::of(Scalar::I32));
        let promised = big.add(one, Scalar::I32, Overflow::NoSignedWrap);
        assert_eq!(promised, Bounds::new(1, i64::from(i32::MAX)));
        assert_eq!(big.add(one, Scalar::I64, Overflow::None).upper, 1 << 31);
    }

    #[test]
    fn quotients_and_remainders_stay_inside() {
        let a = Bounds::new(-7, 9);
        for divisor in 1..5 {
            let b = Bounds::exactly(divisor);
            let quotient = |rounding| a.div(b, Scalar::I32, Signedness::Signed, rounding);
            let remainder = a.rem(b, Scalar::I32, Signedness::Signed);
            assert_eq!(quotient(Rounding::Zero), Bounds::new(-7 / divisor, 9 / divisor));
            for x in -7i64..=9 {
                let down = Bounds::exactly(x.div_euclid(divisor));
                assert!(quotient(Rounding::NegativeInf).contains(down));
                assert!(remainder.contains(Bounds::exactly(x % divisor)));
            }
        }
    }

    #[test]
    fn remainders_by_anything_are_no_further_from_zero() {
        let some = [-9, -2, 0, 3, 8];
        let ranges = some.iter().flat_map(|&lower| some.map(|upper| (lower, upper)));
        let ranges: Vec<(i64, i64)> = ranges.filter(|(lower, upper)| lower <= upper).collect();
        for &(lower, upper) in &ranges {
            for &(least, most) in &ranges {
                let (a, b) = (Bounds::new(lower, upper), Bounds::new(least, most));
                let signed = a.rem(b, Scalar::I32, Signedness::Signed);
                let unsigned = a.rem(b, Scalar::I32, Signedness::Unsigned);
                for x in lower..=upper {
                    for y in (least..=most).filter(|&y| y != 0) {
                        assert!(signed.contains(Bounds::exactly(x % y)), "{x} % {y}");
                        let bits = x as i32 as u32 % y as i32 as u32;
                        let found = Bounds::exactly(i64::from(bits as i32));
                        assert!(unsigned.contains(found), "{x} % {y} unsigned: {unsigned:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn comparisons_are_decided_by_disjoint_bounds() {
        let (low, high) = (Bounds::new(0, 3), Bounds::new(4, 9));
        let less = CmpPredicate::LessThan;
        assert_eq!(low.compare(high, less, Signedness::Signed), Some(true));
        assert_eq!(high.compare(low, less, Signedness::Unsigned), Some(false));
        assert_eq!(low.compare(low, less, Signedness::Signed), None);
        let negative = Bounds::new(-1, -1);
        assert_eq!(negative.compare(low, less, Signedness::Unsigned), None);
    }
}
