//! Name lookup ([basic.lookup]).
//!
//! In: a scope and a name. Out: a [`LookupResult`], silently; the caller knows what it means when
//! nothing is found.
//! Unqualified lookup walks the scope chain (here), members of classes are
//! in `member`, qualified names as written in `name`, argument-dependent lookup in `adl`.
//!
//! Packs: a name found beyond a [`ScopeKind::Expansion`] that denotes a pack stands for the
//! element of the innermost expansion that lies between the use and the declaration.

pub(crate) mod access;
pub mod adl;
pub(crate) mod directive;
pub(crate) mod foreign_names;
pub mod member;
pub mod name;
pub mod name_set;
pub mod std_headers;
pub(crate) mod subobject;
pub mod suggest;

use lang::ast;
use lang::base::{Name, Span};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use self::directive::Directives;
use crate::Cx;
use crate::entity::{
    ClassId, DeclName, Entity, EnumId, FunctionId, Member, NamespaceId, Owner, TemplateId,
    TemplateKind,
};
use crate::scope::{Order, Scope, ScopeId, ScopeKind, TemplateHead};
use crate::ty::{Args, TemplateArg, TemplateRef, TyKind};

/// What lookup found: nothing, one entity, or an overload set.
#[derive(Clone, Debug, Default)]
pub struct LookupResult {
    /// More than one only for functions, function templates and for ambiguities.
    pub entities: SmallVec<[Entity; 2]>,
    /// The class whose member was found by unqualified lookup or named before `::`: the object of
    /// a call is converted to it, and access is judged from it ([class.access.base]).
    pub naming_class: Option<ClassId>,
    /// Different entities that do not overload ([basic.lookup.general]/1).
    pub is_ambiguous: bool,
    /// The types are injected-class-names ([class.pre]/2), which name their templates too
    /// ([temp.local]).
    pub is_injected: bool,
}

/// A name as written, looked up.
#[derive(Clone, Debug)]
pub struct NameLookup<'a> {
    pub found: LookupResult,
    /// The arguments behind the last segment.
    pub args: Option<&'a ast::TemplateArgs>,
    pub is_qualified: bool,
    /// The identifier or operator, for argument-dependent lookup and messages.
    pub name: DeclName,
    pub span: Span,
}

/// Which declarations count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Any,
    /// What may stand before `::`: namespaces, types, and templates whose specialisations are
    /// types ([basic.lookup.qual.general]/1).
    Scopes,
    /// Classes and enumerations, also hidden ones ([basic.lookup.elab]).
    Tags,
    Namespaces,
}

/// How a name that denotes a pack is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackUse {
    /// The pack itself is wanted: `sizeof...`, and what an expansion expands.
    Whole,
    /// The element of the innermost expansion around the use, if there is one.
    Element(Option<u32>),
}

impl PackUse {
    fn inside_expansion(self, index: u32) -> PackUse {
        match self {
            PackUse::Element(None) => PackUse::Element(Some(index)),
            PackUse::Whole | PackUse::Element(Some(_)) => self,
        }
    }
}

/// An entity that there may be many of under one name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum OverloadId {
    Function(FunctionId),
    Template(TemplateId),
}

impl OverloadId {
    fn of(entity: &Entity) -> Option<OverloadId> {
        match *entity {
            Entity::Function(id) => Some(OverloadId::Function(id)),
            Entity::Template(id) => Some(OverloadId::Template(id)),
            _ => None,
        }
    }
}

