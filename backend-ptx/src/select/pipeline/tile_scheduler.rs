//! Several tile blocks in one CTA, one after the other, under the grid of the launch.
//!
//! A launch has a CTA for each tile block. Those beyond the number of SMs end at once; each of the
//! others computes the tile blocks `id, id + W, id + 2W, ...` (W the number of SMs). Tile blocks are
//! independent, so any number of CTAs may do them in any order. The gain: the producer copies
//! for the next tile block while consumers store the last one, and barriers and tensor maps are set
//! up once. It suits CTAs that have an SM to themselves; several of them hide each other's waits
//! better than one that walks.
//!
//! Where CTAs come in pairs ([`crate::select::pipeline::cluster`]) a launch has two for each tile block, and the walk is the same but
//! for the order of tile blocks ([`crate::select::pipeline::tile_swizzle`]).
//! Where a CTA computes two tile blocks at the same time ([`crate::select::pipeline::two_tile_cta`]) it walks over pairs of them.

use ir::Value;

use crate::ptx::builder::Guarded;
use crate::ptx::inst::{Label, Op};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Dim, Ftz, Part, Sreg, Ty, Uniform};
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::select::pipeline::state_transfer::PipelineStateTransfer;
use crate::select::{Cx, Select};

/// The tile block that a CTA is at.
#[derive(Clone, Copy)]
pub struct PersistentTileScheduler {
    /// What the CTA counts: the turns of tile blocks, or of those that it computes at the same time.
    pub work_idx: Reg,
    /// The linear number of the tile block: the turn, unless they are taken in another order or two at
    /// a time.
    pub id: Reg,
    /// How many units have two of them, if any.
    pub pairs: Option<Val>,
    /// How many units there are.
    pub count: Val,
    /// Where its code ends.
    pub next: Label,
    /// Where that of the last one ends, for a CTA that has none.
    pub end: Option<Label>,
    /// How far it is with a unit that takes two turns.
    pub transfer: Option<PipelineStateTransfer>,
}

impl PersistentTileScheduler {
    /// At one of so many tile blocks, whose code ends at a label.
    pub fn at(id: Reg, count: Val, next: Label) -> PersistentTileScheduler {
        PersistentTileScheduler {
            work_idx: id,
            id,
            pairs: None,
            count,
            next,
            end: None,
            transfer: None,
        }
    }
}

