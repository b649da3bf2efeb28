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

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use lang::base::{Cache, Interner, SourceLoader};
use lang::parse::{Beginning, Headers};
use lang::pp::{Paused, PpOptions, preamble_of};

use crate::preamble::{Preamble, Resumed};

/// A preamble with what the parser goes on from.
pub type SharedPreamble = Preamble<Beginning>;

/// The preambles of a process, or of a part of it.
#[derive(Debug)]
pub struct SharedPreambles {
    state: Mutex<State>,
}

struct State {
    preambles: Cache<Arc<SharedPreamble>>,
    n_made: usize,
    n_resumed: usize,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} preambles", self.preambles.values().count())
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
        let fitting = || {
            let kept: Vec<_> = self.with(|state| state.preambles.values().cloned().collect());
            let found = kept.into_iter().find(|kept| kept.fits(loader, options, path, text))?;
            self.with(|state| state.preambles.find(|kept| Arc::ptr_eq(kept, &found)));
            Some(found)
        };
        if let Some(found) = fitting() {
            return Some(found);
        }
        let mut hasher = DefaultHasher::new();
        (path, preamble_of(text), options.arch.number, &options.macros).hash(&mut hasher);
        if !self.with(|state| state.preambles.admits(hasher.finish())) {
            return None;
        }
        // Other threads need not wait for this; one of two that make the same has done so for nothing.
        let made = Arc::new(Preamble::new(loader, options, path, text, beginning));
        if let Some(found) = fitting() {
            return Some(found);
        }
        self.with(|state| {
            state.n_made += 1;
            state.preambles.keep(Arc::clone(&made));
        });
        Some(made)
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn beginning(paused: &Paused, interner: &mut Interner) -> Option<Beginning> {
    let [own, foreign] = paused.headers();
    Beginning::new(paused.tokens(), interner, Headers { own, foreign })
}
