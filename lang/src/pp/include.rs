//! `#include` ([cpp.include]): header names, entering files and leaving them.
//!
//! A file is not entered again if it said `#pragma once`, or if all of it is in an include guard
//! whose macro is defined. Where headers are looked for is up to `search`.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{Diagnostic, FileId, Name, Pos, Span, Text};
use crate::codes;
use crate::lex::{self, Lexed, Token, TokenKind};

use super::expand::{FileFrame, Frame};
use super::search::{Found, HeaderName, normalize};
use super::world::Origin;
use super::{
    Dependency, Embedded, Include, MAX_FILE_BYTES, MAX_FOREIGN_TOKENS, MAX_INCLUDE_DEPTH,
    MAX_INCLUDED_TOKENS, MAX_INCLUDES, MAX_SOURCE_BYTES, Preprocessor,
};

/// The file that defines the macros of the compiler.
const BUILT_IN: &str = "<built-in>";

/// What is known about files.
#[derive(Clone, Default)]
pub(super) struct Headers {
    /// By path: its text, or that there is none.
    pub(super) texts: FxHashMap<Box<str>, Option<Text>>,
    /// By identity.
    records: FxHashMap<Box<str>, Record>,
    /// Folders that were looked at, and whether they are the toolkit's or the host compiler's.
    pub(super) toolkit_dirs: FxHashMap<Box<str>, bool>,
    /// Macros of the program that stand for the specifiers of tile code.
    pub(super) tile_words: Vec<Box<str>>,
    /// The paths among the dependencies.
    dependencies: FxHashSet<Box<str>>,
    n_entered: usize,
    n_bytes: usize,
    /// Of the program's headers, and of foreign ones.
    n_tokens: [usize; 2],
    /// Whether a limit was reached and reported.
    is_exhausted: bool,
}

/// A file that was entered.
#[derive(Clone, Default)]
struct Record {
    is_once: bool,
    guard: Option<Name>,
}

impl Headers {
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    pub fn mark_once(&mut self, identity: &str) {
        self.records.entry(identity.into()).or_default().is_once = true;
    }

    /// Forgets the include guards of the files entered so far.
    pub fn forget_guards(&mut self) {
        self.records.values_mut().for_each(|record| record.guard = None);
    }
}

