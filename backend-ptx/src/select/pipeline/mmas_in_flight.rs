//! MMAs in flight: which values they may still be writing, and the waits for them.
//!
//! In: uses of values, and the `mma_wait` of the schedule. Out: `wgmma.wait_group`, with the release of the buffers
//! that the MMAs have read. A value is used only when no MMA writes it; debug builds report a wait that the
//! schedule does not have.

use ir::{Inst, Value};

use crate::linear::interned::LayoutId;
use crate::ptx::inst::Op;
use crate::ptx::regs::{Reg, Val};
use crate::schedule::pipeline::{Partition, Pipeline};
use crate::select::{Cx, Select, Unsupported};

impl Cx<'_> {
    /// Waits for the MMA that computes a value, if it may be in flight: all but those of the
    /// latest group are known to be done.
    pub fn finish(&mut self, value: Value) -> Select<()> {
        self.fetch_resident(value)?;
        if !self.in_flight.contains(value) {
            return Ok(());
        }
        match self.latest {
            Some(latest) if latest != value => {
                self.in_flight.remove(value);
            }
            _ => self.drain()?,
        }
        Ok(())
    }

    /// Waits for all MMAs in flight, where the schedule says so.
    pub fn drain(&mut self) -> Select<()> {
        if self.tensor.is_none() && !self.in_flight.is_empty() {
            self.expect_announced();
        }
        self.drain_early()
    }

    /// Waits for all MMAs in flight, perhaps earlier than the schedule does: a conversion to another layout begins where
    /// the value is computed.
    pub fn drain_early(&mut self) -> Select<()> {
        self.fetch_all_resident()?;
        if self.in_flight.is_empty() {
            return Ok(());
        }
        self.in_flight.clear();
        self.latest = None;
        self.b.emit(Op::WgmmaWait {}, &[], &[Val::ZERO.into()]);
        self.release_consumed();
        Ok(())
    }

    /// Waits for MMAs in flight if there are any that read operands from registers: see
    /// `select::mma::wgmma`. Accumulators stay where they are.
    pub fn finish_register_operands(&mut self) {
        if self.pipeline.is_some_and(Pipeline::has_operands_in_registers) {
            self.wait_in_flight();
        }
    }

    /// Waits for MMAs in flight. Accumulators stay where they are.
    pub(in crate::select) fn wait_in_flight(&mut self) {
        if self.tensor.is_none() && !self.in_flight.is_empty() {
            self.expect_announced();
            self.b.emit(Op::WgmmaWait {}, &[], &[Val::ZERO.into()]);
            self.release_consumed();
        }
    }

    /// A schedule that has no wait here and the code that has one are not the same.
    fn expect_announced(&mut self) {
        if cfg!(debug_assertions) && !self.is_mma_wait_announced {
            let message = "MMAs in flight are waited for where the schedule has no `mma_wait`";
            self.report(Unsupported::new(crate::codes::MALFORMED_PTX, message));
        }
    }

    /// Where loops carry accumulators in place, MMAs on them may be in flight at this point.
    pub fn expect_in_flight(&mut self, params: &[Value], values: &[Value]) {
        let Some(pipeline) = self.pipeline.filter(|_| self.partition == Partition::Consumer) else {
            return;
        };
        if pipeline.tensor_memory.is_some() {
            return;
        }
        for (&param, &value) in params.iter().zip(values) {
            if pipeline.is_in_place(param) {
                self.in_flight.insert(value);
                self.latest = None;
                self.is_mma_wait_announced = false;
            }
        }
    }

    /// Whether a loop or a branch hands on a value as MMAs accumulate it: in words of two elements, so that nothing takes them
    /// apart and puts them together between two MMAs.
    pub fn is_carried_in_words(&self, value: Value) -> bool {
        self.partition == Partition::Consumer
            && self.elem(value).bits() == 16
            && self.pipeline.is_some_and(|pipeline| {
                pipeline.tensor_memory.is_none()
                    && (pipeline.is_in_place(value) || self.is_laid_out_as_a_sum(pipeline, value))
            })
    }

    /// Whether an MMA has a result with this type of elements in this layout.
    fn is_laid_out_as_a_sum(&self, pipeline: &Pipeline, value: Value) -> bool {
        let layout = self.plan.def_layout(value);
        let is_same = |&mma: &Inst| {
            let result = self.function.results(mma)[0];
            self.elem(result) == self.elem(value) && self.plan.def_layout(result) == layout
        };
        layout.is_some() && pipeline.mmas.mmas.keys().any(is_same)
    }

    /// Whether a value already is in the registers that it is handed on in.
    pub fn is_accumulated_in(&self, value: Value, layout: LayoutId, regs: &[Reg]) -> bool {
        self.in_flight.contains(value)
            && self.tiles.get(&(value, layout)).is_some_and(|tile| {
                tile.len() == regs.len()
                    && tile.iter().zip(regs).all(|(val, &reg)| *val == Val::Reg(reg))
            })
    }
}
