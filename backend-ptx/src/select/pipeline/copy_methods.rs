//! The ways to copy a part of a tile, and the tests that choose one.
//!
//! What lanes copy depends on what divides the tensor's address and the distances between its rows:
//!
//! ```text
//! 8 or 4 bytes     as much, by `cp.async`
//! 2, of 16 bits    the words that the elements are in by `cp.async`, and then, in the buffer, each
//!                  lane puts its word together from two
//! else             elements, through registers; so do edges of tensors where 4 bytes do not divide,
//!                  and what is rounded on the way
//! ```
//!
//! In: a tile in its tensor, and the part that this warp copies. Out: the copies, which need not be done yet. What is
//! outside of a tensor is zero.

use ir::{Rounding, Scalar};
use smallvec::{SmallVec, smallvec};

use crate::mma::smem_operand::Staged;
use crate::ptx::builder::{Exact, Guarded};
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, ShflMode, Space, Ty, Uniform, Vector};
use crate::schedule::pipeline::TensorMap;
use crate::select::memory::element;
use crate::select::memory::exchange::ALL_LANES;
use crate::select::pipeline::copy_lines::{LONG, LaneCopy, Lines, ROW, WORD};
use crate::select::pipeline::cp_async::{TensorTile, TilePart};
use crate::select::{Cx, Select};
use crate::target::LANES;

/// Words that a lane has in registers at a time: whole ones, and such that come element by element.
const IN_REGISTERS: usize = 8;
const BY_ELEMENTS: usize = 4;
/// The upper half of a word and the lower half of another one.
const HALF_ON: u32 = 0x5432;

/// How a tile is copied.
#[derive(Clone, Copy)]
enum CopyMethod {
    /// By so many bytes at a time, some of which may be outside at an edge.
    Async {
        unit: u32,
        edge: bool,
    },
    /// By words that are put together from two.
    PipelineStateTransfer,
    Elements,
}

