//! The ways to copy the lines of a chunk.
//!
//! What lanes copy depends on what divides the tensor's address and the distances between its rows:
//!
//! ```text
//! 8 or 4 bytes     as much, by `cp.async`
//! 2, of 16 bits    the words that the elements are in by `cp.async`, and then, in the buffer, each
//!                  lane puts its word together from two (`copy_halves`)
//! else             elements, through registers; so does what is rounded on the way
//! ```
//!
//! At an edge of the tensor a lane copies fewer bytes, or none: `cp.async` gives zeros for the others. Rows that are all
//! inside are not looked at one by one.
//!
//! In: a chunk and what the lane copies of its lines. Out: a loop that copies a few lines at a time.

use ir::{Rounding, Scalar};
use smallvec::SmallVec;

use crate::ptx::builder::Exact;
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Space, Ty, Uniform, Vector};
use crate::select::memory::element;
use crate::select::pipeline::copy_lines::{Chunk, CopyKind, LONG, LaneLines, WORD};
use crate::select::{Cx, Select};

/// What a lane copies of a line.
struct LaneCopy {
    to: Operand,
    from: Val,
    /// How many of its bytes are inside of the tensor; the others are zero.
    bytes: Val,
}

/// Where the lines of a turn are.
struct Turn {
    /// The first line and the second one, and bytes from each to the next but one.
    from: [Reg; 2],
    pair: Val,
    to: Reg,
    /// Bytes that the lane copies of each line.
    bytes: SmallVec<[Reg; 4]>,
}

