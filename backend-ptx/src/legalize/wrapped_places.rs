//! Places that wrap around, where no effect depends on those that do.
//!
//! Matrix products that are ported from Triton load the rows behind the last one from the first row on, so that each pointer
//! is valid, and store nothing of what comes of them:
//!
//! ```text
//! r = i % n                                     i = start + iota, a tile along one axis
//! load (p + r[:, None] * s + ..)          =>    load (p + i[:, None] * s + ..), mask = (i < n)[:, None], padding = 0
//! store .., mask = (i < n)[:, None] & ..        store .., mask = (i < n)[:, None] & ..
//! ```
//!
//! Along an axis that is not mixed ([`Axes`]), no slice depends on another one. A slice with `i < n` computes the same, since
//! `i % n = i` there. The others reach no memory:
//!
//! * each load whose pointer, mask or padding follows from `r` is masked off for them;
//! * each store of what follows from `r` was masked off for them ([`TileSearch::stores_only_below`]), in all iterations of a loop
//!   that carries what follows from `r`, since the places are the same there;
//! * nothing else that follows from `r` has an effect, can trap, or is promised.
//!
//! A start may be negative, so that each load that follows from `r` has to become one of a tile, with the tests by which its
//! start is not ([`pointer_tiles`](crate::legalize::pointer_tiles)).
//!
//! In: an entry. Out: the entry without such remainders.

use ir::analysis::axes::Axes;
use ir::analysis::facts::FactMap;
use ir::builder::Builder;
use ir::pass::strip_mine::{Members, copy_for_uses};
use ir::{
    CmpPredicate, Effect, Entry, Function, Inst, InstData, MemoryOrdering, Module, Scalar,
    Signedness, TypeKind, Value, ValueDef,
};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::analysis::affine::tile::TileSearch;
use crate::analysis::affine::wrapped::WrappedPlaces;
use crate::analysis::carried::computed_from;
use crate::analysis::slice;

/// The loads that must become tiles, and their tests, for the replacement to hold.
#[derive(Default)]
pub struct Unwrapped {
    pub loads: Vec<Inst>,
    /// Numbers that must be positive.
    pub divisors: Vec<Value>,
}

/// Whether a kernel has remainders of tiles.
pub fn has_remainders(module: &Module, function: &Function) -> bool {
    function.insts_in_order().into_iter().any(|inst| {
        matches!(function.data(inst), InstData::RemI { .. }) && is_tile(module, function, inst)
    })
}

/// Replaces the remainders of an entry; `None` if there are none of this form.
pub fn unwrap_places(module: &mut Module, entry: Entry) -> Option<Unwrapped> {
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
    let mut unwrapped = Unwrapped::default();
    while let Some((wrapped, loads)) = find(module, entry) {
        for (load, dim) in &loads {
            mask(module, entry, (*load, *dim), &wrapped);
        }
        let function = &mut module.entries[entry];
        let before = function.results(wrapped.remainder).to_vec();
        function.replace_all_uses(before[0], wrapped.places);
        function.remove_inst(wrapped.remainder);
        unwrapped.loads.extend(loads.iter().map(|(load, _)| *load));
        unwrapped.divisors.extend(wrapped.divisors);
    }
    (!unwrapped.loads.is_empty()).then_some(unwrapped)
}

fn is_tile(module: &Module, function: &Function, inst: Inst) -> bool {
    let result = function.results(inst)[0];
    module.types.num_elems(function.value_type(result)) > 1
}

/// The first remainder that can be replaced, and the loads that are masked then, with their dimension on its axis.
fn find(module: &Module, entry: Entry) -> Option<(WrappedPlaces, Vec<(Inst, usize)>)> {
    let function = &module.entries[entry];
    let facts = FactMap::of(function, &module.types);
    let search = TileSearch { module, function, facts: &facts };
    let axes = Axes::of(function, &module.types);
    let insts = function.insts_in_order();
    insts.iter().find_map(|&inst| {
        let wrapped = search.wrapped(inst)?;
        let remainder = function.results(inst)[0];
        let axis = axes.axis(remainder, wrapped.dim);
        let members = Members::on(function, &module.types, (&axes, axis), |kind, _, _| {
            matches!(kind, TypeKind::Tile(_) | TypeKind::PartitionView(_))
        })?;
        let following = computed_from(function, remainder);
        if carries_over(function, &following, &wrapped) {
            return None;
        }
        let effects = AxisEffects { search, wrapped: &wrapped, members: &members, following };
        let is_kept = insts.iter().all(|&other| effects.keeps(other));
        let loads = effects.loads(&insts);
        let is_before = |(load, _): &(Inst, usize)| slice::precedes(function, inst, *load);
        let is_found = is_kept && !loads.is_empty() && loads.iter().all(is_before);
        is_found.then_some((wrapped, loads))
    })
}

/// Whether a loop in which the places may change carries what follows from a remainder: a later iteration stores slices of an
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
    /// The remainder, and what is computed from it.
    following: FxHashSet<Value>,
}

impl AxisEffects<'_> {
    fn follows(&self, inst: Inst) -> bool {
        let operands = self.search.function.data(inst).operands();
        operands.iter().any(|operand| self.following.contains(operand))
    }

    /// Whether an instruction has the effects that it had, if slices that wrap around are other ones; see the module header.
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
            InstData::StoreViewTko { view, .. } => is_outside(*view),
            InstData::LoadViewTko { .. } | InstData::Assume { .. } | InstData::Given { .. } => {
                false
            }
            _ => matches!(data.effect(), Effect::Pure | Effect::Structured | Effect::Terminator),
        }
    }

    /// The loads through pointers whose pointers, masks or padding follow from the remainder.
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

/// Masks a load off at places that wrap around.
fn mask(module: &mut Module, entry: Entry, (load, dim): (Inst, usize), wrapped: &WrappedPlaces) {
    let Module { entries, types, .. } = module;
    let function = &mut entries[entry];
    let InstData::LoadPtrTko { source, mask, padding, .. } = *function.data(load) else { return };
    let loaded = function.value_type(function.results(load)[0]);
    let mut b = Builder::before(function, types, wrapped.remainder);
    let is_before =
        b.cmpi(wrapped.places, wrapped.extents, CmpPredicate::LessThan, Signedness::Signed);
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
