//! `textDocument/codeAction`: the fixes of what was found.

use lang::base::{Applicability, Fix};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Range,
    TextEdit, Uri, WorkspaceEdit,
};

use crate::lsp::analysis::Analysis;
use crate::lsp::dispatch::Answer;

pub fn actions(
    analysis: &mut Analysis<'_, '_>,
    params: CodeActionParams,
) -> Answer<Option<CodeActionResponse>> {
    let wants =
        |kind: &CodeActionKind| {
            params.context.only.as_ref().is_none_or(|only| {
                only.iter().any(|wanted| kind.as_str().starts_with(wanted.as_str()))
            })
        };
    analysis.lower_all();
    let mut actions = Vec::new();
    if wants(&CodeActionKind::QUICKFIX) {
        for found in &analysis.found {
            let range = analysis.range(found.primary.span).unwrap_or_default();
            if !overlaps(range, params.range) {
                continue;
            }
            let code = found.code.id;
            let about = params.context.diagnostics.iter().filter(|diagnostic| {
                diagnostic.range == range
                    && diagnostic.code == Some(lsp_types::NumberOrString::String(code.into()))
            });
            let about: Vec<lsp_types::Diagnostic> = about.cloned().collect();
            for fix in &found.fixes {
                let Some(edit) = edit(analysis, std::slice::from_ref(&fix)) else { continue };
                actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                    title: title(fix),
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: (!about.is_empty()).then(|| about.clone()),
                    edit: Some(edit),
                    is_preferred: Some(fix.applicability == Applicability::Always),
                    ..Default::default()
                }));
            }
        }
    }
    if wants(&CodeActionKind::SOURCE_FIX_ALL) {
        let all = analysis.found.iter().flat_map(|found| &found.fixes);
        let sure: Vec<&Fix> =
            all.filter(|fix| fix.applicability == Applicability::Always).collect();
        if !sure.is_empty()
            && let Some(edit) = edit(analysis, &sure)
        {
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: "Apply all certain fixes".into(),
                kind: Some(CodeActionKind::SOURCE_FIX_ALL),
                edit: Some(edit),
                ..Default::default()
            }));
        }
    }
    Ok(Some(actions))
}

fn overlaps(a: Range, b: Range) -> bool {
    a.start <= b.end && b.start <= a.end
}

/// The title with a capital letter, as menus have it, unless it begins with code.
fn title(fix: &Fix) -> String {
    let mut chars = fix.title.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The edits of fixes; `None` if one is in no file that may be changed, or overlaps another.
fn edit(analysis: &Analysis<'_, '_>, fixes: &[&Fix]) -> Option<WorkspaceEdit> {
    let mut changes: Vec<(Uri, Vec<TextEdit>)> = Vec::new();
    for edit in fixes.iter().flat_map(|fix| &fix.edits) {
        let (file, range) = analysis.place(edit.span)?;
        if analysis.map.file(file).is_system {
            return None;
        }
        let edits = edits_of(&mut changes, analysis.uri(file)?)?;
        let new = TextEdit { range, new_text: edit.text.clone() };
        let is_new = !edits.contains(&new);
        let is_free = edits
            .iter()
            .all(|known| known.range.end <= range.start || range.end <= known.range.start);
        match (is_new, is_free) {
            (false, _) => {}
            (true, true) => edits.push(new),
            (true, false) => return None,
        }
    }
    Some(WorkspaceEdit { changes: Some(changes.into_iter().collect()), ..Default::default() })
}

/// The edits of one file, in a list of those of several.
pub fn edits_of(changes: &mut Vec<(Uri, Vec<TextEdit>)>, uri: Uri) -> Option<&mut Vec<TextEdit>> {
    let index = changes.iter().position(|(known, _)| *known == uri).unwrap_or_else(|| {
        changes.push((uri, Vec::new()));
        changes.len() - 1
    });
    changes.get_mut(index).map(|(_, edits)| edits)
}
