//! Templates ([temp]): parameters, deduction, partial ordering, instantiation.

pub mod ctad;
pub mod deduce;
pub mod instantiate;
pub mod params;
pub mod partial_order;
