//! Barriers: of a warp, of a CTA, of a cluster.

use super::machine::{Cx, Lanes, State, Step, lanes};
use super::mnemonic::Mnemonic;
use super::program::{Decoded, Gather, Op};
use super::race::Clock;
use super::report::FindingKind;
use super::syntax::Result;

/// An instruction of a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barrier {
    /// `bar.warp.sync`
    Warp,
    /// Waits for all threads, or for as many as the second operand says.
    Sync,
    /// Counts for the others, and goes on.
    Arrive,
    /// Waits, and combines a predicate of all threads.
    Reduce(Reduce),
    ClusterArrive,
    ClusterWait,
}

/// What a barrier does with the predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduce {
    Count,
    All,
    Any,
}

const REDUCTIONS: &[(&str, Reduce)] =
    &[("popc", Reduce::Count), ("and", Reduce::All), ("or", Reduce::Any)];

/// One of the 16 barriers of a CTA.
#[derive(Clone, Default)]
pub struct CtaBarrier {
    /// How many threads this phase waits for; 0 if none has arrived.
    expected: u32,
    arrived: u32,
    /// What those that arrived have done.
    clock: Clock,
    /// Threads whose predicate held.
    votes: u32,
    waiting: Vec<Waiting>,
    /// The line of the first arrival, for findings.
    line: u32,
}

#[derive(Clone)]
struct Waiting {
    warp: usize,
    lanes: u32,
    reduce: Option<Reduce>,
    result: Option<super::program::Reg>,
}

impl CtaBarrier {
    /// Why it does not open, if a thread waits.
    pub fn describe(&self) -> Option<(u32, String)> {
        let (arrived, expected) = (self.arrived, self.expected);
        (expected > 0).then(|| (self.line, format!("{arrived} of {expected} threads have come")))
    }
}

/// The barrier of a cluster.
#[derive(Default)]
pub struct ClusterBarrier {
    phase: u64,
    clock: Clock,
    /// What the threads of the last phase had done.
    done: Clock,
    /// For each CTA and thread the phase that it arrived in and has not waited for.
    pending: Vec<Vec<Option<u64>>>,
}

impl ClusterBarrier {
    pub fn new(ctas: usize, threads: usize) -> ClusterBarrier {
        ClusterBarrier { pending: vec![vec![None; threads]; ctas], ..ClusterBarrier::default() }
    }
}

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Decoded>> {
    let is_short = match m.base() {
        "bar" => true,
        "barrier" => false,
        _ => return Ok(None),
    };
    if m.flag("warp") {
        m.one_of(&[("sync", ())])?;
        let op = Op::Barrier(Barrier::Warp);
        return Ok(Some(Decoded { op, results: 0, gather: Gather::Members }));
    }
    if m.flag("cluster") {
        let barrier =
            m.one_of(&[("arrive", Barrier::ClusterArrive), ("wait", Barrier::ClusterWait)])?;
        m.optional(&[("release", ()), ("relaxed", ()), ("acquire", ())]);
        let gather = if m.flag("aligned") { Gather::Warp } else { Gather::Alone };
        return Ok(Some(Decoded { op: Op::Barrier(barrier), results: 0, gather }));
    }
    m.flag("cta");
    let mut barrier = m.one_of(&[
        ("sync", Barrier::Sync),
        ("arrive", Barrier::Arrive),
        ("red", Barrier::Reduce(Reduce::Count)),
    ])?;
    // `bar` is short for `barrier.cta` with `.aligned`.
    let aligned = m.flag("aligned") || is_short;
    if let Barrier::Reduce(reduce) = &mut barrier {
        *reduce = m.one_of(REDUCTIONS)?;
        m.ty()?;
    }
    let results = usize::from(matches!(barrier, Barrier::Reduce(_)));
    let gather = if aligned { Gather::Warp } else { Gather::Alone };
    Ok(Some(Decoded { op: Op::Barrier(barrier), results, gather }))
}

impl Cx<'_, '_> {
    pub fn barrier(&mut self, barrier: &Barrier) -> Step {
        match barrier {
            Barrier::Warp => {
                let threads = self.threads();
                let clocks = &mut self.cta().clocks;
                let met = clocks.release(threads.clone());
                clocks.acquire(threads, &met);
                Step::Next
            }
            Barrier::Sync => self.arrive(None, true),
            Barrier::Arrive => self.arrive(None, false),
            Barrier::Reduce(reduce) => self.arrive(Some(*reduce), true),
            Barrier::ClusterArrive => self.cluster_arrive(),
            Barrier::ClusterWait => self.cluster_wait(),
        }
    }

