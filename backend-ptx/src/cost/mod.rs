//! What a decision costs: pure functions of shapes and the target.

pub mod l2_traffic;
pub mod num_warps;
pub mod occupancy;
pub mod registers;
