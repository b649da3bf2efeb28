//! Operations that compute each element from the elements at the same place.
//!
//! The common case of each (rounding to nearest, subnormals kept) is a loop over words with the
//! format a constant; everything rarer goes through one loop that decides per element.

use super::data::{
    Data, Lanes, Word, map, map_float, map_int, with_word, zip, zip_float, zip_int, zip3,
};
use super::trap::Malformed;
use crate::attrs::{CmpOrdering, CmpPredicate, Rounding, Signedness};
use crate::scalar::convert::{float_to_int, ftof, itof};
use crate::scalar::int::{self, QuotientRounding};
use crate::scalar::{FloatFormat, FloatMode, IntWidth, NanMode, RoundingMode, float, math};
use crate::types::Scalar;

type Result = std::result::Result<Data, Malformed>;

/// The four operations that round.
#[derive(Clone, Copy)]
pub(super) enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
}

/// Minimum or maximum.
#[derive(Clone, Copy)]
pub(super) enum Extreme {
    Min,
    Max,
}

/// An integer operation on two operands of one width.
#[derive(Clone, Copy)]
pub(super) enum IntBinary {
    Add,
    Sub,
    Mul,
    MulHigh,
    And,
    Or,
    Xor,
    Shl,
    Shr(Signedness),
    Min(Signedness),
    Max(Signedness),
    Rem(Signedness),
    Div(Signedness, QuotientRounding),
}

/// The mode of a float op. `approx` and `full` mean the correctly rounded result here.
pub(super) fn float_mode(rounding: Rounding, flush_to_zero: bool) -> FloatMode {
    FloatMode { rounding: RoundingMode::of(rounding), flush_to_zero }
}

pub(super) fn arithmetic(
    op: Arithmetic,
    format: FloatFormat,
    mode: FloatMode,
    a: &Data,
    b: &Data,
) -> Result {
    const NEAREST: FloatMode = FloatMode::NEAREST;
    if mode == NEAREST {
        return match op {
            Arithmetic::Add => zip_float(format, a, b, |f, a, b| float::add(f, NEAREST, a, b)),
            Arithmetic::Sub => zip_float(format, a, b, |f, a, b| float::sub(f, NEAREST, a, b)),
            Arithmetic::Mul => zip_float(format, a, b, |f, a, b| float::mul(f, NEAREST, a, b)),
            Arithmetic::Div => zip_float(format, a, b, |f, a, b| float::div(f, NEAREST, a, b)),
        };
    }
    let one = |a, b| match op {
        Arithmetic::Add => float::add(format, mode, a, b),
        Arithmetic::Sub => float::sub(format, mode, a, b),
        Arithmetic::Mul => float::mul(format, mode, a, b),
        Arithmetic::Div => float::div(format, mode, a, b),
    };
    with_word!(format.storage_bytes(), W => zip::<W, W>(a, b, one))
}

pub(super) fn fma(format: FloatFormat, mode: FloatMode, a: &Data, b: &Data, c: &Data) -> Result {
    const NEAREST: FloatMode = FloatMode::NEAREST;
    if mode == NEAREST && format == FloatFormat::F32 {
        return zip3::<u32>(a, b, c, |a, b, c| float::fma(FloatFormat::F32, NEAREST, a, b, c));
    }
    with_word!(format.storage_bytes(), W => {
        zip3::<W>(a, b, c, |a, b, c| float::fma(format, mode, a, b, c))
    })
}

pub(super) fn sqrt(format: FloatFormat, mode: FloatMode, a: &Data) -> Result {
    if mode == FloatMode::NEAREST {
        return map_float(format, a, |f, a| float::sqrt(f, FloatMode::NEAREST, a));
    }
    with_word!(format.storage_bytes(), W => map::<W, W>(a, |a| float::sqrt(format, mode, a)))
}

