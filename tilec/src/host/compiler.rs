//! The host compiler: where it is, what it is told, and its files.
//!
//! It sees what the front end of nvcc sees that compiles tile code: the macros of that compilation,
//! those of the device among them, since launches may depend on them, and the runtime's header before
//! everything else. The tile library is the compiler's own (`stdlib`). So is the runtime, unless the
//! command line names a toolkit ([`toolkit`]): none is needed. The C++ library is the host compiler's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use super::toolkit;
use lang::pp::{MacroOption, PpOptions, target_macros};

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
}

/// How many lines of a compiler's errors are shown.
const MAX_LINES: usize = 6;

/// What the command line says of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HostCompiler {
    /// `-ccbin`: a program, or the folder that has one.
    pub program: Option<String>,
    /// `-Xcompiler`
    pub options: Vec<String>,
    /// `-std`
    pub standard: String,
}

impl HostCompiler {
    /// The program to start.
    ///
    /// # Errors
    /// There is none.
    fn program(&self) -> Result<String, String> {
        let given = self.program.clone().or_else(|| std::env::var("NVCC_CCBIN").ok());
        let Some(given) = given.filter(|given| !given.is_empty()) else {
            let found = CANDIDATES.iter().find(|name| runs(name));
            return found.map(|name| (*name).to_owned()).ok_or_else(|| {
                format!(
                    "there is no host compiler: {} are not on the path; -ccbin names one",
                    CANDIDATES.join(", ")
                )
            });
        };
        let folder = Path::new(&given);
        if folder.is_dir() {
            let inside = CANDIDATES.iter().map(|name| folder.join(name));
            let found =
                inside.map(|path| path.to_string_lossy().into_owned()).find(|path| runs(path));
            return found.ok_or_else(|| format!("there is no host compiler in {given}"));
        }
        match runs(&given) {
            true => Ok(given),
            false => Err(format!("the host compiler {given} does not run")),
        }
    }

    /// The source as its preprocessor leaves it.
    ///
    /// # Errors
    /// There is no compiler, or what it says of the source.
    pub fn preprocess(
        &self,
        path: &str,
        options: &PpOptions,
        pass: Pass,
    ) -> Result<String, String> {
        let program = self.program()?;
        let folder = Folder::new()?;
        let toolkit = toolkit::of(options);
        for (place, name, text) in toolkit::own_headers(toolkit.is_some()) {
            folder.write(&format!("{}/{name}", place.folder()), text)?;
        }
        let mut command = self.command(&program);
        command.args(["-E", "-x", "c++"]);
        for (name, value) in MACROS {
            command.arg(format!("-D{name}={value}"));
        }
        for (name, value) in options.release.macros() {
            command.arg(format!("-D{name}={value}"));
        }
        let of_device =
            |name: &str| name.starts_with("__CUDA_ARCH") && name != "__CUDA_ARCH_LIST__";
        for (name, value) in target_macros(options) {
            if pass == Pass::Host && of_device(&name) {
                continue;
            }
            command.arg(format!("-D{name}={value}"));
        }
        command.arg("-I").arg(folder.path.join("first"));
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
        command.arg("-idirafter").arg(folder.path.join("last"));
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
        let output = run(&mut command, &program);
        // Where our headers are is the same for everybody and each time.
        let ours = |text: &str| {
            let own = folder.path.to_string_lossy();
            text.replace(&format!("{own}/first/"), "<tilec>/")
                .replace(&format!("{own}/last/"), "<tilec>/")
        };
        match output {
            Ok(output) => Ok(ours(&String::from_utf8_lossy(&output))),
            Err(why) => Err(ours(&why)),
        }
    }

    /// The object that it makes of preprocessed source.
    ///
    /// # Errors
    /// There is no compiler, or what it says of the source.
    pub fn compile(&self, source: &str) -> Result<Vec<u8>, String> {
        let program = self.program()?;
        let folder = Folder::new()?;
        folder.write("host.ii", source)?;
        let object = folder.path.join("host.o");
        let mut command = self.command(&program);
        // nvcc's front end decides what is an error, and it allows, as other compilers do, that a member
        // has the name of what its class used before.
        command.args(["-O0", "-g0", "-c", "-x", "c++-cpp-output", "-fpermissive"]);
        command.args(self.symbols_of(&program));
        command.arg(folder.path.join("host.ii")).arg("-o").arg(&object);
        run(&mut command, &program)?;
        fs::read(&object).map_err(|error| format!("{}: {error}", object.display()))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.args(&self.options).arg(format!("-std={}", self.standard)).arg("-w");
        // Messages in one language, and no colours in them.
        command.env("LC_ALL", "C").arg("-fno-diagnostics-color");
        command
    }

    /// Options for the symbols that nvcc gives: Clang 18 and later write in one what is declared of its
    /// template's parameters, as later versions of the ABI say.
    fn symbols_of(&self, program: &str) -> Option<String> {
        let said = crate::assemble::version(program.as_ref())?;
        let (_, version) = said.split_once("clang version ")?;
        let major: u32 = version.split('.').next()?.parse().ok()?;
        (major >= 18).then(|| "-fclang-abi-compat=17".to_owned())
    }

    /// What a result depends on besides the source and its options.
    pub fn version(&self) -> Option<String> {
        crate::assemble::version(self.program().ok()?.as_ref())
    }
}

fn runs(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Runs a compiler; what it wrote to its standard output.
fn run(command: &mut Command, program: &str) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let errors = text.lines().filter(|line| line.contains("error")).take(MAX_LINES);
    let shown: Vec<&str> = errors.collect();
    let shown = if shown.is_empty() { text.lines().take(MAX_LINES).collect() } else { shown };
    Err(format!("{program} does not compile the host code:\n{}", shown.join("\n")))
}

/// A folder of its own, which goes with it.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new() -> Result<Folder, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tilec-host.{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Folder { path })
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.path.join(name);
        let parent = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.path);
    }
}
