//! The compiler's own headers and those of toolkits and host libraries declare some of the same names: the former are what tile
//! code means.
//!
//! Two rules, applied once all declarations have been entered and before any is resolved:
//!
//! 1. Of a name in a namespace the own declarations stay, and foreign ones go, those in its inline namespaces too.
//!    They are declared where the first of those was: headers that come before the own ones name them.
//! 2. Where the own headers declare an alias and foreign ones a namespace of that name, as `cuda::std` is, the namespace stays. It
//!    nominates the target of the alias (\[namespace.udir\]) and loses what the own headers declare there by the same names, in
//!    inline namespaces and in nested ones too. So `cuda::std::array` is ours and `cuda::std::mdspan` the toolkit's.

use lang::base::Name;
use smallvec::SmallVec;

use crate::Cx;
use crate::entity::{DeclName, Member, NamespaceId, Nominated};
use crate::lookup::directive::Nominations;
use crate::scope::Order;

/// Whose a declaration is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// Headers of the compiler.
    Own,
    /// Headers of toolkits and host libraries.
    Foreign,
    User,
}

impl Cx<'_> {
    /// Leaves out foreign declarations of what the own headers declare.
    pub(crate) fn prefer_own_declarations(&mut self) {
        if !self.unit.sources.files().iter().any(|file| file.is_foreign()) {
            return;
        }
        let namespaces: Vec<NamespaceId> = self.entities.namespaces.keys().collect();
        for &ns in &namespaces {
            let names: Vec<DeclName> = self.entities[ns].members.keys().copied().collect();
            for name in names {
                if self.own_declares(ns, name) {
                    let dropped = self.drop_foreign(ns, name);
                    self.declare_from(ns, name, dropped);
                }
            }
        }
        for &ns in &namespaces {
            self.merge_aliased_namespaces(ns);
        }
        // To find what is merged may have taken lookups.
        for ns in namespaces {
            self.entities[ns].nominations = Nominations::default();
        }
    }

    /// The second rule, for the aliases in a namespace.
    fn merge_aliased_namespaces(&mut self, ns: NamespaceId) {
        let aliases = &self.entities[ns].aliases;
        let mut both: Vec<Name> = aliases.keys().copied().collect();
        both.retain(|name| self.entities[ns].children.contains_key(name));
        both.sort_unstable();
        for name in both {
            let (Some(alias), Some(&real)) = (
                self.entities[ns].aliases.get(&name).copied(),
                self.entities[ns].children.get(&name),
            ) else {
                continue;
            };
            if self.origin(self.ast[alias.name].last.span.lo) != Origin::Own {
                continue;
            }
            let scope = self.namespace_scope(ns, alias.order);
            let Some(target) = self.namespace_named(scope, alias.name) else { continue };
            self.entities[ns].aliases.remove(&name);
            self.nominate(real, target, alias);
        }
    }

    /// Makes the names of an own namespace those of a foreign one, and of what is nested in both.
    fn nominate(&mut self, foreign: NamespaceId, own: NamespaceId, alias: Nominated<NamespaceId>) {
        let nomination = Nominated { order: Order::START, target: Some(Some(own)), ..alias };
        self.entities[foreign].directives.insert(0, nomination);
        let mut names: Vec<DeclName> = self.entities[own].members.keys().copied().collect();
        names.retain(|&name| self.own_declares(own, name));
        for &name in &names {
            let dropped = self.drop_foreign(foreign, name);
            self.declare_from(own, name, dropped);
        }
        let mut parts: SmallVec<[NamespaceId; 4]> = SmallVec::from_slice(&[foreign]);
        while let Some(part) = parts.pop() {
            parts.extend(self.entities[part].transparent.iter().copied());
            let children = self.entities[part].children.iter();
            let mut nested: Vec<(Name, NamespaceId)> =
                children.map(|(&name, &child)| (name, child)).collect();
            nested.sort_unstable();
            for (name, child) in nested {
                if let Some(&counterpart) = self.entities[own].children.get(&name) {
                    self.nominate(child, counterpart, alias);
                }
            }
        }
    }

    fn own_declares(&self, ns: NamespaceId, name: DeclName) -> bool {
        let members = self.entities[ns].members.get(&name);
        members.is_some_and(|members| members.iter().any(|it| self.is_from(it, Origin::Own)))
    }

    /// Leaves out the foreign declarations of a name in a namespace and in its inline ones. Where the first of them was.
    fn drop_foreign(&mut self, ns: NamespaceId, name: DeclName) -> Order {
        let mut first = Order::END;
        for index in 0..self.entities[ns].transparent.len() {
            let part = self.entities[ns].transparent[index];
            first = first.min(self.drop_foreign(part, name));
        }
        let Some(mut members) = self.entities[ns].members.remove(&name) else { return first };
        self.entities[ns].n_members += 1;
        members.retain(|member| {
            let is_foreign = self.is_from(member, Origin::Foreign);
            if is_foreign {
                first = first.min(member.order);
            }
            !is_foreign
        });
        if !members.is_empty() {
            self.entities[ns].members.insert(name, members);
        }
        first
    }

    /// Makes own declarations of a name known from `order` on, if they are not.
    fn declare_from(&mut self, ns: NamespaceId, name: DeclName, order: Order) {
        let mut members = self.entities[ns].members.remove(&name).unwrap_or_default();
        for member in &mut members {
            if self.is_from(member, Origin::Own) {
                member.seen_from = member.seen_from.min(order);
            }
        }
        if !members.is_empty() {
            self.entities[ns].members.insert(name, members);
        }
    }

    fn is_from(&self, member: &Member, origin: Origin) -> bool {
        self.origin(self.ast[member.decl].span.lo) == origin
    }

    fn origin(&self, place: lang::base::Pos) -> Origin {
        let sources = self.unit.sources;
        match sources.file_of(place).map(|id| sources.file(id)) {
            Some(file) if file.is_foreign() => Origin::Foreign,
            Some(file) if file.is_system => Origin::Own,
            _ => Origin::User,
        }
    }
}
