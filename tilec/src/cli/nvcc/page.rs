//! The table of options as the page `docs/nvcc.md` shows it.

use std::fmt::Write as _;

use super::options::{FROM_GCC, OPTIONS, Row, TargetOption, Treatment, UNLISTED, Value};

/// The rows as a Markdown table.
pub fn page() -> String {
    let (theirs, from_gcc) = OPTIONS.split_at(OPTIONS.len() - FROM_GCC);
    let (listed, unlisted) = theirs.split_at(theirs.len() - UNLISTED);
    let mut page = String::new();
    table(listed, &mut page);
    page.push_str("\nOf nvcc, which its help does not list:\n\n");
    table(unlisted, &mut page);
    page.push_str("\nFrom GCC, which nvcc does not have:\n\n");
    table(from_gcc, &mut page);
    page
}

fn table(rows: &[Row], page: &mut String) {
    page.push_str("| option | short | tilec |\n| --- | --- | --- |\n");
    for row in rows {
        line(row, page);
    }
}

fn line(row: &Row, page: &mut String) {
    let value = match row.value {
        Value::None => "",
        Value::One | Value::Glued => " VALUE",
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        "| `--{}{value}` | `-{}` | {} |",
        row.long,
        row.short,
        treatment(row.treatment) + &macros(row)
    );
}

/// What the option defines.
fn macros(row: &Row) -> String {
    let define = |(value, name): (Option<&str>, &str)| match value {
        Some(value) => format!("; `{value}` defines `{name}`"),
        None => format!("; defines `{name}`"),
    };
    row.macros().map(define).collect()
}

fn treatment(treatment: Treatment) -> String {
    match treatment {
        Treatment::Same(ours) => format!("as `{ours}`"),
        Treatment::Target(TargetOption::Architecture) => "as `--arch`".into(),
        Treatment::Target(TargetOption::Code) => "with `-arch`, as `--generate-code`".into(),
        Treatment::Target(TargetOption::Generate) => "as `--generate-code`".into(),
        Treatment::Driver(_, what) => what.into(),
        Treatment::Host("-O") => "reaches the host compiler as `-O`, if it is not 0".into(),
        Treatment::Host(theirs) => format!("reaches the host compiler as `{theirs}`"),
        Treatment::Ignored(why) => format!("ignored: {why}"),
        Treatment::Warned(why) => format!("ignored with a warning: {why}"),
        Treatment::WarnIf(when, why) => {
            format!("ignored, with a warning if the value is `{when}`: {why}")
        }
        Treatment::Refused(why) => format!("an error: {why}"),
    }
}
