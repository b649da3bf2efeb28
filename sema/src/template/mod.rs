//! Templates ([temp]): parameters, deduction, partial ordering, instantiation.

pub mod args;
mod argument;
mod bindings;
pub mod ctad;
mod ctad_aggregate;
pub mod deduce;
pub mod definition;
mod equivalence;
pub mod fit;
mod friend;
pub mod instantiate;
mod nondependent;
pub mod outside;
pub mod pack;
pub mod params;
pub mod partial_order;
mod placeholder;
pub mod signature;
mod too_late;
pub mod unify;
pub mod walk;