impl Cx<'_> {
    /// What counts the tile blocks of a launch along a dimension.
    pub fn num_blocks(&self) -> fn(Dim) -> Sreg {
        if self.is_clustered { Sreg::NumCluster } else { Sreg::NumCta }
    }

    /// The linear number of this CTA, and how many tile blocks there are.
    pub(in crate::select) fn linear_block(&mut self) -> (Val, Val) {
        let [x, y, z] = [Dim::X, Dim::Y, Dim::Z].map(|dim| self.b.sreg(Sreg::CtaId(dim)));
        let ctas = self.b.sreg(Sreg::NumCta(Dim::X));
        let [nx, ny, nz] = [Dim::X, Dim::Y, Dim::Z].map(|dim| self.b.sreg(self.num_blocks()(dim)));
        let mad = Op::Mad { part: Part::Lo, ty: Ty::U32 };
        let mul = Op::Mul { part: Part::Lo, ty: Ty::U32 };
        let plane = self.b.def(mad, &[z, ny, y]);
        let id = self.b.def(mad, &[plane, ctas, x]);
        let plane = self.b.def(mul, &[nx, ny]);
        (id, self.b.def(mul, &[plane, nz]))
    }

    /// Lets each CTA have the tile block of its number, where the grid has more of them.
    pub fn enter_one_tile(&mut self) {
        if !self.is_clustered {
            return;
        }
        let (id, total) = self.linear_block();
        let beyond = Op::Setp { cmp: Cmp::Ge, ftz: Ftz::Keep, ty: Ty::U32 };
        let beyond = self.b.def(beyond, &[id, total]);
        if let Guarded::If(guard) = self.b.guard(beyond, false) {
            self.b.emit_if(Some(guard), Op::Ret {}, &[], &[]);
        }
        self.single = Some(self.b.reg(id, Class::B32));
    }

    /// Ends the CTAs whose tile blocks others do.
    pub fn exit_idle_ctas(&mut self, pipeline: &Pipeline, possible: Val) {
        if !pipeline.is_persistent {
            return;
        }
        let (id, _) = self.linear_block();
        let beyond = Op::Setp { cmp: Cmp::Ge, ftz: Ftz::Keep, ty: Ty::U32 };
        let beyond = self.b.def(beyond, &[id, Val::u32(self.target.chip.sms * pipeline.per_sm)]);
        let leaves = self.and_pred(beyond, possible);
        if let Guarded::If(guard) = self.b.guard(leaves, false) {
            self.b.emit_if(Some(guard), Op::Ret {}, &[], &[]);
        }
    }

    /// Begins the loop over the tile blocks of this CTA.
    pub fn enter_tile_loop(&mut self) -> Label {
        let (first, total) = self.linear_block();
        let work_idx = self.b.fresh(Class::B32);
        self.b.assign(work_idx, first);
        let (head, next) = (self.b.loop_head(), self.b.label());
        let mut scheduler = PersistentTileScheduler::at(work_idx, total, next);
        if self.tile_in_cta.is_some() {
            let (pairs, work_tile_pairs) = self.work_tile_pairs(total);
            (scheduler.pairs, scheduler.count) = (Some(pairs), work_tile_pairs);
            scheduler.transfer = Some(self.begin_state_transfer());
        }
        // The second CTA of the last cluster may have none, the second member of the last unit too.
        if self.is_clustered || self.tile_in_cta.is_some() {
            scheduler.id = self.b.fresh(Class::B32);
            scheduler.end = Some(self.b.label());
        }
        self.scheduler = Some(scheduler);
        self.enter_cluster();
        if let Some(end) = scheduler.end {
            let none = Op::Setp { cmp: Cmp::Ge, ftz: Ftz::Keep, ty: Ty::U32 };
            let none = self.b.def(none, &[first, scheduler.count]);
            self.b.branch_if(none, false, Uniform::Yes, end);
        }
        self.b.place(head);
        head
    }

    /// Ends it: whatever way the code of a tile block ended, nothing of it goes on.
    pub fn leave_tile_loop(&mut self, head: Label) {
        let Some(scheduler) = self.scheduler.take() else { return };
        self.b.place(scheduler.next);
        if self.partition == Partition::Consumer {
            match self.tensor {
                Some(_) => {
                    self.wait_for_mmas();
                    self.forget_resident();
                }
                None => {
                    self.b.emit(Op::WgmmaWait {}, &[], &[Val::ZERO.into()]);
                    self.release_consumed();
                }
            }
            self.in_flight.clear();
            self.latest = None;
            if self.scratch.meets_itself() {
                self.barrier();
            } else if self.scratch.is_used() {
                self.warp_barrier();
            }
        }
        let count = if scheduler.pairs.is_some() { scheduler.count } else { self.linear_block().1 };
        let per_sm = self.pipeline.map_or(1, |pipeline| pipeline.per_sm);
        let (work_idx, mut step) = (scheduler.work_idx, Val::u32(self.target.chip.sms * per_sm));
        if let Some(transfer) = scheduler.transfer {
            step = self.finish_tile_of_pair(transfer, step);
        }
        self.b.emit(Op::Add { ty: Ty::U32 }, &[work_idx.into()], &[work_idx.into(), step.into()]);
        let more = Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::U32 };
        let more = self.b.def(more, &[work_idx.into(), count]);
        self.b.branch_if(more, false, Uniform::Yes, head);
        if let Some(end) = scheduler.end {
            self.b.place(end);
        }
        self.work_tile_pair = None;
        if self.partition == Partition::Consumer {
            self.release_tensormap_slot();
        }
        self.leave_cluster();
        self.ret();
    }

    /// The position in the grid of the tile block with this linear number.
    pub fn position_of(&mut self, id: Reg, results: &[Value]) -> Select<()> {
        let [nx, ny] = [Dim::X, Dim::Y].map(|dim| self.b.sreg(self.num_blocks()(dim)));
        let (div, rem) = (Op::Div { ty: Ty::U32 }, Op::Rem { ty: Ty::U32 });
        let id = id.into();
        let x = self.b.def(rem, &[id, nx]);
        let rest = self.b.def(div, &[id, nx]);
        let (y, z) = (self.b.def(rem, &[rest, ny]), self.b.def(div, &[rest, ny]));
        for (&result, at) in results.iter().zip([x, y, z]) {
            self.materialize(result, |_, _| Ok(vec![at]))?;
        }
        Ok(())
    }
}
