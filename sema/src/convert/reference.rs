//! Binding references ([dcl.init.ref], [over.ics.ref]).

use lang::base::Span;

use super::{
    Binding, Context, ConversionSequence, Mismatch, SecondConversion, StandardConversion,
    UserConversion,
};
use crate::Cx;
use crate::check::operand::{Check, Source};
use crate::entity::FunctionKind;
use crate::ty::{Cv, Exceptions, FunctionTy, Ty, TyKind};
use crate::typed::{ExprId, ExprKind, ValueCategory};

impl Cx<'_> {
    /// How far `referent` is above the type of the initialiser: 0 for the same (or a similar)
    /// type, more for a base ([dcl.init.ref]/4, reference-related).
    pub fn reference_related(&mut self, referent: Ty, ty: Ty) -> Option<u32> {
        let (referent, ty) = (self.types.unqualified(referent), self.types.unqualified(ty));
        if referent == ty {
            return Some(0);
        }
        match (self.types.kind(referent), self.types.kind(ty)) {
            (&TyKind::Class(base), &TyKind::Class(derived)) => self.base_depth(derived, base),
            (TyKind::Pointer(_), TyKind::Pointer(_))
            | (TyKind::MemberPointer { .. }, TyKind::MemberPointer { .. })
            | (TyKind::Array(..), TyKind::Array(..)) => self.similar(referent, ty).then_some(0),
            (TyKind::Function(f), TyKind::Function(g)) => {
                let g = FunctionTy { exceptions: f.exceptions.clone(), ..g.clone() };
                let drops = *f == g && f.exceptions == Exceptions::MayThrow;
                drops.then_some(0)
            }
            _ => None,
        }
    }

    /// Whether a reference to `referent` may bind to a `ty` that is related to it.
    fn reference_compatible(&mut self, referent: Ty, ty: Ty) -> bool {
        if !self.types.cv(referent).includes(self.types.cv(ty)) {
            return false;
        }
        let (p, q) = (self.types.unqualified(ty), self.types.unqualified(referent));
        if p == q || self.types.class_of(p).is_some() {
            return true;
        }
        if matches!(self.types.kind(p), TyKind::Function(_) | TyKind::Array(..)) {
            return true;
        }
        // As pointers to them convert: deeper levels may gain qualifiers under const ones only.
        let (p, q) = (self.types.pointer(ty), self.types.pointer(referent));
        self.is_qualification_conversion(p, q)
    }

    /// The sequence for a parameter that is a reference to `referent`.
    pub fn reference_conversion(
        &mut self,
        source: Source,
        referent: Ty,
        is_rvalue_ref: bool,
        context: Context,
    ) -> Result<ConversionSequence, Mismatch> {
        let binds_function = matches!(self.types.kind(source.ty), TyKind::Function(_));
        let cv = self.types.cv(referent);
        let takes_temporary = is_rvalue_ref || cv == Cv::CONST;
        if let Some(depth) = self.reference_related(referent, source.ty) {
            let binding = Binding {
                is_rvalue_ref,
                binds_rvalue: !source.is_lvalue(),
                binds_function,
                is_bare_object: false,
            };
            // Of pointers that are similar one may have qualifiers at deeper levels.
            let (p, q) = (self.types.unqualified(source.ty), self.types.unqualified(referent));
            let direct = StandardConversion {
                qualification: p != q
                    && matches!(
                        self.types.kind(q),
                        TyKind::Pointer(_) | TyKind::MemberPointer { .. }
                    ),
                second: match depth {
                    0 => SecondConversion::Identity,
                    _ => SecondConversion::DerivedToBase(depth),
                },
                binding: Some(binding),
                ..StandardConversion::identity(source.ty, referent)
            };
            if source.is_lvalue() && is_rvalue_ref && !binds_function {
                return Err(Mismatch::NeedsRvalue);
            }
            if !self.reference_compatible(referent, source.ty) {
                return Err(Mismatch::DropsQualifiers);
            }
            if !is_rvalue_ref && !takes_temporary {
                if !source.is_lvalue() {
                    return Err(Mismatch::NeedsLvalue);
                }
                if source.expr.is_some_and(|expr| self.bit_field_width(expr).is_some()) {
                    return Err(Mismatch::BitField);
                }
            }
            return Ok(ConversionSequence::Standard(direct));
        }
        if context.user_defined
            && self.types.class_of(source.ty).is_some()
            && let Some(found) =
                self.reference_user_conversion(source, referent, is_rvalue_ref, context)
        {
            return Ok(found);
        }
        if !takes_temporary {
            return Err(Mismatch::NeedsLvalue);
        }
        if binds_function {
            return Err(Mismatch::NoConversion);
        }
        // A temporary of the referent's type, to which the reference then binds.
        let binding = Some(Binding {
            is_rvalue_ref,
            binds_rvalue: true,
            binds_function: false,
            is_bare_object: false,
        });
        let value = self.types.unqualified(referent);
        Ok(match self.object_conversion(source, value, context)? {
            ConversionSequence::Standard(standard) => {
                let to = referent;
                ConversionSequence::Standard(StandardConversion { binding, to, ..standard })
            }
            ConversionSequence::User(mut user) => {
                if is_rvalue_ref && self.converts_to_lvalue(&user, referent) {
                    return Err(Mismatch::NeedsRvalue);
                }
                (user.after.binding, user.after.to) = (binding, referent);
                ConversionSequence::User(user)
            }
            other => other,
        })
    }

    /// Whether a conversion function gives an lvalue that is related to `referent`, to which no rvalue reference binds
    /// ([dcl.init.ref]/5.4).
    fn converts_to_lvalue(&mut self, user: &UserConversion, referent: Ty) -> bool {
        let Some(function) = user.function else { return false };
        let result = self.types.function_of(self.entities[function].ty).map(|ty| ty.ret);
        let Some(&TyKind::LRef(found)) = result.map(|result| self.types.kind(result)) else {
            return false;
        };
        self.entities[function].kind == FunctionKind::Conversion
            && self.reference_related(referent, found).is_some()
    }

    /// The glvalue that a reference to `referent` binds to, for an initialiser whose sequence is
    /// `sequence`.
    pub fn apply_reference(
        &mut self,
        expr: ExprId,
        referent: Ty,
        sequence: &ConversionSequence,
        span: Span,
    ) -> Check<ExprId> {
        let source = Source::of(self, expr);
        match sequence {
            ConversionSequence::Standard(_) => {
                if self.reference_related(referent, source.ty).is_some()
                    && (self.bit_field_width(expr).is_none() || !source.category.is_glvalue())
                {
                    return self.bind_related(expr, referent);
                }
                let value = self.types.unqualified(referent);
                let value = self.apply_standard(expr, value);
                Ok(self.temporary(value, referent, span))
            }
            ConversionSequence::User(user) => {
                let converted = self.apply_user(expr, user, span)?;
                let ty = self.typed.exprs[converted].ty;
                if self.reference_related(referent, ty).is_some() {
                    return self.bind_related(converted, referent);
                }
                let value = self.types.unqualified(referent);
                let value = self.apply_standard(converted, value);
                Ok(self.temporary(value, referent, span))
            }
            ConversionSequence::Ambiguous | ConversionSequence::Ellipsis => {
                Err(crate::check::operand::Reported)
            }
        }
    }

    /// Binds directly: to the object, its base, or the temporary made of a prvalue.
    fn bind_related(&mut self, expr: ExprId, referent: Ty) -> Check<ExprId> {
        self.check_captured(expr)?;
        let node = &self.typed.exprs[expr];
        let (category, ty, span) = (node.category, node.ty, node.span);
        let glvalue = if category == ValueCategory::PRValue {
            // The temporary has the qualifiers of the reference.
            let cv = self.types.cv(referent);
            let ty = self.types.qualified(ty, cv);
            self.typed.expr(ExprKind::Materialize(expr), ty, ValueCategory::XValue, span)
        } else {
            expr
        };
        match (self.types.class_of(referent), self.types.class_of(ty)) {
            (Some(base), Some(derived)) if base != derived => {
                self.check_base_access(derived, base, span);
                Ok(self.base_subobject(glvalue, base))
            }
            _ => Ok(glvalue),
        }
    }

    /// A temporary of type `ty` that holds a prvalue.
    pub fn temporary(&mut self, value: ExprId, ty: Ty, span: Span) -> ExprId {
        if self.typed.exprs[value].category.is_glvalue() {
            return value;
        }
        self.typed.expr(ExprKind::Materialize(value), ty, ValueCategory::XValue, span)
    }
}
