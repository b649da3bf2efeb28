//! Multistage pipelines: the warps that compute copy the tiles of later iterations with `cp.async`.
//!
//! In: a function and a target with neither `wgmma` nor `tcgen05`. Out: a pipeline without a producer, or the requirement
//! that each product fails.
//!
//! ```text
//! fill       the stages but one are being filled
//! for        wait       the oldest group of copies has arrived, and all threads have met
//!            copy_ahead to the stage that was read last, S - 1 fills ahead
//!            read       fragments, with `ldmatrix`
//!            mma.sync
//! drain      all threads have met: the stages are scratch memory again
//! ```
//!
//! One barrier serves both directions: behind it the tiles of all threads are there, and the stage before has been read by
//! all. This is the mainloop of CUTLASS for sm_80 (`MmaMultistage`). Warps of a producer would take registers from those that
//! compute, which only `setmaxnreg` gives back, and `mbarrier` has no waiting form below sm_90.
//!
//! The loads of a loop's body that reach the operands of `mma.sync` fill stages in program order. Those that are read together
//! fill one together; others have one each, as K and V of attention, so that one is copied while the other is multiplied.
//! Threads read tiles to registers in the layout that they want, so that conversions, permutations and other uses may come
//! between load and product.
//!
//! ```text
//! stages   S = min(B / bytes of a stage, MAX_MULTISTAGE), at least MIN_STAGES
//! room     B = shared memory of one of two CTAs on an SM, or else of one, without the scratch of the loops
//! ```

use std::collections::BTreeMap;

