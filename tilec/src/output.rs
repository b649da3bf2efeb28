//! Files that appear whole or not at all, so that parallel and interrupted builds leave nothing half
//! written behind.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a file, or standard output for `-`.
///
/// # Errors
/// Why not, with the path.
pub fn write(path: &str, bytes: &[u8]) -> Result<(), String> {
    if path == "-" {
        return std::io::stdout().write_all(bytes).map_err(|error| error.to_string());
    }
    write_file(Path::new(path), bytes).map_err(|error| format!("{path}: {error}"))
}

/// Writes a file beside its final place and moves it there. What is there already and is no file,
/// such as `/dev/null`, is written to.
pub fn write_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, bytes);
    }
    let scratch = scratch_beside(path);
    let written = fs::write(&scratch, bytes).and_then(|()| fs::rename(&scratch, path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&scratch);
    }
    written
}

/// A name in the same folder that no other process or thread uses.
pub fn scratch_beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}-{count}.tmp", std::process::id()))
}
