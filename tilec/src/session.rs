//! The options of a compilation, apart from its command.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use lang::base::{Obstacle, SourceLoader};
use lang::lex::Image;
use lang::pp::{MAX_FILE_BYTES, PpOptions, Reading, Release};
use sema::uses::Interrupt;

use crate::cli::CompileArgs;
use crate::host::{self, HostFlags, Installation, Launches};
use crate::images::{self, ImageSpec};
use crate::input;
use crate::project::Project;
use crate::target::{self, Selected};
use crate::warm::SharedPreambles;
use crate::warning::WarningOptions;

/// The default target.
pub const DEFAULT_ARCH: &str = "sm_90a";
/// The target whose PTX every chip with tile code takes.
pub const PORTABLE_ARCH: &str = "compute_80";

/// The tokens of `stdlib::HEADERS`, by the build script.
static HEADER_IMAGE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/headers.tokens"));

/// Reads sources from the file system.
pub struct FileLoader;

impl SourceLoader for FileLoader {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        if let Some(text) = input::standard_of(path) {
            return Some(text.into());
        }
        // One byte more than there may be, so that the preprocessor sees that it is too much.
        let bytes = input::read_at_most(Path::new(path), MAX_FILE_BYTES as u64 + 1).ok()?;
        // A source that is not UTF-8 is read as far as it is; the lexer reports the rest.
        Some(match String::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into(),
        })
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).is_file()
    }

    fn load_bytes(&self, path: &str) -> Option<Vec<u8>> {
        input::read(path).ok()
    }

    fn obstacle(&self, path: &str) -> Obstacle {
        input::read_at_most(Path::new(path), 1).err().map_or(Obstacle::Missing, |found| found.why)
    }
}

/// A loader that reads each file once.
pub struct Remembered<'l> {
    inner: &'l dyn SourceLoader,
    texts: RefCell<HashMap<String, Option<Arc<str>>>>,
}

impl Remembered<'_> {
    pub fn new(inner: &dyn SourceLoader) -> Remembered<'_> {
        Remembered { inner, texts: RefCell::default() }
    }
}

impl SourceLoader for Remembered<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        if let Some(known) = self.texts.borrow().get(path) {
            return known.clone();
        }
        let text = self.inner.load(path);
        self.texts.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }

    fn exists(&self, path: &str) -> bool {
        self.inner.exists(path)
    }

    fn obstacle(&self, path: &str) -> Obstacle {
        self.inner.obstacle(path)
    }

    fn load_bytes(&self, path: &str) -> Option<Vec<u8>> {
        self.inner.load_bytes(path)
    }

    fn list(&self, path: &str) -> Vec<String> {
        self.inner.list(path)
    }
}

/// Options of a compilation.
/// The release with the preview of tile libraries.
const SIMT_PREVIEW: (u32, u32) = (13, 5);

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
    /// Whether PTX is verified.
    pub verify: bool,
    /// The pass behind which a schedule is shown; the last one if none is named.
    pub schedule_after: Option<&'static str>,
    /// The `tilec.toml` that has a say in it: an output depends on it.
    pub project_file: Option<String>,
    /// Whether the kernels that host code launches are compiled.
    pub launches: Launches,
    /// What is shared with other compilations, if anything.
    pub preambles: Option<&'static SharedPreambles>,
    /// Set when the caller no longer wants the result, which is then incomplete.
    pub interrupt: Interrupt,
}

