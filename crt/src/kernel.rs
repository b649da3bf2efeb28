//! Images and their kernels: tile IR and code of GPUs, which are read when they are first needed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ir::interp::{self, Globals, Launch, Memory, Options, Order};
use lang::base::{Pos, Span};

use crate::action::{Blocks, KernelLaunch};
use crate::device::{self, Kind};
use crate::error::ErrorCode;
use crate::gpu::{Gpu, GpuFunction, GpuStream, Module, gpu};
use crate::queue::Operation;
use crate::{sanitize, trap};

/// The kernels of an object.
pub struct Image {
    /// Their tile IR.
    bytes: &'static [u8],
    /// A fat binary of them.
    code: &'static [u8],
    program: OnceLock<Result<Program, String>>,
    /// They live as long as the device is not reset.
    globals: Mutex<Option<(u64, Arc<Globals>)>>,
    /// On the GPU; as long as the device is not reset.
    loaded: Mutex<Option<(u64, Module)>>,
}

/// An image that was read.
pub struct Program {
    pub module: ir::Module,
    /// Where instructions are in the source, by the beginnings of their spans in the text.
    places: BTreeMap<u32, Place>,
}

/// A place in the source.
#[derive(Clone)]
pub struct Place {
    pub file: Arc<str>,
    pub line: u32,
    pub column: u32,
}

/// A kernel of an image.
pub struct Kernel {
    image: Arc<Image>,
    symbol: String,
    name: String,
    /// On the GPU; as long as the device is not reset.
    found: Mutex<Option<(u64, GpuFunction)>>,
    /// Of a SIMT kernel the sizes of its parameters.
    simt: Option<Vec<usize>>,
    /// The address of the function that host code calls.
    stub: usize,
}

impl Image {
    pub fn new(bytes: &'static [u8], code: &'static [u8]) -> Image {
        let (globals, loaded) = (Mutex::new(None), Mutex::new(None));
        Image { bytes, code, program: OnceLock::new(), globals, loaded }
    }

    /// An image of SIMT kernels, which has no tile IR.
    pub fn of_simt(code: &'static [u8]) -> Image {
        Image::new(&[], code)
    }

    /// The program on the GPU, where it is loaded if it is not there.
    ///
    /// # Errors
    /// There is none for this GPU.
    fn loaded(&self, gpu: &Gpu) -> Result<Module, ErrorCode> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let number = device::map().number;
        if let Some((_, module)) = loaded.filter(|(known, _)| *known == number) {
            return Ok(module);
        }
        let module = gpu.load(self.code)?;
        *loaded = Some((number, module));
        Ok(module)
    }

    /// The address of a variable on the device.
    ///
    /// # Errors
    /// The image does not have the variable.
    pub fn address_of(&self, symbol: &str) -> Result<u64, ErrorCode> {
        if let Some(gpu) = gpu() {
            let (address, bytes) = gpu.variable(self.loaded(&gpu)?, symbol)?;
            device::map().insert(address, Kind::Variable, bytes);
            return Ok(address);
        }
        if self.bytes.is_empty() {
            // The variables of SIMT kernels are where these run.
            return Err(ErrorCode::NO_IMAGE);
        }
        let globals = self.globals(&mut device::memory().memory)?;
        let global = self.program()?.module.global_named(symbol);
        Ok(globals.address(global.ok_or(ErrorCode::INVALID_SYMBOL)?))
    }

    /// What the image has.
    ///
    /// # Errors
    /// It is not an image.
    pub fn program(&self) -> Result<&Program, ErrorCode> {
        let read = self.program.get_or_init(|| Program::read(self.bytes, sanitize::is_on()));
        read.as_ref().map_err(|why| {
            eprintln!("tilec: the kernels of the program cannot be read: {why}");
            ErrorCode::INVALID_IMAGE
        })
    }

    /// Where the variables are in the memory, in which they are made if they are not there.
    ///
    /// # Errors
    /// The image is not one.
    fn globals(&self, memory: &mut Memory) -> Result<Arc<Globals>, ErrorCode> {
        let program = self.program()?;
        let mut globals = self.globals.lock().unwrap_or_else(PoisonError::into_inner);
        let mut map = device::map();
        if let Some((_, globals)) = globals.as_ref().filter(|(known, _)| *known == map.number) {
            return Ok(globals.clone());
        }
        let made = Arc::new(memory.load_globals(&program.module));
        for global in program.module.globals.keys() {
            if let Some(buffer) = memory.buffer_of(made.address(global)) {
                map.insert(buffer.start, Kind::Variable, buffer.end - buffer.start);
            }
        }
        *globals = Some((map.number, made.clone()));
        Ok(made)
    }
}

impl Program {
    /// Reads the form that `tilec::program::image` writes: the module as it is optimised, or as it is written.
    fn read(bytes: &[u8], as_written: bool) -> Result<Program, String> {
        let texts = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        let text = match texts.split_once("\n// as written\n") {
            Some((_, text)) if as_written => text,
            Some((text, _)) => text,
            None => texts,
        };
        let (module, found) = ir::parse::module(text, Pos(1));
        let why = || found.iter().next().map_or_else(String::new, |found| found.message.clone());
        let module = module.ok_or_else(why)?;
        let functions = module.entries.values();
        let spans = functions.flat_map(|function| {
            function.insts_in_order().into_iter().map(|inst| function.span(inst).lo.0)
        });
        let places = spans.zip(places(text)).filter_map(|(at, place)| Some((at, place?))).collect();
        Ok(Program { module, places })
    }
}

