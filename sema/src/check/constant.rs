//! Template arguments that are values: from an expression or a bare name to a constant.

use lang::ast;
use lang::base::{Diagnostic, Span};

use crate::Cx;
use crate::codes;
use crate::constexpr::value::{Address, Value};
use crate::entity::{Entity, TemplateKind};
use crate::scope::ScopeId;
use crate::ty::{ExprNode, ExprRef, Ty, TyKind};

impl<'a> Cx<'a> {
    /// The value of an argument, with its own type.
    pub(crate) fn evaluate_argument(&mut self, expr: ExprRef) -> Option<(Value, Ty)> {
        match expr.node {
            ExprNode::Expr(id) => self.constant_expr(expr.scope, id).ok(),
            ExprNode::Name(name) => self.evaluate_name(expr.scope, name),
        }
    }

    /// The value of an argument for a parameter of type `to`.
    pub(crate) fn argument_constant(&mut self, expr: ExprRef, to: Ty) -> Option<Value> {
        match expr.node {
            ExprNode::Expr(id) => self.converted_constant(expr.scope, id, to).ok(),
            ExprNode::Name(name) => {
                let (value, from) = self.evaluate_name(expr.scope, name)?;
                let span = self.ast[name].span;
                self.convert_constant(&value, from, to)
                    .or_else(|| self.convert_value(&value, from, to, span).ok())
            }
        }
    }

    /// A converted constant between integral types and enumerations: no value may change
    /// ([expr.const]/10, [dcl.init.list]/7).
    pub(crate) fn convert_constant(&mut self, value: &Value, from: Ty, to: Ty) -> Option<Value> {
        let to = self.types.strip_cv(to);
        let from = self.types.strip_cv(from);
        if from == to {
            return Some(value.clone());
        }
        let is_plain_enum = self.types.enum_of(from).is_some_and(|id| !self.entities[id].is_scoped);
        let from_integral = self.types.is_integral(from) || is_plain_enum;
        match (value, self.types.kind(to)) {
            (Value::Int(int), TyKind::Bool) if from_integral => {
                (from == Ty::BOOL || matches!(int, 0 | 1)).then(|| Value::bool(*int != 0))
            }
            (Value::Int(int), TyKind::Int(kind)) if from_integral => {
                let (bits, signed) = (kind.bits(), kind.is_signed());
                let fits = if signed {
                    let half = 1i128 << (bits.min(127) - 1);
                    (-half..half).contains(int)
                } else {
                    *int >= 0 && (bits >= 127 || *int < 1i128 << bits)
                };
                fits.then_some(Value::Int(*int))
            }
            (_, TyKind::Pointer(_)) if from == Ty::NULLPTR => Some(Value::Address(Address::Null)),
            _ => None,
        }
    }

    /// The constant that a bare name denotes.
    fn evaluate_name(&mut self, scope: ScopeId, id: ast::QualNameId) -> Option<(Value, Ty)> {
        let lookup = self.lookup_name(scope, id)?;
        let span = self.ast[id].span;
        let Some(entity) = lookup.found.entities.first().cloned() else {
            self.report_name_not_found(scope, id);
            return None;
        };
        match entity {
            Entity::Value(value, ty) => Some((value, ty)),
            Entity::Enumerator(id, index) => {
                let value = self.entities[id].enumerators.get(index as usize)?.value;
                Some((Value::Int(value), self.entities[id].ty))
            }
            Entity::Variable(var) => self.evaluate_variable(var, span),
            Entity::Function(function) if lookup.found.entities.len() == 1 => {
                let ty = self.entities[function].ty;
                let ty = self.types.pointer(ty);
                Some((Value::Address(Address::Function(function)), ty))
            }
            Entity::Template(template) if lookup.args.is_some() => {
                let raw = self.resolve_template_args(scope, lookup.args?)?;
                match self.entities[template].kind {
                    TemplateKind::Concept => {
                        let args = self.convert_template_args(template, raw, span)?;
                        let satisfied = self.satisfy_concept(template, args, span).is_ok();
                        Some((Value::bool(satisfied), Ty::BOOL))
                    }
                    TemplateKind::Variable => {
                        let args = self.convert_template_args(template, raw, span)?;
                        let var = self.specialize_variable(template, args, span)?;
                        self.evaluate_variable(var, span)
                    }
                    _ => self.not_a_constant(span),
                }
            }
            _ => self.not_a_constant(span),
        }
    }

    fn evaluate_variable(&mut self, var: crate::entity::VarId, span: Span) -> Option<(Value, Ty)> {
        let ty = self.variable_type(var, span);
        if ty == Ty::ERROR {
            return None;
        }
        match self.constant_value(var) {
            Some(value) => {
                let ty = self.types.decay(ty);
                Some((value, ty))
            }
            None => {
                let name = self.text(self.entities[var].name);
                let diagnostic = Diagnostic::new(
                    codes::TEMPLATE_ARGUMENT_VALUE,
                    span,
                    format!("the value of `{name}` is not known at compile time"),
                )
                .secondary(self.entities[var].span, "make it `constexpr`");
                self.report(diagnostic);
                None
            }
        }
    }

    fn not_a_constant<T>(&mut self, span: Span) -> Option<T> {
        self.error(codes::TEMPLATE_ARGUMENT_VALUE, span, "a constant is wanted here");
        None
    }
}
