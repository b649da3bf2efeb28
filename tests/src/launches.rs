//! Conformance cases on a GPU, all in one process: what they leave there is what they leave in the interpreter.
//!
//! In: files with the headers of `tests/conformance/README.md` or `shared/conformance/FORMAT.md`, which agree in what
//! a launch needs. Cases that do not run are skipped. One process for all of them costs a checker like
//! `compute-sanitizer` one start; each buffer is an allocation of its own, so that it sees every access outside.

use std::path::Path;

use lang::base::Severity;
use tilec::cli::CompileArgs;
use tilec::{FileLoader, Session, Stage};

use crate::compare::Comparison;
use crate::compile::with_stack;
use crate::directive::{Expectation, Run, parse_grid};
use crate::launch::{self, Sanitizer};
use crate::parameter::Parameter;
use crate::run::{DEFAULT_ARCH, differences};

/// The kernel of every case.
const KERNEL: &str = "test";

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
    let Some(Header { mut run, flags, modes, compared }) = Header::read(&text)? else {
        return Ok(Launched::Skipped);
    };
    let arch = format!("--arch={DEFAULT_ARCH}");
    let flags = [arch.as_str()].into_iter().chain(flags.iter().map(String::as_str));
    let session = Session::new(&CompileArgs::from_flags(flags)?, &[])?;
    let compiled = tilec::compile(&session, &FileLoader, &path.to_string_lossy(), Stage::Ptx);
    let error = compiled.diagnostics.iter().find(|found| found.severity >= Severity::Error);
    if let Some(error) = error {
        return Err(format!("{}: {}", error.code.id, error.message));
    }
    let module = compiled.module.as_ref().ok_or("nothing was compiled")?;
    let symbol = compiled.symbol(KERNEL)?;
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
fn expectations(run: &Run, wanted: Vec<Vec<u8>>, modes: &[Comparison]) -> Vec<Expectation> {
    let buffers = run.buffers();
    let compared =
        wanted.into_iter().enumerate().filter(|(index, _)| buffers[*index].1.is_compared());
    compared
        .enumerate()
        .map(|(number, (buffer, want))| {
            let how = modes.get(number).or(modes.first()).cloned().unwrap_or(Comparison::Exact);
            Expectation { buffer, range: 0..want.len(), want, how }
        })
        .collect()
}

/// What a launch needs of a header.
struct Header {
    run: Run,
    flags: Vec<String>,
    modes: Vec<Comparison>,
    compared: bool,
}

impl Header {
    /// `None` where the case has no results.
    fn read(text: &str) -> Result<Option<Header>, String> {
        let run = Run { kernel: Some(KERNEL.to_owned()), ..Run::default() };
        let mut header = Header { run, flags: Vec::new(), modes: Vec::new(), compared: true };
        for line in text.lines().take_while(|line| line.starts_with("//")) {
            let Some((key, value)) = line[2..].split_once(':') else { continue };
            let (key, value) = (key.trim(), value.trim());
            match key {
                "grid" => header.run.grid = parse_grid(value)?,
                "arg" => {
                    let name = format!("argument {}", header.run.parameters.len() + 1);
                    header.run.parameters.push((name, Parameter::parse(value)?));
                }
                "compare" => {
                    // Of several allowed results, `any`, the interpreter's is only one.
                    if value.starts_with("any ") {
                        header.compared = false;
                        continue;
                    }
                    let modes = value.split(';').map(|mode| Comparison::parse(mode.trim()));
                    header.modes = modes.collect::<Result<_, _>>()?;
                }
                "flags" => header.flags.extend(value.split_whitespace().map(str::to_owned)),
                _ if WITHOUT_RESULTS.contains(&key) => return Ok(None),
                _ => {}
            }
        }
        Ok(Some(header))
    }
}

#[cfg(test)]
mod tests {
    use super::Header;
    use crate::compare::Comparison;

    #[test]
    fn headers_of_both_kinds_are_read() {
        let text = "// case: a\n// grid: 2,3\n// arg: out i32[4]\n// flags: -fmad=false -DN=1\n\
                    // compare: exact; ulp 2\n// note: x\nint x;\n// arg: i32 = 1\n";
        let header = Header::read(text).expect("well-formed").expect("has results");
        assert_eq!((header.run.grid, header.run.parameters.len()), ([2, 3, 1], 1));
        assert_eq!(header.flags, ["-fmad=false", "-DN=1"]);
        assert_eq!(header.modes, [Comparison::Exact, Comparison::Ulp(2)]);
    }

    #[test]
    fn several_allowed_results_are_not_compared() {
        let text = "// case: a\n// compare: any [0, 1]\n// arg: out i32[1]\n";
        assert!(!Header::read(text).expect("well-formed").expect("has results").compared);
    }

    #[test]
    fn cases_without_results_are_none() {
        for key in ["reject", "accept", "warns", "ub", "ub-or-reject"] {
            let text = format!("// case: a\n// {key}: why\n// arg: out i32[4]\n");
            assert!(Header::read(&text).expect("well-formed").is_none(), "{key}");
        }
    }
}
