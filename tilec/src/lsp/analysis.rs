//! A document, checked, with what editors ask about it.
//!
//! [`analyse`] runs the front end as `tilec check` does and hands an [`Analysis`] to its caller
//! while the checked program is alive. Everything is asked in positions of the compiler; how those
//! and the protocol's correspond is here too.

use std::cell::OnceCell;
use std::ops;
use std::rc::Rc;
use std::sync::Arc;

use lang::ast::Ast;
use lang::base::{
    Diagnostic, Diagnostics, FileId, Pos, Severity, SourceFile, SourceLoader, SourceMap, Span,
};
use lang::lex::token::new_interner;
use lang::lex::{DocComments, KeywordTable, TokenKind, lex};
use lang::pp::{Include, MacroDefinition, PpOptions};
use lsp_types::{Location, Position, Range, Uri};
use sema::entity::Entity;
use sema::focus::Focus;
use sema::uses::Interrupt;
use sema::{Checked, Cx, Launched, Lowering, Options, Requested};

use super::busy::overflow_for_test;
use super::config::{InlayHints, Settings, instantiations};
use super::headers;
use super::names::{DeclaredNames, Names};
use super::preamble::{self, Preambles, Read};
use super::text::{Encoding, Lines};
use super::uri::normalize;
use crate::driver::Compiled;
use crate::host::{self, HostSymbols, Launches, Mention, MentionForm};
use crate::warning::{self, Pragmas};

/// A checked document.
pub struct Analysis<'p, 'a> {
    pub checked: &'p mut Checked<'a>,
    pub map: &'a SourceMap,
    pub ast: &'a Ast,
    pub docs: &'p DocComments,
    pub includes: &'p [Include],
    pub macros: &'p [MacroDefinition],
    /// Left out by conditions.
    pub skipped: &'p [Span],
    pragmas: &'p Pragmas,
    stage: Stage,
    /// By all stages, in their order.
    reported: Diagnostics,
    /// What of it the options and pragmas leave.
    pub found: Vec<Diagnostic>,
    /// The file that was compiled.
    pub root: FileId,
    /// The document that is asked about: the same file, or one of the user's that it includes.
    pub main: FileId,
    pub encoding: Encoding,
    pub inlay_hints: InlayHints,
    pub documents: &'p dyn SourceLoader,
    pub settings: &'p Settings,
    /// Raised when the text is out of date.
    pub interrupt: Interrupt,
    pub preambles: Option<&'p Preambles>,
    /// By file.
    lines: Vec<OnceCell<Lines>>,
    /// Made by the first request that asks, and of how many uses.
    names: Option<(usize, Rc<Names>)>,
    /// Made by the first that asks.
    pub declared: OnceCell<DeclaredNames>,
    /// Down to PTX, if a request needed it.
    pub compiled: Option<Rc<Compiled>>,
    /// How many tokens the text has: names that were asked for are behind them.
    n_tokens: usize,
    /// Where in the tokens those of the compiler's own headers are.
    embedded: &'p [ops::Range<u32>],
    /// What it was read with.
    pub options: &'p PpOptions,
    /// What is taken to be launched.
    pub launches: Launches,
    launched: &'p [Launched],
    /// Whether it is what an earlier text launched, which need not exist any more.
    age: Age,
    /// Why no host compiler was asked.
    host_note: Option<Diagnostic>,
    /// Whether one of them does not.
    pub is_doubted: bool,
    tokens: OnceCell<Vec<(Span, TokenKind)>>,
}

/// The result computed from an analysis.
pub type Consume<'c> = &'c mut dyn FnMut(&mut Analysis<'_, '_>);

/// Hands over another analysis of the text that is being checked, of which nothing is checked yet:
/// [`Analysis::focus`] checks as much of it as a place needs.
pub type Beside<'b> = &'b mut dyn FnMut(Consume<'_>);

/// Where to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth<'d> {
    /// Kernels are lowered too, because some rules of tile code show only where a kernel reaches.
    Lower,
    /// Where the marker is looked up, which is at this byte of a file.
    Marker { marker: &'static str, path: &'d str, offset: usize },
    /// Where a function is called whose name stands here.
    Call(Span),
}

/// How far an analysis is.
enum Stage {
    /// Checked without an error; kernels are still to be lowered.
    Checked(Box<Lowering>),
    /// Nothing more is to be found.
    Done,
    /// Lowering asked for a body that is not parsed: the program will be handed over again with it.
    Incomplete,
}

