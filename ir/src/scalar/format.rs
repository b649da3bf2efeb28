//! Float formats as data, and the two functions everything else rests on: [`decode`] takes bits
//! to an exact value, [`round`] takes an exact value to bits.
//!
//! ```text
//!           sign exponent fraction   bias   above the greatest finite value
//! f16         1      5       10        15   infinity, NaN
//! bf16        1      8        7       127   infinity, NaN
//! tf32        1      8    10 (+13)    127   infinity, NaN; the low 13 bits of the word are ignored
//! f32         1      8       23       127   infinity, NaN
//! f64         1     11       52      1023   infinity, NaN
//! e5m2        1      5        2        15   infinity, NaN
//! e4m3        1      4        3         7   one NaN, 0x7f with either sign; no infinity
//! e8m0        -      8        0       127   one NaN, 0xff; neither zero nor sign
//! e2m1        1      2        1         1   nothing: overflow saturates
//! ue5m3       -      5        3        15   one NaN, 0xff; no sign
//! ```

/// A float format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatFormat {
    F16,
    Bf16,
    Tf32,
    F32,
    F64,
    /// OCP 8-bit, "FN": finite and NaN only.
    E4M3,
    E5M2,
    /// Powers of two: the scales of block-scaled matrix products.
    E8M0,
    /// 4-bit.
    E2M1,
    /// Numbers without a sign: the finer scales of block-scaled matrix products.
    UE5M3,
}

/// The rounding directions of IEEE 754, section 4.3. `approx` and `full` of Tile IR allow an
/// error bound; the reference meaning of both is [`RoundingMode::NearestEven`].
/// Conversions between floats alone have [`RoundingMode::NearestAway`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundingMode {
    NearestEven,
    Zero,
    NegativeInf,
    PositiveInf,
    NearestAway,
}

/// What lies above the greatest finite magnitude.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beyond {
    Nothing,
    Nan,
    InfinityAndNan,
}

impl FloatFormat {
    /// Every format.
    pub const ALL: [FloatFormat; 10] = [
        FloatFormat::F16,
        FloatFormat::Bf16,
        FloatFormat::Tf32,
        FloatFormat::F32,
        FloatFormat::F64,
        FloatFormat::E4M3,
        FloatFormat::E5M2,
        FloatFormat::E8M0,
        FloatFormat::E2M1,
        FloatFormat::UE5M3,
    ];

    /// Bits of the word that holds a value.
    #[inline(always)]
    pub const fn storage_bits(self) -> u32 {
        match self {
            FloatFormat::F16 | FloatFormat::Bf16 => 16,
            FloatFormat::Tf32 | FloatFormat::F32 => 32,
            FloatFormat::F64 => 64,
            FloatFormat::E4M3 | FloatFormat::E5M2 | FloatFormat::E8M0 | FloatFormat::UE5M3 => 8,
            FloatFormat::E2M1 => 4,
        }
    }

    /// Bytes of that word.
    #[inline(always)]
    pub const fn storage_bytes(self) -> usize {
        self.storage_bits().div_ceil(8) as usize
    }

    /// Stored fraction bits; the precision is one more.
    #[inline(always)]
    pub const fn fraction_bits(self) -> u32 {
        match self {
            FloatFormat::F16 | FloatFormat::Tf32 => 10,
            FloatFormat::Bf16 => 7,
            FloatFormat::F32 => 23,
            FloatFormat::F64 => 52,
            FloatFormat::E4M3 | FloatFormat::UE5M3 => 3,
            FloatFormat::E5M2 => 2,
            FloatFormat::E8M0 => 0,
            FloatFormat::E2M1 => 1,
        }
    }

    #[inline(always)]
    pub(super) const fn bias(self) -> i32 {
        match self {
            FloatFormat::F16 | FloatFormat::E5M2 | FloatFormat::UE5M3 => 15,
            FloatFormat::Bf16 | FloatFormat::Tf32 | FloatFormat::F32 | FloatFormat::E8M0 => 127,
            FloatFormat::F64 => 1023,
            FloatFormat::E4M3 => 7,
            FloatFormat::E2M1 => 1,
        }
    }

