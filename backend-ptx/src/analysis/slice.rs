//! The values that a thread can compute without tiles and memory that is written.
//!
//! A scalar or view is *producible* if it follows from parameters, block numbers, constants and
//! memory that this kernel does not write by pure operations and by control flow that does so too:
//! the greatest set with
//!
//! ```text
//! v in P  =>  v is a scalar or a view, and
//!             v = pure op(u...)      =>  every u in P
//!             v = load u             =>  u in P, and nothing writes what u reaches
//!             v is carried by a loop =>  what it is carried from and the bounds are in P
//!             v is yielded by an if  =>  the yields and the condition are in P
//!             v = fetch u...         =>  every u in P
//! ```
//!
//! and with the numbers that the consumers report to it ([`mailed`](super::mailed)).

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::analysis::alias::AliasMap;
use ir::{
    Block, Effect, Function, Inst, InstData, MemoryOrdering, Module, TypeKind, Value, ValueDef,
};

use crate::analysis::carried::carried;
use crate::analysis::mailed::{Mailed, Sender};

/// The producible values, where some instructions are mailed.
pub fn producer_slice(
    module: &Module,
    function: &Function,
    aliases: &AliasMap,
    mailed: &[Mailed],
) -> SecondaryMap<Value, bool> {
    let holds = SecondaryMap::new();
    let mut set = ProducerSlice { module, function, aliases, mailed, holds, changed: true };
    let order = function.insts_in_order();
    let candidate = |value: Value| match module.types.kind(function.value_type(value)) {
        TypeKind::Tile(tile) => tile.num_elems() == 1 && tile.rank() == 0,
        TypeKind::TensorView(_) | TypeKind::PartitionView(_) | TypeKind::StridedView(_) => true,
        TypeKind::GatherScatterView(_) | TypeKind::Token => false,
    };
    for &param in function.block_params(function.entry_block) {
        set.holds[param] = candidate(param);
    }
    for &inst in &order {
        for &result in function.results(inst) {
            set.holds[result] = candidate(result);
        }
        for block in function.data(inst).blocks() {
            for &param in function.block_params(block) {
                set.holds[param] = candidate(param);
            }
        }
    }
    while std::mem::take(&mut set.changed) {
        for &inst in &order {
            set.visit(inst);
        }
    }
    set.holds
}

struct ProducerSlice<'a> {
    module: &'a Module,
    function: &'a Function,
    aliases: &'a AliasMap,
    mailed: &'a [Mailed],
    holds: SecondaryMap<Value, bool>,
    changed: bool,
}

impl ProducerSlice<'_> {
    fn drop(&mut self, value: Value) {
        self.changed |= std::mem::replace(&mut self.holds[value], false);
    }

    fn visit(&mut self, inst: Inst) {
        let function = self.function;
        let data = function.data(inst);
        if let Some(sender) = self.sender(inst) {
            return self.visit_mailed(inst, sender);
        }
        match data {
            InstData::For { lower_bound, upper_bound, step, init_values, body, .. } => {
                let bounded = [lower_bound, upper_bound, step].iter().all(|v| self.holds[**v]);
                let params = function.block_params(*body);
                if !bounded {
                    params.iter().chain(function.results(inst)).for_each(|&v| self.drop(v));
                }
                self.flow(&params[1..], init_values);
                self.flow(function.results(inst), &params[1..]);
            }
            InstData::Loop { init_values, body } => {
                self.flow(function.block_params(*body), init_values);
            }
            InstData::If { condition, .. } if !self.holds[*condition] => {
                function.results(inst).iter().for_each(|&v| self.drop(v));
            }
            InstData::If { .. } => {}
            InstData::Yield { operands }
            | InstData::Continue { operands }
            | InstData::Break { operands } => {
                for (target, operand) in carried(function, inst, operands) {
                    self.flow(&[target], &[operand]);
                }
            }
            InstData::Reduce { body, .. } | InstData::Scan { body, .. } => {
                let params = function.block_params(*body).iter();
                params.chain(function.results(inst)).for_each(|&v| self.drop(v));
            }
            _ => {
                let pure = match data.effect() {
                    Effect::Pure | Effect::Partial => true,
                    Effect::Read => is_constant_load(function, self.aliases, data),
                    Effect::Write | Effect::ReadWrite | Effect::Alloc => false,
                    Effect::Io | Effect::Terminator | Effect::Structured => false,
                };
                if !pure || !data.operands().iter().all(|&operand| self.holds[operand]) {
                    function.results(inst).iter().for_each(|&v| self.drop(v));
                }
            }
        }
    }

    /// Only the first result goes to the others.
    fn visit_mailed(&mut self, inst: Inst, sender: Sender) {
        let function = self.function;
        let data = function.data(inst);
        let is_token = |value: Value| self.module.types.is_token(function.value_type(value));
        let mut operands = data.operands().into_iter();
        let is_known = sender == Sender::Consumers
            || operands.all(|operand| is_token(operand) || self.holds[operand]);
        let unknown = function.results(inst).iter().skip(usize::from(is_known));
        let inner = data.blocks().into_iter().flat_map(|block| function.block_params(block));
        unknown.chain(inner).for_each(|&value| self.drop(value));
    }

    /// The partition that executes an instruction for the others, if it is mailed.
    fn sender(&self, inst: Inst) -> Option<Sender> {
        self.mailed.iter().find(|it| it.inst == inst).map(|it| it.sender)
    }

    fn flow(&mut self, targets: &[Value], sources: &[Value]) {
        for (&target, &source) in targets.iter().zip(sources) {
            if !self.holds[source] {
                self.drop(target);
            }
        }
    }
}

