//! `tilec._native`: the compiler in process for Python, and launches on the CPU device and on GPUs.
//!
//! In: strings, bytes and addresses, which the package in `tilec/` has made of a user's arguments and has checked. Out: those of
//! [`tilec::Compilation`]. Whatever takes long runs without the interpreter's lock. [`gpu`] launches through the [`driver`],
//! [`framework`] reads the tensors of other libraries, through DLPack's [`exchange`] interface where they have it, [`memory`] has the ways
//! to the memory of arrays, [`fork`] what makes a process with other threads safe to fork, [`xla`] the handler of XLA's custom calls.
//!
//! *Invariant:* a pointer that reaches a kernel is to memory that an object of the caller keeps until the launch has ended.
#![expect(unsafe_code, reason = "Python's C interface and addresses of arrays")]

mod allocator;
mod argument;
mod arrays;
mod command;
mod driver;
mod exchange;
mod fork;
mod framework;
mod gpu;
mod launch;
mod memory;
mod program;
mod xla;

use pyo3::prelude::*;

#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

#[pymodule(gil_used = true)]
mod _native {
    #[pymodule_export]
    use super::arrays::host_arrays;
    #[pymodule_export]
    use super::command::{begin, main};
    #[pymodule_export]
    use super::fork::{after_fork, before_fork};
    #[pymodule_export]
    use super::framework::framework;
    #[pymodule_export]
    use super::gpu::{GpuKernel, Launcher, gpu, synchronize};
    #[pymodule_export]
    use super::launch::CpuKernel;
    #[pymodule_export]
    use super::memory::{Buffer, dlpack};
    #[pymodule_export]
    use super::program::{Compilation, compile, targets};
    #[pymodule_export]
    use super::xla::{Call, xla_handler};
}
