//! Objects that a constant evaluation makes where they stay, so that constructors and default member initialisers see
//! their address ([class.copy.elision], [dcl.init.general]/16.6.1).
//!
//! In: a prvalue, and the place of the object. Out: the object there, with its parts made in place too. A prvalue that
//! nothing sees under construction is a value, which is written there.

use lang::base::Span;

use super::object;
use super::value::{Address, Root, Step, Value};
use super::{Eval, Evaluator, SCALARS_PER_STEP};
use crate::entity::FunctionId;
use crate::ty::Ty;
use crate::typed::{ConvertKind, ExprId, ExprKind};

impl Evaluator<'_, '_> {
    /// Whether the object that a prvalue makes may be seen while it is made.
    pub(super) fn is_seen(&self, expr: ExprId) -> bool {
        let node = &self.cx.typed.exprs[expr];
        // The object that a reference is bound to is named by the reference, too.
        if matches!(node.kind, ExprKind::DefaultMember(_)) {
            return true;
        }
        if node.category.is_glvalue() {
            return false;
        }
        match node.kind {
            ExprKind::Construct { .. } => true,
            ExprKind::Aggregate { ref elements, filler } => {
                elements.iter().chain(&filler).any(|&element| self.is_seen(element))
            }
            ExprKind::Conditional { then, otherwise, .. } => {
                self.is_seen(then) || self.is_seen(otherwise)
            }
            ExprKind::Union { value: inner, .. }
            | ExprKind::Let { body: inner, .. }
            | ExprKind::Comma { second: inner, .. }
            | ExprKind::Convert { kind: ConvertKind::NoOp, operand: inner }
            | ExprKind::Materialize(inner) => self.is_seen(inner),
            // An object of a class with trivial copies may be copied out of the function ([class.temporary]/3).
            ExprKind::Call { callee, .. } => {
                self.cx.entities[callee].intrinsic.is_none()
                    && self.cx.types.class_of(node.ty).is_some_and(|class| {
                        let members = self.cx.entities[class].special;
                        members.is_some_and(|members| !members.trivially_copyable)
                    })
            }
            _ => false,
        }
    }

    /// Makes the object of `expr`, a prvalue or what a reference is bound to, at `place`.
    pub(super) fn make_at(&mut self, place: &Address, expr: ExprId) -> Eval<()> {
        let span = self.cx.typed.exprs[expr].span;
        if !self.is_seen(expr) {
            let value = self.any(expr)?;
            return self.write(span, place, value);
        }
        self.enter_node(expr)?;
        let node = &self.cx.typed.exprs[expr];
        let ty = node.ty;
        match node.kind {
            ExprKind::Construct { constructor, ref arguments } => {
                let arguments = super::expr::held(arguments);
                let start = self.skeleton(ty, span)?;
                self.write(span, place, start)?;
                self.construct_at(place, constructor, &arguments, ty, span)
            }
            ExprKind::Aggregate { ref elements, filler } => {
                let elements = elements.clone();
                // An implicit constructor of a class with virtual functions makes its object this way too.
                self.unfinished(place, ty, |eval| {
                    eval.aggregate_at(place, &elements, filler, ty, span)
                })
            }
            ExprKind::Union { field, value } => {
                let start = Value::Union(field, Box::new(Value::Indeterminate));
                self.write(span, place, start)?;
                let member = object::subobject(place, Step::Member(field))
                    .map_err(|error| self.access(span, error))?;
                self.make_at(&member, value)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let arm = if self.truth(condition)? { then } else { otherwise };
                self.make_at(place, arm)
            }
            ExprKind::Let { local, init, body } => {
                self.bind_hidden(local, init)?;
                self.make_at(place, body)
            }
            ExprKind::Comma { first, second } => {
                self.discard(first)?;
                self.make_at(place, second)
            }
            ExprKind::Call { callee, ref arguments, .. } => {
                let arguments = super::expr::held(arguments);
                self.call_into(place, callee, &arguments, span)
            }
            ExprKind::Convert { operand: inner, .. }
            | ExprKind::Materialize(inner)
            | ExprKind::DefaultMember(inner) => self.make_at(place, inner),
            _ => {
                let value = self.any(expr)?;
                self.write(span, place, value)
            }
        }
    }

    /// The elements of an aggregate, one after the other; default member initialisers name the object.
    fn aggregate_at(
        &mut self,
        place: &Address,
        elements: &[ExprId],
        filler: Option<ExprId>,
        ty: Ty,
        span: Span,
    ) -> Eval<()> {
        let start = self.skeleton(ty, span)?;
        self.write(span, place, start)?;
        let len = match self.array(ty, span)? {
            Some((_, len)) if filler.is_some() => len,
            Some(_) | None => elements.len() as u64,
        };
        let is_class = self.cx.types.class_of(ty).is_some();
        for index in 0..len {
            let Some(element) = elements.get(index as usize).copied().or(filler) else { break };
            if (index as usize + 1).is_multiple_of(SCALARS_PER_STEP) {
                self.step(span)?;
            }
            let step = if is_class { Step::Member(index as u32) } else { Step::Element(index) };
            let part = object::subobject(place, step).map_err(|error| self.access(span, error))?;
            let is_default =
                matches!(self.cx.typed.exprs[element].kind, ExprKind::DefaultMember(_));
            if !is_default {
                self.make_at(&part, element)?;
                continue;
            }
            let outer = self.frame().this.replace(place.clone());
            let made = self.make_at(&part, element);
            self.frame().this = outer;
            made?;
        }
        Ok(())
    }

    /// The value of an object that is seen while it is made: the code that takes it destroys it.
    pub(super) fn made(&mut self, expr: ExprId, ty: Ty, span: Span) -> Eval<Value> {
        let object = self.create_part(Value::Indeterminate, ty);
        self.make_at(&object, expr)?;
        self.read(span, &object)
    }

    /// The object of a prvalue: a temporary that `temporary` makes, a parameter or a variable of type `ty`.
    pub(super) fn new_object(
        &mut self,
        expr: ExprId,
        ty: Ty,
        temporary: Option<ExprId>,
    ) -> Eval<Address> {
        let object = match self.is_seen(expr) {
            true => {
                let object = self.create_part(Value::Indeterminate, ty);
                self.make_at(&object, expr)?;
                self.complete_object(&object, ty, temporary);
                object
            }
            false => {
                let value = self.value(expr)?;
                self.create_object(value, ty, temporary)
            }
        };
        if self.is_variable
            && self.frames.len() == 1
            && let (Some(expr), Address::Object { root: Root::Frame(frame), .. }) =
                (temporary, &object)
        {
            self.temporaries.push((*frame, expr));
        }
        Ok(object)
    }

    /// Calls a function whose result is the object at `place`.
    fn call_into(
        &mut self,
        place: &Address,
        callee: FunctionId,
        arguments: &[ExprId],
        span: Span,
    ) -> Eval<()> {
        let outer = self.result.replace(place.clone());
        let value = self.call(callee, arguments, span);
        self.result = outer;
        self.write(span, place, value?)
    }
}
