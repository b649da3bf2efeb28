//! How much of the operands of MMAs no pipeline brings to shared memory: what passes compare kernels by.

use ir::{Function, Inst, Module};

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

/// How many operands of an MMA no pipeline brings to shared memory.
fn num_unfed(pipeline: Option<&Pipeline>, mma: Inst) -> usize {
    match pipeline.and_then(|pipeline| pipeline.mma(mma)) {
        Some(mma) if mma.a == MmaOperand::Registers || mma.has_stored() => 1,
        Some(_) => 0,
        None => 2,
    }
}
