//! Declarations at namespace, class and block scope. `[dcl.dcl]`, `[basic.link]`, `[namespace]`

use super::codes;
use super::expr::binary_op;
use super::names::NameKind;
use super::parser::Parser;
use super::probe::Place;
use super::specifier::{DeclContext, Head, SpecifierSet, Specifiers};
use crate::ast::*;
use crate::base::{Applicability, Diagnostic, Span};
use crate::lex::TokenKind;

impl Parser<'_> {
    /// *translation-unit*
    pub fn parse_translation_unit(&mut self) -> Vec<DeclId> {
        let mut decls = Vec::new();
        while !self.at(TokenKind::Eof) {
            self.parse_namespace_member(&mut decls);
        }
        decls
    }

    pub fn parse_namespace_member(&mut self, out: &mut Vec<DeclId>) {
        if self.skip_left_out() {
            return;
        }
        let before = self.index();
        match self.kind() {
            TokenKind::PragmaStart => self.skip_pragmas(),
            // The bracket map has reported it.
            TokenKind::RBrace => {
                self.bump();
            }
            _ => self.parse_or_set_aside(DeclContext::at(Place::Namespace), out),
        }
        if self.index() == before && !self.at(TokenKind::Eof) {
            self.bump();
        }
    }

    /// Parses a declaration. If that fails and the declaration has nothing to do with tiles, keeps
    /// it as [`DeclKind::Unparsed`] together with what was wrong: it may be host code that uses a
    /// macro or a type of a header that we do not have.
    pub fn parse_or_set_aside(&mut self, context: DeclContext, out: &mut Vec<DeclId>) {
        if self.opens_declaration_region() {
            self.parse_declaration(context, out);
            return;
        }
        let start = self.index();
        let start_span = self.span();
        let n_diagnostics = self.n_diagnostics();
        let n_decls = out.len();
        let outer_certain = std::mem::replace(&mut self.has_certain_error, false);
        self.parse_declaration(context, out);
        if self.index() == start {
            self.error_expected(codes::EXPECTED_DECLARATION, "a declaration");
            self.bump();
            self.skip_to_end_of_construct();
        }
        let is_certain = self.has_certain_error;
        self.has_certain_error |= outer_certain;
        if self.n_diagnostics() == n_diagnostics || is_certain {
            return;
        }
        let tokens = self.range_from(start);
        let is_tile = self.tokens.get(tokens.indices()).is_some_and(|tokens| {
            tokens
                .iter()
                .any(|token| matches!(token.kind, TokenKind::KwTile | TokenKind::KwTileGlobal))
        });
        if is_tile {
            return;
        }
        let diagnostics = self.split_diagnostics(n_diagnostics);
        let recovered = out.split_off(n_decls);
        let span = self.span_from(start_span);
        let unparsed = UnparsedDecl { tokens, diagnostics, recovered };
        let id = self.decl(DeclKind::Unparsed(unparsed), span);
        out.push(id);
    }

    /// Whether a declaration starts here that holds declarations, each on its own.
    fn opens_declaration_region(&self) -> bool {
        match self.kind() {
            TokenKind::KwNamespace | TokenKind::KwExport => true,
            TokenKind::KwInline => self.peek_kind(1) == TokenKind::KwNamespace,
            TokenKind::KwExtern => self.peek_kind(1) == TokenKind::StringLit,
            _ => false,
        }
    }

    /// *declaration* or *member-declaration*: appends what it declares.
    pub fn parse_declaration(&mut self, context: DeclContext, out: &mut Vec<DeclId>) {
        let Some(level) = self.descend() else { return };
        self.parse_declaration_here(context, out);
        self.leave(level);
    }

    fn parse_declaration_here(&mut self, context: DeclContext, out: &mut Vec<DeclId>) {
        use TokenKind as T;
        let start = self.span();
        let attrs = if self.at(T::LBracket) { self.parse_attributes() } else { Vec::new() };
        let first = out.len();
        match self.kind() {
            T::Semi => {
                self.bump();
                let span = self.span_from(start);
                out.push(self.decl(DeclKind::Empty, span));
            }
            T::KwNamespace => self.parse_namespace(out),
            T::KwInline if self.peek_kind(1) == T::KwNamespace => self.parse_namespace(out),
            T::KwUsing => self.parse_using(context, out),
            T::KwStaticAssert => {
                let id = self.parse_static_assert();
                out.push(id);
            }
            T::KwTemplate => self.parse_template_declaration(context, out),
            T::KwExtern if self.peek_kind(1) == T::KwTemplate => {
                self.parse_template_declaration(context, out);
            }
            T::KwExport | T::Ident if self.at_module_directive() => {
                self.parse_module_directive(out);
            }
            T::KwExport if context.place == Place::Namespace => self.parse_export(context, out),
            T::KwExtern if self.peek_kind(1) == T::StringLit => {
                if let Some(attr) = attrs.first() {
                    self.report(
                        Diagnostic::new(
                            codes::BAD_ATTRIBUTE,
                            attr.span,
                            "an attribute cannot precede `extern \"C\"`",
                        )
                        .help("write it after the language, or use `extern \"C\" { ... }`"),
                    );
                }
                match context.head {
                    Head::None => self.parse_linkage(context, out),
                    _ => self.parse_linkage_of_template(context, out),
                }
            }
            T::KwAsm => self.parse_asm_declaration(out),
            T::Ident if self.at_word(self.words.asm) || self.at_word(self.words.asm_short) => {
                self.parse_asm_declaration(out);
            }
            T::Ident if self.at_word(self.words.extension) => {
                self.bump();
                self.parse_declaration(context, out);
            }
            T::KwConcept if context.head != Head::None => {
                if context.head != Head::Template {
                    let message = match context.head {
                        Head::Specialization => "a concept cannot be specialised",
                        _ => "a concept cannot be instantiated",
                    };
                    let diagnostic = Diagnostic::new(codes::BAD_SPECIFIERS, self.span(), message);
                    self.report_certain(diagnostic.help(
                        "let its definition depend on the type, or name another concept in it",
                    ));
                    self.skip_to_end_of_construct();
                    let span = self.span_from(start);
                    out.push(self.decl(DeclKind::Error, span));
                    return;
                }
                let id = self.parse_concept();
                out.push(id);
            }
            _ => self.parse_simple_declaration(context, out),
        }
        if !attrs.is_empty()
            && let Some(&id) = out.get(first..).and_then(|new| new.last())
        {
            let mut all = attrs;
            all.append(&mut self.ast[id].attrs);
            // Each declarator of a list has them.
            for index in first..out.len() - 1 {
                let mut own = all.clone();
                own.append(&mut self.ast[out[index]].attrs);
                self.ast[out[index]].attrs = own;
            }
            self.ast[id].attrs = all;
        }
    }

    pub fn parse_static_assert(&mut self) -> DeclId {
        let start = self.span();
        self.bump();
        let open = self.index();
        let mut message = None;
        let cond;
        if self.expect(TokenKind::LParen, "after `static_assert`") {
            cond = self.bracketed(Parser::parse_assignment_expr);
            if self.eat(TokenKind::Comma) {
                message = Some(self.bracketed(Parser::parse_assignment_expr));
            }
            self.expect_closing(open, TokenKind::RParen, "after the condition");
        } else {
            cond = self.error_expr();
        }
        self.expect_semi("after `static_assert`");
        let span = self.span_from(start);
        self.decl(DeclKind::StaticAssert { cond, message }, span)
    }

    fn parse_asm_declaration(&mut self, out: &mut Vec<DeclId>) {
        let start = self.span();
        let first = self.index();
        self.skip_to_end_of_construct();
        let tokens = self.range_from(first);
        let span = self.span_from(start);
        out.push(self.decl(DeclKind::Asm(tokens), span));
    }

    /// *simple-declaration*, *function-definition*, *member-declaration*
    pub fn parse_simple_declaration(&mut self, context: DeclContext, out: &mut Vec<DeclId>) {
        use TokenKind as T;
        let start = self.span();
        let outer_invented = std::mem::take(&mut self.invented);
        let mut found = self.parse_specifiers(SpecifierSet::Declaration(context));
        out.append(&mut found.defined);
        if self.at(T::Semi) {
            self.bump();
            self.finish_bare_declaration(context, found, start, out);
        } else if found.ty.is_some() && self.at_structured_binding() {
            let id = self.parse_structured_binding(found, start);
            out.push(id);
            self.expect_semi("after the structured binding");
        } else if self.is_class_without_semi(&found) {
            self.error_missing(T::Semi, "after the definition");
            self.finish_bare_declaration(context, found, start, out);
        } else {
            self.parse_declarators(context, found, start, out);
        }
        self.invented = outer_invented;
    }

    /// After `struct A { ... }` on a new line something begins that no declarator starts with.
    fn is_class_without_semi(&self, found: &Specifiers) -> bool {
        let Some(ty) = found.ty else { return false };
        let is_definition = matches!(self.ast[ty].kind, TypeExprKind::Defined(_));
        let token = self.token();
        // A declarator may stand on a line of its own.
        let is_declarator = token.kind == TokenKind::Ident
            && matches!(
                self.peek_kind(1),
                TokenKind::Semi | TokenKind::Comma | TokenKind::Eq | TokenKind::LBracket
            );
        is_definition
            && !is_declarator
            && (token.kind == TokenKind::Eof || token.kind.is_keyword() || token.starts_line())
            && !matches!(token.kind, TokenKind::Star | TokenKind::Amp | TokenKind::LParen)
    }

    /// A declaration without declarators: a class, an enum, `friend T;`, an anonymous member.
    fn finish_bare_declaration(
        &mut self,
        context: DeclContext,
        found: Specifiers,
        start: Span,
        out: &mut Vec<DeclId>,
    ) {
        let span = self.span_from(start);
        let is_friend = found.specs.flags.has(SpecFlags::FRIEND);
        let Some(ty) = found.ty else {
            if found.attrs.is_empty() && found.specs.flags.is_empty() {
                return;
            }
            let id = self.decl(DeclKind::Empty, span);
            self.ast[id].attrs = found.attrs;
            out.push(id);
            return;
        };
        match self.ast[ty].kind.clone() {
            TypeExprKind::Elaborated { key, name } if !is_friend || context.head != Head::None => {
                let class = ClassDecl {
                    key,
                    name: Some(name),
                    is_definition: false,
                    is_final: false,
                    bases: Vec::new(),
                    members: Vec::new(),
                };
                let mut id = self.decl(DeclKind::Class(class), span);
                if is_friend {
                    id = self.decl(DeclKind::Friend(FriendDecl::Decl(id)), span);
                }
                self.ast[id].attrs = found.attrs;
                out.push(id);
            }
            TypeExprKind::Defined(class) => {
                let is_anonymous =
                    matches!(&self.ast[class].kind, DeclKind::Class(class) if class.name.is_none());
                if context.place == Place::Class && is_anonymous {
                    let field = FieldDecl {
                        specs: found.specs,
                        name: None,
                        ty,
                        bit_width: None,
                        init: Initializer::None,
                    };
                    out.push(self.decl(DeclKind::Field(field), span));
                }
                if is_anonymous && let Some(&members) = self.type_scopes.get(&ty) {
                    let scope = self.names.declaring_scope(self.scope);
                    self.names.import_all(members, scope);
                }
                if let Some(&id) = out.last() {
                    self.ast[id].span = span;
                    self.ast[id].attrs.extend(found.attrs);
                }
            }
            _ if is_friend => {
                out.push(self.decl(DeclKind::Friend(FriendDecl::Type(ty)), span));
            }
            _ => {
                let diagnostic = Diagnostic::new(
                    codes::EXPECTED_NAME,
                    span,
                    "the declaration declares nothing: a name is missing",
                );
                self.report(diagnostic);
                out.push(self.decl(DeclKind::Error, span));
            }
        }
    }

    /// The type among the specifiers of a variable; reports that there is none.
    pub fn required_type(&mut self, found: &Specifiers) -> TypeExprId {
        found.ty.unwrap_or_else(|| {
            self.error_expected(codes::EXPECTED_TYPE, "the type of a variable");
            self.error_type()
        })
    }

    /// `auto& [a, b]` behind the specifiers, with its initialiser if there is one.
    pub fn parse_structured_binding(&mut self, found: Specifiers, start: Span) -> DeclId {
        let mut base = self.required_type(&found);
        if self.is_type_of_bindings(base) {
            let (span, cv) = (self.ast.types[base].span, self.ast.types[base].cv);
            self.report_type_of_bindings(span, cv);
            base = self.ty(TypeExprKind::Auto { constraint: None }, cv, span);
        }
        let operators = self.parse_pointer_operators();
        let ty = self.apply_chunks(base, operators);
        let open = self.index();
        self.bump();
        let mut bindings = Vec::new();
        while let Some(ident) = self.expect_ident("the name of a binding") {
            self.declare(ident.name, NameKind::Value, None);
            bindings.push(self.decl(DeclKind::Binding(ident), ident.span));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_closing(open, TokenKind::RBracket, "after the names");
        let init = self.parse_initializer();
        let span = self.span_from(start);
        let binding = StructuredBinding { specs: found.specs, ty, bindings, init };
        let id = self.decl(DeclKind::StructuredBinding(binding), span);
        self.ast[id].attrs = found.attrs;
        id
    }

    /// Whether a type stands where a structured binding has `auto` ([dcl.pre]/6), and the names in brackets are not the
    /// bound of an array: its initialiser follows.
    fn is_type_of_bindings(&mut self, ty: TypeExprId) -> bool {
        use TokenKind as T;
        let kind = &self.ast.types[ty].kind;
        if matches!(
            kind,
            TypeExprKind::Auto { .. } | TypeExprKind::DecltypeAuto { .. } | TypeExprKind::Error
        ) {
            return false;
        }
        self.look_ahead(|p| {
            while matches!(p.kind(), T::Amp | T::AmpAmp) {
                p.bump();
            }
            p.skip_group() && matches!(p.kind(), T::Eq | T::LBrace | T::LParen | T::Colon)
        })
    }

    fn report_type_of_bindings(&mut self, ty: Span, cv: Cv) {
        let message = "a structured binding is declared with `auto`, not with a type";
        let diagnostic = Diagnostic::new(codes::BAD_DECLARATOR, ty, message)
            .label("each name has the type of its part")
            .fix(
                "write `auto`",
                Applicability::Maybe,
                ty,
                if cv.has(Cv::CONST) { "const auto" } else { "auto" },
            );
        self.report_certain(diagnostic);
    }

    /// `extern "C"` behind a template head, which is an error ([temp.pre]/6), and the declaration.
    fn parse_linkage_of_template(&mut self, context: DeclContext, out: &mut Vec<DeclId>) {
        let (first, language) = (self.bump(), self.bump());
        let span = Span { lo: first.span.lo, hi: language.span.hi };
        let message = "a template cannot have C linkage";
        self.report(
            Diagnostic::new(codes::EXPECTED_DECLARATION, span, message)
                .help("leave out `extern \"C\"`, or declare a function that is not a template"),
        );
        self.parse_declaration(context, out);
    }

    /// Consumes the `;` of a declaration or statement. When it is missing, goes on at a token that
    /// starts a line, and else skips the rest.
    pub fn expect_semi(&mut self, context: &str) {
        if self.eat(TokenKind::Semi) {
            return;
        }
        let goes_on =
            self.token().starts_line() || matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof);
        if goes_on {
            self.error_missing(TokenKind::Semi, context);
            return;
        }
        let found = self.describe_token();
        let place = self.prev_span().after();
        let span = self.span();
        if binary_op(self.kind()).is_some() && self.peek_kind(1) == TokenKind::Ellipsis {
            let message = "a fold expression is written in parentheses";
            let diagnostic = Diagnostic::new(codes::EXPECTED_TOKEN, span, message);
            self.report(diagnostic.help("write `(` in front of the operands and `)` behind `...`"));
            return self.skip_to_end_of_construct();
        }
        self.report(
            Diagnostic::new(
                codes::EXPECTED_TOKEN,
                span,
                format!("expected `;` {context}, found {found}"),
            )
            .fix("insert `;`", Applicability::Maybe, place, ";"),
        );
        self.skip_to_end_of_construct();
    }
}
