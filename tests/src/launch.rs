//! Running a kernel for a test: in the interpreter, its PTX in the emulator, or on a GPU.

use backend_ptx::ptx::{PtxModule, print};
use ir::interp::{self, Memory};
use lang::base::Diagnostic;
use runtime::{Arg, Device, Program};
use tilec::{Compiled, codes};

use crate::emulator;
use crate::parameter::{Buffer, Mode, Parameter};

/// What a launch left.
pub struct Outcome {
    /// The bytes of every buffer, in the order of the parameters and their members.
    pub buffers: Vec<Vec<u8>>,
    /// What it printed; not known of a GPU.
    pub output: String,
    /// A trap, or what the sanitizer found.
    pub diagnostics: Vec<Diagnostic>,
}

/// A run that takes longer than this many instructions a tile block does not end.
const STEP_LIMIT: u64 = 1 << 24;

/// Whether the rules of undefined behaviour are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sanitizer {
    Off,
    On,
}

/// Runs a kernel in the interpreter.
pub fn on_cpu(
    module: &ir::Module,
    symbol: &str,
    grid: [u32; 3],
    parameters: &[Parameter],
    sanitizer: Sanitizer,
) -> Outcome {
    let mut memory = Memory::new();
    let addresses = allocate(parameters, |buffer| match buffer.mode {
        Mode::Out => memory.alloc_uninitialized(buffer.bytes),
        Mode::In | Mode::InOut | Mode::Scratch => memory.alloc(buffer.bytes),
    });
    let function = module.entry_named(symbol).map(|entry| &module.entries[entry]);
    let args: Vec<u64> = parameters
        .iter()
        .zip(&addresses)
        .enumerate()
        .map(|(index, (parameter, addresses))| {
            let bytes = parameter.to_bytes(addresses);
            function.map_or(0, |function| memory.pass(function, index, &bytes).bits)
        })
        .collect();
    let options = interp::Options {
        sanitize: sanitizer == Sanitizer::On,
        order: interp::Order::Sequential,
        step_limit: Some(STEP_LIMIT),
        ..interp::Options::new()
    };
    let launch =
        interp::Launch { entry: symbol, grid, args: &args, globals: None, options: &options };
    let (output, findings, trap) = match interp::launch(module, &launch, &mut memory) {
        Ok(report) => (report.output, report.findings, None),
        Err(trap) => (trap.output.clone(), trap.findings.clone(), Some(trap)),
    };
    let mut diagnostics: Vec<Diagnostic> = findings
        .iter()
        .map(|finding| {
            Diagnostic::new(codes::UNDEFINED_BEHAVIOR, finding.span, finding.to_string())
        })
        .collect();
    diagnostics.extend(trap.map(|trap| Diagnostic::new(codes::TRAP, trap.span, trap.to_string())));
    let buffers = parameters
        .iter()
        .zip(&addresses)
        .flat_map(|(parameter, addresses)| parameter.buffers().into_iter().zip(addresses))
        .filter_map(|(buffer, &address)| memory.read(address, buffer.bytes.len()))
        .collect();
    Outcome { buffers, output, diagnostics }
}

/// Runs emitted PTX in the emulator.
///
/// # Errors
/// What the emulator found wrong.
pub fn in_emulator(
    ptx: &PtxModule,
    symbol: &str,
    grid: [u32; 3],
    parameters: &[Parameter],
) -> Result<Outcome, String> {
    let (report, buffers) = emulated(ptx, symbol, grid, parameters)?;
    if !report.findings.is_empty() {
        return Err(report.describe());
    }
    Ok(Outcome { buffers, output: report.output, diagnostics: Vec::new() })
}

/// Runs emitted PTX in the emulator; what it found and counted, and the bytes of every buffer.
///
/// # Errors
/// The emulator does not take the text or the arguments.
pub fn emulated(
    ptx: &PtxModule,
    symbol: &str,
    grid: [u32; 3],
    parameters: &[Parameter],
) -> Result<(emulator::Report, Vec<Vec<u8>>), String> {
    let mut memory = emulator::Memory::default();
    let addresses = allocate(parameters, |buffer| memory.alloc(buffer.bytes));
    let mut args = Vec::new();
    for (index, (parameter, addresses)) in parameters.iter().zip(&addresses).enumerate() {
        let bytes = parameter.to_bytes(addresses);
        args.push(pass(ptx, symbol, index, &bytes, &mut memory));
    }
    let text = print::module_text(ptx);
    let what = emulator::Launch::new(symbol, grid, &args);
    let report = emulator::launch(&text, &what, &mut memory)?;
    let buffers =
        addresses.iter().flatten().map(|&address| memory.bytes(address).to_vec()).collect();
    Ok((report, buffers))
}

/// An argument for the emulator: a number, or the address of the bytes of an object.
pub fn pass(
    ptx: &PtxModule,
    symbol: &str,
    index: usize,
    bytes: &[u8],
    memory: &mut emulator::Memory,
) -> u64 {
    let kernel = ptx.kernels.iter().find(|kernel| kernel.name == symbol);
    match kernel.and_then(|kernel| kernel.params.get(index)) {
        Some(param) if param.ty.is_none() => memory.alloc(bytes),
        Some(_) | None => {
            bytes.iter().take(8).rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
        }
    }
}

/// Runs a kernel on the first GPU; `None` where there is none.
///
/// # Errors
/// What the driver said.
pub fn on_gpu(
    compiled: &Compiled,
    symbol: &str,
    grid: [u32; 3],
    parameters: &[Parameter],
) -> Option<Result<Outcome, String>> {
    let device = Device::cuda(0).ok()?;
    Some(run_on(&device, compiled, symbol, grid, parameters).map_err(|error| error.to_string()))
}

fn run_on(
    device: &Device,
    compiled: &Compiled,
    symbol: &str,
    grid: [u32; 3],
    parameters: &[Parameter],
) -> Result<Outcome, runtime::Error> {
    let ptx = compiled.ptx.as_deref().unwrap_or_default();
    let module = device.load(&Program { tir: "", ptx })?;
    let mut buffers = Vec::new();
    for parameter in parameters {
        let uploaded = parameter.buffers().into_iter().map(|buffer| device.upload(buffer.bytes));
        buffers.push(uploaded.collect::<Result<Vec<runtime::Buffer>, _>>()?);
    }
    let bytes: Vec<Vec<u8>> = parameters
        .iter()
        .zip(&buffers)
        .map(|(parameter, buffers)| {
            let addresses: Vec<u64> = buffers.iter().map(runtime::Buffer::address).collect();
            parameter.to_bytes(&addresses)
        })
        .collect();
    let args: Vec<Arg<'_>> = bytes.iter().map(|bytes| Arg::Bytes(bytes)).collect();
    module.kernel(symbol)?.launch(grid, &args)?;
    device.synchronize()?;
    let bytes: Result<Vec<Vec<u8>>, _> =
        buffers.iter().flatten().map(|buffer| device.download(buffer)).collect();
    Ok(Outcome { buffers: bytes?, output: String::new(), diagnostics: Vec::new() })
}

/// The addresses of the buffers of each parameter.
fn allocate(parameters: &[Parameter], mut alloc: impl FnMut(&Buffer<'_>) -> u64) -> Vec<Vec<u64>> {
    let buffers = parameters.iter().map(Parameter::buffers);
    buffers.map(|buffers| buffers.iter().map(&mut alloc).collect()).collect()
}
