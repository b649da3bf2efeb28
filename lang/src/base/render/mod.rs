//! Diagnostics as text: [`human`] with the source around it, [`short`] in one line or two.
//!
//! In: a source map and a diagnostic. Out: text that ends in a new-line. Both show where a person
//! should look ([`SourceMap::resolve`]); how the compiler came from there to the error, through
//! macros, headers and instantiations, is told in folded notes. The whole of a diagnostic is in
//! its JSON form, which is made elsewhere.

mod human;
mod notes;
mod short;
mod window;

pub use human::human;
pub use short::short;

use super::{FileId, SourceMap, Span, StretchId};

/// Whether to write the escape sequences of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colors {
    On,
    Off,
}

/// A span as bytes of the file that a person should look at, within one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    file: FileId,
    start: usize,
    end: usize,
}

impl Place {
    /// The place of a span; what goes on behind the end of the line is left out.
    fn of(map: &SourceMap, span: Span) -> Option<Place> {
        let span = map.resolve(span);
        let (file, start) = map.file_offset(span.lo)?;
        let text = &map.file(file).text;
        let end = match map.file_offset(span.hi) {
            Some((last, end)) if last == file => end as usize,
            _ => start as usize,
        };
        let start = floor_boundary(text, start as usize);
        let line_end = text[start..].find('\n').map_or(text.len(), |len| start + len);
        let end = floor_boundary(text, end).clamp(start, line_end);
        Some(Place { file, start, end })
    }

    fn stretch(self, map: &SourceMap) -> StretchId {
        map.file(self.file).stretch_at(self.start as u32)
    }

    /// `FILE:LINE:COL`, as `#line` has them.
    fn shown(self, map: &SourceMap) -> String {
        let (path, at) = map.file(self.file).presumed(self.start as u32);
        format!("{path}:{}:{}", at.line, at.col)
    }
}

/// The last character boundary of `text` that is not behind `at`.
fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests;
