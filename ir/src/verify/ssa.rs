//! Structure: terminators, dominance, what goes in and out of regions.

use cranelift_entity::SecondaryMap;

use super::Checker;
use crate::codes;
use crate::entities::{Block, Inst, Type, Value};
use crate::module::Function;
use crate::ops::{Effect, InstData};

pub(super) fn check(checker: &mut Checker<'_>) {
    let function = checker.function;
    let mut scope = Scope { visible: SecondaryMap::with_default(false), around: Vec::new() };
    scope.visible.resize(function.num_values());
    if function.params.len() != function.block_params(function.entry_block).len() {
        let rule = "parameters and parameters of the entry block differ in number";
        checker.report_function(codes::BAD_REGION, rule);
    }
    check_block(checker, &mut scope, function.entry_block);
}

/// Where the walk is.
struct Scope {
    /// The values that are defined here.
    visible: SecondaryMap<Value, bool>,
    /// The structured ops around the block, outermost first.
    around: Vec<Inst>,
}

fn check_block(checker: &mut Checker<'_>, scope: &mut Scope, block: Block) {
    let function = checker.function;
    let insts = function.insts(block);
    let params = function.block_params(block);
    for &param in params {
        scope.visible[param] = true;
    }
    match insts.last() {
        Some(&last) if function.data(last).is_terminator() => {}
        Some(&last) => checker.report(codes::BAD_BLOCK, last, "the block ends without terminator"),
        None => match function.block_owner(block) {
            Some(owner) => checker.report(codes::BAD_BLOCK, owner, "a region is empty"),
            None => checker.report_function(codes::BAD_BLOCK, "the body is empty"),
        },
    }
    for (i, &inst) in insts.iter().enumerate() {
        let data = function.data(inst);
        if data.is_terminator() && i + 1 != insts.len() {
            checker.report(codes::BAD_BLOCK, inst, "a terminator must be the last op of its block");
        }
        let mut undefined = false;
        data.for_each_operand(|operand| {
            undefined |= !function.is_valid_value(operand) || !scope.visible[operand];
        });
        if undefined {
            let rule = "an operand is not defined on every way to here";
            checker.report(codes::NOT_DOMINATED, inst, rule);
            continue;
        }
        if data.is_terminator() {
            check_terminator(checker, scope, inst);
        }
        check_regions(checker, inst);
        scope.around.push(inst);
        for region in data.blocks() {
            check_block(checker, scope, region);
        }
        scope.around.pop();
        for &result in function.results(inst) {
            scope.visible[result] = true;
        }
    }
    for &inst in insts {
        for &result in function.results(inst) {
            scope.visible[result] = false;
        }
    }
    for &param in params {
        scope.visible[param] = false;
    }
}

/// The types of values.
fn types(function: &Function, values: &[Value]) -> Vec<Type> {
    values.iter().map(|&value| function.value_type(value)).collect()
}

fn check_terminator(checker: &mut Checker<'_>, scope: &Scope, inst: Inst) {
    let function = checker.function;
    let around = |inst: Inst| function.data(inst);
    let innermost_loop = scope
        .around
        .iter()
        .rev()
        .copied()
        .take_while(|&inst| {
            !matches!(around(inst), InstData::Reduce { .. } | InstData::Scan { .. })
        })
        .find(|&inst| matches!(around(inst), InstData::For { .. } | InstData::Loop { .. }));
    match function.data(inst) {
        InstData::Return { operands } => {
            let in_combine = |&inst: &Inst| !matches!(around(inst), InstData::If { .. });
            if scope.around.iter().any(in_combine) {
                checker.report(codes::BAD_BLOCK, inst, "a kernel may not return out of a loop");
            } else if !operands.is_empty() {
                checker.report(codes::BAD_REGION, inst, "a kernel cannot have results");
            }
        }
        InstData::Break { operands } => match innermost_loop.map(|owner| (owner, around(owner))) {
            Some((owner, InstData::Loop { .. })) => {
                let results = types(function, function.results(owner));
                if types(function, operands) != results {
                    let rule = "the values differ in type or number from the results of the loop";
                    checker.report(codes::BAD_REGION, inst, rule);
                }
            }
            _ => checker.report(codes::BAD_BLOCK, inst, "the innermost loop must be a `loop`"),
        },
        InstData::Continue { operands } => match innermost_loop.map(around) {
            Some(InstData::For { init_values, .. } | InstData::Loop { init_values, .. }) => {
                if types(function, operands) != types(function, init_values) {
                    let rule = "the values differ in type or number from the carried ones";
                    checker.report(codes::BAD_REGION, inst, rule);
                }
            }
            _ => checker.report(codes::BAD_BLOCK, inst, "it must be nested in a loop"),
        },
        InstData::Yield { operands } => check_yield(checker, scope, inst, operands),
        _ => {}
    }
}

