//! The programs, and what builds and runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The folder of the right programs.
pub fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/programs")
}

/// The run-time library: a build of the workspace leaves it beside the compiler, a build of this test among what it depends
/// on.
pub fn library() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_tilec")).parent().expect("it is in a folder");
    let listed = [folder.to_path_buf(), folder.join("deps")]
        .into_iter()
        .filter_map(|folder| fs::read_dir(folder).ok());
    let is_library = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("libtilecrt") && name.ends_with(".a")
    };
    let all = listed.flatten().flatten().map(|entry| entry.path()).filter(is_library);
    let newest = all.max_by_key(|path| fs::metadata(path).and_then(|it| it.modified()).ok());
    newest.expect(
        "cargo has built the run-time library, of which the compiler uses the table of functions",
    )
}

/// The same as a shared library, made once: to link it takes a tenth of the time.
pub fn shared_library() -> PathBuf {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    let make = || {
        let path = scratch("shared_library").join("libtilecrt.so");
        let mut linker = Command::new("g++");
        linker.args(["-shared", "-o"]).arg(&path).arg("-Wl,--whole-archive").arg(library());
        linker.args(["-Wl,--no-whole-archive", "-lpthread", "-ldl", "-lm"]);
        assert!(linker.status().expect("g++ starts").success());
        path
    };
    MADE.get_or_init(make).clone()
}

pub fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|it| it.status.success())
}

/// Clang as it is called here: distributions have it with the number of its release.
const CLANGS: [&str; 9] = [
    "clang++",
    "clang++-19",
    "clang++-20",
    "clang++-21",
    "clang++-22",
    "clang++-18",
    "clang++-17",
    "clang++-16",
    "clang++-15",
];

pub fn clang() -> Option<&'static str> {
    CLANGS.into_iter().find(|name| has(name))
}

/// A clang that compiles SIMT kernels for sm_90a: 19 and later.
pub fn clang_for_simt() -> Option<&'static str> {
    let release = |name: &str| {
        let output = Command::new(name).arg("-dumpversion").output().ok()?;
        text(&output.stdout).trim().split('.').next()?.parse::<u32>().ok()
    };
    CLANGS.into_iter().find(|name| release(name).is_some_and(|release| release >= 19))
}

/// A folder for what is built, empty.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("whole_programs").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

pub fn tilec(words: &[&str], folder: &Path) -> Output {
    tilec_with(&library(), words, folder)
}

/// The same with a run-time library.
pub fn tilec_with(library: &Path, words: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilec"));
    command.args(words).current_dir(folder).env("TILEC_RUNTIME", library);
    for variable in ["TILEC_CACHE", "NVCC_CCBIN", "CUDA_HOME", "CUDA_PATH"] {
        command.env_remove(variable);
    }
    command.output().expect("the compiler starts")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Writes files to a folder of their own.
pub fn files(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(name);
    files.iter().for_each(|(path, text)| fs::write(folder.join(path), text).expect("a file"));
    folder
}

/// What a program says of itself, and of what it is made.
pub struct Program {
    pub name: String,
    folder: PathBuf,
    pub sources: Vec<String>,
    output: String,
    errors: Vec<String>,
    pub options: Vec<String>,
    /// The codes of the warnings of its build.
    pub warnings: Vec<String>,
    /// The findings of the sanitizer, of a program whose mistakes are what it shows.
    pub n_findings: usize,
    exit: i32,
}

impl Program {
    /// All programs of a folder.
    pub fn all(folder: &Path) -> Vec<Program> {
        let entries = fs::read_dir(folder).expect("the folder of the programs").flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths.iter().map(|path| Program::read(path)).collect()
    }

    fn read(path: &Path) -> Program {
        let (folder, mut paths) = match path.is_dir() {
            true => {
                let files = fs::read_dir(path).expect("a folder").flatten();
                (path.to_path_buf(), files.map(|file| file.path()).collect())
            }
            false => (path.parent().unwrap_or(Path::new(".")).into(), vec![path.to_path_buf()]),
        };
        paths.sort();
        let is_source =
            |path: &&PathBuf| path.extension().is_some_and(|it| it == "cu" || it == "cpp");
        let sources: Vec<&PathBuf> = paths.iter().filter(is_source).collect();
        let texts: Vec<String> =
            sources.iter().map(|path| fs::read_to_string(path).expect("a source")).collect();
        let lines = |prefix: &'static str| {
            texts
                .iter()
                .flat_map(|text| text.lines())
                .filter_map(move |line| line.strip_prefix(prefix))
        };
        let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
        Program {
            name: name(path),
            sources: sources.iter().map(|path| name(path)).collect(),
            output: lines("//> ").map(|line| format!("{line}\n")).collect(),
            errors: lines("//! stderr: ").map(str::to_owned).collect(),
            options: lines("//! build: ")
                .flat_map(str::split_whitespace)
                .map(str::to_owned)
                .collect(),
            warnings: lines("//! warns: ")
                .flat_map(str::split_whitespace)
                .map(str::to_owned)
                .collect(),
            n_findings: lines("//! findings: ").next().map_or(0, |n| n.parse().expect("a number")),
            exit: lines("//! exit: ").next().map_or(0, |code| code.parse().expect("a number")),
            folder,
        }
    }

    /// Builds it with a host compiler.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn build(&self, compiler: &str, executable: &Path) -> Result<(), String> {
        let path = executable.to_string_lossy();
        let mut words = vec!["build", "-ccbin", compiler, "-o", &path];
        words.extend(self.options.iter().chain(&self.sources).map(String::as_str));
        let made = tilec(&words, &self.folder);
        let said = text(&made.stderr);
        match made.status.success() && warns_of(&said, &self.warnings) {
            true => Ok(()),
            false => Err(format!("the build says\n{said}")),
        }
    }

    /// Builds it with a host compiler and runs it: the executable, or what is wrong.
    pub fn check(&self, compiler: &str, built: &Path) -> Result<PathBuf, String> {
        let executable = built.join(self.name.replace('.', "_"));
        self.build(compiler, &executable)?;
        self.check_run(&mut Command::new(&executable))?;
        Ok(executable)
    }

    /// Runs it on the CPU device; what is wrong.
    pub fn check_run(&self, command: &mut Command) -> Result<(), String> {
        let done =
            command.env("TILEC_DEVICE", "cpu").output().map_err(|error| error.to_string())?;
        let (output, errors) = (text(&done.stdout), text(&done.stderr));
        let has_line = |line: &String| errors.lines().any(|said| said.starts_with(line.as_str()));
        if output != self.output || done.status.code() != Some(self.exit) {
            return Err(format!("{:?}\n{output}{errors}", done.status));
        }
        match self.errors.iter().find(|line| !has_line(line)) {
            Some(line) => Err(format!("no line `{line}` in\n{errors}")),
            None => Ok(()),
        }
    }
}

/// Whether a build says nothing but warnings with these codes, in their order.
pub fn warns_of(said: &str, codes: &[String]) -> bool {
    let starts = said.split("warning[").skip(1).filter_map(|rest| rest.split(']').next());
    starts.eq(codes.iter().map(String::as_str)) && (said.is_empty() || said.starts_with("warning["))
}
