//! Sources: the one door to files, and the map from positions back to them.
//!
//! The map is a list of entries sorted by their base position. An entry is a file's text or one
//! macro expansion: a run of bytes that was spelled in one place (the macro's body or an
//! argument) and appeared in another (the call site).

use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use super::presumed::LineMark;
use super::span::{Pos, Span};

/// A file of the compilation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

/// One-based line and column; the column counts characters, as editors show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineCol {
    pub line: u32,
    pub col: u32,
}

/// The only way in which the compiler reads sources.
///
/// Paths are opaque text with `/` separators; the loader decides what they mean.
pub trait SourceLoader {
    /// The text of `path`, or `None` when there is no such file.
    fn load(&self, path: &str) -> Option<Arc<str>>;

    /// Whether there is such a file.
    fn exists(&self, path: &str) -> bool {
        self.load(path).is_some()
    }

    /// The bytes of a file that is not text.
    fn load_bytes(&self, path: &str) -> Option<Vec<u8>> {
        self.load(path).map(|text| text.as_bytes().to_vec())
    }

    /// Why [`SourceLoader::load`] has no text for `path`.
    fn obstacle(&self, _path: &str) -> Obstacle {
        Obstacle::Missing
    }

    /// The names of the files in the directory `path`, for suggestions only.
    fn list(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Why a path cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// Nothing is there.
    Missing,
    Directory,
    /// Neither a regular file nor a directory: "a FIFO", "a device".
    Special(&'static str),
    /// What the system says.
    Refused(String),
}

impl Obstacle {
    /// What the user can do.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Obstacle::Special(_) => {
                Some("only regular files are read: write what it gives into a file and name that")
            }
            Obstacle::Missing | Obstacle::Directory | Obstacle::Refused(_) => None,
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Missing => write!(out, "there is no such file"),
            Obstacle::Directory => write!(out, "it is a directory"),
            Obstacle::Special(what) => write!(out, "it is {what}"),
            Obstacle::Refused(what) => write!(out, "{what}"),
        }
    }
}

/// The text of a source.
#[derive(Clone, Debug)]
pub enum Text {
    /// Part of the compiler.
    Constant(&'static str),
    Loaded(Arc<str>),
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Text::Constant(text) => text,
            Text::Loaded(text) => text,
        }
    }
}

impl From<Arc<str>> for Text {
    fn from(text: Arc<str>) -> Text {
        Text::Loaded(text)
    }
}

/// A source file with its line table.
#[derive(Clone)]
pub struct SourceFile {
    pub id: FileId,
    pub path: Arc<str>,
    pub text: Text,
    /// From `-isystem`, or a header of the compiler itself: warnings in it are not shown.
    pub is_system: bool,
    /// Whether it can be opened by its path: an argument of the command line is a text alone.
    pub is_file: bool,
    pub base: Pos,
    /// Where this file was included, or [`Span::NONE`] for the main file.
    pub included_at: Span,
    /// Where lines start, computed on first use: most headers are never shown. Copies of a map share them.
    line_starts: Arc<OnceLock<Vec<u32>>>,
    /// The `#line` directives, in order.
    pub(super) line_marks: Vec<LineMark>,
}

/// What the bytes of an expansion were in the macro call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpansionKind {
    /// Written in the macro's definition: a person should look at the call.
    Body,
    /// Written in an argument of the call: a person should look right there.
    Argument,
}

/// A run of `len` bytes that a macro put elsewhere.
#[derive(Clone)]
pub struct Expansion {
    /// The name of the macro as written.
    pub macro_name: Arc<str>,
    pub kind: ExpansionKind,
    /// Where the first byte was spelled; may itself be in an expansion.
    pub spelled_at: Pos,
    /// The macro call that it replaced part of; may itself be in an expansion.
    pub call_site: Span,
}

impl Expansion {
    /// What a person should rather look at than at `pos`, in this expansion, which starts at `base`.
    fn shown_for(&self, pos: Pos, base: Pos) -> Span {
        match self.kind {
            ExpansionKind::Body => self.call_site,
            ExpansionKind::Argument => {
                let spelled = self.spelled_at.offset(pos.0 - base.0);
                Span::new(spelled, spelled)
            }
        }
    }
}