impl Cx<'_> {
    fn is_divided(&mut self, low: Val, bytes: u32) -> Val {
        let rest = self.b.def(Op::And { ty: Ty::B32 }, &[low, Val::u32(bytes - 1)]);
        self.compare(Cmp::Eq, Ty::U32, rest, Val::ZERO)
    }

    /// Copies in the first way that is possible: see the module header.
    pub fn copy_part(
        &mut self,
        map: &TensorMap,
        staged: Staged,
        source: &TensorTile,
        part: TilePart,
    ) -> Select<()> {
        let long = Lines::of(staged, LONG);
        let is_plain = Val::Imm(u64::from(!map.rounds));
        let has_words = match map.elem.bytes() {
            WORD.. => is_plain,
            _ => self.is_divided(source.low, WORD),
        };
        let has_long = self.is_divided(source.low, LONG);
        let may_be_long = long.fill_groups() && !map.rounds;
        let has_long = self.and_pred(has_long, Val::Imm(u64::from(may_be_long)));
        let words = Lines::of(staged, WORD);
        let has_lane_each = words.chunks * words.of_group() <= LANES;
        let has_halves = staged.span >= ROW && map.elem.bytes() == WORD / 2 && has_lane_each;
        let [whole_words, whole_long, halves] =
            [has_words, has_long, Val::Imm(u64::from(has_halves))]
                .map(|divided| self.and_pred(divided, source.inside));
        let ways = [
            (whole_long, CopyMethod::Async { unit: LONG, edge: false }),
            (whole_words, CopyMethod::Async { unit: WORD, edge: false }),
            (has_words, CopyMethod::Async { unit: WORD, edge: true }),
            (halves, CopyMethod::PipelineStateTransfer),
            (Val::Imm(1), CopyMethod::Elements),
        ];
        let done = self.b.label();
        for (holds, way) in ways.into_iter().filter(|(holds, _)| *holds != Val::ZERO) {
            let otherwise = self.b.label();
            self.b.branch_if(holds, true, Uniform::Yes, otherwise);
            self.copy_in(way, map, staged, source, part)?;
            if holds == Val::Imm(1) {
                break;
            }
            self.b.branch(done);
            self.b.place(otherwise);
        }
        self.b.place(done);
        Ok(())
    }

    fn copy_in(
        &mut self,
        way: CopyMethod,
        map: &TensorMap,
        staged: Staged,
        source: &TensorTile,
        part: TilePart,
    ) -> Select<()> {
        match way {
            CopyMethod::Async { unit, edge } => {
                let lines = Lines::of(staged, unit);
                self.each_groups(lines, source, part, 1, |cx, group| {
                    let pieces = cx.pieces(lines, group, edge.then_some(source));
                    cx.copy_async(&pieces, unit);
                    Ok(())
                })
            }
            CopyMethod::PipelineStateTransfer => {
                self.copy_halves(Lines::of(staged, WORD), source, part)
            }
            CopyMethod::Elements => {
                let lines = Lines::of(staged, WORD);
                self.each_groups(lines, source, part, 1, |cx, group| {
                    let pieces = cx.pieces(lines, group, Some(source));
                    cx.copy_elements(&pieces, map)
                })
            }
        }
    }

    fn copy_async(&mut self, pieces: &[LaneCopy], unit: u32) {
        for piece in pieces {
            let from = self.b.mem(piece.from, 0);
            let operands = [piece.to.clone(), from, Val::u32(unit).into(), piece.bytes.into()];
            self.b.emit(Op::CpAsyncSmall {}, &[], &operands);
        }
    }

    /// Copies words element by element, and rounds those.
    fn copy_elements(&mut self, pieces: &[LaneCopy], map: &TensorMap) -> Select<()> {
        let bytes = map.elem.bytes();
        let ty = element::memory_type(bytes);
        let op = Op::load(Space::Global, Vector::One, ty);
        for pieces in pieces.chunks(BY_ELEMENTS) {
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
                if map.rounds {
                    let (from, to) = (Scalar::F32, Scalar::TF32);
                    elements = self.convert_floats(&elements, from, to, Rounding::NearestEven)?;
                }
                self.store_shared(None, piece.to.clone(), &elements, bytes);
            }
        }
        Ok(())
    }

    /// Copies elements of 16 bits of a tile that is inside of its tensor, and whose rows may begin within words.
    ///
    /// The words that have the first elements of the lanes' words come first. Where a row begins within a word, the
    /// lane's word is then the upper half of that and the lower half of the next lane's; that of the last
    /// lane is an element of its own, and each lane loads the one of another row, ahead of time.
    fn copy_halves(&mut self, lines: Lines, source: &TensorTile, part: TilePart) -> Select<()> {
        self.each_groups(lines, source, part, 1, |cx, group| {
            let mut pieces = cx.pieces(lines, group, None);
            for piece in &mut pieces {
                let words = Val::Imm(!u64::from(WORD - 1));
                piece.from = cx.b.def(Op::And { ty: Ty::B64 }, &[piece.from, words]);
            }
            cx.copy_async(&pieces, WORD);
            Ok(())
        })?;
        let (and, add) = (Op::And { ty: Ty::B32 }, Op::Add { ty: Ty::S64 });
        let lane = self.lane();
        // As many rows as give each lane one, if there are.
        let count = (LANES / (lines.chunks * lines.of_group())).min(part.least);
        let rows = lines.of_group() * count;
        let chunk = self.b.def(and, &[lane, Val::u32(lines.chunks - 1)]);
        let shift = Val::u32(lines.chunks.ilog2());
        let row = self.b.def(Op::Shr { ty: Ty::U32 }, &[lane, shift]);
        let row = self.b.def(and, &[row, Val::u32(rows - 1)]);
        let first = self.b.mul_int(Ty::U32, part.first, Val::u32(lines.of_group()), Exact::BOTH);
        let row = self.b.def(Op::Add { ty: Ty::U32 }, &[row, first]);
        let row = self.b.widen(row, false);
        let offset = self.b.mul_int(Ty::S64, row, source.stride, Exact::NEITHER);
        let at = self.b.add_int(Ty::S64, source.origin, offset, Exact::NEITHER);
        let chunk = self.b.widen(chunk, false);
        let chunk = self.b.mul_int(Ty::S64, chunk, Val::u32(lines.span), Exact::BOTH);
        let at = self.b.def(add, &[at, chunk]);
        let (next_at, next) = (self.b.fresh(Class::B64), self.b.fresh(Class::B16));
        self.b.assign(next_at, at);
        let load_last = |cx: &mut Self, guard: Guarded| {
            let at = cx.b.mem(next_at.into(), (lines.span - WORD / 2) as i32);
            let op = Op::load(Space::Global, Vector::One, Ty::B16);
            cx.emit_guarded(guard, op, &[next.into()], &[at]);
        };
        load_last(self, Guarded::Always);
        self.await_copies();
        let is_last = self.compare(Cmp::Eq, Ty::U32, lane, Val::u32(LANES - 1));
        self.each_groups(lines, source, part, count, |cx, group| {
            let last = cx.b.fresh(Class::B32);
            cx.b.emit(element::cvt(Ty::U32, Ty::U16), &[last.into()], &[next.into()]);
            let onward = cx.b.mul_int(Ty::S64, source.stride, Val::u32(rows), Exact::NEITHER);
            let onward = cx.b.def(add, &[next_at.into(), onward]);
            cx.b.assign(next_at, onward);
            let more = cx.compare(Cmp::Gt, Ty::U32, group.left, Val::u32(count));
            let guard = cx.b.guard(more, false);
            load_last(cx, guard);
            let pieces: Vec<(u32, LaneCopy)> = (0..).zip(cx.pieces(lines, group, None)).collect();
            // Every second row begins alike.
            for which in 0..2 {
                let mine = |piece: &&(u32, LaneCopy)| piece.0 / lines.chunks % 2 == which;
                let mine: Vec<&(u32, LaneCopy)> = pieces.iter().filter(mine).collect();
                let Some((_, first)) = mine.first() else { continue };
                let begin = cx.b.def(element::cvt(Ty::U32, Ty::U64), &[first.from]);
                let half = cx.b.def(and, &[begin, Val::u32(WORD / 2)]);
                let is_even = cx.compare(Cmp::Eq, Ty::U32, half, Val::ZERO);
                let is_pitch_line_aligned = cx.b.label();
                cx.b.branch_if(is_even, false, Uniform::Yes, is_pitch_line_aligned);
                for batch in mine.chunks(IN_REGISTERS) {
                    cx.shift_halves(batch, last.into(), is_last);
                }
                cx.b.place(is_pitch_line_aligned);
            }
            Ok(())
        })
    }

    /// Puts words of rows together that begin within words; each is numbered by the lane that has the last
    /// element of its row.
    fn shift_halves(&mut self, pieces: &[&(u32, LaneCopy)], last: Val, is_last: Val) {
        let load = Op::load(Space::Shared, Vector::One, Ty::B32);
        let mut word_of = |to: &Operand| Val::from(self.b.def_all(load, smallvec![to.clone()])[0]);
        let words: SmallVec<[Val; IN_REGISTERS]> =
            pieces.iter().map(|(_, piece)| word_of(&piece.to)).collect();
        let clamp = Val::u32(LANES - 1);
        for ((number, piece), word) in pieces.iter().zip(words) {
            let down = [word, Val::u32(1), clamp, ALL_LANES];
            let next = self.b.def(Op::Shfl { mode: ShflMode::Down }, &down);
            let of_row = [last, Val::u32(*number), clamp, ALL_LANES];
            let end = self.b.def(Op::Shfl { mode: ShflMode::Idx }, &of_row);
            let next = self.b.def(Op::Selp { ty: Ty::B32 }, &[end, next, is_last]);
            let word = self.b.def(Op::Prmt {}, &[word, next, Val::u32(HALF_ON)]);
            self.store_shared(None, piece.to.clone(), &[word], WORD);
        }
    }
}
