//! `tilec tileiras`, or tilec under the name `tileiras`: Tile IR bytecode to a cubin, as NVIDIA's assembler does.
//!
//! In: the command line of tileiras. Out: a cubin, remarks, messages in the form that front ends read
//! (`error: ...`, `loc("file":line:column): error: ...`), and the exit code of tileiras.

use std::path::Path;

use backend_ptx::remarks::Verdict;
use ir::bytecode::Place;
use lang::base::{Diagnostic, Diagnostics, Severity, SourceMap};

use crate::cli::split;
use crate::cli::tileiras::{self as cli, Category, Kind, Options, Request};
use crate::driver::{Compiled, Stage, compile_bytecode};
use crate::failure::Failure;
use crate::output::{check, print, say, write};
use crate::session::{FileLoader, Passes, Session};
use crate::{assemble, cache, input, places, yaml};

/// The name by which this command line is chosen.
pub const NAME: &str = "tileiras";

/// How the program ends, as tileiras has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Success = 0,
    /// The command line makes no sense, or the input cannot be read.
    Usage = 1,
    /// The module cannot be compiled as the options say, or the output cannot be written.
    Compilation = 2,
    /// The input is not bytecode that is understood, or the remarks cannot be written.
    Bytecode = 3,
    /// Tile libraries are asked for.
    Libraries = 5,
}

/// The words of a command line of tileiras; `None` if it is one of tilec.
pub fn words(args: &[String]) -> Option<&[String]> {
    let (program, rest) = args.split_first()?;
    if Path::new(program).file_stem().is_some_and(|stem| stem == NAME) {
        return Some(rest);
    }
    let (command, rest) = rest.split_first()?;
    (command == NAME).then_some(rest)
}

/// Does what the words behind the name of `program` ask for.
pub fn main(program: &str, words: &[String]) -> Exit {
    let mut n_files = MAX_FILES;
    let request = match cli::parse(program, &with_files(words, &mut n_files)) {
        Ok(request) => request,
        Err(errors) => {
            errors.iter().for_each(|error| say(&format!("tileiras: {error}\n")));
            return Exit::Usage;
        }
    };
    let text = match request {
        Request::Help => cli::help(),
        Request::Version => version(),
        Request::BytecodeVersions => {
            ir::bytecode::Version::ALL.iter().map(|version| format!("{version}\n")).collect()
        }
        Request::Assemble(options) => {
            return assemble(&options).unwrap_or_else(|(exit, why)| {
                say(&format!("error: {why}\n"));
                exit
            });
        }
    };
    match print(text.as_bytes()) {
        Ok(()) => Exit::Success,
        Err(_) => Exit::Compilation,
    }
}

/// So many files of options are read: they may name themselves.
const MAX_FILES: usize = 64;

/// The words with those of `@FILE` in its place; a word whose file cannot be read stays, as with all
/// programs of LLVM.
fn with_files(words: &[String], n_left: &mut usize) -> Vec<String> {
    let mut all = Vec::with_capacity(words.len());
    for word in words {
        let path = word.strip_prefix('@').filter(|_| *n_left > 0);
        match path.and_then(|path| input::read_text(Path::new(path)).ok()) {
            Some(text) => {
                *n_left -= 1;
                all.extend(with_files(&split(&text), n_left));
            }
            None => all.push(word.clone()),
        }
    }
    all
}

/// The key by which front ends cache machine code: the text differs whenever the machine code may differ.
fn version() -> String {
    let release = ir::bytecode::Version::LATEST;
    let ptxas = assemble::version(&assemble::ptxas()).unwrap_or_else(|| "no ptxas".into());
    let ptxas = ptxas.lines().find(|line| line.contains("release")).unwrap_or(ptxas.trim());
    format!(
        "tileiras: tilec {}, assembler of Tile IR bytecode\n\
         Assembles what tileiras does, release {release}, V{release}.0\n\
         Build {}\n\
         ptxas: {ptxas}\n",
        env!("CARGO_PKG_VERSION"),
        cache::identity()
    )
}

type Failed = (Exit, String);

fn assemble(options: &Options) -> Result<Exit, Failed> {
    let Some(input) = &options.input else {
        print(cli::help().as_bytes()).map_err(|found| (Exit::Compilation, found.message))?;
        return Err((Exit::Usage, "no input file provided".into()));
    };
    let bytes = input::read(input).map_err(|found| {
        (Exit::Usage, format!("unable to read input file '{input}': {}", found.why))
    })?;
    if !ir::bytecode::is_bytecode(&bytes) {
        return Err((Exit::Bytecode, "input does not correspond to Tile IR bytecode".into()));
    }
    if let Some(library) = options.libraries.first() {
        let why = if options.simt_preview {
            format!("{library}: tilec does not link tile libraries")
        } else {
            "libraries require the 'simt' preview feature".into()
        };
        return Err((Exit::Libraries, why));
    }
    let session = session(options)?;
    let file = Some(options.remarks.file.as_str());
    let yaml = file.filter(|_| options.remarks.yaml && options.remarks.are_wanted());
    let outputs = [Some(options.output.as_str()), yaml];
    check(outputs.into_iter().flatten(), [input.as_str()])
        .map_err(|found| (Exit::Compilation, found.message))?;
    if let Some(path) = &options.controls {
        say(&format!("warning: --apply-controls={path}: settings of another code generator\n"));
    }
    let compiled = compile_bytecode(&session, &FileLoader, input, &bytes, Stage::Ptx);
    show(&compiled.map, input, &compiled.diagnostics);
    if compiled.diagnostics.has_errors() {
        let is_unread = compiled.module.is_none();
        return Ok(if is_unread { Exit::Bytecode } else { Exit::Compilation });
    }
    let mut flags = Vec::new();
    if session.line_info {
        flags.push("--generate-line-info".to_owned());
    }
    if options.memcheck {
        flags.push("--sanitize=memcheck".to_owned());
    }
    let ptx = compiled.ptx.as_deref().unwrap_or_default();
    let cubin = assemble::cubin(session.target.name, ptx, &flags)
        .map_err(|why| (Exit::Compilation, why))?;
    // As with tileiras there is no output without its remarks.
    tell_remarks(options, &compiled).map_err(|found| (Exit::Bytecode, found.message))?;
    write(&options.output, &cubin).map_err(|found| (Exit::Compilation, found.message))?;
    Ok(Exit::Success)
}

