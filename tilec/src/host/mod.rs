//! The kernels that host code needs of a file: which specialisations of kernel templates it
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
//! ([`mentions`]), so that most sources need none. Where one is needed for an output and missing, or
//! does not compile the host code, that is an error which names the templates: never is a kernel left
//! out silently.

mod absent;
mod class_head;
mod compiler;
mod declared;
mod flags;
mod header_folder;
mod installation;
mod left_out;
mod mentions;
mod missing_header;
mod object;
mod process;
mod rewrite;
mod stub;
mod toolkit;
mod translate;

use std::cell::{Cell, OnceCell};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use lang::base::{Diagnostic, Interner, Label, LineCol, Severity, SourceFile, SourceMap, Span};
use lang::pp::PpOptions;
use sema::Launched;

pub use compiler::{HostCompiler, HostProgram, HostSource, Level, Pass};
pub use flags::HostFlags;
pub use installation::Installation;
pub use left_out::left_out;
pub use mentions::{Mention, MentionForm, mentions, names_cuda_std, user_tokens};
pub use missing_header::{advice_of_error, advice_of_note};
pub use object::ObjectSymbols;
pub use process::Patience;
pub use rewrite::{Bodies, Purpose, rewrite};
pub use stub::{KEY, SIMT_KEY, key_symbol};
pub use toolkit::{
    add_system_dirs, homes as toolkit_homes, installed, libraries, library_of_installed, release,
    without as without_toolkit,
};
pub use translate::system_headers;

use crate::cache::{Cache, Entry, Key};
use crate::codes;

/// The folder of a toolkit's headers that options name.
pub fn toolkit(options: &PpOptions) -> Option<&str> {
    toolkit::of(options)
}

/// Whether options name the headers of a toolkit.
pub fn names_toolkit(options: &PpOptions) -> bool {
    toolkit::of(options).is_some()
}

/// Whether a host compiler is asked which kernels host code launches.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Launches {
    /// No: only what the source and the command line instantiate explicitly is compiled.
    #[default]
    Ignored,
    /// Yes; where there is no host compiler, launches are ignored.
    Sought(HostCompiler),
    /// Yes; where there is no host compiler, that is an error.
    Required(HostCompiler),
    /// It was asked before.
    Known(Arc<HostSymbols>),
}

/// What the object of a host compiler has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostSymbols {
    /// A hash of what the host compiler saw, to tell two of one process apart.
    pub key: u64,
    /// The symbols of functions, in order.
    pub list: Vec<String>,
}

impl Launches {
    pub fn compiler(&self) -> Option<&HostCompiler> {
        match self {
            Launches::Ignored | Launches::Known(_) => None,
            Launches::Sought(compiler) | Launches::Required(compiler) => Some(compiler),
        }
    }
}

/// Why there is no object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostFailure {
    /// There is no host compiler, or it does not answer.
    Missing(String),
    /// It does not compile the host code, in its words.
    Refused(String),
}

impl HostFailure {
    pub fn text(&self) -> &str {
        match self {
            HostFailure::Missing(why) | HostFailure::Refused(why) => why.trim_end(),
        }
    }
}

/// What a host compiler said: a file is read several times and the host compiler asked once.
#[derive(Default)]
pub struct Answer {
    /// The symbols that its object has, or why there is none.
    symbols: OnceCell<Result<Arc<HostSymbols>, HostFailure>>,
    /// Whether types of the library of CUDA are among the arguments of kernels.
    has_cuda_std: Cell<bool>,
}

