//! The face to cargo: kernels compiled by a package's `build.rs`.
//!
//! In: a source file and options. Out, in `OUT_DIR`: `NAME.tir` and `NAME.ptx`, on demand
//! `NAME.cubin`, and `NAME.rs` with typed launchers over the runtime crate. Cargo is told which
//! files and variables the result depends on, also if there are errors, and each diagnostic as a
//! warning or error that begins with its place.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fmt, io};

use lang::base::{Severity, render};
use lang::pp::MacroOption;

use crate::assemble;
use crate::cli::CompileArgs;
use crate::driver::{Compiled, Stage, compile};
use crate::host::{HostCompiler, Launches};
use crate::input;
use crate::interface::{self, rust};
use crate::no_kernel;
use crate::output::{check, say, write_file};
use crate::session::{FileLoader, Session};

/// Compiles one source file for a package.
///
/// ```no_run
/// // build.rs
/// tilec::Build::new("src/kernel.cu").kernel("gemm<__half, 64, 64, 32>").compile();
/// ```
///
/// writes `kernel.tir` (for the CPU device), `kernel.ptx` and `kernel.rs` into `OUT_DIR`, and tells
/// cargo which files to watch. The program includes the last:
///
/// ```ignore
/// mod kernels {
///     tilec_runtime::include_kernels!("kernel");
/// }
///
/// let device = tilec_runtime::Device::best();
/// let kernels = kernels::Kernels::load(&device)?;
/// let a = device.array(&[1.0f32, 2.0])?;
/// let mut out = device.zeroed_array::<f32>(2)?;
/// // template <class T, int N> void scale(const T* in, T* out, T factor), as scale<float, 2>
/// kernels.scale_float_2(1, &a, &mut out, 3.0)?;
/// assert_eq!(out.to_vec(&device)?, [3.0, 6.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Build {
    source: PathBuf,
    name: Option<String>,
    kernels: Vec<String>,
    runtime: String,
    cubin: bool,
    options: CompileArgs,
}

/// Why there are no kernels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// The source has errors. Each begins with its place; the text shows the source.
    Source { short: Vec<String>, rendered: String },
    /// An option, file or program is not as it should be.
    Setup(String),
}

impl std::error::Error for BuildError {}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Source { rendered, .. } => f.write_str(rendered),
            BuildError::Setup(message) => f.write_str(message),
        }
    }
}

impl From<String> for BuildError {
    fn from(message: String) -> BuildError {
        BuildError::Setup(message)
    }
}

impl Build {
    /// Compiles `source`, a path relative to the package.
    pub fn new(source: impl AsRef<Path>) -> Build {
        Build {
            source: source.as_ref().into(),
            name: None,
            kernels: Vec::new(),
            runtime: "::tilec_runtime".into(),
            cubin: false,
            options: CompileArgs::for_target("sm_90a"),
        }
    }

    /// The stem of the output files; by default that of the source.
    pub fn name(mut self, name: &str) -> Build {
        self.name = Some(name.into());
        self
    }

    /// The target, such as `sm_80`.
    pub fn arch(mut self, arch: &str) -> Build {
        self.options.arch = Some(arch.into());
        self
    }

    /// Also compiles this specialisation of a kernel template. Those that the source instantiates
    /// and kernels that are not templates are always compiled.
    pub fn kernel(mut self, name: &str) -> Build {
        self.kernels.push(name.into());
        self
    }

    /// Adds a folder to the `#include` search.
    pub fn include(mut self, dir: &str) -> Build {
        self.options.preprocess.include.push(dir.into());
        self
    }

    /// Defines a macro: `NAME` or `NAME=VALUE`.
    pub fn define(mut self, definition: &str) -> Build {
        self.options.preprocess.macros.0.push(MacroOption::Define(definition.into()));
        self
    }

    /// Whether `a*b+c` may be fused; it may by default.
    pub fn fmad(mut self, fuse: bool) -> Build {
        self.options.fmad = fuse;
        self
    }

    /// Also writes machine code, `NAME.cubin`, through the `ptxas` that `TILEC_PTXAS` names or that
    /// is on the path.
    pub fn cubin(mut self) -> Build {
        self.cubin = true;
        self
    }

