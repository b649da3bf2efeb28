//! Initialisation of objects where they stand ([dcl.init], [class.copy.elision]).
//!
//! A prvalue of class type initialises its result object and is not an object before that
//! ([basic.lval]/1): the constructor runs with `this` at the final place, and a function returns
//! into the object that its caller names. A value without classes in it is passed as a list of
//! leaves.

use lang::base::Span;

use super::call::Argument;
use super::storage::{Leaf, OriginKind, Place};
use super::{Low, Lowerer};
use crate::entity::FunctionId;
use crate::ty::Ty;
use crate::typed::{ExprId, ExprKind, Initializer, InitializerTarget};

impl Lowerer<'_, '_> {
    /// Whether objects of the type are more than their leaves: copying or ending one runs code.
    pub(super) fn has_identity(&mut self, ty: Ty) -> bool {
        let element = self.cx.element_of(ty);
        match self.cx.types.class_of(element) {
            Some(class) => !self.cx.special_members(class).trivially_copyable,
            None => false,
        }
    }

    /// Initialises the object at `place` by a prvalue, or a reference there by a glvalue.
    pub(super) fn initialize_place(&mut self, place: &Place, ty: Ty, expr: ExprId) -> Low<()> {
        let node = self.cx.typed.exprs[expr].clone();
        if node.category.is_glvalue() {
            let stored = self.stored_type(ty);
            let leaves = self.operand(expr)?;
            return self.write_place(place, stored, leaves, node.span);
        }
        match node.kind {
            ExprKind::Construct { constructor, arguments } => {
                self.at(node.span);
                self.construct_at(place, constructor, &arguments, expr)
            }
            ExprKind::Aggregate { elements, filler } if self.is_made_in_place(node.ty) => {
                self.at(node.span);
                self.aggregate_at(place, &elements, filler, node.ty, node.span)
            }
            ExprKind::Union { field, value } => {
                let member = self.subobject(place, node.ty, field, node.span)?;
                let ty = match self.cx.types.class_of(node.ty) {
                    Some(class) => self.cx.field_info(class, field).1,
                    None => return self.bug(node.span, "a union that is not a class"),
                };
                self.initialize_place(&member, ty, value)
            }
            ExprKind::Conditional { condition, then, otherwise } if self.has_identity(node.ty) => {
                let condition = self.scalar(condition)?;
                self.conditional_operand(condition, node.span, &mut |this, first| {
                    this.initialize_place(place, ty, if first { then } else { otherwise })
                })
            }
            ExprKind::Comma { first, second } => {
                self.discard(first)?;
                self.initialize_place(place, ty, second)
            }
            ExprKind::Statements { stmts, value: Some(value) } if self.has_identity(node.ty) => {
                self.statement_expression(&stmts, |this| this.initialize_place(place, ty, value))
            }
            ExprKind::Call { callee, arguments, .. } if self.has_identity(node.ty) => {
                self.at(node.span);
                self.call_into(callee, &arguments, expr, Some(place)).map(drop)
            }
            ExprKind::VirtualCall { callee, arguments } if self.has_identity(node.ty) => {
                self.at(node.span);
                self.virtual_call(callee, &arguments, expr, Some(place)).map(drop)
            }
            ExprKind::DefaultMember(value) => {
                let value = self.cx.typed.exprs[value].clone();
                self.bug(value.span, "a default member initialiser without its object")
            }
            _ => {
                let leaves = self.rvalue(expr)?;
                self.write_place(place, ty, leaves, node.span)
            }
        }
    }

    /// Aggregates that are initialised member by member: classes and arrays of them.
    fn is_made_in_place(&self, ty: Ty) -> bool {
        let element = self.cx.element_of(ty);
        self.cx.types.class_of(element).is_some()
    }

    /// A prvalue as an object of its own, which is never destroyed. `expr` names the object.
    pub(super) fn object_of(&mut self, expr: ExprId, value: ExprId) -> Low<Place> {
        let (ty, span) = self.info(value);
        let origin = self.origin(OriginKind::Temporary, expr.as_u32());
        let count = self.layout(ty, span)?.leaves.len();
        let place = self.new_object(origin, ty, vec![Leaf::Undef; count].into(), span)?;
        self.initialize_place(&place, ty, value)?;
        Ok(place)
    }

