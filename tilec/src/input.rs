//! Files that are read: regular ones alone.
//!
//! In: a path. Out: bytes, or why there are none. The read of a FIFO, a terminal or another device may wait for ever,
//! have no end or change the device, so that only regular files are opened, wherever they are
//! named: on the command line, an
//! `#include`, `--arg f32[4]=@FILE` or a project. Links are followed. `-` as a source is standard input, whatever that is.

use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use lang::base::{Diagnostic, Obstacle, Span};
use lang::pp::MAX_FILE_BYTES;

use crate::codes;

/// The input that is read from standard input.
pub const STANDARD: &str = "-";

/// The text of standard input, if that is what a path names; it is read once. Text that is not UTF-8 is
/// read as far as it is, as that of files.
pub fn standard_of(path: &str) -> Option<&'static str> {
    static TEXT: OnceLock<String> = OnceLock::new();
    let read = || {
        let mut bytes = Vec::new();
        // What cannot be read is not there.
        let _ = io::stdin().take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    };
    (path == STANDARD).then(|| TEXT.get_or_init(read).as_str())
}

/// A path that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    pub path: PathBuf,
    pub why: Obstacle,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "cannot read {}: {}", self.path.display(), self.why)
    }
}

impl From<Unreadable> for Diagnostic {
    fn from(found: Unreadable) -> Diagnostic {
        let error = Diagnostic::new(codes::CANNOT_READ, Span::NONE, found.to_string());
        match found.why.help() {
            Some(help) => error.help(help),
            None => error,
        }
    }
}

/// The code is part of the text where a message is all there is.
impl From<Unreadable> for String {
    fn from(found: Unreadable) -> String {
        let code = codes::CANNOT_READ.id;
        match found.why.help() {
            Some(help) => format!("{code}: {found}; {help}"),
            None => format!("{code}: {found}"),
        }
    }
}

/// Opens a regular file.
///
/// # Errors
/// There is none, it may not be read, or something else is there.
pub fn open(path: &Path) -> Result<File, Unreadable> {
    let fail = |why| Unreadable { path: path.to_path_buf(), why };
    // A FIFO waits in `open` already, and to open a device may do something to it.
    let found = fs::metadata(path).map_err(|error| fail(unreadable(&error)))?;
    match obstacle(&found) {
        Some(why) => Err(fail(why)),
        None => File::open(path).map_err(|error| fail(unreadable(&error))),
    }
}

/// The bytes of a regular file, at most `limit` of them.
///
/// # Errors
/// As [`open`], or it cannot be read to its end.
pub fn read_at_most(path: &Path, limit: u64) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    match open(path)?.take(limit).read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Unreadable { path: path.to_path_buf(), why: unreadable(&error) }),
    }
}

/// The bytes of a regular file.
///
/// # Errors
/// As [`read_at_most`].
pub fn read(path: impl AsRef<Path>) -> Result<Vec<u8>, Unreadable> {
    read_at_most(path.as_ref(), u64::MAX)
}

/// The text of a regular file that is UTF-8.
///
/// # Errors
/// As [`read`], or it is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, Unreadable> {
    let why = || Obstacle::Refused("it is not UTF-8".to_owned());
    String::from_utf8(read(path)?).map_err(|_| Unreadable { path: path.to_path_buf(), why: why() })
}

/// What is at a path and is not to be read; `None` for a regular file.
fn obstacle(found: &Metadata) -> Option<Obstacle> {
    let kind = found.file_type();
    if kind.is_file() {
        None
    } else if kind.is_dir() {
        Some(Obstacle::Directory)
    } else {
        Some(Obstacle::Special(special(kind)))
    }
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    if kind.is_fifo() {
        "a FIFO"
    } else if kind.is_socket() {
        "a socket"
    } else if kind.is_char_device() || kind.is_block_device() {
        "a device"
    } else {
        "not a regular file"
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> &'static str {
    "not a regular file"
}

fn unreadable(error: &io::Error) -> Obstacle {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Obstacle::Missing,
        _ => Obstacle::Refused(error.to_string()),
    }
}
