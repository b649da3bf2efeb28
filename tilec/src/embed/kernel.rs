//! Kernels that are launched again and again on memory of this process.
//!
//! In: the bytes of each parameter, pointers as addresses of the process, and the memory that may be reached through them. Nothing
//! is copied; the kernel reads and writes the memory of the caller, and an access of any other address is an error.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use ir::interp::{self, Caller, Memory, Options, Prepared};

use super::run::{CpuRun, Executable, outcome_of};
use super::{Compilation, on_large_stack};

/// A kernel of a compiled program on the CPU device.
#[derive(Clone)]
pub struct CpuKernel {
    executable: Arc<Executable>,
    symbol: String,
    declaration: String,
    sanitize: bool,
    /// What launches have in common; none if they trap.
    prepared: Option<Arc<Prepared>>,
}

/// Memory of this process that a kernel may reach.
#[derive(Clone, Copy, Debug)]
pub struct HostMemory {
    pub address: u64,
    pub bytes: usize,
    /// The words that have these bytes, from the one that has the first.
    pub words: &'static [AtomicU64],
    pub is_read_only: bool,
}

impl Compilation {
    /// A kernel for launches, by a name expression, a source name or a symbol.
    ///
    /// # Errors
    /// The program was not compiled, or there is no such kernel.
    pub fn cpu_kernel(&self, name: &str, sanitize: bool) -> Result<CpuKernel, String> {
        let executable = self.executable(sanitize)?;
        let symbol = executable.compiled.symbol(Some(name))?;
        let signature = executable.compiled.signature(&symbol);
        let declaration = signature.map_or_else(|| symbol.clone(), |it| it.declaration());
        let prepared = executable.compiled.module.as_ref().and_then(|module| {
            let function = &module.entries[module.entry_named(&symbol)?];
            interp::prepare(module, function).map(Arc::new)
        });
        Ok(CpuKernel { executable, symbol, declaration, sanitize, prepared })
    }
}

impl CpuKernel {
    /// Runs tile blocks on the memory, which does not overlap: on the thread of the caller, and where there is enough to do on threads
    /// of the current pool of `rayon` too.
    ///
    /// # Errors
    /// Arguments or grid do not fit.
    pub fn launch(
        &self,
        grid: [u32; 3],
        arguments: &[&[u8]],
        memory: &[HostMemory],
    ) -> Result<CpuRun, String> {
        self.launch_for(grid, arguments, memory, &Caller::new(&|| false))
    }

    /// As [`CpuKernel::launch`], until it is interrupted, and on the pool of the caller. The threads that run tile blocks ask whether
    /// it is, which with the sanitizer is never the thread of the caller.
    ///
    /// # Errors
    /// Arguments or grid do not fit.
    pub fn launch_for(
        &self,
        grid: [u32; 3],
        arguments: &[&[u8]],
        memory: &[HostMemory],
        caller: &Caller<'_>,
    ) -> Result<CpuRun, String> {
        // The sanitizer keeps a record of every byte, and its reports recurse.
        match self.sanitize {
            true => on_large_stack(|| self.run(grid, arguments, memory, caller))?,
            false => self.run(grid, arguments, memory, caller),
        }
    }

    fn run(
        &self,
        grid: [u32; 3],
        arguments: &[&[u8]],
        reached: &[HostMemory],
        caller: &Caller<'_>,
    ) -> Result<CpuRun, String> {
        let module = self.executable.compiled.module.as_ref().ok_or("nothing was compiled")?;
        let entry = module.entry_named(&self.symbol).ok_or("nothing was compiled")?;
        let function = &module.entries[entry];
        let n_parameters = function.source_params().len();
        if n_parameters != arguments.len() {
            let (name, found) = (&self.declaration, arguments.len());
            return Err(format!("`{name}` has {n_parameters} parameters, not {found}"));
        }
        let mut memory = Memory::beside_process();
        for part in reached {
            memory.alloc_outside(part.address, part.bytes, part.words);
            if part.is_read_only {
                memory.protect(part.address);
            }
        }
        let mut values = Vec::with_capacity(arguments.len());
        for (index, bytes) in arguments.iter().enumerate() {
            let size = interp::argument_size(module, function, index);
            if let Some(size) = size.filter(|size| *size != bytes.len()) {
                let found = bytes.len();
                return Err(format!("argument {index} has {found} bytes, the parameter {size}"));
            }
            values.push(memory.pass(function, index, bytes).bits);
        }
        let options = Options { sanitize: self.sanitize, ..Options::new() };
        let launch = interp::Launch {
            entry: &self.symbol,
            grid,
            args: &values,
            globals: None,
            options: &options,
        };
        let caller = Caller { prepared: self.prepared.as_deref(), ..*caller };
        let outcome = interp::launch_for(module, &launch, &mut memory, &caller);
        Ok(outcome_of(&self.executable.compiled.map, outcome, &self.declaration))
    }
}

impl fmt::Debug for CpuKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CpuKernel({})", self.declaration)
    }
}
