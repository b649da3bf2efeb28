//! The argument clause of `[[cutile::hint(0, latency = 3)]]`, section 2.16 of the Tile C++
//! reference.
//!
//! In: the cursor at the `(`. Out: [`HintAttribute`]. The clause is LALR over whole expressions:
//! `hint.lalrpop` is its grammar, and [`Clause`] hands it the terminals, reading an expression of
//! C++ wherever one has to stand.

use lalrpop_util::{ParseError, lalrpop_mod};

use super::codes;
use super::parser::Parser;
use crate::ast::*;
use crate::base::{Applicability, Diagnostic, Span};
use crate::lex::TokenKind;

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, rust_2018_idioms, unused)]
    grammar,
    "/parse/hint.rs"
);

/// What the grammar sees.
#[derive(Clone, Copy, Debug)]
pub(super) enum Terminal {
    Expression(ExprId),
    Word(Ident),
    Comma,
    Equals,
    /// A token that no clause has here.
    Other,
}

/// The terminals from the cursor to the closing parenthesis.
struct Clause<'p, 'a> {
    parser: &'p mut Parser<'a>,
    /// An expression is next: at the beginning, and after `=`.
    expects_expression: bool,
    /// The first expression.
    arch: Option<ExprId>,
}

impl Iterator for Clause<'_, '_> {
    type Item = Result<(u32, Terminal, u32), ()>;

    fn next(&mut self) -> Option<Self::Item> {
        use TokenKind as T;
        let p = &mut *self.parser;
        if matches!(p.kind(), T::RParen | T::Eof) {
            return None;
        }
        let start = p.index();
        let expects_expression = std::mem::replace(&mut self.expects_expression, false);
        let terminal = if expects_expression {
            let expression = p.bracketed(Parser::parse_conditional_expr);
            self.arch.get_or_insert(expression);
            Terminal::Expression(expression)
        } else {
            match p.kind() {
                T::Comma => Terminal::Comma,
                T::Eq => {
                    self.expects_expression = true;
                    Terminal::Equals
                }
                T::Ident => {
                    let token = p.token();
                    Terminal::Word(Ident { name: token.name, span: token.span })
                }
                // The grammar refuses it; it stays for what is said about it.
                _ => return Some(Ok((start, Terminal::Other, start))),
            }
        };
        if !expects_expression {
            p.bump();
        }
        Some(Ok((start, terminal, p.index())))
    }
}

impl Parser<'_> {
    /// `(arch, kind = value, ...)`; what is malformed has no items.
    pub(super) fn parse_hint(&mut self) -> Option<HintAttribute> {
        let open = self.index();
        self.bump();
        let mut clause = Clause { parser: self, expects_expression: true, arch: None };
        let parsed = grammar::ClauseParser::new().parse(&mut clause);
        let arch = clause.arch;
        match parsed {
            Ok((arch, items)) => {
                self.expect_closing(open, TokenKind::RParen, "after the hint");
                Some(HintAttribute { arch, items, is_pack_expansion: false })
            }
            Err(error) => {
                self.report_hint(&error, arch);
                let close = self.brackets.closing(open);
                self.seek_index(close.map_or(self.index(), |close| close + 1));
                arch.map(|arch| HintAttribute { arch, items: Vec::new(), is_pack_expansion: false })
            }
        }
    }

    /// `arch` is the first expression: where `=` follows it, the architecture was left out.
    fn report_hint(&mut self, error: &ParseError<u32, Terminal, ()>, arch: Option<ExprId>) {
        if let ParseError::UnrecognizedToken { token: (start, ..), .. } = error {
            self.seek_index(*start);
        }
        let span = self.span();
        if let Some(kind) = arch.filter(|_| self.at(TokenKind::Eq)).map(|arch| self.ast[arch].span)
        {
            let message = "the hint has no architecture, which comes first";
            let at = Span { lo: kind.lo, hi: kind.lo };
            let diagnostic = Diagnostic::new(codes::BAD_ATTRIBUTE, kind, message)
                .label("the kind of a hint is the second")
                .fix(
                    "write `0, ` before it: 0 stands for all architectures",
                    Applicability::Maybe,
                    at,
                    "0, ",
                );
            return self.report(diagnostic);
        }
        let found = self.describe_token();
        let message = format!("expected the kind of a hint, found {found}");
        self.report(
            Diagnostic::new(codes::BAD_ATTRIBUTE, span, message)
                .help("a hint reads `cutile::hint(0, latency = 3)`"),
        );
    }
}
