//! Tiles that TMA cannot bring, copied by threads into the same rings.
//!
//! A tensor map wants addresses and distances between rows that 16 bytes divide, and extents below 2^31. Where
//! a tensor has others, the producer's warps run the producer's code too, each of them all of it, and each fills
//! some of the buffers: as many are being filled as there are warps, which hides the latency that each
//! waits for. Consumers, rings and barriers are the same.
//!
//! ```text
//! each warp   for each buffer of the ring that is this warp's, when it is next:
//!                 wait until it is empty; copy; wait for the copies; fence; arrive
//! ```
//!
//! A buffer always is the same warp's: another one could ask for a phase of its barrier that is two ahead of the
//! one that runs, and takes parities for each other's.
//!
//! A buffer is filled line by line, a line being what the lanes of a warp copy together: a row of a chunk, or
//! several. The swizzle of TMA repeats after [`GROUP`] bytes, of which a turn of a loop copies the
//! lines. What lanes copy depends on what divides the tensor's address and the distances between its rows:
//!
//! ```text
//! 8 or 4 bytes     as much, by `cp.async`
//! 2, of 16 bits    the words that the elements are in by `cp.async`, and then, in the buffer, each
//!                  lane puts its word together from two
//! else             elements, through registers; so do edges of tensors where 4 bytes do not divide,
//!                  and what is rounded on the way
//! ```
//!
//! What is outside of a tensor is zero. Shared memory that threads write is read by `wgmma` through another proxy,
//! hence the fence (PTX ISA, "Async proxy").

use ir::{Rounding, Scalar, Value};
use smallvec::{SmallVec, smallvec};

use crate::mma::smem_operand::Staged;
use crate::ptx::builder::{Exact, Guarded};
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, ShflMode, Space, Ty, Uniform, Vector};
use crate::schedule::pipeline::{AsyncLoad, Partition, Pipeline, TensorMap};
use crate::select::memory::element;
use crate::select::memory::exchange::ALL_LANES;
use crate::select::pipeline::ops::StageEnd;
use crate::select::{Cx, Select};
use crate::target::{LANES, MAX_SWIZZLE, TILE_ALIGN};

/// Bytes that a lane copies at a time: the most, and those that are put together from elements.
const LONG: u32 = 8;
const WORD: u32 = 4;
/// Bytes of shared memory after which a swizzle repeats, and of a row of the widest.
const GROUP: u32 = TILE_ALIGN;
const ROW: u32 = MAX_SWIZZLE;
/// Words that a lane has in registers at a time: whole ones, and such that come element by element.
const IN_REGISTERS: usize = 8;
const BY_ELEMENTS: usize = 4;
/// The upper half of a word and the lower half of another one.
const HALF_ON: u32 = 0x5432;

/// One warp of those that copy.
pub struct CpAsyncProducer {
    /// Its number among those of its tile block.
    pub number: Val,
    /// How many they are.
    warps: u32,
    pub lane: Val,
    /// Of each tensor map the low bits of addresses and of distances between rows.
    low: Vec<Val>,
}

/// How a tile lies in a buffer, by lines.
#[derive(Clone, Copy)]
struct Lines {
    /// Bytes that a lane copies.
    unit: u32,
    /// Bytes of a row, from a chunk to the next, and how many chunks there are.
    span: u32,
    chunk_bytes: u32,
    chunks: u32,
    /// Bits of the number of 128 bytes that the swizzle takes.
    swizzle: u32,
}

impl Lines {
    fn of(staged: Staged, unit: u32) -> Lines {
        let swizzle = if staged.map_swizzle() == 0 { 0 } else { staged.span / 16 - 1 };
        let (span, chunk_bytes, chunks) = match staged.span {
            // A row that is longer, of which there is one.
            span if span > ROW => (ROW, ROW, span / ROW),
            span => (span, staged.chunk_bytes(), staged.chunks),
        };
        Lines { unit, span, chunk_bytes, chunks, swizzle }
    }

    /// Bytes of a line.
    fn bytes(self) -> u32 {
        self.unit * LANES
    }

    /// Rows of a line.
    fn rows(self) -> u32 {
        self.bytes() / self.span
    }

    fn groups(self) -> u32 {
        self.chunk_bytes.div_ceil(GROUP)
    }

    /// Whether lines fill groups.
    fn fill_groups(self) -> bool {
        self.of_group() * self.bytes() == self.chunk_bytes.min(GROUP)
    }

