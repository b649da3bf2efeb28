//! The tiles of a stage in their buffers, and the loops that copy them line by line.
//!
//! A chunk of a tile is copied line by line, a line being what the lanes of a warp copy together: a row of the chunk, or
//! several. Tiles that are staged alike share the code: what differs is in registers.
//!
//! ```text
//! for each tile: for each chunk: for a few lines at a time:    copy them                  (`copy_methods`)
//! if some rows begin within words, again for each such tile:   put its words together     (`copy_halves`)
//! ```
//!
//! In: tiles in their tensors, and the parts of them that this warp copies. Out: the copies, which need not be done yet.
//! Elements outside of a tensor are zero.

use crate::mma::smem_operand::Staged;
use crate::ptx::builder::Exact;
use crate::ptx::inst::{Label, Op};
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ty, Uniform};
use crate::schedule::pipeline::Pipeline;
use crate::select::pipeline::cp_async::{StageLoad, TileCopy};
use crate::select::{Cx, Select};
use crate::target::{LANES, MAX_SWIZZLE, TILE_ALIGN};

/// Bytes that a lane copies at a time: the most, and those that are put together from elements.
pub const LONG: u32 = 8;
pub const WORD: u32 = 4;
/// Bytes of shared memory after which a swizzle repeats, and of a row of the widest.
pub const GROUP: u32 = TILE_ALIGN;
pub const ROW: u32 = MAX_SWIZZLE;
/// See [`CopyPasses`].
const SECOND: Val = Val::Imm(WORD as u64);
/// Lines that are copied in a turn of the loop over chunks at an edge of the tensor, and over those inside of it, where a
/// turn's branch costs as much as several lines.
const IN_TURN: u32 = 4;
const WHOLE_IN_TURN: u32 = 16;

/// How a tile lies in a buffer, by lines.
#[derive(Clone, Copy)]
pub struct Lines {
    /// Bytes of a row, from a chunk to the next, and how many chunks there are.
    pub span: u32,
    pub chunk_bytes: u32,
    pub chunks: u32,
    /// Bits of the number of 128 bytes that the swizzle takes.
    pub swizzle: u32,
}

impl Lines {
    pub fn of(staged: Staged) -> Lines {
        let swizzle = if staged.map_swizzle() == 0 { 0 } else { staged.span / 16 - 1 };
        let (span, chunk_bytes, chunks) = match staged.span {
            // A row that is longer, of which there is one.
            span if span > ROW => (ROW, ROW, span / ROW),
            span => (span, staged.chunk_bytes(), staged.chunks),
        };
        Lines { span, chunk_bytes, chunks, swizzle }
    }
}

/// What the code that copies a tile depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CopyKind {
    pub span: u32,
    pub swizzle: u32,
    /// Bytes of an element, and whether it is rounded on the way.
    pub elem: u32,
    pub rounds: bool,
    /// Lines that are copied in a turn at an edge of the tensor.
    pub in_turn: u32,
    /// The most bytes that are copied in a turn inside of the tensor: all that this thread copies of a chunk is a multiple.
    pub whole_turn: u32,
    /// Whether lanes may copy the most that they can, where the tensor allows it.
    pub long: bool,
    /// Whether rows that begin within words are put together from words.
    pub halves: bool,
}

impl CopyKind {
    /// The kind of a load's tile. Registers are too few to copy short rows in every way: they come by words.
    fn of(pipeline: &Pipeline, load: usize) -> CopyKind {
        let mut kind = CopyKind::alone(pipeline, load);
        kind.long &= kind.span == ROW;
        kind
    }

    fn alone(pipeline: &Pipeline, load: usize) -> CopyKind {
        let staged = pipeline.async_loads[load].staged;
        let rounds = pipeline.maps[pipeline.async_loads[load].map].rounds;
        let lines = Lines::of(staged);
        let line = |unit: u32| unit * LANES;
        let long = lines.chunk_bytes.is_multiple_of(line(LONG)) && !rounds;
        let elem = staged.elem.bytes();
        // Two members of a CTA may copy half of a chunk each.
        let whole_turn = (lines.chunk_bytes / 2).clamp(line(WORD), line(LONG) * WHOLE_IN_TURN);
        CopyKind {
            span: lines.span,
            swizzle: lines.swizzle,
            elem,
            rounds,
            in_turn: (lines.chunk_bytes / line(WORD)).clamp(1, IN_TURN),
            whole_turn,
            long,
            // Every second row begins alike, so that a turn has two lines or more.
            halves: elem == WORD / 2
                && lines.swizzle == ROW / 16 - 1
                && whole_turn >= 2 * line(WORD),
        }
    }

