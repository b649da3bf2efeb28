//! Stages, barriers and partitions as they run.

use rustc_hash::FxHashMap;

use super::trace::{PartitionEvent, ProducerKind, TileKey, TraceStep};
use crate::analysis::mailed::Sender;
use crate::schedule::body::{LoadId, MailboxId, PipelineId};
use crate::schedule::pipeline::{Pipeline, RowGather};
use crate::schedule::smem::{MAILBOX_SLOTS, OPERAND_BUFFERS};

/// Which partition has the next turn.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turns {
    InTurn,
    ProducerFirst,
    ConsumersFirst,
    Random(u64),
}

/// When copies land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Landing {
    AtOnce,
    Random,
    /// When nothing else can go on.
    Late,
}

/// A fault of a run, with the partition and the step at which it occurs.
pub(super) struct RunFault {
    pub is_consumer: bool,
    pub step: usize,
    pub message: String,
}

/// An mbarrier.
#[derive(Clone, Debug)]
struct Barrier {
    phase: u64,
    arrivals: u32,
    pending: u32,
    bytes: i64,
}

impl Barrier {
    fn new(arrivals: u32) -> Barrier {
        Barrier { phase: 0, arrivals, pending: arrivals, bytes: 0 }
    }

    fn arrive(&mut self) {
        self.pending = self.pending.saturating_sub(1);
        self.complete();
    }

    fn complete(&mut self) {
        if self.pending == 0 && self.bytes == 0 {
            self.phase += 1;
            self.pending = self.arrivals;
        }
    }

    /// Whether the phase of a parity has ended.
    fn has_ended(&self, parity: u64) -> bool {
        self.phase & 1 != parity
    }
}

struct StageState {
    full: Barrier,
    empty: Barrier,
    tiles: FxHashMap<LoadId, TileKey>,
    /// Tiles that threads have written, and not fenced.
    unfenced: Vec<LoadId>,
    /// Consumers that have waited for it and not released it.
    readers: u32,
}

/// A slot of a mailbox.
#[derive(Clone)]
struct MailboxSlot {
    full: Barrier,
    empty: Barrier,
    value: Option<TileKey>,
}

/// A tile that an MMA reads from a stage.
struct TileRead {
    slot: StageSlot,
    load: LoadId,
    key: TileKey,
}

/// One of the two operand buffers.
#[derive(Clone, Default)]
struct OperandBuffer {
    /// What each partition has written to its part; none of it is visible to MMAs before it is published.
    parts: FxHashMap<usize, (TileKey, bool)>,
}

/// A place in a ring.
type StageSlot = (PipelineId, usize);

/// A copy that has been issued.
struct InFlightCopy {
    slot: StageSlot,
    load: LoadId,
    key: TileKey,
    bytes: u32,
}

/// A partition, or a warpgroup of one.
struct Agent<'a> {
    steps: &'a [TraceStep],
    at: usize,
    /// How many stages of each ring it has gone through.
    visits: Vec<u64>,
    /// And slots of each mailbox.
    mails: Vec<u64>,
    /// Stages to be released when the MMA in flight is done.
    consumed: Vec<Option<usize>>,
    /// What the MMA in flight reads.
    mma: Option<Vec<TileRead>>,
    /// What it reads from the operand buffer with this number.
    operand: Option<(usize, TileKey)>,
    /// MMAs with stored operands that it has issued, and barriers that it has come to.
    buffers_read: usize,
    arrivals: u64,
    /// The step of the latest one.
    arrived_at: Option<usize>,
}

pub(super) struct Machine<'a> {
    pipeline: &'a Pipeline,
    role: ProducerKind,
    rings: Vec<Vec<StageState>>,
    mailboxes: Vec<Vec<MailboxSlot>>,
    /// The producer first.
    agents: Vec<Agent<'a>>,
    copies: Vec<InFlightCopy>,
    /// The view that each tensor map describes, if it has been replaced.
    maps: Vec<Option<TileKey>>,
    operands: [OperandBuffer; OPERAND_BUFFERS as usize],
    random: u64,
}

