//! The compiler in process: programs from memory, as NVRTC compiles them.
//!
//! In: the text of a source, headers by the names that `#include` has, options of the command line, and name expressions of
//! kernels. Out: what was found, PTX, tile IR, and the symbol of each name expression; on request machine code, bytecode, the
//! schedule, and runs on the CPU device ([`run`]). A compilation has no state but its own, so that threads compile at once, and it
//! writes nothing. Machine code comes from `ptxas`, which is another process and works in a scratch folder.
//!
//! Headers are looked for among those of the program ([`loader`]), then among tilec's own, then in the folders of `-I`, `-isystem`
//! and the host's C++ library.
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

mod kernel;
mod loader;
mod run;
mod workers;

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use clap::Parser as _;
use ir::bytecode::Version;
use lang::base::{Diagnostic, Severity, SourceMap, render};
use lang::lex::DocComments;

use crate::assemble;
use crate::cli::{BuildArgs, Cli, Command, Environment, command_line};
use crate::driver::{Compiled, Stage, compile};
use crate::fatbin::Kind;
use crate::images;
use crate::interface;
use crate::json;
use crate::session::{Passes, Session};
use crate::warm::SharedPreambles;
pub use ir::interp::Caller;
pub use kernel::{CpuKernel, HostMemory};
use loader::{FOLDER, MemoryLoader};
use run::Executable;
pub use run::{CpuArgument, CpuLaunch, CpuRun};
use workers::Workers;

/// Recursion over the program needs more stack than a thread may have.
const STACK_BYTES: usize = 256 << 20;

/// How often a caller is asked whether a compilation goes on.
const ASK_AFTER: Duration = Duration::from_millis(2);

/// What the compilations of this process share.
static PREAMBLES: SharedPreambles = SharedPreambles::new();

/// The threads that compile.
static WORKERS: Workers = Workers::new();

/// The last command line, and what it says.
static LAST_LINE: Mutex<Option<(Vec<String>, Arc<BuildArgs>)>> = Mutex::new(None);

/// A program in memory.
#[derive(Clone, Debug)]
pub struct MemoryProgram {
    name: String,
    loader: MemoryLoader,
    kernels: Vec<String>,
}

/// What a compilation came to.
#[derive(Clone, Default)]
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
    /// The text form; made when it is first asked for.
    tile_ir: OnceLock<Option<String>>,
    /// The kernels with their parameters, as `--emit metadata` writes them; none if there are errors, and of tile IR.
    pub metadata: Option<String>,
    /// The files that were read: the source, if it is a file, and headers that are not the compiler's.
    pub dependencies: Vec<String>,
    /// Name expressions with their symbols.
    lowered: Vec<(String, String)>,
    /// What it was made from.
    origin: Option<Arc<Origin>>,
    /// For runs as written and under the sanitizer.
    executables: [OnceLock<Arc<Executable>>; 2],
}

/// A program with the options of its compilation.
struct Origin {
    program: MemoryProgram,
    session: Session,
    /// The target is a chip, not only PTX for several.
    is_for_chip: bool,
    ptxas_options: Vec<String>,
}

/// The targets that `-arch` takes, such as `sm_90a`.
pub fn targets() -> impl Iterator<Item = &'static str> {
    backend_ptx::target::TARGETS.iter().map(|target| target.name)
}

impl Compilation {
    /// The tile IR as text; none if there are errors.
    pub fn tile_ir(&self) -> Option<&str> {
        let printed = self.tile_ir.get_or_init(|| {
            let kept = self.executables[0].get().filter(|_| !self.has_errors)?;
            let module = kept.compiled.module.as_ref()?;
            // The caller's thread may have a small stack.
            on_large_stack(|| ir::print::module(module)).ok()
        });
        printed.as_deref()
    }

    /// The symbol of the kernel that a name expression names.
    pub fn lowered_name(&self, expression: &str) -> Option<&str> {
        let found = self.lowered.iter().find(|(known, _)| known == expression);
        found.map(|(_, symbol)| symbol.as_str())
    }

    /// Machine code for the chip that `-arch` names, by `ptxas`.
    ///
    /// # Errors
    /// There are errors, no chip was named, there is no assembler, or what it says.
    pub fn cubin(&self) -> Result<Vec<u8>, String> {
        let (origin, ptx) = (self.origin()?, self.ptx.as_deref().unwrap_or_default());
        let target = origin.session.target.name;
        if !origin.is_for_chip {
            return Err("machine code needs a chip such as -arch=sm_90a".to_owned());
        }
        assemble::assemble(target, ptx, &origin.ptxas_options).map(|assembled| assembled.code)
    }

