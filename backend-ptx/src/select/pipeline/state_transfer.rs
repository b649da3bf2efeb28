//! Units whose two tile blocks do not fit into one buffer together.
//!
//! Tile blocks of neighbouring numbers mostly have a factor in common, but not where numbers go on with the
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

use crate::pipeline::{HANDOVER_BYTES, Pipeline, Role};
use crate::ptx::inst::{Guard, Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ty, Uniform};
use crate::select::Cx;
use crate::select::pipeline::cp_async::LANES;
use crate::select::pipeline::tile_scheduler::Walk;

/// Where a role's word and barriers are.
const WORD: u32 = 0;
const WRITTEN: u32 = 8;
const TAKEN: u32 = 16;
const ROLE_BYTES: u32 = HANDOVER_BYTES / 2;
/// Where in the word the parity of a ring is, above the number of a buffer.
const PARITY_BIT: u32 = 16;

/// How many threads of a tile block may copy: the one of the copy engine arrives for all.
fn copying_threads(pipeline: &Pipeline) -> u32 {
    pipeline.copiers().map_or(1, |warps| warps * LANES)
}

/// How far a member is with such a unit.
#[derive(Clone, Copy)]
pub struct Halves {
    /// 1 at the second tile block of such a unit, else 0.
    pub late: Reg,
    /// 1 if the second tile block comes next, else 0.
    again: Reg,
    /// The parity of the next handover.
    parity: Reg,
}

impl Cx<'_> {
    /// Initialises the barriers.
    pub(in crate::select) fn set_up_handover(&mut self, pipeline: &Pipeline, first: Option<Guard>) {
        let Some(start) = pipeline.handover else { return };
        let readers = [pipeline.block_warps() * LANES, copying_threads(pipeline)];
        for (role, readers) in readers.into_iter().enumerate() {
            let start = start + role as u32 * ROLE_BYTES;
            for (barrier, arrivals) in [(start + WRITTEN, 1), (start + TAKEN, readers)] {
                let operands = [self.shared_at(barrier), Val::u32(arrivals).into()];
                self.b.emit_if(first, Op::MbarrierInit {}, &[], &operands);
            }
        }
    }

    pub(in crate::select) fn begin_halves(&mut self) -> Halves {
        let [late, again, parity] = [(); 3].map(|()| {
            let reg = self.b.fresh(Class::B32);
            self.b.assign(reg, Val::ZERO);
            reg
        });
        Halves { late, again, parity }
    }

    fn handover(&self) -> u32 {
        let start = self.pipeline.and_then(|pipeline| pipeline.handover).unwrap_or_default();
        if self.role == Role::Producer { start + ROLE_BYTES } else { start }
    }

    /// At the beginning of a tile block, with 1 if its unit is such a one, else 0: the second member leaves
    /// it to the first.
    pub(in crate::select) fn enter_half(&mut self, walk: Walk, halves: Halves, straddles: Val) {
        let Some(member) = self.member else { return };
        let Halves { late, again, .. } = halves;
        let and = Op::And { ty: Ty::B32 };
        let leaves = self.b.def(and, &[straddles, member]);
        let stays = self.compare(Cmp::Eq, Ty::U32, leaves, Val::ZERO);
        let stay = self.b.label();
        self.b.branch_if(stays, false, Uniform::Yes, stay);
        self.take_place(halves);
        self.b.branch(walk.next);
        self.b.place(stay);
        let early = self.b.def(Op::Xor { ty: Ty::B32 }, &[late.into(), Val::u32(1)]);
        let more = self.b.def(and, &[straddles, early]);
        self.b.assign(again, more);
    }

    /// At the end of a tile block, by how much a turn goes on that otherwise would by `step`.
    pub(in crate::select) fn leave_half(&mut self, halves: Halves, step: Val) -> Val {
        let Halves { late, again, .. } = halves;
        let done = self.b.label();
        let is_early = self.compare(Cmp::Eq, Ty::U32, late.into(), Val::ZERO);
        self.b.branch_if(is_early, false, Uniform::Yes, done);
        self.give_place(halves);
        self.b.place(done);
        self.b.assign(late, again.into());
        let stays = self.compare(Cmp::Ne, Ty::U32, late.into(), Val::ZERO);
        self.b.def(Op::Selp { ty: Ty::B32 }, &[Val::ZERO, step, stays])
    }

    /// One thread waits and writes: to another one that comes later, the phase before the one that then
    /// runs would look like the one after it.
    fn give_place(&mut self, Halves { parity, .. }: Halves) {
        let at = self.handover();
        let opposite = self.b.def(Op::Xor { ty: Ty::B32 }, &[parity.into(), Val::u32(1)]);
        let done = self.b.label();
        let number = match (self.role, &self.copier) {
            (Role::Producer, None) => Val::ZERO,
            (Role::Producer, Some(copier)) => {
                let (number, lane) = (copier.number, copier.lane);
                self.b.def(Op::Or { ty: Ty::B32 }, &[number, lane])
            }
            (Role::Consumer | Role::Whole, _) => self.tid,
        };
        let other = self.compare(Cmp::Ne, Ty::U32, number, Val::ZERO);
        self.b.branch_if(other, false, Uniform::No, done);
        self.await_phase(Val::ZERO, at + TAKEN, opposite);
        let ring = &self.rings[0];
        let (slot, ring_parity): (Val, Val) = (ring.slot.into(), ring.parity.into());
        let high = self.b.def(Op::Shl { ty: Ty::B32 }, &[ring_parity, Val::u32(PARITY_BIT)]);
        let place = self.b.def(Op::Or { ty: Ty::B32 }, &[slot, high]);
        let word = self.shared_at(at + WORD);
        self.store_shared(None, word, &[place], 4);
        let written = self.shared_at(at + WRITTEN);
        self.b.emit(Op::MbarrierArrive {}, &[], &[Operand::Sink, written]);
        self.b.place(done);
        self.b.assign(parity, opposite);
    }

    fn take_place(&mut self, Halves { parity, .. }: Halves) {
        let at = self.handover();
        self.await_phase(Val::ZERO, at + WRITTEN, parity.into());
        let word = self.shared_at(at + WORD);
        let place = self.load_shared(word, 1, 4)[0];
        let slot = self.b.def(Op::And { ty: Ty::B32 }, &[place, Val::u32((1 << PARITY_BIT) - 1)]);
        let ring_parity = self.b.def(Op::Shr { ty: Ty::U32 }, &[place, Val::u32(PARITY_BIT)]);
        let taken = self.shared_at(at + TAKEN);
        if self.role == Role::Producer && self.copier.is_none() {
            let all = Val::u32(self.pipeline.map_or(1, copying_threads));
            let operands = [Operand::Sink, taken, all.into()];
            self.b.emit(Op::MbarrierArriveCount {}, &[], &operands);
        } else {
            self.b.emit(Op::MbarrierArrive {}, &[], &[Operand::Sink, taken]);
        }
        let ring = &self.rings[0];
        let (to_slot, to_parity) = (ring.slot, ring.parity);
        self.b.assign(to_slot, slot);
        self.b.assign(to_parity, ring_parity);
        let opposite = self.b.def(Op::Xor { ty: Ty::B32 }, &[parity.into(), Val::u32(1)]);
        self.b.assign(parity, opposite);
    }
}
