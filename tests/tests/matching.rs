//! Which specialisation and which overload is chosen: the stored queries, with the answers of clang
//! and g++.

use tilec_tests::matching::{ANSWERS, BATCH, differing, query};

/// So many queries are to be asked.
const LEAST: usize = 5000;

/// `cargo run --locked -p tilec-tests --bin matching -- show NUMBER` prints a query.
#[test]
fn templates_are_chosen_as_other_compilers_choose_them() {
    let answers: Vec<char> = ANSWERS.chars().filter(|found| *found != '\n').collect();
    let n_asked = answers.iter().filter(|answer| **answer != '-').count();
    assert!(n_asked >= LEAST, "{n_asked} queries are too few");
    let numbers: Vec<u64> = (0..answers.len() as u64).collect();
    let mut wrong = String::new();
    for batch in numbers.chunks(BATCH as usize) {
        for number in differing(batch, |number| answers[number as usize]) {
            let asked = query(number);
            let answer = answers[number as usize];
            wrong += &format!("{number}: {answer}\n  {}\n  {}\n", asked.decls, asked.value);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
