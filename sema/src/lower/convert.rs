//! Conversions between number formats, as instructions.
//!
//! A number of four bits has a byte of its own, in the low half. Tile IR has such numbers in pairs only, so that a
//! conversion makes a pair of each:
//!
//! ```text
//! from e2m1:  unpack [n x i8] -> [2n x f4], ftof -> [2n x f32], reshape -> [n, 2], extract column 0
//! to e2m1:    cat [n, 1] and zeros -> [n, 2], reshape -> [2n], ftof -> [2n x f4], pack -> [n x i8]
//! ```

use ir::{CmpOrdering, CmpPredicate, Elem, Overflow, Rounding, Scalar, Signedness, Type, Value};
use lang::base::Span;

use super::Lowerer;
use super::emit::Arithmetic;
use crate::constexpr::arith;
use crate::ty::{Ty, TyKind};

/// A conversion from floats to integers truncates.
const TO_INTEGER: Rounding = Rounding::NearestIntToZero;

/// The rounding of a conversion that names none: up to the powers of two, else to nearest even.
fn default_rounding(to: Scalar) -> Rounding {
    if to == Scalar::F8E8M0FNU { Rounding::PositiveInf } else { Rounding::NearestEven }
}

impl Lowerer<'_, '_> {
    /// The numbers in a value of a type: a number, an object of one, or a tile of either.
    pub(super) fn numbers(&mut self, ty: Ty) -> Option<Arithmetic> {
        let bare = self.cx.types.strip_cv(ty);
        match *self.cx.types.kind(bare) {
            TyKind::Tile { elem, .. } => self.numbers(elem),
            TyKind::Class(_) => match self.layout(bare, Span::NONE).ok()?.leaves[..] {
                [leaf] => self.numbers(leaf.ty),
                _ => None,
            },
            _ => self.arithmetic(bare),
        }
    }

    /// A numeric conversion between element formats, of scalars or tiles; `signed` is that of the
    /// source, `to_signed` of the target.
    pub(super) fn convert(
        &mut self,
        value: Value,
        signed: bool,
        to: Scalar,
        to_signed: bool,
    ) -> Value {
        let ty = self.function.value_type(value);
        let Some(from) = self.types.elem_scalar(ty) else { return value };
        let from = Arithmetic { scalar: from, signed };
        let to = Arithmetic { scalar: to, signed: to_signed };
        if from.scalar == to.scalar {
            return value;
        }
        if let Some(folded) = self.folded(value, from, to) {
            return folded;
        }
        let result = self.types.with_elem(ty, to.scalar).unwrap_or(ty);
        self.convert_elements(value, from, to, default_rounding(to.scalar), result)
    }

    /// The constant that a conversion of a constant gives.
    fn folded(&mut self, value: Value, from: Arithmetic, to: Arithmetic) -> Option<Value> {
        let constant = self.constant_value(value, from)?;
        let folded = arith::convert(self.number(from), self.number(to), &constant).ok()?;
        self.materialize(to, &folded)
    }

    /// A numeric conversion of each number in a value, by a rounding or that of the target.
    pub(super) fn convert_numbers(
        &mut self,
        value: Value,
        from: Arithmetic,
        to: Arithmetic,
        rounding: Option<Rounding>,
    ) -> Value {
        if from.scalar == to.scalar {
            return value;
        }
        if from.scalar.is_float() && to.scalar.is_int() && to.scalar != Scalar::I1 {
            self.note_truncation(self.span, value, to);
        }
        if rounding.is_none()
            && let Some(folded) = self.folded(value, from, to)
        {
            return folded;
        }
        let rounding = rounding.unwrap_or(default_rounding(to.scalar));
        if from.scalar == Scalar::F4E2M1FN {
            let wide = self.widen_four_bits(value);
            let single = Arithmetic { scalar: Scalar::F32, signed: true };
            return self.convert_numbers(wide, single, to, Some(rounding));
        }
        // Integers become powers of two by way of another float.
        let is_scale = to.scalar == Scalar::F8E8M0FNU;
        if is_scale && from.scalar.is_int() {
            let double = Arithmetic { scalar: Scalar::F64, signed: true };
            let wide = self.convert_numbers(value, from, double, None);
            return self.convert_numbers(wide, double, to, Some(rounding));
        }
        match to.scalar {
            Scalar::F4E2M1FN => self.narrow_to_four_bits(value, from, rounding),
            _ => {
                let ty = self.function.value_type(value);
                let result = self.types.with_elem(ty, to.scalar).unwrap_or(ty);
                self.convert_elements(value, from, to, rounding, result)
            }
        }
    }

