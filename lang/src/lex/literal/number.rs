//! Numbers: [lex.icon], [lex.fcon], and the numeric half of [lex.ext].

use super::LiteralError;
use crate::codes;

/// The value of a preprocessing number.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    Int(IntLit),
    Float(FloatLit),
}

/// An integer literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntLit {
    pub value: u64,
    /// The type of a literal without user-defined suffix.
    pub ty: IntType,
    /// The suffix of a user-defined literal: `_ic` of `10_ic`.
    pub ud_suffix: Option<Box<str>>,
}

/// The types of an integer literal, where `long` has 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntType {
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
}

/// A floating-point literal; exact rounding to the type happens where the type is known.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatLit {
    /// Rounded to nearest even, as a `double` literal.
    pub as_f64: f64,
    /// Rounded to nearest even from the digits, as a `float` literal.
    pub as_f32: f32,
    pub suffix: FloatSuffix,
    /// The suffix of a user-defined literal.
    pub ud_suffix: Option<Box<str>>,
}

/// The type of a floating-point literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatSuffix {
    /// No suffix: `double`.
    None,
    /// `f`: `float`.
    F,
    /// `l`: `long double`.
    L,
}

/// Reads a preprocessing number.
pub fn number(spelling: &str) -> Result<Number, LiteralError> {
    let parts = Parts::split(spelling);
    if parts.is_float { float(spelling, parts) } else { integer(spelling, parts).map(Number::Int) }
}

/// A number cut into base, digits and suffix.
struct Parts<'s> {
    radix: u32,
    /// With separators, and for a floating-point literal with point and exponent.
    digits: &'s str,
    suffix: &'s str,
    is_float: bool,
}

impl<'s> Parts<'s> {
    fn split(spelling: &'s str) -> Parts<'s> {
        let bytes = spelling.as_bytes();
        let (radix, start) = match bytes {
            [b'0', b'x' | b'X', ..] => (16, 2),
            [b'0', b'b' | b'B', ..] => (2, 2),
            _ => (10, 0),
        };
        let is_digit = |b: u8| if radix == 16 { b.is_ascii_hexdigit() } else { b.is_ascii_digit() };
        let mut at = start;
        let mut is_float = false;
        while let Some(&b) = bytes.get(at) {
            let exponent = match radix {
                16 => matches!(b, b'p' | b'P'),
                10 => matches!(b, b'e' | b'E') && starts_exponent(&bytes[at + 1..]),
                _ => false,
            };
            if exponent {
                is_float = true;
                at += 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
                while bytes.get(at).is_some_and(|b| b.is_ascii_digit() || *b == b'\'') {
                    at += 1;
                }
                break;
            }
            if b == b'.' {
                is_float = true;
            } else if !(is_digit(b) || b == b'\'') {
                break;
            }
            at += 1;
        }
        let radix =
            if radix == 10 && !is_float && bytes.first() == Some(&b'0') { 8 } else { radix };
        Parts { radix, digits: &spelling[start..at], suffix: &spelling[at..], is_float }
    }
}

/// Whether what follows an `e` is an exponent: `1e_x` and `1er` are user-defined literals.
fn starts_exponent(rest: &[u8]) -> bool {
    match rest {
        [b'+' | b'-', ..] => true,
        [b, ..] => b.is_ascii_digit(),
        [] => true,
    }
}

fn integer(spelling: &str, parts: Parts<'_>) -> Result<IntLit, LiteralError> {
    let mut value: u64 = 0;
    let mut overflow = false;
    let mut n_digits = 0;
    for digit in parts.digits.chars().filter(|&c| c != '\'') {
        let Some(digit_value) = digit.to_digit(parts.radix) else {
            let base = if parts.radix == 8 { "octal" } else { "binary" };
            let message = format!("invalid digit `{digit}` in {base} literal `{spelling}`");
            let label = match parts.radix {
                8 => "a literal that starts with `0` is octal: without the `0` it is decimal",
                _ => "a binary literal has the digits `0` and `1`",
            };
            return Err(LiteralError::new(codes::INVALID_NUMBER, message, label));
        };
        let next =
            value.checked_mul(parts.radix.into()).and_then(|v| v.checked_add(digit_value.into()));
        overflow |= next.is_none();
        value = next.unwrap_or(0);
        n_digits += 1;
    }
    if n_digits == 0 {
        return Err(no_digits(spelling));
    }
    if overflow {
        return Err(LiteralError::new(
            codes::INTEGER_TOO_LARGE,
            format!("integer literal `{spelling}` is too large"),
            format!("the largest value is {}", u64::MAX),
        ));
    }
    let (suffix, ud_suffix) = match IntSuffix::read(parts.suffix) {
        Some(suffix) => (suffix, None),
        None => (IntSuffix::default(), Some(ud_suffix(spelling, parts.suffix)?)),
    };
    let ty = suffix.choose(value, parts.radix == 10);
    Ok(IntLit { value, ty, ud_suffix })
}

/// A user-defined suffix; must be an identifier.
fn ud_suffix(spelling: &str, suffix: &str) -> Result<Box<str>, LiteralError> {
    let first = suffix.chars().next().unwrap_or('0');
    let plain = suffix.chars().all(|c| c == '_' || c == '$' || c.is_alphanumeric());
    if plain && !first.is_ascii_digit() {
        return Ok(suffix.into());
    }
    Err(LiteralError::new(
        codes::INVALID_NUMBER,
        format!("`{spelling}` is not a number"),
        format!("`{suffix}` cannot follow the digits"),
    ))
}

fn no_digits(spelling: &str) -> LiteralError {
    let message = format!("`{spelling}` has no digits");
    LiteralError::new(codes::INVALID_NUMBER, message, "expected digits")
}

/// An *integer-suffix*: an optional `u` and an optional `l` or `ll`, in either order.
#[derive(Default)]
struct IntSuffix {
    unsigned: bool,
    n_longs: u8,
}

impl IntSuffix {
    fn read(text: &str) -> Option<IntSuffix> {
        let (unsigned, longs) = match text.as_bytes() {
            [b'u' | b'U', rest @ ..] | [rest @ .., b'u' | b'U'] => (true, rest),
            rest => (false, rest),
        };
        let n_longs = match longs {
            b"" => 0,
            b"l" | b"L" => 1,
            b"ll" | b"LL" => 2,
            _ => return None,
        };
        Some(IntSuffix { unsigned, n_longs })
    }

