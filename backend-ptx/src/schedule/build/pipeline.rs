//! The decisions about the pipelines of a kernel.
//!
//! In: a function, its facts and aliases, a target with TMA loads and `wgmma` or `tcgen05`. Out: a [`PipelinePlan`], or
//! none where the kernel has no MMA that would gain. For other targets [`multistage`] decides.

use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use ir::{Function, Inst, Module, Scalar};

use super::loads::{self, SmemReads, WarpCopies};
use super::{multistage, operand_reuse};
use crate::analysis::affine::tile::has_tests;
use crate::analysis::mailed::{self, Mailed, Sender};
use crate::analysis::slice;
use crate::cost::occupancy::{self, MAX_STAGES, MIN_SHARED_STAGES, MIN_STAGES, PIPELINE_SCRATCH};
use crate::cost::registers::{self, MAX_ACCUMULATOR, MAX_EVEN_SHARE_ACCUMULATOR, ProducerWork};
use crate::mma::async_mma::{AsyncMma, MmaOperand};
use crate::mma::{self, assign::AsyncMmas};
use crate::schedule::pipeline::{
    AsyncLoad, MapSource, PAIR, Pipeline, PipelinePlan, RowGather, StageRing, TensorMap,
    TileSharing, is_for_epilogue_loads,
};
use crate::schedule::refusal::{MmaRefusals, Refusal, Refusals, Requirement};
use crate::schedule::smem::SmemLayout;
use crate::target::{Feature, MAX_ROWS, REGISTER_BITS, TILE_ALIGN, Target, WARPGROUP, WGMMA_ROWS};

/// Least stages of a pipeline where a CTA computes two tile blocks; fewer have not been timed.
const MIN_TWO_TILE_STAGES: u32 = PAIR * MIN_STAGES;

/// A kernel, and what is known of it.
#[derive(Clone, Copy)]
pub struct ScheduledFunction<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
    pub facts: &'a FactMap,
    pub aliases: &'a AliasMap,
    pub target: &'a Target,
}

/// A pipeline, with the places where its stages are waited for and released.
pub struct Planned {
    pub pipeline: Pipeline,
    pub stage_uses: loads::StageUses,
}

/// The pipeline of a kernel, if it has MMAs to feed and a target that can, and why what is not fed is not.
pub fn plan(subject: ScheduledFunction<'_>) -> (Option<Planned>, Refusals) {
    if subject.target.has_multistage() {
        return multistage::plan(subject);
    }
    if !subject.target.has_pipelines() {
        return (None, Refusals::default());
    }
    let (planned, refusals) = plan_with_mail(subject, &[]);
    if !refusals.values().any(MmaRefusals::lacks_number) {
        return (planned, refusals);
    }
    let ScheduledFunction { module, function, aliases, .. } = subject;
    let mailed = mailed::mailed(module, function, aliases);
    let is_fetched = |it: &Mailed| it.sender == Sender::Producer;
    // What the producer waits for is not ahead of the consumers.
    if mailed.is_empty() || (planned.is_some() && !mailed.iter().all(is_fetched)) {
        return (planned, refusals);
    }
    match plan_with_mail(subject, &mailed) {
        (None, _) if planned.is_some() => (planned, refusals),
        found => found,
    }
}

/// [`plan`], where partitions hand these numbers to each other.
fn plan_with_mail(
    subject: ScheduledFunction<'_>,
    mailed: &[Mailed],
) -> (Option<Planned>, Refusals) {
    let mut refusals = Refusals::default();
    // Most of the threads that wait for MMAs in tensor memory do not know about full stages.
    let reads: &[SmemReads] = match subject.target.has(Feature::Tcgen05) {
        true => &[SmemReads::Nothing],
        // What threads read may be what there is no room for.
        false => &[SmemReads::Tiles, SmemReads::Rows, SmemReads::Nothing],
    };
    let mut failed = None;
    for &reads in reads.iter().filter(|_| gathers_by_warps(subject)) {
        refusals.clear();
        let copies = (reads, WarpCopies::GatheredRows);
        match plan_with_reads(subject, mailed, copies, &mut refusals) {
            Ok(Some(planned)) if planned.pipeline.warps_gather() => {
                return (Some(planned), refusals);
            }
            Ok(_) | Err(_) => {}
        }
    }
    for &reads in reads {
        // Where there are copying warps, they copy the tensors whose alignment for TMA is unknown.
        for warps in [WarpCopies::AnyTensor, WarpCopies::Nothing] {
            refusals.clear();
            match plan_with_reads(subject, mailed, (reads, warps), &mut refusals) {
                Ok(Some(planned)) if planned.pipeline.has_tma() || planned.pipeline.cp_async => {
                    return (Some(planned), refusals);
                }
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(refusal) => failed = Some(refusal),
            }
        }
    }
    if let Some(failed) = failed {
        refuse_all(subject.function, failed, &mut refusals);
    }
    (None, refusals)
}

