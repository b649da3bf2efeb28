//! Reductions of rows of shared memory into global memory that go on beside the thread: `cp.reduce.async.bulk`.
//!
//! Shared memory is read when the thread waits for that, and global memory changes when it waits for completion or ends:
//! the last moments that PTX allows. A thread that overwrites a row too early, or reads the memory too early, finds the
//! wrong bytes. For the race checker both are accessed twice, when the reduction is issued and then.

use super::access::{UPDATES, Update, updated};
use super::count;
use super::machine::{Area, Cx, Location, lanes};
use super::mnemonic::Mnemonic;
use super::program::{Decoded, Op};
use super::race::TouchKind;
use super::report::FindingKind;
use super::syntax::Result;
use super::types::{Space, Ty};

/// An instruction about reductions in bulk.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bulk {
    Reduce(Update, Ty),
    /// What was issued since the last commit becomes a group.
    Commit,
    /// Waits until at most so many groups are not complete, or have not read shared memory.
    Wait {
        for_reads: bool,
    },
}

/// Reductions of one thread.
#[derive(Clone, Debug, Default)]
pub struct BulkGroups {
    open: Vec<ReducedRow>,
    /// Oldest first.
    groups: Vec<Vec<ReducedRow>>,
}

/// The row that one instruction reduces, in pieces.
#[derive(Clone, Debug)]
struct ReducedRow {
    update: Update,
    ty: Ty,
    /// Where pieces are in shared and in global memory.
    pieces: Vec<(Location, Location)>,
    /// The bytes of the pieces, once they have been read.
    read: Option<Vec<u8>>,
}

/// Bytes of a piece: they divide addresses and sizes.
const PIECE: u64 = 16;

pub fn read(m: &mut Mnemonic<'_>) -> Result<Option<Decoded>> {
    if m.base() != "cp" {
        return Ok(None);
    }
    if m.flag("reduce") {
        for word in ["async", "bulk", "global", "shared::cta", "bulk_group"] {
            m.one_of(&[(word, ())])?;
        }
        let update = m.one_of(UPDATES)?;
        let is_noftz = m.flag("noftz");
        let ty = m.ty()?;
        if !is_reduced(update, ty) || is_noftz != (update == Update::Add && is_half(ty)) {
            return Err(m.error("PTX does not have this reduction for this type"));
        }
        return Ok(Some(Decoded::alone(Op::Bulk(Bulk::Reduce(update, ty)), 0)));
    }
    if !(m.flag("async") && m.flag("bulk")) {
        return Ok(None);
    }
    let bulk = match (m.flag("commit_group"), m.flag("wait_group")) {
        (true, _) => Bulk::Commit,
        (false, true) => Bulk::Wait { for_reads: m.flag("read") },
        (false, false) => return Ok(None),
    };
    Ok(Some(Decoded::alone(Op::Bulk(bulk), 0)))
}

fn is_half(ty: Ty) -> bool {
    matches!(ty, Ty::F16 | Ty::Bf16)
}

/// The forms of PTX, as `ptxas` takes them for global memory.
fn is_reduced(update: Update, ty: Ty) -> bool {
    let (bits, integers) = ([Ty::B32, Ty::B64], [Ty::U32, Ty::S32, Ty::U64]);
    match update {
        Update::Add => integers.contains(&ty) || is_half(ty) || matches!(ty, Ty::F32 | Ty::F64),
        Update::Min | Update::Max => integers.contains(&ty) || is_half(ty) || ty == Ty::S64,
        Update::And | Update::Or | Update::Xor => bits.contains(&ty),
        Update::Increment | Update::Decrement => ty == Ty::U32,
        Update::Exchange | Update::CompareAndSwap => false,
    }
}

