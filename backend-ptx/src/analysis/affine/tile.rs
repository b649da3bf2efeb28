//! Loads and stores through pointers as tiles of a tensor.
//!
//! The pointers of a tile are taken apart into a pointer and a sum, its mask into comparisons of sums:
//!
//! ```text
//! pointer(i, j) = root + base + (start0 + i) * stride0 + (start1 + j) * stride1      modulo 2^64
//! mask(i, j)    = start0 + i < extent0  &&  start1 + j < extent1                     as integers
//! accessed      = tile [start0, start1] of the tensor of these extents and strides at root + base, padded with zeros
//! ```
//!
//! The strides are what the places are multiplied by. A comparison is brought to the form `i < bound`; the terms of the
//! bound that are the same for all tile blocks are the extent, and the others are what the tile begins before it:
//! `i < K - k * 64` begins at `k * 64` of `K`. Along a dimension without a comparison all elements are loaded, so its
//! extent is what indices can reach. The tile begins there at those terms of the offset that are multiples of the stride
//! and stay below that; what no dimension takes is added to the root.
//!
//! The stride along the last dimension may be a number of which the kernel learns only that it is 1; a quotient is not
//! negative where its divisor is positive, in all tile blocks. Both are tested once ([`PointerTile::tests`]).
//!
//! The two are equal where
//!
//! 1. strides are not negative: constants are, and others are tested by what builds tensor maps;
//! 2. no start is negative, since tensors have no elements in front of the first one: bounds tell;
//! 3. starts fit in the 32 bits of a coordinate, those with a comparison as unsigned numbers, since nothing at or behind
//!    2^31 is inside of an extent that a tensor map has: bounds tell;
//! 4. the sums of a comparison are exact, and extents fit in 64 bits: flags and bounds tell;
//! 5. elements of a load that are masked off are zeros, or unspecified.

use ir::analysis::facts::FactMap;
use ir::types::{Dims, TypeStore};
use ir::{
    CmpPredicate, Elem, Function, Inst, InstData, MemoryOrdering, Module, Signedness, Value,
    ValueDef, fold,
};
use smallvec::SmallVec;

use super::expand::{Address, Expansion};
use super::polynomial::{Atom, Monomial, Polynomial, PowerProduct};
use crate::analysis::launch_range::LaunchRange;
use crate::analysis::promises::without_promises;
use crate::analysis::slice;

/// The extent along a dimension in which nothing is masked off: more than any coordinate.
pub const WHOLE: i64 = 1 << 31;
/// The largest extent that a tensor map has, which takes the place of [`WHOLE`] where an extent is a choice of the two.
pub const LARGEST: i64 = WHOLE - 1;
/// The stride of a tensor where a [`Test`] fails, which no tensor map has.
pub const UNTESTED: i64 = 1 << 62;
/// Values that a mask combines, at most.
pub(super) const MAX_MASK_VALUES: u32 = 64;

/// What is not as a tile of a tensor needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// The pointers are not multiples of places.
    Pointers,
    /// The mask is not a conjunction of places below bounds.
    Mask,
    /// Elements that are masked off are not zero.
    Padding,
    /// A start may be negative, or too large.
    Start,
}

/// A condition that an integer meets in all tile blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    IsOne(Value),
    IsPositive(Value),
    IsAtMost(Value, i64),
    /// A count up to a bound by a step does not wrap around.
    Counts {
        bound: Value,
        step: Value,
        is_bound_positive: bool,
    },
}

/// The tile of a tensor that a load or store accesses.
#[derive(Clone, Debug)]
pub struct PointerTile {
    pub root: Value,
    /// Elements from the root to the tensor.
    pub base: Polynomial,
    /// The conditions that a kernel tests at run time.
    pub tests: Vec<Test>,
    /// The dimensions that have more than one element, in their order.
    pub axes: SmallVec<[TileAxis; 4]>,
}

