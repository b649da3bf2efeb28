//! The marks that lowering leaves for the sanitizer.
//!
//! Most rules of undefined behaviour can be checked on the tile IR as it is. Some are about what has
//! dissolved by then: the lifetime of objects, constant objects, members of what is a list of leaves,
//! the order of evaluation, the promise of `__restrict__`. Of an object in memory the IR says them in
//! a `note`, and the interpreter looks. Of an object that is a slot lowering itself knows at each
//! access whether it breaks a rule: it puts a precondition there that does not hold, which is a
//! finding if control gets to it. All this is done only in a module that is made for the sanitizer;
//! it changes nothing about what is computed.

use std::ops::Range;
use std::rc::Rc;

use ir::{Event, Scalar, Value};
use lang::base::Span;

use super::emit::Arithmetic;
use super::layout::{Layout, LeafType};
use super::storage::{Leaf, LeafRef, Leaves, OriginKind, Place, SlotPlace};
use super::{Low, Lowerer};
use crate::entity::FunctionId;
use crate::ty::{Ty, TyKind};
use crate::typed::{ConvertKind, ExprId, ExprKind, LocalId};

/// Rules of the sanitizer, by number.
pub(super) const POINTER_ARITHMETIC: i64 = 10;
pub(super) const BAD_ACCESS: i64 = 12;
pub(super) const UNREACHABLE: i64 = 31;
const ENUM_VALUE: i64 = 34;

/// Elements of an array whose constant parts are told one by one.
const TOLD_ELEMENTS: u64 = 64;

/// What a sum of a pointer and an index is for.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) enum Subscript {
    #[default]
    None,
    /// It is `a[i]` in `&a[i]`, or a row of an array of arrays: the operands are sequenced
    /// ([expr.sub]/1).
    Address,
    /// It is `a[i]`, an element that is accessed.
    Access,
}

/// What is known of an evaluation that a module for the sanitizer says more about.
#[derive(Default)]
pub(super) struct Observer {
    /// Operators with unsequenced operands so far.
    n_operators: i64,
    /// The number of frames around each operator under evaluation, innermost last.
    operators: Vec<usize>,
}

impl Lowerer<'_, '_> {
    pub(super) fn observes(&self) -> bool {
        self.observer.is_some()
    }

    /// Control that gets here breaks a rule.
    pub(super) fn violated(&mut self, rule: i64, text: &str) {
        if self.observes() {
            let holds = self.int_constant(Scalar::I1, 0);
            self.ins().require(holds, rule, text.into());
        }
    }

    fn note(&mut self, pointer: Option<Value>, event: Event, bytes: u64) {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.ins().note(pointer, event, 0, bytes, 0);
    }

    // ---- subobjects ----

    /// An access of an object in a slot, which may break a rule.
    pub(super) fn check_slot(&mut self, at: SlotPlace, layout: &Layout, writes: bool) {
        if !self.observes() || layout.leaves.is_empty() {
            return;
        }
        let slot = &self.slots[at.slot.0 as usize];
        let is_outside = at.bounds.is_some_and(|(low, high)| {
            let end = at.byte.saturating_add_unsigned(layout.size);
            at.bits.is_none() && (at.byte < low || high < end)
        });
        let is_frozen = |leaf: &LeafType| {
            let first = at.byte.saturating_add_unsigned(leaf.byte);
            let end = first.saturating_add_unsigned(self.leaf_bytes(leaf.ir));
            slot.frozen.iter().any(|frozen| frozen.start < end && first < frozen.end)
        };
        // Bit-fields share bytes with other members and are left out.
        let is_constant = writes
            && at.bits.is_none()
            && !slot.frozen.is_empty()
            && layout.leaves.iter().any(|leaf| leaf.bits.is_none() && is_frozen(leaf));
        if slot.is_ended {
            self.violated(BAD_ACCESS, "[basic.life]: the lifetime of the object has ended");
        } else if is_outside {
            self.violated(BAD_ACCESS, "[expr.add]: past the end of the member or element");
        } else if is_constant {
            self.violated(BAD_ACCESS, "[dcl.type.cv]: a constant object is written to");
        }
    }

