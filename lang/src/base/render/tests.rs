//! The layout of diagnostics.

use std::sync::Arc;

use super::*;
use crate::base::{
    Applicability, Code, Diagnostic, Expansion, ExpansionKind, NoteKind, Pos, Severity,
};

const WRONG: Code = Code { id: "E9999", slug: "wrong", severity: Severity::Error };
const ODD: Code = Code { id: "E9998", slug: "odd", severity: Severity::Remark };

/// A map with one file, and the position of its first byte.
fn map(text: &str) -> (SourceMap, Pos) {
    let mut map = SourceMap::new();
    let id = map.add_file("a.cu", Arc::from(text), false, Span::NONE).unwrap();
    let base = map.file(id).base;
    (map, base)
}

fn span(base: Pos, start: u32, len: u32) -> Span {
    Span::sized(base.offset(start), len)
}

#[track_caller]
fn check(actual: &str, expected: &str) {
    assert_eq!(actual.trim_end(), expected.trim(), "\n{actual}");
}

#[test]
fn source_labels_and_help() {
    let (map, base) = map("int x = foo;\nint foo;\n");
    let diagnostic = Diagnostic::new(WRONG, span(base, 8, 3), "`foo` is not declared")
        .label("not declared yet")
        .secondary(span(base, 17, 3), "declared only here")
        .fix("move the declaration up", Applicability::ByHand, span(base, 0, 0), "");
    check(
        &human(&map, &diagnostic, Colors::Off),
        "
error[E9999]: `foo` is not declared
   ╭─[ a.cu:1:9 ]
   │
 1 │ int x = foo;
   │         ─┬─
   │          ╰─── not declared yet
 2 │ int foo;
   │     ─┬─
   │      ╰─── declared only here
───╯
  help: move the declaration up",
    );
    check(
        &short(&map, &diagnostic),
        "a.cu:1:9: error[E9999]: `foo` is not declared\n  help: move the declaration up",
    );
    assert!(human(&map, &diagnostic, Colors::On).contains("\x1b["));
    assert!(!human(&map, &diagnostic, Colors::Off).contains('\x1b'));
}

#[test]
fn nowhere() {
    let (map, _) = map("");
    let diagnostic = Diagnostic::new(ODD, Span::NONE, "no kernel").help("write one");
    check(&human(&map, &diagnostic, Colors::Off), "note[E9998]: no kernel\n  help: write one");
    check(&short(&map, &diagnostic), "note[E9998]: no kernel\n  help: write one");
}

#[test]
fn macros_are_told_in_a_note() {
    let (mut map, base) = map("#define SQ(x) x * x\n#define T(y) SQ(y)\nT(é)\n");
    let call = span(base, 39, 5);
    let inner = Expansion {
        macro_name: "T".into(),
        kind: ExpansionKind::Body,
        spelled_at: base.offset(33),
        call_site: call,
    };
    let sq_call = Span::sized(map.add_expansion(inner, 5).unwrap(), 5);
    let body = Expansion {
        macro_name: "SQ".into(),
        kind: ExpansionKind::Body,
        spelled_at: base.offset(14),
        call_site: sq_call,
    };
    let star = map.add_expansion(body, 5).unwrap().offset(2);
    let diagnostic = Diagnostic::new(WRONG, Span::sized(star, 1), "no such operator");
    check(
        &human(&map, &diagnostic, Colors::Off),
        "
error[E9999]: no such operator
   ╭─[ a.cu:3:1 ]
   │
 3 │ T(é)
   │ ──┬─
   │   ╰─── here
───╯
  note: in macro `SQ`, defined at a.cu:1:17, called by macro `T`",
    );
    check(&short(&map, &diagnostic), "a.cu:3:1: error[E9999]: no such operator");
}