    /// Whether it has every value of `other`, so that a conversion does not round.
    pub fn holds_all_of(self, other: FloatFormat) -> bool {
        let is_wide = self.fraction_bits() >= other.fraction_bits() && self.bias() >= other.bias();
        let has_sign = self.sign_bit() != 0 || other.sign_bit() == 0;
        // A format without infinities has a greater range than the bias says.
        let has_range = self.max_exponent() >= other.max_exponent();
        let has_beyond = self.beyond() as u8 >= other.beyond() as u8;
        self == other || is_wide && has_sign && has_range && has_beyond
    }

    /// The exponent of the greatest finite value.
    const fn max_exponent(self) -> i32 {
        (self.max_finite() >> (self.fraction_bits() + self.padding())) as i32 - self.bias()
    }

    /// Low bits of the word that carry no value.
    #[inline(always)]
    const fn padding(self) -> u32 {
        if matches!(self, FloatFormat::Tf32) { 13 } else { 0 }
    }

    #[inline(always)]
    const fn beyond(self) -> Beyond {
        match self {
            FloatFormat::F16
            | FloatFormat::Bf16
            | FloatFormat::Tf32
            | FloatFormat::F32
            | FloatFormat::F64
            | FloatFormat::E5M2 => Beyond::InfinityAndNan,
            FloatFormat::E4M3 | FloatFormat::E8M0 | FloatFormat::UE5M3 => Beyond::Nan,
            FloatFormat::E2M1 => Beyond::Nothing,
        }
    }

    /// The sign bit in its place; 0 for the formats without.
    #[inline(always)]
    pub const fn sign_bit(self) -> u64 {
        match self {
            FloatFormat::E8M0 | FloatFormat::UE5M3 => 0,
            _ => 1 << (self.storage_bits() - 1),
        }
    }

    /// All bits of the word but the sign.
    #[inline(always)]
    const fn magnitude_mask(self) -> u64 {
        (u64::MAX >> (64 - self.storage_bits())) & !self.sign_bit()
    }

    #[inline(always)]
    const fn fraction_mask(self) -> u64 {
        (1 << self.fraction_bits()) - 1
    }

    /// Bits of +infinity, if the format has one.
    #[inline(always)]
    pub const fn infinity(self) -> Option<u64> {
        match self.beyond() {
            Beyond::InfinityAndNan => {
                let quantum = self.fraction_bits() + self.padding();
                Some((self.magnitude_mask() >> quantum) << quantum)
            }
            Beyond::Nan | Beyond::Nothing => None,
        }
    }

    /// Bits of the NaN that operations return: positive, quiet, no payload. The one format
    /// without NaN has its maximum here.
    #[inline(always)]
    pub const fn canonical_nan(self) -> u64 {
        match self.infinity() {
            Some(infinity) => infinity | 1 << (self.fraction_bits() + self.padding() - 1),
            None => self.magnitude_mask(),
        }
    }

    /// Bits of the greatest finite value.
    #[inline(always)]
    pub const fn max_finite(self) -> u64 {
        match (self.infinity(), self.beyond()) {
            (Some(infinity), _) => infinity - (1 << self.padding()),
            (None, Beyond::Nan) => self.magnitude_mask() - 1,
            (None, _) => self.magnitude_mask(),
        }
    }

    /// Bits of 1.
    #[inline(always)]
    pub const fn one(self) -> u64 {
        (self.bias() as u64) << (self.fraction_bits() + self.padding())
    }

    /// Whether `bits` is a NaN.
    #[inline(always)]
    pub const fn is_nan(self, bits: u64) -> bool {
        let magnitude = bits & self.magnitude_mask();
        match self.infinity() {
            Some(infinity) => magnitude > infinity,
            None => magnitude > self.max_finite(),
        }
    }

