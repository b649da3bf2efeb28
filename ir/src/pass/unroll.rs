//! Loops of few turns, written out.
//!
//! ```text
//! r = for i in (0 to 3, step 1) (p = a) { .. continue f(i, p) }  =>  r := f(2, f(1, f(0, a)))
//! ```
//!
//! Offsets, masks and shifts by the induction variable become constants. Code grows, so this is
//! for short bodies on small tiles alone: a turn costs one for each instruction and
//! [`ELEMS_PER_COST`] elements that it works on, and all turns together stay within [`BUDGET`].
//! Loops around other control flow stay, and so do loops over views and products, which a back
//! end would rather overlap. `#pragma unroll` was followed earlier, by the lowering.

use smallvec::SmallVec;

use super::Options;
use super::copy::{Substitution, copy_of};
use crate::attrs::{DenseConstant, Signedness};
use crate::entities::{Block, Inst, Value};
use crate::fold::constant;
use crate::module::{Function, ValueMap};
use crate::ops::{Effect, InstData};
use crate::scalar::int;
use crate::types::TypeStore;

/// What all turns of a loop may cost.
const BUDGET: u64 = 32;
const ELEMS_PER_COST: u64 = 128;
/// The most turns: further ones say little that the first did not.
const MAX_TURNS: usize = 8;

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    let mut map = ValueMap::new();
    // Inner loops first: what is around them may be short then.
    for inst in function.insts_in_order().into_iter().rev() {
        if let Some((counts, body)) = short_loop(function, types, inst) {
            write_out(function, types, inst, &counts, body, &mut map);
        }
    }
    let changed = !map.is_empty();
    function.replace_values(&map);
    changed
}

/// The values of the induction variable, as bits, of a loop that is worth writing out; its body.
fn short_loop(
    function: &Function,
    types: &TypeStore,
    inst: Inst,
) -> Option<(SmallVec<[u64; MAX_TURNS]>, Block)> {
    let InstData::For { lower_bound, upper_bound, step, unsigned, body, .. } = function.data(inst)
    else {
        return None;
    };
    let signedness = if *unsigned { Signedness::Unsigned } else { Signedness::Signed };
    let number = |value: Value| {
        let constant = constant(function, value)?;
        let width = constant.elem().int_width()?;
        Some((width, int::value(width, signedness, constant.as_splat()?)))
    };
    let ((width, lower), (_, upper), (_, step)) =
        (number(*lower_bound)?, number(*upper_bound)?, number(*step)?);
    if step <= 0 {
        return None;
    }
    let counts: SmallVec<[u64; MAX_TURNS]> =
        std::iter::successors(Some(lower), |count| Some(count + step))
            .take_while(|&count| count < upper)
            .take(MAX_TURNS + 1)
            .map(|count| int::truncate(width, count as u64))
            .collect();
    // `control` has done loops of no or one turn.
    let is_few = (2..=MAX_TURNS).contains(&counts.len());
    (is_few && counts.len() as u64 * cost(function, types, *body)? <= BUDGET)
        .then_some((counts, *body))
}

/// What a turn of a loop costs, if it can be written out.
fn cost(function: &Function, types: &TypeStore, body: Block) -> Option<u64> {
    let (last, insts) = function.insts(body).split_last()?;
    matches!(function.data(*last), InstData::Continue { .. }).then_some(())?;
    let mut total = 0;
    for &inst in insts {
        let data = function.data(inst);
        let is_simple = match data.effect() {
            Effect::Pure | Effect::Partial | Effect::Read | Effect::Write | Effect::ReadWrite => {
                true
            }
            Effect::Io => true,
            Effect::Alloc | Effect::Terminator | Effect::Structured => false,
        };
        let is_product = matches!(
            data,
            InstData::MmaF { .. } | InstData::MmaI { .. } | InstData::MmaFScaled { .. }
        );
        let operands = data.operands();
        let values = operands.iter().chain(function.results(inst));
        let mut elems = 0;
        for &value in values {
            let ty = function.value_type(value);
            if types.is_view(ty) {
                return None;
            }
            elems = elems.max(types.as_tile(ty).map_or(0, |tile| tile.num_elems()));
        }
        if !is_simple || is_product {
            return None;
        }
        total += match data {
            InstData::Constant { .. } => 0,
            _ => elems.div_ceil(ELEMS_PER_COST).max(1),
        };
    }
    Some(total)
}

/// Puts a copy of the body for each count in front of the loop, which goes away.
fn write_out(
    function: &mut Function,
    types: &TypeStore,
    inst: Inst,
    counts: &[u64],
    body: Block,
    map: &mut ValueMap,
) {
    let InstData::For { lower_bound, init_values, .. } = function.data(inst).clone() else {
        return;
    };
    let span = function.span(inst);
    let ty = function.value_type(lower_bound);
    let Some(elem) = types.elem_scalar(ty) else { return };
    let mut carried = init_values;
    let params = function.block_params(body).to_vec();
    let insts = function.insts(body).to_vec();
    for &inst in &insts {
        // A loop inside may have been written out before.
        function.data_mut(inst).for_each_operand_mut(|operand| *operand = map.get(*operand));
    }
    for &count in counts {
        let value = DenseConstant::splat(elem, count);
        let induction = function.make_inst(InstData::Constant { value }, &[ty], span);
        function.insert_before(inst, induction);
        let induction = function.results(induction)[0];
        // Of this turn.
        let values = std::iter::once(induction).chain(carried.iter().copied());
        let mut turn: Substitution = params.iter().copied().zip(values).collect();
        for &old in &insts {
            if let InstData::Continue { operands } = function.data(old) {
                let next = |value: &Value| turn.get(value).copied().unwrap_or(*value);
                carried = operands.iter().map(next).collect();
                continue;
            }
            let copy = copy_of(function, old, &mut turn);
            function.insert_before(inst, copy);
        }
    }
    for (&result, &value) in function.results(inst).iter().zip(&carried) {
        map.replace(result, value);
    }
    function.take_insts(body);
    function.remove_inst(inst);
}
