//! `tcgen05`: MMAs that one thread issues, with accumulators in tensor memory.
//!
//! Operands are in shared memory, where the producer has copied them; a left one that is computed is
//! stored to tensor memory, when the MMAs before are done. The first thread of the
//! consumers waits for them and issues the instructions; when the tensor core is done it arrives at
//! the barriers that the thread has named (`tcgen05.commit`), those of the buffers and, when a
//! result is wanted, that of the accumulators.
//!
//! In: an MMA and the buffers of its operands. Out: the instructions of one thread, and a result that is *resident* in
//! tensor memory ([`super::tensor_memory`]).
//!
//! Facts of the PTX ISA that this rests on, by section:
//!
//! * "Instruction descriptor": [`instruction_descriptor`]; "Shared memory descriptor":
//!   [`DESCRIPTOR_VERSION`], and `pipeline::operand` for the rest;
//! * "Data path layout organization", layouts D and F: of 128 rows, row `i` is lane `i`; of 64,
//!   rows `16w..` are the first 16 lanes of quarter `w`;
//! * "Tensor Memory and Register Load/Store": warp `w` reaches the lanes `32 (w mod 4)..`, and the
//!   shape 16x256b moves sixteen of them in the fragments of `mma.sync`'s accumulator, 16x128b in
//!   those of its A operand ([`super::tensor_memory_plan`]);
//! * "Packing formats of elements in Tensor and Shared memory": a cell has 4 bytes along K of a left
//!   operand, and one element of an accumulator, whatever its size;
//! * "Memory Consistency Model": MMAs of one thread are done in order; `tcgen05.wait` for loads
//!   and stores, `tcgen05.fence` before and after synchronising with other threads.
//!
//! This has not run on hardware: it is tested by `ptxas` and the emulator of `tests` alone.

use ir::{Inst, Scalar, Value};

use crate::linear::interned::LayoutId;
use crate::mma::assign::MmaPlan;
use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::mma::smem_operand::{Major, Staged};
use crate::ptx::inst::Op;
use crate::ptx::regs::Val;
use crate::ptx::types::{FenceSide, MmaKind, Ty};
use crate::select::mma::sync::operand_types;
use crate::select::mma::tensor_memory::Accumulator;
use crate::select::{Cx, Select, Unsupported};
use crate::target::STEP_COLUMNS;

/// Bits 46 to 48 of a shared memory descriptor.
const DESCRIPTOR_VERSION: u64 = 1 << 46;

/// The 32 bits that tell a `tcgen05.mma` formats, orders and shape.
///
/// ```text
/// 4..5 format of D: f16, f32, s32   7..9, 10..12 formats of A and B    15, 16 contiguous along M, N
/// 17..22 N / 8                      24..28 M / 16                      the others 0
/// ```
fn instruction_descriptor(d: Ty, operands: [(Ty, Major); 2], (m, n): (u32, u32)) -> u32 {
    let format = |ty: Ty| match ty {
        Ty::Bf16 | Ty::E5m2 | Ty::S8 => 1,
        Ty::Tf32 => 2,
        // f16, e4m3, u8
        _ => 0,
    };
    let [(a, a_major), (b, b_major)] = operands;
    let transposed = |major: Major| u32::from(major == Major::Mn);
    let result = match d {
        Ty::F16 => 0,
        Ty::S32 => 2,
        _ => 1,
    };
    let formats = result << 4 | format(a) << 7 | format(b) << 10;
    formats | transposed(a_major) << 15 | transposed(b_major) << 16 | n >> 3 << 17 | m >> 4 << 24
}

fn kind(ty: Ty) -> MmaKind {
    match ty {
        Ty::Tf32 => MmaKind::Tf32,
        Ty::E4m3 | Ty::E5m2 => MmaKind::F8,
        Ty::S8 | Ty::U8 => MmaKind::I8,
        _ => MmaKind::F16,
    }
}

