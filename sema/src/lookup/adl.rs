//! Argument-dependent lookup ([basic.lookup.argdep]).

use lang::ast::{Ast, DeclId, DeclKind, FriendDecl, FunctionBody};
use lang::base::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::LookupResult;
use crate::Cx;
use crate::check::decl::Place;
use crate::check::enter::declared_name;
use crate::entity::{
    ClassId, ClassState, DeclName, Definition, Entity, FunctionId, MemberState, NamespaceId, Owner,
    TemplateId, TemplateKind,
};
use crate::scope::{Order, ScopeId, ScopeKind};
use crate::ty::{Args, TemplateArg, TemplateRef, Ty, TyKind};

/// The names of classes, each a member of the one before.
pub(crate) type ClassPath = SmallVec<[Name; 1]>;

/// The entities associated with the arguments of a call.
#[derive(Default)]
struct Associated {
    namespaces: SmallVec<[NamespaceId; 4]>,
    classes: SmallVec<[ClassId; 4]>,
    /// The classes again, once there are many: bases of bases.
    many: FxHashSet<ClassId>,
    /// A type may be nested deeply, so that a search of a list would take long.
    seen: FxHashSet<Ty>,
}

impl Associated {
    /// Adds a class; whether it is new.
    fn add_class(&mut self, class: ClassId) -> bool {
        const FEW: usize = 16;
        let is_new = if self.classes.len() < FEW {
            !self.classes.contains(&class)
        } else {
            if self.many.is_empty() {
                self.many.extend(&self.classes);
            }
            self.many.insert(class)
        };
        if is_new {
            self.classes.push(class);
        }
        is_new
    }
}

