//! Where consumers wait for the MMAs in flight.
//!
//! In: the body of the consumers without such waits. Out: the same with [`Op::MmaWait`] in front of the first operation
//! that needs an MMA to be done.
//!
//! An accumulator of `wgmma` is registers of the consumers, which the MMA writes until it is waited for. When an MMA has
//! been issued, the one before it is waited for, so that one is in flight at most. These need the
//! one in flight to be done:
//!
//! ```text
//! reads(op)    an instruction that takes its result, but for an MMA or the end of a loop's body that takes the
//!              accumulator over in its registers
//! enters(op)   a loop, and a branch with MMAs in it
//! publishes(op) the operand buffer is made visible: what was written before it is written next
//! releases(op) an epilogue load, whose stages come behind those that the MMA reads
//! repeats(op)  the end of a loop's body in a kernel whose MMAs read operands from registers: `ptxas` may give these
//!              registers to the next iteration
//! mails(op)    a number that is received, or an instruction whose number is reported, in such a kernel
//! ```
//!
//! MMAs that accumulate in tensor memory are waited for where the result is read from there, which selection knows.

use std::mem;

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::{Block, Effect, Function, Inst, InstData, Value};
use rustc_hash::FxHashMap;

use super::regions;
use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::schedule::body::{Body, Op};
use crate::schedule::pipeline::Pipeline;

/// Adds the waits to the body of the consumers.
pub fn insert(function: &Function, pipeline: &Pipeline, body: &mut Body) {
    if pipeline.tensor_memory.is_some() {
        return;
    }
    let mut waits = MmaWaits {
        function,
        pipeline,
        uses: function.count_uses(),
        quiet_branches: branches_beside_mmas(function),
        in_flight: EntitySet::new(),
        latest: None,
        home: FxHashMap::default(),
        loops: Vec::new(),
        body,
    };
    waits.block(function.entry_block);
}

/// The branches that neither issue nor wait for MMAs, but for those whose results they take: then others may be in flight
/// around them, as where a mask is for some tiles only.
pub fn branches_beside_mmas(function: &Function) -> EntitySet<Inst> {
    let mut found: EntitySet<Inst> = EntitySet::new();
    // Inner branches come behind the branch that they are in.
    for inst in function.insts_in_order().into_iter().rev() {
        let data = function.data(inst);
        let InstData::If { .. } = data else { continue };
        let alone = |&inner: &Inst| match function.data(inner) {
            InstData::MmaF { .. } | InstData::MmaI { .. } | InstData::MmaFScaled { .. } => false,
            InstData::If { .. } => found.contains(inner),
            data => match data.effect() {
                Effect::Terminator => matches!(data, InstData::Yield { .. }),
                Effect::Structured => false,
                Effect::Pure | Effect::Partial | Effect::Read | Effect::Write => true,
                Effect::ReadWrite | Effect::Alloc | Effect::Io => true,
            },
        };
        if data.blocks().iter().all(|&block| function.insts(block).iter().all(alone)) {
            found.insert(inst);
        }
    }
    found
}

/// Whether an MMA reads its accumulator: it does not where that is zero.
pub fn reads_accumulator(function: &Function, acc: Value) -> bool {
    let zero = |data: &InstData| match data {
        InstData::Constant { value } => value.as_splat() == Some(0),
        _ => false,
    };
    !function.def_data(acc).is_some_and(zero)
}

/// The operand of an MMA that comes in registers.
pub fn register_operand(mma: &AsyncMma, operands: &[Value]) -> Option<Value> {
    let given = usize::from(mma.swapped);
    operands.get(given).copied().filter(|_| mma.a == MmaOperand::Registers)
}

struct MmaWaits<'a> {
    function: &'a Function,
    pipeline: &'a Pipeline,
    uses: SecondaryMap<Value, u32>,
    /// Results of MMAs that have not been waited for.
    quiet_branches: EntitySet<Inst>,
    in_flight: EntitySet<Value>,
    /// The result of the MMA issued last; none if that is not known.
    latest: Option<Value>,
    /// The parameter of a loop in whose registers an MMA accumulates.
    home: FxHashMap<Value, Value>,
    /// The loops around, from the outside.
    loops: Vec<Inst>,
    body: &'a mut Body,
}

