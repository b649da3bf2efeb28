//! Checking: syntax to typed tree.

pub mod class;
pub mod decl;
pub mod types;
