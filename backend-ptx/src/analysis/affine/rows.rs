//! Loads through pointers as rows of a matrix that a tile of numbers names.
//!
//! Where pointers are not multiples of places alone, as [`tile`](super::tile) takes them apart, they may be along one
//! dimension, and along the other follow from a tile that has one number for each row:
//!
//! ```text
//! pointer(i, j) = root + base + number(i) * stride + start + j                       modulo 2^64
//! number(i)     = c0 + c1 * tile1(i) + c2 * tile2(i) + ...
//! mask(i, j)    = condition1(i) && condition2(i) && ...  &&  start + j < extent
//! accessed      = rows number(i) of the matrix at root + base, columns from start on
//! ```
//!
//! `c0` to `cn` may differ between tile blocks; root, base, stride and extent are the same for all. Columns meet the
//! requirements of a dimension of a tile.

use ir::types::Dims;
use ir::{Inst, InstData, MemoryOrdering, Value, fold};
use smallvec::SmallVec;

use super::expand::Expansion;
use super::polynomial::{Monomial, Polynomial};
use super::tile::{
    BoundedPlace, MAX_MASK_VALUES, MaskSearch, TileAxis, TileSearch, is_in_range, place_starts,
    unit_stride,
};

/// The rows that a load accesses.
#[derive(Clone, Debug)]
pub struct PointerRows {
    pub root: Value,
    /// Elements from the root to the matrix.
    pub base: Polynomial,
    /// The dimension of the tile that has the rows, and how many there are.
    pub dim: u32,
    pub length: u32,
    /// Elements from a row to the next.
    pub stride: Monomial,
    /// The terms of a row's number.
    pub numbers: Polynomial,
    /// What must hold of a row for its elements to be loaded.
    pub conditions: Vec<Value>,
    pub column_dim: u32,
    pub columns: TileAxis,
}

impl TileSearch<'_> {
    /// The rows that a load through pointers accesses, if it is one of rows.
    pub fn rows(&self, load: Inst) -> Option<PointerRows> {
        let InstData::LoadPtrTko { source, mask, padding, ordering: MemoryOrdering::Weak, .. } =
            *self.function.data(load)
        else {
            return None;
        };
        let mut expansion = Expansion::new(self.module, self.function, self.facts);
        expansion.lists_numbers = true;
        let dims: Dims = self.module.types.dims(self.function.value_type(source)).into();
        let address = expansion.address(source).filter(|address| self.is_typed(address, source))?;
        let longer: SmallVec<[(u32, u32); 2]> =
            (0..).zip(dims.iter().copied()).filter(|(_, length)| *length > 1).collect();
        let is_listed = |&(dim, _): &(u32, u32)| {
            address.offset.along(dim).any(|product| product.power_product.numbers.is_some())
        };
        let (rows, columns) = match longer[..] {
            [a, b] if is_listed(&a) && !is_listed(&b) => (a, b),
            [a, b] if is_listed(&b) && !is_listed(&a) => (b, a),
            _ => return None,
        };
        let (stride, mut numbers) = self.numbers(&address.offset, rows.0)?;

        let mut comparisons: Vec<BoundedPlace> = Vec::new();
        let mut conditions = Vec::new();
        if let Some(mask) = mask {
            let places = expansion.places(mask);
            let mut search = MaskSearch {
                search: self,
                expansion: &mut expansion,
                budget: MAX_MASK_VALUES,
                rows: Some((rows.0, Vec::new())),
            };
            search.comparisons(mask, &places, &mut comparisons).ok()?;
            // A comparison of rows is a condition only where it is one of the rows alone.
            if comparisons.iter().any(|comparison| comparison.dim == rows.0) {
                return None;
            }
            conditions.extend(search.rows.into_iter().flat_map(|(_, conditions)| conditions));
            let is_zero = |padding| fold::splat_bits(self.function, padding) == Some(0);
            if !padding.is_none_or(is_zero) {
                return None;
            }
        }
        let mut axes = [self.axis(columns, &address, &comparisons, &expansion)?];
        let offset = address.offset.partition(|product| product.power_product.dim.is_some()).1;
        let rest = place_starts(&mut axes, offset, self, &expansion)?;
        // The index of a column counts elements.
        let [mut axis] = axes;
        axis.unit = 1;
        let is_same =
            |product: &Monomial| product.power_product.atoms.iter().all(|it| self.is_same(*it));
        let (base, varying) = rest.partition(is_same);
        for product in varying.products() {
            let number = Polynomial::of_products([product.without(&stride)?])?;
            numbers = numbers.plus(&number)?;
        }
        let is_row =
            axis.stride == unit_stride() && axis.unless.is_none() && is_in_range(&axis, &expansion);
        let (dim, length) = rows;
        is_row.then_some(PointerRows {
            root: address.root,
            base,
            dim,
            length,
            stride,
            numbers,
            conditions,
            column_dim: columns.0,
            columns: axis,
        })
    }

    /// The largest stride along a dimension that all terms are multiples of, and what they are multiples by.
    fn numbers(&self, offset: &Polynomial, dim: u32) -> Option<(Monomial, Polynomial)> {
        let divided = |stride: &Monomial| {
            let terms = offset.along(dim).map(|term| term.without(stride));
            Polynomial::of_products(terms.collect::<Option<Vec<Monomial>>>()?)
        };
        let is_same =
            |stride: &Monomial| stride.power_product.atoms.iter().all(|it| self.is_same(*it));
        let strides = offset.along(dim).map(Monomial::stride);
        strides
            .filter(|stride| stride.constant > 0 && is_same(stride))
            .find_map(|stride| divided(&stride).map(|numbers| (stride, numbers)))
    }
}
