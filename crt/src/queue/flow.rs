//! The operations that are not complete, as a directed acyclic graph.
//!
//! | gate | an operation is ready when each one before it is |
//! |---|---|
//! | [`Gate::Complete`] | complete |
//! | [`Gate::Issued`] | complete, or issued: the GPU waits for the fences of those that are |
//!
//! A thread takes what is ready, and says that it is complete, or that it is issued and later that it is complete. A marker
//! needs no thread: it is issued and complete with those before it. On the CPU device nothing is issued.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{OpId, Operation, StreamId};
use crate::action::Runner;
use crate::gpu::GpuEvent;

/// What an operation waits for before a thread takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    Complete,
    Issued,
}

/// A stream of the driver: that of a stream of the program, or one of those that branches of graphs share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lane {
    Stream(StreamId),
    Branch(usize),
}

/// The end of an issued operation. A lane runs in the order of issue, so that the last one of each lane is enough.
#[derive(Clone)]
pub struct Fence {
    pub op: OpId,
    /// As many operations were issued before it; branches that share a lane need not issue in the order of their numbers.
    order: u64,
    pub event: Arc<GpuEvent>,
}

/// The last operation of each lane.
pub type Fences = BTreeMap<Lane, Fence>;

#[derive(Default)]
pub struct Flow {
    pending: BTreeMap<OpId, Pending>,
    ready: BTreeMap<Runner, BTreeSet<OpId>>,
    n_issued: u64,
}

/// An operation that is not complete.
struct Pending {
    /// None once a thread has it.
    operation: Option<Operation>,
    /// The thread that runs it; none runs a marker.
    runner: Option<(Runner, Gate)>,
    /// How many operations before it are not complete.
    incomplete: usize,
    /// How many of these are not issued either.
    unissued: usize,
    /// The ends of those that are issued.
    fences: Fences,
    /// Its own end, once it is issued.
    end: Option<Fences>,
    /// The operations behind it.
    behind: Vec<OpId>,
}

