//! The pipeline: a source file to checked program, tile IR and PTX.
//!
//! Each stage runs only if the one before found no errors, and everything found is in one list in
//! the order of the stages.

use std::borrow::Cow;
use std::sync::Arc;

use backend_ptx::ptx::print::{SourceLocation, module_text_with_lines};
use backend_ptx::remarks::Remark;
use backend_ptx::report::{self, KernelReport};
use backend_ptx::schedule::ScheduledModule;
use lang::base::{
    Diagnostic, Diagnostics, Interner, LineCol, Pos, SourceFile, SourceLoader, SourceMap, Span,
};
use lang::doc::{self, Entity};
use lang::lex::token::new_interner;
use lang::lex::{DocComments, Token, TokenKind};
use lang::parse::{
    Beginning, Extent, Headers, TranslationUnit, is_cut_off, note_braces, note_comments,
    parse_extent,
};
use lang::pp::{Dependency, LineMarkers, PpOptions, Preprocessed, Reading, preprocess, print};
use sema::signature::KernelSignature;

use crate::host::{self, Launches, Mention};
use crate::input::Unreadable;
use crate::places::{self, Places};
use crate::preamble::Resumed;
use crate::session::{Library, Passes, Remembered, Session};
use crate::warm::{SharedPreamble, SharedPreambles};
use crate::warning::{self, Pragmas};
use crate::{codes, consequence, restrict};

/// How far to go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    Preprocess,
    Parse,
    Check,
    Lower,
    /// The schedule, for PTX without making it.
    Schedule,
    Ptx,
}

/// What came of a compilation.
pub struct Compiled {
    pub map: SourceMap,
    pub interner: Interner,
    pub diagnostics: Diagnostics,
    /// What the source asks about warnings.
    pub pragmas: Pragmas,
    pub dependencies: Vec<Dependency>,
    /// The source after preprocessing, if that is as far as it goes.
    pub preprocessed: Option<String>,
    /// The documentation comments, for hover text.
    pub docs: DocComments,
    /// The syntax tree; tile IR has none.
    pub unit: Option<TranslationUnit>,
    /// What the tokens of the unit begin with.
    pub(crate) preamble: Option<Arc<SharedPreamble>>,
    /// The tile IR after the passes, with the source name of each entry.
    pub module: Option<ir::Module>,
    pub kernels: Vec<sema::KernelName>,
    /// What a host passes to each kernel; tile IR does not say.
    pub signatures: Vec<KernelSignature>,
    /// The typed program as text.
    pub typed: Option<String>,
    /// The schedule of the module, if that is as far as it goes or where the input is one.
    pub schedule: Option<String>,
    scheduled: Option<ScheduledModule<'static>>,
    pub ptx: Option<String>,
    /// What the back end chose for each kernel in the PTX.
    pub launches: Vec<Launch>,
    /// What the back end decided for each kernel, with the target; empty unless remarks are asked for.
    pub reports: Vec<(&'static str, KernelReport)>,
    /// What the back end chose, with the symbol of the kernel; empty unless asked for.
    pub remarks: Vec<(String, Remark)>,
    /// The names of the user's kernel templates of which no specialisation was compiled.
    pub uninstantiated_kernels: Vec<Span>,
    /// Where host code mentions kernel templates, if the session asks a host compiler about them.
    pub mentions: Vec<Mention>,
    /// Why no host compiler was asked about them, if there is none.
    pub no_host: Option<String>,
    /// The first `__global__` of the user's sources, and the first `__managed__`.
    pub simt: Option<Span>,
    pub managed: Option<Span>,
    /// The folders of system headers for the host compiler, those of an installed toolkit among them if one
    /// is needed.
    pub system_dirs: Vec<String>,
}

/// How the PTX of a kernel is to be launched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    pub symbol: String,
    /// Threads of one tile block (`.reqntid`); a launch passes this or 1.
    pub threads: u32,
}