    /// Lines of a group.
    fn of_group(self) -> u32 {
        self.chunk_bytes.min(GROUP).div_ceil(self.bytes())
    }
}

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

/// A tile in its tensor.
struct TensorTile {
    /// The address of its first element.
    origin: Val,
    /// Bytes from a row to the next.
    stride: Val,
    /// Rows, and bytes of each, that are inside of the tensor.
    rows: Val,
    bytes: Val,
    /// Whether all of it is.
    inside: Val,
    /// The low bits of what must be divided by what a lane copies.
    low: Val,
}

/// The part of a tile that is copied here.
#[derive(Clone, Copy)]
struct TilePart {
    buffer: Val,
    /// The first group, and how many there are: these, or twice as many.
    first: Val,
    groups: Val,
    least: u32,
}

/// Groups of lines about to be copied.
struct LineGroup {
    count: u32,
    /// Where the lane's first bytes are, and the group in the buffer.
    from: Val,
    to: Val,
    /// Bytes from a line to the next.
    step: Val,
    /// Rows from the first one of the lane to the end of the tensor.
    rows: Val,
    /// How many groups are left, with these.
    left: Val,
}

/// What a lane copies at once.
struct LaneCopy {
    to: Operand,
    from: Val,
    /// How many of its bytes are inside of the tensor; the others are zero.
    bytes: Val,
}

impl<'a> Cx<'a> {
    /// The warps that copy, in the tile block that each belongs to.
    pub fn enter_cp_async_producer(&mut self, pipeline: &'a Pipeline, warps: u32) -> Select<()> {
        let threads = Val::u32(pipeline.consumer_warps() * LANES);
        let number = self.b.def(Op::Sub { ty: Ty::U32 }, &[self.tid, threads]);
        let (and, shr) = (Op::And { ty: Ty::B32 }, Op::Shr { ty: Ty::U32 });
        let warp = self.b.def(shr, &[number, Val::u32(LANES.ilog2())]);
        if pipeline.two_tile.is_some() {
            self.tile_in_cta = Some(self.b.def(shr, &[warp, Val::u32(warps.ilog2())]));
        }
        let number = self.b.def(and, &[warp, Val::u32(warps - 1)]);
        let lane = self.b.def(and, &[self.tid, Val::u32(LANES - 1)]);
        self.begin_pipelines(pipeline, Partition::Producer);
        for &inst in &pipeline.views {
            self.inst(inst)?;
        }
        let maps = 0..pipeline.maps.len();
        let low = maps.map(|map| self.low_bits_of(pipeline, map)).collect::<Select<_>>()?;
        self.cp_async_producer = Some(CpAsyncProducer { number, warps, lane, low });
        Ok(())
    }

    /// The low bits of a tensor's address and of the distances between its rows.
    fn low_bits_of(&mut self, pipeline: &Pipeline, map: usize) -> Select<Val> {
        let map = &pipeline.maps[map];
        if map.aligned || map.elem.bytes() >= LONG {
            return Ok(Val::ZERO);
        }
        let view = self.view(map.view)?;
        let mut low = view.base;
        for &dim in &map.dims[1..] {
            let bytes = Val::u32(map.elem.bytes());
            let stride = self.b.mul_int(Ty::S64, view.dims[dim].stride, bytes, Exact::NEITHER);
            low = self.b.def(Op::Or { ty: Ty::B64 }, &[low, stride]);
        }
        let low = self.b.def(element::cvt(Ty::U32, Ty::U64), &[low]);
        Ok(self.b.def(Op::And { ty: Ty::B32 }, &[low, Val::u32(LONG - 1)]))
    }

    fn is_divided(&mut self, low: Val, bytes: u32) -> Val {
        let rest = self.b.def(Op::And { ty: Ty::B32 }, &[low, Val::u32(bytes - 1)]);
        self.compare(Cmp::Eq, Ty::U32, rest, Val::ZERO)
    }

    fn lane(&self) -> Val {
        self.cp_async_producer
            .as_ref()
            .map_or(Val::ZERO, |cp_async_producer| cp_async_producer.lane)
    }

