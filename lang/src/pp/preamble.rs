//! The preamble of a main file: the directives before its first declaration, and all that they
//! include. An editor compiles nearly the same text again and again; what the preamble makes is made
//! once ([`preprocess_preamble`]) and gone on from with whatever stands behind it ([`Paused::resume`]).
//!
//! Invariant: what comes out is what [`preprocess`](super::preprocess) makes of the whole text, but for
//! the positions of files. The preamble ends between two lines, outside of all
//! conditionals, so nothing of the text behind it has a say in it.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::{Diagnostics, FileId, Interner, Pos, SourceLoader, SourceMap, Text};
use crate::lex::token::new_interner;
use crate::lex::{self, ImageNames, KeywordTable, Token, TokenFlags, TokenKind};

use super::directive::Directives;
use super::expand::{FileFrame, Frame};
use super::include::Headers;
use super::macros::MacroTable;
use super::world::Origin;
use super::{Embedded, PpOptions, Preprocessed, Preprocessor, Words};

/// Tokens that stand behind those of a text: its end, and names that are asked for.
const ROOM: usize = 256;

/// Lists of tokens that are kept for texts to come.
const MOST_SPARE: usize = 2;

/// A preprocessor that has arrived behind a preamble.
#[derive(Clone)]
pub struct Paused {
    /// The bytes of the main file that it has read.
    n_read: usize,
    main: FileId,
    identity: Box<str>,
    next_index: usize,
    keywords: KeywordTable,
    words: Words,
    directives: Directives,
    macros: MacroTable,
    headers: Headers,
    literal_kinds: Vec<TokenKind>,
    counter: u32,
    n_directives: usize,
    expansion_left: usize,
    n_findings: [usize; 2],
    n_lexed: usize,
    embedded: Embedded,
    image_names: ImageNames,
    tokens: Arc<[Token]>,
    /// Lists that begin with the tokens, of texts that are done with.
    spare: Arc<Mutex<Vec<Vec<Token>>>>,
    /// All but the tokens.
    result: Preprocessed,
}

/// The lines at the beginning of a text that are its preamble. Every text that begins with them may be
/// gone on with behind them, also one whose own preamble is longer.
pub fn preamble_of(text: &str) -> &str {
    let mut interner = new_interner();
    let keywords = KeywordTable::new(&mut interner);
    let lexed = lex::lex(text, Pos(0), &keywords, &mut interner, &mut Diagnostics::new());
    let word = |index: usize| lexed.tokens.get(index).map_or("", |token| interner.text(token.name));
    let (mut depth, mut end, mut at) = (0_usize, 0, 0);
    while let Some(hash) = lexed.tokens.get(at)
        && hash.kind == TokenKind::Hash
    {
        match word(at + 1) {
            "if" | "ifdef" | "ifndef" => depth += 1,
            "endif" if depth == 0 => break,
            "endif" => depth -= 1,
            _ => {}
        }
        let rest = lexed.tokens.get(at + 1..).unwrap_or_default();
        let next = at + 1 + rest.iter().position(|token| token.starts_line()).unwrap_or(rest.len());
        let last = next.checked_sub(1).and_then(|last| lexed.tokens.get(last));
        if depth == 0
            && let Some(line_end) = last.and_then(|token| end_of_line(text, token.span.hi.0))
        {
            end = line_end;
        }
        at = next;
    }
    text.get(..end).unwrap_or("")
}

/// Where the line of a directive ends whose last token ends at a byte; `None` unless the next line is
/// one for itself, whatever it says.
fn end_of_line(text: &str, token_end: u32) -> Option<usize> {
    let rest = text.get(token_end as usize..)?;
    let line = rest.get(..rest.find('\n')?)?;
    let is_blank = line.trim().is_empty() || line.trim_start().starts_with("//");
    let goes_on = line.trim_end().ends_with(['\\', '/']);
    (is_blank && !goes_on).then_some(token_end as usize + line.len() + 1)
}

/// Preprocesses a preamble of the main file `path`; `None` if it cannot be gone on from. The map has
/// [room](SourceMap::with_room) for the text that goes on.
pub fn preprocess_preamble(
    map: &mut SourceMap,
    interner: &mut Interner,
    loader: &dyn SourceLoader,
    options: &PpOptions,
    path: &str,
    preamble: &str,
) -> Option<Paused> {
    let mut preprocessor = Preprocessor::new(map, interner, loader, options);
    preprocessor.enter_main_text(path, Text::Loaded(Arc::from(preamble)));
    // What is around a preamble is not around all of the text.
    preprocessor.headers.forget_guards();
    preprocessor.run_to_pause().then(|| preprocessor.pause(preamble.len())).flatten()
}

