//! Characters and strings: [lex.ccon], [lex.string].

use super::LiteralError;
use crate::codes;

/// Bytes of the parts of one string literal as they are written, quotes among them.
const MAX_STRING_BYTES: usize = 1 << 22;

/// The prefix of a character or string literal, and with it the type of a code unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// `char`, UTF-8.
    Ordinary,
    /// `u8`: `char8_t`.
    Utf8,
    /// `u`: `char16_t`.
    Utf16,
    /// `U`: `char32_t`.
    Utf32,
    /// `L`: `wchar_t`, UTF-32.
    Wide,
}

impl Encoding {
    fn split(spelling: &str) -> (Encoding, &str) {
        const PREFIXES: [(&str, Encoding); 4] = [
            ("u8", Encoding::Utf8),
            ("u", Encoding::Utf16),
            ("U", Encoding::Utf32),
            ("L", Encoding::Wide),
        ];
        for (prefix, encoding) in PREFIXES {
            if let Some(rest) = spelling.strip_prefix(prefix) {
                return (encoding, rest);
            }
        }
        (Encoding::Ordinary, spelling)
    }

    /// The largest code unit.
    fn max_unit(self) -> u32 {
        match self {
            Encoding::Ordinary | Encoding::Utf8 => 0xff,
            Encoding::Utf16 => 0xffff,
            Encoding::Utf32 | Encoding::Wide => u32::MAX,
        }
    }

    fn push(self, character: char, units: &mut Vec<u32>) {
        match self {
            Encoding::Ordinary | Encoding::Utf8 => {
                let mut buffer = [0; 4];
                units.extend(character.encode_utf8(&mut buffer).bytes().map(u32::from));
            }
            Encoding::Utf16 => {
                let mut buffer = [0; 2];
                units.extend(character.encode_utf16(&mut buffer).iter().map(|&u| u32::from(u)));
            }
            Encoding::Utf32 | Encoding::Wide => units.push(character.into()),
        }
    }
}

/// A character literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CharLit {
    /// The value, sign-extended where the type is signed.
    pub value: i64,
    pub encoding: Encoding,
    /// `'ab'`: of type `int`.
    pub multicharacter: bool,
    pub ud_suffix: Option<Box<str>>,
    /// What looks like a mistake, but has a meaning.
    pub warning: Option<LiteralError>,
}

/// A string literal, or several in a row, without the terminating zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StringLit {
    pub units: Vec<u32>,
    pub encoding: Encoding,
    pub ud_suffix: Option<Box<str>>,
    pub warning: Option<LiteralError>,
}

impl StringLit {
    /// The bytes of an ordinary or UTF-8 literal.
    pub fn bytes(&self) -> Vec<u8> {
        self.units.iter().map(|&unit| unit as u8).collect()
    }

    /// For diagnostics and symbol names: the text, with U+FFFD for what is none.
    pub fn to_text(&self) -> String {
        match self.encoding {
            Encoding::Ordinary | Encoding::Utf8 => {
                String::from_utf8_lossy(&self.bytes()).into_owned()
            }
            Encoding::Utf16 => {
                let units: Vec<u16> = self.units.iter().map(|&unit| unit as u16).collect();
                String::from_utf16_lossy(&units)
            }
            Encoding::Utf32 | Encoding::Wide => {
                self.units.iter().map(|&u| char::from_u32(u).unwrap_or('\u{fffd}')).collect()
            }
        }
    }
}

/// Reads a character literal.
pub fn character(spelling: &str) -> Result<CharLit, LiteralError> {
    let (encoding, quoted) = Encoding::split(spelling);
    let (body, suffix) = unquote(quoted, '\'');
    let mut units = Vec::new();
    let mut n_characters = 0;
    let mut warning = None;
    let mut rest = body;
    while !rest.is_empty() {
        rest = element(rest, encoding, &mut units, &mut warning)?;
        n_characters += 1;
    }
    let value = match (encoding, &units[..]) {
        (_, []) => {
            let message = "character literal is empty";
            return Err(LiteralError::new(codes::EMPTY_CHARACTER, message, "expected a character"));
        }
        // Plain `char` is signed.
        (Encoding::Ordinary, [unit]) => i64::from(*unit as u8 as i8),
        (Encoding::Ordinary, units) if n_characters > 1 && units.len() <= 4 => {
            let value = units.iter().fold(0u32, |value, unit| value << 8 | unit);
            i64::from(value as i32)
        }
        (Encoding::Wide, [unit]) => i64::from(*unit as i32),
        (_, [unit]) => i64::from(*unit),
        _ => {
            return Err(LiteralError::new(
                codes::CHARACTER_TOO_LONG,
                format!("character literal `{spelling}` holds more than one code unit"),
                if n_characters > 1 {
                    "write a string literal for more than one character"
                } else {
                    "its type is too narrow for this character"
                },
            ));
        }
    };
    let ud_suffix = (!suffix.is_empty()).then(|| suffix.into());
    Ok(CharLit { value, encoding, multicharacter: units.len() > 1, ud_suffix, warning })
}

