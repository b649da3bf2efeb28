//! `tilec build FILE -o OUT`

use std::path::Path;

use lang::base::{Diagnostic, Diagnostics, Severity};

use super::{Exit, program};
use crate::assemble;
use crate::cache::{Cache, Key};
use crate::cli::{BuildArgs, CompileArgs, Embed, Emit};
use crate::depfile;
use crate::driver::{Compiled, Stage, compile};
use crate::failure::Failure;
use crate::fatbin::{self, Kind};
use crate::host::{self, HostCompiler, HostSource, Launches, Pass};
use crate::images::{self, ImageSpec};
use crate::input;
use crate::interface::{self, header, json};
use crate::no_kernel;
use crate::output::{check, write};
use crate::progress::Progress;
use crate::report::Report;
use crate::session::{DEFAULT_ARCH, FileLoader, Passes, Request, Session};
use crate::target;

/// Compiles files and writes what was asked for.
pub fn build(args: &BuildArgs, report: &mut Report) -> Result<Exit, Failure> {
    if let Some(kind) = program::kind(args)? {
        return program::build(args, kind, report);
    }
    if args.files.len() > 1 && args.output_extension.is_none() {
        return Err("-o names one output: several inputs are named only without it".into());
    }
    let outputs: Vec<String> = args.files.iter().flat_map(|file| all_outputs(args, file)).collect();
    check(outputs.iter().map(String::as_str), args.files.iter().map(String::as_str))?;
    let mut exit = Exit::Success;
    let progress = Progress::of_terminal();
    for (index, file) in args.files.iter().enumerate() {
        progress.show_some("compiling", index, args.files.len());
        if build_file(args, file, report)? != Exit::Success {
            exit = Exit::Errors;
        }
    }
    progress.end();
    Ok(exit)
}

/// A file to compile and where the result goes.
pub(super) struct Job<'a> {
    pub(super) args: &'a BuildArgs,
    pub(super) file: &'a str,
    pub(super) output: String,
    pub(super) emit: Emit,
}

/// What one program of a file came to.
struct Program {
    bytes: Vec<u8>,
    /// As far as it was compiled: preprocessed only, where the cache had the bytes.
    compiled: Compiled,
}

fn build_file(args: &BuildArgs, file: &str, report: &mut Report) -> Result<Exit, Failure> {
    let output = output_name(args, file);
    let job = Job { args, file, emit: kind_of_output(args, &output)?, output };
    let request = Request::of(&args.compile, file, &args.kernels)?;
    let images = request.images()?;
    for target in images::left_out(args.compile.arch.as_deref(), &args.compile.generate_code) {
        report.note(&format!("nothing is made for {target}, which has no tile code"));
    }
    if job.emit == Emit::Fatbin && !args.dependencies.is_instead() {
        return job.fat_binary(&request, &images, report);
    }
    let needs = (job.emit == Emit::Cubin).then_some(Kind::MachineCode);
    // What is not code is for the first of several targets, as preprocessing with nvcc is.
    let image = match job.emit {
        Emit::Ptx | Emit::Cubin | Emit::Header => images::only(&images, needs, &job.output)?,
        _ => images.first().cloned().ok_or("there is no target")?,
    };
    if args.compile.arch.as_deref() == Some(target::NATIVE) && !target::has_native() {
        report.note(&format!("there is no GPU: -arch=native stands for {DEFAULT_ARCH}"));
    }
    let mut session = request.session(&images, &image)?.with_launches(required(&args.compile));
    session.schedule_after = args.emit.and_then(|choice| choice.after);
    if job.emit == Emit::Ptx
        && let Some(name) = target::parse(&image.code)?.widened_from
    {
        report.note(&format!(
            "the PTX is for {} and runs on that chip alone; --arch=compute_{} asks for portable PTX",
            session.target.name,
            name.trim_start_matches("sm_")
        ));
    }
    match job.program(&session, job.emit, report)? {
        Some(program) => job.write(program),
        None if args.dependencies.is_instead() && !report.has_errors() => Ok(Exit::Success),
        None => Ok(Exit::Errors),
    }
}

/// An output has the kernels that host code launches.
fn required(args: &CompileArgs) -> Launches {
    Launches::Required(HostCompiler::new(args))
}

/// Where the result of a file goes.
pub(super) fn output_name(args: &BuildArgs, file: &str) -> String {
    if let Some(output) = &args.output {
        return output.clone();
    }
    let Some(extension) = &args.output_extension else { return "-".into() };
    name_of_nvcc(args, file, extension)
}

