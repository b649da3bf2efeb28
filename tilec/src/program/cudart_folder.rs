//! A folder in which linkers find the run-time library under the names of a toolkit's: `-lcudart_static`, `-lcudart`.
//!
//! Build systems link with these names themselves where they take tilec for nvcc. The files are scripts of the linker that name
//! the library. They are among the user's caches, in a folder for each place of the library, since configured builds keep its
//! path.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use crate::cache::Cache;

/// What the names of the folders begin with.
const PREFIX: &str = "cudart-";

/// The names of the runtime.
const RUNTIME: &[&str] = &["libcudart_static.a", "libcudart.so"];

/// The library of kernels that launch kernels, of which tile code has nothing: an archive without members.
const DEVICE_RUNTIME: (&str, &str) = ("libcudadevrt.a", "!<arch>\n");

/// The folder for a library; nothing if it cannot be written.
pub fn provide(library: &Path) -> Option<PathBuf> {
    let library = library.canonicalize().ok()?;
    let cache = Cache::of_user()?;
    let mut hasher = DefaultHasher::new();
    library.hash(&mut hasher);
    let folder = cache.folder().join(format!("{PREFIX}{:016x}", hasher.finish()));
    fs::create_dir_all(&folder).ok()?;
    let script =
        format!("/* The run-time library of tilec. */\nINPUT(\"{}\")\n", library.display());
    let files = RUNTIME.iter().map(|name| (*name, script.as_str())).chain([DEVICE_RUNTIME]);
    for (name, text) in files {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|found| found == text.as_bytes()) {
            continue;
        }
        // Other processes do not see a part of it.
        let beside = folder.join(format!("{name}.{}", std::process::id()));
        fs::write(&beside, text).and_then(|()| fs::rename(&beside, &path)).ok()?;
    }
    Some(folder)
}
