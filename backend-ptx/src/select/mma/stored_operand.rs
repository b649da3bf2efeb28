//! Operands that the threads that compute write to shared memory for `wgmma`.
//!
//! In: an MMA with such operands, whose values are in registers. Out: stores to the operand buffer at hand, in the order and
//! swizzle that the instruction reads; then a fence between the proxies and a barrier of all consumers (PTX ISA, "Async
//! proxy"). There are two buffers. The MMA that reads one has been waited for by all threads when the other is published, so
//! that one barrier for each MMA is enough.

use ir::{Inst, Value};
use smallvec::smallvec;

use crate::linear::convert::Exchange;
use crate::linear::gf2::Columns;
use crate::linear::interned::LayoutId;
use crate::linear::layout::{dim_shifts, shape_bits};
use crate::mma::async_mma::{MmaOperand, StoredOperand};
use crate::mma::smem_operand::{Major, Staged};
use crate::ptx::inst::Op;
use crate::ptx::regs::{Class, Val};
use crate::ptx::types::Ty;
use crate::schedule::pipeline::Pipeline;
use crate::select::memory::element;
use crate::select::{Cx, Select, Unsupported};

impl Cx<'_> {
    /// Begins with the first operand buffer.
    pub(in crate::select) fn begin_operand_buffers(&mut self, pipeline: &Pipeline) {
        let (_, bytes) = pipeline.smem.operands;
        if bytes > 0 {
            let buffer = self.b.fresh(Class::B32);
            self.b.assign(buffer, Val::ZERO);
            self.operand_buffer = Some(buffer);
        }
    }

    /// Writes the computed operands of an MMA to the buffer at hand.
    pub(in crate::select) fn store_operands(&mut self, inst: Inst) -> Select<()> {
        let Some(&mma) = self.pipeline.and_then(|pipeline| pipeline.mma(inst)) else {
            return Ok(());
        };
        let Some(plan) = self.plan.mmas.get(inst).cloned() else { return Ok(()) };
        let [lhs, rhs] = self.function.data(inst).operands()[..2] else { return Ok(()) };
        let (left, right) = if mma.swapped { (mma.b, mma.a) } else { (mma.a, mma.b) };
        let [of_left, of_right] = plan.stored;
        let operands = [(lhs, left, of_left, true), (rhs, right, of_right, false)];
        for (value, operand, layout, is_left) in operands {
            let (Some(stored), Some(layout)) = (operand.stored(), layout) else { continue };
            let layout = match self.plan.def_layout(value) {
                Some(own) => own,
                None => self.plan.layouts.intern(layout),
            };
            self.store_operand(value, layout, stored, is_left)?;
        }
        Ok(())
    }

    fn store_operand(
        &mut self,
        value: Value,
        layout: LayoutId,
        stored: StoredOperand,
        is_left: bool,
    ) -> Select<()> {
        let tile = self.at(value, layout)?;
        let (elem, layout) = (self.elem(value), self.layout(layout));
        let bytes = element::bytes(elem);
        let staged = stored.staged;
        let (rows, columns) = staged.places_by_axis(staged.chunks);
        let rank = layout.shape().len();
        let k_dim = if is_left { rank - 1 } else { rank - 2 };
        let shifts = dim_shifts(layout.shape());
        let mut offsets: Columns = smallvec![0; shape_bits(layout.shape()) as usize];
        for (dim, (&extent, &shift)) in layout.shape().iter().zip(&shifts).enumerate() {
            let is_inner = (dim == k_dim) == (stored.major == Major::K);
            let of_axis = if is_inner { &columns } else { &rows };
            let bits = extent.trailing_zeros() as usize;
            for (bit, &place) in of_axis.iter().take(bits).enumerate() {
                offsets[shift as usize + bit] = place / bytes;
            }
        }
        let elements = staged.bytes() / bytes;
        let exchange = Exchange::of_order(&layout, bytes, offsets, smallvec![], elements)
            .ok_or_else(|| Unsupported::op("a layout that cannot be written to a buffer"))?;
        let base = self.operand_address(stored);
        self.write_staged(&tile, elem, &layout, &exchange, base);
        Ok(())
    }

    /// Makes the buffer at hand visible to MMAs of all consumers. None reads the other one then.
    pub(in crate::select) fn publish_operands(&mut self) {
        self.wait_in_flight();
        self.b.emit(Op::FenceProxyAsync {}, &[], &[]);
        self.barrier();
    }

    /// The address of an operand in the buffer at hand.
    pub(super) fn operand_address(&mut self, stored: StoredOperand) -> Val {
        let base = self.scratch_address();
        let start = self.pipeline.map_or(0, |pipeline| pipeline.smem.operands.0);
        let buffer = self.operand_buffer.map_or(Val::ZERO, Val::Reg);
        let address = self.b.def(Op::Add { ty: Ty::U32 }, &[base, buffer]);
        self.b.def(Op::Add { ty: Ty::U32 }, &[address, Val::u32(start + stored.offset)])
    }

    /// Goes on to the other buffer.
    pub(super) fn next_operand_buffer(&mut self) {
        let bytes = self.pipeline.map_or(0, |pipeline| pipeline.smem.operands.1);
        if let Some(buffer) = self.operand_buffer {
            // Zero and the bytes of a buffer in turn.
            let other = [Val::u32(bytes).into(), buffer.into()];
            self.b.emit(Op::Sub { ty: Ty::U32 }, &[buffer.into()], &other);
        }
    }

    /// Where an operand in shared memory begins, when it is there.
    pub(super) fn smem_operand(&mut self, operand: MmaOperand) -> Option<(Val, Staged, Major)> {
        match operand {
            MmaOperand::Smem(load, major) => {
                let staged = self.pipeline?.async_loads[load].staged;
                Some((self.consumer_wait(load), staged, major))
            }
            MmaOperand::RegistersToSmem(stored) => {
                Some((self.operand_address(stored), stored.staged, stored.major))
            }
            MmaOperand::Registers | MmaOperand::SmemToRegisters(..) => None,
        }
    }
}
