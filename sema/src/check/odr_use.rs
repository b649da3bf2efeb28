//! Uses of an enclosing function's variables in a lambda that captures nothing of the kind
//! ([expr.prim.lambda.capture]/8).
//!
//! Reading a constant is not an odr-use ([basic.def.odr]/5), so a lambda may read the constants around
//! it without a capture. Its body names them as values. Code that takes their address or binds a
//! reference to one odr-uses it: then a lambda with a capture default captures it while its body is checked, so that it is
//! one object inside and outside of the lambda.

use lang::ast;
use lang::base::{Diagnostic, Name, Span};
use smallvec::SmallVec;

use super::expr::Checker;
use super::operand::{Check, Reported};
use crate::Cx;
use crate::codes;
use crate::entity::{ClassId, Entity};
use crate::scope::{ScopeId, ScopeKind};
use crate::typed::{ExprId, ExprKind, LocalId};

impl<'a> Checker<'_, 'a> {
    /// The object that a scalar constant of an enclosing function is in the lambda at `scope`, captured for that by the lambdas
    /// between; `None` if they do not capture by default.
    pub(super) fn captured_constant(
        &mut self,
        name: Name,
        local: LocalId,
        scope: ScopeId,
        span: Span,
    ) -> Option<ExprId> {
        let crossed = self.crossed_lambdas(name, local, scope)?;
        let ty = self.types.strip_ref(self.typed.locals[local].ty);
        let mut object = self.typed.lvalue(ExprKind::Local(local), ty, span);
        for &(class, lambda) in crossed.iter().rev() {
            object = self.constant_field(class, lambda, local, object, span)?;
        }
        Some(object)
    }

    /// The lambdas between a place and a variable, the innermost first, if all of them capture by default.
    fn crossed_lambdas(
        &self,
        name: Name,
        local: LocalId,
        scope: ScopeId,
    ) -> Option<SmallVec<[(ClassId, &'a ast::LambdaExpr); 2]>> {
        let mut crossed = SmallVec::new();
        for id in self.scopes.chain(scope) {
            let scope = &self.scopes[id];
            if scope.locals.all(name).any(|found| *found == Entity::Local(local)) {
                return Some(crossed);
            }
            if let ScopeKind::Class(class) = scope.kind {
                let closure = self.entities[class].closure.as_ref()?;
                let ast::ExprKind::Lambda(lambda) = &self.ast[closure.expr].kind else {
                    return None;
                };
                lambda.default_capture?;
                crossed.push((class, lambda));
            }
        }
        None
    }

    /// The captures of the innermost lambda as they are written, if it has any.
    fn captures_here(&self) -> Option<String> {
        let closure = self.scopes.chain(self.scope).find_map(|id| match self.scopes[id].kind {
            ScopeKind::Class(class) => self.entities[class].closure.as_ref(),
            _ => None,
        })?;
        let ast::ExprKind::Lambda(lambda) = &self.ast[closure.expr].kind else { return None };
        let (first, last) = (lambda.captures.first()?, lambda.captures.last()?);
        let span = Span { lo: first.span.lo, hi: last.span.hi };
        Some(self.unit.sources.text(span).to_owned())
    }

    pub(super) fn report_not_captured(
        &mut self,
        name: Name,
        local: Option<LocalId>,
        span: Span,
    ) -> Reported {
        let name = self.text(name);
        let message = format!("`{name}` is not captured by the lambda");
        let list = self.captures_here().map(|list| format!("{list}, ")).unwrap_or_default();
        let mut diagnostic = Diagnostic::new(codes::INVALID_CAPTURE, span, message)
            .help(format!("capture it: `[{list}{name}]`, or everything with `[=]` or `[&]`"));
        if let Some(local) = local {
            let declared = self.typed.locals[local].span;
            diagnostic = diagnostic.secondary(declared, "declared here");
        }
        self.report(diagnostic);
        Reported
    }
}

impl Cx<'_> {
    /// Captures the constant whose address is taken with `expr`, or to which a reference is bound; reports it
    /// where the lambda does not capture by default.
    pub(crate) fn check_captured(&mut self, expr: ExprId) -> Check<()> {
        if self.check.foreign_constants.is_empty() {
            return Ok(());
        }
        let mut object = expr;
        loop {
            object = match self.typed.exprs[object].kind {
                ExprKind::Field { object: inner, .. } | ExprKind::Base { object: inner, .. } => {
                    inner
                }
                ExprKind::Comma { second, .. } => second,
                ExprKind::Conditional { then, otherwise, .. } => {
                    self.check_captured(then)?;
                    otherwise
                }
                _ => break,
            };
        }
        let Some(&(name, local, scope)) = self.check.foreign_constants.get(&object) else {
            return Ok(());
        };
        let (ty, span) = (self.typed.exprs[object].ty, self.typed.exprs[object].span);
        let mut checker = Checker::new(self, scope);
        if checker.crossed_lambdas(name, local, scope).is_some() {
            let captured = checker.captured_constant(name, local, scope, span);
            drop(checker);
            if let Some(captured) = captured {
                self.typed.exprs[object] = self.typed.exprs[captured].clone();
                self.check.foreign_constants.remove(&object);
                self.note_captured_constant(captured, object);
            }
            return Ok(());
        }
        drop(checker);
        // Objects without members cannot be told apart.
        if self.types.class_of(ty).is_some_and(|class| self.special_members(class).empty) {
            return Ok(());
        }
        Err(Checker::new(self, scope).report_not_captured(name, Some(local), span))
    }

    /// The variable with a known value that an expression names, also through a capture.
    pub(super) fn constant_variable(&self, expr: ExprId) -> Option<LocalId> {
        let local = match self.typed.exprs[expr].kind {
            ExprKind::Local(local) => local,
            _ => *self.check.captured_constants.get(&expr)?,
        };
        self.typed.locals[local].constant.is_some().then_some(local)
    }

    /// Whether an expression is a capture of a variable with a known value, or a member of one.
    pub(crate) fn is_part_of_captured_constant(&self, expr: ExprId) -> bool {
        if self.check.captured_constants.is_empty() {
            return false;
        }
        let mut object = expr;
        loop {
            if self.check.captured_constants.contains_key(&object) {
                return true;
            }
            object = match self.typed.exprs[object].kind {
                ExprKind::Field { object, .. } | ExprKind::Base { object, .. } => object,
                _ => return false,
            };
        }
    }

    /// `named` is another expression for what `expr` designates.
    pub(super) fn note_captured_constant(&mut self, expr: ExprId, named: ExprId) {
        if let Some(&local) = self.check.captured_constants.get(&expr) {
            self.check.captured_constants.insert(named, local);
        }
    }
}
