//! Pointers to members while lowering: known at compile time, like the functions that pointers to
//! functions point to.

use lang::base::Span;

use super::storage::{Leaf, Leaves, Place};
use super::{Low, Lowerer};
use crate::codes;
use crate::constexpr::value::Member;
use crate::entity::{ClassId, Owner};
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
        match (self.known_member(member, span)?, from) {
            (Member::Field(class, index), Some(from)) => {
                let place = self.base_of(&place, from, class, span)?;
                let (bases, _, is_union) = self.cx.field_info(class, index);
                let part = if is_union { index } else { bases + index };
                let class_ty = self.cx.entities[class].ty;
                self.subobject(&place, class_ty, part, span)
            }
            _ => self.bug(span, "a pointer to member that designates no field"),
        }
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
        let Member::Function(callee) = self.known_member(member, span)? else {
            return self.bug(span, "a call of a field");
        };
        let (Some(from), Owner::Class(class)) = (from, self.cx.entities[callee].owner) else {
            return self.bug(span, "a member call without a class");
        };
        let this = self.base_of(&place, from, class, span)?;
        if self.cx.entities[callee].is_virtual {
            return self.dispatch(callee, this, arguments, expr, None);
        }
        self.call_method(callee, this, arguments, expr)
    }

    /// The member that a pointer designates.
    fn known_member(&mut self, member: ExprId, span: Span) -> Low<Member> {
        match self.pointer(member)? {
            Leaf::Member(Some(member)) => Ok(member),
            Leaf::Member(None) => {
                let message = "this pointer to member is null";
                self.error(codes::INDIRECT_CALL, span, message)
            }
            Leaf::Value(_)
            | Leaf::Address(_)
            | Leaf::Function(_)
            | Leaf::Table(_)
            | Leaf::Undef => {
                let message = "which member this designates must be known at compile time";
                self.error(codes::INDIRECT_CALL, span, message)
            }
        }
    }

    /// The subobject of class `to` in an object of class `from`.
    fn base_of(&mut self, place: &Place, from: ClassId, to: ClassId, span: Span) -> Low<Place> {
        let Some(path) = self.cx.base_path(from, to) else {
            return self.bug(span, "a member that the object does not have");
        };
        let (mut place, mut at) = (place.clone(), from);
        for index in path {
            let class_ty = self.cx.entities[at].ty;
            place = self.subobject(&place, class_ty, index, span)?;
            at = self.cx.entities[at].bases[index as usize].class;
        }
        Ok(place)
    }
}
