//! Writing bit-fields ([class.bit]): what is stored is the value modulo the width of the field.
//!
//! The typed tree knows no bit-fields; a field holds a value of its declared type, and every write
//! here reduces the value first. Compound assignments are spelled out for the same reason.

use lang::ast;
use lang::base::Span;

use crate::Cx;
use crate::codes;
use crate::constexpr::value::Value;
use crate::entity::Field;
use crate::scope::ScopeId;
use crate::template::pack::Pattern;
use crate::ty::fundamental::IntKind;
use crate::ty::{Ty, TyKind};
use crate::typed::{BinaryOp, ConvertKind, ExprId, ExprKind, IncDecOp, LocalId};

/// Bits of one bit-field, nearly all of them padding.
const MAX_WIDTH: u64 = 1 << 20;

impl<'a> Cx<'a> {
    /// The width of a bit-field ([class.bit]/1); reports what cannot be one.
    pub(crate) fn bit_field_declared(
        &mut self,
        scope: ScopeId,
        ty: Ty,
        width: ast::ExprId,
        field: &'a ast::FieldDecl,
    ) -> Option<u64> {
        if self.is_dependent_in(scope, Pattern::Expr(width)) || self.types.is_dependent(ty) {
            return None;
        }
        let span = self.ast[width].span;
        if !self.types.is_error(ty)
            && !self.types.is_integral(ty)
            && self.types.enum_of(ty).is_none()
        {
            let message = format!(
                "a bit-field must have an integral or enumeration type, not `{}`",
                self.show(ty)
            );
            self.error(codes::INVALID_BIT_FIELD, self.ast[field.ty].span, message);
            return None;
        }
        let value = self.converted_constant(scope, width, Ty::LONG).ok()?.as_int()?;
        match u64::try_from(value) {
            Ok(0) if field.name.is_some() => {
                let message = "a named bit-field must have at least one bit";
                self.error(codes::INVALID_BIT_FIELD, span, message);
                None
            }
            Ok(width) if width > MAX_WIDTH => {
                let message = format!("a bit-field cannot have more than {MAX_WIDTH} bits");
                self.error(codes::OBJECT_LIMIT, span, message);
                None
            }
            Ok(width) => Some(width),
            Err(_) => {
                let message = format!("a bit-field cannot have {value} bits");
                self.error(codes::INVALID_BIT_FIELD, span, message);
                None
            }
        }
    }
}

