//! Batches of kernels for one target, and the workers that execute them.

use std::fmt;
use std::io::{BufRead, Write};
use std::panic::AssertUnwindSafe;
use std::process::Command;

use super::execute::Executor;
use super::suite::{Case, Suite};
use crate::differential::{difference, interpreted};
use crate::supervise::{self, Failure, Limits};
use crate::{programs, targets};

/// Kernels `first..first + count` of a suite for a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    pub arch: String,
    pub first: u64,
    pub count: u64,
}

impl fmt::Display for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.arch, self.first, self.count)
    }
}

impl Batch {
    /// What [`fmt::Display`] wrote.
    pub fn parse(text: &str) -> Option<Batch> {
        let mut words = text.split(' ');
        let arch = words.next()?.to_owned();
        let mut number = || words.next()?.parse().ok();
        Some(Batch { arch, first: number()?, count: number()? })
    }

    fn single(&self) -> impl Iterator<Item = Batch> {
        let batch = |first| Batch { arch: self.arch.clone(), first, count: 1 };
        (self.first..self.first + self.count).map(batch)
    }
}

/// A batch that failed: a single kernel, or several that only fail together.
pub struct Finding {
    pub batch: Batch,
    pub what: String,
}

/// After how many batches the user hears of it.
const PROGRESS: usize = 50;

/// Has workers execute batches; what failed.
///
/// # Errors
/// A worker cannot be started.
pub fn check(
    command: impl Fn() -> Command + Sync,
    batches: Vec<Batch>,
    limits: Limits,
    workers: usize,
) -> std::io::Result<Vec<Finding>> {
    let ask = |batches: Vec<Batch>, workers| {
        let total = batches.len();
        let requests = batches.into_iter().enumerate().map(|(index, batch)| {
            if index > 0 && index.is_multiple_of(PROGRESS) {
                eprintln!("{index} of {total} batches begun");
            }
            batch.to_string()
        });
        supervise::supervise(&command, requests, limits, workers)
    };
    let mut found = Vec::new();
    for Failure { request, what, .. } in ask(batches, workers)? {
        eprintln!("failed: {request}: {what}");
        let Some(batch) = Batch::parse(&request) else { continue };
        let single = match batch.count {
            1 => Vec::new(),
            _ => ask(batch.single().collect(), workers)?,
        };
        if single.is_empty() {
            found.push(Finding { batch, what });
        }
        found.extend(single.into_iter().filter_map(|Failure { request, what, .. }| {
            Some(Finding { batch: Batch::parse(&request)?, what })
        }));
    }
    Ok(found)
}

/// Executes the batches that the lines of `input` name.
///
/// # Errors
/// The other side is gone.
pub fn serve(
    suite: &Suite,
    executor: &Executor,
    input: impl BufRead,
    output: impl Write,
) -> std::io::Result<()> {
    supervise::serve(input, output, |request| {
        let batch = Batch::parse(request).ok_or("no such batch")?;
        let ran = std::panic::catch_unwind(AssertUnwindSafe(|| execute(suite, executor, &batch)));
        ran.unwrap_or_else(|_| Err("it panics".to_owned()))
    })
}

fn execute(suite: &Suite, executor: &Executor, batch: &Batch) -> Result<(), String> {
    let mut texts = Vec::new();
    let mut cases = Vec::new();
    for number in batch.first..batch.first + batch.count {
        if !suite.is_defined_on(number, &batch.arch) {
            continue;
        }
        let case = suite.case(number).ok_or_else(|| format!("there is no kernel {number}"))?;
        match programs::text(&case.module, &batch.arch) {
            Ok(text) => texts.push(text),
            // That a target lacks something is for `docs/targets.md` to say.
            Err(_) if matches!(suite, Suite::Cells(_)) => continue,
            Err(what) => return Err(format!("{}: {what}", case.name)),
        }
        cases.push(case);
    }
    if cases.is_empty() {
        return Ok(());
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let loaded = executor.load(&targets::join(&texts), &batch.arch)?;
    let Some(found) = loaded.run(&cases)? else { return Ok(()) };
    for (case, found) in cases.iter().zip(&found) {
        compare(case, found).map_err(|what| format!("{}: {what}", case.name))?;
    }
    Ok(())
}

fn compare(case: &Case, found: &[Vec<u64>]) -> Result<(), String> {
    let expected = interpreted(&case.module, case.grid, &case.args)?;
    difference(&case.args, found, &expected, case.tolerance).map_or(Ok(()), Err)
}
