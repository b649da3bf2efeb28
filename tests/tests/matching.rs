//! Which specialisation and which overload is chosen: the stored queries, with the answers of clang
//! and g++.

use tilec_tests::matching::{ANSWERS, ANSWERS_OF_VALUES, BATCH, VALUES, differing, query};

/// So many queries are to be asked, and so many about values of several types.
const LEAST: usize = 5000;
const LEAST_OF_VALUES: usize = 1500;

/// Asks the queries from `first` on that have these answers, of which there are to be so many.
fn ask(answers: &str, first: u64, least: usize) {
    let answers: Vec<char> = answers.chars().filter(|found| *found != '\n').collect();
    let n_asked = answers.iter().filter(|answer| **answer != '-').count();
    assert!(n_asked >= least, "{n_asked} queries are too few");
    let numbers: Vec<u64> = (first..first + answers.len() as u64).collect();
    let answer = |number: u64| answers[(number - first) as usize];
    let mut wrong = String::new();
    for batch in numbers.chunks(BATCH as usize) {
        for number in differing(batch, answer) {
            let (asked, answer) = (query(number), answer(number));
            wrong += &format!("{number}: {answer}\n  {}\n  {}\n", asked.decls, asked.value);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// `cargo run --locked -p tilec-tests --bin matching -- show NUMBER` prints a query.
#[test]
fn templates_are_chosen_as_other_compilers_choose_them() {
    ask(ANSWERS, 0, LEAST);
}

#[test]
fn values_of_several_types_match_as_for_other_compilers() {
    ask(ANSWERS_OF_VALUES, VALUES, LEAST_OF_VALUES);
}
