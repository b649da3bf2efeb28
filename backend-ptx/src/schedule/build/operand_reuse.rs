//! Neighbouring tile blocks, which copy once what both of them need.
//!
//! Tensor cores wait for operands where loops copy more bytes for each MMA than an SM gets from the L2 cache
//! (`cost/l2_traffic.rs`); rows that are not a multiple of 128 bytes (*uneven* ones) count twice. Tile blocks with neighbouring numbers often want the same boxes of one operand, so
//! two of them are worked on at a time, in one of two ways:
//!
//! - *two-tile*, in one CTA, each by a warpgroup: tiles that a warpgroup has registers for. A buffer has the
//!   boxes of both, and what is the same in both once. Two tiles of 128x128 so make one of 256x128. Where threads compute
//!   operands, tensor cores work for one tile block meanwhile, so that these gain with fewer bytes too.
//! - *paired*, in the two CTAs of a cluster: large tiles ([`MIN_CLUSTER_ACCUMULATOR`]) whose rows may be uneven. Each
//!   copies half of what is the same to the shared memory of both. A launch then has twice the CTAs, in
//!   clusters, which costs tensors with even rows more the smaller tiles are.
//!
//! Whether an asynchronous load is the same is tested for each two tile blocks, by computing what its indices depend
//! on for either:
//!
//! ```text
//! root   a value outside of control flow that follows from the number of the tile block; of a value from memory, what
//!        its address follows from
//! alike(asynchronous load)  =  all roots of its indices are equal
//! in lockstep        =  all roots of bounds of loops and of conditions are equal, up to this tile block
//! ```
//!
//! CTAs in lockstep fill the same stages in the same order, so a buffer is free when both have
//! released theirs. Two-tile
//! tile blocks have one ring and are in lockstep by construction: nothing that decides has a root.

use cranelift_entity::{EntitySet, SecondaryMap};
use ir::{Block, Effect, Function, Inst, InstData, Module, Value, ValueDef};
use rustc_hash::FxHashMap;

use crate::analysis::slice;
use crate::cost::l2_traffic::{MIN_CLUSTER_ACCUMULATOR, MIN_TWO_TILE_SIDE, Traffic};
use crate::cost::registers::{WARPGROUP_WORDS, WARPGROUPS_ACCUMULATORS};
use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::mma::is_mma;
use crate::schedule::pipeline::{AsyncLoad, StageRing};
use crate::target::{Chip, K_STEP_BYTES};

/// What tile blocks have in common, as far as that depends on their numbers.
#[derive(Clone, Debug)]
pub struct OperandReuse {
    /// Computes all roots from the number of a tile block and parameters, in program order.
    pub slice: Vec<Inst>,
    /// The roots of everything that decides what runs.
    pub control: Vec<Value>,
    /// The roots of each asynchronous load's indices; none if they cannot be told.
    pub async_loads: Vec<Option<Vec<Value>>>,
}

/// What loops copy, and what they compute from it.
fn traffic<'a>(
    function: &Function,
    async_loads: &[AsyncLoad],
    mmas: impl Iterator<Item = (&'a Inst, &'a AsyncMma)>,
) -> Traffic {
    let looped = |inst: Inst| !slice::loops_around(function, function.inst_block(inst)).is_empty();
    let bytes: u64 = async_loads
        .iter()
        .filter(|async_load| async_load.epilogue_load.is_none() && looped(async_load.inst))
        .map(|async_load| u64::from(async_load.staged.bytes()))
        .sum();
    let (mut work, mut largest_accumulator) = (0, 0);
    for (_, mma) in mmas.filter(|(inst, _)| looped(**inst)) {
        // Its K in bytes is that of its instructions.
        let k_bytes = mma.steps * K_STEP_BYTES;
        let elements = u64::from(mma.m) * u64::from(mma.n);
        work += elements * u64::from(k_bytes);
        largest_accumulator = largest_accumulator.max(elements);
    }
    Traffic { bytes, work: work.max(1), largest_accumulator }
}