    /// Copies the tile of a load to the current stage, by the lanes of the warp that has the stage; with the first copy of
    /// a stage that warp acquires it, with the last one it signals that the stage is full.
    pub(in crate::select) fn produce_by_cp_async(
        &mut self,
        pipeline: &Pipeline,
        number: usize,
        (acquires, end): (bool, Option<StageEnd>),
        view: Value,
        index: &[Value],
    ) -> Select<()> {
        let Some(&CpAsyncProducer { number: own, warps, .. }) = self.cp_async_producer.as_ref()
        else {
            return Ok(());
        };
        let async_load = &pipeline.async_loads[number];
        let by_others = self.b.label();
        let stage = self.current_stage(async_load.ring);
        let of_warp = self.b.def(Op::And { ty: Ty::B32 }, &[stage, Val::u32(warps - 1)]);
        let is_others = self.compare(Cmp::Ne, Ty::U32, of_warp, own);
        self.b.branch_if(is_others, false, Uniform::Yes, by_others);
        if acquires {
            self.producer_acquire(pipeline, async_load.ring);
        }
        let (buffer, signal) = self.current_stage_buffer(pipeline, number);
        let groups = Lines::of(async_load.staged, WORD).groups();
        let (mut first, mut rest, mut least) = (Val::ZERO, Val::u32(groups), groups);
        let done = self.b.label();
        match self.shared_by_tiles(number) {
            // What two members have in common each copies half of.
            Some((shared, tile_in_cta)) if groups.is_multiple_of(2) => {
                rest = self.b.def(Op::Shr { ty: Ty::U32 }, &[rest, shared]);
                least = groups / 2;
                let second = self.b.def(Op::And { ty: Ty::B32 }, &[shared, tile_in_cta]);
                first = self.b.mul_int(Ty::U32, second, Val::u32(groups / 2), Exact::BOTH);
            }
            Some(_) => {
                if let Some(by_other) = self.is_copied_by_other(number) {
                    self.b.branch_if(by_other, false, Uniform::Yes, done);
                }
            }
            None => {}
        }
        let source = self.source(pipeline, async_load, view, index)?;
        let part = TilePart { buffer, first, groups: rest, least };
        self.copy_part(&pipeline.maps[async_load.map], async_load.staged, &source, part)?;
        self.b.place(done);
        if let Some(end) = end {
            self.signal_copies(signal, end);
        }
        self.b.place(by_others);
        Ok(())
    }

    /// Waits for the lane's copies, and says that they are there.
    fn signal_copies(&mut self, signal: Operand, end: StageEnd) {
        if end.awaits {
            self.await_copies();
        }
        if end.fences {
            self.b.emit(Op::FenceProxyAsync {}, &[], &[]);
        }
        match self.arrivals() {
            Some(count) => {
                let operands = [Operand::Sink, signal, count.into()];
                self.b.emit(Op::MbarrierArriveCount {}, &[], &operands);
            }
            None => self.b.emit(Op::MbarrierArrive {}, &[], &[Operand::Sink, signal]),
        }
    }

    fn await_copies(&mut self) {
        self.b.emit(Op::CpAsyncCommit {}, &[], &[]);
        self.b.emit(Op::CpAsyncWait {}, &[], &[Val::ZERO.into()]);
    }

