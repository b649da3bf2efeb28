//! The search for headers ([cpp.include] paragraphs 2 and 3).
//!
//! Order: for a quoted name the directory of the file that includes and those of `-iquote`; then
//! those of `-I`, those of `-isystem`, the headers of the compiler, those of the host compiler, those
//! of `-idirafter`. `world` decides what is read of each, and which of two comes first.
//!
//! A header that is missing is an error if its name is quoted. Otherwise it is a remark: host code
//! may use what does not exist here, as long as no kernel reaches it.

use std::ops::Range;

use smallvec::SmallVec;

use crate::base::{Applicability, Diagnostic, Obstacle, Span, Text};
use crate::codes;

use super::world::Origin;
use super::{EMBEDDED_DIR, Preprocessor};

/// The one place of the compiler's headers in the search order.
static OWN: [String; 1] = [String::new()];

/// A header name, as written between its quotes or angle brackets.
pub(super) struct HeaderName {
    pub text: String,
    pub is_quoted: bool,
    pub span: Span,
}

/// A header that the search found.
pub(super) struct Found {
    pub path: String,
    pub text: Text,
    pub origin: Origin,
    /// Where `#include_next` in it goes on.
    pub next_index: usize,
    /// Whether the compiler has its own of this header of the toolkit: nothing that it declares is
    /// wanted.
    pub is_replaced: bool,
}

