//! Lambda expressions. `[expr.prim.lambda]`

use super::codes;
use super::names::{NameKind, ScopeKind};
use super::parser::{Parser, Placeholders};
use crate::ast::*;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// `[captures]<params>(params) specifiers -> T { ... }`
    pub fn parse_lambda(&mut self) -> ExprId {
        let start = self.span();
        let outer = self.open_scope(ScopeKind::Block);
        let invented = std::mem::take(&mut self.invented);
        let placeholders = std::mem::replace(&mut self.placeholders, Placeholders::Keep);
        let lambda = self.bracketed(Parser::parse_lambda_here);
        self.placeholders = placeholders;
        self.invented = invented;
        self.scope = outer;
        let span = self.span_from(start);
        match lambda {
            Some(lambda) => self.expr(ExprKind::Lambda(Box::new(lambda)), span),
            None => self.expr(ExprKind::Error, span),
        }
    }

    fn parse_lambda_here(&mut self) -> Option<LambdaExpr> {
        use TokenKind as T;
        let (default_capture, captures) = self.parse_captures();
        let mut template_params = Vec::new();
        let mut template_requires = None;
        if self.at(T::Lt) {
            self.open_scope(ScopeKind::TemplateParams);
            template_params = self.parse_template_params();
            if self.at(T::KwRequires) {
                template_requires = Some(self.parse_requires_clause_of_lambda());
            }
        }
        let mut specs = LambdaSpecs::NONE;
        let mut attrs = Vec::new();
        self.parse_lambda_specifiers(&mut specs, &mut attrs);
        let mut ty = FunctionType::returning(None);
        self.open_scope(ScopeKind::Block);
        if self.at(T::LParen) {
            self.placeholders = Placeholders::Invent;
            (ty.params, ty.is_variadic) = self.parse_parameters();
            self.placeholders = Placeholders::Keep;
        }
        template_params.append(&mut self.invented);
        loop {
            let before = self.index();
            self.parse_lambda_specifiers(&mut specs, &mut attrs);
            if matches!(self.kind(), T::KwNoexcept | T::KwThrow) {
                self.parse_function_qualifiers(&mut ty);
            }
            if self.index() == before {
                break;
            }
        }
        if self.eat(T::Arrow) {
            ty.ret = Some(self.parse_type_id());
            ty.has_trailing_return = true;
        }
        let requires = self.at(T::KwRequires).then(|| self.parse_requires_clause());
        if !self.at(T::LBrace) {
            self.error_expected(codes::EXPECTED_TOKEN, "the `{` of the lambda's body");
            return None;
        }
        let scope = self.scope;
        let first = self.index();
        let block = self.parse_compound_statement();
        let tokens = self.range_from(first);
        let span = self.ast[block].span;
        let state = BodyState::Parsed(ParsedBody { inits: Vec::new(), block });
        let body = Body { tokens, scope, depth: self.depth(), state, span };
        let body = self.ast.bodies.push(body);
        Some(LambdaExpr {
            default_capture,
            captures,
            template_params,
            template_requires,
            specs,
            attrs,
            ty,
            requires,
            body,
        })
    }

    fn parse_lambda_specifiers(&mut self, specs: &mut LambdaSpecs, attrs: &mut Vec<Attribute>) {
        use TokenKind as T;
        loop {
            let flag = match self.kind() {
                T::KwMutable => LambdaSpecs::MUTABLE,
                T::KwConstexpr => LambdaSpecs::CONSTEXPR,
                T::KwConsteval => LambdaSpecs::CONSTEVAL,
                T::KwStatic => LambdaSpecs::STATIC,
                T::KwTile => LambdaSpecs::TILE,
                T::KwDevice => LambdaSpecs::DEVICE,
                T::KwHost => LambdaSpecs::HOST,
                _ => {
                    let found = self.parse_attributes();
                    if found.is_empty() {
                        return;
                    }
                    attrs.extend(found);
                    continue;
                }
            };
            let span = self.bump().span;
            if specs.has(flag) {
                self.report_twice(flag.words().next().unwrap_or_default(), span);
            }
            specs.insert(flag);
        }
    }

    /// *lambda-introducer*
    fn parse_captures(&mut self) -> (Option<CaptureDefault>, Vec<Capture>) {
        use TokenKind as T;
        let open = self.index();
        self.bump();
        let mut default = None;
        let mut captures = Vec::new();
        let ends_default = |kind| matches!(kind, T::Comma | T::RBracket);
        if self.at(T::Eq) && ends_default(self.peek_kind(1)) {
            self.bump();
            default = Some(CaptureDefault::ByCopy);
            self.eat(T::Comma);
        } else if self.at(T::Amp) && ends_default(self.peek_kind(1)) {
            self.bump();
            default = Some(CaptureDefault::ByReference);
            self.eat(T::Comma);
        }
        while !matches!(self.kind(), T::RBracket | T::Eof) {
            let Some(capture) = self.parse_capture() else { break };
            captures.push(capture);
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.expect_closing(open, T::RBracket, "after the captures");
        (default, captures)
    }

    fn parse_capture(&mut self) -> Option<Capture> {
        use TokenKind as T;
        let start = self.span();
        if self.eat(T::KwThis) {
            return Some(Capture { kind: CaptureKind::This, is_pack: false, span: start });
        }
        if self.at(T::Star) && self.peek_kind(1) == T::KwThis {
            self.bump();
            self.bump();
            let span = self.span_from(start);
            return Some(Capture { kind: CaptureKind::StarThis, is_pack: false, span });
        }
        let by_reference = self.eat(T::Amp);
        let mut is_pack = self.eat(T::Ellipsis);
        let ident = self.expect_ident("a capture")?;
        let kind = match self.kind() {
            T::Eq | T::LBrace | T::LParen => {
                // Its initialiser is outside of its own scope.
                let init = self.parse_initializer();
                self.declare(ident.name, NameKind::Value, None);
                let auto = self.ty(TypeExprKind::Auto { constraint: None }, Cv::NONE, ident.span);
                let ty = if by_reference {
                    self.ty(TypeExprKind::LvalueRef(auto), Cv::NONE, ident.span)
                } else {
                    auto
                };
                let name = self.ident_name(ident);
                let span = self.span_from(start);
                let variable = VariableDecl { specs: DeclSpecs::default(), name, ty, init };
                let decl = self.decl(DeclKind::Variable(variable), span);
                CaptureKind::Init { decl, by_reference }
            }
            _ => CaptureKind::Name { ident, by_reference },
        };
        is_pack |= self.eat(T::Ellipsis);
        Some(Capture { kind, is_pack, span: self.span_from(start) })
    }
}
