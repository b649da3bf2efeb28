//! Places that wrap around, and what is known to be outside of what they wrap around in.
//!
//! ```text
//! wrapped(i) = (start + i) % extent       = start + i      where 0 <= start and start + i < extent
//! ```
//!
//! `extent` is the same for all tile blocks. Of a store, [`TileSearch::stores_only_below`] tells whether it has no effect at
//! other places: its mask has a comparison with the extent, or its tensor ends there.

use ir::types::extent_of;
use ir::{Inst, InstData, Signedness, TypeKind, Value};
use smallvec::SmallVec;

use super::expand::{Expansion, PlaceDims};
use super::polynomial::{Atom, Polynomial};
use super::tile::{BoundedPlace, MAX_MASK_VALUES, MaskSearch, TileSearch};

/// A remainder of places.
#[derive(Clone, Debug)]
pub struct WrappedPlaces {
    pub remainder: Inst,
    /// The places, and what they wrap around in; both are tiles of one dimension with more than one element.
    pub places: Value,
    pub extents: Value,
    /// The dimension.
    pub dim: usize,
    /// The start is not negative if these are positive.
    pub divisors: SmallVec<[Value; 1]>,
    /// `extent - start`: the places before it do not wrap around.
    bound: Polynomial,
}

impl WrappedPlaces {
    /// The integers that say where places begin and end.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        self.bound.atoms()
    }
}

impl<'a> TileSearch<'a> {
    /// The places whose remainder an instruction computes.
    pub fn wrapped(&self, remainder: Inst) -> Option<WrappedPlaces> {
        let InstData::RemI { lhs, rhs, .. } = *self.function.data(remainder) else { return None };
        let mut expansion = Expansion::new(self.module, self.function, self.facts);
        let places = expansion.places(lhs);
        let mut longer = (0..).zip(&places).filter(|(_, place)| place.is_some());
        let (Some((dim, _)), None) = (longer.next(), longer.next()) else { return None };
        let first = first_place(&places);
        let sum = expansion.number(lhs, Signedness::Signed, &first)?;
        let extent = expansion.number(rhs, Signedness::Signed, &first)?;
        let (place, start) = sum.partition(|product| product.power_product.dim.is_some());
        if place != Polynomial::place(0) || !extent.atoms().all(|atom| self.is_same(atom)) {
            return None;
        }
        let divisors: SmallVec<[Value; 1]> =
            start.atoms().filter_map(|atom| expansion.divisor_of(atom)).collect();
        divisors.iter().for_each(|&divisor| expansion.assume_positive(divisor));
        let is_inside = !extent.has_places() && expansion.bounds_of_sum(&start).0 >= 0;
        is_inside.then_some(())?;
        let bound = extent.minus(&start)?;
        Some(WrappedPlaces { remainder, places: lhs, extents: rhs, dim, divisors, bound })
    }

    /// Whether a store has no effect at places of a dimension of its tile that wrap around.
    pub fn stores_only_below(&self, store: Inst, dim: usize, wrapped: &WrappedPlaces) -> bool {
        match self.function.data(store) {
            InstData::StorePtrTko { mask: Some(mask), .. } => {
                let mut expansion = Expansion::new(self.module, self.function, self.facts);
                let places = expansion.places(*mask);
                let mut search = MaskSearch {
                    search: self,
                    expansion: &mut expansion,
                    budget: MAX_MASK_VALUES,
                    rows: None,
                };
                let mut found: Vec<BoundedPlace> = Vec::new();
                search.those_of_form(*mask, &places, &mut found);
                found.iter().any(|it| it.dim as usize == dim && it.bound == wrapped.bound)
            }
            InstData::StoreViewTko { view, index, .. } => {
                let bound = self.bound_of_tensor(*view, index, dim);
                bound.is_some_and(|bound| bound == wrapped.bound)
            }
            _ => false,
        }
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
        let mut expansion = Expansion::new(self.module, self.function, self.facts);
        let extent = match extent_of(&tensor.shape, dynamic_shape, along)? {
            Ok(extent) => expansion.number(extent, Signedness::Signed, &[])?,
            Err(extent) => Polynomial::constant(extent),
        };
        let index = expansion.number(*index.get(dim)?, Signedness::Signed, &[])?;
        extent.minus(&index.scaled(i64::from(*of.tile.get(dim)?))?)
    }
}

/// The dimensions of a tile with one long one, which counts as the first.
fn first_place(places: &PlaceDims) -> PlaceDims {
    places.iter().map(|place| place.map(|_| 0)).collect()
}
