//! `tilec build app.cu -o app`, `tilec build -c app.cu -o app.o`, `tilec build app.cu -o libapp.so`: whole programs and their
//! parts.

use std::path::Path;

use lang::pp::MacroOption;

use super::Exit;
use super::build::{Job, all_outputs, output_name};
use crate::cli::emit::EmitChoice;
use crate::cli::{BuildArgs, Cudart, DependencyArgs, DeviceKind, Embed, Emit, RunArgs};
use crate::driver::{Stage, compile};
use crate::failure::Failure;
use crate::host::{self, HostCompiler};
use crate::output::{ScratchFolder, check, write};
use crate::program::{self, Input, Linked, LinkedRuntime, ProgramSource, Runtime, link};
use crate::progress::Progress;
use crate::report::Report;
use crate::session::{FileLoader, Request, Session};

/// How the names of libraries of other systems end, which are not executables.
const LIBRARIES: &[&str] = &["dylib", "dll", "lib"];

/// The variable by which the run-time library chooses the device.
const DEVICE: &str = "TILEC_DEVICE";

/// What part of a program is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Object,
    Linked(Linked),
    /// What is left of nvcc's step of linking device code.
    DeviceLink,
}

/// What the options and the name of the output say; nothing if they do not ask for a program.
///
/// # Errors
/// They ask for a library of another system.
pub fn kind(args: &BuildArgs) -> Result<Option<Kind>, String> {
    if args.dependencies.is_instead() {
        return Ok(None);
    }
    match (args.emit.map(|choice| choice.emit), &args.output) {
        (Some(emit), _) => Ok(of_emit(emit)),
        (None, None) => Ok(None),
        (None, Some(output)) => of_name(output),
    }
}

fn of_emit(emit: Emit) -> Option<Kind> {
    Some(match emit {
        Emit::Object => Kind::Object,
        Emit::Executable => Kind::Linked(Linked::Executable),
        Emit::Shared => Kind::Linked(Linked::Shared),
        Emit::Library => Kind::Linked(Linked::Static),
        Emit::DeviceLink => Kind::DeviceLink,
        _ => return None,
    })
}

fn of_name(output: &str) -> Result<Option<Kind>, String> {
    // Streams and devices get PTX.
    if output == "-" || std::fs::metadata(output).is_ok_and(|it| !it.is_file()) {
        return Ok(None);
    }
    let extension = Path::new(output).extension().and_then(|it| it.to_str()).unwrap_or_default();
    match Emit::of_name(output) {
        Some(emit) => Ok(of_emit(emit)),
        None if LIBRARIES.contains(&extension) => {
            Err(format!("{output}: tilec writes libraries of Linux, whose names end in .so and .a"))
        }
        // `libm.so.6`
        None if Input::of(output) == Input::Linked => Ok(Some(Kind::Linked(Linked::Shared))),
        None => Ok(Some(Kind::Linked(Linked::Executable))),
    }
}

/// Builds a program, or the objects of one.
pub fn build(args: &BuildArgs, kind: Kind, report: &mut Report) -> Result<Exit, Failure> {
    if cfg!(not(target_os = "linux")) {
        return Err("whole programs are built on Linux only".into());
    }
    match kind {
        Kind::Object => objects(args, report),
        Kind::Linked(linked) => self::linked(args, linked, report),
        Kind::DeviceLink => device_link(args),
    }
}

/// An object for each source.
fn objects(args: &BuildArgs, report: &mut Report) -> Result<Exit, Failure> {
    if args.files.len() > 1 && args.output_extension.is_none() {
        return Err("-o names one output: several inputs are named only without it".into());
    }
    let outputs: Vec<String> = args.files.iter().flat_map(|file| all_outputs(args, file)).collect();
    check(outputs.iter().map(String::as_str), args.files.iter().map(String::as_str))?;
    let mut exit = Exit::Success;
    let progress = Progress::of_terminal();
    for (index, file) in args.files.iter().enumerate() {
        progress.show_some("compiling", index, args.files.len());
        let output = output_name(args, file);
        if output == "-" {
            return Err("--emit=object needs -o FILE".into());
        }
        match source(args, file, &output, report)? {
            Some(bytes) => write(&output, &bytes)?,
            None => exit = Exit::Errors,
        }
    }
    progress.end();
    Ok(exit)
}