    /// Whether `bits` is an infinity.
    #[inline(always)]
    pub const fn is_infinite(self, bits: u64) -> bool {
        match self.infinity() {
            // The padding of an infinite tf32 is ignored only when it is zero: an f32 NaN whose
            // payload sits in the padding stays a NaN.
            Some(infinity) => bits & self.magnitude_mask() == infinity,
            None => false,
        }
    }

    /// Whether `bits` is a zero of either sign.
    #[inline(always)]
    pub const fn is_zero(self, bits: u64) -> bool {
        !matches!(self, FloatFormat::E8M0) && (bits & self.magnitude_mask()) >> self.padding() == 0
    }

    /// Whether `bits` is a subnormal number (not zero).
    #[inline(always)]
    pub const fn is_subnormal(self, bits: u64) -> bool {
        let magnitude = (bits & self.magnitude_mask()) >> self.padding();
        !matches!(self, FloatFormat::E8M0)
            && magnitude != 0
            && magnitude >> self.fraction_bits() == 0
    }

    /// Whether the sign bit is set, of a NaN too.
    #[inline(always)]
    pub const fn is_negative(self, bits: u64) -> bool {
        bits & self.sign_bit() != 0
    }
}

/// A real number `(significand + e) * 2^exponent` with `e == 0`, or `0 < e < 1` if `inexact`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exact {
    pub negative: bool,
    pub significand: u128,
    pub exponent: i32,
    pub inexact: bool,
}

impl Exact {
    /// The same number with the top bit of the significand at bit 126, which leaves room for one
    /// carry. Zero stays.
    #[inline]
    pub fn normalized(self) -> Exact {
        if self.significand == 0 {
            return self;
        }
        match self.significand.leading_zeros() {
            0 => Exact {
                significand: self.significand >> 1,
                exponent: self.exponent + 1,
                inexact: self.inexact || self.significand & 1 != 0,
                ..self
            },
            zeros => {
                let shift = zeros as i32 - 1;
                let significand = self.significand << shift;
                Exact { significand, exponent: self.exponent - shift, ..self }
            }
        }
    }
}

/// What bits of a format stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decoded {
    Nan,
    Infinity {
        negative: bool,
    },
    /// Zero included; never `inexact`.
    Finite(Exact),
}

/// The exact value of `bits`.
#[inline]
pub fn decode(format: FloatFormat, bits: u64) -> Decoded {
    if format.is_nan(bits) {
        return Decoded::Nan;
    }
    let negative = format.is_negative(bits);
    if format.is_infinite(bits) {
        return Decoded::Infinity { negative };
    }
    let magnitude = (bits & format.magnitude_mask()) >> format.padding();
    let biased = (magnitude >> format.fraction_bits()) as i32;
    let fraction = magnitude & format.fraction_mask();
    let is_normal = biased != 0 || format == FloatFormat::E8M0;
    let hidden = u64::from(is_normal) << format.fraction_bits();
    let exponent = if is_normal { biased } else { 1 };
    Decoded::Finite(Exact {
        negative,
        significand: u128::from(fraction | hidden),
        exponent: exponent - format.bias() - format.fraction_bits() as i32,
        inexact: false,
    })
}

