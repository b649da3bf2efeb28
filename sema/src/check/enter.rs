//! Entering declarations: from the syntax of a namespace or class to its table of members, by
//! name only. Nothing is resolved here, so a host-only declaration costs one table entry.

use std::collections::hash_map::Entry;

use lang::ast::{
    self, Ast, DeclId, DeclKind, FriendDecl, FunctionKind, QualNameId, Spaces, TypeExprId,
    UnqualifiedId,
};
use lang::base::{FileRange, Name};
use lang::lex::TokenKind;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Cx;
use crate::entity::{
    ClassId, DeclName, Entity, Friend, Member, MemberState, Namespace, NamespaceId, Nominated,
    Owner,
};
use crate::lookup::name::Qualifier;
use crate::lookup::name_set::NameSet;
use crate::release::Absence;
use crate::scope::{Order, ScopeId, ScopeKind};

/// What entering found besides members.
#[derive(Default)]
pub struct DeclIndex {
    next_order: u32,
    /// The enumeration that an enumerator belongs to, and its index there.
    pub enum_of: FxHashMap<DeclId, (DeclId, u32)>,
    /// The names of structured bindings of namespaces, with their places in those.
    pub binding_of: FxHashMap<DeclId, (DeclId, u32)>,
    /// The meanings of these names, once one of them is asked for.
    pub bindings: FxHashMap<DeclId, Vec<Entity>>,
    /// Declarations whose name is qualified: definitions of members of classes and namespaces,
    /// specialisations of templates elsewhere. By the last segment.
    pub qualified: FxHashMap<DeclName, Vec<QualifiedDecl>>,
    pub qualified_names: NameSet,
    /// The names of those that declare kernels.
    pub qualified_kernels: Vec<DeclName>,
    pub explicit_instantiations: Vec<(DeclId, ScopeId)>,
    /// The classes among them.
    pub instantiated: FxHashSet<ClassId>,
    /// Aliases of namespaces that are declared again, with where.
    pub repeated_aliases: Vec<(NamespaceId, lang::ast::Ident, lang::ast::QualNameId, Order)>,
    /// The names of functions that friend declarations define.
    pub defined_friends: FxHashSet<DeclName>,
    /// The enumerators of unscoped enumerations that are defined outside of their class, with the names of these.
    pub outside_enumerators: FxHashMap<DeclName, Vec<DeclName>>,
    /// The names of declarations that the chosen release does not have: see [`release`](crate::release).
    pub absent: FxHashMap<DeclName, Absence>,
    /// Aliases with attributes, and whose members they are: a name finds the type alone.
    pub attributed_aliases: FxHashMap<DeclName, Vec<(Owner, DeclId)>>,
    pub static_asserts: Vec<(DeclId, ScopeId)>,
    /// Kernels and kernel templates, in order.
    pub kernels: Vec<(NamespaceId, DeclName, DeclId)>,
    /// Functions that are `__global__`, and where they are seen from.
    pub thread_kernels: Vec<(NamespaceId, DeclId, Order)>,
    pub thread_kernel_names: FxHashSet<Name>,
    /// The user's own tile functions that are not templates.
    pub tile_functions: Vec<(NamespaceId, DeclName)>,
    /// The user's classes that are not templates and have tile functions.
    pub tile_classes: Vec<(NamespaceId, DeclName)>,
    /// Elaborated types that declare a class of a namespace, by its name, once asked.
    pub elaborated: Option<FxHashMap<Name, Vec<TypeExprId>>>,
    /// The order of the first declaration of a namespace that such a type stands in, for so many declarations.
    pub orders_around: FxHashMap<(NamespaceId, TypeExprId), (usize, Option<Order>)>,
    /// Where the members of a namespace are declared, for so many declarations.
    pub ranges_of_members: FxHashMap<NamespaceId, (usize, Vec<(FileRange, Order)>)>,
    namespace_scopes: FxHashMap<(NamespaceId, Order), ScopeId>,
}

impl DeclIndex {
    pub fn reserve(&mut self, n_scopes: usize) {
        self.namespace_scopes.reserve(n_scopes);
    }
}

/// A declaration such as `void A::f() {}`.
#[derive(Clone, Copy, Debug)]
pub struct QualifiedDecl {
    pub decl: DeclId,
    /// Where it stands.
    pub scope: ScopeId,
    pub order: Order,
    /// Its qualifier is being resolved.
    pub active: bool,
    /// What its name qualifies, once asked.
    pub target: Option<Option<Qualifier>>,
}

