//! The command `tilec` in the process of Python.

use std::process::ExitCode;

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;

/// Begins the use of the module, which was loaded from this file: in the main interpreter alone, for compilations and forks are
/// those of the process.
#[pyfunction]
pub fn begin(path: &str) -> PyResult<()> {
    // SAFETY: the caller has the lock of the interpreter.
    let number = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    if number != 0 {
        return Err(PyImportError::new_err(
            "tilec does not run in subinterpreters: import it in the main interpreter",
        ));
    }
    tilec::set_code(path);
    Ok(())
}

/// Runs a command line, the first word of which names the program; `program` is its path and the words that come before those of a
/// command line. Returns the exit status.
#[pyfunction]
pub fn main(py: Python<'_>, words: Vec<String>, program: Vec<String>) -> u8 {
    if let Some((path, before)) = program.split_first() {
        tilec::set_program(path);
        tilec::set_program_words(before.to_vec());
    }
    let exit = py.detach(|| tilec::main(words));
    // An `ExitCode` does not tell its number.
    (0..=u8::MAX).find(|&status| exit == ExitCode::from(status)).unwrap_or(1)
}
