//! How far a constraint is satisfied: which of several rejected templates is the one that was
//! meant. The more conjuncts hold before the first that fails, the nearer.

use lang::ast::{self, ExprKind};
use lang::base::Span;

use crate::Cx;
use crate::entity::TemplateId;
use crate::scope::ScopeId;
use crate::ty::{Args, TemplateArg};

impl Cx<'_> {
    /// The number of conjuncts of a template's constraints that hold before the first that fails.
    pub fn constraint_progress(&mut self, template: TemplateId, args: Args) -> u32 {
        let ast = self.ast;
        let head = self.entities[template].params.head;
        let scope = self.bound_scope(template, args);
        let mut progress = 0;
        for (index, constraint) in head.constrained_params(ast) {
            let first = match self.types.list(args).get(index) {
                Some(TemplateArg::Type(ty)) => TemplateArg::Type(*ty),
                _ => continue,
            };
            let Ok((concept, args)) = self.constraint_args(scope, constraint, first) else {
                return progress;
            };
            let (count, holds) = self.concept_progress(concept, args);
            progress = progress.saturating_add(count);
            if !holds {
                return progress;
            }
        }
        match head.requires(ast) {
            Some(expr) => progress.saturating_add(self.conjuncts(scope, expr).0),
            None => progress,
        }
    }

    /// A concept that others name more than once is looked into once: there may be as many ways to
    /// it as 2 to the number of concepts between.
    fn concept_progress(&mut self, concept: TemplateId, args: Args) -> (u32, bool) {
        if let Some(&known) = self.concept_progress.get(&(concept, args)) {
            return known;
        }
        let Some(constraint) = self.constraint_of(concept) else { return (0, true) };
        if !self.check_no_self_reference(concept, constraint) {
            return (0, true);
        }
        let scope = self.bound_scope(concept, args);
        let progress = self.conjuncts(scope, constraint);
        self.concept_progress.insert((concept, args), progress);
        progress
    }

    /// The conjuncts that hold, and whether all do.
    fn conjuncts(&mut self, scope: ScopeId, expr: ast::ExprId) -> (u32, bool) {
        let ast = self.ast;
        match &ast[expr].kind {
            ExprKind::Paren(inner) => self.conjuncts(scope, *inner),
            ExprKind::Binary { op: ast::BinaryOp::LogicalAnd, lhs, rhs, .. } => {
                let (first, holds) = self.conjuncts(scope, *lhs);
                if !holds {
                    return (first, false);
                }
                let (second, holds) = self.conjuncts(scope, *rhs);
                (first.saturating_add(second), holds)
            }
            ExprKind::Name(name) => match self.concept_id(scope, *name) {
                Ok(Some((concept, args))) => self.concept_progress(concept, args),
                _ => self.atom(scope, expr),
            },
            _ => self.atom(scope, expr),
        }
    }

    fn atom(&mut self, scope: ScopeId, expr: ast::ExprId) -> (u32, bool) {
        let holds = self.satisfy_expr(scope, expr, Span::NONE).is_ok();
        (holds.into(), holds)
    }
}
