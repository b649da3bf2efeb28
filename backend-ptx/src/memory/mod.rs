//! Memory of a CTA: shared allocations, and the barriers that keep program order.

pub mod order;
pub mod shared;
