//! What is known about the integers and pointers of a kernel before it runs.
//!
//! Per value and dimension, over aligned groups of neighbours (all numbers are powers of two):
//!
//! * *contiguity*: in groups of this many elements, each is one more than the one before it
//!   (pointers: one pointee further);
//! * *divisor*: the first element of each such group is a multiple of this (pointers: in bytes);
//! * *constancy*: groups of this many elements are equal.
//!
//! They decide how many elements one memory access can take. Facts come from `assume`, `iota`,
//! constants and loop structure, and are carried through integer arithmetic. They are computed
//! by iteration: loop-carried values start from everything and lose what an iteration disproves.

use cranelift_entity::SecondaryMap;
use ir::{
    Assumption, Block, CmpPredicate, DenseConstant, Elem, Function, Inst, InstData, Module,
    Overflow, Value,
};
use smallvec::{SmallVec, smallvec};

/// Facts along one dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DimFacts {
    pub contiguity: u64,
    pub divisor: u64,
    pub constancy: u64,
}

/// Facts about one value; a rank-0 value has one entry, as if it had one dimension of extent 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueFacts {
    pub dims: SmallVec<[DimFacts; 4]>,
    /// The value of every element.
    pub constant: Option<u64>,
    /// A contiguous group may wrap around, so it stays contiguous only at its own width.
    may_wrap: bool,
}

/// More than any address or tile can make use of.
const ANY: u64 = 1 << 32;

const UNKNOWN: DimFacts = DimFacts { contiguity: 1, divisor: 1, constancy: 1 };

/// The facts of a kernel.
pub struct Facts {
    values: SecondaryMap<Value, Option<ValueFacts>>,
}

impl Facts {
    pub fn compute(module: &Module, function: &Function) -> Facts {
        let facts = Facts { values: SecondaryMap::new() };
        let mut analysis = Analysis { module, function, facts, changed: true };
        for &param in function.block_params(function.entry_block) {
            let align = match module.types.elem(function.value_type(param)) {
                Some(Elem::Ptr(pointee)) => u64::from(pointee.bytes()),
                Some(Elem::Scalar(_)) | None => 1,
            };
            let dim = DimFacts { divisor: align, ..UNKNOWN };
            analysis
                .set(param, ValueFacts { dims: smallvec![dim], constant: None, may_wrap: false });
        }
        // Each pass can only lose facts, and every number can only be halved so often; a program
        // that is not stable by then keeps the last, weakest state of the values that changed.
        let mut passes = 0;
        while analysis.changed && passes < 64 {
            analysis.changed = false;
            passes += 1;
            analysis.block(function.entry_block);
        }
        debug_assert!(!analysis.changed, "facts did not settle");
        analysis.facts
    }

    pub fn of(&self, value: Value) -> Option<&ValueFacts> {
        self.values[value].as_ref()
    }

    pub fn dim(&self, value: Value, dim: usize) -> DimFacts {
        self.of(value).and_then(|facts| facts.dims.get(dim)).copied().unwrap_or(UNKNOWN)
    }

    /// The one value that all elements are known to have.
    pub fn constant(&self, value: Value) -> Option<u64> {
        self.of(value)?.constant
    }

    /// A power of two that divides a rank-0 value.
    pub fn divisor(&self, value: Value) -> u64 {
        self.dim(value, 0).divisor
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    a.min(b)
}

/// The largest power of two that divides a number, up to [`ANY`].
pub fn power_of_two_factor(number: u64) -> u64 {
    if number == 0 { ANY } else { (1 << number.trailing_zeros()).min(ANY) }
}

impl DimFacts {
    /// The divisor of the first elements of groups of only `group` elements, where one step is
    /// `unit`.
    fn divisor_of(self, group: u64, unit: u64) -> u64 {
        if group < self.contiguity { self.divisor.min(group * unit) } else { self.divisor }
    }

