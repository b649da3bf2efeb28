//! A source to an object: host code and the kernels that it launches.

use std::sync::Arc;

use lang::base::{Diagnostic, Diagnostics, Severity, SourceMap};
use lang::pp::PpOptions;
use sema::signature::KernelSignature;

use super::diagnose::{Answer, HOST, diagnostics, with_lines};
use super::embed::{self, Files, KernelRow, Place, VariableRow};
use super::image;
use super::simt::{self, SimtPart};
use crate::codes;
use crate::driver::{Compiled, Stage, compile};
use crate::failure::Failure;
use crate::fatbin;
use crate::host::{
    self, Bodies, HostCompiler, HostFailure, HostProgram, HostSource, HostSymbols, Launches, Level,
    ObjectSymbols, Pass, Purpose,
};
use crate::input;
use crate::output::ScratchFolder;
use crate::report::Report;
use crate::session::{FileLoader, Passes, Session};
use crate::simt::SimtCompiler;

/// A source of a program.
pub struct ProgramSource<'a> {
    pub path: &'a str,
    pub compiler: &'a HostCompiler,
    /// For kernels; its target is that of the macros.
    pub session: &'a Session,
    /// For the code of further targets.
    pub others: &'a [Session],
    /// What compiles SIMT kernels, if the options name it.
    pub simt: Option<&'a SimtCompiler>,
}

/// An object, and what it was made from.
pub struct Object {
    pub bytes: Vec<u8>,
    pub compiled: Compiled,
}

/// Makes the object of a source with CUDA's extensions; nothing if there were errors, which were shown.
///
/// # Errors
/// A scratch file cannot be written, or there is no host compiler.
pub fn object(source: &ProgramSource<'_>, report: &mut Report) -> Result<Option<Object>, Failure> {
    let ProgramSource { path, compiler, session, others, simt } = *source;
    let read = compile(session, &FileLoader, path, Stage::Preprocess);
    if report.show_compiled(&read) {
        return Ok(None);
    }
    let has_toolkit = host::names_toolkit(&session.preprocessor);
    if let Some(found) = not_in_programs(&read, simt, has_toolkit) {
        return Ok(shown(found, &read.map, report));
    }
    let mut options = session.preprocessor.clone();
    options.system_dirs.clear();
    host::add_system_dirs(&mut options, read.system_dirs.iter().cloned());
    let program = compiler.find(None).map_err(failure)?;
    let Some(assembly) =
        host_assembly(&program, path, (&options, Pass::Host, Some(session)), report)?
    else {
        return Ok(None);
    };
    let first = program.assemble(&with_empty_table(&assembly)).map_err(failure)?;
    let symbols = ObjectSymbols::read(&first)?;
    let known = HostSymbols { key: 0, list: symbols.functions.clone() };
    let known = Launches::Known(Arc::new(known));
    let for_target = |session: &Session| {
        let session = session.clone().with_launches(known.clone());
        compile(&session, &FileLoader, path, Stage::Ptx)
    };
    let compiled = for_target(session);
    if report.show_compiled(&compiled) {
        return Ok(None);
    }
    let mut images = Vec::new();
    images.extend(ptx_image(session, &compiled));
    for other in others {
        let compiled = for_target(other);
        // What holds for all targets has been shown.
        if compiled.diagnostics.has_errors() && report.show_compiled(&compiled) {
            return Ok(None);
        }
        images.extend(ptx_image(other, &compiled));
    }
    let Some(simt) = simt::compile(source, &compiled, &symbols, report)? else { return Ok(None) };
    let mut for_sanitizer = session.clone().with_launches(known);
    for_sanitizer.passes = Passes::AsLowered;
    let image = image::texts(&compiled, &compile(&for_sanitizer, &FileLoader, path, Stage::Lower));
    let code = fatbin::fatbin(&images);
    let bytes = embedded(&program, assembly, (&compiled, &image, &code, simt), &symbols)?;
    Ok(Some(Object { bytes, compiled }))
}

/// Makes the object of a source that is C++ without CUDA's extensions; nothing if there were errors, which were shown.
///
/// # Errors
/// There is no host compiler.
pub fn plain_object(
    source: &ProgramSource<'_>,
    report: &mut Report,
) -> Result<Option<Vec<u8>>, Failure> {
    let options = source.session.preprocessor.clone();
    let program = source.compiler.find(None).map_err(failure)?;
    let Some(assembly) =
        host_assembly(&program, source.path, (&options, Pass::Plain, None), report)?
    else {
        return Ok(None);
    };
    program.assemble(assembly.as_bytes()).map(Some).map_err(failure)
}

