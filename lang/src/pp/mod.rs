//! The preprocessor: translation phases 1 to 6 of [lex.phases].
//!
//! In: the path of a source file, a [`SourceLoader`] and [`PpOptions`]. Out: [`Preprocessed`], the
//! tokens that the parser reads and what tools want to know about how they came about. Errors are
//! diagnostics; there always is a token list, and it ends in `Eof`.
//!
//! Invariants: every literal that leaves is well-formed (a malformed one is reported and replaced
//! by a plain one of its kind), no `PpNumber` and no `Unknown` leaves unless the tokens are only printed,
//! every token that a macro made has a span inside an expansion entry of the source map, and the work is bounded by the
//! limits of this module whatever the input is.
//!
//! Phase 6 is left to the reader of the values: adjacent string literals stay separate tokens,
//! for the sake of their spans, and `lex::literal::string` concatenates them.
//!
//! Reading order: `expand` (where tokens come from), `macros` and `substitute` (what a macro is
//! and does), `directive`, `include` and `search` (what lines with `#` do), `condition`,
//! `builtin`, `print`; `preamble` for callers that preprocess nearly the same text repeatedly.

mod builtin;
mod condition;
mod directive;
mod expand;
mod host;
mod include;
mod macros;
mod pragma;
mod preamble;
mod precedence;
mod print;
mod release;
mod search;
mod stray;
mod substitute;
mod world;

use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use crate::base::{
    Diagnostic, Diagnostics, FileId, Interner, Name, Severity, SourceLoader, SourceMap, Span,
};
use crate::codes;
use crate::lex::{
    self, DocComments, Image, ImageNames, KeywordTable, Token, TokenFlags, TokenKind, literal,
};

use directive::{Conditional, Directives};
use expand::Frame;
use include::Headers;
use macros::MacroTable;

pub use builtin::{PREVIEW_SPECIFIERS, target_macros};
pub use pragma::{DiagnosticAction, DiagnosticPragma, WarningLevel};
pub use preamble::{Paused, preamble_of, preprocess_preamble};
pub use print::{LineMarkers, print};
pub use release::Release;
pub use world::Reading;

/// Where the embedded headers pretend to be.
pub const EMBEDDED_DIR: &str = "<tilec>";

/// Nesting of `#include`; [implimits] recommends as many.
const MAX_INCLUDE_DEPTH: usize = 256;
/// Files entered, so that a header that includes itself twice ends.
const MAX_INCLUDES: usize = 20_000;
/// Bytes of text in a file, and in all files as often as they are entered.
pub const MAX_FILE_BYTES: usize = 1 << 26;
const MAX_SOURCE_BYTES: usize = 1 << 28;
/// Tokens of included files, as often as they are entered.
const MAX_INCLUDED_TOKENS: usize = 1 << 22;
/// The same for headers that are there for host code: those of a large library have millions.
const MAX_FOREIGN_TOKENS: usize = 1 << 24;
/// Nesting of macro calls in arguments of macro calls.
const MAX_CALL_DEPTH: usize = 200;
/// Errors, and other findings, that are kept: a file may have millions.
const MAX_FINDINGS: usize = 10_000;
/// Tokens, and bytes of new spellings, that macros may produce.
const MAX_EXPANSION: usize = 1 << 20;

