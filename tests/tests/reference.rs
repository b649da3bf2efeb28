//! Statements about the API reference, and their cases.
//!
//! `tests/conformance/library/examples.txt` lists the reference's own examples, each with the cases
//! that check what it says of them; `docs/differences.md` tells where nvcc or tilec part from its
//! text. Neither names a case that is not there, and neither leaves out one that is there for it.

use std::collections::BTreeSet;
use std::fs;

use tilec_tests as tests;

const EXAMPLES: &str = "tests/conformance/library/examples.txt";
const CASES: &str = "tests/conformance/library";

struct Example {
    section: String,
    number: usize,
    cases: Vec<String>,
}

fn read_examples() -> Vec<Example> {
    let text = fs::read_to_string(tests::root().join(EXAMPLES)).expect("the list is there");
    let mut section = "";
    let mut examples = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(title) = line.strip_prefix("== ") {
            section = title.split_whitespace().next().unwrap_or_default();
            continue;
        }
        let [id, _, cases] = line.splitn(3, " | ").collect::<Vec<_>>()[..] else {
            panic!("{EXAMPLES}: {line}");
        };
        let (of, number) = id.rsplit_once('-').expect("an ID is a section and a number");
        assert_eq!(of, section, "{id} stands below another section");
        examples.push(Example {
            section: of.to_owned(),
            number: number.parse().expect("the number of an example"),
            cases: cases.split_whitespace().map(str::to_owned).collect(),
        });
    }
    examples
}

#[test]
fn examples_are_numbered_in_the_order_of_the_reference() {
    let mut last = ("", 0);
    for Example { section, number, .. } in &read_examples() {
        let expected = if section == last.0 { last.1 + 1 } else { 1 };
        assert_eq!(*number, expected, "{EXAMPLES}: {section}-{number}");
        last = (section, *number);
    }
}

#[test]
fn every_example_has_its_cases_and_every_case_its_example() {
    let examples = read_examples();
    assert!(examples.iter().all(|example| !example.cases.is_empty()));
    let listed: BTreeSet<String> = examples.into_iter().flat_map(|example| example.cases).collect();
    let root = tests::root().join(CASES);
    let missing: Vec<&String> =
        listed.iter().filter(|case| !root.join(format!("{case}.cu")).exists()).collect();
    assert!(missing.is_empty(), "{EXAMPLES} names what is not there: {missing:?}");
    let unlisted: Vec<String> = tests::files(CASES, "cu")
        .iter()
        .map(|path| path.strip_prefix(&root).expect("below the folder").with_extension(""))
        .map(|case| case.display().to_string())
        .filter(|case| case.contains("/example_") || case.starts_with("undefined/"))
        .filter(|case| !listed.contains(case))
        .collect();
    assert!(unlisted.is_empty(), "{EXAMPLES} leaves out {unlisted:?}");
}

const DIFFERENCES: &str = "docs/differences.md";

/// The files that a page links to, as paths below `tests/conformance`.
fn links(page: &str) -> BTreeSet<String> {
    let parts = page.split("](../tests/conformance/").skip(1);
    parts.filter_map(|part| Some(part.split_once(')')?.0.to_owned())).collect()
}

#[test]
fn every_difference_is_shown_by_cases() {
    let page = fs::read_to_string(tests::root().join(DIFFERENCES)).expect("the page is there");
    let linked = links(&page);
    let root = tests::root().join("tests/conformance");
    let missing: Vec<&String> = linked.iter().filter(|path| !root.join(path).exists()).collect();
    assert!(missing.is_empty(), "{DIFFERENCES} names what is not there: {missing:?}");
    for row in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---")) {
        let is_head = row.contains("| case");
        assert!(is_head || !links(row).is_empty(), "{DIFFERENCES}: no case shows\n{row}");
    }
    let unlinked: Vec<String> = tests::files("tests/conformance/library/differences", "cu")
        .iter()
        .map(|path| path.strip_prefix(&root).expect("below the folder").display().to_string())
        .filter(|path| !linked.contains(path) && !path.ends_with(".ok.cu"))
        .collect();
    assert!(unlinked.is_empty(), "{DIFFERENCES} leaves out {unlinked:?}");
}
