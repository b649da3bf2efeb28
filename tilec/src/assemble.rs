//! Machine code from PTX, through NVIDIA's `ptxas`: `$TILEC_PTXAS`, or the one on the path.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::output::scratch_beside;

/// The assembler to call.
pub fn ptxas() -> String {
    std::env::var("TILEC_PTXAS").unwrap_or_else(|_| "ptxas".into())
}

/// What a program says of its version; nothing if it does not run.
pub fn version(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Assembles for a target such as `sm_90a`. Its scratch files are beside `output`, which others may
/// make at the same time.
///
/// # Errors
/// There is no assembler, or what it says of the PTX.
pub fn cubin(arch: &str, ptx: &str, output: &Path, options: &[String]) -> Result<Vec<u8>, String> {
    let ptxas = ptxas();
    let (from, to) = (scratch_beside(output), scratch_beside(output));
    let result = fs::write(&from, ptx)
        .map_err(|error| format!("{}: {error}", from.display()))
        .and_then(|()| {
            let mut command = Command::new(&ptxas);
            command.arg(format!("-arch={arch}")).args(options).arg(&from).arg("-o").arg(&to);
            command.output().map_err(|error| {
                format!("{ptxas}: {error}; set TILEC_PTXAS, or install nvidia-cuda-nvcc from PyPI")
            })
        })
        .and_then(|made| match made.status.success() {
            // What `-v` was asked for, and warnings.
            true if !made.stderr.is_empty() => {
                eprint!("{}", String::from_utf8_lossy(&made.stderr));
                fs::read(&to).map_err(|error| format!("{}: {error}", to.display()))
            }
            true => fs::read(&to).map_err(|error| format!("{}: {error}", to.display())),
            false => Err(format!("{ptxas}: {}", String::from_utf8_lossy(&made.stderr).trim())),
        });
    for scratch in [from, to] {
        // It may not have come to it.
        let _ = fs::remove_file(scratch);
    }
    result
}
