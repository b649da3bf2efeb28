//! No source may break the compiler itself: files that once did, and a sample of the mutation test,
//! whose long form is the program `mutate`.

use std::path::Path;

use tilec_tests as tests;
use tilec_tests::mutation;

/// How many mutants are tried here.
const SAMPLE: u64 = 300;

fn supervise(requests: impl Iterator<Item = String> + Send) {
    let program = Path::new(env!("CARGO_BIN_EXE_mutate"));
    let failures = mutation::supervise(program, requests).expect("the program starts");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// `mutate --show NUMBER` prints a mutant.
#[test]
fn mutants_do_not_break_the_compiler() {
    supervise((0..SAMPLE).map(|number| number.to_string()));
}

/// Files that made the compiler panic, hang or overflow its stack, each as small as it gets. What
/// is to be said about them is of no interest here.
#[test]
fn what_broke_the_compiler_does_not_any_more() {
    let files = tests::files("tests/suite/fuzz-failures", "cu");
    assert!(!files.is_empty(), "the folder is empty");
    supervise(files.iter().map(|path| path.to_string_lossy().into_owned()));
}
