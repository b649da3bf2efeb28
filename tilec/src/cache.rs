//! The compile cache: outputs by the content of what they are made from.
//!
//! The key is a hash of the source after preprocessing, line markers included, of all options and of
//! the compiler itself, so an entry is never out of date. An entry is a file that is moved into place
//! when it is whole and carries the hash of its contents: an entry with another hash is compiled
//! again.
//! Only what compiles without a word is kept, because a hit says nothing.
//!
//! Off unless `TILEC_CACHE` names a folder: a compilation takes a tenth of a second, so that most
//! builds are better off without cache files. It pays where `ptxas` runs, in
//! continuous integration, and where branches are switched. `TILEC_CACHE_SIZE` bounds it, in MiB.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::output::write_file;
use crate::own_program::own_code;

/// Bytes that all entries may take if the environment says nothing else.
const DEFAULT_SIZE: u64 = 512 << 20;

/// What an entry begins with; another version reads none of ours.
const MAGIC: &[u8] = b"tilec-cache 1\n";

const HASH_BYTES: usize = 32;

/// A folder with entries.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    /// Bytes, at most.
    size: u64,
}

/// What an output is made from.
#[derive(Clone)]
pub struct Key(Sha256);

impl Key {
    /// A key of this compiler.
    pub fn new() -> Key {
        let mut key = Key(Sha256::new());
        key.add(env!("CARGO_PKG_VERSION").as_bytes());
        // Two builds of one version are two compilers.
        let program = own_code().and_then(fs::metadata);
        if let Ok(program) = program {
            key.add(&program.len().to_le_bytes());
            let modified = program.modified().ok();
            let since = modified.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
            key.add(&since.map_or(0, |since| since.as_nanos()).to_le_bytes());
        }
        key
    }

    /// Adds a part. Parts do not run into each other.
    pub fn add(&mut self, part: &[u8]) {
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// The hash as text.
    pub fn name(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Another text for each build of the compiler.
pub fn identity() -> String {
    let mut name = Key::new().name();
    name.truncate(16);
    name
}

/// Where an output is or will be.
pub struct Entry<'a> {
    cache: &'a Cache,
    path: PathBuf,
}

impl Cache {
    /// The cache that the environment asks for.
    pub fn from_env() -> Option<Cache> {
        let folder = std::env::var_os("TILEC_CACHE").filter(|folder| !folder.is_empty())?;
        let size = std::env::var("TILEC_CACHE_SIZE").ok().and_then(|text| text.parse::<u64>().ok());
        let size = size.map_or(DEFAULT_SIZE, |mebibytes| mebibytes.saturating_mul(1 << 20));
        Some(Cache { folder: folder.into(), size })
    }

    /// The same, or else a folder among the user's caches: for what takes long to find out.
    pub fn of_user() -> Option<Cache> {
        let folder = |name: &str| std::env::var_os(name).filter(|folder| !folder.is_empty());
        let home = || folder("HOME").map(|home| PathBuf::from(home).join(".cache"));
        let caches = || folder("XDG_CACHE_HOME").map(PathBuf::from).or_else(home);
        let own = || Some(Cache { folder: caches()?.join("tilec"), size: DEFAULT_SIZE });
        Cache::from_env().or_else(own)
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn entry(&self, key: Key) -> Entry<'_> {
        let name = key.name();
        // Folders of some hundred files stay fast everywhere.
        Entry { cache: self, path: self.folder.join(&name[..2]).join(&name[2..]) }
    }

    /// How many entries there are and what they take.
    pub fn usage(&self) -> (usize, u64) {
        let entries = self.entries();
        (entries.len(), entries.iter().map(|(_, bytes, _)| bytes).sum())
    }

    /// The entries with their sizes and when they were last of use.
    fn entries(&self) -> Vec<(SystemTime, u64, PathBuf)> {
        let list = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
        let files = list(&self.folder).flat_map(|folder| list(&folder.path()).collect::<Vec<_>>());
        let describe = |file: fs::DirEntry| {
            let found = file.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((found.modified().ok()?, found.len(), file.path()))
        };
        files.filter_map(describe).collect()
    }

    /// Removes what was not of use for longest, until a tenth of the room is free. Others may do the
    /// same at the same time: a file that is gone already is as good.
    fn shrink(&self) {
        let mut entries = self.entries();
        let mut total: u64 = entries.iter().map(|(_, bytes, _)| bytes).sum();
        if total <= self.size {
            return;
        }
        entries.sort();
        for (_, bytes, path) in entries {
            if total <= self.size / 10 * 9 {
                break;
            }
            let _ = fs::remove_file(path);
            total -= bytes;
        }
    }
}

impl Entry<'_> {
    /// The output, if a whole one is there. One that is not is removed.
    pub fn read(&self) -> Option<Vec<u8>> {
        let found = fs::read(&self.path).ok()?;
        let contents = found.strip_prefix(MAGIC).and_then(|rest| {
            let (hash, contents) = rest.split_at_checked(HASH_BYTES)?;
            (Sha256::digest(contents)[..] == *hash).then(|| contents.to_vec())
        });
        match contents {
            // The time of the file is when it was last of use.
            Some(_) => {
                let file = fs::File::options().append(true).open(&self.path);
                let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
            }
            None => drop(fs::remove_file(&self.path)),
        }
        contents
    }

    /// Keeps an output. A cache that cannot be written to is as good as none.
    pub fn write(&self, contents: &[u8]) {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&Sha256::digest(contents));
        bytes.extend_from_slice(contents);
        if let Some(folder) = self.path.parent() {
            let _ = fs::create_dir_all(folder);
        }
        if write_file(&self.path, &bytes).is_ok() {
            self.cache.shrink();
        }
    }
}
