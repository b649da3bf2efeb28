//! Where things are declared: `textDocument/definition`, `declaration`, `typeDefinition`; the
//! `implementation` of a function is its definition.

use lang::base::{Pos, Span};
use lsp_types::{GotoDefinitionParams, GotoDefinitionResponse, Location};
use sema::entity::Entity;
use sema::ty::Ty;

use crate::lsp::analysis::Analysis;
use crate::lsp::dispatch::Answer;
use crate::lsp::names::{self, Occurrence};

type Target = Answer<Option<GotoDefinitionResponse>>;

/// What is gone to of the declarations of one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    First,
    /// The one with the body; from there the others.
    Definition,
}

pub fn definition(analysis: &mut Analysis<'_, '_>, params: GotoDefinitionParams) -> Target {
    go(analysis, params, Wanted::Definition)
}

pub fn declaration(analysis: &mut Analysis<'_, '_>, params: GotoDefinitionParams) -> Target {
    go(analysis, params, Wanted::First)
}

fn go(analysis: &mut Analysis<'_, '_>, params: GotoDefinitionParams, wanted: Wanted) -> Target {
    let pos = analysis.pos(params.text_document_position_params.position);
    let locations = include(analysis, pos)
        .map(|location| vec![location])
        .or_else(|| named(analysis, pos, wanted))
        .or_else(|| macro_definition(analysis, pos).map(|location| vec![location]));
    Ok(locations.map(GotoDefinitionResponse::Array))
}

/// The start of the file that an `#include` names.
fn include(analysis: &Analysis<'_, '_>, pos: Pos) -> Option<Location> {
    let is_at = |span: Span| span.lo <= pos && pos <= span.hi;
    let include = analysis.includes.iter().find(|include| is_at(include.span))?;
    let uri = analysis.uri(include.file?)?;
    Some(Location { uri, range: lsp_types::Range::default() })
}

fn macro_definition(analysis: &Analysis<'_, '_>, pos: Pos) -> Option<Location> {
    let (_, text) = analysis.word_at(pos)?;
    analysis.location(analysis.macro_named(&text)?.name_span)
}

fn named(analysis: &mut Analysis<'_, '_>, pos: Pos, wanted: Wanted) -> Option<Vec<Location>> {
    let names = analysis.names();
    let found = names.at(pos)?;
    let mut spans: Vec<Span> = Vec::new();
    for target in all_targets(analysis, found) {
        let target = names.canonical(target);
        let declared: Vec<_> = names.declarations(target).collect();
        let chosen = match wanted {
            Wanted::First => None,
            Wanted::Definition => {
                let mut others = declared.iter().filter(|d| d.name_span.lo != found.span.lo);
                let with_body =
                    declared.iter().find(|declared| names::has_body(analysis, declared.inner));
                // From the definition one goes to the declaration.
                with_body.filter(|d| d.name_span.lo != found.span.lo).or_else(|| others.next())
            }
        };
        let span = chosen.or(declared.first()).map(|declared| declared.name_span);
        let span = span.unwrap_or_else(|| name_at(analysis, target));
        if !spans.contains(&span) {
            spans.push(span);
        }
    }
    let locations: Vec<Location> =
        spans.into_iter().filter_map(|span| analysis.location(span)).collect();
    (!locations.is_empty()).then_some(locations)
}

/// The targets of everything that a name may mean: a name in a template may be several functions.
fn all_targets(analysis: &mut Analysis<'_, '_>, found: &Occurrence) -> Vec<Pos> {
    let recorded = analysis.cx().uses.as_ref().map(|uses| uses.list());
    let used = found.used.and_then(|index| recorded?.get(index).cloned());
    match used {
        Some(used) => names::targets(analysis, &used),
        None => vec![found.target],
    }
}

/// The name that starts at a position.
fn name_at(analysis: &Analysis<'_, '_>, pos: Pos) -> Span {
    let Some((file, offset)) = analysis.map.file_offset(pos) else { return Span::new(pos, pos) };
    let text = analysis.map.file(file).text.get(offset as usize..).unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    Span::sized(pos, text.find(|c| !is_name(c)).unwrap_or(text.len()) as u32)
}

pub fn type_definition(analysis: &mut Analysis<'_, '_>, params: GotoDefinitionParams) -> Target {
    let pos = analysis.pos(params.text_document_position_params.position);
    let names = analysis.names();
    let Some(found) = names.at(pos) else { return Ok(None) };
    let entities = match found.used {
        Some(index) => {
            let recorded = analysis.cx().uses.as_ref().map(|uses| uses.list());
            let used = recorded.and_then(|list| list.get(index));
            used.map(|used| used.meanings.to_vec()).unwrap_or_default()
        }
        None => analysis.declared_at(found.target),
    };
    let mut locations = Vec::new();
    for entity in entities {
        if let Some(ty) = type_of(analysis, &entity)
            && let Some(span) = type_span(analysis, ty)
            && let Some(location) = analysis.location(span)
            && !locations.contains(&location)
        {
            locations.push(location);
        }
    }
    Ok((!locations.is_empty()).then_some(GotoDefinitionResponse::Array(locations)))
}

/// The type of what an entity is; of a function what it returns.
pub fn type_of(analysis: &mut Analysis<'_, '_>, entity: &Entity) -> Option<Ty> {
    let cx = analysis.cx();
    match *entity {
        Entity::Type(ty) => Some(ty),
        Entity::Value(args, index) => cx.types.constant(args, index).map(|(_, ty)| ty),
        Entity::Function(function) => Some(cx.function_return_type(function)),
        Entity::Variable(var) => Some(cx.var_type(var)),
        Entity::Enumerator(id, _) => Some(cx.entities[id].ty),
        Entity::Field(class, index) => {
            cx.entities[class].fields.get(index as usize).map(|field| field.ty)
        }
        Entity::Local(local) => Some(cx.typed.locals[local].ty),
        Entity::Expr(expr) => Some(cx.typed.exprs[expr].ty),
        Entity::Namespace(_)
        | Entity::Template(_)
        | Entity::TemplateParam(_)
        | Entity::Param(_)
        | Entity::ArgPack(_)
        | Entity::LocalPack(_)
        | Entity::DependentMember(_)
        | Entity::DependentValue(_)
        | Entity::Error => None,
    }
}

/// Where the class or enumeration in a type is declared, behind pointers and references.
fn type_span(analysis: &mut Analysis<'_, '_>, ty: Ty) -> Option<Span> {
    let cx = analysis.cx();
    let mut ty = cx.types.strip_cvref(ty);
    while let Some(inner) = cx.types.pointee(ty) {
        ty = cx.types.strip_cvref(inner);
    }
    let ty = cx.element_of(ty);
    cx.entity_span(&Entity::Type(ty)).filter(|span| !span.is_none())
}
