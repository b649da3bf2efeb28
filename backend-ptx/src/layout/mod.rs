//! Layouts: the algebra, the ones in use, and the choice of one for each value.

pub mod assign;
pub mod catalog;
pub mod convert;
pub mod fetch;
pub mod gf2;
pub mod interned;
pub mod linear;
pub mod role;