/// Compiles `path` up to `stage`, with the warnings that are wanted: C++ source, which is preprocessed already if its name ends in
/// `.ii`, tile IR text if it ends in `.tir`, or bytecode if it ends in `.tilebc`.
pub fn compile(session: &Session, loader: &dyn SourceLoader, path: &str, stage: Stage) -> Compiled {
    let mut compiled = compile_to(session, loader, path, stage);
    let found = std::mem::take(&mut compiled.diagnostics);
    let Compiled { pragmas, map, .. } = &compiled;
    let found = consequence::drop_following(found, map);
    compiled.diagnostics = warning::apply(found, &session.warnings, pragmas, map);
    compiled
}

fn compile_to(session: &Session, loader: &dyn SourceLoader, path: &str, stage: Stage) -> Compiled {
    let mut compiled = nothing();
    if path.ends_with(".tir") {
        read_tile_ir(&mut compiled, loader, path);
    } else if path.ends_with(".sched") {
        read_schedule(&mut compiled, session, loader, path);
    } else if path.ends_with(".tilebc") {
        match loader.load_bytes(path) {
            Some(bytes) => read_bytecode(session, &mut compiled, loader, path, &bytes),
            None => cannot_read(&mut compiled, loader, path),
        }
    } else {
        compiled = compile_cpp(session, loader, path, stage);
    }
    finish(session, &mut compiled, stage);
    compiled
}

/// Compiles a module from another tile compiler, whatever the name of its file is.
pub fn compile_bytecode(
    session: &Session,
    loader: &dyn SourceLoader,
    path: &str,
    bytes: &[u8],
    stage: Stage,
) -> Compiled {
    let mut compiled = nothing();
    read_bytecode(session, &mut compiled, loader, path, bytes);
    finish(session, &mut compiled, stage);
    compiled
}

/// What comes behind the front ends: the passes and the back end.
fn finish(session: &Session, compiled: &mut Compiled, stage: Stage) {
    let is_enough = stage < Stage::Lower || session.interrupt.is_raised();
    if is_enough || compiled.diagnostics.has_errors() {
        compiled.module = None;
        return;
    }
    if let Some(module) = &mut compiled.module
        && compiled.scheduled.is_none()
    {
        // Tile IR states which operations are fused.
        let fmad = session.fmad && compiled.unit.is_some();
        optimize(session, module, fmad, &mut compiled.diagnostics);
    }
    if stage >= Stage::Schedule
        && !session.interrupt.is_raised()
        && !compiled.diagnostics.has_errors()
        && let Some(module) = &compiled.module
    {
        let Session { line_info, remarks, verify, .. } = *session;
        let mut options = backend_ptx::Options { line_info, remarks, verify, ..Default::default() };
        options.avoid_faults &= !verify;
        let made = compiled.scheduled.is_none().then(|| {
            backend_ptx::schedule(module, session.target, &options, session.schedule_after)
        });
        let Some(scheduled) = compiled.scheduled.as_ref().or(made.as_ref()) else { return };
        if stage == Stage::Schedule {
            let text = backend_ptx::schedule::print::text(scheduled, &session.target);
            compiled.schedule = Some(name_kernels(&text, "entry @", &compiled.kernels));
            return;
        }
        let (ptx, found) = backend_ptx::compile_scheduled(scheduled, session.target, &options);
        let text = module_text_with_lines(&ptx, &|span| place(&compiled.map, span));
        compiled.ptx = Some(name_kernels(&text, ".entry ", &compiled.kernels));
        let warns = session.warnings.shows(codes::MISSING_RESTRICT);
        if remarks || warns {
            let reports = report::of_module(scheduled, &session.target, &ptx);
            if warns {
                restrict::warn(reports.iter(), module, &mut compiled.diagnostics);
            }
            if remarks {
                let reports = reports.into_iter();
                compiled.reports = reports.map(|report| (session.target.name, report)).collect();
            }
        }
        let launch = |kernel: &backend_ptx::ptx::Kernel| Launch {
            symbol: kernel.name.clone(),
            threads: kernel.threads,
        };
        compiled.launches = ptx.kernels.iter().map(launch).collect();
        for kernel in ptx.kernels {
            let name = kernel.name;
            compiled
                .remarks
                .extend(kernel.remarks.into_iter().map(|remark| (name.clone(), remark)));
        }
        for found in found {
            let found = with_signatures(found, compiled);
            compiled.diagnostics.push(found);
        }
    }
}

