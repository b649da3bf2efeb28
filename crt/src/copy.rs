//! Copies and fills of memory, of one row or of several.

use std::sync::Arc;

use ir::interp::Memory;

use crate::device::{self, Kind, Location};
use crate::error::ErrorCode;
use crate::gpu::{Gpu, GpuStream, gpu};
use crate::queue::Operation;
use crate::sanitize::{self, Use};

/// `cudaMemcpyKind`.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Direction(pub i32);

impl Direction {
    pub const HOST_TO_HOST: Direction = Direction(0);
    pub const HOST_TO_DEVICE: Direction = Direction(1);
    pub const DEVICE_TO_HOST: Direction = Direction(2);
    pub const DEVICE_TO_DEVICE: Direction = Direction(3);
    pub const DEFAULT: Direction = Direction(4);
}

/// Where rows begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rows {
    pub address: u64,
    /// From a row to the next one.
    pub pitch: usize,
    /// From a slice of rows to the next one.
    pub slice: usize,
}

/// Width in bytes, rows, slices.
pub type Extent = [usize; 3];

/// Memory that a copy reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Through the device's memory.
    Device,
    /// Managed memory: both reach it.
    Managed,
    /// Pinned memory: both reach it.
    Pinned,
    /// Memory of the host that the device does not know.
    Host,
}

/// A copy whose ends have been checked.
#[derive(Clone)]
pub struct Copy {
    to: (Rows, End),
    from: (Rows, End),
    extent: Extent,
    /// The bytes of a source that the program may change once the call has returned.
    staged: Option<Arc<[u8]>>,
}

/// A fill whose target has been checked.
#[derive(Clone)]
pub struct Fill {
    to: Rows,
    extent: Extent,
    value: Element,
}

/// What a fill writes again and again: 1, 2 or 4 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    value: u32,
    bytes: usize,
}

impl Element {
    /// # Errors
    /// Elements of so many bytes cannot be filled with.
    pub fn new(value: u32, bytes: usize) -> Result<Element, ErrorCode> {
        match bytes {
            1 | 2 | 4 => Ok(Element { value, bytes }),
            _ => Err(ErrorCode::INVALID_VALUE),
        }
    }

    pub fn byte(value: u8) -> Element {
        Element { value: u32::from(value), bytes: 1 }
    }

    pub fn value(self) -> u32 {
        self.value
    }

    pub fn bytes(self) -> usize {
        self.bytes
    }
}

impl Rows {
    /// One row.
    pub fn one(address: u64) -> Rows {
        Rows { address, pitch: 0, slice: 0 }
    }

    /// The beginning of each row.
    fn each(self, [_, rows, slices]: Extent) -> impl Iterator<Item = u64> {
        let Rows { address, pitch, slice } = self;
        (0..slices).flat_map(move |z| {
            (0..rows).map(move |y| address.wrapping_add((z * slice + y * pitch) as u64))
        })
    }

    /// From the first byte to behind the last one.
    fn span(self, [width, rows, slices]: Extent) -> Option<u64> {
        let last = (slices - 1)
            .checked_mul(self.slice)?
            .checked_add((rows - 1).checked_mul(self.pitch)?)?;
        u64::try_from(last.checked_add(width)?).ok()
    }
}

/// Whether there is nothing to do.
fn is_empty(extent: Extent) -> bool {
    extent.contains(&0)
}

/// What is at an end.
///
/// # Errors
/// It is nowhere, or leaves its allocation.
fn end(rows: Rows, extent: Extent) -> Result<End, ErrorCode> {
    let span = rows.span(extent).ok_or(ErrorCode::INVALID_VALUE)?;
    let location = device::map().locate(rows.address);
    match location {
        Location::Host if rows.address == 0 => Err(ErrorCode::INVALID_VALUE),
        Location::Host => Ok(End::Host),
        Location::Nowhere => {
            sanitize::bad_pointer(rows.address);
            Err(ErrorCode::INVALID_VALUE)
        }
        Location::Buffer(_, buffer) if span > buffer.end - rows.address => {
            sanitize::bad_range(rows.address, span, &buffer);
            Err(ErrorCode::INVALID_VALUE)
        }
        Location::Buffer(Kind::Device | Kind::Variable, _) => Ok(End::Device),
        Location::Buffer(Kind::Managed | Kind::ManagedVariable, _) => Ok(End::Managed),
        Location::Buffer(Kind::Pinned | Kind::Registered, _) => Ok(End::Pinned),
    }
}