/// The name that a declaration declares, and that name as written where it may be qualified.
pub fn declared_name(ast: &Ast, decl: DeclId) -> Option<(DeclName, Option<QualNameId>)> {
    let qualified = |id: QualNameId| segment_name(&ast[id].last).map(|name| (name, Some(id)));
    match &ast[ast.templated(decl)].kind {
        DeclKind::NamespaceAlias { name, .. } | DeclKind::Concept { name, .. } => {
            Some((DeclName::Identifier(name.name), None))
        }
        DeclKind::UsingDecl(using) => qualified(using.name).map(|(name, _)| (name, None)),
        DeclKind::TypeAlias(alias) => Some((DeclName::Identifier(alias.name.name), None)),
        DeclKind::Class(class) => qualified(class.name?),
        DeclKind::Enum(decl) => qualified(decl.name?),
        DeclKind::Enumerator { name, .. } => Some((DeclName::Identifier(name.name), None)),
        DeclKind::Binding(name) => Some((DeclName::Identifier(name.name), None)),
        DeclKind::Function(function) => match function.kind {
            FunctionKind::Constructor => Some((DeclName::Constructor, Some(function.name))),
            FunctionKind::Destructor => Some((DeclName::Destructor, Some(function.name))),
            FunctionKind::Conversion => Some((DeclName::Conversion, Some(function.name))),
            FunctionKind::Ordinary => qualified(function.name),
        },
        DeclKind::Variable(variable) => qualified(variable.name),
        DeclKind::Field(field) => Some((DeclName::Identifier(field.name?.name), None)),
        DeclKind::DeductionGuide(guide) => {
            let name = ast[guide.name].last.identifier()?;
            Some((DeclName::Guide(name), None))
        }
        DeclKind::Namespace(_)
        | DeclKind::UsingDirective(_)
        | DeclKind::UsingEnum(_)
        | DeclKind::Param(_)
        | DeclKind::StructuredBinding(_)
        | DeclKind::Template(_)
        | DeclKind::TemplateParam(_)
        | DeclKind::ExplicitSpecialization(_)
        | DeclKind::ExplicitInstantiation { .. }
        | DeclKind::StaticAssert { .. }
        | DeclKind::Friend(_)
        | DeclKind::LinkageSpec(_)
        | DeclKind::Empty
        | DeclKind::Asm(_)
        | DeclKind::Unparsed(_)
        | DeclKind::Error => None,
    }
}

/// The key of the last segment of a name.
pub fn segment_name(segment: &ast::NameSegment) -> Option<DeclName> {
    match &segment.id {
        UnqualifiedId::Identifier(name) => Some(DeclName::Identifier(*name)),
        UnqualifiedId::Operator(op) => Some(DeclName::Operator(*op)),
        UnqualifiedId::Conversion(_) => Some(DeclName::Conversion),
        UnqualifiedId::Literal(ident) => Some(DeclName::Literal(ident.name)),
        UnqualifiedId::Destructor(_) => Some(DeclName::Destructor),
        UnqualifiedId::Decltype(_) | UnqualifiedId::Error => None,
    }
}

impl<'a> Cx<'a> {
    /// The namespace `ns` as seen from the declaration at `order`.
    pub fn namespace_scope(&mut self, ns: NamespaceId, order: Order) -> ScopeId {
        if let Some(&scope) = self.index.namespace_scopes.get(&(ns, order)) {
            return scope;
        }
        let parent = self.entities[ns].parent.map(|parent| self.namespace_scope(parent, order));
        let scope = self.scopes.push(parent, ScopeKind::Namespace { ns, order });
        self.index.namespace_scopes.insert((ns, order), scope);
        scope
    }

    /// Enters the declarations of a namespace.
    pub fn enter_namespace(&mut self, ns: NamespaceId, decls: &'a [DeclId], c_linkage: bool) {
        for &decl in decls {
            self.enter_namespace_member(ns, decl, c_linkage);
        }
    }

