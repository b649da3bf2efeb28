//! Rule 13 between tile blocks: data races, found from happens-before.
//!
//! Blocks run one after the other under the sanitizer, but whether two accesses race does not
//! depend on that: they do if they touch a common byte, one of them writes, no chain of a
//! release and an acquire that read it orders them, and they are not both strong with a scope
//! that contains both blocks (1.10 of the reference).
//!
//! Time is the number of releases so far. Accesses of a block before its release `r` have a
//! smaller time,
//! so a block that acquired `r`, directly or through others, knows it may not race with
//! anything of that block before `r`: a vector clock, as in FastTrack (Flanagan and Freund 2009).
//! Of the readers of a byte only the last weak and the last strong one are kept, which may miss
//! races with earlier ones, and reports nothing that is not a race.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::run::Run;
use super::sanitize::Rule;
use crate::attrs::{MemoryOrdering, MemoryScope};

/// What an instruction does to memory, and how.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub kind: AccessKind,
    pub ordering: MemoryOrdering,
    /// None for weak accesses.
    pub scope: Option<MemoryScope>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AccessKind {
    Read,
    Write,
    /// Reads and writes in one.
    Update,
}

impl Access {
    /// Whether it may learn from a release of another block: its scope has to contain that one.
    fn acquires(self) -> bool {
        self.is_strong()
            && matches!(self.ordering, MemoryOrdering::Acquire | MemoryOrdering::AcqRel)
    }

    fn releases(self) -> bool {
        self.is_strong()
            && matches!(self.ordering, MemoryOrdering::Release | MemoryOrdering::AcqRel)
    }

    /// Whether it is strong for a block other than its own.
    fn is_strong(self) -> bool {
        matches!(self.scope, Some(MemoryScope::Device | MemoryScope::System))
    }

    pub fn writes(self) -> bool {
        self.kind != AccessKind::Read
    }
}

/// Bytes in a row that a launch has used in one way, for what races with the launch as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Touch {
    pub bytes: Range<u64>,
    pub is_written: bool,
    /// Whether some of the accesses were weak; strong ones do not race with each other.
    pub is_weak: bool,
}

/// For each block, the release before which everything it did is known.
type Clock = BTreeMap<u32, u32>;

/// An access in the past; block numbers start at 1, and 0 is none.
#[derive(Clone, Copy, Default)]
struct Past {
    block: u32,
    time: u32,
}

/// What is remembered of a byte.
#[derive(Clone, Copy, Default)]
struct Byte {
    weak_write: Past,
    strong_write: Past,
    weak_read: Past,
    strong_read: Past,
}

const PAGE: usize = 256;

/// The memory of the race detector.
#[derive(Default)]
pub(super) struct Races {
    pages: FxHashMap<u64, Box<[Byte]>>,
    /// What acquiring an address teaches.
    released: FxHashMap<u64, Clock>,
    releases: u32,
    /// The running block and what it knows.
    block: u32,
    clock: Clock,
}

impl std::fmt::Debug for Races {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Races").field("pages", &self.pages.len()).finish_non_exhaustive()
    }
}

impl Byte {
    /// Whether it was written, and whether by weak accesses; nothing if it was not used.
    fn touch(&self) -> Option<(bool, bool)> {
        let is_one = |past: Past| past.block != 0;
        let is_written = is_one(self.weak_write) || is_one(self.strong_write);
        let is_weak = is_one(self.weak_write) || is_one(self.weak_read);
        (is_written || is_weak || is_one(self.strong_read)).then_some((is_written, is_weak))
    }
}

impl Races {
    /// What all blocks have used, in the order of addresses.
    pub fn touched(&self) -> Vec<Touch> {
        let mut pages: Vec<(&u64, &Box<[Byte]>)> = self.pages.iter().collect();
        pages.sort_unstable_by_key(|(number, _)| **number);
        let mut touched: Vec<Touch> = Vec::new();
        for (number, page) in pages {
            let first = number * PAGE as u64;
            for (address, byte) in (first..).zip(page.iter()) {
                let Some((is_written, is_weak)) = byte.touch() else { continue };
                match touched.last_mut() {
                    Some(last)
                        if last.bytes.end == address
                            && (last.is_written, last.is_weak) == (is_written, is_weak) =>
                    {
                        last.bytes.end += 1;
                    }
                    _ => touched.push(Touch { bytes: address..address + 1, is_written, is_weak }),
                }
            }
        }
        touched
    }

    pub fn start_block(&mut self) {
        self.block += 1;
        self.clock.clear();
    }

