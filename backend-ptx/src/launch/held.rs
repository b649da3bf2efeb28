//! The words of a thread that a loop of asynchronous MMAs holds from its beginning to its end.
//!
//! ```text
//! held    = words that the loop carries + accumulators of its MMAs that are not among these
//! spilled = held + BESIDE_TILES - registers of a thread
//! ```
//!
//! `ptxas` can move what is computed from these towards its uses, but not the words themselves.

use ir::{Block, Inst, InstData, Value};

use crate::analysis::role::{Role, role};
use crate::cost::registers::BESIDE_TILES;
use crate::launch::count::Counter;
use crate::mma::assign::MmaEngine;

impl Counter<'_> {
    /// Words of a thread without a register, if a thread has so many registers.
    pub(super) fn spilled(&self, registers: u32) -> u32 {
        let insts = self.function.insts_in_order();
        let bodies = insts.iter().filter_map(|&inst| match self.function.data(inst) {
            InstData::For { body, .. } | InstData::Loop { body, .. } => Some(*body),
            _ => None,
        });
        let held = bodies.map(|body| self.held(body)).max().unwrap_or(0);
        if held == 0 { 0 } else { (held + BESIDE_TILES).saturating_sub(registers) }
    }

    fn held(&self, body: Block) -> u32 {
        let insts = self.function.insts(body);
        let is_async = |&inst: &Inst| {
            let engine = self.compiled.plan.mmas.get(inst).map(|plan| plan.engine);
            role(self.function.data(inst)) == Role::Mma
                && matches!(engine, Some(MmaEngine::Wgmma(_)))
        };
        let mmas: Vec<Inst> = insts.iter().copied().filter(is_async).collect();
        if mmas.is_empty() {
            return 0;
        }
        let carried = self.function.block_params(body);
        let results: Vec<Value> = mmas.iter().map(|&mma| self.function.results(mma)[0]).collect();
        let begins = |mma: &&Inst| {
            let acc = self.function.data(**mma).operands().get(2).copied();
            !acc.is_some_and(|acc| carried.contains(&acc) || results.contains(&acc))
        };
        let own = mmas.iter().filter(begins).map(|&mma| self.function.results(mma)[0]);
        carried.iter().copied().chain(own).map(|value| self.words(value)).sum()
    }

    /// Words of a thread that a tile takes.
    fn words(&self, value: Value) -> u32 {
        let registers = self.computed_in(value).map_or(0, |layout| layout.num_registers());
        self.tile_bits(value).map_or(0, |(_, bits, _)| (registers * bits).div_ceil(32))
    }
}