/// What the command line says to the preprocessor.
#[derive(Clone, Debug)]
pub struct PpOptions {
    /// `-iquote`, searched for quoted names only, before all others.
    pub quote_dirs: Vec<String>,
    /// `-I`, searched in order.
    pub include_dirs: Vec<String>,
    /// `-isystem`, searched after those of `-I`; warnings in them are not shown.
    pub system_dirs: Vec<String>,
    /// Where the host compiler finds its headers, searched after those of this compiler.
    pub host_dirs: Vec<String>,
    /// The release of GCC that the host compiler is, or stands in for.
    pub host_release: Option<[u32; 3]>,
    /// The release of CUDA whose tile language is compiled, and that `__CUDACC_VER_MAJOR__` and its likes name.
    pub release: Release,
    /// The command line names the release: it is not that of a toolkit.
    pub is_release_named: bool,
    /// Whether the preview of tile libraries is switched on (`--tile-preview=simt`).
    pub simt_preview: bool,
    /// Which headers are read in full.
    pub reading: Reading,
    /// Whether the tokens are printed, not parsed: those that no parser takes leave as they are.
    pub is_printed: bool,
    /// `-idirafter`, searched after the headers of the compiler; warnings in them are not shown.
    pub after_dirs: Vec<String>,
    /// What flags of the host compiler define that it was given: it needs no telling.
    pub flag_macros: Vec<MacroOption>,
    /// `-D` and `-U`, in order.
    pub macros: Vec<MacroOption>,
    /// `-include`.
    pub forced_includes: Vec<String>,
    pub arch: CudaArch,
    /// The numbers of all targets that the source is compiled for, `__CUDA_ARCH_LIST__`; empty if
    /// that is `arch` alone.
    pub arch_list: Vec<u32>,
    /// The headers of the compiler, by their names in `#include <...>`.
    pub embedded: &'static [(&'static str, &'static str)],
    /// The tokens of `embedded`, if they were lexed before.
    pub embedded_image: Option<Image>,
    /// What `__has_builtin` answers for a name.
    pub has_builtin: fn(&str) -> bool,
}

impl PpOptions {
    /// What an empty command line says.
    pub fn new(arch: CudaArch) -> PpOptions {
        PpOptions {
            quote_dirs: Vec::new(),
            include_dirs: Vec::new(),
            system_dirs: Vec::new(),
            host_dirs: Vec::new(),
            host_release: None,
            release: Release::default(),
            is_release_named: false,
            simt_preview: false,
            reading: Reading::All,
            is_printed: false,
            after_dirs: Vec::new(),
            flag_macros: Vec::new(),
            macros: Vec::new(),
            forced_includes: Vec::new(),
            arch,
            arch_list: Vec::new(),
            embedded: &[],
            embedded_image: None,
            has_builtin: |_| false,
        }
    }
}

impl PpOptions {
    /// What the command line of one program says: two that say the same give the same tokens.
    pub fn said(&self) -> impl PartialEq + Hash {
        let dirs = [
            &self.quote_dirs,
            &self.include_dirs,
            &self.system_dirs,
            &self.host_dirs,
            &self.after_dirs,
            &self.forced_includes,
        ];
        let macros = [&self.macros, &self.flag_macros];
        let host = (self.host_release, self.reading, self.is_printed, self.simt_preview);
        (dirs, macros, host, self.arch, &self.arch_list, self.release, self.is_release_named)
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MacroOption {
    /// `NAME`, `NAME=TEXT` or `NAME(PARAMETERS)=TEXT`.
    Define(String),
    Undefine(String),
}

/// The target as the `__CUDA_ARCH*__` macros show it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CudaArch {
    /// 90 of `sm_90a`.
    pub number: u32,
    pub features: ArchFeatures,
}

/// The letter behind the number of a target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArchFeatures {
    /// `sm_90`: runs on later targets too.
    Portable,
    /// `sm_100f`: runs on the targets of its family.
    Family,
    /// `sm_90a`: runs on this target alone.
    Specific,
}

/// A translation unit after preprocessing.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// Closed by one `Eof`.
    pub tokens: Vec<Token>,
    pub diagnostics: Diagnostics,
    pub docs: DocComments,
    /// `None` if the main file could not be read.
    pub main_file: Option<FileId>,
    /// The files that were read, without those of the compiler, for `-M`.
    pub dependencies: Vec<Dependency>,
    /// The `#include` lines that were obeyed, in order.
    pub includes: Vec<Include>,
    /// The names of headers that are nowhere, in order: what `#include` and `__has_include` ask for.
    pub missing: Vec<Box<str>>,
    /// The `#define` lines that were obeyed, in order.
    pub macros: Vec<MacroDefinition>,
    /// The groups that conditions left out.
    pub skipped: Vec<Span>,
    /// What the text asks about warnings, in order.
    pub diagnostic_pragmas: Vec<DiagnosticPragma>,
    /// Where in `tokens` those of the compiler's own headers are, in order. None of them, if a macro
    /// of the program was replaced in one: then they are not what they always are.
    pub embedded: Vec<Range<u32>>,
    /// Where in `tokens` those of foreign headers are, in order.
    pub foreign: Vec<Range<u32>>,
    /// Headers that the program includes, of which only the directives were read: what they declare
    /// is missing. Those of the host compiler for which the compiler has its own are not counted.
    pub n_skimmed: usize,
}