impl Answer {
    /// Why no host compiler was asked, if there is none.
    pub fn missing(&self) -> Option<&str> {
        match self.symbols.get() {
            Some(Err(failure @ HostFailure::Missing(_))) => Some(failure.text()),
            Some(_) | None => None,
        }
    }

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
/// There is no host compiler and one is required, or it does not compile the host code.
pub fn launched(
    launches: &Launches,
    question: &Question<'_>,
    interner: &Interner,
    map: &SourceMap,
) -> Result<Vec<Launched>, Box<Diagnostic>> {
    let answer = question.answer.symbols.get_or_init(|| match launches {
        Launches::Sought(compiler) | Launches::Required(compiler) => {
            let (path, options) = (question.path, question.preprocessor);
            let text = crate::input::standard_of(path);
            symbols(
                compiler,
                &HostSource { path, text, options, purpose: Purpose::Symbols },
                None,
                None,
            )
        }
        Launches::Known(symbols) => Ok(symbols.clone()),
        Launches::Ignored => Ok(Arc::new(HostSymbols { key: 0, list: Vec::new() })),
    });
    let symbols = match (answer, launches) {
        (Ok(symbols), _) => symbols,
        (Err(HostFailure::Missing(_)), Launches::Sought(_)) => return Ok(Vec::new()),
        (Err(why), _) if !question.mentions.iter().any(|it| it.form == MentionForm::Use) => {
            return Err(Box::new(unknown_symbols(question.mentions, why.text(), interner)));
        }
        (Err(why), _) => return Err(Box::new(unknown(question, why.text(), interner, map))),
    };
    let launched = named(symbols, question.mentions, interner)?;
    let is_cuda_std = |kernel: &Launched| sema::source_name::names_cuda_std(&kernel.symbol);
    question.answer.has_cuda_std.set(launched.iter().any(is_cuda_std));
    Ok(launched)
}

/// The specialisations of the templates that are mentioned, among symbols.
///
/// # Errors
/// One that nothing outside of a function can name.
pub fn named(
    symbols: &HostSymbols,
    mentions: &[Mention],
    interner: &Interner,
) -> Result<Vec<Launched>, Box<Diagnostic>> {
    let mut launched = Vec::new();
    for symbol in &symbols.list {
        let is_named =
            |mention: &&Mention| sema::source_name::may_name(symbol, interner.text(mention.name));
        let Some(mention) = mentions.iter().find(is_named) else { continue };
        let (name, span) = (interner.text(mention.name), mention.span);
        match sema::source_name::source_name(symbol) {
            Some(found) if found.identifier == name => {
                let (text, packs) = (found.text, found.packs);
                launched.push(Launched { text, packs, symbol: symbol.clone(), span });
            }
            // A function that has the name of a kernel among its arguments.
            Some(_) => {}
            None if is_of(symbol, name) => {
                let message = format!(
                    "the kernel `{name}` is instantiated with a type that has no name outside of its function"
                );
                let found = Diagnostic::new(codes::HOST_CODE, span, message)
                    .note(format!("its symbol is `{symbol}`"))
                    .help("declare the type at namespace scope");
                return Err(Box::new(found));
            }
            None => {}
        }
    }
    launched.sort_by(|a, b| a.symbol.cmp(&b.symbol));
    Ok(launched)
}

/// The symbols of the functions that the host compiler makes of a source. It compiles nothing if those
/// of the same stubs are `known`.
///
/// A library may have functions for devices that no host compiler reads: in templates that are not
/// instantiated nvcc does not look at them. The macros of the host's pass take these functions out, and
/// CUDA does not allow that kernels or launches differ between the passes.
///
/// # Errors
/// There is no host compiler, or what it says of the source.
pub fn symbols(
    compiler: &HostCompiler,
    source: &HostSource<'_>,
    patience: Option<&Patience>,
    known: Option<&Arc<HostSymbols>>,
) -> Result<Arc<HostSymbols>, HostFailure> {
    let program = compiler.find(patience)?;
    let read = |pass| program.preprocess(source, pass);
    let tile = read(Pass::Tile)?;
    let why = match symbols_of(&program, &tile, known) {
        Err(why @ HostFailure::Refused(_)) => why,
        other => return other,
    };
    match read(Pass::Host) {
        Ok(host) if host != tile => symbols_of(&program, &host, known).map_err(|_| why),
        _ => Err(why),
    }
}

/// The symbols of preprocessed source.
fn symbols_of(
    program: &HostProgram<'_>,
    source: &str,
    known: Option<&Arc<HostSymbols>>,
) -> Result<Arc<HostSymbols>, HostFailure> {
    let stubs = rewrite::rewrite(source, Purpose::Symbols, Bodies::Needed);
    let key = short_key(program, &stubs);
    if let Some(known) = known.filter(|known| known.key == key) {
        return Ok(known.clone());
    }
    let cache = Cache::from_env();
    let entry = cache.as_ref().map(|cache| cache.entry(cache_key(program, &stubs)));
    if let Some(kept) = entry.as_ref().and_then(Entry::read)
        && let Ok(text) = String::from_utf8(kept)
    {
        let list = text.lines().map(str::to_owned).collect();
        return Ok(Arc::new(HostSymbols { key, list }));
    }
    let compile = |stubs: &str, level| program.compile(stubs, level);
    let object = compile(&stubs, Level::Least).or_else(|why| {
        // Functions of tile code whose types are deduced, or that are `constexpr`, may have what no
        // host compiler reads.
        let bare = rewrite::rewrite(source, Purpose::Symbols, Bodies::Host);
        let object = compile(&bare, Level::Least);
        // What `__OPTIMIZE__` selects may count on it.
        let object = object.or_else(|_| compile(&stubs, Level::Given));
        object.map_err(|_| why)
    })?;
    let list = object::functions(&object).map_err(HostFailure::Refused)?;
    if let Some(entry) = entry {
        entry.write(list.join("\n").as_bytes());
    }
    Ok(Arc::new(HostSymbols { key, list }))
}

/// The lines of stubs that the symbols depend on: not those that say where the others come from.
fn lines_of(stubs: &str) -> impl Iterator<Item = &str> {
    stubs.lines().filter(|line| !line.starts_with('#'))
}

/// A hash of the lines and the compiler, for a cache that outlives the process.
fn cache_key(program: &HostProgram<'_>, stubs: &str) -> Key {
    let mut key = Key::new();
    key.add(b"host");
    lines_of(stubs).for_each(|line| key.add(line.as_bytes()));
    key.add(program.key().as_bytes());
    key
}

/// A shorter hash of the same, for this process. Most compilations have no cache.
fn short_key(program: &HostProgram<'_>, stubs: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    lines_of(stubs).for_each(|line| line.hash(&mut hasher));
    program.key().hash(&mut hasher);
    hasher.finish()
}

/// That explicit instantiations may have other symbols than nvcc gives them.
fn unknown_symbols(mentions: &[Mention], why: &str, interner: &Interner) -> Diagnostic {
    let (name, span) =
        mentions.first().map_or(("", Span::NONE), |it| (interner.text(it.name), it.span));
    let message = format!("the symbols of instantiations of `{name}` may not be those of nvcc");
    let mut found = Diagnostic::new(codes::HOST_CODE, span, message)
        .note("types of `cuda::std` are those of `std` in tile code; a host compiler tells them apart")
        .note(why);
    found.severity = Severity::Warning;
    found
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

/// The first line that a host compiler rejects, as `path:line`, and why: of several errors about one line the last says it,
/// unless a header is missing.
fn reason_of_host_compiler(why: &str) -> Option<(&str, &str)> {
    let errors = why.lines().filter_map(|line| line.split_once(": error: "));
    let mut of_first_line: Option<(&str, &str)> = None;
    for (place, text) in errors {
        let line = place.rsplit_once(':').map_or(place, |(line, _)| line);
        match of_first_line {
            Some((first, _)) if first != line => {}
            // What follows on the line follows from the header that is missing.
            Some((_, said)) if advice_of_error(said).is_some() => {}
            _ => of_first_line = Some((line, text)),
        }
    }
    of_first_line
}

/// The part of the user's file that a host compiler rejects: the word that the reason names, else the first word of the line.
fn place_of_reason(line: &str, reason: &str, map: &SourceMap) -> Option<Span> {
    let (path, number) = line.rsplit_once(':')?;
    let is_it = |file: &&SourceFile| *file.path == *path && !file.is_system;
    let file = map.files().iter().find(is_it)?;
    let start = file.offset_of(LineCol { line: number.parse().ok()?, col: 1 })?;
    let text = file.text.get(start as usize..)?.lines().next()?;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let word = reason.split('\'').nth(1).filter(|word| word.chars().all(is_part));
    let whole = |at: &usize, word: &str| {
        !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    };
    let named = word.filter(|word| !word.is_empty()).and_then(|word| {
        let found = text.match_indices(word).map(|(at, _)| at).find(|at| whole(at, word))?;
        Some((found, word.len()))
    });
    let (at, len) = named.or_else(|| {
        let at = text.len() - text.trim_start().len();
        let len = text[at..].find(|c| !is_part(c)).unwrap_or(text.len() - at);
        (at < text.len()).then_some((at, len.max(1)))
    })?;
    Some(Span::sized(file.pos(start + at as u32), len as u32))
}

/// That it is not known what host code instantiates. Where the command line names kernels, these may
/// be all.
fn unknown(question: &Question<'_>, why: &str, interner: &Interner, map: &SourceMap) -> Diagnostic {
    let mut named: Vec<&Mention> = Vec::new();
    for mention in question.mentions.iter().filter(|it| it.form == MentionForm::Use) {
        if !named.iter().any(|known| known.name == mention.name) {
            named.push(mention);
        }
    }
    let reason = reason_of_host_compiler(why);
    // The launch that the host compiler rejects, if it is one, stands first.
    if let Some((line, _)) = reason {
        let is_rejected = |mention: &&Mention| {
            let at = map.presumed(mention.span.lo);
            mention.form == MentionForm::Use
                && at.is_some_and(|(path, at)| line == format!("{path}:{}", at.line))
        };
        if let Some(rejected) = question.mentions.iter().find(is_rejected) {
            named.retain(|mention| mention.name != rejected.name);
            named.insert(0, rejected);
        }
    }
    let names: Vec<String> =
        named.iter().map(|mention| format!("`{}`", interner.text(mention.name))).collect();
    let names = names.join(", ");
    // The notes between the first error and the next one belong to the first.
    let is_error = |line: &&str| line.contains(": error: ");
    let mut notes = why.lines().skip_while(|line| !is_error(line)).skip(1);
    let undeduced = notes.by_ref().take_while(|line| !is_error(line));
    let undeduced = undeduced.filter_map(compiler::undeduced_parameter).next();
    let message = match reason {
        Some((_, reason))
            if reason.starts_with("no matching function")
                && let Some(parameter) = undeduced =>
        {
            format!(
                "the launch of {names} does not say what the template parameter `{parameter}` is, and the arguments do not"
            )
        }
        Some((_, reason)) => {
            format!("the host code that launches {names} does not compile: {reason}")
        }
        None => format!("which specialisations of {names} host code launches is not known"),
    };
    let span = named.first().map_or(Span::NONE, |mention| mention.span);
    // The function that a launch becomes is not the user's.
    let lacks_numbers =
        |reason: &str| reason.starts_with("too few") && reason.contains("__tilec_configure");
    if reason.is_some_and(|(_, reason)| lacks_numbers(reason)) {
        let name = named.first().map_or("kernel", |mention| interner.text(mention.name));
        let message = format!(
            "the launch of `{name}` needs the numbers of tile blocks and of threads between `<<<` and `>>>`"
        );
        return Diagnostic::new(codes::HOST_CODE, span, message)
            .label("launched here")
            .help("launch with one thread a block, `<<<blocks, 1>>>`");
    }
    // What is wrong may be far from the launch.
    let line_of = |span: Span| map.presumed(span.lo).map(|(path, at)| (path.clone(), at.line));
    let elsewhere = reason
        .and_then(|(line, reason)| place_of_reason(line, reason, map))
        .filter(|&at| !question.mentions.iter().any(|it| line_of(it.span) == line_of(at)));
    let mut found = Diagnostic::new(codes::HOST_CODE, span, message).label("launched here");
    if let Some(at) = elsewhere {
        found.primary = Label { span: at, text: "the host compiler rejects this".to_owned() };
        if !map.in_system_file(span.lo) {
            found = found.secondary(span, "launched here");
        }
    }
    for mention in named.iter().skip(1).filter(|mention| !map.in_system_file(mention.span.lo)) {
        found = found.secondary(mention.span, "and here");
    }
    let first = named.first().map_or("kernel", |mention| interner.text(mention.name));
    let help = format!(
        "name them, `--kernel '{first}<...>'`, or instantiate them in the source, `template \
         __tile_global__ void {first}<...>(...);`"
    );
    let found = found.note(why);
    let to_include = reason.and_then(|(_, reason)| advice_of_error(reason));
    let mut found = match undeduced {
        _ if let Some(advice) = to_include => found.help(advice),
        Some(parameter) => found.help(format!(
            "write a value for `{parameter}` behind the name, `{first}<...><<<blocks, 1>>>(...)`"
        )),
        None => found.help(help),
    };
    // Names of CUDA, or reserved ones, that headers of a toolkit declare.
    let is_of_cuda = ["No such file", "cuda", "CU", "__"].iter().any(|mark| why.contains(mark));
    if is_of_cuda && toolkit::of(question.preprocessor).is_none() {
        found = found.help(
            "if the host code needs headers of CUDA, name the folder of a toolkit's with -I, or the toolkit's with \
             CUDA_HOME",
        );
    }
    if question.names_some {
        found.severity = Severity::Warning;
    }
    found
}