    /// Where an asynchronous load's tile is.
    fn source(
        &mut self,
        pipeline: &Pipeline,
        async_load: &AsyncLoad,
        view: Value,
        index: &[Value],
    ) -> Select<TensorTile> {
        let map = &pipeline.maps[async_load.map];
        let elem = Val::u32(map.elem.bytes());
        let steps = self.view_steps(view);
        let tensor = self.view(map.view)?;
        let staged = async_load.staged;
        let inner = staged.row_elems() * staged.chunks;
        // Tiles may begin at any element of a row.
        let begins = Val::u32(steps[async_load.axes[0]] * map.elem.bytes() % LONG);
        let low = self
            .cp_async_producer
            .as_ref()
            .map_or(Val::ZERO, |cp_async_producer| cp_async_producer.low[async_load.map]);
        let low = self.b.def(Op::Or { ty: Ty::B32 }, &[low, begins]);
        let mut source = TensorTile {
            low,
            origin: tensor.base,
            stride: Val::ZERO,
            rows: Val::u32(1),
            bytes: Val::ZERO,
            inside: Val::Imm(1),
        };
        for (number, (&dim, &axis)) in map.dims.iter().zip(&async_load.axes).enumerate() {
            let dim = tensor.dims[dim];
            let at = self.scalar(index[axis])?;
            let at = self.unsigned_64(at, index[axis]);
            let start = self.b.mul_int(Ty::S64, at, Val::u32(steps[axis]), Exact::NEITHER);
            let stride = self.b.mul_int(Ty::S64, dim.stride, elem, Exact::NEITHER);
            let offset = self.b.mul_int(Ty::S64, start, stride, Exact::NEITHER);
            source.origin = self.b.add_int(Ty::S64, source.origin, offset, Exact::NEITHER);
            let is_outer = number == async_load.outer && staged.rows > 1;
            if number != 0 && !is_outer {
                continue;
            }
            let tile = if is_outer { staged.rows } else { inner };
            let is_whole = steps[axis] == tile && dim.extent_divisor >= u64::from(tile);
            let mut left = Val::u32(tile);
            if !is_whole {
                let beyond = self.b.def(Op::Sub { ty: Ty::S64 }, &[dim.extent, start]);
                let beyond = self.b.def(Op::Min { ty: Ty::S64 }, &[beyond, Val::u32(tile)]);
                let beyond = self.b.def(Op::Max { ty: Ty::S64 }, &[beyond, Val::ZERO]);
                left = self.b.def(element::cvt(Ty::U32, Ty::U64), &[beyond]);
                let is_inside = self.compare(Cmp::Eq, Ty::U32, left, Val::u32(tile));
                source.inside = self.and_pred(source.inside, is_inside);
            }
            match is_outer {
                true => (source.rows, source.stride) = (left, stride),
                false => source.bytes = self.b.mul_int(Ty::U32, left, elem, Exact::BOTH),
            }
        }
        Ok(source)
    }