impl Flow {
    pub fn len(&self) -> usize {
        self.pending.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// The threads that have something to do.
    pub fn busy(&self) -> impl Iterator<Item = Runner> {
        self.ready.iter().filter(|(_, ready)| !ready.is_empty()).map(|(runner, _)| *runner)
    }

    /// Whether an operation is not complete.
    pub fn contains(&self, id: OpId) -> bool {
        self.pending.contains_key(&id)
    }

    /// Whether a thread has operations that are not complete.
    pub fn has_for(&self, runner: Runner) -> bool {
        self.pending.values().any(|it| it.runner.is_some_and(|(of, _)| of == runner))
    }

    /// Whether an operation with a lower number is not complete.
    pub fn has_below(&self, id: OpId) -> bool {
        self.pending.range(..id).next().is_some()
    }

    /// Adds an operation behind others.
    pub fn insert(
        &mut self,
        operation: Operation,
        runner: Option<(Runner, Gate)>,
        before: BTreeSet<OpId>,
    ) {
        let id = operation.id;
        let (mut incomplete, mut unissued, mut fences) = (0, 0, Fences::new());
        for before in before {
            let Some(pending) = self.pending.get_mut(&before) else { continue };
            pending.behind.push(id);
            incomplete += 1;
            match &pending.end {
                Some(end) => join(&mut fences, end),
                None => unissued += 1,
            }
        }
        let operation = Some(operation);
        let (end, behind) = (None, Vec::new());
        let pending = Pending { operation, runner, incomplete, unissued, fences, end, behind };
        self.pending.insert(id, pending);
        self.advance(vec![id]);
    }

    /// The ready operation with the lowest number that a thread runs, with what the GPU waits for in front of it.
    pub fn take(&mut self, runner: Runner) -> Option<(Operation, Fences)> {
        let id = self.ready.get_mut(&runner)?.pop_first()?;
        let pending = self.pending.get_mut(&id)?;
        let operation = pending.operation.take()?;
        let mut fences = std::mem::take(&mut pending.fences);
        fences.retain(|_, fence| self.pending.contains_key(&fence.op));
        Some((operation, fences))
    }

    /// An operation that was taken is issued in a lane.
    pub fn issue(&mut self, id: OpId, lane: Lane, event: Arc<GpuEvent>) {
        let fence = Fence { op: id, order: self.n_issued, event };
        self.n_issued += 1;
        let behind = self.issued(id, Fences::from([(lane, fence)]));
        self.advance(behind);
    }

    /// An operation that was taken is complete.
    pub fn complete(&mut self, id: OpId) {
        let behind = self.completed(id);
        self.advance(behind);
    }

    /// Looks at operations of which one before has been issued or completed.
    fn advance(&mut self, mut changed: Vec<OpId>) {
        while let Some(id) = changed.pop() {
            let Some(pending) = self.pending.get(&id) else { continue };
            if pending.operation.is_none() {
                continue;
            }
            match pending.runner {
                Some((runner, gate)) => {
                    let waits = match gate {
                        Gate::Complete => pending.incomplete,
                        Gate::Issued => pending.unissued,
                    };
                    if waits == 0 {
                        self.ready.entry(runner).or_default().insert(id);
                    }
                }
                None if pending.incomplete == 0 => {
                    if let Some(operation) = &pending.operation {
                        operation.action.mark();
                    }
                    changed.extend(self.completed(id));
                }
                None if pending.unissued == 0 && pending.end.is_none() => {
                    let fences = pending.fences.clone();
                    changed.extend(self.issued(id, fences));
                }
                None => {}
            }
        }
    }

    fn issued(&mut self, id: OpId, end: Fences) -> Vec<OpId> {
        let Some(pending) = self.pending.get_mut(&id) else { return Vec::new() };
        pending.end = Some(end.clone());
        let behind = pending.behind.clone();
        for id in &behind {
            if let Some(next) = self.pending.get_mut(id) {
                next.unissued -= 1;
                join(&mut next.fences, &end);
            }
        }
        behind
    }

    fn completed(&mut self, id: OpId) -> Vec<OpId> {
        let Some(done) = self.pending.remove(&id) else { return Vec::new() };
        for id in &done.behind {
            if let Some(next) = self.pending.get_mut(id) {
                next.incomplete -= 1;
                next.unissued -= usize::from(done.end.is_none());
            }
        }
        done.behind
    }
}

/// Adds fences to others.
fn join(fences: &mut Fences, more: &Fences) {
    for (lane, fence) in more {
        let known = fences.entry(*lane).or_insert_with(|| fence.clone());
        if known.order < fence.order {
            *known = fence.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::order::Clock;
    use crate::sanitize::Site;

    const ISSUED: Option<(Runner, Gate)> = Some((Runner::Device, Gate::Issued));
    const HOST: Option<(Runner, Gate)> = Some((Runner::Host, Gate::Complete));

    fn lane(number: usize) -> Lane {
        Lane::Branch(number)
    }

    fn insert(
        flow: &mut Flow,
        id: OpId,
        lane: Lane,
        runner: Option<(Runner, Gate)>,
        before: &[OpId],
    ) {
        let (stream, action) = (StreamId::LEGACY, Action::Marker);
        let (clock, site) = (Clock::default(), Site::default());
        let operation = Operation { id, stream, lane, action, clock, site };
        flow.insert(operation, runner, before.iter().copied().collect());
    }

    fn taken(flow: &mut Flow, runner: Runner) -> Option<(OpId, Vec<OpId>)> {
        let (operation, fences) = flow.take(runner)?;
        Some((operation.id, fences.values().map(|fence| fence.op).collect()))
    }

    fn issue(flow: &mut Flow, id: OpId, lane: Lane) {
        flow.issue(id, lane, Arc::new(GpuEvent::none()));
    }

    #[test]
    fn without_a_gpu_an_operation_waits_until_those_before_it_are_complete() {
        let mut flow = Flow::default();
        insert(&mut flow, 0, lane(0), ISSUED, &[]);
        insert(&mut flow, 1, lane(0), None, &[0]);
        insert(&mut flow, 2, lane(1), ISSUED, &[1]);
        assert_eq!(taken(&mut flow, Runner::Device), Some((0, vec![])));
        assert_eq!(taken(&mut flow, Runner::Device), None);
        flow.complete(0);
        assert!(!flow.contains(1), "a marker is complete with what is before it");
        assert_eq!(taken(&mut flow, Runner::Device), Some((2, vec![])));
    }

    #[test]
    fn an_operation_behind_issued_ones_has_their_fences() {
        let mut flow = Flow::default();
        for (id, lane_of) in [(0, 0), (1, 0), (2, 1)] {
            insert(&mut flow, id, lane(lane_of), ISSUED, &[]);
        }
        insert(&mut flow, 3, lane(2), None, &[0, 1, 2]);
        insert(&mut flow, 4, lane(2), ISSUED, &[3]);
        insert(&mut flow, 5, lane(2), HOST, &[4]);
        for (id, lane_of) in [(0, 0), (1, 0), (2, 1)] {
            assert_eq!(taken(&mut flow, Runner::Device), Some((id, vec![])));
            issue(&mut flow, id, lane(lane_of));
        }
        flow.complete(2);
        // The last of lane 0 stands for both, and lane 1 is done.
        assert_eq!(taken(&mut flow, Runner::Device), Some((4, vec![1])));
        issue(&mut flow, 4, lane(2));
        assert_eq!(taken(&mut flow, Runner::Host), None, "the host waits for the end");
        flow.complete(0);
        flow.complete(1);
        assert!(!flow.contains(3));
        flow.complete(4);
        assert_eq!(taken(&mut flow, Runner::Host), Some((5, vec![])));
        flow.complete(5);
        assert!(flow.is_empty());
    }

    /// Of random graphs: when an operation is taken, each one before it is complete, or the fences or its own lane stand for it.
    #[test]
    fn whatever_is_before_an_operation_is_complete_or_fenced() {
        let mut state = 1u64;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut n_fenced = 0;
        for _ in 0..600 {
            let (mut flow, n) = (Flow::default(), 2 + random(40));
            // All that is before each operation, the lane, and when it was issued and completed.
            let mut all: Vec<BTreeSet<OpId>> = Vec::new();
            let mut lanes: Vec<usize> = Vec::new();
            let mut issued: Vec<OpId> = Vec::new();
            let mut complete: BTreeSet<OpId> = BTreeSet::new();
            let mut markers: BTreeSet<OpId> = BTreeSet::new();
            while all.len() < n || !flow.is_empty() {
                match random(3) {
                    0 if all.len() < n => {
                        let id = all.len();
                        let before: Vec<OpId> =
                            (0..random(4).min(id)).map(|_| random(id) as OpId).collect();
                        let closure = before
                            .iter()
                            .flat_map(|&op| all[op as usize].iter().copied().chain([op]));
                        all.push(closure.collect());
                        lanes.push(random(3));
                        let runner = match random(4) {
                            0 => None,
                            1 => HOST,
                            _ => ISSUED,
                        };
                        if runner.is_none() {
                            markers.insert(id as OpId);
                        }
                        insert(&mut flow, id as OpId, lane(lanes[id]), runner, &before);
                    }
                    1 => {
                        // The first of some lane ends, if those before it have: it has waited for them.
                        let of_lane = random(3);
                        let first = issued.iter().position(|&op| lanes[op as usize] == of_lane);
                        let has_ended = |op: &OpId| complete.contains(op) || markers.contains(op);
                        if let Some(first) = first
                            && all[issued[first] as usize].iter().all(has_ended)
                        {
                            let op = issued.remove(first);
                            complete.insert(op);
                            flow.complete(op);
                        }
                    }
                    _ => {
                        let runner = if random(3) == 0 { Runner::Host } else { Runner::Device };
                        let Some((id, fences)) = taken(&mut flow, runner) else { continue };
                        let own = lanes[id as usize];
                        // What the operation waits for in the driver: all of its lane, and of each fence's lane up to it.
                        let place = |op: OpId| issued.iter().position(|it| *it == op);
                        let awaited = issued.iter().filter(|&&op| {
                            let is_fenced = |fence: &OpId| {
                                lanes[*fence as usize] == lanes[op as usize]
                                    && place(*fence) >= place(op)
                            };
                            lanes[op as usize] == own || fences.iter().any(is_fenced)
                        });
                        let awaited: BTreeSet<OpId> = awaited
                            .flat_map(|&op| all[op as usize].iter().copied().chain([op]))
                            .collect();
                        for op in &all[id as usize] {
                            if complete.contains(op) || markers.contains(op) {
                                continue;
                            }
                            let is_awaited = runner == Runner::Device && awaited.contains(op);
                            assert!(is_awaited, "{op} before {id}");
                            n_fenced += 1;
                        }
                        if runner == Runner::Device {
                            issued.push(id);
                            issue(&mut flow, id, lane(own));
                        } else {
                            complete.insert(id);
                            flow.complete(id);
                        }
                    }
                }
            }
        }
        assert!(n_fenced > 1000, "{n_fenced} fences were looked at");
    }
}
