//! *decl-specifier-seq* and *type-specifier-seq*: everything before the declarators.
//! `[dcl.spec]`

use super::codes;
use super::names::NameKind;
use super::parser::{Parser, Placeholders};
use super::probe::Place;
use super::qualified::{NameClass, NameMode, NameUse};
use super::words::Intrinsic;
use crate::ast::*;
use crate::base::{Diagnostic, Name, Span};
use crate::lex::TokenKind;

/// What stands before the declarators.
pub(super) struct Specifiers {
    pub specs: DeclSpecs,
    /// `None` when no type was written: constructors, destructors, conversion functions,
    /// deduction guides, and mistakes.
    pub ty: Option<TypeExprId>,
    pub attrs: Vec<Attribute>,
    /// Classes and enums defined or first declared by the type.
    pub defined: Vec<DeclId>,
}

/// Which specifiers may stand here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SpecifierSet {
    Declaration(DeclContext),
    Parameter,
    TypeOnly,
}

/// Where a declaration stands and under what kind of template head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DeclContext {
    pub place: Place,
    pub head: Head,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Head {
    None,
    /// Under `template<params>`: what is declared is a template.
    Template,
    /// Under `template<>`.
    Specialization,
    /// Under `template` without `<`.
    Instantiation,
}

impl DeclContext {
    pub fn at(place: Place) -> DeclContext {
        DeclContext { place, head: Head::None }
    }

    pub fn under(self, head: Head) -> DeclContext {
        DeclContext { head, ..self }
    }
}

/// The words of a fundamental type, counted.
#[derive(Default)]
struct BuiltinWords {
    n_signed: u8,
    n_unsigned: u8,
    n_short: u8,
    n_long: u8,
    base: Option<TokenKind>,
    is_float128: bool,
    is_contradictory: bool,
    span: Span,
}

impl BuiltinWords {
    fn is_empty(&self) -> bool {
        self.span.is_none()
    }

    fn add(&mut self, kind: TokenKind, span: Span) {
        use TokenKind as T;
        self.span = self.span.to(span);
        match kind {
            T::KwSigned => self.n_signed = self.n_signed.saturating_add(1),
            T::KwUnsigned => self.n_unsigned = self.n_unsigned.saturating_add(1),
            T::KwShort => self.n_short = self.n_short.saturating_add(1),
            T::KwLong => self.n_long = self.n_long.saturating_add(1),
            _ if self.base.is_none() => self.base = Some(kind),
            _ => self.is_contradictory = true,
        }
    }

