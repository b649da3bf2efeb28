//! Loads of a loop, an iteration earlier.
//!
//! An iteration that folds what it has loaded waits for all of it, and while it computes nothing is on its way.
//! With the next iteration's load begun before that, memory and arithmetic go on at the same time:
//!
//! ```text
//! for i in lo to hi, acc { x = load p(i); A(x) }
//!
//! if lo < hi {
//!     first = load p(lo)
//!     for i in lo to hi, acc, x = first {
//!         next = load p(hi - i > step ? i + step : i)
//!         A(x)
//!         continue .., next
//!     }
//! }
//! ```
//!
//! The last iteration loads once more what it has, so nothing is read that the loop would not have read. It
//! holds for loads that nothing has to be ordered with, whose address follows from the induction variable,
//! in loops that nothing leaves early.
//!
//! Not a pass of [`PASSES`](super::PASSES): whether it pays is for a back end to say.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;

use super::copy::{Substitution, copy_to};
use super::{OptLevel, Options, canonicalize, cse, dce, licm};
use crate::attrs::{CmpPredicate, MemoryOrdering, Overflow, Signedness};
use crate::builder::Builder;
use crate::entities::{Block, Inst, Value};
use crate::module::Function;
use crate::ops::{Effect, InstData};
use crate::types::TypeStore;

/// What the address of a load that happens an iteration earlier may be computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressFrom {
    /// The induction variable alone.
    Induction,
    /// Loads of the iteration too, which happen earlier with it.
    Loads,
}

/// The loads right in the body of a `for` that may happen an iteration earlier, in program order.
pub fn candidates(
    function: &Function,
    types: &TypeStore,
    around: Inst,
    from: AddressFrom,
) -> Vec<Inst> {
    let InstData::For { body, .. } = *function.data(around) else { return Vec::new() };
    if !runs_to_its_end(function, body) {
        return Vec::new();
    }
    let uses = function.count_uses();
    let is_free = |inst: &Inst| is_free(function, types, &uses, *inst);
    let loads = function.insts(body).iter().copied().filter(is_free);
    let can_be_early = |load: &Inst| {
        Cone::of(function, body, *load).is_some_and(|cone| {
            let (_, address) = cone.insts.split_last().unwrap_or((load, &[]));
            let is_read = |inst: &Inst| function.data(*inst).effect() == Effect::Read;
            let mut read = address.iter().filter(|&inst| is_read(inst));
            match from {
                AddressFrom::Induction => read.next().is_none(),
                AddressFrom::Loads => read.all(is_free),
            }
        })
    };
    loads.filter(can_be_early).collect()
}

/// Rewrites loops so that the loads named with each, some of its [`candidates`], happen an iteration
/// earlier.
pub fn ahead(function: &mut Function, types: &mut TypeStore, loops: Vec<(Inst, Vec<Inst>)>) {
    for (around, loads) in loops {
        rewrite(function, types, around, &loads);
    }
    let options = Options { level: OptLevel::Full, fmad: false };
    for pass in [cse::run, canonicalize::run, licm::run, cse::run, dce::run] {
        pass(function, types, &options);
    }
}

fn rewrite(function: &mut Function, types: &mut TypeStore, around: Inst, loads: &[Inst]) {
    let InstData::For { lower_bound, upper_bound, step, init_values, unsigned, body } =
        function.data(around).clone()
    else {
        return;
    };
    let cones: Vec<Cone> =
        loads.iter().filter_map(|&load| Cone::of(function, body, load)).collect();
    let early = in_any(function, body, &cones);
    let Some(end) = function.terminator(body) else { return };
    let results = function.results(around).to_vec();
    let result_types: Vec<_> = results.iter().map(|&value| function.value_type(value)).collect();
    let induction = function.block_params(body)[0];
    let span = function.span(around);

    let mut b = Builder::before(function, types, around);
    let signedness = if unsigned { Signedness::Unsigned } else { Signedness::Signed };
    let any = b.cmpi(lower_bound, upper_bound, CmpPredicate::LessThan, signedness);
    let guard = b.open_if(any, &result_types);
    b.switch_to(guard.else_block);
    b.yield_(init_values.iter().copied());

    // The first iteration's, then the loop, which hands on the next one's.
    let mut map = Substitution::from_iter([(induction, lower_bound)]);
    copy_to(function, &early, guard.then_block, &mut map);
    let mut inits = init_values;
    inits.extend(cones.iter().map(|cone| map[&cone.tile]));
    function.remove_inst(around);
    function.push_inst(guard.then_block, around);
    if let InstData::For { init_values, .. } = function.data_mut(around) {
        *init_values = inits;
    }

    // The next iteration's, before all else. An address that comes from a load comes from that load's copy, so
    // the copies precede the replacement of the loads.
    let old = function.insts(body).to_vec();
    let mut b = Builder::before(function, types, old[0]);
    let left = b.subi(upper_bound, induction, Overflow::None);
    let more = b.cmpi(left, step, CmpPredicate::GreaterThan, Signedness::Unsigned);
    let after = b.addi(induction, step, Overflow::None);
    let next = b.select(more, after, induction);
    let computed = function.insts(body).len() - old.len();
    let mut map = Substitution::from_iter([(induction, next)]);
    copy_to(function, &early, body, &mut map);
    let mut order = function.insts(body).to_vec();
    order[computed..].rotate_left(old.len());
    function.set_insts(body, order);
    if let InstData::Continue { operands } = function.data_mut(end) {
        operands.extend(cones.iter().map(|cone| map[&cone.tile]));
    }
    for cone in &cones {
        let ty = function.value_type(cone.tile);
        function.append_result(around, ty);
        let present = function.append_block_param(body, ty);
        function.replace_all_uses(cone.tile, present);
    }

    let inner = function.results(around)[..results.len()].to_vec();
    for (&old, &new) in results.iter().zip(&guard.results) {
        function.replace_all_uses(old, new);
    }
    Builder::new(function, types, guard.then_block, span).yield_(inner);
}

