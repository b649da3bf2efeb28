//! The examples of `docs/errors` are what they say they are.

#![expect(clippy::disallowed_methods, reason = "the pages are files of the repository")]

use super::*;
use crate::base::Code;

/// Codes whose example is not a whole program, with the reason.
const UNTRIED: &[(&str, &str)] = &[
    ("E0111", "concatenation is up to the reader of the literal"),
    ("E0112", "needs a literal of megabytes"),
    ("E0123", "needs a second file"),
    ("E0124", "needs a file too large to keep"),
    ("E0149", "is abridged"),
];

fn is_of_preprocessor(code: &&Code) -> bool {
    code.id.starts_with("E01")
}

#[test]
fn every_code_has_a_page_with_an_example() {
    for code in codes::ALL.iter().filter(is_of_preprocessor) {
        let path = format!("{}/../docs/errors/{}.md", env!("CARGO_MANIFEST_DIR"), code.id);
        let page = std::fs::read_to_string(&path).expect(&path);
        assert!(page.starts_with(&format!("# {}: {} (", code.id, code.slug)), "{path}");
        let example = page.split("```").nth(1).and_then(|block| block.strip_prefix("cpp\n"));
        let example = example.expect(&path).trim_end();
        if UNTRIED.iter().any(|(id, _)| *id == code.id) {
            continue;
        }
        let codes = codes_of(example);
        assert!(codes.contains(&code.slug), "{path}: {codes:?}");
        assert!(codes.iter().all(|slug| *slug == code.slug), "{path}: {codes:?}");
    }
}