/// Replaces the symbols of kernels in what the back end found, which knows no others, by their declarations.
fn with_signatures(mut found: Diagnostic, compiled: &Compiled) -> Diagnostic {
    for signature in &compiled.signatures {
        let (symbol, declared) = (format!("`{}`", signature.symbol), signature.declaration());
        let texts = found.notes.iter_mut().map(|note| &mut note.text);
        for text in texts.chain([&mut found.message]) {
            if text.contains(&symbol) {
                *text = text.replace(&symbol, &format!("`{declared}`"));
            }
        }
    }
    found
}

/// What there is before anything is compiled.
fn nothing() -> Compiled {
    Compiled {
        map: SourceMap::new(),
        interner: new_interner(),
        diagnostics: Diagnostics::new(),
        pragmas: Pragmas::default(),
        dependencies: Vec::new(),
        preprocessed: None,
        docs: DocComments::default(),
        unit: None,
        preamble: None,
        module: None,
        kernels: Vec::new(),
        signatures: Vec::new(),
        uninstantiated_kernels: Vec::new(),
        typed: None,
        schedule: None,
        scheduled: None,
        ptx: None,
        launches: Vec::new(),
        reports: Vec::new(),
        remarks: Vec::new(),
        mentions: Vec::new(),
        no_host: None,
        simt: None,
        managed: None,
        system_dirs: Vec::new(),
    }
}

/// What is taken from a checked program.
#[derive(Default)]
struct FromProgram {
    found: Diagnostics,
    typed: Option<String>,
    module: Option<ir::Module>,
    kernels: Vec<sema::KernelName>,
    signatures: Vec<KernelSignature>,
    uninstantiated_kernels: Vec<Span>,
}

/// The front end: preprocess, parse, check, lower.
///
/// Of the headers of toolkits and host libraries only the directives are read, until something is
/// found to be wrong: it may be that a kernel needs what one of them declares.
fn compile_cpp(session: &Session, loader: &dyn SourceLoader, path: &str, stage: Stage) -> Compiled {
    let answer = host::Answer::default();
    let mut options = session.preprocessor.clone();
    if path.ends_with(".ii") {
        // It has what was included already.
        options.forced_includes.clear();
    }
    if stage >= Stage::Check && session.library == Library::Mentioned {
        let loader = &Remembered::new(loader);
        let forced_includes = options.forced_includes.clone();
        for reading in [Reading::Program, Reading::Libraries] {
            options.reading = reading;
            let mut compiled = nothing();
            let n_skimmed =
                read_cpp(&mut compiled, session, loader, &mut options, &answer, path, stage);
            // What the host compiler found does not depend on what is read here.
            let mut errors = compiled
                .diagnostics
                .iter()
                .filter(|found| found.severity >= lang::base::Severity::Error);
            if n_skimmed == 0 || errors.all(|found| found.code == crate::codes::HOST_CODE) {
                return compiled;
            }
            let headers = answer.headers().map(str::to_owned);
            options.forced_includes = forced_includes.iter().cloned().chain(headers).collect();
        }
        options.reading = Reading::All;
    } else if stage < Stage::Check {
        options.reading = Reading::Systems;
    }
    let mut compiled = nothing();
    read_cpp(&mut compiled, session, loader, &mut options, &answer, path, stage);
    compiled
}

