//! Real numbers with 128 significant bits, and how far a float is from one.

use std::cmp::Ordering;

use ir::scalar::FloatFormat;

/// A real number, up to what 128 bits hold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Exact {
    Nan,
    Infinity { negative: bool },
    Zero { negative: bool },
    Finite(Real),
}

/// `significand * 2^(exponent - 127)`, the top bit of the significand set: the leading bit has the
/// weight `2^exponent`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Real {
    pub negative: bool,
    pub significand: u128,
    pub exponent: i32,
}

/// The float nearest to a real number, and what rounding took away.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answer {
    pub nearest: u64,
    /// `exact - nearest` in units in the last place of `nearest`, at most one half.
    pub residual: f64,
}

/// How far a result is from the exact one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Distance {
    /// How many floats lie between it and the nearest one, itself included: the measure of the CUDA
    /// programming guide.
    pub steps: u64,
    /// The distance to the exact result in units in the last place.
    pub ulps: f64,
}

/// Width of the exponent field.
fn exponent_bits(format: FloatFormat) -> u32 {
    match format {
        FloatFormat::F16 | FloatFormat::E5M2 | FloatFormat::UE5M3 => 5,
        FloatFormat::Bf16 | FloatFormat::Tf32 | FloatFormat::F32 | FloatFormat::E8M0 => 8,
        FloatFormat::F64 => 11,
        FloatFormat::E4M3 => 4,
        FloatFormat::E2M1 => 2,
    }
}

/// Low bits of the word without a value.
fn padding(format: FloatFormat) -> u32 {
    if format == FloatFormat::Tf32 { 13 } else { 0 }
}

fn bias(format: FloatFormat) -> i32 {
    (1 << (exponent_bits(format) - 1)) - 1
}

impl Exact {
    pub fn of_f64(x: f64) -> Exact {
        Exact::of_bits(FloatFormat::F64, x.to_bits())
    }

    /// The number that a float is.
    pub fn of_bits(format: FloatFormat, bits: u64) -> Exact {
        let negative = bits & format.sign_bit() != 0;
        if format.is_nan(bits) {
            return Exact::Nan;
        }
        if format.is_infinite(bits) {
            return Exact::Infinity { negative };
        }
        let magnitude = (bits & (format.sign_bit() - 1)) >> padding(format);
        let fraction = magnitude & ((1 << format.fraction_bits()) - 1);
        let field = (magnitude >> format.fraction_bits()) as i32;
        let (significand, field) = if field == 0 {
            (fraction, 1)
        } else {
            (fraction | 1 << format.fraction_bits(), field)
        };
        if significand == 0 {
            return Exact::Zero { negative };
        }
        let shift = u128::from(significand).leading_zeros();
        let lowest = field - bias(format) - format.fraction_bits() as i32;
        Exact::Finite(Real {
            negative,
            significand: u128::from(significand) << shift,
            exponent: lowest + 127 - shift as i32,
        })
    }

    /// Rounded to nearest, ties to even; what overflows becomes infinity, or NaN where there is
    /// none.
    pub fn round(self, format: FloatFormat) -> Answer {
        let infinity = format.infinity().unwrap_or(format.canonical_nan());
        let signed =
            |negative: bool, bits: u64| if negative { bits | format.sign_bit() } else { bits };
        let real = match self {
            Exact::Nan => return Answer { nearest: format.canonical_nan(), residual: 0.0 },
            Exact::Infinity { negative } => {
                return Answer { nearest: signed(negative, infinity), residual: 0.0 };
            }
            Exact::Zero { negative } => {
                return Answer { nearest: signed(negative, 0), residual: 0.0 };
            }
            Exact::Finite(real) => real,
        };
        let fraction_bits = format.fraction_bits();
        let leading = real.exponent.max(1 - bias(format));
        // Bits of the significand below the last place: at least those that do not fit a float.
        let below = 127 - fraction_bits as i32 + (leading - real.exponent);
        let rest_of = |low: u128| low as f64 * 2f64.powi(-below.min(1000));
        let (kept, rest, order) = match u32::try_from(below).unwrap_or(0) {
            below @ ..128 => {
                let low = real.significand & ((1 << below) - 1);
                ((real.significand >> below) as u64, rest_of(low), low.cmp(&(1 << (below - 1))))
            }
            128 => (0, rest_of(real.significand), real.significand.cmp(&(1 << 127))),
            _ => (0, rest_of(real.significand), Ordering::Less),
        };
        let up = order == Ordering::Greater || order == Ordering::Equal && kept & 1 == 1;
        let units = kept + u64::from(up);
        let residual = if up { rest - 1.0 } else { rest };
        let residual = if real.negative { -residual } else { residual };
        // Units of a normal number have the hidden bit, which adds one to the exponent field.
        let magnitude =
            (u64::try_from(leading - 1 + bias(format)).unwrap_or(0) << fraction_bits) + units;
        if magnitude << padding(format) > format.max_finite() {
            return Answer { nearest: signed(real.negative, infinity), residual: 0.0 };
        }
        Answer { nearest: signed(real.negative, magnitude << padding(format)), residual }
    }
}

/// Consecutive integers for consecutive floats; both zeros are 0.
fn ordinal(format: FloatFormat, bits: u64) -> i64 {
    let magnitude = ((bits & (format.sign_bit() - 1)) >> padding(format)) as i64;
    if bits & format.sign_bit() != 0 { -magnitude } else { magnitude }
}

impl Answer {
    /// An answer that is right to the bit.
    pub fn exactly(nearest: u64) -> Answer {
        Answer { nearest, residual: 0.0 }
    }

    /// How far `result` is from it; `None` if it is of another kind: a number for a NaN, or a zero
    /// of the other sign.
    pub fn distance(self, format: FloatFormat, result: u64) -> Option<Distance> {
        let is_zero = |bits: u64| ordinal(format, bits) == 0;
        if format.is_nan(self.nearest) || format.is_nan(result) {
            let both = format.is_nan(self.nearest) && format.is_nan(result);
            return both.then_some(Distance { steps: 0, ulps: 0.0 });
        }
        if is_zero(self.nearest) && is_zero(result) && self.nearest != result {
            return None;
        }
        let steps = ordinal(format, result) - ordinal(format, self.nearest);
        // Across a power of two the units differ: count in those of the answer.
        let away = match (Exact::of_bits(format, self.nearest), Exact::of_bits(format, result)) {
            (Exact::Finite(nearest), Exact::Finite(found))
                if nearest.negative == found.negative =>
            {
                let unit = nearest.exponent.max(1 - bias(format)) - format.fraction_bits() as i32;
                difference(found, nearest, unit)
            }
            _ => steps as f64,
        };
        Some(Distance { steps: steps.unsigned_abs(), ulps: (away - self.residual).abs() })
    }
}

/// `(a - b) / 2^unit` of two numbers of one sign.
fn difference(a: Real, b: Real, unit: i32) -> f64 {
    let scaled =
        |x: Real| x.significand as f64 * 2f64.powi((x.exponent - 127 - unit).clamp(-1000, 800));
    let distance = scaled(a) - scaled(b);
    if a.negative { -distance } else { distance }
}
