//! The files under `tests/suite` do what they say. `TILEC_FILTER=text` picks those with the text
//! in their path; `TILEC_BLESS=1` writes what was found into them.

use tilec_tests as tests;
use tilec_tests::directive::Case;

/// Runs the files of one folder; each says what to do.
fn folder(name: &str) {
    let filter = std::env::var("TILEC_FILTER").unwrap_or_default();
    let root = tests::root();
    let mut failures = Vec::new();
    let folder = format!("tests/suite/{name}");
    let paths = [tests::files(&folder, "cu"), tests::files(&folder, "tir")].concat();
    assert!(!paths.is_empty(), "{folder} is empty");
    for path in paths {
        let shown = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if !shown.contains(&filter) {
            continue;
        }
        let found = match Case::read(&path) {
            Ok(case) => tests::run::run(&case),
            Err(error) => vec![error],
        };
        failures.extend(found.into_iter().map(|failure| format!("{shown}: {failure}")));
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

macro_rules! folders {
    ($($name:ident)*) => { $(#[test] fn $name() { folder(stringify!($name)); })* };
}

folders! { lex pp sema lower ir opt ptx }
