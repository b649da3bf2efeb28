//! The conformance cases of statements, tile code and the library as PTX: assembled where there is a `ptxas`,
//! and executed by the emulator. `TILEC_FILTER=text` picks those with the text in their path.

use rayon::prelude::*;
use tilec_tests as tests;
use tilec_tests::conformance::Conformance;

const FOLDERS: [&str; 3] = ["language/stmt", "language/tile", "library"];

/// Cases that copy unwritten bytes, such as those of a union beside its member. That
/// is allowed, but the emulator does not follow such bytes through registers.
const COPY_UNWRITTEN_BYTES: [&str; 1] = ["language/stmt/return_of_different_union_members.cu"];

#[test]
fn cases_run_as_ptx() {
    let filter = std::env::var("TILEC_FILTER").unwrap_or_default();
    let root = tests::root().join("tests/conformance");
    let all = FOLDERS.map(|folder| tests::files(&format!("tests/conformance/{folder}"), "cu"));
    let failures: Vec<String> = all
        .concat()
        .par_iter()
        .flat_map_iter(|path| {
            let shown = path.strip_prefix(&root).unwrap_or(path).display().to_string();
            if !shown.contains(&filter) || COPY_UNWRITTEN_BYTES.contains(&shown.as_str()) {
                return Vec::new();
            }
            let found = match Conformance::read(path) {
                Ok(case) => case.failures_of_ptx("sm_90a"),
                Err(error) => vec![error],
            };
            found.into_iter().map(|what| format!("{shown}: {what}")).collect()
        })
        .collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
