//! The ways to copy the lines of a chunk.
//!
//! The copies of a lane depend on the divisors of the tensor's address and the distances between
//! its rows:
//!
//! ```text
//! 8, inside        as much, by `cp.async`
//! 4                as much, by `cp.async`
//! 2, of 16 bits    the words that the elements are in by `cp.async`, and then, in the buffer, each
//!                  lane puts its word together from two (`copy_halves`)
//! else             elements, through registers; so does what is rounded on the way
//! ```
//!
//! Chunks that are all inside of the tensor have loops of their own with many lines in a turn, since nearly all are. A line
//! of these takes two instructions beside the copy. At an edge of the tensor a lane copies fewer bytes, or none: `cp.async`
//! gives zeros for the others, and a size in a register takes five instructions more.
//!
//! In: a chunk and what the lane copies of its lines. Out: a loop that copies a few lines at a time.

use ir::{Rounding, Scalar};
use smallvec::SmallVec;

use crate::ptx::builder::Exact;
use crate::ptx::inst::{Label, Op, Operand};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Space, Ty, Uniform, Vector};
use crate::select::memory::element;
use crate::select::pipeline::copy_lines::{Chunk, CopyKind, LONG, LaneLines, ROW, WORD};
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
    /// The first line; the second one too where its rows begin otherwise. From each to the next like it are so many bytes.
    from: SmallVec<[Reg; 2]>,
    apart: Val,
    to: Reg,
    /// Bytes that are left to be copied.
    left: Reg,
}

