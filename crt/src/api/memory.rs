//! Memory of the device and of the host, and copies between them.

use std::ffi::c_void;

use super::stream::{self, Stream};
use super::{api, put};
use crate::device::{Device, Kind, Location, device};
use crate::error::ErrorCode;

/// `cudaMemcpyKind`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Direction(i32);

/// `cudaMemLocation`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct MemoryLocation {
    kind: i32,
    id: i32,
}

/// `cudaPointerAttributes`.
#[repr(C)]
pub struct PointerAttributes {
    kind: i32,
    device: i32,
    device_pointer: *mut c_void,
    host_pointer: *mut c_void,
}

/// Rows of pitched memory begin at multiples of so many bytes.
const PITCH: usize = 512;

api! {
    /// Gives memory of the device. Its bytes are 0xFF, and its addresses are not the host's.
    fn cudaMalloc(pointer: *mut *mut c_void, bytes: usize) {
        allocate(Kind::Device, pointer, bytes)
    }

    /// As `cudaMalloc`, at once.
    fn cudaMallocAsync(pointer: *mut *mut c_void, bytes: usize, stream: Stream) {
        stream::check(stream)?;
        allocate(Kind::Device, pointer, bytes)
    }

    /// As `cudaMalloc`, with rows that begin at multiples of 512 bytes.
    fn cudaMallocPitch(pointer: *mut *mut c_void, pitch: *mut usize, width: usize, height: usize) {
        let row = width.checked_next_multiple_of(PITCH).ok_or(ErrorCode::MEMORY_ALLOCATION)?;
        put(pitch, row)?;
        allocate(Kind::Device, pointer, row.checked_mul(height).ok_or(ErrorCode::MEMORY_ALLOCATION)?)
    }

    /// Gives memory that host and kernels use at the same addresses.
    fn cudaMallocManaged(pointer: *mut *mut c_void, bytes: usize, _flags: u32) {
        allocate(Kind::Managed, pointer, bytes)
    }

    /// Gives host memory that kernels can use as well.
    fn cudaMallocHost(pointer: *mut *mut c_void, bytes: usize) {
        allocate(Kind::Pinned, pointer, bytes)
    }

    /// As `cudaMallocHost`, whatever the flags are.
    fn cudaHostAlloc(pointer: *mut *mut c_void, bytes: usize, _flags: u32) {
        allocate(Kind::Pinned, pointer, bytes)
    }

    /// Frees memory of the device or managed memory.
    fn cudaFree(pointer: *mut c_void) {
        free(pointer, &[Kind::Device, Kind::Managed])
    }

    /// As `cudaFree`, at once.
    fn cudaFreeAsync(pointer: *mut c_void, stream: Stream) {
        stream::check(stream)?;
        free(pointer, &[Kind::Device, Kind::Managed])
    }

    /// Frees memory of `cudaMallocHost` and `cudaHostAlloc`.
    fn cudaFreeHost(pointer: *mut c_void) {
        free(pointer, &[Kind::Pinned])
    }

    /// The address is the same for kernels.
    fn cudaHostGetDevicePointer(device_pointer: *mut *mut c_void, host: *mut c_void, _flags: u32) {
        match device()?.locate(host as u64) {
            Location::Buffer(Kind::Pinned | Kind::Managed, _) => put(device_pointer, host),
            Location::Buffer(Kind::Device, _) | Location::Host => Err(ErrorCode::INVALID_VALUE),
        }
    }

    /// Copies. A range that leaves its allocation, or is not where the direction says, is `cudaErrorInvalidValue`.
    fn cudaMemcpy(to: *mut c_void, from: *const c_void, bytes: usize, direction: Direction) {
        copy(to.cast(), from.cast(), bytes, direction)
    }

    /// As `cudaMemcpy`: the copy is done when the call returns.
    fn cudaMemcpyAsync(to: *mut c_void, from: *const c_void, bytes: usize, direction: Direction, stream: Stream) {
        stream::check(stream)?;
        copy(to.cast(), from.cast(), bytes, direction)
    }

    /// Copies rows.
    fn cudaMemcpy2D(to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize, direction: Direction) {
        copy_rows((to.cast(), to_pitch), (from.cast(), from_pitch), [width, height], direction)
    }

    /// As `cudaMemcpy2D`, at once.
    fn cudaMemcpy2DAsync(to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize, direction: Direction, stream: Stream) {
        stream::check(stream)?;
        copy_rows((to.cast(), to_pitch), (from.cast(), from_pitch), [width, height], direction)
    }

    /// As `cudaMemcpy`: there is one device.
    fn cudaMemcpyPeer(to: *mut c_void, to_device: i32, from: *const c_void, from_device: i32, bytes: usize) {
        if (to_device, from_device) != (0, 0) {
            return Err(ErrorCode::INVALID_DEVICE);
        }
        copy(to.cast(), from.cast(), bytes, Direction(3))
    }

    /// Sets bytes.
    fn cudaMemset(pointer: *mut c_void, value: i32, bytes: usize) {
        fill(pointer.cast(), value, bytes)
    }

    /// As `cudaMemset`, at once.
    fn cudaMemsetAsync(pointer: *mut c_void, value: i32, bytes: usize, stream: Stream) {
        stream::check(stream)?;
        fill(pointer.cast(), value, bytes)
    }

    /// Sets the bytes of rows.
    fn cudaMemset2D(pointer: *mut c_void, pitch: usize, value: i32, width: usize, height: usize) {
        if width > pitch {
            return Err(ErrorCode::INVALID_PITCH);
        }
        (0..height).try_for_each(|row| fill(pointer.cast::<u8>().wrapping_add(row * pitch), value, width))
    }

    /// The memory that the machine had free when the device was first used, and what is left of it.
    fn cudaMemGetInfo(available: *mut usize, total: *mut usize) {
        let (left, all) = device()?.capacity();
        put(available, left as usize)?;
        put(total, all as usize)
    }

    /// Nothing: managed memory is where it is needed.
    fn cudaMemPrefetchAsync(pointer: *const c_void, bytes: usize, _location: MemoryLocation, _flags: u32, stream: Stream) {
        stream::check(stream)?;
        managed(pointer, bytes)
    }

    /// Nothing.
    fn cudaMemAdvise(pointer: *const c_void, bytes: usize, _advice: i32, _location: MemoryLocation) {
        managed(pointer, bytes)
    }

    /// Tells memory of the device, managed memory, pinned memory and other memory of the host apart.
    fn cudaPointerGetAttributes(attributes: *mut PointerAttributes, pointer: *const c_void) {
        let pointer = pointer.cast_mut();
        let null = std::ptr::null_mut();
        let (kind, device, device_pointer, host_pointer) = match device()?.locate(pointer as u64) {
            Location::Host => (0, -2, null, null),
            Location::Buffer(Kind::Pinned, _) => (1, 0, pointer, pointer),
            Location::Buffer(Kind::Device, _) => (2, 0, pointer, null),
            Location::Buffer(Kind::Managed, _) => (3, 0, pointer, pointer),
        };
        put(attributes, PointerAttributes { kind, device, device_pointer, host_pointer })
    }
}

