//! The record of measured times, `tests/variants/h200.tsv`: what `--bin variants` wrote on a GPU.
//!
//! ```text
//! line = NAME tab MICROSECONDS tab RATIO or `-` tab `same` or `differ` [tab `older`]
//! ```
//!
//! A line with `older` is of code that the compiler does not emit any more: nothing is compared with its time.

use std::collections::BTreeMap;

const RECORD: &str = "tests/variants/h200.tsv";

/// Measured times of variants.
pub struct Record {
    /// The machine and the date.
    pub title: String,
    pub times: BTreeMap<String, RecordedTime>,
}

/// The measured time of a variant on its large sizes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RecordedTime {
    pub seconds: f64,
    /// Divided by the time of the base form; none of a base form.
    pub ratio: Option<f64>,
    /// Whether the compiler emits this code no more.
    pub is_older: bool,
}

impl Record {
    /// The record of the repository.
    pub fn read() -> Record {
        Record::of(&std::fs::read_to_string(crate::root().join(RECORD)).unwrap_or_default())
    }

    fn of(text: &str) -> Record {
        let time = |line: &str| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [name, micros, ratio, _, rest @ ..] = fields.as_slice() else { return None };
            let seconds = micros.parse::<f64>().ok()? / 1e6;
            let is_older = rest.contains(&"older");
            Some((
                (*name).to_owned(),
                RecordedTime { seconds, ratio: ratio.parse().ok(), is_older },
            ))
        };
        let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        Record { title: title.to_owned(), times: text.lines().filter_map(time).collect() }
    }

    /// The ratios of all variants that have a base form.
    pub fn ratios(&self) -> impl Iterator<Item = f64> {
        self.times.values().filter_map(|time| time.ratio)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_whether_its_code_is_older() {
        let record = Record::of("# H200\na/b\t10.0\t-\tsame\na/c\t25.0\t2.500\tsame\tolder");
        assert_eq!(record.title, "H200");
        let [base, other] = [record.times["a/b"], record.times["a/c"]];
        assert_eq!(base, RecordedTime { seconds: 10e-6, ratio: None, is_older: false });
        assert_eq!((other.ratio, other.is_older), (Some(2.5), true));
        assert_eq!(record.ratios().collect::<Vec<_>>(), [2.5]);
    }
}
