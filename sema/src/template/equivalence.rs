//! Whether two dependent constructs are equivalent ([temp.over.link]/5, 6): the same tokens, but
//! for the names of template parameters, which may differ from one declaration to the next.

use lang::ast;
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
        if a == b {
            return true;
        }
        let sources = self.unit.sources;
        let position = |params: &TemplateParameters, word: &str| {
            params
                .list
                .iter()
                .position(|param| param.name.is_some_and(|name| self.text(name) == word))
        };
        let (mut a, mut b) = (words(sources.text(a)), words(sources.text(b)));
        loop {
            match (a.next(), b.next()) {
                (None, None) => return true,
                (Some(x), Some(y)) => {
                    let same = match (position(ours, x), position(theirs, y)) {
                        (None, None) => x == y,
                        (x, y) => x == y,
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
