//! The local rewrite rules of `canonicalize`, by op family.
//!
//! Each rule is an equation that holds for all values, undefined cases aside: a rule may make an
//! undefined result defined, never the reverse. Rules on floats hold bit for bit, signed zeros and
//! NaNs included, so there are few.

use smallvec::smallvec;

use super::rewrite::{Rewrite, Rewriter};
use crate::attrs::{CmpPredicate, DenseConstant, Overflow, Permutation, Signedness};
use crate::entities::{Inst, Type, Value};
use crate::fold::{constant, splat_bits, splat_int};
use crate::ops::{InstData, ValueList};
use crate::types::Scalar;

/// The rewrite of `inst`, if a rule applies.
pub(super) fn simplify(rw: &mut Rewriter<'_>, inst: Inst) -> Option<Rewrite> {
    match rw.function.data(inst).clone() {
        InstData::AddI { lhs, rhs, overflow } => add(rw, lhs, rhs, overflow),
        InstData::SubI { lhs, rhs, .. } => sub(rw, lhs, rhs),
        InstData::MulI { lhs, rhs, overflow } => mul(rw, lhs, rhs, overflow),
        InstData::DivI { lhs, rhs, signedness, .. } => {
            // Signed bits of i1 `1` are -1.
            let one = if signedness == Signedness::Signed {
                splat_int(rw.function, rhs)?
            } else {
                splat_bits(rw.function, rhs)? as i64
            };
            (one == 1).then_some(Rewrite::Value(lhs))
        }
        InstData::AndI { lhs, rhs } => and(rw, lhs, rhs),
        InstData::OrI { lhs, rhs } => or(rw, lhs, rhs),
        InstData::XorI { lhs, rhs } => xor(rw, lhs, rhs),
        InstData::ShlI { value, amount, .. } | InstData::ShrI { value, amount, .. } => {
            is_zero(rw, amount).then_some(Rewrite::Value(value))
        }
        InstData::MaxI { lhs, rhs, .. } | InstData::MinI { lhs, rhs, .. } => {
            (lhs == rhs).then_some(Rewrite::Value(lhs))
        }
        InstData::NegI { source, .. } => match rw.data(source)? {
            InstData::NegI { source, .. } => Some(Rewrite::Value(*source)),
            _ => None,
        },
        InstData::NegF { source } => match rw.data(source)? {
            InstData::NegF { source } => Some(Rewrite::Value(*source)),
            _ => None,
        },
        InstData::CmpI { lhs, rhs, predicate, signedness } => {
            compare(rw, lhs, rhs, predicate, signedness)
        }
        InstData::Select { cond, val_if_true, val_if_false } => {
            select(rw, cond, val_if_true, val_if_false)
        }
        InstData::ExtI { .. }
        | InstData::TruncI { .. }
        | InstData::Bitcast { .. }
        | InstData::PtrToPtr { .. }
        | InstData::PtrToInt { .. }
        | InstData::IntToPtr { .. } => conversion(rw, inst),
        InstData::Reshape { source } => reshape(rw, inst, source),
        InstData::Broadcast { source } => broadcast(rw, inst, source),
        InstData::Permute { source, permutation } => permute(rw, inst, source, &permutation),
        InstData::Extract { source, .. } => {
            if rw.value_type(source) == result_type(rw, inst)? {
                return Some(Rewrite::Value(source));
            }
            splat_like(rw, inst, source)
        }
        // The source is all of the destination.
        InstData::Insert { source, .. } if rw.value_type(source) == result_type(rw, inst)? => {
            Some(Rewrite::Value(source))
        }
        InstData::Cat { lhs, rhs, .. } => {
            let bits = splat_bits(rw.function, lhs)?;
            (splat_bits(rw.function, rhs)? == bits).then_some(())?;
            splat_like(rw, inst, lhs)
        }
        // What only the sanitizer looks at.
        InstData::Given { value: source, .. }
        | InstData::Subobject { pointer: source, .. }
        | InstData::Based { pointer: source } => Some(Rewrite::Value(source)),
        InstData::SameObject { .. } => Some(Rewrite::Constant(DenseConstant::splat(Scalar::I1, 1))),
        // Any value will do, and a known one folds.
        InstData::Poison {} => {
            let elem = rw.types.elem_scalar(result_type(rw, inst)?)?;
            Some(Rewrite::Constant(DenseConstant::splat(elem, 0)))
        }
        InstData::Iota {} => {
            let ty = result_type(rw, inst)?;
            let elem = rw.types.elem_scalar(ty)?;
            let one = rw.types.num_elems(ty) == 1;
            one.then(|| Rewrite::Constant(DenseConstant::splat(elem, 0)))
        }
        InstData::Offset { ptr, offset } => is_zero(rw, offset).then_some(Rewrite::Value(ptr)),
        InstData::JoinTokens { tokens } => join_tokens(rw, tokens),
        InstData::LoadPtrTko { mask: Some(mask), .. } if is_all_ones(rw, mask) => {
            let mut data = rw.function.data(inst).clone();
            if let InstData::LoadPtrTko { mask, padding, .. } = &mut data {
                (*mask, *padding) = (None, None);
            }
            Some(Rewrite::With(data))
        }
        InstData::StorePtrTko { mask: Some(mask), .. } if is_all_ones(rw, mask) => {
            let mut data = rw.function.data(inst).clone();
            if let InstData::StorePtrTko { mask, .. } = &mut data {
                *mask = None;
            }
            Some(Rewrite::With(data))
        }
        InstData::LoadPtrTko { token, ordering, .. }
        | InstData::LoadViewTko { token, ordering, .. }
            if ordering == crate::attrs::MemoryOrdering::Weak =>
        {
            unused_load(rw, inst, token)
        }
        InstData::Assert { condition, .. } if is_all_ones(rw, condition) => {
            Some(Rewrite::Values(smallvec![]))
        }
        _ => None,
    }
}

