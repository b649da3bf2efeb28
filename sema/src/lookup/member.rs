//! Members of classes ([class.member.lookup]) and the resolution of members on first use.

use lang::base::Name;
use smallvec::SmallVec;

use crate::Cx;
use crate::check::enter::QualifiedDecl;
use crate::entity::{
    Base, ClassId, DeclName, Entity, Member, MemberState, NamespaceId, Owner, TemplateId,
    TemplateKind,
};
use crate::evaluate::Query;
use crate::lookup::LookupResult;
use crate::lookup::name::Qualifier;
use crate::template::params::TemplateParameters;

impl<'a> Cx<'a> {
    /// A member of a class or of its bases; silent.
    ///
    /// A declaration in the class hides those of its bases. Bases that offer different entities
    /// make the result ambiguous.
    pub fn lookup_member(&mut self, class: ClassId, name: DeclName) -> LookupResult {
        self.lookup_member_in(class, name, |_| true)
    }

    /// The same from inside the class by the name alone: bases that depend on template parameters
    /// are passed by ([temp.dep.type]/4).
    pub(crate) fn lookup_member_unqualified(
        &mut self,
        class: ClassId,
        name: DeclName,
    ) -> LookupResult {
        self.lookup_member_in(class, name, |base| !base.is_dependent)
    }

    fn lookup_member_in(
        &mut self,
        class: ClassId,
        name: DeclName,
        is_searched: impl Fn(&Base) -> bool,
    ) -> LookupResult {
        self.prepare_members(class);
        let mut found = self.lookup_own_member(class, name);
        if found.is_empty() && !is_never_inherited(name) {
            let mut is_ambiguous = false;
            for i in 0..self.entities[class].bases.len() {
                if !is_searched(&self.entities[class].bases[i]) {
                    continue;
                }
                let base = &self.entities[class].bases[i];
                let (base, is_virtual) = (base.class, base.is_virtual);
                let inner = self.lookup_member(base, name);
                // Declarations of two bases do not overload, and a member of the objects of a
                // class that there are two of is two members ([class.member.lookup]/6).
                let is_same = inner.entities == found.entities;
                let merges = inner.is_empty()
                    || found.is_empty()
                    || is_same && (is_virtual || !self.belongs_to_objects(&inner));
                is_ambiguous |= !merges || inner.is_ambiguous;
                found.is_injected = inner.is_injected && (found.is_empty() || found.is_injected);
                found.extend(inner.entities);
            }
            self.settle(&mut found);
            found.is_ambiguous |= is_ambiguous;
            if is_ambiguous && let Some(dominant) = self.lookup_dominant(class, name, &is_searched)
            {
                found = dominant;
            }
        }
        found.naming_class = Some(class);
        found
    }

    /// Whether some of the members are non-static.
    fn belongs_to_objects(&self, found: &LookupResult) -> bool {
        found.entities.iter().any(|entity| match *entity {
            Entity::Field(..) => true,
            Entity::Function(function) => self.has_object_parameter(function),
            _ => false,
        })
    }

    /// A member that the class itself declares.
    pub fn lookup_own_member(&mut self, class: ClassId, name: DeclName) -> LookupResult {
        let mut found = LookupResult::default();
        // Most names that are looked up from inside a class are not its members'.
        if self.entities[class].members.may_have(name) || self.index.qualified_names.may_have(name)
        {
            let owner = Owner::Class(class);
            match self.resolved_members(owner, name) {
                Some(members) => found.extend_with(members.iter()),
                None => {
                    self.resolve_members(owner, name);
                    found.extend_with(self.members_named(owner, name).iter());
                }
            }
            self.hide_used_functions(class, &mut found);
        }
        if name == DeclName::Destructor && found.is_empty() {
            // Every class has one ([class.dtor]/4).
            let destructor = self.special_members(class).destructor;
            found.entities.extend(destructor.map(Entity::Function));
        }
        if found.is_empty()
            && let DeclName::Identifier(identifier) = name
        {
            if self.entities[class].name == Some(identifier) {
                // The injected-class-name ([class.pre]/2).
                found.add(Entity::Type(self.entities[class].ty));
                found.is_injected = true;
            } else if let Some(field) = self.field_of_anonymous_member(class, name) {
                found.add(field);
            } else if let Some(enumerator) = self.outside_enumerator(class, identifier) {
                found.add(enumerator);
            }
        }
        self.settle(&mut found);
        found
    }

