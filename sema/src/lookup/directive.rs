//! *using-directive*s ([namespace.udir]): which namespaces a lookup searches besides the one it is in.
//!
//! In: a namespace or block and the order up to which its directives count. Out: the nominated namespaces, with the namespace as
//! whose members their names appear. Of a scope with many directives, the nominated namespaces that have no others in them are not
//! collected: they are entered by the names that they declare ([`Nominations`]), and those with the name alone are searched.
//!
//! *Invariant:* a directive is resolved when a lookup comes from behind it, and after those before it.

use lang::base::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::LookupResult;
use crate::Cx;
use crate::entity::{DeclName, NamespaceId};
use crate::scope::{Order, ScopeId};

/// More directives than these are entered by the names of what they nominate.
const MANY: usize = 32;

/// What directives make visible in a lookup.
#[derive(Default)]
pub(crate) struct Directives {
    /// Nominated namespaces and the namespace as whose members they appear.
    pairs: indexmap::IndexSet<(NamespaceId, NamespaceId), rustc_hash::FxBuildHasher>,
    /// The scopes with many directives.
    many: SmallVec<[Many; 1]>,
}

/// A scope with many directives, as a lookup sees it.
#[derive(Clone, Copy)]
struct Many {
    scope: Nominator,
    seen_from: NamespaceId,
    order: Order,
}

#[derive(Clone, Copy)]
enum Nominator {
    Namespace(NamespaceId),
    Block(ScopeId),
}

/// What many directives of one scope nominate. Numbers are those of directives.
#[derive(Default)]
pub struct Nominations {
    /// How many directives have been entered.
    n_entered: usize,
    /// The namespaces without others in them.
    leaves: FxHashSet<NamespaceId>,
    numbers: Vec<(u32, NamespaceId)>,
    by_name: FxHashMap<DeclName, SmallVec<[(u32, NamespaceId); 1]>>,
    /// Leaves in which each name has to be looked for.
    of_any_name: Vec<(u32, NamespaceId)>,
    /// Namespaces with directives or inline namespaces.
    going_on: Vec<(u32, NamespaceId)>,
}

