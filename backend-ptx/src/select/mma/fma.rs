//! MMAs by scalar multiply-adds: types and shapes that no tensor core takes.
//!
//! A and B go to shared memory, row by row, in the accumulator's precision; then each thread runs
//! over K and updates its elements of C. As many steps of K go there at once as there is room for.

use ir::{InstData, Scalar, Signedness};
use smallvec::SmallVec;

use crate::codes;
use crate::linear::layout::{coordinates, dim_shifts, squeeze};
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Part, Round, Ty, Uniform};
use crate::select::mma::RegisterMma;
use crate::select::thread::thread_columns;
use crate::select::{Cx, Select, Unsupported};

/// Steps of K in one iteration of the loop.
const UNROLL: u32 = 4;

/// One of the two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FmaOperand {
    A,
    B,
}

/// Steps of K that are in shared memory at once, in the format `work`.
#[derive(Clone, Copy)]
struct Stage {
    first: u32,
    steps: u32,
    work: Scalar,
}

/// The bytes of so many steps of K of both operands.
fn sizes(mma: &RegisterMma<'_>, steps: u32, bytes: u32) -> (u32, u32) {
    let (a, b) = (mma.plan.a.shape(), mma.plan.b.shape());
    let k = a[a.len() - 1];
    let size = |shape: &[u32]| shape.iter().product::<u32>() / k * steps * bytes;
    (size(a), size(b))
}

