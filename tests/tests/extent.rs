//! The parts of the headers that a program does not mention make no difference to it: compiled with
//! all of them, it gives the same tile IR, or the same errors.

use std::fs;

use tilec::{Compiled, FileLoader, Library, Session, Stage};
use tilec_tests as tests;
use tilec_tests::compile::{rendered, session, with_stack};

/// Every so many of the files, so that the test stays short; 1 compares all.
const STEP_VARIABLE: &str = "TILEC_EXTENT_STEP";
const STEP: usize = 24;

#[test]
fn what_is_left_out_is_not_missed() {
    let step = std::env::var(STEP_VARIABLE).ok().and_then(|step| step.parse().ok()).unwrap_or(STEP);
    let mut n_smaller = 0;
    for path in tests::files("tests/conformance", "cu").iter().step_by(step) {
        let text = fs::read_to_string(path).expect("the file was listed");
        let has_flags = text.lines().any(|line| line.starts_with("// flags:"));
        if has_flags {
            continue;
        }
        let path = path.to_string_lossy().into_owned();
        let compile = |library| {
            let session = Session { library, ..session("sm_90a") };
            with_stack(|| tilec::compile(&session, &FileLoader, &path, Stage::Lower))
        };
        let (some, all) = (compile(Library::Mentioned), compile(Library::All));
        assert_eq!(rendered(&some), rendered(&all), "{path}");
        assert_eq!(some.tir_text(), all.tir_text(), "{path}");
        n_smaller += usize::from(n_declarations(&some) < n_declarations(&all));
    }
    assert!(n_smaller > 0, "nothing is ever left out");
}

fn n_declarations(compiled: &Compiled) -> usize {
    compiled.unit.as_ref().map_or(0, |unit| unit.ast.decls.len())
}
