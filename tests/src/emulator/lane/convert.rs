//! `cvt`: between integers, between floats, and across.

use ir::scalar::convert::{float_to_float, int_to_float};
use ir::scalar::float;
use ir::scalar::format::{FloatFormat, RoundingMode};
use ir::scalar::int;

use super::{Lane, canonical};
use crate::emulator::mnemonic::Mnemonic;
use crate::emulator::syntax::Result;
use crate::emulator::types::{Kind, Ty};

/// How a conversion rounds.
#[derive(Clone, Copy, PartialEq)]
enum Round {
    /// To a value of the result's format.
    Format(RoundingMode),
    /// To an integer.
    Integer(RoundingMode),
    /// To nearest, ties away from zero.
    Away,
}

const ROUNDING: &[(&str, Round)] = &[
    ("rn", Round::Format(RoundingMode::NearestEven)),
    ("rz", Round::Format(RoundingMode::Zero)),
    ("rm", Round::Format(RoundingMode::NegativeInf)),
    ("rp", Round::Format(RoundingMode::PositiveInf)),
    ("rni", Round::Integer(RoundingMode::NearestEven)),
    ("rzi", Round::Integer(RoundingMode::Zero)),
    ("rmi", Round::Integer(RoundingMode::NegativeInf)),
    ("rpi", Round::Integer(RoundingMode::PositiveInf)),
    ("rna", Round::Away),
];

/// The modifiers of a conversion.
#[derive(Clone, Copy)]
struct Cvt {
    round: Option<Round>,
    flush: bool,
    /// To [0, 1], or to the range of an integer type.
    sat: bool,
    /// Infinities and what overflows become the greatest finite value.
    satfinite: bool,
    relu: bool,
    to: Ty,
    from: Ty,
}

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    if m.base() != "cvt" {
        return Ok(None);
    }
    let round = m.optional(ROUNDING);
    let flush = m.flag("ftz");
    let relu = m.flag("relu");
    let satfinite = m.flag("satfinite");
    let sat = m.flag("sat");
    let relu = m.flag("relu") || relu;
    let satfinite = m.flag("satfinite") || satfinite;
    let (to, from) = (m.ty()?, m.ty()?);
    let cvt = Cvt { round, flush, sat, satfinite, relu, to, from };
    let pairs = (to.kind() == Kind::FloatPair, from.kind() == Kind::FloatPair);
    match (to.format(), from.format()) {
        (None, None) => Lane::new(&[from.bits()], move |x| cvt.integer(x[0])),
        (Some(format), None) => {
            let Some(Round::Format(mode)) = round else {
                return Err(m.error("a rounding is needed"));
            };
            let (w, s) = (from.width(), from.signedness());
            Lane::new(&[from.bits()], move |x| int_to_float(w, s, format, mode, x[0]))
        }
        (None, Some(format)) => {
            let Some(Round::Integer(mode)) = round else {
                return Err(m.error("an integer rounding is needed"));
            };
            Lane::new(&[from.bits()], move |x| cvt.truncated(format, mode, x[0]))
        }
        (Some(narrow), Some(wide)) if pairs == (true, false) => {
            let half = to.bits() / 2;
            // The first operand is the high half.
            Lane::new(&[from.bits(); 2], move |x| {
                cvt.float(wide, narrow, x[0]) << half | cvt.float(wide, narrow, x[1])
            })
        }
        (Some(to_format), Some(from_format)) if pairs == (true, true) => {
            let (to_half, from_half) = (to.bits() / 2, from.bits() / 2);
            let low = (1 << from_half) - 1;
            Lane::new(&[from.bits()], move |x| {
                let one = |bits: u64| cvt.float(from_format, to_format, bits & low);
                one(x[0] >> from_half) << to_half | one(x[0])
            })
        }
        (Some(to_format), Some(from_format)) => {
            let narrows = to_format.fraction_bits() < from_format.fraction_bits();
            if narrows && round.is_none() {
                return Err(m.error("a rounding is needed"));
            }
            Lane::new(&[from.bits()], move |x| cvt.float(from_format, to_format, x[0]))
        }
    }
}

impl Cvt {
    fn integer(&self, x: u64) -> u64 {
        let value = self.from.integer(x);
        let (w, s) = (self.to.width(), self.to.signedness());
        let limits = (int::value(w, s, w.min(s)), int::value(w, s, w.max(s)));
        let value = if self.sat { value.clamp(limits.0, limits.1) } else { value };
        self.to.extended(value as u64)
    }

    fn truncated(&self, from: FloatFormat, mode: RoundingMode, x: u64) -> u64 {
        let x = if self.flush { float::flush(from, x) } else { x };
        let value = integral(mode, float::to_f64(from, x));
        if value.is_nan() {
            // What the manual says of NaN: zero, but for f64 and for 64-bit results.
            let is_long = from == FloatFormat::F64 || self.to.bits() == 64;
            return if is_long { self.to.extended(1 << (self.to.bits() - 1)) } else { 0 };
        }
        let (w, s) = (self.to.width(), self.to.signedness());
        let limits = (int::value(w, s, w.min(s)), int::value(w, s, w.max(s)));
        // `as` saturates to i128, which holds every limit.
        (value as i128).clamp(limits.0, limits.1) as u64
    }

    fn float(&self, from: FloatFormat, to: FloatFormat, x: u64) -> u64 {
        let x = if self.flush { float::flush(from, x) } else { x };
        let result = match self.round {
            Some(Round::Integer(mode)) => {
                float::from_f64(to, integral(mode, float::to_f64(from, x)))
            }
            Some(Round::Away) => away(x),
            Some(Round::Format(mode)) => self.finite(from, to, mode, x),
            None => self.finite(from, to, RoundingMode::NearestEven, x),
        };
        let result = if self.flush { float::flush(to, result) } else { result };
        let nan = to.is_nan(result);
        if self.sat {
            let value = float::to_f64(to, result);
            return if value >= 1.0 {
                to.one()
            } else if value > 0.0 {
                result
            } else {
                0
            };
        }
        if self.relu && to.is_negative(result) && !nan {
            return 0;
        }
        canonical(to, result)
    }

    /// Rounds to a format; with `satfinite` what overflows becomes the greatest finite value.
    fn finite(&self, from: FloatFormat, to: FloatFormat, mode: RoundingMode, x: u64) -> u64 {
        let result = float_to_float(from, to, mode, x);
        let overflowed = to.is_infinite(result) || to.is_nan(result);
        if self.satfinite && overflowed && !from.is_nan(x) {
            let sign = if from.is_negative(x) { to.sign_bit() } else { 0 };
            return sign | to.max_finite();
        }
        result
    }
}

/// The integer that a mode selects.
fn integral(mode: RoundingMode, x: f64) -> f64 {
    match mode {
        RoundingMode::NearestEven => x.round_ties_even(),
        RoundingMode::Zero => x.trunc(),
        RoundingMode::NegativeInf => x.floor(),
        RoundingMode::PositiveInf => x.ceil(),
        RoundingMode::NearestAway => x.round(),
    }
}

/// f32 to tf32, ties away from zero: the carry does all, up to infinity.
fn away(x: u64) -> u64 {
    if FloatFormat::F32.is_nan(x) || FloatFormat::F32.is_infinite(x) {
        return x;
    }
    (x + 0x1000) & 0xFFFF_E000
}