    /// A pointer into a slot that has been moved.
    pub(super) fn check_moved(&mut self, at: SlotPlace) {
        let Some(whole) = &self.slots[at.slot.0 as usize].layout else { return };
        let size = i64::try_from(whole.size).unwrap_or(i64::MAX);
        let (low, high) = at.bounds.unwrap_or((0, size));
        if !(low..=high).contains(&at.byte) {
            self.violated(POINTER_ARITHMETIC, "[expr.add]: the pointer leaves its array");
        }
    }

    /// The pointer as one to a subobject of type `ty` that it must not be moved out of.
    pub(super) fn pointer_within(&mut self, pointer: Leaf, ty: Ty, span: Span) -> Low<Leaf> {
        if !self.observes() {
            return Ok(pointer);
        }
        let layout = self.layout(ty, span)?;
        Ok(match pointer {
            Leaf::Value(pointer) if layout.size > 0 => {
                let bytes = i64::try_from(layout.size).unwrap_or(i64::MAX);
                Leaf::Value(self.ins().subobject(pointer, bytes))
            }
            Leaf::Address(at) => {
                let end = at.byte.saturating_add_unsigned(layout.size);
                // What is outside of the object around it is none.
                let bounds = match at.bounds {
                    Some((low, high)) if low <= at.byte && at.byte < high => {
                        (at.byte, end.min(high))
                    }
                    Some(_) => (at.byte, at.byte),
                    None => (at.byte, end),
                };
                Leaf::Address(Rc::new(SlotPlace { bounds: Some(bounds), ..*at }))
            }
            other => other,
        })
    }

    /// What `pointer` is for, of which `deref` is the referent. `a[i]` has the span of the sum that
    /// it is.
    pub(super) fn subscript_of(
        &self,
        deref: ExprId,
        pointer: ExprId,
        is_accessed: bool,
    ) -> Subscript {
        let sum = &self.cx.typed.exprs[pointer];
        let is_sum = matches!(sum.kind, ExprKind::PointerOffset { .. });
        match is_sum && sum.span == self.cx.typed.exprs[deref].span {
            false => Subscript::None,
            true if is_accessed => Subscript::Access,
            true => Subscript::Address,
        }
    }

    /// The first element of a row of an array of arrays, of which an element is accessed. The address
    /// of an element is one into all rows: the reference's own examples go through a matrix from
    /// `&x[0][0]` on.
    pub(super) fn within_row(&mut self, array: ExprId, first: Leaf) -> Low<Leaf> {
        let ExprKind::Convert { kind: ConvertKind::ArrayToPointer, operand } =
            self.cx.typed.exprs[array].kind
        else {
            return Ok(first);
        };
        let (ty, span) = self.info(operand);
        match self.cx.typed.exprs[operand].kind {
            ExprKind::Deref(_) if self.array_of(ty).is_some() => {
                self.pointer_within(first, ty, span)
            }
            _ => Ok(first),
        }
    }

    /// A pointer that was cast explicitly: bytes of the whole object are often meant.
    pub(super) fn pointer_to_whole(&mut self, pointer: Leaf) -> Leaf {
        match pointer {
            Leaf::Value(value) if self.observes() => Leaf::Value(self.ins().subobject(value, 0)),
            Leaf::Address(at) => Leaf::Address(Rc::new(SlotPlace { bounds: None, ..*at })),
            other => other,
        }
    }

    // ---- lifetimes and constant objects ----

    /// The local objects of slots from `first` on end, and the temporaries that lived as long.
    pub(super) fn end_slots(&mut self, first: usize) {
        if !self.observes() || !self.is_straight() {
            return;
        }
        for slot in self.slots.iter_mut().skip(first) {
            slot.is_ended |= match slot.origin.kind {
                OriginKind::Local => true,
                OriginKind::Temporary => slot.is_extended,
                _ => false,
            };
        }
    }

