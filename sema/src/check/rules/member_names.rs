//! Names that members of one class have in common ([basic.scope.scope]/3, [class.mem.general]/5).
//!
//! In: a class as it is written. Out: members that cannot share their name, whether or not something
//! looks the name up. Functions overload; a class or enumeration is hidden by what is not a type or
//! template.

use lang::ast::{Ast, ClassDecl, DeclId, DeclKind, QualNameId, TypeExprId, TypeExprKind};
use lang::base::{Diagnostic, Name, Span};
use rustc_hash::FxHashMap;

use super::Rules;
use crate::codes;

#[derive(Clone, Copy, PartialEq, Eq)]
enum MemberKind {
    /// A function or function template.
    Function,
    /// A class or enumeration.
    Tag {
        is_definition: bool,
    },
    Alias,
    /// A template of classes, aliases or variables.
    Template {
        is_definition: bool,
    },
    Field,
    /// A static member or an enumerator.
    Value,
    /// Declared by the name of a type, which may be that of a function ([dcl.fct]/13).
    ByName,
}

impl MemberKind {
    /// What a member is called in messages.
    fn text(self) -> &'static str {
        match self {
            MemberKind::Function => "a function",
            MemberKind::Tag { .. } | MemberKind::Alias => "a type",
            MemberKind::Template { .. } => "a template",
            MemberKind::Field | MemberKind::ByName => "a data member",
            MemberKind::Value => "a variable or constant",
        }
    }

    fn may_share_name(self, other: MemberKind) -> bool {
        use MemberKind::{Alias, ByName, Field, Function, Tag, Template, Value};
        match (self, other) {
            (Function | ByName, Function | ByName) => true,
            // Two fields are the layout's to report.
            (Field, Field) => true,
            (Tag { is_definition: a }, Tag { is_definition: b })
            | (Template { is_definition: a }, Template { is_definition: b }) => !(a && b),
            (Field, ByName) | (ByName, Field) => true,
            // `typedef struct A {} A;`
            (Tag { .. }, Alias) | (Alias, Tag { .. }) => true,
            (Tag { .. }, Function | Field | Value | ByName)
            | (Function | Field | Value | ByName, Tag { .. }) => true,
            _ => false,
        }
    }
}

impl Rules<'_> {
    pub(super) fn check_member_names(&mut self, ast: &Ast, class: &ClassDecl) {
        if class.members.len() < 2 {
            return;
        }
        let mut known: FxHashMap<Name, Vec<(MemberKind, Span)>> = FxHashMap::default();
        for &member in &class.members {
            for (name, kind, span) in named(ast, member) {
                let before = known.entry(name).or_default();
                match before.iter().find(|(old, _)| !old.may_share_name(kind)) {
                    Some(&(old, first)) => {
                        let (name, what) = (self.text(name), old.text());
                        let message = format!("`{name}` is {what} in this scope already");
                        let code = codes::CONFLICTING_DECLARATION;
                        let diagnostic = Diagnostic::new(code, span, message);
                        self.report(diagnostic.secondary(first, "declared before"));
                    }
                    // One of a kind is enough: thousands of overloads stay cheap.
                    None if before.iter().any(|(old, _)| *old == kind) => {}
                    None => before.push((kind, span)),
                }
            }
        }
    }
}

/// The kind of a member that has a type: a name may be that of a function's.
fn by_type(ast: &Ast, ty: TypeExprId, kind: MemberKind) -> MemberKind {
    match ast[ty].kind {
        TypeExprKind::Named { .. } | TypeExprKind::Decltype(..) => MemberKind::ByName,
        _ => kind,
    }
}

/// The names that a member declares in its class.
fn named(ast: &Ast, member: DeclId) -> Vec<(Name, MemberKind, Span)> {
    let plain = |name: QualNameId, kind: MemberKind| {
        let found = ast[name].as_identifier();
        found.map(|found| (found, kind, ast[name].span)).into_iter().collect()
    };
    match &ast[member].kind {
        DeclKind::Function(function) => plain(function.name, MemberKind::Function),
        DeclKind::Variable(variable) => {
            plain(variable.name, by_type(ast, variable.ty, MemberKind::Value))
        }
        DeclKind::Field(field) => {
            let kind = by_type(ast, field.ty, MemberKind::Field);
            field.name.map(|name| (name.name, kind, name.span)).into_iter().collect()
        }
        DeclKind::TypeAlias(alias) => vec![(alias.name.name, MemberKind::Alias, alias.name.span)],
        DeclKind::Class(class) => {
            let kind = MemberKind::Tag { is_definition: class.is_definition };
            class.name.map_or_else(Vec::new, |name| plain(name, kind))
        }
        DeclKind::Enum(declared) => {
            let kind = MemberKind::Tag { is_definition: declared.is_definition };
            let mut all = declared.name.map_or_else(Vec::new, |name| plain(name, kind));
            if !declared.is_scoped {
                all.extend(declared.enumerators.iter().filter_map(|&id| match &ast[id].kind {
                    DeclKind::Enumerator { name, .. } => {
                        Some((name.name, MemberKind::Value, name.span))
                    }
                    _ => None,
                }));
            }
            all
        }
        DeclKind::Template(template) => {
            let of = |kind: MemberKind| match kind {
                MemberKind::Function => MemberKind::Function,
                MemberKind::Tag { is_definition } => MemberKind::Template { is_definition },
                _ => MemberKind::Template { is_definition: true },
            };
            let inner = named(ast, template.inner).into_iter();
            inner.map(|(name, kind, span)| (name, of(kind), span)).collect()
        }
        _ => Vec::new(),
    }
}
