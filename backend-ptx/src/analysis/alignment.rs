//! Numbers that are known where a kernel begins, and that imply the alignment of tensors whose views are made later.
//!
//! A tensor map takes a pointer and distances between rows that 16 bytes divide. The *terms* of a tensor are numbers that
//! are known where the kernel begins. Where 16 divides all of them, it divides the tensor's pointer and distances, for any
//! value of the other numbers that these follow from:
//!
//! ```text
//! pointer a + begin * k, begin from memory      =>  a, k * bytes of an element
//! pointer z == 0 ? a : b                        =>  a, b
//! pointer from memory                           =>  none, unless its type or an assumption says that it is divisible
//! ```
//!
//! What a loop carries is divisible if it begins so and each iteration keeps it so.

use ir::analysis::facts::FactMap;
use ir::{Elem, Function, Inst, InstData, Module, Value, ValueDef};
use rustc_hash::FxHashSet;

use crate::analysis::carried::carried;
use crate::analysis::slice;
use crate::target::MAP_ALIGN;

/// A number that is known where the kernel begins, and the bytes of one unit of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlignmentTerm {
    pub value: Value,
    pub unit: u32,
}

/// The terms of a tensor view with this contiguous dimension; none if no numbers imply that TMA can copy the tensor.
pub fn terms(
    module: &Module,
    function: &Function,
    facts: &FactMap,
    tensor_view: Value,
    contiguous: usize,
) -> Option<Vec<AlignmentTerm>> {
    let Some(InstData::MakeTensorView { base, dynamic_shape, dynamic_strides }) =
        function.def_data(tensor_view)
    else {
        return None;
    };
    let tensor = module.types.as_tensor_view(function.value_type(tensor_view))?;
    let mut search =
        TermSearch { module, function, facts, seen: FxHashSet::default(), found: Vec::new() };
    if !dynamic_shape.iter().all(|&extent| search.is_short(extent)) {
        return None;
    }
    let mut dynamic = dynamic_strides.iter();
    for (dim, stride) in tensor.strides.iter().enumerate() {
        let Some(&stride) = stride.is_none().then(|| dynamic.next()).flatten() else { continue };
        let holds = dim == contiguous
            || (search.is_short(stride) && search.number(stride, tensor.elem.bytes()));
        if !holds {
            return None;
        }
    }
    search.pointer(*base).then_some(search.found)
}

struct TermSearch<'a> {
    module: &'a Module,
    function: &'a Function,
    facts: &'a FactMap,
    /// The values that the analysis has visited, or visits now: assumed to be divisible.
    seen: FxHashSet<(Value, u32)>,
    found: Vec<AlignmentTerm>,
}