impl Cx<'_> {
    /// Functions and function templates that the argument types make visible; the innermost
    /// namespace sets of associated classes and the friends that those declare. Code that is instantiated from a template
    /// sees what is declared before its point of instantiation ([temp.point]): of a body that nothing needs earlier the end
    /// of the translation unit. Other code sees what is declared before it.
    pub fn lookup_adl(&mut self, name: DeclName, args: &[Ty]) -> LookupResult {
        let order = self.adl_order();
        let mut associated = Associated::default();
        for &ty in args {
            self.associate(ty, &mut associated);
        }
        let mut found = LookupResult::default();
        for ns in associated.namespaces {
            self.search_namespace(ns, order, name, &mut found);
        }
        let mut friends = LookupResult::default();
        for class in associated.classes {
            if self.entities[class].order <= order {
                self.search_friends(class, name, &mut friends);
            }
        }
        for friend in friends.entities {
            if !self.is_declared_before_as_friend(&friend, &found) {
                found.add(friend);
            }
        }
        found.entities.retain(|entity| self.is_function_like(entity));
        found
    }

    /// The last declaration that argument-dependent lookup sees in what is checked just now.
    pub(crate) fn adl_order(&self) -> Order {
        let Some(scope) = self.check.context else { return self.point };
        for id in self.scopes.chain(scope) {
            match self.scopes[id].kind {
                ScopeKind::Template { .. } => return self.point,
                ScopeKind::Namespace { order, .. } => return order,
                _ => {}
            }
        }
        self.point
    }

    /// Whether a function that a friend declaration defines is one that its namespace declares,
    /// which has that definition then ([class.friend]/6, 7).
    fn is_declared_before_as_friend(&mut self, friend: &Entity, found: &LookupResult) -> bool {
        let friend = match *friend {
            Entity::Function(friend) => friend,
            Entity::Template(friend) => {
                return found.entities.iter().any(|entity| {
                    matches!(*entity, Entity::Template(template)
                        if template != friend && self.friend_redeclares(template, friend))
                });
            }
            _ => return false,
        };
        let declared = found.entities.iter().find_map(|entity| match *entity {
            Entity::Function(function)
                if function != friend
                    && self.entities[function].owner == self.entities[friend].owner
                    && self.same_parameters(function, friend)
                    && self.same_requires(function, friend) =>
            {
                Some(function)
            }
            _ => None,
        });
        let Some(declared) = declared else { return false };
        if self.entities[declared].definition == Definition::None
            && self.entities[friend].definition != Definition::None
        {
            self.take_definition(declared, friend);
        }
        true
    }

    /// Whether a template that a friend declaration declares is the one that its namespace declares.
    fn friend_redeclares(&mut self, template: TemplateId, friend: TemplateId) -> bool {
        let entity = &self.entities[friend];
        let Some(decl) = entity.decl else { return false };
        let place = Place {
            owner: entity.owner,
            scope: entity.scope,
            order: entity.order,
            c_linkage: entity.c_linkage,
        };
        self.entities[template].owner == place.owner
            && self.entities[template].kind == TemplateKind::Function
            && self.redeclares_function_template(template, place, decl)
    }

    /// The specialisation of a friend template with the arguments of `function`, if that is of the same template and
    /// the friend declaration defines it.
    fn friend_specialization(
        &mut self,
        function: FunctionId,
        friend: TemplateId,
    ) -> Option<FunctionId> {
        let (template, args) = self.entities[function].template?;
        if template == friend || !self.friend_redeclares(template, friend) {
            return None;
        }
        let (decl, outer) = (self.entities[friend].decl?, self.entities[friend].scope);
        let source = self.function_source(decl)?;
        if !matches!(source.definition, Definition::Body(_)) {
            return None;
        }
        let scope = self.bind_head(outer, decl, args)?;
        let entity = &self.entities[friend];
        let place = Place { owner: entity.owner, scope, order: entity.order, c_linkage: false };
        let made =
            self.tentatively(|cx| cx.new_function(place, &source, scope, Some((template, args))));
        made.ok()
    }

    pub(crate) fn is_function_like(&self, entity: &Entity) -> bool {
        match entity {
            Entity::Function(_) => true,
            Entity::Template(id) => self.entities[*id].kind == TemplateKind::Function,
            _ => false,
        }
    }

    /// [basic.lookup.argdep]/3
    fn associate(&mut self, ty: Ty, associated: &mut Associated) {
        if !associated.seen.insert(ty) {
            return;
        }
        match self.types.kind(ty).clone() {
            TyKind::Qualified(inner, _)
            | TyKind::Pointer(inner)
            | TyKind::LRef(inner)
            | TyKind::RRef(inner)
            | TyKind::Array(inner, _)
            | TyKind::Tile { elem: inner, .. } => self.associate(inner, associated),
            TyKind::MemberPointer { class, pointee } => {
                self.associate(class, associated);
                self.associate(pointee, associated);
            }
            TyKind::Function(function) => {
                self.associate(function.ret, associated);
                for &param in &function.params {
                    self.associate(param, associated);
                }
            }
            TyKind::Enum(id) => {
                let (owner, scope) = (self.entities[id].owner, self.entities[id].scope);
                self.associate_owner(owner, scope, associated);
            }
            TyKind::Class(id) => {
                self.associate_class(id, associated);
                if let Some((_, args)) = self.entities[id].template {
                    self.associate_args(args, associated);
                }
            }
            TyKind::Error
            | TyKind::Void
            | TyKind::NullPtr
            | TyKind::Bool
            | TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Param(_)
            | TyKind::Specialization { .. }
            | TyKind::DependentTile(_)
            | TyKind::DependentName { .. }
            | TyKind::PackExpansion(_)
            | TyKind::Unresolved(_)
            | TyKind::Decltype(_)
            | TyKind::Auto { .. }
            | TyKind::DeducedClass(_) => {}
        }
    }

    fn associate_class(&mut self, class: ClassId, associated: &mut Associated) {
        if !associated.add_class(class) {
            return;
        }
        self.complete_class(class, lang::base::Span::NONE);
        let (owner, scope) = (self.entities[class].owner, self.entities[class].scope);
        self.associate_owner(owner, scope, associated);
        for i in 0..self.entities[class].bases.len() {
            let base = self.entities[class].bases[i].class;
            self.associate_class(base, associated);
        }
    }

    /// What an entity of `owner` is associated with, declared in or having `scope`: the class that it is a member of, and
    /// its innermost namespace, which is that around the function of a local class, and of a closure.
    fn associate_owner(&mut self, owner: Owner, scope: ScopeId, associated: &mut Associated) {
        let mut namespace = owner;
        if let Owner::Class(class) = owner {
            associated.add_class(class);
            while let Owner::Class(outer) = namespace {
                namespace = self.entities[outer].owner;
            }
        }
        match namespace {
            Owner::Namespace(ns) => self.associate_namespace(ns, associated),
            Owner::Function => {
                if let Some((ns, _)) = self.scopes.enclosing_namespace(scope) {
                    self.associate_namespace(ns, associated);
                }
            }
            Owner::Class(_) => {}
        }
    }

    /// The namespace with its inline namespace set.
    fn associate_namespace(&mut self, mut ns: NamespaceId, associated: &mut Associated) {
        while self.entities[ns].is_inline
            && let Some(parent) = self.entities[ns].parent
        {
            ns = parent;
        }
        if !associated.namespaces.contains(&ns) {
            associated.namespaces.push(ns);
        }
    }

    fn associate_args(&mut self, args: Args, associated: &mut Associated) {
        for arg in self.types.list(args).to_vec() {
            match arg {
                TemplateArg::Type(ty) | TemplateArg::Injected(ty, _) => {
                    self.associate(ty, associated)
                }
                TemplateArg::Template(TemplateRef::Template(id)) => {
                    let (owner, scope) = (self.entities[id].owner, self.entities[id].scope);
                    self.associate_owner(owner, scope, associated);
                }
                TemplateArg::Pack(pack) => self.associate_args(pack, associated),
                TemplateArg::Value(..)
                | TemplateArg::Template(TemplateRef::Param(_))
                | TemplateArg::Param(_)
                | TemplateArg::Expr(_)
                | TemplateArg::Pending(_)
                | TemplateArg::Expansion(_)
                | TemplateArg::Error => {}
            }
        }
    }

    /// The definition that a friend declaration of some class gives a function which is declared
    /// elsewhere ([temp.friend]/5): each instantiation of a class template makes its own.
    pub(crate) fn adopt_friend_definition(&mut self, function: FunctionId) {
        let name = self.entities[function].name;
        if self.entities[function].definition != Definition::None
            || self.entities[function].intrinsic.is_some()
        {
            return;
        }
        self.complete_classes_that_define(function);
        if !self.index.defined_friends.contains(&name) {
            return;
        }
        let classes = self.entities.classes.keys().filter(|&class| {
            let class = &self.entities[class];
            class.state == ClassState::Complete
                && !self.types.is_dependent(class.ty)
                && class.friends.iter().any(|friend| friend.name == name)
        });
        for class in classes.collect::<Vec<ClassId>>() {
            let mut found = LookupResult::default();
            self.search_friends(class, name, &mut found);
            for entity in found.entities {
                if let Entity::Function(other) = entity
                    && other != function
                    && self.entities[other].owner == self.entities[function].owner
                    && matches!(self.entities[other].definition, Definition::Body(_))
                    && self.same_parameters(function, other)
                {
                    return self.take_definition(function, other);
                }
                if let Entity::Template(friend) = entity
                    && let Some(other) = self.friend_specialization(function, friend)
                {
                    return self.take_definition(function, other);
                }
            }
        }
    }

    /// Completes the classes of the function's namespace that define a friend of its name.
    fn complete_classes_that_define(&mut self, function: FunctionId) {
        let Owner::Namespace(ns) = self.entities[function].owner else { return };
        let name = self.entities[function].name;
        let classes =
            match self.friend_definers.get_or_init(|| friend_definers(self.ast)).get(&name) {
                Some(classes) => classes.clone(),
                None => return,
            };
        for path in classes {
            let mut around = None;
            for name in path {
                let mut found = LookupResult::default();
                let name = DeclName::Identifier(name);
                match around {
                    None => self.search_namespace(ns, Order::END, name, &mut found),
                    Some(class) => found = self.lookup_own_member(class, name),
                }
                around = found.entities.iter().find_map(|entity| match *entity {
                    Entity::Type(ty) => self.types.class_of(ty),
                    _ => None,
                });
                let Some(class) = around else { break };
                self.complete_class(class, lang::base::Span::NONE);
            }
        }
    }

    pub(crate) fn search_friends(
        &mut self,
        class: ClassId,
        name: DeclName,
        found: &mut LookupResult,
    ) {
        for i in 0..self.entities[class].friends.len() {
            if self.entities[class].friends[i].name != name {
                continue;
            }
            if self.entities[class].friends[i].state == MemberState::Pending {
                self.entities[class].friends[i].state = MemberState::Active;
                let decl = self.entities[class].friends[i].decl;
                let entities = self.declare_friend(class, decl);
                self.entities[class].friends[i].state = MemberState::Done(entities);
            }
            if let MemberState::Done(entities) = &self.entities[class].friends[i].state {
                for entity in entities {
                    found.add(entity.clone());
                }
            }
        }
    }
}

