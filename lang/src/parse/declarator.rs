//! Declarators, parameters, type-ids. `[dcl.decl]`, `[dcl.meaning]`, `[dcl.name]`
//!
//! A declarator is read as a list of chunks, the one nearest to the name first: in
//! `int *(&f)(int)` that is reference, function, pointer. [`Parser::apply_chunks`] makes the type
//! from the list, from the far end to the name.

use super::codes;
use super::names::{NameKind, ScopeKind};
use super::parser::{Parser, Placeholders};
use super::probe::{Naming, Place};
use super::qualified::{NameMode, NameUse};
use super::specifier::SpecifierSet;
use crate::ast::*;
use crate::base::{Diagnostic, Name, Span};
use crate::lex::TokenKind;

/// A declarator and where the declaration goes on.
pub(super) struct Declarator {
    pub name: Option<DeclaratorName>,
    pub chunks: Vec<Chunk>,
    /// `...` before the name.
    pub is_pack: bool,
    pub attrs: Vec<Attribute>,
    /// Where an initialiser or body looks names up: inside the class of a qualified name.
    pub scope: ScopeId,
}

#[derive(Clone, Copy)]
pub(super) struct DeclaratorName {
    pub id: QualNameId,
    /// The identifier if the name is one, possibly with qualifiers or arguments.
    pub ident: Option<Name>,
    pub is_qualified: bool,
    pub has_args: bool,
    pub is_constructor: bool,
    pub span: Span,
}

pub(super) enum Chunk {
    Pointer { cv: Cv, span: Span },
    LvalueRef { cv: Cv, span: Span },
    RvalueRef { cv: Cv, span: Span },
    MemberPointer { class: QualNameId, cv: Cv, span: Span },
    Array { size: Option<ExprId>, span: Span },
    Function(Box<FunctionChunk>),
}

pub(super) struct FunctionChunk {
    pub ty: FunctionType,
    /// The scope of the parameters.
    pub scope: ScopeId,
    pub span: Span,
}

impl Declarator {
    /// The parameter list, if a function is declared.
    pub fn function(&self) -> Option<&FunctionChunk> {
        match self.chunks.first() {
            Some(Chunk::Function(chunk)) => Some(chunk),
            _ => None,
        }
    }
}

