//! Ops that back ends have no selection of their own for, as other ops.
//!
//! ```text
//! insert s, d[i]  =>  select(iota / extent == i in each dimension, repeat(s), d)
//! fpowi x, n      =>  select(odd n and x negative, -p, p)    where p = pow |x|, (itof n)
//! ```
//!
//! Repeated along each dimension, the source has the shape of the destination: `[a, b]` becomes `[1, a, 1, b]`,
//! is broadcast to `[m, a, n, b]` and becomes `[m * a, n * b]`. An index out of range is undefined; here it
//! replaces nothing.
//!
//! The sign of a power comes from the integer, whose parity a float loses beyond its precision. f16 and bf16 are
//! computed in f32: their own numbers are too coarse for an exponent. `pow` gives 1 for the exponent 0, of NaN too,
//! and the sign bit of -0 counts. No pipeline runs this: back ends do.

use super::Options;
use super::rewrite::{Rewrite, Rewriter, rewrite_all};
use crate::attrs::{CmpPredicate, DenseConstant, Overflow, Rounding, Signedness};
use crate::entities::{Inst, Value};
use crate::module::{Function, Module};
use crate::ops::InstData;
use crate::types::{Dims, Scalar, TypeStore};

/// The module without the ops that [`run`] rewrites; `None` if it has none.
pub fn legalized(module: &Module) -> Option<Module> {
    let is_rewritten =
        |data: &InstData| matches!(data, InstData::Insert { .. } | InstData::FPowI { .. });
    let mut entries = module.entries.values();
    let found = entries
        .any(|entry| entry.insts_in_order().iter().any(|&inst| is_rewritten(entry.data(inst))));
    found.then(|| {
        let mut module = module.clone();
        for function in module.entries.values_mut() {
            rewrite_all(function, &mut module.types, legalize);
        }
        module
    })
}

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    rewrite_all(function, types, legalize)
}

fn legalize(rw: &mut Rewriter<'_>, inst: Inst) -> Rewrite {
    let rewritten = match rw.function.data(inst).clone() {
        InstData::Insert { source, destination, indices } => {
            insert(rw, source, destination, &indices)
        }
        InstData::FPowI { source, exponent } => power(rw, source, exponent),
        _ => None,
    };
    rewritten.map_or(Rewrite::Keep, Rewrite::Value)
}

// ---- insert ----

fn insert(
    rw: &mut Rewriter<'_>,
    source: Value,
    destination: Value,
    indices: &[Value],
) -> Option<Value> {
    let (from, to) = (rw.value_type(source), rw.value_type(destination));
    let part: Dims = rw.types.dims(from).into();
    let whole: Dims = rw.types.dims(to).into();
    if part == whole {
        return Some(source);
    }
    // Elements of four bits cannot be chosen one by one as floats.
    if rw.types.elem_scalar(to) == Some(Scalar::F4E2M1FN) {
        let (from, bits) =
            (rw.types.with_elem(from, Scalar::I4)?, rw.types.with_elem(to, Scalar::I4)?);
        let source = rw.emit_typed(InstData::Bitcast { source }, from);
        let destination = rw.emit_typed(InstData::Bitcast { source: destination }, bits);
        let source = insert(rw, source, destination, indices)?;
        return Some(rw.emit_typed(InstData::Bitcast { source }, to));
    }
    let mask = mask(rw, &part, &whole, indices)?;
    let source = repeated(rw, source, &part, &whole)?;
    rw.emit(InstData::Select { cond: mask, val_if_true: source, val_if_false: destination })
}

/// The source as often as it goes into the destination along each dimension.
fn repeated(rw: &mut Rewriter<'_>, source: Value, part: &Dims, whole: &Dims) -> Option<Value> {
    let elem = rw.types.elem(rw.value_type(source))?;
    let pairs = || part.iter().zip(whole);
    let apart: Dims = pairs().flat_map(|(&part, _)| [1, part]).collect();
    let times: Dims = pairs().flat_map(|(&part, &whole)| [whole / part, part]).collect();
    let [apart, times, merged] = [&apart, &times, whole].map(|dims| rw.types.tile(dims, elem));
    let source = rw.emit_typed(InstData::Reshape { source }, apart);
    let source = rw.emit_typed(InstData::Broadcast { source }, times);
    Some(rw.emit_typed(InstData::Reshape { source }, merged))
}

