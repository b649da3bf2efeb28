//! The test harness: what the tests share.
//!
//! Tests are data: `.cu` and `.tir` files under `suite` and `conformance`. This crate is the only
//! code that calls the compiler for them, so an interface may change without touching a thousand
//! tests.

pub mod agreement;
pub mod annotation;
pub mod api_pages;
pub mod arbitrary;
pub mod bless;
pub mod compare;
pub mod compile;
pub mod completeness;
pub mod conformance;
pub mod deep;
pub mod differential;
pub mod directive;
pub mod empty_tensors;
pub mod emulator;
pub mod exits;
pub mod fed;
pub mod gathers;
pub mod generated;
pub mod header;
pub mod kernels;
pub mod launch;
pub mod launches;
pub mod matching;
pub mod meaning;
pub mod mutation;
pub mod numeric_programs;
pub mod numerics;
pub mod objects;
pub mod parameter;
pub mod planted;
pub mod probe;
pub mod product_loops;
pub mod products;
pub mod programs;
pub mod ptxas;
pub mod random;
pub mod reductions;
pub mod round_trip;
pub mod run;
pub mod self_reference;
pub mod share;
pub mod skip;
pub mod supervise;
pub mod targets;
pub mod variants;

use std::path::{Path, PathBuf};

use lang::base::Code;

/// The repository's root.
///
/// A program that runs on another machine than the one that built it is told by `TILEC_ROOT`.
pub fn root() -> PathBuf {
    let built = || Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::env::var_os("TILEC_ROOT").map_or_else(built, PathBuf::from)
}

/// Every diagnostic code of the compiler.
pub fn codes() -> impl Iterator<Item = &'static Code> {
    let tables = [
        lang::codes::ALL,
        lang::parse::codes::ALL,
        sema::codes::ALL,
        ir::codes::ALL,
        backend_ptx::codes::ALL,
        tilec::codes::ALL,
    ];
    tables.into_iter().flatten()
}

/// The kernels of the examples: those of the build systems need flags of their own.
pub fn example_kernels() -> Vec<PathBuf> {
    let mut found = files("examples", "cu");
    found.retain(|path| path.ends_with("kernel.cu"));
    found
}

/// All files with this ending below a folder of the repository, sorted.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.is_dir() {
                if !path.ends_with("target") {
                    walk(&path, extension, found);
                }
            } else if path.extension().is_some_and(|ending| ending == extension) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join(folder), extension, &mut found);
    found.sort();
    found
}
