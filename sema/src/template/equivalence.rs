//! Whether two dependent constructs are equivalent ([temp.over.link]/5, 6): the same tokens, but
//! for the names of parameters, which may differ from one declaration to the next.

use lang::ast::{self, DeclId, DeclKind};
use lang::base::Span;

use super::params::TemplateParameters;
use crate::Cx;
use crate::ty::{ExprNode, TemplateArg};

impl Cx<'_> {
    /// Whether two pieces of source mean the same where the parameters `ours` stand for `theirs`.
    pub(crate) fn equivalent_text(
        &self,
        (a, ours): (Span, &TemplateParameters),
        (b, theirs): (Span, &TemplateParameters),
    ) -> bool {
        self.equivalent_in_signature((a, ours, &[]), (b, theirs, &[]))
    }

    /// The same of parts of the signatures of functions with parameters of their own ([temp.over.link]/6).
    pub(crate) fn equivalent_in_signature(
        &self,
        (a, ours, our_parameters): (Span, &TemplateParameters, &[DeclId]),
        (b, theirs, their_parameters): (Span, &TemplateParameters, &[DeclId]),
    ) -> bool {
        if a == b {
            return true;
        }
        let sources = self.unit.sources;
        let in_head = |params: &TemplateParameters, word: &str| {
            params
                .list
                .iter()
                .position(|param| param.name.is_some_and(|name| self.text(name) == word))
        };
        let in_signature = |parameters: &[DeclId], word: &str| {
            parameters.iter().position(|&decl| match &self.ast[decl].kind {
                DeclKind::Param(param) => {
                    param.name.is_some_and(|name| self.text(name.name) == word)
                }
                _ => false,
            })
        };
        let (mut a, mut b) = (words(sources.text(a)), words(sources.text(b)));
        loop {
            match (a.next(), b.next()) {
                (None, None) => return true,
                (Some(x), Some(y)) => {
                    let in_heads = (in_head(ours, x), in_head(theirs, y));
                    let in_signatures =
                        (in_signature(our_parameters, x), in_signature(their_parameters, y));
                    let same = match (in_heads, in_signatures) {
                        ((None, None), (None, None)) => x == y,
                        ((None, None), (x, y)) => x == y,
                        ((x, y), _) => x == y,
                    };
                    if !same {
                        return false;
                    }
                }
                (None, Some(_)) | (Some(_), None) => return false,
            }
        }
    }

    /// Whether two template arguments are equal or equivalent expressions.
    pub(crate) fn equivalent_arg(
        &self,
        (a, ours): (&TemplateArg, &TemplateParameters),
        (b, theirs): (&TemplateArg, &TemplateParameters),
    ) -> bool {
        if a == b {
            return true;
        }
        let span = |node: ExprNode| match node {
            ExprNode::Expr(expr) => ast_span(self.ast, expr),
            ExprNode::Name(name) => self.ast[name].span,
        };
        match (a, b) {
            (TemplateArg::Expr(a), TemplateArg::Expr(b)) => {
                self.equivalent_text((span(a.node), ours), (span(b.node), theirs))
            }
            (TemplateArg::Expansion(a), TemplateArg::Expansion(b)) => {
                self.equivalent_arg((a, ours), (b, theirs))
            }
            (TemplateArg::Pack(a), TemplateArg::Pack(b)) => {
                let (a, b) = (self.types.list(*a), self.types.list(*b));
                a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| self.equivalent_arg((a, ours), (b, theirs)))
            }
            _ => false,
        }
    }
}

fn ast_span(ast: &ast::Ast, expr: ast::ExprId) -> Span {
    ast[ast.strip_parens(expr)].span
}

/// The words and signs of a piece of source.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let end = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, left) = rest.split_at(end);
        rest = left;
        Some(word)
    })
}
