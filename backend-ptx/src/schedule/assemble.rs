//! Computes the consequences of the decisions about pipelines.
//!
//! In: a function and a [`PipelinePlan`], planned here or read from text. Out: the [`Pipeline`], with the producer's
//! slice, accumulators that are updated in place, tensor memory, what neighbouring tile blocks share, and the layout of
//! shared memory; or why there cannot be such a pipeline.

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use ir::{Block, Function, Inst, InstData, Module, Value};
use rustc_hash::FxHashMap;

use crate::analysis::affine::tile::disjointness_tests;
use crate::analysis::alignment::{self, AlignmentTerm};
use crate::analysis::row_numbers::{RowNumbers, RowSearch};
use crate::analysis::slice;
use crate::cost::occupancy;
use crate::mma::async_mma::AsyncMma;
use crate::schedule::build::multistage;
use crate::schedule::build::operand_reuse::OperandReuse;
use crate::schedule::pipeline::{
    AsyncLoad, MapSource, Pipeline, PipelinePlan, TensorMap, TileSharing,
};
use crate::schedule::refusal::Requirement;
use crate::schedule::smem::SmemLayout;
use crate::schedule::tensor_memory::TensorMemory;
use crate::target::{Feature, Target};

/// Why a plan cannot be assembled.
#[derive(Debug)]
pub struct AssemblyError {
    pub requirement: Requirement,
    pub message: String,
}

impl AssemblyError {
    fn new(requirement: Requirement, message: impl Into<String>) -> AssemblyError {
        AssemblyError { requirement, message: message.into() }
    }

    fn shared_memory(bytes: u32) -> AssemblyError {
        let message = format!("the pipelines take {bytes} bytes of shared memory");
        AssemblyError::new(Requirement::StagesFit, message)
    }
}

impl Pipeline {
    /// The pipeline of a plan.
    pub fn assemble(
        module: &Module,
        function: &Function,
        aliases: &AliasMap,
        target: &Target,
        plan: PipelinePlan,
    ) -> Result<Pipeline, AssemblyError> {
        let PipelinePlan { async_loads, rings, maps, mmas, mailboxes, .. } = plan;
        let mut producer_slice = slice::producer_slice(module, function, aliases, &mailboxes);
        let in_place = accumulators_in_place(function, &mmas.mmas);
        let mut tensor_memory = None;
        if target.has(Feature::Tcgen05) {
            let memory = TensorMemory::of(function, &mmas.mmas, &in_place);
            tensor_memory = Some(memory.ok_or_else(|| {
                let message = "the accumulators exceed tensor memory";
                AssemblyError::new(Requirement::TensorMemoryFits, message)
            })?);
        }
        let reuse = |may_be_shared: fn(&AsyncLoad) -> bool| {
            OperandReuse::of(function, &producer_slice, &async_loads, may_be_shared).ok_or_else(
                || {
                    let message = "two tile blocks have no load in common";
                    AssemblyError::new(Requirement::CommonLoads, message)
                },
            )
        };
        let (mut pairs, mut two_tile) = (None, None);
        match plan.sharing {
            TileSharing::None => {}
            TileSharing::Multicast => pairs = Some(reuse(AsyncLoad::can_be_halved)?),
            TileSharing::TwoTiles => two_tile = Some(reuse(|_| true)?),
        }
        let has_state = tensor_memory.is_some() || plan.per_sm > 1;
        let mut smem = match plan.multistage {
            Some(_) => SmemLayout::of_multistage(
                &rings,
                multistage::scratch_of_loops(function, &async_loads),
            ),
            None => {
                let operands = mmas.operand_bytes();
                let states = (has_state, mailboxes.len() as u32);
                SmemLayout::of(&rings, operands, maps.len() as u32, plan.sharing, states)
            }
        };
        if smem.used > occupancy::shared_of_cta(target, plan.per_sm) {
            return Err(AssemblyError::shared_memory(smem.used));
        }
        // One CTA at a time uses the SM's tensor maps.
        let needs_alone = plan.per_sm == 1 && plan.multistage.is_none();
        let alone = if needs_alone { occupancy::alone(target) } else { 0 };
        smem.declared = smem.used.max(alone);
        if smem.declared > target.max_shared {
            return Err(AssemblyError::shared_memory(smem.declared));
        }
        if let Some(memory) = &mut tensor_memory {
            (memory.done, memory.address) = (smem.state, smem.state + 8);
        }
        let gathered = async_loads.iter().filter(|async_load| async_load.gather.is_some());
        let search = RowSearch { module, function, aliases, slice: &producer_slice };
        let row_numbers = row_numbers(search, gathered.clone())?;
        for inst in function.insts_in_order() {
            for &result in function.results(inst) {
                producer_slice[result] |= row_numbers.contains(result);
            }
        }
        for (view, _) in gathered.filter_map(|load| gathered_rows(module, function, load.inst)) {
            producer_slice[view] = true;
        }
        let map_terms = map_terms(module, function, &maps);
        let tests = disjointness_tests(function);
        let async_load_of =
            async_loads.iter().enumerate().map(|(i, async_load)| (async_load.inst, i)).collect();
        Ok(Pipeline {
            views: computed_at_entry(function, &maps, &map_terms, &tests),
            async_loads,
            rings,
            maps,
            mmas,
            async_load_of,
            producer_slice,
            row_numbers,
            in_place,
            tensor_memory,
            is_persistent: plan.is_persistent,
            per_sm: plan.per_sm,
            pairs,
            two_tile,
            registers: plan.registers,
            cp_async: plan.cp_async,
            multistage: plan.multistage,
            mailboxes,
            tests,
            map_terms,
            smem,
        })
    }
}

