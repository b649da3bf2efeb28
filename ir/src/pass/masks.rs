//! Masks that let nothing through, and padding that is chosen again.
//!
//! ```text
//! load p, mask = false, padding = x                  =>  x
//! store p, v, mask = false                           =>  nothing
//! select m, (load p, mask = m, padding = x), c       =>  load p, mask = m, padding = c
//! ```
//!
//! The last holds where the select is the only use of what was loaded and `c` is a constant. Masks
//! that let everything through are `canonicalize`'s, those that bounds decide `known`'s.

use super::Options;
use crate::attrs::DenseConstant;
use crate::builder::Builder;
use crate::entities::{Inst, Value};
use crate::fold::{constant, splat_bits};
use crate::module::{Function, ValueMap};
use crate::ops::InstData;
use crate::types::{Elem, TypeStore};

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    let insts = function.insts_in_order();
    if !insts.iter().any(|&inst| mask_of(function, inst).is_some()) {
        return false;
    }
    let mut map = ValueMap::new();
    let mut changed = false;
    let uses = function.count_uses();
    for inst in insts {
        if let Some(mask) = mask_of(function, inst)
            && splat_bits(function, mask) == Some(0)
            && leave_out(function, types, inst, &mut map)
        {
            changed = true;
        } else if let Some((select, loaded)) = chosen_again(function, inst)
            && uses[loaded] == 1
        {
            pad(function, types, select, &mut map);
            changed = true;
        }
    }
    function.replace_values(&map);
    changed
}

fn mask_of(function: &Function, inst: Inst) -> Option<Value> {
    match function.data(inst) {
        InstData::LoadPtrTko { mask, .. } | InstData::StorePtrTko { mask, .. } => *mask,
        _ => None,
    }
}

/// Maps the results of an access without elements to what it leaves, and takes it away.
fn leave_out(
    function: &mut Function,
    types: &mut TypeStore,
    inst: Inst,
    map: &mut ValueMap,
) -> bool {
    let (padding, token) = match *function.data(inst) {
        InstData::LoadPtrTko { padding, token, .. } => (padding, token),
        InstData::StorePtrTko { token, .. } => (None, token),
        _ => return false,
    };
    let results = function.results(inst).to_vec();
    let Some((&after, loaded)) = results.split_last() else { return false };
    let loaded = loaded.first().copied();
    let mut b = Builder::before(function, types, inst);
    let rest = match (loaded, padding) {
        (None, _) => None,
        (Some(_), Some(padding)) => Some(padding),
        // Any value will do.
        (Some(loaded), None) => {
            let ty = b.value_type(loaded);
            match b.types.elem(ty) {
                Some(Elem::Scalar(scalar)) => Some(b.constant(DenseConstant::splat(scalar, 0), ty)),
                Some(Elem::Ptr(_) | Elem::MultimemPtr(..)) | None => return false,
            }
        }
    };
    let before = token.unwrap_or_else(|| b.make_token());
    map.replace(after, before);
    if let Some((loaded, rest)) = loaded.zip(rest) {
        map.replace(loaded, rest);
    }
    function.remove_inst(inst);
    true
}

/// A select by its own mask of what a load gave or a constant: the select and what was loaded.
fn chosen_again(function: &Function, inst: Inst) -> Option<(Inst, Value)> {
    let InstData::Select { cond, val_if_true, val_if_false } = *function.data(inst) else {
        return None;
    };
    let load = function.def_inst(val_if_true)?;
    let InstData::LoadPtrTko { mask: Some(mask), .. } = *function.data(load) else { return None };
    let is_loaded =
        function.results(load).first() == Some(&val_if_true) && function.inst_block(load).is_some();
    let fits = is_loaded && mask == cond && constant(function, val_if_false).is_some();
    fits.then_some((inst, val_if_true))
}

/// Lets the load of a [select](chosen_again) pad as the select does.
fn pad(function: &mut Function, types: &mut TypeStore, select: Inst, map: &mut ValueMap) {
    let InstData::Select { val_if_true, val_if_false, .. } = *function.data(select) else { return };
    let Some(load) = function.def_inst(val_if_true) else { return };
    let Some(other) = constant(function, val_if_false).cloned() else { return };
    // The constant may stand behind the load.
    let ty = function.value_type(val_if_false);
    let other = Builder::before(function, types, load).constant(other, ty);
    if let InstData::LoadPtrTko { padding, .. } = function.data_mut(load) {
        *padding = Some(other);
    }
    if let Some(result) = function.single_result(select) {
        map.replace(result, val_if_true);
    }
    function.remove_inst(select);
}
