//! The part of a tile that a thread of those that compute copies: 16 bytes in each turn, by `cp.async`.
//!
//! In: a tile in its tensor, whose rows 16 bytes divide, and the stage that it goes to. Out: the copies. The number of a thread
//! and the number of a turn are the bits of the number of 16 bytes in the tile, those along rows first, so that neighbouring
//! lanes copy what is next to each other:
//!
//! ```text
//! 128 rows of 64 bytes, 256 threads    lane bits 0-1: 16 bytes of a row    other bits: rows 0-63    turn: rows 64-127
//! ```
//!
//! A place in the buffer is linear in these bits too ([`Staged::places_by_axis`](crate::mma::smem_operand::Staged)), swizzle
//! included. A thread copies no bytes outside of the tensor: `cp.async` gives zeros.

use smallvec::SmallVec;

use crate::ptx::builder::Exact;
use crate::ptx::inst::{Guard, Op};
use crate::ptx::regs::Val;
use crate::ptx::types::{Cmp, Ty};
use crate::schedule::body::LoadId;
use crate::schedule::pipeline::Pipeline;
use crate::select::pipeline::cp_async::StageLoad;
use crate::select::{Cx, Select};
use crate::target::{LANES, MAX_VECTOR_BYTES};

/// A bit of the number of 16 bytes in a tile: rows and bytes of a row from the tile's first, and the place in the buffer.
#[derive(Clone, Copy, Default)]
struct PieceBit {
    row: u32,
    column: u32,
    place: u32,
}

/// The part of a tile that a thread copies, the same for all tiles.
pub(in crate::select) struct ThreadPart {
    row: Val,
    column: Val,
    place: Val,
    /// The bits of the place that threads decide.
    place_mask: u32,
    turns: Vec<PieceBit>,
    /// Threads that copy, if not all do.
    active: Option<Guard>,
}

/// What a thread copies of a tile at hand.
struct TilePart {
    thread: ThreadPart,
    /// The address of its first 16 bytes, and bytes from a row to the next.
    from: Val,
    stride: Val,
    inside: Inside,
}

/// Rows and bytes of a row that are inside of the tensor, from a thread's first ones on; none where all are.
struct Inside {
    rows: Option<Val>,
    bytes: Option<Val>,
}

