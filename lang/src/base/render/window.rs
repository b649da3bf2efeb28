//! The part of a file that a diagnostic shows: the lines of its labels, and of a line that is too
//! long only the surroundings of the label.
//!
//! In: the places of the labels, the primary one first. Out: one [`Window`] for each stretch of a
//! file that they are in. A diagnostic costs time and space in what it shows, not in the file.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::base::{SourceMap, StretchId};

use super::{Place, floor_boundary};

/// Bytes of a line that is shown whole.
const MAX_LINE: usize = 500;
/// Bytes that are shown around a label, and of a label, in a line that is not.
const AROUND: usize = 60;
const MAX_LABEL: usize = 120;
/// What stands for the rest of such a line.
const CUT: char = '…';

pub(super) struct Window {
    /// The bytes of the file.
    range: Range<usize>,
    /// Whether the line goes on in front of the window, and behind it.
    cut: (bool, bool),
    /// The number to show for the first line.
    pub first_line: u32,
    /// The column to show for the place, where that is not the one in the window.
    pub column: Option<u32>,
}

impl Window {
    /// The windows for the places, the primary one first.
    pub fn for_places(map: &SourceMap, places: &[Place]) -> BTreeMap<StretchId, Window> {
        let mut windows: BTreeMap<StretchId, Window> = BTreeMap::new();
        for &place in places {
            let new = Window::around(map, place);
            match windows.get_mut(&place.stretch(map)) {
                None => {
                    windows.insert(place.stretch(map), new);
                }
                // Labels of other lines are shown if both are.
                Some(window) if !window.is_cut() && !new.is_cut() => {
                    window.range.start = window.range.start.min(new.range.start);
                    window.range.end = window.range.end.max(new.range.end);
                    window.first_line = window.first_line.min(new.first_line);
                }
                Some(_) => {}
            }
        }
        windows
    }

    fn around(map: &SourceMap, place: Place) -> Window {
        let file = map.file(place.file);
        let text = &file.text;
        let lines = map.stretch(place.stretch(map));
        let begin = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[place.start..].find('\n').map_or(text.len(), |len| place.start + len);
        let begin = begin.max(lines.start as usize);
        let presumed = file.presumed(place.start as u32).1;
        let (first_line, column) = (presumed.line, presumed.col);
        if end - begin <= MAX_LINE {
            return Window { range: begin..end, cut: (false, false), first_line, column: None };
        }
        let from = floor_boundary(text, place.start.saturating_sub(AROUND)).max(begin);
        let shown = place.end.min(place.start + MAX_LABEL);
        let to = floor_boundary(text, (shown + AROUND).min(end)).max(place.start);
        let cut = (from > begin, to < end);
        Window { range: from..to, cut, first_line, column: Some(column) }
    }

    fn is_cut(&self) -> bool {
        self.cut.0 || self.cut.1
    }

    /// The characters of a place; `None` if it is outside.
    pub fn characters(&self, map: &SourceMap, place: Place) -> Option<Range<usize>> {
        if place.start < self.range.start || place.start > self.range.end {
            return None;
        }
        let text = &map.file(place.file).text;
        let lead = usize::from(self.cut.0);
        let start = lead + text[self.range.start..place.start].chars().count();
        let end = place.end.clamp(place.start, self.range.end.max(place.start));
        let len = text[place.start..end].chars().count();
        Some(start..start + len.max(1))
    }

    /// The text with as many characters, where only `\n` ends a line, as for the compiler, and
    /// nothing moves the cursor of a terminal. A last line end makes room for a span at the end.
    pub fn printable(&self, map: &SourceMap, id: StretchId) -> String {
        let text = &map.file(id.file).text[self.range.clone()];
        let shown = text.chars().map(|character| match character {
            '\n' | '\t' => character,
            '\r' | '\x0B' | '\x0C' | '\u{2028}' | '\u{2029}' => ' ',
            _ if character.is_control() => '\u{fffd}',
            _ => character,
        });
        let lead = self.cut.0.then_some(CUT);
        let tail = self.cut.1.then_some(CUT);
        lead.into_iter().chain(shown).chain(tail).chain([' ', '\n']).collect()
    }
}
