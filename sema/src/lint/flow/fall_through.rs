//! Statements of a `switch` from which control comes into the next `case` ([stmt.switch]/6), unless the source says that it
//! is meant: by `[[fallthrough]]` ([dcl.attr.fallthrough]), or in a comment, as GCC reads it.

use lang::base::{Applicability, Diagnostic, Pos, Span};

use super::super::push;
use super::Walk;
use crate::codes;
use crate::typed::{ExprKind, LabelId, StmtId, StmtKind};

impl Walk<'_, '_> {
    /// Warns where control comes from the statement `before` to the label of a `case`.
    pub(super) fn fall_through(&mut self, before: StmtId, label: StmtId, id: LabelId) {
        let Some(&case) = self.cases.get(&id) else { return };
        let does_nothing = match self.cx.typed.stmts[before].kind {
            StmtKind::Label(_) => true,
            StmtKind::Local { init, .. } => {
                matches!(self.cx.typed.exprs[init].kind, ExprKind::Uninitialized)
            }
            _ => false,
        };
        if self.is_dead() || self.is_cut_off || does_nothing {
            return;
        }
        let written = self.cx.typed.stmts[before].span;
        let start = self.cx.typed.stmts[label].span.lo;
        let between = Span { lo: self.end_of_last(before), hi: start };
        // In a macro the statements have no text of their own.
        let sources = self.cx.unit.sources;
        let is_written = |pos: Pos| sources.backtrace(pos).next().is_none();
        if between.lo >= between.hi || !is_written(written.lo) || !is_written(start) {
            return;
        }
        let is_meant = |text: &str| text.to_ascii_lowercase().contains("fall");
        // A name behind the last statement is a macro, which may have the attribute.
        let has_macro = without_comments(sources.text(between)).contains(char::is_alphanumeric);
        let from = Span { lo: written.lo.min(between.lo), hi: start };
        if has_macro || sources.text(from).is_empty() || is_meant(sources.text(from)) {
            return;
        }
        let value = sources.text(case);
        let (name, at) = match value.starts_with("default") {
            true => ("default".to_owned(), Span { lo: case.lo, hi: case.lo.offset(7) }),
            false => (format!("case {value}"), case),
        };
        let end = Span { lo: written.hi, hi: written.hi };
        let diagnostic = Diagnostic::new(
            codes::FALL_THROUGH,
            at,
            format!("control falls through into `{name}`"),
        )
        .label("the case before does not end with `break`")
        .secondary(written, "goes on in the next case")
        .fix(
            "write `break;`, or `[[fallthrough]];` if it is meant",
            Applicability::Maybe,
            end,
            " break;",
        );
        push(&mut self.found, diagnostic);
    }

    /// Where the last statement in blocks ends.
    fn end_of_last(&self, stmt: StmtId) -> Pos {
        let node = &self.cx.typed.stmts[stmt];
        match &node.kind {
            StmtKind::Block(list) => match list.last() {
                Some(&last) => self.end_of_last(last),
                None => node.span.lo,
            },
            _ => node.span.hi,
        }
    }
}

/// Source without its comments.
fn without_comments(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some(at) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        kept.push_str(&rest[..at]);
        let comment = &rest[at..];
        let end = if comment.starts_with("/*") {
            comment.find("*/").map(|end| end + 2)
        } else {
            comment.find('\n')
        };
        rest = end.map_or("", |end| &comment[end..]);
    }
    kept + rest
}
