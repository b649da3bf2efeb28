//! How small the numbers of a tile can be, for quotients whose divisors are not subnormal.
//!
//! The reciprocal that the hardware approximates takes a subnormal divisor for zero, so an approximate quotient looks
//! at its divisor and scales both operands: three instructions of five. Divisors like `1 + exp(-x)` need none.

use ir::{InstData, Scalar, Value};

use crate::select::Cx;

/// Values that are followed back at most.
const DEPTH: u32 = 6;

impl Cx<'_> {
    /// Whether each element of f32 is a normal number, infinity or NaN, and not below zero.
    pub(in crate::select) fn is_normal(&self, value: Value) -> bool {
        self.lower_bound(value, DEPTH).is_some_and(|lower_bound| lower_bound >= f32::MIN_POSITIVE)
    }

    /// A number, zero or more, that no element is below; none if that is not known. Elements may be NaN.
    fn lower_bound(&self, value: Value, depth: u32) -> Option<f32> {
        let depth = depth.checked_sub(1)?;
        let data = self.function.def_data(value)?;
        let of = |operand: usize| self.lower_bound(*data.operands().get(operand)?, depth);
        match data {
            InstData::Constant { value } if value.elem() == Scalar::F32 => {
                let splat = f32::from_bits(value.as_splat()? as u32);
                (splat >= 0.0).then_some(splat)
            }
            InstData::Exp { .. } | InstData::Exp2 { .. } | InstData::AbsF { .. } => Some(0.0),
            // Of two numbers that are not below zero the sum, rounded in whatever way, is not below either.
            InstData::AddF { .. } => Some(of(0)?.max(of(1)?)),
            // The other operand may be NaN, and then this one is the maximum.
            InstData::MaxF { .. } => of(0).into_iter().chain(of(1)).reduce(f32::max),
            InstData::Broadcast { .. } | InstData::Reshape { .. } | InstData::Permute { .. } => {
                of(0)
            }
            _ => None,
        }
    }
}