/// An object that has nothing: the kernels of objects are whole.
fn device_link(args: &BuildArgs) -> Result<Exit, Failure> {
    let output = args.output.as_deref().unwrap_or("a_dlink.o");
    check([output], args.files.iter().map(String::as_str))?;
    write(output, &program::empty_object(&HostCompiler::new(&args.compile))?)?;
    Ok(Exit::Success)
}

/// One executable or library of all inputs.
fn linked(args: &BuildArgs, kind: Linked, report: &mut Report) -> Result<Exit, Failure> {
    let output = args.output.as_deref().unwrap_or(kind.default_name());
    if output == "-" {
        return Err("a program or a library needs -o FILE".into());
    }
    check([output], args.files.iter().map(String::as_str))?;
    let folder = ScratchFolder::new()?;
    let mut words = Vec::new();
    let mut runtimes = Vec::new();
    let progress = Progress::of_terminal();
    for (index, file) in args.files.iter().enumerate() {
        progress.show_some("compiling", index, args.files.len());
        if Input::of(file) == Input::Linked {
            let object = std::fs::read(file).unwrap_or_default();
            runtimes.extend(Runtime::of(&object).map(|runtime| (runtime, file.clone())));
            words.push(file.clone());
            continue;
        }
        let Some(bytes) = source(args, file, output, report)? else { continue };
        runtimes.extend(Runtime::of(&bytes).map(|runtime| (runtime, file.clone())));
        let path = folder.file(&member(file, &words)).to_string_lossy().into_owned();
        write(&path, &bytes)?;
        words.push(path);
    }
    progress.end();
    if report.has_errors() {
        return Ok(Exit::Errors);
    }
    words.extend(args.link_words.iter().cloned());
    let named = toolkit(args);
    let runtime = program::common_runtime(&runtimes, named.is_some()).map_err(Failure::File)?;
    let runtime = match (runtime, args.cudart) {
        (Runtime::Own, _) => LinkedRuntime::Own,
        (Runtime::Toolkit, Cudart::None) => LinkedRuntime::None,
        (Runtime::Toolkit, form) => {
            let found = program::cudart(named.as_deref(), form == Cudart::Shared);
            LinkedRuntime::Toolkit(found.map_err(Failure::File)?)
        }
    };
    let bytes = link(&HostCompiler::new(&args.compile), kind, &words, &runtime)?;
    write(output, &bytes)?;
    if kind != Linked::Static {
        make_executable(output).map_err(|error| format!("{output}: {error}"))?;
    }
    Ok(Exit::Success)
}

/// The folder of a toolkit's headers that the options name. Options that no source can have do not concern a linker.
fn toolkit(args: &BuildArgs) -> Option<String> {
    let session = Session::new(&args.compile, &[]).ok()?;
    host::toolkit(&session.preprocessor).map(str::to_owned)
}

/// The name of the object of a source, which a static library shows: that of the source, unless there is one already.
fn member(file: &str, words: &[String]) -> String {
    let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or("source");
    let is_taken = |name: &str| {
        words.iter().any(|word| Path::new(word).file_name().is_some_and(|it| it == name))
    };
    let first = format!("{stem}.o");
    match is_taken(&first) {
        true => format!("{stem}_{}.o", words.len()),
        false => first,
    }
}

