//! The largest error of a subject on a device.

use rayon::prelude::*;

use super::device::Kernels;
use super::exact::Distance;
use super::oracle::Oracle;
use super::sample::{Operands, Sample};
use super::subject::Subject;

/// Inputs of one launch.
const CHUNK: usize = 1 << 22;
/// Inputs of one task of the comparison.
const TASK: usize = 1 << 12;

/// What was found.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Outcome {
    /// Inputs that were tried and have a defined result.
    pub count: u64,
    /// The largest distance from the correctly rounded result.
    pub steps: u64,
    /// The largest distance from the exact result.
    pub ulps: f64,
    /// The operands of the latter, and the result.
    pub worst: (Operands, u64),
    /// Results of another kind: a number for a NaN, a zero of the other sign.
    pub wrong: u64,
    /// The first operands of these, and the result.
    pub first_wrong: (Operands, u64),
}

impl Outcome {
    fn of(distance: Option<Distance>, operands: Operands, result: u64) -> Outcome {
        let here = (operands, result);
        match distance {
            Some(Distance { steps, ulps }) => {
                Outcome { count: 1, steps, ulps, worst: here, ..Outcome::default() }
            }
            None => Outcome { count: 1, wrong: 1, first_wrong: here, ..Outcome::default() },
        }
    }

    /// Both together; of equal errors the earlier one stays.
    fn and(self, later: Outcome) -> Outcome {
        Outcome {
            count: self.count + later.count,
            steps: self.steps.max(later.steps),
            ulps: self.ulps.max(later.ulps),
            worst: if later.ulps > self.ulps { later.worst } else { self.worst },
            wrong: self.wrong + later.wrong,
            first_wrong: if self.wrong == 0 { later.first_wrong } else { self.first_wrong },
        }
    }
}

/// Runs the kernel of this number over the inputs and compares.
///
/// # Errors
/// What the device said.
pub fn measure(
    kernels: &Kernels,
    index: usize,
    subject: &Subject,
    sample: &Sample,
) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    for start in (0..sample.len()).step_by(CHUNK) {
        let end = sample.len().min(start + CHUNK);
        let inputs: Vec<Operands> =
            (start..end).into_par_iter().map(|index| sample.operands(index)).collect();
        let results = kernels.run(index, &inputs)?;
        let tasks = inputs.par_chunks(TASK).zip(results.par_chunks(TASK));
        let parts: Vec<Outcome> = tasks
            .map(|(inputs, results)| compare(subject, inputs, results))
            .collect::<Result<_, String>>()?;
        outcome = parts.into_iter().fold(outcome, Outcome::and);
    }
    Ok(outcome)
}

fn compare(subject: &Subject, inputs: &[Operands], results: &[u64]) -> Result<Outcome, String> {
    let mut oracle = Oracle::new()?;
    let format = subject.result_format();
    let outcomes = inputs.iter().zip(results).filter_map(|(operands, &result)| {
        let answers = oracle.answers(subject, operands);
        if answers.is_empty() {
            return None;
        }
        // The nearest of the right answers.
        let distances = answers.iter().filter_map(|answer| answer.distance(format, result));
        let nearest = distances.min_by(|a, b| a.ulps.total_cmp(&b.ulps));
        Some(Outcome::of(nearest, *operands, result))
    });
    Ok(outcomes.fold(Outcome::default(), Outcome::and))
}
