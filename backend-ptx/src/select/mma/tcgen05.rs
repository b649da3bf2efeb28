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
//! * "Block Scaling": the scales of row `r` of 128 are in lane `r % 32` of each quarter and column `r / 32`, four in a
//!   cell, and a field of the descriptor tells which of them an instruction reads;
//! * "Packing formats of elements in Tensor and Shared memory": a cell has 4 bytes along K of a left
//!   operand, and one element of an accumulator, whatever its size;
//! * "Memory Consistency Model": MMAs of one thread are done in order; `tcgen05.wait` for loads
//!   and stores, `tcgen05.fence` before and after synchronising with other threads.
//!
//! This has not run on hardware: it is tested by `ptxas` and the emulator of `tests` alone.

use ir::{Inst, Scalar, Value};

use crate::linear::interned::LayoutId;
use crate::mma::assign::MmaPlan;
use crate::mma::async_mma::{AsyncMma, BlockScales, MmaOperand};
use crate::mma::block_scale::ScaledMma;
use crate::mma::smem_operand::{Major, Staged};
use crate::ptx::inst::{Op, Operand as Arg};
use crate::ptx::regs::Val;
use crate::ptx::types::{BlockScaleKind, FenceSide, MmaKind, ScaledKind, Ty, Uniform};
use crate::select::memory::element;
use crate::select::mma::sync::operand_types;
use crate::select::mma::tensor_memory::Accumulator;
use crate::select::mma::tensor_scales::{ScaleColumns, ScaleWords, SignedScales};
use crate::select::{Cx, Select, Unsupported};
use crate::target::{SCALES_OF_CELL, STEP_COLUMNS};

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

/// The same of a `tcgen05.mma` with scales for blocks, whose formats are those of `ready`.
///
/// ```text
/// 4..5, 29..30 which of the four scales of a cell are those of B and A   7..9, 10..12 formats of A and B
/// 13 negated A    15, 16 contiguous along M, N    17..22 N / 8    23 powers of two    27..28 M / 128
/// ```
fn scaled_descriptor(
    scaled: ScaledMma,
    operands: [(Scalar, Major); 2],
    (m, n): (u32, u32),
    scale: u32,
    negated: bool,
) -> u32 {
    let format = |elem: Scalar| match elem {
        Scalar::F8E5M2 | Scalar::F4E2M1FN => 1,
        // e4m3
        _ => 0,
    };
    let [(a, a_major), (b, b_major)] = operands;
    let transposed = |major: Major| u32::from(major == Major::Mn);
    let which = scale << 4 | scale << 29;
    let formats = format(a) << 7 | format(b) << 10 | u32::from(!scaled.has_signs()) << 23;
    let orders = transposed(a_major) << 15 | transposed(b_major) << 16;
    which | formats | orders | u32::from(negated) << 13 | n >> 3 << 17 | m >> 7 << 27
}

fn scaled_kind(scaled: ScaledMma) -> BlockScaleKind {
    match scaled.kind {
        ScaledKind::Mxf8f6f4X1 => BlockScaleKind::Mxf8f6f4,
        ScaledKind::Mxf4nvf4X2 => BlockScaleKind::Mxf4,
        ScaledKind::Mxf4nvf4X4 => BlockScaleKind::Mxf4nvf4,
    }
}

fn kind(ty: Ty) -> MmaKind {
    match ty {
        Ty::Tf32 => MmaKind::Tf32,
        Ty::E4m3 | Ty::E5m2 => MmaKind::F8,
        Ty::S8 | Ty::U8 => MmaKind::I8,
        _ => MmaKind::F16,
    }
}

/// Which instructions compute an MMA.
#[derive(Clone, Copy)]
enum Form {
    Plain { kind: MmaKind, descriptor: u32 },
    Scaled { scales: BlockScales, elem: Scalar, columns: ScaleColumns, has_signs: Option<Val> },
}

