//! Rules 18 to 20 and 26: MMAs in flight, and the releases that wait for them.
//!
//! A forward dataflow analysis: what may be in flight joins where control flow does, and a loop is gone through until
//! that no longer grows. The accumulator that a loop carries in place counts as in flight where its body begins, and
//! behind the loop, as selection takes it.

use std::collections::BTreeSet;

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::{Block, Inst, InstData, Value};
use rustc_hash::FxHashMap;

use super::{Place, Verified, Verifier};
use crate::mma::async_mma::AsyncMma;
use crate::schedule::body::{Body, Op};
use crate::schedule::build::mma_waits::{
    branches_beside_mmas, carried, reads_accumulator, register_operand,
};
use crate::schedule::build::regions;

/// Of each wait for a stage, the pipelines of which a release may not have come into force there.
pub(super) type PendingReleases = FxHashMap<(Block, usize), Vec<bool>>;

pub(super) fn verify(v: &Verifier<'_>, body: &Body) -> Verified<PendingReleases> {
    let rings = v.pipeline.rings.len();
    let mut analysis = Analysis {
        v,
        body,
        uses: v.function.count_uses(),
        beside_mmas: branches_beside_mmas(v.function),
        is_deferred: v.pipeline.tensor_memory.is_none(),
        loops: Vec::new(),
        pending: PendingReleases::default(),
    };
    let start = FlightState { in_flight: BTreeSet::new(), pending: vec![false; rings] };
    analysis.block(v.function.entry_block, start)?;
    Ok(analysis.pending)
}

#[derive(Clone, PartialEq, Debug)]
struct FlightState {
    /// Values that MMAs may be writing.
    in_flight: BTreeSet<Value>,
    /// Pipelines of which a stage is released when the MMA in flight is done.
    pending: Vec<bool>,
}

impl FlightState {
    fn join(&mut self, other: &FlightState) {
        self.in_flight.extend(&other.in_flight);
        self.pending.iter_mut().zip(&other.pending).for_each(|(here, there)| *here |= there);
    }
}

fn join(to: &mut Option<FlightState>, state: &FlightState) {
    match to {
        Some(here) => here.join(state),
        None => *to = Some(state.clone()),
    }
}

/// A loop that is gone through.
struct OpenLoop {
    inst: Inst,
    /// The state that flows from its end to its head, and the state that leaves it.
    next: Option<FlightState>,
    done: Option<FlightState>,
}

struct Analysis<'v> {
    v: &'v Verifier<'v>,
    body: &'v Body,
    uses: SecondaryMap<Value, u32>,
    /// Branches that neither issue nor wait for MMAs.
    beside_mmas: EntitySet<Inst>,
    /// Whether consumers wait for MMAs themselves.
    is_deferred: bool,
    loops: Vec<OpenLoop>,
    pending: PendingReleases,
}

