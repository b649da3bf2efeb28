//! The accesses to each byte, and whether they were ordered.
//!
//! Happens-before is kept exactly, thread by thread, as vector clocks (Flanagan and Freund,
//! FastTrack, 2009). A thread counts the times it published something ([`Clocks::release`]: it
//! arrived at a barrier, performed a release); its clock says up to which count it has seen each
//! other thread ([`Clocks::acquire`]). An earlier access is ordered before a later one if the later
//! thread has seen the earlier one's count.
//!
//! Threads that met at a barrier share one vector; a word of memory remembers its last write and
//! the reads since.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// What a thread has seen of the threads of one CTA.
#[derive(Clone, Debug)]
struct Seen {
    cta: u32,
    /// The count of each thread of that CTA.
    counts: Rc<Vec<u32>>,
    /// The least of them.
    floor: u32,
}

/// What a thread, or a waiter at some object of synchronisation, has seen.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    seen: SmallVec<[Seen; 1]>,
}

impl Clock {
    /// Adds what another clock has seen.
    pub fn join(&mut self, other: &Clock) {
        for theirs in &other.seen {
            let Some(ours) = self.seen.iter_mut().find(|seen| seen.cta == theirs.cta) else {
                self.seen.push(theirs.clone());
                continue;
            };
            if Rc::ptr_eq(&ours.counts, &theirs.counts) {
                continue;
            }
            let pairs = || ours.counts.iter().zip(theirs.counts.iter());
            if pairs().all(|(a, b)| a <= b) {
                *ours = theirs.clone();
            } else if pairs().any(|(a, b)| a < b) {
                let merged: Vec<u32> = pairs().map(|(&a, &b)| a.max(b)).collect();
                ours.floor = merged.iter().copied().min().unwrap_or(0);
                ours.counts = Rc::new(merged);
            }
        }
    }

    fn same(&self, other: &Clock) -> bool {
        self.seen.len() == other.seen.len()
            && self.seen.iter().zip(&other.seen).all(|(a, b)| Rc::ptr_eq(&a.counts, &b.counts))
    }
}

#[derive(Clone, Debug)]
struct Thread {
    /// How often it has published something, from 1.
    now: u32,
    past: Clock,
}

/// The clocks of the threads of a CTA.
#[derive(Clone, Debug)]
pub struct Clocks {
    cta: u32,
    threads: Vec<Thread>,
}

impl Clocks {
    pub fn new(cta: u32, threads: usize) -> Clocks {
        let seen = Seen { cta, counts: Rc::new(vec![0; threads]), floor: 0 };
        let past = Clock { seen: [seen].into_iter().collect() };
        Clocks { cta, threads: vec![Thread { now: 1, past }; threads] }
    }

    /// What some threads have done and seen up to here.
    pub fn release(&mut self, threads: impl Iterator<Item = usize> + Clone) -> Clock {
        let mut clock = Clock::default();
        for thread in threads.clone() {
            clock.join(&self.threads[thread].past);
        }
        if let Some(seen) = clock.seen.iter_mut().find(|seen| seen.cta == self.cta) {
            let counts = Rc::make_mut(&mut seen.counts);
            for thread in threads {
                counts[thread] = self.threads[thread].now;
                self.threads[thread].now += 1;
            }
            seen.floor = counts.iter().copied().min().unwrap_or(0);
        }
        clock
    }

    /// Some threads see what a clock has seen.
    pub fn acquire(&mut self, threads: impl Iterator<Item = usize>, clock: &Clock) {
        // Threads mostly come with the same past and then leave with the same, too.
        let mut last: Option<(Clock, Clock)> = None;
        for thread in threads {
            let past = &mut self.threads[thread].past;
            match &last {
                Some((before, after)) if before.same(past) => *past = after.clone(),
                _ => {
                    let before = past.clone();
                    past.join(clock);
                    last = Some((before, past.clone()));
                }
            }
        }
    }

    /// An access by a thread, now.
    pub fn touch(&self, thread: usize, kind: TouchKind) -> Touch {
        let (warp, lane) = (thread / 32, thread % 32);
        let clock = self.threads[thread].now;
        Touch { cta: self.cta, clock, lanes: 1 << lane, warp: warp as u16, kind }
    }

