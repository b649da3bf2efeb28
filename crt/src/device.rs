//! The device of the process: its memory, and whether it is lost.
//!
//! The memory of the CPU device itself is locked while an operation runs. The map of its buffers has a lock of its own, so that calls which
//! only ask where a pointer points do not wait for kernels.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::MutexGuard;
use std::sync::atomic::AtomicU64;

use ir::interp::Memory;

use crate::error::ErrorCode;
use crate::gpu::{self, gpu};
use crate::process::{lock, process};
use crate::{queue, registry, sanitize};

/// What fresh memory holds: as floats these are NaN, so that a result which depends on it shows.
const FRESH: u8 = 0xFF;

/// Where the addresses of the device begin: no address of a process is up there.
const FIRST_OF_DEVICE: u64 = 1 << 48;

/// How memory was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Device,
    Managed,
    /// Host memory that kernels reach.
    Pinned,
    /// A `__device__` or `__constant__` variable.
    Variable,
    /// A `__managed__` variable, which is the host's.
    ManagedVariable,
    /// Memory of the host that the program has registered.
    Registered,
}

/// Where a pointer of the program points.
#[derive(Clone, Debug)]
pub enum Location {
    /// A buffer of the device.
    Buffer(Kind, Range<u64>),
    /// Memory of the process of which the device knows nothing.
    Host,
    /// An address of the device at which there is nothing.
    Nowhere,
}

/// The memory.
pub struct Device {
    pub memory: Memory,
}

/// What is in the memory, and whether it can be used.
pub struct Map {
    /// Counts resets: memory of another number is gone.
    pub number: u64,
    buffers: BTreeMap<u64, Buffer>,
    taken: u64,
    limit: u64,
    /// A kernel did what no kernel may: nothing works any more until a reset.
    lost: Option<ErrorCode>,
    /// So many managed variables of the program are buffers.
    n_managed: usize,
}

#[derive(Clone, Copy)]
struct Buffer {
    kind: Kind,
    bytes: u64,
    /// A stream has been told to free it.
    is_leaving: bool,
}

/// The map, locked for the caller.
pub fn map() -> MutexGuard<'static, Map> {
    lock(&process().map)
}

/// The memory, locked for the caller, which waits for the operation that runs.
pub fn memory() -> MutexGuard<'static, Device> {
    lock(&process().device)
}

/// The device works, and kernels reach the managed variables of the program.
///
/// # Errors
/// The device was lost, or the GPU does not register the variables.
pub fn ready() -> Result<(), ErrorCode> {
    lost().map_or(Ok(()), Err)?;
    let known = map().n_managed;
    let variables = registry::managed_from(known);
    if variables.is_empty() { Ok(()) } else { reach(known, &variables) }
}

/// Has kernels reach variables of the host, behind so many that they reach.
fn reach(known: usize, variables: &[Range<u64>]) -> Result<(), ErrorCode> {
    if let Some(gpu) = gpu() {
        gpu.register(variables)?;
        map().insert_managed(known, variables);
        return Ok(());
    }
    let mut device = memory();
    if !map().insert_managed(known, variables) {
        return Ok(());
    }
    for variable in variables {
        // SAFETY: the variable stays.
        unsafe { device.reach(variable) };
    }
    Ok(())
}

/// Has kernels reach memory of the host, until it is freed as [`Kind::Registered`].
///
/// # Errors
/// Some of it is registered, is memory of the library, or is not there.
///
/// # Safety
/// The memory stays until then.
pub unsafe fn register(memory: Range<u64>, flags: u32) -> Result<(), ErrorCode> {
    if let Some(gpu) = gpu() {
        map().refuse_known(&memory)?;
        // SAFETY: the caller's promise.
        unsafe { gpu.register_host(&memory, flags)? };
        map().insert(memory.start, Kind::Registered, memory.end - memory.start);
        return Ok(());
    }
    if !is_mapped(&memory) {
        return Err(ErrorCode::INVALID_VALUE);
    }
    let mut device = self::memory();
    let mut map = map();
    map.refuse_known(&memory)?;
    // SAFETY: the caller's promise.
    unsafe { device.reach(&memory) };
    map.insert(memory.start, Kind::Registered, memory.end - memory.start);
    Ok(())
}

