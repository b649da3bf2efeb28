//! `libtilecrt`: what whole programs are linked with, the CUDA runtime API over a GPU or the CPU device.
//!
//! | in | out |
//! |---|---|
//! | the kernels that `tilec build` puts into objects ([`registry`]) | launches of them, by the addresses of their stubs |
//! | calls of the runtime API ([`api`]) | operations of streams ([`action`]), in CUDA's order ([`queue`]), on the GPU ([`gpu`]) or the processor ([`kernel`]) |
//!
//! Launches, asynchronous copies and host functions run on threads of the library; a call that CUDA documents as synchronous
//! waits for them. Device memory of the CPU device has addresses that the process does not have, so that a program which dereferences a device
//! pointer on the host ends there as it does with a GPU; managed and pinned memory have addresses of the process.
//!
//! `TILEC_SANITIZE=1` has [`sanitize`] watch all of that, `TILEC_TRACE` has [`trace`] write it down.
//!
//! *Invariant:* a function that this library has does what its row says, and the rows of [`api::SECTIONS`] are all of its
//! functions: `docs/runtime-api.md` and the errors for missing functions are made from them.
//!
//! `unsafe` is what a C interface is: pointers of the program are read and written as the API documents.
#![expect(unsafe_code, reason = "the library is a C interface")]

mod action;
pub mod api;
mod copy;
mod device;
mod environment;
mod error;
mod event;
mod executable;
mod gpu;
mod graph;
mod handle;
mod kernel;
mod launch;
mod order;
mod process;
mod queue;
mod registry;
mod sanitize;
mod thread;
mod trace;
mod trap;

pub use error::{ERRORS, ErrorCode};
