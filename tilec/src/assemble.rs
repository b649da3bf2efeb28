//! Machine code from PTX, through NVIDIA's `ptxas`: `$TILEC_PTXAS`, the one on the path, or that of the toolkit.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::output::{ScratchFolder, say};

/// The assembler to call.
pub fn ptxas() -> OsString {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(named) = variable("TILEC_PTXAS") {
        return named;
    }
    let path = variable("PATH").unwrap_or_default();
    if std::env::split_paths(&path).any(|folder| has_ptxas(&folder)) {
        return PTXAS.into();
    }
    // Callers of `tileiras` name the toolkit rather than the path.
    let roots = [variable("CUDA_HOME"), variable("CUDA_PATH"), Some("/usr/local/cuda".into())];
    let folders = roots.into_iter().flatten().map(|root| Path::new(&root).join("bin"));
    let found = folders.into_iter().find(|folder| has_ptxas(folder));
    found.map_or_else(|| PTXAS.into(), |folder| folder.join(PTXAS).into_os_string())
}

const PTXAS: &str = "ptxas";

fn has_ptxas(folder: &Path) -> bool {
    folder.join(PTXAS).with_extension(std::env::consts::EXE_EXTENSION).is_file()
}

/// What a program says of its version; nothing if it does not run.
pub fn version(program: &OsStr) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Machine code, and what the assembler says of it: what `-v` was asked for, and warnings.
pub struct Assembled {
    pub code: Vec<u8>,
    pub said: String,
}

/// Assembles for a target such as `sm_90a`, and shows what the assembler says.
///
/// # Errors
/// There is no assembler, or what it says of the PTX.
pub fn cubin(arch: &str, ptx: &str, options: &[String]) -> Result<Vec<u8>, String> {
    let Assembled { code, said } = assemble(arch, ptx, options)?;
    say(&said);
    Ok(code)
}

/// The same without showing anything.
///
/// # Errors
/// There is no assembler, or what it says of the PTX.
pub fn assemble(arch: &str, ptx: &str, options: &[String]) -> Result<Assembled, String> {
    let ptxas = ptxas();
    let folder = ScratchFolder::new()?;
    let (from, to) = (folder.file("kernel.ptx"), folder.file("kernel.cubin"));
    fs::write(&from, ptx).map_err(|error| format!("{}: {error}", from.display()))?;
    let mut command = Command::new(&ptxas);
    command.arg(format!("-arch={arch}")).args(options).arg(&from).arg("-o").arg(&to);
    let made = command.output().map_err(|error| {
        let program = ptxas.display();
        format!("{program}: {error}; set TILEC_PTXAS, or install nvidia-cuda-nvcc from PyPI")
    })?;
    let said = String::from_utf8_lossy(&made.stderr).into_owned();
    if !made.status.success() {
        let program = ptxas.display();
        return Err(match said.trim() {
            "" => format!("{program} fails and does not say why ({})", made.status),
            said => format!("{program}: {said}"),
        });
    }
    let code = fs::read(&to).map_err(|error| format!("{}: {error}", to.display()))?;
    Ok(Assembled { code, said })
}
