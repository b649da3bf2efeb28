//! Qualified names, with the table's opinion of each segment.
//! `[expr.prim.id]`, `[temp.names]`, `[class.qual]`.
//!
//! One function walks over a name both for look-ahead and for building it ([`NameMode`]), so the
//! two can never disagree on where a name ends. The only question with more than one answer is
//! whether a `<` behind a segment opens template arguments: see [`Parser::opens_template_args`].
//! (Where `template` is missing and that is reported, building goes on as if it were there.)

use super::codes;
use super::names::{Binding, NameKind};
use super::parser::{Greater, Parser};
use super::probe::ListScan;
use crate::ast::*;
use crate::base::{Applicability, Diagnostic, Name, Span};
use crate::lex::TokenKind;

/// What a whole name is, as far as the table knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameClass {
    Namespace,
    Type,
    /// A type template without arguments: a placeholder for a deduced class type, an
    /// injected-class-name, or a template template argument.
    TypeTemplate,
    Concept,
    Value,
    /// A member of something opaque: a value, unless only a type can stand there.
    Dependent,
    /// Declared nowhere.
    Unknown,
}

/// Where a name stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameUse {
    Expression,
    /// Only a type can stand here.
    Type,
    /// The name that a declarator declares.
    Declarator,
    /// The name behind `struct` or `enum`.
    Tag,
    /// Behind `.` or `->`.
    Member,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameMode {
    /// Parse and build nodes.
    Build,
    /// Only move the cursor.
    Skip,
}

/// A name that was walked over.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamePath {
    pub class: NameClass,
    /// The members of what is named.
    pub scope: Option<ScopeId>,
    /// The members of what the last segment is a member of.
    pub qualifier: Option<ScopeId>,
    pub is_qualified: bool,
    /// One identifier, nothing else.
    pub bare: Option<Name>,
    /// Ends in template arguments.
    pub has_args: bool,
    /// The identifier of the last segment.
    pub last_name: Option<Name>,
    /// Names its class's constructor: `A::A`, `A<T>::A`.
    pub is_constructor: bool,
    /// The last segment is an operator, conversion or destructor name.
    pub is_special: bool,
    /// In [`NameMode::Build`] only.
    id: Option<QualNameId>,
}

impl NamePath {
    /// The node. Exists for every path from [`Parser::parse_name`].
    pub fn node(&self, parser: &mut Parser<'_>) -> QualNameId {
        match self.id {
            Some(id) => id,
            None => parser.error_name(),
        }
    }
}

/// Where the next segment is looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Unqualified,
    In(ScopeId),
    /// In something that depends on template parameters.
    Opaque,
    /// In something that is declared nowhere.
    Unknown,
}

