//! Loops over rows: an iteration loads one and reduces it.

use ir::{Block, Function, Inst, InstData, Module, Value};
use rustc_hash::FxHashSet;

use crate::analysis::tile_size::words;

/// A loop over rows.
pub struct Rows {
    pub around: Inst,
    /// In program order.
    pub loads: Vec<Inst>,
    /// Words of what is loaded.
    pub loaded: u64,
    /// Words of the largest tile that is reduced.
    pub reduced: u64,
}

/// The loops over rows of a kernel without MMAs.
pub fn loops(module: &Module, function: &Function) -> Vec<Rows> {
    let insts = function.insts_in_order();
    let is_mma =
        |inst: &Inst| matches!(function.data(*inst), InstData::MmaF { .. } | InstData::MmaI { .. });
    if insts.iter().any(is_mma) {
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
    let words = |value| words(module, function, value);
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
