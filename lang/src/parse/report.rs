//! Expectations that fail: reporting once, in the user's words, and finding a place to go on.
//!
//! A production reports where it cannot go on and returns an error node; its caller skips to the
//! end of the list, statement or declaration. A second error at the same token is not reported:
//! it would only repeat the first.

use super::codes;
use super::parser::{Greater, Parser};
use crate::ast::*;
use crate::base::{Applicability, Code, Diagnostic, Diagnostics, Span};
use crate::lex::{TokenFlags, TokenKind};

impl Parser<'_> {
    pub fn n_diagnostics(&self) -> usize {
        self.diagnostics.len()
    }

    /// Takes back the diagnostics from the `from`th on.
    pub fn split_diagnostics(&mut self, from: usize) -> Diagnostics {
        self.diagnostics.split_off(from)
    }

    /// Reports unless an error was already reported at this token, by the lexer perhaps.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if self.token().flags.contains(TokenFlags::REPAIRED) {
            return;
        }
        if self.last_error != Some(self.index()) && !self.is_exhausted() {
            self.last_error = Some(self.index());
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports what cannot be right whatever the headers that we do not have declare, so that it
    /// is not a reason to set a declaration aside.
    pub fn report_certain(&mut self, diagnostic: Diagnostic) {
        self.has_certain_error = true;
        self.report(diagnostic);
    }

    /// Takes the current token as already complained about.
    pub fn suppress_error_here(&mut self) {
        self.last_error = Some(self.index());
    }

    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// Reports `expected WHAT, found ...` at the current token.
    pub fn error_expected(&mut self, code: Code, what: &str) {
        let span = self.span();
        let message = format!("expected {what}, found {}", self.describe_token());
        self.error(code, span, message);
    }

    /// The current token in a message.
    pub fn describe_token(&self) -> String {
        let token = self.token();
        match token.kind {
            TokenKind::Eof if self.end as usize + 1 < self.tokens.len() => {
                "the end of the body".into()
            }
            TokenKind::Eof => "the end of the file".into(),
            TokenKind::Unknown | TokenKind::Ident | TokenKind::PpNumber => {
                format!("`{}`", self.interner.text(token.name))
            }
            kind if kind.is_literal() => format!("`{}`", self.interner.text(token.name)),
            kind if kind.is_keyword() || kind.is_punctuator() => format!("`{}`", kind.text()),
            kind => format!("`{}`", kind.text()),
        }
    }

    /// Consumes a token of this kind, or reports that it is missing after `context`.
    pub fn expect(&mut self, kind: TokenKind, context: &str) -> bool {
        if self.eat(kind) {
            return true;
        }
        self.error_missing(kind, context);
        false
    }

    /// Reports a missing punctuator where it belongs: behind the last token.
    pub fn error_missing(&mut self, kind: TokenKind, context: &str) {
        let text = kind.text();
        let place = self.prev_span();
        let at = if place.is_none() { self.span() } else { place.after() };
        let mut diagnostic =
            Diagnostic::new(codes::EXPECTED_TOKEN, at, format!("expected `{text}` {context}"));
        let found = self.token();
        if found.kind != TokenKind::Eof && !found.starts_line() {
            diagnostic =
                diagnostic.secondary(found.span, format!("found {}", self.describe_token()));
        }
        let title = format!("insert `{text}`");
        if kind == TokenKind::Semi {
            self.report_certain(diagnostic.fix(title, Applicability::Always, at, text));
        } else {
            self.report(diagnostic.fix(title, Applicability::Maybe, at, text));
        }
    }

    /// Consumes the bracket that closes the one at index `open`; when something else stands here,
    /// reports it and skips to that bracket.
    pub fn expect_closing(&mut self, open: u32, kind: TokenKind, context: &str) -> bool {
        if self.eat(kind) {
            return true;
        }
        let close = self.brackets.closing(open).filter(|&close| close < self.end);
        if kind == TokenKind::RBrace && close.is_none() {
            // The bracket map has reported it.
            self.last_error = Some(self.index());
        }
        let message =
            format!("expected `{}` {context}, found {}", kind.text(), self.describe_token());
        let opened = self.raw(open).span;
        self.report(
            Diagnostic::new(codes::EXPECTED_TOKEN, self.span(), message)
                .secondary(opened, "opened here"),
        );
        if let Some(close) = close
            && close >= self.index()
        {
            self.seek_index(close + 1);
        }
        false
    }

    /// Skips to the end of a declaration or statement: behind the next `;` or `{...}` on this
    /// level, before a bracket that closes an outer level, or before an access specifier.
    pub fn skip_to_end_of_construct(&mut self) {
        loop {
            match self.kind() {
                TokenKind::Semi => {
                    self.bump();
                    return;
                }
                TokenKind::LBrace => {
                    if !self.skip_group() {
                        self.bump();
                    }
                    // `struct A {} x;`, `= {...};`, `}, b{...} {...}`
                    if matches!(self.kind(), TokenKind::Semi) {
                        self.bump();
                    }
                    return;
                }
                TokenKind::LParen | TokenKind::LBracket => {
                    if !self.skip_group() {
                        self.bump();
                    }
                }
                TokenKind::RBrace | TokenKind::Eof => return,
                TokenKind::KwPublic | TokenKind::KwProtected | TokenKind::KwPrivate
                    if self.peek_kind(1) == TokenKind::Colon =>
                {
                    return;
                }
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips to a `,` or one of the closing tokens of a list on this level.
    pub fn skip_to_list_separator(&mut self) {
        loop {
            match self.kind() {
                TokenKind::Comma
                | TokenKind::Semi
                | TokenKind::RParen
                | TokenKind::RBracket
                | TokenKind::RBrace
                | TokenKind::Eof => return,
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => {
                    if !self.skip_group() {
                        self.bump();
                    }
                }
                _ if self.at_greater() && self.greater == Greater::ClosesList => return,
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Consumes an identifier, or reports that `what` is missing.
    pub fn expect_ident(&mut self, what: &str) -> Option<Ident> {
        let token = self.token();
        if token.kind == TokenKind::Ident {
            self.bump();
            return Some(Ident { name: token.name, span: token.span });
        }
        if token.kind.is_keyword() {
            let message =
                format!("expected {what}, found the keyword `{}`", self.interner.text(token.name));
            self.error(codes::EXPECTED_NAME, token.span, message);
        } else {
            self.error_expected(codes::EXPECTED_NAME, what);
        }
        None
    }
}
