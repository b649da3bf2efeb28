//! Pointers to members while lowering: a member that is known, or a number by which one is chosen
//! ([`target`](super::target)), like the functions that pointers to functions point to.

use lang::base::Span;

use super::storage::{Leaf, Leaves, Place};
use super::target::Designated;
use super::{Low, Lowerer};
use crate::codes;
use crate::constexpr::value::Member;
use crate::entity::{ClassId, Owner};
use crate::ty::{Ty, TyKind};
use crate::typed::ExprId;

impl Lowerer<'_, '_> {
    /// `object.*member` for a field.
    pub(super) fn member_of_object(
        &mut self,
        object: ExprId,
        member: ExprId,
        span: Span,
    ) -> Low<Place> {
        let from = self.cx.types.class_of(self.cx.typed.exprs[object].ty);
        let place = self.object(object)?;
        match self.designated_member(member, from, span)? {
            Designated::Known(known) => self.field_of(&place, from, known, span),
            Designated::OneOf(number, choices) => {
                let ty = self.cx.typed.exprs[member].ty;
                let pointee = match *self.kind(ty) {
                    TyKind::MemberPointer { pointee, .. } => pointee,
                    _ => return self.bug(span, "a member access without a pointer to member"),
                };
                let pointer = self.cx.types.pointer(pointee);
                let leaves =
                    self.one_of(number, &choices, member, pointer, span, &mut |this, known| {
                        let field = this.field_of(&place, from, known, span)?;
                        Ok(this.address_of(&field).into())
                    })?;
                match leaves.first() {
                    Some(leaf) => self.pointed_at(&leaf.clone(), pointee, span),
                    None => self.bug(span, "a member without an address"),
                }
            }
        }
    }

    /// The value of `object.*member`: a choice between fields is one between their values, so
    /// that the object needs no address.
    pub(super) fn load_member(
        &mut self,
        object: ExprId,
        member: ExprId,
        ty: Ty,
        span: Span,
    ) -> Low<Leaves> {
        let from = self.cx.types.class_of(self.cx.typed.exprs[object].ty);
        let place = self.object(object)?;
        let (number, choices) = match self.designated_member(member, from, span)? {
            Designated::Known(known) => {
                let field = self.field_of(&place, from, known, span)?;
                return self.read_place(&field, ty, span);
            }
            Designated::OneOf(number, choices) => (number, choices),
        };
        self.one_of(number, &choices, member, ty, span, &mut |this, known| {
            let field = this.field_of(&place, from, known, span)?;
            this.read_place(&field, ty, span)
        })
    }

    fn field_of(
        &mut self,
        object: &Place,
        from: Option<ClassId>,
        member: Member,
        span: Span,
    ) -> Low<Place> {
        let (Member::Field(class, index), Some(from)) = (member, from) else {
            return self.bug(span, "a pointer to member that designates no field");
        };
        let place = self.base_of(object, from, class, span)?;
        let (bases, _, is_union) = self.cx.field_info(class, index);
        let part = if is_union { index } else { bases + index };
        let class_ty = self.cx.entities[class].ty;
        self.subobject(&place, class_ty, part, span)
    }

    /// `(object.*member)(arguments)`
    pub(super) fn call_member(
        &mut self,
        object: ExprId,
        member: ExprId,
        arguments: &[ExprId],
        expr: ExprId,
    ) -> Low<Leaves> {
        let span = self.cx.typed.exprs[expr].span;
        let from = self.cx.types.class_of(self.cx.typed.exprs[object].ty);
        let place = self.object(object)?;
        match self.designated_member(member, from, span)? {
            Designated::Known(known) => self.call_member_of(&place, from, known, arguments, expr),
            Designated::OneOf(number, choices) => {
                let ty = self.leaves_type(expr);
                self.one_of(number, &choices, expr, ty, span, &mut |this, known| {
                    this.call_member_of(&place, from, known, arguments, expr)
                })
            }
        }
    }

    fn call_member_of(
        &mut self,
        object: &Place,
        from: Option<ClassId>,
        member: Member,
        arguments: &[ExprId],
        expr: ExprId,
    ) -> Low<Leaves> {
        let span = self.cx.typed.exprs[expr].span;
        let Member::Function(callee) = member else { return self.bug(span, "a call of a field") };
        let (Some(from), Owner::Class(class)) = (from, self.cx.entities[callee].owner) else {
            return self.bug(span, "a member call without a class");
        };
        let this = self.base_of(object, from, class, span)?;
        if self.cx.entities[callee].is_virtual {
            return self.dispatch(callee, this, arguments, expr, None);
        }
        self.require_callable(callee, span)?;
        self.call_method(callee, this, arguments, expr)
    }

    /// The member that a pointer designates, or those that it may.
    fn designated_member(
        &mut self,
        member: ExprId,
        from: Option<ClassId>,
        span: Span,
    ) -> Low<Designated> {
        match self.pointer(member)? {
            Leaf::Member(Some(member)) => Ok(Designated::Known(member)),
            Leaf::Member(None) => {
                let message = "this pointer to member is null";
                self.error(codes::INDIRECT_CALL, span, message)
            }
            Leaf::Value(number) => {
                let mut choices = self.members_of(self.info(member).0);
                choices.retain(|(_, choice)| match (from, self.owner_of(*choice)) {
                    (Some(from), Some(owner)) => self.is_member_of(from, owner),
                    _ => true,
                });
                if choices.is_empty() {
                    let message = "the kernel never takes the address of a member of this type";
                    return self.error(codes::INDIRECT_CALL, span, message);
                }
                Ok(Designated::OneOf(number, choices))
            }
            Leaf::Address(_) | Leaf::Function(_) | Leaf::Table(_) | Leaf::Undef => {
                let message = "this pointer to member has no value";
                self.error(codes::INDIRECT_CALL, span, message)
            }
        }
    }

    fn owner_of(&self, member: Member) -> Option<ClassId> {
        match member {
            Member::Field(class, _) => Some(class),
            Member::Function(function) => match self.cx.entities[function].owner {
                Owner::Class(class) => Some(class),
                Owner::Namespace(_) | Owner::Function => None,
            },
        }
    }

    /// The subobject of class `to` in an object of class `from`.
    fn base_of(&mut self, place: &Place, from: ClassId, to: ClassId, span: Span) -> Low<Place> {
        let named = self.cx.naming_class(to);
        if let Some(path) = self.cx.path_down(from, named) {
            let derived = self.cx.entities[named].ty;
            let whole = self.containing(place, derived, &path, span)?;
            return self.base_of(&whole, named, to, span);
        }
        let Some(path) = self.cx.subobject_path(from, to) else {
            let [from, to] = [from, to].map(|class| self.cx.show(self.cx.entities[class].ty));
            let message =
                format!("a pointer to a member of `{to}` does not say which one of `{from}`");
            return self.error(codes::UNSUPPORTED, span, message);
        };
        let mut place = place.clone();
        for (class, part) in path {
            let class_ty = self.cx.entities[class].ty;
            place = self.subobject(&place, class_ty, part, span)?;
        }
        Ok(place)
    }
}
