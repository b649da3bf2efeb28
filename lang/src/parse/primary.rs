//! Primary expressions, casts with a name, functional casts, folds, intrinsics. `[expr.prim]`

use super::codes;
use super::expr::{assign_op, binary_op};
use super::parser::{BraceInit, Parser};
use super::qualified::{NameClass, NameUse};
use super::specifier::is_builtin_word;
use super::words::Intrinsic;
use crate::ast::*;
use crate::base::{Diagnostic, Span};
use crate::lex::TokenKind;

impl Parser<'_> {
    /// *primary-expression*, and the postfix expressions that do not start with one.
    pub fn parse_primary_expr(&mut self) -> ExprId {
        use TokenKind as T;
        let start = self.span();
        match self.kind() {
            T::IntLit
            | T::FloatLit
            | T::CharLit
            | T::StringLit
            | T::UserDefinedInt
            | T::UserDefinedFloat
            | T::UserDefinedChar
            | T::UserDefinedString
            | T::PpNumber => self.parse_literal(),
            T::KwTrue | T::KwFalse => {
                let value = self.bump().kind == T::KwTrue;
                self.expr(ExprKind::Literal(Literal::Bool(value)), start)
            }
            T::KwNullptr => {
                self.bump();
                self.expr(ExprKind::Literal(Literal::Nullptr), start)
            }
            T::KwThis => {
                self.bump();
                self.expr(ExprKind::This, start)
            }
            T::LParen => self.parse_paren_expr(),
            T::LBracket => self.parse_lambda(),
            T::KwRequires => self.parse_requires_expr(),
            T::KwStaticCast => self.parse_named_cast(NamedCast::Static),
            T::KwConstCast => self.parse_named_cast(NamedCast::Const),
            T::KwReinterpretCast => self.parse_named_cast(NamedCast::Reinterpret),
            T::KwDynamicCast => self.parse_named_cast(NamedCast::Dynamic),
            T::KwTypeid => {
                self.bump();
                let operand = self.parse_parenthesized_type_or_expr("after `typeid`");
                let span = self.span_from(start);
                self.expr(ExprKind::Typeid(operand), span)
            }
            T::KwTypename => self.parse_type_construct(),
            T::KwDecltype => {
                let is_name = self.look_ahead(|p| {
                    p.name_path(NameUse::Expression, super::qualified::NameMode::Skip).is_some()
                });
                if is_name { self.parse_name_expr() } else { self.parse_type_construct() }
            }
            kind if is_builtin_word(kind) || kind == T::KwAuto => self.parse_type_construct(),
            T::Ident => self.parse_word_expr(),
            T::ColonColon | T::KwOperator | T::Tilde => self.parse_name_expr(),
            T::AmpAmp if self.peek_kind(1) == T::Ident => self.parse_label_address(),
            T::Colon if self.prev_is(T::LBracket) => {
                self.report_slice();
                self.error_expr()
            }
            _ => {
                self.error_expected(codes::EXPECTED_EXPRESSION, "an expression");
                self.error_expr()
            }
        }
    }

    /// `x[:, None]` of Python: the rest of the subscript is skipped.
    fn report_slice(&mut self) {
        let diagnostic = Diagnostic::new(
            codes::EXPECTED_EXPRESSION,
            self.span(),
            "expected an expression, found `:`: C++ has no slices",
        );
        self.report(diagnostic.help(
            "`ct::reshape(x, ct::shape<64, 1>{})` adds an axis, `ct::extract` takes a part of a tile",
        ));
        while !matches!(self.kind(), TokenKind::RBracket | TokenKind::Semi | TokenKind::Eof) {
            self.bump();
        }
    }

    /// An identifier that may be an intrinsic or a predefined variable.
    fn parse_word_expr(&mut self) -> ExprId {
        let token = self.token();
        let start = token.span;
        let words = self.words;
        if token.name == words.extension {
            self.bump();
            return self.parse_operand();
        }
        if [words.func, words.function, words.pretty_function].contains(&token.name) {
            self.bump();
            return self.expr(ExprKind::FunctionName(token.name), start);
        }
        if self.peek_kind(1) == TokenKind::LParen {
            let name = Ident { name: token.name, span: token.span };
            match words.intrinsic(token.name) {
                Some(Intrinsic::Expression) => {
                    self.bump();
                    let args = self.parse_intrinsic_args();
                    let span = self.span_from(start);
                    return self.expr(ExprKind::Intrinsic { name, args }, span);
                }
                Some(Intrinsic::Offsetof) => {
                    self.bump();
                    let args = self.parse_offsetof_args();
                    let span = self.span_from(start);
                    return self.expr(ExprKind::Intrinsic { name, args }, span);
                }
                Some(Intrinsic::Type) => return self.parse_type_construct(),
                Some(Intrinsic::Template | Intrinsic::OpaqueType) | None => {}
            }
            if token.name == words.va_arg {
                self.bump();
                let args = self.parse_intrinsic_args();
                let span = self.span_from(start);
                return self.expr(ExprKind::Intrinsic { name, args }, span);
            }
        }
        self.parse_name_expr()
    }

    /// `(T, e, Ts...)`
    pub fn parse_intrinsic_args(&mut self) -> Vec<TemplateArg> {
        let open = self.index();
        self.bump();
        let args = self.bracketed(|p| {
            let mut args = Vec::new();
            while !matches!(p.kind(), TokenKind::RParen | TokenKind::Eof) {
                args.push(p.parse_template_arg());
                if !p.eat(TokenKind::Comma) {
                    break;
                }
            }
            args
        });
        self.expect_closing(open, TokenKind::RParen, "after the arguments");
        args
    }

    /// `(T, a.b[2])`
    fn parse_offsetof_args(&mut self) -> Vec<TemplateArg> {
        let open = self.index();
        self.bump();
        let args = self.bracketed(|p| {
            let span = p.span();
            let ty = p.parse_type_id();
            let span = p.span_from(span);
            let mut args = vec![TemplateArg {
                kind: TemplateArgKind::Type(ty),
                is_pack_expansion: false,
                span,
            }];
            if p.expect(TokenKind::Comma, "after the type") {
                let member = p.parse_conditional_expr();
                args.push(TemplateArg {
                    kind: TemplateArgKind::Expr(member),
                    is_pack_expansion: false,
                    span: p.ast[member].span,
                });
            }
            args
        });
        self.expect_closing(open, TokenKind::RParen, "after the member");
        args
    }

    /// An id-expression, or a functional cast to a named type. A name that is declared nowhere is
    /// a callee before `(` and a type before `{`.
    fn parse_name_expr(&mut self) -> ExprId {
        let start = self.span();
        let path = self.parse_name(NameUse::Expression);
        let name = path.node(self);
        let span = self.span_from(start);
        let is_type = matches!(path.class, NameClass::Type | NameClass::TypeTemplate);
        let may_be_type =
            is_type || matches!(path.class, NameClass::Unknown | NameClass::Dependent);
        let braces = self.at(TokenKind::LBrace) && self.braces == BraceInit::Allowed;
        let constructs = self.braces == BraceInit::Allowed && is_type && self.at(TokenKind::LParen)
            || may_be_type && braces;
        if !constructs || matches!(self.ast[name].last.id, UnqualifiedId::Error) {
            return self.expr(ExprKind::Name(name), span);
        }
        let ty = self.ty(TypeExprKind::Named { name, typename: false }, Cv::NONE, span);
        self.finish_construct(ty, start)
    }

    /// `int(e)`, `typename T::x{}`, `decltype(e)(1)`
    fn parse_type_construct(&mut self) -> ExprId {
        let start = self.span();
        let ty = self.parse_type_specifiers();
        if !matches!(self.kind(), TokenKind::LParen | TokenKind::LBrace) {
            let span = self.span_from(start);
            let message = format!(
                "expected an expression, found a type; expected `(` or `{{` after it, found {}",
                self.describe_token()
            );
            self.error(codes::EXPECTED_EXPRESSION, span, message);
            return self.expr(ExprKind::Error, span);
        }
        self.finish_construct(ty, start)
    }

    fn finish_construct(&mut self, ty: TypeExprId, start: Span) -> ExprId {
        let init = if self.at(TokenKind::LParen) {
            self.parse_paren_initializer()
        } else {
            Initializer::List(self.parse_init_list())
        };
        let span = self.span_from(start);
        self.expr(ExprKind::Construct { ty, init }, span)
    }

    /// `static_cast<T>(e)`
    fn parse_named_cast(&mut self, kind: NamedCast) -> ExprId {
        let start = self.bump().span;
        let angle = self.span();
        if !self.expect(TokenKind::Lt, "after the cast") {
            return self.error_expr();
        }
        let ty = self.in_angles(Parser::parse_type_id);
        if !self.eat_greater() {
            let found = self.describe_token();
            let span = self.span();
            self.report(
                crate::base::Diagnostic::new(
                    codes::EXPECTED_TOKEN,
                    span,
                    format!("expected `>` after the type of the cast, found {found}"),
                )
                .secondary(angle, "opened here"),
            );
        }
        let operand = self.parse_parenthesized_expr("after the type of the cast");
        let span = self.span_from(start);
        self.expr(ExprKind::NamedCast { kind, ty, operand }, span)
    }

    /// `(e)`, a fold, or GNU's `({ ... })`
    fn parse_paren_expr(&mut self) -> ExprId {
        use TokenKind as T;
        let start = self.span();
        let open = self.index();
        self.bump();
        if self.at(T::LBrace) {
            let body = self.bracketed(Parser::parse_compound_statement);
            self.expect_closing(open, T::RParen, "after the statement expression");
            let span = self.span_from(start);
            return self.expr(ExprKind::Statement(body), span);
        }
        let kind = self.bracketed(|p| {
            if p.at(T::Ellipsis) {
                let ellipsis = p.bump().span;
                let Some(op) = p.eat_fold_operator() else {
                    p.error_expected(codes::EXPECTED_TOKEN, "the operator of a fold");
                    return ExprKind::Error;
                };
                let rhs = p.parse_operand();
                return ExprKind::Fold(FoldExpr { op, lhs: None, rhs: Some(rhs), ellipsis });
            }
            let e = p.parse_expr();
            if p.peek_kind(1) != T::Ellipsis {
                return ExprKind::Paren(e);
            }
            let Some(op) = p.eat_fold_operator() else { return ExprKind::Paren(e) };
            let ellipsis = p.bump().span;
            if p.at(T::RParen) {
                return ExprKind::Fold(FoldExpr { op, lhs: Some(e), rhs: None, ellipsis });
            }
            if p.eat_fold_operator() != Some(op) {
                p.error_expected(codes::EXPECTED_TOKEN, "`)` or the same operator again");
                return ExprKind::Error;
            }
            let rhs = p.parse_operand();
            ExprKind::Fold(FoldExpr { op, lhs: Some(e), rhs: Some(rhs), ellipsis })
        });
        self.expect_closing(open, T::RParen, "after the expression");
        let span = self.span_from(start);
        self.expr(kind, span)
    }

    fn eat_fold_operator(&mut self) -> Option<FoldOp> {
        let kind = self.kind();
        let op = if kind == TokenKind::Comma {
            FoldOp::Binary(BinaryOp::Comma)
        } else if let Some(op) = binary_op(kind) {
            FoldOp::Binary(op)
        } else {
            FoldOp::Assign(assign_op(kind)?)
        };
        self.bump();
        Some(op)
    }
}
