//! Contraction: a product and a sum with one rounding instead of two.
//!
//! ```text
//! addf(mulf(a, b), c)  =>  fma(a, b, c)            subf(mulf(a, b), c)  =>  fma(a, b, negf c)
//! addf(c, mulf(a, b))  =>  fma(a, b, c)            subf(c, mulf(a, b))  =>  fma(negf a, b, c)
//! ```
//!
//! This changes results, so it is done exactly when the command line allows it (`-fmad=true`),
//! here and nowhere else, and before every other pass: interpreter with and without the sanitizer,
//! emulator and machine then agree. It applies in every float format, where the product has no other
//! use that matters and no loop is between the two, and where both operations round to nearest even
//! and treat subnormals alike: a rounding mode other than the default was written out by the user and
//! is kept. Where both operands are products the left one is taken. Uses by the sanitizer alone do
//! not count.

use super::Options;
use super::dce::live_uses;
use super::rewrite::{Rewrite, Rewriter, rewrite_with_uses};
use crate::attrs::Rounding;
use crate::entities::{Inst, Value};
use crate::module::Function;
use crate::ops::InstData;
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, types: &mut TypeStore, options: &Options) -> bool {
    if !options.fmad || !has_float_sum(function) {
        return false;
    }
    // Lowering carries a variable out of each branch and loop that writes it: only a use that is read
    // counts.
    let uses = live_uses(function);
    rewrite_with_uses(function, types, uses, contract)
}

/// Whether there is something to contract: to find out which uses count takes longer.
fn has_float_sum(function: &Function) -> bool {
    function
        .insts_in_order()
        .into_iter()
        .any(|inst| matches!(function.data(inst), InstData::AddF { .. } | InstData::SubF { .. }))
}

fn contract(rw: &mut Rewriter<'_>, inst: Inst) -> Rewrite {
    contracted(rw, inst).map_or(Rewrite::Keep, Rewrite::With)
}

fn contracted(rw: &mut Rewriter<'_>, inst: Inst) -> Option<InstData> {
    let (lhs, rhs, rounding, flush_to_zero, subtracts) = match *rw.function.data(inst) {
        InstData::AddF { lhs, rhs, rounding, flush_to_zero } => {
            (lhs, rhs, rounding, flush_to_zero, false)
        }
        InstData::SubF { lhs, rhs, rounding, flush_to_zero } => {
            (lhs, rhs, rounding, flush_to_zero, true)
        }
        _ => return None,
    };
    if rounding != Rounding::NearestEven {
        return None;
    }
    let (a, b, c) = if let Some((a, b)) = product(rw, inst, lhs, flush_to_zero) {
        let c = if subtracts { rw.emit(InstData::NegF { source: rhs })? } else { rhs };
        (a, b, c)
    } else {
        let (a, b) = product(rw, inst, rhs, flush_to_zero)?;
        let a = if subtracts { rw.emit(InstData::NegF { source: a })? } else { a };
        (a, b, lhs)
    };
    Some(InstData::Fma { lhs: a, rhs: b, acc: c, rounding, flush_to_zero })
}

/// The factors of `value`, if it is a product that only the sum at `inst` uses.
fn product(rw: &Rewriter<'_>, inst: Inst, value: Value, flush: bool) -> Option<(Value, Value)> {
    let mut value = value;
    let mut only_use = rw.uses[value] == 1;
    let mut def = rw.function.def_inst(value)?;
    while let InstData::Given { value: source, .. } = *rw.function.data(def) {
        value = source;
        only_use &= rw.uses[value] == 1;
        def = rw.function.def_inst(value)?;
    }
    let InstData::MulF { lhs, rhs, rounding, flush_to_zero } = *rw.function.data(def) else {
        return None;
    };
    let plain = rounding == Rounding::NearestEven && flush_to_zero == flush;
    (plain && only_use && is_ahead(rw.function, def, inst)).then_some((lhs, rhs))
}

/// Whether only branches are between the block of `def` and `inst`: no loop, no reduction.
fn is_ahead(function: &Function, def: Inst, inst: Inst) -> bool {
    // The walk holds the block's list, but every instruction still knows its block.
    let home = function.inst_block(def);
    let mut at = function.inst_block(inst);
    while at != home {
        let Some(owner) = at.and_then(|block| function.block_owner(block)) else { return false };
        if !matches!(function.data(owner), InstData::If { .. }) {
            return false;
        }
        at = function.inst_block(owner);
    }
    true
}