impl Preprocessor<'_> {
    /// Whether a header exists, for `__has_include`.
    pub(super) fn has_header(&mut self, name: &HeaderName, is_next: bool) -> bool {
        let is_found = !self.find_headers(name, is_next).is_empty();
        if !is_found {
            self.result.missing.push(name.text.as_str().into());
        }
        is_found
    }

    /// Searches a header; `is_next` starts behind the directory where the current file was found.
    /// There are two, in the order in which they are read, if the compiler's own header comes before
    /// one of the system.
    pub(super) fn find_headers(
        &mut self,
        name: &HeaderName,
        is_next: bool,
    ) -> SmallVec<[Found; 2]> {
        let mut found = SmallVec::new();
        if self.file_frame().is_some_and(|file| file.origin == Origin::Embedded) {
            let own = self.find_own_header(name);
            found.extend(own.or_else(|| self.find_header(name, is_next)));
            return found;
        }
        let Some(first) = self.find_header(name, is_next) else { return found };
        match first.origin {
            Origin::Toolkit | Origin::Host => {
                found.extend(self.find_own_header(name));
                let has_own = !found.is_empty() || self.has_own_companion(name);
                let is_replaced = has_own && first.origin == Origin::Toolkit;
                found.push(Found { is_replaced, ..first });
            }
            Origin::Embedded => {
                let start = self.embedded_index() + 1;
                let hosts = start..start + self.options.host_dirs.len();
                found.push(first);
                found.extend(self.search(&name.text, hosts));
            }
            Origin::Program | Origin::Library | Origin::SystemLibrary => found.push(first),
        }
        found
    }

    /// The compiler's own header of a name.
    fn find_own_header(&mut self, name: &HeaderName) -> Option<Found> {
        // A toolkit's header names another by its place too.
        let path = join(EMBEDDED_DIR, name.text.trim_start_matches("../"));
        self.embedded_header(&path)?;
        let (text, next_index) = (self.load(&path)?, self.embedded_index() + 1);
        Some(Found { path, text, origin: Origin::Embedded, next_index, is_replaced: false })
    }

    /// Whether a header is the second half of one that the compiler has its own of: `cuda_fp16.hpp`
    /// defines what `cuda_fp16.h` declares.
    fn has_own_companion(&self, name: &HeaderName) -> bool {
        let stem = name.text.trim_start_matches("../").strip_suffix(".hpp");
        let companion = stem.map(|stem| join(EMBEDDED_DIR, &format!("{stem}.h")));
        companion.is_some_and(|path| self.embedded_header(&path).is_some())
    }

    /// The first header that a name means.
    fn find_header(&mut self, name: &HeaderName, is_next: bool) -> Option<Found> {
        if name.text.starts_with('/') {
            let text = self.load(&name.text)?;
            let path = name.text.clone();
            let origin = Origin::Program;
            return Some(Found { path, text, origin, next_index: 0, is_replaced: false });
        }
        let mut start = if name.is_quoted { 0 } else { self.options.quote_dirs.len() };
        if let Some(frame) = self.file_frame() {
            let (id, next_index, origin) = (frame.id, frame.next_index, frame.origin);
            if is_next {
                start = start.max(next_index);
            } else if name.is_quoted {
                let path = join(directory(&self.map.file(id).path), &name.text);
                if let Some(text) = self.load(&path) {
                    return Some(Found { path, text, origin, next_index, is_replaced: false });
                }
            }
        }
        self.search(&name.text, start..usize::MAX)
    }

    /// Searches a range of the search order.
    fn search(&mut self, name: &str, range: Range<usize>) -> Option<Found> {
        for index in range {
            let (dir, mut origin) = self.search_dir(index)?;
            let (path, dir) = (join(dir, name), dir.to_owned());
            if let Some(text) = self.load(&path) {
                let may_be_toolkit = matches!(origin, Origin::Library | Origin::SystemLibrary);
                if may_be_toolkit && self.options.is_host_dir(&dir) {
                    origin = Origin::Host;
                } else if may_be_toolkit && self.is_toolkit_dir(&dir) {
                    origin = Origin::Toolkit;
                }
                return Some(Found {
                    path,
                    text,
                    origin,
                    next_index: index + 1,
                    is_replaced: false,
                });
            }
        }
        None
    }

    /// The place of the compiler's headers in the search order.
    fn embedded_index(&self) -> usize {
        let options = self.options;
        options.quote_dirs.len() + options.include_dirs.len() + options.system_dirs.len()
    }

    /// A directory of the search order, and whose its headers are.
    fn search_dir(&self, index: usize) -> Option<(&str, Origin)> {
        let options = self.options;
        let mut before = 0;
        for (dirs, origin) in [
            (options.quote_dirs.as_slice(), Origin::Program),
            (&options.include_dirs, Origin::Library),
            (&options.system_dirs, Origin::SystemLibrary),
            (&OWN, Origin::Embedded),
            (&options.host_dirs, Origin::Host),
            (&options.after_dirs, Origin::SystemLibrary),
        ] {
            if let Some(dir) = dirs.get(index - before) {
                let dir = if origin == Origin::Embedded { EMBEDDED_DIR } else { dir };
                return Some((dir, origin));
            }
            before += dirs.len();
        }
        None
    }

    /// The text of a file, asked for once.
    pub(super) fn load(&mut self, path: &str) -> Option<Text> {
        if let Some(known) = self.headers.texts.get(path) {
            return known.clone();
        }
        let text = if path.starts_with(EMBEDDED_DIR) {
            let header = self.embedded_header(path);
            header.and_then(|index| Some(Text::Constant(self.options.embedded.get(index)?.1)))
        } else {
            self.loader.load(path).map(Text::Loaded)
        };
        self.headers.texts.insert(path.into(), text.clone());
        text
    }

    /// Which header of the compiler a path names.
    pub(super) fn embedded_header(&self, path: &str) -> Option<usize> {
        let inside = path.strip_prefix(EMBEDDED_DIR)?;
        let name = normalize(inside.trim_start_matches('/'));
        self.options.embedded.iter().position(|(known, _)| *known == name)
    }

    /// What is where a header was looked for and cannot be read: its path and why. A directory is not in the way of
    /// a header by its name, such as `<sys>`.
    fn obstacle(&self, name: &HeaderName) -> Option<(String, Obstacle)> {
        let paths = match name.text.starts_with('/') {
            true => vec![name.text.clone()],
            false => self.candidates(name).iter().map(|dir| join(dir, &name.text)).collect(),
        };
        let look = |path: String| match self.loader.obstacle(&path) {
            Obstacle::Missing => None,
            Obstacle::Directory if !name.is_quoted => None,
            why => Some((path, why)),
        };
        paths.into_iter().find_map(look)
    }

    /// The directories that are searched.
    fn candidates(&self, name: &HeaderName) -> Vec<&str> {
        let current = self.file_frame().filter(|_| name.is_quoted);
        let current = current.map(|frame| directory(&self.map.file(frame.id).path));
        let mut dirs: Vec<&str> = current.into_iter().collect();
        let start = if name.is_quoted { 0 } else { self.options.quote_dirs.len() };
        let searched = (start..).map_while(|index| self.search_dir(index)).map(|(dir, _)| dir);
        dirs.extend(searched);
        dirs
    }

    pub(super) fn missing_header(&mut self, name: &HeaderName) {
        let text = &name.text;
        if let Some((path, why)) = self.obstacle(name) {
            let message = format!("cannot read `{path}`: {why}");
            let error = Diagnostic::new(codes::MISSING_HEADER, name.span, message);
            self.report(match why.help() {
                Some(help) => error.help(help),
                None => error,
            });
            return;
        }
        self.result.missing.push(text.as_str().into());
        if !name.is_quoted {
            let message = format!("header <{text}> is not available");
            let mut remark = Diagnostic::new(codes::MISSING_SYSTEM_HEADER, name.span, message)
                .note("declarations that need it are only an error if a kernel uses them");
            let known = self.options.embedded.iter().map(|(known, _)| *known);
            if let Some(near) = nearest(text, known) {
                remark = remark.fix(
                    format!("include <{near}>"),
                    Applicability::Maybe,
                    name.span,
                    format!("<{near}>"),
                );
            }
            self.report(remark);
            return;
        }
        let dirs = self.candidates(name);
        // In a directory that the name itself gives, only the file may be misspelled.
        let (inner, file) = text.rsplit_once('/').map_or(("", text.as_str()), |(d, f)| (d, f));
        let mut names: Vec<String> =
            dirs.iter().flat_map(|dir| self.loader.list(&join(dir, inner))).collect();
        names.sort();
        names.dedup();
        let listed = nearest(file, names.iter().map(String::as_str)).map(|near| join(inner, near));
        let embedded = self.options.embedded.iter().map(|(known, _)| *known);
        let near = listed.or_else(|| nearest(text, embedded).map(str::to_string));
        let mut error =
            Diagnostic::new(codes::MISSING_HEADER, name.span, format!("cannot find \"{text}\""));
        error = match near {
            Some(near) => error.fix(
                format!("include \"{near}\""),
                Applicability::Maybe,
                name.span,
                format!("\"{near}\""),
            ),
            None => error.help("name its directory with `-I`"),
        };
        self.report(error);
    }
}

