//! The table of options as the page `docs/tileiras.md` shows it, and as `--help` does.

use std::fmt::Write as _;

use super::options::{NEWEST, OPTIONS, Releases, Row, Value, dashed};

/// The rows as a Markdown table.
pub fn page() -> String {
    let mut page = String::from("| option | releases | tilec |\n| --- | --- | --- |\n");
    for row in OPTIONS {
        let (spelling, releases) = (spelling(row), shown(row.releases));
        // Writing to a string cannot fail.
        let _ = writeln!(page, "| `{spelling}` | {releases} | {} |", row.treatment);
        let Value::Choice(choices) = row.value else { continue };
        for choice in choices.iter().filter(|choice| choice.releases != row.releases) {
            let releases = shown(choice.releases);
            let _ = writeln!(page, "| `{}={}` | {releases} | |", dashed(row.name), choice.name);
        }
    }
    page
}

/// What `--help` prints.
pub fn help() -> String {
    let mut text = String::from(
        "OVERVIEW: tilec as tileiras: assembles Tile IR bytecode to machine code\n\n\
         USAGE: tileiras [options] <tile bytecode file>\n\nOPTIONS:\n\n",
    );
    for row in OPTIONS {
        let _ = writeln!(text, "  {:<40} - {}", spelling(row), row.treatment);
        let Value::Choice(choices) = row.value else { continue };
        for choice in choices {
            let _ = writeln!(text, "    ={}", choice.name);
        }
    }
    text
}

/// The options of a release with their values, sorted: `--gpu-name`, `--gpu-name=sm_90`.
pub fn names(minor: u8) -> Vec<String> {
    let is_there = |releases: Releases| {
        releases.since <= minor && releases.until.is_none_or(|until| minor <= until)
    };
    let mut names = Vec::new();
    for row in OPTIONS.iter().filter(|row| is_there(row.releases)) {
        let name = dashed(row.name);
        // Its help lists the values once.
        if let Value::Choice(choices) = row.value
            && row.name != "arch"
        {
            let choices = choices.iter().filter(|choice| is_there(choice.releases));
            names.extend(choices.map(|choice| format!("{name}={}", choice.name)));
        }
        names.push(name);
    }
    names.sort();
    names
}

fn spelling(row: &Row) -> String {
    let name = dashed(row.name);
    match row.value {
        Value::Flag => name,
        Value::Glued => format!("{name}N"),
        Value::Text(what) | Value::Number(what) if row.name.len() == 1 => {
            format!("{name} <{what}>")
        }
        Value::Text(what) | Value::Number(what) => format!("{name}=<{what}>"),
        Value::Choice(_) => format!("{name}=<value>"),
    }
}

fn shown(releases: Releases) -> String {
    match releases {
        Releases { since: 1, until: None } => "all".into(),
        Releases { since, until: None } if since == NEWEST => format!("13.{since}"),
        Releases { since, until: None } => format!("13.{since} on"),
        Releases { since, until: Some(until) } if since == until => format!("13.{since}"),
        Releases { since, until: Some(until) } => format!("13.{since} to 13.{until}"),
    }
}