impl MmaWaits<'_> {
    fn block(&mut self, block: Block) {
        let mut ops = Vec::new();
        for op in self.body.ops(block).to_vec() {
            match op {
                Op::Compute(inst) => {
                    let waits = self.must_wait_for(inst);
                    if waits || (self.pipeline.mailbox(inst).is_some() && self.reads_registers()) {
                        announce(&mut ops);
                    }
                    ops.push(op);
                    self.enter(inst);
                }
                Op::ReadEpilogue { .. } => {
                    if self.drain() {
                        announce(&mut ops);
                    }
                    ops.push(op);
                }
                // The partition waits in a loop. Accumulators stay where they are.
                Op::Receive { .. } => {
                    if self.reads_registers() {
                        announce(&mut ops);
                    }
                    ops.push(op);
                }
                Op::Publish { .. } => {
                    // Accumulators stay where they are.
                    if !self.in_flight.is_empty() {
                        announce(&mut ops);
                    }
                    ops.push(op);
                }
                op => ops.push(op),
            }
        }
        self.body.set(block, ops);
    }

    /// Whether MMAs in flight must be done before an instruction; they are, then.
    fn must_wait_for(&mut self, inst: Inst) -> bool {
        let function = self.function;
        let data = function.data(inst);
        if let Some(mma) = self.pipeline.mma(inst) {
            return self.must_wait_for_mma(inst, mma);
        }
        match data {
            InstData::For { .. } | InstData::Loop { .. } => self.drain(),
            InstData::If { .. } if !self.quiet_branches.contains(inst) => self.drain(),
            InstData::Continue { operands } => self.must_wait_to_continue(operands),
            _ => self.finish_used_in(inst),
        }
    }

    fn must_wait_for_mma(&mut self, inst: Inst, mma: &AsyncMma) -> bool {
        let function = self.function;
        let operands = function.data(inst).operands();
        let given = register_operand(mma, &operands);
        let mut waits = given.is_some_and(|given| self.finish(given));
        let result = function.results(inst)[0];
        if let Some(&acc) = operands.get(2)
            && reads_accumulator(function, acc)
        {
            if self.in_flight.contains(acc) && self.uses[acc] == 1 {
                if let Some(&home) = self.home.get(&acc) {
                    self.home.insert(result, home);
                }
                self.in_flight.remove(acc);
            } else {
                waits |= self.finish(acc);
            }
        }
        self.in_flight.insert(result);
        self.latest = Some(result);
        waits
    }

    fn must_wait_to_continue(&mut self, operands: &[Value]) -> bool {
        let function = self.function;
        let owner = self.loops.last().copied();
        let params = owner.map_or(&[][..], |owner| carried(function, owner));
        let mut waits = false;
        for (index, &operand) in operands.iter().enumerate() {
            let home = self.home.get(&operand);
            let stays =
                self.in_flight.contains(operand) && home.is_some() && home == params.get(index);
            waits |= !stays && self.finish(operand);
        }
        waits || self.reads_registers()
    }

    /// Whether an MMA in flight may read operands from registers.
    fn reads_registers(&self) -> bool {
        self.pipeline.has_operands_in_registers() && !self.in_flight.is_empty()
    }

    /// Goes through the blocks of a loop or branch.
    fn enter(&mut self, inst: Inst) {
        let function = self.function;
        let is_loop = matches!(function.data(inst), InstData::For { .. } | InstData::Loop { .. });
        let is_for = matches!(function.data(inst), InstData::For { .. });
        let params = carried(function, inst);
        let in_place = |(_, param): &(usize, &Value)| is_for && self.pipeline.is_in_place(**param);
        let in_place: Vec<usize> =
            params.iter().enumerate().filter(in_place).map(|(index, _)| index).collect();
        for &index in &in_place {
            self.in_flight.insert(params[index]);
            self.home.insert(params[index], params[index]);
            self.latest = None;
        }
        if is_loop {
            self.loops.push(inst);
        }
        for block in regions(function, inst) {
            self.block(block);
        }
        if is_loop {
            self.loops.pop();
        }
        if is_for {
            self.in_flight.clear();
        }
        for &index in &in_place {
            self.in_flight.insert(function.results(inst)[index]);
            self.latest = None;
        }
    }

    /// Waits for what an instruction, or those in it, take.
    fn finish_used_in(&mut self, inst: Inst) -> bool {
        let function = self.function;
        let data = function.data(inst);
        let mut waits = false;
        for value in data.operands() {
            waits |= self.finish(value);
        }
        for block in data.blocks() {
            for &inner in function.insts(block) {
                waits |= self.finish_used_in(inner);
            }
        }
        waits
    }

    /// All MMAs but the latest are known to be done.
    fn finish(&mut self, value: Value) -> bool {
        if !self.in_flight.contains(value) {
            return false;
        }
        match self.latest {
            Some(latest) if latest != value => {
                self.in_flight.remove(value);
                false
            }
            _ => self.drain(),
        }
    }

    fn drain(&mut self) -> bool {
        self.latest = None;
        let waits = !self.in_flight.is_empty();
        mem::take(&mut self.in_flight);
        waits
    }
}

/// The parameters that a loop carries.
pub fn carried(function: &Function, owner: Inst) -> &[Value] {
    match function.data(owner) {
        InstData::For { body, .. } => &function.block_params(*body)[1..],
        InstData::Loop { body, .. } => function.block_params(*body),
        _ => &[],
    }
}

/// Waits in front of the operation that comes next, and of the waits for its stages.
fn announce(ops: &mut Vec<Op>) {
    let is_wait = |op: &Op| matches!(op, Op::Wait { .. });
    let at = ops.iter().rposition(|op| !is_wait(op)).map_or(0, |last| last + 1);
    ops.insert(at, Op::MmaWait);
}
