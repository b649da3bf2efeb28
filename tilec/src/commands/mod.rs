//! The commands of the command line, each a function from its options to an exit code.

mod build;
mod check;
mod doctor;
mod generate;
mod run;
mod tune;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command, Commands, Environment, List, Normalized, command_line, commands};
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
pub fn main(args: impl IntoIterator<Item = String>) -> ExitCode {
    let commands = commands();
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let environment = Environment {
        prepend: std::env::var("NVCC_PREPEND_FLAGS").ok(),
        append: std::env::var("NVCC_APPEND_FLAGS").ok(),
    };
    let line = match command_line(args, &commands, &environment) {
        Ok(line) => line,
        Err(message) => {
            eprintln!("tilec: {message}");
            return ExitCode::from(Exit::Usage as u8);
        }
    };
    if line.list != List::default() {
        print!("{}", target::list(line.list));
        return ExitCode::SUCCESS;
    }
    if line.commands != Commands::Run {
        print_commands(&line);
    }
    if line.commands == Commands::Print {
        return ExitCode::SUCCESS;
    }
    let cli = match Cli::try_parse_from(line.args) {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { Exit::Usage as u8 } else { 0 });
        }
    };
    line.warnings.iter().for_each(|warning| eprintln!("tilec: warning: {warning}"));
    if cli.command.compile_args().is_some_and(|args| args.remarks) {
        line.remarks.iter().for_each(|remark| eprintln!("tilec: remark: {remark}"));
    }
    let work = move || match &cli.command {
        Command::Check(args) => check::check(args),
        Command::Build(args) => build::build(args),
        Command::Run(args) => run::run(args),
        Command::Tune(args) => tune::tune(args),
        Command::Explain(args) => explain(&args.code),
        Command::Lsp(_) => Ok(lsp()),
        Command::Doctor => doctor::doctor(),
        Command::Generate(args) => generate::generate(args.what),
    };
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(exit))) => ExitCode::from(exit as u8),
        Ok(Ok(Err(message))) => {
            eprintln!("tilec: {message}");
            ExitCode::from(Exit::Usage as u8)
        }
        // A panic has printed itself; it is a bug whatever the input was.
        Ok(Err(_)) | Err(_) => {
            eprintln!("tilec: this is a bug in tilec; please report it with the input");
            ExitCode::from(101)
        }
    }
}

/// Prints what a line of nvcc stands for, in the form in which nvcc does.
fn print_commands(line: &Normalized) {
    let quoted = |word: &String| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,+:@%".contains(c);
        match !word.is_empty() && word.chars().all(is_plain) {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', r"'\''")),
        }
    };
    let words: Vec<String> = line.args.iter().map(quoted).collect();
    eprintln!("#$ {}", words.join(" "));
}

fn lsp() -> Exit {
    match crate::lsp::run() {
        crate::lsp::Outcome::Clean => Exit::Success,
        crate::lsp::Outcome::Abrupt => Exit::Errors,
    }
}

fn explain(code: &str) -> Result<Exit, String> {
    match explain::page(code) {
        Some(page) => {
            print!("{page}");
            Ok(Exit::Success)
        }
        None => Err(format!("no diagnostic has the code {code}")),
    }
}
