//! The conditional operator ([expr.cond]).
//!
//! In: a condition and two arms. Out: one expression whose arms have one type and value category:
//! as they are, one converted to the other, or both by the built-in candidates.

use lang::ast;
use lang::base::Span;

use super::Choice;
use crate::Cx;
use crate::check::expr::Checker;
use crate::check::init::Form;
use crate::check::operand::{Check, Operand, Reported, Source};
use crate::codes;
use crate::convert::{Context, ConversionSequence};
use crate::overload::{Callee, CandidateSet, Resolution};
use crate::ty::Ty;
use crate::typed::{ExprId, ExprKind, HostOnly, ValueCategory};

impl<'a> Checker<'_, 'a> {
    /// `c ? a : b` ([expr.cond])
    pub fn conditional(
        &mut self,
        cond: ast::ExprId,
        then: Option<ast::ExprId>,
        otherwise: ast::ExprId,
        span: Span,
    ) -> Check<ExprId> {
        let Some(then) = then else { return self.omitted_middle(cond, otherwise, span) };
        let condition = self.condition(cond);
        let (a, b) = (self.expr(then), self.expr(otherwise));
        let (condition, a, b) = (condition?, a?, b?);
        self.conditional_exprs(condition, a, b, span)
    }

    /// GNU's `a ?: b`: `a` is evaluated once, tested, and is the value if it is true.
    fn omitted_middle(
        &mut self,
        cond: ast::ExprId,
        otherwise: ast::ExprId,
        span: Span,
    ) -> Check<ExprId> {
        let (value, otherwise) = (self.expr(cond), self.expr(otherwise));
        let (value, otherwise) = (value?, otherwise?);
        let ty = self.typed.exprs[value].ty;
        let ty = self.types.decay(ty);
        let init = self.initialize(ty, Operand::Expr(value), Form::Copy, span)?;
        let local = self.typed.local(None, ty, span);
        let object = self.typed.lvalue(ExprKind::Local(local), ty, span);
        let condition = self.to_bool(Operand::Expr(object), span)?;
        let object = self.typed.lvalue(ExprKind::Local(local), ty, span);
        let chosen = self.conditional_exprs(condition, object, otherwise, span)?;
        let node = &self.typed.exprs[chosen];
        let (ty, category) = (node.ty, node.category);
        if category.is_glvalue() {
            let ty = self.types.strip_cv(ty);
            let body = self.initialize(ty, Operand::Expr(chosen), Form::Copy, span)?;
            return Ok(self.typed.prvalue(ExprKind::Let { local, init, body }, ty, span));
        }
        Ok(self.typed.prvalue(ExprKind::Let { local, init, body: chosen }, ty, span))
    }
}

impl<'a> Cx<'a> {
    /// [expr.cond]/4-7
    pub fn conditional_exprs(
        &mut self,
        condition: ExprId,
        a: ExprId,
        b: ExprId,
        span: Span,
    ) -> Check<ExprId> {
        let (x, y) = (self.typed.exprs[a].clone(), self.typed.exprs[b].clone());
        if self.types.is_error(x.ty) || self.types.is_error(y.ty) {
            return Err(Reported);
        }
        // 2: a void arm, or one that throws.
        if self.types.is_void(x.ty) || self.types.is_void(y.ty) {
            let throws = |expr: &crate::typed::Expr| {
                matches!(expr.kind, ExprKind::HostOnly(HostOnly::Throw))
            };
            if self.types.is_void(x.ty) && self.types.is_void(y.ty) {
                return Ok(self.conditional_node(
                    condition,
                    a,
                    b,
                    Ty::VOID,
                    ValueCategory::PRValue,
                    span,
                ));
            }
            if throws(&x) || throws(&y) {
                let (ty, category) =
                    if throws(&x) { (y.ty, y.category) } else { (x.ty, x.category) };
                return Ok(self.conditional_node(condition, a, b, ty, category, span));
            }
            return self.report_arms(x.ty, y.ty, span);
        }
        let (mut a, mut b) = (a, b);
        let mut target = None;
        let has_class = self.types.class_of(x.ty).is_some() || self.types.class_of(y.ty).is_some();
        let same = self.types.unqualified(x.ty) == self.types.unqualified(y.ty);
        if (x.ty != y.ty && has_class) || (same && x.ty != y.ty && x.category.is_glvalue()) {
            // 4: one arm is converted to the type of the other, when that works one way only.
            let to_b = self.arm_target(a, b);
            let to_a = self.arm_target(b, a);
            match (to_b, to_a) {
                (Some(ty), None) => {
                    a = self.initialize(ty, Operand::Expr(a), Form::Copy, span)?;
                    target = Some(ty);
                }
                (None, Some(ty)) => {
                    b = self.initialize(ty, Operand::Expr(b), Form::Copy, span)?;
                    target = Some(ty);
                }
                (Some(_), Some(_)) if has_class && !same => {
                    let message = format!(
                        "the arms `{}` and `{}` convert to each other; cast one of them",
                        self.show(x.ty),
                        self.show(y.ty)
                    );
                    self.error(codes::INCOMPATIBLE_ARMS, span, message);
                    return Err(Reported);
                }
                _ => {}
            }
        }
        let (x, y) = (self.typed.exprs[a].clone(), self.typed.exprs[b].clone());
        // 5: glvalues of one type and category.
        if x.category.is_glvalue() && x.category == y.category {
            if x.ty == y.ty {
                return Ok(self.conditional_node(condition, a, b, x.ty, x.category, span));
            }
            let (p, q) = (self.types.unqualified(x.ty), self.types.unqualified(y.ty));
            if p == q && self.bit_field_width(a).is_none() && self.bit_field_width(b).is_none() {
                let cv = self.types.cv(x.ty).union(self.types.cv(y.ty));
                let ty = self.types.qualified(p, cv);
                return Ok(self.conditional_node(condition, a, b, ty, x.category, span));
            }
        }
        let (p, q) = (self.types.unqualified(x.ty), self.types.unqualified(y.ty));
        if p == q && self.types.class_of(p).is_some() {
            let a = self.initialize(p, Operand::Expr(a), Form::Copy, span)?;
            let b = self.initialize(p, Operand::Expr(b), Form::Copy, span)?;
            // A prvalue of class type keeps its qualifiers.
            let ty = match target {
                Some(ty) if self.types.unqualified(ty) == p => ty,
                _ if x.ty == y.ty => x.ty,
                _ => p,
            };
            return Ok(self.conditional_node(condition, a, b, ty, ValueCategory::PRValue, span));
        }
        // 6: conversion functions, as those of an operator's operands.
        let is_class = |ty: Ty| self.types.class_of(ty).is_some();
        let (a, b) = if p != q && (is_class(p) || is_class(q)) {
            match self.converted_arms([a, b], span)? {
                Some([a, b]) => (a, b),
                None => return self.report_arms(x.ty, y.ty, span),
            }
        } else {
            (a, b)
        };
        // 7: values.
        let (a, b) = (self.load(a), self.load(b));
        let (p, q) = (
            self.types.strip_cv(self.typed.exprs[a].ty),
            self.types.strip_cv(self.typed.exprs[b].ty),
        );
        let common = if p == q {
            Some(p)
        } else if let (p, q) = (self.arithmetic_type(p), self.arithmetic_type(q))
            && self.types.is_arithmetic(p)
            && self.types.is_arithmetic(q)
        {
            self.common_arithmetic(p, q)
        } else {
            self.composite_pointer(a, b)
        };
        let Some(common) = common else { return self.report_arms(p, q, span) };
        let (a, b) = (self.apply_standard(a, common), self.apply_standard(b, common));
        Ok(self.conditional_node(condition, a, b, common, ValueCategory::PRValue, span))
    }

