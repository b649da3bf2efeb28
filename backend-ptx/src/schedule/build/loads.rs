//! Which loads can be asynchronous loads, and which MMAs run on `wgmma` or `tcgen05` for it.
//!
//! The two depend on each other: an MMA wants its B operand from an asynchronous load (the left one may
//! be computed), and a load is an asynchronous load if all its uses are such MMAs. So all candidates
//! are assumed first, and those that do not hold are taken out until nothing changes.
//!
//! TMA rounds f32 to tf32, to nearest even, in place of an op after the load
//! (measured: bit for bit but for the payload of a NaN).
//!
//! Right and left are the instruction's: where it cannot read the B operand in its order, but
//! could the left one, where the right one is computed and the left one is not, or where there are
//! fewer rows than it has, the transposed MMA is wished for.

use cranelift_entity::SecondaryMap;
use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use ir::{Function, Inst, InstData, Module, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::candidates::Candidate;
use super::mma_candidates::MmaCandidate;
use crate::analysis::row_numbers::{RowNumbers, RowSearch};
use crate::mma::async_mma::AsyncMma;
use crate::mma::chain::Chained;
use crate::schedule::pipeline::{AsyncLoad, StageRing, TensorMap};
use crate::schedule::refusal::{Refusal, Refusals, Requirement};
use crate::target::Target;

/// The result of the search.
pub struct Found {
    pub async_loads: Vec<AsyncLoad>,
    pub rings: Vec<StageRing>,
    pub maps: Vec<TensorMap>,
    pub mmas: FxHashMap<Inst, AsyncMma>,
    pub stage_uses: StageUses,
}

/// Of each pipeline, for each group of loads that fills a stage, where the stage is used.
pub type StageUses = Vec<SmallVec<[StageUse; 2]>>;

/// Where a stage is used.
#[derive(Clone, Copy, Debug)]
pub struct StageUse {
    /// The instruction in the loads' block after which the stage is not needed.
    pub last_use: Inst,
    /// Whether it must be waited for where it is loaded, since its MMAs are in inner blocks.
    pub wait_at_load: bool,
}

/// What threads read from buffers, beside what MMAs do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SmemReads {
    Nothing,
    Rows,
    /// Tiles of two dimensions too.
    Tiles,
}

/// What is known of the values of a kernel.
pub struct LoadFacts<'a> {
    pub facts: &'a FactMap,
    pub aliases: &'a AliasMap,
    /// What the producer can compute.
    pub producer_slice: &'a SecondaryMap<Value, bool>,
    pub warps: WarpCopies,
}

/// What warps of the producer may copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WarpCopies {
    Nothing,
    /// The tensors whose alignment for TMA is unknown: all tiles then.
    AnyTensor,
    /// The rows that tiles of numbers name, beside what TMA copies.
    GatheredRows,
}

pub(super) struct Search<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    pub facts: &'a FactMap,
    pub aliases: &'a AliasMap,
    pub target: &'a Target,
    pub producer_slice: &'a SecondaryMap<Value, bool>,
    pub warps: WarpCopies,
    /// All instructions in the order of the text, and the place of each in it.
    pub order: Vec<Inst>,
    pub position: SecondaryMap<Inst, u32>,
    pub chained: Chained,
}

/// What an asynchronous load is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LoadReader {
    Mmas,
    Threads(SmemReads),
}

/// The loads of a kernel as candidates for asynchronous loads.
pub(super) struct LoadCandidates {
    pub found: FxHashMap<Inst, Candidate>,
    pub refused: FxHashMap<Inst, Refusal>,
}

impl<'a> Search<'a> {
    pub fn of(
        module: &'a Module,
        function: &'a Function,
        known: &LoadFacts<'a>,
        target: &'a Target,
    ) -> Search<'a> {
        let order = function.insts_in_order();
        let mut position = SecondaryMap::new();
        for (at, &inst) in order.iter().enumerate() {
            position[inst] = at as u32;
        }
        let &LoadFacts { facts, aliases, producer_slice, warps } = known;
        let chained = Chained::of(function);
        Search {
            module,
            function,
            facts,
            aliases,
            target,
            producer_slice,
            warps,
            order,
            position,
            chained,
        }
    }

    /// The tiles that the producer computes for the rows that loads gather.
    fn numbers_of_rows(&self, loads: impl Iterator<Item = Inst>) -> RowNumbers {
        let Search { module, function, aliases, producer_slice: slice, .. } = *self;
        let mut all = RowNumbers::default();
        for load in loads {
            let InstData::LoadViewTko { view, index, .. } = function.data(load) else { continue };
            let sparse_dim = module.types.sparse_dim(function.value_type(*view));
            if let Some(&numbers) = sparse_dim.and_then(|dim| index.get(dim)) {
                // A candidate's numbers are ones that the producer can compute.
                let _ = all.add(RowSearch { module, function, aliases, slice }, numbers);
            }
        }
        all
    }

    fn load_candidates(&self, reader: LoadReader) -> LoadCandidates {
        let mut all = LoadCandidates { found: FxHashMap::default(), refused: FxHashMap::default() };
        for &inst in &self.order {
            if let InstData::LoadViewTko { .. } = self.function.data(inst) {
                match self.candidate(inst, reader) {
                    Ok(found) => drop(all.found.insert(inst, found)),
                    Err(failed) => drop(all.refused.insert(inst, failed)),
                }
            }
        }
        all
    }
}

