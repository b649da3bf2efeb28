//! `textDocument/semanticTokens`: what each name is, and what conditions leave out.

use std::collections::BTreeMap;

use lang::ast::{DeclKind, SpecFlags, TagKey};
use lang::base::{Pos, Span};
use lang::lex::TokenKind;
use lsp_types::{
    Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensLegend, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult,
};
use sema::entity::{Entity, Owner, TemplateKind};

use crate::lsp::analysis::Analysis;
use crate::lsp::dispatch::Answer;
use crate::lsp::names;

macro_rules! legend {
    ($($kind:ident = $text:ident;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Kind { $($kind),* }

        const TYPES: &[SemanticTokenType] = &[$(SemanticTokenType::$text),*];
    };
}

legend! {
    Namespace = NAMESPACE;
    Type = TYPE;
    Class = CLASS;
    Enum = ENUM;
    Concept = INTERFACE;
    Struct = STRUCT;
    TypeParameter = TYPE_PARAMETER;
    Parameter = PARAMETER;
    Variable = VARIABLE;
    Property = PROPERTY;
    EnumMember = ENUM_MEMBER;
    Function = FUNCTION;
    Method = METHOD;
    Macro = MACRO;
    Comment = COMMENT;
}

const MODIFIERS: &[SemanticTokenModifier] = &[
    SemanticTokenModifier::DECLARATION,
    SemanticTokenModifier::READONLY,
    SemanticTokenModifier::DEFAULT_LIBRARY,
];
const DECLARATION: u32 = 1;
const READONLY: u32 = 2;
const DEFAULT_LIBRARY: u32 = 4;

pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: MODIFIERS.to_vec() }
}

pub fn full(
    analysis: &mut Analysis<'_, '_>,
    _params: SemanticTokensParams,
) -> Answer<Option<SemanticTokensResult>> {
    Ok(Some(SemanticTokensResult::Tokens(encode(analysis, None))))
}

pub fn range(
    analysis: &mut Analysis<'_, '_>,
    params: SemanticTokensRangeParams,
) -> Answer<Option<SemanticTokensRangeResult>> {
    Ok(Some(SemanticTokensRangeResult::Tokens(encode(analysis, Some(params.range)))))
}

/// The tokens, each relative to the one before.
fn encode(analysis: &mut Analysis<'_, '_>, within: Option<Range>) -> SemanticTokens {
    let mut data = Vec::new();
    let (mut line, mut column) = (0, 0);
    for (span, kind, modifiers) in found(analysis) {
        let Some(range) = analysis.range(span) else { continue };
        let is_outside = |within: Range| range.end < within.start || within.end < range.start;
        if range.start.line != range.end.line || within.is_some_and(is_outside) {
            continue;
        }
        let start = range.start;
        if (start.line, start.character) < (line, column) {
            continue;
        }
        data.push(SemanticToken {
            delta_line: start.line - line,
            delta_start: if start.line == line {
                start.character - column
            } else {
                start.character
            },
            length: range.end.character - start.character,
            token_type: kind as u32,
            token_modifiers_bitset: modifiers,
        });
        (line, column) = (start.line, start.character);
    }
    SemanticTokens { result_id: None, data }
}

/// The names of the document with what they are, in order.
fn found(analysis: &mut Analysis<'_, '_>) -> Vec<(Span, Kind, u32)> {
    let mut list: BTreeMap<Pos, (Span, Kind, u32)> = BTreeMap::new();
    let declared = declared_kinds(analysis);
    let names = analysis.names();
    for name in &names.occurrences {
        let known = declared.get(&name.target).copied();
        let Some((kind, mut modifiers)) = known.or_else(|| used_kind(analysis, name.used)) else {
            continue;
        };
        if name.used.is_none() {
            modifiers |= DECLARATION;
        }
        if analysis.map.in_system_file(name.target) {
            modifiers |= DEFAULT_LIBRARY;
        }
        list.entry(name.span.lo).or_insert((name.span, kind, modifiers));
    }
    for &(span, kind) in analysis.tokens() {
        if kind == TokenKind::Ident
            && !list.contains_key(&span.lo)
            && analysis.macro_named(analysis.map.text(span)).is_some()
        {
            list.insert(span.lo, (span, Kind::Macro, 0));
        }
    }
    let mut left_out: Vec<Span> =
        analysis.skipped.iter().flat_map(|span| lines(analysis, *span)).collect();
    left_out.sort_by_key(|line| line.lo);
    list.retain(|_, (known, ..)| {
        let next = left_out.partition_point(|line| line.hi <= known.lo);
        left_out.get(next).is_none_or(|line| known.hi <= line.lo)
    });
    list.extend(left_out.into_iter().map(|line| (line.lo, (line, Kind::Comment, 0))));
    list.into_values().collect()
}

