//! All places that mean one thing: `textDocument/references`, `documentHighlight`, `rename`.

use std::collections::{BTreeMap, BTreeSet};

use lang::base::Span;
use lang::lex::TokenKind;
use lang::lex::token::{KeywordTable, new_interner};
use lsp_types::request::Request;
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location,
    PrepareRenameResponse, ReferenceParams, RenameParams, TextDocumentPositionParams, TextEdit,
    Uri, WorkspaceEdit,
};

use serde::{Deserialize, Serialize};

use super::actions::edits_of;
use crate::lsp::analysis::Analysis;
use crate::lsp::dispatch::{Answer, Refusal};
use crate::lsp::headers;
use crate::lsp::names::Occurrence;
use crate::lsp::uri::normalize;

/// Everything that means what a name does, sorted by position, and whether each declares it.
fn places(analysis: &mut Analysis<'_, '_>, found: &Occurrence) -> Vec<(Span, bool)> {
    let names = analysis.names();
    let text = analysis.map.text(found.span).to_owned();
    let mut places: BTreeMap<(u32, u32), (Span, bool)> = BTreeMap::new();
    let mut add = |span: Span, declares: bool| {
        let known = places.entry((span.lo.0, span.hi.0)).or_insert((span, declares));
        known.1 |= declares;
    };
    for name in names.meaning(found.target) {
        // What a macro pasted together has other bytes.
        let shown = analysis.map.text(name.span);
        if shown == text || shown.strip_prefix('~').map(str::trim) == Some(text.as_str()) {
            add(name.span, name.used.is_none());
        }
    }
    // What has a name beyond its block may be named in host code, which is not analysed.
    if names.declarations(found.target).next().is_some() {
        for span in names.unanalysed(analysis, &text) {
            add(span, false);
        }
    }
    places.into_values().collect()
}

fn name_at(
    analysis: &mut Analysis<'_, '_>,
    position: &TextDocumentPositionParams,
) -> Option<Occurrence> {
    let pos = analysis.pos(position.position);
    let names = analysis.names();
    if let Some(found) = names.at(pos) {
        return Some(found.clone());
    }
    // A name in host code means the declaration at namespace scope that has it.
    let (span, text) = analysis.word_at(pos)?;
    let declared = names.outline.iter().find(|declared| declared.name == text)?;
    let is_there = names.unanalysed(analysis, &text).contains(&span);
    is_there.then(|| Occurrence {
        span,
        target: names.canonical(declared.name_span.lo),
        used: None,
    })
}

pub fn references(
    analysis: &mut Analysis<'_, '_>,
    params: ReferenceParams,
) -> Answer<Option<Vec<Location>>> {
    let Some(found) = name_at(analysis, &params.text_document_position) else { return Ok(None) };
    let places = places(analysis, &found);
    let wanted =
        places.into_iter().filter(|(_, declares)| params.context.include_declaration || !declares);
    Ok(Some(wanted.filter_map(|(span, _)| analysis.location(span)).collect()))
}

pub fn highlight(
    analysis: &mut Analysis<'_, '_>,
    params: DocumentHighlightParams,
) -> Answer<Option<Vec<DocumentHighlight>>> {
    let found = name_at(analysis, &params.text_document_position_params);
    let Some(found) = found else { return Ok(None) };
    let places = places(analysis, &found);
    let highlights = places.into_iter().filter_map(|(span, declares)| {
        let range = analysis.range(span)?;
        let kind = match declares {
            true => DocumentHighlightKind::WRITE,
            false => DocumentHighlightKind::TEXT,
        };
        Some(DocumentHighlight { range, kind: Some(kind) })
    });
    Ok(Some(highlights.collect()))
}

/// `tilec/places`, asked by the server itself: where the name that stands at some places of files that
/// several programs have is named in this one.
pub enum Places {}

impl Request for Places {
    type Params = PlacesParams;
    type Result = Vec<Location>;
    const METHOD: &'static str = "tilec/places";
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlacesParams {
    /// Where another program has the name. One of them need not mean anything here.
    places: Vec<Location>,
    declarations: bool,
}

/// Every place that means what the name at one of the given places does.
pub fn places_of(analysis: &mut Analysis<'_, '_>, params: PlacesParams) -> Answer<Vec<Location>> {
    let names = analysis.names();
    let mut targets = BTreeSet::new();
    let mut found: Vec<Location> = Vec::new();
    for place in &params.places {
        let path = headers::path_of(&place.uri);
        analysis.turn_to(Some(&path));
        if normalize(&analysis.map.file(analysis.main).path) != path {
            continue;
        }
        let pos = analysis.pos(place.range.start);
        let Some(name) = names.at(pos) else { continue };
        if !targets.insert(name.target) {
            continue;
        }
        for (span, declares) in places(analysis, name) {
            if (params.declarations || !declares)
                && let Some(location) = analysis.location(span)
                && !found.contains(&location)
            {
                found.push(location);
            }
        }
    }
    Ok(found)
}

/// The name that may be renamed at a position.
fn renamable(
    analysis: &mut Analysis<'_, '_>,
    position: &TextDocumentPositionParams,
) -> Answer<Occurrence> {
    let Some(found) = name_at(analysis, position) else {
        return Err(Refusal::failed("there is no name here"));
    };
    if analysis.map.in_system_file(found.target) {
        return Err(Refusal::failed("it is declared in a header of the system"));
    }
    let is_identifier = analysis
        .tokens()
        .iter()
        .any(|(span, kind)| *span == found.span && *kind == TokenKind::Ident);
    if !is_identifier {
        return Err(Refusal::failed("it is not named by an identifier"));
    }
    Ok(found)
}

pub fn prepare_rename(
    analysis: &mut Analysis<'_, '_>,
    params: TextDocumentPositionParams,
) -> Answer<Option<PrepareRenameResponse>> {
    let found = renamable(analysis, &params)?;
    Ok(analysis.range(found.span).map(PrepareRenameResponse::Range))
}

pub fn rename(
    analysis: &mut Analysis<'_, '_>,
    params: RenameParams,
) -> Answer<Option<WorkspaceEdit>> {
    let found = renamable(analysis, &params.text_document_position)?;
    let new_name = params.new_name;
    if !is_free_identifier(&new_name) {
        return Err(Refusal::failed(format!(
            "`{new_name}` is not an identifier that can be declared"
        )));
    }
    let mut changes: Vec<(Uri, Vec<TextEdit>)> = Vec::new();
    for (span, _) in places(analysis, &found) {
        // The `~` of a destructor stays.
        let text = analysis.map.text(span);
        let skipped = text.len() - text.trim_start_matches(['~', ' ']).len();
        let span = Span::new(span.lo.offset(skipped as u32), span.hi);
        if let Some(Location { uri, range }) = analysis.location(span) {
            let edit = TextEdit { range, new_text: new_name.clone() };
            if let Some(edits) = edits_of(&mut changes, uri) {
                edits.push(edit);
            }
        }
    }
    Ok(Some(WorkspaceEdit { changes: Some(changes.into_iter().collect()), ..Default::default() }))
}

/// Whether the text is an identifier, and no keyword.
fn is_free_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    let starts = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    let mut interner = new_interner();
    let keywords = KeywordTable::new(&mut interner);
    let name = interner.intern(text);
    starts
        && chars.all(|c| c.is_alphanumeric() || c == '_')
        && keywords.kind(name) == TokenKind::Ident
}