    /// What the package calls the crate `tilec-runtime` in its dependencies, if not that.
    pub fn runtime_crate(mut self, name: &str) -> Build {
        self.runtime = format!("::{}", name.replace('-', "_"));
        self
    }

    /// Compiles; on errors the build script ends after telling cargo.
    pub fn compile(&self) {
        let error = match self.try_compile() {
            Ok(()) => return,
            Err(error) => error,
        };
        match &error {
            // One line of cargo's each, and what the source looks like there once, below.
            BuildError::Source { short, .. } => {
                short.iter().for_each(|line| tell(&format!("cargo::error={line}")));
            }
            BuildError::Setup(message) => tell(&format!("cargo::error={}", first_line(message))),
        }
        say(&format!("{error}\n"));
        std::process::exit(1);
    }

    /// Compiles.
    ///
    /// # Errors
    /// The diagnostics, or why the outputs cannot be written.
    pub fn try_compile(&self) -> Result<(), BuildError> {
        let launches = Launches::Required(HostCompiler::new(&self.options));
        let session = Session::new(&self.options, &self.kernels)?.with_launches(launches);
        let source = self.source.to_string_lossy();
        let mut compiled = compile(&session, &FileLoader, &source, Stage::Ptx);
        no_kernel::refuse(&mut compiled, &session, &source);
        // A source that cannot be read is not a dependency of itself.
        let files = compiled.dependencies.iter().map(|file| &*file.path);
        for path in std::iter::once(&*source).chain(files.filter(|path| *path != source)) {
            tell(&format!("cargo::rerun-if-changed={path}"));
        }
        report(&compiled)?;
        let out = env::var("OUT_DIR").map_err(|_| "OUT_DIR is not set".to_owned())?;
        let stem = self.source.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = self.name.clone().or(stem).unwrap_or_default();
        let path = |extension: &str| Path::new(&out).join(format!("{name}.{extension}"));
        let outputs =
            ["tir", "ptx", "cubin", "rs"].map(|extension| path(extension).display().to_string());
        let inputs = compiled.dependencies.iter().map(|file| &*file.path).chain([&*source]);
        check(outputs.iter().map(String::as_str), inputs).map_err(|found| found.message)?;
        let write = |extension: &str, bytes: &[u8]| {
            let path = path(extension);
            // Cargo rebuilds what includes a file that is newer, so that one without news stays.
            if input::read(&path).is_ok_and(|found| found == bytes) {
                return Ok(());
            }
            write_file(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
        };
        let (arch, ptx) = (session.target.name, compiled.ptx.as_deref().unwrap_or_default());
        write("tir", compiled.tir_text().as_bytes())?;
        write("ptx", ptx.as_bytes())?;
        if self.cubin {
            tell("cargo::rerun-if-env-changed=TILEC_PTXAS");
            write("cubin", &assemble::cubin(arch, ptx, &[])?)?;
        }
        if source.ends_with(".tir") || source.ends_with(".tilebc") {
            return Ok(());
        }
        let names = rust::Names { source: &source, stem: &name, arch, runtime: &self.runtime };
        write("rs", rust::launchers(names, &interface::kernels(&compiled)?).as_bytes())?;
        Ok(())
    }
}

/// Tells cargo of warnings, and the caller of errors.
fn report(compiled: &Compiled) -> Result<(), BuildError> {
    let (mut short, mut rendered) = (Vec::new(), String::new());
    for diagnostic in compiled.diagnostics.iter() {
        let line = || first_line(&render::short(&compiled.map, diagnostic)).to_owned();
        match diagnostic.severity {
            Severity::Error | Severity::Bug => {
                short.push(line());
                rendered += &render::human(&compiled.map, diagnostic, render::Colors::Off);
            }
            Severity::Warning if compiled.map.in_system_file(diagnostic.primary.span.lo) => {}
            Severity::Warning => tell(&format!("cargo::warning={}", line())),
            Severity::Remark => {}
        }
    }
    if short.is_empty() { Ok(()) } else { Err(BuildError::Source { short, rendered }) }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// A line to cargo. One that is gone reads no more of them, and this is about to end.
fn tell(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
