//! `dynamic_cast` ([expr.dynamic.cast]).
//!
//! In: the target and the operand. Out: what a conversion to a base is, or what only host code does: a
//! test of the class of the object.

use lang::ast::{DeclKind, SpecFlags};
use lang::base::Span;

use crate::Cx;
use crate::check::operand::{Check, Operand, Source};
use crate::entity::ClassId;
use crate::ty::{Ty, TyKind};
use crate::typed::{DynamicCast, ExprId, HostOnly, ValueCategory};

impl Cx<'_> {
    pub(super) fn dynamic_cast(&mut self, to: Ty, operand: Operand, span: Span) -> Check<ExprId> {
        let to = self.types.strip_cv(to);
        let expr = self.cast_operand(operand, to, span)?;
        let source = Source::of(self, expr);
        if self.types.is_dependent(to) || self.types.is_dependent(source.ty) {
            return Ok(self.host_only(HostOnly::DynamicCast, to, span));
        }
        let (referent, from) = match *self.types.kind(to) {
            TyKind::Pointer(referent) => {
                let from = self.types.decay(source.ty);
                (referent, self.types.pointee(from))
            }
            TyKind::LRef(referent) => {
                (referent, (source.category == ValueCategory::LValue).then_some(source.ty))
            }
            // Temporary materialization gives the prvalue an object ([expr.type.conv]).
            TyKind::RRef(referent) => (referent, Some(source.ty)),
            _ => (to, None),
        };
        let from_class = from.and_then(|from| self.complete_operand(from, span));
        let (Some(from), Some(from_class)) = (from, from_class) else {
            return self.report_cast("dynamic_cast", expr, to, span);
        };
        let target = match self.types.is_void(referent) && !self.types.is_ref(to) {
            true => None,
            false => match self.complete_operand(referent, span) {
                Some(class) => Some(class),
                None => return self.report_cast("dynamic_cast", expr, to, span),
            },
        };
        if !self.types.cv(referent).includes(self.types.cv(from)) {
            return self.report_cast("dynamic_cast", expr, to, span);
        }
        if let Some(target) = target
            && (target == from_class || self.is_base_of(target, from_class))
        {
            return self.static_cast(to, Operand::Expr(expr), span);
        }
        if !self.has_virtual_function(from_class) {
            return self.report_cast("dynamic_cast", expr, to, span);
        }
        let operand = if self.types.is_ref(to) { expr } else { self.load(expr) };
        let made = self.host_only(HostOnly::DynamicCast, to, span);
        self.typed.dynamic_casts.insert(made, DynamicCast { operand, target });
        Ok(made)
    }

    /// The complete class that a type is, maybe qualified.
    fn complete_operand(&mut self, ty: Ty, span: Span) -> Option<ClassId> {
        let ty = self.types.strip_cv(ty);
        let class = self.types.class_of(ty)?;
        self.complete_class(class, span).then_some(class)
    }

    /// Whether a class declares or inherits a virtual function ([class.virtual]/1).
    pub(crate) fn has_virtual_function(&self, class: ClassId) -> bool {
        let entity = &self.entities[class];
        if !entity.is_polymorphic {
            return false;
        }
        let written = entity.decl.and_then(|decl| self.class_decl(decl));
        let declares = written.is_some_and(|written| {
            written.members.iter().any(|&member| match &self.ast[member].kind {
                DeclKind::Function(function) => function.specs.flags.has(SpecFlags::VIRTUAL),
                DeclKind::Field(field) => field.specs.flags.has(SpecFlags::VIRTUAL),
                _ => false,
            })
        });
        declares || entity.bases.iter().any(|base| self.has_virtual_function(base.class))
    }
}
