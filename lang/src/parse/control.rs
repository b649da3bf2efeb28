//! Branches, loops and handlers. `[stmt.select]`, `[stmt.iter]`, `[except.handle]`

use super::codes;
use super::names::{NameKind, ScopeKind};
use super::parser::Parser;
use super::probe::{Naming, Place};
use super::specifier::{DeclContext, SpecifierSet, Specifiers};
use crate::ast::*;
use crate::base::{Applicability, Diagnostic, Span};
use crate::lex::TokenKind;

impl Parser<'_> {
    /// `if`, `if constexpr`, `if consteval`, with its `else`
    pub fn parse_if(&mut self) -> StmtKind {
        use TokenKind as T;
        self.bump();
        let kind = match self.kind() {
            T::KwConstexpr => IfKind::Constexpr,
            T::KwConsteval => IfKind::Consteval,
            T::Bang if self.peek_kind(1) == T::KwConsteval => {
                self.bump();
                IfKind::NotConsteval
            }
            _ => IfKind::Plain,
        };
        if kind != IfKind::Plain {
            self.bump();
        }
        let outer = self.open_scope(ScopeKind::Block);
        let mut init = None;
        let mut cond = None;
        if matches!(kind, IfKind::Plain | IfKind::Constexpr) {
            (init, cond) = self.parse_if_head("after `if`");
        }
        let then = self.parse_substatement();
        let otherwise = self.eat(T::KwElse).then(|| self.parse_substatement());
        self.scope = outer;
        if cond.is_none() && matches!(kind, IfKind::Plain | IfKind::Constexpr) {
            return StmtKind::Error;
        }
        StmtKind::If(IfStmt { kind, init, cond, then, otherwise })
    }

    /// `(init; condition)`
    fn parse_if_head(&mut self, context: &str) -> (Option<StmtId>, Option<Condition>) {
        let open = self.index();
        if !self.expect(TokenKind::LParen, context) {
            self.skip_to_body();
            return (None, None);
        }
        let is_closed = self.brackets.closing(open).is_some();
        let has_init = is_closed && self.has_semi_before_close();
        let init = has_init.then(|| self.parse_init_statement());
        let cond = self.bracketed(Parser::parse_condition);
        self.expect_closing(open, TokenKind::RParen, "after the condition");
        (init, Some(cond))
    }

    /// Skips a head without parentheses, `if n > 3 {`, if a block follows it.
    fn skip_to_body(&mut self) {
        use TokenKind as T;
        let start = self.cursor();
        while !matches!(self.kind(), T::LBrace | T::Semi | T::RBrace | T::Eof) {
            if !matches!(self.kind(), T::LParen | T::LBracket) || !self.skip_group() {
                self.bump();
            }
        }
        if !self.at(T::LBrace) {
            self.seek(start);
        }
    }

    /// Whether a `;` comes before the `)` that closes the current level.
    fn has_semi_before_close(&mut self) -> bool {
        self.look_ahead(|p| {
            loop {
                match p.kind() {
                    TokenKind::Semi => return true,
                    TokenKind::RParen | TokenKind::RBrace | TokenKind::Eof => return false,
                    TokenKind::LParen | TokenKind::LBrace | TokenKind::LBracket => {
                        if !p.skip_group() {
                            return false;
                        }
                    }
                    _ => {
                        p.bump();
                    }
                }
            }
        })
    }

    /// *init-statement*, with its `;`
    fn parse_init_statement(&mut self) -> StmtId {
        let start = self.span();
        let attrs = self.parse_attributes();
        let kind = if self.eat(TokenKind::Semi) {
            StmtKind::Empty
        } else if self.at_declaration() {
            self.parse_declaration_statement(&attrs)
        } else {
            let e = self.parse_expr();
            self.expect_semi("after the init-statement");
            StmtKind::Expr(e)
        };
        let span = self.span_from(start);
        self.stmt(kind, span)
    }

    /// *condition*
    fn parse_condition(&mut self) -> Condition {
        if !self.at_condition_declaration() {
            return Condition::Expr(self.parse_expr());
        }
        let start = self.span();
        let set = SpecifierSet::Declaration(DeclContext::at(Place::Block));
        let found = self.parse_specifiers(set);
        if self.at_structured_binding() {
            return Condition::Decl(self.parse_structured_binding(found, start));
        }
        let id = self.parse_single_variable(found, start);
        if let DeclKind::Variable(variable) = &self.ast[id].kind
            && matches!(variable.init, Initializer::None)
        {
            self.error_expected(codes::EXPECTED_TOKEN, "`=` or `{` and the value of the condition");
        }
        Condition::Decl(id)
    }

    /// One variable with its initialiser, if it has one.
    fn parse_single_variable(&mut self, found: Specifiers, start: Span) -> DeclId {
        let base = self.required_type(&found);
        let declarator = self.parse_declarator(Naming::Required, Place::Block);
        let ty = self.apply_chunks(base, declarator.chunks);
        let name = match declarator.name {
            Some(name) => name.id,
            None => self.error_name(),
        };
        let ident = declarator.name.map(|name| self.simple_name(&name, "a variable of a function"));
        if let Some(Some(ident)) = ident {
            self.declare(ident.name, NameKind::Value, None);
        }
        let init = self.parse_initializer();
        let span = self.span_from(start);
        if let Some(None) = ident {
            return self.decl(DeclKind::Error, span);
        }
        let variable = VariableDecl { specs: found.specs, name, ty, init };
        let id = self.decl(DeclKind::Variable(variable), span);
        self.ast[id].attrs = found.attrs;
        self.ast[id].attrs.extend(declarator.attrs);
        id
    }

    /// The statement that a loop or branch governs: a scope of its own.
    fn parse_substatement(&mut self) -> StmtId {
        let outer = self.open_scope(ScopeKind::Block);
        let stmt = self.parse_statement();
        self.scope = outer;
        stmt
    }

    pub fn parse_switch(&mut self) -> StmtKind {
        self.bump();
        let outer = self.open_scope(ScopeKind::Block);
        let (init, cond) = self.parse_if_head("after `switch`");
        let body = self.parse_substatement();
        self.scope = outer;
        match cond {
            Some(cond) => StmtKind::Switch { init, cond, body },
            None => StmtKind::Error,
        }
    }

    pub fn parse_case(&mut self) -> StmtKind {
        self.bump();
        let value = self.parse_conditional_expr();
        let high = self.eat(TokenKind::Ellipsis).then(|| self.parse_conditional_expr());
        self.expect(TokenKind::Colon, "after the value of the `case`");
        StmtKind::Case { value, high, body: self.parse_labelled() }
    }

    pub fn parse_while(&mut self) -> StmtKind {
        self.bump();
        let outer = self.open_scope(ScopeKind::Block);
        let open = self.index();
        let cond = if self.expect(TokenKind::LParen, "after `while`") {
            let cond = self.bracketed(Parser::parse_condition);
            self.expect_closing(open, TokenKind::RParen, "after the condition");
            cond
        } else {
            self.skip_to_body();
            Condition::Expr(self.error_expr())
        };
        let body = self.parse_substatement();
        self.scope = outer;
        StmtKind::While { cond, body }
    }

    pub fn parse_do(&mut self) -> StmtKind {
        self.bump();
        let body = self.parse_substatement();
        if !self.eat(TokenKind::KwWhile) {
            self.error_missing(TokenKind::KwWhile, "after the body of `do`");
            return StmtKind::Error;
        }
        let cond = self.parse_parenthesized_expr("after `while`");
        self.expect_semi("after `do ... while`");
        StmtKind::DoWhile { body, cond }
    }

    pub fn parse_for(&mut self) -> StmtKind {
        self.bump();
        let outer = self.open_scope(ScopeKind::Block);
        let open = self.index();
        let kind = if self.expect(TokenKind::LParen, "after `for`") {
            match self.for_shape() {
                ForShape::Classic => self.parse_classic_for(open),
                ForShape::Range => self.parse_range_for(open, None),
                ForShape::RangeWithInit => {
                    let init = self.parse_init_statement();
                    self.parse_range_for(open, Some(init))
                }
            }
        } else {
            StmtKind::Error
        };
        self.scope = outer;
        kind
    }

    /// Which `for` this is: a `:` that belongs to no `?` makes it range-based.
    fn for_shape(&mut self) -> ForShape {
        use TokenKind as T;
        self.look_ahead(|p| {
            let mut n_semis = 0;
            let mut n_questions = 0;
            loop {
                match p.kind() {
                    T::Semi => {
                        n_semis += 1;
                        n_questions = 0;
                        p.bump();
                    }
                    T::Question => {
                        n_questions += 1;
                        p.bump();
                    }
                    T::Colon if n_questions == 0 => {
                        return match n_semis {
                            0 => ForShape::Range,
                            1 => ForShape::RangeWithInit,
                            _ => ForShape::Classic,
                        };
                    }
                    T::Colon => {
                        n_questions -= 1;
                        p.bump();
                    }
                    T::LParen | T::LBracket | T::LBrace => {
                        if !p.skip_group() {
                            return ForShape::Classic;
                        }
                    }
                    T::RParen | T::RBrace | T::Eof => return ForShape::Classic,
                    _ => {
                        p.bump();
                    }
                }
            }
        })
    }

    fn parse_classic_for(&mut self, open: u32) -> StmtKind {
        use TokenKind as T;
        let n_diagnostics = self.n_diagnostics();
        let init = self.parse_init_statement();
        if self.n_diagnostics() > n_diagnostics && self.brackets.closing(open).is_some() {
            // The rest of the head would only repeat the mistake.
            self.suppress_error_here();
            self.expect_closing(open, T::RParen, "after the head of the `for`");
            let body = self.parse_substatement();
            return StmtKind::For { init, cond: None, step: None, body };
        }
        let cond = (!self.at(T::Semi) && !self.at(T::RParen))
            .then(|| self.bracketed(Parser::parse_condition));
        let mut step = None;
        if !self.eat(T::Semi) {
            self.error_missing(T::Semi, "after the condition of the `for`");
        }
        if !self.at(T::RParen) {
            step = Some(self.bracketed(Parser::parse_expr));
        }
        self.expect_closing(open, T::RParen, "after the head of the `for`");
        let body = self.parse_substatement();
        StmtKind::For { init, cond, step, body }
    }

    fn parse_range_for(&mut self, open: u32, init: Option<StmtId>) -> StmtKind {
        let start = self.span();
        let attrs = self.parse_attributes();
        let has_no_type = self.report_untyped_loop_variable();
        let set = SpecifierSet::Declaration(DeclContext::at(Place::Block));
        let found = self.parse_specifiers(set);
        if has_no_type {
            self.suppress_error_here();
        }
        let decl = if self.at_structured_binding() {
            self.parse_structured_binding(found, start)
        } else {
            self.parse_single_variable(found, start)
        };
        self.ast[decl].attrs.splice(0..0, attrs);
        self.expect(TokenKind::Colon, "before the range of the `for`");
        let range = self.bracketed(Parser::parse_initializer_clause);
        self.expect_closing(open, TokenKind::RParen, "after the head of the `for`");
        let body = self.parse_substatement();
        StmtKind::RangeFor(RangeFor { init, decl, range, body })
    }

    /// `for (i : range)` declares no variable: a name alone would be a type.
    fn report_untyped_loop_variable(&mut self) -> bool {
        let token = self.token();
        if token.kind != TokenKind::Ident || self.peek_kind(1) != TokenKind::Colon {
            return false;
        }
        let name = self.interner.text(token.name);
        let message = format!("the loop variable `{name}` has no type");
        let at = Span { lo: token.span.lo, hi: token.span.lo };
        let diagnostic = Diagnostic::new(codes::EXPECTED_NAME, token.span, message)
            .label("a `for` over a range declares its variable")
            .fix(format!("write `auto {name}`"), Applicability::Maybe, at, "auto ");
        self.report(diagnostic);
        true
    }

    /// `catch (T x) { ... } catch (...) { ... }`
    pub fn parse_handlers(&mut self) -> Vec<Handler> {
        use TokenKind as T;
        let mut handlers = Vec::new();
        while self.at(T::KwCatch) {
            let start = self.bump().span;
            let outer = self.open_scope(ScopeKind::Block);
            let open = self.index();
            let mut param = None;
            if self.expect(T::LParen, "after `catch`") {
                if !self.eat(T::Ellipsis) {
                    param = Some(self.bracketed(Parser::parse_parameter));
                }
                self.expect_closing(open, T::RParen, "after the exception");
            }
            let body = if self.at(T::LBrace) {
                self.parse_compound_statement()
            } else {
                self.error_missing(T::LBrace, "before the handler");
                let span = self.span();
                self.stmt(StmtKind::Error, span)
            };
            self.scope = outer;
            handlers.push(Handler { param, body, span: self.span_from(start) });
        }
        if handlers.is_empty() {
            self.error_missing(T::KwCatch, "after the block of `try`");
        }
        handlers
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ForShape {
    Classic,
    Range,
    RangeWithInit,
}
