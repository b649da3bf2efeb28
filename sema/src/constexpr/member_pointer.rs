//! Access and calls through pointers to members in a constant evaluation ([expr.mptr.oper]).

use lang::base::Span;

use super::object;
use super::value::{Address, Member, Step, Value};
use super::{Eval, Evaluator};
use crate::entity::{ClassId, Owner};
use crate::typed::ExprId;

impl Evaluator<'_, '_> {
    /// `object.*member` for a field.
    pub(super) fn member_of_object(
        &mut self,
        object: ExprId,
        member: ExprId,
        span: Span,
    ) -> Eval<Address> {
        let from = self.cx.types.class_of(self.cx.typed.exprs[object].ty);
        let place = self.object(object)?;
        match (self.value(member)?, from) {
            (Value::MemberPointer(Some(Member::Field(class, index))), Some(from)) => {
                let place = self.base_of(&place, from, class, span)?;
                let (bases, _, is_union) = self.cx.field_info(class, index);
                let step = if is_union { index } else { bases + index };
                object::subobject(&place, Step::Member(step))
                    .map_err(|error| self.access(span, error))
            }
            _ => Err(self.fail(span, "accesses a member through a null pointer to member")),
        }
    }

    /// `(object.*member)(arguments)`
    pub(super) fn call_member(
        &mut self,
        object: ExprId,
        member: ExprId,
        arguments: &[ExprId],
        span: Span,
    ) -> Eval<Value> {
        let from = self.cx.types.class_of(self.cx.typed.exprs[object].ty);
        let place = self.object(object)?;
        let Value::MemberPointer(Some(Member::Function(callee))) = self.value(member)? else {
            return Err(self.fail(span, "calls through a null pointer to member"));
        };
        let (Some(from), Owner::Class(class)) = (from, self.cx.entities[callee].owner) else {
            return Err(self.fail(span, "calls a member of something that is not a class"));
        };
        let this = self.base_of(&place, from, class, span)?;
        if self.cx.entities[callee].is_virtual {
            return self.dispatch(callee, this, arguments, span);
        }
        self.call_on(callee, this, arguments, span)
    }

    /// The subobject of class `to` in the object of class `from` at `place`.
    fn base_of(
        &mut self,
        place: &Address,
        from: ClassId,
        to: ClassId,
        span: Span,
    ) -> Eval<Address> {
        let named = self.cx.naming_class(to);
        if let Some(path) = self.cx.path_down(from, named) {
            let whole =
                object::containing(place, &path).map_err(|error| self.access(span, error))?;
            return self.base_of(&whole, named, to, span);
        }
        let Some(path) = self.cx.subobject_path(from, to) else {
            return Err(self.fail(span, "accesses a member that the object does not have"));
        };
        let mut place = place.clone();
        for (_, part) in path {
            place = object::subobject(&place, Step::Member(part))
                .map_err(|error| self.access(span, error))?;
        }
        Ok(place)
    }
}