#[derive(Clone)]
enum Entry {
    File(FileId),
    Expansion(Expansion),
}

/// Where a text begins and ends in its file ([`SourceMap::file_range`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileRange {
    file: Option<FileId>,
    first: u32,
    end: u32,
}

impl FileRange {
    /// Whether the other text lies in this one.
    pub fn covers(&self, inner: &FileRange) -> bool {
        self.file == inner.file && self.first <= inner.first && inner.end <= self.end
    }
}

/// The number of the entry that was found last: the next question is mostly about a place near by. No answer depends on it.
#[derive(Default)]
struct FoundLast(AtomicU32);

impl Clone for FoundLast {
    fn clone(&self) -> FoundLast {
        FoundLast::default()
    }
}

/// All sources of a compilation.
#[derive(Clone)]
pub struct SourceMap {
    entries: Vec<Entry>,
    /// Where each entry starts, apart from the rest so that a search touches little memory.
    bases: Vec<Pos>,
    found_last: FoundLast,
    files: Vec<SourceFile>,
    next: u32,
    /// Positions for the first file, if it has fewer bytes.
    first_extent: usize,
}

impl Default for SourceMap {
    fn default() -> Self {
        SourceMap::new()
    }
}

impl SourceMap {
    pub fn new() -> SourceMap {
        SourceMap::with_room(0)
    }

    /// A map whose first file has so many positions, whether it has as many bytes or fewer: what is
    /// added behind it lies at the same place when its text has changed.
    pub fn with_room(first_extent: usize) -> SourceMap {
        let (entries, bases, files) = (Vec::new(), Vec::new(), Vec::new());
        let found_last = FoundLast::default();
        SourceMap { entries, bases, found_last, files, next: 1, first_extent }
    }

    /// Adds a file, or returns `None` when the position space is exhausted (about 4 GiB of text).
    pub fn add_file(
        &mut self,
        path: &str,
        text: impl Into<Text>,
        is_system: bool,
        included_at: Span,
    ) -> Option<FileId> {
        let (id, text) = (FileId(self.files.len() as u32), text.into());
        let extent = if self.files.is_empty() { self.first_extent } else { 0 };
        let base = self.reserve(text.len().max(extent), Entry::File(id))?;
        self.files.push(SourceFile {
            id,
            path: Arc::from(path),
            text,
            is_system,
            is_file: true,
            base,
            included_at,
            line_starts: Arc::default(),
            line_marks: Vec::new(),
        });
        Some(id)
    }

    /// Adds the value of an option, which goes by the option's name.
    pub fn add_argument(&mut self, option: &str, value: &str) -> Option<FileId> {
        let id = self.add_file(option, Arc::<str>::from(value), false, Span::NONE)?;
        if let Some(file) = self.file_mut(id) {
            file.is_file = false;
        }
        Some(id)
    }

    /// Gives a file another text, if there is room for it in front of what was added later. Facts
    /// about the bytes that both texts begin with stay true.
    pub fn replace_text(&mut self, id: FileId, text: Text) -> bool {
        let base = self.file(id).base;
        let after = self.bases.partition_point(|known| *known <= base);
        let end = self.bases.get(after).map_or(self.next, |next| next.0);
        if text.len() as u64 + 1 > u64::from(end - base.0) {
            return false;
        }
        if let Some(file) = self.file_mut(id) {
            file.text = text;
            file.line_starts = Arc::default();
        }
        true
    }

    /// Adds an expansion of `len` bytes and returns the position of its first byte.
    pub fn add_expansion(&mut self, expansion: Expansion, len: usize) -> Option<Pos> {
        self.reserve(len, Entry::Expansion(expansion))
    }

