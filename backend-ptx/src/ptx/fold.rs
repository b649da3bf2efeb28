//! Constants and identities of integer instructions.
//!
//! Selection writes address arithmetic in its general form (`row * stride + column * 1 + 0`); what
//! is constant in it disappears here, before it becomes text.

use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Part, Ty};

/// The value of a pure instruction if it needs no instruction.
pub fn simplify(op: Op, operands: &[Val]) -> Option<Val> {
    arithmetic(op, operands).or_else(|| bitwise(op, operands)).or_else(|| choice(op, operands))
}

/// Of moves, sums and products.
fn arithmetic(op: Op, operands: &[Val]) -> Option<Val> {
    match (op, operands) {
        (Op::Mov { .. }, &[a]) => Some(a),
        (Op::Add { ty }, &[a, b]) => match (a.imm(), b.imm()) {
            (Some(a), Some(b)) => constant(ty, a.wrapping_add(b)),
            (Some(0), None) => Some(b),
            (None, Some(0)) => Some(a),
            _ => None,
        },
        (Op::Sub { ty }, &[a, b]) => match (a.imm(), b.imm()) {
            (Some(a), Some(b)) => constant(ty, a.wrapping_sub(b)),
            (None, Some(0)) => Some(a),
            _ => None,
        },
        (Op::Mul { part: Part::Lo, ty }, &[a, b]) => match (a.imm(), b.imm()) {
            (Some(a), Some(b)) => constant(ty, a.wrapping_mul(b)),
            (Some(0), _) | (_, Some(0)) => Some(Val::ZERO),
            (Some(1), None) => Some(b),
            (None, Some(1)) => Some(a),
            _ => None,
        },
        (Op::Mul { part: Part::Wide, ty }, &[a, b]) => {
            let (a, b) = (a.imm()?, b.imm()?);
            Some(Val::Imm(match ty {
                Ty::U32 => a.wrapping_mul(b),
                Ty::S32 => signed(ty, a).wrapping_mul(signed(ty, b)) as u64,
                _ => return None,
            }))
        }
        (Op::Mad { part: Part::Lo, .. }, &[a, b, c]) => match (a.imm(), b.imm()) {
            (Some(0), _) | (_, Some(0)) => Some(c),
            _ => None,
        },
        _ => None,
    }
}

/// Of operations on bits, and shifts.
fn bitwise(op: Op, operands: &[Val]) -> Option<Val> {
    match (op, operands) {
        (Op::And { ty }, &[a, b]) => match (a.imm(), b.imm()) {
            (Some(a), Some(b)) => Some(Val::Imm(a & b)),
            (Some(0), _) | (_, Some(0)) => Some(Val::ZERO),
            (Some(ones), None) if ones == mask(ty) => Some(b),
            (None, Some(ones)) if ones == mask(ty) => Some(a),
            _ => (a == b).then_some(a),
        },
        (Op::Or { ty }, &[a, b]) => match (a.imm(), b.imm()) {
            (Some(a), Some(b)) => Some(Val::Imm(a | b)),
            (Some(0), None) => Some(b),
            (None, Some(0)) => Some(a),
            (Some(ones), _) | (_, Some(ones)) if ones == mask(ty) => Some(Val::Imm(ones)),
            _ => (a == b).then_some(a),
        },
        (Op::Xor { .. }, &[a, b]) => match (a.imm(), b.imm()) {
            (Some(a), Some(b)) => Some(Val::Imm(a ^ b)),
            (Some(0), None) => Some(b),
            (None, Some(0)) => Some(a),
            _ => (a == b).then_some(Val::ZERO),
        },
        (Op::Not { ty }, &[a]) => Some(Val::Imm(!a.imm()? & mask(ty))),
        (Op::Shl { ty }, &[a, b]) => match (a.imm(), b.imm()) {
            (Some(a), Some(b)) if b < 64 => constant(ty, a << b),
            (None, Some(0)) => Some(a),
            _ => None,
        },
        (Op::Shr { ty }, &[a, b]) => match (a.imm(), b.imm()) {
            (Some(a), Some(b)) if b < u64::from(ty.bits()) => {
                constant(ty, if is_signed(ty) { (signed(ty, a) >> b) as u64 } else { a >> b })
            }
            (None, Some(0)) => Some(a),
            _ => None,
        },
        _ => None,
    }
}

/// Of comparisons, selections and conversions.
fn choice(op: Op, operands: &[Val]) -> Option<Val> {
    match (op, operands) {
        (Op::Setp { cmp, ty, .. }, &[a, b]) if is_integer(ty) => {
            let (a, b) = (a.imm()?, b.imm()?);
            let order = if is_signed(ty) { signed(ty, a).cmp(&signed(ty, b)) } else { a.cmp(&b) };
            let holds = match cmp {
                Cmp::Eq => order.is_eq(),
                Cmp::Ne => order.is_ne(),
                Cmp::Lt => order.is_lt(),
                Cmp::Le => order.is_le(),
                Cmp::Gt => order.is_gt(),
                Cmp::Ge => order.is_ge(),
                Cmp::Equ | Cmp::Neu | Cmp::Ltu | Cmp::Leu | Cmp::Gtu | Cmp::Geu => return None,
                Cmp::Nan | Cmp::Num => return None,
            };
            Some(Val::Imm(u64::from(holds)))
        }
        (Op::Selp { .. }, &[a, b, p]) => match p.imm() {
            Some(0) => Some(b),
            Some(_) => Some(a),
            None => (a == b).then_some(a),
        },
        (Op::Cvt { to, from, .. }, &[a]) if is_integer(to) && is_integer(from) => {
            let bits = a.imm()?;
            constant(
                to,
                if is_signed(from) { signed(from, bits) as u64 } else { bits & mask(from) },
            )
        }
        _ => None,
    }
}

/// All ones of a type's width.
pub fn mask(ty: Ty) -> u64 {
    u64::MAX >> (64 - ty.bits())
}

/// The value of a signed constant.
pub fn signed(ty: Ty, bits: u64) -> i64 {
    let shift = 64 - ty.bits();
    ((bits << shift) as i64) >> shift
}

pub fn is_signed(ty: Ty) -> bool {
    matches!(ty, Ty::S8 | Ty::S16 | Ty::S32 | Ty::S64)
}

pub fn is_integer(ty: Ty) -> bool {
    is_signed(ty)
        || matches!(
            ty,
            Ty::U8 | Ty::U16 | Ty::U32 | Ty::U64 | Ty::B8 | Ty::B16 | Ty::B32 | Ty::B64 | Ty::Pred
        )
}

/// Bytes live in 32-bit registers, so their constants are 32 bits wide as well.
fn constant(ty: Ty, bits: u64) -> Option<Val> {
    Some(Val::Imm(bits & (u64::MAX >> (64 - ty.class().bits()))))
}
