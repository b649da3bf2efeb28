//! Products by scalar multiply-adds: types and shapes that no tensor core takes.
//!
//! A and B go to shared memory, row by row, in the accumulator's precision; then each thread runs
//! over K and updates its elements of C.

use ir::{InstData, Scalar, Signedness};
use smallvec::SmallVec;

use super::Product;
use crate::codes;
use crate::layout::linear::{LinearLayout, coordinates};
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Reg, Val};
use crate::ptx::types::{Cmp, Ftz, Part, Round, Ty, Uniform};
use crate::select::thread::thread_columns;
use crate::select::{Cx, Select, Unsupported};

/// Steps of K in one iteration of the loop.
const UNROLL: u32 = 4;

impl Cx<'_> {
    pub fn mma_fma(&mut self, product: &Product<'_>) -> Select<Vec<Val>> {
        let (work, ty) = match product.to {
            Scalar::I32 => (Scalar::I32, Ty::S32),
            Scalar::F64 => (Scalar::F64, Ty::F64),
            _ => (Scalar::F32, Ty::F32),
        };
        let (sign_a, sign_b) = match product.data {
            InstData::MmaI { signedness_lhs, signedness_rhs, .. } => {
                (*signedness_lhs, *signedness_rhs)
            }
            InstData::MmaF { .. } | InstData::MmaFScaled { .. } => {
                (Signedness::Signed, Signedness::Signed)
            }
            other => return Err(Unsupported::op(other.opcode().mnemonic())),
        };
        let a = self.widened(&product.a, product.from, work, sign_a)?;
        let b = self.widened(&product.b, product.from, work, sign_b)?;
        let c = self.widened(&product.c, product.to, work, Signedness::Signed)?;

        let bytes = work.bytes();
        let elements = |layout: &LinearLayout| layout.shape().iter().product::<u32>();
        let (size_a, size_b) =
            (elements(&product.plan.a) * bytes, elements(&product.plan.b) * bytes);
        if size_a + size_b > self.scratch_limit {
            let message = format!(
                "the factors of this product take {} bytes, more than shared memory",
                size_a + size_b
            );
            return Err(Unsupported::new(codes::TILE_TOO_LARGE, message));
        }
        let (region, base) = self.acquire(size_a + size_b)?;
        self.spill_rows(&product.plan.a, &a, base, bytes);
        let base_b = self.b.def(Op::Add { ty: Ty::U32 }, &[base, Val::u32(size_a)]);
        self.spill_rows(&product.plan.b, &b, base_b, bytes);
        self.publish(region);

        let accumulators: Vec<Reg> = c
            .iter()
            .map(|&val| {
                let reg = self.b.fresh(ty.class());
                self.b.assign(reg, val);
                reg
            })
            .collect();
        self.multiply(product, ty, (base, base_b), &accumulators);
        let sums: Vec<Val> = accumulators.iter().map(|&reg| Val::Reg(reg)).collect();
        if work == product.to {
            return Ok(sums);
        }
        self.convert_floats(&sums, work, product.to, ir::Rounding::NearestEven)
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

    /// Stores a tile row by row.
    fn spill_rows(&mut self, layout: &LinearLayout, tile: &[Val], base: Val, bytes: u32) {
        let writer = self.representative(layout);
        let thread = self.map_thread(&thread_columns(layout, |basis| basis * bytes));
        let address = self.b.def(Op::Add { ty: Ty::U32 }, &[base, thread]);
        for (register, &val) in (0..).zip(tile) {
            let place = self.b.mem(address, (layout.register_part(register) * bytes) as i32);
            self.store_shared(writer, place, &[val], bytes);
        }
    }

    /// `c[m, n] += a[m, k] * b[k, n]` over K.
    fn multiply(
        &mut self,
        product: &Product<'_>,
        ty: Ty,
        (base_a, base_b): (Val, Val),
        accumulators: &[Reg],
    ) {
        let bytes = ty.bits() / 8;
        let c = &product.plan.c;
        let rank = c.rank();
        let (m, k) = (product.plan.a.shape()[rank - 2], product.plan.a.shape()[rank - 1]);
        let n = c.shape()[rank - 1];
        let (batches_a, batches_b, _) = product.batches;
        // Byte offsets in A and B of the row and column that an element of C needs, at k = 0.
        let in_a = |flat: u32| {
            let coords = coordinates(c.shape(), flat);
            let batch = if rank == 3 && batches_a > 1 { coords[0] * m * k } else { 0 };
            (batch + coords[rank - 2] * k) * bytes
        };
        let in_b = |flat: u32| {
            let coords = coordinates(c.shape(), flat);
            let batch = if rank == 3 && batches_b > 1 { coords[0] * k * n } else { 0 };
            (batch + coords[rank - 1]) * bytes
        };
        let (row, column) =
            (self.map_thread(&thread_columns(c, in_a)), self.map_thread(&thread_columns(c, in_b)));
        let unroll = UNROLL.min(k);
        let pointer = |cx: &mut Self, base: Val, offset: Val| {
            let reg = cx.b.fresh(Class::B32);
            let sum = cx.b.def(Op::Add { ty: Ty::U32 }, &[base, offset]);
            cx.b.assign(reg, sum);
            reg
        };
        let (at_a, at_b) = (pointer(self, base_a, row), pointer(self, base_b, column));
        let counter = self.b.fresh(Class::B32);
        self.b.assign(counter, Val::ZERO);
        let head = self.b.label();
        self.b.place(head);
        self.b.enter_scope();
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
            .def(Op::Setp { cmp: Cmp::Lt, ftz: Ftz::Keep, ty: Ty::U32 }, &[done, Val::u32(k)]);
        self.b.branch_if(more, false, Uniform::Yes, head);
        self.b.leave_scope();
    }
}
