//! Running a kernel for a test: in the interpreter, its PTX in the emulator, or on a GPU.

use backend_ptx::ptx::{PtxModule, print};
use ir::interp::{self, Memory};
use lang::base::Diagnostic;
use runtime::{Arg, Device, Program, Scalar};
use tilec::{Compiled, codes};

use crate::emulator;
use crate::parameter::Parameter;

/// What a launch left.
pub struct Outcome {
    /// The bytes of every buffer, in the order of the parameters.
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
    let args: Vec<u64> = parameters
        .iter()
        .map(|parameter| match parameter {
            Parameter::Scalar { bits, .. } => *bits,
            Parameter::Buffer { bytes, .. } => memory.alloc(bytes),
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
        .zip(&args)
        .filter_map(|(parameter, &address)| match parameter {
            Parameter::Scalar { .. } => None,
            Parameter::Buffer { bytes, .. } => memory.read(address, bytes.len()),
        })
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
    let mut memory = emulator::Memory::default();
    let args: Vec<u64> = parameters
        .iter()
        .map(|parameter| match parameter {
            Parameter::Scalar { bits, .. } => *bits,
            Parameter::Buffer { bytes, .. } => memory.alloc(bytes),
        })
        .collect();
    let text = print::module_text(ptx);
    let what = emulator::Launch::new(symbol, grid, &args);
    let report = emulator::launch(&text, &what, &mut memory)?;
    if !report.findings.is_empty() {
        return Err(report.describe());
    }
    let buffers = parameters
        .iter()
        .zip(&args)
        .filter(|(parameter, _)| matches!(parameter, Parameter::Buffer { .. }))
        .map(|(_, &address)| memory.bytes(address).to_vec())
        .collect();
    Ok(Outcome { buffers, output: report.output, diagnostics: Vec::new() })
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
        if let Parameter::Buffer { bytes, .. } = parameter {
            buffers.push(device.upload(bytes)?);
        }
    }
    let mut next = buffers.iter();
    let args: Vec<Arg<'_>> = parameters
        .iter()
        .filter_map(|parameter| match parameter {
            Parameter::Scalar { ty, bits } => {
                Some(Arg::Scalar(Scalar { bits: *bits, size: ty.bytes as u8 }))
            }
            Parameter::Buffer { .. } => next.next().map(Arg::Buffer),
        })
        .collect();
    module.kernel(symbol)?.launch(grid, &args)?;
    device.synchronize()?;
    let bytes: Result<Vec<Vec<u8>>, _> =
        buffers.iter().map(|buffer| device.download(buffer)).collect();
    Ok(Outcome { buffers: bytes?, output: String::new(), diagnostics: Vec::new() })
}
