//! The CPU device of the process: its memory, and whether it is lost.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use ir::interp::Memory;

use crate::error::ErrorCode;

/// What fresh memory holds: as floats these are NaN, so that a result which depends on it shows.
const FRESH: u8 = 0xFF;

/// How memory was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Device,
    Managed,
    /// Host memory that kernels reach.
    Pinned,
}

/// Where a pointer of the program points.
#[derive(Clone, Debug)]
pub enum Location {
    /// A buffer of the device.
    Buffer(Kind, Range<u64>),
    /// Memory of the process of which the device knows nothing.
    Host,
}

/// The device.
pub struct Device {
    pub memory: Memory,
    /// Counts resets: memory of another number is gone.
    pub number: u64,
    buffers: BTreeMap<u64, Kind>,
    taken: u64,
    limit: u64,
    /// A kernel did what no kernel may: nothing works any more until a reset.
    lost: Option<ErrorCode>,
}

fn locked() -> MutexGuard<'static, Device> {
    static DEVICE: OnceLock<Mutex<Device>> = OnceLock::new();
    DEVICE.get_or_init(|| Mutex::new(Device::new(0))).lock().unwrap_or_else(PoisonError::into_inner)
}

/// The device, locked for the caller.
///
/// # Errors
/// What it was lost with.
pub fn device() -> Result<MutexGuard<'static, Device>, ErrorCode> {
    let device = locked();
    match device.lost {
        Some(code) => Err(code),
        None => Ok(device),
    }
}

/// Whether the device works.
///
/// # Errors
/// What it was lost with.
pub fn ready() -> Result<(), ErrorCode> {
    lost().map_or(Ok(()), Err)
}

/// What the device was lost with.
pub fn lost() -> Option<ErrorCode> {
    locked().lost
}

/// Frees everything, and brings a lost device back.
pub fn reset() {
    let mut device = locked();
    *device = Device::new(device.number + 1);
}

impl Device {
    fn new(number: u64) -> Device {
        let memory = Memory::beside_process();
        let (buffers, limit) = (BTreeMap::new(), memory_of_system());
        Device { memory, number, buffers, taken: 0, limit, lost: None }
    }

    /// New memory.
    ///
    /// # Errors
    /// There is not so much.
    pub fn allocate(&mut self, kind: Kind, bytes: usize) -> Result<u64, ErrorCode> {
        if self.taken.saturating_add(bytes as u64) > self.limit {
            return Err(ErrorCode::MEMORY_ALLOCATION);
        }
        self.taken += bytes as u64;
        let address = match kind {
            Kind::Device => self.memory.alloc_filled(bytes, FRESH),
            Kind::Managed | Kind::Pinned => self.memory.alloc_shared(bytes, FRESH),
        };
        self.buffers.insert(address, kind);
        Ok(address)
    }

    /// Takes a buffer back that was asked for as one of some kinds.
    ///
    /// # Errors
    /// No such buffer begins there.
    pub fn free(&mut self, address: u64, kinds: &[Kind]) -> Result<(), ErrorCode> {
        let is_known = self.buffers.get(&address).is_some_and(|kind| kinds.contains(kind));
        let bytes = self.memory.buffer_of(address).filter(|_| is_known);
        let bytes = bytes.ok_or(ErrorCode::INVALID_VALUE)?;
        self.taken -= bytes.end - bytes.start;
        self.buffers.remove(&address);
        self.memory.free(address);
        Ok(())
    }

    /// Where an address points.
    pub fn locate(&self, address: u64) -> Location {
        let Some(bytes) = self.memory.buffer_of(address) else { return Location::Host };
        // What has no kind is a variable.
        let kind = self.buffers.get(&bytes.start).copied().unwrap_or(Kind::Device);
        Location::Buffer(kind, bytes)
    }

    /// Bytes that can be had, and all.
    pub fn capacity(&self) -> (u64, u64) {
        (self.limit - self.taken, self.limit)
    }

    /// The device is lost.
    pub fn lose(&mut self, code: ErrorCode) {
        self.lost = Some(code);
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
