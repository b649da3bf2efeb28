//! Arguments that are objects of class type: `struct={i32=5,f32=1.5,out:f32[16]>sums.npy}`.
//!
//! ```text
//! OBJECT = "{" [SPEC {"," SPEC}] "}"   the members in order, as C++ lays them out
//!        | "hex:" DIGITS               the bytes themselves, two digits each
//! ```
//!
//! A member is placed at the next multiple of its alignment, which is its size; a buffer is a
//! pointer to it; an object in the object is aligned like its strictest member. Members that C++
//! lays out otherwise (bit-fields, unions, `alignas`) are written as integers of the same bytes.

use super::{Argument, BufferArgument, ReadFile, parse_spec};

/// An object that is passed as bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectArgument {
    /// Zero where there is padding, and where the address of a buffer goes.
    pub bytes: Vec<u8>,
    pub align: usize,
    /// The buffers that members point to, and where the pointers are.
    pub buffers: Vec<(usize, BufferArgument)>,
}

impl ObjectArgument {
    /// The bytes with the addresses of the buffers, in their order.
    pub fn with_addresses(&self, addresses: &[u64]) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for (&(offset, _), address) in self.buffers.iter().zip(addresses) {
            if let Some(place) = bytes.get_mut(offset..offset + POINTER) {
                place.copy_from_slice(&address.to_le_bytes());
            }
        }
        bytes
    }

    /// Places a member.
    pub fn push(&mut self, member: &Argument) {
        match member {
            Argument::Scalar { ty, bits } => {
                self.align_to(ty.bytes);
                self.bytes.extend_from_slice(&bits.to_le_bytes()[..ty.bytes]);
            }
            Argument::Buffer(buffer) => {
                self.align_to(POINTER);
                self.buffers.push((self.bytes.len(), buffer.clone()));
                self.bytes.extend_from_slice(&[0; POINTER]);
            }
            Argument::Object(object) => {
                self.align_to(object.align);
                let start = self.bytes.len();
                let moved = object.buffers.iter().map(|(at, b)| (start + at, b.clone()));
                self.buffers.extend(moved);
                self.bytes.extend_from_slice(&object.bytes);
            }
        }
    }

    /// An object without members.
    pub fn empty() -> ObjectArgument {
        ObjectArgument { bytes: Vec::new(), align: 1, buffers: Vec::new() }
    }

    /// What follows the last member.
    pub fn finish(&mut self) {
        // An object without members has a byte ([intro.object]/9).
        self.bytes.resize(self.bytes.len().max(1).next_multiple_of(self.align), 0);
    }

    fn align_to(&mut self, align: usize) {
        self.align = self.align.max(align);
        self.bytes.resize(self.bytes.len().next_multiple_of(align), 0);
    }
}

const POINTER: usize = 8;

/// Objects in objects, at most.
const MAX_DEPTH: usize = 32;

/// Parses an `OBJECT`.
pub(super) fn parse(text: &str, read: ReadFile<'_>) -> Result<ObjectArgument, String> {
    let mut object = ObjectArgument::empty();
    if let Some(digits) = text.strip_prefix("hex:") {
        object.bytes = hex_bytes(digits)?;
        return Ok(object);
    }
    for member in members(text)? {
        let placed = parse_spec(member, read).map_err(|what| format!("member `{member}`: {what}"));
        object.push(&placed?);
    }
    object.finish();
    Ok(object)
}

/// The texts between the commas of `{..}`, not those of inner brackets.
pub fn members(text: &str) -> Result<Vec<&str>, String> {
    let text = text.trim();
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let inner = inner.ok_or("an object is `{MEMBER,..}` or `hex:BYTES`")?;
    let (mut depth, mut start) = (0usize, 0);
    let mut members = Vec::new();
    for (at, c) in inner.char_indices() {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.checked_sub(1).ok_or("a bracket is not opened")?,
            ',' if depth == 0 => {
                members.push(inner[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(format!("objects are nested more than {MAX_DEPTH} deep"));
        }
    }
    if depth > 0 {
        return Err("a bracket is not closed".to_owned());
    }
    if !inner[start..].trim().is_empty() {
        members.push(inner[start..].trim());
    }
    Ok(members)
}

fn hex_bytes(digits: &str) -> Result<Vec<u8>, String> {
    let digits: Vec<u32> = digits
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '_')
        .map(|c| c.to_digit(16).ok_or_else(|| format!("`{c}` is not a hexadecimal digit")))
        .collect::<Result<_, _>>()?;
    if digits.is_empty() || !digits.len().is_multiple_of(2) {
        return Err("a byte has two hexadecimal digits".to_owned());
    }
    Ok(digits.chunks_exact(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect())
}

#[cfg(test)]
mod tests {
    use super::super::{Argument, parse};
    use super::ObjectArgument;

    fn object(spec: &str) -> Result<ObjectArgument, String> {
        match parse(spec, &|_, _| Err("no files".into()))? {
            Argument::Object(object) => Ok(object),
            other => panic!("{spec}: {other:?}"),
        }
    }

    #[test]
    fn members_lie_as_in_cpp() {
        let bytes = |spec| object(spec).expect("well-formed").bytes;
        // struct { char a; int b; short c; };
        assert_eq!(bytes("struct={i8=1,i32=2,i16=3}"), [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]);
        // struct { char a; struct { short b; char c; } d; };
        assert_eq!(bytes("struct={u8=1,struct={u16=2,u8=3}}"), [1, 0, 2, 0, 3, 0]);
        assert_eq!(bytes("struct={}"), [0]);
        assert_eq!(bytes("struct=hex:01_fF 00"), [1, 255, 0]);
    }

    #[test]
    fn buffers_are_pointed_to() {
        let object = object("struct={i32=7,out:f32[4],struct={u8[3]=iota,i8=1}}").expect("object");
        let places: Vec<usize> = object.buffers.iter().map(|(at, _)| *at).collect();
        assert_eq!((places.as_slice(), object.bytes.len(), object.align), (&[8, 16][..], 32, 8));
        let bytes = object.with_addresses(&[0x0102, 0x0304]);
        assert_eq!(
            (&bytes[..10], &bytes[16..18]),
            (&[7, 0, 0, 0, 0, 0, 0, 0, 2, 1][..], &[4, 3][..])
        );
    }

    #[test]
    fn mistakes_are_told() {
        for (spec, text) in [
            ("struct=5", "an object is"),
            ("struct={i32=1", "an object is"),
            ("struct={i32=1,}}", "not opened"),
            ("struct={struct={i32=1}", "not closed"),
            ("struct={x=1}", "no type `x`"),
            ("struct=hex:012", "two hexadecimal digits"),
            ("struct=hex:0g", "not a hexadecimal digit"),
        ] {
            let error = object(spec).expect_err(spec);
            assert!(error.contains(text), "{spec}: {error}");
        }
    }
}
