//! Places that are other ones from a bound on, and what is known to be outside of it.
//!
//! ```text
//! (start + i) % extent                        = start + i      where 0 <= start and start + i < extent
//! min (start + i, last)                       = start + i      where start + i <= last
//! c ? x : y                                   = x              where c, a conjunction of start + i < extent
//! max (x, least)                              = x              where least <= x, everywhere
//! ```
//!
//! Of a store, [`TileSearch::stores_only_below`] tells whether it has no effect at other places: its mask has a comparison with
//! the bound or a lower one, its tensor ends there, or a branch is only taken where the whole tile is below.

use ir::types::{Elem, TypeStore, extent_of};
use ir::{CmpPredicate, Function, Inst, InstData, Signedness, TypeKind, Value, fold};
use smallvec::{SmallVec, smallvec};

use super::expand::{Expansion, PlaceDims};
use super::polynomial::{Atom, Polynomial};
use super::tile::{BoundedPlace, MAX_MASK_VALUES, MaskSearch, TileSearch};
use crate::analysis::promises::without_promises;

/// Places that are other ones from a bound on.
#[derive(Clone, Debug)]
pub struct WrappedPlaces {
    /// The instruction that computes them.
    pub inst: Inst,
    /// What they are below the bound; a tile of one dimension with more than one element.
    pub places: Value,
    pub within: Within,
    /// The dimension.
    pub dim: usize,
    /// The start is not negative if these are positive.
    pub divisors: SmallVec<[Value; 1]>,
    /// The extent that they wrap around in, without places, if they are a remainder with a sign.
    pub extent: Option<Polynomial>,
    /// How many elements are before each bound: those before all of them do not change.
    bounds: SmallVec<[Polynomial; 1]>,
}

/// The condition under which places are below the bounds.
#[derive(Clone, Copy, Debug)]
pub enum Within {
    Everywhere,
    Condition(Value),
    Comparison(Value, CmpPredicate, Signedness),
}

impl WrappedPlaces {
    /// The integers that say where places begin and end.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        self.bounds.iter().flat_map(Polynomial::atoms)
    }
}

/// Whether an instruction may compute such places.
pub fn may_wrap(types: &TypeStore, function: &Function, inst: Inst) -> bool {
    let is_operation = matches!(
        function.data(inst),
        InstData::RemI { .. }
            | InstData::MinI { .. }
            | InstData::MaxI { .. }
            | InstData::Select { .. }
    );
    is_operation && {
        let ty = function.value_type(function.results(inst)[0]);
        let is_place = |elem: Elem| elem.pointee().is_some() || elem.is_int();
        types.num_elems(ty) > 1 && types.elem(ty).is_some_and(is_place)
    }
}

impl<'a> TileSearch<'a> {
    /// The places that an instruction computes.
    pub fn wrapped(&self, inst: Inst) -> Option<WrappedPlaces> {
        if !may_wrap(&self.module.types, self.function, inst) {
            return None;
        }
        let whole = self.expansion().places(self.function.results(inst)[0]);
        let mut longer = (0..).zip(&whole).filter(|(_, place)| place.is_some());
        let (Some((dim, _)), None) = (longer.next(), longer.next()) else { return None };
        let first = first_place(&whole);
        let wrapped = |places, within, divisors, bounds| {
            Some(WrappedPlaces { inst, places, within, dim, divisors, extent: None, bounds })
        };
        match *self.function.data(inst) {
            InstData::RemI { lhs, rhs, signedness } => {
                // Numbers that are not negative are the same in both readings, and more may be known of one.
                let (read, extent, bound, divisors) = [signedness, Signedness::Signed]
                    .into_iter()
                    .find_map(|read| self.remainder((lhs, rhs), read, &first))?;
                let within = Within::Comparison(rhs, CmpPredicate::LessThan, read);
                let places = wrapped(lhs, within, divisors, smallvec![bound])?;
                // A remainder without a sign reaches as far as the places where a negative divisor is a large number.
                let extent = (signedness == Signedness::Signed).then_some(extent);
                Some(WrappedPlaces { extent, ..places })
            }
            InstData::MinI { lhs, rhs, signedness } => {
                [(lhs, rhs), (rhs, lhs)].into_iter().find_map(|(places, last)| {
                    let bound = self.bound((places, last), signedness, &first)?;
                    let bound = bound.plus(&Polynomial::constant(1))?;
                    let within =
                        Within::Comparison(last, CmpPredicate::LessThanOrEqual, signedness);
                    wrapped(places, within, SmallVec::new(), smallvec![bound])
                })
            }
            InstData::MaxI { lhs, rhs, signedness: Signedness::Signed } => {
                [(lhs, rhs), (rhs, lhs)].into_iter().find_map(|(places, least)| {
                    let least = fold::splat_int(self.function, least)?;
                    let divisors = self.not_below(places, least, &first)?;
                    wrapped(places, Within::Everywhere, divisors, SmallVec::new())
                })
            }
            InstData::Select { cond, val_if_true, .. } => {
                let mut expansion = self.expansion();
                let mut search = self.mask_search(&mut expansion);
                let mut found: Vec<BoundedPlace> = Vec::new();
                search.comparisons(cond, &first, &mut found).ok()?;
                if found.iter().any(|it| it.unless.is_some()) {
                    return None;
                }
                let bounds = found.into_iter().map(|it| it.bound).collect();
                wrapped(val_if_true, Within::Condition(cond), SmallVec::new(), bounds)
            }
            _ => None,
        }
    }

