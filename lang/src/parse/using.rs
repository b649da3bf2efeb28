//! Everything that starts with `using`. `[namespace.udir]`, `[namespace.udecl]`, `[dcl.typedef]`,
//! `[enum.udecl]`

use super::codes;
use super::names::NameKind;
use super::parser::Parser;
use super::probe::{Naming, Place};
use super::qualified::{NameClass, NameUse};
use super::specifier::{DeclContext, Head, SpecifierSet};
use crate::ast::*;
use crate::base::{Diagnostic, Name, Span};
use crate::lex::TokenKind;

impl Parser<'_> {
    /// *using-directive*, *using-declaration*, *using-enum-declaration*, *alias-declaration*
    pub fn parse_using(&mut self, context: DeclContext, out: &mut Vec<DeclId>) {
        use TokenKind as T;
        let start = self.span();
        self.bump();
        if self.eat(T::KwNamespace) {
            let path = self.parse_name(NameUse::Expression);
            let name = path.node(self);
            if let Some(target) = path.scope {
                let scope = self.names.declaring_scope(self.scope);
                self.names.add_directive(scope, target);
            }
            self.expect_semi("after the using-directive");
            let span = self.span_from(start);
            out.push(self.decl(DeclKind::UsingDirective(name), span));
            return;
        }
        if self.eat(T::KwEnum) {
            let path = self.parse_name(NameUse::Type);
            let name = path.node(self);
            if let Some(target) = path.scope {
                let scope = self.names.declaring_scope(self.scope);
                self.names.import_all(target, scope);
            }
            self.expect_semi("after the using-enum-declaration");
            let span = self.span_from(start);
            out.push(self.decl(DeclKind::UsingEnum(name), span));
            return;
        }
        if context.head == Head::Specialization {
            let message = "an alias template cannot be specialised";
            let diagnostic = Diagnostic::new(codes::BAD_SPECIFIERS, start, message);
            self.report_certain(
                diagnostic.help("let it name a member of a class template, and specialise that"),
            );
            self.skip_to_end_of_construct();
            return;
        }
        let is_alias = self.at(T::Ident)
            && self.look_ahead(|p| {
                p.bump();
                p.at(T::Eq) || p.at(T::LBracket) || p.at_vendor_attribute()
            });
        if is_alias {
            let id = self.parse_alias(context, start);
            out.push(id);
            return;
        }
        loop {
            let item = self.span();
            let typename = self.eat(T::KwTypename);
            let path = self.parse_name(NameUse::Declarator);
            let name = path.node(self);
            if let Some(ident) = path.last_name {
                self.declare_used(ident, path.class, path.scope, typename, path.qualifier);
            }
            let is_pack_expansion = self.eat(T::Ellipsis);
            let span = self.span_from(item);
            let kind = DeclKind::UsingDecl(UsingDecl { name, typename, is_pack_expansion });
            out.push(self.decl(kind, span));
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.expect_semi("after the using-declaration");
    }

    /// Makes the name of a using-declaration known as what it was where it comes from.
    fn declare_used(
        &mut self,
        name: Name,
        class: NameClass,
        scope: Option<ScopeId>,
        typename: bool,
        qualifier: Option<ScopeId>,
    ) {
        let found = qualifier.and_then(|from| self.names.lookup_in(name, from, self.index()));
        if let Some(binding) = found {
            self.declare(name, binding.kind, binding.scope);
        } else if typename || matches!(class, NameClass::Type | NameClass::TypeTemplate) {
            self.declare(name, NameKind::Type, scope);
        }
    }

    /// `using T [[attr]] = type-id;`
    fn parse_alias(&mut self, context: DeclContext, start: Span) -> DeclId {
        let token = self.bump();
        let name = Ident { name: token.name, span: token.span };
        let mut attrs = self.parse_attributes();
        self.expect(TokenKind::Eq, "before the type of the alias");
        let mut defined = Vec::new();
        let ty = self.parse_alias_type(&mut defined, &mut attrs);
        let kind = match context.head {
            Head::Template => NameKind::TypeTemplate,
            Head::None | Head::Specialization | Head::Instantiation => NameKind::Type,
        };
        let scope = self.type_scopes.get(&ty).copied();
        self.declare(name.name, kind, scope);
        self.expect_semi("after the alias");
        let span = self.span_from(start);
        let id = self.decl(DeclKind::TypeAlias(TypeAlias { name, ty, is_typedef: false }), span);
        self.ast[id].attrs = attrs;
        id
    }

    /// *defining-type-id*; its attributes are the alias's, like those of a `typedef`.
    fn parse_alias_type(
        &mut self,
        defined: &mut Vec<DeclId>,
        attrs: &mut Vec<Attribute>,
    ) -> TypeExprId {
        let found = self.parse_specifiers(SpecifierSet::TypeOnly);
        defined.extend(found.defined);
        attrs.extend(found.attrs);
        let Some(base) = found.ty else {
            self.error_expected(codes::EXPECTED_TYPE, "a type");
            return self.error_type();
        };
        let declarator = self.parse_declarator(Naming::Abstract, Place::Class);
        attrs.extend(declarator.attrs);
        self.apply_chunks(base, declarator.chunks)
    }
}
