//! Arenas whose beginning several owners share: what was made from the same headers is made once, and a copy of it costs a
//! count of owners.
//!
//! Invariant: whether a beginning is shared changes no answer. A change of a shared element is made to a copy.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use cranelift_entity::EntityRef;

/// Elements by ids; those at the beginning are shared once [`Arena::share`] was called.
#[derive(Clone)]
pub struct Arena<K, V> {
    shared: Arc<Vec<V>>,
    own: Vec<V>,
    ids: PhantomData<K>,
}

impl<K, V> Default for Arena<K, V> {
    fn default() -> Self {
        Arena { shared: Arc::default(), own: Vec::new(), ids: PhantomData }
    }
}

impl<K: EntityRef, V> Arena<K, V> {
    pub fn push(&mut self, value: V) -> K {
        let id = K::new(self.len());
        self.own.push(value);
        id
    }

    pub fn len(&self) -> usize {
        self.shared.len() + self.own.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Elements at the beginning that copies have in common.
    pub fn n_shared(&self) -> usize {
        self.shared.len()
    }

    pub fn get(&self, id: K) -> Option<&V> {
        let index = id.index();
        match self.shared.get(index) {
            Some(value) => Some(value),
            None => self.own.get(index - self.shared.len()),
        }
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + use<K, V> {
        (0..self.len()).map(K::new)
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.shared.iter().chain(&self.own)
    }

    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.keys().zip(self.values())
    }
}

impl<K: EntityRef, V: Clone> Arena<K, V> {
    /// Shares all that there is with the copies to come.
    pub fn share(&mut self) {
        if !self.own.is_empty() {
            Arc::make_mut(&mut self.shared).append(&mut self.own);
        }
    }
}

impl<K: EntityRef, V> Index<K> for Arena<K, V> {
    type Output = V;

    fn index(&self, id: K) -> &V {
        let index = id.index();
        match self.shared.get(index) {
            Some(value) => value,
            None => &self.own[index - self.shared.len()],
        }
    }
}

impl<K: EntityRef, V: Clone> IndexMut<K> for Arena<K, V> {
    fn index_mut(&mut self, id: K) -> &mut V {
        let (index, n_shared) = (id.index(), self.shared.len());
        match index.checked_sub(n_shared) {
            Some(own) => &mut self.own[own],
            None => &mut Arc::make_mut(&mut self.shared)[index],
        }
    }
}

/// Elements by ids, each of which is shared with the copies until it is changed.
#[derive(Clone)]
pub struct CopyOnWrite<K, V> {
    elements: Vec<Arc<V>>,
    ids: PhantomData<K>,
}

impl<K, V> Default for CopyOnWrite<K, V> {
    fn default() -> Self {
        CopyOnWrite { elements: Vec::new(), ids: PhantomData }
    }
}

impl<K: EntityRef, V> CopyOnWrite<K, V> {
    pub fn push(&mut self, value: V) -> K {
        let id = K::new(self.elements.len());
        self.elements.push(Arc::new(value));
        id
    }
}

impl<K: EntityRef, V> Index<K> for CopyOnWrite<K, V> {
    type Output = V;

    fn index(&self, id: K) -> &V {
        &self.elements[id.index()]
    }
}

impl<K: EntityRef, V: Clone> IndexMut<K> for CopyOnWrite<K, V> {
    fn index_mut(&mut self, id: K) -> &mut V {
        Arc::make_mut(&mut self.elements[id.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::ScopeId;

    #[test]
    fn copies_share_a_beginning_and_change_alone() {
        let mut first: Arena<ScopeId, u32> = Arena::default();
        let ids: Vec<ScopeId> = (0..4).map(|value| first.push(value)).collect();
        first.share();
        let mut second = first.clone();
        let more = second.push(4);
        assert_eq!((first.len(), second.len()), (4, 5));
        assert!(std::ptr::eq(&raw const first[ids[3]], &raw const second[ids[3]]));
        second[ids[1]] = 10;
        second[more] = 40;
        assert_eq!(first.values().copied().collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(second.values().copied().collect::<Vec<_>>(), [0, 10, 2, 3, 40]);
        assert_eq!(second.keys().next_back(), Some(more));
        assert_eq!((first.get(more), second.get(more)), (None, Some(&40)));
        second.share();
        assert_eq!(second.iter().last(), Some((more, &40)));
    }

    #[test]
    fn elements_are_copied_when_they_are_written() {
        let mut first: CopyOnWrite<ScopeId, String> = CopyOnWrite::default();
        let (a, b) = (first.push("a".into()), first.push("b".into()));
        let mut second = first.clone();
        second[a].push('!');
        assert_eq!((&*first[a], &*second[a]), ("a", "a!"));
        assert!(std::ptr::eq(&raw const first[b], &raw const second[b]));
    }
}
