//! Atomic reductions of views in bulk: which are, and why the others are not.
//!
//! In: an `atomic_red_view_tko`. Out: that warps write their part of the tile to shared memory and have whole rows of it
//! combined with memory by `cp.reduce.async.bulk`, or the first requirement that fails; then threads reduce each element by
//! a `red`. Whether 16 bytes divide the pointer, the strides and the extent along the rows may depend on the launch: the
//! kernel tests that, and threads reduce each element where they do not.
//!
//! A bulk reduction is relaxed and of the device's scope for each element (PTX ISA, "cp.reduce.async.bulk").

use std::collections::BTreeMap;

use ir::{Elem, Function, Inst, InstData, MemoryOrdering, MemoryScope, Module, TypeKind};

use super::Schedule;
use super::pipeline::Pipeline;
use super::refusal::{Refusal, Requirement};
use crate::cost::reductions;
use crate::target::{BULK_ALIGN, Feature, LANES, Target};

/// A reduction in bulk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BulkReduction {
    /// The dimension of the tile along which its rows are.
    pub dim: usize,
    /// Bytes of a row.
    pub bytes: u32,
}

/// The reductions in bulk of a kernel.
pub type BulkReductions = BTreeMap<Inst, BulkReduction>;

/// Decides for each atomic reduction of a view how it is carried out.
pub(super) fn plan(module: &Module, function: &Function, target: &Target, schedule: &mut Schedule) {
    if !target.has(Feature::Cluster) {
        return;
    }
    let warps = schedule.pipeline.as_ref().map_or(schedule.computing_warps, Pipeline::block_warps);
    for inst in function.insts_in_order() {
        let InstData::AtomicRedViewTko { .. } = function.data(inst) else { continue };
        let decided = possible(module, function, inst).and_then(|reduction| {
            match pays(module, function, inst, warps) {
                true => Ok(reduction),
                false => Err(Requirement::StagedElements),
            }
        });
        match decided {
            Ok(reduction) => {
                schedule.body.reductions.insert(inst, reduction);
            }
            Err(requirement) => {
                let refused = schedule.refusals.entry(inst).or_default();
                refused.whole = Some(Refusal::of(requirement));
            }
        }
    }
}

/// The reduction in bulk that an atomic reduction of a view can be, or the first requirement that fails.
pub fn possible(
    module: &Module,
    function: &Function,
    inst: Inst,
) -> Result<BulkReduction, Requirement> {
    let data = function.data(inst);
    let InstData::AtomicRedViewTko { view, ordering, scope, .. } = data else {
        return Err(Requirement::DenseView);
    };
    let is_of_device = matches!(scope, MemoryScope::TileBlock | MemoryScope::Device);
    if *ordering != MemoryOrdering::Relaxed || !is_of_device {
        return Err(Requirement::RelaxedOrder);
    }
    let is_private = |inst: &Inst| matches!(function.data(*inst), InstData::Alloca { .. });
    if function.has_record_address() || function.insts_in_order().iter().any(is_private) {
        return Err(Requirement::GlobalMemory);
    }
    let types = &module.types;
    let ty = function.value_type(*view);
    if !matches!(types.kind(ty), TypeKind::PartitionView(_) | TypeKind::StridedView(_)) {
        return Err(Requirement::DenseView);
    }
    let (tensor, tile) = types.tiled_view(ty).ok_or(Requirement::DenseView)?;
    let (dim_map, steps) = types.view_traversal(ty).ok_or(Requirement::DenseView)?;
    let tensor = types.as_tensor_view(tensor).ok_or(Requirement::DenseView)?;
    let bytes = u64::from(tensor.elem.bytes());
    let stride = |dim: usize| tensor.strides[dim_map[dim] as usize];
    let mut units = (0..tile.len()).filter(|&dim| stride(dim) == Some(1));
    let (Some(dim), None) = (units.next(), units.next()) else {
        return Err(Requirement::UnitStride);
    };
    let divides = |elements: u64| (elements * bytes).is_multiple_of(u64::from(BULK_ALIGN));
    let mut others = (0..tile.len()).filter(|&other| other != dim);
    if !others.all(|other| stride(other).is_none_or(|stride| divides(stride as u64))) {
        return Err(Requirement::StaticPitch);
    }
    let extent = tensor.shape[dim_map[dim] as usize];
    let rows = [u64::from(tile[dim]), u64::from(steps[dim])];
    if !rows.into_iter().chain(extent.map(|extent| extent as u64)).all(divides) {
        return Err(Requirement::ReducedRows);
    }
    Ok(BulkReduction { dim, bytes: tile[dim] * tensor.elem.bytes() })
}

/// Whether it takes less time than an instruction for each element.
fn pays(module: &Module, function: &Function, inst: Inst, warps: u32) -> bool {
    let InstData::AtomicRedViewTko { value, .. } = function.data(inst) else { return false };
    let Some(tile) = module.types.as_tile(function.value_type(*value)) else { return false };
    let Elem::Scalar(elem) = tile.elem else { return false };
    reductions::in_bulk_pays(tile.num_elems(), warps * LANES, elem.bytes())
}
