//! Objects in memory: loads and stores of whole objects leaf by leaf, pointer arithmetic, and
//! the local memory of demoted objects.

use std::rc::Rc;

use ir::{DenseConstant, MemoryOrdering, Scalar, Type, Value};
use lang::base::Span;
use smallvec::SmallVec;

use super::emit::ir_hints;
use super::layout::{Layout, LeafType};
use super::storage::{Leaf, Leaves, Place, SlotPlace};
use super::{Low, Lowerer};
use crate::ty::{ArrayLen, Ty, TyKind};
use crate::typed::{ExprId, ExprKind};

/// The rule of the undefined-behaviour annex on pointers into different arrays.
const POINTER_DIFFERENCE: i64 = 11;
/// Constants side by side are stored as a tile, if there are so many of them.
const SHORTEST_RUN: usize = 8;
const LONGEST_RUN: usize = 4096;

impl Lowerer<'_, '_> {
    /// Uninitialised memory of this block for an object.
    pub(super) fn allocate(&mut self, ty: Ty, layout: &Layout, _span: Span) -> Low<Value> {
        let bytes = i64::try_from(layout.size.max(1)).unwrap_or(i64::MAX);
        let align = i64::try_from(layout.align.max(1)).unwrap_or(1);
        let byte_ptr = self.types.ptr(Scalar::I8);
        let memory = self.ins().alloca(bytes, align, false, byte_ptr);
        let pointee = self.pointee(ty);
        Ok(self.cast_pointer(memory, pointee))
    }

    /// The same address with another pointee.
    pub(super) fn cast_pointer(&mut self, pointer: Value, pointee: Scalar) -> Value {
        let from = self.function.value_type(pointer);
        let to = self.types.with_elem(from, ir::Elem::Ptr(pointee)).unwrap_or(from);
        if from == to { pointer } else { self.ins().ptr_to_ptr(pointer, to) }
    }

    /// The address `bytes` further on, as a pointer to `pointee`.
    pub(super) fn byte_offset(&mut self, pointer: Value, bytes: u64, pointee: Scalar) -> Value {
        if bytes == 0 {
            return self.cast_pointer(pointer, pointee);
        }
        let base = self.cast_pointer(pointer, Scalar::I8);
        let offset = self.int_constant(Scalar::I64, (bytes as i64).into());
        let moved = self.ins().offset(base, offset);
        self.cast_pointer(moved, pointee)
    }

    /// `&object`. The address of a base of what a pointer points to, or of the object that it is a base
    /// of, is how the pointer converts to one to either: null stays null ([conv.ptr]/3,
    /// [expr.static.cast]/11).
    pub(super) fn address_of_object(&mut self, object: ExprId, span: Span) -> Low<Leaf> {
        let mut steps = Vec::new();
        let mut at = object;
        while let ExprKind::Base { object: inner, .. } | ExprKind::Derived { object: inner, .. } =
            self.cx.typed.exprs[at].kind
        {
            steps.push(at);
            at = inner;
        }
        let ExprKind::Deref(pointer) = self.cx.typed.exprs[at].kind else {
            let place = self.place(object)?;
            let pointer = self.address_of(&place);
            let (ty, span) = self.info(object);
            return match (&self.cx.typed.exprs[object].kind, &place) {
                (_, Place::Bits(..)) => Ok(pointer),
                (ExprKind::Field { .. } | ExprKind::MemberAccess { .. }, _) => {
                    self.pointer_within(pointer, ty, span)
                }
                _ => Ok(pointer),
            };
        };
        let pointee = self.cx.typed.exprs[at].ty;
        self.subscript = self.subscript_of(at, pointer, false);
        let leaf = self.pointer(pointer)?;
        let Leaf::Value(from) = leaf else {
            let mut place = self.pointed_at(&leaf, pointee, span)?;
            for step in steps.into_iter().rev() {
                place = self.related_object(&place, step, span)?;
            }
            return Ok(self.address_of(&place));
        };
        let mut bytes = 0i64;
        for &step in &steps {
            bytes = bytes.wrapping_add(self.bytes_to_related(step, span)?);
        }
        let (ty, _) = self.info(object);
        let ty = self.stored_type(ty);
        let pointee = self.pointee(ty);
        if bytes == 0 {
            return Ok(Leaf::Value(self.cast_pointer(from, pointee)));
        }
        let is_object = self.is_nonzero(from);
        let none = self.int_constant(Scalar::I64, 0);
        let some = self.int_constant(Scalar::I64, bytes.into());
        let offset = self.ins().select(is_object, some, none);
        let base = self.cast_pointer(from, Scalar::I8);
        let moved = self.ins().offset(base, offset);
        Ok(Leaf::Value(self.cast_pointer(moved, pointee)))
    }