    /// Bytes of a line.
    pub fn line(unit: u32) -> u32 {
        unit * LANES
    }

    /// Rows of a line.
    pub fn rows(self, unit: u32) -> u32 {
        CopyKind::line(unit) / self.span
    }

    /// Lines of a turn inside of the tensor.
    pub fn whole_lines(self, unit: u32) -> u32 {
        (self.whole_turn / CopyKind::line(unit)).clamp(1, WHOLE_IN_TURN)
    }

    /// Where the first bytes of a line are in those of a turn: the group of bytes after which the swizzle repeats, and the
    /// place in it. The swizzle is the same in all turns but for [`CopyKind::flip`].
    pub fn place(self, line: u32, unit: u32) -> (u32, u32) {
        let begin = line * CopyKind::line(unit);
        let within = begin % GROUP;
        (begin - within, within | (((within / ROW) & self.swizzle) << 4))
    }

    /// The bits that the swizzle changes from each turn of so many bytes to the next.
    pub fn flip(self, bytes: u32) -> u32 {
        ((bytes / ROW) & self.swizzle) << 4
    }
}

/// Whether all asynchronous loads of a pipeline are copied by the same code.
pub fn is_of_one_kind(pipeline: &Pipeline) -> bool {
    let kind = |load: usize| CopyKind::alone(pipeline, load);
    (1..pipeline.async_loads.len()).all(|load| kind(load) == kind(0))
}

/// What a lane copies of each line of a tile.
pub struct LaneLines {
    /// Whether all of the chunk is inside of the tensor.
    pub is_whole: Val,
    /// Whether it is the most bytes at a time, of a chunk that is inside, and whether words can be copied at all.
    pub long: Val,
    pub words: Val,
    /// Where it is in the first line.
    pub row: Val,
    pub column: Val,
    /// The same in the line's bytes of the buffer.
    pub place: Val,
    /// Bytes from the first row of a line to that of the next one.
    pub step: Val,
}

/// How far the loops over the tiles are.
#[derive(Clone, Copy)]
struct CopyPasses {
    /// The number of the tile at hand.
    number: Reg,
    /// [`SECOND`] in the second pass, and below that the low bits of the tiles up to this one.
    state: Reg,
}

/// A tile of which chunks are left: what [`TileCopy`] has, from the next chunk on.
struct TileRegs {
    origin: Reg,
    rows: Reg,
    bytes: Reg,
    low: Reg,
    buffer: Reg,
    chunks: Reg,
}

/// A chunk about to be copied.
pub struct Chunk {
    /// Where the first row is, the lane's bytes of the first line, and bytes from a row to the next.
    pub origin: Val,
    pub from: Val,
    pub stride: Val,
    pub to: Val,
    /// Rows that are inside of the tensor, and bytes of each, or fewer than none.
    pub rows: Val,
    pub bytes: Val,
    /// Bytes that are copied here.
    pub part: Val,
}

