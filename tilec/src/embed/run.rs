//! A launch of a compiled program on the CPU device, in process.

use std::sync::Arc;

use ir::interp::{self, Memory, Options};
use lang::base::{Diagnostics, SourceMap};

use super::{Compilation, on_large_stack, shown};
use crate::driver::{Compiled, Stage};
use crate::finding;
use crate::session::Passes;

/// What is launched, and how.
#[derive(Clone, Copy, Debug)]
pub struct CpuLaunch<'a> {
    /// A name expression, a source name or a symbol.
    pub kernel: &'a str,
    /// Tile blocks in each direction.
    pub grid: [u32; 3],
    /// Whether undefined behaviour is looked for.
    pub sanitize: bool,
}

/// An argument of a launch.
#[derive(Debug)]
pub enum CpuArgument<'a> {
    /// The bytes of the parameter.
    Value(&'a [u8]),
    /// The parameter points to these bytes, which are what the kernel has made of them afterwards.
    Buffer(&'a mut [u8]),
}

/// What a launch came to.
#[derive(Clone, Debug, Default)]
pub struct CpuRun {
    /// What the kernel has printed.
    pub output: String,
    /// What stopped the kernel and what the sanitizer found, for people; empty if all is well.
    pub log: String,
    /// The same, one JSON object a line.
    pub diagnostics: String,
}

impl CpuRun {
    /// Whether the kernel ran to its end and nothing was found.
    pub fn is_clean(&self) -> bool {
        self.log.is_empty()
    }
}

/// A program as the interpreter takes it.
pub(super) struct Executable {
    pub(super) compiled: Compiled,
}

impl Compilation {
    /// Runs a kernel on the CPU device. Buffers are untouched if the kernel did not run to its end.
    ///
    /// # Errors
    /// The program was not compiled, there is no such kernel, or arguments or grid do not fit.
    pub fn run(
        &self,
        launch: &CpuLaunch<'_>,
        arguments: &mut [CpuArgument<'_>],
    ) -> Result<CpuRun, String> {
        let executable = self.executable(launch.sanitize)?;
        on_large_stack(|| executable.run(launch, arguments))?
    }

    /// The program for the interpreter; it is compiled again when that is first asked for. The sanitizer wants every operation
    /// where the source has it.
    pub(super) fn executable(&self, sanitize: bool) -> Result<Arc<Executable>, String> {
        let slot = &self.executables[usize::from(sanitize)];
        if let Some(known) = slot.get() {
            return Ok(known.clone());
        }
        let passes = if sanitize { Some(Passes::AsLowered) } else { None };
        let compiled = self.again(Stage::Lower, passes)?;
        Ok(slot.get_or_init(|| Arc::new(Executable { compiled })).clone())
    }
}

impl Executable {
    fn run(
        &self,
        launch: &CpuLaunch<'_>,
        arguments: &mut [CpuArgument<'_>],
    ) -> Result<CpuRun, String> {
        let &CpuLaunch { kernel, grid, sanitize } = launch;
        let module = self.compiled.module.as_ref().ok_or("nothing was compiled")?;
        let symbol = self.compiled.symbol(Some(kernel))?;
        let entry = module.entry_named(&symbol).ok_or("nothing was compiled")?;
        let function = &module.entries[entry];
        let n_parameters = function.source_params().len();
        if n_parameters != arguments.len() {
            let found = arguments.len();
            return Err(format!("`{kernel}` has {n_parameters} parameters, not {found}"));
        }
        let mut memory = Memory::new();
        let (mut values, mut buffers) = (Vec::new(), Vec::new());
        for (index, argument) in arguments.iter().enumerate() {
            let bytes = match argument {
                CpuArgument::Value(bytes) => bytes.to_vec(),
                CpuArgument::Buffer(bytes) => {
                    let address = memory.alloc(bytes);
                    buffers.push((index, address));
                    address.to_le_bytes().to_vec()
                }
            };
            let size = interp::argument_size(module, function, index);
            if let Some(size) = size.filter(|size| *size != bytes.len()) {
                let found = bytes.len();
                return Err(format!("argument {index} has {found} bytes, the parameter {size}"));
            }
            values.push(memory.pass(function, index, &bytes).bits);
        }
        let options = Options { sanitize, ..Options::new() };
        let launch = interp::Launch {
            entry: &symbol,
            grid,
            args: &values,
            globals: None,
            options: &options,
        };
        let outcome = interp::launch(module, &launch, &mut memory);
        let has_run = outcome.is_ok();
        let declared = self.compiled.signature(&symbol).map(|it| it.declaration());
        let run = outcome_of(&self.compiled.map, outcome, &declared.unwrap_or(symbol));
        for (index, address) in buffers.into_iter().filter(|_| has_run) {
            if let CpuArgument::Buffer(bytes) = &mut arguments[index]
                && let Some(read) = memory.read(address, bytes.len())
            {
                bytes.copy_from_slice(&read);
            }
        }
        Ok(run)
    }
}

pub(super) fn outcome_of(
    map: &SourceMap,
    outcome: Result<interp::Report, Box<interp::Trap>>,
    kernel: &str,
) -> CpuRun {
    let mut found = Diagnostics::new();
    let (output, findings) = match outcome {
        Ok(report) => (report.output, report.findings),
        Err(trap) => {
            found.push(finding::of_trap(&trap, kernel));
            let trap = *trap;
            (trap.output, trap.findings)
        }
    };
    findings.iter().for_each(|it| found.push(finding::of_sanitizer(it, kernel)));
    let (log, diagnostics) = shown(map, found.iter());
    CpuRun { output, log, diagnostics }
}
