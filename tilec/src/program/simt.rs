//! The SIMT kernels of an object: PTX of the compiler that `--simt` names, with rows for the table of kernels.
//!
//! In: a source with `__global__` functions, and the symbols that the host compiler made of it. Out: a fat binary, and a row
//! for each kernel and variable that host code knows.

use lang::base::{Diagnostic, Diagnostics, SourceMap, Span};

use super::diagnose::{Answer, Speaker, diagnostics};
use super::embed::{KernelRow, Place, VariableRow};
use super::object::ProgramSource;
use crate::codes;
use crate::driver::Compiled;
use crate::failure::Failure;
use crate::fatbin::{self, Image};
use crate::host::{self, HostFailure, ObjectSymbols};
use crate::report::Report;
use crate::session::Session;
use crate::simt::{SimtCompiler, SimtPtx, SimtSource, is_same, target};

/// What SIMT code adds to an object.
#[derive(Default)]
pub struct SimtPart {
    pub kernels: Vec<KernelRow>,
    pub variables: Vec<VariableRow>,
    /// A fat binary; empty if there are no SIMT kernels.
    pub code: Vec<u8>,
}

/// That a source has SIMT kernels and the options name no compiler of them.
pub fn not_compiled(span: Span) -> Diagnostic {
    let message = "the program has SIMT kernels, which tilec does not compile";
    Diagnostic::new(codes::NOT_IN_PROGRAMS, span, message)
        .label("this is a SIMT kernel")
        .help("name their compiler: `--simt=nvcc` or `--simt=clang`")
}

/// Compiles the SIMT kernels of a source; nothing if there are errors, which are shown.
///
/// # Errors
/// The compiler does not start.
pub fn compile(
    source: &ProgramSource<'_>,
    compiled: &Compiled,
    symbols: &ObjectSymbols,
    report: &mut Report,
) -> Result<Option<SimtPart>, Failure> {
    let stubs = stubs(symbols);
    let (Some(name), first) = (stubs.first(), compiled.simt.unwrap_or(Span::NONE)) else {
        return Ok(Some(SimtPart::default()));
    };
    let refuse = |found: Diagnostic, report: &mut Report| {
        let mut all = Diagnostics::new();
        all.push(found);
        report.show(&compiled.map, &all);
        Ok(None)
    };
    let Some(compiler) = source.simt else {
        let name = sema::source_name::qualified_name(name).unwrap_or_else(|| (*name).clone());
        let note = format!("`{name}` is a SIMT kernel of a header of the system");
        return refuse(not_compiled(first).note(note), report);
    };
    let program = match compiler.find(first) {
        Ok(program) => program,
        Err(found) => return refuse(*found, report),
    };
    let mut images = Vec::new();
    let mut part = SimtPart::default();
    for (index, session) in std::iter::once(source.session).chain(source.others).enumerate() {
        let from = SimtSource { path: source.path, session, host: source.compiler };
        let made = compiler.compile(&program, &from);
        // What it warns of for one target it warns of for all.
        let is_shown = made.is_err() || index == 0;
        let said = match &made {
            Ok(made) => made.said.as_str(),
            Err(HostFailure::Refused(said) | HostFailure::Missing(said)) => said,
        };
        if is_shown && !show(compiler, source.path, (said, made.is_err()), report) {
            return Ok(None);
        }
        let Ok(made) = made else { return Ok(None) };
        let ptx = SimtPtx::read(made.ptx);
        if let Some(found) = misfit(compiler, &ptx, compiled, symbols) {
            let is_of_user = first != Span::NONE;
            let found = if is_of_user { found.secondary(first, "a SIMT kernel") } else { found };
            return refuse(found, report);
        }
        if index == 0 {
            part.kernels = kernels(&ptx, &stubs);
            part.variables = variables(&ptx, compiled, symbols);
        }
        images.push(image(session, ptx)?);
    }
    part.code = fatbin::fatbin(&images);
    Ok(Some(part))
}

