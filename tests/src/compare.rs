//! Whether a result is the expected one.

use ir::scalar::float;
use tilec::argument::ElementType;

/// How far apart two elements may be.
#[derive(Clone, PartialEq, Debug)]
pub enum Comparison {
    /// Same bits, or both NaN.
    Exact,
    /// At most so many representable values apart; zeros are equal.
    Ulp(u64),
    /// `|got - want| <= rel * |want| + abs`.
    Relative { rel: f64, abs: f64 },
    /// Equal bits in some order.
    Sorted,
}

impl Comparison {
    /// `exact`, `ulp 2`, `rel 1e-3 abs 1e-6`, `sorted`.
    ///
    /// # Errors
    /// The text is none of these.
    pub fn parse(text: &str) -> Result<Comparison, String> {
        let bad = || format!("`{text}` is none of exact, ulp N, rel R [abs A], sorted");
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["exact"] => Ok(Comparison::Exact),
            ["sorted"] => Ok(Comparison::Sorted),
            ["ulp", n] => n.parse().map(Comparison::Ulp).map_err(|_| bad()),
            ["rel", rel] => {
                Ok(Comparison::Relative { rel: rel.parse().map_err(|_| bad())?, abs: 0.0 })
            }
            ["rel", rel, "abs", abs] => Ok(Comparison::Relative {
                rel: rel.parse().map_err(|_| bad())?,
                abs: abs.parse().map_err(|_| bad())?,
            }),
            _ => Err(bad()),
        }
    }

    /// The first elements that differ, in words; `None` if the results agree.
    pub fn difference(&self, ty: ElementType, got: &[u8], want: &[u8]) -> Option<String> {
        let (mut got, mut want) = (elements(ty, got), elements(ty, want));
        if got.len() != want.len() {
            return Some(format!("{} elements instead of {}", got.len(), want.len()));
        }
        if *self == Comparison::Sorted {
            got.sort_unstable();
            want.sort_unstable();
        }
        let index = (0..got.len()).find(|&i| !self.agree(ty, got[i], want[i]))?;
        let count = (0..got.len()).filter(|&i| !self.agree(ty, got[i], want[i])).count();
        let (shown, wanted) = (show(ty, got[index]), show(ty, want[index]));
        Some(format!("element {index} is {shown}, not {wanted} ({count} of {} differ)", got.len()))
    }

    fn agree(&self, ty: ElementType, got: u64, want: u64) -> bool {
        let Some(format) = ty.float_format() else { return got == want };
        let (x, y) = (float::to_f64(format, got), float::to_f64(format, want));
        if x.is_nan() || y.is_nan() {
            return x.is_nan() && y.is_nan();
        }
        match self {
            Comparison::Exact | Comparison::Sorted => got == want,
            Comparison::Ulp(most) => {
                x.is_infinite() == y.is_infinite()
                    && rank(ty, got).abs_diff(rank(ty, want)) <= *most
            }
            Comparison::Relative { rel, abs } => {
                x == y || x.is_finite() && y.is_finite() && (x - y).abs() <= rel * y.abs() + abs
            }
        }
    }
}

fn elements(ty: ElementType, bytes: &[u8]) -> Vec<u64> {
    let element = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    bytes.chunks(ty.bytes).map(element).collect()
}

/// The place of a float among all of its format, both zeros at 0.
fn rank(ty: ElementType, bits: u64) -> i64 {
    let sign = 1 << (8 * ty.bytes - 1);
    let magnitude = (bits & (sign - 1)) as i64;
    if bits & sign == 0 { magnitude } else { -magnitude }
}

fn show(ty: ElementType, bits: u64) -> String {
    let width = 2 * ty.bytes;
    match ty.float_format() {
        Some(format) => format!("{} ({bits:#0w$x})", float::to_f64(format, bits), w = width + 2),
        None if ty.name.starts_with('i') => {
            let unused = 64 - 8 * ty.bytes;
            format!("{}", (bits << unused) as i64 >> unused)
        }
        None => format!("{bits}"),
    }
}

#[cfg(test)]
mod tests {
    use super::Comparison;
    use crate::parameter::initialized;

    fn agree(how: &str, ty: &str, got: &str, want: &str) -> bool {
        let count = got.split(',').count();
        let (element, got) = initialized(ty, count, got).expect("a list");
        let (_, want) = initialized(ty, count, want).expect("a list");
        let how = Comparison::parse(how).expect("a mode");
        how.difference(element, &got, &want).is_none()
    }

    #[test]
    fn exact_means_bits_but_any_nan() {
        assert!(agree("exact", "f32", "[nan, -inf]", "bits:[0xffc00001, 0xff800000]"));
        assert!(!agree("exact", "f32", "[0.0]", "[-0.0]"));
        assert!(!agree("exact", "i8", "[1, 2]", "[2, 1]"));
        assert!(agree("sorted", "i8", "[1, 2]", "[2, 1]"));
    }

    #[test]
    fn tolerances() {
        assert!(agree("ulp 1", "f32", "bits:[0x80000001]", "[0.0]"));
        assert!(agree("ulp 1", "f16", "bits:[0x3c01]", "[1.0]"));
        assert!(!agree("ulp 1", "f16", "bits:[0x3c02]", "[1.0]"));
        assert!(!agree("ulp 4", "f16", "bits:[0x7bff]", "[inf]"));
        assert!(agree("rel 1e-2", "f64", "[100.5]", "[100]"));
        assert!(!agree("rel 1e-3 abs 0.1", "f64", "[100.5]", "[100]"));
        assert!(!agree("rel 1", "f64", "[inf]", "[1]"));
        assert!(Comparison::parse("about").is_err());
    }
}
