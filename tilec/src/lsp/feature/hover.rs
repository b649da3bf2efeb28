//! `textDocument/hover`: what is at a position, with concrete types.

use lang::ast::{self, DeclKind, TypeExprKind};
use lang::base::{Pos, Span};
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};
use sema::entity::{DeclName, Entity};
use sema::uses::Use;

use crate::lsp::analysis::Analysis;
use crate::lsp::describe::{self, Description};
use crate::lsp::dispatch::Answer;
use crate::lsp::names::{self, Occurrence};

/// Specialisations of one name that are shown.
const MAX_SHOWN: usize = 4;

pub fn hover(analysis: &mut Analysis<'_, '_>, params: HoverParams) -> Answer<Option<Hover>> {
    let pos = analysis.pos(params.text_document_position_params.position);
    Ok(find(analysis, pos).map(|(span, value)| Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
        range: analysis.range(span),
    }))
}

/// What is to be said about a position, and the text that it is about.
fn find(analysis: &mut Analysis<'_, '_>, pos: Pos) -> Option<(Span, String)> {
    include(analysis, pos)
        .or_else(|| name(analysis, pos))
        .or_else(|| placeholder(analysis, pos))
        .or_else(|| macro_name(analysis, pos))
        .or_else(|| word(analysis, pos))
        .or_else(|| expression(analysis, pos))
}

fn include(analysis: &Analysis<'_, '_>, pos: Pos) -> Option<(Span, String)> {
    let include = analysis.includes.iter().find(|include| contains(include.span, pos))?;
    let path = &analysis.map.file(include.file?).path;
    Some((include.span, format!("`{path}`")))
}

fn contains(span: Span, pos: Pos) -> bool {
    span.lo <= pos && pos <= span.hi
}

fn name(analysis: &mut Analysis<'_, '_>, pos: Pos) -> Option<(Span, String)> {
    let names = analysis.names();
    let found = names.at(pos)?.clone();
    let descriptions = describe_occurrence(analysis, &found);
    let mut texts: Vec<String> = Vec::new();
    for description in descriptions {
        let text = description.markdown();
        if !texts.contains(&text) && texts.len() < MAX_SHOWN {
            texts.push(text);
        }
    }
    (!texts.is_empty()).then(|| (found.span, texts.join("\n\n")))
}

/// What a name is, in each specialisation it was checked in. The documentation is said once.
pub fn describe_occurrence(
    analysis: &mut Analysis<'_, '_>,
    found: &Occurrence,
) -> Vec<Description> {
    let recorded = analysis.cx().uses.as_ref().map(|uses| uses.list());
    let used = match (found.used, recorded) {
        (Some(index), Some(list)) => list.get(index).cloned(),
        _ => None,
    };
    let uses: Vec<(Use, Entity)> = match used {
        Some(used) => used.meanings.iter().map(|entity| (used.clone(), entity.clone())).collect(),
        None => declared_uses(analysis, found),
    };
    let mut all: Vec<Description> = Vec::new();
    for (used, entity) in uses {
        let description = describe::describe(analysis, &used, &entity);
        if !all.iter().any(|known| known.code == description.code) {
            all.push(description);
        }
    }
    if all.is_empty() {
        all.extend(written(analysis, found));
    }
    let doc = all.iter_mut().find_map(|description| description.doc.take());
    all.iter_mut().for_each(|description| description.doc = None);
    all.truncate(MAX_SHOWN);
    if let Some(last) = all.last_mut() {
        last.doc = doc;
    }
    all
}

/// A declaration as if its name were used right there.
fn declared_uses(analysis: &mut Analysis<'_, '_>, found: &Occurrence) -> Vec<(Use, Entity)> {
    let entities = analysis.declared_at(found.span.lo);
    let text = analysis.map.text(found.span).to_owned();
    let cx = analysis.cx();
    let Some(name) = cx.names.get(&text) else { return Vec::new() };
    let scope = cx.global_scope();
    let used =
        |entity: &Entity| Use::at(found.span, DeclName::Identifier(name), scope, entity.clone());
    entities.iter().map(|entity| (used(entity), entity.clone())).collect()
}