/// What the CTAs of a cluster share, if that is of any use to a kernel some of whose rows may be uneven.
pub fn pairs<'a>(
    function: &Function,
    producer_slice: &SecondaryMap<Value, bool>,
    async_loads: &[AsyncLoad],
    mmas: impl Iterator<Item = (&'a Inst, &'a AsyncMma)>,
    chip: &Chip,
) -> Option<OperandReuse> {
    let traffic = traffic(function, async_loads, mmas);
    let is_large = traffic.largest_accumulator >= MIN_CLUSTER_ACCUMULATOR;
    if !is_large || !traffic.is_bound_if_uneven(chip) {
        return None;
    }
    OperandReuse::of(function, producer_slice, async_loads, AsyncLoad::can_be_halved)
}

/// What two tile blocks in one CTA share, and the bytes of a buffer for both; none where a warpgroup
/// has no room for a tile block or too little would be gained.
pub fn two_tile(
    (module, function): (&Module, &Function),
    producer_slice: &SecondaryMap<Value, bool>,
    (async_loads, rings): (&[AsyncLoad], &[StageRing]),
    mmas: &FxHashMap<Inst, AsyncMma>,
    chip: &Chip,
) -> Option<(OperandReuse, u32)> {
    let traffic = traffic(function, async_loads, mmas.iter());
    // One ring, whose buffers are all filled by asynchronous loads of MMAs.
    let [ring] = rings else { return None };
    let looped = |inst: Inst| !slice::loops_around(function, function.inst_block(inst)).is_empty();
    let fits = async_loads
        .iter()
        .all(|async_load| looped(async_load.inst) && async_load.epilogue_load.is_none())
        && ring.stage_loads.iter().all(|group| group.len() > 1)
        && mmas.values().all(|mma| {
            let sides = mma.n.min(mma.m) >= MIN_TWO_TILE_SIDE;
            sides && matches!(mma.a, MmaOperand::Smem(..) | MmaOperand::Registers)
        })
        && has_room(module, function, mmas);
    // Warps that compute operands wait for their MMA before they begin the next: those of the other tile block multiply
    // meanwhile.
    let computes = mmas.values().any(|mma| mma.a == MmaOperand::Registers);
    if !fits || !(computes || traffic.is_bound(chip)) {
        return None;
    }
    let neighbours = OperandReuse::of(function, producer_slice, async_loads, |_| true)?;
    if !neighbours.control.is_empty() {
        return None;
    }
    // For each load that may be the same in both, with those that are the same whenever it is: the bytes of a buffer then.
    let bytes_of = |loads: &[usize], is_counted: &dyn Fn(usize) -> bool| -> u32 {
        let counted = loads.iter().filter(|&&load| is_counted(load));
        counted.map(|&load| async_loads[load].bytes_in_buffer()).sum()
    };
    let all: Vec<usize> = (0..async_loads.len()).collect();
    let shared = all.iter().filter_map(|&number| {
        let roots = neighbours.async_loads[number].as_ref()?;
        let is_alike = |load: usize| neighbours.async_loads[load].as_ref() == Some(roots);
        let buffer = |group: &[usize]| 2 * bytes_of(group, &|_| true) - bytes_of(group, &is_alike);
        let bytes = bytes_of(&all, &is_alike);
        let most = ring.stage_loads.iter().map(|group| buffer(group)).max();
        most.filter(|_| traffic.is_sharing_worth(u64::from(bytes)))
    });
    let buffer = shared.max()?;
    Some((neighbours, buffer))
}