impl Cx<'_, '_> {
    pub fn bulk(&mut self, bulk: &Bulk) {
        match *bulk {
            Bulk::Reduce(update, ty) => self.issue_reductions(update, ty),
            Bulk::Commit => {
                for lane in lanes(self.active) {
                    let bulk = &mut self.this_warp().bulk[lane];
                    let group = std::mem::take(&mut bulk.open);
                    bulk.groups.push(group);
                }
            }
            Bulk::Wait { for_reads } => {
                let counts = self.fetch(self.inst.src[0]);
                for lane in lanes(self.active) {
                    let groups = &mut self.this_warp().bulk[lane].groups;
                    let done = groups.len().saturating_sub(counts[lane] as usize);
                    let mut done: Vec<Vec<ReducedRow>> = groups.drain(..done).collect();
                    done.iter_mut().flatten().for_each(|row| self.read_row(row, lane));
                    match for_reads {
                        true => {
                            let groups = &mut self.this_warp().bulk[lane].groups;
                            groups.splice(..0, done);
                        }
                        false => done.iter().flatten().for_each(|row| self.finish_row(row, lane)),
                    }
                }
            }
        }
    }

    /// The active lanes end.
    pub fn end_bulk(&mut self) {
        for lane in lanes(self.active) {
            let bulk = std::mem::take(&mut self.this_warp().bulk[lane]);
            for mut row in bulk.groups.into_iter().flatten().chain(bulk.open) {
                if row.read.is_none() {
                    self.finding(FindingKind::InFlight, lane, || {
                        "the thread ends before a bulk reduction has read shared memory".into()
                    });
                    self.read_row(&mut row, lane);
                }
                self.finish_row(&row, lane);
            }
        }
    }

    fn issue_reductions(&mut self, update: Update, ty: Ty) {
        let inst = self.inst;
        let (to, from) = (self.addresses(inst.mem[0]), self.addresses(inst.mem[1]));
        let sizes = self.fetch(inst.src[0]);
        let (mut shared, mut global) = (Vec::new(), Vec::new());
        for lane in lanes(self.active) {
            let size = sizes[lane];
            if size == 0 || !size.is_multiple_of(PIECE) {
                self.finding(FindingKind::Misaligned, lane, || {
                    format!("a reduction of {size} bytes")
                });
                continue;
            }
            let mut pieces = Vec::new();
            for offset in (0..size).step_by(PIECE as usize) {
                let (source, target) = (from[lane] + offset, to[lane] + offset);
                let Some(source_at) = self.locate(Space::Shared, source, PIECE, lane) else {
                    break;
                };
                let Some(target_at) = self.locate(Space::Global, target, PIECE, lane) else {
                    break;
                };
                self.check_written(source_at, PIECE, lane);
                self.check_written(target_at, PIECE, lane);
                self.touch(source_at, PIECE, false, TouchKind::Weak, lane);
                self.touch(target_at, PIECE, true, TouchKind::Strong, lane);
                self.read_by_product(source_at, PIECE);
                self.reduced_in_bulk(target_at, PIECE, lane);
                pieces.push((source_at, target_at));
                shared.push((lane, source));
                global.push((lane, target));
            }
            self.this_warp().bulk[lane].open.push(ReducedRow { update, ty, pieces, read: None });
        }
        let counts = &mut self.run.counts[inst.line as usize];
        count::shared(&shared, PIECE, counts);
        count::global(&global, PIECE, counts);
    }

    /// Reads what a row has in shared memory.
    fn read_row(&mut self, row: &mut ReducedRow, lane: usize) {
        if row.read.is_some() {
            return;
        }
        let mut bytes = Vec::new();
        for &(at, _) in &row.pieces {
            self.touch(at, PIECE, false, TouchKind::Weak, lane);
            let region = self.region(at.area, lane);
            bytes.extend((0..PIECE).map(|byte| region.read(at.offset + byte, 1) as u8));
        }
        row.read = Some(bytes);
    }

    /// Changes global memory.
    fn finish_row(&mut self, row: &ReducedRow, lane: usize) {
        let size = row.ty.bytes();
        for (bytes, &(_, at)) in
            row.read.iter().flat_map(|it| it.chunks(PIECE as usize)).zip(&row.pieces)
        {
            self.touch(at, PIECE, true, TouchKind::Strong, lane);
            for (number, element) in (0..).zip(bytes.chunks(size as usize)) {
                let value = element.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
                let place = at.offset + number * size;
                let flush = matches!(at.area, Area::Global(_));
                let region = self.region(at.area, lane);
                let old = region.read(place, size);
                region.write(place, size, updated(row.update, row.ty, flush, old, value, 0));
            }
        }
    }
}
