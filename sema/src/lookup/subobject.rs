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

    /// Whether `inner` is a base subobject of `outer`.
    pub(crate) fn is_part(&self, inner: &Subobject, outer: &Subobject) -> bool {
        if inner.way.starts_with(&outer.way) {
            return inner.way != outer.way;
        }
        let mut shared = Vec::new();
        if let Some(&class) = outer.way.last() {
            self.collect_virtual_bases(class, &mut shared);
        }
        inner.way.first().is_some_and(|first| shared.contains(first))
    }

    /// The classes of the virtual bases, of all levels, each once.
    pub(crate) fn collect_virtual_bases(&self, class: ClassId, found: &mut Vec<ClassId>) {
        let mut seen = FxHashSet::from_iter([class]);
        let mut todo = vec![class];
        while let Some(class) = todo.pop() {
            for base in &self.entities[class].bases {
                if base.is_virtual && !found.contains(&base.class) {
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
        let mut hides_all = declaring.iter().filter(|(_, outer)| {
            declaring.iter().all(|(_, inner)| inner == outer || self.is_part(inner, outer))
        });
        let dominant = hides_all.next().map(|(class, _)| *class)?;
        Some(self.lookup_own_member(dominant, name))
    }
}