impl TermSearch<'_> {
    /// Whether a number fits a tensor map for certain.
    fn is_short(&self, value: Value) -> bool {
        let bits = self.module.types.elem_scalar(self.function.value_type(value));
        let bounds = self.facts.get(value).bounds;
        bits.is_some_and(|elem| elem.bits() <= 32)
            || (bounds.is_non_negative() && bounds.upper < 1 << 31)
    }

    /// Whether terms tell that a pointer is divisible.
    fn pointer(&mut self, value: Value) -> bool {
        if self.facts.get(value).divisor() >= u64::from(MAP_ALIGN) || !self.seen.insert((value, 1))
        {
            return true;
        }
        if slice::is_invariant(self.function, value) {
            self.found.push(AlignmentTerm { value, unit: 1 });
            return true;
        }
        match self.function.def_data(value) {
            Some(&InstData::Offset { ptr, offset }) => {
                let elem = self.module.types.elem(self.function.value_type(ptr));
                let pointee = elem.and_then(Elem::pointee);
                pointee.is_some_and(|it| self.number(offset, it.bytes())) && self.pointer(ptr)
            }
            Some(&InstData::Select { val_if_true, val_if_false, .. }) => {
                self.pointer(val_if_true) && self.pointer(val_if_false)
            }
            Some(&InstData::Assume { value, .. }) => self.pointer(value),
            _ => match self.sources(value) {
                Some(sources) => sources.into_iter().all(|source| self.pointer(source)),
                None => false,
            },
        }
    }

    /// Whether terms tell that a number times a unit is divisible.
    fn number(&mut self, value: Value, unit: u32) -> bool {
        let divisor = self.facts.get(value).divisor().saturating_mul(u64::from(unit));
        if divisor >= u64::from(MAP_ALIGN) || !self.seen.insert((value, unit)) {
            return true;
        }
        if slice::is_invariant(self.function, value) {
            self.found.push(AlignmentTerm { value, unit });
            return true;
        }
        match self.function.def_data(value) {
            Some(&InstData::MulI { lhs, rhs, .. }) => self.either([lhs, rhs], unit),
            Some(&InstData::AddI { lhs, rhs, .. } | &InstData::SubI { lhs, rhs, .. }) => {
                self.number(lhs, unit) && self.number(rhs, unit)
            }
            Some(&InstData::Select { val_if_true, val_if_false, .. }) => {
                self.number(val_if_true, unit) && self.number(val_if_false, unit)
            }
            Some(&InstData::ExtI { from, .. } | &InstData::TruncI { from, .. }) => {
                self.number(from, unit)
            }
            Some(&InstData::ShlI { value: shifted, .. }) => self.number(shifted, unit),
            Some(&InstData::Assume { value, .. }) => self.number(value, unit),
            _ => match self.sources(value) {
                Some(sources) => sources.into_iter().all(|source| self.number(source, unit)),
                None => false,
            },
        }
    }

    /// Whether one of two operands is divisible: one that is the same for all tile blocks, if it can be.
    fn either(&mut self, operands: [Value; 2], unit: u32) -> bool {
        let is_same = |value: &Value| slice::is_invariant(self.function, *value);
        let same: Vec<Value> = operands.into_iter().filter(is_same).collect();
        let others = operands.into_iter().filter(|value| !same.contains(value));
        let order: Vec<Value> = same.iter().copied().chain(others).collect();
        order.into_iter().any(|value| {
            let before = (self.seen.clone(), self.found.len());
            let holds = self.number(value, unit);
            if !holds {
                self.seen = before.0;
                self.found.truncate(before.1);
            }
            holds
        })
    }

    /// The values that a value can have by control flow: the initial and the next values of a value that a loop
    /// carries, and what both sides of a branch yield.
    fn sources(&self, value: Value) -> Option<Vec<Value>> {
        let function = self.function;
        let owner = match function.def(value) {
            ValueDef::Param(block, _) => function.block_owner(block)?,
            ValueDef::Result(inst, _) => inst,
        };
        let (inits, params) = match function.data(owner) {
            InstData::For { init_values, body, .. } => {
                (&init_values[..], &function.block_params(*body)[1..])
            }
            InstData::Loop { init_values, body } => {
                (&init_values[..], function.block_params(*body))
            }
            InstData::If { .. } => (&[][..], &[][..]),
            _ => return None,
        };
        let mut found = Vec::new();
        let results = function.results(owner);
        let is_for = matches!(function.data(owner), InstData::For { .. });
        let target = match results.iter().position(|&result| result == value) {
            Some(number) if is_for => params[number],
            _ => value,
        };
        if let Some(number) = params.iter().position(|&param| param == target) {
            found.push(*inits.get(number)?);
        }
        for inst in function.insts_inside(owner) {
            found.extend(self.handed_to(inst, target));
        }
        (!found.is_empty()).then_some(found)
    }

    /// What a terminator hands on to a value.
    fn handed_to(&self, terminator: Inst, target: Value) -> Option<Value> {
        let (InstData::Yield { operands }
        | InstData::Continue { operands }
        | InstData::Break { operands }) = self.function.data(terminator)
        else {
            return None;
        };
        let all = carried(self.function, terminator, operands);
        all.into_iter().find(|&(to, _)| to == target).map(|(_, operand)| operand)
    }
}
