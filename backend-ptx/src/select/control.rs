//! Loops and branches.
//!
//! Conditions and bounds are single numbers that every thread holds alike, so all threads of a CTA
//! take the same way and barriers may stand anywhere. Values that a loop carries stay in one set
//! of registers, written at the end of each iteration; values that a branch yields are written at
//! its end.

use cranelift_entity::EntitySet;
use ir::{Block, Elem, Inst, InstData, Signedness, Value};
use lang::base::Severity;

use crate::linear::interned::LayoutId;
use crate::ptx::inst::{Label, Op};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Uniform};
use crate::schedule::build::mma_waits::branches_beside_mmas;
use crate::select::arith::integer::int_types;
use crate::select::memory::element;
use crate::select::memory::order::Order;
use crate::select::memory::scratch::Reading;
use crate::select::mma::tensor_memory::Accumulator;
use crate::select::pipeline::tile_scheduler::PersistentTileScheduler;
use crate::select::{Cx, Select, Unsupported, family};

/// Where values are handed on.
pub type Carried = Vec<(Value, Carrier)>;

/// Where a value is handed on.
#[derive(Clone)]
pub enum Carrier {
    /// It is not a tile, or no thread of this partition holds it.
    Nowhere,
    Registers(LayoutId, Vec<Reg>),
    TensorMemory(Accumulator),
}

/// Where `yield`, `continue` and `break` go.
pub struct Exit {
    owner: Inst,
    /// Targets of `yield` or `break`.
    results: Carried,
    done: Label,
    /// Targets of `continue`.
    next: Option<(Carried, Label)>,
    /// What may be pending, and being read, where control comes together at `done`.
    order: Order,
    reading: Reading,
    /// Whether anything goes to `done`.
    is_reached: bool,
}

