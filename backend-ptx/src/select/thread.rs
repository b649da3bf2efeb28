//! Values that follow from a thread's own number.

use crate::linear::layout::{Axis, LANE_BITS, LinearLayout};
use crate::ptx::inst::{Guard, Op};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ftz, Ty};
use crate::select::Cx;

impl Cx<'_> {
    /// The image of the thread number under a linear map, given by a column for each of its bits.
    ///
    /// Bits that move by the same distance move together: one `and` and one shift each.
    pub fn map_thread(&mut self, columns: &[u32]) -> Val {
        self.map_bits(self.tid, columns)
    }

    /// The image of a number under a linear map, which is given as for [`Cx::map_thread`].
    pub fn map_bits(&mut self, number: Val, columns: &[u32]) -> Val {
        let mut result = Val::ZERO;
        for distance in -31i32..32 {
            let moved = |(bit, &column): (usize, &u32)| -> u32 {
                let to = bit as i32 + distance;
                u32::from((0..32).contains(&to) && column >> to & 1 == 1) << bit
            };
            let mask = columns.iter().enumerate().map(moved).fold(0, |mask, bit| mask | bit);
            if mask == 0 {
                continue;
            }
            let all = (1u64 << columns.len()) - 1;
            let mut term = number;
            if u64::from(mask) != all {
                term = self.b.def(Op::And { ty: Ty::B32 }, &[term, Val::u32(mask)]);
            }
            if distance > 0 {
                term = self.b.def(Op::Shl { ty: Ty::B32 }, &[term, Val::u32(distance as u32)]);
            } else if distance < 0 {
                term = self.b.def(Op::Shr { ty: Ty::U32 }, &[term, Val::u32(-distance as u32)]);
            }
            result = self.b.def(Op::Xor { ty: Ty::B32 }, &[result, term]);
        }
        result
    }

    /// The part of the flat index of a thread's elements that the thread decides.
    pub fn thread_part(&mut self, layout: &LinearLayout) -> Val {
        let columns = thread_columns(layout, |basis| basis);
        self.map_thread(&columns)
    }

    /// Whether this thread is the one among those that hold the same elements which acts for all;
    /// `None` if no two threads do.
    pub fn representative(&mut self, layout: &LinearLayout) -> Option<Guard> {
        self.threads_with(replicas(layout), 0)
    }

    /// Whether the bits of this thread's number that the mask chooses have this value; `None` if it
    /// chooses none.
    pub fn threads_with(&mut self, mask: u32, value: u32) -> Option<Guard> {
        if mask == 0 {
            return None;
        }
        let bits = self.b.def(Op::And { ty: Ty::B32 }, &[self.tid, Val::u32(mask)]);
        let equal = Op::Setp { cmp: Cmp::Eq, ftz: Ftz::Keep, ty: Ty::U32 };
        let pred = self.b.def(equal, &[bits, Val::u32(value)]);
        pred.reg().map(|pred| Guard { pred, negated: false })
    }
}

/// The bits of a thread's number that do not change which elements it holds.
pub fn replicas(layout: &LinearLayout) -> u32 {
    layout.replicated_bits(Axis::Lane) | layout.replicated_bits(Axis::Warp) << LANE_BITS
}

/// The bases of lanes and warps through a map, as columns for the bits of the thread number.
pub fn thread_columns(layout: &LinearLayout, map: impl Fn(u32) -> u32) -> Vec<u32> {
    let lanes = layout.bases(Axis::Lane).iter();
    lanes.chain(layout.bases(Axis::Warp)).map(|&basis| map(basis)).collect()
}
