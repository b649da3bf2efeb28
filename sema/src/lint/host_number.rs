//! Integers in host code, whose bodies are not parsed: expressions of literals and constants, read from their tokens.
//!
//! A name counts where the user's files initialise it once, as a constant, in a block that is around its use.

use lang::base::{Name, Span};
use lang::lex::{Token, TokenKind as T};

use super::host::may_declare;
use super::threads::initializer;
use crate::Cx;

/// How deeply constants are made of constants.
const MAX_DEPTH: u32 = 8;

/// An expression that is read from the left.
struct Reader<'t> {
    /// The user's tokens, in which constants are looked for.
    tokens: &'t [Token],
    rest: &'t [Token],
    depth: u32,
}

impl Cx<'_> {
    /// The value of an expression in host code, and where the one name in it is declared that stands alone.
    pub(super) fn host_number(
        &self,
        tokens: &[Token],
        expr: &[Token],
    ) -> Option<(u64, Option<Span>)> {
        let (value, declared) = match expr {
            [name] if name.kind == T::Ident => {
                let (at, value) = initializer(tokens, *name)?;
                let declared = tokens.get(at)?.span;
                (self.read_number(tokens, value, 1)?, Some(declared))
            }
            _ => (self.read_number(tokens, expr, 0)?, None),
        };
        Some((u64::try_from(value).ok()?, declared))
    }

    fn read_number(&self, tokens: &[Token], expr: &[Token], depth: u32) -> Option<i64> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut reader = Reader { tokens, rest: expr, depth };
        let value = self.read_row(&mut reader, 0)?;
        reader.rest.is_empty().then_some(value)
    }

    /// A row of operators that bind at least as strongly as `least`.
    fn read_row(&self, reader: &mut Reader<'_>, least: u32) -> Option<i64> {
        let mut left = self.read_operand(reader)?;
        while let Some((token, rest)) = reader.rest.split_first()
            && let Some(strength) = strength(token.kind).filter(|&strength| strength >= least)
        {
            reader.rest = rest;
            let right = self.read_row(reader, strength + 1)?;
            left = match token.kind {
                T::Star => left.checked_mul(right)?,
                T::Slash => left.checked_div(right)?,
                T::Percent => left.checked_rem(right)?,
                T::Plus => left.checked_add(right)?,
                T::Minus => left.checked_sub(right)?,
                T::Shl => left.checked_mul(1i64.checked_shl(u32::try_from(right).ok()?)?)?,
                T::Shr => left.checked_shr(u32::try_from(right).ok()?)?,
                _ => return None,
            };
        }
        Some(left)
    }

    fn read_operand(&self, reader: &mut Reader<'_>) -> Option<i64> {
        let (token, rest) = reader.rest.split_first()?;
        reader.rest = rest;
        match token.kind {
            T::LParen => {
                let value = self.read_row(reader, 0)?;
                let (close, rest) = reader.rest.split_first()?;
                reader.rest = rest;
                (close.kind == T::RParen).then_some(value)
            }
            T::Ident => {
                let (at, value) = initializer(reader.tokens, *token)?;
                let is_constant = is_constant(reader.tokens, at);
                is_constant.then(|| self.read_number(reader.tokens, value, reader.depth + 1))?
            }
            _ => {
                let text = self.unit.sources.text(token.span);
                let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
                // A leading zero makes an octal number.
                let is_plain = digits == "0" || !digits.starts_with('0');
                is_plain.then(|| digits.replace('\'', "").parse().ok())?
            }
        }
    }
}

/// How strongly an operator binds.
fn strength(kind: T) -> Option<u32> {
    match kind {
        T::Shl | T::Shr => Some(1),
        T::Plus | T::Minus => Some(2),
        T::Star | T::Slash | T::Percent => Some(3),
        _ => None,
    }
}

/// Whether the declaration of the name at `at` says `const` or `constexpr`.
fn is_constant(tokens: &[Token], at: usize) -> bool {
    let before = tokens.get(..at).unwrap_or_default().iter().rev();
    let mut specifiers = before
        .take_while(|token| !matches!(token.kind, T::Semi | T::LBrace | T::RBrace | T::LParen));
    specifiers.any(|token| matches!(token.kind, T::KwConst | T::KwConstexpr))
}

/// Whether a parameter may have the name too.
pub(super) fn is_parameter(tokens: &[Token], name: Name) -> bool {
    tokens.windows(4).any(|around| match around {
        [first, before, token, after] => {
            token.kind == T::Ident
                && token.name == name
                && matches!(after.kind, T::Comma | T::RParen)
                && may_declare(first.kind, before.kind, after.kind)
        }
        _ => false,
    })
}
