//! Tiles that outgrow the registers of a CTA.
//!
//! A CTA of sixteen warps has room for 32,768 words of one tile, and of MMAs that are summed
//! up together: 128 x 256 of f32. Several MMAs of a pipeline on `wgmma` may have half as much
//! again: its warpgroups take the registers that the producer does not need. A kernel with more is
//! rewritten to compute its tile block in several parts,
//! each with as much as there is room for
//! ([`strip_mine`]): first along the columns that one MMA of a pipeline cannot have, then along rows,
//! down to two warpgroups' worth. Where that is not possible registers are spilled.
//!
//! So is one whose threads would wait for too many elements that are loaded one by one, as those of a
//! stencil: what each waits for, and its address and condition, leave room for few CTAs.
//!
//! The code of a pipelined kernel for tensors that cannot be copied in boxes has the pipeline's warps,
//! but operands in registers, and room for half as many sums in each thread.

use ir::analysis::facts::FactMap;
use ir::pass::strip_mine::strip_mine;
use ir::pass::{self, OptLevel, Options};
use ir::{Entry, Function, InstData, Module, Value};

use crate::analysis::tile_size::words;
use crate::cost::num_warps::ScalarLoads;
use crate::cost::registers::{ACCUMULATOR_BESIDE_OPERANDS, CTA_WORDS, WARPGROUPS_ACCUMULATORS};
use crate::target::{Feature, MAX_COLUMNS, Target, WGMMA_ROWS};

/// Rows of two warpgroups.
const ROWS: u32 = 2 * WGMMA_ROWS;

/// The module with kernels rewritten that have too much to hold; `None` if there are none.
pub fn split_oversized_tiles(module: &Module, target: &Target) -> Option<Module> {
    let fed = target.has_pipelines();
    let budget = if target.has(Feature::Wgmma) { WARPGROUPS_ACCUMULATORS } else { CTA_WORDS };
    let entries: Vec<Entry> = module.entries.keys().collect();
    split_to_budget(
        module,
        &entries,
        &RegisterBudget { words: CTA_WORDS, of_warpgroups: budget, fed },
    )
}

/// The module with one kernel rewritten, if it has too much to hold for so many warps without a
/// pipeline; `None` if it has not.
pub fn split_unpipelined(module: &Module, entry: Entry, warps: u32) -> Option<Module> {
    let words = u64::from(warps * 32) * ACCUMULATOR_BESIDE_OPERANDS;
    split_to_budget(module, &[entry], &RegisterBudget { words, of_warpgroups: words, fed: false })
}

/// What there is room for.
struct RegisterBudget {
    words: u64,
    /// Of MMAs that all have the rows of two warpgroups.
    of_warpgroups: u64,
    /// Whether a pipeline may feed MMAs.
    fed: bool,
}

fn split_to_budget(module: &Module, entries: &[Entry], budget: &RegisterBudget) -> Option<Module> {
    let is_over_budget =
        |&entry: &Entry| !splits(module, &module.entries[entry], budget).is_empty();
    if !entries.iter().any(is_over_budget) {
        return None;
    }
    let mut split = module.clone();
    let mut is_changed = false;
    for &entry in entries {
        for _ in 0..MAX_AXES {
            let wanted = splits(&split, &split.entries[entry], budget);
            let done = wanted.into_iter().find_map(|(seed, parts)| {
                let mut function = split.entries[entry].clone();
                strip_mine(&mut function, &mut split.types, seed, parts).then_some(function)
            });
            let Some(function) = done else { break };
            split.entries[entry] = function;
            is_changed = true;
        }
    }
    if !is_changed {
        return None;
    }
    // All that a kernel computes is in its parts now, what they have in common too.
    pass::run_pass(&mut split, "licm", &Options { level: OptLevel::Full, fmad: false });
    Some(split)
}

/// Axes that one kernel is split along.
const MAX_AXES: usize = 3;

