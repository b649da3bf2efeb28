//! The ends of ranges as values, by which a kernel tests once what holds in all of its tile blocks.
//!
//! In: a [`LaunchRange`]. Out: instructions that compute its ends in 64 bits, from parameters and the number of tile blocks.

use ir::builder::Builder;
use ir::{CmpPredicate, Overflow, Scalar, Signedness, Value};
use smallvec::SmallVec;

use crate::analysis::launch_range::{LaunchRange, Operation};
use crate::legalize::terms::scalar;

/// The ends of a range, in 64 bits.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub least: Value,
    pub greatest: Value,
}

impl LaunchRange {
    /// Whether the integer is positive in all tile blocks: never wrongly true.
    pub fn is_positive(&self, b: &mut Builder<'_>) -> Value {
        let mut holds = Vec::new();
        let ends = self.ends(b, &mut holds);
        let zero = b.const_i64(0);
        let is_positive = is_greater(b, ends.least, zero);
        holds.into_iter().fold(is_positive, |all, holds| b.andi(all, holds))
    }

    /// Whether the integer is at most a number in all tile blocks: never wrongly true.
    pub fn is_at_most(&self, b: &mut Builder<'_>, most: i64) -> Value {
        let mut holds = Vec::new();
        let ends = self.ends(b, &mut holds);
        let most = b.const_i64(most);
        let is_at_most =
            b.cmpi(ends.greatest, most, CmpPredicate::LessThanOrEqual, Signedness::Signed);
        holds.into_iter().fold(is_at_most, |all, holds| b.andi(all, holds))
    }

    /// The ends, where all that is pushed to `holds` is true.
    pub(super) fn ends(&self, b: &mut Builder<'_>, holds: &mut Vec<Value>) -> Ends {
        let zero = b.const_i64(0);
        match self {
            LaunchRange::Same(value) => {
                let number = wide(b, *value);
                Ends { least: number, greatest: number }
            }
            LaunchRange::BlockId(axis) => {
                let (x, y, z) = b.get_num_tile_blocks();
                let blocks = wide(b, [x, y, z][*axis]);
                Ends { least: zero, greatest: less_one(b, blocks) }
            }
            LaunchRange::Counter(bounds) => {
                let [lower, upper] = bounds.each_ref().map(|bound| bound.ends(b, holds));
                Ends { least: lower.least, greatest: less_one(b, upper.greatest) }
            }
            LaunchRange::Operation(operation, operands) => {
                let [x, y] = operands.each_ref().map(|operand| operand.ends(b, holds));
                let ends = operation.ends(b, [x, y], holds);
                match operation.may_wrap() {
                    true => within_i32(b, ends),
                    false => ends,
                }
            }
            LaunchRange::Tested(operation, operands) => {
                let [x, y] = operands.each_ref().map(|operand| operand.ends(b, holds));
                let ends = operation.ends(b, [x, y], holds);
                let within = within_i32(b, ends);
                for (end, within) in [(ends.least, within.least), (ends.greatest, within.greatest)]
                {
                    let fits = b.cmpi(end, within, CmpPredicate::Equal, Signedness::Signed);
                    holds.push(fits);
                }
                ends
            }
        }
    }
}

impl Operation {
    fn may_wrap(self) -> bool {
        matches!(self, Operation::Add | Operation::Subtract | Operation::Multiply)
    }

    fn ends(self, b: &mut Builder<'_>, [x, y]: [Ends; 2], holds: &mut Vec<Value>) -> Ends {
        let (none, signed) = (Overflow::None, Signedness::Signed);
        match self {
            Operation::Add => {
                let least = b.addi(x.least, y.least, none);
                let greatest = b.addi(x.greatest, y.greatest, none);
                Ends { least, greatest }
            }
            Operation::Subtract => {
                let least = b.subi(x.least, y.greatest, none);
                let greatest = b.subi(x.greatest, y.least, none);
                Ends { least, greatest }
            }
            Operation::Multiply => corners(b, [x, y], |b, x, y| b.muli(x, y, none)),
            Operation::Divide(rounding) => {
                let y = positive(b, y, holds);
                corners(b, [x, y], |b, x, y| b.divi(x, y, signed, rounding))
            }
            Operation::Remainder => {
                let minus_one = b.const_i64(-1);
                let is_positive = is_greater(b, x.least, minus_one);
                holds.push(is_positive);
                let y = positive(b, y, holds);
                let most = less_one(b, y.greatest);
                let least = b.const_i64(0);
                Ends { least, greatest: b.mini(x.greatest, most, signed) }
            }
            Operation::Min => Ends {
                least: b.mini(x.least, y.least, signed),
                greatest: b.mini(x.greatest, y.greatest, signed),
            },
            Operation::Max => Ends {
                least: b.maxi(x.least, y.least, signed),
                greatest: b.maxi(x.greatest, y.greatest, signed),
            },
            Operation::Either => Ends {
                least: b.mini(x.least, y.least, signed),
                greatest: b.maxi(x.greatest, y.greatest, signed),
            },
        }
    }
}

/// A range as one of positive numbers, which it is if what is pushed to `holds` is true.
fn positive(b: &mut Builder<'_>, range: Ends, holds: &mut Vec<Value>) -> Ends {
    let (zero, one) = (b.const_i64(0), b.const_i64(1));
    let is_positive = is_greater(b, range.least, zero);
    holds.push(is_positive);
    let least = b.maxi(range.least, one, Signedness::Signed);
    let greatest = match range.greatest == range.least {
        true => least,
        false => b.maxi(range.greatest, one, Signedness::Signed),
    };
    Ends { least, greatest }
}

/// The least and the greatest result of an operation that is monotonic in each operand.
fn corners(
    b: &mut Builder<'_>,
    [x, y]: [Ends; 2],
    operation: impl Fn(&mut Builder<'_>, Value, Value) -> Value,
) -> Ends {
    let mut pairs: SmallVec<[(Value, Value); 4]> = SmallVec::new();
    for x in [x.least, x.greatest] {
        for y in [y.least, y.greatest] {
            if !pairs.contains(&(x, y)) {
                pairs.push((x, y));
            }
        }
    }
    let results: SmallVec<[Value; 4]> =
        pairs.into_iter().map(|(x, y)| operation(b, x, y)).collect();
    let mut ends = Ends { least: results[0], greatest: results[0] };
    for &other in &results[1..] {
        ends.least = b.mini(ends.least, other, Signedness::Signed);
        ends.greatest = b.maxi(ends.greatest, other, Signedness::Signed);
    }
    ends
}

/// The part of a range that 32 bits have.
fn within_i32(b: &mut Builder<'_>, ends: Ends) -> Ends {
    let (least, most) = (b.const_i64(i64::from(i32::MIN)), b.const_i64(i64::from(i32::MAX)));
    let mut clamped = |end: Value| {
        let end = b.maxi(end, least, Signedness::Signed);
        b.mini(end, most, Signedness::Signed)
    };
    Ends { least: clamped(ends.least), greatest: clamped(ends.greatest) }
}

fn is_greater(b: &mut Builder<'_>, number: Value, than: Value) -> Value {
    b.cmpi(number, than, CmpPredicate::GreaterThan, Signedness::Signed)
}

fn less_one(b: &mut Builder<'_>, number: Value) -> Value {
    let one = b.const_i64(1);
    b.subi(number, one, Overflow::None)
}

/// An integer in 64 bits.
pub(super) fn wide(b: &mut Builder<'_>, number: Value) -> Value {
    let number = scalar(b, number);
    let ty = b.types.scalar(Scalar::I64);
    b.exti(number, Signedness::Signed, ty)
}