impl LookupResult {
    pub fn one(entity: Entity) -> LookupResult {
        LookupResult {
            entities: SmallVec::from_iter([entity]),
            naming_class: None,
            is_ambiguous: false,
            is_injected: false,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// The only entity found.
    pub fn single(&self) -> Option<&Entity> {
        match self.entities.as_slice() {
            [entity] if !self.is_ambiguous => Some(entity),
            _ => None,
        }
    }

    pub(crate) fn add(&mut self, entity: Entity) {
        if !self.entities.contains(&entity) {
            self.entities.push(entity);
        }
    }

    /// Adds what the declarations of a name denote; mostly there is one.
    pub(crate) fn extend_with<'m>(&mut self, members: impl Iterator<Item = &'m Member> + Clone) {
        let mut rest = members.clone();
        let only = rest.next().filter(|_| rest.next().is_none());
        match only.map(Member::entities) {
            Some([entity]) => self.add(entity.clone()),
            _ => self.extend(members.flat_map(Member::entities).cloned()),
        }
    }

    /// Adds what those declarations denote that are seen from `order`; whether there are some.
    fn extend_visible(&mut self, members: &[Member], order: Order) -> bool {
        let mut visible = members.iter().filter(|member| member.seen_from <= order);
        self.extend_with(visible.clone());
        visible.next().is_some()
    }

    /// Adds entities, each once. Overload sets may be long, so their functions are not compared
    /// with each other.
    pub(crate) fn extend(&mut self, entities: impl IntoIterator<Item = Entity>) {
        const FEW: usize = 16;
        let mut known: FxHashSet<OverloadId> = FxHashSet::default();
        let mut n_known = 0;
        for entity in entities {
            let id = OverloadId::of(&entity).filter(|_| self.entities.len() >= FEW);
            let Some(id) = id else {
                self.add(entity);
                continue;
            };
            known.extend(self.entities.iter().skip(n_known).filter_map(OverloadId::of));
            n_known = self.entities.len();
            if known.insert(id) {
                self.entities.push(entity);
            }
        }
    }
}

impl<'a> Cx<'a> {
    /// Unqualified lookup ([basic.lookup.unqual]) from `scope` outwards; silent.
    pub fn lookup_unqualified(&mut self, scope: ScopeId, name: DeclName) -> LookupResult {
        self.lookup_wanted(scope, name, Wanted::Any)
    }

    /// Unqualified lookup that sees only some kinds of declarations.
    pub fn lookup_wanted(
        &mut self,
        scope: ScopeId,
        name: DeclName,
        wanted: Wanted,
    ) -> LookupResult {
        self.lookup_packs(scope, name, wanted, PackUse::Element(None))
    }

    pub(crate) fn lookup_packs(
        &mut self,
        scope: ScopeId,
        name: DeclName,
        wanted: Wanted,
        mut packs: PackUse,
    ) -> LookupResult {
        let identifier = match name {
            DeclName::Identifier(name) => Some(name),
            _ => None,
        };
        let mut directives = Directives::default();
        let mut at = Some(scope);
        while let Some(id) = at {
            let here = &self.scopes[id];
            let (kind, parent) = (here.kind, here.parent);
            if let Some(name) = identifier
                && !here.locals.is_empty()
                && let Some(entity) = self.local_named(here, name, wanted)
            {
                let is_function = match *entity {
                    Entity::Function(_) => true,
                    Entity::Template(id) => self.entities[id].kind == TemplateKind::Function,
                    _ => false,
                };
                if is_function {
                    return self.local_functions(id, name);
                }
                return LookupResult::one(self.expand_pack_entity(entity, packs));
            }
            if identifier.is_none() && self.scopes.has_operators() {
                let functions: SmallVec<[Entity; 2]> =
                    self.scopes.operators_named(id, name).cloned().collect();
                if !functions.is_empty() {
                    return LookupResult { entities: functions, ..LookupResult::default() };
                }
            }
            let here = &self.scopes[id];
            if !here.directives.is_empty()
                && let Some((ns, order)) = self.scopes.enclosing_namespace(id)
            {
                self.collect_block_directives(id, ns, order, &mut directives);
            }
            match kind {
                ScopeKind::Template { head, args } => {
                    if let Some(name) = identifier
                        && self.scopes.may_have_parameter(id, name)
                        && let Some(entity) = self.template_parameter(head, args, name, packs)
                        && self.is_wanted(&entity, wanted)
                    {
                        return LookupResult::one(entity);
                    }
                }
                ScopeKind::Class(class) => {
                    let mut found = self.lookup_member_unqualified(class, name);
                    self.filter(&mut found, wanted);
                    if !found.is_empty() {
                        return found;
                    }
                }
                ScopeKind::Enum(id) => {
                    if let Some(name) = identifier
                        && let Some(entity) = self.enumerator_named(id, name)
                        && wanted == Wanted::Any
                    {
                        return LookupResult::one(entity);
                    }
                }
                ScopeKind::Namespace { ns, order } => {
                    self.collect_directives(ns, ns, order, &mut directives);
                    let mut found = LookupResult::default();
                    self.search_namespace(ns, order, name, &mut found);
                    self.search_nominated(Some(ns), order, name, &directives, &mut found);
                    self.filter(&mut found, wanted);
                    if !found.is_empty() {
                        self.settle(&mut found);
                        return found;
                    }
                }
                ScopeKind::Expansion { index } => packs = packs.inside_expansion(index),
                ScopeKind::Function(_) | ScopeKind::Parameters | ScopeKind::Block => {}
            }
            at = parent;
        }
        LookupResult::default()
    }