/// Whether the process has the pages of some memory.
#[cfg(target_os = "linux")]
fn is_mapped(memory: &Range<u64>) -> bool {
    const PAGE: u64 = 4096;
    let first = memory.start / PAGE * PAGE;
    let mut pages = vec![0; (memory.end - first).div_ceil(PAGE) as usize];
    let bytes = (memory.end - first) as usize;
    // SAFETY: there is a byte for each page; the call only asks.
    unsafe { libc::mincore(first as *mut libc::c_void, bytes, pages.as_mut_ptr()) == 0 }
}

#[cfg(not(target_os = "linux"))]
fn is_mapped(_memory: &Range<u64>) -> bool {
    true
}

/// What the device was lost with.
pub fn lost() -> Option<ErrorCode> {
    map().lost
}

/// Frees everything, and brings a lost device back.
pub fn reset() {
    queue::drain();
    let mut device = memory();
    let mut map = map();
    gpu::reset(&process().gpu);
    *device = Device::new();
    *map = Map::new(map.number + 1);
}

/// Bytes that can be had, and all.
///
/// # Errors
/// The GPU does not say.
pub fn capacity() -> Result<(u64, u64), ErrorCode> {
    if let Some(gpu) = gpu() {
        return gpu.memory();
    }
    let map = map();
    Ok((map.limit - map.taken, map.limit))
}

/// New memory.
///
/// # Errors
/// There is not so much, or the device is lost.
pub fn allocate(kind: Kind, bytes: usize) -> Result<u64, ErrorCode> {
    let gpu = gpu();
    ready()?;
    if let Some(gpu) = gpu {
        let address = gpu.allocate(kind, bytes)?;
        let mut map = map();
        map.taken += bytes as u64;
        map.insert(address, kind, bytes as u64);
        return Ok(address);
    }
    let mut device = memory();
    let mut map = map();
    if map.taken.saturating_add(bytes as u64) > map.limit {
        return Err(ErrorCode::MEMORY_ALLOCATION);
    }
    map.taken += bytes as u64;
    let address = match kind {
        Kind::Managed | Kind::Pinned => match sanitize::allocate_shared(bytes, FRESH) {
            Some(sanitize::Mapped { address, words }) => {
                device.memory.alloc_outside(address, bytes, words);
                address
            }
            None => device.memory.alloc_shared(bytes, FRESH),
        },
        Kind::Device if sanitize::is_on() => device.memory.alloc_uninitialized(&vec![FRESH; bytes]),
        Kind::Device | Kind::Variable | Kind::ManagedVariable | Kind::Registered => {
            device.memory.alloc_filled(bytes, FRESH)
        }
    };
    map.insert(address, kind, bytes as u64);
    Ok(address)
}

/// Takes a buffer away that was asked for as one of some kinds.
///
/// # Errors
/// No such buffer begins there.
pub fn free(address: u64, kinds: &[Kind]) -> Result<(), ErrorCode> {
    if let Some(gpu) = gpu() {
        let kind = map().remove(address, kinds)?;
        return gpu.free(kind, address);
    }
    let mut device = memory();
    map().remove(address, kinds)?;
    device.memory.free(address);
    sanitize::free_shared(address);
    Ok(())
}

impl Device {
    pub fn new() -> Device {
        Device { memory: Memory::beside_process() }
    }

