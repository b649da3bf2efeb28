//! Values that loops carry, as sums of products.
//!
//! ```text
//! v = init, then v + d in each iteration   =>   init + d * (i - lower) / step
//! ```
//!
//! `i` is the counter of a `for`, or in a `loop` a carried integer that grows by a constant. In: a block parameter of a loop.
//! Out: the sum that it is at the beginning of an iteration, or none if its steps differ, depend on the iteration or on the
//! place in a tile, or are not multiples of the counter's.

use ir::{Function, Inst, InstData, Signedness, Value, ValueDef};

use super::expand::{Address, Expansion, signed};
use super::polynomial::{Atom, Polynomial};
use crate::analysis::slice;

impl Expansion<'_> {
    /// An integer that a loop carries, by its initial value and its step.
    pub(super) fn carried_number(
        &mut self,
        value: Value,
        dims: &[Option<u32>],
    ) -> Option<Polynomial> {
        let carried = Recurrence::of(self.function, value)?;
        let first = self.number(carried.init, Signedness::Signed, dims)?;
        let whole = self.places(value);
        let mut steps = Vec::new();
        self.open.push(value);
        for &next in &carried.next {
            let next = self.number(next, Signedness::Signed, &whole);
            steps.push(next.and_then(|next| next.minus(&Polynomial::atom(signed(value)))));
        }
        self.open.pop();
        let step = self.common_step(&carried, steps)?;
        first.plus(&self.grown(&carried, value, &step)?)
    }

    /// The same of a pointer.
    pub(super) fn carried_pointer(
        &mut self,
        value: Value,
        dims: &[Option<u32>],
    ) -> Option<Address> {
        let carried = Recurrence::of(self.function, value)?;
        let first = self.pointer(carried.init, dims)?;
        let whole = self.places(value);
        let mut steps = Vec::new();
        self.open.push(value);
        for &next in &carried.next {
            let next = self.pointer(next, &whole);
            steps.push(next.filter(|next| next.root == value).map(|next| next.offset));
        }
        self.open.pop();
        let step = self.common_step(&carried, steps)?;
        let offset = first.offset.plus(&self.grown(&carried, value, &step)?)?;
        Some(Address { root: first.root, offset })
    }

    /// The step of a recurrence, if each iteration adds the same to all elements.
    fn common_step(
        &self,
        carried: &Recurrence,
        steps: Vec<Option<Polynomial>>,
    ) -> Option<Polynomial> {
        let mut steps = steps.into_iter();
        let step = steps.next()??;
        let same = steps.all(|other| other.as_ref() == Some(&step));
        let is_outside = |atom: Atom| !is_made_in(self.function, atom.value, carried.owner);
        (same && !step.has_places() && step.atoms().all(is_outside)).then_some(step)
    }

    /// The sum of the steps up to an iteration.
    fn grown(
        &mut self,
        carried: &Recurrence,
        value: Value,
        step: &Polynomial,
    ) -> Option<Polynomial> {
        if step.is_zero() {
            return Some(Polynomial::default());
        }
        let (count, unit) = match *self.function.data(carried.owner) {
            InstData::For { lower_bound, step: unit, unsigned, body, .. } => {
                let counter = *self.function.block_params(body).first()?;
                let read = if unsigned { Signedness::Unsigned } else { Signedness::Signed };
                let zero_extended = unsigned && !self.facts.get(counter).bounds.is_non_negative();
                let from = self.number(lower_bound, read, &[])?;
                let count =
                    Polynomial::atom(Atom { value: counter, zero_extended }).minus(&from)?;
                (count, self.facts.get(unit).bounds.value()?)
            }
            InstData::Loop { body, .. } => {
                let params = self.function.block_params(body).to_vec();
                let mut others = params.into_iter().filter(|&other| other != value);
                let (counter, from, unit) = others.find_map(|other| self.counter(other))?;
                (Polynomial::atom(signed(counter)).minus(&from)?, unit)
            }
            _ => return None,
        };
        (unit != 0).then_some(())?;
        step.divided(unit)?.times(&count)
    }

    /// A value that a `loop` carries, if it is an integer to which each iteration adds a constant: with what it begins,
    /// and the constant.
    fn counter(&mut self, value: Value) -> Option<(Value, Polynomial, i64)> {
        let is_integer = self.module.types.elem_scalar(self.function.value_type(value));
        if !self.dims(value).is_empty() || !is_integer?.is_int() || self.open.contains(&value) {
            return None;
        }
        let carried = Recurrence::of(self.function, value)?;
        let modular = std::mem::replace(&mut self.modular, false);
        self.open.push(value);
        let mut steps = Vec::new();
        for &next in &carried.next {
            let next = self.number(next, Signedness::Signed, &[]);
            let step = next.and_then(|next| next.minus(&Polynomial::atom(signed(value))));
            steps.push(step.and_then(|step| step.as_constant()));
        }
        self.open.pop();
        let from = self.number(carried.init, Signedness::Signed, &[]);
        self.modular = modular;
        let step = (*steps.first()?)?;
        steps.iter().all(|other| *other == Some(step)).then_some((value, from?, step))
    }
}

/// Where a value that a loop carries comes from.
struct Recurrence {
    owner: Inst,
    init: Value,
    /// What each `continue` passes.
    next: Vec<Value>,
}

impl Recurrence {
    fn of(function: &Function, value: Value) -> Option<Recurrence> {
        let ValueDef::Param(block, number) = function.def(value) else { return None };
        let owner = function.block_owner(block)?;
        let (inits, at) = match function.data(owner) {
            InstData::For { init_values, .. } => (init_values, number.checked_sub(1)?),
            InstData::Loop { init_values, .. } => (init_values, number),
            _ => return None,
        };
        let continues = function.insts_inside(owner).into_iter().filter(|&inst| {
            let loops = slice::loops_around(function, function.inst_block(inst));
            matches!(function.data(inst), InstData::Continue { .. })
                && loops.first() == Some(&owner)
        });
        let next: Vec<Value> = continues
            .map(|inst| function.data(inst).operands().get(at).copied())
            .collect::<Option<_>>()?;
        Some(Recurrence { owner, init: *inits.get(at)?, next })
    }
}

/// Whether a value is made in a loop.
fn is_made_in(function: &Function, value: Value, owner: Inst) -> bool {
    match function.def(value) {
        ValueDef::Result(inst, _) => function.is_inside(inst, owner),
        ValueDef::Param(block, _) => function
            .block_owner(block)
            .is_some_and(|inst| inst == owner || function.is_inside(inst, owner)),
    }
}