/// A dimension of a tile, and the dimension of the tensor that it is along.
#[derive(Clone, Debug)]
pub struct TileAxis {
    pub length: u32,
    /// In elements.
    pub stride: Monomial,
    /// Where the tile begins.
    pub start: Polynomial,
    /// A power of two, at most the length, that divides the start.
    pub unit: u32,
    /// The extents of the comparisons, the least of which counts. None where all elements are loaded.
    pub extents: SmallVec<[Polynomial; 1]>,
    /// A condition, the same in all tile blocks, under which all elements are loaded all the same.
    pub unless: Option<Value>,
}

impl TileAxis {
    /// The tests by which a tile is inside of [`LARGEST`] where that is the extent; `None` if there are none. The operations of the
    /// comparisons may wrap around there, so that bounds tell nothing but those of loop counters and block numbers.
    fn limits(&self, expansion: &Expansion<'_>) -> Option<Vec<Test>> {
        if self.unless.is_none() {
            return Some(Vec::new());
        }
        let Expansion { module, function, facts, .. } = *expansion;
        let is_of_launch = |atom: Atom| match function.def(atom.value) {
            ValueDef::Param(..) => true,
            ValueDef::Result(inst, _) => {
                matches!(function.data(inst), InstData::GetTileBlockId {})
            }
        };
        let room = LARGEST - i64::from(self.length);
        let bounds = Expansion::new(module, function, facts).bounds_of_sum(&self.start);
        if bounds.0 < 0 || !self.start.atoms().all(is_of_launch) {
            return None;
        }
        if bounds.1 <= i128::from(room) {
            return Some(Vec::new());
        }
        let products = self.start.products();
        let share = room / i64::try_from(products.len().max(1)).ok()?;
        let limit = |product: &Monomial| match product.power_product.atoms[..] {
            [Atom { value, zero_extended: false }] if product.constant > 0 => {
                let range = LaunchRange::of(function, &module.types, value);
                range.map(|_| Test::IsAtMost(value, share / product.constant))
            }
            _ => None,
        };
        products.iter().map(limit).collect()
    }

    /// Whether the tile is known to begin at a coordinate that no comparison excludes.
    pub fn starts_inside(&self) -> bool {
        let is_positive =
            |extent: &Polynomial| extent.as_constant().is_some_and(|extent| extent > 0);
        self.extents.is_empty()
            || (self.start.as_constant() == Some(0) && self.extents.iter().all(is_positive))
    }
}

impl PointerTile {
    /// Whether the elements are known to lie side by side along one dimension.
    pub fn has_unit_stride(&self) -> bool {
        self.axes.iter().filter(|axis| axis.stride == unit_stride()).count() == 1
    }
}

/// The tests of a tensor view: conditions of strides that are [`UNTESTED`] where one fails, which are a choice between the two.
/// That a number may be as large says nothing, as the product of two numbers of 32 bits may.
pub fn stride_tests(function: &Function, view: Value) -> impl Iterator<Item = Value> {
    let strides = match function.def_data(view) {
        Some(InstData::MakeTensorView { dynamic_strides, .. }) => &dynamic_strides[..],
        _ => &[],
    };
    strides.iter().filter_map(|&stride| match function.def_data(stride) {
        Some(&InstData::Select { cond, val_if_false, .. }) => {
            (fold::splat_int(function, val_if_false) == Some(UNTESTED)).then_some(cond)
        }
        _ => None,
    })
}

/// Whether a value is a tensor view with [`stride_tests`].
pub fn has_tests(function: &Function, view: Value) -> bool {
    stride_tests(function, view).next().is_some()
}

/// Whether a test of a tensor view never holds, so that nothing is left to choose between: the stride is [`UNTESTED`] itself.
pub fn has_failed_test(types: &TypeStore, function: &Function) -> bool {
    function.insts_in_order().into_iter().any(|inst| {
        let InstData::MakeTensorView { dynamic_strides, .. } = function.data(inst) else {
            return false;
        };
        let mut known = types
            .as_tensor_view(function.value_type(function.results(inst)[0]))
            .into_iter()
            .flat_map(|view| &view.strides);
        known.any(|&stride| stride == Some(UNTESTED))
            || dynamic_strides
                .iter()
                .any(|&stride| fold::splat_int(function, stride) == Some(UNTESTED))
    })
}

