//! Integers and bits.

use ir::scalar::int::{self, QuotientRounding};

use super::{Lane, Undefined};
use crate::emulator::mnemonic::Mnemonic;
use crate::emulator::syntax::Result;
use crate::emulator::types::Ty;

/// Which part of a product is wanted.
#[derive(Clone, Copy)]
enum Part {
    Low,
    High,
    Wide,
}

const PARTS: &[(&str, Part)] = &[("lo", Part::Low), ("hi", Part::High), ("wide", Part::Wide)];

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    match m.base() {
        "add" | "sub" => sum(m),
        "mul" => {
            let (part, ty) = (m.one_of(PARTS)?, m.ty()?);
            Lane::new(&[ty.bits(); 2], move |x| product(part, ty, x[0], x[1]))
        }
        "mad" => {
            let (part, ty) = (m.one_of(PARTS)?, m.ty()?);
            let wide = if matches!(part, Part::Wide) { 2 * ty.bits() } else { ty.bits() };
            Lane::new(&[ty.bits(), ty.bits(), wide], move |x| {
                product(part, ty, x[0], x[1]).wrapping_add(x[2])
            })
        }
        "div" | "rem" => quotient(m),
        "neg" | "abs" | "min" | "max" => {
            let base = m.base().to_owned();
            let ty = m.ty()?;
            let (w, s) = (ty.width(), ty.signedness());
            let inputs = [ty.bits(); 2];
            match base.as_str() {
                "neg" => Lane::new(&inputs[..1], move |x| int::neg(w, x[0])),
                "abs" => Lane::new(&inputs[..1], move |x| int::abs(w, x[0])),
                "min" => Lane::new(&inputs, move |x| int::min(w, s, x[0], x[1])),
                _ => Lane::new(&inputs, move |x| int::max(w, s, x[0], x[1])),
            }
        }
        "and" | "or" | "xor" | "not" | "cnot" => logic(m),
        "lop3" => {
            let bits = m.ty()?.bits();
            Lane::new(&[bits, bits, bits, 8], |x| lop3(x[0], x[1], x[2], x[3]))
        }
        "shl" => {
            let ty = m.ty()?;
            Lane::new(&[ty.bits(), 32], move |x| int::shl(ty.width(), x[0], x[1]))
        }
        "shr" => {
            let ty = m.ty()?;
            Lane::new(&[ty.bits(), 32], move |x| int::shr(ty.width(), ty.signedness(), x[0], x[1]))
        }
        "shf" => funnel_shift(m),
        "prmt" => {
            m.ty()?;
            Lane::new(&[32; 3], |x| permute(x[0], x[1], x[2]))
        }
        "bfe" | "bfi" => bit_field(m),
        "popc" | "clz" | "brev" | "bfind" => count(m),
        _ => Ok(None),
    }
}

fn sum(m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    let adds = m.base() == "add";
    let saturates = m.flag("sat");
    let ty = m.ty()?;
    Lane::new(&[ty.bits(); 2], move |x| {
        if saturates {
            let (a, b) = (ty.integer(x[0]), ty.integer(x[1]));
            let exact = if adds { a + b } else { a - b };
            let (w, s) = (ty.width(), ty.signedness());
            let limits = (int::value(w, s, w.min(s)), int::value(w, s, w.max(s)));
            return exact.clamp(limits.0, limits.1) as u64;
        }
        if adds { x[0].wrapping_add(x[1]) } else { x[0].wrapping_sub(x[1]) }
    })
}

fn product(part: Part, ty: Ty, a: u64, b: u64) -> u64 {
    let product = match ty.is_signed() {
        true => ty.integer(a).wrapping_mul(ty.integer(b)) as u128,
        // Unsigned 64-bit products need all of u128.
        false => u128::from(a) * u128::from(b),
    };
    match part {
        Part::Low | Part::Wide => product as u64,
        Part::High => (product >> ty.bits()) as u64,
    }
}

fn quotient(m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    let divides = m.base() == "div";
    let ty = m.ty()?;
    let (w, s) = (ty.width(), ty.signedness());
    let lane = Lane::new(&[ty.bits(); 2], move |x| match divides {
        true => int::div(w, s, QuotientRounding::Zero, x[0], x[1]),
        false => int::rem(w, s, x[0], x[1]),
    })?;
    let by_zero: Undefined = (|x| x[1] == 0, "division by zero");
    Ok(lane.map(|lane| Lane { undefined: Some(by_zero), ..lane }))
}

