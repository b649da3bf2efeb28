//! Diagnostics in the form of the protocol.
//!
//! One finding is one diagnostic: labels and notes that have a place are its related information,
//! notes without one are lines of its message. Findings in a header of the user are published for
//! that header.

use std::collections::BTreeMap;

use lang::base::{Diagnostic, NoteKind, Severity};
use lsp_types::{
    CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    NumberOrString, Range,
};

use super::analysis::Analysis;
use super::config::Settings;
use super::headers;

/// Findings that are shown of one file: more would not be read, and what is not a source has
/// thousands.
const MAX_SHOWN: usize = 500;
const LAST_SHOWN: usize = MAX_SHOWN - 1;

/// What an analysis found, by the path of the file.
#[derive(Default)]
pub struct Findings {
    pub by_path: BTreeMap<String, Vec<lsp_types::Diagnostic>>,
    /// The files that the document includes, the compiler's own left out.
    pub includes: Vec<String>,
}

/// All findings of a document; it has an entry even if there are none.
pub fn findings(analysis: &Analysis<'_, '_>, settings: &Settings) -> Findings {
    let mut findings = Findings::default();
    let main = &analysis.map.file(analysis.main).path;
    let own = findings.by_path.entry(main.to_string()).or_default();
    if let Some(problem) = &settings.problem {
        own.push(lsp_types::Diagnostic {
            severity: Some(DiagnosticSeverity::ERROR),
            source: Some("tilec".into()),
            message: problem.clone(),
            ..Default::default()
        });
    }
    for diagnostic in analysis.shown() {
        let Some((path, shown)) = show(analysis, diagnostic) else { continue };
        let list = findings.by_path.entry(path).or_default();
        match list.len() {
            MAX_SHOWN.. => continue,
            LAST_SHOWN => list.push(lsp_types::Diagnostic {
                message: "more is found in this file than is shown".into(),
                source: shown.source,
                severity: Some(DiagnosticSeverity::INFORMATION),
                range: shown.range,
                ..Default::default()
            }),
            _ => list.push(shown),
        }
    }
    let files = analysis.map.files().iter().filter(|file| file.id != analysis.main);
    findings.includes = files
        .filter(|file| file.path.starts_with('/'))
        .map(|file| super::uri::normalize(&file.path))
        .collect();
    findings
}

/// A finding and the file it is in. An error in a system header is reported where the header was
/// included.
fn show(
    analysis: &Analysis<'_, '_>,
    found: &Diagnostic,
) -> Option<(String, lsp_types::Diagnostic)> {
    let main = || (analysis.main, Range::default());
    let (mut file, mut range) = analysis.place(found.primary.span).unwrap_or_else(main);
    let mut related: Vec<DiagnosticRelatedInformation> = Vec::new();
    while analysis.map.file(file).is_system {
        if found.severity < Severity::Error {
            return None;
        }
        let included_at = analysis.map.file(file).included_at;
        related.extend(analysis.location(found.primary.span).map(|location| {
            DiagnosticRelatedInformation { location, message: found.message.clone() }
        }));
        (file, range) = analysis.place(included_at).unwrap_or_else(main);
    }
    let mut message = found.message.clone();
    if !analysis.map.file(file).is_file {
        // A kernel that the settings name.
        message = format!("`{}`: {message}", &*analysis.map.file(file).text);
        (file, range) = main();
    }
    if !found.primary.text.is_empty() {
        message.push_str(&format!("\n{}", found.primary.text));
    }
    let labels = found.secondary.iter().map(|label| (label.span, label.text.as_str()));
    let notes = found.notes.iter().map(|note| (note.span, note.text.as_str()));
    for (span, text) in labels.chain(notes) {
        if let Some(location) = analysis.location(span) {
            let message = text.to_owned();
            related.push(DiagnosticRelatedInformation { location, message });
        }
    }
    for note in found.notes.iter().filter(|note| note.span.is_none()) {
        let kind = if note.kind == NoteKind::Help { "help" } else { "note" };
        message.push_str(&format!("\n{kind}: {}", note.text));
    }
    let severity = match found.severity {
        Severity::Bug | Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Remark => DiagnosticSeverity::INFORMATION,
    };
    let shown = lsp_types::Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(found.code.id.into())),
        code_description: headers::page(found.code.id).map(|href| CodeDescription { href }),
        source: Some("tilec".into()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: tag(found.code.slug).map(|tag| vec![tag]),
        data: None,
    };
    Some((analysis.map.file(file).path.to_string(), shown))
}

/// How an editor may draw what a code is about.
fn tag(slug: &str) -> Option<DiagnosticTag> {
    if slug.contains("unused") || slug.contains("unreachable") {
        Some(DiagnosticTag::UNNECESSARY)
    } else if slug.contains("deprecated") {
        Some(DiagnosticTag::DEPRECATED)
    } else {
        None
    }
}
