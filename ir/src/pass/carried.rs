//! Values that regions hand on without changing them.
//!
//! A front end that keeps its variables in SSA form carries every live variable through every
//! loop and branch. Most are never assigned there:
//!
//! ```text
//! r = for (p = init) { .. continue p }        =>   p := init, r := init
//! r = loop (p = init) { .. continue p .. }    =>   p := init
//! r = loop { .. break v .. break v .. }       =>   r := v      if v is defined outside
//! r = if c { .. yield v } else { .. yield v } =>   r := v      if v is defined outside
//! ```
//!
//! where "every `continue` passes `p`" may also be `init`, and a branch that leaves by `break`,
//! `continue` or `return` has no say. The pass goes from the inside out, so one walk sees a
//! variable through all nested regions; it repeats until nothing changes. The carried positions
//! themselves go away in `dce`, since they are unused.

use std::ops::Index;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Options;
use crate::entities::{Block, Inst, Value};
use crate::module::{Function, ValueDef, ValueMap};
use crate::ops::InstData;
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, _: &mut TypeStore, _: &Options) -> bool {
    let exits = Exits::of(function);
    let mut map = ValueMap::new();
    let mut changed = false;
    while prune_block(function, &exits, &mut map, function.entry_block) {
        changed = true;
    }
    function.replace_values(&map);
    changed
}

/// The terminators that leave each structured op or start its next turn.
pub(super) struct Exits {
    pub continues: ByLoop,
    pub breaks: ByLoop,
}

/// Terminators by their loops, which few instructions are.
#[derive(Default)]
pub(super) struct ByLoop(FxHashMap<Inst, SmallVec<[Inst; 2]>>);

impl Index<Inst> for ByLoop {
    type Output = [Inst];

    fn index(&self, owner: Inst) -> &[Inst] {
        self.0.get(&owner).map_or(&[], |exits| exits)
    }
}

impl Exits {
    pub(super) fn of(function: &Function) -> Exits {
        let mut exits = Exits { continues: ByLoop::default(), breaks: ByLoop::default() };
        exits.collect(function, function.entry_block, None);
        exits
    }

    /// Those of the loop `inst` alone: what one rewrite needs, without a walk over the function.
    pub(super) fn of_loop(function: &Function, inst: Inst) -> LoopExits {
        let mut exits = LoopExits::default();
        for region in function.data(inst).blocks() {
            exits.collect(function, region);
        }
        exits
    }

    fn collect(&mut self, function: &Function, block: Block, innermost: Option<Inst>) {
        for &inst in function.insts(block) {
            let inner = match (function.data(inst), innermost) {
                (InstData::Continue { .. }, Some(owner)) => {
                    self.continues.0.entry(owner).or_default().push(inst);
                    continue;
                }
                (InstData::Break { .. }, Some(owner)) => {
                    self.breaks.0.entry(owner).or_default().push(inst);
                    continue;
                }
                (InstData::For { .. } | InstData::Loop { .. }, _) => Some(inst),
                _ => innermost,
            };
            for region in function.data(inst).blocks() {
                self.collect(function, region, inner);
            }
        }
    }
}

/// The terminators that leave one loop or start its next turn.
#[derive(Default)]
pub(super) struct LoopExits {
    pub continues: SmallVec<[Inst; 2]>,
    pub breaks: SmallVec<[Inst; 2]>,
}

impl LoopExits {
    fn collect(&mut self, function: &Function, block: Block) {
        for &inst in function.insts(block) {
            match function.data(inst) {
                InstData::Continue { .. } => self.continues.push(inst),
                InstData::Break { .. } => self.breaks.push(inst),
                // Theirs are inside of them.
                InstData::For { .. } | InstData::Loop { .. } => {}
                data => {
                    for region in data.blocks() {
                        self.collect(function, region);
                    }
                }
            }
        }
    }
}

/// Operand number `index` of a terminator, as it is now.
fn passed(function: &Function, map: &ValueMap, terminator: Inst, index: usize) -> Option<Value> {
    match function.data(terminator) {
        InstData::Continue { operands }
        | InstData::Break { operands }
        | InstData::Yield { operands } => operands.get(index).map(|&value| map.get(value)),
        _ => None,
    }
}

fn prune_block(function: &Function, exits: &Exits, map: &mut ValueMap, block: Block) -> bool {
    let mut changed = false;
    for &inst in function.insts(block) {
        for region in function.data(inst).blocks() {
            changed |= prune_block(function, exits, map, region);
        }
        changed |= match function.data(inst) {
            InstData::For { init_values, body, .. } => {
                let params = &function.block_params(*body)[1..];
                prune_carried(function, exits, map, inst, init_values, params)
            }
            InstData::Loop { init_values, body } => {
                let params = function.block_params(*body);
                prune_carried(function, exits, map, inst, init_values, params)
                    | prune_results(function, map, inst, &exits.breaks[inst])
            }
            InstData::If { then_block, else_block, .. } => {
                let yields: SmallVec<[Inst; 2]> = [*then_block, *else_block]
                    .into_iter()
                    .filter_map(|block| function.terminator(block))
                    .filter(|&last| matches!(function.data(last), InstData::Yield { .. }))
                    .collect();
                prune_results(function, map, inst, &yields)
            }
            _ => false,
        };
    }
    changed
}

/// Replaces the carried values that every `continue` leaves as they are.
fn prune_carried(
    function: &Function,
    exits: &Exits,
    map: &mut ValueMap,
    inst: Inst,
    inits: &[Value],
    params: &[Value],
) -> bool {
    let mut changed = false;
    for (i, (&init, &param)) in inits.iter().zip(params).enumerate() {
        if map.get(param) != param {
            continue;
        }
        let init = map.get(init);
        let unchanged = exits.continues[inst].iter().all(|&terminator| {
            passed(function, map, terminator, i).is_some_and(|v| v == param || v == init)
        });
        if !unchanged {
            continue;
        }
        map.replace(param, init);
        // After no turn at all a `for` yields its inits, so here result and init agree too.
        if matches!(function.data(inst), InstData::For { .. }) {
            map.replace(function.results(inst)[i], init);
        }
        changed = true;
    }
    changed
}

/// Replaces the results that every exit gives the same value from outside.
fn prune_results(function: &Function, map: &mut ValueMap, inst: Inst, exits: &[Inst]) -> bool {
    let mut changed = false;
    let Some((&first, others)) = exits.split_first() else { return false };
    for (i, &result) in function.results(inst).iter().enumerate() {
        if map.get(result) != result {
            continue;
        }
        let Some(value) = passed(function, map, first, i) else { continue };
        let agree = others.iter().all(|&exit| passed(function, map, exit, i) == Some(value));
        if agree && !is_defined_in(function, value, inst) {
            map.replace(result, value);
            changed = true;
        }
    }
    changed
}

/// Whether `value` is defined inside a region of `inst`.
pub(super) fn is_defined_in(function: &Function, value: Value, inst: Inst) -> bool {
    match function.def(value) {
        ValueDef::Result(def, _) => function.is_inside(def, inst),
        ValueDef::Param(block, _) => match function.block_owner(block) {
            Some(owner) => owner == inst || function.is_inside(owner, inst),
            None => false,
        },
    }
}