    fn reserve(&mut self, len: usize, entry: Entry) -> Option<Pos> {
        let base = Pos(self.next);
        // One position past the end belongs to the entry too, so that an empty span at the end of
        // a file still names that file.
        self.next = self.next.checked_add(u32::try_from(len).ok()?)?.checked_add(1)?;
        self.entries.push(entry);
        self.bases.push(base);
        Some(base)
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    pub(super) fn file_mut(&mut self, id: FileId) -> Option<&mut SourceFile> {
        self.files.get_mut(id.0 as usize)
    }

    /// Takes a file for a system header from now on: `#pragma GCC system_header`.
    pub fn mark_system(&mut self, id: FileId) {
        if let Some(file) = self.file_mut(id) {
            file.is_system = true;
        }
    }

    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    fn entry(&self, pos: Pos) -> Option<(Pos, &Entry)> {
        let is_at = |index: usize| {
            self.bases.get(index).is_some_and(|base| *base <= pos)
                && self.bases.get(index + 1).is_none_or(|next| pos < *next)
        };
        let last = self.found_last.0.load(Ordering::Relaxed) as usize;
        let index = match is_at(last) {
            true => last,
            false => {
                let found = self.bases.partition_point(|base| *base <= pos).checked_sub(1)?;
                self.found_last.0.store(found as u32, Ordering::Relaxed);
                found
            }
        };
        Some((*self.bases.get(index)?, self.entries.get(index)?))
    }

    /// The expansion that made `pos`, if a macro did.
    pub fn expansion(&self, pos: Pos) -> Option<&Expansion> {
        match self.entry(pos)?.1 {
            Entry::Expansion(expansion) => Some(expansion),
            Entry::File(_) => None,
        }
    }

    /// The file position where the bytes at `pos` were typed.
    pub fn spelling(&self, mut pos: Pos) -> Pos {
        while let Some((base, Entry::Expansion(expansion))) = self.entry(pos) {
            pos = expansion.spelled_at.offset(pos.0 - base.0);
        }
        pos
    }

    /// The expansions that made `pos`, innermost first: the macro backtrace of a diagnostic.
    pub fn backtrace(&self, pos: Pos) -> impl Iterator<Item = &Expansion> {
        std::iter::successors(self.expansion(pos), |expansion| {
            self.expansion(expansion.call_site.lo)
        })
    }

    /// The positions that belong to the same file or expansion as `pos`, as `[lo, hi]`.
    pub fn entry_range(&self, pos: Pos) -> Option<(Pos, Pos)> {
        let after = self.bases.partition_point(|base| *base <= pos);
        let lo = *self.bases.get(after.checked_sub(1)?)?;
        let end = self.bases.get(after).map_or(self.next, |base| base.0);
        Some((lo, Pos(end - 1)))
    }

    /// The span in a file that a person should look at: the outermost macro call that made the
    /// span, the argument of that call which did, or the span itself.
    pub fn resolve(&self, span: Span) -> Span {
        let lo = self.outermost(span.lo);
        let hi = self.outermost(span.hi);
        if hi.hi < lo.lo || self.file_of(lo.lo) != self.file_of(hi.hi) {
            return lo;
        }
        // `hi` of a plain span is an exclusive end, of an expansion the end of its call.
        Span::new(lo.lo, hi.hi)
    }

    /// [`SourceMap::resolve`] for one position.
    pub(super) fn resolve_pos(&self, pos: Pos) -> Pos {
        self.outermost(pos).lo
    }

    fn outermost(&self, pos: Pos) -> Span {
        let mut span = Span::new(pos, pos);
        while let Some((base, Entry::Expansion(expansion))) = self.entry(span.lo) {
            span = expansion.shown_for(span.lo, base);
        }
        span
    }

    /// Whether a text lies in another one. The expansion of a macro counts where the macro is called in the file: one end
    /// of a text may be in an expansion and the other one not.
    pub fn covers(&self, outer: Span, inner: Span) -> bool {
        let (outer, inner) = (self.file_range(outer), self.file_range(inner));
        outer.zip(inner).is_some_and(|(outer, inner)| outer.covers(&inner))
    }

    /// The part of a file that a text takes up, for a caller that compares a text with many: `covers(a, b)` is
    /// `file_range(a).covers(file_range(b))`.
    pub fn file_range(&self, span: Span) -> Option<FileRange> {
        if span.is_none() {
            return None;
        }
        let (first, end) = self.ends(span);
        Some(FileRange { file: self.file_of(span.lo), first, end })
    }

    /// Where a text begins and ends in a file.
    fn ends(&self, span: Span) -> (u32, u32) {
        let last = self.outermost(Pos(span.hi.0.saturating_sub(1).max(span.lo.0)));
        let end = if last.lo == last.hi { last.hi.0 + 1 } else { last.hi.0 };
        (self.outermost(span.lo).lo.0, end)
    }

    /// The file that owns `pos`; for a position in an expansion, the file of its outermost call.
    pub fn file_of(&self, mut pos: Pos) -> Option<FileId> {
        loop {
            match self.entry(pos)? {
                (_, Entry::File(id)) => return Some(*id),
                (base, Entry::Expansion(expansion)) => pos = expansion.shown_for(pos, base).lo,
            }
        }
    }

    /// File and byte offset of a position that lies in a file.
    pub fn file_offset(&self, pos: Pos) -> Option<(FileId, u32)> {
        match self.entry(pos)? {
            (base, Entry::File(id)) => Some((*id, pos.0 - base.0)),
            (_, Entry::Expansion(_)) => None,
        }
    }

    /// File, line and column of the place a person should look at.
    pub fn locate(&self, pos: Pos) -> Option<(FileId, LineCol)> {
        let (id, offset) = self.file_offset(self.outermost(pos).lo)?;
        Some((id, self.file(id).line_col(offset)))
    }

    /// The text of a span that lies in one file or one expansion.
    pub fn text(&self, span: Span) -> &str {
        let len = span.hi.0.saturating_sub(span.lo.0) as usize;
        let Some((id, offset)) = self.file_offset(self.spelling(span.lo)) else { return "" };
        self.file(id).text.get(offset as usize..offset as usize + len).unwrap_or("")
    }

    /// Whether `pos` is in a system header that does not come with the compiler.
    pub fn in_foreign_file(&self, pos: Pos) -> bool {
        self.file_of(pos).is_some_and(|id| self.file(id).is_foreign())
    }

    /// Whether `pos` is in a system header.
    pub fn in_system_file(&self, pos: Pos) -> bool {
        self.file_of(pos).is_some_and(|id| self.file(id).is_system)
    }
}

impl SourceFile {
    /// The position of the byte at `offset`.
    pub fn pos(&self, offset: u32) -> Pos {
        self.base.offset(offset)
    }

