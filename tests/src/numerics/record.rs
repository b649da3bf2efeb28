//! Measured numbers as a file of lines, so that what a GPU said is kept with the sources.
//!
//! One line a subject: its name, how many inputs, the errors, the worst operands and result.

use std::fmt::Write;

use super::measure::Outcome;
use super::subject::Subject;

/// The outcomes of one run on one device.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The machine, and what else a reader wants to know.
    pub title: String,
    pub rows: Vec<(Subject, Outcome)>,
}

impl Record {
    /// As a file.
    pub fn text(&self) -> String {
        let mut text = format!("# {}\n# subject\tinputs\tsteps\tulps\twrong\tworst\n", self.title);
        for (subject, outcome) in &self.rows {
            let operands = subject.operation.operands();
            let worst: Vec<String> =
                outcome.worst.0[..operands].iter().map(|bits| format!("{bits:x}")).collect();
            let Outcome { count, steps, ulps, wrong, .. } = outcome;
            let _ = writeln!(
                text,
                "{subject}\t{count}\t{steps}\t{ulps:.4}\t{wrong}\t{} -> {:x}",
                worst.join(" "),
                outcome.worst.1
            );
        }
        text
    }

    /// The reverse, but for the worst operands.
    ///
    /// # Errors
    /// A line that is none, or a subject that there is not.
    pub fn parse(text: &str) -> Result<Record, String> {
        let mut record = Record::default();
        let subjects = Subject::all();
        for line in text.lines() {
            if let Some(comment) = line.strip_prefix("# ") {
                if record.title.is_empty() {
                    record.title = comment.to_owned();
                }
                continue;
            }
            let row = row(&subjects, line).ok_or_else(|| format!("not a row: {line}"))?;
            record.rows.push(row);
        }
        Ok(record)
    }
}

fn row(subjects: &[Subject], line: &str) -> Option<(Subject, Outcome)> {
    let mut fields = line.split('\t');
    let name = fields.next()?;
    let subject = subjects.iter().find(|subject| subject.to_string() == name)?;
    let count = fields.next()?.parse().ok()?;
    let steps = fields.next()?.parse().ok()?;
    let ulps = fields.next()?.parse().ok()?;
    let wrong = fields.next()?.parse().ok()?;
    Some((*subject, Outcome { count, steps, ulps, wrong, ..Outcome::default() }))
}
