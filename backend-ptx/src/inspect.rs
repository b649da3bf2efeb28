//! The decisions about the tiles of a compiled kernel, for readers: `tilec draw` makes pictures of them.
//!
//! In: a compiled module. Out: per kernel the tiles in registers with their layouts, the tiles in shared memory with
//! their swizzle, the tiles of tensors that tile blocks access, and the order in which tile blocks run. Nothing is
//! decided here. Values have the names that `--emit sched` gives them.

use ir::print::{ValueNames, value_names};
use ir::{Function, Inst, InstData, Module, Value};
use lang::base::Span;
use smallvec::SmallVec;

use crate::launch::evaluate::{AccessTrace, Evaluator, Launch};
use crate::linear::gf2;
use crate::linear::layout::LinearLayout;
use crate::mma::smem_operand::Staged;
use crate::predict::{CostAnalysis, PlannedKernel};
use crate::select::pipeline::raster_order;

/// Tile blocks that are followed, at most.
const MAX_BLOCKS: u64 = 1 << 14;

/// The instruction that makes or accesses a tile.
#[derive(Clone, Debug)]
pub struct TileOrigin {
    /// The name of its first result.
    pub name: String,
    pub mnemonic: &'static str,
    /// The type of the tile, as tile IR writes it.
    pub ty: String,
    pub span: Span,
}

/// A tile in registers.
#[derive(Clone, Debug)]
pub struct RegisterTile {
    pub origin: TileOrigin,
    pub layout: LinearLayout,
}

/// A tile that a pipeline copies to shared memory.
#[derive(Clone, Debug)]
pub struct SharedTile {
    pub origin: TileOrigin,
    pub staged: Staged,
}

impl SharedTile {
    /// The byte of the buffer that has an element: its number along the axis that is not contiguous, then along the
    /// one that is.
    pub fn byte_of(&self, row: u32, column: u32) -> u32 {
        let row_bits = self.staged.rows.ilog2();
        gf2::apply(&self.staged.places(), row | column << row_bits)
    }

    /// Elements along the contiguous axis.
    pub fn columns(&self) -> u32 {
        self.staged.row_elems() * self.staged.chunks
    }
}

/// The tiles of a tensor that the tile blocks of a launch access in one place of a kernel.
#[derive(Clone, Debug)]
pub struct ViewAccess {
    pub origin: TileOrigin,
    pub is_store: bool,
    /// Elements along each dimension of the tensor; none where they are unknown.
    pub tensor: Option<Vec<u64>>,
    pub tile: Vec<u32>,
    /// Elements from one tile to the next, and the dimension of the tensor, for each dimension of the tile.
    pub steps: Vec<u32>,
    pub dims: Vec<u32>,
    /// In the order of the numbers of tile blocks.
    pub blocks: Vec<BlockAccess>,
}

/// The first and the last tile that a tile block accesses.
#[derive(Clone, Debug)]
pub struct BlockAccess {
    pub block: u64,
    pub first: Vec<u64>,
    pub last: Vec<u64>,
}