/// The directory part of a path, without the slash.
fn directory(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(dir, _)| if dir.is_empty() { "/" } else { dir })
}

pub(super) fn join(dir: &str, name: &str) -> String {
    let name = name.strip_prefix("./").unwrap_or(name);
    match dir {
        "" | "." => name.to_string(),
        _ if name.is_empty() => dir.to_string(),
        _ if dir.ends_with('/') => format!("{dir}{name}"),
        _ => format!("{dir}/{name}"),
    }
}

/// A path without `.` and `..`, as far as its text alone says.
pub(super) fn normalize(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for (i, part) in path.split('/').enumerate() {
        match part {
            "." => {}
            "" if i > 0 => {}
            ".." if parts.last().is_some_and(|&last| last != ".." && !last.is_empty()) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The candidate that `text` is most likely a misspelling of.
pub(super) fn nearest<'c>(
    text: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let limit = (text.chars().count() / 3).max(1);
    let near = candidates
        .into_iter()
        .filter(|candidate| candidate.len().abs_diff(text.len()) <= limit)
        .map(|candidate| (edit_distance(text, candidate), candidate));
    let (distance, candidate) = near.min_by_key(|&(distance, _)| distance)?;
    (distance <= limit).then_some(candidate)
}

/// The Levenshtein distance.
fn edit_distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.chars().count()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, b) in right.chars().enumerate() {
            let replaced = diagonal + usize::from(!a.eq_ignore_ascii_case(&b));
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.chars().count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        assert_eq!(directory("a/b/c.h"), "a/b");
        assert_eq!(directory("c.h"), "");
        assert_eq!(directory("/c.h"), "/");
        assert_eq!(join("", "x.h"), "x.h");
        assert_eq!(join("/", "x.h"), "/x.h");
        assert_eq!(join("a", "./x.h"), "a/x.h");
        assert_eq!(normalize("./a/./b/../c.h"), "a/c.h");
        assert_eq!(normalize("../../x.h"), "../../x.h");
        assert_eq!(normalize("/a//b/../x.h"), "/a/x.h");
    }

    #[test]
    fn near_names() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(nearest("cuda_tiel.h", ["cuda_tile.h", "cuda.h"]), Some("cuda_tile.h"));
        assert_eq!(nearest("vector", ["cuda_tile.h", "array"]), None);
    }
}