    /// A member of a namespace and of what it includes ([namespace.qual]); silent.
    pub fn lookup_in_namespace(
        &mut self,
        ns: NamespaceId,
        order: Order,
        name: DeclName,
        wanted: Wanted,
    ) -> LookupResult {
        let mut found = LookupResult::default();
        self.search_namespace(ns, order, name, &mut found);
        self.filter(&mut found, wanted);
        if found.is_empty() {
            let mut directives = Directives::default();
            self.collect_directives(ns, ns, order, &mut directives);
            self.search_nominated(None, order, name, &directives, &mut found);
            self.filter(&mut found, wanted);
        }
        match found.entities.len() > 1 && self.is_type_of_another_namespace(&found.entities) {
            true => found.is_ambiguous = true,
            false => self.settle(&mut found),
        }
        found
    }

    /// Whether a type and something else are of different namespaces of an inline namespace set: then the type is not
    /// hidden ([namespace.qual]/2).
    fn is_type_of_another_namespace(&self, entities: &[Entity]) -> bool {
        let namespace = |owner: Owner| match owner {
            Owner::Namespace(ns) => Some(ns),
            Owner::Class(_) | Owner::Function => None,
        };
        let mut of_type = None;
        let mut of_others = None;
        for entity in entities {
            let (slot, owner) = match *entity {
                Entity::Type(ty) => match *self.types.kind(ty) {
                    TyKind::Class(class) => (&mut of_type, self.entities[class].owner),
                    TyKind::Enum(id) => (&mut of_type, self.entities[id].owner),
                    _ => return false,
                },
                Entity::Enumerator(id, _) => (&mut of_others, self.entities[id].owner),
                Entity::Variable(var) => (&mut of_others, self.entities[var].owner),
                Entity::Function(function) => (&mut of_others, self.entities[function].owner),
                _ => return false,
            };
            *slot = namespace(owner);
        }
        let is_nested = |inner: NamespaceId, outer: NamespaceId| {
            let mut at = inner;
            while self.entities[at].is_inline {
                match self.entities[at].parent {
                    Some(parent) if parent == outer => return true,
                    Some(parent) => at = parent,
                    None => return false,
                }
            }
            false
        };
        match (of_type, of_others) {
            (Some(a), Some(b)) => a != b && (is_nested(a, b) || is_nested(b, a)),
            _ => false,
        }
    }

