//! Comparisons of an unsigned value with 0 that have one result: `u >= 0` and `0 > u`.

use lang::base::{Applicability, Diagnostic};

use super::{Finding, push};
use crate::Cx;
use crate::codes;
use crate::entity::{FunctionId, Owner, TemplateId};
use crate::template::params::ParameterKind;
use crate::ty::{Ty, TyKind};
use crate::typed::{BinaryOp, ExprId, ExprKind};

impl Cx<'_> {
    /// Comparisons with a 0 that the source has, of a value whose type no template argument chooses.
    pub(super) fn find_decided_comparisons(
        &self,
        function: FunctionId,
        exprs: &[ExprId],
        found: &mut Vec<Finding>,
    ) {
        let compared = exprs.iter().filter_map(|&expr| {
            let ExprKind::Binary { op, lhs, rhs } = self.typed.exprs[expr].kind else {
                return None;
            };
            let (value, zero, holds) = match op {
                BinaryOp::Ge => (lhs, rhs, true),
                BinaryOp::Lt => (lhs, rhs, false),
                BinaryOp::Le => (rhs, lhs, true),
                BinaryOp::Gt => (rhs, lhs, false),
                _ => return None,
            };
            self.is_written_zero(zero).then_some((expr, value, holds))
        });
        let compared: Vec<(ExprId, ExprId, bool)> = compared.collect();
        if compared.is_empty() || self.types_depend_on_arguments(function) {
            return;
        }
        for (expr, value, holds) in compared {
            let diagnostic = match self.typed.exprs[self.without_conversions(value)].kind {
                ExprKind::Local(_) => self.decided_variable(expr, value, holds),
                _ => self.decided_value(expr, value, holds),
            };
            if let Some(diagnostic) = diagnostic {
                push(found, diagnostic);
            }
        }
    }

    fn is_written_zero(&self, expr: ExprId) -> bool {
        let value = &self.typed.exprs[self.without_conversions(expr)].kind;
        matches!(value, ExprKind::Const(value) if value.as_int() == Some(0))
            && self.unit.sources.text(self.typed.exprs[expr].span) == "0"
    }

    /// Whether a type in a function may be another one in another specialisation: a parameter of its template, or of that of
    /// its class, is a type or has a type that is deduced.
    fn types_depend_on_arguments(&self, function: FunctionId) -> bool {
        let entity = &self.entities[function];
        let of_class = match entity.owner {
            Owner::Class(class) => self.entities[class].template.map(|(template, _)| template),
            Owner::Namespace(_) | Owner::Function => None,
        };
        let of_function = entity.template.map(|(template, _)| template);
        let has_types = |template: TemplateId| {
            self.entities[template].params.list.iter().any(|param| {
                let declared = self.unit.sources.text(self.ast[param.decl].span);
                param.kind != ParameterKind::NonType || declared.contains("auto")
            })
        };
        of_function.into_iter().chain(of_class).any(has_types)
    }

    fn decided_variable(&self, expr: ExprId, value: ExprId, holds: bool) -> Option<Diagnostic> {
        let span = self.typed.exprs[expr].span;
        let variable = self.without_conversions(value);
        let ExprKind::Local(local) = self.typed.exprs[variable].kind else { return None };
        let ty = self.types.strip_cvref(self.typed.locals[local].ty);
        let name = self.typed.locals[local].name.map_or("", |name| self.text(name));
        // A cast names a type of its own.
        let text = self.unit.sources.text(span);
        let is_left = self.typed.exprs[value].span.lo == span.lo;
        let is_named = if is_left { text.starts_with(name) } else { text.ends_with(name) };
        if !self.is_unsigned(ty) || !is_named {
            return None;
        }
        let message = format!(
            "this is always {holds}: `{name}` is `{}`, which has no negative values",
            self.show(ty)
        );
        let diagnostic = Diagnostic::new(codes::TYPE_LIMITS, span, message)
            .secondary(self.typed.locals[local].span, "declared here")
            .help("make it a signed integer, or compare in another way");
        Some(diagnostic)
    }

    /// Of an expression the type must be unsigned by itself: a conversion may be one that the source asks for.
    fn decided_value(&self, expr: ExprId, value: ExprId, holds: bool) -> Option<Diagnostic> {
        let span = self.typed.exprs[expr].span;
        let node = &self.typed.exprs[value];
        let ty = self.types.strip_cvref(node.ty);
        let is_of_macro = self.unit.sources.backtrace(span.lo).next().is_some()
            || self.unit.sources.backtrace(span.hi).next().is_some();
        let is_constant = matches!(node.kind, ExprKind::Const(_) | ExprKind::Convert { .. });
        if !self.is_unsigned(ty) || is_of_macro || is_constant {
            return None;
        }
        let text = self.one_line(node.span);
        let message = format!(
            "this is always {holds}: `{text}` is `{}`, which has no negative values",
            self.show(ty)
        );
        let diagnostic = Diagnostic::new(codes::TYPE_LIMITS, span, message);
        let operands = match node.kind {
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => {
                [lhs, rhs].map(|side| self.unit.sources.text(self.typed.exprs[side].span))
            }
            _ => return Some(diagnostic.help("compute it as a signed integer")),
        };
        let [first, second] = operands;
        let op = if holds { ">=" } else { "<" };
        let written = format!("{first} {op} {second}");
        Some(diagnostic.fix(
            format!("compare the operands of the difference, `{written}`"),
            Applicability::Maybe,
            span,
            written,
        ))
    }

    fn is_unsigned(&self, ty: Ty) -> bool {
        matches!(self.types.kind(ty), TyKind::Int(kind) if !kind.is_signed())
    }
}
