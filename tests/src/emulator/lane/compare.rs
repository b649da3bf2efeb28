//! Comparison and selection.

use std::cmp::Ordering;

use ir::scalar::float;

use super::Lane;
use crate::emulator::mnemonic::Mnemonic;
use crate::emulator::syntax::Result;
use crate::emulator::types::{Kind, Ty};

/// When a comparison holds: for which orders, and whether for unordered operands.
#[derive(Clone, Copy)]
struct Relation {
    less: bool,
    equal: bool,
    greater: bool,
    unordered: bool,
}

const fn relation(less: bool, equal: bool, greater: bool, unordered: bool) -> Relation {
    Relation { less, equal, greater, unordered }
}

const RELATIONS: &[(&str, Relation)] = &[
    ("eq", relation(false, true, false, false)),
    ("ne", relation(true, false, true, false)),
    ("lt", relation(true, false, false, false)),
    ("le", relation(true, true, false, false)),
    ("gt", relation(false, false, true, false)),
    ("ge", relation(false, true, true, false)),
    // Unsigned spellings of the same.
    ("lo", relation(true, false, false, false)),
    ("ls", relation(true, true, false, false)),
    ("hi", relation(false, false, true, false)),
    ("hs", relation(false, true, true, false)),
    ("equ", relation(false, true, false, true)),
    ("neu", relation(true, false, true, true)),
    ("ltu", relation(true, false, false, true)),
    ("leu", relation(true, true, false, true)),
    ("gtu", relation(false, false, true, true)),
    ("geu", relation(false, true, true, true)),
    ("num", relation(true, true, true, false)),
    ("nan", relation(false, false, false, true)),
];

impl Relation {
    fn holds(self, order: Option<Ordering>) -> bool {
        match order {
            Some(Ordering::Less) => self.less,
            Some(Ordering::Equal) => self.equal,
            Some(Ordering::Greater) => self.greater,
            None => self.unordered,
        }
    }
}

/// How a comparison is combined with another predicate.
#[derive(Clone, Copy)]
enum Combine {
    And,
    Or,
    Xor,
}

const COMBINATIONS: &[(&str, Combine)] =
    &[("and", Combine::And), ("or", Combine::Or), ("xor", Combine::Xor)];

impl Combine {
    fn apply(self, a: bool, b: bool) -> u64 {
        u64::from(match self {
            Combine::And => a && b,
            Combine::Or => a || b,
            Combine::Xor => a != b,
        })
    }
}

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Lane>> {
    match m.base() {
        "setp" => {
            let relation = m.one_of(RELATIONS)?;
            let combine = m.optional(COMBINATIONS);
            let flush = m.flag("ftz");
            let ty = m.ty()?;
            let inputs = match combine {
                Some(_) => vec![ty.bits(), ty.bits(), 1],
                None => vec![ty.bits(); 2],
            };
            let combine = combine.unwrap_or(Combine::Or);
            let compute = move |x: &[u64; 4]| {
                let holds = relation.holds(order(ty, flush, x[0], x[1]));
                [combine.apply(holds, x[2] == 1), combine.apply(!holds, x[2] == 1)]
            };
            // A second result, where there is one, is the opposite.
            let compute = Box::new(compute);
            Ok(Some(Lane { inputs, results: 2, compute, undefined: None }))
        }
        "set" => {
            let relation = m.one_of(RELATIONS)?;
            let flush = m.flag("ftz");
            let (to, ty) = (m.ty()?, m.ty()?);
            let yes = if to == Ty::F32 { 0x3F80_0000 } else { u64::MAX };
            Lane::new(&[ty.bits(); 2], move |x| {
                if relation.holds(order(ty, flush, x[0], x[1])) { yes } else { 0 }
            })
        }
        "selp" => {
            let bits = m.ty()?.bits();
            Lane::new(&[bits, bits, 1], |x| if x[2] == 1 { x[0] } else { x[1] })
        }
        _ => Ok(None),
    }
}

fn order(ty: Ty, flush: bool, a: u64, b: u64) -> Option<Ordering> {
    let Some(format) = ty.format() else {
        return match ty.kind() {
            Kind::Predicate | Kind::Bits | Kind::Unsigned => Some(a.cmp(&b)),
            Kind::Signed | Kind::Float | Kind::FloatPair => Some(ty.integer(a).cmp(&ty.integer(b))),
        };
    };
    let flushed = |x: u64| if flush { float::flush(format, x) } else { x };
    float::compare(format, flushed(a), flushed(b))
}