/// The conditions of a kernel under which memory that it reads is not memory that it writes.
pub fn disjointness_tests(function: &Function) -> Vec<Value> {
    let mut found = Vec::new();
    for &inst in function.insts(function.entry_block) {
        if let InstData::Select { cond, val_if_true, val_if_false } = *function.data(inst)
            && let Some(&InstData::Offset { ptr, offset }) = function.def_data(val_if_false)
            && ptr == val_if_true
            && fold::splat_int(function, offset) == Some(UNTESTED)
            && !found.contains(&cond)
        {
            found.push(cond);
        }
    }
    found
}

pub(super) fn unit_stride() -> Monomial {
    Monomial { constant: 1, power_product: PowerProduct::default() }
}

/// A kernel, and what is known of it.
#[derive(Clone, Copy)]
pub struct TileSearch<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    pub facts: &'a FactMap,
}

/// A comparison: the place along a dimension is less than a bound.
pub(super) struct BoundedPlace {
    pub dim: u32,
    pub bound: Polynomial,
    /// A condition, the same in all tile blocks, which is an alternative.
    pub unless: Option<Value>,
}

impl<'a> TileSearch<'a> {
    /// The tile that a load or store through pointers accesses; what is unfit, and the instruction that makes it so.
    pub fn tile(&self, access: Inst) -> Result<PointerTile, (Unfit, Inst)> {
        let unfit = |what| (what, access);
        let (source, mask, padding, ordering) = match *self.function.data(access) {
            InstData::LoadPtrTko { source, mask, padding, ordering, .. } => {
                (source, mask, padding, ordering)
            }
            InstData::StorePtrTko { destination, mask, ordering, .. } => {
                (destination, mask, None, ordering)
            }
            _ => return Err(unfit(Unfit::Pointers)),
        };
        let mut expansion = Expansion::new(self.module, self.function, self.facts);
        if ordering != MemoryOrdering::Weak {
            return Err(unfit(Unfit::Pointers));
        }
        let dims: Dims = self.module.types.dims(self.function.value_type(source)).into();
        let pointers = |expansion: &Expansion<'_>| {
            (Unfit::Pointers, expansion.failed.or(self.function.def_inst(source)).unwrap_or(access))
        };
        let address = expansion.address(source).filter(|address| self.is_typed(address, source));
        let Some(mut address) = address else { return Err(pointers(&expansion)) };
        let mut tests = Vec::new();
        if let Some(stride) = self.last_stride(&address, &dims) {
            let offset = address.offset.with_one(stride);
            address.offset = offset.ok_or_else(|| pointers(&expansion))?;
            tests.push(Test::IsOne(stride.value));
        }
        let mut comparisons = Vec::new();
        if let Some(mask) = mask {
            let places = expansion.places(mask);
            let mut search = MaskSearch {
                search: self,
                expansion: &mut expansion,
                budget: MAX_MASK_VALUES,
                rows: None,
            };
            search.comparisons(mask, &places, &mut comparisons).map_err(|at| {
                (Unfit::Mask, at.or(self.function.def_inst(mask)).unwrap_or(access))
            })?;
            let is_zero = |padding| fold::splat_bits(self.function, padding) == Some(0);
            if !comparisons.is_empty() && !padding.is_none_or(is_zero) {
                return Err(unfit(Unfit::Padding));
            }
        }
        let bounds = comparisons.iter().map(|comparison| &comparison.bound);
        for atom in bounds.chain([&address.offset]).flat_map(Polynomial::atoms) {
            if let Some(divisor) = expansion.divisor_of(atom) {
                expansion.assume_positive(divisor);
            }
        }
        let axes = self.axes(&address, &dims, &comparisons, &expansion);
        let mut axes = axes.ok_or_else(|| pointers(&expansion))?;
        let offset = address.offset.partition(|product| product.power_product.dim.is_some()).1;
        let base = place_starts(&mut axes, offset, self, &expansion);
        let base = base.ok_or(unfit(Unfit::Start))?;
        axes.iter_mut().for_each(|axis| axis.unit = self.unit(axis));
        let divisors = axes.iter().flat_map(|axis| axis.start.atoms());
        for divisor in divisors.filter_map(|atom| expansion.divisor_of(atom)) {
            if !tests.contains(&Test::IsPositive(divisor)) {
                tests.push(Test::IsPositive(divisor));
            }
        }
        for axis in &axes {
            let limits = axis.limits(&expansion);
            tests.extend(limits.ok_or(unfit(Unfit::Start))?);
        }
        // A tile does not begin at a bound that grows.
        let grows =
            |axis: &TileAxis| axis.start.products().iter().any(|product| product.constant < 0);
        let outside = |axis: &&TileAxis| !is_in_range(axis, &expansion);
        match axes.iter().find(outside) {
            None => Ok(PointerTile { root: address.root, base, tests, axes }),
            Some(axis) if grows(axis) => {
                let at = mask.and_then(|mask| self.function.def_inst(mask));
                Err((Unfit::Mask, at.unwrap_or(access)))
            }
            Some(_) => Err(unfit(Unfit::Start)),
        }
    }

    /// Whether the pointer that the others come from is to elements of their type.
    pub(super) fn is_typed(&self, address: &Address, pointers: Value) -> bool {
        let pointee =
            |value| self.module.types.elem(self.function.value_type(value)).and_then(Elem::pointee);
        let is_scalar = self.module.types.dims(self.function.value_type(address.root)).is_empty();
        is_scalar && pointee(address.root) == pointee(pointers)
    }

    /// The stride along the last dimension, where it is a number that is only known at run time and none is known to
    /// be 1.
    fn last_stride(&self, address: &Address, dims: &Dims) -> Option<Atom> {
        let strides = address.offset.products().iter().filter(|it| it.power_product.dim.is_some());
        let mut strides = strides.map(|product| (product.power_product.dim, product.stride()));
        if strides.clone().any(|(_, stride)| stride == unit_stride()) {
            return None;
        }
        let last = (0..).zip(dims).filter(|(_, length)| **length > 1).last()?.0;
        let (_, Monomial { constant: 1, power_product }) =
            strides.find(|(dim, _)| *dim == Some(last))?
        else {
            return None;
        };
        match power_product.atoms[..] {
            [atom] if !atom.zero_extended && self.is_same(atom) => Some(atom),
            _ => None,
        }
    }

    /// The dimensions with their strides, and with the starts and extents that comparisons tell.
    fn axes(
        &self,
        address: &Address,
        dims: &Dims,
        comparisons: &[BoundedPlace],
        expansion: &Expansion<'_>,
    ) -> Option<SmallVec<[TileAxis; 4]>> {
        let longer = (0..).zip(dims).filter(|(_, length)| **length > 1);
        let axis =
            |(dim, &length): (u32, &u32)| self.axis((dim, length), address, comparisons, expansion);
        longer.map(axis).collect()
    }

    /// A dimension of some length.
    pub(super) fn axis(
        &self,
        (dim, length): (u32, u32),
        address: &Address,
        comparisons: &[BoundedPlace],
        expansion: &Expansion<'_>,
    ) -> Option<TileAxis> {
        let mut of_dim = address.offset.along(dim);
        let (stride, None) = (of_dim.next()?.stride(), of_dim.next()) else { return None };
        if stride.constant < 0 || stride.power_product.atoms.iter().any(|atom| !self.is_same(*atom))
        {
            return None;
        }
        let mut axis = TileAxis {
            length,
            stride,
            start: Polynomial::default(),
            unit: length,
            extents: SmallVec::new(),
            unless: None,
        };
        for comparison in comparisons.iter().filter(|comparison| comparison.dim == dim) {
            if !axis.extents.is_empty() && axis.unless != comparison.unless {
                return None;
            }
            axis.unless = comparison.unless;
            let is_same =
                |product: &Monomial| product.power_product.atoms.iter().all(|it| self.is_same(*it));
            let (extent, varying) = comparison.bound.partition(is_same);
            let start = varying.scaled(-1)?;
            let bounds = expansion.bounds_of_sum(&extent);
            let fits = i64::try_from(bounds.0).is_ok() && i64::try_from(bounds.1).is_ok();
            if !fits || (!axis.extents.is_empty() && axis.start != start) {
                return None;
            }
            axis.start = start;
            if !axis.extents.contains(&extent) {
                axis.extents.push(extent);
            }
        }
        Some(axis)
    }

    pub(super) fn is_same(&self, atom: Atom) -> bool {
        slice::is_invariant(self.function, atom.value)
    }

    /// The power of two that divides the start of an axis.
    fn unit(&self, axis: &TileAxis) -> u32 {
        let of_product = |product: &Monomial| {
            let constant = 1_u64 << product.constant.trailing_zeros().min(31);
            let atoms = product.power_product.atoms.iter();
            atoms.fold(constant, |all, atom| {
                all.saturating_mul(self.facts.get(atom.value).divisor().min(1 << 31))
            })
        };
        let divisors = axis.start.products().iter().map(of_product);
        let least = divisors.fold(u64::from(axis.length), u64::min);
        u32::try_from(least).unwrap_or(1)
    }
}

