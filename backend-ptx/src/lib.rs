//! PTX from tile IR.
//!
//! [`compile`] takes a verified module and a target and gives one PTX text with every entry, or
//! diagnostics. Per entry it goes through
//!
//! ```text
//! legalize   tile IR to tile IR:
//!   fp8_mma           8-bit float MMAs become f16 MMAs where the tensor cores have only those
//!   narrow_mma        f32 MMAs of operands that were widened become MMAs of the narrower format
//!   reduction_bodies  code of a reduction body that depends on no element moves in front of the reduction
//!   carried_loads     operands that a loop loads for its next iteration are loaded by the iteration that uses them
//!   pointer_tiles     loads of pointers that step evenly become loads of tiles of tensors
//!   base_dims         offsets of base pointers that depend on the tile block become dimensions of tensors
//!   split_tiles       tiles that exceed the register budget are split; the kernel loops over the parts
//!   prefetch_rows     loads of a reduction loop are issued one iteration early
//!   pipeline_mma      an MMA that depends on another one is issued one iteration late
//!   split_k           products are computed in parts along K where more stages of a pipeline fit then
//! facts      known values, alignment and contiguity of integers and pointers (`ir::analysis`)
//! schedule   what each partition of the threads executes, and the pipelines between them
//! cost       how many warps
//! layout     which thread holds which element of every tile
//! select     instructions, barriers, conversions between layouts
//! ptx        dead code elimination, spilling to shared memory where more CTAs then fit on an SM, checks,
//!            text
//! ```
//!
//! The contract of an emitted kernel: `.visible .entry NAME` with exactly the parameters of the
//! source, one CTA per tile block, `.reqntid` fixing its threads (drivers then accept a launch of
//! `<<<grid, 1>>>`), no dynamic shared memory. Equal input gives byte-equal text.
//!
//! Start reading at [`linear::layout`] for the one idea that everything rests on, then
//! [`select`] for how an operation becomes instructions.

#![deny(clippy::disallowed_methods)]

mod analysis;
pub mod codes;
mod compile;
pub mod cost;
pub mod inspect;
mod kernel;
pub mod launch;
pub mod layout;
mod legalize;
pub mod linear;
pub mod mma;
mod options;
pub mod passes;
mod predict;
pub mod ptx;
mod remark;
pub mod remarks;
pub mod report;
pub mod schedule;
pub mod select;
pub mod target;

pub use compile::{compile, compile_scheduled, schedule};
pub use options::Options;
pub use predict::CostAnalysis;