impl Cx<'_> {
    /// Adds the namespaces that *using-directive*s of `ns` make visible in `seen_from`, with the
    /// namespace whose members they appear to be ([namespace.udir]/2).
    pub(super) fn collect_directives(
        &mut self,
        ns: NamespaceId,
        seen_from: NamespaceId,
        order: Order,
        directives: &mut Directives,
    ) {
        if self.entities[ns].directives.len() > MANY {
            self.enter_directives(ns, order);
            let many = Many { scope: Nominator::Namespace(ns), seen_from, order };
            self.collect_many(many, directives);
        } else {
            for i in 0..self.entities[ns].directives.len() {
                if self.entities[ns].directives[i].order >= order {
                    break;
                }
                if let Some(target) = self.directive_target(ns, i) {
                    self.add_directive(seen_from, target, order, directives);
                }
            }
        }
        for i in 0..self.entities[ns].transparent.len() {
            let child = self.entities[ns].transparent[i];
            self.collect_directives(child, seen_from, order, directives);
        }
    }

    /// Adds what the directives of a block in `ns` make visible.
    pub(super) fn collect_block_directives(
        &mut self,
        block: ScopeId,
        ns: NamespaceId,
        order: Order,
        directives: &mut Directives,
    ) {
        if self.scopes[block].directives.len() <= MANY {
            for target in self.scopes[block].directives.clone() {
                self.add_directive(ns, target, order, directives);
            }
            return;
        }
        let first = self.scopes[block].nominations.as_ref().map_or(0, |known| known.n_entered);
        for number in first..self.scopes[block].directives.len() {
            let target = self.scopes[block].directives[number];
            let mut nominations = self.scopes[block].nominations.take().unwrap_or_default();
            nominations.n_entered = number + 1;
            self.enter_nominated(&mut nominations, number as u32, target);
            self.scopes[block].nominations = Some(nominations);
        }
        let many = Many { scope: Nominator::Block(block), seen_from: ns, order };
        self.collect_many(many, directives);
    }

    /// Enters the directives of a namespace before `order`.
    fn enter_directives(&mut self, ns: NamespaceId, order: Order) {
        loop {
            let number = self.entities[ns].nominations.n_entered;
            let directive = self.entities[ns].directives.get(number);
            if directive.is_none_or(|directive| directive.order >= order) {
                return;
            }
            // To resolve it may take a lookup from here, which sees those before it.
            self.entities[ns].nominations.n_entered = number + 1;
            if let Some(target) = self.directive_target(ns, number) {
                let mut nominations = std::mem::take(&mut self.entities[ns].nominations);
                self.enter_nominated(&mut nominations, number as u32, target);
                self.entities[ns].nominations = nominations;
            }
        }
    }

    fn enter_nominated(&self, into: &mut Nominations, number: u32, target: NamespaceId) {
        let entry = (number, target);
        let namespace = &self.entities[target];
        if !namespace.directives.is_empty() || !namespace.transparent.is_empty() {
            into.going_on.push(entry);
            return;
        }
        if !into.leaves.insert(target) {
            return;
        }
        into.numbers.push(entry);
        if !namespace.using_enums.is_empty() {
            into.of_any_name.push(entry);
            return;
        }
        let nested = namespace.children.keys().chain(namespace.aliases.keys());
        let names = nested.map(|&name| DeclName::Identifier(name));
        namespace
            .members
            .keys()
            .copied()
            .chain(names)
            .for_each(|name| into.by_name.entry(name).or_default().push(entry));
    }

    fn nominations(&self, scope: Nominator) -> Option<&Nominations> {
        match scope {
            Nominator::Namespace(ns) => Some(&self.entities[ns].nominations),
            Nominator::Block(id) => self.scopes[id].nominations.as_deref(),
        }
    }

    /// Whether the lookup is from behind the directive.
    fn is_behind(&self, many: Many, number: u32) -> bool {
        match many.scope {
            Nominator::Namespace(ns) => {
                let directive = self.entities[ns].directives.get(number as usize);
                directive.is_some_and(|directive| directive.order < many.order)
            }
            Nominator::Block(_) => true,
        }
    }

    fn collect_many(&mut self, many: Many, directives: &mut Directives) {
        directives.many.push(many);
        let going_on = self.nominations(many.scope).map(|nominations| nominations.going_on.clone());
        for (number, target) in going_on.unwrap_or_default() {
            if self.is_behind(many, number) {
                self.add_directive(many.seen_from, target, many.order, directives);
            }
        }
    }

    /// Searches the nominated namespaces whose members appear to be those of `ancestor`, or all.
    pub(super) fn search_nominated(
        &mut self,
        ancestor: Option<NamespaceId>,
        order: Order,
        name: DeclName,
        directives: &Directives,
        found: &mut LookupResult,
    ) {
        for &(target, appears_in) in &directives.pairs {
            if ancestor.is_none_or(|ancestor| ancestor == appears_in) {
                self.search_namespace(target, order, name, found);
            }
        }
        for &many in &directives.many {
            for target in self.nominated_with_name(many, name) {
                let appears_in = self.common_ancestor(many.seen_from, target);
                if ancestor.is_none_or(|ancestor| ancestor == appears_in)
                    && !directives.pairs.contains(&(target, appears_in))
                {
                    self.search_namespace(target, order, name, found);
                }
            }
        }
    }

    /// The leaves among many nominated namespaces that may have the name.
    fn nominated_with_name(&mut self, many: Many, name: DeclName) -> Vec<NamespaceId> {
        // Namespaces declare what `struct A` in a declaration names on demand.
        let is_elaborated = matches!(name, DeclName::Identifier(name) if self.is_elaborated(name));
        let Some(nominations) = self.nominations(many.scope) else { return Vec::new() };
        let mut entries = match is_elaborated {
            true => nominations.numbers.clone(),
            false => {
                let with_name = nominations.by_name.get(&name).into_iter().flatten();
                with_name.chain(&nominations.of_any_name).copied().collect()
            }
        };
        entries.sort_unstable();
        entries.retain(|&(number, _)| self.is_behind(many, number));
        entries.into_iter().map(|(_, target)| target).collect()
    }

    /// Whether the unit has a `struct` or `enum` of this name in a type.
    pub(super) fn is_elaborated(&mut self, name: Name) -> bool {
        self.elaborated_types().contains_key(&name)
    }

    fn directive_target(&mut self, ns: NamespaceId, index: usize) -> Option<NamespaceId> {
        let directive = self.entities[ns].directives[index];
        if let Some(target) = directive.target {
            return target;
        }
        // Met again while it is resolved, a directive makes nothing visible.
        self.entities[ns].directives[index].target = Some(None);
        let scope = self.namespace_scope(ns, directive.order);
        let span = self.ast[directive.name].span;
        let named = |cx: &mut Self| cx.namespace_named(scope, directive.name);
        let target = self.at_namespace_scope(|cx| cx.resolving(span, named)).flatten();
        self.entities[ns].directives[index].target = Some(target);
        target
    }

    /// Resolves what the user's *using-directive*s, *using-enum-declaration*s and namespace aliases
    /// in `ns` name, where that was not done yet.
    pub(crate) fn resolve_nominated(&mut self, ns: NamespaceId) {
        let sources = self.unit.sources;
        let ast = self.ast;
        let is_users = |name: lang::ast::QualNameId| !sources.in_system_file(ast[name].span.lo);
        for index in 0..self.entities[ns].directives.len() {
            if is_users(self.entities[ns].directives[index].name) {
                self.directive_target(ns, index);
            }
        }
        for index in 0..self.entities[ns].using_enums.len() {
            if is_users(self.entities[ns].using_enums[index].name) {
                self.used_enum(ns, Order::END, index);
            }
        }
        let aliases = self.entities[ns].aliases.iter();
        let mut aliases: Vec<(Order, Name)> = aliases
            .filter(|(_, alias)| is_users(alias.name))
            .map(|(&name, alias)| (alias.order, name))
            .collect();
        aliases.sort_unstable();
        for (_, name) in aliases {
            self.aliased_namespace(ns, Order::END, name);
        }
    }

    fn add_directive(
        &mut self,
        seen_from: NamespaceId,
        target: NamespaceId,
        order: Order,
        directives: &mut Directives,
    ) {
        let ancestor = self.common_ancestor(seen_from, target);
        if directives.pairs.insert((target, ancestor)) {
            // Each may have another.
            self.with_stack(|cx| cx.collect_directives(target, seen_from, order, directives));
        }
    }

    fn common_ancestor(&self, a: NamespaceId, b: NamespaceId) -> NamespaceId {
        let up =
            |from: NamespaceId| std::iter::successors(Some(from), |&ns| self.entities[ns].parent);
        up(a).find(|&ns| up(b).any(|other| other == ns)).unwrap_or(self.global)
    }
}