/// Gives starts along dimensions without comparisons the terms of an offset that are multiples of their strides, and
/// returns what is left of it.
pub(super) fn place_starts(
    axes: &mut [TileAxis],
    offset: Polynomial,
    search: &TileSearch<'_>,
    expansion: &Expansion<'_>,
) -> Option<Polynomial> {
    let mut rest = offset;
    for axis in axes.iter() {
        let stride = Polynomial::of_products([axis.stride.clone()])?;
        rest = rest.minus(&axis.start.times(&stride)?)?;
    }
    for product in rest.clone().products() {
        if product.power_product.atoms.iter().all(|atom| search.is_same(*atom)) {
            continue;
        }
        // The stride with the most atoms, and then the longest, says most about where the term belongs.
        let open = axes.iter_mut().filter(|axis| axis.extents.is_empty());
        let with_quotient = open.filter_map(|axis| {
            let quotient = product.without(&axis.stride)?;
            let start = axis.start.plus(&Polynomial::of_products([quotient])?)?;
            let bounds = expansion.bounds_of_sum(&start);
            let fits = bounds.0 >= 0 && bounds.1 + i128::from(axis.length) <= i128::from(WHOLE);
            fits.then_some((axis, start))
        });
        let best = with_quotient
            .max_by_key(|(axis, _)| (axis.stride.power_product.atoms.len(), axis.stride.constant));
        if let Some((axis, start)) = best {
            axis.start = start;
            rest = rest.minus(&Polynomial::of_products([product.clone()])?)?;
        }
    }
    Some(rest)
}

