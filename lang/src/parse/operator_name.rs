//! The names behind `operator`. `[over.oper]`, `[over.literal]`, `[class.conv.fct]`

use super::codes;
use super::parser::Parser;
use super::probe::Certainty;
use super::qualified::NameMode;
use crate::ast::*;
use crate::base::Span;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// `operator+`, `operator""_x`, `operator T`. `None` when nothing of that kind follows.
    pub fn operator_name(&mut self, mode: NameMode) -> Option<UnqualifiedId> {
        let keyword = self.bump();
        let token = self.token();
        if let Some(op) = self.overloaded_operator() {
            return Some(UnqualifiedId::Operator(op));
        }
        if matches!(token.kind, TokenKind::StringLit | TokenKind::UserDefinedString) {
            self.bump();
            let text = self.interner.text(token.name);
            let after_quotes = text.trim_start_matches('"').to_owned();
            if !after_quotes.is_empty() {
                let name = self.interner.intern(&after_quotes);
                let span = Span::new(token.span.lo.offset(2), token.span.hi);
                return Some(UnqualifiedId::Literal(Ident { name, span }));
            }
            // `operator "" _x`
            return match self.eat_ident() {
                Some(suffix) => Some(UnqualifiedId::Literal(suffix)),
                None => {
                    if mode == NameMode::Build {
                        self.error_expected(codes::EXPECTED_NAME, "the suffix of a literal");
                    }
                    Some(UnqualifiedId::Error)
                }
            };
        }
        match mode {
            NameMode::Build => {
                let ty = self.parse_conversion_type_id();
                if matches!(self.ast[ty].kind, TypeExprKind::Error) {
                    self.error(
                        codes::EXPECTED_NAME,
                        keyword.span,
                        "expected an operator or a type after `operator`",
                    );
                    return Some(UnqualifiedId::Error);
                }
                Some(UnqualifiedId::Conversion(ty))
            }
            NameMode::Skip => {
                let level = self.descend_quietly()?;
                let certainty = self.skip_type_specifiers();
                self.skip_pointer_operators();
                self.leave(level);
                (certainty != Certainty::No).then_some(UnqualifiedId::Error)
            }
        }
    }

    /// The operator symbol behind `operator`, consumed.
    fn overloaded_operator(&mut self) -> Option<OverloadedOperator> {
        use OverloadedOperator as Op;
        use TokenKind as T;
        let op = match self.kind() {
            T::LParen if self.peek_kind(1) == T::RParen => {
                self.bump();
                Op::Call
            }
            T::LBracket if self.peek_kind(1) == T::RBracket => {
                self.bump();
                Op::Subscript
            }
            T::KwNew | T::KwDelete => {
                let is_new = self.at(T::KwNew);
                if self.peek_kind(1) == T::LBracket && self.peek_kind(2) == T::RBracket {
                    self.bump();
                    self.bump();
                    if is_new { Op::NewArray } else { Op::DeleteArray }
                } else if is_new {
                    Op::New
                } else {
                    Op::Delete
                }
            }
            T::KwCoAwait => Op::CoAwait,
            T::Arrow => Op::Arrow,
            T::ArrowStar => Op::ArrowStar,
            T::Comma => Op::Comma,
            T::Bang => Op::Not,
            T::Tilde => Op::BitNot,
            T::Plus => Op::Plus,
            T::Minus => Op::Minus,
            T::Star => Op::Star,
            T::Slash => Op::Slash,
            T::Percent => Op::Percent,
            T::Caret => Op::Caret,
            T::Amp => Op::Amp,
            T::Pipe => Op::Pipe,
            T::Shl => Op::Shl,
            T::Shr => Op::Shr,
            T::Eq => Op::Assign,
            T::PlusEq => Op::PlusAssign,
            T::MinusEq => Op::MinusAssign,
            T::StarEq => Op::StarAssign,
            T::SlashEq => Op::SlashAssign,
            T::PercentEq => Op::PercentAssign,
            T::CaretEq => Op::CaretAssign,
            T::AmpEq => Op::AmpAssign,
            T::PipeEq => Op::PipeAssign,
            T::ShlEq => Op::ShlAssign,
            T::ShrEq => Op::ShrAssign,
            T::EqEq => Op::Equal,
            T::NotEq => Op::NotEqual,
            T::Lt => Op::Less,
            T::Gt => Op::Greater,
            T::LtEq => Op::LessEqual,
            T::GtEq => Op::GreaterEqual,
            T::Spaceship => Op::Spaceship,
            T::AmpAmp => Op::AndAnd,
            T::PipePipe => Op::OrOr,
            T::PlusPlus => Op::Increment,
            T::MinusMinus => Op::Decrement,
            _ => return None,
        };
        self.bump();
        Some(op)
    }
}
