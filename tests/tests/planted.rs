//! The sanitizer finds a mistake that was planted, at its line, and nothing in the legal twin
//! (`tests/src/planted`). Without a word of the environment it tries one in so many of them;
//! `TILEC_PROGRAMS=all` tries all, `TILEC_SEED=n` others.

use tilec_tests::numeric_programs;
use tilec_tests::planted;
use tilec_tests::random::Random;

/// Plants that one text has.
const BATCH: usize = 40;
/// Of so many plants one is tried.
const SPARSE: usize = 8;

#[test]
fn planted_mistakes_are_found_and_their_twins_are_silent() {
    let seed = std::env::var("TILEC_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let all = std::env::var("TILEC_PROGRAMS").is_ok_and(|programs| programs == "all");
    let filter = std::env::var("TILEC_FILTER").unwrap_or_default();
    let mut random = Random::new(seed);
    let mut plants = planted::plants();
    plants.retain(|plant| plant.name.contains(&filter) && (all || random.one_in(SPARSE)));
    let mut failures = Vec::new();
    for batch in plants.chunks(BATCH) {
        failures.extend(planted::failures(batch, &mut random));
    }
    let count = plants.len();
    let shown: Vec<&str> = failures.iter().take(25).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} of {count}\n{}", failures.len(), shown.join("\n"));
}

#[test]
fn the_sanitizer_rounds_as_a_run_without_it() {
    let failures = numeric_programs::failures(60, 1);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
