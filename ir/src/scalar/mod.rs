//! The only arithmetic of the project: integers of every width and floats of every format, exact.
//!
//! The interpreter, the constant folder and the evaluator of constant expressions all call these
//! functions, so that a value does not depend on the part that computed it. In and out go raw
//! bits,
//! zero-extended to `u64`; what they mean is said by an [`IntWidth`] or a [`FloatFormat`].
//!
//! Invariants:
//! * Every function is total. Where the language leaves a result undefined the function returns
//!   some fixed value, and a predicate beside it (`int::add_overflows`, [`convert::in_int_range`])
//!   says that the case arose; a caller that reports it asks the predicate.
//! * Every float operation rounds once, in the mode that was asked for. A NaN result of
//!   arithmetic, of a conversion or of a mathematical function is the canonical NaN
//!   ([`FloatFormat::canonical_nan`]), so results have equal bits on every host; only sign-bit
//!   operations ([`float::neg`], [`float::abs`]) keep a payload.
//! * Nothing here depends on the host's mathematical library.
//!
//! [`int`] holds integers; [`format`] the float formats as data with decoding and rounding, the
//! heart of the rest; [`float`] arithmetic; [`convert`] conversions; [`math`] transcendental
//! functions. The rules are those of the Tile C++ reference, sections 1.7.2 (conversions), 1.9
//! (rounding) and 2.2 (operators), and of IEEE 754-2019.

pub mod convert;
pub mod float;
pub mod format;
pub mod int;
pub mod math;

pub use float::{FloatMode, NanMode};
pub use format::{FloatFormat, RoundingMode};
pub use int::IntWidth;

use crate::attrs::Rounding;

#[cfg(test)]
mod exhaustive;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

impl RoundingMode {
    /// The reference meaning of a rounding attribute of a float operation: `approx` and `full`
    /// allow an error, so the result nearest to the exact one is one of theirs.
    pub const fn of(rounding: Rounding) -> RoundingMode {
        match rounding {
            Rounding::NearestEven | Rounding::Approx | Rounding::Full => RoundingMode::NearestEven,
            Rounding::Zero | Rounding::NearestIntToZero => RoundingMode::Zero,
            Rounding::NegativeInf => RoundingMode::NegativeInf,
            Rounding::PositiveInf => RoundingMode::PositiveInf,
            Rounding::NearestAway => RoundingMode::NearestAway,
        }
    }
}

impl int::QuotientRounding {
    /// The meaning of the rounding attribute of `divi`.
    pub const fn of(rounding: Rounding) -> int::QuotientRounding {
        match rounding {
            Rounding::PositiveInf => int::QuotientRounding::PositiveInf,
            Rounding::NegativeInf => int::QuotientRounding::NegativeInf,
            Rounding::Zero
            | Rounding::NearestEven
            | Rounding::Approx
            | Rounding::Full
            | Rounding::NearestAway
            | Rounding::NearestIntToZero => int::QuotientRounding::Zero,
        }
    }
}