use ir::{Block, Effect, Elem, Function, Inst, InstData, Module, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use super::candidates::Candidate;
use super::loads::{Draft, LoadFacts, LoadReader, RingDraft, Search, StageGroup, WarpCopies};
use super::pipeline::{Planned, ScheduledFunction};
use crate::analysis::slice;
use crate::cost::num_warps;
use crate::cost::occupancy::{self, LOOP_SCRATCH, MAX_MULTISTAGE, MIN_STAGES};
use crate::mma::assign::AsyncMmas;
use crate::mma::instruction::fragment;
use crate::schedule::body::PipelineId;
use crate::schedule::pipeline::{AsyncLoad, Pipeline, PipelinePlan, StageRing, TileSharing};
use crate::schedule::refusal::{MmaRefusals, Refusal, Refusals, Requirement};
use crate::target::{MAP_ALIGN, TILE_ALIGN, Target};

/// All loops of a kernel take the stages of one pipeline, one after the other.
pub const MULTISTAGE: PipelineId = 0;
/// The longest step of a loop whose counter has 64 bits: sums of a few do not overflow.
const MOST_STEP: i64 = 1 << 56;

/// The pipeline of a kernel, and why what is not fed is not.
pub fn plan(subject: ScheduledFunction<'_>) -> (Option<Planned>, Refusals) {
    let ScheduledFunction { module, function, facts, aliases, target } = subject;
    let producer_slice = slice::producer_slice(module, function, aliases, &[]);
    let known =
        LoadFacts { facts, aliases, producer_slice: &producer_slice, warps: WarpCopies::Nothing };
    let search = Search::of(module, function, &known, target);
    let mut refusals = Refusals::default();
    let mut found = search.loads_ahead(&mut refusals);
    found.retain_innermost(function);
    if found.candidates.is_empty() {
        return (None, refusals);
    }
    let planned = match slice::exit_by_data(function, &producer_slice) {
        Some(exit) => Err(Refusal::at(Requirement::KnownExits, exit)),
        None => search.multistage(subject, &found),
    };
    match planned {
        Ok(planned) => {
            let is_fed = |inst: Inst| planned.pipeline.async_load(inst).is_some();
            for (&mma, loads) in &found.loads_of {
                if !loads.iter().all(|&load| is_fed(load)) {
                    let whole = Some(Refusal::of(Requirement::StagesFit));
                    refusals.entry(mma).or_default().whole = whole;
                }
            }
            (Some(planned), refusals)
        }
        Err(failed) => {
            for &mma in found.loads_of.keys() {
                refusals.entry(mma).or_default().whole = Some(failed);
            }
            (None, refusals)
        }
    }
}

/// The loads that could be copied ahead, and the products that each reaches.
#[derive(Default)]
struct LoadsAhead {
    candidates: FxHashMap<Inst, Candidate>,
    loads_of: BTreeMap<Inst, SmallVec<[Inst; 2]>>,
}

impl LoadsAhead {
    /// Leaves out the loads of loops around other such loops: the inner ones take all stages.
    fn retain_innermost(&mut self, function: &Function) {
        let loops: FxHashSet<Inst> = self
            .candidates
            .keys()
            .filter_map(|&load| function.block_owner(function.inst_block(load)?))
            .collect();
        let is_around = |owner: Inst| loops.iter().any(|&inner| function.is_inside(inner, owner));
        self.candidates.retain(|&load, _| {
            let owner = function.inst_block(load).and_then(|block| function.block_owner(block));
            owner.is_some_and(|owner| !is_around(owner))
        });
        let candidates = &self.candidates;
        for loads in self.loads_of.values_mut() {
            loads.retain(|load| candidates.contains_key(load));
        }
        self.loads_of.retain(|_, loads| !loads.is_empty());
    }
}

impl Search<'_> {
    /// The loads that reach operands of `mma.sync` and can be copied ahead; what others fail is a refusal of the operand.
    fn loads_ahead(&self, refusals: &mut Refusals) -> LoadsAhead {
        let mut found = LoadsAhead::default();
        let mut refused: FxHashMap<Inst, Refusal> = FxHashMap::default();
        for &mma in &self.order {
            let (InstData::MmaF { lhs, rhs, acc, .. } | InstData::MmaI { lhs, rhs, acc, .. }) =
                self.function.data(mma)
            else {
                continue;
            };
            if !self.runs_on_mma_sync(*lhs, *acc) {
                continue;
            }
            let mut failed = [None, None];
            for (operand, failed) in [*lhs, *rhs].into_iter().zip(&mut failed) {
                for load in loads_behind(self.module, self.function, mma, operand) {
                    if !found.candidates.contains_key(&load) && !refused.contains_key(&load) {
                        match self.candidate_ahead(load) {
                            Ok(candidate) => drop(found.candidates.insert(load, candidate)),
                            Err(refusal) => drop(refused.insert(load, refusal)),
                        }
                    }
                    match refused.get(&load) {
                        Some(&refusal) => *failed = failed.or(Some(refusal)),
                        None => found.loads_of.entry(mma).or_default().push(load),
                    }
                }
            }
            let [a, b] = failed;
            let refusal = MmaRefusals { whole: None, a, b };
            if !refusal.is_empty() {
                refusals.insert(mma, refusal);
            }
        }
        found
    }

    /// Whether a product of such an operand and accumulator has the extents of an `mma.sync`.
    fn runs_on_mma_sync(&self, lhs: Value, acc: Value) -> bool {
        let ty = |value| self.function.value_type(value);
        let scalar = |value| self.module.types.elem_scalar(ty(value));
        let fragment = scalar(lhs).zip(scalar(acc)).and_then(|(a, c)| fragment(a, c, self.target));
        let dims = |value| self.module.types.dims(ty(value));
        let (Some(fragment), &[.., k], &[.., m, n]) = (fragment, dims(lhs), dims(acc)) else {
            return false;
        };
        let (least_m, least_n, least_k) = fragment.shape();
        m >= least_m && n >= least_n && k >= least_k
    }

    /// The load as one that can be copied ahead, or the first requirement that it fails.
    fn candidate_ahead(&self, load: Inst) -> Result<Candidate, Refusal> {
        let candidate = self.candidate(load, LoadReader::Mmas)?;
        let fails = |requirement| Err(Refusal::at(requirement, load));
        let InstData::LoadViewTko { view, index, .. } = self.function.data(load) else {
            return fails(Requirement::ViewLoad);
        };
        if !self.is_ahead_in_loop(load, candidate.map.view, *view, index) {
            return fails(Requirement::AheadInLoop);
        }
        let ty = self.function.value_type(*view);
        let steps = self.module.types.view_traversal(ty).map(|(_, steps)| steps);
        let inner = steps.and_then(|steps| steps.get(candidate.axes[0]).copied());
        let begins = |step: u32| step * candidate.map.elem.bytes();
        if !inner.is_some_and(|step| begins(step).is_multiple_of(MAP_ALIGN)) {
            return fails(Requirement::StaticPitch);
        }
        Ok(candidate)
    }

    /// Whether the tile of a later iteration is known in an earlier one.
    fn is_ahead_in_loop(&self, load: Inst, tensor: Value, view: Value, index: &[Value]) -> bool {
        let function = self.function;
        let Some(body) = function.inst_block(load) else { return false };
        let Some(owner) = function.block_owner(body) else { return false };
        let InstData::For { step, .. } = function.data(owner) else { return false };
        let bits = self.module.types.elem(function.value_type(*step)).map(Elem::bits);
        let bounds = self.facts.get(*step).bounds;
        let is_short = bits.is_some_and(|bits| (8..=32).contains(&bits))
            || (bounds.is_non_negative() && bounds.upper <= MOST_STEP);
        let leaves = |&inst: &Inst| slice::leaves(function, inst);
        let own = [tensor, view].into_iter().chain(index.iter().copied());
        is_short
            && !function.insts(body).iter().any(leaves)
            && slice::in_iteration(function, body, own).is_some()
    }

    /// The pipeline of loads that can be copied ahead.
    fn multistage(
        &self,
        subject: ScheduledFunction<'_>,
        found: &LoadsAhead,
    ) -> Result<Planned, Refusal> {
        let ScheduledFunction { module, function, facts, aliases, target } = subject;
        let mut draft = Draft {
            async_loads: Vec::new(),
            rings: Vec::new(),
            maps: Vec::new(),
            mmas: FxHashMap::default(),
        };
        let loads: Vec<Inst> =
            self.order.iter().copied().filter(|load| found.candidates.contains_key(load)).collect();
        let scratch = |loads: &[Inst]| scratch_of(function, loads);
        let mut ring = RingDraft { groups: smallvec![], bytes: 0 };
        for body in bodies_of(function, &loads) {
            let in_body = |load: &Inst| function.inst_block(*load) == Some(body);
            let of_body: Vec<Inst> = loads.iter().copied().filter(in_body).collect();
            let groups = self.read_together(&of_body);
            let bytes = |group: &Vec<Inst>| -> u32 {
                group.iter().map(|load| bytes_in_stage(&found.candidates[load])).sum()
            };
            let most = groups.iter().map(bytes).max().unwrap_or(0);
            if stages(target, most, scratch(&of_body)).is_none() {
                continue;
            }
            ring.bytes = ring.bytes.max(most);
            for group in groups {
                let last_use = group.iter().filter_map(|&load| self.first_use(load));
                let last_use = last_use.max_by_key(|&inst| self.position[inst]);
                let mut numbers: SmallVec<[usize; 2]> = smallvec![];
                let mut offset = 0;
                for &load in &group {
                    let number = draft.add(load, &found.candidates[&load], true);
                    draft.async_loads[number].offset = offset;
                    draft.async_loads[number].ring = MULTISTAGE;
                    offset += bytes_in_stage(&found.candidates[&load]);
                    numbers.push(number);
                }
                let last_use = last_use.unwrap_or(group[0]);
                ring.groups.push(StageGroup { loads: numbers, last_use, wait_at_load: false });
            }
        }
        let scratch = scratch_of_loops(function, &draft.async_loads);
        let stages = stages(target, ring.bytes, scratch).filter(|_| !ring.groups.is_empty());
        let stages = stages.ok_or(Refusal::of(Requirement::StagesFit))?;
        let (ring, uses) = ring.finish();
        let plan = PipelinePlan {
            async_loads: draft.async_loads,
            rings: vec![StageRing { stages, ..ring }],
            maps: draft.maps,
            mailboxes: Vec::new(),
            mmas: AsyncMmas::default(),
            is_persistent: false,
            per_sm: 1,
            sharing: TileSharing::None,
            registers: None,
            cp_async: false,
            multistage: Some(num_warps::choose(module, function, facts, target)),
        };
        let pipeline = Pipeline::assemble(module, function, aliases, target, plan)
            .map_err(|failed| Refusal::of(failed.requirement))?;
        Ok(Planned { pipeline, stage_uses: vec![uses] })
    }

    /// The first instruction in the block of a load that takes its tile, or in which it is taken.
    pub(super) fn first_use(&self, load: Inst) -> Option<Inst> {
        let function = self.function;
        let tile = function.results(load)[0];
        let insts = function.insts(function.inst_block(load)?);
        insts.iter().copied().find(|&inst| function.takes(inst, tile))
    }

    /// Loads of a block in program order, parted where all before are first used in front of all behind.
    fn read_together(&self, loads: &[Inst]) -> Vec<Vec<Inst>> {
        let first_use =
            |&load: &Inst| self.first_use(load).map_or(u32::MAX, |inst| self.position[inst]);
        let mut groups: Vec<Vec<Inst>> = vec![Vec::new()];
        for (at, &load) in loads.iter().enumerate() {
            let before = loads[..at].iter().map(first_use).max();
            let behind = loads[at..].iter().map(first_use).min();
            if before.is_some() && before < behind {
                groups.push(Vec::new());
            }
            groups.last_mut().into_iter().for_each(|group| group.push(load));
        }
        groups
    }
}

