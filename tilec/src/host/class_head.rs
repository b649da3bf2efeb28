//! Names of classes that begin with `::` where the class is defined: `struct ::a::b<int> : c {};`.
//!
//! EDG, and so nvcc, takes them, and headers of CUB have them. GCC wants such a name without `::`, which
//! names the same class in the global namespace, where these definitions stand.

use lang::lex::{Token, TokenKind};

use super::declared::Partners;

use TokenKind as T;

/// The `::` that begins the name of the class whose definition the class-key at `key` begins.
pub fn global_qualifier(tokens: &[Token], partners: &Partners, key: usize) -> Option<usize> {
    let kind = |at: usize| tokens.get(at).map_or(T::Eof, |token| token.kind);
    let mut at = key + 1;
    // `[[...]]`, `alignas(...)`, `__attribute__((...))`
    loop {
        let open = match (kind(at), kind(at + 1)) {
            (T::LBracket, _) => at,
            (T::Ident | T::KwAlignas, T::LParen) => at + 1,
            _ => break,
        };
        at = after(partners, open)?;
    }
    let qualifier = at;
    while kind(at) == T::ColonColon {
        at += 1;
        if kind(at) != T::Ident {
            return None;
        }
        at += 1;
        if kind(at) == T::Lt {
            at = after_arguments(tokens, partners, at)?;
        }
    }
    let is_final = kind(at) == T::Ident && matches!(kind(at + 1), T::Colon | T::LBrace);
    let is_head = is_final || matches!(kind(at), T::Colon | T::LBrace);
    (at > qualifier && is_head).then_some(qualifier)
}

/// Where a group goes on behind its bracket.
fn after(partners: &Partners, open: usize) -> Option<usize> {
    let close = partners.of(open);
    (close > open).then_some(close + 1)
}

/// Where a name goes on behind the template arguments that begin at `open`.
fn after_arguments(tokens: &[Token], partners: &Partners, open: usize) -> Option<usize> {
    let (mut at, mut depth) = (open, 0_usize);
    loop {
        match tokens.get(at)?.kind {
            T::Lt => depth += 1,
            T::Gt => depth -= 1,
            T::Shr => depth = depth.checked_sub(2)?,
            T::LParen | T::LBracket | T::LBrace => {
                at = after(partners, at)?;
                continue;
            }
            T::Semi => return None,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
}
