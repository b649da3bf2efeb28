//! Writing what was found into the test file, for `TILEC_BLESS=1`. The change is to be reviewed
//! like any other: that the compiler says so does not make it right.

use std::fs;

use crate::annotation::Found;
use crate::directive::Case;

/// Lines longer than this get their annotation on the next line.
const WIDTH: usize = 100;

/// Whether the user asked for it.
pub fn is_wanted() -> bool {
    std::env::var_os("TILEC_BLESS").is_some()
}

/// Replaces the annotations of the file by the diagnostics found.
pub fn annotations(case: &Case, found: &[Found]) {
    let mut text = annotated(&case.source, found);
    if let Some(becomes) = &case.becomes {
        text.push_str("//@ becomes\n");
        text.push_str(becomes);
    }
    fs::write(&case.path, text).expect("the test file is writable");
}

/// Replaces what stands behind `//@ becomes`.
pub fn becomes(case: &Case, text: &str) {
    let text = format!("{}//@ becomes\n{text}", case.source);
    fs::write(&case.path, text).expect("the test file is writable");
}

fn annotated(source: &str, found: &[Found]) -> String {
    let mut text = String::new();
    for (index, line) in source.lines().enumerate() {
        let mut code = line.split("//~").next().unwrap_or_default().trim_end();
        let was_annotation = code.is_empty() && !line.trim().is_empty();
        let mut here = found.iter().filter(|found| found.line == Some(index + 1)).peekable();
        if was_annotation && here.peek().is_none() {
            continue;
        }
        if was_annotation {
            code = "";
        }
        text.push_str(code);
        let mut lines_below = 0;
        for (number, found) in here.enumerate() {
            let fits = code.chars().count() + found.text().len() + "  //~".len() < WIDTH;
            if number == 0 && fits {
                text.push_str(&format!(" //~ {}", found.text()));
            } else {
                lines_below += 1;
                text.push_str(&format!("\n//~{} {}", "^".repeat(lines_below), found.text()));
            }
        }
        text.push('\n');
    }
    for found in found.iter().filter(|found| found.line.is_none()) {
        text.push_str(&format!("//~? {}\n", found.text()));
    }
    text
}

#[cfg(test)]
mod tests {
    use lang::base::Severity;

    use super::annotated;
    use crate::annotation::{self, Found};

    #[test]
    fn what_was_found_is_expected_afterwards() {
        let found = |line, message: &str| Found {
            line,
            severity: Severity::Error,
            code: "E0301",
            message: message.to_owned(),
            helps: Vec::new(),
        };
        let source = "a; //~ error: old\nb;\n//~^ error: old\nc;\n";
        let all = [found(Some(1), "x"), found(Some(1), "y"), found(None, "z")];
        let text = annotated(source, &all);
        assert!(
            text.starts_with("a; //~ error[E0301]: x\n//~^ error[E0301]: y\nb;\nc;\n"),
            "{text}"
        );
        let expected = annotation::parse(&text).expect("annotations");
        assert_eq!(annotation::compare(&expected, &all), [""; 0], "{text}");
    }
}
