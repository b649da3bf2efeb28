//! Classes: head, bases, members. `[class]`, `[class.derived]`

use super::codes;
use super::names::{NameKind, ScopeKind};
use super::parser::Parser;
use super::probe::Place;
use super::qualified::{NamePath, NameUse};
use super::specifier::{DeclContext, Head, SpecifierSet};
use crate::ast::*;
use crate::base::Diagnostic;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// `struct A`, `struct A : B { ... }`, `union { ... }`. A definition is appended to `defined`.
    pub fn parse_class_specifier(
        &mut self,
        context: DeclContext,
        set: SpecifierSet,
        defined: &mut Vec<DeclId>,
    ) -> TypeExprId {
        use TokenKind as T;
        let start = self.span();
        let key = match self.bump().kind {
            T::KwUnion => TagKey::Union,
            T::KwClass => TagKey::Class,
            _ => TagKey::Struct,
        };
        let attrs = self.parse_attributes();
        let is_named = matches!(self.kind(), T::Ident | T::ColonColon | T::KwDecltype);
        let mut path = None;
        let mut name = None;
        if is_named {
            let parsed = self.parse_name(NameUse::Tag);
            name = Some(parsed.node(self));
            path = Some(parsed);
        }
        let is_final = self.at_word(self.words.final_word)
            && matches!(self.peek_kind(1), T::LBrace | T::Colon);
        if is_final {
            self.bump();
        }
        let is_definition = self.at(T::LBrace)
            || self.at(T::Colon) && set != SpecifierSet::Parameter && self.is_base_clause();
        let Some(name) = name.filter(|_| !is_definition) else {
            if !is_definition {
                self.error_expected(codes::EXPECTED_NAME, "the name or the body of a class");
                return self.error_type();
            }
            return self.parse_class_definition(ClassHead {
                start,
                key,
                attrs,
                name,
                path,
                is_final,
                head: context.head,
                defined,
            });
        };
        let span = self.span_from(start);
        let ty = self.ty(TypeExprKind::Elaborated { key, name }, Cv::NONE, span);
        if let Some(path) = path {
            if let Some(scope) = path.scope {
                self.type_scopes.insert(ty, scope);
            }
            // `[basic.scope.pdecl]`: this declares the class unless it is known.
            if let Some(ident) = path.bare {
                let point = self.index();
                let target = self.names.declaring_scope(self.scope);
                let known = if self.at(T::Semi) {
                    self.names.lookup_in(ident, target, point)
                } else {
                    self.names.lookup(ident, self.scope, point)
                };
                if known.is_none() {
                    let kind = match context.head {
                        Head::Template => NameKind::TypeTemplate,
                        Head::None | Head::Specialization | Head::Instantiation => NameKind::Type,
                    };
                    let scope = self.declare_tag(ident, kind);
                    self.type_scopes.insert(ty, scope);
                    // Behind a template head it names a template: `template <class> friend class X;`.
                    let is_class = context.head == Head::None;
                    if is_class && self.names.is_outside_of_blocks(target) {
                        self.ast.elaborated.push(ty);
                    }
                }
            }
        }
        ty
    }

    /// Whether the `:` behind a class name starts bases, and not a bit-field or label.
    fn is_base_clause(&self) -> bool {
        use TokenKind as T;
        matches!(
            self.peek_kind(1),
            T::Ident
                | T::ColonColon
                | T::KwPublic
                | T::KwProtected
                | T::KwPrivate
                | T::KwVirtual
                | T::KwTypename
                | T::KwDecltype
                | T::LBracket
        )
    }

    /// What is a member of a class or namespace is not defined in a function (`[class.pre]`, `[dcl.enum]`).
    pub(super) fn check_tag_in_block(&mut self, path: &NamePath, name: QualNameId, what: &str) {
        if path.is_qualified && self.names.is_block(self.scope) {
            let message = format!("{what} in a function must be named by a simple identifier");
            let span = self.ast[name].span;
            self.report(
                Diagnostic::new(codes::BAD_DECLARATOR, span, message)
                    .label("this name is qualified"),
            );
        }
    }

    fn parse_class_definition(&mut self, head: ClassHead<'_>) -> TypeExprId {
        use TokenKind as T;
        let ClassHead { start, key, attrs, name, path, is_final, head, defined } = head;
        let outer = self.scope;
        let mut ident = None;
        let mut members = None;
        if let (Some(path), Some(name)) = (path, name) {
            self.check_tag_in_block(&path, name, "a class");
        }
        if let Some(path) = path {
            ident = path.last_name;
            let is_template = head == Head::Template && !path.has_args;
            let kind = if is_template { NameKind::TypeTemplate } else { NameKind::Type };
            if path.is_qualified {
                if let Some(class) = path.qualifier {
                    self.scope = self.names.enter_member_scope(self.scope, class);
                }
                if !path.has_args {
                    members = path.scope;
                }
                if let (Some(class), Some(ident), None) = (path.qualifier, ident, members)
                    && !path.has_args
                {
                    let scope = self.names.push_scope(ScopeKind::Class, self.scope);
                    self.declare_in(class, ident, kind, Some(scope));
                    members = Some(scope);
                }
            } else if let Some(ident) = ident
                && !path.has_args
            {
                // A forward declaration has made the scope already.
                let target = self.names.declaring_scope(outer);
                members = self
                    .names
                    .lookup_in(ident, target, self.index())
                    .filter(|known| known.kind == kind)
                    .and_then(|known| known.scope);
                if members.is_none() {
                    let scope = self.names.push_scope(ScopeKind::Class, self.scope);
                    self.declare_in(target, ident, kind, Some(scope));
                    members = Some(scope);
                }
            }
        }
        let members = match members {
            Some(members) => members,
            None => {
                let scope = self.names.push_scope(ScopeKind::Class, self.scope);
                // A specialisation: its members join those of the template.
                if let Some(primary) = path.and_then(|path| path.scope) {
                    self.names.add_specialization(primary, scope);
                }
                scope
            }
        };
        self.names.set_parent(members, self.scope);
        self.names.begin_class(members, self.index());
        self.scope = members;
        // The injected-class-name, `[class.pre]/2`.
        if let Some(ident) = ident {
            let is_template = head == Head::Template || path.is_some_and(|path| path.has_args);
            let kind = if is_template { NameKind::TypeTemplate } else { NameKind::Type };
            self.declare_in(members, ident, kind, Some(members));
        }
        let bases = if self.eat(T::Colon) { self.parse_bases(members) } else { Vec::new() };
        let outer_class = std::mem::replace(&mut self.current_class, ident);
        let outer_invented = std::mem::take(&mut self.invented);
        let open = self.index();
        let mut decls = Vec::new();
        if self.expect(T::LBrace, "before the members of the class") {
            let default = if key == TagKey::Class { Access::Private } else { Access::Public };
            decls = self.bracketed(|p| p.parse_members(default));
            self.expect_closing(open, T::RBrace, "after the members of the class");
        }
        self.invented = outer_invented;
        self.current_class = outer_class;
        self.scope = outer;
        let span = self.span_from(start);
        let mut attrs = attrs;
        // GNU's attributes right behind the `}` are the class's, not the declarators'.
        if self.at_vendor_attribute() {
            attrs.extend(self.parse_attributes());
        }
        let class = ClassDecl { key, name, is_definition: true, is_final, bases, members: decls };
        let id = self.decl(DeclKind::Class(class), span);
        self.ast[id].attrs = attrs;
        defined.push(id);
        let ty = self.ty(TypeExprKind::Defined(id), Cv::NONE, span);
        self.type_scopes.insert(ty, members);
        ty
    }

    /// *base-specifier-list*
    fn parse_bases(&mut self, class: ScopeId) -> Vec<BaseSpecifier> {
        use TokenKind as T;
        let mut bases = Vec::new();
        loop {
            let start = self.span();
            self.parse_attributes();
            let mut access = None;
            let mut is_virtual = false;
            loop {
                let said = match self.kind() {
                    T::KwVirtual => None,
                    T::KwPublic => Some(Access::Public),
                    T::KwProtected => Some(Access::Protected),
                    T::KwPrivate => Some(Access::Private),
                    _ => break,
                };
                let span = self.bump().span;
                match said {
                    None if is_virtual => self.report_twice("virtual", span),
                    None => is_virtual = true,
                    Some(_) if access.is_some() => {
                        let message = "a base can have only one access specifier";
                        let diagnostic = Diagnostic::new(codes::BAD_SPECIFIERS, span, message);
                        self.report_certain(diagnostic);
                    }
                    Some(_) => access = said,
                }
            }
            // `{` here is the body of the class.
            let ty = self.parse_base_type();
            let scope = self.type_scopes.get(&ty).copied();
            self.names.add_base(class, scope);
            let is_pack_expansion = self.eat(T::Ellipsis);
            let span = self.span_from(start);
            bases.push(BaseSpecifier { ty, access, is_virtual, is_pack_expansion, span });
            if !self.eat(T::Comma) {
                return bases;
            }
        }
    }

    fn parse_base_type(&mut self) -> TypeExprId {
        let found = self.parse_specifiers(SpecifierSet::TypeOnly);
        match found.ty {
            Some(ty) => ty,
            None => {
                self.error_expected(codes::EXPECTED_TYPE, "the type of a base class");
                self.error_type()
            }
        }
    }

    /// *member-specification* up to the `}`.
    fn parse_members(&mut self, default: Access) -> Vec<DeclId> {
        use TokenKind as T;
        let mut members = Vec::new();
        let mut access = default;
        while !matches!(self.kind(), T::RBrace | T::Eof) {
            let before = self.index();
            match self.kind() {
                T::PragmaStart => self.skip_pragmas(),
                T::KwPublic | T::KwProtected | T::KwPrivate => {
                    access = match self.bump().kind {
                        T::KwPublic => Access::Public,
                        T::KwProtected => Access::Protected,
                        _ => Access::Private,
                    };
                    self.expect(T::Colon, "after the access specifier");
                }
                _ => {
                    let first = members.len();
                    self.parse_or_set_aside(DeclContext::at(Place::Class), &mut members);
                    for &id in &members[first..] {
                        self.set_access(id, access);
                    }
                }
            }
            if self.index() == before && !matches!(self.kind(), T::RBrace | T::Eof) {
                self.bump();
            }
        }
        members
    }

    /// A member has an access, and so has what a template head stands before.
    fn set_access(&mut self, mut id: DeclId, access: Access) {
        loop {
            self.ast[id].access = Some(access);
            match &self.ast[id].kind {
                DeclKind::Template(template) => id = template.inner,
                DeclKind::ExplicitSpecialization(inner) => id = *inner,
                _ => return,
            }
        }
    }
}

struct ClassHead<'h> {
    start: crate::base::Span,
    key: TagKey,
    attrs: Vec<Attribute>,
    name: Option<QualNameId>,
    path: Option<NamePath>,
    is_final: bool,
    head: Head,
    defined: &'h mut Vec<DeclId>,
}
