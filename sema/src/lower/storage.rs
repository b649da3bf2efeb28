//! Objects as lists of scalar leaves, and the places that glvalues designate.

use std::ops::Range;
use std::rc::Rc;

use ir::{Elem, Scalar, Type, Value};
use lang::base::Span;
use smallvec::{SmallVec, smallvec};

use super::layout::{Layout, LeafType};
use super::{Low, Lowerer, Stop};
use crate::codes;
use crate::constexpr::value::Member;
use crate::entity::{BitRange, ClassId, FunctionId};
use crate::ty::{Ty, TyKind};

/// As many leaves are faster compared than hashed.
const FEW: usize = 16;

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
    /// Where the first leaves are in the bytes of the object; none where no place designates any.
    pub layout: Option<Rc<Layout>>,
    /// The lifetime of the object has ended; noted for the sanitizer alone, as is what follows.
    pub is_ended: bool,
    /// A temporary that lives as long as the scope around.
    pub is_extended: bool,
    /// The bytes that are constant objects.
    pub frozen: Vec<Range<i64>>,
}

impl Slot {
    /// The leaves that hold bytes of this one too, as members of a union do.
    fn overlapping(&self, leaf: usize) -> &[u32] {
        let layout = self.layout.as_deref();
        layout.and_then(|layout| layout.overlaps.get(leaf)).map_or(&[], |leaves| leaves)
    }
}

/// A scalar of an object, as far as it is known.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Leaf {
    /// A number, a tile, or an address in memory.
    Value(Value),
    /// The address of an object that is a slot. Leaves are moved often and most are values, so that an address is elsewhere.
    Address(Rc<SlotPlace>),
    /// The address of a function.
    Function(FunctionId),
    /// The table of virtual functions of a class: the dynamic type of a polymorphic object.
    Table(ClassId),
    /// A pointer to member; `None` is null.
    Member(Option<Member>),
    /// Indeterminate ([basic.indet]).
    Undef,
}

impl Leaf {
    /// The IR value that it is.
    pub fn value(&self) -> Option<Value> {
        match self {
            Leaf::Value(value) => Some(*value),
            Leaf::Address(_)
            | Leaf::Function(_)
            | Leaf::Table(_)
            | Leaf::Member(_)
            | Leaf::Undef => None,
        }
    }
}

/// The leaves of a prvalue, in the order of its [`Layout`].
pub(super) type Leaves = SmallVec<[Leaf; 1]>;

impl From<Leaf> for Leaves {
    fn from(leaf: Leaf) -> Leaves {
        smallvec![leaf]
    }
}

/// An address in a slot: `byte` bytes behind the beginning of the object, as in memory. Pointer
/// arithmetic may lead one past the end, and casts to where no leaf begins.
#[derive(Clone, Copy, Eq, Debug)]
pub(super) struct SlotPlace {
    pub slot: SlotId,
    pub byte: i64,
    /// The bits of a bit-field, whose unit begins at `byte`.
    pub bits: Option<BitRange>,
    /// The bytes of the array or member that a pointer must not be moved out of, if that is not
    /// the whole object; for the sanitizer.
    pub bounds: Option<(i64, i64)>,
}

impl SlotPlace {
    /// The whole object.
    pub fn whole(slot: SlotId) -> SlotPlace {
        SlotPlace { slot, byte: 0, bits: None, bounds: None }
    }

    /// The address `bytes` further on.
    pub fn moved(self, bytes: i64) -> SlotPlace {
        SlotPlace { byte: self.byte.saturating_add(bytes), ..self }
    }
}

/// Bounds do not make another place.
impl PartialEq for SlotPlace {
    fn eq(&self, other: &SlotPlace) -> bool {
        (self.slot, self.byte, self.bits) == (other.slot, other.byte, other.bits)
    }
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

impl Lowerer<'_, '_> {
    pub(super) fn new_slot(
        &mut self,
        origin: Origin,
        leaves: Vec<Leaf>,
        types: Vec<Type>,
    ) -> SlotId {
        self.n_leaves += leaves.len();
        let (is_ended, is_extended, frozen) = (false, false, Vec::new());
        self.slots.push(Slot {
            origin,
            leaves,
            types,
            layout: None,
            is_ended,
            is_extended,
            frozen,
        });
        SlotId(self.slots.len() as u32 - 1)
    }

