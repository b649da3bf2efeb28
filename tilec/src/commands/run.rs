//! `tilec run FILE --kernel NAME --arg SPEC...`

use std::cell::RefCell;

use ir::interp::{self, Memory, Order, TrapKind};
use lang::base::Diagnostics;

use super::Exit;
use crate::argument::{self, Argument, BufferArgument, Parsed};
use crate::cli::{CompileArgs, DeviceKind, RunArgs};
use crate::driver::{Compiled, Stage, compile};
use crate::failure::Failure;
use crate::finding;
use crate::host::{HostCompiler, Launches};
use crate::input;
use crate::output::{check, print, write};
use crate::report::Report;
use crate::session::{FileLoader, Passes, Session};

/// Instructions that one tile block may execute under the sanitizer.
const SANITIZED_STEPS: u64 = 1 << 24;

/// Compiles a kernel, runs it once and writes its outputs.
pub fn run(args: &RunArgs, report: &mut Report) -> Result<Exit, Failure> {
    if args.is_program {
        return super::program::run(args, report);
    }
    let files = RefCell::new(vec![args.file.clone()]);
    let read = |path: &str, limit: u64| {
        files.borrow_mut().push(path.to_owned());
        input::read_at_most(path.as_ref(), limit).map_err(String::from)
    };
    let parsed: Vec<Parsed> = args.args.iter().map(|spec| argument::parse(spec, &read)).collect();
    let outputs: Vec<String> = parsed
        .iter()
        .flatten()
        .flat_map(Argument::buffers)
        .filter_map(|buffer| buffer.output.clone())
        .collect();
    let outputs = || outputs.iter().map(String::as_str);
    let files = files.into_inner();
    check(outputs(), files.iter().map(String::as_str))?;
    let grid = parse_grid(&args.grid)?;
    let mut session = session_of_kernel(&args.compile, &args.file, args.kernel.as_deref())?;
    if args.sanitize {
        session.passes = Passes::AsLowered;
    }
    let device = choose_device(args)?;
    let stage = match device {
        DeviceKind::Cpu => Stage::Lower,
        DeviceKind::Cuda => Stage::Ptx,
    };
    let compiled = compile(&session, &FileLoader, &args.file, stage);
    if report.show_compiled(&compiled) {
        return Ok(Exit::Errors);
    }
    check(outputs(), compiled.dependencies.iter().map(|file| &*file.path))?;
    let symbol = compiled.symbol(args.kernel.as_deref())?;
    let signature = compiled.signature(&symbol);
    let arguments = argument::parameter::check(signature, parsed, &args.args)?;
    let name = signature.map_or_else(|| symbol.clone(), |signature| signature.declaration());
    match device {
        DeviceKind::Cpu => run_on_cpu(args, &compiled, (&symbol, &name), grid, &arguments, report),
        DeviceKind::Cuda => run_on_cuda(&compiled, &symbol, grid, &arguments),
    }
}

/// The session of a command that needs one kernel of a file: the one that is named, or the only one.
pub(super) fn session_of_kernel(
    args: &CompileArgs,
    file: &str,
    kernel: Option<&str>,
) -> Result<Session, String> {
    // A name with arguments asks for a specialisation.
    let wanted: Vec<String> =
        kernel.iter().filter(|name| name.contains('<')).map(|&name| name.to_owned()).collect();
    let mut session = Session::for_file(args, file, &wanted)?;
    if kernel.is_none() {
        // The kernel that host code launches may be the only one.
        session.launches = Launches::Sought(HostCompiler::new(args));
    }
    Ok(session)
}

/// `8`, `8,4` or `8,4,2`.
pub fn parse_grid(text: &str) -> Result<[u32; 3], String> {
    let mut grid = [1; 3];
    let counts: Vec<&str> = text.split(',').collect();
    if counts.len() > 3 {
        return Err(format!("--grid {text}: more than three directions"));
    }
    for (slot, count) in grid.iter_mut().zip(counts) {
        *slot =
            count.trim().parse().map_err(|_| format!("--grid {text}: `{count}` is not a count"))?;
        if *slot == 0 {
            return Err(format!("--grid {text}: a grid has at least one block"));
        }
    }
    Ok(grid)
}

/// The sanitizer and a given order of blocks need the interpreter; otherwise a GPU is preferred.
fn choose_device(args: &RunArgs) -> Result<DeviceKind, String> {
    let options = [("--sanitize", args.sanitize), ("--deterministic", args.deterministic)];
    let needs_cpu = options.iter().find(|(_, given)| *given);
    match (args.device, needs_cpu) {
        (Some(DeviceKind::Cuda), Some((option, _))) => {
            Err(format!("{option} runs on the CPU device: drop --device cuda"))
        }
        (Some(device), _) => Ok(device),
        (None, Some(_)) => Ok(DeviceKind::Cpu),
        (None, None) => Ok(match runtime::Device::best() {
            runtime::Device::Cpu(_) => DeviceKind::Cpu,
            runtime::Device::Cuda(_) => DeviceKind::Cuda,
        }),
    }
}

