//! Arithmetic: element by element, conversions of formats, reductions.

mod combine;
mod convert;
mod elementwise;
pub(in crate::select) mod integer;
mod lower_bound;
mod math;
mod narrow;
mod reduce;
mod scan;
mod vote;
