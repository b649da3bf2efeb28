//! Bit-fields in memory ([class.bit]): some bits of a unit that other members share.
//!
//! Among leaves a bit-field is a value of its declared type. In memory it is
//!
//! ```text
//! value = (unit << (n - shift - width)) >> (n - width)           arithmetic if it is signed
//! unit' = (unit & ~mask) | ((value << shift) & mask)              mask = (2^width - 1) << shift
//! ```
//!
//! for a unit of `n` bits. Other members may have bytes of the unit, which another thread may write
//! at the same time: only the bytes of the field's own memory location are accessed, those of the
//! bit-fields side by side ([intro.memory]/3). That is one access where an aligned power of two of
//! these bytes has all bits of the field, and else several ([`pieces`]).

use ir::{Overflow, Scalar, Signedness};
use lang::base::Span;
use smallvec::{SmallVec, smallvec};

use super::layout::LeafType;
use super::storage::{Leaf, Leaves};
use super::{Low, Lowerer};
use crate::entity::BitRange;
use crate::ty::Ty;

impl Lowerer<'_, '_> {
    /// The value of the bit-field of type `ty` in the unit that `unit` points to.
    pub(super) fn load_bit_field(
        &mut self,
        unit: ir::Value,
        bits: BitRange,
        ty: Ty,
        span: Span,
    ) -> Low<Leaf> {
        let leaf = self.scalar_leaf(ty, span)?;
        self.load_bits(unit, leaf, bits, span).map(Leaf::Value)
    }

    pub(super) fn store_bit_field(
        &mut self,
        unit: ir::Value,
        bits: BitRange,
        ty: Ty,
        leaves: &Leaves,
        span: Span,
    ) -> Low<()> {
        let at = self.scalar_leaf(ty, span)?;
        let Some(leaf) = leaves.first().filter(|leaf| **leaf != Leaf::Undef) else { return Ok(()) };
        let value = self.leaf_value(leaf, at.ir, span)?;
        self.store_bits(unit, at, bits, value, span)
    }

    pub(super) fn load_bits(
        &mut self,
        object: ir::Value,
        leaf: LeafType,
        bits: BitRange,
        span: Span,
    ) -> Low<ir::Value> {
        if !bits.is_named {
            return Ok(self.undefined(leaf.ir));
        }
        let (unit, scalar) = self.unit_of(leaf, span)?;
        let pieces = pieces(bits, u64::from(scalar.bytes()));
        if let [only] = pieces[..] {
            let at = self.piece(unit, only);
            let value = self.load_leaf(object, at, span)?;
            return self.bits_of_piece(value, only, leaf, bits);
        }
        let mut whole = self.int_constant(scalar, 0);
        for piece in pieces {
            let at = self.piece(unit, piece);
            let value = self.load_leaf(object, at, span)?;
            let value = self.convert(value, false, scalar, false);
            let up = self.int_constant(scalar, (piece.first * 8).into());
            let value = self.ins().shli(value, up, Overflow::None);
            whole = self.ins().ori(whole, value);
        }
        self.bits_of_unit(whole, leaf, bits)
    }

    /// The value of a bit-field in its unit.
    pub(super) fn bits_of_unit(
        &mut self,
        unit: ir::Value,
        leaf: LeafType,
        bits: BitRange,
    ) -> Low<ir::Value> {
        let bytes = self.leaf_bytes(self.function.value_type(unit));
        self.bits_of_piece(unit, Piece { first: 0, bytes }, leaf, bits)
    }

    /// The value of a bit-field in a piece of its unit that has all of it.
    fn bits_of_piece(
        &mut self,
        value: ir::Value,
        piece: Piece,
        leaf: LeafType,
        bits: BitRange,
    ) -> Low<ir::Value> {
        let Some(scalar) = self.types.elem_scalar(self.function.value_type(value)) else {
            return self.bug(Span::NONE, "a unit of bit-fields that is not an integer");
        };
        if !bits.is_named {
            return Ok(self.undefined(leaf.ir));
        }
        let (_, unit) = self.unit_of(leaf, Span::NONE)?;
        let n = u64::from(scalar.bits());
        let up = (piece.first * 8 + n) - (bits.shift + bits.width);
        let up = self.int_constant(scalar, up.into());
        let down = self.int_constant(scalar, (n - bits.width).into());
        let signed = self.arithmetic(leaf.ty).is_some_and(|ty| ty.signed);
        let signedness = if signed { Signedness::Signed } else { Signedness::Unsigned };
        let high = self.ins().shli(value, up, Overflow::None);
        let field = self.ins().shri(high, down, signedness);
        let field = self.convert(field, signed, unit, signed);
        self.reinterpret(field, leaf.ir)
    }

