//! Which memory an access can touch in any tile block and iteration, as sums of numbers that are the same for all of them.
//!
//! ```text
//! view       base + sum of [0, extent - 1] * stride              nothing outside of the tensor is accessed
//! pointers   root + sum of c * a * b * ..                        of each atom its value or its range over the launch
//!            a place along a dimension    [0, length - 1]
//!            the same below extents       [0, least extent - 1]
//!            the same, wrapped around     [0, extent - 1]
//! ```
//!
//! The sums count elements from a pointer that is the same in all tile blocks. All numbers but constants must be known not to
//! be negative where the kernel tests them, so that the ends of a product are the products of ends. An access whose places follow
//! from memory has no footprint.
//!
//! In: a load, store or atomic operation. Out: a [`Footprint`];
//! [`byte_ranges`](crate::legalize::byte_ranges) makes values of its ends.

use ir::{Inst, InstData, Scalar, Value};
use smallvec::{SmallVec, smallvec};

use super::expand::Expansion;
use super::polynomial::{Atom, Monomial, Polynomial};
use super::tile::{PointerTile, Test, TileSearch};
use crate::analysis::launch_range::LaunchRange;
use crate::analysis::slice;

/// The elements that an access can touch: a sum of terms, counted from a pointer.
#[derive(Clone, Debug)]
pub struct Footprint {
    /// The same in all tile blocks.
    pub root: Value,
    pub elem_bytes: u32,
    pub terms: Vec<Term>,
    /// Numbers that must be 1, and numbers that must be positive, or the sum is another one.
    pub ones: Vec<Value>,
    pub positive: Vec<LaunchRange>,
}

/// A product of a constant and of numbers that are not negative.
#[derive(Clone, Debug)]
pub struct Term {
    pub constant: i64,
    pub factors: SmallVec<[Factor; 3]>,
}

/// A number, or the numbers between two ends.
#[derive(Clone, Debug)]
pub enum Factor {
    /// The same in all tile blocks.
    Same(Atom),
    Range(LaunchRange),
    /// From 0 on, less than a count; 0 alone if the count is 0.
    Below(Count),
}

/// How many places there are along a dimension.
#[derive(Clone, Debug)]
pub enum Count {
    Known(i64),
    /// The value of an integer without a sign.
    Extent(Value),
    /// The least of sums of numbers that are the same in all tile blocks.
    Least(Vec<Polynomial>),
    /// What remainders have a divisor of: such a sum or its opposite.
    Divisor(Box<Polynomial>),
}

impl Footprint {
    /// The numbers that it is computed from.
    pub fn values(&self) -> Vec<Value> {
        let mut values = vec![self.root];
        for factor in self.terms.iter().flat_map(|term| &term.factors) {
            match factor {
                Factor::Same(atom) => values.push(atom.value),
                Factor::Range(range) => values.extend(range.values()),
                Factor::Below(Count::Known(_)) => {}
                Factor::Below(Count::Extent(value)) => values.push(*value),
                Factor::Below(Count::Least(sums)) => {
                    values.extend(sums.iter().flat_map(Polynomial::atoms).map(|atom| atom.value));
                }
                Factor::Below(Count::Divisor(sum)) => {
                    values.extend(sum.atoms().map(|atom| atom.value));
                }
            }
        }
        values.extend(self.ones.iter().copied());
        values.extend(self.positive.iter().flat_map(LaunchRange::values));
        values
    }
}

