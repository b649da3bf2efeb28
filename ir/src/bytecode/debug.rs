//! Where instructions come from: the debug section.
//!
//! ```text
//! section = count, offset u32 per function, count, location u64*, count, offset u32 per entry, entry*
//! entry   = tag, fields
//! ```
//!
//! A function says which group of locations is its own: the first is where it is declared, the others are those
//! of its instructions in the order of the file. A location is the number of an entry, counted from 1, and 0
//! where nothing is known. Entries name each other by the same numbers: a place has a scope, a subprogram, which
//! has a compile unit, which has a file; a call site has the place of the callee and that of the caller.
//!
//! We write a subprogram for each kernel and no blocks in it. Of a call site we read the callee's place, which is
//! where the operation is written.

use lang::base::Span;
use rustc_hash::FxHashMap;

use super::Version;
use super::cursor::{Cursor, Result};
use super::encoder::Encoder;
use super::tables::{Numbering, StringTable, read_offset_table};
use crate::codes;

/// A place in a source file, with line and column counted from 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

mod tag {
    pub const COMPILE_UNIT: u64 = 1;
    pub const FILE: u64 = 2;
    pub const PLACE: u64 = 4;
    pub const SUBPROGRAM: u64 = 5;
    pub const CALL_SITE: u64 = 6;
}

/// The minor version in which subprograms got flags.
const FLAGGED_SUBPROGRAMS: u32 = 5;

/// Call sites may be nested this deep.
const MAX_CALLS: usize = 64;

// ---- reading ----

/// The debug section of a file that is being read.
pub(super) struct DebugTable<'a> {
    /// Where the locations of each function begin.
    groups: Vec<u32>,
    locations: Vec<u64>,
    entries: Vec<Cursor<'a>>,
}

impl<'a> DebugTable<'a> {
    pub(super) fn new(section: Option<Cursor<'a>>) -> Result<DebugTable<'a>> {
        let mut table =
            DebugTable { groups: Vec::new(), locations: Vec::new(), entries: Vec::new() };
        let Some(mut at) = section else { return Ok(table) };
        let count = at.count(4)?;
        at.align(4)?;
        for _ in 0..count {
            table.groups.push(u32::from_le_bytes(at.array()?));
        }
        let count = at.count(8)?;
        at.align(8)?;
        for _ in 0..count {
            table.locations.push(u64::from_le_bytes(at.array()?));
        }
        table.entries = read_offset_table(Some(at), 4)?;
        Ok(table)
    }

    /// The locations of a function by the number it gives: its own, then those of its instructions.
    pub(super) fn group(&self, at: &mut Cursor<'_>) -> Result<std::ops::Range<usize>> {
        let start = *at;
        let number = at.varint()?;
        if number == 0 {
            return Ok(0..0);
        }
        let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
        let Some(&first) = self.groups.get(index) else {
            let message = format!("there are no locations {number}");
            return start.fail(codes::BYTECODE_BAD_REFERENCE, message);
        };
        let end = self.groups.get(index + 1).map_or(self.locations.len(), |&next| next as usize);
        if first as usize > end || end > self.locations.len() {
            return start
                .fail(codes::BYTECODE_MALFORMED, "the locations lie outside of their section");
        }
        Ok(first as usize..end)
    }
}

/// Locations as spans, each made once.
pub(super) struct Spans<'p> {
    /// Gives the span of a place, if its file is known.
    pub span_of: &'p mut dyn FnMut(&Place) -> Option<Span>,
    /// By number.
    pub known: FxHashMap<u64, Option<Span>>,
}

impl Spans<'_> {
    /// The span of the location with this index; `None` where nothing is known.
    pub(super) fn get(
        &mut self,
        table: &DebugTable<'_>,
        strings: &mut StringTable<'_>,
        index: usize,
    ) -> Result<Option<Span>> {
        let Some(&number) = table.locations.get(index) else { return Ok(None) };
        if let Some(&span) = self.known.get(&number) {
            return Ok(span);
        }
        let place = read_place(table, strings, number)?;
        let span = place.and_then(|place| (self.span_of)(&place));
        self.known.insert(number, span);
        Ok(span)
    }
}

