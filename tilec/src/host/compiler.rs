//! The host compiler: where it is, what it is told, and its files.
//!
//! It sees what the front end of nvcc sees that compiles tile code: the macros of that compilation,
//! those of the device among them, since launches may depend on them, and the runtime's header before
//! everything else. The tile library is the compiler's own (`stdlib`). So is the runtime, unless the
//! command line names a toolkit ([`toolkit`]): none is needed. The C++ library is the host compiler's.

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use super::header_folder::{HeaderFile, HeaderFolder};
use super::process::{self, Patience};
use super::{HostFailure, HostFlags, Purpose, absent, toolkit};
use crate::cli::CompileArgs;
use lang::pp::{MacroOption, PREVIEW_SPECIFIERS, PpOptions, target_macros};

/// Tried in this order if nothing names one.
const CANDIDATES: &[&str] = &["g++", "c++", "clang++"];

/// Macros of CUDA that depend neither on the target nor on the release.
const MACROS: &[(&str, &str)] = &[
    ("__CUDACC__", "1"),
    ("__NVCC__", "1"),
    ("__CUDACC_TILE__", "1"),
    ("__CUDACC_DEVICE_ATOMIC_BUILTINS__", "1"),
    ("__NVCC_DIAG_PRAGMA_SUPPORT__", "1"),
    ("CUDA_DOUBLE_MATH_FUNCTIONS", "1"),
];

/// Which of nvcc's compilations the macros are those of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Of tile code.
    Tile,
    /// Of host code, which has none of the device's.
    Host,
    /// Of a file that is C++ without CUDA's extensions: none.
    Plain,
}

/// How an object is optimised. Which functions it has does not depend on that: stubs stay in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Not at all, which takes the least time.
    Least,
    /// As the command line says.
    Given,
}

/// How many lines of a compiler's errors are shown.
const MAX_LINES: usize = 6;

/// What is preprocessed.
#[derive(Clone, Copy)]
pub struct HostSource<'a> {
    pub path: &'a str,
    /// What the file will have when it is saved, if that is something else.
    pub text: Option<&'a str>,
    pub options: &'a PpOptions,
    pub purpose: Purpose,
}

/// What the command line says of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HostCompiler {
    /// `-ccbin`: a program, or the folder that has one.
    pub program: Option<String>,
    /// Those of `-Xcompiler` that are not the preprocessor's, and of nvcc those that it hands on.
    pub options: Vec<String>,
    /// `-stdlib`
    pub library: Option<String>,
    /// `-std`
    pub standard: String,
}

/// A host compiler that was found, and answered.
#[derive(Clone, Debug)]
pub struct HostProgram<'a> {
    pub(super) compiler: &'a HostCompiler,
    pub(super) name: String,
    /// The text that it prints of its version.
    version: String,
    pub(super) patience: Option<&'a Patience>,
}

impl HostCompiler {
    /// What the options of a command line say.
    pub fn new(args: &CompileArgs) -> HostCompiler {
        HostCompiler {
            program: args.compiler_bindir.clone(),
            options: HostFlags::read(args.host_options()).rest,
            library: args.stdlib.clone(),
            standard: args.std.clone(),
        }
    }

    /// The same with one more option.
    pub fn with_option(mut self, option: &str) -> HostCompiler {
        self.options.push(option.to_owned());
        self
    }

    /// The program to start, which is asked for its version once.
    ///
    /// # Errors
    /// There is none.
    pub fn find<'a>(
        &'a self,
        patience: Option<&'a Patience>,
    ) -> Result<HostProgram<'a>, HostFailure> {
        let asked = |name: &str| {
            let version = version(name, patience)?;
            Ok(HostProgram { compiler: self, name: name.to_owned(), version, patience })
        };
        let first = |names: Vec<String>| names.iter().find_map(|name| asked(name).ok());
        let given = self.program.clone().or_else(|| std::env::var("NVCC_CCBIN").ok());
        let Some(given) = given.filter(|given| !given.is_empty()) else {
            let names = CANDIDATES.iter().map(|name| (*name).to_owned());
            return first(names.collect()).ok_or_else(|| {
                HostFailure::Missing(format!(
                    "there is no host compiler: {} are not on the path; -ccbin names one",
                    CANDIDATES.join(", ")
                ))
            });
        };
        let folder = Path::new(&given);
        if folder.is_dir() {
            let inside =
                CANDIDATES.iter().map(|name| folder.join(name).to_string_lossy().into_owned());
            return first(inside.collect()).ok_or_else(|| {
                HostFailure::Missing(format!("there is no host compiler in {given}"))
            });
        }
        asked(&given)
            .map_err(|why: &str| HostFailure::Missing(format!("the host compiler {given} {why}")))
    }
}

