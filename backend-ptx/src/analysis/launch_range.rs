//! Between which numbers an integer is in all tile blocks of a launch, as numbers that are the same for all of them.
//!
//! ```text
//! range v                 = [v, v]                                     v is the same in all tile blocks
//! range block_id          = [0, blocks - 1]
//! range counter of a for  = [least lower, greatest upper - 1]
//! range (x + y)           = [x.least + y.least, x.greatest + y.greatest]
//! range (x - y)           = [x.least - y.greatest, x.greatest - y.least]
//! range (x * y), (x / y)  = least and greatest of the four corners                     where y > 0 in a quotient
//! range (x % y)           = [0, min (x.greatest, y.greatest - 1)]                      where x >= 0 and y > 0
//! range min, max          = of both ends
//! range (c ? x : y)       = [min (x.least, y.least), max (x.greatest, y.greatest)]
//! ```
//!
//! The numbers are those of operations on 32 bits that do not wrap, so that an end which exceeds 32 bits is not reached. Of an
//! operation that may wrap, the kernel can test that neither end exceeds 32 bits ([`LaunchRange::tested`]).
//! [`launch_ends`](crate::legalize::launch_ends) makes values of the ends.

use ir::types::TypeStore;
use ir::{Function, InstData, Overflow, Rounding, Scalar, Signedness, Value, ValueDef};

use crate::analysis::slice;

/// Values that are looked at for one range, at most.
const MAX_VALUES: u32 = 64;

/// How a range follows from others.
#[derive(Clone, Debug)]
pub enum LaunchRange {
    Same(Value),
    /// The number of the tile block along an axis.
    BlockId(usize),
    Counter(Box<[LaunchRange; 2]>),
    Operation(Operation, Box<[LaunchRange; 2]>),
    /// The same of an operation that may wrap: its ends must be numbers of 32 bits.
    Tested(Operation, Box<[LaunchRange; 2]>),
}

/// An operation on two integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide(Rounding),
    Remainder,
    Min,
    Max,
    Either,
}

impl LaunchRange {
    /// The range of a signed integer of 32 bits; `None` if it follows from more than parameters and the tile block.
    pub fn of(function: &Function, types: &TypeStore, value: Value) -> Option<LaunchRange> {
        RangeSearch { function, types, budget: MAX_VALUES, tests: false }.range(value)
    }

    /// The same, which also may follow from operations that wrap.
    pub fn tested(function: &Function, types: &TypeStore, value: Value) -> Option<LaunchRange> {
        RangeSearch { function, types, budget: MAX_VALUES, tests: true }.range(value)
    }

    /// The same of other numbers.
    pub fn with_values(&self, value: &impl Fn(Value) -> Value) -> LaunchRange {
        let with = |ranges: &[LaunchRange; 2]| {
            Box::new(ranges.each_ref().map(|range| range.with_values(value)))
        };
        match self {
            LaunchRange::Same(number) => LaunchRange::Same(value(*number)),
            LaunchRange::BlockId(axis) => LaunchRange::BlockId(*axis),
            LaunchRange::Counter(bounds) => LaunchRange::Counter(with(bounds)),
            LaunchRange::Operation(operation, operands) => {
                LaunchRange::Operation(*operation, with(operands))
            }
            LaunchRange::Tested(operation, operands) => {
                LaunchRange::Tested(*operation, with(operands))
            }
        }
    }

    /// The numbers that it is computed from.
    pub fn values(&self) -> Vec<Value> {
        match self {
            LaunchRange::Same(value) => vec![*value],
            LaunchRange::BlockId(_) => Vec::new(),
            LaunchRange::Counter(of)
            | LaunchRange::Operation(_, of)
            | LaunchRange::Tested(_, of) => of.iter().flat_map(LaunchRange::values).collect(),
        }
    }
}

/// The search for a range.
struct RangeSearch<'a> {
    function: &'a Function,
    types: &'a TypeStore,
    budget: u32,
    /// Whether operations may wrap.
    tests: bool,
}

impl RangeSearch<'_> {
    fn range(&mut self, value: Value) -> Option<LaunchRange> {
        self.budget = self.budget.checked_sub(1)?;
        let RangeSearch { function, types, .. } = *self;
        let ty = function.value_type(value);
        let is_number = types.elem_scalar(ty) == Some(Scalar::I32) && types.num_elems(ty) == 1;
        if !is_number {
            return None;
        }
        if slice::is_invariant(function, value) {
            return Some(LaunchRange::Same(value));
        }
        let (inst, result) = match function.def(value) {
            ValueDef::Param(block, 0) => {
                let Some(InstData::For { lower_bound, upper_bound, unsigned: false, .. }) =
                    function.block_owner(block).map(|owner| function.data(owner))
                else {
                    return None;
                };
                let bounds = [self.range(*lower_bound)?, self.range(*upper_bound)?];
                return Some(LaunchRange::Counter(bounds.into()));
            }
            ValueDef::Param(..) => return None,
            ValueDef::Result(inst, result) => (inst, result),
        };
        let signed = Signedness::Signed;
        let (tests, mut may_wrap) = (self.tests, false);
        let mut is_exact = |overflow: Overflow| {
            may_wrap = !overflow.no_signed_wrap();
            !may_wrap || tests
        };
        let (operation, operands) = match *function.data(inst) {
            InstData::GetTileBlockId {} => return Some(LaunchRange::BlockId(result)),
            InstData::Reshape { source }
            | InstData::Assume { value: source, .. }
            | InstData::Given { value: source, .. } => return self.range(source),
            InstData::AddI { lhs, rhs, overflow } if is_exact(overflow) => {
                (Operation::Add, [lhs, rhs])
            }
            InstData::SubI { lhs, rhs, overflow } if is_exact(overflow) => {
                (Operation::Subtract, [lhs, rhs])
            }
            InstData::MulI { lhs, rhs, overflow } if is_exact(overflow) => {
                (Operation::Multiply, [lhs, rhs])
            }
            InstData::DivI { lhs, rhs, signedness, rounding } if signedness == signed => {
                (Operation::Divide(rounding), [lhs, rhs])
            }
            InstData::RemI { lhs, rhs, signedness } if signedness == signed => {
                (Operation::Remainder, [lhs, rhs])
            }
            InstData::MinI { lhs, rhs, signedness } if signedness == signed => {
                (Operation::Min, [lhs, rhs])
            }
            InstData::MaxI { lhs, rhs, signedness } if signedness == signed => {
                (Operation::Max, [lhs, rhs])
            }
            InstData::Select { val_if_true, val_if_false, .. } => {
                (Operation::Either, [val_if_true, val_if_false])
            }
            _ => return None,
        };
        let [lhs, rhs] = operands;
        let operands = [self.range(lhs)?, self.range(rhs)?].into();
        Some(match may_wrap {
            false => LaunchRange::Operation(operation, operands),
            true => LaunchRange::Tested(operation, operands),
        })
    }
}