fn read_place(
    table: &DebugTable<'_>,
    strings: &mut StringTable<'_>,
    mut number: u64,
) -> Result<Option<Place>> {
    for _ in 0..MAX_CALLS {
        let entry = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        let Some(entry) = entry else { return Ok(None) };
        // A number without an entry counts as none: the tool that made the file is at fault, not
        // the program.
        let Some(mut at) = table.entries.get(entry).copied() else { return Ok(None) };
        match at.varint()? {
            tag::PLACE => {
                let _scope = at.varint()?;
                let file = strings.string(&mut at)?.into_owned();
                let (line, column) = (at.varint_u32()?, at.varint_u32()?);
                return Ok((line > 0).then_some(Place { file, line, column: column.max(1) }));
            }
            tag::CALL_SITE => number = at.varint()?,
            _ => return Ok(None),
        }
    }
    Ok(None)
}

// ---- writing ----

/// The debug section of a file that is being written.
pub(super) struct DebugWriter<'p> {
    version: Version,
    place_of: &'p dyn Fn(Span) -> Option<Place>,
    groups: Vec<Vec<u64>>,
    entries: Numbering<Vec<u8>>,
    /// The subprogram that instructions are in; 0 if the kernel's place is unknown.
    scope: u64,
}

impl<'p> DebugWriter<'p> {
    pub(super) fn new(
        version: Version,
        place_of: &'p dyn Fn(Span) -> Option<Place>,
    ) -> DebugWriter<'p> {
        DebugWriter { version, place_of, groups: Vec::new(), entries: Numbering::new(), scope: 0 }
    }

    fn entry(&mut self, tag: u64, fields: &[u64]) -> u64 {
        let mut out = Encoder::new();
        out.varint(tag);
        fields.iter().for_each(|&field| out.varint(field));
        self.entries.raw(out.bytes) as u64 + 1
    }

    /// Begins a function; gives the number of its locations.
    pub(super) fn function(
        &mut self,
        name: &str,
        span: Span,
        strings: &mut Numbering<String>,
    ) -> u64 {
        self.scope = 0;
        let Some(place) = (self.place_of)(span) else { return 0 };
        let (directory, file) = place.file.rsplit_once('/').unwrap_or(("", &place.file));
        let mut text = |text: &str| strings.string(text) as u64;
        let (name, file, directory) = (text(name), text(file), text(directory));
        let file = self.entry(tag::FILE, &[file, directory]);
        let unit = self.entry(tag::COMPILE_UNIT, &[file]);
        let line = u64::from(place.line);
        // The last are flags without a meaning so far.
        let fields = [file, line, name, name, unit, line, 0];
        let count = if self.version.has(FLAGGED_SUBPROGRAMS) { 7 } else { 6 };
        self.scope = self.entry(tag::SUBPROGRAM, &fields[..count]);
        self.groups.push(Vec::new());
        self.location(span, strings);
        self.groups.len() as u64
    }

    /// Adds the location of the function's next instruction.
    pub(super) fn location(&mut self, span: Span, strings: &mut Numbering<String>) {
        if self.scope == 0 {
            return;
        }
        let number = (self.place_of)(span).map_or(0, |place| {
            let file = strings.string(&place.file) as u64;
            let (line, column) = (u64::from(place.line), u64::from(place.column));
            self.entry(tag::PLACE, &[self.scope, file, line, column])
        });
        if let Some(group) = self.groups.last_mut() {
            group.push(number);
        }
    }

    /// The payload, if anything is known.
    pub(super) fn section(&self) -> Option<Encoder> {
        if self.groups.is_empty() {
            return None;
        }
        let mut out = Encoder::new();
        out.count(self.groups.len());
        out.align(4);
        let mut first = 0u32;
        for group in &self.groups {
            out.raw(&first.to_le_bytes());
            first += group.len() as u32;
        }
        out.count(first as usize);
        out.align(8);
        let locations = self.groups.iter().flatten();
        locations.for_each(|number| out.raw(&number.to_le_bytes()));
        self.entries.append_section(4, &mut out);
        Some(out)
    }
}