/// All asynchronous loads of a kernel and the MMAs that take them; `None` if there are none, and a refusal where the
/// kernel has some and cannot have a pipeline for another reason. Why MMAs or operands are not among them goes into
/// `refusals`.
pub fn find_async_loads(
    module: &Module,
    function: &Function,
    known: &LoadFacts<'_>,
    target: &Target,
    reads: SmemReads,
    refusals: &mut Refusals,
) -> Result<Option<Found>, Refusal> {
    let search = Search::of(module, function, known, target);
    let loads = search.load_candidates(LoadReader::Mmas);
    let mut mma_candidates: Vec<MmaCandidate> = Vec::new();
    for &inst in &search.order {
        let (found, refused) = search.mma_candidate(inst, &loads);
        mma_candidates.extend(found);
        if !refused.is_empty() {
            refusals.insert(inst, refused);
        }
    }
    let mut candidates = loads.found;
    search.prune_to_fixpoint(&mut candidates, &mut mma_candidates, refusals);
    if mma_candidates.is_empty() {
        return Ok(None);
    }
    let mut read = search.load_candidates(LoadReader::Threads(reads)).found;
    let numbers = search.numbers_of_rows(candidates.keys().copied());
    let is_number =
        |load: Inst| function.results(load).iter().any(|&result| numbers.contains(result));
    read.retain(|&load, _| !candidates.contains_key(&load) && !is_number(load));
    search.retain_fed(&mut mma_candidates, &read, refusals);
    if mma_candidates.is_empty() {
        return Ok(None);
    }
    let draft = search.assign_rings(candidates, &mma_candidates, read);
    if let Some(between) = search.before_last_use(&draft) {
        return Err(Refusal::at(Requirement::ReleasedStages, between));
    }
    let Draft { async_loads, rings, maps, mmas } = draft;
    let (rings, stage_uses) = rings.into_iter().map(RingDraft::finish).unzip();
    Ok(Some(Found { async_loads, rings, maps, mmas, stage_uses }))
}

/// What has been found so far.
pub(super) struct Draft {
    pub async_loads: Vec<AsyncLoad>,
    pub rings: Vec<RingDraft>,
    pub maps: Vec<TensorMap>,
    pub mmas: FxHashMap<Inst, AsyncMma>,
}

/// The stages of a pipeline, without their number.
pub(super) struct RingDraft {
    /// What they are filled with, one after the other in program order.
    pub groups: SmallVec<[StageGroup; 2]>,
    /// Bytes of a stage.
    pub bytes: u32,
}

/// Loads that fill a stage together, in program order, and the use of the stage.
pub(super) struct StageGroup {
    pub loads: SmallVec<[usize; 2]>,
    pub last_use: Inst,
    pub wait_at_load: bool,
}

impl RingDraft {
    pub fn finish(self) -> (StageRing, SmallVec<[StageUse; 2]>) {
        let uses = self
            .groups
            .iter()
            .map(|group| StageUse { last_use: group.last_use, wait_at_load: group.wait_at_load });
        let uses = uses.collect();
        let stage_loads = self.groups.into_iter().map(|group| group.loads).collect();
        (StageRing { stage_loads, stages: 0, bytes: self.bytes }, uses)
    }
}

impl Draft {
    /// A further asynchronous load, of no ring yet.
    pub fn add(&mut self, load: Inst, candidate: &Candidate, by_threads: bool) -> usize {
        let map = self.maps.iter().position(|map| *map == candidate.map);
        let map = map.unwrap_or_else(|| {
            self.maps.push(candidate.map.clone());
            self.maps.len() - 1
        });
        let (staged, axes) = (candidate.staged, candidate.axes.clone());
        let outer = (1..axes.len()).find(|&dim| candidate.map.bounds[dim] > 1);
        let outer = outer.unwrap_or(usize::from(axes.len() > 1));
        self.async_loads.push(AsyncLoad {
            inst: load,
            epilogue_load: None,
            ring: usize::MAX,
            offset: 0,
            map,
            axes,
            staged,
            by_threads,
            gather: candidate.gather,
            boxes_per_chunk: candidate.gather.map_or(1, |gather| staged.rows / gather.rows()),
            outer,
        });
        self.async_loads.len() - 1
    }
}