    /// An enumerator of an unscoped enumeration that is declared in the class and defined outside of it.
    fn outside_enumerator(&mut self, class: ClassId, name: Name) -> Option<Entity> {
        let enumerations = self.index.outside_enumerators.get(&DeclName::Identifier(name))?.clone();
        enumerations.into_iter().find_map(|enumeration| {
            self.resolve_members(Owner::Class(class), enumeration);
            let members = self.entities[class].members.get(&enumeration)?;
            let id =
                members.iter().flat_map(Member::entities).find_map(|entity| match *entity {
                    Entity::Type(ty) => self.types.enum_of(ty),
                    _ => None,
                })?;
            self.complete_enum(id);
            self.enumerator_named(id, name)
        })
    }

    /// A function of the class hides one with the same parameters and constraints that a *using-declaration*
    /// names ([namespace.udecl]/14).
    fn hide_used_functions(&mut self, class: ClassId, found: &mut LookupResult) {
        let is_used = |entity: &Entity| match *entity {
            Entity::Function(id) => self.entities[id].owner != Owner::Class(class),
            Entity::Template(id) => self.entities[id].owner != Owner::Class(class),
            _ => false,
        };
        if !found.entities.iter().any(is_used) {
            return;
        }
        self.hide_used_templates(class, found);
        let functions: Vec<_> = found
            .entities
            .iter()
            .filter_map(|entity| match *entity {
                Entity::Function(function) => Some(function),
                _ => None,
            })
            .collect();
        let (own, used): (Vec<_>, Vec<_>) = functions
            .into_iter()
            .partition(|&function| self.entities[function].owner == Owner::Class(class));
        if used.is_empty() {
            return;
        }
        found.entities.retain(|entity| match *entity {
            Entity::Function(function) if self.entities[function].owner != Owner::Class(class) => {
                !own.iter().any(|&other| {
                    self.same_parameters(other, function) && self.same_requires(other, function)
                })
            }
            _ => true,
        });
    }

    /// The same for function templates.
    fn hide_used_templates(&mut self, class: ClassId, found: &mut LookupResult) {
        let templates: Vec<TemplateId> = found
            .entities
            .iter()
            .filter_map(|entity| match *entity {
                Entity::Template(id) if self.entities[id].kind == TemplateKind::Function => {
                    Some(id)
                }
                _ => None,
            })
            .collect();
        let (own, used): (Vec<_>, Vec<_>) =
            templates.into_iter().partition(|&id| self.entities[id].owner == Owner::Class(class));
        if own.is_empty() || used.is_empty() {
            return;
        }
        let mut hidden = Vec::new();
        for used in used {
            if own.iter().any(|&own| self.same_member_template(own, used)) {
                hidden.push(Entity::Template(used));
            }
        }
        found.entities.retain(|entity| !hidden.contains(entity));
    }

    /// Whether two member templates have as many template parameters, and the same parameters, qualifiers and constraints.
    fn same_member_template(&mut self, a: TemplateId, b: TemplateId) -> bool {
        let count = |cx: &Self, id: TemplateId| cx.entities[id].params.len();
        if count(self, a) != count(self, b) {
            return false;
        }
        let (Some(x), Some(y)) = (self.template_source(a), self.template_source(b)) else {
            return false;
        };
        let same_object = x.cv == y.cv && x.ref_qualifier == y.ref_qualifier;
        let (known, ours) = (&self.entities[a].params, &self.entities[b].params);
        let is_constrained = |params: &TemplateParameters| {
            params.head.requires(self.ast).is_some()
                || params.head.constrained_params(self.ast).next().is_some()
        };
        let same_heads = !is_constrained(known) && !is_constrained(ours)
            || self.same_template_parameters(known, ours);
        let same_requires = match (x.requires, y.requires) {
            (None, None) => true,
            (Some(a), Some(b)) => self.equivalent_in_signature(
                (self.ast[a].span, known, x.params),
                (self.ast[b].span, ours, y.params),
            ),
            _ => false,
        };
        if !same_object || !same_heads || !same_requires {
            return false;
        }
        match (self.signature(a), self.signature(b)) {
            (Some(a), Some(b)) => a.params == b.params && a.variadic == b.variadic,
            _ => false,
        }
    }

    /// Members of anonymous unions are members of the class ([class.union.anon]).
    fn field_of_anonymous_member(&mut self, class: ClassId, name: DeclName) -> Option<Entity> {
        for i in 0..self.entities[class].fields.len() {
            let field = &self.entities[class].fields[i];
            if field.name.is_none()
                && field.bit_width.is_none()
                && let Some(inner) = self.types.class_of(field.ty)
                && self.entities[inner].name.is_none()
            {
                let found = self.lookup_own_member(inner, name);
                if let Some(Entity::Field(..)) = found.single() {
                    return found.entities.into_iter().next();
                }
            }
        }
        None
    }

