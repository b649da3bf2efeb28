//! Variables and parameters that nothing reads.
//!
//! A variable whose type has a constructor or destructor of the user's may be there for what they do,
//! and is not warned of; the library's types have values only.

use lang::base::{Applicability, Diagnostic, Name, Span};
use rustc_hash::FxHashMap;

use super::{Finding, push};
use crate::Cx;
use crate::codes;
use crate::entity::FunctionId;
use crate::ty::Ty;
use crate::typed::{ExprId, ExprKind, FunctionBody, LocalId, StmtKind};

impl Cx<'_> {
    pub(super) fn find_unused(
        &mut self,
        function: FunctionId,
        body: &FunctionBody,
        span: Span,
        found: &mut Vec<Finding>,
    ) {
        let (stmts, exprs) = self.typed.contents(body);
        let n_written = self.writes(&exprs);
        for stmt in stmts {
            let StmtKind::Local { local, .. } = self.typed.stmts[stmt].kind else { continue };
            let Some(name) = self.unread_name(local, span) else { continue };
            let declared = &self.typed.locals[local];
            let (at, ty, n_named) = (declared.span, declared.ty, declared.n_named);
            if !self.has_values_only(ty) {
                continue;
            }
            let text = self.text(name);
            if n_named == 0 {
                let message = format!("the variable `{text}` is not used");
                // Behind the name it is about this variable alone, and stands in conditions and loops too.
                let behind = Span { lo: at.hi, hi: at.hi };
                let diagnostic = Diagnostic::new(codes::UNUSED_VARIABLE, at, message).fix(
                    "remove it, or write `[[maybe_unused]]` behind its name",
                    Applicability::Maybe,
                    behind,
                    " [[maybe_unused]]",
                );
                push(found, diagnostic);
            } else if !self.types.is_ref(ty) && n_written.get(&local) == Some(&n_named) {
                let message = format!("the variable `{text}` is assigned, but never read");
                let diagnostic = Diagnostic::new(codes::UNUSED_BUT_SET, at, message)
                    .help("remove it and its assignments, or read it");
                push(found, diagnostic);
            }
        }
        if !self.entities[function].is_virtual {
            self.find_unused_parameters(function, body, span, found);
        }
    }

    fn find_unused_parameters(
        &mut self,
        function: FunctionId,
        body: &FunctionBody,
        span: Span,
        found: &mut Vec<Finding>,
    ) {
        for (index, &local) in body.parameters.iter().enumerate() {
            let is_pack =
                self.entities[function].params.get(index).is_none_or(|param| param.from_pack);
            let Some(name) = self.unread_name(local, span) else { continue };
            let declared = &self.typed.locals[local];
            if is_pack || declared.n_named > 0 {
                continue;
            }
            let (at, text) = (declared.span, self.text(name));
            let message = format!("the parameter `{text}` is not used");
            let diagnostic = Diagnostic::new(codes::UNUSED_PARAMETER, at, message).fix(
                format!("write `/*{text}*/`, which leaves it without a name"),
                Applicability::Maybe,
                at,
                format!("/*{text}*/"),
            );
            push(found, diagnostic);
        }
    }

    /// The name of a variable that may be unused, unless syntax that was not checked mentions it.
    fn unread_name(&self, local: LocalId, body: Span) -> Option<Name> {
        let declared = &self.typed.locals[local];
        let name = declared.name?;
        let is_mentioned =
            self.check.lint.unchecked.iter().any(|(span, names)| {
                body.lo <= span.lo && span.hi <= body.hi && names.contains(&name)
            });
        let is_hidden = self.text(name).starts_with("__");
        (!declared.may_be_unused && !is_mentioned && !is_hidden).then_some(name)
    }

    /// How often each variable is the target of a plain assignment whose value is not used.
    fn writes(&self, exprs: &[ExprId]) -> FxHashMap<LocalId, u32> {
        let mut writes = FxHashMap::default();
        for &expr in exprs {
            if let ExprKind::Assign { target, .. } = self.typed.exprs[expr].kind
                && let ExprKind::Local(local) = self.typed.exprs[target].kind
            {
                *writes.entry(local).or_default() += 1;
            }
        }
        // `a = b = 0` reads `b`.
        for &expr in exprs {
            let ExprKind::Load(read) = self.typed.exprs[expr].kind else { continue };
            if let ExprKind::Assign { target, .. } = self.typed.exprs[read].kind
                && let ExprKind::Local(local) = self.typed.exprs[target].kind
            {
                writes.remove(&local);
            }
        }
        writes
    }

    /// Whether making and ending an object does nothing besides: no function of the user's runs.
    fn has_values_only(&mut self, ty: Ty) -> bool {
        if self.types.is_ref(ty) {
            return true;
        }
        let Some(class) = self.types.class_of(self.types.strip_cv(ty)) else {
            return !matches!(self.types.kind(ty), crate::ty::TyKind::Qualified(_, cv) if cv.is_volatile());
        };
        let is_librarys = !self.is_users_text(self.entities[class].span);
        is_librarys && !self.needs_destruction(ty)
    }
}
