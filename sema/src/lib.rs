//! Semantic analysis of Tile C++ and its lowering to tile IR.

#![deny(clippy::disallowed_methods)]

pub mod arrays;
pub mod candidates;
pub mod check;
pub mod codes;
pub mod concept;
pub mod constexpr;
pub mod convert;
pub mod cx;
pub mod demangled;
pub mod depth;
pub mod display;
pub mod dump;
pub mod entity;
mod evaluate;
mod facts;
pub mod focus;
pub mod lint;
pub mod locals;
pub mod lookup;
pub mod lower;
pub mod mangle;
pub mod needed;
pub mod overload;
mod own;
pub mod program;
pub mod query;
pub mod release;
pub mod scope;
mod shown;
pub mod signature;
pub mod source_name;
pub mod template;
pub mod ty;
pub mod typed;
pub mod unit;
pub mod uses;

pub use check::builtin::has_builtin;
pub use cx::{Cx, Launched, Options, Requested, Unit};
pub use lower::Lowering;
pub use program::{Checked, KernelName, check, check_in_steps};