    /// The first type of the list of [lex.icon] table 8 that holds the value. A decimal literal
    /// beyond `long long` is taken as unsigned, which hosts' compilers do with a warning.
    fn choose(&self, value: u64, decimal: bool) -> IntType {
        let signed_fits = i64::try_from(value).is_ok();
        let may_be_signed = !self.unsigned;
        let may_be_unsigned = self.unsigned || !decimal;
        if self.n_longs == 0 {
            if may_be_signed && i32::try_from(value).is_ok() {
                return IntType::Int;
            }
            if may_be_unsigned && u32::try_from(value).is_ok() {
                return IntType::UnsignedInt;
            }
        }
        match (self.n_longs == 2, may_be_signed && signed_fits) {
            (false, true) => IntType::Long,
            (false, false) => IntType::UnsignedLong,
            (true, true) => IntType::LongLong,
            (true, false) => IntType::UnsignedLongLong,
        }
    }
}

fn float(spelling: &str, parts: Parts<'_>) -> Result<Number, LiteralError> {
    let digits: String = parts.digits.chars().filter(|&c| c != '\'').collect();
    let (suffix, ud_suffix) = match parts.suffix {
        "" => (FloatSuffix::None, None),
        "f" | "F" => (FloatSuffix::F, None),
        "l" | "L" => (FloatSuffix::L, None),
        other => (FloatSuffix::None, Some(ud_suffix(spelling, other)?)),
    };
    let exponent_mark = if parts.radix == 16 { ['p', 'P'] } else { ['e', 'E'] };
    let (mantissa, exponent) = match digits.split_once(exponent_mark) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits.as_str(), None),
    };
    if !mantissa.contains(|c: char| c.is_ascii_hexdigit()) {
        return Err(no_digits(spelling));
    }
    if mantissa.matches('.').count() > 1 {
        return Err(LiteralError::new(
            codes::INVALID_NUMBER,
            format!("`{spelling}` is not a number"),
            "more than one decimal point",
        ));
    }
    if parts.radix == 2 {
        let message = format!("`{spelling}` is not a number");
        let label = "a binary literal has no decimal point";
        return Err(LiteralError::new(codes::INVALID_NUMBER, message, label));
    }
    let missing = match exponent {
        Some(exponent) => !exponent.contains(|c: char| c.is_ascii_digit()),
        None => parts.radix == 16,
    };
    if missing {
        let message = format!("`{spelling}` has no digits in its exponent");
        let label = if exponent.is_none() {
            "a hexadecimal floating-point literal needs an exponent, as in `0x1.8p0`"
        } else {
            "expected digits after this"
        };
        return Err(LiteralError::new(codes::INVALID_NUMBER, message, label));
    }
    let (as_f64, as_f32) = if parts.radix == 16 {
        let bits = HexFloat::read(mantissa, exponent.unwrap_or("0"));
        (bits.round(53, -1022, 1023), bits.round(24, -126, 127) as f32)
    } else {
        // Rust's conversions are exact and differ from C++'s syntax in nothing that is left here.
        let invalid = || no_digits(spelling);
        (digits.parse().map_err(|_| invalid())?, digits.parse().map_err(|_| invalid())?)
    };
    Ok(Number::Float(FloatLit { as_f64, as_f32, suffix, ud_suffix }))
}