unsafe fn allocate(kind: Kind, pointer: *mut *mut c_void, bytes: usize) -> Result<(), ErrorCode> {
    let address = match bytes {
        0 => 0,
        _ => device()?.allocate(kind, bytes)?,
    };
    // SAFETY: the program's pointer.
    unsafe { put(pointer, address as *mut c_void) }
}

fn free(pointer: *mut c_void, kinds: &[Kind]) -> Result<(), ErrorCode> {
    let mut device = device()?;
    if pointer.is_null() { Ok(()) } else { device.free(pointer as u64, kinds) }
}

fn managed(pointer: *const c_void, bytes: usize) -> Result<(), ErrorCode> {
    let start = pointer as u64;
    match device()?.locate(start) {
        Location::Buffer(Kind::Managed, buffer) if bytes as u64 <= buffer.end - start => Ok(()),
        Location::Buffer(..) | Location::Host => Err(ErrorCode::INVALID_VALUE),
    }
}

/// One end of a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Through the device's memory.
    Device,
    /// Memory that both reach.
    Shared,
    Host,
}

fn end(device: &Device, address: u64, bytes: usize) -> Result<End, ErrorCode> {
    match device.locate(address) {
        Location::Host if address == 0 => Err(ErrorCode::INVALID_VALUE),
        Location::Host => Ok(End::Host),
        Location::Buffer(_, buffer) if bytes as u64 > buffer.end - address => {
            Err(ErrorCode::INVALID_VALUE)
        }
        Location::Buffer(Kind::Device, _) => Ok(End::Device),
        Location::Buffer(Kind::Managed | Kind::Pinned, _) => Ok(End::Shared),
    }
}

