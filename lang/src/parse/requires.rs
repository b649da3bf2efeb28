//! Constraints: *requires-clause*s and *requires-expression*s. `[temp.pre]/9`, `[expr.prim.req]`

use super::codes;
use super::names::ScopeKind;
use super::parser::{BraceInit, Greater, Parser};
use super::qualified::{NameMode, NameUse};
use crate::ast::*;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// `requires C<T> && (e)`: only primary expressions joined by `&&` and `||`, since what
    /// follows is not set off by anything.
    pub fn parse_requires_clause(&mut self) -> ExprId {
        self.parse_clause_before(|p| p.at(TokenKind::LParen) || p.continues_constraint())
    }

    /// The same in front of the parameters of a lambda, whose `(` belongs to them.
    pub fn parse_requires_clause_of_lambda(&mut self) -> ExprId {
        self.parse_clause_before(Parser::continues_constraint)
    }

    /// A clause behind which there is an operator if `continues` holds.
    fn parse_clause_before(&mut self, continues: impl Fn(&Self) -> bool) -> ExprId {
        self.bump();
        let braces = std::mem::replace(&mut self.braces, BraceInit::StartsBody);
        let first = self.index();
        let mut e = self.parse_constraint_logical(BinaryOp::LogicalOr);
        if continues(self) {
            let at = self.span();
            let what = match self.kind() {
                TokenKind::LParen => "a call",
                _ => "an operator",
            };
            self.seek_index(first);
            e = self.report_bare_constraint(what, at);
        }
        self.braces = braces;
        e
    }

    /// Whether an operator stands behind a requires-clause that no declaration begins with.
    fn continues_constraint(&self) -> bool {
        use TokenKind as T;
        matches!(
            self.kind(),
            T::Gt
                | T::Lt
                | T::GtEq
                | T::LtEq
                | T::EqEq
                | T::NotEq
                | T::Plus
                | T::Minus
                | T::Star
                | T::Slash
                | T::Percent
                | T::Pipe
                | T::Caret
        ) && !(self.greater == Greater::ClosesList && self.at_greater())
    }

    /// `requires N > 0` and `requires f(N)`: reads the whole as the expression that is meant.
    fn report_bare_constraint(&mut self, what: &str, op: crate::base::Span) -> ExprId {
        let whole = self.parse_constraint_expr();
        let span = self.ast[whole].span;
        let at = |pos| crate::base::Span { lo: pos, hi: pos };
        let message = format!("{what} in a requires-clause must be in parentheses");
        let mut diagnostic = crate::base::Diagnostic::new(codes::EXPECTED_EXPRESSION, op, message);
        diagnostic.fixes.push(crate::base::Fix {
            title: "write parentheses around the condition, `requires (...)`".to_owned(),
            edits: vec![
                crate::base::Edit { span: at(span.lo), text: "(".to_owned() },
                crate::base::Edit { span: at(span.hi), text: ")".to_owned() },
            ],
            applicability: crate::base::Applicability::Maybe,
        });
        self.report(diagnostic);
        whole
    }

    fn parse_constraint_logical(&mut self, op: BinaryOp) -> ExprId {
        let operand = |p: &mut Self| match op {
            BinaryOp::LogicalOr => p.parse_constraint_logical(BinaryOp::LogicalAnd),
            _ => match p.deeper(Parser::parse_constraint_primary) {
                Some(e) => e,
                None => p.error_expr(),
            },
        };
        let token = match op {
            BinaryOp::LogicalOr => TokenKind::PipePipe,
            _ => TokenKind::AmpAmp,
        };
        let mut lhs = operand(self);
        while self.at(token) && self.grow() {
            let op_span = self.bump().span;
            let rhs = operand(self);
            let span = self.ast[lhs].span.to(self.ast[rhs].span);
            lhs = self.expr(ExprKind::Binary { op, op_span, lhs, rhs }, span);
        }
        lhs
    }

    fn parse_constraint_primary(&mut self) -> ExprId {
        if self.at(TokenKind::Bang) {
            let span = self.span();
            self.report(
                crate::base::Diagnostic::new(
                    codes::EXPECTED_EXPRESSION,
                    span,
                    "`!` in a requires-clause must be in parentheses",
                )
                .help("write `requires (!...)`"),
            );
            return self.parse_cast_expr();
        }
        self.parse_primary_expr()
    }

    /// *constraint-expression*: of a concept or a nested requirement.
    pub fn parse_constraint_expr(&mut self) -> ExprId {
        self.parse_binary_expr(BinaryOp::LogicalOr.precedence())
    }

    /// `requires (params) { requirements }`
    pub fn parse_requires_expr(&mut self) -> ExprId {
        use TokenKind as T;
        let start = self.bump().span;
        let outer = self.open_scope(ScopeKind::Block);
        let mut params = Vec::new();
        if self.at(T::LParen) {
            (params, _) = self.parse_parameters();
        }
        let open = self.index();
        let mut requirements = Vec::new();
        if self.expect(T::LBrace, "before the requirements") {
            requirements = self.bracketed(Parser::parse_requirements);
            self.expect_closing(open, T::RBrace, "after the requirements");
        }
        self.scope = outer;
        let span = self.span_from(start);
        self.expr(ExprKind::Requires(Box::new(RequiresExpr { params, requirements })), span)
    }

    fn parse_requirements(&mut self) -> Vec<Requirement> {
        use TokenKind as T;
        let mut requirements = Vec::new();
        while !matches!(self.kind(), T::RBrace | T::Eof) {
            let before = self.index();
            let start = self.span();
            let kind = self.parse_requirement();
            self.expect_semi("after the requirement");
            requirements.push(Requirement { kind, span: self.span_from(start) });
            if self.index() == before {
                self.bump();
            }
        }
        requirements
    }

    fn parse_requirement(&mut self) -> RequirementKind {
        use TokenKind as T;
        match self.kind() {
            T::KwRequires => {
                self.bump();
                RequirementKind::Nested(self.parse_constraint_expr())
            }
            T::KwTypename if self.at_type_requirement() => {
                RequirementKind::Type(self.parse_type_specifiers())
            }
            T::LBrace => {
                let open = self.index();
                self.bump();
                let expr = self.bracketed(Parser::parse_expr);
                self.expect_closing(open, T::RBrace, "after the expression");
                let noexcept = self.eat(T::KwNoexcept);
                let constraint = self.eat(T::Arrow).then(|| {
                    let span = self.span();
                    let concept = self.parse_name(NameUse::Type).node(self);
                    TypeConstraint { concept, span: self.span_from(span) }
                });
                RequirementKind::Compound { expr, noexcept, constraint }
            }
            _ => RequirementKind::Simple(self.parse_expr()),
        }
    }

    fn at_type_requirement(&mut self) -> bool {
        self.look_ahead(|p| {
            p.bump();
            p.name_path(NameUse::Type, NameMode::Skip).is_some() && p.at(TokenKind::Semi)
        })
    }
}
