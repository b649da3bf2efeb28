//! Loops that count.
//!
//! ```text
//! r.. = loop (v = lo, p = init..) {               r.. = for v in (lo to hi, step s) (p = init..) {
//!   if v < hi { yield } else { break v, x.. }  =>
//!   ..                                              ..
//!   continue v + s, y..                             continue y..
//! }                                               }
//! ```
//!
//! This is where C++ loops over integers and over `ct::irange` become `for`, whose trip count
//! pipelining, unrolling and bounds analysis can see. The rewrite holds when
//!
//! - `hi` and `s` are defined outside, and `s` is positive;
//! - `v + s` cannot pass the end of its type: it carries the no-wrap flag of the comparison's
//!   signedness (a broken flag is undefined in the source), or `s` is 1;
//! - every `continue` of the loop counts on, and the comparison is its only exit;
//! - the values at the exit are carried ones, so that no turn and the last turn agree.
//!
//! The count itself, if it is used after the loop, is one more carried value.

use smallvec::SmallVec;

use super::Options;
use super::carried::{Exits, LoopExits, is_defined_in};
use crate::attrs::{Assumption, CmpPredicate, Signedness};
use crate::entities::{Block, Inst, Value};
use crate::module::{Function, ValueDef, ValueMap};
use crate::ops::{InstData, ValueList};
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, _: &mut TypeStore, _: &Options) -> bool {
    let mut changed = false;
    // Each rewrite may make an enclosing loop's exits visible, so the exits are found anew.
    for inst in function.insts_in_order().into_iter().rev() {
        if !matches!(function.data(inst), InstData::Loop { .. }) {
            continue;
        }
        let exits = Exits::of_loop(function, inst);
        if let Some(counted) = recognize(function, &exits, inst) {
            rewrite(function, inst, &counted, &exits);
            changed = true;
        }
    }
    changed
}

/// What a counting loop is made of.
struct Counted {
    /// The carried position that counts.
    position: usize,
    lower: Value,
    upper: Value,
    step: Value,
    unsigned: bool,
    /// The `if` that leaves the loop.
    exit_if: Inst,
    /// Which carried value each result is.
    results: SmallVec<[usize; 4]>,
}

fn recognize(function: &Function, exits: &LoopExits, inst: Inst) -> Option<Counted> {
    let InstData::Loop { init_values, body } = function.data(inst) else { return None };
    function.inst_block(inst)?;
    let body = *body;
    let [exit] = exits.breaks[..] else { return None };
    let params = function.block_params(body);
    let (exit_if, condition) = leading_exit(function, body, exit)?;
    let (counter, upper, unsigned) = comparison(function, condition)?;
    let ValueDef::Param(home, position) = function.def(counter) else { return None };
    if home != body || is_defined_in(function, upper, inst) {
        return None;
    }
    let InstData::Break { operands } = function.data(exit) else { return None };
    let results: SmallVec<[usize; 4]> = operands
        .iter()
        .map(|value| params.iter().position(|p| p == value))
        .collect::<Option<_>>()?;

    let mut step = None;
    for &terminator in &exits.continues {
        let InstData::Continue { operands } = function.data(terminator) else { return None };
        let by = increment(function, *operands.get(position)?, counter, unsigned)?;
        if is_defined_in(function, by, inst) || !same(function, *step.get_or_insert(by), by) {
            return None;
        }
    }
    let step = step?;
    if !is_positive(function, step, unsigned) {
        return None;
    }
    let lower = *init_values.get(position)?;
    Some(Counted { position, lower, upper, step, unsigned, exit_if, results })
}

/// The first instruction with regions in `body`, if it is the `if` whose only business is `exit`
/// and nothing before it has an effect; with the condition under which the loop goes on.
fn leading_exit(function: &Function, body: Block, exit: Inst) -> Option<(Inst, Condition)> {
    use crate::ops::Effect;
    let first =
        function.insts(body).iter().copied().find(|&inst| {
            !matches!(function.data(inst).effect(), Effect::Pure | Effect::Partial)
        })?;
    let InstData::If { condition, then_block, else_block } = *function.data(first) else {
        return None;
    };
    let is_only = |block: Block, inst: Inst| function.insts(block) == [inst];
    let falls = |block: Block| {
        let [last] = function.insts(block) else { return false };
        matches!(function.data(*last), InstData::Yield { operands } if operands.is_empty())
    };
    if !function.results(first).is_empty() {
        return None;
    }
    if is_only(then_block, exit) && falls(else_block) {
        return Some((first, Condition { value: condition, holds: false }));
    }
    if is_only(else_block, exit) && falls(then_block) {
        return Some((first, Condition { value: condition, holds: true }));
    }
    None
}

/// The loop goes on while `value` is `holds`.
struct Condition {
    value: Value,
    holds: bool,
}

