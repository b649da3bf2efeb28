//! Expressions by precedence, from the comma down to postfix operators. `[expr]`

use super::codes;
use super::parser::{Greater, Parser};
use super::probe::Certainty;
use super::qualified::NameUse;
use crate::ast::*;
use crate::lex::TokenKind;

/// The operator of a token in a binary expression.
pub(super) fn binary_op(kind: TokenKind) -> Option<BinaryOp> {
    use TokenKind as T;
    Some(match kind {
        T::PipePipe => BinaryOp::LogicalOr,
        T::AmpAmp => BinaryOp::LogicalAnd,
        T::Pipe => BinaryOp::BitOr,
        T::Caret => BinaryOp::BitXor,
        T::Amp => BinaryOp::BitAnd,
        T::EqEq => BinaryOp::Equal,
        T::NotEq => BinaryOp::NotEqual,
        T::Lt => BinaryOp::Less,
        T::Gt => BinaryOp::Greater,
        T::LtEq => BinaryOp::LessEqual,
        T::GtEq => BinaryOp::GreaterEqual,
        T::Spaceship => BinaryOp::Spaceship,
        T::Shl => BinaryOp::Shl,
        T::Shr => BinaryOp::Shr,
        T::Plus => BinaryOp::Add,
        T::Minus => BinaryOp::Sub,
        T::Star => BinaryOp::Mul,
        T::Slash => BinaryOp::Div,
        T::Percent => BinaryOp::Rem,
        T::DotStar => BinaryOp::MemberPointer,
        T::ArrowStar => BinaryOp::ArrowMemberPointer,
        _ => return None,
    })
}

/// The operator of `+=` and friends; `Some(None)` for `=`.
pub(super) fn assign_op(kind: TokenKind) -> Option<Option<BinaryOp>> {
    use TokenKind as T;
    Some(match kind {
        T::Eq => None,
        T::PlusEq => Some(BinaryOp::Add),
        T::MinusEq => Some(BinaryOp::Sub),
        T::StarEq => Some(BinaryOp::Mul),
        T::SlashEq => Some(BinaryOp::Div),
        T::PercentEq => Some(BinaryOp::Rem),
        T::CaretEq => Some(BinaryOp::BitXor),
        T::AmpEq => Some(BinaryOp::BitAnd),
        T::PipeEq => Some(BinaryOp::BitOr),
        T::ShlEq => Some(BinaryOp::Shl),
        T::ShrEq => Some(BinaryOp::Shr),
        _ => return None,
    })
}