fn logic(m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    let base = m.base().to_owned();
    let bits = m.ty()?.bits();
    match base.as_str() {
        "and" => Lane::new(&[bits; 2], |x| x[0] & x[1]),
        "or" => Lane::new(&[bits; 2], |x| x[0] | x[1]),
        "xor" => Lane::new(&[bits; 2], |x| x[0] ^ x[1]),
        "not" => Lane::new(&[bits], |x| !x[0]),
        _ => Lane::new(&[bits], |x| u64::from(x[0] == 0)),
    }
}

/// Bit by bit: the truth table at index `abc`.
fn lop3(a: u64, b: u64, c: u64, table: u64) -> u64 {
    (0..8).filter(|index| table >> index & 1 == 1).fold(0, |word, index| {
        let matching = |x: u64, bit: u64| if index >> bit & 1 == 1 { x } else { !x };
        word | matching(a, 2) & matching(b, 1) & matching(c, 0)
    })
}

fn funnel_shift(m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    let left = m.one_of(&[("l", true), ("r", false)])?;
    let wraps = m.one_of(&[("clamp", false), ("wrap", true)])?;
    m.ty()?;
    Lane::new(&[32; 3], move |x| {
        let both = x[1] << 32 | x[0];
        let amount = if wraps { x[2] & 31 } else { x[2].min(32) };
        if left { both << amount >> 32 } else { both >> amount }
    })
}

/// Four bytes picked from eight; a nibble's top bit replicates the sign of its byte.
fn permute(a: u64, b: u64, selector: u64) -> u64 {
    let bytes = (a | b << 32).to_le_bytes();
    (0..4).fold(0, |word, i| {
        let nibble = selector >> (4 * i) & 0xF;
        let byte = bytes[(nibble & 7) as usize];
        let byte = if nibble & 8 == 0 { byte } else { (byte as i8 >> 7) as u8 };
        word | u64::from(byte) << (8 * i)
    })
}

fn bit_field(m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    let extracts = m.base() == "bfe";
    let ty = m.ty()?;
    let bits = u64::from(ty.bits());
    // Position and length are bytes.
    if !extracts {
        return Lane::new(&[ty.bits(), ty.bits(), 32, 32], move |x| {
            let (position, length) = (x[2] & 0xFF, x[3] & 0xFF);
            let field = ones(length) & ty.mask();
            if position >= bits {
                return x[1];
            }
            x[1] & !(field << position) | (x[0] & field) << position
        });
    }
    Lane::new(&[ty.bits(), 32, 32], move |x| {
        let (position, length) = (x[1] & 0xFF, x[2] & 0xFF);
        let field = if position >= bits { 0 } else { x[0] >> position } & ones(length);
        let last = (position + length).saturating_sub(1).min(bits - 1);
        let negative = ty.is_signed() && length > 0 && x[0] >> last & 1 == 1;
        if negative { field | !ones(length.min(bits.saturating_sub(position))) } else { field }
    })
}

fn ones(length: u64) -> u64 {
    if length >= 64 { u64::MAX } else { (1 << length) - 1 }
}

fn count(m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    let base = m.base().to_owned();
    let as_shift = m.flag("shiftamt");
    let ty = m.ty()?;
    let bits = ty.bits();
    match base.as_str() {
        "popc" => Lane::new(&[bits], |x| u64::from(x[0].count_ones())),
        "clz" => Lane::new(&[bits], move |x| u64::from(x[0].leading_zeros() - (64 - bits))),
        "brev" => Lane::new(&[bits], move |x| x[0].reverse_bits() >> (64 - bits)),
        _ => Lane::new(&[bits], move |x| {
            // The highest bit that differs from the sign.
            let magnitude = if ty.integer(x[0]) < 0 { !x[0] & ty.mask() } else { x[0] };
            match magnitude {
                0 => 0xFFFF_FFFF,
                _ if as_shift => u64::from(magnitude.leading_zeros() - (64 - bits)),
                _ => u64::from(63 - magnitude.leading_zeros()),
            }
        }),
    }
}
