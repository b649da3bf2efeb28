//! The elements of constants as bytes.
//!
//! Elements stand one after the other, little-endian; a splat is one element. Two formats differ
//! from what they are in memory: truth values are bits, eight to a byte, and a splat of `true` is a
//! byte of ones; `tf32` has its 19 bits only, in three bytes.

use crate::attrs::DenseConstant;
use crate::types::Scalar;

/// The low bits of a `tf32` in memory, which do not count.
const TF32_UNUSED_BITS: u32 = 13;

/// The bits of a number as the file has them.
pub(super) fn to_file(elem: Scalar, bits: u64) -> u64 {
    let bits = bits & elem.mask();
    if elem == Scalar::TF32 { bits >> TF32_UNUSED_BITS } else { bits }
}

/// The bits of a number that the file has.
pub(super) fn from_file(elem: Scalar, bits: u64) -> u64 {
    (if elem == Scalar::TF32 { bits << TF32_UNUSED_BITS } else { bits }) & elem.mask()
}

/// Bytes of an element that is not a truth value.
fn width(elem: Scalar) -> usize {
    if elem == Scalar::TF32 { 3 } else { elem.bytes() as usize }
}

pub(super) fn encode(constant: &DenseConstant) -> Vec<u8> {
    let elem = constant.elem();
    // One element alone is always a splat.
    let is_splat = constant.is_splat() || constant.len() == 1;
    let len = if is_splat { 1 } else { constant.len() };
    if elem != Scalar::I1 {
        let bytes = |i| to_file(elem, constant.get(i)).to_le_bytes();
        return (0..len).flat_map(|i| bytes(i).into_iter().take(width(elem))).collect();
    }
    if is_splat {
        return vec![if constant.get(0) == 0 { 0 } else { 0xFF }];
    }
    let mut bytes = vec![0; len.div_ceil(8)];
    for i in 0..len {
        bytes[i / 8] |= (constant.get(i) as u8) << (i % 8);
    }
    bytes
}

/// A constant of `count` elements, if that is what the bytes are.
pub(super) fn decode(elem: Scalar, count: u64, bytes: &[u8]) -> Option<DenseConstant> {
    if elem == Scalar::I1 {
        return decode_bits(count, bytes);
    }
    let width = width(elem);
    if bytes.is_empty() || !bytes.len().is_multiple_of(width) {
        return None;
    }
    let mut elements = bytes.chunks_exact(width).map(|bytes| {
        let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        from_file(elem, bits)
    });
    if bytes.len() == width {
        return elements.next().map(|bits| DenseConstant::splat(elem, bits));
    }
    (elements.len() as u64 == count).then(|| DenseConstant::dense(elem, elements))
}

fn decode_bits(count: u64, bytes: &[u8]) -> Option<DenseConstant> {
    match bytes {
        [byte] if count == 1 => Some(DenseConstant::splat(Scalar::I1, u64::from(byte & 1))),
        [0] => Some(DenseConstant::splat(Scalar::I1, 0)),
        [0xFF] => Some(DenseConstant::splat(Scalar::I1, 1)),
        _ if bytes.len() as u64 == count.div_ceil(8) => {
            let bits = (0..count as usize).map(|i| u64::from(bytes[i / 8] >> (i % 8) & 1));
            Some(DenseConstant::dense(Scalar::I1, bits))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_values_are_bits() {
        let some = DenseConstant::dense(Scalar::I1, [1, 0, 1, 1, 0, 0, 0, 0, 1, 0]);
        assert_eq!(encode(&some), [0b1101, 1]);
        assert_eq!(decode(Scalar::I1, 10, &[0b1101, 1]), Some(some));
        let all = DenseConstant::splat(Scalar::I1, 1);
        assert_eq!(encode(&all), [0xFF]);
        assert_eq!(decode(Scalar::I1, 16, &[0xFF]), Some(all));
        assert_eq!(decode(Scalar::I1, 16, &[1]), None);
    }

    #[test]
    fn tf32_has_19_bits() {
        let some = DenseConstant::dense(Scalar::TF32, [0x3FC0_0000, 0x4020_0000]);
        assert_eq!(encode(&some), [0x00, 0xFE, 0x01, 0x00, 0x01, 0x02]);
        assert_eq!(decode(Scalar::TF32, 2, &encode(&some)), Some(some));
    }

    #[test]
    fn the_number_of_elements_counts() {
        assert_eq!(decode(Scalar::I16, 4, &[1, 0, 2, 0]), None);
        assert_eq!(decode(Scalar::I16, 2, &[1, 0, 2]), None);
        let splat = DenseConstant::splat(Scalar::I16, 1);
        assert_eq!(decode(Scalar::I16, 4, &[1, 0]), Some(splat));
    }
}
