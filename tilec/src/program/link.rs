//! Objects, libraries and the run-time library to executables and libraries.

use std::process::Command;

use lang::base::Diagnostic;

use super::diagnose::with_lines;
use super::library;
use super::runtime::LinkedRuntime;
use crate::codes;
use crate::failure::Failure;
use crate::host::{HostCompiler, HostFailure};
use crate::output::ScratchFolder;

/// What objects are linked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linked {
    Executable,
    Shared,
    Static,
}

impl Linked {
    /// What nvcc and other compilers call it without `-o`.
    pub fn default_name(self) -> &'static str {
        match self {
            Linked::Executable | Linked::Shared => "a.out",
            Linked::Static => "a.a",
        }
    }
}

/// The bytes of what objects, libraries and options for the linker make, in their order.
///
/// # Errors
/// There is no run-time library or no host compiler, or what the linker says.
pub fn link(
    compiler: &HostCompiler,
    kind: Linked,
    words: &[String],
    runtime: &LinkedRuntime,
) -> Result<Vec<u8>, Failure> {
    if kind == Linked::Static {
        return archive(words);
    }
    let mut words = words.to_vec();
    let library = match runtime {
        LinkedRuntime::Own => Some(library::find().map_err(Failure::File)?),
        LinkedRuntime::Toolkit(library) => Some(library.clone()),
        LinkedRuntime::None => None,
    };
    words.extend(library.map(|library| library.to_string_lossy().into_owned()));
    words.extend(library::NEEDS.iter().map(|need| (*need).to_owned()));
    match runtime {
        // Libraries that the program loads have the state of the run-time library in common with it.
        LinkedRuntime::Own if kind == Linked::Executable => {
            words.push(format!("-Wl,--export-dynamic-symbol={}", library::STATE));
        }
        LinkedRuntime::Toolkit(_) => words.push("-lrt".to_owned()),
        LinkedRuntime::Own | LinkedRuntime::None => {}
    }
    if kind == Linked::Shared {
        words.insert(0, "-shared".to_owned());
    }
    match compiler.find(None).and_then(|host| host.link(&words)) {
        Ok(made) => Ok(made.bytes),
        Err(HostFailure::Missing(why)) => Err(error(why, "")),
        Err(HostFailure::Refused(said)) => {
            Err(error("the host compiler does not link the program".to_owned(), &said))
        }
    }
}

/// A static library of objects, by the archiver of the system. The run-time library is not in it: programs have it once.
fn archive(words: &[String]) -> Result<Vec<u8>, Failure> {
    let (options, objects): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|word| word.starts_with('-'));
    if let Some(option) = options.first() {
        return Err(format!("{option}: a static library is not linked").into());
    }
    let folder = ScratchFolder::new()?;
    let path = folder.file("library.a");
    let output = Command::new("ar").arg("rcsD").arg(&path).args(objects).output();
    let output = output.map_err(|why| error(format!("the archiver ar does not run: {why}"), ""))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(error("the archiver ar does not make the library".to_owned(), &said));
    }
    std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn error(message: String, said: &str) -> Failure {
    let found: Diagnostic = with_lines(codes::HOST_ERROR, message, said);
    Failure::File(Box::new(found))
}
