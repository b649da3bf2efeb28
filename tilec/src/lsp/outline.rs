//! The declarations of the user's sources, in order, each below the one that contains it: for
//! symbols, and to tell which declarations declare the same thing again.

use std::collections::HashMap;

use lang::ast::{Ast, DeclId, DeclKind, FriendDecl, FunctionBody, FunctionKind, Spaces};
use lang::base::{SourceMap, Span};
use lsp_types::SymbolKind;

use super::analysis::Analysis;
use super::names::name_span;

#[derive(Clone, Debug)]
pub struct Declaration {
    /// With its template heads.
    pub decl: DeclId,
    /// Below them.
    pub inner: DeclId,
    pub kind: SymbolKind,
    pub name: String,
    pub name_span: Span,
    pub span: Span,
    /// What contains it.
    pub scope: ScopeName,
    /// The index of the declaration that contains it.
    pub parent: Option<usize>,
    /// Equal for declarations of one thing in one scope.
    pub key: String,
    pub is_kernel: bool,
    /// A constructor or destructor.
    pub is_structor: bool,
}

impl Declaration {
    pub fn is_class(&self) -> bool {
        matches!(self.kind, SymbolKind::CLASS | SymbolKind::STRUCT)
    }
}

/// The name of a scope, an index into [`Scopes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ScopeName(usize);

/// The names of scopes, each by its last part and the scope around it: what one costs does not grow with
/// how deep it is.
pub struct Scopes {
    /// The first is the global scope.
    parts: Vec<(ScopeName, String)>,
    known: HashMap<(ScopeName, String), ScopeName>,
}

/// Parts that a name is spelt with, at most.
const MAX_PARTS: usize = 32;

impl Scopes {
    const GLOBAL: ScopeName = ScopeName(0);

    fn new() -> Scopes {
        Scopes { parts: vec![(Scopes::GLOBAL, String::new())], known: HashMap::new() }
    }

    fn inside(&mut self, outer: ScopeName, part: &str) -> ScopeName {
        let next = ScopeName(self.parts.len());
        let known = *self.known.entry((outer, part.to_owned())).or_insert(next);
        if known == next {
            self.parts.push((outer, part.to_owned()));
        }
        known
    }

    /// The scope around one, and the name that it has there; `None` for the global scope.
    pub fn split(&self, scope: ScopeName) -> Option<(ScopeName, &str)> {
        let (outer, part) = self.parts.get(scope.0)?;
        (scope != Scopes::GLOBAL).then_some((*outer, part.as_str()))
    }

    /// `ns::Class`, empty for the global scope; of a deep one the end.
    pub fn spelt(&self, scope: ScopeName) -> String {
        let parts = std::iter::successors(self.split(scope), |(outer, _)| self.split(*outer));
        let mut parts: Vec<&str> = parts.map(|(_, part)| part).take(MAX_PARTS).collect();
        parts.reverse();
        parts.join("::")
    }
}

/// The declarations of all files that are not the system's.
pub fn declarations(analysis: &mut Analysis<'_, '_>) -> (Vec<Declaration>, Scopes) {
    let unit = analysis.cx().unit;
    let scopes = Scopes::new();
    let mut walk = Walk { analysis, map: unit.sources, found: Vec::new(), scopes };
    for &decl in unit.decls {
        if !unit.sources.in_system_file(unit.ast[decl].span.lo) {
            walk.declaration(decl, None, Scopes::GLOBAL);
        }
    }
    (walk.found, walk.scopes)
}

struct Walk<'w, 'p, 'a> {
    analysis: &'w Analysis<'p, 'a>,
    map: &'a SourceMap,
    found: Vec<Declaration>,
    scopes: Scopes,
}

