//! Memory of the device and of the host, and copies between them.

use std::ffi::c_void;

use super::stream::{Stream, default_stream, id, tell};
use super::{api, put};
use crate::action::Action;
use crate::copy::{Copy, Direction, Element, Extent, Fill, Rows};
use crate::device::{self, Kind, Location, map, ready};
use crate::error::ErrorCode;
use crate::queue::{self, StreamId};
use crate::sanitize;

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

/// `cudaPitchedPtr`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PitchedPointer {
    pointer: *mut c_void,
    pitch: usize,
    width: usize,
    height: usize,
}

/// `cudaExtent`, and `cudaPos` with the same members.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Extent3D {
    width: usize,
    height: usize,
    depth: usize,
}

/// `cudaMemcpy3DParms`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Copy3D {
    from_array: *const c_void,
    from_position: Extent3D,
    from: PitchedPointer,
    to_array: *const c_void,
    to_position: Extent3D,
    to: PitchedPointer,
    extent: Extent3D,
    direction: Direction,
}

/// Flags of `cudaHostRegister`: portable, mapped, of a device, read-only.
const REGISTER_FLAGS: u32 = 15;

/// Rows of pitched memory begin at multiples of so many bytes.
const PITCH: usize = 512;

api! {
    /// Gives memory of the device. Its bytes are 0xFF, and its addresses are not the host's.
    fn cudaMalloc(pointer: *mut *mut c_void, bytes: usize) {
        queue::refuse_while_capturing()?;
        allocate(Kind::Device, pointer, bytes)
    }

    /// As `cudaMalloc`, at once.
    fn cudaMallocAsync(pointer: *mut *mut c_void, bytes: usize, stream: Stream) {
        allocate_in(id(stream)?, pointer, bytes)
    }

    /// As `cudaMalloc`, with rows that begin at multiples of 512 bytes.
    fn cudaMallocPitch(pointer: *mut *mut c_void, pitch: *mut usize, width: usize, height: usize) {
        queue::refuse_while_capturing()?;
        let row = width.checked_next_multiple_of(PITCH).ok_or(ErrorCode::MEMORY_ALLOCATION)?;
        put(pitch, row)?;
        allocate(Kind::Device, pointer, row.checked_mul(height).ok_or(ErrorCode::MEMORY_ALLOCATION)?)
    }

    /// As `cudaMallocPitch`, with slices of rows.
    fn cudaMalloc3D(pointer: *mut PitchedPointer, extent: Extent3D) {
        queue::refuse_while_capturing()?;
        let Extent3D { width, height, depth } = extent;
        let pitch = width.checked_next_multiple_of(PITCH).ok_or(ErrorCode::MEMORY_ALLOCATION)?;
        let bytes = pitch.checked_mul(height).and_then(|slice| slice.checked_mul(depth));
        let mut address = std::ptr::null_mut();
        allocate(Kind::Device, &raw mut address, bytes.ok_or(ErrorCode::MEMORY_ALLOCATION)?)?;
        put(pointer, PitchedPointer { pointer: address, pitch, width, height })
    }

    /// Gives memory that host and kernels use at the same addresses.
    fn cudaMallocManaged(pointer: *mut *mut c_void, bytes: usize, _flags: u32) {
        queue::refuse_while_capturing()?;
        if bytes == 0 {
            return Err(ErrorCode::INVALID_VALUE);
        }
        allocate(Kind::Managed, pointer, bytes)
    }

    /// Gives host memory that kernels can use as well.
    fn cudaMallocHost(pointer: *mut *mut c_void, bytes: usize) {
        queue::refuse_while_capturing()?;
        allocate(Kind::Pinned, pointer, bytes)
    }

    /// As `cudaMallocHost`, whatever the flags are.
    fn cudaHostAlloc(pointer: *mut *mut c_void, bytes: usize, _flags: u32) {
        queue::refuse_while_capturing()?;
        allocate(Kind::Pinned, pointer, bytes)
    }

    /// Waits for everything, and frees memory of the device or managed memory.
    fn cudaFree(pointer: *mut c_void) {
        free(pointer, &[Kind::Device, Kind::Managed])
    }

    /// Frees memory of the device or managed memory when the stream reaches it.
    fn cudaFreeAsync(pointer: *mut c_void, stream: Stream) {
        let stream = id(stream)?;
        ready()?;
        if pointer.is_null() {
            return Ok(());
        }
        if queue::captured_at(stream)?.is_none()
            && let Err(code) = map().leave(pointer as u64)
        {
            sanitize::bad_free(pointer as u64);
            return Err(code);
        }
        tell(stream, Action::Free(pointer as u64), false)
    }

    /// Waits for everything, and frees memory of `cudaMallocHost` and `cudaHostAlloc`.
    fn cudaFreeHost(pointer: *mut c_void) {
        free(pointer, &[Kind::Pinned])
    }

    /// Has kernels reach memory of the host at its own addresses, and copies take it for pinned memory. A range that overlaps a registered one,
    /// in part too, is `cudaErrorHostMemoryAlreadyRegistered`; one of memory that the runtime gave, or that is not there, `cudaErrorInvalidValue`.
    fn cudaHostRegister(pointer: *mut c_void, bytes: usize, flags: u32) {
        queue::refuse_while_capturing()?;
        ready()?;
        let start = pointer as u64;
        let end = start.checked_add(bytes as u64).ok_or(ErrorCode::INVALID_VALUE)?;
        if start == 0 || bytes == 0 || flags & !REGISTER_FLAGS != 0 {
            return Err(ErrorCode::INVALID_VALUE);
        }
        device::register(start..end, flags)
    }

    /// Waits for everything, and ends the registration that begins there. A pointer into one is `cudaErrorInvalidValue`, one to other memory of
    /// the host `cudaErrorHostMemoryNotRegistered`.
    fn cudaHostUnregister(pointer: *mut c_void) {
        queue::refuse_while_capturing()?;
        ready()?;
        let start = pointer as u64;
        match map().locate(start) {
            Location::Host if start != 0 => return Err(ErrorCode::NOT_REGISTERED),
            Location::Host | Location::Buffer(..) | Location::Nowhere => {}
        }
        queue::wait_all()?;
        device::free(start, &[Kind::Registered])
    }

    /// The address is the same for kernels.
    fn cudaHostGetDevicePointer(device_pointer: *mut *mut c_void, host: *mut c_void, _flags: u32) {
        match map().locate(host as u64) {
            Location::Buffer(Kind::Pinned | Kind::Registered | Kind::Managed | Kind::ManagedVariable, _) => put(device_pointer, host),
            Location::Buffer(..) | Location::Host | Location::Nowhere => Err(ErrorCode::INVALID_VALUE),
        }
    }

    /// Copies. A range that leaves its allocation, or is not where the direction says, is `cudaErrorInvalidValue`.
    fn cudaMemcpy(to: *mut c_void, from: *const c_void, bytes: usize, direction: Direction) {
        let copied = Copy::new(Rows::one(to as u64), Rows::one(from as u64), [bytes, 1, 1], direction)?;
        copy(copied, default_stream()?, false)
    }

    /// Copies when the stream reaches it. The call takes the bytes of pageable memory at once; it waits where those are to be
    /// written.
    fn cudaMemcpyAsync(to: *mut c_void, from: *const c_void, bytes: usize, direction: Direction, stream: Stream) {
        let copied = Copy::new(Rows::one(to as u64), Rows::one(from as u64), [bytes, 1, 1], direction)?;
        copy(copied, id(stream)?, true)
    }

    /// Copies rows.
    fn cudaMemcpy2D(to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize, direction: Direction) {
        let copied = copy_of_rows((to as u64, to_pitch), (from as u64, from_pitch), [width, height], direction)?;
        copy(copied, default_stream()?, false)
    }

    /// Copies rows, as `cudaMemcpyAsync`.
    fn cudaMemcpy2DAsync(to: *mut c_void, to_pitch: usize, from: *const c_void, from_pitch: usize, width: usize, height: usize, direction: Direction, stream: Stream) {
        let copied = copy_of_rows((to as u64, to_pitch), (from as u64, from_pitch), [width, height], direction)?;
        copy(copied, id(stream)?, true)
    }

    /// Copies slices of rows between pitched pointers.
    fn cudaMemcpy3D(params: *const Copy3D) {
        copy(copy_of_slices(params.as_ref())?, default_stream()?, false)
    }

    /// Copies slices of rows, as `cudaMemcpyAsync`.
    fn cudaMemcpy3DAsync(params: *const Copy3D, stream: Stream) {
        copy(copy_of_slices(params.as_ref())?, id(stream)?, true)
    }

    /// As `cudaMemcpy`: there is one device.
    fn cudaMemcpyPeer(to: *mut c_void, to_device: i32, from: *const c_void, from_device: i32, bytes: usize) {
        copy(copy_of_peer(to, from, bytes, [to_device, from_device])?, default_stream()?, false)
    }

    /// As `cudaMemcpyAsync`: there is one device.
    fn cudaMemcpyPeerAsync(to: *mut c_void, to_device: i32, from: *const c_void, from_device: i32, bytes: usize, stream: Stream) {
        copy(copy_of_peer(to, from, bytes, [to_device, from_device])?, id(stream)?, true)
    }

    /// Sets bytes. The call waits where the host reaches them.
    fn cudaMemset(pointer: *mut c_void, value: i32, bytes: usize) {
        fill(Fill::new(Rows::one(pointer as u64), [bytes, 1, 1], Element::byte(value as u8))?, default_stream()?, false)
    }

    /// Sets bytes when the stream reaches it.
    fn cudaMemsetAsync(pointer: *mut c_void, value: i32, bytes: usize, stream: Stream) {
        fill(Fill::new(Rows::one(pointer as u64), [bytes, 1, 1], Element::byte(value as u8))?, id(stream)?, true)
    }

    /// Sets the bytes of rows.
    fn cudaMemset2D(pointer: *mut c_void, pitch: usize, value: i32, width: usize, height: usize) {
        fill(fill_of_rows(pointer, pitch, value, [width, height])?, default_stream()?, false)
    }

    /// Sets the bytes of rows when the stream reaches it.
    fn cudaMemset2DAsync(pointer: *mut c_void, pitch: usize, value: i32, width: usize, height: usize, stream: Stream) {
        fill(fill_of_rows(pointer, pitch, value, [width, height])?, id(stream)?, true)
    }

    /// The memory that the machine had free when the device was first used, and what is left of it.
    fn cudaMemGetInfo(available: *mut usize, total: *mut usize) {
        ready()?;
        let (left, all) = device::capacity()?;
        put(available, left as usize)?;
        put(total, all as usize)
    }

    /// Nothing: managed memory is where it is needed.
    fn cudaMemPrefetchAsync(pointer: *const c_void, bytes: usize, _location: MemoryLocation, _flags: u32, stream: Stream) {
        let stream = id(stream)?;
        managed(pointer, bytes)?;
        tell(stream, Action::Marker, false)
    }

    /// Nothing.
    fn cudaMemAdvise(pointer: *const c_void, bytes: usize, _advice: i32, _location: MemoryLocation) {
        managed(pointer, bytes)
    }

    /// Tells memory of the device, managed memory, pinned memory and other memory of the host apart.
    fn cudaPointerGetAttributes(attributes: *mut PointerAttributes, pointer: *const c_void) {
        ready()?;
        let pointer = pointer.cast_mut();
        let null = std::ptr::null_mut();
        let (kind, device, device_pointer, host_pointer) = match map().locate(pointer as u64) {
            Location::Nowhere => return Err(ErrorCode::INVALID_VALUE),
            Location::Host => (0, -2, null, null),
            Location::Buffer(Kind::Pinned | Kind::Registered, _) => (1, 0, pointer, pointer),
            Location::Buffer(Kind::Device | Kind::Variable, _) => (2, 0, pointer, null),
            Location::Buffer(Kind::Managed | Kind::ManagedVariable, _) => (3, 0, pointer, pointer),
        };
        put(attributes, PointerAttributes { kind, device, device_pointer, host_pointer })
    }
}

