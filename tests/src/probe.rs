//! The probes of `tests/releases`: programs about one fact of a release each, with nvcc's verdicts.
//!
//! In: `results.tsv`, which has a row for each probe, and the headers of the probes (`tests/releases/README.md`). Out: the
//! facts that do not hold of a probe under a release: whether it compiles to PTX, and whether what it leaves is right on
//! the CPU device and in the emulator.

use std::path::{Path, PathBuf};

use lang::base::Severity;
use lang::pp::Release;
use tilec::{Compiled, FileLoader, Passes, Session, Stage};

use crate::compare::Comparison;
use crate::compile::with_stack;
use crate::directive::{Expectation, Run};
use crate::header::{Header, KERNEL, fields, session};
use crate::launch::{self, Sanitizer};
use crate::parameter::{Buffer, Parameter, initialized};
use crate::run::differences;

/// What nvcc stops at when it makes bytecode alone.
const BYTECODE: &str = "-tilebc";

/// A probe and what nvcc makes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// Its path without the ending: `views/gather_rows`.
    pub name: String,
    /// The releases with a verdict, and whether nvcc accepts the probe.
    pub verdicts: Vec<(Release, bool)>,
}

/// The probes of a table.
///
/// # Errors
/// A row that cannot be read.
pub fn probes(table: &str) -> Result<Vec<Probe>, String> {
    let mut lines = table.lines();
    let columns: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let of_nvcc = |column: &&str| {
        let (release, _) = column.strip_prefix("nvcc ")?.rsplit_once('.')?;
        release.parse().ok()
    };
    let releases: Vec<Option<Release>> = columns.iter().map(of_nvcc).collect();
    let probe = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [name, since, ..] = cells.as_slice() else { return Err(format!("no probe: {line}")) };
        let since: Release = since.parse()?;
        let mut verdicts = Vec::new();
        for (release, cell) in releases.iter().zip(&cells) {
            match (release, *cell) {
                (Some(release), "accept" | "reject") => {
                    verdicts.push((*release, *cell == "accept"))
                }
                // Before the rule there is none; from then on it is that of the last release.
                (Some(release), _) if *release < since => {}
                (Some(release), _) => verdicts.push((*release, cells.contains(&"accept"))),
                (None, _) => {}
            }
        }
        Ok(Probe { name: (*name).to_owned(), verdicts })
    };
    lines.filter(|line| !line.is_empty()).map(probe).collect()
}

/// What became of a probe under a release.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It compiles, and this is wrong with what it leaves.
    Accepted(Vec<String>),
    /// The first error.
    Rejected(String),
}

/// Compiles a probe for a release, and runs it if it has results.
///
/// # Errors
/// A header that cannot be read.
pub fn verdict(path: &Path, release: Release) -> Result<Verdict, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut header = Header::default();
    let mut expected = None;
    for (key, value) in fields(&text) {
        match key {
            "expect" => expected = Some(value),
            _ => header.take(key, value)?,
        }
    }
    let is_bytecode = header.flags.iter().any(|flag| flag == BYTECODE);
    header.flags.retain(|flag| flag != BYTECODE);
    let probe = Compilation { path: path.to_owned(), flags: header.flags, release, is_bytecode };
    Ok(with_stack(|| match probe.run(header.run, expected, header.modes.of(0)) {
        Ok(failures) => Verdict::Accepted(failures),
        Err(error) => Verdict::Rejected(error),
    }))
}

struct Compilation {
    path: PathBuf,
    flags: Vec<String>,
    release: Release,
    /// Whether it ends with bytecode.
    is_bytecode: bool,
}

