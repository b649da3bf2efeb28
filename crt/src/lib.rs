//! `libtilecrt`: what whole programs are linked with, the CUDA runtime API over the CPU device.
//!
//! | in | out |
//! |---|---|
//! | the kernels that `tilec build` puts into objects ([`registry`]) | launches of them, by the addresses of their stubs |
//! | calls of the runtime API ([`api`]) | what CUDA documents, on the processor |
//!
//! Everything happens before the call returns that asks for it: a stream is never behind. Device memory has addresses
//! that the process does not have, so that a program which dereferences a device pointer on the host ends there as it
//! does with a GPU; managed and pinned memory have addresses of the process.
//!
//! *Invariant:* a function that this library has does what its row says, and the rows of [`api::SECTIONS`] are all of its
//! functions: `docs/runtime-api.md` and the errors for missing functions are made from them.
//!
//! `unsafe` is what a C interface is: pointers of the program are read and written as the API documents.
#![expect(unsafe_code, reason = "the library is a C interface")]

pub mod api;
mod device;
mod error;
mod kernel;
mod launch;
mod registry;
mod trap;

pub use error::{ERRORS, ErrorCode};