impl CostAnalysis<'_> {
    /// The tiles of more than one element that threads hold in registers, in program order.
    pub fn register_tiles(&self, symbol: &str) -> Vec<RegisterTile> {
        let Some(planned) = self.planned(symbol) else { return Vec::new() };
        let PlannedKernel { module, function, plan, .. } = &planned;
        let names = value_names(module, function);
        let mut tiles = Vec::new();
        for inst in function.insts_in_order() {
            for &value in function.results(inst) {
                let is_tile = module.types.as_tile(function.value_type(value));
                let needed = plan.required_layouts(value).first().copied();
                let layout = plan.def_layout(value).filter(|_| needed.is_some()).or(needed);
                if let (Some(tile), Some(layout)) = (is_tile, layout)
                    && tile.num_elems() > 1
                {
                    let origin = origin(module, function, inst, value, &names);
                    tiles.push(RegisterTile { origin, layout: plan.layouts[layout].clone() });
                }
            }
        }
        tiles
    }

    /// The tiles that a pipeline copies to shared memory, in program order.
    pub fn shared_tiles(&self, symbol: &str) -> Vec<SharedTile> {
        let Some(planned) = self.planned(symbol) else { return Vec::new() };
        let PlannedKernel { module, function, pipeline, .. } = planned;
        let names = value_names(module, function);
        let loads = pipeline.iter().flat_map(|pipeline| &pipeline.async_loads);
        let tile = |load: &crate::schedule::pipeline::AsyncLoad| {
            let value = function.results(load.inst)[0];
            let origin = origin(module, function, load.inst, value, &names);
            SharedTile { origin, staged: load.staged }
        };
        loads.map(tile).collect()
    }

    /// The accesses of views in a launch, in program order.
    pub fn view_accesses(&self, symbol: &str, launch: &Launch) -> Vec<ViewAccess> {
        let Some(planned) = self.planned(symbol) else { return Vec::new() };
        let PlannedKernel { module, function, .. } = planned;
        let names = value_names(module, function);
        let blocks: u64 = launch.grid.iter().map(|&extent| u64::from(extent.max(1))).product();
        let mut evaluator = Evaluator::new(module, function, launch);
        let mut accesses = Vec::new();
        for inst in function.insts_in_order() {
            let (view, value, is_store) = match function.data(inst) {
                InstData::LoadViewTko { view, .. } => (*view, function.results(inst)[0], false),
                InstData::StoreViewTko { view, tile, .. } => (*view, *tile, true),
                InstData::AtomicRedViewTko { view, value, .. } => (*view, *value, true),
                _ => continue,
            };
            let Some((tile, steps, dims)) = evaluator.tiling(view) else { continue };
            let access = ViewAccess {
                origin: origin(module, function, inst, value, &names),
                is_store,
                tensor: None,
                tile: tile.to_vec(),
                steps: steps.to_vec(),
                dims: dims.to_vec(),
                blocks: Vec::new(),
            };
            accesses.push((inst, access));
        }
        for block in 0..blocks.min(MAX_BLOCKS) {
            let trace = evaluator.run(block);
            for (inst, access) in &mut accesses {
                if let Some(found) = trace.accesses.get(inst) {
                    record(access, block, found);
                }
            }
        }
        accesses.into_iter().map(|(_, access)| access).collect()
    }

    /// The numbers of the tile blocks of a grid, `x` counted first, in the order in which they begin.
    pub fn block_order(&self, symbol: &str, grid: [u32; 3]) -> Vec<u64> {
        let [x, y, z] = grid.map(|extent| u64::from(extent.max(1)));
        let count = (x * y * z).min(MAX_BLOCKS);
        let is_along_n = self.planned(symbol).is_some_and(|planned| {
            planned.pipeline.is_none_or(|pipeline| !pipeline.is_persistent)
                && raster_order::prefers_raster_along_n(planned.module, planned.function)
        });
        let number = |turn: u64| {
            let (plane, turn) = (turn / (x * y), turn % (x * y));
            let (at_x, at_y) = raster_order::place_along_n(turn, y);
            plane * x * y + at_y * x + at_x
        };
        (0..count).map(|turn| if is_along_n { number(turn) } else { turn }).collect()
    }
}

/// Appends what a tile block accesses.
fn record(access: &mut ViewAccess, block: u64, found: &AccessTrace) {
    let known = |numbers: &[Option<u64>]| numbers.iter().copied().collect::<Option<Vec<u64>>>();
    if access.tensor.is_none() {
        access.tensor = known(&found.shape);
    }
    let index = |place: &Option<(u64, SmallVec<[Option<u64>; 4]>)>| known(&place.as_ref()?.1);
    if let (Some(first), Some(last)) = (index(&found.first), index(&found.last)) {
        access.blocks.push(BlockAccess { block, first, last });
    }
}

fn origin(
    module: &Module,
    function: &Function,
    inst: Inst,
    tile: Value,
    names: &ValueNames<'_>,
) -> TileOrigin {
    let name = function.results(inst).first().map(|&result| names.name(result));
    TileOrigin {
        name: name.unwrap_or_default(),
        mnemonic: function.data(inst).opcode().mnemonic(),
        ty: module.types.display(function.value_type(tile)).to_string(),
        span: function.span(inst),
    }
}
