//! The compiler's own headers and the pages about its errors as files, so that an editor can open
//! them.
//!
//! They are written when the editor opens them, into a folder that is named after what they say:
//! two versions of the compiler do not overwrite each other's.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};

use lang::pp::EMBEDDED_DIR;
use lsp_types::Uri;

use super::uri;
use crate::explain;

/// Where the files go.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
        let cache = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
        // Its keys are fixed: the same headers have the same name in every run.
        let mut hasher = DefaultHasher::new();
        stdlib::HEADERS.hash(&mut hasher);
        cache.unwrap_or_else(env::temp_dir).join(format!("tilec/lsp-{:016x}", hasher.finish()))
    })
}

/// The file that shows `text` under `name`; `None` if it cannot be written.
fn file(name: &str, text: &str) -> Option<Uri> {
    let path = folder().join(name);
    let is_there = fs::metadata(&path).is_ok_and(|file| file.len() == text.len() as u64);
    if !is_there {
        fs::create_dir_all(path.parent()?).ok()?;
        // A reader never sees half of a file.
        let part = path.with_extension(format!("{}.part", std::process::id()));
        fs::write(&part, text).ok()?;
        fs::rename(&part, &path).ok()?;
    }
    uri::from_path(path.to_str()?)
}

/// The URI of a source of a compilation, which may be a header of the compiler.
pub fn uri_of(path: &str) -> Option<Uri> {
    match path.strip_prefix(EMBEDDED_DIR) {
        Some(name) => {
            let name = name.trim_start_matches('/');
            let (_, text) = stdlib::HEADERS.iter().find(|(known, _)| *known == name)?;
            file(&format!("include/{name}"), text)
        }
        None => uri::from_path(&uri::normalize(path)),
    }
}

/// The path that the compiler knows a file by: for one that [`uri_of`] wrote, that of the header.
pub fn path_of(uri: &Uri) -> String {
    let path = uri::to_path(uri);
    let ours = folder().join("include");
    match ours.to_str().and_then(|ours| path.strip_prefix(ours)) {
        Some(name) => format!("{EMBEDDED_DIR}{name}"),
        None => path,
    }
}

/// The page about an error.
pub fn page(code: &str) -> Option<Uri> {
    file(&format!("errors/{code}.md"), explain::page(code)?)
}
