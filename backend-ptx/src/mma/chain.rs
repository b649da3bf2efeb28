//! Which MMAs are computed from the results of others.

use cranelift_entity::EntitySet;
use ir::{Block, Function, Inst, InstData, Value};
use rustc_hash::FxHashSet;

/// The A operand of an MMA.
fn left(function: &Function, inst: Inst) -> Option<Value> {
    match function.data(inst) {
        InstData::MmaF { lhs, .. }
        | InstData::MmaI { lhs, .. }
        | InstData::MmaFScaled { lhs, .. } => Some(*lhs),
        _ => None,
    }
}

/// The MMAs that a value is computed from, without those before a loop.
pub fn mmas_behind(function: &Function, value: Value) -> FxHashSet<Inst> {
    walk_back(function, function.def_inst(value).into_iter().collect())
}

/// The MMAs that results of instructions are computed from, these among them.
fn walk_back(function: &Function, mut open: Vec<Inst>) -> FxHashSet<Inst> {
    let mut seen = FxHashSet::default();
    while let Some(inst) = open.pop() {
        if seen.insert(inst) && left(function, inst).is_none() {
            let data = function.data(inst);
            open.extend(data.operands().iter().filter_map(|&operand| function.def_inst(operand)));
            // What a branch gives is computed in it.
            if let InstData::If { then_block, else_block, .. } = data {
                open.extend(function.insts(*then_block).iter().chain(function.insts(*else_block)));
            }
        }
    }
    seen.retain(|&inst| left(function, inst).is_some());
    seen
}

/// The MMAs whose A operand is computed from another MMA, and those that it is computed from; loops may carry what is
/// between them.
///
/// In attention both have whole rows in a warp then: the fragment of the first is, rounded, that
/// of the second's A operand, and what is reduced along rows stays in the warp.
pub struct Chained {
    chained: EntitySet<Inst>,
    /// MMAs and what is computed from one.
    from_mma: EntitySet<Inst>,
}

impl Chained {
    /// Goes through each instruction twice, however many MMAs there are.
    pub fn of(function: &Function) -> Chained {
        let order = function.insts_in_order();
        let mut from_mma: EntitySet<Inst> = EntitySet::new();
        mark_results(function, function.entry_block, &mut from_mma);
        let mut chained: EntitySet<Inst> = EntitySet::new();
        let mut open: Vec<Inst> = Vec::new();
        for &inst in &order {
            let Some(def) = left(function, inst).and_then(|lhs| function.def_inst(lhs)) else {
                continue;
            };
            if from_mma.contains(def) {
                chained.insert(inst);
            }
            open.push(def);
        }
        let behind = walk_back(function, open);
        for &inst in &order {
            if behind.contains(&inst) {
                chained.insert(inst);
            }
        }
        Chained { chained, from_mma }
    }

    pub fn contains(&self, inst: Inst) -> bool {
        self.chained.contains(inst)
    }

    /// Whether a value is computed from an MMA that is not before a loop: [`mmas_behind`] finds some.
    pub fn follows_mma(&self, function: &Function, value: Value) -> bool {
        function.def_inst(value).is_some_and(|def| self.from_mma.contains(def))
    }
}

/// Marks the instructions of a block that are MMAs or whose results are computed from one.
fn mark_results(function: &Function, block: Block, marked: &mut EntitySet<Inst>) {
    for &inst in function.insts(block) {
        let data = function.data(inst);
        for inner in data.blocks() {
            mark_results(function, inner, marked);
        }
        let mut found = left(function, inst).is_some();
        data.for_each_operand(|operand| {
            found |= function.def_inst(operand).is_some_and(|def| marked.contains(def));
        });
        if let InstData::If { then_block, else_block, .. } = data {
            let mut inner = function.insts(*then_block).iter().chain(function.insts(*else_block));
            found |= inner.any(|&inst| marked.contains(inst));
        }
        if found {
            marked.insert(inst);
        }
    }
}
