//! The outputs: files that appear whole or not at all, standard output, standard error.
//!
//! In: a path as the user wrote it, and bytes. Out: the file, or why not; then what was there before is there still.
//! The bytes go to a new file beside the final place that is then moved there, so that parallel and interrupted builds
//! leave nothing half written behind. A link stays one: what it points at is written. Owner and permissions stay.
//! `-`, `/dev/stdout` and `/dev/stderr` are the streams themselves. Devices and FIFOs are written as they are.
//!
//! A stream that is full or closed is an error of the command, never a panic: nothing here or in the commands uses
//! `println!` and its like.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use lang::base::{Diagnostic, Span};

use crate::codes;

/// The name of standard output in messages.
const STDOUT: &str = "standard output";

/// The cursor moves to the first column, and the terminal erases the rest of the line.
const ERASE: &str = "\r\x1b[K";

/// As many links may lead to each other as Linux follows.
const MAX_LINKS: usize = 40;

/// Where a name leads.
enum Destination {
    Stdout,
    Stderr,
    /// Another stream of this process, such as `/dev/fd/3`.
    Stream(PathBuf),
    /// A file, links followed, and what is there already.
    File(PathBuf, Option<Metadata>),
    /// A device, FIFO or socket.
    Special(PathBuf),
}

/// Writes a file, or standard output for `-`.
///
/// # Errors
/// Why not, with the path.
pub fn write(path: &str, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    match path {
        "-" => print(bytes),
        _ => write_file(Path::new(path), bytes).map_err(|error| cannot_write(path, &error)),
    }
}

/// Writes a file whole, or leaves what is there.
///
/// # Errors
/// What the system says.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match destination(path)? {
        Destination::Stdout => print_bytes(bytes),
        Destination::Stderr => io::stderr().write_all(bytes),
        Destination::Stream(path) => File::options().append(true).open(path)?.write_all(bytes),
        Destination::Special(path) => File::options().write(true).open(path)?.write_all(bytes),
        Destination::File(path, None) => replace(&path, None, bytes),
        Destination::File(path, Some(found)) => {
            // A file that may not be written is not replaced either.
            let mut file = File::options().read(true).write(true).open(&path);
            if file.is_err() {
                file = File::options().write(true).open(&path);
            }
            let mut file = file?;
            match replace(&path, Some(&found), bytes) {
                // A folder that takes no new file, or an owner that a new file cannot have.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    overwrite(&mut file, bytes)
                }
                done => done,
            }
        }
    }
}

/// Follows links by hand: the last one may point at what is not there yet.
fn destination(path: &Path) -> io::Result<Destination> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        if let Some(stream) = stream(&path) {
            return Ok(stream);
        }
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => {
                let target = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(target);
            }
            Ok(found) if found.is_file() => return Ok(Destination::File(path, Some(found))),
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(_) => return Ok(Destination::Special(path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Destination::File(path, None));
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The stream of this process that a path names, before its link is followed to a file that others write too.
fn stream(path: &Path) -> Option<Destination> {
    let number = path.file_name()?.to_str()?;
    let folder = path.parent()?;
    if ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"].iter().all(|fd| folder != Path::new(fd))
    {
        return None;
    }
    Some(match number {
        "1" => Destination::Stdout,
        "2" => Destination::Stderr,
        _ => Destination::Stream(path.to_path_buf()),
    })
}

/// Makes a file beside its final place and moves it there.
fn replace(path: &Path, found: Option<&Metadata>, bytes: &[u8]) -> io::Result<()> {
    let (scratch, mut file) = scratch_beside(path)?;
    let moved = file
        .write_all(bytes)
        .and_then(|()| found.map_or(Ok(()), |found| keep_attributes(&file, found)))
        .and_then(|()| fs::rename(&scratch, path));
    if moved.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&scratch);
    }
    moved
}

/// Gives a new file the owner and the permissions of the one that it replaces.
fn keep_attributes(file: &File, found: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let made = file.metadata()?;
        if (made.uid(), made.gid()) != (found.uid(), found.gid()) {
            fchown(file, Some(found.uid()), Some(found.gid()))?;
        }
    }
    file.set_permissions(found.permissions())
}

/// Writes a file in its place. The previous contents are restored if there is no room for all of
/// it.
fn overwrite(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let mut before = Vec::new();
    io::Read::read_to_end(file, &mut before)?;
    let mut put = |bytes: &[u8]| {
        file.seek(SeekFrom::Start(0))?;
        // The old bytes keep their room until all new ones have theirs.
        file.write_all(bytes)?;
        file.set_len(bytes.len() as u64)
    };
    put(bytes).inspect_err(|_| {
        let _ = put(&before);
    })
}

