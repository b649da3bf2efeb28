//! The allowed errors.
//!
//! The API reference gives no bounds (2.4: "not yet exhaustively specified"), but for the precise
//! rounding modes, which are exact. So the bound of a function is that of the CUDA C++ programming
//! guide, appendix "Mathematical Functions", tables "Single-Precision (Double-Precision)
//! Mathematical Standard Library Functions with Maximum ULP Error": the difference in units in the
//! last place from the correctly rounded result. Where releases of the guide differ the smaller
//! number is taken (`powf`: 4 since 11, 9 before). Approximations of PTX have those of the PTX
//! manual.
//!
//! Functions of 16-bit floats are f32 functions rounded once more (so does NVIDIA's compiler, as
//! recorded results show): half a unit and what the f32 function may have shifted it.

use ir::Rounding;
use ir::scalar::FloatFormat;

use super::measure::Outcome;
use super::subject::{Operation, Subject};

/// The largest error that a result may have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    /// From the correctly rounded result.
    pub steps: u64,
    /// From the exact one.
    pub ulps: f64,
}

/// Errors of the CUDA mathematical library: f32, f64.
const CUDA: [(Operation, u64, u64); 22] = [
    (Operation::Add, 0, 0),
    (Operation::Sub, 0, 0),
    (Operation::Mul, 0, 0),
    (Operation::Div, 0, 0),
    (Operation::Fma, 0, 0),
    // `fmod`.
    (Operation::Rem, 0, 0),
    (Operation::Ceil, 0, 0),
    (Operation::Floor, 0, 0),
    (Operation::Sqrt, 0, 0),
    (Operation::Pow, 4, 2),
    (Operation::Exp2, 2, 1),
    (Operation::Exp, 2, 1),
    (Operation::Log2, 1, 1),
    (Operation::Log, 1, 1),
    (Operation::Rsqrt, 2, 1),
    (Operation::Cosh, 2, 1),
    (Operation::Cos, 2, 2),
    (Operation::Sinh, 3, 2),
    (Operation::Sin, 2, 2),
    (Operation::Tanh, 2, 1),
    (Operation::Tan, 4, 2),
    (Operation::Atan2, 3, 2),
];

/// The steps that the API reference allows; nothing where it leaves the error open.
pub fn of_reference(subject: &Subject) -> Option<u64> {
    subject.is_precise().then_some(0)
}

/// The steps that CUDA's guide, or the PTX manual, allows the same function; nothing where there is
/// no such function or no bound.
pub fn of_cuda(subject: &Subject) -> Option<u64> {
    let row = CUDA.iter().find(|row| row.0 == subject.operation);
    match (subject.format, subject.rounding, subject.operation) {
        // With `-prec-sqrt=false` from 5.2 on; `sqrt.approx` has a relative error of 2^-23.
        (FloatFormat::F32, Rounding::Approx | Rounding::Full, Operation::Sqrt) => Some(1),
        // `div.approx` and `div.full`.
        (FloatFormat::F32, Rounding::Approx | Rounding::Full, _) => Some(2),
        (FloatFormat::F32, ..) => row.map(|row| row.1),
        (FloatFormat::F64, ..) => row.map(|row| row.2),
        _ => None,
    }
}

impl Bound {
    /// What a subject is allowed: the smaller of the two; of narrow formats, for which neither says
    /// anything, one rounding of an f32 function.
    pub fn of(subject: &Subject) -> Bound {
        let nearest = subject.rounding == Rounding::NearestEven;
        match of_reference(subject).into_iter().chain(of_cuda(subject)).min() {
            // The result is the only one.
            Some(0) => Bound { steps: 0, ulps: if nearest { 0.5 } else { 1.0 } },
            Some(steps) => Bound { steps, ulps: steps as f64 + 0.5 },
            // Two and a half units of f32, and half a unit: 2.5 / 2^13 and 2.5 / 2^16.
            None if subject.format == FloatFormat::F16 => Bound { steps: 1, ulps: 0.5004 },
            None => Bound { steps: 1, ulps: 0.50005 },
        }
    }

    /// Whether an outcome is within it.
    pub fn holds(&self, outcome: &Outcome) -> bool {
        outcome.steps <= self.steps && outcome.ulps <= self.ulps && outcome.wrong == 0
    }
}
