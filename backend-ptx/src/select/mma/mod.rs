//! MMAs: which instruction, and the fragments that it wants.

mod fetch;
mod fma;
pub mod scale;
mod stored_operand;
mod sync;
mod sync_scaled;
mod tcgen05;
pub mod tensor_memory;
mod tensor_scales;
mod wgmma;

use ir::{Inst, InstData, Scalar, Value};

use self::scale::Scales;
use crate::mma::assign::{MmaEngine, MmaPlan};
use crate::select::{Cx, Select, Unsupported};

/// An MMA about to be computed.
pub struct RegisterMma<'a> {
    pub data: &'a InstData,
    pub plan: MmaPlan,
    /// Element formats of the operands and of the accumulator.
    pub from: (Scalar, Scalar),
    pub to: Scalar,
    /// The scales of the operands' blocks.
    pub scales: Option<(Scales, Scales)>,
    /// Registers of A, B and C in the plan's layouts.
    pub a: Vec<crate::ptx::regs::Val>,
    pub b: Vec<crate::ptx::regs::Val>,
    pub c: Vec<crate::ptx::regs::Val>,
    /// Number of matrices in A, B and C.
    pub batches: (u32, u32, u32),
}

impl Cx<'_> {
    pub fn mma(&mut self, inst: Inst) -> Select<()> {
        let data = self.function.data(inst);
        let result = self.function.results(inst)[0];
        if self.plan.required_layouts(result).is_empty() {
            return Ok(());
        }
        let operands = data.operands();
        let types: Vec<String> = operands.iter().map(|&v| self.elem(v).to_string()).collect();
        let unsupported =
            || Unsupported::op(format!("{} of {}", data.opcode().mnemonic(), types.join(", ")));
        let plan = self.plan.mmas.get(inst).cloned();
        let (Some(plan), Some(def_layout)) = (plan, self.plan.def_layout(result)) else {
            return Err(unsupported());
        };
        let (ir::Elem::Scalar(from), ir::Elem::Scalar(to)) =
            (self.elem(operands[0]), self.elem(operands[2]))
        else {
            return Err(unsupported());
        };
        if let MmaEngine::Wgmma(mma) = plan.engine {
            return self.wgmma(inst, &mma, &plan, def_layout);
        }
        if let MmaEngine::Tcgen05(mma) = plan.engine {
            return self.tcgen05(inst, &mma, &plan, def_layout);
        }
        let (la, lb) =
            (self.plan.layouts.intern(plan.a.clone()), self.plan.layouts.intern(plan.b.clone()));
        let (a, b) = (self.at(operands[0], la)?.to_vec(), self.at(operands[1], lb)?.to_vec());
        let ir::Elem::Scalar(right) = self.elem(operands[1]) else { return Err(unsupported()) };
        let scales = self.scales_of_operands(&plan, data)?;
        let c = self.at(operands[2], def_layout)?.to_vec();
        let count = |value: Value| match self.dims(value) {
            [batches, _, _] => *batches,
            _ => 1,
        };
        let batches = (count(operands[0]), count(operands[1]), count(operands[2]));
        let from = (from, right);
        let mma = RegisterMma { data, plan, from, to, scales, a, b, c, batches };
        let tile = match mma.plan.engine {
            MmaEngine::Sync(fragment) => self.mma_sync(&mma, fragment)?,
            MmaEngine::SyncScaled(scaled) => self.mma_sync_scaled(&mma, scaled)?,
            MmaEngine::Fma | MmaEngine::Wgmma(_) | MmaEngine::Tcgen05(_) => self.mma_fma(&mma)?,
        };
        self.set_def_layout(result, def_layout, tile)
    }
}
