//! The names that could stand at a place: what completion offers.
//!
//! In: a [`Site`], and the position before which a block's names must be declared. Out: names with
//! what is known of each without checking anything: the entity, or the declaration that lookup
//! would resolve. Names that hide others come first, and hidden ones are left out.

use lang::ast::{self, DeclId, DeclKind};
use lang::base::{Name, Pos, Span};
use rustc_hash::FxHashSet;

use crate::Cx;
use crate::entity::{ClassId, DeclName, Entity, MemberList, Members, NamespaceId};
use crate::lookup::name::Qualifier;
use crate::lookup::{LookupResult, Wanted};
use crate::scope::{ScopeId, ScopeKind};
use crate::uses::{Site, SiteContext};

/// What is known of a name.
#[derive(Clone, Debug)]
pub enum Known {
    Entity(Entity),
    /// Declarations with their template heads, overloads in the order of the source.
    Declared(Vec<DeclId>),
}

#[derive(Clone, Debug)]
pub struct NameCandidate {
    pub name: Name,
    pub known: Known,
    /// How many scopes lie between the place and the declaration.
    pub distance: u32,
}

/// The candidates found so far.
#[derive(Default)]
struct Found {
    list: Vec<NameCandidate>,
    seen: FxHashSet<Name>,
    distance: u32,
}

impl Found {
    fn add(&mut self, name: Name, known: Known) {
        if self.seen.insert(name) {
            self.list.push(NameCandidate { name, known, distance: self.distance });
        }
    }
}

