//! Two tile blocks at the same time in one CTA: which they are, and how they share a ring.
//!
//! Each tile block is a *member* with a warpgroup of consumers and a producer warp of its own, all of
//! which run the code of one tile block, with barriers and scratch memory of their own. A CTA walks
//! over *units*: two neighbouring tile blocks, or one at the end, where with two some SMs would have
//! nothing to do. [`OperandReuse`](crate::schedule::build::operand_reuse::OperandReuse) says what is compared; for each
//! unit there are two ways to fill the ring:
//!
//! ```text
//! together   a buffer has the boxes of both, and once what is the same in both: the first one copies it
//! alone      there is one tile block, or two that have too little in common: the first member does both
//!            ([`crate::select::pipeline::state_transfer`])
//! ```
//!
//! Barriers of full and empty buffers count an arrival of each member; one that is alone arrives for both.

use crate::ptx::builder::Exact;
use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Part, Ty, Uniform};
use crate::schedule::build::operand_reuse::OperandReuse;
use crate::schedule::pipeline::{PAIR, Partition, Pipeline};
use crate::select::{Cx, Select};

/// How the tile blocks of a unit share the ring: numbers that are 0 or 1, and bytes.
pub struct WorkTilePair {
    /// Whether a buffer is filled for both.
    together: Val,
    /// Where each asynchronous load's tile is in a buffer.
    offsets: Vec<Val>,
    /// Whether both have an asynchronous load's boxes in common.
    shared: Vec<Val>,
    /// Whether the other one copies an asynchronous load for this one.
    copied: Vec<Val>,
}