/// Builds a whole program and runs it, with its exit code.
pub fn run(args: &RunArgs, report: &mut Report) -> Result<Exit, Failure> {
    let of_kernels = [
        ("--kernel", args.kernel.is_some()),
        ("--arg", !args.args.is_empty()),
        ("--deterministic", args.deterministic),
    ];
    if let Some((option, _)) = of_kernels.iter().find(|(_, is_given)| *is_given) {
        return Err(format!(
            "{option} is for a kernel alone: a program launches its kernels itself"
        )
        .into());
    }
    let folder = ScratchFolder::new()?;
    let executable = folder.file("program").to_string_lossy().into_owned();
    let build = BuildArgs {
        files: vec![args.file.clone()],
        output: Some(executable.clone()),
        output_extension: None,
        output_directory: None,
        cudart: Cudart::default(),
        emit: Some(EmitChoice { emit: Emit::Executable, after: None }),
        embed: Embed::default(),
        ptxas_options: Vec::new(),
        tilebc_version: None,
        kernels: Vec::new(),
        link_words: Vec::new(),
        dependencies: DependencyArgs::default(),
        compile: args.compile.clone(),
    };
    match self::build(&build, Kind::Linked(Linked::Executable), report)? {
        Exit::Success => {}
        failed => return Ok(failed),
    }
    let mut program = std::process::Command::new(&executable);
    if args.sanitize {
        program.env("TILEC_SANITIZE", "1");
    }
    match args.device {
        Some(DeviceKind::Cpu) => _ = program.env(DEVICE, "cpu"),
        Some(DeviceKind::Cuda) => _ = program.env(DEVICE, "cuda"),
        None => {}
    }
    let status = program.args(&args.program_args).status();
    let status = status.map_err(|error| format!("{executable}: {error}"))?;
    drop(folder);
    if status.success() { Ok(Exit::Success) } else { std::process::exit(code_of(status)) }
}

/// The exit code of a program, as a shell has it where a signal ended it.
fn code_of(status: std::process::ExitStatus) -> i32 {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    status.code().or(signal.map(|signal| 128 + signal)).unwrap_or(1)
}

/// The object of a source, whose rule for make is written if that is wanted; nothing if there are errors, which are shown.
fn source(
    args: &BuildArgs,
    file: &str,
    output: &str,
    report: &mut Report,
) -> Result<Option<Vec<u8>>, Failure> {
    let request = Request::of(&args.compile, file, &args.kernels)?;
    let images = request.images()?;
    let mut sessions = Vec::new();
    for image in request.images_of_program()? {
        sessions.push(request.session(&images, &image)?);
    }
    let Some((session, others)) = sessions.split_first() else {
        return Err("the options name no target".into());
    };
    let compiler = HostCompiler::new(&args.compile);
    let compiler = match kind(args)? {
        Some(Kind::Linked(Linked::Shared)) => compiler.with_option("-fPIC"),
        _ => compiler,
    };
    let simt = args.compile.simt.as_ref();
    let source = ProgramSource { path: file, compiler: &compiler, session, others, simt };
    let job = Job { args, file, output: output.to_owned(), emit: Emit::Object };
    match Input::of(file) {
        Input::Linked => Err(format!("{file}: there is nothing to compile").into()),
        Input::Plain => {
            let made = program::plain_object(&source, report)?;
            if made.is_some() && args.dependencies.is_wanted() {
                let session = without_cuda(session.clone());
                job.write_dependencies(&compile(&session, &FileLoader, file, Stage::Preprocess))?;
            }
            Ok(made)
        }
        Input::Cuda => {
            let Some(made) = program::object(&source, report)? else { return Ok(None) };
            job.refuse_inputs(&made.compiled)?;
            if args.dependencies.is_wanted() {
                job.write_dependencies(&made.compiled)?;
            }
            Ok(Some(made.bytes))
        }
    }
}

/// The session of a source that has none of CUDA's macros and headers unless it includes them.
fn without_cuda(mut session: Session) -> Session {
    const MACROS: &[&str] = &["__CUDACC__", "__NVCC__", "__CUDACC_TILE__", "__CUDA_ARCH__"];
    let undefined = MACROS.iter().map(|name| MacroOption::Undefine((*name).to_owned()));
    session.preprocessor.macros.extend(undefined);
    session.preprocessor.forced_includes.retain(|name| name != "cuda_runtime.h");
    session
}

/// Makes a file executable for all users that may read it.
fn make_executable(path: &str) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(path)?.permissions().mode();
        let readers = (mode & 0o444) >> 2;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode | readers))?;
    }
    Ok(())
}
