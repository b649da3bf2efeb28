//! The commands of the command line, each a function from its options to an exit code.

mod build;
mod check;
mod cost;
mod doctor;
mod draw;
mod generate;
mod launched;
mod nvcc_log;
mod program;
mod run;
mod tileiras;
mod tune;

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser;
use lang::base::{Diagnostics, SourceMap};

use crate::cli::{Cli, Command, Commands, Environment, List, RemarkFormat, command_line, commands};
use crate::failure::Failure;
use crate::output::{is_lost, print, say};
use crate::report::Report;
use crate::{explain, target};

/// Compiling recurses with the nesting of the source; the limits on nesting fit in this stack.
pub(crate) const STACK_BYTES: usize = 256 << 20;

/// What went wrong, as an exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exit {
    Success = 0,
    /// The input has errors.
    Errors = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// The sanitizer found undefined behaviour.
    Undefined = 3,
}

/// Runs the command line `args`, the first of which is the program's name.
pub fn main(args: impl IntoIterator<Item: Into<OsString>>) -> ExitCode {
    let args = match args
        .into_iter()
        .map(Into::into)
        .map(OsString::into_string)
        .collect::<Result<Vec<_>, _>>()
    {
        Ok(args) => args,
        Err(word) => {
            // Sources name files in UTF-8, and so do all outputs that name their sources.
            say(&format!("tilec: the argument {word:?} is not UTF-8\n"));
            return ExitCode::from(Exit::Usage as u8);
        }
    };
    if let (Some(program), Some(words)) = (args.first(), tileiras::words(&args)) {
        let (program, words) = (program.clone(), words.to_vec());
        return on_large_stack(move || tileiras::main(&program, &words) as u8);
    }
    let commands = commands();
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let flags = |name: &str| std::env::var_os(name).map(OsString::into_string).transpose();
    let flags =
        flags("NVCC_PREPEND_FLAGS").and_then(|before| Ok((before, flags("NVCC_APPEND_FLAGS")?)));
    let environment = match flags {
        Ok((prepend, append)) => Environment { prepend, append },
        Err(value) => {
            say(&format!("tilec: the flags {value:?} of the environment are not UTF-8\n"));
            return ExitCode::from(Exit::Usage as u8);
        }
    };
    let line = match command_line(args, &commands, &environment) {
        Ok(line) => line,
        Err(message) => {
            say(&format!("tilec: {message}\n"));
            return ExitCode::from(Exit::Usage as u8);
        }
    };
    if line.list != List::default() {
        return listed(target::list(line.list).as_bytes());
    }
    if line.commands != Commands::Run {
        nvcc_log::print_commands(&line);
    }
    if line.commands == Commands::Print {
        return ExitCode::from(if is_lost() { Exit::Errors } else { Exit::Success } as u8);
    }
    let has_dashes = line.args.iter().any(|word| word == "--");
    let cli = match Cli::try_parse_from(line.args) {
        Ok(mut cli) => {
            if let Command::Run(args) = &mut cli.command {
                args.is_program = has_dashes;
            }
            cli
        }
        Err(error) => {
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Success };
            let is_lost = error.print().and_then(|()| std::io::stdout().flush()).is_err();
            let exit = if is_lost && exit == Exit::Success { Exit::Errors } else { exit };
            return ExitCode::from(exit as u8);
        }
    };
    line.warnings.iter().for_each(|warning| say(&format!("tilec: warning: {warning}\n")));
    if cli.command.compile_args().is_some_and(|args| args.remarks == Some(RemarkFormat::Text)) {
        line.remarks.iter().for_each(|remark| say(&format!("tilec: remark: {remark}\n")));
    }
    let work = move || {
        let mut report = cli.command.compile_args().map_or_else(Report::plain, Report::new);
        let exit = match run_command(&cli.command, &mut report) {
            Ok(exit) => exit,
            Err(Failure::Usage(message)) => {
                say(&format!("tilec: {message}\n"));
                Exit::Usage
            }
            Err(Failure::File(found)) => {
                let mut all = Diagnostics::new();
                all.push(*found);
                report.show(&SourceMap::new(), &all);
                Exit::Errors
            }
        };
        exit as u8
    };
    on_large_stack(work)
}

/// Does the work of a command, whose exit code it gives.
fn on_large_stack(work: impl FnOnce() -> u8 + Send + 'static) -> ExitCode {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    match thread.map(std::thread::JoinHandle::join) {
        // What was said and is lost may have been a warning.
        Ok(Ok(0)) if is_lost() => ExitCode::from(Exit::Errors as u8),
        Ok(Ok(exit)) => ExitCode::from(exit),
        // A panic has printed itself; it is a bug whatever the input was.
        Ok(Err(_)) | Err(_) => {
            say("tilec: this is a bug in tilec; please report it with the input\n");
            ExitCode::from(101)
        }
    }
}

/// What is told instead of a compilation.
fn listed(text: &[u8]) -> ExitCode {
    let exit = match print(text) {
        Ok(()) => Exit::Success,
        Err(found) => {
            say(&format!("tilec: {}\n", found.message));
            Exit::Errors
        }
    };
    ExitCode::from(exit as u8)
}

fn run_command(command: &Command, report: &mut Report) -> Result<Exit, Failure> {
    match command {
        Command::Check(args) => check::check(args, report),
        Command::Build(args) => build::build(args, report),
        Command::Run(args) => run::run(args, report),
        Command::Cost(args) => cost::cost(args, report),
        Command::Draw(args) => draw::draw(args, report),
        Command::Tune(args) => tune::tune(args),
        Command::Explain(args) => explain(&args.code),
        Command::Tileiras(_) => Err(tileiras::refuse()),
        Command::Lsp(args) => Ok(lsp(args.supervised)),
        Command::Doctor => doctor::doctor(),
        Command::Generate(args) => generate::generate(args.what),
    }
}

fn lsp(supervised: bool) -> Exit {
    let outcome = match supervised {
        true => crate::lsp::run_supervised(),
        false => crate::lsp::run(),
    };
    match outcome {
        crate::lsp::Outcome::Clean => Exit::Success,
        crate::lsp::Outcome::Abrupt => Exit::Errors,
    }
}

fn explain(code: &str) -> Result<Exit, Failure> {
    let Some(page) = explain::page(code) else {
        return Err(format!("no diagnostic has the code {code}").into());
    };
    print(page.as_bytes())?;
    Ok(Exit::Success)
}