impl Copy {
    /// A copy between two places; none if there is nothing to copy.
    ///
    /// # Errors
    /// An end is not in the memory that the direction says, or not in one allocation.
    pub fn new(
        to: Rows,
        from: Rows,
        extent: Extent,
        direction: Direction,
    ) -> Result<Option<Copy>, ErrorCode> {
        if !(0..=4).contains(&direction.0) {
            return Err(ErrorCode::INVALID_DIRECTION);
        }
        device::ready()?;
        if is_empty(extent) {
            return Ok(None);
        }
        let (target, source) = (end(to, extent)?, end(from, extent)?);
        let fits = |end: End, is_device: bool| match end {
            End::Device => is_device,
            End::Host => !is_device,
            End::Managed | End::Pinned => true,
        };
        let (to_device, from_device) = (matches!(direction.0, 1 | 3), matches!(direction.0, 2 | 3));
        if direction != Direction::DEFAULT
            && !(fits(target, to_device) && fits(source, from_device))
        {
            return Err(ErrorCode::INVALID_VALUE);
        }
        Ok(Some(Copy { to: (to, target), from: (from, source), extent, staged: None }))
    }

    /// Whether a call that is asynchronous returns only when the copy is complete: the target is pageable.
    pub fn is_awaited(&self) -> bool {
        self.to.1 == End::Host
    }

    /// Whether a call that is synchronous returns before the copy is complete: both ends are the device's.
    pub fn is_on_device(&self) -> bool {
        self.to.1 == End::Device && self.from.1 == End::Device
    }

    /// Takes the bytes of a pageable source, which the program may change afterwards.
    ///
    /// # Safety
    /// The source may be read.
    pub unsafe fn stage(&mut self) {
        let (rows, End::Host) = self.from else { return };
        let mut bytes = Vec::new();
        for address in rows.each(self.extent) {
            // SAFETY: the caller's promise.
            let row = unsafe { std::slice::from_raw_parts(address as *const u8, self.extent[0]) };
            bytes.extend_from_slice(row);
        }
        self.staged = Some(bytes.into());
    }

    /// Copies.
    pub(crate) fn perform(&self, operation: &Operation) -> Result<(), ErrorCode> {
        if let Some(gpu) = gpu() {
            // Rows in front of one that fails are on their way.
            let enqueued = self.enqueue(&gpu, gpu.stream());
            return enqueued.and(gpu.wait(gpu.stream()));
        }
        let mut device = device::memory();
        let memory = &mut device.memory;
        let width = self.extent[0];
        let ((to, target), (from, source)) = (self.to, self.from);
        self.note(operation);
        let mut staged = self.staged.as_ref().map(|bytes| bytes.chunks_exact(width));
        for (to, from) in to.each(self.extent).zip(from.each(self.extent)) {
            let row = match (&mut staged, source) {
                (Some(rows), _) => rows.next().map(<[u8]>::to_vec),
                // Shared memory too: the sanitizer may have closed it to host code.
                (None, End::Device | End::Managed | End::Pinned) => memory.read(from, width),
                // SAFETY: the range is the program's.
                (None, End::Host) => {
                    Some(unsafe { std::slice::from_raw_parts(from as *const u8, width) }.to_vec())
                }
            };
            let row = row.ok_or(ErrorCode::ILLEGAL_ADDRESS)?;
            match target {
                End::Device | End::Managed | End::Pinned => {
                    memory.write(to, &row).ok_or(ErrorCode::ILLEGAL_ADDRESS)?;
                }
                // SAFETY: as above.
                End::Host => unsafe {
                    std::ptr::copy_nonoverlapping(row.as_ptr(), to as *mut u8, width)
                },
            }
            if target == End::Device && source == End::Device {
                memory.copy_definedness(to, from, width);
            }
        }
        Ok(())
    }

    /// Whether the driver has to stage it.
    pub fn is_pageable(&self) -> bool {
        self.from.1 == End::Host || self.to.1 == End::Host
    }

    /// Enqueues the copy in a stream of the driver.
    ///
    /// # Errors
    /// What the driver says.
    pub fn enqueue(&self, gpu: &Gpu, stream: GpuStream) -> Result<(), ErrorCode> {
        let width = self.extent[0];
        let to = self.to.0.each(self.extent);
        // SAFETY: ranges of the device were checked, and the others are the program's or staged.
        unsafe {
            match &self.staged {
                Some(bytes) => {
                    let rows = bytes.chunks_exact(width).map(|row| row.as_ptr() as u64);
                    gpu.copy(to.zip(rows), width, stream)
                }
                None => gpu.copy(to.zip(self.from.0.each(self.extent)), width, stream),
            }
        }
    }

    /// Tells the sanitizer which bytes of the device are read and written.
    fn note(&self, operation: &Operation) {
        for ((rows, end), usage) in [(self.from, Use::Read), (self.to, Use::Write)] {
            if end != End::Host {
                rows.each(self.extent).for_each(|address| {
                    sanitize::used(operation, address..address + self.extent[0] as u64, usage);
                });
            }
        }
    }

