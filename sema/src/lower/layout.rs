//! How types are made of scalar leaves: where each leaf is in an object's bytes, and its IR type.

use std::ops::Range;
use std::rc::Rc;

use ir::{Elem, Scalar, Type};
use lang::base::Span;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Low, Lowerer};
use crate::codes;
use crate::entity::BitRange;
use crate::ty::fundamental::FloatKind;
use crate::ty::{ArrayLen, Ty, TyKind};

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

impl LeafType {
    pub fn key(&self) -> LeafKey {
        (self.byte, self.bits.map(|bits| (bits.shift, bits.width)))
    }
}

/// Where a leaf is: its first byte, and of a bit-field the bits there.
pub(super) type LeafKey = (u64, Option<(u64, u64)>);

/// How a type is made of leaves.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Empty if there are more than [`LEAF_LIMIT`].
    pub leaves: Box<[LeafType]>,
    /// Too many leaves to be a slot: always in memory.
    pub is_large: bool,
    /// Members of a union in it share bytes without sharing leaves: a leaf that holds something may
    /// have been overwritten through another.
    pub is_punned: bool,
    pub size: u64,
    pub align: u64,
    /// The leaf at each place.
    at: FxHashMap<LeafKey, u32>,
    /// For each leaf the others that have bytes of it; empty unless `is_punned`.
    pub overlaps: Box<[SmallVec<[u32; 2]>]>,
}

impl Layout {
    fn new(leaves: Box<[LeafType]>, size: u64, align: u64) -> Layout {
        Layout {
            leaves,
            is_large: false,
            is_punned: false,
            size,
            align,
            at: FxHashMap::default(),
            overlaps: Box::default(),
        }
    }

    /// The leaf with these bytes, or these bits of them.
    pub fn leaf_at(&self, key: LeafKey) -> Option<usize> {
        // Most objects are read from the beginning, or have one leaf.
        if let Some(first) = self.leaves.first()
            && first.key() == key
        {
            return Some(0);
        }
        self.at.get(&key).map(|&leaf| leaf as usize)
    }
}

/// Leaves that one object may dissolve into; larger ones live in memory.
const SLOT_LIMIT: usize = 4096;

/// Leaves that an object can be initialised with one by one.
const LEAF_LIMIT: usize = 1 << 17;

