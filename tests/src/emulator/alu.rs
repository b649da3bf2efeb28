//! What one thread computes by itself.

use backend_ptx::ptx::inst::Op;
use backend_ptx::ptx::types::{AtomOp, Cmp, Ftz, NanMode, Part, Round, Saturate, Ty};
use ir::Signedness;
use ir::scalar::convert::{float_to_float, float_to_int, int_to_float};
use ir::scalar::float::{self, FloatMode};
use ir::scalar::format::{FloatFormat, RoundingMode};
use ir::scalar::int::IntWidth;
use ir::scalar::math::{self, Unary};

use super::Run;
use super::memory::generic;

/// The results of a pure instruction, brace lists flattened on both sides.
pub fn compute(op: Op, x: &[u64]) -> Run<Vec<u64>> {
    Ok(vec![match op {
        Op::Mov { .. } | Op::MovBits { .. } => x[0],
        Op::Pack16 {} => x[0] & 0xFFFF | x[1] << 16,
        Op::Unpack16 {} => return Ok(vec![x[0] & 0xFFFF, x[0] >> 16 & 0xFFFF]),
        Op::Pack32 {} => x[0] & 0xFFFF_FFFF | x[1] << 32,
        Op::Unpack32 {} => return Ok(vec![x[0] & 0xFFFF_FFFF, x[0] >> 32]),
        Op::Cvt { round, ftz, sat, to, from } => convert(round, ftz, sat, to, from, x[0])?,
        Op::CvtPair { round, sat, to } => {
            let half = narrow_of(to);
            let narrow =
                |bits: u64| narrowed(half, round, sat, float::to_f64(FloatFormat::F32, bits));
            narrow(x[0]) << (to.bits() / 2) | narrow(x[1])
        }
        Op::CvtPairs { round, sat, to, from } => {
            let (wide, narrow) = (narrow_of(to), narrow_of(from));
            let bits = from.bits() / 2;
            let one =
                |value: u64| narrowed(wide, round, sat, float::to_f64(narrow, value & mask(bits)));
            one(x[0] >> bits) << (to.bits() / 2) | one(x[0])
        }
        Op::Cvta { space } => generic(space, x[0]),

        Op::Add { ty } => x[0].wrapping_add(x[1]) & mask(ty.bits()),
        Op::Sub { ty } => x[0].wrapping_sub(x[1]) & mask(ty.bits()),
        Op::Mul { part, ty } => multiply(part, ty, x[0], x[1]),
        Op::Mad { part, ty } => multiply(part, ty, x[0], x[1]).wrapping_add(x[2]),
        Op::Div { ty } | Op::Rem { ty } if x[1] & mask(ty.bits()) == 0 => {
            return Err("division by zero".into());
        }
        Op::Div { ty } => (value(ty, x[0]) / value(ty, x[1])) as u64,
        Op::Rem { ty } => (value(ty, x[0]) % value(ty, x[1])) as u64,
        Op::Neg { ty } => x[0].wrapping_neg() & mask(ty.bits()),
        Op::Abs { ty } => value(ty, x[0]).unsigned_abs() as u64,
        Op::Min { ty } => value(ty, x[0]).min(value(ty, x[1])) as u64,
        Op::Max { ty } => value(ty, x[0]).max(value(ty, x[1])) as u64,
        Op::And { .. } => x[0] & x[1],
        Op::Or { .. } => x[0] | x[1],
        Op::Xor { .. } => x[0] ^ x[1],
        Op::Not { .. } => !x[0],
        Op::Shl { ty } => {
            if x[1] >= u64::from(ty.bits()) {
                0
            } else {
                x[0] << x[1]
            }
        }
        Op::Shr { ty } => {
            let amount = x[1].min(u64::from(ty.bits()));
            (value(ty, x[0]) >> amount) as u64
        }
        Op::Bfe { ty } => {
            let field = x[0] >> x[1] & mask(x[2] as u32);
            if is_signed(ty) { sign_extend(field, x[2] as u32) as u64 } else { field }
        }
        Op::Bfi { .. } => {
            let field = mask(x[3] as u32) << x[2];
            x[1] & !field | x[0] << x[2] & field
        }
        Op::Prmt {} => {
            let bytes = x[0] & 0xFFFF_FFFF | x[1] << 32;
            (0..4).fold(0, |word, i| {
                let nibble = x[2] >> (4 * i) & 0xF;
                let byte = bytes >> (8 * (nibble & 7)) & 0xFF;
                let byte =
                    if nibble & 8 != 0 { if byte & 0x80 != 0 { 0xFF } else { 0 } } else { byte };
                word | byte << (8 * i)
            })
        }
        Op::Lop3 {} => (0..32).fold(0, |word, bit| {
            let at = |operand: u64| operand >> bit & 1;
            let index = at(x[0]) << 2 | at(x[1]) << 1 | at(x[2]);
            word | (x[3] >> index & 1) << bit
        }),

        Op::AddF { round, ftz, ty } => {
            each(ty, x, |f, x| float::add(f, mode(round, ftz), x[0], x[1]))
        }
        Op::SubF { round, ftz, ty } => {
            each(ty, x, |f, x| float::sub(f, mode(round, ftz), x[0], x[1]))
        }
        Op::MulF { round, ftz, ty } => {
            each(ty, x, |f, x| float::mul(f, mode(round, ftz), x[0], x[1]))
        }
        Op::Fma { round, ftz, ty } => {
            each(ty, x, |f, x| float::fma(f, mode(round, ftz), x[0], x[1], x[2]))
        }
        Op::FmaSat {} => {
            let sum = float::fma(FloatFormat::F32, FloatMode::NEAREST, x[0], x[1], x[2]);
            let sum = f32::from_bits(sum as u32);
            u64::from(if sum.is_nan() { 0.0f32 } else { sum.clamp(0.0, 1.0) }.to_bits())
        }
        Op::DivF { round, ftz, ty } => {
            each(ty, x, |f, x| float::div(f, mode(round, ftz), x[0], x[1]))
        }
        Op::Rcp { round, ftz, ty } => each(ty, x, |f, x| {
            let one = float::from_f64(f, 1.0);
            float::div(f, mode(round, ftz), one, x[0])
        }),
        Op::Sqrt { round, ftz, ty } => each(ty, x, |f, x| float::sqrt(f, mode(round, ftz), x[0])),
        Op::Rsqrt { ftz, ty } => {
            each(ty, x, |f, x| math::unary(Unary::Rsqrt, f, ftz == Ftz::Flush, x[0]))
        }
        Op::NegF { ty, .. } => each(ty, x, |f, x| float::neg(f, x[0])),
        Op::AbsF { ty, .. } => each(ty, x, |f, x| float::abs(f, x[0])),
        Op::MinF { ftz, nan, ty } => {
            each(ty, x, |f, x| float::min(f, nan_mode(nan), ftz == Ftz::Flush, x[0], x[1]))
        }
        Op::MaxF { ftz, nan, ty } => {
            each(ty, x, |f, x| float::max(f, nan_mode(nan), ftz == Ftz::Flush, x[0], x[1]))
        }
        Op::Ex2 { ftz } => math::unary(Unary::Exp2, FloatFormat::F32, ftz == Ftz::Flush, x[0]),
        Op::Lg2 { ftz } => math::unary(Unary::Log2, FloatFormat::F32, ftz == Ftz::Flush, x[0]),
        Op::SinApprox {} => math::unary(Unary::Sin, FloatFormat::F32, false, x[0]),
        Op::CosApprox {} => math::unary(Unary::Cos, FloatFormat::F32, false, x[0]),
        Op::TanhApprox {} => math::unary(Unary::Tanh, FloatFormat::F32, false, x[0]),
        Op::CopySign { ty } => {
            let sign = 1 << (ty.bits() - 1);
            x[0] & sign | x[1] & !sign
        }

        Op::Setp { cmp, ftz, ty } => u64::from(compare(cmp, ftz, ty, x[0], x[1])),
        Op::Selp { .. } => {
            if x[2] != 0 {
                x[0]
            } else {
                x[1]
            }
        }
        _ => return Err("the emulator does not know this instruction".into()),
    }])
}