/// Whether coordinates and the index of a tile can tell where it begins.
pub(super) fn is_in_range(axis: &TileAxis, expansion: &Expansion<'_>) -> bool {
    let bounds = expansion.bounds_of_sum(&axis.start);
    let coordinates = if axis.extents.is_empty() { i128::from(WHOLE) } else { 1 << 32 };
    let last_index = bounds.1 / i128::from(axis.unit);
    bounds.0 >= 0
        && bounds.1 + i128::from(axis.length) <= coordinates
        && last_index <= i128::from(i32::MAX)
}

/// The condition whose opposite an exclusive or is.
fn negated(function: &Function, lhs: Value, rhs: Value) -> Option<Value> {
    let is_true = |value: Value| fold::splat_bits(function, value) == Some(1);
    match (is_true(lhs), is_true(rhs)) {
        (true, false) => Some(rhs),
        (false, true) => Some(lhs),
        _ => None,
    }
}

/// The search for the comparisons of a mask.
pub(super) struct MaskSearch<'s, 'a> {
    pub search: &'s TileSearch<'a>,
    pub expansion: &'s mut Expansion<'a>,
    /// Values that it still looks at.
    pub budget: u32,
    /// A dimension along which each place has a condition of its own, and the conditions.
    pub rows: Option<(u32, Vec<Value>)>,
}