/// Reads adjacent string literals as one ([lex.string] paragraph 7, [lex.ext] paragraph 8).
pub fn string(spellings: &[&str]) -> Result<StringLit, LiteralError> {
    let mut encoding = Encoding::Ordinary;
    let mut ud_suffix: Option<Box<str>> = None;
    for spelling in spellings {
        let (own, quoted) = Encoding::split(spelling);
        if own != Encoding::Ordinary && encoding != Encoding::Ordinary && own != encoding {
            return Err(LiteralError::new(
                codes::MIXED_STRING_PREFIXES,
                "adjacent string literals have different prefixes",
                "differs from the prefix before",
            ));
        }
        if own != Encoding::Ordinary {
            encoding = own;
        }
        let (_, suffix) = unquote(quoted, '"');
        if suffix.is_empty() {
            continue;
        }
        if ud_suffix.as_deref().is_some_and(|known| known != suffix) {
            return Err(LiteralError::new(
                codes::MIXED_STRING_PREFIXES,
                "adjacent string literals have different user-defined suffixes",
                "differs from the suffix before",
            ));
        }
        ud_suffix = Some(suffix.into());
    }
    if spellings.iter().map(|spelling| spelling.len()).sum::<usize>() > MAX_STRING_BYTES {
        return Err(LiteralError::new(
            codes::STRING_TOO_LONG,
            format!("a string literal cannot have more than {MAX_STRING_BYTES} bytes"),
            "this is too long",
        ));
    }
    let mut units = Vec::new();
    let mut warning = None;
    for spelling in spellings {
        let (_, quoted) = Encoding::split(spelling);
        let (body, _) = unquote(quoted, '"');
        if quoted.starts_with('R') {
            // A line of a raw string ends in one new-line, however the file ends its lines.
            for character in body.replace("\r\n", "\n").chars() {
                encoding.push(character, &mut units);
            }
            continue;
        }
        let mut rest = body;
        while !rest.is_empty() {
            rest = element(rest, encoding, &mut units, &mut warning)?;
        }
    }
    Ok(StringLit { units, encoding, ud_suffix, warning })
}

/// The inside of a literal and its user-defined suffix, given its spelling behind the prefix.
fn unquote(quoted: &str, quote: char) -> (&str, &str) {
    let Some(close) = quoted.rfind(quote) else { return ("", "") };
    let suffix = &quoted[close + 1..];
    let (open, close) = match quoted.strip_prefix('R') {
        // R"delimiter( ... )delimiter"
        Some(raw) => {
            let delimiter = raw.find('(').unwrap_or(0);
            (delimiter + 2, (close + 1).saturating_sub(delimiter + 1))
        }
        None => (1, close),
    };
    (quoted.get(open..close).unwrap_or(""), suffix)
}

/// Reads one character or escape sequence from the front of `text`, and returns the rest.
fn element<'s>(
    text: &'s str,
    encoding: Encoding,
    units: &mut Vec<u32>,
    warning: &mut Option<LiteralError>,
) -> Result<&'s str, LiteralError> {
    let mut characters = text.chars();
    let Some(first) = characters.next() else { return Ok("") };
    if first != '\\' {
        encoding.push(first, units);
        return Ok(characters.as_str());
    }
    let Some(escape) = characters.next() else { return Ok("") };
    let rest = characters.as_str();
    let value = match escape {
        'n' => 0x0a,
        't' => 0x09,
        'r' => 0x0d,
        'a' => 0x07,
        'b' => 0x08,
        'f' => 0x0c,
        'v' => 0x0b,
        // GNU.
        'e' => 0x1b,
        '\\' | '\'' | '"' | '?' => escape.into(),
        '0'..='7' => {
            let digits = leading(&text[1..], 8, 3);
            push_unit(digits, 8, encoding, units)?;
            return Ok(&text[1 + digits.len()..]);
        }
        'x' => {
            let digits = leading(rest, 16, usize::MAX);
            if digits.is_empty() {
                return Err(invalid_escape("`\\x` has no digits", "expected hexadecimal digits"));
            }
            push_unit(digits, 16, encoding, units)?;
            return Ok(&rest[digits.len()..]);
        }
        'u' | 'U' => {
            let n_digits = if escape == 'u' { 4 } else { 8 };
            let digits = leading(rest, 16, n_digits);
            let value = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
            let Some(value) = value.filter(|_| digits.len() == n_digits) else {
                let message = format!("`\\{escape}{digits}` names no character");
                let label =
                    format!("expected {n_digits} hexadecimal digits of a Unicode character");
                return Err(invalid_escape(message, label));
            };
            encoding.push(value, units);
            return Ok(&rest[digits.len()..]);
        }
        other => {
            warning.get_or_insert_with(|| {
                LiteralError::new(
                    codes::UNKNOWN_ESCAPE,
                    format!("unknown escape sequence `\\{other}`"),
                    format!("means `{other}`; write `\\\\` for a backslash"),
                )
            });
            encoding.push(other, units);
            return Ok(rest);
        }
    };
    units.push(value);
    Ok(rest)
}

/// The longest prefix of at most `max` digits.
fn leading(text: &str, radix: u32, max: usize) -> &str {
    let len = text.bytes().take(max).take_while(|&b| char::from(b).is_digit(radix)).count();
    &text[..len]
}

fn push_unit(
    digits: &str,
    radix: u32,
    encoding: Encoding,
    units: &mut Vec<u32>,
) -> Result<(), LiteralError> {
    match u32::from_str_radix(digits, radix) {
        Ok(value) if value <= encoding.max_unit() => {
            units.push(value);
            Ok(())
        }
        _ => Err(invalid_escape(
            "escape sequence is out of range",
            format!("the largest code unit here is {:#x}", encoding.max_unit()),
        )),
    }
}

fn invalid_escape(message: impl Into<String>, label: impl Into<String>) -> LiteralError {
    LiteralError::new(codes::INVALID_ESCAPE, message, label)
}
