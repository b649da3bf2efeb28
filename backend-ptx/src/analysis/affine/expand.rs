//! Values as sums of products of atoms and places.
//!
//! ```text
//! x + y, x * y, x << 2    the sum, product, multiple of what x and y are    where the operation does not wrap
//! reshape, broadcast, permute, extensions, assumptions                      what their operand is
//! iota                                                                      the place along its dimension
//! what a loop carries, v = init, then v + d                                 init + d * (i - lower) / step
//! anything else that has one element                                        an atom
//! ```
//!
//! That an operation does not wrap follows from its flag, from bounds, or from a power of two that divides one term of a
//! sum and exceeds the other. Operations on 64 bits may wrap where the sum counts modulo 2^64, as an address does.
//! Loops are `for`, or `loop`s that carry an integer which grows by a constant and takes the part of `i`.

use ir::analysis::facts::{Bounds, FactMap};
use ir::{
    Elem, Function, Inst, InstData, Module, Overflow, Scalar, Signedness, Value, ValueDef, fold,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::polynomial::{Atom, Monomial, Polynomial};
use crate::analysis::launch_range::LaunchRange;
use crate::analysis::promises::without_promises;
use crate::analysis::row_numbers::are_row_numbers;
use crate::analysis::slice;

/// Values that are looked at for one sum, at most, and how deep.
const MAX_VALUES: u32 = 4096;
const MAX_DEPTH: u32 = 128;

/// For each dimension of a value, the dimension of the tile that its place is along.
pub(super) type PlaceDims = SmallVec<[Option<u32>; 4]>;

/// A pointer as another one and the elements from there.
#[derive(Clone, Debug)]
pub struct Address {
    pub root: Value,
    pub offset: Polynomial,
}

/// How values are expanded.
pub struct Expansion<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) facts: &'a FactMap,
    /// Whether sums count modulo 2^64.
    pub(super) modular: bool,
    /// Whether a tile of which nothing more is known counts by its numbers, if it has one dimension.
    pub(super) lists_numbers: bool,
    /// Bounds of products that are narrower than those of their terms, and of sums.
    bounds: FxHashMap<Monomial, Bounds>,
    bounds_of_sums: FxHashMap<Polynomial, Bounds>,
    /// Values that count as positive.
    positive: Vec<Value>,
    /// Recurrence values whose next ones are expanded.
    pub(super) open: Vec<Value>,
    budget: u32,
    depth: u32,
    /// The first instruction that is not a sum of products.
    pub failed: Option<Inst>,
}