pub fn mask(bits: u32) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }
}

fn sign_extend(bits: u64, width: u32) -> i64 {
    if width == 0 {
        return 0;
    }
    let shift = 64 - width;
    ((bits << shift) as i64) >> shift
}

fn is_signed(ty: Ty) -> bool {
    matches!(ty, Ty::S8 | Ty::S16 | Ty::S32 | Ty::S64)
}

/// The number that bits are in a type.
fn value(ty: Ty, bits: u64) -> i128 {
    if is_signed(ty) {
        i128::from(sign_extend(bits, ty.bits()))
    } else {
        i128::from(bits & mask(ty.bits()))
    }
}

fn multiply(part: Part, ty: Ty, a: u64, b: u64) -> u64 {
    // 64-bit unsigned products need all of u128.
    let product = match is_signed(ty) {
        true => value(ty, a).wrapping_mul(value(ty, b)) as u128,
        false => (value(ty, a) as u128).wrapping_mul(value(ty, b) as u128),
    };
    match part {
        Part::Lo => product as u64 & mask(ty.bits()),
        Part::Hi => (product >> ty.bits()) as u64 & mask(ty.bits()),
        Part::Wide => product as u64,
    }
}

/// The format of one element.
pub fn format(ty: Ty) -> FloatFormat {
    match ty {
        Ty::F16 | Ty::F16x2 => FloatFormat::F16,
        Ty::Bf16 | Ty::Bf16x2 => FloatFormat::Bf16,
        Ty::F64 => FloatFormat::F64,
        Ty::E4m3 | Ty::E4m3x2 => FloatFormat::E4M3,
        Ty::E5m2 | Ty::E5m2x2 => FloatFormat::E5M2,
        _ => FloatFormat::F32,
    }
}

