//! Managed and pinned memory, and the accesses of it by host code.
//!
//! The pages of such memory are mapped twice. The program has the addresses of the first mapping; kernels and copies use the second.
//! The first one is protected where an operation has used it and the program has not waited for that, so that host code which accesses
//! it stops there ([`super::fault`]). The byte decides whether that is a race: host code and an operation use it, one of them writes, and
//! the program does not know the operation to be complete. An access of another byte of the page is made alone, with the page open for
//! one instruction.
//!
//! Memory that is freed stays protected, and its addresses are not used again.
//!
//! Without the sanitizer, on other systems, and when the address space is full, memory has one mapping and accesses are not checked.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use ir::interp::Touch;

use super::pages::{Access, PAGE, Pages, page_of};
use super::{History, Site};
use crate::order::Clock;

/// The memory, and what of it is protected.
#[derive(Default)]
pub struct Shared {
    pages: Option<Pages>,
    has_asked: bool,
    /// Bytes from the beginning of the pages that were given out.
    given: u64,
    /// Buffers by their addresses.
    buffers: BTreeMap<u64, u64>,
    guarded: BTreeMap<u64, Access>,
}

/// New memory: its address for the program, its bytes for kernels.
pub struct Mapped {
    pub address: u64,
    pub words: &'static [AtomicU64],
}

/// What is to be done about an access of host code that has stopped.
pub enum Verdict {
    /// It is not an access of this memory.
    Elsewhere,
    /// The access is outside of every buffer; the message for it.
    Wrong(String),
    /// It races: a message and the other operation. The page is open.
    Race(String, Site),
    /// The page is open.
    Open,
    /// The page is open for this instruction.
    Once(u64),
}

impl Shared {
    /// Allocates a buffer and sets its bytes. Returns `None` if no room is left, or if the system has no such mappings.
    pub fn allocate(&mut self, bytes: usize, value: u8) -> Option<Mapped> {
        if !self.has_asked {
            self.has_asked = true;
            self.pages = Pages::reserve();
        }
        let pages = self.pages.as_ref()?;
        let whole = (bytes as u64).checked_next_multiple_of(PAGE)?;
        let start = self.given;
        // A page that is never there follows.
        self.given = start.checked_add(whole)?.checked_add(PAGE)?;
        let words = pages.open(start, whole)?;
        let word = u64::from_le_bytes([value; 8]);
        words.iter().for_each(|it| it.store(word, Ordering::Relaxed));
        let address = pages.address() + start;
        self.buffers.insert(address, bytes as u64);
        Some(Mapped { address, words })
    }

    /// Takes a buffer away, if it is one of these.
    pub fn free(&mut self, address: u64) {
        let (Some(pages), Some(bytes)) = (&self.pages, self.buffers.remove(&address)) else {
            return;
        };
        let whole = bytes.next_multiple_of(PAGE);
        self.guarded.retain(|page, _| !(address..address + whole).contains(page));
        pages.close(address, whole);
    }

    /// All buffers are freed.
    pub fn reset(&mut self) {
        let all: Vec<u64> = self.buffers.keys().copied().collect();
        all.into_iter().for_each(|address| self.free(address));
    }

    /// Protects what an operation has used.
    pub fn guard(&mut self, touched: &[Touch]) {
        for touch in touched {
            let Some(bytes) = self.part(&touch.bytes) else { continue };
            let allowed = if touch.is_written { Access::None } else { Access::Read };
            let first = page_of(bytes.start);
            for page in (first..bytes.end).step_by(PAGE as usize) {
                self.restrict(page, allowed);
            }
        }
    }

    fn restrict(&mut self, page: u64, allowed: Access) {
        let known = self.guarded.get(&page).copied().unwrap_or(Access::Write);
        if allowed < known
            && let Some(pages) = &self.pages
        {
            pages.allow(page, allowed);
            self.guarded.insert(page, allowed);
        }
    }

    fn open(&mut self, page: u64) {
        self.guarded.remove(&page);
        if let Some(pages) = &self.pages {
            pages.allow(page, Access::Write);
        }
    }

    /// The bytes that are in a buffer of these.
    fn part(&self, bytes: &Range<u64>) -> Option<Range<u64>> {
        let (&start, &len) = self.buffers.range(..bytes.end).next_back()?;
        let part = bytes.start.max(start)..bytes.end.min(start + len);
        (part.start < part.end).then_some(part)
    }

    /// Says how to go on with an access of a byte. The program may know more by it.
    pub fn accessed(
        &mut self,
        history: &History,
        address: u64,
        writes: bool,
        known: &mut Clock,
    ) -> Verdict {
        if !self.pages.as_ref().is_some_and(|pages| pages.contains(address)) {
            return Verdict::Elsewhere;
        }
        let page = page_of(address);
        // The processor reads behind a buffer up to the end of the page.
        let buffer = self.buffers.range(..=address).next_back();
        if buffer.is_none_or(|(start, len)| address >= start + len.next_multiple_of(PAGE)) {
            let verb = if writes { "writes" } else { "reads" };
            return Verdict::Wrong(format!(
                "host code {verb} memory that is not allocated ({address:#x})"
            ));
        }
        history.learn(address, writes, known);
        if let Some((message, other)) = history.host_race(address, writes, known) {
            self.open(page);
            return Verdict::Race(message, other);
        }
        self.open(page);
        match history.unknown(&(page..page + PAGE), known).is_empty() {
            true => Verdict::Open,
            false => Verdict::Once(page),
        }
    }

    /// Protects a page again that was open for an instruction.
    pub fn close_again(&mut self, history: &History, page: u64, known: &Clock) {
        let touched = history.unknown(&(page..page + PAGE), known);
        self.guard(&touched);
    }
}
