//! The tokens of a translation unit as text again: what `-E` prints, and what tests compare.
//!
//! In: the tokens that the parser would read. Out: text that reads as the same tokens, each line of
//! theirs on a line of its own. With markers, `# LINE "FILE"` says where the lines were, as GCC
//! does; a `3` behind it marks system headers.

use crate::base::{Interner, SourceMap, StretchId};
use crate::lex::{Token, TokenKind};

/// Whether the text says where its lines come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineMarkers {
    None,
    All,
}

/// Lines up to this far away are reached with line ends, as GCC does, and not with a marker.
const MAX_BLANK_LINES: u32 = 8;

/// Prints tokens, up to `Eof`.
pub fn print(
    tokens: &[Token],
    interner: &Interner,
    map: &SourceMap,
    markers: LineMarkers,
) -> String {
    let mut printer = Printer { text: String::new(), map, markers, place: None };
    let mut previous: Option<Token> = None;
    for &token in tokens.iter().take_while(|token| token.kind != TokenKind::Eof) {
        if token.kind == TokenKind::PragmaEnd {
            printer.end_line();
            continue;
        }
        let is_first = token.starts_line() || token.kind == TokenKind::PragmaStart;
        if is_first {
            printer.start_line(token);
        }
        let parts =
            previous.is_some_and(|left| token.has_leading_space() || may_merge(left, token));
        if parts && !printer.text.is_empty() && !printer.text.ends_with('\n') {
            printer.text.push(' ');
        }
        let spelling = match token.kind {
            TokenKind::PragmaStart => "#pragma",
            _ => interner.text(token.name),
        };
        printer.write(spelling);
        previous = Some(token);
    }
    if markers == LineMarkers::All {
        printer.end_line();
    }
    printer.text
}

struct Printer<'m> {
    text: String,
    map: &'m SourceMap,
    markers: LineMarkers,
    /// The file and line that the next character stands for, once that is known.
    place: Option<(StretchId, u32)>,
}

impl Printer<'_> {
    fn write(&mut self, spelling: &str) {
        self.text.push_str(spelling);
        // A raw string may have line ends.
        let n_lines = spelling.matches('\n').count() as u32;
        if let Some((_, line)) = &mut self.place {
            *line += n_lines;
        }
    }

    fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.write("\n");
        }
    }

    fn start_line(&mut self, token: Token) {
        self.end_line();
        let found = self.map.locate(token.span.lo).and_then(|(file, _)| {
            let (_, offset) = self.map.file_offset(self.map.resolve(token.span).lo)?;
            let (_, at) = self.map.file(file).presumed(offset);
            Some((self.map.file(file).stretch_at(offset), at.line))
        });
        let Some((file, line)) = found.filter(|_| self.markers == LineMarkers::All) else { return };
        match self.place {
            Some((old, at)) if old == file && at <= line && line - at <= MAX_BLANK_LINES => {
                (at..line).for_each(|_| self.text.push('\n'));
            }
            _ => {
                let source = self.map.file(file.file);
                let path = self.map.stretch(file).path.replace('\\', "\\\\").replace('"', "\\\"");
                let flag = if source.is_system { " 3" } else { "" };
                self.text.push_str(&format!("# {line} \"{path}\"{flag}\n"));
            }
        }
        self.place = Some((file, line));
    }
}

/// Whether two tokens without space between them might read as one.
fn may_merge(left: Token, right: Token) -> bool {
    let is_wordy = |kind: TokenKind| kind.is_word() || kind.is_literal();
    let is_operator = |kind: TokenKind| kind >= TokenKind::Dot && kind <= TokenKind::HashHash;
    (is_wordy(left.kind) && is_wordy(right.kind))
        || (is_operator(left.kind) && is_operator(right.kind))
        || (left.kind == TokenKind::Dot && right.kind.is_literal())
}