impl Parser<'_> {
    /// *expression*
    pub fn parse_expr(&mut self) -> ExprId {
        let mut lhs = self.parse_assignment_expr();
        while self.at(TokenKind::Comma) && self.peek_kind(1) != TokenKind::Ellipsis {
            if !self.grow() {
                break;
            }
            let op_span = self.bump().span;
            let rhs = self.parse_assignment_expr();
            lhs = self.binary(BinaryOp::Comma, op_span, lhs, rhs);
        }
        lhs
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        op_span: crate::base::Span,
        lhs: ExprId,
        rhs: ExprId,
    ) -> ExprId {
        let span = self.ast[lhs].span.to(self.ast[rhs].span);
        self.expr(ExprKind::Binary { op, op_span, lhs, rhs }, span)
    }

    /// *assignment-expression*
    pub fn parse_assignment_expr(&mut self) -> ExprId {
        match self.deeper(Parser::parse_assignment_here) {
            Some(e) => e,
            None => self.error_expr(),
        }
    }

    fn parse_assignment_here(&mut self) -> ExprId {
        if self.at(TokenKind::KwThrow) {
            return self.parse_throw();
        }
        if matches!(self.kind(), TokenKind::KwCoYield | TokenKind::KwCoAwait) {
            self.error_expected(codes::UNSUPPORTED_SYNTAX, "an expression without coroutines");
            self.bump();
        }
        let lhs = self.parse_conditional_expr();
        let Some(op) = assign_op(self.kind()) else { return lhs };
        if self.peek_kind(1) == TokenKind::Ellipsis {
            return lhs;
        }
        let op_span = self.bump().span;
        let rhs = self.parse_initializer_clause();
        let span = self.ast[lhs].span.to(self.ast[rhs].span);
        self.expr(ExprKind::Assign { op, op_span, lhs, rhs }, span)
    }

    fn parse_throw(&mut self) -> ExprId {
        use TokenKind as T;
        let start = self.bump().span;
        let is_bare =
            matches!(self.kind(), T::Semi | T::RParen | T::Colon | T::Comma | T::RBrace | T::Eof);
        let operand = (!is_bare).then(|| self.parse_assignment_expr());
        let span = self.span_from(start);
        self.expr(ExprKind::Throw(operand), span)
    }

    /// *conditional-expression*, which is also the *constant-expression*
    pub fn parse_conditional_expr(&mut self) -> ExprId {
        let cond = self.parse_binary_expr(BinaryOp::LogicalOr.precedence());
        if !self.at(TokenKind::Question) {
            return cond;
        }
        self.bump();
        let greater = std::mem::replace(&mut self.greater, Greater::Operator);
        let then = match self.deeper(Parser::parse_expr) {
            Some(then) => then,
            None => self.error_expr(),
        };
        self.greater = greater;
        self.expect(TokenKind::Colon, "between the branches of `?:`");
        let otherwise = self.parse_assignment_expr();
        let span = self.ast[cond].span.to(self.ast[otherwise].span);
        self.expr(ExprKind::Conditional { cond, then, otherwise }, span)
    }

    /// Operators of at least this precedence. Stops at the operator of a fold.
    pub fn parse_binary_expr(&mut self, min_precedence: u8) -> ExprId {
        let mut lhs = self.parse_cast_expr();
        loop {
            if self.greater == Greater::ClosesList && self.at_greater() {
                return lhs;
            }
            let Some(op) = binary_op(self.kind()) else { return lhs };
            if op.precedence() < min_precedence || self.peek_kind(1) == TokenKind::Ellipsis {
                return lhs;
            }
            if !self.grow() {
                return lhs;
            }
            let op_span = self.bump().span;
            let rhs = self.parse_binary_expr(op.precedence() + 1);
            lhs = self.binary(op, op_span, lhs, rhs);
        }
    }

    /// *cast-expression* and *unary-expression*
    pub fn parse_cast_expr(&mut self) -> ExprId {
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
            T::KwNew | T::KwDelete => return self.parse_new_or_delete(),
            T::ColonColon if matches!(self.peek_kind(1), T::KwNew | T::KwDelete) => {
                return self.parse_new_or_delete();
            }
            _ => return self.parse_postfix_expr(),
        };
        self.bump();
        let operand = self.parse_cast_expr();
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
            T::Plus | T::Minus | T::Star | T::Amp | T::AmpAmp | T::LParen | T::LBracket
            | T::PlusPlus | T::MinusMinus | T::LBrace | T::ColonColon => {
                Some(OperandStart::AlsoOperator)
            }
            T::Ident | T::Bang | T::Tilde | T::KwThis | T::KwSizeof | T::KwAlignof | T::KwTrue
            | T::KwFalse | T::KwNullptr | T::KwStaticCast | T::KwConstCast
            | T::KwReinterpretCast | T::KwDynamicCast | T::KwNew | T::KwDelete | T::KwNoexcept
            | T::KwTypeid | T::KwTypename | T::KwDecltype | T::KwOperator | T::KwRequires
            | T::KwThrow | T::KwVoid | T::KwBool | T::KwChar | T::KwChar8 | T::KwChar16
            | T::KwChar32 | T::KwWcharT | T::KwShort | T::KwInt | T::KwLong | T::KwSigned
            | T::KwUnsigned | T::KwFloat | T::KwDouble | T::KwInt128 | T::KwAuto => {
                Some(OperandStart::Plain)
            }
            _ if kind.is_literal() => Some(OperandStart::Plain),
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
        let operand = self.parse_cast_expr();
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
            TypeOrExpr::Expr(self.parse_cast_expr())
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
            let operand = self.parse_cast_expr();
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

    /// *postfix-expression*
    fn parse_postfix_expr(&mut self) -> ExprId {
        let e = self.parse_primary_expr();
        self.parse_postfix_operators(e)
    }

    fn parse_postfix_operators(&mut self, mut e: ExprId) -> ExprId {
        use TokenKind as T;
        loop {
            let start = self.ast[e].span;
            let kind = match self.kind() {
                T::LParen => {
                    let args = self.parse_call_args();
                    ExprKind::Call { callee: e, args }
                }
                T::LBracket if self.peek_kind(1) != T::LBracket => {
                    let indices = self.parse_subscript();
                    ExprKind::Subscript { object: e, indices }
                }
                T::Dot | T::Arrow => {
                    let arrow = self.bump().kind == T::Arrow;
                    let name = self.parse_name(NameUse::Member).node(self);
                    ExprKind::Member { object: e, arrow, name }
                }
                T::PlusPlus | T::MinusMinus => {
                    let op = if self.at(T::PlusPlus) {
                        UnaryOp::PostIncrement
                    } else {
                        UnaryOp::PostDecrement
                    };
                    self.bump();
                    ExprKind::Unary { op, operand: e }
                }
                T::Shl if self.at_launch() => self.parse_launch(e),
                _ => return e,
            };
            if !self.grow() {
                return e;
            }
            let span = self.span_from(start);
            e = self.expr(kind, span);
        }
    }

    /// Whether `<<` `<` at the cursor is the `<<<` of a kernel launch.
    fn at_launch(&self) -> bool {
        let next = self.peek(1);
        next.kind == TokenKind::Lt && self.token().touches(next)
    }

    /// `<<<grid, block>>>(args)`
    fn parse_launch(&mut self, callee: ExprId) -> ExprKind {
        self.bump();
        self.bump();
        let config = self.in_angles(|p| {
            let mut config = Vec::new();
            while !p.at_greater() && !p.at(TokenKind::Eof) {
                config.push(p.parse_list_item());
                if !p.eat(TokenKind::Comma) {
                    break;
                }
            }
            config
        });
        if !(self.eat_greater() && self.eat_greater() && self.eat_greater()) {
            self.error_expected(codes::EXPECTED_TOKEN, "`>>>` after the launch configuration");
            return ExprKind::Launch { callee, config, args: Vec::new() };
        }
        let mut args = Vec::new();
        if self.at(TokenKind::LParen) {
            args = self.parse_call_args();
        } else {
            self.error_missing(TokenKind::LParen, "after the launch configuration");
        }
        ExprKind::Launch { callee, config, args }
    }

    fn parse_subscript(&mut self) -> Vec<ExprId> {
        let open = self.index();
        self.bump();
        let indices = self.bracketed(|p| {
            let mut indices = Vec::new();
            if p.at(TokenKind::LBrace) {
                indices.push(p.parse_init_list());
            } else if !p.at(TokenKind::RBracket) {
                indices.push(p.parse_expr());
            }
            indices
        });
        self.expect_closing(open, TokenKind::RBracket, "after the index");
        indices
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
    fn parse_list_item(&mut self) -> ExprId {
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
                && (!designators.is_empty()
                    || self.look_ahead(|p| p.skip_group() && p.at(T::Eq)))
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
        if designators.is_empty() {
            return InitItem { designators, value: self.parse_list_item() };
        }
        if !self.at(T::LBrace) {
            self.expect(T::Eq, "after the designator");
        }
        InitItem { designators, value: self.parse_initializer_clause() }
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
