//! Attributes of every spelling: `[[...]]`, `alignas`, `__attribute__`, `__declspec`, CUDA's.
//! `[dcl.attr]`, section 2.16 of the Tile C++ reference

use super::codes;
use super::parser::Parser;
use super::probe::Certainty;
use crate::ast::*;
use crate::base::Name;
use crate::lex::TokenKind;

impl Parser<'_> {
    pub fn at_vendor_attribute(&self) -> bool {
        (self.at_word(self.words.attribute)
            || self.at_word(self.words.attribute_short)
            || self.at_word(self.words.declspec))
            && self.peek_kind(1) == TokenKind::LParen
    }

    /// All attributes that stand here.
    pub fn parse_attributes(&mut self) -> Vec<Attribute> {
        let mut attrs = Vec::new();
        loop {
            match self.kind() {
                TokenKind::LBracket if self.peek_kind(1) == TokenKind::LBracket => {
                    self.parse_attribute_specifier(&mut attrs);
                }
                TokenKind::KwAlignas => attrs.push(self.parse_alignas()),
                TokenKind::Ident if self.at_vendor_attribute() => {
                    self.parse_vendor_attributes(&mut attrs);
                }
                _ => return attrs,
            }
        }
    }

    /// `[[using scope : a, b(c), s::d...]]`
    fn parse_attribute_specifier(&mut self, attrs: &mut Vec<Attribute>) {
        use TokenKind as T;
        let open = self.index();
        self.bump();
        let inner = self.index();
        self.bump();
        let mut using = None;
        if self.eat(T::KwUsing) {
            using = self.attribute_word().map(|ident| ident.name);
            self.expect(T::Colon, "after the attribute namespace");
        }
        self.bracketed(|p| {
            while !matches!(p.kind(), T::RBracket | T::Eof) {
                let before = p.index();
                if p.eat(T::Comma) {
                    continue;
                }
                if let Some(attr) = p.parse_attribute(using) {
                    attrs.push(attr);
                }
                if !matches!(p.kind(), T::Comma | T::RBracket) || p.index() == before {
                    p.error_expected(codes::BAD_ATTRIBUTE, "`,` or `]]` after the attribute");
                    p.skip_to_list_separator();
                    if !p.at(T::Comma) {
                        break;
                    }
                }
            }
        });
        self.expect_closing(inner, T::RBracket, "after the attributes");
        self.expect_closing(open, T::RBracket, "after the attributes");
    }

    /// An identifier or keyword as the name of an attribute.
    fn attribute_word(&mut self) -> Option<Ident> {
        let token = self.token();
        if !token.kind.is_word() {
            self.error_expected(codes::BAD_ATTRIBUTE, "the name of an attribute");
            return None;
        }
        self.bump();
        Some(Ident { name: token.name, span: token.span })
    }

    fn parse_attribute(&mut self, using: Option<Name>) -> Option<Attribute> {
        let start = self.span();
        let mut scope = using;
        let mut word = self.attribute_word()?;
        if self.at(TokenKind::ColonColon) {
            self.bump();
            scope = Some(word.name);
            word = self.attribute_word()?;
        }
        let is_hint = scope == Some(self.words.cutile) && word.name == self.words.hint;
        let is_ours = scope == Some(self.words.tilec) && self.at(TokenKind::LParen);
        let ours: Option<fn(Vec<ExprId>) -> AttributeKind> = match word.name {
            _ if !is_ours => None,
            name if name == self.words.because => Some(AttributeKind::Because),
            name if name == self.words.help => Some(AttributeKind::Help),
            name if name == self.words.warn => Some(AttributeKind::Warn),
            _ => None,
        };
        let hint = if is_hint && self.at(TokenKind::LParen) { self.parse_hint() } else { None };
        let kind = match (hint, ours) {
            (Some(hint), _) => AttributeKind::Hint(hint),
            (None, Some(kind)) => kind(self.parse_call_args()),
            (None, None) => {
                let args = self.skip_attribute_args();
                AttributeKind::Standard { scope, name: word.name, args }
            }
        };
        let is_pack_expansion = self.eat(TokenKind::Ellipsis);
        let kind = match kind {
            AttributeKind::Hint(hint) => {
                AttributeKind::Hint(HintAttribute { is_pack_expansion, ..hint })
            }
            other => other,
        };
        Some(Attribute { kind, span: self.span_from(start) })
    }

    /// The tokens between the parentheses of an attribute.
    fn skip_attribute_args(&mut self) -> Option<TokenRange> {
        if !self.at(TokenKind::LParen) {
            return None;
        }
        let close = self.closing()?;
        let start = self.index() + 1;
        self.seek_index(close + 1);
        Some(TokenRange { start, end: close })
    }

    /// `alignas(T)`, `alignas(e)`
    fn parse_alignas(&mut self) -> Attribute {
        let start = self.span();
        self.bump();
        let open = self.index();
        let mut arg = TemplateArg {
            kind: TemplateArgKind::Error,
            is_pack_expansion: false,
            span: self.span(),
        };
        if self.expect(TokenKind::LParen, "after `alignas`") {
            arg.kind = if self.type_id_before_separator() == Certainty::Yes {
                TemplateArgKind::Type(self.parse_type_id())
            } else {
                TemplateArgKind::Expr(self.bracketed(Parser::parse_conditional_expr))
            };
            arg.is_pack_expansion = self.eat(TokenKind::Ellipsis);
            arg.span = self.span_from(arg.span);
            self.expect_closing(open, TokenKind::RParen, "after the alignment");
        }
        Attribute { kind: AttributeKind::Alignas(arg), span: self.span_from(start) }
    }

    /// `__attribute__((a, b(c)))`, `__declspec(a)`
    fn parse_vendor_attributes(&mut self, attrs: &mut Vec<Attribute>) {
        use TokenKind as T;
        self.bump();
        let Some(close) = self.closing() else {
            self.bump();
            return;
        };
        self.bump();
        let double = self.at(T::LParen) && self.closing() == Some(close.saturating_sub(1));
        if double {
            self.bump();
        }
        while self.index() < close && !self.at(T::RParen) {
            let start = self.span();
            let token = self.token();
            if !token.kind.is_word() {
                self.bump();
                continue;
            }
            if self.is_alignment(token.name) && self.peek_kind(1) == T::LParen {
                attrs.push(self.parse_alignas());
                continue;
            }
            self.bump();
            let args = self.skip_attribute_args();
            let kind = AttributeKind::Vendor { name: token.name, args };
            attrs.push(Attribute { kind, span: self.span_from(start) });
        }
        self.seek_index(close + 1);
    }

    /// Whether a vendor's attribute of this name with an argument is `alignas` to us.
    fn is_alignment(&self, name: Name) -> bool {
        name == self.words.aligned || name == self.words.aligned_long || name == self.words.align
    }

    /// `__launch_bounds__(a, b)`, `__cluster_dims__(x)`, `__maxnreg__(n)`
    pub fn parse_cuda_attribute(&mut self) -> Attribute {
        let start = self.span();
        let keyword = self.bump();
        let mut args = Vec::new();
        if self.at(TokenKind::LParen) {
            args = self.parse_call_args();
        } else {
            self.error_missing(TokenKind::LParen, "after the attribute");
        }
        let kind = if keyword.kind == TokenKind::KwLaunchBounds {
            AttributeKind::LaunchBounds(args)
        } else {
            AttributeKind::Cuda { name: keyword.name, args }
        };
        Attribute { kind, span: self.span_from(start) }
    }
}
