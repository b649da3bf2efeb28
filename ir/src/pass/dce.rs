//! Removes what no effect depends on, carried values included.
//!
//! Liveness starts at effects (stores, atomics, prints, asserts, `return`) and goes backwards to
//! the operands. A structured op is live when something in it is or when a result is used; its
//! exits are then live as control, but a value that they pass is live only if the position that
//! receives it is: so a variable that a loop carries for its own sake dies, around cycles too.
//! `loop`s without effects are taken to end, as C++ allows ([intro.progress]).

use cranelift_entity::{EntitySet, SecondaryMap};

use super::Options;
use super::carried::Exits;
use crate::entities::{Block, Inst, Value};
use crate::module::{Function, ValueDef};
use crate::ops::{Effect, InstData, ValueList};
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, _: &mut TypeStore, _: &Options) -> bool {
    let liveness = Liveness::of(function);
    let mut changed = false;
    remove_dead_in_block(function, &liveness, function.entry_block, &mut changed);
    changed
}

/// How often each value is used by what an effect depends on.
pub(super) fn live_uses(function: &Function) -> SecondaryMap<Value, u32> {
    let live = Liveness::of(function);
    let exits = Exits::of(function);
    // What each passed value becomes: it matters where one of these is live.
    let mut receivers: SecondaryMap<Inst, Vec<Vec<Value>>> = SecondaryMap::new();
    let mut receive = |exit: Inst, values: &[Value]| {
        let lists = &mut receivers[exit];
        lists.resize(lists.len().max(values.len()), Vec::new());
        lists.iter_mut().zip(values).for_each(|(list, &value)| list.push(value));
    };
    for &inst in &function.insts_in_order() {
        let results = function.results(inst);
        match function.data(inst) {
            InstData::For { body, .. } => {
                let params: Vec<Value> =
                    function.block_params(*body).iter().skip(1).copied().collect();
                receive(inst, &params);
                receive(inst, results);
                for &exit in exits.continues[inst].iter().chain(&exits.breaks[inst]) {
                    receive(exit, &params);
                    receive(exit, results);
                }
            }
            InstData::Loop { body, .. } => {
                receive(inst, function.block_params(*body));
                exits.continues[inst]
                    .iter()
                    .for_each(|&exit| receive(exit, function.block_params(*body)));
                exits.breaks[inst].iter().for_each(|&exit| receive(exit, results));
            }
            InstData::If { then_block, else_block, .. } => {
                let ends = [*then_block, *else_block];
                for last in ends.into_iter().filter_map(|block| function.terminator(block)) {
                    if matches!(function.data(last), InstData::Yield { .. }) {
                        receive(last, results);
                    }
                }
            }
            _ => {}
        }
    }
    let mut uses = SecondaryMap::new();
    for &inst in &function.insts_in_order() {
        let matters = |index: usize| {
            let list = receivers[inst].get(index);
            list.is_none_or(|list| list.iter().any(|&value| live.values.contains(value)))
        };
        match function.data(inst) {
            InstData::For { init_values, .. } | InstData::Loop { init_values, .. } => {
                let mut passed = 0;
                for (index, &value) in init_values.iter().enumerate() {
                    passed += 1;
                    uses[value] += u32::from(matters(index));
                }
                // The bounds.
                let bounds = function.data(inst).operands();
                let others = bounds.len().saturating_sub(passed);
                bounds[..others].iter().for_each(|&value| uses[value] += 1);
            }
            InstData::Continue { operands }
            | InstData::Break { operands }
            | InstData::Yield { operands } => {
                for (index, &value) in operands.iter().enumerate() {
                    uses[value] += u32::from(matters(index));
                }
            }
            data if live.insts.contains(inst) => data.for_each_operand(|value| uses[value] += 1),
            _ => {}
        }
    }
    uses
}

struct Liveness {
    insts: EntitySet<Inst>,
    values: EntitySet<Value>,
}

/// The marking phase.
struct Marker<'a> {
    function: &'a Function,
    exits: Exits,
    /// The `for` or `loop` that each `continue` and `break` belongs to.
    target: SecondaryMap<Inst, Option<Inst>>,
    live: Liveness,
    insts: Vec<Inst>,
    values: Vec<Value>,
}

