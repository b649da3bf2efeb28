//! Diagnostics as JSON, one object a line: `--error-format json`.
//!
//! ```json
//! {"code":"E0312","slug":"no-viable-overload","severity":"error","message":"...",
//!  "primary":{"file":"k.cu","line":3,"column":5,"end_line":3,"end_column":9,"text":"..."},
//!  "secondary":[...],"notes":[{"kind":"help","text":"...","at":null}],
//!  "macros":[{"name":"SQUARE","at":{...}}],
//!  "fixes":[{"title":"...","applicability":"always","edits":[{"at":{...},"text":"..."}]}]}
//! ```

use lang::base::{Applicability, Diagnostic, NoteKind, Severity, SourceMap, Span};
use serde_json::{Value, json};

pub fn diagnostic(map: &SourceMap, diagnostic: &Diagnostic) -> Value {
    let labels = diagnostic.secondary.iter().map(|label| place(map, label.span, &label.text));
    let notes = diagnostic.notes.iter().map(|note| {
        json!({ "kind": note_kind(note.kind), "text": note.text, "at": place(map, note.span, "") })
    });
    // From the macro that has the primary place in it outwards: where its tokens were written.
    let macros = map.backtrace(diagnostic.primary.span.lo).map(|expansion| {
        let at = map.spelling(expansion.spelled_at);
        json!({ "name": &*expansion.macro_name, "at": place(map, Span::new(at, at), "") })
    });
    let fixes = diagnostic.fixes.iter().map(|fix| {
        let edits = fix
            .edits
            .iter()
            .map(|edit| json!({ "at": place(map, edit.span, ""), "text": edit.text }));
        json!({
            "title": fix.title,
            "applicability": match fix.applicability {
                Applicability::Always => "always",
                Applicability::Maybe => "maybe",
                Applicability::ByHand => "by-hand",
            },
            "edits": edits.collect::<Vec<_>>(),
        })
    });
    json!({
        "code": diagnostic.code.id,
        "slug": diagnostic.code.slug,
        "severity": match diagnostic.severity {
            Severity::Remark => "remark",
            Severity::Warning => "warning",
            Severity::Error => "error",
            Severity::Bug => "bug",
        },
        "message": diagnostic.message,
        "primary": place(map, diagnostic.primary.span, &diagnostic.primary.text),
        "secondary": labels.collect::<Vec<_>>(),
        "notes": notes.collect::<Vec<_>>(),
        "macros": macros.collect::<Vec<_>>(),
        "fixes": fixes.collect::<Vec<_>>(),
    })
}

fn note_kind(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Note => "note",
        NoteKind::Help => "help",
        NoteKind::InstantiatedFrom => "instantiated-from",
        NoteKind::CandidateRejected => "candidate-rejected",
        NoteKind::ConstraintNotSatisfied => "constraint-not-satisfied",
        NoteKind::DeclaredHere => "declared-here",
        NoteKind::EvaluatedFrom => "evaluated-from",
    }
}

pub fn place(map: &SourceMap, span: Span, text: &str) -> Value {
    if span.is_none() {
        return Value::Null;
    }
    let span = map.resolve(span);
    let (Some((path, start)), Some((_, end))) = (map.presumed(span.lo), map.presumed(span.hi))
    else {
        return Value::Null;
    };
    json!({
        "file": &**path,
        "line": start.line,
        "column": start.col,
        "end_line": end.line,
        "end_column": end.col,
        "text": text,
    })
}
