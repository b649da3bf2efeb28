//! How many warps a CTA has.
//!
//! Enough that no thread holds too much of the largest tile, no more than have something to hold.
//! Four to eight warps with four to eight 16-byte vectors each keep memory busy; one warp is
//! enough where there are only scalars. Where elements are loaded one by one, a thread has few of
//! them, and more warps wait for theirs instead.

use ir::analysis::facts::FactMap;
use ir::{Function, InstData, Module};

use crate::layout::assign::shifted::Shifted;
use crate::rows;

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
const LIMIT: u64 = 32;
/// Words that a thread loads of the rows of a loop, four 16-byte vectors, where [`ROW_WARPS`] are enough
/// for that. Softmax of f32 with 4,096 columns, in a grid of eight CTAs for each SM, runs at 0.93 of the
/// bandwidth of a copy with these, at 0.87 with twice as many; a CTA for each row at 1.04 and 1.02.
const ROW_WORDS: u64 = 16;
const ROW_WARPS: u64 = 8;

/// The number of warps, a power of two.
pub fn choose(module: &Module, function: &Function, facts: &FactMap) -> u32 {
    let mut largest = 0;
    for inst in function.insts_in_order() {
        for &result in function.results(inst) {
            let Some(tile) = module.types.as_tile(function.value_type(result)) else { continue };
            // Pointers and index arithmetic are computed where they are used.
            let bits = if tile.elem.is_ptr() { 0 } else { tile.elem.bits().max(8) };
            largest = largest.max(tile.num_elems() * u64::from(bits) / 8);
        }
    }
    let useful = (largest / (32 * USEFUL_BYTES)).clamp(1, USUAL_WARPS);
    let needed = largest.div_ceil(32 * 4 * TILE_REGISTERS).min(MAX_WARPS);
    let single = single_loads(module, function, facts);
    let waiting = (single / (32 * USEFUL_LOADS)).min(MAX_WARPS);
    let holding = single.div_ceil(32 * MOST_LOADS);
    let rows = rows::loops(module, function).iter().map(|rows| rows.loaded).max().unwrap_or(0);
    let rows = (rows / (32 * ROW_WORDS)).min(ROW_WARPS);
    useful.max(rows).max(needed).max(waiting).max(holding).next_power_of_two().min(LIMIT) as u32
}

/// Elements of the largest tile that is loaded one by one. Kernels of products have none: their warps
/// are those that share the product.
fn single_loads(module: &Module, function: &Function, facts: &FactMap) -> u64 {
    let shifted = Shifted::of(module, function, facts);
    let mut most = 0;
    for inst in function.insts_in_order() {
        match *function.data(inst) {
            InstData::LoadPtrTko { source, .. }
                if shifted.pointer_run(module, function, facts, source) == 1 =>
            {
                let tile = module.types.as_tile(function.value_type(source));
                most = most.max(tile.map_or(0, |tile| tile.num_elems()));
            }
            InstData::MmaF { .. } | InstData::MmaFScaled { .. } | InstData::MmaI { .. } => {
                return 0;
            }
            _ => {}
        }
    }
    most
}
