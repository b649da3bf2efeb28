//! Units whose two tile blocks do not fit into one buffer together.
//!
//! Tile blocks of neighbouring numbers mostly have an operand in common, but not where numbers go on with the
//! next column of tiles: of columns of seven, every seventh unit has the last one of a column and the first one
//! of the next. The first member computes both of such a unit, one after the other and each with the
//! whole ring, which takes as long as another unit. The second member waits, and is then told where in the
//! ring the first one is:
//!
//! ```text
//! first member     first tile block, second tile block; one thread: await `taken`, write place, arrive at `written`
//! second member    await `written`, read place, arrive at `taken`
//! ```
//!
//! Consumers tell consumers and the producer the producer, each through a word and two barriers of their own.
//!
//! Where several warps copy, the first one of the first member tells all of the second. Others of the first may still be
//! filling buffers behind it, but not so far that the second could take a phase of an empty buffer for the one two
//! phases ahead: it comes to buffers in their order, and the first, whose rings have four buffers or more,
//! has waited for all but one ring of them.

use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ty, Uniform};
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::schedule::smem::STATE_TRANSFER_BYTES;
use crate::select::Cx;
use crate::select::pipeline::cp_async::CpAsyncProducer;
use crate::select::pipeline::tile_scheduler::PersistentTileScheduler;
use crate::target::LANES;

/// Where a partition's word and barriers are.
const WORD: u32 = 0;
const WRITTEN: u32 = 8;
const TAKEN: u32 = 16;
const ROLE_BYTES: u32 = STATE_TRANSFER_BYTES / 2;
/// Where in the word the phase parity of a ring is, above the number of a buffer.
const PARITY_BIT: u32 = 16;

/// How many threads of a tile block may copy: the one of TMA arrives for all.
fn producer_threads(pipeline: &Pipeline) -> u32 {
    pipeline.cp_async_warps().map_or(1, |warps| warps * LANES)
}

/// How far a member is with such a unit.
#[derive(Clone, Copy)]
pub struct PipelineStateTransfer {
    /// 1 at the second tile block of such a unit, else 0.
    pub is_second: Reg,
    /// 1 if the second tile block comes next, else 0.
    second_is_next: Reg,
    /// The phase parity of the next handover.
    phase: Reg,
}

