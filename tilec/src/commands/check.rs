//! `tilec check FILE...`

use super::Exit;
use crate::cli::CheckArgs;
use crate::driver::{Stage, compile};
use crate::report::Report;
use crate::session::{FileLoader, Session};

/// Reports what is wrong with each file. Kernels are lowered too, because some rules of tile code
/// show only where a kernel reaches.
pub fn check(args: &CheckArgs) -> Result<Exit, String> {
    let session = Session::new(&args.compile, &[])?;
    let report = Report::new(&args.compile);
    let mut exit = Exit::Success;
    for file in &args.files {
        let compiled = compile(&session, &FileLoader, file, Stage::Lower);
        if report.show(&compiled.map, &compiled.diagnostics) {
            exit = Exit::Errors;
        }
        // The process is about to end: to free the tree node by node would be for nothing.
        std::mem::forget(compiled);
    }
    Ok(exit)
}
