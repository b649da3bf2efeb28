//! Releases of CUDA: what nvcc's releases accept and refuse, and that a release is chosen by an option.
//!
//! `tests/releases/probes` has a program for each fact that 13.4 and 13.5 add, and the verdicts of three nvccs. The
//! verdicts of tilec that differ stand in `tests/releases/known.txt`; a row that is no longer true fails, so that
//! their number can only fall. `TILEC_FILTER=text` picks probes with the text in their name.

use std::collections::BTreeMap;

use rayon::prelude::*;
use tilec_tests as tests;
use tilec_tests::probe::{Verdict, probes, verdict};

const FOLDER: &str = "tests/releases";

/// The differing verdicts by probe and release, such as `lang/switch_integer 13.3`, and their reasons.
fn known() -> BTreeMap<String, String> {
    let path = tests::root().join(FOLDER).join("known.txt");
    let text = std::fs::read_to_string(path).expect("the list is there");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut known = BTreeMap::new();
    for line in lines {
        let (what, why) = line.split_once(": ").expect("a row has a reason");
        let mut words = what.split_whitespace();
        let name = words.next().expect("a row names a probe");
        for release in words {
            known.insert(format!("{name} {release}"), why.to_owned());
        }
    }
    known
}

#[test]
fn probes_have_the_verdicts_of_nvcc() {
    let filter = std::env::var("TILEC_FILTER").unwrap_or_default();
    let folder = tests::root().join(FOLDER).join("probes");
    let table = std::fs::read_to_string(folder.join("results.tsv")).expect("the table is there");
    let probes = probes(&table).expect("well-formed");
    let known = known();
    let all: Vec<_> = probes
        .iter()
        .filter(|probe| probe.name.contains(&filter))
        .flat_map(|probe| probe.verdicts.iter().map(move |&(release, is)| (probe, release, is)))
        .collect();
    let failures: Vec<String> = all
        .par_iter()
        .filter_map(|&(probe, release, accepts)| {
            let what = format!("{} {release}", probe.name);
            let path = folder.join(format!("{}.cu", probe.name));
            let found = match verdict(&path, release) {
                Ok(Verdict::Accepted(failures)) if failures.is_empty() => {
                    (!accepts).then(|| "is accepted".to_owned())
                }
                Ok(Verdict::Accepted(failures)) => Some(failures.join("\n    ")),
                Ok(Verdict::Rejected(error)) => accepts.then_some(error),
                Err(error) => Some(error),
            };
            match (found, known.contains_key(&what)) {
                (Some(_), true) | (None, false) => None,
                (Some(found), false) => Some(format!("{what}: {found}")),
                (None, true) => Some(format!("{what}: agrees: take it out of known.txt")),
            }
        })
        .collect();
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn known_differences_are_probes() {
    let folder = tests::root().join(FOLDER).join("probes");
    for what in known().keys() {
        let (name, release) = what.rsplit_once(' ').expect("a probe and a release");
        assert!(folder.join(format!("{name}.cu")).is_file(), "{name}");
        assert!(release.parse::<lang::pp::Release>().is_ok(), "{what}");
    }
}
