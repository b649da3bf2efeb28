//! The string and constant sections: data that the rest of the file names by index.

use std::borrow::Cow;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::cursor::{Cursor, Result};
use super::elements;
use super::encoder::Encoder;
use crate::attrs::DenseConstant;
use crate::codes;
use crate::types::Scalar;

/// Reads a count, as many offsets of `width` bytes, and gives the entries that they bound.
///
/// A section that is not there has no entries.
pub(super) fn read_offset_table(
    section: Option<Cursor<'_>>,
    width: usize,
) -> Result<Vec<Cursor<'_>>> {
    let Some(mut at) = section else { return Ok(Vec::new()) };
    let count = at.count(width)?;
    at.align(width)?;
    let mut offsets = at.part(count * width)?;
    let end = at.remaining() as u64;
    let mut offset = || -> Result<u64> {
        if offsets.is_at_end() {
            return Ok(end);
        }
        Ok(if width == 4 {
            u64::from(u32::from_le_bytes(offsets.array()?))
        } else {
            u64::from_le_bytes(offsets.array()?)
        })
    };
    let mut entries = Vec::with_capacity(count);
    let mut from = offset()?;
    for _ in 0..count {
        let to = offset()?;
        entries.push(at.slice(from, to)?);
        from = to;
    }
    Ok(entries)
}

/// The opposite of [`read_offset_table`], behind what `out` has.
pub(super) fn write_offset_table(entries: &[Vec<u8>], width: usize, out: &mut Encoder) {
    out.count(entries.len());
    out.align(width);
    let mut offset = 0u64;
    for entry in entries {
        out.raw(&offset.to_le_bytes()[..width]);
        offset += entry.len() as u64;
    }
    entries.iter().for_each(|entry| out.raw(entry));
}

/// How much text a file may stand for, all uses of a string added up.
const MAX_TEXT: usize = 64 << 20;

/// The strings of a file that is being read.
pub(super) struct StringTable<'a> {
    entries: Vec<&'a [u8]>,
    /// What is left of [`MAX_TEXT`].
    budget: usize,
}

impl<'a> StringTable<'a> {
    pub(super) fn new(section: Option<Cursor<'a>>) -> Result<StringTable<'a>> {
        let entries = read_offset_table(section, 4)?;
        let entries = entries.into_iter().map(|mut entry| entry.rest()).collect();
        Ok(StringTable { entries, budget: MAX_TEXT })
    }

    /// Reads an index of a string. Bytes that are not UTF-8 are replaced.
    pub(super) fn string(&mut self, at: &mut Cursor<'_>) -> Result<Cow<'a, str>> {
        let start = *at;
        let bytes = self.entries[at.index(self.entries.len(), "string")?];
        match self.budget.checked_sub(bytes.len()) {
            Some(left) => self.budget = left,
            None => return start.fail(codes::BYTECODE_TOO_LARGE, "the strings are too long"),
        }
        Ok(String::from_utf8_lossy(bytes))
    }
}

/// The constants of a file that is being read. Their meaning depends on the type at the use.
pub(super) struct ConstantTable<'a> {
    entries: Vec<Cursor<'a>>,
    /// By index, element and number of elements: a large constant with many uses is held once.
    known: FxHashMap<(usize, Scalar, u64), DenseConstant>,
}

impl<'a> ConstantTable<'a> {
    pub(super) fn new(section: Option<Cursor<'a>>) -> Result<ConstantTable<'a>> {
        let entries = read_offset_table(section, 8)?;
        Ok(ConstantTable { entries, known: FxHashMap::default() })
    }

    /// Reads an index of a constant with `count` elements of type `elem`.
    pub(super) fn constant(
        &mut self,
        at: &mut Cursor<'_>,
        elem: Scalar,
        count: u64,
    ) -> Result<DenseConstant> {
        let index = at.index(self.entries.len(), "constant")?;
        if let Some(constant) = self.known.get(&(index, elem, count)) {
            return Ok(constant.clone());
        }
        let mut entry = self.entries[index];
        let len = entry.count(1)?;
        let start = entry;
        let Some(constant) = elements::decode(elem, count, entry.bytes(len)?) else {
            let message = format!("these are not {count} elements of type {elem}");
            return start.fail(codes::BYTECODE_MALFORMED, message);
        };
        if !constant.is_splat() {
            self.known.insert((index, elem, count), constant.clone());
        }
        Ok(constant)
    }
}

/// Things that are numbered in the order in which something first named them.
pub(super) struct Numbering<T> {
    ids: FxHashMap<T, usize>,
    entries: Vec<Vec<u8>>,
}

impl<T: Hash + Eq> Numbering<T> {
    pub(super) fn new() -> Numbering<T> {
        Numbering { ids: FxHashMap::default(), entries: Vec::new() }
    }

    /// The number of `key`, whose bytes in the file are `bytes`.
    fn index(&mut self, key: T, bytes: impl FnOnce() -> Vec<u8>) -> usize {
        let entries = &mut self.entries;
        *self.ids.entry(key).or_insert_with(|| {
            entries.push(bytes());
            entries.len() - 1
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The payload of the section, with offsets of `width` bytes.
    pub(super) fn section(&self, width: usize) -> Encoder {
        let mut out = Encoder::new();
        self.append_section(width, &mut out);
        out
    }

    /// The same behind other parts of a section.
    pub(super) fn append_section(&self, width: usize, out: &mut Encoder) {
        write_offset_table(&self.entries, width, out);
    }
}

impl Numbering<String> {
    pub(super) fn string(&mut self, text: &str) -> usize {
        self.index(text.to_owned(), || text.as_bytes().to_vec())
    }
}

impl Numbering<Vec<u8>> {
    /// Entries with the same bytes are one.
    pub(super) fn raw(&mut self, bytes: Vec<u8>) -> usize {
        self.index(bytes.clone(), || bytes)
    }

    /// Constants of any type with the same bytes are one.
    pub(super) fn constant(&mut self, constant: &DenseConstant) -> usize {
        let bytes = elements::encode(constant);
        let mut entry = Encoder::new();
        entry.count(bytes.len());
        entry.raw(&bytes);
        self.index(bytes, || entry.bytes)
    }
}