impl Cx<'_> {
    pub fn mma_fma(&mut self, mma: &RegisterMma<'_>) -> Select<Vec<Val>> {
        let (work, ty) = match mma.to {
            Scalar::I32 => (Scalar::I32, Ty::S32),
            Scalar::F64 => (Scalar::F64, Ty::F64),
            _ => (Scalar::F32, Ty::F32),
        };
        let (sign_a, sign_b) = match mma.data {
            InstData::MmaI { signedness_lhs, signedness_rhs, .. } => {
                (*signedness_lhs, *signedness_rhs)
            }
            InstData::MmaF { .. } | InstData::MmaFScaled { .. } => {
                (Signedness::Signed, Signedness::Signed)
            }
            other => return Err(Unsupported::op(other.opcode().mnemonic())),
        };
        let c = self.widened(&mma.c, mma.to, work, Signedness::Signed)?;

        let bytes = work.bytes();
        let steps = self.steps_at_once(mma, bytes)?;
        let (size_a, size_b) = sizes(mma, steps, bytes);
        let accumulators: Vec<Reg> = c
            .iter()
            .map(|&val| {
                let reg = self.b.fresh(ty.class());
                self.b.assign(reg, val);
                reg
            })
            .collect();
        let k = mma.plan.a.shape()[mma.plan.a.rank() - 1];
        for first in (0..k).step_by(steps as usize) {
            let (region, base) = self.acquire(size_a + size_b)?;
            let base_b = self.b.def(Op::Add { ty: Ty::U32 }, &[base, Val::u32(size_a)]);
            let part = Stage { first, steps, work };
            self.stage(mma, FmaOperand::A, part, sign_a, base)?;
            self.stage(mma, FmaOperand::B, part, sign_b, base_b)?;
            self.publish(region);
            self.multiply(mma, ty, steps, (base, base_b), &accumulators);
        }
        let sums: Vec<Val> = accumulators.iter().map(|&reg| Val::Reg(reg)).collect();
        if work == mma.to {
            return Ok(sums);
        }
        self.convert_floats(&sums, work, mma.to, ir::Rounding::NearestEven)
    }

    /// How many steps of K fit into shared memory at once.
    fn steps_at_once(&self, mma: &RegisterMma<'_>, bytes: u32) -> Select<u32> {
        let a = mma.plan.a.shape();
        let mut steps = a[a.len() - 1];
        let total = |steps: u32| {
            let (a, b) = sizes(mma, steps, bytes);
            a + b
        };
        while steps > 1 && total(steps) > self.scratch_limit {
            steps /= 2;
        }
        if total(steps) <= self.scratch_limit {
            return Ok(steps);
        }
        let message = format!(
            "one step of this mma takes {} bytes of its operands, which is more than shared memory",
            total(steps)
        );
        Err(Unsupported::new(codes::TILE_TOO_LARGE, message))
    }

    fn widened(
        &mut self,
        tile: &[Val],
        from: Scalar,
        to: Scalar,
        sign: Signedness,
    ) -> Select<Vec<Val>> {
        if from == to || (from == Scalar::TF32 && to == Scalar::F32) {
            return Ok(tile.to_vec());
        }
        if from.is_int() {
            return Ok(tile.iter().map(|&val| self.extend_to(val, from, to, sign)).collect());
        }
        self.convert_floats(tile, from, to, ir::Rounding::NearestEven)
    }

    /// Stores the part of an operand, row by row.
    fn stage(
        &mut self,
        mma: &RegisterMma<'_>,
        side: FmaOperand,
        part: Stage,
        sign: Signedness,
        base: Val,
    ) -> Select<()> {
        let (layout, tile, scale) = match side {
            FmaOperand::A => (&mma.plan.a, &mma.a, mma.scales.as_ref().map(|scales| &scales.0)),
            FmaOperand::B => (&mma.plan.b, &mma.b, mma.scales.as_ref().map(|scales| &scales.1)),
        };
        let from = if side == FmaOperand::A { mma.from.0 } else { mma.from.1 };
        let bytes = part.work.bytes();
        // The bits of an element's index that tell the parts apart, and what they are in this one.
        let (rank, shape) = (layout.rank(), layout.shape());
        let k_dim = if side == FmaOperand::A { rank - 1 } else { rank - 2 };
        let shift = dim_shifts(shape)[k_dim];
        let boxes_per_chunk = (shape[k_dim] - part.steps) << shift;
        let this = part.first << shift;
        let place = |index: u32| squeeze(index & !boxes_per_chunk, boxes_per_chunk) * bytes;
        let writer = self.representative(layout);
        let thread = self.map_thread(&thread_columns(layout, place));
        let address = self.b.def(Op::Add { ty: Ty::U32 }, &[base, thread]);
        // Threads decide the one half of these bits, registers the other.
        let columns = thread_columns(layout, |basis| basis & boxes_per_chunk);
        let by_threads = columns.iter().fold(0, |mask, column| mask | column);
        let mut groups: SmallVec<[(u32, Vec<u32>); 4]> = SmallVec::new();
        for register in 0..layout.num_registers() {
            let wanted = this ^ (layout.register_part(register) & boxes_per_chunk);
            if wanted & !by_threads != 0 {
                continue;
            }
            match groups.iter_mut().find(|(other, _)| *other == wanted) {
                Some((_, registers)) => registers.push(register),
                None => groups.push((wanted, vec![register])),
            }
        }
        for (wanted, registers) in groups {
            let done = self.b.label();
            if by_threads != 0 {
                let own = self.map_thread(&columns);
                let differs = Op::Setp { cmp: Cmp::Ne, ftz: Ftz::Keep, ty: Ty::U32 };
                let elsewhere = self.b.def(differs, &[own, Val::u32(wanted)]);
                self.b.branch_if(elsewhere, false, Uniform::No, done);
            }
            let values: Vec<Val> = registers.iter().map(|&at| tile[at as usize]).collect();
            let values = match scale {
                Some(scale) => self.scaled(&values, &registers, from, layout, scale)?,
                None => self.widened(&values, from, part.work, sign)?,
            };
            for (&register, val) in registers.iter().zip(values) {
                let to = self.b.mem(address, place(layout.register_part(register)) as i32);
                self.store_shared(writer, to, &[val], bytes);
            }
            if by_threads != 0 {
                self.b.place(done);
            }
        }
        Ok(())
    }

    /// `c[m, n] += a[m, k] * b[k, n]` over the steps of K that are in shared memory.
    fn multiply(
        &mut self,
        mma: &RegisterMma<'_>,
        ty: Ty,
        steps: u32,
        (base_a, base_b): (Val, Val),
        accumulators: &[Reg],
    ) {
        let bytes = ty.bits() / 8;
        let c = &mma.plan.c;
        let rank = c.rank();
        let m = mma.plan.a.shape()[rank - 2];
        let n = c.shape()[rank - 1];
        let (batches_a, batches_b, _) = mma.batches;
        // Byte offsets in A and B of the row and column that an element of C needs, at k = 0.
        let in_a = |flat: u32| {
            let coords = coordinates(c.shape(), flat);
            let batch = if rank == 3 && batches_a > 1 { coords[0] * m * steps } else { 0 };
            (batch + coords[rank - 2] * steps) * bytes
        };
        let in_b = |flat: u32| {
            let coords = coordinates(c.shape(), flat);
            let batch = if rank == 3 && batches_b > 1 { coords[0] * steps * n } else { 0 };
            (batch + coords[rank - 1]) * bytes
        };
        let (row, column) =
            (self.map_thread(&thread_columns(c, in_a)), self.map_thread(&thread_columns(c, in_b)));
        let unroll = UNROLL.min(steps);
        let pointer = |cx: &mut Self, base: Val, offset: Val| {
            let reg = cx.b.fresh(Class::B32);
            let sum = cx.b.def(Op::Add { ty: Ty::U32 }, &[base, offset]);
            cx.b.assign(reg, sum);
            reg
        };
        let (at_a, at_b) = (pointer(self, base_a, row), pointer(self, base_b, column));
        let counter = self.b.fresh(Class::B32);
        self.b.assign(counter, Val::ZERO);
        let head = self.b.loop_head();
        self.b.place(head);
        for step in 0..unroll {
            let mut loaded: SmallVec<[(bool, u32, Val); 32]> = SmallVec::new();
            for (register, &accumulator) in (0..).zip(accumulators) {
                let part = c.register_part(register);
                let offset_a = in_a(part) + step * bytes;
                let offset_b = in_b(part) + step * n * bytes;
                let mut fetch = |cx: &mut Self, is_a: bool, at: Reg, offset: u32| {
                    if let Some((_, _, val)) =
                        loaded.iter().find(|(a, o, _)| (*a, *o) == (is_a, offset))
                    {
                        return *val;
                    }
                    let place = cx.b.mem(at.into(), offset as i32);
                    let val = cx.load_shared(place, 1, bytes)[0];
                    loaded.push((is_a, offset, val));
                    val
                };
                let x = fetch(self, true, at_a, offset_a);
                let y = fetch(self, false, at_b, offset_b);
                let op = match ty {
                    Ty::S32 => Op::Mad { part: Part::Lo, ty },
                    _ => Op::Fma { round: Round::Nearest, ftz: Ftz::Keep, ty },
                };
                self.b.emit(op, &[accumulator.into()], &[x.into(), y.into(), accumulator.into()]);
            }
        }
        let advance = |cx: &mut Self, reg: Reg, by: u32| {
            let next = cx.b.def(Op::Add { ty: Ty::U32 }, &[reg.into(), Val::u32(by)]);
            cx.b.assign(reg, next);
            next
        };
        advance(self, at_a, unroll * bytes);
        advance(self, at_b, unroll * n * bytes);
        let done = advance(self, counter, unroll);
        let more = self
            .b
            .def(Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::U32 }, &[done, Val::u32(steps)]);
        self.b.branch_if(more, false, Uniform::Yes, head);
    }
}
