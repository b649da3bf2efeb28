//! The CPU device: tile IR, executed by its interpreter.
//!
//! All buffers of a device live in one interpreter memory, which a launch has to itself.

use std::fmt;
use std::io::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ir::interp::{self, Globals, Memory, Options};
use lang::base::Pos;

use crate::Error;
use crate::launch::Value;

/// The processor.
#[derive(Clone)]
pub struct Cpu {
    memory: Arc<Mutex<Memory>>,
}

/// A buffer in the device's memory.
pub struct Allocation {
    memory: Arc<Mutex<Memory>>,
    address: u64,
}

/// A program in tile IR.
pub struct Module {
    memory: Arc<Mutex<Memory>>,
    program: Arc<ir::Module>,
    /// They keep their values from one launch to the next.
    globals: Arc<Globals>,
    /// Symbols and source names of the kernels.
    kernels: Vec<(String, String)>,
}

pub struct Kernel {
    memory: Arc<Mutex<Memory>>,
    program: Arc<ir::Module>,
    globals: Arc<Globals>,
    symbol: String,
    /// The kernel's name in the source, for errors.
    source: String,
}

/// A launch that panicked leaves memory as it was then, which is what a device would do.
fn lock(memory: &Mutex<Memory>) -> MutexGuard<'_, Memory> {
    memory.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cpu {
    pub fn new() -> Cpu {
        Cpu { memory: Arc::new(Mutex::new(Memory::new())) }
    }

    pub fn load(&self, tir: &str) -> Result<Module, Error> {
        let (program, found) = ir::parse::module(tir, Pos::NONE);
        let message = found.iter().next().map(|d| d.message.clone()).unwrap_or_default();
        let program = program.filter(|_| !found.has_errors());
        let program = program.ok_or(Error::BadProgram { message })?;
        let kernels = crate::launch::kernel_names(tir, "entry @");
        let globals = Arc::new(lock(&self.memory).load_globals(&program));
        Ok(Module { memory: self.memory.clone(), program: Arc::new(program), globals, kernels })
    }

    /// Zeroed memory.
    pub fn allocate(&self, bytes: usize) -> Allocation {
        let address = lock(&self.memory).alloc_filled(bytes, 0);
        Allocation { memory: self.memory.clone(), address }
    }

    pub fn write(&self, to: &Allocation, bytes: &[u8]) -> Result<(), Error> {
        lock(&self.memory).write(to.address, bytes).ok_or(Error::WrongDevice)
    }

    pub fn read(&self, from: &Allocation, bytes: &mut [u8]) -> Result<(), Error> {
        let data = lock(&self.memory).read(from.address, bytes.len()).ok_or(Error::WrongDevice)?;
        bytes.copy_from_slice(&data);
        Ok(())
    }
}

impl Module {
    pub fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        let found = self.kernels.iter().find(|(symbol, source)| symbol == name || source == name);
        let Some((symbol, source)) = found.cloned() else {
            let known = self.kernels.iter().map(|(_, source)| source.clone()).collect();
            return Err(Error::NoSuchKernel { name: name.to_string(), known });
        };
        let (memory, program) = (self.memory.clone(), self.program.clone());
        let globals = self.globals.clone();
        Ok(Kernel { memory, program, globals, symbol, source })
    }

    pub fn write_global(&self, symbol: &str, bytes: &[u8]) -> Result<(), Error> {
        let (address, size) = self.global(symbol)?;
        let written = lock(&self.memory).write(address, bytes);
        written.ok_or(Error::Size { expected: size, found: bytes.len() })
    }

    pub fn read_global(&self, symbol: &str, bytes: &mut [u8]) -> Result<(), Error> {
        let (address, size) = self.global(symbol)?;
        let data = lock(&self.memory).read(address, bytes.len());
        bytes.copy_from_slice(&data.ok_or(Error::Size { expected: size, found: bytes.len() })?);
        Ok(())
    }

    /// Address and size of a variable.
    fn global(&self, symbol: &str) -> Result<(u64, usize), Error> {
        let missing = || Error::NoSuchGlobal { name: symbol.to_owned() };
        let global = self.program.global_named(symbol).ok_or_else(missing)?;
        let data = &self.program.globals[global];
        let count = self.program.types.num_elems(data.ty);
        let size = count * u64::from(data.value.elem().bytes());
        Ok((self.globals.address(global), size as usize))
    }
}

impl Kernel {
    pub fn launch(&self, grid: [u32; 3], args: &[Value<'_>]) -> Result<(), Error> {
        let mut memory = lock(&self.memory);
        let (bits, objects) = self.pass(args, &mut memory)?;
        let options = Options::new();
        let launch = interp::Launch {
            entry: &self.symbol,
            grid,
            args: &bits,
            globals: Some(&self.globals),
            options: &options,
        };
        let report = interp::launch(&self.program, &launch, &mut memory);
        objects.into_iter().for_each(|object| memory.free(object));
        match report {
            Ok(report) => {
                print(&report.output);
                Ok(())
            }
            Err(trap) => {
                print(&trap.output);
                Err(Error::Trap { kernel: self.source.clone(), message: trap.to_string() })
            }
        }
    }

    /// What the interpreter gets for each argument, and the memory that holds the objects.
    fn pass(&self, args: &[Value<'_>], memory: &mut Memory) -> Result<(Vec<u64>, Vec<u64>), Error> {
        let Some(entry) = self.program.entry_named(&self.symbol) else {
            return Ok(Default::default());
        };
        let function = &self.program.entries[entry];
        let (mut bits, mut objects) = (Vec::new(), Vec::new());
        for (index, arg) in args.iter().enumerate() {
            let bytes = arg.to_bytes();
            let size = interp::argument_size(&self.program, function, index);
            if let Some(size) = size.filter(|size| *size != bytes.len()) {
                let found = bytes.len();
                let message = format!("argument {index} has {found} bytes, the parameter {size}");
                return Err(Error::Arguments { kernel: self.source.clone(), message });
            }
            let passed = memory.pass(function, index, &bytes);
            objects.extend(passed.object);
            bits.push(passed.bits);
        }
        Ok((bits, objects))
    }
}

impl Allocation {
    pub fn address(&self) -> u64 {
        self.address
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        lock(&self.memory).free(self.address);
    }
}

impl fmt::Debug for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cpu")
    }
}

impl fmt::Debug for Allocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Allocation({:#x})", self.address)
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Module").field("kernels", &self.kernels).finish_non_exhaustive()
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.symbol)
    }
}

/// What a kernel printed. The kernel goes on if the output is not read, as a kernel on a GPU
/// does.
fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}
