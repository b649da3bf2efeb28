//! The notes of a diagnostic as lines, folded so that the error stays in sight.

use crate::base::{Diagnostic, ExpansionKind, NoteKind, Pos, SourceMap, Span};

use super::Place;

/// Stacks of instantiations and evaluations keep this many lines, from both ends.
const MAX_STACK: usize = 2;
/// As do lists of candidates, from the front.
const MAX_CANDIDATES: usize = 2;

/// A line below the source, and how much it is missed when there is no room for it.
pub(super) struct Line {
    pub prefix: &'static str,
    pub text: String,
    /// Lower is kept longer.
    rank: u8,
}

/// All lines that a diagnostic would like to have, in the order of printing.
pub(super) fn lines(map: &SourceMap, diagnostic: &Diagnostic) -> Vec<Line> {
    let mut lines = Vec::new();
    let with_kind = |kind| diagnostic.notes.iter().filter(move |note| note.kind == kind);
    let shown = |text: &str, span: Span| match Place::of(map, span) {
        Some(place) if !span.is_none() => format!("{text} ({})", place.shown(map)),
        _ => text.to_string(),
    };
    for note in with_kind(NoteKind::ConstraintNotSatisfied) {
        lines.push(Line { prefix: "note", text: shown(&note.text, note.span), rank: 1 });
    }
    for note in with_kind(NoteKind::Note) {
        lines.push(Line { prefix: "note", text: shown(&note.text, note.span), rank: 3 });
    }
    for label in &diagnostic.secondary {
        if is_note(map, diagnostic, label.span) {
            lines.push(Line { prefix: "note", text: shown(&label.text, label.span), rank: 4 });
        }
    }
    for note in with_kind(NoteKind::DeclaredHere) {
        lines.push(Line { prefix: "note", text: shown(&note.text, note.span), rank: 4 });
    }
    let candidates: Vec<String> =
        with_kind(NoteKind::CandidateRejected).map(|note| shown(&note.text, note.span)).collect();
    let n_left = candidates.len().saturating_sub(MAX_CANDIDATES);
    for text in candidates.into_iter().take(MAX_CANDIDATES) {
        lines.push(Line { prefix: "note", text, rank: 2 });
    }
    if n_left > 0 {
        let text =
            format!("{n_left} more candidate{} rejected", if n_left == 1 { "" } else { "s" });
        lines.push(Line { prefix: "note", text, rank: 6 });
    }
    for (kind, what) in [
        (NoteKind::EvaluatedFrom, "evaluation step"),
        (NoteKind::InstantiatedFrom, "instantiation"),
    ] {
        let steps: Vec<String> = with_kind(kind).map(|note| shown(&note.text, note.span)).collect();
        for text in fold_stack(steps, what) {
            lines.push(Line { prefix: "note", text, rank: 5 });
        }
    }
    if let Some(text) = macro_backtrace(map, diagnostic.primary.span.lo) {
        lines.push(Line { prefix: "note", text, rank: 2 });
    }
    if let Some(text) = included_at(map, diagnostic.primary.span) {
        lines.push(Line { prefix: "note", text, rank: 6 });
    }
    for note in with_kind(NoteKind::Help) {
        lines.push(Line { prefix: "help", text: shown(&note.text, note.span), rank: 0 });
    }
    for fix in &diagnostic.fixes {
        lines.push(Line { prefix: "help", text: fix.title.clone(), rank: 0 });
    }
    lines
}

/// Whether a secondary label is a line below the source: a header of the system says little beside the user's text.
pub(super) fn is_note(map: &SourceMap, diagnostic: &Diagnostic, label: Span) -> bool {
    !label.is_none()
        && map.in_system_file(label.lo)
        && !map.in_system_file(diagnostic.primary.span.lo)
}

/// Drops the least missed of the lines until `max` are left, and says that there were more.
pub(super) fn fold(mut lines: Vec<Line>, max: usize) -> Vec<Line> {
    if lines.len() <= max {
        return lines;
    }
    let n_dropped = lines.len() + 1 - max.max(1);
    for _ in 0..n_dropped {
        // The last of the highest rank.
        let worst = lines.iter().enumerate().max_by_key(|(index, line)| (line.rank, *index));
        let Some((index, _)) = worst else { break };
        lines.remove(index);
    }
    let text = format!("{n_dropped} more; `--error-format json` has them all");
    lines.push(Line { prefix: "note", text, rank: 0 });
    lines
}

/// The ends of a stack; the innermost step is first.
fn fold_stack(mut steps: Vec<String>, what: &str) -> Vec<String> {
    if steps.len() > MAX_STACK + 1 {
        let n_between = steps.len() - MAX_STACK;
        let plural = if n_between == 1 { "" } else { "s" };
        steps.splice(1..=n_between, [format!("{n_between} more {what}{plural} between")]);
    }
    steps
}

/// Which macros made the position.
fn macro_backtrace(map: &SourceMap, pos: Pos) -> Option<String> {
    let mut expansions = map.backtrace(pos);
    let first = expansions.next()?;
    let mut text = match first.kind {
        ExpansionKind::Argument => format!("in an argument of macro `{}`", first.macro_name),
        ExpansionKind::Body => {
            let spelling = map.spelling(pos);
            let place = Place::of(map, Span::new(spelling, spelling))?;
            format!("in macro `{}`, defined at {}", first.macro_name, place.shown(map))
        }
    };
    let outer: Vec<&str> = expansions.map(|expansion| &*expansion.macro_name).collect();
    match outer[..] {
        [] => {}
        [only] => text += &format!(", called by macro `{only}`"),
        [inner, outermost] => {
            text += &format!(", called by macro `{inner}`, called by macro `{outermost}`");
        }
        [.., outermost] => {
            text += &format!(", called through {} macros by `{outermost}`", outer.len() - 1);
        }
    }
    Some(text)
}

/// Where the user included the file that a span is in.
fn included_at(map: &SourceMap, span: Span) -> Option<String> {
    let place = Place::of(map, span)?;
    let file = map.file(place.file);
    let at = Place::of(map, file.included_at).filter(|_| !file.included_at.is_none())?;
    let (path, _) = file.presumed(place.start as u32);
    Some(format!("`{path}` is included at {}", at.shown(map)))
}
