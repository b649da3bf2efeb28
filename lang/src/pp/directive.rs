//! Directives: lines that start with `#` ([cpp.pre]), and the conditional groups they open.
//!
//! A directive is obeyed when its `#` would be the next token of a file. The whole line is taken
//! at once, as a slice of the file's tokens. A group that is left out is leaped over from one `#`
//! to the next, with the list that the lexer made.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::{Applicability, Diagnostic, Diagnostics, Interner, Name, Span};
use crate::codes;
use crate::lex::{self, Lexed, Token, TokenFlags, TokenKind, literal};

use super::Preprocessor;
use super::expand::Frame;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Directive {
    If,
    Ifdef,
    Ifndef,
    Elif,
    Elifdef,
    Elifndef,
    Else,
    Endif,
    Include,
    IncludeNext,
    Define,
    Undef,
    Line,
    Error,
    Warning,
    Pragma,
    /// `#ident`, a string for the object file.
    Ident,
}

const DIRECTIVES: &[(&str, Directive)] = &[
    ("if", Directive::If),
    ("ifdef", Directive::Ifdef),
    ("ifndef", Directive::Ifndef),
    ("elif", Directive::Elif),
    // C++23, in every compiler as an extension.
    ("elifdef", Directive::Elifdef),
    ("elifndef", Directive::Elifndef),
    ("else", Directive::Else),
    ("endif", Directive::Endif),
    ("include", Directive::Include),
    ("include_next", Directive::IncludeNext),
    ("define", Directive::Define),
    ("undef", Directive::Undef),
    ("line", Directive::Line),
    ("error", Directive::Error),
    ("warning", Directive::Warning),
    ("pragma", Directive::Pragma),
    ("ident", Directive::Ident),
];

/// The directives by the name behind the `#`.
#[derive(Clone)]
pub(super) struct Directives {
    by_name: FxHashMap<Name, Directive>,
}

impl Directives {
    pub fn new(interner: &mut Interner) -> Directives {
        let by_name = DIRECTIVES.iter().map(|&(text, d)| (interner.intern(text), d)).collect();
        Directives { by_name }
    }

    fn get(&self, token: Option<&Token>) -> Option<Directive> {
        let token = token?;
        if token.kind.is_word() { self.by_name.get(&token.name).copied() } else { None }
    }
}

/// An `#if` that is open.
pub(super) struct Conditional {
    /// The `#if`.
    opened_at: Span,
    /// Whether one of its groups was chosen.
    is_taken: bool,
    /// Its `#else`.
    else_at: Option<Span>,
}