/// What is analysed.
#[derive(Clone, Copy)]
pub struct Subject<'s> {
    pub path: &'s str,
    pub documents: &'s dyn SourceLoader,
    pub settings: &'s Settings,
    /// Raised when the text is out of date.
    pub interrupt: &'s Interrupt,
    /// What is known of the text from the last time, where there was one.
    pub preambles: Option<&'s Preambles>,
    /// What its host code launches, or that of an earlier text.
    pub launched: Option<(&'s Arc<HostSymbols>, Age)>,
}

/// Which text something was found in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Age {
    /// This one.
    Current,
    /// One before it.
    Earlier,
}

/// Checks a document and hands over what came of it, unless it was interrupted. Between the bodies that
/// are checked, `attend` may answer what does not wait for all of them.
///
/// Of a program without errors the kernels are still to be lowered, by [`Analysis::lower_next`]: it
/// can be asked about before.
pub fn analyse(subject: Subject<'_>, attend: &mut dyn FnMut(Beside<'_>), consume: Consume<'_>) {
    analyse_to(Depth::Lower, subject, attend, consume);
}

/// Checks `path` and lowers its kernels before it hands over what came of it.
pub fn analyse_whole(
    documents: &dyn SourceLoader,
    settings: &Settings,
    path: &str,
    consume: Consume<'_>,
) {
    let interrupt = &Interrupt::default();
    let subject = Subject { path, documents, settings, interrupt, preambles: None, launched: None };
    analyse(subject, &mut |_| {}, &mut |analysis| {
        analysis.lower_all();
        if !analysis.is_incomplete() {
            consume(analysis);
        }
    });
}

