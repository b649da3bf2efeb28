//! How far the cost model is from the record: `|ln(predicted / measured)|` of each kernel.
//!
//! In: predicted times. Out: quantiles of the errors, and a report.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::record::Record;

/// How many of the largest errors a report lists.
const WORST: usize = 10;

/// A kernel that was measured and predicted.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelError {
    pub name: String,
    pub predicted: f64,
    pub measured: f64,
}

impl ModelError {
    /// Positive if the kernel is faster than predicted.
    pub fn log(&self) -> f64 {
        (self.predicted / self.measured).ln()
    }
}

/// The errors, the largest first.
pub struct ModelErrors(pub Vec<ModelError>);

impl ModelErrors {
    /// The errors of predicted times in seconds, by name, of the kernels whose code is that of the record.
    pub fn of(predicted: &BTreeMap<String, f64>) -> ModelErrors {
        let times = Record::read().times;
        let error = |(name, &predicted): (&String, &f64)| {
            let time = times.get(name).filter(|time| !time.is_older)?;
            Some(ModelError { name: name.clone(), predicted, measured: time.seconds })
        };
        let mut all: Vec<ModelError> = predicted.iter().filter_map(error).collect();
        all.sort_by(|a, b| b.log().abs().total_cmp(&a.log().abs()));
        ModelErrors(all)
    }

    /// The least error that this part of the kernels does not exceed.
    pub fn quantile(&self, part: f64) -> f64 {
        let within = (self.0.len() as f64 * part).ceil().max(1.0) as usize;
        let at = self.0.len().saturating_sub(within);
        self.0.get(at).map_or(0.0, |error| error.log().abs())
    }
}

/// The median, the 90th percentile and the largest errors.
pub fn report(errors: &ModelErrors) -> String {
    let mut text = format!(
        "{} kernels, |ln(predicted / measured)|: median {:.3}, 90 % at most {:.3}\n",
        errors.0.len(),
        errors.quantile(0.5),
        errors.quantile(0.9)
    );
    for error in errors.0.iter().take(WORST) {
        let _ = writeln!(
            text,
            "{:+.2}  {}: predicted {:.1} us, measured {:.1} us",
            error.log(),
            error.name,
            error.predicted * 1e6,
            error.measured * 1e6
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_of_the_largest_first() {
        let error = |predicted| ModelError { name: String::new(), predicted, measured: 1.0 };
        let all = [10.0, 0.2, 2.0, 1.0].map(error).to_vec();
        let errors = ModelErrors(all);
        assert_eq!(errors.quantile(0.5), 2f64.ln());
        assert_eq!(errors.quantile(0.9), 10f64.ln());
        assert_eq!(errors.quantile(0.75), 5f64.ln());
    }
}