/// What nvcc calls an output without `-o`.
fn name_of_nvcc(args: &BuildArgs, file: &str, extension: &str) -> String {
    let named = Path::new(file).file_stem().filter(|_| file != input::STANDARD);
    let stem = named.map_or("stdin".into(), |stem| stem.to_string_lossy());
    let name = format!("{stem}.{extension}");
    let folder = args.output_directory.as_deref().unwrap_or_default();
    Path::new(folder).join(name).to_string_lossy().into_owned()
}

/// Where the rule for make goes. nvcc names it by the source where it names the output.
fn rule_path(args: &BuildArgs, file: &str, output: &str) -> Option<String> {
    let dependencies = &args.dependencies;
    if args.output_extension.is_some()
        && dependencies.rule_file.is_none()
        && !dependencies.is_instead()
    {
        return Some(name_of_nvcc(args, file, "d"));
    }
    depfile::path(dependencies, file, Some(output).filter(|output| *output != "-"))
}

/// The files that are written for a file: the result and the rule for make.
pub(super) fn all_outputs(args: &BuildArgs, file: &str) -> Vec<String> {
    let dependencies = &args.dependencies;
    let output = output_name(args, file);
    let rule = dependencies.is_wanted().then(|| rule_path(args, file, &output)).flatten();
    let output = (!dependencies.is_instead()).then_some(output);
    output.into_iter().chain(rule).collect()
}

/// What an output holds: what the options say, else what its name says.
///
/// # Errors
/// The name says something else, or nothing.
fn kind_of_output(args: &BuildArgs, output: &str) -> Result<Emit, String> {
    let named = Emit::of_name(output);
    let is_file = output != "-" && !std::fs::metadata(output).is_ok_and(|it| !it.is_file());
    match (args.emit.map(|choice| choice.emit), named) {
        (Some(emit), Some(named)) if emit != named && is_file && is_binary(emit, named) => {
            Err(format!(
                "{output}: the name says {}, and the options ask for {}",
                shown(named),
                shown(emit)
            ))
        }
        (Some(emit), _) => Ok(emit),
        (None, _) if args.dependencies.is_instead() || !is_file => Ok(Emit::Ptx),
        (None, Some(named)) => Ok(named),
        (None, None) => Err(format!("{output}: say what it holds with --emit")),
    }
}

/// Whether two kinds of output are code, which tools choose by the name of the file.
fn is_binary(emit: Emit, named: Emit) -> bool {
    let is_code = |it| matches!(it, Emit::Ptx | Emit::Cubin | Emit::Fatbin | Emit::Tilebc);
    is_code(emit) && is_code(named)
}

