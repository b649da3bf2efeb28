//! The table of options as the page `docs/nvcc.md` shows it.

use std::fmt::Write as _;

use super::options::{FROM_GCC, OPTIONS, Row, TargetOption, Treatment, Value};

/// The rows as a Markdown table.
pub fn page() -> String {
    let mut page = String::from("| option | short | tilec |\n| --- | --- | --- |\n");
    let (theirs, from_gcc) = OPTIONS.split_at(OPTIONS.len() - FROM_GCC);
    for row in theirs {
        line(row, &mut page);
    }
    page.push_str("\nFrom GCC, which nvcc does not have:\n\n");
    page.push_str("| option | short | tilec |\n| --- | --- | --- |\n");
    for row in from_gcc {
        line(row, &mut page);
    }
    page
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
        treatment(row.treatment)
    );
}

fn treatment(treatment: Treatment) -> String {
    match treatment {
        Treatment::Same(ours) => format!("as `{ours}`"),
        Treatment::Target(TargetOption::Architecture) => "as `--arch`".into(),
        Treatment::Target(TargetOption::Code) => "with `-arch`, as `--generate-code`".into(),
        Treatment::Target(TargetOption::Generate) => "as `--generate-code`".into(),
        Treatment::Driver(_, what) => what.into(),
        Treatment::Ignored(why) => format!("ignored: {why}"),
        Treatment::Warned(why) => format!("ignored with a warning: {why}"),
        Treatment::WarnIf(when, why) => {
            format!("ignored, with a warning if the value is `{when}`: {why}")
        }
        Treatment::Refused(why) => format!("an error: {why}"),
    }
}
