//! Loops over rows: an iteration loads one and reduces it.
//!
//! It waits for all of the row, and while it computes nothing is on its way. What is left to keep
//! memory busy are the other CTAs of the SM. So the next row is loaded before the present one is
//! reduced ([`ahead`]), where both together leave room for as many CTAs as without.
//!
//! Not in kernels with products, whose tiles have other things to wait for; nor for scans, to which more
//! warps mean an exchange through shared memory.

use ir::analysis::facts::FactMap;
use ir::pass::ahead::{ahead, candidates};
use ir::{Block, Function, HintKey, Inst, InstData, Module, Value};
use rustc_hash::FxHashSet;

use crate::target::{SM_REGISTERS, Target};
use crate::{capacity, warps};

/// CTAs of an SM that there has to be room for, where the source does not say how many. Row softmax in
/// a grid of eight CTAs for each SM of an H200, with the next row: f32 with 1,024 columns, 64 threads
/// with 72 registers, runs at 0.99 of the bandwidth of a copy, without at 0.95; with 2,048 columns,
/// 128 threads, only seven have room, and it runs at 0.84, without at 0.93.
const CTAS: u32 = 8;
/// Registers of a thread for all but its rows, in `ptxas` 13.0's code of that kernel.
const OTHERS: u64 = 40;
/// The most registers of a thread.
const MOST: u64 = 255;

/// The module with such rows loaded an iteration earlier; `None` if there are none.
pub fn early(module: &Module, target: &Target, warps: Option<u32>) -> Option<Module> {
    let mut out: Option<Module> = None;
    for (entry, function) in module.entries.iter() {
        let mut loops = loops(module, function);
        if loops.is_empty() {
            continue;
        }
        let choose = || warps::choose(module, function, &FactMap::of(function, &module.types));
        let threads = 32 * warps.unwrap_or_else(choose);
        let room = room(function, target, threads);
        loops.retain(|rows| {
            let possible = candidates(function, &module.types, rows.around);
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
    let ctas = asked.and_then(|ctas| u32::try_from(ctas).ok()).unwrap_or(CTAS).max(1);
    u64::from(SM_REGISTERS / ctas.saturating_mul(threads)).min(MOST)
}

/// A loop over rows.
pub struct Rows {
    around: Inst,
    /// In program order.
    loads: Vec<Inst>,
    /// Words of what is loaded.
    pub loaded: u64,
    /// Words of the largest tile that is reduced.
    reduced: u64,
}

impl Rows {
    /// About as many as a thread needs with two iterations' rows.
    fn registers(&self, threads: u32) -> u64 {
        let of_thread = |words: u64| words.div_ceil(u64::from(threads));
        OTHERS + of_thread(self.loaded.max(self.reduced)) + of_thread(self.loaded)
    }
}

/// The loops over rows of a kernel without products.
pub fn loops(module: &Module, function: &Function) -> Vec<Rows> {
    let insts = function.insts_in_order();
    let is_product =
        |inst: &Inst| matches!(function.data(*inst), InstData::MmaF { .. } | InstData::MmaI { .. });
    if insts.iter().any(is_product) {
        return Vec::new();
    }
    let of = |&around: &Inst| match *function.data(around) {
        InstData::For { body, .. } => Some((around, body)),
        _ => None,
    };
    let loops = insts.iter().filter_map(of);
    loops.filter_map(|(around, body)| rows(module, function, around, body)).collect()
}

/// What the block of a loop loads and reduces, in the same iteration or the next.
fn rows(module: &Module, function: &Function, around: Inst, body: Block) -> Option<Rows> {
    let insts = function.insts(body);
    if insts.iter().any(|&inst| matches!(function.data(inst), InstData::Scan { .. })) {
        return None;
    }
    let is_reduction = |inst: &&Inst| matches!(function.data(**inst), InstData::Reduce { .. });
    let mut needed: FxHashSet<Value> = insts
        .iter()
        .filter(is_reduction)
        .flat_map(|&inst| function.data(inst).operands())
        .collect();
    let words = |value| capacity::words(module, function, value);
    let reduced = needed.iter().map(|&tile| words(tile)).max()?;

    let needs = |needed: &mut FxHashSet<Value>| {
        for &inst in insts.iter().rev() {
            if function.results(inst).iter().any(|value| needed.contains(value)) {
                needed.extend(function.data(inst).operands());
            }
        }
    };
    needs(&mut needed);
    let end = function.terminator(body)?;
    let carried = &function.block_params(body)[1..];
    for (param, next) in carried.iter().zip(function.data(end).operands()) {
        if needed.contains(param) {
            needed.insert(next);
        }
    }
    needs(&mut needed);
    let is_load = |inst: &Inst| {
        matches!(function.data(*inst), InstData::LoadPtrTko { .. } | InstData::LoadViewTko { .. })
            && needed.contains(&function.results(*inst)[0])
    };
    let loads: Vec<Inst> = insts.iter().copied().filter(is_load).collect();
    let loaded = loads.iter().map(|&load| words(function.results(load)[0])).sum();
    (!loads.is_empty()).then_some(Rows { around, loads, loaded, reduced })
}
