//! Prefix operators, C-style casts, `sizeof`, `new` and `delete`. `[expr.unary]`, `[expr.cast]`

use super::codes;
use super::parser::Parser;
use super::probe::Certainty;
use super::specifier::is_builtin_word;
use crate::ast::*;

use crate::lex::TokenKind;

impl Parser<'_> {
    /// *cast-expression* and *unary-expression*: the operands of binary operators, whose level of
    /// nesting the expression around them has counted.
    pub fn parse_cast_expr(&mut self) -> ExprId {
        self.beside(Parser::parse_cast_here)
    }

    /// The *cast-expression* behind a prefix operator, a level deeper than that.
    pub fn parse_operand(&mut self) -> ExprId {
        match self.deeper(Parser::parse_cast_here) {
            Some(e) => e,
            None => self.error_expr(),
        }
    }

    fn parse_cast_here(&mut self) -> ExprId {
        use TokenKind as T;
        let start = self.span();
        let op = match self.kind() {
            T::LParen if self.at_c_style_cast() => return self.parse_c_style_cast(),
            T::Plus => UnaryOp::Plus,
            T::Minus => UnaryOp::Minus,
            T::Bang => UnaryOp::Not,
            T::Tilde => UnaryOp::BitNot,
            T::Star => UnaryOp::Deref,
            T::Amp => UnaryOp::AddressOf,
            T::PlusPlus => UnaryOp::PreIncrement,
            T::MinusMinus => UnaryOp::PreDecrement,
            T::KwSizeof => return self.parse_sizeof(),
            T::KwAlignof => {
                self.bump();
                let operand = self.parse_parenthesized_type_or_expr("after `alignof`");
                let span = self.span_from(start);
                return self.expr(ExprKind::Alignof(operand), span);
            }
            T::KwNoexcept => {
                self.bump();
                let operand = self.parse_parenthesized_expr("after `noexcept`");
                let span = self.span_from(start);
                return self.expr(ExprKind::Noexcept(operand), span);
            }
            T::KwCoAwait => return self.parse_coroutine_expr(),
            T::KwNew | T::KwDelete => return self.parse_new_or_delete(),
            T::ColonColon if matches!(self.peek_kind(1), T::KwNew | T::KwDelete) => {
                return self.parse_new_or_delete();
            }
            _ => return self.parse_postfix_expr(),
        };
        self.bump();
        let operand = self.parse_operand();
        let span = self.span_from(start);
        self.expr(ExprKind::Unary { op, operand }, span)
    }

    /// Whether the `(` at the cursor starts a cast. `[dcl.ambig.res]`: what could be a type-id is
    /// one; a name that is declared nowhere is one if only an operand can follow.
    fn at_c_style_cast(&mut self) -> bool {
        self.look_ahead(|p| {
            let Some(close) = p.closing() else { return false };
            p.bump();
            let certainty = p.type_id_before_paren();
            p.seek_index(close + 1);
            match certainty {
                Certainty::No => false,
                // `(T())` without an operand is a value in parentheses.
                Certainty::Yes => p.operand_start().is_some(),
                Certainty::Maybe | Certainty::Dependent => {
                    p.operand_start() == Some(OperandStart::Plain)
                }
            }
        })
    }

    /// Whether the token at the cursor can start an operand.
    fn operand_start(&self) -> Option<OperandStart> {
        use TokenKind as T;
        let kind = self.kind();
        match kind {
            T::Plus
            | T::Minus
            | T::Star
            | T::Amp
            | T::AmpAmp
            | T::LParen
            | T::LBracket
            | T::PlusPlus
            | T::MinusMinus
            | T::LBrace
            | T::ColonColon => Some(OperandStart::AlsoOperator),
            T::Ident
            | T::Bang
            | T::Tilde
            | T::KwThis
            | T::KwSizeof
            | T::KwAlignof
            | T::KwTrue
            | T::KwFalse
            | T::KwNullptr
            | T::KwStaticCast
            | T::KwConstCast
            | T::KwReinterpretCast
            | T::KwDynamicCast
            | T::KwNew
            | T::KwDelete
            | T::KwNoexcept
            | T::KwTypeid
            | T::KwTypename
            | T::KwDecltype
            | T::KwOperator
            | T::KwRequires
            | T::KwThrow
            | T::KwAuto => Some(OperandStart::Plain),
            _ if kind.is_literal() || is_builtin_word(kind) => Some(OperandStart::Plain),
            _ => None,
        }
    }

    fn parse_c_style_cast(&mut self) -> ExprId {
        let start = self.span();
        let open = self.index();
        self.bump();
        let ty = self.bracketed(Parser::parse_type_id);
        self.expect_closing(open, TokenKind::RParen, "after the type of the cast");
        if self.at(TokenKind::LBrace) {
            // GNU's compound literal `(T){...}` is `T{...}`.
            let init = Initializer::List(self.parse_init_list());
            let span = self.span_from(start);
            return self.expr(ExprKind::Construct { ty, init }, span);
        }
        let operand = self.parse_operand();
        let span = self.span_from(start);
        self.expr(ExprKind::CStyleCast { ty, operand }, span)
    }

    fn parse_sizeof(&mut self) -> ExprId {
        let start = self.bump().span;
        if self.eat(TokenKind::Ellipsis) {
            let open = self.index();
            let mut kind = ExprKind::Error;
            if self.expect(TokenKind::LParen, "after `sizeof...`") {
                if let Some(ident) = self.expect_ident("the name of a pack") {
                    kind = ExprKind::SizeofPack(ident);
                }
                self.expect_closing(open, TokenKind::RParen, "after the name of the pack");
            }
            let span = self.span_from(start);
            return self.expr(kind, span);
        }
        let is_type = self.at(TokenKind::LParen)
            && self.look_ahead(|p| {
                p.bump();
                p.type_id_before_paren() == Certainty::Yes
            });
        let operand = if is_type {
            self.parse_parenthesized_type_or_expr("after `sizeof`")
        } else {
            TypeOrExpr::Expr(self.parse_operand())
        };
        let span = self.span_from(start);
        self.expr(ExprKind::Sizeof(operand), span)
    }

    /// `(T)` or `(e)`.
    pub fn parse_parenthesized_type_or_expr(&mut self, context: &str) -> TypeOrExpr {
        let open = self.index();
        if !self.expect(TokenKind::LParen, context) {
            return TypeOrExpr::Expr(self.error_expr());
        }
        let operand = if self.type_id_before_paren() == Certainty::Yes {
            TypeOrExpr::Type(self.bracketed(Parser::parse_type_id))
        } else {
            TypeOrExpr::Expr(self.bracketed(Parser::parse_expr))
        };
        self.expect_closing(open, TokenKind::RParen, "after the operand");
        operand
    }

    /// `(e)` without a node for the parentheses.
    pub fn parse_parenthesized_expr(&mut self, context: &str) -> ExprId {
        let open = self.index();
        if !self.expect(TokenKind::LParen, context) {
            return self.error_expr();
        }
        // A list between braces is not an expression.
        if self.at(TokenKind::LBrace) {
            self.error_expected(codes::EXPECTED_EXPRESSION, "an expression");
        }
        let e = self.bracketed(Parser::parse_expr);
        self.expect_closing(open, TokenKind::RParen, "after the expression");
        e
    }

    /// `new (placement) T[n]{init}`, `delete[] p`
    fn parse_new_or_delete(&mut self) -> ExprId {
        use TokenKind as T;
        let start = self.span();
        let global = self.eat(T::ColonColon);
        if self.bump().kind == T::KwDelete {
            let array = self.at(T::LBracket) && self.peek_kind(1) == T::RBracket;
            if array {
                self.skip_group();
            }
            let operand = self.parse_operand();
            let span = self.span_from(start);
            return self.expr(ExprKind::Delete { global, array, operand }, span);
        }
        let at_type = |p: &mut Parser<'_>| {
            p.look_ahead(|p| {
                p.bump();
                p.type_id_before_paren() == Certainty::Yes
            })
        };
        let mut placement = Vec::new();
        if self.at(T::LParen) && !at_type(self) {
            placement = self.parse_call_args();
        }
        let ty = if self.at(T::LParen) {
            let open = self.index();
            self.bump();
            let ty = self.bracketed(Parser::parse_type_id);
            self.expect_closing(open, T::RParen, "after the type");
            ty
        } else {
            self.parse_new_type_id()
        };
        let init = match self.kind() {
            T::LParen => self.parse_paren_initializer(),
            T::LBrace => Initializer::List(self.parse_init_list()),
            _ => Initializer::None,
        };
        let span = self.span_from(start);
        self.expr(ExprKind::New(Box::new(NewExpr { global, placement, ty, init })), span)
    }
}

/// How a token starts an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OperandStart {
    /// It can do nothing else.
    Plain,
    /// Behind a value it would be an operator.
    AlsoOperator,
}
