//! Random programs: emitted PTX, executed by the emulator, does what the interpreter says.
//!
//! `TILEC_PROGRAMS=400` checks so many; `TILEC_SEED=n` begins with that one.

use rayon::prelude::*;
use tilec_tests::programs;

const USUAL: u64 = 5000;
/// What larger runs found, each a case ever since.
const FOUND: [u64; 2] = [10802, 19469];
/// The generations in turn.
const TARGETS: [&str; 4] = ["sm_80", "sm_90a", "sm_89", "sm_100a"];

#[test]
fn programs_mean_the_same_as_ptx() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count = number("TILEC_PROGRAMS").unwrap_or(USUAL);
    let first = number("TILEC_SEED").unwrap_or(0);
    let seeds: Vec<u64> = (first..first + count).chain(FOUND).collect();
    let failures: Vec<String> = seeds
        .into_par_iter()
        .filter_map(|seed| programs::check(seed, TARGETS[seed as usize % TARGETS.len()]).err())
        .collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
