//! Conformance cases on a GPU, all in one process: what they leave there is what they leave in the interpreter.
//!
//! In: files with the headers of `tests/conformance/README.md` or `shared/conformance/FORMAT.md`, which agree in what
//! a launch needs. Cases that do not run are skipped. One process for all of them costs a checker like
//! `compute-sanitizer` one start; each buffer is an allocation of its own, so that it sees every access outside.

use std::path::Path;

use lang::base::Severity;
use tilec::{FileLoader, Stage};

use crate::compile::with_stack;
use crate::directive::{Expectation, Run};
use crate::header::{Header, KERNEL, Modes, fields, session};
use crate::launch::{self, Sanitizer};
use crate::parameter::Parameter;
use crate::run::differences;

/// Headers of cases that have no results.
const WITHOUT_RESULTS: &[&str] = &["reject", "accept", "warns", "ub", "ub-or-reject"];

/// What came of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Launched {
    /// There is nothing to run.
    Skipped,
    /// There is no GPU.
    NoDevice,
    Agrees,
    /// Why not.
    Fails(Vec<String>),
}

/// Runs the case in `path` on the first GPU and in the interpreter.
pub fn try_case(path: &Path) -> Launched {
    with_stack(|| launched(path).unwrap_or_else(|what| Launched::Fails(vec![what])))
}

fn launched(path: &Path) -> Result<Launched, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let Some(Launch { header: Header { mut run, flags, modes }, compared }) = Launch::read(&text)?
    else {
        return Ok(Launched::Skipped);
    };
    let session = session(&flags, &[])?;
    let compiled = tilec::compile(&session, &FileLoader, &path.to_string_lossy(), Stage::Ptx);
    let error = compiled.diagnostics.iter().find(|found| found.severity >= Severity::Error);
    if let Some(error) = error {
        return Err(format!("{}: {}", error.code.id, error.message));
    }
    let module = compiled.module.as_ref().ok_or("nothing was compiled")?;
    let symbol = compiled.symbol(Some(KERNEL))?;
    let parameters: Vec<Parameter> =
        run.parameters.iter().map(|(_, parameter)| parameter.clone()).collect();
    let Some(left) = launch::on_gpu(&compiled, &symbol, run.grid, &parameters) else {
        return Ok(Launched::NoDevice);
    };
    let left = left?;
    let wanted = launch::on_cpu(module, &symbol, run.grid, &parameters, Sanitizer::Off);
    if compared {
        run.expectations = expectations(&run, wanted.buffers, &modes);
    }
    let differences = differences(&run, "on the GPU", &left);
    Ok(if differences.is_empty() { Launched::Agrees } else { Launched::Fails(differences) })
}

/// What the interpreter left in the buffers that are compared.
fn expectations(run: &Run, wanted: Vec<Vec<u8>>, modes: &Modes) -> Vec<Expectation> {
    let buffers = run.buffers();
    let compared =
        wanted.into_iter().enumerate().filter(|(index, _)| buffers[*index].1.is_compared());
    compared
        .enumerate()
        .map(|(number, (buffer, want))| {
            let how = modes.of(number);
            Expectation { buffer, range: 0..want.len(), want, how }
        })
        .collect()
}

/// A case that has results.
struct Launch {
    header: Header,
    /// Whether the results are those of the interpreter.
    compared: bool,
}

impl Launch {
    /// `None` where the case has no results.
    fn read(text: &str) -> Result<Option<Launch>, String> {
        let mut launch = Launch { header: Header::default(), compared: true };
        for (key, value) in fields(text) {
            if WITHOUT_RESULTS.contains(&key) {
                return Ok(None);
            }
            // Of several allowed results, `any`, the interpreter's is only one.
            if key == "compare" && value.starts_with("any ") {
                launch.compared = false;
            } else {
                launch.header.take(key, value)?;
            }
        }
        Ok(Some(launch))
    }
}

#[cfg(test)]
mod tests {
    use super::Launch;

    #[test]
    fn several_allowed_results_are_not_compared() {
        let text = "// case: a\n// compare: any [0, 1]\n// arg: out i32[1]\n";
        assert!(!Launch::read(text).expect("well-formed").expect("has results").compared);
        let one = text.replace("any [0, 1]", "ulp 1");
        assert!(Launch::read(&one).expect("well-formed").expect("has results").compared);
    }

    #[test]
    fn cases_without_results_are_none() {
        for key in ["reject", "accept", "warns", "ub", "ub-or-reject"] {
            let text = format!("// case: a\n// {key}: why\n// arg: out i32[4]\n");
            assert!(Launch::read(&text).expect("well-formed").is_none(), "{key}");
        }
    }
}
