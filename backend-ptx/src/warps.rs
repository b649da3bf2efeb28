//! How many warps a CTA has.
//!
//! Enough that no thread holds too much of the largest tile, no more than have something to hold.
//! Four to eight warps with four to eight 16-byte vectors each keep memory busy; one warp is
//! enough where there are only scalars.

use ir::{Function, Module};

/// 32-bit registers that one tile may take of a thread.
const TILE_REGISTERS: u64 = 64;
const MAX_WARPS: u64 = 16;
/// Bytes of a tile that make a thread worth having. Softmax of 2,048 bf16, f32 inside, runs at 0.99 of
/// the bandwidth of a copy with these 32 elements a thread, at 0.93 with 16; with rows of 512 one
/// warp and two take the same time.
const USEFUL_BYTES: u64 = 128;
const USUAL_WARPS: u64 = 4;

/// The number of warps, a power of two.
pub fn choose(module: &Module, function: &Function) -> u32 {
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
    let needed = largest.div_ceil(32 * 4 * TILE_REGISTERS);
    useful.max(needed).next_power_of_two().min(MAX_WARPS) as u32
}
