//! Shared memory that conversions, reductions and products use for a moment.
//!
//! All such uses share one array, the *scratch*. A use takes a region, writes it, waits at a
//! barrier, reads it. From then on the region is *being read*: it may be overwritten only after a
//! further barrier, since other threads may be behind. So a use takes a region that no thread
//! reads,
//! if there is room, and a barrier serves as many uses as come between two of them.
//!
//! Around a loop the end of one iteration meets the beginning of the next. An iteration must not
//! take, before its first barrier, a region that the previous one was still reading at its end;
//! if it
//! is, the loop gets a barrier at its end.

use crate::ptx::inst::Symbol;

/// A part of the scratch array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    pub start: u32,
    pub bytes: u32,
    /// Whether each warp has a slice of its own, in the order of their numbers, so that a barrier of the
    /// warp is enough between two uses of the same region.
    pub sliced: bool,
}

impl Region {
    fn end(self) -> u32 {
        self.start + self.bytes
    }

    fn overlaps(self, other: Region) -> bool {
        self.start < other.end() && other.start < self.end()
    }

    /// Whether warps that use the two one after the other can get in each other's way.
    fn clashes(self, other: Region) -> bool {
        self.overlaps(other) && !(self == other && self.sliced)
    }
}

/// Regions start at multiples of all banks.
const ALIGN: u32 = 128;

/// A loop being selected.
struct LoopUse {
    /// Regions taken before the first barrier of an iteration.
    first: Vec<Region>,
    /// Whether every iteration has reached a barrier by now.
    synchronised: bool,
    depth: u32,
}

/// Regions being read on some way to a point of the program.
#[derive(Clone, Default)]
pub struct Reading {
    regions: Vec<Region>,
}

impl Reading {
    pub fn merge(&mut self, other: &Reading) {
        for &region in &other.regions {
            if !self.regions.contains(&region) {
                self.regions.push(region);
            }
        }
    }
}

/// The array and its state.
#[derive(Default)]
pub struct Scratch {
    pub symbol: Option<Symbol>,
    /// As large as the uses need.
    pub bytes: u32,
    /// The regions of all uses.
    taken: Vec<Region>,
    pub reading: Reading,
    /// Written, and to be read later.
    waiting: Vec<Region>,
    loops: Vec<LoopUse>,
    depth: u32,
}

impl Scratch {
    /// The lowest place for `bytes` below `limit` that overlaps nothing in use.
    pub fn place(&self, bytes: u32, sliced: bool, limit: u32) -> Option<Region> {
        let in_use = || self.reading.regions.iter().chain(&self.waiting);
        let mut starts: Vec<u32> =
            in_use().map(|used| used.end().next_multiple_of(ALIGN)).collect();
        starts.push(0);
        starts.sort_unstable();
        let places = starts.into_iter().map(|start| Region { start, bytes, sliced });
        places
            .filter(|place| place.end() <= limit)
            .find(|place| in_use().all(|used| !used.overlaps(*place)))
    }

    /// A region whose slices each warp may write again when its own lanes have read theirs.
    pub fn place_again(&self, bytes: u32) -> Option<Region> {
        let second_is_next = |region: &&Region| region.sliced && region.bytes == bytes;
        let found = *self.reading.regions.iter().find(second_is_next)?;
        let mut in_use = self.reading.regions.iter().chain(&self.waiting);
        let free = in_use.all(|used| !used.clashes(found)) && !self.waiting.contains(&found);
        free.then_some(found)
    }

    /// A region of at least so many bytes that nothing else in use overlaps, whose slices each warp may write again when
    /// its own lanes have read theirs.
    pub fn sliced_again(&self, bytes: u32) -> Option<Region> {
        let in_use = || self.reading.regions.iter().chain(&self.waiting);
        let alone = |region: Region| in_use().all(|used| !used.clashes(region));
        let mut large = self.reading.regions.iter().filter(|region| region.bytes >= bytes);
        let region = *large.find(|region| region.sliced && alone(**region))?;
        (!self.waiting.contains(&region)).then_some(region)
    }

    /// Whether warps must wait for each other before all uses begin again.
    pub fn meets_itself(&self) -> bool {
        self.taken.iter().any(|one| self.taken.iter().any(|other| one.clashes(*other)))
    }

    /// Whether lanes of a warp may be reading their slice.
    pub fn is_sliced_at_end(&self) -> bool {
        self.reading.regions.iter().any(|region| region.sliced)
    }

    /// Whether there is any use.
    pub fn is_used(&self) -> bool {
        !self.taken.is_empty()
    }

    /// Takes a region to be written.
    pub fn take(&mut self, region: Region) {
        self.bytes = self.bytes.max(region.end());
        if !self.taken.contains(&region) {
            self.taken.push(region);
        }
        for around in self.loops.iter_mut().filter(|around| !around.synchronised) {
            around.first.push(region);
        }
        self.waiting.push(region);
    }

    /// A region that has been written, and waited for, is read from now on.
    pub fn read(&mut self, region: Region) {
        self.waiting.retain(|waiting| *waiting != region);
        if !self.reading.regions.contains(&region) {
            self.reading.regions.push(region);
        }
    }

    /// What is written will not be read.
    pub fn abandon(&mut self) {
        self.waiting.clear();
    }

    /// The same array for code that other threads execute: nothing is in use.
    pub fn following(self) -> Scratch {
        Scratch { symbol: self.symbol, bytes: self.bytes, ..Scratch::default() }
    }

    /// All threads have come here.
    pub fn barrier(&mut self) {
        self.reading.regions.clear();
        if let Some(around) = self.loops.last_mut()
            && around.depth == self.depth
        {
            around.synchronised = true;
        }
    }

    /// Code that not every way through the surrounding code passes.
    pub fn enter_branch(&mut self) {
        self.depth += 1;
    }

    pub fn leave_branch(&mut self) {
        self.depth -= 1;
    }

    pub fn enter_loop(&mut self) {
        self.depth += 1;
        self.loops.push(LoopUse { first: Vec::new(), synchronised: false, depth: self.depth });
    }

    pub fn leave_loop(&mut self) {
        self.loops.pop();
        self.depth -= 1;
    }

    /// Whether the next iteration must not begin before all threads have ended this one. Before the
    /// end of the body it is not known what the next one takes first.
    pub fn must_wait(&self, at_end: bool) -> bool {
        let Some(around) = self.loops.last() else { return false };
        let reading = &self.reading.regions;
        if !at_end {
            return !reading.is_empty();
        }
        reading.iter().any(|read| around.first.iter().any(|first| first.clashes(*read)))
    }
}