fn result_type(rw: &Rewriter<'_>, inst: Inst) -> Option<Type> {
    rw.function.single_result(inst).map(|result| rw.value_type(result))
}

fn is_zero(rw: &Rewriter<'_>, value: Value) -> bool {
    splat_bits(rw.function, value) == Some(0)
}

/// Whether all bits of all elements are set: -1, and true.
fn is_all_ones(rw: &Rewriter<'_>, value: Value) -> bool {
    constant(rw.function, value).is_some_and(|c| c.as_splat() == Some(c.elem().mask()))
}

fn is_constant(rw: &Rewriter<'_>, value: Value) -> bool {
    constant(rw.function, value).is_some()
}

/// The splat constant zero in the type of `value`.
fn zero_like(rw: &Rewriter<'_>, value: Value) -> Option<Rewrite> {
    let elem = rw.types.elem_scalar(rw.value_type(value))?;
    Some(Rewrite::Constant(DenseConstant::splat(elem, 0)))
}

// ---- integers ----

/// ```text
/// x + 0 = x        c + x = x + c        (x + c1) + c2 = x + (c1 + c2)  (without promises)
/// ```
fn add(rw: &mut Rewriter<'_>, lhs: Value, rhs: Value, overflow: Overflow) -> Option<Rewrite> {
    if is_zero(rw, rhs) {
        return Some(Rewrite::Value(lhs));
    }
    if is_constant(rw, lhs) && !is_constant(rw, rhs) {
        return Some(Rewrite::With(InstData::AddI { lhs: rhs, rhs: lhs, overflow }));
    }
    if let Some(&InstData::AddI { lhs: inner, rhs: first, .. }) = rw.data(lhs)
        && is_constant(rw, rhs)
        && is_constant(rw, first)
    {
        let overflow = Overflow::None;
        let rhs = rw.emit(InstData::AddI { lhs: first, rhs, overflow })?;
        return Some(Rewrite::With(InstData::AddI { lhs: inner, rhs, overflow }));
    }
    None
}

/// ```text
/// x - 0 = x        x - x = 0
/// ```
fn sub(rw: &mut Rewriter<'_>, lhs: Value, rhs: Value) -> Option<Rewrite> {
    if is_zero(rw, rhs) {
        return Some(Rewrite::Value(lhs));
    }
    (lhs == rhs).then(|| zero_like(rw, lhs))?
}

/// ```text
/// x * 1 = x        x * 0 = 0        c * x = x * c
/// ```
fn mul(rw: &mut Rewriter<'_>, lhs: Value, rhs: Value, overflow: Overflow) -> Option<Rewrite> {
    if is_constant(rw, lhs) && !is_constant(rw, rhs) {
        return Some(Rewrite::With(InstData::MulI { lhs: rhs, rhs: lhs, overflow }));
    }
    match splat_bits(rw.function, rhs)? {
        1 => Some(Rewrite::Value(lhs)),
        0 => zero_like(rw, lhs),
        _ => None,
    }
}