impl Preprocessor<'_> {
    /// Obeys the directive whose `#` was just read from the file on top of the stack.
    pub(super) fn directive(&mut self, hash: Token) {
        let Some(Frame::File(file)) = self.frames.last_mut() else { return };
        let lexed = Arc::clone(&file.lexed);
        let line = rest_of_line(&lexed, file.at);
        file.at += line.len();
        self.n_directives += 1;
        // A lone `#` is the null directive.
        let Some((&word, rest)) = line.split_first() else { return };
        let Some(directive) = self.directives.get(Some(&word)) else {
            if word.kind == TokenKind::PpNumber {
                // `# 33 "file"`, which other preprocessors leave in their output.
                self.line_marker(word, line);
            } else {
                self.unknown_directive(word);
            }
            return;
        };
        match directive {
            Directive::If | Directive::Ifdef | Directive::Ifndef => {
                let is_taken = self.condition(directive, word, rest);
                let opened_at = hash.span.to(word.span);
                self.conditionals.push(Conditional { opened_at, is_taken, else_at: None });
                if !is_taken {
                    self.skip_groups();
                }
            }
            Directive::Elif | Directive::Elifdef | Directive::Elifndef | Directive::Else => {
                if self.has_open_conditional(word) && !self.next_group(directive, word, rest) {
                    self.skip_groups();
                }
            }
            Directive::Endif => {
                if self.has_open_conditional(word) {
                    self.expect_end(word, rest);
                    self.conditionals.pop();
                }
            }
            Directive::Include => self.include(word, rest, false),
            Directive::IncludeNext => self.include(word, rest, true),
            Directive::Define => self.define(word, rest),
            Directive::Undef => self.undef(word, rest),
            Directive::Line => self.line(word, rest),
            Directive::Error => self.error_directive(hash, word, rest),
            Directive::Warning => self.message(codes::WARNING_DIRECTIVE, hash, word, rest),
            Directive::Pragma => self.pragma(hash.span.to(word.span), rest),
            Directive::Ident => {}
        }
    }

    /// Warns about tokens behind a directive that is complete.
    pub(super) fn expect_end(&mut self, directive: Token, rest: &[Token]) {
        if let (Some(first), Some(last)) = (rest.first(), rest.last()) {
            let text = self.interner.text(directive.name);
            let message = format!("extra tokens after `#{text}`");
            let span = first.span.to(last.span);
            self.report(
                Diagnostic::new(codes::EXTRA_TOKENS, span, message).label("these are ignored").fix(
                    "remove them",
                    Applicability::Maybe,
                    span,
                    "",
                ),
            );
        }
    }

    /// Reports the conditionals that the file on top of the stack leaves open, and closes them.
    pub(super) fn close_conditionals(&mut self, n_outer: usize) {
        while self.conditionals.len() > n_outer {
            let Some(conditional) = self.conditionals.pop() else { return };
            let span = conditional.opened_at;
            let mut error =
                Diagnostic::new(codes::UNTERMINATED_CONDITIONAL, span, "`#if` has no `#endif`");
            if let Some(else_at) = conditional.else_at {
                error = error.secondary(else_at, "its `#else`");
            }
            self.report(error);
        }
    }

    /// The condition that opens a group.
    fn condition(&mut self, directive: Directive, word: Token, rest: &[Token]) -> bool {
        match directive {
            Directive::If | Directive::Elif => self.evaluate_condition(word, rest),
            Directive::Ifdef | Directive::Elifdef => self.is_defined(word, rest) == Some(true),
            Directive::Ifndef | Directive::Elifndef => self.is_defined(word, rest) == Some(false),
            Directive::Else => {
                self.expect_end(word, rest);
                true
            }
            Directive::Endif
            | Directive::Include
            | Directive::IncludeNext
            | Directive::Define
            | Directive::Undef
            | Directive::Line
            | Directive::Error
            | Directive::Warning
            | Directive::Pragma
            | Directive::Ident => false,
        }
    }

    fn is_defined(&mut self, word: Token, rest: &[Token]) -> Option<bool> {
        let name = self.macro_name(word, rest)?;
        self.expect_end(word, &rest[1..]);
        Some(self.macros.get(name.name).is_some())
    }

    /// Whether the file on top of the stack has an open `#if`, which `word` belongs to.
    fn has_open_conditional(&mut self, word: Token) -> bool {
        let n_outer = self.file_frame().map_or(0, |file| file.n_outer_conditionals);
        if self.conditionals.len() > n_outer {
            return true;
        }
        let message = format!("`#{}` has no `#if`", self.interner.text(word.name));
        self.report(Diagnostic::new(codes::UNBALANCED_CONDITIONAL, word.span, message));
        false
    }

    /// Whether an `#elif` or `#else` opens the group that is chosen.
    fn next_group(&mut self, directive: Directive, word: Token, rest: &[Token]) -> bool {
        let Some(conditional) = self.conditionals.last_mut() else { return false };
        if let Some(else_at) = conditional.else_at {
            let message = format!("`#{}` after `#else`", self.interner.text(word.name));
            self.report(
                Diagnostic::new(codes::UNBALANCED_CONDITIONAL, word.span, message)
                    .secondary(else_at, "the `#else`"),
            );
            return false;
        }
        if directive == Directive::Else {
            conditional.else_at = Some(word.span);
        }
        if conditional.is_taken {
            // [cpp.cond] paragraph 14: the condition of a group behind the chosen one is not read.
            return false;
        }
        let is_taken = self.condition(directive, word, rest);
        if let Some(conditional) = self.conditionals.last_mut() {
            conditional.is_taken = is_taken;
        }
        is_taken
    }

    /// Leaves out groups of the innermost conditional, up to the one that is chosen or its end.
    fn skip_groups(&mut self) {
        let Some(Frame::File(file)) = self.frames.last_mut() else { return };
        let lexed = Arc::clone(&file.lexed);
        let start = file.at;
        let first = lexed.directives.partition_point(|&index| (index as usize) < start);
        let mut depth = 0usize;
        for &index in &lexed.directives[first..] {
            let index = index as usize;
            let line = rest_of_line(&lexed, index + 1);
            let Some(directive) = self.directives.get(line.first()) else { continue };
            let chosen = match directive {
                Directive::If | Directive::Ifdef | Directive::Ifndef => {
                    depth += 1;
                    false
                }
                Directive::Endif if depth > 0 => {
                    depth -= 1;
                    false
                }
                Directive::Endif => {
                    self.expect_end(line[0], &line[1..]);
                    self.conditionals.pop();
                    true
                }
                Directive::Elif | Directive::Elifdef | Directive::Elifndef | Directive::Else
                    if depth == 0 =>
                {
                    // `__LINE__` and `__has_include` in the condition look at the place.
                    self.move_to(index + 1 + line.len());
                    self.next_group(directive, line[0], &line[1..])
                }
                _ => false,
            };
            if chosen {
                self.record_skipped(&lexed, start, index);
                self.move_to(index + 1 + line.len());
                return;
            }
        }
        let end = lexed.tokens.len() - 1;
        self.record_skipped(&lexed, start, end);
        self.move_to(end);
    }

    fn move_to(&mut self, index: usize) {
        if let Some(Frame::File(file)) = self.frames.last_mut() {
            file.at = index;
        }
    }

    fn record_skipped(&mut self, lexed: &Lexed, start: usize, end: usize) {
        if start < end {
            let (first, last) = (lexed.tokens[start].span, lexed.tokens[end - 1].span);
            self.result.skipped.push(first.to(last));
        }
    }

    fn unknown_directive(&mut self, word: Token) {
        let text = self.interner.text(word.name);
        let error = Diagnostic::new(
            codes::UNKNOWN_DIRECTIVE,
            word.span,
            format!("unknown directive `#{text}`"),
        );
        let known = DIRECTIVES.iter().map(|(known, _)| *known);
        let error = match super::search::nearest(text, known) {
            Some(near) => error.fix(
                format!("write `#{near}`"),
                crate::base::Applicability::Maybe,
                word.span,
                near,
            ),
            None => error,
        };
        self.report(error);
    }

    /// `#error` and `#warning`: the rest of the line is the message, as it is written.
    /// `#error` ([cpp.error]). The condition around it may ask for a macro that a missing header would define. In a header of
    /// the system the compilation goes on: a declaration that depends on it is only an error if a kernel uses it.
    fn error_directive(&mut self, hash: Token, word: Token, rest: &[Token]) {
        let Some(missing) = self.result.missing.first() else {
            return self.message(codes::ERROR_DIRECTIVE, hash, word, rest);
        };
        let missing = format!("header <{missing}> is not available");
        let span = hash.span.to(word.span);
        if self.map.in_system_file(hash.span.lo) {
            self.report(
                Diagnostic::new(codes::MISSING_SYSTEM_HEADER, span, missing)
                    .note("this `#error` may be a consequence; compilation continues behind it"),
            );
            return;
        }
        let message = self.directive_text(word, rest);
        self.report(Diagnostic::new(codes::ERROR_DIRECTIVE, span, message).note(missing));
    }

    fn message(&mut self, code: crate::base::Code, hash: Token, word: Token, rest: &[Token]) {
        let message = self.directive_text(word, rest);
        self.report(Diagnostic::new(code, hash.span.to(word.span), message));
    }

    /// The text behind the word of a directive, or the directive if there is none.
    fn directive_text(&self, word: Token, rest: &[Token]) -> String {
        match (rest.first(), rest.last()) {
            (Some(first), Some(last)) => {
                self.map.text(Span::new(first.span.lo, last.span.hi)).to_string()
            }
            _ => format!("#{}", self.interner.text(word.name)),
        }
    }

    /// `#line` ([cpp.line]): what `__LINE__`, `__FILE__` and diagnostics say from the next line on.
    fn line(&mut self, word: Token, rest: &[Token]) {
        let mut expanded = self.take_vec();
        self.expand_tokens(rest, &mut expanded);
        self.line_marker(word, &expanded);
        expanded.clear();
        self.spare.push(expanded);
    }

    fn line_marker(&mut self, word: Token, rest: &[Token]) {
        let number = rest.first().filter(|token| token.kind == TokenKind::PpNumber);
        let line = number.and_then(|token| {
            let text = self.interner.text(token.name).replace('\'', "");
            text.parse::<u32>().ok().filter(|&line| line <= i32::MAX as u32)
        });
        let file = match rest.get(1) {
            None => Some(None),
            Some(token) if token.kind == TokenKind::StringLit => {
                let text = self.interner.text(token.name);
                literal::string(&[text]).ok().map(|literal| Some(literal.to_text()))
            }
            Some(_) => None,
        };
        let (Some(line), Some(file)) = (line, file) else {
            self.report(
                Diagnostic::new(codes::LINE_SYNTAX, word.span, "malformed `#line`")
                    .label("expected a line number and perhaps a file name in quotes"),
            );
            return;
        };
        if let Some((id, offset)) = self.map.file_offset(word.span.lo) {
            self.map.mark_line(id, offset, line, file.as_deref());
        }
    }

    /// `#pragma` ([cpp.pragma]), given what follows the word. One that the parser reads becomes
    /// tokens again; an unknown one is ignored, as the standard asks.
    fn pragma(&mut self, at: Span, rest: &[Token]) {
        let Some(&word) = rest.first() else { return };
        if self.words.kept_pragmas.contains(&word.name) {
            let flags = TokenFlags::START_OF_LINE;
            let name = self.words.pragma;
            let end = rest.last().map_or(at, |last| last.span).after();
            let mut tokens = self.take_vec();
            tokens.push(Token { kind: TokenKind::PragmaStart, span: at, name, flags });
            tokens.extend_from_slice(rest);
            if let Some(word) = tokens.get_mut(1) {
                word.flags = word.flags.with(TokenFlags::NO_EXPAND);
            }
            tokens.push(Token { kind: TokenKind::PragmaEnd, span: end, name, flags });
            self.push_tokens(&tokens);
            tokens.clear();
            self.spare.push(tokens);
        } else if word.name == self.words.once {
            if let Some(file) = self.file_frame() {
                let identity = file.identity.clone();
                self.headers.mark_once(&identity);
            }
        } else if word.name == self.words.gcc || word.name == self.words.clang {
            self.gcc_pragma(at, &rest[1..]);
        } else if self.nvcc_diagnostic(at, rest) {
        } else if word.name == self.words.push_macro || word.name == self.words.pop_macro {
            let text = rest.get(2).map_or("", |token| self.interner.text(token.name));
            let name = text.trim_matches('"').to_string();
            let name = self.interner.intern(&name);
            if word.name == self.words.push_macro {
                self.macros.save(name);
            } else {
                self.macros.restore(name);
            }
        }
    }

    /// `#pragma GCC`, `#pragma clang`: which warnings are wanted, that a header is the system's, and messages of the user's own.
    fn gcc_pragma(&mut self, at: Span, rest: &[Token]) {
        let Some(&word) = rest.first() else { return };
        let code = match self.interner.text(word.name) {
            // As in GCC, the file that is compiled is not a header of the system.
            "system_header" if self.n_open_files() < 2 => return,
            "system_header" => {
                if let Some(id) = self.file_frame().map(|file| file.id) {
                    self.map.mark_system(id);
                }
                return;
            }
            "diagnostic" => return self.gcc_diagnostic(at, &rest[1..]),
            "error" => codes::ERROR_DIRECTIVE,
            "warning" => codes::WARNING_DIRECTIVE,
            _ => return,
        };
        let text = rest.get(1).map_or("", |token| self.interner.text(token.name));
        let message = literal::string(&[text]).map_or(String::new(), |text| text.to_text());
        self.report(Diagnostic::new(code, at.to(word.span), message));
    }

    /// `_Pragma("...")` ([cpp.pragma.op]).
    pub(super) fn pragma_operator(&mut self, word: Token) {
        if !self.is_called() {
            self.malformed_pragma(word);
            return;
        }
        self.next_unexpanded();
        // As in GCC and Clang the operand may be a macro.
        let string = self.next_expanded();
        let mut close = string;
        let is_string = string.kind == TokenKind::StringLit;
        if is_string {
            close = self.next_expanded();
        }
        if !is_string || close.kind != TokenKind::RParen {
            self.malformed_pragma(word);
            // Up to the parenthesis, if it is on this line.
            while close.kind != TokenKind::RParen
                && self.peek().is_some_and(|t| t.kind != TokenKind::Eof && !t.starts_line())
            {
                close = self.next_unexpanded();
            }
            return;
        }
        let spelling = self.interner.text(string.name);
        let spelling = spelling.strip_prefix('L').unwrap_or(spelling);
        let spelling = spelling.strip_prefix('"').unwrap_or(spelling);
        let spelling = spelling.strip_suffix('"').unwrap_or(spelling);
        let text = spelling.replace("\\\"", "\"").replace("\\\\", "\\");
        let Some(base) = self.add_scratch("<_Pragma>", &text, word.span) else { return };
        let mut silent = Diagnostics::new();
        let lexed = lex::lex(&text, base, &self.keywords, self.interner, &mut silent);
        let n_words = lexed.tokens.len() - 1;
        self.pragma(word.span, &lexed.tokens[..n_words]);
    }

    /// `__pragma(...)`, as Microsoft writes it; the `(` is next.
    pub(super) fn pragma_of_msvc(&mut self, word: Token) {
        self.next_unexpanded();
        let mut words = self.take_vec();
        let mut depth = 0usize;
        loop {
            let token = self.next_expanded();
            match token.kind {
                TokenKind::Eof => break,
                TokenKind::LParen => depth += 1,
                TokenKind::RParen if depth == 0 => break,
                TokenKind::RParen => depth -= 1,
                _ => {}
            }
            words.push(token);
        }
        self.pragma(word.span, &words);
        words.clear();
        self.spare.push(words);
    }

    fn malformed_pragma(&mut self, word: Token) {
        self.report(
            Diagnostic::new(codes::PRAGMA_SYNTAX, word.span, "malformed `_Pragma`")
                .label("expected `_Pragma(\"...\")`"),
        );
    }
}

/// The tokens from `at` up to the end of the line.
fn rest_of_line(lexed: &Lexed, at: usize) -> &[Token] {
    let rest = &lexed.tokens[at..];
    let len = rest.iter().position(|token| token.starts_line()).unwrap_or(rest.len());
    &rest[..len]
}