#[test]
fn notes_are_folded() {
    let (mut map, base) = map("x\n");
    let header = map.add_file("h.h", Arc::from("template"), false, span(base, 0, 1)).unwrap();
    let at = map.file(header).base;
    let mut diagnostic = Diagnostic::new(WRONG, Span::sized(at, 8), "no match").help("cast it");
    for i in 0..10 {
        let (text, place) = (format!("in f<{i}>"), Span::sized(at, 1));
        diagnostic = diagnostic.note_at(NoteKind::InstantiatedFrom, place, text).note_at(
            NoteKind::CandidateRejected,
            Span::NONE,
            format!("candidate {i}"),
        );
    }
    let text = human(&map, &diagnostic, Colors::Off);
    assert!(text.lines().count() <= 12, "{text}");
    assert!(text.contains("candidate 0") && text.contains("cast it"), "{text}");
    assert!(text.contains("more; `--error-format json` has them all"), "{text}");
    let only_stack = Diagnostic {
        notes: diagnostic
            .notes
            .iter()
            .filter(|n| n.kind == NoteKind::InstantiatedFrom)
            .cloned()
            .collect(),
        ..diagnostic
    };
    check(
        &human(&map, &only_stack, Colors::Off),
        "
error[E9999]: no match
   ╭─[ h.h:1:1 ]
   │
 1 │ template
   │ ────┬───
   │     ╰───── here
───╯
  note: in f<0> (h.h:1:1)
  note: 8 more instantiations between
  note: in f<9> (h.h:1:1)
  note: `h.h` is included at a.cu:1:1",
    );
}

#[test]
fn every_span_of_an_odd_file_can_be_shown() {
    let (map, base) = map("é\r\n\ta\x0Cb\u{2028}c\x1b[31m\n\n“x\r\ny");
    let len = map.files()[0].text.len() as u32;
    for lo in 0..=len + 2 {
        for hi in 0..=len + 2 {
            let span = Span::new(base.offset(lo), base.offset(hi));
            let diagnostic = Diagnostic::new(WRONG, span, "x").secondary(Span::sized(base, 3), "");
            let text = human(&map, &diagnostic, Colors::Off);
            assert!(text.starts_with("error[E9999]: x\n") && !text.contains('\x1b'), "{text}");
            assert!(short(&map, &diagnostic).contains("error[E9999]: x\n"));
        }
    }
}

#[test]
fn severities_have_names() {
    let (map, _) = map("");
    for (severity, name) in
        [(Severity::Remark, "note"), (Severity::Warning, "warning"), (Severity::Error, "error")]
    {
        let diagnostic = Diagnostic { severity, ..Diagnostic::new(WRONG, Span::NONE, "x") };
        assert_eq!(short(&map, &diagnostic), format!("{name}[E9999]: x\n"));
    }
}

#[test]
fn lines_are_as_line_directives_have_them() {
    let text = "int a;\n#line 998 \"k.y\"\nint b;\nint c = b1;\n#line 5\nint d = c1;\n";
    let (mut map, base) = map(text);
    let file = map.file_offset(base).unwrap().0;
    map.mark_line(file, 7, 998, Some("k.y"));
    map.mark_line(file, 42, 5, None);
    let first = Diagnostic::new(WRONG, span(base, 38, 2), "`b1` is not declared")
        .label("declared nowhere")
        .secondary(span(base, 4, 1), "not this");
    check(
        &human(&map, &first, Colors::Off),
        "
error[E9999]: `b1` is not declared
     ╭─[ k.y:999:9 ]
     │
 999 │ int c = b1;
     │         ─┬
     │          ╰── declared nowhere
     │
     ├─[ a.cu:1:5 ]
     │
   1 │ int a;
     │     ┬
     │     ╰── not this
─────╯",
    );
    check(&short(&map, &first), "k.y:999:9: error[E9999]: `b1` is not declared");
    let second = Diagnostic::new(WRONG, span(base, 58, 2), "`c1` is not declared");
    check(&short(&map, &second), "k.y:5:9: error[E9999]: `c1` is not declared");
    assert!(human(&map, &second, Colors::Off).contains("\n 5 │ int d = c1;\n"));
}

#[test]
fn long_lines_are_cut_around_the_label() {
    let (map, base) =
        map(&format!("int y;\n{} foo = bar; {}\n", "a ".repeat(500), "b ".repeat(500)));
    let diagnostic = Diagnostic::new(WRONG, span(base, 7 + 1001, 3), "`foo` is not declared")
        .secondary(span(base, 4, 1), "in another line");
    check(
        &human(&map, &diagnostic, Colors::Off),
        "
error[E9999]: `foo` is not declared
   ╭─[ a.cu:2:1002 ]
   │
 2 │ … a a a a a a a a a a a a a a a a a a a a a a a a a a a a a  foo = bar; b b b b b b b b b b b b b b b b b b b b b b b b b b …
   │                                                              ─┬─
   │                                                               ╰─── here
───╯",
    );
}