/// The front end once. Returns how many files were read for their directives alone: if there are
/// some and errors, those errors may not be any. Folders of the installed toolkit are added to the
/// options if a header is nowhere else.
fn read_cpp(
    compiled: &mut Compiled,
    session: &Session,
    loader: &dyn SourceLoader,
    options: &mut PpOptions,
    answer: &host::Answer,
    path: &str,
    stage: Stage,
) -> usize {
    options.is_printed = stage == Stage::Preprocess;
    let preambles = session.preambles.filter(|_| stage > Stage::Parse);
    let (source, preamble) = preprocess_on(preambles, compiled, loader, options, path);
    let Compiled { map, interner, diagnostics, .. } = compiled;
    let n_skimmed = source.n_skimmed;
    let is_missing = |found: &Diagnostic| {
        let code = found.code.id;
        code == lang::codes::MISSING_SYSTEM_HEADER.id || code == lang::codes::MISSING_HEADER.id
    };
    let has_missing_headers = source.diagnostics.iter().any(is_missing);
    let Preprocessed { tokens, embedded, foreign, .. } = source;
    diagnostics.extend(source.diagnostics);
    compiled.dependencies = source.dependencies;
    let project = session.project_file.iter();
    let of_project =
        project.map(|path| Dependency { path: path.as_str().into(), is_system: false });
    compiled.dependencies.extend(of_project);
    compiled.docs = source.docs;
    compiled.pragmas = Pragmas::new(source.diagnostic_pragmas, &tokens);
    let user_tokens = host::user_tokens(&tokens, &embedded);
    let first = |kind| {
        let is_users = |token: &&Token| token.kind == kind && !map.in_system_file(token.span.lo);
        user_tokens.iter().find(is_users).map(|token| token.span)
    };
    compiled.simt = first(TokenKind::KwGlobal);
    compiled.managed = first(TokenKind::KwManaged);
    let mut for_host = Cow::Borrowed(&*options);
    let asks_for_launches = session.launches != Launches::Ignored;
    if asks_for_launches {
        compiled.mentions = host::mentions(&user_tokens, interner, map);
        if !compiled.mentions.is_empty() && host::names_cuda_std(&user_tokens, interner) {
            let library = host::library_of_installed(options);
            host::add_system_dirs(for_host.to_mut(), library);
        }
    }
    compiled.system_dirs.clone_from(&for_host.system_dirs);
    if stage == Stage::Preprocess {
        compiled.preprocessed = Some(print(&tokens, interner, map, LineMarkers::All));
        return n_skimmed;
    }
    let mut launched = Vec::new();
    let mut host_problem = None;
    if stage >= Stage::Lower && !compiled.mentions.is_empty() && !diagnostics.has_errors() {
        let question = host::Question {
            path,
            preprocessor: &for_host,
            answer,
            mentions: &compiled.mentions,
            names_some: !session.kernels.is_empty(),
        };
        match host::launched(&session.launches, &question, interner, map) {
            Ok(kernels) => launched = kernels,
            Err(problem) => host_problem = Some(*problem),
        }
        compiled.no_host = answer.missing().map(str::to_owned);
    }
    let launched_names = launched.iter().map(|kernel| kernel.text.clone());
    let requests: Vec<String> = session.kernels.iter().cloned().chain(launched_names).collect();
    let request = Request {
        session,
        stage,
        requested: requested(map, &session.kernels),
        launched,
        has_missing_headers,
        has_errors: diagnostics.has_errors()
            || host_problem
                .as_ref()
                .is_some_and(|problem| problem.severity >= lang::base::Severity::Error),
    };
    let beginning = preamble.as_ref().and_then(|preamble| preamble.made.as_ref());
    let beginning = beginning.map(|made| &made.of_tokens);
    let n_tokens = tokens.len();
    let extent = match session.library {
        // `--emit ast` needs every declaration parsed.
        _ if stage == Stage::Parse => Extent::All,
        Library::All => Extent::All,
        Library::Mentioned => {
            let headers = Headers { own: &embedded, foreign: &foreign };
            Extent::Mentioned { headers, requests: &requests }
        }
    };
    let mut made = request.check(tokens, extent, beginning, map, interner);
    // A constant that ran out of steps would do so again.
    let is_endless = made.found.iter().any(|found| found.code == sema::codes::CONSTEXPR_STEPS);
    if made.found.has_errors()
        && n_skimmed == 0
        && !is_endless
        && matches!(extent, Extent::Mentioned { .. })
    {
        // What is said of an error may name anything that the headers declare.
        let mut tokens = made.unit.tokens;
        tokens.truncate(n_tokens);
        let headers = Headers { own: &[], foreign: &foreign };
        let extent = Extent::Mentioned { headers, requests: &requests };
        made = request.check(tokens, extent, None, map, interner);
    }
    // A header that was not found may declare the names. Angled headers do not count: without them there is no error yet.
    if diagnostics.iter().any(|found| found.code == lang::codes::MISSING_HEADER) {
        made.found.retain(|found| !is_of_name(found));
    }
    // There may be a hundred thousand errors.
    let has_host = map.files().iter().any(SourceFile::is_foreign);
    let is_of_host = |found: &Diagnostic| has_host && map.in_foreign_file(found.primary.span.lo);
    if made
        .found
        .iter()
        .any(|found| found.severity >= lang::base::Severity::Error && !is_of_host(found))
    {
        // A header of the host's library that a mistake of the user's brings into tile code.
        made.found.retain(|found| !is_of_host(found));
    }
    // What is wrong with the source stops the host compiler too: one report is enough.
    if !made.found.has_errors()
        && let Some(problem) = host_problem
    {
        // What the host compiler says of a launch is the error.
        made.found.retain(|found| {
            found.code != sema::codes::LAUNCH_ARGUMENTS
                || found.primary.span != problem.primary.span
        });
        diagnostics.push(problem);
    }
    diagnostics.extend(made.found);
    compiled.typed = made.program.typed;
    compiled.module = made.program.module;
    compiled.kernels = made.program.kernels;
    compiled.signatures = made.program.signatures;
    compiled.uninstantiated_kernels = made.program.uninstantiated_kernels;
    if asks_for_launches && compiled.module.is_some() && !diagnostics.has_errors() {
        let found = host::left_out(&user_tokens, interner, map, &compiled.kernels);
        found.into_iter().for_each(|warning| diagnostics.push(warning));
    }
    compiled.unit = Some(made.unit);
    compiled.preamble = preamble;
    n_skimmed
}

