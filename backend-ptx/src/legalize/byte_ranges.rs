//! The bytes that accesses can touch, as two addresses that a kernel computes where it begins.
//!
//! In: [`Footprint`]s. Out: instructions in 64 bits that compute the address of the first byte and that behind the last one, and
//! conditions without which these say nothing: numbers that are negative, sums of more elements than an address space has, and
//! ranges that wrap around fail them.

use cranelift_entity::SecondaryMap;
use ir::builder::Builder;
use ir::types::TypeStore;
use ir::{
    CmpPredicate, Effect, Function, Inst, InstData, Overflow, Scalar, Signedness, Type, Value, fold,
};

use crate::analysis::affine::footprint::{Count, Factor, Footprint, Term};
use crate::analysis::affine::polynomial::{Atom, Polynomial};
use crate::analysis::slice;
use crate::legalize::terms::scalar;

/// A term has fewer elements than 2^48, so that a sum of a few, in bytes, has less than 64 bits.
const TERM_BITS: u32 = 48;

/// The addresses of the first byte and of that behind the last one.
#[derive(Clone, Copy)]
pub(super) struct ByteRange {
    start: Value,
    end: Value,
}

/// Numbers where the kernel begins, and the conditions of what is computed from them.
pub(super) struct EntryNumbers {
    /// In front of which instructions are made.
    before: Inst,
    copies: SecondaryMap<Value, Option<Value>>,
    holds: Vec<Value>,
}

/// A number that is not negative, and less than this power of two.
#[derive(Clone, Copy)]
struct Magnitude {
    value: Value,
    bits: u32,
}

/// Whether numbers can be computed where the kernel begins.
pub(super) fn are_at_entry(function: &Function, values: &[Value]) -> bool {
    let needed = slice::needed_for(function, values.iter().copied());
    needed.into_iter().all(|inst| {
        let data = function.data(inst);
        // An undefined quotient is one of an access that is not executed.
        matches!(data.effect(), Effect::Pure | Effect::Partial) && data.blocks().is_empty()
    })
}

impl EntryNumbers {
    /// Copies what computes numbers to the begin of the kernel.
    pub fn of(function: &mut Function, types: &mut TypeStore, values: &[Value]) -> EntryNumbers {
        let before = function.insts(function.entry_block)[0];
        let mut copies: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
        for inst in slice::needed_for(function, values.iter().copied()) {
            let mut data = function.data(inst).clone();
            data.for_each_operand_mut(|value| *value = copies[*value].unwrap_or(*value));
            let results = function.results(inst).to_vec();
            // Assumptions hold where the program makes them.
            if let InstData::Assume { value, .. } | InstData::Given { value, .. } = data {
                copies[results[0]] = Some(value);
                continue;
            }
            let result_types: Vec<Type> =
                results.iter().map(|&result| function.value_type(result)).collect();
            let copy = Builder::before(function, types, before).insert(data, &result_types);
            for (&result, &copied) in results.iter().zip(function.results(copy)) {
                copies[result] = Some(copied);
            }
        }
        EntryNumbers { before, copies, holds: Vec::new() }
    }

    /// The bytes from the first to the last one that the accesses can touch; `None` without accesses.
    pub fn range(
        &mut self,
        function: &mut Function,
        types: &mut TypeStore,
        footprints: &[Footprint],
    ) -> Option<ByteRange> {
        let mut b = Builder::before(function, types, self.before);
        let mut all: Option<ByteRange> = None;
        for footprint in footprints {
            let one = self.range_of(&mut b, footprint);
            all = Some(match all {
                None => one,
                Some(all) => ByteRange {
                    start: b.mini(all.start, one.start, Signedness::Unsigned),
                    end: b.maxi(all.end, one.end, Signedness::Unsigned),
                },
            });
        }
        all
    }

    /// Whether two ranges have no byte in common.
    pub fn require_disjoint(
        &mut self,
        function: &mut Function,
        types: &mut TypeStore,
        [one, other]: [ByteRange; 2],
    ) {
        let mut b = Builder::before(function, types, self.before);
        let is_before = is_at_most(&mut b, one.end, other.start);
        let is_behind = is_at_most(&mut b, other.end, one.start);
        let is_disjoint = b.ori(is_before, is_behind);
        self.holds.push(is_disjoint);
    }

    /// Whether all conditions hold.
    pub fn condition(self, function: &mut Function, types: &mut TypeStore) -> Value {
        let mut b = Builder::before(function, types, self.before);
        let all = self.holds.into_iter().reduce(|all, holds| b.andi(all, holds));
        all.unwrap_or_else(|| b.const_i1(true))
    }

