//! Shared memory that the generic proxy wrote and the asynchronous one may not see yet.
//!
//! `wgmma` reads shared memory through the asynchronous proxy. Data that a thread stored there, or
//! copied by `cp.async`, is visible to it
//! behind the thread's `fence.proxy.async` (PTX ISA, "Async proxy"); whether threads
//! are in order otherwise is a matter of races. Data that bulk copies wrote needs no fence.

use std::collections::HashMap;
use std::ops::Range;

use super::machine::{Area, Cx, Location, lanes};
use super::report::FindingKind;

/// Bytes that one thread has written, if any of them.
const UNIT: u64 = 4;

/// Units of shared memory that a thread has written without a fence since, with that thread.
#[derive(Clone, Default)]
pub struct Unfenced {
    writers: HashMap<u64, usize>,
}

fn units(offset: u64, count: u64) -> Range<u64> {
    offset / UNIT..(offset + count).div_ceil(UNIT)
}

impl Cx<'_, '_> {
    /// A lane has written bytes by an ordinary instruction.
    pub fn written_generically(&mut self, at: Location, count: u64, lane: usize) {
        let thread = self.thread(lane);
        let Area::Shared(rank) = at.area else { return };
        let unfenced = &mut self.cluster.ctas[rank].unfenced.writers;
        unfenced.extend(units(at.offset, count).map(|unit| (unit, thread)));
    }

    /// A bulk copy has written bytes.
    pub fn written_by_bulk(&mut self, at: Location, count: u64) {
        let Area::Shared(rank) = at.area else { return };
        let unfenced = &mut self.cluster.ctas[rank].unfenced.writers;
        if !unfenced.is_empty() {
            for unit in units(at.offset, count) {
                unfenced.remove(&unit);
            }
        }
    }

    /// The fence, by all active lanes.
    pub fn fence_proxies(&mut self) {
        let threads: Vec<usize> = lanes(self.active).map(|lane| self.thread(lane)).collect();
        self.cta().unfenced.writers.retain(|_, writer| !threads.contains(writer));
    }

    /// A product reads bytes.
    pub fn read_by_product(&mut self, at: Location, count: u64) {
        let Area::Shared(rank) = at.area else { return };
        let unfenced = &self.cluster.ctas[rank].unfenced.writers;
        let writer = units(at.offset, count).find_map(|unit| unfenced.get(&unit).copied());
        if let Some(writer) = writer {
            self.finding(FindingKind::Unfenced, 0, || {
                format!("written by thread {writer}, which has had no fence.proxy.async since")
            });
        }
    }
}
