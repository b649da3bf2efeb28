//! `tilec build FILE -o OUT`

use std::io::Write;
use std::path::Path;
use std::process::Command;

use super::Exit;
use crate::cli::{BuildArgs, Emit};
use crate::depfile;
use crate::driver::{Compiled, Stage, compile};
use crate::report::Report;
use crate::session::{FileLoader, Session};

/// Compiles one file and writes what was asked for.
pub fn build(args: &BuildArgs) -> Result<Exit, String> {
    let session = Session::new(&args.compile, &args.kernels)?;
    let report = Report::new(&args.compile);
    let stage = match args.emit {
        _ if args.dependencies.is_instead() => Stage::Preprocess,
        Emit::Preprocessed => Stage::Preprocess,
        Emit::Ast => Stage::Parse,
        Emit::Typed => Stage::Check,
        Emit::Tir | Emit::Tilebc => Stage::Lower,
        Emit::Ptx | Emit::Cubin => Stage::Ptx,
    };
    let compiled = compile(&session, &FileLoader, &args.file, stage);
    if report.show(&compiled.map, &compiled.diagnostics) {
        return Ok(Exit::Errors);
    }
    if args.dependencies.is_wanted() {
        write_dependencies(args, &compiled)?;
        if args.dependencies.is_instead() {
            return Ok(Exit::Success);
        }
    }
    let bytes = match args.emit {
        Emit::Preprocessed => compiled.preprocessed.unwrap_or_default().into_bytes(),
        Emit::Ast => compiled.ast_text().into_bytes(),
        Emit::Typed => compiled.typed.unwrap_or_default().into_bytes(),
        Emit::Tir => compiled.tir_text().into_bytes(),
        Emit::Tilebc => {
            let Some(module) = &compiled.module else { return Err("nothing was compiled".into()) };
            match ir::bytecode::write(module, args.tilebc_version) {
                Ok(bytes) => bytes,
                Err(found) => {
                    report.show(&compiled.map, &found);
                    return Ok(Exit::Errors);
                }
            }
        }
        Emit::Ptx => compiled.ptx.unwrap_or_default().into_bytes(),
        Emit::Cubin => return assemble(&session, &compiled, &args.output),
    };
    write(&args.output, &bytes)?;
    Ok(Exit::Success)
}

/// Writes the rule of `-M` and its likes.
fn write_dependencies(args: &BuildArgs, compiled: &Compiled) -> Result<(), String> {
    let output = Some(args.output.as_str()).filter(|output| *output != "-");
    let rule = depfile::rule(&args.dependencies, &args.file, output, &compiled.dependencies);
    let path = depfile::path(&args.dependencies, &args.file, output);
    write(path.as_deref().unwrap_or("-"), rule.as_bytes())
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
