//! Where the user is writing: what completion and signature help start from.
//!
//! Names and qualifiers are looked up in the program as it was last checked, in the scope around
//! the position. The type of an object before `.` is what the checker found. Where it did not come to
//! that, because the text is not complete, the document is checked once more with a marker in the
//! place of the member, and checking ends when it looks the marker up. So nothing here knows what an
//! expression means.

use std::sync::Arc;

use lang::base::{Pos, Span};
use lang::lex::TokenKind;
use sema::candidates::NameCandidate;
use sema::entity::DeclName;
use sema::lookup::LookupResult;
use sema::uses::{Site, SiteContext};

use super::analysis::{Analysis, Depth, Subject, analyse_to};
use super::documents::Overlaid;

/// No name of a user.
const MARKER: &str = "__tilec_is_written_here";

/// What stands before a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Before {
    Nothing,
    /// `a::b::`, also `::`
    Path(Vec<String>),
    /// `.` or `->`
    Member,
}

/// What stands before the token number `index`, read backwards.
pub fn before(analysis: &Analysis<'_, '_>, index: usize) -> Before {
    let tokens = analysis.tokens();
    let kind = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map(|(_, kind)| *kind);
    match kind(index.checked_sub(1)) {
        Some(TokenKind::Dot | TokenKind::Arrow) => Before::Member,
        Some(TokenKind::ColonColon) => {
            let mut path = Vec::new();
            let mut at = index;
            while kind(at.checked_sub(1)) == Some(TokenKind::ColonColon) {
                at -= 1;
                match at.checked_sub(1).and_then(|name| tokens.get(name)) {
                    Some((span, TokenKind::Ident)) => {
                        path.push(analysis.map.text(*span).to_owned());
                        at -= 1;
                    }
                    // What has template arguments is for the checker.
                    Some((_, TokenKind::Gt | TokenKind::Shr)) => return Before::Member,
                    _ => break,
                }
            }
            path.reverse();
            Before::Path(path)
        }
        _ => Before::Nothing,
    }
}

/// Runs `ask` with the place where the bytes `from..to` of the document are a name, in a checked
/// program.
pub fn with_site<T>(
    analysis: &mut Analysis<'_, '_>,
    before: &Before,
    from: usize,
    to: usize,
    ask: &mut dyn FnMut(&mut Analysis<'_, '_>, Site) -> T,
) -> Option<T> {
    match before {
        Before::Member => match member_site(analysis, from) {
            Some(site) => Some(ask(analysis, site)),
            None => with_marker(analysis, from, to, ask),
        },
        Before::Nothing => {
            let pos = analysis.map.file(analysis.main).pos(from as u32);
            let scope = analysis.cx().scope_at(pos);
            Some(ask(analysis, Site { scope, context: SiteContext::Unqualified }))
        }
        Before::Path(path) => {
            let pos = analysis.map.file(analysis.main).pos(from as u32);
            let cx = analysis.cx();
            let scope = cx.scope_at(pos);
            let path: Option<Vec<_>> = path.iter().map(|name| cx.names.get(name)).collect();
            let qualifier = path.and_then(|path| cx.qualifier_at(scope, &path));
            match qualifier {
                Some(qualifier) => {
                    let context = SiteContext::Qualified(qualifier);
                    Some(ask(analysis, Site { scope, context }))
                }
                None => with_marker(analysis, from, to, ask),
            }
        }
    }
}

/// What is before the `.` or `->` in front of a byte, if the checker has met it: it has wherever the
/// parser made an expression of what is written so far.
fn member_site(analysis: &mut Analysis<'_, '_>, from: usize) -> Option<Site> {
    let pos = analysis.map.file(analysis.main).pos(from as u32);
    let tokens = analysis.tokens();
    let dot = tokens.partition_point(|(span, _)| span.lo < pos).checked_sub(1)?;
    let end = tokens.get(dot.checked_sub(1)?)?.0.hi;
    let is_dot = matches!(tokens.get(dot)?.1, TokenKind::Dot | TokenKind::Arrow);
    if !is_dot {
        return None;
    }
    analysis.cx().uses.as_ref()?.member_site(end)
}

