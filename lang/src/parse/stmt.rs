//! Statements. `[stmt.stmt]`

use super::codes;
use super::names::ScopeKind;
use super::parser::Parser;
use super::probe::Place;
use super::specifier::DeclContext;
use crate::ast::*;
use crate::base::{Applicability, Diagnostic, Span};
use crate::lex::TokenKind;

impl Parser<'_> {
    /// `{ ... }` at the cursor, in a scope of its own.
    pub fn parse_compound_statement(&mut self) -> StmtId {
        let outer = self.open_scope(ScopeKind::Block);
        let block = match self.deeper(Parser::parse_compound_here) {
            Some(block) => block,
            None => {
                let span = self.span();
                self.stmt(StmtKind::Error, span)
            }
        };
        self.scope = outer;
        block
    }

    fn parse_compound_here(&mut self) -> StmtId {
        use TokenKind as T;
        let start = self.span();
        let open = self.index();
        self.bump();
        let mut stmts = Vec::new();
        while !matches!(self.kind(), T::RBrace | T::Eof) {
            let before = self.index();
            if self.at(T::KwElse) {
                self.report_else_behind(&stmts);
            }
            stmts.push(self.parse_statement());
            if self.index() == before && !matches!(self.kind(), T::RBrace | T::Eof) {
                self.bump();
            }
        }
        self.expect_closing(open, T::RBrace, "at the end of the block");
        let span = self.span_from(start);
        self.stmt(StmtKind::Compound(stmts), span)
    }

    /// `if (c); x = 1; else`: the `;` behind the condition is the statement of the `if`, which may be behind an `else`.
    fn report_else_behind(&mut self, stmts: &[StmtId]) {
        let [.., before, _] = stmts else { return };
        let mut before = *before;
        let then = loop {
            match &self.ast[before].kind {
                StmtKind::If(IfStmt { otherwise: Some(otherwise), .. }) => before = *otherwise,
                StmtKind::If(IfStmt { then, .. }) => break then,
                _ => return,
            }
        };
        let StmtKind::Empty = self.ast[*then].kind else { return };
        let semi = self.ast[*then].span;
        let diagnostic = Diagnostic::new(
            codes::MISPLACED_STATEMENT,
            self.span(),
            "`else` without an `if` before it",
        )
        .label("belongs to no `if`")
        .secondary(semi, "this `;` ends the `if`")
        .fix("remove the `;`", Applicability::Maybe, semi, "");
        self.report(diagnostic);
    }

    /// *statement*
    pub fn parse_statement(&mut self) -> StmtId {
        match self.deeper(Parser::parse_statement_here) {
            Some(stmt) => stmt,
            None => {
                let span = self.span();
                self.stmt(StmtKind::Error, span)
            }
        }
    }

    fn parse_statement_here(&mut self) -> StmtId {
        let pragmas = self.parse_loop_pragmas();
        let start = self.span();
        let attrs = self.parse_attributes();
        let kind = self.parse_statement_kind(&attrs);
        let span = self.span_from(start);
        let id = self.stmt(kind, span);
        // A declaration's attributes are with the declaration.
        if !matches!(self.ast[id].kind, StmtKind::Decl(_)) {
            self.ast[id].attrs = attrs;
        }
        self.ast[id].pragmas = pragmas;
        id
    }

    fn parse_statement_kind(&mut self, attrs: &[Attribute]) -> StmtKind {
        use TokenKind as T;
        match self.kind() {
            T::LBrace => {
                // The statement has counted this level of nesting.
                let outer = self.open_scope(ScopeKind::Block);
                let block = self.parse_compound_here();
                self.scope = outer;
                // The node around it would only repeat it.
                std::mem::replace(&mut self.ast[block].kind, StmtKind::Empty)
            }
            T::Semi => {
                self.bump();
                StmtKind::Empty
            }
            T::KwIf => self.parse_if(),
            T::KwSwitch => self.parse_switch(),
            T::KwCase => self.parse_case(),
            T::KwDefault if self.peek_kind(1) == T::Colon => {
                self.bump();
                self.bump();
                StmtKind::Default { body: self.parse_labelled() }
            }
            T::KwWhile => self.parse_while(),
            T::KwDo => self.parse_do(),
            T::KwFor => self.parse_for(),
            T::KwBreak => {
                self.bump();
                self.expect_semi("after `break`");
                StmtKind::Break
            }
            T::KwContinue => {
                self.bump();
                self.expect_semi("after `continue`");
                StmtKind::Continue
            }
            T::KwReturn => {
                self.bump();
                let value =
                    (!self.at(T::Semi) && !self.at(T::RBrace)).then(|| self.parse_returned());
                self.expect_semi("after `return`");
                StmtKind::Return(value)
            }
            T::KwGoto => {
                self.bump();
                if self.at(T::Star) {
                    return self.parse_computed_goto();
                }
                let label = self.expect_ident("a label");
                self.expect_semi("after `goto`");
                label.map_or(StmtKind::Error, StmtKind::Goto)
            }
            T::KwTry => {
                self.bump();
                if !self.at(T::LBrace) {
                    self.error_missing(T::LBrace, "after `try`");
                    return StmtKind::Error;
                }
                let body = self.parse_compound_statement();
                let handlers = self.parse_handlers();
                StmtKind::Try { body, handlers }
            }
            T::KwAsm => self.parse_asm(),
            T::KwElse => self.misplaced("`else` without an `if` before it"),
            T::KwCatch => {
                let kind = self.misplaced("`catch` without a `try` before it");
                if self.at(T::LParen) {
                    self.skip_group();
                }
                if self.at(T::LBrace) {
                    self.skip_group();
                }
                kind
            }
            T::KwCoReturn => self.parse_coroutine_statement(),
            T::KwPublic | T::KwPrivate | T::KwProtected if self.peek_kind(1) == T::Colon => {
                self.misplaced("an access specifier outside of a class")
            }
            T::Ident if self.peek_kind(1) == T::Colon => {
                let token = self.bump();
                self.bump();
                let label = Ident { name: token.name, span: token.span };
                StmtKind::Label { label, body: self.parse_labelled() }
            }
            T::Ident if self.at_word(self.words.asm) || self.at_word(self.words.asm_short) => {
                self.parse_asm()
            }
            T::Ident if self.misspelt_specifier().is_some() => {
                self.parse_declaration_statement(attrs)
            }
            T::Ident if self.report_misspelt_statement() => StmtKind::Error,
            _ if self.at_declaration() => self.parse_declaration_statement(attrs),
            _ => {
                let e = self.parse_expr();
                self.expect_semi("after the expression");
                StmtKind::Expr(e)
            }
        }
    }

    /// What a label stands before; a label may end a block since C++23 and in practice before.
    pub fn parse_labelled(&mut self) -> StmtId {
        if self.at(TokenKind::RBrace) {
            let span = self.span();
            return self.stmt(StmtKind::Empty, Span::new(span.lo, span.lo));
        }
        self.parse_statement()
    }

    fn misplaced(&mut self, message: &str) -> StmtKind {
        let span = self.span();
        self.error(codes::MISPLACED_STATEMENT, span, message);
        self.bump();
        StmtKind::Error
    }

    fn parse_returned(&mut self) -> ExprId {
        if self.at(TokenKind::LBrace) { self.parse_init_list() } else { self.parse_expr() }
    }

    fn parse_asm(&mut self) -> StmtKind {
        let first = self.index();
        self.skip_to_end_of_construct();
        StmtKind::Asm(self.range_from(first))
    }

    /// `whlie (x) {`, `retrun 5;`: an unknown word one typing error from a keyword, followed by
    /// what makes no statement. Reports it and skips the statement.
    fn report_misspelt_statement(&mut self) -> bool {
        use TokenKind as T;
        let token = self.token();
        let next = self.peek(1);
        let is_odd = match next.kind {
            T::LParen => self.look_ahead(|p| {
                p.bump();
                p.skip_group()
                    && (p.at(T::LBrace) || p.kind().is_word() && !p.token().starts_line())
            }),
            T::LBrace => false,
            kind => kind.is_literal() || kind.is_word() && !next.starts_line(),
        };
        if !is_odd || self.names.lookup(token.name, self.scope, self.index()).is_some() {
            return false;
        }
        let Some((keyword, _)) = self.misspelt_keyword(token.name) else { return false };
        self.report(self.not_declared(token, keyword));
        self.skip_to_end_of_construct();
        true
    }

    pub fn parse_declaration_statement(&mut self, attrs: &[Attribute]) -> StmtKind {
        let before = self.index();
        let mut decls = Vec::new();
        self.parse_declaration(DeclContext::at(Place::Block), &mut decls);
        if self.index() == before {
            self.bump();
            self.skip_to_end_of_construct();
        }
        for &id in &decls {
            self.ast[id].attrs.splice(0..0, attrs.iter().cloned());
        }
        StmtKind::Decl(decls)
    }

    fn parse_loop_pragmas(&mut self) -> Vec<LoopPragma> {
        let mut pragmas = Vec::new();
        while self.at(TokenKind::PragmaStart) {
            let start = self.span();
            self.bump();
            let kind = if self.at_word(self.words.unroll) {
                self.bump();
                let factor = (!matches!(self.kind(), TokenKind::PragmaEnd | TokenKind::Eof))
                    .then(|| self.parse_conditional_expr());
                Some(LoopPragmaKind::Unroll { factor })
            } else if self.at_word(self.words.nounroll) {
                self.bump();
                Some(LoopPragmaKind::NoUnroll)
            } else {
                None
            };
            if let Some(kind) = kind {
                pragmas.push(LoopPragma { kind, span: self.span_from(start) });
            }
            while !matches!(self.kind(), TokenKind::PragmaEnd | TokenKind::Eof) {
                self.bump();
            }
            self.eat(TokenKind::PragmaEnd);
        }
        pragmas
    }
}
