//! The mutation test: every source of the repository, with tokens deleted, doubled and swapped.
//!
//! In: the number of a mutant. Out: whether the compiler got over it. A mutant is a function of its
//! number and of the sources alone ([`mutant`]), so a failure is reported by one number and seen
//! again with `mutate --show NUMBER`. A compilation must not panic, overflow its stack, report a
//! defect of the compiler, take more processor time or memory
//! than [`LIMITS`] has.
//!
//! Mutants are compiled in a child process ([`serve`]) that answers one line each, because only
//! another process ([`supervise`]) sees an overflow of the stack or stops a compilation that hangs.

pub mod edit;

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use lang::base::{Diagnostic, Severity, SourceLoader, SourceMap, render};
use tilec::{FileLoader, Stage};

use crate::compile::{session, with_stack};
use crate::run::DEFAULT_ARCH;
use crate::supervise::{self, Failure, Limits};

/// A changed source.
pub struct Mutant {
    pub path: PathBuf,
    pub text: String,
}

/// Names a folder of more sources: real C++, such as the headers of a C++ library.
const CORPUS: &str = "TILEC_CORPUS";
/// Larger files are passed by: their mutants would take the time of many others.
const MAX_CORPUS_BYTES: u64 = 64 << 10;

/// The sources that are mutated: all `.cu` files of the repository, and those of the folder that the environment names.
pub fn sources() -> Vec<PathBuf> {
    let mut sources = crate::files("", "cu");
    let Some(folder) = std::env::var_os(CORPUS) else { return sources };
    let mut folders = vec![PathBuf::from(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(entry_is) if entry_is.is_dir() => folders.push(entry.path()),
                Ok(entry_is) if entry_is.is_file() && entry_is.len() <= MAX_CORPUS_BYTES => {
                    found.push(entry.path());
                }
                _ => {}
            }
        }
    }
    found.sort();
    sources.append(&mut found);
    sources
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
    accepts(mutant).err()
}

/// Whether a program has no errors; or what must not be reported of it.
///
/// # Errors
/// The compiler has reported a defect of its own.
pub fn accepts(mutant: &Mutant) -> Result<bool, String> {
    let path = mutant.path.to_string_lossy();
    let compiled = with_stack(|| {
        tilec::compile(&session(DEFAULT_ARCH), &MutantFiles(mutant), &path, Stage::Lower)
    });
    match shown_defect(&compiled.map, compiled.diagnostics.iter()) {
        Some(defect) => Err(defect),
        None => Ok(compiled.diagnostics.iter().all(|found| found.severity < Severity::Error)),
    }
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

/// What one compilation may take: two seconds and a GiB, in a build without optimisation ten times
/// the time.
pub const LIMITS: Limits = Limits {
    seconds: if cfg!(debug_assertions) { 20.0 } else { 2.0 },
    waiting: Duration::MAX,
    bytes: 1 << 30,
};

/// What the compiler did not get over, in words, of mutants, by number, or files: `program`, called
/// with `--serve`, compiles them in so many processes.
///
/// # Errors
/// `program` cannot be started.
pub fn supervise(
    program: &Path,
    requests: impl Iterator<Item = String> + Send,
    processes: usize,
) -> std::io::Result<Vec<String>> {
    let command = || {
        let mut command = Command::new(program);
        command.arg("--serve");
        command
    };
    let failures = supervise::supervise(command, requests, LIMITS, processes)?;
    let shown = failures.into_iter().map(|Failure { request, what, process }| {
        format!("{request}: {what} ({})", kept(process).display())
    });
    Ok(shown.collect())
}

/// What is asked of a file that is to be accepted, or to be refused.
pub fn expecting(path: &Path, is_accepted: bool) -> String {
    format!("{}\t{is_accepted}", path.display())
}

/// Compiles what the lines of `input` ask for, numbers of mutants, paths of files or what [`expecting`]
/// makes; the answers are what the compiler says is wrong with itself, or what was not expected.
///
/// # Errors
/// The other side is gone.
pub fn serve(input: impl BufRead, output: impl Write) -> std::io::Result<()> {
    let sources = sources();
    let file = kept(std::process::id());
    supervise::serve(input, output, |request| {
        let (request, expected) = match request.split_once('\t') {
            Some((path, is_accepted)) => (path, is_accepted.parse::<bool>().ok()),
            None => (request, None),
        };
        let mutant = match request.parse() {
            Ok(number) => mutant(&sources, number),
            Err(_) => unchanged(Path::new(request)),
        };
        // Kept if this process does not get over it.
        let _ = std::fs::write(&file, &mutant.text);
        let is_accepted = accepts(&mutant)?;
        if expected.is_some_and(|expected| expected != is_accepted) {
            let word = if is_accepted { "accepted" } else { "refused" };
            return Err(format!("it is {word}, which is not what was expected"));
        }
        let _ = std::fs::remove_file(&file);
        Ok(())
    })
}
