//! Interned strings: compared and hashed by id.

use std::borrow::Cow;
use std::sync::Arc;

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
    /// The first names, which copies have in common.
    shared: Arc<Texts>,
    own: Texts,
}

type Texts = IndexSet<Cow<'static, str>, FxBuildHasher>;

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
        self.shared.len() + self.own.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn intern(&mut self, text: &str) -> Name {
        self.get(text).unwrap_or_else(|| self.add(Cow::Owned(text.to_owned())))
    }

    /// As [`intern`](Self::intern), without a copy of the text.
    pub fn intern_static(&mut self, text: &'static str) -> Name {
        self.get(text).unwrap_or_else(|| self.add(Cow::Borrowed(text)))
    }

    fn add(&mut self, text: Cow<'static, str>) -> Name {
        let (index, _) = self.own.insert_full(text);
        Name((self.shared.len() + index) as u32)
    }

    /// Shares all names that there are with the copies to come.
    pub fn share(&mut self) {
        if !self.own.is_empty() {
            Arc::make_mut(&mut self.shared).append(&mut self.own);
        }
    }

    /// Names at the beginning that copies have in common.
    pub fn n_shared(&self) -> usize {
        self.shared.len()
    }

    /// Every name, in order of first use.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        (0..self.len() as u32).map(Name)
    }

    /// The name of `text` if it is interned already.
    pub fn get(&self, text: &str) -> Option<Name> {
        let own = || Some(self.shared.len() + self.own.get_index_of(text)?);
        let index = self.shared.get_index_of(text).or_else(own)?;
        Some(Name(index as u32))
    }

    pub fn text(&self, name: Name) -> &str {
        let index = name.index();
        let text = match self.shared.get_index(index) {
            Some(text) => Some(text),
            None => self.own.get_index(index - self.shared.len()),
        };
        text.map_or("", |text| text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_have_the_first_names_in_common() {
        let mut first = Interner::with_reserved(&["a", "b"]);
        let c = first.intern("c");
        first.share();
        let mut second = first.clone();
        let (of_first, of_second) = (first.intern("d"), second.intern("e"));
        assert_eq!((of_first.index(), of_second.index()), (3, 3));
        assert_eq!((first.text(of_first), second.text(of_second)), ("d", "e"));
        assert_eq!((second.intern("c"), second.get("d")), (c, None));
        second.share();
        assert_eq!((second.intern_static("f").index(), second.intern("e")), (4, of_second));
        let texts: Vec<&str> = second.names().map(|name| second.text(name)).collect();
        assert_eq!(texts, ["a", "b", "c", "e", "f"]);
        assert_eq!((first.len(), first.text(Name(4))), (4, ""));
    }
}