    fn copy(&self, value: Value) -> Value {
        self.copies[value].unwrap_or(value)
    }

    fn range_of(&mut self, b: &mut Builder<'_>, footprint: &Footprint) -> ByteRange {
        for &value in &footprint.ones {
            let value = scalar(b, self.copy(value));
            let one = b.const_bits(b.value_type(value), 1);
            let is_one = b.cmpi(value, one, CmpPredicate::Equal, Signedness::Signed);
            self.holds.push(is_one);
        }
        for range in &footprint.positive {
            let is_positive = range.with_values(&|value| self.copy(value)).is_positive(b);
            self.holds.push(is_positive);
        }
        let zero = b.const_i64(0);
        let (mut first, mut last) = (zero, zero);
        for term in &footprint.terms {
            let [least, greatest] = self.ends(b, term);
            (first, last) = match term.constant < 0 {
                false => (added(b, first, least), added(b, last, greatest)),
                true => (subtracted(b, first, greatest), subtracted(b, last, least)),
            };
        }
        let root = scalar(b, self.copy(footprint.root));
        let address = b.ptr_to_int(root);
        let bytes = i64::from(footprint.elem_bytes);
        let at = |b: &mut Builder<'_>, elements: Value| {
            let bytes = b.const_i64(bytes);
            let offset = b.muli(elements, bytes, Overflow::None);
            added(b, address, offset)
        };
        let start = at(b, first);
        let last = at(b, last);
        let own = b.const_i64(bytes);
        let end = added(b, last, own);
        let is_one = b.cmpi(start, end, CmpPredicate::LessThan, Signedness::Unsigned);
        self.holds.push(is_one);
        ByteRange { start, end }
    }

    /// The least and the greatest magnitude of a term; none is the number 0.
    fn ends(&mut self, b: &mut Builder<'_>, term: &Term) -> [Option<Value>; 2] {
        let constant = term.constant.unsigned_abs();
        let bits = u64::BITS - constant.leading_zeros();
        let constant = Magnitude { value: b.const_i64(constant as i64), bits };
        let mut ends = [Some(constant); 2];
        for factor in &term.factors {
            let of_factor = self.factor(b, factor);
            let is_same = match (ends, of_factor) {
                ([Some(one), Some(other)], [Some(least), Some(greatest)]) => {
                    one.value == other.value && least.value == greatest.value
                }
                _ => false,
            };
            let [least, greatest] = [ends[0].zip(of_factor[0]), ends[1].zip(of_factor[1])];
            let greatest = greatest.map(|(one, other)| self.product(b, one, other));
            let least = match is_same {
                true => greatest,
                false => least.map(|(one, other)| self.product(b, one, other)),
            };
            ends = [least, greatest];
        }
        ends.map(|end| end.map(|end| self.within(b, end, TERM_BITS).value))
    }

    /// The least and the greatest of the numbers that one multiplies by; none is the number 0.
    fn factor(&mut self, b: &mut Builder<'_>, factor: &Factor) -> [Option<Magnitude>; 2] {
        match factor {
            Factor::Same(atom) => {
                let number = self.number(b, *atom);
                [Some(number); 2]
            }
            Factor::Range(range) => {
                let mut holds = std::mem::take(&mut self.holds);
                let ends = range.with_values(&|value| self.copy(value)).ends(b, &mut holds);
                self.holds = holds;
                self.require_no_sign(b, ends.least);
                // A loop that is not entered has no greatest counter.
                let greatest = b.maxi(ends.greatest, ends.least, Signedness::Signed);
                [ends.least, greatest].map(|value| Some(Magnitude { value, bits: 31 }))
            }
            Factor::Below(count) => [None, self.below(b, count)],
        }
    }

    /// The greatest number below a count; none is the number 0.
    fn below(&mut self, b: &mut Builder<'_>, count: &Count) -> Option<Magnitude> {
        let count = match count {
            Count::Known(0 | 1) => return None,
            Count::Known(count) => {
                let last = count - 1;
                let bits = u64::BITS - last.leading_zeros();
                return Some(Magnitude { value: b.const_i64(last), bits });
            }
            Count::Extent(value) => self.number(b, Atom { value: *value, zero_extended: true }),
            Count::Least(sums) => {
                let sums: Vec<Value> = sums.iter().map(|sum| self.sum(b, sum)).collect();
                let least =
                    sums.into_iter().reduce(|one, other| b.mini(one, other, Signedness::Signed))?;
                Magnitude { value: least, bits: u64::BITS }
            }
            Count::Divisor(sum) => {
                let sum = self.sum(b, sum);
                let zero = b.const_i64(0);
                let opposite = b.subi(zero, sum, Overflow::None);
                let value = b.maxi(sum, opposite, Signedness::Signed);
                Magnitude { value, bits: u64::BITS }
            }
        };
        let one = b.const_i64(1);
        let value = b.maxi(count.value, one, Signedness::Signed);
        let value = b.subi(value, one, Overflow::None);
        Some(self.within(b, Magnitude { value, bits: count.bits }, TERM_BITS))
    }

    /// A sum of numbers that are the same in all tile blocks, in 64 bits.
    fn sum(&mut self, b: &mut Builder<'_>, sum: &Polynomial) -> Value {
        let mut all = b.const_i64(0);
        for product in sum.products() {
            let mut value = b.const_i64(product.constant);
            for &atom in &product.power_product.atoms {
                let atom = self.extended(b, atom).value;
                value = b.muli(value, atom, Overflow::None);
            }
            all = b.addi(all, value, Overflow::None);
        }
        all
    }

    /// An integer, which must not be negative.
    fn number(&mut self, b: &mut Builder<'_>, atom: Atom) -> Magnitude {
        let number = self.extended(b, atom);
        let is_signed = !atom.zero_extended || number.bits == u64::BITS;
        if is_signed && fold::splat_int(b.function, number.value).is_none_or(|value| value < 0) {
            self.require_no_sign(b, number.value);
        }
        Magnitude { bits: if is_signed { number.bits - 1 } else { number.bits }, ..number }
    }

    /// An integer in 64 bits, with the bits that it had.
    fn extended(&mut self, b: &mut Builder<'_>, atom: Atom) -> Magnitude {
        let value = scalar(b, self.copy(atom.value));
        let ty = b.value_type(value);
        let bits = b.types.elem_scalar(ty).map_or(u64::BITS, Scalar::bits);
        if bits >= u64::BITS {
            return Magnitude { value, bits: u64::BITS };
        }
        let signedness = match atom.zero_extended {
            true => Signedness::Unsigned,
            false => Signedness::Signed,
        };
        let wide = b.types.scalar(Scalar::I64);
        Magnitude { value: b.exti(value, signedness, wide), bits }
    }

    fn require_no_sign(&mut self, b: &mut Builder<'_>, value: Value) {
        let minus_one = b.const_i64(-1);
        let holds = b.cmpi(value, minus_one, CmpPredicate::GreaterThan, Signedness::Signed);
        self.holds.push(holds);
    }

    fn product(&mut self, b: &mut Builder<'_>, one: Magnitude, other: Magnitude) -> Magnitude {
        let is_one = |factor: Magnitude| fold::splat_int(b.function, factor.value) == Some(1);
        if is_one(one) {
            return other;
        }
        if is_one(other) {
            return one;
        }
        let value = b.muli(one.value, other.value, Overflow::None);
        let bits = one.bits + other.bits;
        if bits > u64::BITS {
            let high = b.mulhii(one.value, other.value);
            let zero = b.const_i64(0);
            let fits = b.cmpi(high, zero, CmpPredicate::Equal, Signedness::Signed);
            self.holds.push(fits);
        }
        let bits = bits.min(u64::BITS);
        match bits < u64::BITS {
            true => Magnitude { value, bits },
            false => self.within(b, Magnitude { value, bits }, TERM_BITS),
        }
    }

    /// A number, which must be less than a power of two.
    fn within(&mut self, b: &mut Builder<'_>, number: Magnitude, bits: u32) -> Magnitude {
        if number.bits <= bits {
            return number;
        }
        let limit = b.const_i64(1 << bits);
        let holds = b.cmpi(number.value, limit, CmpPredicate::LessThan, Signedness::Unsigned);
        self.holds.push(holds);
        Magnitude { bits, ..number }
    }
}

fn added(b: &mut Builder<'_>, sum: Value, term: impl Into<Option<Value>>) -> Value {
    term.into().map_or(sum, |term| b.addi(sum, term, Overflow::None))
}

fn subtracted(b: &mut Builder<'_>, sum: Value, term: Option<Value>) -> Value {
    term.map_or(sum, |term| b.subi(sum, term, Overflow::None))
}

fn is_at_most(b: &mut Builder<'_>, address: Value, other: Value) -> Value {
    b.cmpi(address, other, CmpPredicate::LessThanOrEqual, Signedness::Unsigned)
}