impl Cx<'_> {
    /// From here on threads are those of one member.
    pub fn enter_tile_of_cta(&mut self, pipeline: &Pipeline, partition: Partition) {
        if pipeline.two_tile.is_none() {
            return;
        }
        let threads = pipeline.block_warps() * 32;
        let shift = |cx: &mut Self, tid: Val, threads: u32| {
            cx.b.def(Op::Shr { ty: Ty::U32 }, &[tid, Val::u32(threads.ilog2())])
        };
        if partition == Partition::Producer {
            let consumers = Val::u32(pipeline.consumer_warps() * 32);
            let number = self.b.def(Op::Sub { ty: Ty::U32 }, &[self.tid, consumers]);
            self.tile_in_cta = Some(shift(self, number, 32));
            return;
        }
        self.tile_in_cta = Some(shift(self, self.tid, threads));
        self.tid = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(threads - 1)]);
        self.barrier_threads = Some(threads);
        self.scratch_limit /= PAIR;
    }

    /// How many units have two tile blocks, and how many there are.
    ///
    /// Full rounds of all SMs do two each; of a rest that one round of single tile blocks can do,
    /// each is a unit.
    pub(in crate::select) fn work_tile_pairs(&mut self, total: Val) -> (Val, Val) {
        let sms = self.target.chip.sms;
        let mul =
            |cx: &mut Self, a: Val, b: u32| cx.b.mul_int(Ty::U32, a, Val::u32(b), Exact::NEITHER);
        let rounds = self.b.div_int(Ty::U32, total, Val::u32(PAIR * sms));
        let done = mul(self, rounds, PAIR * sms);
        let rest = self.b.def(Op::Sub { ty: Ty::U32 }, &[total, done]);
        let pairs = mul(self, rounds, sms);
        let work_tile_pairs = self.b.def(Op::Add { ty: Ty::U32 }, &[pairs, rest]);
        let half = self.b.def(Op::Add { ty: Ty::U32 }, &[total, Val::u32(1)]);
        let half = self.b.def(Op::Shr { ty: Ty::U32 }, &[half, Val::u32(1)]);
        let many = self.compare(Cmp::Gt, Ty::U32, rest, Val::u32(sms));
        let select = Op::Selp { ty: Ty::B32 };
        (
            self.b.def(select, &[half, pairs, many]),
            self.b.def(select, &[half, work_tile_pairs, many]),
        )
    }

    /// At the beginning of a unit: the number of this member's tile block, or leaves if it has none,
    /// and what it has in common with the other.
    pub(in crate::select) fn enter_work_tile_pair(
        &mut self,
        neighbours: &OperandReuse,
    ) -> Select<()> {
        let (Some(scheduler), Some(tile_in_cta), Some(pipeline)) =
            (self.scheduler, self.tile_in_cta, self.pipeline)
        else {
            return Ok(());
        };
        let (Some(pairs), Some(end), Some(transfer)) =
            (scheduler.pairs, scheduler.end, scheduler.transfer)
        else {
            return Ok(());
        };
        let (add, and) = (Op::Add { ty: Ty::U32 }, Op::And { ty: Ty::B32 });
        let select = Op::Selp { ty: Ty::B32 };
        let (_, total) = self.linear_block();
        let work_tile_pair = scheduler.work_idx.into();
        let has_two = self.compare(Cmp::Lt, Ty::U32, work_tile_pair, pairs);
        let first = self.b.def(Op::Shl { ty: Ty::B32 }, &[work_tile_pair, Val::u32(1)]);
        let lone = self.b.def(add, &[work_tile_pair, pairs]);
        let first = self.b.def(select, &[first, lone, has_two]);
        let second = self.b.def(add, &[first, Val::u32(1)]);
        let exists = self.compare(Cmp::Lt, Ty::U32, second, total);
        let (has_two, exists) = (self.flag(has_two), self.flag(exists));
        let both = self.b.def(and, &[has_two, exists]);
        let missing = self.compare(Cmp::Gt, Ty::U32, tile_in_cta, both);
        self.b.branch_if(missing, false, Uniform::Yes, end);
        let own = self.b.def(add, &[first, tile_in_cta]);
        let own = self.b.def(add, &[own, transfer.is_second.into()]);
        self.b.assign(scheduler.id, own);

        // Where there is no other, this one is compared with itself.
        let sub = Op::Sub { ty: Ty::U32 };
        let ahead = self.b.def(sub, &[own, first]);
        let other = self.b.def(sub, &[second, ahead]);
        let is_there = self.compare(Cmp::Ne, Ty::U32, both, Val::ZERO);
        let other = self.b.def(select, &[other, own, is_there]);
        let other = self.b.reg(other, Class::B32);
        let (_, alike) = self.compare_roots(neighbours, scheduler.id, other)?;
        let alike: Vec<Val> =
            alike.iter().map(|alike| alike.map_or(Val::ZERO, |alike| self.flag(alike))).collect();

        let (mut offsets, together) = self.place_together(pipeline, &alike, (both, tile_in_cta));
        let is_together = self.compare(Cmp::Ne, Ty::U32, together, Val::ZERO);
        for (async_load, offset) in offsets.iter_mut().enumerate() {
            let own = Val::u32(pipeline.async_loads[async_load].offset);
            *offset = self.b.def(select, &[*offset, own, is_together]);
        }
        let shared: Vec<Val> =
            alike.iter().map(|&alike| self.b.def(and, &[alike, together])).collect();
        let copied = shared.iter().map(|&shared| self.b.def(and, &[shared, tile_in_cta])).collect();
        let straddles = self.b.def(sub, &[both, together]);
        self.enter_tile_of_pair(scheduler, transfer, straddles);
        self.work_tile_pair = Some(WorkTilePair { together, offsets, shared, copied });
        Ok(())
    }

    /// Where the tiles of both members begin in a buffer, one after the other: what is alike once, else that of each
    /// member; and whether they fit.
    fn place_together(
        &mut self,
        pipeline: &Pipeline,
        alike: &[Val],
        (both, tile_in_cta): (Val, Val),
    ) -> (Vec<Val>, Val) {
        let (add, and) = (Op::Add { ty: Ty::U32 }, Op::And { ty: Ty::B32 });
        let mut offsets = vec![Val::ZERO; alike.len()];
        let mut together = both;
        for ring in &pipeline.rings {
            for group in &ring.stage_loads {
                let mut end = Val::ZERO;
                for &async_load in group {
                    let bytes = Val::u32(pipeline.async_loads[async_load].bytes_in_buffer());
                    let differs =
                        self.b.def(Op::Xor { ty: Ty::B32 }, &[alike[async_load], Val::u32(1)]);
                    let before = self.b.def(and, &[differs, tile_in_cta]);
                    let begin = end;
                    let behind = |cx: &mut Self, count: Val| match begin {
                        Val::ZERO if cx.is_for_any_tensor => {
                            cx.b.mul_int(Ty::U32, count, bytes, Exact::NEITHER)
                        }
                        _ => {
                            let mad = Op::Mad { part: Part::Lo, ty: Ty::U32 };
                            cx.b.def(mad, &[count, bytes, begin])
                        }
                    };
                    offsets[async_load] = behind(self, before);
                    let tiles = self.b.def(add, &[differs, Val::u32(1)]);
                    end = behind(self, tiles);
                }
                let fits = self.compare(Cmp::Le, Ty::U32, end, Val::u32(ring.bytes));
                let fits = self.flag(fits);
                together = self.b.def(and, &[together, fits]);
            }
        }
        (offsets, together)
    }

    /// How often a member arrives at the barrier of an empty buffer; none if there are no members.
    pub(in crate::select) fn arrivals(&mut self) -> Option<Val> {
        let together = self.work_tile_pair.as_ref()?.together;
        Some(self.b.def(Op::Sub { ty: Ty::U32 }, &[Val::u32(PAIR), together]))
    }

    /// Where an asynchronous load's tile begins in a buffer, at an address.
    pub(in crate::select) fn tile_in_stage(&mut self, buffer: Val, async_load: usize) -> Val {
        let Some(offset) =
            self.work_tile_pair.as_ref().map(|work_tile_pair| work_tile_pair.offsets[async_load])
        else {
            return buffer;
        };
        self.b.def(Op::Add { ty: Ty::U32 }, &[buffer, offset])
    }

    /// Whether both members have an asynchronous load's boxes in common, 0 or 1, and which this one is.
    pub(in crate::select) fn shared_by_tiles(&self, async_load: usize) -> Option<(Val, Val)> {
        Some((self.work_tile_pair.as_ref()?.shared[async_load], self.tile_in_cta?))
    }

    /// Whether the other member copies an asynchronous load for this one.
    pub(in crate::select) fn is_copied_by_other(&mut self, async_load: usize) -> Option<Val> {
        let copied = self.work_tile_pair.as_ref()?.copied[async_load];
        Some(self.compare(Cmp::Ne, Ty::U32, copied, Val::ZERO))
    }

    /// Of the bytes that fill a buffer those that this member copies; arrives for the other one, if it
    /// does not.
    pub(in crate::select) fn own_bytes(
        &mut self,
        all: u32,
        async_loads: &[usize],
        full: &Operand,
    ) -> Val {
        let bytes = |cx: &Self, async_load: usize| {
            cx.pipeline.map_or(0, |pipeline| pipeline.async_loads[async_load].staged.bytes())
        };
        let mut own = Val::u32(all);
        let Some(together) =
            self.work_tile_pair.as_ref().map(|work_tile_pair| work_tile_pair.together)
        else {
            return own;
        };
        for &async_load in async_loads {
            let copied = self
                .work_tile_pair
                .as_ref()
                .map_or(Val::ZERO, |work_tile_pair| work_tile_pair.copied[async_load]);
            let less = Val::u32(bytes(self, async_load));
            let less = self.b.mul_int(Ty::U32, copied, less, Exact::NEITHER);
            own = self.b.def(Op::Sub { ty: Ty::U32 }, &[own, less]);
        }
        let for_other = self.compare(Cmp::Eq, Ty::U32, together, Val::ZERO);
        let guard = for_other.reg().map(|pred| Guard { pred, negated: false });
        self.b.emit_if(guard, Op::MbarrierArrive {}, &[], &[Operand::Sink, full.clone()]);
        own
    }
}
