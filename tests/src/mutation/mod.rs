//! The mutation test: every source of the repository, with tokens deleted, doubled and swapped.
//!
//! In: the number of a mutant. Out: whether the compiler got over it. A mutant is a function of its
//! number and of the sources alone ([`mutant`]), so a failure is reported by one number and seen
//! again with `mutate --show NUMBER`. A compilation must not panic, overflow its stack, report a
//! defect of the compiler, take more than [`Limits::seconds`] of processor time or hold more than
//! [`Limits::bytes`] of memory.
//!
//! Mutants are compiled in a child process ([`serve`]) that answers one line each, because only
//! another process ([`supervise`]) sees an overflow of the stack or stops a compilation that hangs.

pub mod edit;
mod supervise;

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lang::base::{Diagnostic, Severity, SourceLoader, SourceMap, render};
use tilec::{FileLoader, Stage};

use crate::compile::{session, with_stack};
use crate::run::DEFAULT_ARCH;

pub use supervise::{Failure, Limits, supervise};

/// A changed source.
pub struct Mutant {
    pub path: PathBuf,
    pub text: String,
}

/// The sources that are mutated: all `.cu` files of the repository.
pub fn sources() -> Vec<PathBuf> {
    crate::files("", "cu")
}

/// The mutant with this number.
pub fn mutant(sources: &[PathBuf], number: u64) -> Mutant {
    let mut random = edit::Random::new(number);
    let Some(path) = sources.get(random.below(sources.len())) else {
        return Mutant { path: PathBuf::new(), text: String::new() };
    };
    let text = FileLoader.load(&path.to_string_lossy()).unwrap_or_default();
    Mutant { path: path.clone(), text: edit::mutate(&text, &mut random) }
}

/// A file as it is, such as one that once broke the compiler.
pub fn unchanged(path: &Path) -> Mutant {
    let text = FileLoader.load(&path.to_string_lossy()).unwrap_or_default();
    Mutant { path: path.to_owned(), text: text.to_string() }
}

/// The mutated file, and the others as they are.
struct MutantFiles<'a>(&'a Mutant);

impl SourceLoader for MutantFiles<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        if path == self.0.path.to_string_lossy() {
            return Some(self.0.text.as_str().into());
        }
        FileLoader.load(path)
    }
}

/// Compiles a mutant as far as it goes, shows what was reported, and says what must not be.
pub fn defect(mutant: &Mutant) -> Option<String> {
    let path = mutant.path.to_string_lossy();
    let compiled = with_stack(|| {
        tilec::compile(&session(DEFAULT_ARCH), &MutantFiles(mutant), &path, Stage::Lower)
    });
    shown_defect(&compiled.map, compiled.diagnostics.iter())
}

/// So many diagnostics are drawn with their source, as the driver does by default.
const N_DRAWN: usize = 100;

/// Shows diagnostics as people would see them, which must not panic; the first that reports a
/// defect of the compiler.
pub fn shown_defect<'a>(
    map: &SourceMap,
    found: impl IntoIterator<Item = &'a Diagnostic>,
) -> Option<String> {
    for (index, diagnostic) in found.into_iter().enumerate() {
        let is_bug = diagnostic.severity == Severity::Bug;
        let shown = match index < N_DRAWN || is_bug {
            true => render::human(map, diagnostic, render::Colors::Off),
            false => render::short(map, diagnostic),
        };
        if is_bug {
            return Some(shown);
        }
    }
    None
}

/// Where a process leaves what it compiles: the number of a mutant means another one once a source
/// has changed.
fn kept(process: u32) -> PathBuf {
    std::env::temp_dir().join(format!("tilec-mutant-{process}.cu"))
}

/// Compiles what the lines of `input` ask for, numbers of mutants or paths of files, one line of
/// `output` each: `ok`, or what the compiler says is wrong with itself.
///
/// # Errors
/// The other side is gone.
pub fn serve(input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    let sources = sources();
    for line in input.lines() {
        let request = line?;
        let mutant = match request.parse() {
            Ok(number) => mutant(&sources, number),
            Err(_) => unchanged(Path::new(&request)),
        };
        // Kept by the other side if this process does not get over it.
        std::fs::write(kept(std::process::id()), &mutant.text)?;
        let found = defect(&mutant);
        let answer = found.map_or_else(|| "ok".to_owned(), |found| found.replace('\n', " | "));
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}
