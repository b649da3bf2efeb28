//! The directives of a text, and nothing else of it.
//!
//! In: the text of a file. Out: [`Lexed`] as of a text whose other lines are blank. So the
//! preprocessor obeys the directives of a header that nothing else is wanted of, for the time that
//! it takes to find the ends of lines, comments and literals.
//!
//! Invariant: each directive has the tokens and positions that [`lex`](super::lex) gives it. A line
//! is a directive if its first character outside of comments is `#` ([cpp.pre] paragraph 1).

use super::{FileLexer, KeywordTable, Lexed, Spliced, TokenFlags, TokenKind};
use crate::base::{Diagnostics, Interner, Pos};

/// Lexes the directives of `text`, whose first byte is at `base`.
pub fn skim(text: &str, base: Pos, keywords: &KeywordTable, interner: &mut Interner) -> Lexed {
    let mut lexed = Lexed { tokens: Vec::new(), directives: Vec::new(), docs: Vec::new() };
    let mut lines = Lines { bytes: text.as_bytes(), at: 0 };
    // What is wrong with a comment is reported by the lexer when it reads the text.
    let mut silent = Diagnostics::new();
    while let Some((start, end)) = lines.next_directive() {
        let Some(line) = text.get(start..end) else { continue };
        let source = Spliced::new(line);
        let mut lexer = FileLexer {
            source: &source,
            base: base.offset(start as u32),
            keywords,
            interner,
            diagnostics: &mut silent,
            flags: TokenFlags::START_OF_LINE,
            lexed,
        };
        lexer.take_all();
        lexed = lexer.lexed;
    }
    lexed.docs.clear();
    let end = Spliced::new("");
    let mut lexer = FileLexer {
        source: &end,
        base: base.offset(text.len() as u32),
        keywords,
        interner,
        diagnostics: &mut silent,
        flags: TokenFlags::START_OF_LINE,
        lexed,
    };
    lexer.push(TokenKind::Eof, 0, 0, "");
    lexer.lexed
}

/// A cursor that moves over lines.
struct Lines<'t> {
    bytes: &'t [u8],
    at: usize,
}

/// Where a run of bytes ends that mean nothing here.
const STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    stops[b'\n' as usize] = true;
    stops[b'/' as usize] = true;
    stops[b'"' as usize] = true;
    stops[b'\'' as usize] = true;
    stops[b'\\' as usize] = true;
    stops
};

impl Lines<'_> {
    fn here(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(b'\n')
    }

    /// Moves behind the next directive; its first byte and the end of its line.
    fn next_directive(&mut self) -> Option<(usize, usize)> {
        loop {
            self.blanks();
            // `##` starts nothing.
            let start = self.at;
            let rest = self.bytes.get(start..)?;
            let is_hash = rest.strip_prefix(b"#").is_some_and(|rest| rest.first() != Some(&b'#'));
            let is_digraph = rest.strip_prefix(b"%:").is_some_and(|rest| !rest.starts_with(b"%:"));
            self.here()?;
            if is_hash || is_digraph {
                self.line();
                return Some((start, self.at));
            }
            self.line();
            self.at += 1;
        }
    }

    /// Moves over blanks, empty lines and comments.
    fn blanks(&mut self) {
        while let Some(byte) = self.here() {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C => self.at += 1,
                b'/' if self.byte(self.at + 1) == b'*' => self.block_comment(),
                b'/' if self.byte(self.at + 1) == b'/' => self.line_comment(),
                b'\\' => {
                    let start = self.at;
                    self.splice();
                    if self.at == start + 1 {
                        self.at = start;
                        return;
                    }
                }
                0xEF if self.at == 0 && self.bytes.starts_with(b"\xEF\xBB\xBF") => self.at = 3,
                _ => return,
            }
        }
    }

    /// Moves to the end of the line that holds the cursor, outside of comments and literals.
    fn line(&mut self) {
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let len = rest.iter().position(|byte| STOPS[usize::from(*byte)]);
            let Some(len) = len else {
                self.at = self.bytes.len();
                return;
            };
            self.at += len;
            match self.byte(self.at) {
                b'\n' => return,
                b'\\' => self.splice(),
                b'"' => self.string(),
                b'\'' if self.is_separator() => self.at += 1,
                b'\'' => self.literal(b'\''),
                _ => match self.byte(self.at + 1) {
                    b'*' => self.block_comment(),
                    b'/' => self.line_comment(),
                    _ => self.at += 1,
                },
            }
        }
    }

    /// Moves over a backslash, and the line end that it takes away.
    fn splice(&mut self) {
        self.at += 1;
        let mut end = self.at;
        while matches!(self.byte(end), b' ' | b'\t' | b'\r' | 0x0B | 0x0C) {
            end += 1;
        }
        if self.byte(end) == b'\n' {
            self.at = (end + 1).min(self.bytes.len());
        }
    }

    fn block_comment(&mut self) {
        self.at += 2;
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let mut from = 0;
        while let Some(star) = rest.get(from..).and_then(|rest| find(rest, b'*')) {
            from += star + 1;
            if rest.get(from) == Some(&b'/') {
                self.at += from + 1;
                return;
            }
        }
        self.at = self.bytes.len();
    }

    /// Moves to the end of the line.
    fn line_comment(&mut self) {
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let len = find(rest, b'\n').unwrap_or(rest.len());
            let line = rest.get(..len).unwrap_or_default();
            self.at += len;
            if !line.trim_ascii_end().ends_with(b"\\") || self.at >= self.bytes.len() {
                return;
            }
            self.at += 1;
        }
    }

    /// Whether the `'` at the cursor separates digits: it touches a word that is not a prefix.
    fn is_separator(&self) -> bool {
        let word = self.word_before();
        !word.is_empty() && !matches!(word, b"u" | b"U" | b"L" | b"u8")
    }

    fn word_before(&self) -> &[u8] {
        let before = self.bytes.get(..self.at).unwrap_or_default();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let len = before.iter().rev().take_while(|byte| is_part(byte)).count();
        before.get(before.len() - len..).unwrap_or_default()
    }

    fn string(&mut self) {
        if matches!(self.word_before(), b"R" | b"u8R" | b"uR" | b"UR" | b"LR") {
            self.raw_string();
        } else {
            self.literal(b'"');
        }
    }

    /// Moves over a literal, or to the end of the line that it does not end on.
    fn literal(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.here() {
            match byte {
                b'\n' => return,
                b'\\' => {
                    let before = self.at;
                    self.splice();
                    if self.at == before + 1 {
                        self.at += usize::from(self.here().is_some_and(|byte| byte != b'\n'));
                    }
                }
                _ => {
                    self.at += 1;
                    if byte == quote {
                        return;
                    }
                }
            }
        }
    }

    fn raw_string(&mut self) {
        let open = self.at + 1;
        let rest = self.bytes.get(open..).unwrap_or_default();
        let len = rest.iter().take(17).position(|byte| *byte == b'(');
        let Some(delimiter) = len.and_then(|len| rest.get(..len)) else {
            return self.literal(b'"');
        };
        let mut from = delimiter.len() + 1;
        while let Some(close) = rest.get(from..).and_then(|rest| find(rest, b')')) {
            from += close + 1;
            let behind = rest.get(from..).unwrap_or_default();
            if behind.strip_prefix(delimiter).is_some_and(|rest| rest.first() == Some(&b'"')) {
                self.at = open + from + delimiter.len() + 1;
                return;
            }
        }
        self.at = self.bytes.len();
    }
}

