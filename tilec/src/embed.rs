//! The compiler in process: programs from memory, as NVRTC compiles them.
//!
//! In: the text of a source, headers by the names that `#include` has, options of the command line, and name expressions of
//! kernels. Out: what was found, PTX, tile IR, and the symbol of each name expression. A compilation has no state but its own,
//! so that threads compile at once, and it writes nothing.
//!
//! Headers are looked for among those of the program, then among tilec's own, then in the folders of `-I`, `-isystem` and the
//! host's C++ library.
//!
//! ```
//! let mut program = tilec::MemoryProgram::new("scale.cu", "#include \"ops.h\"\n\
//!     template <class T> __tile_global__ void scale(T *p) { *p = twice(*p); }\n");
//! program.header("ops.h", "#include <cuda_tile.h>\ntemplate <class T> __tile__ T twice(T x) { return x + x; }\n");
//! program.kernel("scale<float>");
//! let made = program.compile(&["-arch=sm_90a"]);
//! assert_eq!(made.lowered_name("scale<float>"), Some("_Z5scaleIfEvPT_"));
//! assert!(made.ptx.unwrap().contains(".entry _Z5scaleIfEvPT_"));
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use clap::Parser as _;
use lang::base::{Diagnostic, Obstacle, Severity, SourceLoader, render};

use crate::cli::{Cli, Command, Environment, command_line};
use crate::driver::{Compiled, Stage, compile};
use crate::json;
use crate::session::{FileLoader, Session};

/// Recursion over the program needs more stack than a thread may have.
const STACK_BYTES: usize = 256 << 20;

/// The folder in which the headers of a program are for `#include <...>`.
const FOLDER: &str = "<program>";

/// A program in memory.
#[derive(Clone, Debug)]
pub struct MemoryProgram {
    name: String,
    loader: MemoryLoader,
    kernels: Vec<String>,
}

/// What a compilation came to.
#[derive(Clone, Debug, Default)]
pub struct Compilation {
    /// What was found, for people.
    pub log: String,
    /// What was found, one JSON object a line: docs/schemas/diagnostic.schema.json.
    pub diagnostics: String,
    pub has_errors: bool,
    /// Whether the options, not the program, are wrong.
    pub has_bad_options: bool,
    /// None if there are errors.
    pub ptx: Option<String>,
    /// The text form; none if there are errors.
    pub tile_ir: Option<String>,
    /// Name expressions with their symbols.
    lowered: Vec<(String, String)>,
}

impl Compilation {
    /// The symbol of the kernel that a name expression names.
    pub fn lowered_name(&self, expression: &str) -> Option<&str> {
        let found = self.lowered.iter().find(|(known, _)| known == expression);
        found.map(|(_, symbol)| symbol.as_str())
    }

    fn refused(message: String) -> Compilation {
        let log = format!("tilec: {message}\n");
        Compilation { log, has_errors: true, has_bad_options: true, ..Compilation::default() }
    }
}

impl MemoryProgram {
    /// A program whose source has a name, which diagnostics show.
    pub fn new(name: &str, source: &str) -> MemoryProgram {
        let mut loader = MemoryLoader::default();
        loader.files.insert(name.to_owned(), source.into());
        MemoryProgram { name: name.to_owned(), loader, kernels: Vec::new() }
    }

    /// Adds a header, by the name that `#include` has.
    pub fn header(&mut self, name: &str, text: &str) -> &mut MemoryProgram {
        self.loader.files.insert(name.to_owned(), text.into());
        self
    }

    /// Adds a name expression: a kernel, or a specialisation of a kernel template that is compiled.
    pub fn kernel(&mut self, expression: &str) -> &mut MemoryProgram {
        self.kernels.push(expression.to_owned());
        self
    }