    /// The base subobject, or the object of the derived class, that `expr` names of the one at `place`.
    pub(super) fn related_object(&mut self, place: &Place, expr: ExprId, span: Span) -> Low<Place> {
        match self.cx.typed.exprs[expr].kind {
            ExprKind::Base { object, index } => {
                let class_ty = self.info(object).0;
                self.subobject(place, class_ty, index, span)
            }
            ExprKind::Derived { ref path, .. } => {
                let path = path.clone();
                let ty = self.info(expr).0;
                self.containing(place, ty, &path, span)
            }
            _ => self.bug(span, "a related object of no class"),
        }
    }

    /// How far the object that `expr` names, as in [`Self::related_object`], is from the other.
    fn bytes_to_related(&mut self, expr: ExprId, span: Span) -> Low<i64> {
        let bytes = match self.cx.typed.exprs[expr].kind {
            ExprKind::Base { object, index } => {
                let Some(class) = self.cx.types.class_of(self.info(object).0) else {
                    return self.bug(span, "a base of something that is not a class");
                };
                let Some((_, offset)) = self.cx.subobject_at(class, index as usize) else {
                    return self.bug(span, "a base that the class does not have");
                };
                offset as i64
            }
            ExprKind::Derived { ref path, .. } => {
                let path = path.clone();
                let ty = self.info(expr).0;
                (self.offset_along(ty, &path, span)? as i64).wrapping_neg()
            }
            _ => return self.bug(span, "a related object of no class"),
        };
        Ok(bytes)
    }

    /// The offset of the base that the direct bases along `path` lead to.
    fn offset_along(&mut self, derived_ty: Ty, path: &[u32], span: Span) -> Low<u64> {
        let Some(mut class) = self.cx.types.class_of(derived_ty) else {
            return self.bug(span, "a derived class that is not a class");
        };
        let mut bytes = 0u64;
        for &index in path {
            let Some(base) = self.cx.entities[class].bases.get(index as usize) else {
                return self.bug(span, "a base that the class does not have");
            };
            bytes += base.offset;
            class = base.class;
        }
        Ok(bytes)
    }

    /// Loads all leaves of the object at `pointer`.
    pub(super) fn load_object(&mut self, pointer: Value, ty: Ty, span: Span) -> Low<Leaves> {
        let layout = self.layout(ty, span)?;
        let mut leaves = Leaves::new();
        for leaf in &layout.leaves {
            leaves.push(Leaf::Value(self.load_leaf(pointer, *leaf, span)?));
        }
        Ok(leaves)
    }

    /// Stores the leaves that hold something.
    pub(super) fn store_object(
        &mut self,
        pointer: Value,
        ty: Ty,
        leaves: &[Leaf],
        span: Span,
    ) -> Low<()> {
        let layout = self.layout(ty, span)?;
        let mut index = 0;
        while let (Some(leaf), Some(at)) = (leaves.get(index), layout.leaves.get(index)) {
            let run = self.constant_run(&leaves[index..], &layout.leaves[index..]);
            if run.len() > 1 {
                let Some(scalar) = self.types.elem_scalar(at.ir) else {
                    return self.bug(span, "constants that are not numbers");
                };
                let ir = self.types.tile(&[run.len() as u32], scalar);
                index += run.len();
                let value = self.ins().constant(DenseConstant::dense(scalar, run), ir);
                self.store_leaf(pointer, LeafType { ir, ..*at }, value, span)?;
                continue;
            }
            if *leaf != Leaf::Undef {
                let value = self.leaf_value(leaf, at.ir, span)?;
                self.store_leaf(pointer, *at, value, span)?;
            }
            index += 1;
        }
        Ok(())
    }

    /// The bytes of an object of type `from` as one of type `to` ([bit.cast]).
    pub(super) fn bit_cast(&mut self, leaves: Leaves, from: Ty, to: Ty, span: Span) -> Low<Leaves> {
        let (source, target) = (self.layout(from, span)?, self.layout(to, span)?);
        let pairs = source.leaves.iter().zip(&target.leaves);
        let is_leaf_by_leaf = source.leaves.len() == target.leaves.len()
            && pairs.clone().all(|(from, to)| {
                from.key() == to.key() && from.bits.is_none() && self.same_size(from.ir, to.ir)
            });
        if is_leaf_by_leaf {
            let mut result = Leaves::new();
            for (leaf, (from, to)) in leaves.iter().zip(pairs) {
                let value = self.leaf_value(leaf, from.ir, span)?;
                result.push(Leaf::Value(self.reinterpret(value, to.ir)?));
            }
            return Ok(result);
        }
        let bytes = i64::try_from(source.size.max(target.size).max(1)).unwrap_or(i64::MAX);
        let align = i64::try_from(source.align.max(target.align).max(1)).unwrap_or(1);
        let byte_ptr = self.types.ptr(Scalar::I8);
        let memory = self.ins().alloca(bytes, align, false, byte_ptr);
        self.store_object(memory, from, &leaves, span)?;
        self.load_object(memory, to, span)
    }