impl Compilation {
    /// What is wrong with the results; an error is that of the compilation.
    fn run(
        &self,
        mut run: Run,
        expected: Option<&str>,
        how: Comparison,
    ) -> Result<Vec<String>, String> {
        let version = format!("--cuda-version={}", self.release);
        let full = session(&self.flags, &[&version])?;
        let compiled = self.compile(&full)?;
        if self.is_bytecode {
            return Ok(Vec::new());
        }
        let module = compiled.module.as_ref().ok_or("nothing was compiled")?;
        let options = backend_ptx::Options::default();
        let (ptx, found) = backend_ptx::compile(module, full.target, &options);
        if let Some(found) = found.iter().find(|found| found.severity >= Severity::Error) {
            return Err(format!("{}: {}", found.code.id, found.message));
        }
        if run.parameters.is_empty() {
            return Ok(Vec::new());
        }
        let mut lowered = session(&self.flags, &[&version, "-O0"])?;
        lowered.passes = Passes::AsLowered;
        let lowered = self.compile(&lowered)?;
        let parameters: Vec<Parameter> =
            run.parameters.iter().map(|(_, parameter)| parameter.clone()).collect();
        let symbol = compiled.symbol(Some(KERNEL))?;
        let module = lowered.module.as_ref().ok_or("nothing was compiled")?;
        let outcome = launch::on_cpu(module, &symbol, run.grid, &parameters, Sanitizer::On);
        let mut failures: Vec<String> =
            outcome.diagnostics.iter().map(|found| found.message.clone()).collect();
        let grid = run.grid;
        run.expectations = expectations(&run, expected, &outcome.buffers, how)?;
        failures.extend(differences(&run, "as lowered", &outcome));
        match launch::in_emulator(&ptx, &symbol, grid, &parameters) {
            Ok(outcome) => failures.extend(differences(&run, "as PTX", &outcome)),
            Err(error) => failures.push(error),
        }
        Ok(failures)
    }

    fn compile(&self, session: &Session) -> Result<Compiled, String> {
        let path = self.path.to_string_lossy();
        let compiled = tilec::compile(session, &FileLoader, &path, Stage::Lower);
        let error = compiled.diagnostics.iter().find(|found| found.severity >= Severity::Error);
        match error {
            Some(error) => Err(format!("{}: {}", error.code.id, error.message)),
            None => Ok(compiled),
        }
    }
}

/// What the last buffer that is compared must hold; of the others, and without a line `expect`, what the interpreter
/// left.
fn expectations(
    run: &Run,
    expected: Option<&str>,
    left: &[Vec<u8>],
    how: Comparison,
) -> Result<Vec<Expectation>, String> {
    let buffers = run.buffers();
    let compared: Vec<usize> =
        (0..buffers.len()).filter(|&index| buffers[index].1.is_compared()).collect();
    let mut expectations = Vec::new();
    for &buffer in &compared {
        let Buffer { ty, bytes, .. } = buffers[buffer].1;
        let want = match expected.filter(|_| Some(&buffer) == compared.last()) {
            Some(text) => initialized(ty.name, bytes.len() / ty.bytes, text)?.1,
            None => left[buffer].clone(),
        };
        expectations.push(Expectation { buffer, range: 0..bytes.len(), want, how: how.clone() });
    }
    Ok(expectations)
}

#[cfg(test)]
mod tests {
    use super::{Probe, probes};

    #[test]
    fn rows_give_verdicts_of_releases() {
        let table = "case\tsince\tflags\tnvcc 13.3.73\tnvcc 13.4.92\tnvcc 13.5.37\texit\n\
                     a/b\t13.4\t\treject\taccept\taccept\t0\n\
                     reject/c\t13.4\t\t\t\treject\t2\n";
        let release = |text: &str| text.parse().expect("a release");
        let probe = |name: &str, verdicts: &[(&str, bool)]| Probe {
            name: name.to_owned(),
            verdicts: verdicts.iter().map(|&(of, is)| (release(of), is)).collect(),
        };
        let wanted = [
            probe("a/b", &[("13.3", false), ("13.4", true), ("13.5", true)]),
            probe("reject/c", &[("13.4", false), ("13.5", false)]),
        ];
        assert_eq!(probes(table).expect("well-formed"), wanted);
        assert!(probes("case\tsince\nx\t12.0\n").is_err());
    }
}