/// The place of each instruction in the order of the text.
fn places(text: &str) -> Vec<Option<Place>> {
    let Some((_, listed)) = text.split_once("\n// places\n") else { return Vec::new() };
    let mut files: Vec<Arc<str>> = Vec::new();
    let mut places = Vec::new();
    for line in listed.lines() {
        let line = line.trim_start_matches("// ");
        match line.strip_prefix("file ") {
            Some(file) => files.push(file.into()),
            None => {
                let mut numbers = line.split(' ').map(|word| word.parse::<u32>().ok());
                let mut next = || numbers.next().flatten();
                let place = next().zip(next()).zip(next());
                places.push(place.and_then(|((file, line), column)| {
                    Some(Place { file: files.get(file as usize)?.clone(), line, column })
                }));
            }
        }
    }
    places
}

impl Kernel {
    pub fn new(image: Arc<Image>, symbol: String, name: String, stub: usize) -> Kernel {
        Kernel { image, symbol, name, found: Mutex::new(None), simt: None, stub }
    }

    /// The same kernel as a SIMT kernel, with the sizes of its parameters.
    pub fn of_simt(self, sizes: Vec<usize>) -> Kernel {
        Kernel { simt: Some(sizes), ..self }
    }

    /// The address by which programs know the kernel.
    pub fn stub(&self) -> usize {
        self.stub
    }

    pub fn is_simt(&self) -> bool {
        self.simt.is_some()
    }

    /// The name in the source.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn symbol(&self) -> &str {
        &self.symbol
    }

    /// Where a span of the image is in the source.
    pub fn place(&self, span: Span) -> Option<&Place> {
        let program = self.image.program().ok()?;
        program.places.get(&span.lo.0)
    }

    /// The sizes of the parameters in bytes.
    ///
    /// # Errors
    /// The image is not one, or does not have the kernel.
    pub fn parameters(&self) -> Result<Vec<usize>, ErrorCode> {
        if let Some(sizes) = &self.simt {
            return Ok(sizes.clone());
        }
        let module = &self.image.program()?.module;
        let entry = module.entry_named(&self.symbol).ok_or(ErrorCode::INVALID_FUNCTION)?;
        let function = &module.entries[entry];
        let sizes = (0..function.source_params().len())
            .map(|index| interp::argument_size(module, function, index));
        sizes.collect::<Option<_>>().ok_or(ErrorCode::INVALID_FUNCTION)
    }

    /// The kernel on the GPU.
    ///
    /// # Errors
    /// The object has no program for this GPU.
    pub fn on(&self, gpu: &Gpu) -> Result<GpuFunction, ErrorCode> {
        let number = device::map().number;
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, function)) = found.filter(|(known, _)| *known == number) {
            return Ok(function);
        }
        let function = gpu.function(self.image.loaded(gpu)?, &self.symbol)?;
        *found = Some((number, function));
        Ok(function)
    }

    /// Enqueues a launch of the kernel in a stream of the driver.
    ///
    /// # Errors
    /// What the driver says.
    pub fn enqueue(
        &self,
        launch: &KernelLaunch,
        gpu: &Gpu,
        stream: GpuStream,
    ) -> Result<(), ErrorCode> {
        let function = self.on(gpu)?;
        match self.is_simt() {
            true => gpu.launch_threads(function, launch, stream),
            false => gpu.launch(function, launch, stream),
        }
    }

    /// Runs a launch of the kernel on the CPU device.
    ///
    /// # Errors
    /// The kernel stopped with an error, which was written to standard error.
    pub fn run(&self, launch: &KernelLaunch, operation: &Operation) -> Result<(), ErrorCode> {
        let KernelLaunch { grid, ref arguments, .. } = *launch;
        let mut device = device::memory();
        let memory = &mut device.memory;
        let globals = self.image.globals(memory)?;
        let module = &self.image.program()?.module;
        let entry = module.entry_named(&self.symbol).ok_or(ErrorCode::INVALID_FUNCTION)?;
        let function = &module.entries[entry];
        let passed: Vec<interp::Passed> = arguments
            .iter()
            .enumerate()
            .map(|(index, bytes)| memory.pass(function, index, bytes))
            .collect();
        let args: Vec<u64> = passed.iter().map(|passed| passed.bits).collect();
        // Blocks that wait for each other cannot run one after another, as those do that the sanitizer watches.
        let (order, sanitize) = match launch.blocks {
            Blocks::Cooperative => (Order::Together, sanitize::is_on() && grid == [1; 3]),
            Blocks::Independent => (Order::Parallel, sanitize::is_on()),
        };
        let options = Options { order, sanitize, ..Options::new() };
        let launch = Launch {
            entry: &self.symbol,
            grid,
            args: &args,
            globals: Some(&globals),
            options: &options,
        };
        let made = interp::launch(module, &launch, memory);
        passed.iter().filter_map(|passed| passed.object).for_each(|object| memory.free(object));
        match made {
            Ok(report) => {
                crate::launch::print(&report.output);
                sanitize::launched(self, &report.findings, &report.touched, operation);
                Ok(())
            }
            Err(trap) => {
                crate::launch::print(&trap.output);
                sanitize::launched(self, &trap.findings, &[], operation);
                trap::report(self, &trap);
                Err(trap::code(&trap.kind))
            }
        }
    }
}