impl Cx<'_> {
    /// The prvalue for a field, reduced to its width.
    pub fn fit_field(&mut self, field: &Field, value: ExprId, span: Span) -> ExprId {
        match field.bit_width {
            Some(width) => self.fit_bits(value, width, span),
            None => value,
        }
    }

    /// The value modulo 2^width, in its own type.
    pub fn fit_bits(&mut self, value: ExprId, width: u64, span: Span) -> ExprId {
        let ty = self.types.strip_cv(self.typed.exprs[value].ty);
        let underlying = self.enum_to_underlying(ty);
        let TyKind::Int(kind) = *self.types.kind(underlying) else { return value };
        let bits = u64::from(kind.bits());
        if width == 0 || width >= bits || bits > 64 {
            return value;
        }
        if let ExprKind::Const(Value::Int(int)) = self.typed.exprs[value].kind {
            let reduced = reduce(int, width, kind);
            return if reduced == int {
                value
            } else {
                self.constant(Value::Int(reduced), ty, span)
            };
        }
        let wide = if bits <= 32 { (Ty::UINT, Ty::INT, 32) } else { (Ty::ULONG, Ty::LONG, 64) };
        let (unsigned, signed, wide_bits) = wide;
        let raw = self.convert(ConvertKind::IntToInt, value, unsigned, span);
        let amount = self.constant(Value::Int((wide_bits - width).into()), Ty::INT, span);
        let kind_up = ExprKind::Binary { op: BinaryOp::Shl, lhs: raw, rhs: amount };
        let up = self.typed.prvalue(kind_up, unsigned, span);
        let shifted = if kind.is_signed() { signed } else { unsigned };
        let up = match shifted == unsigned {
            true => up,
            false => self.convert(ConvertKind::IntToInt, up, shifted, span),
        };
        let kind_down = ExprKind::Binary { op: BinaryOp::Shr, lhs: up, rhs: amount };
        let down = self.typed.prvalue(kind_down, shifted, span);
        self.convert(ConvertKind::IntToInt, down, ty, span)
    }

    /// `target = value`, the target a bit-field if it has a `width`.
    pub fn assignment(&mut self, target: ExprId, value: ExprId, span: Span) -> ExprId {
        let value = match self.bit_field_width(target) {
            Some(width) => self.fit_bits(value, width, span),
            None => value,
        };
        let ty = self.typed.exprs[target].ty;
        self.typed.lvalue(ExprKind::Assign { target, value }, ty, span)
    }

    /// `target op= value` on a bit-field, spelled out. `value` is converted already.
    pub fn bit_field_update(
        &mut self,
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        compute: Ty,
        span: Span,
    ) -> ExprId {
        let mut before = Vec::new();
        // The right operand is sequenced before the left ([expr.ass]/1).
        let value = match self.has_effects(target) && self.has_effects(value) {
            true => self.bound_before(value, span, &mut before),
            false => value,
        };
        let target = self.bit_field_once(target, span, &mut before);
        let updated = self.updated_bit_field(op, target, value, compute, span);
        self.after(before, updated, span)
    }

    /// The same where evaluating the target twice does nothing more than once.
    fn updated_bit_field(
        &mut self,
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        compute: Ty,
        span: Span,
    ) -> ExprId {
        let old = self.apply_standard(target, compute);
        let kind = ExprKind::Binary { op, lhs: old, rhs: value };
        let new = self.typed.prvalue(kind, compute, span);
        let ty = self.types.strip_cv(self.typed.exprs[target].ty);
        let new = self.apply_standard(new, ty);
        self.assignment(target, new, span)
    }

    /// `++` and `--` on a bit-field.
    pub fn bit_field_increment(&mut self, op: IncDecOp, target: ExprId, span: Span) -> ExprId {
        let compute = self.promoted_operand(target);
        let (step, is_post) = match op {
            IncDecOp::PreInc => (BinaryOp::Add, false),
            IncDecOp::PreDec => (BinaryOp::Sub, false),
            IncDecOp::PostInc => (BinaryOp::Add, true),
            IncDecOp::PostDec => (BinaryOp::Sub, true),
        };
        let mut before = Vec::new();
        let target = self.bit_field_once(target, span, &mut before);
        let ty = self.types.strip_cv(self.typed.exprs[target].ty);
        let old = match is_post {
            true => {
                let old = self.apply_standard(target, ty);
                Some(self.bound_before(old, span, &mut before))
            }
            false => None,
        };
        let one = self.constant(Value::Int(1), compute, span);
        let update = self.updated_bit_field(step, target, one, compute, span);
        let result = match old {
            Some(old) => self.comma_node(update, old, span),
            None => update,
        };
        self.after(before, result, span)
    }

    /// A glvalue of the same bit-field that has no effects; those of `target` go before it.
    fn bit_field_once(&mut self, target: ExprId, span: Span, before: &mut Vec<Before>) -> ExprId {
        let node = self.typed.exprs[target].clone();
        match node.kind {
            ExprKind::Field { object, index } if self.has_effects(object) => {
                let ty = self.typed.exprs[object].ty;
                let pointer_ty = self.types.pointer(ty);
                let address = self.typed.prvalue(ExprKind::AddressOf(object), pointer_ty, span);
                let pointer = self.bound_before(address, span, before);
                let object = self.typed.lvalue(ExprKind::Deref(pointer), ty, span);
                let kind = ExprKind::Field { object, index };
                self.typed.expr(kind, node.ty, node.category, node.span)
            }
            ExprKind::Assign { target: inner, value } => {
                let inner = self.bit_field_once(inner, span, before);
                let kind = ExprKind::Assign { target: inner, value };
                before.push(Before::Effect(self.typed.lvalue(kind, node.ty, node.span)));
                inner
            }
            ExprKind::Comma { first, second } => {
                before.push(Before::Effect(first));
                self.bit_field_once(second, span, before)
            }
            ExprKind::Let { local, init, body } => {
                before.push(Before::Bind(local, init));
                self.bit_field_once(body, span, before)
            }
            _ => target,
        }
    }

    /// A hidden variable for the value of a scalar, and its use.
    fn bound_before(&mut self, value: ExprId, span: Span, before: &mut Vec<Before>) -> ExprId {
        let ty = self.typed.exprs[value].ty;
        let local = self.typed.local(None, ty, span);
        before.push(Before::Bind(local, value));
        let object = self.typed.lvalue(ExprKind::Local(local), ty, span);
        self.typed.prvalue(ExprKind::Load(object), ty, span)
    }

    /// `result` after what is sequenced before it.
    fn after(&mut self, before: Vec<Before>, result: ExprId, span: Span) -> ExprId {
        let node = &self.typed.exprs[result];
        let (ty, category) = (node.ty, node.category);
        before.into_iter().rev().fold(result, |body, step| match step {
            Before::Effect(first) => self.comma_node(first, body, span),
            Before::Bind(local, init) => {
                let kind = ExprKind::Let { local, init, body };
                self.typed.expr(kind, ty, category, span)
            }
        })
    }
}

/// What is evaluated before the rest of an expression.
enum Before {
    Effect(ExprId),
    Bind(LocalId, ExprId),
}

/// `value` modulo 2^width, as a signed or unsigned number.
fn reduce(value: i128, width: u64, kind: IntKind) -> i128 {
    let low = value & ((1 << width) - 1);
    if kind.is_signed() && low >> (width - 1) != 0 { low - (1 << width) } else { low }
}
