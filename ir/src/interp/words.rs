//! The bytes of an allocation, as words.

use std::ops::Deref;
use std::sync::atomic::AtomicU64;

/// Words of the memory itself, or words that are somewhere else and stay.
#[derive(Debug)]
pub(super) enum Words {
    Own(Box<[AtomicU64]>),
    Outside(&'static [AtomicU64]),
}

impl Default for Words {
    fn default() -> Words {
        Words::Own(Box::default())
    }
}

impl From<Vec<AtomicU64>> for Words {
    fn from(words: Vec<AtomicU64>) -> Words {
        Words::Own(words.into())
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    fn deref(&self) -> &[AtomicU64] {
        match self {
            Words::Own(words) => words,
            Words::Outside(words) => words,
        }
    }
}