impl Cx<'_> {
    /// Initialises the barriers.
    pub(in crate::select) fn init_state_transfer(
        &mut self,
        pipeline: &Pipeline,
        first: Option<Guard>,
    ) {
        let Some(start) = pipeline.state_transfer() else { return };
        let readers = [pipeline.block_warps() * LANES, producer_threads(pipeline)];
        for (partition, readers) in readers.into_iter().enumerate() {
            let start = start + partition as u32 * ROLE_BYTES;
            for (barrier, arrivals) in [(start + WRITTEN, 1), (start + TAKEN, readers)] {
                let operands = [self.shared_at(barrier), Val::u32(arrivals).into()];
                self.b.emit_if(first, Op::MbarrierInit {}, &[], &operands);
            }
        }
    }

    pub(in crate::select) fn begin_state_transfer(&mut self) -> PipelineStateTransfer {
        let [is_second, second_is_next, phase] = [(); 3].map(|()| {
            let reg = self.b.fresh(Class::B32);
            self.b.assign(reg, Val::ZERO);
            reg
        });
        PipelineStateTransfer { is_second, second_is_next, phase }
    }

    fn state_transfer(&self) -> u32 {
        let start = self.pipeline.and_then(Pipeline::state_transfer).unwrap_or_default();
        if self.partition == Partition::Producer { start + ROLE_BYTES } else { start }
    }

    /// At the beginning of a tile block, with 1 if its unit is such a one, else 0: the second member leaves
    /// it to the first.
    pub(in crate::select) fn enter_tile_of_pair(
        &mut self,
        scheduler: PersistentTileScheduler,
        transfer: PipelineStateTransfer,
        straddles: Val,
    ) {
        let Some(tile_in_cta) = self.tile_in_cta else { return };
        let PipelineStateTransfer { is_second, second_is_next, .. } = transfer;
        let and = Op::And { ty: Ty::B32 };
        let leaves = self.b.def(and, &[straddles, tile_in_cta]);
        let stays = self.compare(Cmp::Eq, Ty::U32, leaves, Val::ZERO);
        let stay = self.b.label();
        self.b.branch_if(stays, false, Uniform::Yes, stay);
        self.take_place(transfer);
        self.b.branch(scheduler.next);
        self.b.place(stay);
        let early = self.b.def(Op::Xor { ty: Ty::B32 }, &[is_second.into(), Val::u32(1)]);
        let more = self.b.def(and, &[straddles, early]);
        self.b.assign(second_is_next, more);
    }

    /// At the end of a tile block, by how much a turn goes on that otherwise would by `step`.
    pub(in crate::select) fn finish_tile_of_pair(
        &mut self,
        transfer: PipelineStateTransfer,
        step: Val,
    ) -> Val {
        let PipelineStateTransfer { is_second, second_is_next, .. } = transfer;
        let done = self.b.label();
        let is_early = self.compare(Cmp::Eq, Ty::U32, is_second.into(), Val::ZERO);
        self.b.branch_if(is_early, false, Uniform::Yes, done);
        self.give_place(transfer);
        self.b.place(done);
        self.b.assign(is_second, second_is_next.into());
        let stays = self.compare(Cmp::Ne, Ty::U32, is_second.into(), Val::ZERO);
        self.b.def(Op::Selp { ty: Ty::B32 }, &[Val::ZERO, step, stays])
    }

    /// One thread waits and writes: to another one that comes later, the phase before the one that then
    /// runs would look like the one after it.
    fn give_place(&mut self, PipelineStateTransfer { phase, .. }: PipelineStateTransfer) {
        let at = self.state_transfer();
        let opposite = self.b.def(Op::Xor { ty: Ty::B32 }, &[phase.into(), Val::u32(1)]);
        let done = self.b.label();
        let number = match (self.partition, &self.cp_async_producer) {
            (Partition::Producer, None) => Val::ZERO,
            (Partition::Producer, Some(_)) => {
                let (number, lane) = (self.copying_warp(), self.lane());
                self.b.def(Op::Or { ty: Ty::B32 }, &[number, lane])
            }
            (Partition::Consumer | Partition::Whole, _) => self.tid,
        };
        let other = self.compare(Cmp::Ne, Ty::U32, number, Val::ZERO);
        self.b.branch_if(other, false, Uniform::No, done);
        self.wait_for_phase(Val::ZERO, at + TAKEN, opposite);
        let ring = &self.pipeline_states[0];
        let (stage, ring_parity): (Val, Val) = (ring.stage.into(), ring.phase.into());
        let high = self.b.def(Op::Shl { ty: Ty::B32 }, &[ring_parity, Val::u32(PARITY_BIT)]);
        let place = self.b.def(Op::Or { ty: Ty::B32 }, &[stage, high]);
        let word = self.shared_at(at + WORD);
        self.store_shared(None, word, &[place], 4);
        let written = self.shared_at(at + WRITTEN);
        self.b.emit(Op::MbarrierArrive {}, &[], &[Operand::Sink, written]);
        self.b.place(done);
        self.b.assign(phase, opposite);
    }

    fn take_place(&mut self, PipelineStateTransfer { phase, .. }: PipelineStateTransfer) {
        let at = self.state_transfer();
        self.wait_for_phase(Val::ZERO, at + WRITTEN, phase.into());
        let word = self.shared_at(at + WORD);
        let place = self.load_shared(word, 1, 4)[0];
        let stage = self.b.def(Op::And { ty: Ty::B32 }, &[place, Val::u32((1 << PARITY_BIT) - 1)]);
        let ring_parity = self.b.def(Op::Shr { ty: Ty::U32 }, &[place, Val::u32(PARITY_BIT)]);
        let taken = self.shared_at(at + TAKEN);
        let all = Val::u32(self.pipeline.map_or(1, producer_threads));
        let count = match (self.partition, &self.cp_async_producer) {
            (Partition::Producer, None) => Some(all),
            (Partition::Producer, Some(CpAsyncProducer { tma: Some(tma), .. })) => {
                let tma = *tma;
                Some(self.pick(tma, all, Val::u32(1)))
            }
            _ => None,
        };
        match count {
            Some(count) => {
                let operands = [Operand::Sink, taken, count.into()];
                self.b.emit(Op::MbarrierArriveCount {}, &[], &operands);
            }
            None => self.b.emit(Op::MbarrierArrive {}, &[], &[Operand::Sink, taken]),
        }
        let ring = &self.pipeline_states[0];
        let (to_slot, to_parity) = (ring.stage, ring.phase);
        self.b.assign(to_slot, stage);
        self.b.assign(to_parity, ring_parity);
        let opposite = self.b.def(Op::Xor { ty: Ty::B32 }, &[phase.into(), Val::u32(1)]);
        self.b.assign(phase, opposite);
    }
}