/// Whether an instruction loads through a pointer what no instruction writes, in whatever order.
pub fn is_constant_load(function: &Function, aliases: &AliasMap, data: &InstData) -> bool {
    matches!(data, InstData::LoadPtrTko { mask: None, .. })
        && is_load_of_constants(function, aliases, data)
}

/// Whether an instruction loads, through pointers or a view, what no instruction writes, in whatever order.
pub fn is_load_of_constants(function: &Function, aliases: &AliasMap, data: &InstData) -> bool {
    let (InstData::LoadPtrTko { source, token: None, ordering, .. }
    | InstData::LoadViewTko { view: source, token: None, ordering, .. }) = data
    else {
        return false;
    };
    let writes = |inst: Inst| {
        let other = function.data(inst);
        match other.effect() {
            Effect::Write | Effect::ReadWrite => {
                other.accessed().is_none_or(|to| aliases.may_alias(to, *source))
            }
            Effect::Pure | Effect::Partial | Effect::Read | Effect::Alloc => false,
            Effect::Io | Effect::Terminator | Effect::Structured => false,
        }
    };
    *ordering == MemoryOrdering::Weak && !function.insts_in_order().into_iter().any(writes)
}

/// The first instruction that leaves a loop or ends the kernel on a condition that the producer cannot compute.
pub fn exit_by_data(function: &Function, in_slice: &SecondaryMap<Value, bool>) -> Option<Inst> {
    function.insts_in_order().into_iter().find(|&inst| {
        let leaves = matches!(
            function.data(inst),
            InstData::Break { .. } | InstData::Continue { .. } | InstData::Return { .. }
        );
        leaves && !follows(function, in_slice, inst)
    })
}

/// Whether an instruction has blocks from which control flow leaves the block that it is in itself.
pub fn leaves(function: &Function, inst: Inst) -> bool {
    function.insts_inside(inst).into_iter().any(|other| match function.data(other) {
        InstData::Return { .. } => true,
        InstData::Break { .. } | InstData::Continue { .. } => {
            let around = loops_around(function, function.inst_block(other));
            around.first().is_none_or(|&owner| owner != inst && !function.is_inside(owner, inst))
        }
        _ => false,
    })
}

/// Whether control flow leaves a block of a branch otherwise than at its end, at any depth.
pub fn leaves_from(function: &Function, block: Block) -> bool {
    let is_yield = |last: Inst| matches!(function.data(last), InstData::Yield { .. });
    !function.terminator(block).is_some_and(is_yield)
        || function.insts(block).iter().any(|&inst| leaves(function, inst))
}

/// Whether everything that decides if an instruction is executed is producible.
pub fn follows(function: &Function, in_slice: &SecondaryMap<Value, bool>, inst: Inst) -> bool {
    let mut at = inst;
    while let Some(owner) = function.inst_block(at).and_then(|block| function.block_owner(block)) {
        let known = match function.data(owner) {
            InstData::If { condition, .. } => in_slice[*condition],
            InstData::For { lower_bound, upper_bound, step, .. } => {
                [lower_bound, upper_bound, step].iter().all(|value| in_slice[**value])
            }
            InstData::Loop { .. } => true,
            _ => false,
        };
        if !known {
            return false;
        }
        at = owner;
    }
    true
}

