//! A sample of the mutation test: no change of a source may break the compiler itself. The long
//! form is the program `mutate`.

use std::path::Path;

use tilec_tests::mutation::{self, Failure, Limits};

/// How many mutants are tried here.
const SAMPLE: u64 = 300;

#[test]
fn mutants_do_not_break_the_compiler() {
    let program = Path::new(env!("CARGO_BIN_EXE_mutate"));
    let failures =
        mutation::supervise(program, 0..SAMPLE, Limits::DEFAULT).expect("the program starts");
    let shown: Vec<String> =
        failures.iter().map(|Failure { number, what }| format!("{number}: {what}")).collect();
    assert!(shown.is_empty(), "`mutate --show NUMBER` prints a mutant\n{}", shown.join("\n"));
}