unsafe fn allocate(kind: Kind, pointer: *mut *mut c_void, bytes: usize) -> Result<(), ErrorCode> {
    // SAFETY: the caller's promise.
    unsafe { allocate_at(kind, pointer, bytes).map(drop) }
}

/// The same; gives the address.
unsafe fn allocate_at(
    kind: Kind,
    pointer: *mut *mut c_void,
    bytes: usize,
) -> Result<u64, ErrorCode> {
    ready()?;
    let address = match bytes {
        0 => 0,
        _ => device::allocate(kind, bytes)?,
    };
    sanitize::allocated(address, bytes);
    // SAFETY: the program's pointer.
    unsafe { put(pointer, address as *mut c_void)? };
    Ok(address)
}

/// Gives memory of the device to a stream.
///
/// # Safety
/// The result may be written.
pub(super) unsafe fn allocate_in(
    stream: StreamId,
    pointer: *mut *mut c_void,
    bytes: usize,
) -> Result<(), ErrorCode> {
    // A graph would have to allocate each time that it runs.
    if queue::captured_at(stream)?.is_some() {
        return Err(ErrorCode::NOT_SUPPORTED);
    }
    // SAFETY: the caller's promise.
    let address = unsafe { allocate_at(Kind::Device, pointer, bytes)? };
    let point = queue::record(stream, Action::Allocate)?;
    sanitize::allocated_by_stream(address, bytes, stream, point);
    Ok(())
}

