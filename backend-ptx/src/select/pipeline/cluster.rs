//! Pairs of CTAs as code: what both copy alike, and how they release buffers.
//!
//! A launch has a cluster of two CTAs for each tile block (`.blocksareclusters`), and those beyond
//! the number of SMs end at once, so the two walk over tile blocks whose turns ([`crate::select::pipeline::tile_swizzle`]) differ in
//! the last bit alone. [`OperandReuse`](crate::schedule::build::operand_reuse::OperandReuse) says what is compared.
//!
//! In step, a warpgroup hands a buffer back here and there; not in lockstep it does so here twice, so that
//! the barrier of an empty buffer always counts as many arrivals. A pair never re-enters
//! lockstep: then
//! the two need not have used as many buffers.

use ir::Value;

use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Sreg, Ty, Uniform};
use crate::schedule::build::operand_reuse::OperandReuse;
use crate::schedule::pipeline::{PAIR, Partition};
use crate::select::pipeline::tile_swizzle::TileSwizzle;
use crate::select::{Cx, Select};
use crate::target::{LANES, WARPGROUP};

/// What the tile blocks of a pair have in common.
pub struct ClusterMulticast {
    /// 1 while the two are in lockstep.
    lockstep: Reg,
    /// The rank of this CTA in the cluster.
    rank: Val,
    /// Of each asynchronous load, whether its boxes are the same in both.
    async_loads: Vec<Option<Val>>,
}