    /// Whether what `before` stands for happens before an access by `thread`.
    fn is_ordered(&self, before: &Touch, thread: usize) -> bool {
        let past = &self.threads[thread].past;
        let Some(seen) = past.seen.iter().find(|seen| seen.cta == before.cta) else {
            return false;
        };
        if before.clock <= seen.floor {
            return true;
        }
        // This is where the emulator spends most of its time: a loop over bits is short also without inlining.
        let first = 32 * usize::from(before.warp);
        let mut lanes = before.lanes;
        if before.cta == self.cta && thread / 32 == usize::from(before.warp) {
            lanes &= !(1 << (thread % 32));
        }
        while lanes != 0 {
            if seen.counts[first + lanes.trailing_zeros() as usize] < before.clock {
                return false;
            }
            lanes &= lanes - 1;
        }
        true
    }
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TouchKind {
    Weak,
    /// With an order and a scope: two such accesses do not race.
    Strong,
    /// Through the cache that is not kept coherent: races with any write of the kernel.
    ReadOnly,
}

/// Accesses by lanes of one warp at one count of theirs. No lanes: nothing yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    cta: u32,
    clock: u32,
    lanes: u32,
    warp: u16,
    kind: TouchKind,
}

const NEVER: Touch = Touch { cta: 0, clock: 0, lanes: 0, warp: 0, kind: TouchKind::Weak };

impl Touch {
    /// The first of the threads, for messages, with the linear number of its CTA.
    pub fn first(&self) -> (u32, usize) {
        (self.cta, 32 * usize::from(self.warp) + self.lanes.trailing_zeros() as usize % 32)
    }
}

/// Reads since the last write. Few words are read by many warps at once.
#[derive(Clone, Debug)]
struct State {
    write: Touch,
    reads: SmallVec<[Touch; 1]>,
}

impl Default for State {
    fn default() -> State {
        State { write: NEVER, reads: SmallVec::new() }
    }
}

/// Beyond this many groups of readers of a word the oldest are forgotten.
const MAX_READERS: usize = 128;

impl State {
    fn conflict(&self, now: &Touch, thread: usize, writes: bool, clocks: &Clocks) -> Option<Touch> {
        let races = |before: &Touch| {
            if before.lanes == 0 {
                return false;
            }
            match (before.kind, now.kind) {
                (TouchKind::ReadOnly, _) | (_, TouchKind::ReadOnly) => true,
                (TouchKind::Strong, TouchKind::Strong) => false,
                _ => !clocks.is_ordered(before, thread),
            }
        };
        if races(&self.write) {
            return Some(self.write);
        }
        let reader = || self.reads.iter().find(|before| races(before)).copied();
        if writes { reader() } else { None }
    }

    fn record(&mut self, now: Touch, thread: usize, writes: bool, clocks: &Clocks) {
        if writes {
            self.write = now;
            // A read-only read must never be forgotten.
            self.reads.retain(|read| read.kind == TouchKind::ReadOnly);
            return;
        }
        let alike = |read: &&mut Touch| {
            (read.cta, read.warp, read.clock, read.kind) == (now.cta, now.warp, now.clock, now.kind)
        };
        if let Some(read) = self.reads.iter_mut().find(alike) {
            read.lanes |= now.lanes;
            return;
        }
        // An access ordered after this read is ordered after everything before it.
        self.reads.retain(|read| {
            read.kind != TouchKind::Weak
                || now.kind != TouchKind::Weak
                || !clocks.is_ordered(read, thread)
        });
        if self.reads.len() >= MAX_READERS {
            self.reads.remove(0);
        }
        self.reads.push(now);
    }
}

/// The words of one piece of memory; a word that is not accessed whole is kept byte by byte.
#[derive(Clone, Debug, Default)]
pub struct Shadow {
    words: Vec<State>,
    split: FxHashMap<usize, Box<[State; 4]>>,
}

