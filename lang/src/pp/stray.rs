//! `#define BLOCK 128;`: the semicolon of a macro in the middle of an expression.
//!
//! In: the last token handed over and the one that follows it. Out: an error at the call of the macro, which says where the
//! semicolon is, and the tokens without it, so that nothing behind it is an error too.
//!
//! Invariant: no valid program has a semicolon in such a place.

use super::{Preprocessor, codes};
use crate::base::{Applicability, Diagnostic, ExpansionKind, Span};
use crate::lex::TokenKind as T;

/// Tokens looked at for the parenthesis around a semicolon.
const MAX_TOKENS: usize = 500;

impl Preprocessor<'_> {
    /// Takes back a semicolon of a macro in front of a token that cannot follow one.
    pub(super) fn check_macro_semicolon(&mut self, next: T) {
        let Some(semicolon) = self.result.tokens.last().filter(|token| token.kind == T::Semi)
        else {
            return;
        };
        let span = semicolon.span;
        let Some(expansion) = self.map.expansion(span.lo) else { return };
        if self.options.is_printed
            || expansion.kind != ExpansionKind::Body
            || self.map.in_system_file(span.lo)
            || !(cannot_follow(next) || next == T::RParen && self.is_in_arguments())
        {
            return;
        }
        let name = expansion.macro_name.clone();
        let spelled = self.map.spelling(span.lo);
        let spelled = Span { lo: spelled, hi: spelled.offset(1) };
        let message = format!("the macro `{name}` ends in `;`, which ends the statement here");
        let diagnostic = Diagnostic::new(codes::MACRO_SEMICOLON, span, message)
            .label("in the middle of an expression")
            .fix(
                format!("remove the `;` from the definition of `{name}`"),
                Applicability::Maybe,
                spelled,
                "",
            );
        self.result.tokens.pop();
        // The definition is the mistake, not each use.
        let is_repeated = |other: &Diagnostic| {
            other.code == codes::MACRO_SEMICOLON
                && other.fixes.iter().flat_map(|fix| &fix.edits).any(|edit| edit.span == spelled)
        };
        if !self.result.diagnostics.iter().any(is_repeated) {
            self.report(diagnostic);
        }
    }

    /// Whether the last token is in parentheses that are not those of a statement: in these a semicolon may be the last.
    fn is_in_arguments(&self) -> bool {
        let mut depth = 0usize;
        let tokens = &self.result.tokens;
        for (at, token) in tokens.iter().enumerate().rev().take(MAX_TOKENS) {
            match token.kind {
                T::RParen => depth += 1,
                T::LParen if depth > 0 => depth -= 1,
                T::LParen => {
                    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
                    return !before.is_some_and(|before| {
                        matches!(before.kind, T::KwFor | T::KwIf | T::KwWhile | T::KwSwitch)
                            || before.kind == T::KwConstexpr
                    });
                }
                T::LBrace | T::RBrace => return false,
                _ => {}
            }
        }
        false
    }
}

/// Whether nothing that begins with a token can follow a semicolon.
fn cannot_follow(token: T) -> bool {
    matches!(
        token,
        T::Comma
            | T::RBracket
            | T::Lt
            | T::Gt
            | T::LtEq
            | T::GtEq
            | T::EqEq
            | T::NotEq
            | T::Shl
            | T::Shr
            | T::Slash
            | T::Percent
            | T::Pipe
            | T::PipePipe
            | T::Question
            | T::Eq
            | T::Dot
            | T::Arrow
    )
}