/// A file that the result depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dependency {
    pub path: Arc<str>,
    /// Left out by `-MM`.
    pub is_system: bool,
}

/// An `#include` line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Include {
    /// The header name, with its quotes or angle brackets.
    pub span: Span,
    /// The file, unless it is missing or was left out because it has been included before.
    pub file: Option<FileId>,
}

/// A `#define` line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MacroDefinition {
    pub name: Name,
    pub name_span: Span,
    /// From the name to the last token of the replacement.
    pub span: Span,
}

/// Preprocesses the file `main_path`.
pub fn preprocess(
    map: &mut SourceMap,
    interner: &mut Interner,
    loader: &dyn SourceLoader,
    options: &PpOptions,
    main_path: &str,
) -> Preprocessed {
    let mut preprocessor = Preprocessor::new(map, interner, loader, options);
    preprocessor.enter_main(main_path);
    preprocessor.run();
    preprocessor.result.docs.finish();
    preprocessor.result
}

/// The names that the preprocessor itself looks for.
#[derive(Clone)]
struct Words {
    defined: Name,
    va_args: Name,
    va_opt: Name,
    pragma_operator: Name,
    pragma_msvc: Name,
    once: Name,
    gcc: Name,
    clang: Name,
    push_macro: Name,
    pop_macro: Name,
    /// The pragmas that the parser sees.
    kept_pragmas: [Name; 2],
    zero: Name,
    one: Name,
    empty: Name,
    empty_string: Name,
    some_character: Name,
    pragma: Name,
}

impl Words {
    fn new(interner: &mut Interner) -> Words {
        let mut intern = |text| interner.intern(text);
        Words {
            defined: intern("defined"),
            va_args: intern("__VA_ARGS__"),
            va_opt: intern("__VA_OPT__"),
            pragma_operator: intern("_Pragma"),
            pragma_msvc: intern("__pragma"),
            once: intern("once"),
            gcc: intern("GCC"),
            clang: intern("clang"),
            push_macro: intern("push_macro"),
            pop_macro: intern("pop_macro"),
            kept_pragmas: [intern("unroll"), intern("nounroll")],
            zero: intern("0"),
            one: intern("1"),
            empty: intern(""),
            empty_string: intern("\"\""),
            some_character: intern("'?'"),
            pragma: intern("#pragma"),
        }
    }
}

struct Preprocessor<'a> {
    map: &'a mut SourceMap,
    interner: &'a mut Interner,
    loader: &'a dyn SourceLoader,
    options: &'a PpOptions,
    keywords: KeywordTable,
    words: Words,
    directives: Directives,
    macros: MacroTable,
    headers: Headers,
    /// Where tokens come from, innermost last.
    frames: Vec<Frame>,
    /// The tokens of the token frames, stacked as those are.
    pool: Vec<Token>,
    /// Vectors for reuse.
    spare: Vec<Vec<Token>>,
    /// Those of all open files; each file knows where its own start.
    conditionals: Vec<Conditional>,
    /// Flags of a macro call that expanded to nothing, for the token that follows it.
    pending_flags: TokenFlags,
    /// By name: the kind of a literal that was found well-formed, else `Unknown`.
    literal_kinds: Vec<TokenKind>,
    /// Whether an `#if` condition is being expanded, where `defined` is an operator.
    in_condition: bool,
    /// `__COUNTER__`.
    counter: u32,
    /// Directives obeyed so far.
    n_directives: usize,
    call_depth: usize,
    expansion_left: usize,
    /// Whether the token that was read last was malformed.
    after_malformed: bool,
    /// Of warnings and of errors.
    n_findings: [usize; 2],
    /// What the lexer found in the main file: the first findings.
    n_lexed: usize,
    embedded: Embedded,
    /// The first token of a foreign header that is being read.
    foreign_since: Option<u32>,
    image_names: ImageNames,
    result: Preprocessed,
}

/// Where the token that is read next comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Embedded {
    Outside,
    /// From a header of the compiler, as all tokens since this one.
    Since(u32),
    /// A macro of the program was replaced in such a header, so the question is settled.
    Changed,
}

