//! Control flow that constants decide.
//!
//! ```text
//! if true { A; yield v } else { B }       =>  A, results := v
//! if true { A; break v } else { B } rest  =>  A; break v
//! if c { yield a } else { yield b }       =>  select c, a, b          (rank-0 results)
//! for of no turn                          =>  results := inits
//! for of one turn, loop { A; break v }    =>  A, parameters := inits, results := v
//! ```

use super::Options;
use super::carried::Exits;
use crate::attrs::Signedness;
use crate::entities::{Block, Inst, Value};
use crate::fold::{constant, splat_bits};
use crate::module::{Function, ValueMap};
use crate::ops::InstData;
use crate::scalar::int;
use crate::types::TypeStore;

pub(super) fn run(function: &mut Function, types: &mut TypeStore, _: &Options) -> bool {
    let exits = Exits::of(function);
    let mut cx = Control { function, types, exits, map: ValueMap::new(), changed: false };
    let entry = cx.function.entry_block;
    cx.visit_block(entry);
    let Control { function, map, changed, .. } = cx;
    function.replace_values(&map);
    changed
}

struct Control<'a> {
    function: &'a mut Function,
    types: &'a mut TypeStore,
    exits: Exits,
    map: ValueMap,
    changed: bool,
}

impl Control<'_> {
    fn visit_block(&mut self, block: Block) {
        let mut out: Vec<Inst> = Vec::new();
        // The instructions still to do, the next one last.
        let mut todo = self.function.take_insts(block);
        todo.reverse();
        while let Some(inst) = todo.pop() {
            if out.last().is_some_and(|&last| self.function.data(last).is_terminator()) {
                self.function.detach(inst);
                self.changed = true;
                continue;
            }
            let map = &self.map;
            let data = self.function.data_mut(inst);
            data.for_each_operand_mut(|value| *value = map.get(*value));
            match self.inlined(inst) {
                Some(insts) => {
                    self.function.detach(inst);
                    self.changed = true;
                    todo.extend(insts.into_iter().rev());
                }
                None => {
                    for region in self.function.data(inst).blocks() {
                        self.visit_block(region);
                    }
                    self.branch_to_selects(inst, &mut out);
                    out.push(inst);
                }
            }
        }
        self.function.set_insts(block, out);
    }

    /// The instructions that `inst` comes down to; its results are mapped.
    fn inlined(&mut self, inst: Inst) -> Option<Vec<Inst>> {
        match self.function.data(inst).clone() {
            InstData::If { condition, then_block, else_block } => {
                let taken = splat_bits(self.function, condition)? != 0;
                let block = if taken { then_block } else { else_block };
                let mut insts = self.function.take_insts(block);
                // A branch that ends otherwise ends the block around it, too.
                if let Some(values) = self.take_end(&mut insts, |data| match data {
                    InstData::Yield { operands } => Some(operands.to_vec()),
                    _ => None,
                }) {
                    self.map_all(inst, &values);
                }
                Some(insts)
            }
            InstData::For { lower_bound, upper_bound, step, init_values, unsigned, body } => {
                match self.turns(lower_bound, upper_bound, step, unsigned)? {
                    0 => {
                        self.map_all(inst, &init_values);
                        Some(Vec::new())
                    }
                    1 => {
                        let mut params = vec![lower_bound];
                        params.extend(&init_values);
                        self.one_turn(inst, body, &params)
                    }
                    _ => None,
                }
            }
            InstData::Loop { init_values, body } => {
                let ends = self.function.terminator(body)?;
                matches!(self.function.data(ends), InstData::Break { .. }).then_some(())?;
                self.one_turn(inst, body, &init_values)
            }
            _ => None,
        }
    }

    /// How often a `for` with constant bounds turns: 0, 1, or 2 for more.
    fn turns(&self, lower: Value, upper: Value, step: Value, unsigned: bool) -> Option<u32> {
        let signedness = if unsigned { Signedness::Unsigned } else { Signedness::Signed };
        let number = |value: Value| {
            let constant = constant(self.function, value)?;
            let width = constant.elem().int_width()?;
            Some(int::value(width, signedness, constant.as_splat()?))
        };
        let (lower, upper) = (number(lower)?, number(upper)?);
        if lower >= upper {
            return Some(0);
        }
        let step = number(step)?;
        Some(if step > 0 && lower + step >= upper { 1 } else { 2 })
    }

    /// The body of a loop that turns once and has one exit, at the end of the body.
    fn one_turn(&mut self, inst: Inst, body: Block, params: &[Value]) -> Option<Vec<Inst>> {
        let exits = self.exits.continues[inst].len() + self.exits.breaks[inst].len();
        let ends_here = self.function.terminator(body).is_some_and(|last| {
            matches!(self.function.data(last), InstData::Continue { .. } | InstData::Break { .. })
        });
        if exits != 1 || !ends_here {
            return None;
        }
        for (&param, &value) in self.function.block_params(body).iter().zip(params) {
            self.map.replace(param, value);
        }
        let mut insts = self.function.take_insts(body);
        let values = self.take_end(&mut insts, |data| match data {
            InstData::Continue { operands } | InstData::Break { operands } => {
                Some(operands.to_vec())
            }
            _ => None,
        })?;
        self.map_all(inst, &values);
        Some(insts)
    }

    /// Takes the terminator off `insts` if it passes values, which it returns.
    fn take_end(
        &mut self,
        insts: &mut Vec<Inst>,
        passed: fn(&InstData) -> Option<Vec<Value>>,
    ) -> Option<Vec<Value>> {
        let values = passed(self.function.data(*insts.last()?))?;
        let last = insts.pop()?;
        self.function.detach(last);
        Some(values)
    }

    fn map_all(&mut self, inst: Inst, values: &[Value]) {
        for (&result, &value) in self.function.results(inst).iter().zip(values) {
            self.map.replace(result, value);
        }
    }

    /// Replaces results of an `if` whose branches only choose between two rank-0 values.
    fn branch_to_selects(&mut self, inst: Inst, out: &mut Vec<Inst>) {
        let InstData::If { condition, then_block, else_block } = *self.function.data(inst) else {
            return;
        };
        let yielded = |block: Block| match *self.function.insts(block) {
            [only] => match self.function.data(only) {
                InstData::Yield { operands } => Some(operands.clone()),
                _ => None,
            },
            _ => None,
        };
        let (Some(yes), Some(no)) = (yielded(then_block), yielded(else_block)) else { return };
        let span = self.function.span(inst);
        for i in 0..self.function.results(inst).len() {
            let result = self.function.results(inst)[i];
            let ty = self.function.value_type(result);
            let is_scalar = self.types.as_tile(ty).is_some_and(|tile| tile.rank() == 0);
            let (Some(&val_if_true), Some(&val_if_false)) = (yes.get(i), no.get(i)) else { return };
            if !is_scalar || self.map.get(result) != result {
                continue;
            }
            let data = InstData::Select { cond: condition, val_if_true, val_if_false };
            let select = self.function.make_inst(data, &[ty], span);
            out.push(select);
            self.map.replace(result, self.function.results(select)[0]);
            self.changed = true;
        }
    }
}
