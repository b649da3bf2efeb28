//! `textDocument/inlayHint`: the types that `auto` stands for, the template arguments that a call
//! deduces, and the names of parameters before arguments that say nothing themselves.

use std::collections::BTreeMap;

use lang::ast::{DeclKind, ExprKind};
use lang::base::{Pos, Span};
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams, Position, Range};
use sema::entity::Entity;

use super::hover::placeholder_span;
use crate::lsp::analysis::Analysis;
use crate::lsp::dispatch::Answer;

/// A type longer than this hides the code.
const MAX_CHARS: usize = 60;

pub fn hints(
    analysis: &mut Analysis<'_, '_>,
    params: InlayHintParams,
) -> Answer<Option<Vec<InlayHint>>> {
    let mut hints = Vec::new();
    if analysis.inlay_hints.types {
        types(analysis, params.range, &mut hints);
    }
    if analysis.inlay_hints.template_arguments {
        template_arguments(analysis, params.range, &mut hints);
    }
    if analysis.inlay_hints.parameters {
        parameters(analysis, params.range, &mut hints);
    }
    hints.sort_by_key(|hint| hint.position);
    Ok(Some(hints))
}

fn hint(position: Position, label: String, kind: InlayHintKind) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String(label),
        kind: Some(kind),
        text_edits: None,
        tooltip: None,
        padding_left: None,
        padding_right: (kind == InlayHintKind::PARAMETER).then_some(true),
        data: None,
    }
}

/// `: tile<float, 64x64>` behind the name of a variable declared with `auto`.
fn types(analysis: &mut Analysis<'_, '_>, range: Range, hints: &mut Vec<InlayHint>) {
    let ast = analysis.ast;
    let mut wanted: Vec<Span> = Vec::new();
    for decl in ast.decls.values() {
        match &decl.kind {
            DeclKind::Variable(variable) if placeholder_span(ast, variable.ty).is_some() => {
                wanted.push(ast.names[variable.name].last.span);
            }
            DeclKind::StructuredBinding(binding) => {
                wanted.extend(binding.bindings.iter().filter_map(
                    |&id| match &ast.decls[id].kind {
                        DeclKind::Binding(ident) => Some(ident.span),
                        _ => None,
                    },
                ));
            }
            _ => {}
        }
    }
    let wanted: Vec<(Span, Position)> = wanted
        .into_iter()
        .filter(|span| analysis.map.file_offset(span.lo).is_some())
        .filter_map(|span| Some((span, analysis.range(span)?.end)))
        .filter(|(_, end)| range.start <= *end && *end <= range.end)
        .collect();
    if wanted.is_empty() {
        return;
    }
    let shown = types_of_locals(analysis);
    for (span, end) in wanted {
        let types = shown.get(&span.lo).cloned().unwrap_or_else(|| other_types(analysis, span.lo));
        if let Some(text) = label(&types) {
            hints.push(hint(end, text, InlayHintKind::TYPE));
        }
    }
}

/// `: A`, or `: A | B` where a template was checked with several.
fn label(types: &[String]) -> Option<String> {
    let first = types.first()?;
    let all = types.join(" | ");
    let text = if all.chars().count() <= MAX_CHARS { all } else { format!("{first} | …") };
    let text = if types.len() == 1 { first.clone() } else { text };
    (text.chars().count() <= MAX_CHARS).then(|| format!(": {text}"))
}

/// The types of local variables by where their names stand, each once.
fn types_of_locals(analysis: &mut Analysis<'_, '_>) -> BTreeMap<Pos, Vec<String>> {
    let map = analysis.map;
    let main = map.file(analysis.main);
    let (lo, hi) = (main.base, main.pos(main.text.len() as u32));
    let cx = analysis.cx();
    let mut found: BTreeMap<Pos, Vec<String>> = BTreeMap::new();
    for local in cx.typed.locals.values() {
        if local.name.is_some()
            && lo <= local.span.lo
            && local.span.lo <= hi
            && !cx.types.is_error(local.ty)
            && !cx.types.has_placeholder(local.ty)
            && !cx.types.is_dependent(local.ty)
        {
            let shown = cx.show(local.ty);
            let known = found.entry(local.span.lo).or_default();
            if !known.contains(&shown) {
                known.push(shown);
            }
        }
    }
    found
}

