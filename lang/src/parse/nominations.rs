//! Scopes with many using-directives ([namespace.udir]): which of the nominated namespaces may have a name.
//!
//! In: directives, declarations in namespaces. Out: the namespaces worth to be searched for a name, in the order in which they were
//! nominated. A scope with a few directives is not entered here; each of those namespaces is searched.
//!
//! *Invariant:* a nominated namespace that is left out neither declares the name nor has directives of its own, also if it was
//! nominated before it was reopened.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ast::ScopeId;
use crate::base::Name;

/// More directives than these are entered by the names of what they nominate.
pub(super) const MANY_DIRECTIVES: usize = 32;

/// The scopes with many directives.
#[derive(Clone, Default)]
pub(super) struct NominatedNames {
    of_scope: FxHashMap<ScopeId, OfScope>,
    /// The scopes with many directives that nominate a namespace.
    by: FxHashMap<ScopeId, Vec<ScopeId>>,
}

/// What the directives of a scope nominate.
#[derive(Clone, Default)]
struct OfScope {
    /// Each namespace, with how many were nominated before it.
    positions: FxHashMap<ScopeId, u32>,
    by_name: FxHashMap<Name, SmallVec<[ScopeId; 1]>>,
    /// Those that have directives of their own, so that any name may come from there.
    going_on: Vec<ScopeId>,
}

impl NominatedNames {
    pub fn is_many(&self, scope: ScopeId) -> bool {
        self.of_scope.contains_key(&scope)
    }

    pub fn has(&self, scope: ScopeId, target: ScopeId) -> bool {
        self.of_scope.get(&scope).is_some_and(|nominated| nominated.positions.contains_key(&target))
    }

    /// Enters a namespace that a directive of `scope` nominates and that it did not nominate before.
    pub fn nominate(
        &mut self,
        scope: ScopeId,
        target: ScopeId,
        names: impl Iterator<Item = Name>,
        goes_on: bool,
    ) {
        let nominated = self.of_scope.entry(scope).or_default();
        let position = nominated.positions.len() as u32;
        nominated.positions.insert(target, position);
        names.for_each(|name| nominated.by_name.entry(name).or_default().push(target));
        if goes_on {
            nominated.going_on.push(target);
        }
        self.by.entry(target).or_default().push(scope);
    }

    /// Enters a name that a namespace did not have before.
    pub fn declared(&mut self, namespace: ScopeId, name: Name) {
        let Some(scopes) = self.by.get(&namespace) else { return };
        for scope in scopes {
            if let Some(nominated) = self.of_scope.get_mut(scope) {
                nominated.by_name.entry(name).or_default().push(namespace);
            }
        }
    }

    /// Enters that a namespace has a first directive of its own.
    pub fn goes_on(&mut self, namespace: ScopeId) {
        let Some(scopes) = self.by.get(&namespace) else { return };
        for scope in scopes {
            if let Some(nominated) = self.of_scope.get_mut(scope) {
                nominated.going_on.push(namespace);
            }
        }
    }

    /// The nominated namespaces in which a name may be found, for a scope with many.
    pub fn with_name(&self, scope: ScopeId, name: Name) -> Option<SmallVec<[ScopeId; 8]>> {
        let nominated = self.of_scope.get(&scope)?;
        let mut found = SmallVec::from_slice(&nominated.going_on);
        found.extend(nominated.by_name.get(&name).into_iter().flatten().copied());
        found.sort_by_key(|target| nominated.positions.get(target).copied());
        found.dedup();
        Some(found)
    }
}
