//! The properties of the terminal of standard error: colours and width.
//!
//! `--color` decides, else `NO_COLOR` (no-color.org), `CLICOLOR_FORCE` and `CLICOLOR`
//! (bixense.com/clicolors), else whether it is a terminal that is not `dumb`. Lines are as long as
//! they are unless a terminal shows them; `COLUMNS` is its width if it is set.

use std::env::var_os;
use std::io::IsTerminal;

use crate::cli::Color;

/// Nothing is readable in fewer columns.
const MIN_WIDTH: usize = 40;

/// Whether to colour.
pub fn is_colored(choice: Color) -> bool {
    let set = |name: &str| var_os(name).is_some_and(|value| !value.is_empty());
    let is = |name: &str, value: &str| var_os(name).is_some_and(|found| found == value);
    match choice {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if set("NO_COLOR") => false,
        Color::Auto if set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") => true,
        Color::Auto if is("CLICOLOR", "0") || is("TERM", "dumb") => false,
        Color::Auto => std::io::stderr().is_terminal(),
    }
}

/// The columns that there are, if it matters how many.
pub fn width() -> Option<usize> {
    let columns = var_os("COLUMNS").and_then(|text| text.to_str()?.parse().ok());
    let width = columns.or_else(|| {
        terminal_size::terminal_size_of(std::io::stderr()).map(|(width, _)| usize::from(width.0))
    })?;
    Some(width.max(MIN_WIDTH))
}

/// Breaks the notes of a diagnostic between words, so that what follows is under the note's text.
/// Source lines stay as they are: broken, they would point at nothing.
pub fn wrap(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    for line in text.lines() {
        match note_indent(line).filter(|_| line.chars().count() > width) {
            Some(indent) => wrap_note(line, indent, width, &mut out),
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// One line, whose text begins at `indent`.
fn wrap_note(line: &str, indent: usize, width: usize, out: &mut String) {
    out.push_str(&line[..indent]);
    let mut column = indent;
    for word in line[indent..].split(' ') {
        let len = word.chars().count();
        if column > indent && column + 1 + len > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if column > indent {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += len;
    }
}

/// Where the text of a note begins in its line, if the line is one.
fn note_indent(line: &str) -> Option<usize> {
    let rest = line.strip_prefix("  ")?;
    match rest.split_once(": ") {
        Some((kind, _)) if !kind.is_empty() && kind.chars().all(|c| c.is_ascii_lowercase()) => {
            Some(2 + kind.len() + 2)
        }
        _ if line.starts_with("        ") && !line.contains('│') => Some(8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn notes_are_wrapped_and_source_lines_are_not() {
        let text = "\
error[E0303]: a headline that is longer than the terminal is wide, as they are
 1 │ auto x = something_long_that_goes_on_and_on_and_on_and_on;
  note: the first words of a note that goes on for more columns
  help: short
        and a line of its own that is a bit longer than it should be
";
        let expected = "\
error[E0303]: a headline that is longer than the terminal is wide, as they are
 1 │ auto x = something_long_that_goes_on_and_on_and_on_and_on;
  note: the first words of a note that
        goes on for more columns
  help: short
        and a line of its own that is a
        bit longer than it should be
";
        assert_eq!(wrap(text, 40), expected);
        assert_eq!(wrap(text, 400), text);
    }
}