    /// Compiles with options of the command line, such as `-arch=sm_90a`, `-D`, `-I` and `-O0`.
    pub fn compile(&self, options: &[&str]) -> Compilation {
        let session = match self.session(options) {
            Ok(session) => session,
            Err(message) => return Compilation::refused(message),
        };
        let work = move || {
            let mut made = self.made(&session);
            if made.lowered.len() < self.kernels.len() && !made.has_errors {
                let is_missing = |name: &&String| made.lowered_name(name).is_none();
                let missing = self.kernels.iter().find(is_missing).cloned().unwrap_or_default();
                made.log.push_str(&format!("tilec: the program has no kernel `{missing}`\n"));
                made.has_errors = true;
                (made.ptx, made.tile_ir) = (None, None);
            }
            made
        };
        let made = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, work).map(|thread| thread.join())
        });
        match made {
            Ok(Ok(made)) => made,
            Ok(Err(_)) => {
                Compilation::refused("this is a bug in tilec; please report it".to_owned())
            }
            Err(error) => Compilation::refused(error.to_string()),
        }
    }

    /// The session of a command line that compiles this.
    fn session(&self, options: &[&str]) -> Result<Session, String> {
        let words = ["tilec", "build", "--no-project", "--emit=ptx"].into_iter();
        let words = words.chain(options.iter().copied()).chain([self.name.as_str()]);
        let words: Vec<String> = words.map(str::to_owned).collect();
        let environment = Environment { prepend: None, append: None };
        let line = command_line(words, &["build"], &environment)?;
        let cli = Cli::try_parse_from(line.args).map_err(|error| error.to_string())?;
        let Command::Build(args) = cli.command else { return Err("not a compilation".into()) };
        // A plain name is that of a kernel; the session has what is to be specialised.
        let wanted: Vec<String> =
            self.kernels.iter().filter(|name| name.contains('<')).cloned().collect();
        let mut session = Session::new(&args.compile, &wanted)?;
        session.preprocessor.include_dirs.insert(0, FOLDER.to_owned());
        Ok(session)
    }

    fn made(&self, session: &Session) -> Compilation {
        let compiled = compile(session, &self.loader, &self.name, Stage::Ptx);
        let has_errors = compiled.diagnostics.has_errors();
        let (mut log, mut diagnostics) = (String::new(), String::new());
        for found in compiled.diagnostics.iter().filter(|found| is_shown(&compiled, found)) {
            log.push_str(&render::human(&compiled.map, found, render::Colors::Off));
            diagnostics.push_str(&format!("{}\n", json::diagnostic(&compiled.map, found)));
        }
        let names = self.kernels.iter().filter(|_| !has_errors);
        let lowered = names
            .filter_map(|name| Some((name.clone(), compiled.symbol(Some(name.as_str())).ok()?)));
        Compilation {
            lowered: lowered.collect(),
            log,
            diagnostics,
            has_errors,
            has_bad_options: false,
            tile_ir: compiled.module.as_ref().filter(|_| !has_errors).map(ir::print::module),
            ptx: compiled.ptx.filter(|_| !has_errors),
        }
    }
}

fn is_shown(compiled: &Compiled, found: &Diagnostic) -> bool {
    match found.severity {
        Severity::Remark => false,
        Severity::Warning => !compiled.map.in_system_file(found.primary.span.lo),
        Severity::Error | Severity::Bug => true,
    }
}

/// The texts of a program, and the file system for other headers.
#[derive(Clone, Debug, Default)]
struct MemoryLoader {
    files: HashMap<String, Arc<str>>,
}

impl MemoryLoader {
    fn own(&self, path: &str) -> Option<&Arc<str>> {
        let inside = path.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix('/'));
        let name = inside.or(path.strip_prefix("./")).unwrap_or(path);
        self.files.get(name)
    }
}

impl SourceLoader for MemoryLoader {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        self.own(path).cloned().or_else(|| FileLoader.load(path))
    }

    fn exists(&self, path: &str) -> bool {
        self.own(path).is_some() || FileLoader.exists(path)
    }

    fn load_bytes(&self, path: &str) -> Option<Vec<u8>> {
        let own = self.own(path).map(|text| text.as_bytes().to_vec());
        own.or_else(|| FileLoader.load_bytes(path))
    }

    fn obstacle(&self, path: &str) -> Obstacle {
        FileLoader.obstacle(path)
    }
}