/// Shows what the compiler says of a source; whether it can go on.
fn show(
    compiler: &SimtCompiler,
    path: &str,
    (said, has_failed): (&str, bool),
    report: &mut Report,
) -> bool {
    let mut map = SourceMap::new();
    let (error, warning) = (codes::SIMT_ERROR, codes::SIMT_WARNING);
    let speaker = Speaker { name: compiler.name(), error, warning };
    let answer = Answer { path, text: "", said, has_failed, speaker: &speaker };
    let found = diagnostics(&answer, &mut map);
    report.show(&map, &found);
    !found.has_errors()
}

/// The PTX as an image of a fat binary.
fn image(session: &Session, ptx: SimtPtx) -> Result<Image, Failure> {
    let mut target = target(session)?;
    target.ptx = ptx.version.unwrap_or(target.ptx);
    Ok(Image { kind: fatbin::Kind::Ptx, target, payload: ptx.text.into_bytes() })
}

/// The stubs of SIMT kernels that the host compiler has made.
fn stubs(symbols: &ObjectSymbols) -> Vec<&String> {
    let is_key = |name: &String| name.ends_with(host::SIMT_KEY);
    if !symbols.variables.keys().any(is_key) {
        return Vec::new();
    }
    let is_stub =
        |stub: &&String| symbols.variables.contains_key(&host::key_symbol(host::SIMT_KEY, stub));
    symbols.functions.iter().filter(is_stub).collect()
}

fn kernels(ptx: &SimtPtx, stubs: &[&String]) -> Vec<KernelRow> {
    let row = |entry: &crate::simt::Entry| {
        let stub = *stubs.iter().find(|stub| is_same(&entry.symbol, stub))?;
        let name = sema::source_name::qualified_name(stub).unwrap_or_else(|| stub.clone());
        Some(KernelRow {
            stub: stub.clone(),
            key: host::key_symbol(host::SIMT_KEY, stub),
            symbol: entry.symbol.clone(),
            name,
            simt: Some(entry.parameters.clone()),
        })
    };
    ptx.entries.iter().filter_map(row).collect()
}

/// The variables that SIMT code has and tile code has not.
fn variables(ptx: &SimtPtx, compiled: &Compiled, symbols: &ObjectSymbols) -> Vec<VariableRow> {
    let row = |symbol: &String| {
        let (shadow, bytes) = symbols.variables.iter().find(|(host, _)| is_same(symbol, host))?;
        let is_of_tiles = is_of_tiles(compiled, shadow);
        let row = || VariableRow {
            shadow: shadow.clone(),
            symbol: symbol.clone(),
            bytes: *bytes,
            place: Place::Simt,
        };
        (!is_of_tiles).then(row)
    };
    ptx.variables.iter().filter_map(row).collect()
}

fn is_of_tiles(compiled: &Compiled, shadow: &str) -> bool {
    let module = compiled.module.as_ref();
    module.is_some_and(|module| module.globals.values().any(|global| global.name == shadow))
}

/// What the program would lack.
fn misfit(
    compiler: &SimtCompiler,
    ptx: &SimtPtx,
    compiled: &Compiled,
    symbols: &ObjectSymbols,
) -> Option<Diagnostic> {
    let refuse = |message| Diagnostic::new(codes::SIMT_ERROR, Span::NONE, message);
    if let Some(function) = ptx.missing.first() {
        let message = format!("SIMT kernels call `{function}`, which this source does not define");
        let help = match function.starts_with("__nv_") {
            true => "it is one of NVIDIA's libdevice: name the folder of a toolkit with CUDA_HOME",
            false => "define the function in this source: tilec does not link device code",
        };
        return Some(refuse(message).note(format!("{} calls it", compiler.name())).help(help));
    }
    // The code of tile kernels and that of SIMT kernels are two modules.
    let shared = ptx.variables.iter().find_map(|symbol| {
        let (shadow, _) = symbols.variables.iter().find(|(host, _)| is_same(symbol, host))?;
        (is_of_tiles(compiled, shadow) && ptx.uses(symbol)).then_some(symbol)
    })?;
    let name = sema::source_name::qualified_name(shared).unwrap_or_else(|| shared.clone());
    let message = format!("the variable `{name}` is used by tile kernels and by SIMT kernels");
    let note = "tile kernels and SIMT kernels are in modules of their own, each with its variables";
    let help = "pass the kernels of one kind its address: `cudaGetSymbolAddress`";
    Some(refuse(message).note(note).help(help))
}
