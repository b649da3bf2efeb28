//! Schedules from tile IR.

mod bodies;
mod candidates;
mod loads;
mod mma_candidates;
pub mod mma_waits;
pub mod multistage;
pub mod operand_reuse;
pub mod pipeline;
mod stages;
mod stored_operands;
mod thread_loads;

pub use bodies::{Producers, consumer, regions, whole};
