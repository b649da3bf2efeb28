//! Places that are other ones from a bound on, where no effect depends on those that are.
//!
//! Matrix products that are ported from Triton load other rows in place of those behind the last one, so that each pointer is
//! valid, and store nothing of what comes of them:
//!
//! ```text
//! r = i % n, min (i, n - 1), i < n ? i : 0      i = start + iota, a tile along one axis
//! load (p + r[:, None] * s + ..)          =>    load (p + i[:, None] * s + ..), mask = (i < n)[:, None], padding = 0
//! store .., mask = (i < n)[:, None] & ..        store .., mask = (i < n)[:, None] & ..
//! ```
//!
//! Along an axis that is not mixed ([`Axes`]), no slice depends on another one. A slice with `i < n` computes the same, since
//! `r = i` there. The others reach no memory:
//!
//! * each load whose pointer, mask or padding follows from `r` is masked off for them;
//! * each store of what follows from `r` was masked off for them ([`TileSearch::stores_only_below`]), in all iterations of a loop
//!   that carries what follows from `r`, since the places are the same there;
//! * nothing else that follows from `r` has an effect or can trap (a division by a positive number does not), and what is promised of it is promised no longer.
//!
//! A remainder of a negative start is not the start, so that the kernel has to test that it is not negative
//! ([`pointer_tiles`](crate::legalize::pointer_tiles)).
//!
//! In: an entry. Out: the entry without such places.

use ir::analysis::axes::Axes;
use ir::analysis::facts::FactMap;
use ir::builder::Builder;
use ir::pass::strip_mine::{Members, copy_for_uses};
use ir::{
    Effect, Entry, Function, Inst, InstData, MemoryOrdering, Module, Scalar, TypeKind, Value,
    ValueDef,
};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::analysis::affine::tile::TileSearch;
use crate::analysis::affine::wrapped::{Within, WrappedPlaces};
use crate::analysis::carried::computed_from;
use crate::analysis::promises::{promises_of, remove_promises};
use crate::analysis::slice;

/// Whether a kernel computes such places.
pub fn has_wrapped(search: TileSearch<'_>) -> bool {
    search.function.insts_in_order().into_iter().any(|inst| search.wrapped(inst).is_some())
}

/// Replaces such places of an entry; the numbers that must be positive for that to hold, or `None` if there are no places of this
/// form.
pub fn unwrap_places(module: &mut Module, entry: Entry) -> Option<Vec<Value>> {
    // Constants and broadcasts tie the axes of all their uses.
    copy_for_uses(&mut module.entries[entry], |data| {
        matches!(
            data,
            InstData::Constant { .. }
                | InstData::Iota {}
                | InstData::Poison {}
                | InstData::Broadcast { .. }
        )
    });
    let mut divisors: Option<Vec<Value>> = None;
    while let Some(found) = find(module, entry) {
        let Replacement { wrapped, promises, loads } = found;
        for (load, dim) in loads {
            mask(module, entry, (load, dim), &wrapped);
        }
        let function = &mut module.entries[entry];
        remove_promises(function, &promises);
        let before = function.results(wrapped.inst).to_vec();
        function.replace_all_uses(before[0], wrapped.places);
        function.remove_inst(wrapped.inst);
        divisors.get_or_insert_default().extend(wrapped.divisors);
    }
    divisors
}

/// Places that can be replaced, and what changes with them.
struct Replacement {
    wrapped: WrappedPlaces,
    /// What is promised of what follows from them.
    promises: Vec<Inst>,
    /// The loads that are masked then, with their dimension on the axis.
    loads: Vec<(Inst, usize)>,
}

/// The first places that can be replaced.
fn find(module: &Module, entry: Entry) -> Option<Replacement> {
    let function = &module.entries[entry];
    let facts = FactMap::of(function, &module.types);
    let search = TileSearch { module, function, facts: &facts };
    function.insts_in_order().into_iter().find_map(|inst| {
        let wrapped = search.wrapped(inst)?;
        let following = computed_from(function, &module.types, function.results(inst)[0]);
        let promises = promises_of(function, &following);
        let loads = if promises.is_empty() {
            loads_to_mask(search, &wrapped, following)?
        } else {
            let mut without = function.clone();
            remove_promises(&mut without, &promises);
            let facts = FactMap::of(&without, &module.types);
            let search = TileSearch { module, function: &without, facts: &facts };
            loads_to_mask(search, &wrapped, following)?
        };
        Some(Replacement { wrapped, promises, loads })
    })
}

/// The loads that are masked if places are replaced, with their dimension on the axis; `None` if something else changes then.
fn loads_to_mask(
    search: TileSearch<'_>,
    wrapped: &WrappedPlaces,
    following: FxHashSet<Value>,
) -> Option<Vec<(Inst, usize)>> {
    let TileSearch { module, function, .. } = search;
    if carries_over(function, &following, wrapped) {
        return None;
    }
    let axes = Axes::of(function, &module.types);
    let axis = axes.axis(function.results(wrapped.inst)[0], wrapped.dim);
    let members = Members::on(function, &module.types, (&axes, axis), |kind, _, _| {
        matches!(kind, TypeKind::Tile(_) | TypeKind::PartitionView(_))
    })?;
    let insts = function.insts_in_order();
    let effects = AxisEffects { search, wrapped, members: &members, following };
    let is_kept = insts.iter().all(|&other| effects.keeps(other));
    let loads = effects.loads(&insts);
    let is_before = |(load, _): &(Inst, usize)| slice::precedes(function, wrapped.inst, *load);
    let is_found = is_kept && !loads.is_empty() && loads.iter().all(is_before);
    is_found.then_some(loads)
}

