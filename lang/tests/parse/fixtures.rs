//! The files of `tests/suite/parse`: a program, the errors that it must give (`//~ error[E0201]:
//! text`, on the line of the error, `//~^` one line below it), and behind `//= tree` its dump.
//! `BLESS=1` rewrites the dumps.

use std::fs;
use std::path::Path;

use crate::support::{Parsed, parse_text, repository};

const MARK: &str = "//= tree\n";

#[test]
fn fixtures() {
    let mut paths: Vec<_> = fs::read_dir(repository().join("tests/suite/parse"))
        .expect("the suite is there")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "cu"))
        .collect();
    paths.sort();
    let mut failures = Vec::new();
    for path in &paths {
        check(path, &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check(path: &Path, failures: &mut Vec<String>) {
    let file = path.display();
    let text = fs::read_to_string(path).expect("readable");
    let (program, expected) = text.split_once(MARK).unwrap_or((&text, ""));
    let mut parsed = parse_text(program);
    parsed.parse_all_bodies();
    let dump: String = parsed.dump().lines().map(|line| format!("// {line}\n")).collect();
    if dump != expected {
        if std::env::var_os("BLESS").is_some() {
            fs::write(path, format!("{program}{MARK}{dump}")).expect("writable");
        } else {
            let differs = dump.lines().zip(expected.lines()).find(|(a, b)| a != b);
            failures.push(format!("{file}: the tree differs: {differs:?}"));
        }
    }
    check_errors(&file.to_string(), program, &parsed, failures);
}

fn check_errors(file: &str, program: &str, parsed: &Parsed, failures: &mut Vec<String>) {
    let mut expected = Vec::new();
    for (index, line) in program.lines().enumerate() {
        let Some((_, mark)) = line.split_once("//~") else { continue };
        let above = mark.chars().take_while(|&c| c == '^').count();
        let mark = mark[above..].trim().trim_start_matches("error");
        expected.push((index + 1 - above, mark.to_owned()));
    }
    let mut found = parsed.messages();
    for (line, mark) in expected {
        let (code, text) = mark.split_once(": ").unwrap_or((&mark, ""));
        let code = code.trim_matches(['[', ']']);
        let at = found.iter().position(|message| {
            message.starts_with(&format!("{line}:"))
                && message.contains(&format!(" {code} "))
                && message.contains(text)
        });
        match at {
            Some(at) => {
                found.remove(at);
            }
            None => failures.push(format!("{file}:{line}: expected error {mark}, found {found:?}")),
        }
    }
    for message in found {
        failures.push(format!("{file}:{message}: not expected"));
    }
}
