//! The dynamic type of objects, and virtual calls ([class.virtual]).
//!
//! A polymorphic object has a leaf for each pointer to a table of virtual functions, where the ABI
//! has the pointer. The leaf holds the class whose constructor or destructor runs or has run last:
//! its value is known as long as the object is a slot, and then the call is an ordinary one.

use lang::base::{Diagnostic, Span};

use super::storage::{Leaf, Leaves, Place};
use super::{Low, Lowerer};
use crate::codes;
use crate::entity::{ClassId, FunctionId};
use crate::ty::{Ty, TyKind};
use crate::typed::ExprId;

impl Lowerer<'_, '_> {
    /// From here on the object at `place` is one of class `dynamic`.
    pub(super) fn set_dynamic_type(
        &mut self,
        place: &Place,
        dynamic: ClassId,
        span: Span,
    ) -> Low<()> {
        if !self.cx.entities[dynamic].is_polymorphic {
            return Ok(());
        }
        self.set_tables(place, dynamic, dynamic, span)
    }

    /// The tables of the subobject of class `class` and of its bases.
    fn set_tables(
        &mut self,
        place: &Place,
        class: ClassId,
        dynamic: ClassId,
        span: Span,
    ) -> Low<()> {
        if !self.cx.entities[class].is_polymorphic {
            return Ok(());
        }
        if self.cx.has_own_table(class)
            && let Place::Slot(at) = place
            && let Some(at) = self.leaf_ref(*at)
        {
            self.set_leaf(at, Leaf::Table(dynamic));
        }
        let ty = self.cx.entities[class].ty;
        for index in 0..self.cx.entities[class].bases.len() {
            let base = self.cx.entities[class].bases[index].class;
            if self.cx.entities[base].is_polymorphic {
                let inner = self.subobject(place, ty, index as u32, span)?;
                self.set_tables(&inner, base, dynamic, span)?;
            }
        }
        Ok(())
    }

    /// The class of the most derived object that the `class` object at `place` is part of.
    fn dynamic_type(&mut self, place: &Place, class: ClassId, span: Span) -> Low<Option<ClassId>> {
        let (mut place, mut class) = (place.clone(), class);
        while !self.cx.has_own_table(class) {
            let bases = &self.cx.entities[class].bases;
            let found = bases.iter().position(|base| self.cx.entities[base.class].is_polymorphic);
            let Some(index) = found else { return Ok(None) };
            let base = bases[index].class;
            let ty = self.cx.entities[class].ty;
            place = self.subobject(&place, ty, index as u32, span)?;
            class = base;
        }
        let Place::Slot(at) = place else { return Ok(None) };
        let leaf = self.leaf_ref(at).map(|at| self.leaf(at));
        Ok(match leaf {
            Some(Leaf::Table(dynamic)) => Some(*dynamic),
            Some(
                Leaf::Value(_)
                | Leaf::Address(_)
                | Leaf::Function(_)
                | Leaf::Member(_)
                | Leaf::Undef,
            )
            | None => None,
        })
    }

    /// A virtual call: of the final overrider in the dynamic type of the object, which must be
    /// known here. Tile code has no virtual calls: the object is named, or the one that the
    /// enclosing member function was called on.
    pub(super) fn virtual_call(
        &mut self,
        callee: FunctionId,
        arguments: &[ExprId],
        expr: ExprId,
        into: Option<&Place>,
    ) -> Low<Leaves> {
        let span = self.cx.typed.exprs[expr].span;
        let Some((&object, rest)) = arguments.split_first() else {
            return self.bug(span, "a member call without an object");
        };
        if !self.cx.is_own_object(object) {
            let name = self.cx.show_function(callee);
            let message = format!(
                "tile code cannot call the virtual function `{name}` through a pointer or a reference"
            );
            let help = "call it on an object whose class is known here, or make the class a template parameter";
            let diagnostic = Diagnostic::new(codes::UNKNOWN_DYNAMIC_TYPE, span, message).help(help);
            return self.fail(diagnostic);
        }
        let place = self.object(object)?;
        self.dispatch(callee, place, rest, expr, into)
    }

    /// The same for an object that has been evaluated.
    pub(super) fn dispatch(
        &mut self,
        callee: FunctionId,
        place: Place,
        arguments: &[ExprId],
        expr: ExprId,
        into: Option<&Place>,
    ) -> Low<Leaves> {
        let span = self.cx.typed.exprs[expr].span;
        let Some(owner) =
            self.cx.owner_class_type(callee).and_then(|ty| self.cx.types.class_of(ty))
        else {
            return self.bug(span, "a virtual function outside a class");
        };
        let Some(dynamic) = self.dynamic_type(&place, owner, span)? else {
            let name = self.cx.show_function(callee);
            let message = format!(
                "which function the virtual call of `{name}` reaches is not known at compile time"
            );
            return self.error(codes::UNKNOWN_DYNAMIC_TYPE, span, message);
        };
        let Some((function, path)) = self.cx.final_overrider(dynamic, callee) else {
            return self.bug(span, "a virtual call without a final overrider");
        };
        self.require_callable(function, span)?;
        // To the complete object, and from there to the subobject that the overrider belongs to.
        let dynamic_ty = self.cx.entities[dynamic].ty;
        let Some(up) = self.cx.base_path(dynamic, owner) else {
            return self.bug(span, "a virtual call through an ambiguous base");
        };
        let mut this = self.containing(&place, dynamic_ty, &up, span)?;
        let mut at = dynamic_ty;
        for index in path {
            this = self.subobject(&this, at, index, span)?;
            let Some(class) = self.cx.types.class_of(at) else {
                return self.bug(span, "a base of something that is not a class");
            };
            at = self.cx.entities[class].bases[index as usize].ty;
        }
        if self.is_destructor(function) {
            self.destroy(&this, at)?;
            return Ok(Leaves::new());
        }
        let body = self.body(function, span)?;
        let values = self.arguments(arguments)?;
        let leaves = self.enter_at(function, &body, Some(this), values, expr, into)?;
        self.covariant_result(leaves, function, callee, span)
    }

    /// The result of an overrider as the type that the overridden function returns
    /// ([class.virtual]/9).
    fn covariant_result(
        &mut self,
        leaves: Leaves,
        overrider: FunctionId,
        declared: FunctionId,
        span: Span,
    ) -> Low<Leaves> {
        let from = self.cx.function_return_type(overrider);
        let to = self.cx.function_return_type(declared);
        let (Some(from), Some(to)) = (self.pointed_class(from), self.pointed_class(to)) else {
            return Ok(leaves);
        };
        if from == to {
            return Ok(leaves);
        }
        let Some(path) = self.cx.base_path(from, to) else { return Ok(leaves) };
        let mut ty = self.cx.entities[from].ty;
        let mut place = self.pointed_at(&leaves[0], ty, span)?;
        for index in path {
            place = self.subobject(&place, ty, index, span)?;
            let Some(class) = self.cx.types.class_of(ty) else { break };
            ty = self.cx.entities[class].bases[index as usize].ty;
        }
        Ok(self.address_of(&place).into())
    }

    fn pointed_class(&self, ty: Ty) -> Option<ClassId> {
        match *self.kind(ty) {
            TyKind::Pointer(inner) | TyKind::LRef(inner) | TyKind::RRef(inner) => {
                self.cx.types.class_of(inner)
            }
            _ => None,
        }
    }
}