    /// `[dcl.type.simple]`, table of specifiers.
    fn combine(&self) -> Option<BuiltinType> {
        use BuiltinType as B;
        use TokenKind as T;
        let signs = self.n_signed.saturating_add(self.n_unsigned);
        if self.is_contradictory || signs > 1 || self.n_short > 1 {
            return None;
        }
        let unsigned = self.n_unsigned == 1;
        let pick = |if_signed, if_unsigned| Some(if unsigned { if_unsigned } else { if_signed });
        if self.is_float128 {
            let alone = signs == 0 && self.n_short == 0 && self.n_long == 0 && self.base.is_none();
            return alone.then_some(B::Float128);
        }
        match (self.n_short, self.n_long, self.base) {
            (1, 0, None | Some(T::KwInt)) => pick(B::Short, B::UnsignedShort),
            (0, 0, None | Some(T::KwInt)) => pick(B::Int, B::UnsignedInt),
            (0, 1, None | Some(T::KwInt)) => pick(B::Long, B::UnsignedLong),
            (0, 2, None | Some(T::KwInt)) => pick(B::LongLong, B::UnsignedLongLong),
            (0, 0, Some(T::KwInt128)) => pick(B::Int128, B::UnsignedInt128),
            (0, 0, Some(T::KwChar)) if signs == 0 => Some(B::Char),
            (0, 0, Some(T::KwChar)) => pick(B::SignedChar, B::UnsignedChar),
            (0, 1, Some(T::KwDouble)) if signs == 0 => Some(B::LongDouble),
            (0, 0, Some(base)) if signs == 0 => match base {
                T::KwVoid => Some(B::Void),
                T::KwBool => Some(B::Bool),
                T::KwWcharT => Some(B::WChar),
                T::KwChar8 => Some(B::Char8),
                T::KwChar16 => Some(B::Char16),
                T::KwChar32 => Some(B::Char32),
                T::KwFloat => Some(B::Float),
                T::KwDouble => Some(B::Double),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The flag of a *decl-specifier* keyword.
pub(super) fn spec_flag(kind: TokenKind) -> Option<SpecFlags> {
    Some(match kind {
        TokenKind::KwStatic => SpecFlags::STATIC,
        TokenKind::KwExtern => SpecFlags::EXTERN,
        TokenKind::KwThreadLocal => SpecFlags::THREAD_LOCAL,
        TokenKind::KwMutable => SpecFlags::MUTABLE,
        TokenKind::KwInline => SpecFlags::INLINE,
        TokenKind::KwConstexpr => SpecFlags::CONSTEXPR,
        TokenKind::KwConsteval => SpecFlags::CONSTEVAL,
        TokenKind::KwConstinit => SpecFlags::CONSTINIT,
        TokenKind::KwVirtual => SpecFlags::VIRTUAL,
        TokenKind::KwFriend => SpecFlags::FRIEND,
        TokenKind::KwTypedef => SpecFlags::TYPEDEF,
        TokenKind::KwRegister => SpecFlags::REGISTER,
        _ => return None,
    })
}

/// The execution or memory space of a CUDA keyword.
pub(super) fn space_flag(kind: TokenKind) -> Option<Spaces> {
    Some(match kind {
        TokenKind::KwTile => Spaces::TILE,
        TokenKind::KwTileGlobal => Spaces::TILE_GLOBAL,
        TokenKind::KwDevice => Spaces::DEVICE,
        TokenKind::KwHost => Spaces::HOST,
        TokenKind::KwGlobal => Spaces::GLOBAL,
        TokenKind::KwShared => Spaces::SHARED,
        TokenKind::KwConstant => Spaces::CONSTANT,
        TokenKind::KwManaged => Spaces::MANAGED,
        TokenKind::KwGridConstant => Spaces::GRID_CONSTANT,
        TokenKind::KwForceinline => Spaces::FORCEINLINE,
        TokenKind::KwNoinline => Spaces::NOINLINE,
        _ => return None,
    })
}

pub(super) fn is_builtin_word(kind: TokenKind) -> bool {
    use TokenKind as T;
    matches!(
        kind,
        T::KwVoid
            | T::KwBool
            | T::KwChar
            | T::KwChar8
            | T::KwChar16
            | T::KwChar32
            | T::KwWcharT
            | T::KwShort
            | T::KwInt
            | T::KwLong
            | T::KwSigned
            | T::KwUnsigned
            | T::KwFloat
            | T::KwDouble
            | T::KwInt128
    )
}

impl Parser<'_> {
    /// Parses the specifiers that may stand here, in any order.
    pub fn parse_specifiers(&mut self, set: SpecifierSet) -> Specifiers {
        use TokenKind as T;
        let start = self.span();
        let mut found = Specifiers {
            specs: DeclSpecs::default(),
            ty: None,
            attrs: Vec::new(),
            defined: Vec::new(),
        };
        let mut words = BuiltinWords::default();
        let mut cv = Cv::NONE;
        loop {
            let token = self.token();
            let kind = token.kind;
            let has_type = found.ty.is_some() || !words.is_empty();
            match kind {
                T::KwConst | T::KwVolatile | T::KwRestrict => self.parse_cv_qualifier(&mut cv),
                _ if is_builtin_word(kind) => {
                    if found.ty.is_some() {
                        break;
                    }
                    self.bump();
                    words.add(kind, token.span);
                }
                T::KwAuto => {
                    if has_type {
                        break;
                    }
                    self.bump();
                    found.ty = Some(self.placeholder(None, token.span));
                }
                T::KwTypename if !has_type => {
                    self.bump();
                    let path = self.parse_name(NameUse::Type);
                    let name = path.node(self);
                    let span = self.span_from(token.span);
                    let kind = TypeExprKind::Named { name, typename: true };
                    found.ty = Some(self.ty(kind, Cv::NONE, span));
                }
                T::KwStruct | T::KwClass | T::KwUnion if !has_type => {
                    let context = match set {
                        SpecifierSet::Declaration(context) => context,
                        _ => DeclContext::at(Place::Block),
                    };
                    found.ty = Some(self.parse_class_specifier(context, set, &mut found.defined));
                }
                T::KwEnum if !has_type => {
                    found.ty = Some(self.parse_enum_specifier(&mut found.defined));
                }
                T::KwDecltype if !has_type => {
                    found.ty = Some(self.parse_decltype());
                }
                T::LBracket if self.peek_kind(1) == T::LBracket => {
                    let attrs = self.parse_attributes();
                    found.attrs.extend(attrs);
                }
                T::KwAlignas => {
                    let attrs = self.parse_attributes();
                    found.attrs.extend(attrs);
                }
                T::Ident if self.at_vendor_attribute() => {
                    let attrs = self.parse_attributes();
                    found.attrs.extend(attrs);
                }
                T::Ident if token.name == self.words.extension => {
                    self.bump();
                }
                T::Ident if token.name == self.words.auto_type && !has_type => {
                    self.bump();
                    found.ty = Some(self.placeholder(None, token.span));
                }
                T::Ident if self.at_complex_word() => self.skip_complex_word(),
                T::Ident if token.name == self.words.float128 && !has_type => {
                    self.bump();
                    words.is_float128 = true;
                    words.span = token.span;
                }
                T::Ident if self.skip_foreign_specifiers() => {
                    found.specs.spaces.insert(Spaces::TILE);
                }
                T::Ident if !has_type && self.skip_misspelt_specifier() => {}
                T::Ident if !has_type && self.skip_unknown_macro() => {}
                T::Ident | T::ColonColon if !has_type => {
                    if !self.at_type_name_of(set) {
                        break;
                    }
                    match self.parse_type_name() {
                        Some(ty) => found.ty = Some(ty),
                        None => break,
                    }
                }
                T::KwExplicit if matches!(set, SpecifierSet::Declaration(_)) => {
                    self.bump();
                    if found.specs.explicit != Explicit::No {
                        self.report_twice("explicit", token.span);
                    }
                    found.specs.explicit = if self.at(T::LParen) {
                        Explicit::If(self.parse_parenthesized_expr("after `explicit`"))
                    } else {
                        Explicit::Yes
                    };
                }
                T::KwThis if set == SpecifierSet::Parameter => {
                    self.error(
                        codes::UNSUPPORTED_SYNTAX,
                        token.span,
                        "an explicit object parameter needs C++23",
                    );
                    self.bump();
                }
                T::KwExport => {
                    self.bump();
                }
                T::KwLaunchBounds | T::KwClusterDims | T::KwMaxnreg => {
                    let attr = self.parse_cuda_attribute();
                    found.attrs.push(attr);
                }
                _ => {
                    if set == SpecifierSet::TypeOnly {
                        break;
                    }
                    if let Some(flag) = spec_flag(kind) {
                        if kind == T::KwExtern && self.peek_kind(1) == T::StringLit {
                            break;
                        }
                        if has_type && self.starts_next_declaration() {
                            break;
                        }
                        self.bump();
                        self.insert_flag(&mut found.specs.flags, flag, token.span);
                    } else if let Some(space) = space_flag(kind) {
                        if has_type && self.starts_next_declaration() {
                            break;
                        }
                        self.bump();
                        found.specs.spaces.insert(space);
                    } else {
                        break;
                    }
                }
            }
        }
        if !words.is_empty() {
            let kind = match words.combine() {
                Some(builtin) => TypeExprKind::Builtin(builtin),
                None => {
                    self.error(
                        codes::BAD_SPECIFIERS,
                        words.span,
                        "these type specifiers cannot be combined",
                    );
                    TypeExprKind::Error
                }
            };
            let span = words.span;
            found.ty = Some(self.ty(kind, Cv::NONE, span));
        }
        if let Some(ty) = found.ty {
            self.ast[ty].cv.insert(cv);
            if !cv.is_empty() {
                let span = self.ast[ty].span;
                self.ast[ty].span = if start.lo <= span.lo { start.to(span) } else { span };
            }
        }
        found.specs.span = self.span_from(start);
        self.check_typedef(found.specs.flags, found.specs.span);
        found
    }

    fn insert_flag(&mut self, flags: &mut SpecFlags, flag: SpecFlags, span: Span) {
        if flags.intersects(flag) {
            self.report_twice(flag.words().next().unwrap_or("specifier"), span);
        }
        flags.insert(flag);
    }

    /// `[dcl.spec.general]/2`, `[dcl.type.cv]/1` and the like: a word that stands at most once.
    pub fn report_twice(&mut self, word: &str, span: Span) {
        let message = format!("`{word}` is written twice");
        self.report_certain(Diagnostic::new(codes::BAD_SPECIFIERS, span, message));
    }

    /// `const`, `volatile` or `__restrict__` at the cursor. Only C++'s own may not be repeated:
    /// macros of portable headers write the third where it stands already.
    pub fn parse_cv_qualifier(&mut self, cv: &mut Cv) {
        let token = self.bump();
        let qualifier = match token.kind {
            TokenKind::KwConst => Cv::CONST,
            TokenKind::KwVolatile => Cv::VOLATILE,
            _ => Cv::RESTRICT,
        };
        if cv.has(qualifier) && qualifier != Cv::RESTRICT {
            self.report_twice(qualifier.words().next().unwrap_or_default(), token.span);
        }
        cv.insert(qualifier);
    }

    /// `[dcl.typedef]/1`: `typedef` with a specifier that only variables and functions have.
    fn check_typedef(&mut self, flags: SpecFlags, span: Span) {
        if !flags.has(SpecFlags::TYPEDEF) {
            return;
        }
        let others = flags.words().filter(|&word| word != "typedef");
        if let Some(word) = others.last() {
            let message = format!("`typedef` and `{word}` contradict each other");
            self.report_certain(Diagnostic::new(codes::BAD_SPECIFIERS, span, message));
        }
    }

    /// Whether a specifier on a new line behind a complete type rather begins the next
    /// declaration: the `;` between them is missing.
    fn starts_next_declaration(&self) -> bool {
        self.token().starts_line() && self.prev_is(TokenKind::RBrace)
    }

    /// Whether the token before the cursor is of a kind.
    pub(super) fn prev_is(&self, kind: TokenKind) -> bool {
        let Some(at) = self.index().checked_sub(1) else { return false };
        self.tokens.get(at as usize).is_some_and(|token| token.kind == kind)
    }

    /// Whether the name at the cursor is the type of the declaration, and not the name of a
    /// constructor, destructor, conversion function or deduction guide.
    fn at_type_name_of(&mut self, set: SpecifierSet) -> bool {
        let SpecifierSet::Declaration(context) = set else { return true };
        if self.at(TokenKind::Ident) && self.peek_kind(1) == TokenKind::LParen {
            let name = self.token().name;
            if self.is_type_operator(name) {
                return true;
            }
            if context.place == Place::Class && self.current_class == Some(name) {
                return false;
            }
            let is_guide = self.look_ahead(|p| {
                p.bump();
                p.skip_group() && p.at(TokenKind::Arrow)
            });
            if is_guide {
                return false;
            }
            if context.place == Place::Block {
                return true;
            }
            // `main() {}`, `Q_OBJECT(x)`: no type at all. A known type may be parenthesised:
            // `T (x);`.
            return self.names.lookup(name, self.scope, self.index()).is_some();
        }
        if matches!(self.peek_kind(1), TokenKind::ColonColon | TokenKind::Lt)
            || self.at(TokenKind::ColonColon)
        {
            return self.look_ahead(|p| {
                match p.name_path(NameUse::Declarator, NameMode::Skip) {
                    Some(path) => {
                        let is_constructor = path.is_constructor && p.at(TokenKind::LParen);
                        // In-class `A<T>(...)` is the constructor as older compilers take it.
                        let is_current = context.place == Place::Class
                            && path.has_args
                            && !path.is_qualified
                            && path.last_name.is_some()
                            && path.last_name == p.current_class
                            && p.at(TokenKind::LParen);
                        !is_constructor && !is_current && !path.is_special
                    }
                    None => false,
                }
            });
        }
        true
    }

    /// Whether `name(...)` is a type: `__typeof__(e)`, `__underlying_type(T)`.
    pub fn is_type_operator(&self, name: Name) -> bool {
        self.is_typeof(name) || self.words.intrinsic(name) == Some(Intrinsic::Type)
    }

    /// Whether this is GNU's `typeof`, whose plain spelling a program may use for itself.
    fn is_typeof(&self, name: Name) -> bool {
        name == self.words.typeof_word
            || name == self.words.typeof_short
            || name == self.words.typeof_gnu
                && self.names.lookup(name, self.scope, self.index()).is_none()
    }

    /// Parses a type name where one must stand, or a constrained placeholder. `None` when there is
    /// no name here.
    fn parse_type_name(&mut self) -> Option<TypeExprId> {
        let start = self.span();
        let token = self.token();
        if token.kind == TokenKind::Ident && self.peek_kind(1) == TokenKind::LParen {
            if self.is_typeof(token.name) {
                self.bump();
                let e = self.parse_parenthesized_type_or_expr("after `typeof`");
                let span = self.span_from(start);
                return Some(match e {
                    TypeOrExpr::Type(ty) => ty,
                    TypeOrExpr::Expr(e) => self.ty(TypeExprKind::Decltype(e), Cv::NONE, span),
                });
            }
            if self.words.intrinsic(token.name) == Some(Intrinsic::Type) {
                self.bump();
                let args = self.parse_intrinsic_args();
                let span = self.span_from(start);
                let kind = TypeExprKind::Transform { name: token.name, args };
                return Some(self.ty(kind, Cv::NONE, span));
            }
        }
        let path = self.name_path(NameUse::Type, NameMode::Build)?;
        let name = path.node(self);
        if matches!(path.class, NameClass::Concept | NameClass::Unknown | NameClass::Dependent)
            && matches!(self.kind(), TokenKind::KwAuto | TokenKind::KwDecltype)
        {
            let span = self.span_from(start);
            let constraint = TypeConstraint { concept: name, span };
            if self.eat(TokenKind::KwAuto) {
                let span = self.span_from(start);
                return Some(self.placeholder(Some(constraint), span));
            }
            let ty = self.parse_decltype();
            if let TypeExprKind::DecltypeAuto { constraint: none } = &mut self.ast[ty].kind {
                *none = Some(constraint);
            }
            return Some(ty);
        }
        let span = self.span_from(start);
        match path.class {
            NameClass::Concept => {
                self.report(
                    Diagnostic::new(
                        codes::EXPECTED_TYPE,
                        span,
                        "expected a type, found the name of a concept",
                    )
                    .help("to constrain a deduced type, write `auto` after the concept"),
                );
            }
            NameClass::Namespace => {
                self.error(
                    codes::EXPECTED_TYPE,
                    span,
                    "expected a type, found the name of a namespace",
                );
            }
            NameClass::Type
            | NameClass::TypeTemplate
            | NameClass::Value
            | NameClass::Dependent
            | NameClass::Unknown => {}
        }
        let ty = self.ty(TypeExprKind::Named { name, typename: false }, Cv::NONE, span);
        if let Some(scope) = path.scope {
            self.type_scopes.insert(ty, scope);
        }
        Some(ty)
    }

    /// The type of an `auto`: in a parameter an invented template parameter.
    fn placeholder(&mut self, constraint: Option<TypeConstraint>, span: Span) -> TypeExprId {
        if self.placeholders == Placeholders::Keep {
            return self.ty(TypeExprKind::Auto { constraint }, Cv::NONE, span);
        }
        let kind = DeclKind::TemplateParam(TemplateParam {
            name: None,
            is_pack: false,
            kind: TemplateParamKind::Invented { constraint },
        });
        let param = self.decl(kind, span);
        self.invented.push(param);
        self.ty(TypeExprKind::InventedParam(param), Cv::NONE, span)
    }

    /// `decltype(e)`, `decltype(auto)`, `decltype(e)::name`.
    pub fn parse_decltype(&mut self) -> TypeExprId {
        let start = self.span();
        let is_auto = self.peek_kind(1) == TokenKind::LParen
            && self.peek_kind(2) == TokenKind::KwAuto
            && self.peek_kind(3) == TokenKind::RParen;
        if is_auto {
            self.bump();
            self.skip_group();
            let span = self.span_from(start);
            return self.ty(TypeExprKind::DecltypeAuto { constraint: None }, Cv::NONE, span);
        }
        // As the qualifier of a name it is the name's.
        let is_qualifier =
            self.look_ahead(|p| p.name_path(NameUse::Type, NameMode::Skip).is_some());
        if is_qualifier && let Some(path) = self.name_path(NameUse::Type, NameMode::Build) {
            let name = path.node(self);
            let span = self.span_from(start);
            return self.ty(TypeExprKind::Named { name, typename: false }, Cv::NONE, span);
        }
        self.bump();
        let e = self.parse_parenthesized_expr("after `decltype`");
        let span = self.span_from(start);
        self.ty(TypeExprKind::Decltype(e), Cv::NONE, span)
    }

    /// A *type-specifier-seq* where a type must stand.
    pub fn parse_type_specifiers(&mut self) -> TypeExprId {
        let found = self.parse_specifiers(SpecifierSet::TypeOnly);
        match found.ty {
            Some(ty) => ty,
            None => {
                self.error_expected(codes::EXPECTED_TYPE, "a type");
                self.error_type()
            }
        }
    }

    /// Makes the name behind `struct` or `enum` known if it is not, `[basic.scope.pdecl]/7`.
    pub fn declare_tag(&mut self, name: Name, kind: NameKind) -> ScopeId {
        let scope = self.names.declaring_scope(self.scope);
        let members = self.names.push_scope(super::names::ScopeKind::Class, self.scope);
        self.declare_in(scope, name, kind, Some(members));
        members
    }
}