fn narrow_of(ty: Ty) -> FloatFormat {
    format(ty)
}

fn rounding(round: Round) -> RoundingMode {
    match round {
        Round::Zero | Round::ZeroInt => RoundingMode::Zero,
        Round::Down | Round::DownInt => RoundingMode::NegativeInf,
        Round::Up | Round::UpInt => RoundingMode::PositiveInf,
        Round::None
        | Round::Nearest
        | Round::NearestAway
        | Round::NearestInt
        | Round::Approx
        | Round::Full => RoundingMode::NearestEven,
    }
}

fn mode(round: Round, ftz: Ftz) -> FloatMode {
    FloatMode { rounding: rounding(round), flush_to_zero: ftz == Ftz::Flush }
}

fn nan_mode(nan: NanMode) -> float::NanMode {
    match nan {
        NanMode::Ignore => float::NanMode::Suppress,
        NanMode::Propagate => float::NanMode::Propagate,
    }
}

/// A float operation on one element, or on both of a pair.
fn each(ty: Ty, x: &[u64], f: impl Fn(FloatFormat, &[u64]) -> u64) -> u64 {
    let format = format(ty);
    if !matches!(ty, Ty::F16x2 | Ty::Bf16x2) {
        return f(format, x);
    }
    let half = |shift: u32| {
        let parts: Vec<u64> = x.iter().map(|word| word >> shift & 0xFFFF).collect();
        f(format, &parts) << shift
    };
    half(0) | half(16)
}

fn compare(cmp: Cmp, ftz: Ftz, ty: Ty, a: u64, b: u64) -> bool {
    let order = match ty {
        Ty::F16 | Ty::Bf16 | Ty::F32 | Ty::F64 => {
            let flush = |x: u64| if ftz == Ftz::Flush { float::flush(format(ty), x) } else { x };
            float::compare(format(ty), flush(a), flush(b))
        }
        _ => Some(value(ty, a).cmp(&value(ty, b))),
    };
    match cmp {
        Cmp::Eq => order.is_some_and(|o| o.is_eq()),
        Cmp::Ne => order.is_some_and(|o| o.is_ne()),
        Cmp::Lt => order.is_some_and(|o| o.is_lt()),
        Cmp::Le => order.is_some_and(|o| o.is_le()),
        Cmp::Gt => order.is_some_and(|o| o.is_gt()),
        Cmp::Ge => order.is_some_and(|o| o.is_ge()),
        Cmp::Equ => order.is_none_or(|o| o.is_eq()),
        Cmp::Neu => order.is_none_or(|o| o.is_ne()),
        Cmp::Ltu => order.is_none_or(|o| o.is_lt()),
        Cmp::Leu => order.is_none_or(|o| o.is_le()),
        Cmp::Gtu => order.is_none_or(|o| o.is_gt()),
        Cmp::Geu => order.is_none_or(|o| o.is_ge()),
        Cmp::Nan => order.is_none(),
        Cmp::Num => order.is_some(),
    }
}

