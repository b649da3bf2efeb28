//! Software-pipelines dependent MMAs: an MMA that waits for another's result is issued an
//! iteration later.
//!
//! In a loop of two MMAs on `wgmma`, the second of which takes as its A operand what is
//! computed from the first, tensor cores and the other units would take turns. With the second
//! one delayed ([`delay`]) it is computed while the next A operand is.

use ir::analysis::alias::AliasMap;
use ir::analysis::facts::FactMap;
use ir::pass::delay::delay;
use ir::{Function, Inst, InstData, Module};

use crate::mma::async_mma::MmaOperand;
use crate::mma::chain::{Chained, mmas_behind};
use crate::schedule::build::pipeline::{ScheduledFunction, plan};
use crate::schedule::pipeline::Pipeline;
use crate::target::{Feature, Target};

/// The module with such MMAs delayed; `None` if there are none.
pub fn pipeline_mmas(module: &Module, target: &Target) -> Option<Module> {
    if !target.has(Feature::Wgmma) {
        return None;
    }
    let mut pipelined: Option<Module> = None;
    for (entry, function) in module.entries.iter() {
        let Some(mma) = waiting_for_loads(module, function, target) else { continue };
        let into = pipelined.get_or_insert_with(|| module.clone());
        let mut function = function.clone();
        let before = num_unpipelined_mmas(into, &function, target);
        if delay(&mut function, &mut into.types, mma)
            && num_unpipelined_mmas(into, &function, target) <= before
        {
            into.entries[entry] = function;
        }
    }
    pipelined
}

/// An MMA of the kernel's pipeline whose A operand is computed, in its block, from another
/// one.
fn waiting_for_loads(module: &Module, function: &Function, target: &Target) -> Option<Inst> {
    let chained = Chained::of(function);
    let behind = |inst: &Inst| match function.data(*inst) {
        InstData::MmaF { lhs, .. } | InstData::MmaI { lhs, .. }
            if chained.follows_mma(function, *lhs) =>
        {
            let mut mmas = mmas_behind(function, *lhs);
            mmas.retain(|other| function.inst_block(*other) == function.inst_block(*inst));
            !mmas.is_empty()
        }
        _ => false,
    };
    let candidates: Vec<Inst> = function.insts_in_order().into_iter().filter(behind).collect();
    if candidates.is_empty() {
        return None;
    }
    let pipeline = pipeline(module, function, target)?;
    candidates
        .into_iter()
        .find(|&inst| pipeline.mma(inst).is_some_and(|mma| mma.a == MmaOperand::Registers))
}

/// How many MMAs no pipeline feeds: a tile that is carried to the next iteration is copied by
/// none.
fn num_unpipelined_mmas(module: &Module, function: &Function, target: &Target) -> usize {
    let pipeline = pipeline(module, function, target);
    let fed = |inst: Inst| pipeline.as_ref().is_some_and(|p| p.mma(inst).is_some());
    let is_mma =
        |inst: &Inst| matches!(function.data(*inst), InstData::MmaF { .. } | InstData::MmaI { .. });
    function.insts_in_order().into_iter().filter(is_mma).filter(|&inst| !fed(inst)).count()
}

/// The pipeline of a kernel.
pub(crate) fn pipeline(module: &Module, function: &Function, target: &Target) -> Option<Pipeline> {
    let facts = FactMap::of(function, &module.types);
    let aliases = AliasMap::of(function, &module.types);
    plan(ScheduledFunction { module, function, facts: &facts, aliases: &aliases, target })
        .0
        .map(|planned| planned.pipeline)
}
