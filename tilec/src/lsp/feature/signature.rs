//! `textDocument/signatureHelp`: the functions that a call under way may mean, and of a complete call
//! which one it means, or why the nearest one is refused.

use lang::ast::{DeclId, DeclKind};
use lang::base::{NoteKind, Pos, Span};
use lang::lex::TokenKind;
use lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, SignatureHelp,
    SignatureHelpParams, SignatureInformation,
};
use sema::entity::{DeclName, Entity};

use crate::lsp::analysis::Analysis;
use crate::lsp::describe;
use crate::lsp::dispatch::Answer;
use crate::lsp::site;

/// The call around a position.
struct CallAt {
    /// The token that names what is called.
    name: usize,
    /// Arguments before the position.
    argument: u32,
}

pub fn help(
    analysis: &mut Analysis<'_, '_>,
    params: SignatureHelpParams,
) -> Answer<Option<SignatureHelp>> {
    let offset = analysis.offset(params.text_document_position_params.position);
    let Some(call) = call_at(analysis, offset) else { return Ok(None) };
    let (span, _) = analysis.tokens()[call.name];
    let name = analysis.map.text(span).to_owned();
    let Some((_, from)) = analysis.map.file_offset(span.lo) else { return Ok(None) };
    let before = site::before(analysis, call.name);
    let from = from as usize;
    // The arguments are not there yet: the rest of the line goes with the name.
    let text = analysis.text();
    let to = text.get(offset..).and_then(|rest| rest.find('\n')).map_or(text.len(), |n| offset + n);
    let chosen = chosen(analysis, span);
    let refused = refused(analysis, span);
    let signatures = site::with_site(analysis, &before, from, to, &mut |analysis, site| {
        let found = site::lookup(analysis, site, &name).unwrap_or_default();
        let mut entities: Vec<Entity> = found.entities.to_vec();
        constructors(analysis, &mut entities);
        let decls = entities.iter().flat_map(|entity| {
            describe::declarations_of(analysis.cx(), entity).into_iter().take(1)
        });
        let mut decls: Vec<DeclId> = decls.collect();
        decls.dedup();
        let signatures: Vec<(DeclId, SignatureInformation)> =
            decls.into_iter().filter_map(|decl| Some((decl, signature(analysis, decl)?))).collect();
        let stands = |analysis: &Analysis<'_, '_>, decl: DeclId, at: Pos| {
            let span = analysis.ast.decls[decl].span;
            span.lo <= at && at < span.hi
        };
        let with_status = signatures.into_iter().map(|(decl, mut info)| {
            let reason = refused.as_ref().filter(|(at, _)| stands(analysis, decl, *at));
            let status = match reason {
                Some((_, reason)) => Some(format!("Not for these arguments: {reason}.")),
                None if chosen == Some(decl) => Some("Chosen for these arguments.".to_owned()),
                None => None,
            };
            if let Some(status) = status {
                info.documentation = Some(with_line(status, info.documentation.take()));
            }
            (decl, info)
        });
        with_status.collect::<Vec<_>>()
    });
    let Some(signatures) = signatures.filter(|list| !list.is_empty()) else { return Ok(None) };
    let takes = |info: &SignatureInformation| {
        info.parameters.as_ref().map_or(0, Vec::len) > call.argument as usize
    };
    let resolved =
        chosen.and_then(|chosen| signatures.iter().position(|(decl, _)| *decl == chosen));
    let active = resolved.or_else(|| signatures.iter().position(|(_, info)| takes(info)));
    Ok(Some(SignatureHelp {
        active_signature: Some(active.unwrap_or(0) as u32),
        active_parameter: Some(call.argument),
        signatures: signatures.into_iter().map(|(_, info)| info).collect(),
    }))
}

