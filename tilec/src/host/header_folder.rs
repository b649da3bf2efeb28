//! The folder from which the host compiler reads the compiler's own headers.
//!
//! Most of these hundred files are the same for each compilation, and writing and removing them takes longer
//! than reading them. So they are kept among the user's caches, in a folder whose name is a hash of their names
//! and texts.
//!
//! Invariant: each file has been compared with the text that belongs there before the host compiler starts. A
//! file that is missing or differs is written beside its place and moved there, so that processes that do this
//! at the same time do not see a part of a file. Where nothing can be written, the headers go to a folder for
//! this compilation alone.

use std::borrow::Cow;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

use super::HostFailure;
use super::compiler::Folder;
use crate::cache::Cache;

/// What the names of kept folders begin with.
const PREFIX: &str = "headers-";
/// How many kept folders stay when another is made: those of the builds of the compiler that ran last.
const KEPT: usize = 8;

/// A file below the folder: its name there and its text.
pub struct HeaderFile {
    pub name: String,
    pub text: Cow<'static, str>,
}

/// A folder with headers.
pub enum HeaderFolder {
    /// It stays for the next compilation.
    Kept(PathBuf),
    /// It goes with the value.
    Temporary(Folder),
}

impl HeaderFolder {
    /// A folder that has these files.
    ///
    /// # Errors
    /// They cannot be written, not even among temporary files.
    pub fn provide(files: &[HeaderFile]) -> Result<HeaderFolder, HostFailure> {
        if let Some(cache) = Cache::of_user()
            && let Ok(path) = keep(cache.folder(), files)
        {
            return Ok(HeaderFolder::Kept(path));
        }
        let folder = Folder::new()?;
        for file in files {
            folder.write(&file.name, &file.text)?;
        }
        Ok(HeaderFolder::Temporary(folder))
    }

    pub fn path(&self) -> &Path {
        match self {
            HeaderFolder::Kept(path) => path,
            HeaderFolder::Temporary(folder) => &folder.path,
        }
    }
}

/// The folder of these files among the caches.
fn keep(caches: &Path, files: &[HeaderFile]) -> io::Result<PathBuf> {
    // Texts are compared below, so two with the same hash cost time and nothing else.
    let mut hash = DefaultHasher::new();
    for file in files {
        (&file.name, &file.text).hash(&mut hash);
    }
    let hash = hash.finish();
    // A relative path would name another folder in the working directory of the host compiler.
    let folder = std::path::absolute(caches)?.join(format!("{PREFIX}{hash:016x}"));
    if !folder.is_dir() {
        remove_oldest(caches);
    }
    for file in files {
        let path = folder.join(&file.name);
        if fs::read(&path).is_ok_and(|found| found == file.text.as_bytes()) {
            continue;
        }
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        replace(&path, &file.text)?;
    }
    Ok(folder)
}

/// Writes a file whole or not at all.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_extension(format!("{}-{count}.part", std::process::id()));
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The file is incomplete, and its name belongs to this process alone.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Makes room for a folder: builds of the compiler with other headers have left theirs.
fn remove_oldest(caches: &Path) {
    let entries = fs::read_dir(caches).into_iter().flatten().flatten();
    let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    let dated =
        ours.filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())));
    let mut folders: Vec<(SystemTime, PathBuf)> = dated.collect();
    folders.sort();
    let n_removed = folders.len().saturating_sub(KEPT - 1);
    for (_, folder) in folders.into_iter().take(n_removed) {
        // Another process may have removed it.
        let _ = fs::remove_dir_all(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> HeaderFile {
        HeaderFile { name: name.into(), text: Cow::Owned(text.into()) }
    }

    fn caches(name: &str) -> PathBuf {
        let path =
            std::env::temp_dir().join(format!("tilec-headers-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    #[test]
    fn files_that_were_changed_or_removed_are_written_again() {
        let caches = caches("changed");
        let files = [file("first/a.h", "int a;"), file("last/b/c.h", "int c;")];
        let path = keep(&caches, &files).expect("a folder");
        fs::write(path.join("first/a.h"), "int x;").expect("written");
        fs::remove_file(path.join("last/b/c.h")).expect("removed");
        assert_eq!(keep(&caches, &files).expect("the same folder"), path);
        assert_eq!(fs::read_to_string(path.join("first/a.h")).expect("there"), "int a;");
        assert_eq!(fs::read_to_string(path.join("last/b/c.h")).expect("there"), "int c;");
        let names = fs::read_dir(path.join("first")).expect("a folder").count();
        assert_eq!(names, 1, "a part of a file is left");
        fs::remove_dir_all(&caches).expect("removed");
    }

    #[test]
    fn other_texts_have_another_folder_and_few_folders_stay() {
        let caches = caches("few");
        let mut last = PathBuf::new();
        for number in 0..2 * KEPT {
            let path =
                keep(&caches, &[file("first/a.h", &format!("int a{number};"))]).expect("a folder");
            assert_ne!(path, last);
            last = path;
        }
        assert!(last.is_dir());
        assert_eq!(fs::read_dir(&caches).expect("a folder").count(), KEPT);
        fs::remove_dir_all(&caches).expect("removed");
    }

    #[test]
    fn caches_that_cannot_be_written_are_an_error() {
        let caches = caches("file");
        fs::write(&caches, "").expect("written");
        assert!(keep(&caches, &[file("first/a.h", "int a;")]).is_err());
        fs::remove_file(&caches).expect("removed");
    }
}