    /// Bytecode of the tile IR in the version of the release that `--cuda-version` names.
    ///
    /// # Errors
    /// There are errors, or the version has no form for something.
    pub fn bytecode(&self) -> Result<Vec<u8>, String> {
        let session = &self.origin()?.session;
        let version = Version::of_release(session.preprocessor.release.numbers());
        let compiled = self.again(Stage::Lower, None)?;
        let made = compiled.bytecode(version, session.passes == Passes::Full);
        made.map_err(|found| shown(&compiled.map, found.iter()).0)
    }

    /// The schedule as text, which gives the same instructions as a source whose name ends in `.sched`.
    ///
    /// # Errors
    /// There are errors.
    pub fn schedule(&self) -> Result<String, String> {
        let compiled = self.again(Stage::Schedule, None)?;
        compiled.schedule.ok_or_else(|| "nothing was compiled".to_owned())
    }

    fn origin(&self) -> Result<&Arc<Origin>, String> {
        let origin = self.origin.as_ref().filter(|_| !self.has_errors);
        origin.ok_or_else(|| "the program is not compiled".to_owned())
    }

    /// Compiles the same again to another stage.
    fn again(&self, stage: Stage, passes: Option<Passes>) -> Result<Compiled, String> {
        let origin = self.origin()?;
        let mut session = origin.session.clone();
        session.passes = passes.unwrap_or(session.passes);
        let program = &origin.program;
        on_large_stack(|| compile(&session, &program.loader, &program.name, stage))
    }

    fn refused(message: String) -> Compilation {
        let log = format!("tilec: {message}\n");
        Compilation { log, has_errors: true, has_bad_options: true, ..Compilation::default() }
    }
}

impl MemoryProgram {
    /// A program whose source has a name, which diagnostics show. Names that end in `.tir` and `.sched` are those of tile IR and
    /// schedules.
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
        let origin = match self.origin(options) {
            Ok(origin) => Arc::new(origin),
            Err(message) => return Compilation::refused(message),
        };
        let asked = Arc::clone(&origin);
        let made = WORKERS.run(move || asked.program.made(&asked.session));
        self.completed(made, origin)
    }

    /// The same, as long as a function says that it goes on; it is asked every few milliseconds. None if it did not.
    pub fn compile_while(
        &self,
        options: &[&str],
        mut goes_on: impl FnMut() -> bool,
    ) -> Option<Compilation> {
        let origin = match self.origin(options) {
            Ok(origin) => Arc::new(origin),
            Err(message) => return Some(Compilation::refused(message)),
        };
        let interrupt = origin.session.interrupt.clone();
        if !goes_on() {
            return None;
        }
        let (done, is_done) = channel::<()>();
        let made = std::thread::scope(|scope| {
            let asked = scope.spawn(|| {
                let asked = Arc::clone(&origin);
                let made = WORKERS.run(move || asked.program.made(&asked.session));
                drop(done);
                made
            });
            while is_done.recv_timeout(ASK_AFTER) == Err(RecvTimeoutError::Timeout) {
                if !interrupt.is_raised() && !goes_on() {
                    interrupt.raise();
                }
            }
            asked.join().unwrap_or_else(|_| Err(BUG.to_owned()))
        });
        (!interrupt.is_raised()).then(|| self.completed(made, origin))
    }

    /// What a compilation came to, with what it was made from.
    fn completed(&self, made: Result<Compilation, String>, origin: Arc<Origin>) -> Compilation {
        let mut made = match made {
            Ok(made) => made,
            Err(message) => return Compilation::refused(message),
        };
        if made.lowered.len() < self.kernels.len() && !made.has_errors {
            let is_missing = |name: &&String| made.lowered_name(name).is_none();
            let missing = self.kernels.iter().find(is_missing).cloned().unwrap_or_default();
            made.log.push_str(&format!("tilec: the program has no kernel `{missing}`\n"));
            made.has_errors = true;
            (made.ptx, made.tile_ir, made.metadata) = (None, OnceLock::from(None), None);
        }
        made.origin = Some(origin);
        made
    }

    /// What a command line that compiles this means.
    fn origin(&self, options: &[&str]) -> Result<Origin, String> {
        let words = ["tilec", "build", "--no-project", "--emit=ptx"].into_iter();
        let words = words.chain(options.iter().copied()).chain([self.name.as_str()]);
        let words: Vec<String> = words.map(str::to_owned).collect();
        let environment = Environment { prepend: None, append: None };
        let args = parsed(command_line(words, &["build"], &environment)?.args)?;
        // A plain name is that of a kernel; the session has what is to be specialised.
        let wanted: Vec<String> =
            self.kernels.iter().filter(|name| name.contains('<')).cloned().collect();
        let mut session = Session::new(&args.compile, &wanted)?;
        session.preprocessor.include_dirs.insert(0, FOLDER.to_owned());
        session.preambles = Some(&PREAMBLES);
        let images = images::images(args.compile.arch.as_deref(), &args.compile.generate_code)?;
        let is_for_chip = images.first().is_some_and(|image| image.kind == Kind::MachineCode);
        let mut ptxas_options = args.for_ptxas();
        if session.line_info {
            ptxas_options.push("--generate-line-info".to_owned());
        }
        Ok(Origin { program: self.clone(), session, is_for_chip, ptxas_options })
    }

    fn made(&self, session: &Session) -> Compilation {
        let mut compiled = compile(session, &self.loader, &self.name, Stage::Ptx);
        let has_errors = compiled.diagnostics.has_errors();
        let found = compiled.diagnostics.iter().filter(|found| is_shown(&compiled, found));
        let (log, diagnostics) = shown(&compiled.map, found);
        let names = self.kernels.iter().filter(|_| !has_errors);
        let lowered = names
            .filter_map(|name| Some((name.clone(), compiled.symbol(Some(name.as_str())).ok()?)))
            .collect();
        let files = compiled.dependencies.iter().map(|file| file.path.to_string());
        let kernels = interface::kernels(&compiled).ok().filter(|_| !has_errors);
        let metadata = kernels.map(|it| interface::json::metadata(session.target.name, &it));
        let ptx = compiled.ptx.take().filter(|_| !has_errors);
        let tile_ir = OnceLock::new();
        if session.passes == Passes::AsLowered {
            // It is not kept for the interpreter, which wants the passes.
            let module = compiled.module.as_ref().filter(|_| !has_errors);
            let _ = tile_ir.set(module.map(ir::print::module));
        }
        Compilation {
            lowered,
            log,
            diagnostics,
            has_errors,
            metadata,
            dependencies: files.collect(),
            tile_ir,
            ptx,
            executables: kept(compiled, session)
                .map(|executable| [executable, OnceLock::new()])
                .unwrap_or_default(),
            ..Compilation::default()
        }
    }
}