/// The value of `format` that `mode` selects for `x`.
///
/// An inexact `x` must have at least two bits more than the precision of the format (or be a
/// positive amount below the smallest one, with significand zero), so that the unknown tail is
/// below half a unit in the last place.
///
/// Overflow follows IEEE 754, 7.4: infinity or the greatest finite value by mode. Where there is
/// no infinity, e4m3 and ue5m3 overflow to NaN, e2m1 and e8m0 to their maximum. Of the formats without a sign ue5m3 has
/// NaN for negative numbers, and e8m0 the power of two next to the magnitude, as `cvt.satfinite.ue8m0x2` gives it.
pub fn round(format: FloatFormat, mode: RoundingMode, x: Exact) -> u64 {
    let x = if format == FloatFormat::E8M0 { Exact { negative: false, ..x } } else { x };
    let is_zero = x.significand == 0 && !x.inexact;
    if format.sign_bit() == 0 && x.negative && !is_zero {
        return format.canonical_nan();
    }
    let sign = if x.negative { format.sign_bit() } else { 0 };
    if is_zero {
        return sign;
    }
    let fraction_bits = format.fraction_bits() as i32;
    let min_exponent = if format == FloatFormat::E8M0 { 0 } else { 1 } - format.bias();
    // Exponent of the leading bit, then of a unit in the last place.
    let leading = 127 - x.significand.leading_zeros() as i32 + x.exponent;
    let unit =
        if x.significand == 0 { min_exponent } else { leading.max(min_exponent) } - fraction_bits;
    let (kept, rest) = split(x, unit - x.exponent);
    let away = match mode {
        RoundingMode::NearestEven => match rest {
            Rest::Zero | Rest::BelowHalf => false,
            Rest::Half => kept & 1 == 1,
            Rest::AboveHalf => true,
        },
        RoundingMode::Zero => false,
        RoundingMode::NegativeInf => x.negative && rest != Rest::Zero,
        RoundingMode::PositiveInf => !x.negative && rest != Rest::Zero,
        RoundingMode::NearestAway => matches!(rest, Rest::Half | Rest::AboveHalf),
    };
    let kept = kept + u64::from(away);
    // A carry out of the significand adds one to the exponent field by itself, from subnormal to
    // normal as well.
    let hidden = 1 << fraction_bits;
    let magnitude = if format == FloatFormat::E8M0 {
        // The only format whose field 0 has a hidden bit, and where the significand is only that.
        match kept {
            0 => 0,
            _ => (unit + format.bias()) as u64 + (kept - 1),
        }
    } else if kept < hidden {
        kept
    } else {
        (((unit + fraction_bits + format.bias()) as u64) << fraction_bits) + (kept - hidden)
    } << format.padding();
    if magnitude > format.max_finite() {
        sign | overflow(format, mode, x.negative)
    } else {
        sign | magnitude
    }
}

fn overflow(format: FloatFormat, mode: RoundingMode, negative: bool) -> u64 {
    let to_infinity = match mode {
        RoundingMode::NearestEven | RoundingMode::NearestAway => true,
        RoundingMode::Zero => false,
        RoundingMode::NegativeInf => negative,
        RoundingMode::PositiveInf => !negative,
    };
    if to_infinity && format != FloatFormat::E8M0 {
        format.infinity().unwrap_or(format.canonical_nan())
    } else {
        format.max_finite()
    }
}

/// The part of a number below a unit, compared with half of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Zero,
    BelowHalf,
    Half,
    AboveHalf,
}

/// Cuts `x` at bit `shift` of its significand.
fn split(x: Exact, shift: i32) -> (u64, Rest) {
    let tail = if x.inexact { Rest::BelowHalf } else { Rest::Zero };
    if shift <= 0 {
        // The significand of a value that needs no cut is within the precision of the format.
        return ((x.significand << -shift) as u64, tail);
    }
    if shift > 128 {
        return (0, if x.significand == 0 { tail } else { Rest::BelowHalf });
    }
    let (kept, rest) = if shift == 128 {
        (0, x.significand)
    } else {
        ((x.significand >> shift) as u64, x.significand & ((1 << shift) - 1))
    };
    let rest = match rest.cmp(&(1 << (shift - 1))) {
        std::cmp::Ordering::Less if rest == 0 => tail,
        std::cmp::Ordering::Less => Rest::BelowHalf,
        std::cmp::Ordering::Equal if x.inexact => Rest::AboveHalf,
        std::cmp::Ordering::Equal => Rest::Half,
        std::cmp::Ordering::Greater => Rest::AboveHalf,
    };
    (kept, rest)
}
