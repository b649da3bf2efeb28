//! The cost of a decision: pure functions of shapes and the target.
//!
//! [`registers`], [`occupancy`], [`l2_traffic`], [`num_warps`] and [`reductions`] decide while a kernel is compiled. [`timeline`] predicts
//! the time of a launch from a [`model`], with [`demand`] and
//! [`memory`]; [`trace`] is what one CTA does meanwhile.

pub mod demand;
pub mod l2_traffic;
pub mod memory;
pub mod model;
pub mod num_warps;
pub mod occupancy;
pub mod reductions;
pub mod registers;
pub mod timeline;
pub mod trace;
