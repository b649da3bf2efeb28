//! The files under `tests/conformance`: one directory a section of the standard or the reference,
//! one short program a rule. `TILEC_FILTER=text` picks those with the text in their path.

use std::path::Path;

use rayon::prelude::*;
use tilec_tests as tests;
use tilec_tests::conformance::Conformance;

/// Cases that fail, and why. Each must fail; once it does not, its row goes.
const KNOWN_BUGS: &[(&str, &str)] = &[];

fn folder(folder: &str) {
    let filter = std::env::var("TILEC_FILTER").unwrap_or_default();
    let root = tests::root().join("tests/conformance");
    let paths = tests::files(&format!("tests/conformance/{folder}"), "cu");
    let failures: Vec<String> = paths
        .par_iter()
        .flat_map_iter(|path| {
            let shown = path.strip_prefix(&root).unwrap_or(path).display().to_string();
            if shown.contains(&filter) { failures(&shown, path) } else { Vec::new() }
        })
        .collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

fn failures(shown: &str, path: &Path) -> Vec<String> {
    let found = match Conformance::read(path) {
        Ok(case) => case.failures(),
        Err(error) => vec![error],
    };
    let is_known = KNOWN_BUGS.iter().any(|(name, _)| *name == shown);
    match (is_known, found.is_empty()) {
        (false, _) => found.into_iter().map(|what| format!("{shown}: {what}")).collect(),
        (true, true) => vec![format!("{shown}: passes: remove it from KNOWN_BUGS")],
        (true, false) => Vec::new(),
    }
}

#[test]
fn language() {
    folder("language");
}

#[test]
fn library() {
    folder("library");
}

#[test]
fn known_bugs_are_cases() {
    for (name, _) in KNOWN_BUGS {
        assert!(tests::root().join("tests/conformance").join(name).exists(), "{name}");
    }
}
