//! The compiler as a library: what `main` calls, and what a `build.rs` does.
//!
//! ```no_run
//! // build.rs: writes kernel.tir and kernel.ptx to OUT_DIR.
//! tilec::Build::new("kernel.cu").arch("sm_90a").compile();
//! ```
//!
//! This is the only crate that reads files, arguments and the environment; all below it are pure.

pub mod argument;
mod cargo;
pub mod cli;
pub mod codes;
mod commands;
mod depfile;
mod driver;
mod explain;
mod json;
mod lsp;
mod report;
mod session;
mod target;

pub use cargo::Build;
pub use commands::main;
pub use driver::{Compiled, Stage, compile};
pub use session::{FileLoader, Passes, Session};