fn shown(emit: Emit) -> String {
    use clap::ValueEnum;
    emit.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

impl Job<'_> {
    /// The programs for all targets in one file.
    fn fat_binary(
        &self,
        request: &Request,
        images: &[ImageSpec],
        report: &mut Report,
    ) -> Result<Exit, Failure> {
        let mut parts = Vec::new();
        let mut last = None;
        for image in images {
            let session =
                request.session(images, image)?.with_launches(required(&self.args.compile));
            let emit = match image.kind {
                Kind::MachineCode => Emit::Cubin,
                Kind::Ptx => Emit::Ptx,
            };
            let Some(program) = self.program(&session, emit, report)? else {
                return Ok(Exit::Errors);
            };
            let (kind, target) = (image.kind, session.target);
            parts.push(fatbin::Image { kind, target, payload: program.bytes });
            last = Some(program.compiled);
        }
        let Some(compiled) = last else { return Err("there is no target".into()) };
        self.write(Program { bytes: fatbin::fatbin(&parts), compiled })
    }

    /// Compiles for one target; `None` if there are errors, or nothing to write but dependencies.
    fn program(
        &self,
        session: &Session,
        emit: Emit,
        report: &mut Report,
    ) -> Result<Option<Program>, Failure> {
        let args = self.args;
        let stage = match emit {
            _ if args.dependencies.is_instead() => Stage::Preprocess,
            Emit::Preprocessed => Stage::Preprocess,
            Emit::Ast => Stage::Parse,
            Emit::Typed => Stage::Check,
            Emit::Tir | Emit::Tilebc => Stage::Lower,
            Emit::Sched => Stage::Schedule,
            Emit::Ptx | Emit::Cubin | Emit::Fatbin | Emit::Header | Emit::Metadata => Stage::Ptx,
            Emit::Object | Emit::Executable | Emit::Shared | Emit::Library | Emit::DeviceLink => {
                Stage::Lower
            }
        };
        let cache = Cache::from_env().filter(|_| stage >= Stage::Lower);
        let entry = cache.as_ref().and_then(|cache| {
            let (key, preprocessed) = self.key(session, emit)?;
            Some((cache.entry(key), preprocessed))
        });
        let entry = match entry {
            Some((entry, preprocessed)) => match entry.read() {
                Some(bytes) => return Ok(Some(Program { bytes, compiled: preprocessed })),
                None => Some(entry),
            },
            None => None,
        };
        let mut compiled = compile(session, &FileLoader, self.file, stage);
        // To translate tile IR between its forms is not to make code of it.
        if stage == Stage::Ptx || compiled.unit.is_some() {
            no_kernel::refuse(&mut compiled, session, self.file);
        }
        if report.show_compiled(&compiled) {
            return Ok(None);
        }
        if args.dependencies.is_instead() {
            self.refuse_inputs(&compiled)?;
            self.write_dependencies(&compiled)?;
            return Ok(None);
        }
        let bytes = match self.bytes(session, emit, &compiled)? {
            Ok(bytes) => bytes,
            Err(found) => {
                report.show(&compiled.map, &found);
                return Ok(None);
            }
        };
        if let Some(entry) = &entry
            && compiled.diagnostics.iter().all(|found| found.severity == Severity::Remark)
        {
            entry.write(&bytes);
        }
        Ok(Some(Program { bytes, compiled }))
    }

    /// What `emit` names, or what cannot be said in that form.
    fn bytes(
        &self,
        session: &Session,
        emit: Emit,
        compiled: &Compiled,
    ) -> Result<Result<Vec<u8>, Diagnostics>, Failure> {
        Ok(Ok(match emit {
            Emit::Preprocessed => compiled.preprocessed.clone().unwrap_or_default().into_bytes(),
            Emit::Ast => compiled.ast_text().into_bytes(),
            Emit::Typed => compiled.typed.clone().unwrap_or_default().into_bytes(),
            Emit::Tir => compiled.tir_text().into_bytes(),
            Emit::Tilebc => {
                if compiled.module.is_none() {
                    return Err("nothing was compiled".into());
                }
                let portable = session.passes == Passes::Full;
                let release = session.preprocessor.release.numbers();
                let of_release = || ir::bytecode::Version::of_release(release);
                let version = self.args.tilebc_version.unwrap_or_else(of_release);
                return Ok(compiled.bytecode(version, portable));
            }
            Emit::Sched => compiled.schedule.clone().unwrap_or_default().into_bytes(),
            Emit::Ptx => compiled.ptx.clone().unwrap_or_default().into_bytes(),
            Emit::Cubin | Emit::Fatbin => match self.output.as_str() {
                "-" => return Err(format!("--emit={} needs -o FILE", shown(emit)).into()),
                _ => self.cubin(session, compiled)?,
            },
            Emit::Header => self.header_text(session, compiled)?.into_bytes(),
            // `commands::program` makes these.
            Emit::Object | Emit::Executable | Emit::Shared | Emit::Library | Emit::DeviceLink => {
                return Err("a program is not one output".into());
            }
            Emit::Metadata => {
                json::metadata(session.target.name, &interface::kernels(compiled)?).into_bytes()
            }
        }))
    }

    /// Writes the output, and then the rule for make: a rule that is there says that the output is.
    fn write(&self, program: Program) -> Result<Exit, Failure> {
        self.refuse_inputs(&program.compiled)?;
        write(&self.output, &program.bytes)?;
        if self.args.dependencies.is_wanted() {
            self.write_dependencies(&program.compiled)?;
        }
        Ok(Exit::Success)
    }

    /// Refuses to write over what was read.
    pub(super) fn refuse_inputs(&self, compiled: &Compiled) -> Result<(), Box<Diagnostic>> {
        let outputs = all_outputs(self.args, self.file);
        let inputs = compiled.dependencies.iter().map(|file| &*file.path);
        check(outputs.iter().map(String::as_str), std::iter::once(self.file).chain(inputs))
    }

    /// What the output is made from, and the preprocessed source; nothing if that has diagnostics to
    /// show, is not C++, or is to be verified.
    fn key(&self, session: &Session, emit: Emit) -> Option<(Key, Compiled)> {
        let (args, file) = (self.args, self.file);
        let CompileArgs { remarks, verify, .. } = args.compile;
        if remarks.is_some()
            || verify
            || [".tir", ".tilebc", ".sched"].iter().any(|it| file.ends_with(it))
        {
            return None;
        }
        let compiled = compile(session, &FileLoader, file, Stage::Preprocess);
        let is_silent = compiled.diagnostics.iter().all(|found| found.severity == Severity::Remark);
        let text = compiled.preprocessed.as_ref().filter(|_| is_silent)?;
        let mut key = Key::new();
        key.add(text.as_bytes());
        let Session { target, kernels, fmad, passes, line_info, .. } = session;
        let remarks = compiled.diagnostics.len();
        let options = format!("{target:?} {kernels:?} {fmad} {passes:?} {line_info} {remarks}");
        key.add(options.as_bytes());
        let BuildArgs { embed, ptxas_options, tilebc_version, .. } = args;
        key.add(format!("{:?}", session.schedule_after).as_bytes());
        key.add(session.preprocessor.release.to_string().as_bytes());
        key.add(format!("{emit:?} {embed:?} {ptxas_options:?} {tilebc_version:?}").as_bytes());
        // What is not told of is kept, so that this has a say in what is.
        let (warnings, none) = (&args.compile.warnings, args.compile.no_warnings);
        key.add(format!("{:?} {warnings:?} {none}", args.compile.std).as_bytes());
        let asked = session.launches.compiler().filter(|_| !compiled.mentions.is_empty());
        if let Some(compiler) = asked {
            // What host code is made of has a say in what it launches.
            let mut options = session.preprocessor.clone();
            options.system_dirs.clear();
            host::add_system_dirs(&mut options, compiled.system_dirs.iter().cloned());
            let source = HostSource {
                path: file,
                text: input::standard_of(file),
                options: &options,
                purpose: host::Purpose::Symbols,
            };
            let program = compiler.find(None).ok()?;
            for pass in [Pass::Tile, Pass::Host] {
                let source = program.preprocess(&source, pass).ok()?;
                let is_text = |line: &&str| !line.starts_with('#');
                source.lines().filter(is_text).for_each(|line| key.add(line.as_bytes()));
            }
            key.add(program.key().as_bytes());
        }
        if emit == Emit::Header {
            key.add(file.as_bytes());
            key.add(self.header_prefix().as_bytes());
        }
        if emit == Emit::Cubin || (emit == Emit::Header && *embed == Embed::Cubin) {
            key.add(assemble::version(&assemble::ptxas())?.as_bytes());
        }
        Some((key, compiled))
    }

    /// Writes the rule of `-M` and its likes.
    pub(super) fn write_dependencies(&self, compiled: &Compiled) -> Result<(), Box<Diagnostic>> {
        let dependencies = &self.args.dependencies;
        let output = Some(self.output.as_str()).filter(|output| *output != "-");
        let rule = depfile::rule(dependencies, self.file, output, &compiled.dependencies);
        let path = rule_path(self.args, self.file, &self.output);
        write(path.as_deref().unwrap_or("-"), rule.as_bytes())
    }

    /// The PTX of a program as machine code.
    fn cubin(&self, session: &Session, compiled: &Compiled) -> Result<Vec<u8>, String> {
        let ptx = compiled.ptx.as_deref().unwrap_or_default();
        let mut options = self.args.for_ptxas();
        if session.line_info {
            options.push("--generate-line-info".to_owned());
        }
        assemble::cubin(session.target.name, ptx, &options)
    }

    fn header_text(&self, session: &Session, compiled: &Compiled) -> Result<String, String> {
        let kernels = interface::kernels(compiled)?;
        let prefix = self.header_prefix();
        let image = match self.args.embed {
            Embed::Ptx => compiled.ptx.clone().unwrap_or_default().into_bytes(),
            Embed::Cubin => self.cubin(session, compiled)?,
        };
        let arch = session.target.name;
        let source = header::Source { path: self.file, prefix: &prefix, arch, image: &image };
        Ok(header::header(source, &kernels))
    }

    /// What the names of a header begin with.
    fn header_prefix(&self) -> String {
        interface::stem_identifier(self.named_file())
    }

    /// The output, or the source where the output has no name.
    fn named_file(&self) -> &str {
        if self.output == "-" { self.file } else { &self.output }
    }
}
