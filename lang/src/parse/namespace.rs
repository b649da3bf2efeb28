//! Namespaces and linkage specifications: the declarations that hold declarations.
//! `[namespace]`, `[dcl.link]`

use super::codes;
use super::names::{NameKind, ScopeKind};
use super::parser::Parser;
use super::qualified::{NameClass, NameUse};
use super::specifier::DeclContext;
use crate::ast::*;
use crate::base::Span;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// `namespace A::B {}`, `namespace {}`, `namespace a = b;`
    pub fn parse_namespace(&mut self, out: &mut Vec<DeclId>) {
        use TokenKind as T;
        let start = self.span();
        let is_inline = self.eat(T::KwInline);
        self.bump();
        let mut attrs = self.parse_attributes();
        if self.at(T::Ident) && self.peek_kind(1) == T::Eq {
            let id = self.parse_namespace_alias(start);
            out.push(id);
            return;
        }
        let outer = self.scope;
        let mut path: Vec<(Option<Ident>, bool)> = Vec::new();
        if let Some(ident) = self.eat_ident() {
            path.push((Some(ident), is_inline));
            while self.eat(T::ColonColon) {
                let is_inline = self.eat(T::KwInline);
                match self.expect_ident("the name of a nested namespace") {
                    Some(ident) => path.push((Some(ident), is_inline)),
                    None => break,
                }
            }
        } else {
            path.push((None, is_inline));
        }
        for &(ident, is_inline) in &path {
            self.enter_namespace(ident, is_inline);
        }
        attrs.append(&mut self.parse_attributes());
        let mut decls = Vec::new();
        let open = self.index();
        if self.expect(T::LBrace, "before the members of the namespace") {
            while !matches!(self.kind(), T::RBrace | T::Eof) {
                self.parse_namespace_member(&mut decls);
            }
            self.expect_closing(open, T::RBrace, "after the members of the namespace");
        }
        self.scope = outer;
        let span = self.span_from(start);
        for (name, is_inline) in path.into_iter().rev() {
            let kind = DeclKind::Namespace(NamespaceDecl { name, is_inline, decls });
            decls = vec![self.decl(kind, span)];
        }
        if let Some(&id) = decls.first() {
            self.ast[id].attrs = attrs;
        }
        out.extend(decls);
    }

    /// Opens a new namespace or one that exists. Where a header of the compiler has an alias of that
    /// name, as `cuda::std` is one, a toolkit's namespace is another one, which has the names of both.
    fn enter_namespace(&mut self, ident: Option<Ident>, is_inline: bool) {
        let parent = self.scope;
        let known = ident
            .and_then(|ident| self.names.lookup_in(ident.name, parent, self.index()))
            .filter(|binding| binding.kind == NameKind::Namespace)
            .and_then(|binding| binding.scope);
        let scope = match (known, ident) {
            (Some(scope), _) if self.names.is_inside(scope, parent) => scope,
            (Some(aliased), Some(ident)) => {
                let scope = self.names.push_scope(ScopeKind::Namespace, parent);
                self.names.add_directive(scope, aliased);
                self.names.rebind(parent, ident.name, scope);
                scope
            }
            (Some(_) | None, _) => {
                let scope = self.names.push_scope(ScopeKind::Namespace, parent);
                match ident {
                    Some(ident) => {
                        self.declare_in(parent, ident.name, NameKind::Namespace, Some(scope));
                    }
                    // `[namespace.unnamed]`: as if followed by a using-directive.
                    None => self.names.add_directive(parent, scope),
                }
                scope
            }
        };
        if is_inline {
            self.names.add_directive(parent, scope);
        }
        self.scope = scope;
    }

    fn parse_namespace_alias(&mut self, start: Span) -> DeclId {
        let token = self.bump();
        let name = Ident { name: token.name, span: token.span };
        self.bump();
        let path = self.parse_name(NameUse::Expression);
        let target = path.node(self);
        if path.class == NameClass::Namespace || path.class == NameClass::Unknown {
            let known = self.names.lookup_in(name.name, self.scope, self.index());
            match (known.and_then(|known| known.scope), path.scope) {
                // The namespace of a toolkit, in which the names of the compiler's are found too.
                (Some(known), Some(target)) if self.names.is_inside(known, self.scope) => {
                    self.names.add_directive(known, target);
                }
                _ => self.declare(name.name, NameKind::Namespace, path.scope),
            }
        }
        self.expect_semi("after the namespace alias");
        let span = self.span_from(start);
        self.decl(DeclKind::NamespaceAlias { name, target }, span)
    }

    /// `extern "C" { ... }`, `extern "C" declaration`
    pub fn parse_linkage(&mut self, context: DeclContext, out: &mut Vec<DeclId>) {
        let start = self.span();
        self.bump();
        let string = self.bump();
        let language = match self.interner.text(string.name) {
            "\"C\"" => Language::C,
            "\"C++\"" => Language::Cxx,
            _ => {
                self.error(
                    codes::UNKNOWN_LINKAGE,
                    string.span,
                    "the language of a linkage must be \"C\" or \"C++\"",
                );
                Language::Unknown
            }
        };
        let mut decls = Vec::new();
        let open = self.index();
        let has_braces = self.eat(TokenKind::LBrace);
        if has_braces {
            while !matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) {
                self.parse_namespace_member(&mut decls);
            }
            self.expect_closing(open, TokenKind::RBrace, "after the declarations");
        } else {
            self.parse_or_set_aside(context, &mut decls);
        }
        let span = self.span_from(start);
        let kind = DeclKind::LinkageSpec(LinkageSpec { language, decls, has_braces });
        out.push(self.decl(kind, span));
    }
}