    /// The declarations of `name` in a namespace or class, if [`resolve_members`](Self::resolve_members) has nothing to do:
    /// most lookups are of a name that another one has looked up.
    pub(super) fn resolved_members(&self, owner: Owner, name: DeclName) -> Option<&[Member]> {
        if self.index.qualified_names.may_have(name) || self.has_unreported_mistakes() {
            return None;
        }
        let members = self.members_named(owner, name);
        if members.iter().any(|member| matches!(member.state, MemberState::Pending)) {
            return None;
        }
        let mut owner = owner;
        while let Owner::Namespace(ns) = owner
            && self.entities[ns].is_inline
            && let Some(parent) = self.entities[ns].parent
        {
            owner = Owner::Namespace(parent);
            let around = self.members_named(owner, name);
            if !around.iter().all(|member| matches!(member.state, MemberState::Done(_))) {
                return None;
            }
        }
        Some(members)
    }

    /// Resolves all declarations of `name` in a namespace or class to entities.
    pub(crate) fn resolve_members(&mut self, owner: Owner, name: DeclName) {
        let is_qualified =
            self.index.qualified_names.may_have(name) && self.index.qualified.contains_key(&name);
        let mut owner = owner;
        loop {
            if is_qualified {
                self.adopt_qualified(name);
            }
            self.resolve_own_members(owner, name);
            // Declarations in the namespace around an inline one may specialise its templates
            // ([namespace.def]/8).
            let Owner::Namespace(ns) = owner else { return };
            let Some(parent) = self.entities[ns].parent.filter(|_| self.entities[ns].is_inline)
            else {
                return;
            };
            owner = Owner::Namespace(parent);
            let is_active = |member: &Member| member.state == MemberState::Active;
            if self.members_named(owner, name).iter().any(is_active) {
                return;
            }
        }
    }

    fn resolve_own_members(&mut self, owner: Owner, name: DeclName) {
        if self.has_unreported_mistakes() && !self.is_tentative() {
            let known: Vec<_> =
                self.members_named(owner, name).iter().map(|member| member.decl).collect();
            known.into_iter().for_each(|decl| self.report_mistakes_of(decl));
        }
        if !self.members_named(owner, name).iter().any(|m| m.state == MemberState::Pending) {
            return;
        }
        let mut index = 0;
        let mut before: Vec<Entity> = Vec::new();
        while let Some(member) = self.member_at(owner, name, index) {
            if member.state == MemberState::Pending {
                let member = Member { state: MemberState::Active, ..member.clone() };
                self.set_member_state(owner, name, index, MemberState::Active);
                let entities = self.declare_nested(owner, name, &member, &before);
                self.set_member_state(owner, name, index, MemberState::Done(entities));
            }
            before.extend(
                self.member_at(owner, name, index).into_iter().flat_map(Member::entities).cloned(),
            );
            index += 1;
        }
    }

    /// Whether a class is a member of a specialisation.
    fn is_nested_in_specialization(&self, class: ClassId) -> bool {
        let mut owner = self.entities[class].owner;
        while let Owner::Class(outer) = owner {
            if self.entities[outer].template.is_some() {
                return !self.entities[outer].is_pattern && !self.entities[class].is_pattern;
            }
            owner = self.entities[outer].owner;
        }
        false
    }

    /// The entities of one declaration; a member of a specialisation is made from a template too.
    fn declare_nested(
        &mut self,
        owner: Owner,
        name: DeclName,
        member: &Member,
        before: &[Entity],
    ) -> SmallVec<[Entity; 1]> {
        match owner {
            Owner::Class(class) if self.entities[class].template.is_some() => {
                let span = self.entities[class].span;
                // The declarations of members are instantiated with the class ([temp.inst]/3), so a mistake in them is not
                // in the immediate context of what looks the name up.
                let is_pattern = self.entities[class].is_pattern;
                let declare = |cx: &mut Self| {
                    cx.nested(span, |cx| cx.declare_in_class(class, name, member, before))
                };
                let declared = match is_pattern {
                    true => declare(self),
                    false => self.outside(declare),
                };
                declared.unwrap_or_else(|_| SmallVec::from_iter([Entity::Error]))
            }
            Owner::Class(class) => {
                let span = self.ast[member.decl].span;
                let declare = |cx: &mut Self| {
                    cx.resolving(span, |cx| {
                        cx.declaring(member.decl, |cx| {
                            cx.declare_in_class(class, name, member, before)
                        })
                    })
                };
                let declared = match self.is_nested_in_specialization(class) {
                    true => self.outside(declare),
                    false => declare(self),
                };
                declared.unwrap_or_else(|| SmallVec::from_iter([Entity::Error]))
            }
            Owner::Namespace(_) | Owner::Function => {
                let span = self.ast[member.decl].span;
                let declared = self.resolving(span, |cx| {
                    cx.declaring(member.decl, |cx| cx.declare_member(owner, name, member, before))
                });
                declared.unwrap_or_else(|| SmallVec::from_iter([Entity::Error]))
            }
        }
    }

