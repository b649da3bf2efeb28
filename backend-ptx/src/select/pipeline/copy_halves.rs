//! Elements of 16 bits whose rows may begin within words.
//!
//! `cp.async` copies words. Of a row that begins within a word, lanes have copied the words that have the first elements of
//! theirs; each lane's own is the upper half of that and the lower half of the next lane's. The last element of a row is
//! in no word that was copied: each lane loads that of one row.
//!
//! In: a chunk whose words have all arrived. Out: its rows as they are in the tensor. Rows are of 128 bytes.

use smallvec::{SmallVec, smallvec};

use crate::ptx::builder::Exact;
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, ShflMode, Space, Ty, Uniform, Vector};
use crate::select::Cx;
use crate::select::memory::exchange::ALL_LANES;
use crate::select::pipeline::copy_lines::{Chunk, GROUP, LaneLines, ROW, WORD};
use crate::target::LANES;

/// The upper half of a word and the lower half of another one.
const HALF_ON: u32 = 0x5432;
/// What changes in a place from a row to the next, with its swizzle.
const NEXT_ROW: u32 = ROW + 16;
/// Rows that begin alike in the bytes after which the swizzle repeats, where the rows between them do not.
const ALIKE: u32 = GROUP / ROW / 2;

impl Cx<'_> {
    /// Puts the words of a chunk together, of which at least so many bytes are copied here.
    pub fn repair_halves(&mut self, lane: &LaneLines, chunk: &Chunk, least: u32) {
        let block = (least / ROW).min(LANES);
        let (and, add) = (Op::And { ty: Ty::B32 }, Op::Add { ty: Ty::U32 });
        let mut own = self.lane();
        if block < LANES {
            own = self.b.def(and, &[own, Val::u32(block - 1)]);
        }
        let wide = self.b.widen(own, false);
        let offset = self.b.mul_int(Ty::S64, wide, chunk.stride, Exact::NEITHER);
        let at = self.b.add_int(Ty::S64, chunk.origin, offset, Exact::NEITHER);
        let rows = self.b.def(Op::Sub { ty: Ty::S32 }, &[chunk.rows, own]);
        let at = self.variable(Class::B64, at);
        let last = self.b.fresh(Class::B16);
        let [to, rows, left] =
            [chunk.to, rows, chunk.part].map(|val| self.variable(Class::B32, val));
        let whole = self.compare(Cmp::Ge, Ty::S32, chunk.bytes, Val::u32(ROW));
        let begins = self.begins(chunk);
        let head = self.b.loop_head();
        self.b.place(head);
        self.b.assign(last, Val::ZERO);
        let inside = self.compare(Cmp::Gt, Ty::S32, rows.into(), Val::ZERO);
        let inside = self.and_pred(inside, whole);
        let guard = self.b.guard(inside, false);
        let from = self.b.mem(at.into(), (ROW - WORD / 2) as i32);
        let load = Op::load(Space::Global, Vector::One, Ty::B16);
        self.emit_guarded(guard, load, &[last.into()], &[from]);
        self.shift_rows(begins, lane, (to, block));
        // The lane that has the last word of a row has written half of it.
        self.warp_barrier();
        let place = self.last_place(own);
        let address = self.b.def(add, &[to.into(), place]);
        let address = self.b.mem(address, 0);
        let lane = self.lane();
        let writes = match block < LANES {
            true => self.compare(Cmp::Lt, Ty::U32, lane, Val::u32(block)),
            false => Val::Imm(1),
        };
        let guard = self.b.guard(writes, false);
        let store = Op::store(Space::Shared, Vector::One, Ty::B16);
        self.emit_guarded(guard, store, &[], &[address, last.into()]);
        let onward = self.b.mul_int(Ty::S64, chunk.stride, Val::u32(block), Exact::NEITHER);
        self.change(Op::Add { ty: Ty::S64 }, at, onward);
        let bytes = block * ROW;
        self.change(add, to, Val::u32(bytes));
        for (reg, by) in [(rows, block), (left, bytes)] {
            self.change(Op::Sub { ty: Ty::U32 }, reg, Val::u32(by));
        }
        let more = self.compare(Cmp::Ne, Ty::U32, left.into(), Val::ZERO);
        self.b.branch_if(more, false, Uniform::Yes, head);
    }

    /// How far within words the first row and the second one begin; every further one is like one of them.
    fn begins(&mut self, chunk: &Chunk) -> [Val; 2] {
        let first = chunk.origin;
        let second = self.b.add_int(Ty::S64, first, chunk.stride, Exact::NEITHER);
        [first, second].map(|from| self.bytes_in_word(from))
    }

    /// Where the last element of a row is.
    fn last_place(&mut self, row: Val) -> Val {
        let begin = self.b.mul_int(Ty::U32, row, Val::u32(ROW), Exact::BOTH);
        let swizzle = self.b.def(Op::And { ty: Ty::B32 }, &[row, Val::u32(GROUP / ROW - 1)]);
        let swizzle = self.b.def(Op::Shl { ty: Ty::B32 }, &[swizzle, Val::u32(4)]);
        let place = self.b.def(Op::Or { ty: Ty::B32 }, &[begin, swizzle]);
        self.b.def(Op::Xor { ty: Ty::B32 }, &[place, Val::u32(ROW - WORD / 2)])
    }

    /// Shifts the words of so many rows that begin within words, some at a time: those that begin alike.
    fn shift_rows(&mut self, begins: [Val; 2], lane: &LaneLines, (to, rows): (Reg, u32)) {
        let (add, xor) = (Op::Add { ty: Ty::U32 }, Op::Xor { ty: Ty::B32 });
        let end = self.b.def(add, &[to.into(), Val::u32(rows * ROW)]);
        let at = self.variable(Class::B32, to.into());
        let head = self.b.loop_head();
        self.b.place(head);
        let skipped = self.b.label();
        let number = self.b.def(Op::And { ty: Ty::B32 }, &[at.into(), Val::u32(ROW)]);
        let is_first = self.compare(Cmp::Eq, Ty::U32, number, Val::ZERO);
        let begin = self.pick(is_first, begins[0], begins[1]);
        let is_even = self.compare(Cmp::Eq, Ty::U32, begin, Val::ZERO);
        self.b.branch_if(is_even, false, Uniform::Yes, skipped);
        let first = self.b.def(xor, &[at.into(), lane.column]);
        let places: SmallVec<[Val; 4]> =
            (0..ALIKE).map(|row| self.b.def(xor, &[first, Val::u32(2 * row * NEXT_ROW)])).collect();
        let load = Op::load(Space::Shared, Vector::One, Ty::B32);
        let words: SmallVec<[Val; 4]> = places
            .iter()
            .map(|&place| {
                let place = self.b.mem(place, 0);
                Val::from(self.b.def_all(load, smallvec![place])[0])
            })
            .collect();
        for (place, word) in places.into_iter().zip(words) {
            let down = [word, Val::u32(1), Val::u32(LANES - 1), ALL_LANES];
            let next = self.b.def(Op::Shfl { mode: ShflMode::Down }, &down);
            let word = self.b.def(Op::Prmt {}, &[word, next, Val::u32(HALF_ON)]);
            let place = self.b.mem(place, 0);
            self.store_shared(None, place, &[word], WORD);
        }
        self.b.place(skipped);
        // The rows between them, and then those behind.
        self.change(xor, at, Val::u32(NEXT_ROW));
        let behind = self.pick(is_first, Val::ZERO, Val::u32(GROUP));
        self.change(add, at, behind);
        let more = self.compare(Cmp::Ne, Ty::U32, at.into(), end);
        self.b.branch_if(more, false, Uniform::Yes, head);
    }
}
