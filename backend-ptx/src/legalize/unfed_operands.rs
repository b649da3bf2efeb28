//! How much of the operands of MMAs no pipeline brings to shared memory: what passes compare kernels by.

use ir::{Function, Inst, InstData, Module};

use crate::legalize::pipeline_mma::pipeline;
use crate::mma::async_mma::MmaOperand;
use crate::mma::is_mma;
use crate::schedule::pipeline::{MapSource, Pipeline, TensorMap};
use crate::target::Target;

/// How many operands of MMAs no pipeline brings to shared memory, and how many tensor maps are not built once.
pub fn num_unfed_operands(module: &Module, function: &Function, target: &Target) -> (usize, usize) {
    let pipeline = pipeline(module, function, target);
    let is_rebuilt = |map: &&TensorMap| map.source != MapSource::Kernel;
    let maps = pipeline.iter().flat_map(|pipeline| &pipeline.maps);
    let rebuilt = maps.filter(is_rebuilt).count();
    let mmas = function.insts_in_order().into_iter().filter(|&inst| is_mma(function.data(inst)));
    (mmas.map(|mma| num_unfed(pipeline.as_ref(), mma)).sum(), rebuilt)
}

/// The same, where each operand counts as often as its MMA is long along K: MMAs that are one are as many as they were.
pub fn unfed_extent(module: &Module, function: &Function, target: &Target) -> u64 {
    let pipeline = pipeline(module, function, target);
    let extent = |mma: Inst| {
        let (InstData::MmaF { lhs, .. }
        | InstData::MmaI { lhs, .. }
        | InstData::MmaFScaled { lhs, .. }) = *function.data(mma)
        else {
            return 0;
        };
        let dims = module.types.dims(function.value_type(lhs));
        dims.last().map_or(0, |&extent| u64::from(extent))
    };
    let mmas = function.insts_in_order().into_iter();
    mmas.map(|mma| extent(mma) * num_unfed(pipeline.as_ref(), mma) as u64).sum()
}

/// How many operands of an MMA no pipeline brings to shared memory.
fn num_unfed(pipeline: Option<&Pipeline>, mma: Inst) -> usize {
    match pipeline.and_then(|pipeline| pipeline.mma(mma)) {
        Some(mma) if mma.a == MmaOperand::Registers || mma.has_stored() => 1,
        Some(_) => 0,
        None => 2,
    }
}
