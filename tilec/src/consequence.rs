//! Errors that follow from errors of syntax: what could not be parsed is missing in the tree, so that what
//! is said of the rest of the line is not about a mistake of its own.
//!
//! In: everything found. Out: the same, without errors of meaning on a line that has one of syntax.

use lang::base::{Diagnostic, Diagnostics, Severity, SourceMap};

/// Leaves out the errors that follow from others.
pub fn drop_following(found: Diagnostics, map: &SourceMap) -> Diagnostics {
    let is_of = |codes: &[lang::base::Code], diagnostic: &Diagnostic| {
        diagnostic.severity == Severity::Error && codes.contains(&diagnostic.code)
    };
    let line = |diagnostic: &Diagnostic| {
        let (file, place) = map.locate(map.resolve(diagnostic.primary.span).lo)?;
        Some((file, place.line))
    };
    let of_syntax = |diagnostic: &&Diagnostic| is_of(lang::parse::codes::ALL, diagnostic);
    let lines: Vec<_> = found.iter().filter(of_syntax).filter_map(line).collect();
    if lines.is_empty() {
        return found;
    }
    let mut kept = Diagnostics::new();
    for diagnostic in found {
        let follows = is_of(sema::codes::ALL, &diagnostic)
            && line(&diagnostic).is_some_and(|line| lines.contains(&line));
        if !follows {
            kept.push(diagnostic);
        }
    }
    kept
}