impl Preprocessor<'_> {
    /// Reads up to the end of the main file's text; whether everything is closed there.
    fn run_to_pause(&mut self) -> bool {
        loop {
            self.copy_plain_tokens();
            let token = self.next_expanded();
            if token.kind != TokenKind::Eof {
                self.emit(token);
            } else if self.frames.len() > 1 {
                self.leave_file();
            } else {
                let is_closed = self.conditionals.is_empty() && !self.headers.is_exhausted();
                let has_no_flags = self.pending_flags == TokenFlags::NONE && !self.after_malformed;
                return is_closed && has_no_flags && !self.result.diagnostics.has_errors();
            }
        }
    }

    fn pause(mut self, n_read: usize) -> Option<Paused> {
        let tokens = std::mem::take(&mut self.result.tokens).into();
        let Some(Frame::File(file)) = self.frames.into_iter().next() else { return None };
        Some(Paused {
            n_read,
            main: file.id,
            identity: file.identity,
            next_index: file.next_index,
            keywords: self.keywords,
            words: self.words,
            directives: self.directives,
            macros: self.macros,
            headers: self.headers,
            literal_kinds: self.literal_kinds,
            counter: self.counter,
            n_directives: self.n_directives,
            expansion_left: self.expansion_left,
            n_findings: self.n_findings,
            n_lexed: self.n_lexed,
            embedded: self.embedded,
            image_names: self.image_names,
            tokens,
            spare: Arc::default(),
            result: self.result,
        })
    }
}

impl Paused {
    /// The tokens of the preamble.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Where those of the compiler's own headers are, and those of foreign ones.
    pub fn headers(&self) -> [&[Range<u32>]; 2] {
        [&self.result.embedded, &self.result.foreign]
    }

    /// Takes the tokens of a text that went on from here and that is done with: those of the preamble are not copied for another text.
    pub fn give_back(&self, mut tokens: Vec<Token>) {
        let n_tokens = self.tokens.len();
        // The last one may have been taken away by what came behind it.
        if n_tokens == 0 || tokens.get(n_tokens - 1) != self.tokens.last() {
            return;
        }
        tokens.truncate(n_tokens);
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < MOST_SPARE {
            spare.push(tokens);
        }
    }

    /// Goes on with `text`, which begins with the preamble, in copies of the map and the interner that
    /// the preamble was preprocessed with. `None` if the text is too long for that.
    pub fn resume(
        &self,
        map: &mut SourceMap,
        interner: &mut Interner,
        loader: &dyn SourceLoader,
        options: &PpOptions,
        text: Arc<str>,
    ) -> Option<Preprocessed> {
        let whole = Arc::clone(&text);
        let rest = whole.get(self.n_read..)?;
        if !map.replace_text(self.main, Text::Loaded(text)) {
            return None;
        }
        let paused = self.clone();
        let base = map.file(self.main).pos(self.n_read as u32);
        let mut preprocessor = Preprocessor {
            keywords: paused.keywords,
            words: paused.words,
            directives: paused.directives,
            macros: paused.macros,
            headers: paused.headers,
            literal_kinds: paused.literal_kinds,
            counter: paused.counter,
            n_directives: paused.n_directives,
            expansion_left: paused.expansion_left,
            n_findings: paused.n_findings,
            embedded: paused.embedded,
            image_names: paused.image_names,
            result: paused.result,
            ..Preprocessor::new(map, interner, loader, options)
        };
        let found = &mut preprocessor.result.diagnostics;
        // A file is lexed as a whole before its first directive is read.
        let of_directives = found.split_off(paused.n_lexed);
        let keywords = &preprocessor.keywords;
        let mut lexed = lex::lex(rest, base, keywords, preprocessor.interner, found);
        found.extend(of_directives);
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut tokens = spare.unwrap_or_default();
        // Growing would move the tokens of the preamble.
        let n_new = self.tokens.len() - tokens.len() + lexed.tokens.len();
        if tokens.capacity() - tokens.len() < n_new {
            tokens.reserve(n_new + ROOM);
        }
        tokens.extend_from_slice(self.tokens.get(tokens.len()..).unwrap_or_default());
        preprocessor.result.tokens = tokens;
        preprocessor.result.docs.extend(std::mem::take(&mut lexed.docs));
        preprocessor.frames.push(Frame::File(Box::new(FileFrame {
            id: self.main,
            lexed: Arc::new(lexed),
            at: 0,
            n_outer_conditionals: 0,
            next_index: self.next_index,
            identity: self.identity.clone(),
            origin: Origin::Program,
            is_foreign: false,
            is_skimmed: false,
        })));
        preprocessor.run();
        preprocessor.result.docs.finish();
        Some(preprocessor.result)
    }
}
