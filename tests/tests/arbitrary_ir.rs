//! Modules drawn from the op table: what the reader, the printer, bytecode and the passes must do
//! with any of them. `src/bin/arbitrary_ir.rs` does the same with as many as one likes.

use tilec_tests::arbitrary;

/// Enough for each op to be drawn first twice.
const MODULES: u64 = 250;

#[test]
fn arbitrary_modules_survive_everything() {
    let failures: Vec<String> =
        (0..MODULES).filter_map(|seed| arbitrary::check(seed).err()).collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures[0]);
}
