//! Uses of an enclosing function's variables in a lambda that captures nothing of the kind
//! ([expr.prim.lambda.capture]/8).
//!
//! Reading a constant is not an odr-use ([basic.def.odr]/5), so a lambda may read the constants around
//! it without a capture. Its body names them as values; code that takes their address or binds a
//! reference to one asks here
//! whether it is such a value.

use lang::ast;
use lang::base::{Diagnostic, Name, Span};

use super::expr::Checker;
use super::operand::{Check, Reported};
use crate::Cx;
use crate::codes;
use crate::entity::Entity;
use crate::scope::ScopeKind;
use crate::typed::{ExprId, ExprKind, LocalId};

impl Checker<'_, '_> {
    /// Whether all lambdas between the place and the variable, of which there are some, capture by
    /// default what needs it.
    pub(super) fn is_captured_by_default(&self, name: Name, local: LocalId) -> bool {
        let mut is_captured = false;
        for id in self.scopes.chain(self.scope) {
            let scope = &self.scopes[id];
            if scope.locals.all(name).any(|found| *found == Entity::Local(local)) {
                return is_captured;
            }
            if let ScopeKind::Class(class) = scope.kind
                && let Some(closure) = &self.entities[class].closure
                && let ast::ExprKind::Lambda(lambda) = &self.ast[closure.expr].kind
            {
                if lambda.default_capture.is_none() {
                    return false;
                }
                is_captured = true;
            }
        }
        is_captured
    }
}

impl Cx<'_> {
    /// Reports when `expr`, whose address is taken or to which a reference is bound, is a constant
    /// that would have to be captured for that.
    pub(crate) fn check_captured(&mut self, expr: ExprId) -> Check<()> {
        let mut object = expr;
        while let ExprKind::Field { object: inner, .. } | ExprKind::Base { object: inner, .. } =
            self.typed.exprs[object].kind
        {
            object = inner;
        }
        let Some(&(name, local)) = self.check.uncaptured.get(&object) else { return Ok(()) };
        // Objects without members cannot be told apart.
        let ty = self.typed.exprs[object].ty;
        if self.types.class_of(ty).is_some_and(|class| self.special_members(class).empty) {
            return Ok(());
        }
        let span = self.typed.exprs[object].span;
        Err(self.report_not_captured(name, local, span))
    }

    pub(super) fn report_not_captured(
        &mut self,
        name: Name,
        local: LocalId,
        span: Span,
    ) -> Reported {
        let name = self.text(name);
        let message = format!("`{name}` is not captured by the lambda");
        let declared = self.typed.locals[local].span;
        let diagnostic = Diagnostic::new(codes::INVALID_CAPTURE, span, message)
            .secondary(declared, "declared here")
            .help(format!("capture it: `[{name}]`, or everything with `[=]` or `[&]`"));
        self.report(diagnostic);
        Reported
    }
}