/// Copies between any two ends.
///
/// # Safety
/// What is the host's may be read or written.
unsafe fn copy(
    to: *mut u8,
    from: *const u8,
    bytes: usize,
    direction: Direction,
) -> Result<(), ErrorCode> {
    if !(0..=4).contains(&direction.0) {
        return Err(ErrorCode::INVALID_DIRECTION);
    }
    let mut device = device()?;
    if bytes == 0 {
        return Ok(());
    }
    let (target, source) = (end(&device, to as u64, bytes)?, end(&device, from as u64, bytes)?);
    let (to_device, from_device) = (matches!(direction.0, 1 | 3), matches!(direction.0, 2 | 3));
    let fits = |end: End, is_device: bool| end == End::Shared || (end == End::Device) == is_device;
    if direction.0 != 4 && !(fits(target, to_device) && fits(source, from_device)) {
        return Err(ErrorCode::INVALID_VALUE);
    }
    let data = match source {
        End::Device => device.memory.read(from as u64, bytes).ok_or(ErrorCode::INVALID_VALUE)?,
        // SAFETY: the caller's promise, and buffers are as long as they are.
        End::Shared | End::Host => unsafe { std::slice::from_raw_parts(from, bytes) }.to_vec(),
    };
    match target {
        End::Device => device.memory.write(to as u64, &data).ok_or(ErrorCode::INVALID_VALUE),
        End::Shared | End::Host => {
            // SAFETY: as above.
            unsafe { std::ptr::copy_nonoverlapping(data.as_ptr(), to, bytes) };
            Ok(())
        }
    }
}

/// Copies rows of pitched memory: each end is an address and a pitch.
///
/// # Safety
/// As [`copy`].
unsafe fn copy_rows(
    (to, to_pitch): (*mut u8, usize),
    (from, from_pitch): (*const u8, usize),
    [width, height]: [usize; 2],
    direction: Direction,
) -> Result<(), ErrorCode> {
    if width > to_pitch || width > from_pitch {
        return Err(ErrorCode::INVALID_PITCH);
    }
    (0..height).try_for_each(|row| {
        let (to, from) = (to.wrapping_add(row * to_pitch), from.wrapping_add(row * from_pitch));
        // SAFETY: the caller's promise.
        unsafe { copy(to, from, width, direction) }
    })
}

/// Sets bytes of the device's memory, or of shared memory.
fn fill(pointer: *mut u8, value: i32, bytes: usize) -> Result<(), ErrorCode> {
    let mut device = device()?;
    if bytes == 0 {
        return Ok(());
    }
    match end(&device, pointer as u64, bytes)? {
        End::Device | End::Shared => {
            let data = vec![value as u8; bytes];
            device.memory.write(pointer as u64, &data).ok_or(ErrorCode::INVALID_VALUE)
        }
        End::Host => Err(ErrorCode::INVALID_VALUE),
    }
}

/// Copies between a variable of the device and memory of any kind.
///
/// # Safety
/// As [`copy`].
pub(super) unsafe fn copy_variable(
    address: u64,
    other: *mut c_void,
    bytes: usize,
    is_write: bool,
) -> Result<(), ErrorCode> {
    let (variable, other) = (address as *mut u8, other.cast::<u8>());
    // SAFETY: the caller's promise.
    match is_write {
        true => unsafe { copy(variable, other, bytes, Direction(4)) },
        false => unsafe { copy(other, variable, bytes, Direction(4)) },
    }
}