impl Preprocessor<'_> {
    /// Enters the main file, and in front of it what the compiler and the command line define.
    pub(super) fn enter_main(&mut self, path: &str) {
        let Some(text) = self.load(path) else {
            let why = self.loader.obstacle(path);
            let message = format!("cannot read `{path}`: {why}");
            let error = Diagnostic::new(codes::MISSING_HEADER, Span::NONE, message);
            self.report(match why.help() {
                Some(help) => error.help(help),
                None => error,
            });
            return;
        };
        self.enter_main_text(path, text);
    }

    /// Enters the main file with a text of which more may follow.
    pub(super) fn enter_main_text(&mut self, path: &str, text: Text) {
        let origin = Origin::Program;
        let path = path.to_string();
        let found = Found { path, text, origin, next_index: 0, is_replaced: false };
        self.enter_file(found, Span::NONE);
        self.result.main_file = self.file_frame().map(|file| file.id);
        self.n_lexed = self.result.diagnostics.len();
        let command_line = super::builtin::command_line_text(self.options);
        let predefined = super::builtin::predefined_text(self.options);
        for (path, text) in [("<command line>", command_line), (BUILT_IN, predefined)] {
            let found = Found {
                path: path.to_string(),
                text: Text::Loaded(text.into()),
                origin: if path == BUILT_IN { Origin::Embedded } else { Origin::Program },
                next_index: 0,
                is_replaced: false,
            };
            self.enter_file(found, Span::NONE);
        }
    }

    /// Leaves the file on top of the stack. Returns whether there is another one below.
    pub(super) fn leave_file(&mut self) -> bool {
        let Some(Frame::File(file)) = self.frames.last() else { return !self.frames.is_empty() };
        let n_outer = file.n_outer_conditionals;
        self.close_conditionals(n_outer);
        self.frames.pop();
        self.note_origin();
        !self.frames.is_empty()
    }

    /// `#include`, given what follows the word on its line.
    pub(super) fn include(&mut self, word: Token, rest: &[Token], is_next: bool) {
        let name = match rest.first() {
            Some(first) if first.kind == TokenKind::Lt => self.written_header_name(*first, rest),
            _ => {
                let plain = rest.first().is_some_and(|token| token.kind == TokenKind::StringLit);
                let mut tokens = self.take_vec();
                if plain {
                    tokens.extend_from_slice(rest);
                } else {
                    self.expand_tokens(rest, &mut tokens);
                }
                let name = self.header_name(&tokens);
                if let Some((_, used)) = name {
                    self.expect_end(word, tokens.get(used..).unwrap_or(&[]));
                }
                tokens.clear();
                self.spare.push(tokens);
                name.map(|(name, _)| name)
            }
        };
        let Some(name) = name.filter(|name| !name.text.is_empty()) else {
            self.report(
                Diagnostic::new(
                    codes::INCLUDE_SYNTAX,
                    word.span,
                    "`#include` without a header name",
                )
                .label("expected `\"header.h\"` or `<header>`"),
            );
            return;
        };
        self.include_header(&name, is_next);
    }

    fn include_header(&mut self, name: &HeaderName, is_next: bool) {
        let found = self.find_headers(name, is_next);
        if found.is_empty() {
            self.missing_header(name);
        }
        self.count_skimmed(&found);
        let mut file = None;
        // What is entered last is read first.
        for found in found.into_iter().rev() {
            if !self.is_known(&found.path) {
                file = self.enter_file(found, name.span);
            }
        }
        self.result.includes.push(Include { span: name.span, file });
    }

    /// Whether a file has been entered and says nothing when it is entered again.
    fn is_known(&self, path: &str) -> bool {
        let Some(record) = self.headers.records.get(normalize(path).as_str()) else { return false };
        let is_guarded = record.guard.is_some_and(|guard| self.macros.get(guard).is_some());
        record.is_once || is_guarded
    }

    /// The header name in angle brackets that starts with `open`, read from the text of the file
    /// because its tokens mean nothing: `<sys//types.h>`.
    fn written_header_name(&self, open: Token, rest: &[Token]) -> Option<HeaderName> {
        let start = self.map.spelling(open.span.lo);
        let (file, offset) = self.map.file_offset(start)?;
        let file = self.map.file(file);
        let text = file.text.get(offset as usize..)?;
        let line = text.split('\n').next()?;
        let len = line.find('>')?;
        let end = open.span.lo.offset(len as u32 + 1);
        debug_assert!(rest.iter().all(|token| token.span.lo >= open.span.lo));
        Some(HeaderName {
            text: line.get(1..len)?.to_string(),
            is_quoted: false,
            span: Span::new(open.span.lo, end),
        })
    }

    /// The header name that `tokens` start with, and how many of them it takes.
    pub(super) fn header_name(&self, tokens: &[Token]) -> Option<(HeaderName, usize)> {
        let first = tokens.first()?;
        if first.kind == TokenKind::StringLit {
            let spelling = self.interner.text(first.name);
            let text = spelling.strip_prefix('"')?.strip_suffix('"')?.to_string();
            return Some((HeaderName { text, is_quoted: true, span: first.span }, 1));
        }
        if first.kind != TokenKind::Lt {
            return None;
        }
        let close = tokens.iter().position(|token| token.kind == TokenKind::Gt)?;
        let mut text = String::new();
        for (i, token) in tokens[1..close].iter().enumerate() {
            if i > 0 && token.has_leading_space() {
                text.push(' ');
            }
            text.push_str(self.interner.text(token.name));
        }
        let span = first.span.to(tokens[close].span);
        Some((HeaderName { text, is_quoted: false, span }, close + 1))
    }

    /// Lexes a file and makes it the top of the stack.
    fn enter_file(&mut self, found: Found, included_at: Span) -> Option<FileId> {
        let is_foreign = self.is_foreign(&found);
        let is_skimmed = self.is_replaced(&found) || is_foreign && self.is_skimmed(found.origin);
        let Found { path, text, origin, next_index, .. } = found;
        if self.headers.is_exhausted {
            return None;
        }
        let depth = self.n_open_files();
        self.headers.n_entered += 1;
        self.headers.n_bytes += text.len();
        let limit = if depth > MAX_INCLUDE_DEPTH {
            Some((codes::INCLUDE_LIMIT, format!("more than {MAX_INCLUDE_DEPTH} nested includes")))
        } else if self.headers.n_entered > MAX_INCLUDES {
            Some((codes::INCLUDE_LIMIT, format!("more than {MAX_INCLUDES} includes")))
        } else if text.len() > MAX_FILE_BYTES {
            let megabytes = MAX_FILE_BYTES >> 20;
            let message = format!("`{path}` has more than {megabytes} MiB of text");
            Some((codes::SOURCE_TOO_LARGE, message))
        } else if self.headers.n_bytes > MAX_SOURCE_BYTES {
            let megabytes = MAX_SOURCE_BYTES >> 20;
            Some((codes::SOURCE_TOO_LARGE, format!("more than {megabytes} MiB of source text")))
        } else {
            None
        };
        if let Some((code, message)) = limit {
            let mut error = Diagnostic::new(code, included_at, message);
            if depth > 0 {
                error = error.help("a header that includes itself needs `#pragma once`");
            }
            self.exhaust(error);
            return None;
        }
        let Some(id) = self.map.add_file(&path, text.clone(), origin.is_system(), included_at)
        else {
            let message = "the sources are too large to have positions";
            self.report(Diagnostic::new(codes::SOURCE_TOO_LARGE, included_at, message));
            return None;
        };
        let base = self.map.file(id).base;
        if is_foreign && self.expansion_left > 0 {
            // Macros of large headers make much, in proportion to what is read.
            self.expansion_left = self.expansion_left.saturating_add(text.len());
        }
        let mut lexed = if is_skimmed {
            lex::skim(&text, base, &self.keywords, self.interner)
        } else {
            self.lexed(&path, &text, base)
        };
        let is_included = !self.frames.is_empty();
        if is_included {
            self.headers.n_tokens[usize::from(is_foreign)] += lexed.tokens.len();
        }
        let limits = [MAX_INCLUDED_TOKENS, MAX_FOREIGN_TOKENS];
        if self.headers.n_tokens.iter().zip(limits).any(|(n_tokens, limit)| *n_tokens > limit) {
            let millions = limits[usize::from(is_foreign)] / 1_000_000;
            let message = format!("more than {millions} million tokens of included files");
            self.exhaust(Diagnostic::new(codes::SOURCE_TOO_LARGE, included_at, message));
            return None;
        }
        self.result.docs.extend(std::mem::take(&mut lexed.docs));
        let identity = normalize(&path);
        self.record_file(&identity, &lexed);
        // The host compiler's headers are no more than the compiler's own.
        let is_listed = !path.starts_with('<') && origin != Origin::Host;
        if is_listed && self.headers.dependencies.insert(path.as_str().into()) {
            let is_system = origin.is_system();
            self.result.dependencies.push(Dependency { path: path.as_str().into(), is_system });
        }
        self.result.tokens.reserve(lexed.tokens.len());
        self.frames.push(Frame::File(Box::new(FileFrame {
            id,
            lexed: Arc::new(lexed),
            at: 0,
            n_outer_conditionals: self.conditionals.len(),
            next_index,
            identity: identity.into(),
            origin,
            is_foreign,
            is_skimmed,
        })));
        self.note_origin();
        Some(id)
    }

    /// The tokens of a file: known before, if it is a header of the compiler.
    fn lexed(&mut self, path: &str, text: &str, base: Pos) -> Lexed {
        let image = self.options.embedded_image.zip(self.embedded_header(path));
        let known = image.and_then(|(image, index)| {
            image.lexed(index, base, &mut self.image_names, self.interner)
        });
        known.unwrap_or_else(|| {
            let diagnostics = &mut self.result.diagnostics;
            lex::lex(text, base, &self.keywords, self.interner, diagnostics)
        })
    }

    /// Notes where the tokens from here on come from, when a file was entered or left.
    fn note_origin(&mut self) {
        let is_embedded = self.file_frame().is_some_and(|file| file.origin == Origin::Embedded);
        let here = self.result.tokens.len() as u32;
        self.embedded = match self.embedded {
            Embedded::Outside if is_embedded => Embedded::Since(here),
            Embedded::Since(start) if !is_embedded => {
                if start < here {
                    self.result.embedded.push(start..here);
                }
                Embedded::Outside
            }
            same @ (Embedded::Outside | Embedded::Since(_) | Embedded::Changed) => same,
        };
        let is_foreign = self.file_frame().is_some_and(|file| file.is_foreign);
        self.foreign_since = match self.foreign_since {
            None if is_foreign => Some(here),
            Some(start) if !is_foreign => {
                if start < here {
                    self.result.foreign.push(start..here);
                }
                None
            }
            same => same,
        };
    }

    /// Reports that a limit is reached. No include is obeyed any more, so this is the only report
    /// of its kind.
    fn exhaust(&mut self, error: Diagnostic) {
        self.headers.is_exhausted = true;
        self.report(error);
    }

    fn record_file(&mut self, identity: &str, lexed: &Lexed) {
        if !self.headers.records.contains_key(identity) {
            let guard = self.include_guard(lexed);
            self.headers.records.insert(identity.into(), Record { is_once: false, guard });
        }
    }

    /// The macro `X` of a file that is all inside `#ifndef X` ... `#endif`.
    fn include_guard(&self, lexed: &Lexed) -> Option<Name> {
        let tokens = &lexed.tokens;
        let word = |index: usize| tokens.get(index).map_or("", |t| self.interner.text(t.name));
        if *lexed.directives.first()? != 0 {
            return None;
        }
        let name_at = match word(1) {
            "ifndef" => 2,
            // #if !defined X, #if !defined(X)
            "if" if word(2) == "!" && word(3) == "defined" => 4 + usize::from(word(4) == "("),
            _ => return None,
        };
        let guard = *tokens.get(name_at)?;
        let after = name_at + 1 + usize::from(name_at == 5);
        if !guard.kind.is_word() || !tokens.get(after)?.starts_line() {
            return None;
        }
        let mut depth = 0usize;
        let (last, inner) = lexed.directives.split_last()?;
        for &index in inner {
            match word(index as usize + 1) {
                "if" | "ifdef" | "ifndef" => depth += 1,
                "endif" => depth = depth.checked_sub(1).filter(|&depth| depth > 0)?,
                "else" | "elif" | "elifdef" | "elifndef" if depth == 1 => return None,
                _ => {}
            }
        }
        let end = *last as usize + 1;
        let closes = depth == 1 && word(end) == "endif";
        (closes && tokens.get(end + 1)?.kind == TokenKind::Eof).then_some(guard.name)
    }

    /// Gives text that no file holds a place in the source map.
    pub(super) fn add_scratch(&mut self, path: &str, text: &str, at: Span) -> Option<Pos> {
        let id = self.map.add_file(path, Arc::from(text), false, at)?;
        Some(self.map.file(id).base)
    }
}