    fn declare_in_class(
        &mut self,
        class: ClassId,
        name: DeclName,
        member: &Member,
        before: &[Entity],
    ) -> SmallVec<[Entity; 1]> {
        let query = Query::Member(class, member.decl);
        self.under_way(query, self.ast[member.decl].span, |cx| {
            cx.declare_member(Owner::Class(class), name, member, before)
        })
    }

    /// The member of this name of the class or its bases that is being resolved.
    pub(crate) fn member_under_way(&self, class: ClassId, name: DeclName) -> Option<Query> {
        let mut own = self.members_named(Owner::Class(class), name).iter();
        if let Some(member) = own.find(|member| member.state == MemberState::Active) {
            return Some(Query::Member(class, member.decl));
        }
        let mut bases = self.entities[class].bases.iter();
        bases.find_map(|base| self.member_under_way(base.class, name))
    }

    /// The entities that earlier declarations of the name in the same scope made.
    pub(crate) fn declared_before(&self, owner: Owner, name: DeclName) -> Vec<Entity> {
        self.members_named(owner, name).iter().flat_map(Member::entities).cloned().collect()
    }

    fn member_at(&self, owner: Owner, name: DeclName, index: usize) -> Option<&Member> {
        self.members_named(owner, name).get(index)
    }

    pub(super) fn members_named(&self, owner: Owner, name: DeclName) -> &[Member] {
        let members = match owner {
            // Its table of members would be searched for names that are others'.
            Owner::Namespace(ns) if !self.entities[ns].names.may_have(name) => None,
            Owner::Namespace(ns) => self.entities[ns].members.get(&name),
            Owner::Class(class) => self.entities[class].members.get(&name),
            Owner::Function => None,
        };
        members.unwrap_or_default()
    }

    fn set_member_state(&mut self, owner: Owner, name: DeclName, at: usize, state: MemberState) {
        let members = match owner {
            Owner::Namespace(ns) => self.entities[ns].members.get_mut(&name),
            Owner::Class(class) => self.entities[class].members.get_mut(&name),
            Owner::Function => None,
        };
        if let Some(member) = members.and_then(|members| members.get_mut(at)) {
            member.state = state;
        }
    }

    /// Finds out what the declarations of `name` with a qualified name qualify; gives those like
    /// `void ns::f() {}` and `template<> struct ns::A<int>` to their namespace.
    pub(crate) fn adopt_qualified(&mut self, name: DeclName) {
        let entries = self.index.qualified.get(&name).map_or(0, Vec::len);
        for i in 0..entries {
            let Some(entry) = self.qualified_mut(name, i) else { return };
            if entry.active || entry.target.is_some() {
                continue;
            }
            entry.active = true;
            let entry = *entry;
            let target = self.qualified_target(&entry);
            if let Some(entry) = self.qualified_mut(name, i) {
                entry.active = false;
                entry.target = Some(target);
            }
            if let Some(Qualifier::Namespace(target)) = target {
                let (decl, order) = (entry.decl, entry.order);
                let state = MemberState::Pending;
                let member = Member { decl, order, seen_from: order, c_linkage: false, state };
                let target = self.declaring_namespace(target, name).unwrap_or(target);
                self.entities[target].add_member(name, member);
            }
        }
    }

    /// The namespace that declares a member, or that of its inline ones which does ([namespace.def]/8).
    fn declaring_namespace(&self, ns: NamespaceId, name: DeclName) -> Option<NamespaceId> {
        if !self.members_named(Owner::Namespace(ns), name).is_empty() {
            return Some(ns);
        }
        let parts = self.entities[ns].transparent.iter();
        let mut inline = parts.filter(|&&part| self.entities[part].is_inline);
        inline.find_map(|&part| self.declaring_namespace(part, name))
    }

    fn qualified_mut(&mut self, name: DeclName, at: usize) -> Option<&mut QualifiedDecl> {
        self.index.qualified.get_mut(&name)?.get_mut(at)
    }
}

fn is_never_inherited(name: DeclName) -> bool {
    matches!(name, DeclName::Constructor | DeclName::Destructor)
}