pub fn analyse_to(
    depth: Depth<'_>,
    subject: Subject<'_>,
    attend: &mut dyn FnMut(Beside<'_>),
    consume: Consume<'_>,
) {
    let Subject { path, documents, settings, interrupt, preambles, launched } = subject;
    if let Some(text) = documents.load(path) {
        overflow_for_test(&text);
    }
    let mut read_with = settings.session.preprocessor.clone();
    let Some(read) = read(subject, depth, &mut read_with) else { return };
    let Read { mut map, mut interner, source, mut unit, diagnostics: parsed } = read;
    let Some(main) = source.main_file else { return };
    let requested = requested(&mut map, main, &settings.session.kernels);
    let launches = launched.map_or(Launches::Ignored, |(known, _)| Launches::Known(known.clone()));
    let age = launched.map_or(Age::Current, |(_, age)| age);
    let wanted = match launched.filter(|_| depth == Depth::Lower) {
        Some((symbols, _)) => {
            let user_tokens = host::user_tokens(&unit.tokens, &source.embedded);
            let mentions = host::mentions(&user_tokens, &interner, &map);
            // A type without a name is the build's concern.
            host::named(symbols, &mentions, &interner).unwrap_or_default()
        }
        None => Vec::new(),
    };
    let n_tokens = unit.tokens.len();
    let is_missing = |found: &Diagnostic| {
        let code = found.code.id;
        code == lang::codes::MISSING_SYSTEM_HEADER.id || code == lang::codes::MISSING_HEADER.id
    };
    let options = Options {
        kernels: requested,
        launched: wanted.clone(),
        has_missing_headers: source.n_skimmed > 0 || source.diagnostics.iter().any(is_missing),
        release: read_with.release,
        simt_preview: read_with.simt_preview,
        record_uses: true,
        marker: match depth {
            Depth::Lower | Depth::Call(_) => None,
            Depth::Marker { marker, .. } => {
                interner.intern(marker);
                Some(marker.to_owned())
            }
        },
        watched: match depth {
            Depth::Lower | Depth::Marker { .. } => None,
            Depth::Call(name) => Some(name),
        },
        interrupt: interrupt.clone(),
        ..Options::default()
    };
    let mut found = source.diagnostics;
    let pragmas = Pragmas::new(source.diagnostic_pragmas, &unit.tokens);
    found.extend(parsed);
    if interrupt.is_raised() {
        return;
    }
    let sources = Sources {
        docs: &source.docs,
        includes: &source.includes,
        macros: &source.macros,
        skipped: &source.skipped,
        pragmas: &pragmas,
        found: &found,
        n_tokens,
        embedded: &source.embedded,
        options: &read_with,
        launches,
        launched: &wanted,
        age,
        main,
        subject,
    };
    sema::check_in_steps(&mut unit, &mut interner, &map, options, |checked| {
        // What is asked for stands in few bodies: those are checked first.
        if let Some(at) = depth.place(&map) {
            checked.focus(Focus { at, object: None });
        }
        loop {
            attend(&mut |consume| {
                consume(&mut Analysis::new(&mut checked.beside(), &sources, Stage::Done));
            });
            if interrupt.is_raised() {
                return;
            }
            if !checked.step() {
                break;
            }
        }
        if checked.is_incomplete() {
            return;
        }
        if let (Some(preambles), Depth::Lower) = (preambles, depth) {
            preambles.parse_ahead(checked.cx().ast);
        }
        let diagnostics = checked.take_diagnostics();
        let is_right = !found.has_errors() && !diagnostics.has_errors();
        let stage = match is_right && depth == Depth::Lower {
            true => Stage::Checked(Box::new(checked.lowering())),
            false => Stage::Done,
        };
        let mut analysis = Analysis::new(checked, &sources, stage);
        analysis.add_found(diagnostics);
        consume(&mut analysis);
    });
}

/// Reads the text. Folders of the installed toolkit are added to the options if it needs them.
fn read(subject: Subject<'_>, depth: Depth<'_>, options: &mut PpOptions) -> Option<Read> {
    let Subject { path, documents, preambles, .. } = subject;
    let whole = |options: &PpOptions| match preambles {
        Some(preambles) => preambles.read(documents, options, path, depth == Depth::Lower),
        None => preamble::whole(documents, options, path),
    };
    if let Some(preambles) = preambles {
        host::add_system_dirs(options, preambles.toolkit());
    }
    let read = whole(options)?;
    let toolkit = host::installed(options, &read.source.missing);
    if toolkit.is_empty() {
        return Some(read);
    }
    host::add_system_dirs(options, toolkit.iter().cloned());
    if let Some(preambles) = preambles {
        preambles.set_toolkit(toolkit);
    }
    whole(options)
}

/// The kernels that comments and settings ask for, with the places of those in comments.
fn requested(map: &mut SourceMap, main: FileId, kernels: &[String]) -> Vec<Requested> {
    let file = map.file(main);
    let comments: Vec<(Pos, String)> = instantiations(&file.text)
        .map(|(at, name)| (file.pos(at as u32), name.to_owned()))
        .collect();
    let place = |map: &mut SourceMap, text: &str| {
        if let Some((at, _)) = comments.iter().find(|(_, name)| *name == text) {
            return *at;
        }
        let argument = map.add_argument("--kernel", text);
        argument.map_or(Pos::NONE, |argument| map.file(argument).base)
    };
    let requested = |text: &String| Requested { text: text.clone(), at: place(map, text) };
    kernels.iter().map(requested).collect()
}

impl Depth<'_> {
    /// The place that is asked about, in the files of a map.
    fn place(self, map: &SourceMap) -> Option<Pos> {
        match self {
            Depth::Lower => None,
            Depth::Marker { path, offset, .. } => {
                let file = map.files().iter().find(|file| *file.path == *path)?;
                Some(file.pos(offset as u32))
            }
            Depth::Call(name) => Some(name.lo),
        }
    }
}

/// What there is of a text before it is checked.
struct Sources<'s> {
    docs: &'s DocComments,
    includes: &'s [Include],
    macros: &'s [MacroDefinition],
    skipped: &'s [Span],
    pragmas: &'s Pragmas,
    found: &'s Diagnostics,
    n_tokens: usize,
    embedded: &'s [ops::Range<u32>],
    options: &'s PpOptions,
    launches: Launches,
    launched: &'s [Launched],
    age: Age,
    main: FileId,
    subject: Subject<'s>,
}