impl Analysis<'_> {
    /// The state at the `yield` of a block, if it has one.
    fn block(&mut self, block: Block, mut state: FlightState) -> Verified<Option<FlightState>> {
        let Analysis { v, body, .. } = *self;
        for (at, op) in body.ops(block).iter().enumerate() {
            let place = Place::Op(body, block, at);
            match op {
                Op::Compute(inst) => match v.function.data(*inst) {
                    InstData::Yield { .. } => {
                        self.read(*inst, &state, place)?;
                        return Ok(Some(state));
                    }
                    InstData::Continue { .. }
                    | InstData::Break { .. }
                    | InstData::Return { .. } => {
                        self.leave(*inst, state, place)?;
                        return Ok(None);
                    }
                    _ => match self.compute(*inst, state, place)? {
                        Some(next) => state = next,
                        // Nothing behind is executed.
                        None => return Ok(None),
                    },
                },
                Op::MmaWait => done(&mut state),
                Op::Publish { .. } => v.ensure(state.in_flight.is_empty(), place, || {
                    "an operand is published while an MMA is in flight, without `mma_wait`"
                        .to_owned()
                })?,
                Op::ReadEpilogue { .. } => v.ensure(state.in_flight.is_empty(), place, || {
                    "an epilogue load is read while an MMA is in flight".to_owned()
                })?,
                Op::Wait { .. } | Op::Receive { .. } | Op::Report { .. } => {
                    let mails = !matches!(op, Op::Wait { .. });
                    v.ensure(!mails || !self.reads_registers(&state), place, || {
                        "an MMA may read registers while a mailbox is waited for, without `mma_wait`".to_owned()
                    })?;
                    let found =
                        self.pending.entry((block, at)).or_insert_with(|| state.pending.clone());
                    found.iter_mut().zip(&state.pending).for_each(|(here, there)| *here |= there);
                }
                Op::Release { pipeline } => {
                    let (is_pending, ring) = (state.pending[*pipeline], *pipeline);
                    v.ensure(!is_pending, place, || {
                        format!("a stage of p{ring} is released before the release above has waited for its MMA")
                    })?;
                    state.pending[ring] = self.is_deferred && !state.in_flight.is_empty();
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn compute(
        &mut self,
        inst: Inst,
        state: FlightState,
        place: Place<'_>,
    ) -> Verified<Option<FlightState>> {
        let function = self.v.function;
        if let Some(mma) = self.v.pipeline.mma(inst) {
            return self.mma(inst, mma, state, place).map(Some);
        }
        match function.data(inst) {
            InstData::For { .. } | InstData::Loop { .. } => {
                self.nothing_in_flight(&state, place, "a loop")?;
                self.go_round(inst, state)
            }
            InstData::If { .. } => {
                if !self.beside_mmas.contains(inst) {
                    self.nothing_in_flight(&state, place, "a branch with MMAs")?;
                }
                self.read(inst, &state, place)?;
                let mut after = None;
                for block in regions(function, inst) {
                    if let Some(end) = self.block(block, state.clone())? {
                        join(&mut after, &end);
                    }
                }
                Ok(after)
            }
            _ => self.read(inst, &state, place).map(|()| Some(state)),
        }
    }

    /// Whether an MMA in flight may read operands from registers.
    fn reads_registers(&self, state: &FlightState) -> bool {
        let keeps = self.is_deferred && self.v.pipeline.has_operands_in_registers();
        keeps && !state.in_flight.is_empty()
    }

    fn nothing_in_flight(&self, state: &FlightState, place: Place<'_>, what: &str) -> Verified {
        self.v.ensure(state.in_flight.is_empty(), place, || {
            format!("{what} begins while an MMA is in flight, without `mma_wait`")
        })
    }

    fn mma(
        &self,
        inst: Inst,
        mma: &AsyncMma,
        mut state: FlightState,
        place: Place<'_>,
    ) -> Verified<FlightState> {
        let function = self.v.function;
        if !self.is_deferred {
            return Ok(state);
        }
        let operands = function.data(inst).operands();
        let given = register_operand(mma, &operands);
        let is_ready = given.is_none_or(|given| !state.in_flight.contains(&given));
        self.v.ensure(is_ready, place, || {
            "an MMA reads an operand that an MMA in flight writes, without `mma_wait`".to_owned()
        })?;
        if let Some(&acc) = operands.get(2)
            && reads_accumulator(function, acc)
            && self.uses[acc] != 1
        {
            self.v.ensure(!state.in_flight.contains(&acc), place, || {
                "an accumulator with other uses is copied while an MMA writes it, without `mma_wait`".to_owned()
            })?;
        }
        // The MMA before is waited for, and stages released, when this one has been issued.
        done(&mut state);
        state.in_flight.insert(function.results(inst)[0]);
        Ok(state)
    }

    /// That an instruction, and those in it, take nothing that is in flight.
    fn read(&self, inst: Inst, state: &FlightState, place: Place<'_>) -> Verified {
        let function = self.v.function;
        let data = function.data(inst);
        let is_written = |value: &Value| state.in_flight.contains(value);
        self.v.ensure(!data.operands().iter().any(is_written), place, || {
            "an accumulator is read while an MMA writes it, without `mma_wait`".to_owned()
        })?;
        for block in data.blocks() {
            function.insts(block).iter().try_for_each(|&inner| self.read(inner, state, place))?;
        }
        Ok(())
    }

    /// `continue`, `break` and `return`.
    fn leave(&mut self, inst: Inst, state: FlightState, place: Place<'_>) -> Verified {
        let v = self.v;
        let InstData::Continue { operands } = v.function.data(inst) else {
            self.read(inst, &state, place)?;
            let is_break = matches!(v.function.data(inst), InstData::Break { .. });
            if let Some(open) = self.loops.last_mut().filter(|_| is_break) {
                join(&mut open.done, &state);
            }
            return Ok(());
        };
        let keeps = self.reads_registers(&state);
        let Some(open) = self.loops.last_mut() else { return Ok(()) };
        let params = carried(v.function, open.inst);
        let is_for = matches!(v.function.data(open.inst), InstData::For { .. });
        for (&operand, &param) in operands.iter().zip(params) {
            let stays = is_for && v.pipeline.is_in_place(param);
            v.ensure(stays || !state.in_flight.contains(&operand), place, || {
                "an accumulator is handed on while an MMA writes it, without `mma_wait`".to_owned()
            })?;
        }
        v.ensure(!keeps, place, || {
            "an MMA may read registers of this iteration in the next one, without `mma_wait`"
                .to_owned()
        })?;
        join(&mut open.next, &FlightState { in_flight: BTreeSet::new(), ..state });
        Ok(())
    }

    /// A loop, until nothing changes at its head.
    fn go_round(&mut self, inst: Inst, before: FlightState) -> Verified<Option<FlightState>> {
        let function = self.v.function;
        let is_for = matches!(function.data(inst), InstData::For { .. });
        let params = carried(function, inst);
        let in_place = |number: &usize| {
            is_for && self.is_deferred && self.v.pipeline.is_in_place(params[*number])
        };
        let in_place: Vec<usize> = (0..params.len()).filter(in_place).collect();
        let mut head = before;
        head.in_flight.extend(in_place.iter().map(|&number| params[number]));
        let body = regions(function, inst).into_iter().next();
        loop {
            self.loops.push(OpenLoop { inst, next: None, done: None });
            if let Some(body) = body {
                self.block(body, head.clone())?;
            }
            let Some(open) = self.loops.pop() else { return Ok(None) };
            let at_head = head.clone();
            if let Some(next) = &open.next {
                head.join(next);
            }
            if head == at_head {
                let mut after = open.done;
                if is_for {
                    let results = in_place.iter().map(|&number| function.results(inst)[number]);
                    let mut end = FlightState { in_flight: BTreeSet::new(), ..head };
                    end.in_flight.extend(results);
                    join(&mut after, &end);
                }
                return Ok(after);
            }
        }
    }
}

/// All MMAs are done, and stages whose release waited for them are released.
fn done(state: &mut FlightState) {
    state.in_flight.clear();
    state.pending.fill(false);
}
