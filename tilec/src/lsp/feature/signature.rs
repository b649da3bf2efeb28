//! `textDocument/signatureHelp`: the functions that a call under way may mean, and of each whether it
//! fits the arguments that are written: whether its constraints hold, or which one fails.

use lang::ast::{DeclId, DeclKind};
use lang::base::{NoteKind, Pos, Span};
use lang::lex::TokenKind;
use lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, SignatureHelp,
    SignatureHelpParams, SignatureInformation,
};
use sema::entity::{DeclName, Entity};
use sema::overload::verdict::{Judgement, Verdict};

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
    /// Nothing is written of the next.
    is_empty: bool,
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
    let judged = judged(analysis, span, offset, &call);
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
        let shown = decls.into_iter().filter_map(|decl| {
            let mut info = signature(analysis, decl)?;
            let span = analysis.ast.decls[decl].span;
            let judged = judged.iter().find(|(at, _)| *at == span.lo);
            let refused = refused.as_ref().filter(|(at, _)| span.lo <= *at && *at < span.hi);
            let n_params = info.parameters.as_ref().map_or(0, Vec::len);
            let status = match (judged, refused) {
                (Some((_, Status::Chosen { .. } | Status::Fits { .. })), _)
                    if call.argument > 0 && call.is_empty && n_params <= call.argument as usize =>
                {
                    Status::Refused(format!("takes no more than {n_params}"))
                }
                (Some((_, status)), _) => status.clone(),
                (None, Some((_, why))) => Status::Refused(why.clone()),
                (None, None) => Status::Open,
            };
            if let Some(line) = status.line() {
                info.documentation = Some(with_line(line, info.documentation.take()));
            }
            Some((status, info))
        });
        shown.collect::<Vec<_>>()
    });
    let Some(signatures) = signatures.filter(|list| !list.is_empty()) else { return Ok(None) };
    let takes = |info: &SignatureInformation| {
        info.parameters.as_ref().map_or(0, Vec::len) > call.argument as usize
    };
    let nearness = |(status, info): &(Status, SignatureInformation)| match status {
        Status::Chosen { .. } => 0,
        Status::Fits { .. } | Status::Ambiguous if takes(info) => 1,
        Status::Open if takes(info) => 2,
        Status::Refused(_) if takes(info) => 3,
        Status::Fits { .. } | Status::Ambiguous | Status::Open | Status::Refused(_) => 4,
    };
    let active = (0..signatures.len()).min_by_key(|&index| nearness(&signatures[index]));
    Ok(Some(SignatureHelp {
        active_signature: Some(active.unwrap_or(0) as u32),
        active_parameter: Some(call.argument),
        signatures: signatures.into_iter().map(|(_, info)| info).collect(),
    }))
}

/// What a signature is for the arguments that are written.
#[derive(Clone, Debug)]
enum Status {
    Chosen {
        is_constrained: bool,
    },
    Fits {
        is_constrained: bool,
    },
    Ambiguous,
    Refused(String),
    /// Nothing speaks against it yet.
    Open,
}

impl Status {
    fn line(&self) -> Option<String> {
        let constraints = |is_constrained: &bool| match is_constrained {
            true => "; its constraints hold",
            false => "",
        };
        match self {
            Status::Chosen { is_constrained } => {
                Some(format!("Chosen for these arguments{}.", constraints(is_constrained)))
            }
            Status::Fits { is_constrained } => {
                let constraints = constraints(is_constrained);
                Some(format!("Fits these arguments{constraints}; another fits better."))
            }
            Status::Ambiguous => {
                Some("Fits these arguments as well as another: the call is ambiguous.".to_owned())
            }
            Status::Refused(why) => Some(format!("Not for these arguments: {why}.")),
            Status::Open => None,
        }
    }
}

/// What overload resolution says of each candidate, by where it is declared. A call that is not
/// a statement yet is ended where the user is writing.
fn judged(
    analysis: &mut Analysis<'_, '_>,
    name: Span,
    offset: usize,
    call: &CallAt,
) -> Vec<(Pos, Status)> {
    let complete = judgements(analysis, name, call);
    if !complete.is_empty() && !call.is_empty {
        return complete;
    }
    let mut open = Vec::new();
    site::with_call_ended(analysis, name, offset, &mut |analysis| {
        open = judgements(analysis, name, call);
    });
    open
}

/// That arguments are missing counts for nothing before the next one is begun.
fn judgements(analysis: &mut Analysis<'_, '_>, name: Span, call: &CallAt) -> Vec<(Pos, Status)> {
    let cx = analysis.cx();
    let mut found = Vec::new();
    for Judgement { entity, verdict, is_constrained } in cx.judgements(name) {
        let Some(&decl) = describe::declarations_of(cx, &entity).first() else { continue };
        let status = match verdict {
            Verdict::Chosen => Status::Chosen { is_constrained },
            Verdict::Viable => Status::Fits { is_constrained },
            Verdict::Ambiguous => Status::Ambiguous,
            Verdict::TooFew(_) if call.is_empty => Status::Open,
            Verdict::TooFew(why) | Verdict::Rejected(why) => Status::Refused(why),
        };
        found.push((cx.ast.decls[decl].span.lo, status));
    }
    found
}

/// Read backwards: the innermost bracket that is open, and the name before it.
fn call_at(analysis: &Analysis<'_, '_>, offset: usize) -> Option<CallAt> {
    let pos = analysis.map.file(analysis.main).pos(offset as u32);
    let tokens = analysis.tokens();
    let mut at = tokens.partition_point(|(span, _)| span.lo < pos);
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let ends = |(span, kind): &(Span, TokenKind)| {
        let start = analysis.map.file_offset(span.lo).map_or(offset, |(_, start)| start as usize);
        let between = analysis.text().get(offset..start).unwrap_or_default();
        between.contains('\n')
            || matches!(kind, TokenKind::RParen | TokenKind::Comma | TokenKind::Semi)
    };
    let is_empty = matches!(before, Some((_, TokenKind::LParen | TokenKind::Comma)))
        && tokens.get(at).is_none_or(ends);
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
            TokenKind::Ident if angles == 0 => {
                return Some(CallAt { name, argument, is_empty });
            }
            _ if angles == 0 => return None,
            _ => {}
        }
        name = name.checked_sub(1)?;
    }
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