impl<'a> Machine<'a> {
    pub fn new(
        pipeline: &'a Pipeline,
        role: ProducerKind,
        (produce, consume): (&'a [TraceStep], &'a [TraceStep]),
    ) -> Machine<'a> {
        let consumers = if pipeline.tensor_memory.is_some() { 1 } else { pipeline.mmas.warpgroups };
        let rings = pipeline.rings.iter().map(|ring| {
            let stage = |_| StageState {
                full: Barrier::new(match role {
                    // The lane that announces bytes arrives, and all do behind their copies.
                    ProducerKind::GatheringWarps => 2,
                    ProducerKind::Tma | ProducerKind::CpAsync => 1,
                }),
                empty: Barrier::new(consumers),
                tiles: FxHashMap::default(),
                unfenced: Vec::new(),
                readers: 0,
            };
            (0..ring.stages).map(stage).collect()
        });
        let agent = |steps: &'a [TraceStep]| Agent {
            steps,
            at: 0,
            visits: vec![0; pipeline.rings.len()],
            mails: vec![0; pipeline.mailboxes.len()],
            consumed: vec![None; pipeline.rings.len()],
            mma: None,
            operand: None,
            buffers_read: 0,
            arrivals: 0,
            arrived_at: None,
        };
        let mailboxes = pipeline.mailboxes.iter().map(|it| {
            // One thread of the consumers reports for all of them.
            let readers = if it.sender == Sender::Producer { consumers } else { 1 };
            let (full, empty) = (Barrier::new(1), Barrier::new(readers));
            vec![MailboxSlot { full, empty, value: None }; MAILBOX_SLOTS as usize]
        });
        let mailboxes = mailboxes.collect();
        let mut agents = vec![agent(produce)];
        agents.extend((0..consumers).map(|_| agent(consume)));
        Machine {
            pipeline,
            role,
            rings: rings.collect(),
            mailboxes,
            agents,
            copies: Vec::new(),
            maps: vec![None; pipeline.maps.len()],
            operands: Default::default(),
            random: 0,
        }
    }

    /// Runs until all partitions have ended.
    pub fn run(mut self, turns: Turns, landing: Landing) -> Result<(), RunFault> {
        if let Turns::Random(seed) = turns {
            self.random = seed;
        }
        let mut last = 0;
        loop {
            if landing == Landing::AtOnce
                || (landing == Landing::Random && self.next_random().is_multiple_of(4))
            {
                self.land_one()?;
            }
            let count = self.agents.len();
            let first = match turns {
                Turns::InTurn => last + 1,
                Turns::ProducerFirst => 0,
                Turns::ConsumersFirst => 1,
                Turns::Random(_) => self.next_random() as usize,
            };
            let mut went_on = None;
            for number in (0..count).map(|offset| (first + offset) % count) {
                if self.step(number)? {
                    went_on = Some(number);
                    break;
                }
            }
            match went_on {
                Some(number) => last = number,
                None if self.land_one()? => {}
                None => return self.end(),
            }
        }
    }

    /// Of a state in which no partition can continue.
    fn end(&self) -> Result<(), RunFault> {
        let waiting = |agent: &&Agent<'_>| agent.at < agent.steps.len();
        let Some(stuck) = self.agents.iter().position(|agent| waiting(&agent)) else {
            return Ok(());
        };
        let what = |number: usize| {
            let agent = &self.agents[number];
            let who = if number == 0 { "the producer" } else { "a consumer" };
            match agent.steps.get(agent.at).map(|step| &step.event) {
                Some(PartitionEvent::Acquire { ring, .. }) => {
                    format!("{who} waits for an empty stage of p{ring}")
                }
                Some(PartitionEvent::Send { mailbox, .. }) => {
                    format!("{who} waits for an empty slot of b{mailbox}")
                }
                Some(PartitionEvent::Receive { mailbox, .. }) => {
                    format!("{who} waits for a full slot of b{mailbox}")
                }
                Some(PartitionEvent::Wait { ring }) => {
                    format!("{who} waits for a full stage of p{ring}")
                }
                Some(_) => format!("{who} waits"),
                None => format!("{who} has ended"),
            }
        };
        // The side whose stage never comes is the one to look at.
        let message = format!("deadlock: {}, {}", what(0), what(1.max(stuck)));
        let at = if stuck == 0 { 0 } else { stuck };
        Err(RunFault { is_consumer: at != 0, step: self.agents[at].at, message })
    }

    fn next_random(&mut self) -> u64 {
        self.random =
            self.random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        self.random >> 33
    }

    fn fault<T>(&self, number: usize, message: String) -> Result<T, RunFault> {
        Err(RunFault { is_consumer: number != 0, step: self.agents[number].at, message })
    }

    fn slot(&self, number: usize, ring: PipelineId) -> (StageSlot, u64) {
        let (visits, stages) = (self.agents[number].visits[ring], self.rings[ring].len() as u64);
        ((ring, (visits % stages) as usize), (visits / stages) & 1)
    }

    /// The slot of a mailbox that a partition is at.
    fn mail(&mut self, number: usize, mailbox: MailboxId) -> (&mut MailboxSlot, u64) {
        let (visits, slots) = (self.agents[number].mails[mailbox], u64::from(MAILBOX_SLOTS));
        (&mut self.mailboxes[mailbox][(visits % slots) as usize], (visits / slots) & 1)
    }

    fn stage(&mut self, (ring, number): StageSlot) -> &mut StageState {
        &mut self.rings[ring][number]
    }

    /// Executes the next step of a partition, if it need not wait.
    fn step(&mut self, number: usize) -> Result<bool, RunFault> {
        let agent = &self.agents[number];
        let Some(step) = agent.steps.get(agent.at) else { return Ok(false) };
        match &step.event {
            PartitionEvent::Acquire { ring, bytes } => {
                let (slot, parity) = self.slot(number, *ring);
                if !self.stage(slot).empty.has_ended(parity ^ 1) {
                    return Ok(false);
                }
                let expects = self.role != ProducerKind::CpAsync;
                let stage = self.stage(slot);
                stage.tiles.clear();
                if expects {
                    stage.full.bytes += i64::from(*bytes);
                    stage.full.arrive();
                }
            }
            PartitionEvent::ReplaceMap { map, view } => {
                let is_used =
                    |copy: &InFlightCopy| self.pipeline.async_loads[copy.load].map == *map;
                if self.copies.iter().any(is_used) {
                    return Ok(false);
                }
                self.maps[*map] = Some(*view);
            }
            PartitionEvent::Copy { load, key, bytes, view } => {
                let map = self.pipeline.async_loads[*load].map;
                if self.role != ProducerKind::CpAsync && view.is_some() && self.maps[map] != *view {
                    let message = format!("the map t{map} is that of another view");
                    return self.fault(number, message);
                }
                let (slot, _) = self.slot(number, self.pipeline.async_loads[*load].ring);
                self.copies.push(InFlightCopy { slot, load: *load, key: *key, bytes: *bytes });
            }
            // The first consumer reports.
            PartitionEvent::Send { .. } if number > 1 => {}
            PartitionEvent::Send { mailbox, key } => {
                let (slot, parity) = self.mail(number, *mailbox);
                if !slot.empty.has_ended(parity ^ 1) {
                    return Ok(false);
                }
                slot.value = Some(*key);
                slot.full.arrive();
            }
            PartitionEvent::Receive { mailbox, key } => {
                let (slot, parity) = self.mail(number, *mailbox);
                if !slot.full.has_ended(parity) {
                    return Ok(false);
                }
                let is_it = slot.value == Some(*key);
                slot.empty.arrive();
                if !is_it {
                    let message = format!("b{mailbox} holds the value of another iteration");
                    return self.fault(number, message);
                }
            }
            PartitionEvent::AwaitCopies => while self.land_one()? {},
            PartitionEvent::Fence => {
                let stages = self.rings.iter_mut().flatten();
                stages.for_each(|stage| stage.unfenced.clear());
            }
            PartitionEvent::Commit { ring } => {
                let (slot, _) = self.slot(number, *ring);
                if self.role != ProducerKind::Tma {
                    self.stage(slot).full.arrive();
                }
                self.agents[number].visits[*ring] += 1;
            }
            PartitionEvent::Wait { ring } => {
                let (slot, parity) = self.slot(number, *ring);
                if !self.stage(slot).full.has_ended(parity) {
                    return Ok(false);
                }
                self.stage(slot).readers += 1;
            }
            PartitionEvent::Read { load, key } => {
                let (slot, _) = self.slot(number, self.pipeline.async_loads[*load].ring);
                self.expect_tile(number, slot, *load, *key)?;
            }
            PartitionEvent::Mma { reads, stored, .. } => self.issue(number, reads, *stored)?,
            PartitionEvent::StoreOperand { key } => self.store_operand(number, *key)?,
            PartitionEvent::Publish => {
                if !self.meet(number) {
                    return Ok(false);
                }
            }
            PartitionEvent::MmaWait => self.finish(number)?,
            PartitionEvent::Release { ring } => self.release(number, *ring)?,
            // Only warps that copy for themselves have these.
            PartitionEvent::Meet | PartitionEvent::CopyAhead { .. } | PartitionEvent::Group => {}
        }
        let agent = &mut self.agents[number];
        if let PartitionEvent::Send { mailbox, .. } | PartitionEvent::Receive { mailbox, .. } =
            agent.steps[agent.at].event
        {
            agent.mails[mailbox] += 1;
        }
        agent.at += 1;
        Ok(true)
    }

    /// The copy issued first lands.
    fn land_one(&mut self) -> Result<bool, RunFault> {
        if self.copies.is_empty() {
            return Ok(false);
        }
        let InFlightCopy { slot, load, key, bytes } = self.copies.remove(0);
        if self.stage(slot).readers > 0 {
            let message = format!("a stage of p{} is overwritten while it is read", slot.0);
            return self.fault(0, message);
        }
        let is_by_tma = self.is_by_tma(load);
        let stage = self.stage(slot);
        stage.tiles.insert(load, key);
        match is_by_tma {
            true => {
                stage.full.bytes -= i64::from(bytes);
                stage.full.complete();
            }
            false => stage.unfenced.push(load),
        }
        Ok(true)
    }

    /// Whether TMA copies the tiles of a load, rather than lanes.
    fn is_by_tma(&self, load: LoadId) -> bool {
        match self.role {
            ProducerKind::Tma => true,
            ProducerKind::GatheringWarps => {
                self.pipeline.async_loads[load].gather != Some(RowGather::Warps)
            }
            ProducerKind::CpAsync => false,
        }
    }

    /// That a stage holds the tile that is to be read.
    fn expect_tile(
        &self,
        number: usize,
        slot: StageSlot,
        load: LoadId,
        key: TileKey,
    ) -> Result<(), RunFault> {
        let (ring, stage) = (slot.0, &self.rings[slot.0][slot.1]);
        match stage.tiles.get(&load) {
            Some(there) if *there == key && stage.readers > 0 => Ok(()),
            Some(there) if *there == key => self
                .fault(number, format!("a stage of p{ring} is read that has not been waited for")),
            Some(_) => self
                .fault(number, format!("the stage of p{ring} holds the tile of another iteration")),
            None => self
                .fault(number, format!("the stage of p{ring} does not hold the tile that is read")),
        }
    }

    /// An MMA begins; the one before is done then.
    fn issue(
        &mut self,
        number: usize,
        reads: &[(LoadId, TileKey)],
        stored: Option<TileKey>,
    ) -> Result<(), RunFault> {
        let mut in_flight = Vec::new();
        for &(load, key) in reads {
            let (slot, _) = self.slot(number, self.pipeline.async_loads[load].ring);
            self.expect_tile(number, slot, load, key)?;
            if self.rings[slot.0][slot.1].unfenced.contains(&load) {
                let message = format!(
                    "an MMA reads a tile of p{} that threads copied and did not fence",
                    slot.0
                );
                return self.fault(number, message);
            }
            in_flight.push(TileRead { slot, load, key });
        }
        self.finish(number)?;
        self.agents[number].mma = Some(in_flight);
        if let Some(key) = stored {
            let buffer = self.agents[number].buffers_read % self.operands.len();
            self.expect_operand(number, buffer, key)?;
            self.agents[number].operand = Some((buffer, key));
            self.agents[number].buffers_read += 1;
        }
        Ok(())
    }

    /// A partition writes its part of an operand to the buffer at hand.
    fn store_operand(&mut self, number: usize, key: TileKey) -> Result<(), RunFault> {
        let at_hand = self.agents[number].buffers_read % self.operands.len();
        let is_read =
            |agent: &Agent<'_>| agent.operand.is_some_and(|(buffer, _)| buffer == at_hand);
        if self.agents.iter().any(is_read) {
            let message = "an operand buffer is overwritten while an MMA reads it";
            return self.fault(number, message.to_owned());
        }
        self.operands[at_hand].parts.insert(number, (key, false));
        Ok(())
    }

    /// Whether all consumers have come to this barrier. A fence in front of it makes visible what the partition has written.
    fn meet(&mut self, number: usize) -> bool {
        for buffer in &mut self.operands {
            buffer
                .parts
                .get_mut(&number)
                .into_iter()
                .for_each(|(_, is_visible)| *is_visible = true);
        }
        let agent = &mut self.agents[number];
        if agent.arrived_at.replace(agent.at) != Some(agent.at) {
            agent.arrivals += 1;
        }
        let arrivals = agent.arrivals;
        self.agents[1..].iter().all(|agent| agent.arrivals >= arrivals)
    }

    /// That an operand buffer holds the operands of an MMA, whole and published.
    fn expect_operand(&self, number: usize, buffer: usize, key: TileKey) -> Result<(), RunFault> {
        let parts = &self.operands[buffer].parts;
        let is_there = |consumer: usize| parts.get(&consumer) == Some(&(key, true));
        match (1..self.agents.len()).all(is_there) {
            true => Ok(()),
            false => self.fault(
                number,
                "the operand buffer does not hold the operand of this MMA, published".to_owned(),
            ),
        }
    }

    /// The MMA in flight is done, and the stages that waited for it are released.
    fn finish(&mut self, number: usize) -> Result<(), RunFault> {
        if let Some((buffer, key)) = self.agents[number].operand.take() {
            self.expect_operand(number, buffer, key)?;
        }
        if let Some(reads) = self.agents[number].mma.take() {
            for TileRead { slot, load, key } in reads {
                self.expect_tile(number, slot, load, key)?;
            }
        }
        for ring in 0..self.rings.len() {
            if let Some(stage) = self.agents[number].consumed[ring].take() {
                self.give_back((ring, stage));
            }
        }
        Ok(())
    }

    fn release(&mut self, number: usize, ring: PipelineId) -> Result<(), RunFault> {
        let (slot, _) = self.slot(number, ring);
        if self.stage(slot).readers == 0 {
            return self.fault(
                number,
                format!("a stage of p{ring} is released that has not been waited for"),
            );
        }
        self.agents[number].visits[ring] += 1;
        if self.pipeline.tensor_memory.is_some() {
            // The tensor core releases the stage itself, when it has computed what was issued before.
            self.finish(number)?;
        }
        match self.agents[number].mma {
            // There is one register for the stage that is to be released: a stage that is still in it is lost.
            Some(_) => self.agents[number].consumed[ring] = Some(slot.1),
            None => self.give_back(slot),
        }
        Ok(())
    }

    fn give_back(&mut self, slot: StageSlot) {
        let stage = self.stage(slot);
        stage.readers = stage.readers.saturating_sub(1);
        stage.empty.arrive();
    }
}
