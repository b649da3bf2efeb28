//! `tilec build FILE -o OUT`

use std::path::Path;

use lang::ast::{DeclKind, Spaces};
use lang::base::{Diagnostic, Diagnostics, Severity};

use super::Exit;
use crate::assemble;
use crate::cache::{Cache, Key};
use crate::cli::{BuildArgs, Embed, Emit};
use crate::codes;
use crate::depfile;
use crate::driver::{Compiled, Stage, compile};
use crate::interface::{self, header, json};
use crate::output::write;
use crate::report::Report;
use crate::session::{FileLoader, Passes, Session};
use crate::warning;

/// Compiles one file and writes what was asked for.
pub fn build(args: &BuildArgs) -> Result<Exit, String> {
    let session = Session::for_file(&args.compile, &args.file, &args.kernels)?;
    let mut report = Report::new(&args.compile);
    let stage = match args.emit {
        _ if args.dependencies.is_instead() => Stage::Preprocess,
        Emit::Preprocessed => Stage::Preprocess,
        Emit::Ast => Stage::Parse,
        Emit::Typed => Stage::Check,
        Emit::Tir | Emit::Tilebc => Stage::Lower,
        Emit::Ptx | Emit::Cubin | Emit::Header | Emit::Metadata => Stage::Ptx,
    };
    let cache = Cache::from_env().filter(|_| stage >= Stage::Lower);
    let entry = cache.as_ref().and_then(|cache| {
        let (key, preprocessed) = key(args, &session)?;
        Some((cache.entry(key), preprocessed))
    });
    if let Some((entry, preprocessed)) = &entry
        && let Some(bytes) = entry.read()
    {
        return write_outputs(args, &bytes, preprocessed);
    }
    let mut compiled = compile(&session, &FileLoader, &args.file, stage);
    if let Some(warning) = no_kernel(&compiled) {
        let mut found = Diagnostics::new();
        found.push(warning);
        let found = warning::apply(found, &session.warnings, &compiled.pragmas, &compiled.map);
        compiled.diagnostics.extend(found);
    }
    if report.show(&compiled.map, &compiled.diagnostics) {
        return Ok(Exit::Errors);
    }
    if args.dependencies.is_instead() {
        write_dependencies(args, &compiled)?;
        return Ok(Exit::Success);
    }
    let bytes = match output(args, &session, &compiled)? {
        Ok(bytes) => bytes,
        Err(found) => {
            report.show(&compiled.map, &found);
            return Ok(Exit::Errors);
        }
    };
    if let Some((entry, _)) = &entry
        && compiled.diagnostics.iter().all(|found| found.severity == Severity::Remark)
    {
        entry.write(&bytes);
    }
    write_outputs(args, &bytes, &compiled)
}

/// That nobody has said for which arguments the kernels of a file, templates all, are to be compiled.
fn no_kernel(compiled: &Compiled) -> Option<Diagnostic> {
    let module = compiled.module.as_ref()?;
    if !module.entries.is_empty() {
        return None;
    }
    let ast = &compiled.unit.as_ref()?.ast;
    let name = ast.decls.values().find_map(|decl| {
        let DeclKind::Function(function) = &decl.kind else { return None };
        let is_users = !compiled.map.in_system_file(decl.span.lo);
        let is_kernel = function.specs.spaces.has(Spaces::TILE_GLOBAL);
        (is_users && is_kernel).then(|| ast.names[function.name].last.span)
    })?;
    let text = compiled.map.text(name);
    let message = format!("no kernel is compiled: `{text}` is a template");
    let help =
        format!("name its arguments, `--kernel '{text}<...>'`, or instantiate it in the source");
    Some(Diagnostic::new(codes::NO_KERNEL, name, message).label("for which arguments?").help(help))
}

