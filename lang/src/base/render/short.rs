//! The short form, for tools that read lines: written by codespan-reporting.
//!
//! `FILE:LINE:COL: error[CODE]: message`, and in a second, indented line what to do about it.

use codespan_reporting::diagnostic as codespan;
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::{Config, DisplayStyle, emit_into_string};

use crate::base::{Diagnostic, NoteKind, Severity, SourceMap, StretchId};

use super::Place;

/// Writes a diagnostic in a line, and its first help in another.
pub fn short(map: &SourceMap, diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Remark => codespan::Severity::Note,
        Severity::Warning => codespan::Severity::Warning,
        Severity::Error => codespan::Severity::Error,
        Severity::Bug => codespan::Severity::Bug,
    };
    let place = Place::of(map, diagnostic.primary.span);
    let labels = place
        .filter(|_| !diagnostic.primary.span.is_none())
        .map(|place| codespan::Label::primary(place.stretch(map), place.start..place.end));
    let line = codespan::Diagnostic::new(severity)
        .with_code(diagnostic.code.id)
        .with_message(diagnostic.message.replace('\n', " "))
        .with_labels(labels.into_iter().collect());
    let config = Config { display_style: DisplayStyle::Short, ..Config::default() };
    let mut text = emit_into_string(&config, &Sources(map), &line).unwrap_or_else(|_| {
        // Only for a file that is not there, and a place is always in a file.
        format!("error[{}]: {}\n", diagnostic.code.id, diagnostic.message)
    });
    if let Some(help) = help(diagnostic) {
        text += "  help: ";
        text += &help.replace('\n', " ");
        text.push('\n');
    }
    text
}

/// The title of the first fix, else the first help.
fn help(diagnostic: &Diagnostic) -> Option<&str> {
    let note = diagnostic.notes.iter().find(|note| note.kind == NoteKind::Help);
    let fix = diagnostic.fixes.first().map(|fix| fix.title.as_str());
    fix.or(note.map(|note| note.text.as_str()))
}

/// The source map as codespan-reporting wants it.
struct Sources<'m>(&'m SourceMap);

impl<'a> Files<'a> for Sources<'_> {
    type FileId = StretchId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: StretchId) -> Result<&'a str, Error> {
        Ok(self.0.stretch(id).path)
    }

    fn source(&'a self, id: StretchId) -> Result<&'a str, Error> {
        Ok(&self.0.file(id.file).text)
    }

    fn line_index(&'a self, id: StretchId, byte_index: usize) -> Result<usize, Error> {
        Ok(self.0.file(id.file).line_col(byte_index as u32).line as usize - 1)
    }

    fn line_number(&'a self, id: StretchId, line_index: usize) -> Result<usize, Error> {
        let stretch = self.0.stretch(id);
        let first = self.0.file(id.file).line_col(stretch.start).line as usize;
        Ok(stretch.first_line as usize + (line_index + 1).saturating_sub(first))
    }

    fn line_range(&'a self, id: StretchId, index: usize) -> Result<std::ops::Range<usize>, Error> {
        let file = self.0.file(id.file);
        let line = file.line_text(index as u32 + 1);
        let start = (line.as_ptr() as usize).saturating_sub(file.text.as_ptr() as usize);
        Ok(start..start + line.len())
    }

    fn column_number(&'a self, id: StretchId, _: usize, byte_index: usize) -> Result<usize, Error> {
        Ok(self.0.file(id.file).line_col(byte_index as u32).col as usize)
    }
}