impl<'p, 'a> Analysis<'p, 'a> {
    fn new(checked: &'p mut Checked<'a>, sources: &Sources<'p>, stage: Stage) -> Analysis<'p, 'a> {
        let unit = checked.cx().unit;
        let Subject { documents, settings, interrupt, preambles, .. } = sources.subject;
        Analysis {
            checked,
            map: unit.sources,
            ast: unit.ast,
            docs: sources.docs,
            includes: sources.includes,
            macros: sources.macros,
            skipped: sources.skipped,
            pragmas: sources.pragmas,
            stage,
            reported: sources.found.clone(),
            found: Vec::new(),
            root: sources.main,
            main: sources.main,
            encoding: settings.encoding,
            inlay_hints: settings.inlay_hints,
            documents,
            settings,
            interrupt: interrupt.clone(),
            preambles,
            lines: unit.sources.files().iter().map(|_| OnceCell::new()).collect(),
            names: None,
            declared: OnceCell::new(),
            compiled: None,
            n_tokens: sources.n_tokens,
            embedded: sources.embedded,
            options: sources.options,
            launches: sources.launches.clone(),
            launched: sources.launched,
            age: sources.age,
            host_note: None,
            is_doubted: false,
            tokens: OnceCell::new(),
        }
    }

    /// Where host code mentions kernel templates.
    pub fn mentions(&mut self) -> Vec<Mention> {
        let (map, embedded) = (self.map, self.embedded);
        let unit = self.cx().unit;
        let tokens = unit.tokens.get(..self.n_tokens).unwrap_or_default();
        host::mentions(&host::user_tokens(tokens, embedded), unit.names, map)
    }

    /// Whether host code launches other kernels than what is taken to be launched.
    pub fn is_news(&mut self, symbols: &HostSymbols) -> bool {
        let mentions = self.mentions();
        let named = host::named(symbols, &mentions, self.cx().unit.names).unwrap_or_default();
        let symbol = |kernel: &Launched| kernel.symbol.clone();
        !named.iter().map(symbol).eq(self.launched.iter().map(symbol))
    }

    /// Checks what it takes to know a place of the document, of an analysis that was begun beside
    /// another; whether it is known then.
    pub fn focus(&mut self, position: Position) -> bool {
        let at = self.pos(position);
        let tokens = self.tokens();
        let mut before = tokens.partition_point(|(span, _)| span.lo < at);
        // The word that is being written means nothing yet.
        let is_word = |index: usize| tokens.get(index).is_some_and(|(_, kind)| kind.is_word());
        if let Some(word) = before.checked_sub(1)
            && is_word(word)
            && at <= tokens[word].0.hi
        {
            before = word;
        }
        let object = match before.checked_sub(1).and_then(|dot| Some((dot, tokens.get(dot)?.1))) {
            Some((dot, TokenKind::Dot | TokenKind::Arrow)) => {
                dot.checked_sub(1).and_then(|end| tokens.get(end)).map(|(span, _)| span.hi)
            }
            Some(_) | None => None,
        };
        let is_known = self.checked.focus(Focus { at, object });
        let reported = self.checked.take_diagnostics();
        self.add_found(reported);
        is_known
    }

    /// Takes what a stage reported.
    fn add_found(&mut self, mut reported: Diagnostics) {
        // What an earlier text launched need not exist any more.
        let n_reported = reported.len();
        reported.retain(|found| {
            let is_kernel = found.code == sema::codes::NO_SUCH_KERNEL;
            let is_doubtful = self.age == Age::Earlier && is_kernel;
            !is_doubtful || !self.launched.iter().any(|it| it.span == found.primary.span)
        });
        self.is_doubted |= reported.len() < n_reported;
        self.reported.extend(reported);
        let warnings = &self.settings.session.warnings;
        let applied = warning::apply(self.reported.clone(), warnings, self.pragmas, self.map);
        self.found = applied.into_iter().collect();
    }

    /// All that is to be shown.
    pub fn shown(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter().chain(&self.host_note)
    }

    /// Says, where host code mentions a kernel template, why its specialisations are not known, if they
    /// are not.
    pub fn note_missing_host(&mut self, why: Option<&str>) {
        self.host_note = None;
        let Some(why) = why else { return };
        let is_here = |mention: &Mention| {
            mention.form == MentionForm::Use && !self.map.in_system_file(mention.span.lo)
        };
        let Some(mention) = self.mentions().into_iter().find(is_here) else { return };
        let text = self.map.text(mention.span);
        let message =
            format!("which specialisations of `{text}` host code launches is not known: {why}");
        let mut note = Diagnostic::new(crate::codes::HOST_CODE, mention.span, message);
        note.severity = Severity::Remark;
        self.host_note = Some(note);
    }

    /// Whether kernels are still to be lowered.
    pub fn is_lowering(&self) -> bool {
        matches!(self.stage, Stage::Checked(_))
    }

