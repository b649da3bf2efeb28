//! Rules 9 to 12: a partition's body is a program slice of the kernel that can be executed.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::{Block, Effect, Inst, InstData, Value};

use super::{Executor, Place, Verified, Verifier};
use crate::analysis::mailed::Sender;
use crate::analysis::slice::leaves;
use crate::schedule::body::{Body, LoadId, MailboxId, Op};
use crate::schedule::build::mma_waits::carried;
use crate::schedule::build::regions;

pub(super) fn verify(v: &Verifier<'_>, body: &Body, executor: Executor) -> Verified {
    let mut positions: SecondaryMap<Inst, usize> = SecondaryMap::new();
    for (position, inst) in v.function.insts_in_order().into_iter().enumerate() {
        positions[inst] = position;
    }
    let mut slice = SliceCheck {
        v,
        body,
        executor,
        positions,
        defined: EntitySet::new(),
        executed: EntitySet::new(),
        latest_effect: None,
        loops: Vec::new(),
    };
    slice.block(v.function.entry_block)?;
    slice.completeness(v.function.entry_block)
}

struct SliceCheck<'v> {
    v: &'v Verifier<'v>,
    body: &'v Body,
    executor: Executor,
    /// Of each instruction in the function.
    positions: SecondaryMap<Inst, usize>,
    defined: EntitySet<Value>,
    executed: EntitySet<Inst>,
    /// Where the latest instruction with an effect stands in the function.
    latest_effect: Option<usize>,
    /// The loops around, from the outside.
    loops: Vec<Inst>,
}