    /// The longest run of constants, as long as a tile can be, that leaves without gaps in memory
    /// begin with; none if it is not worth a tile.
    fn constant_run(&self, leaves: &[Leaf], at: &[LeafType]) -> Vec<u64> {
        let Some(first) = at.first() else { return Vec::new() };
        let Some(scalar) = self.types.elem_scalar(first.ir) else { return Vec::new() };
        let mut run = Vec::new();
        for (leaf, at) in leaves.iter().zip(at).take(LONGEST_RUN) {
            let next = first.byte + run.len() as u64 * u64::from(scalar.bytes());
            let Leaf::Value(value) = leaf else { break };
            let Some(bits) = self.constant_bits(*value) else { break };
            if at.ir != first.ir || at.byte != next || at.bits.is_some() {
                break;
            }
            run.push(bits);
        }
        let length = if run.len() < SHORTEST_RUN { 0 } else { 1 << run.len().ilog2() };
        run.truncate(length);
        run
    }

    pub(super) fn load_leaf(&mut self, object: Value, leaf: LeafType, span: Span) -> Low<Value> {
        if let Some(bits) = leaf.bits {
            return self.load_bits(object, leaf, bits, span);
        }
        let (pointers, stored) = self.leaf_pointers(object, leaf, span)?;
        let token = self.token();
        let hints = ir_hints(&self.hints);
        let weak = MemoryOrdering::Weak;
        let (value, token) =
            self.ins().load_ptr_tko(pointers, None, None, token, weak, None, hints);
        self.set_token(token);
        match stored {
            Some(_) => self.reinterpret(value, leaf.ir),
            None => Ok(value),
        }
    }

    pub(super) fn store_leaf(
        &mut self,
        object: Value,
        leaf: LeafType,
        value: Value,
        span: Span,
    ) -> Low<()> {
        if let Some(bits) = leaf.bits {
            return self.store_bits(object, leaf, bits, value, span);
        }
        // A union that was left with a smaller member has no other bytes.
        let own = self.function.value_type(value);
        let leaf = if self.same_size(own, leaf.ir) { leaf } else { LeafType { ir: own, ..leaf } };
        let (pointers, stored) = self.leaf_pointers(object, leaf, span)?;
        let value = if own == leaf.ir { value } else { self.reinterpret(value, leaf.ir)? };
        let value = match stored {
            Some(ty) => self.reinterpret(value, ty)?,
            None => value,
        };
        let token = self.token();
        let hints = ir_hints(&self.hints);
        let weak = MemoryOrdering::Weak;
        let token = self.ins().store_ptr_tko(pointers, value, None, token, weak, None, hints);
        self.set_token(token);
        Ok(())
    }

    /// The addresses of all elements of a leaf, row-major, and the type that is in memory where it
    /// is not the leaf's own: an address is stored as an integer.
    fn leaf_pointers(
        &mut self,
        object: Value,
        leaf: LeafType,
        _span: Span,
    ) -> Low<(Value, Option<Type>)> {
        let (scalar, stored) = match self.types.elem(leaf.ir) {
            Some(ir::Elem::Scalar(scalar)) => (scalar, None),
            Some(ir::Elem::Ptr(_) | ir::Elem::MultimemPtr(..)) | None => {
                let ints = self.types.with_elem(leaf.ir, Scalar::I64).unwrap_or(leaf.ir);
                (Scalar::I64, Some(ints))
            }
        };
        let base = self.byte_offset(object, leaf.byte, scalar);
        let dims: SmallVec<[u32; 4]> = self.types.dims(leaf.ir).into();
        if dims.is_empty() {
            return Ok((base, stored));
        }
        let count = self.types.num_elems(leaf.ir) as u32;
        let flat = self.types.tile(&[count], Scalar::I32);
        let index = self.ins().iota(flat);
        let pointers = self.types.tile(&[count], ir::Elem::Ptr(scalar));
        let base = self.splat(base, pointers);
        let moved = self.ins().offset(base, index);
        let shaped = self.types.tile(&dims, ir::Elem::Ptr(scalar));
        Ok((self.ins().reshape(moved, shaped), stored))
    }

