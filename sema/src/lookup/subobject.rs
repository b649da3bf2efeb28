//! The base subobjects of an object ([class.mi]).
//!
//! A subobject is known by the way to it: the classes passed since the last virtual base, which all
//! ways lead to the one subobject of. Without virtual bases a class may have exponentially many, so
//! a walk looks at some thousands and no more.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::Cx;
use crate::entity::{Base, ClassId, DeclName};
use crate::lookup::LookupResult;

/// So many subobjects are looked at.
const MAX_SUBOBJECTS: usize = 4096;

/// The complete object, or a base subobject of it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Subobject {
    /// From the complete object or a virtual base to the class of the subobject.
    way: SmallVec<[ClassId; 4]>,
}

impl Subobject {
    /// Whether the way to it passes `outer`.
    fn is_below(&self, outer: &Subobject) -> bool {
        self.way.len() > outer.way.len() && self.way.starts_with(&outer.way)
    }

    /// Whether it is the subobject of one of these virtual bases, or in it.
    fn is_in_one_of(&self, shared: &FxHashSet<ClassId>) -> bool {
        self.way.first().is_some_and(|first| shared.contains(first))
    }
}

/// Whether a walk looks into the subobject.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Descent {
    GoOn,
    Stop,
}

impl Cx<'_> {
    /// Visits the object of type `class` and its base subobjects, each once and before its bases.
    pub(crate) fn walk_subobjects(
        &mut self,
        class: ClassId,
        visit: impl FnMut(&mut Self, ClassId, &Subobject) -> Descent,
    ) {
        self.walk_searched(class, &|_| true, visit);
    }

    /// The same without the bases of `class` itself that are not searched, and what is a part of these
    /// alone.
    fn walk_searched(
        &mut self,
        class: ClassId,
        is_searched: &impl Fn(&Base) -> bool,
        mut visit: impl FnMut(&mut Self, ClassId, &Subobject) -> Descent,
    ) {
        let complete = class;
        let whole = Subobject { way: SmallVec::from_iter([class]) };
        let mut seen = FxHashSet::from_iter([whole.clone()]);
        let mut todo = vec![whole];
        while let Some(subobject) = todo.pop() {
            let Some(&class) = subobject.way.last() else { continue };
            if visit(self, class, &subobject) == Descent::Stop {
                continue;
            }
            for base in self.entities[class].bases.iter().rev() {
                if class == complete && !is_searched(base) {
                    continue;
                }
                let mut way = if base.is_virtual { SmallVec::new() } else { subobject.way.clone() };
                way.push(base.class);
                let part = Subobject { way };
                if seen.len() < MAX_SUBOBJECTS && seen.insert(part.clone()) {
                    todo.push(part);
                }
            }
        }
    }

    /// The classes of the virtual bases, of all levels, each once.
    pub(crate) fn collect_virtual_bases(&self, class: ClassId, found: &mut Vec<ClassId>) {
        let mut known: FxHashSet<ClassId> = found.iter().copied().collect();
        let mut seen = FxHashSet::from_iter([class]);
        let mut todo = vec![class];
        while let Some(class) = todo.pop() {
            for base in &self.entities[class].bases {
                if base.is_virtual && known.insert(base.class) {
                    found.push(base.class);
                }
                if seen.insert(base.class) {
                    todo.push(base.class);
                }
            }
        }
    }

    /// What the one base subobject declares whose declaration hides those of all others
    /// ([class.member.lookup]/6); `None` if there is no such subobject. Of the bases of `class` some
    /// are searched.
    pub(crate) fn lookup_dominant(
        &mut self,
        class: ClassId,
        name: DeclName,
        is_searched: &impl Fn(&Base) -> bool,
    ) -> Option<LookupResult> {
        let mut declaring: Vec<(ClassId, Subobject)> = Vec::new();
        self.walk_searched(class, is_searched, |cx, at, subobject| {
            if at == class || cx.lookup_own_member(at, name).is_empty() {
                return Descent::GoOn;
            }
            declaring.push((at, subobject.clone()));
            Descent::Stop
        });
        // What hides all others is not part of any, and the only one that is not.
        let mut whole = self.no_parts(declaring.iter().map(|(_, subobject)| subobject));
        let (outer, None) = (whole.next()?, whole.next()) else { return None };
        drop(whole);
        let (class, outer) = &declaring[outer];
        let shared = self.virtual_bases([outer].into_iter());
        let hides_all = declaring.iter().all(|(_, inner)| {
            inner == outer || inner.is_below(outer) || inner.is_in_one_of(&shared)
        });
        if !hides_all {
            return None;
        }
        Some(self.lookup_own_member(*class, name))
    }

    /// Which of the subobjects are not base subobjects of another of them.
    pub(crate) fn no_parts<'s>(
        &self,
        subobjects: impl Iterator<Item = &'s Subobject> + Clone,
    ) -> impl Iterator<Item = usize> {
        let ways: FxHashSet<&[ClassId]> = subobjects.clone().map(|at| at.way.as_slice()).collect();
        let shared = self.virtual_bases(subobjects.clone());
        let is_part = |at: &Subobject| {
            (1..at.way.len()).any(|len| ways.contains(&at.way[..len])) || at.is_in_one_of(&shared)
        };
        let found: Vec<usize> =
            subobjects.enumerate().filter(|(_, at)| !is_part(at)).map(|(index, _)| index).collect();
        found.into_iter()
    }

    /// The virtual bases of the classes of any of the subobjects.
    fn virtual_bases<'s>(
        &self,
        subobjects: impl Iterator<Item = &'s Subobject>,
    ) -> FxHashSet<ClassId> {
        let mut todo: Vec<ClassId> = subobjects.filter_map(|at| at.way.last().copied()).collect();
        let mut seen: FxHashSet<ClassId> = todo.iter().copied().collect();
        let mut shared = FxHashSet::default();
        while let Some(class) = todo.pop() {
            for base in &self.entities[class].bases {
                if base.is_virtual {
                    shared.insert(base.class);
                }
                if seen.insert(base.class) {
                    todo.push(base.class);
                }
            }
        }
        shared
    }
}