/// ```text
/// x & x = x        x & 0 = 0        x & ~0 = x
/// ```
fn and(rw: &mut Rewriter<'_>, lhs: Value, rhs: Value) -> Option<Rewrite> {
    for (a, b) in [(lhs, rhs), (rhs, lhs)] {
        if a == b || is_all_ones(rw, b) {
            return Some(Rewrite::Value(a));
        }
        if is_zero(rw, b) {
            return Some(Rewrite::Value(b));
        }
    }
    before_broadcast(rw, lhs, rhs, |lhs, rhs| InstData::AndI { lhs, rhs })
}

/// ```text
/// x | x = x        x | 0 = x        x | ~0 = ~0
/// ```
fn or(rw: &mut Rewriter<'_>, lhs: Value, rhs: Value) -> Option<Rewrite> {
    for (a, b) in [(lhs, rhs), (rhs, lhs)] {
        if a == b || is_zero(rw, b) {
            return Some(Rewrite::Value(a));
        }
        if is_all_ones(rw, b) {
            return Some(Rewrite::Value(b));
        }
    }
    before_broadcast(rw, lhs, rhs, |lhs, rhs| InstData::OrI { lhs, rhs })
}

/// ```text
/// broadcast(x) & broadcast(y) = broadcast(x & y)
/// (broadcast(x) & z) & broadcast(y) = broadcast(x & y) & z        where nothing else uses the first
/// ```
///
/// Likewise for `|`. A mask of rows and columns is then made of one for each row and one for each column.
fn before_broadcast(
    rw: &mut Rewriter<'_>,
    lhs: Value,
    rhs: Value,
    op: fn(Value, Value) -> InstData,
) -> Option<Rewrite> {
    let narrow = |rw: &Rewriter<'_>, value: Value| match rw.data(value) {
        Some(&InstData::Broadcast { source }) => Some(source),
        _ => None,
    };
    let ty = rw.value_type(lhs);
    for (a, b) in [(lhs, rhs), (rhs, lhs)] {
        let Some(y) = narrow(rw, b) else { continue };
        if let Some(x) = narrow(rw, a)
            && rw.value_type(x) == rw.value_type(y)
        {
            let source = rw.emit(op(x, y))?;
            return Some(Rewrite::With(InstData::Broadcast { source }));
        }
        let (Some(inner), true) = (rw.data(a), rw.uses[a] <= 1) else { continue };
        let &[first, second] = &inner.operands()[..] else { continue };
        if *inner != op(first, second) {
            continue;
        }
        for (part, z) in [(first, second), (second, first)] {
            if let Some(x) = narrow(rw, part)
                && rw.value_type(x) == rw.value_type(y)
            {
                let source = rw.emit(op(x, y))?;
                let both = rw.emit_typed(InstData::Broadcast { source }, ty);
                return Some(Rewrite::With(op(both, z)));
            }
        }
    }
    None
}

/// ```text
/// x ^ x = 0        x ^ 0 = x        (a p b) ^ true = a !p b        (x ^ c1) ^ c2 = x ^ (c1 ^ c2)
/// ```
fn xor(rw: &mut Rewriter<'_>, lhs: Value, rhs: Value) -> Option<Rewrite> {
    if lhs == rhs {
        return zero_like(rw, lhs);
    }
    for (a, b) in [(lhs, rhs), (rhs, lhs)] {
        if is_zero(rw, b) {
            return Some(Rewrite::Value(a));
        }
        let is_bool = rw.types.elem_scalar(rw.value_type(a)) == Some(Scalar::I1);
        if is_bool
            && is_all_ones(rw, b)
            && let Some(&InstData::CmpI { lhs, rhs, predicate, signedness }) = rw.data(a)
        {
            let predicate = predicate.negated();
            return Some(Rewrite::With(InstData::CmpI { lhs, rhs, predicate, signedness }));
        }
        if let Some(&InstData::XorI { lhs: inner, rhs: first }) = rw.data(a)
            && is_constant(rw, b)
            && is_constant(rw, first)
        {
            let rhs = rw.emit(InstData::XorI { lhs: first, rhs: b })?;
            return Some(Rewrite::With(InstData::XorI { lhs: inner, rhs }));
        }
    }
    None
}

