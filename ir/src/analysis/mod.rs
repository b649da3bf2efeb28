//! What is known of values before anything runs.
//!
//! [`facts`] has the divisibility, contiguity, constancy and bounds of integers and pointers,
//! computed by the rules of `transfer` with the intervals of [`bounds`]; [`alias`] says which
//! memory a pointer can reach. Both are computed for a whole function at once and are stale after
//! any change of it.

pub mod alias;
pub mod bounds;
pub mod facts;
mod transfer;