/// Which dimensions to split along, and how often, in the order of preference: none if everything
/// has room.
fn splits(
    module: &Module,
    function: &Function,
    budget: &RegisterBudget,
) -> Vec<((Value, usize), u32)> {
    let accumulators = accumulators(module, function);
    if let Some(largest) = accumulators.iter().max_by_key(|accumulator| accumulator.words) {
        let together: u64 = accumulators.iter().map(|accumulator| accumulator.words).sum();
        let (rows, columns) = (largest.dims.0, largest.dims.1);
        let seed = |dim: usize| (largest.result, largest.batch + dim);
        if budget.fed && rows >= WGMMA_ROWS && columns > MAX_COLUMNS {
            return vec![(seed(1), columns / MAX_COLUMNS)];
        }
        let shared_out = accumulators.iter().all(|accumulator| accumulator.dims.0 == ROWS);
        let words = if shared_out { budget.of_warpgroups } else { budget.words };
        let parts = u32::try_from(together.div_ceil(words)).unwrap_or(1).next_power_of_two();
        return match parts {
            1 => Vec::new(),
            _ if rows / parts >= ROWS => vec![(seed(0), parts), (seed(1), parts)],
            _ if rows > ROWS => vec![(seed(0), rows / ROWS), (seed(1), parts)],
            _ => vec![(seed(1), parts), (seed(0), parts)],
        };
    }
    let mut axes = waiting_for_loads(module, function);
    let Some((value, words)) = largest_tile(module, function) else { return axes };
    let parts = u32::try_from(words.div_ceil(budget.words)).unwrap_or(1).next_power_of_two();
    let rank = module.types.dims(function.value_type(value)).len();
    axes.extend((0..rank).filter(|_| parts > 1).map(|dim| ((value, dim), parts)));
    axes
}

/// Where threads would wait for too many elements that are loaded one by one, dimensions to split
/// along: first those that the parts can divide,
/// and of these first those along which no pointers follow
/// each other. Operations of a loop off the axis would be repeated in each part, so none are
/// allowed.
fn waiting_for_loads(module: &Module, function: &Function) -> Vec<((Value, usize), u32)> {
    let any = |is: fn(&InstData) -> bool| {
        function.insts_in_order().into_iter().any(|inst| is(function.data(inst)))
    };
    let loads = any(|data| matches!(data, InstData::LoadPtrTko { .. }));
    if !loads || any(|data| matches!(data, InstData::For { .. } | InstData::Loop { .. })) {
        return Vec::new();
    }
    let facts = FactMap::of(function, &module.types);
    let scalar_loads = ScalarLoads::of(module, function, &facts);
    let Some(pointers) = scalar_loads.pointers else { return Vec::new() };
    let dims = module.types.dims(function.value_type(pointers));
    let parts = scalar_loads.splits();
    let mut order: Vec<usize> = (0..dims.len()).collect();
    order.sort_by_key(|&dim| (dims[dim] < parts, facts.get(pointers).axis(dim).contiguity));
    let axes = order.into_iter().map(|dim| ((pointers, dim), parts.min(dims[dim])));
    axes.filter(|&(_, parts)| parts > 1).collect()
}

struct LiveAccumulator {
    result: Value,
    /// Dimensions before rows and columns.
    batch: usize,
    dims: (u32, u32),
    words: u64,
}

/// MMAs whose results are held together: those of the block that has most of them, without
/// those that go on summing up what another one began.
fn accumulators(module: &Module, function: &Function) -> Vec<LiveAccumulator> {
    let mut blocks: Vec<(ir::Block, Vec<LiveAccumulator>)> = Vec::new();
    for inst in function.insts_in_order() {
        let (InstData::MmaF { acc, .. } | InstData::MmaI { acc, .. }) = function.data(inst) else {
            continue;
        };
        let Some(block) = function.inst_block(inst) else { continue };
        let continues = function.def_inst(*acc).is_some_and(|before| {
            function.inst_block(before) == Some(block)
                && matches!(function.data(before), InstData::MmaF { .. } | InstData::MmaI { .. })
        });
        let result = function.results(inst)[0];
        let dims = module.types.dims(function.value_type(result));
        let &[.., rows, columns] = dims else { continue };
        if continues {
            continue;
        }
        let words = words(module, function, result);
        let accumulator =
            LiveAccumulator { result, batch: dims.len() - 2, dims: (rows, columns), words };
        match blocks.iter_mut().find(|(at, _)| *at == block) {
            Some((_, accumulators)) => accumulators.push(accumulator),
            None => blocks.push((block, vec![accumulator])),
        }
    }
    let sum = |accumulators: &[LiveAccumulator]| {
        accumulators.iter().map(|accumulator| accumulator.words).sum::<u64>()
    };
    blocks
        .into_iter()
        .map(|(_, accumulators)| accumulators)
        .max_by_key(|p| sum(p))
        .unwrap_or_default()
}

/// The largest tile that is not of pointers, which are computed where they are used.
fn largest_tile(module: &Module, function: &Function) -> Option<(Value, u64)> {
    let results = |inst| function.results(inst).to_vec();
    let sized = |value| (value, words(module, function, value));
    function
        .insts_in_order()
        .into_iter()
        .flat_map(results)
        .map(sized)
        .max_by_key(|(_, words)| *words)
}