pub(super) fn float_extreme(
    op: Extreme,
    format: FloatFormat,
    nan: NanMode,
    flush: bool,
    a: &Data,
    b: &Data,
) -> Result {
    match (op, nan, flush) {
        (Extreme::Max, NanMode::Suppress, false) => {
            zip_float(format, a, b, |f, a, b| float::max(f, NanMode::Suppress, false, a, b))
        }
        (Extreme::Min, NanMode::Suppress, false) => {
            zip_float(format, a, b, |f, a, b| float::min(f, NanMode::Suppress, false, a, b))
        }
        (Extreme::Max, _, _) => with_word!(format.storage_bytes(), W => {
            zip::<W, W>(a, b, |a, b| float::max(format, nan, flush, a, b))
        }),
        (Extreme::Min, _, _) => with_word!(format.storage_bytes(), W => {
            zip::<W, W>(a, b, |a, b| float::min(format, nan, flush, a, b))
        }),
    }
}

pub(super) fn float_rem(format: FloatFormat, a: &Data, b: &Data) -> Result {
    with_word!(format.storage_bytes(), W => zip::<W, W>(a, b, |a, b| float::rem(format, a, b)))
}

pub(super) fn float_neg(format: FloatFormat, a: &Data) -> Result {
    map_float(format, a, float::neg)
}

pub(super) fn float_abs(format: FloatFormat, a: &Data) -> Result {
    map_float(format, a, float::abs)
}

pub(super) fn math_unary(
    function: math::Unary,
    format: FloatFormat,
    flush: bool,
    a: &Data,
) -> Result {
    with_word!(format.storage_bytes(), W => {
        map::<W, W>(a, |a| math::unary(function, format, flush, a))
    })
}

pub(super) fn math_binary(
    function: math::Binary,
    format: FloatFormat,
    a: &Data,
    b: &Data,
) -> Result {
    with_word!(format.storage_bytes(), W => {
        zip::<W, W>(a, b, |a, b| math::binary(function, format, a, b))
    })
}

/// `a` to the power of signed integers.
pub(super) fn float_powi(format: FloatFormat, a: &Data, width: IntWidth, n: &Data) -> Result {
    let element = |lane| {
        let exponent = int::sign_extend(width, n.bits(lane)?);
        Some(math::powi(format, a.bits(lane)?, exponent as i32))
    };
    let Some(count) = a.len().or(n.len()) else {
        return element(0).map(Data::Splat).ok_or(Malformed);
    };
    with_word!(format.storage_bytes(), W => {
        let words: Option<Vec<W>> =
            (0..count).map(|lane| element(lane).map(W::from_bits)).collect();
        words.map(W::wrap).ok_or(Malformed)
    })
}

/// Which of less, equal, greater (bits 0, 1, 2) a predicate accepts.
fn accepted(predicate: CmpPredicate) -> u32 {
    match predicate {
        CmpPredicate::Equal => 0b010,
        CmpPredicate::NotEqual => 0b101,
        CmpPredicate::LessThan => 0b001,
        CmpPredicate::LessThanOrEqual => 0b011,
        CmpPredicate::GreaterThan => 0b100,
        CmpPredicate::GreaterThanOrEqual => 0b110,
    }
}

pub(super) fn compare_floats(
    predicate: CmpPredicate,
    ordering: CmpOrdering,
    format: FloatFormat,
    a: &Data,
    b: &Data,
) -> Result {
    // Bit 3: what a NaN makes of it.
    let unordered = match ordering {
        CmpOrdering::Ordered => 0,
        CmpOrdering::Unordered => 0b1000,
    };
    let accepted = accepted(predicate) | unordered;
    let test = |order: Option<std::cmp::Ordering>| {
        let bit = order.map_or(3, |order| order as i32 + 1);
        u64::from(accepted >> bit & 1)
    };
    if format == FloatFormat::F32 {
        return zip::<u32, u8>(a, b, |a, b| test(float::compare(FloatFormat::F32, a, b)));
    }
    with_word!(format.storage_bytes(), W => {
        zip::<W, u8>(a, b, |a, b| test(float::compare(format, a, b)))
    })
}

