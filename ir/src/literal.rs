//! Numbers as text: what a constant's element looks like in `.tir`.
//!
//! Reading what was written gives the same bits, always: a float that decimal text cannot carry
//! (infinities, NaNs) is written as its bits in hexadecimal.

use crate::scalar::float;
use crate::types::Scalar;

/// The text of one element: `true`, `-5`, `1.500000e+00` or `0x7F800000`.
pub fn number_text(elem: Scalar, bits: u64) -> String {
    let bits = bits & elem.mask();
    if elem == Scalar::I1 {
        return (bits != 0).to_string();
    }
    let Some(format) = elem.float_format() else {
        let unused = 64 - elem.bits();
        return (((bits << unused) as i64) >> unused).to_string();
    };
    let value = float::to_f64(format, bits);
    // Six digits where they are exact, as MLIR prints; else as many as it takes.
    let short = scientific(&format!("{value:.6e}"));
    let exact = scientific(&format!("{value:e}"));
    let reads_back = |text: &String| number_bits(elem, text) == Some(bits);
    [short, exact].into_iter().find(reads_back).unwrap_or_else(|| {
        let digits = elem.bits().div_ceil(4) as usize;
        format!("0x{bits:0digits$X}")
    })
}

/// `1e-7` as `1.0e-07`: with a point, a sign and two digits of exponent.
fn scientific(text: &str) -> String {
    let Some((mantissa, exponent)) = text.split_once('e') else { return text.to_owned() };
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}{point}e{sign}{digits:0>2}")
}

/// The bits that a number's text stands for, if it is one and fits.
///
/// Hexadecimal text is the bit pattern. Decimal text of a float is rounded to nearest even;
/// decimal text of an integer is in the signed or the unsigned range of the type.
pub fn number_bits(elem: Scalar, text: &str) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        let bits = u64::from_str_radix(hex, 16).ok()?;
        return (!negative && bits <= elem.mask()).then_some(bits);
    }
    match elem.float_format() {
        // Rust reads `inf` and `nan`; the text form does not have them.
        Some(_) if !digits.starts_with(|c: char| c.is_ascii_digit()) => None,
        // Read in the target's precision: through f64 an f32 would be rounded twice.
        Some(_) if elem == Scalar::F32 => Some(float::bits_of_f32(text.parse().ok()?)),
        Some(format) => Some(float::from_f64(format, text.parse().ok()?)),
        None => int_bits(elem, negative, digits),
    }
}

fn int_bits(elem: Scalar, negative: bool, digits: &str) -> Option<u64> {
    if elem == Scalar::I1 {
        match digits {
            "true" => return Some(1),
            "false" => return Some(0),
            _ => {}
        }
    }
    let magnitude: u64 = digits.parse().ok()?;
    if !negative {
        return (magnitude <= elem.mask()).then_some(magnitude);
    }
    let most_negative = 1u64 << (elem.bits() - 1);
    (magnitude <= most_negative).then(|| magnitude.wrapping_neg() & elem.mask())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_like_mlir() {
        assert_eq!(number_text(Scalar::F32, 0x3FC0_0000), "1.500000e+00");
        assert_eq!(number_text(Scalar::F32, 0x7F80_0000), "0x7F800000");
        assert_eq!(number_text(Scalar::F16, 0x8000), "-0.000000e+00");
        assert_eq!(number_text(Scalar::I16, 0xFFFF), "-1");
        assert_eq!(number_text(Scalar::I1, 1), "true");
    }

    #[test]
    fn every_small_float_reads_back() {
        for elem in [Scalar::F16, Scalar::BF16, Scalar::F8E4M3FN, Scalar::F8E5M2] {
            for bits in 0..=elem.mask() {
                assert_eq!(number_bits(elem, &number_text(elem, bits)), Some(bits), "{elem}");
            }
        }
    }

    #[test]
    fn text_out_of_range_is_refused() {
        assert_eq!(number_bits(Scalar::I8, "255"), Some(255));
        assert_eq!(number_bits(Scalar::I8, "256"), None);
        assert_eq!(number_bits(Scalar::I8, "-129"), None);
        assert_eq!(number_bits(Scalar::F32, "inf"), None);
        assert_eq!(number_bits(Scalar::I64, "-9223372036854775808"), Some(1 << 63));
    }
}
