//! The names of one block or parameter scope.
//!
//! In the order of declaration; a later declaration of a name hides an earlier one. Most scopes have a few names, and
//! are searched; what a program generator writes has thousands, for which there is an index.

use lang::base::Name;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::entity::Entity;

/// As many names are faster compared than hashed.
const FEW: usize = 24;

/// Names with what they stand for.
#[derive(Clone, Debug, Default)]
pub struct Locals {
    list: Vec<(Name, Entity)>,
    /// Where the declarations of each name are, once there are more than [`FEW`] names.
    index: Option<Box<Index>>,
}

type Index = FxHashMap<Name, SmallVec<[u32; 2]>>;

impl Locals {
    pub fn push(&mut self, name: Name, entity: Entity) {
        self.list.push((name, entity));
        let first = match self.list.len() {
            n if n <= FEW => return,
            n if n == FEW + 1 => 0,
            n => n - 1,
        };
        let index = self.index.get_or_insert_default();
        for (at, (name, _)) in self.list.iter().enumerate().skip(first) {
            index.entry(*name).or_default().push(at as u32);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The declarations of a name, in order.
    pub fn all(&self, name: Name) -> impl DoubleEndedIterator<Item = &Entity> {
        let found = self.index.as_ref().and_then(|index| index.get(&name));
        let indexed = found.into_iter().flatten().filter_map(|&at| self.list.get(at as usize));
        let searched = if self.index.is_some() { &[][..] } else { &self.list };
        let searched = searched.iter().filter(move |(known, _)| *known == name);
        searched.chain(indexed).map(|(_, entity)| entity)
    }

    /// What a name stands for.
    pub fn get(&self, name: Name) -> Option<&Entity> {
        if self.index.is_some() {
            return self.all(name).next_back();
        }
        self.list.iter().rev().find(|(known, _)| *known == name).map(|(_, entity)| entity)
    }

    /// All declarations, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &(Name, Entity)> {
        self.list.iter()
    }
}

#[cfg(test)]
mod tests {
    use lang::base::Interner;

    use super::{FEW, Locals};
    use crate::entity::Entity;
    use crate::ty::Ty;

    #[test]
    fn many_names_are_found_as_few_are() {
        let mut names = Interner::new();
        let mut locals = Locals::default();
        let all: Vec<_> = (0..3 * FEW).map(|i| names.intern(&format!("v{}", i % 30))).collect();
        for (count, &name) in all.iter().enumerate() {
            let ty = if count % 2 == 0 { Ty::INT } else { Ty::FLOAT };
            locals.push(name, Entity::Type(ty));
            for &asked in &all {
                let wanted: Vec<_> =
                    locals.iter().filter(|(known, _)| *known == asked).map(|(_, e)| e).collect();
                assert_eq!(locals.all(asked).collect::<Vec<_>>(), wanted);
                assert_eq!(locals.get(asked), wanted.last().copied());
            }
        }
    }
}