impl Shadow {
    /// Records an access; returns an earlier one that it races with.
    pub fn access(
        &mut self,
        (offset, bytes): (u64, u64),
        now: Touch,
        writes: bool,
        clocks: &Clocks,
    ) -> Option<Touch> {
        let thread = now.first().1;
        let (start, end) = (offset as usize, (offset + bytes) as usize);
        if self.words.len() * 4 < end {
            self.words.resize_with(end.div_ceil(4), State::default);
        }
        let mut conflict = None;
        for word in start / 4..end.div_ceil(4) {
            let from = start.max(4 * word) - 4 * word;
            let to = end.min(4 * word + 4) - 4 * word;
            let is_whole = to - from == 4;
            if is_whole && (self.split.is_empty() || !self.split.contains_key(&word)) {
                let state = &mut self.words[word];
                conflict = conflict.or(state.conflict(&now, thread, writes, clocks));
                state.record(now, thread, writes, clocks);
                continue;
            }
            let whole = &mut self.words[word];
            let bytes = self.split.entry(word).or_insert_with(|| {
                let state = std::mem::take(whole);
                Box::new([state.clone(), state.clone(), state.clone(), state])
            });
            for state in &mut bytes[from..to] {
                conflict = conflict.or(state.conflict(&now, thread, writes, clocks));
                state.record(now, thread, writes, clocks);
            }
            if is_whole && writes {
                let [state, ..] = &mut bytes[..] else { continue };
                self.words[word] = std::mem::take(state);
                self.split.remove(&word);
            }
        }
        conflict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weak(clocks: &Clocks, thread: usize) -> Touch {
        clocks.touch(thread, TouchKind::Weak)
    }

    #[test]
    fn only_what_is_ordered_is_no_race() {
        let mut clocks = Clocks::new(0, 64);
        let mut shadow = Shadow::default();
        assert_eq!(shadow.access((0, 4), weak(&clocks, 0), true, &clocks), None);
        assert_eq!(shadow.access((0, 4), weak(&clocks, 0), false, &clocks), None);
        let race = shadow.access((0, 4), weak(&clocks, 40), false, &clocks);
        assert_eq!(race.map(|touch| touch.first()), Some((0, 0)));

        // Thread 0 publishes, thread 40 looks: its read is fine, thread 41's is not.
        let mut shadow = Shadow::default();
        shadow.access((0, 8), weak(&clocks, 0), true, &clocks);
        let published = clocks.release([0].into_iter());
        clocks.acquire([40].into_iter(), &published);
        assert_eq!(shadow.access((4, 4), weak(&clocks, 40), false, &clocks), None);
        assert!(shadow.access((4, 4), weak(&clocks, 41), false, &clocks).is_some());
        // What thread 0 does afterwards has not been published.
        shadow.access((0, 4), weak(&clocks, 0), true, &clocks);
        assert!(shadow.access((0, 4), weak(&clocks, 40), false, &clocks).is_some());
    }

    #[test]
    fn bytes_of_a_word_are_separate() {
        let clocks = Clocks::new(0, 32);
        let mut shadow = Shadow::default();
        assert_eq!(shadow.access((0, 2), weak(&clocks, 0), true, &clocks), None);
        assert_eq!(shadow.access((2, 2), weak(&clocks, 1), true, &clocks), None);
        assert!(shadow.access((0, 4), weak(&clocks, 1), false, &clocks).is_some());
        assert!(shadow.access((1, 1), weak(&clocks, 1), true, &clocks).is_some());
    }

    #[test]
    fn all_readers_are_remembered() {
        let mut clocks = Clocks::new(0, 64);
        let mut shadow = Shadow::default();
        for thread in 0..64 {
            assert_eq!(shadow.access((0, 4), weak(&clocks, thread), false, &clocks), None);
        }
        // All but thread 50 meet.
        let others = || (0..64).filter(|&thread| thread != 50);
        let met = clocks.release(others());
        clocks.acquire(others(), &met);
        let race = shadow.access((0, 4), weak(&clocks, 3), true, &clocks);
        assert!(race.is_some_and(|touch| touch.warp == 1 && touch.lanes >> (50 - 32) & 1 == 1));
    }
}
