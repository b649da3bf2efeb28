//! Placeholder header, replaced as the crate grows.

pub mod codes;
pub mod facts;
pub mod layout;
pub mod ptx;
pub mod select;
pub mod target;