    /// Has kernels reach memory of the host at its own addresses.
    ///
    /// # Safety
    /// The memory stays as long as kernels reach it.
    unsafe fn reach(&mut self, memory: &Range<u64>) {
        let first = memory.start & !7;
        let n_words = (memory.end - first).div_ceil(8) as usize;
        // SAFETY: the caller's promise, and an aligned word is in one page with its bytes; the device replaces only its own bytes of a word.
        let words = unsafe { std::slice::from_raw_parts(first as *const AtomicU64, n_words) };
        let bytes = (memory.end - memory.start) as usize;
        self.memory.alloc_outside(memory.start, bytes, words);
    }
}

impl Map {
    pub fn new(number: u64) -> Map {
        let (buffers, limit) = (BTreeMap::new(), memory_of_system());
        Map { number, buffers, taken: 0, limit, lost: None, n_managed: 0 }
    }

    /// Notes managed variables behind so many that were known; false if another thread has.
    fn insert_managed(&mut self, known: usize, variables: &[Range<u64>]) -> bool {
        if self.n_managed != known {
            return false;
        }
        for variable in variables {
            let bytes = variable.end - variable.start;
            self.insert(variable.start, Kind::ManagedVariable, bytes);
        }
        self.n_managed += variables.len();
        true
    }

    /// That no byte of some memory of the host is known.
    ///
    /// # Errors
    /// Some of it is registered, or is memory of the library.
    fn refuse_known(&self, memory: &Range<u64>) -> Result<(), ErrorCode> {
        let before = self.buffers.range(..memory.end).next_back();
        match before.filter(|(start, buffer)| **start + buffer.bytes > memory.start) {
            Some((_, Buffer { kind: Kind::Registered, .. })) => Err(ErrorCode::ALREADY_REGISTERED),
            Some(_) => Err(ErrorCode::INVALID_VALUE),
            None => Ok(()),
        }
    }

    /// Notes a buffer.
    pub fn insert(&mut self, address: u64, kind: Kind, bytes: u64) {
        self.buffers.insert(address, Buffer { kind, bytes, is_leaving: false });
    }

    /// Forgets a buffer of one of some kinds, and says of which.
    ///
    /// # Errors
    /// No such buffer begins there.
    pub fn remove(&mut self, address: u64, kinds: &[Kind]) -> Result<Kind, ErrorCode> {
        let known = self.buffers.get(&address).copied();
        let known = known.filter(|buffer| kinds.contains(&buffer.kind));
        let Buffer { kind, bytes, .. } = known.ok_or(ErrorCode::INVALID_VALUE)?;
        self.buffers.remove(&address);
        if !matches!(kind, Kind::Variable | Kind::Registered) {
            self.taken -= bytes;
        }
        Ok(kind)
    }

    /// Notes that a stream frees a buffer.
    ///
    /// # Errors
    /// No buffer of the device begins there, or it is freed already.
    pub fn leave(&mut self, address: u64) -> Result<(), ErrorCode> {
        let known = self.buffers.get_mut(&address);
        let of_device = |buffer: &&mut Buffer| {
            matches!(buffer.kind, Kind::Device | Kind::Managed) && !buffer.is_leaving
        };
        let buffer = known.filter(of_device).ok_or(ErrorCode::INVALID_VALUE)?;
        buffer.is_leaving = true;
        Ok(())
    }

    /// Where an address points.
    pub fn locate(&self, address: u64) -> Location {
        let before = self.buffers.range(..=address).next_back();
        let inside = before.filter(|(start, buffer)| address - **start < buffer.bytes);
        match inside {
            Some((&start, buffer)) => Location::Buffer(buffer.kind, start..start + buffer.bytes),
            None if address < FIRST_OF_DEVICE => Location::Host,
            None => Location::Nowhere,
        }
    }

    /// The device is lost.
    pub fn lose(&mut self, code: ErrorCode) {
        self.lost.get_or_insert(code);
    }
}

/// Bytes of memory that the machine has free; a guess where it does not say.
fn memory_of_system() -> u64 {
    const GUESS: u64 = 4 << 30;
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kibibytes.map_or(GUESS, |kibibytes| kibibytes << 10)
}