    /// The entity that the invented template parameter `param` of an `auto` stands for.
    pub fn invented_parameter(
        &self,
        scope: ScopeId,
        param: ast::DeclId,
        mut packs: PackUse,
    ) -> Option<Entity> {
        for id in self.scopes.chain(scope) {
            match self.scopes[id].kind {
                ScopeKind::Template { head, args } => {
                    let index = head.params(self.ast).iter().position(|&decl| decl == param);
                    if let Some(index) = index.filter(|&i| i < self.types.list(args).len()) {
                        return Some(self.argument_entity(args, index, packs));
                    }
                }
                ScopeKind::Expansion { index } => packs = packs.inside_expansion(index),
                _ => {}
            }
        }
        None
    }

    /// The last declaration of a name in a block that counts; a function or variable hides a type ([basic.scope.hiding]/2).
    fn local_named<'s>(&self, block: &'s Scope, name: Name, wanted: Wanted) -> Option<&'s Entity> {
        let last = block.locals.get(name)?;
        let is_type = matches!(last, Entity::Type(_));
        match self.is_wanted(last, wanted) {
            true if is_type && wanted == Wanted::Any => {
                let hides = |entity: &&Entity| self.is_function_like(entity);
                Some(block.locals.all(name).find(hides).unwrap_or(last))
            }
            true => Some(last),
            false => block.locals.all(name).rev().find(|entity| self.is_wanted(entity, wanted)),
        }
    }

    /// The functions that declarations of the block give one name, as `using` a set of them does.
    fn local_functions(&self, scope: ScopeId, name: Name) -> LookupResult {
        let mut found = LookupResult::default();
        self.scopes[scope].locals.all(name).for_each(|entity| found.add(entity.clone()));
        if !self.block_functions.is_empty() {
            // A later declaration of the block adds default arguments.
            let own: Vec<_> = found
                .entities
                .iter()
                .filter_map(|entity| match entity {
                    Entity::Function(function) => self.block_functions.get(function).copied(),
                    _ => None,
                })
                .collect();
            found.entities.retain(|entity| match *entity {
                Entity::Function(function) => !own.contains(&function),
                _ => true,
            });
        }
        self.settle(&mut found);
        found
    }

    fn template_parameter(
        &self,
        head: TemplateHead,
        args: Args,
        name: Name,
        packs: PackUse,
    ) -> Option<Entity> {
        let ast = self.ast;
        let index = head.params(ast).iter().position(|&decl| match &ast[decl].kind {
            ast::DeclKind::TemplateParam(param) => param.name.is_some_and(|id| id.name == name),
            _ => false,
        })?;
        // Not there yet while the default argument of an earlier parameter is resolved.
        let is_bound = index < self.types.list(args).len();
        is_bound.then(|| self.argument_entity(args, index, packs))
    }

    /// What a template parameter bound to one of `args` denotes.
    pub fn argument_entity(&self, args: Args, index: usize, packs: PackUse) -> Entity {
        match self.types.list(args).get(index) {
            Some(TemplateArg::Value(..)) => Entity::Value(args, index as u32),
            Some(arg) => self.entity_of(arg, packs),
            None => Entity::Error,
        }
    }

    fn entity_of(&self, arg: &TemplateArg, packs: PackUse) -> Entity {
        match arg {
            TemplateArg::Type(ty) | TemplateArg::Injected(ty, _) => Entity::Type(*ty),
            TemplateArg::Template(TemplateRef::Template(id)) => Entity::Template(*id),
            TemplateArg::Template(TemplateRef::Param(param)) => Entity::TemplateParam(*param),
            TemplateArg::Param(param) => Entity::Param(*param),
            TemplateArg::Expr(expr) | TemplateArg::Pending(expr) => Entity::DependentValue(*expr),
            TemplateArg::Expansion(pattern) => self.entity_of(pattern, packs),
            TemplateArg::Pack(args) => self.expand_pack_entity(&Entity::ArgPack(*args), packs),
            // A value is known by its place, and no pattern is one.
            TemplateArg::Value(..) | TemplateArg::Error => Entity::Error,
        }
    }

    /// The element of a pack that the innermost expansion asks for; other entities as they are.
    fn expand_pack_entity(&self, entity: &Entity, packs: PackUse) -> Entity {
        match (entity, packs) {
            (Entity::ArgPack(args), PackUse::Element(index)) => {
                let list = self.types.list(*args);
                let index = match index {
                    Some(index) => index as usize,
                    // An open pack by its name alone: the pattern of an expansion to come.
                    None => match list {
                        [only] if self.is_expansion(only) => 0,
                        _ => return entity.clone(),
                    },
                };
                self.element_entity(*args, index)
            }
            (Entity::LocalPack(list), PackUse::Element(Some(index))) => {
                list.get(index as usize).cloned().unwrap_or(Entity::Error)
            }
            _ => entity.clone(),
        }
    }

    fn element_entity(&self, args: Args, index: usize) -> Entity {
        match self.types.list(args).get(index) {
            Some(TemplateArg::Type(ty)) => match self.types.kind(*ty) {
                TyKind::PackExpansion(pattern) => Entity::Type(*pattern),
                _ => Entity::Type(*ty),
            },
            _ => self.argument_entity(args, index, PackUse::Element(None)),
        }
    }

    /// Whether a template argument is `pattern...` still to be expanded.
    pub fn is_expansion(&self, arg: &TemplateArg) -> bool {
        match arg {
            TemplateArg::Type(ty) => matches!(self.types.kind(*ty), TyKind::PackExpansion(_)),
            TemplateArg::Expansion(_) => true,
            _ => false,
        }
    }

    /// Members of `ns` declared before `order`, those of inline and unnamed namespaces included.
    pub(crate) fn search_namespace(
        &mut self,
        ns: NamespaceId,
        order: Order,
        name: DeclName,
        found: &mut LookupResult,
    ) {
        if self.may_declare(ns, name) {
            self.search_own_members(ns, order, name, found);
        }
        for i in 0..self.entities[ns].transparent.len() {
            let child = self.entities[ns].transparent[i];
            self.search_namespace(child, order, name, found);
        }
    }

    /// Whether a lookup of the name in `ns` may find something: most look in several namespaces, and one of them has the name.
    fn may_declare(&mut self, ns: NamespaceId, name: DeclName) -> bool {
        let namespace = &self.entities[ns];
        namespace.names.may_have(name)
            || !namespace.using_enums.is_empty()
            || self.index.qualified_names.may_have(name)
            || matches!(name, DeclName::Identifier(name) if self.is_elaborated(name))
    }

    fn search_own_members(
        &mut self,
        ns: NamespaceId,
        order: Order,
        name: DeclName,
        found: &mut LookupResult,
    ) {
        if let DeclName::Identifier(name) = name {
            if let Some(&child) = self.entities[ns].children.get(&name) {
                found.add(Entity::Namespace(child));
            }
            if let Some(target) = self.aliased_namespace(ns, order, name) {
                found.add(Entity::Namespace(target));
            } else if !self.options.has_missing_headers
                && let Some(alias) = self.entities[ns].aliases.get(&name)
                && alias.order < order
                && alias.target == Some(None)
            {
                // The namespace that it names was not found, which is reported.
                found.add(Entity::Error);
            }
            for i in 0..self.entities[ns].using_enums.len() {
                if let Some(id) = self.used_enum(ns, order, i)
                    && let Some(entity) = self.enumerator_named(id, name)
                {
                    found.add(entity);
                }
            }
        }
        let owner = Owner::Namespace(ns);
        let is_declared = match self.resolved_members(owner, name) {
            Some(members) => found.extend_visible(members, order),
            None => {
                self.resolve_members(owner, name);
                found.extend_visible(self.members_named(owner, name), order)
            }
        };
        if !is_declared
            && let DeclName::Identifier(name) = name
            && let Some(ty) = self.elaborated_member(ns, order, name)
        {
            found.add(Entity::Type(ty));
        }
    }

    /// The namespace that `name` is an alias of in `ns`, if it is declared before `order`.
    pub(crate) fn aliased_namespace(
        &mut self,
        ns: NamespaceId,
        order: Order,
        name: Name,
    ) -> Option<NamespaceId> {
        let alias = *self.entities[ns].aliases.get(&name)?;
        if alias.order >= order {
            return None;
        }
        if let Some(target) = alias.target {
            return target;
        }
        let scope = self.namespace_scope(ns, alias.order);
        let span = self.ast[alias.name].span;
        let named = |cx: &mut Self| cx.namespace_named(scope, alias.name);
        let target = self.at_namespace_scope(|cx| cx.resolving(span, named)).flatten();
        if let Some(alias) = self.entities[ns].aliases.get_mut(&name) {
            alias.target = Some(target);
        }
        target
    }

    /// The enumeration of a *using-enum-declaration* of `ns`, if it stands before `order`.
    fn used_enum(&mut self, ns: NamespaceId, order: Order, index: usize) -> Option<EnumId> {
        let using = self.entities[ns].using_enums[index];
        if using.order >= order {
            return None;
        }
        if let Some(target) = using.target {
            return target;
        }
        let scope = self.namespace_scope(ns, using.order);
        let target = self.enum_named(scope, using.name);
        self.entities[ns].using_enums[index].target = Some(target);
        target
    }

    fn is_wanted(&self, entity: &Entity, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Any => true,
            Wanted::Scopes => match entity {
                Entity::Namespace(_)
                | Entity::Type(_)
                | Entity::TemplateParam(_)
                | Entity::DependentMember(_)
                | Entity::ArgPack(_)
                | Entity::Error => true,
                Entity::Template(id) => matches!(
                    self.entities[*id].kind,
                    TemplateKind::Class | TemplateKind::Alias | TemplateKind::Tile
                ),
                _ => false,
            },
            Wanted::Tags => match entity {
                Entity::Type(_) | Entity::Error => true,
                Entity::Template(id) => self.entities[*id].kind == TemplateKind::Class,
                _ => false,
            },
            Wanted::Namespaces => matches!(entity, Entity::Namespace(_)),
        }
    }

    pub(crate) fn filter(&self, found: &mut LookupResult, wanted: Wanted) {
        if wanted != Wanted::Any {
            found.entities.retain(|entity| self.is_wanted(entity, wanted));
        }
    }

    /// Hides types behind functions and variables of the same scope ([basic.scope.hiding]/2) and
    /// says whether what is left overloads.
    pub(crate) fn settle(&self, found: &mut LookupResult) {
        if found.entities.len() < 2 {
            return;
        }
        let is_tag = |entity: &Entity| match entity {
            Entity::Type(ty) => {
                matches!(self.types.kind(*ty), TyKind::Class(_) | TyKind::Enum(_))
            }
            _ => false,
        };
        if found.entities.iter().any(|entity| !is_tag(entity)) {
            found.entities.retain(|entity| !is_tag(entity));
        }
        let overloads = |entity: &Entity| match entity {
            Entity::Function(_) => true,
            Entity::Template(id) => {
                matches!(self.entities[*id].kind, TemplateKind::Function | TemplateKind::Guide)
            }
            _ => false,
        };
        found.is_ambiguous = found.entities.len() > 1 && !found.entities.iter().all(overloads);
    }

    pub(crate) fn enumerator_named(&mut self, id: EnumId, name: Name) -> Option<Entity> {
        self.complete_enum(id);
        let index = self.entities[id].enumerators.iter().position(|e| e.name == name)?;
        if let Some(absence) = self.absence_of_enumerator(id, index) {
            self.index.absent.insert(DeclName::Identifier(name), absence);
            return None;
        }
        Some(Entity::Enumerator(id, index as u32))
    }
}
