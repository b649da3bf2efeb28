//! Modules drawn from the op table: what the reader, the printer, bytecode and the passes must do
//! with any of them. `src/bin/arbitrary_ir.rs` does the same with as many as one likes.

use tilec_tests::arbitrary;

/// Enough for each op to be drawn first twice.
const MODULES: u64 = 250;
/// Others that something was wrong with.
const ONCE_FAILED: [u64; 1] = [16616];

#[test]
fn arbitrary_modules_survive_everything() {
    let failures: Vec<String> =
        (0..MODULES).chain(ONCE_FAILED).filter_map(|seed| arbitrary::check(seed).err()).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures[0]);
}

#[test]
fn passes_keep_what_modules_do() {
    const SEEDS: u64 = 400;
    let mut n_ran = 0;
    for seed in 0..SEEDS {
        match arbitrary::execute::check(seed) {
            Ok(ran) => n_ran += u64::from(ran),
            Err(what) => panic!("{what}"),
        }
    }
    // The others cannot be repaired: nearly all of them are about memory that there is not.
    assert!(n_ran > SEEDS / 2, "only {n_ran} of {SEEDS} modules run");
}