/// A load with the instructions of its block that compute its address, loads among them.
struct Cone {
    /// In program order, the load last.
    insts: Vec<Inst>,
    tile: Value,
}

impl Cone {
    fn of(function: &Function, body: Block, load: Inst) -> Option<Cone> {
        let (&induction, carried) = function.block_params(body).split_first()?;
        let mut needed = FxHashSet::from_iter([load]);
        let mut varies = false;
        let mut values: Vec<Value> = function.data(load).operands().iter().copied().collect();
        while let Some(value) = values.pop() {
            varies |= value == induction;
            if carried.contains(&value) {
                return None;
            }
            let Some(inst) = function.def_inst(value) else { continue };
            if function.inst_block(inst) != Some(body) || !needed.insert(inst) {
                continue;
            }
            let data = function.data(inst);
            let is_computed =
                matches!(data.effect(), Effect::Pure | Effect::Partial | Effect::Read);
            if !is_computed || !data.blocks().is_empty() {
                return None;
            }
            values.extend(data.operands().iter().copied());
        }
        let order = function.insts(body).iter().copied();
        let insts = order.filter(|inst| needed.contains(inst)).collect();
        varies.then(|| Cone { insts, tile: function.results(load)[0] })
    }
}

/// The instructions of some cones in program order, each once.
fn in_any(function: &Function, body: Block, cones: &[Cone]) -> Vec<Inst> {
    let needed: FxHashSet<Inst> =
        cones.iter().flat_map(|cone| cone.insts.iter().copied()).collect();
    let order = function.insts(body).iter().copied();
    order.filter(|inst| needed.contains(inst)).collect()
}

/// Whether nothing has to happen before a load of a tile, and nothing has to wait for it.
fn is_free(
    function: &Function,
    types: &TypeStore,
    uses: &SecondaryMap<Value, u32>,
    load: Inst,
) -> bool {
    let (InstData::LoadPtrTko { token, ordering, .. }
    | InstData::LoadViewTko { token, ordering, .. }) = *function.data(load)
    else {
        return false;
    };
    let &[tile, after] = function.results(load) else { return false };
    ordering == MemoryOrdering::Weak
        && token.is_none()
        && uses[after] == 0
        && types.as_tile(function.value_type(tile)).is_some()
}

/// Whether control always comes to the end of a body of a loop: then the next iteration, if there is
/// one, happens.
fn runs_to_its_end(function: &Function, body: Block) -> bool {
    let Some((&end, insts)) = function.insts(body).split_last() else { return false };
    matches!(function.data(end), InstData::Continue { .. } | InstData::Yield { .. })
        && insts.iter().all(|&inst| {
            let data = function.data(inst);
            match data.effect() {
                Effect::Pure
                | Effect::Partial
                | Effect::Read
                | Effect::Write
                | Effect::ReadWrite => true,
                Effect::Structured => {
                    let ends = |&block: &Block| runs_to_its_end(function, block);
                    let into_itself = |&block: &Block| {
                        let end = function.terminator(block).map(|end| function.data(end));
                        let is_for = matches!(data, InstData::For { .. });
                        matches!(end, Some(InstData::Continue { .. })) == is_for
                    };
                    !matches!(data, InstData::Loop { .. })
                        && data.blocks().iter().all(|block| ends(block) && into_itself(block))
                }
                Effect::Alloc | Effect::Io | Effect::Terminator => false,
            }
        })
}
