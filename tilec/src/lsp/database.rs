//! `compile_commands.json`: the flags that a build system compiles a file with.
//!
//! Of a command only that counts which changes what the source means: where headers are, what is
//! defined, the target. A file that the database does not have, as a header, takes the flags of the
//! file that is nearest to it.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, mem};

use serde::Deserialize;

use super::uri::normalize;
use crate::{cli, input, project};

const FILE_NAME: &str = "compile_commands.json";

/// An entry of the database.
#[derive(Clone, Debug, Deserialize)]
struct Entry {
    directory: String,
    file: String,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// What a command says about the meaning of its source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Command {
    pub flags: Vec<String>,
    /// `--kernel`: specialisations to compile besides those in the source.
    pub kernels: Vec<String>,
}

/// Databases that were read, with when they were written.
#[derive(Default)]
pub struct Databases {
    known: Vec<Known>,
}

struct Known {
    path: PathBuf,
    written: Option<SystemTime>,
    entries: Vec<Entry>,
}

impl Databases {
    /// The command of a source; an empty one if no database is near.
    pub fn command(&mut self, source: &str) -> Command {
        let source = Path::new(source);
        let nested = format!("build/{FILE_NAME}");
        let found = project::find(source, FILE_NAME).or_else(|| project::find(source, &nested));
        let Some(path) = found else { return Command::default() };
        let entries = self.entries(path);
        let source = source.to_string_lossy();
        let near = entries.iter().max_by_key(|entry| {
            let file = entry.file();
            (file == source, file.bytes().zip(source.bytes()).take_while(|(a, b)| a == b).count())
        });
        near.map(Entry::command).unwrap_or_default()
    }

    fn entries(&mut self, path: PathBuf) -> &[Entry] {
        let written = fs::metadata(&path).and_then(|file| file.modified()).ok();
        let index = self.known.iter().position(|known| known.path == path).unwrap_or_else(|| {
            self.known.push(Known { path, written: None, entries: Vec::new() });
            self.known.len() - 1
        });
        let known = &mut self.known[index];
        if known.written != written || written.is_none() {
            let text = input::read_text(&known.path).unwrap_or_default();
            // One that is being written is read again when it is done.
            known.entries = serde_json::from_str(&text).unwrap_or_default();
            known.written = written;
        }
        &known.entries
    }
}

/// Flags with a value that is a folder or file, and those with another value. The value is the
/// next word or, but for those with a dash too much for that, the rest of the word.
const PATHS: &[&str] = &["-isystem", "-iquote", "-idirafter", "-include", "-I"];
const VALUES: &[&str] = &["-D", "-U"];
const KERNELS: &[&str] = &["--kernel"];
/// The host compiler and its options, and what they are called here.
const HOST: &[(&str, &str)] = &[
    ("--compiler-bindir", "--compiler-bindir"),
    ("-ccbin", "--compiler-bindir"),
    ("--compiler-options", "--compiler-options"),
    ("-Xcompiler", "--compiler-options"),
];
const TARGETS: &[&str] = &["--gpu-architecture", "-arch", "--arch"];

impl Entry {
    fn file(&self) -> String {
        normalize(&Path::new(&self.directory).join(&self.file).to_string_lossy())
    }

    fn command(&self) -> Command {
        let words = match (&self.arguments, &self.command) {
            (Some(arguments), _) => arguments.clone(),
            (None, Some(command)) => split(command),
            (None, None) => Vec::new(),
        };
        let Command { mut flags, mut kernels } = Command::default();
        let mut words = words.into_iter().peekable();
        while let Some(word) = words.next() {
            let starts =
                |list: &[&'static str]| list.iter().copied().find(|flag| word.starts_with(flag));
            if let Some(flag) = starts(PATHS) {
                let value = value(&word, flag, &mut words);
                let path = normalize(&Path::new(&self.directory).join(value).to_string_lossy());
                flags.extend([flag.to_owned(), path]);
            } else if let Some(flag) = starts(VALUES) {
                let value = value(&word, flag, &mut words);
                flags.push(format!("{flag}{value}"));
            } else if let Some(flag) = starts(TARGETS) {
                let value = value(&word, flag, &mut words);
                flags.push(format!("--arch={}", value.trim_start_matches('=')));
            } else if let Some((flag, ours)) = HOST.iter().find(|(flag, _)| word.starts_with(flag))
            {
                let value = value(&word, flag, &mut words);
                flags.push(format!("{ours}={}", value.trim_start_matches('=')));
            } else if let Some(needs_value) = cli::defines_macros(&word) {
                let value = words.next_if(|_| needs_value);
                flags.push(value.map_or(word.clone(), |value| format!("{word}={value}")));
            } else if let Some(flag) = starts(KERNELS) {
                let value = value(&word, flag, &mut words);
                kernels.push(value.trim_start_matches('=').to_owned());
            }
        }
        Command { flags, kernels }
    }
}

fn value(word: &str, flag: &str, rest: &mut impl Iterator<Item = String>) -> String {
    match word.strip_prefix(flag) {
        Some("") | None => rest.next().unwrap_or_default(),
        Some(value) => value.to_owned(),
    }
}

/// The words of a command as a shell sees them.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut quote, mut is_word) = (None, false);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (None, '\'' | '"') => (quote, is_word) = (Some(c), true),
            (None | Some('"'), '\\') => {
                word.extend(chars.next());
                is_word = true;
            }
            (None, c) if c.is_whitespace() => {
                if mem::take(&mut is_word) {
                    words.push(mem::take(&mut word));
                }
            }
            (_, c) => {
                word.push(c);
                is_word = true;
            }
        }
    }
    if is_word {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_by_a_shell() {
        assert_eq!(
            split(r#"nvcc  -D"A=\"x y\"" '-I a' b\ c """#),
            ["nvcc", r#"-DA="x y""#, "-I a", "b c", ""]
        );
    }

    #[test]
    fn flags_that_matter_are_kept_with_their_folders() {
        let entry = Entry {
            directory: "/p/build".into(),
            file: "../k.cu".into(),
            command: Some(
                "nvcc -O3 -I../inc -isystem /sys -DN=4 -D M -Xcompiler -Wall -rdc true -G -ccbin=g++-12 -arch=sm_80 '--kernel=f<int, 4>' -c ../k.cu"
                    .into(),
            ),
            arguments: None,
        };
        assert_eq!(entry.file(), "/p/k.cu");
        let Command { flags, kernels } = entry.command();
        assert_eq!(kernels, ["f<int, 4>"]);
        let host = ["--compiler-options=-Wall", "-rdc=true", "-G", "--compiler-bindir=g++-12"];
        let expected = ["-I", "/p/inc", "-isystem", "/sys", "-DN=4", "-DM"];
        assert_eq!(flags, [&expected[..], &host, &["--arch=sm_80"]].concat());
    }
}
