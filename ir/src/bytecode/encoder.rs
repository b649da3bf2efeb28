//! Bytes under construction.

use super::FILLER;

/// A section, or a part of one, as it grows. Alignment is counted from its start.
#[derive(Clone, Default, Debug)]
pub(super) struct Encoder {
    pub bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Encoder {
        Encoder::default()
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.byte(value as u8 | 0x80);
            value >>= 7;
        }
        self.byte(value as u8);
    }

    pub(super) fn signed_varint(&mut self, value: i64) {
        self.varint((value << 1 ^ value >> 63) as u64);
    }

    /// The number of things that follow, or an index.
    pub(super) fn count(&mut self, count: usize) {
        self.varint(count as u64);
    }

    /// A length and the 32-bit numbers.
    pub(super) fn u32_array(&mut self, values: &[u32]) {
        self.count(values.len());
        values.iter().for_each(|value| self.raw(&value.to_le_bytes()));
    }

    /// A length and the 64-bit numbers.
    pub(super) fn i64_array(&mut self, values: impl ExactSizeIterator<Item = i64>) {
        self.count(values.len());
        values.for_each(|value| self.raw(&value.to_le_bytes()));
    }

    pub(super) fn align(&mut self, alignment: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(alignment), FILLER);
    }
}