    /// The temporaries of slots from `first` on end, but for the `extended` ones.
    pub(super) fn end_temporaries(&mut self, first: usize, extended: &[ExprId]) {
        if !self.observes() {
            return;
        }
        let path = self.frames.last().map_or(0, |frame| frame.path);
        let is_named = |node: u32| extended.iter().any(|expr| expr.as_u32() == node);
        for slot in self.slots.iter_mut().skip(first) {
            if slot.origin.kind == OriginKind::Temporary {
                slot.is_extended |= slot.origin.path == path && is_named(slot.origin.node);
                slot.is_ended |= !slot.is_extended;
            }
        }
    }

    /// Whether no jump goes back into a scope that it has left.
    pub(super) fn is_straight(&mut self) -> bool {
        let frame = self.frame();
        frame.labels.is_empty() && frame.jumps.is_none()
    }

    /// Whether the end of the object is to be told.
    pub(super) fn tells_end(&mut self, place: &Place) -> bool {
        self.observes() && matches!(place, Place::Memory(_)) && self.is_straight()
    }

    pub(super) fn tell_end(&mut self, place: &Place) {
        if let Place::Memory(pointer) = place {
            self.note(Some(*pointer), Event::End, 0);
        }
    }

    /// Before the destructor of an object, which may change it.
    pub(super) fn thaw(&mut self, place: &Place) -> Vec<Range<i64>> {
        match place {
            Place::Slot(at) => std::mem::take(&mut self.slots[at.slot.0 as usize].frozen),
            Place::Memory(pointer) if self.observes() => {
                self.note(Some(*pointer), Event::Begin, 0);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// After it: other paths still have the object.
    pub(super) fn freeze_again(&mut self, place: &Place, frozen: Vec<Range<i64>>) {
        if let Place::Slot(at) = place {
            self.slots[at.slot.0 as usize].frozen = frozen;
        }
    }

    /// The object has been initialised: what of it is constant stays as it is.
    pub(super) fn freeze(&mut self, place: &Place, ty: Ty, span: Span) -> Low<()> {
        if !self.observes() || !self.is_straight() {
            return Ok(());
        }
        let mut parts = Vec::new();
        self.constant_parts(ty, false, 0, &mut parts, span)?;
        for bytes in parts {
            match place {
                Place::Slot(at) => {
                    let [first, end] =
                        [bytes.start, bytes.end].map(|byte| at.byte.saturating_add_unsigned(byte));
                    self.slots[at.slot.0 as usize].frozen.push(first..end);
                }
                Place::Memory(pointer) if !bytes.is_empty() => {
                    let at = self.byte_offset(*pointer, bytes.start, Scalar::I8);
                    self.note(Some(at), Event::Constant, bytes.end - bytes.start);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What is constant of a variable with static storage that can change otherwise.
    pub(super) fn freeze_variable(&mut self, place: &Place, ty: Ty, span: Span) -> Low<()> {
        let Place::Memory(pointer) = place else { return Ok(()) };
        if !self.observes() {
            return Ok(());
        }
        let mut parts = Vec::new();
        self.constant_parts(ty, false, 0, &mut parts, span)?;
        for bytes in parts.into_iter().filter(|bytes| !bytes.is_empty()) {
            let at = self.byte_offset(*pointer, bytes.start, Scalar::I8);
            self.note(Some(at), Event::Constant, bytes.end - bytes.start);
        }
        Ok(())
    }

    /// The parts of an object of type `ty` at byte `at` that are constant ([dcl.type.cv]/4).
    fn constant_parts(
        &mut self,
        ty: Ty,
        is_constant: bool,
        at: u64,
        parts: &mut Vec<Range<u64>>,
        span: Span,
    ) -> Low<()> {
        let element = self.cx.element_of(ty);
        let cv = self.cx.types.cv(ty).union(self.cx.types.cv(element));
        let is_constant = is_constant || cv.is_const();
        let class = self.cx.types.class_of(element);
        let is_union = class.is_some_and(|class| self.cx.is_union(class));
        let (Some(class), false) = (class, is_union) else {
            if is_constant {
                let size = self.layout(ty, span)?.size;
                parts.push(at..at + size);
            }
            return Ok(());
        };
        if let Some((elem, len)) = self.array_of(ty) {
            let size = self.layout(elem, span)?.size;
            for index in 0..len.min(TOLD_ELEMENTS) {
                let before = parts.len();
                self.constant_parts(elem, is_constant, at + index * size, parts, span)?;
                if parts.len() == before {
                    break;
                }
            }
            return Ok(());
        }
        let bases = self.cx.entities[class].bases.len();
        for (part, (part_ty, byte)) in self.cx.subobjects(class).into_iter().enumerate() {
            let field =
                part.checked_sub(bases).and_then(|at| self.cx.entities[class].fields.get(at));
            let (is_mutable, is_bits) =
                field.map_or((false, false), |field| (field.is_mutable, field.bit_width.is_some()));
            if is_mutable || is_bits || self.cx.types.is_ref(part_ty) {
                continue;
            }
            self.constant_parts(part_ty, is_constant, at + byte, parts, span)?;
        }
        Ok(())
    }

    // ---- restricted pointers ----

    /// The value of a restricted pointer whose life begins.
    pub(super) fn restricted(&mut self, leaves: Leaves) -> Leaves {
        if !self.observes() {
            return leaves;
        }
        let is_pointer = |this: &Self, value| {
            matches!(this.types.elem(this.function.value_type(value)), Some(ir::Elem::Ptr(_)))
        };
        match leaves[..] {
            [Leaf::Value(value)] if is_pointer(self, value) => {
                Leaf::Value(self.ins().based(value)).into()
            }
            _ => leaves,
        }
    }

    /// The restricted pointers among the arguments of a call that has ended.
    pub(super) fn leave_restricted(&mut self, pointers: &[Value]) {
        for &pointer in pointers {
            self.note(Some(pointer), Event::Leave, 0);
        }
    }

    /// Whether parameter `index` is a restricted pointer.
    pub(super) fn is_restricted(&self, callee: FunctionId, index: usize) -> bool {
        self.observes() && self.cx.is_restrict(callee, index)
    }

    pub(super) fn is_restricted_local(&mut self, local: LocalId) -> bool {
        self.observes() && self.cx.typed.locals[local].is_restrict && self.is_straight()
    }

    // ---- order of evaluation ----

    /// Before the first of two unsequenced operands; what the others are to be called with.
    pub(super) fn first_operand(&mut self, operands: [ExprId; 2]) -> Option<i64> {
        if !self.observes() || !operands.iter().any(|&operand| self.has_side_effect(operand)) {
            return None;
        }
        let frames = self.frames.len();
        let observer = self.observer.as_mut()?;
        observer.n_operators += 1;
        observer.operators.push(frames);
        let node = observer.n_operators;
        self.ins().note(None, Event::First, 0, 0, node);
        Some(node)
    }

    pub(super) fn second_operand(&mut self, node: Option<i64>) {
        if let Some(node) = node {
            self.ins().note(None, Event::Second, 0, 0, node);
        }
    }

    pub(super) fn operands_done(&mut self, node: Option<i64>) {
        if let Some(node) = node {
            self.ins().note(None, Event::Done, 0, 0, node);
            if let Some(observer) = &mut self.observer {
                observer.operators.pop();
            }
        }
    }

    /// Whether an expression changes an object itself, not in a function that it calls.
    fn has_side_effect(&self, expr: ExprId) -> bool {
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            let node = &self.cx.typed.exprs[expr];
            let is_class = self.cx.types.class_of(node.ty).is_some();
            let changes = matches!(
                node.kind,
                ExprKind::IncDec { .. }
                    | ExprKind::Assign { .. }
                    | ExprKind::CompoundAssign { .. }
                    | ExprKind::PointerAssign { .. }
            );
            if changes && !is_class {
                return true;
            }
            waiting.extend(node.kind.operands());
        }
        false
    }

    /// The evaluation of an operand reads or writes a scalar.
    pub(super) fn touch(&mut self, place: &Place, ty: Ty, writes: bool, span: Span) -> Low<()> {
        let frames = self.frames.len();
        let Some(observer) = &self.observer else { return Ok(()) };
        let around = observer.operators.iter().rev().take_while(|&&outer| outer == frames).count();
        if around == 0 || self.cx.types.class_of(ty).is_some() {
            return Ok(());
        }
        let event = if writes { Event::Write } else { Event::Read };
        let around = around as i64;
        match place {
            Place::Slot(at) => {
                let leaf = self.leaf_ref(*at).map_or(at.byte, |leaf| i64::from(leaf.index));
                // No address is this low.
                let place = (i64::from(at.slot.0) + 1) << 17 | leaf.clamp(0, (1 << 17) - 1);
                self.ins().note(None, event, place, 1, around);
            }
            Place::Memory(pointer) | Place::Bits(pointer, _) => {
                let bytes = i64::try_from(self.layout(ty, span)?.size).unwrap_or(i64::MAX);
                self.ins().note(Some(*pointer), event, 0, bytes, around);
            }
            Place::Function(_) => {}
        }
        Ok(())
    }

    // ---- values ----

    /// An enumeration without a fixed type has the values of the smallest bit-field that holds its
    /// enumerators ([dcl.enum]/8), and no other may be converted to it ([expr.static.cast]/10).
    /// `value` is what is converted, or what that becomes, a number of the type `held`.
    pub(super) fn check_enum(&mut self, value: Value, held: Arithmetic, ty: Ty) {
        let bare = self.cx.types.strip_cv(ty);
        let TyKind::Enum(id) = *self.kind(bare) else { return };
        let entity = &self.cx.entities[id];
        if !self.observes() || entity.is_fixed || entity.is_scoped {
            return;
        }
        let values = entity.enumerators.iter().map(|enumerator| enumerator.value);
        let (low, high) = values
            .fold((0, 0), |(low, high): (i128, i128), value| (low.min(value), high.max(value)));
        let magnitude = high.max(-low - 1).max(0);
        let bits = 128 - magnitude.leading_zeros();
        // An enumeration without other values has those of one bit.
        let bits = if low < 0 { bits } else { bits.max(1) };
        let max = (1i128 << bits) - 1;
        let min = if low < 0 { -max - 1 } else { 0 };
        let Some(arithmetic) = self.arithmetic(bare) else { return };
        let width = arithmetic.scalar.bits();
        // All values of the type.
        if held == arithmetic
            && (bits + u32::from(held.signed) > width || (bits == width && min == 0))
        {
            return;
        }
        let holds = match self.constant_int(value, held.signed) {
            Some(known) if (min..=max).contains(&known) => return,
            Some(_) => self.int_constant(Scalar::I1, 0),
            // Unsigned, what is below the range is above it.
            None => {
                let start = self.int_constant(held.scalar, min);
                let last = self.int_constant(held.scalar, max - min);
                let moved = self.ins().subi(value, start, ir::Overflow::None);
                let order = ir::CmpPredicate::LessThanOrEqual;
                self.ins().cmpi(moved, last, order, ir::Signedness::Unsigned)
            }
        };
        let text = format!("[expr.static.cast]: not in {min} to {max}");
        self.ins().require(holds, ENUM_VALUE, text.into());
    }

    /// The end of a function that returns something is reached without `return` ([stmt.return]/4)
    /// unless `returned` is set.
    pub(super) fn check_returned(&mut self, returned: LeafRef, result: Ty) {
        if !self.observes() || self.cx.types.is_void(result) {
            return;
        }
        if let Leaf::Value(returned) = *self.leaf(returned)
            && self.constant_int(returned, false) != Some(1)
        {
            let text = "[stmt.return]: the end of a function without its `return`";
            self.ins().require(returned, UNREACHABLE, text.into());
        }
    }
}
