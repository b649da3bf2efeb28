//! Edits of verified modules break nothing that takes modules: a sample; `mutate_ir` tries more.

use tilec_tests::arbitrary::{endure, mutants};

/// How many mutants are tried here.
const SAMPLE: u64 = 150;

#[test]
fn everything_endures_edited_modules() {
    let sources = mutants::sources();
    assert!(sources.len() > 20, "the suite has modules");
    let failures: Vec<String> = (0..SAMPLE)
        .filter_map(|number| {
            let mutant = mutants::mutant(&sources, number);
            let found = tilec_tests::compile::with_stack(|| endure::endure(&mutant, number));
            found.err().map(|what| format!("{number}: {what}"))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
