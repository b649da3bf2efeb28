//! A product of a loop, one iteration later.
//!
//! Where the A operand of a product is computed from another product, as in attention, neither
//! can run while it is computed. Delayed by an iteration, the second product runs beside what is
//! computed from the first:
//!
//! ```text
//! for i in lo to hi, acc { s = A B(i); p, a = f(s, acc); acc = p C(i) + a }
//!
//! if lo < hi {
//!     s = A B(lo); p, a = f(s, acc)
//!     for i in lo + 1 to hi, p, a { s = A B(i); acc = p C(i - 1) + a; p, a = f(s, acc) }
//!     acc = p C(hi - 1) + a
//! }
//! ```
//!
//! Of a loop with a step s of more than one, the second iteration is at lo + min(s, hi - lo), which does not overflow.
//!
//! *Late* is the product with what only it needs, the load of `C`; the values of an iteration
//! that late instructions use are carried to the next one. It holds for loops that nothing leaves
//! early and whose body has no effect but reading.
//!
//! Not a pass of [`PASSES`](super::PASSES): whether it pays is for a back end to say.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::copy::{Substitution, copy_to};
use super::{OptLevel, Options, canonicalize, cse, dce, licm};
use crate::attrs::{CmpPredicate, Overflow, Signedness};
use crate::builder::Builder;
use crate::entities::{Block, Inst, Value};
use crate::fold::constant;
use crate::module::Function;
use crate::ops::{Effect, InstData};
use crate::scalar::int;
use crate::types::{Scalar, TypeStore};

/// Rewrites `function` so that `product` is computed an iteration later; says whether it could. If
/// not, the function is what it was.
pub fn delay(function: &mut Function, types: &mut TypeStore, product: Inst) -> bool {
    let Some(plan) = Plan::of(function, types, product) else { return false };
    plan.rewrite(function, types);
    let options = Options { level: OptLevel::Full, fmad: false };
    for pass in [cse::run, canonicalize::run, licm::run, cse::run, dce::run] {
        pass(function, types, &options);
    }
    true
}

struct Plan {
    around: Inst,
    body: Block,
    /// The accumulator's place among the values that the loop carries.
    place: usize,
    accumulator: Value,
    result: Value,
    /// The product and what only it needs, in program order.
    late: Vec<Inst>,
    /// Products that do not wait for the late one, with all that they need.
    first: Vec<Inst>,
    /// The rest: what does not need the late product's result, then what does.
    rest: Vec<Inst>,
    /// What late instructions use of their iteration.
    crossing: Vec<Value>,
}

impl Plan {
    fn of(function: &Function, types: &TypeStore, product: Inst) -> Option<Plan> {
        let body = function.inst_block(product)?;
        let around = function.block_owner(body)?;
        let InstData::For { step, .. } = function.data(around) else { return None };
        // A step that may not be positive has a meaning of its own.
        let is_forward = is_forward(function, types, *step);
        let end = function.terminator(body)?;
        let InstData::Continue { operands: next } = function.data(end) else { return None };
        let insts: Vec<Inst> =
            function.insts(body).iter().copied().filter(|&inst| inst != end).collect();
        if !is_forward || !insts.iter().all(|&inst| only_reads(function, inst)) {
            return None;
        }
        let uses = function.count_uses();
        let result = function.single_result(product)?;
        let place = next.iter().position(|&value| value == result)?;
        if uses[result] != 1 {
            return None;
        }
        let accumulator = function.block_params(body)[place + 1];

        let late = late(function, &insts, product);
        let early: Vec<Inst> = insts.iter().copied().filter(|inst| !late.contains(inst)).collect();
        let late: Vec<Inst> = insts.iter().copied().filter(|inst| late.contains(inst)).collect();
        let after = users(function, &early, accumulator);
        let is_first_product = |inst: &Inst| is_product(function, *inst) && !after.contains(inst);
        let products: Vec<Inst> = early.iter().copied().filter(is_first_product).collect();
        if products.is_empty() {
            return None;
        }
        let needed = needed_by(function, &early, &products);
        let first: Vec<Inst> = early.iter().copied().filter(|inst| needed.contains(inst)).collect();
        let (without, with): (Vec<Inst>, Vec<Inst>) = early
            .iter()
            .copied()
            .filter(|inst| !needed.contains(inst))
            .partition(|inst| !after.contains(inst));
        let rest = [without, with].concat();

        let mut own: FxHashSet<Value> = function.block_params(body).iter().copied().collect();
        own.extend(early.iter().flat_map(|&inst| function.results(inst)));
        let mut crossing = Vec::new();
        for &inst in &late {
            function.data(inst).for_each_operand(|value| {
                if own.contains(&value) && !crossing.contains(&value) {
                    crossing.push(value);
                }
            });
        }
        // A token cannot be told apart from its iteration's.
        let is_token = |value: &Value| types.is_token(function.value_type(*value));
        if crossing.iter().any(is_token) {
            return None;
        }
        Some(Plan { around, body, place, accumulator, result, late, first, rest, crossing })
    }