impl MaskSearch<'_, '_> {
    /// Those of the comparisons that a mask is the conjunction of which are of places.
    pub fn those_of_form(
        &mut self,
        mask: Value,
        dims: &[Option<u32>],
        found: &mut Vec<BoundedPlace>,
    ) {
        let Some(data) = self.search.function.def_data(mask) else { return };
        if let Some((source, dims)) = self.expansion.moved(mask, data, dims) {
            return self.those_of_form(source, &dims, found);
        }
        match *data {
            InstData::AndI { lhs, rhs } => {
                self.those_of_form(lhs, dims, found);
                self.those_of_form(rhs, dims, found);
            }
            InstData::Assume { value, .. } | InstData::Given { value, .. } => {
                self.those_of_form(value, dims, found);
            }
            _ => {
                // A conjunct of another form only makes the mask smaller.
                let _ = self.comparisons(mask, dims, found);
            }
        }
    }

    /// The comparisons that a mask is the conjunction of; the instruction that is none.
    pub fn comparisons(
        &mut self,
        mask: Value,
        dims: &[Option<u32>],
        found: &mut Vec<BoundedPlace>,
    ) -> Result<(), Option<Inst>> {
        let function = self.search.function;
        let def = function.def_inst(mask).ok_or(None)?;
        let failed = Err(Some(def));
        if self.budget == 0 {
            return failed;
        }
        self.budget -= 1;
        if let Some((rows, conditions)) = &mut self.rows
            && dims.iter().flatten().eq([&*rows])
        {
            conditions.push(mask);
            return Ok(());
        }
        let data = function.data(def);
        if let Some((source, dims)) = self.expansion.moved(mask, data, dims) {
            return self.comparisons(source, &dims, found);
        }
        match *data {
            InstData::Constant { .. } if fold::splat_bits(function, mask) == Some(1) => Ok(()),
            InstData::Assume { value, .. } | InstData::Given { value, .. } => {
                self.comparisons(value, dims, found)
            }
            InstData::AndI { lhs, rhs } => {
                self.comparisons(lhs, dims, found)?;
                self.comparisons(rhs, dims, found)
            }
            InstData::OrI { lhs, rhs } => {
                let Some((condition, mask)) = self.alternative(lhs, rhs, dims) else {
                    return failed;
                };
                let before = found.len();
                let all = self.comparisons(mask, dims, found);
                let is_single = found[before..].iter().all(|it| it.unless.is_none());
                if all.is_err() || !is_single {
                    found.truncate(before);
                    return all.and(failed);
                }
                found[before..].iter_mut().for_each(|it| it.unless = Some(condition));
                Ok(())
            }
            InstData::CmpI { lhs, rhs, predicate, signedness } => {
                let sides = match predicate {
                    CmpPredicate::LessThan | CmpPredicate::LessThanOrEqual => (lhs, rhs),
                    CmpPredicate::GreaterThan | CmpPredicate::GreaterThanOrEqual => (rhs, lhs),
                    CmpPredicate::Equal | CmpPredicate::NotEqual => return failed,
                };
                let is_equal_too = matches!(
                    predicate,
                    CmpPredicate::LessThanOrEqual | CmpPredicate::GreaterThanOrEqual
                );
                let room = self.room(sides, signedness, i64::from(is_equal_too), dims);
                match room.and_then(|room| self.comparison(&room)) {
                    Some(comparison) => {
                        found.extend(comparison);
                        Ok(())
                    }
                    None => failed,
                }
            }
            _ => failed,
        }
    }

    /// The operand that is a condition for all elements, the same in all tile blocks, and the other one.
    fn alternative(&self, lhs: Value, rhs: Value, dims: &[Option<u32>]) -> Option<(Value, Value)> {
        let is_of_rows =
            self.rows.as_ref().is_some_and(|(row, _)| dims.iter().flatten().any(|dim| dim == row));
        let condition = |value| self.expansion.uniform(value);
        let alternative = condition(lhs).map(|condition| (condition, rhs));
        let alternative =
            alternative.or_else(|| condition(rhs).map(|condition| (condition, lhs)))?;
        let is_same = slice::is_invariant(self.search.function, alternative.0);
        (is_same && !is_of_rows).then_some(alternative)
    }

