//! Objects, libraries and the run-time library to an executable.

use lang::base::Diagnostic;

use super::diagnose::with_lines;
use super::library;
use crate::codes;
use crate::host::{HostCompiler, HostFailure};

/// The bytes of the executable of objects, libraries and options for the linker, in their order.
///
/// # Errors
/// There is no run-time library or no host compiler, or what the linker says.
pub fn link(compiler: &HostCompiler, words: &[String]) -> Result<Vec<u8>, Box<Diagnostic>> {
    let library = library::find()?;
    let mut words = words.to_vec();
    words.push(library.to_string_lossy().into_owned());
    words.extend(library::NEEDS.iter().map(|need| (*need).to_owned()));
    match compiler.find(None).and_then(|host| host.link(&words)) {
        Ok(made) => Ok(made.bytes),
        Err(HostFailure::Missing(why)) => Err(Box::new(with_lines(codes::HOST_ERROR, why, ""))),
        Err(HostFailure::Refused(said)) => {
            let message = "the host compiler does not link the program".to_owned();
            Err(Box::new(with_lines(codes::HOST_ERROR, message, &said)))
        }
    }
}
