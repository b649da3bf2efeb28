//! Diagnostics as SARIF 2.1.0, what code hosts and editors read: `--error-format sarif`.
//!
//! In: all diagnostics of a command. Out: one log with one run; its rules are the codes that occur,
//! with the first line of their page. Columns count Unicode code points, as everywhere here.
//! `docs/project.md` has it among the other formats.

use std::collections::BTreeMap;

use lang::base::{Applicability, Diagnostic, Severity, SourceMap, Span};
use serde_json::{Value, json};

use crate::explain;

/// The results of a command so far.
#[derive(Debug, Default)]
pub struct Log {
    results: Vec<Value>,
    /// Codes with their slugs and severities.
    rules: BTreeMap<&'static str, (&'static str, Severity)>,
}

impl Log {
    pub fn push(&mut self, map: &SourceMap, diagnostic: &Diagnostic) {
        let code = diagnostic.code;
        self.rules.insert(code.id, (code.slug, code.severity));
        let notes: Vec<&str> = diagnostic.notes.iter().map(|note| note.text.as_str()).collect();
        let labels = diagnostic.secondary.iter().map(|label| (label.span, label.text.as_str()));
        let noted = diagnostic.notes.iter().map(|note| (note.span, note.text.as_str()));
        let related: Vec<Value> = labels
            .chain(noted)
            .filter_map(|(span, text)| location(map, span, Some(text)))
            .collect();
        let mut text = diagnostic.message.clone();
        for part in std::iter::once(diagnostic.primary.text.as_str()).chain(notes) {
            if !part.is_empty() {
                text.push('\n');
                text.push_str(part);
            }
        }
        let mut result = json!({
            "ruleId": code.id,
            "level": level(diagnostic.severity),
            "message": { "text": text },
            "locations": location(map, diagnostic.primary.span, None).into_iter().collect::<Vec<_>>(),
        });
        if !related.is_empty() {
            result["relatedLocations"] = related.into();
        }
        let fixes: Vec<Value> = diagnostic
            .fixes
            .iter()
            .filter(|fix| fix.applicability != Applicability::ByHand)
            .filter_map(|fix| {
                let changes: Option<Vec<Value>> = fix
                    .edits
                    .iter()
                    .map(|edit| {
                        let place = physical(map, edit.span)?;
                        Some(json!({
                            "artifactLocation": place["artifactLocation"],
                            "replacements": [{
                                "deletedRegion": place["region"],
                                "insertedContent": { "text": edit.text },
                            }],
                        }))
                    })
                    .collect();
                Some(json!({ "description": { "text": fix.title }, "artifactChanges": changes? }))
            })
            .collect();
        if !fixes.is_empty() {
            result["fixes"] = fixes.into();
        }
        self.results.push(result);
    }

    /// The log as one line.
    pub fn finish(self) -> String {
        let rules: Vec<Value> = self
            .rules
            .iter()
            .map(|(id, (slug, severity))| {
                let title = explain::page(id).and_then(|page| page.lines().next());
                let title = title.unwrap_or(slug).trim_start_matches(['#', ' ']);
                json!({
                    "id": id,
                    "name": slug,
                    "shortDescription": { "text": title },
                    "defaultConfiguration": { "level": level(*severity) },
                    "help": { "text": format!("tilec explain {id}") },
                })
            })
            .collect();
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "tilec",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                } },
                "columnKind": "unicodeCodePoints",
                "results": self.results,
            }],
        });
        format!("{log}\n")
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Remark => "note",
        Severity::Warning => "warning",
        Severity::Error | Severity::Bug => "error",
    }
}

fn location(map: &SourceMap, span: Span, text: Option<&str>) -> Option<Value> {
    let mut location = json!({ "physicalLocation": physical(map, span)? });
    if let Some(text) = text {
        location["message"] = json!({ "text": text });
    }
    Some(location)
}

fn physical(map: &SourceMap, span: Span) -> Option<Value> {
    if span.is_none() {
        return None;
    }
    let span = map.resolve(span);
    let (file, _) = map.file_offset(span.lo)?;
    if !map.file(file).is_file {
        return None;
    }
    let ((path, start), (_, end)) = (map.presumed(span.lo)?, map.presumed(span.hi)?);
    Some(json!({
        "artifactLocation": { "uri": uri(path) },
        "region": {
            "startLine": start.line, "startColumn": start.col,
            "endLine": end.line, "endColumn": end.col,
        },
    }))
}

/// A path as a URI reference, relative if it is.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