    // ---- pointers ----

    /// `pointer + index` in elements of `pointee`. `index` is of the integer type `index_ty`.
    pub(super) fn offset_pointer(
        &mut self,
        pointer: &Leaf,
        pointee: Ty,
        index: Value,
        index_ty: Ty,
        subtract: bool,
        span: Span,
    ) -> Low<Leaf> {
        let signed = self.arithmetic(index_ty).is_some_and(|a| a.signed);
        let constant = self.constant_int(index, signed);
        let pointer = match pointer {
            Leaf::Address(at) => {
                let elem = self.pointee(pointee);
                match constant {
                    Some(index) => {
                        let index = if subtract { -index } else { index };
                        let by = i64::try_from(index).unwrap_or(i64::MAX);
                        let (step, _) = self.stride(pointee, elem, span)?;
                        let step = i64::try_from(step).unwrap_or(i64::MAX);
                        let moved = at.moved(by.saturating_mul(step));
                        self.check_moved(moved);
                        return Ok(Leaf::Address(Rc::new(moved)));
                    }
                    None => {
                        let ty = self.types.ptr(elem);
                        self.demoted_address(at.slot, ty)
                    }
                }
            }
            other => {
                let elem = self.pointee(pointee);
                let ty = self.types.ptr(elem);
                self.leaf_value(other, ty, span)?
            }
        };
        if constant == Some(0) {
            return Ok(Leaf::Value(pointer));
        }
        let mut offset = self.convert(index, signed, Scalar::I64, true);
        let arithmetic = super::emit::Arithmetic { scalar: Scalar::I64, signed: true };
        if subtract {
            offset = self.unary(crate::typed::UnaryOp::Neg, arithmetic, offset);
        }
        let elem = self.pointee(pointee);
        let (size, is_bytes) = self.stride(pointee, elem, span)?;
        if !is_bytes {
            return Ok(Leaf::Value(self.ins().offset(pointer, offset)));
        }
        // The pointee is a class or a pointer: count in bytes, whatever number it is made of.
        let size = self.int_constant(Scalar::I64, size.into());
        let multiply = crate::typed::BinaryOp::Mul;
        let bytes = self.binary(multiply, arithmetic, offset, size, span)?;
        let base = self.cast_pointer(pointer, Scalar::I8);
        let moved = self.ins().offset(base, bytes);
        Ok(Leaf::Value(self.cast_pointer(moved, elem)))
    }

    /// The size of an array element, and whether pointers to it count in bytes.
    fn stride(&mut self, pointee: Ty, elem: Scalar, span: Span) -> Low<(u64, bool)> {
        if self.cx.types.is_void(pointee) {
            return Ok((1, false));
        }
        let size = self.layout(pointee, span)?.size;
        Ok((size, size != u64::from(elem.bytes())))
    }

    /// `lhs - rhs` in elements ([expr.add]/5).
    pub(super) fn pointer_difference(
        &mut self,
        lhs: &Leaf,
        rhs: &Leaf,
        pointee: Ty,
        span: Span,
    ) -> Low<Value> {
        if let (Leaf::Address(a), Leaf::Address(b)) = (lhs, rhs)
            && self.is_same_object(a.slot, b.slot)
        {
            let elem = self.pointee(pointee);
            let (size, _) = self.stride(pointee, elem, span)?;
            let distance = (i128::from(a.byte) - i128::from(b.byte)) / i128::from(size.max(1));
            return Ok(self.int_constant(Scalar::I64, distance));
        }
        let elem = self.pointee(pointee);
        let ty = self.types.ptr(elem);
        let a = self.leaf_value(lhs, ty, span)?;
        let b = self.leaf_value(rhs, ty, span)?;
        let may = self.ins().same_object(a, b);
        let text = "[expr.add]: subtracted pointers must point into one array";
        self.ins().require(may, POINTER_DIFFERENCE, text.into());
        let a = self.ins().ptr_to_int(a);
        let b = self.ins().ptr_to_int(b);
        let bytes = self.ins().subi(a, b, ir::Overflow::NoSignedWrap);
        let (size, _) = self.stride(pointee, elem, span)?;
        if size <= 1 {
            return Ok(bytes);
        }
        let size = self.int_constant(Scalar::I64, size.into());
        Ok(self.ins().divi(bytes, size, ir::Signedness::Signed, ir::Rounding::Zero))
    }

    // ---- subobjects ----

