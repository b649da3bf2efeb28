//! The program that the compiler is: for processes that start another one, for what lies beside it, and for keys of caches.
//!
//! That is the executable of the process, unless another program has the compiler as a library and says so: Python does.

use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
static WORDS: OnceLock<Vec<String>> = OnceLock::new();
static CODE: OnceLock<PathBuf> = OnceLock::new();

/// Names the file that runs [`main`](crate::main) when it is started; the first name counts, and one of no file does not.
pub fn set_program(path: &str) {
    set(&PROGRAM, path);
}

/// Says which words the program takes before those of a command line: those of an interpreter are `-m tilec`.
pub fn set_program_words(words: Vec<String>) {
    let _ = WORDS.set(words);
}

/// Names the file that has the code of the compiler, in the same way.
pub fn set_code(path: &str) {
    set(&CODE, path);
}

fn set(place: &OnceLock<PathBuf>, path: &str) {
    let path = PathBuf::from(path);
    if path.is_absolute() && path.is_file() {
        let _ = place.set(path);
    }
}

/// The path of the program.
///
/// # Errors
/// The system does not tell.
pub fn own_program() -> io::Result<PathBuf> {
    PROGRAM.get().cloned().map_or_else(std::env::current_exe, Ok)
}

/// A command that starts the program, to which the words of a command line are added.
///
/// # Errors
/// The system does not tell.
pub fn own_command() -> io::Result<Command> {
    let mut command = Command::new(own_program()?);
    command.args(WORDS.get().into_iter().flatten());
    Ok(command)
}

/// The path of the code: another build of the compiler has changed it.
///
/// # Errors
/// The system does not tell.
pub fn own_code() -> io::Result<PathBuf> {
    CODE.get().cloned().map_or_else(std::env::current_exe, Ok)
}
