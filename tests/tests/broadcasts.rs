//! Operands that elements share: of every op of several operands on every format a part of the combinations,
//! run in the emulator and compared with the interpreter.
//!
//! `TILEC_BROADCASTS=n` takes every n-th kernel (1: all), `TILEC_TARGETS=all` runs the code of every target
//! and not only of [`SAMPLE`]; the release binary `agree broadcasts --device emulator` does the same in
//! several processes. `TILEC_FILTER=text` picks kernels.

use rayon::prelude::*;
use tilec_tests::targets::{self, broadcast};

/// The targets of a usual run, which compiles for the others.
const SAMPLE: [&str; 2] = ["sm_80", "sm_90a"];

/// No divisor of how many combinations two or three operands have: all come up.
const EVERY: usize = 13;

#[test]
fn what_elements_share_changes_no_result() {
    let every = std::env::var("TILEC_BROADCASTS").ok().and_then(|n| n.parse().ok());
    let all_targets = std::env::var("TILEC_TARGETS").is_ok_and(|which| which == "all");
    let filter = std::env::var("TILEC_FILTER").unwrap_or_default();
    let mut cells = broadcast::sample(every.unwrap_or(EVERY));
    cells.retain(|cell| format!("{} {}", cell.row, cell.elem).contains(&filter));
    let runs = |arch: &str| all_targets || SAMPLE.contains(&arch);
    let failures: Vec<String> =
        cells.par_iter().flat_map_iter(|cell| targets::try_out(cell, runs).failures).collect();
    println!("{} kernels", cells.len());
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
