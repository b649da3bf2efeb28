//! Program order of memory accesses within a tile block.
//!
//! A tile block is one thread of execution, but its elements are handled by many hardware threads.
//! An access must therefore wait, by a barrier of the CTA, for earlier ones of *other* threads that
//! may touch the same addresses: a load for stores, a store for loads and stores.
//!
//! [`Order`] keeps the accesses since the last barrier. Two accesses need no barrier between them
//! if their pointers cannot meet, if no token leads from one to the other (the program does not order
//! them), or if they use the same pointers in the same layout, so that each address is touched by one
//! thread only.

use ir::analysis::alias::AliasMap;
use ir::{Function, Inst, InstData, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::linear::interned::{LayoutId, Layouts};
use crate::linear::layout::Axis;

/// An access since the last barrier.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pending {
    pub inst: Inst,
    pub writes: bool,
    /// The pointers or the view that it goes through.
    pub address: Value,
    pub place: Option<AccessFootprint>,
}

/// Addresses, and which thread uses which: the values that they are computed from, and the layout.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AccessFootprint {
    pub values: SmallVec<[Value; 4]>,
    pub layout: LayoutId,
}

impl AccessFootprint {
    /// Addresses made of `values`, or nothing if several threads hold the same element: they all
    /// load it, and one of them stores it.
    pub fn of(
        values: SmallVec<[Value; 4]>,
        layouts: &Layouts,
        layout: LayoutId,
    ) -> Option<AccessFootprint> {
        let of_one_thread =
            [Axis::Lane, Axis::Warp].iter().all(|&axis| layouts[layout].replicated_bits(axis) == 0);
        of_one_thread.then_some(AccessFootprint { values, layout })
    }
}

/// The accesses that other threads may not have finished.
#[derive(Clone, Default)]
pub struct Order {
    pending: Vec<Pending>,
}

impl Order {
    pub fn clear(&mut self) {
        self.pending.clear();
    }

    pub fn push(&mut self, access: Pending) {
        if !self.pending.contains(&access) {
            self.pending.push(access);
        }
    }

    /// Adds what is pending on another way to the same point.
    pub fn merge(&mut self, other: &Order) {
        for access in &other.pending {
            self.push(access.clone());
        }
    }

    /// Whether `access`, which takes `token`, must wait for a barrier.
    pub fn conflicts(
        &self,
        function: &Function,
        aliases: &AliasMap,
        access: &Pending,
        token: Option<Value>,
    ) -> bool {
        let risky = |earlier: &&Pending| {
            (earlier.writes || access.writes)
                && aliases.may_alias(earlier.address, access.address)
                && (earlier.place.is_none() || earlier.place != access.place)
        };
        if !self.pending.iter().any(|earlier| risky(&earlier)) {
            return false;
        }
        let before = ordered_before(function, token);
        self.pending.iter().filter(risky).any(|earlier| before.contains(&earlier.inst))
    }
}

/// The instructions whose tokens reach `token`, around loops too.
fn ordered_before(function: &Function, token: Option<Value>) -> FxHashSet<Inst> {
    let mut found = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut pending: Vec<Value> = token.into_iter().collect();
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        match function.def(value) {
            ir::ValueDef::Result(inst, index) => {
                let data = function.data(inst);
                match data {
                    InstData::If { then_block, else_block, .. } => {
                        for &block in [then_block, else_block] {
                            pending.extend(handed_on(function, block, index));
                        }
                    }
                    InstData::For { body, init_values, .. } => {
                        pending.extend(init_values.get(index));
                        pending.extend(function.block_params(*body).get(index + 1));
                        pending.extend(left_with(function, inst, index, false));
                    }
                    InstData::Loop { .. } => pending.extend(left_with(function, inst, index, true)),
                    _ => {
                        found.insert(inst);
                        pending.extend(
                            data.operands().iter().filter(|&&v| is_token(function, v, value)),
                        );
                    }
                }
            }
            ir::ValueDef::Param(block, index) => {
                let Some(owner) = function.block_owner(block) else { continue };
                match function.data(owner) {
                    InstData::For { init_values, .. } if index > 0 => {
                        pending.extend(init_values.get(index - 1));
                        pending.extend(left_with(function, owner, index - 1, false));
                    }
                    InstData::Loop { init_values, .. } => {
                        pending.extend(init_values.get(index));
                        pending.extend(left_with(function, owner, index, false));
                    }
                    _ => {}
                }
            }
        }
    }
    found
}

/// Whether an operand has the type of `token`, which is one.
fn is_token(function: &Function, operand: Value, token: Value) -> bool {
    function.value_type(operand) == function.value_type(token)
}

/// The operand that a block's `yield` hands on.
fn handed_on(function: &Function, block: ir::Block, index: usize) -> Option<Value> {
    match function.data(function.terminator(block)?) {
        InstData::Yield { operands } => operands.get(index).copied(),
        _ => None,
    }
}

/// The operands with that number of every `break` (or `continue`) of a loop.
fn left_with(function: &Function, owner: Inst, index: usize, breaks: bool) -> Vec<Value> {
    let mut found = Vec::new();
    let mut blocks: Vec<ir::Block> = function.data(owner).blocks().into_iter().collect();
    while let Some(block) = blocks.pop() {
        for &inst in function.insts(block) {
            match function.data(inst) {
                InstData::Break { operands } if breaks => found.extend(operands.get(index)),
                InstData::Continue { operands } if !breaks => found.extend(operands.get(index)),
                // A nested loop has its own.
                InstData::For { .. } | InstData::Loop { .. } => {}
                other => blocks.extend(other.blocks()),
            }
        }
    }
    found
}