/// The names of functions that classes define as friends, each with the names that lead to the classes: those around
/// them first.
fn friend_definers(ast: &Ast) -> FxHashMap<DeclName, Vec<ClassPath>> {
    let mut all: FxHashMap<DeclName, Vec<ClassPath>> = FxHashMap::default();
    let mut around: FxHashMap<DeclId, DeclId> = FxHashMap::default();
    let class_name = |id: DeclId| match &ast[id].kind {
        DeclKind::Class(class) => class.name.and_then(|name| ast.simple_name(name)),
        _ => None,
    };
    let classes = || {
        ast.decls.iter().filter_map(|(id, decl)| match &decl.kind {
            DeclKind::Class(class) if class.name.is_some() => Some((id, class)),
            _ => None,
        })
    };
    for (id, class) in classes() {
        for &member in &class.members {
            let member = ast.templated(member);
            if let DeclKind::Class(_) = ast[member].kind {
                around.insert(member, id);
            }
        }
    }
    for (id, class) in classes() {
        for &member in &class.members {
            if !ast.is_friend(member) {
                continue;
            }
            let inner = match ast[member].kind {
                DeclKind::Friend(FriendDecl::Decl(inner)) => inner,
                _ => member,
            };
            if let DeclKind::Function(function) = &ast[ast.templated(inner)].kind
                && matches!(function.body, FunctionBody::Definition(_))
                && let Some((friend, _)) = declared_name(ast, inner)
            {
                let classes = std::iter::successors(Some(id), |id| around.get(id).copied());
                let mut path: ClassPath = classes.filter_map(class_name).collect();
                path.reverse();
                all.entry(friend).or_default().push(path);
            }
        }
    }
    all
}
