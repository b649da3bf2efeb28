//! Where host code mentions kernel templates, told from the tokens alone.
//!
//! Every use of a template's name counts that is not in its own declarations: more than what is
//! launched, never less, unless a launch has no name of a kernel in it, as one through a pointer has,
//! which was taken somewhere else.
//!
//! An explicit instantiation is known without a host compiler, but for its symbol where its arguments may
//! have types of `cuda::std`, which are those of `std` in tile code.

use std::collections::BTreeSet;
use std::ops::Range;

use lang::base::{Interner, Name, SourceMap, Span};
use lang::lex::{Token, TokenKind};

use super::declared::{Form, Partners, function_at, likely_name};

/// A use of the name of a kernel template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mention {
    pub name: Name,
    pub span: Span,
    pub form: MentionForm,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MentionForm {
    /// In host code.
    Use,
    /// In an explicit instantiation over types that may be those of `cuda::std`.
    Instantiation,
}

/// A program's tokens without the ranges `embedded`, which hold the compiler's own headers: these have no kernels, and mention
/// none.
pub fn user_tokens(tokens: &[Token], embedded: &[Range<u32>]) -> Vec<Token> {
    let mut user = Vec::new();
    let mut start = 0;
    for range in embedded {
        user.extend_from_slice(tokens.get(start..range.start as usize).unwrap_or_default());
        start = start.max(range.end as usize);
    }
    user.extend_from_slice(tokens.get(start..).unwrap_or_default());
    user
}

/// The uses of kernel templates' names outside of tile code and of their declarations, in what [`user_tokens`] gives.
pub fn mentions(tokens: &[Token], interner: &Interner, map: &SourceMap) -> Vec<Mention> {
    let has_kernels = tokens.iter().any(|token| token.kind == TokenKind::KwTileGlobal);
    if !has_kernels {
        return Vec::new();
    }
    let partners = Partners::new(tokens);
    let mut templates: BTreeSet<Name> = BTreeSet::new();
    // Names in declarations, and what is in the bodies of tile code.
    let mut declared: Vec<usize> = Vec::new();
    let mut mentions: Vec<Mention> = Vec::new();
    let names_cuda_std = names_cuda_std(tokens, interner);
    let mut bodies: Vec<Range<usize>> = Vec::new();
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
            let Token { name, span, .. } = tokens[function.name];
            if function.form == Form::Template {
                templates.insert(name);
            }
            if function.form == Form::ExplicitInstantiation
                && names_cuda_std
                && has_names(tokens, function.name)
            {
                mentions.push(Mention { name, span, form: MentionForm::Instantiation });
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
            let form = MentionForm::Use;
            mentions.push(Mention { name: token.name, span: token.span, form });
        }
        index += 1;
    }
    // What users wrote is shown first.
    mentions.sort_by_key(|mention| (mention.form, map.in_system_file(mention.span.lo)));
    mentions
}

/// Whether the user's tokens name `cuda::std`.
pub fn names_cuda_std(tokens: &[Token], interner: &Interner) -> bool {
    let (Some(cuda), Some(std)) = (interner.get("cuda"), interner.get("std")) else { return false };
    tokens.windows(3).any(|three| {
        three[0].name == cuda && three[1].kind == TokenKind::ColonColon && three[2].name == std
    })
}

/// Whether the declaration of an explicit instantiation has more names than the template's, at `name`.
fn has_names(tokens: &[Token], name: usize) -> bool {
    let rest = tokens.get(name + 1..).unwrap_or_default();
    let declared = rest.iter().take_while(|token| token.kind != TokenKind::Semi);
    declared.into_iter().any(|token| token.kind == TokenKind::Ident)
}