/// What `--emit` names, or what cannot be said in that form.
fn output(
    args: &BuildArgs,
    session: &Session,
    compiled: &Compiled,
) -> Result<Result<Vec<u8>, Diagnostics>, String> {
    Ok(Ok(match args.emit {
        Emit::Preprocessed => compiled.preprocessed.clone().unwrap_or_default().into_bytes(),
        Emit::Ast => compiled.ast_text().into_bytes(),
        Emit::Typed => compiled.typed.clone().unwrap_or_default().into_bytes(),
        Emit::Tir => compiled.tir_text().into_bytes(),
        Emit::Tilebc => {
            if compiled.module.is_none() {
                return Err("nothing was compiled".into());
            }
            return Ok(compiled.bytecode(args.tilebc_version, session.passes == Passes::Full));
        }
        Emit::Ptx => compiled.ptx.clone().unwrap_or_default().into_bytes(),
        Emit::Cubin => match args.output.as_str() {
            "-" => return Err("--emit=cubin needs -o FILE".into()),
            output => cubin(args, session, compiled, output)?,
        },
        Emit::Header => header_text(args, session, compiled)?.into_bytes(),
        Emit::Metadata => {
            json::metadata(session.target.name, &interface::kernels(compiled)?).into_bytes()
        }
    }))
}

/// The output, and behind it the rule for make: one that is there says that the output is.
fn write_outputs(args: &BuildArgs, bytes: &[u8], compiled: &Compiled) -> Result<Exit, String> {
    write(&args.output, bytes)?;
    if args.dependencies.is_wanted() {
        write_dependencies(args, compiled)?;
    }
    Ok(Exit::Success)
}

/// What the output is made from, and the preprocessed source; nothing if that has diagnostics to
/// show, or is no C++.
fn key(args: &BuildArgs, session: &Session) -> Option<(Key, Compiled)> {
    if args.compile.remarks || args.file.ends_with(".tir") || args.file.ends_with(".tilebc") {
        return None;
    }
    let compiled = compile(session, &FileLoader, &args.file, Stage::Preprocess);
    let is_silent = compiled.diagnostics.iter().all(|found| found.severity == Severity::Remark);
    let text = compiled.preprocessed.as_ref().filter(|_| is_silent)?;
    let mut key = Key::new();
    key.add(text.as_bytes());
    let Session { target, kernels, fmad, passes, .. } = session;
    let remarks = compiled.diagnostics.len();
    key.add(format!("{target:?} {kernels:?} {fmad} {passes:?} {remarks}").as_bytes());
    let BuildArgs { emit, embed, ptxas_options, tilebc_version, .. } = args;
    key.add(format!("{emit:?} {embed:?} {ptxas_options:?} {tilebc_version:?}").as_bytes());
    // What is not told of is kept, so that this has a say in what is.
    let (warnings, none) = (&args.compile.warnings, args.compile.no_warnings);
    key.add(format!("{:?} {warnings:?} {none}", args.compile.std).as_bytes());
    if *emit == Emit::Header {
        key.add(args.file.as_bytes());
        key.add(header_prefix(args).as_bytes());
    }
    if *emit == Emit::Cubin || (*emit == Emit::Header && *embed == Embed::Cubin) {
        key.add(assemble::version(&assemble::ptxas())?.as_bytes());
    }
    Some((key, compiled))
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
    let mut options = args.ptxas_options.clone();
    if session.line_info {
        options.push("--generate-line-info".to_owned());
    }
    assemble::cubin(session.target.name, ptx, Path::new(output), &options)
}

fn header_text(args: &BuildArgs, session: &Session, compiled: &Compiled) -> Result<String, String> {
    let kernels = interface::kernels(compiled)?;
    let prefix = header_prefix(args);
    let image = match args.embed {
        Embed::Ptx => compiled.ptx.clone().unwrap_or_default().into_bytes(),
        Embed::Cubin => {
            let beside = if args.output == "-" { &args.file } else { &args.output };
            cubin(args, session, compiled, beside)?
        }
    };
    let arch = session.target.name;
    let source = header::Source { path: &args.file, prefix: &prefix, arch, image: &image };
    Ok(header::header(source, &kernels))
}

/// What the names of a header begin with.
fn header_prefix(args: &BuildArgs) -> String {
    interface::stem_identifier(if args.output == "-" { &args.file } else { &args.output })
}