    /// Runs a constructor on the object at `place`.
    pub(super) fn construct_at(
        &mut self,
        place: &Place,
        constructor: FunctionId,
        arguments: &[ExprId],
        expr: ExprId,
    ) -> Low<()> {
        let span = self.cx.typed.exprs[expr].span;
        let body = self.body(constructor, span)?;
        let values = self.arguments(arguments)?;
        self.enter_at(constructor, &body, Some(place.clone()), values, expr, None)?;
        Ok(())
    }

    fn aggregate_at(
        &mut self,
        place: &Place,
        elements: &[ExprId],
        filler: Option<ExprId>,
        ty: Ty,
        span: Span,
    ) -> Low<()> {
        if let Some((elem, len)) = self.array_of(ty) {
            for index in 0..len {
                let written = usize::try_from(index).ok().and_then(|at| elements.get(at));
                let Some(element) = written.copied().or(filler) else { break };
                let place = self.element(place, elem, index, span)?;
                self.initialize_place(&place, elem, element)?;
            }
            return Ok(());
        }
        let Some(class) = self.cx.types.class_of(ty) else {
            return self.bug(span, "an aggregate that is neither a class nor an array");
        };
        self.set_dynamic_type(place, class, span)?;
        let types = self.cx.subobject_types(class);
        for (part, (&element, &part_ty)) in elements.iter().zip(&types).enumerate() {
            let member = self.subobject(place, ty, part as u32, span)?;
            match self.cx.typed.exprs[element].kind {
                ExprKind::DefaultMember(value) => {
                    let outer = self.frame().this.replace(place.clone());
                    let made = self.initialize_place(&member, part_ty, value);
                    self.frame().this = outer;
                    made?;
                }
                _ => self.initialize_place(&member, part_ty, element)?,
            }
        }
        Ok(())
    }

    /// Element `index` of the array at `place`.
    pub(super) fn element(
        &mut self,
        place: &Place,
        elem: Ty,
        index: u64,
        span: Span,
    ) -> Low<Place> {
        let first = self.first_element(place, elem);
        if index == 0 {
            return Ok(first);
        }
        let first = self.address_of(&first);
        let index = self.int_constant(ir::Scalar::I64, index.into());
        let leaf = self.offset_pointer(&first, elem, index, Ty::LONG, false, span)?;
        self.pointed_at(&leaf, elem, span)
    }

    /// The arguments of a call: parameters of class type are made where they stay.
    pub(super) fn arguments(&mut self, arguments: &[ExprId]) -> Low<Vec<Argument>> {
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            let node = &self.cx.typed.exprs[argument];
            let (ty, is_object) = (node.ty, !node.category.is_glvalue());
            values.push(if is_object && self.has_identity(ty) {
                Argument::Object(self.materialize_object(argument, argument)?)
            } else {
                Argument::Value(self.operand(argument)?)
            });
        }
        Ok(values)
    }

    /// One step of a constructor ([class.base.init]/13).
    pub(super) fn initialize(
        &mut self,
        constructor: FunctionId,
        object: &Place,
        initializer: &Initializer,
        span: Span,
    ) -> Low<()> {
        let Some(class_ty) = self.cx.owner_class_type(constructor) else {
            return self.bug(span, "a constructor outside a class");
        };
        let Some(class) = self.cx.types.class_of(class_ty) else {
            return self.bug(span, "a constructor outside a class");
        };
        let (part, ty) = match initializer.target {
            InitializerTarget::Delegate => {
                return self.full_expression(&[], |this| {
                    this.initialize_place(object, class_ty, initializer.value)
                });
            }
            InitializerTarget::Base(index) => (index, self.cx.typed.exprs[initializer.value].ty),
            InitializerTarget::Field(index) => {
                let (bases, ty, is_union) = self.cx.field_info(class, index);
                (if is_union { index } else { bases + index }, ty)
            }
        };
        let value_span = self.cx.typed.exprs[initializer.value].span;
        let place = self.subobject(object, class_ty, part, value_span)?;
        self.full_expression(&[], |this| this.initialize_place(&place, ty, initializer.value))
    }
}
