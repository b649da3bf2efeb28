//! *requires-expressions* ([expr.prim.req]).

use lang::ast::{self, ExprKind, Requirement, RequirementKind};
use lang::base::{Diagnostic, Span};

use super::WhyNot;
use crate::Cx;
use crate::codes;
use crate::scope::{ScopeId, ScopeKind};
use crate::ty::Ty;
use crate::typed::ValueCategory;

impl<'a> Cx<'a> {
    /// The value of a *requires-expression*: `Ok` is true. The first requirement that fails is the
    /// reason.
    pub fn requires_expr(&mut self, scope: ScopeId, id: ast::ExprId) -> Result<(), WhyNot> {
        let ast = self.ast;
        let ExprKind::Requires(requires) = &ast[id].kind else { return Ok(()) };
        let inner = self.scopes.push(Some(scope), ScopeKind::Parameters);
        self.valid(inner, |cx| {
            cx.declare_parameters(inner, &requires.params);
        })?;
        for requirement in &requires.requirements {
            self.check_requirement(inner, requirement)?;
        }
        Ok(())
    }

    fn check_requirement(
        &mut self,
        scope: ScopeId,
        requirement: &'a Requirement,
    ) -> Result<(), WhyNot> {
        let span = requirement.span;
        match &requirement.kind {
            RequirementKind::Simple(expr) => {
                let check = |cx: &mut Self| {
                    let made = cx.check_unevaluated(scope, *expr)?;
                    cx.require_called(made)
                };
                let checked =
                    self.valid(scope, check).map_err(|why| self.invalid_expression(*expr, &why))?;
                checked.map(|_| ()).map_err(|_| self.unexplained(*expr))
            }
            RequirementKind::Type(ty) => {
                match self.valid(scope, |cx| cx.resolve_type(scope, *ty)) {
                    // The name of a template alone is not a type ([expr.prim.req.type]/1).
                    Ok(ty) if ty != Ty::ERROR && !self.types.has_placeholder(ty) => Ok(()),
                    Ok(_) => Err(reason(span, format!("there is no type `{}`", self.source(span)))),
                    Err(why) => Err(reason(
                        span,
                        format!("there is no type `{}`: {}", self.source(span), why.message),
                    )),
                }
            }
            RequirementKind::Compound { expr, noexcept, constraint } => {
                self.check_compound(scope, *expr, *noexcept, constraint.as_ref(), span)
            }
            RequirementKind::Nested(expr) => self.satisfy_expr(scope, *expr, span),
        }
    }

    /// `{ e } noexcept -> C;` ([expr.prim.req.compound])
    fn check_compound(
        &mut self,
        scope: ScopeId,
        expr: ast::ExprId,
        noexcept: bool,
        constraint: Option<&'a ast::TypeConstraint>,
        span: Span,
    ) -> Result<(), WhyNot> {
        let checked = self
            .valid(scope, |cx| cx.check_unevaluated(scope, expr))
            .map_err(|why| self.invalid_expression(expr, &why))?;
        let Ok(typed) = checked else { return Err(self.unexplained(expr)) };
        if noexcept && !self.is_noexcept(typed) {
            return Err(reason(span, format!("`{}` may throw", self.expr_text(expr))));
        }
        let Some(constraint) = constraint else { return Ok(()) };
        // The constrained type is `decltype((e))`.
        let (ty, category) = (self.typed.exprs[typed].ty, self.typed.exprs[typed].category);
        let ty = match category {
            ValueCategory::LValue => self.types.lref(ty),
            ValueCategory::XValue => self.types.rref(ty),
            ValueCategory::PRValue => ty,
        };
        self.satisfy_type_constraint(scope, constraint, ty, span)
    }

    /// What a requirement names must be valid where nothing is substituted; in a template it fails
    /// ([expr.prim.req.general]/5).
    fn valid<T>(
        &mut self,
        scope: ScopeId,
        check: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, Box<Diagnostic>> {
        let checked = self.tentatively(check);
        let is_template = |scope| matches!(self.scopes[scope].kind, ScopeKind::Template { .. });
        if let Err(why) = &checked
            && !self.scopes.chain(scope).any(is_template)
        {
            let note = "outside of templates a requirement must be valid: the arguments of a template can make it false";
            self.report(why.as_ref().clone().note(note));
        }
        checked
    }

    fn invalid_expression(&self, expr: ast::ExprId, why: &Diagnostic) -> WhyNot {
        let message = format!("`{}` is not valid: {}", self.expr_text(expr), why.message);
        reason(self.ast[expr].span, message)
    }

    fn unexplained(&self, expr: ast::ExprId) -> WhyNot {
        let message = format!("`{}` is not valid", self.expr_text(expr));
        reason(self.ast[expr].span, message)
    }

    fn source(&self, span: Span) -> String {
        let text = self.one_line(span);
        text.trim_end_matches(';').trim().to_owned()
    }
}

fn reason(span: Span, message: String) -> WhyNot {
    Box::new(Diagnostic::new(codes::CONSTRAINT_NOT_SATISFIED, span, message))
}
