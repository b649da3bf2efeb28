//! The end of objects ([class.dtor], [class.temporary], [stmt.jump.general]).
//!
//! Objects whose end runs code are on a stack, in the order of their construction. Leaving a
//! scope, by its end or by a jump, destroys those that the scope made, the newest first; the end
//! of a full-expression destroys its temporaries, but for those whose life a reference extends.
//! A jump runs the destructors where it leaves and takes nothing from the stack: other paths still
//! have the objects.
//!
//! A temporary made in one arm of `?:`, `&&` or `||` lives to the end of the full-expression, if
//! the arm was taken: its object and a flag that says so are made in front of the branch. Which
//! those are is found out by lowering the branch once and throwing that away.

use ir::{Scalar, Value};
use lang::base::Span;

use super::control::Flow;
use super::storage::{Leaf, LeafRef, Origin, OriginKind, Place};
use super::{Low, Lowerer};
use crate::entity::FunctionKind;
use crate::ty::{Ty, TyKind};
use crate::typed::ExprId;

/// An object to be destroyed.
#[derive(Clone, Debug)]
pub(super) struct Living {
    place: Place,
    ty: Ty,
    /// What made a temporary.
    temporary: Option<ExprId>,
    /// Says whether the object has been made, where that depends on a condition.
    made: Option<LeafRef>,
    /// What the sanitizer is told at the end.
    told: Told,
}

/// What the sanitizer is told at the end of a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Told {
    Nothing,
    /// The object ends.
    End,
    /// The restricted pointer ends, which had this value.
    Leave(Value),
}

/// A temporary of a conditional operand, made ready in front of the branch.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    place: Place,
    made: LeafRef,
}

impl Lowerer<'_, '_> {
    /// Runs `body` as a scope: what it made and left alive ends with it.
    pub(super) fn scope(&mut self, body: impl FnOnce(&mut Self) -> Low<Flow>) -> Low<Flow> {
        let (mark, slots) = (self.living.len(), self.slots.len());
        let flow = body(self)?;
        if flow != Flow::Ended {
            self.destroy_since(mark)?;
        }
        self.living.truncate(mark);
        self.end_slots(slots);
        Ok(flow)
    }

    /// Runs the evaluation of a full-expression ([intro.execution]/5); the temporaries made by
    /// `extended` go on to live in the scope around it.
    pub(super) fn full_expression<T>(
        &mut self,
        extended: &[ExprId],
        evaluate: impl FnOnce(&mut Self) -> Low<T>,
    ) -> Low<T> {
        let (mark, slots) = (self.living.len(), self.slots.len());
        let value = evaluate(self)?;
        if self.living.len() == mark {
            self.end_temporaries(slots, extended);
            return Ok(value);
        }
        let is_extended = |object: &Living| object.temporary.is_some_and(|e| extended.contains(&e));
        for index in (mark..self.living.len()).rev() {
            let object = self.living[index].clone();
            if !is_extended(&object) {
                self.end(&object)?;
            }
        }
        let kept: Vec<Living> = self.living.drain(mark..).filter(is_extended).collect();
        self.living.extend(kept);
        self.end_temporaries(slots, extended);
        Ok(value)
    }

    /// Destroys what was made since `mark`, and keeps the list for other paths.
    pub(super) fn destroy_since(&mut self, mark: usize) -> Low<()> {
        for index in (mark..self.living.len()).rev() {
            let object = self.living[index].clone();
            self.end(&object)?;
        }
        Ok(())
    }

    /// Destroys an object if it has been made.
    fn end(&mut self, object: &Living) -> Low<()> {
        let Some(made) = object.made else { return self.finish(object) };
        let Leaf::Value(flag) = *self.leaf(made) else { return Ok(()) };
        self.branch(flag, self.span, &mut |this, first| {
            if first {
                this.finish(object)?;
            }
            Ok(Flow::Falls)
        })?;
        Ok(())
    }

    fn finish(&mut self, object: &Living) -> Low<()> {
        self.destroy(&object.place, object.ty)?;
        match object.told {
            Told::Nothing => {}
            Told::End => self.tell_end(&object.place),
            Told::Leave(pointer) => self.leave_restricted(&[pointer]),
        }
        Ok(())
    }

    /// A branch inside an expression: the temporaries of the arms go on to live behind it.
    pub(super) fn conditional_operand(
        &mut self,
        condition: Value,
        span: Span,
        arm: &mut dyn FnMut(&mut Self, bool) -> Low<()>,
    ) -> Low<()> {
        if let Some(known) = self.constant_int(condition, false) {
            return arm(self, known != 0);
        }
        let start = self.checkpoint();
        let mut found: Vec<(ExprId, Ty)> = Vec::new();
        self.lower_arms(condition, span, arm, &mut found)?;
        if found.is_empty() {
            return Ok(());
        }
        self.roll_back(start);
        let mark = self.living.len();
        let mut prepared = Vec::with_capacity(found.len());
        for (expr, ty) in found {
            prepared.push(self.prepare_temporary(expr, ty, span)?);
        }
        let mut rest = Vec::new();
        let result = self.lower_arms(condition, span, arm, &mut rest);
        for origin in &prepared {
            self.prepared.remove(origin);
        }
        debug_assert!(result.is_err() || self.living.len() == mark + prepared.len());
        result
    }

