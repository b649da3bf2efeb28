//! Copies from global to shared memory that go on beside the thread: `cp.async`.
//!
//! The bytes arrive when the thread waits for their group, the last moment that PTX allows: a
//! thread that reads earlier finds
//! old or unwritten bytes. For the race checker the thread writes twice, when
//! it issues the copy and when it waits, so neither may overlap with accesses of other threads.

use super::count;
use super::machine::{Cx, Location, lanes};
use super::mnemonic::Mnemonic;
use super::program::{Decoded, Op};
use super::race::TouchKind;
use super::report::FindingKind;
use super::syntax::Result;
use super::types::Space;

/// An instruction about copies in flight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copy {
    /// 4, 8 or 16 bytes.
    Start,
    /// What was started since the last commit becomes a group.
    Commit,
    /// Waits until at most so many groups are in flight.
    WaitGroup,
    WaitAll,
}

/// Copies of one thread.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    open: Vec<Pending>,
    /// Oldest first.
    groups: Vec<Vec<Pending>>,
}

#[derive(Clone, Debug)]
struct Pending {
    to: Location,
    bytes: Vec<u8>,
}

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Decoded>> {
    if m.base() != "cp" {
        return Ok(None);
    }
    m.one_of(&[("async", ())])?;
    let copy = m.optional(&[
        ("ca", Copy::Start),
        ("cg", Copy::Start),
        ("commit_group", Copy::Commit),
        ("wait_group", Copy::WaitGroup),
        ("wait_all", Copy::WaitAll),
    ]);
    let Some(copy) = copy else { return Ok(None) };
    if copy == Copy::Start {
        if (m.space(), m.space()) != (Space::Shared, Space::Global) {
            return Err(m.error("a copy goes from global to shared memory"));
        }
        m.skip(|word| word.starts_with("L2::"));
    }
    Ok(Some(Decoded::alone(Op::Copy(copy), 0)))
}

impl Cx<'_, '_> {
    pub fn copy(&mut self, copy: &Copy) {
        match copy {
            Copy::Start => self.start_copy(),
            Copy::Commit => {
                for lane in lanes(self.active) {
                    let copies = &mut self.this_warp().copies[lane];
                    let group = std::mem::take(&mut copies.open);
                    copies.groups.push(group);
                }
            }
            Copy::WaitGroup => {
                let src = self.inst.src[0];
                let counts = self.fetch(src);
                for lane in lanes(self.active) {
                    let copies = &mut self.this_warp().copies[lane];
                    let done = copies.groups.len().saturating_sub(counts[lane] as usize);
                    let done: Vec<Pending> = copies.groups.drain(..done).flatten().collect();
                    self.finish_copies(&done, lane);
                }
            }
            Copy::WaitAll => {
                for lane in lanes(self.active) {
                    let copies = &mut self.this_warp().copies[lane];
                    let mut done: Vec<Pending> = copies.groups.drain(..).flatten().collect();
                    done.append(&mut copies.open);
                    self.finish_copies(&done, lane);
                }
            }
        }
    }

    fn start_copy(&mut self) {
        let inst = self.inst;
        let (to, from) = (self.addresses(inst.mem[0]), self.addresses(inst.mem[1]));
        let sizes = self.fetch(inst.src[0]);
        // Fewer bytes are read than written where the source ends: the rest is zero.
        let read = match inst.src.get(1) {
            Some(&src) => self.fetch(src),
            None => sizes,
        };
        let mut written = Vec::new();
        for lane in lanes(self.active) {
            let (size, used) = (sizes[lane], read[lane].min(sizes[lane]));
            if !matches!(size, 4 | 8 | 16) {
                self.finding(FindingKind::Misaligned, lane, || format!("a copy of {size} bytes"));
                continue;
            }
            let Some(target) = self.locate(Space::Shared, to[lane], size, lane) else { continue };
            written.push((lane, to[lane]));
            let mut bytes = vec![0; size as usize];
            if !from[lane].is_multiple_of(size) {
                self.finding(FindingKind::Misaligned, lane, || {
                    format!("{:#x} is not a multiple of {size}", from[lane])
                });
            }
            for (i, byte) in bytes.iter_mut().enumerate().take(used as usize) {
                let address = from[lane] + i as u64;
                let Some(at) = self.locate(Space::Global, address, 1, lane) else { break };
                self.check_written(at, 1, lane);
                self.touch(at, 1, false, TouchKind::Weak, lane);
                *byte = self.region(at.area, lane).read(at.offset, 1) as u8;
            }
            self.touch(target, size, true, TouchKind::Weak, lane);
            self.this_warp().copies[lane].open.push(Pending { to: target, bytes });
        }
        let used: Vec<(usize, u64)> = lanes(self.active)
            .filter(|&lane| read[lane] > 0)
            .map(|lane| (lane, from[lane]))
            .collect();
        let size = sizes[self.active.trailing_zeros() as usize];
        let counts = &mut self.run.counts[inst.line as usize];
        count::shared(&written, size, counts);
        count::global(&used, size, counts);
    }

    fn finish_copies(&mut self, done: &[Pending], lane: usize) {
        for pending in done {
            let size = pending.bytes.len() as u64;
            self.touch(pending.to, size, true, TouchKind::Weak, lane);
            self.written_generically(pending.to, size, lane);
            let region = self.region(pending.to.area, lane);
            for (i, &byte) in pending.bytes.iter().enumerate() {
                region.write(pending.to.offset + i as u64, 1, u64::from(byte));
            }
        }
    }
}
