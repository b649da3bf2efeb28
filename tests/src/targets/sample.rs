//! Numbers that ops meet in cells: all extremes, and enough in between.

use ir::scalar::float;
use ir::{Opcode, Scalar};

use crate::differential::{Arg, float_format};
use crate::random::Random;

/// Floats at which functions and conversions change.
const SPECIAL: [f64; 40] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    3.0,
    10.0,
    -10.0,
    127.0,
    127.5,
    128.0,
    -128.5,
    255.5,
    448.0,
    464.0,
    480.0,
    57344.0,
    61440.0,
    65504.0,
    65520.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e-3,
    0.001953125,
    0.0009765625,
    1.52587890625e-5,
    6e-8,
    1e-40,
    1e-45,
    -1e-300,
    3e38,
    2147483648.0,
    -2147483904.0,
    9.3e18,
    -1e19,
];

/// `count` numbers of a format: special ones, and any.
pub fn numbers(elem: Scalar, count: u32, seed: u64) -> Arg {
    let mut random = Random::new(seed);
    let bits = (0..u64::from(count)).map(|at| {
        let drawn = random.draw();
        match float_format(elem) {
            // Every byte, in another order for each operand.
            _ if elem.bits() == 8 => (at.wrapping_mul(seed | 1).wrapping_add(seed)) & 0xFF,
            Some(format) => {
                let place = at.wrapping_mul(2 * seed + 1) + seed;
                let x = match (place % 4, drawn >> 60 & 1) {
                    (0, _) => SPECIAL[place as usize / 4 % SPECIAL.len()],
                    (1 | 2, _) => (drawn & 0xFFFF_FFFF) as f64 / 4_294_967_296.0 * 40.0 - 20.0,
                    (_, 0) => f64::from(f32::from_bits(drawn as u32)),
                    _ => {
                        return drawn
                            & elem.mask()
                            & if elem == Scalar::TF32 { !0x1FFF } else { !0 };
                    }
                };
                float::from_f64(format, x)
            }
            None => {
                let width = elem.bits();
                let extremes = [0, 1, 2, !0, 1 << (width - 1), (1 << (width - 1)) - 1];
                let small = (drawn >> 8 & 0xF).wrapping_sub(8);
                let all = [extremes[drawn as usize % 6], small, drawn, drawn >> (drawn & 31)];
                all[(drawn >> 40) as usize % 4] & elem.mask()
            }
        }
    });
    packed(elem, bits.collect())
}

/// What operand `index` of an op may be, so that the op is defined.
pub fn operand(op: Opcode, index: usize, elem: Scalar, count: u32) -> Arg {
    let Arg::Buffer(elem, mut bits) = numbers(elem, count, index as u64 + 1) else {
        unreachable!("numbers come in buffers")
    };
    match (op, index) {
        // Neither zero nor minus one.
        (Opcode::DivI | Opcode::RemI, 1) => {
            bits.iter_mut().filter(|b| **b == 0 || **b == elem.mask()).for_each(|b| *b = 1);
        }
        // As a float of the base's format every one of these is exact.
        (Opcode::FPowI, 1) => {
            let exact = |bits: &mut u64| *bits = ((*bits << 40) as i64 >> 40) as u64 & elem.mask();
            bits.iter_mut().for_each(exact);
        }
        (Opcode::ShlI | Opcode::ShrI, 1) => {
            bits.iter_mut().for_each(|b| *b %= u64::from(elem.bits()));
        }
        _ => {}
    }
    Arg::Buffer(elem, bits)
}

/// What operand `index` of an approximate op may be, so that the PTX manual bounds its error:
/// `div.approx` is for divisors between 2^-126 and 2^126.
pub fn approximate(op: Opcode, index: usize, elem: Scalar, count: u32) -> Arg {
    let mut arg = operand(op, index, elem, count);
    if let (Opcode::DivF, 1, Arg::Buffer(elem, bits)) = (op, index, &mut arg)
        && let Some(format) = float_format(*elem)
    {
        let bounded = 2f64.powi(-126)..=2f64.powi(126);
        let is_outside = |b: &&mut u64| {
            let x = float::to_f64(format, **b).abs();
            x.is_finite() && x != 0.0 && !bounded.contains(&x)
        };
        let three = float::from_f64(format, 3.0);
        bits.iter_mut().filter(is_outside).for_each(|b| *b = three);
    }
    arg
}

/// Small floats whose sums of products are exact, or small integers.
pub fn exact(elem: Scalar, count: u32, seed: u64) -> Arg {
    let mut random = Random::new(seed);
    let bits = (0..count).map(|_| {
        let whole = (random.draw() >> 40) as i64 % 9 - 4;
        match float_format(elem) {
            Some(format) => float::from_f64(format, whole as f64 / 2.0),
            None => whole as u64 & elem.mask(),
        }
    });
    packed(elem, bits.collect())
}

/// A buffer of these elements; those of four bits two to a byte, the first in the low half.
pub fn packed(elem: Scalar, bits: Vec<u64>) -> Arg {
    if elem.bits() != 4 {
        return Arg::Buffer(elem, bits);
    }
    let byte = |two: &[u64]| two[0] & 0xF | two.get(1).map_or(0, |high| (high & 0xF) << 4);
    Arg::Buffer(Scalar::I8, bits.chunks(2).map(byte).collect())
}