/// Whether an error says that a name is not declared.
fn is_of_name(found: &Diagnostic) -> bool {
    let codes = [
        sema::codes::UNDECLARED_NAME,
        sema::codes::NO_MEMBER,
        sema::codes::NOT_A_TYPE,
        sema::codes::NOT_A_TEMPLATE,
        sema::codes::NOT_A_SCOPE,
    ];
    codes.contains(&found.code)
}

/// The tokens of a source, on from a preamble that it shares with others if there is one.
fn preprocess_on(
    preambles: Option<&SharedPreambles>,
    compiled: &mut Compiled,
    loader: &dyn SourceLoader,
    options: &mut PpOptions,
    path: &str,
) -> (Preprocessed, Option<Arc<SharedPreamble>>) {
    let resumed = preambles.and_then(|preambles| preambles.resume(loader, options, path));
    let (source, preamble) = match resumed {
        Some((Resumed { map, interner, source }, preamble)) => {
            (compiled.map, compiled.interner) = (map, interner);
            (source, Some(preamble))
        }
        None => {
            let Compiled { map, interner, .. } = compiled;
            (preprocess(map, interner, loader, options, path), None)
        }
    };
    let toolkit = host::installed(options, &source.missing);
    if toolkit.is_empty() {
        return (source, preamble);
    }
    host::add_system_dirs(options, toolkit);
    (compiled.map, compiled.interner) = (SourceMap::new(), new_interner());
    (preprocess(&mut compiled.map, &mut compiled.interner, loader, options, path), None)
}

/// The values of `--kernel`, as sources that errors in them point into.
fn requested(map: &mut SourceMap, kernels: &[String]) -> Vec<sema::Requested> {
    let requested = |text: &String| {
        let argument = map.add_argument("--kernel", text);
        let at = argument.map_or(Pos::NONE, |argument| map.file(argument).base);
        sema::Requested { text: text.clone(), at }
    };
    kernels.iter().map(requested).collect()
}

/// What is wanted of preprocessed tokens.
struct Request<'a> {
    session: &'a Session,
    stage: Stage,
    /// What the command line names.
    requested: Vec<sema::Requested>,
    /// What host code instantiates.
    launched: Vec<sema::Launched>,
    has_missing_headers: bool,
    /// Whether the preprocessor found errors.
    has_errors: bool,
}

/// What came of tokens.
struct FromTokens {
    unit: TranslationUnit,
    /// What the parser and the checker found.
    found: Diagnostics,
    program: FromProgram,
}

