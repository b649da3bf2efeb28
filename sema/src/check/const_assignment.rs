//! The error of an assignment to a constant: names what is constant, and the declaration that makes it so.
//!
//! In: the target of the assignment. Out: a diagnostic. A copy that a lambda captures is constant in its body unless the
//! lambda is `mutable` ([expr.prim.lambda.closure]/5); the help says how to change the variable itself.

use lang::base::{Applicability, Diagnostic, Span};

use crate::Cx;
use crate::codes;
use crate::ty::Ty;
use crate::typed::{ExprId, ExprKind};

impl Cx<'_> {
    /// `ty` is the type of the target, which is constant.
    pub(super) fn assignment_to_const(&self, target: ExprId, ty: Ty, span: Span) -> Diagnostic {
        if let Some(name) = self.captured_copy(target) {
            let message = format!("`{name}` is a captured copy, which the lambda cannot change");
            return Diagnostic::new(codes::ASSIGNMENT_TO_CONST, span, message).help(format!(
                "capture by reference, `[&{name}]`, to change the variable, or declare the lambda `mutable` to change the copy"
            ));
        }
        let message = match self.typed.exprs[target].kind {
            ExprKind::Local(local) if let Some(name) = self.typed.locals[local].name => {
                format!("`{}` is `{}`, which cannot be changed", self.text(name), self.show(ty))
            }
            _ => format!("`{}` cannot be changed", self.show(ty)),
        };
        let mut diagnostic = Diagnostic::new(codes::ASSIGNMENT_TO_CONST, span, message);
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

    /// The name of the variable whose copy in a closure an expression designates.
    fn captured_copy(&self, target: ExprId) -> Option<String> {
        let ExprKind::Field { object, index } = self.typed.exprs[target].kind else { return None };
        let class = self.types.class_of(self.typed.exprs[object].ty)?;
        let class = &self.entities[class];
        class.closure.as_ref()?;
        let field = class.fields.get(index as usize)?;
        Some(self.text(field.name?).to_owned())
    }
}