/// Read backwards: the innermost bracket that is open, and the name before it.
fn call_at(analysis: &Analysis<'_, '_>, offset: usize) -> Option<CallAt> {
    let pos = analysis.map.file(analysis.main).pos(offset as u32);
    let tokens = analysis.tokens();
    let mut at = tokens.partition_point(|(span, _)| span.lo < pos);
    let mut depth = 0_u32;
    let mut argument = 0;
    let open = loop {
        at = at.checked_sub(1)?;
        match tokens.get(at)?.1 {
            TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => depth += 1,
            TokenKind::LParen if depth == 0 => break at,
            TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace if depth > 0 => depth -= 1,
            TokenKind::Comma if depth == 0 => argument += 1,
            TokenKind::Semi if depth == 0 => return None,
            TokenKind::LBrace | TokenKind::LBracket => argument = 0,
            _ => {}
        }
    };
    let mut name = open.checked_sub(1)?;
    // `f<int, g<3>>(`
    let mut angles = 0_i32;
    loop {
        match tokens.get(name)?.1 {
            TokenKind::Gt => angles += 1,
            TokenKind::Shr => angles += 2,
            TokenKind::Lt => angles -= 1,
            TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace => return None,
            TokenKind::Ident if angles == 0 => return Some(CallAt { name, argument }),
            _ if angles == 0 => return None,
            _ => {}
        }
        name = name.checked_sub(1)?;
    }
}

/// The declaration that overload resolution chose for a call that is complete.
fn chosen(analysis: &mut Analysis<'_, '_>, span: Span) -> Option<DeclId> {
    let cx = analysis.cx();
    let calls = cx.uses.as_ref()?.calls();
    let callee = calls.iter().find(|call| call.span == span)?.callee;
    describe::declarations_of(cx, &Entity::Function(callee)).first().copied()
}

/// Where the nearest candidate of a call stands that has none, and why it is refused.
fn refused(analysis: &Analysis<'_, '_>, span: Span) -> Option<(Pos, String)> {
    analysis.found.iter().find_map(|found| {
        let is_here = found.primary.span.lo == span.lo && !found.primary.text.is_empty();
        let kinds = [NoteKind::CandidateRejected, NoteKind::DeclaredHere];
        let nearest = found.notes.iter().find(|note| kinds.contains(&note.kind))?;
        is_here.then(|| (nearest.span.lo, found.primary.text.clone()))
    })
}

/// A line above what documents a signature.
fn with_line(line: String, documentation: Option<Documentation>) -> Documentation {
    let value = match documentation {
        Some(Documentation::MarkupContent(content)) => format!("{line}\n\n{}", content.value),
        Some(Documentation::String(text)) => format!("{line}\n\n{text}"),
        None => line,
    };
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
}

/// What is called by the name of a class are its constructors.
fn constructors(analysis: &mut Analysis<'_, '_>, entities: &mut Vec<Entity>) {
    let cx = analysis.cx();
    let class = match entities.as_slice() {
        [Entity::Type(ty)] => cx.types.class_of(*ty),
        [Entity::Template(template)] => cx.entities[*template].pattern,
        [Entity::Local(local)] => cx.types.class_of(cx.typed.locals[*local].ty),
        _ => None,
    };
    let Some(class) = class else { return };
    let name = match entities.as_slice() {
        // A lambda or another object that is called.
        [Entity::Local(_)] => DeclName::Operator(lang::ast::OverloadedOperator::Call),
        _ => DeclName::Constructor,
    };
    *entities = cx.lookup_own_member(class, name).entities.to_vec();
}

fn signature(analysis: &mut Analysis<'_, '_>, decl: DeclId) -> Option<SignatureInformation> {
    let ast = analysis.ast;
    let DeclKind::Function(function) = &ast.decls[ast.templated(decl)].kind else { return None };
    let label = describe::head_text(analysis.cx(), decl);
    let squeezed =
        |span: Span| analysis.map.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let params = function.ty.params.iter().map(|&param| ParameterInformation {
        label: ParameterLabel::Simple(squeezed(ast.decls[param].span)),
        documentation: None,
    });
    let parameters = Some(params.collect());
    let doc = analysis.docs.about(analysis.map, ast.decls[decl].span);
    let documentation = doc.map(|value| {
        Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
    });
    Some(SignatureInformation { label, documentation, parameters, active_parameter: None })
}