    /// The extent that places wrap around in, how many of them are before it, and the divisors of the start, all in a reading.
    fn remainder(
        &self,
        (places, extent): (Value, Value),
        read: Signedness,
        dims: &PlaceDims,
    ) -> Option<(Signedness, Polynomial, Polynomial, SmallVec<[Value; 1]>)> {
        let mut expansion = self.expansion();
        let sum = expansion.number(places, read, dims)?;
        let extent = expansion.number(extent, read, dims)?;
        let (place, start) = sum.partition(|product| product.power_product.dim.is_some());
        let is_same = extent.atoms().all(|atom| self.is_same(atom)) && !extent.has_places();
        if place != Polynomial::place(0) || !is_same {
            return None;
        }
        let divisors = divisors(&expansion, &start);
        divisors.iter().for_each(|&divisor| expansion.assume_positive(divisor));
        let is_inside = expansion.bounds_of_sum(&start).0 >= 0;
        let bound = extent.minus(&start)?;
        is_inside.then_some((read, extent, bound, divisors))
    }

    /// How many places are before a number.
    fn bound(
        &self,
        (places, number): (Value, Value),
        read: Signedness,
        dims: &PlaceDims,
    ) -> Option<Polynomial> {
        let mut expansion = self.expansion();
        let sum = expansion.number(places, read, dims)?;
        let number = expansion.number(number, read, dims)?;
        let (place, start) = sum.partition(|product| product.power_product.dim.is_some());
        (place == Polynomial::place(0) && !number.has_places()).then(|| number.minus(&start))?
    }

    /// The divisors of the start, if no place is less than a number where these are positive.
    fn not_below(
        &self,
        places: Value,
        least: i64,
        dims: &PlaceDims,
    ) -> Option<SmallVec<[Value; 1]>> {
        let mut expansion = self.expansion();
        let sum = expansion.number(places, Signedness::Signed, dims)?;
        let (place, start) = sum.partition(|product| product.power_product.dim.is_some());
        let divisors = divisors(&expansion, &start);
        divisors.iter().for_each(|&divisor| expansion.assume_positive(divisor));
        let is_above = expansion.bounds_of_sum(&start).0 >= i128::from(least);
        (is_above && place == Polynomial::place(0)).then_some(divisors)
    }

    /// Whether a store has no effect at places of a dimension of its tile that are not below all bounds.
    pub fn stores_only_below(&self, store: Inst, dim: usize, wrapped: &WrappedPlaces) -> bool {
        let mut expansion = self.expansion();
        let mut ends: Vec<Polynomial> = Vec::new();
        let stored = match self.function.data(store) {
            InstData::StorePtrTko { destination, mask, .. } => (*destination, *mask),
            InstData::AtomicRmwTko { pointers, mask, .. }
            | InstData::AtomicCasTko { pointers, mask, .. } => (*pointers, *mask),
            InstData::StoreViewTko { view, index, .. }
            | InstData::AtomicRedViewTko { view, index, .. } => {
                ends.extend(self.bound_of_tensor(*view, index, dim));
                (*view, None)
            }
            _ => return false,
        };
        if let (_, Some(mask)) = stored {
            let places = expansion.places(mask);
            let mut found: Vec<BoundedPlace> = Vec::new();
            self.mask_search(&mut expansion).those_of_form(mask, &places, &mut found);
            let is_end = |it: &BoundedPlace| it.dim as usize == dim && it.unless.is_none();
            ends.extend(found.into_iter().filter(is_end).map(|it| it.bound));
        }
        let ty = self.function.value_type(stored.0);
        let tile = self.module.types.tiled_view(ty);
        let dims = tile.map_or_else(|| self.module.types.dims(ty), |(_, tile)| tile);
        ends.extend(dims.get(dim).map(|&length| Polynomial::constant(i64::from(length))));
        let known = self.positive_at(&mut expansion, store);
        let is_below = |bound: &Polynomial| {
            ends.iter().any(|end| {
                let room = self.difference(bound, end);
                room.is_some_and(|room| self.is_not_negative(&room, &known, &expansion))
            })
        };
        wrapped.bounds.iter().all(is_below)
    }