/// Whether a warpgroup can hold the tiles of a tile block. Numbers of elements that only pointers are computed from are
/// not held: each is computed where its element is accessed.
fn has_room(module: &Module, function: &Function, mmas: &FxHashMap<Inst, AsyncMma>) -> bool {
    let words = |value: &Value| {
        let tile = module.types.as_tile(function.value_type(*value));
        let tile = tile.filter(|tile| !tile.elem.is_ptr());
        tile.map_or(0, |tile| (tile.num_elems() * u64::from(tile.elem.bits().max(8))).div_ceil(32))
    };
    let accumulators = live_accumulators(function, mmas);
    let insts = function.insts_in_order();
    let other = |inst: &Inst| is_mma(function.data(*inst)) && !mmas.contains_key(inst);
    let in_addresses = values_in_addresses(function, &insts);
    // Few registers are left for what a loop of MMAs carries beside the accumulators, such as a sum to which results are
    // added.
    let is_accumulated =
        |value: &Value| mmas.keys().any(|mma| function.data(*mma).operands().get(2) == Some(value));
    let carried = insts.iter().filter_map(|&inst| match function.data(inst) {
        InstData::For { body, .. } if mmas.keys().any(|&mma| function.is_inside(mma, inst)) => {
            let others = function.block_params(*body)[1..].iter();
            Some(others.filter(|value| !is_accumulated(value)).map(words).sum::<u64>())
        }
        _ => None,
    });
    let carried = carried.max().unwrap_or(0);
    let held = insts.iter().flat_map(|&inst| function.results(inst));
    let largest = held.filter(|value| !in_addresses.contains(**value)).map(words).max();
    accumulators <= WARPGROUP_WORDS
        && accumulators + carried <= WARPGROUPS_ACCUMULATORS / 2
        && largest.is_none_or(|largest| largest <= WARPGROUP_WORDS)
        && !insts.iter().any(other)
}

/// Words of the accumulators of MMAs: those that are accumulated one after the other, perhaps from loop to loop, are one.
fn live_accumulators(function: &Function, mmas: &FxHashMap<Inst, AsyncMma>) -> u64 {
    let uses = function.count_uses();
    let begins = |inst: Inst| {
        let acc = function.data(inst).operands().get(2).copied();
        !acc.is_some_and(|acc| is_from_mma(function, mmas, &uses, acc))
    };
    let words = |mma: &AsyncMma| u64::from(mma.m) * u64::from(mma.n);
    mmas.iter().filter(|(inst, _)| begins(**inst)).map(|(_, mma)| words(mma)).sum()
}

/// Whether a value is the result of one of these MMAs, perhaps by way of loops that carry it, and is used once.
fn is_from_mma(
    function: &Function,
    mmas: &FxHashMap<Inst, AsyncMma>,
    uses: &SecondaryMap<Value, u32>,
    value: Value,
) -> bool {
    let next = match function.def(value) {
        ValueDef::Result(inst, _) if mmas.contains_key(&inst) => return uses[value] == 1,
        ValueDef::Result(inst, number) => match function.data(inst) {
            InstData::For { body, .. } => carried_on(function, *body).get(number).copied(),
            _ => None,
        },
        ValueDef::Param(block, number) => {
            let around = function.block_owner(block).map(|around| function.data(around));
            match around {
                Some(InstData::For { init_values, .. }) if number > 0 => {
                    init_values.get(number - 1).copied()
                }
                _ => None,
            }
        }
    };
    uses[value] == 1 && next.is_some_and(|next| is_from_mma(function, mmas, uses, next))
}

/// What a loop carries from one iteration to the next.
fn carried_on(function: &Function, body: Block) -> &[Value] {
    match function.terminator(body).map(|end| function.data(end)) {
        Some(InstData::Continue { operands }) => operands,
        _ => &[],
    }
}

