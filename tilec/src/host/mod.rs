//! What host code asks of the kernels of a file: which specialisations of kernel templates it
//! instantiates.
//!
//! nvcc makes a kernel of each specialisation that host code uses: launched, passed to a function,
//! stored. Which these are may depend on types that only a host compiler knows, so a host compiler
//! decides. It gets the source with tile code taken out: kernels become stubs of the same
//! signatures, launches become calls of them ([`rewrite`]). The stubs that it instantiates are in the
//! symbol table of its object ([`object`]) under the symbols of the kernels, which `sema` finds again
//! by their names ([`sema::source_name`]).
//!
//! Invariant: a host compiler is started only where host code mentions a kernel template
//! ([`mentions`]), so that most sources need none. Where one is needed and missing, or does not
//! compile the host code, that is an error which names the templates: never is a kernel left out
//! silently.

mod class_head;
mod compiler;
mod declared;
mod installation;
mod left_out;
mod mentions;
mod object;
mod rewrite;
mod toolkit;

use std::cell::{Cell, OnceCell};

use lang::base::{Diagnostic, Interner, Severity, SourceMap};
use lang::pp::PpOptions;
use sema::Launched;

pub use compiler::HostCompiler;
use compiler::Pass;
pub use installation::Installation;
pub use left_out::left_out;
pub use mentions::{Mention, mentions};
pub use toolkit::{libraries, release};

use crate::codes;

/// What a host compiler said: a file is read several times and the host compiler asked once.
#[derive(Default)]
pub struct Answer {
    /// The symbols that its object has, or why there is none.
    symbols: OnceCell<Result<Vec<String>, String>>,
    /// Whether types of the library of CUDA are among the arguments of kernels.
    has_cuda_std: Cell<bool>,
}

impl Answer {
    /// Headers that declare what kernels are instantiated with, whatever the source includes: headers of
    /// a toolkit reach parts of the library of CUDA that have no header of that name here.
    pub fn headers(&self) -> impl Iterator<Item = &'static str> {
        let names = stdlib::HEADERS.iter().map(|(name, _)| *name);
        names.filter(|name| self.has_cuda_std.get() && name.starts_with("cuda/std/"))
    }
}

/// What is asked about.
pub struct Question<'a> {
    pub path: &'a str,
    pub preprocessor: &'a PpOptions,
    pub answer: &'a Answer,
    /// Mentions of kernel templates in host code; there are some.
    pub mentions: &'a [Mention],
    /// Whether the command line names specialisations.
    pub names_some: bool,
}

/// The specialisations of kernel templates that the host code of a file instantiates, in the order
/// of their symbols.
///
/// # Errors
/// There is no host compiler, or it does not compile the host code.
pub fn launched(
    compiler: &HostCompiler,
    question: &Question<'_>,
    interner: &Interner,
    map: &SourceMap,
) -> Result<Vec<Launched>, Box<Diagnostic>> {
    let answer = question.answer.symbols.get_or_init(|| symbols(compiler, question));
    let symbols = answer.as_ref().map_err(|why| Box::new(unknown(question, why, interner, map)))?;
    let mut launched = Vec::new();
    for symbol in symbols {
        let is_named =
            |mention: &&Mention| sema::source_name::may_name(symbol, interner.text(mention.name));
        let Some(mention) = question.mentions.iter().find(is_named) else { continue };
        let span = mention.span;
        match sema::source_name::source_name(symbol) {
            Some(name) if name.identifier == interner.text(mention.name) => {
                launched.push(Launched { text: name.text, symbol: symbol.clone(), span });
            }
            // A function that has the name of a kernel among its arguments.
            Some(_) => {}
            None if is_of(symbol, interner.text(mention.name)) => {
                let message = format!(
                    "the kernel `{}` is instantiated with a type that has no name outside of its function",
                    interner.text(mention.name)
                );
                let found = Diagnostic::new(codes::HOST_CODE, span, message)
                    .note(format!("its symbol is `{symbol}`"))
                    .help("declare the type at namespace scope");
                return Err(Box::new(found));
            }
            None => {}
        }
    }
    let is_cuda_std = |kernel: &Launched| sema::source_name::names_cuda_std(&kernel.symbol);
    question.answer.has_cuda_std.set(launched.iter().any(is_cuda_std));
    launched.sort_by(|a, b| a.symbol.cmp(&b.symbol));
    Ok(launched)
}

/// The symbols of the functions that the host compiler makes of a file.
///
/// A library may have functions for devices that no host compiler reads: in templates that are not
/// instantiated nvcc does not look at them. The macros of the host's pass take these functions out, and
/// CUDA does not allow that kernels or launches differ between the passes.
fn symbols(compiler: &HostCompiler, question: &Question<'_>) -> Result<Vec<String>, String> {
    let read = |pass| compiler.preprocess(question.path, question.preprocessor, pass);
    let source = read(Pass::Tile)?;
    let object = compile(compiler, &source).or_else(|why| match read(Pass::Host) {
        Ok(other) if other != source => compile(compiler, &other).map_err(|_| why),
        _ => Err(why),
    })?;
    object::functions(&object)
}

/// The object that the host compiler makes of preprocessed source without its device code.
fn compile(compiler: &HostCompiler, source: &str) -> Result<Vec<u8>, String> {
    let stubs = rewrite::rewrite(source, rewrite::Bodies::Needed);
    compiler.compile(&stubs).or_else(|why| {
        // Functions of tile code whose types are deduced, or that are `constexpr`, may have what no
        // host compiler reads.
        let stubs = rewrite::rewrite(source, rewrite::Bodies::Host);
        compiler.compile(&stubs).map_err(|_| why)
    })
}

/// Whether a symbol that cannot be read begins with the name of a template: it is in no other's
/// arguments.
fn is_of(symbol: &str, identifier: &str) -> bool {
    let mangled = format!("{}{identifier}I", identifier.len());
    let name = symbol.trim_start_matches("_Z").trim_start_matches('L');
    if name.starts_with(&mangled) {
        return true;
    }
    let Some((scope, _)) = name.split_once(&mangled) else { return false };
    scope.starts_with('N') && !scope.contains('I') && !scope.contains('E')
}

/// That it is not known what host code instantiates. Where the command line names kernels, these may
/// be all.
fn unknown(question: &Question<'_>, why: &str, interner: &Interner, map: &SourceMap) -> Diagnostic {
    let mut named: Vec<&Mention> = Vec::new();
    for mention in question.mentions {
        if !named.iter().any(|known| known.name == mention.name) {
            named.push(mention);
        }
    }
    let names: Vec<String> =
        named.iter().map(|mention| format!("`{}`", interner.text(mention.name))).collect();
    let message =
        format!("which specialisations of {} host code launches is not known", names.join(", "));
    let span = named.first().map_or(lang::base::Span::NONE, |mention| mention.span);
    let mut found = Diagnostic::new(codes::HOST_CODE, span, message).label("launched here");
    for mention in named.iter().skip(1).filter(|mention| !map.in_system_file(mention.span.lo)) {
        found = found.secondary(mention.span, "and here");
    }
    let first = named.first().map_or("kernel", |mention| interner.text(mention.name));
    let help = format!(
        "name them, `--kernel '{first}<...>'`, or instantiate them in the source, `template \
         __tile_global__ void {first}<...>(...);`"
    );
    let mut found = found.note(why.trim_end()).help(help);
    if question.names_some {
        found.severity = Severity::Warning;
    }
    found
}
