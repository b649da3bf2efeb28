//! The objects of the locals of one call.
//!
//! Most calls have a few locals, which are searched; what a program generator writes has thousands, for which there is an index.

use rustc_hash::FxHashMap;

use super::storage::Place;
use crate::typed::LocalId;

/// As many locals are faster compared than hashed.
const FEW: usize = 16;

/// Locals with the object of each; for a reference, the object that it is bound to.
#[derive(Clone, Debug, Default)]
pub(super) struct BoundLocals {
    list: Vec<(LocalId, Place)>,
    /// Where each local is, once there are more than [`FEW`].
    index: FxHashMap<LocalId, usize>,
}

impl BoundLocals {
    pub fn get(&self, local: LocalId) -> Option<&Place> {
        self.list.get(self.position(local)?).map(|(_, place)| place)
    }

    /// Binds a local, anew if it is bound.
    pub fn insert(&mut self, local: LocalId, place: Place) {
        if let Some(at) = self.position(local) {
            self.list[at].1 = place;
            return;
        }
        self.list.push((local, place));
        let first = match self.list.len() {
            n if n <= FEW => return,
            n if n == FEW + 1 => 0,
            n => n - 1,
        };
        for (at, &(local, _)) in self.list.iter().enumerate().skip(first) {
            self.index.insert(local, at);
        }
    }

    fn position(&self, local: LocalId) -> Option<usize> {
        match self.list.len() {
            0..=FEW => self.list.iter().position(|&(known, _)| known == local),
            _ => self.index.get(&local).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use cranelift_entity::EntityRef;

    use super::super::storage::{SlotId, SlotPlace};
    use super::{BoundLocals, FEW, Place};
    use crate::typed::LocalId;

    #[test]
    fn many_locals_are_found_as_few_are() {
        let place = |number: usize| Place::Slot(SlotPlace::whole(SlotId(number as u32)));
        let mut bound = BoundLocals::default();
        for count in 0..3 * FEW {
            bound.insert(LocalId::new(count), place(count));
            // Bound anew.
            bound.insert(LocalId::new(count / 2), place(1000 + count));
            for asked in 0..=count {
                let last = (0..=count).rev().find(|again| again / 2 == asked);
                let wanted = last.map_or(place(asked), |again| place(1000 + again));
                assert_eq!(bound.get(LocalId::new(asked)), Some(&wanted), "{asked} of {count}");
            }
            assert_eq!(bound.get(LocalId::new(count + 1)), None);
        }
    }
}