impl Liveness {
    fn of(function: &Function) -> Liveness {
        let exits = Exits::of(function);
        let mut target = SecondaryMap::new();
        let order = function.insts_in_order();
        for &inst in &order {
            for &exit in exits.continues[inst].iter().chain(&exits.breaks[inst]) {
                target[exit] = Some(inst);
            }
        }
        let live = Liveness { insts: EntitySet::new(), values: EntitySet::new() };
        let mut marker =
            Marker { function, exits, target, live, insts: Vec::new(), values: Vec::new() };
        for &inst in &order {
            let is_root = match function.data(inst).effect() {
                Effect::Write | Effect::ReadWrite | Effect::Io => true,
                Effect::Terminator => matches!(function.data(inst), InstData::Return { .. }),
                Effect::Pure
                | Effect::Partial
                | Effect::Read
                | Effect::Alloc
                | Effect::Structured => false,
            };
            if is_root {
                marker.mark_inst(inst);
            }
        }
        marker.propagate();
        marker.live
    }
}

impl Marker<'_> {
    fn mark_inst(&mut self, inst: Inst) {
        if self.live.insts.insert(inst) {
            self.insts.push(inst);
        }
    }

    fn mark_value(&mut self, value: Value) {
        if self.live.values.insert(value) {
            self.values.push(value);
        }
    }

    fn propagate(&mut self) {
        loop {
            if let Some(inst) = self.insts.pop() {
                self.visit_inst(inst);
            } else if let Some(value) = self.values.pop() {
                self.visit_value(value);
            } else {
                return;
            }
        }
    }

    /// What a live instruction needs besides the values it passes to positions.
    fn visit_inst(&mut self, inst: Inst) {
        let function = self.function;
        if let Some(owner) = function.inst_block(inst).and_then(|block| function.block_owner(block))
        {
            self.mark_inst(owner);
        }
        match function.data(inst) {
            InstData::For { lower_bound, upper_bound, step, .. } => {
                for value in [*lower_bound, *upper_bound, *step] {
                    self.mark_value(value);
                }
                self.mark_exits(inst);
            }
            InstData::Loop { .. } => self.mark_exits(inst),
            InstData::If { condition, .. } => self.mark_value(*condition),
            // The values follow the positions, in `visit_value`; the loop they leave is live
            // because it is around them.
            InstData::Continue { .. } | InstData::Break { .. } => {
                if let Some(owner) = self.target[inst] {
                    self.mark_inst(owner);
                }
            }
            InstData::Yield { operands } => {
                let owner = function.inst_block(inst).and_then(|b| function.block_owner(b));
                let combines = owner.is_some_and(|owner| {
                    matches!(function.data(owner), InstData::Reduce { .. } | InstData::Scan { .. })
                });
                if combines {
                    operands.iter().for_each(|&value| self.mark_value(value));
                }
            }
            data => data.for_each_operand(|value| self.mark_value(value)),
        }
        if let InstData::Reduce { body, .. } | InstData::Scan { body, .. } = function.data(inst)
            && let Some(last) = function.terminator(*body)
        {
            self.mark_inst(last);
        }
    }

    /// A live loop turns and ends where the program says.
    fn mark_exits(&mut self, inst: Inst) {
        let exits: Vec<Inst> =
            self.exits.continues[inst].iter().chain(&self.exits.breaks[inst]).copied().collect();
        exits.into_iter().for_each(|exit| self.mark_inst(exit));
    }

    fn visit_value(&mut self, value: Value) {
        let function = self.function;
        let passed = |terminator: Inst, index: usize| match function.data(terminator) {
            InstData::Continue { operands }
            | InstData::Break { operands }
            | InstData::Yield { operands } => operands.get(index).copied(),
            _ => None,
        };
        let mut needed = ValueList::new();
        match function.def(value) {
            ValueDef::Result(inst, index) => {
                self.mark_inst(inst);
                match function.data(inst) {
                    // Result and body parameter are one position: after no turn the one is the
                    // init, after some the other's last value.
                    InstData::For { body, .. } => {
                        needed.push(function.block_params(*body)[index + 1]);
                    }
                    InstData::Loop { .. } => {
                        let exits = &self.exits.breaks[inst];
                        needed.extend(exits.iter().filter_map(|&exit| passed(exit, index)));
                    }
                    InstData::If { then_block, else_block, .. } => {
                        for block in [*then_block, *else_block] {
                            let last = function.terminator(block);
                            let last = last
                                .filter(|&i| matches!(function.data(i), InstData::Yield { .. }));
                            needed.extend(last.and_then(|last| passed(last, index)));
                        }
                    }
                    _ => {}
                }
            }
            ValueDef::Param(block, index) => {
                let Some(owner) = function.block_owner(block) else { return };
                self.mark_inst(owner);
                let position = match function.data(owner) {
                    InstData::For { init_values, .. } => {
                        index.checked_sub(1).map(|i| (init_values[i], i))
                    }
                    InstData::Loop { init_values, .. } => Some((init_values[index], index)),
                    _ => None,
                };
                if let Some((init, position)) = position {
                    needed.push(init);
                    let exits = &self.exits.continues[owner];
                    needed.extend(exits.iter().filter_map(|&exit| passed(exit, position)));
                }
            }
        }
        needed.into_iter().for_each(|value| self.mark_value(value));
    }
}

