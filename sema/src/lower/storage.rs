//! Objects as lists of scalar leaves, and the places that glvalues designate.

use std::rc::Rc;

use ir::{Elem, Scalar, Type, Value};
use lang::base::Span;
use smallvec::{SmallVec, smallvec};

use super::{Low, Lowerer, Stop};
use crate::codes;
use crate::constexpr::value::Member;
use crate::entity::{BitRange, ClassId, FunctionId};
use crate::ty::fundamental::FloatKind;
use crate::ty::{ArrayLen, Ty, TyKind};

/// An object of the abstract machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct SlotId(pub u32);

impl SlotId {
    /// The slot whose only leaf is the memory token.
    pub const TOKEN: SlotId = SlotId(0);
}

/// One leaf of a slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct LeafRef {
    pub slot: SlotId,
    pub index: u32,
}

/// Which object of the program a slot is, the same in every round of lowering: the syntax that
/// makes it and the calls that led there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Origin {
    pub kind: OriginKind,
    pub node: u32,
    /// A hash of the inlined calls.
    pub path: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum OriginKind {
    Token,
    Local,
    Temporary,
    /// Says whether a temporary has been made.
    Flag,
    Return,
    Loop,
    /// The flag of a label, and those of the jumps out of the loop that it begins.
    Label,
    Leave,
    Again,
    /// The label that control is on its way to.
    Jump,
    /// What a launch has passed for a parameter that the kernel changes; no path.
    Parameter,
    /// A variable with static storage; these have no path.
    Static,
    String,
}

impl Origin {
    pub fn token() -> Origin {
        Origin { kind: OriginKind::Token, node: 0, path: 0 }
    }
}

/// The state of an object.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub origin: Origin,
    pub leaves: Vec<Leaf>,
    /// The IR type that each leaf has once it holds a value.
    pub types: Vec<Type>,
}

/// A scalar of an object, as far as it is known.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Leaf {
    /// A number, a tile, or an address in memory.
    Value(Value),
    /// The address of an object that is a slot.
    Address(SlotPlace),
    /// The address of a function.
    Function(FunctionId),
    /// The table of virtual functions of a class: the dynamic type of a polymorphic object.
    Table(ClassId),
    /// A pointer to member; `None` is null.
    Member(Option<Member>),
    /// Indeterminate ([basic.indet]).
    Undef,
}

/// The leaves of a prvalue, in the order of its [`Layout`].
pub(super) type Leaves = SmallVec<[Leaf; 1]>;

impl From<Leaf> for Leaves {
    fn from(leaf: Leaf) -> Leaves {
        smallvec![leaf]
    }
}

/// A subobject of a slot: leaves from `offset` on, as many as its type has. Pointer arithmetic may
/// lead one past the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SlotPlace {
    pub slot: SlotId,
    pub offset: i64,
}

/// What a glvalue designates.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Place {
    Slot(SlotPlace),
    /// An object in memory. The pointer's pointee is that of [`Lowerer::pointee`] for the type.
    Memory(Value),
    /// A bit-field in memory: its unit, and the bits of it.
    Bits(Value, BitRange),
    Function(FunctionId),
}

/// The type of a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LeafType {
    /// The C++ type: arithmetic, pointer, enumeration, tile, or for a reference member the pointer.
    pub ty: Ty,
    /// The IR type of its values.
    pub ir: Type,
    /// Where the leaf is in the object's bytes.
    pub byte: u64,
    /// Which bits of those a bit-field has.
    pub bits: Option<BitRange>,
}

/// How a type is made of leaves.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Empty if there are more than [`LEAF_LIMIT`].
    pub leaves: Box<[LeafType]>,
    /// Too many leaves to be a slot: always in memory.
    pub is_large: bool,
    /// Members of a union in it do not lie where its leaves are: only memory holds all of them.
    pub is_punned: bool,
    pub size: u64,
    pub align: u64,
}

impl Layout {
    fn small<const N: usize>(leaves: [LeafType; N], size: u64, align: u64) -> Layout {
        Layout { leaves: Box::new(leaves), is_large: false, is_punned: false, size, align }
    }
}