    /// Base or field number `part` (bases first) of a class object.
    pub(super) fn subobject(
        &mut self,
        object: &Place,
        class_ty: Ty,
        part: u32,
        span: Span,
    ) -> Low<Place> {
        let Some(class) = self.cx.types.class_of(class_ty) else {
            return self.bug(span, "a member of something that is not a class");
        };
        let Some((ty, byte)) = self.cx.subobject_at(class, part as usize) else {
            return self.bug(span, "a member that the class does not have");
        };
        match object {
            Place::Slot(at) => {
                let bits = self.cx.bit_range(class, part as usize);
                let at = at.moved(i64::try_from(byte).unwrap_or(i64::MAX));
                Ok(Place::Slot(SlotPlace { bits, ..at }))
            }
            Place::Memory(pointer) => {
                let ty = self.stored_type(ty);
                let pointee = self.pointee(ty);
                let at = self.byte_offset(*pointer, byte, pointee);
                Ok(match self.cx.bit_range(class, part as usize) {
                    Some(bits) => Place::Bits(at, bits),
                    None => Place::Memory(at),
                })
            }
            Place::Bits(..) => self.bug(span, "a member of a bit-field"),
            Place::Function(_) => self.bug(span, "a member of a function"),
        }
    }

    /// The object of class `derived_ty` whose base subobject, along the indices of `path`, is
    /// `object`.
    pub(super) fn containing(
        &mut self,
        object: &Place,
        derived_ty: Ty,
        path: &[u32],
        span: Span,
    ) -> Low<Place> {
        let bytes = self.offset_along(derived_ty, path, span)?;
        match object {
            Place::Slot(at) => {
                let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
                Ok(Place::Slot(at.moved(-bytes)))
            }
            Place::Memory(pointer) => {
                let ty = self.stored_type(derived_ty);
                let pointee = self.pointee(ty);
                Ok(Place::Memory(self.byte_offset(*pointer, bytes.wrapping_neg(), pointee)))
            }
            Place::Bits(..) => self.bug(span, "a bit-field as a base"),
            Place::Function(_) => self.bug(span, "a function as a base"),
        }
    }

    /// The first element of an array object.
    pub(super) fn first_element(&mut self, array: &Place, elem: Ty) -> Place {
        match array {
            Place::Slot(at) => Place::Slot(*at),
            Place::Memory(pointer) => {
                let pointee = self.pointee(elem);
                Place::Memory(self.cast_pointer(*pointer, pointee))
            }
            Place::Bits(..) | Place::Function(_) => array.clone(),
        }
    }

    /// The pointer to the first element of an array, which says so if that is a member or what a
    /// reference is bound to.
    /// An array of one element at the end of a class is commonly meant to be longer.
    pub(super) fn member_array(&mut self, array: ExprId, first: Leaf) -> Low<Leaf> {
        let node = &self.cx.typed.exprs[array];
        let (ty, span) = (node.ty, node.span);
        if let ExprKind::Local(local) = node.kind
            && self.cx.types.is_ref(self.cx.typed.locals[local].ty)
            && self.array_of(ty).is_some_and(|(_, len)| len > 1)
        {
            return self.pointer_within(first, ty, span);
        }
        if let ExprKind::MemberAccess { .. } = node.kind
            && self.array_of(ty).is_some_and(|(_, len)| len > 1)
        {
            return self.pointer_within(first, ty, span);
        }
        let ExprKind::Field { object, index } = node.kind else { return Ok(first) };
        let class = self.cx.types.class_of(self.info(object).0);
        let fields = class.map_or(0, |class| self.cx.entities[class].fields.len());
        let is_last = index as usize + 1 == fields;
        match self.array_of(ty) {
            Some((_, len)) if len > 1 || !is_last => self.pointer_within(first, ty, span),
            Some(_) | None => Ok(first),
        }
    }

    /// What an assignment stores: an indeterminate value of an object that is a number or a pointer
    /// is used by that ([basic.indet]/2), while members of a class are copied as they are.
    pub(super) fn assigned(
        &mut self,
        place: &Place,
        ty: Ty,
        leaves: Leaves,
        span: Span,
    ) -> Low<Leaves> {
        let is_used = matches!(place, Place::Memory(_)) && leaves[..] == [Leaf::Undef];
        if !is_used || self.cx.types.class_of(ty).is_some() {
            return Ok(leaves);
        }
        let ir = self.value_type(ty, span)?;
        Ok(Leaf::Value(self.undefined(ir)).into())
    }

    /// The element type and length of an array type.
    pub(super) fn array_of(&self, ty: Ty) -> Option<(Ty, u64)> {
        match self.cx.types.kind(ty) {
            TyKind::Array(elem, ArrayLen::Known(len)) => Some((*elem, *len)),
            _ => None,
        }
    }
}
