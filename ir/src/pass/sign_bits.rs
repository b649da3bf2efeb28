//! Signs of floats written as bits, for other compilers of Tile IR.
//!
//! ```text
//! negf x  =>  bitcast(xori(bitcast x, 100..0))          absf x  =>  bitcast(andi(bitcast x, 011..1))
//! ```
//!
//! Equal by IEEE 754-2019, 5.5.1: both ops change the sign bit alone, of a NaN too. A compiler that
//! makes arithmetic of them, as tileiras 13.3 does (`0 - x`), gives one NaN for all; it turns the
//! bits back into operand modifiers where arithmetic takes the result, so nothing is lost. No
//! pipeline runs this: bytecode that is made for others does.

use super::Options;
use super::rewrite::{Rewrite, Rewriter, rewrite_all};
use crate::attrs::DenseConstant;
use crate::entities::{Inst, Value};
use crate::module::Function;
use crate::ops::InstData;
use crate::types::{Scalar, TypeStore};

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    rewrite_all(function, types, as_bits)
}

fn as_bits(rw: &mut Rewriter<'_>, inst: Inst) -> Rewrite {
    let rewritten = match *rw.function.data(inst) {
        InstData::NegF { source } => {
            with_bits(rw, source, |sign| sign, |lhs, rhs| InstData::XorI { lhs, rhs })
        }
        InstData::AbsF { source } => {
            with_bits(rw, source, |sign| sign - 1, |lhs, rhs| InstData::AndI { lhs, rhs })
        }
        _ => None,
    };
    rewritten.map_or(Rewrite::Keep, |source| Rewrite::With(InstData::Bitcast { source }))
}

/// `op(bitcast x, mask of the sign bit)`, in each format that the two ops take.
fn with_bits(
    rw: &mut Rewriter<'_>,
    x: Value,
    mask: fn(u64) -> u64,
    op: fn(Value, Value) -> InstData,
) -> Option<Value> {
    let ty = rw.value_type(x);
    let integer = match rw.types.elem_scalar(ty)? {
        Scalar::F16 | Scalar::BF16 => Scalar::I16,
        Scalar::F32 => Scalar::I32,
        Scalar::F64 => Scalar::I64,
        _ => return None,
    };
    let bits = rw.types.with_elem(ty, integer)?;
    let mask = DenseConstant::splat(integer, mask(1 << (integer.bits() - 1)));
    let mask = rw.constant(mask, bits);
    let x = rw.emit_typed(InstData::Bitcast { source: x }, bits);
    rw.emit(op(x, mask))
}
