//! Operands whose memory a kernel may also write, where it tests that it does not.
//!
//! Pointers without `__restrict__` may point to the same memory. Where a store in a loop may write what a later iteration loads,
//! no pipeline loads ahead. Nearly always the two are different tensors, so there is a version of the kernel for that, and a test
//! where it begins:
//!
//! ```text
//! entry @k(%a, %c)        =>    entry @k(%a restrict, %c)
//!                                 t = end a <= start c || end c <= start a
//!                                 a' = select t, %a, (offset %a, UNTESTED)         in place of %a
//! ```
//!
//! The start and the end are those of all memory that any access through the pointer can touch in any tile block
//! ([`footprint`](crate::analysis::affine::footprint)). The condition is that of each pointer that operands, and the numbers that
//! loads and loops follow from, are loaded through, and of each pointer that the kernel writes through. Numbers that the producer
//! could fetch ([`mailed`]) are such, too: the counter of a tile scheduler is both written and read. Pointers that it reads for
//! something else, such as a residual that is added in place, stay as they are.
//!
//! The choice marks the test ([`disjointness_tests`](crate::analysis::affine::tile::disjointness_tests)): the kernel executes the
//! pipeline where all such conditions hold, and the kernel as it is without this pass where not.
//!
//! In: a verified module. Out: the module with such tests, in kernels that have a pipeline with them and none without.

use std::collections::BTreeMap;

use cranelift_entity::PrimaryMap;
use ir::analysis::alias::{AliasMap, Root};
use ir::analysis::facts::FactMap;
use ir::builder::Builder;
use ir::types::TypeStore;
use ir::{Effect, Entry, Function, Inst, InstData, Module, Value, pass};
use rustc_hash::FxHashSet;

use crate::analysis::affine::footprint::Footprint;
use crate::analysis::affine::tile::{TileSearch, UNTESTED, disjointness_tests};
use crate::analysis::carried::carried;
use crate::analysis::mailed::{self, Mailed, Sender};
use crate::legalize::byte_ranges::{EntryNumbers, are_at_entry};
use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::pipeline_mma::pipeline;
use crate::legalize::pointer_tiles::clean_up;
use crate::mma::is_mma;
use crate::target::Target;

/// Pairs of pointers that a kernel tests, and accesses whose memory it computes, at most.
const MAX_PAIRS: usize = 16;
const MAX_ACCESSES: usize = 32;

/// The module with such tests; `None` if there are none. `legalized` is what the passes behind this one make of a module.
pub fn assume_disjoint(
    module: &Module,
    target: &Target,
    legalized: impl Fn(&Module) -> Module,
) -> Option<Module> {
    if !target.has_pipelines() {
        return None;
    }
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        let Some(found) = DisjointMemory::of(module, function) else { continue };
        let behind = |module: &Module, entry: Entry| {
            let (alone, entry) = alone(module, entry);
            (legalized(&alone), entry)
        };
        // A pipeline that there is without the test would be lost where memory overlaps. Where its producer waits for reported
        // numbers, that costs less than the test gives.
        let has_pipeline = |module: &Module, entry: Entry| {
            let is_reported = |it: &Mailed| it.sender == Sender::Consumers;
            pipeline(module, &module.entries[entry], target)
                .is_some_and(|found| !found.mailboxes.iter().any(is_reported))
        };
        if has_pipeline(module, entry) {
            continue;
        }
        let (before, own) = behind(module, entry);
        if has_pipeline(&before, own) {
            continue;
        }
        rewrites.attempt(entry, |changed| {
            found.rewrite(changed, entry);
            let (after, own) = behind(changed, entry);
            let is_tested = !disjointness_tests(&after.entries[own]).is_empty();
            is_tested && has_pipeline(&after, own)
        });
    }
    rewrites.into_module()
}

/// A module of one entry.
pub fn alone(module: &Module, of: Entry) -> (Module, Entry) {
    let Module { name, producer, has_preview, types, globals, relocations, entries } = module;
    let mut alone = Module {
        name: name.clone(),
        producer: producer.clone(),
        has_preview: *has_preview,
        types: types.clone(),
        globals: globals.clone(),
        relocations: relocations.clone(),
        entries: PrimaryMap::new(),
    };
    let entry = alone.entries.push(entries[of].clone());
    (alone, entry)
}

