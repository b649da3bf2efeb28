//! `tilec build FILE -o OUT`

use std::io::Write;
use std::path::Path;
use std::process::Command;

use super::Exit;
use crate::cli::{BuildArgs, Emit};
use crate::driver::{Compiled, Stage, compile};
use crate::report::Report;
use crate::session::{FileLoader, Session};

/// Compiles one file and writes what was asked for.
pub fn build(args: &BuildArgs) -> Result<Exit, String> {
    let session = Session::new(&args.compile, &args.kernels)?;
    let report = Report::new(&args.compile);
    let stage = match args.emit {
        Emit::Ast => Stage::Parse,
        Emit::Typed => Stage::Check,
        Emit::Tir => Stage::Lower,
        Emit::Ptx | Emit::Cubin => Stage::Ptx,
    };
    let compiled = compile(&session, &FileLoader, &args.file, stage);
    if report.show(&compiled.map, &compiled.diagnostics) {
        return Ok(Exit::Errors);
    }
    if args.emit == Emit::Cubin {
        return assemble(&session, &compiled, &args.output);
    }
    let text = match args.emit {
        Emit::Ast => compiled.ast_text(),
        Emit::Typed => compiled.typed.clone().unwrap_or_default(),
        Emit::Tir => compiled.tir_text(),
        Emit::Ptx | Emit::Cubin => compiled.ptx.clone().unwrap_or_default(),
    };
    write(&args.output, text.as_bytes())?;
    Ok(Exit::Success)
}

/// Writes a file, or standard output for `-`.
fn write(path: &str, bytes: &[u8]) -> Result<(), String> {
    if path == "-" {
        return std::io::stdout().write_all(bytes).map_err(|error| error.to_string());
    }
    std::fs::write(path, bytes).map_err(|error| format!("{path}: {error}"))
}

/// Machine code through `ptxas`: `$TILEC_PTXAS`, or the one on the path.
fn assemble(session: &Session, compiled: &Compiled, output: &str) -> Result<Exit, String> {
    if output == "-" {
        return Err("--emit=cubin needs -o FILE".into());
    }
    let ptx = Path::new(output).with_extension("ptx");
    let text = compiled.ptx.as_deref().unwrap_or_default();
    std::fs::write(&ptx, text).map_err(|error| format!("{}: {error}", ptx.display()))?;
    let ptxas = std::env::var("TILEC_PTXAS").unwrap_or_else(|_| "ptxas".into());
    let status = Command::new(&ptxas)
        .arg(format!("-arch={}", session.target.name))
        .arg(&ptx)
        .args(["-o", output])
        .status()
        .map_err(|error| {
            format!("{ptxas}: {error}; set TILEC_PTXAS, or install nvidia-cuda-nvcc from PyPI")
        })?;
    Ok(if status.success() { Exit::Success } else { Exit::Errors })
}
