//! Translation phase 2: line splices out, with the way back to the bytes of the file.
//!
//! A backslash before the end of a line joins it to the next ([lex.phases]). White space between
//! the two is accepted, as in C++23. A text without splices, the usual case, is borrowed.

use std::borrow::Cow;

/// A text without splices. Offsets into it are "clean", offsets into the file "original".
pub struct Spliced<'s> {
    original: &'s str,
    text: Cow<'s, str>,
    cuts: Vec<Cut>,
}

/// A splice: where it would stand in the clean text, and the bytes removed up to its end.
#[derive(Clone, Copy)]
struct Cut {
    clean: usize,
    removed: usize,
}

impl<'s> Spliced<'s> {
    pub fn new(original: &'s str) -> Spliced<'s> {
        let mut clean = String::new();
        let mut cuts = Vec::new();
        let mut copied = 0;
        for (at, _) in original.match_indices('\\') {
            let Some(len) = splice_len(&original[at..]) else { continue };
            if cuts.is_empty() {
                clean.reserve(original.len());
            }
            clean.push_str(&original[copied..at]);
            copied = at + len;
            cuts.push(Cut { clean: clean.len(), removed: copied - clean.len() });
        }
        if cuts.is_empty() {
            return Spliced { original, text: Cow::Borrowed(original), cuts };
        }
        clean.push_str(&original[copied..]);
        Spliced { original, text: Cow::Owned(clean), cuts }
    }

    /// The clean text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of the file, whose raw strings keep their splices.
    pub fn original(&self) -> &'s str {
        self.original
    }

    /// The original offset of the character at a clean offset.
    pub fn start(&self, clean: usize) -> usize {
        if self.cuts.is_empty() {
            return clean;
        }
        let before = self.cuts.partition_point(|cut| cut.clean <= clean);
        clean + self.removed(before)
    }

    /// The original offset just behind the character that ends at a clean offset.
    pub fn end(&self, clean: usize) -> usize {
        if self.cuts.is_empty() {
            return clean;
        }
        let before = self.cuts.partition_point(|cut| cut.clean < clean);
        clean + self.removed(before)
    }

    /// The clean offset of an original one; inside a splice, that of the splice.
    pub fn clean(&self, original: usize) -> usize {
        let before = self.cuts.partition_point(|cut| cut.clean + cut.removed <= original);
        let here = original - self.removed(before);
        self.cuts.get(before).map_or(here, |next| here.min(next.clean))
    }

    fn removed(&self, n_cuts: usize) -> usize {
        n_cuts.checked_sub(1).map_or(0, |last| self.cuts[last].removed)
    }
}

/// The length of the splice that starts at the backslash that `text` starts with.
fn splice_len(text: &str) -> Option<usize> {
    let rest = text[1..].trim_start_matches([' ', '\t', '\r', '\x0B', '\x0C']);
    rest.starts_with('\n').then(|| text.len() - rest.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_go_both_ways() {
        let spliced = Spliced::new("ab\\\ncd \\ \r\nef");
        assert_eq!(spliced.text(), "abcd ef");
        assert_eq!(spliced.start(2), 4);
        assert_eq!(spliced.end(2), 2);
        assert_eq!(spliced.end(4), 6);
        assert_eq!(spliced.start(5), 11);
        assert_eq!(spliced.clean(4), 2);
        assert_eq!(spliced.clean(3), 2);
        assert_eq!(spliced.clean(11), 5);
        assert_eq!(spliced.clean(13), 7);
    }

    #[test]
    fn plain_text_is_borrowed() {
        let spliced = Spliced::new("'\\n' \\x");
        assert!(matches!(spliced.text, Cow::Borrowed(_)));
        assert_eq!((spliced.start(3), spliced.end(3), spliced.clean(3)), (3, 3, 3));
    }
}