fn run_on_cpu(
    args: &RunArgs,
    compiled: &Compiled,
    (symbol, name): (&str, &str),
    grid: [u32; 3],
    arguments: &[Argument],
    report: &mut Report,
) -> Result<Exit, Failure> {
    let Some(module) = &compiled.module else { return Err("nothing was compiled".into()) };
    let mut memory = Memory::new();
    let addresses: Vec<Vec<u64>> = arguments
        .iter()
        .map(|argument| {
            let allocate = |buffer: &BufferArgument| {
                if buffer.uninitialized {
                    memory.alloc_uninitialized(&buffer.bytes)
                } else {
                    memory.alloc(&buffer.bytes)
                }
            };
            argument.buffers().map(allocate).collect()
        })
        .collect();
    let mut values = Vec::new();
    if let Some(entry) = module.entry_named(symbol) {
        let function = &module.entries[entry];
        for (index, (argument, addresses)) in arguments.iter().zip(&addresses).enumerate() {
            let bytes = argument.to_bytes(addresses);
            if let Some(size) = interp::argument_size(module, function, index)
                && size != bytes.len()
            {
                let (spec, found) = (&args.args[index], bytes.len());
                let message = format!("--arg {spec}: {found} bytes for a parameter of {size}");
                return Err(message.into());
            }
            values.push(memory.pass(function, index, &bytes).bits);
        }
    }
    // A kernel that never ends is a finding too, so a sanitizing run has to.
    let step_limit = args.sanitize.then_some(SANITIZED_STEPS);
    let order = if args.deterministic { Order::Sequential } else { Order::Parallel };
    let options =
        interp::Options { sanitize: args.sanitize, order, step_limit, ..interp::Options::new() };
    let launch =
        interp::Launch { entry: symbol, grid, args: &values, globals: None, options: &options };
    let outcome = interp::launch(module, &launch, &mut memory);
    let mut found = Diagnostics::new();
    let exit = match outcome {
        Ok(done) => {
            print(done.output.as_bytes())?;
            let is_clean = done.findings.is_empty();
            done.findings
                .iter()
                .for_each(|finding| found.push(finding::of_sanitizer(finding, name)));
            if is_clean { Exit::Success } else { Exit::Undefined }
        }
        Err(trap) => {
            print(trap.output.as_bytes())?;
            trap.findings
                .iter()
                .for_each(|finding| found.push(finding::of_sanitizer(finding, name)));
            // What ran on after undefined behaviour may never end.
            if found.is_empty() || trap.kind != TrapKind::StepLimit {
                found.push(finding::of_trap(&trap, name));
            }
            if args.sanitize { Exit::Undefined } else { Exit::Errors }
        }
    };
    report.show(&compiled.map, &found);
    if exit == Exit::Success {
        for (argument, addresses) in arguments.iter().zip(&addresses) {
            for (buffer, &address) in argument.buffers().zip(addresses) {
                if let Some(path) = &buffer.output {
                    let bytes = memory.read(address, buffer.bytes.len()).unwrap_or_default();
                    write(path, &buffer.file_contents(path, &bytes))?;
                }
            }
        }
    }
    Ok(exit)
}

fn run_on_cuda(
    compiled: &Compiled,
    symbol: &str,
    grid: [u32; 3],
    arguments: &[Argument],
) -> Result<Exit, Failure> {
    let device = runtime::Device::cuda(0).map_err(|error| error.to_string())?;
    let ptx = compiled.ptx.as_deref().unwrap_or_default();
    let program = runtime::Program { tir: "", ptx };
    let fail = |error: runtime::Error| error.to_string();
    let module = device.load(&program).map_err(fail)?;
    let mut buffers = Vec::new();
    for argument in arguments {
        let uploaded = argument.buffers().map(|buffer| device.upload(&buffer.bytes));
        buffers.push(uploaded.collect::<Result<Vec<runtime::Buffer>, _>>().map_err(fail)?);
    }
    let bytes: Vec<Vec<u8>> = arguments
        .iter()
        .zip(&buffers)
        .map(|(argument, buffers)| {
            let addresses: Vec<u64> = buffers.iter().map(runtime::Buffer::address).collect();
            argument.to_bytes(&addresses)
        })
        .collect();
    let values: Vec<runtime::Arg<'_>> =
        bytes.iter().map(|bytes| runtime::Arg::Bytes(bytes)).collect();
    module.kernel(symbol).and_then(|kernel| kernel.launch(grid, &values)).map_err(fail)?;
    device.synchronize().map_err(fail)?;
    for (argument, buffers) in arguments.iter().zip(&buffers) {
        for (buffer, memory) in argument.buffers().zip(buffers) {
            if let Some(path) = &buffer.output {
                let bytes: Vec<u8> = device.download(memory).map_err(fail)?;
                write(path, &buffer.file_contents(path, &bytes))?;
            }
        }
    }
    Ok(Exit::Success)
}
