//! Which *decl-specifier*s go with which declaration ([dcl.spec], [class.mem.general],
//! [class.virtual]): one table of what breaks a rule.

use lang::ast::{
    Ast, Cv, DeclId, DeclKind, DeclSpecs, Explicit, FunctionDecl, FunctionKind, SpecFlags, TagKey,
};
use lang::base::{Diagnostic, Span};

use super::{Place, Rules, is_reference};
use crate::check::function_by_type::may_name_function;
use crate::codes;

/// A declaration as the table sees it.
struct Site<'a> {
    kind: Kind<'a>,
    place: Place,
    is_friend: bool,
    is_template: bool,
}

#[derive(Clone, Copy)]
enum Kind<'a> {
    Function { function: &'a FunctionDecl, is_qualified: bool },
    Variable { is_qualified: bool },
    Field { is_const: bool, is_reference: bool, may_be_function: bool },
    Parameter,
    Guide,
}

/// The flags that must all be there, when that is wrong, and why.
struct Rule {
    flags: SpecFlags,
    is_broken: fn(&Site<'_>) -> bool,
    why: &'static str,
}

const fn rule(flags: SpecFlags, is_broken: fn(&Site<'_>) -> bool, why: &'static str) -> Rule {
    Rule { flags, is_broken, why }
}

/// Specifiers that contradict each other, in whatever declaration.
const CONTRADICTIONS: &[(SpecFlags, SpecFlags)] = &[
    (SpecFlags::STATIC, SpecFlags::EXTERN),
    (SpecFlags::STATIC, SpecFlags::MUTABLE),
    (SpecFlags::EXTERN, SpecFlags::MUTABLE),
    (SpecFlags::CONSTEXPR, SpecFlags::CONSTEVAL),
    (SpecFlags::CONSTEXPR, SpecFlags::CONSTINIT),
    (SpecFlags::CONSTEVAL, SpecFlags::CONSTINIT),
    (SpecFlags::STATIC, SpecFlags::VIRTUAL),
];

/// The first row that is broken is reported.
const RULES: &[Rule] = &[
    // [dcl.stc]
    rule(
        SpecFlags::MUTABLE,
        |site| !matches!(site.kind, Kind::Field { .. }),
        "only a non-static data member can be `mutable`",
    ),
    rule(
        SpecFlags::MUTABLE,
        |site| matches!(site.kind, Kind::Field { is_const: true, .. }),
        "a constant cannot be `mutable`",
    ),
    rule(
        SpecFlags::MUTABLE,
        |site| matches!(site.kind, Kind::Field { is_reference: true, .. }),
        "a reference cannot be `mutable`",
    ),
    rule(SpecFlags::STATIC, is_parameter, "a parameter cannot have a storage class"),
    rule(SpecFlags::EXTERN, is_parameter, "a parameter cannot have a storage class"),
    rule(
        SpecFlags::STATIC,
        |site| site.is_friend,
        "a friend declaration cannot have a storage class",
    ),
    rule(
        SpecFlags::EXTERN,
        |site| site.is_friend,
        "a friend declaration cannot have a storage class",
    ),
    rule(
        SpecFlags::STATIC,
        is_member_outside,
        "`static` can only be specified inside the class definition",
    ),
    rule(
        SpecFlags::STATIC,
        |site| {
            is_function_of(site, &[FunctionKind::Constructor, FunctionKind::Destructor])
                || is_function_of(site, &[FunctionKind::Conversion])
        },
        "this member function always has an object and cannot be `static`",
    ),
    rule(
        SpecFlags::STATIC,
        |site| site.place == Place::Block && is_function(site),
        "a function declared in a block cannot be `static`",
    ),
    rule(
        SpecFlags::EXTERN,
        |site| matches!(site.place, Place::Class { .. }),
        "a member cannot be `extern`",
    ),
    // [dcl.fct.spec], [class.virtual]
    rule(
        SpecFlags::VIRTUAL,
        |site| {
            !is_function(site) && !matches!(site.kind, Kind::Field { may_be_function: true, .. })
        },
        "only a member function can be `virtual`",
    ),
    rule(
        SpecFlags::VIRTUAL,
        |site| !matches!(site.place, Place::Class { .. }) || site.is_friend,
        "`virtual` can only be specified on member functions inside the class definition",
    ),
    rule(
        SpecFlags::VIRTUAL,
        |site| is_function_of(site, &[FunctionKind::Constructor]),
        "a constructor cannot be `virtual`",
    ),
    rule(SpecFlags::VIRTUAL, |site| site.is_template, "a member template cannot be `virtual`"),
    rule(
        SpecFlags::VIRTUAL,
        |site| matches!(site.place, Place::Class { key: TagKey::Union, .. }),
        "a union cannot have `virtual` functions",
    ),
    // [dcl.inline]
    rule(SpecFlags::INLINE, is_parameter, "a parameter cannot be `inline`"),
    rule(
        SpecFlags::INLINE,
        |site| site.place == Place::Block,
        "a declaration in a block cannot be `inline`",
    ),
    rule(
        SpecFlags::INLINE,
        |site| matches!(site.kind, Kind::Field { .. }),
        "a non-static data member cannot be `inline`",
    ),
    // [dcl.constexpr], [dcl.constinit]
    rule(SpecFlags::CONSTEXPR, is_parameter, "a parameter cannot be `constexpr`"),
    rule(
        SpecFlags::CONSTEXPR,
        |site| matches!(site.kind, Kind::Field { .. }),
        "a non-static data member cannot be `constexpr`",
    ),
    rule(SpecFlags::CONSTEVAL, |site| !is_function(site), "only a function can be `consteval`"),
    rule(
        SpecFlags::CONSTEVAL,
        |site| is_function_of(site, &[FunctionKind::Destructor]),
        "a destructor cannot be `consteval`",
    ),
    rule(
        SpecFlags::CONSTINIT,
        |site| !matches!(site.kind, Kind::Variable { .. }),
        "only a variable can be `constinit`",
    ),
];

fn is_parameter(site: &Site<'_>) -> bool {
    matches!(site.kind, Kind::Parameter)
}

fn is_function(site: &Site<'_>) -> bool {
    matches!(site.kind, Kind::Function { .. })
}

fn is_function_of(site: &Site<'_>, kinds: &[FunctionKind]) -> bool {
    match site.kind {
        Kind::Function { function, .. } => kinds.contains(&function.kind),
        _ => false,
    }
}

/// A member of a class, or of a namespace, declared outside of it.
fn is_member_outside(site: &Site<'_>) -> bool {
    matches!(
        site.kind,
        Kind::Function { is_qualified: true, .. } | Kind::Variable { is_qualified: true }
    )
}

impl Rules<'_> {
    pub(super) fn check_specifiers(&mut self, ast: &Ast, id: DeclId) {
        let (kind, specs, name) = match &ast[id].kind {
            DeclKind::Function(function) => {
                let is_qualified = ast[function.name].is_qualified();
                let kind = Kind::Function { function, is_qualified };
                (kind, &function.specs, ast[function.name].span)
            }
            DeclKind::Variable(variable) => {
                let kind = Kind::Variable { is_qualified: ast[variable.name].is_qualified() };
                (kind, &variable.specs, ast[variable.name].span)
            }
            DeclKind::Field(field) => {
                let kind = Kind::Field {
                    is_const: ast[field.ty].cv.has(Cv::CONST),
                    is_reference: is_reference(ast, field.ty),
                    may_be_function: field.specs.flags.has(SpecFlags::VIRTUAL)
                        && may_name_function(ast, field.ty),
                };
                (kind, &field.specs, field.name.map_or(ast[id].span, |name| name.span))
            }
            DeclKind::Param(param) => {
                let span = param.name.map_or(ast[id].span, |name| name.span);
                (Kind::Parameter, &param.specs, span)
            }
            DeclKind::DeductionGuide(guide) => (Kind::Guide, &guide.specs, ast[guide.name].span),
            _ => return,
        };
        let site = Site {
            kind,
            place: self.place,
            is_friend: self.is_friend,
            is_template: self.is_template,
        };
        if let Some(diagnostic) = self.broken_specifier(&site, specs, name) {
            self.report(diagnostic);
        }
    }

    fn broken_specifier(
        &self,
        site: &Site<'_>,
        specs: &DeclSpecs,
        name: Span,
    ) -> Option<Diagnostic> {
        for &(first, second) in CONTRADICTIONS {
            if specs.flags.has(first) && specs.flags.has(second) {
                let (first, second) = (word(first), word(second));
                let message = format!("`{first}` and `{second}` contradict each other");
                let span = self.word_span(specs.span, second);
                return Some(Diagnostic::new(codes::INVALID_SPECIFIER, span, message));
            }
        }
        for rule in RULES {
            if specs.flags.has(rule.flags) && (rule.is_broken)(site) {
                let word = word(rule.flags);
                let span = self.word_span(specs.span, word);
                let diagnostic = Diagnostic::new(codes::INVALID_SPECIFIER, span, rule.why);
                return Some(diagnostic.help(format!("leave `{word}` out")));
            }
        }
        // [dcl.fct.spec]/4
        let may_be_explicit = matches!(site.kind, Kind::Guide)
            || matches!(site.place, Place::Class { .. })
                && !site.is_friend
                && is_function_of(site, &[FunctionKind::Constructor, FunctionKind::Conversion]);
        if specs.explicit != Explicit::No && !may_be_explicit {
            let message = "`explicit` is only allowed on constructors and conversion functions, inside \
                           of their class";
            let span = self.word_span(specs.span, "explicit");
            return Some(Diagnostic::new(codes::INVALID_SPECIFIER, span, message));
        }
        self.broken_qualifiers(site, specs, name)
    }

    /// [dcl.fct]/7: qualifiers of the object, where there is none.
    fn broken_qualifiers(
        &self,
        site: &Site<'_>,
        specs: &DeclSpecs,
        name: Span,
    ) -> Option<Diagnostic> {
        let Kind::Function { function, is_qualified } = site.kind else { return None };
        if function.ty.cv.is_empty() && function.ty.ref_qualifier.is_none() {
            return None;
        }
        let is_in_class = matches!(site.place, Place::Class { .. }) && !site.is_friend;
        let why = if is_in_class && specs.flags.has(SpecFlags::STATIC) {
            "a static member function cannot have a cv- or ref-qualifier"
        } else if is_in_class
            && matches!(function.kind, FunctionKind::Constructor | FunctionKind::Destructor)
        {
            "constructors and destructors cannot have qualifiers"
        } else if !is_in_class && !is_qualified {
            "a non-member function cannot have a cv- or ref-qualifier"
        } else {
            return None;
        };
        Some(
            Diagnostic::new(codes::INVALID_SPECIFIER, name, why)
                .help("remove the qualifiers after the parameters"),
        )
    }
}

fn word(flags: SpecFlags) -> &'static str {
    flags.words().next().unwrap_or_default()
}