impl TileSearch<'_> {
    /// The footprint of an access, if it has one.
    pub fn footprint(&self, access: Inst) -> Option<Footprint> {
        match *self.function.data(access) {
            InstData::LoadViewTko { view, .. }
            | InstData::StoreViewTko { view, .. }
            | InstData::AtomicRedViewTko { view, .. } => self.view_footprint(view),
            InstData::LoadPtrTko { source: pointers, .. }
            | InstData::StorePtrTko { destination: pointers, .. } => {
                let tile = self.tile(access).ok();
                tile.and_then(|tile| self.tile_footprint(tile, pointers))
                    .or_else(|| self.pointers_footprint(pointers))
            }
            InstData::AtomicRmwTko { pointers, .. } | InstData::AtomicCasTko { pointers, .. } => {
                self.pointers_footprint(pointers)
            }
            _ => None,
        }
    }

    /// All elements of the tensor of a view.
    fn view_footprint(&self, view: Value) -> Option<Footprint> {
        let (InstData::MakePartitionView { tensor_view }
        | InstData::MakeStridedView { tensor_view }
        | InstData::MakeGatherScatterView { tensor_view }) = *self.function.def_data(view)?
        else {
            return None;
        };
        let InstData::MakeTensorView { base, dynamic_shape, dynamic_strides } =
            self.function.def_data(tensor_view)?
        else {
            return None;
        };
        let tensor = self.module.types.as_tensor_view(self.function.value_type(tensor_view))?;
        if tensor.multimem.is_some() {
            return None;
        }
        let mut footprint = self.pointers_footprint(*base)?;
        // A view may be of other elements than its base points to.
        if footprint.elem_bytes != whole_bytes(tensor.elem)? {
            return None;
        }
        let (mut extents, mut strides) = (dynamic_shape.iter(), dynamic_strides.iter());
        for (extent, stride) in tensor.shape.iter().zip(&tensor.strides) {
            let count = match extent {
                Some(extent) => Count::Known(*extent),
                None => Count::Extent(self.invariant(*extents.next()?)?),
            };
            let mut factors: SmallVec<[Factor; 3]> = smallvec![Factor::Below(count)];
            let constant = match stride {
                Some(stride) => *stride,
                None => {
                    let value = self.invariant(*strides.next()?)?;
                    factors.push(Factor::Same(Atom { value, zero_extended: true }));
                    1
                }
            };
            footprint.terms.push(Term { constant, factors });
        }
        Some(footprint)
    }

    /// The elements of a tensor that a tile of pointers is one of.
    fn tile_footprint(&self, tile: PointerTile, pointers: Value) -> Option<Footprint> {
        let PointerTile { root, base, tests, axes } = tile;
        let mut footprint = Footprint {
            root: self.invariant(root)?,
            elem_bytes: self.pointee_bytes(pointers)?,
            terms: Vec::new(),
            ones: Vec::new(),
            positive: Vec::new(),
        };
        for test in tests {
            match test {
                Test::IsOne(value) => footprint.ones.push(self.invariant(value)?),
                Test::IsPositive(value) => footprint.positive.push(self.launch_range(value)?),
                Test::IsAtMost(..) | Test::Counts { .. } => return None,
            }
        }
        for product in base.products() {
            footprint.terms.push(self.term(product, None)?);
        }
        // Elements beyond the extents are accessed where the condition holds.
        if axes.iter().any(|axis| axis.unless.is_some()) {
            return None;
        }
        for axis in &axes {
            if axis.extents.is_empty() {
                let stride = Polynomial::of_products([axis.stride.clone()])?;
                for product in axis.start.times(&stride)?.products() {
                    footprint.terms.push(self.term(product, None)?);
                }
            }
            let count = match axis.extents.is_empty() {
                true => Count::Known(i64::from(axis.length)),
                false => Count::Least(axis.extents.to_vec()),
            };
            footprint.terms.push(self.term(&axis.stride, Some(count))?);
        }
        Some(footprint)
    }

    /// The elements that pointers point to.
    fn pointers_footprint(&self, pointers: Value) -> Option<Footprint> {
        let mut expansion = Expansion::new(self.module, self.function, self.facts);
        expansion.lists_numbers = true;
        let address = expansion.address(pointers)?;
        if !self.is_typed(&address, pointers) {
            return None;
        }
        let dims = self.module.types.dims(self.function.value_type(pointers));
        let mut footprint = Footprint {
            root: self.invariant(address.root)?,
            elem_bytes: self.pointee_bytes(pointers)?,
            terms: Vec::new(),
            ones: Vec::new(),
            positive: Vec::new(),
        };
        for product in address.offset.products() {
            let place = &product.power_product;
            let count = match (place.dim, place.numbers) {
                (Some(dim), None) => Some(Count::Known(i64::from(*dims.get(dim as usize)?))),
                (_, Some(numbers)) => {
                    let wrapped = self.wrapped(self.function.def_inst(numbers)?)?;
                    for &divisor in &wrapped.divisors {
                        footprint.positive.push(self.launch_range(divisor)?);
                    }
                    Some(Count::Divisor(Box::new(wrapped.extent?)))
                }
                (None, None) => None,
            };
            footprint.terms.push(self.term(product, count)?);
        }
        Some(footprint)
    }

    /// A product whose place, if it has one, is below a count.
    fn term(&self, product: &Monomial, count: Option<Count>) -> Option<Term> {
        let factors = product.power_product.atoms.iter().map(|&atom| self.factor(atom));
        let factors = factors.chain(count.map(|count| Some(Factor::Below(count))));
        Some(Term { constant: product.constant, factors: factors.collect::<Option<_>>()? })
    }

    fn factor(&self, atom: Atom) -> Option<Factor> {
        if self.is_same(atom) {
            return Some(Factor::Same(atom));
        }
        LaunchRange::tested(self.function, &self.module.types, atom.value).map(Factor::Range)
    }

    fn launch_range(&self, value: Value) -> Option<LaunchRange> {
        LaunchRange::of(self.function, &self.module.types, value)
    }

    fn invariant(&self, value: Value) -> Option<Value> {
        slice::is_invariant(self.function, value).then_some(value)
    }

    fn pointee_bytes(&self, pointers: Value) -> Option<u32> {
        let elem = self.module.types.elem(self.function.value_type(pointers))?;
        elem.pointee().filter(|_| elem.multimem().is_none()).and_then(whole_bytes)
    }
}

/// The bytes of an element that shares none with others.
fn whole_bytes(elem: Scalar) -> Option<u32> {
    (elem == Scalar::I1 || elem.bits().is_multiple_of(8)).then(|| elem.bytes())
}
