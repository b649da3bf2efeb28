//! Which runtime an object calls, and where that of a toolkit is.
//!
//! An object that is made with the headers of a toolkit registers its kernels with the toolkit's runtime, cudart, as those of
//! nvcc and Clang do; others register theirs with the run-time library of tilec. A program has one of the two.

use std::path::{Path, PathBuf};

use lang::base::{Diagnostic, Span};
use object::{Object as _, ObjectSymbol as _};

use crate::codes;
use crate::host;

/// What an object registers its kernels with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runtime {
    Own,
    Toolkit,
}

/// What a program is linked with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkedRuntime {
    Own,
    /// The file, and what it needs.
    Toolkit(PathBuf),
    None,
}

/// The functions by which objects register their kernels.
const REGISTER: &[(&str, Runtime)] =
    &[("__tilec_register", Runtime::Own), ("__cudaRegisterFatBinary", Runtime::Toolkit)];

/// Where the libraries of a toolkit are, from the folder of its headers.
const LIBRARIES: &[&str] = &["../lib64", "../lib", "../targets/x86_64-linux/lib", "../lib/x64"];

/// How the names of the runtime begin, without and with the number of its release.
const STATIC: &[&str] = &["libcudart_static.a"];
const SHARED: &[&str] = &["libcudart.so", "libcudart.so.13", "libcudart.so.12"];

impl Runtime {
    /// What an object calls. One that registers nothing, and what is not an object, goes with either.
    pub fn of(bytes: &[u8]) -> Option<Runtime> {
        let file = object::File::parse(bytes).ok()?;
        file.symbols().filter(|symbol| symbol.is_undefined()).find_map(|symbol| {
            let name = symbol.name().ok()?;
            REGISTER.iter().find(|(register, _)| *register == name).map(|(_, runtime)| *runtime)
        })
    }
}

/// The runtime of a program whose objects register with these, and whether its options name a toolkit.
///
/// # Errors
/// Objects register with both.
pub fn common(
    found: &[(Runtime, String)],
    names_toolkit: bool,
) -> Result<Runtime, Box<Diagnostic>> {
    let of = |runtime| found.iter().find(|(known, _)| *known == runtime).map(|(_, file)| file);
    match (of(Runtime::Own), of(Runtime::Toolkit)) {
        (Some(own), Some(toolkit)) => {
            let message = "the program has objects of two runtimes";
            let found = Diagnostic::new(codes::TWO_RUNTIMES, Span::NONE, message)
                .note(format!("`{own}` is made for the run-time library of tilec"))
                .note(format!("`{toolkit}` is made for the runtime of a CUDA toolkit"));
            Err(Box::new(
                found.help("make all of them with the headers of the toolkit, -I, or none of them"),
            ))
        }
        (None, None) if names_toolkit => Ok(Runtime::Toolkit),
        (_, Some(_)) => Ok(Runtime::Toolkit),
        (_, None) => Ok(Runtime::Own),
    }
}

/// The runtime of the toolkit whose headers are in a folder, or of the installed one.
///
/// # Errors
/// It is not where it is looked for.
pub fn cudart(headers: Option<&str>, is_shared: bool) -> Result<PathBuf, Box<Diagnostic>> {
    let installed = host::toolkit_homes().map(|home| home.join("include"));
    let headers: Vec<PathBuf> = headers.map(PathBuf::from).into_iter().chain(installed).collect();
    let names = if is_shared { SHARED } else { STATIC };
    let folders = headers.iter().flat_map(|dir| LIBRARIES.iter().map(move |it| dir.join(it)));
    let paths = |folder: PathBuf| names.iter().map(move |name| folder.join(name));
    let looked_for: Vec<PathBuf> = folders.flat_map(paths).collect();
    let found = looked_for.iter().find(|path| path.is_file());
    let found = found.map(|path| path.canonicalize().unwrap_or_else(|_| path.clone()));
    found.ok_or_else(|| {
        let message = format!("the runtime of the toolkit, `{}`, is not there", names[0]);
        let mut found = Diagnostic::new(codes::NO_RUNTIME, Span::NONE, message);
        let first = headers.first().map_or(Path::new(""), PathBuf::as_path);
        for path in looked_for.iter().filter(|path| path.starts_with(first)) {
            found = found.note(format!("looked for {}", path.display()));
        }
        Box::new(found.help("`--cudart=shared` links the shared one, `--cudart=none` none: name it to the linker then"))
    })
}
