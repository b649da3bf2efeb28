//! Which tile blocks the two CTAs of a cluster work on at the same time.
//!
//! Those of neighbouring numbers have much in common, but others may have more: where numbers go down
//! groups of rows, neighbours are in a column of tiles, and as many numbers on as a group has rows is
//! the next column. So tile blocks are taken in this order, with a *reach* R:
//!
//! ```text
//! 0, R, 1, R + 1, ..., R - 1, 2R - 1,   then the same from 2R on
//! ```
//!
//! and the CTAs of a cluster have two in a row. Those behind the last whole 2R keep their order. The reach
//! is the same for a whole launch: before partitions part, each lane of a warp compares the first tile block
//! with another one, and the one with which most bytes need be copied only once is it. The
//! operands that two tile blocks really share are found out for each of them, whatever the reach.

use crate::linear::layout::LANE_BITS;
use crate::ptx::builder::Exact;
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{AtomOp, Cmp, Dim, Part, ShflMode, Sreg, Ty, Uniform};
use crate::schedule::pipeline::Pipeline;
use crate::select::memory::exchange::ALL_LANES;
use crate::select::pipeline::tile_scheduler::PersistentTileScheduler;
use crate::select::{Cx, Select};
use crate::target::{LANES, TILE_ALIGN};

/// The last lane of a warp, all bits of a lane's number.
const LAST_LANE: u32 = LANES - 1;

/// The order of tile blocks where CTAs come in pairs.
#[derive(Clone, Copy)]
pub struct TileSwizzle {
    distance: Reg,
    /// 1 if rows are uneven and tile blocks so far apart have something in common, else 0.
    pub wanted: Reg,
}

impl Cx<'_> {
    /// Finds the reach, if rows are uneven.
    pub fn find_tile_swizzle(&mut self, pipeline: &Pipeline) -> Select<()> {
        let Some(pairs) = &pipeline.pairs else { return Ok(()) };
        let (distance, wanted) = (self.b.fresh(Class::B32), self.b.fresh(Class::B32));
        self.b.assign(distance, Val::u32(1));
        self.b.assign(wanted, Val::ZERO);
        self.tile_swizzle = Some(TileSwizzle { distance, wanted });
        let (is_pitch_line_aligned, is_pitch_misaligned) =
            (self.b.label(), self.is_pitch_misaligned);
        self.b.branch_if(is_pitch_misaligned, true, Uniform::Yes, is_pitch_line_aligned);
        let (add, select) = (Op::Add { ty: Ty::U32 }, Op::Selp { ty: Ty::B32 });

        // The last lane tries a row of the grid, the others the nearest.
        let lane = self.b.sreg(Sreg::Lane);
        let near = self.b.def(add, &[lane, Val::u32(1)]);
        let row = self.b.sreg(self.num_blocks()(Dim::X));
        let is_last = self.compare(Cmp::Eq, Ty::U32, lane, Val::u32(LAST_LANE));
        let tried = self.b.def(select, &[row, near, is_last]);

        let (_, total) = self.linear_block();
        let exists = self.compare(Cmp::Lt, Ty::U32, tried, total);
        let last = self.b.def(Op::Sub { ty: Ty::U32 }, &[total, Val::u32(1)]);
        // Where there is none, any that exists will do.
        let other = self.b.def(Op::Min { ty: Ty::U32 }, &[tried, last]);
        let [first, other] = [Val::ZERO, other].map(|block| self.b.reg(block, Class::B32));
        self.scheduler = Some(PersistentTileScheduler::at(first, total, is_pitch_line_aligned));
        let compared = self.compare_roots(pairs, first, other);
        self.scheduler = None;
        let (control, alike) = compared?;
        let possible = self.and_pred(control, exists);

        // What the CTAs then copy once.
        let mut saved = Val::ZERO;
        for (number, alike) in alike.into_iter().enumerate() {
            let Some(alike) = alike else { continue };
            let alike = self.and_pred(possible, alike);
            let alike = self.flag(alike);
            let size = Val::u32(pipeline.async_loads[number].bytes_in_buffer() / TILE_ALIGN);
            let bytes = self.b.mul_int(Ty::U32, alike, size, Exact::NEITHER);
            saved = self.b.def(add, &[saved, bytes]);
        }

        // The most, of these the nearest.
        let nearness = self.b.def(Op::Xor { ty: Ty::B32 }, &[lane, Val::u32(LAST_LANE)]);
        let key = self.b.def(Op::Shl { ty: Ty::B32 }, &[saved, Val::u32(LANE_BITS)]);
        let key = self.b.def(Op::Or { ty: Ty::B32 }, &[key, nearness]);
        let best = self.b.def(Op::Redux { op: AtomOp::Max, ty: Ty::U32 }, &[key, ALL_LANES]);
        let nearness = self.b.def(Op::And { ty: Ty::B32 }, &[best, Val::u32(LAST_LANE)]);
        let lane = self.b.def(Op::Xor { ty: Ty::B32 }, &[nearness, Val::u32(LAST_LANE)]);
        let index = Op::Shfl { mode: ShflMode::Idx };
        let found = self.b.def(index, &[tried, lane, Val::u32(LAST_LANE), ALL_LANES]);
        let some = self.compare(Cmp::Gt, Ty::U32, best, Val::u32(LAST_LANE));
        let some = self.flag(some);
        self.b.assign(distance, found);
        self.b.assign(wanted, some);
        self.b.place(is_pitch_line_aligned);
        Ok(())
    }

    /// The tile blocks whose turn it is here and in the other CTA of a pair, of so many.
    pub(in crate::select) fn blocks_at(&mut self, work_idx: Reg, total: Val) -> (Val, Val) {
        let work_idx: Val = work_idx.into();
        let Some(TileSwizzle { distance, .. }) = self.tile_swizzle else {
            return (work_idx, work_idx);
        };
        let distance: Val = distance.into();
        let (add, sub) = (Op::Add { ty: Ty::U32 }, Op::Sub { ty: Ty::U32 });
        let mad = Op::Mad { part: Part::Lo, ty: Ty::U32 };
        let window = self.b.def(add, &[distance, distance]);
        let within = self.b.def(Op::Rem { ty: Ty::U32 }, &[work_idx, window]);
        let begin = self.b.def(sub, &[work_idx, within]);
        let left = self.b.def(sub, &[total, begin]);
        let is_whole = self.compare(Cmp::Le, Ty::U32, window, left);
        let low = self.b.def(Op::Shr { ty: Ty::U32 }, &[within, Val::u32(1)]);
        let low = self.b.def(add, &[begin, low]);
        let other = self.b.def(Op::Xor { ty: Ty::B32 }, &[work_idx, Val::u32(1)]);
        let mut block = |work_idx: Val| {
            let odd = self.b.def(Op::And { ty: Ty::B32 }, &[work_idx, Val::u32(1)]);
            let block = self.b.def(mad, &[odd, distance, low]);
            self.b.def(Op::Selp { ty: Ty::B32 }, &[block, work_idx, is_whole])
        };
        (block(work_idx), block(other))
    }
}
