//! A place in the file, from which numbers and bytes are read.
//!
//! A cursor never leaves its part of the file, and no count that it gives out is larger than the
//! bytes that are left: what the reader allocates is bounded by the size of the file.

use lang::base::{Code, Diagnostic, Span};

use super::FILLER;
use crate::codes;

/// What is wrong with the file, and where.
#[derive(Debug)]
pub(super) struct Malformed {
    pub code: Code,
    /// From the start of the file.
    pub offset: usize,
    pub message: String,
}

impl Malformed {
    pub(super) fn diagnostic(self, span: Span) -> Diagnostic {
        Diagnostic::new(self.code, span, format!("{} at byte {:#x}", self.message, self.offset))
    }
}

pub(super) type Result<T> = std::result::Result<T, Malformed>;

/// A part of the file and a position in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    file: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    /// The whole file.
    pub(super) fn new(file: &'a [u8]) -> Cursor<'a> {
        Cursor { file, at: 0, end: file.len() }
    }

    pub(super) fn offset(&self) -> usize {
        self.at
    }

    pub(super) fn remaining(&self) -> usize {
        self.end - self.at
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.end
    }

    /// An error at this place.
    pub(super) fn error(&self, code: Code, message: impl Into<String>) -> Malformed {
        Malformed { code, offset: self.at, message: message.into() }
    }

    pub(super) fn fail<T>(&self, code: Code, message: impl Into<String>) -> Result<T> {
        Err(self.error(code, message))
    }

    fn truncated(&self) -> Malformed {
        self.error(codes::BYTECODE_TRUNCATED, "the data ends too early")
    }

    /// The next `len` bytes as a part of their own.
    pub(super) fn part(&mut self, len: usize) -> Result<Cursor<'a>> {
        if len > self.remaining() {
            return Err(self.truncated());
        }
        let part = Cursor { file: self.file, at: self.at, end: self.at + len };
        self.at += len;
        Ok(part)
    }

    pub(super) fn bytes(&mut self, len: usize) -> Result<&'a [u8]> {
        let part = self.part(len)?;
        Ok(&self.file[part.at..part.end])
    }

    /// All that is left.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        let rest = &self.file[self.at..self.end];
        self.at = self.end;
        rest
    }

    /// The bytes of this part from `from` to `to`, counted from here.
    pub(super) fn slice(&self, from: u64, to: u64) -> Result<Cursor<'a>> {
        let place = |offset: u64| usize::try_from(offset).ok().and_then(|n| self.at.checked_add(n));
        match (place(from), place(to)) {
            (Some(at), Some(end)) if at <= end && end <= self.end => {
                Ok(Cursor { file: self.file, at, end })
            }
            _ => self.fail(codes::BYTECODE_MALFORMED, "an offset lies outside of its section"),
        }
    }

    pub(super) fn byte(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    /// The next `N` bytes of a fixed-width field.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    pub(super) fn varint(&mut self) -> Result<u64> {
        let start = *self;
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        start.fail(codes::BYTECODE_MALFORMED, "a number has more than 64 bits")
    }

    pub(super) fn signed_varint(&mut self) -> Result<i64> {
        let zigzag = self.varint()?;
        Ok((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
    }

    /// A number of 32 bits.
    pub(super) fn varint_u32(&mut self) -> Result<u32> {
        let start = *self;
        let value = self.varint()?;
        u32::try_from(value)
            .or_else(|_| start.fail(codes::BYTECODE_MALFORMED, "a number has more than 32 bits"))
    }

    /// How many things follow that take at least `size` bytes each.
    pub(super) fn count(&mut self, size: usize) -> Result<usize> {
        let start = *self;
        let count = self.varint()?;
        match usize::try_from(count) {
            Ok(count) if count <= self.remaining() / size => Ok(count),
            _ => Err(start.truncated()),
        }
    }

    /// An index into a table of `len` things called `what`.
    pub(super) fn index(&mut self, len: usize, what: &str) -> Result<usize> {
        let start = *self;
        let index = self.varint()?;
        match usize::try_from(index) {
            Ok(index) if index < len => Ok(index),
            _ => {
                let message = format!("there is no {what} {index}");
                start.fail(codes::BYTECODE_BAD_REFERENCE, message)
            }
        }
    }

    /// Skips filler up to a multiple of `alignment` in the file.
    pub(super) fn align(&mut self, alignment: usize) -> Result<()> {
        while !self.at.is_multiple_of(alignment) {
            let start = *self;
            if self.byte()? != FILLER {
                return start.fail(codes::BYTECODE_MALFORMED, "this byte should be filler");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_where_they_should() {
        let read = |bytes: &[u8]| Cursor::new(bytes).varint().map_err(|error| error.code.id);
        assert_eq!(read(&[0x7F]), Ok(127));
        assert_eq!(read(&[0x80, 0x01]), Ok(128));
        assert_eq!(read(&[0xFF; 10]), Err("E0643"));
        assert_eq!(read(&[0x80]), Err("E0642"));
        let max = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01];
        assert_eq!(read(&max), Ok(u64::MAX));
        assert_eq!(Cursor::new(&max).signed_varint().ok(), Some(i64::MIN));
        assert_eq!(Cursor::new(&[3]).signed_varint().ok(), Some(-2));
    }

    #[test]
    fn counts_are_bounded_by_what_is_left() {
        assert_eq!(Cursor::new(&[2, 0, 0]).count(1).ok(), Some(2));
        assert!(Cursor::new(&[3, 0, 0]).count(1).is_err());
        assert!(Cursor::new(&[2, 0, 0]).count(4).is_err());
    }
}
