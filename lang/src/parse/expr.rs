//! Expressions by precedence, from the comma down to postfix operators. `[expr]`

use super::codes;
use super::parser::{Greater, Parser};
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
        if self.at(TokenKind::KwCoYield) {
            return self.parse_coroutine_expr();
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
        let then = (!self.at(TokenKind::Colon)).then(|| self.parse_expr());
        self.greater = greater;
        self.expect(TokenKind::Colon, "between the branches of `?:`");
        let otherwise = self.parse_assignment_expr();
        let span = self.ast[cond].span.to(self.ast[otherwise].span);
        self.expr(ExprKind::Conditional { cond, then, otherwise }, span)
    }

    /// Operators of at least this precedence. Stops at the operator of a fold.
    pub fn parse_binary_expr(&mut self, min_precedence: u8) -> ExprId {
        let lhs = self.parse_cast_expr();
        self.parse_binary_tail(lhs, min_precedence)
    }

    /// The operators behind an operand, and their other operands.
    pub(super) fn parse_binary_tail(&mut self, mut lhs: ExprId, min_precedence: u8) -> ExprId {
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

    /// *postfix-expression*
    pub fn parse_postfix_expr(&mut self) -> ExprId {
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
}
