//! The text in front of the first declaration of a source, read once for all sources that begin with it.
//!
//! In: a source that begins with directives, mostly of headers. Out: what its preprocessor has made behind them, for every text that
//! begins with the same lines. The caller makes more of the tokens: the tree of all for an editor
//! ([`lsp`](crate::lsp)), a [`Beginning`](lang::parse::Beginning) for compilations ([`warm`](crate::warm)).
//!
//! Invariant: what is kept is used as long as whatever it was made from is the same: the options, those lines, and the text of each file
//! that was read or looked for in vain. So a text that goes on from it is the whole text.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use lang::base::{Interner, Obstacle, SourceLoader, SourceMap};
use lang::lex::Token;
use lang::lex::token::new_interner;
use lang::pp::{Paused, PpOptions, Preprocessed, preamble_of, preprocess_preamble};

/// Of longer preambles nothing is kept, for the sake of memory: all headers of a C++ library have half as many.
const MAX_TOKENS: usize = 1 << 20;

/// Bytes by which a text may grow before the positions behind it are given out anew.
const ROOM: usize = 1 << 16;

/// The positions that a text takes, as many for nearly all its versions: what another analysis says of a place in a header is true here
/// too.
pub fn extent(text_len: usize) -> usize {
    (text_len + ROOM).next_power_of_two()
}

/// The preamble of a source, with what a caller has made of its tokens.
pub struct Preamble<T> {
    path: String,
    lines: Box<str>,
    extent: usize,
    options: PpOptions,
    /// The files that it took, and those that were not there.
    files: Vec<(String, Option<Arc<str>>)>,
    /// `None` if nothing can be gone on from.
    pub made: Option<Made<T>>,
}

pub struct Made<T> {
    map: SourceMap,
    pub interner: Interner,
    paused: Paused,
    pub of_tokens: T,
}

/// A text that was preprocessed, on from its preamble.
pub struct Resumed {
    pub map: SourceMap,
    pub interner: Interner,
    pub source: Preprocessed,
}

impl<T> Preamble<T> {
    /// The preamble of a text; `make` makes something of its tokens, or says that there is nothing to go on from.
    pub fn new(
        loader: &dyn SourceLoader,
        options: &PpOptions,
        path: &str,
        text: &str,
        make: impl FnOnce(&Paused, &mut Interner) -> Option<T>,
    ) -> Preamble<T> {
        let lines = preamble_of(text);
        let recorder = Recorder { loader, files: RefCell::default(), is_opaque: Cell::new(false) };
        let made = match lines {
            "" => None,
            lines => Made::new(&recorder, options, path, lines, extent(text.len()), make),
        };
        let made = made.filter(|_| !recorder.is_opaque.get());
        Preamble {
            path: path.to_owned(),
            lines: lines.into(),
            extent: extent(text.len()),
            options: options.clone(),
            files: recorder.files.into_inner(),
            made,
        }
    }

    /// The lines that it consists of.
    pub fn lines(&self) -> &str {
        &self.lines
    }

    /// Whether a text begins with this preamble, and nothing that it was made from has changed.
    pub fn fits(
        &self,
        loader: &dyn SourceLoader,
        options: &PpOptions,
        path: &str,
        text: &str,
    ) -> bool {
        let Some(rest) = text.strip_prefix(&*self.lines) else { return false };
        // Another directive makes a longer one.
        let may_be_longer = begins_with_directive(rest);
        self.path == path
            && text.len() <= lang::pp::MAX_FILE_BYTES
            && self.extent == extent(text.len())
            && self.options.said() == options.said()
            && !(may_be_longer && preamble_of(text).len() != self.lines.len())
            && self.files.iter().all(|(path, text)| loader.load(path) == *text)
    }

    /// Goes on with a text that it [fits](Preamble::fits).
    pub fn resume(
        &self,
        loader: &dyn SourceLoader,
        options: &PpOptions,
        text: &Arc<str>,
    ) -> Option<Resumed> {
        let made = self.made.as_ref()?;
        let (mut map, mut interner) = (made.map.clone(), made.interner.clone());
        let text = Arc::clone(text);
        let source = made.paused.resume(&mut map, &mut interner, loader, options, text)?;
        Some(Resumed { map, interner, source })
    }
}

impl<T> Preamble<T> {
    /// Takes the tokens of a text that is done with, for texts to come.
    pub fn give_back(&self, tokens: Vec<Token>) {
        if let Some(made) = &self.made {
            made.paused.give_back(tokens);
        }
    }
}

impl<T> Made<T> {
    fn new(
        loader: &dyn SourceLoader,
        options: &PpOptions,
        path: &str,
        lines: &str,
        extent: usize,
        make: impl FnOnce(&Paused, &mut Interner) -> Option<T>,
    ) -> Option<Made<T>> {
        let mut map = SourceMap::with_room(extent);
        let mut interner = new_interner();
        let paused = preprocess_preamble(&mut map, &mut interner, loader, options, path, lines)?;
        if paused.tokens().len() > MAX_TOKENS {
            return None;
        }
        let of_tokens = make(&paused, &mut interner)?;
        Some(Made { map, interner, paused, of_tokens })
    }
}

/// Whether a text begins with a directive, behind comments: only then does it have a preamble.
pub fn begins_with_directive(text: &str) -> bool {
    behind_comments(text).starts_with('#')
}

/// A text from its first character that is neither blank nor in a comment.
fn behind_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let behind = match rest.get(..2) {
            Some("//") => rest.find('\n').map(|end| &rest[end..]),
            Some("/*") => rest[2..].split_once("*/").map(|(_, behind)| behind),
            _ => return rest,
        };
        rest = behind.unwrap_or("").trim_start();
    }
}

/// A loader that remembers what was asked of it.
struct Recorder<'a> {
    loader: &'a dyn SourceLoader,
    files: RefCell<Vec<(String, Option<Arc<str>>)>>,
    /// Something was asked that is not remembered.
    is_opaque: Cell<bool>,
}

impl SourceLoader for Recorder<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let text = self.loader.load(path);
        self.files.borrow_mut().push((path.to_owned(), text.clone()));
        text
    }

    fn load_bytes(&self, path: &str) -> Option<Vec<u8>> {
        self.is_opaque.set(true);
        self.loader.load_bytes(path)
    }

    fn obstacle(&self, path: &str) -> Obstacle {
        // That nothing is there was recorded when it was loaded.
        let why = self.loader.obstacle(path);
        if !matches!(why, Obstacle::Missing) {
            self.is_opaque.set(true);
        }
        why
    }

    fn list(&self, path: &str) -> Vec<String> {
        self.is_opaque.set(true);
        self.loader.list(path)
    }
}
