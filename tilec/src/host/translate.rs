//! The host compiler as the compiler of host code: source to assembly, assembly to objects, objects to executables.
//!
//! In: rewritten source with the line markers of its preprocessor, so that what the host compiler says and what debuggers
//! show are lines of the user. Out: what was made, and what was said.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::compiler::{Folder, HostProgram, unreadable};
use super::{HostFailure, process};

/// What a step of the host compiler came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translated {
    pub bytes: Vec<u8>,
    /// Its warnings.
    pub said: String,
}

/// Warnings about what the rewriting makes of tile code, of which the user has not written a word.
const NOT_OF_USERS: &[&str] =
    &["-Wno-unused-parameter", "-Wno-unused-function", "-Wno-unknown-pragmas", "-Wno-attributes"];

/// A warning that other compilers have unless an option says not to; it ends no build that asks for none of its kind.
const FORMAT: [&str; 2] = ["-Wformat", "-Wno-error=format"];

impl HostProgram<'_> {
    /// The assembly of rewritten source, whose line markers [`system_headers`] has gone over.
    ///
    /// # Errors
    /// All that the compiler says of the source.
    pub fn assembly(&self, source: &str) -> Result<Translated, HostFailure> {
        let folder = Folder::new()?;
        folder.write("host.ii", source)?;
        let mut command = self.command();
        command.args(self.symbol_options()).args(NOT_OF_USERS);
        let is_of_formats = |option: &String| {
            option == "-Wall" || option.starts_with("-Wformat") || option.starts_with("-Wno-format")
        };
        if !self.compiler.options.iter().any(is_of_formats) {
            command.args(FORMAT);
        }
        // Kernels are added to the assembly, which has to be that of the machine.
        // The sanitizer of programs names the lines of calls.
        if !self.compiler.options.iter().any(|option| option.starts_with("-g")) {
            command.arg("-g1");
        }
        command.args(["-fno-lto", "-S", "-x", "c++-cpp-output"]);
        command.arg(folder.path.join("host.ii"));
        made(&mut command, &self.name, &folder.path.join("host.s"))
    }

    /// The object of assembly.
    ///
    /// # Errors
    /// As [`HostProgram::assembly`].
    pub fn assemble(&self, assembly: &[u8]) -> Result<Vec<u8>, HostFailure> {
        let folder = Folder::new()?;
        let path = folder.path.join("host.s");
        fs::write(&path, assembly).map_err(|error| unreadable(&path, &error))?;
        let mut command = Command::new(&self.name);
        command.args(self.compiler.options.iter().filter(|option| option.starts_with("-m")));
        command.args(["-c", "-x", "assembler"]).arg(&path);
        Ok(made(&mut command, &self.name, &folder.path.join("host.o"))?.bytes)
    }

    /// What objects, libraries and options make, in their order.
    ///
    /// # Errors
    /// As [`HostProgram::assembly`].
    pub fn link(&self, words: &[String]) -> Result<Translated, HostFailure> {
        let folder = Folder::new()?;
        let mut command = self.command();
        command.args(words);
        made(&mut command, &self.name, &folder.path.join("program"))
    }
}

/// Runs a step; the file that it makes.
fn made(command: &mut Command, program: &str, path: &Path) -> Result<Translated, HostFailure> {
    command.arg("-o").arg(path);
    let output = process::output(command, None)
        .map_err(|error| HostFailure::Refused(format!("{program}: {error}")))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(HostFailure::Refused(said));
    }
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    Ok(Translated { bytes, said })
}

/// Marks lines of our headers as those of system headers, of which no compiler warns.
pub fn system_headers(source: &str) -> String {
    let mut marked = String::with_capacity(source.len());
    for line in source.split_inclusive('\n') {
        let text = line.trim_end_matches('\n');
        let is_ours = text.starts_with("# ") && text.contains("\"<tilec>/");
        match is_ours && !text.ends_with(" 3") {
            true => marked.push_str(&format!("{text} 3\n")),
            false => marked.push_str(line),
        }
    }
    marked
}