/// An MMA whose operands are in place.
struct ReadyTcgen05<'m> {
    mma: &'m AsyncMma,
    kind: MmaKind,
    descriptor: u32,
    /// The buffer of A; without one it is at the column of tensor memory.
    a: Option<(Val, Staged, Major)>,
    operand_column: u32,
    b: (Val, Staged, Major),
    accumulator: Accumulator,
    /// The address of the kernel's columns.
    base: Val,
}

impl Cx<'_> {
    pub fn tcgen05(
        &mut self,
        inst: Inst,
        mma: &AsyncMma,
        plan: &MmaPlan,
        layout: LayoutId,
    ) -> Select<()> {
        let Some(pipeline) = self.pipeline else { return Ok(()) };
        let Some(memory) = &pipeline.tensor_memory else { return Ok(()) };
        let data = self.function.data(inst);
        let result = self.function.results(inst)[0];
        let [lhs, rhs, acc] = data.operands()[..3] else { return Ok(()) };
        let Some((a, b)) = operand_types(data, self.elem(lhs), self.elem(rhs)) else {
            return Err(Unsupported::op(format!("tcgen05 of {}", self.elem(lhs))));
        };
        let MmaOperand::Smem(load_b, major_b) = mma.b else { return Ok(()) };
        let major_a = match mma.a {
            MmaOperand::Smem(_, major) => major,
            MmaOperand::Registers
            | MmaOperand::SmemToRegisters(..)
            | MmaOperand::RegistersToSmem(_) => Major::K,
        };
        let d = match self.elem(acc) {
            ir::Elem::Scalar(Scalar::I32) => Ty::S32,
            ir::Elem::Scalar(Scalar::F16) => Ty::F16,
            _ => Ty::F32,
        };
        let rows = mma.instruction_rows();
        let descriptor = instruction_descriptor(d, [(a, major_a), (b, major_b)], (rows, mma.n));
        let computed = self.computed_operand(mma, plan, lhs, a.bits() / 8)?;
        let first_column = memory.first_column(inst);
        let accumulator = Accumulator::new(first_column, mma, layout);
        let operand_column = memory.operand_column(inst);
        let accumulator =
            self.bring_operands(mma, acc, accumulator, computed.as_deref(), operand_column)?;
        let from_a = match mma.a {
            MmaOperand::Smem(async_load, major) => {
                let staged = pipeline.async_loads[async_load].staged;
                Some((self.consumer_wait(async_load), staged, major))
            }
            MmaOperand::Registers
            | MmaOperand::SmemToRegisters(..)
            | MmaOperand::RegistersToSmem(_) => None,
        };
        let start_b = self.consumer_wait(load_b);
        let staged_b = pipeline.async_loads[load_b].staged;
        let Some(state) = &mut self.tensor else { return Ok(()) };
        state.idle = false;
        let base = state.base;
        let ready = ReadyTcgen05 {
            mma,
            kind: kind(a),
            descriptor,
            a: from_a,
            operand_column,
            b: (start_b, staged_b, major_b),
            accumulator,
            base,
        };
        self.by_threads(1, |cx| cx.issue_tcgen05(&ready));
        self.set_resident(result, accumulator);
        Ok(())
    }

    /// The words of an A operand that is computed.
    fn computed_operand(
        &mut self,
        mma: &AsyncMma,
        plan: &MmaPlan,
        lhs: Value,
        bytes: u32,
    ) -> Select<Option<Vec<Val>>> {
        Ok(match mma.a {
            MmaOperand::Registers => {
                let layout = self.plan.layouts.intern(plan.a.clone());
                let elements = self.at(lhs, layout)?;
                Some(self.pack_words(&elements, bytes))
            }
            MmaOperand::Smem(..)
            | MmaOperand::SmemToRegisters(..)
            | MmaOperand::RegistersToSmem(_) => None,
        })
    }

    /// Brings an A operand that is computed and the accumulator to tensor memory. An accumulator that is resident stays
    /// where it is; gives the place.
    fn bring_operands(
        &mut self,
        mma: &AsyncMma,
        acc: Value,
        mut accumulator: Accumulator,
        computed: Option<&[Val]>,
        operand_column: u32,
    ) -> Select<Accumulator> {
        let continues = self.resident_at(acc).filter(|_| self.uses[acc] == 1);
        if continues.is_none() {
            // What it is computed from may be resident.
            self.at(acc, accumulator.layout)?;
        }
        if let Some(words) = computed {
            self.store_factor(words, mma, operand_column);
        }
        match continues {
            Some(resident) => {
                accumulator.first_column = resident.first_column;
                self.take_resident(acc);
                if computed.is_some() {
                    self.publish_stores();
                }
            }
            None => self.store_accumulator(acc, &accumulator)?,
        }
        Ok(accumulator)
    }

    /// The instructions of an MMA, in the one thread that issues them.
    fn issue_tcgen05(&mut self, ready: &ReadyTcgen05<'_>) {
        let rows = ready.mma.instruction_rows();
        let (start_b, staged_b, major_b) = ready.b;
        self.tensor_fence(FenceSide::After);
        let from_a = ready.a.map(|(start, staged, major)| {
            let rest = staged.descriptor(major) | DESCRIPTOR_VERSION;
            (self.descriptor(start, rest), staged, major)
        });
        let of_b = staged_b.descriptor(major_b) | DESCRIPTOR_VERSION;
        let from_b = self.descriptor(start_b, of_b);
        let always = self.always(true);
        for step in 0..ready.mma.steps {
            let at_b = self.step(from_b, staged_b.step_offset(major_b, 0, step));
            for block in 0..ready.mma.blocks() {
                let column = ready.accumulator.first_column + block * ready.mma.n;
                let to = self.b.mem(ready.base, column as i32);
                let (op, at_a) = match from_a {
                    Some((from, staged, major)) => {
                        let offset = staged.step_offset(major, rows * block, step);
                        (Op::Tcgen05Mma { kind: ready.kind }, self.step(from, offset).into())
                    }
                    None => {
                        let column = block * ready.mma.operand_columns() + step * STEP_COLUMNS;
                        let at = self.b.mem(ready.base, (ready.operand_column + column) as i32);
                        (Op::Tcgen05MmaTensor { kind: ready.kind }, at)
                    }
                };
                let operands =
                    [to, at_a, at_b.into(), Val::u32(ready.descriptor).into(), always.into()];
                self.b.emit(op, &[], &operands);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instruction_descriptors_are_those_of_the_manual() {
        let both = |ty, major| [(ty, major); 2];
        let half = instruction_descriptor(Ty::F32, both(Ty::F16, Major::K), (128, 256));
        assert_eq!(half, 1 << 4 | 32 << 17 | 8 << 24);
        let bfloat = instruction_descriptor(Ty::F32, both(Ty::Bf16, Major::Mn), (64, 16));
        assert_eq!(bfloat, 1 << 4 | 1 << 7 | 1 << 10 | 3 << 15 | 2 << 17 | 4 << 24);
        let mixed = [(Ty::U8, Major::K), (Ty::S8, Major::Mn)];
        let bytes = instruction_descriptor(Ty::S32, mixed, (128, 64));
        assert_eq!(bytes, 2 << 4 | 1 << 10 | 1 << 16 | 8 << 17 | 8 << 24);
        let small = instruction_descriptor(Ty::F16, both(Ty::F16, Major::K), (64, 16));
        assert_eq!(small, 2 << 17 | 4 << 24);
        let tf32 = instruction_descriptor(Ty::F32, both(Ty::Tf32, Major::K), (64, 64));
        assert_eq!(tf32, 1 << 4 | 2 << 7 | 2 << 10 | 8 << 17 | 4 << 24);
    }
}
