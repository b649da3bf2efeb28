//! The queries of `tests/src/matching` and their answers.
//!
//! `matching compare FROM TO [CLANG [GXX]]` asks clang and lists where our compiler differs, and
//! where g++ does; `matching store COUNT [CLANG [GXX]]` writes the answers of the first queries to
//! `tests/matching/answers.txt`; `matching show NUMBER` prints a query. `matching values ...` does the
//! same with the queries about values of several types and `tests/matching/values.txt`, `matching meaning ...`
//! with those of `tests/src/meaning` and `tests/meaning/answers.txt`; their numbers are counted from 0 there.
//! `TILEC_GRAMMAR=overload.txt` draws the latter from that grammar alone.

#![expect(clippy::disallowed_methods, reason = "a program of its own, with arguments and files")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Result;
use std::process::ExitCode;

use tilec_tests::matching::{BATCH, VALUES, differing, errors, oracle, query, question, unit};
use tilec_tests::meaning;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().unwrap_or(0);
    let (file, first, args) = match args.as_slice() {
        ["values", rest @ ..] => ("matching/values.txt", VALUES, rest),
        ["meaning", rest @ ..] => ("meaning/answers.txt", meaning::FIRST, rest),
        rest => ("matching/answers.txt", 0, rest),
    };
    let done = match args {
        ["compare", from, to, rest @ ..] => {
            compare(first + number(from), first + number(to), &Tools::of(rest))
        }
        ["store", count, rest @ ..] => store(file, first, number(count), &Tools::of(rest)),
        ["show", which] => {
            print!("{}", unit(&[first + number(which)], |_, value| question('x', value)));
            Ok(true)
        }
        _ => {
            eprintln!(
                "usage: matching [values | meaning] compare FROM TO | store COUNT | show NUMBER [CLANG [GXX]]"
            );
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

struct Tools {
    clang: String,
    gxx: String,
    file: std::path::PathBuf,
}

impl Tools {
    fn of(args: &[&str]) -> Tools {
        let tool = |index: usize, other: &str| (*args.get(index).unwrap_or(&other)).to_owned();
        let name = format!("tilec-matching-{}.cpp", std::process::id());
        let file = std::env::temp_dir().join(name);
        Tools { clang: tool(0, "clang++"), gxx: tool(1, "g++"), file }
    }
}

fn batches(from: u64, to: u64) -> impl Iterator<Item = Vec<u64>> {
    let starts = (from..to).step_by(BATCH as usize);
    starts.map(move |start| (start..to.min(start + BATCH)).collect())
}

fn compare(from: u64, to: u64, tools: &Tools) -> Result<bool> {
    let (mut n_asked, mut n_differing, mut n_contradicted) = (0, 0, 0);
    for numbers in batches(from, to) {
        let answers = oracle::clang(&tools.clang, &numbers, &tools.file)?;
        let contradicted = oracle::contradicted(&tools.gxx, &answers, &tools.file)?;
        n_asked += answers.values().filter(|answer| **answer != '-').count();
        n_contradicted += contradicted.len();
        for number in differing(&numbers, |number| answers.get(&number).copied().unwrap_or('-')) {
            let answer = answers.get(&number).copied().unwrap_or('-');
            let is_contradicted = contradicted.contains(&number)
                || oracle::contradicted_alone(&tools.gxx, number, answer, &tools.file)?;
            n_contradicted += usize::from(is_contradicted && !contradicted.contains(&number));
            let by = if is_contradicted { "clang, not from g++" } else { "both" };
            let asked = query(number);
            println!("{number} differs from {by}: {answer}\n  {}\n  {}", asked.decls, asked.value);
            if answer == 'x' {
                println!("  clang: {}", oracle::said(&tools.clang, number, answer, &tools.file)?);
            }
            for said in errors(number, answer) {
                println!("  {said}");
            }
            n_differing += usize::from(!is_contradicted);
        }
    }
    println!(
        "{n_asked} queries, {n_contradicted} of them with another answer of g++: {n_differing} of \
         the others differ"
    );
    let _ = std::fs::remove_file(&tools.file);
    Ok(n_differing == 0)
}

/// The queries with an answer of which g++ says something else, each asked by itself.
fn alone(answers: &BTreeMap<u64, char>, tools: &Tools) -> Result<Vec<u64>> {
    let mut found = Vec::new();
    for (&number, &answer) in answers.iter().filter(|(_, answer)| **answer != '-') {
        if oracle::contradicted_alone(&tools.gxx, number, answer, &tools.file)? {
            found.push(number);
        }
    }
    Ok(found)
}

/// The queries of which g++ says something else, asked together; what tilec answers otherwise is asked by itself too.
fn contradicted(numbers: &[u64], answers: &BTreeMap<u64, char>, tools: &Tools) -> Result<Vec<u64>> {
    let mut found: Vec<u64> =
        oracle::contradicted(&tools.gxx, answers, &tools.file)?.into_iter().collect();
    for number in differing(numbers, |number| answers.get(&number).copied().unwrap_or('-')) {
        let answer = answers.get(&number).copied().unwrap_or('-');
        if oracle::contradicted_alone(&tools.gxx, number, answer, &tools.file)? {
            found.push(number);
        }
    }
    Ok(found)
}

fn store(file: &str, first: u64, count: u64, tools: &Tools) -> Result<bool> {
    let mut text = String::new();
    let mut n_asked = 0;
    for numbers in batches(first, u64::MAX) {
        let mut answers = oracle::clang(&tools.clang, &numbers, &tools.file)?;
        let contradicted = match first >= meaning::FIRST {
            true => contradicted(&numbers, &answers, tools)?,
            false => alone(&answers, tools)?,
        };
        answers.extend(contradicted.into_iter().map(|number| (number, '-')));
        let line: String = answers.values().collect();
        n_asked += answers.values().filter(|answer| **answer != '-').count() as u64;
        let _ = writeln!(text, "{line}");
        if n_asked >= count {
            break;
        }
    }
    let _ = std::fs::remove_file(&tools.file);
    std::fs::write(tilec_tests::root().join("tests").join(file), text)?;
    println!("{n_asked} queries");
    Ok(true)
}
