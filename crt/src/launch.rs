//! Launches: a configuration is pushed, and the stub of a kernel that is called then takes it.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_void};

use crate::api::stream::{self, Stream};
use crate::device::device;
use crate::error::{ErrorCode, returned};
use crate::registry;

/// What stands between `<<<` and `>>>`.
#[derive(Clone, Copy)]
pub struct Configuration {
    pub grid: Dim3,
    pub block: Dim3,
    pub stream: Stream,
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

thread_local! {
    static PENDING: RefCell<Vec<Configuration>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the configuration of the launch that follows.
#[unsafe(no_mangle)]
pub extern "C" fn __tilec_push(grid: Dim3, block: Dim3, _bytes: usize, stream: Stream) {
    PENDING.with_borrow_mut(|pending| pending.push(Configuration { grid, block, stream }));
}

/// What the stub of a kernel does: launches the kernel of its key.
///
/// # Safety
/// `arguments` points to the address of each argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __tilec_launch(key: *const c_void, arguments: *const *const c_void) {
    let configuration = PENDING.with_borrow_mut(Vec::pop);
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
    let kernel = registry::kernel(address)?;
    let Configuration { grid, block, stream } = *configuration;
    let grid = [grid.x, grid.y, grid.z];
    let is_allowed = grid.iter().zip(MAX_GRID).all(|(&n, most)| (1..=most).contains(&n));
    if !is_allowed || block != (Dim3 { x: 1, y: 1, z: 1 }) {
        return Err(ErrorCode::INVALID_CONFIGURATION);
    }
    stream::check(stream)?;
    let mut bytes = Vec::new();
    for (index, size) in kernel.parameters()?.into_iter().enumerate() {
        // SAFETY: there is an address for each parameter, of as many bytes as that has.
        let argument = unsafe {
            let from = (*arguments.add(index)).cast::<u8>();
            std::slice::from_raw_parts(from, size)
        };
        bytes.push(argument.to_vec());
    }
    let mut device = device()?;
    let number = device.number;
    // A kernel that has begun fails later, for whatever waits for it.
    if let Err(code) = kernel.run(grid, &bytes, number, &mut device.memory) {
        device.lose(code);
    }
    Ok(())
}

/// What a kernel printed, behind what the program has printed: both use the buffer of C.
pub fn print(text: &str) {
    unsafe extern "C" {
        fn printf(format: *const c_char, ...) -> c_int;
    }
    for part in text.as_bytes().chunks(i32::MAX as usize) {
        // SAFETY: the format takes a length and so many bytes. A failure to write is ignored, as it is for a kernel on a GPU.
        unsafe { printf(c"%.*s".as_ptr(), part.len() as c_int, part.as_ptr()) };
    }
}
