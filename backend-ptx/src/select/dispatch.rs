//! The walk over a kernel: its blocks front to back, and each operation to the family that selects it.
//!
//! In: the schedule of a block. Out: its code. An operation that fails is reported, and its results are zeros, so that
//! selection goes on.

use ir::{Inst, InstData};
use lang::base::Diagnostic;

use crate::schedule::body::Op as ScheduleOp;
use crate::select::{Cx, Select, Unsupported};

impl Cx<'_> {
    /// Selects the operations of a block, in their order.
    pub fn block(&mut self, block: ir::Block) {
        let ops = self.body.ops(block);
        for (at, op) in ops.iter().enumerate() {
            let selected = match op {
                ScheduleOp::Compute(inst) => {
                    self.selected(*inst);
                    Ok(())
                }
                op => self.pipeline_op(op, &ops[..at], &ops[at + 1..]),
            };
            if let Err(why) = selected {
                self.report(why);
            }
        }
    }

    /// Selects one instruction, or reports why it cannot be.
    pub(in crate::select) fn selected(&mut self, inst: Inst) {
        self.mark(inst);
        if let Err(why) = self.inst(inst) {
            self.report(why);
            self.materialize_zeros(inst);
        }
    }

    /// What is emitted next comes from the line of an instruction.
    pub(in crate::select) fn mark(&mut self, inst: Inst) {
        self.span = self.function.span(inst);
        self.b.span = self.span;
        if self.line_info {
            self.b.source(self.span);
        }
    }

    pub fn report(&mut self, why: Unsupported) {
        self.diagnostics.push(Diagnostic::new(why.code, self.span, why.message));
    }

    /// Selects one instruction.
    pub(in crate::select) fn inst(&mut self, inst: Inst) -> Select<()> {
        let data = self.function.data(inst);
        let results = self.function.results(inst);
        match data {
            shape_ops!() => self.shape_inst(data, results[0]),
            elementwise_ops!() => self.elementwise_inst(data, results[0]),
            control_ops!() => self.control_inst(inst),
            memory_ops!() => self.memory_inst(inst),
            view_ops!() => self.view_inst(data, results),
            grid_ops!() => self.grid_inst(data, results),
            InstData::Reduce { operands, dim, body, .. } => {
                self.reduce(inst, operands, *dim, *body)
            }
            InstData::Scan { operands, dim, reverse, body, .. } => {
                self.scan(inst, operands, *dim, *reverse, *body)
            }
            InstData::MmaF { .. } | InstData::MmaI { .. } | InstData::MmaFScaled { .. } => {
                self.mma(inst)
            }
            InstData::Assume { value, .. } if !self.is_tile(*value) => {
                self.views[results[0]] = self.views[*value].clone();
                Ok(())
            }
            InstData::Assume { .. } => self.elementwise_inst(data, results[0]),
            InstData::Assert { condition, message } => self.assert(*condition, message),
            InstData::PrintTko { values, format, .. } => self.print(values, format),
            InstData::Require { .. } | InstData::Note { .. } => Ok(()),
            InstData::MakeToken {} | InstData::JoinTokens { .. } => Ok(()),
            InstData::MultimemLoadReduceViewTko { .. }
            | InstData::MultimemReduceViewTko { .. }
            | InstData::MultimemStoreViewTko { .. }
            | InstData::PreviewCall { .. } => Err(Unsupported::op(data.opcode().mnemonic())),
            InstData::Insert { .. } | InstData::FPowI { .. } => {
                let mnemonic = data.opcode().mnemonic();
                Err(Unsupported::op(format!("{mnemonic} that was not legalised")))
            }
        }
    }
}