/// Which declarations of the compiler's headers are parsed and checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// All, for editors and documentation.
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
        let images = images::images(args.arch.as_deref(), &args.generate_code)?;
        let Some(image) = images.first() else { return Err("there is no target".into()) };
        Session::for_image(args, kernels, &images, image)
    }

    fn for_image(
        args: &CompileArgs,
        kernels: &[String],
        images: &[ImageSpec],
        image: &ImageSpec,
    ) -> Result<Session, String> {
        if !matches!(args.std.as_str(), "c++20" | "gnu++20" | "c++23" | "gnu++23") {
            return Err(format!("-std={}: Tile C++ needs c++20", args.std));
        }
        let Selected { target, arch, .. } = target::parse(&image.code)?;
        let arch = match &image.virtual_arch {
            Some(name) => target::parse(name)?.arch,
            None => arch,
        };
        let mut arch_list = Vec::new();
        for image in images {
            let name = image.virtual_arch.as_ref().unwrap_or(&image.code);
            arch_list.push(target::parse(name)?.arch.number);
        }
        arch_list.sort_unstable();
        arch_list.dedup();
        let given = &args.preprocess;
        let host = Installation::find();
        // nvcc writes those of the host compiler before its own.
        let flags = HostFlags::read(args.host_options());
        let quote_dirs = [flags.quote_dirs, given.iquote.clone()].concat();
        let include_dirs = [flags.include_dirs, given.include.clone()].concat();
        let after_dirs = [flags.after_dirs, given.idirafter.clone()].concat();
        let mut system_dirs = [flags.system_dirs, given.isystem.clone()].concat();
        let libraries = host::libraries(include_dirs.iter().chain(&system_dirs));
        system_dirs.extend(libraries);
        let dirs = [&quote_dirs, &include_dirs, &system_dirs, &after_dirs];
        let of_toolkit = || host::release(dirs.into_iter().flatten());
        let release = given.cuda_version.or_else(of_toolkit).unwrap_or_default();
        if given.cuda_version.is_some() && release.ptx() < target.ptx {
            let first = Release::ALL.iter().find(|release| release.ptx() >= target.ptx);
            let first = first.map_or(String::new(), |first| format!("; it exists since {first}"));
            return Err(format!("CUDA {release} does not have the target {}{first}", target.name));
        }
        let simt_preview = given.tile_preview.is_some();
        if simt_preview && release.numbers() < SIMT_PREVIEW {
            let (major, minor) = SIMT_PREVIEW;
            return Err(format!(
                "`--tile-preview` belongs to CUDA {major}.{minor}, and {release} is chosen"
            ));
        }
        Ok(Session {
            preprocessor: PpOptions {
                has_builtin: sema::has_builtin,
                simt_preview,
                quote_dirs,
                include_dirs,
                system_dirs,
                host_release: host.as_ref().map(|host| host.release),
                release,
                is_release_named: given.cuda_version.is_some(),
                host_dirs: host.map(|host| host.dirs).unwrap_or_default(),
                reading: Reading::Program,
                is_printed: false,
                after_dirs,
                flag_macros: flags.flag_macros,
                macros: [flags.macros, given.macros.0.clone()].concat(),
                // nvcc includes the runtime header before everything else.
                forced_includes: std::iter::once("cuda_runtime.h".to_string())
                    .chain(flags.forced_includes)
                    .chain(given.forced_include.iter().cloned())
                    .collect(),
                arch,
                arch_list,
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
            remarks: args.remarks.is_some(),
            verify: args.verify,
            schedule_after: None,
            project_file: None,
            launches: Launches::Ignored,
            preambles: None,
            interrupt: Interrupt::default(),
        })
    }

    /// The session of a command for one file: its options, completed by those of the project that
    /// the file belongs to.
    ///
    /// # Errors
    /// An option that the compiler does not have, or what is wrong in the project's file.
    pub fn for_file(args: &CompileArgs, file: &str, kernels: &[String]) -> Result<Session, String> {
        let request = Request::of(args, file, kernels)?;
        let images = request.images()?;
        let Some(image) = images.first() else { return Err("there is no target".into()) };
        request.session(&images, image)
    }

    /// The session, with an answer to the question which kernels host code launches.
    #[must_use]
    pub fn with_launches(self, launches: Launches) -> Session {
        Session { launches, ..self }
    }

    /// What the command line means without options, for a target such as `sm_90a`.
    ///
    /// # Errors
    /// The target does not exist.
    pub fn for_target(arch: &str) -> Result<Session, String> {
        Session::new(&CompileArgs::for_target(arch), &[])
    }
}

/// What a command says of one file: its options, completed by those of the project that the file
/// belongs to.
pub struct Request {
    args: CompileArgs,
    kernels: Vec<String>,
    project_file: Option<String>,
}

impl Request {
    /// # Errors
    /// What is wrong in the project's file.
    pub fn of(args: &CompileArgs, file: &str, kernels: &[String]) -> Result<Request, String> {
        let project = if args.no_project { None } else { Project::of(Path::new(file))? };
        let mut request =
            Request { args: args.clone(), kernels: kernels.to_vec(), project_file: None };
        if let Some(project) = project {
            let text = FileLoader.load(file).unwrap_or_default();
            project.complete(&text, &mut request.args, &mut request.kernels)?;
            request.project_file = Some(project.shown());
        }
        Ok(request)
    }

    /// The programs that are asked for, at least one.
    ///
    /// # Errors
    /// A target that is unknown or malformed.
    pub fn images(&self) -> Result<Vec<ImageSpec>, String> {
        images::images(self.args.arch.as_deref(), &self.args.generate_code)
    }

    /// The programs that a whole program carries: PTX of each target, once. Where the options name no target, PTX for all
    /// chips is among them.
    ///
    /// # Errors
    /// A target that is unknown or malformed.
    pub fn images_of_program(&self) -> Result<Vec<ImageSpec>, String> {
        let mut images = self.images()?;
        if self.args.arch.is_none() && self.args.generate_code.is_empty() {
            images.push(ImageSpec::ptx(PORTABLE_ARCH));
        }
        let mut known: Vec<&str> = Vec::new();
        let mut of_targets = Vec::new();
        for image in images {
            let name = target::parse(&image.code)?.target.name;
            if !known.contains(&name) {
                known.push(name);
                of_targets.push(image);
            }
        }
        Ok(of_targets)
    }

    /// The session for one of the programs.
    ///
    /// # Errors
    /// An option that the compiler does not have, in words.
    pub fn session(&self, images: &[ImageSpec], image: &ImageSpec) -> Result<Session, String> {
        let project_file = self.project_file.clone();
        let session = Session::for_image(&self.args, &self.kernels, images, image)?;
        Ok(Session { project_file, ..session })
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
