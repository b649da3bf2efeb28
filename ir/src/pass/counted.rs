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
//!
//! A loop that counts down counts up in w = -1 - v, which overflows for no v:
//!
//! ```text
//! r.. = loop (v = hi, p = init..) {               r.. = for w in (-1 - hi to -1 - lo, step s) (p = init..) {
//!   if v > lo { yield } else { break x.. }     =>   v = -1 - w
//!   ..                                              ..
//!   continue v - s, y..                             continue y..
//! }                                               }
//! ```
//!
//! Of `v >= lo` the upper bound is -lo, for a constant lo that is not the least number. The count is not used after the
//! loop.

use smallvec::SmallVec;

use super::Options;
use super::carried::{Exits, LoopExits, is_defined_in};
use crate::attrs::{Assumption, CmpPredicate, Overflow, Signedness};
use crate::builder::Builder;
use crate::entities::{Block, Inst, Value};
use crate::module::{Function, ValueDef, ValueMap};
use crate::ops::{InstData, ValueList};
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    let mut changed = false;
    // Each rewrite may make an enclosing loop's exits visible, so the exits are found anew.
    for inst in function.insts_in_order().into_iter().rev() {
        if !matches!(function.data(inst), InstData::Loop { .. }) {
            continue;
        }
        let exits = Exits::of_loop(function, inst);
        if let Some(counted) = recognize(function, &exits, inst, Wrapping::Excluded) {
            rewrite(function, types, inst, (&counted, &exits));
            changed = true;
        }
    }
    changed
}

/// The condition under which a loop counts up, as signed numbers: the step is positive, the sum of bound and step is at most one
/// more than the greatest number, and the bound is not negative if the comparison of the loop is unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountsWhere {
    pub start: Value,
    pub bound: Value,
    pub step: Value,
    pub unsigned: bool,
}

/// Makes `for` loops of those that count up under a condition which is accepted; the conditions. Where one does not hold, the
/// function does not mean what it did. The start of an unsigned comparison must not be negative.
pub fn count_where(
    function: &mut Function,
    types: &mut TypeStore,
    accepts: impl Fn(&Function, &TypeStore, &CountsWhere) -> bool,
) -> Vec<CountsWhere> {
    let mut conditions = Vec::new();
    for inst in function.insts_in_order().into_iter().rev() {
        if !matches!(function.data(inst), InstData::Loop { .. }) {
            continue;
        }
        let exits = Exits::of_loop(function, inst);
        let Some(mut counted) = recognize(function, &exits, inst, Wrapping::Tested) else {
            continue;
        };
        let Counted { start, bound, step, unsigned, .. } = counted;
        let condition = CountsWhere { start, bound, step, unsigned };
        if accepts(function, types, &condition) {
            counted.unsigned = false;
            rewrite(function, types, inst, (&counted, &exits));
            conditions.push(condition);
        }
    }
    conditions
}

/// What excludes that a count wraps around.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrapping {
    /// Flags and the step.
    Excluded,
    /// A test of the bound and the step.
    Tested,
}

/// What a counting loop is made of.
struct Counted {
    /// The carried position that counts.
    position: usize,
    /// The first count, and the bound of the comparison.
    start: Value,
    bound: Value,
    step: Value,
    unsigned: bool,
    direction: Direction,
    /// The `if` that leaves the loop.
    exit_if: Inst,
    /// Which carried value each result is.
    results: SmallVec<[usize; 4]>,
}

/// While which comparison of the count with the bound the loop goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    UpBelow,
    DownAbove,
    DownToIncluded,
}