fn free(pointer: *mut c_void, kinds: &[Kind]) -> Result<(), ErrorCode> {
    if pointer.is_null() {
        return ready();
    }
    queue::wait_all()?;
    let freed = device::free(pointer as u64, kinds);
    match freed {
        Ok(()) => sanitize::freed(pointer as u64),
        Err(_) => sanitize::bad_free(pointer as u64),
    }
    freed
}

fn managed(pointer: *const c_void, bytes: usize) -> Result<(), ErrorCode> {
    ready()?;
    let start = pointer as u64;
    match map().locate(start) {
        Location::Buffer(Kind::Managed | Kind::ManagedVariable, buffer)
            if bytes as u64 <= buffer.end - start =>
        {
            Ok(())
        }
        Location::Buffer(..) | Location::Host | Location::Nowhere => Err(ErrorCode::INVALID_VALUE),
    }
}

/// Tells a stream to copy. The call waits as CUDA's documentation of its synchronisation has it.
///
/// # Safety
/// The program's ends may be read and written.
pub(super) unsafe fn copy(
    copied: Option<Copy>,
    stream: StreamId,
    is_asynchronous: bool,
) -> Result<(), ErrorCode> {
    let Some(mut copied) = copied else { return Ok(()) };
    let is_awaited = match is_asynchronous {
        true => copied.is_awaited(),
        false => !copied.is_on_device(),
    };
    if is_asynchronous && !is_awaited && queue::captured_at(stream)?.is_none() {
        // SAFETY: the caller's promise.
        unsafe { copied.stage() };
    }
    tell(stream, Action::Copy(copied), is_awaited)
}

