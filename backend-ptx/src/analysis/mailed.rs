//! The numbers that one partition of a kernel has to hand to the others.
//!
//! Producer and consumers run the same control flow. A number from which it follows, or from which the places of operands do, may
//! be one that not every partition can compute. It is *mailed* then, in one of two ways:
//!
//! ```text
//! fetched    by the producer, that executes the instruction for all: an atomic operation is executed once, and a relaxed load may
//!            give another value each time
//! reported   by the consumers, that execute the instruction in program order: what follows from tiles, or from memory that they
//!            write or that an operation of another order than relaxed accesses
//! ```
//!
//! The producer waits for a reported number, and is ahead of the consumers with a fetched one. That changes nothing that other
//! threads can rely on if
//!
//! ```text
//! its order    is relaxed, and no operation of the kernel orders others
//! its memory   is accessed by no instruction that the consumers execute
//! its operands are known to the producer
//! ```
//!
//! In: a function. Out: the mailed instructions, as many of them fetched as possible.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::analysis::alias::AliasMap;
use ir::{
    Effect, Elem, Function, Inst, InstData, MemoryOrdering, Module, TypeKind, Value, ValueDef,
};

use crate::analysis::carried::carried;
use crate::analysis::slice::{follows, is_constant_load, producer_slice};

/// An instruction whose first result goes from one partition to the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mailed {
    pub inst: Inst,
    pub sender: Sender,
}

/// The partition that executes a mailed instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sender {
    Producer,
    Consumers,
}

/// The mailed instructions of a function, in program order.
pub fn mailed(module: &Module, function: &Function, aliases: &AliasMap) -> Vec<Mailed> {
    let mut found = candidates(module, function, aliases);
    loop {
        let slice = producer_slice(module, function, aliases, &found);
        let before = found.len();
        found.retain(|it| follows(function, &slice, it.inst));
        let fetched = fetched(&found);
        let unfit = found.iter().position(|it| {
            let is_known = slice[function.results(it.inst)[0]];
            let is_alone = || conflict(function, aliases, &fetched, it.inst).is_none();
            it.sender == Sender::Producer && !(is_known && is_alone())
        });
        match unfit {
            Some(number) => found[number].sender = Sender::Consumers,
            None if found.len() == before => return found,
            None => {}
        }
    }
}

/// Those that the producer executes.
pub fn fetched(mailed: &[Mailed]) -> Vec<Inst> {
    let fetched = mailed.iter().filter(|it| it.sender == Sender::Producer);
    fetched.map(|it| it.inst).collect()
}

/// The instructions that would be mailed, fetched if nothing else accesses their memory.
pub fn candidates(module: &Module, function: &Function, aliases: &AliasMap) -> Vec<Mailed> {
    let needed = Needed::of(module, function, aliases);
    let order = function.insts_in_order().into_iter();
    let found = order.filter(|&inst| {
        needed.is_boundary(inst) && needed.found.contains(function.results(inst)[0])
    });
    let sender = |inst| match is_fetchable(module, function, inst) {
        true => Sender::Producer,
        false => Sender::Consumers,
    };
    found.map(|inst| Mailed { inst, sender: sender(inst) }).collect()
}

/// Whether an instruction orders nothing, and gives one number of 32 or 64 bits.
pub fn is_fetchable(module: &Module, function: &Function, inst: Inst) -> bool {
    let is_alone = match function.data(inst) {
        InstData::AtomicRmwTko { mask: None, ordering, .. }
        | InstData::AtomicCasTko { mask: None, ordering, .. }
        | InstData::LoadPtrTko { mask: None, ordering, .. } => *ordering == MemoryOrdering::Relaxed,
        _ => false,
    };
    is_alone && matches!(number_bits(module, function, inst), Some(32 | 64))
}

/// The bits of the number that an instruction gives, if a word of shared memory takes it: 1, 32 or 64.
pub fn number_bits(module: &Module, function: &Function, inst: Inst) -> Option<u32> {
    let &result = function.results(inst).first()?;
    let TypeKind::Tile(tile) = module.types.kind(function.value_type(result)) else { return None };
    let bits = match tile.elem {
        Elem::Scalar(scalar) => scalar.bits(),
        Elem::Ptr(_) => 64,
        Elem::MultimemPtr(..) => return None,
    };
    (tile.rank() == 0 && matches!(bits, 1 | 32 | 64)).then_some(bits)
}

/// What a fetched instruction must not be executed apart from: an instruction that orders others, or one that is not fetched
/// and may access the same memory.
pub fn conflict(
    function: &Function,
    aliases: &AliasMap,
    fetched: &[Inst],
    inst: Inst,
) -> Option<Inst> {
    let accessed = function.data(inst).accessed();
    function.insts_in_order().into_iter().find(|other| {
        let data = function.data(*other);
        let accesses = matches!(data.effect(), Effect::Read | Effect::Write | Effect::ReadWrite);
        let may_meet = || match (accessed, data.accessed()) {
            (Some(one), Some(other)) => aliases.may_alias(one, other),
            _ => true,
        };
        accesses && (orders_others(data) || (!fetched.contains(other) && may_meet()))
    })
}

/// Whether an instruction orders accesses of others.
fn orders_others(data: &InstData) -> bool {
    match data.memory_ordering() {
        Some(MemoryOrdering::Weak | MemoryOrdering::Relaxed) => false,
        Some(MemoryOrdering::Acquire | MemoryOrdering::Release | MemoryOrdering::AcqRel) => true,
        None => true,
    }
}

