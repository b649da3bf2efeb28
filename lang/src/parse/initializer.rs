//! Initialisers and argument lists. `[dcl.init]`, `[expr.call]`

use super::codes;
use super::parser::Parser;
use crate::ast::*;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// `= e`, `(a, b)`, `{a, b}`, or nothing.
    pub fn parse_initializer(&mut self) -> Initializer {
        match self.kind() {
            TokenKind::Eq => {
                self.bump();
                Initializer::Copy(self.parse_initializer_clause())
            }
            TokenKind::LParen => self.parse_paren_initializer(),
            TokenKind::LBrace => Initializer::List(self.parse_init_list()),
            _ => Initializer::None,
        }
    }

    /// `(a, {b}, c...)`
    pub fn parse_call_args(&mut self) -> Vec<ExprId> {
        let open = self.index();
        self.bump();
        let args = self.bracketed(|p| p.parse_list_until(TokenKind::RParen));
        self.expect_closing(open, TokenKind::RParen, "after the arguments");
        args
    }

    pub fn parse_paren_initializer(&mut self) -> Initializer {
        let start = self.span();
        let args = self.parse_call_args();
        Initializer::Paren { args, span: self.span_from(start) }
    }

    /// *initializer-list* before a closing bracket.
    fn parse_list_until(&mut self, close: TokenKind) -> Vec<ExprId> {
        let mut items = Vec::new();
        while !self.at(close) && !self.at(TokenKind::Eof) {
            let before = self.index();
            items.push(self.parse_list_item());
            if self.eat(TokenKind::Comma) {
                continue;
            }
            if self.at(close) || matches!(self.kind(), TokenKind::Semi | TokenKind::RBrace) {
                break;
            }
            let text = close.text();
            self.error_expected(codes::EXPECTED_TOKEN, &format!("`,` or `{text}`"));
            self.skip_to_list_separator();
            if !self.eat(TokenKind::Comma) || self.index() == before {
                break;
            }
        }
        items
    }

    /// *initializer-clause* `...`(opt)
    pub fn parse_list_item(&mut self) -> ExprId {
        let e = self.parse_initializer_clause();
        if !self.at(TokenKind::Ellipsis) {
            return e;
        }
        self.bump();
        let span = self.span_from(self.ast[e].span);
        self.expr(ExprKind::PackExpansion(e), span)
    }

    /// *initializer-clause*
    pub fn parse_initializer_clause(&mut self) -> ExprId {
        if self.at(TokenKind::LBrace) {
            self.parse_init_list()
        } else {
            self.parse_assignment_expr()
        }
    }

    /// *braced-init-list*
    pub fn parse_init_list(&mut self) -> ExprId {
        match self.deeper(Parser::parse_init_list_here) {
            Some(e) => e,
            None => self.error_expr(),
        }
    }

    fn parse_init_list_here(&mut self) -> ExprId {
        use TokenKind as T;
        let start = self.span();
        let open = self.index();
        self.bump();
        let items = self.bracketed(|p| {
            let mut items = Vec::new();
            while !matches!(p.kind(), T::RBrace | T::Eof) {
                let before = p.index();
                items.push(p.parse_init_item());
                if p.eat(T::Comma) {
                    continue;
                }
                if p.at(T::RBrace) {
                    break;
                }
                p.error_expected(codes::EXPECTED_TOKEN, "`,` or `}` in the list");
                p.skip_to_list_separator();
                if !p.eat(T::Comma) || p.index() == before {
                    break;
                }
            }
            items
        });
        self.expect_closing(open, T::RBrace, "after the list");
        let span = self.span_from(start);
        self.expr(ExprKind::InitList(InitList { items }), span)
    }

    fn parse_init_item(&mut self) -> InitItem {
        use TokenKind as T;
        let mut designators = Vec::new();
        loop {
            if self.at(T::Dot) {
                self.bump();
                let Some(field) = self.expect_ident("the name of a member") else { break };
                designators.push(Designator::Field(field));
            } else if self.at(T::LBracket)
                && (!designators.is_empty() || self.look_ahead(|p| p.skip_group() && p.at(T::Eq)))
            {
                let open = self.index();
                self.bump();
                let index = self.bracketed(Parser::parse_conditional_expr);
                self.expect_closing(open, T::RBracket, "after the index");
                designators.push(Designator::Index(index));
            } else {
                break;
            }
        }
        if designators.is_empty() && self.at_old_designator() {
            designators.push(self.parse_old_designator());
            return InitItem { designators, value: self.parse_initializer_clause() };
        }
        if designators.is_empty() {
            return InitItem { designators, value: self.parse_list_item() };
        }
        if !self.at(T::LBrace) {
            self.expect(T::Eq, "after the designator");
        }
        InitItem { designators, value: self.parse_initializer_clause() }
    }
}