/// An MMA whose operands are in place.
struct ReadyTcgen05<'m> {
    mma: &'m AsyncMma,
    form: Form,
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
        let MmaOperand::Smem(load_b, major_b) = mma.b else { return Ok(()) };
        let major_a = match mma.a {
            MmaOperand::Smem(_, major) => major,
            MmaOperand::Registers
            | MmaOperand::SmemToRegisters(..)
            | MmaOperand::RegistersToSmem(_) => Major::K,
        };
        let scale_words = match mma.scales {
            Some(scales) => self.tensor_scale_words(inst, plan, scales)?,
            None => None,
        };
        let form = match (mma.scales, &scale_words, self.elem(lhs)) {
            (Some(scales), Some(words), ir::Elem::Scalar(elem)) => {
                let columns = ScaleColumns::new(memory.scale_column(inst), mma, scales);
                Form::Scaled { scales, elem, columns, has_signs: words.has_signs }
            }
            _ => {
                let Some((a, b)) = operand_types(data, self.elem(lhs), self.elem(rhs)) else {
                    return Err(Unsupported::op(format!("tcgen05 of {}", self.elem(lhs))));
                };
                let d = match self.elem(acc) {
                    ir::Elem::Scalar(Scalar::I32) => Ty::S32,
                    ir::Elem::Scalar(Scalar::F16) => Ty::F16,
                    _ => Ty::F32,
                };
                let shape = (mma.instruction_rows(), mma.n);
                let descriptor = instruction_descriptor(d, [(a, major_a), (b, major_b)], shape);
                Form::Plain { kind: kind(a), descriptor }
            }
        };
        let computed = self.computed_operand(mma, plan, lhs)?;
        let scales = match form {
            Form::Scaled { columns, .. } => scale_words.as_ref().map(|words| (words, columns)),
            Form::Plain { .. } => None,
        };
        let first_column = memory.first_column(inst);
        let accumulator = Accumulator::new(first_column, mma, layout);
        let operand_column = memory.operand_column(inst);
        let computed = computed.as_deref().map(|words| (words, operand_column));
        let accumulator = self.bring_operands(mma, acc, accumulator, computed, scales)?;
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
            form,
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
    ) -> Select<Option<Vec<Val>>> {
        let bytes = element::bytes(self.elem(lhs));
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

    /// Brings an A operand that is computed, scales and the accumulator to tensor memory. An accumulator that is resident
    /// stays where it is; gives the place.
    fn bring_operands(
        &mut self,
        mma: &AsyncMma,
        acc: Value,
        mut accumulator: Accumulator,
        computed: Option<(&[Val], u32)>,
        scales: Option<(&ScaleWords, ScaleColumns)>,
    ) -> Select<Accumulator> {
        let continues = self.resident_at(acc).filter(|_| self.uses[acc] == 1);
        if continues.is_none() {
            // What it is computed from may be resident.
            self.at(acc, accumulator.layout)?;
        }
        if let Some((words, operand_column)) = computed {
            self.store_factor(words, mma, operand_column);
        }
        if let Some((words, columns)) = scales {
            self.store_scales(words, mma, columns);
        }
        match continues {
            Some(resident) => {
                accumulator.first_column = resident.first_column;
                self.take_resident(acc);
                if computed.is_some() || scales.is_some() {
                    self.publish_stores();
                }
            }
            None => self.store_accumulator(acc, &accumulator)?,
        }
        Ok(accumulator)
    }

    /// The instructions of an MMA, in the one thread that issues them.
    fn issue_tcgen05(&mut self, ready: &ReadyTcgen05<'_>) {
        self.tensor_fence(FenceSide::After);
        let of_b = ready.b.1.descriptor(ready.b.2) | DESCRIPTOR_VERSION;
        let from_b = self.descriptor(ready.b.0, of_b);
        let from_a = ready.a.map(|(start, staged, major)| {
            self.descriptor(start, staged.descriptor(major) | DESCRIPTOR_VERSION)
        });
        let issue = |cx: &mut Self, signed: SignedScales| {
            for step in 0..ready.mma.steps {
                for block in 0..ready.mma.blocks() {
                    cx.issue_step(ready, (from_a, from_b), (step, block), signed);
                }
            }
        };
        issue(self, SignedScales { a: false, b: false });
        if let Form::Scaled { has_signs: Some(has_signs), .. } = ready.form {
            let done = self.b.label();
            self.b.branch_if(has_signs, true, Uniform::No, done);
            for (a, b) in [(true, true), (false, true), (true, false)] {
                issue(self, SignedScales { a, b });
            }
            self.b.place(done);
        }
    }

    /// One instruction, of a step along K and a block of rows.
    fn issue_step(
        &mut self,
        ready: &ReadyTcgen05<'_>,
        (from_a, from_b): (Option<Val>, Val),
        (step, block): (u32, u32),
        signed: SignedScales,
    ) {
        let rows = ready.mma.instruction_rows();
        let (_, staged_b, major_b) = ready.b;
        let at_b = self.step(from_b, staged_b.step_offset(major_b, 0, step));
        let column = ready.accumulator.first_column + block * ready.mma.n;
        let to = self.b.mem(ready.base, column as i32);
        let at_a: Arg = match (ready.a, from_a) {
            (Some((_, staged, major)), Some(from)) => {
                self.step(from, staged.step_offset(major, rows * block, step)).into()
            }
            _ => {
                let column = block * ready.mma.operand_columns() + step * STEP_COLUMNS;
                self.b.mem(ready.base, (ready.operand_column + column) as i32)
            }
        };
        let in_tensor_memory = from_a.is_none();
        let always = self.always(true);
        match ready.form {
            Form::Plain { kind, descriptor } => {
                let op = match in_tensor_memory {
                    true => Op::Tcgen05MmaTensor { kind },
                    false => Op::Tcgen05Mma { kind },
                };
                let descriptor = Val::u32(descriptor).into();
                self.b.emit(op, &[], &[to, at_a, at_b.into(), descriptor, always.into()]);
            }
            Form::Scaled { scales, elem, columns, .. } => {
                let kind = scaled_kind(scales.mma);
                let op = match in_tensor_memory {
                    true => Op::Tcgen05MmaTensorScaled { kind },
                    false => Op::Tcgen05MmaScaled { kind },
                };
                let scale = step * scales.mma.scales();
                let (cell, of_cell) = (scale / SCALES_OF_CELL, scale % SCALES_OF_CELL);
                let major_a = ready.a.map_or(Major::K, |(_, _, major)| major);
                let operands = [(elem, major_a), (elem, major_b)];
                let shape = (rows, ready.mma.n);
                let negated = signed.a != signed.b;
                let descriptor = scaled_descriptor(scales.mma, operands, shape, of_cell, negated);
                let [of_a, of_b] = columns.of_step(signed, (block, cell), ready.mma);
                let [of_a, of_b] = [of_a, of_b].map(|at| self.b.mem(ready.base, at as i32));
                let descriptor = Val::u32(descriptor).into();
                let operands = [to, at_a, at_b.into(), descriptor, of_a, of_b, always.into()];
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

    #[test]
    fn descriptors_of_scaled_mmas_are_those_of_the_manual() {
        let form = |elem, scale, block| ScaledMma::form(elem, scale, block).expect("exists");
        let bytes = form(Scalar::F8E5M2, Scalar::F8E8M0FNU, 32);
        let operands = [(Scalar::F8E5M2, Major::K), (Scalar::F8E5M2, Major::Mn)];
        let found = scaled_descriptor(bytes, operands, (128, 256), 3, false);
        assert_eq!(
            found,
            3 << 4 | 1 << 7 | 1 << 10 | 1 << 16 | 32 << 17 | 1 << 23 | 1 << 27 | 3 << 29
        );
        let halves = form(Scalar::F4E2M1FN, Scalar::F8E4M3FN, 16);
        let operands = [(Scalar::F4E2M1FN, Major::K); 2];
        let found = scaled_descriptor(halves, operands, (128, 16), 0, true);
        assert_eq!(found, 1 << 7 | 1 << 10 | 1 << 13 | 2 << 17 | 1 << 27);
    }
}