/// The pointers of a kernel whose memory is tested.
struct DisjointMemory {
    /// Parameters that operands are loaded through, and what is read there.
    read: BTreeMap<usize, Vec<Footprint>>,
    /// The memory that the kernel writes, by pointer.
    written: Vec<(Root, Vec<Footprint>)>,
}

impl DisjointMemory {
    fn of(module: &Module, function: &Function) -> Option<DisjointMemory> {
        let insts = function.insts_in_order();
        if !insts.iter().any(|&inst| is_mma(function.data(inst))) {
            return None;
        }
        let aliases = AliasMap::of(function, &module.types);
        let is_open = |root: Root| match root {
            Root::Param(param) => !function.params[param].restrict,
            Root::Global(_) | Root::Alloca(_) | Root::Unknown => false,
        };
        let facts = FactMap::of(function, &module.types);
        let search = TileSearch { module, function, facts: &facts };
        let footprint = |access: Inst| {
            let footprint = search.footprint(access)?;
            are_at_entry(function, &footprint.values()).then_some(footprint)
        };
        let fetched = mailed::fetched(&mailed::candidates(module, function, &aliases));
        let mut stores: Vec<(Root, Vec<Inst>)> = Vec::new();
        let mut loads: BTreeMap<usize, Vec<Inst>> = BTreeMap::new();
        for &inst in &insts {
            let data = function.data(inst);
            let root = data.accessed().map(|accessed| aliases.root(accessed));
            if let Some(Root::Param(param)) = root.filter(|_| fetched.contains(&inst)) {
                loads.entry(param).or_default().push(inst);
            }
            match (data.effect(), root) {
                (Effect::Write | Effect::ReadWrite, None | Some(Root::Unknown)) => return None,
                (
                    Effect::Write | Effect::ReadWrite,
                    Some(root @ (Root::Param(_) | Root::Global(_))),
                ) => match stores.iter_mut().find(|(other, _)| *other == root) {
                    Some((_, accesses)) => accesses.push(inst),
                    None => stores.push((root, vec![inst])),
                },
                (Effect::Read, Some(Root::Param(param))) => {
                    loads.entry(param).or_default().push(inst);
                }
                _ => {}
            }
        }
        // What is written through a pointer with `__restrict__` is nothing else that is accessed.
        stores.retain(
            |(root, _)| !matches!(root, Root::Param(param) if !is_open(Root::Param(*param))),
        );
        if stores.is_empty() {
            return None;
        }
        let mut wanted = loads_behind_operands(module, function, &insts);
        wanted.extend(&fetched);
        loads.retain(|&param, accesses| {
            let is_written = stores.iter().any(|(root, writes)| {
                *root == Root::Param(param) && !writes.iter().all(|it| fetched.contains(it))
            });
            is_open(Root::Param(param))
                && !is_written
                && accesses.iter().any(|load| wanted.contains(load))
        });
        let all = stores.iter().map(|(_, accesses)| accesses.len());
        let all: usize = all.chain(loads.values().map(Vec::len)).sum();
        if loads.is_empty() || all > MAX_ACCESSES {
            return None;
        }
        let written = stores.iter().map(|(root, accesses)| {
            let footprints =
                accesses.iter().map(|&it| footprint(it)).collect::<Option<Vec<_>>>()?;
            Some((*root, footprints))
        });
        let written: Vec<(Root, Vec<Footprint>)> = written.collect::<Option<_>>()?;
        let read = loads.into_iter().filter_map(|(param, accesses)| {
            let footprints = accesses.into_iter().map(footprint).collect::<Option<Vec<_>>>()?;
            Some((param, footprints))
        });
        let read: BTreeMap<usize, Vec<Footprint>> = read.collect();
        let others =
            |&param: &usize| written.iter().filter(|(root, _)| *root != Root::Param(param)).count();
        let pairs: usize = read.keys().map(others).sum();
        (1..=MAX_PAIRS).contains(&pairs).then_some(DisjointMemory { read, written })
    }