/// Whether a loop in which the places may change carries what follows from them: a later iteration stores slices of an
/// earlier one, whose places were others.
fn carries_over(
    function: &Function,
    following: &FxHashSet<Value>,
    wrapped: &WrappedPlaces,
) -> bool {
    wrapped.atoms().any(|atom| {
        let block = match function.def(atom.value) {
            ValueDef::Param(block, _) => Some(block),
            ValueDef::Result(inst, _) => function.inst_block(inst),
        };
        slice::loops_around(function, block).into_iter().any(|around| {
            let blocks = function.data(around).blocks();
            let params = blocks.into_iter().flat_map(|block| function.block_params(block));
            params.into_iter().any(|param| following.contains(param))
        })
    })
}

struct AxisEffects<'a> {
    search: TileSearch<'a>,
    wrapped: &'a WrappedPlaces,
    members: &'a Members,
    /// The places, and what is computed from them.
    following: FxHashSet<Value>,
}

impl AxisEffects<'_> {
    fn follows(&self, inst: Inst) -> bool {
        let operands = self.search.function.data(inst).operands();
        operands.iter().any(|operand| self.following.contains(operand))
    }

    /// Whether an instruction has the effects that it had, if slices beyond the bounds are other ones; see the module header.
    fn keeps(&self, inst: Inst) -> bool {
        if !self.follows(inst) {
            return true;
        }
        let data = self.search.function.data(inst);
        let is_outside = |accessed: Value| {
            let dim = self.members.dim(accessed);
            dim.is_some_and(|dim| self.search.stores_only_below(inst, dim, self.wrapped))
        };
        match data {
            InstData::LoadPtrTko { source, ordering, .. } => {
                *ordering == MemoryOrdering::Weak && self.members.dim(*source).is_some()
            }
            InstData::StorePtrTko { destination, .. } => is_outside(*destination),
            InstData::AtomicRmwTko { pointers, .. } | InstData::AtomicCasTko { pointers, .. } => {
                is_outside(*pointers)
            }
            InstData::StoreViewTko { view, .. } | InstData::AtomicRedViewTko { view, .. } => {
                is_outside(*view)
            }
            InstData::LoadViewTko { .. }
            | InstData::Assume { .. }
            | InstData::Given { .. }
            | InstData::Require { .. } => false,
            InstData::DivI { rhs, .. } | InstData::RemI { rhs, .. } => {
                !self.following.contains(rhs) && self.search.facts.get(*rhs).bounds.lower > 0
            }
            _ => matches!(data.effect(), Effect::Pure | Effect::Structured | Effect::Terminator),
        }
    }

    /// The loads through pointers whose pointers, masks or padding follow from the places.
    fn loads(&self, insts: &[Inst]) -> Vec<(Inst, usize)> {
        let load = |&inst: &Inst| match self.search.function.data(inst) {
            InstData::LoadPtrTko { source, .. } if self.follows(inst) => {
                Some((inst, self.members.dim(*source)?))
            }
            _ => None,
        };
        insts.iter().filter_map(load).collect()
    }
}

/// Masks a load off at places beyond the bounds.
fn mask(module: &mut Module, entry: Entry, (load, dim): (Inst, usize), wrapped: &WrappedPlaces) {
    let Module { entries, types, .. } = module;
    let function = &mut entries[entry];
    let InstData::LoadPtrTko { source, mask, padding, .. } = *function.data(load) else { return };
    let loaded = function.value_type(function.results(load)[0]);
    let mut b = Builder::before(function, types, wrapped.inst);
    let is_before = match wrapped.within {
        Within::Everywhere => return,
        Within::Condition(condition) => condition,
        Within::Comparison(with, predicate, signedness) => {
            b.cmpi(wrapped.places, with, predicate, signedness)
        }
    };
    let mut b = Builder::before(function, types, load);
    let dims: SmallVec<[u32; 4]> = b.types.dims(b.value_type(source)).into();
    let mut along: SmallVec<[u32; 4]> = SmallVec::from_elem(1, dims.len());
    along[dim] = dims[dim];
    let along = b.types.tile(&along, Scalar::I1);
    let all = b.types.tile(&dims, Scalar::I1);
    let is_before = b.reshape(is_before, along);
    let is_before = b.broadcast(is_before, all);
    let within = mask.map_or(is_before, |mask| b.andi(mask, is_before));
    let other = padding.unwrap_or_else(|| b.const_bits(loaded, 0));
    if let InstData::LoadPtrTko { mask, padding, .. } = function.data_mut(load) {
        (*mask, *padding) = (Some(within), Some(other));
    }
}