    /// The arms, those of class type converted as the best built-in candidate for `?:` says
    /// ([over.built]/27, 28).
    fn converted_arms(&mut self, arms: [ExprId; 2], span: Span) -> Check<Option<[ExprId; 2]>> {
        let operands = arms.map(Operand::Expr);
        let candidates = self.builtin_arms(&operands);
        let mut set = CandidateSet::default();
        for (index, params) in candidates.iter().enumerate() {
            set.viable.extend(self.builtin_candidate(index as u32, params, &operands));
        }
        let Resolution::Best(best) = self.best_candidate(&set) else { return Ok(None) };
        let best = &set.viable[best];
        let Callee::Builtin(index) = best.callee else { return Ok(None) };
        let Choice::Builtin(values) = self.convert_class_operands(best, &operands, span)? else {
            return Ok(None);
        };
        let converted = values.into_iter().zip(&candidates[index as usize]).map(|(value, &ty)| {
            let value = self.load(value);
            self.apply_standard(value, ty)
        });
        Ok(<[ExprId; 2]>::try_from(converted.collect::<Vec<_>>()).ok())
    }

    fn report_arms(&mut self, a: Ty, b: Ty, span: Span) -> Check<ExprId> {
        let message = format!(
            "the arms of `?:` have no common type: `{}` and `{}`",
            self.show(a),
            self.show(b)
        );
        self.error(codes::INCOMPATIBLE_ARMS, span, message);
        Err(Reported)
    }

    fn conditional_node(
        &mut self,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
        ty: Ty,
        category: ValueCategory,
        span: Span,
    ) -> ExprId {
        let kind = ExprKind::Conditional { condition, then, otherwise };
        self.typed.expr(kind, ty, category, span)
    }

    /// [expr.cond]/4: the type that `from` is converted to, related to `to`, if it can be.
    fn arm_target(&mut self, from: ExprId, to: ExprId) -> Option<Ty> {
        let (source, node) = (Source::of(self, from), self.typed.exprs[to].clone());
        let reference = match node.category {
            ValueCategory::LValue => Some(self.types.lref(node.ty)),
            ValueCategory::XValue => Some(self.types.rref(node.ty)),
            ValueCategory::PRValue => None,
        };
        if let Some(reference) = reference
            && self.binds_directly(source, reference)
        {
            return Some(reference);
        }
        let value = self.types.decay(node.ty);
        let (p, q) = (self.types.strip_cv(source.ty), self.types.strip_cv(node.ty));
        if let (Some(c), Some(d)) = (self.types.class_of(p), self.types.class_of(q)) {
            let related = c == d || self.base_depth(c, d).is_some();
            if related {
                let includes = self.types.cv(node.ty).includes(self.types.cv(source.ty));
                return includes.then_some(node.ty);
            }
            if self.base_depth(d, c).is_some() {
                return None;
            }
        }
        self.conversion_of(source, value, Context::IMPLICIT).ok().map(|_| value)
    }

    fn binds_directly(&mut self, source: Source, reference: Ty) -> bool {
        let referent = self.types.strip_ref(reference);
        match self.conversion_of(source, reference, Context::IMPLICIT) {
            Ok(ConversionSequence::Standard(_)) => {
                source.category.is_glvalue()
                    && self.reference_related(referent, source.ty).is_some()
            }
            Ok(ConversionSequence::User(user)) => user.function.is_some_and(|function| {
                let result = self.return_type(function, Span::NONE);
                self.types.is_ref(result)
            }),
            _ => false,
        }
    }
}