fn check_yield(checker: &mut Checker<'_>, scope: &Scope, inst: Inst, operands: &[Value]) {
    let function = checker.function;
    let Some(&owner) = scope.around.last() else {
        return checker.report(codes::BAD_BLOCK, inst, "it must end a region");
    };
    let expected = match function.data(owner) {
        InstData::If { .. } => types(function, function.results(owner)),
        InstData::Reduce { body, .. } | InstData::Scan { body, .. } => {
            let params = function.block_params(*body);
            params.iter().skip(1).step_by(2).map(|&param| function.value_type(param)).collect()
        }
        _ => {
            let rule = "it may only end the body of an `if`, `reduce` or `scan`";
            return checker.report(codes::BAD_BLOCK, inst, rule);
        }
    };
    if types(function, operands) != expected {
        let rule = "the values differ in type or number from what the op around expects";
        checker.report(codes::BAD_REGION, inst, rule);
    }
}

/// What a structured op hands to its regions.
fn check_regions(checker: &mut Checker<'_>, inst: Inst) {
    let function = checker.function;
    let data = function.data(inst);
    for block in data.blocks() {
        if function.block_owner(block) != Some(inst) {
            checker.report(codes::BAD_REGION, inst, "a region belongs to another op");
        }
    }
    match data {
        InstData::For { lower_bound, init_values, body, .. } => {
            let mut expected = vec![function.value_type(*lower_bound)];
            expected.extend(types(function, init_values));
            if types(function, function.block_params(*body)) != expected {
                let rule = "the body must take the induction variable and the carried values";
                checker.report(codes::BAD_REGION, inst, rule);
            }
        }
        InstData::Loop { init_values, body } => {
            let params = types(function, function.block_params(*body));
            if params != types(function, init_values) {
                checker.report(codes::BAD_REGION, inst, "the body must take the carried values");
            }
        }
        InstData::If { then_block, else_block, .. } => {
            let blocks = [*then_block, *else_block];
            if blocks.iter().any(|&block| !function.block_params(block).is_empty()) {
                checker.report(codes::BAD_REGION, inst, "a branch cannot have parameters");
            }
        }
        InstData::Reduce { operands, body, .. } | InstData::Scan { operands, body, .. } => {
            let (operands, body) = (operands.clone(), *body);
            check_combine_body(checker, inst, &operands, body);
        }
        _ => {}
    }
    let carries_view =
        |values: &[Value]| values.iter().any(|&v| checker.types.is_view(function.value_type(v)));
    if !data.blocks().is_empty() && carries_view(function.results(inst)) {
        checker.report(codes::BAD_REGION, inst, "views cannot leave a region");
    }
}

/// The body of a reduction: rank-0 (element, accumulator) pairs, and nothing but computation.
fn check_combine_body(checker: &mut Checker<'_>, inst: Inst, operands: &[Value], body: Block) {
    let function = checker.function;
    let mut expected = Vec::new();
    for &operand in operands {
        let ty = function.value_type(operand);
        let scalar = checker.types.with_dims(ty, &[]).unwrap_or(ty);
        expected.extend([scalar, scalar]);
    }
    if types(function, function.block_params(body)) != expected {
        let rule = "the body must take a rank-0 element and accumulator per operand";
        checker.report(codes::BAD_REGION, inst, rule);
    }
    check_computes(checker, body);
}

/// Nothing in the body of a reduction has an effect, in its branches neither.
fn check_computes(checker: &mut Checker<'_>, block: Block) {
    let function = checker.function;
    for &inner in function.insts(block) {
        let data = function.data(inner);
        let pure = match data.effect() {
            Effect::Pure | Effect::Partial => true,
            Effect::Terminator => matches!(data, InstData::Yield { .. }),
            Effect::Structured => matches!(data, InstData::If { .. }),
            Effect::Read | Effect::Write | Effect::ReadWrite | Effect::Alloc | Effect::Io => false,
        };
        if !pure {
            checker.report(codes::BAD_REGION, inner, "the body of a reduction may only compute");
        } else {
            for region in data.blocks() {
                check_computes(checker, region);
            }
        }
    }
}
