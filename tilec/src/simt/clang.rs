//! Clang as the compiler of SIMT kernels: its CUDA mode, with the headers of tilec in the place of a toolkit's.
//!
//! Clang does not know tile code, so it gets the source with stubs in its place ([`crate::host::rewrite`]). A tile kernel
//! becomes an empty SIMT kernel, and a launch of it is a launch as any other. The functions of libdevice, `sinf` and its
//! like, come from the toolkit that the environment names, if there is one.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{SimtOutput, SimtSource, target, target_number};
use crate::host::{self, Bodies, HostCompiler, HostFailure, HostSource, Pass, Purpose};
use crate::input;
use crate::output::ScratchFolder;

/// Device code without the headers and the libraries of a toolkit.
const DEVICE: &[&str] = &["--cuda-device-only", "-nocudainc", "-nocudalib"];

/// Where a toolkit has the functions of mathematics for devices.
const LIBDEVICE: &str = "nvvm/libdevice/libdevice.10.bc";

/// # Errors
/// What Clang says of the source.
pub fn compile(program: &Path, source: &SimtSource<'_>) -> Result<SimtOutput, HostFailure> {
    let SimtSource { path, session, host } = *source;
    let target = target(session).map_err(HostFailure::Refused)?;
    let (major, minor) = target.ptx;
    let mut options: Vec<String> = DEVICE.iter().map(|word| (*word).to_owned()).collect();
    options.push(format!("--cuda-gpu-arch=sm_{}", target_number(session)));
    options.push(format!("--cuda-feature=+ptx{major}{minor}"));
    let clang = HostCompiler {
        program: Some(program.to_string_lossy().into_owned()),
        options,
        library: None,
        standard: host.standard.clone(),
    };
    let found = clang.find(None)?;
    // Few releases of Clang read the headers of a toolkit of CUDA 13.
    let options = &host::without_toolkit(session.preprocessor.clone());
    let text = input::standard_of(path);
    let read = HostSource { path, text, options, purpose: Purpose::Simt };
    let read = found.preprocess(&read, Pass::Host)?;
    let stubs = |bodies| host::system_headers(&host::rewrite(&read, Purpose::Simt, bodies));
    let compiled = |text: &str| ptx(program, &clang, session.fmad, text);
    // Functions of tile code whose types are deduced may have what Clang does not read.
    compiled(&stubs(Bodies::Needed)).or_else(|why| compiled(&stubs(Bodies::Host)).map_err(|_| why))
}

/// The PTX of preprocessed source.
fn ptx(
    program: &Path,
    clang: &HostCompiler,
    fmad: bool,
    text: &str,
) -> Result<SimtOutput, HostFailure> {
    let folder = ScratchFolder::new().map_err(HostFailure::Refused)?;
    let (from, to) = (folder.file("simt.cui"), folder.file("simt.ptx"));
    std::fs::write(&from, text).map_err(|error| failed(&from, &error))?;
    let mut command = Command::new(program);
    command.args(&clang.options).arg(format!("-std={}", clang.standard));
    command.args(["-S", "-O3", "-x", "cuda", "-Wno-unknown-cuda-version"]);
    command.args(["-fno-diagnostics-color", "-Wno-unused-command-line-argument"]);
    command.arg(format!("-ffp-contract={}", if fmad { "fast" } else { "off" }));
    if let Some(library) = libdevice() {
        command.args(["-Xclang", "-mlink-builtin-bitcode", "-Xclang"]).arg(library);
    }
    command.arg(&from).arg("-o").arg(&to).env("LC_ALL", "C");
    let done = command.output().map_err(|error| failed(program, &error))?;
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    if !done.status.success() {
        return Err(HostFailure::Refused(said));
    }
    let ptx = std::fs::read_to_string(&to).map_err(|error| failed(&to, &error))?;
    Ok(SimtOutput { ptx, said })
}

fn libdevice() -> Option<PathBuf> {
    host::toolkit_homes().map(|home| home.join(LIBDEVICE)).find(|library| library.is_file())
}

fn failed(path: &Path, error: &std::io::Error) -> HostFailure {
    HostFailure::Refused(format!("{}: {error}", path.display()))
}
