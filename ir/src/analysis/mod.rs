//! Static analyses of values.
//!
//! [`facts`] has the divisibility, contiguity, constancy and bounds of integers and pointers,
//! computed by the rules of `transfer` with the intervals of [`bounds`]; [`alias`] says which
//! memory a pointer can reach; [`axes`] says which dimensions of tiles are the same axis of a kernel.
//! All are computed for a whole function at once and are stale after any change of it.

pub mod alias;
pub mod axes;
pub mod bounds;
pub mod facts;
mod transfer;
