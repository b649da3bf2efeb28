//! The call hierarchy: the callers and the callees of a function.
//!
//! The known calls are those of functions that were checked: those that a kernel reaches, or that
//! the user declared for tile code.

use lang::base::{Pos, Span};
use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, Range,
    SymbolKind,
};
use sema::entity::{Entity, FunctionId, FunctionKind, Owner};
use serde_json::json;

use crate::lsp::analysis::Analysis;
use crate::lsp::describe;
use crate::lsp::dispatch::Answer;

pub fn prepare(
    analysis: &mut Analysis<'_, '_>,
    params: CallHierarchyPrepareParams,
) -> Answer<Option<Vec<CallHierarchyItem>>> {
    let pos = analysis.pos(params.text_document_position_params.position);
    let names = analysis.names();
    let Some(found) = names.at(pos) else { return Ok(None) };
    let target = found.target;
    let cx = analysis.cx();
    let functions = cx.entities.functions.iter();
    let function = functions.filter(|(_, function)| function.span.lo == target);
    let function = function.map(|(id, _)| id).next();
    Ok(function.and_then(|function| item(analysis, function)).map(|item| vec![item]))
}

pub fn incoming(
    analysis: &mut Analysis<'_, '_>,
    params: CallHierarchyIncomingCallsParams,
) -> Answer<Option<Vec<CallHierarchyIncomingCall>>> {
    let calls = calls_with(analysis, &params.item, |caller, callee| (callee, caller));
    let incoming = |(from, from_ranges)| CallHierarchyIncomingCall { from, from_ranges };
    Ok(Some(calls.into_iter().map(incoming).collect()))
}

pub fn outgoing(
    analysis: &mut Analysis<'_, '_>,
    params: CallHierarchyOutgoingCallsParams,
) -> Answer<Option<Vec<CallHierarchyOutgoingCall>>> {
    let calls = calls_with(analysis, &params.item, |caller, callee| (caller, callee));
    let outgoing = |(to, from_ranges)| CallHierarchyOutgoingCall { to, from_ranges };
    Ok(Some(calls.into_iter().map(outgoing).collect()))
}

/// The functions on the other side of calls of which a function is one side, each with the places of those calls.
/// `sides` puts that function first.
fn calls_with(
    analysis: &mut Analysis<'_, '_>,
    function: &CallHierarchyItem,
    sides: impl Fn(FunctionId, FunctionId) -> (FunctionId, FunctionId),
) -> Vec<(CallHierarchyItem, Vec<Range>)> {
    let wanted = target(function);
    let mut found: Vec<(CallHierarchyItem, Vec<Range>)> = Vec::new();
    for (caller, callee, span) in calls(analysis) {
        let (own, other) = sides(caller, callee);
        if Some(declared_at(analysis, own)) != wanted {
            continue;
        }
        let (Some(other), Some((_, range))) = (item(analysis, other), analysis.place(span)) else {
            continue;
        };
        match found.iter_mut().find(|(known, _)| known.data == other.data) {
            Some((_, ranges)) if ranges.contains(&range) => {}
            Some((_, ranges)) => ranges.push(range),
            None => found.push((other, vec![range])),
        }
    }
    found
}

/// Caller, callee and place of each call, in the order of the source.
fn calls(analysis: &mut Analysis<'_, '_>) -> Vec<(FunctionId, FunctionId, Span)> {
    let recorded = analysis.cx().uses.as_ref().map(|uses| uses.calls().to_vec());
    let mut list: Vec<(FunctionId, FunctionId, Span)> = recorded
        .unwrap_or_default()
        .into_iter()
        .filter_map(|call| Some((call.caller?, call.callee, call.span)))
        .collect();
    list.sort_by_key(|(_, _, span)| span.lo);
    list
}

/// Where the name of a function was declared first: what an item is known by.
fn declared_at(analysis: &mut Analysis<'_, '_>, function: FunctionId) -> Pos {
    let span = analysis.cx().entities[function].span;
    analysis.names().canonical(span.lo)
}

fn target(item: &CallHierarchyItem) -> Option<Pos> {
    let at = item.data.as_ref()?.get("declared")?.as_u64()?;
    u32::try_from(at).ok().map(Pos)
}

fn item(analysis: &mut Analysis<'_, '_>, function: FunctionId) -> Option<CallHierarchyItem> {
    let declared = declared_at(analysis, function);
    let document = analysis.uri(analysis.main)?;
    let cx = analysis.cx();
    let entity = &cx.entities[function];
    let (span, is_member) = (entity.span, matches!(entity.owner, Owner::Class(_)));
    let kind = match entity.kind {
        FunctionKind::Constructor => SymbolKind::CONSTRUCTOR,
        FunctionKind::Ordinary if !is_member => SymbolKind::FUNCTION,
        FunctionKind::Ordinary
        | FunctionKind::Destructor
        | FunctionKind::Conversion
        | FunctionKind::DeductionGuide => SymbolKind::METHOD,
    };
    let name = cx.show_name(entity.name);
    let whole = describe::declarations_of(cx, &Entity::Function(function)).first().copied();
    let whole = whole.map(|decl| cx.ast.decls[cx.ast.templated(decl)].span);
    let detail = describe::function_head(cx, function);
    let (file, selection_range) = analysis.place(span)?;
    let range = whole.and_then(|whole| analysis.place(whole)).filter(|(other, range)| {
        *other == file && range.start <= selection_range.start && selection_range.end <= range.end
    });
    Some(CallHierarchyItem {
        name,
        kind,
        tags: None,
        detail: Some(detail),
        uri: analysis.uri(file)?,
        range: range.map_or(selection_range, |(_, range)| range),
        selection_range,
        data: Some(json!({ "uri": document, "declared": declared.0 })),
    })
}