    /// Copies in the first way that is possible: see the module header.
    fn copy_part(
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

    /// Code for each so many groups of a part, which divide it.
    fn each_groups(
        &mut self,
        lines: Lines,
        source: &TensorTile,
        part: TilePart,
        count: u32,
        code: impl Fn(&mut Self, &LineGroup) -> Select<()>,
    ) -> Select<()> {
        let (add, shr) = (Op::Add { ty: Ty::S64 }, Op::Shr { ty: Ty::U32 });
        let lane = self.lane();
        // Lanes are along a row, and count rows where those are shorter than a line.
        let across = LANES / lines.rows().min(LANES);
        let row = match lines.rows() {
            1 => Val::ZERO,
            _ => self.b.def(shr, &[lane, Val::u32(across.ilog2())]),
        };
        let before = GROUP / lines.span;
        let first = self.b.mul_int(Ty::U32, part.first, Val::u32(before), Exact::BOTH);
        let before = before * count;
        let row = self.b.def(Op::Add { ty: Ty::U32 }, &[row, first]);
        let column = self.column(lines);
        let column = self.b.widen(column, false);
        let wide = self.b.widen(row, false);
        let offset = self.b.mul_int(Ty::S64, wide, source.stride, Exact::NEITHER);
        let from = self.b.add_int(Ty::S64, source.origin, offset, Exact::NEITHER);
        let from = self.b.def(add, &[from, column]);
        let offset = self.b.mul_int(Ty::U32, part.first, Val::u32(GROUP), Exact::BOTH);
        let to = self.b.def(Op::Add { ty: Ty::U32 }, &[part.buffer, offset]);
        let rows = self.b.def(Op::Sub { ty: Ty::S32 }, &[source.rows, row]);
        let of_line = Val::u32(lines.rows());
        let step = self.b.mul_int(Ty::S64, source.stride, of_line, Exact::NEITHER);
        if part.groups.imm() == Some(u64::from(count)) {
            return code(self, &LineGroup { count, from, to, step, rows, left: Val::u32(count) });
        }
        let from_reg = self.b.fresh(Class::B64);
        let [to_reg, rows_reg, rest] = [(); 3].map(|()| self.b.fresh(Class::B32));
        let start = [(from_reg, from), (to_reg, to), (rows_reg, rows), (rest, part.groups)];
        for (reg, val) in start {
            self.b.assign(reg, val);
        }
        let head = self.b.loop_head();
        self.b.place(head);
        let here = LineGroup {
            count,
            from: from_reg.into(),
            to: to_reg.into(),
            step,
            rows: rows_reg.into(),
            left: rest.into(),
        };
        code(self, &here)?;
        let onward = self.b.mul_int(Ty::S64, source.stride, Val::u32(before), Exact::NEITHER);
        let next = self.b.def(add, &[from_reg.into(), onward]);
        self.b.assign(from_reg, next);
        let by = [
            (to_reg, (GROUP * count) as i32),
            (rows_reg, -(before as i32)),
            (rest, -(count as i32)),
        ];
        for (reg, by) in by {
            let by = Val::u32(by as u32);
            let next = self.b.def(Op::Add { ty: Ty::U32 }, &[reg.into(), by]);
            self.b.assign(reg, next);
        }
        let more = self.compare(Cmp::Ne, Ty::U32, rest.into(), Val::ZERO);
        self.b.branch_if(more, false, Uniform::Yes, head);
        Ok(())
    }

    /// How far along a row the lane's bytes are.
    fn column(&mut self, lines: Lines) -> Val {
        let lane = self.lane();
        let across = lines.span / lines.unit;
        let column = match lines.rows() {
            0 | 1 => lane,
            _ => self.b.def(Op::And { ty: Ty::B32 }, &[lane, Val::u32(across - 1)]),
        };
        self.b.mul_int(Ty::U32, column, Val::u32(lines.unit), Exact::BOTH)
    }

    /// Where the lane's bytes of a line are in a group of a buffer.
    fn place(&mut self, lines: Lines, line: u32) -> Val {
        let lane = self.lane();
        let mut place = self.b.mul_int(Ty::U32, lane, Val::u32(lines.unit), Exact::BOTH);
        if lines.bytes() > ROW {
            // The lane's number has a bit of that of 128 bytes.
            let row = self.b.def(Op::Shr { ty: Ty::U32 }, &[place, Val::u32(ROW.ilog2())]);
            let row = self.b.def(Op::And { ty: Ty::B32 }, &[row, Val::u32(lines.swizzle)]);
            let row = self.b.def(Op::Shl { ty: Ty::B32 }, &[row, Val::u32(4)]);
            place = self.b.def(Op::Xor { ty: Ty::B32 }, &[place, row]);
        }
        let number = line * lines.bytes() / ROW;
        self.b.def(Op::Xor { ty: Ty::B32 }, &[place, Val::u32((number & lines.swizzle) << 4)])
    }

    /// What the lane copies of a group, which may be at an edge of a tensor.
    fn pieces(
        &mut self,
        lines: Lines,
        group: &LineGroup,
        edge: Option<&TensorTile>,
    ) -> Vec<LaneCopy> {
        let unit = Val::u32(lines.unit);
        let bytes: SmallVec<[Val; 4]> = match edge {
            None => smallvec![unit; lines.chunks as usize],
            Some(source) => {
                let column = self.column(lines);
                let of_chunk = |chunk: u32| {
                    let begin = i64::from(chunk * lines.span);
                    let begin = self.b.sum(Ty::S32, column, begin, Exact::BOTH);
                    let left = self.b.def(Op::Sub { ty: Ty::S32 }, &[source.bytes, begin]);
                    let left = self.b.def(Op::Min { ty: Ty::S32 }, &[left, unit]);
                    self.b.def(Op::Max { ty: Ty::S32 }, &[left, Val::ZERO])
                };
                (0..lines.chunks).map(of_chunk).collect()
            }
        };
        let mut pieces = Vec::new();
        let mut from = group.from;
        for line in 0..lines.of_group() * group.count {
            let place = self.place(lines, line);
            let to = self.b.def(Op::Add { ty: Ty::U32 }, &[group.to, place]);
            if line > 0 {
                from = self.b.def(Op::Add { ty: Ty::S64 }, &[from, group.step]);
            }
            let row = Val::u32(line * lines.rows());
            let inside = edge.map(|_| self.compare(Cmp::Gt, Ty::S32, group.rows, row));
            for (chunk, &bytes) in (0..).zip(&bytes) {
                let bytes = match inside {
                    None => bytes,
                    Some(inside) => match inside.imm() {
                        Some(0) => Val::ZERO,
                        Some(_) => bytes,
                        None => self.b.def(Op::Selp { ty: Ty::B32 }, &[bytes, Val::ZERO, inside]),
                    },
                };
                pieces.push(LaneCopy {
                    to: self.b.mem(to, (line * lines.bytes() + chunk * lines.chunk_bytes) as i32),
                    from: self.b.sum(Ty::S64, from, i64::from(chunk * lines.span), Exact::BOTH),
                    bytes,
                });
            }
        }
        pieces
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
