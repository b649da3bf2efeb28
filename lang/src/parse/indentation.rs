//! Mistakes that the layout of the text shows: which of several braces lacks its partner, and a statement whose end is
//! a comment.
//!
//! Brackets are matched from the inside out, so that a missing `}` leaves the outermost `{` open. In
//!
//! ```text
//! void f() {
//!     if (a) {
//!         g();
//! }
//! ```
//!
//! the last line closes the `if` and stands below the `f`.

use super::TranslationUnit;
use super::brackets::UNCLOSED;
use crate::base::{Diagnostics, NoteKind, SourceMap, Span};
use crate::lex::TokenKind;

const NO_SEMICOLON: &str = "expected `;`";

/// Where a token stands in its line.
struct Column {
    /// The blanks in front of the first token of the line.
    indent: usize,
    is_first: bool,
}

/// Adds the brace that was meant to errors about braces that are never closed.
pub fn note_braces(unit: &TranslationUnit, map: &SourceMap, diagnostics: &mut Diagnostics) {
    let is_unclosed = |message: &str| message == UNCLOSED;
    if !diagnostics.iter().any(|found| is_unclosed(&found.message)) {
        return;
    }
    let found = std::mem::take(diagnostics);
    for mut diagnostic in found {
        if is_unclosed(&diagnostic.message)
            && let Some(brace) = misplaced_within(unit, map, diagnostic.primary.span)
        {
            let text = "perhaps it is this `{`: the indentation of the `}` behind it is another";
            // The end that the parser found is one line below the braces.
            for label in std::mem::take(&mut diagnostic.secondary) {
                diagnostic = diagnostic.note_at(NoteKind::Note, label.span, label.text);
            }
            diagnostic = diagnostic.secondary(brace, text);
        }
        diagnostics.push(diagnostic);
    }
}

/// Says of a `;` that is missed and stands in a comment what the comment was meant to be.
pub fn note_comments(map: &SourceMap, diagnostics: &mut Diagnostics) {
    let lacks_semicolon = |message: &str| message.starts_with(NO_SEMICOLON);
    if !diagnostics.iter().any(|found| lacks_semicolon(&found.message)) {
        return;
    }
    for mut diagnostic in std::mem::take(diagnostics) {
        if lacks_semicolon(&diagnostic.message)
            && ends_in_comment(map, diagnostic.primary.span) == Some(true)
        {
            diagnostic.fixes.clear();
            diagnostic = diagnostic.help("`//` begins a comment; a division is written `/`");
        }
        diagnostics.push(diagnostic);
    }
}

/// Whether the rest of a statement stands in a comment behind `span`: `k // n;`.
fn ends_in_comment(map: &SourceMap, span: Span) -> Option<bool> {
    let (file, offset) = map.file_offset(span.lo)?;
    let rest = map.file(file).text.get(offset as usize..)?.lines().next()?;
    let comment = rest.trim_start().strip_prefix("//")?.trim();
    let is_operand = |c: char| c.is_alphanumeric() || c == '_' || c == '(';
    Some(comment.ends_with(';') && comment.starts_with(is_operand))
}

/// The first brace inside of an unclosed one whose `}` begins a line with another indentation.
fn misplaced_within(unit: &TranslationUnit, map: &SourceMap, unclosed: Span) -> Option<Span> {
    let open = unit.tokens.iter().position(|token| token.span == unclosed)?;
    let end =
        unit.brackets.end_of_unclosed(open as u32).map_or(unit.tokens.len(), |end| end as usize);
    let inner = unit.tokens[..end].iter().enumerate().skip(open + 1);
    let braces = inner.filter(|(_, token)| token.kind == TokenKind::LBrace);
    let pairs = braces.filter_map(|(at, token)| {
        let close = unit.brackets.closing(at as u32)? as usize;
        let (opened, closed) = (column(map, token.span)?, column(map, unit.tokens[close].span)?);
        (closed.is_first && opened.indent != closed.indent).then_some((close, token.span))
    });
    pairs.min_by_key(|(close, _)| *close).map(|(_, span)| span)
}

fn column(map: &SourceMap, span: Span) -> Option<Column> {
    let (file, offset) = map.file_offset(span.lo)?;
    let before = map.file(file).text.get(..offset as usize)?;
    let line = before.rsplit('\n').next()?;
    let indent = line.len() - line.trim_start().len();
    Some(Column { indent, is_first: indent == line.len() })
}
