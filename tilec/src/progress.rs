//! The progress of long work, for a person: one line of standard error that the next text replaces.
//!
//! The line appears only if standard error is a terminal that can erase it. A file, a pipe, an editor or a `dumb`
//! terminal gets no progress, so that programs read diagnostics alone.

use std::env::var_os;
use std::io::IsTerminal;

use crate::{output, terminal};

/// Characters of a bar.
const BAR: usize = 20;

/// Whether progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Progress {
    #[default]
    Hidden,
    Terminal,
}

impl Progress {
    /// Shown if standard error is a terminal that can write over a line.
    pub fn of_terminal() -> Progress {
        let is_dumb = var_os("TERM").is_none_or(|term| term == "dumb");
        match std::io::stderr().is_terminal() && !is_dumb {
            true => Progress::Terminal,
            false => Progress::Hidden,
        }
    }

    /// Shows how much of some work is done, if it has several parts.
    pub fn show_some(self, what: &str, done: usize, total: usize) {
        if total > 1 {
            self.show(what, done, total);
        }
    }

    /// Shows how much of some work is done.
    pub fn show(self, what: &str, done: usize, total: usize) {
        if self == Progress::Terminal {
            output::show_line(&line(what, done, total, terminal::width().unwrap_or(80)));
        }
    }

    /// Erases the line.
    pub fn end(self) {
        if self == Progress::Terminal {
            output::erase_line();
        }
    }
}

/// `compiling [=====               ] 3 of 12`, no wider than the terminal.
fn line(what: &str, done: usize, total: usize, width: usize) -> String {
    let filled = (BAR * done.min(total)).checked_div(total).unwrap_or(BAR);
    let text = format!("{what} [{:BAR$}] {done} of {total}", "=".repeat(filled));
    text.chars().take(width.saturating_sub(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_line_fits_the_terminal() {
        assert_eq!(line("compiling", 3, 12, 80), "compiling [=====               ] 3 of 12");
        assert_eq!(line("compiling", 12, 12, 80), "compiling [====================] 12 of 12");
        assert_eq!(line("compiling", 0, 0, 80), "compiling [====================] 0 of 0");
        assert_eq!(line("compiling", 3, 12, 10), "compiling");
    }
}
