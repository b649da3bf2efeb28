//! Typical mistakes, and one for each concept of the API reference: each gives one error, at the
//! user's line, in few lines. The snapshots show the source with what the user sees.

use lang::base::Severity;
use tilec::Stage;
use tilec_tests as tests;
use tilec_tests::compile::{compile_file, rendered};

/// The longest message that is still read.
const MAX_LINES: usize = 12;

#[test]
fn typical_mistakes() {
    let files = tests::files("tests/suite/diagnostics", "cu");
    assert!(files.len() >= 10);
    for path in files {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let source = std::fs::read_to_string(&path).expect("the file was listed");
        let compiled = compile_file(&path, "sm_90a", Stage::Lower);
        let errors = compiled
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity >= Severity::Error)
            .count();
        // The path depends on where the repository is.
        let folder = format!("{}/", path.parent().expect("in a folder").display());
        let text = rendered(&compiled).replace(&folder, "");
        assert_eq!(errors, 1, "{name}: one mistake, one error:\n{text}");
        assert!(text.lines().count() <= MAX_LINES, "{name}: more than {MAX_LINES} lines:\n{text}");
        insta::with_settings!({ description => source, omit_expression => true }, {
            insta::assert_snapshot!(name, text);
        });
    }
}

#[test]
fn every_concept_of_the_reference_is_explained() {
    let read = |path: &str| std::fs::read_to_string(tests::root().join(path)).expect("is there");
    let texts: Vec<String> = tests::files("tests/tests/snapshots", "snap")
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("the file was listed"))
        .filter_map(|snapshot| Some(snapshot.split_once("\n---\n")?.1.to_owned()))
        .collect();
    let rows = read("tests/conformance/library/rows.txt");
    let concepts = rows.lines().filter_map(|row| {
        let mut parts = row.split(" | ").skip(1);
        let name = parts.next()?;
        (parts.next()? == "concept").then_some(name)
    });
    let names = |text: &str, concept: &str| {
        text.contains(&format!("`{concept}`")) || text.contains(&format!("`{concept}<"))
    };
    let missing: Vec<&str> =
        concepts.filter(|concept| !texts.iter().any(|text| names(text, concept))).collect();
    assert!(missing.is_empty(), "no snapshot in tests/suite/diagnostics names {missing:?}");
}
