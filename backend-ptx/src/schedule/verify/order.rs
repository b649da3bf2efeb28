//! Rules 21 and 22: producer and consumers against each other.
//!
//! In a block, a partition *takes* stages (acquires them, or waits for them) and *gives* them (commits or releases
//! them). Both sides execute the same regions equally often, so it is enough that the takes and regions of each block
//! are the same, pipeline by pipeline.
//!
//! A circle needs a consumer that waits for a commit, which comes behind an acquisition, which waits for a release that
//! comes behind this wait. With `S` stages, the acquisition number `a` of a pipeline waits for its release number
//! `a - S`. So at each commit and the wait for it
//!
//! ```text
//! acquisitions before the commit  <=  releases before the wait + S          of each pipeline
//! ```
//!
//! A mailbox is a pipeline here: to send is to take a slot and to give it, and so is to receive. A producer that waits for a
//! reported number must have filled all stages for which consumers wait before they report it: with `r` the report
//!
//! ```text
//! waits before r  <=  commits before its receipt                            of each pipeline
//! ```
//!
//! Stages that both partitions visit before that, in outer blocks and in regions, cancel out.

use ir::{Block, Inst};

use super::in_flight::PendingReleases;
use super::{Content, Contents, Executor, Place, Verified, Verifier};
use crate::analysis::mailed::Sender;
use crate::schedule::body::{Body, Op, PipelineId};
use crate::schedule::build::regions;
use crate::schedule::smem::MAILBOX_SLOTS;

/// Acquisitions that no number of releases makes up for.
const MANY: i64 = 1 << 32;

pub(super) fn verify(
    v: &Verifier<'_>,
    (producer, copied): (&Body, &Contents),
    (consumer, read): (&Body, &Contents),
    pending: &PendingReleases,
    executor: Executor,
) -> Verified {
    let producer = PartitionEvents { v, body: producer, contents: copied, epilogue: true };
    let epilogue = executor == Executor::Tma;
    let consumer = PartitionEvents { v, body: consumer, contents: read, epilogue };
    let comparison = Comparison { v, producer, consumer, pending };
    let none = vec![0; comparison.rings()];
    comparison.block(v.function.entry_block, &none, &none)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StageEvent {
    Take(PipelineId, Content),
    Give(PipelineId),
    Region(Inst),
}

/// Events of a block, with the number of the operation that each is of.
type Events<'e> = &'e [(StageEvent, usize)];

/// A partition's body as takes and gives.
struct PartitionEvents<'v> {
    v: &'v Verifier<'v>,
    body: &'v Body,
    contents: &'v Contents,
    /// Whether epilogue loads count.
    epilogue: bool,
}

impl PartitionEvents<'_> {
    /// The events of a block, with the number of the operation that each is of.
    fn events(&self, block: Block) -> Vec<(StageEvent, usize)> {
        let mut events = Vec::new();
        for (at, op) in self.body.ops(block).iter().enumerate() {
            match *op {
                Op::Acquire { pipeline, .. } | Op::Wait { pipeline } => {
                    let content = self.contents.get(&(block, at)).copied();
                    events.extend(content.map(|content| (StageEvent::Take(pipeline, content), at)));
                }
                Op::Commit { pipeline } | Op::Release { pipeline } => {
                    events.push((StageEvent::Give(pipeline), at));
                }
                Op::CopyEpilogue { load } | Op::ReadEpilogue { load } if self.epilogue => {
                    let async_load = &self.v.pipeline.async_loads[load];
                    let ring = async_load.ring;
                    for _ in 0..async_load.fills() {
                        events.push((StageEvent::Take(ring, Content::Epilogue(load)), at));
                        events.push((StageEvent::Give(ring), at));
                    }
                }
                Op::Fetch { mailbox } | Op::Report { mailbox } | Op::Receive { mailbox } => {
                    let ring = self.v.pipeline.rings.len() + mailbox;
                    events.push((StageEvent::Take(ring, Content::Number), at));
                    events.push((StageEvent::Give(ring), at));
                }
                Op::Compute(inst) => {
                    let has_events = |block: Block| !self.events(block).is_empty();
                    if regions(self.v.function, inst).into_iter().any(has_events) {
                        events.push((StageEvent::Region(inst), at));
                    }
                }
                _ => {}
            }
        }
        events
    }

    /// Whether a region takes stages of a pipeline.
    fn takes_inside(&self, inst: Inst, ring: PipelineId) -> bool {
        regions(self.v.function, inst).into_iter().any(|block| {
            self.events(block).into_iter().any(|(event, _)| match event {
                StageEvent::Take(other, _) | StageEvent::Give(other) => other == ring,
                StageEvent::Region(inner) => self.takes_inside(inner, ring),
            })
        })
    }

    fn place(&self, block: Block, at: usize) -> Place<'_> {
        Place::Op(self.body, block, at)
    }
}

