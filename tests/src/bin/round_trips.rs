//! `round_trips FOLDER...`: compiles the `.cu` files below the folders, and checks that text and bytecode give
//! back each module, as lowered and after the passes.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lang::base::Severity;
use rayon::prelude::*;
use tilec::cli::CompileArgs;
use tilec::{FileLoader, Passes, Session, Stage};
use tilec_tests::compile::with_stack;
use tilec_tests::round_trip;

/// Of a file: the modules that were checked, and how many of them bytecode can hold.
#[derive(Clone, Copy, Default)]
struct Count {
    modules: usize,
    as_bytecode: usize,
}

fn main() -> ExitCode {
    let mut files = Vec::new();
    std::env::args().skip(1).for_each(|folder| sources(Path::new(&folder), &mut files));
    let results: Vec<Result<Count, String>> =
        files.par_iter().map(|path| with_stack(|| check(path))).collect();
    let total = results.iter().flatten().fold(Count::default(), |sum, one| Count {
        modules: sum.modules + one.modules,
        as_bytecode: sum.as_bytecode + one.as_bytecode,
    });
    let failures: Vec<&String> =
        results.iter().filter_map(|result| result.as_ref().err()).collect();
    failures.iter().take(20).for_each(|failure| println!("{failure}"));
    let Count { modules, as_bytecode } = total;
    println!(
        "{} files, {modules} modules as text, {as_bytecode} as bytecode, {} failures",
        files.len(),
        failures.len()
    );
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn sources(path: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(path) else { return files.push(path.to_owned()) };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "cu") {
            files.push(path);
        }
    }
}

fn check(path: &Path) -> Result<Count, String> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let flags = text.lines().find_map(|line| line.strip_prefix("// flags: ")).unwrap_or_default();
    let mut count = Count::default();
    for passes in [Passes::AsLowered, Passes::Full] {
        let arguments = CompileArgs::from_flags(flags.split_whitespace())?;
        let mut session = Session::new(&arguments, &[])?;
        session.passes = passes;
        let compiled = tilec::compile(&session, &FileLoader, &path.to_string_lossy(), Stage::Lower);
        let refused = compiled.diagnostics.iter().any(|found| found.severity >= Severity::Error);
        let Some(module) = compiled.module.as_ref().filter(|_| !refused) else { continue };
        let told = |what| format!("{}, {passes:?}: {what}", path.display());
        count.modules += 1;
        count.as_bytecode += usize::from(round_trip::check_what_fits(module).map_err(told)?);
    }
    Ok(count)
}