    /// Counts the active threads at a barrier, and opens it if they were the last.
    fn arrive(&mut self, reduce: Option<Reduce>, waits: bool) -> Step {
        let inst = self.inst;
        let first = self.active.trailing_zeros() as usize;
        let number = self.fetch(inst.src[0])[first] as usize;
        let all: u32 = self.cta().warps.iter().map(|warp| warp.lanes.count_ones()).sum();
        let (counted, vote) = match (reduce, inst.src.len()) {
            (None, 2) => (Some(inst.src[1]), None),
            (Some(_), 2) => (None, Some(inst.src[1])),
            (Some(_), 3) => (Some(inst.src[1]), Some(inst.src[2])),
            _ => (None, None),
        };
        let expected = counted.map_or(all, |src| self.fetch(src)[first] as u32);
        let votes = vote.map(|src| self.fetch(src));
        let active = self.active;
        let votes =
            votes.map_or(0, |votes| lanes(active).filter(|&lane| votes[lane] == 1).count() as u32);
        let counts_warps = counted.is_none() || expected.is_multiple_of(32);
        if number >= 16 || expected == 0 || !counts_warps {
            self.finding(FindingKind::BarrierMisuse, first, || {
                format!("there is no barrier {number} of {expected} threads")
            });
            return Step::Next;
        }
        let (threads, warp) = (self.threads(), self.warp);
        let cta = self.cta();
        let clock = cta.clocks.release(threads);
        let state = &mut cta.barriers[number];
        let before = state.expected;
        if before == 0 {
            state.line = inst.line;
        }
        state.expected = expected;
        state.arrived += active.count_ones();
        state.votes += votes;
        state.clock.join(&clock);
        if waits {
            let result = inst.dst.first().copied().flatten();
            state.waiting.push(Waiting { warp, lanes: active, reduce, result });
        }
        let arrived = state.arrived;
        if before != 0 && before != expected {
            self.finding(FindingKind::BarrierMisuse, first, || {
                format!("barrier {number} is for {before} threads and for {expected}")
            });
        }
        if arrived > expected {
            self.finding(FindingKind::BarrierMisuse, first, || {
                format!("{arrived} threads at barrier {number} of {expected}")
            });
        }
        if arrived < expected {
            return if waits { Step::Block(number) } else { Step::Next };
        }
        self.open(number);
        Step::Next
    }

    /// Lets those that wait at a barrier go on; the active lanes do so by themselves.
    fn open(&mut self, number: usize) {
        let program = self.run.program;
        let (own_warp, own_lanes) = (self.warp, self.active);
        let cta = self.cta();
        let state = std::mem::take(&mut cta.barriers[number]);
        let threads = state
            .waiting
            .iter()
            .flat_map(|waiting| lanes(waiting.lanes).map(|lane| 32 * waiting.warp + lane));
        cta.clocks.acquire(threads, &state.clock);
        for waiting in &state.waiting {
            let warp = &mut cta.warps[waiting.warp];
            let value = match waiting.reduce {
                None | Some(Reduce::Count) => u64::from(state.votes),
                Some(Reduce::All) => u64::from(state.votes == state.arrived),
                Some(Reduce::Any) => u64::from(state.votes > 0),
            };
            if let Some(reg) = waiting.result {
                warp.write(program, reg, waiting.lanes, &[value; 32] as &Lanes);
            }
            if waiting.warp == own_warp && waiting.lanes == own_lanes {
                continue;
            }
            let group = warp.groups.iter_mut().find(|group| {
                group.state == State::Blocked(number) && group.lanes == waiting.lanes
            });
            if let Some(group) = group {
                group.state = State::Ready;
                group.pc += 1;
            }
        }
    }

    fn cluster_arrive(&mut self) -> Step {
        let (threads, rank) = (self.threads(), self.rank);
        let clock = self.cta().clocks.release(threads.clone());
        let barrier = &mut self.cluster.barrier;
        let phase = barrier.phase;
        let mut twice = None;
        for thread in threads {
            if barrier.pending[rank][thread].replace(phase).is_some() {
                twice = Some(thread % 32);
            }
        }
        barrier.clock.join(&clock);
        self.open_cluster_barrier();
        if let Some(lane) = twice {
            self.finding(FindingKind::BarrierMisuse, lane, || {
                "a second arrival without a wait".into()
            });
        }
        Step::Next
    }

    /// Ends the phase if all threads of the cluster have arrived that have not left the kernel.
    fn open_cluster_barrier(&mut self) {
        let barrier = &mut self.cluster.barrier;
        let phase = barrier.phase;
        let complete = self.cluster.ctas.iter().zip(&barrier.pending).all(|(cta, pending)| {
            cta.warps.iter().zip(pending.chunks(32)).all(|(warp, pending)| {
                lanes(warp.lanes & !warp.exited).all(|lane| pending[lane] == Some(phase))
            })
        });
        if complete {
            barrier.phase += 1;
            barrier.done = std::mem::take(&mut barrier.clock);
        }
    }

    fn cluster_wait(&mut self) -> Step {
        let (threads, rank) = (self.threads(), self.rank);
        // The missing threads may have exited since.
        self.open_cluster_barrier();
        let barrier = &mut self.cluster.barrier;
        let phase = barrier.phase;
        let pending = &mut barrier.pending[rank];
        if threads.clone().any(|thread| pending[thread] == Some(phase)) {
            return Step::Again;
        }
        let missing = threads.clone().find(|&thread| pending[thread].is_none());
        for thread in threads.clone() {
            pending[thread] = None;
        }
        let done = barrier.done.clone();
        self.cta().clocks.acquire(threads, &done);
        if let Some(thread) = missing {
            self.finding(FindingKind::BarrierMisuse, thread % 32, || {
                "a wait without an arrival".into()
            });
        }
        Step::Next
    }
}