impl Parser<'_> {
    /// Parses a name, or reports that one is missing.
    pub fn parse_name(&mut self, usage: NameUse) -> NamePath {
        if let Some(path) = self.name_path(usage, NameMode::Build) {
            return path;
        }
        let what = match usage {
            NameUse::Type | NameUse::Tag => "a type name",
            NameUse::Member => "the name of a member",
            NameUse::Expression | NameUse::Declarator => "a name",
        };
        self.error_expected(codes::EXPECTED_NAME, what);
        NamePath {
            class: NameClass::Unknown,
            scope: None,
            qualifier: None,
            is_qualified: false,
            bare: None,
            has_args: false,
            last_name: None,
            is_constructor: false,
            is_special: false,
            id: Some(self.error_name()),
        }
    }

    pub fn error_name(&mut self) -> QualNameId {
        let span = self.span();
        self.ast.names.push(QualName {
            is_global: false,
            qualifiers: Vec::new(),
            last: NameSegment {
                id: UnqualifiedId::Error,
                template_keyword: false,
                args: None,
                span,
            },
            span,
        })
    }

    /// A name of one identifier.
    pub fn ident_name(&mut self, ident: Ident) -> QualNameId {
        self.ast.names.push(QualName {
            is_global: false,
            qualifiers: Vec::new(),
            last: NameSegment {
                id: UnqualifiedId::Identifier(ident.name),
                template_keyword: false,
                args: None,
                span: ident.span,
            },
            span: ident.span,
        })
    }

    /// Moves over a name. `None`, with the cursor where it was, when there is none.
    pub fn name_path(&mut self, usage: NameUse, mode: NameMode) -> Option<NamePath> {
        let saved = self.cursor();
        let start = self.span();
        let is_global = self.eat(TokenKind::ColonColon);
        let mut context =
            if is_global { Context::In(self.names.global()) } else { Context::Unqualified };
        let mut qualifiers: Vec<NameSegment> = Vec::new();
        let mut n_qualifiers = 0;
        let mut previous: Option<Name> = None;
        loop {
            let template_keyword = self.eat(TokenKind::KwTemplate);
            let at = self.token();
            let qualifier = match context {
                Context::In(scope) => Some(scope),
                _ => None,
            };
            let mut binding = None;
            let mut name = None;
            let id = match at.kind {
                TokenKind::Ident => {
                    self.bump();
                    name = Some(at.name);
                    binding = self.lookup(at.name, context);
                    UnqualifiedId::Identifier(at.name)
                }
                TokenKind::KwOperator => match self.operator_name(mode) {
                    Some(id) => id,
                    None => {
                        self.seek(saved);
                        return None;
                    }
                },
                TokenKind::Tilde
                    if usage != NameUse::Expression || is_global || n_qualifiers > 0 =>
                {
                    match self.destructor_name(mode, context) {
                        Some(id) => id,
                        None => {
                            self.seek(saved);
                            return None;
                        }
                    }
                }
                TokenKind::KwDecltype if n_qualifiers == 0 && !is_global => {
                    self.bump();
                    if !self.at(TokenKind::LParen) {
                        self.seek(saved);
                        return None;
                    }
                    if mode == NameMode::Build {
                        let e = self.parse_parenthesized_expr("after `decltype`");
                        UnqualifiedId::Decltype(e)
                    } else if self.skip_group() {
                        UnqualifiedId::Error
                    } else {
                        self.seek(saved);
                        return None;
                    }
                }
                _ => {
                    self.seek(saved);
                    return None;
                }
            };
            let is_decltype = at.kind == TokenKind::KwDecltype;
            let span = self.span_from(at.span);
            let mut args = None;
            let mut has_args = false;
            let is_operator = matches!(id, UnqualifiedId::Operator(_));
            let opens = self.at(TokenKind::Lt)
                && (is_operator && usage == NameUse::Member && self.looks_like_template_args()
                    || self.opens_template_args(binding, context, usage, template_keyword, name));
            let lacks_keyword = !opens
                && mode == NameMode::Build
                && context == Context::Opaque
                && usage == NameUse::Expression
                && self.can_only_be_template_args();
            if lacks_keyword {
                self.report_missing_template(at.span);
            }
            if opens || lacks_keyword {
                has_args = true;
                match mode {
                    NameMode::Build => args = Some(self.parse_template_args()),
                    NameMode::Skip => {
                        if !self.skip_template_args(ListScan::Certain) {
                            // Unbalanced: the name is as far as look-ahead can see.
                            self.bump();
                        }
                    }
                }
            }
            let (class, scope) = classify(binding, context, has_args);
            let template_keyword = template_keyword || lacks_keyword;
            let segment = NameSegment { id, template_keyword, args, span };
            if self.at(TokenKind::ColonColon) && self.continues_name() {
                self.bump();
                if mode == NameMode::Build {
                    qualifiers.push(segment);
                }
                n_qualifiers += 1;
                previous = name;
                context = match (class, scope) {
                    (_, Some(scope)) => Context::In(scope),
                    (NameClass::Type | NameClass::TypeTemplate | NameClass::Dependent, None) => {
                        Context::Opaque
                    }
                    _ if is_decltype => Context::Opaque,
                    _ => Context::Unknown,
                };
                continue;
            }
            if is_decltype {
                // A decltype-specifier alone is not a name.
                self.seek(saved);
                return None;
            }
            let is_qualified = is_global || n_qualifiers > 0;
            let is_constructor = !has_args && name.is_some() && previous == name;
            let bare = if is_qualified || has_args { None } else { name };
            let class = match at.kind {
                TokenKind::Ident => class,
                _ => NameClass::Value,
            };
            let id = match mode {
                NameMode::Skip => None,
                NameMode::Build => {
                    let span = self.span_from(start);
                    Some(self.ast.names.push(QualName {
                        is_global,
                        qualifiers,
                        last: segment,
                        span,
                    }))
                }
            };
            return Some(NamePath {
                class,
                scope,
                qualifier,
                is_qualified,
                bare,
                has_args,
                last_name: name,
                is_constructor,
                is_special: at.kind != TokenKind::Ident,
                id,
            });
        }
    }

    fn lookup(&self, name: Name, context: Context) -> Option<Binding> {
        let point = self.index();
        match context {
            Context::Unqualified => self.names.lookup(name, self.scope, point),
            Context::In(scope) => self.names.lookup_in(name, scope, point),
            Context::Opaque | Context::Unknown => None,
        }
    }

    /// Whether the `::` at the cursor is followed by another segment; `A::*` is not.
    fn continues_name(&self) -> bool {
        matches!(
            self.peek_kind(1),
            TokenKind::Ident | TokenKind::KwTemplate | TokenKind::KwOperator | TokenKind::Tilde
        )
    }

    /// Whether the `<` at the cursor opens template arguments. `[temp.names]/3`: after the name of
    /// a template, after `template`, and where an unqualified name finds functions or nothing.
    /// For the last two, and for names that only a header that we do not have could explain, the
    /// tokens themselves must look like a template-id. So must they behind an operator of an object, which is not an operand
    /// unless it is called.
    fn opens_template_args(
        &mut self,
        binding: Option<Binding>,
        context: Context,
        usage: NameUse,
        template_keyword: bool,
        name: Option<Name>,
    ) -> bool {
        if template_keyword {
            return true;
        }
        if usage == NameUse::Member && context == Context::Unqualified {
            // Looked up in the class of the object, which the parser does not know.
            let is_template = match (name, binding) {
                (Some(name), _) if self.names.is_member_template(name, self.index()) => true,
                (_, Some(binding)) => binding.kind == NameKind::TypeTemplate,
                (_, None) => false,
            };
            // Behind a name that no class has, an error of lookup says more than one of syntax.
            return is_template && self.looks_like_template_args()
                || self.can_only_be_template_args();
        }
        match binding.map(|binding| binding.kind) {
            Some(
                NameKind::TypeTemplate
                | NameKind::FunctionTemplate
                | NameKind::VariableTemplate
                | NameKind::Concept,
            ) => true,
            Some(NameKind::Namespace | NameKind::Value) => false,
            Some(NameKind::Type | NameKind::Function) => self.looks_like_template_args(),
            None => match context {
                Context::Opaque => usage != NameUse::Expression && self.looks_like_template_args(),
                Context::Unqualified | Context::In(_) | Context::Unknown => {
                    self.looks_like_template_args()
                }
            },
        }
    }

    /// Whether the `<` at the cursor, less-than by `[temp.names]/3`, leads to no expression: after
    /// the `>` nothing can be its operand.
    fn can_only_be_template_args(&mut self) -> bool {
        use TokenKind as T;
        let is_operator = self.greater != Greater::ClosesList;
        self.at(T::Lt)
            && is_operator
            && self.look_ahead(|p| {
                p.skip_template_args(ListScan::Tentative)
                    && match p.kind() {
                        T::LParen => p.peek_kind(1) == T::RParen,
                        T::RParen | T::RBracket | T::RBrace | T::Comma | T::Semi => true,
                        T::Dot | T::Eq | T::EqEq | T::PipePipe | T::Colon | T::Question => true,
                        _ => false,
                    }
            })
    }

    fn report_missing_template(&mut self, name: Span) {
        let message = "a dependent name is parsed as a template only after the `template` keyword";
        let at = Span::new(name.lo, name.lo);
        self.report(Diagnostic::new(codes::MISSING_TEMPLATE, name, message).fix(
            "write `template` before the name",
            Applicability::Always,
            at,
            "template ",
        ));
    }

    /// `~T`, `~T<int>`, `~decltype(e)`.
    fn destructor_name(&mut self, mode: NameMode, context: Context) -> Option<UnqualifiedId> {
        self.bump();
        let start = self.span();
        if self.at(TokenKind::KwDecltype) && self.peek_kind(1) == TokenKind::LParen {
            self.bump();
            if mode == NameMode::Skip {
                return self.skip_group().then_some(UnqualifiedId::Error);
            }
            let e = self.parse_parenthesized_expr("after `decltype`");
            let span = self.span_from(start);
            let ty = self.ty(TypeExprKind::Decltype(e), Cv::NONE, span);
            return Some(UnqualifiedId::Destructor(ty));
        }
        let ident = self.eat_ident()?;
        let binding = self.lookup(ident.name, context).or_else(|| {
            // `p->A::~B` looks `B` up where the expression stands.
            self.lookup(ident.name, Context::Unqualified)
        });
        let mut args = None;
        if self.at(TokenKind::Lt)
            && binding.is_some_and(|binding| binding.kind == NameKind::TypeTemplate)
        {
            if mode == NameMode::Skip {
                if !self.skip_template_args(ListScan::Certain) {
                    return None;
                }
            } else {
                args = Some(self.parse_template_args());
            }
        }
        if mode == NameMode::Skip {
            return Some(UnqualifiedId::Error);
        }
        let span = self.span_from(start);
        let id = UnqualifiedId::Identifier(ident.name);
        let last = NameSegment { id, template_keyword: false, args, span: ident.span };
        let name =
            self.ast.names.push(QualName { is_global: false, qualifiers: Vec::new(), last, span });
        let ty = self.ty(TypeExprKind::Named { name, typename: false }, Cv::NONE, span);
        Some(UnqualifiedId::Destructor(ty))
    }
}

/// What a segment is, and where its members are.
fn classify(
    binding: Option<Binding>,
    context: Context,
    has_args: bool,
) -> (NameClass, Option<ScopeId>) {
    let Some(binding) = binding else {
        let class = match context {
            Context::Opaque => NameClass::Dependent,
            Context::Unqualified | Context::In(_) | Context::Unknown => NameClass::Unknown,
        };
        return (class, None);
    };
    let class = match binding.kind {
        NameKind::Namespace => NameClass::Namespace,
        NameKind::Type => NameClass::Type,
        NameKind::TypeTemplate if has_args => NameClass::Type,
        NameKind::TypeTemplate => NameClass::TypeTemplate,
        NameKind::Function
        | NameKind::FunctionTemplate
        | NameKind::VariableTemplate
        | NameKind::Value => NameClass::Value,
        NameKind::Concept => NameClass::Concept,
    };
    (class, binding.scope)
}
