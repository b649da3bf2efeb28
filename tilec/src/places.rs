//! Places in files, as bytecode names them, and spans of the source map.
//!
//! In: the name of a file with line and column. Out: the span of the word there, in a file that is added to the map
//! when something first names it; and back. A place in a file that cannot be read has no span.

use std::collections::BTreeMap;

use ir::bytecode::Place;
use lang::base::{FileId, LineCol, SourceLoader, SourceMap, Span};

/// The place of a span: of the outermost macro call, if a macro made it.
pub(crate) fn place(map: &SourceMap, span: Span) -> Option<Place> {
    let (file, at) = map.locate(span.lo)?;
    let file = map.file(file).path.to_string();
    Some(Place { file, line: at.line, column: at.col })
}

/// The sources that bytecode names.
pub(crate) struct Places<'a> {
    map: &'a mut SourceMap,
    loader: &'a dyn SourceLoader,
    files: BTreeMap<String, Option<FileId>>,
}

/// How the names of sources end. Nothing else is opened: bytecode may name any file.
const SOURCES: &[&str] = &["cu", "cuh", "h", "hpp", "hh", "cpp", "cc", "tir", "mlir", "py", "rs"];

impl<'a> Places<'a> {
    pub(crate) fn new(map: &'a mut SourceMap, loader: &'a dyn SourceLoader) -> Places<'a> {
        Places { map, loader, files: BTreeMap::new() }
    }

    /// The line of a place, if the source is there and has it.
    pub(crate) fn line(&mut self, place: &Place) -> Option<String> {
        let file = self.file(place)?;
        let number = place.line.checked_sub(1)?;
        self.map.file(file).text.lines().nth(number as usize).map(str::to_owned)
    }

    fn file(&mut self, place: &Place) -> Option<FileId> {
        match self.files.get(&place.file) {
            Some(&file) => file,
            None => {
                let file = self.open(&place.file);
                self.files.insert(place.file.clone(), file);
                file
            }
        }
    }

    /// The word at a place, if the source is there and has it.
    pub(crate) fn span(&mut self, place: &Place) -> Option<Span> {
        let file = self.file(place)?;
        let file = self.map.file(file);
        let offset = file.offset_of(LineCol { line: place.line, col: place.column })?;
        let rest = file.text.get(offset as usize..)?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let word = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let len = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
        Some(Span::sized(file.pos(offset), len as u32))
    }

    fn open(&mut self, path: &str) -> Option<FileId> {
        let ending = path.rsplit_once('.')?.1;
        let text = SOURCES.contains(&ending).then(|| self.loader.load(path))??;
        self.map.add_file(path, text, false, Span::NONE)
    }
}
