//! Diagnostics to the user, in the format of the command line.

use std::io::{IsTerminal, Write};

use lang::base::{Diagnostic, Diagnostics, Severity, SourceMap, render};

use crate::cli::{Color, CompileArgs, ErrorFormat};
use crate::json;

/// How to show diagnostics.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    format: ErrorFormat,
    colors: render::Colors,
    remarks: bool,
}

impl Report {
    pub fn new(args: &CompileArgs) -> Report {
        let is_colored = match args.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => std::io::stderr().is_terminal(),
        };
        let colors = if is_colored { render::Colors::On } else { render::Colors::Off };
        Report { format: args.error_format, colors, remarks: args.remarks }
    }

    /// Writes what is to be shown to standard error; says whether there were errors.
    pub fn show(self, map: &SourceMap, diagnostics: &Diagnostics) -> bool {
        let mut stderr = std::io::stderr().lock();
        for diagnostic in diagnostics.iter().filter(|d| self.wants(map, d)) {
            let text = match self.format {
                ErrorFormat::Human => render::human(map, diagnostic, self.colors),
                ErrorFormat::Short => render::short(map, diagnostic),
                ErrorFormat::Json => format!("{}\n", json::diagnostic(map, diagnostic)),
            };
            // Nobody is left to tell if standard error is closed.
            let _ = stderr.write_all(text.as_bytes());
        }
        diagnostics.has_errors()
    }

    fn wants(self, map: &SourceMap, diagnostic: &Diagnostic) -> bool {
        match diagnostic.severity {
            Severity::Remark => self.remarks,
            Severity::Warning => !map.in_system_file(diagnostic.primary.span.lo),
            Severity::Error | Severity::Bug => true,
        }
    }
}