/// Whether a kernel loads rows that a tile of numbers names, on a target whose TMA gathers none.
fn gathers_by_warps(subject: ScheduledFunction<'_>) -> bool {
    let ScheduledFunction { module, function, target, .. } = subject;
    let gathers = |inst: Inst| match function.data(inst) {
        ir::InstData::LoadViewTko { view, .. } => {
            module.types.sparse_dim(function.value_type(*view)).is_some()
        }
        _ => false,
    };
    !target.has(Feature::TmaGather) && function.insts_in_order().into_iter().any(gathers)
}

/// Adds what the whole kernel fails to the refusals of each MMA that fails nothing else.
pub fn refuse_all(function: &Function, failed: Refusal, refusals: &mut Refusals) {
    for inst in function.insts_in_order() {
        if mma::is_mma(function.data(inst)) {
            let refused = refusals.entry(inst).or_default();
            refused.whole = refused.whole.or(Some(failed));
        }
    }
}

/// [`plan_with_mail`] where threads read the stages as `reads` says, and warps copy the tensors that `warps` says.
fn plan_with_reads(
    subject: ScheduledFunction<'_>,
    mailed: &[Mailed],
    (reads, warps): (SmemReads, WarpCopies),
    refusals: &mut Refusals,
) -> Result<Option<Planned>, Refusal> {
    let ScheduledFunction { module, function, facts, aliases, target } = subject;
    let producer_slice = slice::producer_slice(module, function, aliases, mailed);
    if let Some(exit) = slice::exit_by_data(function, &producer_slice) {
        return Err(Refusal::at(Requirement::KnownExits, exit));
    }
    if let Some(array) = allocation(function) {
        return Err(Refusal::at(Requirement::NoLocalArrays, array));
    }
    let known = loads::LoadFacts { facts, aliases, producer_slice: &producer_slice, warps };
    let found = loads::find_async_loads(module, function, &known, target, reads, refusals)?;
    let Some(mut found) = found else { return Ok(None) };
    // The warp that has a stage would not know of maps that others replaced.
    let is_gathered = found.async_loads.iter().any(|load| load.gather == Some(RowGather::Warps));
    if is_gathered && !is_same_for_all(&found) {
        return Err(Refusal::of(Requirement::GatheredTensor));
    }
    // One thread has mailboxes, and a warp gathers.
    if !mailed.is_empty() && found.async_loads.iter().any(|load| load.gather.is_some()) {
        return Err(Refusal::of(Requirement::KnownExits));
    }
    let wgmma = !target.has(Feature::Tcgen05);
    let is_persistent = !may_wait_for_others(function);
    let mut sharing = TileSharing::None;
    let is_stored = found.mmas.values().any(AsyncMma::has_stored);
    if is_persistent && wgmma && !is_stored && !is_gathered && mailed.is_empty() {
        let room = (target.max_shared - PIPELINE_SCRATCH - TILE_ALIGN) / MIN_TWO_TILE_STAGES;
        let without_rows = without_epilogue_rows(&found);
        let two_tile = operand_reuse::two_tile(
            (module, function),
            &producer_slice,
            (without_rows, found.rings.as_slice()),
            &found.mmas,
            &target.chip,
        );
        if let Some((_, bytes)) = two_tile.filter(|&(_, bytes)| bytes <= room) {
            sharing = TileSharing::TwoTiles;
            let count = without_rows.len();
            drop_loads_from(&mut found, count);
            found.rings[0].bytes = bytes;
        } else if has_misaligned_pitch(&found) && is_same_for_all(&found) {
            let (loads, mmas) = (&found.async_loads, found.mmas.iter());
            if operand_reuse::pairs(function, &producer_slice, loads, mmas, &target.chip).is_some()
            {
                sharing = TileSharing::Multicast;
                halve_boxes(&mut found.async_loads, &mut found.maps);
            }
        }
    }
    let most = if sharing == TileSharing::TwoTiles { 1 } else { 2 };
    let least = found.mmas.values().map(|mma| mma.m / WGMMA_ROWS).min();
    let warpgroups = least.map_or(most, |least| least.min(most));
    // An accumulator, fragments of A, addresses: what one thread has room for.
    let accumulator = |(&inst, mma): (&Inst, &AsyncMma)| {
        let sums = module.types.elem_scalar(function.value_type(function.results(inst)[0]));
        // Tensor memory has a cell for each sum.
        let bits = sums.map(Scalar::bits).filter(|_| wgmma).unwrap_or(REGISTER_BITS);
        registers::accumulator((mma.m, mma.n), bits, warpgroups)
    };
    let exceeds = |mma: &(&Inst, &AsyncMma)| accumulator(*mma) > MAX_ACCUMULATOR;
    if let Some((&mma, _)) = found.mmas.iter().filter(exceeds).min_by_key(|(inst, _)| **inst) {
        return Err(Refusal::at(Requirement::AccumulatorFits, mma));
    }
    let fills = found.mmas.iter().any(|mma| accumulator(mma) == MAX_ACCUMULATOR);
    let choose = |found: &loads::Found| {
        let mailboxes = mailed.len() as u32;
        Stages { function, target, found, sharing, warpgroups, is_persistent, mailboxes }.choose()
    };
    let mut stages = choose(&found);
    if stages.is_none() && is_stored {
        // A operands in registers leave room for stages.
        found.mmas.values_mut().filter(|mma| mma.a.stored().is_some()).for_each(hold_in_registers);
        stages = choose(&found);
    }
    let (per_sm, counts) = stages.ok_or(Refusal::of(Requirement::StagesFit))?;
    for (ring, stages) in found.rings.iter_mut().zip(counts) {
        ring.stages = stages;
    }
    let register_bound =
        sharing != TileSharing::TwoTiles && consumers_are_register_bound(function, &found, fills);
    let loads::Found { async_loads, rings, maps, mmas, stage_uses } = found;
    let mmas = AsyncMmas { mmas, warpgroups, in_tensor_memory: !wgmma };
    let plan = PipelinePlan {
        async_loads,
        rings,
        maps,
        mmas,
        is_persistent,
        per_sm,
        sharing,
        registers: None,
        cp_async: false,
        multistage: None,
        mailboxes: mailed.to_vec(),
    };
    let mut pipeline = Pipeline::assemble(module, function, aliases, target, plan)
        .map_err(|failed| Refusal::of(failed.requirement))?;
    share_registers(&mut pipeline, register_bound);
    // Threads that copy copy any tensor, so nothing would test.
    let is_tested =
        pipeline.maps.iter().any(|map| has_tests(function, map.view)) || !pipeline.tests.is_empty();
    pipeline.cp_async &= !is_tested && pipeline.mailboxes.is_empty();
    Ok(Some(Planned { pipeline, stage_uses }))
}

