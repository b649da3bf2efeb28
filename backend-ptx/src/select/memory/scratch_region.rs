//! Regions of the scratch array as code: their addresses, and the barriers between their uses.
//!
//! In: the bytes that a use wants. Out: a region that no thread reads, taken by [`Scratch`](super::scratch::Scratch), and
//! the barriers that make this so. A barrier of the threads that compute leaves out those that copy.

use crate::codes;
use crate::cost::occupancy::ROOMY_SCRATCH;
use crate::ptx::Variable;
use crate::ptx::builder::Exact;
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::Val;
use crate::ptx::types::{Space, Ty};
use crate::select::memory::scratch::{Region, Scratch};
use crate::select::{Cx, Select, Unsupported};

/// The named barrier of the threads that compute, where others copy.
const CONSUMER_BARRIER: Val = Val::Imm(1);

/// The slices of a region, one for each warp.
#[derive(Clone, Copy)]
pub(in crate::select) struct Slices {
    /// The bytes of each that are used.
    pub bytes: u32,
    /// From the beginning of one to that of the next.
    pub distance: u32,
}

impl Cx<'_> {
    /// The address of the scratch array.
    pub fn scratch_address(&mut self) -> Val {
        let symbol = match self.scratch.symbol {
            Some(symbol) => symbol,
            None => self.b.variable(Variable {
                name: format!("{}_scratch", self.name),
                space: Space::Shared,
                align: 1024,
                bytes: 0,
                init: Vec::new(),
                visible: false,
            }),
        };
        self.scratch.symbol = Some(symbol);
        let variable = self.b.variable_mut(symbol);
        variable.bytes = variable.bytes.max(u64::from(self.scratch.bytes));
        self.b.def_from(Op::MovAddress { ty: Ty::U32 }, Operand::Address(symbol))
    }

    /// A region of the scratch array that may be written at once, and its address.
    ///
    /// Rather than to wait for readers it takes more memory, up to [`ROOMY_SCRATCH`] or twice its size.
    pub fn acquire(&mut self, bytes: u32) -> Select<(Region, Val)> {
        self.acquire_for(bytes, false)
    }

    /// [`Cx::acquire`], for a use that has a slice for each warp or one that has not.
    pub(in crate::select) fn acquire_for(
        &mut self,
        bytes: u32,
        sliced: bool,
    ) -> Select<(Region, Val)> {
        let limit = self.scratch_limit;
        let roomy = bytes.saturating_mul(2).max(ROOMY_SCRATCH).min(limit);
        let mut region = self.scratch.place(bytes, sliced, roomy);
        if region.is_none() && sliced {
            region = self.scratch.place_again(bytes);
            if region.is_some() {
                self.warp_barrier();
            }
        }
        if region.is_none() {
            self.barrier();
            region = self.scratch.place(bytes, sliced, roomy);
        }
        if region.is_none() {
            self.finish_conversions()?;
            self.barrier();
            region = self.scratch.place(bytes, sliced, limit);
        }
        let region = region.ok_or_else(|| {
            let message = format!("{bytes} bytes of shared memory are more than a block has");
            Unsupported::new(codes::TILE_TOO_LARGE, message)
        })?;
        self.scratch.take(region);
        Ok((region, self.region_address(region)))
    }

    pub(in crate::select) fn region_address(&mut self, region: Region) -> Val {
        let mut base = self.scratch_address();
        if let Some(tile_in_cta) = self.tile_in_cta {
            let limit = Val::u32(self.scratch_limit);
            let own = self.b.mul_int(Ty::U32, tile_in_cta, limit, Exact::NEITHER);
            base = self.b.def(Op::Add { ty: Ty::U32 }, &[base, own]);
        }
        self.b.def(Op::Add { ty: Ty::U32 }, &[base, Val::u32(region.start)])
    }

    /// Memory of which each warp has a slice that its lanes alone access, in code that only some ways pass, and its
    /// address: so many bytes for each warp, or half as many, and so on. None if there is no place for the least.
    ///
    /// A warp may reuse a slice that it has read: one of a larger region begins as far from the next as it did.
    /// Otherwise a barrier frees slices, which the other paths do not record.
    pub(in crate::select) fn acquire_slices(
        &mut self,
        warps: u32,
        (most, least): (u32, u32),
    ) -> Option<(Slices, Val)> {
        if let Some(region) = self.scratch.sliced_again(least * warps) {
            self.warp_barrier();
            let distance = region.bytes / warps;
            return Some((
                Slices { bytes: most.min(distance), distance },
                self.region_address(region),
            ));
        }
        let sizes = || std::iter::successors(Some(most), |bytes| Some(bytes / 2));
        let fitting = |scratch: &Scratch, limit: u32| {
            let mut sizes = sizes().take_while(|&bytes| bytes >= least);
            sizes.find_map(|bytes| Some((bytes, scratch.place(bytes * warps, true, limit)?)))
        };
        let limit = self.scratch_limit;
        let mut found = fitting(&self.scratch, limit);
        if found.is_none() {
            let reading = std::mem::take(&mut self.scratch.reading);
            found = fitting(&self.scratch, limit);
            self.scratch.reading = reading;
            if found.is_some() {
                self.emit_barrier();
            }
        }
        let (bytes, region) = found?;
        self.scratch.take(region);
        self.scratch.read(region);
        Some((Slices { bytes, distance: bytes }, self.region_address(region)))
    }

    /// Waits until what was written to a region can be read.
    pub fn publish(&mut self, region: Region) {
        self.barrier();
        self.scratch.read(region);
    }

    /// A barrier of the CTA: all accesses before it are done in all threads.
    pub fn barrier(&mut self) {
        self.emit_barrier();
        self.passed_barrier();
    }

    /// All threads have met.
    pub fn passed_barrier(&mut self) {
        self.order.clear();
        self.scratch.barrier();
        for conversion in &mut self.conversions {
            conversion.published = true;
        }
    }

    /// The instruction alone, where what it orders is not relied on.
    pub fn emit_barrier(&mut self) {
        match self.barrier_subset() {
            None => self.b.emit(Op::BarSync {}, &[], &[Val::ZERO.into()]),
            Some((number, threads)) => {
                self.b.emit(Op::BarSyncCount {}, &[], &[number.into(), threads.into()]);
            }
        }
    }

    /// The barrier of the threads that compute a tile block and how many they are, if others are elsewhere.
    pub fn barrier_subset(&mut self) -> Option<(Val, Val)> {
        let threads = Val::u32(self.barrier_threads?);
        let number = match self.tile_in_cta {
            None => CONSUMER_BARRIER,
            Some(tile_in_cta) => {
                self.b.def(Op::Add { ty: Ty::U32 }, &[tile_in_cta, CONSUMER_BARRIER])
            }
        };
        Some((number, threads))
    }
}
