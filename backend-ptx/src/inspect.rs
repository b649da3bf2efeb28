//! The decisions about the tiles of a compiled kernel, for readers: `tilec draw` makes pictures of them.
//!
//! In: a compiled module. Out: per kernel the tiles in registers with their layouts, the tiles in shared memory with
//! their swizzle, the tiles of tensors that tile blocks access, and the order in which tile blocks run. Nothing is
//! decided here. Values have the names that `--emit sched` gives them.

use ir::print::value_names;
use ir::{Function, Inst, InstData, Module, TypeKind, Value};
use lang::base::Span;

use crate::launch::evaluate::{AccessTrace, Evaluator, Launch};
use crate::launch::views::MAX_TILES;
use crate::linear::gf2;
use crate::linear::layout::LinearLayout;
use crate::mma::assign::MmaEngine;
use crate::mma::smem_operand::Staged;
use crate::predict::{CostAnalysis, PlannedKernel};
use crate::schedule::pipeline::AsyncLoad;
use crate::select::pipeline::raster_order;

/// Tile blocks that are followed, at most: the first that begin.
pub const MAX_BLOCKS: u64 = 1 << 14;

/// Iterations of loops that are followed, of all tile blocks together.
const MAX_ITERATIONS: u64 = 1 << 20;

/// The instruction that makes or accesses a tile.
#[derive(Clone, Debug)]
pub struct TileOrigin {
    /// The name of the tile; of a tile that is stored, the name of the token that the store gives.
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
    /// Whether the tile is in tensor memory, from which threads load it in this layout.
    pub in_tensor_memory: bool,
}

/// A tile that a pipeline copies to shared memory.
#[derive(Clone, Debug)]
pub struct SharedTile {
    pub origin: TileOrigin,
    pub staged: Staged,
    /// The dimensions of the tile that are the rows and the columns in shared memory; a vector has no rows.
    pub row_dim: Option<usize>,
    pub column_dim: usize,
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
    /// Whether the elements of a tile have indices of their own, so that tiles have no fixed places.
    pub is_gathered: bool,
    /// Elements along each dimension of the tensor; none where they are unknown.
    pub tensor: Option<Vec<u64>>,
    pub tile: Vec<u32>,
    /// Elements from one tile to the next, and the dimension of the tensor, for each dimension of the tile.
    pub steps: Vec<u32>,
    pub dims: Vec<u32>,
    /// The tile blocks that access tiles, in the order of their numbers.
    pub blocks: Vec<BlockAccess>,
    /// Whether branches or loops depend on values that are not known.
    pub is_guessed: bool,
}

/// The tiles that a tile block accesses.
#[derive(Clone, Debug)]
pub struct BlockAccess {
    pub block: u64,
    pub tiles: AccessedTiles,
}

/// Tiles by their indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccessedTiles {
    /// All of them, ascending.
    All(Vec<Vec<u64>>),
    /// The first and the last one: a loop has more iterations than were followed.
    Between(Vec<u64>, Vec<u64>),
    /// The index depends on values that are not known.
    Unknown,
}

impl ViewAccess {
    /// Elements of the tensor along a dimension of the tile.
    pub fn extent(&self, dim: usize) -> Option<u64> {
        self.tensor.as_ref()?.get(*self.dims.get(dim)? as usize).copied()
    }

    /// Tiles along each dimension of the tile; none where the extents of the tensor are unknown.
    pub fn tile_counts(&self) -> Option<Vec<u64>> {
        let count = |(dim, &step): (usize, &u32)| {
            Some(self.extent(dim)?.div_ceil(u64::from(step.max(1))).max(1))
        };
        self.steps.iter().enumerate().map(count).collect()
    }
}