/// Lets an MMA take its computed A operand from registers.
fn hold_in_registers(mma: &mut AsyncMma) {
    mma.a = MmaOperand::Registers;
}

/// Registers of a thread that copies and of one that computes, where an even share would be too few: 384 threads have 168
/// each. Where consumers have no registers to spare, no warps copy with `cp.async`, whose addresses take registers.
fn share_registers(pipeline: &mut Pipeline, register_bound: bool) {
    // Of tensor memory each thread reads every 256th cell of an accumulator that is done.
    let many = pipeline.tensor_memory.as_ref().is_none_or(|memory| {
        memory.columns * MAX_ROWS / (2 * WARPGROUP) > MAX_EVEN_SHARE_ACCUMULATOR
    });
    let in_tensor_memory = pipeline.tensor_memory.is_some();
    let is_replaced = |map: &TensorMap| map.source == MapSource::Replaced;
    let is_large = |map: &TensorMap| map.source != MapSource::Kernel || map.dims.len() > 2;
    let work = match &pipeline.two_tile {
        _ if in_tensor_memory => ProducerWork::TmaOnly,
        _ if pipeline.warps_gather() => {
            let is_long = |load: &AsyncLoad| load.gather.is_some() && load.staged.rows > MAX_ROWS;
            match pipeline.async_loads.iter().any(is_long) {
                true => ProducerWork::GatherLong,
                false => ProducerWork::Gather,
            }
        }
        _ if register_bound && pipeline.maps.iter().any(is_replaced) => {
            ProducerWork::MapReplacement
        }
        _ if register_bound => ProducerWork::TmaOnly,
        None => ProducerWork::CpAsync,
        Some(_) if pipeline.maps.iter().any(is_large) => ProducerWork::TwoTilesOfTensors,
        Some(_) => ProducerWork::TwoTiles,
    };
    let two_warpgroups = pipeline.mmas.warpgroups * pipeline.tiles_per_cta() == 2;
    pipeline.registers = (two_warpgroups && many).then(|| work.shares());
    let can_copy = !in_tensor_memory && !register_bound && !pipeline.warps_gather();
    pipeline.cp_async = pipeline.registers.is_some() && can_copy;
}

