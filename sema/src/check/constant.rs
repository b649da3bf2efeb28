//! Template arguments that are values: from an expression or a bare name to a constant.

use lang::base::Span;

use super::init::Form;
use super::operand::{Check, Operand};
use crate::Cx;
use crate::constexpr::arith;
use crate::constexpr::value::{Address, Value};
use crate::template::deduce::ArgInfo;
use crate::ty::{AutoKind, ExprNode, ExprRef, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, ValueCategory};

impl<'a> Cx<'a> {
    /// An argument as an operand of the conversion to its parameter.
    fn argument_operand(&mut self, expr: ExprRef) -> Check<Operand> {
        match expr.node {
            ExprNode::Expr(id) => self.constant_operand(expr.scope, id),
            ExprNode::Name(name) => self.constant_name(expr.scope, name),
        }
    }

    fn argument_span(&self, expr: ExprRef) -> Span {
        match expr.node {
            ExprNode::Expr(id) => self.ast[id].span,
            ExprNode::Name(name) => self.ast[name].span,
        }
    }

    /// The value of an argument, with its own type.
    pub(crate) fn evaluate_argument(&mut self, expr: ExprRef) -> Option<(Value, Ty)> {
        let span = self.argument_span(expr);
        let operand = self.argument_operand(expr).ok()?;
        self.constant_of_operand(expr.scope, operand, span).ok()
    }

    /// The value of an argument for a parameter of type `to`.
    pub(crate) fn argument_constant(&mut self, expr: ExprRef, to: Ty) -> Option<Value> {
        let span = self.argument_span(expr);
        let operand = self.argument_operand(expr).ok()?;
        self.converted_operand(operand, to, span).ok()
    }

    /// The value and type of the variable `declared x = argument`, where `declared` holds a
    /// placeholder or is a class template ([temp.arg.nontype]/1).
    pub(crate) fn deduced_argument(&mut self, expr: ExprRef, declared: Ty) -> Option<(Value, Ty)> {
        let span = self.argument_span(expr);
        let operand = self.argument_operand(expr).ok()?;
        if let TyKind::Auto { kind: AutoKind::DecltypeAuto, .. } = self.types.kind(declared) {
            let ty = match expr.node {
                ExprNode::Expr(id) => self.decltype_of(expr.scope, id),
                ExprNode::Name(name) => self.decltype_of_name(expr.scope, name),
            };
            let info = ArgInfo::Expr {
                ty: self.types.strip_cv(ty.ok()?),
                category: ValueCategory::PRValue,
                expr: None,
            };
            let ty = self.deduce_auto(declared, &info, span);
            // An array or function is a pointer as a parameter ([temp.param]/10).
            let ty = if self.types.is_ref(ty) { ty } else { self.types.decay(ty) };
            return self.deduced_constant(operand, ty, span);
        }
        self.deduced_operand(operand, declared, span)
    }

    /// The same for an argument whose value is known.
    pub(crate) fn deduced_value(
        &mut self,
        value: Value,
        from: Ty,
        declared: Ty,
        span: Span,
    ) -> Option<(Value, Ty)> {
        let is_decltype =
            matches!(self.types.kind(declared), TyKind::Auto { kind: AutoKind::DecltypeAuto, .. });
        let is_deduced = match (self.deduced_class(declared), self.template_of(from)) {
            (Some(template), Some((of, _))) => template == of,
            _ => false,
        };
        if is_deduced {
            return Some((value, from));
        }
        if self.types.is_ref(from) && self.deduced_class(declared).is_some() {
            let object = self.value_expr(value, from, span);
            return self.deduced_operand(Operand::Expr(object), declared, span);
        }
        if is_decltype || self.types.is_ref(from) {
            let info = ArgInfo::Expr { ty: from, category: ValueCategory::PRValue, expr: None };
            let ty = self.deduce_auto(declared, &info, span);
            return (ty != Ty::ERROR).then_some((value, from));
        }
        let constant = self.constant(value, from, span);
        self.deduced_operand(Operand::Expr(constant), declared, span)
    }

    /// An expression with the value of a template argument: for one of reference type the object
    /// that it refers to.
    pub(crate) fn value_expr(&mut self, value: Value, ty: Ty, span: Span) -> ExprId {
        if !self.types.is_ref(ty) {
            return self.constant(value, ty, span);
        }
        let referent = self.types.strip_ref(ty);
        let pointer = self.types.pointer(referent);
        let address = self.constant(value, pointer, span);
        self.typed.lvalue(ExprKind::Deref(address), referent, span)
    }

    fn deduced_operand(
        &mut self,
        operand: Operand,
        declared: Ty,
        span: Span,
    ) -> Option<(Value, Ty)> {
        let ty = match (self.deduced_class(declared), &operand) {
            (Some(template), Operand::List(list)) => {
                let list = (**list).clone();
                self.deduce_class_from_list(template, &list, Form::Copy, span).ok()?
            }
            (Some(template), operand) => {
                let args = [operand.clone()];
                self.deduce_class(template, &args, Form::Copy, span).ok()?
            }
            (None, operand) => {
                let info = operand.info(self);
                self.deduce_auto(declared, &info, span)
            }
        };
        self.deduced_constant(operand, ty, span)
    }

    fn deduced_constant(&mut self, operand: Operand, ty: Ty, span: Span) -> Option<(Value, Ty)> {
        if ty == Ty::ERROR {
            return None;
        }
        let value = self.converted_operand(operand, ty, span).ok()?;
        Some((value, self.types.strip_cv(ty)))
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
            (Value::Int(int), TyKind::Int(_)) if from_integral => {
                let from = self.types.enum_of(from).map_or(from, |id| self.underlying_type(id));
                let [from, to] = [from, to].map(|ty| arith::number(&self.types, ty));
                from.zip(to)
                    .is_some_and(|(from, to)| to.holds(from, *int))
                    .then_some(Value::Int(*int))
            }
            (_, TyKind::Pointer(_)) if from == Ty::NULLPTR => Some(Value::Address(Address::Null)),
            _ => None,
        }
    }
}
