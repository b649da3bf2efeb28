//! Explicit conversions: [expr.static.cast], [expr.reinterpret.cast], [expr.const.cast],
//! [expr.cast].
//!
//! A C-style cast is the first of const_cast, static_cast and reinterpret_cast, with or without a
//! const_cast behind it, that could be written ([expr.cast]/4).

use lang::ast::NamedCast;
use lang::base::{Diagnostic, Span};

use super::{Context, ConversionSequence};
use crate::Cx;
use crate::check::init::Form;
use crate::check::operand::{Check, Operand, Reported, Source};
use crate::codes;
use crate::entity::ClassId;
use crate::ty::{Ty, TyKind};
use crate::typed::{ConvertKind, ExprId, ExprKind, ValueCategory};

impl Cx<'_> {
    pub fn named_cast(
        &mut self,
        kind: NamedCast,
        to: Ty,
        operand: Operand,
        span: Span,
    ) -> Check<ExprId> {
        match kind {
            NamedCast::Static => self.static_cast(to, operand, span),
            NamedCast::Const => {
                let expr = self.cast_operand(operand, to, span)?;
                match self.try_const_cast(to, expr, span) {
                    Some(cast) => Ok(cast),
                    None => self.report_cast("const_cast", expr, to, span),
                }
            }
            NamedCast::Reinterpret => {
                let expr = self.cast_operand(operand, to, span)?;
                match self.try_reinterpret_cast(to, expr, span) {
                    Some(_) if self.casts_away_const(to, expr) => {
                        let from = self.typed.exprs[expr].ty;
                        let (from, to) = (self.show(from), self.show(to));
                        let message = format!("the cast from `{from}` to `{to}` drops qualifiers");
                        let diagnostic = Diagnostic::new(codes::INVALID_CAST, span, message);
                        self.report(diagnostic.help("add a `const_cast`, or keep the `const`"));
                        Err(Reported)
                    }
                    Some(cast) => Ok(cast),
                    None => self.report_cast("reinterpret_cast", expr, to, span),
                }
            }
            NamedCast::Dynamic => self.dynamic_cast(to, operand, span),
        }
    }

    pub(super) fn report_cast(
        &mut self,
        cast: &str,
        expr: ExprId,
        to: Ty,
        span: Span,
    ) -> Check<ExprId> {
        let from = self.typed.exprs[expr].ty;
        if !self.types.is_error(from) {
            let message =
                format!("{cast} from `{}` to `{}` is not allowed", self.show(from), self.show(to));
            let mut diagnostic = Diagnostic::new(codes::INVALID_CAST, span, message);
            if self.tile_of(from).is_some() && self.types.is_arithmetic(to) {
                let function =
                    if cast == "reinterpret_cast" { "element_bitcast" } else { "element_cast" };
                let advice =
                    format!("`{function}<{}>(x)` casts each element of a tile", self.show(to));
                diagnostic = diagnostic.help(self.in_users_spelling(&advice));
            }
            self.report(diagnostic);
        }
        Err(Reported)
    }

    /// The expression to be cast; the name of an overload set is resolved by the target.
    pub(super) fn cast_operand(&mut self, operand: Operand, to: Ty, span: Span) -> Check<ExprId> {
        match operand {
            Operand::Expr(expr) => Ok(expr),
            Operand::Overloads(set) => match self.address_of_overload(&set, to) {
                Some(function) => {
                    self.check_deleted(function, set.span)?;
                    Ok(self.overload_expr(function, set.span))
                }
                None => match self.single_function(&set) {
                    Some(function) => {
                        self.check_declared(function)?;
                        Ok(self.function_expr(function, set.span))
                    }
                    None => {
                        let mismatch = super::Mismatch::NoSuchOverload;
                        let operand = Operand::Overloads(set);
                        self.report_mismatch(&operand, to, &mismatch, span);
                        Err(Reported)
                    }
                },
            },
            Operand::List(_) => {
                let mismatch = super::Mismatch::List;
                self.report_mismatch(&operand, to, &mismatch, span);
                Err(Reported)
            }
        }
    }

    /// `(T)e` and `T(e)`
    pub fn c_style_cast(&mut self, to: Ty, operand: Operand, span: Span) -> Check<ExprId> {
        if let TyKind::Array(..) = self.types.kind(to) {
            return self.initialize(to, operand, Form::Direct, span);
        }
        self.require_enumeration(to, span)?;
        let expr = self.cast_operand(operand, to, span)?;
        if let Some(cast) = self.try_const_cast(to, expr, span) {
            return Ok(cast);
        }
        if self.is_between_bases(to, expr) {
            // Accessible or not ([expr.cast]/4.6).
            let outer = std::mem::replace(&mut self.check.is_access_free, true);
            let cast = self.static_cast(to, Operand::Expr(expr), span);
            self.check.is_access_free = outer;
            return cast;
        }
        let is_scalar = |cx: &Cx<'_>, ty| {
            let ty = cx.types.strip_cvref(ty);
            cx.types.is_scalar(ty)
        };
        let from = self.typed.exprs[expr].ty;
        // Only between scalars, or to a reference, can a reinterpret_cast be what was meant.
        let may_reinterpret =
            self.types.is_ref(to) || (is_scalar(self, to) && self.is_castable_source(from));
        if !may_reinterpret {
            return self.static_cast(to, Operand::Expr(expr), span);
        }
        let tried = self.tentatively(|cx| cx.static_cast(to, Operand::Expr(expr), span));
        match tried {
            Ok(Ok(cast)) => Ok(cast),
            tried => {
                if let Some(cast) = self.try_reinterpret_cast(to, expr, span) {
                    return Ok(cast);
                }
                // With the qualifiers cast away first.
                let loose = self.without_const(from, expr);
                if let Some(expr) = loose
                    && let Ok(Ok(cast)) =
                        self.tentatively(|cx| cx.static_cast(to, Operand::Expr(expr), span))
                {
                    return Ok(cast);
                }
                if let Err(why) = tried {
                    self.report(*why);
                }
                Err(Reported)
            }
        }
    }

    /// Whether pointers or references to a class and to one it derives from are cast.
    fn is_between_bases(&mut self, to: Ty, expr: ExprId) -> bool {
        let from = self.typed.exprs[expr].ty;
        let (from, to) = match *self.types.kind(to) {
            TyKind::LRef(referent) | TyKind::RRef(referent) => (from, referent),
            _ => match (self.types.pointee(from), self.types.pointee(to)) {
                (Some(from), Some(to)) => (from, to),
                _ => return false,
            },
        };
        let keeps = self.types.cv(to).includes(self.types.cv(from));
        match (self.types.class_of(from), self.types.class_of(to)) {
            (Some(from), Some(to)) if keeps => {
                self.is_base_of(from, to) || self.is_base_of(to, from)
            }
            _ => false,
        }
    }

    fn is_castable_source(&mut self, from: Ty) -> bool {
        let from = self.types.decay(from);
        self.types.is_scalar(from)
    }

    /// The operand with all qualifiers behind its pointer, or on the glvalue itself, gone.
    fn without_const(&mut self, from: Ty, expr: ExprId) -> Option<ExprId> {
        if let Some(pointee) = self.types.pointee(from) {
            let plain = self.types.unqualified(pointee);
            if plain == pointee {
                return None;
            }
            let to = self.types.pointer(plain);
            let span = self.typed.exprs[expr].span;
            let value = self.load(expr);
            return Some(self.convert(ConvertKind::NoOp, value, to, span));
        }
        let mut node = self.typed.exprs[expr].clone();
        if !node.category.is_glvalue() {
            return None;
        }
        node.ty = self.types.unqualified(from);
        Some(self.typed.exprs.push(node))
    }

    /// An enumeration has no values before its underlying type is known ([dcl.enum]/5).
    pub(crate) fn require_enumeration(&mut self, to: Ty, span: Span) -> Check<()> {
        match self.types.enum_of(to).is_none() || self.require_complete(to, span) {
            true => Ok(()),
            false => Err(Reported),
        }
    }

    /// [expr.static.cast]
    pub fn static_cast(&mut self, to: Ty, operand: Operand, span: Span) -> Check<ExprId> {
        self.require_enumeration(to, span)?;
        let expr = match operand {
            Operand::List(_) | Operand::Overloads(_) => {
                let value = self.initialize(to, operand, Form::Direct, span)?;
                return Ok(self.as_cast_result(value, to));
            }
            Operand::Expr(expr) => expr,
        };
        let value = self.types.unqualified(to);
        if self.types.is_void(to) {
            return Ok(self.convert(ConvertKind::ToVoid, expr, Ty::VOID, span));
        }
        if self.types.is_ref(to)
            && let Some(cast) = self.cast_to_related_reference(to, expr, span)
        {
            return Ok(cast);
        }
        let from = self.typed.exprs[expr].ty;
        if !self.types.is_ref(to)
            && let Some(cast) = self.static_cast_scalar(value, from, expr, span)
        {
            return Ok(cast);
        }
        let operand = Operand::Expr(expr);
        let is_scalar = |cx: &Self, ty| cx.types.class_of(ty).is_none() && !cx.types.is_ref(ty);
        if is_scalar(self, to)
            && is_scalar(self, from)
            && self.implicit_conversion(&operand, value, Context::EXPLICIT).is_err()
        {
            return self.report_cast("conversion", expr, to, span);
        }
        let made = self.initialize(to, operand, Form::Direct, span)?;
        Ok(self.as_cast_result(made, to))
    }

    /// 2, 3: an lvalue of a base cast down to a derived class, any glvalue cast to an xvalue.
    fn cast_to_related_reference(&mut self, to: Ty, expr: ExprId, span: Span) -> Option<ExprId> {
        let (referent, is_rvalue) = match *self.types.kind(to) {
            TyKind::LRef(referent) => (referent, false),
            TyKind::RRef(referent) => (referent, true),
            _ => return None,
        };
        let source = Source::of(self, expr);
        if !source.category.is_glvalue() {
            return None;
        }
        if is_rvalue
            && self.reference_related(referent, source.ty).is_some()
            && self.types.cv(referent).includes(self.types.cv(source.ty))
            && self.bit_field_width(expr).is_none()
        {
            let object = match self.types.class_of(referent) {
                Some(base) => self.base_subobject(expr, base),
                None => expr,
            };
            let mut node = self.typed.exprs[object].clone();
            if !matches!(self.types.kind(referent), TyKind::Function(_)) {
                node.category = ValueCategory::XValue;
            }
            node.ty = referent;
            node.span = span;
            return Some(self.typed.exprs.push(node));
        }
        let (base, derived) = (self.types.class_of(source.ty)?, self.types.class_of(referent)?);
        if base != derived
            && self.base_depth(derived, base).is_some()
            && self.types.cv(referent).includes(self.types.cv(source.ty))
        {
            let path = self.static_base_path(derived, base)?;
            self.check_base_access(derived, base, span);
            let category = if is_rvalue { ValueCategory::XValue } else { ValueCategory::LValue };
            let kind = ExprKind::Derived { object: expr, path: path.into() };
            return Some(self.typed.expr(kind, referent, category, span));
        }
        None
    }

    /// The way to a base that is neither virtual nor a base of a virtual one: only there a cast back is static
    /// ([expr.static.cast]/2).
    fn static_base_path(&mut self, derived: ClassId, base: ClassId) -> Option<Vec<u32>> {
        let path = self.base_path(derived, base)?;
        let mut class = derived;
        for &index in &path {
            let step = &self.entities[class].bases[index as usize];
            if step.is_virtual {
                return None;
            }
            class = step.class;
        }
        Some(path)
    }

    /// 7-12: what inverts a standard conversion, and enumerations both ways.
    fn static_cast_scalar(&mut self, to: Ty, from: Ty, expr: ExprId, span: Span) -> Option<ExprId> {
        let from = self.types.decay(from);
        let kind = match (self.types.kind(from).clone(), self.types.kind(to).clone()) {
            (TyKind::Enum(_), TyKind::Bool) => ConvertKind::ToBool,
            (TyKind::Enum(_), TyKind::Int(_)) => ConvertKind::IntToInt,
            (TyKind::Enum(_), TyKind::Float(_)) => ConvertKind::IntToFloat,
            (TyKind::Bool | TyKind::Int(_) | TyKind::Enum(_), TyKind::Enum(_)) => {
                if from == to {
                    return None;
                }
                ConvertKind::IntToInt
            }
            (TyKind::Float(_), TyKind::Enum(_)) => ConvertKind::FloatToInt,
            (
                TyKind::MemberPointer { class: derived, pointee: p },
                TyKind::MemberPointer { class: base, pointee: q },
            ) if derived != base => {
                let (derived, base) = (self.types.class_of(derived)?, self.types.class_of(base)?);
                let keeps = self.is_qualification_conversion_of_pointees(p, q, true);
                if !keeps || !self.is_base_of(base, derived) {
                    return None;
                }
                self.static_base_path(derived, base)?;
                self.check_base_access(derived, base, span);
                ConvertKind::NoOp
            }
            (TyKind::Pointer(p), TyKind::Pointer(q)) => {
                let source = Source { ty: from, category: ValueCategory::PRValue, expr: None };
                if self.standard_conversion(source, to).is_some() {
                    return None;
                }
                if !self.types.cv(q).includes(self.types.cv(p)) {
                    return None;
                }
                if let (Some(base), Some(derived)) =
                    (self.types.class_of(p), self.types.class_of(q))
                    && base != derived
                {
                    let path = self.static_base_path(derived, base)?;
                    self.check_base_access(derived, base, span);
                    let pointer = self.load(expr);
                    let object = self.typed.lvalue(ExprKind::Deref(pointer), p, span);
                    let kind = ExprKind::Derived { object, path: path.into() };
                    let derived = self.typed.lvalue(kind, q, span);
                    return Some(self.typed.prvalue(ExprKind::AddressOf(derived), to, span));
                }
                if !self.types.is_void(p) || self.types.function_of(q).is_some() {
                    return None;
                }
                ConvertKind::PointerToPointer
            }
            _ => return None,
        };
        let value = self.load(expr);
        Some(self.convert(kind, value, to, span))
    }

    /// [expr.const.cast]; `None` when it is none.
    fn try_const_cast(&mut self, to: Ty, expr: ExprId, span: Span) -> Option<ExprId> {
        let from = self.typed.exprs[expr].ty;
        match *self.types.kind(to) {
            TyKind::LRef(referent) | TyKind::RRef(referent) => {
                let category = self.result_category(to);
                if !self.typed.exprs[expr].category.is_glvalue()
                    || (category == ValueCategory::LValue
                        && self.typed.exprs[expr].category != ValueCategory::LValue)
                    || !self.similar(from, referent)
                    || self.bit_field_width(expr).is_some()
                {
                    return None;
                }
                let mut node = self.typed.exprs[expr].clone();
                node.ty = referent;
                node.category = category;
                node.span = span;
                Some(self.typed.exprs.push(node))
            }
            TyKind::Pointer(pointee) if self.types.function_of(pointee).is_none() => {
                let from = self.types.decay(from);
                if !matches!(self.types.kind(from), TyKind::Pointer(_)) || !self.similar(from, to) {
                    return None;
                }
                let value = self.load(expr);
                let to = self.types.unqualified(to);
                if from == to {
                    return Some(value);
                }
                Some(self.convert(ConvertKind::NoOp, value, to, span))
            }
            _ => None,
        }
    }

    /// Whether a level of the target lacks a qualifier that the source has there
    /// ([expr.const.cast]/8).
    fn casts_away_const(&mut self, to: Ty, expr: ExprId) -> bool {
        let from = self.typed.exprs[expr].ty;
        let (mut from, mut to) = match *self.types.kind(to) {
            TyKind::LRef(referent) | TyKind::RRef(referent) => (from, referent),
            _ => {
                let from = self.types.decay(from);
                match (self.types.pointee(from), self.types.pointee(to)) {
                    (Some(from), Some(to)) => (from, to),
                    _ => return false,
                }
            }
        };
        loop {
            if !self.types.cv(to).includes(self.types.cv(from)) {
                return true;
            }
            match (self.types.pointee(from), self.types.pointee(to)) {
                (Some(inner_from), Some(inner_to)) => (from, to) = (inner_from, inner_to),
                _ => return false,
            }
        }
    }

    /// [expr.reinterpret.cast]; `None` when it is none.
    fn try_reinterpret_cast(&mut self, to: Ty, expr: ExprId, span: Span) -> Option<ExprId> {
        let from = self.typed.exprs[expr].ty;
        if let TyKind::LRef(referent) | TyKind::RRef(referent) = *self.types.kind(to) {
            if !self.typed.exprs[expr].category.is_glvalue() || self.bit_field_width(expr).is_some()
            {
                return None;
            }
            let pointer = self.types.pointer(from);
            let address = self.typed.prvalue(ExprKind::AddressOf(expr), pointer, span);
            let pointer = self.types.pointer(referent);
            let cast = self.convert(ConvertKind::PointerToPointer, address, pointer, span);
            let category = self.result_category(to);
            return Some(self.typed.expr(ExprKind::Deref(cast), referent, category, span));
        }
        let from = self.types.decay(from);
        let to = self.types.unqualified(to);
        let kind = match (self.types.kind(from), self.types.kind(to)) {
            (TyKind::Pointer(_), TyKind::Pointer(_)) => ConvertKind::PointerToPointer,
            (TyKind::Pointer(_), TyKind::Int(kind)) if kind.bits() >= 64 => {
                ConvertKind::PointerToInt
            }
            (TyKind::NullPtr, TyKind::Int(kind)) if kind.bits() >= 64 => ConvertKind::PointerToInt,
            (TyKind::Bool | TyKind::Int(_) | TyKind::Enum(_), TyKind::Pointer(_)) => {
                ConvertKind::IntToPointer
            }
            (a, b) if a == b && self.types.is_scalar(from) => ConvertKind::NoOp,
            _ => return None,
        };
        let value = self.load(expr);
        Some(self.convert(kind, value, to, span))
    }

    /// Whether `from` converts to `to` by itself; for built-in traits.
    pub fn converts_implicitly(&mut self, source: Source, to: Ty) -> bool {
        match self.conversion_of(source, to, Context::IMPLICIT) {
            Ok(ConversionSequence::Standard(_)) => true,
            Ok(ConversionSequence::User(user)) => {
                user.function.is_none_or(|function| !self.is_deleted(function))
            }
            Ok(ConversionSequence::Ambiguous | ConversionSequence::Ellipsis) | Err(_) => false,
        }
    }
}