pub(super) fn compare_ints(
    predicate: CmpPredicate,
    signedness: Signedness,
    width: IntWidth,
    a: &Data,
    b: &Data,
) -> Result {
    let accepted = accepted(predicate);
    let test =
        |width, a, b| u64::from(accepted >> (int::compare(width, signedness, a, b) as i32 + 1) & 1);
    match width {
        IntWidth::W32 => zip::<u32, u8>(a, b, |a, b| test(IntWidth::W32, a, b)),
        IntWidth::W64 => zip::<u64, u8>(a, b, |a, b| test(IntWidth::W64, a, b)),
        IntWidth::W16 => zip::<u16, u8>(a, b, |a, b| test(IntWidth::W16, a, b)),
        IntWidth::W1 | IntWidth::W4 | IntWidth::W8 => zip::<u8, u8>(a, b, |a, b| test(width, a, b)),
    }
}

pub(super) fn int_binary(op: IntBinary, width: IntWidth, a: &Data, b: &Data) -> Result {
    match op {
        IntBinary::Add => zip_int(width, a, b, int::add),
        IntBinary::Sub => zip_int(width, a, b, int::sub),
        IntBinary::Mul => zip_int(width, a, b, int::mul),
        IntBinary::MulHigh => zip_int(width, a, b, int::mul_high),
        IntBinary::And => zip_int(width, a, b, |_, a, b| a & b),
        IntBinary::Or => zip_int(width, a, b, |_, a, b| a | b),
        IntBinary::Xor => zip_int(width, a, b, |_, a, b| a ^ b),
        IntBinary::Shl => zip_int(width, a, b, int::shl),
        IntBinary::Shr(s) => zip_int(width, a, b, |w, a, b| int::shr(w, s, a, b)),
        IntBinary::Min(s) => zip_int(width, a, b, |w, a, b| int::min(w, s, a, b)),
        IntBinary::Max(s) => zip_int(width, a, b, |w, a, b| int::max(w, s, a, b)),
        IntBinary::Rem(s) => zip_int(width, a, b, |w, a, b| int::rem(w, s, a, b)),
        IntBinary::Div(s, rounding) => {
            zip_int(width, a, b, |w, a, b| int::div(w, s, rounding, a, b))
        }
    }
}

pub(super) fn int_neg(width: IntWidth, a: &Data) -> Result {
    map_int(width, a, int::neg)
}

pub(super) fn int_abs(width: IntWidth, a: &Data) -> Result {
    map_int(width, a, int::abs)
}

/// Integer to integer, by sign or zero extension or by cutting.
pub(super) fn resize(from: IntWidth, to: IntWidth, signedness: Signedness, a: &Data) -> Result {
    with_word!(from.storage_bytes(), A => with_word!(to.storage_bytes(), R => {
        map::<A, R>(a, |a| int::resize(from, to, signedness, a))
    }))
}

pub(super) fn float_cast(
    from: FloatFormat,
    to: FloatFormat,
    rounding: RoundingMode,
    a: &Data,
) -> Result {
    use FloatFormat::{Bf16, F16, F32};
    const NEAREST: RoundingMode = RoundingMode::NearestEven;
    match (from, to, rounding) {
        (F16, F32, NEAREST) => map::<u16, u32>(a, |a| ftof(F16, F32, NEAREST, a)),
        (F32, F16, NEAREST) => map::<u32, u16>(a, |a| ftof(F32, F16, NEAREST, a)),
        (Bf16, F32, NEAREST) => map::<u16, u32>(a, |a| ftof(Bf16, F32, NEAREST, a)),
        (F32, Bf16, NEAREST) => map::<u32, u16>(a, |a| ftof(F32, Bf16, NEAREST, a)),
        _ => with_word!(from.storage_bytes(), A => with_word!(to.storage_bytes(), R => {
            map::<A, R>(a, |a| ftof(from, to, rounding, a))
        })),
    }
}