/// An object without anything.
///
/// # Errors
/// There is no host compiler.
pub fn empty_object(compiler: &HostCompiler) -> Result<Vec<u8>, Failure> {
    let program = compiler.find(None).map_err(failure)?;
    program.compile("", Level::Least).map_err(failure)
}

/// The kernels as PTX, which the driver compiles for its GPU.
fn ptx_image(session: &Session, compiled: &Compiled) -> Option<fatbin::Image> {
    let payload = compiled.ptx.clone()?.into_bytes();
    Some(fatbin::Image { kind: fatbin::Kind::Ptx, target: session.target, payload })
}

/// What a source has that programs do not have.
fn not_in_programs(
    read: &Compiled,
    compiler: Option<&SimtCompiler>,
    has_toolkit: bool,
) -> Option<Diagnostic> {
    let simt = read.simt.filter(|_| compiler.is_none()).map(simt::not_compiled);
    let managed =
        || {
            let whose = match (has_toolkit, read.simt) {
                (true, _) => "programs of a toolkit's runtime",
                (false, Some(_)) => "sources with SIMT kernels",
                (false, None) => return None,
            };
            let message = format!("managed variables in {whose} are not supported");
            let found = Diagnostic::new(codes::NOT_IN_PROGRAMS, read.managed?, message);
            Some(found.label("host and device would have one each").help(
                "use memory of `cudaMallocManaged`, or `__device__` and `cudaMemcpyFromSymbol`",
            ))
        };
    managed().or(simt)
}

/// The assembly of host code; nothing if the host compiler reports errors, which are shown. Of a mistake that the front end
/// of tile code, with the options of `session`, finds too, what that says is shown: it knows macros.
fn host_assembly(
    program: &HostProgram<'_>,
    path: &str,
    (options, pass, session): (&PpOptions, Pass, Option<&Session>),
    report: &mut Report,
) -> Result<Option<String>, Failure> {
    let text = input::standard_of(path);
    let purpose = Purpose::Program;
    let read = program.preprocess(&HostSource { path, text, options, purpose }, pass);
    let rewritten = |text: &str, bodies| {
        let mut rewritten = host::rewrite(text, purpose, bodies);
        if pass != Pass::Plain {
            rewritten.push_str(&embed::registration(host::names_toolkit(options)));
        }
        host::system_headers(&rewritten)
    };
    let mut text = String::new();
    let made = read.and_then(|source| {
        text = rewritten(&source, Bodies::Needed);
        // Functions of tile code that are `constexpr`, or whose types are deduced, may have what no host compiler reads.
        program
            .assembly(&text)
            .or_else(|why| program.assembly(&rewritten(&source, Bodies::Host)).map_err(|_| why))
    });
    let said = match &made {
        Ok(made) => made.said.as_str(),
        Err(HostFailure::Refused(said)) => said.as_str(),
        Err(why @ HostFailure::Missing(_)) => return Err(failure(why.clone())),
    };
    let mut map = SourceMap::new();
    let answer = Answer { path, text: &text, said, has_failed: made.is_err(), speaker: &HOST };
    let found = diagnostics(&answer, &mut map);
    if let Some(session) = session.filter(|_| made.is_err()) {
        let session = session.clone().with_launches(Launches::Ignored);
        let compiled = compile(&session, &FileLoader, path, Stage::Check);
        if share_an_error((&found, &map), (&compiled.diagnostics, &compiled.map)) {
            report.show_compiled(&compiled);
            return Ok(None);
        }
    }
    report.show(&map, &found);
    let Ok(made) = made else { return Ok(None) };
    let assembly = String::from_utf8(made.bytes);
    Ok(Some(assembly.map_err(|_| "the host compiler's assembly is not text")?))
}

/// Whether there are two errors about one line.
fn share_an_error(
    (left, map_of_left): (&Diagnostics, &SourceMap),
    (right, map_of_right): (&Diagnostics, &SourceMap),
) -> bool {
    let lines = |found: &Diagnostics, map: &SourceMap| {
        let errors = found.iter().filter(|found| found.severity >= Severity::Error);
        let places = errors.filter_map(|found| {
            let (path, at) = map.presumed(map.resolve(found.primary.span).lo)?;
            Some((path.to_string(), at.line))
        });
        places.collect::<Vec<_>>()
    };
    let of_left = lines(left, map_of_left);
    lines(right, map_of_right).iter().any(|line| of_left.contains(line))
}

