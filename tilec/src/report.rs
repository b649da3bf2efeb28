//! Diagnostics to the user, in the format of the command line.

use lang::base::{Diagnostic, Diagnostics, Severity, SourceMap, Span, render};

use crate::cli::{CompileArgs, ErrorFormat, RemarkFormat};
use crate::driver::Compiled;
use crate::output::say;
use crate::{codes, json, remarks, sarif, terminal};

/// How to show diagnostics.
#[derive(Debug)]
pub struct Report {
    format: ErrorFormat,
    colors: render::Colors,
    remarks: Option<RemarkFormat>,
    /// Errors to show; 0 for all.
    error_limit: usize,
    /// Columns to break notes at.
    width: Option<usize>,
    /// What SARIF shows, which is one log at the end.
    log: sarif::Log,
    has_errors: bool,
}

impl Report {
    pub fn new(args: &CompileArgs) -> Report {
        let is_colored = terminal::is_colored(args.color);
        let colors = if is_colored { render::Colors::On } else { render::Colors::Off };
        Report {
            format: args.error_format,
            colors,
            remarks: args.remarks,
            error_limit: args.error_limit,
            width: terminal::width(),
            log: sarif::Log::default(),
            has_errors: false,
        }
    }

    /// For a command without options of a compilation.
    pub fn plain() -> Report {
        Report::new(&CompileArgs::default())
    }

    /// Writes what is to be shown to standard error; says whether there were errors.
    pub fn show(&mut self, map: &SourceMap, diagnostics: &Diagnostics) -> bool {
        let is_error = |d: &&Diagnostic| d.severity >= Severity::Error;
        let n_errors = diagnostics.iter().filter(is_error).count();
        let limit = if self.error_limit == 0 { n_errors } else { self.error_limit };
        let mut n_shown = 0;
        for diagnostic in diagnostics.iter() {
            if !self.wants(map, diagnostic) {
                continue;
            }
            if is_error(&diagnostic) {
                n_shown += 1;
            }
            if n_shown <= limit {
                self.write(map, diagnostic);
            }
        }
        if n_errors > limit {
            let message = format!("{} more errors are not shown", n_errors - limit);
            let rest = Diagnostic::new(codes::TOO_MANY_ERRORS, Span::NONE, message);
            self.write(map, &rest.help("`--error-limit 0` shows all"));
        }
        self.has_errors |= diagnostics.has_errors();
        diagnostics.has_errors()
    }

    /// Shows what was found in a file, and what was decided for its kernels if that is asked for as data; says whether
    /// there were errors.
    pub fn show_compiled(&mut self, compiled: &Compiled) -> bool {
        let failed = self.show(&compiled.map, &compiled.diagnostics);
        if self.remarks == Some(RemarkFormat::Json) && !failed {
            for (target, report) in &compiled.reports {
                let signature = compiled.signature(&report.symbol);
                let declaration = signature.map(|signature| signature.declaration());
                let declaration = declaration.unwrap_or_else(|| report.symbol.clone());
                let line = remarks::kernel(&compiled.map, target, &declaration, report);
                say(&format!("{line}\n"));
            }
        }
        failed
    }

    /// Whether errors were shown so far.
    pub fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// Writes a note on the command line, where diagnostics are for people.
    pub fn note(&self, text: &str) {
        if matches!(self.format, ErrorFormat::Human | ErrorFormat::Short) {
            say(&format!("tilec: note: {text}\n"));
        }
    }

    fn write(&mut self, map: &SourceMap, diagnostic: &Diagnostic) {
        let text = match self.format {
            ErrorFormat::Human => {
                let text = render::human(map, diagnostic, self.colors);
                self.width.map_or_else(|| text.clone(), |width| terminal::wrap(&text, width))
            }
            ErrorFormat::Short => render::short(map, diagnostic),
            ErrorFormat::Json => format!("{}\n", json::diagnostic(map, diagnostic)),
            ErrorFormat::Sarif => return self.log.push(map, diagnostic),
        };
        say(&text);
    }

    fn wants(&self, map: &SourceMap, diagnostic: &Diagnostic) -> bool {
        match diagnostic.severity {
            Severity::Remark => self.remarks == Some(RemarkFormat::Text),
            Severity::Warning => !map.in_system_file(diagnostic.primary.span.lo),
            Severity::Error | Severity::Bug => true,
        }
    }
}

/// SARIF is one log of all that was shown, whichever way the command ended.
impl Drop for Report {
    fn drop(&mut self) {
        if self.format == ErrorFormat::Sarif {
            let text = std::mem::take(&mut self.log).finish();
            say(&text);
        }
    }
}
