//! Words of one line of a schedule.

use lang::base::{Pos, Span};

/// Why a line cannot be read, and where.
pub struct SyntaxError {
    pub span: Span,
    pub message: String,
}

pub type Parsed<T> = Result<T, SyntaxError>;

/// A place in a line.
pub struct Cursor<'a> {
    line: &'a str,
    /// Where the line begins.
    base: Pos,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(line: &'a str, base: Pos) -> Cursor<'a> {
        Cursor { line, base, at: 0 }
    }

    /// The word at the place: a name, a number, a text in quotes or one sign.
    pub fn peek(&self) -> &'a str {
        let rest = self.line[self.at..].trim_start();
        let Some(first) = rest.chars().next() else { return "" };
        let is_part = |c: char| c.is_alphanumeric() || "_%@#".contains(c);
        let len = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '@' if rest[1..].starts_with('"') => {
                rest[2..].find('"').map_or(rest.len(), |end| end + 3)
            }
            '.' if rest.starts_with("..") => 2,
            first if is_part(first) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            first => first.len_utf8(),
        };
        &rest[..len]
    }

    pub fn next(&mut self) -> &'a str {
        let word = self.peek();
        let skipped = self.line[self.at..].len() - self.line[self.at..].trim_start().len();
        self.at += skipped + word.len();
        word
    }

    /// Takes a word if it is this one.
    pub fn eat(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        if found {
            self.next();
        }
        found
    }

    pub fn expect(&mut self, words: &[&str]) -> Parsed<()> {
        for word in words {
            if !self.eat(word) {
                return Err(self.error(format!("expected `{word}` here")));
            }
        }
        Ok(())
    }

    pub fn number(&mut self) -> Parsed<u32> {
        let word = self.peek();
        let number = word.parse().map_err(|_| self.error("expected a number here"))?;
        self.next();
        Ok(number)
    }

    /// A number behind a letter, as in `p0`.
    pub fn numbered(&mut self, letter: char) -> Parsed<usize> {
        let number = self.peek().strip_prefix(letter).and_then(|number| number.parse().ok());
        let number = number
            .ok_or_else(|| self.error(format!("expected a name such as `{letter}0` here")))?;
        self.next();
        Ok(number)
    }

    /// Numbers in brackets.
    pub fn numbers(&mut self) -> Parsed<Vec<u32>> {
        self.list(Cursor::number)
    }

    /// What is in brackets, between commas.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect(&["["])?;
        let mut items = Vec::new();
        while !self.eat("]") {
            items.push(item(self)?);
            if !self.eat(",") && self.peek() != "]" {
                return Err(self.error("`]` is expected here"));
            }
        }
        Ok(items)
    }

    /// That nothing follows.
    pub fn end(&self) -> Parsed<()> {
        match self.peek() {
            "" => Ok(()),
            word => Err(self.error(format!("unexpected `{word}`"))),
        }
    }

    /// Where the words of the line are.
    pub fn line_span(&self) -> Span {
        let words = self.line.trim();
        let indent = self.line.len() - self.line.trim_start().len();
        let start = self.base.offset(indent as u32);
        Span::new(start, start.offset(words.len() as u32))
    }

    /// An error at the next word.
    pub fn error(&self, message: impl Into<String>) -> SyntaxError {
        let skipped = self.line[self.at..].len() - self.line[self.at..].trim_start().len();
        let start = self.base.offset((self.at + skipped) as u32);
        let span = Span::new(start, start.offset(self.peek().len() as u32));
        SyntaxError { span, message: message.into() }
    }
}