fn recognize(
    function: &Function,
    exits: &LoopExits,
    inst: Inst,
    wrapping: Wrapping,
) -> Option<Counted> {
    let InstData::Loop { init_values, body } = function.data(inst) else { return None };
    function.inst_block(inst)?;
    let body = *body;
    let [exit] = exits.breaks[..] else { return None };
    let params = function.block_params(body);
    let (exit_if, condition) = leading_exit(function, body, exit)?;
    let (counter, bound, unsigned, direction) = comparison(function, condition, body)?;
    let ValueDef::Param(_, position) = function.def(counter) else { return None };
    let is_tested = wrapping == Wrapping::Tested;
    if is_defined_in(function, bound, inst) || (is_tested && direction != Direction::UpBelow) {
        return None;
    }
    let has_upper = match direction {
        Direction::UpBelow | Direction::DownAbove => true,
        Direction::DownToIncluded => {
            let least = i64::from(unsigned);
            constant_int(function, bound).is_some_and(|bound| bound >= least)
        }
    };
    if !has_upper {
        return None;
    }
    let InstData::Break { operands } = function.data(exit) else { return None };
    let results: SmallVec<[usize; 4]> = operands
        .iter()
        .map(|value| params.iter().position(|p| p == value))
        .collect::<Option<_>>()?;
    if direction != Direction::UpBelow && results.contains(&position) {
        return None;
    }

    let mut step = None;
    for &terminator in &exits.continues {
        let InstData::Continue { operands } = function.data(terminator) else { return None };
        let next = *operands.get(position)?;
        let (by, is_flagged) = increment(function, next, counter, (unsigned, direction))?;
        if !is_flagged && !is_tested {
            return None;
        }
        if is_defined_in(function, by, inst) || !same(function, *step.get_or_insert(by), by) {
            return None;
        }
    }
    let step = step?;
    if !is_tested && !is_positive(function, step, unsigned) {
        return None;
    }
    let start = *init_values.get(position)?;
    Some(Counted { position, start, bound, step, unsigned, direction, exit_if, results })
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

/// `(counter, bound, unsigned, direction)` of a comparison of a parameter of the body.
fn comparison(
    function: &Function,
    condition: Condition,
    body: Block,
) -> Option<(Value, Value, bool, Direction)> {
    let is_counter =
        |value: Value| matches!(function.def(value), ValueDef::Param(home, _) if home == body);
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
                let (small, large, is_equal) = match predicate {
                    CmpPredicate::LessThan => (*lhs, *rhs, false),
                    CmpPredicate::GreaterThan => (*rhs, *lhs, false),
                    CmpPredicate::LessThanOrEqual => (*lhs, *rhs, true),
                    CmpPredicate::GreaterThanOrEqual => (*rhs, *lhs, true),
                    CmpPredicate::Equal | CmpPredicate::NotEqual => return None,
                };
                return match is_equal {
                    false if is_counter(small) => {
                        Some((small, large, unsigned, Direction::UpBelow))
                    }
                    false if is_counter(large) => {
                        Some((large, small, unsigned, Direction::DownAbove))
                    }
                    true if is_counter(large) => {
                        Some((large, small, unsigned, Direction::DownToIncluded))
                    }
                    _ => None,
                };
            }
            _ => return None,
        }
    }
}

/// The step, if `next` is `counter + step`, or of a count down `counter - step`, and whether that cannot wrap.
fn increment(
    function: &Function,
    next: Value,
    counter: Value,
    (unsigned, direction): (bool, Direction),
) -> Option<(Value, bool)> {
    let (step, overflow) = match *function.def_data(next)? {
        InstData::AddI { lhs, rhs, overflow } if direction == Direction::UpBelow => {
            let step = if lhs == counter { Some(rhs) } else { (rhs == counter).then_some(lhs) };
            (step?, overflow)
        }
        InstData::SubI { lhs, rhs, overflow } if direction != Direction::UpBelow => {
            ((lhs == counter).then_some(rhs)?, overflow)
        }
        _ => return None,
    };
    let flagged = if unsigned { overflow.no_unsigned_wrap() } else { overflow.no_signed_wrap() };
    Some((step, flagged || constant_int(function, step) == Some(1)))
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
    // A launch has at least one tile block.
    matches!(function.def_data(value), Some(InstData::GetNumTileBlocks {}))
}

/// The bounds of the `for` loop, and minus one for a count down.
fn bounds(
    function: &mut Function,
    types: &mut TypeStore,
    inst: Inst,
    counted: &Counted,
) -> (Value, Value, Option<Value>) {
    if counted.direction == Direction::UpBelow {
        return (counted.start, counted.bound, None);
    }
    let mut b = Builder::before(function, types, inst);
    let ty = b.value_type(counted.start);
    let zero = b.const_bits(ty, 0);
    let one = b.const_bits(ty, 1);
    let minus_one = b.subi(zero, one, Overflow::None);
    let lower = b.subi(minus_one, counted.start, Overflow::None);
    let above = if counted.direction == Direction::DownAbove { minus_one } else { zero };
    let upper = b.subi(above, counted.bound, Overflow::None);
    (lower, upper, Some(minus_one))
}

fn rewrite(
    function: &mut Function,
    types: &mut TypeStore,
    inst: Inst,
    (counted, exits): (&Counted, &LoopExits),
) {
    let (lower_bound, upper_bound, minus_one) = bounds(function, types, inst, counted);
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
            if minus_one.is_none() {
                map.replace(param, induction);
            }
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
    let first = function.insts(new_body).first().copied();
    if let Some((minus_one, first)) = minus_one.zip(first) {
        let mut b = Builder::before(function, types, first);
        let down = b.subi(minus_one, induction, Overflow::None);
        map.replace(counter, down);
    }

    // The results of the new loop are all carried values, in order; the old results pick theirs.
    let result_types: SmallVec<[_; 4]> =
        inits.iter().map(|&init| function.value_type(init)).collect();
    let data = InstData::For {
        lower_bound,
        upper_bound,
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