/// The type of a structured binding or a variable that is not a local.
fn other_types(analysis: &mut Analysis<'_, '_>, pos: Pos) -> Vec<String> {
    let mut found = Vec::new();
    for entity in analysis.declared_at(pos) {
        let cx = analysis.cx();
        let ty = match entity {
            Entity::Expr(expr) => cx.typed.exprs[expr].ty,
            Entity::Variable(var) => cx.var_type(var),
            _ => continue,
        };
        let shown = cx.show(ty);
        if !cx.types.is_error(ty) && !found.contains(&shown) {
            found.push(shown);
        }
    }
    found
}

/// `<float, 64>` behind the name of a function template of the user that is called without arguments;
/// what the library deduces is in the types of its results.
fn template_arguments(analysis: &mut Analysis<'_, '_>, range: Range, hints: &mut Vec<InlayHint>) {
    let ast = analysis.ast;
    for expr in ast.exprs.values() {
        let ExprKind::Call { callee, .. } = &expr.kind else { continue };
        let (ExprKind::Name(name) | ExprKind::Member { name, .. }) = &ast.exprs[*callee].kind
        else {
            continue;
        };
        let name = &ast.names[*name].last;
        let Some(end) = analysis.range(name.span).map(|shown| shown.end) else { continue };
        if name.args.is_some() || end < range.start || range.end < end {
            continue;
        }
        let map = analysis.map;
        let cx = analysis.cx();
        let mut shown: Vec<String> = Vec::new();
        for call in cx.uses.iter().flat_map(|uses| uses.calls()) {
            let callee = &cx.entities[call.callee];
            if call.span.lo == name.span.lo
                && let Some((_, args)) = callee.template
                && !map.in_system_file(callee.span.lo)
            {
                shown.push(cx.show_args(args));
            }
        }
        shown.dedup();
        // In a template that was checked with several there is no one answer.
        if let [args] = shown.as_slice()
            && args.chars().count() <= MAX_CHARS
        {
            hints.push(hint(end, args.clone(), InlayHintKind::TYPE));
        }
    }
}

/// `shape:` before a literal that is an argument.
fn parameters(analysis: &mut Analysis<'_, '_>, range: Range, hints: &mut Vec<InlayHint>) {
    let ast = analysis.ast;
    let mut calls: Vec<(Pos, Vec<(usize, Span)>)> = Vec::new();
    for expr in ast.exprs.values() {
        let ExprKind::Call { callee, args } = &expr.kind else { continue };
        let literals: Vec<(usize, Span)> = args
            .iter()
            .enumerate()
            .filter(|(_, arg)| says_nothing(&ast.exprs[**arg].kind))
            .map(|(index, arg)| (index, ast.exprs[*arg].span))
            .collect();
        let is_shown = analysis
            .range(expr.span)
            .is_some_and(|shown| shown.start <= range.end && range.start <= shown.end);
        if !literals.is_empty() && is_shown {
            let name = match &ast.exprs[*callee].kind {
                ExprKind::Name(name) | ExprKind::Member { name, .. } => ast.names[*name].last.span,
                _ => continue,
            };
            calls.push((name.lo, literals));
        }
    }
    for (name, literals) in calls {
        let cx = analysis.cx();
        let callee = cx
            .uses
            .as_ref()
            .and_then(|uses| uses.calls().iter().find(|call| call.span.lo == name))
            .map(|call| call.callee);
        let Some(callee) = callee else { continue };
        let params: Vec<String> = cx.entities[callee]
            .params
            .iter()
            .map(|param| param.name.map_or(String::new(), |name| cx.text(name).to_owned()))
            .collect();
        for (index, span) in literals {
            // A name of one letter says no more than the literal.
            let Some(param) = params.get(index).filter(|name| name.len() > 1) else { continue };
            let name = param.trim_start_matches('_');
            if let Some(at) = analysis.range(span) {
                hints.push(hint(at.start, format!("{name}:"), InlayHintKind::PARAMETER));
            }
        }
    }
}

fn says_nothing(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Literal(_) | ExprKind::UserLiteral(_) => true,
        ExprKind::InitList(list) => list.items.is_empty(),
        _ => false,
    }
}