    /// Sums that are positive where a condition holds, or where it does not.
    pub fn positive(&mut self, condition: Value, holds: bool, found: &mut Vec<Polynomial>) {
        let function = self.search.function;
        let Some(budget) = self.budget.checked_sub(1) else { return };
        self.budget = budget;
        let condition = without_promises(function, condition);
        match function.def_data(condition) {
            Some(&InstData::Reshape { source }) => self.positive(source, holds, found),
            Some(&InstData::AndI { lhs, rhs }) if holds => {
                self.positive(lhs, holds, found);
                self.positive(rhs, holds, found);
            }
            Some(&InstData::OrI { lhs, rhs }) if !holds => {
                self.positive(lhs, holds, found);
                self.positive(rhs, holds, found);
            }
            Some(&InstData::XorI { lhs, rhs }) => {
                if let Some(other) = negated(function, lhs, rhs) {
                    self.positive(other, !holds, found);
                }
            }
            Some(&InstData::Select { cond, val_if_true, val_if_false }) => {
                self.of_choice(cond, [val_if_true, val_if_false], holds, found);
            }
            Some(&InstData::If { condition: cond, then_block, else_block }) => {
                let results =
                    function.def_inst(condition).map_or(&[][..], |it| function.results(it));
                let Some(at) = results.iter().position(|&it| it == condition) else { return };
                let yielded = [then_block, else_block].map(|block| {
                    match function.terminator(block).map(|last| function.data(last)) {
                        Some(InstData::Yield { operands }) => operands.get(at).copied(),
                        _ => None,
                    }
                });
                if let [Some(one), Some(other)] = yielded {
                    self.of_choice(cond, [one, other], holds, found);
                }
            }
            Some(&InstData::CmpI { lhs, rhs, predicate, signedness }) => {
                let predicate = if holds { predicate } else { predicate.negated() };
                let (sides, more) = match predicate {
                    CmpPredicate::LessThan => ((lhs, rhs), 0),
                    CmpPredicate::LessThanOrEqual => ((lhs, rhs), 1),
                    CmpPredicate::GreaterThan => ((rhs, lhs), 0),
                    CmpPredicate::GreaterThanOrEqual => ((rhs, lhs), 1),
                    CmpPredicate::Equal | CmpPredicate::NotEqual => return,
                };
                found.extend(self.room(sides, signedness, more, &[]));
            }
            _ => {}
        }
    }

    /// Sums that are positive where a choice of two conditions is `holds`, if one of these is a constant and not that.
    fn of_choice(
        &mut self,
        cond: Value,
        [one, other]: [Value; 2],
        holds: bool,
        found: &mut Vec<Polynomial>,
    ) {
        let function = self.search.function;
        let is_never = |value| fold::splat_bits(function, value) == Some(u64::from(!holds));
        match (is_never(one), is_never(other)) {
            (false, true) => {
                self.positive(cond, true, found);
                self.positive(one, holds, found);
            }
            (true, false) => {
                self.positive(cond, false, found);
                self.positive(other, holds, found);
            }
            _ => {}
        }
    }

    /// By how much the right side of a comparison exceeds the left one: it holds where that is positive.
    fn room(
        &mut self,
        (small, large): (Value, Value),
        read: Signedness,
        more: i64,
        dims: &[Option<u32>],
    ) -> Option<Polynomial> {
        let small = self.expansion.number(small, read, dims)?;
        let large = self.expansion.number(large, read, dims)?;
        large.minus(&small)?.plus(&Polynomial::constant(more))
    }

    /// The comparison that holds where a sum is positive; no comparison if it always is, none if it is of another form.
    fn comparison(&self, room: &Polynomial) -> Option<Option<BoundedPlace>> {
        let (places, bound) = room.partition(|product| product.power_product.dim.is_some());
        if places.products().iter().any(|product| product.power_product.numbers.is_some()) {
            return None;
        }
        match places.products() {
            [Monomial { constant: -1, power_product }] if power_product.atoms.is_empty() => {
                Some(Some(BoundedPlace { dim: power_product.dim?, bound, unless: None }))
            }
            products => {
                // Places are not negative.
                let grows = products.iter().all(|product| {
                    let stride = product.stride();
                    self.expansion.bounds_of(&stride).0 >= 0
                });
                let always = grows && self.expansion.bounds_of_sum(&bound).0 > 0;
                always.then_some(None)
            }
        }
    }
}
