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
//!
//! The accesses kept, and the steps that tokens are followed, are bounded: beyond [`MAX_PENDING`]
//! accesses, and
//! [`MAX_STEPS`] steps, there is a barrier whether it is needed or not. A kernel of n accesses then takes
//! time in proportion to n, however many ways lead to each.

use indexmap::IndexSet;
use ir::analysis::alias::AliasMap;
use ir::{Function, Inst, InstData, Value};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
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

/// Accesses between two barriers.
pub(super) const MAX_PENDING: usize = 256;
/// Values that the search for an earlier access looks at.
const MAX_STEPS: usize = 1024;

/// The accesses that other threads may not have finished.
#[derive(Clone, Default)]
pub struct Order {
    pending: IndexSet<Pending, FxBuildHasher>,
    /// There are others, which are not known: the next access waits for a barrier.
    has_more: bool,
}

impl Order {
    pub fn clear(&mut self) {
        self.pending.clear();
        self.has_more = false;
    }

    pub fn push(&mut self, access: Pending) {
        if self.pending.len() < MAX_PENDING {
            self.pending.insert(access);
        } else if !self.pending.contains(&access) {
            self.has_more = true;
        }
    }

    /// Adds what is pending on another way to the same point.
    pub fn merge(&mut self, other: &Order) {
        self.has_more |= other.has_more;
        for access in &other.pending {
            if !self.pending.contains(access) {
                self.push(access.clone());
            }
        }
    }

    /// Whether `access`, which takes `token`, must wait for a barrier.
    pub fn conflicts(
        &self,
        function: &Function,
        exits: &LoopExits,
        aliases: &AliasMap,
        access: &Pending,
        token: Option<Value>,
    ) -> bool {
        if self.has_more {
            return true;
        }
        let risky = |earlier: &&Pending| {
            (earlier.writes || access.writes)
                && aliases.may_alias(earlier.address, access.address)
                && (earlier.place.is_none() || earlier.place != access.place)
        };
        let risks: FxHashSet<Inst> =
            self.pending.iter().filter(risky).map(|earlier| earlier.inst).collect();
        !risks.is_empty() && may_follow(function, exits, token, &risks)
    }
}

/// What leaves each loop, or begins its next iteration.
#[derive(Default)]
pub struct LoopExits {
    breaks: FxHashMap<Inst, Vec<Inst>>,
    continues: FxHashMap<Inst, Vec<Inst>>,
}

impl LoopExits {
    pub fn of(function: &Function) -> LoopExits {
        let mut exits = LoopExits::default();
        let mut stack = vec![(function.entry_block, None)];
        while let Some((block, owner)) = stack.pop() {
            for &inst in function.insts(block) {
                let data = function.data(inst);
                let list = match data {
                    InstData::Break { .. } => Some(&mut exits.breaks),
                    InstData::Continue { .. } => Some(&mut exits.continues),
                    _ => None,
                };
                if let (Some(list), Some(owner)) = (list, owner) {
                    list.entry(owner).or_default().push(inst);
                }
                let is_loop = matches!(data, InstData::For { .. } | InstData::Loop { .. });
                let inner = if is_loop { Some(inst) } else { owner };
                stack.extend(data.blocks().iter().map(|&block| (block, inner)));
            }
        }
        exits
    }

    /// The operands with that number of every `break` of a loop.
    fn left_with(&self, function: &Function, owner: Inst, index: usize) -> Vec<Value> {
        operands_at(function, self.breaks.get(&owner), index)
    }

    /// The operands with that number of every `continue` of a loop.
    fn continued_with(&self, function: &Function, owner: Inst, index: usize) -> Vec<Value> {
        operands_at(function, self.continues.get(&owner), index)
    }
}

/// The operands with that number of instructions, not more than are looked at.
fn operands_at(function: &Function, insts: Option<&Vec<Inst>>, index: usize) -> Vec<Value> {
    let insts = insts.into_iter().flatten().take(MAX_STEPS + 1);
    insts.filter_map(|&inst| function.data(inst).operands().get(index).copied()).collect()
}

/// Whether the token of one of `earlier` reaches `token`, around loops too; `true` if that is far away.
pub(super) fn may_follow(
    function: &Function,
    exits: &LoopExits,
    token: Option<Value>,
    earlier: &FxHashSet<Inst>,
) -> bool {
    let mut seen = FxHashSet::default();
    let mut pending: Vec<Value> = token.into_iter().collect();
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        if seen.len() + pending.len() > MAX_STEPS {
            return true;
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
                        pending.extend(exits.continued_with(function, inst, index));
                    }
                    InstData::Loop { .. } => {
                        pending.extend(exits.left_with(function, inst, index));
                    }
                    _ if earlier.contains(&inst) => return true,
                    _ => {
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
                        pending.extend(exits.continued_with(function, owner, index - 1));
                    }
                    InstData::Loop { init_values, .. } => {
                        pending.extend(init_values.get(index));
                        pending.extend(exits.continued_with(function, owner, index));
                    }
                    _ => {}
                }
            }
        }
    }
    false
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