impl Walk<'_, '_, '_> {
    fn all(&mut self, decls: &[DeclId], parent: Option<usize>, scope: ScopeName) {
        for &decl in decls {
            self.declaration(decl, parent, scope);
        }
    }

    fn declaration(&mut self, id: DeclId, parent: Option<usize>, around: ScopeName) {
        let ast: &Ast = self.analysis.ast;
        let inner = ast.templated(id);
        let node = &ast[inner];
        let (kind, members): (SymbolKind, &[DeclId]) = match &node.kind {
            DeclKind::Namespace(namespace) => (SymbolKind::NAMESPACE, &namespace.decls),
            DeclKind::LinkageSpec(linkage) => return self.all(&linkage.decls, parent, around),
            DeclKind::Unparsed(unparsed) => {
                return self.all(&unparsed.recovered, parent, around);
            }
            DeclKind::Class(class) => match class.key {
                lang::ast::TagKey::Class => (SymbolKind::CLASS, &class.members),
                _ => (SymbolKind::STRUCT, &class.members),
            },
            DeclKind::Enum(declared) => (SymbolKind::ENUM, &declared.enumerators),
            DeclKind::Enumerator { .. } => (SymbolKind::ENUM_MEMBER, &[]),
            DeclKind::Function(function) => match function.kind {
                FunctionKind::Constructor => (SymbolKind::CONSTRUCTOR, &[]),
                FunctionKind::Ordinary if node.access.is_none() => (SymbolKind::FUNCTION, &[]),
                FunctionKind::Ordinary | FunctionKind::Destructor | FunctionKind::Conversion => {
                    (SymbolKind::METHOD, &[])
                }
            },
            DeclKind::Variable(variable)
                if variable.specs.flags.has(lang::ast::SpecFlags::CONSTEXPR) =>
            {
                (SymbolKind::CONSTANT, &[])
            }
            DeclKind::Variable(_) => (SymbolKind::VARIABLE, &[]),
            DeclKind::Field(_) => (SymbolKind::FIELD, &[]),
            DeclKind::TypeAlias(_) => (SymbolKind::CLASS, &[]),
            DeclKind::Concept { .. } => (SymbolKind::INTERFACE, &[]),
            DeclKind::NamespaceAlias { .. }
            | DeclKind::UsingDirective(_)
            | DeclKind::UsingDecl(_)
            | DeclKind::UsingEnum(_)
            | DeclKind::Param(_)
            | DeclKind::StructuredBinding(_)
            | DeclKind::Binding(_)
            | DeclKind::Template(_)
            | DeclKind::TemplateParam(_)
            | DeclKind::ExplicitSpecialization(_)
            | DeclKind::ExplicitInstantiation { .. }
            | DeclKind::DeductionGuide(_)
            | DeclKind::StaticAssert { .. }
            | DeclKind::Friend(FriendDecl::Type(_) | FriendDecl::Decl(_))
            | DeclKind::Empty
            | DeclKind::Asm(_)
            | DeclKind::Error => return,
        };
        let Some(name_span) = name_span(self.analysis, inner) else {
            // The members of an unnamed class or enumeration belong to what is around it.
            return self.all(members, parent, around);
        };
        let name = self.squeezed(name_span);
        let (scope, kind) = self.qualifier(inner, around, kind);
        let is_structor = matches!(&node.kind, DeclKind::Function(function)
            if matches!(function.kind, FunctionKind::Constructor | FunctionKind::Destructor));
        let is_kernel = matches!(&node.kind, DeclKind::Function(function)
            if function.specs.spaces.has(Spaces::TILE_GLOBAL));
        let key = self.key(inner, &name);
        let index = self.found.len();
        self.found.push(Declaration {
            decl: id,
            inner,
            kind,
            name: name.clone(),
            name_span,
            span: ast[id].span,
            scope,
            parent,
            key,
            is_kernel,
            is_structor,
        });
        if !members.is_empty() {
            let own = self.scopes.inside(scope, &name);
            self.all(members, Some(index), own);
        }
    }

    /// Where a declaration belongs: the names before `::` count as containers.
    fn qualifier(
        &mut self,
        id: DeclId,
        around: ScopeName,
        kind: SymbolKind,
    ) -> (ScopeName, SymbolKind) {
        let name = match &self.analysis.ast[id].kind {
            DeclKind::Function(function) => Some(function.name),
            DeclKind::Variable(variable) => Some(variable.name),
            DeclKind::Class(class) => class.name,
            DeclKind::Enum(declared) => declared.name,
            _ => None,
        };
        let Some(name) = name else { return (around, kind) };
        let qualifiers = &self.analysis.ast[name].qualifiers;
        if qualifiers.is_empty() {
            return (around, kind);
        }
        let scope = qualifiers
            .iter()
            .fold(around, |outer, part| self.scopes.inside(outer, self.map.text(part.span)));
        let kind = if kind == SymbolKind::FUNCTION { SymbolKind::METHOD } else { kind };
        (scope, kind)
    }

    /// The name and what overloads differ in, as they are written.
    fn key(&self, id: DeclId, name: &str) -> String {
        let ast: &Ast = self.analysis.ast;
        let mut key = name.to_owned();
        match &ast[id].kind {
            DeclKind::Function(function) => {
                for &param in &function.ty.params {
                    if let DeclKind::Param(param) = &ast[param].kind {
                        key.push_str(&format!(",{}", self.squeezed(ast[param.ty].span)));
                    }
                }
                key.push_str(if function.ty.cv.is_empty() { "()" } else { "()const" });
                if let Some(requires) = function.requires {
                    key.push_str(&self.squeezed(ast[requires].span));
                }
                if matches!(function.body, FunctionBody::Deleted) {
                    key.push_str("=delete");
                }
            }
            DeclKind::Class(class) => {
                if let Some(args) = class.name.and_then(|name| ast[name].last.args.as_ref()) {
                    key.push_str(&self.squeezed(args.span));
                }
            }
            // Locals and enumerators are what they are by where they stand.
            _ => {}
        }
        key
    }

    fn squeezed(&self, span: Span) -> String {
        self.map.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