    /// Whether this is a system header that does not come with the compiler.
    pub fn is_foreign(&self) -> bool {
        self.is_system && !self.path.starts_with('<')
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let newlines = self.text.match_indices('\n').map(|(at, _)| at as u32 + 1);
            std::iter::once(0).chain(newlines).collect()
        })
    }

    pub fn line_col(&self, offset: u32) -> LineCol {
        let starts = self.line_starts();
        let line = starts.partition_point(|&start| start <= offset).max(1);
        let start = starts.get(line - 1).copied().unwrap_or(0);
        let before = self.text.get(start as usize..offset as usize).unwrap_or("");
        LineCol { line: line as u32, col: before.chars().count() as u32 + 1 }
    }

    /// The offset of a character by its line and column, counted from 1; `None` if the file has no such place.
    pub fn offset_of(&self, place: LineCol) -> Option<u32> {
        let start = *self.line_starts().get(place.line.checked_sub(1)? as usize)?;
        let line = self.line_text(place.line);
        let mut columns = line.char_indices().map(|(at, _)| at).chain([line.len()]);
        Some(start + columns.nth(place.col.checked_sub(1)? as usize)? as u32)
    }

    /// The text of a one-based line, without its end.
    pub fn line_text(&self, line: u32) -> &str {
        let index = line.saturating_sub(1) as usize;
        let starts = self.line_starts();
        let Some(&start) = starts.get(index) else { return "" };
        let end = starts.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        self.text.get(start as usize..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }
}