    fn meet(self, other: DimFacts, unit: u64) -> DimFacts {
        let contiguity = gcd(self.contiguity, other.contiguity);
        DimFacts {
            contiguity,
            divisor: gcd(self.divisor_of(contiguity, unit), other.divisor_of(contiguity, unit)),
            constancy: gcd(self.constancy, other.constancy),
        }
    }
}

struct Analysis<'a> {
    module: &'a Module,
    function: &'a Function,
    facts: Facts,
    changed: bool,
}

impl Analysis<'_> {
    fn block(&mut self, block: Block) {
        for &inst in self.function.insts(block) {
            self.inst(inst);
        }
    }

    fn dims(&self, value: Value) -> &[u32] {
        self.module.types.dims(self.function.value_type(value))
    }

    /// One step of a contiguous group: an element, or its size for pointers.
    fn unit(&self, value: Value) -> u64 {
        match self.module.types.elem(self.function.value_type(value)) {
            Some(Elem::Ptr(pointee)) => u64::from(pointee.bytes()),
            Some(Elem::Scalar(_)) | None => 1,
        }
    }

    fn unknown(&self, value: Value) -> ValueFacts {
        let divisor = self.unit(value);
        let count = self.dims(value).len().max(1);
        let dims = SmallVec::from_elem(DimFacts { divisor, ..UNKNOWN }, count);
        ValueFacts { dims, constant: None, may_wrap: false }
    }

    fn get(&self, value: Value) -> ValueFacts {
        self.facts.of(value).cloned().unwrap_or_else(|| self.unknown(value))
    }

    fn set(&mut self, value: Value, facts: ValueFacts) {
        if self.facts.values[value].as_ref() != Some(&facts) {
            self.facts.values[value] = Some(facts);
            self.changed = true;
        }
    }

    /// Weakens what is known of `value` by one more thing that it can be.
    fn join(&mut self, value: Value, incoming: Value) {
        let Some(new) = self.facts.of(incoming).cloned() else { return };
        let Some(old) = self.facts.of(value).cloned() else { return self.set(value, new) };
        let unit = self.unit(value);
        let dims = old.dims.iter().zip(&new.dims).map(|(a, b)| a.meet(*b, unit)).collect();
        let constant = if old.constant == new.constant { old.constant } else { None };
        self.set(value, ValueFacts { dims, constant, may_wrap: old.may_wrap | new.may_wrap });
    }

    fn all_constant(&self, value: Value, bits: u64) -> ValueFacts {
        let dims = self.dims(value);
        let divisor = power_of_two_factor(bits);
        let of = |extent: u64| DimFacts { contiguity: 1, divisor, constancy: extent };
        let dims = match dims {
            [] => smallvec![of(1)],
            dims => dims.iter().map(|&extent| of(u64::from(extent))).collect(),
        };
        ValueFacts { dims, constant: Some(bits), may_wrap: false }
    }

    fn inst(&mut self, inst: Inst) {
        let results: SmallVec<[Value; 2]> = self.function.results(inst).into();
        let data = self.function.data(inst);
        match data {
            InstData::For { lower_bound, step, init_values, body, .. } => {
                self.enter_for(*lower_bound, *step, init_values, *body, &results);
            }
            InstData::Loop { init_values, body } => {
                let params: SmallVec<[Value; 4]> = self.function.block_params(*body).into();
                for (&param, &init) in params.iter().zip(init_values) {
                    self.join(param, init);
                }
                self.block(*body);
            }
            InstData::If { then_block, else_block, .. } => {
                self.block(*then_block);
                self.block(*else_block);
            }
            InstData::Continue { operands } => self.leave_to(inst, operands, true),
            InstData::Break { operands } => self.leave_to(inst, operands, false),
            InstData::Yield { operands } => {
                let block = self.function.inst_block(inst);
                let Some(owner) = block.and_then(|block| self.function.block_owner(block)) else {
                    return;
                };
                if let InstData::If { .. } = self.function.data(owner) {
                    let targets: SmallVec<[Value; 2]> = self.function.results(owner).into();
                    for (&target, &operand) in targets.iter().zip(operands) {
                        self.join(target, operand);
                    }
                }
            }
            _ => {
                for &result in &results {
                    if self.module.types.as_tile(self.function.value_type(result)).is_some() {
                        let facts =
                            self.result(data, result).unwrap_or_else(|| self.unknown(result));
                        self.set(result, facts);
                    }
                }
            }
        }
    }

    fn enter_for(
        &mut self,
        lower: Value,
        step: Value,
        inits: &[Value],
        body: Block,
        results: &[Value],
    ) {
        let params: SmallVec<[Value; 4]> = self.function.block_params(body).into();
        let divisor = gcd(self.facts.divisor(lower), self.facts.divisor(step));
        let dim = DimFacts { contiguity: 1, divisor, constancy: 1 };
        if let Some(&induction) = params.first() {
            let facts = ValueFacts { dims: smallvec![dim], constant: None, may_wrap: false };
            self.set(induction, facts);
        }
        for (&param, &init) in params.iter().skip(1).zip(inits) {
            self.join(param, init);
        }
        self.block(body);
        for (&result, &param) in results.iter().zip(params.iter().skip(1)) {
            self.join(result, param);
        }
    }

    /// `continue` feeds the parameters of the loop body, `break` the results of the loop.
    fn leave_to(&mut self, inst: Inst, operands: &[Value], is_continue: bool) {
        let mut at = inst;
        loop {
            let block = self.function.inst_block(at);
            let Some(owner) = block.and_then(|block| self.function.block_owner(block)) else {
                return;
            };
            at = owner;
            let targets: SmallVec<[Value; 4]> = match self.function.data(owner) {
                InstData::For { body, .. } => {
                    self.function.block_params(*body).iter().skip(1).copied().collect()
                }
                InstData::Loop { body, .. } if is_continue => {
                    self.function.block_params(*body).into()
                }
                InstData::Loop { .. } => self.function.results(owner).into(),
                _ => continue,
            };
            for (&target, &operand) in targets.iter().zip(operands) {
                self.join(target, operand);
            }
            return;
        }
    }

    /// Facts about the result of an instruction without regions; `None` if nothing follows.
    fn result(&self, data: &InstData, result: Value) -> Option<ValueFacts> {
        let unit = self.unit(result);
        Some(match data {
            InstData::Constant { value } => self.constant(value, result),
            InstData::Iota {} => {
                let extent = u64::from(*self.dims(result).first()?);
                let dim = DimFacts { contiguity: extent, divisor: ANY, constancy: 1 };
                ValueFacts { dims: smallvec![dim], constant: None, may_wrap: false }
            }
            InstData::GetGlobal { global } => {
                let global = &self.module.globals[*global];
                let size = self.unit(result);
                let align = power_of_two_factor(global.alignment.max(size));
                let dim = DimFacts { divisor: align.max(16), ..UNKNOWN };
                ValueFacts { dims: smallvec![dim], constant: None, may_wrap: false }
            }
            InstData::Alloca { alignment, .. } => {
                let divisor = power_of_two_factor(*alignment as u64).max(unit);
                let dim = DimFacts { divisor, ..UNKNOWN };
                ValueFacts { dims: smallvec![dim], constant: None, may_wrap: false }
            }
            InstData::AddI { lhs, rhs, overflow } => {
                let wraps = *overflow == Overflow::None;
                self.sum(&self.get(*lhs), &self.get(*rhs), 1, true, wraps, u64::wrapping_add)
            }
            InstData::SubI { lhs, rhs, overflow } => {
                let wraps = *overflow == Overflow::None;
                self.sum(&self.get(*lhs), &self.get(*rhs), 1, false, wraps, u64::wrapping_sub)
            }
            InstData::Offset { ptr, offset } => {
                let mut offset = self.get(*offset);
                for dim in &mut offset.dims {
                    dim.divisor = (dim.divisor * unit).min(ANY);
                }
                offset.constant = None;
                self.sum(&self.get(*ptr), &offset, unit, true, false, u64::wrapping_add)
            }
            InstData::MulI { lhs, rhs, .. } => self.product(&self.get(*lhs), &self.get(*rhs)),
            InstData::ShlI { value, amount, .. } => {
                let amount = self.get(*amount).constant.filter(|&bits| bits < 64)?;
                let mut factor = self.all_constant(result, 1 << amount);
                factor.constant = Some(1 << amount);
                self.product(&self.get(*value), &factor)
            }
            InstData::DivI { lhs, rhs, .. } => {
                self.quotient(&self.get(*lhs), self.get(*rhs).constant?)?
            }
            InstData::ShrI { value, amount, .. } => {
                let amount = self.get(*amount).constant.filter(|&bits| bits < 63)?;
                self.quotient(&self.get(*value), 1 << amount)?
            }
            InstData::RemI { lhs, rhs, .. } => {
                self.remainder(&self.get(*lhs), self.get(*rhs).constant?)?
            }
            InstData::AndI { lhs, rhs } => {
                let mask = self.get(*rhs).constant?;
                self.remainder(&self.get(*lhs), mask.checked_add(1)?)?
            }
            InstData::CmpI { lhs, rhs, predicate, .. } => {
                self.comparison(&self.get(*lhs), &self.get(*rhs), *predicate)
            }
            InstData::Select { cond, val_if_true, val_if_false } => {
                let (cond, a, b) =
                    (self.get(*cond), self.get(*val_if_true), self.get(*val_if_false));
                let dims = a.dims.iter().zip(&b.dims).zip(&cond.dims).map(|((a, b), cond)| {
                    let mut dim = a.meet(*b, unit);
                    let contiguity = gcd(dim.contiguity, cond.constancy);
                    dim.divisor = dim.divisor_of(contiguity, unit);
                    dim.contiguity = contiguity;
                    dim.constancy = gcd(dim.constancy, cond.constancy);
                    dim
                });
                let may_wrap = a.may_wrap | b.may_wrap;
                ValueFacts { dims: dims.collect(), constant: None, may_wrap }
            }
            InstData::ExtI { from, .. } => {
                let mut facts = self.get(*from);
                if facts.may_wrap {
                    for dim in &mut facts.dims {
                        // An aligned group cannot contain the point where the number wraps.
                        dim.contiguity = gcd(dim.contiguity, dim.divisor);
                    }
                }
                facts.may_wrap = false;
                facts.constant = None;
                facts
            }
            InstData::TruncI { from, .. } => {
                let mut facts = self.get(*from);
                facts.constant = None;
                facts.may_wrap = true;
                facts
            }
            InstData::PtrToPtr { source } => {
                let (mut facts, size) = (self.get(*source), self.unit(*source));
                for dim in facts.dims.iter_mut().filter(|_| size != unit) {
                    dim.divisor = dim.divisor_of(1, size);
                    dim.contiguity = 1;
                }
                facts
            }
            InstData::PtrToInt { source } => {
                let (mut facts, size) = (self.get(*source), self.unit(*source));
                for dim in facts.dims.iter_mut().filter(|_| size != 1) {
                    dim.divisor = dim.divisor_of(1, size);
                    dim.contiguity = 1;
                }
                facts
            }
            InstData::IntToPtr { source } => {
                let mut facts = self.get(*source);
                for dim in facts.dims.iter_mut().filter(|_| unit != 1) {
                    dim.divisor = dim.divisor_of(1, 1).max(unit);
                    dim.contiguity = 1;
                }
                facts
            }
            InstData::Assume { value, predicate } => self.assume(self.get(*value), predicate, unit),
            InstData::Reshape { source } => self.reshape(*source, result),
            InstData::Broadcast { source } => {
                let mut facts = self.get(*source);
                let (from, to) = (self.dims(*source), self.dims(result));
                for ((dim, &from), &to) in facts.dims.iter_mut().zip(from).zip(to) {
                    if from != to {
                        *dim = DimFacts { contiguity: 1, constancy: u64::from(to), ..*dim };
                    }
                }
                facts
            }
            InstData::Permute { source, permutation } => {
                let facts = self.get(*source);
                let dims = permutation.iter().map(|&dim| facts.dims[dim as usize]).collect();
                ValueFacts { dims, ..facts }
            }
            InstData::Extract { source, .. } => {
                let mut facts = self.get(*source);
                for (dim, &extent) in facts.dims.iter_mut().zip(self.dims(result)) {
                    let extent = u64::from(extent);
                    let contiguity = gcd(dim.contiguity, extent);
                    dim.divisor = dim.divisor_of(contiguity, unit);
                    dim.contiguity = contiguity;
                    dim.constancy = gcd(dim.constancy, extent);
                }
                facts
            }
            InstData::Cat { lhs, rhs, .. } => {
                let (a, b) = (self.get(*lhs), self.get(*rhs));
                let dims = a.dims.iter().zip(&b.dims).map(|(a, b)| a.meet(*b, unit)).collect();
                ValueFacts { dims, constant: None, may_wrap: a.may_wrap | b.may_wrap }
            }
            // Everything else makes numbers of which nothing is known, or none.
            _ => return None,
        })
    }

    fn constant(&self, value: &DenseConstant, result: Value) -> ValueFacts {
        match value.as_splat() {
            Some(bits) => self.all_constant(result, bits),
            None => self.unknown(result),
        }
    }

    fn sum(
        &self,
        a: &ValueFacts,
        b: &ValueFacts,
        unit: u64,
        commutes: bool,
        wraps: bool,
        fold: fn(u64, u64) -> u64,
    ) -> ValueFacts {
        let dims: SmallVec<[DimFacts; 4]> = a
            .dims
            .iter()
            .zip(&b.dims)
            .map(|(a, b)| {
                let left = gcd(a.contiguity, b.constancy);
                let right = if commutes { gcd(a.constancy, b.contiguity) } else { 1 };
                let contiguity = left.max(right);
                let divisor = gcd(a.divisor_of(contiguity, unit), b.divisor_of(contiguity, unit));
                DimFacts { contiguity, divisor, constancy: gcd(a.constancy, b.constancy) }
            })
            .collect();
        let constant = a.constant.zip(b.constant).map(|(a, b)| fold(a, b));
        ValueFacts { dims, constant, may_wrap: a.may_wrap | b.may_wrap | wraps }
    }

    fn product(&self, a: &ValueFacts, b: &ValueFacts) -> ValueFacts {
        match (a.constant, b.constant) {
            (_, Some(1)) => return a.clone(),
            (Some(1), _) => return b.clone(),
            _ => {}
        }
        let dims = a.dims.iter().zip(&b.dims).map(|(a, b)| DimFacts {
            contiguity: 1,
            divisor: a.divisor_of(1, 1).saturating_mul(b.divisor_of(1, 1)).min(ANY),
            constancy: gcd(a.constancy, b.constancy),
        });
        let constant = a.constant.zip(b.constant).map(|(a, b)| a.wrapping_mul(b));
        ValueFacts { dims: dims.collect(), constant, may_wrap: true }
    }

    /// Division by a power of two turns aligned runs into equal elements.
    fn quotient(&self, a: &ValueFacts, by: u64) -> Option<ValueFacts> {
        if !by.is_power_of_two() {
            return None;
        }
        let dims = a.dims.iter().map(|dim| {
            let aligned = gcd(gcd(dim.contiguity, dim.divisor), by);
            let divisor = (dim.divisor_of(1, 1) / by).max(1);
            DimFacts { contiguity: 1, divisor, constancy: aligned.max(dim.constancy) }
        });
        Some(ValueFacts { dims: dims.collect(), constant: None, may_wrap: false })
    }

    fn remainder(&self, a: &ValueFacts, by: u64) -> Option<ValueFacts> {
        if !by.is_power_of_two() {
            return None;
        }
        let dims = a.dims.iter().map(|dim| {
            let contiguity = gcd(gcd(dim.contiguity, dim.divisor), by);
            let divisor = gcd(dim.divisor_of(contiguity, 1), by);
            DimFacts { contiguity, divisor, constancy: dim.constancy }
        });
        Some(ValueFacts { dims: dims.collect(), constant: None, may_wrap: false })
    }

    /// `x < n` has one answer for a run of `x` that starts at a multiple of its length, if `n` is
    /// such a multiple too.
    fn comparison(&self, a: &ValueFacts, b: &ValueFacts, predicate: CmpPredicate) -> ValueFacts {
        let run = |x: &DimFacts, n: &DimFacts| {
            gcd(gcd(x.contiguity, n.constancy), gcd(x.divisor, n.divisor))
        };
        let dims = a.dims.iter().zip(&b.dims).map(|(a, b)| {
            let run = match predicate {
                CmpPredicate::LessThan | CmpPredicate::GreaterThanOrEqual => run(a, b),
                CmpPredicate::GreaterThan | CmpPredicate::LessThanOrEqual => run(b, a),
                CmpPredicate::Equal | CmpPredicate::NotEqual => 1,
            };
            DimFacts { constancy: run.max(gcd(a.constancy, b.constancy)), ..UNKNOWN }
        });
        ValueFacts { dims: dims.collect(), constant: None, may_wrap: false }
    }

    fn assume(&self, mut facts: ValueFacts, predicate: &Assumption, unit: u64) -> ValueFacts {
        match predicate {
            Assumption::DivBy { divisor, every: None } => {
                for dim in &mut facts.dims {
                    if dim.contiguity == 1 {
                        dim.divisor = dim.divisor.max(*divisor);
                    }
                }
            }
            Assumption::DivBy { divisor, every: Some((every, along)) } => {
                if let (Ok(every), Some(dim)) =
                    (u64::try_from(*every), facts.dims.get_mut(*along as usize))
                {
                    // A group length that is no power of two starts aligned only every so often.
                    let group = power_of_two_factor(every);
                    let known = if every.is_power_of_two() {
                        *divisor
                    } else {
                        gcd(*divisor, group * unit)
                    };
                    if group >= dim.contiguity {
                        dim.divisor = dim.divisor.max(known);
                        dim.contiguity = group;
                    }
                }
            }
            Assumption::SameElements { groups } => {
                for (dim, &group) in facts.dims.iter_mut().zip(groups) {
                    let group = u64::try_from(group).map_or(1, power_of_two_factor);
                    dim.constancy = dim.constancy.max(group);
                }
            }
            Assumption::Bounded { .. } => {}
        }
        facts
    }

    /// Dimensions of extent 1 come and go; a run that is split stays a run in the last dimension.
    fn reshape(&self, source: Value, result: Value) -> ValueFacts {
        let facts = self.get(source);
        let unit = self.unit(source);
        let (from, to) = (self.dims(source), self.dims(result));
        let long = |dims: &[u32]| -> SmallVec<[usize; 4]> {
            (0..dims.len()).filter(|&dim| dims[dim] > 1).collect()
        };
        let (from_long, to_long) = (long(from), long(to));
        let same = from_long.iter().map(|&d| from[d]).eq(to_long.iter().map(|&d| to[d]));
        let weakest = facts.dims.iter().fold(ANY, |all, dim| all.min(dim.divisor_of(1, unit)));
        let single = DimFacts { contiguity: 1, divisor: weakest, constancy: 1 };
        let mut dims: SmallVec<[DimFacts; 4]> = SmallVec::from_elem(single, to.len().max(1));
        if same {
            for (&from, &to) in from_long.iter().zip(&to_long) {
                dims[to] = facts.dims[from];
            }
            if from_long.is_empty() {
                dims.fill(DimFacts { contiguity: 1, divisor: facts.dims[0].divisor, constancy: 1 });
            }
        } else if let (Some(&from_last), Some(&to_last)) = (from_long.last(), to_long.last()) {
            let dim = facts.dims[from_last];
            let extent = u64::from(to[to_last].min(from[from_last]));
            let contiguity = gcd(dim.contiguity, extent);
            let divisor = dim.divisor_of(contiguity, unit);
            dims[to_last] = DimFacts { contiguity, divisor, constancy: gcd(dim.constancy, extent) };
        }
        ValueFacts { dims, ..facts }
    }
}
