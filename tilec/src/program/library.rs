//! Where the run-time library is that programs are linked with.
//!
//! `TILEC_RUNTIME` names the file or its folder. Otherwise it lies beside the compiler: in the folder of the program, as a
//! build of the repository leaves it, or in `lib/tilec` or `lib` beside that folder, as an installation has it.

use std::path::{Path, PathBuf};

use lang::base::{Diagnostic, Span};

use crate::codes;
use crate::own_program::own_program;

const NAME: &str = "libtilecrt.a";

/// The variable of the environment that names it.
const VARIABLE: &str = "TILEC_RUNTIME";

/// The symbol of the state of the library, of which a process has one: `crt::process`.
pub const STATE: &str = "__tilec_process";

/// What the library itself needs of the system.
pub const NEEDS: &[&str] = &["-lpthread", "-ldl", "-lm"];

/// The library.
///
/// # Errors
/// It is not where it is looked for.
pub fn find() -> Result<PathBuf, Box<Diagnostic>> {
    let looked_for = match std::env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        Some(value) => {
            let given = PathBuf::from(value);
            vec![if given.is_dir() { given.join(NAME) } else { given }]
        }
        None => beside_compiler(),
    };
    if let Some(found) = looked_for.iter().find(|path| path.is_file()) {
        return Ok(found.clone());
    }
    let message = format!("the run-time library `{NAME}` is not there");
    let mut found = Diagnostic::new(codes::NO_RUNTIME, Span::NONE, message);
    for path in &looked_for {
        found = found.note(format!("looked for {}", path.display()));
    }
    Err(Box::new(found.help(format!(
        "`cargo build --release --locked -p tilec-crt` makes it in the repository; {VARIABLE} names the file or its folder"
    ))))
}

fn beside_compiler() -> Vec<PathBuf> {
    let Ok(program) = own_program() else { return Vec::new() };
    let program = program.canonicalize().unwrap_or(program);
    let folder = program.parent().unwrap_or(Path::new("."));
    let installed = ["../lib/tilec", "../lib"];
    let folders = std::iter::once(folder.to_path_buf()).chain(installed.map(|it| folder.join(it)));
    folders.map(|folder| folder.join(NAME)).collect()
}
