//! Loops over rows: an iteration loads one and reduces it.
//!
//! It waits for all of the row, and while it computes nothing is on its way. Only the other CTAs
//! of the SM keep memory busy.
//! So the next row is loaded before the present one is
//! reduced ([`ahead`]), where both together leave room for as many CTAs as without.
//!
//! Not in kernels with MMAs, whose tiles have other things to wait for; nor for scans, to which more
//! warps mean an exchange through shared memory.

use ir::analysis::facts::FactMap;
use ir::pass::ahead::{AddressFrom, ahead, candidates};
use ir::{Function, HintKey, Module};

use crate::analysis::row_loops::{Rows, loops};
use crate::cost::num_warps;
use crate::cost::occupancy::ROW_CTAS;
use crate::cost::registers::of_prefetched_rows;
use crate::target::{MAX_REGISTERS, SM_REGISTERS, Target};

/// The module with such rows loaded an iteration earlier; `None` if there are none.
pub fn prefetch_rows(module: &Module, target: &Target, warps: Option<u32>) -> Option<Module> {
    let mut out: Option<Module> = None;
    for (entry, function) in module.entries.iter() {
        let mut loops = loops(module, function);
        if loops.is_empty() {
            continue;
        }
        let facts = || FactMap::of(function, &module.types);
        let choose = || num_warps::choose(module, function, &facts(), target);
        let threads = 32 * warps.unwrap_or_else(choose);
        let room = room(function, target, threads);
        loops.retain(|rows| {
            let possible = candidates(function, &module.types, rows.around, AddressFrom::Induction);
            rows.registers(threads) <= room && rows.loads.iter().all(|load| possible.contains(load))
        });
        if !loops.is_empty() {
            let into = out.get_or_insert_with(|| module.clone());
            let loops = loops.into_iter().map(|rows| (rows.around, rows.loads)).collect();
            ahead(&mut into.entries[entry], &mut into.types, loops);
        }
    }
    out
}

/// Registers that a thread may have.
fn room(function: &Function, target: &Target, threads: u32) -> u64 {
    let asked = function.hints.get(target.compute, HintKey::Occupancy);
    let ctas = asked.and_then(|ctas| u32::try_from(ctas).ok()).unwrap_or(ROW_CTAS).max(1);
    u64::from(SM_REGISTERS / ctas.saturating_mul(threads)).min(u64::from(MAX_REGISTERS))
}

impl Rows {
    /// About as many as a thread needs with two iterations' rows.
    fn registers(&self, threads: u32) -> u64 {
        of_prefetched_rows(self.loaded, self.reduced, threads)
    }
}
