//! `print_tko`: C's printf, with tiles.
//!
//! A conversion takes the next operand. A scalar prints as in C; a tile prints each element that
//! way, between the [brackets](crate::printf::separator) of a nested list. [`crate::printf`] says
//! what a format is.

use super::data::Data;
use super::run::Run;
use super::trap::Malformed;
use crate::attrs::Signedness;
use crate::entities::Value;
use crate::printf::{Conversion, Piece, Spec, closing, opening, pieces, separator};
use crate::scalar::{float, int};
use crate::types::Elem;

impl Run<'_> {
    pub fn print(&mut self, values: &[Value], format: &str) -> Result<(), Malformed> {
        let mut values = values.iter();
        let mut text = String::new();
        for piece in pieces(format) {
            match piece {
                Piece::Text(plain) => text.push_str(plain),
                Piece::Percent => text.push('%'),
                Piece::Conversion { spec, .. } => match values.next() {
                    Some(&value) => text.push_str(&self.format_tile(value, spec)?),
                    None => text.push('%'),
                },
            }
        }
        self.output.push_str(&text);
        Ok(())
    }

    fn format_tile(&self, value: Value, spec: Spec) -> Result<String, Malformed> {
        let tile = self.tile(value)?;
        let data = match tile.elem {
            Elem::Ptr(_) | Elem::MultimemPtr(..) => &self.addresses(self.get(value))?,
            Elem::Scalar(_) => self.get(value),
        };
        if tile.dims.is_empty() {
            return element(tile.elem, data, 0, spec);
        }
        let mut text = opening(&tile.dims);
        for lane in 0..tile.num_elems() as usize {
            if lane > 0 {
                text.push_str(&separator(&tile.dims, lane as u64));
            }
            text.push_str(&element(tile.elem, data, lane, spec)?);
        }
        text.push_str(&closing(&tile.dims));
        Ok(text)
    }
}

/// A number to print.
enum Number {
    Int { signed: i64, unsigned: u64 },
    Float(f64),
    Address(u64),
}

fn element(elem: Elem, data: &Data, lane: usize, spec: Spec) -> Result<String, Malformed> {
    let bits = data.bits(lane).ok_or(Malformed)?;
    let number = match elem {
        Elem::Ptr(_) | Elem::MultimemPtr(..) => Number::Address(bits),
        Elem::Scalar(scalar) => match (scalar.int_width(), scalar.float_format()) {
            (Some(width), _) => Number::Int {
                // A truth value is 0 or 1, not -1.
                signed: match width {
                    crate::scalar::IntWidth::W1 => bits as i64,
                    _ => int::value(width, Signedness::Signed, bits) as i64,
                },
                unsigned: bits,
            },
            (None, Some(format)) => Number::Float(float::to_f64(format, bits)),
            (None, None) => return Err(Malformed),
        },
    };
    Ok(format_number(number, spec))
}

fn format_number(number: Number, spec: Spec) -> String {
    let precision = spec.precision.unwrap_or(6);
    let (signed, unsigned, float) = match number {
        Number::Int { signed, unsigned } => (signed, unsigned, signed as f64),
        Number::Float(x) => (x as i64, x as u64, x),
        Number::Address(address) => (address as i64, address, address as f64),
    };
    let (negative, digits) = match spec.conversion {
        Conversion::Natural | Conversion::Text => match number {
            Number::Int { signed, .. } => (signed < 0, signed.unsigned_abs().to_string()),
            Number::Float(x) => (x.is_sign_negative() && !x.is_nan(), natural(x.abs())),
            Number::Address(address) => (false, format!("{address:#x}")),
        },
        Conversion::Signed => (signed < 0, padded(signed.unsigned_abs().to_string(), spec)),
        Conversion::Unsigned => (false, padded(unsigned.to_string(), spec)),
        Conversion::Octal => {
            let prefix = if spec.alternate { "0" } else { "" };
            (false, format!("{prefix}{}", padded(format!("{unsigned:o}"), spec)))
        }
        Conversion::Hex { upper } => {
            let prefix = if spec.alternate && unsigned != 0 { "0x" } else { "" };
            let digits = format!("{prefix}{}", padded(format!("{unsigned:x}"), spec));
            (false, if upper { digits.to_uppercase() } else { digits })
        }
        Conversion::Char => (false, char::from(unsigned as u8).to_string()),
        Conversion::Pointer => (false, format!("{unsigned:#x}")),
        Conversion::Fixed | Conversion::Exponent { .. } | Conversion::General { .. } => {
            let negative = float.is_sign_negative() && !float.is_nan();
            (negative, float_digits(float.abs(), precision, spec))
        }
    };
    let takes_sign = !matches!(
        spec.conversion,
        Conversion::Unsigned
            | Conversion::Octal
            | Conversion::Hex { .. }
            | Conversion::Char
            | Conversion::Pointer
    );
    let sign = match (negative, takes_sign) {
        (true, _) => "-",
        (false, true) if spec.plus => "+",
        (false, true) if spec.space => " ",
        (false, _) => "",
    };
    let missing = spec.width.saturating_sub(sign.len() + digits.chars().count());
    let is_number = digits.starts_with(|c: char| c.is_ascii_hexdigit());
    if spec.left {
        format!("{sign}{digits}{}", " ".repeat(missing))
    } else if spec.zero && is_number {
        format!("{sign}{}{digits}", "0".repeat(missing))
    } else {
        format!("{}{sign}{digits}", " ".repeat(missing))
    }
}

