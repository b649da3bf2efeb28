//! Products in parts along K, whose tiles leave room for more stages.
//!
//! Warps that copy for themselves have the shared memory of a CTA that names no size at its launch, 48 KiB on most targets: one
//! stage of 128x128x64 with 16 bits. Where fewer than [`WANTED_STAGES`] fit, a product of two tiles that are loaded for it is
//! computed in parts, each of which has a stage of its own; where TMA copies, only if fewer than [`MIN_STAGES`] fit:
//!
//! ```text
//! acc = mma (load va[x, i]) (load vb[i, y]) acc
//!   =>
//! acc = mma (load va'[x, 2 i]) (load vb'[2 i, y]) acc
//! acc = mma (load va'[x, 2 i + 1]) (load vb'[2 i + 1, y]) acc
//! ```
//!
//! In: a verified module. Out: the module with such products, in kernels that have a pipeline of more stages then; sums are
//! added up in the same order. A part may begin beyond the tensor: code without the pipeline, whose threads load it, tests for
//! that where an index has the form above (`tile_access`).

use cranelift_entity::SecondaryMap;
use ir::analysis::facts::FactMap;
use ir::builder::Builder;
use ir::types::TypeStore;
use ir::{
    Function, Inst, InstData, MemoryOrdering, Module, Overflow, Scalar, Signedness, Type, TypeKind,
    Value,
};
use smallvec::SmallVec;

use crate::cost::occupancy::MIN_STAGES;
use crate::legalize::entry_rewrites::EntryRewrites;
use crate::legalize::operand_steps::{is_only_read_between, step_source};
use crate::legalize::pipeline_mma::pipeline;
use crate::schedule::pipeline::Pipeline;
use crate::target::{K_STEP_BYTES, Target};

/// Stages that hide the latency of a copy: one is read, and two are on their way.
const WANTED_STAGES: u32 = 3;
/// Parts of a product, fewest first.
const PARTS: [u32; 2] = [2, 4];

/// The module with such products; `None` if there are none.
pub fn split_k(module: &Module, target: &Target) -> Option<Module> {
    let wanted = match (target.has_multistage(), target.has_pipelines()) {
        (true, _) => WANTED_STAGES,
        (false, true) => MIN_STAGES,
        (false, false) => return None,
    };
    let mut rewrites = EntryRewrites::of(module);
    for (entry, function) in module.entries.iter() {
        let facts = FactMap::of(function, &module.types);
        let uses = function.count_uses();
        let search = OperandSearch { module, function, facts: &facts, uses: &uses };
        let insts = function.insts_in_order().into_iter();
        let products: Vec<SplitProduct> = insts.filter_map(|mma| search.product(mma)).collect();
        // Where TMA copies, nearly all kernels have the stages: a pipeline is planned only for those that may not.
        let may_fit = target.has_pipelines()
            && products.iter().all(|product| {
                u64::from(wanted) * product.bytes_of_step <= u64::from(target.max_shared)
            });
        if products.is_empty() || may_fit {
            continue;
        }
        let mut most = stages(module, function, target);
        for parts in PARTS {
            if most >= wanted {
                break;
            }
            let can_split = |product: &&SplitProduct| product.can_split(parts);
            rewrites.attempt(entry, |changed| {
                let Module { entries, types, .. } = changed;
                // The parts are those of the products as they were.
                entries[entry] = function.clone();
                let mut loads = Vec::new();
                for product in products.iter().filter(can_split) {
                    loads.extend(product.split(&mut entries[entry], types, parts));
                }
                let pipeline = pipeline(changed, &changed.entries[entry], target);
                let found = pipeline.as_ref().map_or(0, stages_of);
                // Threads that load an operand gain nothing from parts of it.
                let are_copied = pipeline.is_some_and(|pipeline| {
                    loads.iter().all(|&load| pipeline.async_load(load).is_some())
                });
                let is_better = found > most && are_copied;
                if is_better {
                    most = found;
                }
                is_better
            });
        }
    }
    rewrites.into_module()
}

/// Stages of the kernel's pipeline.
fn stages(module: &Module, function: &Function, target: &Target) -> u32 {
    pipeline(module, function, target).as_ref().map_or(0, stages_of)
}

fn stages_of(pipeline: &Pipeline) -> u32 {
    pipeline.rings.iter().map(|ring| ring.stages).min().unwrap_or(0)
}

