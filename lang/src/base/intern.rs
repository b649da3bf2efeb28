//! Interned strings: compared and hashed by id.

use std::borrow::Cow;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// An interned string. Order is order of first use, never alphabetical: sort by text for output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(u32);

impl Name {
    /// The index of the string in its interner, for dense tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Owns the text of all names of one compilation.
#[derive(Clone, Default)]
pub struct Interner {
    texts: IndexSet<Cow<'static, str>, FxBuildHasher>,
}

impl Interner {
    pub fn new() -> Interner {
        Interner::default()
    }

    /// An interner whose first names are `reserved`, in order: `reserved[i]` has index `i`.
    pub fn with_reserved(reserved: &[&str]) -> Interner {
        let mut interner = Interner::new();
        for text in reserved {
            interner.intern(text);
        }
        interner
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(index) = self.texts.get_index_of(text) {
            return Name(index as u32);
        }
        let (index, _) = self.texts.insert_full(Cow::Owned(text.to_owned()));
        Name(index as u32)
    }

    /// As [`intern`](Self::intern), without a copy of the text.
    pub fn intern_static(&mut self, text: &'static str) -> Name {
        let (index, _) = self.texts.insert_full(Cow::Borrowed(text));
        Name(index as u32)
    }

    /// Every name, in order of first use.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        (0..self.texts.len() as u32).map(Name)
    }

    /// The name of `text` if it is interned already.
    pub fn get(&self, text: &str) -> Option<Name> {
        self.texts.get_index_of(text).map(|index| Name(index as u32))
    }

    pub fn text(&self, name: Name) -> &str {
        self.texts.get_index(name.index()).map_or("", |text| text)
    }
}