/// The lines of a span in the document, without their ends.
fn lines(analysis: &Analysis<'_, '_>, span: Span) -> Vec<Span> {
    if analysis.range(span).is_none() {
        return Vec::new();
    }
    let text = analysis.map.text(span);
    let mut found = Vec::new();
    let mut at = span.lo;
    for line in text.split_inclusive('\n') {
        let shown = line.trim_end();
        if !shown.is_empty() {
            found.push(Span::sized(at, shown.len() as u32));
        }
        at = at.offset(line.len() as u32);
    }
    found
}

/// What the declarations of the user's files declare, by where the name stands.
fn declared_kinds(analysis: &mut Analysis<'_, '_>) -> BTreeMap<Pos, (Kind, u32)> {
    let ast = analysis.ast;
    let mut kinds = BTreeMap::new();
    for (id, decl) in ast.decls.iter() {
        if analysis.map.in_system_file(decl.span.lo) {
            continue;
        }
        let is_member = decl.access.is_some();
        let kind = match &decl.kind {
            DeclKind::Namespace(_) | DeclKind::NamespaceAlias { .. } => Kind::Namespace,
            DeclKind::TypeAlias(_) => Kind::Type,
            DeclKind::Class(class) => match class.key {
                TagKey::Class => Kind::Class,
                TagKey::Struct | TagKey::Union | TagKey::Enum => Kind::Struct,
            },
            DeclKind::Enum(_) => Kind::Enum,
            DeclKind::Enumerator { .. } => Kind::EnumMember,
            DeclKind::Function(_) if is_member => Kind::Method,
            DeclKind::Function(_) => Kind::Function,
            DeclKind::Variable(_) if is_member => Kind::Property,
            DeclKind::Variable(_) | DeclKind::Binding(_) => Kind::Variable,
            DeclKind::Field(_) => Kind::Property,
            DeclKind::Param(_) => Kind::Parameter,
            DeclKind::TemplateParam(param) => match param.kind {
                lang::ast::TemplateParamKind::NonType { .. } => Kind::Parameter,
                _ => Kind::TypeParameter,
            },
            DeclKind::Concept { .. } => Kind::Concept,
            _ => continue,
        };
        let is_constant = match &decl.kind {
            DeclKind::Variable(variable) => {
                variable.specs.flags.has(SpecFlags::CONSTEXPR)
                    || ast.types[variable.ty].cv.has(lang::ast::Cv::CONST)
            }
            DeclKind::Enumerator { .. } => true,
            _ => false,
        };
        let modifiers = if is_constant { READONLY } else { 0 };
        if let Some(span) = names::name_span(analysis, id) {
            kinds.insert(span.lo, (kind, modifiers));
        }
    }
    kinds
}

/// What a recorded name denotes.
fn used_kind(analysis: &mut Analysis<'_, '_>, used: Option<usize>) -> Option<(Kind, u32)> {
    let cx = analysis.cx();
    let entity = cx.uses.as_ref()?.list().get(used?)?.meanings.first()?.clone();
    let of_class = |owner: Owner| matches!(owner, Owner::Class(_));
    Some(match entity {
        Entity::Namespace(_) => (Kind::Namespace, 0),
        Entity::Type(ty) if cx.types.enum_of(ty).is_some() => (Kind::Enum, 0),
        Entity::Type(_) => (Kind::Class, 0),
        Entity::Template(template) => match cx.entities[template].kind {
            TemplateKind::Class | TemplateKind::Tile | TemplateKind::Guide => (Kind::Class, 0),
            TemplateKind::Alias => (Kind::Type, 0),
            TemplateKind::Function if of_class(cx.entities[template].owner) => (Kind::Method, 0),
            TemplateKind::Function => (Kind::Function, 0),
            TemplateKind::Variable => (Kind::Variable, READONLY),
            TemplateKind::Concept => (Kind::Concept, 0),
        },
        Entity::TemplateParam(_) => (Kind::TypeParameter, 0),
        Entity::Function(function) if of_class(cx.entities[function].owner) => (Kind::Method, 0),
        Entity::Function(_) => (Kind::Function, 0),
        Entity::Variable(var) => {
            (Kind::Variable, if cx.entities[var].is_constexpr { READONLY } else { 0 })
        }
        Entity::Enumerator(..) => (Kind::EnumMember, READONLY),
        Entity::Field(..) => (Kind::Property, 0),
        Entity::Local(_) | Entity::Expr(_) | Entity::LocalPack(_) => (Kind::Variable, 0),
        Entity::Value(..) | Entity::Param(_) | Entity::ArgPack(_) => (Kind::Parameter, READONLY),
        Entity::DependentMember(_) | Entity::DependentValue(_) | Entity::Error => return None,
    })
}
