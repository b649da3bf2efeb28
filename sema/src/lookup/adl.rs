//! Argument-dependent lookup ([basic.lookup.argdep]).

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::LookupResult;
use crate::Cx;
use crate::entity::{
    ClassId, ClassState, DeclName, Definition, Entity, FunctionId, MemberState, NamespaceId, Owner,
    TemplateKind,
};
use crate::scope::Order;
use crate::ty::{Args, TemplateArg, TemplateRef, Ty, TyKind};

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
    /// namespace sets of associated classes and the friends that those declare. Sees everything
    /// that is declared anywhere: this is only used at the point of instantiation, or in code that
    /// the user wrote, where later declarations change nothing in a valid program.
    pub fn lookup_adl(&mut self, name: DeclName, args: &[Ty]) -> LookupResult {
        let mut associated = Associated::default();
        for &ty in args {
            self.associate(ty, &mut associated);
        }
        let mut found = LookupResult::default();
        for ns in associated.namespaces {
            self.search_namespace(ns, Order::END, name, &mut found);
        }
        let mut friends = LookupResult::default();
        for class in associated.classes {
            self.search_friends(class, name, &mut friends);
        }
        for friend in friends.entities {
            if !self.is_declared_before_as_friend(&friend, &found) {
                found.add(friend);
            }
        }
        found.entities.retain(|entity| self.is_function_like(entity));
        found
    }

    /// Whether a function that a friend declaration defines is one that its namespace declares,
    /// which has that definition then ([class.friend]/6, 7).
    fn is_declared_before_as_friend(&mut self, friend: &Entity, found: &LookupResult) -> bool {
        let Entity::Function(friend) = *friend else { return false };
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
            TyKind::Enum(id) => self.associate_owner(self.entities[id].owner, associated),
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
        self.associate_owner(self.entities[class].owner, associated);
        // A lambda's class belongs to the namespace of the function around it, which is searched
        // anyway by ordinary lookup.
        for i in 0..self.entities[class].bases.len() {
            let base = self.entities[class].bases[i].class;
            self.associate_class(base, associated);
        }
    }

    fn associate_owner(&mut self, owner: Owner, associated: &mut Associated) {
        match owner {
            Owner::Namespace(ns) => self.associate_namespace(ns, associated),
            Owner::Class(class) => {
                associated.add_class(class);
                let mut owner = self.entities[class].owner;
                while let Owner::Class(outer) = owner {
                    owner = self.entities[outer].owner;
                }
                if let Owner::Namespace(ns) = owner {
                    self.associate_namespace(ns, associated);
                }
            }
            Owner::Function => {}
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
                    self.associate_owner(self.entities[id].owner, associated);
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
        if !self.index.defined_friends.contains(&name)
            || self.entities[function].definition != Definition::None
            || self.entities[function].intrinsic.is_some()
        {
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
