//! Interned strings: compared and hashed by id.

use std::sync::Arc;

use rustc_hash::FxHashMap;

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
#[derive(Default)]
pub struct Interner {
    ids: FxHashMap<Arc<str>, Name>,
    texts: Vec<Arc<str>>,
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

    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.ids.get(text) {
            return name;
        }
        let name = Name(self.texts.len() as u32);
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.ids.insert(text, name);
        name
    }

    /// The name of `text` if somebody interned it already.
    pub fn get(&self, text: &str) -> Option<Name> {
        self.ids.get(text).copied()
    }

    pub fn text(&self, name: Name) -> &str {
        self.texts.get(name.index()).map_or("", |text| text)
    }
}
