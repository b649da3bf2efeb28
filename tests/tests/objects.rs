//! Random programs about objects do what a host compiler makes of them (`tilec_tests::objects`).
//!
//! `TILEC_OBJECTS=2000` checks so many; `TILEC_SEED=n` begins with that one. Without `g++`
//! the test says so and passes. Where results differ from GCC's and clang is there, a difference
//! counts if clang's are others too.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tilec_tests::objects::{self, Way};

const USUAL: u64 = 120;
/// Programs of one source.
const BATCH: usize = 20;

#[test]
fn objects_are_what_the_host_has() {
    let Some(compiler) = objects::host_compiler() else {
        tilec_tests::skip::skip("g++ is not here");
        return;
    };
    let second = objects::second_compiler();
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count = number("TILEC_OBJECTS").unwrap_or(USUAL);
    let first = number("TILEC_SEED").unwrap_or(0);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("objects");
    std::fs::create_dir_all(&folder).expect("a folder for the host's programs");
    let seeds: Vec<u64> = (first..first + count).collect();
    let failures: Vec<String> = seeds
        .par_chunks(BATCH)
        .enumerate()
        .flat_map_iter(|(number, batch)| {
            let ways: &[Way] = match number {
                0 => &[Way::Lowered, Way::Optimised, Way::Emulated],
                _ => &[Way::Lowered, Way::Optimised],
            };
            match objects::on_host(&compiler, &folder, batch) {
                Ok(expected) => objects::compare(batch, &expected, ways)
                    .into_iter()
                    .filter(|failure| {
                        let is_contested = |other: &PathBuf| failure.is_result_of(other, &folder);
                        !second.as_ref().is_some_and(is_contested)
                    })
                    .map(|failure| failure.text)
                    .collect(),
                Err(what) => vec![format!("seeds {batch:?} on the host: {what}")],
            }
        })
        .collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
