//! Every op on every format for every target: `docs/targets.md` says what holds.
//!
//! `TILEC_TARGETS=all` runs the code of every target in the emulator and assembles every text;
//! without it that is done for [`SAMPLE`], and the others are compiled; `TILEC_TARGETS=none` only
//! compiles, which is all that the page needs. `TILEC_FILTER=text` picks the cells with the text in
//! their row.

use rayon::prelude::*;
use tilec_tests::root;
use tilec_tests::targets::page::Record;
use tilec_tests::targets::{self, Cell, Outcome, TARGETS, Tried};

const PAGE: &str = "docs/targets.md";
/// What `tests/gpu/targets` wrote.
const RECORD: &str = "tests/targets/h200.tsv";

/// The targets of a usual run: what has least, and what runs here.
const SAMPLE: [&str; 2] = ["sm_80", "sm_90a"];

fn is_chosen(arch: &str) -> bool {
    match std::env::var("TILEC_TARGETS").as_deref() {
        Ok("all") => true,
        Ok("none") => false,
        _ => SAMPLE.contains(&arch),
    }
}

#[test]
fn every_op_on_every_format() {
    let filter = std::env::var("TILEC_FILTER").unwrap_or_default();
    let mut cells = targets::cells();
    cells.retain(|cell| format!("{} {}", cell.row, cell.elem).contains(&filter));
    let tried: Vec<(Cell, Tried)> = cells
        .into_par_iter()
        .map(|cell| {
            let tried = targets::try_out(&cell, is_chosen);
            (cell, tried)
        })
        .collect();
    let mut failures: Vec<String> =
        tried.iter().flat_map(|(_, tried)| tried.failures.clone()).collect();
    let assembled: Vec<String> = TARGETS
        .par_iter()
        .enumerate()
        .filter(|(_, arch)| is_chosen(arch))
        .flat_map(|(index, arch)| {
            let texts: Vec<&str> = tried
                .iter()
                .filter_map(|(_, tried)| match &tried.outcomes[index] {
                    Outcome::Text(text) => Some(text.as_str()),
                    Outcome::Rejected(_) => None,
                })
                .collect();
            targets::assemble(texts, arch).err()
        })
        .collect();
    failures.extend(assembled);
    if filter.is_empty() {
        let record = std::fs::read_to_string(root().join(RECORD)).expect("a record of a GPU");
        let page = targets::page::page(&tried, &Record::parse(&record));
        let path = root().join(PAGE);
        if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
            std::fs::write(&path, page).expect("the page is writable");
        } else if std::fs::read_to_string(&path).unwrap_or_default() != page {
            failures.push(format!("{PAGE} is out of date: run `just bless` and read the diff"));
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