fn is_float(ty: Ty) -> bool {
    matches!(ty, Ty::F16 | Ty::Bf16 | Ty::F32 | Ty::F64 | Ty::Tf32)
}

fn width(ty: Ty) -> IntWidth {
    match ty.bits() {
        8 => IntWidth::W8,
        16 => IntWidth::W16,
        32 => IntWidth::W32,
        _ => IntWidth::W64,
    }
}

fn signedness(ty: Ty) -> Signedness {
    if is_signed(ty) { Signedness::Signed } else { Signedness::Unsigned }
}

fn narrowed(to: FloatFormat, round: Round, sat: Saturate, x: f64) -> u64 {
    if sat == Saturate::Finite && !x.is_nan() {
        let largest: f64 = if to == FloatFormat::E4M3 { 448.0 } else { 57344.0 };
        return float_to_float(
            FloatFormat::F64,
            to,
            rounding(round),
            float::bits_of_f64(x.clamp(-largest, largest)),
        );
    }
    float_to_float(FloatFormat::F64, to, rounding(round), float::bits_of_f64(x))
}

fn convert(round: Round, ftz: Ftz, _sat: Saturate, to: Ty, from: Ty, x: u64) -> Run<u64> {
    let x = x & mask(from.bits());
    Ok(match (is_float(from), is_float(to)) {
        (false, false) => {
            let wide = if is_signed(from) { sign_extend(x, from.bits()) as u64 } else { x };
            // Narrow results are extended to the register.
            if is_signed(to) { sign_extend(wide, to.bits()) as u64 } else { wide & mask(to.bits()) }
        }
        (false, true) => {
            int_to_float(width(from), signedness(from), format(to), rounding(round), x)
        }
        (true, false) => {
            if !matches!(round, Round::ZeroInt | Round::NearestInt) {
                return Err("only truncation and nearest integers are emulated".into());
            }
            let x = if round == Round::NearestInt {
                let whole = float::to_f64(format(from), x).round_ties_even();
                float::from_f64(format(from), whole)
            } else {
                x
            };
            // What the manual says of NaN: zero only for these.
            if float::to_f64(format(from), x).is_nan() && (from == Ty::F64 || to.bits() == 64) {
                return Ok(1 << (to.bits() - 1));
            }
            float_to_int(format(from), width(to), signedness(to), x)
        }
        (true, true)
            if matches!(
                round,
                Round::UpInt | Round::DownInt | Round::NearestInt | Round::ZeroInt
            ) =>
        {
            let value = float::to_f64(format(from), x);
            let whole = match round {
                Round::UpInt => value.ceil(),
                Round::DownInt => value.floor(),
                Round::NearestInt => value.round_ties_even(),
                _ => value.trunc(),
            };
            float::from_f64(format(to), whole)
        }
        (true, true) => {
            let x = if ftz == Ftz::Flush { float::flush(format(from), x) } else { x };
            float_to_float(format(from), format(to), rounding(round), x)
        }
    })
}

/// What an atomic operation leaves in memory.
pub fn atomic(op: AtomOp, ty: Ty, old: u64, x: u64) -> Run<u64> {
    Ok(match op {
        AtomOp::Add if is_float(ty) => float::add(format(ty), FloatMode::NEAREST, old, x),
        AtomOp::Add => old.wrapping_add(x) & mask(ty.bits()),
        AtomOp::Min => value(ty, old).min(value(ty, x)) as u64 & mask(ty.bits()),
        AtomOp::Max => value(ty, old).max(value(ty, x)) as u64 & mask(ty.bits()),
        AtomOp::And => old & x,
        AtomOp::Or => old | x,
        AtomOp::Xor => old ^ x,
        AtomOp::Exch => x,
        AtomOp::Cas => return Err("compare and swap has its own instruction".into()),
    })
}
