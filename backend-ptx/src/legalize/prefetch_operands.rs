//! Operands that threads load for `wgmma`, an iteration earlier.
//!
//! Threads that multiply load themselves what no pipeline brings, such as rows that are gathered through pointers, and wait
//! for memory in each iteration before they multiply. So the next iteration's operand is on its way while the present one is
//! multiplied ([`ahead`]):
//!
//! ```text
//! for i, acc {                                  x = load p(lo)
//!     x = load p(i)                             for i, acc, x {
//!     acc = mma f(x), b, acc             =>         next = load p(i + step)
//! }                                                 acc = mma f(x), b, acc
//!                                                   continue acc, next
//!                                               }
//! ```
//!
//! So is a number that threads load to find the tile that a pipeline brings, such as that of a page: the producer would wait
//! for memory in front of each copy.
//!
//! A thread has room for operands if what it holds anyway, the accumulators and three times the words that it loads (those of the
//! next iteration, of the present one, and the fragments that these become), is less than its share.
//!
//! In: a verified module. Out: the module with such loads, in kernels whose pipelines bring what they did.

use ir::pass::ahead::{AddressFrom, ahead, candidates};
use ir::{Block, Effect, Function, Inst, InstData, Module, Value};
use rustc_hash::FxHashSet;

use crate::analysis::tile_size::words;
use crate::cost::registers::{BESIDE_TILES, even_share};
use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::pipeline_mma::pipeline;
use crate::mma::is_mma;
use crate::schedule::pipeline::Pipeline;
use crate::target::{Feature, LANES, Target, WARPGROUP};

/// Words of a thread that an iteration loads for the next, and of its fragments.
const COPIES: u64 = 3;

/// The module with such loads; `None` if there are none.
pub fn prefetch(module: &Module, target: &Target) -> Option<Module> {
    if !target.has(Feature::Wgmma) {
        return None;
    }
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        let mut loops = loops(module, function);
        if loops.is_empty() {
            continue;
        }
        let Some(before) = pipeline(module, function, target) else { continue };
        loops.retain_mut(|found| {
            found.operands.retain(|&load| before.async_load(load).is_none());
            // The producer cannot carry the numbers of rows that it gathers.
            let is_early = |load: usize| before.async_loads[load].gather.is_none();
            found.numbers.retain(|&(tile, _)| before.async_load(tile).is_some_and(is_early));
            if !found.has_room(module, function, &before) {
                found.operands.clear();
            }
            !found.loads().is_empty()
        });
        if loops.is_empty() {
            continue;
        }
        rewrites.attempt(entry, |changed| {
            let loops = loops.iter().map(|found| (found.around, found.loads())).collect();
            ahead(&mut changed.entries[entry], &mut changed.types, loops);
            let after = pipeline(changed, &changed.entries[entry], target);
            after.is_some_and(|after| brings_the_same(&before, &after))
        });
    }
    rewrites.into_module()
}

/// A loop, and loads in its body that may be early.
struct OperandLoop {
    around: Inst,
    body: Block,
    /// All that may, in program order.
    possible: Vec<Inst>,
    /// Those that operands of MMAs are computed from.
    operands: Vec<Inst>,
    /// Loads of views, each with one that an index of it is computed from.
    numbers: Vec<(Inst, Inst)>,
}

/// The loops of a kernel with operands that are computed or loaded through pointers, or with indices that are loaded.
fn loops(module: &Module, function: &Function) -> Vec<OperandLoop> {
    let of = |around: Inst| {
        let InstData::For { body, .. } = *function.data(around) else { return None };
        let (mut operands, mut numbers) = (Vec::new(), Vec::new());
        for &inst in function.insts(body) {
            let data = function.data(inst);
            if is_mma(data) {
                let of_mma = data.operands().into_iter().take(2);
                operands.extend(of_mma.flat_map(|it| loads_of((module, function), body, it)));
            }
            if let InstData::LoadViewTko { index, .. } = data {
                let loads = index.iter().flat_map(|&it| loads_of((module, function), body, it));
                numbers.extend(loads.map(|load| (inst, load)));
            }
        }
        if operands.is_empty() && numbers.is_empty() {
            return None;
        }
        let possible = candidates(function, &module.types, around, AddressFrom::Loads);
        Some(OperandLoop { around, body, possible, operands, numbers })
    };
    function.insts_in_order().into_iter().filter_map(of).collect()
}

/// The loads of a block that an operand or an index is computed from; none where another MMA is among what it is computed from, or
/// where all that is between is a permutation or reshape of a tile of a partition view or strided view, which a pipeline brings.
fn loads_of((module, function): (&Module, &Function), body: Block, operand: Value) -> Vec<Inst> {
    let mut loads = Vec::new();
    let mut is_computed = false;
    let mut seen: FxHashSet<Inst> = FxHashSet::default();
    let mut open = vec![operand];
    while let Some(value) = open.pop() {
        let Some(inst) = function.def_inst(value) else { continue };
        if function.inst_block(inst) != Some(body) || !seen.insert(inst) {
            continue;
        }
        let data = function.data(inst);
        match data {
            data if is_mma(data) => return Vec::new(),
            InstData::LoadPtrTko { .. } => {
                is_computed = true;
                loads.push(inst);
            }
            InstData::LoadViewTko { view, .. } => {
                is_computed |= module.types.sparse_dim(function.value_type(*view)).is_some();
                loads.push(inst);
            }
            InstData::Permute { source, .. } | InstData::Reshape { source } => open.push(*source),
            data if matches!(data.effect(), Effect::Pure | Effect::Partial)
                && data.blocks().is_empty() =>
            {
                is_computed = true;
                open.extend(data.operands());
            }
            _ => return Vec::new(),
        }
    }
    if is_computed { loads } else { Vec::new() }
}

impl OperandLoop {
    /// What is early.
    fn loads(&self) -> Vec<Inst> {
        let is_wanted = |load: &Inst| {
            self.operands.contains(load) || self.numbers.iter().any(|(_, number)| number == load)
        };
        self.possible.iter().copied().filter(is_wanted).collect()
    }

    /// Whether threads have registers for what the loop would carry.
    fn has_room(&self, module: &Module, function: &Function, pipeline: &Pipeline) -> bool {
        let mmas = function.insts(self.body).iter().filter_map(|&inst| pipeline.mma(inst));
        let threads = pipeline.mmas.warpgroups * WARPGROUP;
        let accumulators: u32 = mmas.map(|mma| mma.m * mma.n / threads).sum();
        let loaded = |load: &Inst| words(module, function, function.results(*load)[0]);
        let of_thread = |words: u64| words.div_ceil(u64::from(threads));
        let early = self.operands.iter().filter(|load| self.possible.contains(load));
        let carried: u64 = early.map(loaded).map(of_thread).sum();
        let all = LANES * (pipeline.consumer_warps() + pipeline.producer_warps());
        let share =
            pipeline.registers.map_or(even_share(pipeline.per_sm, all), |(_, consumer)| consumer);
        let needed = u64::from(accumulators + BESIDE_TILES) + COPIES * carried;
        accumulators > 0 && needed <= u64::from(share)
    }
}

/// Whether two pipelines of a kernel bring as much, to as many CTAs and tile blocks at a time.
fn brings_the_same(one: &Pipeline, other: &Pipeline) -> bool {
    let brought = |pipeline: &Pipeline| {
        let stages: Vec<u32> = pipeline.rings.iter().map(|ring| ring.stages).collect();
        (pipeline.async_loads.len(), stages, pipeline.per_sm, pipeline.tiles_per_cta())
    };
    brought(one) == brought(other)
}
