//! The preambles that compilations of one process share, preprocessed and parsed once.
//!
//! In: a source whose first lines another one had too, with the same options. Out: its tokens, made from those of the lines, and the
//! [`Beginning`] that the rest is parsed on from.
//!
//! A preamble is made when its lines are seen for the second time: a process that compiles one program pays nothing. The last few
//! preambles are kept, so the memory has a bound; all that is shared is written before it is shared.
//!
//! Invariant: a compilation that goes on from a preamble gives the bytes of one that does not (`tests/tests/warm.rs`).

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use lang::base::{Interner, SourceLoader};
use lang::parse::{Beginning, Headers};
use lang::pp::{Paused, PpOptions, preamble_of};

use crate::preamble::{Preamble, Resumed};

/// Preambles that are kept.
const MAX_KEPT: usize = 4;

/// Preambles that are remembered by their hash.
const MAX_SEEN: usize = 64;

/// A preamble with what the parser goes on from.
pub type SharedPreamble = Preamble<Beginning>;

/// The preambles of a process, or of a part of it.
#[derive(Debug)]
pub struct SharedPreambles {
    state: Mutex<State>,
}

struct State {
    /// The one that was used last is the last one.
    kept: Vec<Arc<SharedPreamble>>,
    /// Hashes of those that were seen once, in order.
    seen: Vec<u64>,
    n_resumed: usize,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} preambles", self.kept.len())
    }
}

impl Default for SharedPreambles {
    fn default() -> Self {
        SharedPreambles::new()
    }
}

impl SharedPreambles {
    pub const fn new() -> SharedPreambles {
        SharedPreambles {
            state: Mutex::new(State { kept: Vec::new(), seen: Vec::new(), n_resumed: 0 }),
        }
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
        let kept = self.with(|state| state.kept.clone());
        let fitting = kept.iter().rev().find(|kept| kept.fits(loader, options, path, text));
        if let Some(found) = fitting {
            self.with(|state| state.keep(found));
            return Some(Arc::clone(found));
        }
        let mut hasher = DefaultHasher::new();
        (path, preamble_of(text), options.arch.number, &options.macros).hash(&mut hasher);
        if !self.with(|state| state.is_known(hasher.finish())) {
            return None;
        }
        // Other threads need not wait for this; one of two that make the same has done so for nothing.
        let made = Arc::new(Preamble::new(loader, options, path, text, beginning));
        self.with(|state| state.keep(&made));
        Some(made)
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    /// Keeps a preamble as the one that was used last.
    fn keep(&mut self, preamble: &Arc<SharedPreamble>) {
        self.kept.retain(|kept| !Arc::ptr_eq(kept, preamble));
        if self.kept.len() == MAX_KEPT {
            self.kept.remove(0);
        }
        self.kept.push(Arc::clone(preamble));
    }

    /// Whether a hash was seen before; it is from now on.
    fn is_known(&mut self, hash: u64) -> bool {
        if self.seen.contains(&hash) {
            return true;
        }
        if self.seen.len() == MAX_SEEN {
            self.seen.remove(0);
        }
        self.seen.push(hash);
        false
    }
}

fn beginning(paused: &Paused, interner: &mut Interner) -> Option<Beginning> {
    let [own, foreign] = paused.headers();
    Beginning::new(paused.tokens(), interner, Headers { own, foreign })
}