impl HostProgram<'_> {
    /// The program that is started.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What a result depends on besides the source and its options.
    pub fn key(&self) -> String {
        format!("{:?} {}", self.compiler, self.version)
    }

    /// The source as its preprocessor leaves it.
    ///
    /// # Errors
    /// What the compiler says of the source.
    pub fn preprocess(&self, source: &HostSource<'_>, pass: Pass) -> Result<String, HostFailure> {
        let options = source.options;
        let document = source.text.map(|text| Document::new(source.path, text)).transpose()?;
        let path = document.as_ref().map_or(Path::new(source.path), Document::path);
        let toolkit = toolkit::of(options);
        let headers = own_headers(toolkit.is_some(), source.purpose)?;
        let mut command = self.command();
        let language = if source.purpose == Purpose::Simt { "cuda" } else { "c++" };
        command.args(["-w", "-E", "-x", language]);
        if source.purpose == Purpose::Program {
            command.arg(format!("-D{}={}", absent::MACRO, absent::ATTRIBUTE));
        }
        command.args(pass_macros(options, pass));
        command.arg("-I").arg(headers.path().join("first"));
        if source.text.is_some() {
            // Where the file would be that has this text.
            let beside = Path::new(source.path).parent().filter(|it| *it != Path::new(""));
            command.arg("-iquote").arg(beside.unwrap_or(Path::new(".")));
        }
        for (option, dirs) in [
            ("-iquote", &options.quote_dirs),
            ("-I", &options.include_dirs),
            ("-isystem", &options.system_dirs),
            ("-idirafter", &options.after_dirs),
        ] {
            for dir in dirs {
                command.arg(option).arg(dir);
            }
        }
        command.arg("-idirafter").arg(headers.path().join("last"));
        for option in &options.macros {
            command.arg(match option {
                MacroOption::Define(define) => format!("-D{define}"),
                MacroOption::Undefine(name) => format!("-U{name}"),
            });
        }
        if toolkit.is_some() {
            command.args(["-include", "tilec_toolkit.h"]);
        }
        command.args(["-include", "tilec_host.h"]);
        for header in &options.forced_includes {
            command.arg("-include").arg(header);
        }
        command.arg(path);
        let output = run(&mut command, &self.name, self.patience);
        // Where our headers are is the same for everybody and each time.
        let ours = |text: &str| {
            let own = headers.path().to_string_lossy();
            text.replace(&format!("{own}/first/"), "<tilec>/")
                .replace(&format!("{own}/last/"), "<tilec>/")
        };
        match output {
            Ok(output) => Ok(ours(&match String::from_utf8(output) {
                Ok(text) => text,
                Err(other) => String::from_utf8_lossy(other.as_bytes()).into_owned(),
            })),
            Err(why) => Err(HostFailure::Refused(ours(why.text()))),
        }
    }

    /// The object that it makes of preprocessed source.
    ///
    /// # Errors
    /// What the compiler says of the source.
    pub fn compile(&self, source: &str, level: Level) -> Result<Vec<u8>, HostFailure> {
        let folder = Folder::new()?;
        folder.write("host.ii", source)?;
        let object = folder.path.join("host.o");
        let mut command = self.command();
        if level == Level::Least {
            command.arg("-O0");
        }
        // nvcc's front end decides what is an error, and it allows, as other compilers do, that a member
        // has the name of what its class used before.
        command.args(["-w", "-g0", "-c", "-x", "c++-cpp-output", "-fpermissive"]);
        command.args(self.symbol_options());
        command.arg(folder.path.join("host.ii")).arg("-o").arg(&object);
        run(&mut command, &self.name, self.patience)?;
        fs::read(&object).map_err(|error| unreadable(&object, &error))
    }

    pub(super) fn command(&self) -> Command {
        let HostCompiler { library, options, standard, .. } = self.compiler;
        let mut command = Command::new(&self.name);
        // As nvcc has it, which ignores the option for others.
        if let Some(library) = library
            && self.clang_release().is_some_and(|release| release >= LIBRARY_RELEASE)
        {
            command.arg(format!("-stdlib={library}"));
        }
        command.args(options).arg(format!("-std={standard}"));
        // Messages in one language, and no colours in them.
        command.env("LC_ALL", "C").arg("-fno-diagnostics-color");
        command
    }

    /// Options for the symbols that nvcc gives: Clang 18 and later write in one the declarations of its
    /// template's parameters, as later versions of the ABI say.
    pub(super) fn symbol_options(&self) -> Option<String> {
        (self.clang_release()? >= 18).then(|| "-fclang-abi-compat=17".to_owned())
    }

    /// Which release of Clang it is; `None` if it is another compiler.
    fn clang_release(&self) -> Option<u32> {
        let (_, version) = self.version.split_once("clang version ")?;
        version.split('.').next()?.parse().ok()
    }
}

