//! What a decision costs: pure functions of shapes and the target.

pub mod num_warps;