fn find(bytes: &[u8], wanted: u8) -> Option<usize> {
    bytes.iter().position(|byte| *byte == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::lex;

    /// The directives that the lexer finds, each with its line, and those found here.
    fn check(text: &str) {
        let mut interner = Interner::new();
        let keywords = KeywordTable::new(&mut interner);
        let base = Pos(1);
        let whole = lex(text, base, &keywords, &mut interner, &mut Diagnostics::new());
        let mut wanted = Vec::new();
        for &at in &whole.directives {
            let rest = whole.tokens.get(at as usize + 1..).unwrap_or_default();
            let len = rest.iter().position(|token| token.starts_line()).unwrap_or(rest.len());
            wanted.extend_from_slice(&whole.tokens[at as usize..][..len + 1]);
        }
        let mut skimmed = skim(text, base, &keywords, &mut interner);
        let eof = skimmed.tokens.pop().expect("closed by one Eof");
        assert_eq!(eof.kind, TokenKind::Eof);
        assert_eq!(eof.span.lo, base.offset(text.len() as u32));
        let key = |token: &crate::lex::Token| (token.kind, token.name, token.span);
        let shown: Vec<_> = skimmed.tokens.iter().map(key).collect();
        assert_eq!(shown, wanted.iter().map(key).collect::<Vec<_>>(), "{text}");
        assert_eq!(skimmed.directives.len(), whole.directives.len(), "{text}");
    }

    #[test]
    fn directives_are_those_of_the_lexer() {
        for text in [
            "",
            "#",
            "#define A 1",
            "int x;\n#define A(b) b \\\n  + 1\nint y;\n  # undef A\n",
            "/* a\n#no\n*/ #yes /* x\n y */ 1\n#two // c \\\n#no\n#three\n",
            "\"\\\"\n#yes\n\" #no\n",
            "R\"x(\n#no\n)\" )x\"\n#yes\nu8R\"(\n#no\n)\"\n",
            "int a = 1'000'000; char c = '\"'; // '\n#yes\nchar d = u8'\\''; \"//\"\n#too\n",
            "%: define X\n%:%: no\n??=no\n",
            "a \\\n#no\n\\\n#no\n",
            "\u{feff}#yes\r\n#two\r\nx\\ \r\n#no\r\n",
            "#define Q \"/*\" '\"' \\\n \"//\"\nint x; /* unterminated\n#no",
            "L'\\\n'x\n#yes\nR\"too_long_a_delimiter_(\n#yes\n",
            "x /\\\n/ c\n#yes\n",
        ] {
            check(text);
        }
    }
}
