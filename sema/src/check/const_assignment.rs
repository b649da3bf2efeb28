//! The error of an assignment to a constant: names what is constant, and the declaration that makes it so.
//!
//! In: the target of the assignment. Out: a diagnostic. A copy that a lambda captures is constant in its body unless the
//! lambda is `mutable` ([expr.prim.lambda.closure]/5); the help says how to change the variable itself.

use lang::ast::{self, CaptureDefault, CaptureKind};
use lang::base::{Applicability, Diagnostic, Name, Span};

use crate::Cx;
use crate::codes;
use crate::entity::{FunctionId, Owner};
use crate::ty::Ty;
use crate::typed::{ExprId, ExprKind};

impl Cx<'_> {
    /// `ty` is the type of the target, which is constant, `function` the one around.
    pub(super) fn assignment_to_const(
        &self,
        target: ExprId,
        ty: Ty,
        function: Option<FunctionId>,
        span: Span,
    ) -> Diagnostic {
        if let Some((lambda, name)) = self.captured_copy(target) {
            let written = self.text(name);
            let message = format!("`{written}` is a captured copy, which the lambda cannot change");
            let diagnostic = Diagnostic::new(codes::ASSIGNMENT_TO_CONST, span, message);
            let advice = |captures: &str| {
                format!(
                    "capture by reference, `{captures}`, to change the variable, or declare the lambda `mutable` to change the copy"
                )
            };
            return match self.captures_with_reference(lambda, name) {
                Some((at, captures)) => {
                    diagnostic.fix(advice(&captures), Applicability::Maybe, at, captures)
                }
                None => diagnostic.help(advice(&format!("[&{written}]"))),
            };
        }
        let message = match self.typed.exprs[target].kind {
            ExprKind::Local(local) if let Some(name) = self.typed.locals[local].name => {
                format!("`{}` is `{}`, which cannot be changed", self.text(name), self.show(ty))
            }
            _ => format!("`{}` cannot be changed", self.show(ty)),
        };
        let mut diagnostic = Diagnostic::new(codes::ASSIGNMENT_TO_CONST, span, message);
        if let Some(function) = function
            && let Some(name) = self.member_of_const(target, function)
        {
            let entity = &self.entities[function];
            let function = self.show_name(entity.name);
            let written = self.text(name);
            diagnostic.message = format!(
                "`{written}` cannot be changed in `{function}`, a member function that is `const`"
            );
            return diagnostic.secondary(entity.span, "declared `const` behind its parameters").help(
                format!("remove the `const` behind the parameters of `{function}`, or declare `{written}` as `mutable`"),
            );
        }
        if self.check.lint.assigned_at == Some(span) {
            diagnostic = diagnostic.fix(
                "`=` assigns; write `==` to compare",
                Applicability::Maybe,
                span,
                "==",
            );
        }
        if let ExprKind::Local(local) = self.typed.exprs[target].kind
            && let Some(name) = self.typed.locals[local].name
        {
            let text = format!("`{}` is declared here", self.text(name));
            diagnostic = diagnostic.secondary(self.typed.locals[local].span, text);
            if self.typed.locals[local].constant.is_none() && diagnostic.fixes.is_empty() {
                let help = format!("remove `const` from the declaration of `{}`", self.text(name));
                diagnostic = diagnostic.help(help);
            }
        }
        diagnostic
    }

    /// The name of the member that an expression designates, if `function` is one of its class and the reason that it is
    /// constant.
    fn member_of_const(&self, target: ExprId, function: FunctionId) -> Option<Name> {
        let ExprKind::Field { object, index } = self.typed.exprs[target].kind else { return None };
        let ExprKind::Deref(pointer) = self.typed.exprs[object].kind else { return None };
        let ExprKind::This = self.typed.exprs[pointer].kind else { return None };
        let class = self.types.class_of(self.typed.exprs[object].ty)?;
        let Owner::Class(owner) = self.entities[function].owner else { return None };
        let field = self.entities[class].fields.get(index as usize)?;
        let is_own = self.types.cv(field.ty).is_const();
        field.name.filter(|_| owner == class && !is_own)
    }

    /// The lambda and the name of the variable whose copy in its closure an expression designates.
    fn captured_copy(&self, target: ExprId) -> Option<(ast::ExprId, Name)> {
        let ExprKind::Field { object, index } = self.typed.exprs[target].kind else { return None };
        let class = self.types.class_of(self.typed.exprs[object].ty)?;
        let class = &self.entities[class];
        let lambda = class.closure.as_ref()?.expr;
        let field = class.fields.get(index as usize)?;
        Some((lambda, field.name?))
    }

    /// The captures of a lambda, with one variable captured by reference and all others as they are; and where they stand.
    fn captures_with_reference(&self, lambda: ast::ExprId, name: Name) -> Option<(Span, String)> {
        let sources = self.unit.sources;
        let whole = self.ast[lambda].span;
        let ast::ExprKind::Lambda(lambda) = &self.ast[lambda].kind else { return None };
        let end = sources.text(whole).find(']')? + 1;
        let at = Span { lo: whole.lo, hi: whole.lo.offset(u32::try_from(end).ok()?) };
        let text = self.text(name);
        let mut captures = Vec::new();
        match lambda.default_capture {
            Some(CaptureDefault::ByCopy) => captures.extend(["=".to_owned(), format!("&{text}")]),
            Some(CaptureDefault::ByReference) => captures.push("&".to_owned()),
            None => {}
        }
        for capture in &lambda.captures {
            let written = sources.text(capture.span);
            let is_meant = match capture.kind {
                CaptureKind::Name { ident, .. } => ident.name == name,
                // What an initialiser gives is a copy on purpose.
                CaptureKind::Init { .. } if written.split('=').next()?.trim() == text => {
                    return None;
                }
                CaptureKind::Init { .. } | CaptureKind::This | CaptureKind::StarThis => false,
            };
            captures.push(match (is_meant, lambda.default_capture) {
                (true, None) => format!("&{text}"),
                // The default captures it by reference.
                (true, Some(_)) => continue,
                (false, _) => written.to_owned(),
            });
        }
        Some((at, format!("[{}]", captures.join(", "))))
    }
}