    fn enter_namespace_member(&mut self, ns: NamespaceId, decl: DeclId, c_linkage: bool) {
        let ast = self.ast;
        self.index.next_order += 1;
        let order = Order(self.index.next_order);
        match &ast[decl].kind {
            DeclKind::Namespace(inner) => {
                let child = self.child_namespace(ns, inner);
                if !ast[decl].attrs.is_empty() {
                    self.entities[child].attributed.get_or_insert(decl);
                }
                self.enter_namespace(child, &inner.decls, c_linkage);
            }
            DeclKind::LinkageSpec(spec) => {
                self.enter_namespace(ns, &spec.decls, spec.language == ast::Language::C);
            }
            DeclKind::NamespaceAlias { name, target } => {
                self.entities[ns].names.insert_identifier(name.name);
                match self.entities[ns].aliases.entry(name.name) {
                    Entry::Vacant(place) => drop(place.insert(Nominated::new(*target, order))),
                    Entry::Occupied(_) => {
                        self.index.repeated_aliases.push((ns, *name, *target, order));
                    }
                }
            }
            DeclKind::UsingDirective(target) => {
                self.entities[ns].directives.push(Nominated::new(*target, order));
            }
            DeclKind::UsingEnum(target) => {
                self.entities[ns].using_enums.push(Nominated::new(*target, order));
            }
            DeclKind::ExplicitInstantiation { is_extern, .. } => {
                if !is_extern {
                    let scope = self.namespace_scope(ns, order);
                    self.index.explicit_instantiations.push((decl, scope));
                }
            }
            DeclKind::StaticAssert { .. } => {
                let scope = self.namespace_scope(ns, order);
                self.index.static_asserts.push((decl, scope));
            }
            DeclKind::UsingDecl(_)
            | DeclKind::TypeAlias(_)
            | DeclKind::Class(_)
            | DeclKind::Enum(_)
            | DeclKind::Function(_)
            | DeclKind::Variable(_)
            | DeclKind::Template(_)
            | DeclKind::ExplicitSpecialization(_)
            | DeclKind::DeductionGuide(_)
            | DeclKind::Concept { .. } => {
                if let DeclKind::Enum(e) = &ast[decl].kind {
                    for (index, &enumerator) in (0..).zip(&e.enumerators) {
                        self.index.enum_of.insert(enumerator, (decl, index));
                        let is_member = e.name.is_some_and(|name| ast[name].is_qualified());
                        if !e.is_scoped && !is_member {
                            self.enter_named(ns, enumerator, order, c_linkage);
                        }
                    }
                }
                self.enter_named(ns, decl, order, c_linkage);
            }
            DeclKind::Enumerator { .. }
            | DeclKind::Field(_)
            | DeclKind::Param(_)
            | DeclKind::Binding(_)
            | DeclKind::TemplateParam(_)
            | DeclKind::Friend(_)
            | DeclKind::Empty
            | DeclKind::Asm(_)
            | DeclKind::Error => {}
            DeclKind::StructuredBinding(binding) => {
                for (index, &name) in (0..).zip(&binding.bindings) {
                    self.index.binding_of.insert(name, (decl, index));
                    self.enter_named(ns, name, order, c_linkage);
                }
            }
            // A use of the name reports the unreadable declaration; an assertion has no name.
            DeclKind::Unparsed(unparsed) => {
                if self.starts_with(unparsed, TokenKind::KwStaticAssert) {
                    let scope = self.namespace_scope(ns, order);
                    self.index.static_asserts.push((decl, scope));
                }
            }
        }
    }

    fn enter_named(&mut self, ns: NamespaceId, decl: DeclId, order: Order, c_linkage: bool) {
        let ast = self.ast;
        let Some((name, written)) = declared_name(ast, decl) else { return };
        if self.is_left_out(name, decl) {
            return;
        }
        if written.is_some_and(|id| ast[id].is_qualified()) {
            let scope = self.namespace_scope(ns, order);
            let entry = QualifiedDecl { decl, scope, order, active: false, target: None };
            self.index.qualified.entry(name).or_default().push(entry);
            self.index.qualified_names.insert(name);
            if let DeclKind::Enum(e) = &ast[ast.templated(decl)].kind
                && !e.is_scoped
            {
                for &enumerator in &e.enumerators {
                    if let Some((enumerator, _)) = declared_name(ast, enumerator) {
                        self.index.outside_enumerators.entry(enumerator).or_default().push(name);
                    }
                }
            }
            if ast.is_kernel(decl) {
                self.index.qualified_kernels.push(name);
            }
            return;
        }
        if let DeclKind::Function(function) = &ast[ast.templated(decl)].kind {
            let spaces = function.specs.spaces;
            if spaces.has(Spaces::TILE_GLOBAL) {
                self.index.kernels.push((ns, name, decl));
            } else if spaces.has(Spaces::GLOBAL) {
                self.index.thread_kernels.push((ns, decl, order));
                if let DeclName::Identifier(name) = name {
                    self.index.thread_kernel_names.insert(name);
                }
            } else if spaces.has(Spaces::TILE)
                && matches!(ast[decl].kind, DeclKind::Function(_))
                && !self.unit.sources.in_system_file(ast[decl].span.lo)
            {
                self.index.tile_functions.push((ns, name));
            }
        }
        if let DeclKind::Class(class) = &ast[decl].kind
            && has_tile_functions(ast, class)
            && !self.unit.sources.in_system_file(ast[decl].span.lo)
        {
            self.index.tile_classes.push((ns, name));
        }
        self.note_attributed_alias(Owner::Namespace(ns), name, decl);
        let member =
            Member { decl, order, seen_from: order, c_linkage, state: MemberState::Pending };
        self.entities[ns].add_member(name, member);
    }

