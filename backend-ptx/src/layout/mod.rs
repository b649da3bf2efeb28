//! Layouts: the algebra, the ones in use, and the choice of one for each value.

pub mod catalog;
pub mod gf2;
pub mod linear;