/// ```text
/// x p x = constant        c p x = x p' c        ext(x: i1) != 0 = x        ext(x: i1) == 0 = !x
/// ```
fn compare(
    rw: &mut Rewriter<'_>,
    lhs: Value,
    rhs: Value,
    predicate: CmpPredicate,
    signedness: Signedness,
) -> Option<Rewrite> {
    if lhs == rhs {
        let holds = crate::fold::holds(predicate, std::cmp::Ordering::Equal);
        return Some(Rewrite::Constant(DenseConstant::splat(Scalar::I1, u64::from(holds))));
    }
    if is_constant(rw, lhs) && !is_constant(rw, rhs) {
        let predicate = predicate.swapped();
        return Some(Rewrite::With(InstData::CmpI { lhs: rhs, rhs: lhs, predicate, signedness }));
    }
    // C++ bools live in bytes: the way there and back is where most of these come from.
    let truth = truth_value(rw, lhs)?;
    match (predicate, is_zero(rw, rhs)) {
        (CmpPredicate::NotEqual, true) => Some(Rewrite::Value(truth)),
        (CmpPredicate::Equal, true) => {
            let ty = rw.value_type(truth);
            let rhs = rw.constant(DenseConstant::splat(Scalar::I1, 1), ty);
            Some(Rewrite::With(InstData::XorI { lhs: truth, rhs }))
        }
        _ => None,
    }
}

/// The i1 that `value` widens.
fn truth_value(rw: &Rewriter<'_>, value: Value) -> Option<Value> {
    let InstData::ExtI { from, .. } = rw.data(value)? else { return None };
    (rw.types.elem_scalar(rw.value_type(*from)) == Some(Scalar::I1)).then_some(*from)
}

/// ```text
/// select c, x, x = x        select true, x, y = x        select c, true, false = c
/// ```
fn select(rw: &mut Rewriter<'_>, cond: Value, yes: Value, no: Value) -> Option<Rewrite> {
    if yes == no {
        return Some(Rewrite::Value(yes));
    }
    match splat_bits(rw.function, cond) {
        Some(0) => return Some(Rewrite::Value(no)),
        Some(_) => return Some(Rewrite::Value(yes)),
        None => {}
    }
    let is_bool = rw.types.elem_scalar(rw.value_type(yes)) == Some(Scalar::I1);
    if is_bool && is_all_ones(rw, yes) && is_zero(rw, no) {
        return Some(Rewrite::Value(cond));
    }
    if is_bool && is_zero(rw, yes) && is_all_ones(rw, no) {
        return Some(Rewrite::With(InstData::XorI { lhs: cond, rhs: no }));
    }
    None
}

// ---- conversions ----

/// ```text
/// trunc(ext(x)) = x, ext(x) or trunc(x), by width     ext(ext(x)) = ext(x) of like signs
/// bitcast(bitcast(x)) = bitcast(x)                    ptr_to_ptr(ptr_to_ptr(p)) = ptr_to_ptr(p)
/// ptr_to_int(int_to_ptr(x)) = x                       conversion to its own type = x
/// ```
fn conversion(rw: &mut Rewriter<'_>, inst: Inst) -> Option<Rewrite> {
    let ty = result_type(rw, inst)?;
    let data = rw.function.data(inst).clone();
    let source = *data.operands().first()?;
    if rw.value_type(source) == ty
        && !matches!(data, InstData::ExtI { .. } | InstData::TruncI { .. })
    {
        return Some(Rewrite::Value(source));
    }
    let inner = rw.data(source)?.clone();
    let origin = *inner.operands().first()?;
    let origin_ty = rw.value_type(origin);
    let bits = |rw: &Rewriter<'_>, ty: Type| rw.types.elem(ty).map_or(0, |elem| elem.bits());
    let same = origin_ty == ty;
    match (data, inner) {
        (InstData::Bitcast { .. }, InstData::Bitcast { .. }) if same => {
            Some(Rewrite::Value(origin))
        }
        (InstData::Bitcast { .. }, InstData::Bitcast { .. }) => {
            Some(Rewrite::With(InstData::Bitcast { source: origin }))
        }
        (InstData::PtrToPtr { .. }, InstData::PtrToPtr { .. }) if same => {
            Some(Rewrite::Value(origin))
        }
        (InstData::PtrToPtr { .. }, InstData::PtrToPtr { .. }) => {
            Some(Rewrite::With(InstData::PtrToPtr { source: origin }))
        }
        (InstData::PtrToInt { .. }, InstData::IntToPtr { .. }) => Some(Rewrite::Value(origin)),
        (InstData::PtrToInt { .. }, InstData::PtrToPtr { .. }) => {
            Some(Rewrite::With(InstData::PtrToInt { source: origin }))
        }
        (InstData::IntToPtr { .. }, InstData::PtrToInt { .. }) if same => {
            Some(Rewrite::Value(origin))
        }
        (InstData::IntToPtr { .. }, InstData::PtrToInt { .. }) => {
            Some(Rewrite::With(InstData::PtrToPtr { source: origin }))
        }
        (InstData::TruncI { .. }, InstData::ExtI { signedness, .. }) => {
            match bits(rw, ty).cmp(&bits(rw, origin_ty)) {
                std::cmp::Ordering::Equal => Some(Rewrite::Value(origin)),
                std::cmp::Ordering::Less => {
                    let overflow = Overflow::None;
                    Some(Rewrite::With(InstData::TruncI { from: origin, overflow }))
                }
                std::cmp::Ordering::Greater => {
                    Some(Rewrite::With(InstData::ExtI { from: origin, signedness }))
                }
            }
        }
        // After a zero extension the sign bit is clear, so the outer one extends zeros too.
        (InstData::ExtI { signedness: outer, .. }, InstData::ExtI { signedness: inner, .. })
            if outer == inner || inner == Signedness::Unsigned =>
        {
            Some(Rewrite::With(InstData::ExtI { from: origin, signedness: inner }))
        }
        _ => None,
    }
}