    /// A slot for an object, which places may designate.
    pub(super) fn object_slot(
        &mut self,
        origin: Origin,
        mut leaves: Vec<Leaf>,
        layout: &Rc<Layout>,
    ) -> SlotId {
        leaves.resize(layout.leaves.len(), Leaf::Undef);
        let types = layout.leaves.iter().map(|leaf| leaf.ir).collect();
        let slot = self.new_slot(origin, leaves, types);
        self.slots[slot.0 as usize].layout = Some(layout.clone());
        slot
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
        let mut seen = rustc_hash::FxHashSet::default();
        for (at, _) in &self.journal[mark..] {
            // Few are compared faster than hashed.
            let is_new = match last.len() {
                0..FEW => last.iter().all(|(known, _)| known != at),
                _ => {
                    if seen.is_empty() {
                        seen.extend(last.iter().map(|(known, _)| *known));
                    }
                    seen.insert(*at)
                }
            };
            if is_new {
                last.push((*at, Leaf::Undef));
            }
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

    /// An address in a slot as a value: the slot must become memory. The code lowered from here on
    /// is discarded, but shows
    /// which other objects need memory, so that one round finds them all.
    pub(super) fn demoted_address(&mut self, slot: SlotId, ty: Type) -> Value {
        self.wanted.insert(self.slots[slot.0 as usize].origin);
        self.undefined(ty)
    }

    /// The leaf as an IR value. An indeterminate one is poison. The address of a slot has
    /// no value: the slot is demoted.
    pub(super) fn leaf_value(&mut self, leaf: &Leaf, ty: Type, _: Span) -> Low<Value> {
        match leaf {
            Leaf::Value(value) => Ok(*value),
            Leaf::Address(place) => Ok(self.demoted_address(place.slot, ty)),
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
            Some(Elem::Ptr(_) | Elem::MultimemPtr(..)) => {
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
            Some(Elem::Ptr(_) | Elem::MultimemPtr(..)) => {
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
                let indices = self.leaves_at(*at, &layout, span)?;
                self.check_slot(*at, &layout, false);
                let slot = &self.slots[at.slot.0 as usize];
                // What was written last through another member of a union only memory knows.
                let is_stale = indices.iter().any(|&index| {
                    let mut others = slot.overlapping(index).iter();
                    others.any(|&other| {
                        slot.leaves[other as usize] != Leaf::Undef
                            && !indices.contains(&(other as usize))
                    })
                });
                if is_stale {
                    return self.demote(at.slot);
                }
                let leaves = indices.iter().map(|&index| slot.leaves[index].clone()).collect();
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
    fn read_as(&mut self, slot: SlotId, mut leaves: Leaves, layout: &Layout) -> Low<Leaves> {
        for (leaf, want) in leaves.iter_mut().zip(&layout.leaves) {
            if let Leaf::Value(value) = *leaf
                && self.function.value_type(value) != want.ir
            {
                let at = LeafRef { slot, index: 0 };
                *leaf = Leaf::Value(self.value_as(at, value, want.ir)?);
            }
        }
        Ok(leaves)
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
                let layout = self.layout(ty, span)?;
                let indices = self.leaves_at(*at, &layout, span)?;
                self.check_slot(*at, &layout, true);
                self.overwrite(at.slot, &indices, &layout)?;
                for (index, leaf) in indices.into_iter().zip(leaves) {
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

    /// The leaves that an object of this layout has there. An object that is not made of leaves of
    /// the slot, such as a byte of a number, needs the slot in memory.
    fn leaves_at(
        &mut self,
        at: SlotPlace,
        layout: &Layout,
        span: Span,
    ) -> Low<SmallVec<[usize; 1]>> {
        let slot = &self.slots[at.slot.0 as usize];
        let mut found = SmallVec::new();
        let mut size = 0;
        if let Some(whole) = slot.layout.as_deref() {
            size = whole.size;
            for leaf in &layout.leaves {
                let byte = u64::try_from(at.byte).ok().and_then(|byte| byte.checked_add(leaf.byte));
                let bits = at.bits.or(leaf.bits).map(|bits| (bits.shift, bits.width));
                found.extend(byte.and_then(|byte| whole.leaf_at((byte, bits))));
            }
        }
        if found.len() == layout.leaves.len() && !layout.is_large {
            return Ok(found);
        }
        let end = at.byte.checked_add_unsigned(layout.size);
        let is_inside = at.byte >= 0 && end.is_some_and(|end| end.unsigned_abs() <= size);
        // A loop is first tried with what its pointers hold before it; which way they move is
        // only known in memory.
        if is_inside || !self.loops.is_empty() {
            return self.demote(at.slot);
        }
        let message = "an access outside the bounds of a local object";
        self.error(codes::LOCAL_OUT_OF_BOUNDS, span, message)
    }

    /// The leaf that begins at a place.
    pub(super) fn leaf_ref(&self, at: SlotPlace) -> Option<LeafRef> {
        let layout = self.slots[at.slot.0 as usize].layout.as_deref()?;
        let bits = at.bits.map(|bits| (bits.shift, bits.width));
        let index = layout.leaf_at((u64::try_from(at.byte).ok()?, bits))?;
        Some(LeafRef { slot: at.slot, index: index as u32 })
    }

    /// Leaves are about to be overwritten with those of `layout`: what else holds their bytes ends,
    /// or loses some.
    fn overwrite(&mut self, slot: SlotId, indices: &[usize], layout: &Layout) -> Low<()> {
        let state = &self.slots[slot.0 as usize];
        let mut ended: SmallVec<[u32; 4]> = SmallVec::new();
        for (&index, leaf) in indices.iter().zip(&layout.leaves) {
            if self.leaf_bytes(leaf.ir) > self.leaf_bytes(state.types[index]) {
                return self.demote(slot);
            }
            for &other in state.overlapping(index) {
                let is_alive = state.leaves[other as usize] != Leaf::Undef;
                if !is_alive || indices.contains(&(other as usize)) {
                    continue;
                }
                let (Some(whole), true) = (&state.layout, leaf.bits.is_none()) else {
                    return self.demote(slot);
                };
                let start = whole.leaves[index].byte * 8;
                let written = start..start + self.leaf_bytes(leaf.ir) * 8;
                let lost = self.bits_of(&whole.leaves[other as usize]);
                if whole.leaves[index].bits.is_some()
                    || lost.start < written.start
                    || lost.end > written.end
                {
                    return self.demote(slot);
                }
                ended.push(other);
            }
        }
        for index in ended {
            self.set_leaf(LeafRef { slot, index }, Leaf::Undef);
        }
        Ok(())
    }

    /// Whether other leaves have bytes of this one: nothing in it means that they may hold them.
    pub(super) fn is_shared(&self, at: LeafRef) -> bool {
        !self.slots[at.slot.0 as usize].overlapping(at.index as usize).is_empty()
    }

    /// The leaves of a union that has nothing but this member, which has these leaves.
    pub(super) fn union_leaves(
        &mut self,
        union: Ty,
        member: Ty,
        leaves: Leaves,
        span: Span,
    ) -> Low<Leaves> {
        let whole = self.layout(union, span)?;
        let part = self.layout(member, span)?;
        let mut result: Leaves = whole.leaves.iter().map(|_| Leaf::Undef).collect();
        for (leaf, at) in leaves.into_iter().zip(&part.leaves) {
            if let Some(index) = whole.leaf_at(at.key()) {
                result[index] = leaf;
            }
        }
        Ok(result)
    }

    /// The leaves of a zero-initialised object; of what shares bytes, only the largest.
    pub(super) fn zero_leaves(&mut self, layout: &Layout) -> Leaves {
        let mut leaves = Leaves::new();
        for (index, leaf) in layout.leaves.iter().enumerate() {
            let own = self.bits_of(leaf);
            let others = layout.overlaps.get(index).map_or(&[][..], |others| others);
            let is_covered = others.iter().any(|&other| {
                let other = self.bits_of(&layout.leaves[other as usize]);
                other.start <= own.start && own.end <= other.end && other != own
            });
            leaves.push(if is_covered { Leaf::Undef } else { self.zero_leaf(leaf) });
        }
        leaves
    }

    /// A place as the leaf of a pointer or reference to it.
    pub(super) fn address_of(&mut self, place: &Place) -> Leaf {
        match place {
            Place::Slot(at) => Leaf::Address(Rc::new(*at)),
            // A bit-field has no address, and nothing asks for it ([class.bit]/3).
            Place::Memory(pointer) | Place::Bits(pointer, _) => Leaf::Value(*pointer),
            Place::Function(function) => Leaf::Function(*function),
        }
    }

    /// The place that a pointer leaf points to.
    pub(super) fn pointed_at(&mut self, leaf: &Leaf, pointee: Ty, span: Span) -> Low<Place> {
        match leaf {
            Leaf::Address(at) => Ok(Place::Slot(**at)),
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
        let slot = self.object_slot(origin, leaves.into_vec(), &layout);
        Ok(Place::Slot(SlotPlace::whole(slot)))
    }
}