    /// Makes the object of a temporary ahead; it is destroyed with the scope if it has been made.
    pub(super) fn prepare_temporary(&mut self, expr: ExprId, ty: Ty, span: Span) -> Low<Origin> {
        let origin = self.origin(OriginKind::Temporary, expr.as_u32());
        let count = self.layout(ty, span)?.leaves.len();
        let place = self.new_object(origin, ty, vec![Leaf::Undef; count].into(), span)?;
        let made = self.live_if_made(&place, ty, origin, Some(expr));
        self.prepared.insert(origin, Prepared { place, made });
        Ok(origin)
    }

    /// The object is destroyed with the scope, if the flag that is returned has been set.
    pub(super) fn live_if_made(
        &mut self,
        place: &Place,
        ty: Ty,
        origin: Origin,
        temporary: Option<ExprId>,
    ) -> LeafRef {
        let clear = self.int_constant(Scalar::I1, 0);
        let i1 = self.types.scalar(Scalar::I1);
        let flag = Origin { kind: OriginKind::Flag, ..origin };
        let slot = self.new_slot(flag, vec![Leaf::Value(clear)], vec![i1]);
        let made = LeafRef { slot, index: 0 };
        let told = if self.tells_end(place) { Told::End } else { Told::Nothing };
        let made_if = Some(made);
        self.living.push(Living { place: place.clone(), ty, temporary, made: made_if, told });
        made
    }

    /// Both arms; `found` collects the temporaries that they leave alive.
    fn lower_arms(
        &mut self,
        condition: Value,
        span: Span,
        arm: &mut dyn FnMut(&mut Self, bool) -> Low<()>,
        found: &mut Vec<(ExprId, Ty)>,
    ) -> Low<()> {
        self.branch(condition, span, &mut |this, first| {
            let mark = this.living.len();
            arm(this, first)?;
            let left = this.living.drain(mark..);
            found.extend(left.filter_map(|object| object.temporary.map(|e| (e, object.ty))));
            Ok(Flow::Falls)
        })?;
        Ok(())
    }

    /// From here on the object is destroyed with the scope.
    pub(super) fn live(&mut self, place: &Place, ty: Ty, temporary: Option<ExprId>) {
        let told = match self.tells_end(place) && !self.cx.types.is_ref(ty) {
            true => Told::End,
            false => Told::Nothing,
        };
        if self.cx.needs_destruction(ty) || told != Told::Nothing {
            self.living.push(Living { place: place.clone(), ty, temporary, made: None, told });
        }
    }

    /// From here on a restricted pointer lives, to the end of the scope.
    pub(super) fn live_restricted(&mut self, place: &Place, ty: Ty, value: Value) {
        let (place, told) = (place.clone(), Told::Leave(value));
        self.living.push(Living { place, ty, temporary: None, made: None, told });
    }

    /// A prvalue made into a temporary object ([conv.rval]); `expr` names it.
    pub(super) fn materialize_object(&mut self, expr: ExprId, value: ExprId) -> Low<Place> {
        let ty = self.info(value).0;
        let origin = self.origin(OriginKind::Temporary, expr.as_u32());
        if let Some(ready) = self.prepared.get(&origin).cloned() {
            self.initialize_place(&ready.place, ty, value)?;
            let set = self.int_constant(Scalar::I1, 1);
            self.set_leaf(ready.made, Leaf::Value(set));
            return Ok(ready.place);
        }
        let place = self.object_of(expr, value)?;
        self.live(&place, ty, Some(expr));
        let made = self.info(expr).0;
        self.freeze(&place, made, self.span)?;
        Ok(place)
    }

    /// Ends the lifetime of an object: the elements of an array from the last to the first; of a
    /// class object after the destructor's body the members, then the bases ([class.dtor]/14).
    pub(super) fn destroy(&mut self, place: &Place, ty: Ty) -> Low<()> {
        if !self.cx.needs_destruction(ty) {
            return Ok(());
        }
        let span = self.span;
        let ty = self.cx.types.strip_cv(ty);
        if let Some((elem, len)) = self.array_of(ty) {
            for index in (0..len).rev() {
                let element = self.element(place, elem, index, span)?;
                self.destroy(&element, elem)?;
            }
            return Ok(());
        }
        let TyKind::Class(class) = *self.kind(ty) else { return Ok(()) };
        self.set_dynamic_type(place, class, span)?;
        let frozen = self.thaw(place);
        if let Some(destructor) = self.cx.written_destructor(class) {
            let body = self.body(destructor, span)?;
            let path = self.path_of(destructor.as_u32());
            self.inline(destructor, &body, Some(place.clone()), Vec::new(), span, path, None)?;
        }
        self.freeze_again(place, frozen);
        if self.cx.is_union(class) {
            return Ok(());
        }
        let parts = self.cx.subobject_types(class);
        for (part, &part_ty) in parts.iter().enumerate().rev() {
            if self.cx.needs_destruction(part_ty) {
                let member = self.subobject(place, ty, part as u32, span)?;
                self.destroy(&member, part_ty)?;
            }
        }
        Ok(())
    }

    /// Whether the function is a destructor.
    pub(super) fn is_destructor(&self, function: crate::entity::FunctionId) -> bool {
        self.cx.entities[function].kind == FunctionKind::Destructor
    }
}