// ---- shapes ----

/// A splat constant in the result type of `inst`, if `source` is a splat.
fn splat_like(rw: &Rewriter<'_>, inst: Inst, source: Value) -> Option<Rewrite> {
    let elem = rw.types.elem_scalar(result_type(rw, inst)?)?;
    let bits = splat_bits(rw.function, source)?;
    Some(Rewrite::Constant(DenseConstant::splat(elem, bits)))
}

/// ```text
/// reshape(x) = x of the same type        reshape(reshape(x)) = reshape(x)        of a constant: it
/// ```
fn reshape(rw: &mut Rewriter<'_>, inst: Inst, source: Value) -> Option<Rewrite> {
    if rw.value_type(source) == result_type(rw, inst)? {
        return Some(Rewrite::Value(source));
    }
    match rw.data(source)? {
        // Row-major order does not change, so the elements stay where they are.
        InstData::Constant { value } => Some(Rewrite::Constant(value.clone())),
        InstData::Reshape { source } => Some(Rewrite::With(InstData::Reshape { source: *source })),
        _ => None,
    }
}

/// ```text
/// broadcast(x) = x of the same type        broadcast(broadcast(x)) = broadcast(x)
/// ```
fn broadcast(rw: &mut Rewriter<'_>, inst: Inst, source: Value) -> Option<Rewrite> {
    if rw.value_type(source) == result_type(rw, inst)? {
        return Some(Rewrite::Value(source));
    }
    if let Some(InstData::Broadcast { source }) = rw.data(source) {
        return Some(Rewrite::With(InstData::Broadcast { source: *source }));
    }
    splat_like(rw, inst, source)
}

/// ```text
/// permute(x, identity) = x        permute(permute(x, p), q) = permute(x, p[q])
/// ```
fn permute(
    rw: &mut Rewriter<'_>,
    inst: Inst,
    source: Value,
    permutation: &Permutation,
) -> Option<Rewrite> {
    if permutation.iter().enumerate().all(|(i, &dim)| i == dim as usize) {
        return Some(Rewrite::Value(source));
    }
    if let Some(InstData::Permute { source, permutation: first }) = rw.data(source) {
        let composed: Option<Permutation> =
            permutation.iter().map(|&dim| first.get(dim as usize).copied()).collect();
        return Some(Rewrite::With(InstData::Permute { source: *source, permutation: composed? }));
    }
    splat_like(rw, inst, source)
}

// ---- memory ----

/// ```text
/// join(.., make_token, ..) = join(.., ..)        join(t, t) = t
/// ```
fn join_tokens(rw: &mut Rewriter<'_>, tokens: ValueList) -> Option<Rewrite> {
    let mut kept = ValueList::new();
    for &token in &tokens {
        let orders_nothing = matches!(rw.data(token), Some(InstData::MakeToken {}));
        if !orders_nothing && !kept.contains(&token) {
            kept.push(token);
        }
    }
    if kept.len() == tokens.len() {
        return None;
    }
    Some(match kept[..] {
        [] => Rewrite::Value(tokens[0]),
        [token] => Rewrite::Value(token),
        _ => Rewrite::With(InstData::JoinTokens { tokens: kept }),
    })
}

/// ```text
/// _, t2 = load weak p token=t1  =>  t2 := t1
/// ```
fn unused_load(rw: &mut Rewriter<'_>, inst: Inst, token: Option<Value>) -> Option<Rewrite> {
    let &[value, token_out] = rw.function.results(inst) else { return None };
    if rw.uses[value] != 0 {
        return None;
    }
    let token = match token {
        Some(token) => token,
        None => rw.emit(InstData::MakeToken {})?,
    };
    // The value has no uses; anything of the right type may stand for it.
    let _ = token_out;
    Some(Rewrite::Values(smallvec![value, token]))
}