impl Cx<'_> {
    /// Copies a chunk, a few lines at a time.
    pub fn copy_lines(
        &mut self,
        kind: CopyKind,
        lane: &LaneLines,
        chunk: &Chunk,
    ) -> Select<()> {
        let (from, sizes) = self.first_two(kind, lane, chunk);
        let in_turn = Val::u32(kind.in_turn);
        let to = self.b.def(Op::Xor { ty: Ty::B32 }, &[chunk.to, lane.place]);
        let from = from.map(|from| self.variable(Class::B64, from));
        let [to, rows, left] = [to, chunk.rows, chunk.part].map(|val| self.variable(Class::B32, val));
        let bytes = (0..kind.in_turn as usize).map(|line| sizes[line % 2]);
        let bytes = bytes.map(|bytes| self.variable(Class::B32, bytes)).collect();
        let pair = self.b.mul_int(Ty::S64, lane.step, Val::u32(2), Exact::NEITHER);
        let turn = Turn { from, pair, to, bytes };
        let rows_of_turn = self.b.mul_int(Ty::U32, lane.rows, in_turn, Exact::BOTH);
        let head = self.b.loop_head();
        self.b.place(head);

        let inside = self.b.label();
        let is_inside = self.compare(Cmp::Ge, Ty::S32, rows.into(), rows_of_turn);
        self.b.branch_if(is_inside, false, Uniform::Yes, inside);
        // From then on no row is there that was not.
        let own = self.b.def(Op::Sub { ty: Ty::S32 }, &[rows.into(), lane.row]);
        for (line, &reg) in (0..).zip(&turn.bytes) {
            let row = self.b.mul_int(Ty::U32, lane.rows, Val::u32(line), Exact::BOTH);
            let is_there = self.compare(Cmp::Gt, Ty::S32, own, row);
            let operands = [reg.into(), Val::ZERO.into(), is_there.into()];
            self.b.emit(Op::Selp { ty: Ty::B32 }, &[reg.into()], &operands);
        }
        self.b.place(inside);
        self.copy_turn(kind, lane, &turn)?;

        self.change(Op::Add { ty: Ty::U32 }, to, lane.turn);
        if lane.flip != Val::ZERO {
            self.change(Op::Xor { ty: Ty::B32 }, to, lane.flip);
        }
        self.change(Op::Sub { ty: Ty::U32 }, rows, rows_of_turn);
        self.change(Op::Sub { ty: Ty::U32 }, left, lane.turn);
        let more = self.compare(Cmp::Ne, Ty::U32, left.into(), Val::ZERO);
        self.b.branch_if(more, false, Uniform::Yes, head);
        Ok(())
    }

    /// Where the lane copies from in the first two lines, and how many bytes are inside of the tensor if their rows are.
    /// Where rows may begin within words, these are the words that have the first elements of the lane's.
    fn first_two(&mut self, kind: CopyKind, lane: &LaneLines, chunk: &Chunk) -> ([Val; 2], [Val; 2]) {
        let first = chunk.from;
        let second = self.b.add_int(Ty::S64, first, lane.step, Exact::NEITHER);
        let left = self.b.def(Op::Sub { ty: Ty::S32 }, &[chunk.bytes, lane.column]);
        let inside = |cx: &mut Self, left: Val| {
            let left = cx.b.def(Op::Min { ty: Ty::S32 }, &[left, lane.unit]);
            cx.b.def(Op::Max { ty: Ty::S32 }, &[left, Val::ZERO])
        };
        if !kind.halves {
            let bytes = inside(self, left);
            return ([first, second], [bytes; 2]);
        }
        let is_there = self.compare(Cmp::Gt, Ty::S32, chunk.bytes, Val::ZERO);
        let lines = [first, second].map(|from| {
            let ahead = self.bytes_in_word(from);
            let ahead = self.pick(is_there, ahead, Val::ZERO);
            let left = self.b.def(Op::Add { ty: Ty::S32 }, &[left, ahead]);
            let words = Val::Imm(!u64::from(WORD - 1));
            (self.b.def(Op::And { ty: Ty::B64 }, &[from, words]), inside(self, left))
        });
        (lines.map(|line| line.0), lines.map(|line| line.1))
    }

    /// How far within a word of elements of 16 bits an address is.
    pub(in crate::select) fn bytes_in_word(&mut self, address: Val) -> Val {
        let low = self.b.def(element::cvt(Ty::U32, Ty::U64), &[address]);
        self.b.def(Op::And { ty: Ty::B32 }, &[low, Val::u32(WORD / 2)])
    }

    /// Copies the lines of a turn in the first way that is possible: see the module header.
    fn copy_turn(&mut self, kind: CopyKind, lane: &LaneLines, turn: &Turn) -> Select<()> {
        let done = self.b.label();
        let words = if kind.halves { Val::Imm(1) } else { lane.words };
        let ways = [(lane.long, LONG), (words, WORD)];
        for (holds, unit) in ways.into_iter().filter(|way| way.0 != Val::ZERO && !kind.rounds) {
            let otherwise = self.b.label();
            self.b.branch_if(holds, true, Uniform::Yes, otherwise);
            for piece in self.lane_copies(kind, turn, unit) {
                let from = self.b.mem(piece.from, 0);
                let operands = [piece.to, from, Val::u32(unit).into(), piece.bytes.into()];
                self.b.emit(Op::CpAsyncSmall {}, &[], &operands);
            }
            if holds == Val::Imm(1) {
                self.b.place(done);
                return self.next_lines(kind, lane, turn);
            }
            self.b.branch(done);
            self.b.place(otherwise);
        }
        let pieces = self.lane_copies(kind, turn, WORD);
        self.copy_elements(kind, &pieces)?;
        self.b.place(done);
        self.next_lines(kind, lane, turn)
    }

    /// Goes on to the lines of the next turn.
    fn next_lines(&mut self, kind: CopyKind, lane: &LaneLines, turn: &Turn) -> Select<()> {
        let add = Op::Add { ty: Ty::S64 };
        match kind.in_turn {
            1 => self.change(add, turn.from[0], lane.step),
            lines => {
                let by = self.b.mul_int(Ty::S64, turn.pair, Val::u32(lines / 2), Exact::NEITHER);
                turn.from.into_iter().for_each(|from| self.change(add, from, by));
            }
        }
        Ok(())
    }

    /// What the lane copies of the lines of a turn, so many bytes of each.
    fn lane_copies(&mut self, kind: CopyKind, turn: &Turn, unit: u32) -> SmallVec<[LaneCopy; 4]> {
        let mut from = turn.from.map(Val::from);
        let copy = |(line, &bytes): (u32, &Reg)| {
            let from = &mut from[line as usize % 2];
            if line > 1 {
                *from = self.b.def(Op::Add { ty: Ty::S64 }, &[*from, turn.pair]);
            }
            // Places are below the bits that count turns.
            let place = Val::u32(kind.place(line, unit));
            let to = self.b.def(Op::Xor { ty: Ty::B32 }, &[turn.to.into(), place]);
            LaneCopy { to: self.b.mem(to, 0), from: *from, bytes: bytes.into() }
        };
        (0..).zip(&turn.bytes).map(copy).collect()
    }

    /// Copies words element by element, and rounds those.
    fn copy_elements(&mut self, kind: CopyKind, pieces: &[LaneCopy]) -> Select<()> {
        let bytes = kind.elem;
        let ty = element::memory_type(bytes);
        let op = Op::load(Space::Global, Vector::One, ty);
        let mut loaded: Vec<Vec<Val>> = Vec::new();
        for piece in pieces {
            let elements = (0..WORD / bytes).map(|number| {
                let to = self.b.fresh(ty.class());
                self.b.assign(to, Val::ZERO);
                let begin = Val::u32(number * bytes);
                let inside = self.compare(Cmp::Gt, Ty::U32, piece.bytes, begin);
                let from = self.b.mem(piece.from, (number * bytes) as i32);
                let guard = self.b.guard(inside, false);
                self.emit_guarded(guard, op, &[to.into()], &[from]);
                Val::from(to)
            });
            loaded.push(elements.collect());
        }
        for (piece, mut elements) in pieces.iter().zip(loaded) {
            if kind.rounds {
                let (from, to) = (Scalar::F32, Scalar::TF32);
                elements = self.convert_floats(&elements, from, to, Rounding::NearestEven)?;
            }
            self.store_shared(None, piece.to.clone(), &elements, bytes);
        }
        Ok(())
    }
}