impl<'a> Expansion<'a> {
    pub fn new(module: &'a Module, function: &'a Function, facts: &'a FactMap) -> Expansion<'a> {
        Expansion {
            module,
            function,
            facts,
            modular: false,
            lists_numbers: false,
            bounds: FxHashMap::default(),
            bounds_of_sums: FxHashMap::default(),
            positive: Vec::new(),
            open: Vec::new(),
            budget: MAX_VALUES,
            depth: 0,
            failed: None,
        }
    }

    /// The pointers of a tile, whose offset counts modulo 2^64.
    pub fn address(&mut self, pointers: Value) -> Option<Address> {
        let dims = self.places(pointers);
        self.modular = true;
        let found = self.pointer(pointers, &dims);
        self.modular = false;
        found
    }

    /// The number that an integer is.
    pub fn number(
        &mut self,
        value: Value,
        read: Signedness,
        dims: &[Option<u32>],
    ) -> Option<Polynomial> {
        if self.open.contains(&value) {
            return self.is_whole(value, dims).then(|| Polynomial::atom(signed(value)));
        }
        if self.depth >= MAX_DEPTH || self.budget == 0 {
            return None;
        }
        self.budget -= 1;
        self.depth += 1;
        let before = self.failed;
        let found = self.compound(value, read, dims);
        self.depth -= 1;
        match found {
            Some(sum) => {
                // What an iteration does after the load is not known to be done.
                if self.open.is_empty() {
                    self.remember(value, read, &sum);
                }
                Some(sum)
            }
            None if self.module.types.num_elems(self.function.value_type(value)) == 1 => {
                self.failed = before;
                let zero_extended =
                    read == Signedness::Unsigned && !self.facts.get(value).bounds.is_non_negative();
                Some(Polynomial::atom(Atom { value, zero_extended }))
            }
            None => {
                if let Some(listed) = self.listed(value, read, dims) {
                    self.failed = before;
                    return Some(listed);
                }
                self.failed = self.failed.or(self.function.def_inst(value));
                None
            }
        }
    }

    /// The numbers of a tile that has more than one element along one dimension.
    fn listed(&self, value: Value, read: Signedness, dims: &[Option<u32>]) -> Option<Polynomial> {
        let mut places = dims.iter().flatten();
        let (Some(&dim), None) = (places.next(), places.next()) else { return None };
        let is_signed =
            read == Signedness::Signed || self.facts.get(value).bounds.is_non_negative();
        let elem = self.module.types.elem(self.function.value_type(value));
        let counts = self.lists_numbers && is_signed && are_row_numbers(elem);
        counts.then(|| Polynomial::listed(dim, value))
    }

    /// The bounds of a product.
    pub fn bounds_of(&self, product: &Monomial) -> (i128, i128) {
        let mut bounds = (i128::from(product.constant), i128::from(product.constant));
        for atom in &product.power_product.atoms {
            bounds = corners(bounds, self.atom_bounds(*atom));
        }
        if let Some(known) = self.bounds.get(product) {
            bounds = (bounds.0.max(i128::from(known.lower)), bounds.1.min(i128::from(known.upper)));
        }
        // It is a multiple of its constant.
        let unit = i128::from(product.constant).abs().max(1);
        (bounds.0, bounds.1.div_euclid(unit) * unit)
    }

    /// The bounds of a sum without places.
    pub fn bounds_of_sum(&self, sum: &Polynomial) -> (i128, i128) {
        let bounds = sum.products().iter().map(|product| self.bounds_of(product));
        let bounds = bounds.fold((0_i128, 0_i128), |all, one| {
            (all.0.saturating_add(one.0), all.1.saturating_add(one.1))
        });
        self.bounds_of_sums.get(sum).map_or(bounds, |known| {
            (bounds.0.max(i128::from(known.lower)), bounds.1.min(i128::from(known.upper)))
        })
    }

    fn atom_bounds(&self, atom: Atom) -> (i128, i128) {
        let facts = self.facts.get(atom.value);
        let divisor = self.divisor_of(atom);
        let (lower, upper) = match atom.zero_extended {
            true => (0, (1 << self.bits(atom.value)) - 1),
            false if divisor.is_some_and(|it| self.positive.contains(&it)) => {
                (0, i128::from(facts.bounds.upper))
            }
            false => (i128::from(facts.bounds.lower), i128::from(facts.bounds.upper)),
        };
        let unit = i128::from(facts.divisor().min(1 << 31));
        (lower, upper.div_euclid(unit) * unit)
    }

    /// Takes a value for positive.
    pub fn assume_positive(&mut self, value: Value) {
        if !self.positive.contains(&value) {
            self.positive.push(value);
        }
    }

    /// The divisor, whose sign in all tile blocks can be tested at once, of a number that is not negative, where the quotient
    /// may be negative for that alone.
    pub fn divisor_of(&self, atom: Atom) -> Option<Value> {
        let InstData::DivI { lhs, rhs, signedness: Signedness::Signed, .. } =
            *self.function.def_data(without_promises(self.function, atom.value))?
        else {
            return None;
        };
        let is_open = !self.facts.get(atom.value).bounds.is_non_negative() && !atom.zero_extended;
        let is_known = self.facts.get(lhs).bounds.is_non_negative() && self.has_launch_range(rhs);
        (is_open && is_known).then_some(rhs)
    }

    /// Whether a kernel can test once between which numbers a scalar is in all tile blocks.
    pub(super) fn has_launch_range(&self, value: Value) -> bool {
        self.dims(value).is_empty()
            && (slice::is_invariant(self.function, value)
                || LaunchRange::of(self.function, &self.module.types, value).is_some())
    }

    /// The value of one element that all elements of a tile are.
    pub(super) fn uniform(&self, value: Value) -> Option<Value> {
        let mut value = without_promises(self.function, value);
        while let Some(
            InstData::Broadcast { source }
            | InstData::Reshape { source }
            | InstData::Permute { source, .. },
        ) = self.function.def_data(value)
        {
            value = without_promises(self.function, *source);
        }
        (self.module.types.num_elems(self.function.value_type(value)) == 1).then_some(value)
    }

    pub(super) fn dims(&self, value: Value) -> &'a [u32] {
        self.module.types.dims(self.function.value_type(value))
    }

    fn bits(&self, value: Value) -> u32 {
        self.module.types.elem(self.function.value_type(value)).map_or(64, Elem::bits)
    }

    /// The dimensions of a value as those of the tile. A place that is always 0 does not count.
    pub(super) fn places(&self, value: Value) -> PlaceDims {
        let dims = (0..).zip(self.dims(value));
        dims.map(|(dim, &extent)| (extent > 1).then_some(dim)).collect()
    }

