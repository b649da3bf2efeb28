//! Init-declarators: functions, variables, members, typedefs, deduction guides, and the bodies of
//! functions. `[dcl.init]`, `[dcl.fct.def]`, `[class.mem]`, `[class.base.init]`

use super::codes;
use super::declarator::{Chunk, Declarator, DeclaratorName};
use super::names::NameKind;
use super::parser::Parser;
use super::probe::{Naming, Place};
use super::qualified::{NameMode, NameUse};
use super::specifier::{DeclContext, Head, Specifiers};
use crate::ast::*;
use crate::base::{Applicability, Diagnostic, Name, Span};
use crate::lex::{Token, TokenKind, token::KEYWORDS};

impl Parser<'_> {
    /// *init-declarator-list* with its `;`, or one function definition.
    pub fn parse_declarators(
        &mut self,
        context: DeclContext,
        found: Specifiers,
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
                    self.error_missing_type(start);
                    self.skip_to_end_of_construct();
                    return;
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
                let (id, end) =
                    self.finish_declarator(context, &found, declarator, name, start);
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
            if context.place == Place::Class && path.last_name.is_some() && path.last_name == current
            {
                return true;
            }
            // A deduction guide.
            p.skip_group() && p.at(TokenKind::Arrow)
        })
    }

    fn error_missing_type(&mut self, start: Span) {
        let token = self.token();
        if token.kind != TokenKind::Ident {
            self.error_expected(codes::EXPECTED_DECLARATION, "a declaration");
            return;
        }
        let text = self.interner.text(token.name).to_owned();
        let span = if start.is_none() { token.span } else { token.span };
        let mut diagnostic = Diagnostic::new(
            codes::MISSING_TYPE,
            span,
            format!("the declaration of `{text}` has no type"),
        );
        if self.peek_kind(1) == TokenKind::LParen {
            diagnostic = diagnostic
                .help("a macro of a header that was not found also looks like this");
        }
        self.report(self.suggest_keyword(diagnostic, token));
    }

    /// Adds a fix if an unknown word is a misspelt keyword.
    pub fn suggest_keyword(&self, diagnostic: Diagnostic, token: Token) -> Diagnostic {
        match self.misspelt_keyword(token.name) {
            Some(keyword) => diagnostic.fix(
                format!("write `{keyword}`"),
                Applicability::Maybe,
                token.span,
                keyword,
            ),
            None => diagnostic,
        }
    }

    /// The keyword that a word is one typing error away from.
    pub fn misspelt_keyword(&self, word: Name) -> Option<&'static str> {
        let text = self.interner.text(word);
        KEYWORDS.iter().map(|&(keyword, _)| keyword).find(|keyword| is_one_typo(text, keyword))
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
        let Some(ident) = name.ident.filter(|_| !name.is_qualified) else {
            self.error(codes::BAD_DECLARATOR, name.span, "a typedef declares a plain name");
            return self.decl(DeclKind::Error, span);
        };
        let scope = if is_plain { self.type_scopes.get(&ty).copied() } else { None };
        self.declare(ident, NameKind::Type, scope);
        let name = Ident { name: ident, span: name.span };
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
                let ident = match name.ident {
                    Some(ident) if !name.is_qualified => {
                        Some(Ident { name: ident, span: name.span })
                    }
                    _ => {
                        self.error(
                            codes::BAD_DECLARATOR,
                            name.span,
                            "a data member has a plain name",
                        );
                        None
                    }
                };
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
        let variable = VariableDecl { specs: found.specs.clone(), name: name.id, ty, init };
        let id = self.decl(DeclKind::Variable(variable), span);
        self.ast[id].attrs = declarator.attrs;
        id
    }

    /// A function behind its declarator: specifiers, requires-clause, body.
    fn finish_function(
        &mut self,
        context: DeclContext,
        found: &Specifiers,
        mut declarator: Declarator,
        name: DeclaratorName,
        start: Span,
    ) -> (DeclId, DeclaratorEnd) {
        let invented = std::mem::take(&mut self.invented);
        let Chunk::Function(chunk) = declarator.chunks.remove(0) else {
            let span = self.span_from(start);
            return (self.decl(DeclKind::Error, span), DeclaratorEnd::Declarator);
        };
        let mut ty = chunk.ty;
        let kind = match &self.ast[name.id].last.id {
            UnqualifiedId::Conversion(_) => FunctionKind::Conversion,
            UnqualifiedId::Destructor(_) => FunctionKind::Destructor,
            _ if found.ty.is_some() => FunctionKind::Ordinary,
            _ if name.is_constructor || name.ident == self.current_class => {
                FunctionKind::Constructor
            }
            _ => FunctionKind::Ordinary,
        };
        if found.ty.is_none() && kind == FunctionKind::Ordinary {
            if ty.has_trailing_return && matches!(name.ident, Some(_)) {
                let specs = found.specs.clone();
                let id = self.finish_deduction_guide(specs, name, ty, chunk.scope, start);
                return (id, DeclaratorEnd::Declarator);
            }
            self.error(codes::MISSING_TYPE, name.span, "the declaration has no type");
        }
        if let Some(base) = found.ty
            && !ty.has_trailing_return
        {
            ty.ret = Some(self.apply_chunks(base, declarator.chunks));
        }
        let is_friend = found.specs.flags.has(SpecFlags::FRIEND);
        if let Some(ident) = name.ident
            && !name.is_qualified
            && !name.has_args
            && !is_friend
            && kind == FunctionKind::Ordinary
            && context.head != Head::Instantiation
        {
            let is_template = context.head == Head::Template || !invented.is_empty();
            let kind = if is_template { NameKind::FunctionTemplate } else { NameKind::Function };
            self.declare(ident, kind, None);
        }
        let outer = self.scope;
        self.scope = chunk.scope;
        let mut virt = VirtSpecs::NONE;
        let mut requires = None;
        loop {
            if self.at(TokenKind::KwRequires) {
                requires = Some(self.parse_requires_clause());
            } else if self.at_word(self.words.override_word) {
                self.bump();
                virt.insert(VirtSpecs::OVERRIDE);
            } else if self.at_word(self.words.final_word) {
                self.bump();
                virt.insert(VirtSpecs::FINAL);
            } else if self.at_vendor_attribute() {
                declarator.attrs.extend(self.parse_attributes());
            } else if !self.skip_asm_label() {
                break;
            }
        }
        let body = self.parse_function_tail(chunk.scope, &mut virt);
        self.scope = outer;
        if context.place == Place::Block && matches!(body, FunctionBody::Definition(_)) {
            self.report(
                Diagnostic::new(
                    codes::BAD_DECLARATOR,
                    name.span,
                    "a function cannot be defined inside of a function",
                )
                .help("write a lambda, or close the function above with `}`"),
            );
        }
        let end = match body {
            FunctionBody::Definition(_) => DeclaratorEnd::Body,
            FunctionBody::None | FunctionBody::Defaulted | FunctionBody::Deleted => {
                DeclaratorEnd::Declarator
            }
        };
        let span = self.span_from(start);
        let function = FunctionDecl {
            specs: found.specs.clone(),
            name: name.id,
            kind,
            ty,
            virt,
            requires,
            body,
        };
        let mut id = self.decl(DeclKind::Function(function), span);
        self.ast[id].attrs = declarator.attrs;
        if !invented.is_empty() {
            let template = TemplateDecl {
                params: invented,
                requires: None,
                inner: id,
                is_abbreviated: true,
            };
            id = self.decl(DeclKind::Template(template), span);
        }
        if is_friend {
            id = self.decl(DeclKind::Friend(FriendDecl::Decl(id)), span);
        }
        (id, end)
    }

    fn finish_deduction_guide(
        &mut self,
        specs: DeclSpecs,
        name: DeclaratorName,
        ty: FunctionType,
        scope: ScopeId,
        start: Span,
    ) -> DeclId {
        let outer = self.scope;
        self.scope = scope;
        let requires = self.at(TokenKind::KwRequires).then(|| self.parse_requires_clause());
        self.scope = outer;
        let result = match ty.ret {
            Some(ret) => ret,
            None => self.error_type(),
        };
        let span = self.span_from(start);
        let guide = DeductionGuide {
            specs,
            name: name.id,
            params: ty.params,
            is_variadic: ty.is_variadic,
            result,
            requires,
        };
        self.decl(DeclKind::DeductionGuide(guide), span)
    }

    /// `= 0`, `= default`, `= delete`, a body, or nothing; the `;` is the caller's.
    fn parse_function_tail(&mut self, scope: ScopeId, virt: &mut VirtSpecs) -> FunctionBody {
        use TokenKind as T;
        match self.kind() {
            T::Eq => {
                self.bump();
                match self.kind() {
                    T::KwDefault => {
                        self.bump();
                        FunctionBody::Defaulted
                    }
                    T::KwDelete => {
                        self.bump();
                        if self.at(T::LParen) {
                            self.skip_group();
                        }
                        FunctionBody::Deleted
                    }
                    T::IntLit => {
                        self.bump();
                        virt.insert(VirtSpecs::PURE);
                        FunctionBody::None
                    }
                    _ => {
                        self.error_expected(
                            codes::EXPECTED_TOKEN,
                            "`default`, `delete` or `0` behind the `=` of a function",
                        );
                        self.skip_to_list_separator();
                        FunctionBody::None
                    }
                }
            }
            T::LBrace | T::Colon | T::KwTry => {
                let start = self.span();
                let first = self.index();
                self.skip_function_body();
                let tokens = self.range_from(first);
                let span = self.span_from(start);
                let (depth, state) = (self.depth(), BodyState::Unparsed);
                let body = Body { tokens, scope, depth, state, span };
                FunctionBody::Definition(self.ast.bodies.push(body))
            }
            _ => FunctionBody::None,
        }
    }

    /// `asm("symbol")` behind a declarator.
    fn skip_asm_label(&mut self) -> bool {
        let is_asm = self.at(TokenKind::KwAsm)
            || self.at_word(self.words.asm)
            || self.at_word(self.words.asm_short);
        if !is_asm || self.peek_kind(1) != TokenKind::LParen {
            return false;
        }
        self.bump();
        self.skip_group() || !self.bump().kind.is_keyword()
    }

    /// Moves over *ctor-initializer*, body and handlers.
    fn skip_function_body(&mut self) {
        use TokenKind as T;
        let is_try = self.eat(T::KwTry);
        if self.eat(T::Colon) {
            self.skip_mem_initializers();
        }
        if !self.at(T::LBrace) {
            self.error_expected(codes::EXPECTED_TOKEN, "the `{` of the function's body");
            self.skip_to_end_of_construct();
            return;
        }
        self.skip_block();
        while is_try && self.at(T::KwCatch) {
            self.bump();
            if self.at(T::LParen) {
                self.skip_group();
            }
            if !self.at(T::LBrace) {
                return;
            }
            self.skip_block();
        }
    }

    /// Moves over `{ ... }`; over everything when it is never closed, which is reported.
    fn skip_block(&mut self) {
        if !self.skip_group() {
            while !self.at(TokenKind::Eof) {
                self.bump();
            }
        }
    }

    fn skip_mem_initializers(&mut self) {
        use TokenKind as T;
        loop {
            if self.name_path(NameUse::Type, NameMode::Skip).is_none() {
                return;
            }
            match self.kind() {
                T::LParen | T::LBrace => {
                    if !self.skip_group() {
                        return;
                    }
                }
                _ => return,
            }
            self.eat(T::Ellipsis);
            if !self.eat(T::Comma) {
                return;
            }
        }
    }

    /// A function's body from its `:`, `try` or `{` on.
    pub fn parse_function_body(&mut self) -> ParsedBody {
        use TokenKind as T;
        let start = self.span();
        let is_try = self.eat(T::KwTry);
        let mut inits = Vec::new();
        if self.eat(T::Colon) {
            loop {
                let before = self.index();
                inits.push(self.parse_mem_initializer());
                if !self.eat(T::Comma) || self.index() == before {
                    break;
                }
            }
        }
        if !self.at(T::LBrace) {
            self.error_expected(codes::EXPECTED_TOKEN, "the `{` of the function's body");
            while !matches!(self.kind(), T::LBrace | T::Eof) {
                self.bump();
            }
        }
        if !self.at(T::LBrace) {
            let span = self.span();
            let block = self.stmt(StmtKind::Error, span);
            return ParsedBody { inits, block };
        }
        let mut block = self.parse_compound_statement();
        if is_try {
            let handlers = self.parse_handlers();
            let span = self.span_from(start);
            block = self.stmt(StmtKind::Try { body: block, handlers }, span);
        }
        ParsedBody { inits, block }
    }

    /// *mem-initializer*
    fn parse_mem_initializer(&mut self) -> MemInit {
        let start = self.span();
        let target = self.parse_name(NameUse::Type).node(self);
        let init = match self.kind() {
            TokenKind::LParen => self.parse_paren_initializer(),
            TokenKind::LBrace => Initializer::List(self.parse_init_list()),
            _ => {
                self.error_expected(
                    codes::EXPECTED_TOKEN,
                    "`(` or `{` behind the name of a member or base",
                );
                self.skip_to_list_separator();
                let span = self.span();
                Initializer::Paren { args: Vec::new(), span }
            }
        };
        let is_pack_expansion = self.eat(TokenKind::Ellipsis);
        MemInit { target, init, is_pack_expansion, span: self.span_from(start) }
    }
}

/// What a declarator ended with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DeclaratorEnd {
    /// A `,` or `;` is next.
    Declarator,
    /// A function's body: nothing follows.
    Body,
}

/// Whether one insertion, deletion, substitution or swap of neighbours makes `a` into `b`.
/// Short words have too many neighbours to guess.
fn is_one_typo(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if b.len() < 4 || a == b {
        return false;
    }
    let prefix = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let suffix_matches = |x: &[u8], y: &[u8]| x == y;
    let (ra, rb) = (&a[prefix..], &b[prefix..]);
    match (ra.len(), rb.len()) {
        (m, n) if m == n && m > 0 => {
            suffix_matches(&ra[1..], &rb[1..])
                || m >= 2 && ra[0] == rb[1] && ra[1] == rb[0] && suffix_matches(&ra[2..], &rb[2..])
        }
        (m, n) if m == n + 1 => suffix_matches(&ra[1..], rb),
        (m, n) if m + 1 == n => suffix_matches(ra, &rb[1..]),
        _ => false,
    }
}
