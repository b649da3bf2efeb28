//! Which bracket closes which, found once before parsing.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::codes;
use crate::base::{Diagnostic, Diagnostics};
use crate::lex::{Token, TokenFlags, TokenKind};

/// For each opening bracket the bracket that closes it, so that skipping a body is one step.
#[derive(Clone, Default)]
pub(super) struct BracketMap {
    /// By token index: the closing bracket's index, or [`BracketMap::NONE`]. The tokens at the beginning are shared with copies.
    shared: Arc<[u32]>,
    /// Of the tokens behind those.
    closing: Vec<u32>,
    /// For a function's `{` that is never closed, the token where the next function starts.
    ends: FxHashMap<u32, u32>,
}

impl BracketMap {
    const NONE: u32 = u32::MAX;

    /// Matches all brackets. A `}` closes the innermost `{` whatever is open inside; a `)` or `]`
    /// that fits nothing inside the innermost `{` is passed over; a `;` ends every `(` and `[`
    /// that is not the head of a statement, which is where a missing `)` shows. Only unbalanced
    /// braces are reported: the other brackets are the parser's, which may never look there.
    pub fn new(tokens: &[Token], diagnostics: &mut Diagnostics) -> BracketMap {
        let mut map = BracketMap::default();
        map.extend(tokens, 0, diagnostics);
        map
    }

    /// Shares the brackets among the first `n_tokens` tokens with the copies to come, and forgets those behind.
    pub fn share(&mut self, n_tokens: usize) {
        let all = self.shared.iter().chain(&self.closing).copied();
        self.shared = all.take(n_tokens).collect();
        self.closing = Vec::new();
    }

    /// Matches the brackets from the token number `start` on, before which none is open.
    pub fn extend(&mut self, tokens: &[Token], start: usize, diagnostics: &mut Diagnostics) {
        if start < self.shared.len() {
            self.closing = self.shared.iter().chain(&self.closing).copied().collect();
            self.shared = Arc::default();
        }
        let BracketMap { shared, closing, ends } = self;
        let n_shared = shared.len();
        closing.truncate(start - n_shared);
        closing.resize(tokens.len() - n_shared, BracketMap::NONE);
        let mut open: Vec<(usize, OpenBracket)> = Vec::new();
        let mut latest_unmatched = None;
        let mut previous = start.checked_sub(1).map_or(TokenKind::Eof, |last| tokens[last].kind);
        for (index, token) in tokens.iter().enumerate().skip(start) {
            let before = std::mem::replace(&mut previous, token.kind);
            let closes = match token.kind {
                TokenKind::LParen => {
                    let is_head = matches!(
                        before,
                        TokenKind::KwFor
                            | TokenKind::KwIf
                            | TokenKind::KwSwitch
                            | TokenKind::KwWhile
                            | TokenKind::KwConstexpr
                    );
                    let bracket = if is_head { OpenBracket::Head } else { OpenBracket::Paren };
                    open.push((index, bracket));
                    continue;
                }
                TokenKind::LBracket => {
                    open.push((index, OpenBracket::Square));
                    continue;
                }
                TokenKind::LBrace => {
                    let is_body = matches!(
                        before,
                        TokenKind::RParen | TokenKind::KwConst | TokenKind::KwNoexcept
                    );
                    let bracket = if is_body { OpenBracket::Body } else { OpenBracket::Brace };
                    open.push((index, bracket));
                    continue;
                }
                TokenKind::KwTileGlobal | TokenKind::KwGlobal => {
                    // A kernel inside of a function: the `}` of the function is missing.
                    let body = open.iter().position(|(_, bracket)| *bracket == OpenBracket::Body);
                    if let Some(body) = body {
                        let unclosed = open[body].0;
                        let start = start_of_declaration(tokens, index);
                        ends.insert(unclosed as u32, start as u32);
                        diagnostics.push(unclosed_brace(tokens[unclosed]).secondary(
                            token.span,
                            "a kernel cannot start inside of a function: a `}` is missing before it",
                        ));
                        open.truncate(body);
                    }
                    continue;
                }
                TokenKind::Semi => {
                    while open.last().is_some_and(|(_, bracket)| bracket.ends_at_semi()) {
                        open.pop();
                    }
                    continue;
                }
                TokenKind::RParen => &[OpenBracket::Paren, OpenBracket::Head][..],
                TokenKind::RBracket => &[OpenBracket::Square],
                TokenKind::RBrace => &[OpenBracket::Brace, OpenBracket::Body],
                _ => continue,
            };
            // Only look inside the innermost braces, unless this is a closing brace itself.
            let found = open
                .iter()
                .rposition(|(_, bracket)| closes.contains(bracket) || bracket.is_brace())
                .filter(|&at| closes.contains(&open[at].1));
            let Some(found) = found else {
                if token.kind == TokenKind::RBrace {
                    // Of several in a row the first is the mistake; a macro can expand to half a million.
                    if latest_unmatched.is_none_or(|latest| latest + 1 != index) {
                        diagnostics.push(Diagnostic::new(
                            codes::UNBALANCED_BRACKET,
                            token.span,
                            "this `}` closes nothing",
                        ));
                    }
                    latest_unmatched = Some(index);
                }
                continue;
            };
            closing[open[found].0 - n_shared] = index as u32;
            open.truncate(found);
        }
        // The outermost one: what is open inside of it follows from that.
        let is_cut = tokens.last().is_some_and(|eof| eof.flags.contains(TokenFlags::REPAIRED));
        if let Some(&(index, _)) = open.iter().find(|(_, bracket)| bracket.is_brace())
            && !is_cut
        {
            diagnostics.push(unclosed_brace(tokens[index]));
        }
    }

    /// Where a body ends whose `{` is never closed, if the next function shows it.
    pub fn end_of_unclosed(&self, open: u32) -> Option<u32> {
        self.ends.get(&open).copied()
    }

    pub fn closing(&self, open: u32) -> Option<u32> {
        let open = open as usize;
        let known = match self.shared.get(open) {
            Some(close) => Some(close),
            None => self.closing.get(open - self.shared.len()),
        };
        known.copied().filter(|&close| close != BracketMap::NONE)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenBracket {
    Brace,
    /// The `{` of a function's body or of a statement behind a head.
    Body,
    Square,
    Paren,
    /// The `(` behind `for`, `if` and the like, where a `;` may stand.
    Head,
}

impl OpenBracket {
    fn ends_at_semi(self) -> bool {
        match self {
            OpenBracket::Square | OpenBracket::Paren => true,
            OpenBracket::Brace | OpenBracket::Body | OpenBracket::Head => false,
        }
    }

    fn is_brace(self) -> bool {
        match self {
            OpenBracket::Brace | OpenBracket::Body => true,
            OpenBracket::Square | OpenBracket::Paren | OpenBracket::Head => false,
        }
    }
}

pub(super) const UNCLOSED: &str = "this `{` is never closed";

fn unclosed_brace(token: Token) -> Diagnostic {
    Diagnostic::new(codes::UNBALANCED_BRACKET, token.span, UNCLOSED)
}

/// The first token of the declaration around `index`: behind the last `;`, `{` or `}`.
fn start_of_declaration(tokens: &[Token], index: usize) -> usize {
    let is_end = |token: &Token| {
        matches!(token.kind, TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace)
    };
    tokens[..index].iter().rposition(is_end).map_or(0, |end| end + 1)
}