/// Integers take at least as many digits as the precision says.
fn padded(digits: String, spec: Spec) -> String {
    let missing = spec.precision.unwrap_or(0).saturating_sub(digits.len());
    format!("{}{digits}", "0".repeat(missing))
}

/// Digits that tell a value from its neighbours, without an exponent where that is short.
fn natural(x: f64) -> String {
    if x != 0.0 && x.is_finite() && !(1e-5..1e16).contains(&x) {
        exponent(format!("{x:e}"))
    } else {
        special(x).unwrap_or_else(|| x.to_string())
    }
}

fn special(x: f64) -> Option<String> {
    match (x.is_nan(), x.is_infinite()) {
        (true, _) => Some("nan".to_owned()),
        (_, true) => Some("inf".to_owned()),
        (false, false) => None,
    }
}

fn float_digits(x: f64, precision: usize, spec: Spec) -> String {
    if let Some(text) = special(x) {
        return text;
    }
    match spec.conversion {
        Conversion::Exponent { upper } => {
            let text = exponent(format!("{x:.precision$e}"));
            if upper { text.to_uppercase() } else { text }
        }
        Conversion::General { upper } => {
            let text = general(x, precision.max(1), spec.alternate);
            if upper { text.to_uppercase() } else { text }
        }
        _ => format!("{x:.precision$}"),
    }
}

/// Rust's `1e5` as C's `1e+05`.
fn exponent(text: String) -> String {
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let value: i32 = exponent.parse().unwrap_or(0);
            let sign = if value < 0 { '-' } else { '+' };
            format!("{mantissa}e{sign}{:02}", value.abs())
        }
        None => text,
    }
}

/// `%g`: `precision` significant digits, trailing zeros dropped unless `keep_zeros`.
fn general(x: f64, precision: usize, keep_zeros: bool) -> String {
    let scientific = format!("{x:.*e}", precision - 1);
    let power: i32 =
        scientific.split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0);
    let strip = |text: &str| {
        if keep_zeros || !text.contains('.') {
            return text.to_owned();
        }
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    if (-4..precision as i32).contains(&power) {
        let decimals = (precision as i32 - 1 - power).max(0) as usize;
        strip(&format!("{x:.decimals$}"))
    } else {
        let (mantissa, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        exponent(format!("{}e{power}", strip(mantissa)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(format: &str, number: Number) -> String {
        match crate::printf::conversion(&format[1..]) {
            Some((spec, "")) => format_number(number, spec),
            _ => panic!("{format}"),
        }
    }

    #[test]
    fn numbers_print_as_in_c() {
        let int = |x: i32| Number::Int { signed: x.into(), unsigned: x as u32 as u64 };
        assert_eq!(print("%d", int(-5)), "-5");
        assert_eq!(print("%5d", int(42)), "   42");
        assert_eq!(print("%-5d", int(42)), "42   ");
        assert_eq!(print("%+05i", int(42)), "+0042");
        assert_eq!(print("%u", int(-1)), "4294967295");
        assert_eq!(print("%#x", int(255)), "0xff");
        assert_eq!(print("%08llX", int(255)), "000000FF");
        assert_eq!(print("%.3d", int(7)), "007");
        assert_eq!(print("%c", int(65)), "A");
        assert_eq!(print("%f", Number::Float(1.5)), "1.500000");
        assert_eq!(print("%8.2f", Number::Float(-1.005)), "   -1.00");
        assert_eq!(print("%e", Number::Float(12345.678)), "1.234568e+04");
        assert_eq!(print("%g", Number::Float(0.0001)), "0.0001");
        assert_eq!(print("%g", Number::Float(1e-5)), "1e-05");
        assert_eq!(print("%g", Number::Float(1234567.0)), "1.23457e+06");
        assert_eq!(print("%05f", Number::Float(f64::NEG_INFINITY)), " -inf");
        assert_eq!(print("%p", Number::Address(256)), "0x100");
    }
}
