//! Expansions and folds of what names no pack ([temp.variadic]/5, [expr.prim.fold]/3), in code that nothing instantiates.
//!
//! A name counts as that of a pack from the declaration of one on to the end of what is around it, whatever hides it.

use lang::ast::visit::{Visitor, walk_expr, walk_name};
use lang::ast::{
    Ast, CaptureKind, DeclId, DeclKind, ExprId, ExprKind, FoldExpr, LambdaExpr, QualNameId,
    TemplateParam,
};
use lang::base::{Diagnostic, Name};

use super::Rules;
use crate::codes;

impl Rules<'_> {
    /// Notes the packs among parameters of functions and templates.
    pub(super) fn enter_packs(&mut self, ast: &Ast, params: &[DeclId]) {
        for &id in params {
            let name = match &ast[id].kind {
                DeclKind::Param(param) if param.is_pack => param.name,
                DeclKind::TemplateParam(TemplateParam { name, is_pack: true, .. }) => *name,
                _ => None,
            };
            self.packs.extend(name.map(|name| name.name));
        }
    }

    /// The same of a lambda, whose captures may be packs too.
    pub(super) fn enter_packs_of_lambda(&mut self, ast: &Ast, lambda: &LambdaExpr) {
        self.enter_packs(ast, &lambda.template_params);
        self.enter_packs(ast, &lambda.ty.params);
        for capture in lambda.captures.iter().filter(|capture| capture.is_pack) {
            if let CaptureKind::Init { decl, .. } = capture.kind
                && let DeclKind::Variable(variable) = &ast[decl].kind
            {
                self.packs.extend(ast[variable.name].as_identifier());
            }
        }
    }

    pub(super) fn check_expansion(&mut self, ast: &Ast, id: ExprId) {
        // Lookup reports a name that nothing declares.
        if let ExprKind::SizeofPack(name) = ast[id].kind
            && !self.packs.contains(&name.name)
            && self.is_declared_around(name.name)
        {
            let message = format!("`{}` is not a parameter pack", self.text(name.name));
            self.report(Diagnostic::new(codes::NO_PACK_TO_EXPAND, name.span, message));
        }
        let pattern = match &ast[id].kind {
            ExprKind::PackExpansion(pattern) if !self.names_pack(ast, *pattern) => *pattern,
            ExprKind::Fold(FoldExpr { lhs, rhs, .. }) => {
                let operands = [*lhs, *rhs];
                let mut operands = operands.iter().flatten();
                let Some(&pattern) = operands.clone().next_back() else { return };
                if operands.any(|&operand| self.names_pack(ast, operand)) {
                    return;
                }
                pattern
            }
            _ => return,
        };
        let message = "`...` follows something that names no parameter pack";
        let span = ast[pattern].span;
        self.report(Diagnostic::new(codes::NO_PACK_TO_EXPAND, span, message));
    }

    /// Whether a function, class or template around declares the name.
    fn is_declared_around(&self, name: Name) -> bool {
        let mut params = self.template_params.iter().map(|&(param, _)| param);
        params.any(|param| param == name) || self.locals.iter().any(|&(local, _)| local == name)
    }

    fn names_pack(&self, ast: &Ast, id: ExprId) -> bool {
        let mut found = Packs { packs: &self.packs, is_named: false };
        found.visit_expr(ast, id);
        found.is_named
    }
}

struct Packs<'p> {
    packs: &'p [Name],
    is_named: bool,
}

impl Visitor for Packs<'_> {
    fn visit_name(&mut self, ast: &Ast, id: QualNameId) {
        let name = &ast[id];
        let first = name.qualifiers.first().unwrap_or(&name.last);
        self.is_named |= first.identifier().is_some_and(|first| self.packs.contains(&first));
        walk_name(self, ast, id);
    }

    fn visit_expr(&mut self, ast: &Ast, id: ExprId) {
        if let ExprKind::Lambda(lambda) = &ast[id].kind {
            self.is_named |= lambda.captures.iter().any(|capture| match capture.kind {
                CaptureKind::Name { ident, .. } => self.packs.contains(&ident.name),
                _ => false,
            });
        }
        walk_expr(self, ast, id);
    }
}
