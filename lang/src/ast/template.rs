//! Template heads, parameters, arguments, constraints. `[temp.pre]`, `[temp.param]`, `[temp.arg]`.

use super::{DeclId, ExprId, Ident, QualNameId, TypeExprId};
use crate::base::Span;

/// `template<params> requires C inner`. Abbreviated function templates have their invented
/// parameters at the end of `params`.
#[derive(Clone, Debug)]
pub struct TemplateDecl {
    /// [`DeclKind::TemplateParam`](super::DeclKind::TemplateParam)s.
    pub params: Vec<DeclId>,
    /// The constraint of the *requires-clause* after the parameters; a trailing one is the
    /// function's.
    pub requires: Option<ExprId>,
    /// A class, function, variable, alias, concept, deduction guide, friend or template.
    pub inner: DeclId,
    /// No `template<...>` was written: all parameters are invented for `auto`s.
    pub is_abbreviated: bool,
}

/// A template parameter.
#[derive(Clone, Debug)]
pub struct TemplateParam {
    pub name: Option<Ident>,
    /// Declared with `...`.
    pub is_pack: bool,
    pub kind: TemplateParamKind,
}

#[derive(Clone, Debug)]
pub enum TemplateParamKind {
    /// `class T = int`, `C<int> T`
    Type { constraint: Option<TypeConstraint>, default: Option<TypeExprId> },
    /// `int N = 3`, `auto N`, `C auto N`. The type says which placeholder it is.
    NonType { ty: TypeExprId, default: Option<ExprId> },
    /// `template<class...> class T = tile`
    Template { params: Vec<DeclId>, requires: Option<ExprId>, default: Option<QualNameId> },
    /// The type of an `auto` parameter of a function or lambda.
    Invented { constraint: Option<TypeConstraint> },
}

/// `C` or `C<int>` before a type parameter, `auto`, or after `->` in a requirement: the concept
/// whose first argument is what it constrains.
#[derive(Clone, Debug)]
pub struct TypeConstraint {
    /// The template arguments are the name's; none when it has no `<...>`.
    pub concept: QualNameId,
    pub span: Span,
}

/// `<a, b, c>`
#[derive(Clone, Debug)]
pub struct TemplateArgs {
    pub args: Vec<TemplateArg>,
    /// With the angle brackets.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct TemplateArg {
    pub kind: TemplateArgKind,
    /// Followed by `...`.
    pub is_pack_expansion: bool,
    pub span: Span,
}

/// A template argument, or an argument of a compiler trait like `__is_same`.
#[derive(Clone, Debug)]
pub enum TemplateArgKind {
    Type(TypeExprId),
    Expr(ExprId),
    /// The name of a template that has no arguments here.
    Template(QualNameId),
    /// A bare name that the declared-names table does not know: type, value or template is for
    /// lookup to say.
    Unresolved(QualNameId),
    Error,
}
