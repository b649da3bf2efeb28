//! The preambles that compilations of one process share, preprocessed and parsed once.
//!
//! In: a source whose first lines another one had too, with the same options. Out: its tokens, made from those of the lines, and the
//! [`Beginning`] that the rest is parsed on from.
//!
//! A preamble is made when its lines are seen for the second time: a process that compiles one program pays nothing. Few
//! preambles are kept, so the memory has a bound, and so has the work that making them takes ([`Cache`]). All that is shared is written
//! before it is shared.
//!
//! Invariant: a compilation that goes on from a preamble gives the bytes of one that does not (`tests/tests/warm.rs`).

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lang::base::{Cache, Interner, SourceLoader};
use lang::parse::{Beginning, Headers, Trees};
use lang::pp::{Paused, PpOptions, preamble_of};

use crate::preamble::{Preamble, Resumed, begins_with_directive, extent};

/// A preamble with what the parser goes on from.
pub type SharedPreamble = Preamble<Beginning>;

/// The preambles of a process, or of a part of it.
pub struct SharedPreambles {
    state: Mutex<State>,
    trees: OnceLock<Arc<Trees>>,
}

struct State {
    preambles: Cache<Arc<SharedPreamble>>,
    n_made: usize,
    n_resumed: usize,
}

impl std::fmt::Debug for SharedPreambles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} preambles", self.with(|state| state.preambles.values().count()))
    }
}

impl Default for SharedPreambles {
    fn default() -> Self {
        SharedPreambles::new()
    }
}

impl SharedPreambles {
    /// Preambles that are kept.
    pub const CAPACITY: usize = 4;

    pub const fn new() -> SharedPreambles {
        SharedPreambles {
            state: Mutex::new(State {
                preambles: Cache::new(Self::CAPACITY),
                n_made: 0,
                n_resumed: 0,
            }),
            trees: OnceLock::new(),
        }
    }

    /// How many preambles were made.
    pub fn n_made(&self) -> usize {
        self.with(|state| state.n_made)
    }

    /// How many compilations went on from a preamble.
    pub fn n_resumed(&self) -> usize {
        self.with(|state| state.n_resumed)
    }

    /// How many trees of preambles there are.
    pub fn n_trees(&self) -> usize {
        self.trees.get().map_or(0, |trees| trees.n_kept())
    }

    /// How many facts about their headers compilations have told each other.
    pub fn n_facts(&self) -> usize {
        self.trees.get().map_or(0, |trees| trees.n_facts())
    }

    /// Preprocesses a source on from a preamble, if there is one that it begins with.
    pub fn resume(
        &self,
        loader: &dyn SourceLoader,
        options: &PpOptions,
        path: &str,
    ) -> Option<(Resumed, Arc<SharedPreamble>)> {
        let text = loader.load(path)?;
        let preamble = self.find(loader, options, path, &text)?;
        let resumed = preamble.resume(loader, options, &text)?;
        self.with(|state| state.n_resumed += 1);
        Some((resumed, preamble))
    }

    fn find(
        &self,
        loader: &dyn SourceLoader,
        options: &PpOptions,
        path: &str,
        text: &str,
    ) -> Option<Arc<SharedPreamble>> {
        if !begins_with_directive(text) {
            return None;
        }
        let kept: Vec<_> = self.with(|state| state.preambles.values().cloned().collect());
        if let Some(found) = kept.into_iter().find(|kept| kept.fits(loader, options, path, text)) {
            self.with(|state| state.preambles.find(|kept| Arc::ptr_eq(kept, &found)));
            return Some(found);
        }
        let lines = preamble_of(text);
        if lines.is_empty() {
            return None;
        }
        let key = (path, lines, extent(text.len()), options.said());
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(key);
        let is_admitted = self.with(|state| {
            let is_admitted = state.preambles.admits(hash);
            state.n_made += usize::from(is_admitted);
            is_admitted
        });
        if !is_admitted {
            return None;
        }
        // Other threads do not wait for this.
        let made = Arc::new(Preamble::new(loader, options, path, text, |paused, interner| {
            let trees = self.trees.get_or_init(Arc::default);
            beginning(paused, interner, Arc::clone(trees))
        }));
        self.with(|state| state.preambles.keep(hash, Arc::clone(&made)));
        Some(made)
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn beginning(paused: &Paused, interner: &mut Interner, trees: Arc<Trees>) -> Option<Beginning> {
    let [own, foreign] = paused.headers();
    Beginning::new(paused.tokens(), interner, Headers { own, foreign }, trees)
}