fn remove_dead_in_block(
    function: &mut Function,
    live: &Liveness,
    block: Block,
    changed: &mut bool,
) {
    let mut kept = Vec::new();
    for inst in function.take_insts(block) {
        // The end of a live block stays, whatever it passes.
        if !live.insts.contains(inst) && !function.data(inst).is_terminator() {
            function.detach(inst);
            *changed = true;
            continue;
        }
        remove_dead_positions(function, live, inst, changed);
        for region in function.data(inst).blocks() {
            remove_dead_in_block(function, live, region, changed);
        }
        kept.push(inst);
    }
    function.set_insts(block, kept);
}

/// Drops dead positions of a structured op: inits, parameters, results, and what is passed.
fn remove_dead_positions(function: &mut Function, live: &Liveness, inst: Inst, changed: &mut bool) {
    let is_live = |value: &Value| live.values.contains(*value);
    let results: Vec<bool> = function.results(inst).iter().map(is_live).collect();
    let (carried, exits) = match function.data(inst) {
        InstData::For { body, .. } => {
            // Parameter and result of one position live and die together.
            let params = function.block_params(*body)[1..].iter().map(is_live);
            let positions: Vec<bool> = params.zip(&results).map(|(p, &r)| p || r).collect();
            (Some((*body, 1, positions.clone())), positions)
        }
        InstData::Loop { body, .. } => {
            let params = function.block_params(*body).iter().map(is_live).collect();
            (Some((*body, 0, params)), results)
        }
        InstData::If { .. } => (None, results),
        _ => return,
    };
    if let Some((body, first, positions)) = &carried
        && positions.contains(&false)
    {
        *changed = true;
        function.retain_block_params(*body, |i| i < *first || positions[i - first]);
        if let InstData::For { init_values, .. } | InstData::Loop { init_values, .. } =
            function.data_mut(inst)
        {
            retain(init_values, positions);
        }
    }
    let passes = |data: &InstData| match data {
        InstData::Continue { .. } => carried.as_ref().map(|(_, _, positions)| positions.clone()),
        InstData::Break { .. } | InstData::Yield { .. } => Some(exits.clone()),
        _ => None,
    };
    if exits.contains(&false) {
        *changed = true;
        function.retain_results(inst, |i| exits[i]);
    }
    let is_if = carried.is_none();
    for block in function.data(inst).blocks() {
        retain_passed(function, block, is_if, &passes);
    }
}

/// Drops dead operands of the terminators that belong to an op, in `block` and in what it nests.
fn retain_passed(
    function: &mut Function,
    block: Block,
    is_if: bool,
    passes: &impl Fn(&InstData) -> Option<Vec<bool>>,
) {
    for index in 0..function.insts(block).len() {
        let inst = function.insts(block)[index];
        let belongs = match function.data(inst) {
            InstData::Yield { .. } => is_if,
            InstData::Continue { .. } | InstData::Break { .. } => !is_if,
            // An inner branch may leave this loop, an inner loop may not.
            InstData::If { then_block, else_block, .. } if !is_if => {
                for inner in [*then_block, *else_block] {
                    retain_passed(function, inner, is_if, passes);
                }
                false
            }
            _ => false,
        };
        if !belongs {
            continue;
        }
        let Some(positions) = passes(function.data(inst)) else { continue };
        if let InstData::Continue { operands }
        | InstData::Break { operands }
        | InstData::Yield { operands } = function.data_mut(inst)
        {
            retain(operands, &positions);
        }
    }
}

fn retain(values: &mut ValueList, keep: &[bool]) {
    let mut index = 0;
    values.retain(|_| {
        index += 1;
        keep.get(index - 1).copied().unwrap_or(true)
    });
}
