//! Enumerations. `[dcl.enum]`

use super::codes;
use super::names::{NameKind, ScopeKind};
use super::parser::Parser;
use super::qualified::NameUse;
use crate::ast::*;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// `enum E`, `enum class E : int { a, b = 2 }`, `enum E : int;`
    pub fn parse_enum_specifier(&mut self, defined: &mut Vec<DeclId>) -> TypeExprId {
        use TokenKind as T;
        let start = self.span();
        self.bump();
        let is_scoped = self.eat(T::KwClass) || self.eat(T::KwStruct);
        let attrs = self.parse_attributes();
        let mut path = None;
        let mut name = None;
        if matches!(self.kind(), T::Ident | T::ColonColon) {
            let parsed = self.parse_name(NameUse::Tag);
            name = Some(parsed.node(self));
            path = Some(parsed);
        }
        let underlying = if self.at(T::Colon) {
            self.bump();
            Some(self.parse_conversion_type_id())
        } else {
            None
        };
        let is_definition = self.at(T::LBrace);
        let is_opaque = !is_definition && (is_scoped || underlying.is_some()) && self.at(T::Semi);
        if !is_definition && !is_opaque {
            let Some(name) = name else {
                self.error_expected(codes::EXPECTED_NAME, "the name or the body of an enum");
                return self.error_type();
            };
            let span = self.span_from(start);
            let kind = TypeExprKind::Elaborated { key: TagKey::Enum, name };
            let ty = self.ty(kind, Cv::NONE, span);
            if let Some(scope) = path.and_then(|path| path.scope) {
                self.type_scopes.insert(ty, scope);
            }
            return ty;
        }
        if let (Some(path), Some(name)) = (&path, name) {
            self.check_tag_in_block(path, name, "an enumeration");
        }
        let known = path.and_then(|path| path.scope);
        let members = match known {
            Some(scope) => scope,
            None => self.names.push_scope(ScopeKind::Enum, self.scope),
        };
        if let Some(ident) = path.and_then(|path| path.bare) {
            self.declare(ident, NameKind::Type, Some(members));
        }
        let mut enumerators = Vec::new();
        if is_definition {
            enumerators = self.parse_enumerators(members, is_scoped);
        }
        let span = self.span_from(start);
        let kind =
            DeclKind::Enum(EnumDecl { name, is_scoped, underlying, is_definition, enumerators });
        let id = self.decl(kind, span);
        self.ast[id].attrs = attrs;
        defined.push(id);
        let ty = self.ty(TypeExprKind::Defined(id), Cv::NONE, span);
        self.type_scopes.insert(ty, members);
        ty
    }

    fn parse_enumerators(&mut self, members: ScopeId, is_scoped: bool) -> Vec<DeclId> {
        use TokenKind as T;
        let open = self.index();
        self.bump();
        let outer = self.scope;
        let around = self.names.declaring_scope(outer);
        // Values see the enumerators before them.
        self.names.set_parent(members, outer);
        let mut enumerators = Vec::new();
        while !matches!(self.kind(), T::RBrace | T::Eof) {
            let Some(name) = self.expect_ident("the name of an enumerator") else { break };
            let attrs = self.parse_attributes();
            self.scope = members;
            let value = self.eat(T::Eq).then(|| self.bracketed(Parser::parse_conditional_expr));
            self.scope = outer;
            self.declare_in(members, name.name, NameKind::Value, None);
            if !is_scoped {
                self.declare_in(around, name.name, NameKind::Value, None);
            }
            let span = self.span_from(name.span);
            let id = self.decl(DeclKind::Enumerator { name, value }, span);
            self.ast[id].attrs = attrs;
            enumerators.push(id);
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.expect_closing(open, T::RBrace, "after the enumerators");
        enumerators
    }
}
