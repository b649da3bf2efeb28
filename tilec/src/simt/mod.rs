//! SIMT kernels of a whole program: `__global__` functions, which another compiler makes PTX of.
//!
//! In: a source that has tile kernels too, and what `--simt` names. Out: PTX for each target of the program, with the kernels
//! and variables that it defines ([`ptx`]). Of the source the other compiler makes SIMT code alone: nvcc has an option for it
//! ([`nvcc`]), Clang gets stubs in the place of tile code ([`clang`]). The stubs that host code calls are those of tile
//! kernels, and the run-time library launches what they name on a GPU.

mod clang;
mod nvcc;
mod ptx;

use std::path::{Path, PathBuf};

use backend_ptx::target::Target;
use lang::base::{Diagnostic, Span};
use lang::pp::{ArchFeatures, CudaArch};

use crate::codes;
use crate::host::{HostCompiler, HostFailure, toolkit_homes};
use crate::session::Session;

pub use ptx::{Entry, SimtPtx, is_same};

/// A compiler of SIMT kernels, as `--simt` names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimtCompiler {
    pub kind: Kind,
    /// Its path, if it was named by one.
    program: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Nvcc,
    Clang,
}

/// Names of the programs that are Clang, the latest first behind the one without a number.
const CLANGS: &[&str] = &[
    "clang++",
    "clang++-22",
    "clang++-21",
    "clang++-20",
    "clang++-19",
    "clang++-18",
    "clang++-17",
    "clang++-16",
];

impl std::str::FromStr for SimtCompiler {
    type Err = String;

    /// `nvcc`, `clang`, or the path of one.
    fn from_str(text: &str) -> Result<SimtCompiler, String> {
        let path = Path::new(text);
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let kind = match () {
            () if name.starts_with("nvcc") => Kind::Nvcc,
            () if name.starts_with("clang") => Kind::Clang,
            () => return Err("expected nvcc, clang, or the path of one of these".to_owned()),
        };
        let is_word = matches!(text, "nvcc" | "clang");
        Ok(SimtCompiler { kind, program: (!is_word).then(|| path.to_path_buf()) })
    }
}

/// What is compiled.
pub struct SimtSource<'a> {
    pub path: &'a str,
    pub session: &'a Session,
    /// Whose options and headers host code has.
    pub host: &'a HostCompiler,
}

/// What a compiler made, and what it said of the source: lines of the form that GCC writes.
pub struct SimtOutput {
    pub ptx: String,
    pub said: String,
}

impl SimtCompiler {
    /// The name by which messages call it.
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Nvcc => "nvcc",
            Kind::Clang => "clang++",
        }
    }

    /// The program to start.
    ///
    /// # Errors
    /// It is nowhere.
    pub fn find(&self, first_kernel: Span) -> Result<PathBuf, Box<Diagnostic>> {
        let given = |path: &PathBuf| runs(path).then(|| path.clone());
        let found = match &self.program {
            Some(path) => given(path),
            None => self.candidates().iter().find_map(given),
        };
        found.ok_or_else(|| {
            let shown = self.program.as_deref().unwrap_or(Path::new(self.name())).display();
            let message = format!("there is no `{shown}` for SIMT kernels");
            let found = Diagnostic::new(codes::NOT_IN_PROGRAMS, first_kernel, message);
            let found = found.label("this is a SIMT kernel");
            Box::new(found.help(match self.kind {
                Kind::Nvcc => {
                    "name it, `--simt=/path/to/nvcc`, put it on the path, or its toolkit into CUDA_HOME"
                }
                Kind::Clang => "name it, `--simt=/path/to/clang++`, or put it on the path",
            }))
        })
    }

    fn candidates(&self) -> Vec<PathBuf> {
        match self.kind {
            Kind::Clang => CLANGS.iter().map(PathBuf::from).collect(),
            Kind::Nvcc => {
                let named = toolkit_homes().map(|home| home.join("bin/nvcc"));
                [PathBuf::from("nvcc")].into_iter().chain(named).collect()
            }
        }
    }

    /// The PTX of a source's SIMT kernels for the target of its session.
    ///
    /// # Errors
    /// What the compiler says of the source.
    pub fn compile(
        &self,
        program: &Path,
        source: &SimtSource<'_>,
    ) -> Result<SimtOutput, HostFailure> {
        match self.kind {
            Kind::Nvcc => nvcc::compile(program, source),
            Kind::Clang => clang::compile(program, source),
        }
    }
}

fn runs(program: &Path) -> bool {
    let output = std::process::Command::new(program).arg("--version").output();
    output.is_ok_and(|output| output.status.success())
}

/// The target that the PTX is for.
///
/// # Errors
/// There is none of that name.
pub fn target(session: &Session) -> Result<Target, String> {
    let name = format!("compute_{}", target_number(session));
    Target::named(&name).ok_or_else(|| format!("{name}: unknown target"))
}

/// The virtual target of a session as `compute_90a` and `sm_90a` have it: its macros are those of the name as written.
fn target_number(session: &Session) -> String {
    let CudaArch { number, features } = session.preprocessor.arch;
    let suffix = match features {
        ArchFeatures::Portable => "",
        ArchFeatures::Specific => "a",
        ArchFeatures::Family => "f",
    };
    format!("{number}{suffix}")
}