impl Cx<'_> {
    /// The names that lookup at a site could find.
    pub fn visible_names(&mut self, site: Site, before: Option<Pos>) -> Vec<NameCandidate> {
        let mut found = Found::default();
        match site.context {
            SiteContext::Unqualified => self.names_around(site.scope, before, &mut found),
            SiteContext::Qualified(Qualifier::Namespace(ns)) => {
                self.names_of_namespace(ns, &mut found, &mut Vec::new());
            }
            SiteContext::Qualified(Qualifier::Class(class)) | SiteContext::Member(class, _) => {
                self.names_of_class(class, &mut found);
            }
            SiteContext::Qualified(Qualifier::Enum(id)) => {
                self.complete_enum(id);
                for (index, enumerator) in self.entities[id].enumerators.iter().enumerate() {
                    let entity = Entity::Enumerator(id, index as u32);
                    found.add(enumerator.name, Known::Entity(entity));
                }
            }
            SiteContext::Qualified(Qualifier::Dependent(_)) => {}
        }
        let mut list = found.list;
        // Members are kept in hash tables.
        list.sort_by(|a, b| (a.distance, self.text(a.name)).cmp(&(b.distance, self.text(b.name))));
        list
    }

    /// What a name at a site denotes.
    pub fn named_at(&mut self, site: Site, name: DeclName) -> LookupResult {
        match site.context {
            SiteContext::Unqualified => self.lookup_unqualified(site.scope, name),
            SiteContext::Qualified(qualifier) => {
                self.lookup_in_qualifier(site.scope, qualifier, name, Wanted::Any)
            }
            SiteContext::Member(class, _) => self.lookup_member(class, name),
        }
    }

    /// What `a::b` means before another `::`, silently; an empty path is the global namespace.
    pub fn qualifier_at(&mut self, scope: ScopeId, path: &[Name]) -> Option<Qualifier> {
        let mut current = None;
        for &name in path {
            let key = DeclName::Identifier(name);
            let found = match current {
                None => self.lookup_wanted(scope, key, Wanted::Scopes),
                Some(qualifier) => self.lookup_in_qualifier(scope, qualifier, key, Wanted::Scopes),
            };
            current = Some(match found.single()? {
                Entity::Namespace(ns) => Qualifier::Namespace(*ns),
                Entity::Type(ty) => {
                    let ty = *ty;
                    self.tentatively(|cx| cx.type_qualifier(ty, Span::NONE)).ok().flatten()?
                }
                _ => return None,
            });
        }
        current.or(Some(Qualifier::Namespace(self.global)))
    }

    /// The scope at a position in a file of the user: that of the innermost block which was
    /// checked, else the namespace around it.
    pub fn scope_at(&mut self, pos: Pos) -> ScopeId {
        let contains = |span: Span| span.lo <= pos && pos <= span.hi;
        let blocks = self.uses.as_ref().map_or(&[][..], |uses| uses.blocks());
        let around = blocks.iter().filter(|block| contains(block.span));
        // Of specialisations the first.
        let innermost = around.min_by_key(|block| block.span.hi.0 - block.span.lo.0);
        if let Some(block) = innermost {
            return block.scope;
        }
        let mut ns = self.global;
        let mut decls = self.unit.decls;
        let ast = self.ast;
        while let Some(inner) = decls.iter().find(|&&decl| contains(ast[decl].span)) {
            match &ast[*inner].kind {
                DeclKind::Namespace(namespace) => {
                    let child = namespace
                        .name
                        .and_then(|ident| self.entities[ns].children.get(&ident.name).copied());
                    let Some(child) = child else { break };
                    ns = child;
                    decls = &namespace.decls;
                }
                DeclKind::LinkageSpec(linkage) => decls = &linkage.decls,
                _ => break,
            }
        }
        self.namespace_scope(ns, crate::scope::Order::END)
    }

    fn names_around(&mut self, scope: ScopeId, before: Option<Pos>, found: &mut Found) {
        let chain: Vec<ScopeId> = self.scopes.chain(scope).collect();
        for id in chain {
            let locals = self.scopes[id].locals.clone();
            for (name, entity) in locals.iter().rev().cloned() {
                let span = self.entity_span(&entity);
                let is_later = before.is_some_and(|pos| span.is_some_and(|span| span.lo >= pos));
                if !is_later {
                    found.add(name, Known::Entity(entity));
                }
            }
            for ns in self.scopes[id].directives.clone() {
                self.names_of_namespace(ns, found, &mut Vec::new());
            }
            match self.scopes[id].kind {
                ScopeKind::Template { head, args } => {
                    for (index, &decl) in head.params(self.ast).iter().enumerate() {
                        if let DeclKind::TemplateParam(ast::TemplateParam {
                            name: Some(ident), ..
                        }) = &self.ast[decl].kind
                            && index < self.types.list(args).len()
                        {
                            let packs = crate::lookup::PackUse::Whole;
                            let entity = self.argument_entity(args, index, packs);
                            found.add(ident.name, Known::Entity(entity));
                        }
                    }
                }
                ScopeKind::Class(class) => self.names_of_class(class, found),
                ScopeKind::Namespace { ns, .. } => {
                    self.names_of_namespace(ns, found, &mut Vec::new());
                }
                ScopeKind::Enum(_)
                | ScopeKind::Function(_)
                | ScopeKind::Parameters
                | ScopeKind::Block
                | ScopeKind::Expansion { .. } => {}
            }
            found.distance += 1;
        }
    }

    fn names_of_namespace(
        &mut self,
        ns: NamespaceId,
        found: &mut Found,
        visited: &mut Vec<NamespaceId>,
    ) {
        if visited.contains(&ns) {
            return;
        }
        visited.push(ns);
        let namespace = &self.entities[ns];
        let transparent = namespace.transparent.clone();
        let nominated = namespace.directives.iter().filter_map(|directive| directive.target?);
        let nominated: Vec<NamespaceId> = nominated.collect();
        let mut children: Vec<(Name, NamespaceId)> =
            namespace.children.iter().map(|(&name, &child)| (name, child)).collect();
        children.sort_unstable();
        let mut aliases: Vec<(Name, Option<NamespaceId>)> =
            namespace.aliases.iter().map(|(&name, alias)| (name, alias.target.flatten())).collect();
        aliases.sort_unstable();
        for (name, members) in sorted_members(&namespace.members) {
            let declared = members.iter().map(|member| member.decl).collect();
            found.add(name, Known::Declared(declared));
        }
        for (name, child) in children {
            found.add(name, Known::Entity(Entity::Namespace(child)));
        }
        for (name, target) in aliases {
            if let Some(target) = target {
                found.add(name, Known::Entity(Entity::Namespace(target)));
            }
        }
        for ns in transparent.into_iter().chain(nominated) {
            self.names_of_namespace(ns, found, visited);
        }
    }

    fn names_of_class(&mut self, class: ClassId, found: &mut Found) {
        let ty = self.entities[class].ty;
        let span = self.entities[class].span;
        let _ = self.tentatively(|cx| cx.require_complete(ty, span));
        let fields: Vec<(u32, Name)> = self.entities[class]
            .fields
            .iter()
            .enumerate()
            .filter(|(_, field)| field.decl.is_some())
            .filter_map(|(index, field)| Some((index as u32, field.name?)))
            .collect();
        for (index, name) in fields {
            found.add(name, Known::Entity(Entity::Field(class, index)));
        }
        for (name, members) in sorted_members(&self.entities[class].members) {
            let declared = members.iter().map(|member| member.decl).collect();
            found.add(name, Known::Declared(declared));
        }
        found.distance += 1;
        let bases: Vec<ClassId> =
            self.entities[class].bases.iter().map(|base| base.class).collect();
        for base in bases {
            self.names_of_class(base, found);
        }
    }
}

/// The members that an identifier names, in the order of their declarations.
fn sorted_members(members: &Members) -> Vec<(Name, &MemberList)> {
    let mut list: Vec<(Name, &MemberList)> = members
        .iter()
        .filter_map(|(name, members)| match name {
            DeclName::Identifier(name) => Some((*name, members)),
            DeclName::Operator(_)
            | DeclName::Literal(_)
            | DeclName::Conversion
            | DeclName::Constructor
            | DeclName::Destructor
            | DeclName::Guide(_) => None,
        })
        .collect();
    list.sort_by_key(|(_, members)| members.first().map(|member| member.order));
    list
}