impl Cx<'_> {
    /// Copies a chunk, in the first way that is possible: see the module header. Each way has a loop of its own.
    pub fn copy_lines(&mut self, kind: CopyKind, lane: &LaneLines, chunk: &Chunk) -> Select<()> {
        let from = self.first_two(kind, lane, chunk);
        let to = self.b.def(Op::Xor { ty: Ty::B32 }, &[chunk.to, lane.place]);
        let chains = if kind.halves { 2 } else { 1 };
        let from: SmallVec<[Reg; 2]> =
            from[..chains].iter().map(|&from| self.variable(Class::B64, from)).collect();
        let [to, left] = [to, chunk.part].map(|val| self.variable(Class::B32, val));
        let apart = self.b.mul_int(Ty::S64, lane.step, Val::u32(chains as u32), Exact::NEITHER);
        let turn = Turn { from, apart, to, left };
        let words = if kind.halves { Val::Imm(1) } else { lane.words };
        let done = self.b.label();
        let ways = [(lane.long, LONG), (self.and_pred(words, lane.is_whole), WORD)];
        // The producer has no registers for all ways of rows that share a line: those are copied as at an edge.
        let has_ways = !kind.rounds && kind.span == ROW;
        for (holds, unit) in ways.into_iter().filter(|way| way.0 != Val::ZERO && has_ways) {
            let otherwise = self.b.label();
            self.b.branch_if(holds, true, Uniform::Yes, otherwise);
            self.copy_whole(kind, &turn, unit);
            self.b.branch(done);
            self.b.place(otherwise);
        }
        self.copy_at_edge(kind, (lane, words), chunk, &turn)?;
        self.b.place(done);
        Ok(())
    }

    /// Copies a chunk that is all inside of the tensor, so many bytes at a time.
    fn copy_whole(&mut self, kind: CopyKind, turn: &Turn, unit: u32) {
        let lines = kind.whole_lines(unit);
        let head = self.b.loop_head();
        self.b.place(head);
        for line in 0..lines {
            let from = turn.from[line as usize % turn.from.len()];
            let to = self.line_place(kind, turn, (line, unit));
            let operands =
                [to, self.b.mem(from.into(), 0), Val::u32(unit).into(), Val::u32(unit).into()];
            self.b.emit(Op::CpAsyncSmall {}, &[], &operands);
            self.change(Op::Add { ty: Ty::S64 }, from, turn.apart);
        }
        self.next_lines(kind, turn, (lines, unit), head);
    }

    /// Copies a chunk of which parts may be outside of the tensor, or that is copied by elements.
    fn copy_at_edge(
        &mut self,
        kind: CopyKind,
        (lane, words): (&LaneLines, Val),
        chunk: &Chunk,
        turn: &Turn,
    ) -> Select<()> {
        let sizes = self.sizes_of_two(kind, lane, chunk);
        let bytes = (0..kind.in_turn as usize).map(|line| sizes[line % 2]);
        let bytes: SmallVec<[Reg; 4]> =
            bytes.map(|bytes| self.variable(Class::B32, bytes)).collect();
        let head = self.b.loop_head();
        self.b.place(head);
        self.leave_out_rows(kind, lane, chunk, (turn, &bytes));
        let from = self.lines_from(kind, turn);
        let pieces: SmallVec<[LaneCopy; 4]> = (0..)
            .zip(bytes.iter().zip(&from))
            .map(|(line, (&bytes, &from))| {
                let to = self.line_place(kind, turn, (line, WORD));
                LaneCopy { to, from, bytes: bytes.into() }
            })
            .collect();
        let (elements, copied) = (self.b.label(), self.b.label());
        if words != Val::ZERO && !kind.rounds {
            self.b.branch_if(words, true, Uniform::Yes, elements);
            self.copy_pieces(&pieces);
            self.b.branch(copied);
        }
        self.b.place(elements);
        if words != Val::Imm(1) || kind.rounds {
            self.copy_elements(kind, &pieces)?;
        }
        self.b.place(copied);
        let chains = turn.from.len();
        for (chain, &reg) in turn.from.iter().enumerate() {
            let last = from.len() - chains + chain;
            let next = self.b.def(Op::Add { ty: Ty::S64 }, &[from[last], turn.apart]);
            self.b.assign(reg, next);
        }
        self.next_lines(kind, turn, (kind.in_turn, WORD), head);
        Ok(())
    }

    /// Copies nothing of the rows of a turn that are outside of the tensor; from then on no row is inside.
    fn leave_out_rows(
        &mut self,
        kind: CopyKind,
        lane: &LaneLines,
        chunk: &Chunk,
        (turn, bytes): (&Turn, &[Reg]),
    ) {
        // Rows inside of the tensor from the first line's first one on: fewer by those that have been copied.
        let left = self.b.def(Op::Sub { ty: Ty::U32 }, &[turn.left.into(), chunk.part]);
        let copied = self.b.def(Op::Shr { ty: Ty::S32 }, &[left, Val::u32(kind.span.ilog2())]);
        let rows = self.b.def(Op::Add { ty: Ty::S32 }, &[chunk.rows, copied]);
        let own = self.b.def(Op::Sub { ty: Ty::S32 }, &[rows, lane.row]);
        // The lines that have rows of the lane inside, if that is more than none.
        let rows = kind.rows(WORD);
        let own = self.b.def(Op::Add { ty: Ty::S32 }, &[own, Val::u32(rows - 1)]);
        let lines = self.b.def(Op::Shr { ty: Ty::S32 }, &[own, Val::u32(rows.ilog2())]);
        for (line, &reg) in (0..).zip(bytes) {
            let is_there = self.compare(Cmp::Gt, Ty::S32, lines, Val::u32(line));
            let operands = [reg.into(), Val::ZERO.into(), is_there.into()];
            self.b.emit(Op::Selp { ty: Ty::B32 }, &[reg.into()], &operands);
        }
    }

    /// Where the lane copies from in the first two lines. Where rows may begin within words, these are the words that have
    /// the first elements of the lane's.
    fn first_two(&mut self, kind: CopyKind, lane: &LaneLines, chunk: &Chunk) -> [Val; 2] {
        let second = self.b.add_int(Ty::S64, chunk.from, lane.step, Exact::NEITHER);
        [chunk.from, second].map(|from| match kind.halves {
            true => {
                let words = Val::Imm(!u64::from(WORD - 1));
                self.b.def(Op::And { ty: Ty::B64 }, &[from, words])
            }
            false => from,
        })
    }

    /// How many bytes that the lane copies of the first two lines are inside of the tensor if their rows are.
    fn sizes_of_two(&mut self, kind: CopyKind, lane: &LaneLines, chunk: &Chunk) -> [Val; 2] {
        let left = self.b.def(Op::Sub { ty: Ty::S32 }, &[chunk.bytes, lane.column]);
        let inside = |cx: &mut Self, left: Val| {
            let left = cx.b.def(Op::Min { ty: Ty::S32 }, &[left, Val::u32(WORD)]);
            cx.b.def(Op::Max { ty: Ty::S32 }, &[left, Val::ZERO])
        };
        if !kind.halves {
            return [inside(self, left); 2];
        }
        let is_there = self.compare(Cmp::Gt, Ty::S32, chunk.bytes, Val::ZERO);
        let second = self.b.add_int(Ty::S64, chunk.from, lane.step, Exact::NEITHER);
        [chunk.from, second].map(|from| {
            let ahead = self.bytes_in_word(from);
            let ahead = self.pick(is_there, ahead, Val::ZERO);
            let left = self.b.def(Op::Add { ty: Ty::S32 }, &[left, ahead]);
            inside(self, left)
        })
    }

    /// How far within a word of elements of 16 bits an address is.
    pub(in crate::select) fn bytes_in_word(&mut self, address: Val) -> Val {
        let low = self.b.def(element::cvt(Ty::U32, Ty::U64), &[address]);
        self.b.def(Op::And { ty: Ty::B32 }, &[low, Val::u32(WORD / 2)])
    }

    fn copy_pieces(&mut self, pieces: &[LaneCopy]) {
        for piece in pieces {
            let from = self.b.mem(piece.from, 0);
            let operands = [piece.to.clone(), from, Val::u32(WORD).into(), piece.bytes.into()];
            self.b.emit(Op::CpAsyncSmall {}, &[], &operands);
        }
    }

    /// Goes on to the lines of the next turn, but for where they are in the tensor, if there are any.
    fn next_lines(&mut self, kind: CopyKind, turn: &Turn, (lines, unit): (u32, u32), head: Label) {
        let bytes = lines * CopyKind::line(unit);
        self.change(Op::Add { ty: Ty::U32 }, turn.to, Val::u32(bytes));
        if kind.flip(bytes) != 0 {
            self.change(Op::Xor { ty: Ty::B32 }, turn.to, Val::u32(kind.flip(bytes)));
        }
        self.change(Op::Sub { ty: Ty::U32 }, turn.left, Val::u32(bytes));
        let more = self.compare(Cmp::Ne, Ty::U32, turn.left.into(), Val::ZERO);
        self.b.branch_if(more, false, Uniform::Yes, head);
    }

    /// Where the lane copies from in the lines of a turn.
    fn lines_from(&mut self, kind: CopyKind, turn: &Turn) -> SmallVec<[Val; 4]> {
        let mut from: SmallVec<[Val; 4]> = turn.from.iter().map(|&from| from.into()).collect();
        let chains = from.len();
        for line in chains..kind.in_turn as usize {
            let next = self.b.def(Op::Add { ty: Ty::S64 }, &[from[line - chains], turn.apart]);
            from.push(next);
        }
        from
    }

    /// Where the lane's part of a line of a turn goes.
    fn line_place(&mut self, kind: CopyKind, turn: &Turn, (line, unit): (u32, u32)) -> Operand {
        // Places are below the bits that count turns. The swizzle repeats in each group.
        let (group, place) = kind.place(line, unit);
        let to = self.b.def(Op::Xor { ty: Ty::B32 }, &[turn.to.into(), Val::u32(place)]);
        self.b.mem(to, group as i32)
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