/// `(counter, upper, unsigned)` of `counter < upper`.
fn comparison(function: &Function, condition: Condition) -> Option<(Value, Value, bool)> {
    let Condition { mut value, mut holds } = condition;
    loop {
        match function.def_data(value)? {
            // xor with true
            InstData::XorI { lhs, rhs } => {
                let (one, other) =
                    match (constant_int(function, *lhs), constant_int(function, *rhs)) {
                        (Some(_), None) => (*lhs, *rhs),
                        (None, Some(_)) => (*rhs, *lhs),
                        _ => return None,
                    };
                holds ^= constant_int(function, one)? != 0;
                value = other;
            }
            InstData::CmpI { lhs, rhs, predicate, signedness } => {
                let predicate = if holds { *predicate } else { predicate.negated() };
                let unsigned = *signedness == Signedness::Unsigned;
                return match predicate {
                    CmpPredicate::LessThan => Some((*lhs, *rhs, unsigned)),
                    CmpPredicate::GreaterThan => Some((*rhs, *lhs, unsigned)),
                    CmpPredicate::Equal
                    | CmpPredicate::NotEqual
                    | CmpPredicate::LessThanOrEqual
                    | CmpPredicate::GreaterThanOrEqual => None,
                };
            }
            _ => return None,
        }
    }
}

/// The step, if `next` is `counter + step` and cannot wrap.
fn increment(function: &Function, next: Value, counter: Value, unsigned: bool) -> Option<Value> {
    let InstData::AddI { lhs, rhs, overflow } = *function.def_data(next)? else { return None };
    let step = if lhs == counter {
        rhs
    } else if rhs == counter {
        lhs
    } else {
        return None;
    };
    let flagged = if unsigned { overflow.no_unsigned_wrap() } else { overflow.no_signed_wrap() };
    (flagged || constant_int(function, step) == Some(1)).then_some(step)
}

/// The value of an integer constant whose elements are all equal, as a signed number; of `i1` 0 or 1.
fn constant_int(function: &Function, value: Value) -> Option<i64> {
    let InstData::Constant { value } = function.def_data(value)? else { return None };
    let (bits, width) = (value.as_splat()?, value.elem().bits());
    if !value.elem().is_int() {
        return None;
    }
    let shift = 64 - width.max(2);
    Some(((bits << shift) as i64) >> shift)
}

/// The same value, or equal constants.
fn same(function: &Function, a: Value, b: Value) -> bool {
    a == b
        || matches!((constant_int(function, a), constant_int(function, b)), (Some(x), Some(y)) if x == y)
}

fn is_positive(function: &Function, step: Value, unsigned: bool) -> bool {
    if let Some(step) = constant_int(function, step) {
        return step > 0 || (unsigned && step != 0);
    }
    let mut value = step;
    while let Some(InstData::Assume { value: inner, predicate }) = function.def_data(value) {
        if matches!(predicate, Assumption::Bounded { lower: Some(1..), .. }) {
            return true;
        }
        value = *inner;
    }
    false
}

fn rewrite(function: &mut Function, inst: Inst, counted: &Counted, exits: &LoopExits) {
    let InstData::Loop { init_values, body } = function.data(inst).clone() else { return };
    let params: ValueList = function.block_params(body).into();
    let counter = params[counted.position];
    let is_read_later = counted.results.contains(&counted.position);

    // The body's first parameter is the induction variable; the counter stays as a carried value
    // only for uses after the loop, where it has gone one step further.
    let new_body = function.make_block();
    let induction_ty = function.value_type(counter);
    let induction = function.append_block_param(new_body, induction_ty);
    let mut map = ValueMap::new();
    let mut inits = ValueList::new();
    let mut kept: SmallVec<[usize; 4]> = SmallVec::new();
    for (index, &param) in params.iter().enumerate() {
        if index == counted.position {
            map.replace(param, induction);
            if !is_read_later {
                continue;
            }
        }
        let ty = function.value_type(param);
        let new = function.append_block_param(new_body, ty);
        if index != counted.position {
            map.replace(param, new);
        }
        inits.push(init_values[index]);
        kept.push(index);
    }
    for &terminator in &exits.continues {
        if let InstData::Continue { operands } = function.data_mut(terminator) {
            *operands = kept.iter().map(|&index| operands[index]).collect();
        }
    }
    // The exit goes; what stayed in its block is an empty yield.
    let mut insts = function.take_insts(body);
    insts.retain(|&other| other != counted.exit_if);
    function.detach(counted.exit_if);
    function.set_insts(new_body, insts);

    // The results of the new loop are all carried values, in order; the old results pick theirs.
    let result_types: SmallVec<[_; 4]> =
        inits.iter().map(|&init| function.value_type(init)).collect();
    let data = InstData::For {
        lower_bound: counted.lower,
        upper_bound: counted.upper,
        step: counted.step,
        init_values: inits,
        unsigned: counted.unsigned,
        body: new_body,
    };
    let span = function.span(inst);
    let new = function.make_inst(data, &result_types, span);
    function.insert_before(inst, new);
    let results: ValueList = function.results(inst).into();
    for (&old, &carried) in results.iter().zip(&counted.results) {
        if let Some(index) = kept.iter().position(|&index| index == carried) {
            map.replace(old, function.results(new)[index]);
        }
    }
    function.remove_inst(inst);
    function.replace_values(&map);
}