/// The values that go into nothing but offsets of pointers.
fn values_in_addresses(function: &Function, insts: &[Inst]) -> EntitySet<Value> {
    let mut elsewhere: EntitySet<Value> = EntitySet::new();
    let mut found: EntitySet<Value> = EntitySet::new();
    // Users come behind what they use; what a loop carries is used in it.
    for &inst in insts.iter().rev() {
        let data = function.data(inst);
        let is_computed = matches!(data.effect(), Effect::Pure | Effect::Partial);
        let in_address = match data {
            InstData::Offset { .. } => true,
            _ => is_computed && function.results(inst).iter().all(|result| found.contains(*result)),
        };
        for value in data.operands() {
            let is_new = !elsewhere.contains(value);
            if in_address && is_new {
                found.insert(value);
            } else {
                elsewhere.insert(value);
                found.remove(value);
            }
        }
    }
    found
}

impl OperandReuse {
    /// What decides about the asynchronous loads that may be shared; none if there are none or it cannot be told.
    pub fn of(
        function: &Function,
        producer_slice: &SecondaryMap<Value, bool>,
        async_loads: &[AsyncLoad],
        may_be_shared: impl Fn(&AsyncLoad) -> bool,
    ) -> Option<OperandReuse> {
        let roots = Roots::of(function, producer_slice);
        if async_loads.iter().any(|async_load| roots.is_of_one_block(async_load)) {
            return None;
        }
        let control = roots.of_all(roots.decisions(async_loads))?;
        let async_loads: Vec<Option<Vec<Value>>> = async_loads
            .iter()
            .map(|async_load| match function.data(async_load.inst) {
                InstData::LoadViewTko { view, index, .. } if may_be_shared(async_load) => {
                    roots.of_all(index.iter().copied().chain(roots.tensor(*view)).collect())
                }
                _ => None,
            })
            .collect();
        let all = || control.iter().chain(async_loads.iter().flatten().flatten()).copied();
        let slice = slice::needed_for(function, all());
        let pure = |&inst: &Inst| {
            let data = function.data(inst);
            let effect = matches!(data.effect(), Effect::Pure | Effect::Partial);
            effect
                && data.blocks().is_empty()
                && function.inst_block(inst) == Some(function.entry_block)
        };
        let possible = async_loads.iter().any(Option::is_some) && slice.iter().all(pure);
        possible.then_some(OperandReuse { slice, control, async_loads })
    }
}

/// Finds what values depend on.
struct Roots<'a> {
    function: &'a Function,
    producer_slice: &'a SecondaryMap<Value, bool>,
    order: Vec<Inst>,
    /// Which values outside of control flow follow from the number of the tile block.
    by_block: EntitySet<Value>,
    /// Which of them follow from memory, and from memory at an address that the number of the tile block along x tells.
    by_memory: EntitySet<Value>,
    by_memory_of_x: EntitySet<Value>,
}