/// Assembly that names the table of kernels has to have one.
fn with_empty_table(assembly: &str) -> Vec<u8> {
    format!("{assembly}\n\t.data\n{}:\n\t.byte 0\n", embed::TABLE).into_bytes()
}

/// The object with its kernels.
fn embedded(
    program: &HostProgram<'_>,
    mut assembly: String,
    (compiled, image, code, simt): (&Compiled, &str, &[u8], SimtPart),
    symbols: &ObjectSymbols,
) -> Result<Vec<u8>, Failure> {
    let Some(module) = &compiled.module else { return Err("nothing was compiled".into()) };
    let folder = ScratchFolder::new()?;
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.file(name);
        let written = std::fs::write(&path, bytes);
        written.map(|()| path.clone()).map_err(|error| format!("{}: {error}", path.display()))
    };
    let image = file("image.tir", image.as_bytes())?;
    let code = file("code.fatbin", code)?;
    let threads = file("simt.fatbin", &simt.code)?;
    let stubs = Stubs::new(&symbols.functions);
    let mut rows = Vec::new();
    for kernel in &compiled.kernels {
        // The host code does not use all that the command line names.
        let Some(stub) = stubs.of(&kernel.symbol) else { continue };
        let key = host::key_symbol(host::KEY, stub);
        if !symbols.variables.contains_key(&key) {
            return Err(format!("the stub of the kernel `{}` has no key {key}", kernel.path).into());
        }
        let signature = compiled.signature(&kernel.symbol);
        let name = signature.map_or_else(|| kernel.path.clone(), KernelSignature::declaration);
        let (stub, symbol) = (stub.to_owned(), kernel.symbol.clone());
        rows.push(KernelRow { stub, key, symbol, name, simt: None });
    }
    let of_host = |name: &str| {
        let (shadow, &bytes) = symbols.variables.get_key_value(name)?;
        let (shadow, symbol) = (shadow.clone(), shadow.clone());
        Some(VariableRow { shadow, symbol, bytes, place: Place::Tile })
    };
    let mut variables: Vec<VariableRow> =
        module.globals.values().filter_map(|global| of_host(&global.name)).collect();
    rows.extend(simt.kernels);
    variables.extend(simt.variables);
    let managed = symbols.managed.iter().filter_map(|name| of_host(name));
    variables.extend(managed.map(|row| VariableRow { place: Place::Managed, ..row }));
    let files = Files { image: &image, code: &code, simt: &threads };
    assembly.push_str(&embed::assembly(&rows, &variables, &files));
    program.assemble(assembly.as_bytes()).map_err(failure)
}

/// The functions of host code, by the symbols of kernels.
struct Stubs<'a> {
    functions: &'a [String],
}

impl<'a> Stubs<'a> {
    fn new(functions: &'a [String]) -> Stubs<'a> {
        Stubs { functions }
    }

    /// The stub of a kernel. The symbol of one with internal linkage has an `L` before a name, and the kernel's has none.
    fn of(&self, symbol: &str) -> Option<&'a str> {
        let without_mark = |stub: &str| {
            let marks = stub.match_indices('L').map(|(at, _)| at);
            let is_mark = |at: &usize| stub[at + 1..].starts_with(|c: char| c.is_ascii_digit());
            marks.filter(is_mark).any(|at| format!("{}{}", &stub[..at], &stub[at + 1..]) == symbol)
        };
        let same = self.functions.iter().find(|stub| *stub == symbol);
        let marked = || {
            let longer = self.functions.iter().filter(|stub| stub.len() == symbol.len() + 1);
            longer.filter(|stub| stub.starts_with("_Z")).find(|stub| without_mark(stub))
        };
        same.or_else(marked).map(String::as_str)
    }
}

fn shown(found: Diagnostic, map: &SourceMap, report: &mut Report) -> Option<Object> {
    let mut all = Diagnostics::new();
    all.push(found);
    report.show(map, &all);
    None
}

/// That there is no host compiler, or that it does not do what it must.
fn failure(why: HostFailure) -> Failure {
    let (message, said) = match &why {
        HostFailure::Missing(why) => (why.clone(), ""),
        HostFailure::Refused(said) => ("the host compiler does not assemble".to_owned(), &**said),
    };
    Failure::File(Box::new(with_lines(codes::HOST_ERROR, message, said)))
}