impl SliceCheck<'_> {
    fn block(&mut self, block: Block) -> Verified {
        let SliceCheck { v, body, .. } = *self;
        let params = v.function.block_params(block);
        params.iter().for_each(|&param| self.define(param));
        let ops = body.ops(block);
        let is_end = |op: &Op| match op {
            Op::Compute(inst) => v.function.data(*inst).effect() == Effect::Terminator,
            _ => false,
        };
        for (at, op) in ops.iter().enumerate() {
            let place = Place::Op(body, block, at);
            v.ensure(is_end(op) == (at + 1 == ops.len()), place, || {
                "a block ends with its `continue`, `yield`, `break` or `return`, and there only"
                    .to_owned()
            })?;
            self.op(op, block, at)?;
        }
        let place = v.function.block_owner(block).map_or(Place::Head, Place::Inst);
        v.ensure(!ops.is_empty(), place, || "a partition does not have the block's end".to_owned())
    }

    fn op(&mut self, op: &Op, block: Block, at: usize) -> Verified {
        let v = self.v;
        let place = Place::Op(self.body, block, at);
        match op {
            Op::Fetch { mailbox } => {
                let inst = self.mailed(*mailbox, Sender::Producer, true, place)?;
                self.execute(inst, block, place)?;
                self.in_order(inst, place)?;
                self.operands(inst, place)?;
                self.define_results(inst);
                Ok(())
            }
            Op::Report { mailbox } => {
                let inst = self.mailed(*mailbox, Sender::Consumers, true, place)?;
                let before = at.checked_sub(1).map(|before| &self.body.ops(block)[before]);
                v.ensure(before == Some(&Op::Compute(inst)), place, || {
                    "the number is not reported directly behind its instruction".to_owned()
                })
            }
            Op::Receive { mailbox } => {
                let sender = match self.executor {
                    Executor::Consumer => Sender::Producer,
                    _ => Sender::Consumers,
                };
                let inst = self.mailed(*mailbox, sender, false, place)?;
                self.execute(inst, block, place)?;
                self.define_results(inst);
                Ok(())
            }
            Op::Compute(inst) => {
                let sender = v.pipeline.mailbox(*inst).map(|(_, sender)| sender);
                let is_received = match self.executor {
                    Executor::Consumer => sender == Some(Sender::Producer),
                    _ => sender.is_some(),
                };
                v.ensure(!is_received, place, || {
                    "the partition executes an instruction whose number goes through a mailbox"
                        .to_owned()
                })?;
                self.execute(*inst, block, place)?;
                self.effect(*inst, place)?;
                self.operands(*inst, place)?;
                self.regions(*inst)?;
                self.define_results(*inst);
                Ok(())
            }
            Op::Copy { load } | Op::CopyEpilogue { load } => {
                self.expect(self.executor != Executor::Consumer, place)?;
                self.load(*load, block, place)
            }
            Op::Read { load } | Op::ReadEpilogue { load } => {
                self.expect(self.executor == Executor::Consumer, place)?;
                self.load(*load, block, place)?;
                let inst = v.pipeline.async_loads[*load].inst;
                v.function.results(inst).iter().for_each(|&result| self.define(result));
                Ok(())
            }
            Op::PrefetchEpilogue { loads } => {
                self.expect(self.executor == Executor::Tma, place)?;
                let owner = v.function.block_owner(block);
                let is_for = owner
                    .is_some_and(|owner| matches!(v.function.data(owner), InstData::For { .. }));
                v.ensure(is_for, place, || "epilogue loads are prefetched in a `for`".to_owned())?;
                for &load in loads {
                    let async_load = &v.pipeline.async_loads[load];
                    let is_one = async_load.epilogue_load.is_some();
                    v.ensure(is_one, place, || "only epilogue loads are prefetched".to_owned())?;
                    // The tensor map has been built.
                    self.indices(async_load.inst, place)?;
                }
                Ok(())
            }
            Op::ReplaceMap { map } => {
                self.expect(self.executor == Executor::Tma, place)?;
                self.used(v.pipeline.maps[*map].view, place)
            }
            Op::Acquire { .. } | Op::Commit { .. } => {
                self.expect(self.executor != Executor::Consumer, place)
            }
            Op::AwaitCopies | Op::Fence => {
                let is_by_warps =
                    matches!(self.executor, Executor::CpAsync | Executor::GatheringWarps);
                self.expect(is_by_warps, place)
            }
            Op::Fill { .. } | Op::CopyAhead { .. } | Op::Drain { .. } => {
                let is_multistage = v.pipeline.multistage.is_some();
                self.expect(self.executor == Executor::Consumer && is_multistage, place)
            }
            Op::StoreOperand { inst } => {
                self.expect(self.executor == Executor::Consumer, place)?;
                let is_here = v.function.inst_block(*inst) == Some(block);
                v.ensure(is_here, place, || "the MMA is one of another block".to_owned())?;
                self.stored_values(*inst, place)
            }
            Op::Wait { .. } | Op::Release { .. } | Op::MmaWait | Op::Publish { .. } => {
                self.expect(self.executor == Executor::Consumer, place)
            }
        }
    }

    /// The instruction of a mailbox that this partition sends to or receives from.
    fn mailed(
        &self,
        mailbox: MailboxId,
        sender: Sender,
        sends: bool,
        place: Place<'_>,
    ) -> Verified<Inst> {
        let mailed = self.v.pipeline.mailboxes[mailbox];
        let executor = match (sender, sends) {
            (Sender::Producer, true) | (Sender::Consumers, false) => Executor::Tma,
            (Sender::Consumers, true) | (Sender::Producer, false) => Executor::Consumer,
        };
        self.expect(self.executor == executor && mailed.sender == sender, place)?;
        Ok(mailed.inst)
    }

    fn define_results(&mut self, inst: Inst) {
        self.v.function.results(inst).iter().for_each(|&result| self.define(result));
    }

    fn expect(&self, holds: bool, place: Place<'_>) -> Verified {
        self.v.ensure(holds, place, || "the operation is one of other partitions".to_owned())
    }

    fn load(&mut self, load: LoadId, block: Block, place: Place<'_>) -> Verified {
        let inst = self.v.pipeline.async_loads[load].inst;
        self.execute(inst, block, place)?;
        self.view_and_indices(inst, place)
    }

    fn execute(&mut self, inst: Inst, block: Block, place: Place<'_>) -> Verified {
        let v = self.v;
        let is_here = v.function.inst_block(inst) == Some(block);
        v.ensure(is_here, place, || "the instruction is one of another block".to_owned())?;
        let is_first = self.executed.insert(inst);
        v.ensure(is_first, place, || "the partition executes the instruction twice".to_owned())
    }

    fn effect(&mut self, inst: Inst, place: Place<'_>) -> Verified {
        let v = self.v;
        let data = v.function.data(inst);
        match data.effect() {
            Effect::Pure | Effect::Partial | Effect::Terminator | Effect::Structured => Ok(()),
            _ if self.executor == Executor::Consumer => self.in_order(inst, place),
            Effect::Read => Ok(()),
            Effect::Write | Effect::ReadWrite | Effect::Alloc | Effect::Io => {
                Err(v.fault(place, "the producer executes an instruction with an effect"))
            }
        }
    }

    /// That an instruction with an effect comes behind those above in the program.
    fn in_order(&mut self, inst: Inst, place: Place<'_>) -> Verified {
        let position = Some(self.positions[inst]);
        self.v.ensure(self.latest_effect < position, place, || {
            "the instruction comes before the one above in the program, and has an effect"
                .to_owned()
        })?;
        self.latest_effect = position;
        Ok(())
    }

    /// That what an instruction needs here has been computed.
    /// The operands of an MMA that threads write have been computed.
    fn stored_values(&self, inst: Inst, place: Place<'_>) -> Verified {
        let function = self.v.function;
        let Some(mma) = self.v.pipeline.mma(inst) else { return Ok(()) };
        let (left, right) = if mma.swapped { (mma.b, mma.a) } else { (mma.a, mma.b) };
        let operands = function.data(inst).operands();
        let stored = operands.iter().zip([left, right]).filter(|(_, it)| it.stored().is_some());
        stored.into_iter().try_for_each(|(&value, _)| self.used(value, place))
    }

    fn operands(&self, inst: Inst, place: Place<'_>) -> Verified {
        let function = self.v.function;
        let data = function.data(inst);
        match data {
            InstData::Continue { operands } => {
                let owner = self.loops.last().copied();
                let targets = owner.map_or(&[][..], |owner| carried(function, owner));
                self.handed_on(operands, targets, place)
            }
            InstData::Break { operands } => {
                let owner = self.loops.last().copied();
                let targets = owner.map_or(&[][..], |owner| function.results(owner));
                self.handed_on(operands, targets, place)
            }
            InstData::Yield { operands } => {
                let owner = function.inst_block(inst).and_then(|block| function.block_owner(block));
                let targets = owner.map_or(&[][..], |owner| function.results(owner));
                self.handed_on(operands, targets, place)
            }
            InstData::For { lower_bound, upper_bound, step, init_values, .. } => {
                [lower_bound, upper_bound, step]
                    .into_iter()
                    .try_for_each(|&bound| self.used(bound, place))?;
                self.handed_on(init_values, carried(function, inst), place)
            }
            InstData::Loop { init_values, .. } => {
                self.handed_on(init_values, carried(function, inst), place)
            }
            InstData::If { condition, .. } => self.used(*condition, place),
            _ => self.used_in(inst, &mut EntitySet::new(), place),
        }
    }

    /// The operands of an instruction and of those in it, which may define some.
    fn used_in(&self, inst: Inst, inner: &mut EntitySet<Value>, place: Place<'_>) -> Verified {
        let function = self.v.function;
        let data = function.data(inst);
        for operand in data.operands() {
            if !inner.contains(operand) {
                self.used(operand, place)?;
            }
        }
        for block in data.blocks() {
            inner.extend(function.block_params(block).iter().copied());
            for &other in function.insts(block) {
                self.used_in(other, inner, place)?;
                inner.extend(function.results(other).iter().copied());
            }
        }
        Ok(())
    }

    fn view_and_indices(&self, load: Inst, place: Place<'_>) -> Verified {
        if let InstData::LoadViewTko { view, .. } = self.v.function.data(load) {
            self.used(*view, place)?;
        }
        self.indices(load, place)
    }

    fn indices(&self, load: Inst, place: Place<'_>) -> Verified {
        let InstData::LoadViewTko { index, .. } = self.v.function.data(load) else {
            return Err(self.v.fault(place, "not a load of a view"));
        };
        index.iter().try_for_each(|&index| self.used(index, place))
    }

    /// What goes on to where this partition has no value need not be there.
    fn handed_on(&self, operands: &[Value], targets: &[Value], place: Place<'_>) -> Verified {
        let needed = operands.iter().zip(targets).filter(|(_, target)| self.has(**target));
        needed.map(|(&operand, _)| operand).try_for_each(|operand| self.used(operand, place))
    }

    fn used(&self, value: Value, place: Place<'_>) -> Verified {
        let v = self.v;
        let is_token = v.module.types.is_token(v.function.value_type(value));
        v.ensure(is_token || self.defined.contains(value), place, || {
            "the partition has not computed an operand of this".to_owned()
        })
    }

    /// Whether the partition has a value that a loop or branch hands on.
    fn has(&self, value: Value) -> bool {
        self.executor == Executor::Consumer || self.v.pipeline.in_producer_slice(value)
    }

    fn define(&mut self, value: Value) {
        if self.has(value) {
            self.defined.insert(value);
        }
    }

    fn regions(&mut self, inst: Inst) -> Verified {
        let function = self.v.function;
        let is_loop = matches!(function.data(inst), InstData::For { .. } | InstData::Loop { .. });
        if is_loop {
            self.loops.push(inst);
        }
        for block in regions(function, inst) {
            self.block(block)?;
        }
        if is_loop {
            self.loops.pop();
        }
        Ok(())
    }

    /// That the partition leaves nothing out that it must execute.
    fn completeness(&self, block: Block) -> Verified {
        let v = self.v;
        for &inst in v.function.insts(block) {
            if self.executed.contains(inst) {
                regions(v.function, inst)
                    .into_iter()
                    .try_for_each(|block| self.completeness(block))?;
                continue;
            }
            let is_pure = matches!(v.function.data(inst).effect(), Effect::Pure | Effect::Partial);
            let place = self.ends(block);
            match self.executor {
                Executor::Consumer => v.ensure(is_pure, place, || {
                    let mnemonic = v.function.data(inst).opcode().mnemonic();
                    format!("the consumers do not execute `{mnemonic}`, which has an effect")
                })?,
                Executor::Tma | Executor::GatheringWarps | Executor::CpAsync | Executor::Ahead => {
                    let is_left_out = leaves(v.function, inst);
                    v.ensure(!is_left_out, place, || {
                        "the producer does not execute a branch that leaves the block".to_owned()
                    })?;
                }
            }
        }
        Ok(())
    }

    /// The last operation of a block.
    fn ends(&self, block: Block) -> Place<'_> {
        match self.body.ops(block).len() {
            0 => Place::Head,
            len => Place::Op(self.body, block, len - 1),
        }
    }
}