    fn note_attributed_alias(&mut self, owner: Owner, name: DeclName, decl: DeclId) {
        if let DeclKind::TypeAlias(_) = self.ast[decl].kind
            && !self.ast[decl].attrs.is_empty()
        {
            self.index.attributed_aliases.entry(name).or_default().push((owner, decl));
        }
    }

    fn child_namespace(&mut self, ns: NamespaceId, decl: &ast::NamespaceDecl) -> NamespaceId {
        let name = decl.name.map(|ident| ident.name);
        let known = match name {
            Some(name) => self.entities[ns].children.get(&name).copied(),
            None => self.entities[ns]
                .transparent
                .iter()
                .copied()
                .find(|&child| self.entities[child].name.is_none()),
        };
        if let Some(child) = known {
            return child;
        }
        let child = self.entities.namespaces.push(Namespace {
            name,
            parent: Some(ns),
            is_inline: decl.is_inline,
            ..Namespace::default()
        });
        if let Some(name) = name {
            self.entities[ns].children.insert(name, child);
            self.entities[ns].names.insert_identifier(name);
        }
        if decl.is_inline || name.is_none() {
            self.entities[ns].transparent.push(child);
        }
        child
    }

    /// Enters the member declarations of a class into its table.
    pub fn enter_class(&mut self, class: ClassId, decl: &'a ast::ClassDecl) {
        let ast = self.ast;
        let order = self.entities[class].order;
        self.entities[class].members.reserve(decl.members.len());
        for &decl in &decl.members {
            if ast.is_friend(decl) {
                let decl = match &ast[decl].kind {
                    DeclKind::Friend(FriendDecl::Decl(inner)) => *inner,
                    _ => decl,
                };
                if let Some((name, _)) = declared_name(ast, decl)
                    && let DeclKind::Function(function) = &ast[ast.templated(decl)].kind
                {
                    if matches!(function.body, ast::FunctionBody::Definition(_)) {
                        self.index.defined_friends.insert(name);
                    }
                    let friend = Friend { decl, name, state: MemberState::Pending };
                    self.entities[class].friends.push(friend);
                }
                continue;
            }
            if let DeclKind::Enum(e) = &ast[decl].kind {
                for (index, &enumerator) in (0..).zip(&e.enumerators) {
                    self.index.enum_of.insert(enumerator, (decl, index));
                    if !e.is_scoped {
                        self.enter_class_member(class, enumerator, order);
                    }
                }
            }
            if let DeclKind::UsingEnum(target) = ast[decl].kind {
                self.enter_used_enumerators(class, decl, target);
            }
            self.enter_class_member(class, decl, order);
        }
    }

    /// Enters the enumerators that a *using-enum-declaration* makes members ([enum.udecl]).
    fn enter_used_enumerators(&mut self, class: ClassId, decl: DeclId, target: QualNameId) {
        let (scope, order) = (self.entities[class].scope, self.entities[class].order);
        let Some(id) = self.enum_named(scope, target) else { return };
        self.complete_enum(id);
        for index in 0..self.entities[id].enumerators.len() {
            let name = DeclName::Identifier(self.entities[id].enumerators[index].name);
            let entity = Entity::Enumerator(id, index as u32);
            let state = MemberState::Done(smallvec::smallvec![entity]);
            let member = Member { decl, order, seen_from: order, c_linkage: false, state };
            self.entities[class].members.add(name, member);
        }
    }

    fn enter_class_member(&mut self, class: ClassId, decl: DeclId, order: Order) {
        let Some((mut name, _)) = declared_name(self.ast, decl) else { return };
        if self.is_left_out(name, decl) {
            return;
        }
        // `using Base::Base;` inherits constructors ([namespace.udecl]/3).
        if let DeclKind::UsingDecl(using) = &self.ast[decl].kind
            && names_constructor(&self.ast[using.name])
        {
            name = DeclName::Constructor;
        }
        self.note_attributed_alias(Owner::Class(class), name, decl);
        let member =
            Member { decl, order, seen_from: order, c_linkage: false, state: MemberState::Pending };
        self.entities[class].members.add(name, member);
    }
}

/// Whether a class that is not a template, or one in it, declares tile functions.
pub(crate) fn has_tile_functions(ast: &ast::Ast, class: &ast::ClassDecl) -> bool {
    class.members.iter().any(|&member| match &ast[member].kind {
        DeclKind::Function(function) => function.specs.spaces.has(Spaces::TILE),
        DeclKind::Class(inner) => has_tile_functions(ast, inner),
        _ => false,
    })
}

/// `A::A`, `A<int>::A`: in a using-declaration the constructors of the class.
pub fn names_constructor(name: &ast::QualName) -> bool {
    match (name.qualifiers.last(), &name.last.id) {
        (Some(class), UnqualifiedId::Identifier(last)) => class.identifier() == Some(*last),
        _ => false,
    }
}
