//! The choice of a layout for each tile value.

pub mod assign;