/// A declaration that nothing was made of, as it is written.
fn written(analysis: &mut Analysis<'_, '_>, found: &Occurrence) -> Option<Description> {
    let is_it = |id: ast::DeclId| {
        names::name_span(analysis, id).is_some_and(|span| span.lo == found.span.lo)
    };
    let decl = analysis.ast.decls.keys().find(|&id| is_it(id))?;
    let code = describe::head_text(analysis.cx(), decl);
    let doc = analysis.docs.about(analysis.map, analysis.ast.decls[decl].span);
    Some(Description { code, facts: Vec::new(), doc })
}

/// `auto`: what it stands for.
fn placeholder(analysis: &mut Analysis<'_, '_>, pos: Pos) -> Option<(Span, String)> {
    let ast = analysis.ast;
    let (span, name) = ast.decls.values().find_map(|decl| {
        let DeclKind::Variable(variable) = &decl.kind else { return None };
        let span = placeholder_span(ast, variable.ty)?;
        contains(span, pos).then(|| (span, ast.names[variable.name].last.span))
    })?;
    let mut types: Vec<String> = Vec::new();
    for entity in analysis.declared_at(name.lo) {
        if let Entity::Local(local) = entity {
            let cx = analysis.cx();
            let ty = cx.types.strip_cvref(cx.typed.locals[local].ty);
            let shown = cx.show(ty);
            if !types.contains(&shown) && types.len() < MAX_SHOWN {
                types.push(shown);
            }
        }
    }
    (!types.is_empty()).then(|| (span, format!("```cpp\n{}\n```", types.join("\n"))))
}

/// Where `auto` stands in a type.
pub fn placeholder_span(ast: &ast::Ast, ty: ast::TypeExprId) -> Option<Span> {
    let node = &ast.types[ty];
    match node.kind {
        TypeExprKind::Auto { .. } | TypeExprKind::DecltypeAuto { .. } => Some(node.span),
        TypeExprKind::Pointer(inner)
        | TypeExprKind::LvalueRef(inner)
        | TypeExprKind::RvalueRef(inner) => placeholder_span(ast, inner),
        _ => None,
    }
}

fn macro_name(analysis: &mut Analysis<'_, '_>, pos: Pos) -> Option<(Span, String)> {
    let (span, text) = analysis.word_at(pos)?;
    let definition = analysis.macro_named(&text)?;
    let body = analysis.map.text(definition.span);
    let doc = analysis.docs.before(analysis.map, analysis.line_start(definition.span.lo));
    let code = format!("#define {body}");
    let description = Description { code, facts: Vec::new(), doc };
    Some((span, description.markdown()))
}

/// Words that CUDA and Tile C++ add to the language.
const WORDS: &[(&str, &str)] = &[
    ("__tile_global__", "A tile kernel: launched over a grid of tile blocks, returns `void`."),
    ("__tile__", "A function that tile code may call."),
    ("__global__", "A SIMT kernel; tile code cannot launch or call it."),
    ("__device__", "A function of SIMT code, or a variable in device memory."),
    ("__host__", "A function of the host."),
    ("__constant__", "A variable in constant memory: the host sets it between launches."),
    ("__managed__", "A variable that host and device share."),
    ("__restrict__", "The memory that this points to is accessed through it alone."),
    ("__grid_constant__", "A parameter that all tile blocks share and none changes."),
];

fn word(analysis: &mut Analysis<'_, '_>, pos: Pos) -> Option<(Span, String)> {
    let (span, text) = analysis.word_at(pos)?;
    let (_, meaning) = WORDS.iter().find(|(word, _)| *word == text)?;
    Some((span, format!("`{text}`: {meaning}")))
}

/// The innermost expression around a position, where that is an operator or a literal.
fn expression(analysis: &mut Analysis<'_, '_>, pos: Pos) -> Option<(Span, String)> {
    let ast = analysis.ast;
    let around = ast
        .exprs
        .iter()
        .filter(|(_, expr)| contains(expr.span, pos) && expr.span.hi > expr.span.lo)
        .min_by_key(|(_, expr)| expr.span.hi.0 - expr.span.lo.0)?;
    let (id, span) = (around.0, around.1.span);
    let cx = analysis.cx();
    let typed = cx.uses.as_ref()?.expr(id)?;
    let ty = cx.typed.exprs[typed].ty;
    Some((span, format!("```cpp\n{}\n```", cx.show(ty))))
}
