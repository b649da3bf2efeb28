//! Schedules from tile IR.

mod bodies;

pub use bodies::{PipelinedBodies, whole};
