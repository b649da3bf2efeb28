//! Schedules from tile IR.

mod bodies;

pub use bodies::{Producers, consumer, whole};
