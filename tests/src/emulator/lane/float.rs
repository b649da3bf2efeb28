//! Float arithmetic.
//!
//! PTX has its own canonical NaN, all ones below the sign: code that takes bits of a NaN for a
//! number goes wrong here as it would on a GPU.

use ir::scalar::float::{self, FloatMode, NanMode};
use ir::scalar::format::{FloatFormat, RoundingMode};
use ir::scalar::math::{self, Unary};

use super::Lane;
use crate::emulator::mnemonic::Mnemonic;
use crate::emulator::syntax::Result;
use crate::emulator::types::{Kind, Ty};

/// Rounding modifiers of arithmetic; approximations are modelled by the nearest value.
const ROUNDING: &[(&str, RoundingMode)] = &[
    ("rn", RoundingMode::NearestEven),
    ("rz", RoundingMode::Zero),
    ("rm", RoundingMode::NegativeInf),
    ("rp", RoundingMode::PositiveInf),
    ("approx", RoundingMode::NearestEven),
    ("full", RoundingMode::NearestEven),
];

const FUNCTIONS: &[(&str, Unary)] = &[
    ("ex2", Unary::Exp2),
    ("lg2", Unary::Log2),
    ("sin", Unary::Sin),
    ("cos", Unary::Cos),
    ("tanh", Unary::Tanh),
    ("rsqrt", Unary::Rsqrt),
];

/// The NaN that PTX gives instead of another.
pub fn canonical(format: FloatFormat, bits: u64) -> u64 {
    if !format.is_nan(bits) {
        return bits;
    }
    match format {
        FloatFormat::F32 | FloatFormat::Tf32 => 0x7FFF_FFFF,
        FloatFormat::F16 | FloatFormat::Bf16 => 0x7FFF,
        _ => format.canonical_nan(),
    }
}

/// `a + b`, of both halves of a pair, to nearest.
pub fn float_add(ty: Ty, flush: bool, a: u64, b: u64) -> u64 {
    let Some(format) = ty.format() else { return 0 };
    let mode = FloatMode { rounding: RoundingMode::NearestEven, flush_to_zero: flush };
    each(ty, &[a, b, 0, 0], |x| canonical(format, float::add(format, mode, x[0], x[1])))
}

/// What happens to a result after rounding.
#[derive(Clone, Copy, Default)]
struct Clamp {
    /// To [0, 1]; NaN gives 0.
    unit: bool,
    /// Negative numbers give 0; NaN stays.
    relu: bool,
}

impl Clamp {
    fn apply(self, format: FloatFormat, bits: u64) -> u64 {
        if self.unit {
            let value = float::to_f64(format, bits);
            return match value {
                value if value >= 1.0 => format.one(),
                value if value > 0.0 => bits,
                _ => 0,
            };
        }
        let negative = format.is_negative(bits) && !format.is_nan(bits);
        let bits = if self.relu && negative { 0 } else { bits };
        canonical(format, bits)
    }
}

/// An operation on one element, or on both of a pair.
fn each(ty: Ty, x: &[u64; 4], f: impl Fn(&[u64; 4]) -> u64) -> u64 {
    if ty.kind() != Kind::FloatPair {
        return f(x);
    }
    let half = |shift: u32| f(&x.map(|word| word >> shift & 0xFFFF)) << shift;
    half(0) | half(16)
}

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    if !m.last_ty().is_some_and(Ty::is_float) {
        return Ok(None);
    }
    let base = m.base().to_owned();
    match base.as_str() {
        "add" | "sub" | "mul" | "fma" | "mad" | "div" | "rcp" | "sqrt" => arithmetic(&base, m),
        "neg" | "abs" => {
            let flush = m.flag("ftz");
            let (ty, format) = operand(m)?;
            Lane::new(&[ty.bits()], move |x| {
                each(ty, x, |x| {
                    let a = if flush { float::flush(format, x[0]) } else { x[0] };
                    // The manual leaves the bits of a NaN open.
                    let a = canonical(format, a);
                    if base == "neg" { float::neg(format, a) } else { float::abs(format, a) }
                })
            })
        }
        "min" | "max" => extremum(&base, m),
        "copysign" => {
            let (ty, format) = operand(m)?;
            Lane::new(&[ty.bits(); 2], move |x| {
                x[0] & format.sign_bit() | x[1] & !format.sign_bit()
            })
        }
        _ => {
            let Some(&(_, function)) = FUNCTIONS.iter().find(|(name, _)| *name == base) else {
                return Ok(None);
            };
            m.flag("approx");
            let flush = m.flag("ftz");
            let (ty, format) = operand(m)?;
            Lane::new(&[ty.bits()], move |x| {
                each(ty, x, |x| canonical(format, math::unary(function, format, flush, x[0])))
            })
        }
    }
}

fn operand(m: &mut Mnemonic<'_>) -> Result<(Ty, FloatFormat)> {
    let ty = m.ty()?;
    let format = ty.format().ok_or_else(|| m.error("a float type is needed"))?;
    Ok((ty, format))
}

fn arithmetic(base: &str, m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    let rounding = m.optional(ROUNDING);
    let flush_to_zero = m.flag("ftz");
    let clamp = Clamp { unit: m.flag("sat"), relu: m.flag("relu") };
    let (ty, format) = operand(m)?;
    // Only sums and products have a rounding by default.
    if rounding.is_none() && !matches!(base, "add" | "sub" | "mul") {
        return Err(m.error("a rounding is needed"));
    }
    let rounding = rounding.unwrap_or(RoundingMode::NearestEven);
    let mode = FloatMode { rounding, flush_to_zero };
    let one = format.one();
    type Operation = fn(FloatFormat, FloatMode, u64, &[u64; 4]) -> u64;
    let (count, operation): (usize, Operation) = match base {
        "add" => (2, |f, mode, _, x| float::add(f, mode, x[0], x[1])),
        "sub" => (2, |f, mode, _, x| float::sub(f, mode, x[0], x[1])),
        "mul" => (2, |f, mode, _, x| float::mul(f, mode, x[0], x[1])),
        "div" => (2, |f, mode, _, x| float::div(f, mode, x[0], x[1])),
        "rcp" => (1, |f, mode, one, x| float::div(f, mode, one, x[0])),
        "sqrt" => (1, |f, mode, _, x| float::sqrt(f, mode, x[0])),
        _ => (3, |f, mode, _, x| float::fma(f, mode, x[0], x[1], x[2])),
    };
    Lane::new(&[ty.bits(); 3][..count], move |x| {
        each(ty, x, |x| clamp.apply(format, operation(format, mode, one, x)))
    })
}

fn extremum(base: &str, m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    let flush = m.flag("ftz");
    let nan = if m.flag("NaN") { NanMode::Propagate } else { NanMode::Suppress };
    let (ty, format) = operand(m)?;
    let least = base == "min";
    Lane::new(&[ty.bits(); 2], move |x| {
        each(ty, x, |x| {
            let result = match least {
                true => float::min(format, nan, flush, x[0], x[1]),
                false => float::max(format, nan, flush, x[0], x[1]),
            };
            canonical(format, result)
        })
    })
}
