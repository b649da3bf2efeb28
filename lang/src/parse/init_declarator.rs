//! Init-declarators: variables, members, typedefs, and the start of functions.
//! `[dcl.decl]`, `[dcl.init]`, `[class.mem]`

use super::codes;
use super::declarator::{Declarator, DeclaratorName};
use super::function::DeclaratorEnd;
use super::names::NameKind;
use super::parser::Parser;
use super::probe::{Naming, Place};
use super::qualified::{NameMode, NameUse};
use super::specifier::{DeclContext, Head, Specifiers};
use crate::ast::*;
use crate::base::{Applicability, Diagnostic, Span};
use crate::lex::TokenKind;

impl Parser<'_> {
    /// *init-declarator-list* with its `;`, or one function definition.
    pub fn parse_declarators(
        &mut self,
        context: DeclContext,
        mut found: Specifiers,
        start: Span,
        out: &mut Vec<DeclId>,
    ) {
        loop {
            self.invented.clear();
            if context.place == Place::Class && self.at(TokenKind::Colon) {
                let id = self.parse_field(&found, None, start);
                out.push(id);
            } else {
                if found.ty.is_none() && !self.at_declarator_without_type(context) {
                    self.error_missing_type(&found);
                    if found.specs.spaces.is_empty() || self.peek_kind(1) != TokenKind::LParen {
                        self.skip_to_end_of_construct();
                        return;
                    }
                    // A function of which nothing else is wrong: its uses have nothing to say about this.
                    let auto = TypeExprKind::Auto { constraint: None };
                    found.ty = Some(self.ty(auto, Cv::NONE, self.token().span));
                }
                if found.ty.is_some() && !self.at_declarator_start() {
                    self.error_no_declarator(&found);
                    self.skip_to_end_of_construct();
                    return;
                }
                let declarator = self.parse_declarator(Naming::Required, context.place);
                let Some(name) = declarator.name else {
                    self.skip_to_end_of_construct();
                    return;
                };
                let (id, end) = self.finish_declarator(context, &found, declarator, name, start);
                self.ast[id].attrs.splice(0..0, found.attrs.iter().cloned());
                out.push(id);
                if end == DeclaratorEnd::Body {
                    return;
                }
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_semi("after the declaration");
    }

    fn at_declarator_start(&self) -> bool {
        use TokenKind as T;
        matches!(
            self.kind(),
            T::Star
                | T::Amp
                | T::AmpAmp
                | T::LParen
                | T::LBracket
                | T::Ident
                | T::ColonColon
                | T::KwOperator
                | T::Tilde
                | T::Ellipsis
                | T::Colon
        )
    }

    fn error_no_declarator(&mut self, found: &Specifiers) {
        let token = self.token();
        if token.kind.is_keyword() && !token.starts_line() {
            let span = found.specs.span;
            let text = self.interner.text(token.name).to_owned();
            let diagnostic = Diagnostic::new(
                codes::EXPECTED_NAME,
                token.span,
                format!("expected a name to declare, found `{text}`"),
            )
            .secondary(span, "the declaration's type ends here");
            self.report(diagnostic);
        } else if token.starts_line() || matches!(token.kind, TokenKind::RBrace | TokenKind::Eof) {
            self.error(
                codes::EXPECTED_NAME,
                found.specs.span.after(),
                "expected a name to declare",
            );
        } else {
            self.error_expected(codes::EXPECTED_NAME, "a name to declare");
        }
    }

    /// Constructors, destructors, conversion functions and deduction guides have no type before
    /// them.
    fn at_declarator_without_type(&mut self, context: DeclContext) -> bool {
        if matches!(self.kind(), TokenKind::Tilde | TokenKind::KwOperator) {
            return true;
        }
        let current = self.current_class;
        self.look_ahead(|p| {
            let Some(path) = p.name_path(NameUse::Declarator, NameMode::Skip) else {
                return false;
            };
            if path.is_constructor || path.is_special {
                return true;
            }
            if !p.at(TokenKind::LParen) {
                return false;
            }
            if context.place == Place::Class
                && path.last_name.is_some()
                && path.last_name == current
            {
                return true;
            }
            // A deduction guide.
            p.skip_group() && p.at(TokenKind::Arrow)
        })
    }

    fn error_missing_type(&mut self, found: &Specifiers) {
        let token = self.token();
        if token.kind != TokenKind::Ident {
            self.error_expected(codes::EXPECTED_DECLARATION, "a declaration");
            return;
        }
        let text = self.interner.text(token.name).to_owned();
        let mut diagnostic = Diagnostic::new(
            codes::MISSING_TYPE,
            token.span,
            format!("the declaration of `{text}` has no type"),
        );
        if !found.specs.spaces.is_empty() && self.peek_kind(1) == TokenKind::LParen {
            let at = Span { lo: token.span.lo, hi: token.span.lo };
            diagnostic = diagnostic.fix(
                "write the type that it returns, or `auto`",
                Applicability::Maybe,
                at,
                "auto ",
            );
        } else if self.peek_kind(1) == TokenKind::LParen {
            diagnostic =
                diagnostic.help("a macro of a header that was not found also looks like this");
        }
        self.report(self.suggest_keyword(diagnostic, token));
    }

    fn finish_declarator(
        &mut self,
        context: DeclContext,
        found: &Specifiers,
        declarator: Declarator,
        name: DeclaratorName,
        start: Span,
    ) -> (DeclId, DeclaratorEnd) {
        if found.specs.flags.has(SpecFlags::TYPEDEF) {
            let id = self.finish_typedef(found, declarator, name, start);
            return (id, DeclaratorEnd::Declarator);
        }
        if declarator.function().is_some() {
            return self.finish_function(context, found, declarator, name, start);
        }
        let is_field = context.place == Place::Class
            && !found.specs.flags.intersects(SpecFlags::STATIC)
            && !found.specs.flags.intersects(SpecFlags::FRIEND)
            && context.head == Head::None;
        let id = if is_field {
            self.parse_field(found, Some((declarator, name)), start)
        } else {
            self.finish_variable(context, found, declarator, name, start)
        };
        (id, DeclaratorEnd::Declarator)
    }

    fn base_type(&mut self, found: &Specifiers) -> TypeExprId {
        match found.ty {
            Some(ty) => ty,
            None => self.error_type(),
        }
    }

    fn finish_typedef(
        &mut self,
        found: &Specifiers,
        declarator: Declarator,
        name: DeclaratorName,
        start: Span,
    ) -> DeclId {
        let base = self.base_type(found);
        let is_plain = declarator.chunks.is_empty();
        let ty = self.apply_chunks(base, declarator.chunks);
        let span = self.span_from(start);
        let Some(name) = self.simple_name(&name, "a typedef") else {
            return self.decl(DeclKind::Error, span);
        };
        let scope = if is_plain { self.type_scopes.get(&ty).copied() } else { None };
        self.declare(name.name, NameKind::Type, scope);
        if matches!(self.kind(), TokenKind::Eq | TokenKind::LBrace) {
            let start = self.span();
            self.parse_initializer();
            let message = "a `typedef` cannot have an initialiser";
            self.report_certain(
                Diagnostic::new(codes::BAD_DECLARATOR, self.span_from(start), message).help(
                    "leave the initialiser out, or leave `typedef` out to declare a variable",
                ),
            );
        }
        let id = self.decl(DeclKind::TypeAlias(TypeAlias { name, ty, is_typedef: true }), span);
        self.ast[id].attrs = declarator.attrs;
        id
    }

    /// A non-static data member; without a declarator an unnamed bit-field.
    fn parse_field(
        &mut self,
        found: &Specifiers,
        declarator: Option<(Declarator, DeclaratorName)>,
        start: Span,
    ) -> DeclId {
        let base = self.base_type(found);
        let mut attrs = Vec::new();
        let (name, ty) = match declarator {
            None => (None, base),
            Some((declarator, name)) => {
                let ident = self.simple_name(&name, "a data member");
                attrs = declarator.attrs;
                (ident, self.apply_chunks(base, declarator.chunks))
            }
        };
        if let Some(name) = name {
            self.declare(name.name, NameKind::Value, None);
        }
        let bit_width = self.eat(TokenKind::Colon).then(|| self.parse_conditional_expr());
        let init = match self.kind() {
            TokenKind::Eq | TokenKind::LBrace => self.parse_initializer(),
            _ => Initializer::None,
        };
        let span = self.span_from(start);
        let field = FieldDecl { specs: found.specs.clone(), name, ty, bit_width, init };
        let id = self.decl(DeclKind::Field(field), span);
        self.ast[id].attrs = attrs;
        id
    }

    fn finish_variable(
        &mut self,
        context: DeclContext,
        found: &Specifiers,
        declarator: Declarator,
        name: DeclaratorName,
        start: Span,
    ) -> DeclId {
        let base = self.base_type(found);
        let ty = self.apply_chunks(base, declarator.chunks);
        let is_misnamed = match context.place {
            Place::Block => self.simple_name(&name, "a variable of a function").is_none(),
            // A member template may be specialised in its class.
            Place::Class => name.is_qualified && self.simple_name(&name, "a data member").is_none(),
            Place::Namespace => false,
        };
        if let Some(ident) = name.ident
            && !name.is_qualified
            && !name.has_args
        {
            let kind = match context.head {
                Head::Template => NameKind::VariableTemplate,
                Head::None | Head::Specialization | Head::Instantiation => NameKind::Value,
            };
            self.declare(ident, kind, None);
        }
        let outer = self.scope;
        self.scope = declarator.scope;
        self.skip_asm_label();
        let init = self.parse_initializer();
        self.scope = outer;
        let span = self.span_from(start);
        if is_misnamed {
            return self.decl(DeclKind::Error, span);
        }
        let variable = VariableDecl { specs: found.specs.clone(), name: name.id, ty, init };
        let id = self.decl(DeclKind::Variable(variable), span);
        self.ast[id].attrs = declarator.attrs;
        id
    }
}
