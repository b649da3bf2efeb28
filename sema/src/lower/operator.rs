//! Built-in operators ([expr.unary] to [expr.ass]) and conversions ([conv]) of scalars.

use ir::Scalar;
use lang::base::Span;

use super::storage::{Leaf, Leaves, Place};
use super::{Low, Lowerer};
use crate::ty::{Ty, TyKind};
use crate::typed::{BinaryOp, ConvertKind, ExprId, IncDecOp, UnaryOp};

impl Lowerer<'_, '_> {
    pub(super) fn compound_assign(
        &mut self,
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        compute: Ty,
        span: Span,
    ) -> Low<Place> {
        let rhs = self.scalar(value)?;
        let value_ty = self.info(value).0;
        let place = self.place(target)?;
        let ty = self.info(target).0;
        self.touch(&place, ty, true, span)?;
        let old = self.read_place(&place, ty, span)?;
        let ir = self.value_type(ty, span)?;
        let old = self.leaf_value(&old[0], ir, span)?;
        let (Some(from), Some(with)) = (self.arithmetic(ty), self.arithmetic(compute)) else {
            return self.bug(span, "compound assignment to something that is not a number");
        };
        let lhs = self.convert(old, from.signed, with.scalar, with.signed);
        let rhs = self.shift_amount(op, rhs, value_ty, with);
        let result = self.binary(op, with, lhs, rhs, span)?;
        let result = self.convert(result, with.signed, from.scalar, from.signed);
        self.write_place(&place, ty, Leaf::Value(result).into(), span)?;
        Ok(place)
    }

    /// The right operand of a shift keeps its own type in C++; the IR wants that of the left.
    fn shift_amount(
        &mut self,
        op: BinaryOp,
        rhs: ir::Value,
        rhs_ty: Ty,
        with: super::emit::Arithmetic,
    ) -> ir::Value {
        match (op, self.arithmetic(rhs_ty)) {
            (BinaryOp::Shl | BinaryOp::Shr, Some(from)) => {
                self.convert(rhs, from.signed, with.scalar, with.signed)
            }
            _ => rhs,
        }
    }

    /// Steps the object and returns the value of the expression as a prvalue.
    pub(super) fn increment(
        &mut self,
        op: IncDecOp,
        place: &Place,
        target: ExprId,
        span: Span,
    ) -> Low<Leaf> {
        let ty = self.info(target).0;
        let decrement = matches!(op, IncDecOp::PreDec | IncDecOp::PostDec);
        self.touch(place, ty, true, span)?;
        let old = self.read_place(place, ty, span)?;
        let new = if self.cx.types.pointee(ty).is_some() {
            let one = self.int_constant(Scalar::I64, 1);
            let pointee = self.pointee_ty(ty);
            self.offset_pointer(&old[0], pointee, one, Ty::LONG, decrement, span)?
        } else {
            let ir = self.value_type(ty, span)?;
            let value = self.leaf_value(&old[0], ir, span)?;
            let Some(with) = self.arithmetic(ty) else {
                return self.bug(span, "an increment of something that is not a number");
            };
            // A type narrower than int is promoted, so only the way back can wrap.
            let wide = match with.scalar {
                Scalar::I1 | Scalar::I8 | Scalar::I16 => {
                    super::emit::Arithmetic { scalar: Scalar::I32, signed: true }
                }
                _ => with,
            };
            let value = self.convert(value, with.signed, wide.scalar, wide.signed);
            let one = self.int_constant(Scalar::I32, 1);
            let one = self.convert(one, true, wide.scalar, wide.signed);
            let op = if decrement { BinaryOp::Sub } else { BinaryOp::Add };
            let stepped = self.binary(op, wide, value, one, span)?;
            Leaf::Value(self.convert(stepped, wide.signed, with.scalar, with.signed))
        };
        self.write_place(place, ty, new.clone().into(), span)?;
        Ok(match op {
            IncDecOp::PreInc | IncDecOp::PreDec => new,
            IncDecOp::PostInc | IncDecOp::PostDec => old[0].clone(),
        })
    }