/// Whether a value is the same in all blocks of a launch, and at any point of the kernel.
pub fn is_invariant(function: &Function, value: Value) -> bool {
    is_computed_without(function, value, |data| matches!(data, InstData::GetTileBlockId { .. }))
}

/// Whether a value can be computed where the kernel begins.
pub fn is_known_at_entry(function: &Function, value: Value) -> bool {
    is_computed_without(function, value, |_| false)
}

/// Whether a value follows from parameters by pure operations, none of which `varies`.
fn is_computed_without(
    function: &Function,
    value: Value,
    varies: impl Fn(&InstData) -> bool,
) -> bool {
    let mut seen: EntitySet<Value> = EntitySet::new();
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        match function.def(value) {
            ValueDef::Param(block, _) if block == function.entry_block => {}
            ValueDef::Param(..) => return false,
            ValueDef::Result(inst, _) => {
                let data = function.data(inst);
                // An operation that is undefined for some operands is harmless if its result is
                // unused.
                let pure = matches!(data.effect(), Effect::Pure | Effect::Partial);
                if varies(data) || !pure || !data.blocks().is_empty() {
                    return false;
                }
                pending.extend(data.operands());
            }
        }
    }
    true
}

/// Whether an instruction is executed before another one each time: in a block around it, or in its own, in front of it.
pub fn precedes(function: &Function, first: Inst, second: Inst) -> bool {
    let around = function.inst_block(first);
    let mut inst = second;
    while let Some(block) = function.inst_block(inst) {
        if Some(block) == around {
            let insts = function.insts(block).iter();
            return insts.take_while(|&&other| other != inst).any(|&other| other == first);
        }
        let Some(owner) = function.block_owner(block) else { return false };
        inst = owner;
    }
    false
}

/// The instructions that compute values, from parameters on, in program order.
pub fn needed_for(function: &Function, values: impl Iterator<Item = Value>) -> Vec<Inst> {
    let mut needed: EntitySet<Inst> = EntitySet::new();
    let mut pending: Vec<Value> = values.collect();
    while let Some(value) = pending.pop() {
        if let Some(inst) = function.def_inst(value)
            && needed.insert(inst)
        {
            pending.extend(function.data(inst).operands());
        }
    }
    let order = function.insts_in_order().into_iter();
    order.filter(|&inst| needed.contains(inst)).collect()
}

/// The instructions of a `for` loop's body that compute values of it, in program order, where they are pure and follow from
/// the loop counter and from what is the same in all iterations; `None` if not.
pub fn in_iteration(
    function: &Function,
    body: Block,
    values: impl Iterator<Item = Value>,
) -> Option<Vec<Inst>> {
    let counter = function.block_params(body)[0];
    let mut needed: EntitySet<Inst> = EntitySet::new();
    let mut pending: Vec<Value> = values.collect();
    while let Some(value) = pending.pop() {
        match function.def(value) {
            ValueDef::Param(block, _) if block == body && value != counter => return None,
            ValueDef::Result(inst, _) if function.inst_block(inst) == Some(body) => {
                let data = function.data(inst);
                let is_pure = matches!(data.effect(), Effect::Pure | Effect::Partial);
                if !is_pure || !data.blocks().is_empty() {
                    return None;
                }
                if needed.insert(inst) {
                    pending.extend(data.operands());
                }
            }
            ValueDef::Param(..) | ValueDef::Result(..) => {}
        }
    }
    let insts = function.insts(body).iter().copied();
    Some(insts.filter(|&inst| needed.contains(inst)).collect())
}

/// The loops around a block, innermost first.
pub fn loops_around(function: &Function, mut block: Option<Block>) -> Vec<Inst> {
    let mut found = Vec::new();
    while let Some(owner) = block.and_then(|block| function.block_owner(block)) {
        if matches!(function.data(owner), InstData::For { .. } | InstData::Loop { .. }) {
            found.push(owner);
        }
        block = function.inst_block(owner);
    }
    found
}

/// The instructions that begin the next iteration of a loop.
pub fn continues(function: &Function, owner: Inst) -> Vec<Inst> {
    let is_continue = |&inst: &Inst| {
        matches!(function.data(inst), InstData::Continue { .. })
            && loops_around(function, function.inst_block(inst)).first() == Some(&owner)
    };
    function.insts_inside(owner).into_iter().filter(is_continue).collect()
}
