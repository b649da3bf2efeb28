//! What a compilation is asked to do, apart from the command it is asked by.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use lang::base::SourceLoader;
use lang::lex::Image;
use lang::pp::{CudaArch, MAX_FILE_BYTES, PpOptions};
use sema::uses::Interrupt;

use crate::cli::CompileArgs;
use crate::project::Project;
use crate::target;
use crate::warning::WarningOptions;

/// The target if nobody names one.
pub const DEFAULT_ARCH: &str = "sm_90a";

/// The tokens of `stdlib::HEADERS`, by the build script.
static HEADER_IMAGE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/headers.tokens"));

/// Reads sources from the file system.
pub struct FileLoader;

impl SourceLoader for FileLoader {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        // One byte more than there may be, so that the preprocessor sees that it is too much,
        // whatever it is that is read.
        let mut bytes = Vec::new();
        File::open(path).ok()?.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes).ok()?;
        // A source that is not UTF-8 is read as far as it is; the lexer reports the rest.
        Some(match String::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into(),
        })
    }

    fn load_bytes(&self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(path).ok()
    }
}

/// Options of a compilation.
#[derive(Clone, Debug)]
pub struct Session {
    pub preprocessor: PpOptions,
    pub target: backend_ptx::target::Target,
    /// Specialisations of kernel templates to compile besides those the source instantiates.
    pub kernels: Vec<String>,
    /// Compile none of those that the source instantiates.
    pub only_requested: bool,
    pub fmad: bool,
    pub warnings: WarningOptions,
    pub passes: Passes,
    pub library: Library,
    /// Whether PTX names the lines that it comes from.
    pub line_info: bool,
    /// Whether to say what was chosen.
    pub remarks: bool,
    /// The `tilec.toml` that has a say in it: an output depends on it.
    pub project_file: Option<String>,
    /// Raised when nobody wants the result any more; what comes then is not whole.
    pub interrupt: Interrupt,
}

/// Which declarations of the compiler's headers are parsed and checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// All, for whoever shows what there is: editors, documentation.
    All,
    /// Those that the program can have to do with.
    Mentioned,
}

/// Which rewrites the tile IR goes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// None: the sanitizer wants every operation where the program has it.
    AsLowered,
    /// Those that make it small (`-O0`).
    Minimal,
    Full,
}

impl Session {
    /// The session of a command line.
    ///
    /// # Errors
    /// An option that the compiler does not have, in words.
    pub fn new(args: &CompileArgs, kernels: &[String]) -> Result<Session, String> {
        if !matches!(args.std.as_str(), "c++20" | "gnu++20" | "c++23" | "gnu++23") {
            return Err(format!("-std={}: Tile C++ needs c++20", args.std));
        }
        let (target, arch): (_, CudaArch) =
            target::parse(args.arch.as_deref().unwrap_or(DEFAULT_ARCH))?;
        let given = &args.preprocess;
        Ok(Session {
            preprocessor: PpOptions {
                has_builtin: sema::has_builtin,
                quote_dirs: given.iquote.clone(),
                include_dirs: given.include.clone(),
                system_dirs: given.isystem.clone(),
                after_dirs: given.idirafter.clone(),
                macros: given.macros.0.clone(),
                // nvcc includes the runtime header before everything else.
                forced_includes: std::iter::once("cuda_runtime.h".to_string())
                    .chain(given.forced_include.iter().cloned())
                    .collect(),
                arch,
                embedded: stdlib::HEADERS,
                embedded_image: Image::new(HEADER_IMAGE),
            },
            target,
            kernels: kernels.to_vec(),
            only_requested: false,
            fmad: args.fmad,
            warnings: WarningOptions::new(&args.warnings, args.no_warnings),
            passes: if args.optimize > 0 { Passes::Full } else { Passes::Minimal },
            library: Library::Mentioned,
            line_info: args.line_info,
            remarks: args.remarks,
            project_file: None,
            interrupt: Interrupt::default(),
        })
    }

    /// The session of a command for one file: its options, completed by those of the project that
    /// the file belongs to.
    ///
    /// # Errors
    /// An option that the compiler does not have, or what is wrong in the project's file.
    pub fn for_file(args: &CompileArgs, file: &str, kernels: &[String]) -> Result<Session, String> {
        let path = Path::new(file);
        let project = if args.no_project { None } else { Project::of(path)? };
        let Some(project) = project else { return Session::new(args, kernels) };
        let (mut args, mut kernels) = (args.clone(), kernels.to_vec());
        let text = FileLoader.load(file).unwrap_or_default();
        project.complete(&text, &mut args, &mut kernels)?;
        Ok(Session { project_file: Some(project.shown()), ..Session::new(&args, &kernels)? })
    }

    /// What the command line means without options, for a target such as `sm_90a`.
    ///
    /// # Errors
    /// The target does not exist.
    pub fn for_target(arch: &str) -> Result<Session, String> {
        Session::new(&CompileArgs::for_target(arch), &[])
    }
}

#[cfg(test)]
mod tests {
    use lang::base::{Diagnostics, Interner, Pos};
    use lang::lex::{ImageNames, KeywordTable, lex};

    use super::*;

    #[test]
    fn the_image_has_the_tokens_of_the_headers() {
        let image = Image::new(HEADER_IMAGE).expect("the build script wrote it");
        let mut interner = Interner::new();
        let keywords = KeywordTable::new(&mut interner);
        let mut names = ImageNames::default();
        for (index, (name, text)) in stdlib::HEADERS.iter().enumerate() {
            let base = Pos(1);
            let lexed = lex(text, base, &keywords, &mut interner, &mut Diagnostics::new());
            let known = image.lexed(index, base, &mut names, &mut interner);
            let known = known.unwrap_or_else(|| panic!("{name} is not in the image"));
            assert_eq!(known.tokens, lexed.tokens, "{name}");
            assert_eq!(known.directives, lexed.directives, "{name}");
            assert_eq!(known.docs, lexed.docs, "{name}");
        }
    }
}
