//! Documentation comments, kept beside the tokens for the editor's hover text.
//!
//! A comment documents what follows it (`///`, `//!`, `/** */`, `/*! */`) or, with a `<` behind
//! the mark, what stands before it on its line.

use crate::base::{Pos, SourceMap, Span};

/// One documentation comment, with its marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DocComment {
    pub span: Span,
    /// `///<`: about what stands before it.
    pub trailing: bool,
}

/// The documentation comments of a translation unit.
#[derive(Clone, Default, Debug)]
pub struct DocComments {
    /// Sorted by position once `finish` ran.
    list: Vec<DocComment>,
}

impl DocComments {
    pub(crate) fn extend(&mut self, comments: Vec<DocComment>) {
        self.list.extend(comments);
    }

    pub(crate) fn finish(&mut self) {
        self.list.sort_by_key(|comment| comment.span.lo);
    }

    pub fn iter(&self) -> std::slice::Iter<'_, DocComment> {
        self.list.iter()
    }

    /// The text that documents a declaration: the comments before it, or the trailing one behind.
    pub fn about(&self, map: &SourceMap, declaration: Span) -> Option<String> {
        self.before(map, declaration.lo).or_else(|| self.behind(map, declaration.hi))
    }

    /// The text of the trailing comment (`///<`) on the line on which a declaration ends at `pos`,
    /// and of those that go on below it.
    fn behind(&self, map: &SourceMap, pos: Pos) -> Option<String> {
        let mut end = map.spelling(pos);
        let mut lines = Vec::new();
        let next = self.list.partition_point(|comment| comment.span.lo < end);
        for comment in self.list.get(next..)?.iter().take_while(|comment| comment.trailing) {
            // The separator of an enumerator, and the semicolon, are not the declaration's.
            let is_same = map.file_offset(comment.span.lo).map(|(file, _)| file)
                == map.file_offset(end).map(|(file, _)| file);
            let between = if is_same { map.text(Span::new(end, comment.span.lo)) } else { "?" };
            let blank = between.chars().all(|c| c.is_whitespace() || matches!(c, ',' | ';'));
            if !blank || between.matches('\n').count() > usize::from(!lines.is_empty()) {
                break;
            }
            lines.push(clean(map.text(comment.span)));
            end = comment.span.hi;
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// The text that documents the declaration whose first token is at `pos`, without comment
    /// marks: the comments right before it, each at most one line apart.
    pub fn before(&self, map: &SourceMap, pos: Pos) -> Option<String> {
        let mut end = map.spelling(pos);
        let after = self.list.partition_point(|comment| comment.span.hi <= end);
        let mut first = after;
        while let Some(comment) = first.checked_sub(1).and_then(|i| self.list.get(i)) {
            let between = map.text(Span::new(comment.span.hi, end));
            let same_file = map.file_offset(comment.span.lo).map(|(file, _)| file)
                == map.file_offset(end).map(|(file, _)| file);
            let adjacent = is_adjacent(between);
            if comment.trailing || !same_file || !adjacent {
                break;
            }
            end = comment.span.lo;
            first -= 1;
        }
        let comments = self.list.get(first..after).filter(|list| !list.is_empty())?;
        let lines: Vec<String> = comments.iter().map(|c| clean(map.text(c.span))).collect();
        Some(lines.join("\n"))
    }
}

/// The documentation comment that the comment `text` is, if it is one.
pub(super) fn recognize(text: &str, span: Span) -> Option<DocComment> {
    let body = text.strip_prefix("//").or_else(|| text.strip_prefix("/*"))?;
    let mut marks = body.chars();
    let mark = marks.next()?;
    let next = marks.next();
    // `////`, `/***` are rulers and `/**/` is empty.
    let is_doc = match mark {
        '/' => text.starts_with("//") && next != Some('/'),
        '*' => text.starts_with("/*") && !matches!(next, Some('*' | '/')),
        '!' => true,
        _ => false,
    };
    is_doc.then_some(DocComment { span, trailing: next == Some('<') })
}

/// The words of a comment: marks, and the stars that start its lines, removed.
fn clean(text: &str) -> String {
    if let Some(line) = text.strip_prefix("//") {
        let line = line.trim_start_matches(['/', '!']).trim_start_matches('<');
        return line.strip_prefix(' ').unwrap_or(line).trim_end().to_string();
    }
    let body = text.strip_prefix("/*").unwrap_or(text);
    let body = body.strip_suffix("*/").unwrap_or(body);
    let body = body.trim_start_matches(['*', '!']).trim_start_matches('<');
    let lines: Vec<&str> = body
        .lines()
        .map(|line| {
            let line = line.trim();
            let line = line.strip_prefix('*').unwrap_or(line);
            line.strip_prefix(' ').unwrap_or(line)
        })
        .collect();
    lines.join("\n").trim().to_string()
}

/// Whether a comment documents what begins behind this text: there are no more than attributes, each at most one line
/// apart.
fn is_adjacent(between: &str) -> bool {
    let (mut rest, mut n_lines, mut n_attributes) = (between, 0, 0);
    loop {
        let (blank, attribute) = match rest.split_once("[[") {
            Some((blank, attribute)) => (blank, Some(attribute)),
            None => (rest, None),
        };
        if !blank.chars().all(char::is_whitespace) {
            return false;
        }
        n_lines += blank.matches('\n').count();
        let Some(attribute) = attribute else { return n_lines <= 1 + n_attributes };
        let Some((_, behind)) = attribute.split_once("]]") else { return false };
        n_attributes += 1;
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_doc(text: &str) -> bool {
        recognize(text, Span::NONE).is_some()
    }

    #[test]
    fn marks_tell_documentation() {
        assert!(is_doc("/// x") && is_doc("//! x") && is_doc("/** x */") && is_doc("/*! x */"));
        assert!(!is_doc("// x") && !is_doc("//// x") && !is_doc("/* x */"));
        assert!(!is_doc("/**/") && !is_doc("/***/") && !is_doc("//"));
    }

    #[test]
    fn marks_are_removed() {
        assert_eq!(clean("/// Adds.  "), "Adds.");
        assert_eq!(clean("///< Adds."), "Adds.");
        assert_eq!(clean("/** Adds\n  * two\n  *\n  * tiles. */"), "Adds\ntwo\n\ntiles.");
    }

    #[test]
    fn attributes_stand_between_a_comment_and_its_declaration() {
        for between in ["\n", "\n[[nodiscard]] ", "\n[[nodiscard]]\n", "\n[[a]] [[b(1)]]\n  "] {
            assert!(is_adjacent(between), "{between:?}");
        }
        for between in ["\n\n", "\nint x; ", "\n[[nodiscard]", "\n[[a]]\n\n"] {
            assert!(!is_adjacent(between), "{between:?}");
        }
    }
}