    pub(super) fn store_bits(
        &mut self,
        object: ir::Value,
        leaf: LeafType,
        bits: BitRange,
        value: ir::Value,
        span: Span,
    ) -> Low<()> {
        if !bits.is_named {
            return Ok(());
        }
        let (unit, scalar) = self.unit_of(leaf, span)?;
        let value = self.reinterpret(value, unit.ir)?;
        for piece in pieces(bits, u64::from(scalar.bytes())) {
            let at = self.piece(unit, piece);
            let Some(narrow) = self.types.elem_scalar(at.ir) else { continue };
            // The bits of the field in the piece, and those of the value that go there.
            let start = piece.first * 8;
            let moved = match bits.shift.checked_sub(start) {
                Some(up) => {
                    let up = self.int_constant(scalar, up.into());
                    self.ins().shli(value, up, Overflow::None)
                }
                None => {
                    let down = self.int_constant(scalar, (start - bits.shift).into());
                    self.ins().shri(value, down, Signedness::Unsigned)
                }
            };
            let moved = self.convert(moved, false, narrow, false);
            let field = ((1i128 << bits.width) - 1) << bits.shift;
            let mask = field >> start & i128::from(narrow.mask());
            let new = if mask == i128::from(narrow.mask()) {
                moved
            } else {
                let inside = self.int_constant(narrow, mask);
                let outside = self.int_constant(narrow, !mask);
                let old = self.load_leaf(object, at, span)?;
                let kept = self.ins().andi(old, outside);
                let field = self.ins().andi(moved, inside);
                self.ins().ori(kept, field)
            };
            self.store_leaf(object, at, new, span)?;
        }
        Ok(())
    }

    /// A piece of a unit as a leaf.
    fn piece(&mut self, unit: LeafType, piece: Piece) -> LeafType {
        let scalar = match piece.bytes {
            1 => Scalar::I8,
            2 => Scalar::I16,
            4 => Scalar::I32,
            _ => Scalar::I64,
        };
        LeafType { ir: self.types.scalar(scalar), byte: unit.byte + piece.first, ..unit }
    }

    /// The leaf of a scalar type.
    fn scalar_leaf(&mut self, ty: Ty, span: Span) -> Low<LeafType> {
        match self.layout(ty, span)?.leaves.first() {
            Some(&leaf) => Ok(leaf),
            None => self.bug(span, "a bit-field of a type without a value"),
        }
    }

    /// The whole unit of a bit-field as an integer.
    fn unit_of(&mut self, leaf: LeafType, span: Span) -> Low<(LeafType, Scalar)> {
        let scalar = match self.types.elem_scalar(leaf.ir) {
            Some(Scalar::I1) => Scalar::I8,
            Some(scalar) => scalar,
            None => return self.bug(span, "a bit-field that is not an integer"),
        };
        let ir = self.types.scalar(scalar);
        Ok((LeafType { ir, bits: None, ..leaf }, scalar))
    }
}

/// Some bytes of a unit: a power of two of them, aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    first: u64,
    bytes: u64,
}

/// The pieces that a bit-field in a unit of so many bytes is accessed by.
fn pieces(bits: BitRange, unit: u64) -> SmallVec<[Piece; 4]> {
    let (first, end) = (bits.shift / 8, (bits.shift + bits.width).div_ceil(8));
    let sizes = || [1, 2, 4, 8].into_iter().filter(|&bytes| bytes <= unit);
    let whole = sizes().map(|bytes| Piece { first: first / bytes * bytes, bytes }).find(|piece| {
        let behind = piece.first + piece.bytes;
        piece.first >= bits.first && behind <= bits.end && behind >= end
    });
    if let Some(whole) = whole {
        return smallvec![whole];
    }
    let mut pieces = SmallVec::new();
    let mut at = first;
    while at < end {
        let fits = |bytes: &u64| at.is_multiple_of(*bytes) && at + bytes <= end;
        let bytes = sizes().rfind(fits).unwrap_or(1);
        pieces.push(Piece { first: at, bytes });
        at += bytes;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(shift: u64, width: u64, first: u64, end: u64, unit: u64) -> Vec<(u64, u64)> {
        let bits = BitRange { shift, width, first, end, is_named: true };
        pieces(bits, unit).iter().map(|piece| (piece.first, piece.bytes)).collect()
    }

    #[test]
    fn a_field_is_accessed_in_its_memory_location() {
        // Alone in the first byte of eight; the others are another member's.
        assert_eq!(found(0, 6, 0, 1, 8), [(0, 1)]);
        // Behind a `char` in the same unit: three bytes, which no access has at once.
        assert_eq!(found(8, 20, 1, 4, 4), [(1, 1), (2, 2)]);
        // Across bytes of one run.
        assert_eq!(found(6, 5, 0, 4, 4), [(0, 2)]);
        assert_eq!(found(12, 8, 0, 4, 4), [(0, 4)]);
        assert_eq!(found(12, 8, 0, 3, 4), [(1, 1), (2, 1)]);
    }
}
