//! The lines of a tile in a buffer, and what each lane of a warp copies of them.
//!
//! A buffer is filled line by line, a line being what the lanes of a warp copy together: a row of a chunk, or
//! several. The swizzle of TMA repeats after [`GROUP`] bytes, of which a turn of a loop copies the lines.
//!
//! In: how a tile is staged, and the part of it that the warp copies. Out: a loop over groups of lines, and for each
//! lane where it copies from and to. The lanes' pieces of all groups cover the part once.

use smallvec::{SmallVec, smallvec};

use crate::mma::smem_operand::Staged;
use crate::ptx::builder::Exact;
use crate::ptx::inst::{Op, Operand};
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::{Cmp, Ty, Uniform};
use crate::select::pipeline::cp_async::{TensorTile, TilePart};
use crate::select::{Cx, Select};
use crate::target::{LANES, MAX_SWIZZLE, TILE_ALIGN};

/// Bytes that a lane copies at a time: the most, and those that are put together from elements.
pub const LONG: u32 = 8;
pub const WORD: u32 = 4;
/// Bytes of shared memory after which a swizzle repeats, and of a row of the widest.
const GROUP: u32 = TILE_ALIGN;
pub const ROW: u32 = MAX_SWIZZLE;

/// How a tile lies in a buffer, by lines.
#[derive(Clone, Copy)]
pub struct Lines {
    /// Bytes that a lane copies.
    pub unit: u32,
    /// Bytes of a row, from a chunk to the next, and how many chunks there are.
    pub span: u32,
    pub chunk_bytes: u32,
    pub chunks: u32,
    /// Bits of the number of 128 bytes that the swizzle takes.
    pub swizzle: u32,
}

impl Lines {
    pub fn of(staged: Staged, unit: u32) -> Lines {
        let swizzle = if staged.map_swizzle() == 0 { 0 } else { staged.span / 16 - 1 };
        let (span, chunk_bytes, chunks) = match staged.span {
            // A row that is longer, of which there is one.
            span if span > ROW => (ROW, ROW, span / ROW),
            span => (span, staged.chunk_bytes(), staged.chunks),
        };
        Lines { unit, span, chunk_bytes, chunks, swizzle }
    }

    /// Bytes of a line.
    pub fn bytes(self) -> u32 {
        self.unit * LANES
    }

    /// Rows of a line.
    pub fn rows(self) -> u32 {
        self.bytes() / self.span
    }

    pub fn groups(self) -> u32 {
        self.chunk_bytes.div_ceil(GROUP)
    }

    /// Whether lines fill groups.
    pub fn fill_groups(self) -> bool {
        self.of_group() * self.bytes() == self.chunk_bytes.min(GROUP)
    }

    /// Lines of a group.
    pub fn of_group(self) -> u32 {
        self.chunk_bytes.min(GROUP).div_ceil(self.bytes())
    }
}

/// Groups of lines about to be copied.
pub struct LineGroup {
    pub count: u32,
    /// Where the lane's first bytes are, and the group in the buffer.
    pub from: Val,
    pub to: Val,
    /// Bytes from a line to the next.
    pub step: Val,
    /// Rows from the first one of the lane to the end of the tensor.
    pub rows: Val,
    /// How many groups are left, with these.
    pub left: Val,
}

/// What a lane copies at once.
pub struct LaneCopy {
    pub to: Operand,
    pub from: Val,
    /// How many of its bytes are inside of the tensor; the others are zero.
    pub bytes: Val,
}

impl Cx<'_> {
    /// Code for each so many groups of a part, which divide it.
    pub fn each_groups(
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
    pub fn pieces(
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
}