/// The tiles that the producer computes for the rows that loads gather.
fn row_numbers<'l>(
    search: RowSearch<'_>,
    gathered: impl Iterator<Item = &'l AsyncLoad>,
) -> Result<RowNumbers, AssemblyError> {
    let mut row_numbers = RowNumbers::default();
    for load in gathered {
        let rows = gathered_rows(search.module, search.function, load.inst);
        let (_, numbers) = rows.ok_or_else(|| {
            let message = "a load that gathers rows is not one of a gather/scatter view";
            AssemblyError::new(Requirement::GatheredRows, message)
        })?;
        row_numbers.add(search, numbers).map_err(|_| {
            let message =
                "the warp that copies cannot compute the numbers of the rows that a load gathers";
            AssemblyError::new(Requirement::KnownRows, message)
        })?;
    }
    Ok(row_numbers)
}

/// The view whose rows a load gathers, and the tile of their numbers.
pub(super) fn gathered_rows(
    module: &Module,
    function: &Function,
    load: Inst,
) -> Option<(Value, Value)> {
    let InstData::LoadViewTko { view, index, .. } = function.data(load) else { return None };
    let dim = module.types.sparse_dim(function.value_type(*view))?;
    Some((*view, *index.get(dim)?))
}

/// The instructions that compute the views of maps that are built once, the terms of the others, and the tests.
fn computed_at_entry(
    function: &Function,
    maps: &[TensorMap],
    map_terms: &[Vec<AlignmentTerm>],
    tests: &[Value],
) -> Vec<Inst> {
    let is_same = |map: &&TensorMap| map.source == MapSource::Kernel;
    let views = maps.iter().filter(is_same).map(|map| map.view);
    let terms = map_terms.iter().flatten().map(|term| term.value);
    slice::needed_for(function, views.chain(terms).chain(tests.iter().copied()))
}

/// The terms of the tensors whose maps are replaced.
fn map_terms(module: &Module, function: &Function, maps: &[TensorMap]) -> Vec<Vec<AlignmentTerm>> {
    let is_replaced = |map: &TensorMap| map.source == MapSource::Replaced;
    if !maps.iter().any(is_replaced) {
        return vec![Vec::new(); maps.len()];
    }
    let facts = FactMap::of(function, &module.types);
    let of_map = |map: &TensorMap| match is_replaced(map) {
        true => alignment::terms(module, function, &facts, map.view, map.dims[0]),
        false => None,
    };
    maps.iter().map(|map| of_map(map).unwrap_or_default()).collect()
}

/// Parameters of loops whose one use is the accumulator of an MMA whose result, perhaps through
/// more such MMAs, is what the loop carries on; with that MMA.
fn accumulators_in_place(
    function: &Function,
    mmas: &FxHashMap<Inst, AsyncMma>,
) -> SecondaryMap<Value, PackedOption<Inst>> {
    let uses = function.count_uses();
    let mut found: SecondaryMap<Value, PackedOption<Inst>> = SecondaryMap::new();
    let mut mmas: Vec<Inst> = mmas.keys().copied().collect();
    mmas.sort_unstable();
    let accumulator = |inst: Inst| function.data(inst).operands().get(2).copied();
    for &inst in &mmas {
        let Some(param) = accumulator(inst) else { continue };
        let ir::ValueDef::Param(block, index) = function.def(param) else { continue };
        if uses[param] != 1 || function.inst_block(inst) != Some(block) || index == 0 {
            continue;
        }
        let mut result = function.results(inst)[0];
        while let Some(&next) = mmas.iter().find(|&&next| {
            accumulator(next) == Some(result) && function.inst_block(next) == Some(block)
        }) {
            if uses[result] != 1 {
                break;
            }
            result = function.results(next)[0];
        }
        if uses[result] == 1 && carries(function, block, index - 1, result) {
            found[param] = inst.into();
        }
    }
    found
}

/// Whether the only `continue` of a `for` hands on `value` as number `index`.
fn carries(function: &Function, body: Block, index: usize, value: Value) -> bool {
    let is_for = function
        .block_owner(body)
        .is_some_and(|owner| matches!(function.data(owner), ir::InstData::For { .. }));
    let last = function.terminator(body).map(|inst| function.data(inst));
    match last {
        Some(ir::InstData::Continue { operands }) => is_for && operands.get(index) == Some(&value),
        _ => false,
    }
}
