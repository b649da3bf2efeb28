//! `tilec`, whose GPU is the emulator: `emulate run FILE --kernel NAME --device cuda --arg SPEC...`
//!
//! It takes the commands of the driver, so that what drives `tilec` against a GPU (`run.py` of the
//! conformance cases) checks emitted PTX on a machine that has none.

#![expect(clippy::disallowed_methods, reason = "a program of its own, with arguments and files")]

use std::process::ExitCode;

use clap::Parser;
use tilec::argument::{self, Argument};
use tilec::cli::{Cli, Command, DeviceKind, RunArgs, normalize};
use tilec::{FileLoader, Session, Stage};
use tilec_tests::emulator;
use tilec_tests::launch::pass;

fn main() -> ExitCode {
    let words = match normalize(std::env::args()) {
        Ok(words) => words,
        Err(what) => {
            eprintln!("{what}");
            return ExitCode::FAILURE;
        }
    };
    let cli = Cli::parse_from(words);
    match cli.command {
        Command::Run(args) if args.device == Some(DeviceKind::Cuda) => match run(&args) {
            Ok(()) => ExitCode::SUCCESS,
            Err(what) => {
                eprintln!("{what}");
                ExitCode::FAILURE
            }
        },
        _ => tilec::main(std::env::args()),
    }
}

fn run(args: &RunArgs) -> Result<(), String> {
    let read = |path: &str, _: u64| std::fs::read(path).map_err(|error| format!("{path}: {error}"));
    let arguments: Vec<Argument> =
        args.args.iter().map(|spec| argument::parse(spec, &read)).collect::<Result<_, _>>()?;
    let mut grid = [1; 3];
    for (slot, count) in grid.iter_mut().zip(args.grid.split(',')) {
        *slot = count.trim().parse().map_err(|_| format!("--grid {}", args.grid))?;
    }
    let session = Session::new(&args.compile, &[])?;
    let compiled = tilec::compile(&session, &FileLoader, &args.file, Stage::Lower);
    let symbol = compiled.symbol(args.kernel.as_deref())?;
    let module = compiled.module.as_ref().ok_or("it does not compile")?;
    let (ptx, diagnostics) =
        backend_ptx::compile(module, session.target, &backend_ptx::Options::default());
    if let Some(diagnostic) = diagnostics.iter().next() {
        return Err(diagnostic.message.clone());
    }
    let mut memory = emulator::Memory::default();
    let (mut values, mut addresses) = (Vec::new(), Vec::new());
    for (index, argument) in arguments.iter().enumerate() {
        let own: Vec<u64> = argument.buffers().map(|buffer| memory.alloc(&buffer.bytes)).collect();
        values.push(pass(&ptx, &symbol, index, &argument.to_bytes(&own), &mut memory));
        addresses.push(own);
    }
    let text = backend_ptx::ptx::print::module_text(&ptx);
    let report =
        emulator::launch(&text, &emulator::Launch::new(&symbol, grid, &values), &mut memory)?;
    print!("{}", report.output);
    if !report.findings.is_empty() {
        return Err(report.describe());
    }
    for (argument, addresses) in arguments.iter().zip(&addresses) {
        for (buffer, &address) in argument.buffers().zip(addresses) {
            if let Some(path) = &buffer.output {
                let bytes = buffer.file_contents(path, memory.bytes(address));
                std::fs::write(path, bytes).map_err(|error| format!("{path}: {error}"))?;
            }
        }
    }
    Ok(())
}
