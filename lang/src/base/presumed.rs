//! Lines and names as `#line` presumes them ([cpp.line]).
//!
//! In: the `#line` directives of a file, each for the lines behind it. Out: the *stretches* that
//! they cut the file into, within which line numbers count up and the name is the same. Spans and
//! texts stay those of the file that was read; what people and tools are told is presumed.

use std::sync::Arc;

use super::source::{FileId, LineCol, SourceFile, SourceMap};
use super::span::Pos;

/// What a `#line` says of the lines behind it.
#[derive(Clone)]
pub(super) struct LineMark {
    /// Where the first of these lines starts.
    start: u32,
    /// The number of that line.
    line: u32,
    path: Arc<str>,
}

/// A part of a file, from one `#line` to the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StretchId {
    pub file: FileId,
    /// How many `#line` are before it.
    pub index: u32,
}

/// A stretch with what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'m> {
    pub path: &'m Arc<str>,
    /// The bytes of the file that it takes.
    pub start: u32,
    pub end: u32,
    /// The presumed number of its first line.
    pub first_line: u32,
}

impl SourceMap {
    /// Takes note of a `#line`: the line behind the one at `offset` has the number `line`, and from
    /// there on the file goes by the name `path`, if there is one.
    pub fn mark_line(&mut self, file: FileId, offset: u32, line: u32, path: Option<&str>) {
        let Some(file) = self.file_mut(file) else { return };
        let rest = file.text.get(offset as usize..).unwrap_or("");
        let start = offset + rest.find('\n').map_or(rest.len(), |len| len + 1) as u32;
        let path = match path {
            Some(path) => Arc::from(path),
            None => Arc::clone(file.line_marks.last().map_or(&file.path, |mark| &mark.path)),
        };
        file.line_marks.push(LineMark { start, line, path });
    }

    /// What the file and line of the place that a person should look at are presumed to be.
    pub fn presumed(&self, pos: Pos) -> Option<(&Arc<str>, LineCol)> {
        let (id, offset) = self.file_offset(self.resolve_pos(pos))?;
        Some(self.file(id).presumed(offset))
    }

    pub fn stretch(&self, id: StretchId) -> Stretch<'_> {
        self.file(id.file).stretch(id)
    }
}

impl SourceFile {
    /// The stretch that the byte at `offset` is in.
    pub fn stretch_at(&self, offset: u32) -> StretchId {
        let index = self.line_marks.partition_point(|mark| mark.start <= offset);
        StretchId { file: self.id, index: index as u32 }
    }

    fn stretch(&self, id: StretchId) -> Stretch<'_> {
        let index = id.index as usize;
        let end = self.line_marks.get(index).map_or(self.text.len() as u32, |mark| mark.start);
        match index.checked_sub(1).and_then(|index| self.line_marks.get(index)) {
            Some(mark) => {
                Stretch { path: &mark.path, start: mark.start, end, first_line: mark.line }
            }
            None => Stretch { path: &self.path, start: 0, end, first_line: 1 },
        }
    }

    /// The presumed name, and the presumed line with the real column, of a byte.
    pub fn presumed(&self, offset: u32) -> (&Arc<str>, LineCol) {
        let stretch = self.stretch(self.stretch_at(offset));
        let (at, first) = (self.line_col(offset), self.line_col(stretch.start));
        let line = stretch.first_line.saturating_add(at.line - first.line);
        (stretch.path, LineCol { line, col: at.col })
    }
}