/// Whether consumers have no registers to spare for the producer: they compute operands, or accumulators fill half of
/// theirs and they fetch operands or elements have addresses of their own. Attention with heads of 64 columns is 2 to 4 %
/// slower with 232 registers than with 240 (H200).
fn consumers_are_register_bound(function: &Function, found: &loads::Found, fills: bool) -> bool {
    let mut left = found.mmas.values().map(|mma| mma.a);
    let computes = left.clone().any(|operand| operand == MmaOperand::Registers);
    let fetches = left.any(|operand| matches!(operand, MmaOperand::SmemToRegisters(..)));
    let stores = found.mmas.values().any(AsyncMma::has_stored);
    computes || stores || (fills && (fetches || accesses_by_pointers(function)))
}

/// How many stages there are.
struct Stages<'a> {
    function: &'a Function,
    target: &'a Target,
    found: &'a loads::Found,
    sharing: TileSharing,
    warpgroups: u32,
    is_persistent: bool,
    mailboxes: u32,
}

impl Stages<'_> {
    /// CTAs on an SM, and the stages of each pipeline: as many as there is room for.
    fn choose(&self) -> Option<(u32, Vec<u32>)> {
        let loads = &self.found.async_loads;
        let is_tile = |load: &AsyncLoad| {
            load.by_threads && load.epilogue_load.is_none() && load.staged.rows > 1
        };
        let least = match self.sharing {
            TileSharing::TwoTiles => MIN_TWO_TILE_STAGES,
            TileSharing::None | TileSharing::Multicast => {
                // Threads that have written an operand to shared memory have read the stage.
                let is_held = !self.found.mmas.values().any(AsyncMma::has_stored);
                MIN_STAGES + u32::from(is_held && loads.iter().any(is_tile))
            }
        };
        let looped = self.found.rings.iter().any(|ring| self.is_looped(ring));
        let most = if looped { MAX_STAGES } else { MIN_STAGES };
        let of_two = (MIN_SHARED_STAGES.max(least)..=most).rev().map(|stages| (PAIR, stages));
        let of_two = of_two.filter(|_| self.gain_from_two_ctas());
        let of_one = (least..=most).rev().map(|stages| (1, stages));
        of_two.chain(of_one).find_map(|(per_sm, stages)| self.fit(per_sm, stages))
    }

    /// Whether a second CTA on an SM computes while this one waits: warps that compute operands wait for one MMA before
    /// they begin the next.
    fn gain_from_two_ctas(&self) -> bool {
        let epilogue_loads = self.found.async_loads.iter().any(|load| load.epilogue_load.is_some());
        let waits = |mma: &AsyncMma| mma.a == MmaOperand::Registers && !mma.swapped;
        self.sharing == TileSharing::None
            && !epilogue_loads
            && self.is_persistent
            && !self.target.has(Feature::Tcgen05)
            && self.warpgroups == 1
            && self.found.mmas.values().any(waits)
    }

    /// The stages of each pipeline, if there is room for so many in a loop.
    fn fit(&self, per_sm: u32, stages: u32) -> Option<(u32, Vec<u32>)> {
        let mut rings = self.found.rings.clone();
        for ring in &mut rings {
            ring.stages = if self.is_looped(ring) { stages } else { MIN_STAGES };
        }
        let has_state = self.target.has(Feature::Tcgen05) || per_sm > 1;
        let maps = self.found.maps.len() as u32;
        let operands = self.found.mmas.values().map(AsyncMma::stored_bytes).max();
        let operands = operands.unwrap_or_default();
        let states = (has_state, self.mailboxes);
        let smem = SmemLayout::of(&rings, operands, maps, self.sharing, states);
        let counts = rings.iter().map(|ring| ring.stages).collect();
        (smem.used <= occupancy::shared_of_cta(self.target, per_sm)).then_some((per_sm, counts))
    }

    /// Whether a pipeline is filled in a loop.
    fn is_looped(&self, ring: &StageRing) -> bool {
        ring.stage_loads.iter().any(|group| {
            let block = self.function.inst_block(self.found.async_loads[group[0]].inst);
            !slice::loops_around(self.function, block).is_empty()
        })
    }
}

