//! Which specialisation and which overload is chosen, and what programs mean: the stored queries, with the answers of
//! clang and g++.

use std::collections::BTreeSet;

use tilec_tests::matching::{ANSWERS, ANSWERS_OF_VALUES, BATCH, VALUES, differing, query};
use tilec_tests::meaning;

/// So many queries are to be asked, and so many about values of several types.
const LEAST: usize = 5000;
const LEAST_OF_VALUES: usize = 1500;

/// Asks the queries from `first` on that have these answers, of which there are to be so many. Those that are known to differ,
/// counted from `first`, must differ.
fn ask(answers: &str, first: u64, least: usize, known: &BTreeSet<u64>) {
    let answers: Vec<char> = answers.chars().filter(|found| *found != '\n').collect();
    let n_asked = answers.iter().filter(|answer| **answer != '-').count();
    assert!(n_asked >= least, "{n_asked} queries are too few");
    let numbers: Vec<u64> = (first..first + answers.len() as u64).collect();
    let answer = |number: u64| answers[(number - first) as usize];
    let mut wrong = String::new();
    for batch in numbers.chunks(BATCH as usize) {
        let found: BTreeSet<u64> =
            differing(batch, answer).into_iter().map(|number| number - first).collect();
        for &index in found.difference(known) {
            let (asked, answer) = (query(first + index), answer(first + index));
            wrong += &format!("{index}: {answer}\n  {}\n  {}\n", asked.decls, asked.value);
        }
        let batch = batch.iter().map(|number| number - first);
        for index in batch.filter(|index| known.contains(index) && !found.contains(index)) {
            wrong += &format!("{index}: it is known to differ, but does not\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// `cargo run --locked -p tilec-tests --bin matching -- show NUMBER` prints a query.
#[test]
fn templates_are_chosen_as_other_compilers_choose_them() {
    ask(ANSWERS, 0, LEAST, &BTreeSet::new());
}

#[test]
fn values_of_several_types_match_as_for_other_compilers() {
    ask(ANSWERS_OF_VALUES, VALUES, LEAST_OF_VALUES, &BTreeSet::new());
}

/// `cargo run --locked -p tilec-tests --bin matching -- meaning show NUMBER` prints a query.
#[test]
fn programs_mean_what_they_mean_to_other_compilers() {
    ask(meaning::ANSWERS, meaning::FIRST, LEAST, &meaning::known_differences());
}
