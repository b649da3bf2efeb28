//! Formats of `print_tko`, which are C's with tiles (C11 7.21.6.1).
//!
//! A conversion takes the next operand. Its length modifiers only repeat what the operand's type
//! says, so they are read over. A tile prints as a nested list on one line, as NVIDIA's compiler
//! prints it, and every element by the conversion:
//!
//! ```text
//! [[1, -2], [30, 4]]
//! ```
//!
//! Besides C's conversions, a `%` that starts none prints its operand in its natural form, as in
//! the dialect's examples (`"x: %, y: %\n"`).

/// A conversion specification of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: usize,
    pub precision: Option<usize>,
    pub conversion: Conversion,
}

/// How an operand becomes text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// As the operand's type suggests.
    Natural,
    Signed,
    Unsigned,
    Octal,
    Hex {
        upper: bool,
    },
    Char,
    Fixed,
    Exponent {
        upper: bool,
    },
    General {
        upper: bool,
    },
    Pointer,
    /// `%s`: text is made part of the format while lowering; any other operand prints naturally.
    Text,
}

/// A piece of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'f> {
    Text(&'f str),
    /// `%%`
    Percent,
    Conversion {
        spec: Spec,
        /// As written, with its `%`.
        written: &'f str,
    },
}

/// Splits a format at its conversions.
pub fn pieces(format: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        if at > 0 {
            pieces.push(Piece::Text(&rest[..at]));
        }
        let start = &rest[at..];
        rest = &start[1..];
        if let Some(after) = rest.strip_prefix('%') {
            pieces.push(Piece::Percent);
            rest = after;
            continue;
        }
        let (spec, after) = conversion(rest).unwrap_or((Spec::NATURAL, rest));
        let written = &start[..start.len() - after.len()];
        pieces.push(Piece::Conversion { spec, written });
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

/// Appends text to a format, so that it prints as it is.
pub fn push_text(format: &mut String, text: &str) {
    for c in text.chars() {
        format.push_str(if c == '%' { "%" } else { "" });
        format.push(c);
    }
}

impl Spec {
    pub const NATURAL: Spec = Spec {
        left: false,
        plus: false,
        space: false,
        alternate: false,
        zero: false,
        width: 0,
        precision: None,
        conversion: Conversion::Natural,
    };

    /// Appends the specification with a conversion of C, such as `lld`.
    pub fn write(&self, conversion: &str, format: &mut String) {
        format.push('%');
        let flags = [
            (self.left, '-'),
            (self.plus, '+'),
            (self.space, ' '),
            (self.alternate, '#'),
            (self.zero, '0'),
        ];
        format.extend(flags.iter().filter(|(given, _)| *given).map(|(_, flag)| flag));
        if self.width > 0 {
            format.push_str(&self.width.to_string());
        }
        if let Some(precision) = self.precision {
            format.push('.');
            format.push_str(&precision.to_string());
        }
        format.push_str(conversion);
    }

    /// `%s` of a text: no more characters than the precision, no fewer than the width.
    pub fn text(&self, text: &str) -> String {
        let cut: String = text.chars().take(self.precision.unwrap_or(usize::MAX)).collect();
        let width = self.width;
        if self.left { format!("{cut:<width$}") } else { format!("{cut:>width$}") }
    }
}

/// Wider fields are cut to this: a format is data of the program under test.
const MAX_WIDTH: usize = 1000;

/// The conversion that `text`, after its `%`, starts with, and what follows.
pub(crate) fn conversion(text: &str) -> Option<(Spec, &str)> {
    let mut spec = Spec::NATURAL;
    let mut rest = text;
    while let Some(flag) = rest.chars().next().filter(|c| "-+ #0".contains(*c)) {
        match flag {
            '-' => spec.left = true,
            '+' => spec.plus = true,
            ' ' => spec.space = true,
            '#' => spec.alternate = true,
            _ => spec.zero = true,
        }
        rest = &rest[1..];
    }
    let number = |rest: &mut &str| {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let value = rest[..digits].parse().unwrap_or(0);
        *rest = &rest[digits..];
        usize::min(value, MAX_WIDTH)
    };
    spec.width = number(&mut rest);
    if let Some(after) = rest.strip_prefix('.') {
        rest = after;
        spec.precision = Some(number(&mut rest));
    }
    rest = rest.trim_start_matches(['h', 'l', 'j', 'z', 't', 'L', 'q']);
    let mut chars = rest.chars();
    spec.conversion = match chars.next()? {
        'd' | 'i' => Conversion::Signed,
        'u' => Conversion::Unsigned,
        'o' => Conversion::Octal,
        'x' => Conversion::Hex { upper: false },
        'X' => Conversion::Hex { upper: true },
        'c' => Conversion::Char,
        'f' | 'F' => Conversion::Fixed,
        'e' => Conversion::Exponent { upper: false },
        'E' => Conversion::Exponent { upper: true },
        'g' | 'a' => Conversion::General { upper: false },
        'G' | 'A' => Conversion::General { upper: true },
        'p' => Conversion::Pointer,
        's' => Conversion::Text,
        _ => return None,
    };
    Some((spec, chars.as_str()))
}

/// The text in front of the first element of a tile.
pub fn opening(dims: &[u32]) -> String {
    "[".repeat(dims.len())
}

/// The text behind the last element of a tile.
pub fn closing(dims: &[u32]) -> String {
    "]".repeat(dims.len())
}

/// The text between element `index - 1`, in row-major order, and element `index`: the lists that end
/// there are closed, and as many are opened.
pub fn separator(dims: &[u32], index: u64) -> String {
    let mut size = 1;
    let ended = dims
        .iter()
        .rev()
        .take_while(|dim| {
            size *= u64::from(**dim);
            index.is_multiple_of(size)
        })
        .count();
    format!("{}, {}", "]".repeat(ended), "[".repeat(ended))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_falls_into_pieces() {
        let split = pieces("a%5.2f%%%-lld|%");
        let written: Vec<&str> = split
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text,
                Piece::Percent => "%%",
                Piece::Conversion { written, .. } => written,
            })
            .collect();
        assert_eq!(written, ["a", "%5.2f", "%%", "%-lld", "|", "%"]);
    }

    #[test]
    fn a_specification_is_written_as_it_was_read() {
        for text in ["%5.2f", "%-+ #03.1f", "%f", "%.0f"] {
            let Some((spec, "")) = conversion(&text[1..]) else { panic!("{text}") };
            let mut written = String::new();
            spec.write("f", &mut written);
            assert_eq!(written, text);
        }
    }

    #[test]
    fn text_becomes_part_of_a_format() {
        let (spec, _) = conversion("-5.2s").expect("a conversion");
        assert_eq!(spec.text("abc"), "ab   ");
        let mut format = String::new();
        push_text(&mut format, "5%d");
        assert_eq!(format, "5%%d");
    }

    #[test]
    fn elements_stand_in_nested_lists() {
        let list = |dims: &[u32]| {
            let count: u32 = dims.iter().product();
            let mut text = opening(dims);
            for i in 0..count {
                if i > 0 {
                    text.push_str(&separator(dims, u64::from(i)));
                }
                text.push_str(&i.to_string());
            }
            text + &closing(dims)
        };
        assert_eq!(list(&[4]), "[0, 1, 2, 3]");
        assert_eq!(list(&[2, 2]), "[[0, 1], [2, 3]]");
        assert_eq!(list(&[2, 1, 2]), "[[[0, 1]], [[2, 3]]]");
        assert_eq!(list(&[2, 2, 1]), "[[[0], [1]], [[2], [3]]]");
    }
}
