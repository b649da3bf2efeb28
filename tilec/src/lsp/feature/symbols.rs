//! The declarations of a document: `textDocument/documentSymbol`, and the workspace's symbols.

use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, SymbolInformation,
    WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use serde_json::Value;

use crate::lsp::analysis::Analysis;
use crate::lsp::describe;
use crate::lsp::dispatch::Answer;
use crate::lsp::outline::Declaration;

/// Levels of symbols: readers of JSON are not made for more.
const MAX_NESTED: usize = 32;

pub fn document(
    analysis: &mut Analysis<'_, '_>,
    _params: DocumentSymbolParams,
) -> Answer<Option<DocumentSymbolResponse>> {
    let names = analysis.names();
    // Children come after what contains them: from the back, each is whole before it is moved.
    let mut symbols: Vec<Option<DocumentSymbol>> = Vec::new();
    for declared in &names.outline {
        let symbol = symbol(analysis, declared);
        symbols.push(symbol);
    }
    // How deep each is, and what it is listed below: what is deeper than the limit, beside each other.
    let mut places: Vec<(usize, Option<usize>)> = Vec::new();
    for declared in &names.outline {
        let above = declared.parent.and_then(|parent| Some((parent, *places.get(parent)?)));
        places.push(match above {
            Some((_, (MAX_NESTED, listed))) => (MAX_NESTED, listed),
            Some((parent, (depth, _))) => (depth + 1, Some(parent)),
            None => (0, None),
        });
    }
    let mut top = Vec::new();
    for (index, (_, parent)) in places.into_iter().enumerate().rev() {
        let Some(mut symbol) = symbols.get_mut(index).and_then(Option::take) else { continue };
        if let Some(children) = &mut symbol.children {
            children.reverse();
        }
        let parent = parent.and_then(|parent| symbols.get_mut(parent)?.as_mut());
        match parent {
            Some(parent) => parent.children.get_or_insert_default().push(symbol),
            None => top.push(symbol),
        }
    }
    top.reverse();
    Ok(Some(DocumentSymbolResponse::Nested(top)))
}

fn symbol(analysis: &mut Analysis<'_, '_>, declared: &Declaration) -> Option<DocumentSymbol> {
    let selection_range = analysis.range(declared.name_span)?;
    let range = analysis.range(declared.span).unwrap_or(selection_range);
    let contains = range.start <= selection_range.start && selection_range.end <= range.end;
    let is_function = matches!(
        declared.kind,
        lsp_types::SymbolKind::FUNCTION
            | lsp_types::SymbolKind::METHOD
            | lsp_types::SymbolKind::FIELD
            | lsp_types::SymbolKind::VARIABLE
            | lsp_types::SymbolKind::CONSTANT
    );
    let detail = is_function.then(|| describe::head_text(analysis.cx(), declared.decl));
    #[expect(deprecated, reason = "the field has to be given")]
    Some(DocumentSymbol {
        name: declared.name.clone(),
        detail,
        kind: declared.kind,
        tags: None,
        deprecated: None,
        range: if contains { range } else { selection_range },
        selection_range,
        children: None,
    })
}

/// The symbols of a document whose names contain the letters of the query in their order.
pub fn workspace(
    analysis: &mut Analysis<'_, '_>,
    params: WorkspaceSymbolParams,
) -> Answer<Option<WorkspaceSymbolResponse>> {
    let names = analysis.names();
    let mut found: Vec<SymbolInformation> = Vec::new();
    for declared in &names.outline {
        let container = names.scopes.spelt(declared.scope);
        let qualified = format!("{container}::{}", declared.name);
        if !matches(&params.query, &qualified) {
            continue;
        }
        let Some(Location { uri, range }) = analysis.location(declared.name_span) else { continue };
        #[expect(deprecated, reason = "the field has to be given")]
        found.push(SymbolInformation {
            name: declared.name.clone(),
            kind: declared.kind,
            tags: None,
            deprecated: None,
            location: Location { uri, range },
            container_name: Some(container).filter(|name| !name.is_empty()),
        });
    }
    Ok(Some(WorkspaceSymbolResponse::Flat(found)))
}

/// Whether the query of `workspace/symbol` finds a symbol that was written out before.
pub fn is_wanted(query: &str, symbol: &Value) -> bool {
    let text = |key: &str| symbol[key].as_str().unwrap_or_default();
    matches(query, &format!("{}::{}", text("containerName"), text("name")))
}

fn matches(query: &str, name: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|c| c == wanted))
}
