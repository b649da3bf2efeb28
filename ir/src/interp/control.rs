//! Blocks, branches and loops.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::data::Data;
use super::prepare::InstFacts;
use super::run::{Outcome, Run};
use super::sanitize::Rule;
use super::trap::{Malformed, Stop, TrapKind};
use crate::attrs::Signedness;
use crate::entities::{Block, Inst, Value};
use crate::ops::InstData;
use crate::scalar::int;

/// The operands of a terminator.
pub(super) type Operands = SmallVec<[Data; 4]>;

/// Instructions after which a tile block asks whether the launch is interrupted.
const STEPS_OF_AN_INTERRUPT: u64 = 1 << 10;

/// How a block ended.
pub(super) enum Flow {
    Yield(Operands),
    Continue(Operands),
    Break(Operands),
    Return,
}

impl Run<'_> {
    /// Gives the parameters of `block` their values and executes it.
    pub fn run_block(
        &mut self,
        block: Block,
        args: impl IntoIterator<Item = Data>,
    ) -> Result<Flow, Stop> {
        let function = self.program.function;
        for (&param, arg) in function.block_params(block).iter().zip(args) {
            self.values[param].set(arg);
        }
        self.run_insts(function.insts(block))
    }

    /// Executes the instructions of a block.
    pub fn run_insts(&mut self, insts: &[Inst]) -> Result<Flow, Stop> {
        for &inst in insts {
            if let Some(flow) = self.step(inst)? {
                return Ok(flow);
            }
        }
        // The implicit terminator of a region without results.
        Ok(Flow::Yield(Operands::new()))
    }

    /// Executes an instruction. `Some` ends the block.
    fn step(&mut self, inst: Inst) -> Result<Option<Flow>, Stop> {
        self.inst = Some(inst);
        self.steps += 1;
        if self.steps >= self.next_check {
            self.check_steps()?;
        }
        let function = self.program.function;
        let facts = &self.program.prepared.facts[inst];
        self.worked = self.worked.saturating_add(facts.work);
        if self.worked > self.most_work {
            self.call_helpers();
        }
        let data = function.data(inst);
        match data {
            InstData::Yield { .. }
            | InstData::Continue { .. }
            | InstData::Break { .. }
            | InstData::Return { .. }
            | InstData::If { .. }
            | InstData::For { .. }
            | InstData::Loop { .. } => {
                let flow = self.step_control(inst, data)?;
                self.end_lives(facts);
                Ok(flow)
            }
            data => {
                let outcome = if self.is_sanitizing() && self.takes_tainted(data) {
                    self.execute_tainted(inst, data)?
                } else {
                    self.execute(inst, data)?
                };
                self.define_outcome(inst, outcome);
                self.end_lives(facts);
                Ok(None)
            }
        }
    }

    /// Executes an instruction that is control flow, apart from the others, which need less of the stack.
    #[inline(never)]
    fn step_control(&mut self, inst: Inst, data: &InstData) -> Result<Option<Flow>, Stop> {
        Ok(match data {
            InstData::Yield { operands } => Some(Flow::Yield(self.operands(operands))),
            InstData::Continue { operands } => Some(Flow::Continue(self.operands(operands))),
            InstData::Break { operands } => Some(Flow::Break(self.operands(operands))),
            InstData::If { condition, then_block, else_block } => {
                self.report_use(*condition);
                let taken = if self.scalar(*condition)? & 1 == 1 { then_block } else { else_block };
                match self.run_block(*taken, [])? {
                    Flow::Yield(results) => self.define(inst, results),
                    flow @ (Flow::Continue(_) | Flow::Break(_) | Flow::Return) => Some(flow),
                }
            }
            InstData::For { lower_bound, upper_bound, step, init_values, unsigned, body } => {
                let bounds = [*lower_bound, *upper_bound, *step];
                let signedness = if *unsigned { Signedness::Unsigned } else { Signedness::Signed };
                let carried = self.operands(init_values);
                bounds.iter().for_each(|&bound| self.report_use(bound));
                self.run_for(inst, bounds, signedness, carried, *body)?
            }
            InstData::Loop { init_values, body } => {
                let carried = self.operands(init_values);
                self.run_loop(inst, carried, *body)?
            }
            InstData::Return { .. } => Some(Flow::Return),
            _ => return Err(Malformed.into()),
        })
    }

    /// Checks whether the tile block has executed all that it may, and from time to time whether the launch is interrupted.
    #[cold]
    fn check_steps(&mut self) -> Result<(), Stop> {
        if self.shared.options.step_limit.is_some_and(|limit| self.steps > limit) {
            return Err(TrapKind::StepLimit.into());
        }
        if self.steps.is_multiple_of(STEPS_OF_AN_INTERRUPT) && (self.shared.is_interrupted)() {
            return Err(TrapKind::Interrupted.into());
        }
        self.plan_check();
        Ok(())
    }

    /// Finds the number of the next step before which to check.
    pub fn plan_check(&mut self) {
        let next = (self.steps / STEPS_OF_AN_INTERRUPT + 1) * STEPS_OF_AN_INTERRUPT;
        let limit = self.shared.options.step_limit.map(|limit| limit.saturating_add(1));
        self.next_check = limit.map_or(next, |limit| limit.min(next));
    }

    #[cold]
    fn call_helpers(&mut self) {
        self.most_work = u64::MAX;
        if let Some(call) = self.call_all.take() {
            call();
        }
    }

    /// Forgets the values that no later instruction uses.
    fn end_lives(&mut self, facts: &InstFacts) {
        for &value in &facts.last_uses {
            self.values[value].set(Data::Absent);
        }
        if !self.keeps_invariants {
            for &value in &facts.last_uses_of_invariants {
                self.values[value].set(Data::Absent);
            }
        }
    }

    pub fn operands(&self, values: &[Value]) -> Operands {
        values.iter().map(|&value| self.get(value).clone()).collect()
    }

    fn define(&mut self, inst: Inst, results: impl IntoIterator<Item = Data>) -> Option<Flow> {
        let function = self.program.function;
        for (&result, data) in function.results(inst).iter().zip(results) {
            self.values[result].set(data);
        }
        None
    }

    /// Results are stored one by one: the moves of an iterator over them would be a large part of a short instruction.
    #[inline]
    fn define_outcome(&mut self, inst: Inst, outcome: Outcome) {
        let results = self.program.function.results(inst);
        match (outcome, results) {
            (Outcome::One(data), [result, ..]) => self.values[*result].set(data),
            (Outcome::WithToken(data), [result, token, ..]) => {
                self.values[*result].set(data);
                self.values[*token].set(Data::Token);
            }
            (Outcome::WithToken(data), [result]) => self.values[*result].set(data),
            (Outcome::Many(found), results) => {
                for (&result, data) in results.iter().zip(found) {
                    self.values[result].set(data);
                }
            }
            (Outcome::Triple(found), results) => {
                for (&result, number) in results.iter().zip(found) {
                    self.values[result].set(Data::Splat(number.into()));
                }
            }
            (Outcome::Nothing, _) | (Outcome::One(_) | Outcome::WithToken(_), []) => {}
        }
    }

    /// The trip count is known before the first iteration, so an induction variable that would
    /// overflow ends the loop all the same.
    fn run_for(
        &mut self,
        inst: Inst,
        [lower, upper, step]: [Value; 3],
        signedness: Signedness,
        mut carried: Operands,
        body: Block,
    ) -> Result<Option<Flow>, Stop> {
        let width = self.width(lower)?;
        let value = |bits| int::value(width, signedness, bits);
        let (low, high) = (value(self.scalar(lower)?), value(self.scalar(upper)?));
        let step = value(self.scalar(step)?);
        if step <= 0 {
            self.report(Rule::LoopStep, &[], 0, || format!("step {step}"));
            if self.is_sanitizing() {
                return Ok(self.define(inst, carried));
            }
            return Err(TrapKind::LoopStep.into());
        }
        if low < high && high > value(width.max(signedness)) - step + 1 {
            self.report(Rule::LoopOverflow, &[], 0, || format!("{low} to {high}, step {step}"));
        }
        let mut induction = low;
        while induction.cmp(&high) == Ordering::Less {
            let variable = Data::Splat(int::truncate(width, induction as u64));
            let args = std::iter::once(variable).chain(carried);
            carried = match self.run_block(body, args)? {
                Flow::Continue(next) | Flow::Yield(next) => next,
                Flow::Break(_) => return Err(Malformed.into()),
                Flow::Return => return Ok(Some(Flow::Return)),
            };
            induction += step;
        }
        Ok(self.define(inst, carried))
    }

    fn run_loop(
        &mut self,
        inst: Inst,
        mut carried: Operands,
        body: Block,
    ) -> Result<Option<Flow>, Stop> {
        loop {
            carried = match self.run_block(body, carried)? {
                Flow::Continue(next) | Flow::Yield(next) => next,
                Flow::Break(results) => return Ok(self.define(inst, results)),
                Flow::Return => return Ok(Some(Flow::Return)),
            };
            if self.program.prepared.waits {
                std::thread::yield_now();
            }
        }
    }
}