/// Checks the document with the marker in the place of `from..to`.
fn with_marker<T>(
    analysis: &mut Analysis<'_, '_>,
    from: usize,
    to: usize,
    ask: &mut dyn FnMut(&mut Analysis<'_, '_>, Site) -> T,
) -> Option<T> {
    let text = repaired(analysis, from, to, MARKER);
    let mut answer = None;
    let path = analysis.map.file(analysis.main).path.clone();
    let depth = Depth::Marker { marker: MARKER, path: &path, offset: from };
    analyse_instead(analysis, depth, &text, &mut |marked| {
        if let Some(site) = marked.cx().uses.as_ref().and_then(|uses| uses.site()) {
            answer = Some(ask(marked, site));
        }
    });
    answer
}

/// Runs `ask` with the document checked up to the call of the function that is named at `name`, as if
/// its arguments ended at the byte `at`.
pub fn with_call_ended(
    analysis: &mut Analysis<'_, '_>,
    name: Span,
    at: usize,
    ask: &mut dyn FnMut(&mut Analysis<'_, '_>),
) {
    let head = analysis.text().get(..at).unwrap_or_default();
    // What follows a comma is not there yet.
    let written = head.trim_end().trim_end_matches(',').len();
    let text = repaired(analysis, written, at, "");
    analyse_instead(analysis, Depth::Call(name), &text, ask);
}

/// Checks the project with another text in the place of the document's.
fn analyse_instead(
    analysis: &mut Analysis<'_, '_>,
    depth: Depth<'_>,
    text: &str,
    ask: &mut dyn FnMut(&mut Analysis<'_, '_>),
) {
    let path = analysis.map.file(analysis.main).path.clone();
    let loader = Overlaid { documents: analysis.documents, path: &path, text: Arc::from(text) };
    let root = analysis.map.file(analysis.root).path.clone();
    let interrupt = analysis.interrupt.clone();
    let (settings, preambles) = (analysis.settings, analysis.preambles);
    let subject = Subject {
        path: &root,
        documents: &loader,
        settings,
        interrupt: &interrupt,
        preambles,
        launched: None,
    };
    analyse_to(depth, subject, &mut |_| {}, &mut |other| {
        other.turn_to(Some(&path));
        ask(other);
    });
}

/// The text with a word in the place of `from..to`, repaired around it: where nothing but closing
/// brackets follows on the line, the statement is ended there.
fn repaired(analysis: &Analysis<'_, '_>, from: usize, to: usize, word: &str) -> String {
    let text = analysis.text();
    let (head, tail) = (text.get(..from).unwrap_or(text), text.get(to..).unwrap_or(""));
    let line_end = tail.find('\n').unwrap_or(tail.len());
    let rest = tail.get(..line_end).unwrap_or("");
    let is_open_end = rest.trim().chars().all(|c| matches!(c, ')' | ']' | ',' | ';'));
    if !is_open_end {
        return format!("{head}{word}{tail}");
    }
    let closers = open_brackets(analysis, from);
    let after = tail.get(line_end..).unwrap_or("");
    format!("{head}{word}{closers};{after}")
}

/// What closes the brackets that are open at a byte, up to the start of the statement.
fn open_brackets(analysis: &Analysis<'_, '_>, at: usize) -> String {
    let pos = analysis.map.file(analysis.main).pos(at as u32);
    let tokens = analysis.tokens();
    let end = tokens.partition_point(|(span, _)| span.lo < pos);
    let mut depth = 0_usize;
    let mut closers = String::new();
    for (_, kind) in tokens.get(..end).unwrap_or_default().iter().rev() {
        match kind {
            TokenKind::RParen | TokenKind::RBracket => depth += 1,
            TokenKind::LParen | TokenKind::LBracket if depth > 0 => depth -= 1,
            TokenKind::LParen => closers.push(')'),
            TokenKind::LBracket => closers.push(']'),
            TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace if depth == 0 => break,
            _ => {}
        }
    }
    closers
}

/// The names that could stand at a site.
pub fn names(analysis: &mut Analysis<'_, '_>, site: Site, before: Pos) -> Vec<NameCandidate> {
    analysis.cx().visible_names(site, Some(before))
}

/// What a name at a site would denote.
pub fn lookup(analysis: &mut Analysis<'_, '_>, site: Site, name: &str) -> Option<LookupResult> {
    let cx = analysis.cx();
    let name = cx.names.get(name)?;
    Some(cx.named_at(site, DeclName::Identifier(name)))
}