/// What a command line says. Programs of one process mostly have the line of the one before.
fn parsed(line: Vec<String>) -> Result<Arc<BuildArgs>, String> {
    let last = || LAST_LINE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, args)) = &*last()
        && *known == line
    {
        return Ok(Arc::clone(args));
    }
    let cli = Cli::try_parse_from(&line).map_err(|error| error.to_string())?;
    let Command::Build(args) = cli.command else { return Err("not a compilation".into()) };
    let args = Arc::new(args);
    *last() = Some((line, Arc::clone(&args)));
    Ok(args)
}

/// The program for the interpreter, which has what the passes have made of it. The syntax tree is not needed any more.
fn kept(mut compiled: Compiled, session: &Session) -> Option<OnceLock<Arc<Executable>>> {
    if let (Some(unit), Some(preamble)) = (compiled.unit.take(), compiled.preamble.take()) {
        preamble.give_back(unit.tokens);
    }
    compiled.docs = DocComments::default();
    let is_optimised = session.passes != Passes::AsLowered && compiled.module.is_some();
    is_optimised.then(|| OnceLock::from(Arc::new(Executable { compiled })))
}

/// What is said of a panic.
const BUG: &str = "this is a bug in tilec; please report it";

/// Does something that recurses over the program.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    let made = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        thread.spawn_scoped(scope, work).map(|thread| thread.join())
    });
    match made {
        Ok(Ok(made)) => Ok(made),
        Ok(Err(_)) => Err(BUG.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Diagnostics for people, and as one JSON object a line.
fn shown<'d>(map: &SourceMap, found: impl Iterator<Item = &'d Diagnostic>) -> (String, String) {
    let (mut log, mut data) = (String::new(), String::new());
    for found in found {
        log.push_str(&render::human(map, found, render::Colors::Off));
        data.push_str(&format!("{}\n", json::diagnostic(map, found)));
    }
    (log, data)
}

fn is_shown(compiled: &Compiled, found: &Diagnostic) -> bool {
    match found.severity {
        Severity::Remark => false,
        Severity::Warning => !compiled.map.in_system_file(found.primary.span.lo),
        Severity::Error | Severity::Bug => true,
    }
}
