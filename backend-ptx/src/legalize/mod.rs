//! Tile IR to tile IR: what the target needs rewritten before a kernel can be scheduled.

pub mod base_dims;
pub mod branch_loads;
pub mod branch_masks;
pub mod carried_loads;
mod entry_rewrites;
pub mod few_rows;
pub mod fp8_mma;
pub mod join_k;
mod launch_ends;
pub mod memory_sums;
pub mod narrow_mma;
mod operand_steps;
pub mod pipeline_mma;
pub mod pointer_rows;
pub mod pointer_tiles;
pub mod prefetch_operands;
pub mod prefetch_rows;
pub mod reduction_bodies;
pub mod short_k;
pub mod split_k;
pub mod split_tiles;
mod terms;
mod tested_views;
mod unfed_operands;
pub mod unit_strides;
pub mod whole_tiles;
mod wrapped_places;