struct Comparison<'v> {
    v: &'v Verifier<'v>,
    producer: PartitionEvents<'v>,
    consumer: PartitionEvents<'v>,
    pending: &'v PendingReleases,
}

impl Comparison<'_> {
    /// Pipelines, and mailboxes behind them.
    fn rings(&self) -> usize {
        self.v.pipeline.rings.len() + self.v.pipeline.mailboxes.len()
    }

    /// The stages of a pipeline, or the slots of a mailbox.
    fn capacity(&self, ring: PipelineId) -> u32 {
        self.v.pipeline.rings.get(ring).map_or(MAILBOX_SLOTS, |ring| ring.stages)
    }

    fn slot_of(&self, ring: PipelineId) -> String {
        match ring.checked_sub(self.v.pipeline.rings.len()) {
            None => format!("a stage of p{ring}"),
            Some(mailbox) => format!("a slot of b{mailbox}"),
        }
    }

    /// Compares a block; `ahead` has how many more stages of each pipeline the producer has taken before the block than
    /// the consumers have given, and `open` how many more the consumers have taken than the producer has given.
    fn block(&self, block: Block, ahead: &[i64], open: &[i64]) -> Verified {
        let (produced, consumed) = (self.producer.events(block), self.consumer.events(block));
        for ring in 0..self.rings() {
            self.same_visits(block, ring, &produced, &consumed)?;
            self.no_circle(block, ring, (&produced, &consumed), ahead)?;
            self.reports_at_once(block, ring, (&produced, &consumed), open)?;
        }
        for (at, &(event, _)) in produced.iter().enumerate() {
            let StageEvent::Region(inst) = event else { continue };
            let Some(there) = consumed.iter().position(|(other, _)| *other == event) else {
                continue;
            };
            let before = (&produced[..at], &consumed[..there]);
            let inner = |of: &[i64], more: &dyn Fn(PipelineId) -> i64| -> Vec<i64> {
                of.iter().enumerate().map(|(ring, count)| count + more(ring)).collect()
            };
            let ahead = inner(ahead, &|ring| self.taken_ahead(ring, before.0, before.1));
            let open = inner(open, &|ring| self.taken_open(ring, before.0, before.1));
            for block in regions(self.v.function, inst) {
                self.block(block, &ahead, &open)?;
            }
        }
        Ok(())
    }

    fn same_visits(
        &self,
        block: Block,
        ring: PipelineId,
        produced: Events<'_>,
        consumed: Events<'_>,
    ) -> Verified {
        let of_ring = |side: &PartitionEvents<'_>,
                       events: &[(StageEvent, usize)]|
         -> Vec<(StageEvent, usize)> {
            let is_visit = |&(event, _): &(StageEvent, usize)| match event {
                StageEvent::Take(other, _) => other == ring,
                StageEvent::Give(_) => false,
                StageEvent::Region(inst) => side.takes_inside(inst, ring),
            };
            events.iter().copied().filter(|event| is_visit(event)).collect()
        };
        let (copies, reads) =
            (of_ring(&self.producer, produced), of_ring(&self.consumer, consumed));
        let same = copies.iter().zip(&reads).take_while(|(copy, read)| copy.0 == read.0).count();
        let (copy, read) = (copies.get(same), reads.get(same));
        let slot = self.slot_of(ring);
        let (place, message) = match (copy, read) {
            (None, None) => return Ok(()),
            (Some(&(_, at)), None) => (
                self.producer.place(block, at),
                format!("the producer fills {slot} here that the consumers do not read"),
            ),
            (None, Some(&(_, at))) => (
                self.consumer.place(block, at),
                format!("the consumers read {slot} here that the producer does not fill"),
            ),
            (Some(_), Some(&(_, at))) => (
                self.consumer.place(block, at),
                format!("the consumers come to {slot} here in another order than the producer"),
            ),
        };
        Err(self.v.fault(place, message))
    }

    /// How many more stages of a pipeline are taken in these events of the producer than given in these of the consumers.
    fn taken_ahead(&self, ring: PipelineId, produced: Events<'_>, consumed: Events<'_>) -> i64 {
        let regions = |events: &[(StageEvent, usize)]| -> Vec<Inst> {
            let inst = |&(event, _): &(StageEvent, usize)| match event {
                StageEvent::Region(inst) => Some(inst),
                _ => None,
            };
            events.iter().filter_map(inst).collect()
        };
        let takes = |event: &&(StageEvent, usize)| matches!(event.0, StageEvent::Take(other, _) if other == ring);
        let gives = |event: &&(StageEvent, usize)| event.0 == StageEvent::Give(ring);
        let done = regions(consumed);
        let is_ahead =
            |inst: &Inst| !done.contains(inst) && self.producer.takes_inside(*inst, ring);
        let unbounded = regions(produced).iter().filter(|inst| is_ahead(inst)).count() as i64;
        let (taken, given) =
            (produced.iter().filter(takes).count(), consumed.iter().filter(gives).count());
        taken as i64 - given as i64 + MANY * unbounded
    }

    /// How many more stages of a pipeline are taken in these events of the consumers than given in these of the producer.
    fn taken_open(&self, ring: PipelineId, produced: Events<'_>, consumed: Events<'_>) -> i64 {
        let takes = |(event, _): &&(StageEvent, usize)| matches!(event, StageEvent::Take(other, _) if *other == ring);
        let gives = |(event, _): &&(StageEvent, usize)| *event == StageEvent::Give(ring);
        let is_open = |(event, _): &&(StageEvent, usize)| match event {
            StageEvent::Region(inst) => {
                let is_done = produced.iter().any(|(other, _)| other == event);
                !is_done && self.consumer.takes_inside(*inst, ring)
            }
            _ => false,
        };
        let taken = consumed.iter().filter(takes).count() as i64;
        taken + MANY * consumed.iter().filter(is_open).count() as i64
            - produced.iter().filter(gives).count() as i64
    }

    /// Where the producer receives a number: see the module header.
    fn reports_at_once(
        &self,
        block: Block,
        ring: PipelineId,
        (produced, consumed): (Events<'_>, Events<'_>),
        open: &[i64],
    ) -> Verified {
        let pipelines = self.v.pipeline.rings.len();
        let mailbox = ring.checked_sub(pipelines).map(|number| self.v.pipeline.mailboxes[number]);
        if mailbox.is_none_or(|mailbox| mailbox.sender != Sender::Consumers) {
            return Ok(());
        }
        let takes = |events: Events<'_>| -> Vec<usize> {
            let is_take =
                |&at: &usize| matches!(events[at].0, StageEvent::Take(other, _) if other == ring);
            (0..events.len()).filter(is_take).collect()
        };
        for (receipt, report) in takes(produced).into_iter().zip(takes(consumed)) {
            for (other, open) in open.iter().enumerate().take(pipelines) {
                let taken =
                    open + self.taken_open(other, &produced[..receipt], &consumed[..report]);
                self.v.ensure(taken <= 0, self.consumer.place(block, consumed[report].1), || {
                    let (this, other) = (self.slot_of(ring), self.slot_of(other));
                    format!(
                        "the consumers wait for {other} before they fill {this}, for which the producer waits before it \
                         fills that: they wait for each other"
                    )
                })?;
            }
        }
        Ok(())
    }

    /// At each commit of a pipeline: see the module header.
    fn no_circle(
        &self,
        block: Block,
        ring: PipelineId,
        (produced, consumed): (Events<'_>, Events<'_>),
        ahead: &[i64],
    ) -> Verified {
        let commits = (0..produced.len()).filter(|&at| produced[at].0 == StageEvent::Give(ring));
        let is_wait =
            |&at: &usize| matches!(consumed[at].0, StageEvent::Take(other, _) if other == ring);
        let waits = (0..consumed.len()).filter(is_wait);
        for (commit, wait) in commits.zip(waits) {
            let at = consumed[wait].1;
            for (other, ahead) in ahead.iter().enumerate().take(self.rings()) {
                let pending = self.pending.get(&(block, at));
                let pending = pending.and_then(|pending| pending.get(other)) == Some(&true);
                let taken = ahead
                    + self.taken_ahead(other, &produced[..commit], &consumed[..wait])
                    + i64::from(pending);
                self.v.ensure(taken <= i64::from(self.capacity(other)), self.consumer.place(block, at), || {
                    let (this, other) = (self.slot_of(ring), self.slot_of(other));
                    format!(
                        "the producer fills {this} here behind {other} that is released behind this wait: they wait for \
                         each other"
                    )
                })?;
            }
        }
        Ok(())
    }
}