impl Request<'_> {
    /// Parse, check, lower.
    fn check(
        &self,
        tokens: Vec<Token>,
        extent: Extent<'_>,
        beginning: Option<&Beginning>,
        map: &SourceMap,
        interner: &mut Interner,
    ) -> FromTokens {
        let parsed = match (beginning, extent) {
            (Some(beginning), Extent::Mentioned { headers, requests }) => {
                beginning.parse(tokens, interner, headers, requests)
            }
            (None, _) | (_, Extent::All) => Err(tokens),
        };
        let (mut unit, mut found) =
            parsed.unwrap_or_else(|tokens| parse_extent(tokens, interner, extent));
        note_braces(&unit, map, &mut found);
        // What a header of the host says is the host compiler's concern; what could not be read of
        // it is missing where a kernel wants it.
        found.retain(|found| !map.in_foreign_file(found.primary.span.lo));
        let is_cut_off = is_cut_off(found.iter());
        if self.stage < Stage::Check || is_cut_off {
            return FromTokens { unit, found, program: FromProgram::default() };
        }
        let has_errors = self.has_errors || found.has_errors();
        let options = sema::Options {
            is_misread: found.has_errors(),
            has_missing_headers: self.has_missing_headers,
            release: self.session.preprocessor.release,
            simt_preview: self.session.preprocessor.simt_preview,
            kernels: self.requested.clone(),
            launched: self.launched.clone(),
            only_requested: self.session.only_requested,
            interrupt: self.session.interrupt.clone(),
            ..Default::default()
        };
        let mut program = sema::check(&mut unit, interner, map, options, |checked| {
            let mut made = FromProgram { found: checked.take_diagnostics(), ..Default::default() };
            if self.stage == Stage::Check {
                made.typed = Some(checked.dump());
            } else if !has_errors && !made.found.has_errors() {
                made.module = Some(match self.session.passes {
                    Passes::AsLowered => checked.lower_observed(),
                    Passes::Minimal | Passes::Full => checked.lower(),
                });
                made.kernels = checked.kernel_names();
                made.signatures = checked.kernel_signatures();
                made.uninstantiated_kernels = checked.uninstantiated_kernels();
                made.found.extend(checked.take_diagnostics());
            }
            made
        });
        found.extend(std::mem::take(&mut program.found));
        note_comments(map, &mut found);
        say_once(&mut found);
        FromTokens { unit, found, program }
    }
}

/// An access that lowering refuses is said once, in the words of the warning about its index.
fn say_once(found: &mut Diagnostics) {
    let is_refused = |found: &Diagnostic| found.code == sema::codes::LOCAL_OUT_OF_BOUNDS;
    if !found.iter().any(is_refused) {
        return;
    }
    let (mut errors, mut others): (Vec<_>, Vec<_>) =
        std::mem::take(found).into_iter().partition(is_refused);
    for error in &mut errors {
        let at = error.primary.span;
        let says_why = |other: &Diagnostic| {
            let inner = other.primary.span;
            other.code == sema::codes::UNDEFINED_OPERATION && at.lo <= inner.lo && inner.hi <= at.hi
        };
        if let Some(index) = others.iter().position(says_why) {
            let warning = others.remove(index);
            error.message = warning.message;
            error.primary = warning.primary;
            error.notes.extend(warning.notes);
        }
    }
    others.into_iter().chain(errors).for_each(|diagnostic| found.push(diagnostic));
}

/// A module written as text.
fn read_tile_ir(compiled: &mut Compiled, loader: &dyn SourceLoader, path: &str) {
    let Some(text) = loader.load(path) else { return cannot_read(compiled, loader, path) };
    let file = compiled.map.add_file(path, text.clone(), false, Span::NONE);
    let base = file.map_or(Pos::NONE, |file| compiled.map.file(file).base);
    let (module, found) = ir::parse::module(&text, base);
    compiled.diagnostics.extend(found);
    set_module(compiled, module);
}

/// A module with the schedules of its kernels, written as text.
fn read_schedule(
    compiled: &mut Compiled,
    session: &Session,
    loader: &dyn SourceLoader,
    path: &str,
) {
    let Some(text) = loader.load(path) else { return cannot_read(compiled, loader, path) };
    let file = compiled.map.add_file(path, text.clone(), false, Span::NONE);
    let base = file.map_or(Pos::NONE, |file| compiled.map.file(file).base);
    let (scheduled, found) = backend_ptx::schedule::parse::parse(&text, base, &session.target);
    compiled.diagnostics.extend(found);
    set_module(compiled, scheduled.as_ref().map(|scheduled| scheduled.module().clone()));
    compiled.scheduled = scheduled;
}

