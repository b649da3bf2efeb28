//! Which bracket closes which, found once before parsing.

use super::codes;
use crate::base::{Diagnostic, Diagnostics};
use crate::lex::{Token, TokenKind};

/// For each opening bracket the bracket that closes it, so that skipping a body is one step.
pub(super) struct BracketMap {
    /// By token index: the closing bracket's index, or [`BracketMap::NONE`].
    closing: Vec<u32>,
}

impl BracketMap {
    const NONE: u32 = u32::MAX;

    /// Matches all brackets. A `}` closes the innermost `{` whatever is open inside; a `)` or `]`
    /// that fits nothing inside the innermost `{` is passed over; a `;` ends every `(` and `[`
    /// that is not the head of a statement, which is where a missing `)` shows. Only unbalanced
    /// braces are reported: the other brackets are the parser's, which may never look there.
    pub fn new(tokens: &[Token], diagnostics: &mut Diagnostics) -> BracketMap {
        let mut closing = vec![BracketMap::NONE; tokens.len()];
        let mut open: Vec<(usize, OpenBracket)> = Vec::new();
        let mut previous = TokenKind::Eof;
        for (index, token) in tokens.iter().enumerate() {
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
                    open.push((index, OpenBracket::Brace));
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
                TokenKind::RBrace => &[OpenBracket::Brace],
                _ => continue,
            };
            // Only look inside the innermost braces, unless this is a closing brace itself.
            let found = open
                .iter()
                .rposition(|(_, bracket)| {
                    closes.contains(bracket) || *bracket == OpenBracket::Brace
                })
                .filter(|&at| closes.contains(&open[at].1));
            let Some(found) = found else {
                if token.kind == TokenKind::RBrace {
                    diagnostics.push(Diagnostic::new(
                        codes::UNBALANCED_BRACKET,
                        token.span,
                        "this `}` closes nothing",
                    ));
                }
                continue;
            };
            closing[open[found].0] = index as u32;
            open.truncate(found);
        }
        // The outermost one: what is open inside of it follows from that.
        if let Some(&(index, _)) = open.iter().find(|(_, bracket)| *bracket == OpenBracket::Brace) {
            diagnostics.push(Diagnostic::new(
                codes::UNBALANCED_BRACKET,
                tokens[index].span,
                "this `{` is never closed",
            ));
        }
        BracketMap { closing }
    }

    pub fn closing(&self, open: u32) -> Option<u32> {
        self.closing.get(open as usize).copied().filter(|&close| close != BracketMap::NONE)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenBracket {
    Brace,
    Square,
    Paren,
    /// The `(` behind `for`, `if` and the like, where a `;` may stand.
    Head,
}

impl OpenBracket {
    fn ends_at_semi(self) -> bool {
        match self {
            OpenBracket::Square | OpenBracket::Paren => true,
            OpenBracket::Brace | OpenBracket::Head => false,
        }
    }
}
