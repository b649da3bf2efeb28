//! Facts about the beginning that several units share, for the units to come.
//!
//! Each fact is a list of numbers, which says to the stage that adds it what holds. So many are kept; others are not added.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashSet;

/// Facts, which threads add and ask for.
#[derive(Debug, Default)]
pub struct Facts {
    known: Mutex<FxHashSet<Box<[u32]>>>,
}

impl Facts {
    /// Facts that are kept: a program adds about a hundred.
    pub const CAPACITY: usize = 4096;

    /// The longest fact that is kept.
    pub const LONGEST: usize = 256;

    pub fn has(&self, fact: &[u32]) -> bool {
        self.known().contains(fact)
    }

    pub fn extend(&self, facts: impl IntoIterator<Item = Box<[u32]>>) {
        let mut known = self.known();
        for fact in facts {
            if known.len() < Self::CAPACITY && fact.len() <= Self::LONGEST {
                known.insert(fact);
            }
        }
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.known().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn known(&self) -> MutexGuard<'_, FxHashSet<Box<[u32]>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
