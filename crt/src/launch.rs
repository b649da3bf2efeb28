//! Launches: a configuration is pushed, and the stub of a kernel that is called then takes it.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::sync::Arc;

use ir::interp::RESIDENT_BLOCKS;

use crate::action::{Action, Blocks, KernelLaunch};
use crate::api::stream::{PER_THREAD, Stream, id};
use crate::device::ready;
use crate::error::{ErrorCode, returned};
use crate::gpu::gpu;
use crate::kernel::Kernel;
use crate::process::{lock, process};
use crate::sanitize::{Site, with_site};
use crate::{queue, registry};

/// What stands between `<<<` and `>>>`.
#[derive(Clone)]
pub struct Configuration {
    pub grid: Dim3,
    pub block: Dim3,
    /// Shared memory.
    pub bytes: usize,
    pub stream: Stream,
    pub site: Site,
    pub blocks: Blocks,
}

/// `dim3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}

/// The most tile blocks in each direction, as for every GPU.
pub const MAX_GRID: [u32; 3] = [i32::MAX as u32, 65535, 65535];
/// The most threads of a block in each direction, as for every GPU.
pub const MAX_BLOCK: [u32; 3] = [1024, 1024, 64];

thread_local! {
    static PENDING: ManuallyDrop<RefCell<Configurations>> =
        const { ManuallyDrop::new(RefCell::new(Configurations { last: None, before: Vec::new() })) };
}

/// The configurations of launches that this thread is about to make: of one, unless its arguments launch too.
struct Configurations {
    last: Option<Configuration>,
    before: Vec<Configuration>,
}

impl Configurations {
    fn push(&mut self, configuration: Configuration) {
        self.before.extend(self.last.replace(configuration));
    }

    fn pop(&mut self) -> Option<Configuration> {
        let next = self.before.pop();
        if self.before.is_empty() {
            self.before = Vec::new();
        }
        std::mem::replace(&mut self.last, next)
    }
}

/// Keeps the configuration of the launch that follows.
#[unsafe(no_mangle)]
pub extern "C" fn __tilec_push(grid: Dim3, block: Dim3, bytes: usize, stream: Stream) {
    let site = Site::here();
    let blocks = Blocks::Independent;
    let pushed = Configuration { grid, block, bytes, stream, site, blocks };
    PENDING.with(|pending| pending.borrow_mut().push(pushed));
}

/// The same in a source whose null stream is that of the thread.
#[unsafe(no_mangle)]
pub extern "C" fn __tilec_push_ptsz(grid: Dim3, block: Dim3, bytes: usize, stream: Stream) {
    let stream = if stream.is_null() { PER_THREAD as Stream } else { stream };
    __tilec_push(grid, block, bytes, stream);
}

/// What the stub of a kernel does: launches the kernel of its key.
///
/// # Safety
/// `arguments` points to the address of each argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __tilec_launch(key: *const c_void, arguments: *const *const c_void) {
    let configuration = PENDING.with(|pending| pending.borrow_mut().pop());
    // The error is that of `cudaGetLastError`.
    returned(match configuration {
        // SAFETY: the caller's promise.
        Some(configuration) => unsafe { launch(key, &configuration, arguments) },
        None => Err(ErrorCode::MISSING_CONFIGURATION),
    });
}

/// Ends the program: a function of tile code was called by host code, which has no body for it.
///
/// # Safety
/// `name` is a string of C.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __tilec_device_function(name: *const c_char) -> ! {
    // SAFETY: the caller's promise.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
    eprintln!("tilec: host code called `{name}`, which is a function of tile code");
    std::process::abort()
}