    fn rewrite(&self, function: &mut Function, types: &mut TypeStore) {
        let InstData::For { lower_bound, upper_bound, step, init_values, unsigned, .. } =
            function.data(self.around).clone()
        else {
            return;
        };
        let end = function.terminator(self.body);
        let Some(InstData::Continue { operands: next }) = end.map(|end| function.data(end).clone())
        else {
            return;
        };
        let results = function.results(self.around).to_vec();
        let result_types: Vec<_> = results.iter().map(|&v| function.value_type(v)).collect();
        let params = function.block_params(self.body).to_vec();
        let (induction, carried) = (params[0], &params[1..]);
        let others = |values: &[Value]| -> Vec<Value> {
            let kept = values.iter().enumerate().filter(|(i, _)| *i != self.place);
            kept.map(|(_, &value)| value).collect()
        };
        let in_copy = |values: &[Value], map: &Substitution| -> Vec<Value> {
            values.iter().map(|value| map.get(value).copied().unwrap_or(*value)).collect()
        };

        let span = function.span(self.around);
        let mut b = Builder::before(function, types, self.around);
        let signedness = if unsigned { Signedness::Unsigned } else { Signedness::Signed };
        let any = b.cmpi(lower_bound, upper_bound, CmpPredicate::LessThan, signedness);
        let guard = b.open_if(any, &result_types);
        b.switch_to(guard.else_block);
        b.yield_(init_values.iter().copied());

        // The first iteration without the product.
        let mut map: Substitution = carried.iter().copied().zip(init_values.clone()).collect();
        map.insert(induction, lower_bound);
        copy_to(function, &self.first, guard.then_block, &mut map);
        copy_to(function, &self.rest, guard.then_block, &mut map);
        let mut inits = in_copy(&others(&next), &map);
        inits.extend(in_copy(&self.crossing, &map));

        // All others, each with the product of the one before.
        let by_one = constant_of(function, step) == Some(1);
        let mut b = Builder::new(function, types, guard.then_block, span);
        let second = match by_one {
            // One more than the lower bound is at most the upper one.
            true => b.addi(lower_bound, step, Overflow::None),
            false => {
                let left = b.subi(upper_bound, lower_bound, Overflow::None);
                let by = b.mini(step, left, Signedness::Unsigned);
                b.addi(lower_bound, by, Overflow::None)
            }
        };
        let inner = b.open_for(second, upper_bound, step, unsigned, &inits);
        let kept = others(carried).len();
        let before: Substitution =
            self.crossing.iter().copied().zip(inner.carried[kept..].iter().copied()).collect();
        let mut map: Substitution =
            others(carried).into_iter().zip(inner.carried.iter().copied()).collect();
        map.insert(induction, inner.induction);
        copy_to(function, &self.first, inner.body, &mut map);
        let mut of_late = before;
        copy_to(function, &self.late, inner.body, &mut of_late);
        map.insert(self.accumulator, of_late[&self.result]);
        copy_to(function, &self.rest, inner.body, &mut map);
        let mut values = in_copy(&others(&next), &map);
        values.extend(in_copy(&self.crossing, &map));
        Builder::new(function, types, inner.body, span).continue_(values);

        // The product of the last one.
        let mut of_late: Substitution =
            self.crossing.iter().copied().zip(inner.results[kept..].iter().copied()).collect();
        copy_to(function, &self.late, guard.then_block, &mut of_late);
        let mut values: SmallVec<[Value; 8]> = inner.results[..kept].into();
        values.insert(self.place, of_late[&self.result]);
        Builder::new(function, types, guard.then_block, span).yield_(values);

        for (old, new) in results.into_iter().zip(guard.results) {
            function.replace_all_uses(old, new);
        }
        function.remove_inst(self.around);
    }
}