impl Cx<'_> {
    /// One of two values of 32 bits.
    pub fn pick(&mut self, pred: Val, yes: Val, no: Val) -> Val {
        self.b.def(Op::Selp { ty: Ty::B32 }, &[yes, no, pred])
    }

    /// A register that begins with a value and changes.
    pub(in crate::select) fn variable(&mut self, class: Class, val: Val) -> Reg {
        let reg = self.b.fresh(class);
        self.b.assign(reg, val);
        reg
    }

    /// Changes a register by a value.
    pub(in crate::select) fn change(&mut self, op: Op, reg: Reg, by: Val) {
        self.b.emit(op, &[reg.into()], &[reg.into(), by.into()]);
    }

    /// Copies the tiles of a stage.
    pub fn copy_tiles(&mut self, pipeline: &Pipeline, loads: &[StageLoad<'_>]) -> Select<()> {
        let kind_of = |load: &StageLoad<'_>| CopyKind::of(pipeline, load.number);
        let mut rest: Vec<&StageLoad<'_>> = loads.iter().collect();
        while let Some(first) = rest.first() {
            let kind = kind_of(first);
            let (alike, others): (Vec<_>, Vec<_>) =
                rest.into_iter().partition(|load| kind_of(load) == kind);
            self.copy_alike(pipeline, kind, &alike)?;
            rest = others;
        }
        Ok(())
    }

    /// Copies tiles of one kind, and puts together what came as halves once all have been copied.
    fn copy_alike(
        &mut self,
        pipeline: &Pipeline,
        kind: CopyKind,
        loads: &[&StageLoad<'_>],
    ) -> Select<()> {
        let [number, state] = [(); 2].map(|()| self.variable(Class::B32, Val::ZERO));
        let passes = CopyPasses { number, state };
        let strides: Vec<Val> =
            loads.iter().map(|load| self.row_stride(pipeline, load)).collect::<Select<_>>()?;
        let lines = |load: &StageLoad<'_>| Lines::of(pipeline.async_loads[load.number].staged);
        let head = self.b.loop_head();
        self.b.place(head);
        let tile = self.tile_at(pipeline, loads, number)?;
        self.skip_half(pipeline, loads, &tile, (number, &strides));
        let behind = self.b.label();
        if kind.halves {
            let within = Op::And { ty: Ty::B32 };
            let within = self.b.def(within, &[tile.low.into(), Val::u32(WORD - 1)]);
            self.change(Op::Or { ty: Ty::B32 }, state, within);
            let is_second = self.compare(Cmp::Ge, Ty::U32, state.into(), SECOND);
            let in_words = self.compare(Cmp::Eq, Ty::U32, within, Val::ZERO);
            let is_done = self.and_pred(is_second, in_words);
            self.b.branch_if(is_done, false, Uniform::Yes, behind);
        }
        // What the low bits tell is known in all chunks, rather than the bits.
        let divided = [WORD, LONG].map(|bytes| self.is_divided(tile.low.into(), bytes));
        let chunk_head = self.b.loop_head();
        self.b.place(chunk_head);
        let stride = self.one_of(Ty::B64, &strides, number);
        let (part, least) = self.part_at(pipeline, loads, (number, behind));
        let is_whole = self.is_inside(kind, &tile, part);
        let lane = self.lane_lines(kind, (divided, is_whole), stride);
        let chunk = self.chunk_at(&tile, &lane, (stride, part));
        if kind.halves {
            let (copies, done) = (self.b.label(), self.b.label());
            let is_second = self.compare(Cmp::Ge, Ty::U32, state.into(), SECOND);
            self.b.branch_if(is_second, true, Uniform::Yes, copies);
            self.repair_halves(&lane, &chunk, least);
            self.b.branch(done);
            self.b.place(copies);
            self.copy_lines(kind, &lane, &chunk)?;
            self.b.place(done);
        } else {
            self.copy_lines(kind, &lane, &chunk)?;
        }
        let bytes: Vec<Val> = loads.iter().map(|load| Val::u32(lines(load).chunk_bytes)).collect();
        if loads.iter().any(|load| lines(load).chunks > 1) {
            let bytes = self.one_of(Ty::B32, &bytes, number);
            self.next_chunk(kind, &tile, bytes, chunk_head);
        }
        self.b.place(behind);
        let mut more = Val::ZERO;
        if loads.len() > 1 {
            self.change(Op::Add { ty: Ty::U32 }, number, Val::u32(1));
            let count = Val::u32(loads.len() as u32);
            more = self.compare(Cmp::Ne, Ty::U32, number.into(), count);
        }
        match kind.halves {
            true => self.repair_next(more, passes, head),
            false => self.b.branch_if(more, false, Uniform::Yes, head),
        }
        Ok(())
    }

    /// Begins again with the first tile behind the last one, to repair what is not in words yet: once, if there is any.
    fn repair_next(&mut self, more: Val, passes: CopyPasses, head: Label) {
        let CopyPasses { number, state } = passes;
        let (again, end) = (self.b.label(), self.b.label());
        self.b.branch_if(more, false, Uniform::Yes, again);
        // It is the second pass, or all are in words.
        let low = self.b.def(Op::Sub { ty: Ty::U32 }, &[state.into(), Val::u32(1)]);
        let is_done = self.compare(Cmp::Ge, Ty::U32, low, Val::u32(WORD - 1));
        self.b.branch_if(is_done, false, Uniform::Yes, end);
        self.await_copies();
        self.b.assign(state, SECOND);
        if more != Val::ZERO {
            self.b.assign(number, Val::ZERO);
        }
        self.b.place(again);
        self.b.branch(head);
        self.b.place(end);
    }

    /// The tile with a number, in registers. The common part of its place and that of the first
    /// one is computed with that.
    fn tile_at(
        &mut self,
        pipeline: &Pipeline,
        loads: &[&StageLoad<'_>],
        number: Reg,
    ) -> Select<TileRegs> {
        let origin = self.b.fresh(Class::B64);
        let regs = [(); 5].map(|()| self.b.fresh(Class::B32));
        for (at, load) in (0..).zip(loads) {
            let next = self.b.label();
            if at > 0 {
                let is_other = self.compare(Cmp::Ne, Ty::U32, number.into(), Val::u32(at));
                self.b.branch_if(is_other, false, Uniform::Yes, next);
            }
            let TileCopy { origin: from, rows, bytes, low, buffer, chunks } =
                self.tile_copy(pipeline, load)?;
            self.b.assign(origin, from);
            for (reg, val) in regs.into_iter().zip([rows, bytes, low, buffer, chunks]) {
                self.b.assign(reg, val);
            }
            self.b.place(next);
        }
        let [rows, bytes, low, buffer, chunks] = regs;
        Ok(TileRegs { origin, rows, bytes, low, buffer, chunks })
    }

    /// Goes on, where two members of a CTA each copy half of each chunk, to the second half in the second one.
    fn skip_half(
        &mut self,
        pipeline: &Pipeline,
        loads: &[&StageLoad<'_>],
        tile: &TileRegs,
        (number, strides): (Reg, &[Val]),
    ) {
        let lines = |load: &StageLoad<'_>| Lines::of(pipeline.async_loads[load.number].staged);
        let skipped: Vec<Val> =
            loads.iter().map(|load| self.skipped_by_second(load.number, lines(load))).collect();
        let skipped = self.one_of(Ty::B32, &skipped, number);
        if skipped == Val::ZERO {
            return;
        }
        let span = lines(loads[0]).span.ilog2();
        let rows = self.b.def(Op::Shr { ty: Ty::U32 }, &[skipped, Val::u32(span)]);
        self.change(Op::Add { ty: Ty::U32 }, tile.buffer, skipped);
        self.change(Op::Sub { ty: Ty::S32 }, tile.rows, rows);
        let rows = self.b.widen(rows, false);
        let stride = self.one_of(Ty::B64, strides, number);
        let bytes = self.b.mul_int(Ty::S64, rows, stride, Exact::NEITHER);
        self.change(Op::Add { ty: Ty::S64 }, tile.origin, bytes);
    }

    /// How many bytes of each chunk of the tile with a number are copied here, and the fewest that these may be. If there are
    /// none, it goes to the label.
    fn part_at(
        &mut self,
        pipeline: &Pipeline,
        loads: &[&StageLoad<'_>],
        (number, behind): (Reg, Label),
    ) -> (Val, u32) {
        let parts: Vec<(Val, u32)> =
            loads.iter().map(|load| self.part_of(pipeline, load.number)).collect();
        let all: Vec<Val> = parts.iter().map(|part| part.0).collect();
        let part = self.one_of(Ty::B32, &all, number);
        if parts.iter().any(|&(_, least)| least == 0) {
            let by_other = self.compare(Cmp::Eq, Ty::U32, part, Val::ZERO);
            self.b.branch_if(by_other, false, Uniform::Yes, behind);
        }
        let least = loads.iter().zip(&parts).map(|(load, &(_, least))| match least {
            0 => Lines::of(pipeline.async_loads[load.number].staged).chunk_bytes,
            least => least,
        });
        (part, least.min().unwrap_or(0))
    }

    /// What belongs to the tile with a number.
    fn one_of(&mut self, ty: Ty, vals: &[Val], number: Reg) -> Val {
        (1..).zip(&vals[1..]).fold(vals[0], |old, (at, &new)| {
            if new == old {
                return old;
            }
            let is_this = self.compare(Cmp::Eq, Ty::U32, number.into(), Val::u32(at));
            self.b.def(Op::Selp { ty }, &[new, old, is_this])
        })
    }

    pub fn is_divided(&mut self, low: Val, bytes: u32) -> Val {
        let rest = self.b.def(Op::And { ty: Ty::B32 }, &[low, Val::u32(bytes - 1)]);
        self.compare(Cmp::Eq, Ty::U32, rest, Val::ZERO)
    }

    /// Whether all that is copied here of the next chunk is inside of the tensor.
    fn is_inside(&mut self, kind: CopyKind, tile: &TileRegs, part: Val) -> Val {
        let rows = self.b.def(Op::Shr { ty: Ty::U32 }, &[part, Val::u32(kind.span.ilog2())]);
        let is_inside = self.compare(Cmp::Ge, Ty::S32, tile.rows.into(), rows);
        let are_rows_whole = self.compare(Cmp::Ge, Ty::S32, tile.bytes.into(), Val::u32(kind.span));
        self.and_pred(is_inside, are_rows_whole)
    }

    /// The lane's part of each line, from the divisors of the tensor, the place of the chunk in it and the bytes between its rows.
    fn lane_lines(
        &mut self,
        kind: CopyKind,
        (divided, is_whole): ([Val; 2], Val),
        stride: Val,
    ) -> LaneLines {
        let shl = |cx: &mut Self, val: Val, by: u32| {
            cx.b.def(Op::Shl { ty: Ty::B32 }, &[val, Val::u32(by)])
        };
        let words = match kind.elem {
            WORD.. => Val::Imm(1),
            _ => divided[0],
        };
        let long = if kind.long { self.and_pred(divided[1], is_whole) } else { Val::ZERO };
        let unit = self.pick(long, Val::u32(LONG), Val::u32(WORD));
        let lane = self.lane();
        let offset = self.b.mul_int(Ty::U32, lane, unit, Exact::BOTH);
        let row = Op::Shr { ty: Ty::U32 };
        let row = self.b.def(row, &[offset, Val::u32(kind.span.ilog2())]);
        let column = self.b.def(Op::And { ty: Ty::B32 }, &[offset, Val::u32(kind.span - 1)]);
        let mut place = offset;
        if kind.long && kind.swizzle != 0 {
            // The lane's number has a bit of that of 128 bytes.
            let bit = self.b.def(Op::Shr { ty: Ty::U32 }, &[offset, Val::u32(ROW.ilog2())]);
            let bit = shl(self, bit, 4);
            place = self.b.def(Op::Xor { ty: Ty::B32 }, &[offset, bit]);
        }
        let [of_long, of_word] = [LONG, WORD].map(|unit| {
            let rows = Val::u32(CopyKind::line(unit) / kind.span);
            self.b.mul_int(Ty::S64, stride, rows, Exact::NEITHER)
        });
        let step = self.b.def(Op::Selp { ty: Ty::B64 }, &[of_long, of_word, long]);
        LaneLines { is_whole, long, words, row, column, place, step }
    }

    /// The chunk that is next.
    fn chunk_at(&mut self, tile: &TileRegs, lane: &LaneLines, (stride, part): (Val, Val)) -> Chunk {
        let row = self.b.widen(lane.row, false);
        let offset = self.b.mul_int(Ty::S64, row, stride, Exact::NEITHER);
        let from = self.b.add_int(Ty::S64, tile.origin.into(), offset, Exact::NEITHER);
        let column = self.b.widen(lane.column, false);
        let from = self.b.def(Op::Add { ty: Ty::S64 }, &[from, column]);
        let [to, rows, bytes] = [tile.buffer, tile.rows, tile.bytes].map(Val::from);
        Chunk { origin: tile.origin.into(), from, stride, to, rows, bytes, part }
    }

    /// Goes on to the next chunk, so many bytes behind, if there is one.
    fn next_chunk(&mut self, kind: CopyKind, tile: &TileRegs, bytes: Val, head: Label) {
        self.change(Op::Add { ty: Ty::S64 }, tile.origin, Val::u32(kind.span));
        self.change(Op::Add { ty: Ty::U32 }, tile.buffer, bytes);
        for (reg, by) in [(tile.bytes, kind.span), (tile.chunks, 1)] {
            self.change(Op::Sub { ty: Ty::U32 }, reg, Val::u32(by));
        }
        let more = self.compare(Cmp::Ne, Ty::U32, tile.chunks.into(), Val::ZERO);
        self.b.branch_if(more, false, Uniform::Yes, head);
    }
}