    pub(super) fn conversion(
        &mut self,
        kind: ConvertKind,
        operand: ExprId,
        ty: Ty,
        span: Span,
    ) -> Low<Leaves> {
        let from_ty = self.info(operand).0;
        match kind {
            ConvertKind::NoOp => self.rvalue(operand),
            ConvertKind::IntToInt
            | ConvertKind::IntToFloat
            | ConvertKind::FloatToInt
            | ConvertKind::FloatToFloat => {
                let value = self.scalar(operand)?;
                let (Some(from), Some(to)) = (self.arithmetic(from_ty), self.arithmetic(ty)) else {
                    return self
                        .bug(span, "a numeric conversion of something that is not a number");
                };
                let converted = self.convert_numbers(value, from, to, None);
                // What the conversion cuts off counts.
                match kind == ConvertKind::IntToInt && from.scalar.bits() > to.scalar.bits() {
                    true => self.check_enum(value, from, ty),
                    false => self.check_enum(converted, to, ty),
                }
                let value = converted;
                Ok(Leaf::Value(value).into())
            }
            ConvertKind::ToBool if self.is_member_pointer(from_ty) => {
                match self.pointer(operand)? {
                    Leaf::Member(member) => {
                        let truth = member.is_some().into();
                        Ok(Leaf::Value(self.int_constant(Scalar::I1, truth)).into())
                    }
                    leaf => {
                        let ir = self.value_type(from_ty, span)?;
                        let number = self.leaf_value(&leaf, ir, span)?;
                        let truth = self.convert(number, false, Scalar::I1, false);
                        Ok(Leaf::Value(truth).into())
                    }
                }
            }
            ConvertKind::ToBool => {
                if self.cx.types.pointee(from_ty).is_some()
                    && let leaf @ (Leaf::Address(_) | Leaf::Function(_)) = self.pointer(operand)?
                {
                    // The address of an object is never null.
                    let _ = leaf;
                    return Ok(Leaf::Value(self.int_constant(Scalar::I1, 1)).into());
                }
                let value = self.scalar(operand)?;
                let truth = match self.arithmetic(from_ty) {
                    Some(from) => {
                        let truth = super::emit::Arithmetic { scalar: Scalar::I1, signed: false };
                        self.convert_numbers(value, from, truth, None)
                    }
                    None => self.is_nonzero(value),
                };
                Ok(Leaf::Value(truth).into())
            }
            ConvertKind::NullToPointer if self.is_member_pointer(ty) => {
                Ok(Leaf::Member(None).into())
            }
            ConvertKind::NullToPointer => {
                let ir = self.value_type(ty, span)?;
                Ok(Leaf::Value(self.zero_value(ir)).into())
            }
            ConvertKind::PointerToPointer => {
                let leaf = self.pointer(operand)?;
                let leaf = self.pointer_to_whole(leaf);
                let Leaf::Value(pointer) = leaf else { return Ok(leaf.into()) };
                let pointee = self.pointee_ty(ty);
                let pointee = self.pointee(pointee);
                Ok(Leaf::Value(self.cast_pointer(pointer, pointee)).into())
            }
            ConvertKind::PointerToInt => {
                let pointer = self.scalar(operand)?;
                let value = self.ins().ptr_to_int(pointer);
                let to = self.arithmetic(ty).map_or(Scalar::I64, |a| a.scalar);
                Ok(Leaf::Value(self.convert(value, false, to, false)).into())
            }
            ConvertKind::IntToPointer => {
                let value = self.scalar(operand)?;
                let signed = self.arithmetic(from_ty).is_some_and(|a| a.signed);
                let address = self.convert(value, signed, Scalar::I64, false);
                let ir = self.value_type(ty, span)?;
                Ok(Leaf::Value(self.ins().int_to_ptr(address, ir)).into())
            }
            ConvertKind::ArrayToPointer => {
                let array = self.place(operand)?;
                let elem = self.pointee_ty(ty);
                let first = self.first_element(&array, elem);
                let pointer = self.address_of(&first);
                Ok(self.member_array(operand, pointer)?.into())
            }
            ConvertKind::FunctionToPointer => {
                let place = self.place(operand)?;
                Ok(self.address_of(&place).into())
            }
            ConvertKind::ToVoid => {
                self.discard(operand)?;
                Ok(Leaves::new())
            }
        }
    }

    pub(super) fn is_member_pointer(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TyKind::MemberPointer { .. })
    }

    pub(super) fn binary_expr(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        span: Span,
    ) -> Low<Leaves> {
        let (lhs_ty, rhs_ty) = (self.info(lhs).0, self.info(rhs).0);
        let Some(arithmetic) = self.arithmetic(lhs_ty) else {
            return self.compare_pointers(op, lhs, rhs, span);
        };
        // The left operand of a shift is sequenced before the right one ([expr.shift]/4).
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let node = if is_shift { None } else { self.first_operand([lhs, rhs]) };
        let a = self.scalar(lhs)?;
        self.second_operand(node);
        let b = self.scalar(rhs)?;
        self.operands_done(node);
        let b = self.shift_amount(op, b, rhs_ty, arithmetic);
        self.binary(op, arithmetic, a, b, span).map(|value| Leaf::Value(value).into())
    }

    fn compare_pointers(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        span: Span,
    ) -> Low<Leaves> {
        let node = self.first_operand([lhs, rhs]);
        let a = self.pointer(lhs)?;
        self.second_operand(node);
        let b = self.pointer(rhs)?;
        self.operands_done(node);
        let known = match (&a, &b) {
            (Leaf::Address(a), Leaf::Address(b)) if self.is_same_object(a.slot, b.slot) => {
                Some(a.byte.cmp(&b.byte))
            }
            // Different objects have different addresses, and no object is at null.
            (Leaf::Address(_), _) | (_, Leaf::Address(_)) => Some(std::cmp::Ordering::Less),
            (Leaf::Function(a), Leaf::Function(b)) => Some(a.cmp(b)),
            (Leaf::Member(a), Leaf::Member(b)) if a == b => Some(std::cmp::Ordering::Equal),
            (Leaf::Member(_), Leaf::Member(_)) => Some(std::cmp::Ordering::Less),
            _ => None,
        };
        if let Some(ordering) = known {
            let truth = crate::constexpr::arith::compare(op, Some(ordering));
            return Ok(Leaf::Value(self.int_constant(Scalar::I1, truth.into())).into());
        }
        let mut addresses = [None, None];
        for (slot, (leaf, expr)) in addresses.iter_mut().zip([(&a, lhs), (&b, rhs)]) {
            let ir = self.value_type(self.info(expr).0, span)?;
            let pointer = self.leaf_value(leaf, ir, span)?;
            let is_number = self.types.elem_scalar(ir).is_some();
            *slot = Some(if is_number { pointer } else { self.ins().ptr_to_int(pointer) });
        }
        let [Some(a), Some(b)] = addresses else { return self.bug(span, "a pointer comparison") };
        let arithmetic = super::emit::Arithmetic { scalar: Scalar::I64, signed: false };
        self.binary(op, arithmetic, a, b, span).map(|value| Leaf::Value(value).into())
    }

    /// `!condition`
    pub(super) fn not(&mut self, condition: ir::Value) -> ir::Value {
        let arithmetic = super::emit::Arithmetic { scalar: Scalar::I1, signed: false };
        self.unary(UnaryOp::Not, arithmetic, condition)
    }
}