/// A launch of the kernel whose stub or key is at an address, with the bytes of its arguments.
///
/// # Errors
/// There is no such kernel, or the launch is not possible.
///
/// # Safety
/// `arguments` points to the address of each argument.
pub unsafe fn prepare(
    address: *const c_void,
    (grid, block, bytes): (Dim3, Dim3, usize),
    blocks: Blocks,
    arguments: *const *const c_void,
) -> Result<Action, ErrorCode> {
    let kernel = registry::kernel(address)?;
    let (grid, block) = ([grid.x, grid.y, grid.z], [block.x, block.y, block.z]);
    let is_below = |sizes: [u32; 3], most: [u32; 3]| {
        sizes.iter().zip(most).all(|(&n, most)| (1..=most).contains(&n))
    };
    let most = if kernel.is_simt() { MAX_BLOCK } else { [1; 3] };
    if !is_below(grid, MAX_GRID) || !is_below(block, most) {
        return Err(ErrorCode::INVALID_CONFIGURATION);
    }
    if blocks == Blocks::Cooperative {
        fits_together(&kernel, grid)?;
    }
    // A launch of a tile kernel has no say in its memory.
    let shared = if kernel.is_simt() { fitting(&kernel, block, bytes)? } else { 0 };
    let mut copies = Vec::new();
    for (index, size) in kernel.parameters()?.into_iter().enumerate() {
        if arguments.is_null() {
            return Err(ErrorCode::INVALID_VALUE);
        }
        // SAFETY: there is an address for each parameter, of as many bytes as that has.
        let argument = unsafe {
            let from = (*arguments.add(index)).cast::<u8>();
            std::slice::from_raw_parts(from, size)
        };
        copies.push(argument.to_vec());
    }
    let arguments = copies;
    let launch = KernelLaunch { kernel, grid, block, shared, arguments, blocks };
    Ok(Action::Launch(Arc::new(launch)))
}

/// That all blocks of a cooperative launch run at a time.
///
/// # Errors
/// They do not, or the kernel is one of threads.
pub(crate) fn fits_together(kernel: &Kernel, grid: [u32; 3]) -> Result<(), ErrorCode> {
    if kernel.is_simt() {
        return Err(ErrorCode::NOT_SUPPORTED);
    }
    let most = match gpu() {
        Some(gpu) => u64::from(gpu.resident(kernel.on(&gpu)?)?),
        // Each block has a thread.
        None => RESIDENT_BLOCKS as u64,
    };
    let blocks = grid.iter().map(|&n| u64::from(n)).product::<u64>();
    if blocks <= most { Ok(()) } else { Err(ErrorCode::COOPERATIVE_TOO_LARGE) }
}

/// The shared memory of a launch of a SIMT kernel, which fits the GPU.
///
/// # Errors
/// There is no GPU, or the block or the memory is larger than the kernel may have.
fn fitting(kernel: &Kernel, block: [u32; 3], bytes: usize) -> Result<u32, ErrorCode> {
    let Some(gpu) = gpu() else {
        let name = kernel.name();
        eprintln!(
            "error: kernel `{name}`: the CPU device runs tile kernels only, and this is a SIMT kernel: it needs a GPU"
        );
        return Err(ErrorCode::NO_IMAGE);
    };
    let most = gpu.most(kernel.on(&gpu)?);
    if block.iter().product::<u32>() > most.threads {
        return Err(ErrorCode::INVALID_CONFIGURATION);
    }
    match u32::try_from(bytes) {
        Ok(bytes) if bytes <= most.shared => Ok(bytes),
        _ => Err(ErrorCode::INVALID_VALUE),
    }
}

/// Launches the kernel whose stub or key is at an address.
///
/// # Errors
/// There is no such kernel, or the launch is not possible. An error while it runs loses the
/// device.
///
/// # Safety
/// `arguments` points to the address of each argument.
pub unsafe fn launch(
    address: *const c_void,
    configuration: &Configuration,
    arguments: *const *const c_void,
) -> Result<(), ErrorCode> {
    let Configuration { grid, block, bytes, stream, ref site, blocks } = *configuration;
    // SAFETY: the caller's promise.
    let action = unsafe { prepare(address, (grid, block, bytes), blocks, arguments)? };
    let stream = id(stream)?;
    ready()?;
    let submitted = with_site(site.clone(), || queue::submit(stream, action))?;
    // A kernel that fails does so later, for whatever waits for it.
    if is_blocking() {
        let _ = queue::finish(stream, submitted);
    }
    Ok(())
}

/// Whether `CUDA_LAUNCH_BLOCKING` asks that launches return when the kernel has run.
fn is_blocking() -> bool {
    std::env::var_os("CUDA_LAUNCH_BLOCKING").is_some_and(|value| value == "1")
}

/// Keeps what a kernel has printed until the program waits for something.
pub fn print(text: &str) {
    lock(&process().printed).push_str(text);
}

/// Writes what kernels have printed behind what the program has printed: both use the buffer of C.
pub fn show_printed() {
    unsafe extern "C" {
        fn printf(format: *const c_char, ...) -> c_int;
    }
    let text = std::mem::take(&mut *lock(&process().printed));
    for part in text.as_bytes().chunks(i32::MAX as usize) {
        // SAFETY: the format takes a length and so many bytes. A failure to write is ignored, as it is for a kernel on a GPU.
        unsafe { printf(c"%.*s".as_ptr(), part.len() as c_int, part.as_ptr()) };
    }
}