/// # Errors
/// What tilec cannot do as it is asked to.
fn session(options: &Options) -> Result<Session, Failed> {
    let refuse = |why: String| Err((Exit::Compilation, why));
    let Some(gpu) = &options.gpu else {
        return refuse("no GPU architecture is named; --gpu-name names it".into());
    };
    if !(0..=3).contains(&options.level) {
        return refuse(format!("invalid optimization level: {}", options.level));
    }
    if options.device_debug && options.level != 0 {
        return refuse("--device-debug needs -O0: optimized code cannot be debugged".into());
    }
    let session = Session::for_target(gpu)
        .map_err(|_| (Exit::Compilation, format!("GPU architecture {gpu} is not supported")))?;
    let mut session = session;
    session.preprocessor.simt_preview = options.simt_preview;
    Ok(Session {
        passes: if options.level > 0 { Passes::Full } else { Passes::Minimal },
        line_info: options.line_info || options.device_debug,
        remarks: options.remarks.are_wanted(),
        ..session
    })
}

/// Writes errors and warnings, each with the place in the source that the bytecode names.
fn show(map: &SourceMap, input: &str, found: &Diagnostics) {
    for found in found.iter().filter(|found| found.severity != Severity::Remark) {
        say(&message(found, place(map, input, found).as_ref()));
    }
}

fn message(found: &Diagnostic, place: Option<&Place>) -> String {
    let severity = if found.severity >= Severity::Error { "error" } else { "warning" };
    let place = match place {
        Some(place) => format!("loc(\"{}\":{}:{}): ", place.file, place.line, place.column),
        None => String::new(),
    };
    let line = |text: &str| text.replace('\n', " ");
    let mut text = format!("{place}{severity}: {} [{}]\n", line(&found.message), found.code.id);
    for note in &found.notes {
        text.push_str(&format!("note: {}\n", line(&note.text)));
    }
    text
}

/// The place in a source; bytecode itself has no lines.
fn place(map: &SourceMap, input: &str, found: &Diagnostic) -> Option<Place> {
    let span = found.primary.span;
    if span.is_none() {
        return None;
    }
    places::place(map, span).filter(|place| place.file != input)
}

fn tell_remarks(options: &Options, compiled: &Compiled) -> Result<(), Box<Diagnostic>> {
    let wanted = &options.remarks;
    if !wanted.are_wanted() {
        return Ok(());
    }
    let input = options.input.as_deref().unwrap_or_default();
    let mut text = String::new();
    for (kernel, remark) in &compiled.remarks {
        let kind = match remark.verdict {
            Verdict::Passed => Kind::Passed,
            Verdict::Missed => Kind::Missed,
            Verdict::Analysis => Kind::Analysis,
        };
        let found = &remark.diagnostic;
        let is_product = found.code == backend_ptx::codes::PRODUCT_PATH;
        let category = if is_product { Category::TensorCore } else { Category::Memory };
        if !wanted.wants(kind, category) {
            continue;
        }
        let place = place(&compiled.map, input, found);
        let remark = yaml::Remark { kind, category, kernel, place, found };
        if wanted.yaml { remark.yaml(&mut text) } else { remark.line(&mut text) }
    }
    if wanted.yaml { write(&wanted.file, text.as_bytes()) } else { print(text.as_bytes()) }
}

/// What stops this command where the command line of tilec names it in another way.
pub fn refuse() -> Failure {
    // `words` has found every other spelling.
    Failure::Usage(format!("{NAME} is the first word of its command line"))
}

#[cfg(test)]
mod tests {
    use lang::base::Span;

    use super::*;

    #[test]
    fn messages_have_the_form_that_callers_read() {
        let found = Diagnostic::new(crate::codes::CANNOT_WRITE, Span::NONE, "it is\nfull");
        assert_eq!(message(&found, None), "error: it is full [E0807]\n");
        let found = found.note("empty it");
        let place = Place { file: "a b.py".into(), line: 3, column: 7 };
        let expected = "loc(\"a b.py\":3:7): error: it is full [E0807]\nnote: empty it\n";
        assert_eq!(message(&found, Some(&place)), expected);
    }

    #[test]
    fn the_name_chooses_the_command_line() {
        let of = |line: &[&str]| {
            let args: Vec<String> = line.iter().map(|word| (*word).to_owned()).collect();
            words(&args).map(<[String]>::len)
        };
        assert_eq!(of(&["/opt/bin/tileiras", "-g"]), Some(1));
        assert_eq!(of(&["tileiras"]), Some(0));
        assert_eq!(of(&["tilec", "tileiras", "a", "b"]), Some(2));
        assert_eq!(of(&["tilec", "build", "tileiras"]), None);
        assert_eq!(of(&["tilec"]), None);
    }
}