    /// One op of Tile IR, or none.
    fn convert_elements(
        &mut self,
        value: Value,
        from: Arithmetic,
        to: Arithmetic,
        rounding: Rounding,
        result: Type,
    ) -> Value {
        match (from.scalar.is_float(), to.scalar.is_float()) {
            (_, _) if to.scalar == Scalar::I1 => self.is_nonzero(value),
            (true, true) => self.ins().ftof(value, rounding, result),
            (true, false) => self.ins().ftoi(value, to.signedness(), TO_INTEGER, false, result),
            (false, true) => self.ins().itof(value, from.signedness(), rounding, result),
            (false, false) if from.scalar.bits() < to.scalar.bits() => {
                // A bool is 0 or 1 whatever the target's sign.
                let signed = from.signed && from.scalar != Scalar::I1;
                let signedness = if signed { Signedness::Signed } else { Signedness::Unsigned };
                self.ins().exti(value, signedness, result)
            }
            (false, false) if from.scalar.bits() > to.scalar.bits() => {
                self.ins().trunci(value, Overflow::None, result)
            }
            (false, false) => value,
        }
    }

    /// Numbers of four bits, each in a byte, as a tile of such numbers: of as many, and an even number of them.
    pub(super) fn four_bits(&mut self, value: Value) -> Value {
        let pairs = self.unpacked(value);
        self.first_of_pairs(pairs, value)
    }

    fn widen_four_bits(&mut self, value: Value) -> Value {
        let pairs = self.unpacked(value);
        let ty = self.function.value_type(pairs);
        let wide = self.types.with_elem(ty, Scalar::F32).unwrap_or(ty);
        let wide = self.ins().ftof(pairs, Rounding::NearestEven, wide);
        self.first_of_pairs(wide, value)
    }

    /// Both halves of each byte.
    fn unpacked(&mut self, bytes: Value) -> Value {
        let count = self.element_count(bytes);
        let row = self.types.tile(&[count], Scalar::I8);
        let row = self.reshaped(bytes, row);
        let pairs = self.types.tile(&[count * 2], Scalar::F4E2M1FN);
        self.ins().unpack(row, pairs)
    }

    /// The first number of each pair, in the shape of `like`.
    fn first_of_pairs(&mut self, pairs: Value, like: Value) -> Value {
        let count = self.element_count(like);
        let ty = self.function.value_type(pairs);
        let [both, first] = [2, 1].map(|width| self.types.with_dims(ty, &[count, width]));
        let like = self.function.value_type(like);
        let dims = self.types.dims(like).to_vec();
        let (Some(both), Some(first), Some(result)) =
            (both, first, self.types.with_dims(ty, &dims))
        else {
            return pairs;
        };
        let both = self.reshaped(pairs, both);
        let zero = self.int_constant(Scalar::I32, 0);
        let first = self.ins().extract(both, [zero, zero], first);
        self.reshaped(first, result)
    }

    fn narrow_to_four_bits(&mut self, value: Value, from: Arithmetic, rounding: Rounding) -> Value {
        let ty = self.function.value_type(value);
        let count = self.element_count(value);
        let dims = self.types.dims(ty).to_vec();
        let four = Arithmetic { scalar: Scalar::F4E2M1FN, signed: true };
        let shape = |lw: &mut Self, dims: &[u32]| lw.types.with_dims(ty, dims).unwrap_or(ty);
        let (column, row) = (shape(self, &[count, 1]), shape(self, &[count * 2]));
        let column_value = self.reshaped(value, column);
        let zeros = self.zero_value(column);
        let pairs = self.ins().cat(column_value, zeros, 1);
        let pairs = self.reshaped(pairs, row);
        let narrow = self.types.tile(&[count * 2], Scalar::F4E2M1FN);
        let pairs = self.convert_elements(pairs, from, four, rounding, narrow);
        let bytes = self.types.tile(&[count], Scalar::I8);
        let bytes = self.ins().pack(pairs, bytes);
        let result = self.types.tile(&dims, Scalar::I8);
        self.reshaped(bytes, result)
    }

    fn element_count(&self, value: Value) -> u32 {
        self.types.num_elems(self.function.value_type(value)) as u32
    }

    fn reshaped(&mut self, value: Value, to: Type) -> Value {
        if self.function.value_type(value) == to { value } else { self.ins().reshape(value, to) }
    }

    /// Elementwise `value != 0`; NaN is not zero.
    pub(super) fn is_nonzero(&mut self, value: Value) -> Value {
        let ty = self.function.value_type(value);
        let Some(Elem::Scalar(scalar)) = self.types.elem(ty) else {
            let address = self.ins().ptr_to_int(value);
            return self.is_nonzero(address);
        };
        match scalar {
            Scalar::I1 => value,
            scalar if scalar.is_int() => {
                let zero = self.zero_value(ty);
                self.ins().cmpi(value, zero, CmpPredicate::NotEqual, Signedness::Unsigned)
            }
            scalar if scalar.is_arith_float() => {
                let zero = self.zero_value(ty);
                self.ins().cmpf(value, zero, CmpPredicate::NotEqual, CmpOrdering::Unordered)
            }
            // The formats without comparison: through f32, which holds all their values.
            _ => {
                let wide = self.types.with_elem(ty, Scalar::F32).unwrap_or(ty);
                let value = self.ins().ftof(value, Rounding::NearestEven, wide);
                self.is_nonzero(value)
            }
        }
    }
}
