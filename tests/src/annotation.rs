//! `//~`: the diagnostics that a test expects, on the line where they are reported.
//!
//! ```text
//! x = y; //~ error[E0301]: `y` is not declared
//! //~^ warning: on the line above; each further `^` one line up
//! ```
//!
//! The code and the text may be left out; the text is found anywhere in the message, and what is behind
//! `; help: ` in one of the diagnostic's helps. A diagnostic
//! without a line in the test file (a missing header, a limit) is expected by `//~? error: text` on
//! any line. Every diagnostic must be expected, and every expectation met.

use lang::base::{Diagnostic, NoteKind, Severity, SourceMap};

/// A diagnostic as it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its line in the test file, if it has one there.
    pub line: Option<usize>,
    pub severity: Severity,
    pub code: &'static str,
    pub message: String,
    /// The words of its help.
    pub helps: Vec<String>,
}

impl Found {
    /// What a compilation of `path` reported; nothing of what people do not see in system headers.
    pub fn all<'a>(
        map: &SourceMap,
        path: &str,
        diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    ) -> Vec<Found> {
        let is_seen = |diagnostic: &&Diagnostic| {
            diagnostic.severity >= Severity::Error
                || !map.in_system_file(diagnostic.primary.span.lo)
        };
        let mut found: Vec<Found> = diagnostics
            .into_iter()
            .filter(is_seen)
            .map(|diagnostic| {
                let place = map.locate(diagnostic.primary.span.lo);
                let here = place.filter(|(file, _)| &*map.file(*file).path == path);
                Found {
                    line: here.map(|(_, place)| place.line as usize),
                    severity: diagnostic.severity,
                    code: diagnostic.code.id,
                    message: diagnostic.message.clone(),
                    helps: helps(diagnostic),
                }
            })
            .collect();
        found.sort_by_key(|found| found.line);
        found
    }

    pub(crate) fn text(&self) -> String {
        format!("{}[{}]: {}", word(self.severity), self.code, self.message)
    }
}

fn helps(diagnostic: &Diagnostic) -> Vec<String> {
    let notes = diagnostic.notes.iter().filter(|note| note.kind == NoteKind::Help);
    let titles = diagnostic.fixes.iter().map(|fix| fix.title.clone());
    notes.map(|note| note.text.clone()).chain(titles).collect()
}

/// A diagnostic as a test expects it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The line of the annotation itself, from 1.
    pub written_at: usize,
    pub line: Option<usize>,
    pub severity: Severity,
    pub code: Option<String>,
    pub text: String,
    pub help: Option<String>,
}

const SEVERITIES: [(&str, Severity); 4] = [
    ("error", Severity::Error),
    ("warning", Severity::Warning),
    ("remark", Severity::Remark),
    ("bug", Severity::Bug),
];

fn word(severity: Severity) -> &'static str {
    SEVERITIES.iter().find(|(_, known)| *known == severity).map_or("", |(word, _)| word)
}

/// The annotations of a file.
///
/// # Errors
/// An annotation that cannot be read.
pub fn parse(text: &str) -> Result<Vec<Annotation>, String> {
    let mut annotations = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for mark in line.split("//~").skip(1) {
            let annotation = parse_mark(mark, index + 1)
                .ok_or_else(|| format!("line {}: `//~{mark}` is not an annotation", index + 1))?;
            annotations.push(annotation);
        }
    }
    Ok(annotations)
}

fn parse_mark(mark: &str, written_at: usize) -> Option<Annotation> {
    let above = mark.chars().take_while(|&c| c == '^').count();
    let rest = mark[above..].trim();
    let (rest, line) = match rest.strip_prefix('?') {
        Some(rest) => (rest.trim(), None),
        None => (rest, Some(written_at.checked_sub(above)?)),
    };
    let (head, text) = rest.split_once(':').unwrap_or((rest, ""));
    let (severity, code) = match head.split_once('[') {
        Some((severity, code)) => (severity, Some(code.strip_suffix(']')?.to_owned())),
        None => (head, None),
    };
    let (_, severity) = *SEVERITIES.iter().find(|(word, _)| *word == severity)?;
    let (text, help) = match text.split_once("; help: ") {
        Some((text, help)) => (text, Some(help.trim().to_owned())),
        None => (text, None),
    };
    Some(Annotation { written_at, line, severity, code, text: text.trim().to_owned(), help })
}

/// What was expected and not found, and the other way round.
pub fn compare(expected: &[Annotation], found: &[Found]) -> Vec<String> {
    let mut open: Vec<&Found> = found.iter().collect();
    let mut failures = Vec::new();
    for annotation in expected {
        let meets = |found: &&Found| {
            found.line == annotation.line
                && found.severity == annotation.severity
                && annotation.code.as_ref().is_none_or(|code| code == found.code)
                && found.message.contains(&annotation.text)
                && annotation
                    .help
                    .as_ref()
                    .is_none_or(|help| found.helps.iter().any(|found| found.contains(help)))
        };
        match open.iter().position(meets) {
            Some(index) => drop(open.remove(index)),
            None => failures.push(format!(
                "line {}: expected {}{}: {}",
                annotation.line.map_or("?".to_owned(), |line| line.to_string()),
                word(annotation.severity),
                annotation.code.as_ref().map_or(String::new(), |code| format!("[{code}]")),
                annotation.text.clone()
                    + &annotation
                        .help
                        .as_ref()
                        .map_or(String::new(), |help| format!("; help: {help}"))
            )),
        }
    }
    let place = |found: &Found| found.line.map_or("?".to_owned(), |line| line.to_string());
    failures.extend(
        open.iter().map(|found| format!("line {}: unexpected {}", place(found), found.text())),
    );
    failures
}

#[cfg(test)]
mod tests {
    use lang::base::Severity;

    use super::{Found, compare, parse};

    fn found(line: usize, message: &str) -> Found {
        let message = message.to_owned();
        let helps = vec!["write `z`".to_owned()];
        Found { line: Some(line), severity: Severity::Error, code: "E0301", message, helps }
    }

    const SOURCE: &str = "x = y; //~ error[E0301]: `y`\n//~^ error: is not\n";

    #[test]
    fn all_met() {
        let expected = parse(SOURCE).expect("annotations");
        let both = [found(1, "`y` is not declared"), found(1, "`x` is not declared")];
        assert_eq!(compare(&expected, &both), [""; 0]);
    }

    #[test]
    fn what_is_missing_or_too_many_is_told() {
        let expected = parse(SOURCE).expect("annotations");
        let failures = compare(&expected, &[found(1, "`y` is not declared"), found(2, "oh")]);
        assert_eq!(
            failures,
            ["line 1: expected error: is not", "line 2: unexpected error[E0301]: oh"]
        );
    }

    #[test]
    fn a_wrong_code_severity_or_line_does_not_meet() {
        for text in ["//~ error[E0302]: oh", "//~ warning: oh", "\n//~^^ error: oh", "//~? error"] {
            let Ok(expected) = parse(text) else { continue };
            assert_eq!(compare(&expected, &[found(1, "oh")]).len(), 2, "{text}");
        }
    }

    #[test]
    fn a_help_is_expected_behind_the_message() {
        let expected = |help| parse(&format!("//~ error: oh; help: {help}")).expect("annotations");
        assert_eq!(compare(&expected("`z`"), &[found(1, "oh")]), [""; 0]);
        assert_eq!(compare(&expected("`y`"), &[found(1, "oh")]).len(), 2);
    }

    #[test]
    fn what_is_no_annotation_is_refused() {
        for text in ["//~ eror: x", "//~ error[E0301: x", "//~^^ error"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