    fn is_whole(&self, value: Value, dims: &[Option<u32>]) -> bool {
        dims == self.places(value).as_slice()
    }

    /// Keeps the bounds of a value that is a product or a sum without places.
    fn remember(&mut self, value: Value, read: Signedness, sum: &Polynomial) {
        let bounds = self.facts.get(value).bounds;
        let is_exact = !self.modular || self.bits(value) < 64;
        let is_told = is_exact && (read == Signedness::Signed || bounds.is_non_negative());
        if !is_told || sum.has_places() {
            return;
        }
        let known = match sum.products() {
            [] => return,
            [product] => self.bounds.entry(product.clone()).or_insert(bounds),
            _ => self.bounds_of_sums.entry(sum.clone()).or_insert(bounds),
        };
        *known = known.intersection(bounds);
    }

    /// What an operation makes of its operands.
    fn compound(
        &mut self,
        value: Value,
        read: Signedness,
        dims: &[Option<u32>],
    ) -> Option<Polynomial> {
        let facts = self.facts.get(value);
        if fold::constant(self.function, value).is_some()
            && let Some(constant) = facts.bounds.value()
            && (read == Signedness::Signed || constant >= 0)
        {
            return Some(Polynomial::constant(constant));
        }
        let inst = match self.function.def(value) {
            ValueDef::Param(..) => {
                let keeps = read == Signedness::Signed || facts.bounds.is_non_negative();
                return keeps.then(|| self.carried_number(value, dims)).flatten();
            }
            ValueDef::Result(inst, _) => inst,
        };
        let data = self.function.data(inst);
        if let Some((source, dims)) = self.moved(value, data, dims) {
            return self.number(source, read, &dims);
        }
        match *data {
            InstData::Iota {} => {
                Some(dims.first()?.map_or(Polynomial::default(), Polynomial::place))
            }
            InstData::Assume { value: source, .. } | InstData::Given { value: source, .. } => {
                // More is known of this value than of the other.
                self.number(source, read, dims).filter(|sum| sum.as_atom().is_none())
            }
            InstData::ExtI { from, signedness } => {
                let keeps = read == Signedness::Signed
                    || signedness == Signedness::Unsigned
                    || self.facts.get(from).bounds.is_non_negative();
                keeps.then(|| self.number(from, signedness, dims)).flatten()
            }
            InstData::TruncI { from, .. } => {
                let elem = self.module.types.elem_scalar(self.function.value_type(value))?;
                let fits = Bounds::of(elem).contains(self.facts.get(from).bounds);
                let keeps = fits && (read == Signedness::Signed || facts.bounds.is_non_negative());
                let modular = std::mem::replace(&mut self.modular, false);
                let sum = keeps.then(|| self.number(from, Signedness::Signed, dims)).flatten();
                self.modular = modular;
                sum
            }
            InstData::AddI { lhs, rhs, overflow } => {
                let read = self.operand_reading(value, [lhs, rhs], overflow, read, data)?;
                let left = self.number(lhs, read, dims)?;
                left.plus(&self.number(rhs, read, dims)?)
            }
            InstData::SubI { lhs, rhs, overflow } => {
                let read = self.operand_reading(value, [lhs, rhs], overflow, read, data)?;
                let left = self.number(lhs, read, dims)?;
                left.minus(&self.number(rhs, read, dims)?)
            }
            InstData::MulI { lhs, rhs, overflow } => {
                let read = self.operand_reading(value, [lhs, rhs], overflow, read, data)?;
                let left = self.number(lhs, read, dims)?;
                left.times(&self.number(rhs, read, dims)?)
            }
            InstData::ShlI { value: shifted, amount, overflow } => {
                let read = self.operand_reading(value, [shifted, amount], overflow, read, data)?;
                let amount = u32::try_from(self.facts.get(amount).bounds.value()?).ok()?;
                let multiple = 1_i64.checked_shl(amount).filter(|multiple| *multiple > 0)?;
                self.number(shifted, read, dims)?.scaled(multiple)
            }
            _ => None,
        }
    }

    /// The value whose elements an operation moves, and its dimensions.
    pub(super) fn moved(
        &self,
        value: Value,
        data: &InstData,
        dims: &[Option<u32>],
    ) -> Option<(Value, PlaceDims)> {
        match data {
            InstData::Broadcast { source } => {
                let from = self.dims(*source).iter().zip(dims);
                Some((*source, from.map(|(&extent, &dim)| dim.filter(|_| extent > 1)).collect()))
            }
            InstData::Permute { source, permutation } => {
                let mut from: PlaceDims = SmallVec::from_elem(None, dims.len());
                for (&to, &dim) in permutation.iter().zip(dims) {
                    *from.get_mut(to as usize)? = dim;
                }
                Some((*source, from))
            }
            InstData::Reshape { source } => {
                let own = self.dims(value).iter().zip(dims);
                let mut kept = own.filter(|(extent, _)| **extent > 1);
                let mut from = PlaceDims::new();
                for &extent in self.dims(*source) {
                    from.push(match extent {
                        1 => None,
                        _ => *kept.next().filter(|(same, _)| **same == extent)?.1,
                    });
                }
                kept.next().is_none().then_some((*source, from))
            }
            _ => None,
        }
    }

