//! Template declarations, parameters, arguments. `[temp]`

use super::codes;
use super::names::{NameKind, ScopeKind};
use super::parser::{Greater, Parser, Placeholders};
use super::probe::{Certainty, Naming, Place};
use super::qualified::{NameClass, NameMode, NameUse};
use super::specifier::{DeclContext, Head, SpecifierSet};
use crate::ast::*;
use crate::base::{Applicability, Diagnostic, Name, Span};
use crate::lex::TokenKind;

/// Tokens of a declaration that are looked at to tell a type parameter from a constant one.
const MAX_DECLARATION_SCAN: u32 = 2048;

impl Parser<'_> {
    /// `template<params> declaration`, `template<> declaration`, `template declaration`
    pub fn parse_template_declaration(&mut self, context: DeclContext, out: &mut Vec<DeclId>) {
        let start = self.span();
        let is_extern = self.eat(TokenKind::KwExtern);
        self.bump();
        if !self.at(TokenKind::Lt) {
            let mut inner = Vec::new();
            self.parse_declaration(context.under(Head::Instantiation), &mut inner);
            let span = self.span_from(start);
            if let Some(&inner) = inner.first() {
                let kind = DeclKind::ExplicitInstantiation { is_extern, inner };
                out.push(self.decl(kind, span));
            }
            return;
        }
        let outer = self.open_scope(ScopeKind::TemplateParams);
        let mut params = self.parse_template_params();
        let is_specialization = params.is_empty();
        let requires = self.at(TokenKind::KwRequires).then(|| self.parse_requires_clause());
        let head = match (is_specialization, context.head) {
            // The innermost head decides, but a member of a template is a template in any case.
            (true, Head::Template) => Head::Template,
            (true, _) => Head::Specialization,
            (false, _) => Head::Template,
        };
        let mut declared = Vec::new();
        self.parse_declaration(context.under(head), &mut declared);
        self.scope = outer;
        let span = self.span_from(start);
        let Some(inner) = declared.pop() else { return };
        // Only `template<> struct A<int> {} x;` leaves more than one.
        out.append(&mut declared);
        let attrs = std::mem::take(&mut self.ast[inner].attrs);
        let id = if is_specialization {
            self.decl(DeclKind::ExplicitSpecialization(inner), span)
        } else {
            let inner = self.take_abbreviated(inner, &mut params);
            let template = TemplateDecl { params, requires, inner, is_abbreviated: false };
            self.decl(DeclKind::Template(template), span)
        };
        // Attributes are the declaration's, not the head's.
        let templated = self.ast.templated(id);
        self.ast[templated].attrs.splice(0..0, attrs);
        out.push(id);
    }

    /// Moves the invented parameters of an abbreviated function template to its written head.
    fn take_abbreviated(&mut self, inner: DeclId, params: &mut Vec<DeclId>) -> DeclId {
        let DeclKind::Template(template) = &mut self.ast[inner].kind else { return inner };
        if !template.is_abbreviated {
            return inner;
        }
        params.append(&mut template.params);
        template.inner
    }

    /// `<params>`, declared in the current scope.
    pub fn parse_template_params(&mut self) -> Vec<DeclId> {
        self.bump();
        let placeholders = std::mem::replace(&mut self.placeholders, Placeholders::Keep);
        let mut params = Vec::new();
        self.in_angles(|p| {
            while !p.at_greater() && !p.at(TokenKind::Eof) {
                let before = p.index();
                params.push(p.parse_template_param());
                if p.eat(TokenKind::Comma) {
                    continue;
                }
                if p.at_greater() {
                    break;
                }
                p.error_expected(
                    codes::BAD_TEMPLATE_LIST,
                    "`,` or `>` after the template parameter",
                );
                p.skip_to_list_separator();
                p.suppress_error_here();
                if !p.eat(TokenKind::Comma) || p.index() == before {
                    break;
                }
            }
        });
        self.placeholders = placeholders;
        if !self.eat_greater() {
            self.error_expected(codes::BAD_TEMPLATE_LIST, "`>` after the template parameters");
        }
        params
    }

    fn parse_template_param(&mut self) -> DeclId {
        match self.deeper(Parser::parse_template_param_here) {
            Some(param) => param,
            None => {
                let span = self.span();
                self.decl(DeclKind::Error, span)
            }
        }
    }

    fn parse_template_param_here(&mut self) -> DeclId {
        use TokenKind as T;
        let start = self.span();
        let param = match self.kind() {
            T::KwTemplate => self.parse_template_template_param(),
            T::KwClass | T::KwTypename if self.at_type_parameter() => {
                self.bump();
                self.finish_type_param(None)
            }
            T::Ident | T::ColonColon if self.at_constrained_parameter() => {
                let span = self.span();
                let path = self.parse_name(NameUse::Type);
                let concept = path.node(self);
                let span = self.span_from(span);
                self.finish_type_param(Some(TypeConstraint { concept, span }))
            }
            T::Ident | T::ColonColon if self.report_template_as_concept() => {
                self.finish_type_param(None)
            }
            _ => self.parse_non_type_param(),
        };
        let span = self.span_from(start);
        self.decl(DeclKind::TemplateParam(param), span)
    }

    /// `template <tile T>`, where `tile` is a class template and `T` is used as a type: it was taken for a concept. Reports
    /// that, and moves behind the name.
    fn report_template_as_concept(&mut self) -> bool {
        let start = self.span();
        let parameter = self.look_ahead(|p| {
            let path = p.name_path(NameUse::Type, NameMode::Skip)?;
            let is_template = path.class == NameClass::TypeTemplate && !path.has_args;
            let name = p.token().name;
            let is_type =
                is_template && p.at(TokenKind::Ident) && p.is_used_as_type(name, p.index() + 1);
            is_type.then_some((path.last_name?, path.qualifier))
        });
        let Some((template, scope)) = parameter else { return false };
        self.name_path(NameUse::Type, NameMode::Skip);
        let span = self.span_from(start);
        let name = self.interner.text(template).to_owned();
        // The library names concepts so.
        let like = self.interner.get(&format!("{name}_like")).filter(|&like| {
            let scope = scope.unwrap_or(self.scope);
            let found = self.names.lookup(like, scope, self.index());
            found.is_some_and(|found| found.kind == NameKind::Concept)
        });
        let message = format!("`{name}` is a class template, not a concept");
        let diagnostic = Diagnostic::new(codes::BAD_TEMPLATE_LIST, span, message)
            .label("does not constrain a type");
        let diagnostic = match like {
            Some(_) => {
                let end = Span { lo: span.hi, hi: span.hi };
                let title = format!("the concept is `{name}_like`");
                diagnostic.fix(title, Applicability::Maybe, end, "_like")
            }
            None => diagnostic.fix("write `class`", Applicability::Maybe, span, "class"),
        };
        self.report_certain(diagnostic);
        true
    }

    /// `typename T` and not `typename T::type N`.
    fn at_type_parameter(&self) -> bool {
        use TokenKind as T;
        let mut n = 1;
        if self.peek_kind(n) == T::Ellipsis {
            n += 1;
        }
        if self.peek_kind(n) == T::Ident {
            n += 1;
        }
        matches!(self.peek_kind(n), T::Comma | T::Gt | T::Shr | T::Eq | T::Eof)
    }

    /// `C T`, `C<int>... T`, and not `C auto N`.
    fn at_constrained_parameter(&mut self) -> bool {
        self.look_ahead(|p| {
            let Some(path) = p.name_path(NameUse::Type, NameMode::Skip) else { return false };
            match path.class {
                NameClass::Concept => {
                    !matches!(p.kind(), TokenKind::KwAuto | TokenKind::KwDecltype)
                }
                // Of a header that we do not have: what the parameter is used as tells.
                NameClass::Unknown => {
                    p.eat(TokenKind::Ellipsis);
                    p.at(TokenKind::Ident) && p.is_used_as_type(p.token().name, p.index() + 1)
                }
                NameClass::Type
                | NameClass::TypeTemplate
                | NameClass::Value
                | NameClass::Namespace
                | NameClass::Dependent => false,
            }
        })
    }

    /// Whether the declaration whose tokens go on at `from` uses a name that is undecided so far
    /// as a type: `T x`, `(T&& x)`, `const T`, `T::`.
    fn is_used_as_type(&self, name: Name, from: u32) -> bool {
        use TokenKind as T;
        let mut depth = 0_u32;
        for index in from..self.end.min(from.saturating_add(MAX_DECLARATION_SCAN)) {
            match self.raw(index).kind {
                T::LBrace => depth += 1,
                T::RBrace if depth <= 1 => return false,
                T::RBrace => depth -= 1,
                T::Semi if depth == 0 => return false,
                T::Ident if self.raw(index).name == name => {
                    let before = self.raw(index.saturating_sub(1)).kind;
                    let (next, second) = (self.raw(index + 1).kind, self.raw(index + 2).kind);
                    let is_type = match next {
                        T::Ident | T::ColonColon => true,
                        T::Amp | T::AmpAmp | T::Ellipsis => {
                            matches!(before, T::LParen | T::Comma | T::KwConst)
                                && second != T::Comma
                        }
                        _ => before == T::KwConst,
                    };
                    if is_type {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    fn finish_type_param(&mut self, constraint: Option<TypeConstraint>) -> TemplateParam {
        let is_pack = self.eat(TokenKind::Ellipsis);
        let name = self.eat_ident();
        if let Some(name) = name {
            self.declare_in(self.scope, name.name, NameKind::Type, None);
        }
        let default = self.eat(TokenKind::Eq).then(|| self.parse_type_id());
        TemplateParam { name, is_pack, kind: TemplateParamKind::Type { constraint, default } }
    }

    /// `template<class> class T = tile`
    fn parse_template_template_param(&mut self) -> TemplateParam {
        self.bump();
        let outer = self.open_scope(ScopeKind::TemplateParams);
        let mut params = Vec::new();
        if self.at(TokenKind::Lt) {
            params = self.parse_template_params();
        } else {
            self.error_missing(TokenKind::Lt, "after `template`");
        }
        let requires = self.at(TokenKind::KwRequires).then(|| self.parse_requires_clause());
        self.scope = outer;
        if !self.eat(TokenKind::KwClass) && !self.eat(TokenKind::KwTypename) {
            let found = self.describe_token();
            let message = format!(
                "expected `class` or `typename` after the head of a template parameter, found {found}"
            );
            let diagnostic = Diagnostic::new(codes::BAD_TEMPLATE_LIST, self.span(), message);
            self.report_certain(diagnostic.help("only class templates can be arguments"));
            // `int T`, `auto T`: go on with the name.
            if self.kind().is_keyword() {
                self.bump();
            }
        }
        let is_pack = self.eat(TokenKind::Ellipsis);
        let name = self.eat_ident();
        if let Some(name) = name {
            self.declare_in(self.scope, name.name, NameKind::TypeTemplate, None);
        }
        let default = self.eat(TokenKind::Eq).then(|| self.parse_name(NameUse::Type).node(self));
        TemplateParam {
            name,
            is_pack,
            kind: TemplateParamKind::Template { params, requires, default },
        }
    }

    fn parse_non_type_param(&mut self) -> TemplateParam {
        let found = self.parse_specifiers(SpecifierSet::Parameter);
        let base = match found.ty {
            Some(ty) => ty,
            None => {
                self.error_expected(codes::BAD_TEMPLATE_LIST, "a template parameter");
                self.error_type()
            }
        };
        let declarator = self.parse_declarator(Naming::Optional, Place::Class);
        let name =
            declarator.name.and_then(|name| Some(Ident { name: name.ident?, span: name.span }));
        let is_pack = declarator.is_pack;
        let ty = self.apply_chunks(base, declarator.chunks);
        if let Some(name) = name {
            self.declare_in(self.scope, name.name, NameKind::Value, None);
        }
        let default = self.eat(TokenKind::Eq).then(|| self.parse_initializer_clause());
        TemplateParam { name, is_pack, kind: TemplateParamKind::NonType { ty, default } }
    }

    /// `<args>` at the cursor.
    pub fn parse_template_args(&mut self) -> TemplateArgs {
        let start = self.span();
        let parsed = self.deeper(|p| {
            p.bump();
            let placeholders = std::mem::replace(&mut p.placeholders, Placeholders::Keep);
            let args = p.in_angles(Parser::parse_template_arg_list);
            p.placeholders = placeholders;
            args
        });
        let args = parsed.unwrap_or_default();
        if !self.eat_greater() {
            self.error_unclosed_args(start);
        }
        TemplateArgs { args, span: self.span_from(start) }
    }

    fn error_unclosed_args(&mut self, start: Span) {
        let found = self.describe_token();
        let span = self.span();
        let diagnostic = Diagnostic::new(
            codes::BAD_TEMPLATE_LIST,
            span,
            format!("expected `,` or `>` after the template argument, found {found}"),
        )
        .secondary(start, "the list starts here");
        self.report(diagnostic);
        // Go on behind the list if its end can be found.
        let saved = self.cursor();
        self.in_angles(Parser::skip_to_list_separator);
        if !self.eat_greater() {
            self.seek(saved);
        }
    }

    fn parse_template_arg_list(&mut self) -> Vec<TemplateArg> {
        let mut args = Vec::new();
        while !self.at_greater() && !self.at(TokenKind::Eof) {
            args.push(self.parse_template_arg());
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        args
    }

    /// *template-argument*: `[temp.arg]/2` prefers the type-id. Also an argument of an intrinsic.
    pub fn parse_template_arg(&mut self) -> TemplateArg {
        let start = self.span();
        let kind = match self.type_id_before_separator() {
            Certainty::Yes => {
                if let Some(class) = self.bare_name_argument()
                    && class == NameClass::TypeTemplate
                {
                    TemplateArgKind::Template(self.parse_name(NameUse::Type).node(self))
                } else {
                    TemplateArgKind::Type(self.parse_type_id())
                }
            }
            Certainty::Maybe => {
                TemplateArgKind::Unresolved(self.parse_name(NameUse::Expression).node(self))
            }
            Certainty::Dependent | Certainty::No => match self.bare_name_argument() {
                Some(NameClass::Concept) | Some(NameClass::Namespace) => {
                    TemplateArgKind::Template(self.parse_name(NameUse::Expression).node(self))
                }
                _ => {
                    let e = self.parse_initializer_clause();
                    match self.ast[e].kind {
                        ExprKind::Error => TemplateArgKind::Error,
                        _ => TemplateArgKind::Expr(e),
                    }
                }
            },
        };
        let is_pack_expansion = self.eat(TokenKind::Ellipsis);
        TemplateArg { kind, is_pack_expansion, span: self.span_from(start) }
    }

    /// What the name is that makes up all of the template argument at the cursor.
    fn bare_name_argument(&mut self) -> Option<NameClass> {
        self.look_ahead(|p| {
            let path = p.name_path(NameUse::Expression, NameMode::Skip)?;
            let ends = p.greater == Greater::ClosesList && p.at_greater()
                || matches!(p.kind(), TokenKind::Comma | TokenKind::Ellipsis | TokenKind::RParen);
            (ends && !path.has_args).then_some(path.class)
        })
    }

    /// `concept C [[attribute]] = e;`
    pub fn parse_concept(&mut self) -> DeclId {
        let start = self.span();
        self.bump();
        let name = self.expect_ident("the name of a concept");
        let attrs = if self.at(TokenKind::LBracket) { self.parse_attributes() } else { Vec::new() };
        let mut constraint = None;
        if self.expect(TokenKind::Eq, "before the constraint of the concept") {
            constraint = Some(self.parse_constraint_expr());
        }
        if let Some(name) = name {
            self.declare(name.name, NameKind::Concept, None);
        }
        self.expect_semi("after the concept");
        let span = self.span_from(start);
        let kind = match (name, constraint) {
            (Some(name), Some(constraint)) => DeclKind::Concept { name, constraint },
            _ => DeclKind::Error,
        };
        let decl = self.decl(kind, span);
        self.ast[decl].attrs = attrs;
        decl
    }
}