/// The loads without those of rows behind the loops, which are the last: two tile blocks have no stage in common for
/// them. Threads load a row themselves in less time than two tile blocks save in one iteration of 64 or more.
fn without_epilogue_rows(found: &loads::Found) -> &[AsyncLoad] {
    let is_row = |load: &AsyncLoad| load.epilogue_load.is_some() && load.staged.rows == 1;
    let rows = found.async_loads.iter().rev().take_while(|load| is_row(load)).count();
    &found.async_loads[..found.async_loads.len() - rows]
}

/// Leaves the loads behind the first `count` to the threads that use them, and takes out the maps that only these need.
fn drop_loads_from(found: &mut loads::Found, count: usize) {
    found.async_loads.truncate(count);
    let maps = found.async_loads.iter().map(|load| load.map + 1).max().unwrap_or(0);
    found.maps.truncate(maps);
}

/// Whether a map that MMAs need may have rows that are not multiples of 128 bytes.
fn has_misaligned_pitch(found: &loads::Found) -> bool {
    found.maps.iter().enumerate().any(|(number, map)| {
        !map.is_pitch_line_aligned && !is_for_epilogue_loads(&found.async_loads, number)
    })
}

/// Whether all maps describe tensors that are the same for all tile blocks.
fn is_same_for_all(found: &loads::Found) -> bool {
    found.maps.iter().all(|map| map.source == MapSource::Kernel)
}

/// The first array of tiles in memory.
fn allocation(function: &Function) -> Option<Inst> {
    let allocates = |inst: &Inst| matches!(function.data(*inst), ir::InstData::Alloca { .. });
    function.insts_in_order().into_iter().find(allocates)
}

/// Lets asynchronous loads of one chunk have two boxes, one for each CTA of a pair.
fn halve_boxes(async_loads: &mut [AsyncLoad], maps: &mut [TensorMap]) {
    let halved =
        |async_load: &AsyncLoad| async_load.staged.chunks == 1 && async_load.can_be_halved();
    for (number, map) in maps.iter_mut().enumerate() {
        let of_map = |async_load: &&AsyncLoad| async_load.map == number && halved(async_load);
        let Some(outer) = async_loads.iter().find(of_map).map(|async_load| async_load.outer) else {
            continue;
        };
        map.bounds[outer] /= 2;
        async_loads
            .iter_mut()
            .filter(|async_load| async_load.map == number)
            .for_each(|s| s.boxes_per_chunk = 2);
    }
}

/// Whether elements of tiles are accessed by pointers of their own.
fn accesses_by_pointers(function: &Function) -> bool {
    let by_pointers = |inst: Inst| {
        use ir::InstData as I;
        let data = function.data(inst);
        matches!(data, I::LoadPtrTko { .. } | I::StorePtrTko { .. })
            || matches!(data, I::AtomicRmwTko { .. } | I::AtomicCasTko { .. })
    };
    function.insts_in_order().into_iter().any(by_pointers)
}

/// Whether a tile block may wait for another one, which then must run beside it, or for another grid. It waits in a loop
/// without a count that reads what others write: a loop with a count ends whatever it reads.
fn may_wait_for_others(function: &Function) -> bool {
    let is_strong = |inst: Inst| function.data(inst).effect() == ir::Effect::ReadWrite;
    let waits = |inst: Inst| match function.data(inst) {
        ir::InstData::Loop { .. } => function.insts_inside(inst).into_iter().any(is_strong),
        data => is_strong(inst) && data.accessed().is_none(),
    };
    function.insts_in_order().into_iter().any(waits)
}