impl Cx<'_> {
    pub(in crate::select) fn compare(&mut self, cmp: Cmp, ty: Ty, a: Val, b: Val) -> Val {
        self.b.def(Op::Setp { cmp, ftz: Ftz::Keep, ty }, &[a, b])
    }

    /// Before the first tile block: in lockstep, if sharing is wanted.
    pub(in crate::select) fn enter_cluster(&mut self) {
        let Some(TileSwizzle { wanted, .. }) = self.tile_swizzle else { return };
        let lockstep = self.b.fresh(Class::B32);
        self.b.assign(lockstep, wanted.into());
        let rank = self.b.sreg(Sreg::ClusterRank);
        self.multicast = Some(ClusterMulticast { lockstep, rank, async_loads: Vec::new() });
    }

    /// A predicate as a number.
    pub fn flag(&mut self, pred: Val) -> Val {
        match pred {
            Val::Imm(bits) => Val::u32(u32::from(bits != 0)),
            Val::Reg(_) => self.b.def(Op::Selp { ty: Ty::B32 }, &[Val::u32(1), Val::ZERO, pred]),
        }
    }

    /// Finds out, for the tile block at hand, what the one beside it has in common with it.
    pub fn compare_with_partner(&mut self) {
        let Some(pipeline) = self.pipeline else { return };
        let compared = match (&pipeline.pairs, &pipeline.two_tile) {
            (Some(pairs), _) => self.try_compare(pairs),
            (None, Some(two_tile)) => self.enter_work_tile_pair(two_tile),
            (None, None) => Ok(()),
        };
        if let Err(why) = compared {
            self.report(why);
        }
    }

    fn try_compare(&mut self, pairs: &OperandReuse) -> Select<()> {
        let (Some(scheduler), Some(ClusterMulticast { lockstep, rank, .. })) =
            (self.scheduler, self.multicast.take())
        else {
            return Ok(());
        };
        let (_, total) = self.linear_block();
        let (own, other) = self.blocks_at(scheduler.work_idx, total);
        self.b.assign(scheduler.id, own);
        // For the producer, whether each asynchronous load is shared: only in lockstep.
        let is_producer = self.partition == Partition::Producer;
        let may_be = pairs.async_loads.iter().map(|roots| is_producer && roots.is_some());
        let shared: Vec<Option<Reg>> =
            may_be.map(|may_be| may_be.then(|| self.b.fresh(Class::B32))).collect();
        for &flag in shared.iter().flatten() {
            self.b.assign(flag, Val::ZERO);
        }
        if self.is_for_any_tensor {
            // What is needed in any case is computed ahead, and once.
            self.roots_of(pairs, scheduler.id, &[])?;
        }
        let alone = self.b.label();
        let is_alone = self.compare(Cmp::Eq, Ty::U32, lockstep.into(), Val::ZERO);
        self.b.branch_if(is_alone, false, Uniform::No, alone);
        let exists = self.compare(Cmp::Lt, Ty::U32, other, total);
        // Where there is none, any that exists will do.
        let last = self.b.def(Op::Sub { ty: Ty::U32 }, &[total, Val::u32(1)]);
        let other = self.b.def(Op::Min { ty: Ty::U32 }, &[other, last]);
        let other = self.b.reg(other, Class::B32);
        let (control, alike) = self.compare_roots(pairs, scheduler.id, other)?;

        let possible = self.and_pred(control, exists);
        let flag = self.flag(possible);
        self.b.assign(lockstep, flag);
        for (&shared, alike) in shared.iter().zip(alike) {
            let (Some(shared), Some(alike)) = (shared, alike) else { continue };
            let alike = self.and_pred(possible, alike);
            let alike = self.flag(alike);
            self.b.assign(shared, alike);
        }
        self.b.place(alone);
        let mut is_shared = |flag: Reg| self.compare(Cmp::Ne, Ty::U32, flag.into(), Val::ZERO);
        let async_loads = shared.into_iter().map(|flag| flag.map(&mut is_shared)).collect();
        self.multicast = Some(ClusterMulticast { lockstep, rank, async_loads });
        Ok(())
    }

    /// Whether what decides in two tile blocks is the same, and the boxes of each asynchronous load.
    pub(in crate::select) fn compare_roots(
        &mut self,
        neighbours: &OperandReuse,
        one: Reg,
        other: Reg,
    ) -> Select<(Val, Vec<Option<Val>>)> {
        let OperandReuse { control, async_loads, .. } = neighbours;
        let roots: Vec<Value> =
            control.iter().chain(async_loads.iter().flatten().flatten()).copied().collect();
        let ours = self.roots_of(neighbours, one, &roots)?;
        let theirs = self.roots_of(neighbours, other, &roots)?;
        let mut equal = Vec::new();
        for ((&root, ours), theirs) in roots.iter().zip(ours).zip(theirs) {
            let ty = match self.elem(root).bits() {
                1 => Ty::Pred,
                64 => Ty::B64,
                16 => Ty::B16,
                _ => Ty::B32,
            };
            equal.push(match ty {
                Ty::Pred => {
                    let (ours, theirs) = (self.flag(ours), self.flag(theirs));
                    self.compare(Cmp::Eq, Ty::B32, ours, theirs)
                }
                _ => self.compare(Cmp::Eq, ty, ours, theirs),
            });
        }
        let mut equal = equal.into_iter();
        let mut all = |cx: &mut Self, count: usize| {
            equal.by_ref().take(count).fold(Val::Imm(1), |all, next| cx.and_pred(all, next))
        };
        let control = all(self, control.len());
        let alike: Vec<Option<Val>> = async_loads
            .iter()
            .map(|roots| roots.as_ref().map(|roots| all(self, roots.len())))
            .collect();
        Ok((control, alike))
    }

    /// The roots of the tile block with a number.
    fn roots_of(
        &mut self,
        neighbours: &OperandReuse,
        id: Reg,
        roots: &[Value],
    ) -> Select<Vec<Val>> {
        let Some(scheduler) = self.scheduler else { return Ok(Vec::new()) };
        let known = self.tiles.clone();
        self.scheduler = Some(crate::select::pipeline::tile_scheduler::PersistentTileScheduler {
            id,
            ..scheduler
        });
        for &inst in &neighbours.slice {
            self.inst(inst)?;
        }
        let found = roots.iter().map(|&root| self.scalar(root)).collect::<Select<Vec<Val>>>();
        self.scheduler = Some(scheduler);
        self.tiles = known;
        found
    }

    /// Whether the two CTAs copy an asynchronous load's boxes together, and the rank of this one.
    pub(in crate::select) fn multicast_load(&self, async_load: usize) -> Option<(Val, Val)> {
        let multicast = self.multicast.as_ref()?;
        let shared = (*multicast.async_loads.get(async_load)?)?;
        (shared != Val::ZERO).then_some((shared, multicast.rank))
    }

    /// Arrives at the barrier of an empty buffer at an address, where `some` buffer is held: one thread
    /// of each warpgroup here, and in lockstep one of its second warp in the other CTA. Out of step the
    /// first counts for both.
    pub(in crate::select) fn consumer_release(&mut self, some: Val, address: Val) {
        let number = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(WARPGROUP - 1)]);
        let first = self.compare(Cmp::Eq, Ty::U32, number, Val::ZERO);
        let here = self.and_pred(some, first);
        let guard = |pred: Val| pred.reg().map(|pred| Guard { pred, negated: false });
        let at = self.b.mem(address, 0);
        if let Some(count) = self.arrivals() {
            let operands = [Operand::Sink, at, count.into()];
            self.b.emit_if(guard(here), Op::MbarrierArriveCount {}, &[], &operands);
            return;
        }
        let Some(&ClusterMulticast { lockstep, rank, .. }) = self.multicast.as_ref() else {
            self.b.emit_if(guard(here), Op::MbarrierArrive {}, &[], &[Operand::Sink, at]);
            return;
        };
        let count = self.b.def(Op::Sub { ty: Ty::U32 }, &[Val::u32(PAIR), lockstep.into()]);
        let operands = [Operand::Sink, at, count.into()];
        self.b.emit_if(guard(here), Op::MbarrierArriveCount {}, &[], &operands);
        let second = self.compare(Cmp::Eq, Ty::U32, number, Val::u32(LANES));
        let together = self.compare(Cmp::Ne, Ty::U32, lockstep.into(), Val::ZERO);
        let there = self.and_pred(second, together);
        let there = self.and_pred(some, there);
        let other = self.b.def(Op::Xor { ty: Ty::B32 }, &[rank, Val::u32(1)]);
        let address = self.b.def(Op::Mapa {}, &[address, other]);
        let at = self.b.mem(address, 0);
        self.b.emit_if(guard(there), Op::MbarrierArriveCluster {}, &[], &[Operand::Sink, at]);
    }

    /// Both CTAs have their barriers before one uses the other's.
    pub(in crate::select) fn cluster_sync(&mut self) {
        self.b.emit(Op::ClusterArrive {}, &[], &[]);
        self.b.emit(Op::ClusterWait {}, &[], &[]);
    }

    /// Stays until the other CTA has released what it has to.
    pub(in crate::select) fn leave_cluster(&mut self) {
        if self.multicast.take().is_some() && self.partition == Partition::Consumer {
            self.cluster_sync();
        }
    }
}
