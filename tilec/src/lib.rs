//! The compiler as a library: what `main` calls, and what a `build.rs` does.
//!
//! ```no_run
//! // build.rs: writes kernel.tir, kernel.ptx and typed launchers, kernel.rs, to OUT_DIR.
//! tilec::Build::new("kernel.cu").arch("sm_90a").compile();
//! ```
//!
//! This is the only crate that reads files, arguments and the environment; all below it are pure.

pub mod argument;
mod assemble;
mod cache;
mod cargo;
pub mod cli;
pub mod codes;
mod commands;
mod consequence;
mod depfile;
pub mod draw;
mod driver;
mod embed;
mod explain;
mod failure;
mod fatbin;
mod finding;
mod fix;
mod host;
mod images;
mod input;
pub mod interface;
mod json;
mod lsp;
mod no_kernel;
mod output;
mod own_program;
mod places;
mod preamble;
mod program;
mod progress;
pub mod project;
mod remarks;
mod report;
mod restrict;
mod sarif;
mod session;
mod simt;
mod target;
mod terminal;
mod tune;
mod warm;
pub mod warning;
mod yaml;

pub use cargo::{Build, BuildError};
pub use commands::main;
pub use driver::{Compiled, Launch, Stage, compile};
pub use embed::{
    Caller, Compilation, CpuArgument, CpuKernel, CpuLaunch, CpuRun, HostMemory, MemoryProgram,
    targets,
};
pub use own_program::{set_code, set_program, set_program_words};
pub use session::{FileLoader, Library, Passes, Session};
pub use tune::{Candidate, Fate, Known, Outcome, Parameter, Tune};
pub use warm::SharedPreambles;