impl Cx<'_> {
    /// The part of a load's tiles that this thread copies.
    pub(in crate::select) fn thread_pieces(
        &mut self,
        pipeline: &Pipeline,
        load: LoadId,
    ) -> ThreadPart {
        let staged = pipeline.async_loads[load].staged;
        let (rows, inner) = staged.places_by_axis(staged.chunks);
        let below = (MAX_VECTOR_BYTES / staged.elem.bytes()).ilog2() as usize;
        let along = inner[below..].iter().enumerate().map(|(bit, &place)| PieceBit {
            row: 0,
            column: MAX_VECTOR_BYTES << bit,
            place,
        });
        let across = rows.iter().enumerate();
        let across = across.map(|(bit, &place)| PieceBit { row: 1 << bit, column: 0, place });
        let bits: SmallVec<[PieceBit; 16]> = along.chain(across).collect();
        let thread_bits = (pipeline.block_warps() * LANES).ilog2() as usize;
        let (own, turn) = bits.split_at(thread_bits.min(bits.len()));
        let columns = |part: fn(&PieceBit) -> u32| own.iter().map(part).collect::<Vec<u32>>();
        let [row, column, place] =
            [columns(|bit| bit.row), columns(|bit| bit.column), columns(|bit| bit.place)];
        let all = |number: u32| {
            let set = turn.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
            set.fold(PieceBit::default(), |sum, (_, bit)| PieceBit {
                row: sum.row | bit.row,
                column: sum.column | bit.column,
                place: sum.place ^ bit.place,
            })
        };
        let place_mask = place.iter().fold(0, |mask, column| mask | column);
        let active = match own.len() < thread_bits {
            true => self.test(Cmp::Lt, self.tid, Val::u32(1 << own.len())),
            false => None,
        };
        ThreadPart {
            row: self.map_thread(&row),
            column: self.map_thread(&column),
            place: self.map_thread(&place),
            place_mask,
            turns: (0..1 << turn.len()).map(all).collect(),
            active,
        }
    }

    /// The part of a load's tile that this thread copies.
    fn part_of_tile(&mut self, pipeline: &Pipeline, load: &StageLoad<'_>) -> Select<TilePart> {
        let async_load = &pipeline.async_loads[load.number];
        let staged = async_load.staged;
        let thread = self.thread_pieces(pipeline, load.number);
        let stride = self.row_stride(pipeline, load)?;
        let tile = self.source(pipeline, async_load, load.view, load.index)?;
        let row = self.b.widen(thread.row, false);
        let offset = self.b.mul_int(Ty::S64, row, stride, Exact::NEITHER);
        let column = self.b.widen(thread.column, false);
        let offset = self.b.def(Op::Add { ty: Ty::S64 }, &[offset, column]);
        let from = self.b.def(Op::Add { ty: Ty::S64 }, &[tile.origin, offset]);
        let mut left = |val: Val, all: u32, own: Val| {
            let is_whole = val.imm() == Some(u64::from(all));
            (!is_whole).then(|| self.b.def(Op::Sub { ty: Ty::S32 }, &[val, own]))
        };
        let inside = Inside {
            rows: left(tile.rows, staged.rows, thread.row),
            bytes: left(tile.bytes, staged.span * staged.chunks, thread.column),
        };
        Ok(TilePart { thread, from, stride, inside })
    }

    /// Copies this thread's part of a load's tile to a stage.
    pub(in crate::select) fn copy_part(
        &mut self,
        pipeline: &Pipeline,
        load: &StageLoad<'_>,
        stage: Val,
    ) -> Select<()> {
        let TilePart { thread: part, mut from, stride, inside } =
            self.part_of_tile(pipeline, load)?;
        let async_load = &pipeline.async_loads[load.number];
        let ring = async_load.ring;
        let start = pipeline.smem.rings[ring] + async_load.offset;
        let buffer = self.stage_address(stage, pipeline.rings[ring].bytes, start);
        let mut at_row = 0;
        for turn in &part.turns {
            if turn.row != at_row {
                let rows = Val::u32(turn.row - at_row);
                let step = self.b.mul_int(Ty::S64, stride, rows, Exact::NEITHER);
                from = self.b.def(Op::Add { ty: Ty::S64 }, &[from, step]);
                at_row = turn.row;
            }
            let crossed = turn.place & part.place_mask;
            let place = self.b.def(Op::Xor { ty: Ty::B32 }, &[part.place, Val::u32(crossed)]);
            let to = self.b.add_int(Ty::U32, buffer, place, Exact::NEITHER);
            let to = self.b.mem(to, (turn.place & !part.place_mask) as i32);
            let from = self.b.mem(from, turn.column as i32);
            let bytes = self.bytes_inside(&inside, turn);
            let operands = [to, from, Val::u32(MAX_VECTOR_BYTES).into(), bytes.into()];
            self.b.emit_if(part.active, Op::CpAsync {}, &[], &operands);
        }
        Ok(())
    }

    /// Bytes of a turn's 16 that are inside of the tensor.
    fn bytes_inside(&mut self, inside: &Inside, turn: &PieceBit) -> Val {
        let all = Val::u32(MAX_VECTOR_BYTES);
        let mut bytes = all;
        if let Some(left) = inside.bytes {
            let left = self.b.def(Op::Sub { ty: Ty::S32 }, &[left, Val::u32(turn.column)]);
            let left = self.b.def(Op::Min { ty: Ty::S32 }, &[left, all]);
            bytes = self.b.def(Op::Max { ty: Ty::S32 }, &[left, Val::ZERO]);
        }
        if let Some(left) = inside.rows {
            let is_inside = self.compare(Cmp::Gt, Ty::S32, left, Val::u32(turn.row));
            bytes = self.pick(is_inside, bytes, Val::ZERO);
        }
        bytes
    }
}
