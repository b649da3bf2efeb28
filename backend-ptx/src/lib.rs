//! Placeholder header, replaced as the crate grows.

pub mod layout;
pub mod ptx;
pub mod target;