pub(super) fn int_to_floats(
    from: IntWidth,
    signedness: Signedness,
    to: FloatFormat,
    rounding: RoundingMode,
    a: &Data,
) -> Result {
    with_word!(from.storage_bytes(), A => with_word!(to.storage_bytes(), R => {
        map::<A, R>(a, |a| itof(from, signedness, to, rounding, a))
    }))
}

pub(super) fn floats_to_int(
    from: FloatFormat,
    to: IntWidth,
    signedness: Signedness,
    a: &Data,
) -> Result {
    with_word!(from.storage_bytes(), A => with_word!(to.storage_bytes(), R => {
        map::<A, R>(a, |a| float_to_int(from, to, signedness, a))
    }))
}

/// `ptr + offset * size`, the offset signed.
pub(super) fn offset_pointers(size: u64, width: IntWidth, pointers: &Data, by: &Data) -> Result {
    let resized;
    let by = match width {
        IntWidth::W64 => by,
        _ => {
            resized = resize(width, IntWidth::W64, Signedness::Signed, by)?;
            &resized
        }
    };
    zip::<u64, u64>(pointers, by, |pointer, by| pointer.wrapping_add(by.wrapping_mul(size)))
}

pub(super) fn select(bytes: usize, cond: &Data, a: &Data, b: &Data) -> Result {
    let chosen = match cond {
        Data::Splat(bits) => return Ok(if bits & 1 == 1 { a.clone() } else { b.clone() }),
        Data::W8(chosen) => chosen,
        Data::Tainted(tainted) => return select(bytes, &tainted.bits, a, b),
        Data::Absent | Data::Token | Data::W16(_) | Data::W32(_) | Data::W64(_) | Data::View(_) => {
            return Err(Malformed);
        }
    };
    fn each<W: Word>(chosen: &[u8], a: Lanes<'_, W>, b: Lanes<'_, W>) -> Data {
        if let (Lanes::Each(a), Lanes::Each(b)) = (a, b) {
            let pairs = chosen.iter().zip(a).zip(b);
            return W::collect(pairs.map(|((&c, &a), &b)| if c != 0 { a } else { b }));
        }
        let lanes = chosen.iter().enumerate();
        W::collect(lanes.map(|(i, &c)| if c != 0 { a.get(i) } else { b.get(i) }))
    }
    Ok(with_word!(bytes, W => each::<W>(chosen, a.lanes()?, b.lanes()?)))
}

/// The same bytes in memory order as elements of another width; 4-bit elements go in pairs, the
/// even one in the low half.
pub(super) fn repack(from: Scalar, to: Scalar, count: usize, a: &Data) -> Result {
    let mut bytes = Vec::new();
    // Elements smaller than a byte fill it from its lowest bit.
    let per_byte = |elem: Scalar| (8 / elem.bits().min(8)) as usize;
    for lane in 0..count {
        let bits = a.bits(lane).ok_or(Malformed)?;
        match (lane % per_byte(from), bytes.last_mut()) {
            (part @ 1.., Some(last)) => *last |= (bits << (part as u32 * from.bits())) as u8,
            _ => bytes.extend_from_slice(&bits.to_le_bytes()[..from.bytes() as usize]),
        }
    }
    if to.bits() < 8 {
        let (width, mask) = (to.bits(), to.mask() as u8);
        let parts = |byte: u8| (0..per_byte(to) as u32).map(move |i| byte >> (i * width) & mask);
        return Ok(u8::wrap(bytes.into_iter().flat_map(parts).collect()));
    }
    let size = to.bytes() as usize;
    let element = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, &b| bits << 8 | u64::from(b));
    Ok(with_word!(size, W => {
        W::wrap(bytes.chunks(size).map(|chunk| W::from_bits(element(chunk))).collect())
    }))
}
