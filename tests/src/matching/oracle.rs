//! The answers of other compilers.
//!
//! In: numbers of queries and the commands of clang and g++. Out: an answer each, as
//! [`ANSWERS`](super::ANSWERS) has them. clang says the value of an assertion that fails; g++ is
//! asked whether it agrees.

use std::collections::BTreeMap;
use std::io::{Error, Result};
use std::path::Path;
use std::process::Command;

use super::{NEVER, asks_declarations, first_line, is_wrong, letter, question, unit};

/// What a compiler says of itself when it fails.
const CRASH: &str = "internal compiler error";

/// What a compiler says about lines: the errors, each with the lines of its notes behind it.
fn errors(compiler: &str, flags: &[&str], text: &str, file: &Path) -> Result<Vec<(usize, String)>> {
    std::fs::write(file, text)?;
    let flags = ["-std=c++20", "-fsyntax-only", "-pedantic-errors"].iter().chain(flags);
    let output = Command::new(compiler).args(flags).arg(file).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let name = file.to_string_lossy();
    let mut errors: Vec<(usize, String)> = Vec::new();
    for line in said.lines() {
        if line.contains("fatal error") || line.contains(CRASH) {
            return Err(Error::other(format!("{compiler}: {line}")));
        }
        let place = line.strip_prefix(&*name).and_then(|rest| rest.strip_prefix(':'));
        if let Some((number, rest)) = place.and_then(|rest| rest.split_once(':'))
            && rest.contains(": error: ")
            && let Ok(number) = number.parse()
        {
            errors.push((number, rest.to_owned()));
        } else if let Some((_, notes)) = errors.last_mut() {
            notes.push('\n');
            notes.push_str(line);
        }
    }
    Ok(errors)
}

/// The queries of which the declarations are right by themselves: others ask nothing.
fn declared(compiler: &str, numbers: &[u64], file: &Path) -> Result<Vec<u64>> {
    let text = unit(numbers, |_, _| String::new());
    let errors = errors(compiler, &["-ferror-limit=0"], &text, file)?;
    let first = first_line(numbers);
    let has_error = |index: usize| {
        errors.iter().any(|(line, _)| line.checked_sub(first).is_some_and(|line| line / 2 == index))
    };
    let right = numbers.iter().enumerate().filter(|(index, _)| !has_error(*index));
    Ok(right.map(|(_, number)| *number).collect())
}

/// The answers of clang.
///
/// # Errors
/// It cannot be started, or does not get to the end.
pub fn clang(compiler: &str, numbers: &[u64], file: &Path) -> Result<BTreeMap<u64, char>> {
    let mut answers: BTreeMap<u64, char> = numbers.iter().map(|&number| (number, '-')).collect();
    let all = numbers;
    let numbers = declared(compiler, numbers, file)?;
    let numbers = numbers.as_slice();
    let text = unit(numbers, |_, value| format!("static_assert({value} == {NEVER}, \"\");"));
    let errors = errors(compiler, &["-ferror-limit=0"], &text, file)?;
    let first = first_line(all);
    let mut wrong = Vec::new();
    for (line, said) in errors {
        let Some(behind) = line.checked_sub(first) else {
            return Err(Error::other(format!("{compiler}: {said}")));
        };
        let Some(&number) = numbers.get(behind / 2) else { continue };
        let is_asked = behind % 2 == 1;
        if !is_asked || asks_declarations(number) && !said.contains("static assertion failed") {
            wrong.push(number);
            continue;
        }
        let value = said.split_once("evaluates to '").and_then(|(_, rest)| rest.split(' ').next());
        answers.insert(number, value.and_then(letter).unwrap_or('x'));
    }
    let wrong =
        wrong.into_iter().map(|number| (number, if asks_declarations(number) { 'x' } else { '-' }));
    answers.extend(wrong);
    Ok(answers)
}

/// The first error that a compiler finds in a query with this answer.
///
/// # Errors
/// It cannot be started, or does not get to the end.
pub fn said(compiler: &str, number: u64, answer: char, file: &Path) -> Result<String> {
    let text = unit(&[number], |_, value| question(answer, value));
    let errors = errors(compiler, &[], &text, file)?;
    let first = errors.first().map(|(_, said)| said.lines().next().unwrap_or_default());
    Ok(first
        .and_then(|said| said.split_once("error: "))
        .map_or_else(String::new, |(_, said)| said.to_owned()))
}

/// The queries of which g++ says something else.
///
/// The answer of g++ for one can depend on those before it in the same translation unit: it takes
/// `template<bool N> struct B<N>` for `B<1l>` after others like it, and by itself does not
/// ([temp.deduct.type]/19). The important ones are asked again with [`contradicted_alone`].
///
/// # Errors
/// It cannot be started, or does not get to the end.
pub fn contradicted(
    compiler: &str,
    answers: &BTreeMap<u64, char>,
    file: &Path,
) -> Result<Vec<u64>> {
    let asked: Vec<u64> =
        answers.iter().filter(|(_, answer)| **answer != '-').map(|(number, _)| *number).collect();
    let answer = |number: u64| answers.get(&number).copied().unwrap_or('-');
    let text = unit(&asked, |number, value| question(answer(number), value));
    let errors = errors(compiler, &[], &text, file)?;
    let first = first_line(&asked);
    let has_error = |line: usize| errors.iter().any(|(other, _)| *other == line);
    let differs = |(index, number): (usize, &u64)| {
        is_wrong(*number, answer(*number), first + 2 * index, has_error).then_some(*number)
    };
    Ok(asked.iter().enumerate().filter_map(differs).collect())
}

/// Whether g++ says something else of a query, asked by itself, or fails.
///
/// # Errors
/// It cannot be started, or does not get to the end.
pub fn contradicted_alone(compiler: &str, number: u64, answer: char, file: &Path) -> Result<bool> {
    let alone = BTreeMap::from([(number, answer)]);
    match contradicted(compiler, &alone, file) {
        Err(error) if error.to_string().contains(CRASH) => Ok(true),
        found => Ok(!found?.is_empty()),
    }
}
