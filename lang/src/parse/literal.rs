//! Literal tokens to values in the tree. `[lex.literal]`

use super::parser::Parser;
use crate::ast::*;
use crate::lex::literal::{self, Number};
use crate::lex::{Token, TokenKind};

impl Parser<'_> {
    /// A literal at the cursor; adjacent strings are one.
    pub fn parse_literal(&mut self) -> ExprId {
        match self.kind() {
            TokenKind::StringLit | TokenKind::UserDefinedString => self.parse_string(),
            TokenKind::CharLit | TokenKind::UserDefinedChar => self.parse_character(),
            _ => self.parse_number(),
        }
    }

    fn parse_number(&mut self) -> ExprId {
        let token = self.bump();
        let text = self.interner.text(token.name).to_owned();
        let number = match literal::number(&text) {
            Ok(number) => number,
            Err(error) => {
                self.report(error.diagnostic(token.span));
                return self.expr(ExprKind::Error, token.span);
            }
        };
        let (value, suffix) = match number {
            Number::Int(int) => {
                let value = IntegerLiteral { value: int.value, ty: int.ty };
                (Literal::Integer(value), int.ud_suffix)
            }
            Number::Float(float) => {
                let value = FloatingLiteral {
                    as_f64: float.as_f64,
                    as_f32: float.as_f32,
                    suffix: float.suffix,
                };
                (Literal::Floating(value), float.ud_suffix)
            }
        };
        self.finish_literal(token, &text, value, suffix)
    }

    fn parse_character(&mut self) -> ExprId {
        let token = self.bump();
        let text = self.interner.text(token.name).to_owned();
        match literal::character(&text) {
            Ok(character) => {
                let value = Literal::Character {
                    value: character.value,
                    encoding: character.encoding,
                    is_multicharacter: character.multicharacter,
                };
                self.finish_literal(token, &text, value, character.ud_suffix)
            }
            Err(error) => {
                self.report(error.diagnostic(token.span));
                self.expr(ExprKind::Error, token.span)
            }
        }
    }

    fn parse_string(&mut self) -> ExprId {
        let first = self.token();
        let mut texts = Vec::new();
        while matches!(self.kind(), TokenKind::StringLit | TokenKind::UserDefinedString) {
            let token = self.bump();
            texts.push(self.interner.text(token.name).to_owned());
        }
        let span = self.span_from(first.span);
        let spellings: Vec<&str> = texts.iter().map(String::as_str).collect();
        match literal::string(&spellings) {
            Ok(string) => {
                let value = Literal::String { units: string.units, encoding: string.encoding };
                let token = Token { span, ..first };
                self.finish_literal(token, "", value, string.ud_suffix)
            }
            Err(error) => {
                self.report(error.diagnostic(span));
                self.expr(ExprKind::Error, span)
            }
        }
    }

    fn finish_literal(
        &mut self,
        token: Token,
        text: &str,
        literal: Literal,
        suffix: Option<Box<str>>,
    ) -> ExprId {
        let span = token.span;
        let Some(suffix) = suffix else {
            return self.expr(ExprKind::Literal(literal), span);
        };
        let raw = text.strip_suffix(&*suffix).unwrap_or(text);
        let raw = self.interner.intern(raw);
        let suffix = Ident { name: self.interner.intern(&suffix), span };
        self.expr(ExprKind::UserLiteral(UserLiteral { literal, raw, suffix }), span)
    }
}