    /// Whether the program will be handed over again, with a body that lowering asked for.
    pub fn is_incomplete(&self) -> bool {
        matches!(self.stage, Stage::Incomplete)
    }

    /// Lowers the next kernel; with the last one everything is found.
    pub fn lower_next(&mut self) {
        let Stage::Checked(lowering) = &mut self.stage else { return };
        if self.checked.lower_next(lowering) {
            return;
        }
        self.stage = match self.checked.is_incomplete() {
            true => Stage::Incomplete,
            false => Stage::Done,
        };
        let reported = self.checked.take_diagnostics();
        if !reported.is_empty() {
            self.add_found(reported);
        }
    }

    /// Lowers what is still to be lowered, for questions about all that is found.
    pub fn lower_all(&mut self) {
        while self.is_lowering() {
            self.lower_next();
        }
    }

    /// Makes a file of the program the document that is asked about; the root if it has no such file.
    pub fn turn_to(&mut self, path: Option<&str>) {
        let is_it = |file: &&SourceFile| path.is_some_and(|path| normalize(&file.path) == path);
        let file = self.map.files().iter().find(is_it).map_or(self.root, |file| file.id);
        if file != self.main {
            self.main = file;
            self.tokens = OnceCell::new();
        }
    }

    /// The checker, for questions.
    pub fn cx(&mut self) -> &mut Cx<'a> {
        self.checked.cx()
    }

    /// The names in the user's sources.
    pub fn names(&mut self) -> Rc<Names> {
        let n_uses = self.cx().uses.as_ref().map_or(0, |uses| uses.list().len());
        match &self.names {
            Some((known, names)) if *known == n_uses => names.clone(),
            _ => {
                let names = Rc::new(Names::new(self));
                self.names = Some((n_uses, names.clone()));
                names
            }
        }
    }

    /// The tokens of the document itself, as they are written.
    pub fn tokens(&self) -> &[(Span, TokenKind)] {
        self.tokens.get_or_init(|| {
            let mut interner = new_interner();
            let keywords = KeywordTable::new(&mut interner);
            let base = self.map.file(self.main).base;
            let mut ignored = Diagnostics::new();
            let lexed = lex(self.text(), base, &keywords, &mut interner, &mut ignored);
            lexed.tokens.iter().map(|token| (token.span, token.kind)).collect()
        })
    }

    /// The index of the token at a position, or right before it.
    pub fn token_at(&self, pos: Pos) -> Option<usize> {
        let tokens = self.tokens();
        let after = tokens.partition_point(|(span, _)| span.lo <= pos);
        let is_at = |index: usize| tokens.get(index).is_some_and(|(span, _)| pos <= span.hi);
        let last = after.checked_sub(1)?;
        // Between two tokens the word counts.
        let before = last.checked_sub(1).filter(|&index| is_at(index));
        match tokens.get(last)?.1.is_word() {
            false if before.is_some_and(|index| tokens[index].1.is_word()) => before,
            _ => is_at(last).then_some(last),
        }
    }

    /// The word at a position.
    pub fn word_at(&self, pos: Pos) -> Option<(Span, String)> {
        let (span, kind) = *self.tokens().get(self.token_at(pos)?)?;
        kind.is_word().then(|| (span, self.map.text(span).to_owned()))
    }

    /// The last definition of a macro.
    pub fn macro_named(&self, name: &str) -> Option<MacroDefinition> {
        let is_it = |known: &&MacroDefinition| self.map.text(known.name_span) == name;
        self.macros.iter().rev().find(is_it).copied()
    }

    /// Where the line of a position starts.
    pub fn line_start(&self, pos: Pos) -> Pos {
        let Some((file, offset)) = self.map.file_offset(pos) else { return pos };
        let file = self.map.file(file);
        let before = file.text.get(..offset as usize).unwrap_or_default();
        file.pos(before.rfind('\n').map_or(0, |newline| newline + 1) as u32)
    }

    /// What the name at a position declares: a template alone, not its specialisations, but each
    /// variable of a template's specialisations.
    pub fn declared_at(&mut self, pos: Pos) -> Vec<Entity> {
        let cx = self.cx();
        let is_at = |span: Span| span.lo == pos;
        let templates = cx.entities.templates.iter().filter(|(_, entity)| is_at(entity.span));
        let found: Vec<Entity> = templates.map(|(id, _)| Entity::Template(id)).collect();
        if !found.is_empty() {
            return found;
        }
        let mut found: Vec<Entity> = Vec::new();
        let locals = cx.typed.locals.iter().filter(|(_, local)| is_at(local.span));
        found.extend(locals.filter(|(_, local)| local.name.is_some()).map(|l| Entity::Local(l.0)));
        let functions = cx.entities.functions.iter().filter(|(_, entity)| is_at(entity.span));
        found.extend(functions.map(|(id, _)| Entity::Function(id)));
        let vars = cx.entities.vars.iter().filter(|(_, entity)| is_at(entity.span));
        found.extend(vars.map(|(id, _)| Entity::Variable(id)));
        for (id, class) in cx.entities.classes.iter() {
            if is_at(class.span) && class.closure.is_none() && class.name.is_some() {
                found.push(Entity::Type(class.ty));
            }
            let fields = class.fields.iter().enumerate().filter(|(_, field)| is_at(field.span));
            let fields = fields.filter(|(_, field)| field.decl.is_some());
            found.extend(fields.map(|(index, _)| Entity::Field(id, index as u32)));
        }
        for (id, entity) in cx.entities.enums.iter() {
            if is_at(entity.span) && entity.name.is_some() {
                found.push(Entity::Type(entity.ty));
            }
            let list = entity.enumerators.iter().enumerate().filter(|(_, e)| is_at(e.span));
            found.extend(list.map(|(index, _)| Entity::Enumerator(id, index as u32)));
        }
        let exprs = cx.typed.exprs.iter().filter(|(_, expr)| is_at(expr.span));
        if found.is_empty() {
            // A structured binding.
            found.extend(exprs.take(1).map(|(id, _)| Entity::Expr(id)));
        }
        found
    }

    fn lines(&self, file: FileId) -> Option<&Lines> {
        let cell = self.lines.get(file.0 as usize)?;
        Some(cell.get_or_init(|| Lines::new(&self.map.file(file).text)))
    }

    /// The text of the document.
    pub fn text(&self) -> &'a str {
        &self.map.file(self.main).text
    }

    /// The byte of the document that a position means.
    pub fn offset(&self, position: Position) -> usize {
        let text = self.text();
        self.lines(self.main).map_or(0, |lines| lines.offset(text, position, self.encoding))
    }

    pub fn pos(&self, position: Position) -> Pos {
        self.map.file(self.main).pos(self.offset(position) as u32)
    }

    /// The position of a byte of the document.
    pub fn position(&self, offset: usize) -> Position {
        self.position_in(self.main, offset)
    }

    fn position_in(&self, file: FileId, offset: usize) -> Position {
        let text = &self.map.file(file).text;
        self.lines(file)
            .map_or_else(Position::default, |lines| lines.position(text, offset, self.encoding))
    }

    /// Where a person looks at the span.
    pub fn place(&self, span: Span) -> Option<(FileId, Range)> {
        if span.is_none() {
            return None;
        }
        let span = self.map.resolve(span);
        let (file, start) = self.map.file_offset(span.lo)?;
        let end = self.map.file_offset(span.hi).filter(|(other, _)| *other == file);
        let end = end.map_or(start, |(_, end)| end.max(start));
        let range = Range::new(
            self.position_in(file, start as usize),
            self.position_in(file, end as usize),
        );
        Some((file, range))
    }

    /// The range of a span in the document itself.
    pub fn range(&self, span: Span) -> Option<Range> {
        self.place(span).filter(|(file, _)| *file == self.main).map(|(_, range)| range)
    }

    /// The span in the document where the bytes of a span were typed: itself, or an argument of
    /// a macro.
    pub fn typed_at(&self, span: Span) -> Option<Span> {
        let lo = self.map.spelling(span.lo);
        let shown = self.map.resolve(span);
        // What the body of a macro says is typed elsewhere.
        (shown.lo == lo).then(|| Span::sized(lo, span.hi.0.saturating_sub(span.lo.0)))
    }

    pub fn uri(&self, file: FileId) -> Option<Uri> {
        let file = self.map.file(file);
        if file.is_file { headers::uri_of(&file.path) } else { None }
    }

    pub fn location(&self, span: Span) -> Option<Location> {
        let (file, range) = self.place(span)?;
        Some(Location { uri: self.uri(file)?, range })
    }
}
