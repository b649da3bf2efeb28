//! Positions of the protocol: lines and columns, the columns in the units that client and server
//! agreed on.
//!
//! Invariant: any position is some offset. A line behind the last is the end of the text, a column
//! behind the end of its line is that end, one inside of a character is its start.

use lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};

/// What columns count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    Utf8,
    /// What clients without an opinion count.
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The best of those that a client offers.
    pub fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        let offers = |kind| offered.is_some_and(|offered| offered.contains(&kind));
        if offers(PositionEncodingKind::UTF8) {
            Encoding::Utf8
        } else if offers(PositionEncodingKind::UTF32) && !offers(PositionEncodingKind::UTF16) {
            Encoding::Utf32
        } else {
            Encoding::Utf16
        }
    }

    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn len(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }

    /// The length of a text in columns, counted.
    #[cfg(test)]
    pub fn width(self, text: &str) -> u32 {
        text.chars().map(|c| self.len(c)).sum::<usize>() as u32
    }
}

/// Where the lines of a text start, and where its bytes are not its columns.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
    /// The characters of several bytes, so that a column is found without a walk along its line.
    wide: Vec<Wide>,
}

/// A character of several bytes.
#[derive(Clone, Copy, Debug)]
struct Wide {
    /// The byte behind it.
    end: usize,
    /// How many bytes more than units of UTF-16 and characters there are up to there.
    excess: [usize; 2],
}

impl Lines {
    pub fn new(text: &str) -> Lines {
        let newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(newlines).collect();
        let (mut wide, mut excess) = (Vec::new(), [0; 2]);
        let chars = if text.is_ascii() { "" } else { text };
        for (at, c) in chars.char_indices().filter(|(_, c)| !c.is_ascii()) {
            let bytes = c.len_utf8();
            excess[0] += bytes - c.len_utf16();
            excess[1] += bytes - 1;
            wide.push(Wide { end: at + bytes, excess });
        }
        Lines { starts, wide }
    }

    /// How many bytes more than columns there are before a byte.
    fn excess(&self, offset: usize, encoding: Encoding) -> usize {
        let before = self.wide.partition_point(|wide| wide.end <= offset).checked_sub(1);
        let [utf16, utf32] = before.map_or([0; 2], |index| self.wide[index].excess);
        match encoding {
            Encoding::Utf8 => 0,
            Encoding::Utf16 => utf16,
            Encoding::Utf32 => utf32,
        }
    }

    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let offset = text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|&start| start <= offset).max(1) - 1;
        let start = self.starts.get(line).copied().unwrap_or(0);
        let excess = self.excess(offset, encoding) - self.excess(start, encoding);
        Position::new(line as u32, (offset - start - excess) as u32)
    }

    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let content = text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r']);
        let mut column = 0;
        for (at, c) in content.char_indices() {
            column += encoding.len(c);
            if column > position.character as usize {
                return start + at;
            }
        }
        start + content.len()
    }
}

/// Applies an edit; one without a range replaces the whole text.
pub fn apply(text: &mut String, change: &TextDocumentContentChangeEvent, encoding: Encoding) {
    let Some(Range { start, end }) = change.range else {
        text.clone_from(&change.text);
        return;
    };
    let lines = Lines::new(text);
    let (from, to) = (lines.offset(text, start, encoding), lines.offset(text, end, encoding));
    text.replace_range(from.min(to)..to.max(from), &change.text);
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "int grüße;\r\n// 😀 x\nlast";

    #[test]
    fn columns_count_what_was_agreed_on() {
        let lines = Lines::new(TEXT);
        let x = TEXT.find('x').unwrap();
        for (encoding, column) in [(Encoding::Utf8, 8), (Encoding::Utf16, 6), (Encoding::Utf32, 5)]
        {
            assert_eq!(lines.position(TEXT, x, encoding), Position::new(1, column));
            assert_eq!(lines.offset(TEXT, Position::new(1, column), encoding), x);
        }
    }

    #[test]
    fn every_offset_has_the_column_that_leads_back() {
        let text = "a\u{e9}\u{1F600}\u{1F600}b\r\n\u{4e00}c\n\n\u{301}";
        let lines = Lines::new(text);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for (at, c) in text.char_indices() {
                let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
                let position = lines.position(text, at, encoding);
                assert_eq!(position.character, encoding.width(&text[start..at]));
                assert!(c == '\n' || lines.offset(text, position, encoding) == at);
                // Inside of a character is its start.
                let inside = at + c.len_utf8() - 1;
                assert_eq!(lines.position(text, inside, encoding), position);
            }
        }
    }

    #[test]
    fn positions_outside_are_the_nearest_inside() {
        let lines = Lines::new(TEXT);
        let offset =
            |line, column| lines.offset(TEXT, Position::new(line, column), Encoding::Utf16);
        assert_eq!(offset(0, 99), TEXT.find('\r').unwrap());
        assert_eq!(offset(99, 0), TEXT.len());
        // Between the halves of a surrogate pair.
        assert_eq!(offset(1, 4), TEXT.find('😀').unwrap());
    }

    #[test]
    fn edits_follow_each_other() {
        let mut text = String::from("aé\nb");
        let change =
            |from: (u32, u32), to: (u32, u32), text: &str| TextDocumentContentChangeEvent {
                range: Some(Range::new(Position::new(from.0, from.1), Position::new(to.0, to.1))),
                range_length: None,
                text: text.into(),
            };
        apply(&mut text, &change((0, 2), (1, 0), " "), Encoding::Utf16);
        assert_eq!(text, "aé b");
        apply(&mut text, &change((9, 9), (9, 9), "!"), Encoding::Utf16);
        assert_eq!(text, "aé b!");
    }
}
