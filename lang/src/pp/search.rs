//! The search for headers ([cpp.include] paragraphs 2 and 3).
//!
//! Order: for a quoted name the directory of the file that includes and those of `-iquote`; then
//! those of `-I`, those of `-isystem`, the headers of the compiler, those of `-idirafter`.
//!
//! A header that is missing is an error if its name is quoted. Otherwise it is a remark: host code
//! may use what does not exist here, as long as no kernel reaches it.

use crate::base::{Applicability, Diagnostic, Obstacle, Span, Text};
use crate::codes;

use super::{EMBEDDED_DIR, Preprocessor};

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
    pub is_system: bool,
    /// Where `#include_next` in it goes on.
    pub next_index: usize,
}

impl Preprocessor<'_> {
    /// Whether a header exists, for `__has_include`.
    pub(super) fn has_header(&mut self, name: &HeaderName, is_next: bool) -> bool {
        self.find_header(name, is_next).is_some()
    }

    /// Searches a header; `is_next` starts behind the directory where the current file was found.
    pub(super) fn find_header(&mut self, name: &HeaderName, is_next: bool) -> Option<Found> {
        if name.text.starts_with('/') {
            let text = self.load(&name.text)?;
            let path = name.text.clone();
            return Some(Found { path, text, is_system: false, next_index: 0 });
        }
        let mut start = if name.is_quoted { 0 } else { self.options.quote_dirs.len() };
        if let Some(frame) = self.file_frame() {
            let (id, next_index) = (frame.id, frame.next_index);
            if is_next {
                start = start.max(next_index);
            } else if name.is_quoted {
                let file = self.map.file(id);
                let is_system = file.is_system;
                let path = join(directory(&file.path), &name.text);
                if let Some(text) = self.load(&path) {
                    return Some(Found { path, text, is_system, next_index });
                }
            }
        }
        for index in start.. {
            let (dir, is_system) = self.search_dir(index)?;
            let path = join(dir, &name.text);
            if let Some(text) = self.load(&path) {
                return Some(Found { path, text, is_system, next_index: index + 1 });
            }
        }
        None
    }

    /// A directory of the search order, and whether its headers are the system's.
    fn search_dir(&self, mut index: usize) -> Option<(&str, bool)> {
        let options = self.options;
        for (dirs, is_system) in [
            (&options.quote_dirs, false),
            (&options.include_dirs, false),
            (&options.system_dirs, true),
        ] {
            match dirs.get(index) {
                Some(dir) => return Some((dir, is_system)),
                None => index -= dirs.len(),
            }
        }
        match index.checked_sub(1) {
            None => Some((EMBEDDED_DIR, true)),
            Some(after) => options.after_dirs.get(after).map(|dir| (dir.as_str(), true)),
        }
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

fn join(dir: &str, name: &str) -> String {
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