/// Tile blocks of a grid.
pub fn count_blocks(grid: [u32; 3]) -> u64 {
    grid.iter().fold(1, |count: u64, &extent| count.saturating_mul(u64::from(extent.max(1))))
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
                    tiles.push(RegisterTile {
                        origin: origin(module, function, inst, value, names.name(value)),
                        layout: plan.layouts[layout].clone(),
                        in_tensor_memory: is_in_tensor_memory(&planned, value),
                    });
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
        let tile = |load: &AsyncLoad| {
            let value = function.results(load.inst)[0];
            let origin = origin(module, function, load.inst, value, names.name(value));
            let row_dim = load.axes.get(load.outer).copied().filter(|_| load.staged.rows > 1);
            let column_dim = load.axes.first().copied().unwrap_or_default();
            SharedTile { origin, staged: load.staged, row_dim, column_dim }
        };
        loads.map(tile).collect()
    }

    /// The accesses of views in a launch, in program order, by the tile blocks that begin first ([`MAX_BLOCKS`]).
    pub fn view_accesses(&self, symbol: &str, launch: &Launch) -> Vec<ViewAccess> {
        let Some(planned) = self.planned(symbol) else { return Vec::new() };
        let PlannedKernel { module, function, .. } = planned;
        let names = value_names(module, function);
        let mut blocks = self.block_order(symbol, launch.grid);
        blocks.sort_unstable();
        let iterations = MAX_ITERATIONS / (blocks.len() as u64).max(1);
        let mut evaluator = Evaluator::following(module, function, launch, iterations);
        let mut accesses = Vec::new();
        for inst in function.insts_in_order() {
            let (view, value, is_store) = match function.data(inst) {
                InstData::LoadViewTko { view, .. } => (*view, function.results(inst)[0], false),
                InstData::StoreViewTko { view, tile, .. } => (*view, *tile, true),
                InstData::AtomicRedViewTko { view, value, .. } => (*view, *value, true),
                _ => continue,
            };
            let Some((tile, steps, dims)) = evaluator.tiling(view) else { continue };
            let kind = module.types.kind(function.value_type(view));
            let result = function.results(inst).first();
            let name = result.map(|&result| names.name(result)).unwrap_or_default();
            let access = ViewAccess {
                origin: origin(module, function, inst, value, name),
                is_store,
                is_gathered: matches!(kind, TypeKind::GatherScatterView(_)),
                tensor: None,
                tile: tile.to_vec(),
                steps: steps.to_vec(),
                dims: dims.to_vec(),
                blocks: Vec::new(),
                is_guessed: false,
            };
            accesses.push((inst, access));
        }
        for block in blocks {
            let trace = evaluator.run(block);
            for (inst, access) in &mut accesses {
                access.is_guessed |= trace.is_guessed;
                if let Some(found) = trace.accesses.get(inst) {
                    record(access, block, found);
                }
            }
        }
        accesses.into_iter().map(|(_, access)| access).collect()
    }

    /// The numbers of the tile blocks of a grid, `x` counted first, in the order in which they begin; at most
    /// [`MAX_BLOCKS`].
    pub fn block_order(&self, symbol: &str, grid: [u32; 3]) -> Vec<u64> {
        let is_along_n = self.planned(symbol).is_some_and(|planned| {
            planned.pipeline.is_none_or(|pipeline| !pipeline.is_persistent)
                && raster_order::prefers_raster_along_n(planned.module, planned.function)
        });
        let [x, y, _] = grid.map(|extent| u64::from(extent.max(1)));
        let number = |turn: u64| {
            let (plane, turn) = (turn / (x * y), turn % (x * y));
            let (at_x, at_y) = raster_order::place_along_n(turn, y);
            plane * x * y + at_y * x + at_x
        };
        let count = count_blocks(grid).min(MAX_BLOCKS);
        (0..count).map(|turn| if is_along_n { number(turn) } else { turn }).collect()
    }
}

/// Whether a value is the accumulator of `tcgen05`: the result of an MMA, or of a loop that hands it on.
fn is_in_tensor_memory(planned: &PlannedKernel<'_>, value: Value) -> bool {
    let PlannedKernel { function, plan, .. } = planned;
    let mut value = value;
    loop {
        let Some(inst) = function.def_inst(value) else { return false };
        if let Some(plan) = plan.mmas.get(inst) {
            return matches!(plan.engine, MmaEngine::Tcgen05(_));
        }
        let InstData::For { body, .. } = function.data(inst) else { return false };
        let number = function.results(inst).iter().position(|&result| result == value);
        let last = function.insts(*body).last().map(|&last| function.data(last));
        let (Some(InstData::Continue { operands }), Some(number)) = (last, number) else {
            return false;
        };
        let Some(&next) = operands.get(number) else { return false };
        value = next;
    }
}

/// Appends what a tile block accesses.
fn record(access: &mut ViewAccess, block: u64, found: &AccessTrace) {
    let known = |numbers: &[Option<u64>]| numbers.iter().copied().collect::<Option<Vec<u64>>>();
    if access.tensor.is_none() {
        access.tensor = known(&found.shape);
    }
    let all: Option<Vec<Vec<u64>>> = found.tiles.iter().map(|tile| known(tile)).collect();
    let ends = [&found.first, &found.last].map(|place| known(&place.as_ref()?.1));
    let tiles = match (all, ends) {
        (Some(all), _) if !found.is_sampled && (1..MAX_TILES).contains(&all.len()) => {
            AccessedTiles::All(all)
        }
        (Some(_), [Some(first), Some(last)]) => AccessedTiles::Between(first, last),
        _ => AccessedTiles::Unknown,
    };
    access.blocks.push(BlockAccess { block, tiles });
}

fn origin(
    module: &Module,
    function: &Function,
    inst: Inst,
    tile: Value,
    name: String,
) -> TileOrigin {
    TileOrigin {
        name,
        mnemonic: function.data(inst).opcode().mnemonic(),
        ty: module.types.display(function.value_type(tile)).to_string(),
        span: function.span(inst),
    }
}