/// `mantissa * 2^exponent`, and whether non-zero digits below the mantissa were dropped.
struct HexFloat {
    mantissa: u64,
    exponent: i64,
    sticky: bool,
}

impl HexFloat {
    fn read(digits: &str, exponent: &str) -> HexFloat {
        let negative = exponent.starts_with('-');
        let magnitude = exponent.trim_start_matches(['+', '-']);
        // An exponent beyond the range of every type may saturate far from overflow.
        let magnitude: i64 = magnitude.parse().unwrap_or(i64::MAX).min(1 << 40);
        let mut value = HexFloat {
            mantissa: 0,
            exponent: if negative { -magnitude } else { magnitude },
            sticky: false,
        };
        let mut behind_point = false;
        for c in digits.chars() {
            let Some(digit) = c.to_digit(16) else {
                behind_point = true;
                continue;
            };
            if value.mantissa >> 60 == 0 {
                value.mantissa = value.mantissa << 4 | u64::from(digit);
                value.exponent -= if behind_point { 4 } else { 0 };
            } else {
                value.sticky |= digit != 0;
                value.exponent += if behind_point { 0 } else { 4 };
            }
        }
        value
    }

    /// Rounds to nearest even in a format with `precision` bits, and normal exponents from
    /// `min_exponent` to `max_exponent`. Every such value is an `f64`.
    fn round(&self, precision: i64, min_exponent: i64, max_exponent: i64) -> f64 {
        if self.mantissa == 0 {
            return 0.0;
        }
        let n_bits = 64 - i64::from(self.mantissa.leading_zeros());
        let top = self.exponent + n_bits - 1;
        if top > max_exponent {
            return f64::INFINITY;
        }
        // The weight of the last bit that is kept.
        let unit = (top - precision + 1).max(min_exponent - precision + 1);
        let shift = unit - self.exponent;
        let kept = if shift <= 0 {
            // Nothing is dropped: the mantissa has fewer bits than the format.
            return scale(self.mantissa, self.exponent);
        } else if shift > 64 {
            0
        } else {
            let wide = u128::from(self.mantissa);
            let (kept, rest) = (wide >> shift, wide & ((1 << shift) - 1));
            let half = 1u128 << (shift - 1);
            let up = rest > half || (rest == half && (self.sticky || kept & 1 == 1));
            (kept + u128::from(up)) as u64
        };
        let value = scale(kept, unit);
        let largest = scale((1 << precision) - 1, max_exponent - precision + 1);
        if value > largest { f64::INFINITY } else { value }
    }
}

/// `mantissa * 2^exponent`, which must be exact.
fn scale(mantissa: u64, exponent: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let n_bits = 64 - i64::from(mantissa.leading_zeros());
    let top = exponent + n_bits - 1;
    if top > 1023 {
        return f64::INFINITY;
    }
    let (field, fraction_unit) = if top < -1022 { (0, -1074) } else { (top + 1023, top - 52) };
    let shift = exponent - fraction_unit;
    let fraction = if shift >= 0 { mantissa << shift } else { mantissa >> -shift };
    f64::from_bits((field as u64) << 52 | fraction & ((1 << 52) - 1))
}
