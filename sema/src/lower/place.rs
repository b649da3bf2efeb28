//! Glvalues: expressions to the places that they designate.

use lang::base::Span;

use super::storage::{Leaf, Leaves, Place};
use super::{Low, Lowerer};
use crate::constexpr::value::{Text, Value as Constant};
use crate::ty::Ty;
use crate::typed::{ConvertKind, ExprId, ExprKind};

impl Lowerer<'_, '_> {
    /// The object that a glvalue designates.
    pub(super) fn place(&mut self, expr: ExprId) -> Low<Place> {
        let node = self.cx.typed.exprs[expr].clone();
        let (ty, span) = (node.ty, node.span);
        self.at(span);
        match node.kind {
            ExprKind::Local(local) => match self.frame().locals.get(local) {
                Some(place) => Ok(place.clone()),
                None => {
                    if let Some(place) = self.referent_ahead(local, span)? {
                        Ok(place)
                    } else {
                        match self.cx.typed.locals[local].constant.clone() {
                            // A constant of an enclosing function, used without capture ([expr.prim.lambda]).
                            Some(value) => {
                                let leaves = self.constant_leaves(&value, ty, span)?;
                                self.temporary(expr, leaves)
                            }
                            None => self.bug(span, "a variable before its declaration"),
                        }
                    }
                }
            },
            ExprKind::Global(var) => self.static_variable(var, span),
            ExprKind::Function(function) => Ok(Place::Function(function)),
            ExprKind::Field { object, index } => self.field(object, index, span),
            ExprKind::Base { object, .. } | ExprKind::Derived { object, .. } => {
                let object = self.object(object)?;
                self.related_object(&object, expr, span)
            }
            ExprKind::MemberAccess { object, member } => {
                self.member_of_object(object, member, span)
            }
            ExprKind::Deref(pointer) => {
                self.subscript = self.subscript_of(expr, pointer, self.array_of(ty).is_none());
                let pointer = self.pointer(pointer)?;
                self.pointed_at(&pointer, ty, span)
            }
            ExprKind::Materialize(value) => self.materialize_object(expr, value),
            ExprKind::IncDec { op, target } => {
                let place = self.place(target)?;
                self.increment(op, &place, target, span)?;
                Ok(place)
            }
            ExprKind::Assign { target, value } => {
                // The right operand is sequenced before the left ([expr.ass]/1).
                let leaves = self.rvalue(value)?;
                let place = self.place(target)?;
                let ty = self.info(target).0;
                let leaves = self.assigned(&place, ty, leaves, span)?;
                self.touch(&place, ty, true, span)?;
                self.write_place(&place, ty, leaves, span)?;
                Ok(place)
            }
            ExprKind::Emplace { place, value } => {
                let place = self.place(place)?;
                self.initialize_place(&place, ty, value)?;
                Ok(place)
            }
            ExprKind::CompoundAssign { op, target, value, compute } => {
                self.compound_assign(op, target, value, compute, span)
            }
            ExprKind::PointerAssign { target, index, subtract } => {
                let (index_ty, _) = self.info(index);
                let index = self.scalar(index)?;
                let place = self.place(target)?;
                let ty = self.info(target).0;
                self.touch(&place, ty, true, span)?;
                let old = self.read_place(&place, ty, span)?;
                let pointee = self.pointee_ty(ty);
                let moved =
                    self.offset_pointer(&old[0], pointee, index, index_ty, subtract, span)?;
                self.write_place(&place, ty, moved.into(), span)?;
                Ok(place)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let pointer_ty = self.cx.types.pointer(ty);
                let leaves =
                    self.choose(expr, condition, pointer_ty, span, &mut |this, first| {
                        this.operand(if first { then } else { otherwise })
                    })?;
                self.pointed_at(&leaves[0], ty, span)
            }
            ExprKind::Let { local, init, body } => {
                self.bind_hidden(local, init)?;
                self.place(body)
            }
            ExprKind::Comma { first, second } => {
                self.discard(first)?;
                self.place(second)
            }
            ExprKind::CallPointer { pointer, arguments } => {
                let leaves = self.call_pointer(pointer, &arguments, expr)?;
                match leaves.first() {
                    Some(leaf) => self.pointed_at(&leaf.clone(), ty, span),
                    None => self.bug(span, "a reference that a call did not return"),
                }
            }
            ExprKind::CallMember { object, member, arguments } => {
                let leaves = self.call_member(object, member, &arguments, expr)?;
                match leaves.first() {
                    Some(leaf) => self.pointed_at(&leaf.clone(), ty, span),
                    None => self.bug(span, "a reference that a call did not return"),
                }
            }
            ExprKind::Call { callee, arguments, .. } => {
                let leaves = self.call(callee, &arguments, expr)?;
                match leaves.first() {
                    Some(leaf) => self.pointed_at(&leaf.clone(), ty, span),
                    None => self.bug(span, "a reference that a call did not return"),
                }
            }
            ExprKind::VirtualCall { callee, arguments } => {
                let leaves = self.virtual_call(callee, &arguments, expr, None)?;
                match leaves.first() {
                    Some(leaf) => self.pointed_at(&leaf.clone(), ty, span),
                    None => self.bug(span, "a reference that a call did not return"),
                }
            }
            ExprKind::Convert { kind: ConvertKind::NoOp, operand } => self.place(operand),
            ExprKind::String(text) => self.string_object(&text, span),
            ExprKind::Const(Constant::Address(address)) => {
                let leaf = self.constant_address(&address, ty, span)?;
                self.pointed_at(&leaf, ty, span)
            }
            ExprKind::HostOnly(what) => self.host_only(what, span),
            ExprKind::Error => Err(super::Stop::Reported),
            _ if !node.category.is_glvalue() => self.materialize_object(expr, expr),
            _ => self.bug(span, "a glvalue without a place"),
        }
    }

    /// The object of a member access, which may be a prvalue.
    pub(super) fn object(&mut self, expr: ExprId) -> Low<Place> {
        if self.cx.typed.exprs[expr].category.is_glvalue() {
            return self.place(expr);
        }
        self.materialize_object(expr, expr)
    }

    fn field(&mut self, object: ExprId, index: u32, span: Span) -> Low<Place> {
        let class_ty = self.info(object).0;
        let place = self.object(object)?;
        // The closure that a captured variable is in stands where the lambda does.
        self.at(span);
        let Some(class) = self.cx.types.class_of(class_ty) else {
            return self.bug(span, "a member of something that is not a class");
        };
        let (bases, ty, is_union) = self.cx.field_info(class, index);
        let part = if is_union { index } else { bases + index };
        let member = self.subobject(&place, class_ty, part, span)?;
        if !self.cx.types.is_ref(ty) {
            return Ok(member);
        }
        let stored = self.stored_type(ty);
        let leaves = self.read_place(&member, stored, span)?;
        let referent = self.cx.types.strip_ref(ty);
        self.pointed_at(&leaves[0], referent, span)
    }

    /// The elements of a string literal.
    pub(super) fn text_leaves(&mut self, text: &Text, span: Span) -> Low<Leaves> {
        let units = text.units.iter();
        units
            .map(|&unit| self.scalar_constant(text.unit, unit as u64, span).map(Leaf::Value))
            .collect()
    }

    pub(super) fn pointee_ty(&self, pointer: Ty) -> Ty {
        self.cx.types.pointee(pointer).unwrap_or(Ty::CHAR)
    }
}
