//! The fix of a variable that hides another one: another name for it, in its declaration and in all its uses.
//!
//! A diagnostic has no fix where a use is not known: in a lambda of its own, in an operand that is not evaluated, or in syntax
//! that was not checked.

use lang::base::{Applicability, Edit, Fix, Span};

use super::Shadowed;
use crate::Cx;
use crate::typed::{ExprId, ExprKind, LocalId};

impl Cx<'_> {
    /// Renames the variable that hides another one, within a body.
    pub(super) fn renaming(&self, hiding: &Shadowed, exprs: &[ExprId], body: Span) -> Option<Fix> {
        let name = self.text(hiding.name);
        let text = self.unit.sources.text(body);
        let new = fresh_name(name, text)?;
        let mut uses: Vec<Span> = Vec::new();
        let mut local: Option<LocalId> = None;
        for &expr in exprs {
            let ExprKind::Local(used) = self.typed.exprs[expr].kind else { continue };
            if self.typed.locals[used].span != hiding.span {
                continue;
            }
            local = Some(used);
            uses.push(self.typed.exprs[expr].span);
        }
        uses.sort_by_key(|span| span.lo);
        uses.dedup();
        // Without a use the declaration alone is renamed, if nothing unknown names the variable.
        let named = local.map_or(0, |local| self.typed.locals[local].n_named as usize);
        let is_plain = |span: &Span| self.unit.sources.text(*span) == name;
        let is_mentioned = self.check.lint.unchecked.iter().any(|(span, names)| {
            body.lo <= span.lo && span.hi <= body.hi && names.contains(&hiding.name)
        });
        if local.is_none() || named != uses.len() || is_mentioned || !uses.iter().all(is_plain) {
            return None;
        }
        let edits = std::iter::once(hiding.span).chain(uses);
        let edits = edits.map(|span| Edit { span, text: new.clone() }).collect();
        let title = format!("give one of the two another name, as `{new}`");
        Some(Fix { title, edits, applicability: Applicability::Maybe })
    }
}

/// A name like this one that a text does not have.
fn fresh_name(name: &str, text: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_free = |new: &String| text.split(|c| !is_part(c)).all(|word| word != new);
    let numbered = (2..10).map(|number| format!("inner_{name}_{number}"));
    std::iter::once(format!("inner_{name}")).chain(numbered).find(is_free)
}
