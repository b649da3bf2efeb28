//! The face to cargo: kernels compiled by a package's `build.rs`.

use std::path::{Path, PathBuf};
use std::{env, fs};

use lang::base::{Severity, render};
use lang::pp::MacroOption;

use crate::cli::CompileArgs;
use crate::driver::{Stage, compile};
use crate::session::{FileLoader, Session};

/// Compiles one source file for a package.
///
/// ```no_run
/// tilec::Build::new("src/kernel.cu").kernel("gemm<__half, 64, 64, 32>").compile();
/// ```
///
/// writes `kernel.tir` (for the CPU device) and `kernel.ptx` into `OUT_DIR`, and tells cargo which
/// files to watch.
#[derive(Clone, Debug)]
pub struct Build {
    source: PathBuf,
    name: Option<String>,
    kernels: Vec<String>,
    options: CompileArgs,
}

impl Build {
    /// Compiles `source`, a path relative to the package.
    pub fn new(source: impl AsRef<Path>) -> Build {
        let options = CompileArgs::for_target("sm_90a");
        Build { source: source.as_ref().into(), name: None, kernels: Vec::new(), options }
    }

    /// The stem of the output files; by default that of the source.
    pub fn name(mut self, name: &str) -> Build {
        self.name = Some(name.into());
        self
    }

    /// The target, such as `sm_80`.
    pub fn arch(mut self, arch: &str) -> Build {
        self.options.arch = arch.into();
        self
    }

    /// Also compiles this specialisation of a kernel template.
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

    /// Compiles; on errors the build script ends after showing them.
    pub fn compile(&self) {
        if let Err(message) = self.try_compile() {
            eprintln!("{message}");
            std::process::exit(1);
        }
    }

    /// Compiles.
    ///
    /// # Errors
    /// The rendered diagnostics, or why the outputs cannot be written.
    pub fn try_compile(&self) -> Result<(), String> {
        let session = Session::new(&self.options, &self.kernels)?;
        let source = self.source.to_string_lossy();
        let compiled = compile(&session, &FileLoader, &source, Stage::Ptx);
        println!("cargo::rerun-if-changed={source}");
        for dependency in &compiled.dependencies {
            println!("cargo::rerun-if-changed={}", dependency.path);
        }
        let mut errors = String::new();
        for diagnostic in compiled.diagnostics.iter() {
            match diagnostic.severity {
                Severity::Error | Severity::Bug => {
                    let colors = render::Colors::Off;
                    errors.push_str(&render::human(&compiled.map, diagnostic, colors));
                }
                Severity::Warning => {
                    let line = render::short(&compiled.map, diagnostic);
                    println!("cargo::warning={}", line.lines().next().unwrap_or_default());
                }
                Severity::Remark => {}
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let out = PathBuf::from(env::var("OUT_DIR").map_err(|_| "OUT_DIR is not set")?);
        let stem = self.source.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = self.name.clone().or(stem).unwrap_or_default();
        let write = |extension: &str, text: &str| {
            let path = out.join(format!("{name}.{extension}"));
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
        };
        write("tir", &compiled.tir_text())?;
        write("ptx", compiled.ptx.as_deref().unwrap_or_default())
    }
}