/// A product of two tiles that are loaded for it alone, in the same block.
struct SplitProduct {
    mma: Inst,
    lhs: LoadedOperand,
    rhs: LoadedOperand,
    /// Extent along K, and bytes of an element.
    extent: u32,
    bytes: u32,
    /// Bytes of both tiles.
    bytes_of_step: u64,
}

/// A tile and where it comes from.
struct LoadedOperand {
    load: Inst,
    /// The load's dimension along K.
    dim: usize,
    /// The operations between load and product, which permute, reshape and round the tile, each with its dimension along K.
    steps: SmallVec<[(Inst, usize); 2]>,
    /// Whether indices of parts may exceed the type of the index.
    is_wide: bool,
}

impl SplitProduct {
    /// Whether rows of parts along K are not shorter than what a tile in shared memory has.
    fn can_split(&self, parts: u32) -> bool {
        self.extent * self.bytes / parts >= K_STEP_BYTES
    }

    /// Splits the product; the loads of its parts.
    fn split(&self, function: &mut Function, types: &mut TypeStore, parts: u32) -> Vec<Inst> {
        let mut loads = Vec::new();
        let data = function.data(self.mma).clone();
        let (InstData::MmaF { acc, .. } | InstData::MmaI { acc, .. }) = data else { return loads };
        let mut sum = acc;
        let ty = function.value_type(acc);
        for part in 0..parts {
            let own_lhs = self.lhs.part(function, types, self.mma, (part, parts));
            let own_rhs = self.rhs.part(function, types, self.mma, (part, parts));
            let (Some((own_lhs, lhs_load)), Some((own_rhs, rhs_load))) = (own_lhs, own_rhs) else {
                return loads;
            };
            loads.extend(lhs_load.into_iter().chain(rhs_load));
            let mut data = data.clone();
            if let InstData::MmaF { lhs, rhs, acc, .. } | InstData::MmaI { lhs, rhs, acc, .. } =
                &mut data
            {
                (*lhs, *rhs, *acc) = (own_lhs, own_rhs, sum);
            }
            let mut b = Builder::before(function, types, self.mma);
            let inst = b.insert(data, &[ty]);
            sum = function.results(inst)[0];
        }
        let result = function.results(self.mma)[0];
        function.remove_inst(self.mma);
        function.replace_all_uses(result, sum);
        for operand in [&self.lhs, &self.rhs] {
            operand.steps.iter().rev().for_each(|&(inst, _)| function.remove_inst(inst));
            function.remove_inst(operand.load);
        }
        loads
    }
}

struct OperandSearch<'a> {
    module: &'a Module,
    function: &'a Function,
    facts: &'a FactMap,
    uses: &'a SecondaryMap<Value, u32>,
}

impl OperandSearch<'_> {
    fn product(&self, mma: Inst) -> Option<SplitProduct> {
        let OperandSearch { module, function, .. } = *self;
        let (InstData::MmaF { lhs, rhs, .. } | InstData::MmaI { lhs, rhs, .. }) =
            *function.data(mma)
        else {
            return None;
        };
        let dims = module.types.dims(function.value_type(lhs));
        let rank = dims.len();
        let bytes = module.types.elem_scalar(function.value_type(lhs))?.bytes();
        let elements = |tile: Value| -> u64 {
            module.types.dims(function.value_type(tile)).iter().map(|&dim| u64::from(dim)).product()
        };
        let bytes_of_step = (elements(lhs) + elements(rhs)) * u64::from(bytes);
        let lhs = self.operand(mma, lhs, rank - 1)?;
        let rhs = self.operand(mma, rhs, rank - 2)?;
        Some(SplitProduct { mma, lhs, rhs, extent: dims[rank - 1], bytes, bytes_of_step })
    }

    /// The operand whose K is in a dimension, if it is loaded for the product alone.
    fn operand(&self, mma: Inst, operand: Value, mut dim: usize) -> Option<LoadedOperand> {
        let function = self.function;
        let block = function.inst_block(mma);
        let mut steps: SmallVec<[(Inst, usize); 2]> = SmallVec::new();
        let mut at = operand;
        loop {
            let inst = function.def_inst(at)?;
            if self.uses[at] != 1 || function.inst_block(inst) != block {
                return None;
            }
            if let Some((source, source_dim)) = step_source(function, &self.module.types, inst, dim)
            {
                steps.push((inst, dim));
                (at, dim) = (source, source_dim);
                continue;
            }
            return match *function.data(inst) {
                InstData::LoadViewTko { view, ref index, ordering, token: None, .. }
                    if ordering == MemoryOrdering::Weak
                        && is_only_read_between(function, inst, mma) =>
                {
                    steps.reverse();
                    self.load(inst, view, index, (dim, steps))
                }
                _ => None,
            };
        }
    }

    fn load(
        &self,
        load: Inst,
        view: Value,
        index: &[Value],
        (dim, steps): (usize, SmallVec<[(Inst, usize); 2]>),
    ) -> Option<LoadedOperand> {
        let function = self.function;
        let (_, steps_of_view) = self.module.types.view_traversal(function.value_type(view))?;
        let (_, tile) = self.module.types.tiled_view(function.value_type(view))?;
        let is_made = matches!(
            function.def_data(view)?,
            InstData::MakePartitionView { .. } | InstData::MakeStridedView { .. }
        );
        if !is_made || steps_of_view.get(dim) != tile.get(dim) {
            return None;
        }
        if function.results(load).get(1).is_some_and(|&token| self.uses[token] != 0) {
            return None;
        }
        let &index = index.get(dim)?;
        let bits = self.module.types.elem_scalar(function.value_type(index))?.bits();
        let bounds = self.facts.get(index).bounds;
        let most = 1_i64 << (bits.min(62) - 4);
        let is_wide = !(bounds.is_non_negative() && bounds.upper < most);
        Some(LoadedOperand { load, dim, steps, is_wide })
    }
}

