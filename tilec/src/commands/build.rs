//! `tilec build FILE -o OUT`

use std::path::Path;

use super::Exit;
use crate::assemble;
use crate::cli::{BuildArgs, Embed, Emit};
use crate::depfile;
use crate::driver::{Compiled, Stage, compile};
use crate::interface::{self, header, json};
use crate::output::write;
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
        Emit::Ptx | Emit::Cubin | Emit::Header | Emit::Metadata => Stage::Ptx,
    };
    let compiled = compile(&session, &FileLoader, &args.file, stage);
    if report.show(&compiled.map, &compiled.diagnostics) {
        return Ok(Exit::Errors);
    }
    if args.dependencies.is_instead() {
        write_dependencies(args, &compiled)?;
        return Ok(Exit::Success);
    }
    let bytes = match args.emit {
        Emit::Preprocessed => compiled.preprocessed.clone().unwrap_or_default().into_bytes(),
        Emit::Ast => compiled.ast_text().into_bytes(),
        Emit::Typed => compiled.typed.clone().unwrap_or_default().into_bytes(),
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
        Emit::Ptx => compiled.ptx.clone().unwrap_or_default().into_bytes(),
        Emit::Cubin => match args.output.as_str() {
            "-" => return Err("--emit=cubin needs -o FILE".into()),
            output => cubin(args, &session, &compiled, output)?,
        },
        Emit::Header => header_text(args, &session, &compiled)?.into_bytes(),
        Emit::Metadata => {
            json::metadata(session.target.name, &interface::kernels(&compiled)?).into_bytes()
        }
    };
    write(&args.output, &bytes)?;
    // Behind the output: a rule that is there says that the output is.
    if args.dependencies.is_wanted() {
        write_dependencies(args, &compiled)?;
    }
    Ok(Exit::Success)
}

/// Writes the rule of `-M` and its likes.
fn write_dependencies(args: &BuildArgs, compiled: &Compiled) -> Result<(), String> {
    let output = Some(args.output.as_str()).filter(|output| *output != "-");
    let rule = depfile::rule(&args.dependencies, &args.file, output, &compiled.dependencies);
    let path = depfile::path(&args.dependencies, &args.file, output);
    write(path.as_deref().unwrap_or("-"), rule.as_bytes())
}

/// The PTX of a program as machine code.
fn cubin(
    args: &BuildArgs,
    session: &Session,
    compiled: &Compiled,
    output: &str,
) -> Result<Vec<u8>, String> {
    let ptx = compiled.ptx.as_deref().unwrap_or_default();
    assemble::cubin(session.target.name, ptx, Path::new(output), &args.ptxas_options)
}

fn header_text(args: &BuildArgs, session: &Session, compiled: &Compiled) -> Result<String, String> {
    let kernels = interface::kernels(compiled)?;
    let named = if args.output == "-" { &args.file } else { &args.output };
    let prefix = interface::stem_identifier(named);
    let image = match args.embed {
        Embed::Ptx => compiled.ptx.clone().unwrap_or_default().into_bytes(),
        Embed::Cubin => cubin(args, session, compiled, named)?,
    };
    let arch = session.target.name;
    let source = header::Source { path: &args.file, prefix: &prefix, arch, image: &image };
    Ok(header::header(source, &kernels))
}
