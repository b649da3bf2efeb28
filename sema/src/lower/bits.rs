//! Bit-fields in memory ([class.bit]): some bits of a unit that other members share.
//!
//! Among leaves a bit-field is a value of its declared type. In memory it is
//!
//! ```text
//! value = (unit << (n - shift - width)) >> (n - width)           arithmetic if it is signed
//! unit' = (unit & ~mask) | ((value << shift) & mask)              mask = (2^width - 1) << shift
//! ```
//!
//! for a unit of `n` bits. A write reads the unit first: it is one memory location with all the
//! bit-fields beside it ([intro.memory]/3).

use ir::{Overflow, Scalar, Signedness};
use lang::base::Span;

use super::storage::{Leaf, LeafType, Leaves};
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
        let (unit, _) = self.unit_of(leaf, span)?;
        let value = self.load_leaf(object, unit, span)?;
        self.bits_of_unit(value, leaf, bits)
    }

    /// The value of a bit-field in its unit.
    pub(super) fn bits_of_unit(
        &mut self,
        unit: ir::Value,
        leaf: LeafType,
        bits: BitRange,
    ) -> Low<ir::Value> {
        let Some(scalar) = self.types.elem_scalar(self.function.value_type(unit)) else {
            return self.bug(Span::NONE, "a unit of bit-fields that is no integer");
        };
        let n = u64::from(scalar.bits());
        let up = self.int_constant(scalar, (n - bits.shift - bits.width).into());
        let down = self.int_constant(scalar, (n - bits.width).into());
        let signed = self.arithmetic(leaf.ty).is_some_and(|ty| ty.signed);
        let signedness = if signed { Signedness::Signed } else { Signedness::Unsigned };
        let high = self.ins().shli(unit, up, Overflow::None);
        let field = self.ins().shri(high, down, signedness);
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
        let (unit, scalar) = self.unit_of(leaf, span)?;
        let mask = ((1i128 << bits.width) - 1) << bits.shift;
        let (inside, outside) = (self.int_constant(scalar, mask), self.int_constant(scalar, !mask));
        let old = self.load_leaf(object, unit, span)?;
        let kept = self.ins().andi(old, outside);
        let value = self.reinterpret(value, unit.ir)?;
        let shift = self.int_constant(scalar, bits.shift.into());
        let moved = self.ins().shli(value, shift, Overflow::None);
        let field = self.ins().andi(moved, inside);
        let new = self.ins().ori(kept, field);
        self.store_leaf(object, unit, new, span)
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
            None => return self.bug(span, "a bit-field that is no integer"),
        };
        let ir = self.types.scalar(scalar);
        Ok((LeafType { ir, bits: None, ..leaf }, scalar))
    }
}
