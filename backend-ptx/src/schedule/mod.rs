//! The schedule of a kernel: what each partition of its threads executes, in which order, and how they wait for each
//! other.
//!
//! A schedule stands between tile IR and selection. It does not change what a kernel computes; it says which warps
//! execute which operations, through which stages of shared memory tiles go, and where a partition waits.
//! Selection turns it into instructions and decides nothing of this again.

pub mod body;
pub mod build;
