//! The bytes of objects: `__builtin_bit_cast` ([bit.cast]).
//!
//! In: a value. Out: the value of another type that has the same bits. Padding has no value: a result that would need
//! its bits is not a constant, unless the bits are those of an `unsigned char`, which is indeterminate then ([bit.cast]/2).

use lang::base::Span;

use super::arith::Number;
use super::object::AccessError;
use super::value::Value;
use super::{Eval, Evaluator, SCALARS_PER_STEP};
use crate::ty::{Ty, TyKind};

/// Bytes of one object.
const SIZE_LIMIT: u64 = 1 << 20;

/// The bits of an object.
struct Bits {
    bytes: Vec<u8>,
    /// The bits of each byte that have a value.
    known: Vec<u8>,
}

/// Some of them.
#[derive(Clone, Copy)]
struct Range {
    first: u64,
    count: u64,
}

impl Range {
    fn bits(self) -> impl Iterator<Item = (usize, u8)> {
        (self.first..self.first + self.count).map(|bit| ((bit / 8) as usize, 1 << (bit % 8)))
    }
}

impl Bits {
    fn write(&mut self, range: Range, value: u128) {
        for (index, (byte, mask)) in range.bits().enumerate() {
            let (Some(bits), Some(known)) = (self.bytes.get_mut(byte), self.known.get_mut(byte))
            else {
                return;
            };
            *known |= mask;
            if value >> index & 1 != 0 {
                *bits |= mask;
            }
        }
    }

    /// None if a bit has no value.
    fn read(&self, range: Range) -> Option<u128> {
        let mut value = 0;
        for (index, (byte, mask)) in range.bits().enumerate() {
            if self.known.get(byte)? & mask == 0 {
                return None;
            }
            value |= u128::from(self.bytes.get(byte)? & mask != 0) << index;
        }
        Some(value)
    }
}

impl Evaluator<'_, '_> {
    pub(super) fn bit_cast(&mut self, from: Ty, to: Ty, value: &Value, span: Span) -> Eval<Value> {
        let size = self.cx.layout(from).map_or(0, |(size, _)| size);
        if size > SIZE_LIMIT {
            return Err(self.fail(span, "reinterprets an object of more than 2^20 bytes"));
        }
        self.take_steps(size as u32 / SCALARS_PER_STEP as u32, span)?;
        let mut bits = Bits { bytes: vec![0; size as usize], known: vec![0; size as usize] };
        self.write_bits(from, value, 0, &mut bits, span)?;
        self.read_bits(to, 0, &bits, span)
    }

    fn write_bits(
        &mut self,
        ty: Ty,
        value: &Value,
        at: u64,
        bits: &mut Bits,
        span: Span,
    ) -> Eval<()> {
        if let Value::Aggregate(parts) = value {
            for (index, part) in parts.iter().enumerate() {
                let Some((part_ty, range)) = self.part_bits(ty, index, at) else { continue };
                match range {
                    Some(range) => self.write_scalar(part_ty, part, range, bits, span)?,
                    None => {
                        let offset = self.part_offset(ty, index);
                        self.write_bits(part_ty, part, at + offset, bits, span)?;
                    }
                }
            }
            return Ok(());
        }
        let count = self.cx.layout(ty).map_or(0, |(size, _)| size * 8);
        self.write_scalar(ty, value, Range { first: at * 8, count }, bits, span)
    }

    fn write_scalar(
        &mut self,
        ty: Ty,
        value: &Value,
        range: Range,
        bits: &mut Bits,
        span: Span,
    ) -> Eval<()> {
        match value {
            Value::Int(int) => bits.write(range, *int as u128),
            Value::Float(float) => bits.write(range, u128::from(*float)),
            // Its bits stay unknown.
            Value::Indeterminate if self.number(ty).is_some() => {}
            _ => return Err(self.fail(span, "reinterprets something that is not a number")),
        }
        Ok(())
    }

    fn read_bits(&mut self, ty: Ty, at: u64, bits: &Bits, span: Span) -> Eval<Value> {
        let n_parts = match (self.array(ty, span)?, self.cx.types.class_of(ty)) {
            (Some((_, len)), _) => len as usize,
            (None, Some(class)) if self.cx.is_union(class) => {
                return Err(self.fail(span, "reinterprets as a union"));
            }
            (None, Some(class)) => self.cx.subobject_types(class).len(),
            (None, None) => {
                let count = self.cx.layout(ty).map_or(0, |(size, _)| size * 8);
                return self.read_scalar(ty, Range { first: at * 8, count }, bits, span);
            }
        };
        let mut parts = Vec::with_capacity(n_parts);
        for index in 0..n_parts {
            parts.push(match self.part_bits(ty, index, at) {
                None => Value::Indeterminate,
                Some((part, Some(range))) => self.read_scalar(part, range, bits, span)?,
                Some((part, None)) => {
                    let offset = self.part_offset(ty, index);
                    self.read_bits(part, at + offset, bits, span)?
                }
            });
        }
        Ok(Value::Aggregate(parts.into()))
    }

    fn read_scalar(&mut self, ty: Ty, range: Range, bits: &Bits, span: Span) -> Eval<Value> {
        let Some(number) = self.number(ty) else {
            return Err(self.fail(span, "reinterprets as something that is not a number"));
        };
        let Some(value) = bits.read(range) else {
            let plain = self.cx.enum_to_underlying(self.cx.types.strip_cv(ty));
            return match plain {
                Ty::UCHAR => Ok(Value::Indeterminate),
                _ => Err(self.access(span, AccessError::Indeterminate)),
            };
        };
        match number {
            Number::Float(_) => Ok(Value::Float(value as u64)),
            Number::Bool if value > 1 => {
                Err(self.fail(span, "reinterprets as a `bool` that is neither true nor false"))
            }
            Number::Int { signed: true, .. } if range.count < 128 => {
                let unused = 128 - range.count;
                Ok(Value::Int((value << unused) as i128 >> unused))
            }
            Number::Bool | Number::Int { .. } => Ok(Value::Int(value as i128)),
        }
    }

    /// The type of an element, base or member, and the bits of a member that is a bit-field; none if that has no value.
    fn part_bits(&mut self, ty: Ty, index: usize, at: u64) -> Option<(Ty, Option<Range>)> {
        let Some(class) = self.cx.types.class_of(ty) else {
            return Some((self.cx.types.element_of(ty)?, None));
        };
        let (part, offset) = self.cx.subobject_at(class, index)?;
        match self.cx.bit_range(class, index) {
            Some(range) if !range.is_named => None,
            Some(range) => {
                let first = (at + offset) * 8 + range.shift;
                Some((part, Some(Range { first, count: range.width })))
            }
            None => Some((part, None)),
        }
    }

    fn part_offset(&mut self, ty: Ty, index: usize) -> u64 {
        let offset = match *self.cx.types.kind(self.cx.types.strip_cv(ty)) {
            TyKind::Array(element, _) => {
                self.cx.layout(element).map(|(size, _)| size * index as u64)
            }
            _ => match self.cx.types.class_of(ty) {
                Some(class) => self.cx.subobject_at(class, index).map(|(_, offset)| offset),
                None => None,
            },
        };
        offset.unwrap_or(0)
    }
}