impl LoadedOperand {
    /// The operand of a part of the product, in front of that, and its load.
    fn part(
        &self,
        function: &mut Function,
        types: &mut TypeStore,
        mma: Inst,
        (part, parts): (u32, u32),
    ) -> Option<(Value, Option<Inst>)> {
        let InstData::LoadViewTko { view, index, token, ordering, scope, hints, inbounds } =
            function.data(self.load).clone()
        else {
            return None;
        };
        let view = part_of_view(function, types, view, (self.dim, parts))?;
        let mut b = Builder::before(function, types, mma);
        let mut index = index;
        if self.is_wide {
            let wide = b.types.scalar(Scalar::I64);
            for index in &mut index {
                if b.value_type(*index) != wide {
                    *index = b.exti(*index, Signedness::Unsigned, wide);
                }
            }
        }
        let ty = b.value_type(index[self.dim]);
        let count = b.const_bits(ty, u64::from(parts));
        let number = b.const_bits(ty, u64::from(part));
        let first = b.muli(index[self.dim], count, Overflow::None);
        index[self.dim] = b.addi(first, number, Overflow::None);
        let (mut tile, _) = b.load_view_tko(view, index, token, ordering, scope, hints, inbounds);
        let load = function.def_inst(tile);
        for &(step, dim) in &self.steps {
            let ty = function.value_type(function.results(step)[0]);
            let ty = part_of_tile(types, ty, (dim, parts))?;
            let mut data = function.data(step).clone();
            match &mut data {
                InstData::Permute { source, .. } | InstData::Reshape { source } => *source = tile,
                InstData::FToF { from, .. } => *from = tile,
                _ => return None,
            }
            let inst = Builder::before(function, types, mma).insert(data, &[ty]);
            tile = function.results(inst)[0];
        }
        Some((tile, load))
    }
}

/// The view of the same tensor in tiles that are shorter in a dimension.
fn part_of_view(
    function: &mut Function,
    types: &mut TypeStore,
    view: Value,
    (dim, parts): (usize, u32),
) -> Option<Value> {
    let made = function.def_inst(view)?;
    let (InstData::MakePartitionView { tensor_view } | InstData::MakeStridedView { tensor_view }) =
        *function.data(made)
    else {
        return None;
    };
    let mut kind = types.kind(function.value_type(view)).clone();
    let is_partition = match &mut kind {
        TypeKind::PartitionView(view) => {
            view.tile[dim] /= parts;
            true
        }
        TypeKind::StridedView(view) => {
            view.tile[dim] /= parts;
            view.traversal_strides[dim] /= parts;
            false
        }
        _ => return None,
    };
    let ty = types.intern(kind);
    let mut b = Builder::before(function, types, made);
    Some(match is_partition {
        true => b.make_partition_view(tensor_view, ty),
        false => b.make_strided_view(tensor_view, ty),
    })
}

/// The type of a tile that is shorter in a dimension.
fn part_of_tile(types: &mut TypeStore, ty: Type, (dim, parts): (usize, u32)) -> Option<Type> {
    let mut tile = types.as_tile(ty)?.clone();
    tile.dims[dim] /= parts;
    Some(types.intern(TypeKind::Tile(tile)))
}