    /// How the operands of an addition, subtraction or multiplication count where the result, read so, is what the
    /// operation makes of numbers; none if it may wrap.
    fn operand_reading(
        &self,
        value: Value,
        [lhs, rhs]: [Value; 2],
        overflow: Overflow,
        read: Signedness,
        data: &InstData,
    ) -> Option<Signedness> {
        let elem = self.module.types.elem_scalar(self.function.value_type(value))?;
        if self.modular && elem == Scalar::I64 {
            return Some(Signedness::Signed);
        }
        let (left, right) = (self.facts.get(lhs), self.facts.get(rhs));
        let range = |bounds: Bounds| (i128::from(bounds.lower), i128::from(bounds.upper));
        let (a, b) = (range(left.bounds), range(right.bounds));
        let exact = match data {
            InstData::AddI { .. } => (a.0 + b.0, a.1 + b.1),
            InstData::SubI { .. } => (a.0 - b.1, a.1 - b.0),
            InstData::MulI { .. } => corners(a, b),
            _ => (i128::MIN, i128::MAX),
        };
        let all = range(Bounds::of(elem));
        let fits = all.0 <= exact.0 && exact.1 <= all.1;
        let is_exact = overflow.no_signed_wrap() || fits;
        if is_exact
            && (read == Signedness::Signed || self.facts.get(value).bounds.is_non_negative())
        {
            return Some(Signedness::Signed);
        }
        if read == Signedness::Unsigned && overflow.no_unsigned_wrap() {
            return Some(Signedness::Unsigned);
        }
        // What is added is less than what divides the other term.
        let is_below = |small: Bounds, divisor: u64| {
            small.is_non_negative() && u64::try_from(small.upper).is_ok_and(|it| it < divisor)
        };
        let disjoint = matches!(data, InstData::AddI { .. })
            && (is_below(right.bounds, left.divisor_of_all(1))
                || is_below(left.bounds, right.divisor_of_all(1)));
        disjoint.then_some(read)
    }

    pub(super) fn pointer(&mut self, value: Value, dims: &[Option<u32>]) -> Option<Address> {
        let own = |root| Some(Address { root, offset: Polynomial::default() });
        if self.open.contains(&value) {
            return self.is_whole(value, dims).then(|| own(value)).flatten();
        }
        if self.depth >= MAX_DEPTH || self.budget == 0 {
            return None;
        }
        let is_scalar = self.dims(value).is_empty();
        if is_scalar && slice::is_invariant(self.function, value) {
            return own(value);
        }
        self.budget -= 1;
        self.depth += 1;
        let before = self.failed;
        let found = self.moved_pointer(value, dims);
        self.depth -= 1;
        if found.is_none() && is_scalar {
            self.failed = before;
            return own(value);
        }
        if found.is_none() {
            self.failed = self.failed.or(self.function.def_inst(value));
        }
        found
    }

    fn moved_pointer(&mut self, value: Value, dims: &[Option<u32>]) -> Option<Address> {
        let inst = match self.function.def(value) {
            ValueDef::Param(..) => return self.carried_pointer(value, dims),
            ValueDef::Result(inst, _) => inst,
        };
        let data = self.function.data(inst);
        if let Some((source, dims)) = self.moved(value, data, dims) {
            return self.pointer(source, &dims);
        }
        match *data {
            InstData::Offset { ptr, offset } => {
                let from = self.pointer(ptr, dims)?;
                let offset = self.number(offset, Signedness::Signed, dims)?;
                Some(Address { root: from.root, offset: from.offset.plus(&offset)? })
            }
            InstData::Assume { value: source, .. } | InstData::Given { value: source, .. } => {
                self.pointer(source, dims)
            }
            _ => None,
        }
    }
}

pub(super) fn signed(value: Value) -> Atom {
    Atom { value, zero_extended: false }
}

/// The bounds of a product.
fn corners(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    let all = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
    let products = all.map(|(a, b)| a.saturating_mul(b));
    let least = products.into_iter().min().unwrap_or(i128::MIN);
    (least, products.into_iter().max().unwrap_or(i128::MAX))
}