/// A module from another tile compiler.
fn read_bytecode(
    session: &Session,
    compiled: &mut Compiled,
    loader: &dyn SourceLoader,
    path: &str,
    bytes: &[u8],
) {
    // The file has no lines to show; messages name it and the byte, or a place in the source.
    let file = compiled.map.add_file(path, Arc::from(""), false, Span::NONE);
    let base = file.map_or(Pos::NONE, |file| compiled.map.file(file).base);
    let mut places = Places::new(&mut compiled.map, loader);
    let mut span_of = |place: &ir::bytecode::Place| places.span(place);
    let (module, found) = ir::bytecode::read_placed(bytes, Span::new(base, base), &mut span_of);
    compiled.diagnostics.extend(found);
    if module.as_ref().is_some_and(|module| module.has_preview)
        && !session.preprocessor.simt_preview
    {
        let message = "the file has preview content, and the preview is switched off";
        let diagnostic =
            Diagnostic::new(ir::codes::BYTECODE_UNKNOWN, Span::new(base, base), message);
        let help = "`--tile-preview=simt` switches it on, and `--preview=simt` of tileiras";
        compiled.diagnostics.push(diagnostic.help(help));
        return;
    }
    set_module(compiled, module);
}

fn cannot_read(compiled: &mut Compiled, loader: &dyn SourceLoader, path: &str) {
    let found = Unreadable { path: path.into(), why: loader.obstacle(path) };
    compiled.diagnostics.push(found.into());
}

/// Takes a module that did not come from C++: its kernels go by their symbols.
fn set_module(compiled: &mut Compiled, module: Option<ir::Module>) {
    if let Some(module) = &module {
        compiled.kernels = module
            .entries
            .values()
            .map(|entry| sema::KernelName::of_symbol(entry.name.clone()))
            .collect();
    }
    compiled.module = module;
}

fn optimize(session: &Session, module: &mut ir::Module, fmad: bool, diagnostics: &mut Diagnostics) {
    diagnostics.extend(ir::verify::module(module));
    let level = match session.passes {
        Passes::AsLowered => ir::pass::OptLevel::AsLowered,
        Passes::Minimal => ir::pass::OptLevel::None,
        Passes::Full => ir::pass::OptLevel::Full,
    };
    if !diagnostics.has_errors() {
        ir::pass::run(module, &ir::pass::Options { level, fmad });
    }
}

/// The place in the user's files that code comes from.
fn place(map: &SourceMap, span: Span) -> Option<SourceLocation> {
    if span.is_none() || map.in_system_file(span.lo) {
        return None;
    }
    let (file, LineCol { line, col: column }) = map.locate(span.lo)?;
    Some(SourceLocation { file: map.file(file).path.to_string(), line, column })
}

/// Puts the source name of each kernel on a line before it, where hosts and people look for it.
fn name_kernels(text: &str, keyword: &str, kernels: &[sema::KernelName]) -> String {
    let mut named = String::with_capacity(text.len() + 64 * kernels.len());
    let (mut copied, mut last_line) = (0, None);
    for at in memchr::memmem::find_iter(text.as_bytes(), keyword) {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        if last_line.replace(line) == Some(line) {
            continue;
        }
        let rest = text[at + keyword.len()..].lines().next().unwrap_or_default();
        let symbol = rest.split(['(', ' ']).next().unwrap_or_default();
        if let Some(kernel) = kernels.iter().find(|kernel| kernel.symbol == symbol) {
            named.push_str(&text[copied..line]);
            named.push_str(&format!("// source: {}\n", kernel.source));
            copied = line;
        }
    }
    named.push_str(&text[copied..]);
    if !named.is_empty() && !named.ends_with('\n') {
        named.push('\n');
    }
    named
}