/// Which elements of the destination are those of the part.
fn mask(rw: &mut Rewriter<'_>, part: &Dims, whole: &Dims, indices: &[Value]) -> Option<Value> {
    let all = rw.types.tile(whole, Scalar::I1);
    let mut mask = None;
    for (dim, &index) in indices.iter().enumerate() {
        let (&length, &extent) = (part.get(dim)?, whole.get(dim)?);
        if length == extent {
            continue;
        }
        let number = part_numbers(rw, length, extent);
        let ty = rw.value_type(number);
        let one = rw.types.tile(&[1], Scalar::I32);
        let index = rw.emit_typed(InstData::Reshape { source: index }, one);
        let index = rw.emit_typed(InstData::Broadcast { source: index }, ty);
        let here = rw.emit(InstData::CmpI {
            lhs: number,
            rhs: index,
            predicate: CmpPredicate::Equal,
            signedness: Signedness::Signed,
        })?;
        let along: Dims =
            (0..whole.len()).map(|other| if other == dim { extent } else { 1 }).collect();
        let along = rw.types.tile(&along, Scalar::I1);
        let here = rw.emit_typed(InstData::Reshape { source: here }, along);
        let here = rw.emit_typed(InstData::Broadcast { source: here }, all);
        mask = Some(match mask {
            None => here,
            Some(before) => rw.emit(InstData::AndI { lhs: before, rhs: here })?,
        });
    }
    mask
}

/// For each of so many elements the number of the part of `length` elements, a power of two, that it is in.
fn part_numbers(rw: &mut Rewriter<'_>, length: u32, extent: u32) -> Value {
    let ty = rw.types.tile(&[extent], Scalar::I32);
    let numbers = rw.emit_typed(InstData::Iota {}, ty);
    let shift = DenseConstant::splat(Scalar::I32, u64::from(length.trailing_zeros()));
    let amount = rw.constant(shift, ty);
    let data = InstData::ShrI { value: numbers, amount, signedness: Signedness::Unsigned };
    rw.emit_typed(data, ty)
}

// ---- fpowi ----

fn power(rw: &mut Rewriter<'_>, source: Value, exponent: Value) -> Option<Value> {
    let ty = rw.value_type(source);
    if let Some(Scalar::F16 | Scalar::BF16) = rw.types.elem_scalar(ty) {
        let rounding = Rounding::NearestEven;
        let wide = rw.types.with_elem(ty, Scalar::F32)?;
        let source = rw.emit_typed(InstData::FToF { from: source, rounding }, wide);
        let from = power(rw, source, exponent)?;
        return Some(rw.emit_typed(InstData::FToF { from, rounding }, ty));
    }
    let magnitude = rw.emit(InstData::AbsF { source })?;
    let as_float = InstData::IToF {
        from: exponent,
        signedness: Signedness::Signed,
        rounding: Rounding::NearestEven,
    };
    let float = rw.emit_typed(as_float, ty);
    let power = rw.emit(InstData::Pow { lhs: magnitude, rhs: float })?;
    let negative = rw.emit(InstData::NegF { source: power })?;
    let odd = is_odd(rw, exponent)?;
    let below = has_sign(rw, source)?;
    let cond = rw.emit(InstData::AndI { lhs: odd, rhs: below })?;
    rw.emit(InstData::Select { cond, val_if_true: negative, val_if_false: power })
}

/// Whether the lowest bit is set.
fn is_odd(rw: &mut Rewriter<'_>, exponent: Value) -> Option<Value> {
    let ty = rw.value_type(exponent);
    if rw.types.elem_scalar(ty) == Some(Scalar::I1) {
        return Some(exponent);
    }
    let truth = rw.types.with_elem(ty, Scalar::I1)?;
    Some(rw.emit_typed(InstData::TruncI { from: exponent, overflow: Overflow::None }, truth))
}

/// Whether the sign bit of a float is set.
fn has_sign(rw: &mut Rewriter<'_>, source: Value) -> Option<Value> {
    let ty = rw.value_type(source);
    let integer = if rw.types.elem_scalar(ty)? == Scalar::F64 { Scalar::I64 } else { Scalar::I32 };
    let bits = rw.types.with_elem(ty, integer)?;
    let lhs = rw.emit_typed(InstData::Bitcast { source }, bits);
    let rhs = rw.constant(DenseConstant::splat(integer, 0), bits);
    rw.emit(InstData::CmpI {
        lhs,
        rhs,
        predicate: CmpPredicate::LessThan,
        signedness: Signedness::Signed,
    })
}
