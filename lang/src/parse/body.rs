//! Bodies of functions: skipped where they stand, parsed when they are needed.
//! `[dcl.fct.def]`, `[class.base.init]`

use super::codes;
use super::parser::Parser;
use super::qualified::{NameMode, NameUse};
use crate::ast::*;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// `= 0`, `= default`, `= delete`, a body, or nothing; the `;` is the caller's.
    pub fn parse_function_tail(&mut self, scope: ScopeId, virt: &mut VirtSpecs) -> FunctionBody {
        use TokenKind as T;
        match self.kind() {
            T::Eq => {
                self.bump();
                match self.kind() {
                    T::KwDefault => {
                        self.bump();
                        FunctionBody::Defaulted
                    }
                    T::KwDelete => {
                        self.bump();
                        if self.at(T::LParen) {
                            self.skip_group();
                        }
                        FunctionBody::Deleted
                    }
                    T::IntLit => {
                        self.bump();
                        virt.insert(VirtSpecs::PURE);
                        FunctionBody::None
                    }
                    _ => {
                        self.error_expected(
                            codes::EXPECTED_TOKEN,
                            "`default`, `delete` or `0` after the `=` of a function",
                        );
                        self.skip_to_list_separator();
                        FunctionBody::None
                    }
                }
            }
            T::LBrace | T::Colon | T::KwTry => {
                let start = self.span();
                let first = self.index();
                self.skip_function_body();
                let tokens = self.range_from(first);
                let span = self.span_from(start);
                let (depth, state) = (self.depth(), BodyState::Unparsed);
                let body = Body { tokens, scope, depth, state, span };
                FunctionBody::Definition(self.ast.bodies.push(body))
            }
            _ => FunctionBody::None,
        }
    }

    /// `asm("symbol")` behind a declarator.
    pub fn skip_asm_label(&mut self) -> bool {
        let is_asm = self.at(TokenKind::KwAsm)
            || self.at_word(self.words.asm)
            || self.at_word(self.words.asm_short);
        if !is_asm || self.peek_kind(1) != TokenKind::LParen {
            return false;
        }
        self.bump();
        self.skip_group() || !self.bump().kind.is_keyword()
    }

    /// Moves over *ctor-initializer*, body and handlers.
    fn skip_function_body(&mut self) {
        use TokenKind as T;
        let is_try = self.eat(T::KwTry);
        if self.eat(T::Colon) {
            self.skip_mem_initializers();
        }
        if !self.at(T::LBrace) {
            self.error_expected(codes::EXPECTED_TOKEN, "the `{` of the function's body");
            self.skip_to_end_of_construct();
            return;
        }
        self.skip_block();
        while is_try && self.at(T::KwCatch) {
            self.bump();
            if self.at(T::LParen) {
                self.skip_group();
            }
            if !self.at(T::LBrace) {
                return;
            }
            self.skip_block();
        }
    }

    /// Moves over `{ ... }`. When it is never closed, which is reported, moves to the next
    /// function or else to the end.
    fn skip_block(&mut self) {
        let open = self.index();
        if !self.skip_group() {
            let end = self.brackets.end_of_unclosed(open).unwrap_or(self.end);
            self.seek_index(end.max(open + 1));
        }
    }

    fn skip_mem_initializers(&mut self) {
        use TokenKind as T;
        loop {
            if self.name_path(NameUse::Type, NameMode::Skip).is_none() {
                return;
            }
            match self.kind() {
                T::LParen | T::LBrace => {
                    if !self.skip_group() {
                        return;
                    }
                }
                _ => return,
            }
            self.eat(T::Ellipsis);
            if !self.eat(T::Comma) {
                return;
            }
        }
    }

    /// A function's body from its `:`, `try` or `{` on.
    pub fn parse_function_body(&mut self) -> ParsedBody {
        use TokenKind as T;
        let start = self.span();
        let is_try = self.eat(T::KwTry);
        let mut inits = Vec::new();
        if self.eat(T::Colon) {
            loop {
                let before = self.index();
                inits.push(self.parse_mem_initializer());
                if !self.eat(T::Comma) || self.index() == before {
                    break;
                }
            }
        }
        if !self.at(T::LBrace) {
            self.error_expected(codes::EXPECTED_TOKEN, "the `{` of the function's body");
            while !matches!(self.kind(), T::LBrace | T::Eof) {
                self.bump();
            }
        }
        if !self.at(T::LBrace) {
            let span = self.span();
            let block = self.stmt(StmtKind::Error, span);
            return ParsedBody { inits, block };
        }
        let mut block = self.parse_compound_statement();
        if is_try {
            let handlers = self.parse_handlers();
            let span = self.span_from(start);
            block = self.stmt(StmtKind::Try { body: block, handlers }, span);
        }
        ParsedBody { inits, block }
    }

    /// *mem-initializer*
    fn parse_mem_initializer(&mut self) -> MemInit {
        let start = self.span();
        let target = self.parse_name(NameUse::Type).node(self);
        let init = match self.kind() {
            TokenKind::LParen => self.parse_paren_initializer(),
            TokenKind::LBrace => Initializer::List(self.parse_init_list()),
            _ => {
                self.error_expected(
                    codes::EXPECTED_TOKEN,
                    "`(` or `{` after the name of a member or base",
                );
                self.skip_to_list_separator();
                let span = self.span();
                Initializer::Paren { args: Vec::new(), span }
            }
        };
        let is_pack_expansion = self.eat(TokenKind::Ellipsis);
        MemInit { target, init, is_pack_expansion, span: self.span_from(start) }
    }
}
