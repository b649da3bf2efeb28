//! Where host code mentions kernel templates, told from the tokens alone.
//!
//! Every use of a template's name counts that is not in its own declarations: more than what is
//! launched, never less, unless a launch has no name of a kernel in it, as one through a pointer has,
//! which was taken somewhere else.

use std::collections::BTreeSet;
use std::ops::Range;

use lang::base::{Name, SourceMap, Span};
use lang::lex::{Token, TokenKind};

use super::declared::{Form, Partners, function_at, likely_name};

/// A use of the name of a kernel template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mention {
    pub name: Name,
    pub span: Span,
}

/// The uses of kernel templates' names outside of tile code and of their declarations.
///
/// The compiler's own headers, whose tokens are in the ranges `embedded`, mention none of the user's.
pub fn mentions(tokens: &[Token], embedded: &[Range<u32>], map: &SourceMap) -> Vec<Mention> {
    let has_kernels = tokens.iter().any(|token| token.kind == TokenKind::KwTileGlobal);
    if !has_kernels {
        return Vec::new();
    }
    let partners = Partners::new(tokens);
    let mut templates: BTreeSet<Name> = BTreeSet::new();
    // Names in declarations, and what is in the bodies of tile code.
    let mut declared: Vec<usize> = Vec::new();
    let mut bodies: Vec<Range<usize>> =
        embedded.iter().map(|range| range.start as usize..range.end as usize).collect();
    for (index, token) in tokens.iter().enumerate() {
        if !matches!(token.kind, TokenKind::KwTileGlobal | TokenKind::KwTile) {
            continue;
        }
        let Some(function) = function_at(tokens, &partners, index) else {
            // It may be a template all the same; that it is mentioned here too costs time alone.
            if token.kind == TokenKind::KwTileGlobal
                && let Some(name) = likely_name(tokens, index)
            {
                templates.insert(tokens[name].name);
            }
            continue;
        };
        let is_kernel = function.spaces.contains(&TokenKind::KwTileGlobal);
        if is_kernel {
            declared.push(function.name);
            if function.form == Form::Template {
                templates.insert(tokens[function.name].name);
            }
        }
        if !function.spaces.contains(&TokenKind::KwHost) {
            bodies.extend(function.body);
        }
    }
    if templates.is_empty() {
        return Vec::new();
    }
    declared.sort_unstable();
    bodies.sort_by_key(|body| body.start);
    let mut mentions = Vec::new();
    let mut next_body = 0;
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        // One may be in another.
        while bodies.get(next_body).is_some_and(|body| body.end <= index) {
            next_body += 1;
        }
        if let Some(body) = bodies.get(next_body).filter(|body| body.contains(&index)) {
            index = body.end;
            continue;
        }
        if token.kind == TokenKind::Ident
            && templates.contains(&token.name)
            && declared.binary_search(&index).is_err()
        {
            mentions.push(Mention { name: token.name, span: token.span });
        }
        index += 1;
    }
    // What users wrote is shown first.
    mentions.sort_by_key(|mention| map.in_system_file(mention.span.lo));
    mentions
}