impl Parser<'_> {
    /// *type-id*
    pub fn parse_type_id(&mut self) -> TypeExprId {
        let parsed = self.deeper(|p| {
            let base = p.parse_type_specifiers();
            let declarator = p.parse_declarator(Naming::Abstract, Place::Class);
            p.apply_chunks(base, declarator.chunks)
        });
        match parsed {
            Some(ty) => ty,
            None => self.error_type(),
        }
    }

    /// The type behind `operator`, `new` and `->` before a body: pointer operators only.
    pub fn parse_conversion_type_id(&mut self) -> TypeExprId {
        let parsed = self.deeper(|p| {
            let base = p.parse_type_specifiers();
            let chunks = p.parse_pointer_operators();
            p.apply_chunks(base, chunks)
        });
        match parsed {
            Some(ty) => ty,
            None => self.error_type(),
        }
    }

    /// The type behind `new`: no parameter lists, array bounds allowed.
    pub fn parse_new_type_id(&mut self) -> TypeExprId {
        let base = self.parse_type_specifiers();
        let mut chunks = self.parse_pointer_operators();
        let mut bounds = Vec::new();
        while self.at(TokenKind::LBracket) {
            bounds.push(self.parse_array_chunk());
        }
        bounds.append(&mut chunks);
        self.apply_chunks(base, bounds)
    }

    /// The type that the declarator gives its name.
    pub fn apply_chunks(&mut self, base: TypeExprId, chunks: Vec<Chunk>) -> TypeExprId {
        let mut ty = base;
        for chunk in chunks.into_iter().rev() {
            if !self.grow() {
                return self.error_type();
            }
            let base_span = self.ast[ty].span;
            let (kind, cv, span) = match chunk {
                Chunk::Pointer { cv, span } => (TypeExprKind::Pointer(ty), cv, span),
                Chunk::LvalueRef { cv, span } => (TypeExprKind::LvalueRef(ty), cv, span),
                Chunk::RvalueRef { cv, span } => (TypeExprKind::RvalueRef(ty), cv, span),
                Chunk::MemberPointer { class, cv, span } => {
                    (TypeExprKind::MemberPointer { class, pointee: ty }, cv, span)
                }
                Chunk::Array { size, span } => {
                    (TypeExprKind::Array { element: ty, size }, Cv::NONE, span)
                }
                Chunk::Function(mut chunk) => {
                    if !chunk.ty.has_trailing_return {
                        chunk.ty.ret = Some(ty);
                    }
                    (TypeExprKind::Function(Box::new(chunk.ty)), Cv::NONE, chunk.span)
                }
            };
            let span = if base_span.lo <= span.lo { base_span.to(span) } else { base_span };
            ty = self.ty(kind, cv, span);
        }
        ty
    }

    /// *ptr-operator*s, the last one first.
    pub fn parse_pointer_operators(&mut self) -> Vec<Chunk> {
        use TokenKind as T;
        let mut chunks = Vec::new();
        loop {
            let start = self.span();
            match self.kind() {
                T::Star => {
                    self.bump();
                    let cv = self.parse_cv_qualifiers();
                    let span = self.span_from(start);
                    chunks.push(Chunk::Pointer { cv, span });
                }
                T::Amp => {
                    self.bump();
                    let cv = self.parse_cv_qualifiers();
                    let span = self.span_from(start);
                    chunks.push(Chunk::LvalueRef { cv, span });
                }
                T::AmpAmp => {
                    self.bump();
                    let cv = self.parse_cv_qualifiers();
                    let span = self.span_from(start);
                    chunks.push(Chunk::RvalueRef { cv, span });
                }
                T::Ident | T::ColonColon => {
                    if !self.look_ahead(|p| {
                        p.name_path(NameUse::Type, NameMode::Skip).is_some()
                            && p.at(T::ColonColon)
                            && p.peek_kind(1) == T::Star
                    }) {
                        break;
                    }
                    let class = self.parse_name(NameUse::Type).node(self);
                    self.bump();
                    self.bump();
                    let cv = self.parse_cv_qualifiers();
                    let span = self.span_from(start);
                    chunks.push(Chunk::MemberPointer { class, cv, span });
                }
                _ => break,
            }
        }
        chunks.reverse();
        chunks
    }

    pub fn parse_cv_qualifiers(&mut self) -> Cv {
        let mut cv = Cv::NONE;
        loop {
            match self.kind() {
                TokenKind::KwConst | TokenKind::KwVolatile | TokenKind::KwRestrict => {
                    self.parse_cv_qualifier(&mut cv);
                }
                TokenKind::Ident if self.at_vendor_attribute() => {
                    self.parse_attributes();
                }
                _ => return cv,
            }
        }
    }

    /// A declarator with or without a name. `place` decides between parameters and initialiser.
    pub fn parse_declarator(&mut self, naming: Naming, place: Place) -> Declarator {
        let outer = self.scope;
        let declarator = match self.descend() {
            Some(level) => {
                let declarator = self.parse_declarator_here(naming, place);
                self.leave(level);
                declarator
            }
            None => Declarator {
                name: None,
                chunks: Vec::new(),
                is_pack: false,
                attrs: Vec::new(),
                scope: outer,
            },
        };
        self.scope = outer;
        declarator
    }

    fn parse_declarator_here(&mut self, naming: Naming, place: Place) -> Declarator {
        use TokenKind as T;
        let mut attrs = self.parse_attributes();
        let operators = self.parse_pointer_operators();
        attrs.extend(self.parse_attributes());
        let mut is_pack = false;
        if self.at(T::Ellipsis) && self.ellipsis_is_pack(naming) {
            self.bump();
            is_pack = true;
        }
        let mut name = None;
        let mut chunks = Vec::new();
        match self.kind() {
            T::LParen if self.at_nested_declarator(naming) => {
                let open = self.index();
                self.bump();
                let inner = self.parse_declarator(naming, place);
                self.expect_closing(open, T::RParen, "after the declarator");
                self.scope = inner.scope;
                name = inner.name;
                chunks = inner.chunks;
                is_pack |= inner.is_pack;
                attrs.extend(inner.attrs);
            }
            T::Ident | T::ColonColon | T::KwOperator | T::Tilde if naming != Naming::Abstract => {
                name = self.parse_declarator_name();
            }
            _ => {}
        }
        if naming == Naming::Required && name.is_none() {
            self.expect_ident("a name to declare");
        }
        attrs.extend(self.parse_attributes());
        // A declaration's scope is where its parameters' or initialiser's names are.
        let mut inner_scope = self.scope;
        loop {
            match self.kind() {
                T::LBracket if self.peek_kind(1) != T::LBracket => {
                    chunks.push(self.parse_array_chunk());
                }
                T::LParen
                    if self.at_parameter_list(if name.is_some() {
                        place
                    } else {
                        Place::Block
                    }) || name.is_some_and(|name| name.is_constructor) =>
                {
                    let chunk = self.parse_function_chunk();
                    if chunks.is_empty() {
                        inner_scope = chunk.scope;
                    }
                    chunks.push(Chunk::Function(Box::new(chunk)));
                }
                _ => break,
            }
        }
        attrs.extend(self.parse_attributes());
        chunks.extend(operators);
        Declarator { name, chunks, is_pack, attrs, scope: inner_scope }
    }

    /// Whether the `...` here belongs to the declarator: not the C-style `...` of `f(int...)`.
    fn ellipsis_is_pack(&self, naming: Naming) -> bool {
        match naming {
            Naming::Abstract => false,
            Naming::Optional | Naming::Required => true,
        }
    }

    fn parse_declarator_name(&mut self) -> Option<DeclaratorName> {
        let start = self.span();
        let path = self.name_path(NameUse::Declarator, NameMode::Build)?;
        let id = path.node(self);
        if path.is_qualified
            && let Some(class) = path.qualifier
        {
            self.scope = self.names.enter_member_scope(self.scope, class);
        }
        Some(DeclaratorName {
            id,
            ident: path.last_name,
            is_qualified: path.is_qualified,
            has_args: path.has_args,
            is_constructor: path.is_constructor,
            span: self.span_from(start),
        })
    }

    /// The identifier of a declaration that can name nothing that was declared before; `what` is declared.
    pub(super) fn simple_name(&mut self, name: &DeclaratorName, what: &str) -> Option<Ident> {
        let label = match name.ident {
            Some(ident) if !name.is_qualified && !name.has_args => {
                return Some(Ident { name: ident, span: name.span });
            }
            Some(_) if name.is_qualified => "this name is qualified",
            Some(_) => "this name has template arguments",
            None => "this is not an identifier",
        };
        let message = format!("{what} must be named by a simple identifier");
        let mut diagnostic =
            Diagnostic::new(codes::BAD_DECLARATOR, name.span, message).label(label);
        if name.ident.is_some() && self.at(TokenKind::LParen) {
            diagnostic = diagnostic.help(
                "if this is a call, end the statement in front of it with `;` or an operator",
            );
        }
        self.report(diagnostic);
        None
    }

    fn parse_array_chunk(&mut self) -> Chunk {
        let start = self.span();
        let open = self.index();
        self.bump();
        let size = if self.at(TokenKind::RBracket) {
            None
        } else {
            Some(self.bracketed(Parser::parse_expr))
        };
        self.expect_closing(open, TokenKind::RBracket, "after the array bound");
        Chunk::Array { size, span: self.span_from(start) }
    }

    /// `(params) cv ref noexcept -> T`
    fn parse_function_chunk(&mut self) -> FunctionChunk {
        let start = self.span();
        let outer = self.open_scope(ScopeKind::Block);
        let scope = self.scope;
        let saved = std::mem::replace(&mut self.placeholders, Placeholders::Invent);
        let (params, is_variadic) = self.parse_parameters();
        self.placeholders = saved;
        let mut ty = FunctionType::returning(None);
        ty.params = params;
        ty.is_variadic = is_variadic;
        self.parse_function_qualifiers(&mut ty);
        if self.at(TokenKind::Arrow) {
            self.bump();
            ty.ret = Some(self.parse_type_id());
            ty.has_trailing_return = true;
        }
        self.scope = outer;
        FunctionChunk { ty, scope, span: self.span_from(start) }
    }

    /// cv-qualifiers, ref-qualifier, exception specification.
    pub fn parse_function_qualifiers(&mut self, ty: &mut FunctionType) {
        use TokenKind as T;
        ty.cv.insert(self.parse_cv_qualifiers());
        if self.at(T::Amp) || self.at(T::AmpAmp) {
            let is_lvalue = self.at(T::Amp);
            self.bump();
            ty.ref_qualifier =
                Some(if is_lvalue { RefQualifier::Lvalue } else { RefQualifier::Rvalue });
        }
        if self.at(T::KwNoexcept) {
            self.bump();
            ty.noexcept = if self.at(T::LParen) {
                Noexcept::If(self.parse_parenthesized_expr("after `noexcept`"))
            } else {
                Noexcept::Always
            };
        } else if self.at(T::KwThrow) && self.peek_kind(1) == T::LParen {
            self.parse_throw_specification();
            ty.noexcept = Noexcept::Always;
        }
    }

    /// `throw()`, which is `noexcept`; with types in it, C++17 took it away ([except.spec], [diff.cpp14]).
    fn parse_throw_specification(&mut self) {
        let start = self.bump().span;
        let is_empty = self.peek_kind(1) == TokenKind::RParen;
        if !self.skip_group() {
            self.bump();
        }
        if is_empty {
            return;
        }
        let span = self.span_from(start);
        let message = "dynamic exception specifications were removed in C++17";
        self.report_certain(
            Diagnostic::new(codes::UNSUPPORTED_SYNTAX, span, message)
                .help("leave it out, or write `noexcept(false)`"),
        );
    }

    /// `(parameter-declaration-clause)` at the cursor; the parameters are declared in the current
    /// scope. The flag says whether it ends in a C-style `...`.
    pub fn parse_parameters(&mut self) -> (Vec<DeclId>, bool) {
        use TokenKind as T;
        let open = self.index();
        self.bump();
        let mut params = Vec::new();
        let mut is_variadic = false;
        if self.at(T::KwVoid) && self.peek_kind(1) == T::RParen {
            self.bump();
        }
        self.bracketed(|p| {
            while !matches!(p.kind(), T::RParen | T::Eof) {
                if p.eat(T::Ellipsis) {
                    is_variadic = true;
                    break;
                }
                let before = p.index();
                params.push(p.parse_parameter());
                if p.at(T::Ellipsis) && p.peek_kind(1) == T::RParen {
                    // `f(int...)`
                    p.bump();
                    is_variadic = true;
                    break;
                }
                if p.eat(T::Comma) {
                    continue;
                }
                if matches!(p.kind(), T::RParen | T::Eof | T::Semi | T::RBrace) {
                    break;
                }
                p.error_expected(codes::EXPECTED_TOKEN, "`,` or `)` after the parameter");
                p.skip_to_list_separator();
                if !p.eat(T::Comma) || p.index() == before {
                    break;
                }
            }
        });
        self.expect_closing(open, T::RParen, "after the parameters");
        (params, is_variadic)
    }

    /// *parameter-declaration*
    pub fn parse_parameter(&mut self) -> DeclId {
        let start = self.span();
        let n_invented = self.invented.len();
        let mut found = self.parse_specifiers(SpecifierSet::Parameter);
        let base = match found.ty {
            Some(ty) => ty,
            None => {
                self.error_expected(codes::EXPECTED_TYPE, "the type of a parameter");
                self.error_type()
            }
        };
        let is_builtin = matches!(self.ast[base].kind, TypeExprKind::Builtin(_));
        let is_c_variadic =
            is_builtin && self.at(TokenKind::Ellipsis) && self.peek_kind(1) == TokenKind::RParen;
        let declarator = if is_c_variadic {
            self.parse_declarator(Naming::Abstract, Place::Class)
        } else {
            self.parse_declarator(Naming::Optional, Place::Class)
        };
        found.attrs.extend(declarator.attrs);
        if declarator.is_pack {
            for index in n_invented..self.invented.len() {
                let param = self.invented[index];
                if let DeclKind::TemplateParam(param) = &mut self.ast[param].kind {
                    param.is_pack = true;
                }
            }
        }
        let name = declarator.name.and_then(|name| self.simple_name(&name, "a parameter"));
        // The `auto` in front of a trailing return type stands for that type.
        let is_replaced = matches!(
            declarator.chunks.last(),
            Some(Chunk::Function(function)) if function.ty.has_trailing_return
        );
        if let TypeExprKind::InventedParam(param) = self.ast[base].kind
            && is_replaced
        {
            self.invented.retain(|&invented| invented != param);
        }
        let ty = self.apply_chunks(base, declarator.chunks);
        if let Some(ident) = name {
            self.declare(ident.name, NameKind::Value, None);
        }
        let default = self.eat(TokenKind::Eq).then(|| {
            let saved = std::mem::replace(&mut self.placeholders, Placeholders::Keep);
            let value = self.parse_initializer_clause();
            self.placeholders = saved;
            value
        });
        let span = self.span_from(start);
        let is_pack = declarator.is_pack;
        let param = ParamDecl { specs: found.specs, name, ty, is_pack, default };
        let id = self.decl(DeclKind::Param(param), span);
        self.ast[id].attrs = found.attrs;
        id
    }
}