/// The loads in loops around a product that its operand is computed from by operations on tiles.
pub fn loads_behind(module: &Module, function: &Function, mma: Inst, operand: Value) -> Vec<Inst> {
    let loops = slice::loops_around(function, function.inst_block(mma));
    let in_loop = |inst: Inst| loops.iter().any(|&around| function.is_inside(inst, around));
    let is_tile = |value: &Value| !module.types.dims(function.value_type(*value)).is_empty();
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let (mut pending, mut found) = (vec![operand], Vec::new());
    while let Some(value) = pending.pop() {
        let Some(inst) = function.def_inst(value) else { continue };
        if !in_loop(inst) || !seen.insert(value) {
            continue;
        }
        let data = function.data(inst);
        match data {
            InstData::LoadViewTko { .. } | InstData::LoadPtrTko { .. } => found.push(inst),
            InstData::MmaF { .. } | InstData::MmaI { .. } | InstData::MmaFScaled { .. } => {}
            _ if data.effect() == Effect::Pure && data.blocks().is_empty() => {
                pending.extend(data.operands().into_iter().filter(is_tile));
            }
            _ => {}
        }
    }
    found
}

/// The blocks of loads, each once.
fn bodies_of(function: &Function, loads: &[Inst]) -> Vec<Block> {
    let mut bodies: Vec<Block> = Vec::new();
    for body in loads.iter().filter_map(|&load| function.inst_block(load)) {
        if !bodies.contains(&body) {
            bodies.push(body);
        }
    }
    bodies
}