impl Compiled {
    /// The module as bytecode, with the places of its instructions in the source; `portable` in
    /// the form that keeps its meaning in NVIDIA's assembler of Tile IR too.
    ///
    /// # Errors
    /// Something that the version of bytecode does not have, or nothing was compiled.
    pub fn bytecode(
        &self,
        version: ir::bytecode::Version,
        portable: bool,
    ) -> Result<Vec<u8>, Diagnostics> {
        let Some(module) = &self.module else { return Err(Diagnostics::new()) };
        let mut module = Cow::Borrowed(module);
        if portable {
            // What may be contracted is by now.
            let options = ir::pass::Options { level: ir::pass::OptLevel::Full, fmad: false };
            ir::pass::run_pass(module.to_mut(), ir::pass::SIGN_BITS, &options);
        }
        ir::bytecode::write_placed(&module, version, &|span| places::place(&self.map, span))
    }

    /// The syntax tree of the user's own declarations as text.
    pub fn ast_text(&self) -> String {
        let Some(unit) = &self.unit else { return String::new() };
        let is_users = |decl: &lang::ast::DeclId| !self.map.in_system_file(unit.ast[*decl].span.lo);
        let decls: Vec<_> = unit.decls.iter().copied().filter(is_users).collect();
        lang::ast::dump::dump(&unit.ast, &unit.tokens, &self.interner, &decls)
    }

    /// What the source and its headers declare, with the documentation of each entity.
    pub fn entities(&self) -> Vec<Entity> {
        let Some(unit) = &self.unit else { return Vec::new() };
        doc::entities(unit, &self.docs, &self.interner, &self.map)
    }

    /// The tile IR as text, with the source names of the kernels.
    pub fn tir_text(&self) -> String {
        let Some(module) = &self.module else { return String::new() };
        name_kernels(&ir::print::module(module), "entry @", &self.kernels)
    }

    /// The kernel that `name` is the symbol or the source name of; without a name, the only kernel.
    ///
    /// # Errors
    /// The names of the kernels that there are, as `--kernel` takes them.
    pub fn kernel(&self, name: Option<&str>) -> Result<&sema::KernelName, String> {
        let found = match name {
            Some(name) => self.kernels.iter().find(|kernel| kernel.is_called(name)),
            None => self.kernels.first().filter(|_| self.kernels.len() == 1),
        };
        if let Some(kernel) = found {
            return Ok(kernel);
        }
        let known = self.known_kernels();
        Err(match name {
            _ if known.is_empty() => "the file has no kernel".into(),
            Some(name) => format!("no kernel `{name}`; there are:{known}"),
            None if self.kernels.is_empty() => {
                format!("--kernel 'NAME<...>' is needed: the kernels are templates:{known}")
            }
            None => format!("--kernel NAME is needed: there are several kernels:{known}"),
        })
    }

    /// The symbol of that kernel.
    ///
    /// # Errors
    /// As [`Compiled::kernel`].
    pub fn symbol(&self, name: Option<&str>) -> Result<String, String> {
        self.kernel(name).map(|kernel| kernel.symbol.clone())
    }

    /// A line for each kernel, and for each template that nothing instantiates.
    fn known_kernels(&self) -> String {
        let compiled = self.kernels.iter().map(|kernel| {
            let declaration = self.signature(&kernel.symbol).map(KernelSignature::declaration);
            let declaration = declaration.unwrap_or_else(|| kernel.source.clone());
            let is_quoted = kernel.path.contains(|c: char| " <>()*&".contains(c));
            match is_quoted || kernel.path != kernel.source {
                true => format!("{declaration}: --kernel '{}'", kernel.path),
                false => declaration,
            }
        });
        let templates = self.uninstantiated_kernels.iter();
        let templates = templates.map(|&name| format!("{}<...>, a template", self.map.text(name)));
        let mut known: String =
            compiled.chain(templates).map(|name| format!("\n  {name}")).collect();
        if let Some(why) = &self.no_host {
            known.push_str(&format!("\nwhich of them host code launches is not known: {why}"));
        }
        known
    }

    /// The signature of the kernel with a symbol; none for tile IR.
    pub fn signature(&self, symbol: &str) -> Option<&KernelSignature> {
        self.signatures.iter().find(|signature| signature.symbol == symbol)
    }
}
