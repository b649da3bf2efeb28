//! Numbers of four bits that were taken out of bytes one by one, as programs write `repack`.
//!
//! ```text
//! extract (reshape (unpack ((broadcast b >> {0, 4}) & 15))) [.., 0]  =>  reshape (unpack b)
//! extract (reshape (unpack (pack (reshape (cat x, y))))) [.., 0]      =>  reshape x
//! ```
//!
//! A byte with a number in its low half is unpacked to that number and a zero. Where the byte is one half of another byte,
//! both numbers of that are unpacked at once; where the number was packed with another one, as other compilers write it,
//! it is taken from there. Reshapes and permutations between the two steps move to the numbers.

use super::Options;
use super::rewrite::{Rewrite, Rewriter, rewrite_all};
use crate::entities::{Inst, Value};
use crate::fold::splat_bits;
use crate::module::Function;
use crate::ops::InstData;
use crate::types::{Scalar, TypeStore};

/// The bits of a half, and their mask.
const HALF: u64 = 4;
const LOW_HALF: u64 = 15;

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    rewrite_all(function, types, first_of_pairs)
}

fn first_of_pairs(rw: &mut Rewriter<'_>, inst: Inst) -> Rewrite {
    let InstData::Extract { source, ref indices } = *rw.function.data(inst) else {
        return Rewrite::Keep;
    };
    let are_first = indices.iter().all(|&index| splat_bits(rw.function, index) == Some(0));
    let result = rw.function.results(inst)[0];
    let ty = rw.value_type(result);
    let found = match (rw.data(source), rw.types.dims(rw.value_type(source)), rw.types.dims(ty)) {
        (Some(InstData::Reshape { source: pairs }), &[n, 2], &[m, 1]) if are_first && n == m => {
            match rw.data(*pairs) {
                Some(InstData::Unpack { source: bytes }) => Some((*bytes, rw.value_type(*pairs))),
                _ => None,
            }
        }
        _ => None,
    };
    let Some((bytes, pairs)) = found else { return Rewrite::Keep };
    let Some(elem) = rw.types.elem_scalar(pairs) else { return Rewrite::Keep };
    match halves(rw, bytes, elem) {
        Some(numbers) => Rewrite::With(InstData::Reshape { source: numbers }),
        None => Rewrite::Keep,
    }
}

/// The low halves of bytes as numbers of a tile of the same shape, if they are the halves of other bytes or were put there.
fn halves(rw: &mut Rewriter<'_>, bytes: Value, elem: Scalar) -> Option<Value> {
    let data = rw.data(bytes)?.clone();
    let dims = rw.types.dims(rw.value_type(bytes)).to_vec();
    match data {
        InstData::Reshape { source } => {
            let numbers = halves(rw, source, elem)?;
            let ty = rw.types.tile(&dims, elem);
            Some(rw.emit_typed(InstData::Reshape { source: numbers }, ty))
        }
        InstData::Permute { source, permutation } => {
            let source = halves(rw, source, elem)?;
            rw.emit(InstData::Permute { source, permutation })
        }
        InstData::Pack { source } => {
            let &InstData::Reshape { source: pairs } = rw.data(source)? else { return None };
            let &InstData::Cat { lhs: first, dim: 1, .. } = rw.data(pairs)? else { return None };
            let ty = rw.types.tile(&dims, elem);
            let same = rw.types.elem_scalar(rw.value_type(first)) == Some(elem);
            let is_column = rw.types.dims(rw.value_type(first)) == [dims[0], 1];
            (same && is_column).then(|| rw.emit_typed(InstData::Reshape { source: first }, ty))
        }
        InstData::AndI { lhs, rhs } => {
            let is_mask = |value| {
                splat_bits(rw.function, value).is_some_and(|mask| mask & LOW_HALF == LOW_HALF)
            };
            match (is_mask(lhs), is_mask(rhs)) {
                (_, true) => halves(rw, lhs, elem),
                (true, _) => halves(rw, rhs, elem),
                _ => None,
            }
        }
        InstData::ShrI { value, amount, .. } => {
            let &InstData::Broadcast { source } = rw.data(value)? else { return None };
            let of_source = rw.types.dims(rw.value_type(source)).to_vec();
            let (&[ref before @ .., 2], &[ref same @ .., 1]) = (&dims[..], &of_source[..]) else {
                return None;
            };
            if before != same || step_along_last(rw, amount) != Some(HALF) {
                return None;
            }
            let count: u32 = before.iter().product();
            let [row, pairs] =
                [(count, Scalar::I8), (2 * count, elem)].map(|(n, elem)| rw.types.tile(&[n], elem));
            let row = rw.emit_typed(InstData::Reshape { source }, row);
            let pairs = rw.emit_typed(InstData::Unpack { source: row }, pairs);
            let ty = rw.types.tile(&dims, elem);
            Some(rw.emit_typed(InstData::Reshape { source: pairs }, ty))
        }
        _ => None,
    }
}

/// The number of which each element is as many times as its index in the last dimension says.
fn step_along_last(rw: &Rewriter<'_>, value: Value) -> Option<u64> {
    let dims = |value| rw.types.dims(rw.value_type(value));
    match *rw.data(value)? {
        InstData::Iota {} if dims(value).len() == 1 => Some(1),
        InstData::Broadcast { source } if dims(source).last() == dims(value).last() => {
            step_along_last(rw, source)
        }
        InstData::Reshape { source } if dims(source) == [*dims(value).last()?] => {
            step_along_last(rw, source)
        }
        InstData::MulI { lhs, rhs, .. } => {
            match (splat_bits(rw.function, lhs), splat_bits(rw.function, rhs)) {
                (_, Some(factor)) => Some(step_along_last(rw, lhs)? * factor),
                (Some(factor), _) => Some(step_along_last(rw, rhs)? * factor),
                _ => None,
            }
        }
        _ => None,
    }
}
