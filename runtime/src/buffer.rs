//! Memory of a device.

use crate::{cpu, cuda};

/// A number that buffers can hold: any plain type of 1, 2, 4 or 8 bytes. `__half` and
/// `__nv_bfloat16` travel as their bits in a `u16`, fp8 as `u8`.
pub trait Element: bytemuck::Pod {}
impl<T: bytemuck::Pod> Element for T {}

/// A block of device memory, aligned to 256 bytes, freed when dropped.
#[derive(Debug)]
pub struct Buffer {
    pub(crate) memory: Memory,
    pub(crate) bytes: usize,
}

#[derive(Debug)]
pub(crate) enum Memory {
    Cpu(cpu::Allocation),
    Cuda(cuda::Allocation),
}

impl Buffer {
    /// The size in bytes.
    pub fn len(&self) -> usize {
        self.bytes
    }

    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// The address that a kernel sees.
    pub fn address(&self) -> u64 {
        match &self.memory {
            Memory::Cpu(allocation) => allocation.address(),
            Memory::Cuda(allocation) => allocation.address(),
        }
    }
}
