//! How far a constraint is satisfied: which of several rejected templates is the one that was
//! meant. The more conjuncts hold before the first that fails, the nearer.

use lang::ast::{self, DeclKind, ExprKind, TemplateParamKind};
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
        for (index, &decl) in head.params(ast).iter().enumerate() {
            let DeclKind::TemplateParam(param) = &ast[decl].kind else { continue };
            let (TemplateParamKind::Type { constraint: Some(constraint), .. }
            | TemplateParamKind::Invented { constraint: Some(constraint) }) = &param.kind
            else {
                continue;
            };
            let first = match self.types.list(args).get(index) {
                Some(TemplateArg::Type(ty)) => TemplateArg::Type(*ty),
                _ => continue,
            };
            let Ok((concept, args)) = self.constraint_args(scope, constraint, first) else {
                return progress;
            };
            let (count, holds) = self.concept_progress(concept, args);
            progress += count;
            if !holds {
                return progress;
            }
        }
        match head.requires(ast) {
            Some(expr) => progress + self.conjuncts(scope, expr).0,
            None => progress,
        }
    }

    fn concept_progress(&mut self, concept: TemplateId, args: Args) -> (u32, bool) {
        match self.constraint_of(concept) {
            Some(constraint) => {
                let scope = self.bound_scope(concept, args);
                self.conjuncts(scope, constraint)
            }
            None => (0, true),
        }
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
                (first + second, holds)
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
