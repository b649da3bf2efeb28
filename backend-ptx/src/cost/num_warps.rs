//! How many warps a CTA has.
//!
//! ```text
//! useful   min(bytes / (32 * 128), 4)          a warp for each 128 bytes a thread of the largest tile: eight vectors
//! needed   ceil(words / (32 * 64))             no thread holds more than 64 words of a tile
//! rows     min(words loaded / (32 * 16), 8)    in a loop over rows: four vectors of the row for each thread
//! scalars  min(elements / (32 * 4), 16)        elements that are loaded one by one: four loads a thread in flight,
//!          ceil(elements / (32 * 16))          and no more than sixteen
//! warps    the next power of two of the largest, at most 32
//! ```
//!
//! A load takes its latency whatever it brings, so that bytes in flight are what counts: a thread with few bytes is
//! a slot of the SM that brings little, one with many holds registers that other CTAs would load with. One warp is
//! enough where there are only scalars. The hint `num_worker_warps_per_cta` takes the place of all but `needed`. Where the scalar loads of a thread are too many at once for its registers, the
//! tile block is worked on in [`ScalarLoads::splits`] parts.

use ir::analysis::facts::FactMap;
use ir::{Function, HintKey, InstData, Module, Value};

use crate::analysis::row_loops;
use crate::analysis::shifted::Shifted;
use crate::target::{LANES, MAX_CTA_WARPS, Target};

const WARP: u64 = LANES as u64;
/// 32-bit registers that one tile may take of a thread.
const TILE_REGISTERS: u64 = 64;
const MAX_WARPS: u64 = 16;
/// Bytes of a tile that make a thread worth having. Softmax of 2,048 bf16, f32 inside, runs at 0.99 of
/// the bandwidth of a copy with these 32 elements a thread, at 0.93 with 16; with rows of 512 one
/// warp and two take the same time.
const USEFUL_BYTES: u64 = 128;
const USUAL_WARPS: u64 = 4;
/// Elements, loaded one by one, that make a thread worth having, up to [`MAX_WARPS`]: fewer registers a
/// thread, and more accesses in flight. A stencil of f32 on an H200 takes 1.4 to 1.5 times as long with 8
/// as with 4 where tiles are 16x16; with 32x32 1.1 to 1.2 times with 8, 1.5 to 1.6 with 16; with 64x64 as
/// long with 16 as with 8, 1.6 times with 32.
const USEFUL_LOADS: u64 = 4;
/// Elements, loaded one by one, that a thread may have. Each has an address and a condition in
/// registers besides what is loaded.
const MOST_LOADS: u64 = 16;
/// Loads, one by one, that a thread may have at once: each has an address and a condition in registers, and
/// with many of them few CTAs are on an SM. Beyond that a tile block is computed in parts of
/// [`USEFUL_LOADS`] elements a thread. A stencil of five loads of f32 on an H200 takes 0.56 to 0.66 times as
/// long with tiles of 128x128, where one CTA of 32 warps was on an SM and four of 16 are now, 0.71 to 0.78
/// with 64x64; half as many elements a thread take 1.1 times as long again. Splitting costs 3 %
/// where a
/// thread has 8 elements of three loads, and up to 22 % where it has 16 of two and the grid is small.
const MOST_WAITING: u64 = 32;
/// Words that a thread loads of the rows of a loop, four 16-byte vectors, where [`ROW_WARPS`] are enough
/// for that. Softmax of f32 with 4,096 columns, in a grid of eight CTAs for each SM, runs at 0.93 of the
/// bandwidth of a copy with these, at 0.87 with twice as many; a CTA for each row at 1.04 and 1.02.
const ROW_WORDS: u64 = 16;
const ROW_WARPS: u64 = 8;

/// The number of warps, a power of two.
pub fn choose(module: &Module, function: &Function, facts: &FactMap, target: &Target) -> u32 {
    let mut largest = 0;
    for inst in function.insts_in_order() {
        for &result in function.results(inst) {
            let Some(tile) = module.types.as_tile(function.value_type(result)) else { continue };
            // Pointers and index arithmetic are computed where they are used.
            let bits = if tile.elem.is_ptr() { 0 } else { tile.elem.bits().max(8) };
            largest = largest.max(tile.num_elems() * u64::from(bits) / 8);
        }
    }
    let useful = (largest / (WARP * USEFUL_BYTES)).clamp(1, USUAL_WARPS);
    let needed = largest.div_ceil(WARP * 4 * TILE_REGISTERS).min(MAX_WARPS);
    let hint = function.hints.get(target.compute, HintKey::NumWorkerWarpsPerCta);
    if let Some(hint) = hint.and_then(|warps| u64::try_from(warps).ok()).filter(|&warps| warps > 0)
    {
        return hint.max(needed).min(u64::from(MAX_CTA_WARPS)).next_power_of_two() as u32;
    }
    let scalar_loads = ScalarLoads::of(module, function, facts);
    let rows = row_loops::loops(module, function).iter().map(|rows| rows.loaded).max().unwrap_or(0);
    let rows = (rows / (WARP * ROW_WORDS)).min(ROW_WARPS);
    useful
        .max(rows)
        .max(needed)
        .max(scalar_loads.warps())
        .next_power_of_two()
        .min(u64::from(MAX_CTA_WARPS)) as u32
}

/// What a kernel loads one by one.
#[derive(Default)]
pub struct ScalarLoads {
    /// Elements of the largest such tile.
    elements: u64,
    /// How many tiles of so many are loaded.
    loads: u64,
    /// Where the first of them are.
    pub pointers: Option<Value>,
}

impl ScalarLoads {
    /// Kernels of MMAs have none: their warps are those that share the MMA.
    pub fn of(module: &Module, function: &Function, facts: &FactMap) -> ScalarLoads {
        let shifted = Shifted::of(module, function, facts);
        let mut found = ScalarLoads::default();
        for inst in function.insts_in_order() {
            match *function.data(inst) {
                InstData::LoadPtrTko { source, .. }
                    if shifted.pointer_run(module, function, facts, source) == 1 =>
                {
                    let tile = module.types.as_tile(function.value_type(source));
                    let elements = tile.map_or(0, |tile| tile.num_elems());
                    if elements > found.elements {
                        found = ScalarLoads { elements, loads: 0, pointers: Some(source) };
                    }
                    found.loads += u64::from(elements == found.elements);
                }
                InstData::MmaF { .. } | InstData::MmaFScaled { .. } | InstData::MmaI { .. } => {
                    return ScalarLoads::default();
                }
                _ => {}
            }
        }
        found
    }

    /// Warps that wait for them.
    fn warps(&self) -> u64 {
        let waiting_for_loads = (self.elements / (WARP * USEFUL_LOADS)).min(MAX_WARPS);
        waiting_for_loads
            .max(self.elements.div_ceil(WARP * MOST_LOADS))
            .min(u64::from(MAX_CTA_WARPS))
    }

    /// The number of parts in which a thread has few of them at once.
    pub fn splits(&self) -> u32 {
        let of_thread = self.elements * self.loads / (WARP * self.warps().max(1));
        if of_thread <= MOST_WAITING {
            return 1;
        }
        let parts = self.elements.div_ceil(WARP * MAX_WARPS * USEFUL_LOADS);
        u32::try_from(parts).unwrap_or(1).next_power_of_two()
    }
}
