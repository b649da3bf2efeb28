//! Shared memory that the generic proxy wrote and the asynchronous one may not see yet.
//!
//! `wgmma` reads shared memory through the asynchronous proxy. Data that a thread stored there, or
//! copied by `cp.async`, is visible to it
//! behind the thread's `fence.proxy.async` (PTX ISA, "Async proxy"); whether threads
//! are in order otherwise is a matter of races. Data that bulk copies wrote needs no fence. The same holds of global memory
//! that is reduced in bulk, behind a fence of the warp that reduces.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::access::Fence;
use super::machine::{Area, Cx, Location, lanes};
use super::mnemonic::Mnemonic;
use super::report::FindingKind;
use super::tensor::MAP_BYTES;
use super::types::Space;

/// Bytes that one thread has written, if any of them.
const UNIT: u64 = 4;

/// Units of shared memory that a thread has written without a fence since, with that thread.
#[derive(Clone, Default)]
pub struct Unfenced {
    writers: HashMap<u64, usize>,
    /// Units of global memory that threads of the CTA have written, where the kernel reduces in bulk, with the warps that
    /// have had a fence since.
    global: HashMap<(usize, u64), u32>,
    /// Threads that have written global memory since they released what they wrote to tensor maps.
    unreleased: HashSet<usize>,
    /// Tensor maps in global memory, as the unit that copies boxes has them.
    maps: HashMap<(usize, u64), MapWords>,
}

/// The words of a tensor map.
type MapWords = [u64; (MAP_BYTES / WORD) as usize];
const WORD: u64 = 8;

fn units(offset: u64, count: u64) -> Range<u64> {
    offset / UNIT..(offset + count).div_ceil(UNIT)
}

/// The fence between proxies that a mnemonic names.
pub fn proxy_fence(m: &mut Mnemonic<'_>) -> Fence {
    let of_maps = m.flag("tensormap::generic");
    let fence = match (m.flag("async"), of_maps) {
        (true, _) if m.flag("shared::cta") => Fence::AsyncProxyShared,
        (true, _) => Fence::AsyncProxy,
        (false, true) if m.flag("release") => Fence::ReleaseMaps,
        (false, true) => Fence::AcquireMap,
        (false, false) => Fence::Other,
    };
    m.skip(|_| true);
    fence
}

impl Cx<'_, '_> {
    /// A lane has written bytes by an ordinary instruction.
    pub fn written_generically(&mut self, at: Location, count: u64, lane: usize) {
        let thread = self.thread(lane);
        if let Area::Global(area) = at.area {
            let reduces_in_bulk = self.run.program.reduces_in_bulk;
            let unfenced = &mut self.cta().unfenced;
            unfenced.unreleased.insert(thread);
            if reduces_in_bulk {
                unfenced.global.extend(units(at.offset, count).map(|unit| ((area, unit), 0)));
            }
        }
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

    /// The fence where it is of global memory: what comes before it in the order of the program, of any thread.
    pub fn fence_global_proxies(&mut self) {
        let warp = 1u32 << self.warp;
        self.cta().unfenced.global.values_mut().for_each(|fenced| *fenced |= warp);
    }

    /// A lane reduces global memory in bulk.
    pub fn reduced_in_bulk(&mut self, at: Location, count: u64, lane: usize) {
        let (Area::Global(area), warp) = (at.area, 1u32 << self.warp) else { return };
        let unfenced = &self.cta().unfenced.global;
        let is_unfenced = |unit: u64| unfenced.get(&(area, unit)).is_some_and(|it| it & warp == 0);
        if units(at.offset, count).any(is_unfenced) {
            self.finding(FindingKind::Unfenced, lane, || {
                "written by a thread, and there has been no fence.proxy.async since".into()
            });
        }
    }

    /// A product or a reduction in bulk reads bytes.
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

    /// What the active lanes wrote to tensor maps is released.
    pub fn release_maps(&mut self) {
        for thread in lanes(self.active).map(|lane| self.thread(lane)).collect::<Vec<_>>() {
            self.cta().unfenced.unreleased.remove(&thread);
        }
    }

    /// From here on a tensor map is the one that is in memory, if what the lane wrote to it has been released.
    pub fn acquire_map(&mut self) {
        let addresses = self.addresses(self.inst.mem[0]);
        for lane in lanes(self.active) {
            let thread = self.thread(lane);
            let Some(at) = self.locate(Space::Generic, addresses[lane], MAP_BYTES, lane) else {
                continue;
            };
            let Area::Global(area) = at.area else { continue };
            if !self.cta().unfenced.unreleased.contains(&thread) {
                let words = self.map_words(at, lane);
                self.cta().unfenced.maps.insert((area, at.offset), words);
            }
        }
    }

    /// A box is copied through a tensor map.
    pub fn check_acquired(&mut self, at: Location, lane: usize) {
        let Area::Global(area) = at.area else { return };
        let words = self.map_words(at, lane);
        if self.cta().unfenced.maps.get(&(area, at.offset)) != Some(&words) {
            self.finding(FindingKind::Unfenced, lane, || {
                "the tensor map has been written, and not released and acquired since".into()
            });
        }
    }

    fn map_words(&mut self, at: Location, lane: usize) -> MapWords {
        let region = self.region(at.area, lane);
        std::array::from_fn(|word| region.read(at.offset + word as u64 * WORD, WORD))
    }
}
