//! mbarriers: objects in shared memory that count arrivals and bytes.
//!
//! A phase ends when no arrival and no byte is missing; the next one begins at once. A waiting
//! thread names
//! the parity of the phase that must have ended. An arrival publishes what its thread did,
//! bytes what their copy wrote; a wait that succeeds has seen all that the phase published.

use super::machine::{Area, Cx, Location, Step, lanes};
use super::mnemonic::Mnemonic;
use super::program::{Decoded, Op};
use super::race::{Clock, TouchKind};
use super::report::FindingKind;
use super::syntax::Result;
use super::types::Space;

/// An instruction on an mbarrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mbarrier {
    Init,
    Arrive,
    /// Arrives, and expects so many bytes more.
    ArriveExpect,
    /// Whether the phase of a parity has ended. Here it waits as long as it takes.
    TryWait,
}

/// One object.
#[derive(Clone, Debug)]
pub struct Phases {
    /// Arrivals of a phase.
    expected: u32,
    /// What is missing in this one.
    arrivals: u32,
    bytes: i64,
    /// How many phases have ended.
    ended: u64,
    clock: Clock,
    /// What the last phase published.
    done: Clock,
}

impl Phases {
    fn end_if_complete(&mut self) {
        if self.arrivals == 0 && self.bytes == 0 {
            self.arrivals = self.expected;
            self.ended += 1;
            self.done = std::mem::take(&mut self.clock);
        }
    }

    /// Bytes of a copy have come.
    pub fn complete(&mut self, bytes: u64, clock: &Clock) {
        self.bytes -= bytes as i64;
        self.clock.join(clock);
        self.end_if_complete();
    }
}

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Decoded>> {
    if m.base() != "mbarrier" {
        return Ok(None);
    }
    let mut what = m.one_of(&[
        ("init", Mbarrier::Init),
        ("arrive", Mbarrier::Arrive),
        ("try_wait", Mbarrier::TryWait),
    ])?;
    match what {
        Mbarrier::Arrive if m.flag("expect_tx") => what = Mbarrier::ArriveExpect,
        Mbarrier::TryWait if !m.flag("parity") => return Err(m.error("a parity is needed")),
        _ => {}
    }
    let space = m.space();
    let remote = space == Space::SharedCluster && what == Mbarrier::Arrive;
    if !(remote || space == Space::Shared) || !m.flag("b64") {
        return Err(
            m.error("an mbarrier is a b64 in shared memory, the own CTA's but for arrivals")
        );
    }
    let results = usize::from(what != Mbarrier::Init);
    Ok(Some(Decoded::alone(Op::Mbarrier(what), results)))
}

impl Cx<'_, '_> {
    pub fn mbarrier(&mut self, what: &Mbarrier) -> Step {
        let addresses = self.addresses(self.inst.mem[0]);
        let operands = self.inst.src.first().map(|&src| self.fetch(src));
        let operand = |lane: usize| operands.map_or(0, |values| values[lane]);
        if *what == Mbarrier::TryWait {
            return self.await_phase(addresses[self.active.trailing_zeros() as usize], operand);
        }
        for lane in lanes(self.active) {
            // The space of the address says whose it may be; the decoder has seen to it.
            let space = match what {
                Mbarrier::Arrive => Space::SharedCluster,
                Mbarrier::Init | Mbarrier::ArriveExpect | Mbarrier::TryWait => Space::Shared,
            };
            let Some(at) = self.locate(space, addresses[lane], 8, lane) else { continue };
            if *what == Mbarrier::Init {
                self.touch(at, 8, true, TouchKind::Weak, lane);
                self.region(at.area, lane).write(at.offset, 8, 0);
                let count = operand(lane) as u32;
                let fresh = Phases {
                    expected: count,
                    arrivals: count,
                    bytes: 0,
                    ended: 0,
                    clock: Clock::default(),
                    done: Clock::default(),
                };
                self.cta().mbarriers.insert(at.offset, fresh);
                continue;
            }
            let thread = self.thread(lane);
            let clock = self.cta().clocks.release([thread].into_iter());
            let counted = *what == Mbarrier::Arrive && operands.is_some();
            let bytes = if *what == Mbarrier::ArriveExpect { operand(lane) as i64 } else { 0 };
            for _ in 0..if counted { operand(lane) } else { 1 } {
                self.arrive_at(at, bytes, &clock, lane);
            }
        }
        Step::Next
    }

    /// One arrival, which publishes what a clock has seen and expects so many bytes more.
    pub fn arrive_at(&mut self, at: Location, bytes: i64, clock: &Clock, lane: usize) {
        let Some(phases) = self.phases(at, lane) else { return };
        phases.bytes += bytes;
        phases.clock.join(clock);
        if phases.arrivals == 0 {
            self.finding(FindingKind::BarrierMisuse, lane, || {
                "more arrivals than the phase has".into()
            });
            return;
        }
        phases.arrivals -= 1;
        phases.end_if_complete();
    }

    /// The object at a place; a use that is not ordered after its initialisation is a race.
    pub fn phases(&mut self, at: Location, lane: usize) -> Option<&mut Phases> {
        self.touch(at, 8, true, TouchKind::Strong, lane);
        let Area::Shared(owner) = at.area else { return None };
        if self.cluster.ctas[owner].is_done() {
            self.finding(FindingKind::BarrierMisuse, lane, || {
                format!("CTA {owner} of the cluster has left the kernel")
            });
        }
        if !self.cluster.ctas[owner].mbarriers.contains_key(&at.offset) {
            self.finding(FindingKind::BarrierMisuse, lane, || {
                format!("no mbarrier has been initialised at offset {}", at.offset)
            });
            return None;
        }
        self.cluster.ctas[owner].mbarriers.get_mut(&at.offset)
    }

    fn await_phase(&mut self, address: u64, operand: impl Fn(usize) -> u64) -> Step {
        let first = self.active.trailing_zeros() as usize;
        let threads = self.threads();
        let Some(at) = self.locate(Space::Shared, address, 8, first) else { return Step::Next };
        let Some(phases) = self.phases(at, first) else { return Step::Next };
        if phases.ended % 2 == operand(first) & 1 {
            return Step::Again;
        }
        let done = phases.done.clone();
        self.cta().clocks.acquire(threads, &done);
        self.write(0, &[1; 32]);
        Step::Next
    }
}