/// Leaves that one object may dissolve into; larger ones live in memory.
const SLOT_LIMIT: usize = 4096;

/// Leaves that an object can be initialised with one by one.
const LEAF_LIMIT: usize = 1 << 17;

impl Lowerer<'_, '_> {
    // ---- types ----

    /// The IR element of a scalar type, or of a class whose only leaf is a scalar.
    pub(super) fn elem_type(&mut self, ty: Ty) -> Option<Elem> {
        let bare = self.cx.types.strip_cv(ty);
        match self.cx.types.kind(bare).clone() {
            TyKind::Bool => Some(Elem::Scalar(Scalar::I1)),
            TyKind::Int(kind) => match kind.bits() {
                8 => Some(Elem::Scalar(Scalar::I8)),
                16 => Some(Elem::Scalar(Scalar::I16)),
                32 => Some(Elem::Scalar(Scalar::I32)),
                64 => Some(Elem::Scalar(Scalar::I64)),
                _ => None,
            },
            TyKind::Float(kind) => Some(Elem::Scalar(float_scalar(kind))),
            TyKind::Enum(id) => {
                let underlying = self.cx.underlying_type(id);
                self.elem_type(underlying)
            }
            TyKind::Pointer(pointee) | TyKind::LRef(pointee) | TyKind::RRef(pointee) => {
                Some(Elem::Ptr(self.pointee(pointee)))
            }
            TyKind::NullPtr => Some(Elem::Ptr(Scalar::I8)),
            // At run time the member has a number.
            TyKind::MemberPointer { .. } => Some(Elem::Scalar(Scalar::I64)),
            TyKind::Class(_) => {
                let layout = self.layout(bare, Span::NONE).ok()?;
                match layout.leaves[..] {
                    [leaf] if self.types.dims(leaf.ir).is_empty() => self.types.elem(leaf.ir),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What a pointer to objects of this type points to in the IR: the number itself, or bytes.
    pub(super) fn pointee(&mut self, ty: Ty) -> Scalar {
        let bare = self.cx.types.strip_cv(ty);
        // A class that has a pointer to itself is no mere number.
        if self.laying_out.contains(&bare) {
            return Scalar::I8;
        }
        // Of an incomplete class only the address is known.
        if let TyKind::Class(class) = *self.cx.types.kind(bare)
            && !self.cx.complete_class(class, Span::NONE)
        {
            return Scalar::I8;
        }
        match self.cx.types.kind(bare) {
            TyKind::Void | TyKind::Function(_) | TyKind::Pointer(_) => Scalar::I8,
            _ => match self.elem_type(ty) {
                Some(Elem::Scalar(scalar)) => scalar,
                Some(Elem::Ptr(_)) | None => Scalar::I8,
            },
        }
    }

    /// The IR type of a value of scalar or tile type.
    pub(super) fn value_type(&mut self, ty: Ty, span: Span) -> Low<Type> {
        let layout = self.layout(ty, span)?;
        match layout.leaves[..] {
            [leaf] => Ok(leaf.ir),
            _ => {
                let shown = self.cx.show(ty);
                self.bug(span, &format!("`{shown}` where a scalar or tile is needed"))
            }
        }
    }

    /// How `ty` is made of leaves.
    pub(super) fn layout(&mut self, ty: Ty, span: Span) -> Low<Rc<Layout>> {
        if let Some(layout) = self.layouts.get(&ty) {
            return Ok(layout.clone());
        }
        self.laying_out.push(self.cx.types.strip_cv(ty));
        let layout = self.make_layout(ty, span);
        self.laying_out.pop();
        let layout = Rc::new(layout?);
        self.layouts.insert(ty, layout.clone());
        Ok(layout)
    }

    fn make_layout(&mut self, ty: Ty, span: Span) -> Low<Layout> {
        let bare = self.cx.types.strip_cv(ty);
        match self.cx.types.kind(bare).clone() {
            TyKind::Void => Ok(Layout::small([], 0, 1)),
            TyKind::Tile { elem, dims } => {
                let Some(elem_type) = self.elem_type(elem) else {
                    return self.no_layout(ty, span);
                };
                let dims: SmallVec<[u32; 4]> = dims.iter().map(|&dim| dim as u32).collect();
                let ir = self.types.tile(&dims, elem_type);
                let bytes = u64::from(elem_type.bits().div_ceil(8));
                let size = bytes * self.types.num_elems(ir);
                let leaf = LeafType { ty: bare, ir, byte: 0, bits: None };
                Ok(Layout::small([leaf], size, bytes))
            }
            TyKind::Array(elem, ArrayLen::Known(len)) => {
                let inner = self.layout(elem, span)?;
                let count = usize::try_from(len).unwrap_or(usize::MAX);
                let all = inner.leaves.len().saturating_mul(count);
                let is_large = inner.is_large || all > SLOT_LIMIT;
                let (align, is_punned) = (inner.align, inner.is_punned);
                let size = inner.size.saturating_mul(len);
                if all > LEAF_LIMIT {
                    let leaves = Box::default();
                    return Ok(Layout { leaves, is_large, is_punned, size, align });
                }
                let leaves = (0..len)
                    .flat_map(|i| {
                        let start = i * inner.size;
                        inner.leaves.iter().map(move |l| LeafType { byte: l.byte + start, ..*l })
                    })
                    .collect();
                Ok(Layout { leaves, is_large, is_punned, size, align })
            }
            TyKind::Class(class) => {
                let Some((size, align)) = self.cx.layout(bare) else {
                    return self.no_layout(ty, span);
                };
                if self.cx.scalar_count(bare) > LEAF_LIMIT as u64 {
                    let leaves = Box::default();
                    return Ok(Layout { leaves, is_large: true, is_punned: false, size, align });
                }
                let is_union = self.cx.is_union(class);
                let mut leaves: Vec<LeafType> = Vec::new();
                if self.cx.has_own_table(class) {
                    let ty = self.cx.types.pointer(Ty::VOID);
                    let ir = self.types.ptr(Scalar::I8);
                    leaves.push(LeafType { ty, ir, byte: 0, bits: None });
                }
                let (mut is_large, mut is_punned) = (false, false);
                for (index, (part, byte)) in self.cx.subobjects(class).into_iter().enumerate() {
                    let bits = self.cx.bit_range(class, index);
                    let part = self.stored_type(part);
                    let inner = self.layout(part, span)?;
                    is_large |= inner.is_large;
                    is_punned |= inner.is_punned;
                    let moved = inner.leaves.iter().map(|l| LeafType {
                        byte: l.byte + byte,
                        bits: bits.or(l.bits),
                        ..*l
                    });
                    if !is_union {
                        leaves.extend(moved);
                    } else {
                        // The members of a union share leaves, named by the largest of each place.
                        for (index, leaf) in moved.enumerate() {
                            let shared = leaves.get(index).map(|old| (old.byte, old.bits));
                            is_punned |= shared.is_some_and(|old| old != (leaf.byte, leaf.bits));
                            match leaves.get_mut(index) {
                                None => leaves.push(leaf),
                                Some(old) if self.leaf_bytes(leaf.ir) > self.leaf_bytes(old.ir) => {
                                    *old = leaf;
                                }
                                Some(_) => {}
                            }
                        }
                    }
                }
                is_large |= leaves.len() > SLOT_LIMIT;
                Ok(Layout { leaves: leaves.into(), is_large, is_punned, size, align })
            }
            _ => {
                let Some(elem) = self.elem_type(bare) else { return self.no_layout(ty, span) };
                let ir = self.types.tile(&[], elem);
                let size = match self.cx.types.kind(bare) {
                    // That of a pointer to member function is two words.
                    TyKind::MemberPointer { .. } => {
                        self.cx.layout(bare).map_or(8, |(size, _)| size)
                    }
                    _ => u64::from(elem.bits().div_ceil(8)),
                };
                let stored = self.stored_type(bare);
                let leaf = LeafType { ty: stored, ir, byte: 0, bits: None };
                Ok(Layout::small([leaf], size, size))
            }
        }
    }

    pub(super) fn leaf_bytes(&self, ty: Type) -> u64 {
        let bits = self.types.elem(ty).map_or(0, |elem| elem.bits());
        u64::from(bits.div_ceil(8)) * self.types.num_elems(ty)
    }

    fn no_layout<T>(&mut self, ty: Ty, span: Span) -> Low<T> {
        let shown = self.cx.show(ty);
        let message = format!("tile code cannot have an object of type `{shown}`");
        self.error(codes::NO_TILE_REPRESENTATION, span, message)
    }

    /// A reference is stored as a pointer.
    pub(super) fn stored_type(&mut self, ty: Ty) -> Ty {
        match *self.cx.types.kind(ty) {
            TyKind::LRef(referent) | TyKind::RRef(referent) => self.cx.types.pointer(referent),
            _ => ty,
        }
    }

    /// The first leaf of field or base number `part` (bases first) of a class.
    pub(super) fn part_offset(
        &mut self,
        class: crate::entity::ClassId,
        part: u32,
        span: Span,
    ) -> Low<i64> {
        if self.cx.is_union(class) {
            return Ok(0);
        }
        let mut offset = i64::from(self.cx.has_own_table(class));
        for (ty, _) in self.cx.subobjects(class).into_iter().take(part as usize) {
            let ty = self.stored_type(ty);
            offset += self.layout(ty, span)?.leaves.len() as i64;
        }
        Ok(offset)
    }

    // ---- slots ----

    pub(super) fn new_slot(
        &mut self,
        origin: Origin,
        leaves: Vec<Leaf>,
        types: Vec<Type>,
    ) -> SlotId {
        self.n_leaves += leaves.len();
        self.slots.push(Slot { origin, leaves, types });
        SlotId(self.slots.len() as u32 - 1)
    }

    /// Whether two slots are one object: every use of a static constant makes a slot of its own.
    pub(super) fn is_same_object(&self, a: SlotId, b: SlotId) -> bool {
        let [first, second] = [a, b].map(|slot| self.slots[slot.0 as usize].origin);
        a == b || (matches!(first.kind, OriginKind::Static | OriginKind::String) && first == second)
    }

    pub(super) fn leaf(&self, at: LeafRef) -> &Leaf {
        &self.slots[at.slot.0 as usize].leaves[at.index as usize]
    }

    /// Overwrites a leaf, with a note in the journal and in the loops around.
    pub(super) fn set_leaf(&mut self, at: LeafRef, leaf: Leaf) {
        let slot = &mut self.slots[at.slot.0 as usize].leaves[at.index as usize];
        let old = std::mem::replace(slot, leaf);
        self.journal.push((at, old));
        if let Some(inner) = self.loops.last_mut() {
            inner.note_write(at);
        }
    }

    pub(super) fn token(&self) -> Option<Value> {
        match self.leaf(LeafRef { slot: SlotId::TOKEN, index: 0 }) {
            Leaf::Value(token) => Some(*token),
            Leaf::Address(_)
            | Leaf::Function(_)
            | Leaf::Member(_)
            | Leaf::Table(_)
            | Leaf::Undef => None,
        }
    }

    pub(super) fn set_token(&mut self, token: Value) {
        self.set_leaf(LeafRef { slot: SlotId::TOKEN, index: 0 }, Leaf::Value(token));
    }

    /// Takes back every write since `mark` and returns the values that were there, once per leaf,
    /// in the order of first writing.
    pub(super) fn undo_to(&mut self, mark: usize) -> Vec<(LeafRef, Leaf)> {
        let mut last: Vec<(LeafRef, Leaf)> = Vec::new();
        let mut seen = rustc_hash::FxHashMap::default();
        for (at, _) in &self.journal[mark..] {
            seen.entry(*at).or_insert_with(|| {
                last.push((*at, Leaf::Undef));
                last.len() - 1
            });
        }
        for (at, value) in &mut last {
            *value = self.slots[at.slot.0 as usize].leaves[at.index as usize].clone();
        }
        for (at, old) in self.journal.drain(mark..).rev() {
            self.slots[at.slot.0 as usize].leaves[at.index as usize] = old;
        }
        last
    }

    /// The slot must become memory.
    pub(super) fn demote<T>(&mut self, slot: SlotId) -> Low<T> {
        Err(Stop::Demote(self.slots[slot.0 as usize].origin))
    }

    /// The leaf as an IR value. An indeterminate one is poison. The address of a slot has
    /// no value: the slot is demoted.
    pub(super) fn leaf_value(&mut self, leaf: &Leaf, ty: Type, _: Span) -> Low<Value> {
        match leaf {
            Leaf::Value(value) => Ok(*value),
            Leaf::Address(place) => self.demote(place.slot),
            // Memory knows no dynamic types.
            Leaf::Undef | Leaf::Table(_) => Ok(self.undefined(ty)),
            Leaf::Member(member) => self.member_value(*member),
            Leaf::Function(function) => self.function_value(*function, ty),
        }
    }

    /// The value of an object that has none yet.
    pub(super) fn undefined(&mut self, ty: Type) -> Value {
        match self.types.elem(ty) {
            None => self.ins().make_token(),
            Some(Elem::Scalar(_)) => self.ins().poison(ty),
            Some(Elem::Ptr(_)) => {
                let dims: SmallVec<[u32; 4]> = self.types.dims(ty).into();
                let ints = self.types.tile(&dims, Scalar::I64);
                let address = self.ins().poison(ints);
                self.ins().int_to_ptr(address, ty)
            }
        }
    }

    /// What zero-initialisation gives a leaf ([dcl.init.general]/6).
    pub(super) fn zero_leaf(&mut self, leaf: &LeafType) -> Leaf {
        match self.cx.types.kind(leaf.ty) {
            TyKind::MemberPointer { .. } => Leaf::Member(None),
            _ => Leaf::Value(self.zero_value(leaf.ir)),
        }
    }

    /// The zero of a tile type; of pointers, null.
    pub(super) fn zero_value(&mut self, ty: Type) -> Value {
        match self.types.elem(ty) {
            Some(Elem::Ptr(_)) => {
                let dims: SmallVec<[u32; 4]> = self.types.dims(ty).into();
                let ints = self.types.tile(&dims, Scalar::I64);
                let zero = self.ins().const_bits(ints, 0);
                self.ins().int_to_ptr(zero, ty)
            }
            Some(Elem::Scalar(_)) | None => self.ins().const_bits(ty, 0),
        }
    }

    // ---- places ----

    /// The leaves of the object at a place.
    pub(super) fn read_place(&mut self, place: &Place, ty: Ty, span: Span) -> Low<Leaves> {
        match place {
            Place::Slot(at) => {
                let layout = self.layout(ty, span)?;
                let range = self.leaf_range(*at, layout.leaves.len(), span)?;
                let slot = &self.slots[at.slot.0 as usize];
                let leaves: Leaves = slot.leaves[range].iter().cloned().collect();
                self.read_as(at.slot, leaves, &layout)
            }
            Place::Memory(pointer) => self.load_object(*pointer, ty, span),
            Place::Bits(unit, bits) => {
                self.load_bit_field(*unit, *bits, ty, span).map(Leaves::from)
            }
            Place::Function(function) => Ok(Leaf::Function(*function).into()),
        }
    }

    /// Leaves read through a union member of another type than they were written with have the
    /// same bits ([class.union] allows only the common initial sequence; CUDA code relies on more).
    fn read_as(&mut self, slot: SlotId, leaves: Leaves, layout: &Layout) -> Low<Leaves> {
        leaves
            .into_iter()
            .zip(&layout.leaves)
            .map(|(leaf, want)| match leaf {
                Leaf::Value(value) if self.function.value_type(value) != want.ir => {
                    let at = LeafRef { slot, index: 0 };
                    self.value_as(at, value, want.ir).map(Leaf::Value)
                }
                other => Ok(other),
            })
            .collect()
    }

    /// Overwrites the object at a place.
    pub(super) fn write_place(
        &mut self,
        place: &Place,
        ty: Ty,
        leaves: Leaves,
        span: Span,
    ) -> Low<()> {
        match place {
            Place::Slot(at) => {
                let range = self.leaf_range(*at, leaves.len(), span)?;
                for (index, leaf) in range.zip(leaves) {
                    let at = LeafRef { slot: at.slot, index: index as u32 };
                    if *self.leaf(at) != leaf {
                        self.set_leaf(at, leaf);
                    }
                }
                Ok(())
            }
            Place::Memory(pointer) => self.store_object(*pointer, ty, &leaves, span),
            Place::Bits(unit, bits) => self.store_bit_field(*unit, *bits, ty, &leaves, span),
            Place::Function(_) => self.bug(span, "an assignment to a function"),
        }
    }

    fn leaf_range(
        &mut self,
        at: SlotPlace,
        count: usize,
        span: Span,
    ) -> Low<std::ops::Range<usize>> {
        let len = self.slots[at.slot.0 as usize].leaves.len();
        let start = usize::try_from(at.offset).unwrap_or(usize::MAX);
        match start.checked_add(count) {
            Some(end) if end <= len => Ok(start..end),
            // A loop is first tried with what its pointers hold before it; which way they move is
            // only known in memory.
            Some(_) | None if !self.loops.is_empty() => self.demote(at.slot),
            Some(_) | None => {
                let message = "an access outside the bounds of a local object";
                self.error(codes::LOCAL_OUT_OF_BOUNDS, span, message)
            }
        }
    }

    /// A place as the leaf of a pointer or reference to it.
    pub(super) fn address_of(&mut self, place: &Place) -> Leaf {
        match place {
            Place::Slot(at) => Leaf::Address(*at),
            // A bit-field has no address, and nothing asks for it ([class.bit]/3).
            Place::Memory(pointer) | Place::Bits(pointer, _) => Leaf::Value(*pointer),
            Place::Function(function) => Leaf::Function(*function),
        }
    }

    /// The place that a pointer leaf points to.
    pub(super) fn pointed_at(&mut self, leaf: &Leaf, pointee: Ty, span: Span) -> Low<Place> {
        match leaf {
            Leaf::Address(at) => Ok(Place::Slot(*at)),
            Leaf::Value(pointer) => Ok(Place::Memory(*pointer)),
            Leaf::Function(function) => Ok(Place::Function(*function)),
            Leaf::Member(_) => self.bug(span, "a pointer to member is dereferenced"),
            Leaf::Undef | Leaf::Table(_) => {
                let ty = self.pointee(pointee);
                let ty = self.types.ptr(ty);
                let null = self.zero_value(ty);
                let _ = span;
                Ok(Place::Memory(null))
            }
        }
    }

    /// A new object of type `ty`: a slot with these leaves, or memory if it has been demoted.
    pub(super) fn new_object(
        &mut self,
        origin: Origin,
        ty: Ty,
        leaves: Leaves,
        span: Span,
    ) -> Low<Place> {
        let layout = self.layout(ty, span)?;
        if self.demoted.contains(&origin) || layout.is_large {
            let pointer = self.allocate(ty, &layout, span)?;
            self.store_object(pointer, ty, &leaves, span)?;
            return Ok(Place::Memory(pointer));
        }
        let mut leaves = leaves.into_vec();
        leaves.resize(layout.leaves.len(), Leaf::Undef);
        let types = layout.leaves.iter().map(|leaf| leaf.ir).collect();
        let slot = self.new_slot(origin, leaves, types);
        Ok(Place::Slot(SlotPlace { slot, offset: 0 }))
    }
}

/// The IR format of a floating-point type.
pub(super) fn float_scalar(kind: FloatKind) -> Scalar {
    match kind {
        FloatKind::F16 => Scalar::F16,
        FloatKind::BF16 => Scalar::BF16,
        FloatKind::TF32 => Scalar::TF32,
        FloatKind::E4M3 => Scalar::F8E4M3FN,
        FloatKind::E5M2 => Scalar::F8E5M2,
        FloatKind::F32 => Scalar::F32,
        FloatKind::F64 | FloatKind::LongDouble => Scalar::F64,
    }
}