fn fill(filled: Option<Fill>, stream: StreamId, is_asynchronous: bool) -> Result<(), ErrorCode> {
    let Some(filled) = filled else { return Ok(()) };
    let is_awaited = !is_asynchronous && filled.is_awaited();
    tell(stream, Action::Fill(filled), is_awaited)
}

fn fill_of_rows(
    pointer: *mut c_void,
    pitch: usize,
    value: i32,
    [width, height]: [usize; 2],
) -> Result<Option<Fill>, ErrorCode> {
    if width > pitch {
        return Err(ErrorCode::INVALID_PITCH);
    }
    let rows = Rows { address: pointer as u64, pitch, slice: 0 };
    Fill::new(rows, [width, height, 1], Element::byte(value as u8))
}

/// Rows of pitched memory: each end is an address and a pitch.
fn copy_of_rows(
    (to, to_pitch): (u64, usize),
    (from, from_pitch): (u64, usize),
    [width, height]: [usize; 2],
    direction: Direction,
) -> Result<Option<Copy>, ErrorCode> {
    if width > to_pitch || width > from_pitch {
        return Err(ErrorCode::INVALID_PITCH);
    }
    let rows = |address, pitch| Rows { address, pitch, slice: 0 };
    Copy::new(rows(to, to_pitch), rows(from, from_pitch), [width, height, 1], direction)
}

impl Copy3D {
    /// The parameters of a copy.
    pub(super) fn of(copy: &Copy) -> Copy3D {
        let (to, from, [width, height, depth]) = copy.parts();
        let zero = Extent3D { width: 0, height: 0, depth: 0 };
        let pitched = |rows: Rows| {
            let pitch = rows.pitch.max(width);
            let rows_of_slice = rows.slice.checked_div(rows.pitch).unwrap_or(height);
            PitchedPointer {
                pointer: rows.address as *mut c_void,
                pitch,
                width,
                height: rows_of_slice.max(height),
            }
        };
        Copy3D {
            from_array: std::ptr::null(),
            from_position: zero,
            from: pitched(from),
            to_array: std::ptr::null(),
            to_position: zero,
            to: pitched(to),
            extent: Extent3D { width, height, depth },
            direction: copy.direction(),
        }
    }
}

pub(super) fn copy_of_slices(params: Option<&Copy3D>) -> Result<Option<Copy>, ErrorCode> {
    let params = params.ok_or(ErrorCode::INVALID_VALUE)?;
    if !params.from_array.is_null() || !params.to_array.is_null() {
        return Err(ErrorCode::NOT_SUPPORTED);
    }
    let extent: Extent = [params.extent.width, params.extent.height, params.extent.depth];
    let rows = |pitched: PitchedPointer, at: Extent3D| {
        let end = at.width.checked_add(extent[0]);
        if end.is_none_or(|end| end > pitched.pitch) {
            return Err(ErrorCode::INVALID_PITCH);
        }
        let slice = pitched.pitch.checked_mul(pitched.height).ok_or(ErrorCode::INVALID_VALUE)?;
        let offset = at.depth.checked_mul(slice).and_then(|it| {
            it.checked_add(at.height.checked_mul(pitched.pitch)?)?.checked_add(at.width)
        });
        let offset = offset.ok_or(ErrorCode::INVALID_VALUE)?;
        Ok(Rows { address: pitched.pointer as u64 + offset as u64, pitch: pitched.pitch, slice })
    };
    let from = rows(params.from, params.from_position)?;
    Copy::new(rows(params.to, params.to_position)?, from, extent, params.direction)
}

fn copy_of_peer(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    devices: [i32; 2],
) -> Result<Option<Copy>, ErrorCode> {
    if devices != [0, 0] {
        return Err(ErrorCode::INVALID_DEVICE);
    }
    let direction = Direction::DEVICE_TO_DEVICE;
    Copy::new(Rows::one(to as u64), Rows::one(from as u64), [bytes, 1, 1], direction)
}