impl Lowerer<'_, '_> {
    /// The IR element of a scalar type, or of a class whose only leaf is a scalar.
    pub(super) fn elem_type(&mut self, ty: Ty) -> Option<Elem> {
        let bare = self.cx.types.strip_cv(ty);
        match *self.cx.types.kind(bare) {
            TyKind::Bool => Some(Elem::Scalar(Scalar::I1)),
            TyKind::Int(kind) => match kind.bits() {
                8 => Some(Elem::Scalar(Scalar::I8)),
                16 => Some(Elem::Scalar(Scalar::I16)),
                32 => Some(Elem::Scalar(Scalar::I32)),
                64 => Some(Elem::Scalar(Scalar::I64)),
                _ => None,
            },
            TyKind::Float(kind) => Some(Elem::Scalar(stored_scalar(float_scalar(kind)))),
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
        // A class that has a pointer is addressed by bytes, whatever the pointer points to: the search
        // would not end where each specialisation points to another.
        if self.laying_out.contains(&bare) || self.has_pointer(bare) {
            return Scalar::I8;
        }
        match self.cx.types.kind(bare) {
            TyKind::Void | TyKind::Function(_) | TyKind::Pointer(_) => Scalar::I8,
            _ => match self.elem_type(ty) {
                Some(Elem::Scalar(scalar)) => scalar,
                Some(Elem::Ptr(_) | Elem::MultimemPtr(..)) | None => Scalar::I8,
            },
        }
    }

    /// Whether a class is incomplete, so that only its address is known, or has a pointer somewhere.
    fn has_pointer(&mut self, class: Ty) -> bool {
        let TyKind::Class(class) = *self.cx.types.kind(class) else { return false };
        if !self.cx.complete_class(class, Span::NONE) {
            return true;
        }
        let entity = &self.cx.entities[class];
        let bases = entity.bases.iter().map(|base| base.ty);
        let parts: Vec<Ty> = bases.chain(entity.fields.iter().map(|field| field.ty)).collect();
        parts.into_iter().any(|part| {
            let element = self.cx.types.element_of_arrays(part);
            let bare = self.cx.types.strip_cv(element);
            match self.cx.types.kind(bare) {
                TyKind::Pointer(_) | TyKind::LRef(_) | TyKind::RRef(_) | TyKind::NullPtr => true,
                _ => self.has_pointer(bare),
            }
        })
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
        let mut layout = layout?;
        if !layout.is_large {
            let keys = layout.leaves.iter().zip(0..).skip(1);
            layout.at = keys.map(|(leaf, index)| (leaf.key(), index)).collect();
            if layout.is_punned {
                layout.overlaps = self.overlaps(&layout.leaves);
            }
        }
        let layout = Rc::new(layout);
        self.layouts.insert(ty, layout.clone());
        Ok(layout)
    }

    fn make_layout(&mut self, ty: Ty, span: Span) -> Low<Layout> {
        let bare = self.cx.types.strip_cv(ty);
        match self.cx.types.kind(bare).clone() {
            TyKind::Void => Ok(Layout::new(Box::default(), 0, 1)),
            TyKind::Tile { elem, dims } => {
                let Some(elem_type) = self.elem_type(elem) else {
                    return self.no_layout(ty, span);
                };
                let dims: SmallVec<[u32; 4]> = dims.iter().map(|&dim| dim as u32).collect();
                let ir = self.types.tile(&dims, elem_type);
                let bytes = u64::from(elem_type.bits().div_ceil(8));
                let size = bytes * self.types.num_elems(ir);
                let leaf = LeafType { ty: bare, ir, byte: 0, bits: None };
                Ok(Layout::new(Box::new([leaf]), size, bytes))
            }
            TyKind::Array(elem, ArrayLen::Known(len)) => {
                let inner = self.layout(elem, span)?;
                let count = usize::try_from(len).unwrap_or(usize::MAX);
                let all = inner.leaves.len().saturating_mul(count);
                let is_large = inner.is_large || all > SLOT_LIMIT;
                let size = inner.size.saturating_mul(len);
                let (align, is_punned) = (inner.align, inner.is_punned);
                if all > LEAF_LIMIT {
                    let whole = Layout::new(Box::default(), size, align);
                    return Ok(Layout { is_large, is_punned, ..whole });
                }
                let leaves = (0..len)
                    .flat_map(|i| {
                        let start = i * inner.size;
                        inner.leaves.iter().map(move |l| LeafType { byte: l.byte + start, ..*l })
                    })
                    .collect();
                Ok(Layout { is_large, is_punned, ..Layout::new(leaves, size, align) })
            }
            TyKind::Class(class) => {
                let Some((size, align)) = self.cx.layout(bare) else {
                    return self.no_layout(ty, span);
                };
                if self.cx.scalar_count(bare) > LEAF_LIMIT as u64 {
                    let whole = Layout::new(Box::default(), size, align);
                    return Ok(Layout { is_large: true, ..whole });
                }
                let is_union = self.cx.is_union(class);
                let mut leaves: Vec<LeafType> = Vec::new();
                let mut shared: FxHashMap<LeafKey, usize> = FxHashMap::default();
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
                        // Members of a union share the leaves at the same places, named by the
                        // largest of each: a bool last, which is the only one to hold no more than
                        // some values of its byte.
                        for leaf in moved {
                            let rank = |this: &Self, leaf: &LeafType| {
                                let is_bool = this.types.elem_scalar(leaf.ir) == Some(Scalar::I1);
                                (this.leaf_bytes(leaf.ir), !is_bool)
                            };
                            match shared.get(&leaf.key()) {
                                None => {
                                    shared.insert(leaf.key(), leaves.len());
                                    leaves.push(leaf);
                                }
                                Some(&at) if rank(self, &leaf) > rank(self, &leaves[at]) => {
                                    leaves[at] = leaf;
                                }
                                Some(_) => {}
                            }
                        }
                    }
                }
                is_large |= leaves.len() > SLOT_LIMIT;
                is_punned |= is_union && !is_large && self.do_overlap(&leaves);
                Ok(Layout { is_large, is_punned, ..Layout::new(leaves.into(), size, align) })
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
                Ok(Layout::new(Box::new([leaf]), size, size))
            }
        }
    }

    /// The bits that a leaf has in its object.
    pub(super) fn bits_of(&self, leaf: &LeafType) -> Range<u64> {
        let first = leaf.byte * 8;
        match leaf.bits {
            Some(bits) => first + bits.shift..first + bits.shift + bits.width,
            None => first..first + self.leaf_bytes(leaf.ir) * 8,
        }
    }

    /// Whether any two leaves have a bit in common.
    fn do_overlap(&self, leaves: &[LeafType]) -> bool {
        self.overlaps(leaves).iter().any(|others| !others.is_empty())
    }

    /// For each leaf the others that have a bit of it.
    fn overlaps(&self, leaves: &[LeafType]) -> Box<[SmallVec<[u32; 2]>]> {
        let mut found = vec![SmallVec::new(); leaves.len()];
        let bits: Vec<Range<u64>> = leaves.iter().map(|leaf| self.bits_of(leaf)).collect();
        let mut order: Vec<u32> = (0..leaves.len() as u32).collect();
        order.sort_by_key(|&leaf| (bits[leaf as usize].start, leaf));
        // Those that have begun and not ended.
        let mut open: Vec<u32> = Vec::new();
        for leaf in order {
            let own = &bits[leaf as usize];
            open.retain(|&other| bits[other as usize].end > own.start);
            for &other in &open {
                found[leaf as usize].push(other);
                found[other as usize].push(leaf);
            }
            open.push(leaf);
        }
        found.into()
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
}

/// What an object has whose number has a format: those of four bits have a byte.
pub(super) fn stored_scalar(scalar: Scalar) -> Scalar {
    if scalar == Scalar::F4E2M1FN { Scalar::I8 } else { scalar }
}

/// The IR format of a floating-point type.
pub(super) fn float_scalar(kind: FloatKind) -> Scalar {
    match kind {
        FloatKind::F16 => Scalar::F16,
        FloatKind::BF16 => Scalar::BF16,
        FloatKind::TF32 => Scalar::TF32,
        FloatKind::E4M3 => Scalar::F8E4M3FN,
        FloatKind::E5M2 => Scalar::F8E5M2,
        FloatKind::E8M0 => Scalar::F8E8M0FNU,
        FloatKind::UE5M3 => Scalar::F8E5M3FNU,
        FloatKind::E2M1 => Scalar::F4E2M1FN,
        FloatKind::F32 => Scalar::F32,
        FloatKind::F64 | FloatKind::LongDouble => Scalar::F64,
    }
}