/// The bits of a scalar that is constant, perhaps by way of assumptions.
fn constant_of(function: &Function, value: Value) -> Option<u64> {
    match function.def_data(value) {
        Some(InstData::Assume { value, .. }) => constant_of(function, *value),
        _ => constant(function, value)?.as_splat(),
    }
}

/// Whether a step is a positive constant.
fn is_forward(function: &Function, types: &TypeStore, step: Value) -> bool {
    let scalar = types.elem_scalar(function.value_type(step));
    let width = scalar.and_then(Scalar::int_width);
    let bits = constant_of(function, step);
    width.zip(bits).is_some_and(|(width, bits)| int::value(width, Signedness::Signed, bits) > 0)
}

fn is_product(function: &Function, inst: Inst) -> bool {
    matches!(function.data(inst), InstData::MmaF { .. } | InstData::MmaI { .. })
}

/// Whether all that an instruction does is to read, and control stays in it.
fn only_reads(function: &Function, inst: Inst) -> bool {
    let data = function.data(inst);
    let itself = match data.effect() {
        Effect::Pure | Effect::Partial | Effect::Read => true,
        Effect::Structured => !matches!(data, InstData::For { .. } | InstData::Loop { .. }),
        Effect::Terminator => matches!(data, InstData::Yield { .. }),
        Effect::Write | Effect::ReadWrite | Effect::Alloc | Effect::Io => false,
    };
    let inside = |&block: &Block| function.insts(block).iter().all(|&i| only_reads(function, i));
    itself && data.blocks().iter().all(inside)
}

/// A product and the instructions before it in its block whose results it alone needs.
fn late(function: &Function, insts: &[Inst], product: Inst) -> FxHashSet<Inst> {
    let mut late = FxHashSet::from_iter([product]);
    let (InstData::MmaF { rhs, .. } | InstData::MmaI { rhs, .. }) = function.data(product) else {
        return late;
    };
    let uses = function.count_uses();
    let mut at = *rhs;
    while let Some(inst) = function.def_inst(at).filter(|inst| insts.contains(inst)) {
        let results = function.results(inst);
        if uses[at] != 1 || results.iter().any(|&other| other != at && uses[other] != 0) {
            break;
        }
        late.insert(inst);
        match function.data(inst) {
            InstData::Permute { source, .. } | InstData::Reshape { source } => at = *source,
            _ => break,
        }
    }
    late
}

/// The instructions that need a value, by way of others too.
fn users(function: &Function, insts: &[Inst], value: Value) -> FxHashSet<Inst> {
    let mut values = FxHashSet::from_iter([value]);
    let mut found = FxHashSet::default();
    for &inst in insts {
        if uses_any(function, inst, &values) {
            found.insert(inst);
            values.extend(function.results(inst));
        }
    }
    found
}

fn uses_any(function: &Function, inst: Inst, values: &FxHashSet<Value>) -> bool {
    let data = function.data(inst);
    let inside = |&block: &Block| {
        function.insts(block).iter().any(|&inner| uses_any(function, inner, values))
    };
    data.operands().iter().any(|value| values.contains(value)) || data.blocks().iter().any(inside)
}

/// The instructions that others need, and those themselves.
fn needed_by(function: &Function, insts: &[Inst], by: &[Inst]) -> FxHashSet<Inst> {
    let mut needed: FxHashSet<Inst> = by.iter().copied().collect();
    for &inst in insts.iter().rev() {
        let values: FxHashSet<Value> = function.results(inst).iter().copied().collect();
        if insts.iter().any(|other| needed.contains(other) && uses_any(function, *other, &values)) {
            needed.insert(inst);
        }
    }
    needed
}