    /// Notes an access of `bytes` bytes; returns the number (from 0) of a block that it races
    /// with, and whether that one wrote.
    fn note(&mut self, access: Access, address: u64, bytes: usize) -> Option<(u32, bool)> {
        if access.acquires()
            && let Some(learnt) = self.released.get(&address)
        {
            for (&block, &time) in learnt {
                let known = self.clock.entry(block).or_default();
                *known = time.max(*known);
            }
        }
        let mut race = None;
        let mut rest = address..address + bytes as u64;
        while !rest.is_empty() {
            let page = self
                .pages
                .entry(rest.start / PAGE as u64)
                .or_insert_with(|| vec![Byte::default(); PAGE].into());
            let first = (rest.start % PAGE as u64) as usize;
            let count = (PAGE - first).min((rest.end - rest.start) as usize);
            for byte in &mut page[first..first + count] {
                let races = |past: Past| {
                    past.block != 0
                        && past.block != self.block
                        && self.clock.get(&past.block).copied().unwrap_or(0) <= past.time
                };
                // Two reads do not race, nor two strong accesses.
                let (writes, weak) = (access.writes(), !access.is_strong());
                let conflicts = [
                    (true, byte.weak_write, true),
                    (weak, byte.strong_write, true),
                    (writes, byte.weak_read, false),
                    (writes && weak, byte.strong_read, false),
                ];
                let found = conflicts.into_iter().find(|&(is_one, past, _)| is_one && races(past));
                race = race.or(found.map(|(_, past, wrote)| (past, wrote)));
                let now = Past { block: self.block, time: self.releases };
                let slot = match (access.writes(), access.is_strong()) {
                    (true, true) => &mut byte.strong_write,
                    (true, false) => &mut byte.weak_write,
                    (false, true) => &mut byte.strong_read,
                    (false, false) => &mut byte.weak_read,
                };
                *slot = now;
            }
            rest.start += count as u64;
        }
        if access.releases() {
            self.releases += 1;
            let mut taught = self.clock.clone();
            taught.insert(self.block, self.releases);
            // An update is part of the release sequences that it meets ([intro.races]/5).
            if access.kind == AccessKind::Update
                && let Some(before) = self.released.get(&address)
            {
                for (&block, &time) in before {
                    let known = taught.entry(block).or_default();
                    *known = time.max(*known);
                }
            }
            self.released.insert(address, taught);
        } else if access.kind == AccessKind::Write {
            // A plain store ends the release sequence; an update carries it on.
            self.released.remove(&address);
        }
        race.map(|(past, wrote)| (past.block - 1, wrote))
    }
}

impl Run<'_> {
    /// Notes that elements of the current instruction touch memory, and reports races.
    /// `elements` are (number, address) of those that do.
    pub fn note_access(
        &mut self,
        access: Access,
        shape: &[u32],
        bytes: usize,
        elements: impl Iterator<Item = (usize, u64)>,
    ) {
        let Some(mut races) = self.sanitizer.as_mut().map(|it| std::mem::take(&mut it.races))
        else {
            return;
        };
        for (lane, address) in elements {
            if !self.is_shared(address, bytes) {
                continue;
            }
            if let Some((block, wrote)) = races.note(access, address, bytes) {
                let [x, y, z] = super::grid::coordinates(self.shared.grid, block as usize);
                self.report(Rule::DataRace, shape, lane, || {
                    let verb = if wrote { "wrote" } else { "read" };
                    format!("tile block ({x}, {y}, {z}) {verb} {address:#x} without order")
                });
            }
        }
        if let Some(sanitizer) = &mut self.sanitizer {
            sanitizer.races = races;
        }
    }

    /// Whether an element is in memory that other blocks reach.
    fn is_shared(&self, address: u64, bytes: usize) -> bool {
        [self.shared.memory, self.shared.globals_memory].into_iter().any(|memory| {
            memory.find(address).is_some_and(|object| object.check(address, bytes, 1).is_ok())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_used_alike_are_touched_together() {
        let mut races = Races::default();
        let weak = |kind| Access { kind, ordering: MemoryOrdering::Weak, scope: None };
        let (ordering, scope) = (MemoryOrdering::Relaxed, Some(MemoryScope::Device));
        races.start_block();
        // From one page of the detector to the next.
        races.note(weak(AccessKind::Write), 252, 4);
        races.start_block();
        races.note(weak(AccessKind::Write), 256, 4);
        races.note(weak(AccessKind::Read), 300, 8);
        races.note(Access { kind: AccessKind::Update, ordering, scope }, 400, 4);
        let touch = |bytes, is_written, is_weak| Touch { bytes, is_written, is_weak };
        let expected = [
            touch(252..260, true, true),
            touch(300..308, false, true),
            touch(400..404, true, false),
        ];
        assert_eq!(races.touched(), expected);
    }
}
