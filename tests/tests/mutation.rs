//! No source may break the compiler itself: files that once did, and a sample of the mutation test,
//! whose long form is the program `mutate`.

use std::path::Path;

use tilec_tests as tests;
use tilec_tests::{mutation, self_reference};

/// How many mutants are tried here.
const SAMPLE: u64 = 300;
/// And programs that need themselves.
const SELF_REFERENCES: usize = 400;

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

/// What is evaluated on demand and needs itself is an error, or is fine: no hang, no overflow. Every
/// construct is tried by itself, and a sample of the pairs and of longer cycles.
#[test]
#[expect(clippy::disallowed_methods, reason = "the programs are files of the other process")]
fn programs_that_need_themselves_do_not_break_the_compiler() {
    let folder = std::env::temp_dir().join(format!("tilec-self-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the programs");
    let stride = (self_reference::all() as usize * 3 / 2 / SELF_REFERENCES) | 1;
    let numbers = (0..110).chain((110..).step_by(stride)).take(SELF_REFERENCES);
    let write = |number: u64| {
        let path = folder.join(format!("{number}.cu"));
        std::fs::write(&path, self_reference::program(number)).expect("a program is written");
        path.to_string_lossy().into_owned()
    };
    supervise(numbers.map(write));
    let _ = std::fs::remove_dir_all(&folder);
}