    /// Whether a mask holds everywhere where a condition holds, or where it does not.
    pub fn is_implied(&self, mask: Value, condition: Value, holds: bool) -> bool {
        let mut expansion = self.expansion();
        let places = expansion.places(mask);
        let (mut found, mut known): (Vec<BoundedPlace>, Vec<Polynomial>) = (Vec::new(), Vec::new());
        let mut search = self.mask_search(&mut expansion);
        if search.comparisons(mask, &places, &mut found).is_err() {
            return false;
        }
        search.positive(condition, holds, &mut known);
        let dims = self.module.types.dims(self.function.value_type(mask));
        found.iter().all(|comparison| {
            let length = dims.get(comparison.dim as usize).copied().unwrap_or_default();
            let room = self.difference(&comparison.bound, &Polynomial::constant(length.into()));
            let is_inside =
                room.is_some_and(|room| self.is_not_negative(&room, &known, &expansion));
            comparison.unless.is_none() && is_inside
        })
    }

    /// Whether a sum is not negative where others are positive, by one of these.
    fn is_not_negative(
        &self,
        sum: &Polynomial,
        positive: &[Polynomial],
        expansion: &Expansion<'_>,
    ) -> bool {
        let more = |other: &Polynomial| {
            let less_one = other.minus(&Polynomial::constant(1))?;
            self.difference(sum, &less_one)
        };
        let is_not_negative = |sum: &Polynomial| expansion.bounds_of_sum(sum).0 >= 0;
        is_not_negative(sum) || positive.iter().filter_map(more).any(|sum| is_not_negative(&sum))
    }

    /// The difference of two sums, where a value of which something is promised counts as the value itself.
    fn difference(&self, one: &Polynomial, other: &Polynomial) -> Option<Polynomial> {
        let of_atom =
            |atom: Atom| Atom { value: without_promises(self.function, atom.value), ..atom };
        one.minus(other)?.with_atoms(of_atom)
    }

    /// Sums that are positive where an instruction is executed, by the branches around it.
    fn positive_at(&self, expansion: &mut Expansion<'a>, inst: Inst) -> Vec<Polynomial> {
        let mut found = Vec::new();
        let mut block = self.function.inst_block(inst);
        while let Some(owner) = block.and_then(|block| self.function.block_owner(block)) {
            if let InstData::If { condition, then_block, .. } = *self.function.data(owner) {
                let holds = block == Some(then_block);
                self.mask_search(expansion).positive(condition, holds, &mut found);
            }
            block = self.function.inst_block(owner);
        }
        found
    }

    /// How many elements of a tensor there are along a dimension of a view's tile, from the tile on.
    fn bound_of_tensor(&self, view: Value, index: &[Value], dim: usize) -> Option<Polynomial> {
        let TypeKind::PartitionView(of) = self.module.types.kind(self.function.value_type(view))
        else {
            return None;
        };
        let &InstData::MakePartitionView { tensor_view } = self.function.def_data(view)? else {
            return None;
        };
        let InstData::MakeTensorView { dynamic_shape, .. } = self.function.def_data(tensor_view)?
        else {
            return None;
        };
        let tensor = self.module.types.as_tensor_view(of.tensor)?;
        let along = *of.dim_map.get(dim)? as usize;
        let mut expansion = self.expansion();
        let extent = match extent_of(&tensor.shape, dynamic_shape, along)? {
            Ok(extent) => expansion.number(extent, Signedness::Signed, &[])?,
            Err(extent) => Polynomial::constant(extent),
        };
        let index = expansion.number(*index.get(dim)?, Signedness::Signed, &[])?;
        extent.minus(&index.scaled(i64::from(*of.tile.get(dim)?))?)
    }

    fn expansion(&self) -> Expansion<'a> {
        Expansion::new(self.module, self.function, self.facts)
    }

    fn mask_search<'s>(&'s self, expansion: &'s mut Expansion<'a>) -> MaskSearch<'s, 'a> {
        MaskSearch { search: self, expansion, budget: MAX_MASK_VALUES, rows: None }
    }
}

/// The divisors that decide whether a sum is negative.
fn divisors(expansion: &Expansion<'_>, sum: &Polynomial) -> SmallVec<[Value; 1]> {
    sum.atoms().filter_map(|atom| expansion.divisor_of(atom)).collect()
}

/// The dimensions of a tile with one long one, which counts as the first.
fn first_place(places: &PlaceDims) -> PlaceDims {
    places.iter().map(|place| place.map(|_| 0)).collect()
}
