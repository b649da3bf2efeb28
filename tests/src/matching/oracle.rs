//! The answers of other compilers.
//!
//! In: numbers of queries and the commands of clang and g++. Out: an answer each, as
//! [`ANSWERS`](super::ANSWERS) has them. clang says the value of an assertion that fails; g++ is
//! asked whether it agrees.

use std::collections::BTreeMap;
use std::io::{Error, Result};
use std::path::Path;
use std::process::Command;

use super::{NEVER, question, unit};

/// The line of the second query's declarations is two further.
const FIRST_LINE: usize = 2;

/// What a compiler says about lines: the errors, each with the lines of its notes behind it.
fn errors(compiler: &str, flags: &[&str], text: &str, file: &Path) -> Result<Vec<(usize, String)>> {
    std::fs::write(file, text)?;
    let flags = ["-std=c++20", "-fsyntax-only"].iter().chain(flags);
    let output = Command::new(compiler).args(flags).arg(file).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let name = file.to_string_lossy();
    let mut errors: Vec<(usize, String)> = Vec::new();
    for line in said.lines() {
        if line.contains("fatal error") || line.contains("internal compiler error") {
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

/// The answers of clang.
///
/// # Errors
/// It cannot be started, or does not get to the end.
pub fn clang(compiler: &str, numbers: &[u64], file: &Path) -> Result<BTreeMap<u64, char>> {
    let text = unit(numbers, |_, value| format!("static_assert({value} == {NEVER}, \"\");"));
    let errors = errors(compiler, &["-ferror-limit=0"], &text, file)?;
    let mut answers: BTreeMap<u64, char> = numbers.iter().map(|&number| (number, '-')).collect();
    let mut wrong = Vec::new();
    for (line, said) in errors {
        let Some(behind) = line.checked_sub(FIRST_LINE) else {
            return Err(Error::other(format!("{compiler}: {said}")));
        };
        let Some(&number) = numbers.get(behind / 2) else { continue };
        if behind % 2 == 0 {
            wrong.push(number);
            continue;
        }
        let value = said.split_once("evaluates to '").and_then(|(_, rest)| rest.chars().next());
        answers.insert(number, value.unwrap_or('x'));
    }
    answers.extend(wrong.into_iter().map(|number| (number, '-')));
    Ok(answers)
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
    let has_error = |line: usize| errors.iter().any(|(other, _)| *other == line);
    let differs = |(index, number): (usize, &u64)| {
        let line = FIRST_LINE + 2 * index;
        let is_wrong = has_error(line) || has_error(line + 1) != (answer(*number) == 'x');
        is_wrong.then_some(*number)
    };
    Ok(asked.iter().enumerate().filter_map(differs).collect())
}

/// Whether g++ says something else of a query, asked by itself.
///
/// # Errors
/// It cannot be started, or does not get to the end.
pub fn contradicted_alone(compiler: &str, number: u64, answer: char, file: &Path) -> Result<bool> {
    let alone = BTreeMap::from([(number, answer)]);
    Ok(!contradicted(compiler, &alone, file)?.is_empty())
}
