//! Placeholder header, replaced as the crate grows.

pub mod scalar;