/// A new file in the same folder, under a name that no other process or thread uses.
fn scratch_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let scratch = path.with_file_name(unique_name());
    let file = OpenOptions::new().write(true).create_new(true).open(&scratch)?;
    Ok((scratch, file))
}

/// A short name: that of the file itself may be as long as a name can be.
fn unique_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!(".tilec-{}-{count}.tmp", std::process::id())
}

/// A folder for the files of another program, which goes with it.
pub struct ScratchFolder(PathBuf);

impl ScratchFolder {
    /// A new folder of this process alone.
    ///
    /// # Errors
    /// It cannot be made, with its path.
    pub fn new() -> Result<ScratchFolder, String> {
        let path = std::env::temp_dir().join(unique_name());
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        match builder.create(&path) {
            Ok(()) => Ok(ScratchFolder(path)),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Writes to standard output.
///
/// # Errors
/// It is full or closed.
pub fn print(bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    print_bytes(bytes).map_err(|error| cannot_write(STDOUT, &error))
}

fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    erase_line();
    let mut stdout = io::stdout().lock();
    // What stays in the buffer would be lost without a word when the process ends.
    stdout.write_all(bytes).and_then(|()| stdout.flush())
}

fn cannot_write(path: &str, error: &io::Error) -> Box<Diagnostic> {
    let message = format!("cannot write {path}: {error}");
    Box::new(Diagnostic::new(codes::CANNOT_WRITE, Span::NONE, message))
}

/// Whether the terminal shows a line of [`show_line`].
static HAS_LINE: AtomicBool = AtomicBool::new(false);

/// Whether something that was said to the user is lost.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// Writes to standard error, in place of the line that [`show_line`] wrote. If it is full or closed, only the exit status
/// can tell the caller of the process: [`is_lost`].
pub fn say(text: &str) {
    erase_line();
    write_to_stderr(text);
}

/// Shows a line on the terminal of standard error until the next text.
pub fn show_line(line: &str) {
    write_to_stderr(&format!("{ERASE}{line}"));
    HAS_LINE.store(true, Ordering::Relaxed);
}

/// Erases the line that [`show_line`] wrote.
pub fn erase_line() {
    if HAS_LINE.swap(false, Ordering::Relaxed) {
        write_to_stderr(ERASE);
    }
}

fn write_to_stderr(text: &str) {
    if io::stderr().lock().write_all(text.as_bytes()).is_err() {
        IS_LOST.store(true, Ordering::Relaxed);
    }
}

/// Whether [`say`] has failed.
pub fn is_lost() -> bool {
    IS_LOST.load(Ordering::Relaxed)
}

/// What a file is known by, whatever its name.
#[derive(Clone, PartialEq, Eq)]
enum Identity {
    #[cfg(unix)]
    Inode(u64, u64),
    /// A file that is not there yet, or a system without inodes.
    Path(PathBuf),
}

/// The file that would be written; `None` for streams and devices, which lose nothing.
fn identity(path: &str) -> Option<Identity> {
    if path == "-" {
        return None;
    }
    match destination(Path::new(path)).ok()? {
        #[cfg(unix)]
        Destination::File(_, Some(found)) => {
            use std::os::unix::fs::MetadataExt as _;
            Some(Identity::Inode(found.dev(), found.ino()))
        }
        #[cfg(not(unix))]
        Destination::File(path, Some(_)) => fs::canonicalize(path).ok().map(Identity::Path),
        Destination::File(path, None) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(Identity::Path(folder.join(path.file_name()?)))
        }
        Destination::Stdout
        | Destination::Stderr
        | Destination::Stream(_)
        | Destination::Special(_) => None,
    }
}

/// Refuses outputs that would overwrite what the command reads, or each other, by whatever names.
///
/// # Errors
/// Both names.
pub fn check<'a>(
    outputs: impl IntoIterator<Item = &'a str>,
    inputs: impl IntoIterator<Item = &'a str> + Clone,
) -> Result<(), Box<Diagnostic>> {
    let mut seen: Vec<(Identity, &str)> = Vec::new();
    let refuse = |message: String| {
        Err(Box::new(Diagnostic::new(codes::OUTPUT_IS_INPUT, Span::NONE, message)))
    };
    for output in outputs {
        let Some(found) = identity(output) else { continue };
        let is_same = |input: &&str| identity(input).is_some_and(|input| input == found);
        if let Some(input) = inputs.clone().into_iter().find(is_same) {
            return refuse(match input == output {
                true => format!("the output {output} is an input"),
                false => format!("the output {output} is the same file as the input {input}"),
            });
        }
        if let Some((_, other)) = seen.iter().find(|(known, _)| *known == found) {
            return refuse(format!("two outputs are one file: {other} and {output}"));
        }
        seen.push((found, output));
    }
    Ok(())
}
