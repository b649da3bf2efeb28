//! Analyses of tile IR that the back end needs beyond `ir::analysis`. Nothing here depends on a
//! target.

pub mod affine;
pub mod alignment;
pub mod captured;
pub mod carried;
pub mod launch_range;
pub mod mailed;
pub mod promises;
pub mod role;
pub mod row_loops;
pub mod row_numbers;
pub mod shifted;
pub mod slice;
pub mod tile_size;