    fn rewrite(&self, module: &mut Module, entry: Entry) {
        let Module { entries, types, .. } = module;
        let function = &mut entries[entry];
        let insts = function.insts_in_order();
        let condition = self.condition(function, types);
        for &param in self.read.keys() {
            function.params[param].restrict = true;
            let pointer = function.block_params(function.entry_block)[param];
            let chosen = choose(function, types, (insts[0], pointer), condition);
            for &inst in &insts {
                function.data_mut(inst).for_each_operand_mut(|operand| {
                    if *operand == pointer {
                        *operand = chosen;
                    }
                });
            }
        }
        let options = pass::Options { level: pass::OptLevel::Full, fmad: false };
        for name in ["tokens", "carried"] {
            pass::run_pass_on(module, entry, name, &options);
        }
        clean_up(module, entry);
    }

    /// Whether what is read is apart from what is written, computed where the kernel begins.
    fn condition(&self, function: &mut Function, types: &mut TypeStore) -> Value {
        let written = self.written.iter().map(|(_, footprints)| footprints);
        let all = self.read.values().chain(written).flatten();
        let values: Vec<Value> = all.flat_map(Footprint::values).collect();
        let mut numbers = EntryNumbers::of(function, types, &values);
        let written: Vec<_> = self
            .written
            .iter()
            .filter_map(|(root, footprints)| {
                Some((*root, numbers.range(function, types, footprints)?))
            })
            .collect();
        for (&param, footprints) in &self.read {
            let Some(read) = numbers.range(function, types, footprints) else { continue };
            for &(_, written) in written.iter().filter(|(root, _)| *root != Root::Param(param)) {
                numbers.require_disjoint(function, types, [read, written]);
            }
        }
        numbers.condition(function, types)
    }
}

/// The choice that marks a condition of a pointer, in front of an instruction.
fn choose(
    function: &mut Function,
    types: &mut TypeStore,
    (before, pointer): (Inst, Value),
    condition: Value,
) -> Value {
    let mut b = Builder::before(function, types, before);
    let untested = b.const_i64(UNTESTED);
    let other = b.offset(pointer, untested);
    b.select(condition, pointer, other)
}

/// Whether a load is of integers, which no instruction of the kernel may write if copies follow from them.
fn is_number_load(module: &Module, function: &Function, load: Inst) -> bool {
    let loaded = function.results(load).first();
    let elem = loaded.and_then(|&loaded| module.types.elem(function.value_type(loaded)));
    elem.is_some_and(|elem| elem.is_int())
}

/// The loads that left and right operands of MMAs are computed from, and those of integers, from which places, loops and branches
/// may follow.
fn loads_behind_operands(module: &Module, function: &Function, insts: &[Inst]) -> FxHashSet<Inst> {
    let mut found = FxHashSet::default();
    let mut pending: Vec<Value> = Vec::new();
    let mut handed_on: BTreeMap<Value, Vec<Value>> = BTreeMap::new();
    for &inst in insts {
        let data = function.data(inst);
        match data {
            _ if is_mma(data) => pending.extend(data.operands().into_iter().take(2)),
            InstData::LoadPtrTko { .. } | InstData::LoadViewTko { .. }
                if is_number_load(module, function, inst) =>
            {
                found.insert(inst);
            }
            InstData::For { init_values, body, .. } => {
                let params = &function.block_params(*body)[1..];
                for (number, &init) in init_values.iter().enumerate() {
                    handed_on.entry(params[number]).or_default().push(init);
                    let result = function.results(inst)[number];
                    handed_on.entry(result).or_default().push(params[number]);
                }
            }
            InstData::Loop { init_values, body } => {
                for (&param, &init) in function.block_params(*body).iter().zip(init_values) {
                    handed_on.entry(param).or_default().push(init);
                }
            }
            InstData::Yield { operands }
            | InstData::Continue { operands }
            | InstData::Break { operands } => {
                for (target, operand) in carried(function, inst, operands) {
                    handed_on.entry(target).or_default().push(operand);
                }
            }
            _ => {}
        }
    }
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        pending.extend(handed_on.get(&value).into_iter().flatten().copied());
        let Some(inst) = function.def_inst(value) else { continue };
        let data = function.data(inst);
        if matches!(data, InstData::LoadPtrTko { .. } | InstData::LoadViewTko { .. }) {
            found.insert(inst);
        }
        if data.blocks().is_empty() {
            pending.extend(data.operands());
        }
    }
    found
}