/// The values from which it follows where the kernel leaves loops, and which tiles MMAs multiply, up to those that are mailed.
struct Needed<'a> {
    module: &'a Module,
    function: &'a Function,
    aliases: &'a AliasMap,
    /// The values that control flow hands to a value, and the conditions that decide which.
    sources: SecondaryMap<Value, Vec<Value>>,
    found: EntitySet<Value>,
}

impl<'a> Needed<'a> {
    fn of(module: &'a Module, function: &'a Function, aliases: &'a AliasMap) -> Needed<'a> {
        let (sources, found) = (SecondaryMap::new(), EntitySet::new());
        let mut needed = Needed { module, function, aliases, sources, found };
        let order = function.insts_in_order();
        order.iter().for_each(|&inst| needed.flow(inst));
        let is_mma = |inst: &&Inst| {
            matches!(
                function.data(**inst),
                InstData::MmaF { .. } | InstData::MmaI { .. } | InstData::MmaFScaled { .. }
            )
        };
        let operand = |&inst: &Inst| function.data(inst).operands().into_iter().take(2);
        let operands = order.iter().filter(is_mma).flat_map(operand).collect();
        let is_load = |inst: Inst| matches!(function.data(inst), InstData::LoadViewTko { .. });
        let tiles = needed.computed_from(operands, is_load);
        let mut roots: Vec<Value> = Vec::new();
        for &inst in &order {
            let data = function.data(inst);
            let leaves = matches!(
                data,
                InstData::Break { .. } | InstData::Continue { .. } | InstData::Return { .. }
            );
            let is_operand = is_load(inst) && tiles.contains(function.results(inst)[0]);
            if leaves || is_operand {
                roots.extend(deciding(function, inst));
            }
            if is_operand {
                roots.extend(data.operands());
            }
        }
        let is_reported = |inst| needed.is_boundary(inst) && !is_fetchable(module, function, inst);
        needed.found = needed.computed_from(roots, is_reported);
        needed
    }

    fn flow(&mut self, inst: Inst) {
        let function = self.function;
        let results = function.results(inst);
        let mut pairs: Vec<(Value, Value)> = Vec::new();
        let mut hand = |targets: &[Value], sources: &[Value]| {
            pairs.extend(targets.iter().copied().zip(sources.iter().copied()));
        };
        match function.data(inst) {
            InstData::For { init_values, body, lower_bound, upper_bound, step, .. } => {
                let params = function.block_params(*body);
                hand(&params[1..], init_values);
                hand(results, &params[1..]);
                for &bound in [lower_bound, upper_bound, step] {
                    hand(params, &vec![bound; params.len()]);
                }
            }
            InstData::Loop { init_values, body } => hand(function.block_params(*body), init_values),
            InstData::If { condition, .. } => hand(results, &vec![*condition; results.len()]),
            InstData::Yield { operands }
            | InstData::Continue { operands }
            | InstData::Break { operands } => pairs = carried(function, inst, operands),
            _ => {}
        }
        for (target, source) in pairs {
            self.sources[target].push(source);
        }
    }

    /// The values that these are computed from, without what some instructions take.
    fn computed_from(
        &self,
        mut pending: Vec<Value>,
        ends_at: impl Fn(Inst) -> bool,
    ) -> EntitySet<Value> {
        let mut found: EntitySet<Value> = EntitySet::new();
        while let Some(value) = pending.pop() {
            // Tokens order instructions, and no number follows from them.
            let is_token = self.module.types.is_token(self.function.value_type(value));
            if is_token || !found.insert(value) {
                continue;
            }
            pending.extend(&self.sources[value]);
            if let ValueDef::Result(inst, _) = self.function.def(value)
                && !ends_at(inst)
            {
                pending.extend(self.function.data(inst).operands());
            }
        }
        found
    }

    /// Whether an instruction gives a number that does not follow from numbers that every partition can compute.
    fn is_boundary(&self, inst: Inst) -> bool {
        let Needed { module, function, aliases, .. } = *self;
        let data = function.data(inst);
        let is_tile = |&operand: &Value| {
            module.types.as_tile(function.value_type(operand)).is_some_and(|tile| tile.rank() > 0)
        };
        let is_it = match data.effect() {
            Effect::Structured if matches!(data, InstData::Reduce { .. }) => true,
            Effect::Pure | Effect::Partial => data.operands().iter().any(is_tile),
            Effect::Read | Effect::ReadWrite => !is_constant_load(function, aliases, data),
            Effect::Write | Effect::Alloc | Effect::Io => false,
            Effect::Terminator | Effect::Structured => false,
        };
        is_it && number_bits(module, function, inst).is_some()
    }
}

/// The conditions and bounds that decide if an instruction is executed.
fn deciding(function: &Function, inst: Inst) -> Vec<Value> {
    let mut found = Vec::new();
    let mut at = inst;
    while let Some(owner) = function.inst_block(at).and_then(|block| function.block_owner(block)) {
        match function.data(owner) {
            InstData::If { condition, .. } => found.push(*condition),
            InstData::For { lower_bound, upper_bound, step, .. } => {
                found.extend([*lower_bound, *upper_bound, *step]);
            }
            _ => {}
        }
        at = owner;
    }
    found
}
