//! Rule 32: what a `__restrict__` pointer promises.
//!
//! While a restricted pointer lives, an object that is accessed through it and changed by any means
//! is accessed through pointers that are based on it only (C17 6.7.3.1, which CUDA C++ takes over).
//! `based` begins the life of such a pointer and gives its values a tag, `note leave` ends it. A tag
//! has the tag of what the pointer was made from as its parent: what is based on the one is based on
//! the other. For each byte the last accesses through two different tags are kept; an access through
//! a third takes the place of the older one, which may miss a broken promise and reports none that
//! was kept. Time counts the instructions of the tile block.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::race::Access;
use super::run::Run;
use super::sanitize::Rule;
use crate::entities::Inst;

/// A restricted pointer; 0 is none.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct TagId(u16);

/// A restricted pointer while it lives.
#[derive(Clone, Copy, Debug)]
struct Tag {
    parent: TagId,
    /// When it began to live, last time.
    start: u32,
    is_alive: bool,
}

/// When a byte was accessed through a tag; 0 is never.
#[derive(Clone, Copy, Default, Debug)]
struct Uses {
    tag: TagId,
    read: u32,
    write: u32,
}

impl Uses {
    fn last(self) -> u32 {
        self.read.max(self.write)
    }
}

const PAGE: u64 = 256;

/// The restricted pointers of a launch, and what was accessed through them in this tile block.
#[derive(Default, Debug)]
pub(super) struct Restricted {
    tags: Vec<Tag>,
    numbers: FxHashMap<(Inst, TagId, u64), TagId>,
    pages: FxHashMap<u64, Box<[[Uses; 2]]>>,
}

impl Restricted {
    /// Another tile block: nothing lives, nothing was accessed.
    pub fn start_block(&mut self) {
        self.pages.clear();
        self.tags.iter_mut().for_each(|tag| tag.is_alive = false);
    }

    /// A pointer with the value `address` begins to live. The same one in another turn of a loop
    /// has the same tag.
    pub fn begin(&mut self, inst: Inst, parent: TagId, address: u64, now: u32) -> TagId {
        let tag = Tag { parent, start: now, is_alive: true };
        if let Some(&known) = self.numbers.get(&(inst, parent, address)) {
            self.tags[usize::from(known.0) - 1] = tag;
            return known;
        }
        let Ok(number) = u16::try_from(self.tags.len() + 1) else { return parent };
        self.tags.push(tag);
        self.numbers.insert((inst, parent, address), TagId(number));
        TagId(number)
    }

    pub fn leave(&mut self, tag: TagId) {
        if let Some(tag) = usize::from(tag.0).checked_sub(1).and_then(|at| self.tags.get_mut(at)) {
            tag.is_alive = false;
        }
    }

    fn tag(&self, tag: TagId) -> Option<Tag> {
        self.tags.get(usize::from(tag.0).checked_sub(1)?).copied()
    }

    /// The restricted pointers alive now and at `time` that `tag` is based on, itself first.
    fn chain(&self, mut tag: TagId, time: u32) -> impl Iterator<Item = (TagId, u32)> {
        std::iter::from_fn(move || {
            let (id, found) = (tag, self.tag(tag)?);
            tag = found.parent;
            Some((id, found))
        })
        .filter(move |(_, found)| found.is_alive && found.start <= time)
        .map(|(id, found)| (id, found.start))
    }

    /// Notes an access; says whether it breaks a promise, and whether the earlier one wrote.
    fn note(&mut self, tag: TagId, writes: bool, bytes: Range<u64>, now: u32) -> Option<bool> {
        if self.tags.is_empty() {
            return None;
        }
        let mut broken = None;
        for address in bytes {
            let page = self.pages.entry(address / PAGE);
            let page = page.or_insert_with(|| vec![[Uses::default(); 2]; PAGE as usize].into());
            let place = (address % PAGE) as usize;
            let uses = page[place];
            let own = uses.into_iter().find(|old| old.last() != 0 && old.tag == tag);
            for old in uses {
                if old.last() != 0 && old.tag != tag && self.conflict(old, own, tag, writes, now) {
                    broken = broken.or(Some(old.write != 0));
                }
            }
            let slot = match uses.iter().position(|old| old.last() != 0 && old.tag == tag) {
                Some(slot) => slot,
                None => usize::from(uses[1].last() < uses[0].last()),
            };
            let mut new = own.unwrap_or(Uses { tag, read: 0, write: 0 });
            *(if writes { &mut new.write } else { &mut new.read }) = now;
            if let Some(page) = self.pages.get_mut(&(address / PAGE)) {
                page[place][slot] = new;
            }
        }
        broken
    }

    /// Whether an earlier access through another tag and this one break the promise of a restricted
    /// pointer that one of them is based on and the other is not.
    fn conflict(&self, old: Uses, own: Option<Uses>, tag: TagId, writes: bool, now: u32) -> bool {
        let changed = old.write.max(own.map_or(0, |own| own.write));
        let ours: Vec<(TagId, u32)> = self.chain(tag, now).collect();
        let theirs: Vec<(TagId, u32)> = self.chain(old.tag, old.last()).collect();
        let only = |these: &[(TagId, u32)], those: &[(TagId, u32)]| {
            these.iter().any(|pointer| {
                let start = pointer.1;
                !those.contains(pointer) && old.last() >= start && (writes || changed >= start)
            })
        };
        only(&ours, &theirs) || only(&theirs, &ours)
    }
}

impl Run<'_> {
    /// The number of instructions so far.
    pub fn now(&self) -> u32 {
        u32::try_from(self.steps).unwrap_or(u32::MAX)
    }

    pub fn check_restricted(
        &mut self,
        access: Access,
        shape: &[u32],
        lane: usize,
        tag: TagId,
        bytes: Range<u64>,
    ) {
        let now = self.now();
        let Some(sanitizer) = &mut self.sanitizer else { return };
        let address = bytes.start;
        if let Some(wrote) = sanitizer.restricted.note(tag, access.writes(), bytes, now) {
            self.report(Rule::Restricted, shape, lane, || {
                let verb = if wrote { "written" } else { "read" };
                format!("{address:#x} was {verb} through another pointer, [C17 6.7.3.1]")
            });
        }
    }
}