/// The headers of ours that the host compiler reads.
fn own_headers(has_toolkit: bool, purpose: Purpose) -> Result<HeaderFolder, HostFailure> {
    let files =
        toolkit::own_headers(has_toolkit).into_iter().map(|(place, name, text)| HeaderFile {
            name: format!("{}/{name}", place.folder()),
            text: match purpose {
                Purpose::Symbols | Purpose::Simt => Cow::Borrowed(text),
                // A toolkit's runtime has all functions.
                Purpose::Program if has_toolkit => Cow::Borrowed(text),
                Purpose::Program => Cow::Owned(absent::marked(text)),
            },
        });
    let mut files: Vec<HeaderFile> = files.collect();
    if purpose == Purpose::Simt {
        let folder = toolkit::Place::First.folder();
        files.extend(
            toolkit::PARTS_FOR_CLANG.iter().map(|part| HeaderFile {
                name: format!("{folder}/{part}"),
                text: Cow::Borrowed(""),
            }),
        );
    }
    HeaderFolder::provide(&files)
}

/// The options that define CUDA's macros for a compilation.
fn pass_macros(options: &PpOptions, pass: Pass) -> Vec<String> {
    if pass == Pass::Plain {
        return Vec::new();
    }
    let own = MACROS.iter().map(|(name, value)| format!("-D{name}={value}"));
    let release = options.release.macros().into_iter();
    let release = release.map(|(name, value)| format!("-D{name}={value}"));
    let of_device = |name: &str| name.starts_with("__CUDA_ARCH") && name != "__CUDA_ARCH_LIST__";
    let target = target_macros(options).into_iter();
    let target = target.filter(|(name, _)| pass == Pass::Tile || !of_device(name));
    // What tile code says of a function of a library means nothing to the host.
    let specifiers = PREVIEW_SPECIFIERS.iter().filter(|_| options.simt_preview);
    let specifiers = specifiers.map(|(name, _, of_host)| format!("-D{name}={of_host}"));
    let target = target.map(|(name, value)| format!("-D{name}={value}"));
    own.chain(release).chain(target).chain(specifiers).collect()
}

/// The first release of Clang for which nvcc takes `-stdlib`.
const LIBRARY_RELEASE: u32 = 22;

/// What a program says of its version.
///
/// # Errors
/// What it does instead.
fn version(program: &str, patience: Option<&Patience>) -> Result<String, &'static str> {
    match process::output(Command::new(program).arg("--version"), patience) {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Err(error) if error.kind() == ErrorKind::TimedOut => Err("does not answer"),
        Ok(_) | Err(_) => Err("does not run"),
    }
}

/// Runs a compiler; what it wrote to its standard output.
fn run(
    command: &mut Command,
    program: &str,
    patience: Option<&Patience>,
) -> Result<Vec<u8>, HostFailure> {
    let output = process::output(command, patience).map_err(|error| match error.kind() {
        ErrorKind::TimedOut => {
            HostFailure::Missing(format!("the host compiler {program} does not come to an end"))
        }
        _ => HostFailure::Refused(format!("{program}: {error}")),
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let is_shown = |line: &&str| line.contains("error") || undeduced_parameter(line).is_some();
    let errors = text.lines().filter(is_shown).take(MAX_LINES);
    let shown: Vec<&str> = errors.collect();
    let shown = if shown.is_empty() { text.lines().take(MAX_LINES).collect() } else { shown };
    let why = format!("{program} does not compile the host code:\n{}", shown.join("\n"));
    Err(HostFailure::Refused(why))
}

/// The template parameter that GCC or Clang cannot deduce, as a note of theirs says.
pub(super) fn undeduced_parameter(line: &str) -> Option<&str> {
    let phrases = ["couldn't deduce template parameter ", "couldn't infer template argument "];
    let rest = phrases.iter().find_map(|phrase| line.split_once(phrase))?.1;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = rest.trim_start_matches(|c: char| !is_name(c));
    let end = name.find(|c: char| !is_name(c)).unwrap_or(name.len());
    name.get(..end).filter(|name| !name.is_empty())
}

pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> HostFailure {
    HostFailure::Refused(format!("{}: {error}", path.display()))
}

/// A folder of its own, which goes with it.
pub(super) struct Folder {
    pub(super) path: PathBuf,
}

impl Folder {
    pub(super) fn new() -> Result<Folder, HostFailure> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tilec-host.{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).map_err(|error| unreadable(&path, &error))?;
        Ok(Folder { path })
    }

    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), HostFailure> {
        let path = self.path.join(name);
        let parent = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| unreadable(&path, &error))
    }
}

/// What a file has in an editor. The compiler takes its lines for those of the file.
struct Document(#[expect(dead_code, reason = "the folder goes with the value")] Folder, PathBuf);

impl Document {
    fn new(path: &str, text: &str) -> Result<Document, HostFailure> {
        const NAME: &str = "document.cu";
        let folder = Folder::new()?;
        let path = path.replace('\\', "\\\\").replace('"', "\\\"");
        folder.write(NAME, &format!("# 1 \"{path}\"\n{text}"))?;
        let written = folder.path.join(NAME);
        Ok(Document(folder, written))
    }

    fn path(&self) -> &Path {
        &self.1
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.path);
    }
}
