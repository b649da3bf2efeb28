//! Whole programs: host code by the host compiler, tile kernels by tilec, both in one object.
//!
//! In: sources, objects and libraries. Out: an object with its kernels ([`object`]), an executable or a library ([`link`]).
//!
//! The host compiler makes assembly of the rewritten source. The symbols in it say which specialisations of kernel templates
//! host code uses; these are compiled, and [`embed`] adds them to the assembly with a table that says which stub is which
//! kernel. A function of the object hands the table to the run-time library before `main`. The table names symbols of the
//! same assembly, so that kernels of internal linkage have their place in it as others do.

mod cudart_folder;
mod diagnose;
mod embed;
mod host_call;
mod image;
mod library;
mod link;
mod object;
mod runtime;
mod simt;

pub use cudart_folder::provide as cudart_folder;
pub use library::{NEEDS as LIBRARY_NEEDS, find as library};
pub use link::{Linked, link};
pub use object::{ProgramSource, empty_object, object, plain_object};
pub use runtime::{LinkedRuntime, Runtime, common as common_runtime, cudart};

use std::path::Path;

/// How the names of sources end that are C++ without CUDA's extensions.
const PLAIN: &[&str] = &["cpp", "cc", "cxx", "c++", "C"];

/// How the names of files end that are for the linker.
const LINKED: &[&str] = &["o", "obj", "a", "lib", "so", "dylib", "dll"];

/// What an input is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    Cuda,
    Plain,
    Linked,
}

impl Input {
    pub fn of(path: &str) -> Input {
        let extension = Path::new(path).extension().and_then(|it| it.to_str()).unwrap_or_default();
        // `libm.so.6`
        let is_versioned = path.rsplit('/').next().is_some_and(|name| name.contains(".so."));
        match () {
            () if PLAIN.contains(&extension) => Input::Plain,
            () if LINKED.contains(&extension) || is_versioned => Input::Linked,
            () => Input::Cuda,
        }
    }
}