impl Roots<'_> {
    fn of<'a>(function: &'a Function, producer_slice: &'a SecondaryMap<Value, bool>) -> Roots<'a> {
        let order = function.insts_in_order();
        let (mut by_block, mut by_memory) = (EntitySet::new(), EntitySet::new());
        let (mut by_x, mut by_memory_of_x) = (EntitySet::new(), EntitySet::new());
        for &inst in &order {
            let data = function.data(inst);
            let structured = !data.blocks().is_empty();
            if structured
                || matches!(data, InstData::GetTileBlockId { .. })
                || data.operands().iter().any(|&operand| by_block.contains(operand))
            {
                by_block.extend(function.results(inst).iter().copied());
            }
            let results = || function.results(inst).iter().copied();
            let takes = |set: &EntitySet<Value>| {
                data.operands().iter().any(|&operand| set.contains(operand))
            };
            let is_loaded = matches!(data, InstData::LoadPtrTko { .. });
            if is_loaded || takes(&by_memory) {
                by_memory.extend(results());
            }
            if matches!(data, InstData::GetTileBlockId { .. }) {
                by_x.extend(results().take(1));
            } else if takes(&by_x) {
                by_x.extend(results());
            }
            let is_at_entry = function.inst_block(inst) == Some(function.entry_block);
            if (is_at_entry && is_loaded && takes(&by_x)) || takes(&by_memory_of_x) {
                by_memory_of_x.extend(results());
            }
        }
        Roots { function, producer_slice, order, by_block, by_memory, by_memory_of_x }
    }

    /// Whether where a tile lies is found in memory for each tile block of a row: neighbours would be compared for nothing.
    fn is_of_one_block(&self, async_load: &AsyncLoad) -> bool {
        let InstData::LoadViewTko { view, index, .. } = self.function.data(async_load.inst) else {
            return false;
        };
        let mut numbers = index.iter().copied().chain(self.tensor(*view));
        numbers.any(|number| self.by_memory_of_x.contains(number))
    }

    /// The numbers of the tensor of a view that is not the same for all tile blocks.
    fn tensor(&self, view: Value) -> Vec<Value> {
        let function = self.function;
        let Some(
            InstData::MakePartitionView { tensor_view } | InstData::MakeStridedView { tensor_view },
        ) = function.def_data(view)
        else {
            return Vec::new();
        };
        match function.def_data(*tensor_view) {
            Some(data) if !slice::is_invariant(function, *tensor_view) => data.operands().to_vec(),
            _ => Vec::new(),
        }
    }

    /// Bounds of loops and conditions that decide how often asynchronous loads are loaded.
    fn decisions(&self, async_loads: &[AsyncLoad]) -> Vec<Value> {
        let function = self.function;
        let mut found = Vec::new();
        let mut with_loads: EntitySet<Inst> = EntitySet::new();
        for async_load in async_loads {
            with_loads.extend(owners(function, async_load.inst));
        }
        for &inst in &self.order {
            let loads = with_loads.contains(inst);
            match function.data(inst) {
                InstData::For { lower_bound, upper_bound, step, .. } if loads => {
                    found.extend([*lower_bound, *upper_bound, *step]);
                }
                InstData::If { condition, .. } => {
                    let leaves = |other: Inst| {
                        let data = function.data(other);
                        let ends = data.effect() == Effect::Terminator;
                        ends && !matches!(data, InstData::Yield { .. })
                    };
                    if loads || function.insts_inside(inst).into_iter().any(leaves) {
                        found.push(*condition);
                    }
                }
                _ => {}
            }
        }
        found.retain(|&value| self.producer_slice[value]);
        found
    }

    /// The roots of values; none if something depends on the tile block in control flow alone.
    fn of_all(&self, mut pending: Vec<Value>) -> Option<Vec<Value>> {
        let function = self.function;
        let (mut seen, mut found) = (EntitySet::new(), Vec::new());
        while let Some(value) = pending.pop() {
            if !seen.insert(value) {
                continue;
            }
            let inst = match function.def(value) {
                ValueDef::Param(block, _) if block == function.entry_block => continue,
                ValueDef::Param(block, _) => function.block_owner(block)?,
                ValueDef::Result(inst, _) => inst,
            };
            let data = function.data(inst);
            if !data.blocks().is_empty() {
                // Whatever goes into it and is handed on in it.
                pending.extend(data.operands());
                for inner in function.insts_inside(inst) {
                    if function.data(inner).effect() == Effect::Terminator {
                        pending.extend(function.data(inner).operands());
                    }
                }
                pending.retain(|&value| self.producer_slice[value]);
            } else if function.inst_block(inst) != Some(function.entry_block) {
                if matches!(data, InstData::GetTileBlockId { .. }) {
                    return None;
                }
                pending.extend(data.operands());
            } else if self.by_block.contains(value) && self.by_memory.contains(value) {
                pending.extend(data.operands());
            } else if self.by_block.contains(value) {
                found.push(value);
            }
        }
        found.sort_unstable();
        Some(found)
    }
}

/// The instructions whose regions an instruction is in, from the inside.
fn owners(function: &Function, inst: Inst) -> impl Iterator<Item = Inst> {
    let owner = |inst: Inst| function.block_owner(function.inst_block(inst)?);
    std::iter::successors(owner(inst), move |&inst| owner(inst))
}