fn bytes_in_stage(candidate: &Candidate) -> u32 {
    candidate.staged.bytes().next_multiple_of(TILE_ALIGN)
}

/// Stages of so many bytes: see the module header.
fn stages(target: &Target, bytes: u32, scratch: u32) -> Option<u32> {
    let fit = |ctas: u32| {
        let room = occupancy::shared_of_cta(target, ctas).saturating_sub(scratch);
        (room / bytes.max(1)).min(MAX_MULTISTAGE)
    };
    [2, 1].into_iter().map(fit).find(|&stages| stages >= MIN_STAGES)
}

/// Scratch memory for the loops of these loads.
pub fn scratch_of_loops(function: &Function, loads: &[AsyncLoad]) -> u32 {
    let loads: Vec<Inst> = loads.iter().map(|load| load.inst).collect();
    scratch_of(function, &loads)
}

/// None where there are only products of what is loaded, whose fragments are read as they are, and the loops carry nothing
/// but sums.
fn scratch_of(function: &Function, loads: &[Inst]) -> u32 {
    let mut plain: FxHashSet<Value> = FxHashSet::default();
    for body in bodies_of(function, loads) {
        let own = loads.iter().copied().filter(|&load| function.inst_block(load) == Some(body));
        let indices = own.flat_map(|load| function.data(load).operands());
        let scalars = slice::in_iteration(function, body, indices).unwrap_or_default();
        let mut sums: FxHashSet<Value> = function.block_params(body)[1..].iter().copied().collect();
        for &inst in function.insts(body) {
            let data = function.data(inst);
            let results = function.results(inst).iter().copied();
            let outer = |value: &Value| {
                function.def_inst(*value).is_some_and(|def| function.inst_block(def) != Some(body))
            };
            let is_plain = match *data {
                InstData::LoadViewTko { .. } => loads.contains(&inst),
                InstData::Permute { source, .. }
                | InstData::Reshape { source }
                | InstData::FToF { from: source, .. } => plain.contains(&source),
                InstData::MmaF { lhs, rhs, acc, .. } | InstData::MmaI { lhs, rhs, acc, .. } => {
                    sums.extend(results.clone());
                    [lhs, rhs].iter().all(|it| plain.contains(it) || outer(it))
                        && (sums.contains(&acc) || outer(&acc))
                }
                InstData::Continue { ref operands } => {
                    operands.iter().all(|operand| sums.contains(operand))
                }
                _ => scalars.contains(&inst),
            };
            if !is_plain {
                return LOOP_SCRATCH;
            }
            if !matches!(data, InstData::MmaF { .. } | InstData::MmaI { .. }) {
                plain.extend(results);
            }
        }
    }
    0
}