impl<'a> Preprocessor<'a> {
    fn new(
        map: &'a mut SourceMap,
        interner: &'a mut Interner,
        loader: &'a dyn SourceLoader,
        options: &'a PpOptions,
    ) -> Preprocessor<'a> {
        let keywords = KeywordTable::new(interner);
        let words = Words::new(interner);
        let directives = Directives::new(interner);
        let macros = MacroTable::with_builtins(interner);
        Preprocessor {
            map,
            interner,
            loader,
            options,
            keywords,
            words,
            directives,
            macros,
            headers: Headers::default(),
            frames: Vec::new(),
            pool: Vec::new(),
            spare: Vec::new(),
            conditionals: Vec::new(),
            pending_flags: TokenFlags::NONE,
            literal_kinds: Vec::new(),
            in_condition: false,
            counter: 0,
            n_directives: 0,
            call_depth: 0,
            expansion_left: MAX_EXPANSION,
            after_malformed: false,
            n_findings: [0; 2],
            n_lexed: 0,
            embedded: Embedded::Outside,
            foreign_since: None,
            image_names: ImageNames::default(),
            result: Preprocessed {
                // Room for the library at once: growing would move its tokens again and again.
                tokens: Vec::with_capacity(
                    options.embedded_image.map_or(0, |image| image.n_tokens()),
                ),
                diagnostics: Diagnostics::new(),
                docs: DocComments::default(),
                main_file: None,
                dependencies: Vec::new(),
                includes: Vec::new(),
                macros: Vec::new(),
                skipped: Vec::new(),
                diagnostic_pragmas: Vec::new(),
                embedded: Vec::new(),
                foreign: Vec::new(),
                missing: Vec::new(),
                n_skimmed: 0,
            },
        }
    }
}

