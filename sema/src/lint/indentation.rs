//! Statements that are indented as if they were in a loop or a branch, which has no braces and ends before them.
//!
//! In: the tokens of the user's files, those of host code and of templates too. Out: warnings, as GCC gives them.
//!
//! Invariant: a statement is reported only where it begins a line that is indented exactly as the body is, and deeper than
//! the line of the branch, without a directive of the preprocessor or a macro between them.

use lang::base::{Diagnostic, Span};
use lang::lex::{Token, TokenKind as T};

use crate::Cx;
use crate::codes;

/// Branches inside of each other that are followed.
const DEEPEST: usize = 64;

/// The file and the line of a token, and what is in front of it there.
struct Line<'t> {
    text: &'t str,
    /// Where the text of the file begins that `indent` is in front of.
    offset: u32,
    indent: &'t str,
    /// What stands between the blanks and the token.
    before: &'t str,
}

impl Cx<'_> {
    pub(super) fn warn_of_indentation(&mut self) {
        // A brace that is missing is one that the text may count on.
        if self.has_errors() {
            return;
        }
        let tokens = self.unit.tokens;
        let mut found = Vec::new();
        for run in self.unit.users_tokens(0) {
            let run = tokens.get(run).unwrap_or_default();
            for at in 0..run.len() {
                found.extend(self.misleading(run, at));
            }
        }
        found.into_iter().for_each(|found| self.report(found));
    }

    /// The warning about the statement behind the branch or loop whose keyword is at `at`.
    fn misleading(&self, tokens: &[Token], at: usize) -> Option<Diagnostic> {
        let body = body_of(tokens, at)?;
        if tokens.get(body)?.kind == T::LBrace {
            return None;
        }
        let end = end_of_statement(tokens, body, 0)?;
        let (guard, first, next) = (tokens.get(at)?, tokens.get(body)?, tokens.get(end)?);
        let is_statement = !matches!(
            next.kind,
            T::RBrace | T::Semi | T::KwElse | T::KwCase | T::KwDefault | T::Eof
        ) && tokens.get(end + 1).is_none_or(|behind| behind.kind != T::Colon);
        if !is_statement {
            return None;
        }
        let of_guard = self.line_of(guard.span)?;
        let (of_body, of_next) = (self.line_of(first.span)?, self.line_of(next.span)?);
        let is_deeper = |line: &Line<'_>| {
            line.indent.len() > of_guard.indent.len() && line.indent.starts_with(of_guard.indent)
        };
        let is_led_by = |word: &str| matches!(word, "}" | "else" | "}else");
        if !of_guard.before.split_whitespace().all(is_led_by)
            || !of_body.before.is_empty()
            || !of_next.before.is_empty()
            || of_body.indent != of_next.indent
            || !is_deeper(&of_next)
        {
            return None;
        }
        let between = of_guard.text.get(of_guard.offset as usize..of_next.offset as usize)?;
        if between.lines().any(|line| line.trim_start().starts_with('#')) {
            return None;
        }
        let keyword = guard.kind.text();
        let label = match guard.kind {
            T::KwFor | T::KwWhile => "is executed once, behind the loop",
            _ => "is executed in any case",
        };
        let message = format!("this statement is indented as if the `{keyword}` contained it");
        let ended = format!("this `{keyword}` has no braces, and contains one statement");
        let diagnostic = Diagnostic::new(codes::MISLEADING_INDENTATION, next.span, message)
            .label(label)
            .secondary(guard.span, ended)
            .help(format!(
                "write `{{` and `}}` around the statements of the `{keyword}`, or indent this one as the `{keyword}`"
            ));
        Some(diagnostic)
    }

    /// The line of a token that no macro made.
    fn line_of(&self, span: Span) -> Option<Line<'_>> {
        let sources = self.unit.sources;
        if sources.expansion(span.lo).is_some() {
            return None;
        }
        let (file, offset) = sources.file_offset(span.lo)?;
        let text: &str = &sources.file(file).text;
        let before = text.get(..offset as usize)?;
        let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        let indent = &line[..line.len() - line.trim_start().len()];
        Some(Line { text, offset, indent, before: &line[indent.len()..] })
    }
}

/// The first token of the body of a branch or a loop whose keyword is at `at`.
fn body_of(tokens: &[Token], at: usize) -> Option<usize> {
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    match kind(at)? {
        T::KwElse => Some(at + 1),
        T::KwIf | T::KwFor | T::KwWhile => {
            let open = if kind(at + 1)? == T::KwConstexpr { at + 2 } else { at + 1 };
            (kind(open)? == T::LParen).then(|| closing(tokens, open)).flatten().map(|at| at + 1)
        }
        _ => None,
    }
}

/// The partner of the bracket at `open`.
fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            T::LParen | T::LBrace | T::LBracket => depth += 1,
            T::RParen | T::RBrace | T::RBracket => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The token behind the statement that begins at `start`.
fn end_of_statement(tokens: &[Token], start: usize, depth: usize) -> Option<usize> {
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    if depth > DEEPEST {
        return None;
    }
    match kind(start)? {
        T::LBrace => Some(closing(tokens, start)? + 1),
        T::KwIf | T::KwFor | T::KwWhile => {
            let end = end_of_statement(tokens, body_of(tokens, start)?, depth + 1)?;
            match (kind(start)?, kind(end)) {
                (T::KwIf, Some(T::KwElse)) => end_of_statement(tokens, end + 1, depth + 1),
                _ => Some(end),
            }
        }
        // Statements that are seldom a body without braces.
        T::KwDo | T::KwSwitch | T::KwTry | T::KwCase | T::KwDefault | T::KwElse => None,
        _ => {
            let mut at = start;
            loop {
                match kind(at)? {
                    T::Semi => return Some(at + 1),
                    T::LParen | T::LBrace | T::LBracket => at = closing(tokens, at)?,
                    T::RParen | T::RBrace | T::RBracket | T::Eof => return None,
                    _ => {}
                }
                at += 1;
            }
        }
    }
}
