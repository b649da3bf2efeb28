//! Many kernels, executed on a GPU, do what the interpreter says.
//!
//! In: a [`Suite`], whose kernels have numbers. Out: those whose results differ. A worker
//! ([`serve`]) is asked for a [`Batch`]: it draws the kernels, runs them in the interpreter,
//! compiles them to one text, which costs the driver less than one each, launches them one behind
//! the other and compares. Workers are processes, because a kernel that goes wrong may break its
//! process or never end; what a batch failed at is then tried kernel by kernel ([`check`]). So one
//! binary is all that a machine with a GPU needs; the emulator in its place checks the binary on a
//! machine without.

mod batch;
mod execute;
mod suite;

pub use batch::{Batch, Finding, check, serve};
pub use execute::Executor;
pub use suite::{Case, Kind, NamedLaunch, Suite};