impl Preprocessor<'_> {
    fn run(&mut self) {
        loop {
            self.copy_plain_tokens();
            let token = self.next_expanded();
            if token.kind != TokenKind::Eof {
                self.emit(token);
            } else if !self.leave_file() {
                self.push(token);
                return;
            }
        }
    }

    /// Hands over the tokens of the open file up to the first that needs a closer look: what
    /// [`Preprocessor::next_expanded`] and [`Preprocessor::emit`] make of nearly all tokens.
    fn copy_plain_tokens(&mut self) {
        let Some(Frame::File(file)) = self.frames.last_mut() else { return };
        if self.pending_flags != TokenFlags::NONE || self.after_malformed {
            return;
        }
        let rest = file.lexed.tokens.get(file.at..).unwrap_or_default();
        let is_plain = |token: &Token| match token.kind {
            TokenKind::Hash => !token.starts_line(),
            TokenKind::Eof | TokenKind::Unknown => false,
            kind if kind.is_word() => {
                token.name != self.words.pragma_operator
                    && token.name != self.words.pragma_msvc
                    && !self.macros.is_replaced(token.name)
            }
            kind if kind.is_literal() => false,
            _ => true,
        };
        let n_plain = rest.iter().position(|token| !is_plain(token)).unwrap_or(rest.len());
        let follows_semicolon =
            self.result.tokens.last().is_some_and(|last| last.kind == TokenKind::Semi);
        if follows_semicolon && n_plain > 0 {
            let next = rest.first().map_or(TokenKind::Eof, |token| token.kind);
            self.check_macro_semicolon(next);
        }
        let Some(Frame::File(file)) = self.frames.last_mut() else { return };
        let rest = file.lexed.tokens.get(file.at..).unwrap_or_default();
        self.result.tokens.extend_from_slice(rest.get(..n_plain).unwrap_or_default());
        file.at += n_plain;
    }

    /// Hands a token to the parser: [lex.phases] phase 7 first half.
    fn emit(&mut self, mut token: Token) {
        if self.options.is_printed {
            // Text that is not C++, as in assembly or in a probe of a build system, is not an error.
        } else if token.kind.is_literal() {
            let known = self.literal_kinds.get(token.name.index()).copied();
            match known {
                Some(kind) if kind != TokenKind::Unknown => token.kind = kind,
                _ => self.check_literal(&mut token),
            }
        } else if token.kind == TokenKind::Unknown {
            let stands_for_something = self.recover_unknown(&mut token);
            token.flags = token.flags.with(TokenFlags::REPAIRED);
            if !stands_for_something {
                self.after_malformed = true;
                return;
            }
        }
        self.check_macro_semicolon(token.kind);
        self.push(token);
    }

    fn push(&mut self, mut token: Token) {
        let is_repaired = token.flags.contains(TokenFlags::REPAIRED);
        if std::mem::replace(&mut self.after_malformed, is_repaired) {
            token.flags = token.flags.with(TokenFlags::REPAIRED);
        }
        self.result.tokens.push(token);
    }

    /// Finds the kind of a literal; reports a malformed one and replaces it.
    fn check_literal(&mut self, token: &mut Token) {
        let spelling = self.interner.text(token.name);
        let checked = match token.kind {
            TokenKind::PpNumber => literal::number(spelling).map(|number| match number {
                literal::Number::Int(int) if int.ud_suffix.is_some() => {
                    (TokenKind::UserDefinedInt, None)
                }
                literal::Number::Int(_) => (TokenKind::IntLit, None),
                literal::Number::Float(float) if float.ud_suffix.is_some() => {
                    (TokenKind::UserDefinedFloat, None)
                }
                literal::Number::Float(_) => (TokenKind::FloatLit, None),
            }),
            TokenKind::CharLit | TokenKind::UserDefinedChar => {
                literal::character(spelling).map(|lit| (token.kind, lit.warning))
            }
            _ => literal::string(&[spelling]).map(|lit| (token.kind, lit.warning)),
        };
        match checked {
            Ok((kind, warning)) => {
                token.kind = kind;
                if let Some(warning) = warning {
                    self.report(warning.diagnostic(token.span));
                    return;
                }
                let index = token.name.index();
                if self.literal_kinds.len() <= index {
                    self.literal_kinds.resize(index + 1, TokenKind::Unknown);
                }
                self.literal_kinds[index] = kind;
            }
            Err(error) => {
                self.report(error.diagnostic(token.span));
                token.flags = token.flags.with(TokenFlags::REPAIRED);
                (token.kind, token.name) = match token.kind {
                    TokenKind::PpNumber => (TokenKind::IntLit, self.words.zero),
                    TokenKind::CharLit | TokenKind::UserDefinedChar => {
                        (TokenKind::CharLit, self.words.some_character)
                    }
                    _ => (TokenKind::StringLit, self.words.empty_string),
                };
            }
        }
    }

    /// Reports a malformed token. Returns whether it stands for something, now in its place.
    fn recover_unknown(&mut self, token: &mut Token) -> bool {
        let spelling = self.interner.text(token.name);
        let problem = lex::unknown_problem(spelling, token.span);
        let is_character = spelling.trim_start_matches(['u', '8', 'U', 'L']).starts_with('\'');
        let is_literal = problem.code != codes::STRAY_CHARACTER;
        self.report(problem);
        (token.kind, token.name) = if is_character {
            (TokenKind::CharLit, self.words.some_character)
        } else {
            (TokenKind::StringLit, self.words.empty_string)
        };
        is_literal
    }

    /// Takes a finding, unless it is a mere warning about a header that is not the user's.
    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity < Severity::Error
            && self.map.in_system_file(diagnostic.primary.span.lo)
        {
            return;
        }
        let is_error = diagnostic.severity >= Severity::Error;
        let n_kept = &mut self.n_findings[usize::from(is_error)];
        if *n_kept < MAX_FINDINGS {
            *n_kept += 1;
            self.result.diagnostics.push(diagnostic);
        }
    }

    /// Takes `amount` from what macros may produce. Once it is used up, macros stay as they are.
    fn charge(&mut self, amount: usize, span: Span) -> bool {
        if self.expansion_left == 0 {
            return false;
        }
        self.expansion_left = self.expansion_left.saturating_sub(amount);
        if self.expansion_left == 0 {
            self.report(
                Diagnostic::new(codes::EXPANSION_LIMIT, span, "macros expand to too many tokens")
                    .label("no macro is expanded from here on")
                    .note(format!("the limit is {MAX_EXPANSION} tokens in a translation unit")),
            );
            return false;
        }
        true
    }
}

#[cfg(test)]
mod tests;
