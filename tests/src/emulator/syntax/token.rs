//! Words of PTX text.

use super::Result;

/// A word and the line it is on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Token<'t> {
    pub line: u32,
    pub kind: Kind<'t>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind<'t> {
    /// A mnemonic with its modifiers, a directive (`.reg`), a register, a symbol.
    Word(&'t str),
    /// Bits of a number: an integer in two's complement, an `0f` or an `0d` constant.
    Number(u64),
    Text(&'t str),
    Mark(char),
}

/// Splits text into tokens; comments are dropped.
pub fn tokens(text: &str) -> Result<Vec<Token<'_>>> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let start = at;
        let kind = match bytes[at] {
            b'\n' => {
                line += 1;
                at += 1;
                continue;
            }
            c if c.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = end_of(bytes, at, |c| c != b'\n');
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = text[at..].find("*/").ok_or(format!("line {line}: open comment"))?;
                line += text[at..at + end].matches('\n').count() as u32;
                at += end + 2;
                continue;
            }
            b'"' => {
                let end = text[at + 1..].find('"').ok_or(format!("line {line}: open text"))?;
                at += end + 2;
                Kind::Text(&text[start + 1..at - 1])
            }
            c if c.is_ascii_digit() => {
                at = end_of(bytes, at, |c| c.is_ascii_alphanumeric());
                Kind::Number(number(&text[start..at]).ok_or_else(|| {
                    format!("line {line}: `{}` is not a number", &text[start..at])
                })?)
            }
            c if begins_word(c) => {
                at = end_of_word(bytes, at);
                Kind::Word(&text[start..at])
            }
            _ => {
                let mark = text[at..].chars().next().unwrap_or(' ');
                at += mark.len_utf8();
                Kind::Mark(mark)
            }
        };
        out.push(Token { line, kind });
    }
    Ok(out)
}

fn end_of(bytes: &[u8], mut at: usize, part: impl Fn(u8) -> bool) -> usize {
    while bytes.get(at).is_some_and(|&c| part(c)) {
        at += 1;
    }
    at
}

fn begins_word(c: u8) -> bool {
    c.is_ascii_alphabetic() || matches!(c, b'_' | b'$' | b'%' | b'.')
}

/// A `::` is inside a word (`.shared::cta`), a single colon ends a label.
fn end_of_word(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = end_of(bytes, at, |c| begins_word(c) || c.is_ascii_digit());
        let inner = bytes[at..].starts_with(b"::")
            && bytes.get(at + 2).is_some_and(u8::is_ascii_alphanumeric);
        if !inner {
            return at;
        }
        at += 2;
    }
}

fn number(text: &str) -> Option<u64> {
    let text = text.strip_suffix('U').unwrap_or(text);
    let prefixed = |prefix: [&str; 2]| prefix.iter().find_map(|prefix| text.strip_prefix(prefix));
    if let Some(digits) = prefixed(["0f", "0F"]) {
        return (digits.len() == 8).then(|| u64::from_str_radix(digits, 16).ok())?;
    }
    if let Some(digits) = prefixed(["0d", "0D"]) {
        return (digits.len() == 16).then(|| u64::from_str_radix(digits, 16).ok())?;
    }
    if let Some(digits) = prefixed(["0x", "0X"]) {
        return u64::from_str_radix(digits, 16).ok();
    }
    text.parse().ok()
}