impl Cx<'_> {
    /// Selects an operation of the family `control_ops`.
    pub(in crate::select) fn control_inst(&mut self, inst: Inst) -> Select<()> {
        let data = self.function.data(inst);
        match data {
            InstData::For { .. } => self.for_loop(inst),
            InstData::Loop { .. } => self.infinite_loop(inst),
            InstData::If { .. } => self.branch(inst),
            InstData::Yield { operands }
            | InstData::Continue { operands }
            | InstData::Break { operands } => self.leave(inst, operands),
            InstData::Return { .. } => {
                self.ret();
                Ok(())
            }
            not_control_ops!() => Err(family::misplaced(data)),
        }
    }

    /// Fresh registers for values in their defining layout layouts; sums of MMAs may have other places.
    fn carried_registers(&mut self, values: &[Value]) -> Select<Carried> {
        let mut carried = Carried::new();
        for &value in values {
            let here = self.is_tile(value) && self.computes_value(value);
            let def_layout = self.plan.def_layout(value).filter(|_| here);
            let Some(def_layout) = def_layout else {
                carried.push((value, Carrier::Nowhere));
                continue;
            };
            if let Some(accumulator) = self.carried_accumulator(value) {
                carried.push((value, Carrier::TensorMemory(accumulator)));
                continue;
            }
            let mut class = element::class(self.elem(value));
            let mut count = self.plan.layouts[def_layout].num_registers();
            if self.is_carried_in_words(value) {
                (class, count) = (Class::B32, count / 2);
            }
            let regs: Vec<Reg> = (0..count).map(|_| self.b.fresh(class)).collect();
            carried.push((value, Carrier::Registers(def_layout, regs)));
        }
        Ok(carried)
    }

    /// Writes operands to the registers of what they are handed to.
    fn hand_on(&mut self, carried: &Carried, operands: &[Value]) -> Select<()> {
        let mut moves: Vec<(Reg, Val)> = Vec::new();
        for ((_, target), &operand) in carried.iter().zip(operands) {
            match target {
                Carrier::Nowhere => {}
                Carrier::Registers(layout, regs) => {
                    if self.is_accumulated_in(operand, *layout, regs) {
                        continue;
                    }
                    let vals = match regs.len() < self.num_registers(*layout) {
                        true => self.words_at(operand, *layout)?,
                        false => self.at(operand, *layout)?.to_vec(),
                    };
                    moves.extend(regs.iter().copied().zip(vals));
                }
                Carrier::TensorMemory(accumulator) => {
                    if !self.is_resident_at(operand, accumulator) {
                        self.store_accumulator(operand, accumulator)?;
                    }
                }
            }
        }
        self.b.assign_all(&moves);
        Ok(())
    }

    /// Makes values available under the registers that carry them.
    fn receive(&mut self, carried: &Carried) -> Select<()> {
        for (value, target) in carried {
            self.receive_as(*value, target)?;
        }
        Ok(())
    }

    /// The results of a loop or a branch. Where nothing hands any on, what follows is never executed, but
    /// it is emitted: its registers have to be written.
    fn receive_results(&mut self, exit: &Exit) -> Select<()> {
        for (_, target) in exit.results.iter().filter(|_| !exit.is_reached) {
            if let Carrier::Registers(_, regs) = target {
                regs.iter().for_each(|&reg| self.b.assign(reg, Val::ZERO));
            }
        }
        self.receive(&exit.results)
    }

    fn receive_as(&mut self, value: Value, from: &Carrier) -> Select<()> {
        match from {
            Carrier::Nowhere => Ok(()),
            Carrier::Registers(def_layout, regs) => {
                let tile: Vec<Val> = regs.iter().map(|&reg| Val::Reg(reg)).collect();
                self.set_def_layout(value, *def_layout, tile)
            }
            Carrier::TensorMemory(accumulator) => {
                self.set_resident(value, *accumulator);
                Ok(())
            }
        }
    }

    /// A block between two labels; what it computes is not reused outside.
    fn region(&mut self, block: Block) {
        self.block(block);
        self.forget_resident();
    }

    /// Everything that the loop does may be pending at its head, and when it is left.
    fn expect_accesses(&mut self, body: Block) {
        let mut blocks = vec![body];
        while let Some(block) = blocks.pop() {
            for &inst in self.function.insts(block) {
                self.expect_access(inst);
                blocks.extend(self.function.data(inst).blocks());
            }
        }
    }

    /// What is pending or being read before the loop may still be after it, whatever barriers are
    /// inside: it may run no iteration, or not all of one.
    fn enter_loop(&mut self, body: Block) -> (Order, Reading) {
        let before = self.order.clone();
        self.expect_accesses(body);
        self.forget_resident();
        self.scratch.enter_loop();
        (before, self.scratch.reading.clone())
    }

    fn leave_loop(&mut self, body: Block, before: (Order, Reading), exit: Option<&Exit>) {
        let (order, reading) = before;
        self.order.merge(&order);
        self.expect_accesses(body);
        self.scratch.leave_loop();
        self.forget_resident();
        self.scratch.reading = reading;
        if let Some(exit) = exit {
            self.order.merge(&exit.order);
            self.scratch.reading.merge(&exit.reading);
        }
    }

    pub fn for_loop(&mut self, inst: Inst) -> Select<()> {
        let InstData::For { lower_bound, upper_bound, step, init_values, unsigned, body } =
            self.function.data(inst)
        else {
            return Ok(());
        };
        let Elem::Scalar(int) = self.elem(*lower_bound) else {
            return Err(Unsupported::op("for over pointers"));
        };
        let signedness = if *unsigned { Signedness::Unsigned } else { Signedness::Signed };
        let class = element::class(Elem::Scalar(int));
        if class == Class::Pred {
            return Err(Unsupported::op("for over i1"));
        }
        let (lower, upper, step) =
            (self.scalar(*lower_bound)?, self.scalar(*upper_bound)?, self.scalar(*step)?);
        self.drain()?;
        let params = self.function.block_params(*body);
        let carried = self.carried_registers(&params[1..])?;
        self.hand_on(&carried, init_values)?;
        self.finish_conversions()?;
        let induction = self.b.fresh(class);
        self.b.assign(induction, lower);

        let (head, next, done) = (self.b.loop_head(), self.b.label(), self.b.label());
        let ty = int_types(int).of(signedness);
        let test = |cx: &mut Self, at: Val, cmp: Cmp| {
            let (a, b) = (cx.extend(at, int, signedness), cx.extend(upper, int, signedness));
            cx.b.def(Op::Setp { cmp, ftz: Ftz::Keep, ty }, &[a, b])
        };
        let empty = test(self, lower, Cmp::Ge);
        self.b.branch_if(empty, false, Uniform::Yes, done);
        let before = self.enter_loop(*body);
        self.b.place(head);
        let induction_home = self.plan.def_layout(params[0]);
        if let Some(def_layout) = induction_home {
            self.set_def_layout(params[0], def_layout, vec![induction.into()])?;
        }
        self.receive(&carried)?;
        self.expect_in_flight(params, params);
        self.exits.push(Exit {
            owner: inst,
            results: Vec::new(),
            done,
            next: Some((carried.clone(), next)),
            order: Order::default(),
            reading: Reading::default(),
            is_reached: false,
        });
        self.block(*body);
        let exit = self.exits.pop();

        self.b.place(next);
        let after = self.b.def(Op::Add { ty }, &[induction.into(), step]);
        let more = test(self, after, Cmp::Lt);
        self.b.assign(induction, after);
        self.b.branch_if(more, false, Uniform::Yes, head);
        self.b.place(done);
        self.leave_loop(*body, before, exit.as_ref());
        self.drain_stages(inst);
        let results = self.function.results(inst);
        self.in_flight.clear();
        self.expect_in_flight(&params[1..], results);
        for (&result, (_, target)) in results.iter().zip(&carried) {
            self.receive_as(result, target)?;
        }
        Ok(())
    }

    pub fn infinite_loop(&mut self, inst: Inst) -> Select<()> {
        let InstData::Loop { init_values, body } = self.function.data(inst) else { return Ok(()) };
        self.drain()?;
        let carried = self.carried_registers(self.function.block_params(*body))?;
        let results = self.carried_registers(self.function.results(inst))?;
        self.hand_on(&carried, init_values)?;
        self.finish_conversions()?;
        let (head, done) = (self.b.loop_head(), self.b.label());
        let before = self.enter_loop(*body);
        self.b.place(head);
        self.receive(&carried)?;
        self.exits.push(Exit {
            owner: inst,
            results,
            done,
            next: Some((carried, head)),
            order: Order::default(),
            reading: Reading::default(),
            is_reached: false,
        });
        self.block(*body);
        let exit = self.exits.pop();
        self.b.place(done);
        self.leave_loop(*body, before, exit.as_ref());
        match exit {
            Some(exit) => self.receive_results(&exit),
            None => Ok(()),
        }
    }

    /// The branches around which MMAs may be in flight.
    fn quiet_branches(&mut self) -> &EntitySet<Inst> {
        let function = self.function;
        self.quiet_branches.get_or_insert_with(|| branches_beside_mmas(function))
    }

    /// Waits for MMAs whose results an instruction or those in it take.
    fn finish_used_in(&mut self, inst: Inst) -> Select<()> {
        let function = self.function;
        let data = function.data(inst);
        for value in data.operands() {
            self.finish(value)?;
        }
        for block in data.blocks() {
            for &inner in function.insts(block) {
                self.finish_used_in(inner)?;
            }
        }
        Ok(())
    }

    pub fn branch(&mut self, inst: Inst) -> Select<()> {
        let InstData::If { condition, then_block, else_block } = self.function.data(inst) else {
            return Ok(());
        };
        match self.tensor.is_none() && self.quiet_branches().contains(inst) {
            true if self.in_flight.is_empty() => {}
            true => self.finish_used_in(inst)?,
            false => self.drain()?,
        }
        let condition = self.scalar(*condition)?;
        self.finish_conversions()?;
        let results = self.carried_registers(self.function.results(inst))?;
        let (otherwise, done) = (self.b.label(), self.b.label());
        self.b.branch_if(condition, true, Uniform::Yes, otherwise);
        let (order, reading) = (self.order.clone(), self.scratch.reading.clone());
        self.scratch.enter_branch();
        self.exits.push(Exit {
            owner: inst,
            results,
            done,
            next: None,
            order: order.clone(),
            reading: Reading::default(),
            is_reached: false,
        });
        self.region(*then_block);
        // Whatever way the first block ended, it may have left this pending.
        let after_then = std::mem::replace(&mut self.order, order);
        let read_by_then = std::mem::replace(&mut self.scratch.reading, reading);
        self.b.place(otherwise);
        self.region(*else_block);
        self.order.merge(&after_then);
        self.scratch.reading.merge(&read_by_then);
        self.scratch.leave_branch();
        self.b.place(done);
        match self.exits.pop() {
            Some(exit) => {
                self.order.merge(&exit.order);
                self.scratch.reading.merge(&exit.reading);
                self.receive_results(&exit)
            }
            None => Ok(()),
        }
    }

    /// `yield`, `continue` and `break`.
    pub fn leave(&mut self, inst: Inst, operands: &[Value]) -> Select<()> {
        let data = self.function.data(inst);
        let is_loop = |owner: Inst| {
            matches!(self.function.data(owner), InstData::For { .. } | InstData::Loop { .. })
        };
        let wants_loop = !matches!(data, InstData::Yield { .. });
        let Some(index) = self.exits.iter().rposition(|exit| !wants_loop || is_loop(exit.owner))
        else {
            return Ok(());
        };
        let exit = &self.exits[index];
        let is_continue = matches!(data, InstData::Continue { .. });
        let (targets, label) = match &exit.next {
            Some((carried, next)) if is_continue => (carried.clone(), *next),
            _ => (exit.results.clone(), exit.done),
        };
        self.hand_on(&targets, operands)?;
        self.finish_conversions()?;
        if is_continue {
            self.finish_register_operands();
        }
        let at_end = is_continue && index + 1 == self.exits.len();
        if is_continue && self.scratch.must_wait(at_end) {
            self.barrier();
        } else if is_continue && self.scratch.is_sliced_at_end() {
            self.warp_barrier();
        }
        let is_for = matches!(self.function.data(self.exits[index].owner), InstData::For { .. });
        let falls_through = is_for && at_end;
        if !falls_through {
            self.b.branch(label);
        }
        let exit = &mut self.exits[index];
        exit.is_reached |= !is_continue;
        exit.order.merge(&self.order);
        exit.reading.merge(&self.scratch.reading);
        Ok(())
    }

    /// Whether what is being selected may be executed several times for a tile block.
    pub(in crate::select) fn is_in_loop(&self) -> bool {
        let is_loop = |exit: &Exit| {
            matches!(self.function.data(exit.owner), InstData::For { .. } | InstData::Loop { .. })
        };
        self.exits.iter().any(is_loop)
    }

    /// The loop or branch whose block is being selected.
    pub(in crate::select) fn innermost(&self) -> Option<Inst> {
        self.exits.last().map(|exit| exit.owner)
    }

    pub fn ret(&mut self) {
        self.abandon_conversions();
        match self.scheduler {
            // Another tile block may follow.
            Some(PersistentTileScheduler { next, .. }) => self.b.branch(next),
            None => {
                self.leave_tensor_memory();
                self.b.emit(Op::Ret {}, &[], &[]);
            }
        }
    }

    /// Whether anything so far is an error.
    pub fn failed(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity >= Severity::Error)
    }
}