    /// What a timeline calls it.
    pub fn name(&self) -> &'static str {
        let is_device = |end| matches!(end, End::Device | End::Managed);
        match (is_device(self.from.1), is_device(self.to.1)) {
            (true, true) => "memcpy DtoD",
            (true, false) => "memcpy DtoH",
            (false, true) => "memcpy HtoD",
            (false, false) => "memcpy HtoH",
        }
    }

    pub fn bytes(&self) -> usize {
        self.extent.iter().product()
    }

    /// Where it copies to, from, and how much.
    pub fn parts(&self) -> (Rows, Rows, Extent) {
        (self.to.0, self.from.0, self.extent)
    }

    /// The direction in which it copies.
    pub fn direction(&self) -> Direction {
        match (self.from.1, self.to.1) {
            (End::Host | End::Pinned, End::Device) => Direction::HOST_TO_DEVICE,
            (End::Device, End::Host | End::Pinned) => Direction::DEVICE_TO_HOST,
            (End::Device, End::Device) => Direction::DEVICE_TO_DEVICE,
            (End::Host | End::Pinned, End::Host | End::Pinned) => Direction::HOST_TO_HOST,
            (End::Managed, _) | (_, End::Managed) => Direction::DEFAULT,
        }
    }

    /// Whether both copy one row between memory of the same kinds, or the same rows.
    pub fn resembles(&self, other: &Copy) -> bool {
        let is_row = |copy: &Copy| copy.extent[1] == 1 && copy.extent[2] == 1;
        let is_same = (self.to, self.from, self.extent) == (other.to, other.from, other.extent);
        let is_of_kind = (self.to.1, self.from.1) == (other.to.1, other.from.1);
        is_same || is_row(self) && is_row(other) && is_of_kind
    }
}

impl Fill {
    /// A fill of memory that the device reaches; none if there is nothing to fill.
    ///
    /// # Errors
    /// The target is not in one allocation of the device, or not aligned to the elements.
    pub fn new(to: Rows, extent: Extent, value: Element) -> Result<Option<Fill>, ErrorCode> {
        device::ready()?;
        let is_aligned = |at: usize| at.is_multiple_of(value.bytes);
        if !(is_aligned(to.address as usize)
            && is_aligned(extent[0])
            && (extent[1] <= 1 || is_aligned(to.pitch)))
        {
            return Err(ErrorCode::INVALID_VALUE);
        }
        if is_empty(extent) {
            return Ok(None);
        }
        match end(to, extent)? {
            End::Host => Err(ErrorCode::INVALID_VALUE),
            End::Device | End::Managed | End::Pinned => Ok(Some(Fill { to, extent, value })),
        }
    }

    /// Enqueues the fill in a stream of the driver.
    ///
    /// # Errors
    /// What the driver says.
    pub fn enqueue(&self, gpu: &Gpu, stream: GpuStream) -> Result<(), ErrorCode> {
        gpu.fill(self.to.each(self.extent), self.extent[0], self.value, stream)
    }

    /// Fills the memory of the CPU device.
    pub(crate) fn perform(&self, operation: &Operation) -> Result<(), ErrorCode> {
        let mut device = device::memory();
        let memory: &mut Memory = &mut device.memory;
        let element = &self.value.value.to_le_bytes()[..self.value.bytes];
        let row = element.repeat(self.extent[0] / element.len());
        for address in self.to.each(self.extent) {
            sanitize::used(operation, address..address + row.len() as u64, Use::Write);
            memory.write(address, &row).ok_or(ErrorCode::ILLEGAL_ADDRESS)?;
        }
        Ok(())
    }

    /// Whether the call returns only when the fill is complete: the host reaches the memory.
    pub fn is_awaited(&self) -> bool {
        let location = device::map().locate(self.to.address);
        matches!(
            location,
            Location::Buffer(
                Kind::Managed | Kind::ManagedVariable | Kind::Pinned | Kind::Registered,
                _
            )
        )
    }

    pub fn bytes(&self) -> usize {
        self.extent.iter().product()
    }

    /// The destination, the extent and the value.
    pub fn parts(&self) -> (Rows, Extent, Element) {
        (self.to, self.extent, self.value)
    }

    /// Whether both fill one row, or the same rows with the same.
    pub fn resembles(&self, other: &Fill) -> bool {
        let is_row = |fill: &Fill| fill.extent[1] == 1 && fill.extent[2] == 1;
        self.parts() == other.parts() || is_row(self) && is_row(other)
    }
}
